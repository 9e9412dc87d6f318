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
 * Results lie one behind the other, each aligned to its size. */
#include "core/ir_data.h"
#include "frontend/lower/lower.h"

#include <string.h>

static void put_results(pk_lower *l, pk_value *results, const pk_inst *call) {
    uint32_t at = 0, bytes;

    for (uint32_t i = 0; i < call->result_count; i++) {
        pk_value *value = call->results[i], *to;
        bytes = pk_type_bytes(value->type);
        at = (at + bytes - 1) / bytes * bytes;
        if (pk_type_is_ptr(value->type))
            value = pk_emit1(&l->b, PK_OP_address, value);
        to = pk_emit_offset(&l->b, value->type, results, pk_i64(l, at));
        pk_emit2(&l->b, PK_OP_store, to, value);
        at += bytes;
    }
}

static const char *spread_of(const pk_lower *l) {
    const char *words;
    pk_text text;

    pk_text_init(&text, l->arena->allocator);
    pk_ty_print_spread(l->instance->result, &text);
    l->arena->failed |= text.failed;
    words = pk_arena_text(l->arena, pk_text_string(&text), text.length);
    pk_text_finish(&text);
    return words;
}

void pk_lower_entry(pk_compile *c, pk_instance *instance) {
    const pk_function *fn = instance->function;
    pk_lower l = {.c = c,
                  .arena = c->arena,
                  .instance = instance,
                  .program = fn->program,
                  .live = true};
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
        pk_lv v = pk_lower_add_parameters(
            &l, pk_instance_parameter(instance, i), instance->args[i], i);
        if (count + v.type->parts <= PK_MAX_LEAVES)
            count = pk_lv_append(args, count, v);
    }
    pk_lower_references(&l);
    pk_lower_mark_parameters(&l);
    results =
        pk_func_param(l.fn, "results", PK_TYPE_PTR(PK_SPACE_global, PK_TYPE_u8),
                      PK_ROLE_data, PK_RESULTS_ARG, 0)
            ->value;
    l.fn->params[l.fn->param_count - 1].flags |= PK_PARAM_noalias;
    pk_func_get_data(l.fn)->results = spread_of(&l);
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
    put_results(&l, results, call);
}
