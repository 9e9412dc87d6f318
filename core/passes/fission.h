/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of fission: the loops over threads made so far.
 *
 * Fission is for a team (core/analysis/scalars.h). Where a comment speaks of
 * threads of a block, they may be lanes of a warp or warps of a block too. */
#ifndef PORTKERN_CORE_PASSES_FISSION_H
#define PORTKERN_CORE_PASSES_FISSION_H

#include "core/analysis/scalars.h"

enum { PK_PIECE_GUARDS = 4 };

/* One barrier-free piece: loops over rows (or z and y) of threads around one
 * over x, whose body does what a thread does. */
typedef struct pk_piece {
    struct pk_piece *next;
    pk_inst *outermost, *loop; /* loop: the one over x */
    pk_value *row;             /* number of the row, i32: y + block_dim.y * z */
    /* Conditions under which a thread runs, as they were before they became
     * bounds; clamped: those, and perhaps more. */
    const pk_value *guards[PK_PIECE_GUARDS];
    uint32_t guard_count;
    bool clamped, exact;        /* exact: those and no more */
    bool repeats;               /* lies in a loop */
    struct pk_touched *touched; /* fission_context.c */
} pk_piece;

typedef struct pk_exchange {
    struct pk_exchange *next;
    const pk_storage *storage;
} pk_exchange;

typedef struct pk_pieces {
    pk_func *fn;
    pk_team team;
    pk_arena *scratch;
    pk_piece *first, **end;
    pk_error *err;
    pk_local **shared_locals; /* locals that all threads set to the same */
    uint32_t shared_count;
    pk_exchange *exchanges; /* arrays that are one for all threads */
} pk_pieces;

/* All that is known while a kernel is cut. */
typedef struct pk_fission {
    pk_func *fn;
    pk_team team;
    pk_error *err;
    pk_status status;
    pk_arena *scratch;
    pk_scalars s;
    pk_pieces pieces;
    pk_region *out;   /* where scalar statements and loops go */
    pk_region *piece; /* statements of the piece at work */
    uint8_t *cost;    /* by value id: not 0 for values computed again */
    pk_value **again; /* by value id: the copy in the piece at work */
    pk_value *id[3];  /* thread ids in the piece at work; of a warp: [0] */
    pk_value *index;  /* of its loop */
    pk_value *lane;   /* lanes: a lane_id to compute with in pieces */
    bool uses_id[3];  /* axes that somebody looks at */
    uint32_t depth;   /* loops around the place at work */
} pk_fission;

/* Threads of a block along an axis as an i32: a constant when the kernel was
 * made for it. */
pk_value *pk_block_extent(pk_builder *b, int axis);

/* Threads of a block if known, else the most there can be. */
uint32_t pk_block_threads(const pk_func *fn);

/* Members of the team if known, else the most there can be. */
uint32_t pk_team_members(const pk_pieces *pieces);

/* Ends the piece at work: its statements become the body of a loop. */
void pk_fission_flush(pk_fission *f);

/* The local is one for all threads, though they set it in pieces. */
void pk_fission_share(pk_fission *f, pk_local *local);

/* A local array in which threads meet: one for all of them. */
pk_storage *pk_fission_exchange(pk_fission *f, pk_type elem, uint64_t count);

/* Fission for the team of a kernel in the form that it begins with. */
pk_status pk_fission_team(pk_func *fn, pk_team team, pk_error *err);

/* ---- fission_votes.c ---- */

/* `if c { exit }`: taken when no thread's c is false. */
void pk_fission_vote(pk_fission *f, pk_inst *vote);

/* A barrier that counts votes. */
void pk_fission_count(pk_fission *f, pk_inst *inst);

/* ---- fission_warps.c: the lanes of a warp ---- */

/* How many lanes the warp at work has, and how many warps a block, i32. */
pk_value *pk_warp_lanes(pk_builder *b);
pk_value *pk_block_warps(pk_builder *b);

/* The parts of a thread's number that are the same for all lanes of its warp:
 * computed before the piece's loop, and used in it. */
typedef struct pk_warp_ids {
    pk_value *start[3]; /* id of lane 0 */
    pk_value *extent[3], *magic[3];
    bool exact; /* start[0] + lane is the id along x, others are start's */
} pk_warp_ids;
void pk_warp_ids_begin(const pk_fission *f, pk_builder *b, pk_warp_ids *ids);
void pk_warp_ids_find(pk_fission *f, pk_builder *b, const pk_warp_ids *ids,
                      pk_value *lane);

/* Before all else. */
void pk_fission_begin_warp(pk_fission *f);

/* Cuts at what lanes do together. */
void pk_fission_warp(pk_fission *f, pk_inst *inst);

/* fission_clamp.c: a piece that does something only for some x runs for those
 * only. Of the piece's guards those stay that became bounds. */
void pk_piece_clamp(pk_func *fn, pk_piece *piece);

/* fission_addresses.c: makes a local that holds addresses of one array only one
 * of numbers, and those that it is set from; false when it cannot be. */
bool pk_fission_addresses(pk_func *fn, pk_local *local);

/* fission_context.c: what threads keep from one piece to the next goes to
 * arrays over the threads. */
pk_status pk_pieces_keep(pk_pieces *pieces);

#endif
