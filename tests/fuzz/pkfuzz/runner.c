/* SPDX-License-Identifier: Apache-2.0 */
/* Runs programs of the fuzzer on one backend, in one process, through the
 * public API: requests on standard input, their answers on standard output.
 * `batch N`, with N requests behind it, has their kernels compiled together
 * before the first answer. A request is
 *
 *     run KERNEL GX GY GZ BX BY BZ PLACE ARGS SOURCE_BYTES MEMORY_BYTES
 *     scalar DTYPE BITS                                    (a line per ARG)
 *     array DTYPE USE OFFSET NDIM SHAPE... STRIDES...      (all in bytes but
 *                                                           SHAPE)
 *
 * A DTYPE that is no name is what pk_structure_get reads, without blanks;
 * then come the source and the memory that arrays lie in. PLACE is host, or
 * buffer: one buffer of the device holds the memory. The answer is
 *
 *     ok MEMORY_BYTES       with the memory behind it
 *     fail STATUS BYTES     with the message behind it */
#include "portkern/portkern.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_ARGS = 32, MAX_BATCH = 64, LINE = 1024, NAME = 512 };

typedef struct request {
    char kernel_name[64], place[8];
    pk_launch_config config;
    size_t arg_count, source_size, memory_size;
    pk_array arrays[MAX_ARGS];
    pk_arg args[MAX_ARGS];
    char *source;
    uint8_t *memory;
    pk_buffer *buffer; /* NULL: memory of the host */
    pk_module *module;
    pk_kernel *kernel;
    pk_status status;
    pk_error error;
} request;

static bool read_line(char line[LINE]) {
    return fgets(line, LINE, stdin) != NULL;
}

static bool read_bytes(void *out, size_t size) {
    return fread(out, 1, size, stdin) == size;
}

/* A number from its bits. */
static pk_arg scalar_of(pk_dtype dtype, uint64_t bits) {
    pk_arg arg = {.kind = PK_ARG_scalar, .dtype = dtype};
    uint32_t low = (uint32_t)bits;

    if (dtype == PK_DTYPE_bool)
        arg.value.b = bits != 0;
    else if (dtype == PK_DTYPE_f32)
        memcpy(&arg.value.f32[0], &low, sizeof low);
    else
        memcpy(&arg.value.u, &bits, sizeof bits);
    return arg;
}

static bool read_scalar(const char *line, pk_arg *out) {
    char name[16];
    uint64_t bits;
    pk_dtype dtype;

    if (sscanf(line, "scalar %15s %" SCNx64, name, &bits) != 2 ||
        !pk_dtype_parse(name, &dtype))
        return false;
    *out = scalar_of(dtype, bits);
    return true;
}

/* A name, or the description of a record. */
static bool read_dtype(pk_context *ctx, const char *name, pk_array *array) {
    if (*name != '[' && *name != '{')
        return pk_dtype_parse(name, &array->dtype);
    array->dtype = PK_DTYPE_void;
    return pk_structure_get(ctx, name, 0, &array->structure, NULL) == PK_OK;
}

static bool read_array(pk_context *ctx, const char *line, pk_array *array,
                       pk_arg *out) {
    char name[NAME], use[8];
    int at = 0, more = 0;

    memset(array, 0, sizeof *array);
    if (sscanf(line, "array %511s %7s %zu %" SCNu32 "%n", name, use,
               &array->offset, &array->ndim, &at) != 4 ||
        array->ndim > PK_MAX_NDIM || !read_dtype(ctx, name, array))
        return false;
    for (uint32_t i = 0; i < 2 * array->ndim; i++) {
        int64_t *to = i < array->ndim ? &array->shape[i]
                                      : &array->strides[i - array->ndim];
        if (sscanf(line + at, "%" SCNd64 "%n", to, &more) != 1)
            return false;
        at += more;
    }
    *out = strcmp(use, "in") ? pk_inout(array) : pk_in(array);
    return true;
}

static bool read_request(pk_context *ctx, request *r) {
    char line[LINE];
    uint32_t *g = r->config.grid, *b = r->config.block;

    memset(r, 0, sizeof *r);
    r->config = PK_INIT(pk_launch_config);
    if (!read_line(line) ||
        sscanf(line,
               "run %63s %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32
               " %" SCNu32 " %" SCNu32 " %7s %zu %zu %zu",
               r->kernel_name, &g[0], &g[1], &g[2], &b[0], &b[1], &b[2],
               r->place, &r->arg_count, &r->source_size,
               &r->memory_size) != 11 ||
        r->arg_count > MAX_ARGS)
        return false;
    for (size_t i = 0; i < r->arg_count; i++)
        if (!read_line(line) ||
            (!read_scalar(line, &r->args[i]) &&
             !read_array(ctx, line, &r->arrays[i], &r->args[i])))
            return false;
    r->source = malloc(r->source_size + 1);
    r->memory = malloc(r->memory_size + 1);
    if (r->source)
        r->source[r->source_size] = '\0';
    return r->source && r->memory && read_bytes(r->source, r->source_size) &&
           read_bytes(r->memory, r->memory_size);
}

/* Arrays get their memory, of the host or of the device. */
static void place(request *r) {
    for (size_t i = 0; i < r->arg_count; i++) {
        pk_array *array = &r->arrays[i];
        if (r->args[i].kind == PK_ARG_scalar)
            continue;
        if (r->buffer) {
            array->buffer = r->buffer;
        } else {
            array->host = r->memory + array->offset;
            array->offset = 0;
        }
    }
}

/* All that there is before the launch. */
static void open_request(pk_context *ctx, request *r) {
    r->status = PK_OK;
    if (strcmp(r->place, "buffer") == 0) {
        r->status =
            pk_buffer_create(ctx, r->memory_size, 0, &r->buffer, &r->error);
        if (r->status == PK_OK)
            r->status = pk_buffer_write(r->buffer, 0, r->memory, r->memory_size,
                                        &r->error);
    }
    place(r);
    if (r->status == PK_OK)
        r->status = pk_module_from_source(ctx, r->source, "fuzz.py", 0, NULL, 0,
                                          &r->module, &r->error);
    if (r->status == PK_OK)
        r->status =
            pk_module_kernel(r->module, r->kernel_name, &r->kernel, &r->error);
}

static void run(pk_queue *queue, request *r) {
    pk_error *err = &r->error;
    pk_status later;

    if (r->status == PK_OK)
        r->status =
            pk_launch(queue, r->kernel, &r->config, r->args, r->arg_count, err);
    later = pk_queue_finish(queue, r->status == PK_OK ? err : NULL);
    if (r->status == PK_OK)
        r->status = later;
    pk_queue_clear(queue, NULL);
    if (r->status == PK_OK && r->buffer)
        r->status =
            pk_buffer_read(r->buffer, 0, r->memory, r->memory_size, err);
}

static void close_request(request *r) {
    pk_kernel_release(r->kernel);
    pk_module_release(r->module);
    pk_buffer_release(r->buffer);
    free(r->source);
    free(r->memory);
}

static void answer(const request *r) {
    if (r->status == PK_OK) {
        printf("ok %zu\n", r->memory_size);
        fwrite(r->memory, 1, r->memory_size, stdout);
    } else {
        printf("fail %s %zu\n%s", pk_status_name(r->status),
               strlen(r->error.message), r->error.message);
    }
    fflush(stdout);
}

/* A program that cannot be compiled reports it at its launch. */
static void compile(request *batch, size_t count) {
    pk_compile_request requests[MAX_BATCH];
    size_t ready = 0;

    for (size_t i = 0; i < count; i++)
        if (batch[i].status == PK_OK)
            requests[ready++] =
                PK_INIT(pk_compile_request, .kernel = batch[i].kernel,
                        .config = &batch[i].config, .args = batch[i].args,
                        .arg_count = batch[i].arg_count);
    pk_kernels_compile(requests, ready, NULL);
}

/* False at the end of the input. */
static bool run_batch(pk_context *ctx, pk_queue *queue) {
    static request batch[MAX_BATCH]; /* large, and one at a time */
    char line[LINE];
    size_t count, read = 0;
    bool whole;

    if (!read_line(line) || sscanf(line, "batch %zu", &count) != 1 ||
        count > MAX_BATCH)
        return false;
    while (read < count && read_request(ctx, &batch[read]))
        read++;
    whole = read == count;
    for (size_t i = 0; i < read && whole; i++)
        open_request(ctx, &batch[i]);
    if (count > 1 && whole)
        compile(batch, count);
    for (size_t i = 0; i < read && whole; i++) {
        run(queue, &batch[i]);
        answer(&batch[i]);
    }
    for (size_t i = 0; i < count && i < read + 1; i++)
        close_request(&batch[i]);
    return whole;
}

/* Everything behind the first word of the command line is the backend. */
int main(int argc, char **argv) {
    pk_context_options options = {.struct_size = sizeof options};
    pk_context *ctx = NULL;
    pk_queue *queue = NULL;
    pk_error err = {0};

    options.backend = argc > 1 ? argv[1] : "interp";
    options.num_threads = 1;
    if (pk_context_create(&options, &ctx, &err) != PK_OK ||
        pk_queue_create(ctx, &queue, &err) != PK_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    while (run_batch(ctx, queue))
        ;
    pk_queue_release(queue);
    pk_context_release(ctx);
    return 0;
}
