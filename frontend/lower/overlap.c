/* SPDX-License-Identifier: Apache-2.0 */
/* Stores into a view while other elements of the same array are read.
 *
 * NumPy computes all values first. Here each is stored before the next is
 * computed, so a place that is read later must not be written before. Where
 * both come from one pointer, their distance is known while running:
 *
 *   the same places       any order is right
 *   no place in common    so it is
 *   shifted by a distance a[1:] = a[:-1] runs from the end to the front,
 *                         a[:-1] = a[1:] from the front to the end
 *   anything else         a[:] = a[::-1] needs an array in between, which
 *                         functions of the host make (host/aside.c); kernels
 *                         fail
 */
#include "frontend/lower/lower.h"

#include "core/address.h"
#include "frontend/lower/report.h"

static pk_value *no(pk_lower *l) {
    return pk_const_int(l->fn, PK_TYPE_bool, 0);
}

static pk_value *both(pk_lower *l, pk_value *a, pk_value *b) {
    return emit(l, PK_OP_and, a, b);
}

static pk_value *negated(pk_lower *l, pk_value *a) {
    return pk_emit1(&l->b, PK_OP_not, a);
}

/* ---- where a view begins ---- */

/* Equal while the statement runs: a variable is read in it, not set. */
static bool same_value(const pk_value *a, const pk_value *b) {
    if (a == b)
        return true;
    if (a->kind == PK_VALUE_result && b->kind == PK_VALUE_result)
        return a->def->op == PK_OP_get && b->def->op == PK_OP_get &&
               a->def->local == b->def->local;
    return pk_is_const(a) && pk_is_const(b) && a->type == b->type &&
           a->bits == b->bits;
}

/* The pointer that an address was computed from, and the bytes between. */
static const pk_value *root_of(pk_lower *l, const pk_value *pointer,
                               pk_value **bytes) {
    *bytes = pk_i64(l, 0);
    for (const pk_inst *step; (step = pk_address_step(pointer));
         pointer = step->args[0]) {
        pk_value *by = step->args[1];
        if (step->op == PK_OP_elem)
            by = emit(l, PK_OP_mul, by, pk_i64(l, pk_address_unit(step)));
        *bytes =
            pk_is_const_int(*bytes, 0) ? by : emit(l, PK_OP_add, *bytes, by);
    }
    return pointer;
}

/* The same elements in the same order, seen while compiling. */
static bool same_view(pk_lv a, pk_lv b) {
    if (!pk_ty_equal(a.type, b.type))
        return false;
    for (uint32_t i = 0; i < a.type->parts; i++)
        if (!same_value(a.parts[i], b.parts[i]))
            return false;
    return true;
}

/* ---- how two views lie ---- */

/* Bytes from `*low` to before `*high` hold the view, which begins at `start`,
 * where it has elements. */
static void extent_of(pk_lower *l, pk_lv view, pk_value *start, pk_value **low,
                      pk_value **high) {
    pk_value *zero = pk_i64(l, 0);
    uint32_t size = pk_ty_bytes(pk_ty_element(view.type));

    *low = start;
    *high = emit(l, PK_OP_add, start, pk_i64(l, size));
    for (uint32_t i = 0; i < view.type->ndim; i++) {
        pk_value *last =
            emit(l, PK_OP_sub, view.parts[PK_PART_shape + i], pk_i64(l, 1));
        pk_value *span = emit(l, PK_OP_mul, last, pk_lower_stride(l, view, i));
        *low = emit(l, PK_OP_add, *low, emit(l, PK_OP_min, span, zero));
        *high = emit(l, PK_OP_add, *high, emit(l, PK_OP_max, span, zero));
    }
}

/* No byte is in both, or there is nothing to store. */
static pk_value *are_disjoint(pk_lower *l, pk_lv place, pk_value *to,
                              pk_lv leaf, pk_value *from) {
    pk_value *low, *high, *other_low, *other_high, *disjoint, *before;

    extent_of(l, place, to, &low, &high);
    extent_of(l, leaf, from, &other_low, &other_high);
    disjoint = emit(l, PK_OP_le, other_high, low);
    before = emit(l, PK_OP_le, high, other_low);
    disjoint = emit(l, PK_OP_or, disjoint, before);
    for (uint32_t i = 0; i < place.type->ndim; i++) {
        pk_value *extent = place.parts[PK_PART_shape + i];
        disjoint = emit(l, PK_OP_or, disjoint,
                        emit(l, PK_OP_eq, extent, pk_i64(l, 0)));
    }
    return disjoint;
}

static pk_value *address_of(pk_lower *l, pk_lv view) {
    return pk_emit_to(&l->b, PK_OP_bitcast, PK_TYPE_i64,
                      pk_emit1(&l->b, PK_OP_address, view.parts[PK_PART_data]));
}

pk_value *pk_overlap_apart(pk_lower *l, pk_lv a, pk_lv b) {
    return are_disjoint(l, a, address_of(l, a), b, address_of(l, b));
}

uint32_t pk_lower_loop_axis(pk_lower *l, pk_lv place, uint32_t depth) {
    uint32_t size = pk_type_bytes(place.type->scalar) *
                    (place.type->flags & PK_TYF_complex ? 2 : 1);
    bool fortran = place.type->ndim > 1 && place.type->layout != 'C' &&
                   pk_is_const_int(pk_lower_stride(l, place, 0), size);

    return fortran ? place.type->ndim - 1 - depth : depth;
}

/* Axes of one length have the same stride, and the order of indices is that of
 * addresses: forwards along all axes, each step over all that the axes inside
 * span. Sets `*down` where addresses fall. */
static pk_value *have_same_steps(pk_lower *l, pk_lv place, pk_lv leaf,
                                 pk_value **down) {
    pk_value *zero = pk_i64(l, 0), *yes = NULL, *inside = zero;
    uint32_t ndim = place.type->ndim;

    *down = no(l);
    for (uint32_t k = ndim; k-- > 0;) {
        uint32_t i = pk_lower_loop_axis(l, place, k);
        pk_value *stride = pk_lower_stride(l, place, i), *falls, *fits, *size;
        fits = emit(l, PK_OP_eq, stride, pk_lower_stride(l, leaf, i));
        fits = emit(
            l, PK_OP_or, fits,
            emit(l, PK_OP_eq, place.parts[PK_PART_shape + i], pk_i64(l, 1)));
        fits = both(l, fits,
                    emit(l, PK_OP_eq, place.parts[PK_PART_shape + i],
                         leaf.parts[PK_PART_shape + i]));
        falls = emit(l, PK_OP_lt, stride, zero);
        if (k + 1 == ndim)
            *down = falls;
        else
            fits = both(l, fits, emit(l, PK_OP_eq, falls, *down));
        size = pk_emit1(&l->b, PK_OP_abs, stride);
        fits = both(l, fits, emit(l, PK_OP_gt, size, inside));
        yes = yes ? both(l, yes, fits) : fits;
        inside = emit(l, PK_OP_add, inside,
                      emit(l, PK_OP_mul, size,
                           emit(l, PK_OP_sub, place.parts[PK_PART_shape + i],
                                pk_i64(l, 1))));
    }
    return yes ? yes : pk_const_int(l->fn, PK_TYPE_bool, 1);
}

/* ---- the order ---- */

/* Adds one more case in which `*any` is true. */
static void add_condition(pk_lower *l, pk_value **any, pk_value *condition) {
    *any = *any ? emit(l, PK_OP_or, *any, condition) : condition;
}

/* Whether memory has just been made, or is an argument's. */
static bool is_made(const pk_value *root) {
    return root->kind == PK_VALUE_result &&
           pk_op_table[root->def->op].rule == PK_RULE_ALLOC;
}

static bool is_argument(const pk_lower *l, const pk_value *root, bool alone) {
    for (uint32_t i = 0; i < l->fn->param_count; i++)
        if (l->fn->params[i].value == root)
            return !alone || l->fn->params[i].flags & PK_PARAM_noalias;
    return false;
}

/* Whether it is seen that two pointers lead to different memory. */
static bool are_apart(const pk_lower *l, const pk_value *a, const pk_value *b) {
    if (is_made(a) || is_made(b))
        return (is_made(a) || is_argument(l, a, false)) &&
               (is_made(b) || is_argument(l, b, false));
    return is_argument(l, a, true) && is_argument(l, b, true);
}

/* Two pointers may lead to one array, by two names or two arguments: places in
 * common must be the same ones. (core/passes/apart.c knows most to be apart.)
 */
static void add_other(pk_lower *l, pk_overlap *o, pk_lv place,
                      const pk_value *root, pk_lv leaf, const pk_value *other) {
    pk_value *to, *from, *good, *down, *same;

    if (!pk_lower_goes_aside(l, place) || are_apart(l, root, other) ||
        pk_type_space(root->type) != PK_SPACE_global ||
        pk_type_space(other->type) != PK_SPACE_global)
        return;
    to = address_of(l, place);
    from = address_of(l, leaf);
    good = are_disjoint(l, place, to, leaf, from);
    if (place.type->ndim == leaf.type->ndim) {
        same = both(l, have_same_steps(l, place, leaf, &down),
                    emit(l, PK_OP_eq, to, from));
        good = emit(l, PK_OP_or, good, same);
    }
    add_condition(l, &o->none, negated(l, good));
}

void pk_overlap_any(pk_lower *l, pk_overlap *o, pk_lv place, pk_lv leaf) {
    pk_value *to, *from, *meet;
    const pk_value *root = root_of(l, place.parts[PK_PART_data], &to);
    const pk_value *other = root_of(l, leaf.parts[PK_PART_data], &from);

    if (!same_value(root, other)) {
        add_other(l, o, place, root, leaf, other);
        return;
    }
    meet = negated(l, are_disjoint(l, place, to, leaf, from));
    add_condition(l, &o->none, meet);
}

void pk_overlap_add(pk_lower *l, pk_overlap *o, pk_lv place, pk_lv leaf) {
    pk_value *to, *from, *disjoint, *same_steps, *down, *shift, *same, *meet;
    pk_value *is_behind, *backward, *forward;
    const pk_value *root, *other;

    if (same_view(place, leaf))
        return;
    root = root_of(l, place.parts[PK_PART_data], &to);
    other = root_of(l, leaf.parts[PK_PART_data], &from);
    if (!same_value(root, other)) {
        add_other(l, o, place, root, leaf, other);
        return;
    }
    if (place.type->ndim != leaf.type->ndim) { /* one axis serves another */
        pk_overlap_any(l, o, place, leaf);
        return;
    }
    disjoint = are_disjoint(l, place, to, leaf, from);
    same_steps = have_same_steps(l, place, leaf, &down);
    shift = emit(l, PK_OP_sub, to, from);
    same = both(l, same_steps, emit(l, PK_OP_eq, shift, pk_i64(l, 0)));
    meet = negated(l, emit(l, PK_OP_or, same, disjoint));
    /* An element is stored where one that comes later in the loop is read:
     * that must be read first. */
    is_behind = emit(l, PK_OP_ne, emit(l, PK_OP_gt, shift, pk_i64(l, 0)), down);
    backward = both(l, meet, is_behind);
    forward = both(l, meet, negated(l, is_behind));
    add_condition(l, &o->backward, backward);
    add_condition(l, &o->forward, forward);
    add_condition(l, &o->none, both(l, meet, negated(l, same_steps)));
}

pk_value *pk_overlap_none(pk_lower *l, const pk_overlap *o) {
    pk_value *none = o->none;

    if (o->backward && o->forward)
        add_condition(l, &none, both(l, o->backward, o->forward));
    return none;
}

void pk_overlap_fail(pk_lower *l, pk_value *none) {
    pk_lower_fail_if(l, none,
                     "ValueError: the values are computed from other elements "
                     "of the array that they are stored in: store them in "
                     "another array first",
                     NULL, 0);
}

pk_value *pk_overlap_in_order(pk_lower *l, const pk_overlap *o) {
    pk_value *const ordered[] = {o->backward, o->forward};
    pk_value *out = NULL;

    for (size_t i = 0; i < sizeof ordered / sizeof *ordered; i++)
        if (ordered[i])
            add_condition(l, &out, ordered[i]);
    return out;
}
