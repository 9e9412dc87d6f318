/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of functions within functions: what they use of the function
 * around them. */
#include "frontend/infer/closure.h"

#include "frontend/infer/typings.h"
#include "frontend/module/parameters.h"

#include <string.h>

/* A function that an instance made of a def or lambda. */
struct pk_made {
    struct pk_made *next;
    const pk_ast *node;
    pk_function fn;
    bool busy; /* its variables are being looked up */
};

enum { CLOSURE_STEPS = 20 }; /* functions in each other grow like trees */

/* ---- free names ---- */

typedef struct own_names {
    const struct own_names *around;
    pk_vars vars;
} own_names;

typedef struct free_names {
    pk_infer *in;
    const own_names *own;
    pk_function *fn;
    const char **names;
    uint32_t count, capacity;
} free_names;

static bool is_bound(const own_names *own, const char *name) {
    for (; own; own = own->around) {
        int index = pk_vars_find(&own->vars, name);
        if (index >= 0 && !own->vars.items[index].outside)
            return true;
    }
    return false;
}

static void add_name(free_names *f, const char *name) {
    const char **grown;

    for (uint32_t i = 0; i < f->count; i++)
        if (f->names[i] == name)
            return;
    if (f->count == f->capacity) {
        uint32_t capacity = 2 * f->capacity + 8;

        grown = pk_arena_array(f->in->arena, capacity, sizeof *grown);
        if (!grown)
            return;
        f->capacity = capacity;
        if (f->count)
            memcpy(grown, f->names, f->count * sizeof *grown);
        f->names = grown;
    }
    f->names[f->count++] = name;
}

static void find_free(const pk_ast *node, void *arg);

static void find_in(free_names *f, const pk_ast_list *list) {
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i])
            find_free(list->items[i], f);
}

/* Defaults are evaluated outside, the body inside. */
static void find_in_def(free_names *f, const pk_ast *def, bool defaults) {
    const pk_ast *args = def->FunctionDef.args;
    own_names own = {.around = f->own};

    if (defaults) {
        find_in(f, &args->arguments.defaults);
        find_in(f, &args->arguments.kw_defaults);
    }
    if (!pk_vars_scan(f->in->arena, def, NULL, 0, &own.vars))
        return;
    f->own = &own;
    find_in(f, &def->FunctionDef.body);
    f->own = own.around;
}

static void find_free(const pk_ast *node, void *arg) {
    free_names *f = arg;

    if (!pk_infer_step(f->in, node, 1))
        return;
    if (node->kind == PK_AST_Name) {
        if (!is_bound(f->own, node->Name.id) &&
            pk_vars_find(&f->in->instance->vars, node->Name.id) >= 0)
            add_name(f, node->Name.id);
        return;
    }
    if (node->kind == PK_AST_FunctionDef || node->kind == PK_AST_Lambda) {
        find_in_def(f, pk_function_def(f->in->arena, node), true);
        return;
    }
    pk_ast_below(node, find_free, f);
}

/* ---- making ---- */

/* Names that it declares nonlocal and the function around it has. */
static void find_assigned(pk_infer *in, pk_function *fn) {
    pk_vars own;
    const char **names;

    if (!pk_vars_scan(in->arena, fn->def, NULL, 0, &own))
        return;
    names = pk_arena_array(in->arena, own.count + 1, sizeof *names);
    for (uint32_t i = 0; names && i < own.count; i++)
        if (own.items[i].outside &&
            pk_vars_find(&in->instance->vars, own.items[i].name) >= 0)
            names[fn->assigned_count++] = own.items[i].name;
    fn->assigned = names;
}

static struct pk_made *make(pk_infer *in, const pk_ast *node) {
    const pk_function *around = in->instance->function;
    struct pk_made *made = PK_NEW(in->arena, struct pk_made);
    pk_scope scope = {.program = in->program,
                      .arena = in->arena,
                      .enclosing =
                          (pk_enclosing *)(uintptr_t)around->enclosing};
    pk_function *fn = &made->fn;
    free_names free = {.in = in, .fn = fn};

    *made = (struct pk_made){.next = in->c->made, .node = node};
    in->c->made = made;
    *fn = (pk_function){.def = pk_function_def(in->arena, node),
                        .program = in->program,
                        .owner = in->instance,
                        .enclosing = around->enclosing,
                        .fast = around->fast,
                        .bounds = around->bounds,
                        .unchecked = around->unchecked,
                        .error_model = around->error_model};
    fn->info = (pk_function_info){.name = fn->def->FunctionDef.name,
                                  .line = node->line,
                                  .kind = PK_FUNCTION_device,
                                  .lineinfo = around->info.lineinfo};
    pk_parameters_read(&scope, fn);
    pk_parameters_check(&scope, fn);
    find_assigned(in, fn);
    for (uint32_t i = 0; i < fn->assigned_count; i++)
        add_name(&free, fn->assigned[i]);
    find_in_def(&free, fn->def, false);
    fn->captured = free.names;
    fn->captured_count = free.count;
    return made;
}

static struct pk_made *made_of(pk_infer *in, const pk_ast *node) {
    for (struct pk_made *m = in->c->made; m; m = m->next)
        if (m->node == node && m->fn.owner == in->instance)
            return m;
    return make(in, node);
}

/* ---- values ---- */

uint32_t pk_closure_defaults(const pk_function *fn) {
    uint32_t count = 0;

    for (uint32_t i = 0; fn->owner && i < fn->info.param_count; i++)
        count += pk_function_default(fn, i) != NULL;
    return count;
}

static pk_ty *function_type(pk_arena *arena, const pk_function *fn,
                            const pk_ty *const *items, uint32_t count) {
    pk_ty *type = PK_NEW(arena, pk_ty);

    *type = (pk_ty){.kind = PK_TY_function,
                    .function = fn,
                    .info = &fn->info,
                    .layout = fn->captured_count ? PK_FUNCTION_captures : 0,
                    .items = items,
                    .count = count};
    for (uint32_t i = 0; i < count && !arena->failed; i++)
        type->parts += items[i]->parts;
    return type;
}

/* The function with its defaults, its variables not looked up yet. */
static pk_typed bare(pk_infer *in, const pk_function *fn) {
    uint32_t count = pk_closure_defaults(fn), at = 0;
    const pk_ty **items = pk_arena_array(in->arena, count + 1, sizeof *items);
    bool bad = false;

    for (uint32_t i = 0; items && i < fn->info.param_count; i++) {
        const pk_ast *node = pk_function_default(fn, i);
        pk_typed v;

        if (!node)
            continue;
        v = pk_infer_expr(in, node);
        bad = !pk_infer_has_value(in, node, v) || bad;
        items[at++] = v.type;
    }
    if (bad || !items)
        return error();
    return of_type(function_type(in->arena, fn, items, count));
}

void pk_infer_def(pk_infer *in, const pk_ast *node) {
    struct pk_made *made = made_of(in, node);
    int index = pk_vars_find(&in->instance->vars, node->FunctionDef.name);
    pk_typed v;

    if (node->FunctionDef.decorator_list.count)
        pk_say_unsupported(
            in, node->FunctionDef.decorator_list.items[0],
            "a decorator of a function within a function",
            "leave it out: the function is compiled with the one around it");
    v = bare(in, &made->fn);
    if (index >= 0 && in->env.slots)
        in->env.slots[index] = (pk_slot){.v = v, .where = node};
    pk_infer_tried(in, index);
    pk_note_at(in, node)->v = v;
}

bool pk_closure_of(const pk_instance *instance, const pk_ty *type) {
    return type->kind == PK_TY_function && type->function->owner == instance;
}

bool pk_closure_within(const pk_instance *instance, const pk_ty *type) {
    bool within = pk_closure_of(instance, type);

    for (uint32_t i = 0;
         type->kind == PK_TY_tuple && i < type->count && !within; i++)
        within = pk_closure_within(instance, type->items[i]);
    return within;
}

const pk_ty *pk_closure_kept(pk_arena *arena, const pk_instance *instance,
                             const pk_ty *type) {
    const pk_ty **items;

    if (!pk_closure_within(instance, type))
        return type;
    if (type->kind == PK_TY_function)
        return function_type(arena, type->function, type->items,
                             pk_closure_defaults(type->function));
    items = pk_arena_array(arena, type->count, sizeof *items);
    for (uint32_t i = 0; items && i < type->count; i++)
        items[i] = pk_closure_kept(arena, instance, type->items[i]);
    return items ? pk_ty_named_tuple(arena, items, type->count, type->fields)
                 : type;
}

/* Returns the type of a variable of the enclosing function that a closure uses.
 * Unset is allowed, as it may be set before the closure is called; it is an
 * error where paths that met gave the variable types that do not unify. */
static const pk_ty *captured(pk_infer *in, const pk_ast *node,
                             const char *name) {
    int index = pk_vars_find(&in->instance->vars, name);
    const pk_slot *slot = &in->env.slots[index];

    if (!slot->v.type)
        return &pk_ty_unset;
    if (pk_closure_within(in->instance, slot->v.type))
        return pk_infer_closure(in, node, slot->v.type).type;
    if (slot->v.type->kind != PK_TY_clash)
        return pk_ty_given(in->arena, slot->v);
    if (!slot->v.type->items)
        return pk_infer_stale(in, node, name, slot).type;
    return pk_infer_clash(in, node, name, slot).type;
}

/* One function with its variables as they are now. */
static pk_typed current(pk_infer *in, const pk_ast *node, const pk_ty *type) {
    const pk_function *fn = type->function;
    struct pk_made *made = in->c->made;
    uint32_t first = pk_closure_defaults(fn);
    uint32_t count = first + fn->captured_count;
    const pk_ty **items = pk_arena_array(in->arena, count + 1, sizeof *items);
    const pk_ty *out;

    while (made && &made->fn != fn)
        made = made->next;
    if (!made || !items || !in->env.slots)
        return error();
    if (made->busy)
        return pk_say(in, node, PK_E_recursion,
                      "define it at module level, or write it as a loop",
                      "%s calls itself (it is defined on line %u), and is "
                      "within a function",
                      fn->info.name, fn->info.line);
    if (!pk_infer_step(in, node, CLOSURE_STEPS))
        return error();
    made->busy = true;
    for (uint32_t i = 0; i < count; i++) {
        items[i] = i < first ? type->items[i]
                             : captured(in, node, fn->captured[i - first]);
        if (items[i]->kind == PK_TY_error && items[i] != &pk_ty_unset) {
            made->busy = false;
            return error();
        }
    }
    made->busy = false;
    out = function_type(in->arena, fn, items, count);
    if (out->parts > PK_MAX_LEAVES)
        return pk_say(in, node, PK_E_too_many, NULL,
                      "%s uses more than %d numbers of the functions around "
                      "it",
                      fn->info.name, PK_MAX_LEAVES);
    return of_type(out);
}

pk_typed pk_infer_closure(pk_infer *in, const pk_ast *node, const pk_ty *type) {
    const pk_ty **items;

    if (pk_closure_of(in->instance, type))
        return current(in, node, type);
    if (!pk_closure_within(in->instance, type))
        return of_type(type);
    items = pk_arena_array(in->arena, type->count, sizeof *items);
    for (uint32_t i = 0; items && i < type->count; i++) {
        items[i] = pk_infer_closure(in, node, type->items[i]).type;
        if (items[i]->kind == PK_TY_error)
            return error();
    }
    if (!items)
        return error();
    return of_type(
        pk_ty_named_tuple(in->arena, items, type->count, type->fields));
}

pk_typed pk_infer_lambda(pk_infer *in, const pk_ast *node) {
    pk_typed v = bare(in, &made_of(in, node)->fn);

    return v.type->kind == PK_TY_error ? v : pk_infer_closure(in, node, v.type);
}

/* ---- nonlocal ---- */

pk_typed pk_infer_outward(pk_infer *in, const pk_ast *node, pk_typed value) {
    const pk_function *fn = in->instance->function;
    uint32_t count = 1 + fn->assigned_count;
    const pk_ty **items = pk_arena_array(in->arena, count, sizeof *items);

    if (!fn->assigned_count || value.type->kind == PK_TY_error)
        return value;
    if (!items)
        return error();
    items[0] = value.type;
    for (uint32_t i = 1; i < count; i++) {
        const char *name = fn->assigned[i - 1];
        const pk_slot *slot =
            &in->env.slots[pk_vars_find(&in->instance->vars, name)];
        if (!slot->v.type || slot->v.type->kind == PK_TY_clash)
            return pk_say(in, node, PK_E_unify_variable, NULL,
                          "'%s' of the function around has no value, or one of "
                          "two types, here",
                          name);
        items[i] = slot->v.type;
    }
    return of_type(pk_ty_tuple(in->arena, items, count));
}

pk_typed pk_infer_inward(pk_infer *in, const pk_ast *node, pk_call *call,
                         const pk_ty *result) {
    const pk_function *fn = call->instance->function;

    if (!fn->assigned_count || result->kind == PK_TY_error)
        return of_type(result);
    if (fn->owner != in->instance)
        return pk_say_unsupported(
            in, node,
            pk_arena_format(in->arena,
                            "a call of %s, which assigns '%s', outside of the "
                            "function that made it",
                            fn->info.name, fn->assigned[0]),
            "return the value, and assign it where the function is called");
    if (in->tries)
        return pk_say_unsupported(
            in, node,
            pk_arena_format(in->arena,
                            "a call of %s, which assigns '%s', in a try",
                            fn->info.name, fn->assigned[0]),
            "return the value, and assign it in the try");
    if (in->maybe)
        return pk_say_unsupported(
            in, node, "nonlocal in a part that may not be evaluated",
            "call the function before");
    for (uint32_t i = 0; i < fn->assigned_count; i++) {
        int index = pk_vars_find(&in->instance->vars, fn->assigned[i]);
        in->env.slots[index] =
            (pk_slot){.v = {.type = result->items[1 + i]}, .where = node};
        pk_infer_tried(in, index);
    }
    return of_type(result->items[0]);
}
