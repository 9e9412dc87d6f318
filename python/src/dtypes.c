/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's dtypes as ours. */
#include "core.h"

PyObject *core_dict_get(PyObject *dict, PyObject *key) {
    PyObject *found = NULL;

#if PY_VERSION_HEX >= 0x030D0000
    PyDict_GetItemRef(dict, key, &found);
    return found;
#else
    found = PyDict_GetItemWithError(dict, key);
    return Py_XNewRef(found);
#endif
}

static pk_dtype integer(char kind, int size) {
    static const pk_dtype of_signed[] = {
        0, PK_DTYPE_i8, PK_DTYPE_i16, 0, PK_DTYPE_i32, 0, 0, 0, PK_DTYPE_i64};
    static const pk_dtype of_unsigned[] = {
        0, PK_DTYPE_u8, PK_DTYPE_u16, 0, PK_DTYPE_u32, 0, 0, 0, PK_DTYPE_u64};

    if (size < 0 || size > 8)
        return PK_DTYPE_void;
    return kind == 'u' ? of_unsigned[size] : of_signed[size];
}

static pk_dtype number(const PyArray_Descr *descr) {
    switch (descr->type_num) {
    case NPY_BOOL: return PK_DTYPE_bool;
    case NPY_HALF: return PK_DTYPE_f16;
    case NPY_FLOAT: return PK_DTYPE_f32;
    case NPY_DOUBLE: return PK_DTYPE_f64;
    case NPY_CFLOAT: return PK_DTYPE_c64;
    case NPY_CDOUBLE: return PK_DTYPE_c128;
    default:
        return descr->kind == 'i' || descr->kind == 'u'
                   ? integer(descr->kind,
                             (int)PyDataType_ELSIZE((PyArray_Descr *)descr))
                   : PK_DTYPE_void;
    }
}

/* The pk_structure of a record's dtype; the context keeps it by the dtype. */
static const pk_structure *structure_of(core_context *context,
                                        PyArray_Descr *descr) {
    const pk_structure *structure = NULL;
    PyObject *known = core_dict_get(context->structures, (PyObject *)descr);
    PyObject *text;
    pk_error err;

    if (known || PyErr_Occurred()) {
        structure = known ? PyLong_AsVoidPtr(known) : NULL;
        Py_XDECREF(known);
        return structure;
    }
    text = PyObject_CallFunctionObjArgs(context->state->describe,
                                        (PyObject *)descr, NULL);
    if (!text)
        return NULL;
    if (pk_structure_get(context->handle, PyUnicode_AsUTF8(text), 0, &structure,
                         &err) != PK_OK) {
        core_fail_plain(context->state, &err);
        structure = NULL;
    }
    Py_DECREF(text);
    known = structure ? PyLong_FromVoidPtr((void *)structure) : NULL;
    if (!known ||
        PyDict_SetItem(context->structures, (PyObject *)descr, known) < 0)
        structure = NULL;
    Py_XDECREF(known);
    return structure;
}

int core_dtype(core_context *context, PyArray_Descr *descr, pk_dtype *dtype,
               const pk_structure **structure) {
    *structure = NULL;
    if (PyDataType_HASFIELDS(descr)) {
        *dtype = PK_DTYPE_void;
        *structure = structure_of(context, descr);
        return *structure ? 0 : -1;
    }
    *dtype = number(descr);
    if (*dtype == PK_DTYPE_void) {
        PyErr_Format(PyExc_TypeError,
                     "kernels have no elements of dtype %R: they are numbers, "
                     "bool, or records of these",
                     descr);
        return -1;
    }
    if (!PyArray_ISNBO(descr->byteorder)) {
        PyErr_Format(PyExc_TypeError,
                     "dtype %R has its bytes in another order than this "
                     "machine: use a.astype(a.dtype.newbyteorder('='))",
                     descr);
        return -1;
    }
    return 0;
}
