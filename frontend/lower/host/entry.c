/* SPDX-License-Identifier: Apache-2.0 */
/* Entries of host functions: what the program calls.
 *
 *     host @f(%x: ptr<global, f64> data 0, ..., %results: ptr<global, u8> data
 *             65534) {
 *         %1: f64 = call @f_1(%x, ...)
 *         store %results, %1
 *     }
 *
 * The function itself is called as by any other, so that it may call itself.
 * Results lie one behind the other, each aligned to its size. A list or dict is
 * made of the items that the caller gives, and lies behind the result in the
 * end. */
#include "core/ir_data.h"
#include "frontend/infer/library.h"
#include "frontend/lower/lower.h"
#include "frontend/lower/report.h"

#include <string.h>

static uint32_t put_result(pk_lower *l, pk_value *results, uint32_t at,
                           pk_value *value) {
    const uint32_t bytes = pk_type_bytes(value->type);
    pk_value *to;

    at = (at + bytes - 1) / bytes * bytes;
    if (pk_type_is_ptr(value->type))
        value = pk_emit1(&l->b, PK_OP_address, value);
    to = pk_emit_offset(&l->b, value->type, results, pk_i64(l, at));
    pk_emit2(&l->b, PK_OP_store, to, value);
    return at + bytes;
}

/* Whether an argument is made here, of what the caller gives. */
static bool is_made(const pk_ty *type) {
    return type->kind == PK_TY_list || type->kind == PK_TY_dict;
}

/* The caller gets lists and dicts that are arguments back behind the result. */
static void put_results(pk_lower *l, pk_value *results, pk_lv value,
                        const pk_lv *args) {
    uint32_t at = 0;

    for (uint32_t i = 0; i < value.type->parts; i++)
        at = put_result(l, results, at, value.parts[i]);
    for (uint32_t i = 0; args && i < l->instance->arg_count; i++)
        for (uint32_t k = 0; is_made(args[i].type) && k < args[i].type->parts;
             k++)
            at = put_result(l, results, at, args[i].parts[k]);
}

/* An argument; of a list its items, or words of these, of a dict the arrays of
 * what it holds. */
static pk_lv add_argument(pk_lower *l, uint32_t number) {
    const pk_ty *type = l->instance->args[number], *filled[3];
    uint32_t count;

    if (type->kind == PK_TY_dict) {
        count = pk_ty_dict_filled(l->arena, type, filled);
        type = pk_ty_tuple(l->arena, filled + 1, count - 1);
    }
    if (type->kind == PK_TY_list)
        type = pk_ty_array(l->arena,
                           pk_ty_is_flat_list(type) ? type->items[0]
                                                    : pk_ty_number(PK_TYPE_i64),
                           1, 'C', PK_SPACE_global, 0);
    return pk_lower_add_parameters(
        l, pk_instance_parameter(l->instance, number), type, number);
}

/* The list that an argument is, from its items. One that is an argument twice
 * is one list. */
static pk_lv add_list(pk_lower *l, uint32_t number, pk_lv *items,
                      const pk_lv *args) {
    const pk_ty *type = l->instance->args[number];
    pk_merge m = pk_merge_new(l, type);
    pk_inst *inst;

    items[number] = add_argument(l, number);
    pk_merge_set(l, &m,
                 pk_ty_is_flat_list(type)
                     ? pk_lower_list_of(l, type, items[number])
                     : pk_lower_list_of_words(l, type, items[number]));
    for (uint32_t i = 0; i < number; i++) {
        if (args[i].type->kind != PK_TY_list ||
            !pk_ty_equal(args[i].type, type))
            continue;
        inst =
            pk_begin_if(&l->b, emit(l, PK_OP_eq, items[i].parts[PK_PART_data],
                                    items[number].parts[PK_PART_data]));
        pk_merge_set(l, &m, args[i]);
        pk_end_control(&l->b, inst);
    }
    return pk_merge_get(l, &m);
}

/* The dict that an argument is: one of the library's functions fills it. */
static pk_lv add_dict(pk_lower *l, uint32_t number) {
    const pk_ty *type = l->instance->args[number], *filled[3];
    const uint32_t count = pk_ty_dict_filled(l->arena, type, filled);
    pk_instance *filler = pk_instance_of_library(
        l->c, pk_library_named(l->c, pk_dict_filler(type)), filled, count);
    pk_value *parts[PK_MAX_LEAVES];
    pk_lv dict = pk_lower_new_dict(l, type), items;
    uint32_t used;

    items = add_argument(l, number);
    if (!filler)
        return pk_lower_broken(l);
    used = pk_lv_append(parts, pk_lv_append(parts, 0, dict), items);
    pk_lower_instance_call(l, filler, parts, used);
    return dict;
}

/* Whether the call goes on with a generator, which comes behind its arguments.
 */
static bool goes_on(const pk_lower *l) {
    return l->c->signature->count > l->instance->arg_count;
}

static const char *spread_of(const pk_lower *l) {
    const pk_instance *instance = l->instance;
    const char *words;
    pk_text text;

    pk_text_init(&text, l->arena->allocator);
    pk_ty_print_spread(goes_on(l) ? instance->item : instance->result, &text);
    for (uint32_t i = 0; i < instance->arg_count && !goes_on(l); i++)
        if (is_made(l->instance->args[i]))
            pk_ty_print_spread(l->instance->args[i], &text);
    l->arena->failed |= text.failed;
    words = pk_arena_text(l->arena, pk_text_string(&text), text.length);
    pk_text_finish(&text);
    return words;
}

/* Tells the function what its call knows of the arrays, where it is the
 * only one. */
static void tell_callee(const pk_func *entry, const pk_inst *call) {
    pk_func *callee = call->callee;

    if (pk_func_get_data(callee)->calls != 1)
        return;
    for (uint32_t i = 0; i < callee->param_count; i++)
        for (uint32_t k = 0; k < entry->param_count; k++) {
            if (call->args[i] != entry->params[k].value ||
                callee->params[i].role != PK_ROLE_data) /* a record */
                continue;
            callee->params[i].flags = entry->params[k].flags;
            callee->params[i].align = entry->params[k].align;
        }
}

static pk_value *add_results(pk_lower *l) {
    pk_value *results = pk_func_param(l->fn, "results",
                                      PK_TYPE_PTR(PK_SPACE_global, PK_TYPE_u8),
                                      PK_ROLE_data, PK_RESULTS_ARG, 0)
                            ->value;

    l->fn->params[l->fn->param_count - 1].flags |= PK_PARAM_noalias;
    pk_func_get_data(l->fn)->results = spread_of(l);
    return results;
}

/* Gives the next item of the generator, or raises StopIteration. */
static void lower_next(pk_lower *l) {
    const uint32_t number = l->instance->arg_count;
    pk_value *more, *results,
        *frame = pk_func_param(l->fn, "generator", PK_TYPE_ref, PK_ROLE_scalar,
                               number, 0)
                     ->value;
    pk_lv item;

    pk_lower_references(l);
    results = add_results(l);
    item =
        pk_lower_generator_next(l, (pk_lv){l->instance->result, &frame}, &more);
    pk_lower_fail_if(l, pk_emit1(&l->b, PK_OP_not, more), "StopIteration", NULL,
                     0);
    put_results(l, results, item, NULL);
}

void pk_lower_entry(pk_compile *c, pk_instance *instance) {
    const pk_function *fn = instance->function;
    pk_lower l = {.c = c,
                  .arena = c->arena,
                  .instance = instance,
                  .program = fn->program,
                  .live = true};
    pk_lv *given =
        pk_arena_array(c->arena, 2 * (instance->arg_count + 1u), sizeof *given);
    pk_value *args[PK_MAX_LEAVES], *results;
    uint32_t count = 0;
    pk_inst *call;

    l.fn = pk_func_new(c->ir, PK_FUNC_host, fn->info.name);
    l.file = pk_ir_file(c->ir, fn->program->parse.source->file);
    pk_builder_init(&l.b, l.fn);
    pk_lower_at(&l, fn->def);
    l.fn->loc = l.b.loc;
    for (uint32_t i = 0; i < 3; i++)
        l.fn->block[i] = 1;
    for (uint32_t i = 0; i < instance->arg_count && !c->arena->failed; i++) {
        const pk_ty *type = instance->args[i];
        if (type->kind == PK_TY_list && !goes_on(&l)) /* it has the list */
            given[i] = add_list(&l, i, given + instance->arg_count, given);
        else if (type->kind == PK_TY_dict && !goes_on(&l))
            given[i] = add_dict(&l, i);
        else
            given[i] = add_argument(&l, i);
        if (count + type->parts <= PK_MAX_LEAVES)
            count = pk_lv_append(args, count, given[i]);
    }
    if (goes_on(&l)) {
        lower_next(&l);
        return;
    }
    pk_lower_references(&l);
    pk_lower_mark_parameters(&l);
    results = add_results(&l);
    if (count + pk_lower_reference_parts(&l, instance, NULL) > PK_MAX_LEAVES ||
        instance->ir->param_count >
            count + pk_lower_reference_parts(&l, instance, NULL)) {
        c->broken = true;
        return;
    }
    count += pk_lower_reference_parts(&l, instance, args + count);
    if (c->arena->failed)
        return;
    call = pk_emit_call(&l.b, instance->ir, args, count);
    tell_callee(l.fn, call);
    put_results(&l, results, (pk_lv){instance->result, call->results}, given);
}
