/* SPDX-License-Identifier: Apache-2.0 */
/* Modules: the driver links PTX into a binary for the device, which is what
 * gets loaded and what caches keep. */
#include "backends/ptx/ptx.h"
#include "base/error.h"
#include "base/try.h"
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

/* ---- the driver's assembler ---- */

typedef struct assembly {
    pk_dev *dev;
    const pk_artifact *ptx; /* ends with NUL */
    char info[4096], errors[4096];
    CUlinkState state;
    void *cubin; /* the driver's, while `state` lives */
    size_t size;
} assembly;

/* "line 12" in the assembler's words; 0 when there is none. */
static uint32_t line_of(const char *log) {
    const char *at = strstr(log, ", line ");
    uint32_t line = 0;

    for (at = at ? at + strlen(", line ") : ""; *at >= '0' && *at <= '9'; at++)
        line = line < 100000000 ? 10 * line + (uint32_t)(*at - '0') : line;
    return line;
}

/* Line `number` of a text, without what it is indented by. */
static const char *find_line(const char *text, uint32_t number, int *length) {
    for (; text && number > 1; number--) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    text = text && number ? text + strspn(text, "\t ") : "";
    *length = (int)strcspn(text, "\n");
    return text;
}

/* Reports the assembler's message, and the line of PTX that it is about. */
static pk_status refuse(assembly *a, CUresult result, const char *function,
                        pk_error *err) {
    pk_error why = {0};
    int length = 0;
    const char *line = find_line(a->ptx->bytes, line_of(a->errors), &length);
    pk_status status = pk_cuda_failed(a->dev, result, function, &why);
    size_t said = strcspn(a->errors, "\n");

    if (said)
        pk_fail(err, status, "%.240s; %.*s%s%.*s", why.message,
                said < 240 ? (int)said : 240, a->errors,
                length ? "; PTX: " : "", length < 120 ? length : 120, line);
    else
        pk_fail(err, status, "%s", why.message);
    if (err)
        err->driver_code = result;
    return status;
}

static void tell(const assembly *a) {
    const pk_host *host = a->dev->host;

    if (*a->info)
        host->log(host->self, 3, "ptxas", a->info);
    if (*a->errors)
        host->log(host->self, 1, "ptxas", a->errors);
}

static pk_status run_assembler(assembly *a, pk_error *err) {
    const cuda_driver *d = &a->dev->driver;
    CUjit_option options[] = {
        CU_JIT_INFO_LOG_BUFFER,  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
        CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        CU_JIT_LOG_VERBOSE,      CU_JIT_GENERATE_LINE_INFO};
    void *values[] = {a->info,
                      (void *)(uintptr_t)sizeof a->info,
                      a->errors,
                      (void *)(uintptr_t)sizeof a->errors,
                      (void *)(uintptr_t)1,
                      (void *)(uintptr_t)1};
    CUresult result = d->cuLinkCreate(sizeof options / sizeof *options, options,
                                      values, &a->state);

    if (result != CUDA_SUCCESS)
        return refuse(a, result, "cuLinkCreate", err);
    result = d->cuLinkAddData(a->state, CU_JIT_INPUT_PTX, a->ptx->bytes,
                              a->ptx->size + 1, "portkern", 0, NULL, NULL);
    if (result != CUDA_SUCCESS)
        return refuse(a, result, "cuLinkAddData", err);
    result = d->cuLinkComplete(a->state, &a->cubin, &a->size);
    return result == CUDA_SUCCESS ? PK_OK
                                  : refuse(a, result, "cuLinkComplete", err);
}

static pk_status assemble(pk_mod *mod, const pk_artifact *ptx, pk_error *err) {
    assembly *a = pk_cuda_new(mod->dev->host, sizeof *a, err);
    pk_status status;

    if (!a)
        return PK_NO_MEMORY;
    a->dev = mod->dev;
    a->ptx = ptx;
    status = run_assembler(a, err);
    tell(a);
    if (status == PK_OK)
        status = keep_cubin(mod, a->cubin, a->size, err);
    if (a->state)
        mod->dev->driver.cuLinkDestroy(a->state);
    pk_cuda_delete(mod->dev->host, a, sizeof *a);
    return status;
}

/* ---- modules ---- */

static pk_status has_variable(pk_mod *mod, const char *name, bool *out,
                              pk_error *err) {
    CUdeviceptr word;
    size_t size;
    CUresult result =
        mod->dev->driver.cuModuleGetGlobal(&word, &size, mod->module, name);

    *out = result == CUDA_SUCCESS;
    return *out || result == CUDA_ERROR_NOT_FOUND
               ? PK_OK
               : pk_cuda_result(mod->dev, result, "cuModuleGetGlobal", err);
}

/* Functions that call themselves: the context's threads get a larger stack,
 * unless somebody has given them one before. */
static pk_status make_stack(pk_dev *dev, pk_error *err) {
    size_t bytes = 0;

    PK_TRY(CUDA_CALL(dev, err, cuCtxGetLimit, &bytes, CU_LIMIT_STACK_SIZE));
    return bytes >= PK_CUDA_STACK_BYTES
               ? PK_OK
               : CUDA_CALL(dev, err, cuCtxSetLimit, CU_LIMIT_STACK_SIZE,
                           PK_CUDA_STACK_BYTES);
}

/* A module says by variables what it wants. */
static pk_status load(pk_mod *mod, const pk_artifact *artifact, pk_error *err) {
    pk_dev *dev = mod->dev;
    bool recursive, syncs;

    if (strcmp(artifact->format, "ptx") == 0)
        PK_TRY(assemble(mod, artifact, err));
    else if (strcmp(artifact->format, "cubin") == 0)
        PK_TRY(keep_cubin(mod, artifact->bytes, artifact->size, err));
    else
        return pk_fail(err, PK_BAD_ARG, "cuda loads ptx or cubin, not %.16s",
                       artifact->format);
    PK_TRY(CUDA_CALL(dev, err, cuModuleLoadData, &mod->module, mod->cubin));
    PK_TRY(has_variable(mod, PK_PTX_STACK_WORD, &recursive, err));
    if (recursive)
        PK_TRY(make_stack(dev, err));
    PK_TRY(has_variable(mod, PK_PTX_GRID_WORD, &syncs, err));
    return syncs ? CUDA_CALL(dev, err, cuEventCreate, &mod->turn,
                             CU_EVENT_DISABLE_TIMING)
                 : PK_OK;
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

    if (!mod)
        return PK_NO_MEMORY;
    mod->dev = dev;
    pthread_mutex_init(&mod->turn_lock, NULL);
    for (uint32_t i = 0; i < entry_count; i++) {
        uint32_t moved = pk_ptx_shared_moved(entries[i].shared_static);
        mod->shared_dynamic |= entries[i].shared_dynamic || moved;
        if (moved > mod->shared_moved)
            mod->shared_moved = moved;
    }
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

    if (mod->module && pk_cuda_enter_to_free(mod->dev)) {
        if (mod->turn)
            mod->dev->driver.cuEventDestroy(mod->turn);
        mod->dev->driver.cuModuleUnload(mod->module);
        pk_cuda_leave(mod->dev);
    }
    pthread_mutex_destroy(&mod->turn_lock);
    for (pk_fun *fun = mod->functions, *next; fun; fun = next) {
        next = fun->next;
        pk_cuda_delete(host, fun, sizeof *fun + strlen(fun->name) + 1);
    }
    if (mod->cubin)
        pk_cuda_delete(host, mod->cubin, mod->cubin_size + 1);
    pk_cuda_delete(host, mod, sizeof *mod);
}

/* ---- functions ---- */

static pk_status attribute(const pk_fun *fun, CUfunction_attribute which,
                           uint32_t *out, pk_error *err) {
    int value = 0;

    PK_TRY(CUDA_CALL(fun->mod->dev, err, cuFuncGetAttribute, &value, which,
                     fun->function));
    *out = value > 0 ? (uint32_t)value : 0;
    return PK_OK;
}

/* More shared memory than 48 KiB must be asked for, once per function. */
static pk_status allow_shared(pk_fun *fun, pk_error *err) {
    pk_dev *dev = fun->mod->dev;
    uint32_t most = dev->shared_max;

    PK_TRY(attribute(fun, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
                     &fun->shared_static, err));
    if (!fun->mod->shared_dynamic || most <= 48 << 10 ||
        fun->shared_static >= most)
        return PK_OK;
    return CUDA_CALL(dev, err, cuFuncSetAttribute, fun->function,
                     CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                     (int)(most - fun->shared_static));
}

static pk_status find_function(pk_fun *fun, pk_error *err) {
    pk_dev *dev = fun->mod->dev;
    pk_arena arena;
    const char *name;
    pk_status status;

    pk_arena_init(&arena, dev->host->allocator);
    name = pk_ptx_entry_name(&arena, fun->name);
    status = arena.failed ? pk_fail_no_memory(err)
                          : CUDA_CALL(dev, err, cuModuleGetFunction,
                                      &fun->function, fun->mod->module, name);
    pk_arena_finish(&arena);
    return status == PK_OK ? allow_shared(fun, err) : status;
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

static pk_status read_limits(const pk_fun *fun, pk_fun_limits *out,
                             pk_error *err) {
    *out = (pk_fun_limits){.struct_size = sizeof *out,
                           .shared_bytes = fun->shared_static};
    PK_TRY(attribute(fun, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                     &out->max_block, err));
    PK_TRY(attribute(fun, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, &out->local_bytes,
                     err));
    return attribute(fun, CU_FUNC_ATTRIBUTE_NUM_REGS, &out->registers, err);
}

/* A driver of no occupancy for any block says 0. */
pk_status pk_cuda_suggest_block(pk_fun *fun, uint32_t shared_dynamic,
                                uint32_t most, uint32_t *threads,
                                uint32_t *blocks, pk_error *err) {
    pk_dev *dev = fun->mod->dev;
    int count = 0, size = 0;
    pk_status status;

    if (!dev->driver.cuOccupancyMaxPotentialBlockSize)
        return PK_UNSUPPORTED;
    PK_TRY(pk_cuda_enter(dev, err));
    status =
        CUDA_CALL(dev, err, cuOccupancyMaxPotentialBlockSize, &count, &size,
                  fun->function, NULL,
                  (size_t)fun->mod->shared_moved + shared_dynamic, (int)most);
    pk_cuda_leave(dev);
    if (status == PK_OK && (count < 1 || size < 1))
        return PK_UNSUPPORTED;
    *threads = (uint32_t)size;
    *blocks = (uint32_t)count;
    return status;
}

pk_status pk_cuda_function_limits(pk_fun *fun, pk_fun_limits *out,
                                  pk_error *err) {
    pk_status status;

    PK_TRY(pk_cuda_enter(fun->mod->dev, err));
    status = read_limits(fun, out, err);
    pk_cuda_leave(fun->mod->dev);
    return status;
}
