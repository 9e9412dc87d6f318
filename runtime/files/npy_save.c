/* SPDX-License-Identifier: Apache-2.0 */
/* Writing .npy files: see npy.c. */
#include "base/os/thread.h"
#include "base/os/write_file.h"
#include "base/try.h"
#include "runtime/context/structure.h"
#include "runtime/files/npy.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/runs.h"

#include <inttypes.h>

typedef struct saving {
    const char *path;
    const pk_array *array; /* in host memory */
    int64_t count;
    pk_runs runs; /* from it to the file */
    pk_text head; /* all in front of the elements */
} saving;

/* ---- the header ---- */

static pk_status put_descr(const pk_array *array, pk_text *out, pk_error *err) {
    const bool one = array->dtype == PK_DTYPE_bool ||
                     array->dtype == PK_DTYPE_i8 || array->dtype == PK_DTYPE_u8;

    if (array->structure) {
        if (pk_record_print_for_file(array->structure->record, out))
            return PK_OK;
        return pk_fail(err, PK_UNSUPPORTED,
                       "array: its records have fields that overlap or are not "
                       "in the order of their places, which .npy files cannot "
                       "say");
    }
    pk_text_printf(out, "'%c%c%zu'", one ? '|' : '<',
                   *pk_dtype_numpy_name(array->dtype), /* bool, int8, ... */
                   pk_dtype_size(array->dtype));
    return PK_OK;
}

static bool is_ascii(const pk_text *text) {
    for (size_t i = 0; i < text->length; i++)
        if (text->data[i] & 0x80)
            return false;
    return true;
}

static void put_shape(const pk_array *array, pk_text *out) {
    pk_text_put(out, "(");
    for (uint32_t i = 0; i < array->ndim; i++)
        pk_text_printf(out, "%s%" PRId64, i ? ", " : "", array->shape[i]);
    pk_text_put(out, array->ndim == 1 ? ",)" : ")");
}

/* The elements begin at a multiple of 64 bytes. */
static void put_head(const pk_text *header, pk_text *out) {
    const char version = !is_ascii(header) ? 3 : header->length > 60000 ? 2 : 1;
    const size_t before = PK_NPY_HEAD + (version > 1 ? 2 : 0);
    const size_t end = (before + header->length + 1 + 63) / 64 * 64;
    char head[PK_NPY_HEAD + 2] = PK_NPY_MAGIC;

    head[PK_NPY_MAGIC_SIZE] = version;
    for (size_t i = 8; i < before; i++)
        head[i] = (char)((end - before) >> 8 * (i - 8));
    pk_text_bytes(out, head, before);
    pk_text_printf(out, "%-*s\n", (int)(end - before - 1), header->data);
}

static pk_status make_head(const pk_array *array, bool fortran, pk_text *out,
                           pk_error *err) {
    pk_status status;
    pk_text header;

    pk_text_init(&header, out->allocator);
    pk_text_put(&header, "{'descr': ");
    status = put_descr(array, &header, err);
    pk_text_printf(&header, ", 'fortran_order': %s, 'shape': ",
                   fortran ? "True" : "False");
    put_shape(array, &header);
    pk_text_put(&header, ", }");
    if (!header.failed)
        put_head(&header, out);
    if (status == PK_OK && (header.failed || out->failed))
        status = pk_fail_no_memory(err);
    else if (status == PK_OK && header.length > PK_NPY_HEADER_MAX)
        status = pk_fail(err, PK_LIMIT,
                         "array: its records take %zu bytes of words, the most "
                         "in a .npy file is %d",
                         header.length, PK_NPY_HEADER_MAX);
    pk_text_finish(&header);
    return status;
}

/* ---- the file ---- */

/* The file is an array without gaps, so runs that follow each other in it are
 * written one behind the other. */
static bool put_all(void *arg, FILE *file) {
    const saving *s = arg;
    const char *from = s->array->host;
    int64_t index[PK_MAX_NDIM] = {0}, to = s->runs.dst, at = s->runs.src;

    if (fwrite(s->head.data, 1, s->head.length, file) != s->head.length)
        return false;
    if (!s->count)
        return true;
    do
        if (fwrite(from + at, 1, s->runs.width, file) != s->runs.width)
            return false;
    while (pk_runs_next(&s->runs, UINT32_MAX, index, &to, &at));
    return true;
}

static pk_status write_all(void *arg, pk_error *err) {
    saving *s = arg;

    return pk_write_file(s->path, s->head.allocator, put_all, s, err);
}

static pk_status save_host(const pk_allocator *allocator, const char *path,
                           const pk_array *array, int64_t count,
                           pk_error *err) {
    const bool fortran = pk_array_layout(array) == 'F';
    saving s = {.path = path, .array = array, .count = count};
    pk_array file = *array;
    pk_status status;

    if (fortran)
        pk_array_set_f_order(&file);
    else
        pk_array_set_c_order(&file);
    if (count)
        pk_runs_make(&file, array, &s.runs);
    pk_text_init(&s.head, allocator);
    status = make_head(array, fortran, &s.head, err);
    if (status == PK_OK)
        status = pk_thread_run(write_all, &s, err);
    pk_text_finish(&s.head);
    return status;
}

/* Without gaps, in the order that the device's array has. */
static pk_status save_buffer(const char *path, const pk_array *array,
                             int64_t count, pk_error *err) {
    const pk_allocator *allocator = &array->buffer->base.ctx->allocator;
    pk_array host = *array;
    pk_status status;
    size_t size;

    if (pk_array_layout(array) == 'F')
        pk_array_set_f_order(&host);
    else
        pk_array_set_c_order(&host);
    host.buffer = NULL;
    host.offset = 0;
    host.host = NULL;
    if (!__builtin_mul_overflow((size_t)count, pk_array_item_size(array),
                                &size))
        host.host = allocator->alloc(allocator->self, size);
    if (!host.host)
        return pk_fail_no_memory(err);
    status = pk_array_copy(&host, array, err);
    if (status == PK_OK)
        status = save_host(allocator, path, &host, count, err);
    pk_heap_free(allocator, host.host, size);
    return status;
}

pk_status pk_npy_save(const char *path, const pk_array *array, pk_error *err) {
    pk_extent extent;
    pk_status status;
    pk_error why;

    if (!path || !array)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL", path ? "array" : "path");
    status = pk_array_measure(array, &extent, &why);
    if (status != PK_OK)
        return pk_fail(err, status, "array: %s", why.message);
    if (array->buffer)
        PK_TRY(
            pk_object_use(array->buffer, PK_OBJECT_buffer, "its buffer", err));
    if (array->buffer && array->host)
        return pk_fail(err, PK_BAD_ARG,
                       "array: it has both a buffer and host memory: set one "
                       "of them");
    if (extent.count && !array->buffer && !array->host)
        return pk_fail(err, PK_BAD_ARG, "array: it has elements but no memory");
    return array->buffer && extent.count
               ? save_buffer(path, array, extent.count, err)
               : save_host(&pk_heap, path, array, extent.count, err);
}
