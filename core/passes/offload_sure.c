/* SPDX-License-Identifier: Apache-2.0 */
/* sure: what could fail in a kernel that is made of a loop is asked by who
 * launches it, once for all threads.
 *
 *     if lt %t, %turns {                       %x.shape0 - %turns >= 0
 *         if ge %t, %x.shape0 { .. fail }  =>  if lt %t, %turns {
 *         ...                                      ...
 *
 * Indices that are sums of the thread's number, of indices of loops, and of
 * parameters are in their arrays for all threads or not (analysis/questions.h).
 * Where all that could fail is such a question the kernel does not ask it:
 * nobody waits to hear of its failures. Where the answers are others the loop
 * runs on the host, and fails as it should. */
#include "core/analysis/questions.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"
#include "core/report.h"

#include <string.h>

enum { SUMS = PK_QUESTION_SUMS + 3 * PK_NEST_LEAVES };

typedef struct asker {
    pk_func *fn;
    pk_arena scratch;
    pk_questions of;
    const pk_value *report;
    bool found; /* a use of the report */
    pk_loop_sum sums[SUMS];
    uint32_t count;
} asker;

/* ---- what asks ---- */

static void find_report(pk_inst *inst, void *arg) {
    asker *a = arg;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        a->found |= inst->args[i] == a->report;
}

static bool reports_in(asker *a, pk_region *region) {
    a->found = false;
    pk_region_visit(region, find_report, a);
    return a->found;
}

/* An `if` whose body fails, and holds no other that does. */
static bool is_failure(asker *a, const pk_inst *inst) {
    if (inst->op != PK_OP_if || inst->other->first ||
        !reports_in(a, inst->body))
        return false;
    for (const pk_inst *in = inst->body->first; in; in = in->next)
        if (in->body)
            return false;
    return true;
}

static void look(pk_inst *inst, void *arg) {
    asker *a = arg;

    if (inst->op == PK_OP_wrap_index && inst->results[0]->type == PK_TYPE_i64)
        pk_questions_ask_wrap(&a->of, inst->results[0]);
    if (is_failure(a, inst))
        pk_questions_ask(&a->of, inst->args[0]);
}

/* The `if` that the threads pass whose number is less than the first parameter.
 */
static pk_inst *find_root(const pk_func *fn) {
    for (pk_inst *inst = fn->body->first; inst; inst = inst->next)
        if (inst->op == PK_OP_if && pk_is_op(inst->args[0], PK_OP_lt) &&
            inst->args[0]->def->args[1] == fn->params[0].value)
            return inst;
    return NULL;
}

/* ---- sums for the launcher ---- */

/* The parameter's number; UINT32_MAX: it is none that the host knows as a
 * number. */
static uint32_t number_of(const pk_func *fn, const pk_value *v) {
    const uint32_t *from = pk_func_get_data(fn)->loop->from;
    const bool small =
        v->type == PK_TYPE_bool ||
        (pk_type_is_int(v->type) && !pk_type_is_signed(v->type) &&
         pk_type_bytes(v->type) < 8);

    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].value == v)
            return from[i] != UINT32_MAX &&
                           fn->params[i].arg != PK_REPORT_ARG &&
                           (small || v->type == PK_TYPE_i64)
                       ? i
                       : UINT32_MAX;
    return UINT32_MAX;
}

static pk_loop_sum *new_sum(asker *a) {
    pk_loop_sum *sum = &a->sums[a->count];

    if (a->count == SUMS)
        return NULL;
    a->count++;
    memset(sum, 0, sizeof *sum);
    return sum;
}

static void put_term(pk_loop_sum *sum, int64_t factor, uint32_t x, uint32_t y) {
    sum->terms[sum->count].factor = factor;
    sum->terms[sum->count].params[0] = x;
    sum->terms[sum->count].params[1] = y;
    sum->count++;
}

static bool put_sum(asker *a, const pk_sum_draft *draft) {
    pk_loop_sum *sum = new_sum(a);

    for (uint32_t i = 0; sum && i < draft->count; i++) {
        uint32_t params[2] = {UINT32_MAX, UINT32_MAX}, count = 0;
        for (int k = 0; k < PK_SUM_DEGREE; k++) {
            const uint32_t value = draft->terms[i].values[k];
            if (!value)
                continue;
            if (count == 2)
                return false;
            params[count] = number_of(a->fn, a->of.nest.sums.values[value - 1]);
            if (params[count++] == UINT32_MAX)
                return false;
        }
        put_term(sum, (int64_t)draft->terms[i].factor, params[0], params[1]);
    }
    return sum != NULL;
}

/* -2^bits <= value < 2^bits, or from 0. */
static bool put_limits(asker *a, const pk_nest_leaf *leaf) {
    const uint32_t param = number_of(a->fn, leaf->value);
    const int64_t limit = INT64_C(1) << leaf->bits;
    pk_loop_sum *low, *high;

    if (pk_is_const(leaf->value) || pk_nest_leaf_holds(&a->of.nest, leaf))
        return true;
    low = new_sum(a);
    high = new_sum(a);
    if (param == UINT32_MAX || !low || !high)
        return false;
    put_term(low, 1, param, UINT32_MAX);
    if (!leaf->from_zero)
        put_term(low, limit, UINT32_MAX, UINT32_MAX);
    put_term(high, -1, param, UINT32_MAX);
    put_term(high, limit - 1, UINT32_MAX, UINT32_MAX);
    return true;
}

static bool put_all(asker *a) {
    for (uint32_t i = 0; i < a->of.sum_count; i++)
        if (!put_sum(a, &a->of.sums[i]))
            return false;
    for (uint32_t i = 0; i < a->of.nest.leaf_count; i++)
        if (!put_limits(a, &a->of.nest.leaves[i]))
            return false;
    return true;
}

/* ---- the kernel that does not ask ---- */

typedef struct answering {
    asker *a;
    bool apply, all; /* nothing else fails */
} answering;

/* Takes answered failures away, or finds out whether these are all. */
static void answer(answering *x, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        next = inst->next;
        if (is_failure(x->a, inst) &&
            pk_questions_have(&x->a->of, inst->args[0])) {
            if (x->apply)
                pk_inst_remove(inst);
            continue;
        }
        x->a->found = false;
        find_report(inst, x->a);
        x->all &= !x->a->found;
        if (inst->body)
            answer(x, inst->body);
        if (inst->other)
            answer(x, inst->other);
    }
}

static void unwrap(asker *a) {
    for (uint32_t i = 0; i < a->of.nest.wrap_count; i++) {
        pk_inst *inst = a->of.nest.wraps[i]->def;
        pk_region_replace(inst->parent, inst->results[0], inst->args[0]);
        pk_inst_remove(inst);
    }
}

static bool ask(asker *a, pk_inst *root) {
    answering x = {.a = a, .all = true};

    a->of.any = true;
    a->of.nest.thread = root->args[0]->def->args[0];
    a->of.nest.threads = a->fn->params[0].value;
    pk_sums_hold(&a->of.nest.sums, a->of.nest.thread);
    pk_region_visit(root->body, look, a);
    if (a->scratch.failed)
        return false;
    answer(&x, a->fn->body);
    if (!x.all || !put_all(a))
        return false;
    x.apply = true;
    unwrap(a);
    answer(&x, a->fn->body);
    return true;
}

static void keep_sums(asker *a) {
    pk_func_data *data = (pk_func_data *)a->fn;
    pk_loop_kernel *loop = (pk_loop_kernel *)data->loop; /* of this IR */
    pk_loop_sum *sums =
        pk_arena_array(a->fn->ir->arena, a->count + 1u, sizeof *sums);

    if (!sums)
        return;
    memcpy(sums, a->sums, a->count * sizeof *sums);
    loop->sure = sums;
    loop->sure_count = a->count;
}

void pk_offload_make_sure(pk_func *fn) {
    asker *a;
    pk_inst *root = find_root(fn);

    if (!root || fn->param_count < 3 ||
        fn->params[fn->param_count - 2].arg != PK_REPORT_ARG)
        return;
    a = PK_NEW(fn->ir->arena, asker);
    if (fn->ir->arena->failed)
        return;
    a->fn = fn;
    a->report = fn->params[fn->param_count - 2].value;
    pk_arena_init(&a->scratch, fn->ir->arena->allocator);
    pk_func_number(fn);
    pk_questions_init(&a->of, fn, root, &a->scratch);
    if (!a->scratch.failed && ask(a, root))
        keep_sums(a);
    pk_arena_finish(&a->scratch);
}
