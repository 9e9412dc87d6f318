/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of structures by reference: making one, fields, methods, and what
 * is written of them without a call.
 *
 *     Point(x)     a new structure, then its __init__(x)
 *     p.f(x)       f(p, x)                p.x = v      p's field, or a setter
 *     p + q        __add__(p, q)          p[i] = v     __setitem__(p, i, v)
 */
#include "frontend/infer/infer.h"
#include "frontend/infer/tuple.h"

#include "base/suggest.h"
#include "frontend/module/classes.h"
#include "frontend/types/struct.h"

#include <string.h>

const char pk_struct_new_attr[] = "new structure"; /* that no name can be */

/* The class of an object, NULL of what is none. */
static const pk_struct *structure_of(const pk_ty *type) {
    return type->kind == PK_TY_struct ? type->structure
           : pk_ty_is_dataclass(type) ? type->fields->class
                                      : NULL;
}

/* ---- functions ---- */

static const pk_ty *function_type(pk_infer *in, const pk_function *fn) {
    pk_ty *type = PK_NEW(in->arena, pk_ty);

    *type = (pk_ty){.kind = PK_TY_function, .function = fn, .info = &fn->info};
    return type;
}

/* The call with `self` before its arguments: the one that the round before has
 * made. */
static const pk_ast *with_self(pk_infer *in, const pk_ast *node,
                               const pk_ast *self) {
    const pk_call *before = pk_note_find(in->instance, node)->call;
    const pk_ast_list *args = &node->Call.args;
    pk_ast **items, *out;

    if (before && before->of_struct)
        return before->spread;
    items = pk_arena_array(in->arena, args->count + 1u, sizeof(pk_ast *));
    out = pk_ast_new(in->arena, PK_AST_Call, node);
    if (!items)
        return NULL;
    items[0] = (pk_ast *)(uintptr_t)self;
    for (uint32_t i = 0; i < args->count; i++)
        items[i + 1] = args->items[i];
    out->Call.func = node->Call.func;
    out->Call.args = (pk_ast_list){items, args->count + 1};
    out->Call.keywords = node->Call.keywords;
    return out;
}

/* Calls the function for the call `node`, with `self` first, NULL: without. */
static pk_typed call_with(pk_infer *in, const pk_ast *node, pk_call *call,
                          const pk_function *fn, const pk_ast *self) {
    pk_call *inner = PK_NEW(in->arena, pk_call);
    const pk_ast *written = node;
    pk_typed v;

    *inner = (pk_call){0};
    if (self) {
        written = with_self(in, node, self);
        if (!written)
            return error();
        call->spread = written;
        call->of_struct = true;
    } else {
        inner = call;
    }
    v = pk_infer_function_call(in, written, function_type(in, fn), inner);
    if (self) {
        pk_note_at(in, written)->call = inner;
        pk_note_at(in, written)->v = v;
    }
    return v;
}

/* The call of a function of a structure for values that are inferred, which
 * lowering is given: the nodes of the values, or `node` for all. */
static pk_call *call_of(pk_infer *in, const pk_ast *node, const pk_function *fn,
                        const pk_typed *args, uint32_t count, pk_typed *out) {
    pk_call *call = PK_NEW(in->arena, pk_call);

    *call = (pk_call){.count = count};
    call->nodes = pk_arena_array(in->arena, count, sizeof *call->nodes);
    call->args = pk_arena_array(in->arena, count, sizeof *call->args);
    *out = error();
    if (!call->nodes || !call->args)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        call->nodes[i] = node;
        call->args[i] = args[i];
        if (args[i].type->kind == PK_TY_error)
            return call;
    }
    if (fn->info.param_count != count) {
        pk_say_count(in, node, fn->info.name, fn->info.param_count,
                     fn->info.param_count, count, NULL);
        return call;
    }
    if (pk_function_sound(in->c, fn))
        *out = pk_infer_bound_call(in, node, function_type(in, fn), call);
    return call;
}

/* ---- making ---- */

pk_typed pk_infer_struct_call(pk_infer *in, const pk_ast *node,
                              const pk_struct *s, pk_call *call) {
    const pk_function *init =
        pk_struct_function_of(s, "__init__", PK_STRUCT_method);
    const pk_call *before = pk_note_find(in->instance, node)->call;
    pk_ast *self;
    pk_typed v;

    if (!in->c->signature->host)
        return pk_say_unsupported(in, node, "making an object in a kernel",
                                  "pass its fields as arguments");
    if (!init)
        return pk_say(in, node, PK_E_not_callable,
                      "write def __init__(self) in the class",
                      "class %s has no __init__", s->name);
    call->makes = &s->type;
    if (before && before->of_struct) {
        v = call_with(in, node, call, init, before->spread->Call.args.items[0]);
    } else {
        self = pk_ast_new(in->arena, PK_AST_Attribute, node);
        self->Attribute.value = node->Call.func;
        self->Attribute.attr = pk_struct_new_attr;
        v = call_with(in, node, call, init, self);
    }
    if (v.type->kind == PK_TY_error)
        return v;
    if (v.type->kind != PK_TY_none)
        return pk_say(in, node, PK_E_call_type, NULL,
                      "__init__ of %s returns %s, and not None", s->name,
                      pk_named(in, v.type));
    return of_type(&s->type);
}

/* ---- attributes ---- */

static pk_typed unknown(pk_infer *in, const pk_ast *node, const pk_struct *s,
                        const char *attr, const char *what) {
    pk_suggest near = pk_suggest_start(attr);

    for (uint32_t i = 0; i < s->count; i++)
        pk_suggest_name(&near, s->names[i]);
    for (uint32_t i = 0; i < s->function_count; i++)
        pk_suggest_name(&near, s->functions[i].name);
    return pk_say(in, node, PK_E_attribute_unknown,
                  near.best ? pk_suggest_hint(in->arena, &near)
                            : "give its type in the decorator, or as an "
                              "annotation in the class",
                  "%s has no %s '%s'", s->name, what, attr);
}

/* The class of an object, as an expression. */
static const pk_ast *class_of(pk_infer *in, const pk_ast *object) {
    pk_ast *node = pk_ast_new(in->arena, PK_AST_Attribute, object);

    node->Attribute.value = (pk_ast *)(uintptr_t)object;
    node->Attribute.attr = pk_dataclass_class;
    return node;
}

bool pk_infer_struct_method(pk_infer *in, const pk_ast *node, pk_typed base,
                            pk_call *call, pk_typed *out) {
    const pk_struct *s = structure_of(base.type);
    const pk_ast *func = node->Call.func;
    const char *name = func->Attribute.attr;
    const pk_function *fn;

    if (base.type->kind == PK_TY_class)
        s = base.type->structure;
    if (base.type->kind == PK_TY_named)
        s = base.type->fields->class;
    if (!s || name == pk_struct_new_attr)
        return false;
    fn = pk_struct_function_of(s, name, PK_STRUCT_static);
    if (fn) {
        *out = call_with(in, node, call, fn, NULL);
        return true;
    }
    fn = pk_struct_function_of(s, name, PK_STRUCT_method);
    if (fn && base.type->kind != PK_TY_class &&
        base.type->kind != PK_TY_named) {
        *out = call_with(in, node, call, fn, func->Attribute.value);
        return true;
    }
    fn = pk_struct_function_of(s, name, PK_STRUCT_class);
    if (!fn)
        return false;
    *out = call_with(in, node, call, fn,
                     base.type->kind == PK_TY_named
                         ? func->Attribute.value
                         : class_of(in, func->Attribute.value));
    return true;
}

pk_typed pk_infer_struct_attribute(pk_infer *in, const pk_ast *node,
                                   pk_typed base) {
    const char *attr = node->Attribute.attr;
    const pk_struct *s = structure_of(base.type);
    const int field =
        base.type->kind == PK_TY_struct ? pk_struct_field(s, attr) : -1;
    const pk_function *fn;
    pk_note *note = pk_note_at(in, node);
    pk_call *call;
    pk_typed v;

    note->call = NULL;
    if (base.type->kind == PK_TY_class)
        return attr == pk_struct_new_attr
                   ? of_type(&base.type->structure->type)
                   : unknown(in, node, base.type->structure, attr,
                             "static method");
    if (field >= 0)
        return of_type(s->types[field]);
    fn = pk_struct_function_of(s, attr, PK_STRUCT_getter);
    if (!fn && pk_ty_is_dataclass(base.type)) {
        const pk_typed class = pk_fields_class(in->arena, base.type->fields);
        if (strcmp(attr, pk_dataclass_class) == 0)
            return class;
        if (pk_infer_class_constant(in, node, class, &v))
            return v;
    }
    if (!fn)
        return pk_struct_function_of(s, attr, PK_STRUCT_method) ||
                       pk_struct_function_of(s, attr, PK_STRUCT_class)
                   ? pk_say_unsupported(in, node, "a method as a value",
                                        "call it, p.f(x)")
               : pk_ty_is_dataclass(base.type)
                   ? pk_infer_field(in, node, base)
                   : unknown(in, node, s, attr, "field or property");
    call = call_of(in, node, fn, &base, 1, &v);
    if (call)
        call->nodes[0] = node->Attribute.value;
    pk_note_at(in, node)->call = call;
    return v;
}

/* ---- stores ---- */

static void store_type(pk_infer *in, const pk_ast *target, const pk_struct *s,
                       const char *attr, const pk_ty *place,
                       const pk_ty *value) {
    pk_say(in, target, PK_E_store_type,
           place->kind == PK_TY_array && value->kind == PK_TY_array
               ? "convert it, a.astype(np.float64), or say another type of the "
                 "field, float64[:] for arrays of any layout"
               : NULL,
           "field '%s' of %s is %s: it cannot be %s", attr, s->name,
           pk_named(in, place), pk_named(in, value));
}

bool pk_infer_struct_store(pk_infer *in, const pk_ast *target, pk_typed base,
                           pk_typed value) {
    const pk_struct *s = structure_of(base.type);
    const char *attr = target->Attribute.attr;
    const pk_function *fn;
    int field;
    pk_typed unused;

    pk_note_at(in, target)->stores = NULL;
    if (base.type->kind != PK_TY_struct)
        return false;
    if (value.type->kind == PK_TY_error)
        return true;
    field = pk_struct_field(s, attr);
    fn = pk_struct_function_of(s, attr, PK_STRUCT_setter);
    if (field >= 0 && !pk_rule_converts(value.type, s->types[field]))
        store_type(in, target, s, attr, s->types[field], value.type);
    else if (field < 0 && fn)
        pk_note_at(in, target)->stores =
            call_of(in, target, fn, (pk_typed[]){base, value}, 2, &unused);
    else if (field < 0)
        unknown(in, target, s, attr, "field or property that can be assigned,");
    pk_note_at(in, target)->v =
        field < 0 ? of_type(&pk_ty_none) : of_type(s->types[field]);
    return true;
}

/* ---- what is written without a call ---- */

static pk_call *special(pk_infer *in, const pk_ast *node, const char *name,
                        const pk_typed *args, uint32_t count, pk_typed *out) {
    const pk_struct *s = structure_of(args[0].type);
    const pk_function *fn =
        s ? pk_struct_function_of(s, name, PK_STRUCT_method) : NULL;

    if (s && !fn && count == 2 && pk_ty_is_dataclass(args[0].type) &&
        pk_fields_same(args[0].type->fields, args[1].type->fields))
        fn = pk_struct_function_of(s, name, PK_STRUCT_compares);
    return fn ? call_of(in, node, fn, args, count, out) : NULL;
}

/* The name of an operator's method: between "__" or "__r" or "__i" and "__". */
static const char *method_name(uint8_t op) {
    static const char *const names[] = {[PK_AST_OP_Add] = "add",
                                        [PK_AST_OP_Sub] = "sub",
                                        [PK_AST_OP_Mult] = "mul",
                                        [PK_AST_OP_MatMult] = "matmul",
                                        [PK_AST_OP_Div] = "truediv",
                                        [PK_AST_OP_Mod] = "mod",
                                        [PK_AST_OP_Pow] = "pow",
                                        [PK_AST_OP_LShift] = "lshift",
                                        [PK_AST_OP_RShift] = "rshift",
                                        [PK_AST_OP_BitOr] = "or",
                                        [PK_AST_OP_BitXor] = "xor",
                                        [PK_AST_OP_BitAnd] = "and",
                                        [PK_AST_OP_FloorDiv] = "floordiv",
                                        [PK_AST_OP_Invert] = "invert",
                                        [PK_AST_OP_UAdd] = "pos",
                                        [PK_AST_OP_USub] = "neg",
                                        [PK_AST_OP_Eq] = "eq",
                                        [PK_AST_OP_NotEq] = "ne",
                                        [PK_AST_OP_Lt] = "lt",
                                        [PK_AST_OP_LtE] = "le",
                                        [PK_AST_OP_Gt] = "gt",
                                        [PK_AST_OP_GtE] = "ge",
                                        [PK_AST_OP_In] = "contains",
                                        [PK_AST_OP_NotIn] = "contains"};

    return op < sizeof names / sizeof *names && names[op] ? names[op] : "";
}

static const char *method(pk_infer *in, const char *prefix, uint8_t op) {
    return pk_arena_format(in->arena, "__%s%s__", prefix, method_name(op));
}

/* Returns what to do where objects of dataclasses have no operator. */
static const char *missing_hint(uint8_t op, const pk_ty *a, const pk_ty *b) {
    if (op < PK_AST_OP_Eq || op > PK_AST_OP_GtE)
        return pk_ty_is_dataclass(a) || pk_ty_is_dataclass(b)
                   ? "objects of dataclasses are no tuples: use their fields, "
                     "or write the operator's method in the class"
                   : NULL;
    if (!pk_ty_is_dataclass(a) || !pk_ty_is_dataclass(b) ||
        !pk_fields_same(a->fields, b->fields))
        return pk_ty_is_dataclass(a) || pk_ty_is_dataclass(b)
                   ? "objects of a dataclass compare with others of the same "
                     "class: compare their fields"
                   : NULL;
    return op == PK_AST_OP_Eq || op == PK_AST_OP_NotEq
               ? "the class has eq=False, and its objects are passed by value, "
                 "without an identity: compare their fields"
               : "write @dataclass(order=True), or compare their fields";
}

pk_typed pk_infer_struct_operator(pk_infer *in, const pk_ast *node, uint8_t op,
                                  const char *prefix, pk_typed a, pk_typed b) {
    const bool swapped = op == PK_AST_OP_In || op == PK_AST_OP_NotIn;
    pk_typed args[] = {swapped ? b : a, swapped ? a : b}, v = error();
    pk_call *call;

    if (a.type->kind == PK_TY_error || b.type->kind == PK_TY_error ||
        (a.type->kind == PK_TY_hidden && !pk_infer_has_value(in, node, a)) ||
        (b.type->kind == PK_TY_hidden && !pk_infer_has_value(in, node, b)))
        return v;
    call =
        *prefix ? special(in, node, method(in, prefix, op), args, 2, &v) : NULL;
    if (!call && structure_of(args[0].type))
        call = special(in, node, method(in, "", op), args, 2, &v);
    if (!call && v.type->kind == PK_TY_error && structure_of(b.type) &&
        op < PK_AST_OP_Eq) {
        call =
            special(in, node, method(in, "r", op), (pk_typed[]){b, a}, 2, &v);
        if (call)
            call->of_struct = true; /* the other way round */
    }
    if (!call)
        return pk_say(in, node, PK_E_operator, missing_hint(op, a.type, b.type),
                      "no operator %s for %s and %s",
                      pk_ast_op_symbol((pk_ast_op)op), pk_named(in, a.type),
                      pk_named(in, b.type));
    pk_note_at(in, node)->call = call;
    return swapped && v.type->kind != PK_TY_error
               ? of_type(pk_ty_number(PK_TYPE_bool))
               : v;
}

bool pk_struct_compares(uint8_t op, const pk_ty *a, const pk_ty *b) {
    const bool in = op == PK_AST_OP_In || op == PK_AST_OP_NotIn;

    return op != PK_AST_OP_Is && op != PK_AST_OP_IsNot &&
           (structure_of(in ? b : a) ||
            (!in && pk_ty_is_dataclass(b) && a->kind != PK_TY_none &&
             a->kind != PK_TY_optional)) &&
           (in || (b->kind != PK_TY_none && b->kind != PK_TY_optional));
}

pk_typed pk_infer_struct_unary(pk_infer *in, const pk_ast *node, uint8_t op,
                               pk_typed a) {
    pk_typed v = error();
    pk_call *call = special(in, node, method(in, "", op), &a, 1, &v);

    if (!call)
        return pk_say(in, node, PK_E_operator, NULL, "no operator %s for %s",
                      pk_ast_op_symbol((pk_ast_op)op), pk_named(in, a.type));
    pk_note_at(in, node)->call = call;
    return v;
}

/* len(p), abs(p), int(p) and their like. */
bool pk_infer_struct_builtin(pk_infer *in, const pk_ast *node, const char *name,
                             pk_call *call, pk_typed *out) {
    const pk_call *made;

    *out = error();
    if (!call->count || !structure_of(call->args[0].type))
        return false;
    made = special(in, node, pk_arena_format(in->arena, "__%s__", name),
                   call->args, 1, out);
    if (!made)
        return false;
    call->builtin = NULL;
    call->count = 1;
    call->instance = made->instance;
    call->gives = made->gives;
    return true;
}

/* ---- items and truth ---- */

pk_typed pk_infer_struct_item(pk_infer *in, const pk_ast *node, pk_typed base) {
    pk_typed args[] = {base, pk_infer_expr(in, node->Subscript.slice)};
    pk_typed v = error();
    pk_call *call = special(in, node, "__getitem__", args, 2, &v);

    if (!call && args[1].type->kind != PK_TY_error)
        pk_say(in, node, PK_E_not_indexable, "write __getitem__ in the class",
               "%s cannot be indexed", pk_named(in, base.type));
    pk_note_at(in, node)->call = call;
    return v;
}

void pk_infer_struct_set_item(pk_infer *in, const pk_ast *target, pk_typed base,
                              pk_typed value) {
    pk_typed args[] = {base, pk_infer_expr(in, target->Subscript.slice), value};
    pk_typed v = error();
    pk_call *call = special(in, target, "__setitem__", args, 3, &v);

    if (!call && args[1].type->kind != PK_TY_error &&
        value.type->kind != PK_TY_error)
        pk_say(in, target, PK_E_store_item, "write __setitem__ in the class",
               "cannot assign to an item of %s", pk_named(in, base.type));
    pk_note_at(in, target)->stores = call;
    pk_note_at(in, target)->v = of_type(&pk_ty_none);
}

pk_typed pk_infer_struct_truth(pk_infer *in, const pk_ast *node, pk_typed v) {
    pk_typed out = error();
    pk_call *call = special(in, node, "__bool__", &v, 1, &out);

    if (!call)
        call = special(in, node, "__len__", &v, 1, &out);
    if (!call)
        return v;
    pk_note_at(in, node)->stores = call;
    pk_note_at(in, node)->listed = out.type->kind != PK_TY_error;
    pk_note_at(in, node)->v = out;
    return out;
}
