/* SPDX-License-Identifier: Apache-2.0 */
/* Queues (Python's word is Stream) and events. */
#include "core.h"
#include "docs.h"

/* ---- queues ---- */

static core_queue *make_queue(PyTypeObject *type, core_context *context,
                              pk_queue *handle) {
    core_queue *self = (core_queue *)type->tp_alloc(type, 0);

    if (!self) {
        pk_queue_release(handle);
        return NULL;
    }
    self->context = (core_context *)Py_NewRef((PyObject *)context);
    self->stream = core_stream_create(context, handle);
    if (!self->stream) {
        Py_DECREF(self);
        PyErr_NoMemory();
        return NULL;
    }
    self->handle = handle;
    return self;
}

PyObject *core_queue_new(core_context *context) {
    pk_queue *handle;
    pk_error err;

    if (pk_queue_create(context->handle, &handle, &err) != PK_OK)
        return core_fail(context, NULL, NULL, &err);
    return (PyObject *)make_queue(context->state->queue, context, handle);
}

/* Queue(context, native=0) */
static PyObject *queue_new(PyTypeObject *type, PyObject *args,
                           PyObject *kwargs) {
    static char *names[] = {"context", "native", NULL};
    core_state *state = core_state_of_type(type);
    core_context *context;
    core_queue *made;
    unsigned long long native = 0;
    pk_queue *handle;
    pk_status status;
    pk_error err;

    if (!state ||
        !PyArg_ParseTupleAndKeywords(args, kwargs, "O!|K:Queue", names,
                                     state->context, &context, &native))
        return NULL;
    status =
        native ? pk_queue_import_native(context->handle, native, &handle, &err)
               : pk_queue_create(context->handle, &handle, &err);
    if (status != PK_OK)
        return core_fail(context, NULL, NULL, &err);
    made = make_queue(type, context, handle);
    if (made)
        made->native = native;
    return (PyObject *)made;
}

static int queue_traverse(PyObject *object, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(((core_queue *)object)->context);
    return 0;
}

/* There is no tp_clear: a queue needs its context to the end, and a context
 * gives its queue up. */
static void queue_dealloc(PyObject *object) {
    core_queue *self = (core_queue *)object;
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    if (self->stream) {
        Py_BEGIN_ALLOW_THREADS
        /* the last release waits */
        core_stream_release(self->context, self->stream);
        Py_END_ALLOW_THREADS
    }
    Py_XDECREF(self->context);
    type->tp_free(object);
    Py_DECREF(type);
}

PyThreadState *core_queue_enter(core_queue *self) {
    PyThreadState *thread = PyEval_SaveThread();

    core_stream_enter(self->context, self->stream);
    return thread;
}

void core_queue_leave(core_queue *self, PyThreadState *thread) {
    core_stream_leave(self->stream);
    PyEval_RestoreThread(thread);
}

/* Calls `what` with the lock and without the GIL. */
#define WITH_QUEUE(self, status, what)                                         \
    do {                                                                       \
        PyThreadState *thread_ = core_queue_enter(self);                       \
        status = (what);                                                       \
        core_queue_leave(self, thread_);                                       \
    } while (0)

/* The main thread looks after signals in between. */
enum { SLICE_MS = 100 };

static pk_status finish_slice(core_queue *self, bool *again, pk_error *err) {
    pk_status status = PK_UNSUPPORTED;
    core_call call;

    core_interrupt_begin(&call, self->handle, NULL);
    *again = false;
    if (call.begun && !self->context->host_memory) {
        status = pk_queue_finish_for(self->handle, SLICE_MS, err);
        *again = status == PK_TIMEOUT &&
                 pk_queue_get_error(self->handle, NULL) == PK_OK;
    }
    if (status == PK_UNSUPPORTED)
        status = pk_queue_finish(self->handle, err);
    core_interrupt_end(&call);
    if (!*again)
        core_stream_is_done(self->context, self->stream);
    /* A failure stays with the queue until it is told; once is enough, or
     * every later call would raise the same. */
    if (status != PK_OK && !*again)
        pk_queue_clear(self->handle, NULL);
    return status;
}

int core_queue_finish(core_queue *self) {
    pk_status status;
    pk_error err;
    bool again;

    do {
        WITH_QUEUE(self, status, finish_slice(self, &again, &err));
        if ((again || status == PK_CANCELLED) && PyErr_CheckSignals() < 0)
            return -1;
    } while (again);
    if (status == PK_OK)
        return 0;
    core_fail(self->context, NULL, NULL, &err);
    return -1;
}

static PyObject *queue_synchronize(PyObject *object, PyObject *ignored) {
    (void)ignored;
    if (core_queue_finish((core_queue *)object) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* PK_TIMEOUT, and *again, while there is work; a failure is told once. */
static pk_status query(core_queue *self, bool *again, pk_error *err) {
    pk_status status = pk_queue_finish_for(self->handle, 0, err);

    *again =
        status == PK_TIMEOUT && pk_queue_get_error(self->handle, NULL) == PK_OK;
    if (*again)
        return status;
    core_stream_is_done(self->context, self->stream);
    if (status != PK_OK)
        pk_queue_clear(self->handle, NULL);
    return status;
}

static PyObject *queue_query(PyObject *object, PyObject *ignored) {
    core_queue *self = (core_queue *)object;
    pk_status status;
    pk_error err;
    bool again;

    (void)ignored;
    WITH_QUEUE(self, status, query(self, &again, &err));
    if (status == PK_OK)
        Py_RETURN_TRUE;
    if (again)
        Py_RETURN_FALSE;
    return core_fail(self->context, NULL, NULL, &err);
}

static PyObject *queue_flush(PyObject *object, PyObject *ignored) {
    core_queue *self = (core_queue *)object;
    pk_status status;
    pk_error err;

    (void)ignored;
    WITH_QUEUE(self, status, pk_queue_flush(self->handle, &err));
    if (status != PK_OK)
        return core_fail(self->context, NULL, NULL, &err);
    Py_RETURN_NONE;
}

static PyObject *queue_cancel(PyObject *object, PyObject *ignored) {
    core_queue *self = (core_queue *)object;
    pk_error err;

    (void)ignored;
    if (pk_queue_cancel(self->handle, &err) != PK_OK)
        return core_fail(self->context, NULL, NULL, &err);
    Py_RETURN_NONE;
}

static PyObject *queue_wait(PyObject *object, PyObject *event) {
    core_queue *self = (core_queue *)object;
    pk_event *handle;
    pk_status status;
    pk_error err;

    if (!PyObject_TypeCheck(event, self->context->state->event)) {
        PyErr_Format(PyExc_TypeError, "expected an event, got %.200s",
                     Py_TYPE(event)->tp_name);
        return NULL;
    }
    if (!((core_event *)event)->is_recorded)
        Py_RETURN_NONE; /* as CUDA: such an event has happened */
    handle = ((core_event *)event)->handle;
    WITH_QUEUE(self, status, pk_queue_wait(self->handle, handle, &err));
    if (status != PK_OK)
        return core_fail(self->context, NULL, NULL, &err);
    Py_RETURN_NONE;
}

static PyObject *queue_native(PyObject *object, void *closure) {
    core_queue *self = (core_queue *)object;
    uint64_t native = 0;
    pk_error err;

    (void)closure;
    if (pk_queue_native(self->handle, &native, &err) != PK_OK)
        return core_fail(self->context, NULL, NULL, &err);
    return PyLong_FromUnsignedLongLong(native);
}

static PyObject *queue_context(PyObject *object, void *closure) {
    (void)closure;
    return Py_NewRef((PyObject *)((core_queue *)object)->context);
}

core_queue *core_queue_of(core_context *context, PyObject *stream) {
    core_queue *queue;

    if (!stream || stream == Py_None ||
        (PyLong_CheckExact(stream) && PyLong_AsLong(stream) == 0)) {
        if (!context->queue)
            PyErr_SetString(PyExc_RuntimeError, "the device is closed");
        return context->queue;
    }
    if (!PyObject_TypeCheck(stream, context->state->queue)) {
        PyErr_Format(PyExc_TypeError,
                     "a stream is one of cuda.stream() or 0, got %.200s",
                     Py_TYPE(stream)->tp_name);
        return NULL;
    }
    queue = (core_queue *)stream;
    if (queue->context != context) {
        PyErr_SetString(PyExc_ValueError,
                        "the stream is of another device than the arrays");
        return NULL;
    }
    return queue;
}

static PyMethodDef queue_methods[] = {
    {"synchronize", queue_synchronize, METH_NOARGS, DOC_queue_synchronize},
    {"query", queue_query, METH_NOARGS, DOC_queue_query},
    {"flush", queue_flush, METH_NOARGS, DOC_queue_flush},
    {"cancel", queue_cancel, METH_NOARGS, DOC_queue_cancel},
    {"wait", queue_wait, METH_O, DOC_queue_wait},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef queue_getset[] = {
    {"native", queue_native, NULL, DOC_queue_native, NULL},
    {"context", queue_context, NULL, DOC_queue_context, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot queue_slots[] = {
    {Py_tp_doc, DOC_type_queue},
    {Py_tp_new, queue_new},
    {Py_tp_dealloc, queue_dealloc},
    {Py_tp_traverse, queue_traverse},
    {Py_tp_methods, queue_methods},
    {Py_tp_getset, queue_getset},
    {0, NULL},
};

PyType_Spec core_queue_spec = {
    .name = "portkern._core.Queue",
    .basicsize = sizeof(core_queue),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = queue_slots,
};

/* ---- events ---- */

static PyObject *event_new(PyTypeObject *type, PyObject *args,
                           PyObject *kwargs) {
    static char *names[] = {"context", NULL};
    core_state *state = core_state_of_type(type);
    core_context *context;
    core_event *self;
    pk_error err;

    if (!state || !PyArg_ParseTupleAndKeywords(args, kwargs, "O!:Event", names,
                                               state->context, &context))
        return NULL;
    self = (core_event *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    if (pk_event_create(context->handle, &self->handle, &err) != PK_OK) {
        Py_DECREF(self);
        return core_fail(context, NULL, NULL, &err);
    }
    self->context = (core_context *)Py_NewRef((PyObject *)context);
    return (PyObject *)self;
}

PyObject *core_event_of(core_context *context, pk_event *handle) {
    PyTypeObject *type = context->state->event;
    core_event *self = (core_event *)type->tp_alloc(type, 0);

    if (!self) {
        pk_event_release(handle);
        return NULL;
    }
    self->handle = handle;
    self->context = (core_context *)Py_NewRef((PyObject *)context);
    self->is_recorded = 1;
    return (PyObject *)self;
}

static int event_traverse(PyObject *object, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(((core_event *)object)->context);
    return 0;
}

static int event_clear(PyObject *object) {
    Py_CLEAR(((core_event *)object)->context);
    return 0;
}

static void event_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    pk_event_release(((core_event *)object)->handle);
    event_clear(object);
    type->tp_free(object);
    Py_DECREF(type);
}

static PyObject *event_record(PyObject *object, PyObject *args,
                              PyObject *kwargs) {
    static char *names[] = {"stream", NULL};
    core_event *self = (core_event *)object;
    PyObject *stream = NULL;
    core_queue *queue;
    pk_status status;
    pk_error err;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:record", names,
                                     &stream) ||
        !(queue = core_queue_of(self->context, stream)))
        return NULL;
    WITH_QUEUE(queue, status,
               pk_queue_record(queue->handle, self->handle, &err));
    if (status != PK_OK)
        return core_fail(self->context, NULL, NULL, &err);
    self->is_recorded = 1;
    Py_RETURN_NONE;
}

static PyObject *event_synchronize(PyObject *object, PyObject *ignored) {
    core_event *self = (core_event *)object;
    pk_status status;
    pk_error err;

    (void)ignored;
    if (!self->is_recorded)
        Py_RETURN_NONE;
    Py_BEGIN_ALLOW_THREADS
    status = pk_event_wait(self->handle, &err);
    Py_END_ALLOW_THREADS
    if (status != PK_OK)
        return core_fail(self->context, NULL, NULL, &err);
    Py_RETURN_NONE;
}

static PyObject *event_query(PyObject *object, PyObject *ignored) {
    core_event *self = (core_event *)object;
    bool happened;
    pk_error err;

    (void)ignored;
    if (!self->is_recorded)
        Py_RETURN_TRUE;
    if (pk_event_query(self->handle, &happened, &err) != PK_OK)
        return core_fail(self->context, NULL, NULL, &err);
    return PyBool_FromLong(happened);
}

static PyObject *event_wait(PyObject *object, PyObject *args,
                            PyObject *kwargs) {
    static char *names[] = {"stream", NULL};
    core_event *self = (core_event *)object;
    PyObject *stream = NULL;
    core_queue *queue;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:wait", names, &stream))
        return NULL;
    if (stream && PyObject_TypeCheck(stream, self->context->state->queue))
        return queue_wait(stream, object); /* perhaps of another device */
    queue = core_queue_of(self->context, stream);
    return queue ? queue_wait((PyObject *)queue, object) : NULL;
}

/* Milliseconds, as CUDA's. */
static PyObject *event_elapsed_time(PyObject *object, PyObject *other) {
    core_event *self = (core_event *)object;
    uint64_t ns;
    pk_error err;

    if (!PyObject_TypeCheck(other, self->context->state->event)) {
        PyErr_Format(PyExc_TypeError, "expected an event, got %.200s",
                     Py_TYPE(other)->tp_name);
        return NULL;
    }
    if (pk_event_elapsed(self->handle, ((core_event *)other)->handle, &ns,
                         &err) != PK_OK)
        return core_fail(self->context, NULL, NULL, &err);
    return PyFloat_FromDouble((double)ns * 1e-6);
}

static PyMethodDef event_methods[] = {
    {"record", (PyCFunction)(void (*)(void))event_record,
     METH_VARARGS | METH_KEYWORDS, DOC_event_record},
    {"synchronize", event_synchronize, METH_NOARGS, DOC_event_synchronize},
    {"query", event_query, METH_NOARGS, DOC_event_query},
    {"wait", (PyCFunction)(void (*)(void))event_wait,
     METH_VARARGS | METH_KEYWORDS, DOC_event_wait},
    {"elapsed_time", event_elapsed_time, METH_O, DOC_event_elapsed_time},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot event_slots[] = {
    {Py_tp_doc, DOC_type_event},
    {Py_tp_new, event_new},
    {Py_tp_dealloc, event_dealloc},
    {Py_tp_traverse, event_traverse},
    {Py_tp_clear, event_clear},
    {Py_tp_methods, event_methods},
    {0, NULL},
};

PyType_Spec core_event_spec = {
    .name = "portkern._core.Event",
    .basicsize = sizeof(core_event),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = event_slots,
};
