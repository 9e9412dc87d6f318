/* SPDX-License-Identifier: Apache-2.0 */
/* Functions with cfunc: an address that C calls. A closure of libffi takes the
 * arguments from where C puts them; the call goes to the compiled function
 * without Python's lock, which is taken only to tell what was raised. */
#include "python/src/core.h"
#include "python/src/docs.h"

#include <ffi.h>
#include <string.h>

enum { MOST_PARAMS = 32 };

typedef struct core_callback {
    PyObject_HEAD PyObject *of; /* the object with cfunc; owned */
    PyObject *dispatcher;       /* of the function; owned */
    core_function *function;    /* owned */
    pk_dtype result;
    bool returns;
    size_t count;
    pk_dtype dtypes[MOST_PARAMS]; /* of numbers, and of what pointers lead to */
    bool is_pointer[MOST_PARAMS];
    ffi_type *types[MOST_PARAMS];
    ffi_cif cif;
    ffi_closure *closure;
    void *address; /* of the code, which the closure owns */
} core_callback;

/* ---- values ---- */

static ffi_type *type_in_c(pk_dtype dtype) {
    switch (dtype) {
    case PK_DTYPE_bool:
    case PK_DTYPE_u8: return &ffi_type_uint8;
    case PK_DTYPE_i8: return &ffi_type_sint8;
    case PK_DTYPE_i16: return &ffi_type_sint16;
    case PK_DTYPE_u16: return &ffi_type_uint16;
    case PK_DTYPE_i32: return &ffi_type_sint32;
    case PK_DTYPE_u32: return &ffi_type_uint32;
    case PK_DTYPE_i64: return &ffi_type_sint64;
    case PK_DTYPE_u64: return &ffi_type_uint64;
    case PK_DTYPE_f32: return &ffi_type_float;
    case PK_DTYPE_f64: return &ffi_type_double;
    default: return NULL;
    }
}

/* Members are set one by one: a copy of a whole pk_arg waits for its stores. */
static void number(pk_dtype dtype, const void *from, pk_arg *out) {
    union pk_arg_value *to = &out->value;

    out->kind = PK_ARG_scalar;
    out->dtype = dtype;
    switch (dtype) {
    case PK_DTYPE_bool: to->b = *(const uint8_t *)from != 0; break;
    case PK_DTYPE_i8: to->i = pk_i8(*(const int8_t *)from).value.i; break;
    case PK_DTYPE_u8: to->u = *(const uint8_t *)from; break;
    case PK_DTYPE_i16: to->i = *(const int16_t *)from; break;
    case PK_DTYPE_u16: to->u = *(const uint16_t *)from; break;
    case PK_DTYPE_i32: to->i = *(const int32_t *)from; break;
    case PK_DTYPE_u32: to->u = *(const uint32_t *)from; break;
    case PK_DTYPE_f32:
        to->u = 0;
        to->f32[0] = *(const float *)from;
        break;
    default: to->u = *(const uint64_t *)from; break; /* of eight bytes */
    }
}

/* A pointer is an array of the one element that it leads to, behind which is
 * what the caller has there; NULL is an empty one. */
static void pointer(pk_dtype dtype, const void *from, pk_array *array,
                    pk_arg *out) {
    array->dtype = dtype;
    array->ndim = 1;
    array->host = *(void *const *)from;
    array->shape[0] = array->host != NULL;
    array->strides[0] = (int64_t)pk_dtype_size(dtype);
    array->buffer = NULL;
    array->offset = 0;
    array->structure = NULL;
    out->kind = PK_ARG_inout;
    out->value.array = array;
}

/* Puts the result where C looks for it: an integer smaller than a register
 * fills that. */
static void give(const core_callback *self, const pk_result *r, void *to) {
    switch (self->result) {
    case PK_DTYPE_bool: *(ffi_arg *)to = r->boolean; break;
    case PK_DTYPE_f32: *(float *)to = (float)r->f64; break;
    case PK_DTYPE_f64: *(double *)to = r->f64; break;
    default: *(uint64_t *)to = r->u64; break;
    }
}

/* ---- calls ---- */

/* Tells sys.unraisablehook, since C has no exceptions. */
static void tell(core_callback *self, const pk_error *err) {
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *type, *value, *trace;

    PyErr_Fetch(&type, &value, &trace); /* of who called C */
    core_fail_host(self->function->context, self->function->module->handle,
                   self->dispatcher, err);
    PyErr_WriteUnraisable(self->of);
    PyErr_Restore(type, value, trace);
    PyGILState_Release(lock);
}

/* A call that Ctrl-C ended tells nothing: Python raises KeyboardInterrupt where
 * it goes on. */
static void enter(ffi_cif *cif, void *to, void **values, void *user) {
    core_callback *self = user;
    pk_array arrays[MOST_PARAMS];
    pk_arg args[MOST_PARAMS];
    pk_result result;
    pk_status status;
    core_call call;
    pk_error err;
    bool stopped;

    for (size_t i = 0; i < self->count; i++)
        if (self->is_pointer[i])
            pointer(self->dtypes[i], values[i], &arrays[i], &args[i]);
        else
            number(self->dtypes[i], values[i], &args[i]);
    if (self->returns)
        memset(to, 0,
               sizeof(ffi_arg) > cif->rtype->size ? sizeof(ffi_arg)
                                                  : cif->rtype->size);
    core_interrupt_begin_call(&call);
    status = pk_call_until(self->function->handle, args, self->count,
                           &call.stop, &result, &err);
    stopped = core_interrupt_end(&call);
    if (status == PK_OK) {
        if (self->returns)
            give(self, &result, to);
        pk_result_release(&result);
    } else if (!stopped)
        tell(self, &err);
}

/* ---- making one ---- */

static int add_param(core_callback *self, PyObject *item) {
    const pk_structure *structure;
    const size_t i = self->count;
    PyArray_Descr *dtype;
    int is_pointer;

    if (i == MOST_PARAMS) {
        PyErr_Format(PyExc_TypeError, "a C callback has at most %d parameters",
                     MOST_PARAMS);
        return -1;
    }
    if (!PyArg_ParseTuple(item, "O!p:Callback", &PyArrayDescr_Type, &dtype,
                          &is_pointer) ||
        core_dtype(self->function->context, dtype, &self->dtypes[i],
                   &structure) < 0)
        return -1;
    self->is_pointer[i] = is_pointer;
    self->types[i] =
        is_pointer ? &ffi_type_pointer : type_in_c(self->dtypes[i]);
    self->count++;
    return 0;
}

static int add_result(core_callback *self, PyObject *dtype, ffi_type **out) {
    const pk_structure *structure;

    *out = &ffi_type_void;
    if (dtype == Py_None)
        return 0;
    self->returns = true;
    if (core_dtype(self->function->context, (PyArray_Descr *)dtype,
                   &self->result, &structure) < 0)
        return -1;
    *out = type_in_c(self->result);
    return 0;
}

static int make_closure(core_callback *self, ffi_type *result) {
    self->closure = ffi_closure_alloc(sizeof *self->closure, &self->address);
    if (!self->closure) {
        PyErr_NoMemory();
        return -1;
    }
    if (ffi_prep_cif(&self->cif, FFI_DEFAULT_ABI, (unsigned)self->count, result,
                     self->types) != FFI_OK ||
        ffi_prep_closure_loc(self->closure, &self->cif, enter, self,
                             self->address) != FFI_OK) {
        PyErr_SetString(PyExc_RuntimeError, "libffi makes no closure");
        return -1;
    }
    return 0;
}

static int init(core_callback *self, PyObject *params, PyObject *result) {
    ffi_type *in_c;

    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(params); i++)
        if (add_param(self, PyTuple_GET_ITEM(params, i)) < 0)
            return -1;
    return add_result(self, result, &in_c) < 0 ? -1 : make_closure(self, in_c);
}

/* Callback(of, dispatcher, context, params, result) */
static PyObject *callback_new(PyTypeObject *type, PyObject *args,
                              PyObject *kwargs) {
    core_state *state = core_state_of_type(type);
    PyObject *of, *dispatcher, *context, *params, *result;
    core_callback *self;

    (void)kwargs;
    if (!state ||
        !PyArg_ParseTuple(args, "OO!O!O!O:Callback", &of,
                          state->host_dispatcher, &dispatcher, state->context,
                          &context, &PyTuple_Type, &params, &result))
        return NULL;
    self = (core_callback *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->of = Py_NewRef(of);
    self->dispatcher = Py_NewRef(dispatcher);
    self->function = (core_function *)core_dispatcher_compiled(
        (core_dispatcher *)dispatcher, (core_context *)context,
        state->function);
    if (!self->function || init(self, params, result) < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static int callback_traverse(PyObject *object, visitproc visit, void *arg) {
    core_callback *self = (core_callback *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->of);
    Py_VISIT(self->dispatcher);
    Py_VISIT(self->function);
    return 0;
}

static int callback_clear(PyObject *object) {
    core_callback *self = (core_callback *)object;

    Py_CLEAR(self->of);
    Py_CLEAR(self->dispatcher);
    return 0;
}

static void callback_dealloc(PyObject *object) {
    core_callback *self = (core_callback *)object;
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    if (self->closure)
        ffi_closure_free(self->closure);
    callback_clear(object);
    Py_CLEAR(self->function);
    type->tp_free(object);
    Py_DECREF(type);
}

static PyObject *callback_address(PyObject *object, void *closure) {
    (void)closure;
    return PyLong_FromVoidPtr(((core_callback *)object)->address);
}

static PyObject *callback_function(PyObject *object, void *closure) {
    (void)closure;
    return Py_NewRef((PyObject *)((core_callback *)object)->function);
}

static PyGetSetDef callback_members[] = {
    {"address", callback_address, NULL, DOC_callback_address, NULL},
    {"function", callback_function, NULL, DOC_callback_function, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot callback_slots[] = {
    {Py_tp_doc, DOC_type_callback},
    {Py_tp_new, callback_new},
    {Py_tp_dealloc, callback_dealloc},
    {Py_tp_traverse, callback_traverse},
    {Py_tp_clear, callback_clear},
    {Py_tp_getset, callback_members},
    {0, NULL},
};

PyType_Spec core_callback_spec = {
    .name = "portkern._core.Callback",
    .basicsize = sizeof(core_callback),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = callback_slots,
};
