/* SPDX-License-Identifier: Apache-2.0 */
/* Bundles as bytes: a head, the outline, the lines of the makers, then each
 * entry behind a head of its own; all of them begin at multiples of 8 bytes. */
#include "runtime/cache/bundle.h"

#include "base/error.h"
#include "base/heap.h"
#include "base/os/read_file.h"
#include "base/os/write_file.h"
#include "base/try.h"

#include <string.h>

static const char magic[8] = "pkbundle";

enum { VERSION = 2, BUNDLE_MAX = 1 << 30 };

/* `checksum` is of everything behind it. */
typedef struct head {
    char magic[8];
    uint8_t checksum[16];
    uint64_t version;
    char format[32]; /* pk_bundle_format */
    uint64_t outline_size, makers_size, count;
} head;

extern const char pk_bundle_format[]; /* made by scripts/embed.py */

enum {
    CHECKED = sizeof magic + 16,
    MAKER_NAME = sizeof "plugin " - 1 /* where the name is in a maker's line */
};

typedef struct entry_head {
    pk_digest digest; /* of the key */
    uint64_t size;
} entry_head;

struct pk_bundle {
    const pk_allocator *allocator;
    pk_text file; /* its bytes; empty: they are in the caller's memory */
    const char *bytes;
    size_t size;
    head head;
};

static size_t padded(uint64_t size) {
    return (size_t)((size + 7) / 8 * 8);
}

/* ---- reading ---- */

/* Moves to the next entry; false at the end, or where the bytes are none. */
static bool next_entry(const pk_bundle *b, size_t *at, entry_head *h,
                       const char **bytes) {
    const size_t rest = b->size - *at;

    if (rest < sizeof *h)
        return false;
    memcpy(h, b->bytes + *at, sizeof *h);
    if (h->size > BUNDLE_MAX || padded(h->size) > rest - sizeof *h)
        return false;
    *bytes = b->bytes + *at + sizeof *h;
    *at += sizeof *h + padded(h->size);
    return true;
}

static size_t first_maker(const pk_bundle *b) {
    return sizeof b->head + padded(b->head.outline_size);
}

static size_t first_entry(const pk_bundle *b) {
    return first_maker(b) + padded(b->head.makers_size);
}

static const char *find_fault(pk_bundle *b) {
    const size_t size = b->size;
    uint64_t count = 0;
    const char *bytes;
    entry_head h;
    pk_digest sum;
    size_t at;

    if (size < CHECKED + sizeof b->head.version ||
        memcmp(b->bytes, magic, sizeof magic) != 0)
        return "is not a bundle of kernels";
    sum = pk_digest_of(b->bytes + CHECKED, size - CHECKED);
    if (memcmp(sum.bytes, b->bytes + sizeof magic, sizeof sum.bytes) != 0)
        return "is damaged";
    memcpy(&b->head.version, b->bytes + CHECKED, sizeof b->head.version);
    if (b->head.version != VERSION || size < sizeof b->head)
        return "is a bundle of another version of portkern: build it again";
    memcpy(&b->head, b->bytes, sizeof b->head);
    if (memcmp(b->head.format, pk_bundle_format, sizeof b->head.format) != 0)
        return "was made by another build of portkern, whose code this one "
               "does not run: build it again";
    if (b->head.outline_size > BUNDLE_MAX || b->head.makers_size > BUNDLE_MAX ||
        first_entry(b) > size)
        return "is damaged";
    at = first_entry(b);
    while (next_entry(b, &at, &h, &bytes))
        count++;
    return at == size && count == b->head.count ? NULL : "is damaged";
}

pk_status pk_bundle_open(const pk_allocator *allocator,
                         const pk_bundle_place *place, pk_bundle **out,
                         pk_error *err) {
    pk_bundle *b = pk_heap_new(allocator, sizeof *b);
    pk_status status = PK_OK;
    const char *fault;

    if (!b)
        return pk_fail_no_memory(err);
    b->allocator = allocator;
    pk_text_init(&b->file, allocator);
    if (!place->bytes)
        status = pk_read_file(place->path, BUNDLE_MAX, &b->file, err);
    b->bytes = place->bytes ? place->bytes : pk_text_string(&b->file);
    b->size = place->bytes ? place->size : b->file.length;
    fault = status == PK_OK ? find_fault(b) : NULL;
    if (fault)
        status = pk_fail(err, PK_BAD_ARG, "%s %s", place->path, fault);
    if (status == PK_OK)
        *out = b;
    else
        pk_bundle_close(b);
    return status;
}

void pk_bundle_close(pk_bundle *b) {
    if (!b)
        return;
    pk_text_finish(&b->file);
    pk_heap_free(b->allocator, b, sizeof *b);
}

const void *pk_bundle_outline(const pk_bundle *b, size_t *size) {
    *size = (size_t)b->head.outline_size;
    return b->bytes + sizeof b->head;
}

/* ---- makers: "plugin NAME VERSION BUILD\n" ---- */

/* The next line and its backend; false at the end. */
static bool next_maker(const pk_bundle *b, size_t *at, const char **line,
                       size_t *size, size_t *name) {
    const char *text = b->bytes + first_maker(b) + *at;
    const size_t rest = (size_t)b->head.makers_size - *at;
    const char *end = rest ? memchr(text, '\n', rest) : NULL;

    if (!end)
        return false;
    *line = text;
    *size = (size_t)(end + 1 - text);
    *name = 0;
    while (MAKER_NAME + *name < *size && text[MAKER_NAME + *name] != ' ')
        ++*name;
    *at += *size;
    return true;
}

const char *pk_bundle_maker(const pk_bundle *b, const char *backend,
                            size_t *size) {
    size_t at = 0, name;
    const char *line;

    while (next_maker(b, &at, &line, size, &name))
        if (name == strlen(backend) &&
            memcmp(line + MAKER_NAME, backend, name) == 0)
            return line;
    return NULL;
}

/* ---- targets, which the labels of entries have ---- */

typedef struct target {
    const char *backend, *name;
} target;

/* The target of the first entry, or of the first from `at` on. */
static bool next_target(const pk_bundle *b, size_t *at, target *out) {
    pk_entry_parts parts;
    pk_cache_label label;
    const char *bytes;
    entry_head h;

    if (!next_entry(b, at, &h, &bytes) ||
        !pk_entry_parse(bytes, (size_t)h.size, &parts))
        return false;
    label = pk_entry_label(&parts);
    *out = (target){label.backend, label.target};
    return true;
}

/* Whether an entry before the byte `end` is for it. */
static bool has_target(const pk_bundle *b, const target *wanted, size_t end) {
    size_t at = first_entry(b);
    target t;

    while (at < end && next_target(b, &at, &t))
        if (!strcmp(t.backend, wanted->backend) &&
            !strcmp(t.name, wanted->name))
            return true;
    return false;
}

bool pk_bundle_has_target(const pk_bundle *b, const char *backend,
                          const char *name) {
    return has_target(b, &(target){backend, name}, b->size);
}

void pk_bundle_list_targets(const pk_bundle *b, pk_text *out) {
    size_t at = first_entry(b), begin = at;
    target t;

    for (; next_target(b, &at, &t); begin = at)
        if (!has_target(b, &t, begin))
            pk_text_printf(out, "%s%s:%s", out->length ? ", " : "", t.backend,
                           t.name);
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

static bool is_first(const pk_bundle_entry *entries, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (memcmp(&entries[k].digest, &entries[i].digest,
                   sizeof entries->digest) == 0)
            return false;
    return true;
}

static pk_status put_entry(const pk_bundle_entry *entry, pk_text *out,
                           pk_error *err) {
    const size_t at = out->length;
    entry_head h = {.digest = entry->digest};

    pk_text_bytes(out, &h, sizeof h);
    if (!pk_cache_read(entry->cache, &entry->digest, out))
        return out->failed ? pk_fail_no_memory(err)
                           : pk_fail(err, PK_IO,
                                     "the disk cache in %s has lost an entry: "
                                     "make the module again",
                                     pk_cache_folder(entry->cache));
    h.size = out->length - at - sizeof h;
    memcpy(out->data + at, &h, sizeof h);
    pk_text_fill(out, '\0', padded(h.size) - h.size);
    return PK_OK;
}

static void put_padded(pk_text *out, const pk_text *text) {
    pk_text_bytes(out, text->data, text->length);
    pk_text_fill(out, '\0', padded(text->length) - text->length);
}

static pk_status put_bundle(const pk_bundle_content *content, pk_text *out,
                            pk_error *err) {
    head h = {.version = VERSION,
              .outline_size = content->outline->length,
              .makers_size = content->makers->length};
    pk_digest sum;

    memcpy(h.format, pk_bundle_format, sizeof h.format);
    pk_text_bytes(out, &h, sizeof h);
    put_padded(out, content->outline);
    put_padded(out, content->makers);
    for (size_t i = 0; i < content->count; i++)
        if (is_first(content->entries, i)) {
            PK_TRY(put_entry(&content->entries[i], out, err));
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

static bool put_bytes(void *arg, FILE *file) {
    const pk_text *bytes = arg;

    return fwrite(bytes->data, 1, bytes->length, file) == bytes->length;
}

pk_status pk_bundle_write(const pk_allocator *allocator, const char *path,
                          const pk_bundle_content *content, pk_error *err) {
    pk_status status;
    pk_text bytes;

    pk_text_init(&bytes, allocator);
    status = put_bundle(content, &bytes, err);
    if (status == PK_OK)
        status = pk_write_file(path, allocator, put_bytes, &bytes, err);
    pk_text_finish(&bytes);
    return status;
}
