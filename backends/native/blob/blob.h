/* SPDX-License-Identifier: Apache-2.0 */
/* The artifact of the cpu backend: position-independent code as one flat run
 * of bytes, with nothing left to relocate but a few import slots.
 *
 *     header | kernels | imports | names | code: text, rodata, thunks, slots
 *
 * Calls out of the code go to a thunk, which jumps through an import slot;
 * whoever loads the blob fills the slots with addresses from a closed table.
 * Offsets count from the start of the blob, inside `code` from its start. All
 * numbers are in the byte order of the machine that the code is for. */
#ifndef PORTKERN_BACKENDS_NATIVE_BLOB_BLOB_H
#define PORTKERN_BACKENDS_NATIVE_BLOB_BLOB_H

#include "base/hash.h"
#include "base/text.h"
#include "portkern/ir.h"

enum {
    PK_BLOB_VERSION = 10,
    PK_BLOB_ALIGN = 64, /* of code in the blob and of sections in it */
    PK_BLOB_CODE_MAX = 1 << 28
};

#define PK_BLOB_MAGIC "pkblob\r\n"

typedef struct pk_blob_header {
    char magic[8];
    uint32_t version, machine; /* machine: ELF's number */
    uint64_t checksum;         /* of all bytes behind this field */
    uint64_t target;           /* pk_hash_bytes of what it was compiled for */
    uint32_t size;             /* of the blob */
    uint32_t kernels, kernel_count;
    uint32_t imports, import_count;
    uint32_t names, names_size; /* words ended with NUL */
    uint32_t code, code_size;
    uint32_t slots; /* in code: import_count addresses */
} pk_blob_header;

typedef struct pk_blob_kernel {
    uint32_t name;  /* in names */
    uint32_t entry; /* in code: a pk_native_entry */
    uint64_t scratch;
    uint32_t phases; /* 1: it has barriers of the grid, see native.h */
    uint32_t melts; /* not 0: a launch may cut the grid into other blocks, of so
                       many threads at least */
    uint32_t stack; /* bytes that functions which call themselves take, as far
                       as the IR shows it; 0: there are none */
    uint32_t rows;  /* along y that run together: blocks have a multiple of so
                       many where they are cut anew */
    uint32_t streams; /* bytes that a thread may store past the caches */
    uint32_t swaps;   /* the axis that is x of the kernel, and x is that */
} pk_blob_kernel;

typedef struct pk_blob_import {
    uint32_t name; /* in names */
} pk_blob_import;

/* Makes a blob of an ELF object that holds @k.NAME for each kernel of `ir`:
 * lays out the sections, applies the relocations, makes a thunk for what it
 * imports. `target` says what it was compiled for. PK_COMPILE names what the
 * object has that a blob cannot hold. */
pk_status pk_native_pack(const void *object, size_t size, const pk_ir *ir,
                         const char *target, pk_text *out, pk_error *err);

#endif
