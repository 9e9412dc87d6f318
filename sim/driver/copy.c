/* SPDX-License-Identifier: Apache-2.0 */
/* Copies and fills: every form is a box of bytes in rows and slices. */
#include "sim/driver/driver.h"
#include "sim/memory.h"

#include <string.h>

/* ---- boxes ---- */

/* Bytes from the first to the last of a box, 0 when that overflows. */
static uint64_t extent(const drv_box *box, uint64_t width, uint64_t height,
                       uint64_t depth) {
    uint64_t rows, slices, sum;

    if (__builtin_mul_overflow(box->pitch, height - 1, &rows) ||
        __builtin_mul_overflow(box->slice, depth - 1, &slices) ||
        __builtin_add_overflow(rows, slices, &sum) ||
        __builtin_add_overflow(sum, width, &sum) || box->address + sum < sum)
        return 0;
    return sum;
}

static bool on_device(uint64_t address) {
    return address >= SIM_WINDOW_DEVICE && address < SIM_WINDOW_END;
}

/* The box's bytes as the host sees them, NULL when it is not in memory. Host
 * memory may be the simulator's too (pinned); then it is looked up, so that
 * its size is checked and writes are known to the checkers. */
static char *box_bytes(const drv_box *box, uint64_t width, uint64_t height,
                       uint64_t depth, bool write) {
    uint64_t size = extent(box, width, height, depth);
    sim_allocation found;

    if (size == 0 || box->address == 0)
        return NULL;
    if (!box->host || sim_memory_find(drv.device, box->address, &found))
        return sim_memory_bytes(drv.device, box->address, size, write);
    return on_device(box->address) ? NULL : (char *)(uintptr_t)box->address;
}

/* An address whose side is not told: the device's or pinned when it is known,
 * else the program's own memory. */
static drv_box box_at(uint64_t address, bool host) {
    sim_allocation found;

    if (!host && !on_device(address))
        host = !sim_memory_find(drv.device, address, &found);
    return (drv_box){.address = address, .host = host};
}

/* ---- doing it ---- */

static bool copy_fits(const drv_work *work, char **to, const char **from) {
    uint64_t width = work->copy.width, height = work->copy.height;
    uint64_t depth = work->copy.depth;

    *from = box_bytes(&work->copy.from, width, height, depth, false);
    *to = *from ? box_bytes(&work->copy.to, width, height, depth, true) : NULL;
    return *to != NULL;
}

CUresult drv_run_copy(const drv_work *work) {
    const drv_box *dst = &work->copy.to, *src = &work->copy.from;
    const char *from;
    char *to;

    if (!copy_fits(work, &to, &from))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t z = 0; z < work->copy.depth; z++)
        for (size_t y = 0; y < work->copy.height; y++)
            memmove(to + z * dst->slice + y * dst->pitch,
                    from + z * src->slice + y * src->pitch, work->copy.width);
    return CUDA_SUCCESS;
}

CUresult drv_run_fill(const drv_work *work) {
    size_t element = work->fill.element;
    size_t width = work->fill.width * element;
    char *to = box_bytes(&work->fill.to, width, work->fill.height, 1, true);

    if (!to)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t y = 0; y < work->fill.height; y++, to += work->fill.to.pitch)
        if (element == 1)
            memset(to, (int)work->fill.value, width);
        else
            for (size_t x = 0; x < width; x += element)
                memcpy(to + x, &work->fill.value, element);
    return CUDA_SUCCESS;
}

/* ---- asking for it ---- */

/* Synchronous calls use the default stream. */
static CUresult submit_default(drv_work *work) {
    CUresult result = drv_capture_unsafe();

    return result ? result : drv_submit(drv_stream_get(NULL), work);
}

static CUresult submit_to(CUstream handle, drv_work *work) {
    drv_stream *stream = drv_stream_get(handle);

    return stream ? drv_submit(stream, work) : CUDA_ERROR_INVALID_HANDLE;
}

static bool line_work(uint64_t to, bool to_host, uint64_t from, bool from_host,
                      size_t size, drv_work *work) {
    if (size == 0)
        return false;
    *work = (drv_work){.kind = DRV_WORK_copy,
                       .copy = {.to = box_at(to, to_host),
                                .from = box_at(from, from_host),
                                .width = size,
                                .height = 1,
                                .depth = 1}};
    return true;
}

/* The device's side must be known, whatever comes of a wrong guess. */
static CUresult copy_now(CUdeviceptr to, bool to_host, CUdeviceptr from,
                         bool from_host, size_t size) {
    drv_work work;

    if (!line_work(to, to_host, from, from_host, size, &work))
        return CUDA_SUCCESS;
    return submit_default(&work);
}

static CUresult copy_async(CUdeviceptr to, bool to_host, CUdeviceptr from,
                           bool from_host, size_t size, CUstream stream) {
    drv_work work;

    if (!line_work(to, to_host, from, from_host, size, &work))
        return drv_stream_get(stream) ? CUDA_SUCCESS
                                      : CUDA_ERROR_INVALID_HANDLE;
    return submit_to(stream, &work);
}

/* True when `address` is memory that the device can use. */
static bool known(CUdeviceptr address) {
    sim_allocation found;

    return sim_memory_find(drv.device, address, &found);
}

CUresult drv_memcpy(CUdeviceptr to, CUdeviceptr from, size_t size) {
    return copy_now(to, false, from, false, size);
}

CUresult drv_memcpy_async(CUdeviceptr to, CUdeviceptr from, size_t size,
                          CUstream stream) {
    return copy_async(to, false, from, false, size, stream);
}

CUresult drv_memcpy_peer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                         CUcontext from_context, size_t size) {
    if (!drv_context_get(to_context) || !drv_context_get(from_context))
        return CUDA_ERROR_INVALID_CONTEXT;
    return drv_memcpy_dtod(to, from, size);
}

CUresult drv_memcpy_peer_async(CUdeviceptr to, CUcontext to_context,
                               CUdeviceptr from, CUcontext from_context,
                               size_t size, CUstream stream) {
    if (!drv_context_get(to_context) || !drv_context_get(from_context))
        return CUDA_ERROR_INVALID_CONTEXT;
    return drv_memcpy_dtod_async(to, from, size, stream);
}

CUresult drv_memcpy_htod(CUdeviceptr to, const void *from, size_t size) {
    if (size && !known(to))
        return CUDA_ERROR_INVALID_VALUE;
    return copy_now(to, false, (uintptr_t)from, true, size);
}

CUresult drv_memcpy_dtoh(void *to, CUdeviceptr from, size_t size) {
    if (size && !known(from))
        return CUDA_ERROR_INVALID_VALUE;
    return copy_now((uintptr_t)to, true, from, false, size);
}

CUresult drv_memcpy_dtod(CUdeviceptr to, CUdeviceptr from, size_t size) {
    if (size && (!known(to) || !known(from)))
        return CUDA_ERROR_INVALID_VALUE;
    return copy_now(to, false, from, false, size);
}

CUresult drv_memcpy_htod_async(CUdeviceptr to, const void *from, size_t size,
                               CUstream stream) {
    if (size && !known(to))
        return CUDA_ERROR_INVALID_VALUE;
    return copy_async(to, false, (uintptr_t)from, true, size, stream);
}

CUresult drv_memcpy_dtoh_async(void *to, CUdeviceptr from, size_t size,
                               CUstream stream) {
    if (size && !known(from))
        return CUDA_ERROR_INVALID_VALUE;
    return copy_async((uintptr_t)to, true, from, false, size, stream);
}

CUresult drv_memcpy_dtod_async(CUdeviceptr to, CUdeviceptr from, size_t size,
                               CUstream stream) {
    if (size && (!known(to) || !known(from)))
        return CUDA_ERROR_INVALID_VALUE;
    return copy_async(to, false, from, false, size, stream);
}

/* ---- boxes by description ---- */

/* One side of a CUDA_MEMCPY3D. */
typedef struct side {
    CUmemorytype type;
    uint64_t host, device;
    size_t x, y, z, pitch, rows;
} side;

static CUresult side_box(const side *s, size_t width, size_t height,
                         size_t depth, drv_box *out) {
    size_t pitch = s->pitch ? s->pitch : s->x + width;
    size_t rows = s->rows ? s->rows : s->y + height;
    uint64_t base = s->type == CU_MEMORYTYPE_HOST ? s->host : s->device;

    if (s->type == CU_MEMORYTYPE_ARRAY) {
        drv_log(DRV_LOG_warning, "copies of arrays are not simulated");
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    if (s->type < CU_MEMORYTYPE_HOST || s->type > CU_MEMORYTYPE_UNIFIED ||
        ((height > 1 || depth > 1) && pitch < width + s->x) ||
        (depth > 1 && rows < height + s->y))
        return CUDA_ERROR_INVALID_VALUE;
    if (s->type == CU_MEMORYTYPE_DEVICE && !known(base))
        return CUDA_ERROR_INVALID_VALUE;
    *out = box_at(base, s->type == CU_MEMORYTYPE_HOST);
    out->pitch = pitch;
    out->slice = pitch * rows;
    out->address += s->x + s->y * pitch + s->z * out->slice;
    return CUDA_SUCCESS;
}

CUresult drv_copy_work(const CUDA_MEMCPY3D *c, drv_work *out) {
    size_t width, height, depth;
    CUresult result;

    if (!c || c->srcLOD || c->dstLOD)
        return CUDA_ERROR_INVALID_VALUE;
    width = c->WidthInBytes, height = c->Height, depth = c->Depth;
    *out = (drv_work){.kind = DRV_WORK_empty};
    if (width == 0 || height == 0 || depth == 0)
        return CUDA_SUCCESS;
    *out =
        (drv_work){.kind = DRV_WORK_copy,
                   .copy = {.width = width, .height = height, .depth = depth}};
    result = side_box(&(side){c->srcMemoryType, (uintptr_t)c->srcHost,
                              c->srcDevice, c->srcXInBytes, c->srcY, c->srcZ,
                              c->srcPitch, c->srcHeight},
                      width, height, depth, &out->copy.from);
    if (result != CUDA_SUCCESS)
        return result;
    return side_box(&(side){c->dstMemoryType, (uintptr_t)c->dstHost,
                            c->dstDevice, c->dstXInBytes, c->dstY, c->dstZ,
                            c->dstPitch, c->dstHeight},
                    width, height, depth, &out->copy.to);
}

CUresult drv_memcpy_3d(const CUDA_MEMCPY3D *copy) {
    drv_work work;
    CUresult result = drv_copy_work(copy, &work);

    return result ? result : submit_default(&work);
}

CUresult drv_memcpy_3d_async(const CUDA_MEMCPY3D *copy, CUstream stream) {
    drv_work work;
    CUresult result = drv_copy_work(copy, &work);

    return result ? result : submit_to(stream, &work);
}

static CUDA_MEMCPY3D one_slice(const CUDA_MEMCPY2D *c) {
    return (CUDA_MEMCPY3D){
        .srcXInBytes = c->srcXInBytes,
        .srcY = c->srcY,
        .srcMemoryType = c->srcMemoryType,
        .srcHost = c->srcHost,
        .srcDevice = c->srcDevice,
        .srcPitch = c->srcPitch,
        .dstXInBytes = c->dstXInBytes,
        .dstY = c->dstY,
        .dstMemoryType = c->dstMemoryType,
        .dstHost = c->dstHost,
        .dstDevice = c->dstDevice,
        .dstPitch = c->dstPitch,
        .WidthInBytes = c->WidthInBytes,
        .Height = c->Height,
        .Depth = 1,
    };
}

CUresult drv_memcpy_2d(const CUDA_MEMCPY2D *copy) {
    CUDA_MEMCPY3D slice;

    if (!copy)
        return CUDA_ERROR_INVALID_VALUE;
    slice = one_slice(copy);
    return drv_memcpy_3d(&slice);
}

CUresult drv_memcpy_2d_async(const CUDA_MEMCPY2D *copy, CUstream stream) {
    CUDA_MEMCPY3D slice;

    if (!copy)
        return CUDA_ERROR_INVALID_VALUE;
    slice = one_slice(copy);
    return drv_memcpy_3d_async(&slice, stream);
}

/* ---- fills ---- */

CUresult drv_fill_work(uint64_t to, size_t pitch, unsigned value,
                       unsigned element, size_t width, size_t height,
                       drv_work *out) {
    size_t bytes;

    *out = (drv_work){.kind = DRV_WORK_empty};
    if (element != 1 && element != 2 && element != 4)
        return CUDA_ERROR_INVALID_VALUE;
    if (width == 0 || height == 0)
        return CUDA_SUCCESS;
    if (to % element || __builtin_mul_overflow(width, element, &bytes) ||
        (height > 1 && (pitch < bytes || pitch % element)) || !known(to))
        return CUDA_ERROR_INVALID_VALUE;
    *out = (drv_work){.kind = DRV_WORK_fill,
                      .fill = {.to = {.address = to, .pitch = pitch},
                               .value = value,
                               .element = element,
                               .width = width,
                               .height = height}};
    return CUDA_SUCCESS;
}

static CUresult fill(CUdeviceptr to, size_t pitch, unsigned value,
                     unsigned element, size_t width, size_t height) {
    drv_work work;
    CUresult result =
        drv_fill_work(to, pitch, value, element, width, height, &work);

    return result ? result : submit_default(&work);
}

static CUresult fill_async(CUdeviceptr to, size_t pitch, unsigned value,
                           unsigned element, size_t width, size_t height,
                           CUstream stream) {
    drv_work work;
    CUresult result =
        drv_fill_work(to, pitch, value, element, width, height, &work);

    return result ? result : submit_to(stream, &work);
}

#define FILLS(bits, type)                                                      \
    CUresult drv_memset_##bits(CUdeviceptr to, type value, size_t count) {     \
        return fill(to, 0, value, bits / 8, count, 1);                         \
    }                                                                          \
    CUresult drv_memset_##bits##_async(CUdeviceptr to, type value,             \
                                       size_t count, CUstream stream) {        \
        return fill_async(to, 0, value, bits / 8, count, 1, stream);           \
    }                                                                          \
    CUresult drv_memset_2d_##bits(CUdeviceptr to, size_t pitch, type value,    \
                                  size_t width, size_t height) {               \
        return fill(to, pitch, value, bits / 8, width, height);                \
    }                                                                          \
    CUresult drv_memset_2d_##bits##_async(CUdeviceptr to, size_t pitch,        \
                                          type value, size_t width,            \
                                          size_t height, CUstream stream) {    \
        return fill_async(to, pitch, value, bits / 8, width, height, stream);  \
    }

FILLS(8, unsigned char)
FILLS(16, unsigned short)
FILLS(32, unsigned)
