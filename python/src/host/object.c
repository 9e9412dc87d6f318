/* SPDX-License-Identifier: Apache-2.0 */
/* Objects of classes with jitclass: Python's object is a reference to the
 * memory that compiled code has, so that both see the same fields. Classes are
 * derived from Object by portkern._functions.jitclass. And arrays that
 * functions may keep in such objects: each has an owner. */
#include "python/src/core.h"
#include "python/src/docs.h"

#include <string.h>

/* ---- classes ---- */

/* Has results of a context that are objects of the class `key` become objects
 * of `type`: the class `name` of the module; a dataclass with those fields. */
PyObject *core_module_add_class(PyObject *object, PyObject *args) {
    core_module_object *self = (core_module_object *)object;
    core_context *context = self->context;
    PyObject *key, *type, *name, *of, *fields = NULL;
    int status = -1;

    if (!PyArg_ParseTuple(args, "UUO!|O!:_add_class", &key, &name, &PyType_Type,
                          &type, &PyTuple_Type, &fields))
        return NULL;
    of = fields ? PyTuple_Pack(3, object, name, fields)
                : PyTuple_Pack(2, object, name);
    if (of && PyDict_SetItem(context->structures, type, of) == 0)
        status = PyDict_SetItem(context->classes, key, type);
    Py_XDECREF(of);
    if (status < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* Finds the class that a context has for a type; false: none, or an exception.
 */
static bool find_class(const core_context *context, PyObject *type,
                       core_module_object **module, const char **name) {
    PyObject *of = PyDict_GetItemWithError(context->structures, type);

    if (!of || !PyTuple_Check(of))
        return false;
    *module = (core_module_object *)PyTuple_GET_ITEM(of, 0);
    *name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(of, 1));
    return *name != NULL;
}

/* ---- arguments ---- */

enum { MOST_DEEP = 16 /* tuples in each other that are looked into */ };

int core_object_arg(core_args *args, PyObject *object, pk_arg *out) {
    core_object *self = (core_object *)object;
    pk_arg *items = core_args_take(args, 2 * sizeof *items);

    if (!items)
        return -1;
    if (self->context != args->context) {
        PyErr_Format(PyExc_TypeError,
                     "an object of %.200s was made while another device was "
                     "current than this call is for or its first object is of: "
                     "make all of them, and call, in one `with "
                     "portkern.device(...):`",
                     Py_TYPE(object)->tp_name);
        return -1;
    }
    args->owner_module = self->module;
    args->owner_class = self->name;
    *out = pk_object_of(items, self->module->handle, self->name, self->memory);
    return 0;
}

/* The first object among the arguments, and in tuples among them. */
static core_object *find_object(core_state *state, PyObject *const *objects,
                                size_t count, int depth) {
    core_object *found = NULL;

    for (size_t i = 0; i < count && !found; i++) {
        if (PyObject_TypeCheck(objects[i], state->object))
            found = (core_object *)objects[i];
        else if (PyTuple_Check(objects[i]) && depth < MOST_DEEP)
            found =
                find_object(state, &PyTuple_GET_ITEM(objects[i], 0),
                            (size_t)PyTuple_GET_SIZE(objects[i]), depth + 1);
    }
    return found;
}

core_context *core_object_host(core_context *context, PyObject *const *objects,
                               size_t count) {
    const core_object *first = find_object(context->state, objects, count, 0);

    if (first && first->context != context &&
        first->context->is_host == context->is_host)
        Py_SETREF(context, (core_context *)Py_NewRef(first->context));
    return context;
}

/* Whether the argument leads to a class: an object, a function that uses one, a
 * tuple with such in it; -1 with an exception. */
static int leads_to_class(core_args *args, PyObject *object) {
    core_state *state = args->context->state;
    PyObject *type;
    int found = 0;

    if (PyObject_TypeCheck(object, state->object)) {
        args->owner_module = ((core_object *)object)->module;
        args->owner_class = ((core_object *)object)->name;
        return 1;
    }
    if (PyObject_TypeCheck(object, state->host_dispatcher)) {
        if (core_dispatcher_keeps(args, object, &type) < 0)
            return -1;
        return type && find_class(args->context, type, &args->owner_module,
                                  &args->owner_class);
    }
    if (!PyTuple_Check(object) || Py_EnterRecursiveCall(" in an argument"))
        return PyErr_Occurred() ? -1 : 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(object) && !found; i++)
        found = leads_to_class(args, PyTuple_GET_ITEM(object, i));
    Py_LeaveRecursiveCall();
    return found;
}

int core_args_find_owner(core_args *args, PyObject *const *objects,
                         size_t count, PyObject *type) {
    int found = type && find_class(args->context, type, &args->owner_module,
                                   &args->owner_class);

    for (size_t i = 0; i < count && !found; i++)
        if (!PyFloat_CheckExact(objects[i]) && !PyArray_CheckExact(objects[i]))
            found = leads_to_class(args, objects[i]);
    return found < 0 || PyErr_Occurred() ? -1 : 0;
}

typedef struct core_owner {
    struct core_owner *next;
    pk_kept_memory *memory;
} core_owner;

int core_owned_array(core_args *args, PyObject *array, pk_arg *arg) {
    core_owner *owner = core_args_take(args, sizeof *owner);
    pk_arg *items = core_args_take(args, 3 * sizeof *items);

    if (!owner || !items || core_keep_array(array, &owner->memory) < 0)
        return -1;
    owner->next = args->owners;
    args->owners = owner;
    *arg = pk_array_with_owner(items, args->owner_module->handle,
                               args->owner_class, *arg, owner->memory);
    return 0;
}

void core_owners_finish(core_args *args) {
    for (core_owner *owner = args->owners; owner; owner = owner->next)
        pk_kept_memory_release(owner->memory);
    args->owners = NULL;
}

/* ---- results ---- */

PyObject *core_object_result(core_context *context, const pk_result *r,
                             PyObject *type) {
    core_object *self;

    if (!type)
        type = PyDict_GetItemString(context->classes, r->class_name);
    if (!type || !PyType_Check(type) ||
        !PyType_IsSubtype((PyTypeObject *)type, context->state->object)) {
        PyErr_Format(PyExc_TypeError, "no class %.200s is known here",
                     r->class_name);
        return NULL;
    }
    if (!r->memory)
        Py_RETURN_NONE;
    self = (core_object *)((PyTypeObject *)type)
               ->tp_alloc((PyTypeObject *)type, 0);
    if (!self)
        return NULL;
    self->context = (core_context *)Py_NewRef((PyObject *)context);
    if (!find_class(context, type, &self->module, &self->name)) {
        Py_DECREF(self);
        return NULL;
    }
    pk_kept_memory_retain(r->memory);
    self->memory = r->memory;
    return (PyObject *)self;
}

/* ---- the type ---- */

static PyObject *object_new(PyTypeObject *type, PyObject *args,
                            PyObject *kwargs) {
    (void)args;
    (void)kwargs;
    PyErr_Format(PyExc_TypeError,
                 "%.200s is made by calling a class with jitclass",
                 type->tp_name);
    return NULL;
}

void core_object_finish(core_object *self) {
    pk_kept_memory_release(self->memory);
    Py_XDECREF(self->context);
}

static void object_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);

    core_object_finish((core_object *)object);
    type->tp_free(object);
    Py_DECREF(type);
}

/* Two of Python's objects of one memory are equal, and not the same. */
static PyObject *object_compare(PyObject *a, PyObject *b, int op) {
    if ((op != Py_EQ && op != Py_NE) || Py_TYPE(a) != Py_TYPE(b))
        Py_RETURN_NOTIMPLEMENTED;
    return PyBool_FromLong((op == Py_EQ) == (((core_object *)a)->memory ==
                                             ((core_object *)b)->memory));
}

static Py_hash_t object_hash(PyObject *object) {
    return (Py_hash_t)((uintptr_t)((core_object *)object)->memory >> 6);
}

static PyType_Slot object_slots[] = {
    {Py_tp_doc, DOC_type_object},    {Py_tp_new, object_new},
    {Py_tp_dealloc, object_dealloc}, {Py_tp_richcompare, object_compare},
    {Py_tp_hash, object_hash},       {0, NULL},
};

PyType_Spec core_object_spec = {
    .name = "portkern._core.Object",
    .basicsize = sizeof(core_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = object_slots,
};
