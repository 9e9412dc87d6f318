/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts: the primary one and those that programs make, and the stack of
 * them that each thread has. */
#include "sim/driver/driver.h"

#include <stdlib.h>

drv_context *drv_context_get(CUcontext handle) {
    drv_context *context = drv_handle_get(DRV_context, handle);

    return context && context->active ? context : NULL;
}

CUresult drv_unknown(CUresult because) {
    if (!drv_self.current)
        return CUDA_ERROR_INVALID_CONTEXT;
    return drv_self.current->dead ? drv_self.current->dead : because;
}

void drv_context_kill(drv_context *context, CUresult why) {
    const char *name = NULL;

    if (!context->dead)
        context->dead = why;
    drv_get_error_name(why, &name);
    drv_log(DRV_LOG_error, "context %llu failed with %s",
            (unsigned long long)context->id, name ? name : "?");
}

/* ---- life ---- */

static void start_stream(drv_context *context, drv_stream *stream) {
    *stream = (drv_stream){.context = context, .id = ++drv.next_id};
}

static void context_start(drv_context *context, unsigned flags) {
    context->active = true;
    context->dead = CUDA_SUCCESS;
    context->id = ++drv.next_id;
    context->flags = flags;
    context->api_version = 3020;
    context->cache = context->banks = 0;
    context->limits[CU_LIMIT_STACK_SIZE] = 1024;
    context->limits[CU_LIMIT_PRINTF_FIFO_SIZE] = 1 << 20;
    context->limits[CU_LIMIT_MALLOC_HEAP_SIZE] = 8 << 20;
    context->limits[CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH] = 2;
    context->limits[CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT] = 2048;
    context->limits[CU_LIMIT_MAX_L2_FETCH_GRANULARITY] = 64;
    context->limits[CU_LIMIT_PERSISTING_L2_CACHE_SIZE] = 0;
    start_stream(context, &context->legacy);
    start_stream(context, &context->per_thread);
}

static drv_context *context_new(void) {
    drv_context *context = calloc(1, sizeof *context);

    if (!context)
        return NULL;
    context->handle = drv_handle_new(DRV_context, context);
    if (!context->handle) {
        free(context);
        return NULL;
    }
    return context;
}

static void clear_streams(drv_context *context) {
    drv_stream *stream;
    size_t at = 0;

    while ((stream = drv_handle_next(DRV_stream, &at)))
        if (stream->context == context)
            drv_stream_free(stream);
    drv_stream_forget(&context->legacy);
    drv_stream_forget(&context->per_thread);
}

void drv_context_clear(drv_context *context) {
    drv_event *event;
    drv_module *module;
    size_t at = 0;

    clear_streams(context);
    while ((event = drv_handle_next(DRV_event, &at)))
        if (event->context == context)
            drv_event_free(event);
    at = 0;
    while ((module = drv_handle_next(DRV_module, &at)))
        if (module->context == context)
            drv_module_free(module);
    drv_memory_clear(context);
}

static bool is_current(const drv_context *context) {
    return drv_self.depth > 0 &&
           drv_self.stack[drv_self.depth - 1] == context->handle;
}

/* ---- the primary context ---- */

CUresult drv_primary_retain(CUcontext *context, CUdevice device) {
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    if (!drv.primary && !(drv.primary = context_new()))
        return CUDA_ERROR_OUT_OF_MEMORY;
    drv.primary->primary = true;
    if (!drv.primary->active)
        context_start(drv.primary, drv.primary_flags);
    drv.primary->references++;
    *context = drv.primary->handle;
    return CUDA_SUCCESS;
}

static void primary_stop(void) {
    drv_context_clear(drv.primary);
    drv.primary->active = false;
    drv.primary->references = 0;
}

CUresult drv_primary_release(CUdevice device) {
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    if (!drv.primary || drv.primary->references == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (--drv.primary->references == 0)
        primary_stop();
    return CUDA_SUCCESS;
}

/* As the driver: retained or not, what the context holds goes; it is started
 * again at once for those who still hold it. */
CUresult drv_primary_reset(CUdevice device) {
    unsigned references;

    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    if (!drv.primary || !drv.primary->active)
        return CUDA_SUCCESS;
    references = drv.primary->references;
    primary_stop();
    if (references) {
        context_start(drv.primary, drv.primary_flags);
        drv.primary->references = references;
    }
    return CUDA_SUCCESS;
}

CUresult drv_primary_set_flags(CUdevice device, unsigned flags) {
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    if (flags & ~(unsigned)CU_CTX_FLAGS_MASK)
        return CUDA_ERROR_INVALID_VALUE;
    drv.primary_flags = flags;
    if (drv.primary && drv.primary->active)
        drv.primary->flags = flags;
    return CUDA_SUCCESS;
}

CUresult drv_primary_get_state(CUdevice device, unsigned *flags, int *active) {
    if (!flags || !active)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    *flags = drv.primary_flags;
    *active = drv.primary && drv.primary->active;
    return CUDA_SUCCESS;
}

/* ---- contexts of the program's own ---- */

static CUresult push(CUcontext handle) {
    enum { DEPTH = sizeof drv_self.stack / sizeof *drv_self.stack };

    if (drv_self.depth == DEPTH)
        return CUDA_ERROR_OUT_OF_MEMORY;
    drv_self.stack[drv_self.depth++] = handle;
    return CUDA_SUCCESS;
}

CUresult drv_ctx_create(CUcontext *context, unsigned flags, CUdevice device) {
    drv_context *made;
    CUresult result;

    if (!context || flags & ~(unsigned)CU_CTX_FLAGS_MASK)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    made = context_new();
    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    result = push(made->handle);
    if (result != CUDA_SUCCESS) {
        drv_handle_drop(DRV_context, made->handle);
        free(made);
        return result;
    }
    context_start(made, flags);
    made->usage = 1;
    *context = made->handle;
    return CUDA_SUCCESS;
}

CUresult drv_ctx_create_v3(CUcontext *context, void *affinity, int count,
                           unsigned flags, CUdevice device) {
    if (affinity || count)
        return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
    return drv_ctx_create(context, flags, device);
}

CUresult drv_ctx_create_v4(CUcontext *context, CUctxCreateParams *params,
                           unsigned flags, CUdevice device) {
    if (params && params->numExecAffinityParams)
        return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
    if (params && params->cigParams)
        return CUDA_ERROR_NOT_SUPPORTED;
    return drv_ctx_create(context, flags, device);
}

CUresult drv_ctx_destroy(CUcontext handle) {
    drv_context *context = drv_handle_get(DRV_context, handle);

    if (!context || context->primary)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (is_current(context))
        drv_self.depth--;
    drv_context_clear(context);
    drv_handle_drop(DRV_context, handle);
    free(context);
    return CUDA_SUCCESS;
}

CUresult drv_ctx_attach(CUcontext *context, unsigned flags) {
    if (!context || flags)
        return CUDA_ERROR_INVALID_VALUE;
    drv_self.current->usage++;
    *context = drv_self.current->handle;
    return CUDA_SUCCESS;
}

/* The last one to detach destroys the context; the primary one stays with
 * those who retain it. */
CUresult drv_ctx_detach(CUcontext handle) {
    drv_context *context = drv_context_get(handle);

    if (!context || !is_current(context) || context->usage == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (--context->usage || context->primary)
        return CUDA_SUCCESS;
    return drv_ctx_destroy(handle);
}

/* ---- which one is current ---- */

CUresult drv_ctx_push(CUcontext context) {
    if (!drv_context_get(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    return push(context);
}

CUresult drv_ctx_pop(CUcontext *context) {
    if (drv_self.depth == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    drv_self.depth--;
    if (context)
        *context = drv_self.stack[drv_self.depth];
    return CUDA_SUCCESS;
}

CUresult drv_ctx_set_current(CUcontext context) {
    if (context && !drv_context_get(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (drv_self.depth > 0)
        drv_self.depth--;
    return context ? push(context) : CUDA_SUCCESS;
}

CUresult drv_ctx_get_current(CUcontext *context) {
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    *context = drv_self.depth ? drv_self.stack[drv_self.depth - 1] : NULL;
    return CUDA_SUCCESS;
}

/* NULL means the current one. */
static CUresult find(CUcontext handle, drv_context **out) {
    *out = handle ? drv_context_get(handle) : drv_self.current;
    return *out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

/* For the two that got a parameter in their second version: programs older
 * than it that take the _v2 of whatever there is (Numba) pass nothing, so what
 * is no context means the current one. */
static CUresult find_any(CUcontext handle, drv_context **out) {
    *out = drv_context_get(handle);
    return *out ? CUDA_SUCCESS : find(NULL, out);
}

CUresult drv_ctx_get_device(CUdevice *device) {
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult drv_ctx_get_device_v2(CUdevice *device, CUcontext context) {
    drv_context *found;
    CUresult result = find_any(context, &found);

    return result ? result : drv_ctx_get_device(device);
}

CUresult drv_ctx_get_id(CUcontext context, unsigned long long *id) {
    drv_context *found;
    CUresult result = find(context, &found);

    if (result)
        return result;
    if (!id)
        return CUDA_ERROR_INVALID_VALUE;
    *id = found->id;
    return CUDA_SUCCESS;
}

CUresult drv_ctx_get_api_version(CUcontext context, unsigned *version) {
    drv_context *found;
    CUresult result = find(context, &found);

    if (result)
        return result;
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = found->api_version;
    return CUDA_SUCCESS;
}

/* ---- what is set for one ---- */

CUresult drv_ctx_get_flags(unsigned *flags) {
    if (!flags)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = drv_self.current->flags;
    return CUDA_SUCCESS;
}

CUresult drv_ctx_set_flags(unsigned flags) {
    if (flags & ~(unsigned)CU_CTX_FLAGS_MASK)
        return CUDA_ERROR_INVALID_VALUE;
    drv_self.current->flags = flags;
    return CUDA_SUCCESS;
}

/* Only other threads' kernels may run. */
static CUresult wait_for_all(drv_context *context) {
    CUcontext handle = context->handle;

    while (context->busy) {
        drv_wait();
        if (!drv_context_get(handle))
            return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    }
    return context->dead;
}

CUresult drv_ctx_synchronize(void) {
    CUresult result = drv_capture_unsafe();

    return result ? result : wait_for_all(drv_self.current);
}

CUresult drv_ctx_synchronize_v2(CUcontext context) {
    drv_context *found;
    CUresult result = find_any(context, &found);

    if (result == CUDA_SUCCESS)
        result = found->dead ? found->dead : drv_capture_unsafe();
    return result ? result : wait_for_all(found);
}

CUresult drv_ctx_set_limit(CUlimit limit, size_t value) {
    if (limit < 0 || limit > 9)
        return CUDA_ERROR_INVALID_VALUE;
    if (limit >= CU_LIMIT_COUNT || limit == CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH)
        return CUDA_ERROR_UNSUPPORTED_LIMIT;
    if (limit == CU_LIMIT_STACK_SIZE && value > 512 << 10)
        return CUDA_ERROR_INVALID_VALUE;
    if (limit == CU_LIMIT_STACK_SIZE)
        value = (value + 15) & ~(size_t)15;
    drv_self.current->limits[limit] = value;
    return CUDA_SUCCESS;
}

CUresult drv_ctx_get_limit(size_t *value, CUlimit limit) {
    if (!value || limit < 0 || limit > 9)
        return CUDA_ERROR_INVALID_VALUE;
    if (limit >= CU_LIMIT_COUNT)
        return CUDA_ERROR_UNSUPPORTED_LIMIT;
    *value = drv_self.current->limits[limit];
    return CUDA_SUCCESS;
}

CUresult drv_ctx_get_cache(int *config) {
    if (!config)
        return CUDA_ERROR_INVALID_VALUE;
    *config = drv_self.current->cache;
    return CUDA_SUCCESS;
}

CUresult drv_ctx_set_cache(int config) {
    if (config < 0 || config > 3)
        return CUDA_ERROR_INVALID_VALUE;
    drv_self.current->cache = config;
    return CUDA_SUCCESS;
}

CUresult drv_ctx_get_banks(int *config) {
    if (!config)
        return CUDA_ERROR_INVALID_VALUE;
    *config = drv_self.current->banks;
    return CUDA_SUCCESS;
}

CUresult drv_ctx_set_banks(int config) {
    if (config < 0 || config > 2)
        return CUDA_ERROR_INVALID_VALUE;
    drv_self.current->banks = config;
    return CUDA_SUCCESS;
}

CUresult drv_ctx_get_priorities(int *least, int *greatest) {
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return CUDA_SUCCESS;
}

CUresult drv_ctx_reset_l2(void) {
    return CUDA_SUCCESS;
}

CUresult drv_ctx_get_affinity(void *out, int type) {
    (void)out;
    (void)type;
    return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
}

CUresult drv_ctx_record_event(CUcontext context, CUevent event) {
    drv_context *found;
    CUresult result = find(context, &found);

    return result ? result : found->dead ? found->dead : drv_record_now(event);
}

CUresult drv_ctx_wait_event(CUcontext context, CUevent event) {
    drv_context *found;
    CUresult result = find(context, &found);

    if (result || found->dead)
        return result ? result : found->dead;
    return drv_event_get(event) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

/* There is one device, so no context is another's peer. */
CUresult drv_ctx_enable_peer(CUcontext peer, unsigned flags) {
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    return drv_context_get(peer) ? CUDA_ERROR_INVALID_DEVICE
                                 : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult drv_ctx_disable_peer(CUcontext peer) {
    return drv_context_get(peer) ? CUDA_ERROR_PEER_ACCESS_NOT_ENABLED
                                 : CUDA_ERROR_INVALID_CONTEXT;
}
