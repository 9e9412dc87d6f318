/* SPDX-License-Identifier: Apache-2.0 */
/* The checkers' view of a run. They are called only when the device was made
 * with options.checks; run->checker is NULL otherwise. */
#ifndef PORTKERN_SIM_CHECK_H
#define PORTKERN_SIM_CHECK_H

#include "sim/machine.h"

typedef struct sim_checker sim_checker;

/* For one run; NULL when there is no memory. */
sim_checker *sim_checker_new(sim_run_state *run);
/* The grid has ended well: a finding that waited ends it after all. */
void sim_checker_end(sim_checker *checker);
void sim_checker_free(sim_checker *checker);
/* A block starts, false when there is no memory; what it has is given back. */
bool sim_check_block_start(sim_block *block);
void sim_check_block_free(sim_block *block);

/* Runs an instruction and keeps track of which registers are set. */
sim_next sim_check_step(sim_warp *warp, const sim_step *step, char *rows,
                        uint32_t mask);
/* Lanes of places that a call or a return sets. */
void sim_check_values(const sim_frame *frame, const sim_place *places,
                      uint32_t count, uint32_t lanes);

/* An access that is about to be made, its bytes found. SIM_FAULT when it is a
 * finding. */
sim_next sim_check_access(sim_warp *warp, const sim_step *step, sim_doing doing,
                          const sim_access *access);
/* Lanes come to a barrier; a barrier lets its threads go. */
sim_next sim_check_barrier(sim_warp *warp, const sim_step *step,
                           uint32_t number, uint32_t expected, uint32_t mask);
void sim_check_release(sim_block *block, uint32_t number);
/* Lanes that wait for one another have met. */
void sim_check_lanes(sim_warp *warp, uint32_t lanes);
void sim_check_fence(sim_warp *warp, const sim_step *step, uint32_t mask);
/* cp.async: a copy to shared memory that ends later, and the instructions that
 * close a group of such copies or wait for groups. */
sim_next sim_check_copy(sim_warp *warp, const sim_access *access);
void sim_check_copy_group(sim_warp *warp, const sim_step *step, uint32_t mask);
/* An mbarrier at `offset` of the block's memory is made; a lane arrives, with
 * its copies where it `awaits` them, and maybe ends the phase; a lane has seen
 * the end of one. */
void sim_check_mbarrier_init(sim_warp *warp, uint64_t offset);
void sim_check_mbarrier_arrive(sim_warp *warp, const sim_step *step,
                               uint32_t lane, uint64_t offset, bool awaits,
                               bool ends);
void sim_check_mbarrier_wait(sim_warp *warp, const sim_step *step,
                             uint32_t lane, uint64_t offset);

#endif
