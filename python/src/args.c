/* SPDX-License-Identifier: Apache-2.0 */
/* Python objects as arguments of launches, by Numba's rules of typing: int is
 * int64, or uint64 above; float is float64; NumPy's scalars are what they are.
 * Named tuples and members of enumerations are values of their classes
 * (values.c). What is not known here portkern._convert.argument replaces, such
 * as arrays of other packages. */
#include "core.h"
#include "docs.h"

/* ---- memory ---- */

void core_args_init(core_args *args, core_context *context,
                    const pk_kernel *kernel) {
    args->context = context;
    args->kernel = kernel;
    args->args = NULL;
    args->count = 0;
    args->has_host = 0;
    args->is_call = 0;
    args->is_next = 0;
    args->in_tuple = 0;
    args->dispatcher = NULL;
    args->names = NULL;
    args->lists = NULL;
    args->array_lists = NULL;
    args->owner_module = NULL;
    args->owner_class = NULL;
    args->owners = NULL;
    args->kept = NULL;
    args->more = NULL;
    args->used = 0;
}

void core_args_finish(core_args *args) {
    core_array_lists_finish(args, 0, NULL, 0);
    core_owners_finish(args);
    while (args->more) {
        void *next = *(void **)args->more;
        PyMem_Free(args->more);
        args->more = next;
    }
    Py_CLEAR(args->kept);
}

void *core_args_take(core_args *args, size_t size) {
    void *block;

    size = (size + 15) & ~(size_t)15;
    if (args->used + size <= sizeof args->room) {
        void *at = args->room + args->used;
        args->used += size;
        return at;
    }
    block = PyMem_Malloc(size + 16);
    if (!block)
        return PyErr_NoMemory();
    *(void **)block = args->more;
    args->more = block;
    return (char *)block + 16;
}

int core_args_keep(core_args *args, PyObject *object) {
    if (!args->kept && !(args->kept = PyList_New(0)))
        return -1;
    return PyList_Append(args->kept, object);
}

/* ---- kinds of objects ---- */

/* Member by member: a whole pk_arg, made and then copied, waits for its stores.
 */
static void put_i64(pk_arg *out, int64_t value) {
    out->kind = PK_ARG_scalar;
    out->dtype = PK_DTYPE_i64;
    out->value.i = value;
}

static void put_f64(pk_arg *out, double value) {
    out->kind = PK_ARG_scalar;
    out->dtype = PK_DTYPE_f64;
    out->value.f64[0] = value;
    out->value.f64[1] = 0;
}

static int integer(PyObject *object, pk_arg *out) {
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(object, &overflow);

    if (!overflow) {
        put_i64(out, value);
        return value == -1 && PyErr_Occurred() ? -1 : 0;
    }
    if (overflow > 0) {
        unsigned long long large = PyLong_AsUnsignedLongLong(object);
        if (!PyErr_Occurred()) {
            *out = pk_u64(large);
            return 0;
        }
        PyErr_Clear();
    }
    PyErr_SetString(PyExc_OverflowError,
                    "an int argument is between -2**63 and 2**64 - 1");
    return -1;
}

static pk_arg of_array(pk_arg_kind kind, const pk_array *array) {
    return pk_arg_array_(kind, array);
}

static int numpy_array(core_args *args, PyArrayObject *from, pk_arg_kind kind,
                       pk_arg *out) {
    pk_array *array = core_args_take(args, sizeof *array);

    if (!array || core_array_of_numpy(args->context, from, array) < 0)
        return -1;
    if (!PyArray_ISWRITEABLE(from)) {
        if (kind == PK_ARG_out) {
            PyErr_SetString(PyExc_ValueError, "the array is read-only");
            return -1;
        }
        kind = PK_ARG_in;
    }
    args->has_host = 1;
    *out = of_array(kind, array);
    return args->owner_module ? core_owned_array(args, (PyObject *)from, out)
                              : 0;
}

/* Says which devices the arrays of a launch are on. */
static int refuse_device(const core_args *args, const core_array *from) {
    pk_device_info launch = PK_INIT(pk_device_info);
    pk_device_info other = PK_INIT(pk_device_info);

    pk_context_get_device(args->context->handle, &launch, NULL);
    pk_context_get_device(from->context->handle, &other, NULL);
    if (args->is_call) {
        PyErr_Format(PyExc_TypeError,
                     "functions of the host take arrays of the host, and this "
                     "one is on %s: pass array.copy_to_host()",
                     other.selector);
        return -1;
    }
    PyErr_Format(PyExc_ValueError,
                 "arrays of a launch are on one device, and this one is on %s, "
                 "the launch on %s: copy it there with to_device(array, "
                 "device=\"%s\")",
                 other.selector, launch.selector, launch.selector);
    return -1;
}

static int device_array(core_args *args, core_array *from, pk_arg_kind kind,
                        pk_arg *out) {
    if (from->context != args->context)
        return refuse_device(args, from);
    if (core_array_ready(from) < 0)
        return -1;
    *out = of_array(kind, &from->array);
    return 0;
}

/* The kinds of numbers that a NumPy scalar's memory holds. */
static int scalar_of(core_args *args, PyArray_Descr *descr, const void *bytes,
                     pk_arg *out) {
    const pk_structure *structure;
    pk_dtype dtype;

    if (core_dtype(args->context, descr, &dtype, &structure) < 0)
        return -1;
    *out = pk_arg_scalar_(dtype);
    switch (dtype) {
    case PK_DTYPE_bool: out->value.b = *(const npy_bool *)bytes != 0; break;
    case PK_DTYPE_i8: *out = pk_i8(*(const int8_t *)bytes); break;
    case PK_DTYPE_i16: out->value.i = *(const int16_t *)bytes; break;
    case PK_DTYPE_i32: out->value.i = *(const int32_t *)bytes; break;
    case PK_DTYPE_i64: out->value.i = *(const int64_t *)bytes; break;
    case PK_DTYPE_u8: out->value.u = *(const uint8_t *)bytes; break;
    case PK_DTYPE_f16:
    case PK_DTYPE_u16: out->value.u = *(const uint16_t *)bytes; break;
    case PK_DTYPE_u32: out->value.u = *(const uint32_t *)bytes; break;
    case PK_DTYPE_u64: out->value.u = *(const uint64_t *)bytes; break;
    case PK_DTYPE_f32: memcpy(out->value.f32, bytes, 4); break;
    case PK_DTYPE_f64: memcpy(out->value.f64, bytes, 8); break;
    case PK_DTYPE_c64: memcpy(out->value.f32, bytes, 8); break;
    case PK_DTYPE_c128: memcpy(out->value.f64, bytes, 16); break;
    default: break;
    }
    return 0;
}

/* A record: one element of an array without dimensions, written back. */
static int record(core_args *args, PyObject *object, pk_arg *out) {
    PyVoidScalarObject *from = (PyVoidScalarObject *)object;
    pk_array *array = core_args_take(args, sizeof *array);

    if (!array)
        return -1;
    memset(array, 0, sizeof *array);
    if (core_dtype(args->context, (PyArray_Descr *)from->descr, &array->dtype,
                   &array->structure) < 0)
        return -1;
    array->host = from->obval;
    args->has_host = 1;
    *out = of_array(PK_ARG_inout, array);
    return 0;
}

static int numpy_scalar(core_args *args, PyObject *object, pk_arg *out) {
    PyArray_Descr *descr;
    union {
        char bytes[64];
        double aligned[8];
    } value;
    int status;

    if (PyArray_IsScalar(object, Void))
        return record(args, object, out);
    descr = PyArray_DescrFromScalar(object);
    if (!descr)
        return -1;
    if (PyDataType_ELSIZE(descr) > (npy_intp)sizeof value ||
        PyDataType_REFCHK(descr)) {
        PyErr_Format(PyExc_TypeError, "kernels take no %R", descr);
        Py_DECREF(descr);
        return -1;
    }
    PyArray_ScalarAsCtype(object, &value);
    status = scalar_of(args, descr, &value, out);
    Py_DECREF(descr);
    return status;
}

/* A function is compiled for so many strings alone, of so many bytes; others
 * are values like any (portkern._functions.containers). */
enum { TEXTS = 16, TEXT_MAX = 1000 };

/* Whether the function is compiled for the string, or may be; -1: an error. */
static int is_compiled_for(core_args *args, PyObject *object) {
    PyObject *texts;
    int status;

    if (!args->dispatcher)
        return 1;
    texts = PyObject_GetAttrString(args->dispatcher, "_texts");
    if (!texts)
        return -1;
    status = PySet_Contains(texts, object);
    if (status == 0 && PySet_Size(texts) < TEXTS)
        status = PySet_Add(texts, object) < 0 ? -1 : 1;
    Py_DECREF(texts);
    return status;
}

static int other(core_args *args, PyObject *object, pk_arg_kind kind,
                 pk_arg *out);

static int text(core_args *args, PyObject *object, pk_arg *out) {
    Py_ssize_t length;
    const char *bytes = PyUnicode_AsUTF8AndSize(object, &length);
    int status;

    if (!bytes && !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
        return -1;
    PyErr_Clear();
    if (!bytes || length > TEXT_MAX || (size_t)length != strlen(bytes))
        return other(args, object, PK_ARG_in, out);
    status = is_compiled_for(args, object);
    if (status <= 0)
        return status < 0 ? -1 : other(args, object, PK_ARG_in, out);
    *out = pk_string(bytes);
    return core_args_keep(args, object);
}

static int tuple(core_args *args, PyObject *object, pk_arg *out) {
    size_t count = (size_t)PyTuple_GET_SIZE(object);
    pk_arg *items = core_args_take(args, count * sizeof *items);
    int status = 0;

    if (!items || Py_EnterRecursiveCall(" in an argument"))
        return -1;
    args->in_tuple++;
    for (size_t i = 0; i < count && !status; i++)
        status =
            core_arg(args, PyTuple_GET_ITEM(object, (Py_ssize_t)i), &items[i]);
    args->in_tuple--;
    Py_LeaveRecursiveCall();
    *out = pk_tuple(items, count);
    return status;
}

/* ---- values of classes ---- */

static int member(core_args *args, const pk_class *of, PyObject *object,
                  pk_arg *out) {
    PyObject *name = PyObject_GetAttrString(object, "_name_");
    const char *text = name ? PyUnicode_AsUTF8(name) : NULL;
    int status = text ? core_args_keep(args, name) : -1;

    Py_XDECREF(name);
    *out = pk_class_member(of, text);
    return status < 0 ? -1 : 1;
}

static int named_tuple(core_args *args, const pk_class *of, PyObject *object,
                       pk_arg *out) {
    if ((size_t)PyTuple_GET_SIZE(object) != of->count) {
        PyErr_Format(PyExc_TypeError, "a %s has %zu items, not %zd", of->name,
                     of->count, PyTuple_GET_SIZE(object));
        return -1;
    }
    if (tuple(args, object, out) < 0)
        return -1;
    *out = pk_class_tuple(of, out->value.tuple.items);
    return 1;
}

int core_class_arg(core_args *args, PyObject *object, pk_arg *out) {
    const pk_class *of;
    const int status = core_dataclass_arg(args, object, out);

    if (status)
        return status;
    if (core_class(args->context, Py_TYPE(object), &of) < 0)
        return -1;
    if (!of)
        return 0;
    return of->kind == PK_CLASS_named_tuple ? named_tuple(args, of, object, out)
                                            : member(args, of, object, out);
}

/* A part of a slice that is None, or an int of 64 bits. */
static bool slice_part(PyObject *part, int64_t none, pk_arg *out) {
    int overflow = 0;
    const bool is_int = PyLong_CheckExact(part);
    const long long value =
        is_int ? PyLong_AsLongLongAndOverflow(part, &overflow) : none;

    put_i64(out, value);
    return !overflow && (is_int || part == Py_None);
}

/* A slice without a step; _functions/classes.py has others. 0: it is none. */
static int plain_slice(core_args *args, PyObject *object, pk_arg *out) {
    const PySliceObject *slice = (PySliceObject *)object;
    const pk_class *of;
    pk_arg *items;

    if (!PySlice_Check(object) || slice->step != Py_None)
        return 0;
    items = core_args_take(args, 2 * sizeof *items);
    if (!items)
        return -1;
    if (!slice_part(slice->start, 0, &items[0]) ||
        !slice_part(slice->stop, INT64_MAX, &items[1]))
        return 0;
    if (core_class(args->context, (PyTypeObject *)args->context->state->slice,
                   &of) < 0)
        return -1;
    *out = pk_class_tuple(of, items);
    return 1;
}

/* np.dtype("float32"), np.float32. 0: it is no dtype. */
static int dtype(core_args *args, PyObject *object, pk_arg *out) {
    const pk_structure *structure;
    pk_dtype number;
    PyArray_Descr *descr;
    int status;

    if (PyType_Check(object) &&
        PyType_IsSubtype((PyTypeObject *)object, &PyGenericArrType_Type))
        descr = PyArray_DescrFromTypeObject(object);
    else if (PyArray_DescrCheck(object))
        descr = (PyArray_Descr *)Py_NewRef(object);
    else
        return 0;
    status = descr ? core_dtype(args->context, descr, &number, &structure) : -1;
    Py_XDECREF(descr);
    if (status < 0)
        return -1;
    *out = structure ? pk_structure_value(structure) : pk_dtype_value(number);
    return 1;
}

/* Converts the object that portkern._convert.argument gives in its place. */
static int converted(core_args *args, PyObject *object, pk_arg_kind kind,
                     pk_arg *out) {
    core_state *state = args->context->state;
    PyObject *given = PyObject_CallFunctionObjArgs(
        state->convert, (PyObject *)args->context, object,
        args->is_call ? Py_True : Py_False, NULL);

    if (!given)
        return -1;
    if (core_args_keep(args, given) < 0) {
        Py_DECREF(given);
        return -1;
    }
    Py_DECREF(given); /* the list has it */
    if (given == object) {
        PyErr_Format(PyExc_TypeError, "kernels take no %.200s",
                     Py_TYPE(object)->tp_name);
        return -1;
    }
    if (PyObject_TypeCheck(given, state->array))
        return device_array(args, (core_array *)given, kind, out);
    if (PyArray_Check(given))
        return numpy_array(args, (PyArrayObject *)given, kind, out);
    return core_arg(args, given, out);
}

/* An object that is none of those above: of a class, an array of another
 * package, or what Python's side knows. */
static int other(core_args *args, PyObject *object, pk_arg_kind kind,
                 pk_arg *out) {
    int status = 0;
    PyObject *array = NULL;

    if (args->is_call &&
        PyObject_TypeCheck(object, args->context->state->object))
        return core_object_arg(args, object, out);
    status = args->is_call ? dtype(args, object, out) : 0;
    if (!status)
        status = plain_slice(args, object, out);
    if (!status)
        status = core_function_arg(args, object, out);
    if (!status)
        status = core_class_arg(args, object, out);
    if (!status && Py_TYPE(object) != args->context->state->hint)
        status = core_foreign(args, object, kind, out, &array);
    if (array) {
        status = core_args_keep(args, array);
        Py_DECREF(array); /* the list has it */
        return status < 0 ? -1
                          : device_array(args, (core_array *)array, kind, out);
    }
    if (status)
        return status < 0 ? -1 : 0;
    return converted(args, object, kind, out);
}

/* An array in In() is copied to the device: the kernel may write it, and the
 * host does not see that. */
static int hint(core_args *args, core_hint *from, pk_arg *out) {
    core_state *state = args->context->state;

    if (from->kind == PK_ARG_in)
        return other(args, (PyObject *)from, PK_ARG_inout, out);
    if (PyObject_TypeCheck(from->value, state->array))
        return device_array(args, (core_array *)from->value, from->kind, out);
    if (PyArray_Check(from->value))
        return numpy_array(args, (PyArrayObject *)from->value, from->kind, out);
    return other(args, from->value, from->kind, out);
}

int core_arg(core_args *args, PyObject *object, pk_arg *out) {
    core_state *state = args->context->state;

    if (PyFloat_CheckExact(object)) {
        put_f64(out, PyFloat_AS_DOUBLE(object));
        return 0;
    }
    if (PyLong_CheckExact(object))
        return integer(object, out);
    if (PyObject_TypeCheck(object, state->array))
        return device_array(args, (core_array *)object, PK_ARG_inout, out);
    if (PyArray_CheckExact(object))
        return numpy_array(args, (PyArrayObject *)object, PK_ARG_inout, out);
    if (PyBool_Check(object)) {
        *out = pk_bool(object == Py_True);
        return 0;
    }
    if (PyArray_CheckScalar(object)) /* before float: np.float64 is one */
        return numpy_scalar(args, object, out);
    if (object == Py_None) {
        *out = pk_none();
        return 0;
    }
    if (PyTuple_CheckExact(object))
        return tuple(args, object, out);
    if (args->is_call && !args->in_tuple && core_is_list_of_numbers(object))
        return core_list_arg(args, object, out);
    if (args->is_call && !args->in_tuple && core_is_list_of_arrays(object))
        return core_array_list_arg(args, object, out);
    if (PyUnicode_Check(object) && args->is_call)
        return text(args, object, out);
    if (PyTuple_Check(object)) {
        int status = core_class_arg(args, object, out);
        return status ? (status < 0 ? -1 : 0) : tuple(args, object, out);
    }
    if (PyComplex_CheckExact(object)) {
        *out = pk_c128(PyComplex_RealAsDouble(object),
                       PyComplex_ImagAsDouble(object));
        return 0;
    }
    if (Py_TYPE(object) == state->hint)
        return hint(args, (core_hint *)object, out);
    return other(args, object, PK_ARG_inout, out);
}

int core_args_convert(core_args *args, PyObject *const *objects, size_t count) {
    args->args = core_args_take(args, (count + 2) * sizeof *args->args);
    if (!args->args)
        return -1;
    args->count = count;
    for (size_t i = 0; i < count; i++)
        if (core_arg(args, objects[i], &args->args[i]) < 0)
            return -1;
    return 0;
}

/* The context of an array among these objects; a borrowed reference. */
static core_context *find_context(core_state *state, PyObject *const *objects,
                                  size_t count, int depth) {
    for (size_t i = 0; i < count; i++) {
        PyObject *object = objects[i];
        core_context *found = NULL;
        if (PyFloat_CheckExact(object) || PyLong_CheckExact(object))
            continue;
        if (Py_TYPE(object) == state->hint)
            object = ((core_hint *)object)->value;
        if (PyObject_TypeCheck(object, state->array))
            found = ((core_array *)object)->context;
        else if (PyTuple_Check(object) && depth < 8)
            found = find_context(state, PySequence_Fast_ITEMS(object),
                                 (size_t)PyTuple_GET_SIZE(object), depth + 1);
        if (found)
            return found;
    }
    return NULL;
}

core_context *core_context_of(core_state *state, PyObject *const *objects,
                              size_t count) {
    core_context *found = find_context(state, objects, count, 0);

    return found ? (core_context *)Py_NewRef((PyObject *)found)
                 : core_current(state);
}

/* ---- hints ---- */

static PyObject *hint_new(PyTypeObject *type, PyObject *args,
                          PyObject *kwargs) {
    static char *names[] = {"kind", "value", NULL};
    const char *kind;
    PyObject *value;
    core_hint *self;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "sO:Hint", names, &kind,
                                     &value))
        return NULL;
    self = (core_hint *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->kind = strcmp(kind, "in") == 0    ? PK_ARG_in
                 : strcmp(kind, "out") == 0 ? PK_ARG_out
                                            : PK_ARG_inout;
    self->value = Py_NewRef(value);
    return (PyObject *)self;
}

static int hint_traverse(PyObject *object, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(((core_hint *)object)->value);
    return 0;
}

static int hint_clear(PyObject *object) {
    Py_CLEAR(((core_hint *)object)->value);
    return 0;
}

static void hint_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    hint_clear(object);
    type->tp_free(object);
    Py_DECREF(type);
}

static PyObject *hint_kind(PyObject *object, void *closure) {
    pk_arg_kind kind = (pk_arg_kind)((core_hint *)object)->kind;

    (void)closure;
    return PyUnicode_FromString(kind == PK_ARG_in    ? "in"
                                : kind == PK_ARG_out ? "out"
                                                     : "inout");
}

static PyGetSetDef hint_getset[] = {
    {"kind", hint_kind, NULL, DOC_hint_kind, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef hint_members[] = {
    {"value", T_OBJECT, offsetof(core_hint, value), READONLY, DOC_hint_value},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot hint_slots[] = {
    {Py_tp_doc, DOC_type_hint},    {Py_tp_new, hint_new},
    {Py_tp_dealloc, hint_dealloc}, {Py_tp_traverse, hint_traverse},
    {Py_tp_clear, hint_clear},     {Py_tp_members, hint_members},
    {Py_tp_getset, hint_getset},   {0, NULL},
};

PyType_Spec core_hint_spec = {
    .name = "portkern._core.Hint",
    .basicsize = sizeof(core_hint),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = hint_slots,
};
