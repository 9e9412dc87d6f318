/* SPDX-License-Identifier: Apache-2.0 */
/* Source files, and the folders in which their imports are looked for, too. */
#ifndef PORTKERN_TOOLS_SOURCE_H
#define PORTKERN_TOOLS_SOURCE_H

#include "portkern/portkern.h"

/* Adds folders to where imports are looked for, several with ':' in between.
 * False without memory. */
bool source_add_path(const char *folders);

/* The text of a file, the caller's to free; NULL and a message when it cannot
 * be read. */
char *source_text(const char *file, pk_error *err);

/* Opens a source file as a module. */
pk_status source_open(pk_context *ctx, const char *file, pk_module **out,
                      pk_error *err);
/* The same of a text that stands for a file. */
pk_status source_open_text(pk_context *ctx, const char *file, const char *text,
                           pk_module **out, pk_error *err);

#endif
