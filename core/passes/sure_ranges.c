/* SPDX-License-Identifier: Apache-2.0 */
/* Values as nodes of ranges. A value is one number from where it is computed
 * on, so a condition on it that holds at a place narrows it there, and what is
 * computed from it is computed again from what it can be there. A local may
 * hold, anywhere, what any of its sets can set. */
#include "core/analysis/assigned.h"
#include "core/compare.h"
#include "core/passes/sure.h"

#include <string.h>

enum { CONDITIONS = 24, TERMS = 16 };

/* `inst` compares, and the outcome is known. */
typedef struct condition {
    const pk_inst *inst;
    bool truth;
} condition;

/* The conditions that hold at an instruction, and the nodes of values there. */
typedef struct place {
    condition conditions[CONDITIONS];
    uint32_t count;
    uint16_t *nodes; /* by value id, + 1 */
} place;

static bool is_number(pk_type type) {
    return pk_type_is_int(type) || type == PK_TYPE_bool;
}

/* ---- nodes ---- */

static uint16_t put(pk_sure_writer *w, pk_range_node node) {
    for (uint32_t i = 0; i < w->count; i++) {
        const pk_range_node *n = &w->nodes[i];
        if (n->op == node.op && n->type == node.type &&
            n->value == node.value &&
            !memcmp(n->args, node.args, sizeof node.args))
            return (uint16_t)i;
    }
    if (w->count == PK_RANGE_NODES) {
        w->full = true;
        return 0;
    }
    w->nodes[w->count] = node;
    return (uint16_t)w->count++;
}

static uint16_t put_leaf(pk_sure_writer *w, pk_range_op op, pk_type type,
                         int64_t value) {
    return put(
        w, (pk_range_node){.op = (uint8_t)op, .type = type, .value = value});
}

static uint16_t put2(pk_sure_writer *w, pk_range_op op, pk_type type,
                     uint16_t a, uint16_t b) {
    return put(
        w, (pk_range_node){.op = (uint8_t)op, .type = type, .args = {a, b}});
}

static uint16_t put_range(pk_sure_writer *w, pk_type type, pk_range r) {
    const pk_range all = pk_range_of_type(type);

    if (r.lo <= all.lo && r.hi >= all.hi)
        return put_leaf(w, PK_RANGE_any, type, 0);
    return put2(w, PK_RANGE_span, type, put_leaf(w, PK_RANGE_const, type, r.lo),
                put_leaf(w, PK_RANGE_const, type, r.hi));
}

/* ---- which conditions hold at a here ---- */

static void assume(place *here, const pk_value *cond, bool truth, int depth) {
    const pk_inst *def = cond->def;

    if (cond->kind != PK_VALUE_result || depth == TERMS)
        return;
    if (def->op == PK_OP_not) {
        assume(here, def->args[0], !truth, depth + 1);
    } else if (cond->type == PK_TYPE_bool &&
               def->op == (truth ? PK_OP_and : PK_OP_or)) {
        assume(here, def->args[0], truth, depth + 1);
        assume(here, def->args[1], truth, depth + 1);
    } else if (pk_op_table[def->op].rule == PK_RULE_COMPARE &&
               pk_type_is_int(def->args[0]->type) && here->count < CONDITIONS) {
        here->conditions[here->count++] = (condition){def, truth};
    }
}

/* A thread that has passed an `if` took the branch that does not leave. */
static void assume_before(place *here, const pk_inst *inst) {
    for (const pk_inst *at = inst->prev; at; at = at->prev) {
        if (at->op != PK_OP_if)
            continue;
        if (pk_region_ends(at->body))
            assume(here, at->args[0], false, 0);
        else if (pk_region_ends(at->other))
            assume(here, at->args[0], true, 0);
    }
}

static place *place_of(pk_sure_writer *w, const pk_inst *inst) {
    place *here = PK_NEW(w->scratch, place);

    if (!here)
        return NULL;
    here->nodes = pk_arena_array(w->scratch, w->fn->value_count + (size_t)1,
                                 sizeof *here->nodes);
    for (const pk_inst *at = inst; at; at = at->parent->owner) {
        const pk_inst *owner = at->parent->owner;
        assume_before(here, at);
        if (owner && owner->op == PK_OP_if)
            assume(here, owner->args[0], at->parent == owner->body, 0);
    }
    return w->scratch->failed ? NULL : here;
}

/* ---- gets that give the same ---- */

static bool sets_in(const pk_region *region, const pk_local *local);

static bool sets(const pk_inst *inst, const pk_local *local) {
    return (inst->op == PK_OP_set && inst->local == local) ||
           (inst->body && sets_in(inst->body, local)) ||
           (inst->other && sets_in(inst->other, local));
}

static bool sets_in(const pk_region *region, const pk_local *local) {
    for (const pk_inst *inst = region->first; inst; inst = inst->next)
        if (sets(inst, local))
            return true;
    return false;
}

/* Whether nothing sets the local between `first`, in a region around `inst`,
 * and `inst`. */
static bool stays(const pk_inst *first, const pk_inst *inst,
                  const pk_local *local) {
    for (const pk_inst *at = inst;; at = at->parent->owner) {
        const pk_inst *owner = at->parent->owner;
        for (const pk_inst *before = at->prev; before; before = before->prev) {
            if (before == first)
                return true;
            if (sets(before, local))
                return false;
        }
        if (!owner || at->parent == first->parent)
            return false;
        if ((owner->op == PK_OP_for || owner->op == PK_OP_loop) &&
            sets(owner, local))
            return false;
    }
}

static bool is_same(const pk_value *a, const pk_value *b) {
    return a == b || (pk_is_op(a, PK_OP_get) && pk_is_op(b, PK_OP_get) &&
                      a->def->local == b->def->local &&
                      (stays(a->def, b->def, b->def->local) ||
                       stays(b->def, a->def, b->def->local)));
}

/* ---- values ---- */

static uint16_t node_of(pk_sure_writer *w, place *here, const pk_value *v);

static pk_range static_range(const pk_sure_writer *w, const pk_value *v) {
    return pk_is_const(v) ? pk_range_of_const(v) : w->facts.values[v->id];
}

static pk_range_op op_of(const pk_sure_writer *w, const pk_inst *inst) {
    const bool is_bool = inst->results[0]->type == PK_TYPE_bool;
    const bool from_zero =
        inst->arg_count && static_range(w, inst->args[0]).lo >= 0;

    switch ((int)inst->op) {
    case PK_OP_add: return PK_RANGE_add;
    case PK_OP_sub: return PK_RANGE_sub;
    case PK_OP_mul: return PK_RANGE_mul;
    case PK_OP_min: return PK_RANGE_min;
    case PK_OP_max: return PK_RANGE_max;
    case PK_OP_floor_div: return PK_RANGE_floor_div;
    case PK_OP_floor_mod: return PK_RANGE_floor_mod;
    case PK_OP_quot: return from_zero ? PK_RANGE_floor_div : PK_RANGE_any;
    case PK_OP_rem: return from_zero ? PK_RANGE_floor_mod : PK_RANGE_any;
    case PK_OP_and: return is_bool ? PK_RANGE_min : PK_RANGE_and;
    case PK_OP_or: return is_bool ? PK_RANGE_max : PK_RANGE_any;
    case PK_OP_shl: return PK_RANGE_shl;
    case PK_OP_shr: return PK_RANGE_shr;
    case PK_OP_popc: return PK_RANGE_popc;
    case PK_OP_not: return is_bool ? PK_RANGE_not : PK_RANGE_any;
    case PK_OP_wrap_index: return PK_RANGE_wrap;
    case PK_OP_convert:
    case PK_OP_bitcast: return is_bool ? PK_RANGE_any : PK_RANGE_convert;
    case PK_OP_lt:
    case PK_OP_gt: return PK_RANGE_lt;
    case PK_OP_le:
    case PK_OP_ge: return PK_RANGE_le;
    case PK_OP_eq:
    case PK_OP_ne: return PK_RANGE_eq;
    }
    return PK_RANGE_any;
}

static uint16_t unknown(pk_sure_writer *w, const pk_value *v) {
    return put_range(w, v->type, static_range(w, v));
}

static uint16_t node_of_pure(pk_sure_writer *w, place *here,
                             const pk_inst *inst) {
    const pk_value *v = inst->results[0];
    const pk_range_op op = op_of(w, inst);
    const bool turned = inst->op == PK_OP_gt || inst->op == PK_OP_ge;
    uint16_t args[2] = {0, 0}, node;

    if (op == PK_RANGE_any)
        return unknown(w, v);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!is_number(inst->args[i]->type))
            return unknown(w, v);
    for (uint32_t i = 0; i < inst->arg_count && i < 2; i++)
        args[turned ? 1 - i : i] = node_of(w, here, inst->args[i]);
    node = put2(w, op, v->type, args[0], args[1]);
    return inst->op == PK_OP_ne ? put2(w, PK_RANGE_not, v->type, node, 0)
                                : node;
}

/* Whether a set halves what the local holds, or divides it otherwise: that is
 * between what it held and 0. */
static bool shrinks(const pk_inst *set) {
    const pk_value *v = set->args[0];
    const pk_inst *def = v->def;

    return v->kind == PK_VALUE_result && def->arg_count == 2 &&
           pk_is_op(def->args[0], PK_OP_get) &&
           def->args[0]->def->local == set->local &&
           pk_is_const(def->args[1]) &&
           (def->op == PK_OP_quot || def->op == PK_OP_floor_div
                ? pk_const_get_int(def->args[1]) > 0
                : def->op == PK_OP_shr && def->args[1]->bits < 32);
}

/* Two nodes, of which the first may be none: -1. */
static int32_t join(pk_sure_writer *w, pk_type type, int32_t all,
                    uint16_t node) {
    return all < 0 ? node : put2(w, PK_RANGE_either, type, (uint16_t)all, node);
}

/* The value of a set, if all that the local holds is that node. */
static uint16_t node_of_set(pk_sure_writer *w, const pk_inst *set,
                            uint16_t granted) {
    const pk_local *local = set->local;
    place *here = place_of(w, set);
    uint16_t node;

    w->asked[local->id] = false;
    w->open[local->id] = (uint16_t)(granted + 1);
    w->open_count++;
    node = here ? node_of(w, here, set->args[0]) : 0;
    w->open_count--;
    w->open[local->id] = 0;
    return node;
}

/* All that the local holds by sets that do not ask what it held; -1: there are
 * none. `again`, by set: it asks. */
static int32_t node_of_start(pk_sure_writer *w, const pk_local *local,
                             uint16_t known, bool *again) {
    const pk_type type = local->type;
    int32_t all = -1;

    if (w->unset[local->id])
        all = put_leaf(w, PK_RANGE_const, type, 0);
    for (uint32_t i = 0; i < w->set_count && !w->full; i++) {
        uint16_t node;
        if (w->sets[i]->local != local)
            continue;
        if (shrinks(w->sets[i])) {
            all = join(w, type, all, put_leaf(w, PK_RANGE_const, type, 0));
            continue;
        }
        node = node_of_set(w, w->sets[i], known);
        again[i] = w->asked[local->id];
        if (!again[i])
            all = join(w, type, all, node);
    }
    return all;
}

/* All that it holds, if it never becomes less, or never more, than what it
 * starts with; whether that is so is seen when it is computed. */
static uint16_t node_of_course(pk_sure_writer *w, const pk_local *local,
                               uint16_t start, const bool *again, bool up) {
    const pk_type type = local->type;
    const uint16_t granted = put2(w, up ? PK_RANGE_from : PK_RANGE_upto, type,
                                  put_leaf(w, PK_RANGE_any, type, 0), start);
    int32_t sets = -1;

    for (uint32_t i = 0; i < w->set_count && !w->full; i++)
        if (w->sets[i]->local == local && again[i])
            sets = join(w, type, sets, node_of_set(w, w->sets[i], granted));
    return sets < 0 ? start
                    : put2(w, up ? PK_RANGE_grown : PK_RANGE_shrunk, type,
                           start, (uint16_t)sets);
}

/* All that the local ever holds. */
static uint16_t node_of_local(pk_sure_writer *w, const pk_local *local) {
    const uint16_t known =
        put_range(w, local->type, w->facts.locals[local->id]);
    bool *again;
    int32_t all;

    if (w->locals[local->id])
        return w->locals[local->id] - 1;
    w->asked[local->id] = true;
    if (w->open[local->id])
        return w->open[local->id] - 1;
    again = pk_arena_array(w->scratch, w->set_count + (size_t)1, 1);
    if (w->open_count == PK_SURE_OPEN || !again)
        return known;
    all = node_of_start(w, local, known, again);
    if (all < 0)
        return known;
    all = put2(w, PK_RANGE_same, local->type,
               node_of_course(w, local, (uint16_t)all, again, true),
               node_of_course(w, local, (uint16_t)all, again, false));
    all = put2(w, PK_RANGE_same, local->type, (uint16_t)all, known);
    /* It holds only if what is taken for granted of others meanwhile does. */
    if (!w->open_count)
        w->locals[local->id] = (uint16_t)(all + 1);
    return (uint16_t)all;
}

static uint16_t node_of_query(pk_sure_writer *w, const pk_inst *inst) {
    const pk_value *v = inst->results[0];
    const uint32_t known = w->fn->block[inst->axis];

    switch ((int)inst->op) {
    case PK_OP_thread_id:
        return put_leaf(w, PK_RANGE_thread_id, v->type, inst->axis);
    case PK_OP_block_id:
        return put_leaf(w, PK_RANGE_block_id, v->type, inst->axis);
    case PK_OP_grid_dim:
        return put_leaf(w, PK_RANGE_grid_dim, v->type, inst->axis);
    case PK_OP_block_dim:
        return known ? put_leaf(w, PK_RANGE_const, v->type, known)
                     : put_leaf(w, PK_RANGE_block_dim, v->type, inst->axis);
    }
    return put_range(w, v->type, pk_range_of_query(w->fn, inst));
}

static uint16_t node_of_result(pk_sure_writer *w, place *here,
                               const pk_value *v) {
    const pk_inst *inst = v->def;

    if (pk_op_table[inst->op].form == PK_OPFORM_AXIS ||
        inst->op == PK_OP_lane_id)
        return node_of_query(w, inst);
    if (inst->op == PK_OP_get)
        return node_of_local(w, inst->local);
    if (inst->result_count != 1 || !(pk_op_table[inst->op].flags & PK_OPF_PURE))
        return unknown(w, v);
    if (inst->op == PK_OP_select)
        return put2(w, PK_RANGE_either, v->type,
                    node_of(w, here, inst->args[1]),
                    node_of(w, here, inst->args[2]));
    return node_of_pure(w, here, inst);
}

static uint16_t node_of_index(pk_sure_writer *w, place *here,
                              const pk_value *v) {
    pk_range_node node = {.op = PK_RANGE_index, .type = v->type};

    for (int i = 0; i < 3; i++)
        node.args[i] = node_of(w, here, v->def->args[i]);
    return put(w, node);
}

static uint16_t node_of_param(pk_sure_writer *w, const pk_value *v) {
    for (uint32_t i = 0; i < w->fn->param_count; i++)
        if (w->fn->params[i].value == v)
            return put_leaf(w, PK_RANGE_param, v->type, 8 * (int64_t)i);
    return put_leaf(w, PK_RANGE_any, v->type, 0);
}

/* ---- what conditions say ---- */

/* `a op b` holds, or where `truth` is false it does not. */
static int narrowing_of(pk_op op, bool truth) {
    switch ((int)(truth ? op : pk_op_negated(op))) {
    case PK_OP_lt: return PK_RANGE_below;
    case PK_OP_le: return PK_RANGE_upto;
    case PK_OP_gt: return PK_RANGE_above;
    case PK_OP_ge: return PK_RANGE_from;
    case PK_OP_eq: return PK_RANGE_same;
    }
    return -1;
}

static uint16_t narrow(pk_sure_writer *w, const place *here, const pk_value *v,
                       uint16_t node) {
    for (uint32_t i = 0; i < here->count; i++) {
        const pk_inst *inst = here->conditions[i].inst;
        for (int k = 0; k < 2; k++) {
            const int op = narrowing_of(k ? pk_op_swapped(inst->op) : inst->op,
                                        here->conditions[i].truth);
            if (op >= 0 && is_same(inst->args[k], v))
                node = put2(w, (pk_range_op)op, v->type, node,
                            node_of(w, NULL, inst->args[1 - k]));
        }
    }
    return node;
}

static uint16_t node_of_const(pk_sure_writer *w, const pk_value *v) {
    const pk_range r = pk_range_of_const(v);

    return r.lo == r.hi ? put_leaf(w, PK_RANGE_const, v->type, r.lo)
                        : put_leaf(w, PK_RANGE_any, v->type, 0);
}

static uint16_t compute_node(pk_sure_writer *w, place *here,
                             const pk_value *v) {
    switch (v->kind) {
    case PK_VALUE_const: return node_of_const(w, v);
    case PK_VALUE_param: return node_of_param(w, v);
    case PK_VALUE_index: return node_of_index(w, here, v);
    case PK_VALUE_result: return node_of_result(w, here, v);
    case PK_VALUE_storage: break;
    }
    return put_leaf(w, PK_RANGE_any, v->type, 0);
}

/* The value at a here; NULL: wherever it is visible. */
static uint16_t node_of(pk_sure_writer *w, place *here, const pk_value *v) {
    uint16_t *memo = here ? here->nodes : w->plain, node;

    if (w->full || ++w->steps > PK_SURE_STEPS) {
        w->full = true;
        return 0;
    }
    if (!pk_is_const(v) && memo[v->id])
        return memo[v->id] - 1;
    node = compute_node(w, here, v);
    if (here)
        node = narrow(w, here, v, node);
    /* While locals are being written down things are taken for granted. */
    if (!pk_is_const(v) && (here || !w->open_count))
        memo[v->id] = (uint16_t)(node + 1);
    return node;
}

/* ---- the writer ---- */

static void count_set(pk_inst *inst, void *arg) {
    pk_sure_writer *w = arg;

    if (inst->op != PK_OP_set)
        return;
    if (w->sets)
        w->sets[w->set_count] = inst;
    w->set_count++;
}

bool pk_sure_begin(pk_sure_writer *w, pk_func *fn, pk_arena *scratch) {
    *w = (pk_sure_writer){.fn = fn, .scratch = scratch};
    if (!pk_ranges_find(fn, scratch, &w->facts))
        return false;
    w->unset = pk_find_unset(fn, scratch);
    pk_region_visit(fn->body, count_set, w);
    w->sets =
        pk_arena_array(scratch, w->set_count + (size_t)1, sizeof(pk_inst *));
    w->plain =
        pk_arena_array(scratch, fn->value_count + (size_t)1, sizeof *w->plain);
    w->locals =
        pk_arena_array(scratch, fn->local_count + (size_t)1, sizeof *w->locals);
    w->open =
        pk_arena_array(scratch, fn->local_count + (size_t)1, sizeof *w->open);
    w->asked = pk_arena_array(scratch, fn->local_count + (size_t)1, 1);
    w->nodes = pk_arena_array(scratch, PK_RANGE_NODES, sizeof *w->nodes);
    if (scratch->failed)
        return false;
    w->set_count = 0;
    pk_region_visit(fn->body, count_set, w);
    return true;
}

uint32_t pk_sure_ask(pk_sure_writer *w, const pk_inst *inst) {
    place *here = place_of(w, inst);
    uint16_t node = here ? node_of(w, here, inst->args[0]) : 0;

    return put2(w, PK_RANGE_never, PK_TYPE_bool, node, 0);
}
