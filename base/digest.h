/* SPDX-License-Identifier: Apache-2.0 */
/* Digests that tell texts apart: XXH3 of 128 bits, in its canonical form. Not
 * for secrets. */
#ifndef PORTKERN_BASE_DIGEST_H
#define PORTKERN_BASE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pk_digest {
    uint8_t bytes[16];
} pk_digest;

/* False where the library was built without xxhash.h: then all digests are the
 * same. */
extern const bool pk_has_digest;

pk_digest pk_digest_of(const void *bytes, size_t size);
/* The digest of what `digest` is of, and of these bytes behind it. */
void pk_digest_add(pk_digest *digest, const void *bytes, size_t size);

#endif
