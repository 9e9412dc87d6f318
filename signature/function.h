/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptions of functions: parameters with their defaults, and the signatures
 * that a decorator declares. */
#ifndef PORTKERN_SIGNATURE_FUNCTION_H
#define PORTKERN_SIGNATURE_FUNCTION_H

#include "base/arena.h"
#include "base/error.h"
#include "portkern/function.h"
#include "signature/argument.h"

/* A signature that a decorator gives: "float32(float32[:], int64)". */
typedef struct pk_declared {
    const pk_arg_type *args;
    uint32_t count;
    bool has_result; /* it says what is returned: `result` */
    pk_arg_type result;
    const char *file; /* where it stands */
    pk_loc loc;
} pk_declared;

/* The value of a parameter that a launch does not give. */
typedef struct pk_default {
    bool known; /* it is a number, a member of an enumeration, None, or a tuple
                   of these */
    pk_arg_type type;
    uint64_t bits[2];               /* zero-extended; complex: its parts */
    const struct pk_default *items; /* tuple: as many as the type has */
} pk_default;

/* Why a function can be neither launched nor called, and where. */
typedef struct pk_refusal {
    pk_status status;
    const char *code, *message, *hint, *file;
    pk_loc loc;
} pk_refusal;

typedef struct pk_function_info {
    const char *name;
    const char *path; /* "Solver.step": of a class; NULL: of none */
    pk_function_kind kind;
    uint32_t param_count;
    const char *const *param_names;
    const char *file; /* where it stands */
    uint32_t line, col;
    const pk_declared *declared; /* the signatures that it may be called with */
    uint32_t declared_count;     /* 0: any */
    const pk_default *defaults;  /* for each parameter */
    const pk_refusal *refused;   /* NULL: nothing is wrong */
    const struct pk_struct *makes;  /* the frontend's: it is the class of such
                                       structures, and makes one; else NULL */
    const struct pk_fields *fields; /* it stands for the dataclass with these;
                                       else NULL */
    bool parallel;  /* its loops over prange have threads, on the host */
    bool stays;     /* its parallel loops run on the host's threads, whatever
                       device others' go to */
    bool lineinfo;  /* its places are wanted in what is compiled of it */
    bool is_class;  /* has `makes`, which only the frontend knows */
    bool generates; /* it has a yield: a call gives a generator, and one with
                       that behind its arguments the next item */
} pk_function_info;

/* The name that no other function of the program has. */
static inline const char *pk_function_path(const pk_function_info *info) {
    return info->path ? info->path : info->name;
}

/* Whether the host may call it: @njit, @jit, @vectorize. */
static inline bool pk_function_is_for_host(const pk_function_info *info) {
    return info->kind == PK_FUNCTION_host || info->kind == PK_FUNCTION_ufunc;
}

/* How many arguments a call with `given` of them may have at most: one that
 * goes on with a generator has one more. */
static inline uint32_t pk_function_room(const pk_function_info *info,
                                        size_t given) {
    return info->param_count +
           (info->generates && given == info->param_count + 1u);
}

/* Whether an argument is a tuple that stands for what has owners: a structure,
 *
 *     (its class, the address of its counted memory)
 *
 * or an array, (any class, array, address of the object that owns its memory).
 * A class is the function that makes such, or generators. */
static inline bool pk_arg_is_owned(const pk_arg_type *arg) {
    const pk_arg_type *items = arg->items;
    const bool named =
        arg->kind == PK_ARGTYPE_tuple && arg->count > 1 &&
        items[0].kind == PK_ARGTYPE_function && items[0].function &&
        (items[0].function->makes || items[0].function->generates);

    return named && items[arg->count - 1].kind == PK_ARGTYPE_scalar &&
           items[arg->count - 1].dtype == PK_TYPE_u64 &&
           (arg->count == 2 ||
            (arg->count == 3 && items[1].kind == PK_ARGTYPE_array));
}

/* Whether an argument is a tuple that stands for an object of a dataclass: its
 * fields, and behind them its class. */
static inline bool pk_arg_is_dataclass(const pk_arg_type *arg) {
    const pk_arg_type *last = arg->kind == PK_ARGTYPE_tuple && arg->count
                                  ? &arg->items[arg->count - 1]
                                  : NULL;

    return last && last->kind == PK_ARGTYPE_function && last->function &&
           last->function->fields;
}

/* Whether a call may end after `given` arguments: each parameter behind them
 * has a default. */
static inline bool pk_function_may_omit(const pk_function_info *info,
                                        size_t given) {
    for (size_t i = given; i < info->param_count; i++)
        if (!info->defaults[i].known)
            return false;
    return true;
}

/* Which of the declared signatures of a function, which has some, a call with
 * these types takes: that with the fewest unsafe conversions, then the fewest
 * safe ones, then the fewest promotions, by Numba's rules. *out is the first
 * of the best; the number of equally good ones is returned, 0 when none fits.
 */
uint32_t pk_declared_choose(const pk_function_info *info,
                            const pk_arg_type *args, uint32_t count,
                            uint32_t *out);

/* The first of the signatures that such arguments fit as they are, or NULL. */
const pk_declared *pk_declared_find(const pk_declared *declared,
                                    uint32_t declared_count,
                                    const pk_arg_type *args, uint32_t count);

/* Says what is wrong when `fits` of the signatures, not one, fit best. */
void pk_declared_explain(const pk_function_info *info, const pk_arg_type *args,
                         uint32_t count, uint32_t fits, pk_text *out);

/* The type in which an argument arrives that is declared: an array keeps its
 * own layout, numbers become what the signature says. */
void pk_declared_coerce(pk_arena *arena, const pk_arg_type *given,
                        const pk_arg_type *declared, pk_arg_type *out);

#endif
