/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of fission share: the loops over threads made so far. */
#ifndef PORTKERN_CORE_PASSES_FISSION_H
#define PORTKERN_CORE_PASSES_FISSION_H

#include "core/arena.h"
#include "portkern/ir.h"

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

typedef struct pk_pieces {
    pk_func *fn;
    pk_arena *scratch;
    pk_piece *first, **end;
    pk_error *err;
    pk_local **shared_locals; /* locals that all threads set to the same */
    uint32_t shared_count;
} pk_pieces;

/* Threads of a block along an axis as an i32: a constant when the kernel was
 * made for it. */
pk_value *pk_block_extent(pk_builder *b, int axis);

/* Threads of a block if known, else the most there can be. */
uint32_t pk_block_threads(const pk_func *fn);

/* fission_clamp.c: a piece that does something only for some x runs for those
 * only. Of the piece's guards those stay that became bounds. */
void pk_piece_clamp(pk_func *fn, pk_piece *piece);

/* fission_context.c: what threads keep from one piece to the next goes to
 * arrays over the threads. */
pk_status pk_pieces_keep(pk_pieces *pieces);

#endif
