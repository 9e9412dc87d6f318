/* SPDX-License-Identifier: Apache-2.0 */
/* A warp: which of its lanes run, and the loop that runs them.
 *
 * Groups wait where branches left them. The deepest call goes first and in it
 * the lowest place, so that those ahead are caught up with; a group that runs
 * into the place of another takes its lanes in. Branches backwards use up
 * credit, looking at memory that others may change uses more: without credit
 * a group goes to the end of the line, and the warp gives way to others. */
#include "sim/machine.h"

enum {
    CREDIT = 4096,   /* branches backwards until others have a turn */
    SPIN_COST = 256, /* of one in a loop that looks at others' memory */
    LOOK = 1 << 14,  /* instructions between two looks at the stop word */
};

/* ---- groups ---- */

static void remove_group(sim_warp *warp, uint32_t i) {
    warp->groups[i] = warp->groups[--warp->group_count];
}

sim_group *sim_warp_leave(sim_warp *warp, uint32_t lanes, uint32_t pc,
                          sim_wait wait) {
    sim_group *group;

    warp->lanes &= ~lanes;
    for (uint32_t i = 0; wait == SIM_READY && i < warp->group_count; i++) {
        group = &warp->groups[i];
        if (group->wait == SIM_READY && group->frame == warp->frame &&
            group->pc == pc) {
            group->lanes |= lanes;
            return group;
        }
    }
    group = &warp->groups[warp->group_count++];
    *group = (sim_group){.frame = warp->frame,
                         .pc = pc,
                         .lanes = lanes,
                         .wait = wait,
                         .turn = warp->turn};
    return group;
}

/* Whether a group should run before one at `frame` and `pc` goes on: when it
 * is in a deeper call or behind in the same one. Calls side by side never meet,
 * so one of them is finished first. */
static bool goes_before(const sim_group *group, const sim_frame *frame,
                        uint32_t pc) {
    if (group->frame == frame)
        return group->pc < pc;
    return group->frame->depth > frame->depth;
}

/* Makes a waiting group the current one. False when none is ready. */
static bool choose(sim_warp *warp) {
    uint32_t best = SIM_NONE;

    for (uint32_t i = 0; i < warp->group_count; i++) {
        const sim_group *group = &warp->groups[i], *than;

        if (group->wait != SIM_READY)
            continue;
        if (best == SIM_NONE) {
            best = i;
            continue;
        }
        than = &warp->groups[best];
        if (warp->fair ? group->turn < than->turn
                       : goes_before(group, than->frame, than->pc))
            best = i;
    }
    if (best == SIM_NONE)
        return false;
    warp->frame = warp->groups[best].frame;
    warp->pc = warp->groups[best].pc;
    warp->lanes = warp->groups[best].lanes;
    remove_group(warp, best);
    return true;
}

/* Merges groups that wait at the current place into the running one. Where a
 * group should run before it (goes_before), the running group waits and that
 * one is chosen instead. Sets `limit`, the next place in this call where a
 * group waits: the warp runs up to there. */
static void settle(sim_warp *warp) {
    const sim_frame *frame = warp->frame;
    uint32_t limit = SIM_NONE;
    bool behind = false;

    for (uint32_t i = 0; i < warp->group_count;) {
        const sim_group *group = &warp->groups[i];

        if (group->wait != SIM_READY) {
            i++;
        } else if (group->frame == frame && group->pc == warp->pc) {
            warp->lanes |= group->lanes;
            warp->fair = false;
            remove_group(warp, i);
        } else {
            if (group->frame == frame && group->pc > warp->pc &&
                group->pc < limit)
                limit = group->pc;
            if (goes_before(group, frame, warp->pc))
                behind = true;
            i++;
        }
    }
    warp->limit = limit;
    if (behind && !warp->fair) {
        sim_warp_leave(warp, warp->lanes, warp->pc, SIM_READY);
        choose(warp);
        settle(warp);
    }
}

/* The current group has had its turn. */
static void give_way(sim_warp *warp) {
    sim_group *group = sim_warp_leave(warp, warp->lanes, warp->pc, SIM_READY);

    group->turn = ++warp->turn;
    warp->fair = true;
    choose(warp);
    warp->fair = warp->group_count > 0;
    settle(warp);
}

static void drop_frames(sim_warp *warp, sim_frame *frame, uint32_t lanes) {
    for (sim_frame *next; frame; frame = next) {
        next = frame->parent;
        sim_frame_drop(warp, frame, lanes);
    }
}

void sim_warp_abandon(sim_warp *warp) {
    if (warp->lanes)
        drop_frames(warp, warp->frame, warp->lanes);
    for (uint32_t i = 0; i < warp->group_count; i++)
        drop_frames(warp, warp->groups[i].frame, warp->groups[i].lanes);
    warp->lanes = warp->group_count = 0;
}

void sim_warp_exit(sim_warp *warp, uint32_t lanes) {
    drop_frames(warp, warp->frame, lanes);
    warp->live &= ~lanes;
    warp->lanes &= ~lanes;
    warp->block->threads_live -= (uint32_t)__builtin_popcount(lanes);
    /* Who waited for these lanes looks again. */
    for (uint32_t i = 0; i < warp->group_count; i++)
        if (warp->groups[i].wait == SIM_WAIT_LANES)
            warp->groups[i].wait = SIM_READY;
    sim_block_barriers(warp->block);
}

/* ---- the loop ---- */

/* Takes fuel for `length` instructions from the reserve, all of it where nobody
 * can stop the launch. False when there is too little, or it was stopped. */
static bool refuel(sim_run_state *run, uint64_t length) {
    uint64_t more = run->launch->stop ? length + LOOK : UINT64_MAX;

    if (sim_is_stopped(run->launch->stop))
        return false;
    if (more > run->reserve)
        more = run->reserve;
    run->fuel += more;
    run->reserve -= more;
    return run->fuel >= length;
}

/* Counts the stretch of instructions that ended before `end`. */
static bool count(sim_warp *warp, sim_code *code, uint32_t entry, uint32_t end,
                  uint32_t lanes) {
    int64_t threads = __builtin_popcount(lanes);
    sim_run_state *run = warp->run;
    uint64_t length = end - entry;

    code->issued[entry] += threads;
    code->issued[end] -= threads;
    run->clock += length;
    if (run->fuel < length && !refuel(run, length)) {
        run->fuel = 0;
        return false;
    }
    run->fuel -= length;
    return true;
}

/* Runs the current group until its instructions do not simply follow one
 * another any more. */
static sim_next stretch(sim_warp *warp) {
    sim_code *code = warp->frame->code;
    const sim_step *steps = code->steps;
    char *rows = warp->frame->rows;
    uint32_t lanes = warp->lanes, limit = warp->limit, pc = warp->pc;
    uint32_t entry = pc;
    sim_next next;

    for (;;) {
        const sim_step *step = steps + pc;
        uint32_t mask = lanes;

        if (step->guard != SIM_NONE)
            mask &= *(const uint32_t *)(const void *)(rows + step->guard) ^
                    step->flip;
        if (mask) {
            warp->pc = pc;
            next = step->run(warp, step, rows, mask);
            if (next != SIM_NEXT)
                break;
        }
        if (++pc == limit) {
            warp->pc = pc;
            next = SIM_JUMP;
            pc--;
            break;
        }
    }
    if (!count(warp, code, entry, pc + 1, lanes) && next != SIM_FAULT) {
        warp->pc = pc;
        return sim_is_stopped(warp->run->launch->stop)
                   ? sim_fault(warp, SIM_STOPPED, SIM_NONE,
                               "the launch was stopped")
                   : sim_fault(warp, SIM_FUEL, SIM_NONE,
                               "the launch used up its instructions "
                               "(PORTKERN_SIM_FUEL)");
    }
    return next;
}

sim_pause sim_warp_run(sim_warp *warp) {
    warp->credit = CREDIT;
    warp->spins = 0;
    if (!warp->lanes && !choose(warp))
        return warp->live ? SIM_PAUSE_WAITING : SIM_PAUSE_DONE;
    settle(warp);
    for (;;) {
        switch (stretch(warp)) {
        case SIM_NEXT:
        case SIM_JUMP: break;
        case SIM_PICK:
            if (warp->lanes)
                break;
            warp->fair = false;
            if (!choose(warp))
                return warp->live ? SIM_PAUSE_WAITING : SIM_PAUSE_DONE;
            break;
        case SIM_FAULT: return SIM_PAUSE_FAULT;
        }
        if (warp->credit <= 0) {
            give_way(warp);
            return SIM_PAUSE_TURN;
        }
        if (warp->group_count)
            settle(warp);
        else
            warp->limit = SIM_NONE;
    }
}

/* A branch backwards. */
void sim_warp_pay(sim_warp *warp) {
    warp->credit -= warp->spun ? SPIN_COST : 1;
    warp->spins += warp->spun;
    warp->spun = false;
}
