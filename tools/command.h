/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the subcommands: their table, how they read their words, and how
 * they report failure. Exit statuses: 0 done, 1 failed, 2 usage. */
#ifndef PORTKERN_TOOLS_COMMAND_H
#define PORTKERN_TOOLS_COMMAND_H

#include "portkern/tools.h"

#include <stdbool.h>
#include <stdio.h>

/* The exit status; those from partly on are of `check`, in docs/cli.md. */
enum {
    EXIT_DONE = 0,
    EXIT_FAILED = 1,
    EXIT_USAGE = 2,
    EXIT_PARTLY = 3,
    EXIT_UNKNOWN = 4,
    EXIT_UNSEEN = 5,
    EXIT_NOTHING = 6
};

typedef struct command {
    const char *name;
    const char *summary;               /* one line of `portkern --help` */
    const char *help;                  /* all of `portkern NAME --help` */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
} command;

extern const command command_run, command_emit, command_devices, command_cache,
    command_demo, command_bench, command_plugin_check, command_check,
    command_explain, command_build, command_compare, command_profile;

/* Reads the words of a command line one by one. A word that begins with '-'
 * and is not a number is an option; `--name value` and `--name=value` are the
 * same. */
typedef struct words {
    int argc;
    char **argv;
    int at;             /* index of the next word */
    const char *option; /* the option at hand, and what stood after its '=' */
    const char *value;
    bool failed; /* there was a usage error: */
    bool quiet;  /* it is in `message` and not printed */
    char message[512];
} words;

words words_from(int argc, char **argv);
/* The words of a line of a list, which is cut in place; 'single' and "double"
 * quotes keep spaces, a word that begins with '#' ends it. They go behind the
 * command's name, argv[0], at most `most` of them. Usage errors are quiet; a
 * quote that stays open is one. */
words words_from_line(char *line, char **argv, int most);
/* The next word, NULL at the end. An option comes without its "=value"; one
 * whose value nobody took is a usage error. */
const char *words_next(words *w);
bool word_is_option(const char *word);
/* The value of option `name`: what stood after '=' or the next word. Prints a
 * usage error and gives NULL when there is none. */
const char *words_value(words *w, const char *name);
/* Takes `word` for the one file that the command reads. */
void words_file(words *w, const char *word, const char **file);
/* Takes -k and -s with their values; false when `word` is neither. */
bool words_function(words *w, const char *word, const char **function,
                    const char **signature);
/* The value of option `name` as a whole number up to `most`, or as x, x,y or
 * x,y,z of such, those not given 1. False after a usage error. */
bool words_number(words *w, const char *name, uint32_t most, uint32_t *out);
bool words_dims(words *w, const char *name, uint32_t most, uint32_t out[3]);
/* Prints "portkern COMMAND: ..." and where help is; sets `failed`. */
void words_fail(words *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Fills in `err` (never NULL) and returns `status`. */
pk_status fail_with(pk_error *err, pk_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Prints a failure to stderr as a compiler would: "file:line:col: error: ..."
 * or, when the context has diagnostics of this failure, all of them with
 * their source lines. `mod` (may be NULL) has the source of other places. */
void print_failure(pk_context *ctx, const pk_module *mod, const pk_error *err);

/* Opens the context that `backend` (NULL: the environment) names; prints why
 * when it cannot, which is also in `err`. */
pk_context *context_open(const char *backend, uint32_t flags, pk_error *err);
/* Ends a command's use of its context (NULL is fine). Returns `exit_status`,
 * EXIT_FAILED instead of EXIT_DONE when the profile could not be written, which
 * it prints. */
int context_close(pk_context *ctx, int exit_status);

/* Writes `text` as a JSON string. */
void print_json_string(FILE *out, const char *text);

#endif
