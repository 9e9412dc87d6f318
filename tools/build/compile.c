/* SPDX-License-Identifier: Apache-2.0 */
/* Code of the exports for each target, twice: for arrays as callers mostly have
 * them, in C order, aligned and apart, and for all that the signature allows.
 * Compiling looks at where arrays would lie, and not into their memory. */
#include "tools/build/build.h"

#include <stdlib.h>
#include <string.h>

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

static pk_status compile_exports(const build *b, pk_module *mod,
                                 const char *target, pk_error *err) {
    const bool host = build_is_processor(target);

    for (size_t i = 0; i < b->count; i++) {
        const build_export *e = &b->exports[i];
        pk_status status;
        if (!e->kernel && !host)
            continue;
        status = compile_export(mod, e, err);
        if (status != PK_OK)
            return status;
    }
    return PK_OK;
}

/* The modules, and the contexts of targets that are no processors. */
typedef struct compiled {
    pk_module *mods[BUILD_TARGETS];
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

/* False, and what is wrong is printed, when exports do not compile. */
static bool compile_target(const build *b, compiled *c, size_t i) {
    const char *target = b->targets[i];
    pk_context *ctx = NULL;
    pk_error err;
    pk_status status = open_target(c, target, &ctx, &err);

    if (status == PK_OK)
        status = pk_module_from_file(ctx, b->file, &c->mods[i], &err);
    if (status == PK_OK)
        status = compile_exports(b, c->mods[i], target, &err);
    if (status != PK_OK)
        print_failure(ctx, c->mods[i], &err);
    if (status == PK_OK && !build_is_processor(target))
        c->devices[c->device_count++] = pk_context_retain(ctx);
    pk_context_release(ctx);
    return status == PK_OK;
}

/* Devices first. */
static bool compile_targets(const build *b, compiled *c) {
    bool good = true;

    for (int processors = false; processors <= true; processors++)
        for (size_t i = 0; good && i < b->target_count; i++)
            if (build_is_processor(b->targets[i]) == processors)
                good = compile_target(b, c, i);
    return good;
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
    bool good = compile_targets(b, &c);
    pk_error err;

    if (good && save(b, c.mods, bundle, &err) != PK_OK) {
        print_failure(NULL, NULL, &err);
        good = false;
    }
    for (size_t i = 0; i < b->target_count; i++)
        pk_module_release(c.mods[i]);
    while (c.device_count)
        pk_context_release(c.devices[--c.device_count]);
    return good;
}
