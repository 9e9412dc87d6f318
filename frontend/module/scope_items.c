/* SPDX-License-Identifier: Apache-2.0 */
/* Items that the module level makes one by one, as tuples:
 * tuple(range(4)), np.array([2 * i for i in range(8)]), (1, 2) + (3,). */
#include "frontend/module/scope.h"
#include "frontend/values/known.h"
#include "frontend/values/plain.h"

enum { MAX_ITEMS = 4096 };

typedef struct items {
    const pk_ty **types;
    const pk_known **known;
    uint32_t count;
} items;

static bool begin(pk_scope *s, items *it, uint32_t most) {
    *it = (items){pk_arena_array(s->arena, most + 1, sizeof *it->types),
                  pk_arena_array(s->arena, most + 1, sizeof *it->known), 0};
    return most <= MAX_ITEMS && it->types && it->known;
}

static void add(items *it, pk_typed v) {
    it->types[it->count] = v.type;
    it->known[it->count++] = v.known;
}

static pk_typed end(pk_scope *s, const items *it) {
    pk_known *known = PK_NEW(s->arena, pk_known);

    known->items = it->known;
    return (pk_typed){.type = pk_ty_tuple(s->arena, it->types, it->count),
                      .known = known};
}

/* The tuple `times` over. */
static pk_typed repeated(pk_scope *s, pk_typed tuple, int64_t times) {
    items it;

    times = times < 0 ? 0 : times;
    if (!tuple.known || times > MAX_ITEMS ||
        !begin(s, &it, (uint32_t)times * tuple.type->count))
        return pk_scope_hidden(s, "tuple");
    for (int64_t i = 0; i < times; i++)
        for (uint32_t k = 0; k < tuple.type->count; k++)
            add(&it, pk_known_item(tuple, k));
    return end(s, &it);
}

pk_typed pk_scope_tuples(pk_scope *s, uint8_t op, pk_typed a, pk_typed b) {
    bool both = a.type->kind == b.type->kind && a.known && b.known;
    int64_t times;
    items it;

    if (op == PK_AST_OP_Mult && pk_is_plain(b) && pk_known_is_int(b, &times))
        return repeated(s, a, times);
    if (op == PK_AST_OP_Mult && pk_is_plain(a) && pk_known_is_int(a, &times))
        return repeated(s, b, times);
    if (op != PK_AST_OP_Add || !both ||
        !begin(s, &it, a.type->count + b.type->count))
        return pk_scope_hidden(s, "tuple");
    for (uint32_t k = 0; k < a.type->count; k++)
        add(&it, pk_known_item(a, k));
    for (uint32_t k = 0; k < b.type->count; k++)
        add(&it, pk_known_item(b, k));
    return end(s, &it);
}

pk_typed pk_scope_range(pk_scope *s, const pk_typed *args, uint32_t count) {
    int64_t v[3] = {0, 0, 1};
    items it;

    for (uint32_t i = 0; i < count; i++)
        if (i >= 3 || !pk_known_is_int(args[i], &v[count == 1 ? 1 : i]))
            return pk_scope_hidden(s, "range");
    if (!count || !v[2] || !begin(s, &it, MAX_ITEMS))
        return pk_scope_hidden(s, "range");
    for (int64_t i = v[0]; v[2] > 0 ? i < v[1] : i > v[1];) {
        if (it.count == MAX_ITEMS)
            return pk_scope_hidden(s, "range");
        add(&it, pk_known_int(s->arena, pk_ty_number(PK_TYPE_i64), i));
        if (__builtin_add_overflow(i, v[2], &i))
            break;
    }
    return end(s, &it);
}

/* Whether all conditions hold; false in *known where that is not known. */
static bool passes(pk_scope *s, const pk_ast_list *ifs, bool *known) {
    for (uint32_t i = 0; i < ifs->count && *known; i++) {
        pk_typed test = pk_scope_eval(s, ifs->items[i]);
        *known = pk_is_plain(test);
        if (*known && !pk_known_truth(test))
            return false;
    }
    return true;
}

pk_typed pk_scope_comprehension(pk_scope *s, const pk_ast *node) {
    bool list = node->kind == PK_AST_ListComp;
    const pk_ast_list *clauses =
        list ? &node->ListComp.generators : &node->GeneratorExp.generators;
    const pk_ast *elt = list ? node->ListComp.elt : node->GeneratorExp.elt;
    const pk_ast *clause = clauses->items[0];
    pk_scope inner = *s;
    bool known = true;
    pk_typed over;
    items it;

    if (clauses->count != 1 ||
        clause->comprehension.target->kind != PK_AST_Name)
        return pk_scope_hidden(s, "expression");
    over = pk_scope_eval(s, clause->comprehension.iter);
    if (over.type->kind != PK_TY_tuple || !begin(s, &it, over.type->count))
        return pk_scope_hidden(s, "expression");
    inner.enclosing = pk_enclosing_new(s->arena, s->enclosing);
    for (uint32_t i = 0; i < over.type->count; i++) {
        pk_typed v;
        pk_enclosing_bind(s->arena, inner.enclosing,
                          clause->comprehension.target->Name.id,
                          pk_known_item(over, i));
        if (!passes(&inner, &clause->comprehension.ifs, &known))
            continue;
        v = pk_scope_eval(&inner, elt);
        if (!known || !v.known || s->arena->failed)
            return pk_scope_hidden(s, "expression");
        add(&it, v);
    }
    return end(s, &it);
}
