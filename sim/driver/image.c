/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the images that programs pass to the loader: PTX text, a fat binary
 * that holds PTX, or an image that the simulator's own linker made. Machine
 * code is for real devices only. */
#include "sim/driver/driver.h"

#include "base/hash.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAT_WRAPPER = 0x466243b1,
    FAT_BINARY = (int)0xba55ed50,
    FAT_PTX = 1,
    FAT_LZ4 = 0x2000,
    FAT_ZSTD = 0x8000,
    IMAGE_MAX = 1 << 30,
};

/* The structure that a __fatBinC_Wrapper_t is. */
typedef struct fat_wrapper {
    int32_t magic, version;
    const void *data;
    const void *more;
} fat_wrapper;

typedef struct fat_header {
    uint32_t magic;
    uint16_t version, header_size;
    uint64_t size; /* of the entries */
} fat_header;

typedef struct fat_entry {
    uint16_t kind, version;
    uint32_t header_size;
    uint64_t size; /* of what follows the header */
    uint32_t packed_size, options;
    uint16_t minor, major;
    uint32_t sm;
    uint32_t name_offset, name_size;
    uint64_t flags, zero, unpacked_size;
} fat_entry;

/* The simulator's own: this, then `count` lengths, then the texts with a NUL
 * after each. */
typedef struct own_header {
    char magic[8];
    uint64_t size, checksum; /* of all; of what follows the header */
    uint32_t count;
    int32_t sm, max_registers;
    uint32_t zero;
} own_header;

static const char own_magic[8] = {'\x89', 'P', 'K', 'S', 'I', 'M', '1', '\n'};

void drv_image_finish(drv_image *image) {
    free(image->texts);
    free(image->lengths);
    free(image->storage);
    *image = (drv_image){0};
}

static bool start(drv_image *image, size_t count) {
    image->texts = calloc(count, sizeof *image->texts);
    image->lengths = calloc(count, sizeof *image->lengths);
    image->count = count;
    if (image->texts && image->lengths)
        return true;
    drv_image_finish(image);
    return false;
}

/* ---- PTX ---- */

/* Text begins with a directive or a comment; anything else is no image. */
static bool looks_like_ptx(const char *text, size_t size) {
    for (size_t i = 0; i < size && text[i]; i++)
        if (!strchr(" \t\r\n\f\v", text[i]))
            return text[i] == '.' || text[i] == '/';
    return false;
}

static CUresult read_text(const char *text, size_t size, pk_text *log,
                          drv_image *out) {
    if (!looks_like_ptx(text, size)) {
        pk_text_put(log,
                    "error   : the image is neither PTX nor a fat binary\n");
        return CUDA_ERROR_INVALID_IMAGE;
    }
    if (!start(out, 1))
        return CUDA_ERROR_OUT_OF_MEMORY;
    out->texts[0] = text;
    out->lengths[0] = strnlen(text, size);
    return CUDA_SUCCESS;
}

/* ---- fat binaries ---- */

/* Copies, so that nothing depends on how the image is aligned. */
static const char *next_entry(const char *at, const char *end, fat_entry *out) {
    if ((size_t)(end - at) < sizeof *out)
        return NULL;
    memcpy(out, at, sizeof *out);
    if (out->header_size < sizeof *out ||
        out->header_size > (size_t)(end - at) ||
        out->size > (size_t)(end - at) - out->header_size)
        return NULL;
    return at + out->header_size + out->size;
}

/* The entry with PTX for the newest architecture that the device has. */
static const char *best_ptx(const char *at, const char *end, fat_entry *out) {
    const char *best = NULL, *next;
    fat_entry entry;

    while ((next = next_entry(at, end, &entry))) {
        if (entry.kind == FAT_PTX && entry.sm <= (uint32_t)drv.profile.sm &&
            (!best || entry.sm > out->sm)) {
            best = at + entry.header_size;
            *out = entry;
        }
        at = next;
    }
    return best;
}

static bool unpack(const fat_entry *entry, const char *from, char *to) {
    size_t packed = entry->packed_size, size = entry->unpacked_size;

    if (packed > entry->size)
        return false;
    return entry->flags & FAT_ZSTD ? drv_unpack_zstd(from, packed, to, size)
                                   : drv_unpack_lz4(from, packed, to, size);
}

static CUresult read_packed(const fat_entry *entry, const char *from,
                            pk_text *log, drv_image *out) {
    size_t size = entry->unpacked_size;
    char *text;

    if (size > IMAGE_MAX)
        return CUDA_ERROR_INVALID_IMAGE;
    text = malloc(size + 1);
    if (!text || !start(out, 1)) {
        free(text);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    out->storage = text;
    if (!unpack(entry, from, text)) {
        pk_text_put(log, "error   : the PTX of the fat binary cannot be "
                         "unpacked\n");
        drv_image_finish(out);
        return CUDA_ERROR_INVALID_IMAGE;
    }
    text[size] = 0;
    out->texts[0] = text;
    out->lengths[0] = strlen(text);
    return CUDA_SUCCESS;
}

static CUresult read_fat(const char *bytes, size_t size, pk_text *log,
                         drv_image *out) {
    fat_header header;
    fat_entry entry = {0};
    const char *ptx;

    memcpy(&header, bytes, sizeof header);
    if (header.header_size < sizeof header || header.size > IMAGE_MAX ||
        header.header_size > size || header.size > size - header.header_size)
        return CUDA_ERROR_INVALID_IMAGE;
    bytes += header.header_size;
    ptx = best_ptx(bytes, bytes + header.size, &entry);
    if (!ptx) {
        pk_text_printf(log,
                       "error   : the fat binary holds no PTX for sm_%d or "
                       "older (machine code is not simulated)\n",
                       drv.profile.sm);
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
    if (entry.flags & (FAT_LZ4 | FAT_ZSTD))
        return read_packed(&entry, ptx, log, out);
    return read_text(ptx, entry.size, log, out);
}

/* ---- the simulator's own images ---- */

static CUresult read_texts(const own_header *header, const char *at,
                           const char *end, drv_image *out) {
    uint64_t length;
    const char *lengths = at;

    if (header->count == 0 ||
        header->count > (size_t)(end - at) / sizeof length)
        return CUDA_ERROR_INVALID_IMAGE;
    if (!start(out, header->count))
        return CUDA_ERROR_OUT_OF_MEMORY;
    out->max_registers = header->max_registers;
    at += header->count * sizeof length;
    for (size_t i = 0; i < out->count; i++) {
        memcpy(&length, lengths + i * sizeof length, sizeof length);
        if (length >= (size_t)(end - at)) {
            drv_image_finish(out);
            return CUDA_ERROR_INVALID_IMAGE;
        }
        out->texts[i] = at;
        out->lengths[i] = length;
        at += length + 1;
    }
    return CUDA_SUCCESS;
}

static CUresult read_own(const char *bytes, size_t size, pk_text *log,
                         drv_image *out) {
    own_header header;

    if (size < sizeof header)
        return CUDA_ERROR_INVALID_IMAGE;
    memcpy(&header, bytes, sizeof header);
    if (header.size < sizeof header || header.size > size ||
        header.size > IMAGE_MAX ||
        pk_hash_bytes(bytes + sizeof header, header.size - sizeof header) !=
            header.checksum) {
        pk_text_put(log, "error   : the image is damaged\n");
        return CUDA_ERROR_INVALID_IMAGE;
    }
    if (header.sm / 10 != drv.profile.sm / 10 || header.sm > drv.profile.sm) {
        pk_text_printf(log, "error   : the image is for sm_%d\n", header.sm);
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
    return read_texts(&header, bytes + sizeof header, bytes + header.size, out);
}

CUresult drv_image_pack(const char *const *texts, const size_t *lengths,
                        size_t count, int max_registers, char **bytes,
                        size_t *size) {
    own_header header = {.count = (uint32_t)count,
                         .sm = drv.profile.sm,
                         .max_registers = max_registers};
    size_t total = sizeof header;
    char *at;

    for (size_t i = 0; i < count; i++)
        total += sizeof(uint64_t) + lengths[i] + 1;
    *bytes = at = calloc(1, total);
    if (!at)
        return CUDA_ERROR_OUT_OF_MEMORY;
    at += sizeof header;
    for (size_t i = 0; i < count; i++, at += sizeof(uint64_t))
        memcpy(at, &(uint64_t){lengths[i]}, sizeof(uint64_t));
    for (size_t i = 0; i < count; at += lengths[i] + 1, i++)
        memcpy(at, texts[i], lengths[i]);
    memcpy(header.magic, own_magic, sizeof own_magic);
    header.size = *size = total;
    header.checksum =
        pk_hash_bytes(*bytes + sizeof header, total - sizeof header);
    memcpy(*bytes, &header, sizeof header);
    return CUDA_SUCCESS;
}

/* ---- whichever it is ---- */

/* Byte by byte: an image of unknown size may end at its first difference. */
static bool starts_with(const char *bytes, size_t size, const void *magic,
                        size_t length) {
    const char *expected = magic;

    if (size < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != expected[i])
            return false;
    return true;
}

CUresult drv_image_read(const void *image, size_t size, pk_text *log,
                        drv_image *out) {
    const char *bytes = image;
    fat_wrapper wrapper;
    int32_t wrapped = FAT_WRAPPER, fat = FAT_BINARY;

    *out = (drv_image){0};
    if (!image)
        return CUDA_ERROR_INVALID_VALUE;
    if (size == 0) /* not told: each kind says how long it is */
        size = SIZE_MAX / 2;
    if (starts_with(bytes, size, &wrapped, sizeof wrapped) &&
        size >= sizeof wrapper) {
        memcpy(&wrapper, bytes, sizeof wrapper);
        bytes = wrapper.data;
        size = SIZE_MAX / 2;
        if (!bytes)
            return CUDA_ERROR_INVALID_IMAGE;
    }
    if (starts_with(bytes, size, &fat, sizeof fat))
        return size < sizeof(fat_header) ? CUDA_ERROR_INVALID_IMAGE
                                         : read_fat(bytes, size, log, out);
    if (starts_with(bytes, size, own_magic, sizeof own_magic))
        return read_own(bytes, size, log, out);
    if (starts_with(bytes, size,
                    "\x7f"
                    "ELF",
                    4)) {
        pk_text_put(log, "error   : machine code is not simulated: the image "
                         "has to be PTX\n");
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
    return read_text(bytes, size, log, out);
}

CUresult drv_image_file(const char *name, char **bytes, size_t *size) {
    FILE *file = fopen(name, "re");
    char *read = NULL;
    long length = -1;

    if (!file)
        return errno == ENOENT ? CUDA_ERROR_FILE_NOT_FOUND
                               : CUDA_ERROR_OPERATING_SYSTEM;
    if (fseek(file, 0, SEEK_END) == 0)
        length = ftell(file);
    if (length < 0 || length > IMAGE_MAX || fseek(file, 0, SEEK_SET)) {
        fclose(file);
        return CUDA_ERROR_INVALID_IMAGE;
    }
    read = calloc(1, (size_t)length + 1);
    *size = read ? fread(read, 1, (size_t)length, file) : 0;
    fclose(file);
    *bytes = read;
    return read ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}
