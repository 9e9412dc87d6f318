/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that make functions: k = make(3) at module level, where make holds
 * a kernel and returns it.
 *
 * The body is gone through as the module level is, with names of its own: what
 * can be known without running Python is kept, and a function made in it finds
 * the names as they are when the body ends. So are functions that hold kernels
 * and are not called there, as scripts' main() and the methods of tests: those
 * kernels are the module's, too, and parameters without a default are values
 * that are not known. */
#include "frontend/module/scope.h"

#include "frontend/values/known.h"

#include <string.h>

enum { MAX_STEPS = 100000 }; /* statements and calls of one source */

typedef struct pk_local_name {
    struct pk_local_name *next;
    const char *name;
    pk_typed value;
} local_name;

/* A function of a class or of another function. */
typedef struct pk_holder {
    struct pk_holder *next;
    const pk_function *fn;
} pk_holder;

struct pk_enclosing {
    const pk_enclosing *around; /* of the function that holds this one */
    local_name *names;
    const pk_function *uncalled; /* no call gives its parameters values */
};

bool pk_enclosing_find(const pk_enclosing *enclosing, const char *name,
                       pk_typed *out) {
    for (; enclosing; enclosing = enclosing->around)
        for (const local_name *n = enclosing->names; n; n = n->next)
            if (n->name == name) {
                *out = n->value;
                return true;
            }
    return false;
}

const char *pk_enclosing_uncalled(const pk_enclosing *enclosing,
                                  const char *name) {
    for (; enclosing; enclosing = enclosing->around)
        for (uint32_t i = 0;
             enclosing->uncalled && i < enclosing->uncalled->info.param_count;
             i++)
            if (strcmp(enclosing->uncalled->info.param_names[i], name) == 0)
                return enclosing->uncalled->info.name;
    return NULL;
}

bool pk_enclosing_is_search(const pk_enclosing *enclosing) {
    return enclosing && enclosing->uncalled;
}

pk_enclosing *pk_enclosing_new(pk_arena *arena, const pk_enclosing *around) {
    pk_enclosing *enclosing = PK_NEW(arena, pk_enclosing);

    enclosing->around = around;
    return enclosing;
}

void pk_enclosing_bind(pk_arena *arena, pk_enclosing *enclosing,
                       const char *name, pk_typed value) {
    local_name *n = enclosing->names;

    while (n && n->name != name)
        n = n->next;
    if (!n) {
        n = PK_NEW(arena, local_name);
        n->next = enclosing->names;
        n->name = name;
        enclosing->names = n;
    }
    n->value = value;
}

/* ---- arguments ---- */

static bool bind_named(pk_scope *s, const pk_function *fn, const pk_ast *node,
                       pk_typed *values) {
    for (uint32_t i = 0; i < node->Call.keywords.count; i++) {
        const pk_ast *word = node->Call.keywords.items[i];
        uint32_t k = 0;
        while (k < fn->info.param_count && word->keyword.arg &&
               strcmp(fn->info.param_names[k], word->keyword.arg) != 0)
            k++;
        if (!word->keyword.arg || k == fn->info.param_count || values[k].type)
            return false;
        values[k] = pk_scope_eval(s, word->keyword.value);
    }
    return true;
}

/* The values of all parameters; false when the call does not go. */
static bool bind_parameters(pk_scope *s, const pk_function *fn,
                            const pk_ast *node, pk_typed *values) {
    const pk_ast_list *args = &node->Call.args;

    if (fn->def->FunctionDef.args->arguments.vararg ||
        args->count > fn->positional)
        return false;
    for (uint32_t i = 0; i < args->count; i++)
        values[i] = pk_scope_eval(s, args->items[i]);
    if (!bind_named(s, fn, node, values))
        return false;
    for (uint32_t i = 0; i < fn->info.param_count; i++) {
        const pk_ast *value = pk_function_default(fn, i);
        if (!values[i].type && !value)
            return false;
        if (!values[i].type)
            values[i] = pk_scope_function_value(fn, s->making, s->arena, value);
    }
    return true;
}

bool pk_factory_step(pk_scope *s) {
    return ++s->making->factory_steps < MAX_STEPS;
}

bool pk_factory_call(pk_scope *s, const pk_ast *node, const pk_function *fn,
                     pk_typed *out) {
    pk_enclosing *enclosing;
    pk_typed *values;
    pk_scope inner;

    if (!s->making || fn->info.kind != PK_FUNCTION_plain ||
        fn->program != s->program || !pk_factory_step(s))
        return false;
    enclosing = pk_enclosing_new(s->arena, fn->enclosing);
    values = pk_arena_array(s->arena, fn->info.param_count + 1, sizeof *values);
    if (!values || !bind_parameters(s, fn, node, values))
        return false;
    for (uint32_t i = 0; i < fn->info.param_count; i++)
        pk_enclosing_bind(s->arena, enclosing, fn->info.param_names[i],
                          values[i].type->kind == PK_TY_hidden
                              ? pk_scope_hidden(s, fn->info.param_names[i])
                              : values[i]);
    inner = (pk_scope){.program = s->program,
                       .making = s->making,
                       .arena = s->arena,
                       .depth = s->depth,
                       .enclosing = enclosing};
    pk_scope_run_body(&inner, &fn->def->FunctionDef.body);
    *out =
        inner.returned.type ? inner.returned : pk_scope_hidden(s, "expression");
    return true;
}

/* ---- kernels in functions that the module does not call ---- */

/* cuda.jit(f), jit(device=True)(f): by the looks of it. */
static bool decorates(const pk_ast *node) {
    const pk_ast *func =
        node && node->kind == PK_AST_Call ? node->Call.func : NULL;
    const char *name;

    if (func && func->kind == PK_AST_Call)
        func = func->Call.func;
    name = !func                            ? ""
           : func->kind == PK_AST_Attribute ? func->Attribute.attr
           : func->kind == PK_AST_Name      ? func->Name.id
                                            : "";
    return strstr(name, "jit") != NULL;
}

static void find_decorated(const pk_ast *node, void *found) {
    *(bool *)found |=
        (node->kind == PK_AST_FunctionDef &&
         node->FunctionDef.decorator_list.count) ||
        (node->kind == PK_AST_Return && decorates(node->Return.value)) ||
        (node->kind == PK_AST_Assign && decorates(node->Assign.value));
    if (pk_ast_kind_class((pk_ast_kind)node->kind) != PK_AST_CLASS_expr)
        pk_ast_below(node, find_decorated, found);
}

static bool holds_kernels(const pk_function *fn) {
    const pk_ast_list *body;
    bool found = false;

    if (fn->info.kind != PK_FUNCTION_plain || !fn->def)
        return false; /* without a definition memory has ended */
    body = &fn->def->FunctionDef.body;
    for (uint32_t i = 0; i < body->count && !found; i++)
        find_decorated(body->items[i], &found);
    return found;
}

/* Another function of the module has the name. */
static bool is_taken(const pk_program *program, const pk_function *fn) {
    for (uint32_t i = 0; i < program->function_count; i++)
        if (program->functions[i]->def != fn->def &&
            strcmp(pk_function_path(&program->functions[i]->info),
                   pk_function_path(&fn->info)) == 0)
            return true;
    return false;
}

/* Takes a function of a body into the module: kernels whose names others have
 * are called by their function's, too. */
static void adopt(pk_scope *s, const pk_function *holder,
                  const pk_function *given) {
    pk_function *fn = (pk_function *)(uintptr_t)given;

    if (fn->unnamed)
        pk_factory_note(s, fn);
    if (fn->unnamed && !fn->info.path && is_taken(s->making, fn))
        fn->info.path = pk_arena_format(
            s->arena, "%s.%s", pk_function_path(&holder->info), fn->info.name);
    pk_scope_adopt(s, fn);
}

void pk_factory_adopt(pk_scope *s, const pk_function *fn) {
    if (fn->unnamed && pk_enclosing_is_search(s->enclosing))
        adopt(s, s->enclosing->uncalled, fn);
}

/* The same of what the names of a body stand for. */
static void adopt_names(pk_scope *s, const pk_function *holder,
                        const local_name *names) {
    if (!names)
        return;
    adopt_names(s, holder, names->next); /* newest first */
    if (names->value.type->kind == PK_TY_function)
        adopt(s, holder, names->value.type->function);
}

/* Goes through the body as a call without arguments would. */
static void search_body(pk_scope *s, const pk_function *fn) {
    pk_scope inner = {.program = s->program,
                      .making = s->making,
                      .arena = s->arena,
                      .enclosing = pk_enclosing_new(s->arena, fn->enclosing)};

    inner.enclosing->uncalled = fn;
    for (uint32_t i = 0; i < fn->info.param_count; i++) {
        const char *name = fn->info.param_names[i];
        const pk_ast *value = pk_function_default(fn, i);
        pk_enclosing_bind(
            s->arena, inner.enclosing, name,
            value ? pk_scope_function_value(fn, s->making, s->arena, value)
                  : pk_scope_hidden(s, name));
    }
    pk_scope_run_body(&inner, &fn->def->FunctionDef.body);
    adopt_names(s, fn, inner.enclosing->names);
    if (inner.returned.type && inner.returned.type->kind == PK_TY_function)
        adopt(s, fn, inner.returned.type->function);
}

void pk_factory_note(pk_scope *s, const pk_function *fn) {
    pk_holder **link = &s->making->holders, *holder;

    if (!holds_kernels(fn))
        return;
    while (*link && (*link)->fn != fn)
        link = &(*link)->next;
    holder = *link ? NULL : PK_NEW(s->arena, pk_holder);
    if (!holder)
        return;
    *holder = (pk_holder){NULL, fn};
    *link = holder;
}

void pk_factory_search(pk_scope *s) {
    const uint32_t count = s->making->function_count;

    /* First those that need no arguments: they may call the others. */
    for (int parameters = 0; parameters < 2; parameters++)
        for (uint32_t i = 0; i < count && pk_factory_step(s); i++) {
            const pk_function *fn = s->making->functions[i];
            if (!fn->info.param_count == !parameters && holds_kernels(fn))
                search_body(s, fn);
        }
    for (const pk_holder *h = s->making->holders; h && pk_factory_step(s);
         h = h->next) /* which may add others */
        search_body(s, h->fn);
}
