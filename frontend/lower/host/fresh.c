/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of array expressions that become new arrays, in memory of their own
 * or in that of an array that nobody uses any more:
 *
 *     x = np.sqrt(x * x + y)      the variable's array, read at the place that
 *                                 is written, or not at all
 *     y = x + 1                   a variable's whose last use that is
 *     np.dot(a, b) + 1            a call's array
 *
 * Whether it has no other owner, a view, a list or the caller, and the size
 * that is wanted, the function asks when it runs (the operation `sole`):
 *
 *     %1: bool = sole $x, $x.data, %bytes
 *     if %1 { set $owner, $x }  else { %2, %3 = alloc %bytes  set $owner, %2 }
 *     for.items %i = 0, %n, 1 { store (elem $data, %i), ... }
 */
#include "frontend/lower/lower.h"

/* ---- what is not used any more ---- */

typedef struct mention {
    const char *name;
    bool found;
} mention;

static void find_mention(const pk_ast *node, void *arg) {
    mention *m = arg;

    m->found |= node->kind == PK_AST_Name && node->Name.id == m->name;
    if (!m->found)
        pk_ast_below(node, find_mention, m);
}

static bool mentions(const pk_ast *node, const char *name) {
    mention m = {.name = name};

    find_mention(node, &m);
    return m.found;
}

/* Whether the leaf may be a view of the variable's array that does not count as
 * an owner of it: what a call gives does. */
static bool may_view(const pk_tree *leaf, const pk_ty *type, const char *name,
                     const pk_ty *whole) {
    return !pk_ty_is_numeric(type) &&
           (leaf->node->kind != PK_AST_Name || !pk_ty_equal(type, whole)) &&
           mentions(leaf->node, name);
}

static bool any_may_view(const pk_tree *tree, const pk_ty *computed,
                         const char *name, const pk_ty *whole) {
    if (!tree->call)
        return may_view(tree, computed->items[tree->leaf], name, whole);
    for (uint32_t i = 0; i < tree->count; i++)
        if (any_may_view(tree->args[i], computed, name, whole))
            return true;
    return false;
}

/* Finds the array that the name had before the assignment at hand. The first
 * assignment has nothing to find, and a handler of a `try` would see elements
 * change. In a parallel loop a variable that is read may come from before the
 * loop: only where the program does that. */
static bool find_assigned(pk_lower *l, const pk_ast *node, const pk_ty *type,
                          const pk_ty *computed, pk_lv *out) {
    const char *name = l->assign && l->assign->Assign.value == node
                           ? l->assign->Assign.targets.items[0]->Name.id
                           : NULL;
    const int index = name ? pk_vars_find(&l->instance->vars, name) : -1;
    const pk_var *var = index < 0 ? NULL : &l->instance->vars.items[index];

    if (!var || var->outside || var->shared || l->tries ||
        (var->stores == 1 && !var->param && !l->loop) ||
        (pk_lower_in_parallel(l) && !mentions(node, name)) ||
        any_may_view(computed->tree, computed, name, type))
        return false;
    *out = pk_lower_home(l, index, type);
    return true;
}

/* Whether the expression is all that the statement of the function's body at
 * hand computes: it does so once. */
static bool is_value(const pk_lower *l, const pk_ast *node) {
    const pk_ast *statement = l->statement;

    return statement && ((statement->kind == PK_AST_Assign &&
                          statement->Assign.value == node) ||
                         (statement->kind == PK_AST_Return &&
                          statement->Return.value == node));
}

/* Finds an array of a variable that is used for the last time. What a parameter
 * has from the start is the caller's. */
static bool find_last(pk_lower *l, const pk_tree *tree, pk_lv computed,
                      const pk_ty *type, pk_lv *out) {
    const pk_ty *whole = computed.type;
    const pk_var *var;
    int index;

    for (uint32_t i = 0; tree->call && i < tree->count; i++)
        if (find_last(l, tree->args[i], computed, type, out))
            return true;
    if (tree->call || tree->node->kind != PK_AST_Name ||
        !pk_ty_equal(whole->items[tree->leaf], type))
        return false;
    index = pk_vars_find(&l->instance->vars, tree->node->Name.id);
    if (index < 0)
        return false;
    var = &l->instance->vars.items[index];
    if ((var->param && !var->stores) ||
        !pk_lower_ends_in(var, l->statement, l->following) ||
        any_may_view(whole->tree, whole, var->name, type))
        return false;
    *out = pk_lower_computed_leaf(computed, tree->leaf);
    return true;
}

static const pk_value *owner_of(pk_lv array) {
    uint32_t owner;

    return pk_part_owner(array.type, &owner) ? array.parts[owner] : NULL;
}

/* Finds an array that a call has made for this expression alone: a value that
 * is newer than `before`, the last one in front of it. */
static bool find_made(const pk_tree *tree, pk_lv computed, const pk_ty *type,
                      uint32_t before, pk_lv *out) {
    const pk_value *owner;

    for (uint32_t i = 0; tree->call && i < tree->count; i++)
        if (find_made(tree->args[i], computed, type, before, out))
            return true;
    if (tree->call || tree->node->kind != PK_AST_Call ||
        !pk_ty_equal(computed.type->items[tree->leaf], type))
        return false;
    *out = pk_lower_computed_leaf(computed, tree->leaf);
    owner = owner_of(*out);
    return owner && owner->kind == PK_VALUE_result && owner->id >= before &&
           (owner->def->op == PK_OP_call ||
            pk_op_table[owner->def->op].rule == PK_RULE_ALLOC);
}

static bool find_old(pk_lower *l, const pk_ast *node, pk_lv computed,
                     const pk_ty *type, uint32_t before, pk_lv *out) {
    const pk_tree *tree = computed.type->tree;

    if (l->c->signature->debug)
        return false; /* all variables keep what they have */
    return find_assigned(l, node, type, computed.type, out) ||
           (!l->tries && is_value(l, node) &&
            find_last(l, tree, computed, type, out)) ||
           find_made(tree, computed, type, before, out);
}

/* ---- memory ---- */

/* Whether `old` has the shape of the new array, and memory that is nobody
 * else's. */
static pk_value *may_take(pk_lower *l, pk_lv v, pk_lv old, uint32_t owner,
                          pk_value *bytes) {
    pk_value *may = pk_emit3(&l->b, PK_OP_sole, old.parts[owner],
                             old.parts[PK_PART_data], bytes);

    for (uint32_t i = 0; i < v.type->ndim; i++)
        may = emit(l, PK_OP_and, may,
                   emit(l, PK_OP_eq, v.parts[PK_PART_shape + i],
                        old.parts[PK_PART_shape + i]));
    return may;
}

static void allocate_or_take(pk_lower *l, pk_lv v, pk_lv old) {
    pk_value *bytes = pk_lower_array_bytes(l, v), *ref, *data;
    pk_local *owner_local = pk_lower_keep_later(l), *data_local;
    uint32_t owner = 0;
    pk_inst *taken;

    pk_part_owner(v.type, &owner);
    data_local = pk_func_local(l->fn, NULL, pk_ty_part(v.type, PK_PART_data));
    taken = pk_begin_if(&l->b, may_take(l, v, old, owner, bytes));
    pk_emit_set(&l->b, owner_local, old.parts[owner]);
    pk_emit_set(&l->b, data_local, old.parts[PK_PART_data]);
    pk_begin_else(&l->b, taken);
    ref = pk_emit_alloc(&l->b, PK_OP_alloc,
                        pk_type_elem(pk_ty_part(v.type, PK_PART_data)), bytes,
                        &data);
    pk_emit_set(&l->b, owner_local, ref);
    pk_emit_set(&l->b, data_local, data);
    pk_lower_check_memory(l, ref, bytes);
    pk_end_control(&l->b, taken);
    v.parts[owner] = pk_emit_get(&l->b, owner_local);
    v.parts[PK_PART_data] = pk_emit_get(&l->b, data_local);
}

pk_lv pk_lower_fresh(pk_lower *l, const pk_ast *node, const pk_note *note) {
    const uint32_t before = l->fn->value_count;
    pk_lv v = pk_lv_new(l, note->v.type);
    pk_lv computed = pk_lower_computed(l, node, note->fresh), old;
    pk_value *index[PK_MAX_DIMS];
    pk_nest nest;
    pk_loc loc = l->b.loc;
    pk_target target;
    pk_lv element;
    bool found;

    for (uint32_t i = 0; i < v.type->ndim; i++)
        v.parts[PK_PART_shape + i] = computed.parts[i];
    found = find_old(l, node, computed, v.type, before, &old);
    if (found)
        allocate_or_take(l, v, old);
    else
        pk_lower_allocate(l, v, PK_OP_alloc);
    pk_nest_over(l, &nest, v);
    /* An element is read where it is written, or in another array. */
    l->b.flags |= found ? PK_INST_items : 0;
    pk_nest_begin(l, &nest, nest.depth && pk_lower_has_threads(l), NULL);
    l->b.flags &= (uint8_t)~PK_INST_items;
    pk_nest_index(l, &nest, v, index);
    element = pk_lower_computed_at(l, node, computed, index);
    l->b.loc = loc;
    target = pk_lower_place(l, v, index);
    pk_lower_put(l, &target, element);
    pk_nest_end(l, &nest);
    return v;
}
