/* SPDX-License-Identifier: Apache-2.0 */
/* The module portkern._core: its types, and functions that need no device. */
#define PORTKERN_IMPORTS_NUMPY
#include "core.h"
#include "docs.h"
#include "numpy_ufunc.h"

#include <dlfcn.h>
#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

/* ---- state ---- */

core_state *core_state_of(PyObject *module) {
    return PyModule_GetState(module);
}

core_state *core_state_of_type(PyTypeObject *type) {
    PyObject *module = PyType_GetModuleByDef(type, &core_module);

    return module ? PyModule_GetState(module) : NULL;
}

/* ---- functions ---- */

/* devices(backend=None): each a dict, as pk_device_list has them. */
static PyObject *devices(PyObject *module, PyObject *args) {
    pk_context_options options = PK_INIT(pk_context_options);
    pk_device_list *list;
    PyObject *out;
    pk_status status;
    pk_error err;

    if (!PyArg_ParseTuple(args, "|z:devices", &options.backend))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = pk_device_list_create(&options, &list, &err);
    Py_END_ALLOW_THREADS
    if (status != PK_OK)
        return core_fail_plain(core_state_of(module), &err);
    out = PyList_New(0);
    for (size_t i = 0; out && i < pk_device_list_count(list); i++) {
        const pk_device_info *d = pk_device_list_get(list, i);
        PyObject *item = Py_BuildValue(
            "{s:s,s:I,s:s,s:s,s:s,s:s,s:s,s:O,s:O,s:O,s:O,s:s}", "backend",
            d->backend, "index", d->index, "selector", d->selector, "name",
            d->name, "platform", d->platform, "version", d->version, "file",
            d->file, "usable", d->status == PK_OK ? Py_True : Py_False,
            "is_gpu", d->is_gpu ? Py_True : Py_False, "is_cpu",
            d->is_cpu ? Py_True : Py_False, "only_by_name",
            d->only_by_name ? Py_True : Py_False, "reason", d->reason);
        if (!item || PyList_Append(out, item) < 0)
            Py_CLEAR(out);
        Py_XDECREF(item);
    }
    pk_device_list_release(list);
    return out;
}

/* random_states(n, seed, subsequence_start): uint64 of shape (n, 2) */
static PyObject *random_states(PyObject *module, PyObject *args) {
    unsigned long long seed, start = 0;
    Py_ssize_t count;
    npy_intp shape[2] = {0, 2};
    PyObject *out;
    pk_error err;

    if (!PyArg_ParseTuple(args, "nK|K:random_states", &count, &seed, &start))
        return NULL;
    shape[0] = count;
    out = PyArray_SimpleNew(2, shape, NPY_UINT64);
    if (out && pk_random_states(PyArray_DATA((PyArrayObject *)out),
                                (size_t)count, seed, start, &err) != PK_OK) {
        Py_DECREF(out);
        return core_fail_plain(core_state_of(module), &err);
    }
    return out;
}

/* library_file(): the path of libportkern */
static PyObject *library_file(PyObject *module, PyObject *ignored) {
    Dl_info info;

    (void)module;
    (void)ignored;
    if (dladdr((void *)(uintptr_t)pk_version, &info) && info.dli_fname)
        return PyUnicode_DecodeFSDefault(info.dli_fname);
    PyErr_SetString(PyExc_OSError, "libportkern does not know its file");
    return NULL;
}

/* explain(code): (code, name, cause, fix) of a diagnostic */
static PyObject *explain(PyObject *module, PyObject *args) {
    pk_code_desc desc = PK_INIT(pk_code_desc);
    const char *code;
    pk_error err;

    if (!PyArg_ParseTuple(args, "s:explain", &code))
        return NULL;
    if (pk_code_describe(code, &desc, &err) != PK_OK)
        return core_fail_plain(core_state_of(module), &err);
    return Py_BuildValue("ssss", desc.code, desc.name, desc.cause, desc.fix);
}

/* Pages that were readable: asking takes longer than a launch. */
static _Atomic uint64_t readable[64];

/* The kernel copies a byte, and says when there is none. True where it may not
 * be asked. */
int core_is_readable(uint64_t address) {
    uint64_t page = address >> 12;
    _Atomic uint64_t *known = &readable[page % 64];
    char byte;
    struct iovec from = {(void *)(uintptr_t)address, 1}, to = {&byte, 1};

    if (page && atomic_load_explicit(known, memory_order_relaxed) == page)
        return 1;
    if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) != 1 && errno == EFAULT)
        return 0;
    atomic_store_explicit(known, page, memory_order_relaxed);
    return 1;
}

static PyObject *is_readable(PyObject *module, PyObject *args) {
    unsigned long long address;

    (void)module;
    if (!PyArg_ParseTuple(args, "K:is_readable", &address))
        return NULL;
    return PyBool_FromLong(core_is_readable(address));
}

/* set_hooks(open, open_device, open_host, open_offloading, open_measured, fail,
 * convert, describe, slice): the Python side. */
static PyObject *set_hooks(PyObject *module, PyObject *args) {
    core_state *state = core_state_of(module);
    PyObject *open, *open_device, *open_host, *open_offloading, *open_measured,
        *fail, *convert, *describe, *slice;

    if (!PyArg_ParseTuple(args, "O!OOOOOOOO:set_hooks", &PyDict_Type, &open,
                          &open_device, &open_host, &open_offloading,
                          &open_measured, &fail, &convert, &describe, &slice))
        return NULL;
    Py_XSETREF(state->open, Py_NewRef(open));
    Py_XSETREF(state->open_device, Py_NewRef(open_device));
    Py_XSETREF(state->open_host, Py_NewRef(open_host));
    Py_XSETREF(state->open_offloading, Py_NewRef(open_offloading));
    Py_XSETREF(state->open_measured, Py_NewRef(open_measured));
    Py_XSETREF(state->fail, Py_NewRef(fail));
    Py_XSETREF(state->convert, Py_NewRef(convert));
    Py_XSETREF(state->describe, Py_NewRef(describe));
    Py_XSETREF(state->slice, Py_NewRef(slice));
    Py_RETURN_NONE;
}

/* _method(callable): what binds objects to it, as Python's functions do. */
static PyObject *method(PyObject *module, PyObject *callable) {
    (void)module;
    return PyInstanceMethod_New(callable);
}

/* _set_thread_limit(n): gives what it was; without n it stays. */
static PyObject *set_thread_limit(PyObject *module, PyObject *args) {
    unsigned int limit = pk_thread_limit();

    (void)module;
    if (!PyArg_ParseTuple(args, "|I:_set_thread_limit", &limit))
        return NULL;
    return PyLong_FromUnsignedLong(pk_thread_limit_set(limit));
}

/* _set_loop_chunk(n): gives what it was; without n it stays. */
static PyObject *set_loop_chunk(PyObject *module, PyObject *args) {
    unsigned long long chunk = pk_loop_chunk();

    (void)module;
    if (!PyArg_ParseTuple(args, "|K:_set_loop_chunk", &chunk))
        return NULL;
    return PyLong_FromUnsignedLongLong(pk_loop_chunk_set(chunk));
}

static PyMethodDef functions[] = {
    {"devices", devices, METH_VARARGS, DOC_core_devices},
    {"random_states", random_states, METH_VARARGS, DOC_core_random_states},
    {"explain", explain, METH_VARARGS, DOC_core_explain},
    {"is_readable", is_readable, METH_VARARGS, DOC_core_is_readable},
    {"library_file", library_file, METH_NOARGS, DOC_core_library_file},
    {"make_ufunc", core_make_ufunc, METH_VARARGS, DOC_core_make_ufunc},
    {"_method", method, METH_O, DOC_core_method},
    {"_set_hooks", set_hooks, METH_VARARGS, DOC_core_set_hooks},
    {"_set_progress", core_set_progress, METH_VARARGS, DOC_core_set_progress},
    {"_set_flush", core_set_flush, METH_O, DOC_core_set_flush},
    {"_set_profile", core_set_profile, METH_O, DOC_core_set_profile},
    {"_set_loop_chunk", set_loop_chunk, METH_VARARGS, DOC_core_set_loop_chunk},
    {"_set_thread_limit", set_thread_limit, METH_VARARGS,
     DOC_core_set_thread_limit},
    {NULL, NULL, 0, NULL},
};

/* ---- life ---- */

/* Tells the watchdog of signals which thread is the main one. Signals are for
 * the main interpreter. */
static int find_main_thread(void) {
    PyObject *threading = PyImport_ImportModule("threading");
    PyObject *thread = NULL, *ident = NULL;
    unsigned long number;

    if (threading)
        thread = PyObject_CallMethod(threading, "main_thread", NULL);
    if (thread)
        ident = PyObject_GetAttrString(thread, "ident");
    number = ident ? PyLong_AsUnsignedLong(ident) : 0;
    Py_XDECREF(ident);
    Py_XDECREF(thread);
    Py_XDECREF(threading);
    if (PyErr_Occurred())
        return -1;
    core_interrupt_init(number);
    return 0;
}

static int add_derived(PyObject *module, PyType_Spec *spec, PyTypeObject *base,
                       PyTypeObject **out) {
    *out = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec,
                                                    (PyObject *)base);
    return *out ? PyModule_AddType(module, *out) : -1;
}

static int add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **out) {
    return add_derived(module, spec, NULL, out);
}

static int exec_module(PyObject *module) {
    core_state *state = core_state_of(module);

    if (_import_array() < 0 || _import_umath() < 0 ||
        core_words_init(state) < 0)
        return -1;
    if (PyInterpreterState_Get() == PyInterpreterState_Main() &&
        find_main_thread() < 0)
        return -1;
    state->current = PyContextVar_New("portkern.device", NULL);
    state->host_key = PyUnicode_InternFromString("host");
    state->offload_key = PyUnicode_InternFromString("offload");
    state->measured_key = PyUnicode_InternFromString("measured");
    if (!state->current || !state->host_key || !state->offload_key ||
        !state->measured_key ||
        PyModule_AddObjectRef(module, "current", state->current) < 0 ||
        PyModule_AddStringConstant(module, "version", pk_version()) < 0 ||
        PyModule_AddIntConstant(module, "MAX_NDIM", PK_MAX_NDIM) < 0)
        return -1;
    if (add_type(module, &core_context_spec, &state->context) < 0 ||
        add_type(module, &core_queue_spec, &state->queue) < 0 ||
        add_type(module, &core_event_spec, &state->event) < 0 ||
        add_type(module, &core_array_spec, &state->array) < 0 ||
        add_type(module, &core_hint_spec, &state->hint) < 0 ||
        add_type(module, &core_module_spec, &state->module) < 0 ||
        add_type(module, &core_kernel_spec, &state->kernel) < 0 ||
        add_type(module, &core_dispatcher_spec, &state->dispatcher) < 0 ||
        add_type(module, &core_launcher_spec, &state->launcher) < 0 ||
        add_type(module, &core_prepared_spec, &state->prepared) < 0 ||
        add_type(module, &core_debugger_spec, &state->debugger) < 0 ||
        add_type(module, &core_function_spec, &state->function) < 0 ||
        add_type(module, &core_object_spec, &state->object) < 0 ||
        add_derived(module, &core_generator_spec, state->object,
                    &state->generator) < 0 ||
        add_derived(module, &core_host_dispatcher_spec, state->dispatcher,
                    &state->host_dispatcher) < 0 ||
        add_type(module, &core_loop_spec, &state->loop) < 0 ||
        add_type(module, &core_callback_spec, &state->callback) < 0 ||
        add_derived(module, &core_ufunc_dispatcher_spec, state->dispatcher,
                    &state->ufunc_dispatcher) < 0)
        return -1;
    return 0;
}

#define EACH_MEMBER(DO)                                                        \
    DO(context)                                                                \
    DO(queue)                                                                  \
    DO(event)                                                                  \
    DO(array)                                                                  \
    DO(hint)                                                                   \
    DO(module)                                                                 \
    DO(kernel)                                                                 \
    DO(dispatcher)                                                             \
    DO(launcher)                                                               \
    DO(prepared)                                                               \
    DO(debugger)                                                               \
    DO(object)                                                                 \
    DO(generator)                                                              \
    DO(function)                                                               \
    DO(host_dispatcher)                                                        \
    DO(loop)                                                                   \
    DO(callback)                                                               \
    DO(ufunc_dispatcher)                                                       \
    DO(current)                                                                \
    DO(open)                                                                   \
    DO(open_device)                                                            \
    DO(open_host)                                                              \
    DO(host_key)                                                               \
    DO(open_offloading)                                                        \
    DO(open_measured)                                                          \
    DO(offload_key)                                                            \
    DO(measured_key)                                                           \
    DO(fail)                                                                   \
    DO(convert)                                                                \
    DO(describe)                                                               \
    DO(slice)                                                                  \
    DO(flush)

static int traverse_module(PyObject *module, visitproc visit, void *arg) {
    core_state *state = core_state_of(module);

#define VISIT(member) Py_VISIT(state->member);
    EACH_MEMBER(VISIT)
#undef VISIT
    return 0;
}

static int clear_module(PyObject *module) {
    core_state *state = core_state_of(module);

#define CLEAR(member) Py_CLEAR(state->member);
    EACH_MEMBER(CLEAR)
#undef CLEAR
    core_words_finish(state);
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, exec_module},
#ifdef Py_mod_multiple_interpreters
    /* NumPy does not support them, and threads of drivers that print or release
     * take the main interpreter's GIL. */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

struct PyModuleDef core_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "portkern._core",
    .m_doc = "portkern's C API for Python: contexts, arrays, kernels.",
    .m_size = sizeof(core_state),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = traverse_module,
    .m_clear = clear_module,
};

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void) {
    return PyModuleDef_Init(&core_module);
}
