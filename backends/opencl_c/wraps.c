/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers that count from thread to thread, or from round to round, and wrap.
 *
 * Drivers for processors are made of LLVM, whose vectoriser takes `(7 * t) &
 * 31` for evenly apart where it counts up from 0: the test that it does not
 * wrap is wrong (backends/native/llvm/wraps.c; PoCL 3.1 has LLVM 15). Where a
 * number is cut to fewer bits, and so may wrap, it is printed with a value that
 * is 0 and that no compiler knows to be 0:
 *
 *     uint none = (uint)((ulong)v1 >> 60);   v1: an array's extent
 *     int v17 = (int)(v16 & (31 ^ (int)none));
 *     uchar v18 = (uchar)(v12 + 71) ^ (uchar)none;
 *
 * A number that does not count, as each that comes from memory, is printed as
 * it is. */
#include "backends/opencl_c/printer.h"

enum { LOOKS = 48, DEPTH = 8 };

typedef struct look {
    const pk_func *fn;
    int left; /* values to be looked at; then all count */
} look;

/* ---- locals that count ---- */

/* Whether `v` is computed from the local, by what could be an even step. */
static bool is_stepped(look *l, const pk_value *v, const pk_local *local,
                       int depth) {
    const pk_inst *def = v->def;

    if (v->kind != PK_VALUE_result || l->left-- <= 0 || depth == 0)
        return false;
    if (def->op == PK_OP_get)
        return def->local == local;
    if (!(pk_op_table[def->op].flags & PK_OPF_PURE) || def->op == PK_OP_mul)
        return false;
    for (uint32_t i = 0; i < def->arg_count; i++)
        if (is_stepped(l, def->args[i], local, depth - 1))
            return true;
    return false;
}

static void forget(pk_func *fn) {
    for (pk_local *local = fn->locals; local; local = local->next)
        local->mark = NULL;
}

/* Marks the local when the instruction sets it to its own value and a step. */
static void mark_counter(pk_inst *inst, void *arg) {
    look l = {.fn = arg, .left = LOOKS};

    if (inst->op == PK_OP_set && pk_type_is_int(inst->args[0]->type) &&
        is_stepped(&l, inst->args[0], inst->local, DEPTH))
        inst->local->mark = inst->local;
}

void pk_cl_find_counters(pk_func *fn) {
    forget(fn);
    pk_region_visit(fn->body, mark_counter, fn);
}

/* ---- values ---- */

/* How a value changes from round to round, as far as another depends on it. */
typedef enum kind {
    KEPT,   /* perhaps always the same */
    COUNTS, /* perhaps more by the same each time */
    FREE    /* neither */
} kind;

static bool may_wrap(look *l, const pk_inst *inst);
static kind kind_of(look *l, const pk_value *v);

static bool is_index(const pk_value *v) {
    return v->kind == PK_VALUE_index ||
           (v->kind == PK_VALUE_result && (v->def->op == PK_OP_thread_id ||
                                           v->def->op == PK_OP_first_thread));
}

/* A product of two values that count does not count. */
static kind kind_of_result(look *l, const pk_inst *def) {
    kind most = KEPT;

    if (def->op == PK_OP_get)
        return def->local->mark ? COUNTS : KEPT;
    if (def->op != PK_OP_load && !(pk_op_table[def->op].flags & PK_OPF_PURE))
        return FREE;
    if (may_wrap(l, def))
        return FREE; /* as printed */
    for (uint32_t i = 0; i < def->arg_count && most != FREE; i++) {
        kind k = kind_of(l, def->args[i]);

        if (k == FREE ||
            (k == COUNTS && (def->op == PK_OP_load ||
                             (def->op == PK_OP_mul && most == COUNTS))))
            return FREE;
        most = k > most ? k : most;
    }
    return most;
}

static kind kind_of(look *l, const pk_value *v) {
    if (v->kind == PK_VALUE_const)
        return KEPT;
    if (l->left-- <= 0 || is_index(v))
        return COUNTS;
    if (v->kind == PK_VALUE_param && pk_type_is_int(v->type))
        return l->fn->kind == PK_FUNC_device ? COUNTS : KEPT;
    return v->kind == PK_VALUE_result ? kind_of_result(l, v->def) : KEPT;
}

static bool is_power_of_two(const pk_value *v) {
    return pk_is_const(v) && v->bits && !(v->bits & (v->bits - 1));
}

/* Masks of two bits and more: numbers of one bit do not count up. */
static bool is_mask(const pk_value *v) {
    return pk_is_const(v) && !is_power_of_two(v);
}

/* Whether the operation leaves fewer bits than its operands make. */
static bool cuts(const pk_inst *inst) {
    const pk_value *a = inst->args[0], *b = inst->args[1];
    pk_type to = inst->results[0]->type;
    bool narrow = !pk_type_is_signed(to) && pk_type_bytes(to) < 8;

    switch ((int)inst->op) {
    case PK_OP_and: return is_mask(a) || is_mask(b);
    case PK_OP_rem:
    case PK_OP_floor_mod: return is_power_of_two(b);
    case PK_OP_shr:
        return !pk_type_is_signed(to) && a->kind == PK_VALUE_result &&
               a->def->op == PK_OP_shl;
    case PK_OP_convert:
    case PK_OP_bitcast: return narrow && !is_index(a);
    case PK_OP_add:
    case PK_OP_sub:
    case PK_OP_mul:
    case PK_OP_shl: return narrow;
    }
    return false;
}

static bool may_wrap(look *l, const pk_inst *inst) {
    bool any = false;

    if (inst->result_count != 1 || inst->arg_count == 0 ||
        !pk_type_is_int(inst->results[0]->type) || !cuts(inst))
        return false;
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        kind k = kind_of(l, inst->args[i]);

        if (k == FREE)
            return false;
        any |= k == COUNTS;
    }
    return any;
}

bool pk_cl_may_wrap(const pk_func *fn, const pk_inst *inst) {
    look l = {.fn = fn, .left = LOOKS};

    return may_wrap(&l, inst);
}
