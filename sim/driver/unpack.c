/* SPDX-License-Identifier: Apache-2.0 */
/* Unpacking what nvcc packs: LZ4 blocks (LZ4 Block Format Description) here,
 * Zstandard by libzstd where the machine has it. */
#include "sim/driver/driver.h"

#include <dlfcn.h>
#include <string.h>

typedef struct reader {
    const unsigned char *at, *end;
} reader;

/* A length of 15 goes on in bytes, the last of which is not 255. */
static bool read_length(reader *r, size_t *length) {
    unsigned char byte;

    if (*length != 15)
        return true;
    do {
        if (r->at == r->end)
            return false;
        byte = *r->at++;
        *length += byte;
    } while (byte == 255);
    return true;
}

bool drv_unpack_lz4(const void *from, size_t length, char *to, size_t size) {
    reader r = {from, (const unsigned char *)from + length};
    size_t done = 0;

    while (r.at < r.end) {
        unsigned token = *r.at++;
        size_t literals = token >> 4, match = token & 15, offset;

        if (!read_length(&r, &literals) || literals > (size_t)(r.end - r.at) ||
            literals > size - done)
            return false;
        memcpy(to + done, r.at, literals);
        r.at += literals;
        done += literals;
        if (r.at == r.end) /* the last sequence has literals only */
            break;
        if (r.end - r.at < 2)
            return false;
        offset = r.at[0] | (size_t)r.at[1] << 8;
        r.at += 2;
        if (!read_length(&r, &match) || offset == 0 || offset > done ||
            match + 4 > size - done)
            return false;
        for (match += 4; match > 0; match--, done++) /* may overlap */
            to[done] = to[done - offset];
    }
    return done == size;
}

bool drv_unpack_zstd(const void *from, size_t length, char *to, size_t size) {
    static void *library;
    size_t (*decompress)(void *, size_t, const void *, size_t);

    if (!library)
        library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        drv_log(DRV_LOG_error,
                "an image is packed with Zstandard, and there is "
                "no libzstd.so.1 here: use nvcc --no-compress");
        return false;
    }
    *(void **)&decompress = dlsym(library, "ZSTD_decompress");
    return decompress && decompress(to, size, from, length) == size;
}
