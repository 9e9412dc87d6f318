/* SPDX-License-Identifier: Apache-2.0 */
/* Interval arithmetic, computed in 128 bits so that nothing wraps here; a
 * result that leaves the type wraps there and may be anything. */
#include "core/analysis/range.h"

#include "core/compare.h"
#include "core/ir_data.h"

__extension__ typedef __int128 wide;

typedef struct wide_range {
    wide lo, hi;
} wide_range;

pk_range pk_range_of_type(pk_type type) {
    uint32_t width = pk_type_bytes(type) * 8;

    if (type == PK_TYPE_bool)
        return (pk_range){0, 1};
    if (!pk_type_is_int(type) || width == 64)
        return (pk_range){INT64_MIN, INT64_MAX};
    if (pk_type_is_signed(type))
        return (pk_range){-(INT64_C(1) << (width - 1)),
                          (INT64_C(1) << (width - 1)) - 1};
    return (pk_range){0, (INT64_C(1) << width) - 1};
}

pk_range pk_range_of_const(const pk_value *v) {
    int64_t value;

    if (!pk_type_is_int(v->type) && v->type != PK_TYPE_bool)
        return pk_range_of_type(v->type);
    value = pk_const_get_int(v);
    if (v->type == PK_TYPE_u64 && value < 0)
        return pk_range_of_type(v->type);
    return (pk_range){value, value};
}

/* False for a u64 that may be anything. */
static bool is_known(pk_type type, pk_range r) {
    return type != PK_TYPE_u64 || r.lo >= 0;
}

bool pk_range_fits(pk_range r, pk_type type) {
    pk_range all = pk_range_of_type(type);

    if (type == PK_TYPE_u64)
        return r.lo >= 0;
    return r.lo >= all.lo && r.hi <= all.hi;
}

pk_range pk_range_union(pk_range a, pk_range b) {
    return (pk_range){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

static wide least(wide a, wide b) {
    return a < b ? a : b;
}

static wide most(wide a, wide b) {
    return a > b ? a : b;
}

static wide floor_quotient(wide a, wide b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* The hull of f at the corners: for what is monotone in each operand. */
#define CORNERS(f, a, b)                                                       \
    hull4(f((wide)(a).lo, (wide)(b).lo), f((wide)(a).lo, (wide)(b).hi),        \
          f((wide)(a).hi, (wide)(b).lo), f((wide)(a).hi, (wide)(b).hi))

static wide_range hull4(wide p, wide q, wide r, wide s) {
    return (wide_range){least(least(p, q), least(r, s)),
                        most(most(p, q), most(r, s))};
}

static wide product(wide a, wide b) {
    return a * b;
}

static wide shifted_right(wide a, wide b) {
    return a >> (int)least(b, 63);
}

static const wide_range anything = {INT64_MIN, INT64_MAX};

/* Divisors of both signs, or only zero, say nothing; among others zero gives
 * zero. */
static wide_range floor_div(pk_range a, pk_range b) {
    bool zero = b.lo <= 0;
    wide_range r;

    if (b.lo < 0 || b.hi < 1)
        return anything;
    b.lo = b.lo < 1 ? 1 : b.lo;
    r = CORNERS(floor_quotient, a, b);
    if (zero)
        r = (wide_range){least(r.lo, 0), most(r.hi, 0)};
    return r;
}

static wide_range floor_mod(pk_range a, pk_range b) {
    if (b.lo < 0)
        return b.hi < 0 ? (wide_range){(wide)b.lo + 1, 0} : anything;
    if (a.lo >= 0 && b.lo >= 1)
        return (wide_range){a.hi < b.lo ? a.lo : 0,
                            least(a.hi, (wide)b.hi - 1)};
    return (wide_range){0, most((wide)b.hi - 1, 0)};
}

static wide_range quotient(pk_op op, pk_range a, pk_range b) {
    if (a.lo < 0 || b.lo < 1)
        return anything;
    return op == PK_OP_quot ? floor_div(a, b) : floor_mod(a, b);
}

/* All bits below the highest of the bound. */
static wide mask_over(int64_t bound) {
    wide mask = 1;

    while (mask <= bound)
        mask *= 2;
    return mask - 1;
}

static wide_range bit_op(pk_op op, pk_range a, pk_range b) {
    if (op == PK_OP_and) {
        if (a.lo >= 0 && b.lo >= 0)
            return (wide_range){0, least(a.hi, b.hi)};
        if (a.lo >= 0 || b.lo >= 0)
            return (wide_range){0, a.lo >= 0 ? a.hi : b.hi};
    }
    if (a.lo < 0 || b.lo < 0) { /* as many bits as the longer one has */
        const wide most_of_a = most(a.hi, -1 - (wide)a.lo);
        const wide mask =
            mask_over((int64_t)most(most_of_a, most(b.hi, -1 - (wide)b.lo)));
        return (wide_range){-mask - 1, mask};
    }
    return (wide_range){op == PK_OP_or ? most(a.lo, b.lo) : 0,
                        mask_over(a.hi > b.hi ? a.hi : b.hi)};
}

static wide_range shift(pk_op op, pk_range a, pk_range b) {
    if (b.lo < 0)
        return anything;
    if (op == PK_OP_shr)
        return CORNERS(shifted_right, a, b);
    if (b.hi > 62)
        return anything;
    return CORNERS(product, a,
                   ((pk_range){INT64_C(1) << b.lo, INT64_C(1) << b.hi}));
}

static wide_range wrap_index(pk_range a, pk_range b) {
    if (a.lo >= 0)
        return (wide_range){a.lo, a.hi};
    if (a.hi < 0)
        return (wide_range){(wide)a.lo + b.lo, (wide)a.hi + b.hi};
    return (wide_range){least(0, (wide)a.lo + b.lo),
                        most(a.hi, (wide)b.hi - 1)};
}

static wide_range magnitude(pk_range a) {
    if (a.lo >= 0)
        return (wide_range){a.lo, a.hi};
    return (wide_range){a.hi < 0 ? -(wide)a.hi : 0, most(-(wide)a.lo, a.hi)};
}

static pk_range compare(pk_op op, pk_range a, pk_range b) {
    bool below = a.hi<b.lo, above = a.lo> b.hi;
    bool same = a.lo == a.hi && b.lo == b.hi && a.lo == b.lo;
    bool yes = false, no = false;

    switch ((int)op) {
    case PK_OP_eq: yes = same, no = below || above; break;
    case PK_OP_ne: yes = below || above, no = same; break;
    case PK_OP_lt: yes = below, no = a.lo >= b.hi; break;
    case PK_OP_le: yes = a.hi <= b.lo, no = above; break;
    case PK_OP_gt: yes = above, no = a.hi <= b.lo; break;
    case PK_OP_ge: yes = a.lo >= b.hi, no = below; break;
    }
    return (pk_range){yes, !no};
}

static wide_range eval(const pk_inst *inst, const pk_range *args) {
    pk_range a = args[0], b = inst->arg_count > 1 ? args[1] : args[0];
    int64_t width = pk_type_bytes(inst->results[0]->type) * 8;

    switch ((int)inst->op) {
    case PK_OP_add: return (wide_range){(wide)a.lo + b.lo, (wide)a.hi + b.hi};
    case PK_OP_sub: return (wide_range){(wide)a.lo - b.hi, (wide)a.hi - b.lo};
    case PK_OP_mul: return CORNERS(product, a, b);
    case PK_OP_neg: return (wide_range){-(wide)a.hi, -(wide)a.lo};
    case PK_OP_abs: return magnitude(a);
    case PK_OP_min: return (wide_range){least(a.lo, b.lo), least(a.hi, b.hi)};
    case PK_OP_max: return (wide_range){most(a.lo, b.lo), most(a.hi, b.hi)};
    case PK_OP_floor_div: return floor_div(a, b);
    case PK_OP_floor_mod: return floor_mod(a, b);
    case PK_OP_quot:
    case PK_OP_rem: return quotient(inst->op, a, b);
    case PK_OP_and:
    case PK_OP_or:
    case PK_OP_xor: return bit_op(inst->op, a, b);
    case PK_OP_shl:
    case PK_OP_shr: return shift(inst->op, a, b);
    case PK_OP_popc:
    case PK_OP_clz: return (wide_range){0, width};
    case PK_OP_wrap_index: return wrap_index(a, b);
    case PK_OP_convert: return (wide_range){a.lo, a.hi};
    case PK_OP_select: {
        pk_range r = pk_range_union(args[1], args[2]);
        return (wide_range){r.lo, r.hi};
    }
    }
    return anything;
}

pk_range pk_range_eval(const pk_inst *inst, const pk_range *args) {
    pk_type type = inst->results[0]->type;
    pk_range all = pk_range_of_type(type);
    wide_range r;

    for (uint32_t i = inst->op == PK_OP_select; i < inst->arg_count; i++)
        if ((!pk_type_is_int(inst->args[i]->type) &&
             inst->args[i]->type != PK_TYPE_bool) ||
            !is_known(inst->args[i]->type, args[i]))
            return all;
    if (pk_op_table[inst->op].rule == PK_RULE_COMPARE)
        return compare(inst->op, args[0], args[1]);
    if (!pk_type_is_int(type))
        return all;
    r = eval(inst, args);
    if (r.lo < (type == PK_TYPE_u64 ? 0 : all.lo) || r.hi > all.hi)
        return all;
    return (pk_range){(int64_t)r.lo, (int64_t)r.hi};
}

pk_range pk_range_of_query(const pk_func *fn, const pk_inst *inst) {
    int64_t threads = fn->block[inst->axis];
    int64_t limit = fn->limits[PK_LIMIT_maxthreads];
    int64_t most = threads ? threads : limit ? limit : 1024;
    const int64_t all = INT32_MAX * most;
    const bool few = fn->flags & PK_FUNC_few;

    switch ((int)inst->op) {
    case PK_OP_thread_id: return (pk_range){0, most - 1};
    case PK_OP_lane_id:
    case PK_OP_warp_id: return (pk_range){0, 31};
    case PK_OP_block_dim: return (pk_range){threads ? threads : 1, most};
    case PK_OP_block_id: return (pk_range){0, INT32_MAX - 1};
    case PK_OP_first_thread: return (pk_range){0, few ? INT32_MAX - 1 : all};
    case PK_OP_grid_threads: return (pk_range){1, few ? INT32_MAX : all};
    default: return (pk_range){1, INT32_MAX};
    }
}

/* The query that a value is the result of, perhaps with more bits. */
static const pk_inst *query_of(const pk_value *v) {
    while (pk_is_op(v, PK_OP_convert))
        v = v->def->args[0];
    return v->kind == PK_VALUE_result &&
                   pk_op_table[v->def->op].form == PK_OPFORM_AXIS
               ? v->def
               : NULL;
}

static bool is_block_dim(const pk_func *fn, const pk_value *v, int axis) {
    const pk_inst *query = query_of(v);

    if (pk_is_const(v))
        return fn->block[axis] && pk_is_const_int(v, fn->block[axis]);
    return query && query->op == PK_OP_block_dim && query->axis == axis;
}

/* The query that is multiplied by the extent of blocks along its axis. */
static const pk_inst *query_of_blocks(const pk_func *fn, const pk_value *v) {
    const pk_inst *query;

    while (pk_is_op(v, PK_OP_convert))
        v = v->def->args[0];
    if (pk_is_op(v, PK_OP_shl) && pk_is_const(v->def->args[1]) &&
        v->def->args[1]->bits < 16) {
        query = query_of(v->def->args[0]);
        return query && fn->block[query->axis] == UINT32_C(1)
                                                      << v->def->args[1]->bits
                   ? query
                   : NULL;
    }
    for (int i = 0; i < 2 && pk_is_op(v, PK_OP_mul); i++) {
        query = query_of(v->def->args[i]);
        if (query && is_block_dim(fn, v->def->args[1 - i], query->axis))
            return query;
    }
    return NULL;
}

pk_range pk_range_of_thread(const pk_func *fn, const pk_inst *inst,
                            pk_range range) {
    const pk_value *v = inst->results[0];
    const pk_inst *blocks, *thread;
    int64_t most = INT64_MAX;

    if (!(fn->flags & PK_FUNC_few) || range.hi < INT32_MAX)
        return range;
    if (inst->op == PK_OP_mul || inst->op == PK_OP_shl) {
        blocks = query_of_blocks(fn, v);
        if (blocks && blocks->op == PK_OP_block_id)
            most = INT32_MAX - 1;
        else if (blocks && blocks->op == PK_OP_grid_dim)
            most = INT32_MAX;
    }
    for (int i = 0; i < 2 && inst->op == PK_OP_add; i++) {
        blocks = query_of_blocks(fn, inst->args[i]);
        thread = query_of(inst->args[1 - i]);
        if (blocks && blocks->op == PK_OP_block_id && thread &&
            thread->op == PK_OP_thread_id && thread->axis == blocks->axis)
            most = INT32_MAX - 1;
    }
    return most < range.hi && range.lo <= most ? (pk_range){range.lo, most}
                                               : range;
}

pk_range pk_range_of_index(pk_type type, pk_range start, pk_range stop,
                           pk_range step) {
    if (type == PK_TYPE_u64 && (start.lo < 0 || stop.lo < 0))
        return pk_range_of_type(type);
    if (step.lo >= 0 && (type != PK_TYPE_u64 || step.hi < INT64_MAX))
        return (pk_range){start.lo,
                          stop.hi > start.lo ? stop.hi - 1 : start.lo};
    if (step.hi <= 0)
        return (pk_range){stop.lo < start.hi ? stop.lo + 1 : start.hi,
                          start.hi};
    return pk_range_of_type(type);
}

static pk_range range_of(const pk_func *fn, const pk_value *v, int depth) {
    const pk_inst *def = v->def;
    pk_range args[3];

    if (pk_is_const(v))
        return pk_range_of_const(v);
    if (depth && v->kind == PK_VALUE_index)
        return pk_range_of_index(v->type, range_of(fn, def->args[0], depth - 1),
                                 range_of(fn, def->args[1], depth - 1),
                                 range_of(fn, def->args[2], depth - 1));
    if (v->kind != PK_VALUE_result || !depth || def->result_count != 1)
        return pk_range_of_type(v->type);
    if (pk_op_table[def->op].form == PK_OPFORM_AXIS)
        return pk_range_of_query(fn, def);
    if (!(pk_op_table[def->op].flags & PK_OPF_PURE))
        return pk_range_of_type(v->type);
    for (uint32_t i = 0; i < def->arg_count; i++)
        args[i] = range_of(fn, def->args[i], depth - 1);
    return pk_range_of_thread(fn, def, pk_range_eval(def, args));
}

pk_range pk_range_of_value(const pk_func *fn, const pk_value *v) {
    enum { DEPTH = 8 };

    return range_of(fn, v, DEPTH);
}

/* ---- conditions ---- */

/* A range is narrowed by a condition, but never to nothing: where no value
 * would be left, the code does not run, and the range stays as it is. */
static void at_most(pk_range *r, wide bound) {
    if (bound < r->hi && bound >= r->lo)
        r->hi = (int64_t)bound;
}

static void at_least(pk_range *r, wide bound) {
    if (bound > r->lo && bound <= r->hi)
        r->lo = (int64_t)bound;
}

static void not_this(pk_range *r, pk_range other) {
    if (other.lo != other.hi || r->lo == r->hi)
        return;
    if (r->lo == other.lo)
        r->lo++;
    else if (r->hi == other.lo)
        r->hi--;
}

void pk_range_refine(pk_op op, pk_type type, bool truth, pk_range *a,
                     pk_range *b) {
    pk_range x = *a, y = *b;

    if (!pk_type_is_int(type) || !is_known(type, x) || !is_known(type, y))
        return;
    switch ((int)(truth ? op : pk_op_negated(op))) {
    case PK_OP_eq:
        at_least(a, y.lo), at_most(a, y.hi);
        at_least(b, x.lo), at_most(b, x.hi);
        break;
    case PK_OP_ne: not_this(a, y), not_this(b, x); break;
    case PK_OP_lt:
        at_most(a, (wide)y.hi - 1), at_least(b, (wide)x.lo + 1);
        break;
    case PK_OP_le: at_most(a, y.hi), at_least(b, x.lo); break;
    case PK_OP_gt:
        at_least(a, (wide)y.lo + 1), at_most(b, (wide)x.hi - 1);
        break;
    case PK_OP_ge: at_least(a, y.lo), at_most(b, x.hi); break;
    }
}
