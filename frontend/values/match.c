/* SPDX-License-Identifier: Apache-2.0 */
/* Match statements, as the tests and assignments that they mean:
 *
 *     match f(x):                subject = f(x)
 *         case 0: A              if subject == 0: A
 *         case (a, 0): B         elif len(subject) == 2 and subject[1] == 0:
 *                                    a = subject[0]
 *                                    B
 *         case n if n > 0: C     elif (n := subject, n > 0): C
 *
 * In front of a comparison stand one of types, which is known when compiling (a
 * string is never equal to a number, and a number has no items), and one with
 * None. */
#include "frontend/values/match.h"

#include <string.h>

/* The tests and assignments that one case becomes. */
typedef struct writer {
    pk_arena *arena;
    const char *subject; /* the variable */
    pk_ast **tests, **stores;
    uint32_t test_count, store_count;
    bool early; /* names get their values among the tests */
} writer;

static void add(writer *w, pk_ast ***list, uint32_t *count, pk_ast *item) {
    pk_ast **grown;

    if (*count == 0 || (*count >= 8 && (*count & (*count - 1)) == 0)) {
        grown = pk_arena_array(w->arena, 2 * *count + 8, sizeof *grown);
        if (!grown)
            return;
        if (*count)
            memcpy(grown, *list, *count * sizeof *grown);
        *list = grown;
    }
    (*list)[(*count)++] = item;
}

static void test(writer *w, pk_ast *a, pk_ast_op op, pk_ast *b) {
    if (a && b)
        add(w, &w->tests, &w->test_count,
            pk_ast_compare(w->arena, a, (uint8_t)op, b, b));
}

/* Whether a value may be equal to `like` at all. */
static void test_alike(writer *w, const pk_ast *value, pk_ast *like) {
    test(w, pk_ast_copy(w->arena, value), PK_AST_OP_Alike, like);
    test(w, pk_ast_copy(w->arena, value), PK_AST_OP_IsNot,
         pk_ast_literal(w->arena, PK_CONST_None, 0, like));
}

/* Within the tests (x := value), with a comparison around it that holds. */
static void capture(writer *w, const char *id, const pk_ast *value,
                    const pk_ast *at) {
    pk_ast *target = pk_ast_name(w->arena, id, PK_AST_Store, at), *node;
    pk_ast *from = pk_ast_copy(w->arena, value);

    if (!w->early) {
        add(w, &w->stores, &w->store_count,
            pk_ast_assign(w->arena, target, from, at));
        return;
    }
    node = pk_ast_new(w->arena, PK_AST_NamedExpr, at);
    node->NamedExpr.target = target;
    node->NamedExpr.value = from;
    test(w, node, PK_AST_OP_Alike, pk_ast_name(w->arena, id, PK_AST_Load, at));
}

static void pattern(writer *w, const pk_ast *value, const pk_ast *p);

/* len(value) == n, of a value that has items; then each of them. */
static void sequence(writer *w, const pk_ast *value, const pk_ast *p) {
    const pk_ast_list *items = &p->MatchSequence.patterns;
    pk_ast *call = pk_ast_new(w->arena, PK_AST_Call, p);
    pk_ast *of = pk_ast_copy(w->arena, value), *item;

    test_alike(w, value, pk_ast_new(w->arena, PK_AST_Tuple, p));
    call->Call.func = pk_ast_name(w->arena, "len", PK_AST_Load, p);
    call->Call.args = pk_ast_list_of(w->arena, &of, 1);
    test(w, call, PK_AST_OP_Eq,
         pk_ast_literal(w->arena, PK_CONST_int, items->count, p));
    for (uint32_t i = 0; i < items->count; i++) {
        item = pk_ast_new(w->arena, PK_AST_Subscript, items->items[i]);
        item->Subscript.value = pk_ast_copy(w->arena, value);
        item->Subscript.slice =
            pk_ast_literal(w->arena, PK_CONST_int, i, items->items[i]);
        pattern(w, item, items->items[i]);
    }
}

/* All that `from` and later tests ask. */
static pk_ast *all_of(writer *w, uint32_t from, const pk_ast *at) {
    pk_ast *node;

    if (w->test_count == from) {
        node = pk_ast_literal(w->arena, PK_CONST_bool, 1, at);
    } else if (w->test_count == from + 1) {
        node = w->tests[from];
    } else {
        node = pk_ast_new(w->arena, PK_AST_BoolOp, at);
        node->BoolOp.op = PK_AST_OP_And;
        node->BoolOp.values =
            pk_ast_list_of(w->arena, w->tests + from, w->test_count - from);
    }
    w->test_count = from;
    return node;
}

static void any_of(writer *w, const pk_ast *value, const pk_ast *p) {
    const pk_ast_list *patterns = &p->MatchOr.patterns;
    pk_ast *node = pk_ast_new(w->arena, PK_AST_BoolOp, p);
    pk_ast **values = pk_arena_array(w->arena, patterns->count, sizeof *values);
    const bool early = w->early;

    if (!values)
        return;
    w->early = true;
    for (uint32_t i = 0; i < patterns->count; i++) {
        writer each = {.arena = w->arena, .early = true};
        pattern(&each, value, patterns->items[i]);
        values[i] = all_of(&each, 0, patterns->items[i]);
    }
    w->early = early;
    node->BoolOp.op = PK_AST_OP_Or;
    node->BoolOp.values = (pk_ast_list){values, patterns->count};
    add(w, &w->tests, &w->test_count, node);
}

static void pattern(writer *w, const pk_ast *value, const pk_ast *p) {
    pk_ast *constant;

    switch (p->kind) {
    case PK_AST_MatchValue:
        test_alike(w, value, p->MatchValue.value);
        test(w, pk_ast_copy(w->arena, value), PK_AST_OP_Eq,
             pk_ast_copy(w->arena, p->MatchValue.value));
        break;
    case PK_AST_MatchSingleton:
        constant = pk_ast_new(w->arena, PK_AST_Constant, p);
        constant->Constant.value = p->MatchSingleton.value;
        test(w, pk_ast_copy(w->arena, value), PK_AST_OP_Is, constant);
        break;
    case PK_AST_MatchSequence: sequence(w, value, p); break;
    case PK_AST_MatchOr: any_of(w, value, p); break;
    default:
        if (p->MatchAs.pattern)
            pattern(w, value, p->MatchAs.pattern);
        if (p->MatchAs.name)
            capture(w, p->MatchAs.name, value, p);
    }
}

/* ---- statements ---- */

static void find_unsupported(const pk_ast *node, void *arg) {
    const pk_ast **found = arg;

    if (*found)
        return;
    if (node->kind == PK_AST_MatchClass || node->kind == PK_AST_MatchMapping ||
        node->kind == PK_AST_MatchStar)
        *found = node;
    else if (pk_ast_kind_class((pk_ast_kind)node->kind) == PK_AST_CLASS_pattern)
        pk_ast_children(node, find_unsupported, arg);
}

const pk_ast *pk_match_unsupported(const pk_ast *node) {
    const pk_ast *found = NULL;

    for (uint32_t i = 0; i < node->Match.cases.count; i++)
        find_unsupported(node->Match.cases.items[i]->match_case.pattern,
                         &found);
    return found;
}

static pk_ast_list joined(writer *w, pk_ast_list body) {
    for (uint32_t i = 0; i < body.count; i++)
        add(w, &w->stores, &w->store_count, body.items[i]);
    return pk_ast_list_of(w->arena, w->stores, w->store_count);
}

/* Returns what is done from this case on; `otherwise` is done where it does not
 * match. */
static pk_ast_list case_of(pk_arena *arena, const pk_ast *match,
                           const pk_ast *at, const char *subject,
                           pk_ast_list otherwise) {
    writer w = {.arena = arena, .early = at->match_case.guard != NULL};
    pk_ast *node = pk_ast_new(arena, PK_AST_If, at);
    pk_ast_list body;

    pattern(&w,
            pk_ast_name(arena, subject, PK_AST_Load, at->match_case.pattern),
            at->match_case.pattern);
    if (at->match_case.guard)
        add(&w, &w.tests, &w.test_count, at->match_case.guard);
    body = joined(&w, at->match_case.body);
    if (!w.test_count)
        return body;
    node->end_line = match->end_line;
    node->end_col = match->end_col;
    node->If.test = all_of(&w, 0, at);
    node->If.body = body;
    node->If.orelse = otherwise;
    return pk_ast_list_of(arena, &node, 1);
}

/* subject = ...; if ...: ... */
pk_ast_list pk_match_written(pk_arena *arena, const pk_ast *node) {
    writer w = {.arena = arena};
    /* Another pointer than those of names in the text. */
    const char *subject = pk_arena_text(arena, "match", 5);
    const pk_ast_list *cases = &node->Match.cases;
    pk_ast_list rest = {0};
    pk_ast *first =
        pk_ast_assign(arena, pk_ast_name(arena, subject, PK_AST_Store, node),
                      node->Match.subject, node);

    for (uint32_t i = cases->count; i-- > 0;)
        rest = case_of(arena, node, cases->items[i], subject, rest);
    first->end_line = node->Match.subject->end_line;
    first->end_col = node->Match.subject->end_col;
    add(&w, &w.stores, &w.store_count, first);
    return joined(&w, rest);
}
