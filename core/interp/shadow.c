/* SPDX-License-Identifier: Apache-2.0 */
/* Races and reads of unwritten memory: each granule of memory that threads
 * share remembers who last wrote it, and who has read or updated it since. An
 * access races with one of those that did not happen before it (order.h), when
 * one of them writes and not both are atomics.
 *
 * Of readers and of updaters two are kept that do not know of one another, the
 * newest among them: whoever is in order with both is in order with all, but
 * for patterns that are made for it.
 *
 * Two kinds of access do no harm beside others: a warning of the launch. A
 * write of what is there already matters to atomics, whose update it may undo,
 * and to writes of something else, but not to readers; of such writes two are
 * kept beside the last one that changed something. A read that a compare-and-
 * swap compares (analysis/cas_reads.h) may miss an atomic: the swap fails
 * then. */
#include "base/error.h"
#include "base/heap.h"
#include "core/interp/machine.h"
#include "core/report.h"

#include <stdio.h>

/* All zero; NULL without memory. */
static void *new_cells(pk_machine *m, const pk_shadow *s, size_t size) {
    void *made = s->of_object ? pk_heap_new(m->arena.allocator, size)
                              : pk_arena_alloc(&m->arena, size);

    if ((!made || m->arena.failed) && m->status == PK_OK)
        m->status = pk_fail_no_memory(m->err);
    return m->arena.failed ? NULL : made;
}

/* The page, made when it is first touched; NULL without memory. */
static pk_page *find_page(pk_machine *m, pk_shadow *s, uint64_t granule) {
    pk_page **page = &s->pages[granule / PK_PAGE_CELLS];

    if (!*page)
        *page = new_cells(m, s, sizeof **page);
    return *page;
}

/* One thread's access of a granule. */
typedef struct deed {
    pk_machine *m;
    const pk_inst *inst;
    const pk_interp_array *array;
    int64_t offset;
    pk_mark mark;
    pk_access access;
    bool harmless; /* writes what is there, or is compared */
    pk_page *page;
    uint32_t at; /* cell of the page */
} deed;

static pk_machine_cell *cell_of(const deed *d) {
    return &d->page->cells[d->at];
}

/* ---- reports ---- */

/* " in line 7", in another file than the access " in other.py, line 7". */
static const char *place_of(const deed *d, const pk_mark *mark,
                            char out[PK_WHO_MAX]) {
    const pk_ir *ir = d->m->frames[0].fn->ir;
    bool same = mark->file == d->mark.file;

    out[0] = '\0';
    if (mark->line && !same && mark->file < ir->file_count)
        snprintf(out, PK_WHO_MAX, " in %.80s, line %u", ir->files[mark->file],
                 mark->line);
    else if (mark->line && same)
        snprintf(out, PK_WHO_MAX, " in line %u", mark->line);
    return out;
}

enum { WORDS_MAX = 640 };

static void describe_race(const deed *d, const pk_mark *other, pk_access before,
                          char out[WORDS_MAX]) {
    static const char *const now[] = {"reads", "writes", "updates"};
    static const char *const then[] = {"read", "wrote", "updated by an atomic"};
    char what[PK_WHO_MAX], who[PK_WHO_MAX], whom[PK_WHO_MAX];
    char where[PK_WHO_MAX];
    bool foreign = other->block != d->mark.block;
    bool plain_read = (d->access == PK_READ && before == PK_ATOMIC) ||
                      (d->access == PK_ATOMIC && before == PK_READ);
    pk_machine *m = d->m;

    snprintf(out, WORDS_MAX, "race: %s %s %s, which %s %s%s%s%s",
             pk_report_who(m, d->mark.thread, m->block_number, who),
             now[d->access], pk_report_element(d->array, d->offset, what),
             pk_report_who(m, other->thread, other->block, whom), then[before],
             place_of(d, other, where),
             foreign ? "" : ", with no barrier between",
             plain_read ? PK_REPORT_ATOMIC_READ : "");
}

static bool report_race(const deed *d, const pk_mark *other, pk_access before) {
    char words[WORDS_MAX];

    describe_race(d, other, before, words);
    pk_report(d->m, d->inst, PK_RACE, "%s", words);
    return false;
}

/* Once a launch: a loop of a thousand threads has a thousand of them. */
static void warn_of(const deed *d, const pk_mark *other, pk_access before) {
    char words[WORDS_MAX];

    if (d->m->order->warned)
        return;
    d->m->order->warned = true;
    describe_race(d, other, before, words);
    pk_report_warning(d->m, d->inst, PK_RACE, "%s", words);
}

static bool report_unwritten(const deed *d) {
    char what[PK_WHO_MAX], who[PK_WHO_MAX];

    pk_report(d->m, d->inst, PK_UNINIT,
              "%s is read before anything wrote it; %s",
              pk_report_element(d->array, d->offset, what),
              pk_report_who(d->m, d->mark.thread, d->m->block_number, who));
    return false;
}

/* ---- rules ---- */

static bool conflicts(const deed *d, const pk_mark *other) {
    return other->stamp && !pk_order_happened(d->m, other, d->mark.thread);
}

static bool is_harmless(const deed *d, const pk_mark *other, pk_access before) {
    if (d->access == PK_ATOMIC || before == PK_ATOMIC)
        return d->access == PK_READ ? d->harmless
                                    : before == PK_READ && other->compared;
    return d->access == PK_READ ? other->kept : d->harmless;
}

/* Whether it races with `other`, and does harm. Two writes of one value are
 * not worth a word: all threads that found something may say so. */
static bool races(const deed *d, const pk_mark *other, pk_access before) {
    if (!conflicts(d, other))
        return false;
    if (!is_harmless(d, other, before))
        return true;
    if (d->access != PK_WRITE || before != PK_WRITE)
        warn_of(d, other, before);
    return false;
}

static bool check_cell(const deed *d) {
    static const pk_rest none = {0};
    const pk_rest *rest = d->page->rest ? &d->page->rest[d->at] : &none;
    const pk_machine_cell *c = cell_of(d);
    const struct {
        const pk_mark *mark;
        pk_access access;
    } before[] = {{&c->write, PK_WRITE},         {&rest->kept, PK_WRITE},
                  {&rest->update[0], PK_ATOMIC}, {&rest->update[1], PK_ATOMIC},
                  {&c->read, PK_READ},           {&rest->read, PK_READ}};

    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if ((d->access == PK_WRITE || d->access != before[i].access) &&
            races(d, before[i].mark, before[i].access))
            return report_race(d, before[i].mark, before[i].access);
    return true;
}

/* ---- remembering ---- */

static pk_rest *rest_of(const deed *d) {
    pk_page *page = d->page;

    if (!page->rest)
        page->rest = new_cells(d->m, d->array->shadow,
                               PK_PAGE_CELLS * sizeof *page->rest);
    return page->rest ? &page->rest[d->at] : NULL;
}

/* True when nothing is lost by forgetting `old`: what is in no order with it
 * is in none with the new one, and as much of a race. */
static bool may_forget(const deed *d, const pk_mark *old) {
    return !conflicts(d, old) &&
           (!old->stamp || old->compared || !d->mark.compared);
}

static void note_read(const deed *d) {
    pk_machine_cell *c = cell_of(d);
    pk_rest *rest;

    if (may_forget(d, &c->read))
        c->read = d->mark;
    else if ((rest = rest_of(d)))
        rest->read = d->mark;
}

static void note_update(const deed *d) {
    pk_rest *rest = rest_of(d);

    if (rest)
        rest->update[!may_forget(d, &rest->update[0])] = d->mark;
}

/* Whoever has read may go on as if nothing had been written. */
static void note_kept(const deed *d) {
    pk_mark *write = &cell_of(d)->write;
    pk_rest *rest;

    if (!write->stamp || (write->kept && may_forget(d, write)))
        *write = d->mark;
    else if ((rest = rest_of(d)))
        rest->kept = d->mark;
}

/* A write is in order with all before it, and what is in order with it is in
 * order with them. */
static void note_write(const deed *d) {
    *cell_of(d) = (pk_machine_cell){.write = d->mark};
    if (d->page->rest)
        d->page->rest[d->at] = (pk_rest){0};
}

/* ---- accesses ---- */

/* Each block has shared memory of its own, which nothing has written when it
 * begins. */
static bool begin_shared(deed *d) {
    pk_machine_cell *c = cell_of(d);

    if (c->write.stamp && c->write.block == d->mark.block)
        return true;
    if (d->access != PK_WRITE)
        return report_unwritten(d);
    *c = (pk_machine_cell){0};
    if (d->page->rest)
        d->page->rest[d->at] = (pk_rest){0};
    d->harmless = false;
    d->mark.kept = false;
    return true;
}

static bool access_cell(deed d) {
    if (d.array->space == PK_SPACE_shared && !begin_shared(&d))
        return false;
    if (!check_cell(&d))
        return false;
    if (d.access == PK_READ)
        note_read(&d);
    else if (d.access == PK_ATOMIC)
        note_update(&d);
    else if (d.harmless)
        note_kept(&d);
    else
        note_write(&d);
    return true;
}

/* Shared memory of blocks may lie at the same address. */
static uint64_t flag_address(const deed *d) {
    const uint8_t *host = d->array->base + d->offset;
    uint64_t offset = (uint64_t)(host - d->array->shadow->host);

    if (d->array->space == PK_SPACE_shared)
        return UINT64_C(1) << 63 | (uint64_t)d->mark.block << 32 | (offset + 1);
    return (uintptr_t)host;
}

bool pk_shadow_access(pk_machine *m, const pk_inst *inst,
                      const pk_interp_array *array, int64_t offset,
                      uint32_t size, uint32_t t, pk_access access,
                      bool harmless) {
    pk_shadow *s = array->shadow;
    uint64_t at = (uint64_t)(array->base + offset - s->host);
    uint64_t first = at / s->granule, last = (at + size - 1) / s->granule;
    pk_loc loc = pk_report_place(m, inst);
    deed d = {.m = m,
              .inst = inst,
              .array = array,
              .offset = offset,
              .mark = {.stamp = m->order->stamp,
                       .block = (uint32_t)m->block_number,
                       .line = loc.line & ((1u << 30) - 1),
                       .thread = (uint16_t)t,
                       .file = (uint16_t)loc.file,
                       .kept = harmless && access == PK_WRITE,
                       .compared = harmless && access == PK_READ},
              .access = access,
              .harmless = harmless};

    if (access == PK_ATOMIC)
        pk_order_update(m, flag_address(&d), t);
    for (uint64_t g = first; g <= last; g++) {
        d.page = find_page(m, s, g);
        d.at = (uint32_t)(g % PK_PAGE_CELLS);
        if (!d.page || !access_cell(d))
            return false;
    }
    return true;
}
