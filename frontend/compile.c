/* SPDX-License-Identifier: Apache-2.0 */
/* One compile: from a function and a signature to a module of IR. */
#include "frontend/compile.h"

#include "frontend/frontend.h"
#include "frontend/infer/library.h"
#include "frontend/lower/lower.h"
#include "frontend/module/classes.h"
#include "frontend/module/scope.h"
#include "frontend/types/struct.h"

#include <string.h>

static pk_status not_found(pk_compile *c, const pk_program *program,
                           const char *name) {
    pk_text names;

    pk_text_init(&names, c->arena->allocator);
    for (uint32_t i = 0; i < program->function_count && i < 8; i++)
        pk_text_printf(&names, "%s%s", i ? ", " : "it has ",
                       program->functions[i]->info.name);
    pk_say_in(c, program, NULL, PK_SEVERITY_error, PK_E_no_function,
              names.length ? pk_text_string(&names) : "it has none",
              "no function '%s' in this source", name);
    pk_text_finish(&names);
    return PK_NAME;
}

/* A default that no argument can be, as text, is none for a launch. */
static const char *argument_hint(pk_compile *c, const pk_function *fn,
                                 uint32_t given) {
    for (uint32_t i = given; i < fn->info.param_count; i++) {
        const pk_ast *value = pk_function_default(fn, i);
        if (value && value->kind == PK_AST_Constant &&
            value->Constant.value.kind == PK_CONST_str)
            return pk_arena_format(
                c->arena,
                "the default of '%s' is text, which kernels do not take: make "
                "it a number or a member of an IntEnum",
                fn->info.param_names[i]);
    }
    return pk_arena_format(c->arena, "its parameters are: %s",
                           pk_function_list(c->arena, fn));
}

static bool check_arguments(pk_compile *c, const pk_function *fn) {
    const pk_signature *s = c->signature;

    if (s->count == pk_function_room(&fn->info, s->host ? s->count : 0))
        return true;
    pk_say_in(c, fn->program, fn->def, PK_SEVERITY_error, PK_E_argument_count,
              argument_hint(c, fn, s->count), "%s takes %u argument%s, got %u",
              fn->info.name, fn->info.param_count,
              fn->info.param_count == 1 ? "" : "s", s->count);
    return false;
}

/* The signature with the types of the defaults of what is left out at its end.
 * A launch that leaves arguments out comes with their values in it
 * (pk_args_complete of runtime/kernel/args.h); types alone, as of emit and
 * check, are completed here. */
static const pk_signature *completed(pk_compile *c, const pk_function *fn) {
    const pk_signature *given = c->signature;
    uint32_t count = fn->info.param_count;
    pk_signature *s = PK_NEW(c->arena, pk_signature);
    pk_arg_type *args = pk_arena_array(c->arena, count + 1, sizeof *args);

    if (given->count >= count || !args ||
        !pk_function_may_omit(&fn->info, given->count))
        return given;
    for (uint32_t i = 0; i < count; i++) {
        args[i] = i < given->count ? given->args[i] : fn->info.defaults[i].type;
        if ((args[i].kind == PK_ARGTYPE_text ||
             args[i].kind == PK_ARGTYPE_dtype) &&
            !given->host)
            return given; /* launches have no strings and no dtypes */
    }
    *s = *given;
    s->args = args;
    s->count = count;
    return s;
}

/* The signature as the function's decorator has it, should it have one: NULL
 * when the arguments do not fit. */
static const pk_signature *declared_signature(pk_compile *c,
                                              const pk_function *fn) {
    const pk_signature *given = c->signature;
    pk_signature *s = PK_NEW(c->arena, pk_signature);
    pk_arg_type *args =
        pk_arena_array(c->arena, given->count + 1, sizeof *args);
    const uint32_t count = given->count - (given->count > fn->info.param_count);
    const pk_declared *declared;
    uint32_t best, fits;

    if (!fn->info.declared_count)
        return given;
    fits = pk_declared_choose(&fn->info, given->args, count, &best);
    if (fits != 1) {
        pk_say_declared(c, fn, given->args, count, fits);
        return NULL;
    }
    declared = &fn->info.declared[best];
    for (uint32_t i = 0; args && i < given->count; i++)
        if (i < count)
            pk_declared_coerce(c->arena, &given->args[i], &declared->args[i],
                               &args[i]);
        else
            args[i] = given->args[i];
    *s = *given;
    s->args = args;
    return args ? s : NULL;
}

/* A block that is known must be one that the kernel allows. */
static bool check_block(pk_compile *c, const pk_function *fn) {
    const uint32_t *block = c->signature->block;
    uint64_t threads = 1, most = fn->limits[PK_LIMIT_maxthreads];

    for (int i = 0; i < 3; i++)
        threads *= block[i] ? block[i] : 1;
    if (!most || threads <= most)
        return true;
    pk_say_in(c, fn->program, fn->def, PK_SEVERITY_error, PK_E_launch_bounds,
              NULL,
              "block %u x %u x %u has %u threads, launch_bounds of %s allow %u",
              block[0], block[1] ? block[1] : 1, block[2] ? block[2] : 1,
              (unsigned)threads, fn->info.name, (unsigned)most);
    return false;
}

/* Whether the class is one of the module, of one that it reads, or the
 * context's. */
static bool knows(const pk_program *program, pk_arena *arena, const void *class,
                  const pk_class_place *place) {
    if (place->of_context || pk_program_class_path(program, arena, class))
        return true;
    for (uint32_t i = 0; i < program->module_count; i++)
        if (knows(program->modules[i], arena, class, place))
            return true;
    return false;
}

static bool say_foreign(pk_compile *c, const pk_function *fn,
                        const char *class) {
    pk_say_in(c, fn->program, fn->def, PK_SEVERITY_error, PK_E_argument_type,
              NULL, "the class %s of an argument is another module's", class);
    return false;
}

/* Layouts and extents are the caller's promise: what is outside them is refused
 * by name. */
static bool check_type(pk_compile *c, const pk_function *fn,
                       const pk_arg_type *arg, int depth) {
    bool ok = true;

    if (arg->kind == PK_ARGTYPE_tuple || arg->kind == PK_ARGTYPE_dict) {
        if (pk_arg_is_owned(arg) && arg->count == 2 &&
            !arg->items[0].function->makes) {
            pk_say_in(c, fn->program, fn->def, PK_SEVERITY_error,
                      PK_E_argument_type,
                      "call the function that makes it here, or pass list(g)",
                      "a generator cannot be an argument of a function that "
                      "is called from outside");
            return false;
        }
        if (arg->fields &&
            !knows(fn->program, c->arena, arg->fields, &arg->fields->place))
            return say_foreign(c, fn, arg->fields->name);
        for (uint32_t i = 0; i < arg->count && ok; i++)
            ok = depth < 16 && check_type(c, fn, &arg->items[i], depth + 1);
        return ok;
    }
    if (arg->kind == PK_ARGTYPE_none || arg->kind == PK_ARGTYPE_function ||
        arg->kind == PK_ARGTYPE_text)
        return true;
    if (arg->members &&
        !knows(fn->program, c->arena, arg->members, &arg->members->place))
        return say_foreign(c, fn, arg->members->name);
    if (arg->ndim > 32 || arg->dtype == PK_TYPE_void ||
        arg->dtype >= PK_TYPE_COUNT) {
        pk_say_in(c, fn->program, fn->def, PK_SEVERITY_error,
                  PK_E_argument_type, NULL,
                  "an argument type that does not exist");
        return false;
    }
    return true;
}

/* Whether the argument behind those of a function is a generator of it. */
static bool is_frame(pk_compile *c, const pk_function *fn,
                     const pk_arg_type *arg) {
    if (pk_arg_is_owned(arg) && arg->count == 2 &&
        strcmp(pk_function_path(arg->items[0].function),
               pk_function_path(&fn->info)) == 0)
        return true;
    pk_say_in(c, fn->program, fn->def, PK_SEVERITY_error, PK_E_argument_type,
              NULL, "what follows the arguments of %s is a generator of it",
              fn->info.name);
    return false;
}

/* A tuple with the names that the parameter's annotation gives, where that is
 * a class of such tuples, or its default has. */
static const pk_ty *named_argument(pk_compile *c, const pk_function *fn,
                                   uint32_t i, const pk_ty *type) {
    const pk_ast *annotation = pk_function_parameter(fn, i)->arg.annotation;
    pk_typed v;

    if (type->kind != PK_TY_tuple || type->fields)
        return type;
    if (!annotation)
        return pk_ty_with_names(c->arena, type,
                                fn->info.defaults[i].type.fields);
    v = pk_scope_function_value(fn, NULL, c->arena, annotation);
    return pk_ty_with_names(
        c->arena, type, v.type->kind == PK_TY_named ? v.type->fields : NULL);
}

/* Infers the functions of the library that fill the dicts which are arguments:
 * the entry calls them. */
static bool infer_filling(pk_compile *c, const pk_function *fn,
                          const pk_ty *const *types, uint32_t count) {
    const pk_ty *filled[3];
    const pk_instance *instance;

    for (uint32_t i = 0; i < count; i++) {
        if (types[i]->kind != PK_TY_dict)
            continue;
        instance = pk_infer_instance(
            c, pk_library_named(c, pk_dict_filler(types[i])), filled,
            pk_ty_dict_filled(c->arena, types[i], filled), fn->program,
            fn->def);
        if (!instance || instance->state != PK_INSTANCE_done)
            return false;
    }
    return true;
}

/* Infers the function under the signature; NULL after errors. */
static pk_instance *infer(pk_compile *c, const pk_program *program,
                          const char *name) {
    const pk_function *fn = pk_program_get(program, name);
    const pk_signature *s = c->signature;
    const uint32_t count = fn ? fn->info.param_count : 0;
    const pk_ty **types;
    pk_instance *instance;

    if (!fn) {
        not_found(c, program, name);
        return NULL;
    }
    if (!pk_function_sound(c, fn))
        return NULL;
    c->root = program;
    c->references = NULL;
    if (program->reference_count)
        c->references = pk_arena_array(c->arena, program->reference_count,
                                       sizeof *c->references);
    c->signature = completed(c, fn);
    if (!check_arguments(c, fn) || (!s->used && !check_block(c, fn)))
        return NULL;
    c->signature = s = declared_signature(c, fn);
    if (!s)
        return NULL;
    types = pk_arena_array(c->arena, count + 1, sizeof *types);
    if (s->count > count && !is_frame(c, fn, &s->args[count]))
        return NULL;
    for (uint32_t i = 0; types && i < count; i++) {
        if (!check_type(c, fn, &s->args[i], 0))
            return NULL;
        types[i] =
            named_argument(c, fn, i, pk_ty_of_argument(c->arena, &s->args[i]));
        if (s->host)
            types[i] = pk_ty_counted(c->arena, types[i]);
    }
    if (!types)
        return NULL;
    instance = pk_infer_instance(c, fn, types, count, program, NULL);
    return instance && instance->state == PK_INSTANCE_done &&
                   infer_filling(c, fn, types, count)
               ? instance
               : NULL;
}

/* Whether a host function's caller can get a value of the type. */
static bool is_result(const pk_ty *type) {
    switch ((int)type->kind) {
    case PK_TY_none:
    case PK_TY_number:
    case PK_TY_member:
    case PK_TY_complex: return true;
    case PK_TY_struct: return !pk_generator_of(type);
    case PK_TY_list:
    case PK_TY_dict:
    case PK_TY_optional: return is_result(type->items[0]);
    case PK_TY_array: return type->space == PK_SPACE_global;
    case PK_TY_tuple:
        if (pk_ty_builtin_class(type))
            return false;
        for (uint32_t i = 0; i < type->count; i++)
            if (!is_result(type->items[i]))
                return false;
        return true;
    default: return false;
    }
}

static bool check_result(pk_compile *c, const pk_instance *instance) {
    const bool next = c->signature->count > instance->arg_count;
    const pk_ty *type = next ? instance->item : instance->result;

    if (!c->signature->host || is_result(type) ||
        (instance->frame && !next && is_result(instance->item)))
        return true;
    if (instance->frame)
        type = instance->item;
    pk_say_in(
        c, instance->function->program,
        instance->returned ? instance->returned : instance->function->def,
        PK_SEVERITY_error, PK_UNSUPPORTED,
        type->kind == PK_TY_struct
            ? "return what it yields, list(g), or write the function "
              "with a yield: for v in g: yield v"
            : "return numbers, lists, new arrays, arguments, None, or "
              "tuples",
        "%s %s %s, which no caller can get", instance->function->info.name,
        instance->frame ? "yields" : "returns", pk_ty_name(c->arena, type));
    return false;
}

pk_instance *pk_compile_infer(pk_compile *c, const pk_program *program,
                              const char *name) {
    pk_facts *used = c->signature->used;
    pk_instance *instance = infer(c, program, name);

    if (used)
        *used |= c->used;
    return instance && check_result(c, instance) ? instance : NULL;
}

pk_status pk_compile_finish(pk_compile *c) {
    pk_status status = pk_diags_status(c->diags, NULL);

    if (c->arena->failed)
        status = PK_NO_MEMORY;
    pk_library_free(c->own_library);
    return status;
}

pk_status pk_frontend_compile(const pk_program *program, const char *name,
                              const pk_signature *signature,
                              pk_library *library, pk_arena *arena, pk_ir **out,
                              pk_diags *diags) {
    pk_compile c = {.arena = arena,
                    .diags = diags,
                    .signature = signature,
                    .library = library};
    pk_instance *instance = pk_compile_infer(&c, program, name);
    pk_status status;

    *out = NULL;
    if (instance && !arena->failed && !diags->errors) {
        c.ir = pk_ir_new(arena);
        pk_lower_instance(&c, instance);
        if (signature->host)
            pk_lower_entry(&c, instance);
    }
    status = pk_compile_finish(&c);
    if (status != PK_OK)
        return status;
    if (!c.ir || c.broken) {
        pk_say_in(&c, program, NULL, PK_SEVERITY_error, PK_E_internal, NULL,
                  "the compiler lost a type in %s", name);
        return PK_INTERNAL;
    }
#ifndef NDEBUG
    {
        pk_error err = {0};
        status = pk_verify(c.ir, &err);
        if (status != PK_OK)
            pk_say_in(&c, program, NULL, PK_SEVERITY_error, PK_E_internal, NULL,
                      "the compiler made invalid IR: %s", err.message);
    }
#endif
    *out = status == PK_OK ? c.ir : NULL;
    return status;
}
