/* SPDX-License-Identifier: Apache-2.0 */
/* DLPack, by which packages share arrays: capsules in both of its versions,
 * given and taken. */
#include "dlpack.h"
#include "core.h"

#define NAME           "dltensor"
#define NAME_VERSIONED "dltensor_versioned"
#define NAME_OWNER     "portkern.dltensor"

/* Both kinds, with the array and its numbers behind them. */
typedef struct lent {
    union {
        dl_managed plain;
        dl_versioned versioned;
    } as;
    PyObject *array;
    int64_t numbers[2][PK_MAX_NDIM];
} lent;

/* ---- giving ---- */

/* Consumers may call it from any thread. */
static void drop(lent *given) {
    PyGILState_STATE gil;

    if (Py_IsInitialized()) {
        gil = PyGILState_Ensure();
        Py_DECREF(given->array);
        PyGILState_Release(gil);
    }
    free(given);
}

static void drop_plain(dl_managed *managed) {
    drop((lent *)managed);
}

static void drop_versioned(dl_versioned *managed) {
    drop((lent *)managed);
}

/* A capsule that nobody took. */
static void drop_capsule(PyObject *capsule) {
    const char *name = PyCapsule_GetName(capsule);

    if (name && (!strcmp(name, NAME) || !strcmp(name, NAME_VERSIONED)))
        drop(PyCapsule_GetPointer(capsule, name));
}

static int code_of(const PyArray_Descr *dtype) {
    switch (dtype->kind) {
    case 'i': return 0;
    case 'u': return 1;
    case 'f': return 2;
    case 'c': return 5;
    case 'b': return 6;
    default: return -1;
    }
}

static int fill(core_array *self, lent *given, dl_tensor *out) {
    int64_t item = PyDataType_ELSIZE(self->dtype);
    int code = code_of(self->dtype);

    if (code < 0) {
        PyErr_Format(PyExc_BufferError, "DLPack has no dtype %R", self->dtype);
        return -1;
    }
    out->ndim = (int32_t)self->array.ndim;
    out->code = (uint8_t)code;
    out->bits = (uint8_t)(item * 8);
    out->lanes = 1;
    out->shape = given->numbers[0];
    out->strides = given->numbers[1];
    for (uint32_t i = 0; i < self->array.ndim; i++) {
        out->shape[i] = self->array.shape[i];
        out->strides[i] = self->array.strides[i] / item;
        if (self->array.strides[i] % item) {
            PyErr_SetString(PyExc_BufferError,
                            "DLPack has no strides that are not a multiple of "
                            "the element's size: copy the array first");
            return -1;
        }
    }
    return 0;
}

PyObject *core_array_to_dlpack(PyObject *object, PyObject *args) {
    core_array *self = (core_array *)object;
    int versioned, device_type, device_id;
    uint64_t device, host;
    dl_tensor *tensor;
    PyObject *capsule;
    lent *given;

    if (!PyArg_ParseTuple(args, "pii:_dlpack", &versioned, &device_type,
                          &device_id) ||
        core_array_addresses(self, &device, &host) < 0)
        return NULL;
    given = calloc(1, sizeof *given);
    if (!given)
        return PyErr_NoMemory();
    tensor = versioned ? &given->as.versioned.tensor : &given->as.plain.tensor;
    if (fill(self, given, tensor) < 0) {
        free(given);
        return NULL;
    }
    tensor->device_type = device_type;
    tensor->device_id = device_id;
    tensor->data = (void *)(uintptr_t)(device_type == DL_CPU ? host : device);
    if (versioned) {
        given->as.versioned.major = 1;
        given->as.versioned.deleter = drop_versioned;
        given->as.versioned.self = given;
    } else {
        given->as.plain.deleter = drop_plain;
        given->as.plain.self = given;
    }
    given->array = Py_NewRef(object);
    capsule =
        PyCapsule_New(given, versioned ? NAME_VERSIONED : NAME, drop_capsule);
    if (!capsule)
        drop(given);
    return capsule;
}

/* ---- taking ---- */

/* The owner of memory that a capsule gave. */
static void drop_owner(PyObject *owner) {
    void *managed = PyCapsule_GetPointer(owner, NAME_OWNER);

    if (PyCapsule_GetContext(owner)) {
        dl_versioned *it = managed;
        if (it->deleter)
            it->deleter(it);
    } else {
        dl_managed *it = managed;
        if (it->deleter)
            it->deleter(it);
    }
}

static PyArray_Descr *dtype_of(const dl_tensor *tensor) {
    static const char kinds[] = {'i', 'u', 'f', 0, 0, 'c', 'b'};
    char kind = tensor->code < sizeof kinds ? kinds[tensor->code] : 0;
    PyArray_Descr *dtype = NULL;
    PyObject *text;

    if (!kind || tensor->lanes != 1 || tensor->bits % 8) {
        PyErr_Format(PyExc_BufferError,
                     "kernels have no elements of DLPack's type %d with %d "
                     "bits and %d lanes",
                     tensor->code, tensor->bits, tensor->lanes);
        return NULL;
    }
    text = PyUnicode_FromFormat("%c%d", kind, tensor->bits / 8);
    if (text && !PyArray_DescrConverter(text, &dtype))
        dtype = NULL;
    Py_XDECREF(text);
    return dtype;
}

static const char *name_of(int is_versioned) {
    return is_versioned ? NAME_VERSIONED : NAME;
}

/* Marks a capsule as taken, of threads that try at once for one; what it holds.
 * NULL with an exception when it was taken. */
static void *take(PyObject *capsule, int *is_versioned) {
    void *managed = NULL;

    *is_versioned = PyCapsule_IsValid(capsule, NAME_VERSIONED);
    CORE_LOCK(capsule);
    if (PyCapsule_IsValid(capsule, name_of(*is_versioned))) {
        managed = PyCapsule_GetPointer(capsule, name_of(*is_versioned));
        PyCapsule_SetName(capsule, *is_versioned ? "used_" NAME_VERSIONED
                                                 : "used_" NAME);
    }
    CORE_UNLOCK();
    if (!managed)
        PyErr_SetString(PyExc_TypeError,
                        "expected a DLPack capsule that is not taken yet");
    return managed;
}

/* The tensor, where it is one for kernels; NULL with an exception. It may be
 * read-only where `read_only` is there to say so. */
static dl_tensor *tensor_in(void *managed, int is_versioned, int *read_only) {
    dl_versioned *it = managed;
    dl_tensor *tensor =
        is_versioned ? &it->tensor : &((dl_managed *)managed)->tensor;

    if (is_versioned && it->major != 1) {
        PyErr_Format(PyExc_BufferError, "DLPack %u is not known", it->major);
        return NULL;
    }
    if (read_only)
        *read_only = is_versioned && it->flags & DL_READ_ONLY;
    else if (is_versioned && it->flags & DL_READ_ONLY) {
        PyErr_SetString(PyExc_BufferError, "the array is read-only");
        return NULL;
    }
    if (tensor->ndim >= 0 && tensor->ndim <= PK_MAX_NDIM)
        return tensor;
    PyErr_Format(PyExc_BufferError, "arrays have at most %d dimensions, got %d",
                 PK_MAX_NDIM, (int)tensor->ndim);
    return NULL;
}

/* Who holds the memory from now on; NULL with an exception. */
static PyObject *make_owner(void *managed, int is_versioned) {
    PyObject *owner = PyCapsule_New(managed, NAME_OWNER, NULL);

    if (owner &&
        (PyCapsule_SetContext(owner, is_versioned ? owner : NULL) < 0 ||
         PyCapsule_SetDestructor(owner, drop_owner) < 0))
        Py_CLEAR(owner);
    return owner;
}

PyObject *core_tensor_take(PyObject *capsule, dl_tensor **tensor,
                           int *read_only) {
    PyObject *owner = NULL;
    int is_versioned;
    void *managed = take(capsule, &is_versioned);

    if (!managed)
        return NULL;
    *tensor = tensor_in(managed, is_versioned, read_only);
    if (*tensor)
        owner = make_owner(managed, is_versioned);
    if (!owner) /* somebody else may take it */
        PyCapsule_SetName(capsule, name_of(is_versioned));
    return owner;
}

PyObject *core_array_from_dlpack(PyObject *class, PyObject *args) {
    PyTypeObject *type = (PyTypeObject *)class;
    core_state *state = core_state_of_type(type);
    int64_t strides[PK_MAX_NDIM];
    PyObject *capsule, *owner = NULL, *made = NULL;
    core_context *context;
    PyArray_Descr *dtype = NULL;
    dl_tensor *tensor;
    int host;

    if (!state ||
        !PyArg_ParseTuple(args, "O!Op:_from_dlpack", state->context, &context,
                          &capsule, &host) ||
        !(owner = core_tensor_take(capsule, &tensor, NULL)))
        return NULL;
    dtype = dtype_of(tensor);
    if (!dtype) {
        Py_DECREF(owner);
        return NULL;
    }
    for (int32_t i = 0; tensor->strides && i < tensor->ndim; i++)
        strides[i] = tensor->strides[i] * (tensor->bits / 8);
    made = core_array_over(
        type, context, (uintptr_t)tensor->data + tensor->byte_offset,
        (uint32_t)tensor->ndim, tensor->shape, tensor->strides ? strides : NULL,
        dtype, owner, host);
    Py_DECREF(owner);
    Py_DECREF(dtype);
    return made;
}
