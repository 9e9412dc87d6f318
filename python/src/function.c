/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the host, which njit and jit make: their dispatchers, and the
 * way of each call. */
#include "core.h"
#include "docs.h"

#include <string.h>

typedef struct core_host_dispatcher {
    core_dispatcher base;
    vectorcallfunc call;
    core_state *state;      /* the module's, which the type keeps */
    char nogil;             /* other threads of Python run meanwhile */
    char star;              /* the last parameter is *args */
    unsigned char offloads; /* core_offloads: its parallel loops go to the
                               current device */
    PyObject *keeps; /* a class with jitclass that it uses: it may keep arrays
                        in objects; or NULL */
} core_host_dispatcher;

static PyObject *keeps_of(const core_args *args) {
    PyObject *keeps = ((core_host_dispatcher *)args->dispatcher)->keeps;

    return keeps == Py_None ? NULL : keeps;
}

/* ---- functions ---- */

/* Function(module, name) */
static PyObject *function_new(PyTypeObject *type, PyObject *args,
                              PyObject *kwargs) {
    static char *names[] = {"module", "name", NULL};
    core_state *state = core_state_of_type(type);
    pk_function_desc desc = PK_INIT(pk_function_desc);
    pk_host_function *handle;
    core_module_object *module;
    core_function *self;
    const char *name;
    pk_error err;

    if (!state ||
        !PyArg_ParseTupleAndKeywords(args, kwargs, "O!s:Function", names,
                                     state->module, &module, &name))
        return NULL;
    if (pk_module_host_function(module->handle, name, &handle, &err) != PK_OK)
        return core_fail(module->context, module->handle, name, &err);
    self = (core_function *)type->tp_alloc(type, 0);
    if (!self) {
        pk_host_function_release(handle);
        return NULL;
    }
    self->handle = handle;
    self->module = (core_module_object *)Py_NewRef((PyObject *)module);
    self->context = (core_context *)Py_NewRef((PyObject *)module->context);
    self->name = PyUnicode_FromString(name);
    if (!self->name ||
        pk_host_function_describe(handle, &desc, &err) != PK_OK) {
        Py_DECREF(self);
        return PyErr_Occurred() ? NULL
                                : core_fail(module->context, NULL, name, &err);
    }
    self->param_count = desc.param_count;
    return (PyObject *)self;
}

static int function_traverse(PyObject *object, visitproc visit, void *arg) {
    core_function *self = (core_function *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->module);
    Py_VISIT(self->context);
    return 0;
}

static int function_clear(PyObject *object) {
    core_function *self = (core_function *)object;

    Py_CLEAR(self->module);
    Py_CLEAR(self->context);
    Py_CLEAR(self->name);
    return 0;
}

static void function_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    pk_host_function_release(((core_function *)object)->handle);
    function_clear(object);
    type->tp_free(object);
    Py_DECREF(type);
}

/* Adds the functions that are defaults of parameters and that the call does not
 * give. Returns how many arguments by name there are then, or -1 with an
 * exception. */
static Py_ssize_t add_functions(PyObject *of, core_args *args,
                                size_t positional, PyObject *names,
                                pk_named_arg *by_name, size_t count) {
    PyObject *functions = PyObject_GetAttrString(of, "_function_defaults");
    PyObject *name, *value;
    Py_ssize_t at = 0;

    if (!functions) {
        PyErr_Clear();
        return (Py_ssize_t)count;
    }
    while (PyDict_Next(functions, &at, &name, &value)) {
        size_t number = PyLong_AsSize_t(PyTuple_GET_ITEM(value, 0));
        pk_named_arg *to = &by_name[count];
        if (number < positional ||
            (names && PySequence_Contains(names, name) == 1))
            continue;
        to->name = PyUnicode_AsUTF8(name);
        if (!to->name ||
            core_arg(args, PyTuple_GET_ITEM(value, 1), &to->value) < 0) {
            Py_DECREF(functions);
            return -1;
        }
        count++;
    }
    Py_DECREF(functions); /* the dispatcher has it */
    return (Py_ssize_t)count;
}

/* Puts arguments where their parameters are, as Python does. */
static int bind(core_function *self, PyObject *of, core_args *args,
                size_t positional, PyObject *names) {
    size_t named = names ? (size_t)PyTuple_GET_SIZE(names) : 0;
    size_t room = self->param_count;
    pk_named_arg *by_name =
        core_args_take(args, (named + room) * sizeof *by_name);
    pk_arg *bound = core_args_take(args, (room + 1) * sizeof *bound);
    Py_ssize_t all;
    pk_error err;

    if (!by_name || !bound)
        return -1;
    for (size_t i = 0; i < named; i++) {
        by_name[i].name =
            PyUnicode_AsUTF8(PyTuple_GET_ITEM(names, (Py_ssize_t)i));
        by_name[i].value = args->args[positional + i];
        if (!by_name[i].name)
            return -1;
    }
    all = add_functions(of, args, positional, names, by_name, named);
    if (all < 0)
        return -1;
    if (pk_host_function_bind(self->handle, args->args, positional, by_name,
                              (size_t)all, bound, room, &err) != PK_OK) {
        core_fail_host(self->context, self->module->handle, of, &err);
        return -1;
    }
    args->args = bound;
    args->count = room;
    return 0;
}

/* Makes one tuple of the arguments that *args takes. */
static int gather(core_args *args, size_t first) {
    size_t count = args->count > first ? args->count - first : 0;
    pk_arg *items = core_args_take(args, (count + 1) * sizeof *items);

    if (!items)
        return -1;
    memcpy(items, args->args + first, count * sizeof *items);
    args->args[first] = pk_tuple(items, count); /* there is room for two more */
    args->count = first + 1;
    return 0;
}

/* Converts the arguments of a call. `of` is whose call it is, for messages;
 * with `star` the last parameter takes all that are left. */
static int convert(core_function *self, PyObject *of, int star, core_args *args,
                   PyObject *const *objects, size_t count, PyObject *names) {
    size_t named = names ? (size_t)PyTuple_GET_SIZE(names) : 0;

    args->names = names;
    if (core_args_find_owner(args, objects, count,
                             args->dispatcher ? keeps_of(args) : NULL) < 0 ||
        core_args_convert(args, objects, count) < 0)
        return -1;
    if (star && !named && count + 1 >= self->param_count)
        return gather(args, self->param_count - 1);
    return !named && count == self->param_count
               ? 0
               : bind(self, of, args, count - named, names);
}

int core_function_convert(core_function *self, PyObject *dispatcher,
                          core_args *args, PyObject *const *objects,
                          size_t count, PyObject *names) {
    args->is_call = 1;
    args->dispatcher = dispatcher;
    return convert(self, dispatcher, ((core_host_dispatcher *)dispatcher)->star,
                   args, objects, count, names);
}

/* compile(args): compiles for such arguments */
static PyObject *function_compile(PyObject *object, PyObject *given) {
    core_function *self = (core_function *)object;
    pk_compile_info info = PK_INIT(pk_compile_info);
    pk_status status = PK_OK;
    core_args args;
    pk_error err;
    int good;

    if (!PyTuple_Check(given)) {
        PyErr_SetString(PyExc_TypeError, "expected a tuple of arguments");
        return NULL;
    }
    core_args_init(&args, self->context, NULL);
    args.is_call = 1;
    good = convert(self, self->name, 0, &args, PySequence_Fast_ITEMS(given),
                   (size_t)PyTuple_GET_SIZE(given), NULL);
    if (good == 0) {
        Py_BEGIN_ALLOW_THREADS
        status = pk_host_function_compile(self->handle, args.args, args.count,
                                          &info, &err);
        Py_END_ALLOW_THREADS
    }
    core_args_finish(&args);
    if (good < 0)
        return NULL;
    if (status != PK_OK)
        return core_fail_host(self->context, self->module->handle, self->name,
                              &err);
    return core_compile_info(&info);
}

static PyObject *function_signatures(PyObject *object, PyObject *ignored) {
    core_function *self = (core_function *)object;
    pk_signatures *list = NULL;
    PyObject *out;
    pk_error err;

    (void)ignored;
    if (pk_host_function_signatures(self->handle, &list, &err) != PK_OK)
        return core_fail_host(self->context, self->module->handle, self->name,
                              &err);
    out = core_signature_list(list);
    pk_signatures_release(list);
    return out;
}

static PyMethodDef function_methods[] = {
    {"compile", function_compile, METH_O, DOC_function_compile},
    {"signatures", function_signatures, METH_NOARGS, DOC_function_signatures},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef function_members[] = {
    {"name", T_OBJECT, offsetof(core_function, name), READONLY,
     DOC_kernel_name},
    {"module", T_OBJECT, offsetof(core_function, module), READONLY,
     DOC_kernel_module},
    {"context", T_OBJECT, offsetof(core_function, context), READONLY,
     DOC_kernel_context},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot function_slots[] = {
    {Py_tp_doc, DOC_type_function},    {Py_tp_new, function_new},
    {Py_tp_dealloc, function_dealloc}, {Py_tp_traverse, function_traverse},
    {Py_tp_clear, function_clear},     {Py_tp_methods, function_methods},
    {Py_tp_members, function_members}, {0, NULL},
};

PyType_Spec core_function_spec = {
    .name = "portkern._core.Function",
    .basicsize = sizeof(core_function),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = function_slots,
};

/* ---- calls ---- */

int core_function_arg(core_args *args, PyObject *object, pk_arg *out) {
    core_state *state = args->context->state;
    core_function *function;
    int status;

    if (!args->is_call || !PyObject_TypeCheck(object, state->host_dispatcher))
        return 0;
    function = (core_function *)core_dispatcher_compiled(
        (core_dispatcher *)object, args->context, state->function);
    if (!function)
        return -1;
    *out = pk_function_of(function->module->handle,
                          PyUnicode_AsUTF8(function->name));
    status = core_args_keep(args, (PyObject *)function);
    Py_DECREF(function); /* the list has it */
    return status < 0 ? -1 : 1;
}

int core_dispatcher_keeps(core_args *args, PyObject *dispatcher,
                          PyObject **out) {
    PyObject *function =
        core_dispatcher_compiled((core_dispatcher *)dispatcher, args->context,
                                 args->context->state->function);

    *out = ((core_host_dispatcher *)dispatcher)->keeps;
    if (*out == Py_None)
        *out = NULL;
    Py_XDECREF(function); /* the dispatcher has it */
    return function ? 0 : -1;
}

/* Calls with the GIL, as Numba does: what functions do is one step for other
 * threads of Python, unless the function has nogil=True. */
int core_function_enter(core_function *self, PyObject *dispatcher,
                        const core_args *args, pk_prepared_call *prepared,
                        pk_result *result) {
    PyThreadState *thread = NULL;
    core_call call;
    pk_status status;
    pk_error err;
    bool stopped;

    if (((core_host_dispatcher *)dispatcher)->nogil)
        thread = PyEval_SaveThread();
    core_interrupt_begin_call(&call);
    status = prepared ? pk_prepared_call_run(prepared, &call.stop, result, &err)
                      : pk_call_until(self->handle, args->args, args->count,
                                      &call.stop, result, &err);
    stopped = core_interrupt_end(&call);
    if (thread)
        PyEval_RestoreThread(thread);
    if (stopped && PyErr_CheckSignals() < 0) {
        pk_result_release(result);
        return -1;
    }
    if (status == PK_OK)
        return 0;
    if ((prepared || args->is_next) &&
        strcmp(err.message, "StopIteration") == 0)
        return -1;
    core_fail_host(self->context, self->module->handle, dispatcher, &err);
    return -1;
}

/* The generator that the function gave, ready to be gone through. */
static PyObject *generator(core_function *self, const pk_result *result,
                           core_args *args, PyObject *const *objects,
                           size_t count) {
    PyObject *out = core_object_result(self->context, result, keeps_of(args));

    if (out && core_generator_begin(out, self, args, objects, count) < 0)
        Py_CLEAR(out);
    return out;
}

static PyObject *call(core_function *self, PyObject *dispatcher,
                      core_args *args, PyObject *const *objects, size_t count) {
    pk_result result;
    PyObject *out;

    if (core_function_enter(self, dispatcher, args, NULL, &result) < 0) {
        core_lists_finish(args, 0);
        return NULL;
    }
    out = result.kind == PK_RESULT_OBJECT &&
                  strcmp(result.class_name, "generator") == 0
              ? generator(self, &result, args, objects, count)
              : core_result(self->context, &result, objects, count, args->kept);
    pk_result_release(&result);
    if (core_lists_finish(args, out != NULL) < 0 ||
        core_array_lists_finish(args, out != NULL, objects, count) < 0)
        Py_CLEAR(out);
    return out;
}

/* Calls, and reports the compile and the call to
 * portkern.profile(). */
static PyObject *call_profiled(core_function *self, PyObject *dispatcher,
                               core_args *args, PyObject *const *objects,
                               size_t count) {
    uint64_t begin;
    PyObject *out;

    if (core_profile_function(self, args) < 0)
        return NULL;
    begin = core_profile_begin_call();
    out = call(self, dispatcher, args, objects, count);
    if (out && core_profile_end_call(self, begin) < 0)
        Py_CLEAR(out);
    return out;
}

/* Calls the function with a container among its arguments, which portkern's
 * _functions.containers passes as arrays; NULL with the exception at hand where
 * that says something else. */
static PyObject *call_with_containers(PyObject *object,
                                      PyObject *const *objects, size_t count,
                                      PyObject *names) {
    PyObject *type, *value, *trace, *module, *args, *out = NULL;

    PyErr_Fetch(&type, &value, &trace);
    if (!type || !PyObject_HasAttrString(type, "_portkern_containers")) {
        PyErr_Restore(type, value, trace);
        return NULL;
    }
    Py_DECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    module = PyImport_ImportModule("portkern._functions.containers");
    args = module ? PyTuple_New((Py_ssize_t)count) : NULL;
    for (size_t i = 0; args && i < count; i++)
        PyTuple_SET_ITEM(args, (Py_ssize_t)i, Py_NewRef(objects[i]));
    names = names ? Py_NewRef(names) : PyTuple_New(0);
    if (args && names)
        out = PyObject_CallMethod(module, "call", "OOO", object, args, names);
    Py_XDECREF(names);
    Py_XDECREF(args);
    Py_XDECREF(module);
    return out;
}

/* The context in which a call runs, a new reference; NULL with an exception. */
static core_context *context_of(core_host_dispatcher *self) {
    PyObject *found;

    if (self->offloads != CORE_OFFLOADS_named)
        return core_current_host(self->state, (core_offloads)self->offloads);
    found = PyObject_CallMethod((PyObject *)self, "_context", NULL);
    if (found && !PyObject_TypeCheck(found, self->state->context)) {
        Py_DECREF(found);
        PyErr_SetString(PyExc_TypeError, "expected a Context");
        return NULL;
    }
    return (core_context *)found;
}

static PyObject *dispatcher_call(PyObject *object, PyObject *const *objects,
                                 size_t nargsf, PyObject *names) {
    core_host_dispatcher *self = (core_host_dispatcher *)object;
    size_t count = (size_t)PyVectorcall_NARGS(nargsf) +
                   (names ? (size_t)PyTuple_GET_SIZE(names) : 0);
    core_context *context = context_of(self);
    core_function *function;
    core_args args;
    PyObject *out = NULL;

    if (!context)
        return NULL;
    context = core_object_host(context, objects, count);
    function = (core_function *)core_dispatcher_compiled(&self->base, context,
                                                         self->state->function);
    if (function) {
        core_args_init(&args, context, NULL);
        if (core_function_convert(function, object, &args, objects, count,
                                  names) == 0)
            out = (core_is_profiled() ? call_profiled : call)(
                function, object, &args, objects, count);
        core_args_finish(&args);
        if (!out)
            out = call_with_containers(object, objects, count, names);
        Py_DECREF(function);
    }
    Py_DECREF(context);
    return !out && core_implement(object)
               ? dispatcher_call(object, objects, nargsf, names)
               : out;
}

static PyObject *dispatcher_new(PyTypeObject *type, PyObject *args,
                                PyObject *kwargs) {
    core_host_dispatcher *self =
        (core_host_dispatcher *)type->tp_alloc(type, 0);

    (void)args;
    (void)kwargs;
    if (!self)
        return NULL;
#if PY_VERSION_HEX < 0x030c0000 /* later versions let classes inherit it */
    if (type->tp_call == PyVectorcall_Call)
        type->tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL;
#endif
    self->call = dispatcher_call;
    self->state = core_state_of_type(type);
    if (!self->state)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static int dispatcher_traverse(PyObject *object, visitproc visit, void *arg) {
    Py_VISIT(((core_host_dispatcher *)object)->keeps);
    return core_dispatcher_traverse(object, visit, arg);
}

static int dispatcher_clear(PyObject *object) {
    Py_CLEAR(((core_host_dispatcher *)object)->keeps);
    return core_dispatcher_clear(object);
}

static void dispatcher_dealloc(PyObject *object) {
    PyObject_GC_UnTrack(object);
    Py_CLEAR(((core_host_dispatcher *)object)->keeps);
    PyObject_GC_Track(object);
    core_dispatcher_dealloc(object);
}

static PyObject *dispatcher_subscript(PyObject *object, PyObject *item) {
    (void)item;
    PyErr_Format(PyExc_TypeError,
                 "%.200s is a function of the host, which is called: a kernel "
                 "that is launched has @cuda.jit",
                 Py_TYPE(object)->tp_name);
    return NULL;
}

static PyMemberDef dispatcher_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(core_host_dispatcher, call),
     READONLY, NULL},
    {"_nogil", T_BOOL, offsetof(core_host_dispatcher, nogil), 0,
     "Whether other threads of Python run meanwhile."},
    {"_star", T_BOOL, offsetof(core_host_dispatcher, star), 0,
     "Whether the last parameter takes all arguments that are left."},
    {"_offloads", T_UBYTE, offsetof(core_host_dispatcher, offloads), 0,
     "Whether its parallel loops go to the current device: 0 no, 1 all, 2 "
     "those "
     "that are faster there, 3 to what "
     "_context() says."},
    {"_keeps", T_OBJECT, offsetof(core_host_dispatcher, keeps), 0,
     "A class with jitclass that it uses, so that it may keep arrays."},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot dispatcher_slots[] = {
    {Py_tp_doc, DOC_type_host_dispatcher},
    {Py_tp_new, dispatcher_new},
    {Py_tp_dealloc, dispatcher_dealloc},
    {Py_tp_traverse, dispatcher_traverse},
    {Py_tp_clear, dispatcher_clear},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_members, dispatcher_members},
    {Py_mp_subscript, dispatcher_subscript},
    {0, NULL},
};

PyType_Spec core_host_dispatcher_spec = {
    .name = "portkern._core.HostDispatcher",
    .basicsize = sizeof(core_host_dispatcher),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
             Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = dispatcher_slots,
};
