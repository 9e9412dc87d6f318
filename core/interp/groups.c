/* SPDX-License-Identifier: Apache-2.0 */
/* Which of a block's threads run. Threads at the same place are a group, one
 * group runs at a time, and groups that meet become one.
 *
 * As long as no thread waits for another, the group that is furthest behind
 * runs first: so all threads that a construct separated are together again
 * behind it, and whatever is computed for threads that are elsewhere, further
 * on, is computed again before they read it. Operations may then be done for
 * a whole span of threads, which is faster than picking them.
 *
 * A group that turns round and round in a loop may wait for what another one
 * has yet to do: a lock's owner stands behind the loop in which the others
 * try. It gives way, and comes last of all. From then on the groups are
 * `torn`: any one may be ahead of another, values are computed only for those
 * who run, and who is missing at a barrier may yet come. Each group runs a
 * bounded number of turns before it gives way, so every group gets its turn. */
#include "base/error.h"
#include "core/interp/machine.h"

#include <string.h>

/* ---- places ---- */

/* Which is further on: negative, 0 or positive as in memcmp. Who is about to
 * call is behind those in the call. */
static int compare_places(const pk_machine_group *x,
                          const pk_machine_group *y) {
    const pk_machine_call *a = x->call, *b = y->call;
    uint32_t at = x->pc, bt = y->pc;
    int deeper = 0;

    for (; a->depth > b->depth; a = a->outer, deeper = 1)
        at = a->pc;
    for (; b->depth > a->depth; b = b->outer, deeper = -1)
        bt = b->pc;
    for (; a != b; a = a->outer, b = b->outer) {
        at = a->pc;
        bt = b->pc;
    }
    return at != bt ? (at < bt ? -1 : 1) : deeper;
}

static bool goes_first(const pk_machine_group *x, const pk_machine_group *y) {
    return x->turn != y->turn ? x->turn < y->turn : compare_places(x, y) < 0;
}

/* ---- the list ---- */

static void join(const pk_machine *m, pk_machine_group *to, const pk_mask *mask,
                 uint32_t spins, uint64_t turn) {
    for (uint32_t w = 0; w < m->words; w++)
        to->mask.word[w] |= mask->word[w];
    to->spins = spins > to->spins ? spins : to->spins;
    to->turn = turn > to->turn ? turn : to->turn;
    to->wait = PK_READY;
}

static void drop(pk_machine *m, uint32_t i) {
    m->groups[i] = m->groups[--m->group_count];
}

static void add(pk_machine *m, const pk_machine_group *group) {
    if (m->group_count == m->group_capacity) {
        uint32_t capacity = m->group_capacity ? m->group_capacity * 2 : 8;
        pk_machine_group *all =
            pk_arena_array(&m->arena, capacity, sizeof *all);

        if (m->arena.failed) {
            m->status = pk_fail_no_memory(m->err);
            return;
        }
        if (m->group_count)
            memcpy(all, m->groups, m->group_count * sizeof *all);
        m->groups = all;
        m->group_capacity = capacity;
    }
    m->groups[m->group_count++] = *group;
}

void pk_groups_put(pk_machine *m, const pk_mask *mask, uint32_t pc) {
    pk_machine_group fresh = m->now;

    for (uint32_t i = 0; i < m->group_count; i++) {
        pk_machine_group *g = &m->groups[i];
        if (g->pc == pc && g->call == m->now.call) {
            join(m, g, mask, m->now.spins, m->now.turn);
            return;
        }
    }
    fresh.mask = *mask;
    fresh.pc = pc;
    add(m, &fresh);
}

/* ---- spans ---- */

/* From the first thread to the last one. */
static void span_all(pk_machine *m) {
    const uint64_t *word = m->now.mask.word;
    uint32_t first = 0, last = m->words;

    while (!word[first])
        first++;
    while (!word[last - 1])
        last--;
    m->spans[0] = (pk_machine_span){
        first * 64 + (uint32_t)__builtin_ctzll(word[first]),
        last * 64 - (uint32_t)__builtin_clzll(word[last - 1])};
    m->span_count = 1;
    m->width = m->spans[0].high - m->spans[0].low;
}

/* Each run of threads. */
static void span_runs(pk_machine *m) {
    m->span_count = m->width = 0;
    PK_EACH_THREAD(m, &m->now.mask, t) {
        if (m->span_count && m->spans[m->span_count - 1].high == t)
            m->spans[m->span_count - 1].high++;
        else
            m->spans[m->span_count++] = (pk_machine_span){t, t + 1};
        m->width++;
    }
}

/* Sets for the group that runs now which threads operations are done for, and
 * the step at which it next meets another group. */
static void prepare_now(pk_machine *m) {
    if (!m->group_count)
        m->torn = false;
    if (m->torn)
        span_runs(m);
    else
        span_all(m);
    m->limit = UINT32_MAX;
    for (uint32_t i = 0; i < m->group_count; i++) {
        const pk_machine_group *g = &m->groups[i];
        if (g->call == m->now.call && g->pc > m->now.pc && g->pc < m->limit)
            m->limit = g->pc;
    }
}

/* ---- turns ---- */

void pk_groups_begin(pk_machine *m) {
    m->now = (pk_machine_group){.mask = m->all, .call = m->root};
    m->group_count = 0;
    m->idle = m->torn = false;
    m->stuck = m->looked = 0;
    m->turns = 0;
    prepare_now(m);
}

/* The ready group that goes first; group_count when there is none. */
static uint32_t find_first(const pk_machine *m) {
    uint32_t best = m->group_count;

    for (uint32_t i = 0; i < m->group_count; i++)
        if (m->groups[i].wait == PK_READY &&
            (best == m->group_count ||
             goes_first(&m->groups[i], &m->groups[best])))
            best = i;
    return best;
}

static void take_in(pk_machine *m) {
    for (uint32_t i = 0; i < m->group_count; i++) {
        const pk_machine_group *g = &m->groups[i];
        if (g->pc != m->now.pc || g->call != m->now.call)
            continue;
        join(m, &m->now, &g->mask, g->spins, g->turn);
        drop(m, i);
        return;
    }
}

void pk_groups_settle(pk_machine *m) {
    uint32_t first;

    take_in(m);
    first = find_first(m);
    if (first < m->group_count && goes_first(&m->groups[first], &m->now)) {
        pk_machine_group before = m->groups[first];
        m->groups[first] = m->now;
        m->now = before;
    }
    prepare_now(m);
}

void pk_groups_leave(pk_machine *m, pk_wait wait) {
    take_in(m);
    m->now.wait = wait;
    if (wait == PK_READY) {
        m->now.turn = ++m->turns;
        m->now.spins = 0;
        m->torn = true;
    }
    add(m, &m->now);
    m->idle = true;
}

void pk_groups_part(pk_machine *m, const pk_mask *mask, pk_wait wait) {
    pk_machine_group rest = m->now;

    for (uint32_t w = 0; w < m->words; w++)
        m->now.mask.word[w] &= ~mask->word[w];
    rest.mask = *mask;
    rest.wait = wait;
    add(m, &rest);
}

bool pk_groups_pick(pk_machine *m) {
    uint32_t first = find_first(m);

    if (first == m->group_count)
        return false;
    m->now = m->groups[first];
    drop(m, first);
    m->idle = false;
    prepare_now(m);
    return true;
}

bool pk_groups_others(const pk_machine *m) {
    return find_first(m) < m->group_count;
}
