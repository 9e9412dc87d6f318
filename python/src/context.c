/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts: a device that is open, with its queue for launches that name none.
 *
 * Which one is current is a context variable, so each thread and each task has
 * its own; the first is made by portkern._device when something needs one. */
#include "core.h"
#include "docs.h"

/* ---- what kernels print ---- */

/* Writes to sys.stdout, which tests and notebooks replace. Called while a
 * launch or a wait has given the GIL up, or on a thread of the library. */
static void print_text(void *self, const char *text, size_t length) {
    PyGILState_STATE gil;
    PyObject *sys, *out, *given, *done = NULL, *type, *value, *trace;

    (void)self;
    if (!Py_IsInitialized())
        return;
    gil = PyGILState_Ensure();
    PyErr_Fetch(&type, &value, &trace);
    sys = PyImport_ImportModule("sys");
    out = sys ? PyObject_GetAttrString(sys, "stdout") : NULL;
    given = PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "replace");
    if (out && out != Py_None && given)
        done = PyObject_CallMethod(out, "write", "O", given);
    if (!done && PyErr_Occurred())
        PyErr_WriteUnraisable(out);
    Py_XDECREF(done);
    Py_XDECREF(given);
    Py_XDECREF(out);
    Py_XDECREF(sys);
    PyErr_Restore(type, value, trace);
    PyGILState_Release(gil);
}

static void drop_text(void *self, const char *text, size_t length) {
    (void)self;
    (void)text;
    (void)length;
}

/* ---- life ---- */

static int read_limits(core_context *self) {
    pk_device_limits limits = PK_INIT(pk_device_limits);
    pk_device_info info = PK_INIT(pk_device_info);
    pk_error err;

    if (pk_context_get_limits(self->handle, &limits, &err) != PK_OK ||
        pk_context_get_device(self->handle, &info, &err) != PK_OK) {
        core_fail_plain(self->state, &err);
        return -1;
    }
    self->host_memory = (int)limits.host_memory;
    self->is_gpu = (int)info.is_gpu;
    self->cuda_index = strcmp(info.backend, "cuda") == 0 ? (int)info.index : -1;
    self->is_host = strcmp(info.backend, "cpu") == 0      ? 1
                    : strcmp(info.backend, "interp") == 0 ? 2
                                                          : 0;
    self->max_block = limits.max_block;
    return 0;
}

/* Flags for what coverage is of: NULL, "lines" or "branches"; -1: none of
 * them. */
static int coverage_flags(const char *what) {
    if (!what)
        return 0;
    if (!strcmp(what, "lines"))
        return PK_CONTEXT_lines;
    if (!strcmp(what, "branches"))
        return PK_CONTEXT_branches;
    PyErr_SetString(PyExc_ValueError,
                    "coverage is None, 'lines' or 'branches'");
    return -1;
}

enum { MOST_DEVICES = 8 /* that loops are split among */ };

/* The handles of `offload`, a Context or a tuple of them, in the caller's room;
 * how many, -1 with an exception. */
static Py_ssize_t read_offload(core_state *state, PyObject *offload,
                               pk_context **out, Py_ssize_t most) {
    PyObject *one[] = {offload}, **items = one;
    Py_ssize_t count = offload && offload != Py_None;

    if (offload && PyTuple_Check(offload)) {
        items = ((PyTupleObject *)offload)->ob_item;
        count = PyTuple_GET_SIZE(offload);
    }
    if (count > most) {
        PyErr_Format(PyExc_ValueError, "at most %zd devices", most);
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        if (!PyObject_TypeCheck(items[i], state->context)) {
            PyErr_SetString(PyExc_TypeError,
                            "offload is a Context, or a tuple of them");
            return -1;
        }
        out[i] = ((core_context *)items[i])->handle;
    }
    return count;
}

static int open_context(core_context *self, pk_context_options *options) {
    pk_status status;
    pk_error err;

    Py_BEGIN_ALLOW_THREADS
    status = pk_context_create(options, &self->handle, &err);
    Py_END_ALLOW_THREADS
    if (status == PK_OK)
        return 0;
    core_fail_plain(self->state, &err);
    return -1;
}

/* Launches that name no stream go to the queue that is the default one. */
static void set_default(core_context *self) {
    self->queue = (core_queue *)self->default_queue;
    self->order.main = self->queue->stream;
}

static PyObject *context_new(PyTypeObject *type, PyObject *args,
                             PyObject *kwargs) {
    static char *names[] = {"backend",  "cache_dir", "native_context",
                            "debugger", "quiet",     "coverage",
                            "offload",  "measured",  NULL};
    PyObject *offload = NULL;
    pk_context_options options =
        PK_INIT(pk_context_options, .stage = core_profile_stage);
    const char *coverage = NULL;
    int debugger = 0, quiet = 0, measured = 0, flags;
    unsigned long long native = 0;
    pk_context *to[MOST_DEVICES];
    Py_ssize_t count;
    core_context *self;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|zzKppzOp:Context", names,
                                     &options.backend, &options.cache_dir,
                                     &native, &debugger, &quiet, &coverage,
                                     &offload, &measured))
        return NULL;
    count = read_offload(core_state_of_type(type), offload, to, MOST_DEVICES);
    flags = coverage_flags(coverage);
    if (flags < 0 || count < 0)
        return NULL;
    flags |= debugger ? PK_CONTEXT_debugger : 0;
    flags |= measured ? PK_CONTEXT_measured_offload : 0;
    options.flags = (uint32_t)flags;
    options.native_context = native;
    options.print = quiet ? drop_text : print_text;
    if (count)
        options.offload = to[0];
    if (count > 1) {
        options.offload_more = to + 1;
        options.offload_more_count = (uint32_t)(count - 1);
    }
    self = (core_context *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    core_order_init(&self->order);
    self->state = core_state_of_type(type);
    self->structures = PyDict_New();
    self->classes = PyDict_New();
    if (!self->state || !self->structures || !self->classes ||
        open_context(self, &options) < 0 || read_limits(self) < 0 ||
        !(self->default_queue = core_queue_new(self))) {
        Py_DECREF(self);
        return NULL;
    }
    set_default(self);
    return (PyObject *)self;
}

static int context_traverse(PyObject *object, visitproc visit, void *arg) {
    core_context *self = (core_context *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->default_queue);
    Py_VISIT(self->structures);
    Py_VISIT(self->classes);
    Py_VISIT(self->dict);
    return 0;
}

static int context_clear(PyObject *object) {
    core_context *self = (core_context *)object;

    self->queue = NULL;
    Py_CLEAR(self->default_queue);
    Py_CLEAR(self->structures);
    Py_CLEAR(self->classes);
    Py_CLEAR(self->dict);
    return 0;
}

static void context_dealloc(PyObject *object) {
    core_context *self = (core_context *)object;
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    if (self->weakrefs)
        PyObject_ClearWeakRefs(object);
    context_clear(object);
    core_order_finish(&self->order);
    if (self->handle) {
        Py_BEGIN_ALLOW_THREADS
        pk_context_release(self->handle);
        Py_END_ALLOW_THREADS
    }
    type->tp_free(object);
    Py_DECREF(type);
}

/* Returns what portkern._device has under a key, else what `make` makes. */
static core_context *open_context_of(core_state *state, PyObject *key,
                                     PyObject *make) {
    PyObject *found = core_dict_get(state->open, key);

    if (!found && !PyErr_Occurred())
        found = PyObject_CallNoArgs(make);
    if (found && !PyObject_TypeCheck(found, state->context)) {
        Py_DECREF(found);
        PyErr_SetString(PyExc_TypeError, "expected a Context");
        return NULL;
    }
    return (core_context *)found;
}

/* The context that was made current; NULL without one, or with an exception. */
static core_context *chosen(core_state *state) {
    PyObject *found;

    if (PyContextVar_Get(state->current, NULL, &found) < 0)
        return NULL;
    if (found && found != Py_None)
        return (core_context *)found;
    Py_XDECREF(found);
    return NULL;
}

core_context *core_current(core_state *state) {
    core_context *found = chosen(state);

    if (found || PyErr_Occurred())
        return found;
    return open_context_of(state, Py_None, state->open_device);
}

/* The context for functions whose loops may go to the device, NULL where none
 * was chosen. */
static core_context *offloading(core_state *state, core_context *device,
                                bool measured) {
    PyObject *key = measured ? state->measured_key : state->offload_key;
    PyObject *pair = NULL;
    core_context *found;

    if (device && measured)
        key = pair = PyTuple_Pack(2, device, key);
    else if (device)
        key = (PyObject *)device;
    found = key ? open_context_of(state, key,
                                  measured ? state->open_measured
                                           : state->open_offloading)
                : NULL;
    Py_XDECREF(pair);
    return found;
}

core_context *core_current_host(core_state *state, core_offloads offloads) {
    core_context *device = chosen(state), *found = NULL;

    if (device && device->is_host)
        return device;
    if (!PyErr_Occurred())
        found =
            offloads == CORE_OFFLOADS_no
                ? open_context_of(state, state->host_key, state->open_host)
                : offloading(state, device, offloads == CORE_OFFLOADS_measured);
    Py_XDECREF((PyObject *)device);
    return found;
}

/* ---- what is asked of it ---- */

static PyObject *context_info(PyObject *object, PyObject *ignored) {
    core_context *self = (core_context *)object;
    pk_device_info info = PK_INIT(pk_device_info);
    pk_device_limits limits = PK_INIT(pk_device_limits);
    pk_status status;
    pk_error err;

    (void)ignored;
    status = pk_context_get_device(self->handle, &info, &err);
    if (status == PK_OK)
        status = pk_context_get_limits(self->handle, &limits, &err);
    if (status != PK_OK)
        return core_fail(self, NULL, NULL, &err);
    return Py_BuildValue(
        "{s:s,s:I,s:s,s:s,s:s,s:s,s:s,s:O,s:O,s:I,s:(III),s:(III),s:I,s:I,s:O,"
        "s:O,s:K,s:s,s:s}",
        "backend", info.backend, "index", info.index, "selector", info.selector,
        "name", info.name, "platform", info.platform, "version", info.version,
        "file", info.file, "is_gpu", info.is_gpu ? Py_True : Py_False, "is_cpu",
        info.is_cpu ? Py_True : Py_False, "max_block", limits.max_block,
        "max_block_dim", limits.max_block_dim[0], limits.max_block_dim[1],
        limits.max_block_dim[2], "max_grid_dim", limits.max_grid_dim[0],
        limits.max_grid_dim[1], limits.max_grid_dim[2], "shared_bytes",
        limits.shared_bytes, "warp_size", limits.warp_size, "has_f64",
        limits.has_f64 ? Py_True : Py_False, "host_memory",
        limits.host_memory ? Py_True : Py_False, "global_bytes",
        (unsigned long long)limits.global_bytes, "target", limits.target,
        "form", limits.form);
}

static PyObject *context_memory(PyObject *object, PyObject *ignored) {
    core_context *self = (core_context *)object;
    pk_device_memory memory = PK_INIT(pk_device_memory);
    pk_error err;

    (void)ignored;
    if (pk_context_get_memory(self->handle, &memory, &err) != PK_OK)
        return core_fail(self, NULL, NULL, &err);
    return Py_BuildValue("KK", (unsigned long long)memory.free_bytes,
                         (unsigned long long)memory.total_bytes);
}

static PyObject *context_stats(PyObject *object, PyObject *ignored) {
    core_context *self = (core_context *)object;
    pk_context_stats s = PK_INIT(pk_context_stats);
    pk_error err;

    (void)ignored;
    if (pk_context_get_stats(self->handle, &s, &err) != PK_OK)
        return core_fail(self, NULL, NULL, &err);
#define COUNT(member) #member, (unsigned long long)s.member
    return Py_BuildValue(
        "{s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K}",
        COUNT(buffers), COUNT(device_bytes), COUNT(launches),
        COUNT(specialisations), COUNT(compiles), COUNT(cache_hits),
        COUNT(cache_misses), COUNT(cache_corrupt), COUNT(frontends),
        COUNT(parses), COUNT(copied_in), COUNT(copied_out), COUNT(compiling),
        COUNT(host_compiles), COUNT(host_cache_hits));
#undef COUNT
}

static PyObject *context_native(PyObject *object, PyObject *ignored) {
    core_context *self = (core_context *)object;
    pk_native native = PK_INIT(pk_native);
    pk_error err;

    (void)ignored;
    if (pk_context_native(self->handle, &native, &err) != PK_OK)
        return core_fail(self, NULL, NULL, &err);
    return Py_BuildValue("sKK", native.api, (unsigned long long)native.device,
                         (unsigned long long)native.context);
}

static PyObject *context_write_profile(PyObject *object, PyObject *ignored) {
    core_context *self = (core_context *)object;
    pk_error err;

    (void)ignored;
    if (pk_context_write_profile(self->handle, &err) != PK_OK)
        return core_fail(self, NULL, NULL, &err);
    Py_RETURN_NONE;
}

static PyObject *context_cache_dir(PyObject *object, void *closure) {
    const char *dir = pk_cache_dir(((core_context *)object)->handle);

    (void)closure;
    if (!dir)
        Py_RETURN_NONE;
    return PyUnicode_DecodeFSDefault(dir);
}

static PyObject *context_queue(PyObject *object, void *closure) {
    (void)closure;
    return Py_NewRef(((core_context *)object)->default_queue);
}

/* Only before the first launch: threads use the old one without asking. */
static int context_set_queue(PyObject *object, PyObject *value, void *closure) {
    core_context *self = (core_context *)object;

    (void)closure;
    if (!value || !PyObject_TypeCheck(value, self->state->queue) ||
        ((core_queue *)value)->context != self) {
        PyErr_SetString(PyExc_TypeError, "expected a queue of the context");
        return -1;
    }
    Py_SETREF(self->default_queue, Py_NewRef(value));
    set_default(self);
    return 0;
}

static PyObject *context_synchronize(PyObject *object, PyObject *ignored) {
    core_context *self = (core_context *)object;
    pk_status status;
    pk_error err;

    (void)ignored;
    /* The default queue waits for all others, and Ctrl-C ends that. */
    if (core_queue_finish(self->queue) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = core_order_wait(self, &err);
    Py_END_ALLOW_THREADS
    if (status != PK_OK)
        return core_fail(self, NULL, NULL, &err);
    Py_RETURN_NONE;
}

static PyObject *context_host_memory(PyObject *object, void *closure) {
    (void)closure;
    return PyBool_FromLong(((core_context *)object)->host_memory);
}

static PyMethodDef methods[] = {
    {"info", context_info, METH_NOARGS, DOC_context_info},
    {"memory", context_memory, METH_NOARGS, DOC_context_memory},
    {"stats", context_stats, METH_NOARGS, DOC_context_stats},
    {"native", context_native, METH_NOARGS, DOC_context_native},
    {"synchronize", context_synchronize, METH_NOARGS, DOC_context_synchronize},
    {"take_coverage", core_take_coverage, METH_NOARGS,
     DOC_context_take_coverage},
    {"write_profile", context_write_profile, METH_NOARGS,
     DOC_context_write_profile},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef getset[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {"cache_dir", context_cache_dir, NULL,
     "Folder of the disk cache; None without one.", NULL},
    {"queue", context_queue, context_set_queue,
     "The queue of launches that name no stream.", NULL},
    {"host_memory", context_host_memory, NULL,
     "Whether device memory is host memory.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(core_context, dict), READONLY,
     NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(core_context, weakrefs),
     READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, DOC_type_context},
    {Py_tp_new, context_new},
    {Py_tp_dealloc, context_dealloc},
    {Py_tp_traverse, context_traverse},
    {Py_tp_clear, context_clear},
    {Py_tp_methods, methods},
    {Py_tp_getset, getset},
    {Py_tp_members, members},
    {0, NULL},
};

PyType_Spec core_context_spec = {
    .name = "portkern._core.Context",
    .basicsize = sizeof(core_context),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};
