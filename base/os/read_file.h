/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a file whole. */
#ifndef PORTKERN_BASE_READ_FILE_H
#define PORTKERN_BASE_READ_FILE_H

#include "base/text.h"

/* Appends the file's bytes to `out`. PK_IO: it cannot be opened or read;
 * PK_LIMIT: it has more than `most` bytes. */
pk_status pk_read_file(const char *path, size_t most, pk_text *out,
                       pk_error *err);

#endif
