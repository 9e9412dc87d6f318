/* SPDX-License-Identifier: Apache-2.0 */
/* Types operations of warps, blocks and the grid, and clocks: builtins that are
 * one operation of the IR, whose rule types their arguments. */
#include "frontend/infer/typings.h"

#include "frontend/infer/library.h"

#include <string.h>

static pk_typed of_scalar(pk_type type) {
    return of_type(pk_ty_number(type));
}

static bool is_int_or_bool(const pk_ty *type) {
    return pk_ty_is_int(type) || pk_ty_is_bool(type);
}

/* Argument `i` must be an integer or, where `real`, any real number. */
static bool check_argument(pk_infer *in, const pk_call *call, uint32_t i,
                           bool real) {
    const pk_ty *type = call->args[i].type;

    if (!call->nodes[i] ||
        (real ? pk_ty_is_number(type) : is_int_or_bool(type)))
        return true;
    pk_say(in, call->nodes[i], PK_E_call_type,
           !real && pk_ty_is_float(type)
               ? pk_hint_integer(type)
               : pk_type_hint(PK_E_call_type, type, NULL),
           "%s takes %s, not %s", pk_builtin_name(call->builtin),
           real ? "a real number" : "an integer", pk_named(in, type));
    return false;
}

/* match_all_sync gives the lanes and whether all agree. */
static pk_typed lanes_and_truth(pk_infer *in) {
    const pk_ty **items = pk_arena_array(in->arena, 2, sizeof *items);

    if (!items)
        return error();
    items[0] = pk_ty_number(PK_TYPE_i32);
    items[1] = pk_ty_number(PK_TYPE_bool);
    return of_type(pk_ty_tuple(in->arena, items, 2));
}

/* Masks of lanes that votes give are int32, as in Numba. */
pk_typed pk_type_direct(pk_infer *in, const pk_ast *node, pk_call *call) {
    pk_op_rule rule = (pk_op_rule)pk_op_table[call->builtin->param].rule;
    bool carries = rule == PK_RULE_SHUFFLE || rule == PK_RULE_MATCH ||
                   rule == PK_RULE_MATCH_ALL;

    (void)node;
    for (uint32_t i = 0; i < call->count; i++)
        if (!check_argument(in, call, i, carries && i == 1))
            return error();
    switch ((int)rule) {
    case PK_RULE_SHUFFLE:
        call->work = call->args[1].type;
        if (pk_ty_is_bool(call->work))
            call->work = pk_ty_number(PK_TYPE_i32);
        return of_type(call->work);
    case PK_RULE_QUERY_BOOL:
    case PK_RULE_VOTE: return of_scalar(PK_TYPE_bool);
    case PK_RULE_MATCH:
    case PK_RULE_BALLOT:
    case PK_RULE_BARRIER:
    case PK_RULE_QUERY: return of_scalar(PK_TYPE_i32);
    case PK_RULE_MATCH_ALL: return lanes_and_truth(in);
    case PK_RULE_QUERY_U32: return of_scalar(PK_TYPE_u32);
    case PK_RULE_QUERY_I64: return of_scalar(PK_TYPE_i64);
    }
    return of_type(&pk_ty_none);
}

/* The group of all threads: nothing at run time, a name with a sync. */
pk_typed pk_type_this_grid(pk_infer *in, const pk_ast *node, pk_call *call) {
    (void)node, (void)call;
    return of_type(
        pk_ty_path(in->arena, PK_TY_module, "numba.cuda.cg.GridGroup"));
}

pk_typed pk_type_lanemask_lt(pk_infer *in, const pk_ast *node, pk_call *call) {
    (void)in, (void)node, (void)call;
    return of_scalar(PK_TYPE_u32);
}

/* ---- functions of the library that have types of their own ---- */

/* numba.cuda.libdevice.mul24 is the library's libdevice_mul24. */
static const pk_function *named_function(pk_infer *in, const char *path) {
    const char *name = path + strlen("numba.cuda."), *dot = strchr(name, '.');

    return pk_library_named(in->c,
                            pk_arena_format(in->arena, "%.*s_%s",
                                            (int)(dot - name), name, dot + 1));
}

/* Arguments become what the function's parameters say. */
pk_typed pk_type_named(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_function *fn = named_function(in, call->builtin->path);
    const pk_ty **types =
        pk_arena_array(in->arena, call->count + 1, sizeof *types);

    if (!fn || !types)
        return pk_say_unsupported(in, node, pk_builtin_name(call->builtin),
                                  NULL);
    for (uint32_t i = 0; i < call->count; i++) {
        types[i] = pk_infer_annotated(in, fn, i);
        if (!check_argument(in, call, i, true))
            return error();
    }
    call->instance =
        pk_infer_instance(in->c, fn, types, call->count, in->program, node);
    if (!call->instance || call->instance->state != PK_INSTANCE_done)
        return error();
    return of_type(call->instance->result);
}

/* ---- random numbers ---- */

/* Records of two uint64, or rows of them. */
static bool has_pairs(const pk_ty *states) {
    const pk_record *record;

    if (!pk_ty_is_records(states))
        return states->kind == PK_TY_array && states->ndim == 2 &&
               states->scalar == PK_TYPE_u64 &&
               !(states->flags & PK_TYF_complex);
    record = states->made->record;
    for (uint32_t i = 0; i < record->count; i++)
        if (record->fields[i].record || record->fields[i].ndim ||
            record->fields[i].dtype != PK_TYPE_u64)
            return false;
    return states->ndim == 1 && record->count == 2;
}

/* The library's functions that draw `what`. */
static void need_random(pk_infer *in, const pk_ast *node, uint16_t what,
                        pk_type result) {
    const pk_ty *word = pk_ty_number(PK_TYPE_u64), *words[] = {word, word};
    bool normal = what == PK_RANDOM_normal_f32 || what == PK_RANDOM_normal_f64;

    pk_library_need(in, node, "xoroshiro128p_step", PK_TYPE_u64, words, 2);
    if (what != PK_RANDOM_bits)
        pk_library_need(in, node, normal ? "normal" : "uniform", result, words,
                        normal ? 2 : 1);
}

pk_typed pk_type_random(pk_infer *in, const pk_ast *node, pk_call *call) {
    static const pk_type results[] = {[PK_RANDOM_bits] = PK_TYPE_u64,
                                      [PK_RANDOM_uniform_f32] = PK_TYPE_f32,
                                      [PK_RANDOM_uniform_f64] = PK_TYPE_f64,
                                      [PK_RANDOM_normal_f32] = PK_TYPE_f32,
                                      [PK_RANDOM_normal_f64] = PK_TYPE_f64};
    const pk_ty *states = call->args[0].type;
    pk_type result = results[call->builtin->param];

    if (!has_pairs(states))
        return pk_say(in, call->nodes[0], PK_E_random_states,
                      "portkern run takes them as states:COUNT,SEED",
                      "%s takes states, each two uint64, not %s",
                      pk_builtin_name(call->builtin), pk_named(in, states));
    if (states->flags & PK_TYF_readonly)
        return pk_say(in, call->nodes[0], PK_E_store_readonly, NULL,
                      "cannot write to a read-only array");
    if (!check_argument(in, call, 1, false))
        return error();
    need_random(in, node, call->builtin->param, result);
    return of_scalar(result);
}
