/* SPDX-License-Identifier: Apache-2.0 */
/* melt: a kernel whose threads know nothing but their place in the grid, and
 * how large that is, runs in blocks of any shape: whoever launches it may cut
 * the grid as the machine likes.
 *
 *     %1: i32 = block_id.x               %8: i64 = first_thread.x
 *     %2: i64 = convert %1               %5: i32 = thread_id.x
 *     %3: i64 = mul %2, %dim             %6: i64 = convert %5
 *     %5: i32 = thread_id.x          =>  %7: i64 = add %8, %6
 *     %6: i64 = convert %5
 *     %7: i64 = add %3, %6
 *
 * The last block along an axis may then have fewer threads than the others. */
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"
#include "core/report.h"

typedef enum place_kind {
    NOTHING, /* anything may be done with it */
    THREAD,  /* thread_id, block_id, ... of an axis, with 32 bits or 64 */
    BLOCK,
    DIM,
    GRID,
    FIRST /* BLOCK * DIM */
} place_kind;

typedef struct place {
    uint8_t kind, axis;
} place;

typedef struct melter {
    pk_func *fn;
    place *places; /* by value id, of those below `count` */
    uint32_t count;
    bool may, found;
} melter;

static place place_of(const melter *m, const pk_value *v) {
    return v->kind == PK_VALUE_result && v->id < m->count ? m->places[v->id]
                                                          : (place){NOTHING, 0};
}

static place place_of_query(const pk_inst *inst) {
    switch ((int)inst->op) {
    case PK_OP_thread_id: return (place){THREAD, inst->axis};
    case PK_OP_block_id: return (place){BLOCK, inst->axis};
    case PK_OP_block_dim: return (place){DIM, inst->axis};
    case PK_OP_grid_dim: return (place){GRID, inst->axis};
    }
    return (place){NOTHING, 0};
}

/* Whether the operands are of the two kinds, in any order, along one axis. */
static bool are(const melter *m, const pk_inst *inst, place_kind x,
                place_kind y) {
    const place a = place_of(m, inst->args[0]), b = place_of(m, inst->args[1]);

    return inst->results[0]->type == PK_TYPE_i64 && a.axis == b.axis &&
           ((a.kind == x && b.kind == y) || (a.kind == y && b.kind == x));
}

/* Whether the instruction may show a block's shape: what its threads do
 * together does; of a call it is not known, but that what is rare is the
 * library's, which knows no blocks. */
static bool shows_blocks(const pk_inst *inst) {
    return pk_op_table[inst->op].flags & (PK_OPF_SYNC | PK_OPF_WARP) ||
           inst->op == PK_OP_lane_id || inst->op == PK_OP_warp_id ||
           (inst->op == PK_OP_call && !(inst->callee->flags & PK_FUNC_rare));
}

static void look(pk_inst *inst, void *arg) {
    melter *m = arg;
    const pk_value *result = inst->result_count ? inst->results[0] : NULL;
    place p = place_of_query(inst);

    if (shows_blocks(inst))
        m->may = false;
    if (p.kind != NOTHING) {
        m->places[result->id] = p;
    } else if (inst->op == PK_OP_convert && pk_type_is_int(result->type) &&
               pk_type_bytes(result->type) >= 4) {
        p = place_of(m, inst->args[0]);
        m->places[result->id] = p;
        m->may &= p.kind != FIRST;
    } else if (inst->op == PK_OP_mul && are(m, inst, BLOCK, DIM)) {
        p = place_of(m, inst->args[0]);
        m->places[result->id] = (place){FIRST, p.axis};
    } else if (inst->op == PK_OP_add && are(m, inst, FIRST, THREAD)) {
        m->found = true;
    } else if (inst->op != PK_OP_mul || !are(m, inst, GRID, DIM)) {
        for (uint32_t i = 0; i < inst->arg_count; i++)
            m->may &= place_of(m, inst->args[i]).kind == NOTHING;
    }
}

static void rewrite(pk_inst *inst, void *arg) {
    melter *m = arg;
    const bool first = inst->op == PK_OP_mul && are(m, inst, BLOCK, DIM);
    const place p = inst->arg_count ? place_of(m, inst->args[0]) : (place){0};
    pk_builder b;

    pk_resolve_args(inst);
    if (!first && (inst->op != PK_OP_mul || !are(m, inst, GRID, DIM)))
        return;
    pk_builder_init(&b, m->fn);
    pk_builder_before(&b, inst);
    pk_replace(
        inst, pk_emit_query(&b, first ? PK_OP_first_thread : PK_OP_grid_threads,
                            p.axis));
}

static bool has_shared(const pk_func *fn) {
    for (const pk_storage *s = fn->storages; s; s = s->next)
        if (s->space == PK_SPACE_shared)
            return true;
    return false;
}

typedef struct report_search {
    const pk_value *report;
    bool found;
} report_search;

static void find_report(pk_inst *inst, void *arg) {
    report_search *s = arg;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        s->found |= inst->args[i] == s->report;
}

/* Prints come in the order of blocks. */
static bool reports(const pk_func *fn) {
    report_search s = {0};

    for (uint32_t i = 0; i < fn->param_count && !s.found; i++) {
        if (fn->params[i].arg != PK_REPORT_ARG)
            continue;
        s.report = fn->params[i].value;
        pk_region_visit(fn->body, find_report, &s);
    }
    return s.found;
}

pk_status pk_pass_melt(pk_func *fn, const pk_caps *caps, pk_error *err) {
    melter m = {.fn = fn, .may = true};

    (void)err;
    if (!(caps->features & PK_CAP_melts) || fn->kind != PK_FUNC_kernel ||
        fn->form != PK_FORM_threads || fn->block[0] || has_shared(fn) ||
        reports(fn) || fn->limits[PK_LIMIT_maxthreads] ||
        pk_func_get_data(fn)->loop)
        return PK_OK;
    pk_func_number(fn);
    m.count = fn->value_count;
    m.places = pk_arena_array(fn->ir->arena, m.count + 1, sizeof *m.places);
    if (!m.places)
        return PK_OK;
    pk_region_visit(fn->body, look, &m);
    if (!m.may || !m.found)
        return PK_OK;
    pk_region_visit(fn->body, rewrite, &m);
    fn->flags |= PK_FUNC_melts;
    return PK_OK;
}
