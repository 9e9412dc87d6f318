/* SPDX-License-Identifier: Apache-2.0 */
/* The table of builtins, and looking names up in it. */
#include "frontend/builtins/builtins.h"

#include "frontend/ast/ast.h"

#include <math.h>
#include <string.h>

/* A path and how long it is. */
#define PATH(text) .path = text, .length = sizeof(text) - 1

static const pk_builtin table[] = {
#define DTYPE(path_, scalar_)                                                  \
    {PATH(path_), .kind = PK_BUILTIN_dtype, .scalar = PK_TYPE_##scalar_},
#define CTYPE(path_, part)                                                     \
    {PATH(path_), .kind = PK_BUILTIN_dtype, .scalar = PK_TYPE_##part,          \
     .is_complex = true},
#define VECTOR(path_, part, count)                                             \
    {PATH(path_), .kind = PK_BUILTIN_dtype, .scalar = PK_TYPE_##part,          \
     .param = count},
#define VECTORS(path_, part)                                                   \
    VECTOR(path_ "1", part, 1)                                                 \
    VECTOR(path_ "2", part, 2)                                                 \
    VECTOR(path_ "3", part, 3)                                                 \
    VECTOR(path_ "4", part, 4)
#define VALUE(path_, number)                                                   \
    {PATH(path_), .kind = PK_BUILTIN_value, .value = number},
#define COUNT(path_, number)                                                   \
    {PATH(path_), .kind = PK_BUILTIN_value, .scalar = PK_TYPE_i32,             \
     .value = number},
#define IMAGE(path_, number)                                                   \
    {PATH(path_), .kind = PK_BUILTIN_value, .is_complex = true,                \
     .value = number},
#define QUERY(path_, op, axis)                                                 \
    {PATH(path_), .kind = PK_BUILTIN_query, .how = PK_OP_##op, .param = axis},
#define DECOR(path_, kind_)                                                    \
    {PATH(path_), .kind = PK_BUILTIN_decor, .param = PK_FUNCTION_##kind_},
#define CALL(path_, how_, param_, arguments_)                                  \
    {PATH(path_), .kind = PK_BUILTIN_call, .how = PK_HOW_##how_,               \
     .param = param_, .arguments = arguments_},
#define HOST(path_, how_, param_, arguments_, hint_)                           \
    {PATH(path_),     .kind = PK_BUILTIN_host, .how = PK_HOW_##how_,           \
     .param = param_, .arguments = arguments_, .hint = hint_},
#define LATER(path_, hint_)                                                    \
    {PATH(path_), .kind = PK_BUILTIN_later, .hint = hint_},
#include "frontend/builtins/builtins.def"
};
enum { TABLE_COUNT = sizeof table / sizeof *table };

/* A byte of a path's length and of its last and middle characters: rows are
 * looked up by it, so that few paths are compared. Constant for a literal. */
#define HASH(path, length)                                                     \
    ((uint8_t)((length) * 31 + (path)[(length) - 1] * 7 + (path)[(length) / 2]))
#define HASH_OF(path) HASH(path, sizeof(path) - 1),

static const uint8_t hashes[TABLE_COUNT] = {
#define DTYPE(path, scalar) HASH_OF(path)
#define CTYPE(path, part)   HASH_OF(path)
#define VECTORS(path, part)                                                    \
    HASH_OF(path "1") HASH_OF(path "2") HASH_OF(path "3") HASH_OF(path "4")
#define VALUE(path, number)                     HASH_OF(path)
#define COUNT(path, number)                     HASH_OF(path)
#define IMAGE(path, number)                     HASH_OF(path)
#define QUERY(path, op, axis)                   HASH_OF(path)
#define DECOR(path, kind)                       HASH_OF(path)
#define CALL(path, how, param, arguments_)      HASH_OF(path)
#define HOST(path, how, param, arguments, hint) HASH_OF(path)
#define LATER(path, hint)                       HASH_OF(path)
#include "frontend/builtins/builtins.def"
};

static const char *const aliases[][2] = {
#define ALIAS(path, means) {path, means},
#include "frontend/builtins/builtins.def"
};

const pk_builtin *pk_builtin_find(const char *path) {
    size_t length = strlen(path);
    const uint8_t *at = hashes, *end = hashes + TABLE_COUNT;
    int hash;

    if (length == 0)
        return NULL;
    hash = HASH(path, length);
    for (; (at = memchr(at, hash, (size_t)(end - at))); at++) {
        const pk_builtin *row = &table[at - hashes];
        if (row->length == length && memcmp(row->path, path, length) == 0)
            return row;
    }
    return NULL;
}

const pk_builtin *pk_builtin_in_host(const pk_builtin *builtin,
                                     uint32_t count) {
    int hash = HASH(builtin->path, builtin->length);
    const uint8_t *at = hashes, *end = hashes + TABLE_COUNT;

    for (; (at = memchr(at, hash, (size_t)(end - at))); at++) {
        const pk_builtin *row = &table[at - hashes];
        if (row->how != PK_HOW_host_library ||
            strcmp(row->path, builtin->path) != 0)
            continue;
        if (row->param <= PK_HOST_list ||
            (row->param == PK_HOST_third
                 ? count > 2
                 : (row->param == PK_HOST_single) == (count == 1)))
            return row;
    }
    return builtin;
}

bool pk_builtin_is_module(const char *path) {
    static const char *const modules[] = {
#define MODULE(path) path,
#include "frontend/builtins/builtins.def"
    };

    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        if (strcmp(modules[i], path) == 0)
            return true;
    return false;
}

const char *pk_builtin_member(const char *path, uint32_t *cursor) {
    size_t length = strlen(path);

    while (*cursor < TABLE_COUNT) {
        const pk_builtin *row = &table[(*cursor)++];
        if (row->length > length && row->path[length] == '.' &&
            memcmp(row->path, path, length) == 0)
            return row->path;
    }
    return NULL;
}

/* Names of modules that newer Numba has, which the package does not. */
static const char *const newer[][2] = {
    {"numba.cuda.types", "numba"},
    {"numba.misc.special", "numba"},
    {"numba.cuda.misc.special", "numba"},
};

static const char *without_alias(const char *path) {
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++)
        if (strcmp(newer[i][0], path) == 0)
            return newer[i][1];
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strcmp(aliases[i][0], path) == 0)
            return aliases[i][1];
    return path;
}

static pk_typed value_of_row(pk_arena *arena, const pk_builtin *row) {
    pk_ty *type = PK_NEW(arena, pk_ty);
    pk_known *known;

    switch ((pk_builtin_kind)row->kind) {
    case PK_BUILTIN_dtype:
        *type =
            (pk_ty){.kind = PK_TY_dtype,
                    .made = row->scalar == PK_TYPE_void ? &pk_ty_none
                            : row->is_complex ? pk_ty_complex(row->scalar)
                            : row->param ? pk_ty_vector(row->scalar, row->param)
                                         : pk_ty_number(row->scalar)};
        return (pk_typed){.type = type};
    case PK_BUILTIN_value:
        known = PK_NEW(arena, pk_known);
        if (row->scalar == PK_TYPE_i32) {
            known->bits[0] = (uint64_t)row->value;
            return (pk_typed){.type = pk_ty_number(PK_TYPE_i32),
                              .known = known};
        }
        memcpy(&known->bits[row->is_complex], &row->value, sizeof row->value);
        if (row->is_complex)
            return (pk_typed){.type = pk_ty_complex(PK_TYPE_f64),
                              .known = known};
        return (pk_typed){.type = pk_ty_number(PK_TYPE_f64), .known = known};
    case PK_BUILTIN_query:
    case PK_BUILTIN_decor:
    case PK_BUILTIN_later:
    case PK_BUILTIN_host:
    case PK_BUILTIN_call: break;
    }
    *type = (pk_ty){
        .kind = PK_TY_builtin, .builtin = row, .name = pk_builtin_name(row)};
    return (pk_typed){.type = type};
}

/* cupy.float32, torch.int8: NumPy's dtype of that name; numba.cuda.float32:
 * Numba's. */
static const pk_builtin *dtype_of_others(pk_arena *arena, const char *path) {
    static const char *const modules[][2] = {{"cupy.", "numpy."},
                                             {"torch.", "numpy."},
                                             {"jax.numpy.", "numpy."},
                                             {"numba.cuda.", "numba."}};
    const pk_builtin *row = NULL;

    for (size_t i = 0; i < sizeof modules / sizeof *modules && !row; i++)
        if (strncmp(path, modules[i][0], strlen(modules[i][0])) == 0)
            row = pk_builtin_find(pk_arena_format(
                arena, "%s%s", modules[i][1], path + strlen(modules[i][0])));
    return row && row->kind == PK_BUILTIN_dtype ? row : NULL;
}

pk_typed pk_builtin_lookup(pk_arena *arena, const char *path,
                           const char *name) {
    const pk_builtin *row;

    if (name)
        path = pk_arena_format(arena, "%s.%s", path, name);
    path = without_alias(path);
    if (strcmp(path, "numpy.newaxis") == 0)
        return (pk_typed){.type = &pk_ty_none};
    if ((row = pk_builtin_find(path)) || (row = dtype_of_others(arena, path)))
        return value_of_row(arena, row);
    return (pk_typed){
        .type = pk_ty_path(
            arena, pk_builtin_is_module(path) ? PK_TY_module : PK_TY_foreign,
            path)};
}

const pk_ufunc *pk_builtin_ufunc(const pk_builtin *builtin) {
    static const pk_ufunc ufuncs[] = {
#define UFUNC(name, loops, result, algebra)                                    \
    {#name, loops, PK_GIVES_##result, PK_ALGEBRA_##algebra},
#include "frontend/builtins/ufuncs.def"
#undef UFUNC
    };

    return builtin->how == PK_HOW_ufunc ? &ufuncs[builtin->param] : NULL;
}

/* floor, ceil and trunc have had NumPy's loops of integers since its 2.1. */
static bool keeps_whole(const pk_builtin *builtin) {
    return builtin->param == PK_OP_floor || builtin->param == PK_OP_ceil ||
           builtin->param == PK_OP_trunc;
}

const char *pk_builtin_loops(const pk_builtin *builtin) {
    switch (builtin->how) {
    case PK_HOW_ufunc: return pk_builtin_ufunc(builtin)->loops;
    case PK_HOW_min_max: return "?bBhHiIlLefd";
    case PK_HOW_float1: return keeps_whole(builtin) ? "?bBhHiIlLefd" : "efd";
    case PK_HOW_float2:
    case PK_HOW_library:
    case PK_HOW_scale: return "efd";
    default: return NULL;
    }
}

pk_algebra pk_builtin_algebra(const pk_builtin *builtin) {
    switch (builtin->how) {
    case PK_HOW_ufunc: return pk_builtin_ufunc(builtin)->algebra;
    case PK_HOW_min_max: return PK_ALGEBRA_either;
    case PK_HOW_abs: return PK_ALGEBRA_size;
    case PK_HOW_classify: return PK_ALGEBRA_class;
    case PK_HOW_float1:
        return builtin->param == PK_OP_sqrt  ? PK_ALGEBRA_root
               : builtin->param == PK_OP_abs ? PK_ALGEBRA_size
                                             : PK_ALGEBRA_whole;
    case PK_HOW_float2: return PK_ALGEBRA_size; /* with another sign */
    default: return PK_ALGEBRA_any;
    }
}

const char *pk_builtin_name(const pk_builtin *builtin) {
    static const char *const hidden[] = {"builtins.", "numba."};

    if (strncmp(builtin->path, "numpy.ndarray.", 14) == 0)
        return builtin->path + strlen("numpy.nd"); /* array.sum */
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (strncmp(builtin->path, hidden[i], strlen(hidden[i])) == 0)
            return builtin->path + strlen(hidden[i]);
    return builtin->path;
}

const pk_ty *pk_ty_of_element(pk_typed v) {
    if (v.type->kind == PK_TY_dtype && v.type->made->kind == PK_TY_record)
        return v.type->made;
    return pk_ty_of_dtype(v);
}

const pk_ty *pk_ty_of_dtype(pk_typed v) {
    if (v.type->kind == PK_TY_dtype)
        return pk_ty_is_numeric(v.type->made) ? v.type->made : NULL;
    if (v.type->kind == PK_TY_builtin && v.type->builtin->how == PK_HOW_int)
        return pk_ty_number(PK_TYPE_i64);
    if (v.type->kind == PK_TY_builtin && v.type->builtin->how == PK_HOW_float)
        return pk_ty_number(PK_TYPE_f64);
    if (v.type->kind == PK_TY_builtin && v.type->builtin->how == PK_HOW_complex)
        return pk_ty_complex(PK_TYPE_f64);
    return v.type->kind == PK_TY_text && v.known ? pk_ty_of_word(v.known->text)
                                                 : NULL;
}
