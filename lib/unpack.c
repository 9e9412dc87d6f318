/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the sources of the device library, which are compressed: they are a
 * quarter as large, and a program needs few of them. */
#include "lib/lib.h"

#include <zlib.h>

enum { MOST = 8192 }; /* bytes of a source that others are deflated with */

static bool unpack(const pk_lib_source *source, const char *dictionary,
                   uint32_t length, char *text) {
    z_stream z = {.next_in = (Bytef *)(uintptr_t)source->packed,
                  .avail_in = source->packed_size,
                  .next_out = (Bytef *)text,
                  .avail_out = source->length};
    bool good = inflateInit2(&z, -15) == Z_OK;

    if (!good)
        return false;
    if (length)
        good =
            inflateSetDictionary(&z, (const Bytef *)dictionary, length) == Z_OK;
    good = good && inflate(&z, Z_FINISH) == Z_STREAM_END;
    inflateEnd(&z);
    return good;
}

bool pk_lib_unpack(const pk_lib_source *source, char *text) {
    const pk_lib_source *of = &pk_lib_sources[source->dictionary];
    char dictionary[MOST];

    text[source->length] = '\0';
    if (of == source)
        return unpack(source, NULL, 0, text);
    return of->length <= MOST && unpack(of, NULL, 0, dictionary) &&
           unpack(source, dictionary, of->length, text);
}
