/* SPDX-License-Identifier: Apache-2.0 */
/* simplify: identities that hold to the bit, operations on constants, and
 * control whose way is known.
 *
 *     %2: i64 = add %1, 0:i64          %3: i64 = shr %1, 4:i64
 *     %3: i64 = floor_div %2, 16:i64   store %p, %x
 *     if true:bool {               =>
 *         store %p, %x
 *     }
 *
 * One walk in the order of the text, so that operands are simple before what
 * they are operands of. The rules are in simplify_*.c. */
#include "core/passes/simplify.h"

#include "core/ir_data.h"
#include "core/passes/passes.h"

/* Rules that make instructions may lead to each other; none leads far. */
enum { MAX_DEPTH = 16 };

static pk_value *simplify_last(pk_simplifier *s, pk_value *made) {
    pk_inst *inst = made->def;
    pk_value *better = NULL;

    if (made->kind != PK_VALUE_result || s->fn->ir->arena->failed)
        return made;
    if (s->depth < MAX_DEPTH) {
        s->depth++;
        better = pk_simplify_value(s, inst);
        s->depth--;
    }
    if (better)
        pk_inst_remove(inst);
    return better ? better : made;
}

pk_value *pk_simple1(pk_simplifier *s, pk_op op, pk_value *a) {
    return simplify_last(s, pk_emit1(&s->b, op, a));
}

pk_value *pk_simple2(pk_simplifier *s, pk_op op, pk_value *a, pk_value *b) {
    return simplify_last(s, pk_emit2(&s->b, op, a, b));
}

pk_value *pk_simple_to(pk_simplifier *s, pk_op op, pk_type to, pk_value *a) {
    return a->type == to ? a : simplify_last(s, pk_emit_to(&s->b, op, to, a));
}

/* Constants go to the right of what commutes. */
static void order_operands(pk_inst *inst) {
    if ((pk_op_table[inst->op].flags & PK_OPF_COMMUTES) &&
        pk_is_const(inst->args[0]) && !pk_is_const(inst->args[1])) {
        pk_value *constant = inst->args[0];
        inst->args[0] = inst->args[1];
        inst->args[1] = constant;
    }
}

pk_value *pk_simplify_value(pk_simplifier *s, const pk_inst *inst) {
    pk_value *better;
    pk_type type;

    order_operands((pk_inst *)inst);
    better = pk_fold(s, inst);
    if (better || !inst->arg_count)
        return better;
    type = inst->args[0]->type;
    switch ((pk_op_rule)pk_op_table[inst->op].rule) {
    case PK_RULE_CONVERT:
    case PK_RULE_BITCAST: return pk_simplify_convert(s, inst);
    case PK_RULE_COMPARE:
    case PK_RULE_SELECT: return pk_simplify_bool(s, inst);
    case PK_RULE_ELEM:
        return pk_is_const_int(inst->args[1], 0) &&
                       type == inst->results[0]->type
                   ? inst->args[0]
                   : NULL;
    default: break;
    }
    if (type == PK_TYPE_bool)
        return pk_simplify_bool(s, inst);
    return pk_type_is_float(type) ? pk_simplify_float(s, inst)
                                  : pk_simplify_int(s, inst);
}

/* ---- control ---- */

/* Puts the region's instructions in place of the instruction. They are walked
 * next: what comes back is the first of them. */
static pk_inst *unwrap(pk_simplifier *s, pk_inst *inst, pk_region *region) {
    pk_inst *before = inst->prev;
    pk_region *parent = inst->parent;

    if (pk_region_ends(region)) /* nothing is reached behind */
        while (inst->next)
            pk_inst_remove(inst->next);
    pk_region_splice(region, inst);
    pk_inst_remove(inst);
    pk_func_get_data(s->fn)->reshaped = true;
    return before ? before->next : parent->first;
}

static void find_exit(pk_inst *inst, void *arg) {
    const pk_inst **target = arg;

    if (inst->target == *target)
        *target = NULL;
}

static bool is_left(const pk_inst *inst) {
    const pk_inst *target = inst;

    pk_region_visit(inst->body, find_exit, &target);
    return !target;
}

/* The next instruction to walk when the control was replaced, else NULL. */
static pk_inst *simplify_control(pk_simplifier *s, pk_inst *inst,
                                 bool *replaced) {
    pk_inst *last = inst->body->last;

    *replaced = true;
    if (inst->op == PK_OP_if && pk_is_const(inst->args[0]))
        return unwrap(s, inst, inst->args[0]->bits ? inst->body : inst->other);
    if (last && last->target == inst &&
        (last->op == PK_OP_continue ||
         (last->op == PK_OP_break && inst->op == PK_OP_block))) {
        pk_inst_remove(last); /* it goes there anyway */
        pk_func_get_data(s->fn)->reshaped = true;
    }
    if (inst->op == PK_OP_block && !is_left(inst))
        return unwrap(s, inst, inst->body);
    *replaced = false;
    return NULL;
}

/* An if with an empty first region turns around. */
static void turn_if(pk_simplifier *s, pk_inst *inst) {
    pk_region *body = inst->body;

    if (inst->op != PK_OP_if || body->first || !inst->other->first)
        return;
    inst->args[0] = pk_simple1(s, PK_OP_not, inst->args[0]);
    inst->body = inst->other;
    inst->other = body;
    pk_func_get_data(s->fn)->reshaped = true;
}

/* Nobody writes over memory that is none, or so small that another one lies in
 * the frame. */
static bool is_never_sole(const pk_inst *inst) {
    return inst->op == PK_OP_sole &&
           (pk_is_const(inst->args[0]) ||
            (pk_is_const(inst->args[2]) &&
             inst->args[2]->bits <= PK_STACK_ARRAY_BYTES));
}

static void simplify_region(pk_simplifier *s, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        pk_value *better = NULL;
        bool replaced;
        if (s->fn->ir->arena->failed)
            return;
        next = inst->next;
        pk_resolve_args(inst);
        pk_builder_before(&s->b, inst);
        s->b.flags = inst->flags & PK_INST_fast;
        if (pk_op_is_pure(inst->op))
            better = pk_simplify_value(s, inst);
        else if (is_never_sole(inst))
            better = pk_const_int(s->fn, PK_TYPE_bool, 0);
        if (better)
            pk_replace(inst, better);
        if (!inst->body)
            continue;
        next = simplify_control(s, inst, &replaced);
        if (replaced)
            continue;
        turn_if(s, inst);
        simplify_region(s, inst->body);
        if (inst->other)
            simplify_region(s, inst->other);
        next = inst->next;
    }
}

pk_status pk_pass_simplify(pk_func *fn, const pk_caps *caps, pk_error *err) {
    pk_simplifier s = {.fn = fn, .caps = caps};

    pk_builder_init(&s.b, fn);
    simplify_region(&s, fn->body);
    return pk_pass_done(fn, err);
}
