/* SPDX-License-Identifier: Apache-2.0 */
/* The cuda plugin's objects and the entries of its table. */
#ifndef PORTKERN_PLUGINS_CUDA_CUDA_H
#define PORTKERN_PLUGINS_CUDA_CUDA_H

#include "plugins/cuda/driver.h"

#include <unistd.h>

struct pk_dev {
    cuda_driver driver;
    const pk_host *host;
    CUdevice device;
    CUcontext context; /* the primary one, shared with other users of CUDA */
    pid_t pid;         /* CUDA does not survive fork */
    uint32_t shared_max;
};

struct pk_mem {
    pk_dev *dev;
    CUdeviceptr address;
    void *host; /* pinned memory, else NULL */
};

struct pk_que {
    pk_dev *dev;
    CUstream stream;
};

struct pk_evt {
    pk_dev *dev;
    CUevent event;
};

struct pk_mod {
    pk_dev *dev;
    CUmodule module;
    void *cubin; /* what the driver made of the PTX */
    size_t cubin_size;
    pk_fun *functions; /* list */
};

struct pk_fun {
    pk_fun *next;
    pk_mod *mod;
    CUfunction function;
    uint32_t shared_static, shared_allowed;
    bool cooperative; /* has a barrier of the grid */
    char name[];      /* as the IR has it */
};

/* Makes the device's context current until pk_cuda_leave. PK_FORKED in a child
 * of the process that opened the device. */
pk_status pk_cuda_enter(pk_dev *dev, pk_error *err);
void pk_cuda_leave(pk_dev *dev);

/* Memory for the plugin's objects, zeroed. */
void *pk_cuda_new(const pk_host *host, size_t size, pk_error *err);
void pk_cuda_delete(const pk_host *host, void *object, size_t size);

/* The table's entries, as plugin.h has them. */
pk_status pk_cuda_device_count(const pk_host *host, uint32_t *count,
                               pk_error *err);
pk_status pk_cuda_device_info(const pk_host *host, uint32_t index,
                              pk_dev_info *out, pk_error *err);
pk_status pk_cuda_device_open(const pk_host *host, uint32_t index, pk_dev **out,
                              pk_error *err);
void pk_cuda_device_close(pk_dev *dev);
pk_status pk_cuda_device_caps(pk_dev *dev, pk_caps *out, pk_error *err);

pk_status pk_cuda_target_caps(const pk_host *host, const char *name,
                              pk_caps *out, pk_error *err);
pk_status pk_cuda_emit(const pk_host *host, const pk_caps *target,
                       const char *ir, size_t length,
                       const pk_emit_options *options, pk_artifact *out,
                       pk_error *err);
void pk_cuda_artifact_free(const pk_host *host, pk_artifact *artifact);

pk_status pk_cuda_mem_new(pk_dev *dev, uint64_t size, uint32_t flags,
                          pk_mem **out, pk_error *err);
pk_status pk_cuda_mem_import(pk_dev *dev, void *host, uint64_t size,
                             pk_mem **out, pk_error *err);
void pk_cuda_mem_free(pk_mem *mem);
void pk_cuda_mem_address(pk_mem *mem, uint64_t *device, void **host);

pk_status pk_cuda_queue_new(pk_dev *dev, pk_que **out, pk_error *err);
void pk_cuda_queue_free(pk_que *que);
pk_status pk_cuda_copy(pk_que *que, pk_ref dst, pk_ref src, uint64_t size,
                       pk_error *err);
pk_status pk_cuda_fill(pk_que *que, pk_ref dst, uint64_t size,
                       const void *pattern, uint32_t pattern_size,
                       pk_error *err);
pk_status pk_cuda_launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                         pk_error *err);
pk_status pk_cuda_flush(pk_que *que, pk_error *err);
pk_status pk_cuda_sync(pk_que *que, pk_error *err);

pk_status pk_cuda_event_new(pk_dev *dev, pk_evt **out, pk_error *err);
void pk_cuda_event_free(pk_evt *evt);
pk_status pk_cuda_event_record(pk_que *que, pk_evt *evt, pk_error *err);
pk_status pk_cuda_event_wait(pk_que *que, pk_evt *evt, pk_error *err);
pk_status pk_cuda_event_sync(pk_evt *evt, pk_error *err);
pk_status pk_cuda_event_elapsed(pk_evt *from, pk_evt *to, uint64_t *ns,
                                pk_error *err);

pk_status pk_cuda_module_load(pk_dev *dev, const pk_artifact *artifact,
                              const pk_entry *entries, uint32_t entry_count,
                              pk_mod **out, pk_error *err);
pk_status pk_cuda_module_binary(pk_mod *mod, pk_artifact *out, pk_error *err);
void pk_cuda_module_free(pk_mod *mod);
pk_status pk_cuda_function(pk_mod *mod, const char *name, pk_fun **out,
                           pk_error *err);
pk_status pk_cuda_function_limits(pk_fun *fun, pk_fun_limits *out,
                                  pk_error *err);

#endif
