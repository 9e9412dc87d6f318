/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's ufuncs over loops of the library: numpy.ufunc does the broadcasting
 * and conversion, and its inner loops are pk_element_loop_run. */
#include "docs.h"
#include "numpy_ufunc.h"

/* ---- loops ---- */

/* A loop over a function, compiled in a context. */
typedef struct core_loop {
    PyObject_HEAD core_module_object *module; /* owned */
    pk_element_loop *handle;
    PyObject *name;  /* of the function */
    PyObject *owner; /* weak reference to its dispatcher, for what fails */
    uint32_t count;  /* operands */
    pk_element_loop_operand operands[PK_LOOP_OPERANDS];
} core_loop;

/* Reads (dtype, ndim, writes) of an operand. */
static int read_operand(core_context *context, PyObject *from,
                        pk_element_loop_operand *out) {
    const pk_structure *structure;
    PyArray_Descr *descr;
    int writes, good;

    if (!PyArg_ParseTuple(from, "O!Ip", &PyArrayDescr_Type, &descr, &out->ndim,
                          &writes))
        return -1;
    out->writes = writes != 0;
    good = core_dtype(context, descr, &out->dtype, &structure);
    if (good == 0 && structure) {
        PyErr_Format(PyExc_TypeError, "ufuncs are of numbers, not of %R",
                     descr);
        return -1;
    }
    return good;
}

static int read_operands(core_loop *self, PyObject *from) {
    Py_ssize_t count = PyTuple_GET_SIZE(from);

    if (count > PK_LOOP_OPERANDS) {
        PyErr_Format(PyExc_ValueError, "a ufunc has at most %d operands",
                     PK_LOOP_OPERANDS);
        return -1;
    }
    self->count = (uint32_t)count;
    for (Py_ssize_t i = 0; i < count; i++)
        if (read_operand(self->module->context, PyTuple_GET_ITEM(from, i),
                         &self->operands[i]) < 0)
            return -1;
    return 0;
}

/* Loop(module, name, operands, owner) */
static PyObject *loop_new(PyTypeObject *type, PyObject *args,
                          PyObject *kwargs) {
    core_state *state = core_state_of_type(type);
    PyObject *module, *name, *operands, *owner;
    const char *text;
    core_loop *self;
    pk_error err;

    (void)kwargs;
    if (!state || !PyArg_ParseTuple(args, "O!UO!O:Loop", state->module, &module,
                                    &name, &PyTuple_Type, &operands, &owner))
        return NULL;
    self = (core_loop *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->module = (core_module_object *)Py_NewRef(module);
    self->name = Py_NewRef(name);
    text = PyUnicode_AsUTF8(name);
    self->owner = PyWeakref_NewRef(owner, NULL);
    if (!text || !self->owner || read_operands(self, operands) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    if (pk_element_loop_create(self->module->handle, text, self->operands,
                               self->count, &self->handle, &err) != PK_OK) {
        core_fail(self->module->context, self->module->handle, text, &err);
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void loop_dealloc(PyObject *object) {
    core_loop *self = (core_loop *)object;
    PyTypeObject *type = Py_TYPE(object);

    pk_element_loop_release(self->handle);
    Py_XDECREF(self->module);
    Py_XDECREF(self->name);
    Py_XDECREF(self->owner);
    type->tp_free(object);
    Py_DECREF(type);
}

static PyType_Slot loop_slots[] = {
    {Py_tp_doc, DOC_type_loop},
    {Py_tp_new, loop_new},
    {Py_tp_dealloc, loop_dealloc},
    {0, NULL},
};

PyType_Spec core_loop_spec = {
    .name = "portkern._core.Loop",
    .basicsize = sizeof(core_loop),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = loop_slots,
};

/* ---- inner loops of NumPy ---- */

enum { ONE = -1 }; /* an axis that NumPy does not have, of one element */

/* One row of a ufunc's types. */
typedef struct row {
    core_loop *loop;      /* owned */
    uint32_t flags;       /* of pk_element_loop_run */
    uint32_t axes, given; /* of all operands: for the function, from NumPy */
    int16_t *dims;        /* for each: number of NumPy's core dimension; ONE */
} row;

/* The memory that a ufunc needs as long as it lives. */
typedef struct rows {
    Py_ssize_t count;
    row *items;
    PyUFuncGenericFunction *functions;
    void **data;
    char *types;
    char *name, *doc, *layout;
} rows;

/* The exception is the first one's: NumPy may call again before it looks. */
static void fail(const row *r, const pk_error *err) {
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *owner;

    if (!PyErr_Occurred()) {
        owner = PyObject_CallNoArgs(r->loop->owner);
        if (owner && owner != Py_None)
            core_fail_host(r->loop->module->context, r->loop->module->handle,
                           owner, err);
        else if (owner)
            core_fail(r->loop->module->context, r->loop->module->handle,
                      PyUnicode_AsUTF8(r->loop->name), err);
        Py_XDECREF(owner);
    }
    PyGILState_Release(gil);
}

/* Ctrl-C ends a run; Python has the exception when NumPy looks. */
static void run_loop(const row *r, pk_element_loop_run_desc *desc) {
    PyGILState_STATE lock;
    pk_status status;
    core_call call;
    pk_error err;

    core_interrupt_begin_call(&call);
    desc->stop = &call.stop;
    status = pk_element_loop_run(r->loop->handle, desc, &err);
    if (core_interrupt_end(&call)) {
        lock = PyGILState_Ensure();
        if (!PyErr_Occurred())
            (void)PyErr_CheckSignals();
        PyGILState_Release(lock);
    } else if (status != PK_OK)
        fail(r, &err);
}

static void run_elements(char **args, const npy_intp *dims,
                         const npy_intp *steps, void *data) {
    const row *r = data;
    pk_element_loop_run_desc desc = {.struct_size = sizeof desc,
                                     .flags = r->flags,
                                     .count = (uint64_t)dims[0],
                                     .data = (void *const *)args,
                                     .strides = (const int64_t *)steps};

    run_loop(r, &desc);
}

static void run_arrays(char **args, const npy_intp *dims, const npy_intp *steps,
                       void *data) {
    enum { MOST = PK_LOOP_OPERANDS * PK_LOOP_AXES };
    const row *r = data;
    const npy_intp *next = steps + r->loop->count;
    int64_t shape[MOST], strides[MOST];
    uint32_t axis = 0;
    pk_element_loop_run_desc desc = {.struct_size = sizeof desc,
                                     .flags = r->flags,
                                     .count = (uint64_t)dims[0],
                                     .data = (void *const *)args,
                                     .strides = (const int64_t *)steps,
                                     .axis_shape = shape,
                                     .axis_strides = strides};

    for (uint32_t i = 0; i < r->loop->count; i++)
        for (uint32_t k = 0; k < r->loop->operands[i].ndim; k++, axis++) {
            bool one = r->dims[axis] == ONE;
            shape[axis] = one ? 1 : dims[1 + r->dims[axis]];
            strides[axis] =
                one ? (int64_t)pk_dtype_size(r->loop->operands[i].dtype)
                    : *next++;
        }
    run_loop(r, &desc);
}

/* ---- making one ---- */

static void free_rows(PyObject *capsule) {
    rows *all = PyCapsule_GetPointer(capsule, NULL);

    for (Py_ssize_t i = 0; i < all->count; i++) {
        Py_XDECREF(all->items[i].loop);
        PyMem_Free(all->items[i].dims);
    }
    PyMem_Free(all->items);
    PyMem_Free(all->functions);
    PyMem_Free(all->data);
    PyMem_Free(all->types);
    PyMem_Free(all->name);
    PyMem_Free(all->doc);
    PyMem_Free(all->layout);
    PyMem_Free(all);
}

static char *copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = PyMem_Malloc(size);

    return copy ? memcpy(copy, text, size) : NULL;
}

/* The numbers of core dimensions, -1 where NumPy has no such axis. */
static int read_dims(row *r, PyObject *dims) {
    r->axes = (uint32_t)PyTuple_GET_SIZE(dims);
    r->dims = PyMem_Calloc(r->axes + 1u, sizeof *r->dims);
    if (!r->dims) {
        PyErr_NoMemory();
        return -1;
    }
    for (uint32_t i = 0; i < r->axes; i++) {
        long dim = PyLong_AsLong(PyTuple_GET_ITEM(dims, i));
        if (dim == -1 && PyErr_Occurred())
            return -1;
        r->dims[i] = (int16_t)dim;
    }
    return 0;
}

/* (loop, types' numbers, dims) */
static int read_row(core_state *state, rows *all, Py_ssize_t i, PyObject *from,
                    int nargs, unsigned flags) {
    PyObject *loop, *types, *dims;
    row *r = &all->items[i];

    if (!PyArg_ParseTuple(from, "O!O!O!", state->loop, &loop, &PyTuple_Type,
                          &types, &PyTuple_Type, &dims))
        return -1;
    if (PyTuple_GET_SIZE(types) != nargs ||
        ((core_loop *)loop)->count != (uint32_t)nargs) {
        PyErr_SetString(PyExc_ValueError, "a loop has another number of types");
        return -1;
    }
    r->loop = (core_loop *)Py_NewRef(loop);
    r->flags = flags;
    all->data[i] = r;
    all->functions[i] = (PyUFuncGenericFunction)run_elements;
    for (int k = 0; k < nargs; k++)
        all->types[i * nargs + k] =
            (char)PyLong_AsLong(PyTuple_GET_ITEM(types, k));
    if (PyErr_Occurred() || read_dims(r, dims) < 0)
        return -1;
    if (r->axes || all->layout)
        all->functions[i] = (PyUFuncGenericFunction)run_arrays;
    return 0;
}

static int read_rows(core_state *state, rows *all, PyObject *list, int nargs,
                     unsigned flags) {
    Py_ssize_t count = PyList_GET_SIZE(list);

    all->items = PyMem_Calloc((size_t)count + 1, sizeof *all->items);
    all->functions = PyMem_Calloc((size_t)count + 1, sizeof *all->functions);
    all->data = PyMem_Calloc((size_t)count + 1, sizeof *all->data);
    all->types = PyMem_Calloc((size_t)(count * nargs) + 1, 1);
    if (!all->items || !all->functions || !all->data || !all->types) {
        PyErr_NoMemory();
        return -1;
    }
    all->count = count;
    for (Py_ssize_t i = 0; i < count; i++)
        if (read_row(state, all, i, PyList_GET_ITEM(list, i), nargs, flags) < 0)
            return -1;
    return 0;
}

/* Where NumPy makes copies of results, as it does to cast them, those of a
 * generalized ufunc begin with what they hold: it may add to them. A result
 * that is an argument, too, is copied, since elements are not done one by one.
 */
static void set_readable(PyUFuncObject *ufunc) {
    for (int i = ufunc->nin; ufunc->core_enabled && i < ufunc->nargs; i++)
        ufunc->op_flags[i] = NPY_ITER_READWRITE | NPY_ITER_UPDATEIFCOPY |
                             NPY_ITER_ALIGNED | NPY_ITER_ALLOCATE |
                             NPY_ITER_NO_BROADCAST | NPY_ITER_NO_SUBTYPE;
}

/* Inputs that calls write, too, by their numbers. -1 with an exception. */
static int set_writable(PyUFuncObject *ufunc, PyObject *numbers) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(numbers); i++) {
        long number = PyLong_AsLong(PyTuple_GET_ITEM(numbers, i));
        if (number == -1 && PyErr_Occurred())
            return -1;
        if (number < 0 || number >= ufunc->nin) {
            PyErr_Format(PyExc_ValueError, "there is no input %ld", number);
            return -1;
        }
        ufunc->op_flags[number] =
            NPY_ITER_READWRITE | NPY_ITER_UPDATEIFCOPY | NPY_ITER_ALIGNED;
    }
    return 0;
}

/* Has NumPy take the first loop that the operands' types can be cast to, as it
 * does for Numba: of loops that it was told of when it made the ufunc it
 * prefers those of exactly their types. */
static PyObject *make(rows *all, int nin, int nout, int identity) {
    const int told = all->layout ? (int)all->count : 0;
    PyObject *made = PyUFunc_FromFuncAndDataAndSignature(
        all->functions, all->data, all->types, told, nin, nout, identity,
        all->name, all->doc, 0, all->layout);

    if (made)
        ((PyUFuncObject *)made)->ntypes = (int)all->count;
    return made;
}

/* make_ufunc(loops, name, doc, nin, nout, identity, layout, writable, parallel)
 */
PyObject *core_make_ufunc(PyObject *module, PyObject *args) {
    core_state *state = core_state_of(module);
    int nin, nout, identity, parallel;
    const char *name, *doc, *layout;
    PyObject *list, *capsule, *writable, *made = NULL;
    rows *all;

    if (!PyArg_ParseTuple(args, "O!sziiizO!p:make_ufunc", &PyList_Type, &list,
                          &name, &doc, &nin, &nout, &identity, &layout,
                          &PyTuple_Type, &writable, &parallel))
        return NULL;
    all = PyMem_Calloc(1, sizeof *all);
    capsule = all ? PyCapsule_New(all, NULL, free_rows) : NULL;
    if (!capsule) {
        PyMem_Free(all);
        return all ? NULL : PyErr_NoMemory();
    }
    all->name = copy_text(name);
    all->doc = doc ? copy_text(doc) : NULL;
    all->layout = layout ? copy_text(layout) : NULL;
    if (!all->name || (doc && !all->doc) || (layout && !all->layout))
        PyErr_NoMemory();
    else if (read_rows(state, all, list, nin + nout,
                       parallel ? PK_LOOP_parallel : 0) == 0)
        made = make(all, nin, nout, identity);
    if (made) {
        ((PyUFuncObject *)made)->obj = Py_NewRef(capsule);
        set_readable((PyUFuncObject *)made);
    }
    if (made && set_writable((PyUFuncObject *)made, writable) < 0)
        Py_CLEAR(made);
    Py_DECREF(capsule);
    return made;
}

/* ---- dispatchers ---- */

/* A function with vectorize or guvectorize: has a ufunc for the context that
 * it was last called in. */
typedef struct core_ufunc_dispatcher {
    core_dispatcher base;
    vectorcallfunc call;
    core_state *state;     /* the module's, which the type keeps */
    PyObject *ufunc;       /* numpy.ufunc, or NULL */
    core_context *context; /* that it is of, borrowed from it */
    char frozen;           /* there are no new types */
    char plain; /* calls go to NumPy at once, whatever they are called with */
} core_ufunc_dispatcher;

/* Whether NumPy hands the call to an argument's own __array_ufunc__, which must
 * get the dispatcher then. */
static int is_overridden(PyObject *const *objects, size_t count) {
    for (size_t i = 0; i < count; i++) {
        PyObject *object = objects[i];
        if (PyArray_CheckExact(object) || PyFloat_CheckExact(object) ||
            PyLong_CheckExact(object) || PyBool_Check(object) ||
            PyArray_CheckScalar(object) || PyComplex_CheckExact(object) ||
            PyList_CheckExact(object) || PyTuple_CheckExact(object) ||
            object == Py_None)
            continue;
        if (PyObject_HasAttrString((PyObject *)Py_TYPE(object),
                                   "__array_ufunc__"))
            return 1;
    }
    return 0;
}

/* An exception of the function comes out of NumPy as a SystemError, when NumPy
 * has not looked: its cause is the exception. */
static PyObject *settled(PyObject *result) {
    PyObject *type, *value, *trace, *cause;

    if (result && !PyErr_Occurred())
        return result;
    Py_XDECREF(result);
    if (!PyErr_ExceptionMatches(PyExc_SystemError))
        return NULL;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    cause = PyException_GetCause(value);
    if (!cause) {
        PyErr_Restore(type, value, trace);
        return NULL;
    }
    PyErr_SetObject((PyObject *)Py_TYPE(cause), cause);
    Py_DECREF(cause);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    return NULL;
}

/* self._call(args, kwargs): whatever is not the plain way. */
static PyObject *call_slowly(PyObject *object, PyObject *const *objects,
                             size_t count, PyObject *names) {
    size_t named = names ? (size_t)PyTuple_GET_SIZE(names) : 0;
    PyObject *args = PyTuple_New((Py_ssize_t)(count - named));
    PyObject *kwargs = PyDict_New(), *out = NULL;
    int good = args && kwargs;

    for (size_t i = 0; good && i < count - named; i++)
        PyTuple_SET_ITEM(args, (Py_ssize_t)i, Py_NewRef(objects[i]));
    for (size_t i = 0; good && i < named; i++)
        good = PyDict_SetItem(kwargs, PyTuple_GET_ITEM(names, (Py_ssize_t)i),
                              objects[count - named + i]) == 0;
    if (good)
        out = PyObject_CallMethod(object, "_call", "OO", args, kwargs);
    Py_XDECREF(args);
    Py_XDECREF(kwargs);
    return settled(out);
}

static PyObject *dispatcher_call(PyObject *object, PyObject *const *objects,
                                 size_t nargsf, PyObject *names) {
    core_ufunc_dispatcher *self = (core_ufunc_dispatcher *)object;
    size_t count = (size_t)PyVectorcall_NARGS(nargsf) +
                   (names ? (size_t)PyTuple_GET_SIZE(names) : 0);
    core_context *context = core_current_host(self->state, CORE_OFFLOADS_no);
    PyObject *ufunc, *result;
    int plain;

    if (!context)
        return NULL;
    CORE_LOCK(object);
    plain = self->plain && self->ufunc && self->context == context;
    ufunc = plain ? Py_NewRef(self->ufunc) : NULL;
    CORE_UNLOCK();
    Py_DECREF(context);
    if (!plain || is_overridden(objects, count)) {
        Py_XDECREF(ufunc);
        return call_slowly(object, objects, count, names);
    }
    result = settled(PyObject_Vectorcall(
        ufunc, objects, nargsf & ~PY_VECTORCALL_ARGUMENTS_OFFSET, names));
    Py_DECREF(ufunc);
    if (result || self->frozen || !PyErr_ExceptionMatches(PyExc_TypeError))
        return result;
    PyErr_Clear();
    return call_slowly(object, objects, count, names);
}

static PyObject *dispatcher_new(PyTypeObject *type, PyObject *args,
                                PyObject *kwargs) {
    core_state *state = core_state_of_type(type);
    core_ufunc_dispatcher *self;

    (void)args;
    (void)kwargs;
    self = state ? (core_ufunc_dispatcher *)type->tp_alloc(type, 0) : NULL;
    if (!self)
        return NULL;
    self->call = dispatcher_call;
    self->state = state;
    return (PyObject *)self;
}

/* _set(context, ufunc): what calls in the context use. */
static PyObject *dispatcher_set(PyObject *object, PyObject *args) {
    core_ufunc_dispatcher *self = (core_ufunc_dispatcher *)object;
    PyObject *context, *ufunc, *old;

    if (!PyArg_ParseTuple(args, "O!O!:_set", self->state->context, &context,
                          &PyUFunc_Type, &ufunc))
        return NULL;
    CORE_LOCK(object);
    old = self->ufunc;
    self->ufunc = Py_NewRef(ufunc);
    self->context = (core_context *)context;
    CORE_UNLOCK();
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static int dispatcher_traverse(PyObject *object, visitproc visit, void *arg) {
    core_ufunc_dispatcher *self = (core_ufunc_dispatcher *)object;

    Py_VISIT(self->ufunc);
    return core_dispatcher_traverse(object, visit, arg);
}

static int dispatcher_clear(PyObject *object) {
    core_ufunc_dispatcher *self = (core_ufunc_dispatcher *)object;

    Py_CLEAR(self->ufunc);
    return core_dispatcher_clear(object);
}

static void dispatcher_dealloc(PyObject *object) {
    core_ufunc_dispatcher *self = (core_ufunc_dispatcher *)object;

    PyObject_GC_UnTrack(object);
    Py_CLEAR(self->ufunc);
    PyObject_GC_Track(object);
    core_dispatcher_dealloc(object);
}

static PyMethodDef dispatcher_methods[] = {
    {"_set", dispatcher_set, METH_VARARGS, DOC_ufunc_dispatcher_set},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef dispatcher_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(core_ufunc_dispatcher, call),
     READONLY, NULL},
    {"_frozen", T_BOOL, offsetof(core_ufunc_dispatcher, frozen), 0,
     "Whether there are no types but those that there are."},
    {"_plain", T_BOOL, offsetof(core_ufunc_dispatcher, plain), 0,
     "Whether calls go to the ufunc, as they are."},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot dispatcher_slots[] = {
    {Py_tp_doc, DOC_type_ufunc_dispatcher},
    {Py_tp_new, dispatcher_new},
    {Py_tp_dealloc, dispatcher_dealloc},
    {Py_tp_traverse, dispatcher_traverse},
    {Py_tp_clear, dispatcher_clear},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_methods, dispatcher_methods},
    {Py_tp_members, dispatcher_members},
    {0, NULL},
};

PyType_Spec core_ufunc_dispatcher_spec = {
    .name = "portkern._core.UFuncDispatcher",
    .basicsize = sizeof(core_ufunc_dispatcher),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
             Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = dispatcher_slots,
};
