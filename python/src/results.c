/* SPDX-License-Identifier: Apache-2.0 */
/* Results of functions of the host as Python objects: numbers as Numba boxes
 * them, tuples, and arrays without a copy. An array in memory that the function
 * made keeps that memory; one in memory of an argument is the argument or a
 * view of it. */
#include "core.h"

/* The objects that a result may refer to. */
typedef struct call_values {
    core_context *context;
    PyObject *const *objects; /* arguments */
    size_t count;
    PyObject *kept; /* list of what they were replaced by, or NULL */
} call_values;

/* ---- dtypes ---- */

const int core_numpy_types[] = {
    [PK_DTYPE_bool] = NPY_BOOL,   [PK_DTYPE_i8] = NPY_INT8,
    [PK_DTYPE_i16] = NPY_INT16,   [PK_DTYPE_i32] = NPY_INT32,
    [PK_DTYPE_i64] = NPY_INT64,   [PK_DTYPE_u8] = NPY_UINT8,
    [PK_DTYPE_u16] = NPY_UINT16,  [PK_DTYPE_u32] = NPY_UINT32,
    [PK_DTYPE_u64] = NPY_UINT64,  [PK_DTYPE_f16] = NPY_FLOAT16,
    [PK_DTYPE_f32] = NPY_FLOAT32, [PK_DTYPE_f64] = NPY_FLOAT64,
    [PK_DTYPE_c64] = NPY_CFLOAT,  [PK_DTYPE_c128] = NPY_CDOUBLE,
};

/* The dtype of records that a format describes, by portkern._convert, kept
 * among the context's classes. */
static PyObject *record_dtype(core_context *context, const char *format) {
    PyObject *key = PyUnicode_FromString(format), *found = NULL, *module;

    if (!key)
        return NULL;
    found = core_dict_get(context->classes, key);
    if (!found && !PyErr_Occurred()) {
        module = PyImport_ImportModule("portkern._convert");
        if (module)
            found = PyObject_CallMethod(module, "dtype", "O", key);
        Py_XDECREF(module);
        if (found && PyDict_SetItem(context->classes, key, found) < 0)
            Py_CLEAR(found);
    }
    Py_DECREF(key);
    return found;
}

static PyArray_Descr *descr_of(core_context *context, const pk_result *r) {
    PyObject *found;

    if (r->dtype != PK_DTYPE_void)
        return PyArray_DescrFromType(core_numpy_types[r->dtype]);
    found = record_dtype(context, r->format);
    if (found && !PyArray_DescrCheck(found)) {
        PyErr_SetString(PyExc_TypeError, "portkern._convert gave no dtype");
        Py_CLEAR(found);
    }
    return (PyArray_Descr *)found;
}

/* ---- arrays ---- */

/* The object that memory is of; NULL for none. A borrowed reference. */
static PyObject *owner_in(PyObject *object, const char *data, int depth);

static PyObject *owner_among(PyObject *const *objects, size_t count,
                             const char *data, int depth) {
    PyObject *found = NULL;

    for (size_t i = 0; i < count && !found; i++)
        found = owner_in(objects[i], data, depth);
    return found;
}

static bool has_byte(PyArrayObject *array, const char *data) {
    const char *low = PyArray_BYTES(array), *high = low;

    for (int i = 0; i < PyArray_NDIM(array); i++) {
        npy_intp length = PyArray_DIM(array, i);
        npy_intp reach = (length ? length - 1 : 0) * PyArray_STRIDE(array, i);
        if (reach < 0)
            low += reach;
        else
            high += reach;
    }
    return data >= low && data < high + PyArray_ITEMSIZE(array);
}

static PyObject *owner_in(PyObject *object, const char *data, int depth) {
    if (PyArray_Check(object))
        return has_byte((PyArrayObject *)object, data) ? object : NULL;
    if (PyTuple_Check(object) && depth < 8)
        return owner_among(PySequence_Fast_ITEMS(object),
                           (size_t)PyTuple_GET_SIZE(object), data, depth + 1);
    if (PyArray_IsScalar(object, Void)) {
        PyVoidScalarObject *record = (PyVoidScalarObject *)object;
        const char *at = record->obval;
        return data >= at && data < at + Py_SIZE(record) ? object : NULL;
    }
    return NULL;
}

static PyObject *find_owner(const call_values *v, const char *data) {
    PyObject *found = owner_among(v->objects, v->count, data, 0);

    if (!found && v->kept)
        found = owner_among(PySequence_Fast_ITEMS(v->kept),
                            (size_t)PyList_GET_SIZE(v->kept), data, 0);
    return found;
}

/* Whether the result is all of an array, as the function was given it. */
static bool is_whole(PyObject *object, const pk_result *r,
                     PyArray_Descr *descr) {
    PyArrayObject *array = (PyArrayObject *)object;

    if (!PyArray_CheckExact(object) || PyArray_BYTES(array) != r->data ||
        PyArray_NDIM(array) != (int)r->count ||
        !PyArray_EquivTypes(PyArray_DESCR(array), descr))
        return false;
    for (uint32_t i = 0; i < r->count; i++)
        if (PyArray_DIM(array, (int)i) != r->shape[i] ||
            (r->shape[i] > 1 && PyArray_STRIDE(array, (int)i) != r->strides[i]))
            return false;
    return true;
}

static void release_memory(PyObject *capsule) {
    pk_kept_memory_release(PyCapsule_GetPointer(capsule, "portkern.memory"));
}

static PyObject *keeper_of(pk_kept_memory *memory) {
    PyObject *capsule =
        PyCapsule_New(memory, "portkern.memory", release_memory);

    if (capsule)
        pk_kept_memory_retain(memory);
    return capsule;
}

/* An array over the result's memory, which `base` keeps. Takes both references
 * over. */
static PyObject *array_over(const pk_result *r, PyArray_Descr *descr,
                            PyObject *base, int flags) {
    npy_intp shape[PK_MAX_NDIM + 1], strides[PK_MAX_NDIM + 1];
    PyObject *out;

    for (uint32_t i = 0; i < r->count; i++) {
        shape[i] = (npy_intp)r->shape[i];
        strides[i] = (npy_intp)r->strides[i];
    }
    out = PyArray_NewFromDescr(&PyArray_Type, descr, (int)r->count, shape,
                               strides, r->data, flags, NULL);
    if (!out)
        Py_DECREF(base);
    else if (PyArray_SetBaseObject((PyArrayObject *)out, base) < 0)
        Py_CLEAR(out);
    return out;
}

/* An array in memory that is neither the function's nor an argument's: that of
 * a global, which is copied. */
static PyObject *array_copied(const pk_result *r, PyArray_Descr *descr) {
    PyObject *over =
        array_over(r, descr, Py_NewRef(Py_None), NPY_ARRAY_ALIGNED);
    PyObject *out =
        over ? PyArray_NewCopy((PyArrayObject *)over, NPY_KEEPORDER) : NULL;

    Py_XDECREF(over);
    return out;
}

static PyObject *array_in(PyObject *owner, const pk_result *r,
                          PyArray_Descr *descr) {
    bool written = PyArray_Check(owner)
                       ? PyArray_ISWRITEABLE((PyArrayObject *)owner)
                       : true;

    if (is_whole(owner, r, descr)) {
        Py_DECREF(descr);
        return Py_NewRef(owner);
    }
    return array_over(r, descr, Py_NewRef(owner),
                      written ? NPY_ARRAY_WRITEABLE : 0);
}

static PyObject *array(const call_values *v, const pk_result *r) {
    PyArray_Descr *descr = descr_of(v->context, r);
    PyObject *base;

    if (!descr)
        return NULL;
    if (!r->memory) {
        base = find_owner(v, r->data);
        return base ? array_in(base, r, descr) : array_copied(r, descr);
    }
    base = core_array_of_memory(r->memory);
    if (base)
        return array_in(base, r, descr);
    base = keeper_of(r->memory);
    if (base)
        return array_over(r, descr, base, NPY_ARRAY_WRITEABLE);
    Py_DECREF(descr);
    return NULL;
}

static PyObject *value(const call_values *v, const pk_result *r);

static PyObject *list_of_items(const call_values *v, const pk_result *r) {
    PyObject *out = PyList_New((Py_ssize_t)r->count);

    for (uint32_t i = 0; out && i < r->count; i++) {
        PyObject *item = value(v, &r->items[i]);
        if (item)
            PyList_SET_ITEM(out, i, item);
        else
            Py_CLEAR(out);
    }
    return out;
}

static PyObject *list(const call_values *v, const pk_result *r) {
    return r->items ? list_of_items(v, r) : core_list_of_numbers(r);
}

/* ---- the rest ---- */

static PyObject *number(const pk_result *r) {
    switch (r->dtype) {
    case PK_DTYPE_bool: return PyBool_FromLong(r->boolean);
    case PK_DTYPE_i8:
    case PK_DTYPE_i16:
    case PK_DTYPE_i32:
    case PK_DTYPE_i64: return PyLong_FromLongLong(r->i64);
    case PK_DTYPE_u8:
    case PK_DTYPE_u16:
    case PK_DTYPE_u32:
    case PK_DTYPE_u64: return PyLong_FromUnsignedLongLong(r->u64);
    default: return PyFloat_FromDouble(r->f64);
    }
}

/* The members of an enumeration in order, kept among the context's classes. */
static PyObject *members_of(core_context *context, PyObject *type) {
    PyObject *found = core_dict_get(context->classes, type), *module;

    if (found || PyErr_Occurred())
        return found;
    module = PyImport_ImportModule("portkern._functions.classes");
    if (module)
        found = PyObject_CallMethod(module, "members", "O", type);
    Py_XDECREF(module);
    if (found && (!PyTuple_Check(found) ||
                  PyDict_SetItem(context->classes, type, found) < 0))
        Py_CLEAR(found);
    return found;
}

/* The member, where the program's enumeration is known, else its number: its
 * place, of an IntEnum its value. */
static PyObject *member(core_context *context, const pk_result *r) {
    PyObject *type = PyDict_GetItemString(context->classes, r->class_name);
    PyObject *number_of = number(r), *members, *out = NULL;

    if (!type || !number_of)
        return number_of;
    if (PyType_IsSubtype((PyTypeObject *)type, &PyLong_Type)) {
        out = PyObject_CallOneArg(type, number_of);
    } else {
        members = members_of(context, type);
        if (members)
            out = PySequence_GetItem(members, PyLong_AsSsize_t(number_of));
        Py_XDECREF(members);
    }
    Py_DECREF(number_of);
    return out;
}

/* The tuple, or object, of its class, where an argument or a global was of
 * that. Takes the tuple over. */
static PyObject *of_class(core_context *context, const char *name,
                          PyObject *items) {
    PyObject *type = PyDict_GetItemString(context->classes, name), *args, *out;

    if (!type || !PyType_Check(type))
        return items;
    if (!PyType_IsSubtype((PyTypeObject *)type, &PyTuple_Type)) {
        out = core_dataclass_made(context, type, items);
        Py_DECREF(items);
        return out;
    }
    args = PyTuple_Pack(1, items);
    Py_DECREF(items);
    if (!args)
        return NULL;
    out = PyTuple_Type.tp_new((PyTypeObject *)type, args, NULL);
    Py_DECREF(args);
    return out;
}

static PyObject *tuple(const call_values *v, const pk_result *r) {
    PyObject *out = PyTuple_New((Py_ssize_t)r->count);

    for (uint32_t i = 0; out && i < r->count; i++) {
        PyObject *item = value(v, &r->items[i]);
        if (item)
            PyTuple_SET_ITEM(out, i, item);
        else
            Py_CLEAR(out);
    }
    return out && *r->class_name ? of_class(v->context, r->class_name, out)
                                 : out;
}

/* A dict, or a set. */
static PyObject *dict(const call_values *v, const pk_result *r) {
    const int is_set = r->kind == PK_RESULT_SET;
    PyObject *out = is_set ? PySet_New(NULL) : PyDict_New();

    for (uint32_t i = 0; out && i < r->count; i++) {
        PyObject *key = value(v, &r->items[i].items[1]);
        PyObject *held = is_set ? NULL : value(v, &r->items[i].items[2]);
        int status = -1;
        if (key && (held || is_set))
            status =
                is_set ? PySet_Add(out, key) : PyDict_SetItem(out, key, held);
        Py_XDECREF(key);
        Py_XDECREF(held);
        if (status < 0)
            Py_CLEAR(out);
    }
    return out;
}

static PyObject *value(const call_values *v, const pk_result *r) {
    switch (r->kind) {
    case PK_RESULT_NUMBER:
        return *r->class_name ? member(v->context, r) : number(r);
    case PK_RESULT_COMPLEX:
        return PyComplex_FromDoubles(r->complex128[0], r->complex128[1]);
    case PK_RESULT_ARRAY: return array(v, r);
    case PK_RESULT_TUPLE: return tuple(v, r);
    case PK_RESULT_LIST: return list(v, r);
    case PK_RESULT_TEXT:
        return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, r->data,
                                         (Py_ssize_t)r->shape[0]);
    case PK_RESULT_DICT:
    case PK_RESULT_SET: return dict(v, r);
    case PK_RESULT_OBJECT: return core_object_result(v->context, r, NULL);
    case PK_RESULT_NONE: break;
    }
    Py_RETURN_NONE;
}

PyObject *core_result(core_context *context, const pk_result *result,
                      PyObject *const *objects, size_t count, PyObject *kept) {
    call_values v = {context, objects, count, kept};

    return value(&v, result);
}
