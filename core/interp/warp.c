/* SPDX-License-Identifier: Apache-2.0 */
/* Operations that threads do together, apart from the barrier itself: votes of
 * the block, operations of a warp, clocks.
 *
 * A warp's lanes are the bits of half a word of the mask. The lanes that come
 * together each give a mask of whom they expect; the operation is done among
 * the lanes of one mask, after it is certain that they are all there. */
#include "core/interp/machine.h"

#include <string.h>

enum { LANES = 32 };

/* One lane's view of the operation. */
typedef struct lanes {
    uint32_t first;   /* thread number of lane 0 */
    uint32_t here;    /* lanes that are at the operation */
    uint32_t running; /* lanes that have not returned */
} lanes;

static uint32_t lanes_of(const pk_mask *mask, uint32_t first) {
    return (uint32_t)(mask->word[first / 64] >> first % 64);
}

#define EACH_LANE(mask, lane)                                                  \
    for (uint32_t bits_ = (mask), lane;                                        \
         bits_ && (lane = (uint32_t)__builtin_ctz(bits_), true);               \
         bits_ &= bits_ - 1)

/* ---- who is there ---- */

static void report_absent(pk_machine *m, const pk_inst *inst, const lanes *w,
                          uint32_t lane, uint32_t other, uint32_t mask,
                          const char *fault) {
    char here[PK_WHO_MAX], away[PK_WHO_MAX];

    pk_report(m, inst, PK_BARRIER, "%s: the mask 0x%08x of %s names %s, %s",
              pk_op_table[inst->op].name, mask,
              pk_report_who(m, w->first + lane, m->block_number, here),
              pk_report_who(m, w->first + other, m->block_number, away), fault);
}

/* The mask of a lane is right when it names the lane and only such others as
 * have returned or are here with the same mask. */
static bool check_mask(pk_machine *m, const pk_inst *inst, const lanes *w,
                       const uint64_t *masks, uint32_t lane) {
    uint32_t mask = (uint32_t)masks[w->first + lane];
    uint32_t missing = mask & w->running & ~w->here;
    char who[PK_WHO_MAX];

    if (!(mask >> lane & 1)) {
        pk_report(m, inst, PK_BARRIER, "%s: the mask 0x%08x does not name %s",
                  pk_op_table[inst->op].name, mask,
                  pk_report_who(m, w->first + lane, m->block_number, who));
        return false;
    }
    if (missing) {
        report_absent(m, inst, w, lane, (uint32_t)__builtin_ctz(missing), mask,
                      "which does not come");
        return false;
    }
    EACH_LANE(mask & w->here, other) {
        if ((uint32_t)masks[w->first + other] == mask)
            continue;
        report_absent(m, inst, w, lane, other, mask, "which has another mask");
        return false;
    }
    return true;
}

/* ---- the operations, for one lane among its group ---- */

static uint32_t source_lane(pk_op op, uint32_t lane, uint32_t by,
                            uint32_t group) {
    uint32_t from = by & 31;

    switch ((int)op) {
    case PK_OP_shuffle_up: from = lane - from; break;
    case PK_OP_shuffle_down: from = lane + from; break;
    case PK_OP_shuffle_xor: from = lane ^ from; break;
    }
    return from < LANES && (group >> from & 1) ? from : lane;
}

/* The lanes of the group whose values are that of `lane`. */
static uint32_t equal_lanes(const uint64_t *values, uint32_t lane,
                            uint32_t group) {
    uint32_t same = 0;

    EACH_LANE(group, other) {
        if (values[other] == values[lane])
            same |= 1u << other;
    }
    return same;
}

static uint32_t true_lanes(const uint64_t *values, uint32_t group) {
    uint32_t set = 0;

    EACH_LANE(group, other) {
        set |= (uint32_t)(values[other] & 1) << other;
    }
    return set;
}

/* `values` and `by` are those of lane 0. */
static uint64_t combine(const pk_inst *inst, uint32_t lane, uint32_t group,
                        const uint64_t *values, const uint64_t *by) {
    switch ((int)inst->op) {
    case PK_OP_vote_all: return true_lanes(values, group) == group;
    case PK_OP_vote_any: return true_lanes(values, group) != 0;
    case PK_OP_vote_eq: return equal_lanes(values, lane, group) == group;
    case PK_OP_ballot: return true_lanes(values, group);
    case PK_OP_match_any: return equal_lanes(values, lane, group);
    case PK_OP_match_all:
        return equal_lanes(values, lane, group) == group ? group : 0;
    }
    return values[source_lane(inst->op, lane, (uint32_t)by[lane], group)];
}

void pk_warp_incomplete(const pk_machine *m, const pk_machine_frame *f,
                        const pk_inst *inst, pk_mask *out) {
    const uint64_t *masks;

    if (inst->op == PK_OP_active_mask)
        return;
    masks = pk_frame_value(m, f, inst->args[0]);
    for (uint32_t first = 0; first < m->threads; first += LANES) {
        uint32_t here = lanes_of(&m->now.mask, first);
        uint32_t away = lanes_of(&m->live, first) & ~here, named = 0;

        EACH_LANE(here, lane) {
            named |= (uint32_t)masks[first + lane];
        }
        if (named & away)
            out->word[first / 64] |= (uint64_t)here << first % 64;
    }
}

/* The lanes of each mask meet. */
static void sync_lanes(pk_machine *m, const lanes *w, const uint64_t *masks) {
    uint32_t left = w->here;

    while (left) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint32_t group = (uint32_t)masks[w->first + lane] & w->here;

        pk_order_warp_sync(m, w->first / LANES, group);
        left &= ~group;
    }
}

static void run_lanes(pk_machine *m, const pk_machine_frame *f,
                      const pk_inst *inst, const lanes *w) {
    const uint64_t *masks = pk_frame_value(m, f, inst->args[0]);
    const uint64_t *values, *by;
    uint64_t *out, *any;

    EACH_LANE(w->here, lane) {
        if (!check_mask(m, inst, w, masks, lane))
            return;
    }
    if (inst->op == PK_OP_warp_sync) {
        sync_lanes(m, w, masks);
        return;
    }
    values = pk_frame_value(m, f, inst->args[1]) + w->first;
    by = pk_frame_value(m, f, inst->args[inst->arg_count - 1]) + w->first;
    out = pk_frame_value(m, f, inst->results[0]) + w->first;
    any = inst->result_count == 2
              ? pk_frame_value(m, f, inst->results[1]) + w->first
              : NULL;
    EACH_LANE(w->here, lane) {
        uint32_t group = (uint32_t)masks[w->first + lane] & w->here;
        out[lane] = combine(inst, lane, group, values, by);
        if (any)
            any[lane] = out[lane] != 0;
    }
}

void pk_machine_warp(pk_machine *m, const pk_machine_frame *f,
                     const pk_inst *inst, const pk_mask *mask) {
    for (uint32_t first = 0; first < m->threads; first += LANES) {
        lanes w = {first, lanes_of(mask, first), lanes_of(&m->live, first)};

        if (!w.here || m->status != PK_OK)
            continue;
        if (inst->op != PK_OP_active_mask) {
            run_lanes(m, f, inst, &w);
            continue;
        }
        uint64_t *out = pk_frame_value(m, f, inst->results[0]) + first;
        EACH_LANE(w.here, lane) {
            out[lane] = w.here;
        }
    }
}

/* ---- votes of the block ---- */

void pk_machine_barrier_vote(pk_machine *m, const pk_machine_frame *f,
                             const pk_inst *inst, const pk_mask *mask) {
    const uint64_t *votes = pk_frame_value(m, f, inst->args[0]);
    uint64_t *out = pk_frame_value(m, f, inst->results[0]);
    uint64_t came = 0, yes = 0, result;

    PK_EACH_THREAD(m, mask, t) {
        came++;
        yes += votes[t] & 1;
    }
    result = inst->op == PK_OP_barrier_and  ? yes == came
             : inst->op == PK_OP_barrier_or ? yes != 0
                                            : yes;
    PK_EACH_THREAD(m, mask, t) {
        out[t] = result;
    }
}

/* ---- clocks ---- */

/* The machine's own time is what it has done: the same in every run. A
 * nanosecond is an operation. */
void pk_machine_clock(pk_machine *m, const pk_machine_frame *f,
                      const pk_inst *inst, const pk_mask *mask) {
    uint64_t *out = pk_frame_value(m, f, inst->results[0]);
    uint64_t now = UINT64_MAX - m->fuel;

    if (m->options && m->options->fuel)
        now = m->options->fuel - m->fuel;
    if (inst->op == PK_OP_stopped)
        now = m->stop && __atomic_load_n(m->stop, __ATOMIC_RELAXED);
    PK_EACH_THREAD(m, mask, t) {
        out[t] = inst->op == PK_OP_clock ? (uint32_t)now : now;
    }
}
