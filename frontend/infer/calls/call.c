/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of calls: what may be called. */
#include "frontend/infer/memory.h"
#include "frontend/infer/typings.h"

#include "frontend/infer/calls/device_launch.h"
#include "frontend/infer/closure.h"
#include "frontend/infer/tuple.h"
#include "frontend/infer/vector.h"
#include "frontend/types/struct.h"
#include "frontend/values/known.h"

#include <string.h>

/* ---- what may be called ---- */

/* The arguments that are given, the array of a method among them, but not a
 * dtype. */
static uint32_t count_given(const pk_ast *node, const pk_ast *self) {
    uint32_t count = node->Call.args.count + (self ? 1 : 0);

    for (uint32_t i = 0; i < node->Call.keywords.count; i++) {
        const char *word = node->Call.keywords.items[i]->keyword.arg;
        count += !word || strcmp(word, "dtype") != 0;
    }
    return count;
}

/* Whether only sources of the library may call it: it is typed without a
 * check. */
static bool is_librarys(const pk_infer *in, const pk_builtin *row) {
    return in->program->kind == PK_PROGRAM_user &&
           strncmp(row->path, "portkern.lib.", strlen("portkern.lib.")) == 0;
}

/* List.empty_list(T): its arguments are types. */
static bool makes_empty(const pk_builtin *row) {
    return row->param == PK_CALL_empty &&
           (row->how == PK_HOW_list_call || row->how == PK_HOW_dict_call);
}

static pk_typed call_builtin(pk_infer *in, const pk_ast *node, pk_call *call,
                             const pk_ast *self) {
    bool host = in->c->signature->host;
    pk_typed v;

    if (host)
        call->builtin =
            pk_builtin_in_host(call->builtin, count_given(node, self));
    if (pk_builtin_is_later(call->builtin, host))
        return pk_say_unsupported(in, node, pk_builtin_name(call->builtin),
                                  call->builtin->hint);
    if (!pk_builtin_is_call(call->builtin, host) ||
        is_librarys(in, call->builtin))
        return pk_say(in, node, PK_E_not_callable, NULL,
                      "%s cannot be called here",
                      pk_builtin_name(call->builtin));
    if (call->builtin->how == PK_HOW_print || /* takes what is no value, too */
        call->builtin->how == PK_HOW_syntax || makes_empty(call->builtin))
        return pk_infer_builtin(in, node, call);
    if (!self && pk_takes_generator(node, call->builtin))
        return pk_infer_generator(in, node, call);
    if (pk_refuse_generator(in, node, call->builtin))
        return error();
    if (call->builtin->how == PK_HOW_host_library &&
        (call->spread = pk_infer_without_lists(in, node)))
        return pk_infer_expr(in, call->spread);
    if (!pk_infer_bind_builtin(in, node, call, self) ||
        !pk_infer_arguments(in, node, call))
        return error();
    if (!self && pk_infer_of_generator(in, node, call, &v))
        return v;
    if (!self && pk_infer_struct_builtin(
                     in, node, strrchr(call->builtin->path, '.') + 1, call, &v))
        return v;
    return pk_infer_takes_objects(in, call) ? pk_infer_builtin(in, node, call)
                                            : error();
}

/* np.float32(x): a conversion; bool(x) is a test of x. */
static pk_typed call_dtype(pk_infer *in, const pk_ast *node, pk_call *call,
                           const pk_ty *made) {
    pk_builtin cast = {.path = "builtins.conversion", .arguments = "x?"};
    pk_typed v;
    bool ok;

    if (node->Call.args.count > 1 || node->Call.keywords.count) /* it is said */
        cast.path =
            pk_arena_format(in->arena, "builtins.%s", pk_named(in, made));
    call->builtin = &cast;
    ok = pk_infer_bind_builtin(in, node, call, NULL);
    if (ok && pk_ty_is_bool(made) && call->nodes[0])
        call->args[0] = pk_infer_test(in, call->nodes[0]);
    else
        ok = ok && pk_infer_arguments(in, node, call);
    call->builtin = NULL;
    if (!ok)
        return error();
    if (call->nodes[0] &&
        pk_infer_struct_builtin(in, node,
                                pk_ty_is_float(made)          ? "float"
                                : made->kind == PK_TY_complex ? "complex"
                                : pk_ty_is_bool(made)         ? "bool"
                                                              : "int",
                                call, &v))
        return v;
    call->work = made;
    if (!call->nodes[0])
        return pk_known_int(in->arena, made, 0);
    if (pk_ty_is_bool(made))
        return call->args[0];
    if (!pk_rule_converts(call->args[0].type, made))
        return pk_say(in, node, PK_E_convert,
                      pk_type_hint(PK_E_convert, call->args[0].type, NULL),
                      "cannot convert %s to %s",
                      pk_named(in, call->args[0].type), pk_named(in, made));
    return pk_known_convert(in->arena, call->args[0], made);
}

/* ---- functions ---- */

static bool function_arguments(pk_infer *in, const pk_ast *node,
                               const pk_ty *callee, pk_call *call) {
    const pk_function *fn = callee->function;
    bool ok = pk_infer_arguments(in, node, call);
    uint32_t at = 0; /* of a function within a function */

    for (uint32_t i = 0; i < call->count; i++) {
        bool has = pk_function_default(fn, i) != NULL;
        uint32_t number = at;
        at += has;
        if (call->nodes[i])
            continue;
        if (fn->owner && has)
            call->args[i] = of_type(callee->items[number]);
        else if (!pk_infer_default(in, node, fn, i, &call->args[i]))
            return false;
    }
    return ok;
}

const pk_ty *pk_infer_annotated(pk_infer *in, const pk_function *fn,
                                uint32_t i) {
    const pk_ast *annotation = pk_function_parameter(fn, i)->arg.annotation;
    pk_typed v = {0};

    if (annotation && fn->program->kind == PK_PROGRAM_library)
        v = pk_scope_value(fn->program, in->arena, annotation);
    return v.type && v.type->kind == PK_TY_dtype ? v.type->made : NULL;
}

/* Arguments become what the decorator's signature says: the best of several,
 * the first of equally good ones. */
static bool declared_arguments(pk_infer *in, const pk_ast *node,
                               const pk_function *fn, const pk_call *call,
                               const pk_ty **types) {
    uint32_t count = call->count, best, fits;
    pk_arg_type *given = pk_arena_array(in->arena, count + 1, sizeof *given);
    pk_arg_type arrives;

    if (!given)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        types[i] = pk_ty_present(types[i]);
        if (!pk_ty_to_argument(in->arena, types[i], &given[i])) {
            pk_say(in, call->nodes[i] ? call->nodes[i] : node,
                   PK_E_signature_fit, NULL,
                   "%s does not fit the signature of %s",
                   pk_named(in, types[i]), fn->info.name);
            return false;
        }
    }
    fits = pk_declared_choose(&fn->info, given, count, &best);
    if (!fits) {
        pk_text text;
        pk_text_init(&text, in->arena->allocator);
        pk_declared_explain(&fn->info, given, count, fits, &text);
        pk_say(in, node, PK_E_signature_fit,
               fn->info.declared_count > 1 ? PK_HINT_NO_SIGNATURE : NULL, "%s",
               pk_text_string(&text));
        pk_text_finish(&text);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        pk_declared_coerce(in->arena, &given[i],
                           &fn->info.declared[best].args[i], &arrives);
        if (types[i]->kind != PK_TY_array) {
            types[i] = pk_ty_of_argument(in->arena, &arrives);
        } else if (arrives.flags & PK_ARGF_pointer) {
            pk_ty *pointer = PK_NEW(in->arena, pk_ty);
            *pointer = *types[i];
            pointer->flags |= PK_TYF_unsized;
            pointer->flags &= (uint8_t)~PK_TYF_dynamic;
            types[i] = pointer;
        }
    }
    return true;
}

/* Returns what is known of a variable that a function within this one uses. */
static pk_typed captured_value(const pk_infer *in, const pk_function *fn,
                               uint32_t i, const pk_ty *type) {
    int index = fn->owner == in->instance && in->env.slots
                    ? pk_vars_find(&in->instance->vars, fn->captured[i])
                    : -1;
    pk_typed v = index < 0 ? of_type(type) : in->env.slots[index].v;

    return v.type && pk_ty_equal(v.type, type) ? v : of_type(type);
}

pk_typed pk_infer_function_call(pk_infer *in, const pk_ast *node,
                                const pk_ty *callee, pk_call *call) {
    const pk_function *fn = callee->function;

    if (pk_refuse_own_generator(in, node, fn) ||
        !pk_function_sound(in->c, fn) || !pk_infer_bind(in, node, fn, call) ||
        !function_arguments(in, node, callee, call))
        return error();
    return pk_infer_bound_call(in, node, callee, call);
}

pk_typed pk_infer_bound_call(pk_infer *in, const pk_ast *node,
                             const pk_ty *callee, pk_call *call) {
    const pk_function *fn = callee->function;
    uint32_t count, first = pk_closure_defaults(fn);
    const pk_ty **types, **within, *result;
    pk_typed *given;

    count = call->count + fn->captured_count;
    types = pk_arena_array(in->arena, count + 1, sizeof *types);
    within = pk_arena_array(in->arena, count + 1, sizeof *within);
    given = pk_arena_array(in->arena, count + 1, sizeof *given);
    if (!types || !within || !given)
        return error();
    for (uint32_t i = 0; i < call->count; i++) {
        const pk_ty *type = call->args[i].type;
        const pk_ty *wanted = pk_infer_annotated(in, fn, i);
        types[i] = wanted ? wanted : pk_ty_given(in->arena, call->args[i]);
        if (wanted && !pk_ty_equal(wanted, type) &&
            !(type->flags & PK_TYF_weak))
            return pk_say(in, call->nodes[i], PK_E_call_type,
                          pk_type_hint(PK_E_call_type, type, NULL),
                          "%s takes %s here, not %s", fn->info.name,
                          pk_named(in, wanted), pk_named(in, type));
        given[i] = call->args[i];
    }
    if (fn->info.declared_count && !fn->faults &&
        !declared_arguments(in, node, fn, call, types))
        return error();
    for (uint32_t i = 0; i < fn->captured_count; i++) {
        types[call->count + i] = callee->items[first + i];
        given[call->count + i] =
            captured_value(in, fn, i, callee->items[first + i]);
    }
    for (uint32_t i = 0; i < count; i++)
        within[i] = pk_infer_given_memory(in, fn, i, types[i]);
    call->instance =
        pk_infer_for_call(in, fn, within, count, given, count, node);
    if (!call->instance || call->instance->state == PK_INSTANCE_failed)
        return error();
    if (call->instance->state == PK_INSTANCE_running) {
        result = call->instance->guess;
        return result ? of_type(pk_infer_gives_memory(in, node, call, result,
                                                      types))
                      : error();
    }
    result =
        pk_infer_gives_memory(in, node, call, call->instance->result, types);
    return pk_infer_inward(in, node, call, result);
}

/* kernel[grid, block](...) */
static bool call_launch(pk_infer *in, const pk_ast *node, pk_call *call,
                        pk_typed *out) {
    const pk_ast *func = node->Call.func;
    pk_typed kernel;

    if (func->kind != PK_AST_Subscript)
        return false;
    kernel = pk_infer_expr(in, func->Subscript.value);
    if (kernel.type->kind != PK_TY_function ||
        kernel.type->function->info.kind != PK_FUNCTION_kernel)
        return false;
    *out = pk_infer_device_launch(in, node, kernel.type->function, call);
    return true;
}

static const char *not_function_hint(const pk_ast *func, const pk_ty *type) {
    if (type->kind == PK_TY_array)
        return "elements are in square brackets: a[i]";
    if (type->kind == PK_TY_tuple)
        return "its items are in square brackets: a.shape[0]";
    return pk_ty_is_number(type) && func->kind == PK_AST_Attribute
               ? "it is a number already: leave out the parentheses"
               : pk_type_hint(PK_E_not_callable, type, NULL);
}

/* Says why what is called is nothing that a kernel can call. */
static pk_typed not_callable(pk_infer *in, const pk_ast *func,
                             const pk_ty *type) {
    static const char no_objects[] = "kernels make no objects: use a "
                                     "NamedTuple, or pass tuples and arrays";

    const char *hint;

    switch ((pk_ty_kind)type->kind) {
    case PK_TY_dtype:
        return pk_say(in, func, PK_E_not_callable, NULL,
                      "%s makes no value in a kernel", pk_named(in, type));
    case PK_TY_table:
        return pk_say(in, func, PK_E_not_callable,
                      "use a NamedTuple, or pass tuples and arrays",
                      "kernels make no objects: %s cannot be called",
                      pk_named(in, type));
    case PK_TY_foreign:
        hint = pk_hint_foreign(in, type->path);
        return (!hint && pk_is_of_others(type->path) ? pk_say_unknown : pk_say)(
            in, func, PK_E_call_foreign, hint,
            "%s cannot be called in a kernel: it is not supported "
            "yet, or its source was not found",
            type->path);
    case PK_TY_hidden:
        if (type->refused)
            return pk_say_refused(in, func, type);
        hint = pk_hint_is_class(in->program, type->path) ? no_objects : NULL;
        return (hint ? pk_say : pk_say_unknown)(
            in, func, PK_E_value_hidden,
            hint ? hint : "define it with def at module level",
            "the value of '%s' is not known when compiling", type->path);
    default:
        return pk_say(in, func, PK_E_not_callable,
                      not_function_hint(func, type), "%s is not a function",
                      pk_named(in, type));
    }
}

static pk_typed call_value(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ast *func = node->Call.func;
    const pk_ty *callee;
    pk_typed v;

    if (call_launch(in, node, call, &v))
        return v;
    in->called = func->kind == PK_AST_Name ? func : NULL;
    v = pk_infer_expr(in, func);
    in->called = NULL;
    callee = v.type;
    if (node->Call.args.count + node->Call.keywords.count > PK_MAX_CALL_ARGS)
        return pk_say(in, node, PK_E_too_many, NULL,
                      "a call with over %d arguments", PK_MAX_CALL_ARGS);
    switch ((pk_ty_kind)callee->kind) {
    case PK_TY_error: return v;
    case PK_TY_builtin:
        call->builtin = callee->builtin;
        return call_builtin(in, node, call, NULL);
    case PK_TY_dtype:
        if (pk_ty_is_numeric(callee->made))
            return call_dtype(in, node, call, callee->made);
        if (callee->made->kind == PK_TY_vector)
            return pk_infer_vector(in, node, callee->made, call);
        return not_callable(in, func, callee);
    case PK_TY_named:
        return pk_infer_object_call(in, node, callee->fields, call);
    case PK_TY_enum: return pk_infer_enum_call(in, node, callee);
    case PK_TY_class:
        return pk_infer_struct_call(in, node, callee->structure, call);
    case PK_TY_function:
        if (callee->function->info.kind == PK_FUNCTION_ufunc)
            return pk_infer_vectorized(in, node, callee->function, call);
        return pk_infer_function_call(in, node, callee, call);
    case PK_TY_choice: return pk_infer_choice_call(in, node, callee, call);
    default: return not_callable(in, func, callee);
    }
}

/* Methods: those of arrays are rows of builtins.def; numbers have conjugate,
 * integers bit_count, and view where the bits are another type's. */
static bool call_method(pk_infer *in, const pk_ast *node, pk_call *call,
                        pk_typed *out) {
    const pk_ast *func = node->Call.func;
    const char *name;
    pk_typed base;

    if (func->kind != PK_AST_Attribute)
        return false;
    name = func->Attribute.attr;
    in->lazy = true;
    base = pk_infer_expr(in, func->Attribute.value);
    *out = base;
    if (base.type->kind == PK_TY_error)
        return true;
    if (pk_infer_struct_method(in, node, base, call, out))
        return true;
    if (base.type->kind == PK_TY_array || base.type->kind == PK_TY_lazy ||
        base.type->kind == PK_TY_computed) {
        call->builtin = pk_builtin_find(
            pk_arena_format(in->arena, "numpy.ndarray.%s", name));
        if (base.type->kind == PK_TY_lazy &&
            !(call->builtin && pk_takes_lazy(call->builtin))) {
            base = pk_infer_expr(in, func->Attribute.value);
            if (base.type->kind != PK_TY_array) /* it said so */
                call->builtin = NULL;
        }
        if (call->builtin) {
            *out = call_builtin(in, node, call, func->Attribute.value);
            return true;
        }
    }
    *out = base;
    if (base.type->kind == PK_TY_error || pk_ty_is_arrays(base.type))
        return base.type->kind == PK_TY_error;
    if (pk_ty_is_int(base.type) && strcmp(name, "bit_count") == 0)
        call->builtin = pk_builtin_find("numba.cuda.popc");
    if (pk_ty_is_number(base.type) && strcmp(name, "view") == 0)
        call->builtin = pk_builtin_find("number.view");
    if (base.type->kind == PK_TY_tuple && !pk_ty_is_dataclass(base.type) &&
        pk_fields_find(base.type->fields, name) < 0)
        call->builtin =
            pk_builtin_find(pk_arena_format(in->arena, "tuple.%s", name));
    if (pk_ty_builtin_class(base.type))
        call->builtin = pk_builtin_find(pk_arena_format(
            in->arena, "%s.%s", pk_ty_builtin_class(base.type), name));
    if (pk_ty_is_container(base.type))
        call->builtin = pk_builtin_find(pk_arena_format(
            in->arena, "%s.%s", pk_container_kind(base.type), name));
    if (call->builtin) {
        *out = call_builtin(in, node, call, func->Attribute.value);
        return true;
    }
    if (!pk_ty_is_numeric(base.type) || strcmp(name, "conjugate") != 0 ||
        node->Call.args.count)
        return false;
    call->receiver = base.type;
    *out = of_type(base.type);
    return true;
}

pk_typed pk_infer_call(pk_infer *in, const pk_ast *node) {
    pk_call *call = PK_NEW(in->arena, pk_call);
    pk_typed v;

    *call = (pk_call){0};
    if (pk_has_spread(&node->Call.args)) {
        call->spread = pk_infer_spread(in, node);
        v = call->spread ? pk_infer_expr(in, call->spread) : error();
        pk_note_at(in, node)->call = call;
        return v;
    }
    if (!call_method(in, node, call, &v)) {
        call->spread = pk_infer_written_method(in, node);
        v = call->spread ? pk_infer_expr(in, call->spread)
                         : call_value(in, node, call);
    }
    pk_note_at(in, node)->call = call;
    return v;
}
