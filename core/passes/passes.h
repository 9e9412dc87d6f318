/* SPDX-License-Identifier: Apache-2.0 */
/* The passes. Each changes one function for a target and leaves it valid; the
 * list and its order are in run.c, what each does at the top of its file.
 * `err` is filled in on failure, which is lack of memory or something that
 * the target cannot have (PK_UNSUPPORTED). */
#ifndef PORTKERN_CORE_PASSES_PASSES_H
#define PORTKERN_CORE_PASSES_PASSES_H

#include "portkern/ir.h"

enum {
    PK_STACK_ARRAY_BYTES = 1024, /* of an array in a frame, at most */
    PK_CHUNKS_LOG = 10,          /* a parallel loop has at most 1024 chunks */
    PK_PART_BYTES = 8 << PK_CHUNKS_LOG /* of a result of each of them */
};

typedef pk_status pk_pass(pk_func *fn, const pk_caps *caps, pk_error *err);

pk_pass pk_pass_expand;   /* what the target lacks: by other means, or not */
pk_pass pk_pass_inline;   /* calls become the body of what they call */
pk_pass pk_pass_promote;  /* locals become temporaries where they can */
pk_pass pk_pass_simplify; /* identities, constants, known branches */
pk_pass pk_pass_flatten;  /* small ifs become selects */
pk_pass pk_pass_unroll;   /* few rounds in which threads meet, one by one */
pk_pass pk_pass_facts;    /* ranges: which results are never negative */
pk_pass pk_pass_cse;      /* what was computed before is not again */
pk_pass pk_pass_licm;     /* what a loop does not change goes before it */
pk_pass pk_pass_channels; /* loops over pixels, for their number of parts */
pk_pass pk_pass_in_place; /* loops that change an array, as loops over items */
pk_pass pk_pass_unswitch; /* questions that a loop does not change, before it */
pk_pass pk_pass_strides;  /* threads take steps of a grid's size together */
pk_pass pk_pass_nest;     /* joined conditions as ifs within ifs */
pk_pass pk_pass_narrow16; /* 32 bits on 16, between short numbers */
pk_pass pk_pass_narrow;   /* 64-bit arithmetic on 32 bits where exact */
pk_pass pk_pass_indices;  /* places in small arrays with 32 bits */
pk_pass pk_pass_dce;      /* results that are not read */
pk_pass pk_pass_owners;   /* counting of owners that comes to nothing */
pk_pass pk_pass_stack_arrays; /* small arrays lie in the frame */
pk_pass pk_pass_full_write;   /* changes nothing: pk_func_full_writes */

/* Puts the body of what it calls in place of one call. */
pk_status pk_inline_call(pk_func *fn, pk_inst *call, pk_error *err);

/* Where arrays are known to lie apart, questions whether they do are answered.
 */
void pk_apart_expand(pk_ir *ir);
/* Neighbouring parallel loops become one, before they become chunks. */
pk_status pk_fuse_expand(pk_ir *ir, pk_error *err);
/* Parallel loops become chunks, which the target's threads run, before all
 * passes. PK_UNSUPPORTED when iterations depend on each other. `offload`: for
 * pk_offload_expand, which wants parts of chunks as functions, too. */
pk_status pk_outline_expand(pk_ir *ir, const pk_caps *caps, bool offload,
                            pk_error *err);
/* Before that, for pk_offload_expand: iterations call copies of functions with
 * parallel loops, in which these have no threads. */
void pk_offload_nested(pk_ir *ir);
/* For another device, functions that threads run become kernels, in place of
 * all other entries. */
pk_status pk_offload_expand(pk_ir *ir, pk_error *err);
/* Has who launches such a kernel ask what it asks, where that is all that could
 * fail. */
void pk_offload_make_sure(pk_func *fn);
/* Gives a kernel that checks indices a twin that does not, behind it in the
 * module, where launches can compute that none fails. */
void pk_make_sure(pk_func *fn, const pk_caps *caps);
/* Emits the number of the thread that runs such a kernel, i64. */
pk_value *pk_offload_thread(pk_builder *b);
/* The host asks for what loops on another device may have, behind all passes.
 */
void pk_home_expand(pk_ir *ir, const pk_caps *caps);
/* Behind all passes: those that do what only the host can go, and functions
 * that are called no more. Notes what becomes of each loop. */
pk_status pk_offload_drop_strangers(pk_ir *ir, pk_error *err);
/* Functions that call themselves, before all passes: they are refused, or keep
 * count. After them: how deep they may go. */
pk_status pk_recursion_expand(pk_ir *ir, const pk_caps *caps, pk_error *err);
void pk_recursion_bound(pk_ir *ir, const pk_caps *caps);
/* Takes the mark of loops over items from those whose iterations must run in
 * their order, since they may fail or make objects. */
void pk_settle_independent(pk_ir *ir);
/* Spells every fail, print and launch of the module in operations that backends
 * have, gives functions that reach one the parameters, and notes the sites.
 * After it a function that fails returns; one that is called says so by a
 * result. Which functions call themselves is known (pk_ir_find_recursion). */
pk_status pk_report_expand(pk_ir *ir, pk_error *err);
/* Spells out who owns objects: a local of type ref owns what it holds before,
 * and is a value as any other after it. */
/* Has functions of the host look whether they are to end: a raw target does
 * that by itself. */
pk_status pk_stops_expand(pk_ir *ir, pk_error *err);
pk_status pk_own_expand(pk_ir *ir, pk_error *err);
/* Spells every coverage operation in a store, gives functions that reach one
 * the parameter, and notes what the words stand for. */
pk_status pk_coverage_expand(pk_ir *ir, pk_error *err);
/* Makes parameters of the ids that device functions read of their thread. */
pk_status pk_pass_id_ops(pk_ir *ir, const pk_caps *caps, pk_error *err);

/* expand.c: votes of a block by a counter in shared memory. */
pk_pass pk_expand_votes;

/* expand.c: the lane, computed from the thread's ids. */
pk_value *pk_expand_lane(pk_builder *b);

/* True when the pass lanes is for the kernel: it has warp operations and the
 * target has none, or the target's form is lanes. */
bool pk_wants_lanes(pk_func *fn, const pk_caps *caps);
/* The same for a target whose sub-groups are warps. */
bool pk_wants_subgroups(pk_func *fn, const pk_caps *caps);

pk_pass pk_pass_expand_warps; /* warp operations by fewer ones */
pk_pass pk_pass_axes;         /* blocks without a shape */
pk_pass pk_pass_melt;         /* blocks without a shape */
pk_pass pk_pass_lanes;        /* one work-item for each warp */

/* Barriers that every thread of the block reaches together. */
pk_pass pk_pass_structure_barriers;
/* The block form: loops over threads between barriers, and no barriers. */
pk_pass pk_pass_fission;
pk_pass pk_pass_phases; /* what lives across barriers of the grid */

#endif
