/* SPDX-License-Identifier: Apache-2.0 */
/* fission: one work-item for each block. Where barriers were, the kernel is
 * cut; each piece becomes loops over the block's threads, and scalar control
 * (core/analysis/scalars.h) stays outside of them, so a barrier costs nothing.
 *
 *     %t = thread_id.x                for.items %t = 0, %bx, 1 {
 *     store ...                           store ...
 *     barrier                         }
 *     loop {                          loop {
 *         if %s <= 0 { break }    -->     if %s <= 0 { break }
 *         if %t < %s { ... }              for.items %t = 0, min(%s, %bx), 1 {
 *         barrier                             ...
 *         set $s, ...                     }
 *     }                                   set $s, ...
 *                                     }
 *
 * What is cheap to compute from thread ids is computed again in each piece
 * that wants it; other temporaries that are wanted later become locals, and
 * locals that live from piece to piece become arrays (fission_context.c). A
 * guard over a piece becomes the bounds of its loop (fission_clamp.c).
 *
 * Expects what structure-barriers leaves. `if c { exit }` where c differs
 * between threads is a vote: taken when c holds for every thread. */
#include "core/passes/fission.h"
#include "base/error.h"
#include "core/analysis/scalars.h"
#include "core/ir_data.h"
#include "core/passes/passes.h"
#include "core/passes/scopes.h"
#include "core/shared.h"

enum { COST_LIMIT = 12, COST_HIGH = 16 };

static void cut_list(pk_fission *f, pk_inst *first);

static void fail_internal(pk_fission *f, const pk_inst *inst) {
    if (f->status == PK_OK)
        f->status =
            pk_fail(f->err, PK_INTERNAL,
                    "@%s: %s in line %u must be structured before "
                    "fission",
                    f->fn->name, pk_op_table[inst->op].name, inst->loc.line);
}

/* ---- extents of the block ---- */

pk_value *pk_block_extent(pk_builder *b, int axis) {
    if (b->fn->block[axis])
        return pk_const_int(b->fn, PK_TYPE_i32, b->fn->block[axis]);
    return pk_emit_query(b, PK_OP_block_dim, axis);
}

uint32_t pk_block_threads(const pk_func *fn) {
    uint64_t threads = (uint64_t)fn->block[0] * fn->block[1] * fn->block[2];
    return threads && threads < 1024 ? (uint32_t)threads : 1024;
}

uint32_t pk_team_members(const pk_pieces *pieces) {
    uint32_t threads = pk_block_threads(pieces->fn);

    switch (pieces->team) {
    case PK_TEAM_threads: break;
    case PK_TEAM_lanes: return 32;
    case PK_TEAM_warps: return (threads + 31) / 32;
    }
    return threads;
}

/* ---- values computed again ---- */

static uint32_t op_cost(pk_op op) {
    switch ((int)op) {
    case PK_OP_div:
    case PK_OP_floor_div:
    case PK_OP_floor_mod:
    case PK_OP_quot:
    case PK_OP_rem:
    case PK_OP_sqrt:
    case PK_OP_fma: return COST_HIGH;
    }
    return 1;
}

/* Cheap values, and pointers, which cannot be kept in memory. */
static bool compute_again(pk_fission *f, const pk_inst *inst) {
    uint32_t cost = op_cost(inst->op);
    const pk_value *result = inst->results[0];
    bool pointer = pk_type_is_ptr(result->type);

    for (uint32_t i = 0; i < inst->arg_count; i++) {
        const pk_value *v = inst->args[i];
        bool outside = pk_is_scalar(&f->s, v) || v->kind == PK_VALUE_storage;
        if (!outside && !f->cost[v->id] && !pointer)
            return false;
        cost += outside ? 0 : f->cost[v->id];
    }
    if (cost > COST_LIMIT && !pointer)
        return false;
    f->cost[result->id] = (uint8_t)(cost < COST_LIMIT ? cost : COST_LIMIT);
    return true;
}

/* The number of the piece's thread, lane or warp. */
static pk_value *own_id(const pk_fission *f, const pk_inst *inst) {
    if (inst->op == PK_OP_thread_id)
        return f->id[inst->axis];
    return inst->op == PK_OP_lane_id ? f->index : f->id[0];
}

/* Whether the operation asks for the number that own_id gives. */
static bool is_own_id(const pk_fission *f, pk_op op) {
    return f->team == PK_TEAM_warps
               ? op == PK_OP_warp_id
               : op == PK_OP_thread_id || op == PK_OP_lane_id;
}

/* The value as the piece at work has it. */
static pk_value *value_here(pk_fission *f, pk_builder *b, pk_value *v) {
    const pk_inst *def = v->def;
    pk_inst *copy;

    if (v->kind != PK_VALUE_result || v->id >= f->s.value_count)
        return v;
    if (f->again[v->id])
        return f->again[v->id];
    if (!f->cost[v->id])
        return v;
    if (is_own_id(f, def->op))
        return f->again[v->id] = own_id(f, def);
    copy = pk_inst_new(f->fn, def->op, def->arg_count, 1);
    if (f->fn->ir->arena->failed)
        return v;
    copy->flags = def->flags;
    copy->axis = def->axis;
    copy->loc = def->loc;
    for (uint32_t i = 0; i < def->arg_count; i++)
        copy->args[i] = value_here(f, b, def->args[i]);
    copy->results[0] = pk_value_new(f->fn, PK_VALUE_result, v->type);
    copy->results[0]->def = copy;
    pk_inst_insert(b->region, b->before, copy);
    return f->again[v->id] = copy->results[0];
}

/* Uses in the piece see copies, made before the statement that wants them
 * first (what they are computed from may be made in the piece); thread ids
 * become the loops' indices and return goes on to the next thread. */
static void localise(pk_fission *f, pk_builder *b, pk_region *region,
                     pk_inst *loop) {
    for (pk_inst *i = region->first, *next; i; i = next) {
        next = i->next;
        if (region == loop->body)
            b->before = i;
        for (uint32_t k = 0; k < i->arg_count; k++)
            i->args[k] = value_here(f, b, i->args[k]);
        if (is_own_id(f, i->op)) {
            f->again[i->results[0]->id] = own_id(f, i);
            pk_inst_remove(i);
        } else if (i->op == PK_OP_return) {
            i->op = PK_OP_continue;
            i->target = loop;
        }
        if (i->body)
            localise(f, b, i->body, loop);
        if (i->other)
            localise(f, b, i->other, loop);
    }
}

/* ---- loops over threads ---- */

static pk_inst *begin_items(pk_builder *b, pk_value *count) {
    pk_value *zero = pk_const_int(b->fn, PK_TYPE_i32, 0);
    pk_value *one = pk_const_int(b->fn, PK_TYPE_i32, 1);
    pk_inst *loop;

    b->flags = PK_INST_items;
    loop = pk_begin_for(b, zero, count, one);
    b->flags = 0;
    return loop;
}

/* A loop along y or z, and the index in it: 0 where there is one row only. */
static pk_value *begin_axis(pk_builder *b, pk_piece *piece, pk_value *count) {
    pk_inst *loop;

    if (pk_is_const_int(count, 1))
        return pk_const_int(b->fn, PK_TYPE_i32, 0);
    loop = begin_items(b, count);
    if (!piece->outermost)
        piece->outermost = loop;
    return loop->index;
}

static pk_value *times(pk_builder *b, pk_value *v, pk_value *n) {
    return pk_is_const_int(n, 1)   ? v
           : pk_is_const_int(v, 1) ? n
                                   : pk_emit2(b, PK_OP_mul, v, n);
}

/* The loops around x: one over all rows when y and z are not used. */
static void begin_rows(pk_fission *f, pk_builder *b, pk_piece *piece) {
    pk_value *y = pk_block_extent(b, 1), *z = pk_block_extent(b, 2);

    if (!f->uses_id[1] && !f->uses_id[2]) {
        piece->row = begin_axis(b, piece, times(b, y, z));
        return;
    }
    f->id[2] = begin_axis(b, piece, z);
    f->id[1] = begin_axis(b, piece, y);
    piece->row = f->id[1];
    if (!pk_is_const_int(f->id[2], 0))
        piece->row = pk_emit2(b, PK_OP_add, f->id[1], times(b, f->id[2], y));
}

static void clear_copies(pk_fission *f) {
    for (uint32_t i = 0; i < f->s.value_count; i++)
        f->again[i] = NULL;
}

/* The conditions around all that the piece does, outermost first. */
static void note_guards(pk_piece *piece, const pk_inst *inst) {
    while (inst && piece->guard_count < PK_PIECE_GUARDS) {
        if (pk_op_table[inst->op].flags & PK_OPF_PURE) {
            inst = inst->next;
            continue;
        }
        if (inst->op != PK_OP_if || inst->next || inst->other->first)
            return;
        piece->guards[piece->guard_count++] = inst->args[0];
        inst = inst->body->first;
    }
}

/* The loops around the piece, and in its body what its threads are called. */
static void begin_piece(pk_fission *f, pk_builder *b, pk_piece *piece) {
    pk_value *extent = NULL;
    pk_warp_ids ids = {0};

    piece->row = pk_const_int(f->fn, PK_TYPE_i32, 0);
    switch (f->team) {
    case PK_TEAM_threads:
        extent = pk_block_extent(b, 0);
        begin_rows(f, b, piece);
        break;
    case PK_TEAM_lanes:
        extent = pk_warp_lanes(b);
        pk_warp_ids_begin(f, b, &ids);
        break;
    case PK_TEAM_warps: extent = pk_block_warps(b); break;
    }
    piece->loop = begin_items(b, extent);
    if (!piece->outermost)
        piece->outermost = piece->loop;
    f->id[0] = f->index = piece->loop->index;
    if (f->team == PK_TEAM_lanes)
        pk_warp_ids_find(f, b, &ids, f->index);
}

static bool reads(const pk_inst *first, const pk_value *value) {
    for (const pk_inst *i = first; i; i = i->next) {
        for (uint32_t k = 0; k < i->arg_count; k++)
            if (i->args[k] == value)
                return true;
        if ((i->body && reads(i->body->first, value)) ||
            (i->other && reads(i->other->first, value)))
            return true;
    }
    return false;
}

/* Removes the ids that the piece does not use: `last` and those before it. */
static void drop_unused(pk_inst *last) {
    for (pk_inst *i = last, *before; i; i = before) {
        before = i->prev;
        if (!reads(i->next, i->results[0]))
            pk_inst_remove(i);
    }
}

void pk_fission_flush(pk_fission *f) {
    pk_inst *first = pk_region_take(f->piece), *ids;
    pk_piece *piece;
    pk_builder b;

    if (!first)
        return;
    piece = PK_NEW(f->scratch, pk_piece);
    if (f->scratch->failed || f->fn->ir->arena->failed)
        return;
    *f->pieces.end = piece;
    f->pieces.end = &piece->next;
    piece->repeats = f->depth > 0;
    pk_builder_init(&b, f->fn);
    b.region = f->out;
    b.loc = first->loc;
    begin_piece(f, &b, piece);
    if (f->fn->ir->arena->failed)
        return;
    ids = piece->loop->body->last; /* begin_piece made them */
    for (pk_inst *i = first, *next; i; i = next) {
        next = i->next;
        pk_inst_insert(piece->loop->body, NULL, i);
    }
    note_guards(piece, first);
    clear_copies(f);
    b.region = piece->loop->body;
    localise(f, &b, piece->loop->body, piece->loop);
    drop_unused(ids);
}

/* ---- statements ---- */

void pk_fission_share(pk_fission *f, pk_local *local) {
    pk_local **grown =
        pk_arena_array(f->scratch, f->pieces.shared_count + 1, sizeof *grown);

    if (f->scratch->failed)
        return;
    for (uint32_t i = 0; i < f->pieces.shared_count; i++)
        grown[i] = f->pieces.shared_locals[i];
    grown[f->pieces.shared_count++] = local;
    f->pieces.shared_locals = grown;
}

pk_storage *pk_fission_exchange(pk_fission *f, pk_type elem, uint64_t count) {
    pk_exchange *x = PK_NEW(f->scratch, pk_exchange);
    pk_storage *s =
        pk_func_storage(f->fn, "meet", PK_SPACE_local, elem, count, 0);

    if (f->scratch->failed)
        return s;
    *x = (pk_exchange){f->pieces.exchanges, s};
    f->pieces.exchanges = x;
    return s;
}

static void cut_inside(pk_fission *f, pk_region *region) {
    pk_region *out = f->out;

    f->out = region;
    cut_list(f, pk_region_take(region));
    pk_fission_flush(f);
    f->out = out;
}

static void cut_outer(pk_fission *f, pk_inst *inst) {
    bool loop = inst->op == PK_OP_for || inst->op == PK_OP_loop;

    pk_fission_flush(f);
    pk_inst_insert(f->out, NULL, inst);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!pk_is_scalar(&f->s, inst->args[i]))
            fail_internal(f, inst);
    if (!loop && !(pk_marks(inst) & PK_MARK_KEEP))
        fail_internal(f, inst);
    f->depth += loop;
    cut_inside(f, inst->body);
    if (inst->other)
        cut_inside(f, inst->other);
    f->depth -= loop;
}

static void cut_plain(pk_fission *f, pk_inst *inst) {
    bool pure = pk_op_table[inst->op].flags & PK_OPF_PURE;
    uint32_t marks = pk_marks(inst);

    if (marks & PK_MARK_SCALAR) {
        if (!pure && inst->op != PK_OP_get && inst->op != PK_OP_load)
            pk_fission_flush(f);
        pk_inst_insert(f->out, NULL, inst);
    } else if (marks & PK_MARK_VOTE) {
        pk_fission_vote(f, inst);
    } else if (pure && compute_again(f, inst)) {
        /* Stays out: whoever uses it makes a copy. */
        inst->parent = NULL;
    } else {
        pk_inst_insert(f->piece, NULL, inst);
    }
}

/* Barriers go, of the block and, of lanes, of the warp; one that is for more
 * stays. */
static void cut(pk_fission *f, pk_inst *inst) {
    if (pk_op_table[inst->op].flags & PK_OPF_WARP) {
        pk_fission_warp(f, inst);
        return;
    }
    if (pk_op_table[inst->op].rule == PK_RULE_BARRIER) {
        pk_fission_count(f, inst);
        return;
    }
    pk_fission_flush(f);
    if (f->team == PK_TEAM_lanes || inst->op == PK_OP_grid_sync)
        pk_inst_insert(f->out, NULL, inst);
}

static void cut_list(pk_fission *f, pk_inst *first) {
    for (pk_inst *i = first, *next; i; i = next) {
        next = i->next;
        if (f->fn->ir->arena->failed || f->status != PK_OK)
            return;
        if (pk_team_is_cut(f->team, i->op))
            cut(f, i);
        else if (i->body && (pk_marks(i) & PK_MARK_BARRIER))
            cut_outer(f, i);
        else
            cut_plain(f, i);
    }
}

/* ---- the pass ---- */

static void look(pk_inst *inst, void *arg) {
    pk_fission *f = arg;

    if (inst->op == PK_OP_thread_id)
        f->uses_id[inst->axis] = true;
    /* Exits for some threads only were to be gone; without barriers, a return
     * goes on to the next thread. */
    if ((pk_marks(inst) & PK_MARK_LEAVES) &&
        (f->s.has_barrier || inst->op != PK_OP_return))
        fail_internal(f, inst);
}

/* Functions that are called must be the same for every thread. */
static void look_callee(pk_inst *inst, void *arg) {
    pk_fission *f = arg;

    if ((inst->op == PK_OP_thread_id || inst->op == PK_OP_lane_id ||
         (pk_op_table[inst->op].flags & (PK_OPF_SYNC | PK_OPF_WARP))) &&
        f->status == PK_OK)
        f->status = pk_fail(f->err, PK_UNSUPPORTED,
                            "a function called from %s uses %s and is not "
                            "inlined\nremove inline='never' from its decorator",
                            pk_func_said(f->fn), pk_op_table[inst->op].name);
}

static pk_status cut_kernel(pk_fission *f) {
    pk_func *fn = f->fn;

    for (pk_func *other = fn->ir->funcs; other; other = other->next)
        if (other->kind == PK_FUNC_device)
            pk_region_visit(other->body, look_callee, f);
    if (f->team == PK_TEAM_lanes)
        pk_fission_begin_warp(f);
    pk_scalars_find(
        &f->s, fn,
        (pk_scalars_rules){
            .team = f->team, .loads = true, .keep = true, .votes = true},
        f->scratch);
    f->cost = pk_arena_array(f->scratch, fn->value_count + 1, 1);
    f->again =
        pk_arena_array(f->scratch, fn->value_count + 1, sizeof *f->again);
    if (f->scratch->failed)
        return pk_fail_no_memory(f->err);
    pk_region_visit(fn->body, look, f);
    if (f->status != PK_OK)
        return f->status;
    f->piece = pk_region_new(fn, NULL);
    f->out = fn->body;
    cut_inside(f, fn->body);
    if (f->status == PK_OK && !fn->ir->arena->failed) {
        pk_repair_scopes(fn, f->scratch);
        /* Now that values which other pieces use are kept, before a guard. */
        for (pk_piece *p = f->pieces.first; p; p = p->next)
            pk_piece_clamp(fn, p);
        f->status = pk_pieces_keep(&f->pieces);
        fn->form = f->team == PK_TEAM_lanes ? PK_FORM_lanes : PK_FORM_block;
    }
    return f->status;
}

pk_status pk_fission_team(pk_func *fn, pk_team team, pk_error *err) {
    pk_arena scratch;
    pk_fission f = {.fn = fn,
                    .team = team,
                    .err = err,
                    .status = PK_OK,
                    .scratch = &scratch};
    pk_status status;

    pk_arena_init(&scratch, fn->ir->arena->allocator);
    f.pieces =
        (pk_pieces){.fn = fn, .team = team, .scratch = &scratch, .err = err};
    f.pieces.end = &f.pieces.first;
    status = cut_kernel(&f);
    if (status == PK_OK && (scratch.failed || fn->ir->arena->failed))
        status = pk_fail_no_memory(err);
    pk_arena_finish(&scratch);
    return status;
}

pk_status pk_pass_fission(pk_func *fn, const pk_caps *caps, pk_error *err) {
    if (fn->kind == PK_FUNC_host && caps->form == PK_FORM_block)
        fn->form = PK_FORM_block; /* of its one thread */
    if (caps->form != PK_FORM_block || fn->kind != PK_FUNC_kernel)
        return PK_OK;
    if (fn->form == PK_FORM_threads && (caps->features & PK_CAP_wide_items) &&
        (pk_func_get_data(fn)->keeps_threads || !pk_threads_meet(fn)))
        return PK_OK;
    if (fn->form == PK_FORM_threads)
        return pk_fission_team(fn, PK_TEAM_threads, err);
    return fn->form == PK_FORM_lanes ? pk_fission_team(fn, PK_TEAM_warps, err)
                                     : PK_OK;
}
