/* SPDX-License-Identifier: Apache-2.0 */
/* Answers questions about an address. */
#include "sim/driver/driver.h"

#include <string.h>

/* An address as the program sees it: in an allocation, a module's variable
 * (no record), or nowhere. */
typedef struct pointer {
    CUdeviceptr address;
    bool known;
    sim_allocation at;
    drv_memory *memory;
} pointer;

static pointer look_up(CUdeviceptr address) {
    pointer p = {.address = address};

    p.known = sim_memory_find(drv.device, address, &p.at);
    p.memory = p.known ? drv_memory_at(p.at.address) : NULL;
    return p;
}

#define GIVE(type, expression)                                                 \
    do {                                                                       \
        type value_ = (expression);                                            \
        memcpy(data, &value_, sizeof value_);                                  \
        return CUDA_SUCCESS;                                                   \
    } while (0)

static CUresult give_place(void *data, CUpointer_attribute attribute,
                           const pointer *p) {
    bool on_host = p->at.kind != SIM_MEMORY_device;

    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: GIVE(CUdeviceptr, p->address);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        if (!on_host)
            return CUDA_ERROR_INVALID_VALUE;
        GIVE(void *, (void *)(uintptr_t)p->address);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
        GIVE(CUdeviceptr, p->at.address);
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE: GIVE(size_t, p->at.size);
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
        GIVE(unsigned long long, p->at.id);
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

static CUresult give(void *data, CUpointer_attribute attribute,
                     const pointer *p) {
    const drv_memory *m = p->memory;

    if (!p->known)
        return CUDA_ERROR_INVALID_VALUE;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        GIVE(CUcontext, m ? m->context->handle : drv_self.current->handle);
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        GIVE(unsigned, p->at.kind == SIM_MEMORY_host ? CU_MEMORYTYPE_HOST
                                                     : CU_MEMORYTYPE_DEVICE);
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: GIVE(int, m && m->sync_memops);
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        GIVE(int, p->at.kind == SIM_MEMORY_managed);
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: GIVE(int, 0);
    case CU_POINTER_ATTRIBUTE_MAPPED: GIVE(int, 1);
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE: GIVE(int, 0);
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: GIVE(uint64_t, 0);
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        GIVE(int, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        GIVE(CUmemoryPool, m && m->pool ? m->pool->handle : NULL);
    case CU_POINTER_ATTRIBUTE_P2P_TOKENS: return CUDA_ERROR_NOT_SUPPORTED;
    default: return give_place(data, attribute, p);
    }
}

CUresult drv_pointer_get_attribute(void *data, CUpointer_attribute attribute,
                                   CUdeviceptr address) {
    pointer p = look_up(address);

    return data ? give(data, attribute, &p) : CUDA_ERROR_INVALID_VALUE;
}

/* How large an attribute is: what stands for "none" when it is not known. */
static size_t attribute_size(CUpointer_attribute attribute) {
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_MAPPED:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
    case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE: return 4;
    default: return 8;
    }
}

/* As documented: succeeds for any address; what is not known of it is 0, and
 * its ordinal -2 (CU_DEVICE_INVALID). */
CUresult drv_pointer_get_attributes(unsigned count,
                                    CUpointer_attribute *attributes,
                                    void **data, CUdeviceptr address) {
    pointer p = look_up(address);

    if (!attributes || !data || count == 0)
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; i++) {
        int nowhere = -2;

        if (!data[i] || attributes[i] < CU_POINTER_ATTRIBUTE_CONTEXT ||
            attributes[i] > CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE)
            return CUDA_ERROR_INVALID_VALUE;
        if (give(data[i], attributes[i], &p) == CUDA_SUCCESS)
            continue;
        memset(data[i], 0, attribute_size(attributes[i]));
        if (attributes[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)
            memcpy(data[i], &nowhere, sizeof nowhere);
    }
    return CUDA_SUCCESS;
}

CUresult drv_pointer_set_attribute(const void *value,
                                   CUpointer_attribute attribute,
                                   CUdeviceptr address) {
    drv_memory *memory = drv_memory_holding(address, NULL);
    int on;

    if (!value || !memory || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(&on, value, sizeof on);
    memory->sync_memops = on != 0;
    return CUDA_SUCCESS;
}
