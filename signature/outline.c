/* SPDX-License-Identifier: Apache-2.0 */
/* Outlines as bytes: numbers of eight bytes in the machine's order, and texts
 * behind their length; lists behind their count. */
#include "signature/outline.h"

#include <string.h>

enum { VERSION = 5, DEPTH_MAX = 16, AXES_MAX = 32 };

/* ---- writing ---- */

static void put(pk_text *out, uint64_t number) {
    pk_text_bytes(out, &number, sizeof number);
}

/* NULL is a text of its own. */
static void put_string(pk_text *out, const char *text) {
    const size_t length = text ? strlen(text) : 0;

    put(out, text ? length + 1 : 0);
    pk_text_bytes(out, text ? text : "", length);
}

static bool put_type(pk_text *out, const pk_arg_type *t) {
    if (t->record || t->fields || t->members)
        return false;
    put(out, t->kind);
    put(out, t->layout);
    put(out, t->ndim);
    put(out, t->flags);
    put(out, t->is_complex);
    put(out, t->dtype);
    put(out, t->count);
    put_string(out, t->text);
    for (uint32_t i = 0; i < t->count; i++)
        if (!put_type(out, &t->items[i]))
            return false;
    return true;
}

static bool put_default(pk_text *out, const pk_default *d) {
    put(out, d->known);
    put(out, d->bits[0]);
    put(out, d->bits[1]);
    if (!put_type(out, &d->type))
        return false;
    for (uint32_t i = 0; d->known && i < d->type.count; i++)
        if (!put_default(out, &d->items[i]))
            return false;
    return true;
}

static bool put_declared(pk_text *out, const pk_declared *d) {
    bool kept = true;

    put(out, d->count);
    for (uint32_t i = 0; i < d->count && kept; i++)
        kept = put_type(out, &d->args[i]);
    put_string(out, d->file);
    put(out, d->loc.line);
    put(out, d->loc.col);
    put(out, d->loc.end_col);
    put(out, d->has_result);
    return kept && (!d->has_result || put_type(out, &d->result));
}

static bool put_function(pk_text *out, const pk_function_info *f) {
    bool kept = !f->refused;

    put_string(out, f->name);
    put_string(out, f->path);
    put_string(out, f->file);
    put(out, f->kind);
    put(out, f->line);
    put(out, f->col);
    put(out, f->parallel);
    put(out, f->stays);
    put(out, f->lineinfo);
    put(out, f->generates);
    put(out, f->is_class);
    put(out, f->param_count);
    for (uint32_t i = 0; i < f->param_count && kept; i++) {
        put_string(out, f->param_names[i]);
        kept = put_default(out, &f->defaults[i]);
    }
    put(out, f->declared_count);
    for (uint32_t i = 0; i < f->declared_count && kept; i++)
        kept = put_declared(out, &f->declared[i]);
    return kept;
}

static void put_export(pk_text *out, const pk_exported *e) {
    put_string(out, e->name);
    put_string(out, e->function);
    put_string(out, e->result);
    put(out, e->param_count);
    for (uint32_t i = 0; i < e->param_count; i++)
        put_string(out, e->params[i]);
}

bool pk_outline_write(const pk_outline *outline, pk_text *out) {
    bool kept = true;

    put(out, VERSION);
    put_string(out, outline->maker);
    pk_text_bytes(out, &outline->digest, sizeof outline->digest);
    put(out, outline->file_count);
    for (uint32_t i = 0; i < outline->file_count; i++) {
        const pk_import_file *file = &outline->files[i];
        put_string(out, file->path);
        put(out, file->exists);
        pk_text_bytes(out, &file->digest, sizeof file->digest);
    }
    put(out, outline->function_count);
    for (uint32_t i = 0; i < outline->function_count && kept; i++)
        kept = put_function(out, outline->functions[i]);
    put(out, outline->export_count);
    for (uint32_t i = 0; i < outline->export_count; i++)
        put_export(out, &outline->exports[i]);
    return kept && !out->failed;
}

/* ---- reading ---- */

/* Bytes not read yet. After a failure all that is read is 0. */
typedef struct reader {
    const char *at, *end;
    pk_arena *arena;
    bool failed;
} reader;

static void get_bytes(reader *r, void *to, size_t size) {
    memset(to, 0, size);
    if (r->failed || size > (size_t)(r->end - r->at)) {
        r->failed = true;
        return;
    }
    memcpy(to, r->at, size);
    r->at += size;
}

static uint64_t get(reader *r) {
    uint64_t number;

    get_bytes(r, &number, sizeof number);
    return number;
}

static uint64_t get_below(reader *r, uint64_t bound) {
    const uint64_t number = get(r);

    if (number < bound)
        return number;
    r->failed = true;
    return 0;
}

/* The count of a list, whose items take eight bytes at least. */
static uint32_t get_count(reader *r) {
    const uint64_t count = get(r);

    if (count > (uint64_t)(r->end - r->at) / 8)
        r->failed = true;
    return r->failed ? 0 : (uint32_t)count;
}

static void *get_room(reader *r, uint32_t count, size_t size) {
    return pk_arena_array(r->arena, count + 1u, size);
}

static const char *get_string(reader *r) {
    const uint64_t size = get(r);
    const char *text = r->at;

    if (r->failed || !size)
        return NULL;
    if (size - 1 > (uint64_t)(r->end - r->at)) {
        r->failed = true;
        return NULL;
    }
    r->at += size - 1;
    return pk_arena_text(r->arena, text, size - 1);
}

static const char *get_name(reader *r) {
    const char *name = get_string(r);

    r->failed |= !name;
    return name ? name : "";
}

static void get_type(reader *r, int depth, pk_arg_type *t) {
    pk_arg_type *items;

    *t = (pk_arg_type){.kind = (uint8_t)get_below(r, PK_ARGTYPE_dtype + 1)};
    t->layout = (uint8_t)get_below(r, 128);
    t->ndim = (uint8_t)get_below(r, AXES_MAX + 1);
    t->flags = (uint8_t)get(r);
    t->is_complex = (uint8_t)get_below(r, 2);
    t->dtype = (pk_type)get_below(r, PK_TYPE_COUNT);
    t->count = get_count(r);
    t->text = get_string(r);
    r->failed |= t->kind == PK_ARGTYPE_function || t->kind == PK_ARGTYPE_dict ||
                 (t->kind == PK_ARGTYPE_text && !t->text);
    if (depth == DEPTH_MAX)
        r->failed = true;
    if (r->failed || !t->count)
        return;
    t->items = items = get_room(r, t->count, sizeof *items);
    for (uint32_t i = 0; i < t->count && !r->failed; i++)
        get_type(r, depth + 1, &items[i]);
}

static void get_default(reader *r, int depth, pk_default *d) {
    pk_default *items;

    d->known = get_below(r, 2);
    d->bits[0] = get(r);
    d->bits[1] = get(r);
    get_type(r, depth, &d->type);
    if (r->failed || !d->known || !d->type.count)
        return;
    d->items = items = get_room(r, d->type.count, sizeof *items);
    for (uint32_t i = 0; i < d->type.count && !r->failed; i++)
        get_default(r, depth + 1, &items[i]);
}

static void get_declared(reader *r, pk_declared *d) {
    pk_arg_type *args;

    d->count = get_count(r);
    d->args = args = get_room(r, d->count, sizeof *args);
    for (uint32_t i = 0; i < d->count && !r->failed; i++)
        get_type(r, 0, &args[i]);
    d->file = get_string(r);
    d->loc.line = (uint32_t)get(r);
    d->loc.col = (uint32_t)get(r);
    d->loc.end_col = (uint32_t)get(r);
    d->has_result = get_below(r, 2);
    if (d->has_result)
        get_type(r, 0, &d->result);
}

static void get_parameters(reader *r, pk_function_info *f) {
    const char **names;
    pk_default *defaults;

    f->param_count = get_count(r);
    f->param_names = names = get_room(r, f->param_count, sizeof *names);
    f->defaults = defaults = get_room(r, f->param_count, sizeof *defaults);
    for (uint32_t i = 0; i < f->param_count && !r->failed; i++) {
        names[i] = get_name(r);
        get_default(r, 0, &defaults[i]);
    }
}

static const pk_function_info *get_function(reader *r) {
    pk_function_info *f = PK_NEW(r->arena, pk_function_info);
    pk_declared *declared;

    f->name = get_name(r);
    f->path = get_string(r);
    f->file = get_string(r);
    f->kind = (pk_function_kind)get_below(r, PK_FUNCTION_plain + 1);
    f->line = (uint32_t)get(r);
    f->col = (uint32_t)get(r);
    f->parallel = get_below(r, 2);
    f->stays = get_below(r, 2);
    f->lineinfo = get_below(r, 2);
    f->generates = get_below(r, 2);
    f->is_class = get_below(r, 2);
    get_parameters(r, f);
    f->declared_count = get_count(r);
    f->declared = declared = get_room(r, f->declared_count, sizeof *declared);
    for (uint32_t i = 0; i < f->declared_count && !r->failed; i++)
        get_declared(r, &declared[i]);
    return f;
}

static void get_export(reader *r, pk_exported *e) {
    const char **params;

    e->name = get_name(r);
    e->function = get_name(r);
    e->result = get_name(r);
    e->param_count = get_count(r);
    e->params = params = get_room(r, e->param_count, sizeof *params);
    for (uint32_t i = 0; i < e->param_count && !r->failed; i++)
        params[i] = get_name(r);
}

bool pk_outline_read(const void *bytes, size_t size, pk_arena *arena,
                     pk_outline *out) {
    reader r = {.at = bytes, .end = (const char *)bytes + size, .arena = arena};
    const pk_function_info **functions;
    pk_import_file *files;
    pk_exported *exports;

    *out = (pk_outline){0};
    if (get(&r) != VERSION)
        return false;
    out->maker = get_name(&r);
    get_bytes(&r, &out->digest, sizeof out->digest);
    out->file_count = get_count(&r);
    out->files = files = get_room(&r, out->file_count, sizeof *files);
    for (uint32_t i = 0; i < out->file_count && !r.failed; i++) {
        files[i].path = get_name(&r);
        files[i].exists = get_below(&r, 2);
        get_bytes(&r, &files[i].digest, sizeof files[i].digest);
    }
    out->function_count = get_count(&r);
    out->functions = functions =
        get_room(&r, out->function_count, sizeof *functions);
    for (uint32_t i = 0; i < out->function_count && !r.failed; i++)
        functions[i] = get_function(&r);
    out->export_count = get_count(&r);
    out->exports = exports = get_room(&r, out->export_count, sizeof *exports);
    for (uint32_t i = 0; i < out->export_count && !r.failed; i++)
        get_export(&r, &exports[i]);
    return !r.failed && !arena->failed && r.at == r.end;
}
