/* SPDX-License-Identifier: Apache-2.0 */
/* Reading classes of the module level: NamedTuple, Enum and IntEnum. */
#include "frontend/module/classes.h"

#include "frontend/values/known.h"

#include <string.h>

enum { MAX_FIELDS = 255, MAX_MEMBERS = 4096 };

/* ---- named tuples ---- */

pk_typed pk_fields_class(pk_arena *arena, const pk_fields *fields) {
    pk_ty *type = PK_NEW(arena, pk_ty);

    *type = (pk_ty){.kind = PK_TY_named, .fields = fields};
    return (pk_typed){.type = type};
}

static pk_typed class_of(pk_arena *arena, pk_fields *fields) {
    while (fields->required < fields->count &&
           !fields->defaults[fields->required].type)
        fields->required++;
    return pk_fields_class(arena, fields);
}

static pk_class_place place_of(const pk_scope *s, const pk_ast *node) {
    if (s->enclosing)
        return (pk_class_place){.line = 0};
    return (pk_class_place){.file = s->program->parse.source->file,
                            .line = node->line,
                            .col = node->col};
}

static pk_fields *new_fields(pk_scope *s, const pk_ast *node, const char *name,
                             uint32_t most, const char ***names,
                             pk_typed **defaults) {
    pk_arena *arena = s->arena;
    pk_fields *fields = PK_NEW(arena, pk_fields);

    *names = pk_arena_array(arena, most + 1, sizeof **names);
    *defaults = pk_arena_array(arena, most + 1, sizeof **defaults);
    *fields = (pk_fields){.name = name,
                          .place = place_of(s, node),
                          .names = *names,
                          .defaults = *defaults};
    return *names && *defaults ? fields : NULL;
}

/* Reads the value that a field has in the class's text: its default; of a
 * dataclass also field(default=0.0), and field(default_factory=list), which is
 * none that can be used. */
static pk_typed default_of(pk_scope *s, const pk_ast *node) {
    const pk_ast_list *words = &node->Call.keywords;

    if (node->kind != PK_AST_Call ||
        strcmp(pk_scope_path(pk_scope_eval(s, node->Call.func)),
               "dataclasses.field") != 0)
        return pk_scope_eval(s, node);
    for (uint32_t i = 0; i < words->count; i++)
        if (words->items[i]->keyword.arg &&
            strcmp(words->items[i]->keyword.arg, "default") == 0)
            return pk_scope_eval(s, words->items[i]->keyword.value);
    return (pk_typed){0};
}

/* unit: ClassVar[float] = 1.0 is no field. */
static bool is_of_class(pk_scope *s, const pk_ast *annotation) {
    if (annotation->kind == PK_AST_Subscript)
        annotation = annotation->Subscript.value;
    return strcmp(pk_scope_path(pk_scope_eval(s, annotation)),
                  "typing.ClassVar") == 0;
}

/* class Point(NamedTuple): x: float = 0.0 */
pk_typed pk_named_tuple_read(pk_scope *s, const pk_ast *node) {
    const pk_ast_list *body = &node->ClassDef.body;
    const pk_fields **inner =
        pk_arena_array(s->arena, body->count + 1, sizeof *inner);
    const char **names;
    pk_typed *defaults, kind;
    pk_fields *fields = new_fields(s, node, node->ClassDef.name, body->count,
                                   &names, &defaults);

    if (fields)
        fields->inner = inner;
    for (uint32_t i = 0; fields && inner && i < body->count; i++) {
        const pk_ast *item = body->items[i];
        if (item->kind != PK_AST_AnnAssign ||
            item->AnnAssign.target->kind != PK_AST_Name ||
            fields->count == MAX_FIELDS ||
            is_of_class(s, item->AnnAssign.annotation))
            continue;
        names[fields->count] = item->AnnAssign.target->Name.id;
        if (item->AnnAssign.value)
            defaults[fields->count] = default_of(s, item->AnnAssign.value);
        kind = pk_scope_eval(s, item->AnnAssign.annotation);
        if (kind.type->kind == PK_TY_named)
            inner[fields->count] = kind.type->fields;
        fields->count++;
    }
    return fields ? class_of(s->arena, fields)
                  : pk_scope_hidden(s, node->ClassDef.name);
}

/* Names in one string, apart by spaces or commas. */
static void split_names(pk_scope *s, const char *text, pk_fields *fields,
                        const char **names) {
    while (fields->count < MAX_FIELDS) {
        size_t length;
        text += strspn(text, " ,\t\n");
        length = strcspn(text, " ,\t\n");
        if (!length)
            return;
        names[fields->count++] = pk_arena_text(s->arena, text, length);
        text += length;
    }
}

/* Defaults are of the last fields. */
static bool read_defaults(pk_scope *s, const pk_ast *node,
                          const pk_fields *fields, pk_typed *defaults) {
    for (uint32_t i = 0; i < node->Call.keywords.count; i++) {
        const pk_ast *word = node->Call.keywords.items[i];
        bool lists = s->lists;
        pk_typed given;
        if (!word->keyword.arg || strcmp(word->keyword.arg, "defaults") != 0)
            continue;
        s->lists = true;
        given = pk_scope_eval(s, word->keyword.value);
        s->lists = lists;
        if (given.type->kind != PK_TY_tuple ||
            given.type->count > fields->count)
            return false;
        for (uint32_t k = 0; k < given.type->count; k++)
            defaults[fields->count - given.type->count + k] =
                pk_known_item(given, k);
    }
    return true;
}

bool pk_namedtuple_value(pk_scope *s, const pk_ast *node, pk_typed *out) {
    const pk_ast_list *args = &node->Call.args;
    bool lists = s->lists;
    pk_typed name, list, *defaults;
    const char **names;
    pk_fields *fields;

    if (args->count != 2)
        return false;
    s->lists = true;
    name = pk_scope_eval(s, args->items[0]);
    list = pk_scope_eval(s, args->items[1]);
    s->lists = lists;
    if (name.type->kind != PK_TY_text || !name.known)
        return false;
    fields =
        new_fields(s, node, name.known->text, MAX_FIELDS, &names, &defaults);
    if (!fields)
        return false;
    if (list.type->kind == PK_TY_text && list.known)
        split_names(s, list.known->text, fields, names);
    else if (list.type->kind != PK_TY_tuple)
        return false;
    for (uint32_t i = 0; list.type->kind == PK_TY_tuple && i < MAX_FIELDS &&
                         i < list.type->count;
         i++) {
        pk_typed item = pk_known_item(list, i);
        if (item.type->kind != PK_TY_text || !item.known)
            return false;
        names[fields->count++] = item.known->text;
    }
    if (!read_defaults(s, node, fields, defaults))
        return false;
    *out = class_of(s->arena, fields);
    return true;
}

static int find_field(const pk_fields *fields, const char *name) {
    for (uint32_t i = 0; name && i < fields->count; i++)
        if (strcmp(fields->names[i], name) == 0)
            return (int)i;
    return -1;
}

bool pk_fields_value(pk_scope *s, const pk_ast *node, const pk_fields *fields,
                     pk_typed *out) {
    uint32_t count = fields->count;
    pk_typed *values = pk_arena_array(s->arena, count + 1, sizeof *values);
    const pk_ty **types = pk_arena_array(s->arena, count + 1, sizeof *types);
    const pk_known **items = pk_arena_array(s->arena, count + 1, sizeof *items);
    pk_known *known = PK_NEW(s->arena, pk_known);

    if (!values || !types || !items || node->Call.args.count > count)
        return false;
    for (uint32_t i = 0; i < node->Call.args.count; i++)
        values[i] = pk_scope_eval(s, node->Call.args.items[i]);
    for (uint32_t i = 0; i < node->Call.keywords.count; i++) {
        const pk_ast *word = node->Call.keywords.items[i];
        int at = find_field(fields, word->keyword.arg);
        if (at < 0 || values[at].type)
            return false;
        values[at] = pk_scope_eval(s, word->keyword.value);
    }
    for (uint32_t i = 0; i < count; i++) {
        pk_typed v = values[i].type ? values[i] : fields->defaults[i];
        if (!v.type || v.type->kind == PK_TY_hidden ||
            v.type->kind == PK_TY_foreign || v.type->kind == PK_TY_array)
            return false;
        types[i] = v.type;
        items[i] = v.known;
    }
    known->items = items;
    *out = (pk_typed){
        .type = pk_ty_named_tuple(s->arena, types, fields->count, fields),
        .known = known};
    return true;
}

/* ---- enumerations ---- */

static bool is_auto(pk_scope *s, const pk_ast *node) {
    pk_typed callee;

    if (node->kind != PK_AST_Call)
        return false;
    callee = pk_scope_eval(s, node->Call.func);
    return callee.type->kind == PK_TY_foreign &&
           strcmp(callee.type->path, "enum.auto") == 0;
}

/* auto() is one more than the highest value so far, and 1 where there is none.
 * A value that int64 does not have is unknown. */
static pk_typed next_value(pk_arena *arena, const struct pk_members *members) {
    int64_t highest = 0, value;
    bool any = false;

    for (uint32_t i = 0; i < members->count; i++)
        if (pk_known_is_int(members->values[i], &value) &&
            (!any || value > highest)) {
            highest = value;
            any = true;
        }
    if (highest == INT64_MAX)
        return (pk_typed){.type = pk_ty_number(PK_TYPE_i64)};
    return pk_known_int(arena, pk_ty_number(PK_TYPE_i64), highest + 1);
}

static void add_member(pk_scope *s, struct pk_members *members,
                       const char *name, const pk_ast *node) {
    pk_typed v = is_auto(s, node) ? next_value(s->arena, members)
                                  : pk_scope_eval(s, node);

    pk_enclosing_bind(s->arena, s->enclosing, name, v);
    members->names[members->count] = name;
    members->values[members->count++] = v;
}

/* Members are ints, or whatever is known: else the class is not. */
static bool is_sound(const struct pk_members *members) {
    for (uint32_t i = 0; i < members->count; i++) {
        const pk_typed *v = &members->values[i];
        if (members->integers ? !v->known || !pk_ty_is_number(v->type) ||
                                    pk_ty_is_float(v->type)
                              : v->type->kind == PK_TY_hidden ||
                                    v->type->kind == PK_TY_foreign ||
                                    (pk_ty_is_number(v->type) && !v->known))
            return false;
    }
    return true;
}

static pk_typed read_enum(pk_scope *s, const pk_ast *node, bool integers) {
    const pk_ast_list *body = &node->ClassDef.body;
    struct pk_members *members = PK_NEW(s->arena, struct pk_members);
    pk_scope inner = *s;
    pk_ty *type = PK_NEW(s->arena, pk_ty);

    *members = (struct pk_members){
        .name = node->ClassDef.name,
        .place = place_of(s, node),
        .integers = integers,
        .names =
            pk_arena_array(s->arena, body->count + 1, sizeof(const char *)),
        .values = pk_arena_array(s->arena, body->count + 1, sizeof(pk_typed))};
    inner.enclosing = pk_enclosing_new(s->arena, s->enclosing);
    for (uint32_t i = 0; i < body->count && i < MAX_MEMBERS; i++) {
        const pk_ast *item = body->items[i];
        if (item->kind == PK_AST_Assign && !s->arena->failed &&
            item->Assign.targets.items[0]->kind == PK_AST_Name)
            add_member(&inner, members, item->Assign.targets.items[0]->Name.id,
                       item->Assign.value);
    }
    if (s->arena->failed || !is_sound(members))
        return pk_scope_hidden(s, node->ClassDef.name);
    *type = (pk_ty){.kind = PK_TY_enum, .members = members};
    return (pk_typed){.type = type};
}

pk_typed pk_class_read(pk_scope *s, const pk_ast *node) {
    const pk_ast_list *bases = &node->ClassDef.bases;
    pk_typed base;

    if (pk_makes_struct(s, node))
        return pk_struct_read(s, node);
    if (pk_makes_dataclass(s, node))
        return pk_dataclass_read(s, node);
    if (!bases->count && !node->ClassDef.keywords.count)
        return pk_class_table(s, node);
    if (bases->count != 1)
        return pk_scope_hidden(s, node->ClassDef.name);
    base = pk_scope_eval(s, bases->items[0]);
    if (base.type->kind == PK_TY_foreign) {
        if (strcmp(base.type->path, "typing.NamedTuple") == 0)
            return pk_named_tuple_read(s, node);
        if (strcmp(base.type->path, "enum.Enum") == 0)
            return read_enum(s, node, false);
        if (strcmp(base.type->path, "enum.IntEnum") == 0)
            return read_enum(s, node, true);
    }
    return pk_scope_hidden(s, node->ClassDef.name);
}

/* ---- members ---- */

static bool same_value(pk_typed a, pk_typed b) {
    if (a.type->kind == PK_TY_text && b.type->kind == PK_TY_text)
        return a.known && b.known && pk_known_same_text(a.known, b.known);
    if (!a.known || !b.known || !pk_ty_is_number(a.type) ||
        !pk_ty_is_number(b.type))
        return pk_known_same(a, b);
    return pk_ty_is_float(a.type) || pk_ty_is_float(b.type)
               ? pk_known_get_float(a) == pk_known_get_float(b)
               : pk_known_get_int(a) == pk_known_get_int(b);
}

/* The first member with a value: others are names for it. */
static uint32_t first_with(const struct pk_members *members, pk_typed value) {
    uint32_t i = 0;

    while (i < members->count && !same_value(members->values[i], value))
        i++;
    return i;
}

static pk_typed member_at(pk_arena *arena, const struct pk_members *members,
                          uint32_t at) {
    const pk_ty *type = pk_enum_type(arena, members);

    return pk_known_int(arena, type,
                        members->integers
                            ? pk_known_get_int(members->values[at])
                            : (int64_t)at);
}

bool pk_enum_of_value(pk_arena *arena, const struct pk_members *members,
                      pk_typed value, pk_typed *out) {
    uint32_t at = value.known ? first_with(members, value) : members->count;

    if (at == members->count)
        return false;
    *out = member_at(arena, members, at);
    return true;
}

bool pk_enum_member(pk_arena *arena, const struct pk_members *members,
                    const char *name, pk_typed *out) {
    for (uint32_t i = 0; i < members->count; i++)
        if (strcmp(members->names[i], name) == 0) {
            uint32_t first = first_with(members, members->values[i]);
            *out = member_at(arena, members, first < i ? first : i);
            return true;
        }
    return false;
}

/* Which member a known one is. */
static uint32_t index_of(const struct pk_members *members, pk_typed member) {
    int64_t value = pk_known_get_int(member);

    if (!members->integers)
        return (uint32_t)value;
    for (uint32_t i = 0; i < members->count; i++)
        if (pk_known_get_int(members->values[i]) == value)
            return i;
    return members->count;
}

static bool value_type(const struct pk_members *members, pk_typed *out) {
    for (uint32_t i = 0; i < members->count; i++)
        if (!members->values[i].known ||
            !pk_ty_is_number(members->values[i].type) ||
            !pk_ty_equal(members->values[i].type, members->values[0].type))
            return false;
    *out = (pk_typed){.type = members->values[0].type};
    return members->count > 0;
}

bool pk_member_attribute(pk_arena *arena, pk_typed member, const char *attr,
                         pk_typed *out) {
    const struct pk_members *members = member.type->members;
    bool name = strcmp(attr, "name") == 0;
    uint32_t at = member.known ? index_of(members, member) : members->count;

    if (!name && strcmp(attr, "value") != 0)
        return false;
    if (!name && members->integers) {
        *out = (pk_typed){.type = pk_ty_number(PK_TYPE_i64),
                          .known = member.known};
        return true;
    }
    if (!name && at == members->count)
        return value_type(members, out);
    if (at == members->count)
        return false;
    *out = members->values[at];
    if (name)
        *out = pk_known_text(arena, members->names[at]);
    return true;
}
