/* SPDX-License-Identifier: Apache-2.0 */
/* Debuggers: the stops of a launch that is stepped through, for
 * portkern._tools.debug. A stop is read as long as its callback runs. */
#include "core.h"
#include "docs.h"

#include "portkern/debug.h"

enum { BREAKS_MAX = 1024 };

typedef struct core_debugger {
    PyObject_HEAD core_context *context; /* owned */
    PyObject *stopped;                   /* called at each stop */
    PyObject *make;  /* make(kind, ...): values that C does not make */
    PyObject *files; /* texts of `breaks` */
    PyObject *error; /* the callback's exception, or NULL */
    pk_debugger debugger;
    const pk_debug_stop *stop; /* NULL: none at hand */
    uint32_t interrupt;
    pk_debug_break breaks[BREAKS_MAX];
} core_debugger;

/* ---- values ---- */

static PyObject *number(pk_dtype dtype, const uint64_t *bits) {
    PyArray_Descr *descr;
    PyObject *scalar;

    if (dtype == PK_DTYPE_bool)
        return PyBool_FromLong(bits[0] != 0);
    if (dtype == PK_DTYPE_i64)
        return PyLong_FromLongLong((long long)bits[0]);
    if (dtype == PK_DTYPE_f64) {
        double value;
        memcpy(&value, bits, sizeof value);
        return PyFloat_FromDouble(value);
    }
    descr = PyArray_DescrFromType(core_numpy_types[dtype]);
    scalar = PyArray_Scalar((void *)(uintptr_t)bits, descr, NULL);
    Py_DECREF(descr);
    return scalar;
}

static PyObject *complex_number(const pk_debug_value *v) {
    double parts[2];
    float small[2];

    if (v->dtype == PK_DTYPE_f64) {
        memcpy(parts, v->bits, sizeof parts);
        return PyComplex_FromDoubles(parts[0], parts[1]);
    }
    memcpy(&small[0], &v->bits[0], sizeof *small);
    memcpy(&small[1], &v->bits[1], sizeof *small);
    return number(PK_DTYPE_c64, (uint64_t *)(void *)small);
}

static PyObject *value_of(core_debugger *self, const pk_debug_value *v);

static PyObject *tuple_of(core_debugger *self, const pk_debug_value *v) {
    PyObject *items = PyTuple_New(v->count), *names, *made;

    for (uint32_t i = 0; items && i < v->count; i++) {
        PyObject *item = value_of(self, &v->items[i]);
        if (!item)
            Py_CLEAR(items);
        else
            PyTuple_SET_ITEM(items, i, item);
    }
    if (!items || !*v->class_name)
        return items;
    names = PyTuple_New(v->count);
    for (uint32_t i = 0; names && i < v->count; i++) {
        PyObject *name = PyUnicode_FromString(v->items[i].name);
        if (!name)
            Py_CLEAR(names);
        else
            PyTuple_SET_ITEM(names, i, name);
    }
    made = names ? PyObject_CallFunction(self->make, "ssOO", "tuple",
                                         v->class_name, names, items)
                 : NULL;
    Py_XDECREF(names);
    Py_DECREF(items);
    return made;
}

/* A copy: the memory is the launch's. */
static PyObject *array_of(core_debugger *self, const pk_debug_value *v) {
    PyObject *descr =
        PyObject_CallFunction(self->make, "ss", "dtype", v->format);
    npy_intp shape[NPY_MAXDIMS], strides[NPY_MAXDIMS];
    PyObject *view, *copy;
    bool empty = false;

    if (!descr)
        return NULL;
    for (uint32_t i = 0; i < v->count && i < NPY_MAXDIMS; i++) {
        shape[i] = (npy_intp)v->shape[i];
        strides[i] = (npy_intp)v->strides[i];
        empty |= shape[i] <= 0;
    }
    if (v->count > NPY_MAXDIMS || (!v->data && !empty)) {
        Py_DECREF(descr);
        return PyObject_CallFunction(self->make, "ss", "outside", v->type);
    }
    if (empty)
        for (uint32_t i = 0; i < v->count; i++)
            shape[i] = shape[i] > 0 ? shape[i] : 0;
    view = PyArray_NewFromDescr(&PyArray_Type, (PyArray_Descr *)descr,
                                (int)v->count, shape, empty ? NULL : strides,
                                empty ? NULL : v->data, 0, NULL);
    copy = view ? PyArray_NewCopy((PyArrayObject *)view, NPY_KEEPORDER) : NULL;
    Py_XDECREF(view);
    return copy;
}

static PyObject *record_of(core_debugger *self, const pk_debug_value *v) {
    PyObject *array = array_of(self, v);

    return array && PyArray_Check(array)
               ? PyArray_Return((PyArrayObject *)array)
               : array;
}

static PyObject *value_of(core_debugger *self, const pk_debug_value *v) {
    switch (v->kind) {
    case PK_DEBUG_NONE: Py_RETURN_NONE;
    case PK_DEBUG_NUMBER: return number(v->dtype, v->bits);
    case PK_DEBUG_COMPLEX: return complex_number(v);
    case PK_DEBUG_TUPLE: return tuple_of(self, v);
    case PK_DEBUG_ARRAY: return array_of(self, v);
    case PK_DEBUG_RECORD: return record_of(self, v);
    case PK_DEBUG_OTHER: break;
    }
    return PyObject_CallFunction(self->make, "ss", "other", v->type);
}

/* value(frame, variable) */
static PyObject *debugger_value(PyObject *object, PyObject *args) {
    core_debugger *self = (core_debugger *)object;
    unsigned frame, variable;

    if (!PyArg_ParseTuple(args, "II:value", &frame, &variable))
        return NULL;
    if (!self->stop || frame >= self->stop->frame_count ||
        variable >= self->stop->frames[frame].variable_count) {
        PyErr_SetString(PyExc_LookupError, "the kernel has gone on");
        return NULL;
    }
    return value_of(self, &self->stop->frames[frame].variables[variable]);
}

/* ---- stops ---- */

static PyObject *frame_of(const pk_debug_frame *frame) {
    PyObject *names = PyList_New(0), *made;

    for (uint32_t i = 0; names && i < frame->variable_count; i++) {
        PyObject *pair = Py_BuildValue("ss", frame->variables[i].name,
                                       frame->variables[i].type);
        if (!pair || PyList_Append(names, pair) < 0)
            Py_CLEAR(names);
        Py_XDECREF(pair);
    }
    made = names ? Py_BuildValue("ssIO", frame->function, frame->file,
                                 frame->line, names)
                 : NULL;
    Py_XDECREF(names);
    return made;
}

static PyObject *triple(const uint32_t *v) {
    return Py_BuildValue("III", v[0], v[1], v[2]);
}

static PyObject *stop_of(const pk_debug_stop *stop) {
    static const char *const reasons[] = {[PK_DEBUG_LINE] = "line",
                                          [PK_DEBUG_BREAK] = "break",
                                          [PK_DEBUG_LOOK] = "look",
                                          [PK_DEBUG_FAULT] = "fault"};
    PyObject *frames = PyList_New(0);

    for (uint32_t i = 0; frames && i < stop->frame_count; i++) {
        PyObject *frame = frame_of(&stop->frames[i]);
        if (!frame || PyList_Append(frames, frame) < 0)
            Py_CLEAR(frames);
        Py_XDECREF(frame);
    }
    return frames ? Py_BuildValue("ssNNNNN", reasons[stop->reason],
                                  stop->message, triple(stop->block),
                                  triple(stop->thread), triple(stop->grid_dim),
                                  triple(stop->block_dim), frames)
                  : NULL;
}

static pk_debug_answer answer_of(PyObject *answer) {
    static const char *const names[] = {
        [PK_DEBUG_STEP] = "step",     [PK_DEBUG_NEXT] = "next",
        [PK_DEBUG_FINISH] = "finish", [PK_DEBUG_CONTINUE] = "continue",
        [PK_DEBUG_SAME] = "same",     [PK_DEBUG_OTHER_THREAD] = "thread",
        [PK_DEBUG_STOP] = "stop"};
    const char *text = PyUnicode_Check(answer) ? PyUnicode_AsUTF8(answer) : "";

    for (int i = PK_DEBUG_STEP; text && i <= PK_DEBUG_STOP; i++)
        if (!strcmp(names[i], text))
            return (pk_debug_answer)i;
    PyErr_SetString(PyExc_ValueError, "no such answer of a debugger");
    return PK_DEBUG_STOP;
}

/* Called while the launch has given the GIL up. */
static pk_debug_answer on_stop(void *object, const pk_debug_stop *stop) {
    core_debugger *self = object;
    PyGILState_STATE gil = PyGILState_Ensure();
    pk_debug_answer answer = PK_DEBUG_STOP;
    PyObject *given, *said = NULL;

    self->stop = stop;
    __atomic_store_n(&self->interrupt, 0, __ATOMIC_RELAXED);
    given = stop_of(stop);
    if (given)
        said = PyObject_CallObject(self->stopped, given);
    if (said)
        answer = answer_of(said);
    Py_XDECREF(said);
    Py_XDECREF(given);
    if (PyErr_Occurred()) {
        PyObject *type, *value, *trace;
        PyErr_Fetch(&type, &value, &trace);
        PyErr_NormalizeException(&type, &value, &trace);
        if (trace)
            PyException_SetTraceback(value, trace);
        Py_XDECREF(type);
        Py_XDECREF(trace);
        Py_XSETREF(self->error, value);
        answer = PK_DEBUG_STOP;
    }
    self->stop = NULL;
    PyGILState_Release(gil);
    return answer;
}

/* ---- how it goes on ---- */

/* look_at(block, thread) */
static PyObject *debugger_look_at(PyObject *object, PyObject *args) {
    pk_debugger *d = &((core_debugger *)object)->debugger;

    if (!PyArg_ParseTuple(args, "(III)(III):look_at", &d->block[0],
                          &d->block[1], &d->block[2], &d->thread[0],
                          &d->thread[1], &d->thread[2]))
        return NULL;
    Py_RETURN_NONE;
}

/* set_breaks([(file, line), ...]) */
static PyObject *debugger_set_breaks(PyObject *object, PyObject *list) {
    core_debugger *self = (core_debugger *)object;
    PyObject *kept = PySequence_Tuple(list);
    Py_ssize_t count = kept ? PyTuple_GET_SIZE(kept) : 0;

    if (!kept)
        return NULL;
    if (count > BREAKS_MAX) {
        Py_DECREF(kept);
        return PyErr_Format(PyExc_ValueError, "%d breakpoints are the most",
                            BREAKS_MAX);
    }
    for (Py_ssize_t i = 0; i < count; i++)
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(kept, i), "sI",
                              &self->breaks[i].file, &self->breaks[i].line)) {
            self->debugger.break_count = 0;
            Py_DECREF(kept);
            return NULL;
        }
    self->debugger.break_count = (uint32_t)count;
    Py_XSETREF(self->files, kept);
    Py_RETURN_NONE;
}

/* interrupt(): the next line is a stop. Any thread may call it. */
static PyObject *debugger_interrupt(PyObject *object, PyObject *ignored) {
    (void)ignored;
    __atomic_store_n(&((core_debugger *)object)->interrupt, 1,
                     __ATOMIC_RELAXED);
    Py_RETURN_NONE;
}

/* attach(on): launches of the context's default queue are debugged. */
static PyObject *debugger_attach(PyObject *object, PyObject *on) {
    core_debugger *self = (core_debugger *)object;
    int wanted = PyObject_IsTrue(on);
    pk_error err;

    if (wanted < 0)
        return NULL;
    if (pk_queue_debug(self->context->queue->handle,
                       wanted ? &self->debugger : NULL, &err) != PK_OK)
        return core_fail(self->context, NULL, NULL, &err);
    Py_RETURN_NONE;
}

static PyObject *debugger_error(PyObject *object, void *unused) {
    core_debugger *self = (core_debugger *)object;

    (void)unused;
    return Py_NewRef(self->error ? self->error : Py_None);
}

/* ---- life ---- */

/* Debugger(context, stopped, make, begin) */
static PyObject *debugger_new(PyTypeObject *type, PyObject *args,
                              PyObject *kwargs) {
    core_state *state = core_state_of_type(type);
    PyObject *context, *stopped, *make, *begin;
    core_debugger *self;

    (void)kwargs;
    if (!state || !PyArg_ParseTuple(args, "O!OOO:Debugger", state->context,
                                    &context, &stopped, &make, &begin))
        return NULL;
    self = (core_debugger *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->context = (core_context *)Py_NewRef(context);
    self->stopped = Py_NewRef(stopped);
    self->make = Py_NewRef(make);
    self->debugger = (pk_debugger)PK_INIT(
        pk_debugger, .breaks = self->breaks, .interrupt = &self->interrupt,
        .begin = answer_of(begin), .self = self, .stopped = on_stop);
    if (PyErr_Occurred()) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int debugger_traverse(PyObject *object, visitproc visit, void *arg) {
    core_debugger *self = (core_debugger *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->context);
    Py_VISIT(self->stopped);
    Py_VISIT(self->make);
    Py_VISIT(self->error);
    return 0;
}

static int debugger_clear(PyObject *object) {
    core_debugger *self = (core_debugger *)object;

    Py_CLEAR(self->stopped);
    Py_CLEAR(self->make);
    Py_CLEAR(self->error);
    return 0;
}

static void debugger_dealloc(PyObject *object) {
    core_debugger *self = (core_debugger *)object;
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    debugger_clear(object);
    Py_XDECREF(self->files);
    Py_XDECREF(self->context);
    type->tp_free(object);
    Py_DECREF(type);
}

static PyMethodDef debugger_methods[] = {
    {"value", debugger_value, METH_VARARGS, DOC_debugger_value},
    {"look_at", debugger_look_at, METH_VARARGS, DOC_debugger_look_at},
    {"set_breaks", debugger_set_breaks, METH_O, DOC_debugger_set_breaks},
    {"interrupt", debugger_interrupt, METH_NOARGS, DOC_debugger_interrupt},
    {"attach", debugger_attach, METH_O, DOC_debugger_attach},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef debugger_getset[] = {
    {"error", debugger_error, NULL, DOC_debugger_error, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot debugger_slots[] = {
    {Py_tp_doc, DOC_type_debugger},    {Py_tp_new, debugger_new},
    {Py_tp_dealloc, debugger_dealloc}, {Py_tp_traverse, debugger_traverse},
    {Py_tp_clear, debugger_clear},     {Py_tp_methods, debugger_methods},
    {Py_tp_getset, debugger_getset},   {0, NULL},
};

PyType_Spec core_debugger_spec = {
    .name = "portkern._core.Debugger",
    .basicsize = sizeof(core_debugger),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = debugger_slots,
};
