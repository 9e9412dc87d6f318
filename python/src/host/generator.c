/* SPDX-License-Identifier: Apache-2.0 */
/* Generators: an object that refers to a frame in the memory of compiled code
 * (object.c) as an iterator. The next item is what its function gives for the
 * arguments that it was called with and the frame behind them. That call is
 * prepared once; where it cannot be, the arguments are kept as they were
 * converted. */
#include "python/src/core.h"
#include "python/src/docs.h"

typedef struct core_generator {
    core_object object;
    core_function *function; /* owned; NULL: it was not begun */
    PyObject *dispatcher;    /* owned: whose it is */
    PyObject *given;         /* a tuple of the arguments, owned, or NULL */
    PyObject *kept;          /* what they were replaced by: a list, or NULL */
    pk_prepared_call *call;
    core_args *args; /* NULL: the call is prepared */
    bool is_running;
} core_generator;

/* ---- making one ---- */

/* The frame comes behind the arguments: pk_object_of, member by member, for a
 * copy of a whole pk_arg waits for its stores. */
static int add_frame(const core_generator *self, core_args *args) {
    pk_arg *items = core_args_take(args, 2 * sizeof *items);
    pk_arg *frame = &args->args[args->count++];

    if (!items)
        return -1;
    items[0].kind = PK_ARG_function;
    items[0].value.function.module = self->object.module->handle;
    items[0].value.function.name = self->object.name;
    items[1].kind = PK_ARG_scalar;
    items[1].dtype = PK_DTYPE_u64;
    items[1].value.u = (uint64_t)(uintptr_t)self->object.memory;
    frame->kind = PK_ARG_tuple;
    frame->value.tuple.items = items;
    frame->value.tuple.count = 2;
    frame->value.tuple.fields = NULL;
    return 0;
}

/* Keeps the arguments, in whose memory items may be: numbers have none. */
static int keep_objects(core_generator *self, PyObject *const *objects,
                        size_t count) {
    size_t numbers = 0;

    while (numbers < count && (PyLong_CheckExact(objects[numbers]) ||
                               PyFloat_CheckExact(objects[numbers])))
        numbers++;
    if (numbers == count)
        return 0;
    self->given = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; self->given && i < count; i++)
        PyTuple_SET_ITEM(self->given, (Py_ssize_t)i, Py_NewRef(objects[i]));
    return self->given ? 0 : -1;
}

/* Converts the arguments again, to be kept. */
static int keep_args(core_generator *self, PyObject *const *objects,
                     size_t count, PyObject *names) {
    core_args *args = self->args = PyMem_Malloc(sizeof *args);

    if (!args) {
        PyErr_NoMemory();
        return -1;
    }
    core_args_init(args, self->object.context, NULL);
    args->is_next = 1;
    if (core_function_convert(self->function, self->dispatcher, args, objects,
                              count, names) < 0)
        return -1;
    args->names = NULL; /* the caller's */
    return add_frame(self, args);
}

int core_generator_begin(PyObject *generator, core_function *function,
                         core_args *args, PyObject *const *objects,
                         size_t count) {
    core_generator *self = (core_generator *)generator;
    pk_status status;
    pk_error err;

    self->function = (core_function *)Py_NewRef((PyObject *)function);
    self->dispatcher = Py_NewRef(args->dispatcher);
    self->kept = Py_XNewRef(args->kept);
    if (keep_objects(self, objects, count) < 0 || add_frame(self, args) < 0)
        return -1;
    if (core_is_profiled() && core_profile_function(function, args) < 0)
        return -1;
    status = pk_prepared_call_create(function->handle, args->args, args->count,
                                     &self->call, &err);
    if (status == PK_UNSUPPORTED)
        return keep_args(self, objects, count, args->names);
    if (status != PK_OK)
        core_fail_host(function->context, function->module->handle,
                       self->dispatcher, &err);
    return status == PK_OK ? 0 : -1;
}

/* ---- items ---- */

static PyObject *take_item(core_generator *self) {
    PyObject *item;
    pk_result result;

    if (core_function_enter(self->function, self->dispatcher, self->args,
                            self->call, &result) < 0)
        return NULL;
    if (result.kind == PK_RESULT_NUMBER && result.dtype == PK_DTYPE_f64)
        return PyFloat_FromDouble(result.f64);
    if (result.kind == PK_RESULT_NUMBER && result.dtype == PK_DTYPE_i64 &&
        !*result.class_name)
        return PyLong_FromLongLong(result.i64);
    item = core_result(self->object.context, &result,
                       self->given ? PySequence_Fast_ITEMS(self->given) : NULL,
                       self->given ? (size_t)PyTuple_GET_SIZE(self->given) : 0,
                       self->kept);
    pk_result_release(&result);
    return item;
}

static PyObject *take_profiled(core_generator *self) {
    const uint64_t begin = core_profile_begin_call();
    PyObject *item = take_item(self);

    if (item && core_profile_end_call(self->function, begin) < 0)
        Py_CLEAR(item);
    return item;
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
    core_generator *self = (core_generator *)object;
    PyObject *item;

    if (!self->function || !start_running(object))
        return NULL;
    item = core_is_profiled() ? take_profiled(self) : take_item(self);
    CORE_LOCK(object);
    self->is_running = false;
    CORE_UNLOCK();
    return item;
}

/* ---- the type ---- */

static void generator_dealloc(PyObject *object) {
    core_generator *self = (core_generator *)object;
    PyTypeObject *type = Py_TYPE(object);

    pk_prepared_call_release(self->call);
    if (self->args)
        core_args_finish(self->args);
    PyMem_Free(self->args);
    Py_XDECREF(self->dispatcher);
    Py_XDECREF(self->given);
    Py_XDECREF(self->kept);
    Py_XDECREF(self->function);
    core_object_finish(&self->object);
    type->tp_free(object);
    Py_DECREF(type);
}

static PyType_Slot generator_slots[] = {
    {Py_tp_doc, DOC_type_generator},
    {Py_tp_dealloc, generator_dealloc},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, generator_next},
    {0, NULL},
};

PyType_Spec core_generator_spec = {
    .name = "portkern._core.Generator",
    .basicsize = sizeof(core_generator),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = generator_slots,
};
