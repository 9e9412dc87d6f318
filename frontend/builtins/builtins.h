/* SPDX-License-Identifier: Apache-2.0 */
/* The names that the language gives a meaning: reading builtins.def. */
#ifndef PORTKERN_FRONTEND_BUILTINS_BUILTINS_H
#define PORTKERN_FRONTEND_BUILTINS_BUILTINS_H

#include "base/shared.h"
#include "frontend/types/types.h"

/* The tests of math.isnan and its kin. */
enum { PK_CLASSIFY_nan, PK_CLASSIFY_inf, PK_CLASSIFY_finite };

/* The parameters of a function of the device library, all of one width. */
enum {
    PK_TAKES_floats,
    PK_TAKES_float_int, /* a float and an int32 */
    PK_TAKES_integers   /* int64, or uint64 */
};

/* The parameters and the result of a function of complex numbers. */
enum {
    PK_CMATH_function, /* a complex number; two floats are one, too */
    PK_CMATH_polar,    /* a complex number; two floats are a tuple */
    PK_CMATH_rect      /* two floats; a complex number */
};

/* Products of the elements of two arrays, added up. */
enum { PK_DOT_plain, PK_DOT_conjugate };

/* The arguments of a library function that is made for their types; the rest
 * are values. */
enum {
    PK_GENERIC_iterable, /* what a for takes */
    PK_GENERIC_tuple,    /* a tuple, and what its items compare with */
    PK_GENERIC_arrays,   /* two arrays or array expressions; or two numbers */
    PK_GENERIC_take, /* an array or array expression, and an index of .flat */
    PK_GENERIC_fill, /* an array that is written, and a number */
    PK_GENERIC_diagonal /* the same, or many of them; and whether to wrap */
};

/* The copies that are made of an array, in memory of its own. */
enum { PK_COPY_same, PK_COPY_flat, PK_COPY_as };

/* Says when a row of host_library is what is called, where its path has a CALL,
 * too. */
enum {
    PK_HOST_always,
    PK_HOST_method,  /* always; it does another thing than the function */
    PK_HOST_list,    /* always; of a list as such, and an item that it gets */
    PK_HOST_several, /* of more than one argument, a dtype not counted */
    PK_HOST_third,   /* of more than two */
    PK_HOST_single   /* of one */
};

/* The type that holds all of some values: itself; that of NumPy's sums, 64 bits
 * wide of integers; of means, float64 of integers; of real parts of means. */
enum { PK_COMMON_plain, PK_COMMON_sum, PK_COMMON_mean, PK_COMMON_real };

/* The library makes methods of lists of these: a new one, with room for so many
 * items; the memory of the items as an array of its words, and how many items
 * it takes; its length; an item
 * that is read, stored where none is, or given up; and what is known of the
 * type: words of an item, whether they may be references, whether items are
 * numbers. */
enum {
    PK_LIST_new,
    PK_LIST_room,
    PK_LIST_capacity,
    PK_LIST_swap,
    PK_LIST_resize,
    PK_LIST_get,
    PK_LIST_put,
    PK_LIST_drop,
    PK_LIST_width,
    PK_LIST_owns,
    PK_LIST_flat,
    PK_LIST_text
};
/* The same of dicts and sets: their two lists, an empty one like another, and
 * an empty set of what a for takes. */
enum { PK_DICT_entries, PK_DICT_table, PK_DICT_new, PK_DICT_set_of };
enum { PK_LIST_many = 8 }; /* a method takes what has items, not one */
/* A list or dict is made of nothing but types: List.empty_list(T). */
enum { PK_CALL_empty = 1 };

/* The content of a new array: whatever is there, or zeros. */
enum { PK_NEW_empty, PK_NEW_zeros };

/* The meanings of calls of `syntax`, beside operators (pk_ast_op). */
enum {
    PK_SYNTAX_getitem = 100,
    PK_SYNTAX_shape,
    PK_SYNTAX_size,
    PK_SYNTAX_getattr, /* from here on: what the arguments are decides */
    PK_SYNTAX_hasattr
};

/* The values that are drawn from a random state. */
enum {
    PK_RANDOM_bits,
    PK_RANDOM_uniform_f32,
    PK_RANDOM_uniform_f64,
    PK_RANDOM_normal_f32,
    PK_RANDOM_normal_f64
};

/* Rows of algebra.def. */
typedef enum pk_algebra {
#define ALGEBRA(name, bits, floats) PK_ALGEBRA_##name,
#include "frontend/builtins/algebra.def"
#undef ALGEBRA
} pk_algebra;

/* Rows of ufuncs.def and reductions.def. */
enum {
#define UFUNC(name, loops, result, algebra) PK_UFUNC_##name,
#include "frontend/builtins/ufuncs.def"
#undef UFUNC
};
enum {
#define REDUCTION(name, gives, order) PK_REDUCE_##name,
#include "frontend/builtins/reductions.def"
#undef REDUCTION
};

typedef enum pk_how {
#define HOW(name) PK_HOW_##name,
#include "frontend/builtins/builtins.def"
    PK_HOW_COUNT
} pk_how;

typedef enum pk_builtin_kind {
    PK_BUILTIN_dtype, /* type; param: elements of a vector, 0: none */
    PK_BUILTIN_value, /* type, value */
    PK_BUILTIN_query, /* how: the operation, param: its axis */
    PK_BUILTIN_decor, /* param: pk_function_kind */
    PK_BUILTIN_call,  /* how, param, arguments */
    PK_BUILTIN_host,  /* the same, in host functions; hint */
    PK_BUILTIN_later  /* hint */
} pk_builtin_kind;

typedef struct pk_builtin {
    const char *path;
    uint8_t kind;
    uint8_t how;
    uint16_t param;
    pk_type scalar;
    uint8_t length; /* of the path */
    bool is_complex;
    union {
        const char *arguments; /* call, host */
        double value;          /* value */
    };
    const char *hint; /* what to do instead where it cannot be called, or NULL
                       */
} pk_builtin;

typedef struct pk_ufunc {
    const char *name, *loops;
    enum { PK_GIVES_SAME, PK_GIVES_BOOL, PK_GIVES_PAIR } result;
    pk_algebra algebra;
} pk_ufunc;

/* Whether the language has the name, but no function that may call it: a host
 * function, where that is what is compiled, may call more than a kernel. */
static inline bool pk_builtin_is_later(const pk_builtin *builtin, bool host) {
    return builtin->kind == PK_BUILTIN_later ||
           (builtin->kind == PK_BUILTIN_host && !host);
}
static inline bool pk_builtin_is_call(const pk_builtin *builtin, bool host) {
    return builtin->kind == PK_BUILTIN_call ||
           (builtin->kind == PK_BUILTIN_host && host);
}

/* The row of ufuncs.def that is `param` of a builtin; NULL for builtins that
 * are not of that kind. */
const pk_ufunc *pk_builtin_ufunc(const pk_builtin *builtin);

/* The loops of NumPy's that a function of elements computes in, as ufuncs.def
 * writes them; NULL for those that have none of their own. */
PK_SHARED const char *pk_builtin_loops(const pk_builtin *builtin);

/* Returns what is known of the results of a function of elements. */
PK_SHARED pk_algebra pk_builtin_algebra(const pk_builtin *builtin);

/* The row of `path`, NULL when there is none. */
PK_SHARED const pk_builtin *pk_builtin_find(const char *path);

/* Returns what a call of the builtin with so many arguments is in a host
 * function: the row of that path for these, or `builtin`. */
const pk_builtin *pk_builtin_in_host(const pk_builtin *builtin, uint32_t count);

/* True when `path` is a module (or a class) of the table. Names that are none
 * come by the ten thousand from module level, so this does not look at every
 * row. */
bool pk_builtin_is_module(const char *path);

/* Returns what the attribute `name` of the module `path` is, or the module
 * itself when `name` is NULL: a module, a dtype, a builtin, a number (a
 * constant, with `known` set) or, where the table has nothing of that name, a
 * foreign value. Lives in `arena`. */
PK_SHARED pk_typed pk_builtin_lookup(pk_arena *arena, const char *path,
                                     const char *name);

/* The path as users write it: "abs", "cuda.grid", "np.float32". */
PK_SHARED const char *pk_builtin_name(const pk_builtin *builtin);

/* The type that a dtype value names: np.float32, float, "f4". NULL: none. */
PK_SHARED const pk_ty *pk_ty_of_dtype(pk_typed v);
/* The same, or a record. */
const pk_ty *pk_ty_of_element(pk_typed v);

/* The paths that start with module `path` and a dot come out one by one:
 * starts at *cursor = 0, NULL at the end. For suggestions. */
const char *pk_builtin_member(const char *path, uint32_t *cursor);

#endif
