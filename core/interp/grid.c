/* SPDX-License-Identifier: Apache-2.0 */
/* A grid whose blocks wait for each other. Each block has a machine and a
 * stack of its own; they take turns, and a turn ends at a grid barrier or with
 * the block. Global memory and its shadow are one; registers and shared memory
 * are each block's. What counts up (stamps, fuel) is handed on with the turn.
 */
#include "core/error.h"
#include "core/interp/machine.h"

#include <ucontext.h>

enum {
    STACK_BYTES = 1 << 20,
    MAX_THREADS = 1 << 16 /* of the grid: every one keeps its registers */
};

typedef struct block {
    pk_machine machine;
    ucontext_t context;
    void *stack; /* not from the arena, which would write to all of it */
    bool ended;
} block;

struct pk_grid {
    block *blocks;
    uint64_t count;
    block *now;
    ucontext_t back;
};

/* makecontext passes ints only: the block is found by the turn it has, in the
 * thread that runs the launch. */
static _Thread_local struct pk_grid *starting;

static void block_main(void) {
    struct pk_grid *g = starting;
    block *b = g->now;

    pk_machine_run_block(&b->machine);
    b->ended = true;
    swapcontext(&b->context, &g->back);
}

/* What is one for all blocks goes from the machine that ran to the next. */
static void hand_on(pk_machine *to, const pk_machine *from) {
    to->status = from->status;
    to->fuel = from->fuel;
    to->random = from->random;
    to->stamp = from->stamp;
    to->grid_stamp = from->grid_stamp;
    to->fenced = from->fenced;
    to->stretch = from->stretch;
    to->stretches = from->stretches;
    to->stretch_capacity = from->stretch_capacity;
}

static pk_status make_block(struct pk_grid *g, uint64_t number,
                            const pk_machine *first, const pk_func *fn) {
    const pk_allocator *a = first->arena.allocator;
    block *b = &g->blocks[number];

    b->machine = (pk_machine){.config = first->config,
                              .options = first->options,
                              .err = first->err,
                              .grid = g};
    pk_arena_init(&b->machine.arena, a);
    PK_TRY(pk_machine_init(&b->machine, fn));
    for (uint32_t i = 0; i < first->shadow_count; i++)
        b->machine.shadows[i] = first->shadows[i];
    b->stack = a->alloc(a->self, STACK_BYTES);
    if (!b->stack)
        return pk_fail_no_memory(first->err);
    getcontext(&b->context);
    b->context.uc_stack.ss_sp = b->stack;
    b->context.uc_stack.ss_size = STACK_BYTES;
    b->context.uc_link = NULL;
    makecontext(&b->context, block_main, 0);
    return PK_OK;
}

/* Lets the block run until it waits or has ended; `m` keeps what is common. */
static void take_turn(struct pk_grid *g, pk_machine *m, block *b,
                      uint64_t number, bool first) {
    hand_on(&b->machine, m);
    if (first)
        pk_machine_begin_block(&b->machine, number);
    else
        pk_machine_begin_stretch(&b->machine);
    b->machine.waits_at = NULL;
    if (b->machine.status == PK_OK && !b->ended) {
        g->now = b;
        starting = g;
        swapcontext(&g->back, &b->context);
    }
    hand_on(m, &b->machine);
}

void pk_grid_wait(pk_machine *m, const pk_inst *inst) {
    struct pk_grid *g = m->grid;
    block *b = g->now;

    m->waits_at = inst;
    swapcontext(&b->context, &g->back);
}

/* True while the blocks wait for each other; one that has ended is waited for
 * in vain. */
static bool all_wait(struct pk_grid *g, pk_machine *m) {
    block *waiting = NULL, *gone = NULL;
    char who[PK_WHO_MAX], whom[PK_WHO_MAX];

    for (uint64_t i = 0; i < g->count; i++)
        *(g->blocks[i].ended ? &gone : &waiting) = &g->blocks[i];
    if (m->status != PK_OK || !waiting)
        return false;
    if (!gone)
        return true;
    pk_report(
        &waiting->machine, waiting->machine.waits_at, PK_BARRIER,
        "grid barrier: %s waits here, %s does not come",
        pk_report_who(m, PK_INTERP_THREADS, waiting->machine.block_number, who),
        pk_report_who(m, PK_INTERP_THREADS, gone->machine.block_number, whom));
    m->status = waiting->machine.status;
    return false;
}

static void run_turns(struct pk_grid *g, pk_machine *m) {
    bool first = true;

    do {
        for (uint64_t i = 0; i < g->count && m->status == PK_OK; i++)
            take_turn(g, m, &g->blocks[i], i, first);
        first = false;
        m->grid_stamp = m->stamp + 1;
    } while (all_wait(g, m));
}

void pk_grid_run(pk_machine *m, const pk_func *fn, uint64_t blocks) {
    const pk_allocator *a = m->arena.allocator;
    struct pk_grid g = {.count = blocks};
    uint64_t made = 0;

    if (blocks > MAX_THREADS / m->threads) {
        m->status = pk_fail(m->err, PK_LIMIT,
                            "%s: a grid with a barrier has %d threads at most "
                            "in the interpreter",
                            fn->name, MAX_THREADS);
        return;
    }
    g.blocks = pk_arena_array(&m->arena, blocks, sizeof *g.blocks);
    if (m->arena.failed)
        m->status = pk_fail_no_memory(m->err);
    while (made < blocks && m->status == PK_OK)
        m->status = make_block(&g, made++, m, fn);
    if (m->status == PK_OK)
        run_turns(&g, m);
    while (made) {
        block *b = &g.blocks[--made];
        if (b->stack)
            a->release(a->self, b->stack, STACK_BYTES);
        pk_machine_finish(&b->machine);
    }
}
