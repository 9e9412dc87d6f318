/* SPDX-License-Identifier: Apache-2.0 */
/* Dispatchers (what cuda.jit makes of a function) and launchers (a dispatcher
 * with grid and block): the way of each launch. */
#include "core.h"
#include "docs.h"

#include <stdatomic.h>

/* ---- dispatchers ---- */

/* Returns what is compiled for the context of the last call; NULL for another
 * one. */
static PyObject *last_compiled(core_dispatcher *self,
                               const core_context *context) {
    PyObject *found = NULL;

    CORE_LOCK(self);
    if (self->last == context)
        found = Py_NewRef(self->last_compiled);
    CORE_UNLOCK();
    return found;
}

/* The dict of what is compiled; `make` makes it. NULL without, or with an
 * exception. */
static PyObject *kernels_of(core_dispatcher *self, bool make) {
    PyObject *kernels;

    CORE_LOCK(self);
    if (!self->kernels && make)
        self->kernels = PyDict_New();
    kernels = Py_XNewRef(self->kernels);
    CORE_UNLOCK();
    return kernels;
}

/* Notes the kernel of a context, of two that threads made at once the first.
 * Takes the reference over, and returns one. */
static PyObject *put_kernel(PyObject *kernels, core_context *context,
                            PyObject *made) {
    PyObject *key = (PyObject *)context, *first = core_dict_get(kernels, key);

    if (!first && !PyErr_Occurred() && PyDict_SetItem(kernels, key, made) == 0)
        return made;
    Py_DECREF(made);
    return first;
}

/* Classes derived in Python have _kernel(context), which compiles the source.
 */
static PyObject *make_compiled(core_dispatcher *self, core_context *context,
                               PyTypeObject *type) {
    PyObject *made =
        PyObject_CallMethod((PyObject *)self, "_kernel", "O", context);

    if (made && !PyObject_TypeCheck(made, type)) {
        PyErr_Format(PyExc_TypeError, "_kernel gave no %s", type->tp_name);
        Py_CLEAR(made);
    }
    return made;
}

PyObject *core_dispatcher_compiled(core_dispatcher *self, core_context *context,
                                   PyTypeObject *type) {
    PyObject *kernels, *found = last_compiled(self, context);

    if (found)
        return found;
    kernels = kernels_of(self, true);
    if (!kernels)
        return NULL;
    found = core_dict_get(kernels, (PyObject *)context);
    if (!found && !PyErr_Occurred()) {
        found = make_compiled(self, context, type);
        if (found)
            found = put_kernel(kernels, context, found);
    }
    CORE_LOCK(self);
    /* Nothing that was forgotten meanwhile is used again. */
    if (found && self->kernels == kernels) {
        self->last = context;
        self->last_compiled = found;
    }
    CORE_UNLOCK();
    Py_DECREF(kernels);
    return found;
}

static core_kernel *kernel_of(core_dispatcher *self, core_context *context) {
    return (core_kernel *)core_dispatcher_compiled(self, context,
                                                   context->state->kernel);
}

int core_dispatcher_traverse(PyObject *object, visitproc visit, void *arg) {
    core_dispatcher *self = (core_dispatcher *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->kernels);
    Py_VISIT(self->dict);
    return 0;
}

int core_dispatcher_clear(PyObject *object) {
    core_dispatcher *self = (core_dispatcher *)object;

    self->last = NULL;
    self->last_compiled = NULL;
    Py_CLEAR(self->kernels);
    Py_CLEAR(self->dict);
    return 0;
}

void core_dispatcher_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    if (((core_dispatcher *)object)->weakrefs)
        PyObject_ClearWeakRefs(object);
    core_dispatcher_clear(object);
    type->tp_free(object);
    Py_DECREF(type);
}

/* Forgets what was compiled: the next launch compiles again. */
static PyObject *dispatcher_forget(PyObject *object, PyObject *ignored) {
    core_dispatcher *self = (core_dispatcher *)object;
    PyObject *kernels;

    (void)ignored;
    CORE_LOCK(self);
    self->last = NULL;
    self->last_compiled = NULL;
    kernels = self->kernels;
    self->kernels = NULL;
    CORE_UNLOCK();
    Py_XDECREF(kernels);
    Py_RETURN_NONE;
}

static PyObject *dispatcher_kernels(PyObject *object, void *closure) {
    PyObject *kernels = kernels_of((core_dispatcher *)object, false);
    PyObject *copy = kernels ? PyDict_Copy(kernels) : PyDict_New();

    (void)closure;
    Py_XDECREF(kernels);
    return copy;
}

int core_implement(PyObject *dispatcher) {
    PyObject *type, *value, *trace, *module, *done = NULL;

    PyErr_Fetch(&type, &value, &trace);
    if (!type || !PyObject_HasAttrString(type, "_portkern_overload")) {
        PyErr_Restore(type, value, trace);
        return 0;
    }
    PyErr_NormalizeException(&type, &value, &trace);
    module = PyImport_ImportModule("portkern._functions.extension");
    if (module)
        done = PyObject_CallMethod(module, "resolve", "OO", dispatcher, value);
    Py_XDECREF(module);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    Py_XDECREF(done);
    return done != NULL;
}

static PyObject *dispatcher_subscript(PyObject *object, PyObject *item) {
    core_state *state = core_state_of_type(Py_TYPE(object));
    pk_launch_config config = PK_INIT(pk_launch_config);
    PyObject *stream = NULL;
    core_launcher *made;

    if (!state || core_launcher_read(state, item, &config, &stream) < 0)
        return NULL;
    made = (core_launcher *)state->launcher->tp_alloc(state->launcher, 0);
    if (!made)
        return NULL;
    made->call = core_launcher_call;
    made->dispatcher = (core_dispatcher *)Py_NewRef(object);
    made->stream = Py_XNewRef(stream);
    made->config = config;
    return (PyObject *)made;
}

static PyMethodDef dispatcher_methods[] = {
    {"_forget", dispatcher_forget, METH_NOARGS, DOC_dispatcher_forget},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef dispatcher_getset[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {"_kernels", dispatcher_kernels, NULL, "Context -> Kernel, a copy.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef dispatcher_members[] = {
    {"_is_internal", T_BOOL, offsetof(core_dispatcher, is_internal), 0,
     "Whether its launches leave arrays that wait to be computed alone."},
    {"__dictoffset__", T_PYSSIZET, offsetof(core_dispatcher, dict), READONLY,
     NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(core_dispatcher, weakrefs),
     READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot dispatcher_slots[] = {
    {Py_tp_doc, DOC_type_dispatcher},
    {Py_tp_dealloc, core_dispatcher_dealloc},
    {Py_tp_traverse, core_dispatcher_traverse},
    {Py_tp_clear, core_dispatcher_clear},
    {Py_tp_methods, dispatcher_methods},
    {Py_tp_getset, dispatcher_getset},
    {Py_tp_members, dispatcher_members},
    {Py_mp_subscript, dispatcher_subscript},
    {0, NULL},
};

PyType_Spec core_dispatcher_spec = {
    .name = "portkern._core.Dispatcher",
    .basicsize = sizeof(core_dispatcher),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = dispatcher_slots,
};

/* ---- configurations ---- */

static int read_extent(PyObject *item, const char *what, uint32_t *out) {
    PyObject *index;
    long long value;

    if (PyBool_Check(item) || !PyIndex_Check(item)) {
        PyErr_Format(PyExc_TypeError,
                     "%s must be a sequence of integers, got [%R]", what, item);
        return -1;
    }
    index = PyNumber_Index(item);
    if (!index)
        return -1;
    value = PyLong_AsLongLong(index);
    Py_DECREF(index);
    if (value == -1 && PyErr_Occurred())
        return -1;
    if (value < 0 || value > UINT32_MAX) {
        PyErr_Format(PyExc_ValueError,
                     "%s has an extent of %lld: it is 0 to "
                     "4294967295",
                     what, value);
        return -1;
    }
    *out = (uint32_t)value;
    return 0;
}

/* An integer, or a sequence of up to three. pk_launch_config takes zeros behind
 * the first for what is left out: here they are given. */
static int read_extents(PyObject *item, const char *what, uint32_t out[3]) {
    PyObject *fast;
    Py_ssize_t count;
    int status = 0;

    out[0] = out[1] = out[2] = 1;
    if (PyLong_CheckExact(item))
        return read_extent(item, what, &out[0]);
    if (!PyTuple_Check(item) && !PyList_Check(item))
        return read_extent(item, what, &out[0]);
    fast = PySequence_Tuple(item); /* nobody changes it */
    if (!fast)
        return -1;
    count = PyTuple_GET_SIZE(fast);
    if (count < 1 || count > 3) {
        PyErr_Format(PyExc_ValueError,
                     "%s must be a sequence of 1, 2 or 3 integers, got %zd",
                     what, count);
        status = -1;
    }
    for (Py_ssize_t i = 0; i < count && status == 0; i++)
        status = read_extent(PyTuple_GET_ITEM(fast, i), what, &out[i]);
    if (!out[1] || !out[2])
        out[0] = 0;
    Py_DECREF(fast);
    return status;
}

int core_launcher_read(core_state *state, PyObject *item,
                       pk_launch_config *config, PyObject **stream) {
    Py_ssize_t count = PyTuple_Check(item) ? PyTuple_GET_SIZE(item) : 0;

    if (count < 2 || count > 5) {
        PyErr_SetString(PyExc_ValueError,
                        "must specify at least the griddim and blockdim, and "
                        "at most stream and sharedmem besides: "
                        "kernel[grid, block, stream, sharedmem]");
        return -1;
    }
    if (read_extents(PyTuple_GET_ITEM(item, 0), "griddim", config->grid) < 0 ||
        read_extents(PyTuple_GET_ITEM(item, 1), "blockdim", config->block) < 0)
        return -1;
    if (count > 2) {
        PyObject *given = PyTuple_GET_ITEM(item, 2);
        if (PyObject_TypeCheck(given, state->queue))
            *stream = given;
        else if (given != Py_None &&
                 !(PyLong_Check(given) && PyLong_AsLong(given) == 0)) {
            PyErr_Format(PyExc_TypeError,
                         "stream is one of cuda.stream() or 0, got %.200s",
                         Py_TYPE(given)->tp_name);
            return -1;
        }
    }
    if (count > 3)
        return read_extent(PyTuple_GET_ITEM(item, 3), "sharedmem",
                           &config->shared_bytes);
    return 0;
}

/* ---- launches ---- */

static int tell_launch(core_span *span, const core_kernel *kernel,
                       core_queue *queue, const pk_launch_config *config) {
    const uint32_t *grid = config->grid, *block = config->block;

    return core_span_tell(span, queue, "launched",
                          Py_BuildValue("O(III)(III)", kernel->name, grid[0],
                                        grid[1], grid[2], block[0], block[1],
                                        block[2]));
}

/* Arrays of the host belong to a launch until its queue is finished, so a
 * launch with some waits. */
static int launch(core_kernel *kernel, core_queue *queue,
                  const pk_launch_config *config, const core_args *args) {
    PyThreadState *thread;
    core_call call;
    core_span span;
    pk_status status;
    pk_error err;

    span.is_on = core_is_profiled();
    if (span.is_on && core_profile_compile(kernel, config, args) < 0)
        return -1;
    thread = core_queue_enter(queue);
    core_span_begin(&span, queue->context, queue->handle);
    core_interrupt_begin(&call, queue->handle, kernel);
    status = pk_launch(queue->handle, kernel->handle, config, args->args,
                       args->count, &err);
    core_span_queued(&span, queue->context, queue->handle);
    if (status == PK_OK && args->has_host)
        status = core_stream_finish(queue->context, queue->stream, &err);
    if (core_interrupt_end(&call) && status == PK_OK)
        status = core_stream_finish(queue->context, queue->stream, &err);
    core_span_end(&span, queue->context);
    if (status != PK_OK)
        pk_queue_clear(queue->handle, NULL);
    core_queue_leave(queue, thread);
    if (status == PK_OK)
        return span.is_on ? tell_launch(&span, kernel, queue, config) : 0;
    core_span_drop(&span);
    if (status == PK_CANCELLED && PyErr_CheckSignals() < 0)
        return -1;
    core_fail(kernel->context, kernel->module->handle, kernel->text, &err);
    return -1;
}

enum { SMALL_GRID = 1, HOST_ARRAY = 2, SMALL = 128 };

/* Warns as Numba does of what wastes a GPU, each of it once for a kernel. -1
 * when warnings are errors. */
static int advise(core_launcher *self, const core_context *context,
                  const core_args *args) {
    const uint32_t *grid = self->config.grid;
    uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
    int found =
        (blocks < SMALL ? SMALL_GRID : 0) | (args->has_host ? HOST_ARRAY : 0);
    PyObject *module, *done;

    if (!context->is_gpu || self->dispatcher->is_internal ||
        !(found & ~self->dispatcher->advised))
        return 0;
    found &= ~atomic_fetch_or(&self->dispatcher->advised, found);
    module = PyImport_ImportModule("portkern._tools.advice");
    if (!module)
        return -1;
    done = PyObject_CallMethod(module, "warn", "Ki", blocks, found);
    Py_DECREF(module);
    Py_XDECREF(done);
    return done ? 0 : -1;
}

static int launch_in(core_launcher *self, core_context *context,
                     PyObject *const *objects, size_t count, PyObject *names) {
    core_kernel *kernel = kernel_of(self->dispatcher, context);
    core_queue *queue = kernel ? core_queue_of(context, self->stream) : NULL;
    core_args args;
    int status;

    if (!queue) {
        Py_XDECREF(kernel);
        return -1;
    }
    core_args_init(&args, context, kernel->handle);
    status = core_kernel_bind(kernel, &args, objects, count, names);
    if (status == 0)
        status = advise(self, context, &args);
    if (status == 0)
        status = launch(kernel, queue, &self->config, &args);
    core_args_finish(&args);
    Py_DECREF(kernel);
    return status;
}

/* Returns the context of a launch; a new reference. */
static core_context *launcher_context(core_launcher *self, core_state *state,
                                      PyObject *const *objects, size_t count) {
    PyObject *context;

    if (!self->stream)
        return core_context_of(state, objects, count);
    context = (PyObject *)((core_queue *)self->stream)->context;
    return (core_context *)Py_NewRef(context);
}

PyObject *core_launcher_call(PyObject *object, PyObject *const *objects,
                             size_t nargsf, PyObject *names) {
    core_launcher *self = (core_launcher *)object;
    core_state *state = core_state_of_type(Py_TYPE(object));
    size_t count = (size_t)PyVectorcall_NARGS(nargsf) +
                   (names ? (size_t)PyTuple_GET_SIZE(names) : 0);
    core_context *context;
    int status;

    if (!state || (!self->dispatcher->is_internal && core_flush(state) < 0))
        return NULL;
    context = launcher_context(self, state, objects, count);
    if (!context)
        return NULL;
    do
        status = launch_in(self, context, objects, count, names);
    while (status < 0 && core_implement((PyObject *)self->dispatcher));
    Py_DECREF(context);
    if (status < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *launcher_prepare(PyObject *object, PyObject *const *objects,
                                  Py_ssize_t positional, PyObject *names) {
    core_launcher *self = (core_launcher *)object;
    core_state *state = core_state_of_type(Py_TYPE(object));
    size_t count =
        (size_t)positional + (names ? (size_t)PyTuple_GET_SIZE(names) : 0);
    core_context *context =
        state ? launcher_context(self, state, objects, count) : NULL;
    core_kernel *kernel = context ? kernel_of(self->dispatcher, context) : NULL;
    PyObject *made = NULL;

    if (kernel) {
        made = core_prepare(state, kernel, self->stream, &self->config, objects,
                            count, names);
        Py_DECREF(kernel);
    }
    Py_XDECREF(context);
    return made;
}

static int launcher_traverse(PyObject *object, visitproc visit, void *arg) {
    core_launcher *self = (core_launcher *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->dispatcher);
    Py_VISIT(self->stream);
    return 0;
}

static int launcher_clear(PyObject *object) {
    core_launcher *self = (core_launcher *)object;

    Py_CLEAR(self->dispatcher);
    Py_CLEAR(self->stream);
    return 0;
}

static void launcher_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    launcher_clear(object);
    type->tp_free(object);
    Py_DECREF(type);
}

/* kernel[(4, 1, 1), (256, 1, 1)] */
static PyObject *launcher_repr(PyObject *object) {
    core_launcher *self = (core_launcher *)object;
    const uint32_t *grid = self->config.grid, *block = self->config.block;
    PyObject *name =
        PyObject_GetAttrString((PyObject *)self->dispatcher, "__name__");
    PyObject *out =
        name ? PyUnicode_FromFormat("<launcher %S[(%u, %u, %u), (%u, %u, %u)]>",
                                    name, grid[0], grid[1], grid[2], block[0],
                                    block[1], block[2])
             : NULL;

    Py_XDECREF(name);
    return out;
}

static PyObject *launcher_grid(PyObject *object, void *closure) {
    core_launcher *self = (core_launcher *)object;
    const uint32_t *n = closure ? self->config.block : self->config.grid;

    return Py_BuildValue("(III)", n[0], n[1], n[2]);
}

static PyObject *launcher_shared(PyObject *object, void *closure) {
    (void)closure;
    return PyLong_FromUnsignedLong(
        ((core_launcher *)object)->config.shared_bytes);
}

static PyGetSetDef launcher_getset[] = {
    {"griddim", launcher_grid, NULL, DOC_launcher_griddim, NULL},
    {"blockdim", launcher_grid, NULL, DOC_launcher_blockdim, (void *)1},
    {"sharedmem", launcher_shared, NULL, DOC_launcher_sharedmem, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef launcher_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(core_launcher, call),
     READONLY, NULL},
    {"dispatcher", T_OBJECT, offsetof(core_launcher, dispatcher), READONLY,
     DOC_launcher_dispatcher},
    {"stream", T_OBJECT, offsetof(core_launcher, stream), READONLY,
     DOC_launcher_stream},
    {NULL, 0, 0, 0, NULL},
};

static PyMethodDef launcher_methods[] = {
    {"prepare", (PyCFunction)(void (*)(void))launcher_prepare,
     METH_FASTCALL | METH_KEYWORDS, DOC_launcher_prepare},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot launcher_slots[] = {
    {Py_tp_methods, launcher_methods}, {Py_tp_doc, DOC_type_launcher},
    {Py_tp_dealloc, launcher_dealloc}, {Py_tp_traverse, launcher_traverse},
    {Py_tp_clear, launcher_clear},     {Py_tp_call, PyVectorcall_Call},
    {Py_tp_repr, launcher_repr},       {Py_tp_getset, launcher_getset},
    {Py_tp_members, launcher_members}, {0, NULL},
};

PyType_Spec core_launcher_spec = {
    .name = "portkern._core.Launcher",
    .basicsize = sizeof(core_launcher),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
             Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = launcher_slots,
};
