/* SPDX-License-Identifier: Apache-2.0 */
/* Globals: their values are copied, arrays in buffers and modules are kept. */
#include "compile/program/globals.h"
#include "base/try.h"

#include "compile/program/global_values.h"
#include "compile/program/lazy_program.h"

static bool is_reference(const pk_global *global) {
    const pk_arg *arg = &global->value;

    return pk_arg_is_array(arg) && arg->value.array && arg->value.array->buffer;
}

static void bind_reference(const pk_globals *g, const pk_constant *c,
                           pk_binding *out) {
    pk_reference *reference = PK_NEW(c->arena, pk_reference);
    const pk_bound *bound = g->bound;

    while (bound->global != c->global)
        bound++;
    *reference = (pk_reference){
        .name = out->name, .type = bound->type, .array = &bound->array};
    out->kind = PK_BIND_reference;
    out->reference = reference;
}

static pk_status bind(const pk_globals *g, const pk_constant *c,
                      pk_binding *out) {
    const char *name = c->global->name;

    if (!name || !*name)
        return pk_fail(c->err, PK_BAD_ARG, "a global has no name");
    if (!pk_global_is_path(name))
        return pk_global_fail(c, PK_BAD_ARG,
                              "expected a name of Python, or names with dots "
                              "between them, \"config.N\"");
    out->name = pk_arena_text(c->arena, name, strlen(name));
    if (is_reference(c->global)) {
        bind_reference(g, c, out);
        return PK_OK;
    }
    return pk_global_constant(c, out);
}

/* ---- what they refer to ---- */

/* Counts the functions in a value, and retains their modules in `out`, unless
 * it is NULL. What is wrong with the value is said when it is bound. */
static size_t keep_functions(const pk_arg *arg, int depth, pk_module **out) {
    const struct pk_arg_items *items = &arg->value.tuple;
    size_t count = 0;

    if (arg->kind == PK_ARG_function) {
        if (out)
            *out = pk_module_retain(arg->value.function.module);
        return 1;
    }
    if (arg->kind != PK_ARG_tuple || !items->items || items->fields ||
        depth == PK_GLOBAL_DEPTH || items->count > PK_GLOBAL_ITEMS)
        return 0;
    for (size_t i = 0; i < items->count; i++)
        count += keep_functions(&items->items[i], depth + 1,
                                out ? out + count : NULL);
    return count;
}

/* The modules that globals refer to live as long as this one. */
static pk_status keep_used(pk_globals *g, const pk_module_source *s,
                           pk_error *err) {
    size_t count = 0;

    for (size_t i = 0; i < s->global_count; i++)
        count += keep_functions(&s->globals[i].value, 0, NULL);
    if (!count)
        return PK_OK;
    g->used = pk_heap_new(&g->ctx->allocator, count * sizeof *g->used);
    if (!g->used)
        return pk_fail_no_memory(err);
    for (size_t i = 0; i < s->global_count; i++)
        g->used_count +=
            keep_functions(&s->globals[i].value, 0, g->used + g->used_count);
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
    pk_given_class *classes = NULL;

    for (size_t i = 0; i < s->global_count; i++) {
        const pk_constant c = {.ctx = g->ctx,
                               .arena = arena,
                               .global = &s->globals[i],
                               .classes = &classes,
                               .err = err};
        PK_TRY(bind(g, &c, &bindings[i]));
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
