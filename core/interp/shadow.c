/* SPDX-License-Identifier: Apache-2.0 */
/* Races and reads of unwritten memory, by a shadow cell for each granule.
 *
 * Blocks run one after the other and a stamp is taken at each block and each
 * barrier, so that a stamp tells all: below `first_stamp` another block, from
 * `barrier_stamp` on no barrier since, and anything between is ordered. Lanes
 * of one warp are ordered by warp_sync, too, whichever of them it names; all
 * blocks by a grid barrier; and a block that fences before blocks that do an
 * atomic later, which is how one block hands over to another. A
 * cell keeps its last reader and last writer; flags keep what those two forget
 * (readers and writers of other blocks). MANY stands for several threads at
 * once, MANY_LANES plus a number for several of that warp. */
#include "core/error.h"
#include "core/interp/machine.h"

enum {
    FLAG_ATOMIC = 1,         /* all writes at `written` were atomic */
    FLAG_FOREIGN_READ = 2,   /* another block than the last reader's read */
    FLAG_FOREIGN_WRITE = 4,  /* the same for plain writes */
    FLAG_FOREIGN_ATOMIC = 8, /* and for atomics */
    MANY = 0xffff,
    MANY_LANES = 0x8000
};

void pk_shadow_barrier(pk_machine *m) {
    m->barrier_stamp = ++m->stamp;
}

void pk_shadow_warp_sync(pk_machine *m, uint32_t warp) {
    m->warp_stamps[warp] = ++m->stamp;
}

static pk_cell *find_cell(pk_machine *m, pk_shadow *s, uint64_t granule) {
    pk_cell **page = &s->pages[granule / PK_PAGE_CELLS];

    if (!*page) {
        pk_cell *cells =
            pk_arena_array(&m->arena, PK_PAGE_CELLS, sizeof *cells);
        if (m->arena.failed) {
            if (m->status == PK_OK)
                m->status = pk_fail_no_memory(m->err);
            return NULL;
        }
        *page = cells;
    }
    return *page + granule % PK_PAGE_CELLS;
}

void pk_shadow_fence(pk_machine *m) {
    m->stretches[m->stretch - 1].fence = ++m->stamp;
    m->fenced = true;
}

/* The stretch that the stamp is of. */
static uint64_t stretch_of(const pk_machine *m, uint32_t stamp) {
    uint64_t low = 0, high = m->stretch - 1;

    while (low < high) {
        uint64_t mid = (low + high + 1) / 2;
        if (m->stretches[mid].stamp <= stamp)
            low = mid;
        else
            high = mid - 1;
    }
    return low;
}

/* True when what another block did at `stamp` is known to be before now. */
static bool handed_over(const pk_machine *m, uint32_t stamp) {
    if (stamp < m->grid_stamp)
        return true;
    return m->fenced && m->acquired &&
           stamp < m->stretches[stretch_of(m, stamp)].fence;
}

/* True when `who` is of the warp of thread t. */
static bool is_lane_beside(uint16_t who, uint32_t t) {
    return who != MANY && (who & MANY_LANES ? who - (unsigned)MANY_LANES
                                            : who / 32u) == t / 32;
}

/* True when what happened at `stamp` by `who` and thread t now are not
 * ordered by a barrier. */
static bool concurrent(const pk_machine *m, uint32_t stamp, uint16_t who,
                       uint32_t t) {
    if (!stamp || stamp < m->first_stamp)
        return stamp && !handed_over(m, stamp);
    return stamp >= m->barrier_stamp && who != t &&
           !(is_lane_beside(who, t) && stamp < m->warp_stamps[t / 32]);
}

/* Who did it when t does it now: those before that are not ordered stay. */
static uint16_t join(const pk_machine *m, uint32_t stamp, uint16_t who,
                     uint32_t t) {
    if (stamp < m->first_stamp || !concurrent(m, stamp, who, t))
        return (uint16_t)t;
    return is_lane_beside(who, t) ? (uint16_t)(MANY_LANES + t / 32) : MANY;
}

static uint64_t block_of(const pk_machine *m, uint32_t stamp) {
    const uint32_t *grid = m->config->grid;
    uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];

    return stretch_of(m, stamp) % blocks;
}

static bool report_race(pk_machine *m, const pk_inst *inst,
                        const pk_interp_array *array, int64_t offset,
                        uint32_t t, const char *now, const char *before,
                        uint32_t stamp, uint16_t other) {
    char what[PK_WHO_MAX], who[PK_WHO_MAX], whom[PK_WHO_MAX];
    bool foreign = stamp < m->first_stamp;

    pk_report_element(array, offset, what);
    pk_report_who(m, t, m->block_number, who);
    if (!stamp)
        pk_report(m, inst, PK_RACE, "race: %s %s %s, which another block %s",
                  who, now, what, before);
    else
        pk_report(m, inst, PK_RACE, "race: %s %s %s, which %s %s%s", who, now,
                  what, pk_report_who(m, other, block_of(m, stamp), whom),
                  before, foreign ? "" : ", with no barrier between");
    return false;
}

/* What this access would race with, if anything; fails the launch. */
static bool check_cell(pk_machine *m, const pk_inst *inst,
                       const pk_interp_array *array, int64_t offset, uint32_t t,
                       pk_access access, bool same, const pk_cell *c) {
    static const char *const words[] = {"reads", "writes", "updates"};
    const char *now = words[access];
    bool atomic = c->flags & FLAG_ATOMIC;
    bool beside = concurrent(m, c->written, c->writer, t);

    if (access != PK_ATOMIC && (c->flags & FLAG_FOREIGN_ATOMIC))
        return report_race(m, inst, array, offset, t, now, "updated", 0, 0);
    if (access != PK_WRITE && (c->flags & FLAG_FOREIGN_WRITE))
        return report_race(m, inst, array, offset, t, now, "wrote", 0, 0);
    if (beside && (access == PK_ATOMIC  ? !atomic
                   : access == PK_WRITE ? atomic || !same
                                        : true))
        return report_race(m, inst, array, offset, t, now,
                           atomic ? "updated" : "wrote", c->written, c->writer);
    if (access == PK_READ)
        return true;
    if (c->flags & FLAG_FOREIGN_READ)
        return report_race(m, inst, array, offset, t, now, "read", 0, 0);
    if (concurrent(m, c->read, c->reader, t))
        return report_race(m, inst, array, offset, t, now, "read", c->read,
                           c->reader);
    return true;
}

static void note_read(const pk_machine *m, pk_cell *c, uint32_t t) {
    if (c->read < m->first_stamp && concurrent(m, c->read, c->reader, t))
        c->flags |= FLAG_FOREIGN_READ;
    c->reader = join(m, c->read, c->reader, t);
    c->read = m->stamp;
}

static void note_write(const pk_machine *m, pk_cell *c, uint32_t t,
                       bool atomic) {
    bool was_atomic = c->flags & FLAG_ATOMIC;

    if (c->written < m->first_stamp && concurrent(m, c->written, c->writer, t))
        c->flags |= was_atomic ? FLAG_FOREIGN_ATOMIC : FLAG_FOREIGN_WRITE;
    if (c->written < m->barrier_stamp)
        was_atomic = true;
    c->writer = join(m, c->written, c->writer, t);
    if (atomic && was_atomic)
        c->flags |= FLAG_ATOMIC;
    else
        c->flags &= (uint16_t)~FLAG_ATOMIC;
    c->written = m->stamp;
}

static bool access_cell(pk_machine *m, const pk_inst *inst,
                        const pk_interp_array *array, int64_t offset,
                        uint32_t t, pk_access access, bool same, pk_cell *c) {
    char what[PK_WHO_MAX], who[PK_WHO_MAX];

    if (array->space == PK_SPACE_shared) {
        /* Each block has shared memory of its own. */
        if (c->written < m->birth_stamp && c->read < m->birth_stamp)
            *c = (pk_cell){0};
        if (!c->written && access != PK_WRITE) {
            pk_report(m, inst, PK_UNINIT,
                      "%s is read before anything wrote it; %s",
                      pk_report_element(array, offset, what),
                      pk_report_who(m, t, m->block_number, who));
            return false;
        }
    }
    if (access == PK_ATOMIC && array->space == PK_SPACE_global)
        m->acquired = true;
    if (c->written < m->grid_stamp && c->read < m->grid_stamp)
        c->flags = 0;
    if (!check_cell(m, inst, array, offset, t, access, same, c))
        return false;
    if (access == PK_READ)
        note_read(m, c, t);
    else
        note_write(m, c, t, access == PK_ATOMIC);
    return true;
}

bool pk_shadow_access(pk_machine *m, const pk_inst *inst,
                      const pk_interp_array *array, int64_t offset,
                      uint32_t size, uint32_t t, pk_access access, bool same) {
    pk_shadow *s = array->shadow;
    uint64_t at = (uint64_t)(array->base + offset - s->host);
    uint64_t first = at / s->granule, last = (at + size - 1) / s->granule;

    for (uint64_t g = first; g <= last; g++) {
        pk_cell *cell = find_cell(m, s, g);
        if (!cell ||
            !access_cell(m, inst, array, offset, t, access, same, cell))
            return false;
    }
    return true;
}
