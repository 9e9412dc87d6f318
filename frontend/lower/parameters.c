/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of functions: the arguments of the text, spread into scalars and
 * pointers, and behind them the arrays that the compile uses by reference. */
#include "frontend/infer/latent.h"
#include "frontend/lower/lower.h"
#include "frontend/types/struct.h"
#include "frontend/values/known.h"

#include <string.h>

typedef struct parameters {
    uint32_t arg;             /* number of the argument */
    uint32_t scalar;          /* scalars of it so far */
    const pk_arg_type *given; /* of an entry: what the caller gives, NULL: of
                                 nothing that has owners */
    pk_value **at;            /* where the next value goes */
} parameters;

static void add_parameter(pk_lower *l, const char *name, const pk_ty *type,
                          uint32_t part, parameters *p) {
    pk_role role = PK_ROLE_scalar;
    const pk_ty *record = type->kind == PK_TY_record ? type : NULL;
    uint32_t axis = 0, owner;
    pk_param *param;

    if (record && !pk_func_is_entry(l->fn))
        record = NULL;
    if (pk_part_owner(type, &owner) && part == owner) {
        /* The memory of a caller that is not ours is kept by it. */
        *p->at++ =
            pk_func_is_entry(l->fn) && !(p->given && pk_arg_is_owned(p->given))
                ? pk_const_bits(l->fn, PK_TYPE_ref, 0)
                : pk_func_param(
                      l->fn, pk_arena_format(l->arena, "%s.memory", name),
                      PK_TYPE_ref, PK_ROLE_scalar, p->arg, p->scalar++)
                      ->value;
        return;
    }
    if (record) {
        role = PK_ROLE_data;
    } else if (type->kind == PK_TY_array) {
        role = pk_array_role(type->ndim, part, &axis);
        if (role != PK_ROLE_data)
            name = pk_arena_format(l->arena, "%s.%s%u", name,
                                   role == PK_ROLE_shape ? "shape" : "stride",
                                   axis);
    } else {
        axis = p->scalar++;
        if (type->kind == PK_TY_complex)
            name = pk_arena_format(l->arena, "%s.%s", name,
                                   part ? "imag" : "real");
    }
    param =
        pk_func_param(l->fn, name, pk_ty_part(type, part), role, p->arg, axis);
    if (role == PK_ROLE_data && type->flags & PK_TYF_complex)
        param->flags |= PK_PARAM_pairs;
    if (role == PK_ROLE_data && pk_ty_is_records(type))
        record = type->made;
    if (record) {
        param->record = record->record->size;
        param->align = record->align > 1 ? record->align : 0;
    }
    *p->at++ = param->value;
}

static void add_parameters(pk_lower *l, const char *name, const pk_ty *type,
                           parameters *p) {
    if (type->kind == PK_TY_optional) {
        add_parameters(l, pk_arena_format(l->arena, "%s.given", name),
                       pk_ty_number(PK_TYPE_bool), p);
        add_parameters(l, name, type->items[0], p);
        return;
    }
    if (type->kind == PK_TY_tuple || type->kind == PK_TY_function) {
        const pk_arg_type *given = p->given;
        for (uint32_t i = 0; i < type->count; i++) {
            p->given = given ? &given->items[i] : NULL;
            add_parameters(l, pk_arena_format(l->arena, "%s.%u", name, i),
                           type->items[i], p);
        }
        return;
    }
    for (uint32_t i = 0; i < type->parts; i++)
        add_parameter(l, name, type, i, p);
}

/* The type of the kernel's argument `i`, NULL where it has none. */
static const pk_arg_type *argument_type(const pk_compile *c, uint32_t i) {
    const pk_signature *signature = c->signature;

    if (i < signature->count)
        return &signature->args[i];
    i -= signature->count;
    return i < c->root->reference_count ? &c->root->references[i]->type : NULL;
}

void pk_lower_mark_parameters(pk_lower *l) {
    const pk_signature *signature = l->c->signature;

    for (uint32_t i = 0; i < l->fn->param_count; i++) {
        pk_param *param = &l->fn->params[i];
        const pk_arg_type *arg = argument_type(l->c, param->arg);
        if (param->role != PK_ROLE_data || !arg ||
            arg->kind != PK_ARGTYPE_array)
            continue;
        if (arg->flags & PK_ARGF_readonly)
            param->flags |= PK_PARAM_readonly;
        if (arg->flags & PK_ARGF_small)
            param->flags |= PK_PARAM_small;
        if (signature->noalias)
            param->flags |= PK_PARAM_noalias;
        if (arg->flags & PK_ARGF_aligned)
            param->align = 16;
    }
}

/* Functions of the library are given all that they use. */
static bool has_references(const pk_compile *c, const pk_instance *instance) {
    return c->references &&
           instance->function->program->kind == PK_PROGRAM_user;
}

/* The suffix keeps "config.D" apart from the parts of a parameter `config`. */
static const char *reference_name(pk_lower *l, const pk_reference *r) {
    return strchr(r->name, '.') ? pk_arena_format(l->arena, "%s.ref", r->name)
                                : r->name;
}

void pk_lower_references(pk_lower *l) {
    const pk_program *root = l->c->root;
    const uint32_t first = pk_func_is_entry(l->fn)
                               ? l->c->signature->count
                               : l->instance->function->info.param_count;
    parameters p = {0};

    if (!has_references(l->c, l->instance))
        return;
    l->references =
        pk_arena_array(l->arena, root->reference_count, sizeof *l->references);
    for (uint32_t i = 0; l->references && i < root->reference_count; i++) {
        const pk_reference *r = root->references[i];
        if (!l->c->references[i])
            continue;
        l->references[i] = pk_lv_new(l, pk_ty_of_argument(l->arena, &r->type));
        p.arg = first + i;
        p.at = l->references[i].parts;
        add_parameters(l, reference_name(l, r), l->references[i].type, &p);
    }
}

uint32_t pk_lower_reference_parts(pk_lower *l, const pk_instance *callee,
                                  pk_value **to) {
    uint32_t count = 0;

    if (!has_references(l->c, callee))
        return 0;
    for (uint32_t i = 0; i < l->c->root->reference_count; i++) {
        if (!l->c->references[i])
            continue;
        if (!l->references) {
            l->c->broken = true;
            return 0;
        }
        if (to)
            pk_lv_append(to, count, l->references[i]);
        count += l->references[i].type->parts;
    }
    return count;
}

/* The instance is for this value of the parameter: where it is known, constants
 * stand for it. */
static void set_known(pk_lower *l, pk_lv v, pk_typed argument) {
    pk_latent unused = {0};

    argument = pk_known_reveal(argument, &unused);
    if (v.type->kind == PK_TY_tuple && argument.known)
        for (uint32_t i = 0; i < v.type->count; i++)
            set_known(l, pk_lv_item(l, v, i), pk_known_item(argument, i));
    else if (pk_ty_is_int(v.type) && argument.known)
        v.parts[0] = pk_lv_known(l, argument).parts[0];
}

pk_lv pk_lower_add_parameters(pk_lower *l, const char *name, const pk_ty *type,
                              uint32_t arg) {
    pk_lv v = pk_lv_new(l, type);
    parameters p = {.arg = arg, .at = v.parts};

    if (pk_func_is_entry(l->fn) && arg < l->c->signature->count)
        p.given = &l->c->signature->args[arg];

    add_parameters(l, name, type, &p);
    return v;
}

void pk_lower_parameters(pk_lower *l) {
    pk_instance *instance = l->instance;

    for (uint32_t i = 0; i < instance->arg_count; i++) {
        const char *name = pk_instance_parameter(instance, i);
        pk_lv v = pk_lower_add_parameters(l, name, instance->args[i], i);
        if (pk_latent_is_read(l->c, instance, i))
            set_known(l, v, pk_latent_argument(l->c, instance, i));
        pk_lower_set(l, pk_vars_find(&instance->vars, name), v);
    }
    pk_lower_own_parameters(l);
    pk_lower_references(l);
    if (instance->is_kernel)
        pk_lower_mark_parameters(l);
    for (uint32_t i = 0; !instance->is_kernel && i < instance->result->parts;
         i++)
        pk_func_result(l->fn, pk_ty_part(instance->result, i));
}
