/* SPDX-License-Identifier: Apache-2.0 */
/* The disk cache: artifacts, and recipes (compile/stored.h), by a key of text,
 * one file each.
 *
 * An entry's file (entry.h) is named by the XXH3-128 of its key; the key stands
 * in the file in full and is compared, a checksum covers all of it, and files
 * appear by rename. So a reader sees a whole entry or none, whoever else
 * writes, and nothing of an entry is believed before its checksum fits. What
 * was used least recently goes first when there is too much. The cache never
 * changes a result: without it, things take longer. */
#ifndef PORTKERN_RUNTIME_CACHE_CACHE_H
#define PORTKERN_RUNTIME_CACHE_CACHE_H

#include "base/digest.h"
#include "base/text.h"
#include "portkern/plugin.h"
#include "portkern/tools.h"
#include "runtime/cache/entry.h"
#include "runtime/services/log.h"

typedef struct pk_cache pk_cache;

/* A cache in the folder that options or environment name. NULL without memory;
 * one that is off when it is turned off or the folder cannot be trusted. */
pk_cache *pk_cache_create(const pk_allocator *allocator, const pk_logger *log,
                          const char *dir);
void pk_cache_destroy(pk_cache *cache);

/* Reads the entry of `key`, whose digest the caller has; `key` NULL: that of
 * any key with this digest. Its artifact is given back by
 * pk_entry_artifact_free. False when there is none; `*corrupt` tells that one
 * was there and has been removed. */
bool pk_cache_load(pk_cache *cache, const pk_digest *digest, const pk_text *key,
                   pk_artifact *out, bool *corrupt);
/* Whether there is a file of such an entry, whole or not: one may have been
 * removed since it was written, to make room. */
bool pk_cache_has(const pk_cache *cache, const pk_digest *digest);
/* Appends an entry as its file has it, for bundles. */
bool pk_cache_read(const pk_cache *cache, const pk_digest *digest,
                   pk_text *out);
/* Writes the entry of `key`, whose digest the caller has; on failure there is
 * none, and it returns false. */
bool pk_cache_store(pk_cache *cache, const pk_digest *digest,
                    const pk_text *key, const pk_cache_label *label,
                    const pk_artifact *artifact);
/* Says to other processes that this one makes the entry of a digest, after
 * waiting for one that has said so, at most 10 seconds: the entry may be there
 * now. Returns what pk_cache_unclaim takes; -1 without a claim, which is no
 * failure: the entry may then be made twice. */
int pk_cache_claim(const pk_cache *cache, const pk_digest *digest);
void pk_cache_unclaim(int claim, const pk_digest *digest);
/* Removes the entry of a key's digest, when what it has turned out to be of no
 * use. */
void pk_cache_drop(pk_cache *cache, const pk_digest *digest);

/* The folder, NULL when the cache is off or NULL. */
const char *pk_cache_folder(const pk_cache *cache);
/* Shows the entries of a cache that is on until `visit` returns false. */
pk_status pk_cache_each(const pk_cache *cache,
                        bool (*visit)(void *self, const pk_cache_entry *entry),
                        void *self, pk_error *err);
/* Removes all entries, or those that are damaged. */
pk_status pk_cache_remove(pk_cache *cache, bool all, uint64_t *removed,
                          pk_error *err);

#endif
