/* SPDX-License-Identifier: Apache-2.0 */
/* Writing a file whole. */
#ifndef PORTKERN_BASE_WRITE_FILE_H
#define PORTKERN_BASE_WRITE_FILE_H

#include "portkern/status.h"

#include <stdbool.h>
#include <stdio.h>

/* Writes the file anew, by `put`, which returns false when a write failed. A
 * regular file is replaced when the new one is whole: until then, and when this
 * fails, it is what it was. A device, a pipe or a link stays what it is. PK_IO
 * with the reason. On a thread of the library's own (base/os/thread.h). */
pk_status pk_write_file(const char *path, const pk_allocator *allocator,
                        bool (*put)(void *arg, FILE *file), void *arg,
                        pk_error *err);

#endif
