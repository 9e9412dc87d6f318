/* SPDX-License-Identifier: Apache-2.0 */
/* Races: two accesses of the same byte by different threads, one of them a
 * write, of which neither happened before the other (check/order.c), and not
 * both of which are atomic, volatile or relaxed in a scope that holds both.
 *
 * Each granule of global and shared memory remembers the last write and two
 * reads since. As other checkers do it, a write of what is there already is no
 * race with the write that put it there. */
#include "sim/check/races.h"

#include <inttypes.h>

/* ---- cells ---- */

static sim_page *new_page(const sim_checker *checker, bool fine) {
    size_t count = fine ? SIM_PAGE : SIM_PAGE / 4;
    size_t size = sizeof(sim_page) + count * sizeof(sim_cell);
    sim_page *page = sim_alloc(checker->run->device, size);

    if (page) {
        memset(page, 0, size);
        page->fine = fine;
    }
    return page;
}

static void free_page(const sim_checker *checker, sim_page *page) {
    if (page)
        sim_release(checker->run->device, page,
                    sizeof(sim_page) + (page->fine ? SIM_PAGE : SIM_PAGE / 4) *
                                           sizeof(sim_cell));
}

/* Each byte gets what its word had. */
static sim_page *refine(const sim_checker *checker, sim_page *page) {
    sim_page *fine = new_page(checker, true);

    for (int i = 0; fine && i < SIM_PAGE; i++)
        fine->cells[i] = page->cells[i / 4];
    if (fine)
        free_page(checker, page);
    return fine;
}

sim_cell *sim_pages_at(sim_checker *checker, sim_pages *pages, uint64_t offset,
                       bool fine, bool *is_fine) {
    uint64_t index = offset / SIM_PAGE;
    sim_page *page;

    if (index >= pages->count)
        return NULL;
    page = pages->table[index];
    if (!page)
        page = new_page(checker, fine);
    else if (fine && !page->fine)
        page = refine(checker, page);
    if (!page) {
        checker->clocks.failed = true;
        return NULL;
    }
    pages->table[index] = page;
    *is_fine = page->fine;
    return &page->cells[page->fine ? offset % SIM_PAGE : offset % SIM_PAGE / 4];
}

bool sim_pages_init(sim_checker *checker, sim_pages *pages, uint64_t size) {
    size_t bytes;

    pages->count = (size_t)((size + SIM_PAGE - 1) / SIM_PAGE);
    bytes = pages->count * sizeof *pages->table;
    pages->table = sim_alloc(checker->run->device, bytes);
    if (pages->table)
        memset(pages->table, 0, bytes);
    return pages->table != NULL;
}

void sim_pages_finish(const sim_checker *checker, sim_pages *pages) {
    for (size_t i = 0; pages->table && i < pages->count; i++)
        free_page(checker, pages->table[i]);
    sim_release(checker->run->device, pages->table,
                pages->count * sizeof *pages->table);
    pages->table = NULL;
}

static sim_pages *pages_of_range(sim_checker *checker, sim_range *range) {
    sim_pages *pages = range->cells;

    if (pages)
        return pages;
    pages = sim_alloc(checker->run->device, sizeof *pages);
    if (!pages)
        return NULL;
    if (!sim_pages_init(checker, pages, range->room)) {
        sim_release(checker->run->device, pages, sizeof *pages);
        return NULL;
    }
    pages->next = checker->pages;
    checker->pages = pages;
    range->cells = pages;
    return pages;
}

/* Instructions that threads may do at once to an mbarrier. */
static bool is_mbarrier(const sim_inst *inst) {
    return inst->op == SIM_OP_mbarrier_arrive ||
           inst->op == SIM_OP_mbarrier_wait ||
           inst->op == SIM_OP_mbarrier_bytes ||
           inst->op == SIM_OP_cp_async_mbarrier_arrive;
}

/* ---- reports ---- */

/* One lane's access, as it will be remembered. */
typedef struct deed {
    sim_warp *warp;
    const sim_step *step;
    const sim_access *access;
    uint32_t lane;
    sim_doing doing;
    sim_mark mark;
} deed;

static const char *name_of(const sim_inst *inst) {
    switch (inst->op) {
    case SIM_OP_atom:
    case SIM_OP_red: return "an atomic access";
    case SIM_OP_st: return "a write";
    case SIM_OP_cp_async: return "a copy";
    case SIM_OP_mbarrier_init:
    case SIM_OP_mbarrier_inval: return "a change of an mbarrier";
    default: return is_mbarrier(inst) ? "a use of an mbarrier" : "a read";
    }
}

static void put_other(const deed *it, const sim_mark *other) {
    const sim_run_state *run = it->warp->run;
    const uint32_t *grid = run->launch->grid, *block = run->launch->block;
    pk_text *report = run->report;
    uint32_t b = other->block, t = other->thread;

    sim_put_inst_place(report, run->function->module, other->inst);
    pk_text_printf(report, "note: the other one, %s\n", name_of(other->inst));
    sim_put_inlined(report, run->function->module, other->inst);
    pk_text_printf(report,
                   "    block (%" PRIu32 ", %" PRIu32 ", %" PRIu32
                   "), thread (%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")\n",
                   b % grid[0], b / grid[0] % grid[1], b / grid[0] / grid[1],
                   t % block[0], t / block[0] % block[1],
                   t / block[0] / block[1]);
}

static sim_next report_race(const deed *it, const sim_mark *other,
                            uint64_t at) {
    const sim_access *access = it->access;
    uint32_t lane = it->lane;
    bool shared = access->space[lane] == SIM_SPACE_shared;
    const char *what = it->doing == SIM_READS    ? "read"
                       : it->doing == SIM_WRITES ? "write"
                                                 : "atomic access";

    sim_fault(it->warp, SIM_FINDING, lane,
              "race: %s of %s memory, byte %" PRIu64 " of %s, and %s %s", what,
              shared ? "shared" : "global", at,
              shared ? "the block's" : access->range[lane]->name,
              name_of(other->inst),
              other->pending ? "that no thread has waited for"
                             : "by another thread are in no order");
    put_other(it, other);
    return SIM_FAULT;
}

/* ---- rules ---- */

/* Scope of a strong access, 0 for a plain one: 1 the block, 2 more. */
static uint8_t strength(const sim_inst *inst) {
    bool strong = inst->op == SIM_OP_atom || inst->op == SIM_OP_red ||
                  is_mbarrier(inst) || inst->order >= SIM_ORDER_volatile;

    if (!strong)
        return 0;
    return inst->scope == SIM_SCOPE_cta ? 1 : 2;
}

static bool conflicts(const deed *it, const sim_mark *other) {
    if (!other->inst)
        return false;
    if (other->strong && it->mark.strong &&
        ((other->strong > 1 && it->mark.strong > 1) ||
         other->block == it->mark.block))
        return false;
    return other->pending || !sim_happened(it->warp, it->lane, other);
}

/* Whether a store puts there what another one has put or puts there. */
static bool same_value(const deed *it, const sim_mark *other) {
    const sim_access *access = it->access;
    uint32_t lane = it->lane, peer = other->thread % SIM_LANES;

    if (!access->values || it->doing != SIM_WRITES)
        return false;
    if (other->inst == it->step->inst && other->block == it->mark.block &&
        other->thread / SIM_LANES == it->warp->index && peer < lane &&
        access->mask >> peer & 1 &&
        access->address[peer] == access->address[lane])
        return memcmp(access->values[lane], access->values[peer],
                      access->bytes) == 0;
    return memcmp(access->values[lane], access->host[lane], access->bytes) == 0;
}

/* Keeps two that neither knows of the other, the newest among them. */
static void remember(const deed *it, sim_mark marks[2]) {
    for (int i = 0; i < 2; i++)
        if (!marks[i].inst || (marks[i].block == it->mark.block &&
                               marks[i].thread == it->mark.thread)) {
            marks[i] = it->mark;
            return;
        }
    if (sim_happened(it->warp, it->lane, &marks[0]))
        marks[0] = it->mark;
    else
        marks[1] = it->mark;
}

/* One that is in no order with what the lane does, NULL when there is none. */
static const sim_mark *conflict_in(const deed *it, const sim_mark marks[2]) {
    for (int i = 0; i < 2; i++)
        if (conflicts(it, &marks[i]))
            return &marks[i];
    return NULL;
}

/* A plain write is in order with all before it, and what is in order with it
 * is in order with them. */
static void record(const deed *it, sim_cell *cell) {
    bool reads = it->doing == SIM_READS;

    if (it->mark.strong) {
        remember(it, reads ? cell->strong_reads : cell->strong_writes);
    } else if (reads) {
        remember(it, cell->reads);
    } else {
        memset(cell, 0, sizeof *cell);
        cell->write = it->mark;
    }
}

static sim_next check_cell(const deed *it, sim_cell *cell, uint64_t at) {
    const sim_mark *other = NULL;

    if (conflicts(it, &cell->write) && !same_value(it, &cell->write))
        other = &cell->write;
    if (!other)
        other = conflict_in(it, cell->strong_writes);
    if (!other && it->doing != SIM_READS)
        other = conflict_in(it, cell->reads);
    if (!other && it->doing != SIM_READS)
        other = conflict_in(it, cell->strong_reads);
    if (other)
        return report_race(it, other, at);
    record(it, cell);
    return SIM_NEXT;
}

/* Whether the access is about any of `count` bytes from its i-th on. */
static bool is_about(const deed *it, uint32_t i, uint32_t count) {
    const uint8_t *meant = it->access->meant;

    return !meant || (meant[it->lane] >> i & ((1u << count) - 1));
}

static sim_next check_bytes(const deed *it, sim_pages *pages, uint64_t offset,
                            uint32_t bytes) {
    sim_checker *checker = it->warp->run->checker;
    bool small = bytes < 4 || offset % 4, fine = false;

    for (uint64_t at = offset; at < offset + bytes; at += fine ? 1 : 4) {
        uint32_t i = (uint32_t)(at - offset);
        sim_cell *cell;

        if (!is_about(it, i, small ? 1 : 4)) {
            fine = small;
            continue;
        }
        cell = sim_pages_at(checker, pages, at, small, &fine);
        if (!cell)
            return sim_fail(it->warp, SIM_NO_MEMORY);
        if (fine && !is_about(it, i, 1))
            continue;
        if (check_cell(it, cell, at) != SIM_NEXT)
            return SIM_FAULT;
    }
    return SIM_NEXT;
}

static sim_next check_lane(deed *it) {
    sim_warp *warp = it->warp;
    sim_checker *checker = warp->run->checker;
    sim_block_clock *clock = warp->block->check;
    const sim_access *access = it->access;
    uint32_t lane = it->lane, thread = SIM_LANES * warp->index + lane;
    bool shared = access->space[lane] == SIM_SPACE_shared;
    sim_pages *pages;

    if (!shared && (access->space[lane] != SIM_SPACE_global ||
                    access->range[lane]->constant))
        return SIM_NEXT;
    pages =
        shared ? &clock->shared : pages_of_range(checker, access->range[lane]);
    if (!pages)
        return sim_fail(warp, SIM_NO_MEMORY);
    if (it->mark.strong && !is_mbarrier(it->step->inst))
        sim_flag_touch(
            warp, it->step, lane, it->doing,
            shared ? SIM_FLAG_SHARED(warp->block->number, access->offset[lane])
                   : access->address[lane]);
    it->mark.pending = it->step->inst->op == SIM_OP_cp_async && shared;
    it->mark.block = (uint32_t)warp->block->number;
    it->mark.thread = (uint16_t)thread;
    it->mark.epoch = clock->epoch;
    it->mark.time = clock->threads[thread].time;
    return check_bytes(it, pages, access->offset[lane], access->bytes);
}

sim_next sim_race_check(sim_warp *warp, const sim_step *step, sim_doing doing,
                        const sim_access *access) {
    deed it = {.warp = warp,
               .step = step,
               .access = access,
               .doing = doing,
               .mark = {.inst = step->inst, .strong = strength(step->inst)}};

    for (uint32_t left = access->mask; left; left &= left - 1) {
        it.lane = (uint32_t)__builtin_ctz(left);
        if (check_lane(&it) != SIM_NEXT)
            return SIM_FAULT;
    }
    if (warp->run->checker->clocks.failed)
        return sim_fail(warp, SIM_NO_MEMORY);
    return SIM_NEXT;
}
