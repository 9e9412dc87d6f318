/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of what types are asked for: isinstance, members of classes by
 * value, implementations, and tuples as they are. */
#include "frontend/module/classes.h"

#include "frontend/builtins/builtins.h"
#include "frontend/infer/latent.h"
#include "frontend/infer/typings.h"
#include "frontend/values/known.h"
#include "frontend/values/limits.h"

#include <string.h>

pk_typed pk_infer_enum_call(pk_infer *in, const pk_ast *node,
                            const pk_ty *type) {
    const pk_ast_list *args = &node->Call.args;
    pk_typed v;

    if (args->count != 1 || node->Call.keywords.count)
        return pk_say(in, node, PK_E_call_count, NULL, "%s takes a value",
                      type->members->name);
    v = pk_infer_expr(in, args->items[0]);
    if (v.type->kind == PK_TY_error ||
        pk_ty_equal(v.type, pk_enum_type(in->arena, type->members)) ||
        pk_enum_of_value(in->arena, type->members, v, &v))
        return v;
    return pk_say(in, node, v.known ? PK_E_member_unknown : PK_E_value_hidden,
                  v.known ? "pass one that a member of the class has"
                          : "compare the value with a member's",
                  v.known ? "%s has no member with this value"
                          : "the value of a member of %s must be known when "
                            "compiling",
                  type->members->name);
}

/* ---- isinstance ---- */

/* The kind of the values of one of Python's classes; -1: it is none. */
static int kind_of_class(const pk_ty *class) {
    static const struct {
        const char *path;
        pk_ty_kind kind;
    } classes[] = {{"builtins.tuple", PK_TY_tuple},
                   {"builtins.list", PK_TY_list},
                   {"builtins.str", PK_TY_text},
                   {"builtins.dict", PK_TY_dict}};

    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (class->kind == PK_TY_builtin &&
            strcmp(class->builtin->path, classes[i].path) == 0)
            return (int)classes[i].kind;
    return -1;
}

/* As Numba has it, a class is one type: int is int64, float float64. That a
 * bool is an int is Python's rule. -1: not a class. */
static int is_of(const pk_ty *type, pk_typed class) {
    const pk_ty *made;

    switch ((pk_ty_kind) class.type->kind) {
    case PK_TY_named:
        return type->kind == PK_TY_tuple &&
               pk_fields_same(type->fields, class.type->fields);
    case PK_TY_enum:
        return (type->kind == PK_TY_member || type->kind == PK_TY_number) &&
               pk_members_same(type->members, class.type->members);
    default: break;
    }
    if (kind_of_class(class.type) >= 0)
        return (pk_ty_is_text(type) ? PK_TY_text : (int)type->kind) ==
                   kind_of_class(class.type) &&
               !pk_ty_is_dataclass(type);
    made = class.type->kind == PK_TY_text ? NULL : pk_ty_of_dtype(class);
    if (!made)
        return -1;
    if (type->kind == PK_TY_number && type->members)
        type = pk_ty_number(type->scalar);
    return pk_ty_equal(type, made) ||
           (pk_ty_is_bool(type) && class.type->kind == PK_TY_builtin &&
            pk_ty_is_int(made));
}

pk_typed pk_type_isinstance(pk_infer *in, const pk_ast *node, pk_call *call) {
    pk_typed classes = call->args[1];
    bool several = classes.type->kind == PK_TY_tuple, any = false;

    for (uint32_t i = 0; i < (several ? classes.type->count : 1); i++) {
        pk_typed class = several ? pk_known_item(classes, i) : classes;
        int found = is_of(call->args[0].type, class);
        if (found < 0)
            return pk_say(in, call->nodes[1], PK_E_call_type,
                          "int, float, complex, bool, tuple, a type of NumPy, "
                          "or a class of the module",
                          "isinstance does not support the class %s",
                          pk_named(in, class.type));
        any = any || found;
    }
    (void)node;
    return pk_known_int(in->arena, pk_ty_number(PK_TYPE_bool), any);
}

/* ---- implementations by the types of arguments ---- */

enum { LONGEST_LITERAL = 100 }; /* of a string, in bytes */

/* Whether a line can say the string. */
static bool is_plain(const char *text) {
    size_t length = 0;

    while ((unsigned char)text[length] >= ' ' && text[length] != 0x7f &&
           text[length] != ';')
        length++;
    return !text[length] && length <= LONGEST_LITERAL;
}

/* Writes an argument's type and, if `literal`, its value where that is an
 * integer or a string that is known. */
static void put_argument(pk_infer *in, pk_typed v, bool literal, pk_text *out) {
    const char *text =
        v.type->kind == PK_TY_text && v.known ? v.known->text : NULL;
    int64_t value;

    if (text && text[0] == '\1') {
        pk_text_put(out, "omitted");
        return;
    }
    if (v.type->kind == PK_TY_text)
        pk_text_put(out, "unicode_type");
    else
        pk_ty_print(v.type, out);
    if (!literal)
        return;
    if (text && is_plain(text))
        pk_text_printf(out, "=%s", text);
    else if ((pk_ty_is_int(v.type) || pk_ty_is_bool(v.type)) &&
             pk_infer_constant_int(in, v, &value))
        pk_text_printf(out, "=%lld", (long long)value);
}

static const char *words_of(pk_infer *in, const pk_call *call, bool literal) {
    const char *words;
    pk_text text;

    pk_text_init(&text, in->arena->allocator);
    for (uint32_t i = 1; i < call->count; i++) {
        put_argument(in, call->args[i], literal, &text);
        pk_text_put(&text, "; ");
    }
    words = pk_arena_text(in->arena, pk_text_string(&text), text.length);
    pk_text_finish(&text);
    return words;
}

/* The number of the line that says `words`; -1: none does. */
static int line_of(const char *lines, const char *words) {
    const size_t length = strlen(words);

    for (int i = 0; (lines = strchr(lines, '\n')); i++, lines++)
        if (strncmp(lines + 1, words, length) == 0 &&
            (lines[1 + length] == '\n' || !lines[1 + length]))
            return i;
    return -1;
}

/* overload_of("name\nline\n...", arguments): a line is the types of arguments,
 * each with "; " behind it. Values are read only where the types alone have no
 * line, or the name begins with '!': what is compiled is for these then. */
pk_typed pk_type_overload_of(pk_infer *in, const pk_ast *node, pk_call *call) {
    const char *lines, *words = "";
    int found = -1;

    if (!call->count || call->args[0].type->kind != PK_TY_text ||
        !call->args[0].known)
        return error();
    lines = call->args[0].known->text;
    if (*lines != '!')
        found = line_of(lines, words_of(in, call, false));
    if (found < 0) {
        words = words_of(in, call, true);
        found = line_of(lines, words);
    }
    if (found < 0)
        pk_say(in, node, PK_E_call_type, NULL,
               "no implementation of %.*s for %s", (int)strcspn(lines, "\n"),
               lines, words);
    return pk_known_int(in->arena, pk_ty_number(PK_TYPE_i64), found);
}

/* literal_unroll(t) and tuple(t) are t. */
pk_typed pk_type_same(pk_infer *in, const pk_ast *node, pk_call *call) {
    if (call->builtin->param || call->args[0].type->kind == PK_TY_tuple)
        return call->args[0];
    return pk_say(in, node, PK_E_call_type,
                  pk_type_hint(PK_E_call_type, call->args[0].type, NULL),
                  "%s takes a tuple here, not %s",
                  pk_builtin_name(call->builtin),
                  pk_named(in, call->args[0].type));
}

/* ---- np.finfo, np.iinfo ---- */

pk_typed pk_type_limits(pk_infer *in, const pk_ast *node, pk_call *call) {
    bool floats = strcmp(call->builtin->path, "numpy.finfo") == 0;
    pk_typed v;

    if (pk_number_limits(in->arena, call->builtin->path, call->args[0], &v))
        return v;
    return pk_say(in, node, PK_E_dtype,
                  floats
                      ? "write np.finfo(np.float32); np.iinfo is for integers"
                      : "write np.iinfo(np.int32); np.finfo is for floats",
                  "%s takes a type of %s", pk_builtin_name(call->builtin),
                  floats ? "floats" : "integers");
}
