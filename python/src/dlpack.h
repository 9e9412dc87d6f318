/* SPDX-License-Identifier: Apache-2.0 */
/* The structs of DLPack, by which packages share arrays: those of dlpack.h 1.3.
 */
#ifndef PORTKERN_PYTHON_DLPACK_H
#define PORTKERN_PYTHON_DLPACK_H

#include "core.h"

enum { DL_CPU = 1, DL_CUDA = 2, DL_CUDA_HOST = 3, DL_CUDA_MANAGED = 13 };

typedef struct dl_tensor {
    void *data;
    int32_t device_type, device_id;
    int32_t ndim;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides; /* in elements; strides NULL: C order */
    uint64_t byte_offset;
} dl_tensor;

typedef struct dl_managed {
    dl_tensor tensor;
    void *self;
    void (*deleter)(struct dl_managed *);
} dl_managed;

typedef struct dl_versioned {
    uint32_t major, minor;
    void *self;
    void (*deleter)(struct dl_versioned *);
    uint64_t flags;
    dl_tensor tensor;
} dl_versioned;

enum { DL_READ_ONLY = 1 };

/* A type offers the table as __dlpack_c_exchange_api__, a capsule of this name:
 * C functions in place of the methods __dlpack__ and __dlpack_device__. They
 * return 0, or -1 with an exception. `older` is a table of another version. */
#define DL_EXCHANGE "dlpack_exchange_api"
typedef struct dl_exchange {
    uint32_t major, minor;
    struct dl_exchange *older;
    void *allocate;
    int (*managed_of)(void *object, dl_versioned **out);
    int (*object_of)(dl_versioned *tensor, void **out);
    /* Describes the object as it is now; nothing is released. May be NULL. */
    int (*tensor_of)(void *object, dl_tensor *out);
    /* The stream in which the package works on a device. */
    int (*stream_of)(int32_t device_type, int32_t device_id, void **out);
} dl_exchange;

/* Takes the tensor of a capsule. The owner of its memory, a new reference; NULL
 * with an exception. Where `read_only` is NULL, such tensors are refused. */
PyObject *core_tensor_take(PyObject *capsule, dl_tensor **tensor,
                           int *read_only);

#endif
