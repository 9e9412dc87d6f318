/* SPDX-License-Identifier: Apache-2.0 */
/* Results of host functions, put together from their parts. */
#ifndef PORTKERN_RUNTIME_HOST_RESULT_H
#define PORTKERN_RUNTIME_HOST_RESULT_H

#include "base/arena.h"
#include "portkern/host.h"
#include "portkern/ir.h"
#include "runtime/kernel/direct.h"

/* How many bytes a result takes that is spread as the words say (docs/ir.md),
 * its parts one behind the other, each aligned to its size. */
size_t pk_result_size(const char *words);

/* A place among results that lie behind each other, which are spread as the
 * words say. */
typedef struct pk_result_cursor {
    const char *words;
    const char *parts;
    size_t at; /* bytes */
} pk_result_cursor;

/* Reads the next result. Its lists are in `arena` (NULL: it has none,
 * pk_result_has_lists), references to memory its own. False without memory:
 * then it has nothing, and what it referred to is given back. */
bool pk_result_next(pk_result_cursor *cursor, pk_arena *arena, pk_result *out);
/* Whether the next result is a list of so many items that are not numbers,
 * whose words are those `bytes` bytes. */
bool pk_result_is_list_of(const pk_result_cursor *cursor, const void *words,
                          size_t count, size_t bytes);
/* Gives back the references of the next one, which nobody reads. */
void pk_result_drop_next(pk_result_cursor *cursor);
static inline bool pk_result_has_lists(const char *words) {
    return *words == '(' || *words == '?' || *words == 'a' || *words == 'd' ||
           *words == 'l' || *words == 'm' || *words == 'o' ||
           *words == 't'; /* array, dict, list, member, object, text */
}
/* Returns how a result is read directly; the others read a number so, a
 * generator, and the items of a tuple. */
pk_direct_result pk_result_direct(const char *words);
void pk_result_read_number(pk_type type, const void *parts, pk_result *out);
void pk_result_read_generator(const void *parts, pk_result *out);
void pk_result_read_numbers(const pk_direct_result *direct, const char *parts,
                            pk_result *out);

/* Gives back references to memory. */
void pk_result_drop(pk_result *result);

#endif
