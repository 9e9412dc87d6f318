/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's handles, out and in: cl_context, cl_command_queue, cl_mem. */
#include "base/try.h"
#include "plugins/opencl/opencl.h"

static void native_device(pk_dev *dev, uint64_t *device, uint64_t *context) {
    *device = (uintptr_t)dev->place.id;
    *context = (uintptr_t)dev->context;
}

static uint64_t native_queue(pk_que *que) {
    return (uintptr_t)que->queue;
}

static uint64_t native_mem(pk_mem *mem) {
    return (uintptr_t)mem->buffer;
}

/* A pk_que promises an order, which a queue of the caller's must keep. */
static pk_status check_queue(pk_dev *dev, cl_command_queue queue,
                             pk_error *err) {
    cl_bitfield properties = 0;
    cl_context context = NULL;
    cl_int code;

    PK_TRY(pk_cl_enter(dev, err));
    code = dev->cl->clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES,
                                          sizeof properties, &properties, NULL);
    if (code == CL_SUCCESS)
        code = dev->cl->clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT,
                                              sizeof context, &context, NULL);
    PK_TRY(pk_cl_done(dev, code, "clGetCommandQueueInfo", err));
    if (context != dev->context)
        return pk_fail(err, PK_BAD_ARG,
                       "the cl_command_queue is of another cl_context");
    if (properties & CL_QUEUE_OUT_OF_ORDER)
        return pk_fail(err, PK_BAD_ARG,
                       "the cl_command_queue runs commands out of order");
    return PK_OK;
}

static pk_status import_queue(pk_dev *dev, uint64_t handle, pk_que **out,
                              pk_error *err) {
    pk_que *que;

    PK_TRY(check_queue(dev, (cl_command_queue)(uintptr_t)handle, err));
    que = pk_cl_alloc(dev->host, sizeof *que, err);
    if (!que)
        return PK_NO_MEMORY;
    que->dev = dev;
    que->foreign = true;
    que->queue = (cl_command_queue)(uintptr_t)handle;
    *out = que;
    return PK_OK;
}

static pk_status import_mem(pk_dev *dev, uint64_t handle, uint64_t size,
                            pk_mem **out, pk_error *err) {
    pk_mem *mem;

    PK_TRY(pk_cl_check_process(err));
    mem = pk_cl_alloc(dev->host, sizeof *mem, err);
    if (!mem)
        return PK_NO_MEMORY;
    mem->dev = dev;
    mem->size = size;
    mem->foreign = true;
    mem->buffer = (cl_mem)(uintptr_t)handle;
    *out = mem;
    return PK_OK;
}

const pk_native_ext pk_cl_native = {
    .struct_size = sizeof pk_cl_native,
    .api = "opencl",
    .device = native_device,
    .queue = native_queue,
    .mem = native_mem,
    .queue_import = import_queue,
    .mem_import = import_mem,
    .device_adopt = pk_cl_device_adopt,
};
