/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of launches within kernels. */
#include "frontend/infer/calls/device_launch.h"

#include "core/device_launch.h"
#include "core/report.h"
#include "frontend/values/known.h"

/* An extent, or a tuple of up to three. */
static bool is_extent(const pk_ty *type) {
    if (type->kind != PK_TY_tuple)
        return pk_ty_is_int(type);
    for (uint32_t i = 0; i < type->count; i++)
        if (!pk_ty_is_int(type->items[i]))
            return false;
    return type->count >= 1 && type->count <= 3;
}

static void check_part(pk_infer *in, const pk_ast *node, uint32_t i) {
    static const char *const names[] = {"grid", "block", "stream",
                                        "shared memory"};
    pk_typed v = pk_infer_expr(in, node);
    int64_t stream;

    if (v.type->kind == PK_TY_error)
        return;
    if (i == 2 && v.type->kind != PK_TY_none &&
        !(pk_known_is_int(v, &stream) && stream == 0))
        pk_say(in, node, PK_E_launch_config, "leave it out, or write 0",
               "a launch in a kernel has no stream");
    else if ((i < 2 && !is_extent(v.type)) || (i == 3 && !pk_ty_is_int(v.type)))
        pk_say(in, node, PK_E_launch_config,
               i == 0   ? "blocks along x, y and z: other[(8, 8), block](a)"
               : i == 1 ? "threads along x, y and z: other[grid, (16, 16)](a); "
                          "n // 2 is an integer"
                        : NULL,
               "the %s is an integer%s, not %s", names[i],
               i < 2 ? " or a tuple of up to three" : "", pk_named(in, v.type));
}

/* [grid, block], [grid, block, stream], [grid, block, stream, bytes] */
static void check_config(pk_infer *in, const pk_ast *subscript) {
    const pk_ast *slice = subscript->Subscript.slice;

    if (slice->kind != PK_AST_Tuple || slice->Tuple.elts.count < 2 ||
        slice->Tuple.elts.count > 4) {
        pk_say(in, slice, PK_E_launch_config, "kernel[grid, block](arguments)",
               "a launch takes grid and block");
        return;
    }
    for (uint32_t i = 0; i < slice->Tuple.elts.count; i++)
        check_part(in, slice->Tuple.elts.items[i], i);
}

static bool can_travel(const pk_infer *in, const pk_ty *type) {
    if (pk_ty_members(type))
        return pk_program_class_path(in->program, in->arena, type->members);
    if (type->kind == PK_TY_array)
        return type->space == PK_SPACE_global && !type->held &&
               !pk_ty_part_bytes(type) && type->ndim <= PK_LAUNCHED_AXES;
    if (type->kind == PK_TY_record)
        return type->space == PK_SPACE_global;
    for (uint32_t i = 0; type->kind == PK_TY_tuple && i < type->count; i++)
        if (!can_travel(in, type->items[i]))
            return false;
    return type->kind == PK_TY_tuple || pk_ty_is_numeric(type) ||
           type->kind == PK_TY_none;
}

/* Arguments, items of tuples among them, and what is handed over: numbers,
 * addresses, extents, strides. */
typedef struct load {
    uint32_t arguments, operands;
} load;

static void add_load(const pk_ty *type, load *sum) {
    sum->arguments++;
    for (uint32_t i = 0; type->kind == PK_TY_tuple && i < type->count; i++)
        add_load(type->items[i], sum);
    if (type->kind == PK_TY_array)
        sum->operands += 1 + 2u * type->ndim;
    else if (type->kind != PK_TY_tuple)
        sum->operands += type->parts;
}

static void check_load(pk_infer *in, const pk_ast *node, const load *sum) {
    const uint32_t most = PK_REPORT_PRINTED - PK_LAUNCHED_CONFIG;

    if (sum->arguments > PK_LAUNCHED_MAX)
        pk_say(in, node, PK_E_launch_argument, "pass an array that holds them",
               "a launch in a kernel has at most %d arguments, items of tuples "
               "counted, and this has %u",
               PK_LAUNCHED_MAX, sum->arguments);
    else if (sum->operands > most)
        pk_say(in, node, PK_E_launch_argument,
               "an array is its address, its extents and its strides",
               "a launch in a kernel passes at most %u numbers, and this one "
               "passes %u",
               most, sum->operands);
}

/* Why it cannot be an argument. */
static const char *reason(const pk_ty *type) {
    if (type->kind == PK_TY_array)
        return "this array ends with the kernel: %s cannot be an argument of a "
               "launch";
    if (pk_ty_members(type))
        return "the module has no name for the enumeration: %s cannot be an "
               "argument of a launch in a kernel";
    return "%s cannot be an argument of a launch in a kernel";
}

static void check_argument(pk_infer *in, const pk_ast *node, pk_typed v,
                           load *sum) {
    add_load(v.type, sum);
    if (node->kind == PK_AST_Starred || !pk_infer_has_value(in, node, v) ||
        can_travel(in, v.type))
        return;
    pk_say(in, node, PK_E_launch_argument,
           pk_ty_members(v.type)
               ? "import its class from the file where it is, or give the "
                 "class, too, where its member is given from outside"
               : "pass numbers, and arrays and records that are arguments "
                 "of the kernel, also in tuples",
           reason(v.type), pk_named(in, v.type));
}

/* Whether all parameters that the call does not pass by place have a default.
 */
static bool enough(const pk_function *fn, const pk_ast *call) {
    const uint32_t given = call->Call.args.count;

    if (call->Call.keywords.count)
        return true; /* binding says more */
    return given <= fn->info.param_count &&
           pk_function_may_omit(&fn->info, given);
}

/* Defaults are passed, too: a launch has all arguments. */
static bool check_arguments(pk_infer *in, const pk_ast *node,
                            const pk_function *fn, pk_call *call) {
    const uint32_t *order;
    load sum = {0};

    if (!pk_infer_bind(in, node, fn, call))
        return false;
    order = pk_infer_order(in, node, call);
    for (uint32_t n = 0; order && n < call->count; n++) {
        uint32_t i = order[n];
        const pk_ast *value = call->nodes[i];
        if (value)
            call->args[i] = pk_infer_expr(in, value);
        else if (!pk_infer_default(in, node, fn, i, &call->args[i]))
            return false;
        check_argument(in, value ? value : node, call->args[i], &sum);
    }
    check_load(in, node, &sum);
    return true;
}

/* The launch converts the arguments to the kernel's signature: whether it can
 * is known now. */
static void check_signature(pk_infer *in, const pk_ast *node,
                            const pk_function *fn, const pk_call *call) {
    pk_arg_type given[PK_LAUNCHED_MAX];
    uint32_t count = call->count, best, fits;
    pk_text text;

    if (!fn->info.declared_count)
        return;
    for (uint32_t i = 0; i < count; i++)
        if (!pk_ty_to_argument(in->arena, call->args[i].type, &given[i]))
            return;
    fits = pk_declared_choose(&fn->info, given, count, &best);
    if (fits == 1)
        return;
    pk_text_init(&text, in->arena->allocator);
    pk_declared_explain(&fn->info, given, count, fits, &text);
    pk_say(in, node, PK_E_launch_argument,
           fn->info.declared_count == 1
               ? "convert it, or change the signature; for a member pass its "
                 ".value"
               : NULL,
           "%s", pk_text_string(&text));
    pk_text_finish(&text);
}

pk_typed pk_infer_device_launch(pk_infer *in, const pk_ast *node,
                                const pk_function *fn, pk_call *call) {
    const pk_typed none = {.type = &pk_ty_none}, wrong = {.type = &pk_ty_error};
    const uint32_t given = node->Call.args.count;

    if (!in->instance->is_kernel)
        return pk_say_unsupported(in, node,
                                  "a launch in a function that is called",
                                  "launch in the kernel itself");
    if (fn->program != in->program)
        return pk_say_unsupported(in, node, "launching another module's kernel",
                                  "define it in this module");
    check_config(in, node->Call.func);
    if (!pk_function_sound(in->c, fn))
        return wrong;
    if (!enough(fn, node) || fn->info.param_count > PK_LAUNCHED_MAX)
        return pk_say(
            in, node, PK_E_argument_count, pk_function_usage(in->arena, fn),
            "%s takes %u argument%s, got %u", fn->info.name,
            fn->info.param_count, fn->info.param_count == 1 ? "" : "s", given);
    if (!check_arguments(in, node, fn, call))
        return wrong;
    check_signature(in, node, fn, call);
    call->launched = fn;
    return none;
}
