/* SPDX-License-Identifier: Apache-2.0 */
/* Who knows what of whom: order.h has the rules. */
#include "core/interp/order.h"
#include "base/error.h"
#include "core/interp/machine.h"

#include <string.h>

enum { LANES = 32 };

void pk_order_init(pk_order *order, const pk_allocator *allocator) {
    *order = (pk_order){.stamp = 1, .sets = {.allocator = allocator}};
}

void pk_order_finish(pk_order *order) {
    pk_flags_finish(&order->flags, &order->sets);
}

static uint32_t block_of(const pk_machine *m) {
    return (uint32_t)m->block_number;
}

void pk_order_end(pk_machine *m) {
    for (uint32_t t = 0; m->mine.threads && t < m->threads; t++)
        pk_thread_clock_drop(&m->order->sets, &m->mine.threads[t]);
}

void pk_order_begin(pk_machine *m) {
    pk_order_end(m);
    memset(m->mine.warp_stamps, 0, sizeof m->mine.warp_stamps);
    m->mine.barrier_stamp = ++m->order->stamp;
}

static void look_for_memory(pk_machine *m) {
    if (m->order->sets.failed && m->status == PK_OK)
        m->status = pk_fail_no_memory(m->err);
}

/* ---- knowing ---- */

static bool has_clock(const pk_vector_clock *known, const pk_mark *mark) {
    return pk_vector_clock_time(known, PK_KNOWN_BLOCK(mark->block)) >
               mark->stamp ||
           pk_vector_clock_time(
               known, PK_KNOWN_THREAD(mark->block, mark->thread)) > mark->stamp;
}

bool pk_order_happened(const pk_machine *m, const pk_mark *mark, uint32_t t) {
    const pk_block_order *mine = &m->mine;

    if (mark->stamp < m->order->grid_stamp)
        return true;
    if (mark->block == block_of(m) &&
        (mark->thread == t || mark->stamp < mine->barrier_stamp ||
         (mark->thread / LANES == t / LANES &&
          mark->stamp < mine->warp_stamps[t / LANES])))
        return true;
    return mine->threads && mine->threads[t].known &&
           has_clock(mine->threads[t].known, mark);
}

/* Adds to `into` all that thread t knows, its own doings with it. */
static void tell(pk_machine *m, uint32_t t, pk_vector_clock **into) {
    struct pk_vector_clock_entry entries[1 + LANES];
    uint32_t block = block_of(m), warp = t / LANES, count = 0;
    uint32_t met = m->mine.warp_stamps[warp];

    entries[count++] = (struct pk_vector_clock_entry){PK_KNOWN_BLOCK(block),
                                                      m->mine.barrier_stamp};
    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint32_t other = warp * LANES + lane;
        uint32_t time = other == t ? m->order->stamp : met;
        if (other < m->threads && time > m->mine.barrier_stamp)
            entries[count++] = (struct pk_vector_clock_entry){
                PK_KNOWN_THREAD(block, other), time};
    }
    pk_vector_clock_join(&m->order->sets, into, m->mine.threads[t].known);
    pk_vector_clock_add(&m->order->sets, into, entries, count);
}

static bool make_threads(pk_machine *m) {
    if (!m->mine.threads)
        m->mine.threads =
            pk_arena_array(&m->arena, m->threads, sizeof *m->mine.threads);
    if (m->arena.failed && m->status == PK_OK)
        m->status = pk_fail_no_memory(m->err);
    return m->status == PK_OK;
}

void pk_order_fence(pk_machine *m, bool of_block) {
    if (!make_threads(m))
        return;
    m->order->stamp++;
    PK_EACH_THREAD(m, &m->now.mask, t) {
        pk_thread_clock *thread = &m->mine.threads[t];
        tell(m, t, of_block ? &thread->fenced_block : &thread->fenced);
    }
    look_for_memory(m);
}

/* ---- meeting ---- */

void pk_order_barrier(pk_machine *m) {
    pk_vector_clocks *sets = &m->order->sets;
    pk_thread_clock all = {0};

    m->mine.barrier_stamp = ++m->order->stamp;
    if (!m->mine.threads)
        return;
    for (uint32_t t = 0; t < m->threads; t++)
        pk_thread_clock_join(sets, &all, &m->mine.threads[t]);
    for (uint32_t t = 0; t < m->threads; t++)
        pk_thread_clock_replace(sets, &m->mine.threads[t], &all);
    pk_thread_clock_drop(sets, &all);
    look_for_memory(m);
}

void pk_order_warp_sync(pk_machine *m, uint32_t warp, uint32_t lanes) {
    uint32_t first = warp * LANES;
    uint32_t running = (uint32_t)(m->live.word[first / 64] >> first % 64);
    bool whole = !(running & ~lanes);
    pk_vector_clocks *sets = &m->order->sets;
    pk_thread_clock all = {0};

    if (!(whole || make_threads(m)))
        return;
    m->order->stamp++;
    if (whole)
        m->mine.warp_stamps[warp] = m->order->stamp;
    if (!m->mine.threads)
        return;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t t = first + (uint32_t)__builtin_ctz(left);
        pk_thread_clock_join(sets, &all, &m->mine.threads[t]);
        if (!whole)
            tell(m, t, &all.known);
    }
    for (uint32_t left = lanes; left; left &= left - 1)
        pk_thread_clock_replace(
            sets, &m->mine.threads[first + (uint32_t)__builtin_ctz(left)],
            &all);
    pk_thread_clock_drop(sets, &all);
    look_for_memory(m);
}

/* ---- flags ---- */

void pk_order_update(pk_machine *m, uint64_t address, uint32_t t) {
    const pk_thread_clock *thread =
        m->mine.threads ? &m->mine.threads[t] : NULL;
    bool tells = thread && (thread->fenced || thread->fenced_block);
    pk_vector_clocks *sets = &m->order->sets;
    pk_flag *flag = pk_flags_at(&m->order->flags, sets, address, tells);

    if (flag && make_threads(m)) {
        pk_flag_learn(sets, flag, block_of(m), &m->mine.threads[t]);
        pk_flag_publish(sets, flag, block_of(m), &m->mine.threads[t], false,
                        false);
    }
    look_for_memory(m);
}
