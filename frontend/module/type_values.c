/* SPDX-License-Identifier: Apache-2.0 */
/* Types written as values. */
#include "frontend/module/type_values.h"

#include "base/suggest.h"
#include "frontend/builtins/builtins.h"
#include "frontend/types/struct.h"
#include "frontend/values/known.h"

#include <string.h>

enum { MAX_ITEMS = 255, MAX_DEPTH = 64, MAX_NDIM = 32 };

bool pk_type_fault(pk_type_reader *r, const pk_ast *node, uint32_t code,
                   const char *hint, const char *format, ...) {
    pk_text text;
    va_list args;

    if (r->fault.message)
        return false;
    pk_text_init(&text, r->scope->arena->allocator);
    va_start(args, format);
    pk_text_vprintf(&text, format, args);
    va_end(args);
    r->fault =
        (pk_fault){.program = r->scope->program,
                   .node = node,
                   .code = code,
                   .hint = hint,
                   .message = pk_arena_text(
                       r->scope->arena, pk_text_string(&text), text.length)};
    pk_text_finish(&text);
    return false;
}

static pk_typed type_of(pk_type_reader *r, const pk_ty *made) {
    pk_ty *type = PK_NEW(r->scope->arena, pk_ty);

    *type = (pk_ty){.kind = PK_TY_dtype, .made = made};
    return (pk_typed){.type = type};
}

/* ---- names ---- */

/* Names for what one might write by habit: Python's own types. */
static const char *numba_name(const char *python) {
    static const char *const rows[][2] = {{"int", "write int64"},
                                          {"float", "write float64"},
                                          {"complex", "write complex128"},
                                          {"bool", "write boolean"},
                                          {"None", "write none"}};

    return pk_suggest_answer(rows, sizeof rows / sizeof *rows, python);
}

static const char *near_type(pk_type_reader *r, const char *name) {
    pk_suggest search = pk_suggest_start(name);
    uint32_t cursor = 0;
    const char *path;

    while ((path = pk_builtin_member("numba", &cursor)))
        if (!strchr(path + 6, '.') &&
            pk_builtin_find(path)->kind == PK_BUILTIN_dtype)
            pk_suggest_name(&search, path + 6);
    return pk_suggest_hint(r->scope->arena, &search);
}

/* True when the name is Python's own, and means it. */
static bool is_python(const pk_type_reader *r, const pk_ast *node) {
    pk_typed own;

    return node->kind == PK_AST_Name && numba_name(node->Name.id) &&
           (r->in_text ||
            !pk_program_own(r->scope->program, node->Name.id, &own));
}

static pk_typed value_of(pk_type_reader *r, const pk_ast *node) {
    if (!r->in_text)
        return pk_scope_eval(r->scope, node);
    if (node->kind != PK_AST_Name)
        return pk_scope_hidden(r->scope, "expression");
    return pk_builtin_lookup(r->scope->arena, "numba", node->Name.id);
}

static const char *spelling(const pk_ast *node) {
    return node->kind == PK_AST_Name        ? node->Name.id
           : node->kind == PK_AST_Attribute ? node->Attribute.attr
                                            : "this";
}

/* A name that the module does not have, or whose value only Python knows. */
static bool unknown_type(pk_type_reader *r, const pk_ast *node,
                         const char *name) {
    pk_arena *arena = r->scope->arena;
    pk_typed own;

    if (r->in_text && node->kind != PK_AST_Name)
        return pk_type_fault(r, node, PK_E_signature_name,
                             "in quotes the names are Numba's: float32, f4",
                             "unknown type '%s'", name);
    if (node->kind != PK_AST_Name || r->in_text ||
        pk_program_own(r->scope->program, name, &own) ||
        pk_enclosing_find(r->scope->enclosing, name, &own)) {
        const bool first = !r->fault.message;
        pk_type_fault(r, node, PK_E_signature_type,
                      "write the types into the decorator",
                      "the value of '%s' is not known when compiling", name);
        r->fault.unknown |= first && !r->in_text;
        return false;
    }
    return pk_type_fault(
        r, node, PK_E_signature_name,
        pk_builtin_find(pk_arena_format(arena, "numba.%s", name))
            ? pk_arena_format(arena,
                              "from numba import %s, or write the signature in "
                              "quotes",
                              name)
            : near_type(r, name),
        "name '%s' is not defined", name);
}

static bool read_name(pk_type_reader *r, const pk_ast *node, pk_typed *out) {
    const char *name = spelling(node);

    if (is_python(r, node))
        return pk_type_fault(r, node, PK_E_signature_type, numba_name(name),
                             "%s is a type of Python, and a signature has "
                             "Numba's",
                             name);
    *out = value_of(r, node);
    switch ((pk_ty_kind)out->type->kind) {
    case PK_TY_dtype:
    case PK_TY_signature:
    case PK_TY_tuple:
    case PK_TY_text: return true;
    case PK_TY_class:
        *out = type_of(r, &out->type->structure->type);
        return true;
    case PK_TY_none:
        return pk_type_fault(r, node, PK_E_signature_type, "write none",
                             "None is not a type");
    case PK_TY_hidden: return unknown_type(r, node, name);
    case PK_TY_foreign:
        return pk_type_fault(r, node, PK_E_signature_name, near_type(r, name),
                             "unknown type '%s'", name);
    case PK_TY_builtin:
        if (strcmp(out->type->builtin->path, "numba.unicode_type") == 0) {
            *out = type_of(r, &pk_ty_str);
            return true;
        }
        if (pk_builtin_is_later(out->type->builtin, false))
            return pk_type_fault(r, node, PK_UNSUPPORTED,
                                 out->type->builtin->hint,
                                 "type %s is not supported yet", name);
        break;
    default: break;
    }
    return pk_type_fault(r, node, PK_E_signature_type, NULL,
                         "%s is not a "
                         "type",
                         name);
}

/* ---- parts ---- */

static bool read_type(pk_type_reader *r, const pk_ast *node,
                      const pk_ty **out) {
    pk_typed v = {.type = &pk_ty_none};

    if (!pk_type_value(r, node, &v))
        return false;
    if (v.type->kind != PK_TY_dtype)
        return pk_type_fault(r, node, PK_E_signature_type, NULL,
                             v.type->kind == PK_TY_signature
                                 ? "expected a type, not a signature"
                                 : "expected a type, such as float32[:]");
    *out = v.type->made;
    return true;
}

/* The types of a list of expressions, as a tuple's items. */
static bool read_types(pk_type_reader *r, const pk_ast *node,
                       const pk_ast_list *list, const pk_ty *const **out) {
    const pk_ty **types =
        pk_arena_array(r->scope->arena, list->count + 1, sizeof *types);

    if (list->count > MAX_ITEMS)
        return pk_type_fault(r, node, PK_LIMIT, NULL, "over %d types",
                             MAX_ITEMS);
    *out = types;
    for (uint32_t i = 0; types && i < list->count; i++)
        if (!read_type(r, list->items[i], &types[i]))
            return false;
    return types != NULL;
}

static bool read_int(pk_type_reader *r, const pk_ast *node, int64_t most,
                     int64_t *out) {
    pk_typed v = node->kind == PK_AST_Constant
                     ? pk_known_literal(r->scope->arena, &node->Constant.value)
                     : value_of(r, node);

    if (pk_known_is_int(v, out) && *out >= 0 && *out <= most)
        return true;
    return pk_type_fault(r, node, PK_E_signature_type, NULL,
                         "expected an integer from 0 to %d", (int)most);
}

/* ---- arrays ---- */

/* One axis: `:`, or `::1`. Numba takes other steps for none. */
static bool read_axis(pk_type_reader *r, const pk_ast *node, bool *unit) {
    const pk_ast *step = node->kind == PK_AST_Slice ? node->Slice.step : NULL;

    *unit = false;
    if (node->kind != PK_AST_Slice || node->Slice.lower || node->Slice.upper)
        return pk_type_fault(r, node, PK_E_signature_type,
                             "one `:` for each axis, `::1` where elements lie "
                             "next to each other",
                             "an array type has no such axis");
    if (step)
        *unit = step->kind == PK_AST_Constant &&
                step->Constant.value.kind == PK_CONST_int &&
                step->Constant.value.integer == 1;
    return true;
}

static bool read_array(pk_type_reader *r, const pk_ast *node, pk_typed *out) {
    const pk_ast *slice = node->Subscript.slice, *const *axes = NULL;
    bool many = slice->kind == PK_AST_Tuple, unit, first = false, last = false;
    uint32_t ndim = many ? slice->Tuple.elts.count : 1;
    const pk_ty *element = NULL;

    if (!read_type(r, node->Subscript.value, &element))
        return false;
    if (!pk_ty_is_numeric(element) && element->kind != PK_TY_record)
        return pk_type_fault(r, node, PK_E_signature_type, NULL,
                             "an array has numbers as elements");
    if (!ndim || ndim > MAX_NDIM)
        return pk_type_fault(r, slice, PK_LIMIT, NULL,
                             "an array type has 1 to %d axes", MAX_NDIM);
    axes = many ? (const pk_ast *const *)slice->Tuple.elts.items : &slice;
    for (uint32_t i = 0; i < ndim; i++) {
        if (!read_axis(r, axes[i], &unit))
            return false;
        first |= unit && i == 0;
        last |= unit && i + 1 == ndim;
    }
    *out = type_of(r, pk_ty_array(r->scope->arena, element, ndim,
                                  first && ndim > 1 ? 'F'
                                  : last            ? 'C'
                                                    : 'A',
                                  PK_SPACE_global, 0));
    return true;
}

/* ---- calls ---- */

/* Argument `i` of a call, or that of a name; NULL when there is none. */
static const pk_ast *argument(const pk_ast *node, uint32_t i,
                              const char *name) {
    if (i < node->Call.args.count)
        return node->Call.args.items[i];
    for (uint32_t k = 0; k < node->Call.keywords.count; k++) {
        const pk_ast *word = node->Call.keywords.items[k];
        if (word->keyword.arg && strcmp(word->keyword.arg, name) == 0)
            return word->keyword.value;
    }
    return NULL;
}

/* UniTuple(float32, 3) */
static bool make_uniform(pk_type_reader *r, const pk_ast *node, pk_typed *out) {
    const pk_ast *dtype = argument(node, 0, "dtype");
    const pk_ast *number = argument(node, 1, "count");
    const pk_ty *item = NULL, **items;
    int64_t count;

    if (!dtype || !number)
        return pk_type_fault(r, node, PK_E_signature_type,
                             "write UniTuple(float32, 3)",
                             "UniTuple takes a type and a count");
    if (!read_type(r, dtype, &item) || !read_int(r, number, MAX_ITEMS, &count))
        return false;
    items = pk_arena_array(r->scope->arena, (size_t)count + 1, sizeof *items);
    for (int64_t i = 0; items && i < count; i++)
        items[i] = item;
    *out = type_of(r, pk_ty_tuple(r->scope->arena, items, (uint32_t)count));
    return items != NULL;
}

/* Tuple((float32, int64)) */
static bool make_tuple(pk_type_reader *r, const pk_ast *node, pk_typed *out) {
    const pk_ast *list = argument(node, 0, "types");
    const pk_ty *const *items = NULL;
    const pk_ast_list *elts;

    if (!list || (list->kind != PK_AST_Tuple && list->kind != PK_AST_List))
        return pk_type_fault(r, node, PK_E_signature_type,
                             "write Tuple((float32, int64))",
                             "Tuple takes its types in parentheses");
    elts = list->kind == PK_AST_Tuple ? &list->Tuple.elts : &list->List.elts;
    if (!read_types(r, list, elts, &items))
        return false;
    *out = type_of(r, pk_ty_tuple(r->scope->arena, items, elts->count));
    return true;
}

static bool is_true(pk_type_reader *r, const pk_ast *node) {
    pk_typed v;

    if (!node)
        return false;
    v = node->kind == PK_AST_Constant
            ? pk_known_literal(r->scope->arena, &node->Constant.value)
            : value_of(r, node);
    return v.known && pk_ty_is_numeric(v.type) && pk_known_truth(v);
}

/* Array(float32, 2, "C", readonly=True) */
static bool make_array(pk_type_reader *r, const pk_ast *node, pk_typed *out) {
    const pk_ast *dtype = argument(node, 0, "dtype");
    const pk_ast *axes = argument(node, 1, "ndim");
    const pk_ast *order = argument(node, 2, "layout");
    const pk_ty *element = NULL;
    char layout;
    int64_t ndim;

    if (!dtype || !axes || !order)
        return pk_type_fault(r, node, PK_E_signature_type,
                             "write Array(float32, 2, 'C')",
                             "Array takes a type, a number of axes and a "
                             "layout");
    if (!read_type(r, dtype, &element) || !read_int(r, axes, MAX_NDIM, &ndim))
        return false;
    if (!pk_ty_is_numeric(element) && element->kind != PK_TY_record)
        return pk_type_fault(r, dtype, PK_E_signature_type, NULL,
                             "an array has numbers as elements");
    layout = order->kind == PK_AST_Constant &&
                     order->Constant.value.kind == PK_CONST_str &&
                     order->Constant.value.length == 1
                 ? order->Constant.value.text[0]
                 : '?';
    if (layout != 'C' && layout != 'F' && layout != 'A')
        return pk_type_fault(r, order, PK_E_signature_type, NULL,
                             "a layout is 'C', 'F' or 'A'");
    *out = type_of(r, pk_ty_array(r->scope->arena, element, (uint32_t)ndim,
                                  layout, PK_SPACE_global,
                                  is_true(r, argument(node, 3, "readonly"))
                                      ? PK_TYF_readonly
                                      : 0));
    return true;
}

/* CPointer(float32): an array of which nothing but its begin is known. */
static bool make_pointer(pk_type_reader *r, const pk_ast *node, pk_typed *out) {
    const pk_ast *dtype = argument(node, 0, "dtype");
    const pk_ty *element = NULL;

    if (!dtype)
        return pk_type_fault(r, node, PK_E_signature_type,
                             "write CPointer(float32)",
                             "CPointer takes a type");
    if (!read_type(r, dtype, &element))
        return false;
    if (!pk_ty_is_numeric(element))
        return pk_type_fault(r, dtype, PK_E_signature_type,
                             "a record is passed as an array of records; "
                             "a[i] of a two-dimensional array is a row",
                             "a pointer is to numbers");
    *out = type_of(r, pk_ty_array(r->scope->arena, element, 1, 'C',
                                  PK_SPACE_global, PK_TYF_unsized));
    return true;
}

/* ---- what fields of structures may be, too ---- */

/* The types of a call's arguments, which values in a container may have. */
static bool read_items(pk_type_reader *r, const pk_ast *node, uint32_t count,
                       const pk_ty **out) {
    if (node->Call.args.count < count)
        return pk_type_fault(r, node, PK_E_signature_type, NULL,
                             "a container's type takes %u of what it holds",
                             count);
    for (uint32_t i = 0; i < count; i++) {
        if (!read_type(r, node->Call.args.items[i], &out[i]))
            return false;
        if (!pk_ty_is_item(out[i]))
            return pk_type_fault(r, node->Call.args.items[i],
                                 PK_E_signature_type, NULL,
                                 "no container holds such values");
        out[i] = pk_ty_item(r->scope->arena, out[i]);
    }
    return true;
}

/* ListType(float64) */
static bool make_list(pk_type_reader *r, const pk_ast *node, pk_typed *out) {
    const pk_ty *item;

    if (!read_items(r, node, 1, &item))
        return false;
    *out = type_of(r, pk_ty_list(r->scope->arena, item));
    return true;
}

/* DictType(int64, float64), Set(int64) */
static bool make_table(pk_type_reader *r, const pk_ast *node, uint32_t count,
                       pk_typed *out) {
    const pk_ty **pair = pk_arena_array(r->scope->arena, 2, sizeof *pair);

    if (!pair || !read_items(r, node, count, pair))
        return false;
    if (count == 1)
        pair[1] = pk_ty_number(PK_TYPE_bool);
    *out = type_of(r, pk_ty_dict(r->scope->arena,
                                 pk_ty_tuple(r->scope->arena, pair, 2),
                                 count == 1 ? 's' : 'd'));
    return true;
}

static bool make_dict(pk_type_reader *r, const pk_ast *node, pk_typed *out) {
    return make_table(r, node, 2, out);
}

static bool make_set(pk_type_reader *r, const pk_ast *node, pk_typed *out) {
    return make_table(r, node, 1, out);
}

static bool make_optional(pk_type_reader *r, const pk_ast *node,
                          pk_typed *out) {
    const pk_ty *item;

    if (!read_items(r, node, 1, &item))
        return false;
    *out = type_of(r, pk_ty_optional(r->scope->arena, item));
    return true;
}

/* void(float32[:], int32) */
static bool make_signature(pk_type_reader *r, const pk_ast *node,
                           const pk_ty *result, pk_typed *out) {
    pk_ty *type = PK_NEW(r->scope->arena, pk_ty);
    const pk_ty *const *items = NULL;

    if (node->Call.keywords.count)
        return pk_type_fault(r, node->Call.keywords.items[0],
                             PK_E_signature_type, NULL,
                             "a signature has no arguments by name");
    if (!read_types(r, node, &node->Call.args, &items))
        return false;
    *type = (pk_ty){.kind = PK_TY_signature,
                    .count = node->Call.args.count,
                    .items = items,
                    .made = result};
    *out = (pk_typed){.type = type};
    return true;
}

static bool read_call(pk_type_reader *r, const pk_ast *node, pk_typed *out) {
    static const struct {
        const char *path;
        bool (*make)(pk_type_reader *, const pk_ast *, pk_typed *);
    } makers[] = {
        {"numba.UniTuple", make_uniform},  {"numba.Tuple", make_tuple},
        {"numba.Array", make_array},       {"numba.CPointer", make_pointer},
        {"numba.ListType", make_list},     {"numba.List", make_list},
        {"numba.Set", make_set},           {"numba.DictType", make_dict},
        {"numba.optional", make_optional}, {"numba.Optional", make_optional}};
    const pk_ast *func = node->Call.func;
    bool named = func->kind == PK_AST_Name || func->kind == PK_AST_Attribute;
    pk_typed callee;
    const pk_ty *result = NULL;

    callee = named ? value_of(r, func) : pk_scope_hidden(r->scope, "");
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (callee.type->kind == PK_TY_builtin &&
            strcmp(callee.type->builtin->path, makers[i].path) == 0)
            return makers[i].make(r, node, out);
    if (read_type(r, func, &result))
        return make_signature(r, node, result, out);
    /* tuple(types), make_signature(n): Python knows what it gives. */
    r->fault.unknown |= !r->in_text && (callee.type->kind == PK_TY_builtin ||
                                        callee.type->kind == PK_TY_function);
    return false;
}

/* ---- expressions ---- */

static bool read_tuple(pk_type_reader *r, const pk_ast *node, pk_typed *out) {
    const pk_ast_list *elts = &node->Tuple.elts;
    const pk_ty **items =
        pk_arena_array(r->scope->arena, elts->count + 1, sizeof *items);
    const pk_ty *made = NULL;

    for (uint32_t i = 0; items && i < elts->count; i++) {
        if (!read_type(r, elts->items[i], &made))
            return false;
        items[i] = type_of(r, made).type;
    }
    out->known = NULL;
    out->type =
        items ? pk_ty_tuple(r->scope->arena, items, elts->count) : &pk_ty_error;
    return items != NULL;
}

static bool read_value(pk_type_reader *r, const pk_ast *node, pk_typed *out) {
    switch (node->kind) {
    case PK_AST_Name:
    case PK_AST_Attribute: return read_name(r, node, out);
    case PK_AST_Subscript: return read_array(r, node, out);
    case PK_AST_Call: return read_call(r, node, out);
    case PK_AST_Tuple: return read_tuple(r, node, out);
    default:
        pk_type_fault(r, node, PK_E_signature_type,
                      "a signature looks like \"void(float32[:], int32)\"",
                      "expected a type or a signature");
        r->fault.unknown |= !r->in_text && node->kind != PK_AST_Constant;
        return false;
    }
}

const pk_ty *pk_type_of_variable(pk_arena *arena, const pk_ty *value) {
    if (value->kind == PK_TY_builtin &&
        strcmp(value->builtin->path, "numba.unicode_type") == 0)
        return &pk_ty_str;
    if (value->kind != PK_TY_dtype)
        return NULL;
    if (pk_ty_is_numeric(value->made))
        return value->made;
    return pk_ty_is_item(value->made) ? pk_ty_item(arena, value->made) : NULL;
}

bool pk_type_value(pk_type_reader *r, const pk_ast *node, pk_typed *out) {
    bool ok;

    if (r->scope->depth >= MAX_DEPTH)
        return pk_type_fault(r, node, PK_LIMIT, NULL, "types nest over %d deep",
                             MAX_DEPTH);
    r->scope->depth++;
    ok = read_value(r, node, out);
    r->scope->depth--;
    return ok && !r->scope->arena->failed;
}

/* ---- strings ---- */

/* Where a string's own text begins in its line; 0 when its characters are not
 * one after another in the source: escapes, several parts or lines. */
static uint32_t text_column(const pk_source *source, const pk_ast *node,
                            const char *text) {
    uint32_t line = node->line - source->first_line;
    const char *at;
    size_t length = strlen(text);

    if (node->line < source->first_line || line >= source->line_count ||
        node->line != node->end_line)
        return 0;
    at = source->text + source->line_starts[line] + node->col - 1;
    if ((*at == '"' || *at == '\'') &&
        node->end_col - node->col == length + 2 &&
        memcmp(at + 1, text, length) == 0)
        return node->col + 1;
    return 0;
}

/* Puts a tree that was parsed from a string where the string stands. */
typedef struct placing {
    const pk_ast *string;
    uint32_t column; /* 0: everything is the whole string */
} placing;

static void place(const pk_ast *node, void *arg) {
    const placing *to = arg;
    pk_ast *own = (pk_ast *)(uintptr_t)node; /* fresh, nobody else has it */

    own->line = own->end_line = to->string->line;
    if (to->column) {
        own->col += to->column - 1;
        own->end_col += to->column - 1;
    } else {
        own->col = to->string->col;
        own->end_line = to->string->end_line;
        own->end_col = to->string->end_col;
    }
    pk_ast_children(node, place, arg);
}

static bool syntax_fault(pk_type_reader *r, const pk_ast *node,
                         const pk_diags *diags, const placing *to) {
    const pk_diag *first = diags->first;
    pk_ast *at = PK_NEW(r->scope->arena, pk_ast);

    at->kind = PK_AST_Pass;
    at->line = at->end_line = 1;
    at->col = first ? first->loc.col : 1;
    at->end_col =
        first && first->loc.end_col > at->col ? first->loc.end_col : at->col;
    place(at, (void *)(uintptr_t)to);
    return pk_type_fault(r, at->line ? at : node, PK_E_signature_text,
                         "a signature looks like \"void(float32[:], int32)\"",
                         "%s", first ? first->message : "no signature");
}

bool pk_type_text(pk_type_reader *r, const pk_ast *node, const char *text,
                  pk_typed *out) {
    const pk_source *source = r->scope->program->parse.source;
    placing to = {node, text_column(source, node, text)};
    size_t blanks = strspn(text, " \t");
    const pk_ast_list *body;
    pk_parse parse;
    pk_diags diags;
    bool ok;

    if (to.column)
        to.column += (uint32_t)blanks;
    pk_diags_init(&diags, r->scope->arena);
    if (pk_parse_source(r->scope->arena, text + blanks, strlen(text + blanks),
                        source->file, 1, 0, &parse, &diags) != PK_OK)
        return syntax_fault(r, node, &diags, &to);
    body = &parse.module->Module.body;
    if (body->count != 1 || body->items[0]->kind != PK_AST_Expr)
        return pk_type_fault(
            r, node, PK_E_signature_text,
            "a signature looks like \"void(float32[:], int32)\"",
            "a signature is one expression");
    place(parse.module, &to);
    r->in_text = true;
    ok = pk_type_value(r, body->items[0]->Expr.value, out);
    r->in_text = false;
    return ok;
}
