/* SPDX-License-Identifier: Apache-2.0 */
/* Generators: an object that refers to a frame in the memory of compiled code
 * (object.c) as an iterator. The next item is what its function gives for the
 * arguments that it was called with and the frame behind them: they are
 * converted once, where that is all that a call needs. */
#include "python/src/core.h"
#include "python/src/docs.h"

typedef struct core_generator {
    core_object object;
    PyObject *dispatcher, *given; /* owned: whose it is, a tuple of arguments */
    core_function *function;      /* owned */
    core_args *args; /* converted; NULL: not yet, or each call converts them */
    bool is_slow, is_running;
} core_generator;

/* _start(dispatcher, args): says what it goes on with */
static PyObject *generator_start(PyObject *object, PyObject *args) {
    core_generator *self = (core_generator *)object;
    PyObject *dispatcher, *given;

    if (!PyArg_ParseTuple(args, "OO!:_start", &dispatcher, &PyTuple_Type,
                          &given))
        return NULL;
    Py_XSETREF(self->dispatcher, Py_NewRef(dispatcher));
    Py_XSETREF(self->given, Py_NewRef(given));
    Py_RETURN_NONE;
}

static void give_up_args(core_generator *self) {
    if (self->args)
        core_args_finish(self->args);
    PyMem_Free(self->args);
    self->args = NULL;
}

/* Converts the arguments and the frame; false: that each call must do. */
static bool convert(core_generator *self) {
    core_context *context = self->object.context;
    const Py_ssize_t count = PyTuple_GET_SIZE(self->given);
    core_args *args = self->args = PyMem_Malloc(sizeof *args);
    pk_arg *items;

    if (!args)
        return false;
    core_args_init(args, context, NULL);
    args->is_call = args->is_next = 1;
    args->dispatcher = self->dispatcher;
    self->function = (core_function *)core_dispatcher_compiled(
        (core_dispatcher *)self->dispatcher, context, context->state->function);
    if (!self->function ||
        core_args_convert(args, PySequence_Fast_ITEMS(self->given),
                          (size_t)count) < 0 ||
        args->lists || args->array_lists)
        return false;
    items = core_args_take(args, 2 * sizeof *items);
    if (!items)
        return false;
    args->args[args->count++] =
        pk_object_of(items, self->object.module->handle, self->object.name,
                     self->object.memory);
    return true;
}

static PyObject *go_on(PyObject *object) {
    core_generator *self = (core_generator *)object;

    if (!self->args && !self->is_slow && !convert(self)) {
        give_up_args(self);
        PyErr_Clear();
        self->is_slow = true;
    }
    if (self->is_slow || core_is_profiled())
        return PyObject_CallMethod(self->dispatcher, "go_on", "OO", self->given,
                                   object);
    return core_function_call(self->function, self->dispatcher, self->args,
                              PySequence_Fast_ITEMS(self->given),
                              (size_t)PyTuple_GET_SIZE(self->given));
}

/* Only one thread goes on at a time: the frame is where it stopped. */
static bool start_running(PyObject *object) {
    core_generator *self = (core_generator *)object;
    bool was_running;

    CORE_LOCK(object);
    was_running = self->is_running;
    self->is_running = true;
    CORE_UNLOCK();
    if (was_running)
        PyErr_SetString(PyExc_ValueError, "generator already executing");
    return !was_running;
}

static PyObject *generator_next(PyObject *object) {
    PyObject *item;

    if (!((core_generator *)object)->dispatcher || !start_running(object))
        return NULL;
    item = go_on(object);
    CORE_LOCK(object);
    ((core_generator *)object)->is_running = false;
    CORE_UNLOCK();
    return item;
}

static void generator_dealloc(PyObject *object) {
    core_generator *self = (core_generator *)object;
    PyTypeObject *type = Py_TYPE(object);

    give_up_args(self);
    Py_XDECREF(self->dispatcher);
    Py_XDECREF(self->given);
    Py_XDECREF(self->function);
    core_object_finish(&self->object);
    type->tp_free(object);
    Py_DECREF(type);
}

static PyMethodDef generator_methods[] = {
    {"_start", generator_start, METH_VARARGS, DOC_generator_start},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot generator_slots[] = {
    {Py_tp_doc, DOC_type_generator},    {Py_tp_dealloc, generator_dealloc},
    {Py_tp_iter, PyObject_SelfIter},    {Py_tp_iternext, generator_next},
    {Py_tp_methods, generator_methods}, {0, NULL},
};

PyType_Spec core_generator_spec = {
    .name = "portkern._core.Generator",
    .basicsize = sizeof(core_generator),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = generator_slots,
};
