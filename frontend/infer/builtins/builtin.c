/* SPDX-License-Identifier: Apache-2.0 */
/* Types calls of builtins: the row in builtins.def names its `how`, and
 * type_<how> is its typing. Arguments are bound and typed already. */
#include "frontend/infer/latent.h"

#include "frontend/ast/ast.h"
#include "frontend/infer/library.h"
#include "frontend/infer/statements/report.h"
#include "frontend/infer/typings.h"
#include "frontend/values/frozen.h"
#include "frontend/values/known.h"

#include <math.h>
#include <string.h>

/* ---- helpers of the typings ---- */

static const char *argument_hint(const pk_call *call, uint32_t i) {
    const char *path = call->builtin->path;
    const pk_ty *given = call->args[i].type;
    bool is_atomic = strncmp(path, "numba.cuda.atomic.", 18) == 0;

    if (given->kind == PK_TY_array && given->ndim &&
        strcmp(path, "builtins.len") != 0)
        return "take an element: a[i]";
    if (strcmp(path, "builtins.len") == 0)
        return "a.size and len(a) are of arrays";
    if (is_atomic && pk_ty_is_number(given) && call->args[0].type == given)
        return "the array and the index apart: (a, i, value)";
    return is_atomic && i == 1 ? "indices are integers, (i, j) for two axes; "
                                 "convert with int(x)"
                               : pk_type_hint(PK_E_call_type, given, NULL);
}

pk_typed pk_say_argument(pk_infer *in, const pk_call *call, uint32_t i,
                         const char *wanted) {
    return pk_say(in, call->nodes[i], PK_E_call_type, argument_hint(call, i),
                  "%s takes %s, not %s", pk_builtin_name(call->builtin), wanted,
                  pk_named(in, call->args[i].type));
}

pk_typed pk_say_integer(pk_infer *in, const pk_call *call, uint32_t i,
                        const char *wanted) {
    const pk_ty *given = call->args[i].type;

    return pk_say(in, call->nodes[i], PK_E_call_type,
                  pk_ty_is_float(given) ? pk_hint_integer(given)
                                        : argument_hint(call, i),
                  "%s takes %s, not %s", pk_builtin_name(call->builtin), wanted,
                  pk_named(in, given));
}

/* ---- threads ---- */

static const char *grid_hint(const pk_call *call) {
    return call->builtin->param
               ? "n = cuda.gridsize(1); x, y = cuda.gridsize(2); x, y, z = "
                 "cuda.gridsize(3)"
               : NULL; /* the code's is of cuda.grid */
}

static pk_typed type_grid(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *i64 = pk_ty_number(PK_TYPE_i64);
    const pk_ty **items;
    int64_t n;

    call->args[0] = pk_infer_constant(in, call->args[0]);
    if (!pk_known_is_int(call->args[0], &n))
        return pk_say(in, call->nodes[0], PK_E_grid_dimensions, grid_hint(call),
                      "%s takes a literal 1, 2 or 3",
                      pk_builtin_name(call->builtin));
    if (n < 1 || n > 3)
        return pk_say(in, call->nodes[0], PK_E_grid_dimensions,
                      n == 0 && !call->builtin->param
                          ? "did you mean row, col = cuda.grid(2)?"
                          : grid_hint(call),
                      "%s takes 1, 2 or 3, the number of dimensions, got %lld",
                      pk_builtin_name(call->builtin), (long long)n);
    (void)node;
    if (n == 1)
        return of_type(i64);
    items = pk_arena_array(in->arena, (size_t)n, sizeof *items);
    for (int64_t i = 0; items && i < n; i++)
        items[i] = i64;
    return items ? of_type(pk_ty_tuple(in->arena, items, (uint32_t)n))
                 : error();
}

/* ---- bits ---- */

static pk_typed type_bits(pk_infer *in, const pk_ast *node, pk_call *call) {
    (void)node;
    if (!pk_ty_is_int(call->args[0].type))
        return pk_say_integer(in, call, 0, "an integer");
    return of_type(call->args[0].type);
}

static pk_typed type_ffs(pk_infer *in, const pk_ast *node, pk_call *call) {
    pk_typed v = type_bits(in, node, call);

    return v.type->kind == PK_TY_error ? v : of_type(pk_ty_number(PK_TYPE_u32));
}

static pk_typed type_choose(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *type =
        pk_rule_unify(in->arena, call->args[1].type, call->args[2].type);

    if (!pk_ty_is_numeric(call->args[0].type))
        return pk_say_argument(in, call, 0, "a bool");
    if (!type || !pk_ty_is_numeric(type))
        return pk_say(
            in, node, PK_E_unify_values,
            pk_unify_hint(call->args[1].type, call->args[2].type, false),
            "cannot unify %s and %s", pk_named(in, call->args[1].type),
            pk_named(in, call->args[2].type));
    call->work = type;
    return of_type(type);
}

static pk_typed type_mulhi(pk_infer *in, const pk_ast *node, pk_call *call) {
    pk_rule rule;

    if (!pk_rule_strict(PK_AST_OP_BitXor, call->args[0].type,
                        call->args[1].type, &rule) ||
        !pk_ty_is_int(rule.result))
        return pk_say(in, node, PK_E_call_type, "convert it with int(x)",
                      "mulhi takes two integers");
    call->work = rule.result;
    return of_type(rule.result);
}

static pk_typed type_bitcast(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *from = call->args[0].type, *to = pk_ty_of_dtype(call->args[1]);

    if (!to)
        return pk_say(in, call->nodes[1], PK_E_dtype,
                      "write np.float32, or a.dtype", "this is not a dtype");
    if (!pk_ty_is_number(from) || !pk_ty_is_number(to) || pk_ty_is_bool(from) ||
        pk_ty_is_bool(to) ||
        pk_type_bytes(from->scalar) != pk_type_bytes(to->scalar))
        return pk_say(in, node, PK_E_convert,
                      "convert it to a type of that width first, as "
                      "np.float32(x).view(np.int32)",
                      "the bits of %s are no %s", pk_named(in, from),
                      pk_named(in, to));
    return of_type(to);
}

/* ---- Python's own ---- */

/* How Numba's overloads rate a conversion of integers: 0 none, 1 promote to a
 * wider one, 2 safe, 3 unsafe. */
static int conversion(pk_type from, pk_type to) {
    if (from == to)
        return 0;
    if (from == PK_TYPE_bool)
        return 2;
    if (pk_type_bytes(from) >= pk_type_bytes(to))
        return 3;
    if (pk_type_is_signed(from) == pk_type_is_signed(to))
        return 1;
    return pk_type_is_signed(from) ? 3 : 2;
}

/* Whether the step of range(start, stop, step) can be negative. */
static bool may_fall(const pk_call *call) {
    int64_t known;

    if (!call->nodes[2] || !pk_ty_is_int(call->args[2].type) ||
        !pk_type_is_signed(call->args[2].type->scalar))
        return false;
    return !pk_known_is_int(call->args[2], &known) || known < 0;
}

/* 1.5, which is known to be no integer: not what anyone means by a bound. */
static bool is_fractional(pk_typed v) {
    double value;

    if (!v.known || !pk_ty_is_float(v.type))
        return false;
    value = pk_known_get_float(v);
    return value != trunc(value);
}

static bool is_zero(pk_typed v) {
    int64_t value;

    if (v.known && pk_ty_is_float(v.type))
        return pk_known_get_float(v) == 0;
    return pk_known_is_int(v, &value) && value == 0;
}

/* range counts in int32, int64 or uint64: the first with the fewest unsafe,
 * then safe, then promoting conversions. A float is cut to an int64. */
static pk_typed type_range(pk_infer *in, const pk_ast *node, pk_call *call) {
    static const pk_type choices[] = {PK_TYPE_i32, PK_TYPE_i64, PK_TYPE_u64};
    pk_type best = PK_TYPE_i64;
    int least = INT32_MAX;
    uint8_t flags = (uint8_t)call->builtin->param; /* PK_TYF_independent */

    (void)node;
    if (is_zero(call->args[2]))
        return pk_say(in, call->nodes[2], PK_E_zero_step,
                      "leave the step out, or write 1; range(n - 1, -1, -1) "
                      "counts down",
                      "the step of range is 0");
    for (int k = 0; k < 3; k++) {
        static const int weights[] = {0, 1, 8, 64};
        int cost = 0;
        for (uint32_t i = 0; i < call->count; i++) {
            const pk_ty *type = call->args[i].type;
            if (!call->nodes[i])
                continue;
            if (!pk_ty_is_number(type) || is_fractional(call->args[i]))
                return pk_say_integer(in, call, i, "integers");
            cost += weights[conversion(
                pk_ty_is_float(type) ? PK_TYPE_i64 : type->scalar, choices[k])];
        }
        if (cost < least) {
            least = cost;
            best = choices[k];
        }
    }
    if (best == PK_TYPE_u64 && may_fall(call))
        flags |= PK_TYF_falls;
    if (in->instance->parallel &&
        strcmp(call->builtin->path, "numba.prange") == 0)
        flags |= PK_TYF_parallel;
    return of_type(pk_ty_range(in->arena, best, flags));
}

static pk_typed type_len(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *type = call->args[0].type, *i64 = pk_ty_number(PK_TYPE_i64);

    if (type->kind == PK_TY_range)
        return of_type(pk_ty_number(type->scalar));
    if (type->kind == PK_TY_tuple)
        return pk_known_int(in->arena, i64, type->count);
    if (type->kind == PK_TY_list)
        return of_type(i64);
    if (type->kind == PK_TY_dict) {
        call->builtin = pk_builtin_find(type->layout == 's' ? "set.__len__"
                                                            : "dict.__len__");
        return pk_infer_builtin(in, node, call);
    }
    if (type->kind == PK_TY_text && call->args[0].known)
        return pk_known_int(in->arena, i64,
                            (int64_t)call->args[0].known->bits[0]);
    if (type->kind != PK_TY_array || !type->ndim)
        return pk_say_argument(in, call, 0, "an array or a tuple");
    if (pk_frozen_of(call->args[0]))
        return pk_known_int(in->arena, i64,
                            (int64_t)pk_frozen_of(call->args[0])->shape[0]);
    return pk_infer_sized(in, node, type) ? of_type(i64) : error();
}

static pk_typed type_abs(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *type = call->args[0].type;
    const pk_ty *part = pk_ty_number(type->scalar), *parts[] = {part, part};

    if (type->kind == PK_TY_complex) {
        if (!pk_library_find(in->c, "hypot", type->scalar))
            return pk_say_unsupported(in, node, "abs of a complex number",
                                      "math.sqrt(z.real ** 2 + z.imag ** 2)");
        call->work = part;
        pk_library_need(in, node, "hypot", part->scalar, parts, 2);
        return of_type(part);
    }
    if (!pk_ty_is_number(type))
        return pk_say_argument(in, call, 0, "a number");
    call->work = pk_ty_is_bool(type) && !pk_is_numpy_call(call)
                     ? pk_ty_number(PK_TYPE_i8)
                     : type;
    return of_type(call->work);
}

static pk_typed type_print(pk_infer *in, const pk_ast *node, pk_call *call) {
    (void)call;
    return pk_infer_print(in, node);
}

/* Numba orders numbers by this before it unifies them. */
static uint32_t order_of(const pk_ty *number) {
    return pk_ty_is_bool(number) ? 0 : pk_type_bytes(number->scalar);
}

/* Unified from the narrowest up; there is one number at least. */
static const pk_ty *unify_all(pk_infer *in, const pk_ty *const *numbers,
                              uint32_t count) {
    const pk_ty *type = numbers[0];
    uint32_t seen = 0;

    for (uint32_t bytes = 0; bytes <= 8; bytes++)
        for (uint32_t i = 0; i < count; i++)
            if (order_of(numbers[i]) == bytes)
                type = seen++ ? pk_rule_unify(in->arena, type, numbers[i])
                              : numbers[i];
    return type;
}

static pk_typed type_min_max(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *first = call->count ? call->args[0].type : &pk_ty_none;
    bool tuple = call->count == 1 && first->kind == PK_TY_tuple;
    uint32_t count = tuple ? first->count : call->count;
    const pk_ty **types = pk_arena_array(in->arena, count + 1u, sizeof *types);

    for (uint32_t i = 0; i < call->count && call->count > 1; i++)
        if (call->args[i].type->kind == PK_TY_lazy && !pk_is_numpy_call(call))
            call->args[i] = pk_infer_single(in, call->nodes[i], call->args[i]);

    if (pk_is_numpy_call(call) && pk_infer_complex_loop(in, call))
        return pk_infer_builtin(in, node, call);
    if (call->count == 1 && pk_ty_is_arrays(first) && first->ndim == 1) {
        call->builtin = pk_builtin_find(call->builtin->param == PK_OP_min_num
                                            ? "numpy.ndarray.__least__"
                                            : "numpy.ndarray.__most__");
        return pk_infer_builtin(in, node, call);
    }
    if (call->count == 1 && pk_ty_is_container(first) &&
        !pk_ty_is_text(first)) {
        call->builtin = pk_builtin_find(call->builtin->param == PK_OP_min_num
                                            ? "list.__min__"
                                            : "list.__max__");
        return pk_infer_builtin(in, node, call);
    }
    if (tuple && !count)
        return pk_say_no_items(in, node, call->builtin);
    if (count < (tuple ? 1 : 2))
        return pk_say(in, node, PK_E_call_type,
                      count && pk_ty_is_arrays(first)
                          ? pk_arena_format(in->arena, "a.%s() of an array",
                                            pk_builtin_name(call->builtin))
                          : NULL,
                      "%s takes two or more numbers, a tuple, or an array of "
                      "one dimension",
                      pk_builtin_name(call->builtin));
    if (!types)
        return error();
    for (uint32_t i = 0; i < count; i++) {
        types[i] = tuple ? first->items[i] : call->args[i].type;
        if (!pk_ty_is_number(types[i]))
            return pk_say_argument(in, call, tuple ? 0 : i, "numbers");
    }
    call->work =
        pk_is_numpy_call(call)
            ? pk_infer_loop(pk_builtin_loops(call->builtin), call->args, count)
            : unify_all(in, types, count);
    return of_type(call->work);
}

static pk_typed type_sum(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *tuple = call->args[0].type, *type;
    pk_rule rule;

    if (pk_ty_is_arrays(tuple) && tuple->ndim == 1) {
        call->count = call->nodes[1] ? 2 : 1;
        call->builtin =
            pk_builtin_find(call->nodes[1] ? "numpy.ndarray.__added_to__"
                                           : "numpy.ndarray.__added__");
        return pk_infer_builtin(in, node, call);
    }
    if (tuple->kind != PK_TY_tuple)
        return pk_say_unsupported(in, call->nodes[0],
                                  "sum of anything but a tuple or an array of "
                                  "one dimension",
                                  "add up in a for loop");
    type = call->nodes[1] ? call->args[1].type : pk_ty_number(PK_TYPE_i64);
    if (!pk_ty_is_numeric(type))
        return pk_say_argument(in, call, 1, "a number");
    for (uint32_t i = 0; i < tuple->count; i++) {
        if (!pk_rule_binary(PK_AST_OP_Add, type, tuple->items[i], &rule))
            return pk_say_argument(in, call, 0, "numbers");
        type = rule.result;
    }
    call->work = type;
    return of_type(type);
}

/* int(int32) stays int32; of a float it is int64. */
static pk_typed type_int(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *type = call->args[0].type, *i64 = pk_ty_number(PK_TYPE_i64);

    (void)node;
    if (!call->nodes[0])
        return pk_known_int(in->arena, i64, 0);
    if (!pk_ty_is_number(type))
        return pk_say_argument(in, call, 0, "a number");
    return pk_known_convert(in->arena, call->args[0],
                            pk_ty_is_int(type) ? type : i64);
}

static pk_typed type_float(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *type = call->args[0].type, *f64 = pk_ty_number(PK_TYPE_f64);

    (void)node;
    if (!call->nodes[0])
        return pk_known_float(in->arena, f64, 0);
    if (call->args[0].known && type->kind == PK_TY_text)
        return pk_say_unsupported(in, call->nodes[0], "float of a string",
                                  "math.inf and math.nan have names");
    if (!pk_ty_is_number(type))
        return pk_say_argument(in, call, 0, "a number");
    return pk_known_convert(in->arena, call->args[0],
                            pk_ty_is_float(type) ? type : f64);
}

/* The parts are complex64 when all are float32; with a complex64 it is a
 * complex128. */
static pk_typed type_complex(pk_infer *in, const pk_ast *node, pk_call *call) {
    bool single = call->nodes[0] != NULL;
    bool two = call->nodes[1] != NULL;

    (void)node;
    for (uint32_t i = 0; i < 2; i++) {
        const pk_ty *type = call->args[i].type;
        if (!call->nodes[i])
            continue;
        if (!pk_ty_is_numeric(type) || (two && type->kind == PK_TY_complex))
            return pk_say_argument(in, call, i, "real numbers");
        single = single && pk_ty_is_float(type) && type->scalar != PK_TYPE_f64;
    }
    return of_type(pk_ty_complex(single ? PK_TYPE_f32 : PK_TYPE_f64));
}

static pk_typed type_divmod(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty **items = pk_arena_array(in->arena, 2, sizeof *items);
    pk_rule rule;
    pk_typed v = pk_infer_binary(in, node, PK_AST_OP_FloorDiv, call->args[0],
                                 call->args[1], &rule);

    if (v.type->kind == PK_TY_error || !items)
        return error();
    call->work = rule.result;
    items[0] = items[1] = rule.result;
    return of_type(pk_ty_tuple(in->arena, items, 2));
}

static pk_typed type_pow(pk_infer *in, const pk_ast *node, pk_call *call) {
    pk_rule rule;
    pk_typed v = pk_infer_binary(in, node, PK_AST_OP_Pow, call->args[0],
                                 call->args[1], &rule);

    call->work = rule.left;
    call->work2 = rule.right;
    return v.type->kind == PK_TY_error ? v : of_type(v.type);
}

/* ---- all of them ---- */

/* Functions of other files, by the names that the table makes. */
#define type_syntax       pk_type_syntax
#define type_float1       pk_type_float1
#define type_float2       pk_type_float2
#define type_approx       pk_type_approx
#define type_scale        pk_type_scale
#define type_classify     pk_type_classify
#define type_library      pk_type_library
#define type_round        pk_type_round
#define type_fma          pk_type_fma
#define type_type         pk_type_type
#define type_dtype        pk_type_dtype
#define type_atomic       pk_type_atomic
#define type_atomic_cas   pk_type_atomic_cas
#define type_enumerate    pk_type_enumerate
#define type_slice        pk_type_slice
#define type_zip          pk_type_zip
#define type_iter         pk_type_iter
#define type_next         pk_type_next
#define type_cmath        pk_type_cmath
#define type_direct       pk_type_direct
#define type_this_grid    pk_type_this_grid
#define type_array        pk_type_array
#define type_new_array    pk_type_new_array
#define type_carray       pk_type_carray
#define type_list_method  pk_type_list_method
#define type_list_sort    pk_type_list_sort
#define type_list_call    pk_type_list_call
#define type_list_part    pk_type_list_part
#define type_text_method  pk_type_text_method
#define type_dict_call    pk_type_dict_call
#define type_dict_method  pk_type_dict_method
#define type_dict_part    pk_type_dict_part
#define type_random_state pk_type_random_state
#define type_lapack       pk_type_lapack
#define type_array_like   pk_type_array_like
#define type_copy         pk_type_copy
#define type_picked       pk_type_picked
#define type_lanemask_lt  pk_type_lanemask_lt
#define type_named        pk_type_named
#define type_random       pk_type_random
#define type_isinstance   pk_type_isinstance
#define type_overload_of  pk_type_overload_of
#define type_limits       pk_type_limits
#define type_same         pk_type_same
#define type_log          pk_type_log
#define type_written      pk_type_written
#define type_vectorized   pk_type_vectorized
#define type_ufunc        pk_type_ufunc
#define type_reduce       pk_type_reduce
#define type_reshape      pk_type_reshape
#define type_ravel        pk_type_ravel
#define type_transpose    pk_type_transpose
#define type_view         pk_type_view
#define type_item         pk_type_item
#define type_element_iter pk_type_element_iter
#define type_nditer       pk_type_nditer
#define type_clip         pk_type_clip
#define type_dot          pk_type_dot
#define type_in_range     pk_type_in_range
#define type_generic      pk_type_generic
#define type_host_library pk_type_host_library
#define type_common       pk_type_common
#define type_layout       pk_type_layout
#define type_on_threads   pk_type_on_threads
#define type_has_threads  pk_type_has_threads
#define type_strided      pk_type_strided
#define type_allclose     pk_type_allclose

static pk_typing *const typings[PK_HOW_COUNT] = {
#define HOW(name) [PK_HOW_##name] = type_##name,
#include "frontend/builtins/builtins.def"
};

pk_typed pk_infer_builtin(pk_infer *in, const pk_ast *node, pk_call *call) {
    pk_typing *typing = typings[call->builtin->how];

    for (uint32_t i = 0; i < call->count; i++)
        if ((call->builtin->how == PK_HOW_written ||
             call->builtin->how == PK_HOW_clip) &&
            !call->nodes[i])
            pk_infer_missing(in, node, call, i);
    if (pk_is_elementwise(call->builtin))
        return pk_infer_elementwise(in, node, call, typing);
    return typing(in, node, call);
}
