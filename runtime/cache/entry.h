/* SPDX-License-Identifier: Apache-2.0 */
/* Entries as bytes, in files of the disk cache and in bundles: a head, then the
 * key, the texts of the label, each with its NUL, and the artifact. A checksum
 * covers all of it. */
#ifndef PORTKERN_RUNTIME_CACHE_ENTRY_H
#define PORTKERN_RUNTIME_CACHE_ENTRY_H

#include "base/digest.h"
#include "base/text.h"
#include "portkern/plugin.h"

enum { PK_ENTRY_HEAD = 72 }; /* bytes, the fewest that an entry has */

/* The description of an entry, which pk_cache_list shows. */
typedef struct pk_cache_label {
    const char *kernel, *backend, *target;
} pk_cache_label;

/* An entry taken apart; all lie in its bytes. */
typedef struct pk_entry_parts {
    const char *key, *label, *data;
    size_t key_size, label_size, data_size;
    char format[16];
    bool is_text;
} pk_entry_parts;

/* Checks the bytes, and takes them apart. */
bool pk_entry_parse(const char *bytes, size_t size, pk_entry_parts *out);
/* Whether the entry's key is `key`, or, when that is NULL, one of the digest.
 */
bool pk_entry_has_key(const pk_entry_parts *entry, const pk_digest *digest,
                      const pk_text *key);
/* The label's texts, "" where they are missing. */
pk_cache_label pk_entry_label(const pk_entry_parts *entry);
/* A copy of its artifact in the allocator's memory; false without memory. */
bool pk_entry_take(const pk_entry_parts *entry, const pk_allocator *allocator,
                   pk_artifact *out);
void pk_entry_artifact_free(const pk_allocator *allocator,
                            pk_artifact *artifact);
/* Appends an entry to `out`, which is empty. */
void pk_entry_put(pk_text *out, const pk_text *key, const pk_cache_label *label,
                  const pk_artifact *artifact);

#endif
