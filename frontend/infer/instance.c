/* SPDX-License-Identifier: Apache-2.0 */
/* Instances: a function under the types of its arguments, inferred once. */
#include "frontend/infer/latent.h"
#include "frontend/infer/memory.h"

#include "frontend/infer/library.h"
#include "frontend/infer/typings.h"
#include "frontend/values/known.h"

#include <string.h>

/* Whether the instance does for a call with these inputs: one that failed says
 * its errors for no other. */
static bool takes_inputs(const pk_instance *i, const pk_typed *inputs) {
    uint64_t read = i->state == PK_INSTANCE_failed ? UINT64_MAX : i->read;

    return !pk_latent_differ(i->inputs, inputs, read, i->arg_count);
}

/* NumPy's functions have threads where who calls them has; a kernel has none.
 */
static bool has_threads(const pk_compile *c, const pk_function *function) {
    return c->signature->host && (function->program->kind == PK_PROGRAM_plain
                                      ? c->parallel
                                      : function->info.parallel);
}

static bool takes(const pk_instance *i, const pk_function *function,
                  const pk_ty *const *args, const pk_typed *inputs,
                  uint32_t count) {
    if (i->function != function || i->arg_count != count ||
        !takes_inputs(i, inputs))
        return false;
    for (uint32_t k = 0; k < count; k++)
        if (!pk_ty_equal(i->args[k], args[k]))
            return false;
    return true;
}

pk_instance *pk_instance_find(pk_compile *c, const pk_function *function,
                              const pk_ty *const *args, const pk_typed *inputs,
                              uint32_t count) {
    const bool parallel = has_threads(c, function);

    for (pk_instance *i = c->instances; i; i = i->next)
        if (i->parallel == parallel && takes(i, function, args, inputs, count))
            return i;
    return NULL;
}

pk_instance *pk_instance_of_library(const pk_compile *c,
                                    const pk_function *function,
                                    const pk_ty *const *args, uint32_t count) {
    for (pk_instance *i = c->instances; i; i = i->next)
        if (takes(i, function, args, NULL, count))
            return i;
    return NULL;
}

/* The error model, whose default depends on who calls. */
static bool division_raises(const pk_compile *c, const pk_function *function) {
    return function->error_model == PK_ERROR_MODEL_python ||
           (function->error_model == PK_ERROR_MODEL_default &&
            c->signature->host && function->info.kind != PK_FUNCTION_ufunc &&
            function->program->kind == PK_PROGRAM_user);
}

static pk_instance *add_instance(pk_compile *c, const pk_function *function,
                                 const pk_ty *const *args, uint32_t count) {
    pk_instance *instance = PK_NEW(c->arena, pk_instance);
    const pk_ty **own = pk_arena_array(c->arena, count + 1, sizeof *own);

    if (own)
        memcpy(own, args, count * sizeof *own);
    *instance = (pk_instance){.function = function,
                              .args = own,
                              .arg_count = count,
                              .lowest = UINT32_MAX,
                              .raises = division_raises(c, function),
                              .parallel = has_threads(c, function),
                              .result = &pk_ty_none};
    if (c->last_instance)
        c->last_instance->next = instance;
    else
        c->instances = instance;
    c->last_instance = instance;
    c->instance_count++;
    if (function->program->kind != PK_PROGRAM_user)
        pk_library_read(c, function);
    pk_instance_set_frame(c, instance);
    return instance;
}

/* A function with @vectorize is one of numbers: calls from compiled code make
 * instances for elements. */
static bool check_ufunc(pk_infer *in, const pk_function *fn) {
    for (uint32_t i = 0; i < in->instance->arg_count; i++)
        if (in->instance->args[i]->kind == PK_TY_array) {
            pk_say(in, fn->def, PK_E_unsupported_statement,
                   "pk_map takes arrays for it",
                   "%s has @vectorize: it is compiled for numbers, not for "
                   "arrays",
                   fn->info.name);
            return false;
        }
    return true;
}

/* Refuses definitions that no call can use. */
static bool check_definition(pk_infer *in, const pk_function *fn) {
    if (!pk_function_sound(in->c, fn))
        return false;
    switch (fn->info.kind) {
    case PK_FUNCTION_ufunc: return check_ufunc(in, fn);
    case PK_FUNCTION_gufunc:
        pk_say_unsupported(in, fn->def, "@guvectorize in compiled code",
                           "call it from Python, or put @njit in its place");
        return false;
    case PK_FUNCTION_stencil:
        pk_say_unsupported(in, fn->def, "@stencil in a source",
                           "call it from Python, or write a kernel that reads "
                           "the neighbours");
        return false;
    default: return true;
    }
}

const char *pk_instance_parameter(const pk_instance *instance, uint32_t i) {
    const pk_function *fn = instance->function;

    return i < fn->info.param_count ? fn->info.param_names[i]
                                    : fn->captured[i - fn->info.param_count];
}

/* Whether the type says what a string in it is. */
static bool has_text(const pk_ty *type) {
    bool found = type->kind == PK_TY_text && type->text;

    for (uint32_t i = 0; type->kind == PK_TY_tuple && i < type->count; i++)
        found = found || has_text(type->items[i]);
    return found;
}

static pk_typed with_texts(pk_infer *in, const pk_ty *type) {
    const pk_ty **types;
    pk_typed *items;

    if (type->kind == PK_TY_text)
        return (pk_typed){.type = in->c->signature->host ? type : &pk_ty_text,
                          .known = type->text};
    if (!has_text(type))
        return of_type(type);
    types = pk_arena_array(in->arena, type->count + 1, sizeof *types);
    items = pk_arena_array(in->arena, type->count + 1, sizeof *items);
    if (!types || !items)
        return error();
    for (uint32_t i = 0; i < type->count; i++) {
        items[i] = with_texts(in, type->items[i]);
        types[i] = items[i].type;
    }
    return pk_known_tuple(
        in->arena,
        pk_ty_named_tuple(in->arena, types, type->count, type->fields), items);
}

static pk_typed argument_of(pk_infer *in, uint32_t i) {
    const pk_ty *type = in->instance->args[i];

    return has_text(type) ? with_texts(in, type)
                          : pk_latent_argument(in->c, in->instance, i);
}

static bool set_parameters(pk_infer *in) {
    pk_instance *instance = in->instance;

    for (uint32_t i = 0; i < instance->arg_count; i++) {
        bool own = i < instance->function->info.param_count;
        int index =
            pk_vars_find(&instance->vars, pk_instance_parameter(instance, i));
        pk_typed v = argument_of(in, i);
        if (index < 0)
            return false;
        if (v.type != &pk_ty_unset)
            in->env.slots[index] = (pk_slot){
                .v = v,
                .where = own ? pk_function_parameter(instance->function, i)
                             : instance->function->def};
    }
    return true;
}

/* A function with a value on one path gives None where it ends without. */
static void check_result(pk_infer *in) {
    pk_instance *instance = in->instance;
    const pk_ty *optional;

    instance->falls_off = in->env.live;
    if (!in->env.live || !instance->returned || instance->is_kernel ||
        instance->frame)
        return;
    if (instance->result->kind == PK_TY_none ||
        instance->result->kind == PK_TY_error)
        return;
    optional = pk_rule_unify(in->arena, instance->result, &pk_ty_none);
    if (optional) {
        instance->result = optional;
        return;
    }
    pk_say(in, instance->returned, PK_E_return_missing,
           "return a value on every path",
           "%s returns %s here and nothing at its end",
           instance->function->info.name, pk_named(in, instance->result));
}

static bool items_fit(const pk_ty *type, const pk_ty *wanted);

/* Whether the value may be returned where the signature says `wanted`. */
static bool result_fits(const pk_ty *type, const pk_ty *wanted) {
    if (type->kind == PK_TY_tuple && wanted->kind == PK_TY_tuple)
        return items_fit(type, wanted);
    if (pk_ty_is_str(wanted))
        return pk_ty_is_text(type);
    if (wanted->kind == PK_TY_list || wanted->kind == PK_TY_dict)
        return pk_ty_equal(type, wanted);
    if (type->kind == PK_TY_array && wanted->kind == PK_TY_array)
        return pk_ty_equal(pk_ty_element(type), pk_ty_element(wanted)) &&
               type->ndim == wanted->ndim &&
               (wanted->layout == 'A' || wanted->layout == type->layout);
    return type->kind == wanted->kind ||
           (pk_ty_is_numeric(type) && pk_rule_converts(type, wanted));
}

static bool items_fit(const pk_ty *type, const pk_ty *wanted) {
    for (uint32_t i = 0; i < type->count && i < wanted->count; i++)
        if (!result_fits(type->items[i], wanted->items[i]))
            return false;
    return type->count == wanted->count;
}

/* Whether an argument is of a signature's type as it is. */
static bool is_exactly(pk_infer *in, const pk_ty *type, const pk_ty *wanted) {
    pk_arg_type given, declared;
    const pk_declared one = {.args = &declared, .count = 1};

    if (pk_ty_to_argument(in->arena, type, &given) &&
        pk_ty_to_argument(in->arena, wanted, &declared))
        return pk_declared_find(&one, 1, &given, 1);
    if (type->kind != PK_TY_tuple || wanted->kind != PK_TY_tuple)
        return pk_ty_is_str(wanted) ? pk_ty_is_text(type)
                                    : pk_ty_equal(type, wanted);
    for (uint32_t i = 0; i < type->count && i < wanted->count; i++)
        if (!is_exactly(in, type->items[i], wanted->items[i]))
            return false;
    return type->count == wanted->count;
}

/* The result for exactly the types of the instance, NULL: it is its own. */
static const pk_ty *exact_result(pk_infer *in) {
    const pk_instance *instance = in->instance;
    const pk_function *fn = instance->function;

    for (uint32_t i = 0; i < fn->result_count; i++) {
        const pk_ty *signature = fn->results[i];
        uint32_t at = 0;
        while (at < instance->arg_count && at < signature->count &&
               is_exactly(in, instance->args[at], signature->items[at]))
            at++;
        if (at == instance->arg_count && at == signature->count)
            return signature->made;
    }
    return NULL;
}

/* The signature of a decorator that the instance is for, NULL without one. */
static const pk_declared *declared_of(pk_infer *in) {
    const pk_instance *instance = in->instance;
    const pk_function_info *info = &instance->function->info;
    pk_arg_type *args =
        pk_arena_array(in->arena, instance->arg_count + 1, sizeof *args);
    uint32_t best;

    if (!info->declared_count || !args)
        return NULL;
    for (uint32_t i = 0; i < instance->arg_count; i++)
        if (!pk_ty_to_argument(in->arena, instance->args[i], &args[i]))
            return NULL;
    return pk_declared_choose(info, args, instance->arg_count, &best)
               ? &info->declared[best]
               : NULL;
}

/* Returns the type that a value that fits is converted to: numbers become what
 * is declared, arrays keep their type, with the reference to their memory. */
static const pk_ty *declared_type(pk_infer *in, const pk_ty *type,
                                  const pk_ty *wanted) {
    const pk_ty **items;

    if (type->kind != wanted->kind ||
        (type->kind != PK_TY_tuple && type->kind != PK_TY_optional))
        return wanted->kind == PK_TY_array ? type : wanted;
    items = pk_arena_array(in->arena, type->count + 1, sizeof *items);
    for (uint32_t i = 0; items && i < type->count; i++)
        items[i] = declared_type(in, type->items[i], wanted->items[i]);
    if (!items)
        return wanted;
    return type->kind == PK_TY_optional
               ? pk_ty_optional(in->arena, items[0])
               : pk_ty_named_tuple(in->arena, items, type->count,
                                   wanted->fields);
}

static void set_declared_result(pk_infer *in) {
    pk_instance *instance = in->instance;
    const pk_declared *declared = declared_of(in);
    const pk_ty *wanted = exact_result(in);

    if (!wanted && declared && declared->has_result)
        wanted = pk_ty_of_argument(in->arena, &declared->result);
    if (!wanted || instance->is_kernel || instance->result->kind == PK_TY_error)
        return;
    if (!result_fits(instance->result, wanted))
        pk_say(in,
               instance->returned ? instance->returned
                                  : instance->function->def,
               PK_E_declared_result, NULL,
               "%s returns %s, and its signature says %s",
               instance->function->info.name, pk_named(in, instance->result),
               pk_named(in, wanted));
    else
        instance->result = declared_type(in, instance->result, wanted);
}

/* Library functions say what they return: literals take that type. */
static void set_strict_result(pk_infer *in) {
    const pk_function *fn = in->instance->function;
    const pk_ast *returns = fn->def->FunctionDef.returns;
    const pk_ty *type = in->instance->result;
    pk_typed v;

    if (!in->strict || !returns || !(type->flags & PK_TYF_weak))
        return;
    v = pk_scope_value(fn->program, in->arena, returns);
    if (v.type->kind == PK_TY_dtype)
        in->instance->result = v.type->made;
}

void pk_instance_round(pk_compile *c, pk_instance *instance) {
    const pk_function *fn = instance->function;
    pk_infer in = {.c = c,
                   .arena = c->arena,
                   .instance = instance,
                   .program = fn->program,
                   .strict = fn->program->kind == PK_PROGRAM_library};
    uint32_t errors = c->diags->errors + c->diags->repeated;
    const bool around = c->parallel;

    c->parallel = instance->parallel;
    instance->state = PK_INSTANCE_running;
    instance->result = &pk_ty_none;
    instance->returned = NULL;
    instance->own_count = 0;
    instance->open_list = NULL;
    instance->falls_off = false;
    if (!pk_vars_scan(c->arena, fn->def, fn->captured, fn->captured_count,
                      &instance->vars)) {
        pk_say(&in, fn->def, PK_E_too_many,
               "move a part into a device function, which has variables of its "
               "own",
               "%s has over %d variables", fn->info.name, PK_MAX_VARIABLES);
    } else if (check_definition(&in, fn)) {
        in.env.slots = pk_arena_array(c->arena, instance->vars.count + 1,
                                      sizeof *in.env.slots);
        in.env.live = true;
        if (in.env.slots && set_parameters(&in)) {
            pk_infer_block(&in, &fn->def->FunctionDef.body);
            if (in.env.live && fn->assigned_count)
                pk_infer_return(&in, fn->def);
            pk_infer_lists_settle(&in);
            check_result(&in);
            set_strict_result(&in);
            pk_infer_end_generator(&in);
            set_declared_result(&in);
            pk_infer_owned(&in);
        }
    }
    instance->state = c->diags->errors + c->diags->repeated > errors ||
                              c->arena->failed || c->out_of_budget ||
                              instance->result->kind == PK_TY_error ||
                              (c->unknown && !pk_instance_gives(instance))
                          ? PK_INSTANCE_failed
                          : PK_INSTANCE_done;
    c->parallel = around;
}

enum { CALLS_TOLD = 3, TYPES_TOLD = 200 };

/* For calls in each other the innermost are reported, and the kernel's. */
static bool is_told(pk_compile *c) {
    if (c->told_error != c->diags->errors)
        c->told_calls = 0;
    c->told_error = c->diags->errors;
    return c->told_calls++ < CALLS_TOLD || c->call_depth <= 1;
}

/* "called from here with (int64, float32)" */
static void note_call(pk_compile *c, const pk_instance *instance,
                      const pk_program *from, const pk_ast *call) {
    const char *made = pk_made_of_generator(instance->function->def);
    pk_text text;

    if (made) {
        pk_say_in(c, from, instance->function->def, PK_SEVERITY_note, PK_OK,
                  NULL, "in this %s", made);
        return;
    }
    pk_text_init(&text, c->arena->allocator);
    for (uint32_t i = 0; i < instance->function->info.param_count; i++) {
        pk_text_put(&text, i ? ", " : "");
        pk_ty_print(instance->args[i], &text);
    }
    pk_say_in(c, from, call, PK_SEVERITY_note, PK_OK, NULL,
              "%s is called here with (%.*s%s)", instance->function->info.name,
              TYPES_TOLD, pk_text_string(&text),
              text.length > TYPES_TOLD ? "..." : "");
    pk_text_finish(&text);
}

static pk_instance *infer(pk_compile *c, const pk_function *function,
                          const pk_ty *const *args, const pk_typed *inputs,
                          uint32_t count, const pk_program *from,
                          const pk_ast *call) {
    pk_instance *instance = pk_instance_find(c, function, args, inputs, count);
    const pk_diag_mark before = pk_diag_mark_now(c);
    uint32_t errors = c->diags->errors;

    if (instance && instance->state == PK_INSTANCE_running) {
        instance->asked_other |=
            pk_latent_differ(instance->inputs, inputs, UINT64_MAX, count);
        pk_instance_ask(c, instance, from, call);
        return instance;
    }
    if (instance && instance->state == PK_INSTANCE_done) {
        if (instance->lowest < c->lowest)
            c->lowest = instance->lowest;
        return instance;
    }
    if (!instance && (c->instance_count >= PK_MAX_INSTANCES ||
                      c->call_depth >= PK_MAX_CALLS)) {
        pk_say_in(c, from, call, PK_SEVERITY_error, PK_E_too_many,
                  "a function is compiled for each list of types that it is "
                  "called with: use the same types in its calls",
                  "%s: over %d functions in one kernel, or calls over %d deep",
                  function->info.name, PK_MAX_INSTANCES, PK_MAX_CALLS);
        c->too_many = true;
        return NULL;
    }
    if (!instance) {
        instance = add_instance(c, function, args, count);
        instance->inputs = inputs;
        instance->is_kernel =
            !call && function->info.kind == PK_FUNCTION_kernel;
    }
    /* The errors of one that failed may have been taken back with a round of a
     * loop: it says them again. */
    pk_instance_run(c, instance);
    if (!call || c->diags->errors <= errors || c->arena->failed)
        return instance;
    if (c->signature->host && from->kind == PK_PROGRAM_user &&
        function->program->kind != PK_PROGRAM_user)
        pk_say_library_call(c, instance, from, call, before);
    else if (is_told(c))
        note_call(c, instance, from, call);
    return instance;
}

pk_instance *pk_infer_instance(pk_compile *c, const pk_function *function,
                               const pk_ty *const *args, uint32_t count,
                               const pk_program *from, const pk_ast *call) {
    return infer(c, function, args, NULL, count, from, call);
}

/* Whether the function is being inferred for other inputs. */
static bool is_running(const pk_compile *c, const pk_function *function) {
    for (const pk_instance *i = c->instances; i; i = i->next)
        if (i->function == function && i->state == PK_INSTANCE_running &&
            i->read)
            return true;
    return false;
}

/* Whether what was said since is all about values. */
static bool of_values(const pk_compile *c, const pk_diag_mark *before) {
    const pk_diag *d = before->last ? before->last->next : c->diags->first;

    for (; d; d = d->next)
        if (d->severity == PK_SEVERITY_error &&
            pk_diag_about(d) != PK_ABOUT_VALUES)
            return false;
    return true;
}

pk_instance *pk_infer_for_call(pk_infer *in, const pk_function *function,
                               const pk_ty *const *args, uint32_t count,
                               const pk_typed *given, uint32_t given_count,
                               const pk_ast *call) {
    pk_compile *c = in->c;
    const pk_typed *inputs =
        pk_latent_inputs(c, args, count, given, given_count);
    pk_diag_mark before = pk_diag_mark_now(c);
    pk_instance *instance;

    /* Recursion ends where a latent condition says so. */
    if (in->env.doubt && is_running(c, function) &&
        !pk_instance_find(c, function, args, inputs, count) &&
        pk_doubt_settle(in, true))
        return NULL;
    instance = infer(c, function, args, inputs, count, in->program, call);
    if (instance && instance->state != PK_INSTANCE_failed) {
        pk_latent_charge(in, instance, given, given_count);
    } else if (!c->too_many && pk_doubt_settle(in, of_values(c, &before))) {
        pk_diag_rewind(c, before);
    }
    return instance;
}
