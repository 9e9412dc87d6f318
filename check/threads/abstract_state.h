/* SPDX-License-Identifier: Apache-2.0 */
/* The state of an abstract execution, and its numbers: an unknown one has a tag
 * that tells it from others, 0 where nothing does. */
#ifndef PORTKERN_CHECK_ABSTRACT_STATE_H
#define PORTKERN_CHECK_ABSTRACT_STATE_H

#include "check/threads/abstract_exec.h"
#include "core/eval.h"

enum { MAX_DEPTH = 60, MAX_OBJECTS = 512 };

#define OWN UINT32_MAX /* an object of each thread's own */

typedef struct frame {
    pk_func *fn;
    pk_number *values, *locals, *results;
    bool *used; /* values that an operation takes */
    uint32_t depth;
} frame;

typedef struct execution {
    const pk_launch_site *site;
    pk_arena *arena;
    pk_abstract_run *out;
    pk_races *races;
    uint32_t threads, in_block, blocks;
    uint32_t block_id[PK_BLOCKS][3];
    /* The constructs around, outermost first. `stop` of a thread is 0 while it
     * runs, else twice the depth of the construct it leaves, and 1 more when it
     * goes on with the next round; `doubt` is the depth of the construct that
     * ends its doubt. */
    const pk_inst *around[MAX_DEPTH];
    uint32_t depth;
    uint32_t *stop, *doubt;
    bool *acquired;
    uint32_t *warp_phase;
    uint32_t phase[PK_BLOCKS], grid_phase, time;
    uint32_t stores; /* so far: what is read after one may be another value */
    pk_shared_extent extents[MAX_OBJECTS]; /* of shared arrays; 0: not known */
    uint32_t storages, steps, numbers;
    bool over; /* it takes too long, or how it goes on is unknown */
} execution;

static inline uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t h = (a ^ (b * UINT64_C(0x9e3779b97f4a7c15))) + b;

    h = (h ^ (h >> 29)) * UINT64_C(0xbf58476d1ce4e5b9);
    return (h ^ (h >> 32)) | 1;
}

static inline pk_number number(uint64_t bits) {
    return (pk_number){.bits = bits, .known = true};
}

static inline pk_number unknown(uint64_t tag) {
    return (pk_number){.bits = tag};
}

static inline bool runs(const execution *r, const bool *on, uint32_t i) {
    return on[i] && !r->stop[i];
}

static inline uint32_t block_of(const execution *r, uint32_t i) {
    return i / r->in_block;
}

static inline uint32_t warp_of(const execution *r, uint32_t i) {
    return block_of(r, i) * 32 + i % r->in_block / 32;
}

static inline pk_number get(const execution *r, const frame *f,
                            const pk_value *v, uint32_t i) {
    return pk_is_const(v) ? number(v->bits)
                          : f->values[(size_t)v->id * r->threads + i];
}

static inline void put(const execution *r, frame *f, const pk_value *v,
                       uint32_t i, pk_number n) {
    f->values[(size_t)v->id * r->threads + i] = n;
}

static inline int64_t as_int(const pk_value *v, pk_number n) {
    return (int64_t)pk_eval_convert(v->type, PK_TYPE_i64, n.bits);
}

/* The first runs an operation for thread `i`, the others for all that run. */
void pk_abstract_run_thread(execution *r, frame *f, const pk_inst *inst,
                            uint32_t i);
void pk_abstract_run_barrier(execution *r, const pk_inst *inst, const bool *on);
void pk_abstract_run_warp(execution *r, frame *f, const pk_inst *inst,
                          const bool *on);

#endif
