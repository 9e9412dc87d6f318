/* SPDX-License-Identifier: Apache-2.0 */
/* Failures of the library as exceptions: portkern._errors.make picks the class
 * and writes the message. */
#include "core.h"

/* An error's words begin with those of its diagnostic: the hint follows. */
static int is_same(const pk_diagnostic *first, const pk_error *err) {
    size_t length = strlen(first->message);

    return strncmp(first->message, err->message, length < 200 ? length : 200) ==
           0;
}

/* The text that users are shown: the diagnostics of a compile, or the place in
 * the source with its line. A new reference. */
static PyObject *text_of(core_context *context, pk_module *module,
                         const pk_error *err, const char **code) {
    pk_diagnostics *list = NULL;
    PyObject *text = NULL;
    char room[2048];
    size_t length;

    if (context &&
        pk_context_diagnostics(context->handle, &list, NULL) == PK_OK &&
        pk_diagnostics_count(list)) {
        const pk_diagnostic *first = pk_diagnostics_get(list, 0);
        if (is_same(first, err)) {
            *code = first->code; /* static */
            text = PyUnicode_DecodeUTF8(
                pk_diagnostics_text(list),
                (Py_ssize_t)strlen(pk_diagnostics_text(list)), "replace");
        }
    }
    pk_diagnostics_release(list);
    if (text || PyErr_Occurred())
        return text;
    length = pk_module_explain(module, err, room, sizeof room);
    if (length >= sizeof room)
        length = sizeof room - 1;
    return PyUnicode_DecodeUTF8(room, (Py_ssize_t)length, "replace");
}

static PyObject *raise_it(core_state *state, core_context *context,
                          pk_module *module, PyObject *function,
                          const pk_error *err) {
    const char *code = "";
    PyObject *text = text_of(context, module, err, &code);
    PyObject *message = PyUnicode_DecodeUTF8(
        err->message, (Py_ssize_t)strlen(err->message), "replace");
    PyObject *file = PyUnicode_DecodeFSDefault(err->file);
    PyObject *made = NULL;

    if (text && message && file)
        made = PyObject_CallFunction(
            state->fail, "isOOsOIIIiO", (int)err->status,
            pk_status_name(err->status), message, text, code, file, err->line,
            err->col, err->end_col, err->driver_code,
            function ? function : Py_None);
    Py_XDECREF(text);
    Py_XDECREF(message);
    Py_XDECREF(file);
    if (!made)
        return NULL;
    if (PyExceptionInstance_Check(made))
        PyErr_SetObject((PyObject *)Py_TYPE(made), made);
    else
        PyErr_SetString(PyExc_SystemError,
                        "portkern._errors.make gave no exception");
    Py_DECREF(made);
    return NULL;
}

PyObject *core_fail(core_context *context, pk_module *module,
                    const char *function, const pk_error *err) {
    PyObject *name = function ? PyUnicode_FromString(function) : NULL;

    if (!function || name)
        raise_it(context->state, context, module, name, err);
    Py_XDECREF(name);
    return NULL;
}

PyObject *core_fail_host(core_context *context, pk_module *module, PyObject *of,
                         const pk_error *err) {
    return raise_it(context->state, context, module, of, err);
}

PyObject *core_fail_plain(core_state *state, const pk_error *err) {
    return raise_it(state, NULL, NULL, NULL, err);
}
