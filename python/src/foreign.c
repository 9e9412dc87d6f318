/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of other packages as arguments of launches: by DLPack, its table of
 * functions or its methods, and by the CUDA array interface. What is not plain
 * is left to portkern._interop, which reads all of them, and says what is
 * wrong. */
#include "dlpack.h"

/* ---- attributes ---- */

/* An attribute, a new reference; NULL without one, and with an exception only
 * when the lookup failed. */
static PyObject *optional(PyObject *object, PyObject *name) {
#if PY_VERSION_HEX >= 0x030D0000
    PyObject *found;

    PyObject_GetOptionalAttr(object, name, &found);
    return found;
#else
    PyObject *found = PyObject_GetAttr(object, name);

    if (!found && PyErr_ExceptionMatches(PyExc_AttributeError))
        PyErr_Clear();
    return found;
#endif
}

/* ---- DLPack ---- */

/* The table of an object's type; NULL where it has none that is known here. */
static const dl_exchange *table_of(core_state *state, PyObject *object) {
    const dl_exchange *table = NULL;
    PyObject *capsule =
        optional((PyObject *)Py_TYPE(object), state->words[CORE_EXCHANGE]);

    if (capsule && PyCapsule_IsValid(capsule, DL_EXCHANGE))
        table = PyCapsule_GetPointer(capsule, DL_EXCHANGE);
    Py_XDECREF(capsule); /* the table is there as long as the process */
    while (table && table->major != 1)
        table = table->older;
    return table;
}

/* NumPy's number of a type of elements, -1 without one. `code` is DLPack's, and
 * `size` in bytes. */
static int number_of(int code, int size) {
    static const int numbers[][5] = {
        {NPY_INT8, NPY_INT16, NPY_INT32, NPY_INT64, -1},
        {NPY_UINT8, NPY_UINT16, NPY_UINT32, NPY_UINT64, -1},
        {-1, NPY_HALF, NPY_FLOAT, NPY_DOUBLE, -1},
        {-1, -1, -1, -1, -1},
        {-1, -1, -1, -1, -1},
        {-1, -1, -1, NPY_CFLOAT, NPY_CDOUBLE},
        {NPY_BOOL, -1, -1, -1, -1},
    };
    int column = size == 1    ? 0
                 : size == 2  ? 1
                 : size == 4  ? 2
                 : size == 8  ? 3
                 : size == 16 ? 4
                              : -1;

    if (code < 0 || code > 6 || column < 0)
        return -1;
    return numbers[code][column];
}

/* Strides in C order, in bytes. -1 when that is too much. */
static int c_order(int ndim, const int64_t *shape, int64_t item,
                   int64_t *strides) {
    for (int i = ndim - 1; i >= 0; i--) {
        strides[i] = item;
        if (shape[i] < 0 || __builtin_mul_overflow(item, shape[i], &item))
            return -1;
    }
    return 0;
}

/* The shape in elements and the strides in bytes. -1 where they make no array.
 */
static int read_extents(const dl_tensor *from, int64_t *shape,
                        int64_t *strides) {
    int64_t item = from->bits / 8;

    memcpy(shape, from->shape, (size_t)from->ndim * sizeof *shape);
    if (c_order(from->ndim, shape, item, strides) < 0)
        return -1;
    for (int i = 0; from->strides && i < from->ndim; i++)
        if (__builtin_mul_overflow(from->strides[i], item, &strides[i]))
            return -1;
    return 0;
}

/* The dtype of a tensor that may be an argument, NULL of others. */
static PyArray_Descr *dtype_of(const dl_tensor *tensor) {
    int number = tensor->lanes == 1 && tensor->bits % 8 == 0
                     ? number_of(tensor->code, tensor->bits / 8)
                     : -1;

    if (number < 0 || tensor->ndim < 0 || tensor->ndim > PK_MAX_NDIM)
        return NULL;
    return PyArray_DescrFromType(number);
}

static int is_on_host(int32_t device_type) {
    return device_type == DL_CPU || device_type == DL_CUDA_HOST;
}

/* Memory of the host is an argument as NumPy's is. `owner` keeps it. */
static int host_tensor(core_args *args, PyObject *owner, const dl_tensor *from,
                       PyArray_Descr *dtype, pk_arg_kind kind, pk_arg *out) {
    pk_array *array = core_args_take(args, sizeof *array);

    if (!array)
        return -1;
    memset(array, 0, sizeof *array);
    if (core_dtype(args->context, dtype, &array->dtype, &array->structure) <
            0 ||
        core_args_keep(args, owner) < 0)
        return -1;
    array->ndim = (uint32_t)from->ndim;
    array->host = (char *)from->data + from->byte_offset;
    if (read_extents(from, array->shape, array->strides) < 0)
        return 0;
    args->has_host = 1;
    *out = pk_arg_array_(kind, array);
    return 1;
}

/* Whether the package works in the stream that launches go to, so that neither
 * has to wait for the other. */
static int is_in_order(const core_context *context, const dl_exchange *table,
                       const dl_tensor *tensor) {
    void *stream = NULL;
    uint64_t ours;

    if (table->stream_of(tensor->device_type, tensor->device_id, &stream) < 0) {
        PyErr_Clear();
        return 0;
    }
    return pk_queue_native(context->queue->handle, &ours, NULL) == PK_OK &&
           ours == (uintptr_t)stream;
}

static int device_tensor(core_args *args, PyObject *object,
                         const dl_tensor *from, PyArray_Descr *dtype,
                         PyObject **out) {
    core_context *context = args->context;
    int64_t shape[PK_MAX_NDIM], strides[PK_MAX_NDIM];

    read_extents(from, shape, strides);
    *out =
        core_array_over(context->state->array, context,
                        (uintptr_t)from->data + from->byte_offset,
                        (uint32_t)from->ndim, shape, strides, dtype, object, 0);
    return *out ? 1 : -1;
}

/* Reads an object by the table: returns what core_foreign does. */
static int by_table(core_args *args, PyObject *object, pk_arg_kind kind,
                    pk_arg *out, PyObject **array) {
    const dl_exchange *table = table_of(args->context->state, object);
    core_context *context = args->context;
    PyArray_Descr *dtype;
    dl_tensor tensor;
    int status = 0;

    if (!table || !table->tensor_of)
        return PyErr_Occurred() ? -1 : 0;
    if (table->tensor_of(object, &tensor) < 0)
        return -1;
    dtype = dtype_of(&tensor);
    if (!dtype)
        return 0;
    if (is_on_host(tensor.device_type))
        status = host_tensor(args, object, &tensor, dtype, kind, out);
    else if ((tensor.device_type == DL_CUDA ||
              tensor.device_type == DL_CUDA_MANAGED) &&
             tensor.device_id == context->cuda_index &&
             is_in_order(context, table, &tensor))
        status = device_tensor(args, object, &tensor, dtype, array);
    Py_DECREF(dtype);
    return status;
}

/* The capsule of an object whose memory is the host's; NULL without an
 * exception where Python's side has to look. */
static PyObject *host_capsule(core_state *state, PyObject *object) {
    PyObject *device, *where, *capsule = NULL,
                              *stack[2] = {object, state->version};
    long kind = 0;

    device =
        optional((PyObject *)Py_TYPE(object), state->words[CORE_DLPACK_DEVICE]);
    Py_XDECREF(device);
    where = device ? PyObject_CallMethodNoArgs(object,
                                               state->words[CORE_DLPACK_DEVICE])
                   : NULL;
    if (where && PyTuple_Check(where) && PyTuple_GET_SIZE(where) == 2)
        kind = PyLong_AsLong(PyTuple_GET_ITEM(where, 0));
    Py_XDECREF(where);
    if (kind != DL_CPU && kind != DL_CUDA_HOST)
        return NULL;
    capsule = PyObject_VectorcallMethod(state->words[CORE_DLPACK], stack, 1,
                                        state->version_name);
    /* Made before DLPack had versions: it knows no such argument. */
    if (!capsule && PyErr_ExceptionMatches(PyExc_TypeError))
        PyErr_Clear();
    return capsule;
}

/* Reads an object by the method __dlpack__: returns what core_foreign does. */
static int by_capsule(core_args *args, PyObject *object, pk_arg_kind kind,
                      pk_arg *out) {
    PyObject *capsule = host_capsule(args->context->state, object), *owner;
    PyArray_Descr *dtype;
    int read_only, status;
    dl_tensor *tensor;

    if (!capsule)
        return PyErr_Occurred() ? -1 : 0;
    owner = core_tensor_take(capsule, &tensor, &read_only);
    Py_DECREF(capsule);
    if (!owner)
        return -1;
    dtype = dtype_of(tensor);
    status = dtype && is_on_host(tensor->device_type)
                 ? host_tensor(args, owner, tensor, dtype,
                               read_only ? PK_ARG_in : kind, out)
                 : 0;
    Py_XDECREF(dtype);
    Py_DECREF(owner);
    return status;
}

/* ---- the CUDA array interface ---- */

/* A plain description of an array, read. */
typedef struct interface {
    int64_t shape[PK_MAX_NDIM], strides[PK_MAX_NDIM];
    int ndim;
    PyArray_Descr *dtype; /* owned */
    uint64_t address;
    core_array *ours; /* it is a view of, owned, or NULL */
} interface;

static PyObject *entry(core_state *state, PyObject *dict, int word) {
    return core_dict_get(dict, state->words[word]);
}

/* Whether there is nothing, or None. Takes the reference. */
static int is_none(PyObject *value) {
    int none = !value || value == Py_None;

    Py_XDECREF(value);
    return none;
}

/* Integers of a tuple; their number, -1 where it is no such tuple. Takes the
 * reference. */
static int read_tuple(PyObject *tuple, int64_t *out) {
    int count = -1;

    if (tuple && PyTuple_CheckExact(tuple) &&
        PyTuple_GET_SIZE(tuple) <= PK_MAX_NDIM) {
        count = (int)PyTuple_GET_SIZE(tuple);
        for (int i = 0; i < count; i++) {
            PyObject *item = PyTuple_GET_ITEM(tuple, i);
            int overflow = 1;
            if (PyLong_CheckExact(item))
                out[i] = PyLong_AsLongLongAndOverflow(item, &overflow);
            if (overflow)
                count = -1;
        }
    }
    Py_XDECREF(tuple);
    return count;
}

/* The dtype of "<f8" and its like, NULL of others. Takes the reference. */
static PyArray_Descr *read_type(PyObject *text) {
    static const char kinds[] = "iuf..cb";
    const char *words =
        text && PyUnicode_CheckExact(text) && PyUnicode_IS_ASCII(text)
            ? (const char *)PyUnicode_1BYTE_DATA(text)
            : "";
    int number = -1;

    if ((words[0] == '<' || words[0] == '|') && words[1] && words[2]) {
        const char *kind = strchr(kinds, words[1]);
        int size = words[2] - '0';
        if (words[3])
            size = words[4] ? 0 : 10 * size + words[3] - '0';
        number = kind ? number_of((int)(kind - kinds), size) : -1;
    }
    Py_XDECREF(text);
    return number < 0 ? NULL : PyArray_DescrFromType(number);
}

/* The address of (address, read-only). Takes the reference; 0 where it is
 * something else. */
static uint64_t read_address(PyObject *data) {
    uint64_t address = 0;

    if (data && PyTuple_CheckExact(data) && PyTuple_GET_SIZE(data) == 2 &&
        PyLong_CheckExact(PyTuple_GET_ITEM(data, 0))) {
        address = PyLong_AsUnsignedLongLong(PyTuple_GET_ITEM(data, 0));
        if (PyErr_Occurred())
            address = 0;
        PyErr_Clear();
    }
    Py_XDECREF(data);
    return address;
}

/* Whether the description is plain: elements that there are, of a type that
 * kernels have, no mask, and no stream to wait for. */
static int read_interface(core_state *state, PyObject *from, interface *out) {
    PyObject *strides, *ours;

    if (!is_none(entry(state, from, CORE_MASK)) ||
        !is_none(entry(state, from, CORE_STREAM)))
        return 0;
    out->ndim = read_tuple(entry(state, from, CORE_SHAPE), out->shape);
    out->address = read_address(entry(state, from, CORE_DATA));
    if (out->ndim < 0 || !out->address)
        return 0;
    out->dtype = read_type(entry(state, from, CORE_TYPESTR));
    if (!out->dtype)
        return 0;
    strides = entry(state, from, CORE_STRIDES);
    if (!strides || strides == Py_None) {
        Py_XDECREF(strides);
        if (c_order(out->ndim, out->shape, PyDataType_ELSIZE(out->dtype),
                    out->strides) < 0)
            return 0;
    } else if (read_tuple(strides, out->strides) != out->ndim) {
        return 0;
    }
    ours = entry(state, from, CORE_OURS);
    if (ours && PyObject_TypeCheck(ours, state->array))
        out->ours = (core_array *)ours;
    else
        Py_XDECREF(ours);
    return 1;
}

/* A view of an array of ours, by the number that it gave for its place. */
static PyObject *view_of(const interface *from) {
    core_array *ours = from->ours;
    uint64_t device, host;

    if (core_array_addresses(ours, &device, &host) < 0)
        return NULL;
    if (!device)
        device = (uintptr_t)ours->array.buffer + ours->array.offset;
    return core_array_view(
        ours, ours->context->state->array, (int64_t)(from->address - device),
        (uint32_t)from->ndim, from->shape, from->strides, from->dtype);
}

/* 1 with the array; 0 where the address may be no memory of the device. */
static int array_at(core_context *context, PyObject *object,
                    const interface *from, PyObject **out) {
    if (from->ours && from->ours->context == context) {
        *out = view_of(from);
    } else if (context->host_memory ? core_is_readable(from->address)
                                    : context->cuda_index >= 0) {
        *out = core_array_over(context->state->array, context, from->address,
                               (uint32_t)from->ndim, from->shape, from->strides,
                               from->dtype, object, context->host_memory);
    } else {
        return 0;
    }
    return *out ? 1 : -1;
}

static int by_interface(core_context *context, PyObject *object,
                        PyObject **out) {
    core_state *state = context->state;
    PyObject *description = optional(object, state->words[CORE_INTERFACE]);
    interface read = {.dtype = NULL};
    int status = 0;

    if (!description)
        return PyErr_Occurred() ? -1 : 0;
    if (PyDict_CheckExact(description) &&
        read_interface(state, description, &read))
        status = array_at(context, object, &read, out);
    Py_DECREF(description);
    Py_XDECREF(read.dtype);
    Py_XDECREF(read.ours);
    return status;
}

int core_foreign(core_args *args, PyObject *object, pk_arg_kind kind,
                 pk_arg *out, PyObject **array) {
    int status;

    *array = NULL;
    /* Arrays of NumPy's subclasses and numbers are no arrays of a device. */
    if (PyArray_Check(object) || PyLong_Check(object) || PyFloat_Check(object))
        return 0;
    status = by_table(args, object, kind, out, array);
    if (!status)
        status = by_interface(args->context, object, array);
    return status ? status : by_capsule(args, object, kind, out);
}

/* ---- names ---- */

int core_words_init(core_state *state) {
    static const char *const words[CORE_WORDS] = {
        [CORE_DLPACK] = "__dlpack__",
        [CORE_DLPACK_DEVICE] = "__dlpack_device__",
        [CORE_EXCHANGE] = "__dlpack_c_exchange_api__",
        [CORE_INTERFACE] = "__cuda_array_interface__",
        [CORE_SHAPE] = "shape",
        [CORE_STRIDES] = "strides",
        [CORE_TYPESTR] = "typestr",
        [CORE_DATA] = "data",
        [CORE_MASK] = "mask",
        [CORE_STREAM] = "stream",
        [CORE_OURS] = "_portkern",
    };

    for (int i = 0; i < CORE_WORDS; i++) {
        state->words[i] = PyUnicode_InternFromString(words[i]);
        if (!state->words[i])
            return -1;
    }
    state->version = Py_BuildValue("(ii)", 1, 0);
    state->version_name = Py_BuildValue("(s)", "max_version");
    return state->version && state->version_name ? 0 : -1;
}

void core_words_finish(core_state *state) {
    Py_CLEAR(state->version);
    Py_CLEAR(state->version_name);
    for (int i = 0; i < CORE_WORDS; i++)
        Py_CLEAR(state->words[i]);
}
