/* SPDX-License-Identifier: Apache-2.0 */
/* Which constant arrays, and device arrays made of such, Python may change: any
 * use of one that is not known to only read it. What is known are elements,
 * attributes, arithmetic, and a list of functions that keep no reference; a
 * name for the array at module level is the same array. The bodies of compiled
 * functions are left out: there a write is an error of its own. */
#include "frontend/builtins/builtins.h"
#include "frontend/module/program.h"
#include "frontend/module/variables.h"
#include "frontend/values/frozen.h"

#include <string.h>

/* The names that a function binds hide those of the module. */
typedef struct locals {
    const struct locals *outer;
    pk_vars vars;
} locals;

typedef struct escape {
    const pk_program *program;
    pk_arena *arena;
    const locals *locals; /* NULL: module level */
} escape;

static void visit(const pk_ast *node, void *arg);

/* ---- what is an array ---- */

static bool is_local(const escape *e, const char *name) {
    for (const locals *l = e->locals; l; l = l->outer)
        if (pk_vars_find(&l->vars, name) >= 0)
            return true;
    return false;
}

static pk_frozen *array_at(const escape *e, const pk_ast *node,
                           uint32_t *ndim) {
    const pk_ast *base =
        node->kind == PK_AST_Attribute ? node->Attribute.value : node;
    pk_typed v;

    if (base->kind != PK_AST_Name || is_local(e, base->Name.id) ||
        !pk_program_own(e->program, base->Name.id, &v))
        return NULL;
    if (node->kind == PK_AST_Attribute) {
        const pk_program *module = v.type->program;
        const char *attr =
            v.type->kind == PK_TY_source
                ? pk_idents_find(module->parse.names, node->Attribute.attr)
                : NULL;
        if (!attr || !pk_program_own(module, attr, &v))
            return NULL;
    }
    *ndim = v.type->kind == PK_TY_record ? 1 : v.type->ndim;
    return pk_frozen_behind(v);
}

/* ---- uses that only read ---- */

static bool is_word(const char *word, const char *list) {
    size_t length = strlen(word);

    for (const char *at = list; (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static bool reads_attribute(const char *attr) {
    return is_word(attr, "shape size ndim dtype itemsize nbytes strides sum "
                         "prod mean std var min max argmin argmax all any "
                         "copy flatten tolist astype tobytes dot cumsum item "
                         "copy_to_host");
}

/* Functions whose result shares nothing with an argument. Those in `each` go
 * through its items, which are rows where it has more than one dimension. */
static bool reads_argument(const char *path, uint32_t ndim) {
    static const char each[] = "builtins.list builtins.tuple builtins.set "
                               "builtins.sorted builtins.enumerate "
                               "builtins.zip";

    if (is_word(path, each))
        return ndim == 1;
    if (strncmp(path, "numpy.testing.", 14) == 0)
        return true;
    return is_word(
        path,
        "builtins.print builtins.len builtins.sum builtins.min builtins.max "
        "builtins.abs builtins.float builtins.int builtins.any builtins.all "
        "numba.cuda.to_device numba.cuda.const.array_like numpy.array "
        "numpy.copy numpy.sum numpy.prod numpy.mean numpy.std numpy.var "
        "numpy.min numpy.max numpy.amin numpy.amax numpy.argmin numpy.argmax "
        "numpy.dot numpy.matmul numpy.inner numpy.outer numpy.convolve "
        "numpy.cumsum numpy.sort numpy.allclose numpy.isclose "
        "numpy.array_equal numpy.concatenate numpy.stack numpy.tile "
        "numpy.repeat numpy.where numpy.interp numpy.searchsorted "
        "numpy.zeros_like numpy.ones_like numpy.empty_like numpy.full_like "
        "numpy.take numpy.sqrt numpy.exp numpy.log numpy.sin numpy.cos "
        "numpy.tan numpy.abs numpy.absolute numpy.power numpy.maximum "
        "numpy.minimum numpy.floor numpy.ceil numpy.round");
}

static bool reads_call(const escape *e, const pk_ast *node, uint32_t ndim) {
    pk_typed callee = pk_scope_value(e->program, e->arena, node->Call.func);

    if (callee.type->kind == PK_TY_foreign)
        return reads_argument(callee.type->path, ndim);
    return callee.type->kind == PK_TY_builtin &&
           reads_argument(callee.type->builtin->path, ndim);
}

/* ---- the walk ---- */

/* Arithmetic copies, also what is a view: TABLE[:3] + 1. */
static void visit_operand(escape *e, const pk_ast *node) {
    uint32_t ndim;

    if (node->kind == PK_AST_Subscript &&
        array_at(e, node->Subscript.value, &ndim))
        visit(node->Subscript.slice, e);
    else if (!array_at(e, node, &ndim))
        visit(node, e);
}

static void visit_call(escape *e, const pk_ast *node) {
    uint32_t ndim;

    visit(node->Call.func, e);
    for (uint32_t i = 0; i < node->Call.args.count; i++) {
        const pk_ast *arg = node->Call.args.items[i];
        if (!array_at(e, arg, &ndim) || !reads_call(e, node, ndim))
            visit(arg, e);
    }
    for (uint32_t i = 0; i < node->Call.keywords.count; i++)
        visit(node->Call.keywords.items[i], e);
}

/* True for an index of each axis: rows and slices share memory. */
static bool is_element(const pk_ast *slice, uint32_t ndim) {
    const pk_ast_list *elts = &slice->Tuple.elts;

    if (slice->kind != PK_AST_Tuple)
        return ndim == 1 && slice->kind != PK_AST_Slice;
    for (uint32_t i = 0; i < elts->count; i++)
        if (elts->items[i]->kind == PK_AST_Slice)
            return false;
    return elts->count == ndim;
}

static void visit_subscript(escape *e, const pk_ast *node) {
    uint32_t ndim;

    if (node->Subscript.ctx != PK_AST_Load ||
        !array_at(e, node->Subscript.value, &ndim) ||
        !is_element(node->Subscript.slice, ndim))
        visit(node->Subscript.value, e);
    visit(node->Subscript.slice, e);
}

static void visit_items_of(escape *e, const pk_ast *node) {
    uint32_t ndim;

    if (!array_at(e, node, &ndim) || ndim != 1)
        visit(node, e);
}

static void visit_list(escape *e, const pk_ast_list *list) {
    for (uint32_t i = 0; i < list->count; i++)
        visit(list->items[i], e);
}

static void visit_for(escape *e, const pk_ast *node) {
    visit(node->For.target, e);
    visit_items_of(e, node->For.iter);
    visit_list(e, &node->For.body);
    visit_list(e, &node->For.orelse);
}

/* Chains of elif are long: along them in a loop. */
static void visit_if(escape *e, const pk_ast *node) {
    for (;; node = node->If.orelse.items[0]) {
        visit(node->If.test, e);
        visit_list(e, &node->If.body);
        if (node->If.orelse.count != 1 ||
            node->If.orelse.items[0]->kind != PK_AST_If)
            break;
    }
    visit_list(e, &node->If.orelse);
}

static bool is_compiled(const escape *e, const pk_ast *def) {
    pk_typed v;

    return pk_program_own(e->program, def->FunctionDef.name, &v) &&
           v.type->kind == PK_TY_function && v.type->function->def == def &&
           v.type->function->info.kind != PK_FUNCTION_plain;
}

static void visit_function(escape *e, const pk_ast *def) {
    locals own = {.outer = e->locals};
    escape inner = {e->program, e->arena, &own};

    if (is_compiled(e, def))
        return;
    visit(def->FunctionDef.args, e);
    if (!pk_vars_scan(e->arena, def, NULL, 0, &own.vars))
        own.vars = (pk_vars){0};
    visit_list(&inner, &def->FunctionDef.body);
}

static void mark(escape *e, const pk_ast *node) {
    uint32_t ndim;
    pk_frozen *array = array_at(e, node, &ndim);

    if (array && !array->changed)
        array->changed = node->line;
}

static void visit_use(escape *e, const pk_ast *node) {
    uint32_t ndim;

    if (array_at(e, node, &ndim))
        mark(e, node);
    else if (node->kind == PK_AST_Attribute)
        visit(node->Attribute.value, e);
}

/* At module level `B = A` is another name for the same array. */
static void visit_assign(escape *e, const pk_ast *node) {
    const pk_ast_list *targets = &node->Assign.targets;
    bool alias = !e->locals;
    uint32_t ndim;

    for (uint32_t i = 0; i < targets->count; i++) {
        visit(targets->items[i], e);
        alias = alias && targets->items[i]->kind == PK_AST_Name;
    }
    if (!alias || !array_at(e, node->Assign.value, &ndim))
        visit(node->Assign.value, e);
}

static void visit_attribute(escape *e, const pk_ast *node) {
    uint32_t ndim;

    if (!reads_attribute(node->Attribute.attr) ||
        !array_at(e, node->Attribute.value, &ndim))
        visit_use(e, node);
}

static void visit(const pk_ast *node, void *arg) {
    escape *e = arg;

    switch (node->kind) {
    case PK_AST_Name:
        if (node->Name.ctx == PK_AST_Load)
            visit_use(e, node);
        return;
    case PK_AST_Attribute: visit_attribute(e, node); return;
    case PK_AST_Subscript: visit_subscript(e, node); return;
    case PK_AST_Call: visit_call(e, node); return;
    case PK_AST_FunctionDef: visit_function(e, node); return;
    case PK_AST_For: visit_for(e, node); return;
    case PK_AST_If: visit_if(e, node); return;
    case PK_AST_Assign: visit_assign(e, node); return;
    case PK_AST_AugAssign: mark(e, node->AugAssign.target); break;
    case PK_AST_comprehension:
        visit(node->comprehension.target, e);
        visit_items_of(e, node->comprehension.iter);
        visit_list(e, &node->comprehension.ifs);
        return;
    case PK_AST_BinOp:
        for (; node->kind == PK_AST_BinOp; node = node->BinOp.left)
            visit_operand(e, node->BinOp.right);
        visit_operand(e, node);
        return;
    case PK_AST_UnaryOp: visit_operand(e, node->UnaryOp.operand); return;
    case PK_AST_Compare:
        visit_operand(e, node->Compare.left);
        for (uint32_t i = 0; i < node->Compare.comparators.count; i++)
            visit_operand(e, node->Compare.comparators.items[i]);
        return;
    default: break;
    }
    pk_ast_children(node, visit, arg);
}

void pk_escape(const pk_program *program, pk_arena *arena, const pk_ast *node) {
    escape e = {.program = program, .arena = arena};

    visit(node, &e);
}
