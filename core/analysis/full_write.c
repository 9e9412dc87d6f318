/* SPDX-License-Identifier: Apache-2.0 */
/* The proof of full_write.h, for one array at a time: a walk over the regions
 * that asks whether every thread that passes the guards comes to a store at its
 * own place. A branch is taken for granted under a condition that is a guard,
 * and so is going on behind a branch that leaves; all else that may leave ends
 * the proof. */
#include "core/analysis/full_write.h"

#include "core/address.h"
#include "core/ir_data.h"

#include <string.h>

typedef struct proof {
    const pk_func *fn;
    const pk_value *array;
    uint32_t ndim;
    bool strided;            /* strides are parameters, in bytes */
    const pk_inst *loops[3]; /* the loop by the grid's threads that is open */
    bool placed;             /* a store was found: full.places are set */
    pk_full_write full;
} proof;

/* ---- places ---- */

/* The value before conversions that keep it. */
static const pk_value *narrow(const pk_value *v) {
    while (pk_is_op(v, PK_OP_convert)) {
        const pk_value *from = v->def->args[0];
        if (!pk_type_is_int(v->type) || !pk_type_is_int(from->type) ||
            pk_type_bytes(from->type) >= pk_type_bytes(v->type) ||
            (pk_type_is_signed(from->type) && !pk_type_is_signed(v->type)))
            break;
        v = from;
    }
    return v;
}

static bool is_query(const pk_value *v, pk_op op, uint32_t axis) {
    v = narrow(v);
    return pk_is_op(v, op) && v->def->axis == axis;
}

static bool is_block_dim(const pk_func *fn, const pk_value *v, uint32_t axis) {
    if (pk_is_const(v))
        return fn->block[axis] && pk_is_const_int(v, fn->block[axis]);
    return is_query(v, PK_OP_block_dim, axis);
}

/* `op` * block_dim along an axis, in 64 bits. */
static bool is_blocks(const pk_func *fn, const pk_value *v, pk_op op,
                      uint32_t axis) {
    if (v->type != PK_TYPE_i64 || v->kind != PK_VALUE_result)
        return false;
    if (v->def->op == PK_OP_shl && pk_is_const(v->def->args[1]))
        return v->def->args[1]->bits < 11 &&
               is_query(v->def->args[0], op, axis) &&
               fn->block[axis] == 1u << v->def->args[1]->bits;
    if (v->def->op != PK_OP_mul)
        return false;
    for (int i = 0; i < 2; i++)
        if (is_query(v->def->args[i], op, axis) &&
            is_block_dim(fn, v->def->args[1 - i], axis))
            return true;
    return false;
}

/* Places are not negative, so wrapping leaves them alone. */
static bool is_place(const proof *p, const pk_value *v, uint32_t *place) {
    while (pk_is_op(v, PK_OP_wrap_index))
        v = v->def->args[0];
    for (uint32_t axis = 0; axis < 3; axis++) {
        *place = PK_FULL_WRITE_STRIDED + axis;
        if (p->loops[axis] && v == p->loops[axis]->index)
            return true;
        *place = axis;
        for (int i = 0; i < 2; i++)
            if (pk_is_op(v, PK_OP_add) && v->type == PK_TYPE_i64 &&
                is_query(v->def->args[i], PK_OP_thread_id, axis) &&
                is_blocks(p->fn, v->def->args[1 - i], PK_OP_block_id, axis))
                return true;
    }
    return false;
}

/* ---- guards ---- */

/* Notes that only places below `bound` go on; false when the bound is not
 * known before the launch. */
static bool add_guard(proof *p, uint32_t place, const pk_value *bound) {
    pk_full_write_guard guard = {.place = place};
    const pk_value *v = narrow(bound);

    if (p->full.guard_count == PK_FULL_WRITE_GUARDS || !pk_type_is_int(v->type))
        return false;
    guard.is_signed = pk_type_is_signed(v->type);
    if (pk_is_const(v)) {
        guard.is_const = true;
        guard.value = pk_const_get_int(v);
    } else {
        while (guard.param < p->fn->param_count &&
               p->fn->params[guard.param].value != v)
            guard.param++;
        if (guard.param == p->fn->param_count)
            return false;
    }
    p->full.guards[p->full.guard_count++] = guard;
    return true;
}

/* Notes guards that are enough for `cond` to be what it is `wanted` to be;
 * false when it asks for something else. */
static bool assume(proof *p, const pk_value *cond, bool wanted) {
    const pk_inst *def = cond->def;
    uint32_t place;
    pk_op op;

    if (cond->kind != PK_VALUE_result)
        return false;
    op = def->op;
    if (op == PK_OP_not)
        return assume(p, def->args[0], !wanted);
    if (op == (wanted ? PK_OP_and : PK_OP_or))
        return assume(p, def->args[0], wanted) &&
               assume(p, def->args[1], wanted);
    if (op == PK_OP_select)
        return assume(p, def->args[0], true) && assume(p, def->args[1], wanted);
    if ((op != PK_OP_lt && op != PK_OP_ge && op != PK_OP_gt &&
         op != PK_OP_le) ||
        def->args[0]->type != PK_TYPE_i64)
        return false;
    if (op == (wanted ? PK_OP_lt : PK_OP_ge))
        return is_place(p, def->args[0], &place) &&
               add_guard(p, place, def->args[1]);
    if (op == (wanted ? PK_OP_gt : PK_OP_le))
        return is_place(p, def->args[1], &place) &&
               add_guard(p, place, def->args[0]);
    return false;
}

/* ---- stores ---- */

/* An index is a sum of terms: a place times extents (or a stride), which are
 * bits by their axis. */
typedef struct terms {
    uint32_t count, places[PK_FULL_WRITE_DIMS], factors[PK_FULL_WRITE_DIMS];
} terms;

/* The axis of an extent or stride of the array, -1 for another value. */
static int find_axis(const proof *p, const pk_value *v) {
    const pk_param *first =
        &p->fn->params[p->full.data + 1 + (p->strided ? p->ndim : 0)];

    for (uint32_t i = 0; i < p->ndim; i++)
        if (first[i].value == v)
            return (int)i;
    return -1;
}

static bool add_terms(const proof *p, const pk_value *v, uint32_t factors,
                      terms *out) {
    uint32_t place;

    if (is_place(p, v, &place)) {
        if (out->count == p->ndim)
            return false;
        out->places[out->count] = place;
        out->factors[out->count++] = factors;
        return true;
    }
    if (v->kind != PK_VALUE_result || v->type != PK_TYPE_i64)
        return false;
    if (v->def->op == PK_OP_add)
        return add_terms(p, v->def->args[0], factors, out) &&
               add_terms(p, v->def->args[1], factors, out);
    if (v->def->op != PK_OP_mul)
        return false;
    for (int i = 0; i < 2; i++) {
        int axis = find_axis(p, v->def->args[i]);
        if (axis >= 0 && !(factors >> axis & 1))
            return add_terms(p, v->def->args[1 - i], factors | 1u << axis, out);
    }
    return false;
}

/* Which axis the factors of a term step along; ndim when none. Contiguous
 * arrays have all their elements at 0, 1, ..., in whichever order. */
static uint32_t axis_of(const proof *p, uint32_t factors, bool fortran) {
    uint32_t axis, all = (1u << p->ndim) - 1;

    for (axis = 0; axis < p->ndim; axis++) {
        uint32_t inner = (1u << axis) - 1;
        uint32_t outer = all & ~(inner | 1u << axis);
        if (factors == (p->strided ? 1u << axis : fortran ? inner : outer))
            break;
    }
    return axis;
}

static bool place_terms(const proof *p, const terms *t, bool fortran,
                        uint32_t places[PK_FULL_WRITE_DIMS]) {
    uint32_t axes = 0, dims = 0;

    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t axis = axis_of(p, t->factors[i], fortran);
        if (axis == p->ndim)
            return false;
        places[axis] = t->places[i];
        dims |= 1u << axis;
        axes |= 1u << t->places[i] % 3;
    }
    /* every dimension once, each by an axis of the grid of its own */
    return t->count == p->ndim && dims == (1u << p->ndim) - 1 &&
           __builtin_popcount(axes) == (int)p->ndim;
}

static bool store_covers(proof *p, const pk_inst *store) {
    const pk_inst *at = store->args[0]->def;
    uint32_t places[PK_FULL_WRITE_DIMS] = {0};
    terms t = {0};

    if (store->args[0]->kind != PK_VALUE_result ||
        at->op != (p->strided ? PK_OP_offset : PK_OP_elem) ||
        at->args[0] != p->array || !add_terms(p, at->args[1], 0, &t))
        return false;
    if (!place_terms(p, &t, false, places) && !place_terms(p, &t, true, places))
        return false;
    if (p->placed)
        return !memcmp(places, p->full.places, sizeof places);
    memcpy(p->full.places, places, sizeof places);
    p->placed = true;
    return true;
}

/* ---- the walk ---- */

/* Whether the region of `owner` has an exit to what lies outside of it; leaving
 * the owner itself counts when `own`. */
static bool leaves(const pk_region *region, const pk_inst *owner, bool own) {
    for (const pk_inst *inst = region->first; inst; inst = inst->next) {
        if (inst->op == PK_OP_return)
            return true;
        if (inst->target) {
            const pk_inst *up = inst->parent->owner;
            while (up != owner && up != inst->target)
                up = up->parent->owner;
            if (up == owner && (own || inst->target != owner))
                return true;
        }
        if ((inst->body && leaves(inst->body, owner, own)) ||
            (inst->other && leaves(inst->other, owner, own)))
            return true;
    }
    return false;
}

typedef enum outcome { FAILS, GOES_ON, WRITES } outcome;

static bool writes(proof *p, const pk_region *region);

/* The state to go back to when a branch proves nothing. */
typedef struct found {
    uint32_t guard_count;
    bool placed;
} found;

static found remember(const proof *p) {
    return (found){p->full.guard_count, p->placed};
}

static void forget(proof *p, found since) {
    p->full.guard_count = since.guard_count;
    p->placed = since.placed;
}

static outcome walk_if(proof *p, const pk_inst *inst) {
    const found before = remember(p);
    found then;
    bool body = writes(p, inst->body), other;

    if (!body)
        forget(p, before);
    then = remember(p);
    other = writes(p, inst->other);
    if (other && (body || assume(p, inst->args[0], false)))
        return WRITES;
    forget(p, then);
    if (body && assume(p, inst->args[0], true))
        return WRITES;
    forget(p, before);
    body = leaves(inst->body, inst, true);
    other = leaves(inst->other, inst, true);
    if (!body && !other)
        return GOES_ON;
    return body != other && assume(p, inst->args[0], other) ? GOES_ON : FAILS;
}

/* for i in range(place, bound, threads of the grid): the threads together come
 * to all places below the bound, if none of them leaves early. */
static bool strides(proof *p, const pk_inst *inst) {
    uint32_t axis;
    bool all;

    if (!is_place(p, inst->args[0], &axis) || axis >= 3 || p->loops[axis] ||
        !is_blocks(p->fn, inst->args[2], PK_OP_grid_dim, axis) ||
        leaves(inst->body, inst, true))
        return false;
    p->loops[axis] = inst;
    all = add_guard(p, PK_FULL_WRITE_STRIDED + axis, inst->args[1]) &&
          writes(p, inst->body);
    p->loops[axis] = NULL;
    return all;
}

/* A loop or a block runs its region once at least, another `for` perhaps
 * never. */
static outcome walk_region(proof *p, const pk_inst *inst) {
    const found before = remember(p);

    if (inst->op == PK_OP_for ? strides(p, inst) : writes(p, inst->body))
        return WRITES;
    forget(p, before);
    return leaves(inst->body, inst, false) ? FAILS : GOES_ON;
}

/* Every thread that passes the guards comes to a store at its place. */
static bool writes(proof *p, const pk_region *region) {
    for (const pk_inst *inst = region->first; inst; inst = inst->next) {
        outcome next = GOES_ON;
        if (inst->op == PK_OP_store)
            next = store_covers(p, inst) ? WRITES : GOES_ON;
        else if (inst->op == PK_OP_if)
            next = walk_if(p, inst);
        else if (inst->op == PK_OP_for || inst->op == PK_OP_loop ||
                 inst->op == PK_OP_block)
            next = walk_region(p, inst);
        else if (pk_op_table[inst->op].flags & PK_OPF_CONTROL)
            next = FAILS;
        if (next != GOES_ON)
            return next == WRITES;
    }
    return false;
}

/* ---- arrays ---- */

typedef struct uses {
    const pk_value *array;
    bool others; /* than stores to its elements */
} uses;

static void look_at_uses(pk_inst *inst, void *arg) {
    uses *u = arg;
    const bool steps = pk_op_is_address(inst->op);

    for (uint32_t i = 0; i < inst->arg_count; i++) {
        const pk_value *v = inst->args[i];
        if (v == u->array)
            u->others |= !steps;
        else if (v->kind == PK_VALUE_result && pk_type_is_ptr(v->type) &&
                 v->def->arg_count && v->def->args[0] == u->array)
            u->others |= inst->op != PK_OP_store;
    }
}

/* The extents behind a data parameter, perhaps followed by the strides. */
static uint32_t count_axes(const pk_func *fn, uint32_t at, pk_role role,
                           uint32_t arg) {
    uint32_t n = 0;

    while (at + n < fn->param_count && fn->params[at + n].role == role &&
           fn->params[at + n].arg == arg && fn->params[at + n].axis == n)
        n++;
    return n;
}

static bool prove(const pk_func *fn, uint32_t data, pk_full_write *out) {
    const pk_param *param = &fn->params[data];
    proof p = {.fn = fn, .array = param->value, .full.data = data};
    uses u = {.array = param->value};

    if (param->role != PK_ROLE_data ||
        (param->flags & (PK_PARAM_readonly | PK_PARAM_pairs)) || param->record)
        return false;
    p.ndim = count_axes(fn, data + 1, PK_ROLE_shape, param->arg);
    if (!p.ndim || p.ndim > PK_FULL_WRITE_DIMS)
        return false;
    p.strided = count_axes(fn, data + 1 + p.ndim, PK_ROLE_stride, param->arg);
    p.full.ndim = p.ndim;
    pk_region_visit(fn->body, look_at_uses, &u);
    if (u.others || !writes(&p, fn->body))
        return false;
    *out = p.full;
    return true;
}

pk_func_full_write *pk_full_write_find(const pk_func *fn) {
    pk_func_full_write *first = NULL;
    pk_full_write full;

    for (uint32_t i = 0; i < fn->param_count; i++) {
        pk_func_full_write *kept;
        if (!prove(fn, i, &full) ||
            !(kept = PK_NEW(fn->ir->arena, pk_func_full_write)))
            continue;
        kept->full = full;
        kept->next = first;
        first = kept;
    }
    return first;
}

const pk_func_full_write *pk_func_full_writes(const pk_func *fn) {
    return pk_func_get_data(fn)->full_writes;
}
