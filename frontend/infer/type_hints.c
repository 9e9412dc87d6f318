/* SPDX-License-Identifier: Apache-2.0 */
/* Hints of errors that depend on the types that they are about. */
#include "frontend/infer/type_hints.h"

#include <string.h>

typedef enum kind {
    NONE,
    TEXT,
    FLOAT,
    COMPLEX,
    TUPLE,
    VECTOR,
    RECORD,
    ARRAY,
    COMPLEX_ARRAY,
    RECORDS, /* an array of them */
    RANGE,
    SLICE,
    ELLIPSIS,
    FUNCTION,
    CLASS,
    MODULE
} kind;

static const struct {
    pk_code code;
    kind kind;
    const char *hint;
} hints[] = {
#define TYPE_HINT(name, kind, hint) {PK_E_##name, kind, hint},
#include "frontend/infer/type_hints.def"
#undef TYPE_HINT
};

static bool is_kind(const pk_ty *type, kind wanted) {
    switch (wanted) {
    case NONE: return type->kind == PK_TY_none;
    case TEXT: return type->kind == PK_TY_text;
    case FLOAT: return pk_ty_is_float(type);
    case COMPLEX: return type->kind == PK_TY_complex;
    case TUPLE: return type->kind == PK_TY_tuple;
    case VECTOR: return type->kind == PK_TY_vector;
    case RECORD: return type->kind == PK_TY_record;
    case ARRAY: return pk_ty_is_arrays(type);
    case COMPLEX_ARRAY:
        return pk_ty_is_arrays(type) && type->flags & PK_TYF_complex;
    case RECORDS: return type->kind == PK_TY_array && pk_ty_is_records(type);
    case RANGE: return type->kind == PK_TY_range;
    case SLICE: return type->kind == PK_TY_slice;
    case ELLIPSIS: return type->kind == PK_TY_ellipsis;
    case FUNCTION:
        return type->kind == PK_TY_function || type->kind == PK_TY_builtin;
    case CLASS: return type->kind == PK_TY_dtype;
    case MODULE: return type->kind == PK_TY_module;
    }
    return false;
}

const char *pk_type_hint(pk_code code, const pk_ty *a, const pk_ty *b) {
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (hints[i].code == code &&
            (is_kind(a, hints[i].kind) || (b && is_kind(b, hints[i].kind))))
            return hints[i].hint;
    return NULL;
}

const char *pk_hint_integer(const pk_ty *type) {
    const char *hint = pk_type_hint(PK_E_call_type, type, NULL);

    return hint ? hint : "convert it with int(x)";
}

const char *pk_unify_hint(const pk_ty *a, const pk_ty *b, bool apart) {
    return apart ? "copy both, as in a[:4].copy(), or write an if, and call a "
                   "device function, which takes either, on each path"
                 : pk_type_hint(PK_E_unify_values, a, b);
}

const char *pk_hint_attribute(const pk_ty *type, const char *attr) {
    return strcmp(attr, "append") == 0
               ? "arrays in a kernel cannot grow: use cuda.local.array(n, "
                 "float32) and a counter, or an array argument"
           : type->kind == PK_TY_tuple
               ? "its items have numbers, t[0]; a namedtuple gives them names"
           : type->kind == PK_TY_vector ? "the elements of a vector are .x, "
                                          ".y, .z and .w, as many as it "
                                          "has"
                                        : NULL;
}
