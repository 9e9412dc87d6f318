/* SPDX-License-Identifier: Apache-2.0 */
/* any, all, sum, min and max of a generator expression or a list, and list
 * comprehensions: a function within the function, whose loop takes the items.
 *
 *     any(v > n for v in x if v)      def genexpr(items):
 *                                         for v in items:
 *                                             if v:
 *                                                 if v > n: return True
 *                                         return False
 *                                     genexpr(x)
 *
 * So the names of its targets are its own, and any and all stop where Python
 * does; of a list they go through all of it. What the first `for` takes is
 * evaluated outside, as in Python. */
#include "frontend/infer/typings.h"

#include "frontend/infer/closure.h"
#include "frontend/types/struct.h"

#include <string.h>

/* Names of the function's own: other pointers than those of the text. */
static const char items_name[] = "items", value_name[] = "value";
static const char result_name[] = "result", empty_name[] = "empty";
static const char other_name[] = "default", item_name[] = "item";
static const char generator_name[] = "genexpr", list_name[] = "listcomp";

/* The function that is made for one call, in `arena`, at the place of the
 * expression. */
typedef struct maker {
    pk_arena *arena;
    const pk_ast *at;
    bool list;
} maker;

/* ---- nodes ---- */

static pk_ast_list list_of(const maker *m, pk_ast *const *items,
                           uint32_t count) {
    return pk_ast_list_of(m->arena, items, count);
}

static pk_ast *name(const maker *m, const char *id, bool store) {
    return pk_ast_name(m->arena, id, store ? PK_AST_Store : PK_AST_Load, m->at);
}

static pk_ast *truth(const maker *m, bool value) {
    return pk_ast_literal(m->arena, PK_CONST_bool, value, m->at);
}

static pk_ast *zero(const maker *m) {
    return pk_ast_literal(m->arena, PK_CONST_int, 0, m->at);
}

static pk_ast *assign(const maker *m, const char *to, pk_ast *value) {
    return pk_ast_assign(m->arena, name(m, to, true), value, m->at);
}

static pk_ast *give(const maker *m, pk_ast *value) {
    pk_ast *node = pk_ast_new(m->arena, PK_AST_Return, m->at);

    node->Return.value = value;
    return node;
}

static pk_ast *when(const maker *m, pk_ast *test, pk_ast_list body) {
    pk_ast *node = pk_ast_new(m->arena, PK_AST_If, test);

    node->If.test = test;
    node->If.body = body;
    return node;
}

static pk_ast *add(const maker *m, pk_ast *a, pk_ast *b) {
    pk_ast *node = pk_ast_new(m->arena, PK_AST_BinOp, b);

    node->BinOp.op = PK_AST_OP_Add;
    node->BinOp.left = a;
    node->BinOp.right = b;
    return node;
}

static pk_ast *without(const maker *m, pk_ast *operand) {
    pk_ast *node = pk_ast_new(m->arena, PK_AST_UnaryOp, operand);

    node->UnaryOp.op = PK_AST_OP_Not;
    node->UnaryOp.operand = operand;
    return node;
}

/* empty or value < result */
static pk_ast *is_better(const maker *m, bool least) {
    pk_ast *better = pk_ast_compare(m->arena, name(m, value_name, false),
                                    least ? PK_AST_OP_Lt : PK_AST_OP_Gt,
                                    name(m, result_name, false), m->at);
    pk_ast *node = pk_ast_new(m->arena, PK_AST_BoolOp, m->at);
    pk_ast *values[] = {name(m, empty_name, false), better};

    node->BoolOp.op = PK_AST_OP_Or;
    node->BoolOp.values = list_of(m, values, 2);
    return node;
}

/* raise ValueError('min() arg is an empty sequence') */
static pk_ast *no_items(const maker *m, bool least) {
    pk_ast *node = pk_ast_new(m->arena, PK_AST_Raise, m->at);
    pk_ast *call = pk_ast_new(m->arena, PK_AST_Call, m->at);
    pk_ast *words = pk_ast_new(m->arena, PK_AST_Constant, m->at);
    const char *text = least ? "min() arg is an empty sequence"
                             : "max() arg is an empty sequence";

    words->Constant.value = (pk_const){
        .kind = PK_CONST_str, .length = (uint32_t)strlen(text), .text = text};
    call->Call.func = name(m, "ValueError", false);
    call->Call.args = list_of(m, &words, 1);
    node->Raise.exc = call;
    return node;
}

/* ---- functions ---- */

/* The loops, with what is done with an item inside. */
static pk_ast *loops(const maker *m, const pk_ast *generator,
                     pk_ast_list inside) {
    const pk_ast_list *clauses = &generator->GeneratorExp.generators;
    pk_ast *loop = NULL;

    for (uint32_t i = clauses->count; i-- > 0;) {
        const pk_ast *clause = clauses->items[i];
        const pk_ast_list *ifs = &clause->comprehension.ifs;
        for (uint32_t k = ifs->count; k-- > 0;) {
            pk_ast *test = when(m, ifs->items[k], inside);
            inside = list_of(m, &test, 1);
        }
        loop = pk_ast_new(m->arena, PK_AST_For, clause->comprehension.target);
        loop->For.target = clause->comprehension.target;
        loop->For.iter =
            i ? clause->comprehension.iter : name(m, items_name, false);
        loop->For.body = inside;
        inside = list_of(m, &loop, 1);
    }
    return loop;
}

/* any and all; of a list the answer waits for the last item. */
static pk_ast_list asks(const maker *m, const pk_ast *generator, bool any) {
    pk_ast *item = generator->GeneratorExp.elt;
    pk_ast *found = m->list ? assign(m, result_name, truth(m, any))
                            : give(m, truth(m, any));
    pk_ast *test =
        when(m, any ? item : without(m, item), list_of(m, &found, 1));
    pk_ast *loop = loops(m, generator, list_of(m, &test, 1));
    pk_ast *stops[] = {loop, give(m, truth(m, !any))};
    pk_ast *waits[] = {assign(m, result_name, truth(m, !any)), loop,
                       give(m, name(m, result_name, false))};

    return m->list ? list_of(m, waits, 3) : list_of(m, stops, 2);
}

/* The sum begins with the parameter `result`. */
static pk_ast_list adds(const maker *m, const pk_ast *generator) {
    pk_ast *more = assign(
        m, result_name,
        add(m, name(m, result_name, false), generator->GeneratorExp.elt));
    pk_ast *body[] = {loops(m, generator, list_of(m, &more, 1)),
                      give(m, name(m, result_name, false))};

    return list_of(m, body, 2);
}

static pk_ast_list chooses(const maker *m, const pk_ast *generator, bool least,
                           bool has_default) {
    pk_ast *taken[] = {assign(m, result_name, name(m, value_name, false)),
                       assign(m, empty_name, truth(m, false))};
    pk_ast *each[] = {assign(m, value_name, generator->GeneratorExp.elt),
                      when(m, is_better(m, least), list_of(m, taken, 2))};
    pk_ast *none =
        has_default ? give(m, name(m, other_name, false)) : no_items(m, least);
    pk_ast *body[] = {assign(m, empty_name, truth(m, true)),
                      loops(m, generator, list_of(m, each, 2)),
                      when(m, name(m, empty_name, false), list_of(m, &none, 1)),
                      give(m, name(m, result_name, false))};

    return list_of(m, body, 4);
}

static pk_ast *function(const maker *m, pk_ast_list body, const char *second) {
    pk_ast *def = pk_ast_new(m->arena, PK_AST_FunctionDef, m->at);
    pk_ast *args = pk_ast_new(m->arena, PK_AST_arguments, m->at);
    pk_ast *params[2];

    for (int i = 0; i < 2; i++) {
        params[i] = pk_ast_new(m->arena, PK_AST_arg, m->at);
        params[i]->arg.arg = i ? second : items_name;
    }
    args->arguments.args = list_of(m, params, second ? 2 : 1);
    def->FunctionDef.name = m->list ? list_name : generator_name;
    def->FunctionDef.args = args;
    def->FunctionDef.body = body;
    return def;
}

const char *pk_made_of_generator(const pk_ast *def) {
    const char *id = def->FunctionDef.name;

    return id == generator_name ? "generator expression"
           : id == list_name    ? "list comprehension"
                                : NULL;
}

/* ---- the call ---- */

static bool is_generator(const pk_ast *node) {
    return node->kind == PK_AST_GeneratorExp || node->kind == PK_AST_ListComp;
}

/* The hint where a generator is passed to other functions. */
static const char *instead_of(const char *path) {
    static const char *const rows[][2] = {
        {"numpy.sum", "Python's sum takes one: sum(v for v in a)"},
        {"numpy.any", "Python's any takes one: any(v for v in a)"},
        {"numpy.all", "Python's all takes one: all(v for v in a)"},
        {"numpy.max", "Python's max takes one: max(v for v in a)"},
        {"numpy.min", "Python's min takes one: min(v for v in a)"},
        {"numpy.mean", "divide: sum(v for v in a) / n"},
        {"numpy.count_nonzero", "count: sum(v != 0 for v in a)"},
        {"builtins.len", "count: sum(1 for v in a)"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i][0], path) == 0)
            return rows[i][1];
    return PK_HINT_LOOP;
}

static bool is_taker(const pk_builtin *builtin) {
    return strncmp(builtin->path, "builtins.", 9) == 0 &&
           (builtin->how == PK_HOW_generic || builtin->how == PK_HOW_sum ||
            builtin->how == PK_HOW_min_max);
}

bool pk_takes_generator(const pk_ast *node, const pk_builtin *builtin) {
    return node->Call.args.count && is_generator(node->Call.args.items[0]) &&
           is_taker(builtin);
}

/* Whether no call takes it but of those that are written out: in a host
 * function a comprehension makes a list. */
static bool is_refused(const pk_infer *in, const pk_ast *node) {
    return node->kind == PK_AST_GeneratorExp ||
           (node->kind == PK_AST_ListComp && !in->c->signature->host);
}

static const pk_ast *find_generator(const pk_infer *in, const pk_ast *call) {
    for (uint32_t i = 0; i < call->Call.args.count; i++)
        if (is_refused(in, call->Call.args.items[i]))
            return call->Call.args.items[i];
    for (uint32_t i = 0; i < call->Call.keywords.count; i++)
        if (is_refused(in, call->Call.keywords.items[i]->keyword.value))
            return call->Call.keywords.items[i]->keyword.value;
    return NULL;
}

static const char *word_of(const pk_ast *generator) {
    return generator->kind == PK_AST_ListComp ? "list comprehension"
                                              : "generator expression";
}

bool pk_refuse_generator(pk_infer *in, const pk_ast *node,
                         const pk_builtin *builtin) {
    const pk_ast *generator = find_generator(in, node);

    if (!generator)
        return false;
    pk_say(in, generator, PK_E_call_type,
           builtin->how == PK_HOW_sum
               ? "put the generator first: sum((v for v in a), start)"
           : is_taker(builtin)
               ? pk_arena_format(in->arena,
                                 "pass nothing else: %s(v for v "
                                 "in a)",
                                 pk_builtin_name(builtin))
               : instead_of(builtin->path),
           "%s takes no %s here", pk_builtin_name(builtin), word_of(generator));
    return true;
}

bool pk_refuse_own_generator(pk_infer *in, const pk_ast *node,
                             const pk_function *fn) {
    const pk_ast *generator = find_generator(in, node);
    const char *id = fn->info.name;
    const pk_builtin *row;

    if (!generator)
        return false;
    row = pk_builtin_find(pk_arena_format(in->arena, "builtins.%s", id));
    pk_say(in, generator, PK_E_call_type,
           row && is_taker(row)
               ? pk_arena_format(in->arena,
                                 "give it another name, and %s is Python's, "
                                 "which takes one",
                                 id)
               : "pass the array that the items are computed from, and loop "
                 "over it in the function",
           "'%s' is a function of the program, and cannot take a %s", id,
           word_of(generator));
    pk_say_in(in->c, fn->program, fn->def, PK_SEVERITY_note, PK_OK, NULL,
              "'%s' is defined here", id);
    return true;
}

pk_typed pk_say_no_items(pk_infer *in, const pk_ast *node,
                         const pk_builtin *builtin) {
    const char *id = pk_builtin_name(builtin);

    return pk_say(in, node, PK_E_call_type,
                  pk_arena_format(in->arena,
                                  "Python raises a ValueError here; only %s() "
                                  "of a generator takes default=...",
                                  id),
                  "%s of an empty tuple has no value", id);
}

static void find_named(const pk_ast *node, void *arg) {
    const pk_ast **found = arg;

    if (node->kind == PK_AST_NamedExpr)
        *found = node;
    else if (!*found)
        pk_ast_below(node, find_named, arg);
}

/* Finds the call's other argument: sum's start, or the default of min and max.
 * Where it has any other, says so and returns false. */
static bool find_second(pk_infer *in, const pk_ast *node, const pk_call *call,
                        pk_ast **second) {
    const pk_ast_list *words = &node->Call.keywords;
    bool sums = call->builtin->how == PK_HOW_sum;
    bool chooses = call->builtin->how == PK_HOW_min_max;
    const char *wanted = sums ? "start" : "default", *given;

    *second = NULL;
    if (sums && node->Call.args.count == 2)
        *second = node->Call.args.items[1];
    else if (node->Call.args.count > 1)
        return pk_say(in, node, PK_E_call_count, NULL,
                      "%s takes a generator alone",
                      pk_builtin_name(call->builtin)),
               false;
    for (uint32_t i = 0; i < words->count; i++) {
        given = words->items[i]->keyword.arg;
        if ((sums || chooses) && given && strcmp(given, wanted) == 0 &&
            !*second) {
            *second = words->items[i]->keyword.value;
            continue;
        }
        pk_say_unsupported(in, words->items[i], "this argument",
                           "write a for loop");
        return false;
    }
    return true;
}

/* Says what a function that is made of it cannot do; false: something was. */
static bool check_clauses(pk_infer *in, const pk_ast *generator) {
    const pk_ast_list *clauses = generator->kind == PK_AST_DictComp
                                     ? &generator->DictComp.generators
                                     : &generator->GeneratorExp.generators;
    const pk_ast *named = NULL;

    for (uint32_t i = 0; i < clauses->count; i++)
        if (clauses->items[i]->comprehension.is_async) {
            pk_say_unsupported(in, clauses->items[i], "async for", NULL);
            return false;
        }
    find_named(generator, &named);
    if (named)
        pk_say_unsupported(in, named, "':=' within a generator",
                           "write a for loop");
    return !named;
}

static const pk_ast *written_out(pk_infer *in, const pk_ast *node,
                                 const pk_call *call) {
    const pk_ast *generator = node->Call.args.items[0];
    const pk_ast_list *clauses = &generator->GeneratorExp.generators;
    maker m = {in->arena, generator, generator->kind == PK_AST_ListComp};
    const pk_builtin *builtin = call->builtin;
    pk_ast *second, *out = pk_ast_new(in->arena, PK_AST_Call, node);
    pk_ast *args[2];
    pk_ast_list body;

    if (!find_second(in, node, call, &second) || !check_clauses(in, generator))
        return NULL;
    if (builtin->how == PK_HOW_sum && !second)
        second = zero(&m);
    body = builtin->how == PK_HOW_sum ? adds(&m, generator)
           : builtin->how == PK_HOW_generic
               ? asks(&m, generator, strcmp(builtin->path, "builtins.any") == 0)
               : chooses(&m, generator, builtin->param == PK_OP_min_num,
                         second != NULL);
    args[0] = clauses->items[0]->comprehension.iter;
    args[1] = second;
    out->Call.func = function(&m, body,
                              !second                      ? NULL
                              : builtin->how == PK_HOW_sum ? result_name
                                                           : other_name);
    out->Call.args = list_of(&m, args, second ? 2 : 1);
    return in->arena->failed ? NULL : out;
}

/* The call `node` of a builtin, where `written` has the generator. */
static pk_typed generator_call(pk_infer *in, const pk_ast *node,
                               const pk_ast *written, pk_call *call) {
    const pk_call *before = pk_note_find(in->instance, node)->call;
    pk_typed v;

    /* In a loop that is gone through again it is written already. */
    call->spread = before && before->builtin == call->builtin && before->spread
                       ? before->spread
                       : written_out(in, written, call);
    if (!call->spread)
        return error();
    v = pk_infer_expr(in, call->spread);
    return call->builtin->how == PK_HOW_min_max && !node->Call.keywords.count &&
                   v.type->kind == PK_TY_none
               ? pk_say_no_items(in, node, call->builtin)
               : v;
}

/* The call with (item for item in g) in place of its argument g. */
static const pk_ast *of_items(pk_infer *in, const pk_ast *node) {
    const maker m = {in->arena, node, false};
    pk_ast *call = pk_ast_new(in->arena, PK_AST_Call, node);
    pk_ast *items = pk_ast_new(in->arena, PK_AST_GeneratorExp, node);
    pk_ast *clause = pk_ast_new(in->arena, PK_AST_comprehension, node);

    clause->comprehension.target = name(&m, item_name, true);
    clause->comprehension.iter = node->Call.args.items[0];
    items->GeneratorExp.elt = name(&m, item_name, false);
    items->GeneratorExp.generators = list_of(&m, &clause, 1);
    *call = *node;
    call->Call.args = list_of(&m, node->Call.args.items, node->Call.args.count);
    if (!in->arena->failed)
        call->Call.args.items[0] = items;
    return in->arena->failed ? NULL : call;
}

bool pk_infer_of_generator(pk_infer *in, const pk_ast *node, pk_call *call,
                           pk_typed *out) {
    const pk_ast *first =
        node->Call.args.count ? node->Call.args.items[0] : NULL;
    const pk_call *before = pk_note_find(in->instance, node)->call;
    const pk_ast *written;

    if (!first || !is_taker(call->builtin) ||
        !pk_ty_is_stepped(pk_note_find(in->instance, first)->v.type) ||
        (call->builtin->how == PK_HOW_min_max && node->Call.args.count > 1))
        return false;
    written = before && before->spread
                  ? node /* in a loop that is gone through again */
                  : of_items(in, node);
    *out = written ? generator_call(in, node, written, call) : error();
    return true;
}

pk_typed pk_infer_generator(pk_infer *in, const pk_ast *node, pk_call *call) {
    return generator_call(in, node, node, call);
}

/* ---- comprehensions ---- */

static pk_ast *statement(const maker *m, pk_ast *value) {
    pk_ast *node = pk_ast_new(m->arena, PK_AST_Expr, m->at);

    node->Expr.value = value;
    return node;
}

/* result.append(item), result.add(item), result[key] = item */
static pk_ast *collect_one(const maker *m, const pk_ast *node) {
    const pk_ast *item = node->ListComp.elt;
    pk_ast *store, *place;

    if (node->kind != PK_AST_DictComp)
        return statement(
            m, pk_ast_method(m->arena, item, name(m, result_name, false),
                             node->kind == PK_AST_SetComp ? "add" : "append",
                             &item, 1));
    store = pk_ast_new(m->arena, PK_AST_Assign, node);
    place = pk_ast_new(m->arena, PK_AST_Subscript, node);
    place->Subscript.value = name(m, result_name, false);
    place->Subscript.slice = node->DictComp.key;
    place->Subscript.ctx = PK_AST_Store;
    store->Assign.targets = list_of(m, &place, 1);
    store->Assign.value = node->DictComp.value;
    return store;
}

/* result = []; for ...: result.append(item); return result */
static const pk_ast *collected(pk_infer *in, const pk_ast *node) {
    const maker m = {in->arena, node, true};
    const bool of_dict = node->kind == PK_AST_DictComp;
    pk_ast *loop = pk_ast_new(in->arena, PK_AST_GeneratorExp, node);
    pk_ast *add = collect_one(&m, node), *out, *body[3];
    const pk_ast_list *clauses =
        of_dict ? &node->DictComp.generators : &node->ListComp.generators;

    loop->GeneratorExp.generators = *clauses;
    body[0] = assign(&m, result_name,
                     pk_ast_new(in->arena,
                                of_dict                        ? PK_AST_Dict
                                : node->kind == PK_AST_SetComp ? PK_AST_Set
                                                               : PK_AST_List,
                                node));
    body[1] = loops(&m, loop, list_of(&m, &add, 1));
    body[2] = give(&m, name(&m, result_name, false));
    out = pk_ast_new(in->arena, PK_AST_Call, node);
    out->Call.func = function(&m, list_of(&m, body, 3), NULL);
    out->Call.args = list_of(&m, &clauses->items[0]->comprehension.iter, 1);
    return in->arena->failed ? NULL : out;
}

pk_typed pk_infer_comprehension(pk_infer *in, const pk_ast *node) {
    const pk_ast *written = pk_note_find(in->instance, node)->written;

    if (!written && check_clauses(in, node))
        written = collected(in, node);
    if (!written)
        return (pk_typed){.type = &pk_ty_error};
    pk_note_at(in, node)->written = written;
    return pk_infer_expr(in, written);
}
