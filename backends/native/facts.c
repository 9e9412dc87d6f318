/* SPDX-License-Identifier: Apache-2.0 */
/* Facts about values that the emitter passes on to LLVM: how large indices get,
 * and which arrays of a thread lie apart for different threads. */
#include "backends/native/emit.h"

#include "core/address.h"

enum { DEPTH = 8, MAX_THREADS = 1024 };

#define UNKNOWN UINT64_MAX

/* ---- how large ---- */

static uint64_t signed_max(pk_type type) {
    return UINT64_MAX >> (65 - 8 * pk_type_bytes(type));
}

static uint64_t bound(const pk_value *v, int depth);

/* Bounds of both operands joined; UNKNOWN stays UNKNOWN. */
static uint64_t join(const pk_inst *inst, int depth, bool multiply) {
    uint64_t a = bound(inst->args[0], depth), b, r;

    if (a == UNKNOWN || (b = bound(inst->args[1], depth)) == UNKNOWN)
        return UNKNOWN;
    if (multiply ? __builtin_mul_overflow(a, b, &r)
                 : __builtin_add_overflow(a, b, &r))
        return UNKNOWN;
    return r;
}

/* The lesser bound of those that there are. */
static uint64_t lesser(const pk_inst *inst, int depth, bool both) {
    uint64_t a = bound(inst->args[0], depth);
    uint64_t b = bound(inst->args[1], depth);

    if (both && (a == UNKNOWN || b == UNKNOWN))
        return UNKNOWN;
    return a < b ? a : b;
}

static uint64_t result_bound(const pk_inst *inst, int depth) {
    switch ((int)inst->op) {
    case PK_OP_block_dim: return MAX_THREADS;
    case PK_OP_block_id:
    case PK_OP_grid_dim: return INT32_MAX;
    case PK_OP_first_thread:
    case PK_OP_grid_threads: return (uint64_t)INT32_MAX * MAX_THREADS;
    case PK_OP_convert:
        return inst->args[0]->type == PK_TYPE_bool ? 1
               : pk_type_is_int(inst->args[0]->type)
                   ? bound(inst->args[0], depth)
                   : UNKNOWN;
    case PK_OP_add: return join(inst, depth, false);
    case PK_OP_mul: return join(inst, depth, true);
    case PK_OP_min: return lesser(inst, depth, true);
    case PK_OP_and: return lesser(inst, depth, false);
    }
    return UNKNOWN;
}

/* Below the stop, when it counts up from 0 or more. */
static uint64_t index_bound(const pk_inst *loop, int depth) {
    uint64_t stop;

    if (bound(loop->args[0], depth) == UNKNOWN ||
        !pk_is_const_int(loop->args[2], 1))
        return UNKNOWN;
    stop = bound(loop->args[1], depth);
    return stop == UNKNOWN ? signed_max(loop->index->type) : stop;
}

static uint64_t bound(const pk_value *v, int depth) {
    uint64_t most, top;

    if (!pk_type_is_int(v->type) || depth == 0)
        return UNKNOWN;
    top = signed_max(v->type);
    if (v->kind == PK_VALUE_const)
        return v->bits <= top ? v->bits : UNKNOWN;
    if (v->kind == PK_VALUE_index)
        most = index_bound(v->def, depth - 1);
    else if (v->kind == PK_VALUE_result)
        most = result_bound(v->def, depth - 1);
    else
        return UNKNOWN;
    if (most <= top)
        return most;
    return v->kind == PK_VALUE_result && (v->def->flags & PK_INST_nonneg)
               ? top
               : UNKNOWN;
}

uint64_t pk_native_bound(const pk_value *v) {
    return bound(v, DEPTH);
}

bool pk_native_is_exact(const pk_inst *inst) {
    uint64_t most;

    if (!pk_type_is_int(inst->results[0]->type))
        return false;
    most = join(inst, DEPTH, inst->op == PK_OP_mul);
    return most != UNKNOWN && most <= signed_max(inst->results[0]->type);
}

/* ---- whose arrays ---- */

const pk_inst *pk_native_items_around(const pk_inst *inst) {
    for (inst = inst->parent->owner; inst; inst = inst->parent->owner)
        if (inst->op == PK_OP_for && (inst->flags & PK_INST_items))
            return inst;
    return NULL;
}

const pk_native_array *pk_native_array_of(const pk_value *pointer) {
    const pk_value *root = pk_address_root(pointer);

    return root->kind == PK_VALUE_storage ? root->mark : NULL;
}

/* The same in every iteration of `loop`. */
static bool is_same(const pk_value *v, const pk_inst *loop, int depth) {
    const pk_inst *def = v->def;

    if (v->kind == PK_VALUE_const || v->kind == PK_VALUE_param)
        return true;
    if (v->kind == PK_VALUE_index)
        return def != loop && (def->flags & PK_INST_items);
    if (v->kind != PK_VALUE_result || depth == 0 ||
        !(pk_op_table[def->op].flags & PK_OPF_PURE))
        return false;
    for (uint32_t i = 0; i < def->arg_count; i++)
        if (!is_same(def->args[i], loop, depth - 1))
            return false;
    return true;
}

bool pk_native_is_same(const pk_value *v, const pk_inst *loop) {
    return is_same(v, loop, DEPTH);
}

/* Different in any two iterations of `loop`: its index, more or less what is
 * the same for all, times what is not 0. */
static bool is_distinct(const pk_value *v, const pk_inst *loop, int depth) {
    const pk_inst *def = v->def;

    if (v->kind == PK_VALUE_index)
        return def == loop;
    if (v->kind != PK_VALUE_result || depth == 0)
        return false;
    switch ((int)def->op) {
    case PK_OP_convert:
        return pk_type_is_int(v->type) &&
               pk_type_bytes(v->type) >= pk_type_bytes(loop->index->type) &&
               is_distinct(def->args[0], loop, depth - 1);
    case PK_OP_add:
        return (is_distinct(def->args[0], loop, depth - 1) &&
                is_same(def->args[1], loop, depth)) ||
               (is_distinct(def->args[1], loop, depth - 1) &&
                is_same(def->args[0], loop, depth));
    case PK_OP_mul:
        return is_distinct(def->args[0], loop, depth - 1) &&
               pk_is_const(def->args[1]) && def->args[1]->bits != 0 &&
               pk_native_is_exact(def);
    }
    return false;
}

static void look(pk_inst *inst, void *arg) {
    const pk_inst *loop = NULL;

    (void)arg;
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        const pk_value *v = inst->args[i];
        pk_native_array *array = v->kind == PK_VALUE_storage ? v->mark : NULL;

        if (!array || !array->own)
            continue;
        loop = pk_native_items_around(inst);
        array->own = inst->op == PK_OP_elem && i == 0 && loop &&
                     is_distinct(inst->args[1], loop, DEPTH);
    }
}

void pk_native_find_own(const pk_func *fn) {
    pk_region_visit(fn->body, look, NULL);
}
