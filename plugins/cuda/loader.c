/* SPDX-License-Identifier: Apache-2.0 */
/* Modules: the driver links PTX into a binary for the device, which is what
 * gets loaded and what caches keep. */
#include "backends/ptx/ptx.h"
#include "core/error.h"
#include "plugins/cuda/cuda.h"

#include <stdio.h>
#include <string.h>

static pk_status keep_cubin(pk_mod *mod, const void *bytes, size_t size,
                            pk_error *err) {
    mod->cubin = pk_cuda_new(mod->dev->host, size + 1, err);
    if (!mod->cubin)
        return PK_NO_MEMORY;
    memcpy(mod->cubin, bytes, size);
    mod->cubin_size = size;
    return PK_OK;
}

/* `text` ends with NUL. What the driver's assembler has to say comes first in
 * the message. */
static pk_status assemble(pk_mod *mod, const pk_artifact *ptx, pk_error *err) {
    const cuda_driver *d = &mod->dev->driver;
    char log[512] = "", attempt[600];
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
                              CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)(uintptr_t)sizeof log};
    CUlinkState state = NULL;
    void *cubin = NULL;
    size_t size = 0;
    CUresult result = d->cuLinkCreate(2, options, values, &state);
    pk_status status;

    if (result == CUDA_SUCCESS)
        result = d->cuLinkAddData(state, CU_JIT_INPUT_PTX, ptx->bytes,
                                  ptx->size + 1, "portkern", 0, NULL, NULL);
    if (result == CUDA_SUCCESS)
        result = d->cuLinkComplete(state, &cubin, &size);
    snprintf(attempt, sizeof attempt, "%sassembling PTX", log);
    status = pk_cuda_check(d, result, attempt, err);
    if (status == PK_OK && cubin)
        status = keep_cubin(mod, cubin, size, err);
    if (state)
        d->cuLinkDestroy(state);
    return status;
}

static pk_status load(pk_mod *mod, const pk_artifact *artifact, pk_error *err) {
    const cuda_driver *d = &mod->dev->driver;

    if (strcmp(artifact->format, "ptx") == 0)
        PK_TRY(assemble(mod, artifact, err));
    else if (strcmp(artifact->format, "cubin") == 0)
        PK_TRY(keep_cubin(mod, artifact->bytes, artifact->size, err));
    else
        return pk_fail(err, PK_BAD_ARG, "cuda loads ptx or cubin, not %.16s",
                       artifact->format);
    return pk_cuda_check(d, d->cuModuleLoadData(&mod->module, mod->cubin),
                         "cuModuleLoadData", err);
}

/* PTX that came from elsewhere need not end with NUL: the driver gets a copy
 * that does. */
pk_status pk_cuda_module_load(pk_dev *dev, const pk_artifact *artifact,
                              const pk_entry *entries, uint32_t entry_count,
                              pk_mod **out, pk_error *err) {
    const pk_host *host = dev->host;
    pk_artifact ended = *artifact;
    pk_mod *mod = pk_cuda_new(host, sizeof *mod, err);
    pk_status status;

    (void)entries, (void)entry_count;
    if (!mod)
        return PK_NO_MEMORY;
    mod->dev = dev;
    ended.bytes = pk_cuda_new(host, artifact->size + 1, err);
    status = ended.bytes ? pk_cuda_enter(dev, err) : PK_NO_MEMORY;
    if (status == PK_OK) {
        memcpy(ended.bytes, artifact->bytes, artifact->size);
        status = load(mod, &ended, err);
        pk_cuda_leave(dev);
    }
    if (ended.bytes)
        pk_cuda_delete(host, ended.bytes, artifact->size + 1);
    if (status == PK_OK)
        *out = mod;
    else
        pk_cuda_module_free(mod);
    return status;
}

pk_status pk_cuda_module_binary(pk_mod *mod, pk_artifact *out, pk_error *err) {
    void *bytes = pk_cuda_new(mod->dev->host, mod->cubin_size + 1, err);

    if (!bytes)
        return PK_NO_MEMORY;
    memcpy(bytes, mod->cubin, mod->cubin_size);
    *out = (pk_artifact){.struct_size = sizeof *out,
                         .format = "cubin",
                         .bytes = bytes,
                         .size = mod->cubin_size};
    return PK_OK;
}

void pk_cuda_module_free(pk_mod *mod) {
    const pk_host *host = mod->dev->host;

    if (mod->module && pk_cuda_enter(mod->dev, NULL) == PK_OK) {
        mod->dev->driver.cuModuleUnload(mod->module);
        pk_cuda_leave(mod->dev);
    }
    for (pk_fun *fun = mod->functions, *next; fun; fun = next) {
        next = fun->next;
        pk_cuda_delete(host, fun, sizeof *fun + strlen(fun->name) + 1);
    }
    if (mod->cubin)
        pk_cuda_delete(host, mod->cubin, mod->cubin_size + 1);
    pk_cuda_delete(host, mod, sizeof *mod);
}

/* ---- functions ---- */

static uint32_t attribute(const pk_fun *fun, CUfunction_attribute which) {
    int value = 0;

    fun->mod->dev->driver.cuFuncGetAttribute(&value, which, fun->function);
    return value > 0 ? (uint32_t)value : 0;
}

static pk_status find_function(pk_fun *fun, pk_error *err) {
    const cuda_driver *d = &fun->mod->dev->driver;
    CUdeviceptr word;
    pk_arena arena;
    pk_status status;
    size_t size;

    fun->cooperative = d->cuModuleGetGlobal(&word, &size, fun->mod->module,
                                            PK_PTX_GRID_WORD) == CUDA_SUCCESS;
    pk_arena_init(&arena, fun->mod->dev->host->allocator);
    status = pk_cuda_check(
        d,
        d->cuModuleGetFunction(&fun->function, fun->mod->module,
                               pk_ptx_entry_name(&arena, fun->name)),
        "cuModuleGetFunction", err);
    pk_arena_finish(&arena);
    if (status == PK_OK)
        fun->shared_static =
            attribute(fun, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    return status;
}

pk_status pk_cuda_function(pk_mod *mod, const char *name, pk_fun **out,
                           pk_error *err) {
    size_t size = sizeof(pk_fun) + strlen(name) + 1;
    pk_fun *fun = pk_cuda_new(mod->dev->host, size, err);
    pk_status status;

    if (!fun)
        return PK_NO_MEMORY;
    fun->mod = mod;
    memcpy(fun->name, name, strlen(name) + 1);
    status = pk_cuda_enter(mod->dev, err);
    if (status == PK_OK) {
        status = find_function(fun, err);
        pk_cuda_leave(mod->dev);
    }
    if (status != PK_OK) {
        pk_cuda_delete(mod->dev->host, fun, size);
        return status;
    }
    fun->next = mod->functions;
    mod->functions = fun;
    *out = fun;
    return PK_OK;
}

pk_status pk_cuda_function_limits(pk_fun *fun, pk_fun_limits *out,
                                  pk_error *err) {
    PK_TRY(pk_cuda_enter(fun->mod->dev, err));
    *out = (pk_fun_limits){
        .struct_size = sizeof *out,
        .max_block = attribute(fun, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
        .shared_bytes = fun->shared_static,
        .local_bytes = attribute(fun, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES),
        .registers = attribute(fun, CU_FUNC_ATTRIBUTE_NUM_REGS),
    };
    pk_cuda_leave(fun->mod->dev);
    return PK_OK;
}
