/* SPDX-License-Identifier: Apache-2.0 */
/* sure: a kernel that checks its indices gets a twin that does not, for the
 * launches of which it can be computed beforehand that all of these are right.
 *
 *     kernel @k(...) {                         kernel @k_sure(...) {
 *         for %i = 0, %n, 1 {                      for %i = 0, %n, 1 {
 *             if ge %i, %x.shape0 {     =>             ... elem %x, %i
 *                 ... report                       }
 *                 return                       }
 *             }                                0 .. n - 1 against x.shape0
 *             ... elem %x, %i                  in the kernel's recipe
 *
 * The launch computes ranges (recipe/launch_range.h) from its grid, block and
 * arguments: of indices of threads, blocks and loops, narrowed by conditions
 * around, and of what is made of these. It runs the twin where no question that
 * the twin leaves out can have the answer yes. The first check that failed in a
 * thread of the twin would have all those in front of it behind it, which may
 * count on each other so.
 *
 * Questions that no launch could answer, since they depend on data, stay in
 * both. A kernel with neither loops nor threads that meet has no twin: there a
 * check costs next to nothing. */
#include "core/passes/sure.h"

#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"
#include "core/report.h"

#include <string.h>

enum {
    QUESTIONS = 96,
    MAX_VALUES = 6000, /* of a kernel */
    MAX_PARAMS = 256
};

typedef struct checks {
    const pk_value *report;
    pk_inst *items[QUESTIONS];
    uint16_t nodes[QUESTIONS];
    bool sure[QUESTIONS];
    uint32_t count;
} checks;

/* ---- the checks of a kernel ---- */

static const pk_value *report_of(const pk_func *fn) {
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].arg == PK_REPORT_ARG &&
            fn->params[i].role == PK_ROLE_data)
            return fn->params[i].value;
    return NULL;
}

/* Whether the instruction tries to be the first to fail (report.c). */
static bool fails(const pk_inst *inst, const pk_value *report) {
    const pk_value *word = inst->arg_count ? inst->args[0] : NULL;

    if (inst->op != PK_OP_atomic_cas)
        return false;
    return word == report ||
           (pk_is_op(word, PK_OP_elem) && word->def->args[0] == report);
}

/* An `if` whose threads fail. */
static void look(pk_inst *inst, void *arg) {
    checks *c = arg;

    if (inst->op != PK_OP_if || inst->other->first || c->count == QUESTIONS ||
        !pk_region_ends(inst->body))
        return;
    for (const pk_inst *in = inst->body->first; in; in = in->next)
        if (fails(in, c->report)) {
            c->items[c->count++] = inst;
            return;
        }
}

static void find_checks(pk_func *fn, checks *c) {
    c->count = 0;
    c->report = report_of(fn);
    if (c->report)
        pk_region_visit(fn->body, look, c);
}

static void find_worth(pk_inst *inst, void *arg) {
    const bool query = pk_op_table[inst->op].form == PK_OPFORM_AXIS;

    *(bool *)arg |=
        inst->op == PK_OP_for || inst->op == PK_OP_loop ||
        (pk_op_table[inst->op].flags & (PK_OPF_SYNC | PK_OPF_WARP)) != 0 ||
        (query && inst->axis > 0 && inst->op != PK_OP_thread_id &&
         inst->op != PK_OP_block_id);
}

/* ---- which of them a launch can answer ---- */

/* Launches that are as good as any: where none of them shows that a question
 * has the answer no, though threads come there, it is one of data. Extents are
 * small, so that data of 16 bits or more is in no array by its type. */
static const struct trial {
    uint32_t block, grid;
    int64_t extent, scalar;
} trials[] = {
    {1, 1, 1000, 1},
    {32, 4, 1000, 2},
    {8, 2, 1000, 8},
    {256, 1, 1000, 16},
};

static void try_launch(const pk_sure_writer *w, checks *c,
                       const struct trial *trial, pk_launch_range *found) {
    const uint32_t grid[3] = {trial->grid, trial->grid, trial->grid};
    const uint32_t block[3] = {trial->block, trial->block, trial->block};
    int64_t params[MAX_PARAMS];
    const pk_range_launch launch = {grid, block, (const char *)params};

    for (uint32_t i = 0; i < w->fn->param_count; i++)
        params[i] = w->fn->params[i].role == PK_ROLE_shape ? trial->extent
                                                           : trial->scalar;
    pk_launch_ranges_find(w->nodes, w->count, &launch, found);
    for (uint32_t i = 0; i < c->count; i++)
        c->sure[i] |= found[c->nodes[i]].lo == 0 && found[c->nodes[i]].hi == 0;
}

/* Writes down all questions for which there is room. */
static void ask_all(pk_sure_writer *w, checks *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        const uint32_t before = w->count;
        c->nodes[i] = (uint16_t)pk_sure_ask(w, c->items[i]);
        if (w->full) {
            w->count = before;
            c->count = i;
        }
    }
}

static uint32_t choose(const pk_sure_writer *w, checks *c, pk_arena *scratch) {
    pk_launch_range *found =
        pk_arena_array(scratch, w->count + (size_t)1, sizeof *found);
    uint32_t sure = 0;

    memset(c->sure, 0, sizeof c->sure);
    for (size_t i = 0; found && i < sizeof trials / sizeof *trials; i++)
        try_launch(w, c, &trials[i], found);
    for (uint32_t i = 0; i < c->count; i++)
        sure += c->sure[i];
    return sure;
}

/* The nodes that questions of the launch are made of. */
static pk_sure_ranges *keep_nodes(const pk_sure_writer *w, const checks *c,
                                  pk_arena *arena) {
    pk_sure_ranges *out = PK_NEW(arena, pk_sure_ranges);
    pk_range_node *nodes =
        pk_arena_array(arena, w->count + (size_t)1, sizeof *nodes);
    uint16_t numbers[PK_RANGE_NODES] = {0};
    bool wanted[PK_RANGE_NODES] = {false};

    if (!out || !nodes)
        return NULL;
    for (uint32_t i = 0; i < c->count; i++)
        wanted[c->nodes[i]] |= c->sure[i];
    for (uint32_t i = w->count; i-- > 0;)
        for (uint32_t k = 0;
             wanted[i] && k < pk_range_op_args((pk_range_op)w->nodes[i].op);
             k++)
            wanted[w->nodes[i].args[k]] = true;
    for (uint32_t i = 0; i < w->count; i++) {
        pk_range_node *node = &nodes[out->count];
        if (!wanted[i])
            continue;
        *node = w->nodes[i];
        for (int k = 0; k < 3; k++)
            node->args[k] = numbers[node->args[k]];
        numbers[i] = (uint16_t)out->count++;
    }
    out->nodes = nodes;
    return out;
}

/* ---- the twin ---- */

static pk_func *copy_kernel(const pk_func *fn, const char *name) {
    pk_func *copy = pk_func_copy(fn, name);

    if (!copy || fn->ir->arena->failed)
        return NULL;
    copy->kind = fn->kind;
    copy->form = fn->form;
    copy->flags = fn->flags;
    memcpy(copy->block, fn->block, sizeof copy->block);
    memcpy(copy->limits, fn->limits, sizeof copy->limits);
    memcpy(pk_func_get_data(copy)->launch_block,
           pk_func_get_data(fn)->launch_block,
           sizeof pk_func_get_data(copy)->launch_block);
    pk_func_get_data(copy)->narrow = pk_func_get_data(fn)->narrow;
    for (uint32_t i = 0; i < fn->param_count; i++) {
        copy->params[i].flags = fn->params[i].flags;
        copy->params[i].align = fn->params[i].align;
        copy->params[i].record = fn->params[i].record;
    }
    return copy;
}

static void make_twin(pk_func *fn, const checks *asked,
                      const pk_sure_ranges *ranges, checks *c) {
    pk_func *twin =
        copy_kernel(fn, pk_arena_format(fn->ir->arena, "%s_sure", fn->name));

    if (!twin)
        return;
    find_checks(twin, c);
    for (uint32_t i = 0; i < asked->count; i++)
        if (asked->sure[i])
            pk_inst_remove(c->items[i]);
    pk_func_get_data(twin)->said = pk_func_said(fn);
    pk_func_get_data(twin)->sure = ranges;
}

/* The questions are those of a copy in which what is computed twice is one
 * value. */
static const pk_sure_ranges *ask(pk_func *fn, const pk_caps *caps, checks *c,
                                 pk_arena *scratch) {
    pk_func *copy =
        copy_kernel(fn, pk_arena_format(fn->ir->arena, "%s_asked", fn->name));
    const pk_sure_ranges *ranges = NULL;
    pk_sure_writer w;

    if (!copy)
        return NULL;
    if (pk_pass_cse(copy, caps, NULL) == PK_OK &&
        pk_sure_begin(&w, copy, scratch)) {
        find_checks(copy, c);
        ask_all(&w, c);
        if (!scratch->failed && choose(&w, c, scratch))
            ranges = keep_nodes(&w, c, fn->ir->arena);
    }
    pk_ir_drop(fn->ir, copy);
    return ranges;
}

void pk_make_sure(pk_func *fn, const pk_caps *caps) {
    const pk_sure_ranges *ranges;
    bool worth = false;
    checks *asked, *own;
    pk_arena scratch;

    if (fn->kind != PK_FUNC_kernel || fn->form != PK_FORM_threads ||
        fn->param_count > MAX_PARAMS || !report_of(fn) ||
        pk_func_get_data(fn)->loop || pk_func_get_data(fn)->sure)
        return;
    pk_region_visit(fn->body, find_worth, &worth);
    pk_func_number(fn);
    if (!worth || fn->value_count > MAX_VALUES)
        return;
    pk_arena_init(&scratch, fn->ir->arena->allocator);
    asked = PK_NEW(&scratch, checks);
    own = PK_NEW(&scratch, checks);
    ranges = own ? ask(fn, caps, asked, &scratch) : NULL;
    if (ranges && !fn->ir->arena->failed)
        make_twin(fn, asked, ranges, own);
    pk_arena_finish(&scratch);
}
