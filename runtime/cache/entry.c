/* SPDX-License-Identifier: Apache-2.0 */
/* Entries as bytes. */
#include "runtime/cache/entry.h"

#include "base/heap.h"

#include <assert.h>
#include <string.h>

static const char magic[8] = "pkcache1";

/* `checksum` is of everything behind it. */
typedef struct head {
    char magic[8];
    uint8_t checksum[16];
    uint64_t key_size, label_size, data_size;
    char format[16];
    uint32_t is_text, reserved;
} head;

static_assert(sizeof(head) == PK_ENTRY_HEAD, "readers ask for a whole head");

enum { CHECKED = sizeof magic + 16 }; /* byte from which the checksum is */

bool pk_entry_parse(const char *bytes, size_t size, pk_entry_parts *out) {
    size_t rest;
    pk_digest sum;
    head h;

    if (size < sizeof h)
        return false;
    memcpy(&h, bytes, sizeof h);
    rest = size - sizeof h;
    if (memcmp(h.magic, magic, sizeof magic) != 0)
        return false;
    sum = pk_digest_of(bytes + CHECKED, size - CHECKED);
    if (memcmp(sum.bytes, h.checksum, sizeof sum.bytes) != 0)
        return false;
    if (h.key_size > rest || h.label_size > rest - h.key_size ||
        h.data_size != rest - h.key_size - h.label_size)
        return false;
    *out = (pk_entry_parts){.key = bytes + sizeof h,
                            .key_size = h.key_size,
                            .label_size = h.label_size,
                            .data_size = h.data_size,
                            .is_text = h.is_text};
    out->label = out->key + h.key_size;
    out->data = out->label + h.label_size;
    memcpy(out->format, h.format, sizeof h.format - 1);
    return !h.label_size || out->data[-1] == '\0';
}

bool pk_entry_has_key(const pk_entry_parts *e, const pk_digest *digest,
                      const pk_text *key) {
    pk_digest found;

    if (key)
        return e->key_size == key->length &&
               memcmp(e->key, key->data, key->length) == 0;
    found = pk_digest_of(e->key, e->key_size);
    return memcmp(&found, digest, sizeof found) == 0;
}

pk_cache_label pk_entry_label(const pk_entry_parts *e) {
    pk_cache_label label = {"", "", ""};
    const char **fields[] = {&label.kernel, &label.backend, &label.target};
    const char *at = e->label;

    for (int i = 0; i < 3 && at < e->data; i++) {
        *fields[i] = at;
        at += strlen(at) + 1;
    }
    return label;
}

bool pk_entry_take(const pk_entry_parts *e, const pk_allocator *allocator,
                   pk_artifact *out) {
    char *bytes = allocator->alloc(allocator->self, e->data_size + 1);

    if (!bytes)
        return false;
    memcpy(bytes, e->data, e->data_size);
    bytes[e->data_size] = '\0';
    *out = (pk_artifact){.struct_size = sizeof *out,
                         .bytes = bytes,
                         .size = e->data_size,
                         .is_text = e->is_text};
    memcpy(out->format, e->format, sizeof out->format);
    return true;
}

void pk_entry_artifact_free(const pk_allocator *allocator,
                            pk_artifact *artifact) {
    pk_heap_free(allocator, artifact->bytes, artifact->size + 1);
    artifact->bytes = NULL;
}

void pk_entry_put(pk_text *out, const pk_text *key, const pk_cache_label *label,
                  const pk_artifact *artifact) {
    head h = {.key_size = key->length,
              .label_size = strlen(label->kernel) + strlen(label->backend) +
                            strlen(label->target) + 3,
              .data_size = artifact->size,
              .is_text = artifact->is_text};
    pk_digest sum;

    memcpy(h.magic, magic, sizeof magic);
    memcpy(h.format, artifact->format, sizeof h.format);
    pk_text_bytes(out, &h, sizeof h);
    pk_text_bytes(out, key->data, key->length);
    pk_text_bytes(out, label->kernel, strlen(label->kernel) + 1);
    pk_text_bytes(out, label->backend, strlen(label->backend) + 1);
    pk_text_bytes(out, label->target, strlen(label->target) + 1);
    pk_text_bytes(out, artifact->bytes, artifact->size);
    if (out->failed)
        return;
    sum = pk_digest_of(out->data + CHECKED, out->length - CHECKED);
    memcpy(out->data + sizeof magic, sum.bytes, sizeof sum.bytes);
}
