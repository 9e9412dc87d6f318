/* SPDX-License-Identifier: Apache-2.0 */
/* Finds what a check cannot see: uses of cuda.jit that make no function of the
 * module, and functions that use names of kernels and are none.
 *
 *     kernels = [cuda.jit(f) for f in functions]
 *     def body(out): out[cuda.threadIdx.x] = 1     given to something else */
#include "check/host/host.h"
#include "check/host/host_types.h"

#include "frontend/builtins/builtins.h"
#include "frontend/infer/infer.h"

#include <string.h>

typedef struct finder {
    const pk_program *program;
    pk_arena *arena;
    const pk_enclosing *imports;
    const pk_ast *outermost; /* function or class of the module at hand */
    pk_compile c;            /* to speak with */
} finder;

static void visit(const pk_ast *node, void *arg);

static pk_typed eval(const finder *f, const pk_ast *node) {
    return pk_host_eval(f->program, f->imports, f->arena, node);
}

/* cuda.jit, by any name. */
static bool is_cuda_jit(const finder *f, const pk_ast *node) {
    pk_typed v;

    if (node->kind == PK_AST_Call)
        node = node->Call.func;
    if (node->kind != PK_AST_Name && node->kind != PK_AST_Attribute)
        return false;
    v = eval(f, node);
    return v.type->kind == PK_TY_builtin &&
           strcmp(v.type->builtin->path, "numba.cuda.jit") == 0;
}

/* The function of the module that a definition has become; plain ones are not
 * checked. */
static bool is_seen(const finder *f, const pk_ast *def) {
    for (uint32_t i = 0; i < f->program->function_count; i++)
        if (f->program->functions[i]->def == def &&
            f->program->functions[i]->info.kind != PK_FUNCTION_plain)
            return true;
    return false;
}

/* ---- a definition of the script's own that decorates others in it ---- */

typedef struct use_search {
    const char *name;
    bool found;
} use_search;

static void find_use(const pk_ast *node, void *arg) {
    use_search *s = arg;
    const pk_ast_list *list = node->kind == PK_AST_FunctionDef
                                  ? &node->FunctionDef.decorator_list
                                  : NULL;

    for (uint32_t i = 0; list && i < list->count; i++) {
        const pk_ast *root = list->items[i];
        while (root->kind == PK_AST_Call || root->kind == PK_AST_Attribute)
            root = root->kind == PK_AST_Call ? root->Call.func
                                             : root->Attribute.value;
        s->found |=
            root->kind == PK_AST_Name && strcmp(root->Name.id, s->name) == 0;
    }
    if (pk_ast_kind_class((pk_ast_kind)node->kind) != PK_AST_CLASS_expr)
        pk_ast_below(node, find_use, arg);
}

static bool is_decorator(const finder *f) {
    const pk_ast *def = f->outermost;
    use_search s = {0};

    if (!def)
        return false;
    s.name = def->kind == PK_AST_ClassDef ? def->ClassDef.name
                                          : def->FunctionDef.name;
    find_use(f->program->parse.module, &s);
    return s.found;
}

/* ---- uses of cuda.jit ---- */

/* The function that a call gives to cuda.jit; NULL: it gives none, or types. */
static const pk_ast *given_to_jit(const finder *f, const pk_ast *call) {
    const pk_ast *arg = call->Call.args.count ? call->Call.args.items[0] : NULL;
    const pk_ast *func = call->Call.func;

    if (!arg || arg->kind == PK_AST_Constant || arg->kind == PK_AST_Tuple ||
        arg->kind == PK_AST_List || arg->kind == PK_AST_Starred ||
        !is_cuda_jit(f, func))
        return NULL;
    return func->kind == PK_AST_Call || arg->kind == PK_AST_Lambda ||
                   arg->kind == PK_AST_Name || arg->kind == PK_AST_Attribute
               ? arg
               : NULL;
}

/* Names that a function holds: def f within the same one. */
typedef struct def_search {
    const char *name;
    const pk_ast *found;
} def_search;

static void find_def(const pk_ast *node, void *arg) {
    def_search *s = arg;

    if (node->kind == PK_AST_FunctionDef &&
        strcmp(node->FunctionDef.name, s->name) == 0)
        s->found = node;
    if (pk_ast_kind_class((pk_ast_kind)node->kind) != PK_AST_CLASS_expr)
        pk_ast_below(node, find_def, arg);
}

static bool is_given_seen(const finder *f, const pk_ast *arg) {
    pk_typed v = eval(f, arg);
    def_search s = {0};

    if (v.type->kind == PK_TY_dtype || v.type->kind == PK_TY_signature ||
        v.type->kind == PK_TY_tuple || v.type->kind == PK_TY_text)
        return true;
    if (v.type->kind == PK_TY_function)
        return v.type->function->program != f->program ||
               is_seen(f, v.type->function->def);
    if (arg->kind != PK_AST_Name || !f->outermost)
        return false;
    s.name = arg->Name.id;
    find_def(f->outermost, &s);
    return s.found && is_seen(f, s.found);
}

static void check_call(finder *f, const pk_ast *call) {
    const pk_ast *arg = given_to_jit(f, call);

    if (arg && !is_given_seen(f, arg) && !is_decorator(f))
        pk_say_in(&f->c, f->program, arg, PK_SEVERITY_warning, PK_E_unseen_use,
                  "check it where it is defined: portkern check FILE -k NAME",
                  "which function cuda.jit is given here is known only when "
                  "the program runs: it is not checked");
}

static void check_decorators(finder *f, const pk_ast *def) {
    const pk_ast_list *list = &def->FunctionDef.decorator_list;

    for (uint32_t i = 0; i < list->count; i++)
        if (is_cuda_jit(f, list->items[i]) && !is_seen(f, def))
            pk_say_in(&f->c, f->program, list->items[i], PK_SEVERITY_warning,
                      PK_E_unseen_use,
                      "give it a name of its own, or move it to module level",
                      "'%s' is not checked: another function of this name "
                      "takes its place, or it is too deep in others",
                      def->FunctionDef.name);
}

/* ---- functions that use names of kernels ---- */

typedef struct name_search {
    const finder *f;
    const pk_ast *found;
} name_search;

static bool is_kernels(const finder *f, const pk_ast *node) {
    static const char *const names[] = {"threadIdx", "blockIdx", "blockDim",
                                        "gridDim", "syncthreads"};
    const pk_ast *base = node->Attribute.value;
    pk_typed v;

    if (base->kind != PK_AST_Name && base->kind != PK_AST_Attribute)
        return false;
    v = eval(f, node);
    if (v.type->kind == PK_TY_builtin &&
        strcmp(v.type->builtin->path, "numba.cuda.grid") == 0)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(node->Attribute.attr, names[i]) == 0)
            return (base->kind == PK_AST_Name &&
                    strcmp(base->Name.id, "cuda") == 0) ||
                   v.type->kind == PK_TY_builtin;
    return false;
}

static void find_kernels_name(const pk_ast *node, void *arg) {
    name_search *s = arg;

    if (s->found || node->kind == PK_AST_FunctionDef ||
        node->kind == PK_AST_AsyncFunctionDef ||
        node->kind == PK_AST_ClassDef || node->kind == PK_AST_Lambda)
        return;
    if (node->kind == PK_AST_Attribute && is_kernels(s->f, node))
        s->found = node;
    else
        pk_ast_below(node, find_kernels_name, arg);
}

/* A plain function that kernels call is compiled with them. */
static bool is_called_by_kernels(const finder *f, const pk_ast *def) {
    const pk_function *fn = pk_program_get(f->program, def->FunctionDef.name);

    return fn && fn->def == def &&
           pk_frontend_is_of_kernels(f->program, pk_function_path(&fn->info),
                                     f->arena);
}

static void check_plain(finder *f, const pk_ast *def) {
    const pk_ast_list *body = &def->FunctionDef.body;
    name_search s = {.f = f};

    for (uint32_t i = 0; i < body->count; i++)
        find_kernels_name(body->items[i], &s);
    if (!s.found || is_called_by_kernels(f, def))
        return;
    pk_say_in(&f->c, f->program, s.found, PK_SEVERITY_warning,
              PK_E_unseen_kernel,
              def->FunctionDef.decorator_list.count
                  ? "its decorator is not known here: the source of a library "
                    "is found beside the file or in its package"
                  : "put @cuda.jit above it, or @cuda.jit(device=True)",
              "'%s' uses cuda.%s, but is not seen to become a kernel or device "
              "function: it is not checked",
              def->FunctionDef.name, s.found->Attribute.attr);
}

/* ---- the walk ---- */

static void visit_body(finder *f, const pk_ast *node, const pk_ast_list *body) {
    const pk_enclosing *imports = f->imports;
    const pk_ast *outermost = f->outermost;

    f->imports = pk_host_imports(f->program, f->arena, imports, body);
    f->outermost = outermost ? outermost : node;
    for (uint32_t i = 0; i < body->count; i++)
        visit(body->items[i], f);
    f->imports = imports;
    f->outermost = outermost;
}

static void visit_function(finder *f, const pk_ast *def) {
    check_decorators(f, def);
    if (is_seen(f, def))
        return;
    visit_body(f, def, &def->FunctionDef.body);
    check_plain(f, def);
}

static void visit(const pk_ast *node, void *arg) {
    finder *f = arg;

    if (f->arena->failed)
        return;
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_FunctionDef: visit_function(f, node); return;
    case PK_AST_AsyncFunctionDef:
        visit_function(f, pk_function_def(f->arena, node));
        return;
    case PK_AST_ClassDef: visit_body(f, node, &node->ClassDef.body); return;
    case PK_AST_Call:
        check_call(f, node);
        if (node->Call.func->kind == PK_AST_Call &&
            is_cuda_jit(f, node->Call.func)) { /* cuda.jit(signature)(f) */
            for (uint32_t i = 0; i < node->Call.args.count; i++)
                visit(node->Call.args.items[i], f);
            return;
        }
        break;
    default: break;
    }
    pk_ast_below(node, visit, arg);
}

void pk_frontend_unseen(const pk_program *program, pk_arena *arena,
                        pk_diags *diags) {
    const pk_ast_list *body = &program->parse.module->Module.body;
    finder f = {.program = program,
                .arena = arena,
                .c = {.arena = arena, .diags = diags}};

    for (uint32_t i = 0; i < body->count; i++)
        visit(body->items[i], &f);
}
