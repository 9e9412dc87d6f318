/* SPDX-License-Identifier: Apache-2.0 */
/* FNV-1a, of 32 bits for tables of names, of 64 to find damage. Its lowest bits
 * are its best: small tables mix in the higher ones. */
#ifndef PORTKERN_BASE_HASH_H
#define PORTKERN_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline uint32_t pk_hash_name(const char *text, size_t length) {
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    return hash;
}

/* No two runs of a length that differ in one byte have the same. */
static inline uint64_t pk_hash_bytes(const void *bytes, size_t size) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) *
               UINT64_C(0x100000001b3);
    return hash;
}

#endif
