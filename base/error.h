/* SPDX-License-Identifier: Apache-2.0 */
/* Filling in a pk_error, and the list of diagnostics that a compile collects.
 *
 * A pk_loc is a place in a source: the file's index in the module, line and
 * column from 1, and the column after the last. {0} is "nowhere". */
#ifndef PORTKERN_BASE_ERROR_H
#define PORTKERN_BASE_ERROR_H

#include "base/arena.h"
#include "base/text.h"
#include "portkern/types.h"

#include <stdbool.h>

/* Writes status, words and no place into `err` (NULL: nothing) and returns
 * the status, so that `return pk_fail(err, PK_BAD_ARG, "...")` reads well.
 * Control characters in the words are escaped, overlong words end in "...". */
pk_status pk_fail(pk_error *err, pk_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with a place. */
pk_status pk_fail_at(pk_error *err, pk_status status, const char *file,
                     pk_loc loc, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* The same with words as they are. */
pk_status pk_fail_words(pk_error *err, pk_status status, const char *file,
                        pk_loc loc, const char *words);

pk_status pk_fail_no_memory(pk_error *err);

#ifdef __clang_analyzer__
/* Tells the analyzer what it cannot see: a failure is never PK_OK. */
static inline pk_status pk_not_ok(pk_status status) {
    if (status == PK_OK)
        __builtin_unreachable();
    return status;
}
#define pk_fail(...)           pk_not_ok(pk_fail(__VA_ARGS__))
#define pk_fail_at(...)        pk_not_ok(pk_fail_at(__VA_ARGS__))
#define pk_fail_no_memory(err) pk_not_ok(pk_fail_no_memory(err))
#endif

/* One diagnostic. `hint` says what to do ("did you mean ...?"), NULL if there
 * is nothing to say; `code` is stable ("E0203"), `row` its row in the
 * frontend's table of codes, NULL for notes. All text is the arena's. A note
 * belongs to the diagnostic before it. */
typedef struct pk_diag {
    struct pk_diag *next;
    pk_severity severity;
    pk_status status;
    const char *code;
    const struct pk_code_info *row;
    const char *file;
    pk_loc loc;
    const char *message, *hint;
    const char *source_line; /* the text of the line, NULL when unknown */
    uint32_t source_col; /* column of its first byte, where a long line was cut
                            in front; 0: the first */
    bool unknown; /* of a value that the program may well have when it runs */
} pk_diag;

/* The diagnostics of one compile, in order; at most PK_DIAG_MAX with the notes
 * that belong to them are kept, and the rest counted in `dropped`. */
enum { PK_DIAG_MAX = 20 };
typedef struct pk_diags {
    pk_arena *arena;
    pk_diag *first, *last;
    uint32_t count, notes, errors, dropped;
    uint32_t repeated; /* errors that were not kept, being in it already */
    uint32_t most;     /* are kept instead of PK_DIAG_MAX, when not 0 */
    bool repeating;    /* the last one was: nor are its notes kept */
} pk_diags;

void pk_diags_init(pk_diags *diags, pk_arena *arena);
void pk_diag_add(pk_diags *diags, const pk_diag *diag);

/* Renders one diagnostic as users see it, with the source line (long ones cut
 * around the place, control characters escaped), a caret range and the hint,
 * and the code behind the message, each line ended by \n (excerpt.c):
 *
 *     k.py:3:9: error: no operator + for int64 and Tuple(int64) [E0320]
 *         y = a + b
 *             ^~~~~
 *     hint: ...
 */
void pk_diag_print(const pk_diag *diag, pk_text *out);

/* The first error of the list as a pk_error; PK_OK when there is none. */
pk_status pk_diags_status(const pk_diags *diags, pk_error *err);

#endif
