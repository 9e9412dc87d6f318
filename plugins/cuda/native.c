/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's handles, out and in: CUcontext, CUstream, CUdeviceptr. */
#include "base/try.h"
#include "plugins/cuda/cuda.h"

static void native_device(pk_dev *dev, uint64_t *device, uint64_t *context) {
    *device = (uint64_t)dev->device;
    *context = (uintptr_t)dev->context;
}

static uint64_t native_queue(pk_que *que) {
    return (uintptr_t)que->stream;
}

static uint64_t native_mem(pk_mem *mem) {
    return mem->address;
}

static pk_status import_queue(pk_dev *dev, uint64_t handle, pk_que **out,
                              pk_error *err) {
    pk_que *que;
    pk_status status;

    PK_TRY(pk_cuda_enter(dev, err));
    pk_cuda_leave(dev);
    que = pk_cuda_new(dev->host, sizeof *que, err);
    status = que ? PK_OK : PK_NO_MEMORY;
    if (que) {
        que->dev = dev;
        que->foreign = true;
        que->stream = (CUstream)(uintptr_t)handle;
        *out = que;
    }
    return status;
}

static pk_status import_mem(pk_dev *dev, uint64_t handle, uint64_t size,
                            pk_mem **out, pk_error *err) {
    pk_mem *mem = pk_cuda_new(dev->host, sizeof *mem, err);

    (void)size;
    if (!mem)
        return PK_NO_MEMORY;
    mem->dev = dev;
    mem->foreign = true;
    mem->address = handle;
    *out = mem;
    return PK_OK;
}

const pk_native_ext pk_cuda_native = {
    .struct_size = sizeof pk_cuda_native,
    .api = "cuda",
    .device = native_device,
    .queue = native_queue,
    .mem = native_mem,
    .queue_import = import_queue,
    .mem_import = import_mem,
    .device_adopt = pk_cuda_device_adopt,
};
