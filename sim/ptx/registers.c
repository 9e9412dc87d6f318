/* SPDX-License-Identifier: Apache-2.0 */
/* How many 32-bit registers a function would take: the most words that live at
 * once, where a row lives from its first to its last mention, and through a
 * loop that it comes into. An estimate: ptxas moves and shares more. */
#include "sim/ptx/link.h"

enum { GRAIN = 64, LEAST = 8, MOST = 255, FILE_WORDS = 65536, WORK = 1 << 24 };

typedef struct life {
    uint32_t first, last; /* instructions; first SIM_NONE: never mentioned */
} life;

typedef struct lives {
    const sim_function *function;
    life *rows; /* by offset / GRAIN */
    uint32_t count;
} lives;

/* Lets the register at `row` live up to instruction `at`, which names it. */
static void mention(lives *l, uint32_t row, uint32_t at) {
    life *r;

    if (row >= l->function->specials_at || row / GRAIN >= l->count)
        return;
    r = &l->rows[row / GRAIN];
    if (r->first == SIM_NONE)
        r->first = at;
    r->last = at;
}

static void mention_all(lives *l, const sim_inst *inst, uint32_t at) {
    bool listed = inst->count > 1 && inst->op != SIM_OP_brx &&
                  inst->op != SIM_OP_call && inst->op != SIM_OP_cp_async;

    for (size_t i = 0; i < sizeof inst->dst / sizeof *inst->dst; i++)
        mention(l, inst->dst[i], at);
    for (size_t i = 0; i < sizeof inst->src / sizeof *inst->src; i++)
        mention(l, inst->src[i], at);
    for (uint32_t i = 0; listed && i < inst->count; i++)
        mention(l, l->function->list[inst->list + i], at);
}

/* A register that is alive where a loop begins lives until the loop's end. */
static void extend_over_loops(lives *l) {
    const sim_function *f = l->function;
    uint64_t work = 0;

    for (uint32_t i = 0; i < f->code_count && work < WORK; i++) {
        const sim_inst *inst = &f->code[i];

        if (inst->op != SIM_OP_bra || inst->target > i)
            continue;
        work += l->count;
        for (uint32_t k = 0; k < l->count; k++)
            if (l->rows[k].first < inst->target &&
                l->rows[k].last >= inst->target && l->rows[k].last < i)
                l->rows[k].last = i;
    }
}

/* 32-bit words of a row: what it takes of the frame, 32 lanes. */
static uint32_t words_of(const lives *l, uint32_t row) {
    uint32_t next = row + 1;

    while (next < l->count && l->rows[next].first == SIM_NONE && next - row < 8)
        next++;
    return next - row >= 8 ? 4 : next - row >= 4 ? 2 : 1;
}

static uint32_t most_at_once(const lives *l, int32_t *change, uint32_t size) {
    int32_t words = 0, most = 0;

    for (uint32_t row = 0; row < l->count; row++) {
        int32_t width = (int32_t)words_of(l, row);

        if (l->rows[row].first == SIM_NONE)
            continue;
        change[l->rows[row].first] += width;
        change[l->rows[row].last + 1] -= width;
    }
    for (uint32_t i = 0; i < size; i++) {
        words += change[i];
        most = words > most ? words : most;
    }
    return (uint32_t)most;
}

/* ptxas keeps to what the largest block that a kernel admits can have. */
static uint32_t within_block(const sim_function *f, uint32_t words) {
    uint32_t most = f->max_threads ? FILE_WORDS / f->max_threads / 8 * 8 : MOST;

    most = most < MOST ? most : MOST;
    words = words < LEAST ? LEAST : words;
    return words < most ? words : most;
}

uint32_t sim_count_registers(pk_arena *scratch, const sim_function *f) {
    lives l = {.function = f, .count = f->specials_at / GRAIN + 1};
    int32_t *change =
        pk_arena_array(scratch, (size_t)f->code_count + 2, sizeof *change);

    l.rows = pk_arena_array(scratch, l.count, sizeof *l.rows);
    if (scratch->failed || !change || !l.rows)
        return 0;
    for (uint32_t i = 0; i < l.count; i++)
        l.rows[i].first = SIM_NONE;
    for (uint32_t i = 0; i < f->code_count; i++)
        mention_all(&l, &f->code[i], i);
    extend_over_loops(&l);
    return within_block(f, most_at_once(&l, change, f->code_count + 2));
}
