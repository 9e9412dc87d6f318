/* SPDX-License-Identifier: Apache-2.0 */
/* Reading .npy files, by NumPy's documented format (numpy.lib.format). A file
 * is the magic, a version, the length of a header, and the header: the text of
 * a Python dict with the keys descr, fortran_order and shape. Behind it are the
 * elements. */
#include "runtime/files/npy.h"
#include "base/try.h"
#include "runtime/context/context.h"
#include "runtime/context/structure.h"
#include "runtime/memory/array.h"
#include "signature/dtype.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* In front of the elements of an array from a file. */
typedef union file_memory {
    struct {
        pk_allocator allocator; /* where it is from */
        size_t size;
    } of;
    char aligned[48]; /* elements begin at a multiple of 16 */
} file_memory;

/* A file that is read. */
typedef struct reading {
    pk_context *ctx;
    const char *path;
    FILE *file;
    char *header; /* ended with NUL */
    const char *at;
    pk_array array;
    bool fortran;
} reading;

static pk_status fail_at_end(const reading *r, const char *where,
                             pk_error *err) {
    if (ferror(r->file))
        return pk_fail(err, PK_IO, "cannot read %s: %s", r->path,
                       strerror(errno));
    return pk_fail(err, PK_IO, "%s: cut short in its %s", r->path, where);
}

/* ---- the header ---- */

static void skip_space(reading *r) {
    r->at += strspn(r->at, " \t\r\n\f");
}

static bool take(reading *r, const char *word) {
    const size_t length = strlen(word);

    skip_space(r);
    if (strncmp(r->at, word, length) != 0)
        return false;
    r->at += length;
    return true;
}

/* A string of at most 31 characters, without its quotes. */
static bool read_string(reading *r, char out[32]) {
    const char *start;
    size_t length;
    char quote[2] = "";

    skip_space(r);
    quote[0] = *r->at;
    if (*quote != '\'' && *quote != '"')
        return false;
    start = r->at + 1;
    length = strcspn(start, quote);
    if (length > 31 || !start[length])
        return false;
    memcpy(out, start, length);
    out[length] = '\0';
    r->at = start + length + 1;
    return true;
}

static const char *advice(const char *descr) {
    static const char *const kinds[] = {
        "Oobjects of Python: save numbers",
        "Ustrings: save a.view('u4')",
        "Sstrings: save a.view('u1')",
        "Mdates: save a.view('i8')",
        "mspans of time: save a.view('i8')",
        "Vbytes without a type: save a.view('u1')",
    };

    descr += *descr == '<' || *descr == '|' || *descr == '=';
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (*descr == *kinds[i])
            return kinds[i] + 1;
    return "not supported: save bool, int8 to uint64, float16 to float64, "
           "complex, or records of them";
}

static pk_status read_number_type(reading *r, pk_error *err) {
    char descr[32] = "";
    bool is_complex;
    pk_type scalar;

    if (!read_string(r, descr))
        return pk_fail(err, PK_UNSUPPORTED,
                       "%s: the type of its elements cannot be read: save "
                       "numbers or records",
                       r->path);
    if (pk_dtype_read(descr, &scalar, &is_complex)) {
        r->array.dtype = !is_complex             ? (pk_dtype)scalar
                         : scalar == PK_TYPE_f32 ? PK_DTYPE_c64
                                                 : PK_DTYPE_c128;
        return PK_OK;
    }
    if (*descr == '>')
        return pk_fail(err, PK_UNSUPPORTED,
                       "%s: its elements '%s' are big-endian: save "
                       "a.astype(a.dtype.newbyteorder('<'))",
                       r->path, descr);
    return pk_fail(err, PK_UNSUPPORTED, "%s: its elements '%s' are %s", r->path,
                   descr, advice(descr));
}

/* The end of the list that begins at `at`, behind its bracket; NULL without. */
static char *list_end(char *at) {
    int depth = 0;
    char quote = 0;

    for (; *at; at++) {
        if (quote)
            quote = *at == quote ? '\0' : quote;
        else if (*at == '\'' || *at == '"')
            quote = *at;
        else
            depth += (*at == '[') - (*at == ']');
        if (!depth)
            return at + 1;
    }
    return NULL;
}

static pk_status read_descr(reading *r, pk_error *err) {
    char *text, *end, kept;
    pk_status status;
    pk_error why;

    skip_space(r);
    text = r->header + (r->at - r->header);
    end = *text == '[' ? list_end(text) : NULL;
    if (!end)
        return read_number_type(r, err);
    kept = *end;
    *end = '\0';
    status = pk_structure_get(r->ctx, text, 0, &r->array.structure, &why);
    *end = kept;
    r->at = end;
    if (status == PK_OK)
        return PK_OK;
    return pk_fail(err, status == PK_BAD_ARG ? PK_UNSUPPORTED : status,
                   "%s: %s", r->path, why.message);
}

/* Numbers may end in L, as Python 2 wrote them. */
/* A tuple of one number has a comma. */
static bool read_shape(reading *r) {
    pk_array *a = &r->array;
    bool comma = false;
    char *end;

    if (!take(r, "("))
        return false;
    while (!take(r, ")")) {
        errno = 0;
        if (*r->at < '0' || *r->at > '9')
            return false;
        if (a->ndim < PK_MAX_NDIM)
            a->shape[a->ndim] = strtoll(r->at, &end, 10);
        else
            strtoll(r->at, &end, 10);
        if (errno)
            return false;
        a->ndim++;
        r->at = end + (*end == 'L');
        if (take(r, ",")) {
            comma = true;
            continue;
        }
        skip_space(r);
        if (*r->at != ')')
            return false;
    }
    return comma || a->ndim == 0;
}

/* One key and its value; *seen has those that there were. */
static pk_status read_item(reading *r, unsigned *seen, bool *good,
                           pk_error *err) {
    static const char *const keys[] = {"descr", "fortran_order", "shape"};
    char key[32];
    unsigned which = 0;

    *good = read_string(r, key) && take(r, ":");
    while (*good && which < 3 && strcmp(key, keys[which]) != 0)
        which++;
    *good = *good && which < 3 && !(*seen >> which & 1);
    if (!*good)
        return PK_OK;
    *seen |= 1u << which;
    if (which == 0)
        return read_descr(r, err);
    if (which == 2)
        *good = read_shape(r);
    else
        *good = (r->fortran = take(r, "True")) || take(r, "False");
    return PK_OK;
}

static pk_status read_dict(reading *r, size_t length, pk_error *err) {
    bool good = take(r, "{");
    unsigned seen = 0;

    while (good && !take(r, "}")) {
        PK_TRY(read_item(r, &seen, &good, err));
        if (good && !take(r, ",")) {
            skip_space(r);
            good = *r->at == '}';
        }
    }
    if (good)
        skip_space(r);
    if (good && seen == 7 && r->at == r->header + length)
        return PK_OK;
    return pk_fail(err, PK_IO,
                   "%s: its header is damaged at byte %zu of %zu; write the "
                   "file again with numpy.save",
                   r->path, (size_t)(r->at - r->header) + 1, length);
}

/* Before format 3.0 the text is in Latin-1: puts its letters in UTF-8. There is
 * room for twice as many bytes. */
static size_t widen(char *text, size_t length) {
    size_t wide = 0, to;

    for (size_t i = 0; i < length; i++)
        wide += text[i] & 0x80 ? 2 : 1;
    to = wide;
    text[wide] = '\0';
    for (size_t i = length; i-- > 0;) {
        const unsigned char c = (unsigned char)text[i];
        if (c & 0x80)
            text[--to] = (char)(0x80 | (c & 0x3f));
        text[--to] = (char)(c & 0x80 ? 0xc0 | c >> 6 : c);
    }
    return wide;
}

static pk_status read_text(reading *r, int version, size_t length,
                           pk_error *err) {
    const pk_allocator *allocator = &r->ctx->allocator;
    const size_t room = 2 * length + 1;
    pk_status status;

    r->header = pk_heap_new(allocator, room);
    if (!r->header)
        return pk_fail_no_memory(err);
    if (fread(r->header, 1, length, r->file) != length) {
        status = fail_at_end(r, "header", err);
    } else {
        length = version < 3 ? widen(r->header, length) : length;
        r->at = r->header;
        status = read_dict(r, length, err);
    }
    pk_heap_free(allocator, r->header, room);
    return status;
}

static pk_status read_head(reading *r, pk_error *err) {
    unsigned char head[PK_NPY_HEAD + 2];
    size_t length;

    if (fread(head, 1, PK_NPY_HEAD, r->file) != PK_NPY_HEAD && ferror(r->file))
        return fail_at_end(r, "header", err);
    if (feof(r->file) || memcmp(head, PK_NPY_MAGIC, PK_NPY_MAGIC_SIZE) != 0)
        return pk_fail(err, PK_IO,
                       "%s: not a .npy file; write it with numpy.save",
                       r->path);
    if (head[6] < 1 || head[6] > 3 || head[7])
        return pk_fail(err, PK_UNSUPPORTED,
                       "%s: its .npy format is %d.%d, this version reads 1.0 "
                       "to 3.0; write it with numpy.save",
                       r->path, head[6], head[7]);
    length = (size_t)head[8] | (size_t)head[9] << 8;
    if (head[6] > 1) {
        if (fread(head + PK_NPY_HEAD, 1, 2, r->file) != 2)
            return fail_at_end(r, "header", err);
        length |= (size_t)head[10] << 16 | (size_t)head[11] << 24;
    }
    if (length > PK_NPY_HEADER_MAX)
        return pk_fail(err, PK_LIMIT,
                       "%s: its header has %zu bytes, the most is %d; write "
                       "the file again with numpy.save",
                       r->path, length, PK_NPY_HEADER_MAX);
    return read_text(r, head[6], length, err);
}

/* ---- the elements ---- */

/* A regular file has an end: no memory is taken for what is not there. */
static pk_status check_size(const reading *r, size_t size, pk_error *err) {
    const off_t at = ftello(r->file);
    struct stat st;
    size_t left;

    if (fstat(fileno(r->file), &st) != 0 || !S_ISREG(st.st_mode) || at < 0)
        return PK_OK;
    left = st.st_size > at ? (size_t)(st.st_size - at) : 0;
    if (left >= size)
        return PK_OK;
    return pk_fail(err, PK_IO,
                   "%s: cut short: its header announces %zu bytes of data, "
                   "there are %zu",
                   r->path, size, left);
}

static pk_status read_elements(reading *r, size_t size, pk_error *err) {
    const pk_allocator *allocator = &r->ctx->allocator;
    file_memory *memory;

    PK_TRY(check_size(r, size, err));
    memory = allocator->alloc(allocator->self, sizeof *memory + size);
    if (!memory)
        return pk_fail(err, PK_NO_MEMORY,
                       "%s: no memory for its %zu bytes of data", r->path,
                       size);
    memory->of.allocator = *allocator;
    memory->of.size = size;
    r->array.host = memory + 1;
    if (fread(memory + 1, 1, size, r->file) == size)
        return PK_OK;
    pk_npy_release(&r->array);
    return fail_at_end(r, "data", err);
}

static pk_status read_array(reading *r, pk_error *err) {
    pk_array *a = &r->array;
    pk_extent extent;
    int64_t size;
    pk_error why;

    if (a->ndim > PK_MAX_NDIM)
        return pk_fail(err, PK_LIMIT,
                       "%s: it has %u dimensions, the most is %d; save "
                       "a.reshape(...)",
                       r->path, a->ndim, PK_MAX_NDIM);
    if (r->fortran)
        pk_array_set_f_order(a);
    else
        pk_array_set_c_order(a);
    if (pk_array_measure(a, &extent, &why) != PK_OK)
        return pk_fail(err, PK_LIMIT, "%s: %s", r->path, why.message);
    if (__builtin_mul_overflow(extent.count, (int64_t)pk_array_item_size(a),
                               &size) ||
        size > INT64_MAX / 2)
        return pk_fail(err, PK_LIMIT, "%s: its shape is too large", r->path);
    return extent.count ? read_elements(r, (size_t)size, err) : PK_OK;
}

pk_status pk_npy_load(pk_context *ctx, const char *path, pk_array *out,
                      pk_error *err) {
    reading r = {.ctx = ctx, .path = path};
    pk_status status;

    PK_TRY(pk_context_check(ctx, err));
    if (!path || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL", path ? "out" : "path");
    r.file = fopen(path, "rbe");
    if (!r.file)
        return pk_fail(err, PK_IO, "cannot read %s: %s", path, strerror(errno));
    status = read_head(&r, err);
    if (status == PK_OK)
        status = read_array(&r, err);
    fclose(r.file);
    if (status == PK_OK)
        *out = r.array;
    return status;
}

void pk_npy_release(pk_array *array) {
    file_memory *memory = array ? array->host : NULL;

    if (!memory)
        return;
    memory--;
    array->host = NULL;
    memory->of.allocator.release(memory->of.allocator.self, memory,
                                 sizeof *memory + memory->of.size);
}
