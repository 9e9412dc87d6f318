/* SPDX-License-Identifier: Apache-2.0 */
/* Bundles: files with the outline of a module, and the entries of the disk
 * cache that its kernels need, for one target or several. A module that is
 * opened from one finds its kernels there, and needs neither source nor
 * compiler.
 *
 * Compiled code and the runtime agree about how arguments are packed, about
 * what code may call, and about what results look like. pk_bundle_format is a
 * digest of the sources that say so, the same on all processors: a bundle of
 * another one is refused. */
#ifndef PORTKERN_RUNTIME_CACHE_BUNDLE_H
#define PORTKERN_RUNTIME_CACHE_BUNDLE_H

#include "runtime/cache/cache.h"

typedef struct pk_bundle pk_bundle;

/* Where a bundle is: in a file, or in memory, which stays the caller's and must
 * live as long as the bundle; `path` says then what it is, for messages. */
typedef struct pk_bundle_place {
    const char *path;
    const void *bytes; /* NULL: in the file */
    size_t size;
} pk_bundle_place;

/* Opens one. PK_IO: the file cannot be read. PK_BAD_ARG: it is no bundle of
 * this version, or is damaged. The allocator must outlive the bundle. */
pk_status pk_bundle_open(const pk_allocator *allocator,
                         const pk_bundle_place *place, pk_bundle **out,
                         pk_error *err);
void pk_bundle_close(pk_bundle *bundle);

/* The outline's bytes; they live as long as the bundle. */
const void *pk_bundle_outline(const pk_bundle *bundle, size_t *size);
/* The line of keys that names the plugin of its entries for a backend, ended
 * by a line break; NULL: it has none. */
const char *pk_bundle_maker(const pk_bundle *bundle, const char *backend,
                            size_t *size);
/* Appends the backends and targets of its entries, "cpu:x86-64-v2,
 * cpu:x86-64-v3". */
void pk_bundle_list_targets(const pk_bundle *bundle, pk_text *out);
/* Whether it has an entry for that. */
bool pk_bundle_has_target(const pk_bundle *bundle, const char *backend,
                          const char *target);
/* Reads an entry as pk_cache_load does. */
bool pk_bundle_load(const pk_bundle *bundle, const pk_digest *digest,
                    const pk_text *key, pk_artifact *out);

/* An entry of a disk cache. */
typedef struct pk_bundle_entry {
    const pk_cache *cache;
    pk_digest digest;
} pk_bundle_entry;

typedef struct pk_bundle_content {
    const pk_text *outline;
    const pk_text *makers;          /* lines of keys, one for each backend */
    const pk_bundle_entry *entries; /* some may be the same */
    size_t count;
} pk_bundle_content;

/* Writes a bundle in place of what the file was. PK_IO: it cannot be written,
 * or a cache does not have an entry any more. */
pk_status pk_bundle_write(const pk_allocator *allocator, const char *path,
                          const pk_bundle_content *content, pk_error *err);

#endif
