/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: arguments as backends/opencl_c lays them out, then the range.
 *
 * clSetKernelArg does not keep a buffer alive; the enqueue that follows under
 * the same lock does. */
#include "backends/opencl_c/opencl_c.h"
#include "base/try.h"
#include "plugins/opencl/opencl.h"

#include <string.h>

typedef struct arguments {
    pk_fun *fun;
    const pk_launch_desc *desc;
    uint32_t next; /* number of the next argument */
    cl_int code;   /* of the first failure */
} arguments;

static void set_arg(arguments *a, size_t size, const void *value) {
    if (a->code == CL_SUCCESS)
        a->code = a->fun->mod->dev->cl->clSetKernelArg(a->fun->kernel,
                                                       a->next++, size, value);
}

/* The address of an empty array is NULL. */
static void set_buffer(arguments *a, const pk_ref *ref) {
    cl_mem buffer = ref->mem ? ref->mem->buffer : NULL;

    set_arg(a, sizeof buffer, buffer ? &buffer : NULL);
}

static void set_split(arguments *a) {
    const pk_entry *entry = &a->fun->entry;
    const char *params = a->desc->params;
    const pk_ref *ref = a->desc->refs;

    for (uint32_t i = 0; i < entry->param_count; i++) {
        const pk_param_info *param = &entry->params[i];
        if (!param->is_buffer) {
            set_arg(a, param->size, params + param->offset);
            continue;
        }
        cl_ulong offset = ref->mem ? ref->offset : 0;
        set_buffer(a, ref++);
        set_arg(a, sizeof offset, &offset);
    }
}

/* A copy of the packed block with offsets in the places of addresses, in a
 * buffer that lives until the kernel is done with it. */
static cl_mem set_packed(arguments *a) {
    const pk_entry *entry = &a->fun->entry;
    pk_dev *dev = a->fun->mod->dev;
    const pk_ref *ref = a->desc->refs;
    char *block = pk_cl_alloc(dev->host, entry->params_size, NULL);
    cl_mem buffer = NULL;

    if (!block) {
        a->code = CL_OUT_OF_HOST_MEMORY;
        return NULL;
    }
    memcpy(block, a->desc->params, entry->params_size);
    for (uint32_t i = 0; i < entry->param_count; i++) {
        if (!entry->params[i].is_buffer)
            continue;
        cl_ulong offset = ref->mem ? ref->offset : 0;
        memcpy(block + entry->params[i].offset, &offset, sizeof offset);
        set_buffer(a, ref++);
    }
    if (a->code == CL_SUCCESS)
        buffer = dev->cl->clCreateBuffer(
            dev->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
            entry->params_size, block, &a->code);
    pk_cl_free(dev->host, block, entry->params_size);
    if (buffer)
        set_arg(a, sizeof buffer, &buffer);
    return buffer;
}

static void set_hidden(arguments *a) {
    const pk_launch_desc *desc = a->desc;
    /* A local argument of no bytes is an error. */
    size_t dynamic = desc->shared_dynamic ? desc->shared_dynamic : 8;

    for (int i = 0; i < 3 && a->fun->entry.form != PK_FORM_threads; i++) {
        cl_int dim = (cl_int)desc->block[i];
        set_arg(a, sizeof dim, &dim);
    }
    if (a->fun->entry.shared_dynamic)
        set_arg(a, (dynamic + 7) & ~(size_t)7, NULL);
}

static cl_int enqueue(pk_que *que, pk_fun *fun, const pk_launch_desc *desc) {
    const uint32_t *n = desc->block;
    uint32_t group =
        pk_opencl_c_group((pk_form)fun->entry.form, n[0] * n[1] * n[2]);
    const uint32_t x = fun->entry.swaps;
    size_t global[3], local[3], along;

    for (int i = 0; i < 3; i++) {
        local[i] = fun->entry.form == PK_FORM_threads ? n[i] : i ? 1 : group;
        global[i] = desc->grid[i] * local[i];
    }
    along = global[x];
    global[x] = global[0];
    global[0] = along;
    /* Where axes are swapped the block's shape does not show: the driver, which
     * may allow fewer work-items along one axis than along another, chooses. */
    return que->dev->cl->clEnqueueNDRangeKernel(que->queue, fun->kernel, 3,
                                                NULL, global, x ? NULL : local,
                                                0, NULL, NULL);
}

/* The last check before the driver: it would believe anything. */
static pk_status check_launch(const pk_fun *fun, const pk_launch_desc *desc,
                              pk_error *err) {
    uint32_t buffers = 0;

    for (uint32_t i = 0; i < fun->entry.param_count; i++)
        buffers += fun->entry.params[i].is_buffer != 0;
    if (desc->ref_count != buffers ||
        desc->params_size != fun->entry.params_size)
        return pk_fail(err, PK_INTERNAL,
                       "a launch of %s with %u buffers and %u bytes of "
                       "parameters, where it takes %u and %u",
                       fun->name, desc->ref_count, desc->params_size, buffers,
                       fun->entry.params_size);
    for (uint32_t i = 0; i < buffers; i++)
        if (!desc->refs[i].mem && desc->refs[i].host)
            return pk_fail(err, PK_UNSUPPORTED,
                           "OpenCL devices do not work on host memory in "
                           "place");
    return PK_OK;
}

pk_status pk_cl_launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                       pk_error *err) {
    arguments a = {.fun = fun, .desc = desc};
    cl_mem packed = NULL;

    PK_TRY(check_launch(fun, desc, err));
    PK_TRY(pk_cl_enter(que->dev, err));
    pthread_mutex_lock(&fun->lock);
    if (fun->packed)
        packed = set_packed(&a);
    else
        set_split(&a);
    set_hidden(&a);
    if (a.code == CL_SUCCESS)
        a.code = enqueue(que, fun, desc);
    if (packed)
        que->dev->cl->clReleaseMemObject(packed);
    pthread_mutex_unlock(&fun->lock);
    return pk_cl_done(que->dev, a.code, "launching a kernel", err);
}
