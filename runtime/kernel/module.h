/* SPDX-License-Identifier: Apache-2.0 */
/* Modules and kernels: functions that may be launched, with the specialisations
 * of each. */
#ifndef PORTKERN_RUNTIME_KERNEL_MODULE_H
#define PORTKERN_RUNTIME_KERNEL_MODULE_H

#include "base/digest.h"
#include "runtime/cache/bundle.h"
#include "runtime/kernel/specialise.h"
#include "signature/outline.h"

struct pk_module {
    pk_object base;
    struct pk_lazy_program *program; /* the compiler's; NULL: there is none */
    pk_bundle *bundle; /* that it was opened from; NULL: from a source */
    pk_arena arena;    /* of what follows */
    uint64_t number;   /* no other module of the process has it */
    /* Specialisations are stored under these: the build of the compiler that
     * made the module, NULL when none are stored, and a digest of all that
     * compiles depend on. */
    const char *maker;
    pk_digest digest;
    const pk_function_info *const *functions; /* in order of the text */
    uint32_t function_count;
    const pk_exported *exports; /* of a bundle */
    uint32_t export_count;
    const pk_reference *const *references; /* arrays that functions may use */
    uint32_t reference_count;
    const pk_arg **defaults; /* by function: of its parameters */
    pk_variants *variants;   /* by function */
};

struct pk_kernel {
    pk_object base;
    pk_module *mod; /* one reference */
    const pk_function_info *info;
    const pk_arg *defaults; /* the module's */
    pk_variants *variants;  /* the module's */
};

/* The function of that kind that users mean by the name. */
pk_status pk_kernel_find(pk_module *mod, const char *name,
                         pk_function_kind kind, pk_kernel **out, pk_error *err);

/* Do what pk_kernel_describe, pk_kernel_bind and pk_kernel_signatures do, for a
 * function of any kind. */
pk_status pk_kernel_write_desc(const pk_kernel *kernel, pk_function_desc *out,
                               pk_error *err);
pk_status pk_kernel_bind_args(const pk_kernel *kernel, const pk_arg *args,
                              size_t arg_count, const pk_named_arg *named,
                              size_t named_count, pk_arg *out, size_t room,
                              pk_error *err);
pk_status pk_kernel_list_signatures(const pk_kernel *kernel,
                                    pk_signatures **out, pk_error *err);

#endif
