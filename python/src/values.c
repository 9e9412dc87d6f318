/* SPDX-License-Identifier: Apache-2.0 */
/* Values of names, as portkern._functions.capture describes them, and classes:
 * what modules and launches get that NumPy and plain numbers do not say. */
#include "core.h"

/* ---- classes ---- */

static int read_name(PyObject *from, const char **out) {
    *out = PyUnicode_AsUTF8(from);
    return *out ? 0 : -1;
}

/* Fills in a description: (kind, name, names, bindings of values), all tuples,
 * which the pk_class points into. */
static int read_class(core_args *args, PyObject *described, pk_class *out) {
    PyObject *names, *values, *name;
    const char **texts;
    pk_arg *items;
    int kind;

    if (!PyArg_ParseTuple(described, "iO!O!O!", &kind, &PyUnicode_Type, &name,
                          &PyTuple_Type, &names, &PyTuple_Type, &values))
        return -1;
    *out = PK_INIT(pk_class, .kind = (pk_class_kind)kind,
                   .count = (size_t)PyTuple_GET_SIZE(names),
                   .value_count = (size_t)PyTuple_GET_SIZE(values));
    texts = core_args_take(args, (out->count + 1) * sizeof *texts);
    items = core_args_take(args, (out->value_count + 1) * sizeof *items);
    if (!texts || !items || read_name(name, &out->name) < 0)
        return -1;
    for (size_t i = 0; i < out->count; i++)
        if (read_name(PyTuple_GET_ITEM(names, (Py_ssize_t)i), &texts[i]) < 0)
            return -1;
    for (size_t i = 0; i < out->value_count; i++)
        if (core_binding(args, PyTuple_GET_ITEM(values, (Py_ssize_t)i),
                         &items[i]) < 0)
            return -1;
    out->names = texts;
    out->values = items;
    return 0;
}

/* portkern._functions.classes.describe(type): the description, or None. */
static PyObject *describe(PyObject *type) {
    PyObject *module = PyImport_ImportModule("portkern._functions.classes"),
             *out;

    if (!module)
        return NULL;
    out = PyObject_CallMethod(module, "describe", "O", type);
    Py_DECREF(module);
    return out;
}

/* The class that the library has for a description. */
static int keep_class(core_context *context, PyObject *described,
                      const pk_class **out) {
    pk_class words;
    core_args args;
    pk_error err;
    int status;

    *out = NULL;
    if (described == Py_None)
        return 0;
    core_args_init(&args, context, NULL);
    status = read_class(&args, described, &words);
    if (status == 0 &&
        pk_class_get(context->handle, &words, out, &err) != PK_OK) {
        core_fail_plain(context->state, &err);
        status = -1;
    }
    core_args_finish(&args);
    return status;
}

int core_class(core_context *context, PyTypeObject *type,
               const pk_class **out) {
    PyObject *known =
        PyDict_GetItemWithError(context->structures, (PyObject *)type);
    PyObject *described;
    int status;

    *out = NULL;
    if (known) {
        *out = PyTuple_Check(known) ? NULL : PyLong_AsVoidPtr(known);
        return 0;
    }
    described = PyErr_Occurred() ? NULL : describe((PyObject *)type);
    if (!described)
        return -1;
    status = keep_class(context, described, out);
    Py_DECREF(described);
    if (status == 0 && *out) /* for results of it */
        status = PyDict_SetItemString(context->classes, (*out)->name,
                                      (PyObject *)type);
    known = status == 0 ? PyLong_FromVoidPtr((void *)*out) : NULL;
    if (!known ||
        PyDict_SetItem(context->structures, (PyObject *)type, known) < 0)
        status = -1;
    Py_XDECREF(known);
    return status;
}

/* ---- bindings ---- */

static int binding_items(core_args *args, PyObject *given, size_t count,
                         pk_arg **out) {
    pk_arg *items = core_args_take(args, (count + 1) * sizeof *items);

    if (!items || Py_EnterRecursiveCall(" in the value of a name"))
        return -1;
    *out = items;
    for (size_t i = 0; i < count; i++)
        if (core_binding(args, PyTuple_GET_ITEM(given, (Py_ssize_t)i),
                         &items[i]) < 0) {
            Py_LeaveRecursiveCall();
            return -1;
        }
    Py_LeaveRecursiveCall();
    return 0;
}

static int tuple_binding(core_args *args, PyObject *given, pk_arg *out) {
    size_t count = (size_t)PyTuple_GET_SIZE(given);
    pk_arg *items;

    if (binding_items(args, given, count, &items) < 0)
        return -1;
    *out = pk_tuple(items, count);
    return 0;
}

static int known_class(core_args *args, PyObject *type, const pk_class **out) {
    if (core_class(args->context, (PyTypeObject *)type, out) < 0)
        return -1;
    if (*out)
        return 0;
    PyErr_Format(PyExc_TypeError, "%R is no class that kernels know", type);
    return -1;
}

static int class_binding(core_args *args, PyObject *type, PyObject *given,
                         pk_arg *out) {
    const pk_class *of;
    pk_arg *items;

    if (known_class(args, type, &of) < 0)
        return -1;
    if (!given) {
        *out = pk_class_value(of);
        return 0;
    }
    if (!PyTuple_Check(given) || (size_t)PyTuple_GET_SIZE(given) != of->count) {
        PyErr_Format(PyExc_TypeError, "a %s has %zu items", of->name,
                     of->count);
        return -1;
    }
    if (binding_items(args, given, of->count, &items) < 0)
        return -1;
    *out = pk_class_tuple(of, items);
    return 0;
}

static int function_binding(core_args *args, PyObject *module, PyObject *name,
                            pk_arg *out) {
    const char *text = name ? PyUnicode_AsUTF8(name) : NULL;

    if (!text || !PyObject_TypeCheck(module, args->context->state->module)) {
        PyErr_SetString(PyExc_TypeError, "expected a Module and a name");
        return -1;
    }
    *out = pk_function_of(((core_module_object *)module)->handle, text);
    return 0;
}

static int dtype_binding(core_args *args, PyObject *descr, pk_arg *out) {
    const pk_structure *structure;
    pk_dtype dtype;

    if (!PyArray_DescrCheck(descr)) {
        PyErr_SetString(PyExc_TypeError, "expected a dtype");
        return -1;
    }
    if (core_dtype(args->context, (PyArray_Descr *)descr, &dtype, &structure) <
        0)
        return -1;
    *out = structure ? pk_structure_value(structure) : pk_dtype_value(dtype);
    return 0;
}

/* A NumPy array, whose elements are copied, or one of the device, which is by
 * reference: kernels read it. */
static int constant_binding(core_args *args, PyObject *given, pk_arg *out) {
    pk_array *array;

    if (PyObject_TypeCheck(given, args->context->state->array)) {
        if (core_array_ready((core_array *)given) < 0)
            return -1;
        *out = pk_in(&((core_array *)given)->array);
        return 0;
    }
    if (!PyArray_Check(given)) {
        PyErr_SetString(PyExc_TypeError, "expected an array");
        return -1;
    }
    array = core_args_take(args, sizeof *array);
    if (!array ||
        core_array_of_numpy(args->context, (PyArrayObject *)given, array) < 0)
        return -1;
    *out = pk_in(array);
    return 0;
}

static int text_binding(const char *kind, PyObject *given, pk_arg *out) {
    const char *text = PyUnicode_AsUTF8(given);

    if (!text)
        return -1;
    if (strcmp(kind, "import") == 0) {
        *out = pk_import(text);
    } else if (strcmp(kind, "text") == 0) {
        *out = pk_string(text);
    } else if (strcmp(kind, "refused") == 0) {
        *out = pk_refused(text);
    } else {
        PyErr_Format(PyExc_ValueError, "no such kind of binding: %s", kind);
        return -1;
    }
    return 0;
}

int core_binding(core_args *args, PyObject *binding, pk_arg *out) {
    PyObject *given, *more = NULL;
    const char *kind;

    if (!PyArg_ParseTuple(binding, "sO|O", &kind, &given, &more))
        return -1;
    if (strcmp(kind, "value") == 0)
        return core_arg(args, given, out);
    if (strcmp(kind, "constant") == 0)
        return constant_binding(args, given, out);
    if (strcmp(kind, "function") == 0)
        return function_binding(args, given, more, out);
    if (strcmp(kind, "tuple") == 0 && PyTuple_Check(given))
        return tuple_binding(args, given, out);
    if (strcmp(kind, "class") == 0)
        return class_binding(args, given, more, out);
    if (strcmp(kind, "dtype") == 0)
        return dtype_binding(args, given, out);
    return text_binding(kind, given, out);
}
