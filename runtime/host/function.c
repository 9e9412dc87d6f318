/* SPDX-License-Identifier: Apache-2.0 */
/* Handles of host functions: which are kernels that are called. */
#include "runtime/host/function.h"

#include "base/counted.h"
#include "base/try.h"
#include "runtime/context/diagnostics.h"

static pk_status get_function(pk_module *mod, const char *name,
                              pk_host_function **out, pk_error *err) {
    pk_kernel *found;

    PK_TRY(pk_object_use(mod, PK_OBJECT_module, "mod", err));
    if (!name || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL", name ? "out" : "name");
    PK_TRY(pk_kernel_find(mod, name, PK_FUNCTION_host, &found, err));
    *out = (pk_host_function *)found;
    return PK_OK;
}

pk_status pk_module_host_function(pk_module *mod, const char *name,
                                  pk_host_function **out, pk_error *err) {
    return pk_diagnostics_settle(mod, get_function(mod, name, out, err));
}

pk_host_function *pk_host_function_retain(pk_host_function *fn) {
    if (!pk_object_is(fn, PK_OBJECT_host_function))
        return NULL;
    pk_object_retain(&fn->kernel.base);
    return fn;
}

void pk_host_function_release(pk_host_function *fn) {
    if (pk_object_is(fn, PK_OBJECT_host_function))
        pk_object_release(&fn->kernel.base);
}

pk_kept_memory *pk_kept_memory_retain(pk_kept_memory *memory) {
    pk_counted_retain((pk_counted *)memory);
    return memory;
}

void pk_kept_memory_release(pk_kept_memory *memory) {
    pk_counted_release((pk_counted *)memory);
}

/* ---- threads ---- */

static _Thread_local uint32_t thread_limit;

uint32_t pk_thread_limit(void) {
    return thread_limit;
}

uint32_t pk_thread_limit_set(uint32_t threads) {
    const uint32_t before = thread_limit;

    thread_limit = threads;
    return before;
}

static _Thread_local uint64_t loop_chunk;

uint64_t pk_loop_chunk(void) {
    return loop_chunk;
}

uint64_t pk_loop_chunk_set(uint64_t iterations) {
    const uint64_t before = loop_chunk;

    loop_chunk = iterations;
    return before;
}

/* ---- what is asked of one ---- */

static pk_status check(const pk_host_function *fn, pk_error *err) {
    return pk_object_check(fn, PK_OBJECT_host_function, NULL, "fn", err);
}

pk_status pk_host_function_describe(const pk_host_function *fn,
                                    pk_function_desc *out, pk_error *err) {
    PK_TRY(check(fn, err));
    return pk_kernel_write_desc(&fn->kernel, out, err);
}

pk_status pk_host_function_bind(const pk_host_function *fn, const pk_arg *args,
                                size_t arg_count, const pk_named_arg *named,
                                size_t named_count, pk_arg *out, size_t room,
                                pk_error *err) {
    PK_TRY(check(fn, err));
    return pk_kernel_bind_args(&fn->kernel, args, arg_count, named, named_count,
                               out, room, err);
}

pk_status pk_host_function_signatures(pk_host_function *fn, pk_signatures **out,
                                      pk_error *err) {
    PK_TRY(pk_object_use(fn, PK_OBJECT_host_function, "fn", err));
    return pk_kernel_list_signatures(&fn->kernel, out, err);
}
