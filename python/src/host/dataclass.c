/* SPDX-License-Identifier: Apache-2.0 */
/* Objects of dataclasses as arguments: the values of their fields and, behind
 * them, their class, which portkern._functions.dataclass makes; and as results.
 */
#include "python/src/core.h"

/* Finds (module, name, names of fields) of a type; NULL: it is no dataclass, or
 * an exception. */
static PyObject *class_of(core_context *context, PyObject *type) {
    PyObject *known = PyDict_GetItemWithError(context->structures, type);
    PyObject *module, *done;

    if (known || PyErr_Occurred())
        return known && PyTuple_Check(known) && PyTuple_GET_SIZE(known) == 3
                   ? known
                   : NULL;
    if (!PyDict_GetItemString(((PyTypeObject *)type)->tp_dict,
                              "__dataclass_fields__"))
        return NULL;
    module = PyImport_ImportModule("portkern._functions.dataclass");
    done = module ? PyObject_CallMethod(module, "known", "OO", context, type)
                  : NULL;
    Py_XDECREF(module);
    Py_XDECREF(done);
    return done ? PyDict_GetItemWithError(context->structures, type) : NULL;
}

int core_dataclass_arg(core_args *args, PyObject *object, pk_arg *out) {
    PyObject *class = class_of(args->context, (PyObject *)Py_TYPE(object));
    PyObject *names, *value;
    const char *name;
    size_t count;
    pk_arg *items;
    int status = 0;

    if (!class)
        return PyErr_Occurred() ? -1 : 0;
    names = PyTuple_GET_ITEM(class, 2);
    count = (size_t)PyTuple_GET_SIZE(names);
    items = core_args_take(args, (count + 1) * sizeof *items);
    name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(class, 1));
    if (!items || !name || Py_EnterRecursiveCall(" in an argument"))
        return -1;
    args->in_tuple++;
    for (size_t i = 0; i < count && !status; i++) {
        value =
            PyObject_GetAttr(object, PyTuple_GET_ITEM(names, (Py_ssize_t)i));
        status = value ? core_args_keep(args, value) : -1;
        if (!status)
            status = core_arg(args, value, &items[i]);
        Py_XDECREF(value);
    }
    args->in_tuple--;
    Py_LeaveRecursiveCall();
    items[count] = pk_function_of(
        ((core_module_object *)PyTuple_GET_ITEM(class, 0))->handle, name);
    *out = pk_tuple(items, count + 1);
    return status < 0 ? -1 : 1;
}

/* As portkern._functions.classes.make: neither the class's __init__ runs nor
 * the
 * __setattr__ of a frozen one. */
PyObject *core_dataclass_made(core_context *context, PyObject *type,
                              PyObject *items) {
    PyObject *class = class_of(context, type), *none, *made, *names;

    if (!class) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_TypeError, "%R is no dataclass", type);
        return NULL;
    }
    none = PyTuple_New(0);
    made = none ? PyBaseObject_Type.tp_new((PyTypeObject *)type, none, NULL)
                : NULL;
    Py_XDECREF(none);
    names = PyTuple_GET_ITEM(class, 2);
    for (Py_ssize_t i = 0; made && i < PyTuple_GET_SIZE(items); i++)
        if (PyObject_GenericSetAttr(made, PyTuple_GET_ITEM(names, i),
                                    PyTuple_GET_ITEM(items, i)) < 0)
            Py_CLEAR(made);
    return made;
}
