/* SPDX-License-Identifier: Apache-2.0 */
/* The compiler as the runtime sees it. libportkern has one
 * (compile/compiler.c); libportkern_rt, which only runs what was compiled
 * before, has none (runtime/alone/parts.c). */
#ifndef PORTKERN_RUNTIME_KERNEL_COMPILER_H
#define PORTKERN_RUNTIME_KERNEL_COMPILER_H

#include "runtime/kernel/build.h"
#include "runtime/kernel/class_args.h"
#include "runtime/kernel/module.h"

/* The source of a module; nothing of it is kept by its caller. */
typedef struct pk_module_source {
    const char *text, *name;
    size_t length;
    uint32_t first_line;
    const pk_global *globals;
    size_t global_count;
    const pk_source_file *files; /* that imports find before the disk */
    size_t file_count;
    const char *import_path; /* pk_module_request's */
} pk_module_source;

/* One of several specialisations that are compiled together. */
typedef struct pk_batch_part {
    pk_variants *variants;
    pk_frame *frame;
    const pk_arg *args;
    size_t count;
    const pk_dims *dims;
} pk_batch_part;

/* All may set `err`, and leave diagnostics with the context. */
struct pk_compiler {
    /* Fills in a module that is empty: from the disk cache, or by parsing. */
    pk_status (*open)(pk_module *mod, const pk_module_source *source,
                      pk_error *err);
    void (*close)(struct pk_lazy_program *program);
    /* Gives the disk cache what `open` wants of it, unless it has it: a
     * specialisation of the module is in use. */
    void (*keep_outline)(const pk_module *mod);
    /* Compiles and loads what the disk cache does not have: `build->spec` is
     * complete then. Facts that it used are learned for `inflight`, unless that
     * is NULL. */
    pk_status (*compile)(pk_build *build, pk_inflight *inflight, pk_error *err);
    /* Compiles the parts that are not compiled yet, for targets whose
     * artifacts hold several kernels. What fails is left to `compile`. */
    void (*compile_batch)(pk_context *ctx, const pk_batch_part *parts,
                          size_t count);
    /* Waits for what is compiled in the background. */
    void (*settle)(pk_context *ctx);
    /* Compiles the parallel loops of a host function that is loaded, for the
     * device of that number that its context offloads to: `build->spec->loops`.
     */
    pk_status (*compile_loops)(pk_build *build, uint32_t device, pk_error *err);
    /* Fails with PK_NAME: the module has no such function, or no such kernel.
     * Lists what there is, and what was perhaps meant. */
    pk_status (*fail_name)(pk_module *mod, const char *name, bool kernel,
                           pk_error *err);
    /* Fails with what is wrong with the decorators or parameters of a function
     * that has `refused`. */
    pk_status (*fail_refused)(pk_module *mod, const pk_function_info *info,
                              pk_error *err);
    /* Looks up the enumeration and the number of a member, "Color.RED"; with
     * `number` NULL an enumeration, "Color". */
    pk_status (*find_members)(pk_module *mod, const char *name,
                              const struct pk_members **out, int64_t *number,
                              pk_error *err);
    /* Looks up a class of tuples with named items. */
    pk_status (*find_fields)(pk_module *mod, const char *name,
                             const struct pk_fields **out, pk_error *err);
    /* Looks up the class that is described so, and keeps it with the context
     * when it is new. */
    pk_status (*keep_class)(pk_context *ctx, const pk_class *given,
                            const pk_kept_class **out, pk_error *err);
    /* Adds what the decorators of a module export. */
    pk_status (*list_exports)(pk_module *mod, pk_signatures *list,
                              pk_error *err);
    /* Appends an error with the line of source that it names. */
    void (*explain)(pk_module *mod, const pk_error *why, pk_text *out);
};

#endif
