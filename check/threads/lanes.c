/* SPDX-License-Identifier: Apache-2.0 */
/* Goes down the operations that a value is made of, with all lanes at once. */
#include "check/threads/lanes.h"

#include "core/address.h"

#include <string.h>

enum { MAX_STEPS = 400 };

typedef struct finder {
    const pk_warp *warp;
    uint32_t steps; /* left: parts may be used many times */
} finder;

static bool find(finder *f, const pk_value *v, pk_lanes *out);

uint32_t pk_warp_size(const pk_warp *warp) {
    uint64_t threads = PK_LANES;

    if (warp->block[0])
        threads = (uint64_t)warp->block[0] * warp->block[1] * warp->block[2];
    return threads < PK_LANES ? (uint32_t)threads : PK_LANES;
}

static bool same_for_all(pk_lanes *out) {
    *out = (pk_lanes){0};
    return true;
}

static bool number(pk_lanes *out, int64_t n) {
    *out = (pk_lanes){.exact = true};
    for (int i = 0; i < PK_LANES; i++)
        out->own[i] = n;
    return true;
}

static bool is_number(const pk_lanes *a) {
    for (int i = 1; i < PK_LANES; i++)
        if (a->own[i] != a->own[0])
            return false;
    return a->exact;
}

static bool is_same_for_all(const pk_lanes *a) {
    for (int i = 1; i < PK_LANES; i++)
        if (a->own[i] != a->own[0])
            return false;
    return !a->by[0] && !a->by[1];
}

/* ---- leaves ---- */

static bool thread_id(const finder *f, uint32_t axis, pk_lanes *out) {
    const uint32_t *block = f->warp->block;

    if (!block[0] && axis)
        return same_for_all(out);
    *out = (pk_lanes){.exact = true};
    for (uint32_t i = 0; i < PK_LANES; i++)
        out->own[i] = !block[0]   ? i
                      : axis == 0 ? i % block[0]
                      : axis == 1 ? i / block[0] % block[1]
                                  : i / block[0] / block[1];
    return true;
}

/* The stride of an array's last axis is taken for one element. */
static bool parameter(const finder *f, const pk_value *v, pk_lanes *out) {
    const pk_func *fn = f->warp->fn;
    const pk_param *stride = NULL, *data = NULL;

    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].value == v && fn->params[i].role == PK_ROLE_stride)
            stride = &fn->params[i];
    for (uint32_t i = 0; stride && i < fn->param_count; i++) {
        const pk_param *p = &fn->params[i];
        if (p->arg != stride->arg)
            continue;
        if (p->role == PK_ROLE_stride && p->axis > stride->axis)
            return same_for_all(out);
        data = p->role == PK_ROLE_data ? p : data;
    }
    return data ? number(out,
                         data->record
                             ? data->record
                             : pk_type_bytes(pk_type_elem(data->value->type)))
                : same_for_all(out);
}

/* ---- operations ---- */

static bool add(pk_lanes *a, const pk_lanes *b, int64_t sign) {
    for (int k = 0; k < PK_LANE_ROWS; k++) {
        int at = 0;
        while (b->by[k] && at < PK_LANE_ROWS && a->by[at] &&
               a->by[at] != b->by[k])
            at++;
        if (at == PK_LANE_ROWS)
            return false;
        if (!b->by[k])
            continue;
        a->by[at] = b->by[k];
        for (int i = 0; i < PK_LANES; i++)
            a->rows[at][i] += sign * b->rows[k][i];
    }
    for (int i = 0; i < PK_LANES; i++)
        a->own[i] += sign * b->own[i];
    a->exact = a->exact && b->exact;
    return true;
}

static bool scale(pk_lanes *a, int64_t by) {
    for (int i = 0; i < PK_LANES; i++) {
        if (__builtin_mul_overflow(a->own[i], by, &a->own[i]))
            return false;
        for (int k = 0; k < PK_LANE_ROWS; k++)
            a->rows[k][i] *= by;
    }
    return true;
}

/* A product with a number that only the launch knows: own parts become rows,
 * and rows planes. */
static bool scale_by(pk_lanes *a, const pk_value *by, const pk_value *product) {
    pk_lanes made = {.by = {by, a->by[0] ? product : NULL}};

    if (a->by[1])
        return false;
    memcpy(made.rows[0], a->own, sizeof a->own);
    memcpy(made.rows[1], a->rows[0], sizeof a->own);
    *a = made;
    return true;
}

static bool multiply(const pk_inst *inst, pk_lanes *a, pk_lanes *b,
                     pk_lanes *out) {
    const pk_value *by = inst->args[1];

    if (is_number(b) || is_number(a)) {
        *out = is_number(b) ? *a : *b;
        return scale(out, is_number(b) ? b->own[0] : a->own[0]);
    }
    if (a->exact && b->exact && !a->by[0] && !b->by[0]) {
        *out = *a;
        for (int i = 0; i < PK_LANES; i++)
            if (__builtin_mul_overflow(a->own[i], b->own[i], &out->own[i]))
                return false;
        return true;
    }
    if (is_same_for_all(a) && is_same_for_all(b))
        return same_for_all(out);
    if (is_same_for_all(a)) {
        by = inst->args[0];
        a = b;
    } else if (!is_same_for_all(b)) {
        return false;
    }
    while (by->kind == PK_VALUE_result && by->def->op == PK_OP_convert)
        by = by->def->args[0];
    *out = *a;
    return scale_by(out, by, inst->results[0]);
}

static int64_t floor_div(int64_t a, int64_t b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Operations that need the numbers themselves. */
static bool combine(const pk_inst *inst, const pk_lanes *a, const pk_lanes *b,
                    pk_lanes *out) {
    *out = (pk_lanes){.exact = true};
    if (!a->exact || !b->exact || a->by[0] || b->by[0])
        return false;
    for (int i = 0; i < PK_LANES; i++) {
        int64_t x = a->own[i], y = b->own[i], *to = &out->own[i];
        switch ((int)inst->op) {
        case PK_OP_and: *to = x & y; break;
        case PK_OP_or: *to = x | y; break;
        case PK_OP_xor: *to = x ^ y; break;
        case PK_OP_min: *to = x < y ? x : y; break;
        case PK_OP_max: *to = x > y ? x : y; break;
        case PK_OP_shl:
        case PK_OP_shr:
            if (y < 0 || y > 31 || x < 0 || x > INT32_MAX)
                return false;
            *to = inst->op == PK_OP_shl ? x << y : x >> y;
            break;
        case PK_OP_quot:
        case PK_OP_floor_div:
        case PK_OP_rem:
        case PK_OP_floor_mod:
            if (y < 1 || (x < 0 && inst->op != PK_OP_floor_div &&
                          inst->op != PK_OP_floor_mod))
                return false;
            *to = floor_div(x, y);
            if (inst->op == PK_OP_rem || inst->op == PK_OP_floor_mod)
                *to = x - *to * y;
            break;
        default: return false;
        }
    }
    return true;
}

static bool operation(finder *f, const pk_inst *inst, pk_lanes *out) {
    pk_lanes a = {0}, b = {0};

    if (inst->arg_count < 1 || inst->arg_count > 2 ||
        !find(f, inst->args[0], &a) ||
        (inst->arg_count > 1 && inst->op != PK_OP_wrap_index &&
         !find(f, inst->args[1], &b)))
        return false;
    *out = a;
    switch ((int)inst->op) {
    case PK_OP_convert: return pk_type_is_int(inst->results[0]->type);
    case PK_OP_wrap_index: return true; /* counted from the front */
    case PK_OP_neg: return scale(out, -1);
    case PK_OP_add: return add(out, &b, 1);
    case PK_OP_sub: return add(out, &b, -1);
    case PK_OP_mul: return multiply(inst, &a, &b, out);
    case PK_OP_shl:
        if (is_number(&b) && b.own[0] >= 0 && b.own[0] < 32)
            return scale(out, INT64_C(1) << b.own[0]);
        break;
    case PK_OP_elem:
    case PK_OP_offset:
        return scale(&b, pk_address_unit(inst)) && add(out, &b, 1);
    }
    return inst->arg_count == 2 && combine(inst, &a, &b, out);
}

static bool find(finder *f, const pk_value *v, pk_lanes *out) {
    const pk_inst *inst = v->kind == PK_VALUE_result ? v->def : NULL;
    uint32_t known = f->warp->block[0];

    if (!f->steps--) {
        f->steps = 0;
        return false;
    }
    if (pk_is_const(v))
        return pk_type_is_int(v->type) && number(out, pk_const_get_int(v));
    if (v->kind == PK_VALUE_param)
        return parameter(f, v, out);
    if (inst && inst->op == PK_OP_thread_id)
        return thread_id(f, inst->axis, out);
    if (inst && inst->op == PK_OP_block_dim && known)
        return number(out, f->warp->block[inst->axis]);
    if (inst && inst->op == PK_OP_lane_id) {
        *out = (pk_lanes){.exact = true};
        for (int i = 0; i < PK_LANES; i++)
            out->own[i] = i;
        return true;
    }
    if (inst && operation(f, inst, out))
        return true;
    return !pk_uniform_vary(f->warp->uniform, v) && same_for_all(out);
}

bool pk_lanes_find(const pk_warp *warp, const pk_value *value, pk_lanes *out) {
    finder f = {.warp = warp, .steps = MAX_STEPS};

    return find(&f, value, out);
}
