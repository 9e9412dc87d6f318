/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of the module level whose objects are structures by reference:
 *
 *     @jitclass([('x', float64)])
 *     class Point:
 *         y: float64
 *         def norm(self): ...
 *
 * Fields are what the decorator says, a list of pairs or a dict, then what
 * annotations say. A decorator with a string has annotations only: the string
 * is what callers know the class by. */
#include "frontend/module/classes.h"

#include "frontend/module/parameters.h"
#include "frontend/module/type_values.h"
#include "frontend/types/struct.h"

#include <string.h>

static const char *path_of(pk_scope *s, const pk_ast *decorator) {
    return pk_scope_path(pk_scope_eval(
        s, decorator->kind == PK_AST_Call ? decorator->Call.func : decorator));
}

static const pk_ast *decorator_of(pk_scope *s, const pk_ast *node) {
    const pk_ast_list *all = &node->ClassDef.decorator_list;

    for (uint32_t i = 0; i < all->count; i++)
        if (strcmp(path_of(s, all->items[i]), "numba.experimental.jitclass") ==
            0)
            return all->items[i];
    return NULL;
}

bool pk_makes_struct(pk_scope *s, const pk_ast *node) {
    return decorator_of(s, node) != NULL;
}

pk_typed pk_class_refused(pk_scope *s, const char *name, const char *why,
                          const char *hint) {
    pk_ty *type = PK_NEW(s->arena, pk_ty);
    pk_text text;

    pk_text_init(&text, s->arena->allocator);
    pk_text_printf(&text, "%s%c%s", why, 0, hint ? hint : "");
    *type = (pk_ty){
        .kind = PK_TY_hidden,
        .path = name,
        .refused = pk_arena_text(s->arena, pk_text_string(&text), text.length)};
    pk_text_finish(&text);
    return (pk_typed){.type = type};
}

/* ---- fields ---- */

typedef struct reading {
    pk_scope *scope;
    pk_struct *made;
    const char *why, *hint; /* it is no class that can be used; NULL: it is */
} reading;

static void fail(reading *r, const char *name, const char *why,
                 const char *hint) {
    if (r->why)
        return;
    r->why = pk_arena_format(r->scope->arena, "has a field '%s' %s", name, why);
    r->hint = hint;
}

static void add_field(reading *r, const char *name, const pk_ast *node) {
    pk_type_reader reader = {.scope = r->scope};
    pk_typed v = {0};
    bool ok = node->kind == PK_AST_Constant &&
                      node->Constant.value.kind == PK_CONST_str
                  ? pk_type_text(&reader, node, node->Constant.value.text, &v)
                  : pk_type_value(&reader, node, &v);

    if (pk_struct_field(r->made, name) >= 0)
        return;
    if (!ok || v.type->kind != PK_TY_dtype)
        fail(r, name,
             pk_arena_format(r->scope->arena, "whose type is not known: %s",
                             reader.fault.message ? reader.fault.message
                                                  : "this is not a type"),
             reader.fault.hint);
    else if (!pk_struct_add(r->scope->arena, r->made, name, v.type->made))
        fail(r, name,
             "for which there is no place: all fields together are 64 "
             "numbers, pointers and extents at most",
             "put some of them into an array, or into a class of their own");
}

static void add_pair(reading *r, const pk_ast *name, const pk_ast *type) {
    if (name->kind == PK_AST_Constant &&
        name->Constant.value.kind == PK_CONST_str)
        add_field(r, name->Constant.value.text, type);
    else
        fail(r, "?", "whose name is not a string", NULL);
}

/* The value that a name of the module was assigned last. */
static const pk_ast *assigned(pk_scope *s, const pk_ast *node) {
    const pk_ast_list *body = &s->program->parse.module->Module.body;
    const char *name = node->kind == PK_AST_Name ? node->Name.id : "";

    for (uint32_t i = 0; i < body->count; i++) {
        const pk_ast *item = body->items[i];
        if (item->kind == PK_AST_Assign && item->Assign.targets.count == 1 &&
            item->Assign.targets.items[0]->kind == PK_AST_Name &&
            strcmp(item->Assign.targets.items[0]->Name.id, name) == 0)
            node = item->Assign.value;
    }
    return node;
}

/* A list or tuple of pairs, or a dict. */
static void read_spec(reading *r, const pk_ast *spec) {
    const pk_ast_list *pairs = spec->kind == PK_AST_List    ? &spec->List.elts
                               : spec->kind == PK_AST_Tuple ? &spec->Tuple.elts
                                                            : NULL;

    for (uint32_t i = 0; spec->kind == PK_AST_Dict && i < spec->Dict.keys.count;
         i++)
        if (spec->Dict.keys.items[i])
            add_pair(r, spec->Dict.keys.items[i], spec->Dict.values.items[i]);
    for (uint32_t i = 0; pairs && i < pairs->count; i++) {
        const pk_ast *pair = pairs->items[i];
        if (pair->kind == PK_AST_Tuple && pair->Tuple.elts.count == 2)
            add_pair(r, pair->Tuple.elts.items[0], pair->Tuple.elts.items[1]);
    }
}

/* How many fields there can be. */
static uint32_t count_fields(const pk_ast *spec, const pk_ast_list *body) {
    uint32_t count = body->count;

    if (spec)
        count += spec->kind == PK_AST_List    ? spec->List.elts.count
                 : spec->kind == PK_AST_Tuple ? spec->Tuple.elts.count
                 : spec->kind == PK_AST_Dict  ? spec->Dict.keys.count
                                              : 0;
    return count;
}

pk_typed pk_struct_read(pk_scope *s, const pk_ast *node) {
    const pk_ast *decorator = decorator_of(s, node), *spec = NULL;
    const pk_ast_list *body = &node->ClassDef.body;
    const char *name = node->ClassDef.name;
    reading r = {.scope = s};
    if (decorator->kind == PK_AST_Call && decorator->Call.args.count)
        spec = assigned(s, decorator->Call.args.items[0]);
    if (node->ClassDef.bases.count)
        return pk_class_refused(s, name,
                                "is a class of compiled objects with a base",
                                "put the base's fields and methods into it");
    r.made =
        pk_struct_new(s->arena, name, count_fields(spec, body), body->count);
    if (s->arena->failed)
        return pk_scope_hidden(s, name);
    if (spec && spec->kind == PK_AST_Constant &&
        spec->Constant.value.kind == PK_CONST_str)
        r.made->key = spec->Constant.value.text;
    else if (spec)
        read_spec(&r, spec);
    for (uint32_t i = 0; i < body->count; i++)
        if (body->items[i]->kind == PK_AST_AnnAssign &&
            body->items[i]->AnnAssign.target->kind == PK_AST_Name)
            add_field(&r, body->items[i]->AnnAssign.target->Name.id,
                      body->items[i]->AnnAssign.annotation);
    if (r.why)
        return pk_class_refused(s, name, r.why, r.hint);
    return pk_struct_class(s->arena, r.made);
}

pk_typed pk_struct_class(pk_arena *arena, const pk_struct *s) {
    pk_ty *type = PK_NEW(arena, pk_ty);

    *type = (pk_ty){.kind = PK_TY_class, .structure = s};
    return (pk_typed){.type = type};
}

/* ---- functions ---- */

static bool is_named(const pk_ast *node, const char *name) {
    return node->kind == PK_AST_Name && strcmp(node->Name.id, name) == 0;
}

uint8_t pk_struct_role(const pk_ast *def) {
    const pk_ast_list *all = &def->FunctionDef.decorator_list;

    for (uint32_t i = 0; i < all->count; i++) {
        const pk_ast *node = all->items[i];
        if (is_named(node, "property") || is_named(node, "cached_property") ||
            (node->kind == PK_AST_Attribute &&
             strcmp(node->Attribute.attr, "cached_property") == 0))
            return PK_STRUCT_getter;
        if (is_named(node, "staticmethod"))
            return PK_STRUCT_static;
        if (is_named(node, "classmethod"))
            return PK_STRUCT_class;
        if (node->kind == PK_AST_Attribute &&
            strcmp(node->Attribute.attr, "setter") == 0)
            return PK_STRUCT_setter;
    }
    return PK_STRUCT_method;
}

void pk_struct_add_function(const pk_struct *class, pk_function *fn,
                            uint8_t role) {
    pk_struct *s = (pk_struct *)(uintptr_t)class;

    if (fn->info.kind == PK_FUNCTION_plain)
        fn->info.kind = PK_FUNCTION_host;
    s->functions[s->function_count++] =
        (pk_struct_function){fn->info.name, fn, role};
}

/* ---- the function that makes one ---- */

static pk_ast *name_of(pk_scope *s, const pk_ast *at, const char *id) {
    pk_ast *node = pk_ast_new(s->arena, PK_AST_Name, at);

    node->Name.id = id;
    node->Name.ctx = PK_AST_Load;
    return node;
}

/* The parameters, by their names, but for the first. */
static pk_ast_list names_of(pk_scope *s, const pk_ast *def,
                            const pk_ast_list *params, uint32_t first) {
    const uint32_t count = params->count > first ? params->count - first : 0;
    pk_ast **items = pk_arena_array(s->arena, count + 1u, sizeof(pk_ast *));

    for (uint32_t i = 0; items && i < count; i++)
        items[i] = name_of(s, def, params->items[first + i]->arg.arg);
    return (pk_ast_list){items, items ? count : 0};
}

static const pk_ast *find_init(const pk_ast_list *body) {
    for (uint32_t i = 0; i < body->count; i++)
        if (body->items[i]->kind == PK_AST_FunctionDef &&
            strcmp(body->items[i]->FunctionDef.name, "__init__") == 0)
            return body->items[i];
    return NULL;
}

void pk_struct_refuse(pk_scope *s, pk_function *fn, const pk_ty *class) {
    const char *why =
        class->kind == PK_TY_hidden && class->refused ? class->refused : NULL;
    const char *hint = why ? why + strlen(why) + 1 : "";
    pk_fault fault = {
        .program = fn->program,
        .node = fn->def,
        .code = PK_E_value_hidden,
        .hint = *hint ? hint : NULL,
        .message = pk_arena_format(s->arena, "%s %s", fn->info.name,
                                   why ? why : "is not known when compiling")};

    pk_function_fault(s->arena, fn, &fault);
}

const pk_ast *pk_struct_maker(pk_scope *s, const pk_ast *node) {
    const pk_ast *init = find_init(&node->ClassDef.body);
    pk_ast *def, *args, *call, *result, **body;

    if (!init || !init->FunctionDef.args->arguments.args.count ||
        !pk_makes_struct(s, node))
        return NULL;
    def = pk_ast_new(s->arena, PK_AST_FunctionDef, init);
    args = pk_ast_new(s->arena, PK_AST_arguments, init);
    call = pk_ast_new(s->arena, PK_AST_Call, init);
    result = pk_ast_new(s->arena, PK_AST_Return, init);
    body = pk_arena_array(s->arena, 1, sizeof(pk_ast *));
    if (!body)
        return NULL;
    args->arguments = init->FunctionDef.args->arguments;
    call->Call.func = name_of(s, init, node->ClassDef.name);
    call->Call.args = names_of(s, init, &args->arguments.args, 1);
    args->arguments.args.items++;
    args->arguments.args.count--;
    result->Return.value = call;
    body[0] = result;
    def->FunctionDef.name = node->ClassDef.name;
    def->FunctionDef.args = args;
    def->FunctionDef.body = (pk_ast_list){body, 1};
    return def;
}
