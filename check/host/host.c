/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the uses of Numba in a script outside of its kernels. The tree is
 * visited except for the bodies of kernels and device functions; names are
 * those of the module, and a table says what portkern has in the place of each.
 *
 *     d = cuda.to_device(x)           cuda.to_device: pk_buffer_create, ...
 *     k[grid, block, stream](d)       a launch on a stream: pk_queue
 *     @cuda.jit(fastmath=True)        cuda.jit, its option fastmath */
#include "check/host/host.h"
#include "check/host/host_types.h"

#include "frontend/builtins/builtins.h"
#include "frontend/module/program.h"

#include <string.h>

typedef struct host_row {
    const char *path;
    bool refused;
    const char *instead;
} host_row;

enum { yes = 0, no = 1 };

static const host_row rows[] = {
#define HOST(path, verdict, instead) {path, verdict, instead},
#include "check/host/host.def"
};

/* The kind of object that a call makes: a name that is assigned it, and nothing
 * else, is of that kind. */
typedef struct kind_row {
    const char *path, *kind;
} kind_row;

static const kind_row kinds[] = {
#define KIND(path, kind) {path, kind},
#include "check/host/host.def"
};

typedef struct arg_row {
    const char *path, *name;
    uint32_t at;
    bool refused;
    const char *instead;
} arg_row;

static const arg_row args_of_calls[] = {
#define ARG(path, name, at, verdict, instead)                                  \
    {path, name, at, verdict, instead},
#include "check/host/host.def"
};

enum { MAX_MADE = 64 };

/* A name of the script and what it is given everywhere; NULL: several things.
 */
typedef struct made_name {
    const char *name, *kind;
} made_name;

/* The meaning of a decorator's option: options.def. */
typedef struct option_row {
    const char *name, *act, *meaning;
} option_row;

static const option_row options[] = {
#define OPTION(name, decorators, act, meaning) {#name, #act, meaning},
#include "frontend/module/options.def"
#undef OPTION
};

typedef struct uses {
    const pk_program *program;
    pk_arena *arena;
    const pk_enclosing *imports; /* by the functions and classes around */
    pk_construct *first;
    made_name made[MAX_MADE];
    uint32_t made_count;
} uses;

/* A pattern that ends with a star stands for all that begin so. */
static bool fits(const char *path, const char *pattern) {
    size_t length = strlen(pattern);

    return pattern[length - 1] == '*' ? strncmp(path, pattern, length - 1) == 0
                                      : strcmp(path, pattern) == 0;
}

static const host_row *find_row(const char *path) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (fits(path, rows[i].path))
            return &rows[i];
    return NULL;
}

/* A use that has a row. */
static bool add(uses *u, const pk_ast *node, const char *path,
                const char *name) {
    const host_row *row = find_row(path);
    pk_construct *made;

    if (!row)
        return false;
    made = pk_construct_add(&u->first, u->arena, node, name);
    made->instead = row->instead;
    made->refused = row->refused;
    return true;
}

/* ---- names of Numba ---- */

/* A name that is no row: what only kernels use says nothing, and neither do
 * types; of anything else portkern has none. */
static bool add_other(uses *u, const pk_ast *node, pk_typed v,
                      const char *path) {
    pk_construct *made;

    if (v.type->kind != PK_TY_foreign)
        return true;
    made = pk_construct_add(&u->first, u->arena, node, path);
    made->instead = "there is nothing in its place";
    made->refused = true;
    return true;
}

/* "numba.cuda.to_device" of Numba's names, else NULL. */
static const char *numba_path(const uses *u, const pk_ast *node, pk_typed *v) {
    const pk_ast *root = node;
    const char *path;

    while (root->kind == PK_AST_Attribute)
        root = root->Attribute.value;
    if (root->kind != PK_AST_Name)
        return NULL;
    *v = pk_host_eval(u->program, u->imports, u->arena, node);
    path = v->type->kind == PK_TY_builtin ? v->type->builtin->path
           : v->type->kind == PK_TY_foreign || v->type->kind == PK_TY_module
               ? v->type->path
               : NULL;
    return path && strncmp(path, "numba.", 6) == 0 ? path : NULL;
}

/* False when the name is none of Numba's. */
static bool add_path(uses *u, const pk_ast *node) {
    pk_typed v;
    const char *path = numba_path(u, node, &v);

    return path && (add(u, node, path, path) || add_other(u, node, v, path));
}

/* ---- what calls of Numba make ---- */

/* "stream" for cuda.stream(), or a name that is given nothing else. */
static const char *kind_of(const uses *u, const pk_ast *node) {
    const char *path;
    pk_typed v;

    if (node->kind == PK_AST_Name) {
        for (uint32_t i = 0; i < u->made_count; i++)
            if (u->made[i].name == node->Name.id)
                return u->made[i].kind;
        return NULL;
    }
    path =
        node->kind == PK_AST_Call ? numba_path(u, node->Call.func, &v) : NULL;
    for (size_t i = 0; path && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].path, path) == 0)
            return kinds[i].kind;
    return NULL;
}

static void note_name(uses *u, const char *name, const char *kind) {
    for (uint32_t i = 0; i < u->made_count; i++)
        if (u->made[i].name == name) {
            if (!kind || !u->made[i].kind || strcmp(kind, u->made[i].kind) != 0)
                u->made[i].kind = NULL;
            return;
        }
    if (u->made_count < MAX_MADE)
        u->made[u->made_count++] = (made_name){name, kind};
}

/* Names that calls make. */
static void note_pair(uses *u, const pk_ast *target, const pk_ast *value) {
    const pk_ast_list *to, *from;

    if (target->kind == PK_AST_Name) {
        if (value->kind == PK_AST_Call && kind_of(u, value))
            note_name(u, target->Name.id, kind_of(u, value));
    } else if (target->kind == PK_AST_Tuple && value->kind == PK_AST_Tuple) {
        to = &target->Tuple.elts;
        from = &value->Tuple.elts;
        for (uint32_t i = 0; i < to->count && i < from->count; i++)
            note_pair(u, to->items[i], from->items[i]);
    }
}

static void find_made(const pk_ast *node, void *arg) {
    uses *u = arg;

    if (node->kind == PK_AST_Assign)
        for (uint32_t i = 0; i < node->Assign.targets.count; i++)
            note_pair(u, node->Assign.targets.items[i], node->Assign.value);
    pk_ast_below(node, find_made, arg);
}

/* How often names are given a value in all, and how often one that is known. */
typedef struct givings {
    const char *name;
    const uses *u;
    uint32_t all, known;
} givings;

static void count_pair(givings *g, const pk_ast *target, const pk_ast *value) {
    if (target->kind == PK_AST_Name)
        g->known += target->Name.id == g->name && value->kind == PK_AST_Call &&
                    kind_of(g->u, value);
    else if (target->kind == PK_AST_Tuple && value->kind == PK_AST_Tuple)
        for (uint32_t i = 0;
             i < target->Tuple.elts.count && i < value->Tuple.elts.count; i++)
            count_pair(g, target->Tuple.elts.items[i],
                       value->Tuple.elts.items[i]);
}

static void count_givings(const pk_ast *node, void *arg) {
    givings *g = arg;

    if (node->kind == PK_AST_Assign)
        for (uint32_t i = 0; i < node->Assign.targets.count; i++)
            count_pair(g, node->Assign.targets.items[i], node->Assign.value);
    g->all += (node->kind == PK_AST_Name && node->Name.id == g->name &&
               node->Name.ctx != PK_AST_Load) ||
              (node->kind == PK_AST_arg && node->arg.arg == g->name);
    pk_ast_below(node, count_givings, arg);
}

static void find_kinds(uses *u, const pk_ast_list *body) {
    for (uint32_t i = 0; i < body->count; i++)
        find_made(body->items[i], u);
    for (uint32_t k = 0; k < u->made_count; k++) {
        givings g = {.name = u->made[k].name, .u = u};
        for (uint32_t i = 0; i < body->count; i++)
            count_givings(body->items[i], &g);
        if (g.all != g.known)
            u->made[k].kind = NULL;
    }
}

static bool is_zero(const pk_ast *node) {
    return node->kind == PK_AST_Constant &&
           node->Constant.value.kind == PK_CONST_int &&
           !node->Constant.value.integer;
}

static bool is_default(const pk_ast *node) {
    return node->kind == PK_AST_Constant &&
           (node->Constant.value.kind == PK_CONST_None || is_zero(node));
}

/* Lists what a call's argument means here: the argument of that name, or the
 * one at position `at` where `name` is NULL. */
static void add_argument(uses *u, const char *path, const char *name,
                         uint32_t at, const pk_ast *node) {
    pk_construct *made;

    for (size_t k = 0; k < sizeof args_of_calls / sizeof *args_of_calls; k++) {
        const arg_row *row = &args_of_calls[k];
        if ((name ? strcmp(row->name, name) != 0 : row->at != at) ||
            !fits(path, row->path))
            continue;
        made = pk_construct_add(
            &u->first, u->arena, node,
            pk_arena_format(u->arena, "%s(%s=)", path, row->name));
        made->instead = row->instead;
        made->refused = row->refused;
        return;
    }
}

/* to_device(x, stream=s), to_device(x, s) */
static void add_arguments(uses *u, const pk_ast *call) {
    const pk_ast *func = call->Call.func;
    const pk_ast_list *args = &call->Call.args, *words = &call->Call.keywords;
    pk_typed v;
    const char *path = numba_path(u, func, &v);

    if (!path && func->kind == PK_AST_Attribute)
        path = pk_arena_format(u->arena, ".%s", func->Attribute.attr);
    for (uint32_t i = 0; path && i < args->count; i++) {
        if (args->items[i]->kind == PK_AST_Starred)
            break;
        if (!is_default(args->items[i]))
            add_argument(u, path, NULL, i, args->items[i]);
    }
    for (uint32_t i = 0; path && i < words->count; i++)
        if (words->items[i]->keyword.arg)
            add_argument(u, path, words->items[i]->keyword.arg, 0,
                         words->items[i]);
}

/* ---- decorators ---- */

static const option_row *find_option(const char *name) {
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(options[i].name, name) == 0)
            return &options[i];
    return NULL;
}

/* None, False and [] ask for nothing; only nopython must not be False. */
static bool is_refused(const option_row *row, const pk_ast *value) {
    bool constant = value->kind == PK_AST_Constant;
    bool none = constant && value->Constant.value.kind == PK_CONST_None;
    bool no_truth = constant && value->Constant.value.kind == PK_CONST_bool &&
                    !value->Constant.value.integer;
    bool empty = value->kind == PK_AST_List && !value->List.elts.count;

    if (strcmp(row->act, "must") == 0)
        return no_truth;
    return strcmp(row->act, "gone") == 0 ||
           (strcmp(row->act, "without") == 0 && !none && !no_truth && !empty);
}

static void add_option(uses *u, const char *decorator, const pk_ast *word) {
    const option_row *row = find_option(word->keyword.arg);
    pk_construct *made = pk_construct_add(
        &u->first, u->arena, word,
        pk_arena_format(u->arena, "%s(%s=)", decorator, word->keyword.arg));

    made->instead = row ? row->meaning : "unknown option";
    made->refused |= !row || is_refused(row, word->keyword.value);
}

static void add_decorator(uses *u, const pk_ast *call) {
    pk_typed v =
        pk_host_eval(u->program, u->imports, u->arena, call->Call.func);

    if (v.type->kind != PK_TY_builtin ||
        v.type->builtin->kind != PK_BUILTIN_decor)
        return;
    for (uint32_t i = 0; i < call->Call.keywords.count; i++)
        if (call->Call.keywords.items[i]->keyword.arg)
            add_option(u, v.type->builtin->path, call->Call.keywords.items[i]);
}

/* ---- kernels ---- */

static bool is_kernel(const uses *u, const pk_ast *node) {
    pk_typed v;

    if (node->kind != PK_AST_Name && node->kind != PK_AST_Attribute)
        return false;
    v = pk_host_eval(u->program, u->imports, u->arena, node);
    return v.type->kind == PK_TY_function &&
           v.type->function->info.kind == PK_FUNCTION_kernel;
}

/* k[grid, block, stream, shared]: a configuration, launched or kept. */
static void add_launch(uses *u, const pk_ast *subscript, bool launched) {
    const pk_ast *slice = subscript->Subscript.slice;
    const pk_ast_list *parts =
        slice->kind == PK_AST_Tuple ? &slice->Tuple.elts : NULL;

    if (launched)
        add(u, subscript, "launch.plain", "a launch");
    else
        add(u, subscript, "launch.configured", "a kernel with its grid");
    if (parts && parts->count > 2 && !is_zero(parts->items[2]))
        add(u, subscript, "launch.stream", "a launch on a stream");
    if (parts && parts->count > 3)
        add(u, subscript, "launch.shared", "a launch with shared memory");
}

/* ---- the walk ---- */

static void visit(const pk_ast *node, void *arg);

static void visit_list(uses *u, const pk_ast_list *list) {
    for (uint32_t i = 0; i < list->count; i++)
        visit(list->items[i], u);
}

static void visit_attribute(uses *u, const pk_ast *node) {
    const char *attr = node->Attribute.attr;
    const char *kind = kind_of(u, node->Attribute.value);
    const char *path =
        kind ? pk_arena_format(u->arena, "%s.%s", kind, attr) : NULL;

    if (path && add(u, node, path, path))
        visit(node->Attribute.value, u);
    else if (is_kernel(u, node->Attribute.value))
        add(u, node, pk_arena_format(u->arena, "kernel.%s", attr),
            pk_arena_format(u->arena, "kernel.%s", attr));
    else if (!add_path(u, node)) {
        add(u, node, pk_arena_format(u->arena, ".%s", attr),
            pk_arena_format(u->arena, ".%s", attr));
        visit(node->Attribute.value, u);
    }
}

static void visit_call(uses *u, const pk_ast *node) {
    const pk_ast *func = node->Call.func;

    if (func->kind == PK_AST_Subscript && is_kernel(u, func->Subscript.value)) {
        add_launch(u, func, true);
        visit(func->Subscript.slice, u);
    } else {
        visit(func, u);
    }
    add_decorator(u, node);
    add_arguments(u, node);
    visit_list(u, &node->Call.args);
    visit_list(u, &node->Call.keywords);
}

/* Visits the body of a function or class, with what that imports. */
static void visit_body(uses *u, const pk_ast_list *body) {
    const pk_enclosing *imports = u->imports;

    u->imports = pk_host_imports(u->program, u->arena, imports, body);
    visit_list(u, body);
    u->imports = imports;
}

static void visit(const pk_ast *node, void *arg) {
    uses *u = arg;
    const pk_function *fn;

    switch ((pk_ast_kind)node->kind) {
    case PK_AST_FunctionDef:
        visit_list(u, &node->FunctionDef.decorator_list);
        fn = pk_program_get(u->program, node->FunctionDef.name);
        if (!fn || fn->def != node || fn->info.kind == PK_FUNCTION_plain)
            visit_body(u, &node->FunctionDef.body);
        return;
    case PK_AST_AsyncFunctionDef:
        visit_list(u, &node->AsyncFunctionDef.decorator_list);
        visit_body(u, &node->AsyncFunctionDef.body);
        return;
    case PK_AST_ClassDef:
        visit_list(u, &node->ClassDef.decorator_list);
        visit_body(u, &node->ClassDef.body);
        return;
    case PK_AST_Name: add_path(u, node); return;
    case PK_AST_Attribute: visit_attribute(u, node); return;
    case PK_AST_Call: visit_call(u, node); return;
    case PK_AST_Subscript:
        if (is_kernel(u, node->Subscript.value)) {
            add_launch(u, node, false);
            visit(node->Subscript.slice, u);
            return;
        }
        break;
    default: break;
    }
    pk_ast_below(node, visit, arg);
}

pk_construct *pk_frontend_host_uses(const pk_program *program,
                                    pk_arena *arena) {
    uses u = {.program = program, .arena = arena};

    find_kinds(&u, &program->parse.module->Module.body);
    visit_list(&u, &program->parse.module->Module.body);
    return arena->failed ? NULL : u.first;
}
