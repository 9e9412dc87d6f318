/* SPDX-License-Identifier: Apache-2.0 */
/* Between the lanes of a warp: shfl, vote, match, redux, elect, activemask,
 * bar.warp (PTX ISA 9.7.9.6, 9.7.13). Those with .sync wait until all lanes of
 * their member mask that live have come to one with the same qualifiers, which
 * need not be the same instruction; lanes with other masks do not care. */
#include "sim/check/checker.h"
#include "sim/half.h"
#include "sim/rows.h"

/* Does the operation for lanes that have met. */
typedef void (*meeting_fn)(const sim_inst *inst, char *rows, uint32_t lanes);

/* Takes in lanes that wait at this very instruction. */
static uint32_t gather(sim_warp *warp, uint32_t mask) {
    for (uint32_t i = 0; i < warp->group_count;) {
        const sim_group *group = &warp->groups[i];

        if (group->wait == SIM_WAIT_LANES && group->frame == warp->frame &&
            group->pc == warp->pc) {
            mask |= group->lanes;
            warp->lanes |= group->lanes;
            warp->groups[i] = warp->groups[--warp->group_count];
        } else {
            i++;
        }
    }
    return mask;
}

/* Lanes of `lanes` whose word is `value`. */
static uint32_t with_value(const uint32_t *words, uint32_t value,
                           uint32_t lanes) {
    uint32_t same = 0;

    for (; lanes; lanes &= lanes - 1)
        if (words[__builtin_ctz(lanes)] == value)
            same |= lanes & (0 - lanes);
    return same;
}

/* ---- meeting at several instructions ----
 *
 * Two branches of a program may each have their shuffle. Its operands then lie
 * in different registers, perhaps of different calls: they are brought to one
 * table of rows, and the results taken from there. */

typedef struct table {
    sim_inst inst; /* with the rows below for its operands */
    _Alignas(64) char rows[5 * 8 * SIM_LANES];
} table;

enum { TABLE_ROW = 8 * SIM_LANES, TABLE_IN = 0, TABLE_OUT = 3 };

/* A place where lanes have met. */
typedef struct place {
    const sim_inst *inst;
    char *rows;
    uint32_t lanes;
} place;

static bool alike(const sim_inst *a, const sim_inst *b) {
    return a->op == b->op && a->sub == b->sub && a->type == b->type &&
           a->stype == b->stype && a->abs == b->abs && a->nan == b->nan &&
           a->is_sync == b->is_sync;
}

static const sim_inst *inst_of(const sim_group *group) {
    return &group->frame->code->function->code[group->pc];
}

static void copy_lanes(char *to, const char *from, uint32_t lanes,
                       size_t size) {
    for (; lanes; lanes &= lanes - 1) {
        size_t at = size * (size_t)__builtin_ctz(lanes);

        memcpy(to + at, from + at, size);
    }
}

/* Operands that are words: all of shfl's but its mask, one of the others. */
static void bring(table *t, const place *from) {
    const sim_inst *inst = from->inst;
    size_t count = inst->op == SIM_OP_shfl    ? 3
                   : inst->op == SIM_OP_elect ? 0
                                              : 1;
    uint8_t type = inst->stype ? inst->stype : inst->type;
    size_t size =
        inst->op == SIM_OP_match && sim_types[type].bytes == 8 ? 8 : 4;

    if (inst->op == SIM_OP_vote) {
        uint32_t votes = *sim_mask_at(from->rows, inst->src[0]);

        sim_mask_set(t->rows, TABLE_IN * TABLE_ROW, from->lanes,
                     inst->not_pred ? ~votes : votes);
        return;
    }
    for (size_t i = 0; i < count; i++)
        copy_lanes(t->rows + (TABLE_IN + i) * TABLE_ROW,
                   from->rows + inst->src[i], from->lanes, size);
}

static void take(const table *t, const place *to) {
    const sim_inst *inst = to->inst;
    bool is_mask[2] = {inst->op == SIM_OP_vote && inst->sub != SIM_SUB_ballot,
                       true};

    for (size_t i = 0; i < 2; i++) {
        const char *from = t->rows + (TABLE_OUT + i) * TABLE_ROW;

        if (inst->dst[i] == SIM_NONE)
            continue;
        if (is_mask[i])
            sim_mask_set(to->rows, inst->dst[i], to->lanes,
                         *(const uint32_t *)(const void *)from);
        else
            copy_lanes(to->rows + inst->dst[i], from, to->lanes, 4);
    }
}

static void table_open(table *t, const sim_inst *inst) {
    memset(t, 0, sizeof *t);
    t->inst = *inst;
    t->inst.not_pred = false;
    for (uint32_t i = 0; i < 3; i++)
        t->inst.src[i] = (TABLE_IN + i) * TABLE_ROW;
    for (uint32_t i = 0; i < 2; i++)
        t->inst.dst[i] = (TABLE_OUT + i) * TABLE_ROW;
}

/* Whether all of `wanted` have come when those are counted that wait at other
 * instructions like this one; then it is done, and they go on. */
static bool meet_elsewhere(sim_warp *warp, const place *here, uint32_t wanted,
                           meeting_fn meeting) {
    uint32_t others[SIM_LANES], count = 0, lanes = here->lanes;
    table t;

    for (uint32_t i = 0; i < warp->group_count; i++) {
        const sim_group *group = &warp->groups[i];

        if (group->wait != SIM_WAIT_LANES || group->members != wanted ||
            !alike(inst_of(group), here->inst))
            continue;
        others[count++] = i;
        lanes |= group->lanes;
    }
    if (wanted & warp->live & ~lanes)
        return false;
    table_open(&t, here->inst);
    bring(&t, here);
    for (uint32_t i = 0; i < count; i++) {
        const sim_group *group = &warp->groups[others[i]];

        bring(&t, &(place){inst_of(group), group->frame->rows, group->lanes});
    }
    if (warp->run->checker)
        sim_check_lanes(warp, lanes);
    meeting(&t.inst, t.rows, lanes);
    take(&t, here);
    for (uint32_t i = 0; i < count; i++) {
        sim_group *group = &warp->groups[others[i]];

        take(&t, &(place){inst_of(group), group->frame->rows, group->lanes});
        group->wait = SIM_READY;
        group->pc++;
    }
    return true;
}

static sim_next meet(sim_warp *warp, const sim_step *step, char *rows,
                     uint32_t mask, uint32_t members_row, meeting_fn meeting) {
    const uint32_t *members = SIM_ROW(const uint32_t, members_row);
    uint32_t before = warp->lanes, pc = warp->pc;
    bool released = false;

    if (warp->group_count)
        mask = gather(warp, mask);
    for (uint32_t left = mask; left;) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint32_t wanted = members[lane];
        uint32_t same = with_value(members, wanted, left);

        left &= ~same;
        if (same & ~wanted)
            return sim_fault(warp, SIM_ILLEGAL_INSTRUCTION,
                             (uint32_t)__builtin_ctz(same & ~wanted),
                             "%s.sync by a lane that its member mask 0x%08x "
                             "does not name",
                             sim_ops[step->inst->op].name, (unsigned)wanted);
        if (wanted & warp->live & ~same) {
            if (meeting &&
                meet_elsewhere(warp, &(place){step->inst, rows, same}, wanted,
                               meeting)) {
                released = true;
                continue;
            }
            sim_warp_leave(warp, same, pc, SIM_WAIT_LANES)->members = wanted;
            continue;
        }
        if (warp->run->checker)
            sim_check_lanes(warp, same);
        if (meeting)
            meeting(step->inst, rows, same);
    }
    if (before == warp->lanes && !released)
        return SIM_NEXT;
    warp->pc = pc + 1;
    return warp->lanes ? SIM_JUMP : SIM_PICK;
}

/* ---- shfl ---- */

typedef struct shuffled {
    uint32_t lane;
    bool valid;
} shuffled;

static shuffled source_lane(uint8_t sub, uint32_t lane, uint32_t b,
                            uint32_t c) {
    uint32_t segment = c >> 8 & 31, limit = c & 31;
    uint32_t most = (lane & segment) | (limit & ~segment);
    int32_t j;
    bool valid;

    b &= 31;
    switch (sub) {
    case SIM_SUB_up:
        j = (int32_t)lane - (int32_t)b;
        valid = j >= (int32_t)most;
        break;
    case SIM_SUB_down:
        j = (int32_t)(lane + b);
        valid = j <= (int32_t)most;
        break;
    case SIM_SUB_bfly:
        j = (int32_t)(lane ^ b);
        valid = j <= (int32_t)most;
        break;
    default:
        j = (int32_t)((lane & segment) | (b & ~segment));
        valid = j <= (int32_t)most;
        break;
    }
    return (shuffled){valid ? (uint32_t)j : lane, valid};
}

/* A lane that reads one which is not here keeps its own value: the ISA leaves
 * that open. */
static void shuffle(const sim_inst *inst, char *rows, uint32_t lanes) {
    uint32_t from[SIM_LANES], valid = 0;
    const uint32_t *b = SIM_ROW(const uint32_t, inst->src[1]);
    const uint32_t *c = SIM_ROW(const uint32_t, inst->src[2]);

    memcpy(from, rows + inst->src[0], sizeof from);
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);
        shuffled source = source_lane(inst->sub, l, b[l], c[l]);
        uint32_t lane = lanes >> source.lane & 1 ? source.lane : l;

        valid |= (uint32_t)source.valid << l;
        if (inst->dst[0] != SIM_NONE)
            SIM_ROW(uint32_t, inst->dst[0])[l] = from[lane];
    }
    if (inst->dst[1] != SIM_NONE)
        sim_mask_set(rows, inst->dst[1], lanes, valid);
}

SIM_STEP(shfl) {
    if (!step->inst->is_sync) {
        (void)warp;
        shuffle(step->inst, rows, mask);
        return SIM_NEXT;
    }
    return meet(warp, step, rows, mask, step->inst->src[3], shuffle);
}

/* ---- vote and match ---- */

static void count_votes(const sim_inst *inst, char *rows, uint32_t lanes) {
    uint32_t votes = *sim_mask_at(rows, inst->src[0]);
    uint32_t yes = (inst->not_pred ? ~votes : votes) & lanes;
    bool result = false;

    if (inst->sub == SIM_SUB_ballot) {
        for (uint32_t left = lanes; left; left &= left - 1)
            SIM_ROW(uint32_t, inst->dst[0])[__builtin_ctz(left)] = yes;
        return;
    }
    switch (inst->sub) {
    case SIM_SUB_all: result = yes == lanes; break;
    case SIM_SUB_any: result = yes != 0; break;
    default: result = yes == lanes || yes == 0; break;
    }
    sim_mask_set(rows, inst->dst[0], lanes, result ? SIM_FULL : 0);
}

SIM_STEP(vote) {
    if (!step->inst->is_sync) {
        (void)warp;
        count_votes(step->inst, rows, mask);
        return SIM_NEXT;
    }
    return meet(warp, step, rows, mask, step->inst->src[1], count_votes);
}

static uint64_t value_of(const sim_inst *inst, const char *rows, uint32_t l) {
    uint8_t type = inst->stype ? inst->stype : inst->type;
    uint64_t value = 0;

    if (sim_types[type].bytes == 8)
        memcpy(&value, rows + inst->src[0] + 8 * l, 8);
    else
        memcpy(&value, rows + inst->src[0] + 4 * l, 4);
    return value;
}

static void find_matches(const sim_inst *inst, char *rows, uint32_t lanes) {
    uint64_t values[SIM_LANES];
    bool all = true;

    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);

        values[l] = value_of(inst, rows, l);
        all = all && values[l] == values[__builtin_ctz(lanes)];
    }
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left), same = 0;

        for (uint32_t other = lanes; other; other &= other - 1)
            if (values[__builtin_ctz(other)] == values[l])
                same |= other & (0 - other);
        if (inst->sub == SIM_SUB_all)
            same = all ? lanes : 0;
        if (inst->dst[0] != SIM_NONE)
            SIM_ROW(uint32_t, inst->dst[0])[l] = same;
    }
    if (inst->dst[1] != SIM_NONE)
        sim_mask_set(rows, inst->dst[1], lanes, all ? SIM_FULL : 0);
}

SIM_STEP(match) {
    return meet(warp, step, rows, mask, step->inst->src[1], find_matches);
}

/* ---- redux and elect ---- */

static float smaller(const sim_inst *inst, float a, float b, bool max) {
    if (inst->abs) {
        a = fabsf(a);
        b = fabsf(b);
    }
    if (a != a || b != b)
        return inst->nan || (a != a && b != b) ? NAN : a != a ? b : a;
    if (a == b)
        return signbit(a) == (max ? 0 : 1) ? a : b;
    return (a < b) != max ? a : b;
}

static uint32_t reduced(const sim_inst *inst, uint32_t a, uint32_t b) {
    bool sign = inst->type == SIM_TYPE_s32;
    bool less = sign ? (int32_t)a < (int32_t)b : a < b;

    if (inst->type == SIM_TYPE_f32)
        return sim_float_bits(
            sim_canonical(smaller(inst, sim_bits_float(a), sim_bits_float(b),
                                  inst->sub == SIM_SUB_max)));
    switch (inst->sub) {
    case SIM_SUB_add: return a + b;
    case SIM_SUB_min: return less ? a : b;
    case SIM_SUB_max: return less ? b : a;
    case SIM_SUB_and: return a & b;
    case SIM_SUB_or: return a | b;
    default: return a ^ b;
    }
}

static void reduce(const sim_inst *inst, char *rows, uint32_t lanes) {
    const uint32_t *a = SIM_ROW(const uint32_t, inst->src[0]);
    uint32_t total = a[__builtin_ctz(lanes)];

    if (inst->type == SIM_TYPE_f32)
        total = reduced(inst, total, total);
    for (uint32_t left = lanes & (lanes - 1); left; left &= left - 1)
        total = reduced(inst, total, a[__builtin_ctz(left)]);
    for (uint32_t left = lanes; left; left &= left - 1)
        SIM_ROW(uint32_t, inst->dst[0])[__builtin_ctz(left)] = total;
}

SIM_STEP(redux) {
    return meet(warp, step, rows, mask, step->inst->src[1], reduce);
}

static void choose_one(const sim_inst *inst, char *rows, uint32_t lanes) {
    uint32_t leader = (uint32_t)__builtin_ctz(lanes);

    if (inst->dst[0] != SIM_NONE)
        for (uint32_t left = lanes; left; left &= left - 1)
            SIM_ROW(uint32_t, inst->dst[0])[__builtin_ctz(left)] = leader;
    if (inst->dst[1] != SIM_NONE)
        sim_mask_set(rows, inst->dst[1], lanes, UINT32_C(1) << leader);
}

SIM_STEP(elect) {
    return meet(warp, step, rows, mask, step->inst->src[0], choose_one);
}

SIM_STEP(active) {
    (void)warp;
    for (uint32_t left = mask; left; left &= left - 1)
        SIM_ROW(uint32_t, step->d)[__builtin_ctz(left)] = mask;
    return SIM_NEXT;
}

/* ---- bar.warp ---- */

/* Its lanes may stand at different instructions: when all of a mask are at
 * one, they all go on. */
static bool released_elsewhere(sim_warp *warp, uint32_t mask, uint32_t wanted) {
    uint32_t here = mask;

    for (uint32_t i = 0; i < warp->group_count; i++) {
        const sim_group *group = &warp->groups[i];
        const sim_inst *inst = &group->frame->code->function->code[group->pc];

        if (group->wait == SIM_WAIT_LANES && group->members == wanted &&
            inst->op == SIM_OP_bar_warp)
            here |= group->lanes;
    }
    if (wanted & warp->live & ~here)
        return false;
    for (uint32_t i = 0; i < warp->group_count; i++) {
        sim_group *group = &warp->groups[i];

        if (group->wait == SIM_WAIT_LANES && group->lanes & here &&
            group->members == wanted) {
            group->wait = SIM_READY;
            group->pc++;
        }
    }
    if (warp->run->checker)
        sim_check_lanes(warp, here);
    return true;
}

SIM_STEP(bar_warp) {
    uint32_t row = step->inst->src[0];
    uint32_t lane = (uint32_t)__builtin_ctz(mask);
    uint32_t wanted = SIM_ROW(const uint32_t, row)[lane];

    if (warp->group_count && (mask & ~wanted) == 0 &&
        with_value(SIM_ROW(const uint32_t, row), wanted, mask) == mask &&
        released_elsewhere(warp, mask, wanted)) {
        warp->pc++;
        return SIM_JUMP;
    }
    return meet(warp, step, rows, mask, row, NULL);
}

sim_step_fn sim_bind_warp(const sim_inst *inst) {
    switch (inst->op) {
    case SIM_OP_shfl: return shfl;
    case SIM_OP_vote: return vote;
    case SIM_OP_match: return match;
    case SIM_OP_redux: return redux;
    case SIM_OP_elect: return elect;
    case SIM_OP_activemask: return active;
    case SIM_OP_bar_warp: return bar_warp;
    default: return NULL;
    }
}
