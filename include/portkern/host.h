/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the host: those with @njit or @jit, called as C functions are.
 * The rules of portkern.h about structs, text and errors hold here, too.
 *
 *     pk_host_function *norm;
 *     pk_result r;
 *     pk_module_host_function(mod, "norm", &norm, &err)
 *     pk_call(norm, (pk_arg[]){pk_in(&x)}, 1, &r, &err)
 *     printf("%g\n", r.f64);
 *     pk_result_release(&r);
 *
 * They run in the thread that calls them, on devices that are the host: `cpu`
 * and `interp`. */
#ifndef PORTKERN_HOST_H
#define PORTKERN_HOST_H

#include "portkern/portkern.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pk_host_function pk_host_function;

/* Memory that a function made, with a count of who keeps it. It outlives the
 * function, its module and its context. */
typedef struct pk_kept_memory pk_kept_memory;

typedef enum pk_result_kind {
    PK_RESULT_NONE,    /* None */
    PK_RESULT_NUMBER,  /* of `dtype`, in the member of its name */
    PK_RESULT_COMPLEX, /* of `dtype`, c64 or c128: complex128[0] + [1]j */
    PK_RESULT_ARRAY,   /* elements of `format` */
    PK_RESULT_TUPLE,   /* items, which have names in a named tuple */
    PK_RESULT_DICT,    /* `count` items, tuples of an unused number, key and
                          value */
    PK_RESULT_SET,     /* the same; values mean nothing */
    PK_RESULT_LIST,    /* numbers of `format`, an array of one axis to C; or
                          `count` items, where `items` is not NULL */
    PK_RESULT_TEXT,    /* a string: shape[0] code points, uint32_t, not ended by
                          a zero */
    PK_RESULT_OBJECT   /* of a class with @jitclass, class_name: `memory`, see
                          pk_object_of */
} pk_result_kind;

/* A value that a function returned, or an item of one. */
typedef struct pk_result {
    pk_result_kind kind;
    pk_dtype dtype; /* of elements, too; of records void */
    union {
        bool boolean;
        int64_t i64;  /* signed integers of every size */
        uint64_t u64; /* unsigned ones */
        double f64;   /* floats of every size, exactly */
        double complex128[2];
    };
    uint32_t count; /* of items, or of an array's axes */
    struct pk_result *items;
    const char *name;       /* of a named tuple's item, else "" */
    const char *class_name; /* of a named tuple or object; of a member of an
                               enumeration, whose number is its place in that,
                               or of an IntEnum its value; else "" */
    const char *format;     /* of elements, in NumPy's words: "float32" */
    const int64_t *shape, *strides; /* elements; bytes */
    void *data;                     /* the first element */
    /* Keeps `data`; NULL where that is memory of an argument, but for items of
     * lists that have owners. */
    pk_kept_memory *memory;
    void *block; /* the library's: of all items and lists */
} pk_result;

/* The function that the program knows by that name ("step", "Solver.step"): one
 * with @njit, @jit or @vectorize, which is called with numbers. PK_NAME when
 * there is none. */
PK_API pk_status pk_module_host_function(pk_module *mod, const char *name,
                                         pk_host_function **out, pk_error *err);
PK_API pk_host_function *pk_host_function_retain(pk_host_function *fn);
PK_API void pk_host_function_release(pk_host_function *fn);
/* As pk_kernel_describe, pk_kernel_bind and pk_kernel_signatures. */
PK_API pk_status pk_host_function_describe(const pk_host_function *fn,
                                           pk_function_desc *out,
                                           pk_error *err);
PK_API pk_status pk_host_function_bind(const pk_host_function *fn,
                                       const pk_arg *args, size_t arg_count,
                                       const pk_named_arg *named,
                                       size_t named_count, pk_arg *out,
                                       size_t room, pk_error *err);
PK_API pk_status pk_host_function_signatures(pk_host_function *fn,
                                             pk_signatures **out,
                                             pk_error *err);
/* Compiles the function for such arguments, if it is not, and says what of it
 * is known; `out` may be NULL. */
PK_API pk_status pk_host_function_compile(pk_host_function *fn,
                                          const pk_arg *args, size_t arg_count,
                                          pk_compile_info *out, pk_error *err);

/* Calls the function, compiled at the first call for the types of its
 * arguments, in this thread, and returns when it has returned. Arrays are
 * memory of the host and used in place: whatever the function writes is there
 * afterwards. `out` may be NULL; else it is given back with pk_result_release.
 *
 * What the function raises is PK_KERNEL (an index out of bounds PK_BOUNDS),
 * with the exception in the words of Python ("ValueError: ...") and the place
 * in the source; nothing that it made is left then. PK_UNSUPPORTED when the
 * context's device is not the host. Any number of threads may call it. */
PK_API pk_status pk_call(pk_host_function *fn, const pk_arg *args,
                         size_t arg_count, pk_result *out, pk_error *err);

/* As pk_call; ends early, with PK_CANCELLED and nothing left of what it made,
 * when another thread or a handler of a signal makes *stop anything but 0. The
 * function looks at each turn of a `while`, at each of a `for` with a loop in
 * it, and when it calls itself: an innermost `for` runs to its end. */
PK_API pk_status pk_call_until(pk_host_function *fn, const pk_arg *args,
                               size_t arg_count, const uint32_t *stop,
                               pk_result *out, pk_error *err);

/* A call whose arguments are bound once, to be made many times with the same
 * numbers and the same memory: what the arguments lead to must live as long,
 * the arguments themselves need not. It costs a fraction of a pk_call. One
 * thread uses it at a time. */
typedef struct pk_prepared_call pk_prepared_call;

/* Compiles the function for such arguments, if it is not. PK_UNSUPPORTED where
 * a call needs to see its arguments: of a function that prints or with lists,
 * dicts or sets, in a context with coverage, and on `interp`. */
PK_API pk_status pk_prepared_call_create(pk_host_function *fn,
                                         const pk_arg *args, size_t arg_count,
                                         pk_prepared_call **out, pk_error *err);
/* As pk_call_until; `stop` may be NULL. */
PK_API pk_status pk_prepared_call_run(pk_prepared_call *call,
                                      const uint32_t *stop, pk_result *out,
                                      pk_error *err);
PK_API void pk_prepared_call_release(pk_prepared_call *call);

/* An object that a function returned, as an argument of pk_call: of the class
 * `name` of `module`, by reference. `items` is room for what the argument
 * points to. */
static inline pk_arg pk_object_of(pk_arg items[2], struct pk_module *module,
                                  const char *name,
                                  const pk_kept_memory *memory) {
    items[0] = pk_function_of(module, name);
    items[1] = pk_u64((uint64_t)(uintptr_t)memory);
    return pk_tuple(items, 2);
}

/* An array that the function may keep in an object, with what then keeps its
 * memory (pk_kept_memory_create); the class is any of the module's. */
static inline pk_arg pk_array_with_owner(pk_arg items[3],
                                         struct pk_module *module,
                                         const char *name, pk_arg array,
                                         const pk_kept_memory *owner) {
    items[0] = pk_function_of(module, name);
    items[1] = array;
    items[2] = pk_u64((uint64_t)(uintptr_t)owner);
    return pk_tuple(items, 3);
}

/* A list of numbers, as an argument of pk_call: the items are those of a
 * C-contiguous array of one axis in memory of the host, which the function does
 * not change. Where it changes the list and returns, `after` becomes the list
 * as it is then, to be given back with pk_result_release; else none. NULL:
 * nobody wants to know. Two arguments of the same items are the same list. */
static inline pk_arg pk_list_of(const pk_array *items, pk_result *after) {
    pk_arg arg;
    memset(&arg, 0, sizeof arg);
    arg.kind = PK_ARG_list;
    arg.value.list.items = items;
    arg.value.list.after = after;
    return arg;
}

/* A dict of numbers, as an argument of pk_call: two C-contiguous arrays of one
 * axis and the same extent in memory of the host, which the function does not
 * change and which the caller may free when the call has returned. Key number i
 * has value number i. Keys are integers, bools or floats, values complex
 * numbers, too. They come in their order; of a key that is there twice the last
 * value counts, as in Python's dict(zip(keys, values)), and NaN is equal to no
 * key, itself included. An extent of 0 is an empty dict of these types.
 *
 * When the function has returned, `after` becomes the dict as it is then, to be
 * given back with pk_result_release, and none when the call fails; NULL: nobody
 * wants to know. Each argument is a dict of its own, and threads may pass the
 * same arrays at once. PK_BAD_ARG when an array is NULL or not such a one or
 * extents differ, PK_TYPE when keys are complex, and the compiler's error when
 * the function cannot use such a dict. */
static inline pk_arg pk_dict_of(const pk_array *keys, const pk_array *values,
                                pk_result *after) {
    pk_arg arg;
    memset(&arg, 0, sizeof arg);
    arg.kind = PK_ARG_dict;
    arg.value.dict.keys = keys;
    arg.value.dict.values = values;
    arg.value.dict.after = after;
    return arg;
}

/* A set of numbers: as pk_dict_of, of keys alone. */
static inline pk_arg pk_set_of(const pk_array *keys, pk_result *after) {
    pk_arg arg = pk_dict_of(keys, NULL, after);
    arg.kind = PK_ARG_set;
    return arg;
}

/* Memory of the program's own as kept memory, with one owner, the caller: when
 * the last one gives it up, in whichever thread that is, `release` is called
 * with `self`. PK_BAD_ARG when `release` is NULL. */
PK_API pk_status pk_kept_memory_create(void (*release)(void *self), void *self,
                                       pk_kept_memory **out, pk_error *err);
/* The `self` of memory that pk_kept_memory_create made with that `release`;
 * NULL of any other. */
PK_API void *pk_kept_memory_self(const pk_kept_memory *memory,
                                 void (*release)(void *self));

/* Arrays in memory of the host that are the items of a list. */
typedef struct pk_array_list {
    const pk_array *items; /* of one dtype and number of axes */
    size_t count; /* of them; 0: items[0] says what the items would be */
    /* The owner of each item's memory; NULL, also for one item: the caller
     * keeps it as long as it uses the result. */
    pk_kept_memory *const *owners;
    bool readonly; /* a function that may write an item does not compile */
    bool keeps; /* the function may keep items behind its end, in an object or
                   as a generator */
    pk_result *after;
} pk_array_list;

/* A list of arrays, as an argument of pk_call. The function works on the items
 * themselves: they may overlap each other and other arguments, and what it
 * writes is there afterwards. Arrays of the result that lie in an item's memory
 * have its owner as `memory`. Where the function changes which arrays the list
 * has and returns, `after` becomes the list, as in pk_list_of. Two arguments
 * with the same `items` are the same list. */
static inline pk_arg pk_list_of_arrays(const pk_array_list *list) {
    pk_arg arg;
    memset(&arg, 0, sizeof arg);
    arg.kind = PK_ARG_arrays;
    arg.value.arrays = list;
    return arg;
}

/* How many threads a parallel loop may have in calls that this thread makes,
 * the calling one included; 0, as at first: those of the context. Results do
 * not depend on it. Setting it returns what it was. */
PK_API uint32_t pk_thread_limit(void);
PK_API uint32_t pk_thread_limit_set(uint32_t threads);

/* How many iterations of a parallel loop a thread takes at a time in calls that
 * this thread makes; 0, as at first: by what an iteration costs. It is for
 * loops that reduce nothing; others have chunks of their own, so that results
 * do not depend on it. Setting it returns what it was. */
PK_API uint64_t pk_loop_chunk(void);
PK_API uint64_t pk_loop_chunk_set(uint64_t iterations);

/* Gives back what a result has, memory of arrays included; the result is none
 * then. To keep the memory of an array longer, retain it first. */
PK_API void pk_result_release(pk_result *result);
PK_API pk_kept_memory *pk_kept_memory_retain(pk_kept_memory *memory);
PK_API void pk_kept_memory_release(pk_kept_memory *memory);

/* ---- loops over elements ---- */

/* A function that is called for each element of arrays: compiled as the loop,
 * with the function a part of it. Arrays are given by addresses and strides, as
 * NumPy gives them to the inner loops of its ufuncs. */
typedef struct pk_element_loop pk_element_loop;

enum {
    PK_LOOP_OPERANDS = 32, /* the most */
    PK_LOOP_AXES = 7       /* of an operand, the most */
};

/* Describes what each call of the function gets of an array. */
typedef struct pk_element_loop_operand {
    pk_dtype dtype;
    uint32_t ndim; /* axes of what it gets; 0: a number */
    bool writes;   /* the function writes it, or its result goes there */
} pk_element_loop_operand;

/* The loop over a function of the module with @njit, @jit or @vectorize. It is
 * called with the operands in their order. When it has a parameter fewer than
 * there are operands, the last operand gets its results, converted to its
 * dtype. Compiles nothing yet. */
PK_API pk_status pk_element_loop_create(pk_module *mod, const char *function,
                                        const pk_element_loop_operand *operands,
                                        size_t operand_count,
                                        pk_element_loop **out, pk_error *err);
PK_API pk_element_loop *pk_element_loop_retain(pk_element_loop *loop);
PK_API void pk_element_loop_release(pk_element_loop *loop);

enum {
    PK_LOOP_parallel = 1 /* on all threads of the context, where that pays */
};

typedef struct pk_element_loop_run_desc {
    uint32_t struct_size;
    uint32_t flags; /* PK_LOOP_... */
    uint64_t count; /* of calls */
    /* For each operand: the first call's element, and the bytes from each
     * call's to the next's. */
    void *const *data;
    const int64_t *strides;
    /* For each axis of each operand, one operand behind the other: extents in
     * elements and strides in bytes. NULL where none has axes. */
    const int64_t *axis_shape, *axis_strides;
    const uint32_t *stop; /* as of pk_call_until, and looked at between calls,
                             from time to time; NULL: never */
} pk_element_loop_run_desc;

/* Runs the loop in this thread, compiled at the first run of its kind, and
 * returns when it is done. Elements are aligned to their dtype. Where what one
 * call writes is what another one reads, calls are made in order; otherwise in
 * any order, unless the function can fail. With PK_LOOP_parallel operands that
 * one call writes and another uses are not allowed.
 *
 * A call raises as in pk_call. Where several calls fail, the exception is that
 * of the lowest number, and the memory that others wrote is not defined. */
PK_API pk_status pk_element_loop_run(pk_element_loop *loop,
                                     const pk_element_loop_run_desc *desc,
                                     pk_error *err);

/* Runs the loop over arrays of host memory, one for each operand, which have
 * its dtypes and any strides. Each call gets an operand's last axes; all others
 * are broadcast as in NumPy: they are counted from the last, and where an array
 * has one element along an axis, all calls along it get that. A number is an
 * array without axes. Arrays that are written have the whole shape.
 *
 *     pk_element_loop_operand o[] = {{PK_DTYPE_f64}, {PK_DTYPE_f64},
 *                                    {PK_DTYPE_f64, 0, true}};
 *     pk_element_loop_create(mod, "clip_add", o, 3, &loop, &err)
 *     pk_map(loop, (pk_array[]){x, y, out}, 3, PK_LOOP_parallel, &err)
 *
 * `flags` are those of a run, and what fails is as in pk_element_loop_run; an
 * array that is written may be one that is read, or one that shares no memory
 * with it. PK_TYPE when dtypes differ, PK_BAD_ARG when shapes do not fit. */
PK_API pk_status pk_map(pk_element_loop *loop, const pk_array *arrays,
                        size_t count, uint32_t flags, pk_error *err);

#ifdef __cplusplus
}
#endif
#endif
