/* SPDX-License-Identifier: Apache-2.0 */
/* Dicts of the module level, and classes that hold constants: `SIZES['tile']`,
 * `Config.TILE`. What any statement of the module changes is not known. And
 * names to which a program gives attributes. */
#include "frontend/module/classes.h"

#include "base/hash.h"
#include "frontend/values/known.h"

#include <string.h>

enum { MAX_ITEMS = 4096 };

static struct pk_table *new_table(pk_scope *s, const char *name,
                                  uint32_t count) {
    struct pk_table *table = PK_NEW(s->arena, struct pk_table);

    *table = (struct pk_table){
        .name = name,
        .capacity = count + 1,
        .keys = pk_arena_array(s->arena, count + 1, sizeof *table->keys),
        .values = pk_arena_array(s->arena, count + 1, sizeof *table->values)};
    return table;
}

static pk_typed value_of(pk_scope *s, const struct pk_table *table) {
    pk_ty *type = PK_NEW(s->arena, pk_ty);

    *type = (pk_ty){.kind = PK_TY_table, .table = table};
    return (pk_typed){.type = type};
}

/* Keys that are compared: numbers and strings. */
static bool same_key(pk_typed a, pk_typed b) {
    if (!a.known || !b.known)
        return false;
    if (a.type->kind == PK_TY_text || b.type->kind == PK_TY_text)
        return a.type->kind == b.type->kind && a.known->text && b.known->text &&
               pk_known_same_text(a.known, b.known);
    if (!pk_ty_is_number(a.type) || !pk_ty_is_number(b.type))
        return false;
    return pk_ty_is_float(a.type) || pk_ty_is_float(b.type)
               ? pk_known_get_float(a) == pk_known_get_float(b)
               : pk_known_get_int(a) == pk_known_get_int(b);
}

/* The last of equal keys counts. */
bool pk_table_find(pk_typed v, pk_typed key, pk_typed *out) {
    const struct pk_table *table = v.type->table;

    for (uint32_t i = table->count; i-- > 0;)
        if (same_key(table->keys[i], key)) {
            *out = table->values[i];
            return out->type->kind != PK_TY_hidden;
        }
    return false;
}

/* The slot of an attribute, or the free one where it goes. */
static uint32_t *find_slot(const struct pk_table *table, const char *name) {
    uint32_t at = pk_hash_name(name, strlen(name));

    for (;; at++) {
        uint32_t *slot = &table->slots[at & (table->slot_count - 1)];
        if (!*slot || strcmp(table->keys[*slot - 1].known->text, name) == 0)
            return slot;
    }
}

bool pk_table_attribute(pk_typed v, const char *name, pk_typed *out) {
    const struct pk_table *table = v.type->table;
    pk_known known = {.text = name, .length = (uint32_t)strlen(name)};
    uint32_t slot;

    if (table->slots) {
        slot = *find_slot(table, name);
        if (slot)
            *out = table->values[slot - 1];
        return slot && out->type->kind != PK_TY_hidden;
    }
    return table->name &&
           pk_table_find(v, (pk_typed){.type = &pk_ty_text, .known = &known},
                         out);
}

pk_typed pk_dict_value(pk_scope *s, const pk_ast *node) {
    uint32_t count = node->Dict.keys.count;
    struct pk_table *table = new_table(s, NULL, count);

    if (count > MAX_ITEMS || s->arena->failed)
        return pk_scope_hidden(s, "dict");
    for (uint32_t i = 0; i < count; i++) {
        pk_typed key = {0};
        if (node->Dict.keys.items[i])
            key = pk_scope_eval(s, node->Dict.keys.items[i]);
        if (!key.known ||
            !(key.type->kind == PK_TY_text || pk_ty_is_number(key.type)))
            return pk_scope_hidden(s, "dict");
        table->keys[i] = key;
        table->values[i] = pk_scope_eval(s, node->Dict.values.items[i]);
        table->count++;
    }
    return value_of(s, table);
}

/* ---- classes ---- */

static pk_typed name_value(pk_scope *s, const char *name) {
    pk_known *known = PK_NEW(s->arena, pk_known);

    known->text = name;
    known->length = (uint32_t)strlen(name);
    return (pk_typed){.type = &pk_ty_text, .known = known};
}

static void add(pk_scope *s, struct pk_table *table, const char *name,
                pk_typed value) {
    table->keys[table->count] = name_value(s, name);
    table->values[table->count++] = value;
}

void pk_class_add(pk_scope *s, pk_typed class, const char *name,
                  pk_typed value) {
    add(s, (struct pk_table *)(uintptr_t)class.type->table, name, value);
}

/* Half of the slots stay free. */
static void make_slots(pk_scope *s, struct pk_table *table) {
    uint32_t count = 4;

    while (count < 2 * table->capacity)
        count *= 2;
    table->slots = pk_arena_array(s->arena, count, sizeof *table->slots);
    table->slot_count = count;
    for (uint32_t i = 0; !s->arena->failed && i < table->count; i++)
        *find_slot(table, table->keys[i].known->text) = i + 1;
}

/* Makes room for one attribute more. */
static void grow(pk_scope *s, struct pk_table *table) {
    struct pk_table *larger;

    if (table->count < table->capacity)
        return;
    larger = new_table(s, table->name, 2 * table->count);
    if (s->arena->failed)
        return;
    memcpy(larger->keys, table->keys, table->count * sizeof *table->keys);
    memcpy(larger->values, table->values, table->count * sizeof *table->values);
    table->keys = larger->keys;
    table->values = larger->values;
    table->capacity = larger->capacity;
    make_slots(s, table);
}

pk_typed pk_table_with(pk_scope *s, pk_typed base, const char *name,
                       const char *attr, pk_typed value) {
    struct pk_table *table;
    uint32_t *slot;

    if (base.type->kind != PK_TY_table || !base.type->table->rest.type) {
        table = new_table(s, name, 1);
        table->rest = base;
        make_slots(s, table);
        base = value_of(s, table);
    }
    table = (struct pk_table *)(uintptr_t)base.type->table;
    grow(s, table);
    if (s->arena->failed)
        return base;
    slot = find_slot(table, attr);
    if (*slot) {
        table->values[*slot - 1] = value;
        return base;
    }
    *slot = table->count + 1;
    add(s, table, attr, value);
    return base;
}

static void add_name(pk_scope *s, struct pk_table *table, const char *name,
                     pk_typed value) {
    add(s, table, name, value);
    pk_enclosing_bind(s->arena, s->enclosing, name, value);
}

static void add_attribute(pk_scope *s, struct pk_table *table,
                          const pk_ast *target, const pk_ast *value) {
    if (target->kind == PK_AST_Name && value)
        add_name(s, table, target->Name.id, pk_scope_eval(s, value));
}

/* False: the statement of a class's body assigns to no name. */
static bool add_assigned(pk_scope *s, struct pk_table *table,
                         const pk_ast *item) {
    if (item->kind == PK_AST_Assign && item->Assign.targets.count == 1)
        add_attribute(s, table, item->Assign.targets.items[0],
                      item->Assign.value);
    else if (item->kind == PK_AST_AnnAssign)
        add_attribute(s, table, item->AnnAssign.target, item->AnnAssign.value);
    else
        return false;
    return true;
}

pk_typed pk_class_table(pk_scope *s, const pk_ast *node) {
    const pk_ast_list *body = &node->ClassDef.body;
    struct pk_table *table = new_table(s, node->ClassDef.name, body->count);
    pk_scope inner = *s;

    if (node->ClassDef.decorator_list.count || body->count > MAX_ITEMS ||
        s->arena->failed)
        return pk_scope_hidden(s, node->ClassDef.name);
    inner.enclosing = pk_enclosing_new(s->arena, s->enclosing);
    for (uint32_t i = 0; i < body->count && !s->arena->failed; i++) {
        const pk_ast *item = body->items[i];
        if (add_assigned(&inner, table, item))
            continue;
        if (item->kind == PK_AST_ClassDef)
            add_name(&inner, table, item->ClassDef.name,
                     pk_class_read(&inner, item));
        else if (item->kind != PK_AST_Expr && item->kind != PK_AST_Pass &&
                 item->kind != PK_AST_FunctionDef)
            return pk_scope_hidden(s, node->ClassDef.name);
    }
    return value_of(s, table);
}

const struct pk_table *pk_class_constants(pk_scope *s, const pk_ast *node) {
    const pk_ast_list *body = &node->ClassDef.body;
    struct pk_table *table = new_table(s, node->ClassDef.name, body->count);
    pk_scope inner = *s;

    inner.enclosing = pk_enclosing_new(s->arena, s->enclosing);
    for (uint32_t i = 0; i < body->count && !s->arena->failed; i++)
        add_assigned(&inner, table, body->items[i]);
    return table;
}

/* ---- changes ---- */

/* The name of the table that the expression starts with, or NULL. */
static const char *table_at(pk_scope *s, const pk_ast *node) {
    pk_typed v;

    return node->kind == PK_AST_Name &&
                   pk_program_own(s->program, node->Name.id, &v) &&
                   v.type->kind == PK_TY_table
               ? node->Name.id
               : NULL;
}

static void forget(pk_scope *s, const pk_ast *node) {
    const char *name = table_at(s, node);

    if (name)
        pk_scope_bind(s, name, pk_scope_hidden(s, name));
}

static bool only_reads(const pk_ast *func) {
    static const char *const names[] = {"print",   "len",        "getattr",
                                        "hasattr", "isinstance", "sorted"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (func->kind == PK_AST_Name && strcmp(func->Name.id, names[i]) == 0)
            return true;
    return false;
}

/* Device functions, classes of tuples, enumerations and classes of constants
 * change no class when they are called. */
static bool changes_nothing(const pk_ty *type) {
    return type->kind == PK_TY_named || type->kind == PK_TY_enum ||
           type->kind == PK_TY_table ||
           (type->kind == PK_TY_function &&
            type->function->info.kind == PK_FUNCTION_device);
}

/* Config.helper(1), Config.Point(1, 2) */
static bool is_harmless(pk_scope *s, const pk_ast *func) {
    pk_typed v;

    return table_at(s, func->Attribute.value) &&
           pk_program_own(s->program, func->Attribute.value->Name.id, &v) &&
           pk_table_attribute(v, func->Attribute.attr, &v) &&
           changes_nothing(v.type);
}

/* Config.N = 1, del SIZES['n']: the target is no load. */
static void visit(const pk_ast *node, void *arg) {
    pk_scope *s = arg;
    const pk_ast *func;

    if (node->kind == PK_AST_Attribute && node->Attribute.ctx != PK_AST_Load)
        forget(s, node->Attribute.value);
    if (node->kind == PK_AST_Subscript && node->Subscript.ctx != PK_AST_Load)
        forget(s, node->Subscript.value);
    if (node->kind == PK_AST_AugAssign)
        forget(s, node->AugAssign.target);
    if (node->kind == PK_AST_Call) {
        func = node->Call.func;
        if (func->kind == PK_AST_Attribute && !is_harmless(s, func) &&
            strcmp(func->Attribute.attr, "get") != 0 &&
            strcmp(func->Attribute.attr, "keys") != 0 &&
            strcmp(func->Attribute.attr, "values") != 0 &&
            strcmp(func->Attribute.attr, "items") != 0)
            forget(s, func->Attribute.value);
        for (uint32_t i = 0; i < node->Call.args.count && !only_reads(func);
             i++)
            forget(s, node->Call.args.items[i]);
    }
    pk_ast_children(node, visit, arg);
}

void pk_table_changes(pk_scope *s, const pk_ast *node) {
    visit(node, s);
}
