/* SPDX-License-Identifier: Apache-2.0 */
/* Modules (a parsed source) and kernels (one of its functions). */
#ifndef PORTKERN_RUNTIME_KERNEL_MODULE_H
#define PORTKERN_RUNTIME_KERNEL_MODULE_H

#include "base/os/guard.h"
#include "frontend/frontend.h"
#include "runtime/context/context.h"
#include "runtime/kernel/specialise.h"

/* An array that is a global by reference. */
typedef struct pk_bound {
    pk_array array; /* with a reference to its buffer */
    pk_arg_type type;
    const struct pk_global *global; /* it came from, until that is parsed */
} pk_bound;

struct pk_module {
    pk_object base;
    pk_guard guard;          /* of the program's memory */
    pk_program *program;     /* read-only once it is there */
    pk_variants *variants;   /* one per function, in the program's order */
    const pk_arg **defaults; /* the same: of its parameters; the guard's */
    uint32_t function_count;
    uint64_t parse_ns; /* how long it took to parse */
    pk_module **used;  /* modules that globals name functions of */
    size_t used_count;
    pk_bound *bound;
    size_t bound_count, bound_room;
};

struct pk_kernel {
    pk_object base;
    pk_module *mod; /* one reference */
    const pk_function_info *info;
    const pk_arg *defaults; /* the module's */
    pk_variants *variants;  /* the module's */
};

#endif
