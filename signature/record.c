/* SPDX-License-Identifier: Apache-2.0 */
/* Records: layout, comparison, printing. */
#include "signature/record.h"

#include <string.h>

static uint32_t number_bytes(const pk_field *field) {
    return pk_type_bytes(field->dtype) * (field->is_complex ? 2 : 1);
}

uint32_t pk_field_item_bytes(const pk_field *field) {
    return field->record ? field->record->size : number_bytes(field);
}

uint64_t pk_field_bytes(const pk_field *field) {
    uint64_t bytes = pk_field_item_bytes(field);

    for (uint32_t i = 0; i < field->ndim; i++) {
        bytes *= field->shape[i];
        if (bytes > PK_RECORD_BYTES)
            return PK_RECORD_BYTES + UINT64_C(1);
    }
    return bytes;
}

static uint32_t widest(const pk_record *record) {
    uint32_t most = 1;

    for (uint32_t i = 0; i < record->count; i++) {
        uint32_t own = pk_field_align(&record->fields[i]);
        most = own > most ? own : most;
    }
    return most;
}

/* NumPy's alignment: strings are of characters, dates of 64 bits. */
static uint32_t opaque_align(const char *text) {
    return *text == 'S' ? 1 : *text == 'U' ? 4 : 8;
}

uint32_t pk_field_align(const pk_field *field) {
    return field->opaque   ? opaque_align(field->opaque)
           : field->record ? widest(field->record)
                           : pk_type_bytes(field->dtype);
}

/* ---- strings and dates ---- */

/* Bytes of what the text says, its letter in front; 0: it says none. */
static uint32_t opaque_bytes(const char *text) {
    uint64_t count = 0;
    const char *at = text + 1;

    while (*at >= '0' && *at <= '9' && count <= PK_RECORD_BYTES)
        count = 10 * count + (uint64_t)(*at++ - '0');
    if (*text == 'M' || *text == 'm')
        return count == 8 && (!*at || (*at == '[' && strchr(at, ']'))) ? 8 : 0;
    if ((*text != 'S' && *text != 'U') || *at || count > PK_RECORD_BYTES / 4)
        return 0;
    return (uint32_t)count * (*text == 'U' ? 4 : 1);
}

/* NumPy's other names of the same: "a10", "datetime64[us]". */
static const char *short_name(pk_arena *arena, const char *text) {
    static const struct {
        const char *name, *letter;
    } names[] = {
        {"datetime64", "M8"}, {"timedelta64", "m8"}, {"a", "S"}, {"", ""}};
    size_t i = 0;

    text += *text && strchr("<>|=", *text) ? 1 : 0;
    while (strncmp(text, names[i].name, strlen(names[i].name)) != 0)
        i++;
    return pk_arena_format(arena, "%s%s", names[i].letter,
                           text + strlen(names[i].name));
}

bool pk_field_make_opaque(pk_arena *arena, pk_field *field, const char *text) {
    const char *name = short_name(arena, text);
    uint32_t bytes = name ? opaque_bytes(name) : 0;

    if (!bytes)
        return false;
    field->dtype = PK_TYPE_u8;
    field->opaque = name;
    return pk_field_add_axes(arena, field, &bytes, 1);
}

bool pk_field_add_axes(pk_arena *arena, pk_field *field, const uint32_t *shape,
                       uint32_t count) {
    uint32_t *all =
        pk_arena_array(arena, field->ndim + count + 1u, sizeof *all);

    if (!all || field->ndim + count > PK_FIELD_AXES)
        return false;
    memcpy(all, shape, count * sizeof *all);
    if (field->ndim)
        memcpy(all + count, field->shape, field->ndim * sizeof *all);
    field->shape = all;
    field->ndim = (uint8_t)(field->ndim + count);
    return true;
}

uint32_t pk_align_at(uint32_t align, uint32_t offset) {
    uint32_t low = offset & (0 - offset);

    return low && low < align ? low : align;
}

/* ---- layout ---- */

static bool place_field(pk_field *field, bool aligned, bool placed,
                        uint64_t *end) {
    uint64_t align = aligned && !placed ? pk_field_align(field) : 1;
    uint64_t bytes = pk_field_bytes(field);

    if (!placed)
        field->offset = (uint32_t)((*end + align - 1) / align * align);
    if (bytes > PK_RECORD_BYTES || field->offset > PK_RECORD_BYTES)
        return false;
    if (field->offset + bytes > *end)
        *end = field->offset + bytes;
    return *end <= PK_RECORD_BYTES;
}

static bool is_doubled(const pk_field *fields, uint32_t at) {
    for (uint32_t i = 0; i < at; i++)
        if (strcmp(fields[i].name, fields[at].name) == 0)
            return true;
    return false;
}

const pk_record *pk_record_new(pk_arena *arena, pk_field *fields,
                               uint32_t count, bool aligned, bool placed,
                               uint32_t size, const char **why) {
    pk_record *record = PK_NEW(arena, pk_record);
    uint64_t end = 0;

    *why = NULL;
    for (uint32_t i = 0; i < count && !*why; i++) {
        if (!place_field(&fields[i], aligned, placed, &end))
            *why = "a record has at most 16 MiB";
        else if (is_doubled(fields, i))
            *why = "two fields have the same name";
    }
    if (!*why && !count)
        *why = "a record has a field";
    else if (!*why && count > PK_RECORD_FIELDS)
        *why = "a record has at most 255 fields";
    else if (!*why && size && size < end)
        *why = "the itemsize is smaller than the fields";
    if (*why || arena->failed)
        return NULL;
    *record = (pk_record){.fields = fields, .count = count, .aligned = aligned};
    record->align = widest(record);
    if (aligned && !size)
        end = (end + record->align - 1) / record->align * record->align;
    record->size = size ? size : (uint32_t)end;
    record->align = pk_align_at(record->align, record->size);
    return record;
}

const pk_record *pk_record_unaligned(pk_arena *arena, const pk_record *record) {
    pk_record *copy = PK_NEW(arena, pk_record);

    *copy = *record;
    copy->align = 1;
    return copy;
}

const pk_field *pk_record_find(const pk_record *record, const char *name) {
    for (uint32_t i = 0; i < record->count; i++)
        if (strcmp(record->fields[i].name, name) == 0)
            return &record->fields[i];
    return NULL;
}

/* ---- comparison ---- */

static bool equal_fields(const pk_field *a, const pk_field *b) {
    if (strcmp(a->name, b->name) != 0 || a->offset != b->offset ||
        a->ndim != b->ndim || !a->record != !b->record ||
        !a->opaque != !b->opaque ||
        (a->opaque && strcmp(a->opaque, b->opaque) != 0) ||
        (!a->record &&
         (a->dtype != b->dtype || a->is_complex != b->is_complex)))
        return false;
    for (uint32_t i = 0; i < a->ndim; i++)
        if (a->shape[i] != b->shape[i])
            return false;
    return !a->record || pk_record_equal(a->record, b->record);
}

bool pk_record_equal(const pk_record *a, const pk_record *b) {
    if (a == b)
        return true;
    if (a->count != b->count || a->size != b->size)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!equal_fields(&a->fields[i], &b->fields[i]))
            return false;
    return true;
}

const pk_record *pk_record_copy(pk_arena *arena, const pk_record *record) {
    pk_record *copy = PK_NEW(arena, pk_record);
    pk_field *fields = pk_arena_array(arena, record->count + 1, sizeof *fields);

    if (!fields)
        return NULL;
    memcpy(fields, record->fields, record->count * sizeof *fields);
    for (uint32_t i = 0; i < record->count; i++) {
        const pk_field *from = &record->fields[i];
        uint32_t *shape = pk_arena_array(arena, from->ndim + 1u, sizeof *shape);
        if (shape && from->ndim)
            memcpy(shape, from->shape, from->ndim * sizeof *shape);
        fields[i].shape = shape;
        fields[i].name = pk_arena_text(arena, from->name, strlen(from->name));
        if (from->opaque)
            fields[i].opaque =
                pk_arena_text(arena, from->opaque, strlen(from->opaque));
        if (from->record)
            fields[i].record = pk_record_copy(arena, from->record);
    }
    *copy = *record;
    copy->fields = fields;
    return arena->failed ? NULL : copy;
}

/* ---- printing ---- */

/* Names were read between quotes, so they have no more than one kind. */
static void print_name(const char *name, pk_text *out) {
    const char quote = strchr(name, '\'') ? '"' : '\'';

    pk_text_printf(out, "%c%s%c", quote, name, quote);
}

static void print_list(const pk_record *record, bool for_file, pk_text *out);

/* A type's text in quotes; in a file with the order of its bytes. */
static void print_type(const pk_field *field, bool for_file, pk_text *out) {
    static const char kinds[] = {
        [PK_CLASS_BOOL] = 'b',     [PK_CLASS_SIGNED] = 'i',
        [PK_CLASS_UNSIGNED] = 'u', [PK_CLASS_FLOAT] = 'f',
        [PK_CLASS_VOID] = 'V',     [PK_CLASS_POINTER] = 'V',
        [PK_CLASS_REF] = 'V'};
    const char *order = "";

    if (for_file)
        order = pk_field_align(field) > 1 ? "<" : "|";
    if (field->opaque)
        pk_text_printf(out, "'%s%s'", order, field->opaque);
    else
        pk_text_printf(
            out, "'%s%c%u'", order,
            field->is_complex ? 'c' : kinds[pk_type_get_class(field->dtype)],
            number_bytes(field));
}

static void print_format(const pk_field *field, bool for_file, pk_text *out) {
    uint32_t ndim = field->ndim - (field->opaque != NULL);

    if (ndim)
        pk_text_put(out, "(");
    if (!field->record)
        print_type(field, for_file, out);
    else if (for_file)
        print_list(field->record, true, out);
    else
        pk_record_print(field->record, out);
    if (!ndim)
        return;
    pk_text_put(out, ", (");
    for (uint32_t i = 0; i < ndim; i++)
        pk_text_printf(out, "%u,%s", field->shape[i], i + 1u < ndim ? " " : "");
    pk_text_put(out, "))");
}

/* True when the fields lie one behind the other. */
static bool is_packed(const pk_record *record) {
    uint64_t end = 0;

    for (uint32_t i = 0; i < record->count; i++) {
        if (record->fields[i].offset != end)
            return false;
        end += pk_field_bytes(&record->fields[i]);
    }
    return end == record->size;
}

static void print_comma(pk_text *out) {
    if (out->length && out->data[out->length - 1] != '[')
        pk_text_put(out, ", ");
}

/* Bytes without a field, from `end` to `begin`. */
static void print_gap(uint64_t end, uint64_t begin, pk_text *out) {
    if (begin == end)
        return;
    print_comma(out);
    pk_text_printf(out, "('', '|V%u')", (uint32_t)(begin - end));
}

static void print_list(const pk_record *record, bool for_file, pk_text *out) {
    uint64_t end = 0;

    pk_text_put(out, "[");
    for (uint32_t i = 0; i < record->count; i++) {
        pk_field item = record->fields[i];
        uint32_t ndim = item.ndim - (item.opaque != NULL);
        print_gap(end, item.offset, out);
        end = item.offset + pk_field_bytes(&item);
        print_comma(out);
        pk_text_put(out, "(");
        print_name(item.name, out);
        pk_text_put(out, ", ");
        item.ndim = item.opaque != NULL;
        print_format(&item, for_file, out);
        for (uint32_t k = 0; k < ndim; k++)
            pk_text_printf(out, "%s%u,", k ? " " : ", (", item.shape[k]);
        pk_text_put(out, ndim ? "))" : ")");
    }
    print_gap(end, record->size, out);
    pk_text_put(out, "]");
}

/* True when each field, also of records in it, begins behind the one before. */
static bool is_ordered(const pk_record *record) {
    uint64_t end = 0;

    for (uint32_t i = 0; i < record->count; i++) {
        const pk_field *field = &record->fields[i];
        if (field->offset < end ||
            (field->record && !is_ordered(field->record)))
            return false;
        end = field->offset + pk_field_bytes(field);
    }
    return true;
}

bool pk_record_print_for_file(const pk_record *record, pk_text *out) {
    if (!is_ordered(record))
        return false;
    print_list(record, true, out);
    return true;
}

void pk_record_print(const pk_record *record, pk_text *out) {
    if (is_packed(record)) {
        print_list(record, false, out);
        return;
    }
    pk_text_put(out, "{'names': [");
    for (uint32_t i = 0; i < record->count; i++) {
        print_comma(out);
        print_name(record->fields[i].name, out);
    }
    pk_text_put(out, "], 'formats': [");
    for (uint32_t i = 0; i < record->count; i++) {
        pk_text_put(out, i ? ", " : "");
        print_format(&record->fields[i], false, out);
    }
    pk_text_put(out, "], 'offsets': [");
    for (uint32_t i = 0; i < record->count; i++)
        pk_text_printf(out, "%s%u", i ? ", " : "", record->fields[i].offset);
    pk_text_printf(out, "], 'itemsize': %u}", record->size);
}
