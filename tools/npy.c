/* SPDX-License-Identifier: Apache-2.0 */
/* Reading and writing .npy: NumPy's documented format (numpy.lib.format). A
 * file is the magic, a version, the length of a header, and the header: the
 * text of a Python dict with the keys descr, fortran_order and shape. */
#include "tools/npy.h"

#include "tools/command.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char MAGIC[] = "\x93NUMPY";
enum { MAGIC_SIZE = 6, HEAD_SIZE = 10, HEADER_LIMIT = 65536 };

typedef struct descr_row {
    const char *descr;
    pk_dtype dtype;
} descr_row;

static const descr_row descrs[] = {
    {"|b1", PK_DTYPE_bool}, {"|i1", PK_DTYPE_i8},    {"<i2", PK_DTYPE_i16},
    {"<i4", PK_DTYPE_i32},  {"<i8", PK_DTYPE_i64},   {"|u1", PK_DTYPE_u8},
    {"<u2", PK_DTYPE_u16},  {"<u4", PK_DTYPE_u32},   {"<u8", PK_DTYPE_u64},
    {"<f2", PK_DTYPE_f16},  {"<f4", PK_DTYPE_f32},   {"<f8", PK_DTYPE_f64},
    {"<c8", PK_DTYPE_c64},  {"<c16", PK_DTYPE_c128},
};
enum { DESCRS = sizeof descrs / sizeof *descrs };

/* Bytes of the array; false when that overflows or an extent is negative. */
static bool array_bytes(const pk_array *array, size_t *bytes) {
    *bytes = array->structure ? pk_structure_size(array->structure)
                              : pk_dtype_size(array->dtype);
    for (uint32_t i = 0; i < array->ndim; i++)
        if (array->shape[i] < 0 ||
            __builtin_mul_overflow(*bytes, (size_t)array->shape[i], bytes))
            return false;
    return *bytes < SIZE_MAX / 2;
}

size_t npy_size(const pk_array *array) {
    size_t bytes;

    return array->host && array_bytes(array, &bytes) ? bytes : 0;
}

static const char *skip_space(const char *at) {
    while (*at == ' ' || *at == '\n' || *at == '\t')
        at++;
    return at;
}

/* A string of the header, without its quotes; longer ones are cut. */
static size_t read_string(const char **at, char *out, size_t size) {
    size_t n = 0;

    if (**at == '\'' || **at == '"') {
        char quote = *(*at)++;
        while (**at && **at != quote && n + 1 < size)
            out[n++] = *(*at)++;
        if (**at == quote)
            (*at)++;
    }
    out[n] = '\0';
    return n;
}

static bool find_dtype(const char *descr, pk_dtype *out) {
    for (int i = 0; i < DESCRS; i++)
        if (!strcmp(descr, descrs[i].descr)) {
            *out = descrs[i].dtype;
            return true;
        }
    return false;
}

/* The text of a list, up to the bracket that ends it; false when there is none
 * or it is too long. */
static bool read_fields(const char **at, char fields[NPY_FIELDS]) {
    const char *p = *at;
    int depth = 0;
    char quote = 0;

    do {
        if (quote ? *p == quote : *p == '\'' || *p == '"')
            quote = quote ? '\0' : *p;
        else if (!quote)
            depth += (*p == '[') - (*p == ']');
        if (!*p || p - *at >= NPY_FIELDS - 1)
            return false;
        p++;
    } while (depth);
    memcpy(fields, *at, (size_t)(p - *at));
    fields[p - *at] = '\0';
    *at = p;
    return true;
}

static bool read_descr(const char **at, pk_array *out, char fields[NPY_FIELDS],
                       pk_error *err, const char *path) {
    char descr[16] = "";
    size_t n;

    if (**at == '[' && read_fields(at, fields))
        return true;
    n = read_string(at, descr, sizeof descr);
    if (find_dtype(descr, &out->dtype))
        return true;
    fail_with(err, PK_IO, "%s: elements of type '%s'%s", path, n ? descr : "?",
              descr[0] == '>' ? " are big-endian; save x.astype(x.dtype."
                                "newbyteorder('<'))"
              : descr[0] && strchr("Mm", descr[1])
                  ? " are dates; save x.view('i8')"
                  : " are not supported; save bool, int8 to uint64, "
                    "float16 to float64, complex, or records of them");
    return false;
}

static bool read_shape(const char **at, pk_array *out) {
    const char *p = *at;

    if (*p++ != '(')
        return false;
    for (;;) {
        char *end;
        p = skip_space(p);
        if (*p == ')')
            break;
        if (!isdigit((unsigned char)*p) || out->ndim == PK_MAX_NDIM)
            return false;
        errno = 0;
        out->shape[out->ndim++] = strtoll(p, &end, 10);
        if (errno)
            return false;
        p = skip_space(end);
        if (*p == ',')
            p++;
        else if (*p != ')')
            return false;
    }
    *at = p + 1;
    return true;
}

/* Reads the dict into dtype, shape and order. */
static pk_status read_header(const char *header, const char *path,
                             pk_array *out, char fields[NPY_FIELDS],
                             bool *fortran, pk_error *err) {
    const char *at = skip_space(header);
    int seen = 0;

    if (*at++ != '{')
        return fail_with(err, PK_IO, "%s: the header is not a dict", path);
    for (at = skip_space(at); *at == '\''; at = skip_space(at)) {
        const char *key = at + 1, *end = strchr(key, '\'');
        size_t n = end ? (size_t)(end - key) : 0;
        if (!end)
            break;
        at = skip_space(end + 1);
        if (*at++ != ':')
            break;
        at = skip_space(at);
        if (n == 5 && !memcmp(key, "descr", n)) {
            if (!read_descr(&at, out, fields, err, path))
                return err->status;
            seen |= 1;
        } else if (n == 13 && !memcmp(key, "fortran_order", n)) {
            *fortran = *at == 'T';
            at += !strncmp(at, "True", 4)    ? 4
                  : !strncmp(at, "False", 5) ? 5
                                             : 0;
            seen |= 2;
        } else if (n == 5 && !memcmp(key, "shape", n)) {
            if (!read_shape(&at, out))
                return fail_with(
                    err, PK_IO,
                    "%s: the shape is not valid or has more than %d "
                    "dimensions",
                    path, PK_MAX_NDIM);
            seen |= 4;
        } else
            break;
        at = skip_space(at);
        if (*at == ',')
            at++;
    }
    if (seen != 7 || *at != '}')
        return fail_with(err, PK_IO, "%s: the header is damaged", path);
    return PK_OK;
}

/* Reads magic, version and header from `file`. */
static pk_status read_head(FILE *file, const char *path, pk_array *out,
                           char fields[NPY_FIELDS], bool *fortran,
                           pk_error *err) {
    unsigned char head[12];
    size_t length;
    char *text;
    pk_status status;

    if (fread(head, 1, 10, file) != 10 || memcmp(head, MAGIC, MAGIC_SIZE) != 0)
        return fail_with(err, PK_IO,
                         "%s: not a .npy file; write it with numpy.save", path);
    length = (size_t)head[8] | (size_t)head[9] << 8;
    if (head[6] >= 2) {
        if (fread(head + 10, 1, 2, file) != 2)
            return fail_with(err, PK_IO, "%s: cut short in its header", path);
        length |= (size_t)head[10] << 16 | (size_t)head[11] << 24;
    }
    if (head[6] < 1 || head[6] > 3 || length > HEADER_LIMIT)
        return fail_with(err, PK_IO, "%s: .npy format %d.%d is not known", path,
                         head[6], head[7]);
    text = calloc(length + 1, 1);
    if (!text)
        return fail_with(err, PK_NO_MEMORY, "%s: out of memory", path);
    status = fread(text, 1, length, file) == length
                 ? read_header(text, path, out, fields, fortran, err)
                 : fail_with(err, PK_IO, "%s: cut short in its header", path);
    free(text);
    return status;
}

/* A header may claim anything: memory is taken as the data comes. SIZE_MAX
 * bytes are all that there are, which *got tells. */
static pk_status read_data(FILE *file, const char *path, size_t bytes,
                           void **data, size_t *got, pk_error *err) {
    size_t room = 0, read;
    void *more;

    for (*got = 0; *got < bytes; *got += read) {
        room = room ? room * 2 : (size_t)1 << 20;
        room = room < bytes ? room : bytes;
        more = realloc(*data, room);
        if (!more)
            return fail_with(err, PK_NO_MEMORY, "%s: out of memory", path);
        *data = more;
        read = fread((char *)*data + *got, 1, room - *got, file);
        if (read == room - *got)
            continue;
        *got += read;
        if (bytes == SIZE_MAX)
            return PK_OK;
        return fail_with(err, PK_IO,
                         "%s: cut short: its header announces %zu bytes of "
                         "data, there are %zu",
                         path, bytes, *got);
    }
    return PK_OK;
}

/* Records are as large as what there is of them; the stride of the first axis
 * keeps it for npy_structure, the offset the order. */
static pk_status read_file(FILE *file, const char *path, pk_array *out,
                           char fields[NPY_FIELDS], pk_error *err) {
    bool fortran = false;
    size_t bytes = SIZE_MAX, got;

    if (read_head(file, path, out, fields, &fortran, err) != PK_OK)
        return err->status;
    if (!*fields && !array_bytes(out, &bytes))
        return fail_with(err, PK_IO, "%s: the shape is too large", path);
    if (fortran)
        pk_array_set_f_order(out);
    else
        pk_array_set_c_order(out);
    out->host = NULL;
    if (read_data(file, path, bytes, &out->host, &got, err) != PK_OK)
        return err->status;
    if (*fields) {
        out->strides[0] = (int64_t)got;
        out->offset = fortran;
    }
    return PK_OK;
}

/* Completes an array of records that read_file left half described: the stride
 * has the bytes that were read, the offset whether the order is Fortran's. */
pk_status npy_structure(pk_context *ctx, pk_array *array, const char *fields,
                        pk_error *err) {
    const size_t got = (size_t)array->strides[0];
    const bool fortran = array->offset != 0;
    size_t bytes;

    if (!*fields || array->dtype != PK_DTYPE_void || array->structure)
        return PK_OK;
    if (pk_structure_get(ctx, fields, 0, &array->structure, err) != PK_OK)
        return err->status;
    array->offset = 0;
    if (fortran)
        pk_array_set_f_order(array);
    else
        pk_array_set_c_order(array);
    if (!array_bytes(array, &bytes) || got < bytes)
        return fail_with(err, PK_IO,
                         "a structured array is cut short: %zu bytes of %zu",
                         got, bytes);
    return PK_OK;
}

pk_status npy_load(const char *path, pk_array *out, char fields[NPY_FIELDS],
                   pk_error *err) {
    FILE *file = fopen(path, "rb");
    pk_status status;

    memset(out, 0, sizeof *out);
    *fields = '\0';
    if (!file)
        return fail_with(err, PK_IO, "cannot read %s: %s", path,
                         strerror(errno));
    status = read_file(file, path, out, fields, err);
    fclose(file);
    if (status != PK_OK)
        npy_free(out);
    return status;
}

static bool is_f_order(const pk_array *array) {
    pk_array f = *array, c = *array;

    pk_array_set_f_order(&f);
    pk_array_set_c_order(&c);
    size_t n = array->ndim * sizeof *array->strides;
    return memcmp(array->strides, c.strides, n) != 0 &&
           memcmp(array->strides, f.strides, n) == 0;
}

/* Magic, version and header of an array. */
typedef struct preface {
    char bytes[NPY_FIELDS + 1024];
    size_t size;
} preface;

static void describe(const pk_array *array, const char *fields, preface *out) {
    uint32_t ndim = array->ndim - (*fields && !array->structure);
    const char *quote = *fields ? "" : "'", *descr = fields;
    char *header = out->bytes + HEAD_SIZE;
    const size_t room = sizeof out->bytes - HEAD_SIZE;
    size_t n;

    for (int i = 0; i < DESCRS; i++)
        if (!*fields && descrs[i].dtype == array->dtype)
            descr = descrs[i].descr;
    n = (size_t)snprintf(
        header, room, "{'descr': %s%s%s, 'fortran_order': %s, 'shape': (",
        quote, descr, quote,
        is_f_order(array) && ndim == array->ndim ? "True" : "False");
    for (uint32_t i = 0; i < ndim; i++)
        n += (size_t)snprintf(header + n, room - n, "%lld%s",
                              (long long)array->shape[i],
                              ndim == 1      ? ","
                              : i + 1 < ndim ? ", "
                                             : "");
    n += (size_t)snprintf(header + n, room - n, "), }");
    out->size = (HEAD_SIZE + n + 1 + 63) / 64 * 64; /* data begins aligned */
    memset(header + n, ' ', out->size - HEAD_SIZE - n - 1);
    n = out->size - HEAD_SIZE;
    header[n - 1] = '\n';
    memset(out->bytes, 0, HEAD_SIZE);
    memcpy(out->bytes, MAGIC, MAGIC_SIZE);
    out->bytes[6] = 1;
    out->bytes[8] = (char)(n & 255);
    out->bytes[9] = (char)(n >> 8);
}

/* An errno, 0 when `path` has the array. `flags` are of open(). */
static int write_array(const char *path, int flags, const preface *head,
                       const pk_array *array, size_t bytes) {
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "wb");
    int fault = 0;

    if (!file) {
        fault = errno;
        if (fd >= 0)
            close(fd);
        return fault;
    }
    errno = 0;
    if (fwrite(head->bytes, 1, head->size, file) != head->size ||
        (bytes && fwrite(array->host, 1, bytes, file) != bytes))
        fault = errno ? errno : EIO;
    if (fclose(file) != 0 && !fault)
        fault = errno;
    return fault;
}

/* A file of another name takes the place of `path` when it is whole. */
static int replace_file(const char *path, const preface *head,
                        const pk_array *array, size_t bytes) {
    size_t room = strlen(path) + 32;
    char *name = malloc(room);
    int fault;

    if (!name)
        return ENOMEM;
    snprintf(name, room, "%s.%ld.tmp", path, (long)getpid());
    fault = write_array(name, O_TRUNC | O_NOFOLLOW, head, array, bytes);
    if (!fault && rename(name, path) != 0)
        fault = errno;
    if (fault)
        unlink(name);
    free(name);
    return fault;
}

pk_status npy_save(const char *path, const pk_array *array, const char *fields,
                   pk_error *err) {
    struct stat st;
    preface head;
    size_t bytes;
    int fault;

    if (!array_bytes(array, &bytes))
        return fail_with(err, PK_IO, "cannot write %s: the shape is too large",
                         path);
    describe(array, fields, &head);
    /* A device, a pipe or a link stays what it is. */
    if (lstat(path, &st) == 0 && !S_ISREG(st.st_mode))
        fault = write_array(path, O_TRUNC, &head, array, bytes);
    else
        fault = replace_file(path, &head, array, bytes);
    return fault ? fail_with(err, PK_IO, "cannot write %s: %s", path,
                             strerror(fault))
                 : PK_OK;
}

pk_status npy_zeros(pk_dtype dtype, uint32_t ndim, const int64_t *shape,
                    pk_array *out, pk_error *err) {
    size_t bytes;

    *out = pk_array_host(NULL, dtype, ndim, shape);
    if (!array_bytes(out, &bytes))
        return fail_with(err, PK_BAD_ARG, "the shape is too large");
    out->host = bytes ? calloc(bytes, 1) : NULL;
    if (bytes && !out->host)
        return fail_with(err, PK_NO_MEMORY,
                         "out of memory: an array of %zu bytes", bytes);
    return PK_OK;
}

void npy_free(pk_array *array) {
    free(array->host);
    array->host = NULL;
}
