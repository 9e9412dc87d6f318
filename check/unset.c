/* SPDX-License-Identifier: Apache-2.0 */
/* Variables that a path surely leaves without a value before they are used.
 *
 *     if i < n:
 *         v = x[i]
 *     s[t] = v          where i >= n it is zero here; Python raises an error
 *
 * The warning is given only where it cannot be meant: one `if`, which the
 * function goes through once and which alone assigns the variable, and a use
 * behind it that nothing guards. A chain of elif may have all cases, a loop
 * the value of an earlier turn, and behind another test or a way out the first
 * test may be known. So may it be within an `if`, or behind a way out, that
 * tests the same variables:
 *
 *     if i >= n:
 *         return
 *     if i < n:
 *         v = x[i]
 */
#include "check/advise.h"

typedef struct unset {
    const pk_adviser *a;
    const char *name;
    const pk_ast *found; /* a use that is surely evaluated, or a store */
    bool stops;          /* a statement after which nothing is known */
} unset;

static bool may_leave(const pk_ast *node) {
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Return:
    case PK_AST_Raise:
    case PK_AST_Assert:
    case PK_AST_Break:
    case PK_AST_Continue:
    case PK_AST_Delete:
    case PK_AST_FunctionDef: return true;
    default: return false;
    }
}

/* Whether a statement contains a way out, or a store of the variable. */
static void look_for_stop(const pk_ast *node, void *arg) {
    unset *u = arg;

    u->stops = u->stops || may_leave(node) ||
               (node->kind == PK_AST_Name && node->Name.ctx == PK_AST_Store &&
                node->Name.id == u->name);
    if (!u->stops)
        pk_ast_below(node, look_for_stop, arg);
}

static bool stops(unset *u, const pk_ast *statement) {
    u->stops = false;
    look_for_stop(statement, u);
    return u->stops;
}

/* Uses that are evaluated whenever the statement is: not in what it contains,
 * nor in operands that others guard. */
static void look_for_use(const pk_ast *node, void *arg) {
    unset *u = arg;

    if (u->found || pk_ast_has_scope(node))
        return;
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Name:
        if (node->Name.id == u->name && node->Name.ctx == PK_AST_Load)
            u->found = node;
        return;
    case PK_AST_If: look_for_use(node->If.test, arg); return;
    case PK_AST_While: look_for_use(node->While.test, arg); return;
    case PK_AST_For: look_for_use(node->For.iter, arg); return;
    case PK_AST_IfExp: look_for_use(node->IfExp.test, arg); return;
    case PK_AST_BoolOp: look_for_use(node->BoolOp.values.items[0], arg); return;
    default: pk_ast_below(node, look_for_use, arg);
    }
}

static void look_for_store(const pk_ast *node, void *arg) {
    unset *u = arg;

    if (!u->found && node->kind == PK_AST_Name &&
        node->Name.ctx == PK_AST_Store && node->Name.id == u->name)
        u->found = node;
    else if (!u->found)
        pk_ast_below(node, look_for_store, arg);
}

/* The first store among statements; NULL without. */
static const pk_ast *store_in(unset *u, const pk_ast_list *body) {
    u->found = NULL;
    for (uint32_t i = 0; i < body->count && !u->found; i++)
        look_for_store(body->items[i], u);
    return u->found;
}

static void say(const unset *u, const pk_ast *node, bool in_body,
                const pk_ast *store) {
    pk_advise(u->a, u->found, PK_E_unset_variable,
              pk_arena_format(u->a->c->arena,
                              "give it a value before line %u, or in an else",
                              node->line),
              "'%s' has no value where the test in line %u %s: it is zero, "
              "and in Python an error",
              u->name, node->line, in_body ? "does not hold" : "holds");
    pk_advise_note(u->a, store, "assigned here, on the other path");
}

static bool leaves(const pk_ast_list *body) {
    unset u = {0};

    for (uint32_t i = 0; i < body->count; i++)
        if (stops(&u, body->items[i]))
            return true;
    return false;
}

/* A block within others: the statement at hand, and the block around. */
typedef struct place {
    const struct place *around;
    const pk_ast_list *body;
    uint32_t at;
} place;

/* Whether a statement in front of the place assigns the variable. */
static bool is_set_before(unset *u, const place *p) {
    for (; p; p = p->around)
        for (uint32_t i = 0; i < p->at; i++) {
            u->found = NULL;
            look_for_store(p->body->items[i], u);
            if (u->found)
                return true;
        }
    return false;
}

/* ---- what is known of the test ---- */

/* Names of a test, looked for in something else. */
typedef struct shared {
    const pk_vars *vars;
    const pk_ast *among; /* looked through for `name`; NULL: for any name */
    const char *name;
    bool found;
} shared;

static void look_for_name(const pk_ast *node, void *arg) {
    shared *s = arg;

    if (node->kind == PK_AST_Name)
        s->found = s->found || node->Name.id == s->name;
    if (!s->found)
        pk_ast_below(node, look_for_name, arg);
}

static void look_for_names(const pk_ast *node, void *arg) {
    shared *s = arg;

    if (node->kind == PK_AST_Name &&
        pk_vars_find(s->vars, node->Name.id) >= 0) {
        s->name = node->Name.id;
        look_for_name(s->among, s);
    }
    if (!s->found)
        pk_ast_below(node, look_for_names, arg);
}

/* Whether a variable of the test is also in `other`. */
static bool shares_variable(const pk_vars *vars, const pk_ast *test,
                            const pk_ast *other) {
    shared s = {.vars = vars, .among = other};

    look_for_names(test, &s);
    return s.found;
}

/* Whether a test around the place, or a way out in front of it, may decide the
 * test. */
static bool may_be_known(const pk_vars *vars, const pk_ast *test,
                         const place *p) {
    for (; p; p = p->around) {
        for (uint32_t i = 0; i < p->at; i++) {
            unset u = {0};
            if (stops(&u, p->body->items[i]) &&
                shares_variable(vars, test, p->body->items[i]))
                return true;
        }
        if (p->around &&
            shares_variable(vars, test,
                            p->around->body->items[p->around->at]->If.test))
            return true;
    }
    return false;
}

/* ---- one `if` ---- */

/* A variable that one of the two sides assigns. */
static void check_variable(unset *u, const pk_ast *node, const place *p) {
    const pk_ast *in_body = store_in(u, &node->If.body);
    const pk_ast *store = in_body;

    if (!store)
        store = store_in(u, &node->If.orelse);
    else if (store_in(u, &node->If.orelse))
        return;
    if (!store || is_set_before(u, p))
        return;
    for (uint32_t i = p->at + 1; i < p->body->count; i++) {
        u->found = NULL;
        if (p->body->items[i]->kind != PK_AST_FunctionDef)
            look_for_use(p->body->items[i], u);
        if (u->found) {
            say(u, node, in_body != NULL, store);
            return;
        }
        if (stops(u, p->body->items[i]))
            return;
    }
}

static void check_if(const pk_adviser *a, const pk_ast *node, const place *p) {
    const pk_vars *vars = &a->instance->vars;

    if (pk_ast_elif(node) || leaves(&node->If.body) ||
        leaves(&node->If.orelse) || may_be_known(vars, node->If.test, p))
        return;
    for (uint32_t k = 0; k < vars->count; k++) {
        const pk_var *var = &vars->items[k];
        unset u = {.a = a, .name = var->name};
        if (!var->param && !var->outside && !var->shared)
            check_variable(&u, node, p);
    }
}

/* The blocks that are gone through once. */
static void check_block(const pk_adviser *a, const pk_ast_list *body,
                        const place *around) {
    place p = {.around = around, .body = body};

    for (; p.at < body->count; p.at++) {
        const pk_ast *node = body->items[p.at];
        const pk_note *note = pk_note_find(a->instance, node);
        if (node->kind != PK_AST_If)
            continue;
        if (!note->taken && !note->skipped)
            check_if(a, node, &p);
        if (!note->skipped)
            check_block(a, &node->If.body, &p);
        if (!note->taken)
            check_block(a, &node->If.orelse, &p);
    }
}

void pk_advise_unset(const pk_adviser *a) {
    check_block(a, &a->instance->function->def->FunctionDef.body, NULL);
}
