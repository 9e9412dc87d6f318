/* SPDX-License-Identifier: Apache-2.0 */
/* Context.take_coverage: the lines that kernels have run, which
 * portkern._tools.coverage reports. */
#include "core.h"

#include <stdlib.h>

/* Rows that were told while no thread had the GIL. */
typedef struct rows {
    pk_covered *items; /* rows of one file in a row share its text */
    size_t count, capacity;
    bool failed;
} rows;

static void keep(void *self, const pk_covered *what) {
    rows *r = self;
    pk_covered *items = r->items;
    const char *file;

    if (r->count == r->capacity && !r->failed) {
        size_t capacity = r->capacity ? 2 * r->capacity : 256;
        items = realloc(r->items, capacity * sizeof *items);
        if (items) {
            r->items = items;
            r->capacity = capacity;
        }
    }
    if (!items || r->failed) {
        r->failed = true;
        return;
    }
    file = r->count ? items[r->count - 1].file : NULL;
    if (!file || strcmp(file, what->file) != 0)
        file = strdup(what->file);
    r->failed = !file;
    if (file) {
        items[r->count] = *what;
        items[r->count++].file = file;
    }
}

static void forget(rows *r) {
    for (size_t i = 0; i < r->count; i++)
        if (!i || r->items[i].file != r->items[i - 1].file)
            free((void *)(uintptr_t)r->items[i].file);
    free(r->items);
}

static PyObject *list_of(const rows *r) {
    PyObject *list = PyList_New((Py_ssize_t)r->count), *file = NULL;

    for (size_t i = 0; list && i < r->count; i++) {
        const pk_covered *c = &r->items[i];
        PyObject *row;
        if (!i || c->file != c[-1].file)
            Py_XSETREF(file, PyUnicode_DecodeFSDefault(c->file));
        row = file ? Py_BuildValue("Oii", file, c->from, c->to) : NULL;
        if (row)
            PyList_SET_ITEM(list, (Py_ssize_t)i, row);
        else
            Py_CLEAR(list);
    }
    Py_XDECREF(file);
    return list;
}

PyObject *core_take_coverage(PyObject *object, PyObject *ignored) {
    core_context *self = (core_context *)object;
    rows r = {NULL, 0, 0, false};
    PyObject *list = NULL;
    pk_status status;
    pk_error err;

    (void)ignored;
    Py_BEGIN_ALLOW_THREADS
    status = pk_context_take_coverage(self->handle, &r, keep, &err);
    Py_END_ALLOW_THREADS
    if (status != PK_OK)
        core_fail(self, NULL, NULL, &err);
    else if (r.failed)
        PyErr_NoMemory();
    else
        list = list_of(&r);
    forget(&r);
    return list;
}
