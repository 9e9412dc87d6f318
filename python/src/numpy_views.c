/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy computes the layout of views: an array of the device lends its shape
 * and strides to a NumPy array, which is sliced, reshaped or broadcast, and
 * what comes of it is the view's layout. The elements are never touched. */
#include "core.h"

/* Where such arrays begin that have no host memory. Nothing is there, so a use
 * of elements, which would be a bug, does not go unseen. */
#define NOWHERE ((uint64_t)1 << 46)

/* -1 with an exception. */
static int base_of(core_array *self, uint64_t *base) {
    uint64_t device;

    if (core_array_addresses(self, &device, base) < 0)
        return -1;
    if (!*base)
        *base = NOWHERE;
    return 0;
}

PyObject *core_array_numpy(PyObject *object, PyObject *ignored) {
    core_array *self = (core_array *)object;
    npy_intp shape[PK_MAX_NDIM], strides[PK_MAX_NDIM];
    uint64_t base;
    PyObject *made;

    (void)ignored;
    if (base_of(self, &base) < 0)
        return NULL;
    for (uint32_t i = 0; i < self->array.ndim; i++) {
        shape[i] = (npy_intp)self->array.shape[i];
        strides[i] = (npy_intp)self->array.strides[i];
    }
    Py_INCREF(self->dtype); /* the call takes it */
    made = PyArray_NewFromDescr(
        &PyArray_Type, self->dtype, (int)self->array.ndim, shape, strides,
        (void *)(uintptr_t)base, NPY_ARRAY_WRITEABLE, NULL);
    if (made &&
        PyArray_SetBaseObject((PyArrayObject *)made, Py_NewRef(object)) < 0)
        Py_CLEAR(made);
    return made;
}

/* NumPy's sizes as ours. */
static PyObject *tuple_of(const npy_intp *values, int count) {
    int64_t numbers[PK_MAX_NDIM];

    for (int i = 0; i < count; i++)
        numbers[i] = values[i];
    return core_sizes(numbers, (uint32_t)count);
}

PyObject *core_array_like(PyObject *object, PyObject *args) {
    PyObject *type = (PyObject *)Py_TYPE(object), *shape, *strides, *made;
    PyArrayObject *from;
    uint64_t base;
    long long offset;

    if (!PyArg_ParseTuple(args, "O!|O:_like", &PyArray_Type, &from, &type) ||
        base_of((core_array *)object, &base) < 0)
        return NULL;
    if (PyArray_NDIM(from) > PK_MAX_NDIM)
        return PyErr_Format(PyExc_ValueError,
                            "arrays have at most %d dimensions, got %d",
                            PK_MAX_NDIM, PyArray_NDIM(from));
    offset = (long long)((uint64_t)(uintptr_t)PyArray_DATA(from) - base);
    shape = tuple_of(PyArray_DIMS(from), PyArray_NDIM(from));
    strides = tuple_of(PyArray_STRIDES(from), PyArray_NDIM(from));
    made = shape && strides
               ? PyObject_CallMethod(object, "_view", "LOOOO", offset, shape,
                                     strides, PyArray_DESCR(from), type)
               : NULL;
    Py_XDECREF(shape);
    Py_XDECREF(strides);
    return made;
}
