/* SPDX-License-Identifier: Apache-2.0 */
/* Interval arithmetic on a launch's numbers, in 128 bits. */
#include "recipe/launch_range.h"

#include <string.h>

__extension__ typedef __int128 wide;

typedef pk_launch_range range;

static const range empty = {1, 0};
static const range anything = {INT64_MIN, INT64_MAX};

static bool is_empty(range r) {
    return r.lo > r.hi;
}

static wide least(wide a, wide b) {
    return a < b ? a : b;
}

static wide most(wide a, wide b) {
    return a > b ? a : b;
}

/* All numbers of a type that are known when they are all that is known. */
static range range_of_type(pk_type type) {
    const uint32_t width = pk_type_bytes(type) * 8;

    if (type == PK_TYPE_bool)
        return (range){0, 1};
    if (width == 64)
        return anything;
    if (pk_type_is_signed(type))
        return (range){-(INT64_C(1) << (width - 1)),
                       (INT64_C(1) << (width - 1)) - 1};
    return (range){0, (INT64_C(1) << width) - 1};
}

static wide floor_quotient(wide a, wide b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* A result that leaves the type wraps, and may be anything unless all of it
 * wraps alike: %1 + 4294967295 of 32 bits is %1 - 1 where %1 is not 0. */
static range fit(pk_type type, wide lo, wide hi) {
    const range all = range_of_type(type);
    const uint32_t width = pk_type_bytes(type) * 8;

    if (width < 64 && (lo < all.lo || hi > all.hi)) {
        const wide turns = (lo - all.lo) >> width;
        lo -= turns * ((wide)1 << width);
        hi -= turns * ((wide)1 << width);
    }
    if (lo < (type == PK_TYPE_u64 ? 0 : all.lo) || hi > all.hi)
        return all;
    return (range){(int64_t)lo, (int64_t)hi};
}

static bool is_known(pk_type type, range r) {
    return type != PK_TYPE_u64 || r.lo >= 0;
}

/* ---- what a launch gives ---- */

static range param(const pk_range_node *node, const char *params) {
    const uint32_t bytes = pk_type_bytes(node->type);
    uint64_t bits = 0;
    int64_t value;

    memcpy(&bits, params + node->value, bytes); /* of a little-endian host */
    if (pk_type_is_signed(node->type) && bytes < 8 &&
        bits >> (8 * bytes - 1) & 1)
        bits |= ~UINT64_C(0) << 8 * bytes;
    memcpy(&value, &bits, sizeof value);
    if (node->type == PK_TYPE_u64 && value < 0)
        return anything;
    if (node->type == PK_TYPE_bool)
        value = value != 0;
    return (range){value, value};
}

static range leaf(const pk_range_node *node, const pk_range_launch *launch) {
    switch ((pk_range_op)node->op) {
    case PK_RANGE_const: return (range){node->value, node->value};
    case PK_RANGE_param: return param(node, launch->params);
    case PK_RANGE_grid_dim:
        return (range){launch->grid[node->value], launch->grid[node->value]};
    case PK_RANGE_block_dim:
        return (range){launch->block[node->value], launch->block[node->value]};
    case PK_RANGE_block_id:
        return (range){0, (int64_t)launch->grid[node->value] - 1};
    case PK_RANGE_thread_id:
        return (range){0, (int64_t)launch->block[node->value] - 1};
    default: return range_of_type(node->type);
    }
}

/* ---- arithmetic ---- */

static wide product(wide a, wide b) {
    return a * b;
}

/* The hull of f at the corners, where f is monotone in each operand. */
static range corners(pk_type type, wide (*f)(wide, wide), range a, range b) {
    const wide p = f(a.lo, b.lo), q = f(a.lo, b.hi);
    const wide r = f(a.hi, b.lo), s = f(a.hi, b.hi);

    return fit(type, least(least(p, q), least(r, s)),
               most(most(p, q), most(r, s)));
}

static range floor_mod(pk_type type, range a, range b) {
    if (b.lo < 1)
        return range_of_type(type);
    if (a.lo >= 0 && a.hi < b.lo)
        return a;
    return fit(type, 0, a.lo >= 0 ? least(a.hi, b.hi - 1) : b.hi - 1);
}

static range bit_and(pk_type type, range a, range b) {
    if (a.lo < 0 && b.lo < 0)
        return range_of_type(type);
    return (range){0, a.lo < 0   ? b.hi
                      : b.lo < 0 ? a.hi
                                 : (int64_t)least(a.hi, b.hi)};
}

/* The number of bits is one that the type has. */
static range shift(const pk_range_node *node, range a, range b) {
    const int64_t width = pk_type_bytes(node->type) * 8;

    if (b.lo < 0 || b.hi >= width || b.hi > 62)
        return range_of_type(node->type);
    b = (range){INT64_C(1) << b.lo, INT64_C(1) << b.hi};
    return corners(node->type,
                   node->op == PK_RANGE_shl ? product : floor_quotient, a, b);
}

static range popc(pk_type type, range a) {
    int64_t bits = 0;

    if (a.lo < 0)
        return (range){0, pk_type_bytes(type) * 8};
    for (int64_t rest = a.hi; rest; rest >>= 1)
        bits++;
    return (range){0, bits};
}

static range wrap(pk_type type, range a, range b) {
    if (a.lo >= 0)
        return a;
    if (a.hi < 0)
        return fit(type, (wide)a.lo + b.lo, (wide)a.hi + b.hi);
    return fit(type, least(0, (wide)a.lo + b.lo), most(a.hi, (wide)b.hi - 1));
}

/* A step of 0 runs nothing. */
static range index_of(range start, range stop, range step) {
    if (step.lo >= 0)
        return stop.hi == INT64_MIN ? empty : (range){start.lo, stop.hi - 1};
    if (step.hi <= 0)
        return stop.lo == INT64_MAX ? empty : (range){stop.lo + 1, start.hi};
    return (range){(int64_t)least(start.lo, stop.lo),
                   (int64_t)most(start.hi, stop.hi)};
}

/* ---- what is known of a number, and what is asked ---- */

static range hull(range a, range b) {
    return (range){(int64_t)least(a.lo, b.lo), (int64_t)most(a.hi, b.hi)};
}

static range meet(range a, int64_t lo, int64_t hi) {
    return (range){(int64_t)most(a.lo, lo), (int64_t)least(a.hi, hi)};
}

static range narrow(pk_range_op op, range a, range b) {
    switch ((int)op) {
    case PK_RANGE_below:
        return b.hi == INT64_MIN ? empty : meet(a, INT64_MIN, b.hi - 1);
    case PK_RANGE_upto: return meet(a, INT64_MIN, b.hi);
    case PK_RANGE_above:
        return b.lo == INT64_MAX ? empty : meet(a, b.lo + 1, INT64_MAX);
    case PK_RANGE_from: return meet(a, b.lo, INT64_MAX);
    }
    return meet(a, b.lo, b.hi);
}

static range compare(pk_range_op op, range a, range b) {
    bool yes, no;

    if (op == PK_RANGE_eq) {
        yes = a.lo == a.hi && b.lo == b.hi && a.lo == b.lo;
        no = a.hi < b.lo || a.lo > b.hi;
    } else {
        yes = op == PK_RANGE_lt ? a.hi < b.lo : a.hi <= b.lo;
        no = op == PK_RANGE_lt ? a.lo >= b.hi : a.lo > b.hi;
    }
    return (range){yes, !no};
}

static range compute(const pk_range_node *node, range a, range b, range c) {
    const pk_type type = node->type;

    switch ((pk_range_op)node->op) {
    case PK_RANGE_add: return fit(type, (wide)a.lo + b.lo, (wide)a.hi + b.hi);
    case PK_RANGE_sub: return fit(type, (wide)a.lo - b.hi, (wide)a.hi - b.lo);
    case PK_RANGE_mul: return corners(type, product, a, b);
    case PK_RANGE_min: return fit(type, least(a.lo, b.lo), least(a.hi, b.hi));
    case PK_RANGE_max: return fit(type, most(a.lo, b.lo), most(a.hi, b.hi));
    case PK_RANGE_floor_div:
        return b.lo < 1 ? range_of_type(type)
                        : corners(type, floor_quotient, a, b);
    case PK_RANGE_floor_mod: return floor_mod(type, a, b);
    case PK_RANGE_and: return bit_and(type, a, b);
    case PK_RANGE_shl:
    case PK_RANGE_shr: return shift(node, a, b);
    case PK_RANGE_popc: return popc(type, a);
    case PK_RANGE_wrap: return wrap(type, a, b);
    case PK_RANGE_convert: return fit(type, a.lo, a.hi);
    case PK_RANGE_index: return index_of(a, b, c);
    case PK_RANGE_either: return hull(a, b);
    case PK_RANGE_grown: return b.lo < a.lo ? range_of_type(type) : hull(a, b);
    case PK_RANGE_shrunk: return b.hi > a.hi ? range_of_type(type) : hull(a, b);
    case PK_RANGE_span: return (range){a.lo, b.hi};
    case PK_RANGE_below:
    case PK_RANGE_upto:
    case PK_RANGE_above:
    case PK_RANGE_from:
    case PK_RANGE_same: return narrow((pk_range_op)node->op, a, b);
    case PK_RANGE_lt:
    case PK_RANGE_le:
    case PK_RANGE_eq: return compare((pk_range_op)node->op, a, b);
    case PK_RANGE_not: return (range){1 - a.hi, 1 - a.lo};
    case PK_RANGE_never: return a;
    default: return range_of_type(type);
    }
}

uint32_t pk_range_op_args(pk_range_op op) {
    return op < PK_RANGE_add      ? 0
           : op == PK_RANGE_index ? 3
           : op == PK_RANGE_popc || op == PK_RANGE_convert ||
                   op == PK_RANGE_not || op == PK_RANGE_never
               ? 1
               : 2;
}

/* Operands whose ranges say nothing make a result of which nothing is known,
 * but for what is known of it besides. */
static range of_unknown(const pk_range_node *node, const pk_range_node *nodes,
                        range a, range b) {
    const range all = range_of_type(node->type);

    if (node->op == PK_RANGE_and && node->type == PK_TYPE_u64)
        return bit_and(node->type, a, b);
    if (node->op < PK_RANGE_below || node->op > PK_RANGE_same)
        return all;
    if (!is_known(nodes[node->args[1]].type, b) || node->op == PK_RANGE_above ||
        node->op == PK_RANGE_from)
        return a;
    return narrow((pk_range_op)node->op, (range){0, INT64_MAX}, b);
}

/* Whether it is what either of two places gives, of which threads may come to
 * one only. */
static bool joins(pk_range_op op) {
    return op == PK_RANGE_either || op == PK_RANGE_grown ||
           op == PK_RANGE_shrunk;
}

static range compute_node(const pk_range_node *nodes, uint32_t i,
                          const range *found) {
    const pk_range_node *node = &nodes[i];
    const uint32_t count = pk_range_op_args((pk_range_op)node->op);
    range args[3] = {{0, 0}, {0, 0}, {0, 0}};
    bool known = true;

    for (uint32_t k = 0; k < count; k++) {
        args[k] = found[node->args[k]];
        known &= is_known(nodes[node->args[k]].type, args[k]);
    }
    if (is_empty(args[0]))
        return node->op == PK_RANGE_either ? args[1] : empty;
    if (is_empty(args[1]))
        return joins((pk_range_op)node->op) ? args[0] : empty;
    if (is_empty(args[2]))
        return empty;
    return known ? compute(node, args[0], args[1], args[2])
                 : of_unknown(node, nodes, args[0], args[1]);
}

void pk_launch_ranges_find(const pk_range_node *nodes, uint32_t count,
                           const pk_range_launch *launch,
                           pk_launch_range *out) {
    for (uint32_t i = 0; i < count; i++)
        out[i] = nodes[i].op < PK_RANGE_add ? leaf(&nodes[i], launch)
                                            : compute_node(nodes, i, out);
}

bool pk_launch_ranges_hold(const pk_range_node *nodes, uint32_t count,
                           const pk_range_launch *launch) {
    range found[PK_RANGE_NODES];

    if (count > PK_RANGE_NODES)
        return false;
    pk_launch_ranges_find(nodes, count, launch, found);
    for (uint32_t i = 0; i < count; i++)
        if (nodes[i].op == PK_RANGE_never && !is_empty(found[i]) && found[i].hi)
            return false;
    return true;
}

bool pk_launch_ranges_fit(const pk_range_node *nodes, uint32_t count,
                          uint32_t params_size) {
    for (uint32_t i = 0; i < count; i++) {
        const pk_range_node *node = &nodes[i];
        if (node->op >= PK_RANGE_OPS ||
            (node->type != PK_TYPE_bool && !pk_type_is_int(node->type)))
            return false;
        for (uint32_t k = 0; k < pk_range_op_args((pk_range_op)node->op); k++)
            if (node->args[k] >= i)
                return false;
        if (node->op == PK_RANGE_param
                ? node->value < 0 ||
                      node->value > (int64_t)params_size -
                                        (int64_t)pk_type_bytes(node->type)
                : node->op > PK_RANGE_param && node->op < PK_RANGE_add &&
                      (node->value < 0 || node->value > 2))
            return false;
    }
    return count <= PK_RANGE_NODES;
}
