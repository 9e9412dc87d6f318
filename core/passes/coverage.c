/* SPDX-License-Identifier: Apache-2.0 */
/* coverage: what has run is noted in memory.
 *
 *     coverage "12"   =>   %1: ptr<global, u32> = elem %coverage, 3:i64
 *                          store %1, 1:u32
 *
 * Each operation has a word of its own, which the launcher clears. All threads
 * that come by store the same, so they need no atomic operation. A function
 * that reaches one gets a parameter, the address of the words. Runs before all
 * that copies or removes code, and for the interpreter. */
#include "core/coverage.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"
#include "core/report.h"

#include <string.h>

typedef struct expander {
    pk_ir *ir;
    pk_builder b;
    pk_value *words; /* of the function at hand */
    uint32_t point_capacity;
} expander;

/* ---- who needs the words ---- */

/* A function's mark is itself when it reaches one of the operations. */
static void find_reach(pk_inst *inst, void *arg) {
    *(bool *)arg |=
        inst->op == PK_OP_coverage || (inst->callee && inst->callee->mark);
}

/* Functions may call each other in a circle: looks until nothing is new. */
static bool mark_functions(pk_ir *ir) {
    bool any = false, more = true;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        fn->mark = NULL;
    while (more) {
        more = false;
        for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
            bool reaches = false;
            if (!fn->mark)
                pk_region_visit(fn->body, find_reach, &reaches);
            if (reaches)
                fn->mark = fn;
            more |= reaches;
        }
        any |= more;
    }
    return any;
}

static void add_param(pk_func *fn) {
    pk_param *param =
        pk_func_param(fn, "coverage", PK_TYPE_PTR(PK_SPACE_global, PK_TYPE_u32),
                      PK_ROLE_data, PK_COVERAGE_ARG, 0);

    if (fn->kind == PK_FUNC_kernel)
        param->flags |= PK_PARAM_noalias; /* only launchers have it */
}

/* ---- operations ---- */

static bool grow_points(expander *e) {
    const uint32_t capacity = e->point_capacity ? 2 * e->point_capacity : 32;
    pk_coverage_point *larger =
        pk_arena_array(e->ir->arena, capacity, sizeof *larger);

    if (!larger)
        return false;
    if (e->ir->point_count)
        memcpy(larger, e->ir->points, e->ir->point_count * sizeof *larger);
    e->ir->points = larger;
    e->point_capacity = capacity;
    return true;
}

static void expand_mark(expander *e, pk_inst *inst) {
    const pk_type word = PK_TYPE_u32;
    pk_coverage_point *point;
    pk_value *at;

    if (e->ir->point_count == e->point_capacity && !grow_points(e))
        return;
    point = &e->ir->points[e->ir->point_count];
    point->file = inst->loc.file;
    pk_coverage_read(inst->text, point);
    at = pk_const_int(e->b.fn, PK_TYPE_i64, e->ir->point_count++);
    at = pk_emit2(&e->b, PK_OP_elem, e->words, at);
    pk_emit2(&e->b, PK_OP_store, at, pk_const_int(e->b.fn, word, 1));
    pk_inst_remove(inst);
}

static void expand_call(expander *e, pk_inst *inst) {
    const uint32_t args = inst->arg_count;

    inst = pk_inst_regrow(e->b.fn, inst, args + 1, inst->result_count);
    if (!e->ir->arena->failed)
        inst->args[args] = e->words;
}

static void expand_region(expander *e, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        next = inst->next;
        if (e->ir->arena->failed)
            return;
        if (inst->body)
            expand_region(e, inst->body);
        if (inst->other)
            expand_region(e, inst->other);
        pk_builder_before(&e->b, inst);
        if (inst->op == PK_OP_coverage)
            expand_mark(e, inst);
        else if (inst->callee && inst->callee->mark)
            expand_call(e, inst);
    }
}

pk_status pk_coverage_expand(pk_ir *ir, pk_error *err) {
    expander e = {.ir = ir};

    if (!mark_functions(ir))
        return PK_OK;
    for (pk_func *fn = ir->funcs; fn && !ir->arena->failed; fn = fn->next)
        if (fn->mark)
            add_param(fn);
    for (pk_func *fn = ir->funcs; fn && !ir->arena->failed; fn = fn->next) {
        if (!fn->mark)
            continue;
        e.words = fn->params[fn->param_count - 1].value;
        pk_builder_init(&e.b, fn);
        expand_region(&e, fn->body);
    }
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        fn->mark = NULL;
    return pk_passes_done(ir, err);
}
