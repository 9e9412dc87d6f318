/* SPDX-License-Identifier: Apache-2.0 */
/* Values are numbered by their places in the text. One lives from there to its
 * last use; where that is in a loop that it comes from outside of, to the
 * loop's end. */
#include "core/analysis/frame.h"

#include "core/callgraph.h"
#include "core/ir_data.h"
#include "core/shared.h"

enum { FRAME = 64 }; /* bytes of a call besides what lives across others */

typedef struct span {
    uint32_t from, to;
} span;

typedef struct finder {
    const pk_func *fn;
    uint32_t at;     /* instructions so far */
    span *values;    /* by value */
    uint32_t *ends;  /* of loops, by label */
    uint32_t *loops; /* around, by depth: where they begin, and labels */
    uint32_t depth;
} finder;

static bool is_loop(const pk_inst *inst) {
    return inst->op == PK_OP_loop || inst->op == PK_OP_for;
}

static void find_ends(finder *f, const pk_region *region) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        f->at++;
        find_ends(f, i->body);
        find_ends(f, i->other);
        if (is_loop(i))
            f->ends[i->label] = f->at;
    }
}

static void use(finder *f, const pk_value *value) {
    uint32_t end = f->at;

    if (value->kind == PK_VALUE_const)
        return;
    for (uint32_t i = 0; i < f->depth; i++)
        if (f->loops[2 * i] > f->values[value->id].from) {
            end = f->ends[f->loops[2 * i + 1]];
            break;
        }
    if (end > f->values[value->id].to)
        f->values[value->id].to = end;
}

static void find_spans(finder *f, const pk_region *region) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        f->at++;
        for (uint32_t k = 0; k < i->arg_count; k++)
            use(f, i->args[k]);
        for (uint32_t k = 0; k < i->result_count; k++)
            f->values[i->results[k]->id].from = f->at;
        if (is_loop(i)) {
            f->loops[2 * f->depth] = f->at;
            f->loops[2 * f->depth++ + 1] = i->label;
        }
        if (i->index)
            f->values[i->index->id] = (span){f->at, f->ends[i->label]};
        find_spans(f, i->body);
        find_spans(f, i->other);
        f->depth -= is_loop(i);
    }
}

/* The most values that live across a call of a recursive function. */
static uint32_t most_alive(finder *f) {
    uint32_t most = 0, at = 0;

    for (const pk_inst *i = f->fn->body->first; i; i = pk_inst_following(i)) {
        uint32_t alive = 0;
        at++;
        if (!i->callee || !pk_func_get_data(i->callee)->recursive)
            continue;
        for (uint32_t v = 0; v < f->fn->value_count; v++)
            alive += f->values[v].from < at && f->values[v].to > at;
        most = alive > most ? alive : most;
    }
    return most;
}

static uint32_t most_label(const pk_func *fn) {
    uint32_t most = 0;

    for (const pk_inst *i = fn->body->first; i; i = pk_inst_following(i))
        most = i->label > most ? i->label : most;
    return most;
}

uint64_t pk_frame_bytes(pk_func *fn, pk_arena *scratch) {
    uint64_t bytes = FRAME + 8 * (uint64_t)fn->local_count;
    finder f = {.fn = fn};

    pk_func_number(fn);
    f.values = pk_arena_array(scratch, fn->value_count + 1u, sizeof *f.values);
    f.ends = pk_arena_array(scratch, most_label(fn) + 1u, sizeof *f.ends);
    f.loops =
        pk_arena_array(scratch, 2 * (PK_MAX_NESTING + 1u), sizeof *f.loops);
    if (scratch->failed)
        return bytes;
    for (const pk_storage *s = fn->storages; s; s = s->next)
        if (s->space == PK_SPACE_local)
            bytes += pk_storage_bytes(s) + s->align + 16;
    find_ends(&f, fn->body);
    f.at = 0;
    find_spans(&f, fn->body);
    return bytes + 8 * (uint64_t)most_alive(&f);
}

uint64_t pk_frame_most(const pk_ir *ir) {
    uint64_t most = 1;
    pk_arena scratch;

    if (!pk_ir_find_recursion(ir))
        return 0;
    pk_arena_init(&scratch, ir->arena->allocator);
    for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
        const bool counts = pk_func_get_data(fn)->recursive;
        const uint64_t bytes = counts ? pk_frame_bytes(fn, &scratch) : 0;
        most = bytes > most ? bytes : most;
    }
    ir->arena->failed |= scratch.failed;
    pk_arena_finish(&scratch);
    return most;
}
