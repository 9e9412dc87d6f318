/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of numbers, at the border of functions of the host: a list of Python
 * becomes memory, of the type of its first item, which all must have; what the
 * function made of it goes back into the list. */
#include "core.h"

#include <string.h>

/* A list that is an argument. */
typedef struct core_list {
    struct core_list *next;
    PyObject *object;
    pk_array items;
    pk_result after;
} core_list;

/* ---- to memory ---- */

static int fail_mixed(PyObject *first, PyObject *other) {
    PyErr_Format(PyExc_TypeError,
                 "can't unbox heterogeneous list: %.100s != %.100s",
                 Py_TYPE(first)->tp_name, Py_TYPE(other)->tp_name);
    return -1;
}

static int put_floats(PyObject *const *items, size_t count, double *out) {
    for (size_t i = 0; i < count; i++) {
        if (!PyFloat_CheckExact(items[i]))
            return fail_mixed(items[0], items[i]);
        out[i] = PyFloat_AS_DOUBLE(items[i]);
    }
    return 0;
}

static int put_ints(PyObject *const *items, size_t count, int64_t *out) {
    for (size_t i = 0; i < count; i++) {
        if (!PyLong_CheckExact(items[i]))
            return fail_mixed(items[0], items[i]);
        out[i] = PyLong_AsLongLong(items[i]);
        if (out[i] == -1 && PyErr_Occurred())
            return -1;
    }
    return 0;
}

static int put_bools(PyObject *const *items, size_t count, char *out) {
    for (size_t i = 0; i < count; i++) {
        if (!PyBool_Check(items[i]))
            return fail_mixed(items[0], items[i]);
        out[i] = items[i] == Py_True;
    }
    return 0;
}

/* Complex numbers, and NumPy's scalars of one type. */
static int put_scalars(PyObject *const *items, size_t count, size_t size,
                       char *out) {
    for (size_t i = 0; i < count; i++) {
        if (Py_TYPE(items[i]) != Py_TYPE(items[0]))
            return fail_mixed(items[0], items[i]);
        if (PyComplex_CheckExact(items[i])) {
            Py_complex value = PyComplex_AsCComplex(items[i]);
            memcpy(out + i * size, &value, size);
        } else {
            PyArray_ScalarAsCtype(items[i], out + i * size);
        }
    }
    return 0;
}

/* The dtype that such items have; -1 with an exception. */
static int dtype_of(core_args *args, PyObject *item, pk_dtype *out) {
    const pk_structure *structure = NULL;
    PyArray_Descr *descr;
    int status;

    if (PyFloat_CheckExact(item) || PyLong_CheckExact(item) ||
        PyBool_Check(item) || PyComplex_CheckExact(item)) {
        *out = PyFloat_CheckExact(item)  ? PK_DTYPE_f64
               : PyLong_CheckExact(item) ? PK_DTYPE_i64
               : PyBool_Check(item)      ? PK_DTYPE_bool
                                         : PK_DTYPE_c128;
        return 0;
    }
    if (!PyArray_CheckScalar(item) || PyArray_IsScalar(item, Void)) {
        PyErr_Format(PyExc_TypeError,
                     "a list that is an argument holds numbers, not %.200s: "
                     "pass a tuple, or an array",
                     Py_TYPE(item)->tp_name);
        return -1;
    }
    descr = PyArray_DescrFromScalar(item);
    status = core_dtype(args->context, descr, out, &structure);
    Py_DECREF(descr);
    return status;
}

static int put_items(PyObject *const *items, size_t count, pk_dtype dtype,
                     void *out) {
    if (PyFloat_CheckExact(items[0]))
        return put_floats(items, count, out);
    if (PyBool_Check(items[0]))
        return put_bools(items, count, out);
    if (PyLong_CheckExact(items[0]))
        return put_ints(items, count, out);
    return put_scalars(items, count, pk_dtype_size(dtype), out);
}

int core_is_list_of_numbers(PyObject *object) {
    PyObject *first;

    if (!PyList_Check(object))
        return 0;
    if (!PyList_GET_SIZE(object))
        return PyList_CheckExact(object);
    first = PyList_GET_ITEM(object, 0);
    if (PyFloat_CheckExact(first) || PyLong_CheckExact(first))
        return 1;
    return !PyList_Check(first) && !PyTuple_Check(first) &&
           !PyArray_Check(first) && !PyDict_Check(first) &&
           !PyAnySet_Check(first) && !PyUnicode_Check(first) &&
           !PyObject_HasAttrString((PyObject *)Py_TYPE(first),
                                   "__dataclass_fields__") &&
           !PyObject_HasAttrString((PyObject *)Py_TYPE(first),
                                   "_portkern_class");
}

int core_list_arg(core_args *args, PyObject *object, pk_arg *out) {
    const size_t count = (size_t)PyList_GET_SIZE(object);
    PyObject **items = PySequence_Fast_ITEMS(object);
    core_list *list;
    int64_t shape = (int64_t)count;
    pk_dtype dtype;
    void *memory;

    for (list = args->lists; list; list = list->next)
        if (list->object == object) { /* one list, given twice */
            *out = pk_list_of(&list->items, &list->after);
            return 0;
        }
    if (!count) {
        PyErr_SetString(PyExc_ValueError,
                        "the type of an empty list is not known: a list that "
                        "is an argument has an item");
        return -1;
    }
    if (dtype_of(args, items[0], &dtype) < 0)
        return -1;
    list = core_args_take(args, sizeof *list);
    memory = core_args_take(args, count * pk_dtype_size(dtype));
    if (!list || !memory || put_items(items, count, dtype, memory) < 0)
        return -1;
    memset(list, 0, sizeof *list);
    list->object = object;
    list->items = pk_array_host(memory, dtype, 1, &shape);
    list->next = args->lists;
    args->lists = list;
    *out = pk_list_of(&list->items, &list->after);
    return 0;
}

/* ---- from memory ---- */

static PyObject *item_of(pk_dtype dtype, const char *at) {
    double f64;
    int64_t i64;

    switch (dtype) {
    case PK_DTYPE_f64:
        memcpy(&f64, at, sizeof f64);
        return PyFloat_FromDouble(f64);
    case PK_DTYPE_i64:
        memcpy(&i64, at, sizeof i64);
        return PyLong_FromLongLong(i64);
    default: return NULL;
    }
}

/* The items through an array, which knows all types of numbers. */
static PyObject *by_array(const pk_result *r) {
    npy_intp shape = (npy_intp)r->shape[0];
    PyObject *over = PyArray_SimpleNewFromData(
        1, &shape, core_numpy_types[r->dtype], r->data);
    PyObject *out = over ? PyArray_ToList((PyArrayObject *)over) : NULL;

    Py_XDECREF(over);
    return out;
}

PyObject *core_list_of_numbers(const pk_result *r) {
    const Py_ssize_t count = (Py_ssize_t)r->shape[0];
    const char *at = r->data;
    PyObject *out;

    if (r->dtype != PK_DTYPE_f64 && r->dtype != PK_DTYPE_i64)
        return by_array(r);
    out = PyList_New(count);
    for (Py_ssize_t i = 0; out && i < count; i++) {
        PyObject *item = item_of(r->dtype, at + 8 * i);
        if (item)
            PyList_SET_ITEM(out, i, item);
        else
            Py_CLEAR(out);
    }
    return out;
}

/* Puts the items that are other bits than before into the list, so that most
 * objects stay. -1 with an exception. */
static int put_changed(const core_list *list, Py_ssize_t count) {
    const char *before = list->items.host, *after = list->after.data;
    const pk_dtype dtype = list->after.dtype;

    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item;
        if (!memcmp(before + 8 * i, after + 8 * i, 8))
            continue;
        item = item_of(dtype, after + 8 * i);
        if (!item || PyList_SetItem(list->object, i, item) < 0)
            return -1;
    }
    return 0;
}

/* All items of the list from `first` on become those of the result. */
static int replace_from(PyObject *object, const pk_result *r,
                        Py_ssize_t first) {
    int64_t shape = r->shape[0] - first;
    pk_result rest = *r;
    PyObject *items;
    int status;

    rest.shape = &shape;
    if (first)
        rest.data = (char *)r->data + first * r->strides[0];
    items = core_list_of_numbers(&rest);
    if (!items)
        return -1;
    status = PyList_SetSlice(object, first, PyList_GET_SIZE(object), items);
    Py_DECREF(items);
    return status;
}

/* Gives the list what the function made of it, item by item unless another
 * thread changed its length. */
static int give_back(const core_list *list) {
    const pk_result *after = &list->after;
    const Py_ssize_t before = (Py_ssize_t)list->items.shape[0];
    Py_ssize_t same = (Py_ssize_t)after->shape[0];

    if (same > before)
        same = before;
    if ((after->dtype != PK_DTYPE_f64 && after->dtype != PK_DTYPE_i64) ||
        PyList_GET_SIZE(list->object) != before)
        return replace_from(list->object, after, 0);
    if (put_changed(list, same) < 0)
        return -1;
    if (same == before && same == (Py_ssize_t)after->shape[0])
        return 0;
    return replace_from(list->object, after, same);
}

int core_lists_finish(core_args *args, int returned) {
    int status = 0;

    for (core_list *list = args->lists; list; list = list->next) {
        if (returned && status == 0 && list->after.kind == PK_RESULT_LIST)
            status = give_back(list);
        pk_result_release(&list->after);
    }
    args->lists = NULL;
    return status;
}
