/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files about traps of threads: a function as it is visited
 * (threads.c), its accesses (access.c), and what its expressions depend on
 * (data_dependence.c). */
#ifndef PORTKERN_CHECK_THREADS_THREADS_H
#define PORTKERN_CHECK_THREADS_THREADS_H

#include "check/advise.h"

enum {
    DIRECT = 1,      /* made of the thread's number: another for each */
    LOOSE = 2,       /* differs between threads, perhaps not between all */
    GRID = 4,        /* counts through the whole grid: may pass the end */
    BLOCK = 8,       /* made of the block's number */
    PAIRED = 16,     /* by ^: threads that take each other's */
    UNSEEN = 32,     /* it depends on what a launch gives */
    QUOTIENT = 64,   /* made by // or >>, */
    REMAINDER = 128, /* and by % or &: both tell the same threads apart */
    BOTH_PARTS = QUOTIENT | REMAINDER,
    VARIES = DIRECT | LOOSE
};

typedef struct pk_thread_variable {
    uint8_t bits;
    bool tested;   /* compared with something */
    bool reported; /* its guard is missing, which was said */
    bool chunk;    /* where a thread's own part begins: tid * size */
    int root;      /* the variable that it is made of, or -1 */
} pk_thread_variable;

/* An array of the kernel's own, as the block goes through it. */
typedef struct pk_own_array {
    int index; /* of its variable; -1: no such array */
    bool shared, stored, reported;
    const pk_ast *written, *read; /* indices since the last barrier */
    const pk_ast *writer;         /* what let one thread write it, or NULL */
    bool narrowed; /* threads that a condition in a loop let through wrote it,
                      perhaps one at last: while d > 0: if t < d: */
    const pk_ast *updated; /* index of atomics since then, where data or
                                     groups of threads give it */
} pk_own_array;

enum { MAX_OWN = 16, MAX_AROUND = 64 };

typedef struct pk_threads {
    const pk_adviser *a;
    pk_thread_variable *vars;
    pk_own_array own[MAX_OWN];
    uint32_t own_count;
    /* The conditions around that differ between threads; `picks` counts those
     * that let one thread through, like tid == 0. */
    const pk_ast *around[MAX_AROUND];
    uint32_t depth, picks, loops;
    const pk_ast *picked;     /* the outermost of these conditions */
    const pk_ast *first_grid; /* i = cuda.grid(1), the first of them */
    bool writes;              /* something that others see */
    bool locks;               /* it waits for others: one at a time may be in */
} pk_threads;

/* t->own as it is, in the arena (chains of thousands of `elif` are walked one
 * within the other, and the stack is not theirs); NULL without memory. */
const pk_own_array *pk_own_copy(pk_threads *t);
/* Restores the uses since the last barrier from `before`. */
void pk_own_uses_restore(pk_own_array *own, const pk_own_array *before);
/* Joins the uses at the end of an `else` (`own`) with those at the end of its
 * `if` (`then`); both branches began with the uses `at_fork`. */
void pk_own_uses_join(pk_own_array *own, const pk_own_array *at_fork,
                      const pk_own_array *then);

/* tid == 0 lets one thread through, i == j does not. */
bool pk_threads_picks_one(pk_threads *t, const pk_ast *test);

/* The number of the variable that a name is, or -1. */
int pk_threads_find(const pk_threads *t, const pk_ast *node);
/* Whether a node stands for this dotted name. */
bool pk_threads_is_path(const pk_threads *t, const pk_ast *node,
                        const char *path);
/* Returns what an expression depends on, as bits; *root is set to the variable
 * that counts through the grid in it. */
uint8_t pk_threads_bits_of(pk_threads *t, const pk_ast *node, int *root);
uint8_t pk_threads_bits(pk_threads *t, const pk_ast *node);

/* Whether `test`, a guard of what stands in `body`, lets the wrong threads
 * through (bounds.c). */
void pk_threads_check_bound(pk_threads *t, const pk_ast *test,
                            const pk_ast_list *body);
/* Whether what stands under the guard body->items[at], an if, reaches behind
 * the end that it tests. */
void pk_threads_check_reach(pk_threads *t, const pk_ast_list *body,
                            uint32_t at);

/* ---- access.c ---- */

/* The array of the kernel's own that a node names; NULL. */
pk_own_array *pk_threads_own(pk_threads *t, const pk_ast *node);
/* The type of an array; NULL: the node is none. */
const pk_ty *pk_threads_array_type(const pk_threads *t, const pk_ast *node);

/* Checks of a[i], by the node of the subscript. An index that counts through
 * the grid must have been compared. */
void pk_threads_check_guard(pk_threads *t, const pk_ast *node);
/* An element must have been stored before it is read, and by the same thread
 * unless a barrier is in between. */
void pk_threads_check_read(pk_threads *t, const pk_ast *node);
/* Threads must not store different values in one element (`updates`: by += and
 * the like); `value` has the bits of what is stored. */
void pk_threads_check_race(pk_threads *t, const pk_ast *node, bool updates,
                           uint8_t value);
/* Other threads may still read the element that is written. */
void pk_threads_check_shared_write(pk_threads *t, pk_own_array *own,
                                   const pk_ast *node);
/* An update by cuda.atomic at a place that data gives must not meet elements
 * that other threads wrote since the last barrier. */
void pk_threads_check_atomic(pk_threads *t, const pk_ast *call);

/* Whether all launches of the kernel that the script has are known to have no
 * more threads than the array has elements along the axis, `ahead` less. */
bool pk_threads_fit(const pk_threads *t, const pk_ast *array, uint32_t axis,
                    int64_t ahead);

#endif
