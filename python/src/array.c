/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays on a device: memory, copies, and what launches read. Indexing and the
 * names that Numba gives are Python's, portkern.cuda.cudadrv.devicearray. */
#include "core.h"
#include "docs.h"

/* ---- shapes ---- */

int core_sizes_read(PyObject *from, const char *what, int64_t *out) {
    Py_ssize_t count;

    if (!PyTuple_Check(from)) {
        PyErr_Format(PyExc_TypeError,
                     "%s: expected a tuple of integers, got "
                     "%.200s",
                     what, Py_TYPE(from)->tp_name);
        return -1;
    }
    count = PyTuple_GET_SIZE(from);
    if (count > PK_MAX_NDIM) {
        PyErr_Format(PyExc_ValueError,
                     "%s: arrays have at most %d dimensions, got %zd", what,
                     PK_MAX_NDIM, count);
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        out[i] = PyLong_AsLongLong(PyTuple_GET_ITEM(from, i));
        if (out[i] == -1 && PyErr_Occurred())
            return -1;
    }
    return (int)count;
}

PyObject *core_sizes(const int64_t *values, uint32_t count) {
    PyObject *tuple = PyTuple_New(count);

    for (uint32_t i = 0; tuple && i < count; i++) {
        PyObject *item = PyLong_FromLongLong(values[i]);
        if (!item)
            Py_CLEAR(tuple);
        else
            PyTuple_SET_ITEM(tuple, i, item);
    }
    return tuple;
}

/* Whether elements lie one behind the other in that order; axes of one element
 * may have any stride. */
static int is_contiguous(const pk_array *a, Py_ssize_t item, int fortran) {
    int64_t wanted = item;

    for (uint32_t i = 0; i < a->ndim; i++)
        if (a->shape[i] == 0)
            return 1;
    for (uint32_t i = 0; i < a->ndim; i++) {
        uint32_t axis = fortran ? i : a->ndim - 1 - i;
        if (a->shape[axis] != 1 && a->strides[axis] != wanted)
            return 0;
        wanted *= a->shape[axis];
    }
    return 1;
}

static Py_ssize_t item_size(const core_array *self) {
    return PyDataType_ELSIZE(self->dtype);
}

/* ---- life ---- */

core_array *core_array_make(PyTypeObject *type, core_context *context,
                            PyArray_Descr *dtype, uint32_t ndim,
                            const int64_t *shape) {
    core_array *self = (core_array *)type->tp_alloc(type, 0);

    if (!self)
        return NULL;
    self->context = (core_context *)Py_NewRef((PyObject *)context);
    self->dtype = (PyArray_Descr *)Py_NewRef((PyObject *)dtype);
    if (core_dtype(context, dtype, &self->array.dtype, &self->array.structure) <
        0) {
        Py_DECREF(self);
        return NULL;
    }
    self->array.ndim = ndim;
    for (uint32_t i = 0; i < ndim; i++) {
        self->array.shape[i] = shape[i];
        if (shape[i] < 0) {
            PyErr_SetString(PyExc_ValueError,
                            "negative dimensions are not allowed");
            Py_DECREF(self);
            return NULL;
        }
    }
    pk_array_set_c_order(&self->array);
    return self;
}

/* Reads a shape and strides of the same length, or None. The number of
 * dimensions; -1 with an exception. */
static int read_layout(PyObject *shape, PyObject *strides, int64_t *out_shape,
                       int64_t *out_strides) {
    int ndim = core_sizes_read(shape, "shape", out_shape);
    int count = ndim < 0 || strides == Py_None
                    ? ndim
                    : core_sizes_read(strides, "strides", out_strides);

    if (count == ndim || count < 0)
        return count;
    PyErr_Format(PyExc_ValueError, "%d dimensions, but %d strides", ndim,
                 count);
    return -1;
}

/* Bytes from the lowest to the highest element, and where the first one is
 * above the lowest. -1 with an exception when that is too much. */
static int64_t extent_of(const core_array *self, int64_t *below) {
    int64_t low = 0, high = 0, span;

    for (uint32_t i = 0; i < self->array.ndim; i++) {
        if (self->array.shape[i] == 0) {
            *below = 0;
            return 0;
        }
        if (__builtin_mul_overflow(self->array.shape[i] - 1,
                                   self->array.strides[i], &span) ||
            __builtin_add_overflow(span < 0 ? low : high, span,
                                   span < 0 ? &low : &high)) {
            PyErr_SetString(PyExc_ValueError, "the array is too large");
            return -1;
        }
    }
    *below = -low;
    return high - low + item_size(self);
}

static int take_memory(core_array *self, uint32_t flags) {
    int64_t below = 0, size = extent_of(self, &below);
    pk_status status;
    pk_error err;

    if (size < 0)
        return -1;
    Py_BEGIN_ALLOW_THREADS
    status = pk_buffer_create(self->context->handle, (size_t)size, flags,
                              &self->array.buffer, &err);
    Py_END_ALLOW_THREADS
    self->array.offset = (size_t)below;
    if (status == PK_OK)
        return 0;
    core_fail(self->context, NULL, NULL, &err);
    return -1;
}

/* Array(context, shape, dtype, strides=None, pinned=False): new memory. */
static PyObject *array_new(PyTypeObject *type, PyObject *args,
                           PyObject *kwargs) {
    static char *names[] = {"context", "shape",  "dtype",
                            "strides", "pinned", NULL};
    core_state *state = core_state_of_type(type);
    PyObject *shape, *strides = Py_None;
    PyArray_Descr *dtype = NULL;
    core_context *context;
    core_array *self;
    int64_t room[2][PK_MAX_NDIM];
    int pinned = 0, ndim;

    if (!state || !PyArg_ParseTupleAndKeywords(args, kwargs, "O!OO&|Op:Array",
                                               names, state->context, &context,
                                               &shape, PyArray_DescrConverter,
                                               &dtype, &strides, &pinned))
        return NULL;
    ndim = read_layout(shape, strides, room[0], room[1]);
    self = ndim < 0
               ? NULL
               : core_array_make(type, context, dtype, (uint32_t)ndim, room[0]);
    Py_DECREF(dtype);
    if (self && strides != Py_None)
        memcpy(self->array.strides, room[1], sizeof room[1]);
    if (self && take_memory(self, pinned ? PK_BUFFER_pinned : 0) < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static int array_traverse(PyObject *object, visitproc visit, void *arg) {
    core_array *self = (core_array *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->context);
    Py_VISIT(self->owner);
    Py_VISIT(self->stream);
    Py_VISIT(self->dict);
    return 0;
}

static int array_clear(PyObject *object) {
    core_array *self = (core_array *)object;

    core_array_forget(self); /* while its context is known */
    Py_CLEAR(self->context);
    Py_CLEAR(self->owner);
    Py_CLEAR(self->stream);
    Py_CLEAR(self->dict);
    return 0;
}

static void array_dealloc(PyObject *object) {
    core_array *self = (core_array *)object;
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    if (self->weakrefs)
        PyObject_ClearWeakRefs(object);
    pk_buffer_release(self->array.buffer);
    Py_XDECREF(self->dtype);
    array_clear(object);
    type->tp_free(object);
    Py_DECREF(type);
}

/* ---- views, and memory of others ---- */

/* Whether `made`, whose first element is at byte `offset` of the buffer, is
 * within it. 0 with an exception. */
static int is_within(const core_array *made, const core_array *of,
                     long long offset) {
    int64_t below = 0, size = extent_of(made, &below);

    if (size < 0)
        return 0;
    if (size == 0 || (offset >= below && (size_t)(offset - below + size) <=
                                             pk_buffer_size(of->array.buffer)))
        return 1;
    PyErr_SetString(PyExc_ValueError,
                    "the view is not within the array's memory");
    return 0;
}

/* The stream that an array is bound to, a new reference; NULL without. */
static PyObject *stream_of(core_array *self) {
    PyObject *stream;

    CORE_LOCK(self);
    stream = Py_XNewRef(self->stream);
    CORE_UNLOCK();
    return stream;
}

PyObject *core_array_view(core_array *self, PyTypeObject *type, int64_t offset,
                          uint32_t ndim, const int64_t *shape,
                          const int64_t *strides, PyArray_Descr *dtype) {
    core_array *made = core_array_make(type, self->context, dtype, ndim, shape);

    if (!made)
        return NULL;
    memcpy(made->array.strides, strides, ndim * sizeof *strides);
    if (__builtin_add_overflow(offset, (int64_t)self->array.offset, &offset))
        offset = -1;
    if (!is_within(made, self, offset)) {
        Py_DECREF(made);
        return NULL;
    }
    made->array.buffer = pk_buffer_retain(self->array.buffer);
    made->array.offset = pk_array_count(&made->array) ? (size_t)offset : 0;
    made->owner = Py_XNewRef(self->owner);
    made->stream = stream_of(self);
    return (PyObject *)made;
}

/* _view(offset, shape, strides, dtype=None, type=None): another array over the
 * same memory; `offset` in bytes from this one's first element. */
static PyObject *array_view(PyObject *object, PyObject *args) {
    core_array *self = (core_array *)object;
    PyObject *shape, *strides, *type = (PyObject *)Py_TYPE(object), *made;
    PyArray_Descr *dtype = NULL;
    int64_t room[2][PK_MAX_NDIM];
    long long offset;
    int ndim;

    if (!PyArg_ParseTuple(args, "LOO|O&O!:_view", &offset, &shape, &strides,
                          PyArray_DescrConverter2, &dtype, &PyType_Type, &type))
        return NULL;
    if (core_array_ready(self) < 0) {
        Py_XDECREF(dtype);
        return NULL;
    }
    if (!PyType_IsSubtype((PyTypeObject *)type, self->context->state->array)) {
        Py_XDECREF(dtype);
        PyErr_SetString(PyExc_TypeError, "the type is not one of arrays");
        return NULL;
    }
    ndim = read_layout(shape, strides, room[0], room[1]);
    made = ndim < 0 ? NULL
                    : core_array_view(self, (PyTypeObject *)type, offset,
                                      (uint32_t)ndim, room[0], room[1],
                                      dtype ? dtype : self->dtype);
    Py_XDECREF(dtype);
    return made;
}

/* Gets a buffer over memory of others. */
static int import_memory(core_array *self, uint64_t address, int host) {
    int64_t below = 0, size = extent_of(self, &below);
    pk_context *context = self->context->handle;
    pk_status status;
    pk_error err;

    if (size <= 0)
        return (int)size;
    if (!address) {
        PyErr_SetString(PyExc_ValueError, "the array has no memory");
        return -1;
    }
    address -= (uint64_t)below;
    status =
        host ? pk_buffer_import_host(context, (void *)(uintptr_t)address,
                                     (size_t)size, &self->array.buffer, &err)
             : pk_buffer_import_native(context, address, (size_t)size,
                                       &self->array.buffer, &err);
    self->array.offset = (size_t)below;
    if (status == PK_OK)
        return 0;
    core_fail(self->context, NULL, NULL, &err);
    return -1;
}

PyObject *core_array_over(PyTypeObject *type, core_context *context,
                          uint64_t address, uint32_t ndim, const int64_t *shape,
                          const int64_t *strides, PyArray_Descr *dtype,
                          PyObject *owner, int host) {
    core_array *self = core_array_make(type, context, dtype, ndim, shape);

    if (!self)
        return NULL;
    if (strides)
        memcpy(self->array.strides, strides, ndim * sizeof *strides);
    if (import_memory(self, address, host) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    self->owner = Py_NewRef(owner);
    return (PyObject *)self;
}

/* _import(context, address, shape, strides, dtype, owner, host=False): an array
 * over memory of others, which `owner` keeps alive. Strides None: C order. */
static PyObject *array_import(PyObject *class, PyObject *args) {
    PyTypeObject *type = (PyTypeObject *)class;
    core_state *state = core_state_of_type(type);
    PyObject *shape, *strides, *owner, *made;
    int64_t room[2][PK_MAX_NDIM];
    PyArray_Descr *dtype = NULL;
    core_context *context;
    unsigned long long address;
    int host = 0, ndim;

    if (!state ||
        !PyArg_ParseTuple(args, "O!KOOO&O|p:_import", state->context, &context,
                          &address, &shape, &strides, PyArray_DescrConverter,
                          &dtype, &owner, &host))
        return NULL;
    ndim = read_layout(shape, strides, room[0], room[1]);
    made = ndim < 0
               ? NULL
               : core_array_over(type, context, address, (uint32_t)ndim,
                                 room[0], strides == Py_None ? NULL : room[1],
                                 dtype, owner, host);
    Py_DECREF(dtype);
    return made;
}

/* ---- copies ---- */

int core_array_of_numpy(core_context *context, PyArrayObject *from,
                        pk_array *out) {
    int ndim = PyArray_NDIM(from);

    if (ndim > PK_MAX_NDIM) {
        PyErr_Format(PyExc_ValueError,
                     "arrays have at most %d dimensions, got %d", PK_MAX_NDIM,
                     ndim);
        return -1;
    }
    memset(out, 0, sizeof *out);
    if (core_dtype(context, PyArray_DESCR(from), &out->dtype, &out->structure) <
        0)
        return -1;
    out->ndim = (uint32_t)ndim;
    out->host = PyArray_DATA(from);
    for (int i = 0; i < ndim; i++) {
        out->shape[i] = PyArray_DIM(from, i);
        out->strides[i] = PyArray_STRIDE(from, i);
    }
    return 0;
}

/* Copies elements in a queue's order, and waits where one array is of the host.
 * -1 with an exception. */
static int copy(core_queue *queue, const pk_array *dst, const pk_array *src,
                int waits) {
    core_context *context = queue->context;
    PyThreadState *thread;
    core_span span;
    pk_status status;
    pk_error err;

    span.is_on = core_is_profiled();
    thread = core_queue_enter(queue);
    core_span_begin(&span, context, queue->handle);
    status = pk_queue_copy_array(queue->handle, dst, src, &err);
    core_span_queued(&span, context, queue->handle);
    if (status == PK_OK && waits)
        status = core_stream_finish(context, queue->stream, &err);
    core_span_end(&span, context);
    if (status != PK_OK)
        pk_queue_clear(queue->handle, NULL);
    core_queue_leave(queue, thread);
    if (status == PK_OK && span.is_on)
        return core_span_tell(&span, queue, "copied",
                              Py_BuildValue("(s)", !src->buffer ? "to device"
                                                   : !dst->buffer
                                                       ? "from device"
                                                       : "on device"));
    if (status == PK_OK)
        return 0;
    core_span_drop(&span);
    core_fail(context, NULL, NULL, &err);
    return -1;
}

/* _copy(dst, src, stream=0): elements of one array to another; each is a NumPy
 * array or one of a device, one at least of this context. Done when it returns,
 * unless a stream is given and both are on the device. */
static PyObject *array_copy(PyObject *class, PyObject *args) {
    core_state *state = core_state_of_type((PyTypeObject *)class);
    PyObject *objects[2], *stream = NULL;
    pk_array arrays[2];
    core_context *context = NULL;
    core_queue *queue;
    int has_host = 0;

    if (!state || !PyArg_ParseTuple(args, "OO|O:_copy", &objects[0],
                                    &objects[1], &stream))
        return NULL;
    for (int i = 0; i < 2; i++)
        if (PyObject_TypeCheck(objects[i], state->array)) {
            context = ((core_array *)objects[i])->context;
            if (core_array_ready((core_array *)objects[i]) < 0)
                return NULL;
        }
    if (!context) {
        PyErr_SetString(PyExc_TypeError, "neither array is on a device");
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        if (PyObject_TypeCheck(objects[i], state->array)) {
            arrays[i] = ((core_array *)objects[i])->array;
        } else if (!PyArray_Check(objects[i])) {
            PyErr_Format(PyExc_TypeError, "expected an array, got %.200s",
                         Py_TYPE(objects[i])->tp_name);
            return NULL;
        } else {
            has_host = 1;
            if (core_array_of_numpy(context, (PyArrayObject *)objects[i],
                                    &arrays[i]) < 0)
                return NULL;
        }
    }
    if (!arrays[0].buffer && PyArray_Check(objects[0]) &&
        !PyArray_ISWRITEABLE((PyArrayObject *)objects[0])) {
        PyErr_SetString(PyExc_ValueError, "the array is read-only");
        return NULL;
    }
    if (PyObject_TypeCheck(objects[0], state->array) && core_flush(state) < 0)
        return NULL;
    if (!(queue = core_queue_of(context, stream)) ||
        copy(queue, &arrays[0], &arrays[1], has_host) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* ---- attributes ---- */

static PyObject *array_shape(PyObject *object, void *closure) {
    core_array *self = (core_array *)object;

    (void)closure;
    return core_sizes(self->array.shape, self->array.ndim);
}

static PyObject *array_strides(PyObject *object, void *closure) {
    core_array *self = (core_array *)object;

    (void)closure;
    return core_sizes(self->array.strides, self->array.ndim);
}

static PyObject *array_ndim(PyObject *object, void *closure) {
    (void)closure;
    return PyLong_FromUnsignedLong(((core_array *)object)->array.ndim);
}

static PyObject *array_size(PyObject *object, void *closure) {
    (void)closure;
    return PyLong_FromLongLong(pk_array_count(&((core_array *)object)->array));
}

static PyObject *array_nbytes(PyObject *object, void *closure) {
    core_array *self = (core_array *)object;

    (void)closure;
    return PyLong_FromLongLong(pk_array_count(&self->array) * item_size(self));
}

static PyObject *array_dtype(PyObject *object, void *closure) {
    (void)closure;
    return Py_NewRef((PyObject *)((core_array *)object)->dtype);
}

static PyObject *array_context(PyObject *object, void *closure) {
    (void)closure;
    return Py_NewRef((PyObject *)((core_array *)object)->context);
}

static PyObject *array_owner(PyObject *object, void *closure) {
    core_array *self = (core_array *)object;

    (void)closure;
    return Py_NewRef(self->owner ? self->owner : Py_None);
}

static PyObject *array_stream(PyObject *object, void *closure) {
    PyObject *stream = stream_of((core_array *)object);

    (void)closure;
    return stream ? stream : PyLong_FromLong(0);
}

static int array_set_stream(PyObject *object, PyObject *value, void *closure) {
    core_array *self = (core_array *)object;
    PyObject *old;

    (void)closure;
    CORE_LOCK(self);
    old = self->stream;
    self->stream = Py_XNewRef(value);
    CORE_UNLOCK();
    Py_XDECREF(old);
    return 0;
}

static PyObject *array_flag(PyObject *object, void *closure) {
    core_array *self = (core_array *)object;

    return PyBool_FromLong(
        is_contiguous(&self->array, item_size(self), closure != NULL));
}

int core_array_addresses(core_array *self, uint64_t *device, uint64_t *host) {
    void *pointer = NULL;
    pk_error err;

    *device = *host = 0;
    if (core_array_ready(self) < 0)
        return -1;
    if (self->array.buffer && pk_buffer_address(self->array.buffer, device,
                                                &pointer, &err) != PK_OK) {
        core_fail(self->context, NULL, NULL, &err);
        return -1;
    }
    *host = (uintptr_t)pointer;
    if (*host)
        *host += self->array.offset;
    if (*device)
        *device += self->array.offset;
    return 0;
}

static PyObject *array_address(PyObject *object, void *closure) {
    uint64_t device, host;

    if (core_array_addresses((core_array *)object, &device, &host) < 0)
        return NULL;
    return PyLong_FromUnsignedLongLong(closure ? host : device);
}

static PyObject *array_offset(PyObject *object, void *closure) {
    (void)closure;
    if (core_array_ready((core_array *)object) < 0)
        return NULL;
    return PyLong_FromSize_t(((core_array *)object)->array.offset);
}

/* Names the buffer that the array is in, where it has no address. */
static PyObject *array_buffer_id(PyObject *object, void *closure) {
    (void)closure;
    if (core_array_ready((core_array *)object) < 0)
        return NULL;
    return PyLong_FromVoidPtr(((core_array *)object)->array.buffer);
}

/* Bytes of the buffer that the array is in. */
static PyObject *array_alloc_size(PyObject *object, void *closure) {
    (void)closure;
    if (core_array_ready((core_array *)object) < 0)
        return NULL;
    return PyLong_FromSize_t(
        pk_buffer_size(((core_array *)object)->array.buffer));
}

static Py_ssize_t array_length(PyObject *object) {
    core_array *self = (core_array *)object;

    if (self->array.ndim)
        return (Py_ssize_t)self->array.shape[0];
    PyErr_SetString(PyExc_TypeError, "len() of unsized object");
    return -1;
}

static PyMethodDef methods[] = {
    {"_view", array_view, METH_VARARGS, DOC_array_view},
    {"_numpy", core_array_numpy, METH_NOARGS, DOC_array_numpy},
    {"_like", core_array_like, METH_VARARGS, DOC_array_like},
    {"_dlpack", core_array_to_dlpack, METH_VARARGS, DOC_array_dlpack},
    {"_from_dlpack", core_array_from_dlpack, METH_VARARGS | METH_CLASS,
     DOC_array_from_dlpack},
    {"_pending", core_array_pending, METH_VARARGS | METH_CLASS,
     DOC_array_pending},
    {"_settle", core_array_settle, METH_O, DOC_array_settle},
    {"_import", array_import, METH_VARARGS | METH_CLASS, DOC_array_import},
    {"_copy", array_copy, METH_VARARGS | METH_CLASS, DOC_array_copy},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef getset[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {"shape", array_shape, NULL, DOC_array_shape, NULL},
    {"strides", array_strides, NULL, DOC_array_strides, NULL},
    {"ndim", array_ndim, NULL, DOC_array_ndim, NULL},
    {"size", array_size, NULL, DOC_array_size, NULL},
    {"nbytes", array_nbytes, NULL, DOC_array_nbytes, NULL},
    {"dtype", array_dtype, NULL, DOC_array_dtype, NULL},
    {"stream", array_stream, array_set_stream, DOC_array_stream, NULL},
    {"_context", array_context, NULL, "The Context it is of.", NULL},
    {"_owner", array_owner, NULL, "Who keeps its memory; None: it does.", NULL},
    {"_address", array_address, NULL, "Of the first element, on the device.",
     NULL},
    {"_host_address", array_address, NULL,
     "Of the first element in host memory, 0 where it is not.", (void *)1},
    {"_offset", array_offset, NULL,
     "Bytes from the begin of its memory to the first element.", NULL},
    {"_buffer_id", array_buffer_id, NULL, "Names its memory.", NULL},
    {"_c_contiguous", array_flag, NULL, "Whether it is in C order.", NULL},
    {"_f_contiguous", array_flag, NULL, "Whether it is in Fortran order.",
     (void *)1},
    {"_is_pending", core_array_is_pending, NULL, DOC_array_is_pending, NULL},
    {"alloc_size", array_alloc_size, NULL, DOC_array_alloc_size, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(core_array, dict), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(core_array, weakrefs), READONLY,
     NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, DOC_type_array},    {Py_tp_new, array_new},
    {Py_tp_dealloc, array_dealloc}, {Py_tp_traverse, array_traverse},
    {Py_tp_clear, array_clear},     {Py_tp_methods, methods},
    {Py_tp_getset, getset},         {Py_tp_members, members},
    {Py_sq_length, array_length},   {0, NULL},
};

PyType_Spec core_array_spec = {
    .name = "portkern._core.Array",
    .basicsize = sizeof(core_array),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};
