/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the constructs of a function: statements, operators, and the functions
 * and values of modules that it uses, each with the place where it comes first.
 * No types are needed, so it is the same for a function without a launch.
 */
#include "check/check.h"

#include "frontend/builtins/builtins.h"
#include "frontend/infer/infer.h"
#include "frontend/module/program.h"
#include "frontend/module/scope.h"

#include <string.h>

typedef struct collector {
    const pk_function *fn;
    pk_arena *arena;
    pk_construct *first;
} collector;

/* Kinds of nodes that are worth a line. */
static const char *const names[PK_AST_COUNT] = {
#define CONSTRUCT(kind, name) [PK_AST_##kind] = name,
#include "check/constructs.def"
#undef CONSTRUCT
};

pk_construct *pk_construct_add(pk_construct **first, pk_arena *arena,
                               const pk_ast *node, const char *name) {
    pk_construct **at = first, *found;
    pk_use *place = PK_NEW(arena, pk_use);

    while (*at && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    if (!*at) {
        *at = PK_NEW(arena, pk_construct);
        **at = (pk_construct){.name = pk_arena_text(arena, name, strlen(name)),
                              .op = -1};
        (*at)->end = &(*at)->places;
    }
    found = *at;
    *place = (pk_use){.loc = pk_ast_loc(node, 0)};
    *found->end = place;
    found->end = &place->next;
    found->uses++;
    return found;
}

static pk_construct *add(collector *c, const pk_ast *node, const char *name) {
    return pk_construct_add(&c->first, c->arena, node, name);
}

/* A dotted name that starts at a module: what it stands for. `at` is its call,
 * or itself. */
static bool add_path(collector *c, const pk_ast *node, const pk_ast *at) {
    const pk_ast *root = node;
    pk_construct *made;
    pk_typed v;

    while (root->kind == PK_AST_Attribute)
        root = root->Attribute.value;
    if (root->kind != PK_AST_Name)
        return false;
    v = pk_scope_function_value(c->fn, NULL, c->arena, node);
    switch ((pk_ty_kind)v.type->kind) {
    case PK_TY_builtin:
        made = add(c, at, v.type->builtin->path);
        made->refused = pk_builtin_is_later(
            v.type->builtin, c->fn->info.kind == PK_FUNCTION_host);
        if (v.type->builtin->kind == PK_BUILTIN_call &&
            v.type->builtin->how == PK_HOW_direct)
            made->op = v.type->builtin->param;
        return true;
    case PK_TY_foreign:
        add(c, at, v.type->path)->refused = !pk_is_of_others(v.type->path);
        return true;
    case PK_TY_function: add(c, at, "a function of the module"); return true;
    case PK_TY_dtype: add(c, at, "a dtype"); return true;
    default: return false;
    }
}

static const char *loop_name(collector *c, const pk_ast *node) {
    const pk_ast *iter = node->For.iter;
    pk_typed v;

    if (iter->kind != PK_AST_Call)
        return "for over an array or tuple";
    v = pk_scope_function_value(c->fn, NULL, c->arena, iter->Call.func);
    if (v.type->kind != PK_TY_builtin)
        return "for over an array or tuple";
    return pk_arena_format(c->arena, "for over %s",
                           pk_builtin_name(v.type->builtin));
}

static const char *index_name(const pk_ast *node) {
    const pk_ast *slice = node->Subscript.slice;
    bool sliced = slice->kind == PK_AST_Slice;

    if (slice->kind == PK_AST_Tuple)
        for (uint32_t i = 0; i < slice->Tuple.elts.count; i++)
            sliced |= slice->Tuple.elts.items[i]->kind == PK_AST_Slice;
    return sliced                               ? "a slice"
           : node->Subscript.ctx == PK_AST_Load ? "an element read"
                                                : "an element written";
}

static void collect(const pk_ast *node, void *arg);

/* The operation of a method that only groups of threads have: g.sync(). */
static int group_op(collector *c, const char *name) {
    const pk_builtin *method = pk_builtin_find(
        pk_arena_format(c->arena, "numba.cuda.cg.GridGroup.%s", name));

    return method && method->how == PK_HOW_direct ? method->param : -1;
}

/* A launch, a name of a module, a method of a value, or what gives one. */
static void collect_call(collector *c, const pk_ast *node) {
    const pk_ast *func = node->Call.func;

    if (func->kind == PK_AST_Subscript)
        add(c, node, "a launch");
    if (!add_path(c, func, node)) {
        if (func->kind == PK_AST_Attribute) {
            add(c, node,
                pk_arena_format(c->arena, ".%s()", func->Attribute.attr))
                ->op = group_op(c, func->Attribute.attr);
            collect(func->Attribute.value, c);
        } else {
            collect(func, c);
        }
    }
    for (uint32_t i = 0; i < node->Call.args.count; i++)
        collect(node->Call.args.items[i], c);
    for (uint32_t i = 0; i < node->Call.keywords.count; i++)
        collect(node->Call.keywords.items[i], c);
}

static const char *compare_name(const pk_ast *node) {
    switch (node->Compare.ops[0]) {
    case PK_AST_OP_In:
    case PK_AST_OP_NotIn: return "in";
    case PK_AST_OP_Is:
    case PK_AST_OP_IsNot: return "is";
    default: return names[PK_AST_Compare];
    }
}

static void collect(const pk_ast *node, void *arg) {
    collector *c = arg;
    const char *name = names[node->kind];

    for (; node->kind == PK_AST_BinOp; node = node->BinOp.left) {
        add(c, node,
            pk_arena_format(c->arena, "operator %s",
                            pk_ast_op_symbol(node->BinOp.op)));
        collect(node->BinOp.right, arg);
        name = names[node->BinOp.left->kind];
    }
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Name: add_path(c, node, node); return;
    case PK_AST_Attribute:
        if (add_path(c, node, node))
            return;
        name = pk_arena_format(c->arena, ".%s", node->Attribute.attr);
        break;
    case PK_AST_For: name = loop_name(c, node); break;
    case PK_AST_Subscript: name = index_name(node); break;
    case PK_AST_Call: collect_call(c, node); return;
    case PK_AST_Compare: name = compare_name(node); break;
    case PK_AST_Constant:
        name = node->Constant.value.kind == PK_CONST_str ? "a string" : NULL;
        break;
    case PK_AST_AugAssign:
        name = pk_arena_format(
            c->arena, "operator %s=", pk_ast_op_symbol(node->AugAssign.op));
        break;
    default: break;
    }
    if (name)
        add(c, node, name);
    for (; node->kind == PK_AST_If && node->If.orelse.count == 1 &&
           node->If.orelse.items[0]->kind == PK_AST_If;
         node = node->If.orelse.items[0]) {
        collect(node->If.test, arg);
        for (uint32_t i = 0; i < node->If.body.count; i++)
            collect(node->If.body.items[i], arg);
    }
    pk_ast_children(node, collect, arg);
}

static bool is_text(const pk_ast *node) {
    return node->kind == PK_AST_Expr &&
           node->Expr.value->kind == PK_AST_Constant;
}

pk_construct *pk_frontend_constructs(const pk_program *program,
                                     const char *name, pk_arena *arena) {
    collector c = {.fn = pk_program_get(program, name), .arena = arena};
    const pk_ast_list *body;

    if (!c.fn)
        return NULL;
    body = &c.fn->def->FunctionDef.body;
    for (uint32_t i = 0; i < body->count && !arena->failed; i++)
        if (i || !is_text(body->items[i]))
            collect(body->items[i], &c);
    return arena->failed ? NULL : c.first;
}

uint32_t pk_frontend_last_line(const pk_program *program, const char *name) {
    const pk_function *fn = pk_program_get(program, name);

    return fn ? fn->def->end_line : 0;
}

typedef struct callers {
    const pk_program *program;
    const pk_function *wanted;
    pk_arena *arena;
    bool found;
} callers;

static void look_for_call(const pk_ast *node, void *arg) {
    callers *c = arg;

    if (node->kind == PK_AST_Call && node->Call.func->kind == PK_AST_Name) {
        pk_typed v = pk_scope_value(c->program, c->arena, node->Call.func);
        c->found |=
            v.type->kind == PK_TY_function && v.type->function == c->wanted;
    }
    pk_ast_below(node, look_for_call, arg);
}

bool pk_frontend_is_called(const pk_program *program, const char *name,
                           pk_arena *arena) {
    callers c = {.program = program,
                 .wanted = pk_program_get(program, name),
                 .arena = arena};

    for (uint32_t i = 0; i < pk_program_function_count(program); i++) {
        const pk_function_info *info = pk_program_function(program, i);
        const pk_function *fn = pk_program_get(program, pk_function_path(info));
        if (fn && fn != c.wanted && info->kind != PK_FUNCTION_plain)
            look_for_call(fn->def, &c);
    }
    return c.found;
}

/* Functions that are looked through, each once. */
typedef struct reached {
    const pk_program *program;
    const pk_function *wanted;
    pk_arena *arena;
    const pk_function **seen;
    uint32_t count;
    bool found;
} reached;

static void reach_calls(const pk_ast *node, void *arg) {
    reached *r = arg;
    const pk_function *fn = NULL;
    bool is_new = true;
    pk_typed v;

    if (node->kind == PK_AST_Name && node->Name.ctx == PK_AST_Load) {
        v = pk_scope_value(r->program, r->arena, node);
        fn = v.type->kind == PK_TY_function ? v.type->function : NULL;
    }
    r->found |= fn && fn == r->wanted;
    for (uint32_t i = 0; i < r->count; i++)
        is_new &= r->seen[i] != fn;
    if (fn && is_new && fn->program == r->program &&
        r->count < pk_program_function_count(r->program)) {
        r->seen[r->count++] = fn;
        reach_calls(fn->def, r);
    }
    if (!r->found)
        pk_ast_below(node, reach_calls, arg);
}

bool pk_frontend_is_of_kernels(const pk_program *program, const char *name,
                               pk_arena *arena) {
    const uint32_t count = pk_program_function_count(program);
    reached r = {.program = program,
                 .wanted = pk_program_get(program, name),
                 .arena = arena,
                 .seen = pk_arena_array(arena, count + 1, sizeof *r.seen)};

    for (uint32_t i = 0; r.seen && i < count; i++) {
        const pk_function_info *info = pk_program_function(program, i);
        const pk_function *fn = pk_program_get(program, pk_function_path(info));
        if (fn && (info->kind == PK_FUNCTION_kernel ||
                   info->kind == PK_FUNCTION_device))
            reach_calls(fn->def, &r);
    }
    return r.found;
}
