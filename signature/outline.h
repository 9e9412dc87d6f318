/* SPDX-License-Identifier: Apache-2.0 */
/* Outlines: what a launch needs to know of a module, as bytes that are kept
 * between processes, so that its source need not be parsed again. */
#ifndef PORTKERN_SIGNATURE_OUTLINE_H
#define PORTKERN_SIGNATURE_OUTLINE_H

#include "base/digest.h"
#include "signature/function.h"

/* A file in which an import was looked for. */
typedef struct pk_import_file {
    const char *path;
    bool exists;      /* as a source that can be read */
    pk_digest digest; /* of its text */
} pk_import_file;

/* A function, by the name and for the types that a bundle has it. */
typedef struct pk_exported {
    const char *name, *function;
    const char *const *params; /* words for types, "float64[:]" */
    uint32_t param_count;
    const char *result;
} pk_exported;

typedef struct pk_outline {
    const char *maker; /* the build of the compiler */
    pk_digest digest;  /* of all that compiles of the module depend on */
    const pk_import_file *files;
    uint32_t file_count;
    const pk_function_info *const *functions;
    uint32_t function_count;
    const pk_exported *exports; /* of bundles */
    uint32_t export_count;
} pk_outline;

/* Appends it. False, with part of it appended, when a type in it cannot be
 * kept: records, and classes, which are known by where they are in memory; or a
 * function that is refused. */
bool pk_outline_write(const pk_outline *outline, pk_text *out);
/* Reads it into `arena`, all texts included. False when the bytes are no
 * outline. */
bool pk_outline_read(const void *bytes, size_t size, pk_arena *arena,
                     pk_outline *out);

#endif
