/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of statements: how the types of variables flow. */
#include "frontend/infer/infer.h"

#include "frontend/known.h"
#include "frontend/lower/closure.h"
#include "frontend/report.h"

#include <string.h>

enum { MAX_LOOP_ROUNDS = 32 };

/* ---- environments ---- */

pk_env pk_env_copy(pk_infer *in, const pk_env *env) {
    uint32_t count = in->instance->vars.count;
    pk_env copy = {NULL, env->live};

    in->c->steps += count;
    copy.slots = pk_arena_array(in->arena, count + 1, sizeof *copy.slots);
    if (copy.slots && env->slots)
        memcpy(copy.slots, env->slots, count * sizeof *copy.slots);
    if (!copy.slots)
        copy.live = false;
    return copy;
}

static pk_slot clash(pk_infer *in, const pk_slot *a, const pk_slot *b) {
    pk_ty *type = PK_NEW(in->arena, pk_ty);
    const pk_ty **kept;
    pk_slot slot = *a;

    *type = *a->v.type;
    type->kind = PK_TY_clash;
    slot.v = (pk_typed){type, NULL};
    slot.other = b->where;
    slot.other_type = b->v.type;
    kept = pk_arena_array(in->arena, 1, sizeof *kept);
    if (!kept)
        return slot;
    kept[0] = a->v.type;
    type->count = 1;
    type->items = kept;
    return slot;
}

enum { MAX_JOINS = 50 }; /* of a function are kept: each looks at all */

/* An integer that becomes a float where it meets one, for those who ask. */
static void keep_join(pk_infer *in, const pk_slot *a, const pk_slot *b,
                      const pk_ty *type) {
    pk_instance *instance = in->instance;
    bool told = !pk_ty_is_float(type) || instance->join_count == MAX_JOINS ||
                (pk_ty_is_float(a->v.type) && pk_ty_is_float(b->v.type));
    pk_joined *joined;

    for (pk_joined *j = instance->joins; j && !told; j = j->next)
        told = (j->a.where == a->where && j->b.where == b->where) ||
               (j->a.where == b->where && j->b.where == a->where);
    if (told)
        return;
    joined = PK_NEW(in->arena, pk_joined);
    *joined =
        (pk_joined){.next = instance->joins, .a = *a, .b = *b, .type = type};
    if (a->where && a->where->kind == PK_AST_Name)
        joined->name = a->where->Name.id;
    else if (b->where && b->where->kind == PK_AST_Name)
        joined->name = b->where->Name.id;
    if (joined->name) {
        instance->joins = joined;
        instance->join_count++;
    }
}

static pk_slot join_slot(pk_infer *in, const pk_slot *a, const pk_slot *b) {
    pk_slot slot = *a;
    const pk_ty *type;

    if (!a->v.type || !b->v.type) { /* assigned on one path: perhaps not */
        slot = a->v.type ? *a : *b;
        slot.v.known = NULL;
        return slot;
    }
    /* What was wrong has been said, and may be said again in the next round of
     * a loop: it must not hide there. */
    if (a->v.type->kind == PK_TY_error)
        return *b;
    if (b->v.type->kind == PK_TY_error)
        return *a;
    if (a->v.type->kind == PK_TY_clash)
        return *a;
    if (b->v.type->kind == PK_TY_clash)
        return *b;
    type = pk_rule_unify(in->arena, a->v.type, b->v.type);
    if (!type)
        return clash(in, a, b);
    if (in->c->keeps_joins)
        keep_join(in, a, b, type);
    slot.v.type = type;
    slot.v.known = pk_known_same(a->v, b->v) ? a->v.known : NULL;
    /* Types of equal shape stay one object: comparing is then cheap. */
    if (pk_ty_equal(type, a->v.type))
        slot.v.type = a->v.type;
    return slot;
}

/* Joins `from` into `into`; both stay usable. */
void pk_env_join(pk_infer *in, pk_env *into, const pk_env *from,
                 const pk_ast *node) {
    uint32_t count = in->instance->vars.count;

    if (!from->live || !pk_infer_step(in, node, count))
        return;
    if (!into->live) {
        *into = pk_env_copy(in, from);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        into->slots[i] = join_slot(in, &into->slots[i], &from->slots[i]);
}

static bool same_env(pk_infer *in, const pk_env *a, const pk_env *b) {
    for (uint32_t i = 0; i < in->instance->vars.count; i++) {
        const pk_typed *x = &a->slots[i].v, *y = &b->slots[i].v;
        if (!x->type != !y->type ||
            (x->type &&
             (!pk_ty_equal(x->type, y->type) || !x->known != !y->known)))
            return false;
    }
    return true;
}

static void die(pk_infer *in) {
    in->env.live = false;
}

/* ---- variables that a loop assigns ---- */

typedef struct forget {
    pk_infer *in;
    pk_env *env;
} forget;

static void forget_stores(const pk_ast *node, void *arg) {
    forget *f = arg;
    int index;

    if (node->kind == PK_AST_Name) {
        index = node->Name.ctx == PK_AST_Store
                    ? pk_vars_find(&f->in->instance->vars, node->Name.id)
                    : -1;
        if (index >= 0)
            f->env->slots[index].v.known = NULL;
        return;
    }
    pk_ast_below(node, forget_stores, arg);
}

/* Values that change in the loop are not known in it. */
static void forget_values(pk_infer *in, const pk_ast *loop, pk_env *env) {
    forget f = {in, env};

    forget_stores(loop, &f);
}

/* ---- loops ---- */

pk_said pk_said_so_far(const pk_compile *c) {
    return (pk_said){c->diags->last,   c->diags->count,    c->diags->notes,
                     c->diags->errors, c->diags->repeated, c->diags->dropped};
}

void pk_take_back(pk_compile *c, pk_said mark) {
    c->diags->last = mark.last;
    if (mark.last)
        mark.last->next = NULL;
    else
        c->diags->first = NULL;
    c->diags->count = mark.count;
    c->diags->notes = mark.notes;
    c->diags->errors = mark.errors;
    c->diags->repeated = mark.repeated;
    c->diags->dropped = mark.dropped;
}

/* What a loop runs at its top: a while tests, a for assigns its target. It
 * leaves the types behind the last iteration in `exit`. */
static void loop_top(pk_infer *in, const pk_ast *node, pk_typed item,
                     pk_env *exit) {
    pk_typed test;

    if (node->kind == PK_AST_For) {
        *exit = pk_env_copy(in, &in->env);
        pk_infer_store(in, node->For.target, item);
        return;
    }
    test = pk_infer_optional(in, node->While.test);
    pk_infer_condition(in, node->While.test, test);
    *exit = pk_env_copy(in, &in->env);
    if (node->While.test->kind == PK_AST_Constant && test.known &&
        pk_known_truth(test))
        exit->live = false;
}

/* A variable that only the loop assigns, and wrongly, starts the next round
 * unset again: else the error would be taken back and not said again. */
static void unset_errors(pk_infer *in, const pk_env *head, pk_env *next) {
    for (uint32_t i = 0; i < in->instance->vars.count && next->live; i++)
        if (!head->slots[i].v.type && next->slots[i].v.type &&
            next->slots[i].v.type->kind == PK_TY_error)
            next->slots[i] = head->slots[i];
}

static void infer_loop(pk_infer *in, const pk_ast *node, pk_typed item) {
    bool is_for = node->kind == PK_AST_For;
    const pk_ast_list *body = is_for ? &node->For.body : &node->While.body;
    const pk_ast_list *orelse =
        is_for ? &node->For.orelse : &node->While.orelse;
    pk_env head = pk_env_copy(in, &in->env), next, exit = {0};
    const pk_slot *before = pk_note_find(in->instance, node)->head;
    pk_loop loop = {.outer = in->loop};
    pk_note *note;

    if (!head.live)
        return;
    if (before) { /* inner loop, seen in an earlier round of an outer one */
        pk_env memory = {(pk_slot *)(uintptr_t)before, true};
        pk_env_join(in, &head, &memory, node);
    }
    forget_values(in, node, &head);
    for (int round = 0; round < MAX_LOOP_ROUNDS; round++) {
        pk_said mark = pk_said_so_far(in->c);
        loop.breaks = loop.continues = (pk_env){0};
        in->loop = &loop;
        in->env = pk_env_copy(in, &head);
        loop_top(in, node, item, &exit);
        pk_infer_block(in, body);
        next = pk_env_copy(in, &head);
        pk_env_join(in, &next, &in->env, node);
        pk_env_join(in, &next, &loop.continues, node);
        unset_errors(in, &head, &next);
        in->loop = loop.outer;
        if (in->c->out_of_budget || same_env(in, &head, &next))
            break;
        pk_take_back(in->c, mark);
        head = next;
    }
    /* A for ends at its top, too: after its last iteration. */
    in->env = exit;
    pk_infer_block(in, orelse);
    pk_env_join(in, &in->env, &loop.breaks, node);
    note = pk_note_at(in, node);
    note->unrolled = NULL;
    note->head = head.slots;
    note->joined = in->env.live ? pk_env_copy(in, &in->env).slots : NULL;
}

static void infer_for(pk_infer *in, const pk_ast *node) {
    pk_typed iterated = pk_infer_expr(in, node->For.iter);

    if (iterated.type->kind == PK_TY_tuple &&
        (!iterated.type->count || pk_is_mixed(iterated.type))) {
        pk_infer_unrolled(in, node, iterated);
        return;
    }
    infer_loop(in, node, pk_infer_item(in, node->For.iter, iterated));
}

/* ---- assignment ---- */

static void define(pk_infer *in, const pk_ast *name, pk_typed value) {
    int index = pk_vars_find(&in->instance->vars, name->Name.id);

    if (index >= 0 && in->env.slots)
        in->env.slots[index] = (pk_slot){.v = value, .where = name};
    pk_note_at(in, name)->v = value;
}

/* r, g, b = image[i, j]: an array of one dimension unpacks into its items. */
static void unpack(pk_infer *in, const pk_ast *target, pk_typed value,
                   const pk_ast_list *elts) {
    const pk_ty *type = value.type;
    pk_typed error = {&pk_ty_error, NULL};

    if (type->kind == PK_TY_tuple && type->count != elts->count)
        value = pk_say(in, target, PK_E_unpack_count,
                       pk_hint_unpack(in, elts, type),
                       "%u names cannot take the %u items of %s", elts->count,
                       type->count, pk_named(in, type));
    else if (type->kind != PK_TY_tuple && type->kind != PK_TY_error &&
             !(type->kind == PK_TY_array && type->ndim)) {
        const char *hint = pk_hint_unpack(in, elts, type);
        value = pk_say(
            in, target, PK_E_unpack_type,
            hint ? hint
                 : "a tuple or an array of one dimension can be unpacked",
            "%s cannot be unpacked", pk_named(in, type));
    }
    pk_note_at(in, target)->v = value;
    for (uint32_t i = 0; i < elts->count; i++) {
        pk_typed item = error;
        if (elts->items[i]->kind == PK_AST_Starred) {
            pk_say_unsupported(in, elts->items[i], "* in an assignment",
                               "name every item");
            continue;
        }
        if (value.type->kind == PK_TY_tuple)
            item = pk_known_item(value, i);
        else if (value.type->kind == PK_TY_array)
            item =
                (pk_typed){pk_infer_index(in, target, value.type, NULL), NULL};
        pk_infer_store(in, elts->items[i], item);
    }
}

static const char *store_hint(const pk_ty *value, const pk_ty *place) {
    if (value->kind == PK_TY_none)
        return "None is no number; a function whose result it is has no "
               "`return` with a value";
    if (value->kind == PK_TY_text)
        return "kernels have no strings but those that they print";
    if (value->kind == PK_TY_complex && pk_ty_is_number(place))
        return "take .real or abs() of it";
    if (pk_ty_is_arrays(value) && place->kind != PK_TY_array)
        return "this place is one element: a slice takes an array";
    if (pk_ty_is_arrays(value) && value->ndim > place->ndim)
        return "a value has as many dimensions as the place, or fewer";
    return value->kind == PK_TY_tuple && place->kind == PK_TY_array
               ? "a tuple of numbers fills an array of one dimension"
               : NULL;
}

/* Whether the value fits the place, a part of `base`; says so when not. */
static void check_store(pk_infer *in, const pk_ast *target, const pk_ty *base,
                        const pk_ty *place, const pk_ty *value) {
    bool whole = place->kind == PK_TY_array || place->kind == PK_TY_record ||
                 base->kind == PK_TY_record;

    if (place->kind == PK_TY_error || value->kind == PK_TY_error)
        return;
    if (base->kind == PK_TY_places)
        base = base->items[0];
    if (base->flags & PK_TYF_readonly)
        pk_say(in, target, PK_E_store_readonly,
               "pass it as an output, or copy what changes",
               "cannot write to a read-only array");
    else if (!pk_infer_sized(in, target, value))
        return;
    else if (!pk_infer_fits(value, place))
        pk_say(in, target, PK_E_store_type, store_hint(value, place),
               "cannot store %s in %s%s", pk_named(in, value),
               whole ? "" : "an element of ",
               pk_named(in, whole ? place : base));
}

/* A value goes into an array: an element, or all of a view; or a field. */
static void store_element(pk_infer *in, const pk_ast *target, pk_typed value) {
    pk_typed base = pk_infer_expr(in, target->Subscript.value);
    pk_typed place = {&pk_ty_error, NULL};

    if (base.type->kind == PK_TY_array || base.type->kind == PK_TY_places ||
        base.type->kind == PK_TY_record)
        place = pk_infer_subscript(in, target);
    else if (base.type->kind != PK_TY_error)
        pk_say(in, target, PK_E_store_item,
               base.type->kind == PK_TY_tuple ? "tuples do not change" : NULL,
               "cannot assign to an item of %s", pk_named(in, base.type));
    pk_note_at(in, target)->v = place;
    check_store(in, target, base.type, place.type, pk_ty_present(value.type));
}

static void store_field(pk_infer *in, const pk_ast *target, pk_typed value) {
    pk_typed place = pk_infer_field_store(in, target);

    pk_note_at(in, target)->v = place;
    if (place.type->kind != PK_TY_error)
        check_store(in, target, pk_infer_expr(in, target->Attribute.value).type,
                    place.type, pk_ty_present(value.type));
}

void pk_infer_store(pk_infer *in, const pk_ast *target, pk_typed value) {
    if (!pk_infer_step(in, target, 1))
        return;
    switch (target->kind) {
    case PK_AST_Name: define(in, target, value); break;
    case PK_AST_Tuple: unpack(in, target, value, &target->Tuple.elts); break;
    case PK_AST_List: unpack(in, target, value, &target->List.elts); break;
    case PK_AST_Subscript: store_element(in, target, value); break;
    case PK_AST_Attribute: store_field(in, target, value); break;
    default: pk_say_unsupported(in, target, "this assignment", NULL); break;
    }
}

static void infer_assign(pk_infer *in, const pk_ast *node) {
    const pk_ast_list *targets = &node->Assign.targets;
    bool fills =
        targets->count == 1 && (targets->items[0]->kind == PK_AST_Subscript ||
                                targets->items[0]->kind == PK_AST_Attribute);
    pk_typed value = fills ? pk_infer_operand(in, node->Assign.value)
                           : pk_infer_optional(in, node->Assign.value);

    if (!pk_infer_has_value(in, node->Assign.value, value))
        value.type = &pk_ty_error;
    in->assigned = node->Assign.value;
    for (uint32_t i = 0; i < targets->count; i++)
        pk_infer_store(in, targets->items[i], value);
    in->assigned = NULL;
}

/* a[1:] += b changes the array: NumPy's function with it as the place. */
static void augment_array(pk_infer *in, const pk_ast *node, pk_typed a,
                          pk_typed b) {
    const pk_ast *target = node->AugAssign.target;
    const pk_ast *nodes[] = {target, node->AugAssign.value};
    pk_typed args[] = {a, b}, v;
    const char *path = pk_operator_path((uint8_t)node->AugAssign.op);

    if (!path) {
        pk_say_unsupported(in, node, "this operator for arrays", NULL);
        return;
    }
    v = pk_infer_operator(in, node, path, nodes, args, 2);
    pk_note_at(in, node)->v = v;
    if (v.type->kind == PK_TY_error)
        return;
    if (a.type->flags & PK_TYF_readonly)
        pk_say(in, target, PK_E_store_readonly, NULL,
               "cannot write to a read-only array");
    else if (!pk_infer_same_kind(v.type, a.type) || v.type->ndim > a.type->ndim)
        pk_say(in, node, PK_E_array_kind, "a[:] = ... converts",
               "%s makes %s here, which cannot stay in %s",
               pk_ast_op_symbol((pk_ast_op)node->AugAssign.op),
               pk_named(in, v.type), pk_named(in, a.type));
}

/* x op= y types like x = x op y. */
static void infer_augmented(pk_infer *in, const pk_ast *node) {
    const pk_ast *target = node->AugAssign.target;
    pk_typed a, b, value;
    pk_rule rule = {0};

    if (target->kind == PK_AST_Name) {
        a = pk_infer_expr(in, target);
    } else if (target->kind == PK_AST_Subscript) {
        a = pk_infer_subscript(in, target);
    } else {
        a = pk_infer_field_store(in, target);
        pk_note_at(in, target)->v = a;
        if (a.type->kind == PK_TY_error)
            return;
    }
    b = pk_infer_operand(in, node->AugAssign.value);
    if (a.type->kind == PK_TY_array) {
        if (b.type->kind != PK_TY_error &&
            pk_infer_has_value(in, node->AugAssign.value, b))
            augment_array(in, node, a, b);
        return;
    }
    if (b.type->kind == PK_TY_lazy)
        b = pk_say(
            in, node, PK_E_store_type, "a[:] = ... stores into all elements",
            "%s cannot go into %s", pk_named(in, b.type), pk_named(in, a.type));
    value = pk_infer_binary(in, node, (uint8_t)node->AugAssign.op, a, b, &rule);
    pk_note_at(in, node)->v = value;
    pk_note_at(in, node)->rule = rule;
    pk_infer_store(in, target, value);
}

/* ---- return ---- */

void pk_infer_return(pk_infer *in, const pk_ast *node) {
    pk_instance *instance = in->instance;
    pk_typed value = {&pk_ty_none, NULL};
    const pk_ty *type;

    if (node->kind == PK_AST_Return && node->Return.value)
        value = pk_infer_optional(in, node->Return.value);
    value = pk_infer_outward(in, node, value);
    die(in);
    if (value.type->kind == PK_TY_error) {
        if (!in->c->unknown)
            instance->result = value.type;
        return;
    }
    if (instance->is_kernel) {
        if (value.type->kind != PK_TY_none)
            pk_say(in, node, PK_E_kernel_returns,
                   node->Return.value->kind == PK_AST_Constant ||
                           node->Return.value->kind == PK_AST_UnaryOp
                       ? "`return` alone ends the thread; results go into "
                         "array arguments"
                       : "write the result into an array argument, or make it "
                         "a device function",
                   "a kernel returns nothing, and this is %s",
                   pk_named(in, value.type));
        return;
    }
    if (!instance->returned) {
        instance->result = value.type;
        instance->returned = node;
        return;
    }
    type = instance->result->kind == PK_TY_error
               ? instance->result
               : pk_rule_unify(in->arena, instance->result, value.type);
    if (!type) {
        pk_say(in, node, PK_E_unify_returns, NULL,
               "cannot unify %s with the %s returned on line %u",
               pk_named(in, value.type), pk_named(in, instance->result),
               instance->returned->line);
        pk_say_in(in->c, in->program, instance->returned, PK_SEVERITY_note,
                  PK_OK, NULL, "%s is returned here",
                  pk_named(in, instance->result));
        type = &pk_ty_error;
    }
    instance->result = type;
}

/* ---- statements ---- */

static void refuse(pk_infer *in, const pk_ast *node) {
    switch (node->kind) {
    case PK_AST_Try:
    case PK_AST_TryStar:
        pk_say_unsupported(in, node, "try in a kernel", "test with if instead");
        break;
    case PK_AST_With:
        pk_say_unsupported(
            in, node, "with in a kernel",
            "files, locks and timers are the host's: leave it out");
        break;
    case PK_AST_ClassDef:
        pk_say_unsupported(in, node, "a class in a kernel",
                           "use tuples or separate arrays");
        break;
    case PK_AST_Global:
        pk_say_unsupported(in, node, "assigning to names outside the function",
                           "module constants are read without a declaration; "
                           "results go into arrays");
        break;
    case PK_AST_Match:
        pk_say_unsupported(in, node, "match", "use if and elif");
        break;
    case PK_AST_Import:
    case PK_AST_ImportFrom:
        pk_say_unsupported(in, node, "import in a kernel",
                           "import at module level");
        break;
    case PK_AST_TypeAlias:
        pk_say_unsupported(in, node, "a type alias in a kernel",
                           "name types at module level");
        break;
    default:
        pk_say_unsupported(in, node, "an async statement in a kernel", NULL);
    }
}

/* del x: the name has no value from here on. */
static void forget_variable(pk_infer *in, const pk_ast *target) {
    int index = target->kind == PK_AST_Name
                    ? pk_vars_find(&in->instance->vars, target->Name.id)
                    : -1;

    if (target->kind == PK_AST_Tuple) {
        for (uint32_t i = 0; i < target->Tuple.elts.count; i++)
            forget_variable(in, target->Tuple.elts.items[i]);
    } else if (index < 0) {
        pk_say_unsupported(in, target, "del of anything but a variable",
                           "arrays and their elements stay");
    } else if (!in->env.slots[index].v.type) {
        pk_say(in, target, PK_E_name_unassigned, NULL,
               "'%s' is used before it is assigned", target->Name.id);
    } else {
        in->env.slots[index] = (pk_slot){0};
    }
}

/* The names are those of a function around that is compiled with this one. */
static void check_nonlocal(pk_infer *in, const pk_ast *node) {
    const pk_function *fn = in->instance->function;

    for (uint32_t i = 0; i < node->Nonlocal.names.count; i++) {
        const char *name = node->Nonlocal.names.items[i];
        bool found = false;
        for (uint32_t k = 0; k < fn->assigned_count; k++)
            found = found || fn->assigned[k] == name;
        if (!found)
            pk_say(in, node, PK_E_name_undefined, NULL,
                   "no function around this one has a variable '%s'", name);
    }
}

static void infer_jump(pk_infer *in, const pk_ast *node) {
    pk_env *env;

    if (!in->loop) {
        pk_say(in, node, PK_E_structure, NULL, "%s outside a loop",
               node->kind == PK_AST_Break ? "break" : "continue");
        return;
    }
    env = node->kind == PK_AST_Break ? &in->loop->breaks : &in->loop->continues;
    pk_env_join(in, env, &in->env, node);
    die(in);
}

static void infer_statement(pk_infer *in, const pk_ast *node) {
    pk_typed value;

    switch (node->kind) {
    case PK_AST_Expr: pk_infer_optional(in, node->Expr.value); break;
    case PK_AST_Assign: infer_assign(in, node); break;
    case PK_AST_AugAssign: infer_augmented(in, node); break;
    case PK_AST_AnnAssign:
        if (!node->AnnAssign.value)
            break;
        value = pk_infer_optional(in, node->AnnAssign.value);
        pk_infer_store(in, node->AnnAssign.target, value);
        break;
    case PK_AST_If: pk_infer_if(in, node); break;
    case PK_AST_While: infer_loop(in, node, (pk_typed){0}); break;
    case PK_AST_For: infer_for(in, node); break;
    case PK_AST_Return: pk_infer_return(in, node); break;
    case PK_AST_Break:
    case PK_AST_Continue: infer_jump(in, node); break;
    case PK_AST_Assert: pk_infer_assert(in, node); break;
    case PK_AST_Raise:
        pk_infer_raise(in, node);
        die(in);
        break;
    case PK_AST_FunctionDef: pk_infer_def(in, node); break;
    case PK_AST_Nonlocal: check_nonlocal(in, node); break;
    case PK_AST_Delete:
        for (uint32_t i = 0; i < node->Delete.targets.count; i++)
            forget_variable(in, node->Delete.targets.items[i]);
        break;
    case PK_AST_Pass: break;
    default: refuse(in, node);
    }
}

/* Statements behind a return, break or continue are never run and stay
 * without types. */
void pk_infer_block(pk_infer *in, const pk_ast_list *body) {
    if (!body->count || !in->env.live)
        return;
    in->c->depth++;
    for (uint32_t i = 0; i < body->count && in->env.live; i++)
        if (pk_infer_step(in, body->items[i], 1))
            infer_statement(in, body->items[i]);
    in->c->depth--;
}
