/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of functions and statements. */
#include "frontend/lower/lower.h"

#include "core/ir_data.h"
#include "frontend/infer/latent.h"
#include "frontend/infer/library.h"
#include "frontend/infer/typings.h"
#include "frontend/lower/closure.h"
#include "frontend/lower/iter.h"
#include "frontend/lower/report.h"

#include <string.h>

void pk_lower_at(pk_lower *l, const pk_ast *node) {
    if (l->program->kind == PK_PROGRAM_user)
        l->b.loc = pk_ast_loc(node, l->file);
}

/* ---- variables ---- */

/* Whether the variable is its values themselves. Not in a host function, where
 * a variable keeps the memory of its array. */
static bool is_direct(const pk_lower *l, uint32_t index) {
    return l->instance->vars.items[index].direct && !l->c->signature->host;
}

static pk_home *home_of(pk_lower *l, int index, const pk_ty *type) {
    const pk_var *var = &l->instance->vars.items[index];
    pk_home *home = l->homes[index];

    while (home && !pk_ty_equal(home->type, type))
        home = home->next;
    if (home)
        return home;
    home = PK_NEW(l->arena, pk_home);
    home->type = type;
    home->locals =
        pk_arena_array(l->arena, type->parts + 1u, sizeof *home->locals);
    if (l->arena->failed)
        return home; /* memory that others write to, too: nobody looks in it */
    for (uint32_t i = 0; i < type->parts; i++)
        home->locals[i] = pk_func_local(l->fn, var->name, pk_ty_part(type, i));
    pk_lower_mark_owners(l, type, home->locals);
    home->next = l->homes[index];
    l->homes[index] = home;
    return home;
}

/* Whether a part is what an earlier part of the variable holds, which gives it
 * up before the later one gets it: `p = (p[1], p[0])`. */
static bool takes_own_parts(const pk_home *home, pk_lv value) {
    for (uint32_t i = 1; i < value.type->parts; i++)
        for (uint32_t k = 0; k < i; k++)
            if (value.parts[i]->type == PK_TYPE_ref &&
                pk_is_op(value.parts[i], PK_OP_get) &&
                value.parts[i]->def->local == home->locals[k])
                return true;
    return false;
}

void pk_lower_set_home(pk_lower *l, int index, pk_lv value) {
    pk_home *home = home_of(l, index, value.type);

    if (!l->arena->failed && takes_own_parts(home, value))
        pk_lower_hold(l, value);
    for (uint32_t i = 0; !l->arena->failed && i < value.type->parts; i++)
        pk_emit_set(&l->b, home->locals[i], value.parts[i]);
}

static void set(pk_lower *l, int index, pk_lv value) {
    l->places[index] = (pk_place){value.type, value.parts, NULL};
    if (!is_direct(l, (uint32_t)index) && value.type->parts)
        pk_lower_set_home(l, index, value);
}

void pk_lower_set(pk_lower *l, int index, pk_lv value) {
    set(l, index, value);
    pk_lower_tried(l, index, value);
    pk_lower_debug_set(l, index, value);
}

static pk_lv get_home(pk_lower *l, const pk_home *home, const pk_ty *type,
                      uint32_t first) {
    pk_lv v = pk_lv_new(l, type);

    for (uint32_t i = 0; !l->arena->failed && i < type->parts; i++)
        v.parts[i] = pk_emit_get(&l->b, home->locals[first + i]);
    return v;
}

pk_lv pk_lower_home(pk_lower *l, int index, const pk_ty *type) {
    return get_home(l, home_of(l, index, type), type, 0);
}

pk_lv pk_lower_get(pk_lower *l, int index) {
    const pk_place *place = &l->places[index];
    uint32_t first = place->whole ? 1 : 0; /* behind whether it is None */

    if (!place->type)
        return pk_lower_broken(l);
    if (is_direct(l, (uint32_t)index) || !place->type->parts)
        return (pk_lv){place->type, place->values + first};
    return get_home(
        l, home_of(l, index, place->whole ? place->whole : place->type),
        place->type, first);
}

static bool has_type(const pk_slot *slot) {
    return slot->v.type && slot->v.type->kind != PK_TY_clash &&
           slot->v.type->kind != PK_TY_error;
}

void pk_lower_meet(pk_lower *l, const pk_slot *slots) {
    for (uint32_t i = 0; slots && i < l->instance->vars.count; i++) {
        const pk_place *place = &l->places[i];
        if (!has_type(&slots[i]) || !place->type || is_direct(l, i) ||
            pk_ty_equal(place->whole ? place->whole : place->type,
                        slots[i].v.type) ||
            !pk_rule_converts(place->type, slots[i].v.type))
            continue;
        set(l, (int)i,
            pk_lower_convert(l, pk_lower_get(l, (int)i), slots[i].v.type));
    }
}

void pk_lower_arrive(pk_lower *l, const pk_slot *slots) {
    l->live = slots != NULL;
    for (uint32_t i = 0; slots && i < l->instance->vars.count; i++) {
        pk_place *place = &l->places[i];
        const pk_ty *type = has_type(&slots[i]) ? slots[i].v.type : NULL;
        const pk_ty *whole = place->whole ? place->whole : place->type;
        bool direct = is_direct(l, i);
        if (!direct) {
            place->type = type;
            place->whole = NULL;
        } else if (type && whole && whole->kind == PK_TY_optional) {
            place->type = type;
            place->whole = type->kind == PK_TY_optional ? NULL : whole;
        }
    }
}

pk_place *pk_lower_save(pk_lower *l) {
    uint32_t count = l->instance->vars.count;
    pk_place *copy = pk_arena_array(l->arena, count + 1, sizeof *copy);

    if (copy)
        memcpy(copy, l->places, count * sizeof *copy);
    return copy;
}

void pk_lower_restore(pk_lower *l, const pk_place *saved) {
    if (saved)
        memcpy(l->places, saved, l->instance->vars.count * sizeof *saved);
}

bool pk_lower_types_change(const pk_lower *l, const pk_slot *head,
                           const pk_slot *joined) {
    for (uint32_t i = 0; joined && i < l->instance->vars.count; i++)
        if (!is_direct(l, i) && has_type(&joined[i]) && has_type(&head[i]) &&
            !pk_ty_equal(head[i].v.type, joined[i].v.type))
            return true;
    return false;
}

/* ---- assignment ---- */

/* Items that are taken one by one must be as many as the names. */
static void check_length(pk_lower *l, pk_value *length, uint32_t count) {
    if (!pk_is_const_int(length, count))
        pk_lower_fail_if(
            l, pk_emit2(&l->b, PK_OP_ne, length, pk_i64(l, count)),
            pk_arena_format(l->arena,
                            "ValueError: expected %u values to unpack, got {}",
                            count),
            &length, 1);
}

static void unpack(pk_lower *l, const pk_ast *target, const pk_ast_list *elts,
                   pk_lv value) {
    pk_lv *items;

    items = pk_arena_array(l->arena, elts->count + 1, sizeof *items);
    if (!items)
        return;
    value = pk_lower_sequence(l, value);
    if (pk_ty_is_stepped(value.type)) {
        pk_iter_unpack(l, value, items, elts->count);
        for (uint32_t i = 0; i < elts->count; i++)
            pk_lower_store(l, elts->items[i], items[i]);
        return;
    }
    if (value.type->kind != PK_TY_tuple)
        check_length(l, pk_iter_length(l, value), elts->count);
    /* All are read before any is assigned. */
    pk_lower_hold(l, value);
    for (uint32_t i = 0; i < elts->count; i++)
        items[i] = value.type->kind == PK_TY_tuple
                       ? pk_lv_item(l, value, i)
                       : pk_iter_item(l, target, value, pk_i64(l, i));
    for (uint32_t i = 0; i < elts->count; i++)
        pk_lower_store(l, elts->items[i], items[i]);
}

static bool is_struct(const pk_lower *l, const pk_ast *node) {
    return pk_note_find(l->instance, node)->v.type->kind == PK_TY_struct;
}

void pk_lower_store(pk_lower *l, const pk_ast *target, pk_lv value) {
    const pk_ty *type;
    pk_target place;

    switch (target->kind) {
    case PK_AST_Name:
        type = pk_function_local_type(l->instance->function, target->Name.id);
        if (type)
            value = pk_lower_convert(l, value, type);
        pk_lower_set(l, pk_vars_find(&l->instance->vars, target->Name.id),
                     pk_lower_kept(l, value));
        break;
    case PK_AST_Tuple: unpack(l, target, &target->Tuple.elts, value); break;
    case PK_AST_List: unpack(l, target, &target->List.elts, value); break;
    case PK_AST_Subscript:
    case PK_AST_Attribute:
        if (target->kind == PK_AST_Attribute &&
            is_struct(l, target->Attribute.value)) {
            pk_lower_struct_store(l, target, value);
            break;
        }
        value = pk_lower_present(l, value);
        if (pk_note_find(l->instance, target)->stores) {
            pk_lower_container_store(l, target, value);
            break;
        }
        place = pk_lower_place_of(l, target);
        pk_lower_at(l, target);
        pk_lower_fill(l, &place, value);
        break;
    default: break;
    }
}

static bool is_lazy(pk_lower *l, const pk_ast *node) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;

    return type && type->kind == PK_TY_lazy;
}

static void lower_assign(pk_lower *l, const pk_ast *node) {
    const pk_ast *first = node->Assign.targets.items[0];
    const pk_note *note = pk_note_find(l->instance, node);
    pk_target place;
    pk_lv value;

    if (note->is_written) {
        pk_lower_expr(l, note->written);
        return;
    }
    if (is_lazy(l, node->Assign.value)) {
        place = pk_lower_place_of(l, first);
        pk_lower_at(l, node);
        pk_lower_fill_lazy(l, &place, node->Assign.value);
        return;
    }

    l->name = first->kind == PK_AST_Name ? first->Name.id : NULL;
    l->assign = l->name ? node : NULL;
    value = pk_lower_expr(l, node->Assign.value);
    for (uint32_t i = 0; i < node->Assign.targets.count; i++)
        pk_lower_store(l, node->Assign.targets.items[i], value);
}

pk_lv pk_lower_augmented(pk_lower *l, const pk_ast *node, pk_lv a) {
    const pk_ast *right = node->AugAssign.value;
    const pk_note *note = pk_note_find(l->instance, node);
    const uint8_t op = (uint8_t)node->AugAssign.op;
    pk_lv b = pk_lower_expr(l, right);

    pk_lower_at(l, node);
    if (pk_ty_is_object(a.type) || pk_ty_is_object(b.type))
        return pk_lower_struct_operator(l, node, op, a, b);
    if (pk_ty_is_text(a.type))
        return pk_lower_container_operator(l, node, a, b);
    if (note->v.known)
        return pk_lv_known(l, note->v);
    return pk_lower_binary(l, op, &note->rule, a, b,
                           pk_note_find(l->instance, right)->v);
}

/* Whether it is an array in a list or dict, which += changes where it is. */
static bool is_array_item(const pk_lower *l, const pk_ast *target) {
    return target->kind == PK_AST_Subscript &&
           pk_note_find(l->instance, target)->v.type->kind == PK_TY_array &&
           pk_ty_is_container(
               pk_note_find(l->instance, target->Subscript.value)->v.type);
}

/* a[i] += x evaluates a and i once. */
static void lower_augmented(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    const pk_ast *target = node->AugAssign.target;
    pk_target place = {0};
    pk_lv a, result;

    if (note->is_written) {
        pk_lower_expr(l, note->written);
        return;
    }
    if (target->kind == PK_AST_Attribute &&
        is_struct(l, target->Attribute.value)) {
        pk_lower_struct_augmented(l, node);
        return;
    }
    if (pk_note_find(l->instance, target)->stores) {
        pk_lower_container_augmented(l, node);
        return;
    }
    if (is_array_item(l, target) || target->kind == PK_AST_Name) {
        a = pk_lower_expr(l, target);
    } else {
        place = pk_lower_place_of(l, target);
        a = pk_lower_load(l, &place);
    }
    if (a.type->kind == PK_TY_array) {
        pk_lower_at(l, node);
        pk_lower_augment(l, node, a);
        return;
    }
    result = pk_lower_augmented(l, node, a);
    if (target->kind == PK_AST_Name)
        pk_lower_store(l, target, result);
    else
        pk_lower_fill(l, &place, result);
}

/* ---- statements ---- */

/* A return, or the end of a function, where `node` is its def. */
static void lower_return(pk_lower *l, const pk_ast *node) {
    pk_lv value = {&pk_ty_none, NULL};

    if (node->kind == PK_AST_Return && node->Return.value)
        value = pk_lower_expr(l, node->Return.value);
    if (node->kind == PK_AST_Return)
        pk_lower_coverage_leave(l, node);
    pk_lower_at(l, node);
    if (l->instance->frame) { /* the value is nobody's */
        if (!pk_lower_returns_by(l, (pk_lv){&pk_ty_none, NULL}))
            pk_lower_end_generator(l);
        l->live = false;
        return;
    }
    value = pk_lower_outward(l, value);
    if (l->instance->is_kernel)
        value = (pk_lv){&pk_ty_none, NULL};
    else
        value = pk_lower_convert(l, value, l->instance->result);
    if (pk_lower_returns_by(l, value))
        return;
    pk_emit_return(&l->b, value.parts, value.type->parts);
    l->live = false;
}

static void lower_delete(pk_lower *l, const pk_ast *node) {
    for (uint32_t i = 0; i < node->Delete.targets.count; i++) {
        const pk_ast *target = node->Delete.targets.items[i];
        if (target->kind == PK_AST_Subscript)
            pk_lower_expr(l, pk_note_find(l->instance, target)->written);
    }
    pk_lower_debug_delete(l, node);
}

static void lower_one(pk_lower *l, const pk_ast *node) {
    switch (node->kind) {
    case PK_AST_Expr: pk_lower_expr(l, node->Expr.value); break;
    case PK_AST_Assign: lower_assign(l, node); break;
    case PK_AST_AugAssign: lower_augmented(l, node); break;
    case PK_AST_AnnAssign:
        if (node->AnnAssign.value)
            pk_lower_store(l, node->AnnAssign.target,
                           pk_lower_expr(l, node->AnnAssign.value));
        break;
    case PK_AST_If: pk_lower_if(l, node); break;
    case PK_AST_While: pk_lower_while(l, node); break;
    case PK_AST_For: pk_lower_for(l, node); break;
    case PK_AST_Return: lower_return(l, node); break;
    case PK_AST_Break:
    case PK_AST_Continue:
        pk_lower_jump(l, node, node->kind == PK_AST_Break);
        break;
    case PK_AST_Try: pk_lower_try(l, node); break;
    case PK_AST_FunctionDef:
        pk_lower_set(l,
                     pk_vars_find(&l->instance->vars, node->FunctionDef.name),
                     pk_lower_def(l, node));
        break;
    case PK_AST_Assert: pk_lower_assert(l, node); break;
    case PK_AST_Raise:
        pk_lower_coverage_leave(l, node);
        pk_lower_raise(l, node);
        break;
    case PK_AST_Delete: lower_delete(l, node); break;
    default: break;
    }
}

/* Statements that choose tell coverage their steps themselves. */
static void lower_statement(pk_lower *l, const pk_ast *node) {
    struct pk_temporary *outer = l->temporaries;

    pk_lower_at(l, node);
    pk_lower_debug_line(l, node);
    pk_lower_coverage_line(l, node);
    lower_one(l, node);
    pk_lower_let_go(l, outer);
    if (node->kind != PK_AST_If && node->kind != PK_AST_While &&
        node->kind != PK_AST_For && node->kind != PK_AST_Try)
        pk_lower_coverage_end(l, node);
}

void pk_lower_block(pk_lower *l, const pk_ast_list *body) {
    const bool whole = body == &l->instance->function->def->FunctionDef.body;
    const int32_t after = l->after;
    const pk_ast *next;

    for (uint32_t i = 0; i < body->count && l->live && !l->arena->failed; i++) {
        next = i + 1 < body->count ? body->items[i + 1] : NULL;
        l->after = after;
        l->after = pk_lower_first_line(l, body, i + 1);
        if (whole) {
            l->statement = body->items[i];
            l->following = next;
        }
        lower_statement(l, body->items[i]);
        if (whole && next)
            pk_lower_end_uses(l, body->items[i], next);
    }
    l->after = after;
}

/* ---- functions ---- */

void pk_lower_set_fast(pk_lower *l) {
    uint8_t fast = pk_fast_of(l->c, l->instance->function);

    if (fast & PK_FAST_reassoc)
        l->fn->flags |= PK_FUNC_fastmath;
    l->b.flags = (fast & PK_FAST_contract ? PK_INST_contract : 0) |
                 (fast & PK_FAST_reassoc ? PK_INST_reassoc : 0) |
                 (fast & PK_FAST_approx ? PK_INST_approx : 0);
}

static void set_block(pk_lower *l) {
    memcpy(pk_func_get_data(l->fn)->launch_block, l->c->signature->block,
           sizeof l->fn->block);
    pk_func_get_data(l->fn)->narrow = l->c->signature->narrow;
    if (pk_compile_uses(l->c, PK_FACT_block))
        pk_func_need_block(l->fn);
    l->fn->flags |= l->c->signature->few ? PK_FUNC_few : 0;
    l->fn->flags |= l->c->signature->many ? PK_FUNC_many : 0;
}

pk_func *pk_lower_instance(pk_compile *c, pk_instance *instance) {
    const pk_function *fn = instance->function;
    uint32_t count = instance->vars.count;
    pk_lower l = {.c = c,
                  .arena = c->arena,
                  .instance = instance,
                  .program = fn->program,
                  .live = true};
    pk_lv zero;

    if (instance->ir || c->arena->failed)
        return instance->ir;
    l.homes = pk_arena_array(c->arena, count + 1, sizeof *l.homes);
    l.places = pk_arena_array(c->arena, count + 1, sizeof *l.places);
    if (!l.homes || !l.places)
        return NULL;
    if (instance->frame) {
        pk_lower_generator(&l);
        return instance->ir;
    }
    l.fn = instance->ir = pk_func_new(
        c->ir, instance->is_kernel ? PK_FUNC_kernel : PK_FUNC_device,
        fn->info.name);
    if (fn->program->kind == PK_PROGRAM_user)
        l.file = pk_ir_file(c->ir, fn->program->parse.source->file);
    else if (strncmp(fn->info.name, "rare_", 5) == 0)
        l.fn->flags |= PK_FUNC_rare;
    pk_builder_init(&l.b, l.fn);
    pk_lower_set_fast(&l);
    pk_lower_at(&l, fn->def);
    l.fn->loc = l.b.loc;
    if (instance->is_kernel)
        set_block(&l);
    if (instance->is_kernel)
        memcpy(l.fn->limits, fn->limits, sizeof l.fn->limits);
    pk_lower_parameters(&l);
    pk_lower_coverage_begin(&l);
    pk_lower_block(&l, &fn->def->FunctionDef.body);
    if (l.live && fn->assigned_count)
        lower_return(&l, fn->def);
    if (!instance->is_kernel && instance->result->parts &&
        !pk_region_ends(l.fn->body)) {
        zero = pk_lv_zero(&l, instance->result);
        pk_emit_return(&l.b, zero.parts, zero.type->parts);
    }
    return l.fn;
}
