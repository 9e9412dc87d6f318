/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the sources of the device library, which are compressed: they are a
 * quarter as large, and a program needs few of them. */
#include "lib/lib.h"

#include <zlib.h>

bool pk_lib_unpack(const pk_lib_source *source, char *text) {
    uLongf length = source->length;

    text[length] = '\0';
    return uncompress((Bytef *)text, &length, source->packed,
                      source->packed_size) == Z_OK;
}
