/* SPDX-License-Identifier: Apache-2.0 */
/* Globals: their values are copied, arrays in buffers and modules are kept. */
#include "compile/globals.h"
#include "base/try.h"

#include "compile/lazy_program.h"
#include "runtime/memory/array.h"
#include "runtime/memory/runs.h"

/* ---- values ---- */

typedef struct constant {
    const pk_globals *globals;
    pk_arena *arena;
    const pk_global *global;
    pk_binding *out;
    pk_error *err;
} constant;

enum { ARRAY_MAX = 1 << 20, DEPTH_MAX = 8, ITEMS_MAX = 1 << 16 };

static pk_status fail_global(const constant *c, pk_status status,
                             const char *words) {
    return pk_fail(c->err, status, "global '%s': %s", c->global->name, words);
}

/* The dtype of a number or an element, as the frontend has it. */
static bool bind_dtype(pk_dtype dtype, pk_binding *out) {
    out->is_complex = dtype == PK_DTYPE_c64 || dtype == PK_DTYPE_c128;
    out->dtype = !out->is_complex        ? (pk_type)dtype
                 : dtype == PK_DTYPE_c64 ? PK_TYPE_f32
                                         : PK_TYPE_f64;
    return dtype > PK_DTYPE_void && dtype < PK_DTYPE_COUNT;
}

static pk_status bind_scalar(const constant *c, const pk_arg *arg,
                             pk_binding *out) {
    uint64_t *bits = pk_arena_array(c->arena, 2, sizeof *bits);

    out->kind = PK_BIND_scalar;
    if (!bind_dtype(arg->dtype, out))
        return fail_global(c, PK_BAD_ARG, "its dtype is not a number's");
    memcpy(bits, &arg->value, 2 * sizeof *bits);
    if (arg->dtype == PK_DTYPE_bool)
        bits[0] = pk_arg_bool(arg);
    out->values = bits;
    return PK_OK;
}

/* The shape of a value with one axis. */
static void set_count(const constant *c, uint64_t count, pk_binding *out) {
    uint64_t *shape = PK_NEW(c->arena, uint64_t);

    *shape = count;
    out->ndim = 1;
    out->shape = shape;
}

static pk_status bind_text(const constant *c, const pk_arg *arg,
                           pk_binding *out) {
    const char *text = arg->value.text;

    if (!text)
        return fail_global(c, PK_BAD_ARG, "the text is NULL");
    out->kind = arg->kind == PK_ARG_import ? PK_BIND_import : PK_BIND_text;
    out->dtype = PK_TYPE_u8;
    set_count(c, strlen(text), out);
    out->values = pk_arena_text(c->arena, text, strlen(text));
    return PK_OK;
}

/* Copies the elements in C order, bools as 0 and 1. */
static void gather(const pk_array *a, int64_t count, char *to) {
    pk_array copy = *a;

    if (!count)
        return;
    copy.host = to;
    pk_array_set_c_order(&copy);
    pk_array_copy_host(&copy, a);
    for (int64_t i = 0; a->dtype == PK_DTYPE_bool && i < count; i++)
        to[i] = to[i] != 0;
}

static pk_status bind_array(const constant *c, const pk_arg *arg,
                            pk_binding *out) {
    const pk_array *a = arg->value.array;
    const size_t size = a ? pk_dtype_size(a->dtype) : 0;
    uint64_t *shape;
    pk_extent extent;
    char *values;

    if (!a)
        return fail_global(c, PK_BAD_ARG, "the array is NULL");
    PK_TRY(pk_array_measure(a, &extent, c->err));
    if (!bind_dtype(a->dtype, out))
        return fail_global(c, PK_BAD_ARG, "an array must be of numbers");
    if (extent.count && !a->host)
        return fail_global(c, PK_BAD_ARG, "the array has no memory");
    if (extent.count && (uint64_t)extent.count > ARRAY_MAX / size)
        return fail_global(c, PK_LIMIT,
                           "a constant array has at most 1 MiB: put this one "
                           "into a buffer, then it is given by reference");
    shape = pk_arena_array(c->arena, a->ndim, sizeof *shape);
    values = pk_arena_array(c->arena, (size_t)extent.count, size);
    for (uint32_t i = 0; i < a->ndim; i++)
        shape[i] = (uint64_t)a->shape[i];
    gather(a, extent.count, values);
    out->kind = PK_BIND_array;
    out->ndim = a->ndim;
    out->shape = shape;
    out->values = values;
    return PK_OK;
}

static pk_status bind_constant(const constant *c, const pk_arg *arg, int depth,
                               pk_binding *out);

static pk_status bind_tuple(const constant *c, const pk_arg *arg, int depth,
                            pk_binding *out) {
    const struct pk_arg_items *t = &arg->value.tuple;
    pk_binding *items;

    if (t->count && !t->items)
        return fail_global(c, PK_BAD_ARG, "the tuple's items are NULL");
    if (t->fields)
        return fail_global(c, PK_UNSUPPORTED,
                           "a tuple with names is made by the module's text");
    if (depth == DEPTH_MAX || t->count > ITEMS_MAX)
        return fail_global(c, PK_LIMIT,
                           "tuples nest at most 8 deep and have at most 65536 "
                           "items");
    items = pk_arena_array(c->arena, t->count, sizeof *items);
    for (size_t i = 0; i < t->count; i++)
        PK_TRY(bind_constant(c, &t->items[i], depth + 1, &items[i]));
    out->kind = PK_BIND_tuple;
    out->items = items;
    set_count(c, t->count, out);
    return PK_OK;
}

static pk_status bind_constant(const constant *c, const pk_arg *arg, int depth,
                               pk_binding *out) {
    switch (arg->kind) {
    case PK_ARG_none: out->kind = PK_BIND_none; return PK_OK;
    case PK_ARG_scalar: return bind_scalar(c, arg, out);
    case PK_ARG_text:
    case PK_ARG_import: return bind_text(c, arg, out);
    case PK_ARG_tuple: return bind_tuple(c, arg, depth, out);
    case PK_ARG_in:
    case PK_ARG_inout: return bind_array(c, arg, out);
    case PK_ARG_dtype:
        out->kind = PK_BIND_dtype;
        return bind_dtype(arg->dtype, out)
                   ? PK_OK
                   : fail_global(c, PK_BAD_ARG, "it is no dtype of numbers");
    default:
        return fail_global(c, PK_BAD_ARG,
                           depth ? "items of tuples are constants"
                                 : "expected a constant, an array in a buffer "
                                   "or a function");
    }
}

static bool is_reference(const pk_global *global) {
    const pk_arg *arg = &global->value;

    return pk_arg_is_array(arg) && arg->value.array && arg->value.array->buffer;
}

static pk_status bind_reference(const constant *c) {
    pk_reference *reference = PK_NEW(c->arena, pk_reference);
    const pk_bound *bound = c->globals->bound;

    while (bound->global != c->global)
        bound++;
    *reference = (pk_reference){
        .name = c->out->name, .type = bound->type, .array = &bound->array};
    c->out->kind = PK_BIND_reference;
    c->out->reference = reference;
    return PK_OK;
}

static pk_status bind_function(const pk_context *ctx, const constant *c) {
    const struct pk_arg_function *f = &c->global->value.value.function;

    PK_TRY(pk_object_check(f->module, PK_OBJECT_module, ctx, c->global->name,
                           c->err));
    PK_TRY(pk_module_program(f->module, &c->out->program, c->err));
    if (!f->name || !pk_program_find(c->out->program, f->name))
        return fail_global(c, PK_BAD_ARG,
                           "its module has no function of that name");
    c->out->kind = PK_BIND_function;
    c->out->target = pk_arena_text(c->arena, f->name, strlen(f->name));
    return PK_OK;
}

static pk_status bind(const pk_context *ctx, const constant *c) {
    if (!c->global->name || !*c->global->name)
        return pk_fail(c->err, PK_BAD_ARG, "a global has no name");
    c->out->name =
        pk_arena_text(c->arena, c->global->name, strlen(c->global->name));
    if (is_reference(c->global))
        return bind_reference(c);
    if (c->global->value.kind == PK_ARG_function)
        return bind_function(ctx, c);
    return bind_constant(c, &c->global->value, 0, c->out);
}

/* ---- what they refer to ---- */

/* The modules that globals refer to live as long as this one. */
static pk_status keep_used(pk_globals *g, const pk_module_source *s,
                           pk_error *err) {
    if (!s->global_count)
        return PK_OK;
    g->used =
        pk_heap_new(&g->ctx->allocator, s->global_count * sizeof *g->used);
    if (!g->used)
        return pk_fail_no_memory(err);
    g->used_count = s->global_count;
    for (size_t i = 0; i < s->global_count; i++)
        if (s->globals[i].value.kind == PK_ARG_function)
            g->used[i] =
                pk_module_retain(s->globals[i].value.value.function.module);
    return PK_OK;
}

/* An array in a buffer, checked as launches check it. */
static pk_status add_bound(pk_globals *g, const pk_global *global,
                           pk_scratch *scratch, pk_error *err) {
    const pk_function_info info = {
        .name = "the module", .param_names = &global->name, .param_count = 1};
    pk_bound *bound = &g->bound[g->bound_count];
    pk_frame frame;

    PK_TRY(pk_frame_make(g->ctx, &info, NULL, &global->value, 1, scratch,
                         &frame, err));
    pk_frame_describe(&frame, &global->value, 1, &bound->type);
    bound->array = *global->value.value.array;
    bound->global = global;
    pk_buffer_retain(bound->array.buffer);
    g->bound_count++;
    return PK_OK;
}

/* Arrays in buffers stay where they are as long as the module lives. */
static pk_status keep_bound(pk_globals *g, const pk_module_source *s,
                            pk_error *err) {
    const pk_allocator *allocator = &g->ctx->allocator;
    pk_scratch scratch = {.allocator = allocator};
    pk_status status = PK_OK;
    size_t count = 0;

    for (size_t i = 0; i < s->global_count; i++)
        count += is_reference(&s->globals[i]);
    if (!count)
        return PK_OK;
    g->bound = pk_heap_new(allocator, count * sizeof *g->bound);
    if (!g->bound)
        return pk_fail_no_memory(err);
    g->bound_room = count;
    for (size_t i = 0; i < s->global_count && status == PK_OK; i++)
        if (is_reference(&s->globals[i]) && s->globals[i].name)
            status = add_bound(g, &s->globals[i], &scratch, err);
    pk_scratch_finish(&scratch);
    return status;
}

pk_status pk_globals_keep(pk_globals *g, const pk_module_source *s,
                          pk_error *err) {
    PK_TRY(keep_used(g, s, err));
    return keep_bound(g, s, err);
}

pk_status pk_globals_bind(pk_globals *g, const pk_module_source *s,
                          pk_arena *arena, pk_error *err) {
    pk_binding *bindings =
        pk_arena_array(arena, s->global_count, sizeof *bindings);

    for (size_t i = 0; i < s->global_count; i++) {
        constant c = {g, arena, &s->globals[i], &bindings[i], err};
        PK_TRY(bind(g->ctx, &c));
    }
    g->bindings = bindings;
    g->count = s->global_count;
    return PK_OK;
}

void pk_globals_finish(pk_globals *g) {
    const pk_allocator *allocator = &g->ctx->allocator;

    for (size_t i = 0; g->used && i < g->used_count; i++)
        pk_module_release(g->used[i]);
    pk_heap_free(allocator, g->used, g->used_count * sizeof *g->used);
    for (size_t i = 0; i < g->bound_count; i++)
        pk_buffer_release(g->bound[i].array.buffer);
    pk_heap_free(allocator, g->bound, g->bound_room * sizeof *g->bound);
}
