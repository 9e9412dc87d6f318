/* SPDX-License-Identifier: Apache-2.0 */
/* The seam to portkern-cpu-llvm.so, the only file that links LLVM: text of a
 * module in, object or assembly out. It is opened when something has to be
 * compiled, so a process that runs cached kernels never maps LLVM. */
#ifndef PORTKERN_BACKENDS_NATIVE_LLVM_LLVM_H
#define PORTKERN_BACKENDS_NATIVE_LLVM_LLVM_H

#include "portkern/status.h"

typedef struct pk_native_job {
    uint32_t struct_size;
    uint32_t assembly; /* text for people instead of an object */
    uint32_t check;    /* run LLVM's verifier */
    const pk_allocator *allocator;
    const char *text; /* the module, ended with NUL */
    size_t length;
    const char *passes;        /* the pipeline */
    const char *vector_passes; /* the rest of it, from the loop vectoriser on,
                                  which may not see all; NULL: none */
    const char *triple;        /* NULL: this machine's */
    const char *cpu; /* LLVM's name; NULL: this machine's, with features */
    void *bytes;     /* what came out: from `allocator`, the caller's */
    size_t size;
    uint32_t plain; /* code generation optimises nothing */
    /* Metadata of loops: instead of an object, for each that has a number by
     * this name and is still there a line, of the number and of how many
     * iterations are a vector, 1: none. NULL: an object. */
    const char *mark;
} pk_native_job;

/* Compiles. Runs on a thread of its own with all signals blocked, so that a
 * small stack is no trouble and an error that is fatal to LLVM ends the
 * compile and not the process. Any number of threads may compile at once.
 * PK_COMPILE with LLVM's words when it refuses. */
PK_API pk_status pk_native_compile(pk_native_job *job, pk_error *err);
typedef pk_status (*pk_native_compile_fn)(pk_native_job *job, pk_error *err);

#endif
