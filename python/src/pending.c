/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that wait to be computed: portkern.cupy notes what an expression is
 * made of, and computes it when its elements are needed. Such an array has a
 * shape and a dtype, but no memory; whatever uses its memory calls
 * core_array_ready first. Expressions have the values that their operands had
 * when they were written, so whatever writes memory of a device calls
 * core_flush first, which computes all that wait. */
#include "core.h"

int core_array_compute(core_array *self) {
    PyObject *done = PyObject_CallMethod((PyObject *)self, "_compute", NULL);

    Py_XDECREF(done);
    if (!done)
        return -1;
    if (!self->is_pending)
        return 0;
    PyErr_SetString(PyExc_SystemError, "_compute gave the array no memory");
    return -1;
}

int core_flush(core_state *state) {
    PyObject *done;

    if (!atomic_load_explicit(&state->pending, memory_order_relaxed) ||
        !state->flush)
        return 0;
    done = PyObject_CallNoArgs(state->flush);
    Py_XDECREF(done);
    return done ? 0 : -1;
}

void core_array_forget(core_array *self) {
    if (!self->is_pending)
        return;
    self->is_pending = 0;
    atomic_fetch_sub(&self->context->state->pending, 1);
}

/* _pending(context, shape, dtype): an array in C order that waits. */
PyObject *core_array_pending(PyObject *class, PyObject *args) {
    core_state *state = core_state_of_type((PyTypeObject *)class);
    int64_t sizes[PK_MAX_NDIM];
    PyArray_Descr *dtype = NULL;
    core_context *context;
    core_array *made;
    PyObject *shape;
    int ndim;

    if (!state ||
        !PyArg_ParseTuple(args, "O!OO&:_pending", state->context, &context,
                          &shape, PyArray_DescrConverter, &dtype))
        return NULL;
    ndim = core_sizes_read(shape, "shape", sizes);
    made = ndim < 0 ? NULL
                    : core_array_make((PyTypeObject *)class, context, dtype,
                                      (uint32_t)ndim, sizes);
    Py_DECREF(dtype);
    if (!made)
        return NULL;
    made->is_pending = 1;
    atomic_fetch_add(&state->pending, 1);
    return (PyObject *)made;
}

static int has_shape_of(const core_array *a, const core_array *b) {
    return a->array.ndim == b->array.ndim &&
           memcmp(a->array.shape, b->array.shape,
                  a->array.ndim * sizeof *a->array.shape) == 0;
}

/* _settle(array): what waits is in that array's memory now. */
PyObject *core_array_settle(PyObject *object, PyObject *from) {
    core_array *self = (core_array *)object, *computed = (core_array *)from;
    core_state *state = self->context->state;

    if (!PyObject_TypeCheck(from, state->array) || computed->is_pending ||
        computed->context != self->context ||
        computed->array.dtype != self->array.dtype ||
        !has_shape_of(self, computed)) {
        PyErr_SetString(PyExc_TypeError, "this is not what was computed");
        return NULL;
    }
    CORE_LOCK(self);
    if (self->is_pending) {
        memcpy(self->array.strides, computed->array.strides,
               sizeof self->array.strides);
        self->array.buffer = pk_buffer_retain(computed->array.buffer);
        self->array.offset = computed->array.offset;
        self->owner = Py_XNewRef(computed->owner);
        core_array_forget(self);
    }
    CORE_UNLOCK();
    Py_RETURN_NONE;
}

PyObject *core_array_is_pending(PyObject *object, void *closure) {
    (void)closure;
    return PyBool_FromLong(((core_array *)object)->is_pending);
}

PyObject *core_set_flush(PyObject *module, PyObject *function) {
    Py_XSETREF(core_state_of(module)->flush, Py_NewRef(function));
    Py_RETURN_NONE;
}
