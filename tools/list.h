/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the commands with --list: lines of words, modules that stay open
 * from one to the next, and what is said of each. */
#ifndef PORTKERN_TOOLS_LIST_H
#define PORTKERN_TOOLS_LIST_H

#include "tools/command.h"

enum { LIST_WORDS = 600 }; /* of a line, at most */

/* The modules that one command has opened. All zero: none. */
typedef struct open_modules {
    struct open_module *items;
    size_t count;
} open_modules;

/* The module of a file that is open, or NULL. */
pk_module *modules_find(const open_modules *modules, const char *file);
/* The same, opened if it is not. */
pk_status modules_open(open_modules *modules, pk_context *ctx, const char *file,
                       pk_module **out, pk_error *err);
void modules_close(open_modules *modules);

/* Opens a list; prints why when it cannot. */
FILE *list_open(const char *path);
/* The next lines that are no comments and not empty, at most `most`, the
 * caller's to free; how many there are. -1, after printing why, when they
 * cannot be read. */
int list_read(FILE *file, char **lines, int most);
/* Says how the line's work on `kernel` (NULL: not known) went: `ok N KERNEL` or
 * `FAIL N KERNEL: why`. True when it went well. */
bool list_say(int number, const char *kernel, pk_status status,
              const pk_error *err);

#endif
