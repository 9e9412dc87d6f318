/* SPDX-License-Identifier: Apache-2.0 */
/* The values that kernels take: types of elements, structured dtypes, arrays,
 * and the arguments of launches. Part of portkern/portkern.h, which says how
 * handles, failures and threads are meant. */
#ifndef PORTKERN_VALUES_H
#define PORTKERN_VALUES_H

#include "portkern/status.h"

#include <stdbool.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pk_context pk_context;
typedef struct pk_buffer pk_buffer;
typedef struct pk_structure pk_structure;

/* ---- types of elements ---- */

typedef enum pk_dtype {
#define DTYPE(name, bytes, numpy) PK_DTYPE_##name,
#include "portkern/dtypes.def"
#undef DTYPE
    PK_DTYPE_COUNT
} pk_dtype;

/* Bytes of one element; 0 for a number that is no dtype. */
PK_API size_t pk_dtype_size(pk_dtype dtype);
/* The short name ("f32") and NumPy's ("float32"), static; "?" for a number
 * that is no dtype. */
PK_API const char *pk_dtype_name(pk_dtype dtype);
PK_API const char *pk_dtype_numpy_name(pk_dtype dtype);
/* The dtype of either name; false when there is none. `out` may be NULL. */
PK_API bool pk_dtype_parse(const char *name, pk_dtype *out);

/* ---- structured dtypes ---- */

enum { PK_STRUCTURE_aligned = 1 }; /* members lie as in a C struct */

/* The structured dtype that NumPy describes so:
 *
 *     [('x', '<f4'), ('v', '<i4', (3,)), ('p', [('re', 'f8'), ('im', 'f8')])]
 *     {'names': ['x', 'n'], 'formats': ['f4', 'i8'], 'offsets': [0, 8],
 *      'itemsize': 16}
 *
 * The list is that of dtype.descr and .npy files, where ('', '|V4') is a gap of
 * four bytes; without PK_STRUCTURE_aligned fields have no other gaps. The same
 * description gives the same handle, which lives as long as the context.
 * PK_BAD_ARG when it cannot be read, with the column. */
PK_API pk_status pk_structure_get(pk_context *ctx, const char *description,
                                  uint32_t flags, const pk_structure **out,
                                  pk_error *err);
/* Bytes of a record; 0 for NULL or another kind. */
PK_API size_t pk_structure_size(const pk_structure *structure);
/* Where a field lies in a record; false when there is none of that name.
 * `offset` may be NULL. */
PK_API bool pk_structure_field(const pk_structure *structure, const char *name,
                               size_t *offset);

/* ---- arrays ---- */

enum { PK_MAX_NDIM = 8 };

/* An array in a buffer or in host memory: exactly one of `buffer` and `host`
 * is set (neither: an array without elements). A plain struct that refers to
 * memory and owns nothing. Strides may be zero or negative. Elements must be
 * aligned to their size (a complex number to that of its parts), records to
 * nothing. */
typedef struct pk_array {
    pk_dtype dtype;               /* of records: PK_DTYPE_void */
    uint32_t ndim;                /* 0 .. PK_MAX_NDIM */
    int64_t shape[PK_MAX_NDIM];   /* elements */
    int64_t strides[PK_MAX_NDIM]; /* bytes */
    pk_buffer *buffer;
    size_t offset;                 /* of the first element in `buffer` */
    void *host;                    /* the first element */
    const pk_structure *structure; /* elements are such records, without
                                      dimensions it is one; else NULL */
} pk_array;

/* A C-contiguous array over host memory or over a buffer from its start.
 * More than PK_MAX_NDIM dimensions are cut, and refused by pk_launch. */
PK_API pk_array pk_array_host(void *host, pk_dtype dtype, uint32_t ndim,
                              const int64_t *shape);
PK_API pk_array pk_array_device(pk_buffer *buffer, pk_dtype dtype,
                                uint32_t ndim, const int64_t *shape);
/* C-contiguous arrays of records. */
PK_API pk_array pk_array_host_records(void *host, const pk_structure *structure,
                                      uint32_t ndim, const int64_t *shape);
PK_API pk_array pk_array_device_records(pk_buffer *buffer,
                                        const pk_structure *structure,
                                        uint32_t ndim, const int64_t *shape);
/* Sets the strides for C order (last axis runs fastest) or Fortran order; of
 * NULL nothing. */
PK_API void pk_array_set_c_order(pk_array *array);
PK_API void pk_array_set_f_order(pk_array *array);
/* The number of elements; -1 when it overflows or the array is not valid. */
PK_API int64_t pk_array_count(const pk_array *array);

/* Fills `states` with `count` pairs for xoroshiro128p_uniform_float32 and its
 * kin of numba.cuda.random, the same that Numba makes of the seed: each pair
 * begins 2^64 numbers behind the one before, the first
 * `subsequence_start` * 2^64 behind the seed's own. Kernels take them as
 * uint64 of shape (count, 2). PK_BAD_ARG when states is NULL and count is not
 * 0. */
PK_API pk_status pk_random_states(uint64_t *states, size_t count, uint64_t seed,
                                  uint64_t subsequence_start, pk_error *err);

/* ---- arguments ---- */

typedef enum pk_arg_kind {
    PK_ARG_none,   /* Python's None */
    PK_ARG_scalar, /* dtype and value */
    PK_ARG_tuple,  /* items, with names or without */
    PK_ARG_in,     /* an array that the kernel may not write */
    PK_ARG_out,    /* an array whose content before does not matter */
    PK_ARG_inout,  /* an array */
    PK_ARG_member, /* a member of an enumeration */
    /* Only as a global: */
    PK_ARG_function, /* a function of a module */
    PK_ARG_text,     /* a string; also of calls of functions of the host,
                        which are compiled for each one */
    PK_ARG_dtype,    /* np.float32: a type, for arrays and conversions; also of
                        calls, which are compiled for each */
    PK_ARG_import,   /* what a dotted name imports: "numpy", "math.sqrt" */
    PK_ARG_class,    /* a class, described by a pk_class */
    /* Arguments and globals: */
    PK_ARG_class_tuple,  /* a named tuple of such a class */
    PK_ARG_class_member, /* a member of such an enumeration */
    /* Only as a global: */
    PK_ARG_refused, /* a value that kernels cannot use, and why */
    /* Only of calls of functions of the host: */
    PK_ARG_list,   /* a list of numbers, pk_list_of */
    PK_ARG_arrays, /* a list of arrays, pk_list_of_arrays */
    PK_ARG_dict,   /* a dict of numbers, pk_dict_of */
    PK_ARG_set     /* a set of numbers, pk_set_of */
} pk_arg_kind;

/* A module's description of a namedtuple and of an enumeration; opaque. */
struct pk_fields;
struct pk_members;

/* One argument of a launch, or the value of a global. Made by the functions
 * below and by pk_kernel_named and pk_kernel_member; what it points to must
 * stay until the call that takes it returns.
 *
 * pk_arg and pk_array are small values that are copied and stored in arrays, so
 * they have no struct_size and never change their size: new kinds of arguments
 * are new rows of pk_arg_kind, new kinds of elements new dtypes or structures,
 * and new kinds of memory are behind pk_buffer. */
typedef struct pk_arg {
    pk_arg_kind kind;
    pk_dtype dtype; /* scalar, dtype */
    union pk_arg_value {
        bool b;
        int64_t i;  /* i8 .. i64 */
        uint64_t u; /* u8 .. u64; f16: its bits */
        float f32[2];
        double f64[2];
        const pk_array *array;
        const char *text; /* text, import, refused: UTF-8, ends with NUL */
        struct pk_arg_items {
            const struct pk_arg *items;
            size_t count;
            const struct pk_fields *fields; /* their names; NULL: none */
        } tuple;
        struct pk_arg_member {
            int64_t number;
            const struct pk_members *members; /* the enumeration */
        } member;
        struct pk_arg_list {
            const pk_array *items;   /* of one axis */
            struct pk_result *after; /* see pk_list_of */
        } list;
        const struct pk_array_list *arrays; /* see pk_list_of_arrays */
        struct pk_arg_dict {
            const pk_array *keys, *values; /* of one axis; of a set no values */
            struct pk_result *after;       /* see pk_dict_of, pk_set_of */
        } dict;
        struct pk_arg_function {
            struct pk_module *module;
            const char *name;
        } function;
        const pk_structure *structure; /* dtype void: a structured dtype */
        struct pk_arg_class {
            const struct pk_class *of;
            const struct pk_arg *items; /* of the tuple: of->count */
            const char *name;           /* of the member */
        } class_value;
    } value;
} pk_arg;

/* Host arrays belong to the launch until pk_queue_finish returns, and only
 * then hold their results. pk_in: copied to the device; a kernel that writes
 * it does not compile. pk_out: copied back; elements that the kernel does not
 * write are undefined. pk_inout: both, though what is sure to be written
 * everywhere and is not read, or is not written, need not be copied; after a
 * launch that failed its contents are undefined. Host arrays that overlap share
 * their bytes on the device, too. */
static inline pk_arg pk_arg_array_(pk_arg_kind kind, const pk_array *array) {
    pk_arg arg;
    memset(&arg, 0, sizeof arg);
    arg.kind = kind;
    arg.value.array = array;
    return arg;
}
static inline pk_arg pk_in(const pk_array *array) {
    return pk_arg_array_(PK_ARG_in, array);
}
static inline pk_arg pk_out(const pk_array *array) {
    return pk_arg_array_(PK_ARG_out, array);
}
static inline pk_arg pk_inout(const pk_array *array) {
    return pk_arg_array_(PK_ARG_inout, array);
}

static inline pk_arg pk_arg_scalar_(pk_dtype dtype) {
    pk_arg arg;
    memset(&arg, 0, sizeof arg);
    arg.kind = PK_ARG_scalar;
    arg.dtype = dtype;
    return arg;
}

#define PK_SCALAR_(name, ctype, member)                                        \
    static inline pk_arg pk_##name(ctype value) {                              \
        pk_arg arg = pk_arg_scalar_(PK_DTYPE_##name);                          \
        arg.value.member = value;                                              \
        return arg;                                                            \
    }
PK_SCALAR_(bool, bool, b)
PK_SCALAR_(i8, int8_t, i)
PK_SCALAR_(i16, int16_t, i)
PK_SCALAR_(i32, int32_t, i)
PK_SCALAR_(i64, int64_t, i)
PK_SCALAR_(u8, uint8_t, u)
PK_SCALAR_(u16, uint16_t, u)
PK_SCALAR_(u32, uint32_t, u)
PK_SCALAR_(u64, uint64_t, u)
PK_SCALAR_(f16, uint16_t, u) /* the bits of a binary16 */
PK_SCALAR_(f32, float, f32[0])
PK_SCALAR_(f64, double, f64[0])
#undef PK_SCALAR_

static inline pk_arg pk_c64(float re, float im) {
    pk_arg arg = pk_arg_scalar_(PK_DTYPE_c64);
    arg.value.f32[0] = re;
    arg.value.f32[1] = im;
    return arg;
}
static inline pk_arg pk_c128(double re, double im) {
    pk_arg arg = pk_arg_scalar_(PK_DTYPE_c128);
    arg.value.f64[0] = re;
    arg.value.f64[1] = im;
    return arg;
}
/* A tuple of `count` scalars, arrays or tuples. */
static inline pk_arg pk_tuple(const pk_arg *items, size_t count) {
    pk_arg arg;
    memset(&arg, 0, sizeof arg);
    arg.kind = PK_ARG_tuple;
    arg.value.tuple.items = items;
    arg.value.tuple.count = count;
    return arg;
}
/* Function `name` of `module`, for pk_global, and for calls of functions of the
 * host, which are compiled for each function that they are given. */
static inline pk_arg pk_function_of(struct pk_module *module,
                                    const char *name) {
    pk_arg arg;
    memset(&arg, 0, sizeof arg);
    arg.kind = PK_ARG_function;
    arg.value.function.module = module;
    arg.value.function.name = name;
    return arg;
}
/* A string, for pk_global and pk_call, and a type, for pk_global. */
static inline pk_arg pk_string(const char *text) {
    pk_arg arg;
    memset(&arg, 0, sizeof arg);
    arg.kind = PK_ARG_text;
    arg.value.text = text;
    return arg;
}
/* The value that `path` imports, for pk_global: "numpy" stands for what `import
 * numpy` binds, "math.sqrt" for what `from math import sqrt` does. No files are
 * looked for; a kernel that uses what the language does not know gets a message
 * with `path`. */
static inline pk_arg pk_import(const char *path) {
    pk_arg arg = pk_string(path);
    arg.kind = PK_ARG_import;
    return arg;
}
/* A value that kernels cannot use, for pk_global. A kernel that uses the name
 * does not compile, and the message is the name and the first line of `why`,
 * "is a list, and lists may change"; a second line is the hint, "make it a
 * tuple". */
static inline pk_arg pk_refused(const char *why) {
    pk_arg arg = pk_string(why);
    arg.kind = PK_ARG_refused;
    return arg;
}
static inline pk_arg pk_dtype_value(pk_dtype dtype) {
    pk_arg arg;
    memset(&arg, 0, sizeof arg);
    arg.kind = PK_ARG_dtype;
    arg.dtype = dtype;
    return arg;
}
/* A structured dtype, for pk_global. */
static inline pk_arg pk_structure_value(const pk_structure *structure) {
    pk_arg arg = pk_dtype_value(PK_DTYPE_void);
    arg.value.structure = structure;
    return arg;
}
static inline pk_arg pk_none(void) {
    pk_arg arg;
    memset(&arg, 0, sizeof arg);
    return arg;
}

/* ---- classes ---- */

typedef enum pk_class_kind {
    PK_CLASS_named_tuple, /* collections.namedtuple, typing.NamedTuple */
    PK_CLASS_enum,        /* enum.Enum */
    PK_CLASS_int_enum     /* enum.IntEnum */
} pk_class_kind;

/* Describes a class that the module's text does not have. It is a global
 * itself (pk_class_value), with which kernels make its tuples and name its
 * members, and the class of other globals and of arguments (pk_class_tuple,
 * pk_class_member), alone or in tuples. Descriptions that say the same are the
 * same class, in any module: so give `name` with the module that the class is
 * from. */
typedef struct pk_class {
    uint32_t struct_size;
    pk_class_kind kind;
    const char *name;         /* in messages: "Color", "shapes.Color" */
    const char *const *names; /* of fields, 255 at most, or members, 4096 */
    size_t count;
    const pk_arg *values; /* constants: of a named tuple the defaults of its
                             last fields, of an enumeration one for each
                             member, integers of an IntEnum */
    size_t value_count;
} pk_class;

static inline pk_arg pk_class_arg_(pk_arg_kind kind, const pk_class *of) {
    pk_arg arg;
    memset(&arg, 0, sizeof arg);
    arg.kind = kind;
    arg.value.class_value.of = of;
    return arg;
}
/* The class: `Color`. */
static inline pk_arg pk_class_value(const pk_class *of) {
    return pk_class_arg_(PK_ARG_class, of);
}
/* A tuple of it, with as many items as it has fields: `Point(1, 2)`. */
static inline pk_arg pk_class_tuple(const pk_class *of, const pk_arg *items) {
    pk_arg arg = pk_class_arg_(PK_ARG_class_tuple, of);
    arg.value.class_value.items = items;
    return arg;
}
/* A member of it: `Color.RED`. */
static inline pk_arg pk_class_member(const pk_class *of, const char *name) {
    pk_arg arg = pk_class_arg_(PK_ARG_class_member, of);
    arg.value.class_value.name = name;
    return arg;
}

/* The class that is described so, as the context keeps it: the same description
 * gives the same pointer, which lives as long as the context. It can be used in
 * pk_class_tuple, pk_class_member and pk_class_value like the description, and
 * launches need not read the description again; its `values` are not shown.
 *
 * Returns PK_BAD_ARG and PK_LIMIT for what pk_global takes neither,
 * PK_UNSUPPORTED in a library without the compiler. Any thread. */
PK_API pk_status pk_class_get(pk_context *ctx, const pk_class *description,
                              const pk_class **out, pk_error *err);

#ifdef __cplusplus
}
#endif

#endif
