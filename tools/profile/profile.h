/* SPDX-License-Identifier: Apache-2.0 */
/* The tables and the picture that `portkern profile` makes of a trace. */
#ifndef PORTKERN_TOOLS_PROFILE_PROFILE_H
#define PORTKERN_TOOLS_PROFILE_PROFILE_H

#include "portkern/portkern.h"
#include "tools/profile/trace.h"

#include <stdio.h>

/* "12.5 ms" of microseconds, "1.5 MiB" of bytes. */
const char *duration_words(double us, char out[24]);
const char *bytes_words(double bytes, char out[24]);

/* Prints the tables. False without memory. */
bool print_tables(const trace *t);

/* The part of the trace that is drawn: microseconds since its beginning. */
typedef struct window {
    double from, to;
} window;

/* Writes the timeline as SVG. False without memory. */
bool write_svg(const trace *t, window shown, FILE *out);
/* The same as PNG, with two pixels for each of the SVG along both axes.
 * PK_UNSUPPORTED where the command was built without libpng. */
pk_status write_png(const trace *t, window shown, const char *path,
                    pk_error *err);

#endif
