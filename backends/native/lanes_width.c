/* SPDX-License-Identifier: Apache-2.0 */
/* How many lanes a loop gets: as many vectors side by side as registers hold,
 * so that a chain of operations, each of which waits for the last, has others
 * beside it.
 *
 * The values that count live through the rounds of a loop inside: locals that
 * differ between lanes, and vectors from around it. Where lanes leave that loop
 * at different times each round ends with one branch for all of them. More
 * lanes share it then, which pays though registers are spilled. Measured with
 * Mandelbrot and Collatz, n-body and products of matrices, on AVX2. */
#include "backends/native/lanes.h"

#include "base/arena.h"

enum {
    MOST_BYTES = 256, /* of all vectors of a value */
    MIN_BYTES = 4,
    MOST_CODE = 400, /* instructions of vectors: what is long takes LLVM long,
                        and keeps the processor busy by itself */
    SPILLED = 3      /* times the registers, where lanes share a branch */
};

typedef struct counting {
    uint8_t *values, *locals; /* by id: what was counted */
    uint32_t depth;           /* of loops inside */
    uint32_t live, code;
    bool diverges;
} counting;

static void count_region(counting *c, const pk_region *region, bool uses);

static void count_use(counting *c, const pk_value *v) {
    if (v->kind != PK_VALUE_result || class_of(v) != VECTOR ||
        !c->values[v->id])
        return;
    c->values[v->id] = 0;
    c->live++;
}

/* In the first walk notes what is made outside of inner loops, in the second
 * counts what they use of it. */
static void count_inst(counting *c, const pk_inst *inst, bool uses) {
    const bool inner = inst->op == PK_OP_for || inst->op == PK_OP_loop;

    c->code += uses;
    if (!uses && !c->depth && inst->result_count)
        c->values[inst->results[0]->id] = 1;
    for (uint32_t i = 0; uses && c->depth && i < inst->arg_count; i++)
        count_use(c, inst->args[i]);
    if (uses && c->depth && inst->local && is_lane_local(inst->local) &&
        !c->locals[inst->local->id]) {
        c->locals[inst->local->id] = 1;
        c->live++;
    }
    c->depth += inner;
    c->diverges |= inner && diverges(inst);
    if (inst->body)
        count_region(c, inst->body, uses);
    if (inst->other)
        count_region(c, inst->other, uses);
    c->depth -= inner;
}

static void count_region(counting *c, const pk_region *region, bool uses) {
    for (const pk_inst *i = region->first; i; i = i->next)
        count_inst(c, i, uses);
}

/* How many parts of a value registers have room for. */
static uint32_t parts_of(const pk_native_emitter *e, const pk_inst *loop) {
    const pk_native_vectors *v = &e->options->vectors;
    const pk_func *fn = e->fn;
    uint32_t room = v->registers, parts = 1;
    counting c = {
        .values = pk_arena_array(fn->ir->arena, fn->value_count + 1, 1),
        .locals = pk_arena_array(fn->ir->arena, fn->local_count + 1, 1)};

    if (!c.values || !c.locals)
        return 1;
    count_region(&c, loop->body, false);
    count_region(&c, loop->body, true);
    /* Masks have registers of their own where vectors have 64 bytes. */
    c.live += c.diverges && v->bytes < 64;
    room *= c.diverges ? SPILLED : 1;
    while (2 * parts * v->bytes <= MOST_BYTES && 2 * parts * c.live <= room &&
           2 * parts * c.code <= MOST_CODE)
        parts *= 2;
    return parts;
}

/* Threads that are left behind whole groups run in smaller ones and one by one:
 * in a short row those must not be all. */
uint32_t pk_native_most_lanes(const pk_native_emitter *e, const pk_inst *loop,
                              uint32_t bytes) {
    const pk_func *fn = e->fn;
    uint32_t most = PK_NATIVE_MOST_LANES;

    if (fn->flags & PK_FUNC_melts)
        return most;
    if (!(loop->flags & PK_INST_items) || !fn->block[0])
        return bytes > MIN_BYTES ? 8 : 16;
    while (most > fn->block[0] && most > PK_NATIVE_LEAST_LANES)
        most /= 2;
    return most;
}

uint32_t pk_native_part_lanes(const pk_native_emitter *e, uint32_t parts,
                              uint32_t bytes) {
    return parts * e->options->vectors.bytes /
           (bytes > MIN_BYTES ? bytes : MIN_BYTES);
}

uint32_t pk_native_lane_count(const pk_native_emitter *e, const pk_inst *loop,
                              uint32_t bytes) {
    const uint32_t most = pk_native_most_lanes(e, loop, bytes);
    uint32_t lanes;

    if (e->options->width)
        return e->options->width;
    for (const pk_native_together *t = e->together; t; t = t->next)
        if (t->loop == loop && t->lanes)
            return t->lanes;
    lanes = pk_native_part_lanes(e, parts_of(e, loop), bytes);
    return lanes > most                    ? most
           : lanes < PK_NATIVE_LEAST_LANES ? PK_NATIVE_LEAST_LANES
                                           : lanes;
}
