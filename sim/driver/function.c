/* SPDX-License-Identifier: Apache-2.0 */
/* Functions: what is known about one and what may be set. */
#include "sim/driver/driver.h"

CUresult drv_function_attribute(const drv_function *f,
                                CUfunction_attribute attribute, int *value) {
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = (int)f->info.max_threads;
        break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        *value = (int)f->info.shared_static;
        break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
        *value = (int)f->info.const_bytes;
        break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
        *value = (int)f->info.local_bytes;
        break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = (int)f->info.registers; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = f->info.sm; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = drv.profile.sm; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = (int)f->shared_allowed;
        break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        *value = f->carveout;
        break;
    default:
        if (attribute < 0 ||
            attribute > CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE)
            return CUDA_ERROR_INVALID_VALUE;
        *value = 0; /* caching, clusters */
    }
    return CUDA_SUCCESS;
}

CUresult drv_function_set(drv_function *f, CUfunction_attribute attribute,
                          int value) {
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        if (value < 0 ||
            (uint64_t)value + f->info.shared_static > drv.profile.shared_optin)
            return CUDA_ERROR_INVALID_VALUE;
        f->shared_allowed = (uint32_t)value;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        if (value < -1 || value > 100)
            return CUDA_ERROR_INVALID_VALUE;
        f->carveout = value;
        return CUDA_SUCCESS;
    default:
        if (attribute >= CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET &&
            attribute <= CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE)
            return CUDA_ERROR_NOT_SUPPORTED;
        return CUDA_ERROR_INVALID_VALUE; /* the others cannot be set */
    }
}

/* Finds the function or returns. */
#define FUNCTION(name, handle)                                                 \
    drv_function *name = drv_function_get(handle);                             \
                                                                               \
    if (!name)                                                                 \
    return CUDA_ERROR_INVALID_HANDLE

CUresult drv_func_get_attribute(int *value, CUfunction_attribute attribute,
                                CUfunction handle) {
    FUNCTION(f, handle);
    return value ? drv_function_attribute(f, attribute, value)
                 : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv_func_set_attribute(CUfunction handle,
                                CUfunction_attribute attribute, int value) {
    FUNCTION(f, handle);
    return drv_function_set(f, attribute, value);
}

CUresult drv_func_set_cache(CUfunction handle, int config) {
    FUNCTION(f, handle);
    (void)f;
    return config < 0 || config > 3 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult drv_func_set_banks(CUfunction handle, int config) {
    FUNCTION(f, handle);
    (void)f;
    return config < 0 || config > 2 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult drv_func_get_module(CUmodule *module, CUfunction handle) {
    FUNCTION(f, handle);
    if (!module)
        return CUDA_ERROR_INVALID_VALUE;
    *module = f->module->handle;
    return CUDA_SUCCESS;
}

CUresult drv_func_get_name(const char **name, CUfunction handle) {
    FUNCTION(f, handle);
    if (!name)
        return CUDA_ERROR_INVALID_VALUE;
    *name = f->info.name;
    return CUDA_SUCCESS;
}

CUresult drv_function_place(const drv_function *f, size_t index, size_t *offset,
                            size_t *size) {
    uint32_t at, bytes;

    if (!offset || !sim_function_param(f->sim, index, &at, &bytes))
        return CUDA_ERROR_INVALID_VALUE;
    *offset = at;
    if (size)
        *size = bytes;
    return CUDA_SUCCESS;
}

CUresult drv_func_get_param_info(CUfunction handle, size_t index,
                                 size_t *offset, size_t *size) {
    FUNCTION(f, handle);
    return drv_function_place(f, index, offset, size);
}

/* Everything is loaded when its module is. */
CUresult drv_func_is_loaded(int *state, CUfunction handle) {
    enum { LOADED = 1 };

    FUNCTION(f, handle);
    (void)f;
    if (!state)
        return CUDA_ERROR_INVALID_VALUE;
    *state = LOADED;
    return CUDA_SUCCESS;
}

CUresult drv_func_load(CUfunction handle) {
    return drv_function_get(handle) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}
