/* SPDX-License-Identifier: Apache-2.0 */
/* np.finfo and np.iinfo: tuples of what is known of a type. All of a float type
 * follows from three numbers. */
#include "frontend/values/limits.h"

#include "frontend/builtins/builtins.h"
#include "frontend/values/known.h"

#include <math.h>
#include <string.h>

/* Numba's names; the first ones are integers. */
static const char *const float_names[] = {"bits",
                                          "iexp",
                                          "machep",
                                          "maxexp",
                                          "minexp",
                                          "negep",
                                          "nexp",
                                          "nmant",
                                          "precision",
                                          "eps",
                                          "epsneg",
                                          "max",
                                          "min",
                                          "resolution",
                                          "tiny",
                                          "smallest_normal",
                                          "smallest_subnormal"};
static const char *const int_names[] = {"bits", "max", "min"};

enum {
    FLOAT_COUNT = sizeof float_names / sizeof *float_names,
    FLOAT_INTS = 9,
    INT_COUNT = sizeof int_names / sizeof *int_names
};

static const pk_fields float_fields = {
    .name = "finfo", .names = float_names, .count = FLOAT_COUNT};
static const pk_fields int_fields = {
    .name = "iinfo", .names = int_names, .count = INT_COUNT};

static pk_typed make(pk_arena *arena, const pk_fields *fields,
                     const pk_typed *values) {
    const pk_ty **types = pk_arena_array(arena, fields->count, sizeof *types);
    const pk_known **items =
        pk_arena_array(arena, fields->count, sizeof *items);
    pk_known *known = PK_NEW(arena, pk_known);

    for (uint32_t i = 0; types && items && i < fields->count; i++) {
        types[i] = values[i].type;
        items[i] = values[i].known;
    }
    if (arena->failed)
        return (pk_typed){.type = &pk_ty_error};
    known->items = items;
    return (pk_typed){
        .type = pk_ty_named_tuple(arena, types, fields->count, fields),
        .known = known};
}

static pk_typed an_int(pk_arena *arena, int64_t value) {
    return pk_known_int(arena, pk_ty_number(PK_TYPE_i64), value);
}

static pk_typed limits_of_float(pk_arena *arena, pk_type scalar) {
    int bits = 8 * (int)pk_type_bytes(scalar);
    int mantissa = bits == 16 ? 10 : bits == 32 ? 23 : 52;
    int exponent = bits - 1 - mantissa, top = 1 << (exponent - 1);
    int digits = bits == 16 ? 3 : bits == 32 ? 6 : 15;
    double eps = ldexp(1, -mantissa), tiny = ldexp(1, 2 - top);
    double most = ldexp(2 - eps, top - 1);
    const int ints[FLOAT_INTS] = {bits,     exponent, -mantissa,
                                  top,      2 - top,  -mantissa - 1,
                                  exponent, mantissa, digits};
    const double floats[FLOAT_COUNT - FLOAT_INTS] = {
        eps,
        eps / 2,
        most,
        -most,
        bits == 16 ? 1e-3 : bits == 32 ? 1e-6 : 1e-15,
        tiny,
        tiny,
        tiny * eps};
    pk_typed values[FLOAT_COUNT];

    for (int i = 0; i < FLOAT_COUNT; i++)
        values[i] = i < FLOAT_INTS ? an_int(arena, ints[i])
                                   : pk_known_float(arena, pk_ty_number(scalar),
                                                    floats[i - FLOAT_INTS]);
    return make(arena, &float_fields, values);
}

static pk_typed limits_of_int(pk_arena *arena, pk_type scalar) {
    int bits = 8 * (int)pk_type_bytes(scalar);
    bool is_signed = pk_type_is_signed(scalar);
    uint64_t most = UINT64_MAX >> (64 - bits + is_signed);
    const pk_typed values[INT_COUNT] = {
        an_int(arena, bits),
        pk_known_int(arena,
                     pk_ty_number(scalar == PK_TYPE_u64 ? scalar : PK_TYPE_i64),
                     (int64_t)most),
        an_int(arena, is_signed ? -(int64_t)most - 1 : 0)};

    return make(arena, &int_fields, values);
}

bool pk_number_limits(pk_arena *arena, const char *path, pk_typed v,
                      pk_typed *out) {
    const pk_ty *type = pk_ty_is_numeric(v.type) ? v.type : pk_ty_of_dtype(v);
    bool floats = strcmp(path, "numpy.finfo") == 0;

    if (!type || !pk_ty_is_numeric(type) || pk_ty_is_bool(type) ||
        pk_type_is_float(type->scalar) != floats)
        return false;
    *out = floats ? limits_of_float(arena, type->scalar)
                  : limits_of_int(arena, type->scalar);
    return true;
}
