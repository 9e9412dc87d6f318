/* SPDX-License-Identifier: Apache-2.0 */
/* A device that is not the host: the interpreter behind a small memory of its
 * own that the host cannot see and that is full of rubbish at first. It runs
 * what the passes make, allows smaller blocks, counts what is copied to it, and
 * does not survive fork. */
#include "base/error.h"
#include "base/try.h"
#include "portkern/plugin.h"

#include <string.h>

const pk_plugin *pk_interp_plugin_query(uint32_t host_abi, pk_error *err);

enum { GLOBAL_BYTES = 1 << 20, MAX_ALLOC = 1 << 19, MAX_BLOCK = 128 };

static const pk_plugin *interp;
static pk_plugin far;

static pk_status far_caps(pk_caps *caps) {
    caps->features &= ~(uint64_t)(PK_CAP_host_memory | PK_CAP_fork |
                                  PK_CAP_raw | PK_CAP_stops);
    caps->global_bytes = GLOBAL_BYTES;
    caps->max_alloc = MAX_ALLOC;
    caps->max_block = MAX_BLOCK;
    strcpy(caps->name, "far");
    strcpy(caps->cache_id, "far");
    return PK_OK;
}

static pk_status target_caps(const pk_host *host, const char *name,
                             pk_caps *out, pk_error *err) {
    if (name && strcmp(name, "far") != 0)
        return pk_fail(err, PK_BAD_ARG, "no target '%s'; there is far", name);
    PK_TRY(interp->target_caps(host, NULL, out, err));
    return far_caps(out);
}

static pk_status device_caps(pk_dev *dev, pk_caps *out, pk_error *err) {
    PK_TRY(interp->device_caps(dev, out, err));
    return far_caps(out);
}

static pk_status device_info(const pk_host *host, uint32_t index,
                             pk_dev_info *out, pk_error *err) {
    PK_TRY(interp->device_info(host, index, out, err));
    strcpy(out->name, "Far Device");
    strcpy(out->platform, "Test Platform 7");
    strcpy(out->suffix, "FAR");
    out->is_cpu = 0;
    out->is_gpu = 1;
    return PK_OK;
}

static pk_status mem_new(pk_dev *dev, uint64_t size, uint32_t flags,
                         pk_mem **out, pk_error *err) {
    uint64_t device;
    void *host;

    PK_TRY(interp->mem_new(dev, size, flags, out, err));
    interp->mem_address(*out, &device, &host);
    memset(host, 0xcd, size);
    return PK_OK;
}

static pk_status mem_import(pk_dev *dev, void *host, uint64_t size,
                            pk_mem **out, pk_error *err) {
    (void)dev, (void)host, (void)size, (void)out;
    return pk_fail(err, PK_UNSUPPORTED, "far memory is not host memory");
}

extern PK_API unsigned far_copies_in;
unsigned far_copies_in;

static pk_status copy(pk_que *que, pk_ref dst, pk_ref src, uint64_t size,
                      pk_error *err) {
    if (!src.mem) /* any number of threads copy at once */
        __atomic_fetch_add(&far_copies_in, 1, __ATOMIC_RELAXED);
    return interp->copy(que, dst, src, size, err);
}

static void mem_address(pk_mem *mem, uint64_t *device, void **host) {
    interp->mem_address(mem, device, host);
    *host = NULL;
}

const pk_plugin *pk_plugin_query(uint32_t host_abi, pk_error *err) {
    interp = pk_interp_plugin_query(host_abi, err);
    if (!interp)
        return NULL;
    far = *interp;
    far.struct_size = offsetof(pk_plugin, copy_rows); /* as ABI 1.0 had it */
    far.abi = PK_ABI(1, 0);
    far.name = "far";
    far.device_info = device_info;
    far.device_caps = device_caps;
    far.target_caps = target_caps;
    far.mem_new = mem_new;
    far.mem_import = mem_import;
    far.mem_address = mem_address;
    far.copy = copy;
    return &far;
}
