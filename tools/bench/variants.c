/* SPDX-License-Identifier: Apache-2.0 */
/* Measuring variants of one launch in turns. */
#include "tools/bench/variants.h"
#include "tools/source.h"

#include "tools/times.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEAST_ROUNDS = 3,
    LIMIT_ROUNDS = 5,
    SHORT = 20000000,         /* nanoseconds */
    LIMIT_ELEMENTS = 8 << 20, /* of each of three arrays of float64 */
    LIMIT_BLOCK = 256,
    FEW_ELEMENTS = 1 << 18, /* of a first look at how long all would take, */
    LIMIT_MS = 300          /* of which more is none of memory's: a fast
                               machine interprets so much in a second */
};

/* ---- places ---- */

static void drop_text(void *self, const char *text, size_t length) {
    (void)self;
    (void)text;
    (void)length;
}

/* The environment says what is checked; afterwards it is as it was. */
static pk_status open_context(bench_place *p, pk_error *err) {
    const pk_context_options options =
        PK_INIT(pk_context_options, .backend = p->selector, .cache_dir = "off",
                .num_threads = p->threads, .print = drop_text);
    const char *checks = p->unchecked ? getenv("PORTKERN_CHECK") : NULL;
    char *kept = checks ? strdup(checks) : NULL;
    pk_status status;

    if (checks && !kept)
        return fail_with(err, PK_NO_MEMORY, "out of memory");
    if (kept)
        unsetenv("PORTKERN_CHECK");
    status = pk_context_create(&options, &p->ctx, err);
    if (kept)
        setenv("PORTKERN_CHECK", kept, 1);
    free(kept);
    return status;
}

static bool is_array(const pk_arg *arg) {
    return arg->kind == PK_ARG_in || arg->kind == PK_ARG_out ||
           arg->kind == PK_ARG_inout;
}

/* Arrays in tuples stay where they are. */
static pk_status place_array(bench_place *p, pk_arg *arg, bench_array *a,
                             pk_error *err) {
    a->host = arg->value.array;
    a->size = host_array_size(a->host);
    if (!a->size)
        return PK_OK;
    a->device = *a->host;
    a->device.host = NULL;
    if (pk_buffer_create(p->ctx, a->size, 0, &a->device.buffer, err) != PK_OK)
        return err->status;
    arg->value.array = &a->device;
    return pk_buffer_write(a->device.buffer, 0, a->host->host, a->size, err);
}

static pk_status place_arguments(bench_place *p, launch_args *args,
                                 pk_error *err) {
    pk_function_desc desc = PK_INIT(pk_function_desc);
    pk_status status = launch_args_load(p->ctx, args, err);

    if (status == PK_OK)
        status = pk_kernel_describe(p->kernel, &desc, err);
    if (status == PK_OK)
        status = launch_args_bind(args, p->kernel, p->bound, err);
    p->count = desc.param_count;
    for (size_t i = 0; status == PK_OK && i < p->count; i++)
        if (is_array(&p->bound[i]))
            status = place_array(p, &p->bound[i], &p->arrays[i], err);
    return status;
}

pk_status bench_place_open(bench_place *p, launch_args *args, pk_error *err) {
    pk_status status = open_context(p, err);

    if (status == PK_OK)
        status = pk_queue_create(p->ctx, &p->queue, err);
    if (status == PK_OK)
        status = source_open(p->ctx, args->file, &p->mod, err);
    if (status == PK_OK)
        status = pk_module_kernel(p->mod, args->kernel, &p->kernel, err);
    return status == PK_OK ? place_arguments(p, args, err) : status;
}

void bench_place_close(bench_place *p) {
    for (size_t i = 0; i < p->count; i++)
        pk_buffer_release(p->arrays[i].device.buffer);
    pk_kernel_release(p->kernel);
    pk_module_release(p->mod);
    pk_queue_release(p->queue);
    pk_context_release(p->ctx);
}

/* ---- launches ---- */

static pk_status launch(bench_place *p, pk_kernel *kernel,
                        const pk_launch_config *config, const pk_arg *args,
                        size_t count, double *ns, pk_error *err) {
    const double begin = now_ns();
    pk_status status = pk_launch(p->queue, kernel, config, args, count, err);

    if (status == PK_OK)
        status = pk_queue_finish(p->queue, err);
    *ns = now_ns() - begin;
    if (status != PK_OK)
        pk_queue_clear(p->queue, NULL);
    return status;
}

static pk_status look_for_change(bench_array *a, pk_error *err) {
    void *now = malloc(a->size);
    pk_status status =
        now ? pk_buffer_read(a->device.buffer, 0, now, a->size, err)
            : fail_with(err, PK_NO_MEMORY, "out of memory");

    if (status == PK_OK)
        a->changes |= memcmp(now, a->host->host, a->size) != 0;
    free(now);
    return status;
}

static pk_status restore(bench_place *p, pk_error *err) {
    pk_status status = PK_OK;

    for (size_t i = 0; i < p->count && status == PK_OK; i++) {
        const bench_array *a = &p->arrays[i];
        if (a->changes)
            status = pk_buffer_write(a->device.buffer, 0, a->host->host,
                                     a->size, err);
    }
    return status;
}

void bench_compile(bench_variant *v) {
    const bench_place *p = v->place;
    pk_compile_info info = PK_INIT(pk_compile_info);
    pk_error err;

    if (pk_kernel_compile(p->kernel, &v->config, p->bound, p->count, &info,
                          &err) == PK_OK)
        v->compile = (double)info.compile_ns;
    else
        v->why = err;
}

static pk_status run_first(bench_variant *v, pk_error *err) {
    bench_place *p = v->place;
    pk_status status = restore(p, err);

    if (status == PK_OK)
        status = launch(p, p->kernel, &v->config, p->bound, p->count, &v->first,
                        err);
    for (size_t i = 0; i < p->count && status == PK_OK; i++)
        if (p->arrays[i].device.buffer && !p->arrays[i].changes)
            status = look_for_change(&p->arrays[i], err);
    return status;
}

static pk_status run_once(bench_variant *v, double *ns, pk_error *err) {
    bench_place *p = v->place;
    pk_status status = restore(p, err);

    return status == PK_OK
               ? launch(p, p->kernel, &v->config, p->bound, p->count, ns, err)
               : status;
}

/* One more time, if it is not the third of a launch that takes very long.
 * Caches hold what the variant before has left, which is the same arrays or
 * others: a short launch is made once before it counts. */
static void run_again(bench_variant *v, double seconds) {
    pk_error err;
    double ns = v->first;

    if (v->why.status != PK_OK || v->count == MOST_TIMES ||
        (v->count && v->times[0] > seconds * 10e9))
        return;
    if ((ns > SHORT || run_once(v, &ns, &err) == PK_OK) &&
        run_once(v, &ns, &err) == PK_OK)
        v->times[v->count++] = ns;
    else
        v->why = err;
}

void bench_measure(bench_variant *variants, size_t count, double seconds) {
    double end;

    for (size_t i = 0; i < count; i++) {
        pk_error err;
        if (variants[i].why.status == PK_OK &&
            run_first(&variants[i], &err) != PK_OK)
            variants[i].why = err;
    }
    end = now_ns() + seconds * (double)count * 1e9;
    for (size_t round = 0;
         round < MOST_TIMES && (round < LEAST_ROUNDS || now_ns() < end);
         round++)
        for (size_t i = 0; i < count; i++)
            run_again(&variants[(round + i) % count], seconds);
    for (size_t i = 0; i < count; i++) {
        bench_variant *v = &variants[i];
        if (v->why.status != PK_OK)
            v->count = 0;
        if (v->count)
            v->median = median_of(v->times, v->count);
    }
}

/* ---- the limit ---- */

static const char limit_text[] = "from numba import cuda\n"
                                 "\n"
                                 "@cuda.jit\n"
                                 "def add(x, y, out):\n"
                                 "    i = cuda.grid(1)\n"
                                 "    if i < out.size:\n"
                                 "        out[i] = x[i] + y[i]\n";

static pk_status make_limit_array(bench_place *p, const void *zeros,
                                  pk_array *out, pk_error *err) {
    const int64_t shape = LIMIT_ELEMENTS;
    pk_buffer *buffer = NULL;
    pk_status status = pk_buffer_create(p->ctx, sizeof(double) * LIMIT_ELEMENTS,
                                        0, &buffer, err);

    *out = pk_array_device(buffer, PK_DTYPE_f64, 1, &shape);
    if (status == PK_OK)
        status = pk_buffer_write(buffer, 0, zeros,
                                 sizeof(double) * LIMIT_ELEMENTS, err);
    return status;
}

/* The least time of so many launches over the first elements; there is one
 * more before, which compiles. */
static pk_status time_adding(bench_place *p, pk_kernel *kernel,
                             const pk_array *arrays, uint32_t elements,
                             int rounds, double *least, pk_error *err) {
    const pk_arg args[3] = {pk_in(&arrays[0]), pk_in(&arrays[1]),
                            pk_inout(&arrays[2])};
    const pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {elements / LIMIT_BLOCK, 1, 1},
                .block = {LIMIT_BLOCK, 1, 1});

    *least = 0;
    for (int i = 0; i <= rounds; i++) {
        double ns;
        if (launch(p, kernel, &config, args, 3, &ns, err) != PK_OK)
            return err->status;
        if (i && (!*least || ns < *least))
            *least = ns;
    }
    return PK_OK;
}

/* A device that is simulated or interpreted would take minutes. */
static pk_status time_limit(bench_place *p, pk_kernel *kernel,
                            const pk_array *arrays, pk_error *err) {
    double least;
    pk_status status =
        time_adding(p, kernel, arrays, FEW_ELEMENTS, 1, &least, err);

    if (status != PK_OK ||
        least * LIMIT_ELEMENTS / FEW_ELEMENTS > LIMIT_MS * 1e6)
        return status;
    status = time_adding(p, kernel, arrays, LIMIT_ELEMENTS, LIMIT_ROUNDS,
                         &least, err);
    if (status == PK_OK)
        p->limit = 3 * sizeof(double) * (double)LIMIT_ELEMENTS / least;
    return status;
}

pk_status bench_place_find_limit(bench_place *p, pk_error *err) {
    pk_array arrays[3] = {{.dtype = PK_DTYPE_f64}};
    void *zeros = calloc(LIMIT_ELEMENTS, sizeof(double));
    pk_module *mod = NULL;
    pk_kernel *kernel = NULL;
    pk_status status =
        zeros ? pk_module_from_source(p->ctx, limit_text, "<limit>", 0, NULL, 0,
                                      &mod, err)
              : fail_with(err, PK_NO_MEMORY, "out of memory");

    if (status == PK_OK)
        status = pk_module_kernel(mod, "add", &kernel, err);
    for (int i = 0; i < 3 && status == PK_OK; i++)
        status = make_limit_array(p, zeros, &arrays[i], err);
    if (status == PK_OK)
        status = time_limit(p, kernel, arrays, err);
    for (int i = 0; i < 3; i++)
        pk_buffer_release(arrays[i].buffer);
    pk_kernel_release(kernel);
    pk_module_release(mod);
    free(zeros);
    return status;
}
