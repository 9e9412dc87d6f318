/* SPDX-License-Identifier: Apache-2.0 */
/* Launches as they were before CUDA 4: the block's shape, the dynamic shared
 * memory and the parameters, byte by byte, are set in the function and stay
 * there for its next launches. */
#include "sim/driver/driver.h"

#include <stdlib.h>
#include <string.h>

enum { PARAMS_MAX = 4096, DEFAULT_UNIT = -1 };

struct drv_legacy_launch {
    unsigned block[3], shared;
    size_t size;             /* of the parameters */
    char params[PARAMS_MAX]; /* zeros where nothing was set */
};

/* Returns a function's settings; NULL when memory is used up. */
static drv_legacy_launch *legacy_of(drv_function *f) {
    if (!f->legacy)
        f->legacy = calloc(1, sizeof *f->legacy);
    return f->legacy;
}

/* Finds the function and what is set for it, or returns. */
#define LEGACY(f, l, handle)                                                   \
    drv_function *f = drv_function_get(handle);                                \
    drv_legacy_launch *l = f ? legacy_of(f) : NULL;                            \
                                                                               \
    if (!f)                                                                    \
        return CUDA_ERROR_INVALID_HANDLE;                                      \
    if (!l)                                                                    \
    return CUDA_ERROR_OUT_OF_MEMORY

CUresult drv_func_set_block(CUfunction handle, int x, int y, int z) {
    const int block[3] = {x, y, z};

    LEGACY(f, l, handle);
    for (int i = 0; i < 3; i++)
        if (block[i] <= 0 || (unsigned)block[i] > drv.profile.max_block[i])
            return CUDA_ERROR_INVALID_VALUE;
    for (int i = 0; i < 3; i++)
        l->block[i] = (unsigned)block[i];
    return CUDA_SUCCESS;
}

CUresult drv_func_set_shared(CUfunction handle, unsigned bytes) {
    LEGACY(f, l, handle);
    l->shared = bytes;
    return CUDA_SUCCESS;
}

CUresult drv_param_set_size(CUfunction handle, unsigned bytes) {
    LEGACY(f, l, handle);
    if (bytes > PARAMS_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    l->size = bytes;
    return CUDA_SUCCESS;
}

CUresult drv_param_set(CUfunction handle, int offset, const void *value,
                       unsigned bytes) {
    LEGACY(f, l, handle);
    if (offset < 0 || offset > PARAMS_MAX ||
        bytes > (unsigned)(PARAMS_MAX - offset) || (bytes && !value))
        return CUDA_ERROR_INVALID_VALUE;
    if (bytes)
        memcpy(l->params + offset, value, bytes);
    return CUDA_SUCCESS;
}

CUresult drv_param_set_int(CUfunction handle, int offset, unsigned value) {
    return drv_param_set(handle, offset, &value, sizeof value);
}

CUresult drv_param_set_float(CUfunction handle, int offset, float value) {
    return drv_param_set(handle, offset, &value, sizeof value);
}

/* No reference to a texture can be had: textures are not simulated. */
CUresult drv_param_set_texture(CUfunction handle, int unit, void *texture) {
    (void)texture;
    if (!drv_function_get(handle))
        return CUDA_ERROR_INVALID_HANDLE;
    return unit == DEFAULT_UNIT ? CUDA_ERROR_INVALID_HANDLE
                                : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv_launch_grid_async(CUfunction handle, int width, int height,
                               CUstream stream) {
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, NULL,
                     CU_LAUNCH_PARAM_BUFFER_SIZE, NULL, CU_LAUNCH_PARAM_END};

    LEGACY(f, l, handle);
    if (width <= 0 || height <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    extra[1] = l->params;
    extra[3] = &l->size;
    return drv_launch_kernel(handle, (unsigned)width, (unsigned)height, 1,
                             l->block[0], l->block[1], l->block[2], l->shared,
                             stream, NULL, f->params_size ? extra : NULL);
}

CUresult drv_launch_grid(CUfunction function, int width, int height) {
    return drv_launch_grid_async(function, width, height, NULL);
}

CUresult drv_launch(CUfunction function) {
    return drv_launch_grid(function, 1, 1);
}
