/* SPDX-License-Identifier: Apache-2.0 */
/* Devices: what there is, opening one, what it can do. */
#include "backends/ptx/ptx.h"
#include "base/error.h"
#include "base/try.h"
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
    if (atomic_load_explicit(&dev->lost, memory_order_relaxed))
        return pk_cuda_lost(dev, err);
    return CUDA_CALL(dev, err, cuCtxPushCurrent, dev->context);
}

bool pk_cuda_enter_to_free(pk_dev *dev) {
    return dev->driver.cuCtxPushCurrent(dev->context) == CUDA_SUCCESS;
}

void pk_cuda_leave(pk_dev *dev) {
    CUcontext old;

    dev->driver.cuCtxPopCurrent(&old);
}

/* ---- launches ---- */

/* The context that pk_cuda_enter_launch has left current in this thread. */
static _Thread_local struct {
    CUcontext context;
    bool ours; /* nobody else had made it so */
} stays;

pk_status pk_cuda_enter_launch(pk_dev *dev, bool *entered, pk_error *err) {
    CUcontext now = NULL;
    const bool known = dev->driver.cuCtxGetCurrent(&now) == CUDA_SUCCESS;

    *entered = !known || (now ? now != dev->context : dev->foreign);
    if (*entered)
        return pk_cuda_enter(dev, err);
    if (!now)
        PK_TRY(CUDA_CALL(dev, err, cuCtxSetCurrent, dev->context));
    stays.ours = !now || (stays.ours && stays.context == now);
    stays.context = dev->context;
    return PK_OK;
}

bool pk_cuda_stays(const pk_dev *dev) {
    return stays.context == dev->context;
}

bool pk_cuda_has_left(pk_dev *dev) {
    CUcontext now = NULL;

    if (dev->driver.cuCtxGetCurrent(&now) == CUDA_SUCCESS &&
        now == dev->context)
        return false;
    stays.context = NULL;
    return true;
}

/* A context that is given back is nobody's. */
static void end_stay(pk_dev *dev) {
    if (stays.ours && pk_cuda_stays(dev) && !pk_cuda_has_left(dev))
        dev->driver.cuCtxSetCurrent(NULL);
    if (pk_cuda_stays(dev))
        stays.context = NULL;
}

/* ---- devices ---- */

pk_status pk_cuda_device_count(const pk_host *host, uint32_t *count,
                               pk_error *err) {
    cuda_driver driver;
    int found = 0;
    CUresult result;

    *count = 0;
    PK_TRY(pk_cuda_driver_load(host, &driver, err));
    if (driver.deviceless)
        return PK_OK;
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

uint32_t pk_cuda_attribute(const pk_dev *dev, CUdevice_attribute which) {
    int value = 0;

    if (dev->driver.cuDeviceGetAttribute(&value, which, dev->device) !=
        CUDA_SUCCESS)
        return 0;
    return value > 0 ? (uint32_t)value : 0;
}

/* The caller's context must be one of the device's. */
static pk_status check_context(pk_dev *dev, pk_error *err) {
    CUdevice device = 0;
    pk_status status;

    PK_TRY(pk_cuda_enter(dev, err));
    status = CUDA_CALL(dev, err, cuCtxGetDevice, &device);
    pk_cuda_leave(dev);
    if (status == PK_OK && device != dev->device)
        status = pk_fail(err, PK_NO_DEVICE,
                         "the CUcontext is of another device, number %d",
                         (int)device);
    return status;
}

/* A child of a process that used CUDA gets "not initialized" from all but the
 * functions that open. */
static pk_status open_context(pk_dev *dev, uint32_t index, pk_error *err) {
    int major = 0;

    PK_TRY(pk_cuda_driver_load(dev->host, &dev->driver, err));
    PK_TRY(CUDA_CALL(dev, err, cuDeviceGet, &dev->device, (int)index));
    PK_TRY(CUDA_CALL(dev, err, cuDeviceGetAttribute, &major,
                     CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                     dev->device));
    if (10 * major < PK_PTX_SM_MIN)
        return pk_fail(err, PK_UNSUPPORTED, "the GPU is older than sm_%d",
                       PK_PTX_SM_MIN);
    if (dev->foreign)
        return check_context(dev, err);
    return CUDA_CALL(dev, err, cuDevicePrimaryCtxRetain, &dev->context,
                     dev->device);
}

pk_status pk_cuda_device_open(const pk_host *host, uint32_t index, pk_dev **out,
                              pk_error *err) {
    return pk_cuda_device_adopt(host, index, 0, out, err);
}

pk_status pk_cuda_device_adopt(const pk_host *host, uint32_t index,
                               uint64_t context, pk_dev **out, pk_error *err) {
    pk_dev *dev = pk_cuda_new(host, sizeof *dev, err);
    pk_status status;

    if (!dev)
        return PK_NO_MEMORY;
    dev->host = host;
    dev->pid = getpid();
    dev->context = (CUcontext)(uintptr_t)context;
    dev->foreign = context != 0;
    pthread_mutex_init(&dev->lock, NULL);
    status = open_context(dev, index, err);
    if (status != PK_OK) {
        pthread_mutex_destroy(&dev->lock);
        pk_cuda_delete(host, dev, sizeof *dev);
        return status;
    }
    dev->shared_max = pk_cuda_attribute(
        dev, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    dev->processors =
        pk_cuda_attribute(dev, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    pk_cuda_pool_open(dev);
    *out = dev;
    return PK_OK;
}

void pk_cuda_device_close(pk_dev *dev) {
    if (getpid() == dev->pid) {
        pk_cuda_pool_close(dev);
        end_stay(dev);
        if (!dev->foreign)
            dev->driver.cuDevicePrimaryCtxRelease(dev->device);
    }
    pthread_mutex_destroy(&dev->lock);
    pk_cuda_delete(dev->host, dev, sizeof *dev);
}

/* A limit that launches are checked against: it must be known. */
static pk_status limit(pk_dev *dev, CUdevice_attribute which, uint32_t *out,
                       pk_error *err) {
    int value = 0;

    PK_TRY(
        CUDA_CALL(dev, err, cuDeviceGetAttribute, &value, which, dev->device));
    *out = value > 0 ? (uint32_t)value : 0;
    return PK_OK;
}

pk_status pk_cuda_device_caps(pk_dev *dev, pk_caps *out, pk_error *err) {
    uint32_t sm =
        pk_cuda_attribute(dev, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) *
            10 +
        pk_cuda_attribute(dev, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    char target[16], name[96] = "";
    size_t bytes = 0;

    /* A GPU newer than we know runs what the newest we know runs. */
    snprintf(target, sizeof target, "sm_%u",
             sm < PK_PTX_SM_MAX ? sm : PK_PTX_SM_MAX);
    PK_TRY(pk_cuda_target_caps(dev->host, target, out, err));
    for (int i = 0; i < 3; i++) {
        PK_TRY(limit(dev, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + i,
                     &out->max_block_dim[i], err));
        PK_TRY(limit(dev, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + i,
                     &out->max_grid_dim[i], err));
    }
    if (dev->shared_max)
        out->shared_bytes = dev->shared_max;
    if (!pk_cuda_attribute(dev, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) ||
        !dev->driver.cuLaunchCooperativeKernel)
        out->features &= ~(uint64_t)PK_CAP_grid_sync;
    if (dev->driver.stop_word)
        out->features |= PK_CAP_stops;
    PK_TRY(CUDA_CALL(dev, err, cuDeviceTotalMem, &bytes, dev->device));
    out->global_bytes = out->max_alloc = bytes;
    PK_TRY(
        CUDA_CALL(dev, err, cuDeviceGetName, name, sizeof name, dev->device));
    snprintf(out->cache_id, sizeof out->cache_id, "sm_%u %d %s", sm,
             dev->driver.version, name);
    return PK_OK;
}
