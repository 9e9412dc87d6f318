/* SPDX-License-Identifier: Apache-2.0 */
/* Statuses, errors and the allocator: what every other header stands on.
 *
 * A function that can fail returns a pk_status and takes a `pk_error *err` as
 * its last parameter, which may be NULL. On success nothing is written to it;
 * on failure it holds the words, and the place in the source where there is
 * one. It is plain memory: nothing to free, safe to copy. */
#ifndef PORTKERN_STATUS_H
#define PORTKERN_STATUS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PK_API __attribute__((visibility("default")))

typedef enum pk_status {
#define STATUS(name, text) PK_##name,
#include "portkern/status.def"
#undef STATUS
    PK_STATUS_COUNT
} pk_status;

/* A struct that begins with struct_size, with that set, the members that are
 * given and zeros in all others:
 *
 *     pk_context_stats stats = PK_INIT(pk_context_stats);
 *     pk_launch_config config =
 *         PK_INIT(pk_launch_config, .grid = {4}, .block = {256});
 *
 * In C++ it takes the type alone, and members are set afterwards:
 *
 *     pk_launch_config config = PK_INIT(pk_launch_config);
 *     config.grid[0] = 4; */
#ifdef __cplusplus
#define PK_INIT(type)                                                          \
    ([] {                                                                      \
        type value_ = type();                                                  \
        value_.struct_size = sizeof(type);                                     \
        return value_;                                                         \
    }())
#else
#define PK_INIT(...)        PK_INIT_(__VA_ARGS__, )
#define PK_INIT_(type, ...) ((type){.struct_size = sizeof(type), __VA_ARGS__})
#endif

/* The severity of a diagnostic. */
typedef enum pk_severity {
    PK_SEVERITY_error,
    PK_SEVERITY_warning,
    PK_SEVERITY_note, /* more about the diagnostic before it */
    PK_SEVERITY_perf  /* what could be faster */
} pk_severity;

/* "error", "warning", "note", "perf"; static, "?" for another number. */
PK_API const char *pk_severity_name(pk_severity severity);

/* A failure. `message` holds the words only; the place is in the fields:
 * `file` is "" and `line` 0 where there is none. Lines and columns count from
 * 1, `end_col` is one past the last column of the range (0: unknown). */
typedef struct pk_error {
    pk_status status;
    int32_t driver_code; /* the driver's own code, 0 when there is none */
    uint32_t line, col, end_col;
    char file[256];
    char message[768];
} pk_error;

/* Where the library gets memory. All three get `self`; `size` is never 0.
 * Memory is aligned for any type (16 bytes). `resize` and `release` get
 * the old size. alloc and resize return NULL when there is no memory; then
 * resize leaves the old block alone. Called from any thread. */
typedef struct pk_allocator {
    void *self;
    void *(*alloc)(void *self, size_t size);
    void *(*resize)(void *self, void *old, size_t old_size, size_t size);
    void (*release)(void *self, void *old, size_t size);
} pk_allocator;

/* The status's name without PK_ ("BAD_ARG"), and its meaning in a few words.
 * Both are static; a number that is no status gives "?". */
PK_API const char *pk_status_name(pk_status status);
PK_API const char *pk_status_text(pk_status status);

#ifdef __cplusplus
}
#endif
#endif
