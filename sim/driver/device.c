/* SPDX-License-Identifier: Apache-2.0 */
/* Questions about the device. There is one: ordinal 0. */
#include "sim/driver/driver.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define PCI_ID "0000:01:00.0"

CUresult drv_device_check(CUdevice device) {
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult drv_device_get(CUdevice *device, int ordinal) {
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    if (ordinal != 0)
        return CUDA_ERROR_INVALID_DEVICE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult drv_device_get_count(int *count) {
    if (!count)
        return CUDA_ERROR_INVALID_VALUE;
    *count = 1;
    return CUDA_SUCCESS;
}

static const char *product(void) {
    switch (drv.profile.sm) {
#define PROFILE(number, units, mib, optin, shared, threads, blocks, l2, bus,   \
                ratio, product)                                                \
    case number: return product;
#include "sim/profiles.def"
#undef PROFILE
    default: return "GPU";
    }
}

CUresult drv_device_get_name(char *name, int length, CUdevice device) {
    if (!name || length <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    snprintf(name, (size_t)length, "portkern simulator (sm_%d, like %s)",
             drv.profile.sm, product());
    return CUDA_SUCCESS;
}

/* The same in every process, as a device's is. */
CUresult drv_device_get_uuid(CUuuid *id, CUdevice device) {
    static const char bytes[16] = "portkern sim\0\0";

    if (!id)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    memcpy(id->bytes, bytes, sizeof bytes);
    id->bytes[14] = (char)(drv.profile.sm / 10);
    id->bytes[15] = (char)(drv.profile.sm % 10);
    return CUDA_SUCCESS;
}

CUresult drv_device_total_mem(size_t *bytes, CUdevice device) {
    if (!bytes)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    *bytes = drv.profile.global_bytes;
    return CUDA_SUCCESS;
}

/* Facts of the profile's product beside the engine's limits. */
typedef struct product_facts {
    int l2, bus, ratio;
} product_facts;

static product_facts facts(void) {
    switch (drv.profile.sm) {
#define PROFILE(number, units, mib, optin, shared, threads, blocks, l2, bus,   \
                ratio, product)                                                \
    case number: return (product_facts){(l2) << 20, bus, ratio};
#include "sim/profiles.def"
#undef PROFILE
    default: return (product_facts){0};
    }
}

CUresult drv_device_get_attribute(int *value, CUdevice_attribute attribute,
                                  CUdevice device) {
    const sim_profile *p = &drv.profile;
    product_facts f = facts();

    if (!value)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    switch (attribute) {
#define ATTRIBUTE(name, number, expression)                                    \
    case number: *value = (int)(expression); return CUDA_SUCCESS;
#include "sim/driver/attributes.def"
#undef ATTRIBUTE
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult drv_device_get_properties(CUdevprop *out, CUdevice device) {
    const sim_profile *p = &drv.profile;

    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    *out = (CUdevprop){
        .maxThreadsPerBlock = (int)p->max_threads,
        .sharedMemPerBlock = (int)p->shared_block,
        .totalConstantMemory = 65536,
        .SIMDWidth = 32,
        .memPitch = INT32_MAX,
        .regsPerBlock = (int)p->registers_sm,
        .clockRate = 1000000,
        .textureAlign = 512,
    };
    for (int i = 0; i < 3; i++) {
        out->maxThreadsDim[i] = (int)p->max_block[i];
        out->maxGridSize[i] = (int)p->max_grid[i];
    }
    return CUDA_SUCCESS;
}

CUresult drv_device_compute_capability(int *major, int *minor,
                                       CUdevice device) {
    if (!major || !minor)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    *major = drv.profile.sm / 10;
    *minor = drv.profile.sm % 10;
    return CUDA_SUCCESS;
}

CUresult drv_device_get_by_pci(CUdevice *device, const char *id) {
    if (!device || !id)
        return CUDA_ERROR_INVALID_VALUE;
    /* The domain and the function may be left out. */
    if (strcasecmp(id, PCI_ID) != 0 && strcasecmp(id, &PCI_ID[5]) != 0 &&
        strcasecmp(id, "0000:01:00") != 0 && strcasecmp(id, "01:00") != 0)
        return CUDA_ERROR_INVALID_DEVICE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult drv_device_get_pci(char *id, int length, CUdevice device) {
    if (!id || length <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    snprintf(id, (size_t)length, "%s", PCI_ID);
    return CUDA_SUCCESS;
}

CUresult drv_device_can_access_peer(int *can, CUdevice device, CUdevice peer) {
    if (!can)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(device) || drv_device_check(peer))
        return CUDA_ERROR_INVALID_DEVICE;
    *can = 0; /* a device is not its own peer */
    return CUDA_SUCCESS;
}

CUresult drv_device_get_p2p_attribute(int *value, int attribute, CUdevice from,
                                      CUdevice to) {
    if (!value || attribute < 1 || attribute > 5)
        return CUDA_ERROR_INVALID_VALUE;
    (void)from;
    (void)to;
    return CUDA_ERROR_INVALID_DEVICE; /* two different ones are needed */
}

CUresult drv_device_texture_width(size_t *width, int format, unsigned channels,
                                  CUdevice device) {
    (void)format;
    (void)channels;
    if (!width)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    *width = 0; /* textures are not simulated */
    return CUDA_SUCCESS;
}

CUresult drv_device_get_affinity(int *value, int type, CUdevice device) {
    if (!value || type != 0)
        return CUDA_ERROR_INVALID_VALUE;
    *value = 0;
    return drv_device_check(device);
}

CUresult drv_flush_rdma(int target, int scope) {
    (void)target;
    (void)scope;
    return CUDA_ERROR_NOT_SUPPORTED;
}
