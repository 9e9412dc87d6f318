/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of what kernels say: assert, raise and print. Their words are
 * strings, f-strings and numbers; there are no exception objects. */
#include "frontend/infer/infer.h"

#include "base/format.h"
#include "core/report.h"
#include "frontend/infer/statements/report.h"

#include <string.h>

/* ---- words ---- */

const pk_builtin *pk_report_dim3(pk_arena *arena, const pk_ty *type) {
    pk_typed x;

    if (type->kind != PK_TY_module)
        return NULL;
    x = pk_builtin_lookup(arena, type->path, "x");
    return x.type->kind == PK_TY_builtin &&
                   x.type->builtin->kind == PK_BUILTIN_query
               ? x.type->builtin
               : NULL;
}

static bool is_printable(const pk_ty *type) {
    if (type->kind != PK_TY_tuple)
        return pk_ty_is_numeric(type) || type->kind == PK_TY_none ||
               type->kind == PK_TY_text || pk_ty_is_str(type);
    for (uint32_t i = 0; i < type->count; i++)
        if (!is_printable(type->items[i]))
            return false;
    return true;
}

const char *pk_report_spec(pk_arena *arena, const pk_ast *field) {
    const pk_ast *spec = field->FormattedValue.format_spec;
    const char *text = "";

    if (!spec)
        return text;
    for (uint32_t i = 0; i < spec->JoinedStr.values.count; i++) {
        const pk_ast *value = spec->JoinedStr.values.items[i];
        if (value->kind != PK_AST_Constant)
            return NULL;
        text = pk_arena_format(arena, "%s%s", text, value->Constant.value.text);
    }
    return text;
}

/* A specification must be there to read, and be one for the number. */
static void check_spec(pk_infer *in, const pk_ast *field, const pk_ty *type) {
    const char *text = pk_report_spec(in->arena, field), *reason;

    if (!text) {
        pk_say_unsupported(in, field, "a format specification with a field",
                           "write the numbers out");
        return;
    }
    if (!*text)
        return;
    if (type->kind == PK_TY_text || !pk_ty_is_number(type)) {
        pk_say_unsupported(in, field,
                           "a format specification is for numbers only",
                           "format each of its numbers: {t[0]:5}");
        return;
    }
    reason = strpbrk(text, "{}")
                 ? "a format specification cannot contain braces"
                 : pk_format_check(text, strlen(text), type->scalar);
    if (reason)
        pk_say(in, field, PK_E_format,
               "as in {x:8.3f}, {n:>5d}, {n:#x} or {x:e}", "%s", reason);
}

static void infer_part(pk_infer *in, const pk_ast *node) {
    pk_typed v = pk_infer_expr(in, node);

    if (pk_report_dim3(in->arena, v.type))
        return;
    if (pk_infer_has_value(in, node, v) && !is_printable(v.type))
        pk_say(in, node, PK_E_print_value,
               v.type->kind == PK_TY_array
                   ? "print its elements: a[i]"
                   : pk_type_hint(PK_E_print_value, v.type, NULL),
               "%s cannot be printed in a kernel", pk_named(in, v.type));
}

static void infer_field(pk_infer *in, const pk_ast *field) {
    pk_typed v;

    infer_part(in, field->FormattedValue.value);
    v = pk_note_find(in->instance, field->FormattedValue.value)->v;
    if (v.type && v.type->kind != PK_TY_error && is_printable(v.type))
        check_spec(in, field, v.type);
}

void pk_infer_words(pk_infer *in, const pk_ast *node) {
    if (node->kind != PK_AST_JoinedStr) {
        infer_part(in, node);
        return;
    }
    for (uint32_t i = 0; i < node->JoinedStr.values.count; i++) {
        const pk_ast *value = node->JoinedStr.values.items[i];
        if (value->kind == PK_AST_FormattedValue)
            infer_field(in, value);
    }
}

/* Operands that the words will have; complex numbers have two. */
static uint32_t count_parts(const pk_infer *in, const pk_ast *node) {
    const pk_note *note = pk_note_find(in->instance, node);
    uint32_t count = 0;

    if (node->kind != PK_AST_JoinedStr && note->v.type &&
        note->v.type->kind == PK_TY_module)
        return 3;
    if (node->kind != PK_AST_JoinedStr)
        return note->v.type ? note->v.type->parts : 0;
    for (uint32_t i = 0; i < node->JoinedStr.values.count; i++) {
        const pk_ast *value = node->JoinedStr.values.items[i];
        if (value->kind == PK_AST_FormattedValue)
            count += count_parts(in, value->FormattedValue.value);
    }
    return count;
}

static bool holds_string(const pk_ty *type) {
    bool any = pk_ty_is_str(type);

    for (uint32_t i = 0; type->kind == PK_TY_tuple && i < type->count; i++)
        any = any || holds_string(type->items[i]);
    return any;
}

static bool has_field(const pk_ast *node) {
    for (uint32_t i = 0;
         node->kind == PK_AST_JoinedStr && i < node->JoinedStr.values.count;
         i++)
        if (node->JoinedStr.values.items[i]->kind == PK_AST_FormattedValue)
            return true;
    return false;
}

static bool words_hold_string(const pk_instance *instance, const pk_ast *node) {
    const pk_ty *type = pk_note_find(instance, node)->v.type;

    for (uint32_t i = 0;
         node->kind == PK_AST_JoinedStr && i < node->JoinedStr.values.count;
         i++) {
        const pk_ast *value = node->JoinedStr.values.items[i];
        if (value->kind == PK_AST_FormattedValue &&
            words_hold_string(instance, value->FormattedValue.value))
            return true;
    }
    return type && holds_string(type);
}

bool pk_report_is_made(const pk_instance *instance, const pk_ast_list *words) {
    for (uint32_t i = 0; i < words->count; i++)
        if (words_hold_string(instance, words->items[i]) ||
            (words->count > 1 && has_field(words->items[i])))
            return true;
    return false;
}

static void infer_all(pk_infer *in, const pk_ast *node,
                      const pk_ast_list *words, uint32_t most) {
    uint32_t count = 0;

    for (uint32_t i = 0; i < words->count; i++) {
        pk_infer_words(in, words->items[i]);
        count += count_parts(in, words->items[i]);
    }
    if (most == PK_REPORT_VALUES && in->c->signature->host &&
        pk_report_is_made(in->instance, words))
        most = PK_REPORT_PRINTED;
    if (count > most)
        pk_say(in, node, PK_E_too_many, "print in several calls",
               "more than %u numbers in one message: %u", most, count);
}

/* ---- print ---- */

/* sep and end are strings; flush says nothing here. */
static void check_keyword(pk_infer *in, const pk_ast *word) {
    const char *name = word->keyword.arg;
    pk_typed v;

    if (!name || (strcmp(name, "sep") != 0 && strcmp(name, "end") != 0 &&
                  strcmp(name, "flush") != 0)) {
        pk_say(in, word, PK_E_call_keyword,
               "remove it; print takes sep and end",
               "print in a kernel takes no '%s'", name ? name : "**");
        return;
    }
    v = pk_infer_expr(in, word->keyword.value);
    if (strcmp(name, "flush") != 0 && v.type->kind != PK_TY_none &&
        (v.type->kind != PK_TY_text || !v.known))
        pk_say(in, word, PK_E_call_keyword, "as in sep=', '",
               "%s is a string in quotes", name);
}

pk_typed pk_infer_print(pk_infer *in, const pk_ast *node) {
    infer_all(in, node, &node->Call.args, PK_REPORT_PRINTED);
    for (uint32_t i = 0; i < node->Call.keywords.count; i++)
        check_keyword(in, node->Call.keywords.items[i]);
    return of_type(&pk_ty_none);
}

/* ---- assert and raise ---- */

void pk_infer_assert(pk_infer *in, const pk_ast *node) {
    const pk_ast *msg = node->Assert.msg;

    pk_infer_test(in, node->Assert.test);
    if (msg) {
        in->maybe++;
        infer_all(in, node, &(pk_ast_list){(pk_ast **)&msg, 1},
                  PK_REPORT_VALUES);
        in->maybe--;
    }
    pk_infer_narrow(in, node->Assert.test, true, NULL);
}

static bool is_builtin_exception(const char *name) {
    static const char *const names[] = {
#define EXCEPTION(name) #name,
#include "frontend/diag/exceptions.def"
#undef EXCEPTION
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

/* An exception is known by its name: Python's, or a class of the module. */
static bool is_exception(pk_infer *in, const pk_ast *node) {
    const char *name = node->kind == PK_AST_Name ? node->Name.id : NULL;
    pk_typed v;

    if (!name || pk_vars_find(&in->instance->vars, name) >= 0)
        return false;
    if (pk_program_lookup(in->program, in->arena, name, &v))
        return v.type->kind == PK_TY_hidden || v.type->kind == PK_TY_foreign;
    return is_builtin_exception(name);
}

void pk_infer_raise(pk_infer *in, const pk_ast *node) {
    const pk_ast *exc = node->Raise.exc, *cause = node->Raise.cause;
    const pk_ast_list *args = NULL;

    if (!exc && in->handling)
        return;
    if (!exc) {
        pk_say_unsupported(in, node, "raise without an exception",
                           "name the exception: raise ValueError(\"...\")");
        return;
    }
    if (cause && (cause->kind != PK_AST_Constant ||
                  cause->Constant.value.kind != PK_CONST_None))
        pk_say_unsupported(in, cause, "the cause of an exception in a kernel",
                           "leave 'from' out");
    if (exc->kind == PK_AST_Call) {
        args = &exc->Call.args;
        if (exc->Call.keywords.count)
            pk_say_unsupported(
                in, exc->Call.keywords.items[0],
                "an exception with arguments by name",
                "pass the arguments by position: ValueError(\"bad\", i)");
        exc = exc->Call.func;
    }
    if (!is_exception(in, exc))
        pk_say(in, exc, PK_E_raise_value,
               "raise ValueError(\"...\"), or a class of the "
               "module",
               "a kernel cannot raise this");
    if (args)
        infer_all(in, node, args, PK_REPORT_VALUES);
}
