/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks of a grid. They run one after the other, by one machine, unless
 * they wait for one another: at a barrier of the grid, or because a block goes
 * round in circles until another one has done something. Then each that has
 * begun has a machine of its own, with its registers and shared memory, and
 * they take turns. Global memory and what is known of it are one; what counts
 * up is handed on with the turn.
 */
#include "base/error.h"
#include "core/interp/machine.h"

/* Limits of the blocks that have begun and not ended: their threads, and their
 * bytes where not all blocks must have begun. */
enum { MAX_THREADS = 1 << 16, MAX_BYTES = 1 << 30, MIN_BLOCKS = 4 };

typedef struct grid {
    const pk_func *fn;
    pk_machine *first;
    pk_machine **machines; /* those of blocks that have begun, then idle ones */
    pk_pause *pauses;      /* why blocks do not run */
    uint32_t count, capacity;
    uint64_t next, blocks; /* to begin next; in all */
    uint64_t ended;        /* one that has ended, UINT64_MAX: none */
} grid;

/* The machine that ran passes on to the next what is one for all blocks. */
static void hand_on(pk_machine *to, const pk_machine *from) {
    to->status = from->status;
    to->fuel = from->fuel;
    to->random = from->random;
}

/* Another machine like the first. */
static pk_machine *make_machine(pk_machine *first, const pk_func *fn) {
    pk_machine *m = PK_NEW(&first->arena, pk_machine);

    *m = (pk_machine){.config = first->config,
                      .options = first->options,
                      .err = first->err,
                      .stop = first->stop,
                      .order = first->order,
                      .debug = first->debug};
    pk_arena_init(&m->arena, first->arena.allocator);
    first->status = pk_machine_init(m, fn);
    for (uint32_t i = 0; first->status == PK_OK && i < first->shadow_count; i++)
        m->shadows[i] = first->shadows[i];
    return m;
}

/* ---- blocks begin and end ---- */

static void begin(grid *g, uint32_t at) {
    g->pauses[at] = PK_PAUSE_spins;
    pk_machine_begin_block(g->machines[at], g->next++);
}

static bool has_room(const grid *g) {
    return g->next < g->blocks && g->count < g->capacity;
}

static void admit(grid *g) {
    if (!g->machines[g->count])
        g->machines[g->count] = make_machine(g->first, g->fn);
    if (g->first->status == PK_OK)
        begin(g, g->count++);
}

/* The block at `at` has ended: its machine begins another one, or changes
 * places with the last. */
static void end(grid *g, uint32_t at) {
    pk_machine *m = g->machines[at];

    g->ended = m->block_number;
    if (g->next < g->blocks) {
        begin(g, at);
        return;
    }
    g->count--;
    g->machines[at] = g->machines[g->count];
    g->pauses[at] = g->pauses[g->count];
    g->machines[g->count] = m;
}

/* ---- barriers of the grid ---- */

static bool all_meet(const grid *g) {
    for (uint32_t i = 0; i < g->count; i++)
        if (g->pauses[i] != PK_PAUSE_grid)
            return false;
    return g->next == g->blocks;
}

/* A block that has ended is waited for in vain. */
static void report_absent(grid *g) {
    pk_machine *m = g->machines[0];
    const pk_machine_group *waits = &m->groups[0];
    const pk_step *sync = waits->call->frame->steps + waits->pc - 1;
    char who[PK_WHO_MAX], whom[PK_WHO_MAX];

    pk_report(m, sync->inst, PK_BARRIER,
              "grid barrier: %s waits here, %s does not come",
              pk_report_who(m, PK_INTERP_THREADS, m->block_number, who),
              pk_report_who(m, PK_INTERP_THREADS, g->ended, whom));
    g->first->status = m->status;
}

static void release(grid *g) {
    pk_order *order = g->first->order;

    if (g->ended != UINT64_MAX) {
        report_absent(g);
        return;
    }
    order->grid_stamp = ++order->stamp;
    for (uint32_t i = 0; i < g->count; i++)
        g->pauses[i] = PK_PAUSE_spins;
}

/* ---- turns ---- */

/* Who has come to the barrier of the grid stays there, and whoever else goes
 * round in circles lets the next one run; after a round of that, another block
 * begins. */
static void run_turns(grid *g) {
    pk_machine *last = g->first;
    uint32_t at = 0;

    while (g->count && last->status == PK_OK) {
        pk_machine *m = g->machines[at];

        if (g->pauses[at] != PK_PAUSE_grid) {
            hand_on(m, last);
            last = m;
            m->alone = g->count == 1 && g->next == g->blocks;
            g->pauses[at] = pk_machine_run(m);
        }
        if (last->status != PK_OK)
            break;
        if (g->pauses[at] == PK_PAUSE_done) {
            end(g, at);
        } else if (++at == g->count && all_meet(g)) {
            hand_on(g->first, last);
            last = g->first;
            release(g);
        } else if (at == g->count && has_room(g)) {
            hand_on(g->first, last);
            last = g->first;
            admit(g);
        }
        at = at < g->count ? at : 0;
    }
    hand_on(g->first, last);
}

static bool make_room(grid *g, pk_machine *m) {
    uint64_t room = MAX_THREADS / m->threads;

    if (m->syncs_grid && g->blocks > 1 && g->blocks > room) {
        m->status = pk_fail(m->err, PK_LIMIT,
                            "%s: in the interpreter a grid with a barrier may "
                            "have at most %d threads",
                            g->fn->name, MAX_THREADS);
        return false;
    }
    if (!m->syncs_grid && m->arena.used > MAX_BYTES / room)
        room = MAX_BYTES / m->arena.used;
    room = room > MIN_BLOCKS ? room : MIN_BLOCKS;
    g->capacity = (uint32_t)(g->blocks < room ? g->blocks : room);
    g->machines = pk_arena_array(&m->arena, g->capacity, sizeof *g->machines);
    g->pauses = pk_arena_array(&m->arena, g->capacity, sizeof *g->pauses);
    if (m->arena.failed)
        m->status = pk_fail_no_memory(m->err);
    return m->status == PK_OK;
}

void pk_grid_run(pk_machine *m, const pk_func *fn, uint64_t blocks) {
    grid g = {.fn = fn, .first = m, .blocks = blocks, .ended = UINT64_MAX};

    if (!make_room(&g, m))
        return;
    g.machines[0] = m;
    begin(&g, g.count++);
    run_turns(&g);
    for (uint32_t i = 0; i < g.capacity && g.machines[i]; i++)
        if (g.machines[i] != m)
            pk_machine_finish(g.machines[i]);
}
