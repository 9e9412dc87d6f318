/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels whose rows of threads lie across memory.
 *
 *     column, row = cuda.grid(2)
 *     out[row, column] = x[column, row]
 *
 * Threads along x read numbers that are a row of the array apart, each from a
 * line of the cache of its own, and threads along y those that share a line. A
 * row of threads as long as the grid has thrown a line out before the next row
 * comes for its next number: blocks of such kernels are narrow and high
 * (plugins/cpu/launch.c), as long along x as what is stored fills a line. */
#include "backends/native/emit.h"

#include "core/analysis/steps.h"

typedef struct search {
    const pk_inst *rows, *threads;
    bool across;
} search;

static void look_at_access(pk_inst *inst, void *arg) {
    search *s = arg;
    const pk_way x = {.loop = s->threads}, y = {.loop = s->rows};

    if ((inst->op == PK_OP_load || inst->op == PK_OP_store) &&
        pk_type_space(inst->args[0]->type) == PK_SPACE_global)
        s->across |= pk_step_is_far(pk_step_of(inst->args[0], &x)) &&
                     pk_step_is_near(pk_step_of(inst->args[0], &y));
}

static bool is_items(const pk_inst *inst) {
    return inst && inst->op == PK_OP_for && inst->flags & PK_INST_items;
}

static void look_at_loop(pk_inst *inst, void *arg) {
    search *s = arg;
    const pk_inst *last = inst->body ? inst->body->last : NULL;

    if (!is_items(inst) || !is_items(last) || is_items(last->body->last))
        return;
    s->rows = inst;
    s->threads = last;
    pk_region_visit(last->body, look_at_access, s);
}

bool pk_native_lies_across(const pk_func *fn) {
    search s = {0};

    pk_region_visit(fn->body, look_at_loop, &s);
    return s.across;
}
