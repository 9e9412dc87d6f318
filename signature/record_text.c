/* SPDX-License-Identifier: Apache-2.0 */
/* Records as text: what NumPy's dtype.descr and its .npy files hold. */
#include "signature/record.h"

#include "signature/dtype.h"

#include <string.h>

enum { DEPTH = 8, MAX_ITEM_DIMS = 8 };

typedef struct reader {
    pk_arena *arena;
    const char *at, *why;
    bool aligned;
    int depth;
} reader;

static bool fault(reader *r, const char *why) {
    r->why = r->why ? r->why : why;
    return false;
}

static bool take(reader *r, char c) {
    r->at += strspn(r->at, " \t\n");
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

static bool want(reader *r, char c, const char *why) {
    return take(r, c) || fault(r, why);
}

static bool read_text(reader *r, const char **out) {
    const char *start, *end;
    char quote;

    r->at += strspn(r->at, " \t\n");
    quote = *r->at;
    end = quote == '\'' || quote == '"' ? strchr(r->at + 1, quote) : NULL;
    if (!end)
        return fault(r, "a name or type in quotes is wanted");
    start = r->at + 1;
    if (memchr(start, '\\', (size_t)(end - start)))
        return fault(r, "a name with a backslash");
    *out = pk_arena_text(r->arena, start, (size_t)(end - start));
    r->at = end + 1;
    return *out != NULL;
}

static bool read_number(reader *r, uint32_t *out) {
    uint64_t value = 0;
    const char *start;

    r->at += strspn(r->at, " \t\n");
    for (start = r->at; *r->at >= '0' && *r->at <= '9'; r->at++)
        if ((value = 10 * value + (uint64_t)(*r->at - '0')) > PK_RECORD_BYTES)
            return fault(r, "a number above 2^24");
    *out = (uint32_t)value;
    return r->at > start || fault(r, "a number is wanted");
}

/* 3, (3,), (2, 3) */
static bool read_shape(reader *r, pk_field *field) {
    static const char most[] = "an array in a record has at most 8 dimensions";
    uint32_t shape[MAX_ITEM_DIMS], count = 0;

    if (!take(r, '(')) {
        if (!read_number(r, &shape[count++]))
            return false;
    } else {
        while (!take(r, ')')) {
            if (count == MAX_ITEM_DIMS)
                return fault(r, most);
            if (!read_number(r, &shape[count++]))
                return false;
            if (!take(r, ',') && *r->at != ')')
                return fault(r, "',' or ')' is wanted");
        }
    }
    return pk_field_add_axes(r->arena, field, shape, count) || fault(r, most);
}

static bool is_gap(const char *text) {
    return text[*text == '|'] == 'V';
}

/* '<f4', 'f4', 'float32'; gaps ('|V4') stay without a type. */
static bool read_number_type(reader *r, const char *text, pk_field *field) {
    if (pk_field_make_opaque(r->arena, field, text))
        return true;
    if (*text == '>')
        return fault(r, "big-endian numbers");
    if (is_gap(text)) {
        uint32_t bytes = 0;
        for (const char *at = text + (*text == '|') + 1;
             *at >= '0' && *at <= '9' && bytes < PK_RECORD_BYTES; at++)
            bytes = 10 * bytes + (uint32_t)(*at - '0');
        field->dtype = PK_TYPE_u8;
        return pk_field_add_axes(r->arena, field, &bytes, 1);
    }
    return pk_dtype_read(text, &field->dtype, &field->is_complex) ||
           fault(r, "this type cannot be in a record");
}

static const pk_record *read_record(reader *r);

/* A type, or a type with a shape in parentheses. */
static bool read_format(reader *r, pk_field *field) {
    const char *text;

    if (take(r, '('))
        return read_format(r, field) && want(r, ',', "',' is wanted") &&
               read_shape(r, field) && want(r, ')', "')' is wanted");
    r->at += strspn(r->at, " \t\n");
    if (*r->at == '[' || *r->at == '{')
        return (field->record = read_record(r)) != NULL;
    return read_text(r, &text) && read_number_type(r, text, field);
}

/* ('x', '<f4') or ('v', '<i4', (3,)); *gap: it only takes room. */
static bool read_field(reader *r, pk_field *field, bool *gap) {
    if (!want(r, '(', "'(' is wanted") || !read_text(r, &field->name) ||
        !want(r, ',', "',' is wanted") || !read_format(r, field))
        return false;
    *gap = !*field->name;
    if (take(r, ',') && !(r->at += strspn(r->at, " "), *r->at == ')') &&
        !read_shape(r, field))
        return false;
    return want(r, ')', "')' is wanted");
}

static const pk_record *finish(reader *r, pk_field *fields, uint32_t count,
                               bool placed, uint32_t size) {
    const char *why;
    const pk_record *record =
        pk_record_new(r->arena, fields, count, r->aligned, placed, size, &why);

    if (why)
        fault(r, why);
    return record;
}

static const pk_record *read_list(reader *r) {
    pk_field *fields =
        pk_arena_array(r->arena, PK_RECORD_FIELDS + 1, sizeof *fields);
    uint32_t count = 0;
    uint64_t end = 0;
    bool gaps = false, gap;

    if (!fields)
        return NULL;
    while (!take(r, ']')) {
        pk_field *field = &fields[count];
        uint64_t align;
        if (count == PK_RECORD_FIELDS) {
            fault(r, "a record has at most 255 fields");
            return NULL;
        }
        *field = (pk_field){0};
        if (!read_field(r, field, &gap))
            return NULL;
        align = r->aligned ? pk_field_align(field) : 1;
        end = (end + align - 1) / align * align;
        field->offset = (uint32_t)end;
        end += pk_field_bytes(field);
        if (end > PK_RECORD_BYTES) {
            fault(r, "a record has at most 16 MiB");
            return NULL;
        }
        gaps |= gap;
        count += !gap;
        if (!take(r, ',') && *r->at != ']') {
            fault(r, "',' or ']' is wanted");
            return NULL;
        }
    }
    return finish(r, fields, count, gaps, gaps ? (uint32_t)end : 0);
}

/* ---- the form with names, formats and offsets ---- */

typedef struct columns {
    pk_field *fields;
    uint32_t names, formats, offsets, size;
} columns;

static bool read_column(reader *r, columns *c, uint32_t *count,
                        bool (*read)(reader *r, pk_field *field)) {
    if (!want(r, '[', "'[' is wanted"))
        return false;
    while (!take(r, ']')) {
        if (*count == PK_RECORD_FIELDS)
            return fault(r, "a record has at most 255 fields");
        if (!read(r, &c->fields[(*count)++]))
            return false;
        if (!take(r, ',') && *r->at != ']')
            return fault(r, "',' or ']' is wanted");
    }
    return true;
}

static bool read_name(reader *r, pk_field *field) {
    return read_text(r, &field->name);
}

static bool read_offset(reader *r, pk_field *field) {
    return read_number(r, &field->offset);
}

static bool read_key(reader *r, columns *c) {
    const char *key;

    if (!read_text(r, &key) || !want(r, ':', "':' is wanted"))
        return false;
    if (strcmp(key, "names") == 0)
        return read_column(r, c, &c->names, read_name);
    if (strcmp(key, "formats") == 0)
        return read_column(r, c, &c->formats, read_format);
    if (strcmp(key, "offsets") == 0)
        return read_column(r, c, &c->offsets, read_offset);
    if (strcmp(key, "itemsize") == 0)
        return read_number(r, &c->size);
    if (strcmp(key, "aligned") != 0)
        return fault(r, "there are names, formats, offsets, itemsize, aligned");
    r->at += strspn(r->at, " ");
    r->aligned = strncmp(r->at, "True", 4) == 0;
    r->at += strspn(r->at, "TrueFalse");
    return true;
}

static const pk_record *read_columns(reader *r) {
    columns c = {.fields = pk_arena_array(r->arena, PK_RECORD_FIELDS + 1,
                                          sizeof *c.fields)};

    if (!c.fields)
        return NULL;
    while (!take(r, '}'))
        if (!read_key(r, &c) || (!take(r, ',') && *r->at != '}' &&
                                 !fault(r, "',' or '}' is wanted")))
            return NULL;
    if (c.names != c.formats || (c.offsets && c.offsets != c.names)) {
        fault(r, "as many names, formats and offsets are wanted");
        return NULL;
    }
    return finish(r, c.fields, c.names, c.offsets != 0, c.size);
}

static const pk_record *read_record(reader *r) {
    const pk_record *record = NULL;
    const bool aligned = r->aligned;

    if (++r->depth > DEPTH)
        fault(r, "records nested deeper than 8");
    else if (take(r, '['))
        record = read_list(r);
    else if (take(r, '{'))
        record = read_columns(r);
    else
        fault(r, "'[' or '{' is wanted");
    r->aligned = aligned;
    r->depth--;
    return record;
}

const pk_record *pk_record_parse(pk_arena *arena, const char **text,
                                 bool aligned, const char **why) {
    reader r = {.arena = arena, .at = *text, .aligned = aligned};
    const pk_record *record = read_record(&r);

    *text = r.at;
    *why = r.why;
    return record;
}
