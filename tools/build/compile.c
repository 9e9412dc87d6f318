/* SPDX-License-Identifier: Apache-2.0 */
/* Code of the exports for each target, twice: for arrays as callers mostly have
 * them, in C order, aligned and apart, and for all that the signature allows.
 * Compiling looks at where arrays would lie, and not into their memory. All
 * processors of this machine compile. */
#include "tools/build/build.h"
#include "tools/source.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- arrays that only look like some ---- */

enum { FAR = 1 << 24, EXTENT = 4 };
static const int64_t large = INT64_C(1) << 33; /* bytes or elements */

/* The axis whose elements are neighbours comes last in C order. */
static uint32_t axis_at(const pk_array *a, char layout, uint32_t i) {
    return layout == 'F' ? i : a->ndim - 1 - i;
}

static void lay_out(pk_array *a, const value_type *type, char layout,
                    bool general) {
    int64_t stride = (int64_t)pk_dtype_size(type->dtype);

    for (uint32_t i = 0; i < a->ndim; i++) {
        const uint32_t axis = axis_at(a, layout, i);
        a->shape[axis] = EXTENT;
        if (general && i == a->ndim - 1)
            a->shape[axis] = layout == 'A' ? EXTENT : large;
        a->strides[axis] = general && layout == 'A' ? large * (i + 1) : stride;
        stride *= a->shape[axis];
    }
}

static void make_array(pk_array *a, const value_type *type, uint32_t number,
                       bool general) {
    const char layout = !general && type->layout == 'A' ? 'C' : type->layout;

    memset(a, 0, sizeof *a);
    a->dtype = type->dtype;
    a->ndim = type->ndim;
    a->host =
        (void *)(uintptr_t)(general ? FAR + 8 : FAR + (size_t)number * FAR);
    lay_out(a, type, layout, general);
}

static pk_arg make_number(pk_dtype dtype) {
    pk_arg arg;

    memset(&arg, 0, sizeof arg);
    arg.kind = PK_ARG_scalar;
    arg.dtype = dtype;
    return arg;
}

static bool has_arrays(const build_export *e) {
    for (uint32_t i = 0; i < e->param_count; i++)
        if (e->params[i].type.kind == VALUE_array)
            return true;
    return false;
}

/* ---- compiling ---- */

static pk_status compile_kernel(pk_module *mod, const build_export *e,
                                const pk_arg *args, pk_error *err) {
    const pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {256});
    pk_kernel *kernel;
    pk_status status = pk_module_kernel(mod, e->function, &kernel, err);

    if (status != PK_OK)
        return status;
    status =
        pk_kernel_compile(kernel, &config, args, e->param_count, NULL, err);
    pk_kernel_release(kernel);
    return status;
}

static pk_status compile_function(pk_module *mod, const build_export *e,
                                  const pk_arg *args, pk_error *err) {
    pk_host_function *fn;
    pk_status status = pk_module_host_function(mod, e->function, &fn, err);

    if (status != PK_OK)
        return status;
    status = pk_host_function_compile(fn, args, e->param_count, NULL, err);
    pk_host_function_release(fn);
    return status;
}

static pk_status compile_for(pk_module *mod, const build_export *e,
                             bool general, bool readonly, pk_error *err) {
    pk_array *arrays = build_alloc(e->param_count, sizeof *arrays);
    pk_arg *args = build_alloc(e->param_count, sizeof *args);
    pk_status status;

    for (uint32_t i = 0; i < e->param_count; i++) {
        const value_type *type = &e->params[i].type;
        if (type->kind == VALUE_array) {
            make_array(&arrays[i], type, i, general);
            args[i] = readonly ? pk_in(&arrays[i]) : pk_inout(&arrays[i]);
        } else {
            args[i] = make_number(type->dtype);
        }
    }
    status = e->kernel ? compile_kernel(mod, e, args, err)
                       : compile_function(mod, e, args, err);
    free(arrays);
    free(args);
    return status;
}

/* For arrays that may be written, and for ones that may not, where the function
 * writes none of them. */
static pk_status compile_export(pk_module *mod, const build_export *e,
                                pk_error *err) {
    pk_status status = compile_for(mod, e, false, false, err);
    pk_error ignored;

    if (status != PK_OK || !has_arrays(e))
        return status;
    status = compile_for(mod, e, true, false, err);
    if (status == PK_OK && compile_for(mod, e, false, true, &ignored) == PK_OK)
        status = compile_for(mod, e, true, true, err);
    return status;
}

/* ---- targets ---- */

/* "sm_75" is CUDA's, forms of kernels are OpenCL's; others are processors. */
static const char *backend_of(const char *target) {
    static const char *const forms[] = {"threads", "subgroups", "lanes",
                                        "block", "wide"};

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (!strcmp(target, forms[i]))
            return "opencl";
    return !strncmp(target, "sm_", 3) ? "cuda" : "cpu";
}

bool build_is_processor(const char *target) {
    return !strcmp(backend_of(target), "cpu");
}

/* The modules, and the contexts of targets that are no processors. */
typedef struct compiled {
    pk_module *mods[BUILD_TARGETS];
    pk_context *contexts[BUILD_TARGETS];
    pk_context *devices[BUILD_DEVICES];
    uint32_t device_count;
} compiled;

/* A context for the target; for a processor its functions' parallel loops are
 * compiled for the devices, too. */
static pk_status open_target(const compiled *c, const char *target,
                             pk_context **out, pk_error *err) {
    pk_context_options options = PK_INIT(
        pk_context_options, .backend = backend_of(target), .target = target);

    if (c->device_count && build_is_processor(target)) {
        options.offload = c->devices[0];
        options.offload_more = c->devices + 1;
        options.offload_more_count = c->device_count - 1;
    }
    return pk_context_create(&options, out, err);
}

/* False, and what is wrong is printed, when the file is no module for it. */
static bool open_module(const build *b, compiled *c, size_t i) {
    const char *target = b->targets[i];
    pk_context *ctx = NULL;
    pk_error err;
    pk_status status = open_target(c, target, &ctx, &err);

    if (status == PK_OK)
        status = source_open(ctx, b->file, &c->mods[i], &err);
    if (status != PK_OK)
        print_failure(ctx, NULL, &err);
    if (status == PK_OK && !build_is_processor(target))
        c->devices[c->device_count++] = pk_context_retain(ctx);
    c->contexts[i] = ctx;
    return status == PK_OK;
}

/* Devices first, for which processors compile, too. */
static bool open_modules(const build *b, compiled *c) {
    bool good = true;

    for (int processors = false; processors <= true; processors++)
        for (size_t i = 0; good && i < b->target_count; i++)
            if (build_is_processor(b->targets[i]) == processors)
                good = open_module(b, c, i);
    return good;
}

/* ---- all exports for all targets ---- */

enum { THREADS = 64 };

/* A pair of a target and an export has a number: all of a target's follow one
 * another. With the first export of a function goes the work of all of them. */
typedef struct work {
    const build *b;
    compiled *c;
    _Atomic size_t next, failed; /* the lowest that has failed, or their end */
} work;

/* Exports of one function are compiled one after the other, since each has what
 * those before it needed to know: bundles of the same file are the same bytes.
 */
static bool is_first(const build *b, size_t export) {
    for (size_t i = 0; i < export; i++)
        if (!strcmp(b->exports[i].function, b->exports[export].function))
            return false;
    return true;
}

static pk_status compile_pair(work *w, size_t number, pk_error *err) {
    const build *b = w->b;
    const size_t target = number / b->count, first = number % b->count;
    pk_status status = PK_OK;

    if (!is_first(b, first) ||
        (!b->exports[first].kernel && !build_is_processor(b->targets[target])))
        return PK_OK;
    for (size_t i = first; i < b->count && status == PK_OK; i++)
        if (!strcmp(b->exports[i].function, b->exports[first].function))
            status = compile_export(w->c->mods[target], &b->exports[i], err);
    return status;
}

static void note_failure(work *w, size_t number) {
    size_t known = atomic_load(&w->failed);

    while (number < known &&
           !atomic_compare_exchange_weak(&w->failed, &known, number))
        ;
}

static void *compile_pairs(void *arg) {
    work *w = arg;
    pk_error err;
    size_t i;

    while ((i = atomic_fetch_add(&w->next, 1)) < atomic_load(&w->failed))
        if (compile_pair(w, i, &err) != PK_OK)
            note_failure(w, i);
    return NULL;
}

/* Diagnostics are those of the thread that compiled last: what has failed is
 * compiled here once more. */
static bool print_first_failure(work *w, size_t end) {
    const size_t i = atomic_load(&w->failed);
    pk_error err;

    if (i == end || compile_pair(w, i, &err) == PK_OK)
        return i == end;
    print_failure(w->c->contexts[i / w->b->count], w->c->mods[i / w->b->count],
                  &err);
    return false;
}

/* This thread and, where there are more processors, others, as far as threads
 * can be had. */
static bool compile_all(const build *b, compiled *c) {
    const size_t end = b->target_count * b->count;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    pthread_t threads[THREADS];
    work w = {.b = b, .c = c};
    size_t count = 0;

    atomic_init(&w.next, 0);
    atomic_init(&w.failed, end);
    while (count < THREADS && (long)count + 1 < processors && count + 1 < end &&
           !pthread_create(&threads[count], NULL, compile_pairs, &w))
        count++;
    compile_pairs(&w);
    while (count)
        pthread_join(threads[--count], NULL);
    return print_first_failure(&w, end);
}

static pk_status save(const build *b, pk_module **mods, const char *bundle,
                      pk_error *err) {
    pk_signature_info *exports = build_alloc(b->count, sizeof *exports);
    pk_status status;

    for (size_t i = 0; i < b->count; i++) {
        exports[i] = *pk_signatures_get(b->exports[i].types, 0);
        exports[i].exported = b->exports[i].name;
        exports[i].function = b->exports[i].function;
        exports[i].result = b->exports[i].result_text;
    }
    status = pk_modules_save_bundle(mods, b->target_count, exports, b->count,
                                    bundle, err);
    free(exports);
    return status;
}

bool build_compile(const build *b, const char *bundle) {
    compiled c = {.device_count = 0};
    bool good = open_modules(b, &c) && compile_all(b, &c);
    pk_error err;

    if (good && save(b, c.mods, bundle, &err) != PK_OK) {
        print_failure(NULL, NULL, &err);
        good = false;
    }
    for (size_t i = 0; i < b->target_count; i++)
        pk_module_release(c.mods[i]);
    for (size_t i = 0; i < b->target_count; i++)
        pk_context_release(c.contexts[i]);
    while (c.device_count)
        pk_context_release(c.devices[--c.device_count]);
    return good;
}
