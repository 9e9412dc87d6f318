/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of `portkern check`: which files it reads (sources.c),
 * Python in Markdown (markdown.c), the verdict (outcome.c), and how it is
 * printed (text.c, json.c, sarif.c). */
#ifndef PORTKERN_TOOLS_CHECK_H
#define PORTKERN_TOOLS_CHECK_H

#include "tools/command.h"

typedef struct check_args {
    const char *file; /* the one at hand */
    const char **paths;
    size_t path_count;
    pk_check_request request;
    bool json, sarif, all;
    uint32_t accepted; /* bit N: exit status N is none */
} check_args;

/* ---- which files ---- */

typedef struct source_list {
    char **files;
    size_t count;
    bool folders; /* one of the paths is a folder */
} source_list;

/* The files that paths stand for: of a folder all that end with .py, in order,
 * without hidden folders and installed packages. False, after printing why,
 * when one cannot be read. */
bool sources_find(const check_args *args, source_list *out);
void sources_free(source_list *list);

/* Whether a file is Markdown, by its name. */
bool markdown_is(const char *file);
/* The text of a Markdown file in which all but its Python blocks is blank, so
 * that lines stay where they are; the caller's to free. NULL and a message when
 * it cannot be read. */
char *markdown_read(const char *file, pk_error *err);
/* Makes the block blank that has a line; false when none has it. */
bool markdown_drop(char *text, const char *file, uint32_t line);

/* ---- the verdict ---- */

typedef struct outcome {
    size_t files, empty; /* empty: with nothing to check */
    size_t functions, errors, warnings, notes;
    size_t kernels; /* without an error, that some backend cannot have */
    size_t unknown; /* warnings of types and values that are not known */
    size_t unseen;  /* and of what is not checked */
} outcome;

outcome check_outcome(const pk_checked *checked, const pk_diagnostics *list);
void check_add_outcome(outcome *all, const outcome *o);
bool check_is_nothing(const outcome *o);
/* The least exit status that holds and is not accepted. */
int check_exit(const outcome *o, uint32_t accepted);

/* ---- printing ---- */

extern const char *const check_verdicts[PK_VERDICT_COUNT];

/* `checked` is NULL where the file is no Python: `list` says why. */
void check_print_text(const check_args *args, const char *file,
                      const pk_checked *checked, const pk_diagnostics *list);
void check_print_total(const check_args *args, const outcome *o);
void check_print_json(const char *file, const pk_checked *checked,
                      const pk_diagnostics *list);
/* SARIF 2.1.0: a beginning, the diagnostics of each file, and an end. */
void check_begin_sarif(void);
void check_print_sarif(const pk_diagnostics *list, bool first);
void check_end_sarif(void);

#endif
