/* SPDX-License-Identifier: Apache-2.0 */
/* Globals: their values are copied, arrays in buffers and modules are kept. */
#include "compile/globals.h"
#include "base/try.h"

#include "compile/global_values.h"
#include "compile/lazy_program.h"

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

static pk_status bind_function(const pk_constant *c, pk_binding *out) {
    const struct pk_arg_function *f = &c->global->value.value.function;

    PK_TRY(pk_object_check(f->module, PK_OBJECT_module, c->ctx, c->global->name,
                           c->err));
    PK_TRY(pk_module_program(f->module, &out->program, c->err));
    if (!f->name || !pk_program_find(out->program, f->name))
        return pk_global_fail(c, PK_BAD_ARG,
                              "its module has no function of that name");
    out->kind = PK_BIND_function;
    out->target = pk_arena_text(c->arena, f->name, strlen(f->name));
    return PK_OK;
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
    if (c->global->value.kind == PK_ARG_function)
        return bind_function(c, out);
    return pk_global_constant(c, out);
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
    pk_given_class *classes = NULL;

    for (size_t i = 0; i < s->global_count; i++) {
        const pk_constant c = {g->ctx, arena, &s->globals[i], &classes, err};
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
