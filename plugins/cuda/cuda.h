/* SPDX-License-Identifier: Apache-2.0 */
/* The cuda plugin's objects and the entries of its table. */
#ifndef PORTKERN_PLUGINS_CUDA_CUDA_H
#define PORTKERN_PLUGINS_CUDA_CUDA_H

#include "plugins/cuda/driver.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

struct pk_dev {
    cuda_driver driver;
    const pk_host *host;
    CUdevice device;
    CUcontext context; /* the primary one, shared with other users of CUDA */
    bool foreign;      /* it is the caller's: not released */
    pid_t pid;         /* CUDA does not survive fork */
    uint32_t shared_max, processors;
    /* Memory comes from a pool in the order of a stream that does nothing
     * else; NULL where the driver has none. */
    CUmemoryPool pool;
    CUstream pool_stream;
    pthread_mutex_t lock; /* of `first` while it is written */
    _Atomic bool lost;
    _Atomic bool told; /* somebody asked and heard why */
    pk_error first;    /* why, once lost */
};

struct pk_mem {
    pk_dev *dev;
    CUdeviceptr address;
    void *host;   /* pinned memory, else NULL */
    bool pooled;  /* from the device's pool */
    bool foreign; /* somebody else's: not freed */
};

/* A copy from the device that stands in pinned memory until the queue is
 * waited for. */
typedef struct cuda_delivery {
    size_t from, size; /* bytes of the queue's pinned memory */
    char *to;
} cuda_delivery;

enum { CUDA_DELIVERIES = 64 };

/* A thread's stack when a module with functions that call themselves is loaded:
 * the device reserves it for all threads that it can run at once. */
enum { PK_CUDA_STACK_BYTES = 16 << 10 };

struct pk_que {
    pk_dev *dev;
    CUstream stream;
    bool foreign;
    bool captured; /* work makes a graph */
    /* Pinned memory for copies of host memory, from the start on; empty again
     * whenever the stream has come to its end. */
    char *staging;
    bool no_staging; /* there was none to be had */
    size_t staged;
    uint32_t delivery_count;
    cuda_delivery deliveries[CUDA_DELIVERIES];
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
    CUevent turn; /* cooperative grids of a module share a word: one at a time.
                     NULL: it has none */
    pthread_mutex_t turn_lock;
    bool shared_dynamic; /* a kernel of it has shared memory sized at launch */
    uint32_t shared_moved; /* bytes of it that launches add: declared arrays */
};

struct pk_fun {
    pk_fun *next;
    pk_mod *mod;
    CUfunction function;
    uint32_t shared_static;
    char name[]; /* as the IR has it */
};

/* Makes the device's context current until pk_cuda_leave. PK_DEVICE_LOST when
 * the context has died. Only what frees may go on then. */
pk_status pk_cuda_enter(pk_dev *dev, pk_error *err);
bool pk_cuda_enter_to_free(pk_dev *dev);
void pk_cuda_leave(pk_dev *dev);

/* The same for launches, which are many and short: where no context is current
 * in the thread, the device's own stays so, as with the runtime API of CUDA,
 * and the thread's next launches need no other call. pk_cuda_leave follows
 * where
 * `*entered`. */
pk_status pk_cuda_enter_launch(pk_dev *dev, bool *entered, pk_error *err);
/* Whether the device's context has stayed current in this thread, as far as we
 * know: a program may change it. When a call failed, pk_cuda_has_left tells. */
bool pk_cuda_stays(const pk_dev *dev);
bool pk_cuda_has_left(pk_dev *dev);

/* The device is lost: the message has the first error. */
pk_status pk_cuda_lost(pk_dev *dev, pk_error *err);

/* Returns the status for a failing result of `function`; the device may be lost
 * by it. */
pk_status pk_cuda_failed(pk_dev *dev, CUresult result, const char *function,
                         pk_error *err);

/* Calls a function of the driver; its status. */
#define CUDA_CALL(dev, err, function, ...)                                     \
    pk_cuda_result((dev), (dev)->driver.function(__VA_ARGS__), #function, err)

static inline pk_status pk_cuda_result(pk_dev *dev, CUresult result,
                                       const char *function, pk_error *err) {
    return result == CUDA_SUCCESS ? PK_OK
                                  : pk_cuda_failed(dev, result, function, err);
}

/* A number that the driver knows of the device; 0 when it does not. */
uint32_t pk_cuda_attribute(const pk_dev *dev, CUdevice_attribute which);

/* The device's pool, made when the driver can. In the context. */
void pk_cuda_pool_open(pk_dev *dev);
void pk_cuda_pool_close(pk_dev *dev);

/* ---- copies of host memory (staging.c), in the context ---- */

/* Copies between host memory and `device`: by way of pinned memory where they
 * fit, so that the call does not wait for the stream. */
pk_status pk_cuda_upload(pk_que *que, CUdeviceptr device, const void *from,
                         uint64_t size, pk_error *err);
pk_status pk_cuda_download(pk_que *que, void *to, CUdeviceptr device,
                           uint64_t size, pk_error *err);
/* The stream is at its end: what it copied goes to its places. */
void pk_cuda_deliver(pk_que *que);
void pk_cuda_staging_free(pk_que *que);

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
pk_status pk_cuda_device_adopt(const pk_host *host, uint32_t index,
                               uint64_t context, pk_dev **out, pk_error *err);
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
pk_status pk_cuda_copy_rows(pk_que *que, pk_ref dst, uint64_t dst_pitch,
                            pk_ref src, uint64_t src_pitch, uint64_t width,
                            uint64_t rows, pk_error *err);
pk_status pk_cuda_memory_info(pk_dev *dev, uint64_t *free_bytes,
                              uint64_t *total_bytes, pk_error *err);
pk_status pk_cuda_fill(pk_que *que, pk_ref dst, uint64_t size,
                       const void *pattern, uint32_t pattern_size,
                       pk_error *err);
pk_status pk_cuda_call(pk_que *que, void (*function)(void *arg), void *arg,
                       pk_error *err);
pk_status pk_cuda_launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                         pk_error *err);
pk_status pk_cuda_graph_begin(pk_que *que, pk_error *err);
pk_status pk_cuda_graph_end(pk_que *que, pk_gra **out, pk_error *err);
pk_status pk_cuda_graph_launch(pk_que *que, pk_gra *graph, const uint32_t *stop,
                               pk_error *err);
void pk_cuda_graph_free(pk_gra *graph);
pk_status pk_cuda_flush(pk_que *que, pk_error *err);
pk_status pk_cuda_sync(pk_que *que, pk_error *err);

pk_status pk_cuda_event_new(pk_dev *dev, pk_evt **out, pk_error *err);
void pk_cuda_event_free(pk_evt *evt);
pk_status pk_cuda_event_record(pk_que *que, pk_evt *evt, pk_error *err);
pk_status pk_cuda_event_wait(pk_que *que, pk_evt *evt, pk_error *err);
pk_status pk_cuda_event_sync(pk_evt *evt, pk_error *err);
pk_status pk_cuda_event_query(pk_evt *evt, bool *happened, pk_error *err);
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

pk_status pk_cuda_suggest_block(pk_fun *fun, uint32_t shared_dynamic,
                                uint32_t most, uint32_t *threads,
                                uint32_t *blocks, pk_error *err);

/* The table of extension("native"). */
extern const pk_native_ext pk_cuda_native;
extern const pk_targets_ext pk_cuda_targets;

#endif
