/* SPDX-License-Identifier: Apache-2.0 */
/* dce: removes unused code: results that are not read, loads and gets
 * among them, locals without a get that is needed, empty control, and what
 * follows an instruction that never comes out.
 *
 *     %1: i64 = mul %n, %n             set $last, %n
 *     set $unused, %n              =>  store %p, ...
 *     set $last, %n                    ... get $last ...
 *     store %p, ...
 *
 * What has an effect is needed; what it reads is needed, too, and so on: a
 * worklist of values, so that a local which only counts itself up goes. */
#include "base/error.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

/* Marks: of a value and of a local, that it is needed; a local's mark leads to
 * the first of its sets until then, whose marks lead to the next. Those of
 * values and locals go again with the sweep. */
static char needed;

typedef struct sweeper {
    pk_func *fn;
    pk_arena scratch;
    pk_value **work;
    uint32_t count;
} sweeper;

static void need(sweeper *s, pk_value *value) {
    if (value->mark || value->kind == PK_VALUE_const)
        return;
    value->mark = &needed;
    s->work[s->count++] = value;
}

static void need_args(sweeper *s, const pk_inst *inst) {
    for (uint32_t i = 0; i < inst->arg_count; i++)
        need(s, inst->args[i]);
}

static void need_local(sweeper *s, pk_local *local) {
    pk_inst *set = local->mark;

    if (local->mark == &needed)
        return;
    local->mark = &needed;
    for (pk_inst *next; set; set = next) {
        next = set->mark;
        set->mark = &needed;
        need_args(s, set);
    }
}

static bool can_go(const pk_inst *inst) {
    return pk_op_is_pure(inst->op) || inst->op == PK_OP_load ||
           inst->op == PK_OP_get;
}

static void find_needs(pk_inst *inst, void *arg) {
    sweeper *s = arg;

    if (can_go(inst))
        return;
    if (inst->op != PK_OP_set)
        need_args(s, inst);
    else if (inst->local->mark == &needed)
        need_args(s, inst);
    else {
        inst->mark = inst->local->mark;
        inst->local->mark = inst;
    }
}

static void follow_needs(sweeper *s) {
    while (s->count) {
        pk_value *value = s->work[--s->count];
        if (value->kind != PK_VALUE_result)
            continue;
        need_args(s, value->def);
        if (value->def->op == PK_OP_get)
            need_local(s, value->def->local);
    }
}

/* ---- removing ---- */

static void unmark(pk_inst *inst) {
    for (uint32_t i = 0; i < inst->result_count; i++)
        inst->results[i]->mark = NULL;
    if (inst->index)
        inst->index->mark = NULL;
}

static bool is_needed(const pk_inst *inst) {
    if (inst->op == PK_OP_set)
        return inst->local->mark == &needed;
    return !can_go(inst) || inst->results[0]->mark == &needed;
}

/* True when control never comes out behind the instruction. */
static bool never_ends(const pk_inst *inst) {
    if (inst->op == PK_OP_if)
        return pk_region_ends(inst->body) && pk_region_ends(inst->other);
    return inst->op == PK_OP_break || inst->op == PK_OP_continue ||
           inst->op == PK_OP_return;
}

static void cut_behind(pk_inst *inst) {
    while (inst->next)
        pk_inst_remove(inst->next);
}

/* An if or a for that does nothing. A loop may be there to run forever. */
static bool does_nothing(const pk_inst *inst) {
    return (inst->op == PK_OP_if || inst->op == PK_OP_for ||
            inst->op == PK_OP_block) &&
           inst->body && !inst->body->first &&
           (!inst->other || !inst->other->first);
}

static void sweep(pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        if (never_ends(inst))
            cut_behind(inst);
        next = inst->next;
        if (inst->body)
            sweep(inst->body);
        if (inst->other)
            sweep(inst->other);
        if (!is_needed(inst) || does_nothing(inst))
            pk_inst_remove(inst);
        unmark(inst);
    }
}

static void drop_locals(pk_func *fn) {
    pk_local **at = &fn->locals, *last = NULL;

    while (*at)
        if ((*at)->mark != &needed)
            *at = (*at)->next;
        else {
            last = *at;
            last->mark = NULL;
            at = &last->next;
        }
    pk_func_get_data(fn)->last_local = last;
}

static void drop_storages(pk_func *fn) {
    pk_storage **at = &fn->storages, *last = NULL;

    while (*at)
        if ((*at)->value->mark != &needed)
            *at = (*at)->next;
        else {
            last = *at;
            last->value->mark = NULL;
            at = &last->next;
        }
    pk_func_get_data(fn)->last_storage = last;
}

pk_status pk_pass_dce(pk_func *fn, const pk_caps *caps, pk_error *err) {
    sweeper s = {.fn = fn};
    pk_status status = PK_OK;

    (void)caps;
    pk_arena_init(&s.scratch, fn->ir->arena->allocator);
    s.work =
        pk_arena_array(&s.scratch, fn->value_count + (size_t)1, sizeof *s.work);
    if (s.scratch.failed) {
        status = pk_fail_no_memory(err);
    } else {
        pk_region_visit(fn->body, find_needs, &s);
        follow_needs(&s);
        sweep(fn->body);
        drop_locals(fn);
        drop_storages(fn);
        for (uint32_t i = 0; i < fn->param_count; i++)
            fn->params[i].value->mark = NULL;
    }
    pk_arena_finish(&s.scratch);
    return status == PK_OK ? pk_pass_done(fn, err) : status;
}
