/* SPDX-License-Identifier: Apache-2.0 */
/* Finds errors that the grammar lets through and CPython's compiler does not:
 * exits outside loops and functions, arguments named twice, stars where nothing
 * unpacks. All code after the parser may rely on a tree that passed here.
 *
 * Recursion is bounded by the tree's own limits (ast.h). */
#include "frontend/parse/check.h"
#include "frontend/diag/codes.h"

#include <stdio.h>
#include <string.h>

typedef enum scope_kind { MODULE, CLASS, FUNCTION, COMPREHENSION } scope_kind;

/* Where a node stands. */
typedef struct scope {
    uint8_t kind;      /* scope_kind */
    bool async;        /* in an async function */
    bool loop;         /* in the body of a loop */
    bool star_handler; /* in an except*, and in no loop or function in it */
    uint8_t comp;      /* COMPREHENSION: the kind of its node */
} scope;

typedef struct checker {
    const pk_source *source;
    pk_diags *diags;
} checker;

static void visit(checker *c, const pk_ast *node, scope s);

static void fail(checker *c, const pk_ast *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fail(checker *c, const pk_ast *node, const char *format, ...) {
    char text[512];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pk_source_report(c->source, c->diags,
                     (pk_diag){.status = PK_SYNTAX,
                               .row = pk_code_row(PK_E_structure),
                               .loc = pk_ast_loc(node, 0),
                               .message = pk_arena_text(c->diags->arena, text,
                                                        strlen(text))});
}

static void visit_list(checker *c, const pk_ast_list *list, scope s) {
    for (uint32_t i = 0; i < list->count; i++)
        visit(c, list->items[i], s);
}

/* Items among which `*x` may stand. */
static void visit_items(checker *c, const pk_ast_list *list, scope s) {
    for (uint32_t i = 0; i < list->count; i++) {
        const pk_ast *item = list->items[i];

        visit(c, item->kind == PK_AST_Starred ? item->Starred.value : item, s);
    }
}

/* ---- targets ---- */

static void check_name(checker *c, const pk_ast *node, const char *name) {
    if (name && strcmp(name, "__debug__") == 0)
        fail(c, node, "cannot assign to __debug__");
}

/* A target of =, for, with or a comprehension, and what it evaluates. */
static void visit_target(checker *c, const pk_ast *node, scope s) {
    const pk_ast_list *elts = NULL;
    bool starred = false;

    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Name: check_name(c, node, node->Name.id); return;
    case PK_AST_Attribute: check_name(c, node, node->Attribute.attr); break;
    case PK_AST_Starred:
        fail(c, node,
             "starred assignment target must be in a list or tuple\n"
             "a star unpacks within a call, a tuple or an index: (*y,)");
        return;
    case PK_AST_List: elts = &node->List.elts; break;
    case PK_AST_Tuple: elts = &node->Tuple.elts; break;
    default: break;
    }
    if (!elts) {
        visit(c, node, s);
        return;
    }
    for (uint32_t i = 0; i < elts->count; i++) {
        const pk_ast *item = elts->items[i];
        bool star = item->kind == PK_AST_Starred;

        if (star && starred)
            fail(c, item,
                 "multiple starred expressions in assignment\n"
                 "use one star: it takes the items that the other names "
                 "leave");
        starred |= star;
        visit_target(c, star ? item->Starred.value : item, s);
    }
}

static void visit_targets(checker *c, const pk_ast_list *list, scope s) {
    for (uint32_t i = 0; i < list->count; i++)
        visit_target(c, list->items[i], s);
}

/* ---- functions and classes ---- */

/* The parameters one after the other, as CPython orders them; NULL at the
 * end. */
static const pk_ast *param_at(const struct pk_ast_arguments *a, uint32_t i) {
    const pk_ast_list *lists[] = {&a->posonlyargs, &a->args, &a->kwonlyargs};

    for (size_t k = 0; k < 3; k++) {
        if (i < lists[k]->count)
            return lists[k]->items[i];
        i -= lists[k]->count;
    }
    if (a->vararg && i-- == 0)
        return a->vararg;
    return a->kwarg && i == 0 ? a->kwarg : NULL;
}

enum {
    MAX_PAIRS = 255
}; /* more parameters are compared to their neighbours:
      a kernel has no more */

/* Names given twice, and what stands outside the function's own scope. */
static void visit_params(checker *c, const pk_ast *node, scope s) {
    const struct pk_ast_arguments *a = &node->arguments;
    const pk_ast *param, *other;

    for (uint32_t i = 0; (param = param_at(a, i)); i++) {
        const pk_ast *type = param->arg.annotation;

        check_name(c, param, param->arg.arg);
        for (uint32_t j = i > MAX_PAIRS ? i - MAX_PAIRS : 0; j < i; j++) {
            other = param_at(a, j);
            if (other->arg.arg == param->arg.arg) {
                fail(c, param,
                     "duplicate argument '%s' in function definition\n"
                     "give each parameter a name of its own",
                     param->arg.arg);
                break;
            }
        }
        if (type)
            visit(c, type->kind == PK_AST_Starred ? type->Starred.value : type,
                  s);
    }
    visit_list(c, &a->defaults, s);
    visit_list(c, &a->kw_defaults, s);
}

static bool is_param(const struct pk_ast_arguments *a, const char *name) {
    const pk_ast *param;

    for (uint32_t i = 0; (param = param_at(a, i)); i++)
        if (param->arg.arg == name)
            return true;
    return false;
}

/* global and nonlocal among the first statements, where they stand. */
static void check_declared(checker *c, const struct pk_ast_FunctionDef *def) {
    for (uint32_t i = 0; i < def->body.count; i++) {
        const pk_ast *node = def->body.items[i];
        bool global = node->kind == PK_AST_Global;
        const pk_ast_names *names = &node->Global.names;

        if (!global && node->kind != PK_AST_Nonlocal)
            continue;
        if (!global)
            names = &node->Nonlocal.names;
        for (uint32_t k = 0; k < names->count; k++)
            if (is_param(&def->args->arguments, names->items[k]))
                fail(c, node, "name '%s' is parameter and %s", names->items[k],
                     global ? "global" : "nonlocal");
    }
}

static void visit_def(checker *c, const pk_ast *node, scope s) {
    const struct pk_ast_FunctionDef *def = &node->FunctionDef;
    scope inner = {.kind = FUNCTION,
                   .async = node->kind == PK_AST_AsyncFunctionDef};

    check_name(c, node, def->name);
    visit_list(c, &def->decorator_list, s);
    visit_params(c, def->args, s);
    visit(c, def->returns, s);
    check_declared(c, def);
    visit_list(c, &def->body, inner);
}

static void visit_keywords(checker *c, const pk_ast_list *keywords, scope s) {
    for (uint32_t i = 0; i < keywords->count; i++) {
        const pk_ast *node = keywords->items[i];
        const char *name = node->keyword.arg;
        uint32_t first = i > MAX_PAIRS ? i - MAX_PAIRS : 0;

        check_name(c, node, name);
        for (uint32_t j = first; name && j < i; j++)
            if (keywords->items[j]->keyword.arg == name) {
                fail(c, node, "keyword argument repeated: %s", name);
                break;
            }
        visit(c, node->keyword.value, s);
    }
}

static void visit_class(checker *c, const pk_ast *node, scope s) {
    const struct pk_ast_ClassDef *def = &node->ClassDef;

    check_name(c, node, def->name);
    visit_list(c, &def->decorator_list, s);
    visit_items(c, &def->bases, s);
    visit_keywords(c, &def->keywords, s);
    visit_list(c, &def->body, (scope){.kind = CLASS});
}

/* ---- statements ---- */

static void visit_loop(checker *c, const pk_ast_list *body,
                       const pk_ast_list *orelse, scope s) {
    scope inner = s;

    inner.loop = true;
    inner.star_handler = false;
    visit_list(c, body, inner);
    visit_list(c, orelse, s);
}

static void visit_for(checker *c, const pk_ast *node, scope s) {
    const struct pk_ast_For *loop = &node->For;

    if (node->kind == PK_AST_AsyncFor && !s.async)
        fail(c, node, "'async for' outside async function");
    visit_target(c, loop->target, s);
    visit(c, loop->iter, s);
    visit_loop(c, &loop->body, &loop->orelse, s);
}

static void visit_with(checker *c, const pk_ast *node, scope s) {
    const struct pk_ast_With *with = &node->With;

    if (node->kind == PK_AST_AsyncWith && !s.async)
        fail(c, node, "'async with' outside async function");
    for (uint32_t i = 0; i < with->items.count; i++) {
        const struct pk_ast_withitem *item = &with->items.items[i]->withitem;

        visit(c, item->context_expr, s);
        if (item->optional_vars)
            visit_target(c, item->optional_vars, s);
    }
    visit_list(c, &with->body, s);
}

static void visit_try(checker *c, const pk_ast *node, scope s) {
    const struct pk_ast_Try *t = &node->Try;
    scope inner = s;

    inner.star_handler |= node->kind == PK_AST_TryStar;
    visit_list(c, &t->body, s);
    for (uint32_t i = 0; i < t->handlers.count; i++) {
        const pk_ast *handler = t->handlers.items[i];

        if (!handler->ExceptHandler.type && i + 1 < t->handlers.count)
            fail(c, handler, "default 'except:' must be last");
        check_name(c, handler, handler->ExceptHandler.name);
        visit(c, handler->ExceptHandler.type, s);
        visit_list(c, &handler->ExceptHandler.body, inner);
    }
    visit_list(c, &t->orelse, s);
    visit_list(c, &t->finalbody, s);
}

/* A chain of elif, without recursion. */
static void visit_if(checker *c, const pk_ast *node, scope s) {
    for (;;) {
        const pk_ast_list *orelse = &node->If.orelse;

        visit(c, node->If.test, s);
        visit_list(c, &node->If.body, s);
        if (orelse->count != 1 || orelse->items[0]->kind != PK_AST_If) {
            visit_list(c, orelse, s);
            return;
        }
        node = orelse->items[0];
    }
}

static void visit_exit(checker *c, const pk_ast *node, scope s) {
    bool loop = node->kind != PK_AST_Return;

    if (node->kind == PK_AST_Return) {
        if (s.kind != FUNCTION)
            fail(c, node,
                 "'return' outside function\n"
                 "indent it into the function that it belongs to");
        visit(c, node->Return.value, s);
    }
    if (s.star_handler)
        fail(c, node,
             "'break', 'continue' and 'return' cannot appear in an "
             "except* block");
    else if (loop && !s.loop)
        fail(c, node,
             node->kind == PK_AST_Break
                 ? "'break' outside loop\n"
                   "`return` ends the kernel for this thread"
                 : "'continue' not properly in loop");
}

/* ---- expressions ---- */

static const char *comp_name(uint8_t kind) {
    switch ((pk_ast_kind)kind) {
    case PK_AST_ListComp: return "list comprehension";
    case PK_AST_SetComp: return "set comprehension";
    case PK_AST_DictComp: return "dict comprehension";
    default: return "generator expression";
    }
}

/* The first iterable belongs to the scope around, the rest to its own. */
static void visit_comp(checker *c, const pk_ast *node, const pk_ast *elt,
                       const pk_ast *value, const pk_ast_list *generators,
                       scope s) {
    scope inner = {.kind = COMPREHENSION,
                   .comp = node->kind,
                   .async = s.async || node->kind == PK_AST_GeneratorExp};

    for (uint32_t i = 0; i < generators->count; i++) {
        const pk_ast *part = generators->items[i];
        const struct pk_ast_comprehension *g = &part->comprehension;

        if (g->is_async && !inner.async)
            fail(c, part,
                 "asynchronous comprehension outside of an "
                 "asynchronous function");
        visit(c, g->iter, i ? inner : s);
        visit_target(c, g->target, inner);
        visit_list(c, &g->ifs, inner);
    }
    visit(c, elt, inner);
    visit(c, value, inner);
}

static void visit_yield(checker *c, const pk_ast *node, const pk_ast *value,
                        scope s) {
    if (s.kind == COMPREHENSION)
        fail(c, node, "'yield' inside %s", comp_name(s.comp));
    else if (s.kind != FUNCTION)
        fail(c, node, "'yield' outside function");
    else if (s.async && node->kind == PK_AST_YieldFrom)
        fail(c, node, "'yield from' inside async function");
    visit(c, value, s);
}

#define WAITS "a kernel waits for other threads only: cuda.syncthreads()"

static void visit_await(checker *c, const pk_ast *node, scope s) {
    if (!s.async)
        fail(c, node,
             s.kind == MODULE || s.kind == CLASS
                 ? "'await' outside function\n" WAITS
                 : "'await' outside async function\n" WAITS);
    visit(c, node->Await.value, s);
}

static void visit_lambda(checker *c, const pk_ast *node, scope s) {
    visit_params(c, node->Lambda.args, s);
    visit(c, node->Lambda.body, (scope){.kind = FUNCTION});
}

static void visit_call(checker *c, const pk_ast *node, scope s) {
    visit(c, node->Call.func, s);
    visit_items(c, &node->Call.args, s);
    visit_keywords(c, &node->Call.keywords, s);
}

/* Everything else: its children, each in the same scope. */
typedef struct fields {
    checker *c;
    scope s;
} fields;

static void visit_field(const pk_ast *node, void *arg) {
    const fields *f = arg;

    visit(f->c, node, f->s);
}

static void visit_fields(checker *c, const pk_ast *node, scope s) {
    fields f = {c, s};

    pk_ast_children(node, visit_field, &f);
}

static void visit_statement(checker *c, const pk_ast *node, scope s) {
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_FunctionDef:
    case PK_AST_AsyncFunctionDef: visit_def(c, node, s); break;
    case PK_AST_ClassDef: visit_class(c, node, s); break;
    case PK_AST_Return:
    case PK_AST_Break:
    case PK_AST_Continue: visit_exit(c, node, s); break;
    case PK_AST_Assign:
        visit(c, node->Assign.value, s);
        visit_targets(c, &node->Assign.targets, s);
        break;
    case PK_AST_For:
    case PK_AST_AsyncFor: visit_for(c, node, s); break;
    case PK_AST_While:
        visit(c, node->While.test, s);
        visit_loop(c, &node->While.body, &node->While.orelse, s);
        break;
    case PK_AST_If: visit_if(c, node, s); break;
    case PK_AST_With:
    case PK_AST_AsyncWith: visit_with(c, node, s); break;
    case PK_AST_Try:
    case PK_AST_TryStar: visit_try(c, node, s); break;
    case PK_AST_ImportFrom:
        visit_list(c, &node->ImportFrom.names, s);
        if (s.kind != MODULE &&
            !strcmp(node->ImportFrom.names.items[0]->alias.name, "*"))
            fail(c, node, "import * only allowed at module level");
        break;
    case PK_AST_Nonlocal:
        if (s.kind == MODULE)
            fail(c, node, "nonlocal declaration not allowed at module level");
        break;
    default: visit_fields(c, node, s); break;
    }
}

/* Expressions and the parts of statements that are none. */
static void visit_expression(checker *c, const pk_ast *node, scope s) {
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Name:
        if (node->Name.ctx != PK_AST_Load)
            check_name(c, node, node->Name.id);
        break;
    case PK_AST_alias:
        check_name(c, node,
                   node->alias.asname ? node->alias.asname : node->alias.name);
        break;
    case PK_AST_Starred:
        fail(c, node,
             "can't use starred expression here\n"
             "a star unpacks within a call, a tuple or an index: (*y,)");
        break;
    case PK_AST_List: visit_items(c, &node->List.elts, s); break;
    case PK_AST_Tuple: visit_items(c, &node->Tuple.elts, s); break;
    case PK_AST_Set: visit_items(c, &node->Set.elts, s); break;
    case PK_AST_Call: visit_call(c, node, s); break;
    case PK_AST_Lambda: visit_lambda(c, node, s); break;
    case PK_AST_Await: visit_await(c, node, s); break;
    case PK_AST_Yield: visit_yield(c, node, node->Yield.value, s); break;
    case PK_AST_YieldFrom:
        visit_yield(c, node, node->YieldFrom.value, s);
        break;
    case PK_AST_ListComp:
    case PK_AST_SetComp:
    case PK_AST_GeneratorExp: /* the three have the same fields */
        visit_comp(c, node, node->ListComp.elt, NULL,
                   &node->ListComp.generators, s);
        break;
    case PK_AST_DictComp:
        visit_comp(c, node, node->DictComp.key, node->DictComp.value,
                   &node->DictComp.generators, s);
        break;
    default: visit_fields(c, node, s); break;
    }
}

static void visit(checker *c, const pk_ast *node, scope s) {
    if (!node)
        return;
    while (node->kind == PK_AST_BinOp) {
        visit(c, node->BinOp.right, s);
        node = node->BinOp.left;
    }
    if (pk_ast_kind_class((pk_ast_kind)node->kind) == PK_AST_CLASS_stmt)
        visit_statement(c, node, s);
    else
        visit_expression(c, node, s);
}

void pk_py_check(const pk_source *source, const pk_ast *module,
                 pk_diags *diags) {
    checker c = {source, diags};

    visit_list(&c, &module->Module.body, (scope){.kind = MODULE});
}
