/* SPDX-License-Identifier: Apache-2.0 */
/* How inference speaks: errors and warnings at nodes, each said once, with
 * where the variables that they are about got their types. */
#include "frontend/infer/infer.h"
#include "frontend/infer/latent.h"
#include "frontend/infer/library.h"
#include "frontend/values/frozen.h"

#include <string.h>

/* A note is one of those behind the last diagnostic that is none. */
static bool already_said(pk_diags *diags, const pk_diag *diag) {
    bool note = diag->severity == PK_SEVERITY_note, found = false;

    for (const pk_diag *d = diags->first; d; d = d->next) {
        found &= !note || d->severity == PK_SEVERITY_note;
        found |= d->severity == diag->severity &&
                 d->loc.line == diag->loc.line && d->loc.col == diag->loc.col &&
                 strcmp(d->file, diag->file) == 0 &&
                 strcmp(d->message, diag->message) == 0;
    }
    if (note)
        return found || diags->repeating;
    diags->repeating = found;
    return found;
}

/* False when that was said before. */
static bool say(pk_compile *c, const pk_program *program, const pk_ast *node,
                uint32_t code, pk_diag *diag, const char *format,
                va_list args) {
    const pk_code_info *row = pk_code_row(code);
    pk_text text;

    pk_text_init(&text, c->arena->allocator);
    pk_text_vprintf(&text, format, args);
    diag->message =
        pk_arena_text(c->diags->arena, pk_text_string(&text), text.length);
    pk_text_finish(&text);
    if (c->signature && c->signature->host) {
        diag->message = pk_host_words(c->diags->arena, diag->message);
        diag->hint = pk_host_words(c->diags->arena, diag->hint);
    }
    diag->row = code == PK_OK ? NULL : row; /* a note has none */
    diag->status = code < PK_STATUS_COUNT ? (pk_status)code : row->status;
    diag->file = program->parse.source->file;
    if (node)
        diag->loc = pk_ast_loc(node, 0);
    if (diag->hint)
        diag->hint =
            pk_arena_text(c->diags->arena, diag->hint, strlen(diag->hint));
    if (already_said(c->diags, diag)) {
        c->diags->repeated += diag->severity == PK_SEVERITY_error;
        return false;
    }
    pk_source_report(program->parse.source, c->diags, *diag);
    return true;
}

void pk_say_in(pk_compile *c, const pk_program *program, const pk_ast *node,
               pk_severity severity, uint32_t code, const char *hint,
               const char *format, ...) {
    pk_diag diag = {.severity = severity, .hint = hint};
    va_list args;

    va_start(args, format);
    say(c, program, node, code, &diag, format, args);
    va_end(args);
}

/* ---- where variables got their types ---- */

enum { MAX_ORIGINS = 2 };

typedef struct origins {
    pk_infer *in;
    const pk_ast *at;
    const char *told[MAX_ORIGINS];
    uint32_t count;
    bool parameters; /* theirs, too: a launch may have given another type */
} origins;

/* Where a variable is from is said once, not behind each error. */
static bool is_noted(const pk_infer *in, const pk_ast *where) {
    pk_loc loc = pk_ast_loc(where, 0);

    for (const pk_diag *d = in->c->diags->first; d; d = d->next)
        if (d->severity == PK_SEVERITY_note && d->loc.line == loc.line &&
            d->loc.col == loc.col &&
            strcmp(d->file, in->program->parse.source->file) == 0)
            return true;
    return false;
}

static void tell_origin(origins *o, const char *name) {
    pk_infer *in = o->in;
    int index = pk_vars_find(&in->instance->vars, name);
    const pk_slot *slot;
    bool given;

    for (uint32_t i = 0; i < o->count; i++)
        if (o->told[i] == name)
            return;
    if (index < 0 || o->count == MAX_ORIGINS || !in->env.slots)
        return;
    slot = &in->env.slots[index];
    given = o->parameters && slot->where && slot->where->kind == PK_AST_arg;
    if (!slot->v.type || slot->v.type->kind == PK_TY_error || !slot->where ||
        (slot->where->kind != PK_AST_Name && !given) ||
        slot->where->line == o->at->line || is_noted(in, slot->where))
        return;
    o->told[o->count++] = name;
    pk_say_in(in->c, in->program, slot->where, PK_SEVERITY_note, PK_OK, NULL,
              given ? "parameter '%s' is %s" : "'%s' is %s from here", name,
              pk_named(in, slot->v.type));
}

/* The type of x[i] is that of x, whatever i is. */
static void visit_origin(const pk_ast *node, void *arg) {
    if (node->kind == PK_AST_Name)
        tell_origin(arg, node->Name.id);
    else if (node->kind == PK_AST_Subscript)
        visit_origin(node->Subscript.value, arg);
    else if (pk_ast_kind_class((pk_ast_kind)node->kind) == PK_AST_CLASS_expr)
        pk_ast_below(node, visit_origin, arg);
}

/* Notes for the variables in an expression that is wrong: a type in a message
 * comes from somewhere. */
static void tell_origins(pk_infer *in, const pk_ast *node, bool parameters) {
    origins o = {.in = in,
                 .at = node,
                 .parameters = parameters && in->instance->is_kernel};

    if (node->kind == PK_AST_AugAssign)
        node = node->AugAssign.value;
    else if (node->kind == PK_AST_Return)
        node = node->Return.value;
    visit_origin(node, &o);
}

/* Errors of values with fewer or more axes than the kernel is written for. */
static bool is_of_axes(pk_code code) {
    return code == PK_E_not_indexable || code == PK_E_store_item ||
           code == PK_E_index_count;
}

static bool is_item(const pk_ast *node) {
    return node->kind == PK_AST_Name || node->kind == PK_AST_Subscript;
}

pk_typed pk_say(pk_infer *in, const pk_ast *node, uint32_t code,
                const char *hint, const char *format, ...) {
    pk_diag diag = {.severity = PK_SEVERITY_error, .hint = hint};
    va_list args;
    bool said;

    if (pk_doubt_settle(in, pk_code_row(code)->about == PK_ABOUT_VALUES))
        return (pk_typed){.type = &pk_ty_error};
    va_start(args, format);
    said = say(in->c, in->program, node, code, &diag, format, args);
    va_end(args);
    if (said && pk_code_row(code)->trait == PK_TRAIT_ORIGIN)
        tell_origins(in, node, is_of_axes((pk_code)code));
    if (said && code == PK_E_store_type && in->assigned)
        tell_origins(in, in->assigned, is_item(in->assigned));
    return (pk_typed){.type = &pk_ty_error};
}

pk_typed pk_say_unknown(pk_infer *in, const pk_ast *node, uint32_t code,
                        const char *hint, const char *format, ...) {
    pk_diag diag = {
        .severity = PK_SEVERITY_error, .hint = hint, .unknown = true};
    va_list args;

    if (pk_doubt_settle(in, false))
        return (pk_typed){.type = &pk_ty_error};
    va_start(args, format);
    say(in->c, in->program, node, code, &diag, format, args);
    va_end(args);
    return (pk_typed){.type = &pk_ty_error};
}

bool pk_is_of_others(const char *path) {
    static const char *const known[] = {
        "numpy",    "numba",   "math", "cmath",  "operator", "random", "cupy",
        "scipy",    "torch",   "jax",  "pandas", "time",     "pdb",    "os",
        "datetime", "logging", "json", "re",     "builtins"};
    const size_t length = strcspn(path, ".");

    if (strncmp(path, "scipy.constants", strlen("scipy.constants")) == 0 ||
        strcmp(path, "scipy") == 0 || strstr(path, ".tests."))
        return true;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (length == strlen(known[i]) && !memcmp(path, known[i], length))
            return false;
    return true;
}

pk_typed pk_say_unsupported(pk_infer *in, const pk_ast *node, const char *what,
                            const char *hint) {
    pk_code code =
        pk_ast_kind_class((pk_ast_kind)node->kind) == PK_AST_CLASS_stmt
            ? PK_E_unsupported_statement
        : node->kind == PK_AST_Call ? PK_E_unsupported_function
                                    : PK_E_unsupported_expression;

    return pk_say(in, node, code, hint, "%s is not supported yet", what);
}

/* B = A.reshape(2, 3), B = A.T: who writes B writes A. */
static bool is_view_of_name(const pk_program *program, const pk_ast *value) {
    const pk_ast *func = value->kind == PK_AST_Call ? value->Call.func : value;
    pk_typed base;

    return func->kind == PK_AST_Attribute &&
           func->Attribute.value->kind == PK_AST_Name &&
           pk_frozen_is_view(func->Attribute.attr) &&
           !(pk_program_own(program, func->Attribute.value->Name.id, &base) &&
             base.type->kind == PK_TY_module); /* np.reshape(...) */
}

/* B = A[::2], B = A[:, 1:] */
static bool is_slice(const pk_ast *value) {
    const pk_ast *index =
        value->kind == PK_AST_Subscript ? value->Subscript.slice : NULL;

    if (!index || index->kind != PK_AST_Tuple)
        return index && index->kind == PK_AST_Slice;
    for (uint32_t i = 0; i < index->Tuple.elts.count; i++)
        if (index->Tuple.elts.items[i]->kind == PK_AST_Slice)
            return true;
    return false;
}

pk_typed pk_say_refused(pk_infer *in, const pk_ast *node, const pk_ty *type) {
    const char *hint = type->refused + strlen(type->refused) + 1;

    return (type->home ? pk_say_unknown : pk_say)(in, node, PK_E_value_hidden,
                                                  *hint ? hint : NULL, "%s %s",
                                                  type->path, type->refused);
}

/* Kernels have no such value, whatever it is when the program runs. */
static bool is_no_value(const pk_infer *in, const char *name,
                        const pk_ast *given) {
    return pk_hint_is_class(in->program, name) ||
           (given && (given->Assign.value->kind == PK_AST_List ||
                      given->Assign.value->kind == PK_AST_Dict ||
                      given->Assign.value->kind == PK_AST_Set));
}

pk_typed pk_say_hidden(pk_infer *in, const pk_ast *node, const pk_ty *type,
                       const char *hint) {
    const pk_ast *given = pk_hint_assignment(in->program, type->path);
    const pk_function *fn = in->instance->function;
    const char *uncalled = pk_enclosing_uncalled(fn->enclosing, type->path);
    uint32_t errors = in->c->diags->errors;
    pk_typed v;

    if (type->kind == PK_TY_hidden && type->refused)
        return pk_say_refused(in, node, type);
    if (given && given->Assign.value->kind == PK_AST_List)
        hint = "a list may change: a tuple is a constant, and so is np.array";
    else if (given && is_view_of_name(in->program, given->Assign.value))
        hint = "it shares the memory of another array: make it of a copy";
    else if (given && is_slice(given->Assign.value))
        hint = "a constant is a whole array: slice it in the kernel, or pass "
               "the slice as an argument";
    if (type->kind == PK_TY_hidden && type->count)
        hint = pk_arena_format(in->arena,
                               "line %u may change the array: pass it as an "
                               "argument, or make a constant of a copy",
                               type->count);
    if (uncalled)
        hint =
            pk_arena_format(in->arena,
                            "no call of %s in this file says it: write one at "
                            "module level, or give '%s' a default",
                            uncalled, type->path);
    v = (is_no_value(in, type->path, given) ? pk_say : pk_say_unknown)(
        in, node, PK_E_value_hidden, hint,
        "the value of '%s' is not known when compiling", type->path);
    if (given && in->c->diags->errors > errors)
        pk_say_in(in->c, in->program, given, PK_SEVERITY_note, PK_OK, NULL,
                  "'%s' gets its value here", type->path);
    return v;
}

bool pk_infer_has_value(pk_infer *in, const pk_ast *node, pk_typed v) {
    if (v.type->kind == PK_TY_builtin &&
        pk_builtin_is_later(v.type->builtin, in->c->signature->host)) {
        pk_say_unsupported(in, node, pk_builtin_name(v.type->builtin),
                           v.type->builtin->hint);
        return false;
    }
    if (v.type->kind != PK_TY_hidden && v.type->kind != PK_TY_foreign)
        return v.type->kind != PK_TY_error;
    if (v.type->kind == PK_TY_hidden)
        pk_say_hidden(in, node, v.type, PK_HINT_WRITE_OUT);
    else if (pk_is_of_others(v.type->path))
        pk_say_unknown(in, node, PK_E_value_hidden, NULL,
                       "%s cannot be used in a kernel: its source was not "
                       "found",
                       v.type->path);
    else
        pk_say(in, node, PK_E_value_hidden, NULL,
               "%s cannot be used in a kernel", v.type->path);
    return false;
}

bool pk_function_sound(pk_compile *c, const pk_function *function) {
    bool sound = true;

    for (const pk_fault *f = function->faults; f; f = f->next) {
        if (f->unknown && c->is_check)
            continue;
        sound = false;
        pk_say_in(c, f->program, f->node, PK_SEVERITY_error, f->code, f->hint,
                  "%s", f->message);
    }
    return sound;
}

void pk_say_declared(pk_compile *c, const pk_function *function,
                     const pk_arg_type *args, uint32_t count, uint32_t fits) {
    const pk_declared *first = &function->info.declared[0];
    const char *file = function->program->parse.source->file;
    pk_ast *at = PK_NEW(c->arena, pk_ast);
    pk_text text;

    at->kind = PK_AST_Pass;
    at->line = first->loc.line;
    at->end_line = at->line + !first->loc.end_col;
    at->col = first->loc.col;
    at->end_col = first->loc.end_col;

    pk_text_init(&text, c->arena->allocator);
    pk_declared_explain(&function->info, args, count, fits, &text);
    pk_say_in(c, function->program,
              strcmp(file, first->file) == 0 ? at : function->def,
              PK_SEVERITY_error, PK_E_signature_fit,
              fits ? "convert the arguments to the types of one of them, as in "
                     "np.int8(n)"
              : function->info.declared_count > 1 ? PK_HINT_NO_SIGNATURE
                                                  : NULL,
              "%s", pk_text_string(&text));
    pk_text_finish(&text);
}

bool pk_infer_step(pk_infer *in, const pk_ast *node, uint32_t steps) {
    pk_compile *c = in->c;

    if (c->out_of_budget || in->arena->failed)
        return false;
    c->steps += steps + 1;
    if (c->steps < PK_MAX_STEPS)
        return true;
    c->out_of_budget = true;
    pk_say(in, node, PK_E_budget, "split the function",
           "%s takes too long to compile", in->instance->function->info.name);
    return false;
}
