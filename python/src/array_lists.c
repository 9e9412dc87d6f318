/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of arrays as arguments of functions of the host. The function works on
 * the memory of the arrays themselves, which the call keeps; arrays of its
 * result that lie there are these arrays, or views of them. */
#include "core.h"

#include <string.h>

/* A list that is an argument. */
typedef struct core_array_list {
    struct core_array_list *next;
    PyObject *object;
    size_t kept; /* owners that are made */
    pk_kept_memory **owners;
    pk_array_list list;
    pk_result after;
} core_array_list;

static int release_later(void *array) {
    Py_DECREF((PyObject *)array);
    return 0;
}

/* An object may give an array up in a function that runs without the GIL: a
 * thread that has it does it then, or nobody where too much is to be done. */
static void release_array(void *array) {
    if (PyGILState_Check())
        Py_DECREF((PyObject *)array);
    else
        Py_AddPendingCall(release_later, array);
}

int core_keep_array(PyObject *array, pk_kept_memory **out) {
    pk_error err;

    if (pk_kept_memory_create(release_array, array, out, &err) != PK_OK) {
        PyErr_NoMemory();
        return -1;
    }
    Py_INCREF(array);
    return 0;
}

PyObject *core_array_of_memory(const pk_kept_memory *memory) {
    return pk_kept_memory_self(memory, release_array);
}

int core_is_list_of_arrays(PyObject *object) {
    PyObject *first;

    if (!PyList_Check(object) || !PyList_GET_SIZE(object))
        return 0;
    first = PyList_GET_ITEM(object, 0);
    return PyArray_Check(first) && PyArray_NDIM((PyArrayObject *)first) > 0;
}

static int fail_mixed(PyObject *first, PyObject *other) {
    if (!PyArray_Check(other))
        PyErr_Format(PyExc_TypeError,
                     "can't unbox heterogeneous list: %.100s != %.100s",
                     Py_TYPE(first)->tp_name, Py_TYPE(other)->tp_name);
    else
        PyErr_Format(
            PyExc_TypeError,
            "can't unbox heterogeneous list: array of %S with %d axes != array "
            "of %S with %d axes",
            PyArray_DESCR((PyArrayObject *)first),
            PyArray_NDIM((PyArrayObject *)first),
            PyArray_DESCR((PyArrayObject *)other),
            PyArray_NDIM((PyArrayObject *)other));
    return -1;
}

static int put_item(core_args *args, core_array_list *list, PyObject *first,
                    PyObject *object, pk_array *out) {
    PyArrayObject *array = (PyArrayObject *)object;

    if (!PyArray_Check(object) ||
        PyArray_NDIM(array) != PyArray_NDIM((PyArrayObject *)first) ||
        !PyArray_EquivTypes(PyArray_DESCR(array),
                            PyArray_DESCR((PyArrayObject *)first)))
        return fail_mixed(first, object);
    if (core_array_of_numpy(args->context, array, out) < 0)
        return -1;
    if (!PyArray_ISWRITEABLE(array))
        list->list.readonly = true;
    if (core_keep_array(object, &list->owners[list->kept]) < 0)
        return -1;
    list->kept++;
    return 0;
}

int core_array_list_arg(core_args *args, PyObject *object, pk_arg *out) {
    const size_t count = (size_t)PyList_GET_SIZE(object);
    core_array_list *list;
    pk_array *items;

    for (list = args->array_lists; list; list = list->next)
        if (list->object == object) { /* one list, given twice */
            *out = pk_list_of_arrays(&list->list);
            return 0;
        }
    list = core_args_take(args, sizeof *list);
    items = core_args_take(args, count * sizeof *items);
    if (!list || !items)
        return -1;
    memset(list, 0, sizeof *list);
    list->owners = core_args_take(args, count * sizeof *list->owners);
    if (!list->owners)
        return -1;
    list->object = object;
    list->list = (pk_array_list){.items = items,
                                 .count = count,
                                 .owners = list->owners,
                                 .keeps = args->owner_module != NULL,
                                 .after = &list->after};
    list->next = args->array_lists;
    args->array_lists = list;
    for (size_t i = 0; i < count; i++) /* nothing here runs Python's code */
        if (put_item(args, list, PyList_GET_ITEM(object, 0),
                     PyList_GET_ITEM(object, (Py_ssize_t)i), &items[i]) < 0)
            return -1;
    *out = pk_list_of_arrays(&list->list);
    return 0;
}

/* Gives the list the arrays that the function left in it. */
static int give_back(const core_args *args, const core_array_list *list,
                     PyObject *const *objects, size_t count) {
    PyObject *items =
        core_result(args->context, &list->after, objects, count, args->kept);
    int status;

    if (!items)
        return -1;
    status =
        PyList_SetSlice(list->object, 0, PyList_GET_SIZE(list->object), items);
    Py_DECREF(items);
    return status;
}

int core_array_lists_finish(core_args *args, int returned,
                            PyObject *const *objects, size_t count) {
    int status = 0;

    for (core_array_list *list = args->array_lists; list; list = list->next) {
        if (returned && status == 0 && list->after.kind == PK_RESULT_LIST)
            status = give_back(args, list, objects, count);
        pk_result_release(&list->after);
        for (size_t i = 0; i < list->kept; i++)
            pk_kept_memory_release(list->owners[i]);
    }
    args->array_lists = NULL;
    return status;
}
