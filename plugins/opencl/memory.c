/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers, copies and fills. A place is a cl_mem with an offset, so there are
 * no sub-buffers and no alignment to obey. */
#include "base/try.h"
#include "plugins/opencl/opencl.h"

#include <inttypes.h>
#include <string.h>

/* Drivers hand out more than there is and fail, or die, when it is used: the
 * sum is kept here. */
static pk_status take_bytes(pk_dev *dev, uint64_t size, pk_error *err) {
    uint64_t total = dev->caps.global_bytes;
    uint64_t used = atomic_fetch_add(&dev->used, size);

    if ((dev->caps.max_alloc && size > dev->caps.max_alloc) ||
        size > PTRDIFF_MAX) {
        atomic_fetch_sub(&dev->used, size);
        return pk_fail(err, PK_NO_DEVICE_MEMORY,
                       "asked for a buffer of %" PRIu64
                       " bytes; the device's largest is %" PRIu64,
                       size, dev->caps.max_alloc);
    }
    if (total && (used > total || size > total - used)) {
        atomic_fetch_sub(&dev->used, size);
        return pk_fail(err, PK_NO_DEVICE_MEMORY,
                       "asked for %" PRIu64 " bytes; %" PRIu64 " of the "
                       "device's %" PRIu64 " are in use",
                       size, used, total);
    }
    return PK_OK;
}

pk_status pk_cl_mem_new(pk_dev *dev, uint64_t size, uint32_t flags,
                        pk_mem **out, pk_error *err) {
    cl_bitfield how =
        CL_MEM_READ_WRITE | (flags & PK_MEM_pinned ? CL_MEM_ALLOC_HOST_PTR : 0);
    cl_int code = CL_SUCCESS;
    pk_status status;
    pk_mem *mem;

    PK_TRY(take_bytes(dev, size, err));
    mem = pk_cl_alloc(dev->host, sizeof *mem, err);
    status = mem ? pk_cl_enter(dev, err) : PK_NO_MEMORY;
    if (status == PK_OK) {
        mem->dev = dev;
        mem->size = size;
        mem->buffer =
            dev->cl->clCreateBuffer(dev->context, how, size, NULL, &code);
        status = pk_cl_done(dev, mem->buffer ? CL_SUCCESS : code,
                            "clCreateBuffer", err);
    }
    if (status != PK_OK) {
        atomic_fetch_sub(&dev->used, size);
        pk_cl_free(dev->host, mem, sizeof *mem);
        return status;
    }
    *out = mem;
    return PK_OK;
}

/* OpenCL promises that host memory and a buffer over it agree only between map
 * and unmap: that is a copy in disguise. */
pk_status pk_cl_mem_import(pk_dev *dev, void *host, uint64_t size, pk_mem **out,
                           pk_error *err) {
    (void)dev, (void)host, (void)size, (void)out;
    return pk_fail(err, PK_UNSUPPORTED,
                   "OpenCL devices do not work on host memory in place");
}

void pk_cl_mem_free(pk_mem *mem) {
    pk_dev *dev;

    if (!mem)
        return;
    dev = mem->dev;
    if (mem->foreign) {
        pk_cl_free(dev->host, mem, sizeof *mem);
        return;
    }
    if (pk_cl_enter(dev, NULL) == PK_OK) {
        dev->cl->clReleaseMemObject(mem->buffer);
        pk_cl_leave(dev);
    }
    atomic_fetch_sub(&dev->used, mem->size);
    pk_cl_free(dev->host, mem, sizeof *mem);
}

void pk_cl_mem_address(pk_mem *mem, uint64_t *device, void **host) {
    (void)mem;
    *device = 0;
    *host = NULL;
}

/* A buffer may not be copied onto itself where the ranges overlap: such bytes
 * go through another buffer. The driver keeps it until the copies are done. */
static cl_int copy_through(pk_que *que, pk_ref dst, pk_ref src, size_t size) {
    const pk_cl_api *cl = que->dev->cl;
    cl_int code = CL_SUCCESS;
    cl_mem between = cl->clCreateBuffer(que->dev->context, CL_MEM_READ_WRITE,
                                        size, NULL, &code);

    if (!between)
        return code;
    code = cl->clEnqueueCopyBuffer(que->queue, src.mem->buffer, between,
                                   src.offset, 0, size, 0, NULL, NULL);
    if (code == CL_SUCCESS)
        code = cl->clEnqueueCopyBuffer(que->queue, between, dst.mem->buffer, 0,
                                       dst.offset, size, 0, NULL, NULL);
    cl->clReleaseMemObject(between);
    return code;
}

static cl_int copy_between(pk_que *que, pk_ref dst, pk_ref src, size_t size) {
    uint64_t gap = dst.offset > src.offset ? dst.offset - src.offset
                                           : src.offset - dst.offset;

    if (dst.mem == src.mem && gap == 0)
        return CL_SUCCESS;
    if (dst.mem == src.mem && gap < size)
        return copy_through(que, dst, src, size);
    return que->dev->cl->clEnqueueCopyBuffer(que->queue, src.mem->buffer,
                                             dst.mem->buffer, src.offset,
                                             dst.offset, size, 0, NULL, NULL);
}

pk_status pk_cl_copy(pk_que *que, pk_ref dst, pk_ref src, uint64_t size,
                     pk_error *err) {
    const pk_cl_api *cl = que->dev->cl;
    cl_int code;

    if (!size)
        return PK_OK;
    if (!dst.mem && !src.mem)
        return pk_fail(err, PK_BAD_ARG, "a copy from host to host memory");
    PK_TRY(pk_cl_enter(que->dev, err));
    if (dst.mem && src.mem)
        code = copy_between(que, dst, src, size);
    else if (dst.mem)
        code = cl->clEnqueueWriteBuffer(
            que->queue, dst.mem->buffer, 0, dst.offset, size,
            (char *)src.host + src.offset, 0, NULL, NULL);
    else
        code = cl->clEnqueueReadBuffer(
            que->queue, src.mem->buffer, 0, src.offset, size,
            (char *)dst.host + dst.offset, 0, NULL, NULL);
    return pk_cl_done(que->dev, code, "copying a buffer", err);
}

static cl_int copy_each_row(pk_que *que, pk_ref dst, uint64_t dst_pitch,
                            pk_ref src, uint64_t src_pitch, uint64_t width,
                            uint64_t rows) {
    cl_int code = CL_SUCCESS;

    for (uint64_t i = 0; i < rows && code == CL_SUCCESS; i++)
        code = que->dev->cl->clEnqueueCopyBuffer(
            que->queue, src.mem->buffer, dst.mem->buffer,
            src.offset + i * src_pitch, dst.offset + i * dst_pitch, width, 0,
            NULL, NULL);
    return code;
}

/* Within one buffer OpenCL looks for overlaps by column and row (OpenCL 3.0,
 * appendix D), so the places have to be said so, and rows may not go over the
 * end of a pitch. */
static cl_int copy_rows_within(pk_que *que, pk_ref dst, uint64_t dst_pitch,
                               pk_ref src, uint64_t src_pitch, uint64_t width,
                               uint64_t rows) {
    const size_t to[3] = {dst.offset % dst_pitch, dst.offset / dst_pitch};
    const size_t from[3] = {src.offset % src_pitch, src.offset / src_pitch};
    const size_t region[3] = {width, rows, 1};

    if (dst_pitch != src_pitch || to[0] + width > dst_pitch ||
        from[0] + width > src_pitch)
        return copy_each_row(que, dst, dst_pitch, src, src_pitch, width, rows);
    return que->dev->cl->clEnqueueCopyBufferRect(
        que->queue, src.mem->buffer, dst.mem->buffer, from, to, region,
        src_pitch, 0, dst_pitch, 0, 0, NULL, NULL);
}

pk_status pk_cl_copy_rows(pk_que *que, pk_ref dst, uint64_t dst_pitch,
                          pk_ref src, uint64_t src_pitch, uint64_t width,
                          uint64_t rows, pk_error *err) {
    const pk_cl_api *cl = que->dev->cl;
    const size_t region[3] = {width, rows, 1}, start[3] = {0};
    const size_t to[3] = {dst.offset}, from[3] = {src.offset};
    cl_int code;

    PK_TRY(pk_cl_enter(que->dev, err));
    if (dst.mem && dst.mem == src.mem)
        code =
            copy_rows_within(que, dst, dst_pitch, src, src_pitch, width, rows);
    else if (dst.mem && src.mem)
        code = cl->clEnqueueCopyBufferRect(
            que->queue, src.mem->buffer, dst.mem->buffer, from, to, region,
            src_pitch, 0, dst_pitch, 0, 0, NULL, NULL);
    else if (dst.mem)
        code = cl->clEnqueueWriteBufferRect(
            que->queue, dst.mem->buffer, 0, to, start, region, dst_pitch, 0,
            src_pitch, 0, (char *)src.host + src.offset, 0, NULL, NULL);
    else
        code = cl->clEnqueueReadBufferRect(
            que->queue, src.mem->buffer, 0, from, start, region, src_pitch, 0,
            dst_pitch, 0, (char *)dst.host + dst.offset, 0, NULL, NULL);
    return pk_cl_done(que->dev, code, "copying rows of a buffer", err);
}

/* Where offset or size are no multiples of the pattern, the bytes are written
 * from the host, a piece at a time. */
static cl_int fill_bytes(pk_que *que, pk_ref dst, uint64_t size,
                         const char *pattern, uint32_t pattern_size) {
    char piece[4096]; /* a multiple of every pattern size */
    cl_int code = CL_SUCCESS;

    for (size_t i = 0; i < sizeof piece; i++)
        piece[i] = pattern[i % pattern_size];
    for (uint64_t at = 0; at < size && code == CL_SUCCESS; at += sizeof piece) {
        uint64_t left = size - at;
        code = que->dev->cl->clEnqueueWriteBuffer(
            que->queue, dst.mem->buffer, 1, dst.offset + at,
            left < sizeof piece ? left : sizeof piece, piece, 0, NULL, NULL);
    }
    return code;
}

pk_status pk_cl_fill(pk_que *que, pk_ref dst, uint64_t size,
                     const void *pattern, uint32_t pattern_size,
                     pk_error *err) {
    cl_int code;

    if (!size)
        return PK_OK;
    if (!dst.mem)
        return pk_fail(err, PK_BAD_ARG, "filling host memory");
    PK_TRY(pk_cl_enter(que->dev, err));
    if (dst.offset % pattern_size || size % pattern_size)
        code = fill_bytes(que, dst, size, pattern, pattern_size);
    else
        code = que->dev->cl->clEnqueueFillBuffer(
            que->queue, dst.mem->buffer, pattern, pattern_size, dst.offset,
            size, 0, NULL, NULL);
    return pk_cl_done(que->dev, code, "filling a buffer", err);
}
