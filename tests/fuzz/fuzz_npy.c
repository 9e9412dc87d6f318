/* SPDX-License-Identifier: Apache-2.0 */
/* .npy files: any bytes are read or refused with words, and what was read is
 * the same when it is written and read again. */
#include "fuzz.h"

#include <portkern/portkern.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static pk_context *ctx;

/* A file without a place in a folder, and its path. */
static int new_file(const uint8_t *data, size_t size, char path[64]) {
    const int fd = memfd_create("npy", MFD_CLOEXEC);

    if (fd < 0 || write(fd, data, size) != (ssize_t)size)
        abort();
    snprintf(path, 64, "/proc/self/fd/%d", fd);
    return fd;
}

static size_t bytes_of(const pk_array *a) {
    return a->host ? (size_t)pk_array_count(a) *
                         (a->structure ? pk_structure_size(a->structure)
                                       : pk_dtype_size(a->dtype))
                   : 0;
}

static void check_again(const pk_array *a) {
    char path[64];
    const int fd = new_file((const uint8_t *)"", 0, path);
    pk_array b;
    pk_error err;

    if (pk_npy_save(path, a, &err) != PK_OK ||
        pk_npy_load(ctx, path, &b, &err) != PK_OK) {
        fprintf(stderr, "%s\n", err.message);
        abort();
    }
    if (a->dtype != b.dtype || a->structure != b.structure ||
        a->ndim != b.ndim || memcmp(a->shape, b.shape, sizeof a->shape) != 0 ||
        bytes_of(a) != bytes_of(&b) ||
        (bytes_of(a) && memcmp(a->host, b.host, bytes_of(a)) != 0))
        abort();
    pk_npy_release(&b);
    close(fd);
}

/* The header's length as far as its line goes: else most changes would be found
 * by the length alone. */
static void fit_length(uint8_t *data, size_t size) {
    const uint8_t *line = size > 12 ? memchr(data, '\n', size) : NULL;
    const size_t length = line ? (size_t)(line - data) + 1 : 0;
    const size_t head = size > 6 && data[6] == 1 ? 10 : 12;

    for (size_t i = 8; i < head && length > head; i++)
        data[i] = (uint8_t)((length - head) >> 8 * (i - 8));
}

static void open_context(void) {
    const pk_context_options options = PK_INIT(
        pk_context_options, .flags = PK_CONTEXT_no_device, .cache_dir = "off");
    pk_error err;

    if (pk_context_create(&options, &ctx, &err) != PK_OK)
        abort();
}

static void read_one(const uint8_t *data, size_t size) {
    char path[64];
    const int fd = new_file(data, size, path);
    pk_error err = {0};
    pk_array a;

    if (pk_npy_load(ctx, path, &a, &err) == PK_OK) {
        check_again(&a);
        pk_npy_release(&a);
    } else if (!*err.message) {
        abort();
    }
    close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static unsigned count;
    uint8_t *copy = malloc(size + 1);

    if (!copy)
        return 0;
    if (count++ % 256 == 0) { /* a context keeps the structures that it saw */
        pk_context_release(ctx);
        open_context();
    }
    memcpy(copy, data, size);
    read_one(copy, size);
    fit_length(copy, size);
    read_one(copy, size);
    free(copy);
    return 0;
}
