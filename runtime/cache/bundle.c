/* SPDX-License-Identifier: Apache-2.0 */
/* Bundles in files: a head, the outline, then each entry behind a head of its
 * own; all of them begin at multiples of 8 bytes. */
#include "runtime/cache/bundle.h"

#include "base/error.h"
#include "base/heap.h"
#include "base/os/clock.h"
#include "base/os/read_file.h"
#include "base/try.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char magic[8] = "pkbundle";

enum { VERSION = 1, BUNDLE_MAX = 1 << 30 };

/* `checksum` is of everything behind it. */
typedef struct head {
    char magic[8];
    uint8_t checksum[16];
    uint64_t version, outline_size, count;
} head;

enum { CHECKED = sizeof magic + 16 };

typedef struct entry_head {
    pk_digest digest; /* of the key */
    uint64_t size;
} entry_head;

struct pk_bundle {
    const pk_allocator *allocator;
    pk_text bytes; /* of the file */
    head head;
};

static size_t padded(uint64_t size) {
    return (size_t)((size + 7) / 8 * 8);
}

/* ---- reading ---- */

/* Moves to the next entry; false at the end, or where the bytes are none. */
static bool next_entry(const pk_bundle *b, size_t *at, entry_head *h,
                       const char **bytes) {
    const size_t rest = b->bytes.length - *at;

    if (rest < sizeof *h)
        return false;
    memcpy(h, b->bytes.data + *at, sizeof *h);
    if (h->size > BUNDLE_MAX || padded(h->size) > rest - sizeof *h)
        return false;
    *bytes = b->bytes.data + *at + sizeof *h;
    *at += sizeof *h + padded(h->size);
    return true;
}

static size_t first_entry(const pk_bundle *b) {
    return sizeof b->head + padded(b->head.outline_size);
}

static const char *find_fault(pk_bundle *b) {
    const size_t size = b->bytes.length;
    uint64_t count = 0;
    const char *bytes;
    entry_head h;
    pk_digest sum;
    size_t at;

    if (size < sizeof b->head ||
        memcmp(b->bytes.data, magic, sizeof magic) != 0)
        return "is not a bundle of kernels";
    memcpy(&b->head, b->bytes.data, sizeof b->head);
    if (b->head.version != VERSION)
        return "is a bundle of another version of portkern";
    sum = pk_digest_of(b->bytes.data + CHECKED, size - CHECKED);
    if (memcmp(sum.bytes, b->head.checksum, sizeof sum.bytes) != 0 ||
        b->head.outline_size > BUNDLE_MAX || first_entry(b) > size)
        return "is damaged";
    at = first_entry(b);
    while (next_entry(b, &at, &h, &bytes))
        count++;
    return at == size && count == b->head.count ? NULL : "is damaged";
}

pk_status pk_bundle_open(const pk_allocator *allocator, const char *path,
                         pk_bundle **out, pk_error *err) {
    pk_bundle *b = pk_heap_new(allocator, sizeof *b);
    const char *fault;
    pk_status status;

    if (!b)
        return pk_fail_no_memory(err);
    b->allocator = allocator;
    pk_text_init(&b->bytes, allocator);
    status = pk_read_file(path, BUNDLE_MAX, &b->bytes, err);
    fault = status == PK_OK ? find_fault(b) : NULL;
    if (fault)
        status = pk_fail(err, PK_BAD_ARG, "%s %s", path, fault);
    if (status == PK_OK)
        *out = b;
    else
        pk_bundle_close(b);
    return status;
}

void pk_bundle_close(pk_bundle *b) {
    if (!b)
        return;
    pk_text_finish(&b->bytes);
    pk_heap_free(b->allocator, b, sizeof *b);
}

const void *pk_bundle_outline(const pk_bundle *b, size_t *size) {
    *size = (size_t)b->head.outline_size;
    return b->bytes.data + sizeof b->head;
}

bool pk_bundle_load(const pk_bundle *b, const pk_digest *digest,
                    const pk_text *key, pk_artifact *out) {
    size_t at = first_entry(b);
    pk_entry_parts parts;
    const char *bytes;
    entry_head h;

    while (next_entry(b, &at, &h, &bytes))
        if (memcmp(&h.digest, digest, sizeof h.digest) == 0)
            return pk_entry_parse(bytes, (size_t)h.size, &parts) &&
                   pk_entry_has_key(&parts, digest, key) &&
                   pk_entry_take(&parts, b->allocator, out);
    return false;
}

/* ---- writing ---- */

static bool is_first(const pk_digest *entries, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (memcmp(&entries[k], &entries[i], sizeof *entries) == 0)
            return false;
    return true;
}

static pk_status put_entry(const pk_cache *cache, const pk_digest *digest,
                           pk_text *out, pk_error *err) {
    const size_t at = out->length;
    entry_head h = {.digest = *digest};

    pk_text_bytes(out, &h, sizeof h);
    if (!pk_cache_read(cache, digest, out))
        return out->failed ? pk_fail_no_memory(err)
                           : pk_fail(err, PK_IO,
                                     "the disk cache in %s has lost an entry: "
                                     "make the module again",
                                     pk_cache_folder(cache));
    h.size = out->length - at - sizeof h;
    memcpy(out->data + at, &h, sizeof h);
    pk_text_fill(out, '\0', padded(h.size) - h.size);
    return PK_OK;
}

static pk_status put_bundle(const pk_cache *cache, const pk_text *outline,
                            const pk_digest *entries, size_t count,
                            pk_text *out, pk_error *err) {
    head h = {.version = VERSION, .outline_size = outline->length};
    pk_digest sum;

    pk_text_bytes(out, &h, sizeof h);
    pk_text_bytes(out, outline->data, outline->length);
    pk_text_fill(out, '\0', padded(outline->length) - outline->length);
    for (size_t i = 0; i < count; i++)
        if (is_first(entries, i)) {
            PK_TRY(put_entry(cache, &entries[i], out, err));
            h.count++;
        }
    if (out->failed)
        return pk_fail_no_memory(err);
    memcpy(h.magic, magic, sizeof magic);
    memcpy(out->data, &h, sizeof h);
    sum = pk_digest_of(out->data + CHECKED, out->length - CHECKED);
    memcpy(out->data + sizeof magic, sum.bytes, sizeof sum.bytes);
    return PK_OK;
}

/* An errno, 0 when all is written. */
static int write_bytes(FILE *file, const pk_text *bytes) {
    bool written;
    int fault;

    errno = 0;
    written = fwrite(bytes->data, 1, bytes->length, file) == bytes->length;
    fault = written ? 0 : errno ? errno : EIO;
    if (fclose(file) != 0 && !fault)
        fault = errno;
    return fault;
}

/* Opens a new file, whose name is put in `out`: no other thread or process has
 * it, nor has one that ended. NULL, and errno. */
static FILE *open_temporary(const char *path, pk_text *out) {
    static atomic_uint number;
    FILE *file;
    int fd;

    pk_text_printf(out, "%s.%ld.%u.%llx.tmp", path, (long)getpid(),
                   atomic_fetch_add(&number, 1), (unsigned long long)pk_now());
    if (out->failed) {
        errno = ENOMEM;
        return NULL;
    }
    fd = open(out->data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    file = fd < 0 ? NULL : fdopen(fd, "wb");
    if (fd >= 0 && !file) {
        close(fd);
        remove(out->data);
        errno = ENOMEM;
    }
    return file;
}

/* A new file that takes the place of the old one when it is whole. */
static pk_status write_file(const char *path, const pk_allocator *allocator,
                            const pk_text *bytes, pk_error *err) {
    pk_text temp;
    FILE *file;
    int fault;

    pk_text_init(&temp, allocator);
    file = open_temporary(path, &temp);
    fault = file ? write_bytes(file, bytes) : errno;
    if (file && !fault && rename(temp.data, path) != 0)
        fault = errno;
    if (file && fault)
        remove(temp.data);
    pk_text_finish(&temp);
    return !fault ? PK_OK
                  : pk_fail(err, fault == ENOMEM ? PK_NO_MEMORY : PK_IO,
                            "cannot write %s: %s", path, strerror(fault));
}

pk_status pk_bundle_write(const pk_cache *cache, const pk_allocator *allocator,
                          const char *path, const pk_text *outline,
                          const pk_digest *entries, size_t count,
                          pk_error *err) {
    pk_status status;
    pk_text bytes;

    pk_text_init(&bytes, allocator);
    status = put_bundle(cache, outline, entries, count, &bytes, err);
    if (status == PK_OK)
        status = write_file(path, allocator, &bytes, err);
    pk_text_finish(&bytes);
    return status;
}
