/* SPDX-License-Identifier: Apache-2.0 */
/* Devices: what there is, opening one, what it can do. */
#include "backends/ptx/ptx.h"
#include "core/error.h"
#include "plugins/cuda/cuda.h"

#include <stdio.h>
#include <string.h>

void *pk_cuda_new(const pk_host *host, size_t size, pk_error *err) {
    void *object = host->allocator->alloc(host->allocator->self, size);

    if (!object)
        pk_fail_no_memory(err);
    else
        memset(object, 0, size);
    return object;
}

void pk_cuda_delete(const pk_host *host, void *object, size_t size) {
    host->allocator->release(host->allocator->self, object, size);
}

pk_status pk_cuda_enter(pk_dev *dev, pk_error *err) {
    if (getpid() != dev->pid)
        return pk_fail(err, PK_FORKED,
                       "CUDA cannot be used in a child of the process that "
                       "opened the device");
    return pk_cuda_check(&dev->driver,
                         dev->driver.cuCtxPushCurrent(dev->context),
                         "cuCtxPushCurrent", err);
}

void pk_cuda_leave(pk_dev *dev) {
    CUcontext old;

    dev->driver.cuCtxPopCurrent(&old);
}

pk_status pk_cuda_device_count(const pk_host *host, uint32_t *count,
                               pk_error *err) {
    cuda_driver driver;
    int found = 0;
    CUresult result;

    PK_TRY(pk_cuda_driver_load(host, &driver, err));
    result = driver.cuDeviceGetCount(&found);
    *count = found > 0 ? (uint32_t)found : 0;
    return result == CUDA_ERROR_NO_DEVICE
               ? PK_OK
               : pk_cuda_check(&driver, result, "cuDeviceGetCount", err);
}

pk_status pk_cuda_device_info(const pk_host *host, uint32_t index,
                              pk_dev_info *out, pk_error *err) {
    cuda_driver driver;
    CUdevice device;

    PK_TRY(pk_cuda_driver_load(host, &driver, err));
    PK_TRY(pk_cuda_check(&driver, driver.cuDeviceGet(&device, (int)index),
                         "cuDeviceGet", err));
    *out = (pk_dev_info){.struct_size = sizeof *out, .is_gpu = 1};
    PK_TRY(pk_cuda_check(
        &driver, driver.cuDeviceGetName(out->name, sizeof out->name, device),
        "cuDeviceGetName", err));
    snprintf(out->platform, sizeof out->platform, "NVIDIA CUDA %d.%d",
             driver.version / 1000, driver.version % 1000 / 10);
    return PK_OK;
}

static uint32_t attribute(const pk_dev *dev, CUdevice_attribute which) {
    int value = 0;

    dev->driver.cuDeviceGetAttribute(&value, which, dev->device);
    return value > 0 ? (uint32_t)value : 0;
}

static pk_status open_context(pk_dev *dev, uint32_t index, pk_error *err) {
    cuda_driver *d = &dev->driver;

    PK_TRY(pk_cuda_driver_load(dev->host, d, err));
    PK_TRY(pk_cuda_check(d, d->cuDeviceGet(&dev->device, (int)index),
                         "cuDeviceGet", err));
    if (10 * attribute(dev, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) <
        PK_PTX_SM_MIN)
        return pk_fail(err, PK_UNSUPPORTED, "the GPU is older than sm_%d",
                       PK_PTX_SM_MIN);
    return pk_cuda_check(
        d, d->cuDevicePrimaryCtxRetain(&dev->context, dev->device),
        "cuDevicePrimaryCtxRetain", err);
}

pk_status pk_cuda_device_open(const pk_host *host, uint32_t index, pk_dev **out,
                              pk_error *err) {
    pk_dev *dev = pk_cuda_new(host, sizeof *dev, err);
    pk_status status;

    if (!dev)
        return PK_NO_MEMORY;
    dev->host = host;
    dev->pid = getpid();
    status = open_context(dev, index, err);
    if (status != PK_OK) {
        pk_cuda_delete(host, dev, sizeof *dev);
        return status;
    }
    dev->shared_max =
        attribute(dev, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    *out = dev;
    return PK_OK;
}

void pk_cuda_device_close(pk_dev *dev) {
    if (getpid() == dev->pid)
        dev->driver.cuDevicePrimaryCtxRelease(dev->device);
    pk_cuda_delete(dev->host, dev, sizeof *dev);
}

pk_status pk_cuda_device_caps(pk_dev *dev, pk_caps *out, pk_error *err) {
    uint32_t sm =
        attribute(dev, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) * 10 +
        attribute(dev, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    char target[16], name[96] = "";
    size_t bytes = 0;

    /* A GPU newer than we know runs what the newest we know runs. */
    snprintf(target, sizeof target, "sm_%u",
             sm < PK_PTX_SM_MAX ? sm : PK_PTX_SM_MAX);
    PK_TRY(pk_cuda_target_caps(dev->host, target, out, err));
    for (int i = 0; i < 3; i++) {
        out->max_block_dim[i] =
            attribute(dev, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + i);
        out->max_grid_dim[i] =
            attribute(dev, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + i);
    }
    if (dev->shared_max > out->shared_bytes)
        out->shared_bytes = dev->shared_max;
    PK_TRY(pk_cuda_check(&dev->driver,
                         dev->driver.cuDeviceTotalMem(&bytes, dev->device),
                         "cuDeviceTotalMem", err));
    out->global_bytes = out->max_alloc = bytes;
    dev->driver.cuDeviceGetName(name, sizeof name, dev->device);
    snprintf(out->cache_id, sizeof out->cache_id, "sm_%u %d %s", sm,
             dev->driver.version, name);
    return PK_OK;
}
