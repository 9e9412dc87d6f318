/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of what NumPy does with arrays: functions of elements, which make
 * array expressions, reductions, other shapes of the same elements.
 *
 * An array expression is never an array: it is computed element by element
 * where it is stored, so nothing is allocated. */
#include "frontend/infer/latent.h"

#include "frontend/infer/library.h"
#include "frontend/infer/typings.h"
#include "frontend/values/known.h"

#include <string.h>

static const pk_ty *int64(void) {
    return pk_ty_number(PK_TYPE_i64);
}

/* ---- loops ---- */

static const pk_ty *loop_type(char letter) {
    static const char letters[] = "?bBhHiIlLefd";
    static const pk_type types[] = {PK_TYPE_bool, PK_TYPE_i8,  PK_TYPE_u8,
                                    PK_TYPE_i16,  PK_TYPE_u16, PK_TYPE_i32,
                                    PK_TYPE_u32,  PK_TYPE_i64, PK_TYPE_u64,
                                    PK_TYPE_f16,  PK_TYPE_f32, PK_TYPE_f64};

    if (letter == 'F' || letter == 'D')
        return pk_ty_complex(letter == 'F' ? PK_TYPE_f32 : PK_TYPE_f64);
    return pk_ty_number(types[strchr(letters, letter) - letters]);
}

/* NumPy's kinds of dtypes, in the order in which they widen. */
enum { KIND_bool, KIND_unsigned, KIND_signed, KIND_float, KIND_complex };

static int kind_of(const pk_ty *type) {
    if (type->kind == PK_TY_complex)
        return KIND_complex;
    if (pk_ty_is_bool(type))
        return KIND_bool;
    if (pk_ty_is_float(type))
        return KIND_float;
    return pk_type_is_signed(type->scalar) ? KIND_signed : KIND_unsigned;
}

/* np.can_cast(from, to): no value is lost, but that float64 takes any integer,
 * float32 those of 16 bits, float16 those of 8. */
static bool casts_safely(const pk_ty *from, const pk_ty *to) {
    int a = kind_of(from), b = kind_of(to);
    uint32_t from_bytes = pk_type_bytes(from->scalar);
    uint32_t to_bytes = pk_type_bytes(to->scalar);

    if (a == KIND_bool || pk_ty_equal(from, to))
        return true;
    if (a == b || (a == KIND_float && b == KIND_complex))
        return from_bytes <= to_bytes;
    if (a > b)
        return false;
    if (b == KIND_signed)
        return from_bytes < to_bytes;
    return to_bytes == 8 || from_bytes < to_bytes;
}

bool pk_infer_mixes(const pk_typed *args, uint32_t count) {
    bool whole = false, broken = false;

    for (uint32_t i = 0; i < count; i++) {
        int kind = kind_of(args[i].type);
        whole = whole || kind == KIND_signed || kind == KIND_unsigned;
        broken = broken || kind >= KIND_float;
    }
    return whole && broken;
}

bool pk_infer_fits_loop(const pk_ty *arg, const pk_ty *loop, bool mixed) {
    int kind = kind_of(arg);

    return (mixed && kind_of(loop) >= KIND_float &&
            loop->scalar != PK_TYPE_f16 &&
            (kind == KIND_signed || kind == KIND_unsigned)) ||
           casts_safely(arg, loop);
}

/* Loops of float16 are for float16: small integers take float32's. */
const pk_ty *pk_infer_loop(const char *loops, const pk_typed *args,
                           uint32_t count) {
    bool mixed = pk_infer_mixes(args, count), halves = false;

    for (uint32_t i = 0; i < count; i++)
        halves = halves || args[i].type->scalar == PK_TYPE_f16;
    for (const char *letter = loops; *letter; letter++) {
        const pk_ty *loop = loop_type(*letter);
        uint32_t i = 0;
        if (loop->scalar == PK_TYPE_f16 && !halves)
            continue;
        while (i < count && pk_infer_fits_loop(args[i].type, loop, mixed))
            i++;
        if (i == count)
            return loop;
    }
    return NULL;
}

/* The library's function np_<name>, or that for integers or complex numbers
 * where there is one. */
static const pk_function *find_function(pk_infer *in, const char *name,
                                        const pk_ty *element) {
    int kind = kind_of(element);
    const char *suffix = kind == KIND_complex ? "_complex"
                         : kind < KIND_float  ? "_int"
                                              : "";
    const pk_function *fn = pk_library_named(
        in->c, pk_arena_format(in->arena, "np_%s%s", name, suffix));

    return fn ? fn
              : pk_library_named(in->c,
                                 pk_arena_format(in->arena, "np_%s", name));
}

static const pk_copies *of_none(void *arg, const pk_copies *copied) {
    (void)arg;
    (void)copied;
    return NULL;
}

/* The library returns no arrays: which memory one is in is all the same. */
pk_typed pk_call_library(pk_infer *in, const pk_ast *node, pk_call *call,
                         const pk_function *fn, const pk_ty *const *types,
                         uint32_t count) {
    const pk_ty **args = pk_arena_array(in->arena, count + 1, sizeof *args);

    for (uint32_t i = 0; args && i < count; i++)
        args[i] = pk_ty_map_copies(in->arena, types[i], of_none, NULL);
    call->instance = fn && args ? pk_infer_instance(in->c, fn, args, count,
                                                    in->program, node)
                                : NULL;
    if (!call->instance || call->instance->state != PK_INSTANCE_done)
        return error();
    if (!call->gives)
        call->gives = call->instance->result;
    return of_type(call->gives);
}

pk_typed pk_call_numpy(pk_infer *in, const pk_ast *node, pk_call *call,
                       const char *name, const pk_ty *const *types,
                       uint32_t count) {
    const pk_ty *last = types[count - 1];

    return pk_call_library(in, node, call,
                           find_function(in, name,
                                         pk_ty_is_numeric(last)
                                             ? last
                                             : pk_ty_number(PK_TYPE_f64)),
                           types, count);
}

/* Whether the call is x ** 2. */
static bool is_square(const pk_ufunc *row, const pk_call *call) {
    return strcmp(row->name, "power") == 0 && call->args[1].known &&
           pk_ty_is_number(call->args[1].type) &&
           pk_known_get_float(call->args[1]) == 2;
}

pk_typed pk_type_ufunc(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ufunc *row = pk_builtin_ufunc(call->builtin);
    const char *name = pk_builtin_name(call->builtin);
    const pk_ty **types = pk_arena_array(in->arena, 2, sizeof *types), *loop;

    if (!types)
        return error();
    for (uint32_t i = 0; i < call->count; i++)
        if (!pk_ty_is_numeric(call->args[i].type))
            return pk_say(
                in, call->nodes[i], PK_E_call_type,
                pk_type_hint(PK_E_call_type, call->args[i].type, NULL),
                "%s takes numbers%s, not %s", name,
                row->result == PK_GIVES_PAIR ? "" : " and arrays",
                pk_named(in, call->args[i].type));
    loop = pk_infer_loop(row->loops, call->args, call->count);
    if (!loop && call->count == 1)
        return pk_say(in, node, PK_E_no_loop, NULL, "%s has no loop for %s",
                      name, pk_named(in, call->args[0].type));
    if (!loop)
        return pk_say(
            in, node, PK_E_no_loop, NULL, "%s has no loop for %s and %s", name,
            pk_named(in, call->args[0].type), pk_named(in, call->args[1].type));
    types[0] = types[1] = call->work = loop;
    call->gives = row->result == PK_GIVES_BOOL ? pk_ty_number(PK_TYPE_bool)
                  : row->result == PK_GIVES_PAIR
                      ? pk_ty_tuple(in->arena, types, 2)
                      : loop;
    name = row->name;
    if (is_square(row, call)) { /* as NumPy does it */
        name = "square";
        call->count = 1;
    }
    return pk_call_library(in, node, call, find_function(in, name, loop), types,
                           call->count);
}

/* The kind of the first argument decides; literals are numbers like others. */
pk_typed pk_type_written(pk_infer *in, const pk_ast *node, pk_call *call) {
    const char *name = strrchr(call->builtin->path, '.') + 1;
    const pk_ty *types[PK_MAX_UFUNC_ARGS];

    for (uint32_t i = 0; i < call->count; i++) {
        const pk_ty *type = call->args[i].type;
        if (!pk_ty_is_numeric(type))
            return pk_say(in, call->nodes[i], PK_E_call_type,
                          pk_type_hint(PK_E_call_type, type, NULL),
                          "%s takes numbers and arrays, not %s",
                          pk_builtin_name(call->builtin), pk_named(in, type));
        types[i] = type->kind == PK_TY_complex ? pk_ty_complex(type->scalar)
                                               : pk_ty_number(type->scalar);
    }
    call->gives = NULL;
    return pk_call_library(in, node, call, find_function(in, name, types[0]),
                           types, call->count);
}

/* ---- elements ---- */

bool pk_infer_sized(pk_infer *in, const pk_ast *node, const pk_ty *type) {
    if (type->kind != PK_TY_array || pk_infer_knows_size(in, type))
        return true;
    if (pk_ty_is_pointer(type)) {
        pk_say(in, node, PK_E_unsized,
               "pass how many there are as an argument, or make it an array: "
               "float32[:]",
               "%s does not know how many elements it has", pk_named(in, type));
        return false;
    }
    pk_say(in, node, PK_E_unsized,
           "a launch knows it: portkern emit takes it with --shared BYTES",
           "the extent of an array in dynamic shared memory is not known here");
    return false;
}

bool pk_is_elementwise(const pk_builtin *builtin) {
    switch (builtin->how) {
    case PK_HOW_ufunc:
        return pk_builtin_ufunc(builtin)->result != PK_GIVES_PAIR &&
               strncmp(builtin->path, "numpy.", 6) == 0;
    case PK_HOW_written:
    case PK_HOW_float1:
    case PK_HOW_float2:
    case PK_HOW_classify:
    case PK_HOW_library:
        return strncmp(builtin->path, "numpy.", 6) == 0 &&
               strcmp(builtin->path, "numpy.frexp") != 0 &&
               strcmp(builtin->path, "numpy.modf") != 0; /* which give pairs */
    case PK_HOW_scale:
    case PK_HOW_choose:
    case PK_HOW_clip:
    case PK_HOW_min_max: return strncmp(builtin->path, "numpy.", 6) == 0;
    case PK_HOW_abs:
    case PK_HOW_vectorized: return true;
    default: return false;
    }
}

bool pk_takes_lazy(const pk_builtin *builtin) {
    return pk_is_elementwise(builtin) || builtin->how == PK_HOW_reduce ||
           builtin->how == PK_HOW_min_max || builtin->how == PK_HOW_sum ||
           builtin->how == PK_HOW_generic || builtin->how == PK_HOW_allclose;
}

static const pk_ty *element_of(const pk_ty *type) {
    return pk_ty_is_arrays(type) ? pk_ty_element(type) : type;
}

bool pk_infer_same_kind(const pk_ty *value, const pk_ty *place) {
    return kind_of(element_of(place)) >= kind_of(element_of(value));
}

static const char *kind_hint(const pk_ty *result) {
    const char *hint = pk_type_hint(PK_E_ufunc_out, element_of(result), NULL);

    return hint ? hint
                : "use an array of that type, or convert the operands, "
                  "float32(...)";
}

/* The array that the result goes into. */
static pk_typed check_out(pk_infer *in, pk_call *call, pk_typed result,
                          uint32_t ndim) {
    pk_typed out = pk_infer_expr(in, call->out);

    if (out.type->kind == PK_TY_error ||
        !pk_infer_sized(in, call->out, out.type))
        return error();
    if (out.type->kind != PK_TY_array || out.type->ndim < ndim)
        return pk_say(in, call->out, PK_E_ufunc_out,
                      "use an array, or a slice, with as many dimensions: A[i] "
                      "has one less than A",
                      "the result of %s is an array of %u dimensions, which "
                      "cannot go into %s",
                      pk_builtin_name(call->builtin), ndim,
                      pk_named(in, out.type));
    if (out.type->flags & PK_TYF_readonly)
        return pk_say(in, call->out, PK_E_store_readonly, NULL,
                      "cannot write to a read-only array");
    if (!pk_infer_same_kind(result.type, out.type))
        return pk_say(in, call->out, PK_E_ufunc_out, kind_hint(result.type),
                      "%s computes %s, which cannot go into %s",
                      pk_builtin_name(call->builtin), pk_named(in, result.type),
                      pk_named(in, out.type));
    return of_type(out.type);
}

pk_typed pk_infer_elementwise(pk_infer *in, const pk_ast *node, pk_call *call,
                              pk_typing *typing) {
    pk_call *element = PK_NEW(in->arena, pk_call);
    pk_typed *args = pk_arena_array(in->arena, call->count + 1, sizeof *args);
    uint32_t ndim = 0;
    bool arrays = false;
    pk_typed v;

    if (!args)
        return error();
    for (uint32_t i = 0; i < call->count; i++) {
        const pk_ty *type = call->args[i].type;
        args[i] = call->args[i];
        if (!pk_ty_is_arrays(type))
            continue;
        if (!pk_infer_sized(in, call->nodes[i], type))
            return error();
        args[i] = of_type(pk_ty_element(type));
        arrays = true;
        ndim = type->ndim > ndim ? type->ndim : ndim;
    }
    if (!arrays && !call->out)
        return typing(in, node, call);
    *element = *call;
    element->args = args;
    element->out = NULL; /* where the loop stores what this gives */
    element->of_array = call->count && pk_ty_is_arrays(call->args[0].type);
    v = typing(in, node, element);
    call->element = element;
    if (v.type->kind == PK_TY_error)
        return v;
    if (call->out)
        return check_out(in, call, v, ndim);
    return of_type(pk_ty_lazy(in->arena, v.type, ndim));
}

const char *pk_operator_path(uint8_t op) {
    switch (op) {
    case PK_AST_OP_Add: return "numpy.add";
    case PK_AST_OP_Sub: return "numpy.subtract";
    case PK_AST_OP_Mult: return "numpy.multiply";
    case PK_AST_OP_Div: return "numpy.divide";
    case PK_AST_OP_FloorDiv: return "numpy.floor_divide";
    case PK_AST_OP_Mod: return "numpy.remainder";
    case PK_AST_OP_Pow: return "numpy.power";
    case PK_AST_OP_LShift: return "numpy.left_shift";
    case PK_AST_OP_RShift: return "numpy.right_shift";
    case PK_AST_OP_BitAnd: return "numpy.bitwise_and";
    case PK_AST_OP_BitOr: return "numpy.bitwise_or";
    case PK_AST_OP_BitXor: return "numpy.bitwise_xor";
    case PK_AST_OP_USub: return "numpy.negative";
    case PK_AST_OP_UAdd: return "numpy.positive";
    case PK_AST_OP_Invert: return "numpy.invert";
    case PK_AST_OP_Eq: return "numpy.equal";
    case PK_AST_OP_NotEq: return "numpy.not_equal";
    case PK_AST_OP_Lt: return "numpy.less";
    case PK_AST_OP_LtE: return "numpy.less_equal";
    case PK_AST_OP_Gt: return "numpy.greater";
    case PK_AST_OP_GtE: return "numpy.greater_equal";
    default: return NULL;
    }
}

pk_typed pk_infer_operator(pk_infer *in, const pk_ast *node, const char *path,
                           const pk_ast *const *nodes, const pk_typed *args,
                           uint32_t count) {
    pk_call *call = PK_NEW(in->arena, pk_call);
    pk_typed v;

    *call = (pk_call){.builtin = pk_builtin_find(path), .count = count};
    call->nodes = pk_arena_array(in->arena, count, sizeof *call->nodes);
    call->args = pk_arena_array(in->arena, count, sizeof *call->args);
    if (!call->nodes || !call->args)
        return error();
    memcpy(call->nodes, nodes, count * sizeof *nodes);
    memcpy(call->args, args, count * sizeof *args);
    for (uint32_t i = 0; i < count; i++)
        if (args[i].type->kind == PK_TY_error)
            return error();
    v = pk_infer_elementwise(in, node, call, pk_type_ufunc);
    pk_note_at(in, node)->call = call;
    return v;
}

bool pk_infer_fits(const pk_ty *value, const pk_ty *place) {
    const pk_ty *element =
        place->kind == PK_TY_array ? pk_ty_element(place) : place;

    if (element->kind == PK_TY_record && !pk_ty_is_arrays(value))
        return pk_infer_fits_record(value, element);
    if (pk_ty_is_arrays(value))
        return value->ndim <= (place->kind == PK_TY_array ? place->ndim : 0) &&
               pk_rule_converts(pk_ty_element(value), element);
    if (value->kind != PK_TY_tuple)
        return pk_rule_converts(value, element);
    if (place->kind != PK_TY_array || place->ndim != 1)
        return false;
    for (uint32_t i = 0; i < value->count; i++)
        if (!pk_rule_converts(value->items[i], element))
            return false;
    return true;
}

/* ---- reductions ---- */

typedef enum gives_kind { ELEMENT, WIDE, MEAN, REAL, OWN } gives_kind;
typedef enum order_kind { MEMORY, C } order_kind;

typedef struct reduction {
    const char *name;
    gives_kind gives;
    order_kind order;
} reduction;

static const reduction reductions[] = {
#define REDUCTION(name, gives, order) {#name, gives, order},
#include "frontend/builtins/reductions.def"
#undef REDUCTION
};

static const pk_ty *reduced_type(gives_kind gives, const pk_ty *element) {
    bool whole = kind_of(element) < KIND_float;

    switch (gives) {
    case ELEMENT: return element;
    case WIDE:
        if (whole)
            return pk_ty_number(
                kind_of(element) == KIND_unsigned ? PK_TYPE_u64 : PK_TYPE_i64);
        return element;
    case MEAN: return whole ? pk_ty_number(PK_TYPE_f64) : element;
    case REAL:
        return whole ? pk_ty_number(PK_TYPE_f64)
                     : pk_ty_number(element->scalar);
    case OWN: break;
    }
    return NULL;
}

static pk_typed reduced(pk_infer *in, const pk_ast *node, pk_call *call) {
    const reduction *row = &reductions[call->builtin->param];
    const pk_ty *types[2] = {call->args[0].type,
                             call->count > 1 ? call->args[1].type : NULL};
    const pk_ty *element;
    const pk_function *fn;

    if (types[0]->kind == PK_TY_lazy)
        types[0] = pk_infer_computed(in, call->nodes[0], types[0]);
    if (types[0]->kind == PK_TY_computed && row->order == C)
        types[0] = pk_computed_in_c(in, types[0]);
    if ((types[0]->kind != PK_TY_array && types[0]->kind != PK_TY_computed) ||
        !pk_infer_knows_size(in, types[0]))
        return pk_say(in, call->nodes[0], PK_E_array_wanted, NULL,
                      "%s takes an array of a known size, not %s",
                      pk_builtin_name(call->builtin), pk_named(in, types[0]));
    element = pk_ty_element(types[0]);
    if (!pk_ty_is_numeric(element))
        return pk_say(in, call->nodes[0], PK_E_array_wanted,
                      "take a field of it: a['x']",
                      "%s takes an array of numbers, not %s",
                      pk_builtin_name(call->builtin), pk_named(in, types[0]));
    if (row->order == MEMORY && types[0]->kind == PK_TY_array &&
        types[0]->layout == 'F')
        types[0] = pk_ty_reversed(in->arena, types[0]);
    call->work = types[0];
    call->gives = reduced_type(row->gives, element);
    fn = find_function(in, row->name, element);
    if (element->kind == PK_TY_complex && row->order == C)
        return pk_say(in, node, PK_E_call_type, "compare .real, or abs()",
                      "%s has no order of complex numbers",
                      pk_builtin_name(call->builtin));
    return pk_call_library(in, node, call, fn, types, call->count);
}

/* a.sum(axis, dtype): the dtype is what it adds up in. */
static bool sum_options(pk_infer *in, pk_call *call) {
    const pk_ast *axis = call->nodes[1], *dtype = call->nodes[2];
    const pk_ty *type = dtype ? pk_ty_of_dtype(call->args[2]) : NULL;
    pk_ty *made;

    if (axis && call->args[1].type->kind != PK_TY_none) {
        pk_say_unsupported(in, axis, "a sum along an axis",
                           "it would be a new array: loop over the axis, and "
                           "sum a view of the others");
        return false;
    }
    call->count = 1;
    if (!dtype)
        return true;
    if (!type || !pk_ty_is_numeric(type)) {
        pk_say(in, dtype, PK_E_dtype, "write np.float64, or a.dtype",
               "this is not a dtype");
        return false;
    }
    made = PK_NEW(in->arena, pk_ty);
    *made = (pk_ty){.kind = PK_TY_dtype, .made = type};
    call->builtin = pk_builtin_find("numpy.ndarray.__sum_as__");
    call->args[1] = of_type(made);
    call->count = 2;
    return true;
}

pk_typed pk_type_reduce(pk_infer *in, const pk_ast *node, pk_call *call) {
    if (call->builtin->param == PK_REDUCE_sum && call->count > 1 &&
        !sum_options(in, call))
        return error();
    return reduced(in, node, call);
}

pk_typed pk_type_item(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *array = pk_infer_array_of(in, call);

    (void)node;
    return array ? of_type(pk_ty_element(array)) : error();
}

/* ---- iterations ---- */

/* np.nditer(a), np.nditer((a, b)): over views, which the library makes. */
pk_typed pk_type_nditer(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *op = call->args[0].type, **items;
    const bool tuple = op->kind == PK_TY_tuple;
    pk_ty *zip = PK_NEW(in->arena, pk_ty);
    pk_typed v;

    for (uint32_t i = 0; i < (tuple ? op->count : 1); i++) {
        const pk_ty *item = tuple ? op->items[i] : op;
        if (!pk_ty_is_numeric(item) && item->kind != PK_TY_array)
            return pk_say(in, call->nodes[0], PK_E_call_type,
                          "np.nditer(a), np.nditer((a, b))",
                          "nditer takes an array or a tuple of arrays, not %s",
                          pk_named(in, item));
    }
    if (tuple && !op->count)
        return pk_say(in, call->nodes[0], PK_E_call_type, NULL,
                      "nditer takes at least one array");
    v = pk_type_host_library(in, node, call);
    if (v.type->kind == PK_TY_array)
        return of_type(pk_ty_over(in->arena, PK_TY_element_iter, v.type,
                                  PK_ELEMENT_ITER_views));
    if (v.type->kind != PK_TY_tuple)
        return v;
    items = pk_arena_array(in->arena, v.type->count, sizeof *items);
    *zip = (pk_ty){.kind = PK_TY_zip,
                   .count = v.type->count,
                   .parts = v.type->parts,
                   .items = items};
    for (uint32_t i = 0; items && i < zip->count; i++)
        items[i] = pk_ty_over(in->arena, PK_TY_element_iter, v.type->items[i],
                              PK_ELEMENT_ITER_views);
    return items ? of_type(zip) : error();
}

/* np.ndindex(shape), np.ndenumerate(array) */
pk_typed pk_type_element_iter(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty **items, *first = call->count ? call->args[0].type : NULL;
    bool tuple = call->count == 1 && first->kind == PK_TY_tuple;
    uint32_t count = tuple ? first->count : call->count;

    if (call->builtin->param == PK_ELEMENT_ITER_both)
        return pk_infer_array_of(in, call)
                   ? of_type(pk_ty_over(in->arena, PK_TY_element_iter, first,
                                        PK_ELEMENT_ITER_both))
                   : error();
    if (count > PK_MAX_DIMS)
        return pk_say(in, node, PK_E_call_type, NULL,
                      "%s takes a shape of up to %d integers",
                      pk_builtin_name(call->builtin), PK_MAX_DIMS);
    items = pk_arena_array(in->arena, count + 1, sizeof *items);
    if (!items)
        return error();
    for (uint32_t i = 0; i < count; i++) {
        const pk_ty *item = tuple ? first->items[i] : call->args[i].type;
        if (!pk_ty_is_int(item))
            return pk_say(in, call->nodes[tuple ? 0 : i], PK_E_call_type,
                          pk_ty_is_float(item) ? pk_hint_integer(item)
                          : pk_ty_is_arrays(item)
                              ? "np.ndindex(a.shape), or its parts"
                              : pk_type_hint(PK_E_call_type, item, NULL),
                          "%s takes integers, not %s",
                          pk_builtin_name(call->builtin), pk_named(in, item));
        items[i] = int64();
    }
    return of_type(pk_ty_over(in->arena, PK_TY_element_iter,
                              pk_ty_tuple(in->arena, items, count),
                              PK_ELEMENT_ITER_indices));
}
