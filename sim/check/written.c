/* SPDX-License-Identifier: Apache-2.0 */
/* Reads of bytes that were never written: global memory since its allocation,
 * shared memory since the block began, local memory since the call.
 *
 * A missing barrier often shows first as such a read. Where races are looked
 * for too the finding waits for the end of the grid, and the race, which says
 * more, goes before it. */
#include "sim/check/races.h"

/* Whether that byte is one of those that the lane reads or writes. */
static bool is_accessed(const sim_access *access, uint32_t lane,
                        uint32_t byte) {
    return !access->meant || access->meant[lane] >> byte & 1;
}

static bool all_set(const sim_access *access, uint32_t lane,
                    const uint8_t *bits, uint64_t at) {
    for (uint32_t i = 0; i < access->bytes; i++)
        if (is_accessed(access, lane, i) &&
            !(bits[(at + i) / 8] >> (at + i) % 8 & 1))
            return false;
    return true;
}

/* Marks the bytes as written: their bits, from `at` on. */
static void set_all(const sim_access *access, uint32_t lane, uint8_t *bits,
                    uint64_t at) {
    for (uint32_t i = 0; i < access->bytes; i++)
        if (is_accessed(access, lane, i))
            bits[(at + i) / 8] |= (uint8_t)(1u << (at + i) % 8);
}

/* The bits of a lane's bytes and where they start; NULL when the check is off.
 */
static uint8_t *bits_of(const sim_warp *warp, const sim_access *access,
                        uint32_t lane, uint64_t *at) {
    *at = access->offset[lane];
    switch (access->space[lane]) {
    case SIM_SPACE_global: return access->range[lane]->init;
    case SIM_SPACE_shared: return warp->block->shared_init;
    case SIM_SPACE_local:
        *at += (uint64_t)lane * warp->local_size;
        return warp->local_init;
    default: return NULL;
    }
}

static sim_next report_now(sim_warp *warp, const sim_access *access,
                           uint32_t lane) {
    const char *what =
        access->space[lane] == SIM_SPACE_global   ? access->range[lane]->name
        : access->space[lane] == SIM_SPACE_shared ? "shared memory"
                                                  : "local memory";

    return sim_fault(warp, SIM_FINDING, lane,
                     "read of %u bytes at byte %llu of %s, where nothing was "
                     "written",
                     (unsigned)access->bytes,
                     (unsigned long long)access->offset[lane], what);
}

static sim_next report_unset(sim_warp *warp, const sim_access *access,
                             uint32_t lane) {
    sim_run_state *run = warp->run;
    pk_text *report = run->report;

    if (!(run->checks & SIM_CHECK_races) ||
        access->space[lane] == SIM_SPACE_local)
        return report_now(warp, access, lane);
    if (run->checker->late.length)
        return SIM_NEXT;
    run->report = &run->checker->late;
    report_now(warp, access, lane);
    run->report = report;
    run->outcome = SIM_DONE;
    return SIM_NEXT;
}

sim_next sim_check_written(sim_warp *warp, sim_doing doing,
                           const sim_access *access) {
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t at;
        uint8_t *bits = bits_of(warp, access, lane, &at);

        if (!bits)
            continue;
        if (doing != SIM_WRITES && !all_set(access, lane, bits, at) &&
            report_unset(warp, access, lane) != SIM_NEXT)
            return SIM_FAULT;
        if (doing != SIM_READS && !(warp->unset >> lane & 1))
            set_all(access, lane, bits, at);
    }
    return SIM_NEXT;
}
