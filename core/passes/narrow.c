/* SPDX-License-Identifier: Apache-2.0 */
/* narrow: what is typed with 64 bits, as Python has it, is computed with 32
 * where the result is the same.
 *
 *     local $step: i64                  local $step: i32
 *     %2: i64 = convert %1              %4: i32 = add %1, 8:i32
 *     %3: i64 = add %2, 8:i64       =>  %5: ... = elem %x, %4
 *     %4: ... = elem %x, %3
 *
 * An i64 operation goes when its range fits (core/passes/facts.h) and its
 * operands are to be had with 32 bits: they are constants or conversions. Its
 * result is converted back, which nothing may want in the end. So does a u64
 * operation, as sums of u8 are, where operands and result are no larger than
 * the largest i32, which computes them. Loops count
 * with 32 bits when their bounds do, locals are i32 when all that they ever
 * hold fits, and f32 when all that is put into them was f32.
 *
 * Where threads are work-items of what may be a CPU their ids keep 64 bits, and
 * what is computed from them does: that is how a driver's compiler has them,
 * and a vectoriser sees that neighbours are neighbours. */
#include "base/error.h"
#include "core/passes/edit.h"
#include "core/passes/facts.h"
#include "core/passes/passes.h"
#include "core/passes/simplify.h"

typedef struct narrower {
    pk_func *fn;
    bool gpu;
    bool keeps_ids; /* of threads: 64 bits */
    pk_builder b;
    pk_ranges ranges;
    uint32_t value_count; /* values that `ranges` knows */
    bool *narrowed;       /* by local id: has another type now */
    bool *wide;           /* by local id: more than f32 is put into it */
    pk_range bounds[3];   /* start, stop and step of the `for` at work */
} narrower;

static bool fits_i32(pk_range r) {
    return r.lo >= INT32_MIN && r.hi <= INT32_MAX;
}

/* Whether a u64 is the number of an i32 that is not negative. */
static bool has_small(const pk_value *v) {
    const pk_value *from;

    if (pk_is_const(v))
        return v->bits <= INT32_MAX;
    if (!pk_is_op(v, PK_OP_convert))
        return false;
    from = v->def->args[0];
    return pk_type_holds(PK_TYPE_i32, from->type) &&
           (!pk_type_is_signed(from->type) ||
            (from->kind == PK_VALUE_result &&
             from->def->flags & PK_INST_nonneg));
}

/* Whether the same number is to be had as an i32 (or f32) for nothing or a
 * conversion from something smaller. On GPUs an extent has its low half in a
 * register of its own. */
static bool has_short(const narrower *n, const pk_value *v, pk_type type) {
    if (v->type == PK_TYPE_u64)
        return type == PK_TYPE_i32 && has_small(v);
    if (n->keeps_ids && pk_is_op(v, PK_OP_convert) &&
        pk_is_op(v->def->args[0], PK_OP_thread_id))
        return false;
    if (n->gpu && v->kind == PK_VALUE_param && v->type == PK_TYPE_i64)
        return type == PK_TYPE_i32 && fits_i32(n->ranges.values[v->id]);
    if (pk_is_const(v)) {
        if (type == PK_TYPE_i32)
            return v->type == PK_TYPE_i64 && pk_const_get_int(v) >= INT32_MIN &&
                   pk_const_get_int(v) <= INT32_MAX;
        return v->type == PK_TYPE_f64 &&
               pk_const_get_float(v) == (double)(float)pk_const_get_float(v);
    }
    return pk_is_op(v, PK_OP_convert) &&
           pk_type_holds(type, v->def->args[0]->type);
}

/* Returns the value in the narrower type, NULL when there is none. */
static pk_value *short_of(narrower *n, pk_value *v, pk_type type) {
    if (!has_short(n, v, type))
        return NULL;
    if (!pk_is_const(v))
        return pk_emit_to(&n->b, PK_OP_convert, type,
                          v->kind == PK_VALUE_param ? v : v->def->args[0]);
    return type == PK_TYPE_i32
               ? pk_const_bits(n->fn, type, v->bits)
               : pk_const_float(n->fn, type, pk_const_get_float(v));
}

/* ---- instructions ---- */

static bool is_wide_int(pk_type type) {
    return type == PK_TYPE_i64 || type == PK_TYPE_u64;
}

/* Operations that give in 32 bits what they give in 64, as long as operands
 * and result fit. quot and rem must not meet the least i32 and -1. */
static bool may_narrow(const pk_inst *inst) {
    switch ((int)inst->op) {
    case PK_OP_add:
    case PK_OP_sub:
    case PK_OP_mul:
    case PK_OP_neg:
    case PK_OP_abs:
    case PK_OP_min:
    case PK_OP_max:
    case PK_OP_and:
    case PK_OP_or:
    case PK_OP_xor:
    case PK_OP_not:
    case PK_OP_shr:
    case PK_OP_select:
    case PK_OP_wrap_index:
    case PK_OP_floor_div:
    case PK_OP_floor_mod: return true;
    case PK_OP_shl:
        return pk_is_const(inst->args[1]) && inst->args[1]->bits < 32;
    case PK_OP_quot:
    case PK_OP_rem:
        return inst->args[0]->type == PK_TYPE_u64 ||
               (inst->args[0]->kind == PK_VALUE_result &&
                (inst->args[0]->def->flags & PK_INST_nonneg));
    }
    return false;
}

static bool have_shorts(const narrower *n, const pk_inst *inst, uint32_t from) {
    bool all_const = true;

    for (uint32_t i = from; i < inst->arg_count; i++) {
        if (!is_wide_int(inst->args[i]->type) ||
            !has_short(n, inst->args[i], PK_TYPE_i32))
            return false;
        all_const &= pk_is_const(inst->args[i]);
    }
    return !all_const;
}

static void narrow_result(narrower *n, pk_inst *inst) {
    bool select = inst->op == PK_OP_select;
    const pk_value *v = inst->results[0];
    const bool small = v->type == PK_TYPE_u64;
    pk_value *args[3] = {NULL}, *made = NULL;

    if (!is_wide_int(v->type) || v->id >= n->value_count ||
        !fits_i32(n->ranges.values[v->id]) ||
        (small && n->ranges.values[v->id].lo < 0) || !may_narrow(inst) ||
        !have_shorts(n, inst, select))
        return;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = select && i == 0 ? inst->args[0]
                                   : short_of(n, inst->args[i], PK_TYPE_i32);
    n->b.flags = small ? PK_INST_nonneg : inst->flags & PK_INST_nonneg;
    made = pk_emit_again(&n->b, inst, args);
    pk_replace(inst, pk_emit_to(&n->b, PK_OP_convert, v->type, made));
}

/* A conversion of what was converted to 64 bits, to the others with 64, is one
 * of the short number. */
static void narrow_convert(pk_inst *inst) {
    const pk_value *from = inst->args[0];

    if (inst->op == PK_OP_convert && is_wide_int(inst->results[0]->type) &&
        is_wide_int(from->type) && pk_is_op(from, PK_OP_convert) &&
        pk_type_is_int(from->def->args[0]->type) &&
        pk_type_bytes(from->def->args[0]->type) < 8)
        inst->args[0] = from->def->args[0];
}

/* Comparisons and addresses take what is short as it is. */
static void narrow_operands(narrower *n, pk_inst *inst) {
    if (pk_op_table[inst->op].rule == PK_RULE_COMPARE &&
        have_shorts(n, inst, 0)) {
        inst->args[0] = short_of(n, inst->args[0], PK_TYPE_i32);
        inst->args[1] = short_of(n, inst->args[1], PK_TYPE_i32);
    } else if (inst->op == PK_OP_elem && !pk_is_const(inst->args[1]) &&
               inst->args[1]->type == PK_TYPE_i64 &&
               has_short(n, inst->args[1], PK_TYPE_i32)) {
        inst->args[1] = short_of(n, inst->args[1], PK_TYPE_i32);
    }
}

/* Ranges are known of what the loop's operands were before they became others.
 */
static void find_bounds(narrower *n, const pk_inst *inst) {
    for (uint32_t i = 0; i < 3; i++) {
        const pk_value *v = inst->args[i];
        n->bounds[i] = pk_is_const(v)           ? pk_range_of_const(v)
                       : v->id < n->value_count ? n->ranges.values[v->id]
                                                : pk_range_of_type(v->type);
    }
}

/* A loop that counts upwards and whose index has room for one step more says
 * so, to those who spell loops themselves. */
static void note_upward(const narrower *n, pk_inst *inst) {
    const pk_range stop = n->bounds[1], step = n->bounds[2];
    const pk_range all = pk_range_of_type(inst->index->type);

    if (n->gpu && pk_type_is_signed(inst->index->type) && step.lo >= 1 &&
        stop.hi - 1 <= all.hi - step.hi)
        inst->flags |= PK_INST_nonneg;
}

/* One step beyond the last index fits, too: loops may count that far. */
static bool counts_within(const narrower *n) {
    const pk_range stop = n->bounds[1], step = n->bounds[2];

    return stop.hi - 1 + step.hi <= INT32_MAX &&
           stop.lo + 1 + step.lo >= INT32_MIN;
}

/* Nothing is negative, so that what a step goes beyond an i32 fits into a u32:
 * strides of all threads of a grid. */
static bool counts_within_unsigned(const narrower *n) {
    const pk_range *b = n->bounds;

    return n->gpu && b[0].lo >= 0 && b[1].lo >= 0 && b[2].lo >= 1;
}

static void narrow_for(narrower *n, pk_inst *inst) {
    pk_value *old = inst->index, *index;
    pk_builder inner = n->b;
    pk_type type = PK_TYPE_i32;

    if (old->type != PK_TYPE_i64)
        return;
    for (uint32_t i = 0; i < 3; i++)
        if (!has_short(n, inst->args[i], PK_TYPE_i32))
            return;
    if (!counts_within(n)) {
        if (!counts_within_unsigned(n))
            return;
        type = PK_TYPE_u32;
    }
    for (uint32_t i = 0; i < 3; i++) {
        inst->args[i] = short_of(n, inst->args[i], PK_TYPE_i32);
        if (type == PK_TYPE_u32)
            inst->args[i] =
                pk_is_const(inst->args[i])
                    ? pk_const_bits(n->fn, type, inst->args[i]->bits)
                    : pk_emit_to(&n->b, PK_OP_bitcast, type, inst->args[i]);
    }
    inst->index = index = pk_value_new(n->fn, PK_VALUE_index, type);
    index->def = inst;
    inner.region = inst->body;
    inner.before = inst->body->first;
    inner.flags = 0;
    if (type == PK_TYPE_u32) {
        index = pk_emit_to(&inner, PK_OP_bitcast, PK_TYPE_i32, index);
        index->def->flags |= PK_INST_nonneg;
    }
    old->mark = pk_emit_to(&inner, PK_OP_convert, PK_TYPE_i64, index);
}

/* The local has its new type already, the instruction not. */
static void narrow_local(narrower *n, pk_inst *inst) {
    pk_type type = inst->local->type;
    pk_value *v;

    if (inst->op == PK_OP_get) {
        n->b.flags = inst->flags & PK_INST_nonneg;
        v = pk_emit_get(&n->b, inst->local);
        pk_replace(inst,
                   pk_emit_to(&n->b, PK_OP_convert, inst->results[0]->type, v));
        return;
    }
    v = short_of(n, inst->args[0], type);
    if (!v)
        v = pk_emit_to(&n->b, PK_OP_convert, type, inst->args[0]);
    inst->args[0] = v;
}

static void walk_region(narrower *n, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        if (n->fn->ir->arena->failed)
            return;
        if (inst->op == PK_OP_for)
            find_bounds(n, inst);
        pk_resolve_args(inst);
        pk_builder_before(&n->b, inst);
        n->b.flags = 0;
        next = inst->next;
        if (inst->local && n->narrowed[inst->local->id])
            narrow_local(n, inst);
        else if (inst->op == PK_OP_for) {
            note_upward(n, inst);
            narrow_for(n, inst);
        } else if (pk_op_is_pure(inst->op)) {
            narrow_convert(inst);
            narrow_operands(n, inst);
            narrow_result(n, inst);
        }
        if (inst->body)
            walk_region(n, inst->body);
        if (inst->other)
            walk_region(n, inst->other);
    }
}

/* ---- locals ---- */

/* An f64 local into which something is put that is more than an f32. */
static void find_wide(pk_inst *inst, void *arg) {
    narrower *n = arg;

    if (inst->op == PK_OP_set && inst->local->type == PK_TYPE_f64)
        n->wide[inst->local->id] |= !has_short(n, inst->args[0], PK_TYPE_f32);
}

static void choose_locals(narrower *n) {
    for (pk_local *l = n->fn->locals; l; l = l->next) {
        pk_type old = l->type;
        if (old == PK_TYPE_i64 && fits_i32(n->ranges.locals[l->id]))
            l->type = PK_TYPE_i32;
        else if (old == PK_TYPE_f64 && !n->wide[l->id])
            l->type = PK_TYPE_f32;
        n->narrowed[l->id] = l->type != old;
    }
}

static void narrow(narrower *n, pk_arena *scratch) {
    n->value_count = n->fn->value_count;
    n->narrowed = pk_arena_array(scratch, n->fn->local_count + (size_t)1, 1);
    n->wide = pk_arena_array(scratch, n->fn->local_count + (size_t)1, 1);
    if (scratch->failed)
        return;
    pk_region_visit(n->fn->body, find_wide, n);
    choose_locals(n);
    walk_region(n, n->fn->body);
}

pk_status pk_pass_narrow(pk_func *fn, const pk_caps *caps, pk_error *err) {
    narrower n = {.fn = fn,
                  .gpu = caps->features & PK_CAP_gpu,
                  .keeps_ids = !(caps->features & PK_CAP_gpu) &&
                               fn->form == PK_FORM_threads};
    pk_status status = PK_OK;
    pk_arena scratch;

    pk_builder_init(&n.b, fn);
    pk_arena_init(&scratch, fn->ir->arena->allocator);
    if (pk_ranges_find(fn, &scratch, &n.ranges))
        narrow(&n, &scratch);
    if (scratch.failed)
        status = pk_fail_no_memory(err);
    pk_arena_finish(&scratch);
    return status == PK_OK ? pk_pass_done(fn, err) : status;
}
