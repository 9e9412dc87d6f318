/* SPDX-License-Identifier: Apache-2.0 */
/* Bundles: files with the outline of a module, and the entries of the disk
 * cache that its kernels need. A module that is opened from one finds its
 * kernels there, and needs neither source nor compiler. */
#ifndef PORTKERN_RUNTIME_CACHE_BUNDLE_H
#define PORTKERN_RUNTIME_CACHE_BUNDLE_H

#include "runtime/cache/cache.h"

typedef struct pk_bundle pk_bundle;

/* Reads a file. PK_IO: it cannot be read. PK_BAD_ARG: it is no bundle of this
 * version, or is damaged. The allocator must outlive the bundle. */
pk_status pk_bundle_open(const pk_allocator *allocator, const char *path,
                         pk_bundle **out, pk_error *err);
void pk_bundle_close(pk_bundle *bundle);

/* The outline's bytes; they live as long as the bundle. */
const void *pk_bundle_outline(const pk_bundle *bundle, size_t *size);
/* Reads an entry as pk_cache_load does. */
bool pk_bundle_load(const pk_bundle *bundle, const pk_digest *digest,
                    const pk_text *key, pk_artifact *out);

/* Writes a bundle of an outline and the cache's entries of these digests, of
 * which some may be the same, in place of what the file was. PK_IO: it cannot
 * be written, or the cache does not have an entry any more. */
pk_status pk_bundle_write(const pk_cache *cache, const pk_allocator *allocator,
                          const char *path, const pk_text *outline,
                          const pk_digest *entries, size_t count,
                          pk_error *err);

#endif
