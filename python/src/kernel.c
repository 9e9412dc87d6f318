/* SPDX-License-Identifier: Apache-2.0 */
/* Modules (a source with values for its names) and kernels. */
#include "core.h"
#include "docs.h"

/* ---- modules ---- */

/* Values of globals, and the memory that they need until the module is made. */
typedef struct globals {
    core_args args;
    pk_global *items;
    size_t count;
} globals;

static int read_globals(globals *g, PyObject *dict) {
    PyObject *name, *value;
    Py_ssize_t at = 0;

    g->items = PyMem_Calloc((size_t)PyDict_Size(dict) + 1, sizeof *g->items);
    if (!g->items) {
        PyErr_NoMemory();
        return -1;
    }
    while (PyDict_Next(dict, &at, &name, &value)) {
        pk_global *global = &g->items[g->count];
        global->name = PyUnicode_AsUTF8(name);
        if (!global->name || core_binding(&g->args, value, &global->value) < 0)
            return -1;
        g->count++;
    }
    return 0;
}

/* Module(context, text, name, first_line, globals) */
static PyObject *module_new(PyTypeObject *type, PyObject *args,
                            PyObject *kwargs) {
    static char *names[] = {"context",    "text",    "name",
                            "first_line", "globals", NULL};
    core_state *state = core_state_of_type(type);
    const char *text, *name;
    unsigned int first_line = 1;
    core_module_object *self;
    core_context *context;
    PyObject *dict;
    globals g = {.count = 0};
    pk_module *handle = NULL;
    pk_status status = PK_OK;
    pk_error err;
    int good;

    if (!state || !PyArg_ParseTupleAndKeywords(
                      args, kwargs, "O!szIO!:Module", names, state->context,
                      &context, &text, &name, &first_line, &PyDict_Type, &dict))
        return NULL;
    dict = PyDict_Copy(dict); /* nobody changes it */
    if (!dict)
        return NULL;
    core_args_init(&g.args, context, NULL);
    good = read_globals(&g, dict) == 0;
    if (good) {
        Py_BEGIN_ALLOW_THREADS
        status = pk_module_from_source(context->handle, text, name, first_line,
                                       g.items, g.count, &handle, &err);
        Py_END_ALLOW_THREADS
    }
    PyMem_Free(g.items);
    core_args_finish(&g.args);
    if (good && status != PK_OK)
        core_fail(context, NULL, NULL, &err);
    self = good && status == PK_OK
               ? (core_module_object *)type->tp_alloc(type, 0)
               : NULL;
    if (!self) {
        pk_module_release(handle);
        Py_DECREF(dict);
        return NULL;
    }
    self->handle = handle;
    self->context = (core_context *)Py_NewRef((PyObject *)context);
    self->kept = dict;
    return (PyObject *)self;
}

static int module_traverse(PyObject *object, visitproc visit, void *arg) {
    core_module_object *self = (core_module_object *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->context);
    Py_VISIT(self->kept);
    return 0;
}

static int module_clear(PyObject *object) {
    core_module_object *self = (core_module_object *)object;

    Py_CLEAR(self->context);
    Py_CLEAR(self->kept);
    return 0;
}

static void module_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    pk_module_release(((core_module_object *)object)->handle);
    module_clear(object);
    type->tp_free(object);
    Py_DECREF(type);
}

/* from_bundle(context, path) */
static PyObject *module_from_bundle(PyObject *type, PyObject *args) {
    core_state *state = core_state_of_type((PyTypeObject *)type);
    core_module_object *self;
    core_context *context;
    pk_module *handle;
    const char *path;
    pk_status status;
    pk_error err;

    if (!state || !PyArg_ParseTuple(args, "O!s:from_bundle", state->context,
                                    &context, &path))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = pk_module_from_bundle(context->handle, path, &handle, &err);
    Py_END_ALLOW_THREADS
    if (status != PK_OK)
        return core_fail(context, NULL, NULL, &err);
    self = (core_module_object *)((PyTypeObject *)type)
               ->tp_alloc((PyTypeObject *)type, 0);
    if (!self) {
        pk_module_release(handle);
        return NULL;
    }
    self->handle = handle;
    self->context = (core_context *)Py_NewRef((PyObject *)context);
    return (PyObject *)self;
}

static PyObject *names_of_params(const pk_function_desc *desc) {
    PyObject *names = PyTuple_New(desc->param_count);

    for (uint32_t i = 0; names && i < desc->param_count; i++) {
        PyObject *name = PyUnicode_FromString(desc->param_names[i]);
        if (name)
            PyTuple_SET_ITEM(names, i, name);
        else
            Py_CLEAR(names);
    }
    return names;
}

static PyObject *module_functions(PyObject *object, PyObject *ignored) {
    core_module_object *self = (core_module_object *)object;
    size_t count = pk_module_function_count(self->handle);
    PyObject *list = PyList_New(0);

    (void)ignored;
    for (size_t i = 0; list && i < count; i++) {
        pk_function_desc desc = PK_INIT(pk_function_desc);
        PyObject *item;
        pk_error err;
        if (pk_module_function(self->handle, i, &desc, &err) != PK_OK) {
            Py_DECREF(list);
            return core_fail(self->context, self->handle, NULL, &err);
        }
        item = Py_BuildValue(
            "ssINN", desc.name, pk_function_kind_name(desc.kind), desc.line,
            PyBool_FromLong((long)desc.offloads), names_of_params(&desc));
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* (name, function, types of parameters, type of the result) */
static PyObject *export_of(const pk_signature_info *e) {
    PyObject *params = PyTuple_New(e->param_count);

    for (uint32_t i = 0; params && i < e->param_count; i++) {
        PyObject *text = PyUnicode_FromString(e->params[i]);
        if (text)
            PyTuple_SET_ITEM(params, i, text);
        else
            Py_CLEAR(params);
    }
    return params ? Py_BuildValue("ssNs", e->exported, e->function, params,
                                  e->result)
                  : NULL;
}

static PyObject *module_exports(PyObject *object, PyObject *ignored) {
    core_module_object *self = (core_module_object *)object;
    pk_signatures *found;
    PyObject *list;
    pk_error err;

    (void)ignored;
    if (pk_module_exports(self->handle, &found, &err) != PK_OK)
        return core_fail(self->context, self->handle, NULL, &err);
    list = PyList_New(0);
    for (size_t i = 0; list && i < pk_signatures_count(found); i++) {
        PyObject *item = export_of(pk_signatures_get(found, i));
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    pk_signatures_release(found);
    return list;
}

/* emit(name, signature, stage, target=None) */
static PyObject *module_emit(PyObject *object, PyObject *args) {
    core_module_object *self = (core_module_object *)object;
    pk_emit_request request = PK_INIT(pk_emit_request);
    pk_emission *emission = NULL;
    PyObject *out;
    const char *data;
    size_t size;
    pk_status status;
    pk_error err;
    int lines = 0;

    if (!PyArg_ParseTuple(args, "szs|zp:emit", &request.kernel,
                          &request.signature, &request.stage, &request.target,
                          &lines))
        return NULL;
    request.debug_lines = (uint32_t)lines;
    Py_BEGIN_ALLOW_THREADS
    status = pk_emit(self->handle, &request, &emission, &err);
    Py_END_ALLOW_THREADS
    if (status != PK_OK)
        return core_fail(self->context, self->handle, request.kernel, &err);
    data = pk_emission_data(emission, &size);
    out = pk_emission_is_text(emission)
              ? PyUnicode_DecodeUTF8(data, (Py_ssize_t)size, "replace")
              : PyBytes_FromStringAndSize(data, (Py_ssize_t)size);
    pk_emission_release(emission);
    return out;
}

PyObject *core_compile_info(const pk_compile_info *c) {
    if (!c)
        Py_RETURN_NONE;
    return Py_BuildValue("{s:O,s:I,s:I,s:I,s:I,s:K}", "from_cache",
                         c->from_cache ? Py_True : Py_False, "max_block",
                         c->max_block, "shared_bytes", c->shared_bytes,
                         "local_bytes", c->local_bytes, "registers",
                         c->registers, "compile_ns",
                         (unsigned long long)c->compile_ns);
}

PyObject *core_signature_list(const pk_signatures *list) {
    PyObject *out = PyList_New(0);

    for (size_t i = 0; out && i < pk_signatures_count(list); i++) {
        const pk_signature_info *info = pk_signatures_get(list, i);
        PyObject *params = PyTuple_New(info->param_count), *item = NULL;
        for (uint32_t k = 0; params && k < info->param_count; k++) {
            PyObject *param = PyUnicode_FromString(info->params[k]);
            if (!param)
                Py_CLEAR(params);
            else
                PyTuple_SET_ITEM(params, k, param);
        }
        if (params)
            item = Py_BuildValue("sNsN", info->text, params, info->result,
                                 core_compile_info(info->compiled));
        if (!item || PyList_Append(out, item) < 0)
            Py_CLEAR(out);
        Py_XDECREF(item);
    }
    return out;
}

/* infer(name, signature): (text, parameters, result, None) */
static PyObject *module_infer(PyObject *object, PyObject *args) {
    core_module_object *self = (core_module_object *)object;
    const char *name, *signature;
    pk_signatures *list = NULL;
    PyObject *out;
    pk_status status;
    pk_error err;

    if (!PyArg_ParseTuple(args, "ss:infer", &name, &signature))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = pk_module_infer(self->handle, name, signature, &list, &err);
    Py_END_ALLOW_THREADS
    if (status != PK_OK)
        return core_fail(self->context, self->handle, name, &err);
    out = core_signature_list(list);
    pk_signatures_release(list);
    return out;
}

/* (severity, line, message, hint) */
static PyObject *diagnostic(const pk_diagnostic *d) {
    return Py_BuildValue("sIss", pk_severity_name(d->severity), d->line,
                         d->message, d->hint);
}

/* parallel_loops(name): [(severity, line, message, hint)] */
static PyObject *module_parallel_loops(PyObject *object, PyObject *args) {
    core_module_object *self = (core_module_object *)object;
    pk_diagnostics *list = NULL;
    PyObject *out, *item;
    const char *name;
    pk_status status;
    pk_error err;

    if (!PyArg_ParseTuple(args, "s:parallel_loops", &name))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = pk_module_parallel_loops(self->handle, name, &list, &err);
    Py_END_ALLOW_THREADS
    if (status != PK_OK)
        return core_fail(self->context, self->handle, name, &err);
    out = PyList_New((Py_ssize_t)pk_diagnostics_count(list));
    for (size_t i = 0; out && i < pk_diagnostics_count(list); i++) {
        item = diagnostic(pk_diagnostics_get(list, i));
        if (!item)
            Py_CLEAR(out);
        else
            PyList_SET_ITEM(out, (Py_ssize_t)i, item);
    }
    pk_diagnostics_release(list);
    return out;
}

static PyMethodDef module_methods[] = {
    {"from_bundle", module_from_bundle, METH_VARARGS | METH_CLASS,
     DOC_module_from_bundle},
    {"functions", module_functions, METH_NOARGS, DOC_module_functions},
    {"exports", module_exports, METH_NOARGS, DOC_module_exports},
    {"emit", module_emit, METH_VARARGS, DOC_module_emit},
    {"_add_class", core_module_add_class, METH_VARARGS, DOC_module_add_class},
    {"infer", module_infer, METH_VARARGS, DOC_module_infer},
    {"parallel_loops", module_parallel_loops, METH_VARARGS,
     DOC_module_parallel_loops},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot module_slots[] = {
    {Py_tp_doc, DOC_type_module},
    {Py_tp_new, module_new},
    {Py_tp_dealloc, module_dealloc},
    {Py_tp_traverse, module_traverse},
    {Py_tp_clear, module_clear},
    {Py_tp_methods, module_methods},
    {0, NULL},
};

PyType_Spec core_module_spec = {
    .name = "portkern._core.Module",
    .basicsize = sizeof(core_module_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = module_slots,
};

/* ---- kernels ---- */

/* Kernel(module, name) */
static PyObject *kernel_new(PyTypeObject *type, PyObject *args,
                            PyObject *kwargs) {
    static char *names[] = {"module", "name", NULL};
    core_state *state = core_state_of_type(type);
    pk_function_desc desc = PK_INIT(pk_function_desc);
    core_module_object *module;
    core_kernel *self;
    pk_kernel *handle;
    const char *name;
    pk_error err;

    if (!state ||
        !PyArg_ParseTupleAndKeywords(args, kwargs, "O!s:Kernel", names,
                                     state->module, &module, &name))
        return NULL;
    if (pk_module_kernel(module->handle, name, &handle, &err) != PK_OK)
        return core_fail(module->context, module->handle, name, &err);
    self = (core_kernel *)type->tp_alloc(type, 0);
    if (!self) {
        pk_kernel_release(handle);
        return NULL;
    }
    self->handle = handle;
    self->module = (core_module_object *)Py_NewRef((PyObject *)module);
    self->context = (core_context *)Py_NewRef((PyObject *)module->context);
    self->name = PyUnicode_FromString(name);
    self->text = self->name ? PyUnicode_AsUTF8(self->name) : NULL;
    if (!self->text || pk_kernel_describe(handle, &desc, &err) != PK_OK) {
        Py_DECREF(self);
        return PyErr_Occurred() ? NULL
                                : core_fail(module->context, NULL, name, &err);
    }
    self->param_count = desc.param_count;
    return (PyObject *)self;
}

static int kernel_traverse(PyObject *object, visitproc visit, void *arg) {
    core_kernel *self = (core_kernel *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->module);
    Py_VISIT(self->context);
    return 0;
}

static int kernel_clear(PyObject *object) {
    core_kernel *self = (core_kernel *)object;

    Py_CLEAR(self->module);
    Py_CLEAR(self->context);
    Py_CLEAR(self->name);
    return 0;
}

static void kernel_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    pk_kernel_release(((core_kernel *)object)->handle);
    kernel_clear(object);
    type->tp_free(object);
    Py_DECREF(type);
}

int core_kernel_bind(core_kernel *self, core_args *args,
                     PyObject *const *objects, size_t count, PyObject *names) {
    size_t named = names ? (size_t)PyTuple_GET_SIZE(names) : 0;
    size_t positional = count - named, room = self->param_count;
    pk_named_arg *by_name;
    pk_arg *bound;
    pk_error err;

    if (core_args_convert(args, objects, count) < 0)
        return -1;
    if (!named && count >= room)
        return 0; /* too many is the launch's to say */
    by_name = core_args_take(args, named * sizeof *by_name);
    bound = core_args_take(args, room * sizeof *bound);
    if (!by_name || !bound)
        return -1;
    for (size_t i = 0; i < named; i++) {
        by_name[i].name =
            PyUnicode_AsUTF8(PyTuple_GET_ITEM(names, (Py_ssize_t)i));
        by_name[i].value = args->args[positional + i];
        if (!by_name[i].name)
            return -1;
    }
    if (pk_kernel_bind(self->handle, args->args, positional, by_name, named,
                       bound, room, &err) != PK_OK) {
        core_fail(self->context, self->module->handle, NULL, &err);
        return -1;
    }
    args->args = bound;
    args->count = room;
    return 0;
}

static PyObject *kernel_signatures(PyObject *object, PyObject *ignored) {
    core_kernel *self = (core_kernel *)object;
    pk_signatures *list = NULL;
    PyObject *out;
    pk_error err;

    (void)ignored;
    if (pk_kernel_signatures(self->handle, &list, &err) != PK_OK)
        return core_fail(self->context, self->module->handle, NULL, &err);
    out = core_signature_list(list);
    pk_signatures_release(list);
    return out;
}

pk_status core_kernel_compile(const core_kernel *self,
                              const pk_launch_config *config,
                              const core_args *args, pk_compile_info *info,
                              pk_error *err) {
    core_call call;
    pk_status status;

    Py_BEGIN_ALLOW_THREADS
    core_interrupt_begin(&call, NULL, self);
    status = pk_kernel_compile(self->handle, config, args->args, args->count,
                               info, err);
    core_interrupt_end(&call);
    Py_END_ALLOW_THREADS
    return status;
}

/* compile(args, grid=(1, 1, 1), block=(1, 1, 1), shared=0): what the kernel
 * that such a launch needs takes of the device */
static PyObject *kernel_compile(PyObject *object, PyObject *given) {
    core_kernel *self = (core_kernel *)object;
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1, 1, 1}, .block = {1, 1, 1});
    pk_compile_info info = PK_INIT(pk_compile_info);
    PyObject *values;
    pk_status status;
    core_args args;
    pk_error err;

    if (!PyArg_ParseTuple(given, "O!|(III)(III)I:compile", &PyTuple_Type,
                          &values, &config.grid[0], &config.grid[1],
                          &config.grid[2], &config.block[0], &config.block[1],
                          &config.block[2], &config.shared_bytes))
        return NULL;
    core_args_init(&args, self->context, self->handle);
    if (core_kernel_bind(self, &args, PySequence_Fast_ITEMS(values),
                         (size_t)PyTuple_GET_SIZE(values), NULL) < 0 ||
        (core_is_profiled() &&
         core_profile_compile(self, &config, &args) < 0)) {
        core_args_finish(&args);
        return NULL;
    }
    status = core_kernel_compile(self, &config, &args, &info, &err);
    core_args_finish(&args);
    if (status != PK_OK)
        return core_fail(self->context, self->module->handle, self->text, &err);
    return core_compile_info(&info);
}

/* suggest_block(args, shared=0): the threads of a block, and how many blocks
 * run at once */
static PyObject *kernel_suggest_block(PyObject *object, PyObject *given) {
    core_kernel *self = (core_kernel *)object;
    pk_launch_config config = PK_INIT(pk_launch_config), one;
    uint32_t threads = 0, blocks = 0;
    PyObject *values;
    pk_status status;
    core_args args;
    core_call call;
    pk_error err;

    if (!PyArg_ParseTuple(given, "O!|I:suggest_block", &PyTuple_Type, &values,
                          &config.shared_bytes))
        return NULL;
    one = config;
    one.grid[0] = one.block[0] = 1;
    core_args_init(&args, self->context, self->handle);
    if (core_kernel_bind(self, &args, PySequence_Fast_ITEMS(values),
                         (size_t)PyTuple_GET_SIZE(values), NULL) < 0 ||
        (core_is_profiled() && core_profile_compile(self, &one, &args) < 0)) {
        core_args_finish(&args);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    core_interrupt_begin(&call, NULL, self);
    status = pk_kernel_suggest_block(self->handle, &config, args.args,
                                     args.count, &threads, &blocks, &err);
    core_interrupt_end(&call);
    Py_END_ALLOW_THREADS
    core_args_finish(&args);
    if (status != PK_OK)
        return core_fail(self->context, self->module->handle, self->text, &err);
    return Py_BuildValue("II", threads, blocks);
}

static PyObject *kernel_param_names(PyObject *object, void *closure) {
    core_kernel *self = (core_kernel *)object;
    pk_function_desc desc = PK_INIT(pk_function_desc);
    PyObject *out;
    pk_error err;

    (void)closure;
    if (pk_kernel_describe(self->handle, &desc, &err) != PK_OK)
        return core_fail(self->context, self->module->handle, NULL, &err);
    out = PyTuple_New(desc.param_count);
    for (uint32_t i = 0; out && i < desc.param_count; i++) {
        PyObject *name = PyUnicode_FromString(desc.param_names[i]);
        if (!name)
            Py_CLEAR(out);
        else
            PyTuple_SET_ITEM(out, i, name);
    }
    return out;
}

static PyMethodDef kernel_methods[] = {
    {"compile", kernel_compile, METH_VARARGS, DOC_kernel_compile},
    {"suggest_block", kernel_suggest_block, METH_VARARGS,
     DOC_kernel_suggest_block},
    {"signatures", kernel_signatures, METH_NOARGS, DOC_kernel_signatures},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef kernel_getset[] = {
    {"param_names", kernel_param_names, NULL, DOC_kernel_param_names, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef kernel_members[] = {
    {"name", T_OBJECT, offsetof(core_kernel, name), READONLY, DOC_kernel_name},
    {"module", T_OBJECT, offsetof(core_kernel, module), READONLY,
     DOC_kernel_module},
    {"context", T_OBJECT, offsetof(core_kernel, context), READONLY,
     DOC_kernel_context},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot kernel_slots[] = {
    {Py_tp_doc, DOC_type_kernel},
    {Py_tp_new, kernel_new},
    {Py_tp_dealloc, kernel_dealloc},
    {Py_tp_traverse, kernel_traverse},
    {Py_tp_clear, kernel_clear},
    {Py_tp_methods, kernel_methods},
    {Py_tp_getset, kernel_getset},
    {Py_tp_members, kernel_members},
    {0, NULL},
};

PyType_Spec core_kernel_spec = {
    .name = "portkern._core.Kernel",
    .basicsize = sizeof(core_kernel),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = kernel_slots,
};
