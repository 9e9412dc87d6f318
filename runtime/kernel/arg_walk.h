/* SPDX-License-Identifier: Apache-2.0 */
/* The walk over the arguments of a call: args.c goes along; arrays have a file
 * of their own, arg_arrays.c, and what a call is compiled for, arg_key.c. */
#ifndef PORTKERN_RUNTIME_KERNEL_ARG_WALK_H
#define PORTKERN_RUNTIME_KERNEL_ARG_WALK_H

#include "runtime/kernel/args.h"

/* Where the walk over the arguments is. */
typedef struct pk_walk {
    const pk_context *ctx;
    const pk_function_info *info;
    const pk_module *mod; /* whose references come behind; or NULL */
    pk_frame *frame;
    uint32_t arg, given; /* number of the argument; how many are no references
                          */
    pk_error *err;
} pk_walk;

/* A failure that begins with the argument's number and name. */
pk_status pk_walk_fail(const pk_walk *w, pk_status status, const char *format,
                       ...) __attribute__((format(printf, 3, 4)));

/* The function that an argument is, and its number in its module; NULL: there
 * is none. */
const pk_function_info *pk_walk_function(const pk_arg *arg, uint32_t *number);

/* Checks what the lists of a dict or set do not say. */
pk_status pk_walk_dict(const pk_walk *w, const pk_arg *arg);

/* Describes an array in its leaf, the items of a list of numbers, which the
 * function copies, and the arrays of a list. */
pk_status pk_walk_array(const pk_walk *w, const pk_array *a, bool reads,
                        pk_leaf *leaf);
pk_status pk_walk_list(const pk_walk *w, const pk_arg *arg, pk_leaf *leaf);
pk_status pk_walk_arrays(const pk_walk *w, const pk_arg *arg, pk_leaf *leaf);

/* True unless two arrays share bytes that one of them may write; what a pointer
 * is used for goes beyond its array. */
bool pk_frame_no_overlap(const pk_frame *frame);

#endif
