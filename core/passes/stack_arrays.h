/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the pass stack_arrays: stack_search.c finds out
 * whether arrays leave their function, stack_arrays.c moves them into its
 * frame. */
#ifndef PORTKERN_CORE_PASSES_STACK_ARRAYS_H
#define PORTKERN_CORE_PASSES_STACK_ARRAYS_H

#include "core/passes/edit.h"
#include "core/passes/passes.h"

enum {
    CANDIDATES = 64,
    GROUP = 8 /* arrays whose addresses are in the same locals */
};

/* The kinds of values: an array's address, one that is computed from it, a
 * reference from a local that may be an array's, and all others. */
typedef enum kind { OTHER, BASE, WITHIN, REF } kind;

typedef struct search {
    pk_func *fn;
    pk_inst *allocs[GROUP];
    uint32_t count;
    const struct candidates *candidates; /* that may join; NULL: none */
    uint32_t values;                     /* how many the function has */
    uint8_t *kinds;                      /* kind, by value id */
    uint8_t *carriers; /* by local id: number of the bit, from 1; 0: none */
    bool *refs;        /* by local id: the reference may be in it */
    bool *sought;      /* by local id: what is set into it was looked at */
    bool *filled;      /* by local id: something is set into it */
    uint32_t *origins; /* by value id: whose address it may be */
    bool late[GROUP];  /* one is used when the next one has been made */
    uint32_t carrier_count, gets, seen;
    bool leaves, changed;
    bool object; /* something asks the reference for the memory */
} search;

/* Arrays that are small enough. */
typedef struct candidates {
    pk_func *fn;
    pk_inst *allocs[CANDIDATES];
    uint32_t count;
} candidates;

/* Values that are made while arrays move are of no kind. */
static inline uint8_t *kind_of(const search *s, const pk_value *v) {
    return &s->kinds[v->id < s->values ? v->id : s->values];
}

static inline bool is_none(const pk_value *v) {
    return pk_is_const(v);
}

/* The number of the array whose reference (0) or address (1) it is; -1: none.
 */
static inline int number_of(const search *s, const pk_value *v, int result) {
    for (uint32_t i = 0; i < s->count; i++)
        if (s->allocs[i]->results[result] == v)
            return (int)i;
    return -1;
}

static inline bool has_address(const search *s, const pk_inst *inst) {
    bool has = false;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        has |= *kind_of(s, inst->args[i]) == BASE ||
               *kind_of(s, inst->args[i]) == WITHIN;
    return has;
}

/* The question whether there was no memory: 1 where it is true then, -1 where
 * it is false; 0: another instruction. */
static inline int asks(const search *s, const pk_value *v) {
    const pk_inst *def = v->kind == PK_VALUE_result ? v->def : NULL;

    if (!def || (def->op != PK_OP_eq && def->op != PK_OP_ne) ||
        number_of(s, def->args[0], 0) < 0 || !is_none(def->args[1]))
        return 0;
    return def->op == PK_OP_eq ? 1 : -1;
}

/* Memory with references is given up by a release of what `alloc` gave, and
 * nothing else counts its owners. */
static inline bool holds_refs(const search *s) {
    return s->allocs[0]->op == PK_OP_alloc_refs;
}

/* Whether the array does not leave the function; with candidates together with
 * those of them that join it. */
bool pk_stack_arrays_stay(search *s);

/* Whether the locals stay that have addresses, which are not always the same.
 */
static inline bool pk_stack_arrays_keep(const search *s) {
    return s->count > 1 || s->late[0];
}

#endif
