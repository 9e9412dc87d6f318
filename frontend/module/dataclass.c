/* SPDX-License-Identifier: Apache-2.0 */
/* Reading dataclasses. Their objects are values, tuples whose items have names;
 * the class keeps their functions as one of structures by reference does, with
 * those that @dataclass writes:
 *
 *     def __eq__(self, other): return (self.x, self.y) == (other.x, other.y)
 *     def __ne__(self, other): return not self == other
 *
 * A decorator with a string says what callers know the class by. */
#include "frontend/module/classes.h"
#include "frontend/parse/idents.h"
#include "frontend/types/struct.h"
#include "frontend/values/known.h"
#include "frontend/values/plain.h"

#include <string.h>

static const pk_ast *decorator_of(pk_scope *s, const pk_ast *node) {
    const pk_ast_list *all = &node->ClassDef.decorator_list;

    for (uint32_t i = 0; i < all->count; i++) {
        const pk_ast *made = all->items[i];
        if (made->kind == PK_AST_Call)
            made = made->Call.func;
        if (strcmp(pk_scope_path(pk_scope_eval(s, made)),
                   "dataclasses.dataclass") == 0)
            return all->items[i];
    }
    return NULL;
}

bool pk_makes_dataclass(pk_scope *s, const pk_ast *node) {
    return decorator_of(s, node) != NULL;
}

/* The truth of an argument of a call; `otherwise` where it has none. */
static bool option(pk_scope *s, const pk_ast *call, const char *name,
                   bool otherwise) {
    for (uint32_t i = 0;
         call->kind == PK_AST_Call && i < call->Call.keywords.count; i++) {
        const pk_ast *word = call->Call.keywords.items[i];
        if (word->keyword.arg && strcmp(word->keyword.arg, name) == 0) {
            pk_typed v = pk_scope_eval(s, word->keyword.value);
            return pk_is_plain(v) ? pk_known_truth(v) : otherwise;
        }
    }
    return otherwise;
}

static bool has_function(const pk_ast *node, const char *name) {
    const pk_ast_list *body = &node->ClassDef.body;

    for (uint32_t i = 0; i < body->count; i++)
        if (body->items[i]->kind == PK_AST_FunctionDef &&
            strcmp(body->items[i]->FunctionDef.name, name) == 0)
            return true;
    return false;
}

/* Whether comparisons leave the field out: y: float = field(compare=False). */
static bool is_left_out(pk_scope *s, const pk_ast *node, const char *name) {
    const pk_ast_list *body = &node->ClassDef.body;

    for (uint32_t i = 0; i < body->count; i++) {
        const pk_ast *item = body->items[i];
        if (item->kind == PK_AST_AnnAssign && item->AnnAssign.value &&
            item->AnnAssign.target->kind == PK_AST_Name &&
            strcmp(item->AnnAssign.target->Name.id, name) == 0)
            return !option(s, item->AnnAssign.value, "compare", true);
    }
    return false;
}

static uint8_t compares(pk_scope *s, const pk_ast *node, const pk_ast *made,
                        const pk_fields *fields) {
    if (!option(s, made, "eq", true) || has_function(node, "__eq__"))
        return PK_COMPARES_never;
    for (uint32_t i = 0; i < fields->count; i++)
        if (is_left_out(s, node, fields->names[i]))
            return PK_COMPARES_never;
    return option(s, made, "order", false) ? PK_COMPARES_order
                                           : PK_COMPARES_equal;
}

pk_typed pk_dataclass_read(pk_scope *s, const pk_ast *node) {
    static const char *const own[] = {"__init__", "__new__"};
    const pk_ast *made = decorator_of(s, node);
    const char *name = node->ClassDef.name;
    pk_struct *class;
    pk_fields *fields;
    pk_typed v;

    if (node->ClassDef.bases.count)
        return pk_class_refused(s, name, "is a dataclass with a base",
                                "write the base's fields into it");
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
        if (has_function(node, own[k]))
            return pk_class_refused(
                s, name,
                pk_arena_format(s->arena, "is a dataclass with a %s of its own",
                                own[k]),
                "use jitclass, or pass its fields");
    v = pk_named_tuple_read(s, node);
    class = pk_struct_new(s->arena, name, 0,
                          node->ClassDef.body.count + PK_DATACLASS_WRITES);
    if (s->arena->failed || v.type->kind != PK_TY_named)
        return v;
    fields = (pk_fields *)(uintptr_t)v.type->fields;
    class->frozen = option(s, made, "frozen", false);
    class->hashed = (class->frozen && option(s, made, "eq", true)) ||
                    option(s, made, "unsafe_hash", false) ||
                    has_function(node, "__hash__");
    class->compares = compares(s, node, made, fields);
    if (made->kind == PK_AST_Call && made->Call.args.count &&
        made->Call.args.items[0]->kind == PK_AST_Constant &&
        made->Call.args.items[0]->Constant.value.kind == PK_CONST_str)
        fields->name = made->Call.args.items[0]->Constant.value.text;
    class->constants = pk_class_constants(s, node);
    fields->class = class;
    return v;
}

/* ---- the functions that @dataclass writes ---- */

static const char *ident(pk_scope *s, const char *name) {
    return pk_idents_add(s->making->parse.names, name, strlen(name))->text;
}

static pk_ast *name_of(pk_scope *s, const pk_ast *at, const char *id) {
    return pk_ast_name(s->arena, ident(s, id), PK_AST_Load, at);
}

static pk_ast *field_of(pk_scope *s, const pk_ast *at, const char *of,
                        const char *attr) {
    return pk_ast_attribute(s->arena, name_of(s, at, of), attr, at);
}

/* (self.x, self.y) */
static pk_ast *fields_of(pk_scope *s, const pk_ast *node, const char *of,
                         const pk_fields *fields) {
    pk_ast *tuple = pk_ast_new(s->arena, PK_AST_Tuple, node);
    pk_ast **items = pk_arena_array(s->arena, fields->count + 1, sizeof *items);

    for (uint32_t i = 0; items && i < fields->count; i++)
        if (!is_left_out(s, node, fields->names[i]))
            items[tuple->Tuple.elts.count++] =
                field_of(s, node, of, fields->names[i]);
    tuple->Tuple.elts.items = items;
    tuple->Tuple.ctx = PK_AST_Load;
    return tuple;
}

static pk_ast *comparison(pk_scope *s, const pk_ast *at, pk_ast *a, uint8_t op,
                          pk_ast *b) {
    return pk_ast_compare(s->arena, a, op, b, at);
}

static pk_ast *inverse(pk_scope *s, const pk_ast *at, pk_ast *operand) {
    pk_ast *node = pk_ast_new(s->arena, PK_AST_UnaryOp, at);

    node->UnaryOp.op = PK_AST_OP_Not;
    node->UnaryOp.operand = operand;
    return node;
}

/* def name(self, other): first; return value */
static pk_ast *function(pk_scope *s, const pk_ast *at, const char *name,
                        bool other, pk_ast *first, pk_ast *value) {
    static const char *const params[] = {"self", "other"};
    pk_ast *def = pk_ast_new(s->arena, PK_AST_FunctionDef, at);
    pk_ast *args = pk_ast_new(s->arena, PK_AST_arguments, at);
    pk_ast *result = pk_ast_new(s->arena, PK_AST_Return, at);
    pk_ast **body = pk_arena_array(s->arena, 2, sizeof *body);
    pk_ast **given = pk_arena_array(s->arena, 2, sizeof *given);
    const uint32_t statements = first ? 2 : 1, count = other ? 2 : 1;

    if (!body || !given)
        return def;
    for (uint32_t i = 0; i < count; i++) {
        given[i] = pk_ast_new(s->arena, PK_AST_arg, at);
        given[i]->arg.arg = ident(s, params[i]);
    }
    body[0] = first;
    body[statements - 1] = result;
    result->Return.value = value;
    args->arguments.args = (pk_ast_list){given, count};
    def->FunctionDef.name = name;
    def->FunctionDef.args = args;
    def->FunctionDef.body = (pk_ast_list){body, statements};
    return def;
}

/* def f(self): self.__post_init__(); return self */
static pk_ast *checked(pk_scope *s, const pk_ast *node) {
    pk_ast *call = pk_ast_new(s->arena, PK_AST_Call, node);
    pk_ast *first = pk_ast_new(s->arena, PK_AST_Expr, node);

    call->Call.func = field_of(s, node, "self", "__post_init__");
    first->Expr.value = call;
    return function(s, node, pk_dataclass_checked, false, first,
                    name_of(s, node, "self"));
}

/* Returns the function whose result dicts hash in an object's place:
 *
 *     @property
 *     def __hashed__(self): return (self.x, self.y)
 *
 * or, where the class has one, self.__hash__(). */
static pk_ast *hashed(pk_scope *s, const pk_ast *node,
                      const pk_fields *fields) {
    pk_ast *call = pk_ast_new(s->arena, PK_AST_Call, node);

    call->Call.func = field_of(s, node, "self", "__hash__");
    return function(s, node, "__hashed__", false, NULL,
                    has_function(node, "__hash__")
                        ? call
                        : fields_of(s, node, "self", fields));
}

/* (self.x, self.y) < (other.x, other.y) */
static pk_ast *compared(pk_scope *s, const pk_ast *node, const char *name,
                        uint8_t op, const pk_fields *fields) {
    return function(s, node, name, true, NULL,
                    comparison(s, node, fields_of(s, node, "self", fields), op,
                               fields_of(s, node, "other", fields)));
}

static pk_ast *unequal(pk_scope *s, const pk_ast *node) {
    return function(
        s, node, "__ne__", true, NULL,
        inverse(s, node,
                comparison(s, node, name_of(s, node, "self"), PK_AST_OP_Eq,
                           name_of(s, node, "other"))));
}

const pk_ast *pk_dataclass_function(pk_scope *s, const pk_ast *node,
                                    const pk_fields *fields, uint32_t i,
                                    pk_role_in_struct *role) {
    static const struct {
        const char *name;
        uint8_t op, role;
    } rows[PK_DATACLASS_WRITES] = {
        {"__eq__", PK_AST_OP_Eq, PK_STRUCT_compares},
        {"__lt__", PK_AST_OP_Lt, PK_STRUCT_compares},
        {"__le__", PK_AST_OP_LtE, PK_STRUCT_compares},
        {"__gt__", PK_AST_OP_Gt, PK_STRUCT_compares},
        {"__ge__", PK_AST_OP_GtE, PK_STRUCT_compares},
        {"__ne__", PK_AST_OP_NotEq, PK_STRUCT_method},
        {"__post_init__", 0, PK_STRUCT_static},
        {"__hash__", 0, PK_STRUCT_getter}};
    const pk_ast *made = decorator_of(s, node);
    const bool written = has_function(node, rows[i].name),
               equal = option(s, made, "eq", true),
               order = option(s, made, "order", false);

    *role = (pk_role_in_struct)rows[i].role;
    switch (rows[i].role) {
    case PK_STRUCT_static: return written ? checked(s, node) : NULL;
    case PK_STRUCT_getter:
        return fields->class->hashed ? hashed(s, node, fields) : NULL;
    case PK_STRUCT_method:
        return !written && (equal || has_function(node, "__eq__"))
                   ? unequal(s, node)
                   : NULL;
    default:
        return !written && (rows[i].op == PK_AST_OP_Eq ? equal : order)
                   ? compared(s, node, rows[i].name, rows[i].op, fields)
                   : NULL;
    }
}

const pk_ast *pk_dataclass_handle(pk_scope *s, const pk_ast *node,
                                  const pk_fields *fields) {
    pk_ast *def;

    if (!fields->class || strcmp(fields->name, node->ClassDef.name) == 0)
        return NULL;
    def = function(s, node, node->ClassDef.name, false, NULL, NULL);
    def->FunctionDef.args->arguments.args.count = 0;
    return def;
}
