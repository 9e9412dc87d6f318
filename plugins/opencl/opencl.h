/* SPDX-License-Identifier: Apache-2.0 */
/* The opencl plugin's insides: shared by the files of this folder.
 *
 * What drivers cannot bear is kept from them here: builds are serialised per
 * platform; so are all queue operations on oclgrind, which aborts when two
 * threads launch; after fork() no driver function is called; argument state of
 * a cl_kernel is set and used under one lock. */
#ifndef PORTKERN_PLUGINS_OPENCL_OPENCL_H
#define PORTKERN_PLUGINS_OPENCL_OPENCL_H

#include "base/error.h"
#include "plugins/opencl/cl.h"
#include "portkern/plugin.h"

#include <pthread.h>
#include <stdatomic.h>

enum { PK_CL_MAX_PLATFORMS = 16, PK_CL_MAX_DEVICES = 64 };

typedef struct pk_cl_place {
    cl_platform_id platform;
    cl_device_id id;
    uint32_t platform_index;
} pk_cl_place;

/* libOpenCL with what it lists, opened once and kept for the process. */
typedef struct pk_cl_library {
    pk_cl_api api;
    pk_cl_place devices[PK_CL_MAX_DEVICES];
    uint32_t device_count;
    pthread_mutex_t platform_locks[PK_CL_MAX_PLATFORMS];
} pk_cl_library;

struct pk_dev {
    const pk_host *host;
    pk_cl_library *lib;
    const pk_cl_api *cl;
    pk_cl_place place;
    pthread_mutex_t *platform_lock;
    bool serial;      /* oclgrind: one thread at a time in the driver */
    bool separate;    /* a program has one kernel */
    bool times_forms; /* which form a kernel has is up to what they take */
    cl_context context;
    bool foreign; /* the caller's, which is not released; so below */
    pk_caps caps;
    _Atomic uint64_t used; /* bytes in buffers */
};

struct pk_mem {
    pk_dev *dev;
    cl_mem buffer;
    uint64_t size;
    bool foreign;
};

struct pk_que {
    pk_dev *dev;
    cl_command_queue queue;
    bool foreign;
};

struct pk_evt {
    pk_dev *dev;
    pthread_mutex_t lock; /* of the next: threads may share an event */
    cl_event event;       /* NULL until recorded */
};

struct pk_fun {
    pk_mod *mod;
    cl_kernel kernel;
    char *name;
    pk_param_info *params;
    pk_entry entry; /* its name and params are the two above */
    bool packed;    /* takes a constant buffer, see opencl_c.h */
    pthread_mutex_t lock;
};

struct pk_mod {
    pk_dev *dev;
    cl_program *programs; /* one for each kernel where the device is `separate`,
                             else one of all */
    uint32_t program_count;
    pk_fun *funs;
    uint32_t fun_count, fun_capacity;
};

/* driver.c */

/* Opens libOpenCL and lists devices, the first time. PK_NO_DRIVER where there
 * is no library or no platform, PK_FORKED in a child of the process that
 * opened it. */
pk_status pk_cl_open(const pk_host *host, pk_cl_library **out, pk_error *err);

/* PK_FORKED in a child of the process that opened the library. */
pk_status pk_cl_check_process(pk_error *err);
bool pk_cl_forked(void);

/* A failed driver call in words, with the code's name. */
pk_status pk_cl_fail(pk_error *err, cl_int code, const char *function);

/* The driver's turn for queue operations: a lock where `serial`. enter fails,
 * holding nothing, when the process has forked. */
pk_status pk_cl_enter(pk_dev *dev, pk_error *err);
void pk_cl_leave(pk_dev *dev);
/* Leaves, and the status of the driver call just made. */
pk_status pk_cl_done(pk_dev *dev, cl_int code, const char *function,
                     pk_error *err);

/* Zeroed memory of the host's allocator. */
void *pk_cl_alloc(const pk_host *host, size_t size, pk_error *err);
void pk_cl_free(const pk_host *host, void *memory, size_t size);

/* device.c */
pk_status pk_cl_device_count(const pk_host *host, uint32_t *count,
                             pk_error *err);
pk_status pk_cl_device_info(const pk_host *host, uint32_t index,
                            pk_dev_info *out, pk_error *err);
pk_status pk_cl_device_open(const pk_host *host, uint32_t index, pk_dev **out,
                            pk_error *err);
pk_status pk_cl_device_adopt(const pk_host *host, uint32_t index,
                             uint64_t context, pk_dev **out, pk_error *err);
void pk_cl_device_close(pk_dev *dev);
pk_status pk_cl_device_caps(pk_dev *dev, pk_caps *out, pk_error *err);
pk_status pk_cl_target_caps(const pk_host *host, const char *name, pk_caps *out,
                            pk_error *err);

/* memory.c */
pk_status pk_cl_mem_new(pk_dev *dev, uint64_t size, uint32_t flags,
                        pk_mem **out, pk_error *err);
pk_status pk_cl_mem_import(pk_dev *dev, void *host, uint64_t size, pk_mem **out,
                           pk_error *err);
void pk_cl_mem_free(pk_mem *mem);
void pk_cl_mem_address(pk_mem *mem, uint64_t *device, void **host);
pk_status pk_cl_copy(pk_que *que, pk_ref dst, pk_ref src, uint64_t size,
                     pk_error *err);
pk_status pk_cl_copy_rows(pk_que *que, pk_ref dst, uint64_t dst_pitch,
                          pk_ref src, uint64_t src_pitch, uint64_t width,
                          uint64_t rows, pk_error *err);
pk_status pk_cl_fill(pk_que *que, pk_ref dst, uint64_t size,
                     const void *pattern, uint32_t pattern_size, pk_error *err);

/* queue.c */
pk_status pk_cl_queue_new(pk_dev *dev, pk_que **out, pk_error *err);
void pk_cl_queue_free(pk_que *que);
pk_status pk_cl_flush(pk_que *que, pk_error *err);
pk_status pk_cl_sync(pk_que *que, pk_error *err);
pk_status pk_cl_event_new(pk_dev *dev, pk_evt **out, pk_error *err);
void pk_cl_event_free(pk_evt *evt);
pk_status pk_cl_event_record(pk_que *que, pk_evt *evt, pk_error *err);
pk_status pk_cl_event_wait(pk_que *que, pk_evt *evt, pk_error *err);
pk_status pk_cl_event_sync(pk_evt *evt, pk_error *err);
pk_status pk_cl_event_query(pk_evt *evt, bool *happened, pk_error *err);
pk_status pk_cl_event_elapsed(pk_evt *from, pk_evt *to, uint64_t *ns,
                              pk_error *err);

/* module.c */
pk_status pk_cl_module_load(pk_dev *dev, const pk_artifact *artifact,
                            const pk_entry *entries, uint32_t entry_count,
                            pk_mod **out, pk_error *err);
pk_status pk_cl_module_binary(pk_mod *mod, pk_artifact *out, pk_error *err);
void pk_cl_module_free(pk_mod *mod);
pk_status pk_cl_function(pk_mod *mod, const char *name, pk_fun **out,
                         pk_error *err);
pk_status pk_cl_function_limits(pk_fun *fun, pk_fun_limits *out, pk_error *err);

/* native.c: the driver's handles, out and in */
extern const pk_native_ext pk_cl_native;
extern const pk_targets_ext pk_cl_targets;
extern const pk_forms_ext pk_cl_forms;

/* launch.c */
pk_status pk_cl_launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                       pk_error *err);

#endif
