/* SPDX-License-Identifier: Apache-2.0 */
/* One launch as it is written on a command line: the words of `portkern run`
 * into a kernel, a configuration and arguments. */
#ifndef PORTKERN_TOOLS_LAUNCH_ARGS_H
#define PORTKERN_TOOLS_LAUNCH_ARGS_H

#include "portkern/host.h"
#include "tools/command.h"
#include "tools/host_array.h"

enum { MAX_ARGS = 255 };

/* The parts of a tuple: its items, or the array that one of them is. */
typedef struct launch_part {
    struct launch_part *next;
    pk_array array;
    char *file; /* that it is in; NULL: none. Owned */
    pk_arg items[];
} launch_part;

/* A member of an enumeration of the module, or the class of a tuple, found when
 * there is a kernel. */
typedef struct launch_name {
    struct launch_name *next;
    pk_arg *arg; /* a tuple, or nothing yet */
    char name[];
} launch_name;

typedef struct launch_args {
    char *file, *kernel; /* FILE:NAME; `file` owns both */
    const char *backend, *list;
    pk_launch_config config;
    size_t count;
    size_t positional; /* of count; those behind them have names */
    pk_arg args[MAX_ARGS];
    char *names[MAX_ARGS];      /* owned */
    pk_array arrays[MAX_ARGS];  /* of args that are arrays; owned */
    char *files[MAX_ARGS];      /* that these are in; NULL: none. Owned */
    bool states[MAX_ARGS];      /* of args that are random states */
    launch_part *parts;         /* of args that are tuples; owned */
    launch_name *found;         /* names of the module in args; owned */
    const char *save[MAX_ARGS]; /* file to write, NULL: none */
    bool verbose;
} launch_args;

/* Reads words into `out` (zeroed first). `w` reports usage errors. Returns
 * PK_OK, PK_BAD_ARG (w failed) or the status in `err`. */
pk_status launch_args_read(words *w, launch_args *out, pk_error *err);

/* Puts the arguments where the kernel's parameters are, `out` has MAX_ARGS. */
pk_status launch_args_bind(launch_args *launch, const pk_kernel *kernel,
                           pk_arg *out, pk_error *err);

/* The same for a function of the host. */
pk_status launch_args_bind_host(launch_args *launch, const pk_host_function *fn,
                                pk_arg *out, pk_error *err);

/* Whether there is no grid: a function of the host is called. */
static inline bool launch_args_is_call(const launch_args *launch) {
    return !launch->config.grid[1];
}

/* Reads the arrays that are in files, the first time that it is called. */
pk_status launch_args_load(pk_context *ctx, launch_args *launch, pk_error *err);

/* How many elements the arrays have. */
size_t launch_args_elements(const launch_args *launch);

/* Writes the arrays that --save named. */
pk_status launch_args_save(pk_context *ctx, const launch_args *launch,
                           pk_error *err);

void launch_args_free(launch_args *launch);

#endif
