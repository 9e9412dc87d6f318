/* SPDX-License-Identifier: Apache-2.0 */
/* Races and reads of unwritten memory: each granule of memory that threads
 * share remembers who last wrote it, and who has read or updated it since. An
 * access races with one of those that did not happen before it (order.h), when
 * one of them writes and not both are atomics.
 *
 * Of readers and of updaters two are kept that do not know of one another, the
 * newest among them: whoever is in order with both is in order with all, but
 * for patterns that are made for it. A write of what is there already is no
 * race with the write that put it there. */
#include "core/error.h"
#include "core/interp/machine.h"
#include "core/report.h"

#include <stdio.h>

/* The page, made when it is first touched; NULL without memory. */
static pk_page *find_page(pk_machine *m, pk_shadow *s, uint64_t granule) {
    pk_page **page = &s->pages[granule / PK_PAGE_CELLS];

    if (!*page) {
        pk_page *made = pk_arena_alloc(&m->arena, sizeof *made);
        if (m->arena.failed) {
            if (m->status == PK_OK)
                m->status = pk_fail_no_memory(m->err);
            return NULL;
        }
        *page = made;
    }
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
    bool same; /* writes what is there */
    pk_page *page;
    uint32_t at; /* cell of the page */
} deed;

static pk_cell *cell_of(const deed *d) {
    return &d->page->cells[d->at];
}

/* ---- reports ---- */

/* " in line 7", in another file than the access " in other.py, line 7". */
static const char *place_of(const deed *d, const pk_mark *mark,
                            char out[PK_WHO_MAX]) {
    const pk_ir *ir = d->m->frames[0].fn->ir;
    bool same = mark->file == (uint16_t)d->inst->loc.file;

    out[0] = '\0';
    if (mark->line && !same && mark->file < ir->file_count)
        snprintf(out, PK_WHO_MAX, " in %.80s, line %u", ir->files[mark->file],
                 mark->line);
    else if (mark->line && same)
        snprintf(out, PK_WHO_MAX, " in line %u", mark->line);
    return out;
}

static bool report_race(const deed *d, const pk_mark *other, pk_access before) {
    static const char *const now[] = {"reads", "writes", "updates"};
    static const char *const then[] = {"read", "wrote", "updated by an atomic"};
    char what[PK_WHO_MAX], who[PK_WHO_MAX], whom[PK_WHO_MAX];
    char where[PK_WHO_MAX];
    bool foreign = other->block != d->mark.block;
    bool plain_read = (d->access == PK_READ && before == PK_ATOMIC) ||
                      (d->access == PK_ATOMIC && before == PK_READ);
    pk_machine *m = d->m;

    pk_report(m, d->inst, PK_RACE, "race: %s %s %s, which %s %s%s%s%s",
              pk_report_who(m, d->mark.thread, m->block_number, who),
              now[d->access], pk_report_element(d->array, d->offset, what),
              pk_report_who(m, other->thread, other->block, whom), then[before],
              place_of(d, other, where),
              foreign ? "" : ", with no barrier between",
              plain_read ? PK_REPORT_ATOMIC_READ : "");
    return false;
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

static bool check_cell(const deed *d) {
    static const pk_rest none = {0};
    const pk_rest *rest = d->page->rest ? &d->page->rest[d->at] : &none;
    const pk_cell *c = cell_of(d);

    if (!d->same && conflicts(d, &c->write))
        return report_race(d, &c->write, PK_WRITE);
    for (int i = 0; d->access != PK_ATOMIC && i < 2; i++)
        if (conflicts(d, &rest->update[i]))
            return report_race(d, &rest->update[i], PK_ATOMIC);
    if (d->access == PK_READ)
        return true;
    if (conflicts(d, &c->read))
        return report_race(d, &c->read, PK_READ);
    if (conflicts(d, &rest->read))
        return report_race(d, &rest->read, PK_READ);
    return true;
}

/* ---- remembering ---- */

static pk_rest *rest_of(const deed *d) {
    pk_machine *m = d->m;

    if (!d->page->rest)
        d->page->rest =
            pk_arena_array(&m->arena, PK_PAGE_CELLS, sizeof *d->page->rest);
    if (m->arena.failed) {
        d->page->rest = NULL;
        if (m->status == PK_OK)
            m->status = pk_fail_no_memory(m->err);
        return NULL;
    }
    return &d->page->rest[d->at];
}

/* True when nothing is lost by forgetting `old`. */
static bool may_forget(const deed *d, const pk_mark *old) {
    return !conflicts(d, old);
}

static void note_read(const deed *d) {
    pk_cell *c = cell_of(d);
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

/* A write is in order with all before it, and what is in order with it is in
 * order with them. */
static void note_write(const deed *d) {
    *cell_of(d) = (pk_cell){.write = d->mark};
    if (d->page->rest)
        d->page->rest[d->at] = (pk_rest){0};
}

/* ---- accesses ---- */

static bool access_cell(const deed *d) {
    if (d->array->space == PK_SPACE_shared) {
        pk_cell *c = cell_of(d);
        /* Each block has shared memory of its own. */
        bool written = c->write.stamp && c->write.block == d->mark.block;
        if (!written && d->access != PK_WRITE)
            return report_unwritten(d);
        if (!written)
            *c = (pk_cell){0};
        if (!written && d->page->rest)
            d->page->rest[d->at] = (pk_rest){0};
    }
    if (!check_cell(d))
        return false;
    if (d->access == PK_READ)
        note_read(d);
    else if (d->access == PK_WRITE)
        note_write(d);
    else
        note_update(d);
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
                      uint32_t size, uint32_t t, pk_access access, bool same) {
    pk_shadow *s = array->shadow;
    uint64_t at = (uint64_t)(array->base + offset - s->host);
    uint64_t first = at / s->granule, last = (at + size - 1) / s->granule;
    deed d = {.m = m,
              .inst = inst,
              .array = array,
              .offset = offset,
              .mark = {.stamp = m->order->stamp,
                       .block = (uint32_t)m->block_number,
                       .line = inst->loc.line,
                       .thread = (uint16_t)t,
                       .file = (uint16_t)inst->loc.file},
              .access = access,
              .same = same};

    if (access == PK_ATOMIC)
        pk_order_update(m, flag_address(&d), t);
    for (uint64_t g = first; g <= last; g++) {
        d.page = find_page(m, s, g);
        d.at = (uint32_t)(g % PK_PAGE_CELLS);
        if (!d.page || !access_cell(&d))
            return false;
    }
    return true;
}
