/* SPDX-License-Identifier: Apache-2.0 */
/* mbarrier (PTX ISA 9.7.13.15): barriers that are words of shared memory, as
 * cuda::barrier and cuda::pipeline use them. What the 64 bits hold is the
 * device's affair; here:
 *
 *     expected:20  pending:20  bytes:21  phase:3
 *
 * Arrivals and bytes of copies take `pending` and `bytes` to 0, which ends the
 * phase; the next one begins with what is expected. A token is the word before
 * an arrival. Copies are done at once, so an arrival that waits for them is
 * one of now. */
#include "sim/check/checker.h"
#include "sim/rows.h"

enum { COUNT_MAX = (1 << 20) - 1 };

typedef struct state {
    uint32_t expected, pending;
    int32_t bytes;
    uint32_t phase;
} state;

static state unpacked(uint64_t word) {
    uint32_t bytes = (uint32_t)(word >> 40) & 0x1fffff;

    return (state){
        .expected = (uint32_t)word & COUNT_MAX,
        .pending = (uint32_t)(word >> 20) & COUNT_MAX,
        .bytes = (int32_t)bytes - (bytes >> 20 ? 1 << 21 : 0),
        .phase = (uint32_t)(word >> 61),
    };
}

static uint64_t packed(state s) {
    return s.expected | (uint64_t)s.pending << 20 |
           (uint64_t)((uint32_t)s.bytes & 0x1fffff) << 40 |
           (uint64_t)(s.phase & 7) << 61;
}

/* Whether the phase came to its end. */
static bool end_phase(state *s) {
    if (s->pending || s->bytes)
        return false;
    s->phase = (s->phase + 1) & 7;
    s->pending = s->expected;
    return true;
}

/* A lane's number, or `missing` where the form has none. */
static uint32_t number_of(const sim_inst *inst, char *rows, uint32_t lane,
                          uint32_t missing) {
    return inst->src[1] == SIM_NONE ? missing
                                    : SIM_ROW(uint32_t, inst->src[1])[lane];
}

static sim_next bad_use(sim_warp *warp, uint32_t lane, const char *words) {
    return sim_fault(warp, SIM_ILLEGAL_INSTRUCTION, lane, "mbarrier: %s",
                     words);
}

/* Finds the words and has them checked. */
static sim_next find(sim_warp *warp, const sim_step *step, const char *rows,
                     uint32_t mask, sim_doing doing, sim_access *out) {
    const sim_inst *inst = step->inst;

    if (sim_resolve(warp, step, rows, mask, inst->src[0], inst->offset,
                    inst->space, 8, doing, out) != SIM_NEXT)
        return SIM_FAULT;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);

        if (out->space[l] != SIM_SPACE_shared)
            return bad_use(warp, l, "it does not lie in shared memory");
    }
    return warp->run->checker ? sim_check_access(warp, step, doing, out)
                              : SIM_NEXT;
}

static state load(const sim_access *access, uint32_t lane) {
    uint64_t word;

    memcpy(&word, access->host[lane], 8);
    return unpacked(word);
}

static void store(const sim_access *access, uint32_t lane, state s) {
    uint64_t word = packed(s);

    memcpy(access->host[lane], &word, 8);
}

SIM_STEP(init) {
    sim_access access;

    if (find(warp, step, rows, mask, SIM_WRITES, &access) != SIM_NEXT)
        return SIM_FAULT;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);
        uint32_t count = number_of(step->inst, rows, l, 0);

        if (!count || count > COUNT_MAX)
            return bad_use(warp, l, "a count that is not from 1 to 1048575");
        store(&access, l, (state){.expected = count, .pending = count});
        if (warp->run->checker)
            sim_check_mbarrier_init(warp, access.offset[l]);
    }
    return SIM_NEXT;
}

SIM_STEP(inval) {
    static const char gone[8] = {0};
    sim_access access;

    if (find(warp, step, rows, mask, SIM_WRITES, &access) != SIM_NEXT)
        return SIM_FAULT;
    for (uint32_t left = mask; left; left &= left - 1)
        memcpy(access.host[__builtin_ctz(left)], gone, 8);
    return SIM_NEXT;
}

/* The effect of an instruction on a barrier. */
typedef struct arrival {
    uint32_t count;     /* that arrive, 0: none does */
    int32_t bytes;      /* that the phase waits for from now on, or less */
    bool drops, awaits; /* leaves for good; arrives behind its own copies */
} arrival;

static arrival arrival_of(const sim_inst *inst, char *rows, uint32_t lane) {
    uint32_t number = number_of(inst, rows, lane, 1);

    if (inst->op == SIM_OP_mbarrier_bytes)
        return (arrival){.bytes = inst->mode == SIM_SUB_expect_tx
                                      ? (int32_t)number
                                      : -(int32_t)number};
    if (inst->op == SIM_OP_cp_async_mbarrier_arrive)
        return (arrival){.count = inst->mode == SIM_SUB_noinc, .awaits = true};
    if (inst->mode == SIM_SUB_expect_tx)
        return (arrival){.count = 1,
                         .bytes = (int32_t)number,
                         .drops = inst->sub == SIM_SUB_arrive_drop};
    return (arrival){.count = number,
                     .drops = inst->sub == SIM_SUB_arrive_drop};
}

static sim_next arrive_lane(sim_warp *warp, const sim_step *step, char *rows,
                            const sim_access *access, uint32_t lane) {
    const sim_inst *inst = step->inst;
    arrival comes = arrival_of(inst, rows, lane);
    state s = load(access, lane);
    uint64_t token = packed(s);
    bool ends;

    if (!s.pending)
        return bad_use(warp, lane, "nothing made it by mbarrier.init");
    if (comes.count > s.pending)
        return bad_use(warp, lane, "more arrive than its phase expects");
    if (comes.bytes > COUNT_MAX || s.bytes + comes.bytes > COUNT_MAX ||
        comes.bytes < -COUNT_MAX || s.bytes + comes.bytes < -COUNT_MAX)
        return bad_use(warp, lane, "more bytes than 1048575");
    s.bytes += comes.bytes;
    s.pending -= comes.count;
    if (comes.drops)
        s.expected -= comes.count;
    ends = end_phase(&s);
    if (ends && inst->mode == SIM_SUB_noComplete)
        return bad_use(warp, lane, "a .noComplete arrival ends the phase");
    store(access, lane, s);
    if (inst->dst[0] != SIM_NONE)
        SIM_ROW(uint64_t, inst->dst[0])[lane] = token;
    if (warp->run->checker)
        sim_check_mbarrier_arrive(warp, step, lane, access->offset[lane],
                                  comes.awaits, ends);
    return SIM_NEXT;
}

SIM_STEP(arrive) {
    sim_access access;

    if (find(warp, step, rows, mask, SIM_UPDATES, &access) != SIM_NEXT)
        return SIM_FAULT;
    for (uint32_t left = mask; left; left &= left - 1)
        if (arrive_lane(warp, step, rows, &access,
                        (uint32_t)__builtin_ctz(left)) != SIM_NEXT)
            return SIM_FAULT;
    return SIM_NEXT;
}

/* Whether the phase is over that a token or a parity names: it is the one of
 * now or the one before it. */
static bool is_over(const sim_inst *inst, char *rows, uint32_t lane, state s) {
    if (inst->mode == SIM_SUB_parity)
        return (s.phase & 1) != (SIM_ROW(uint32_t, inst->src[1])[lane] & 1);
    return s.phase != unpacked(SIM_ROW(uint64_t, inst->src[1])[lane]).phase;
}

SIM_STEP(test_wait) {
    const sim_inst *inst = step->inst;
    uint32_t over = 0;
    sim_access access;

    if (find(warp, step, rows, mask, SIM_READS, &access) != SIM_NEXT)
        return SIM_FAULT;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);

        if (!is_over(inst, rows, l, load(&access, l)))
            continue;
        over |= UINT32_C(1) << l;
        if (warp->run->checker)
            sim_check_mbarrier_wait(warp, step, l, access.offset[l]);
    }
    sim_mask_set(rows, inst->dst[0], mask, over);
    warp->spun = true;
    return SIM_NEXT;
}

SIM_STEP(pending_count) {
    (void)warp;
    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);

        SIM_ROW(uint32_t, step->d)
        [l] = unpacked(SIM_ROW(uint64_t, step->inst->src[0])[l]).pending;
    }
    return SIM_NEXT;
}

sim_step_fn sim_bind_mbarrier(const sim_inst *inst) {
    switch (inst->op) {
    case SIM_OP_mbarrier_init: return init;
    case SIM_OP_mbarrier_inval: return inval;
    case SIM_OP_mbarrier_arrive:
    case SIM_OP_mbarrier_bytes:
    case SIM_OP_cp_async_mbarrier_arrive: return arrive;
    case SIM_OP_mbarrier_wait: return test_wait;
    case SIM_OP_mbarrier_pending_count: return pending_count;
    default: return NULL;
    }
}
