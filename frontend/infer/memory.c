/* SPDX-License-Identifier: Apache-2.0 */
/* Which memory the arrays of a function's own are in, and how long.
 *
 * cuda.local.array, a copy, and a call of a function that returns one of its
 * own have memory for each place where they stand, as if functions stood where
 * they are called:
 *
 *     def own(v):                    def own(v, memory):
 *         x = local.array(4, f32)        x = memory
 *         ...                    =>      ...
 *         return x                       return x
 *     a, b = own(1), own(2)          a, b = own(1, local), own(2, local)
 *
 * In a loop each turn's array is in the memory of the last one's, whose names
 * and views have no value from there on: types say which call made what they
 * see. In a function that is given such an array its parameter stands for the
 * call, so that the function is inferred once for all of them. */
#include "frontend/infer/memory.h"

#include "frontend/infer/typings.h"
#include "frontend/values/known.h"

enum { MAX_OWN = 64 };

/* ---- loops ---- */

/* Looks for values that are made of what the call made in an earlier turn, and
 * needed behind it. */
typedef struct needed {
    pk_infer *in;
    const pk_ast *call;
    const pk_ast *parent, *within; /* the node of its children that has it */
    const pk_ast *found;
} needed;

static bool encloses(const pk_ast *node, const pk_ast *call) {
    bool begins = node->line < call->line ||
                  (node->line == call->line && node->col <= call->col);

    return begins && (node->end_line > call->end_line ||
                      (node->end_line == call->end_line &&
                       node->end_col >= call->end_col));
}

/* A value that does not exist as a whole is found by its parts. */
static void find_value(const pk_ast *node, void *arg) {
    needed *n = arg;
    const pk_ty *type = pk_note_find(n->in->instance, node)->v.type;

    if (n->found || node->kind == PK_AST_Lambda ||
        pk_ast_kind_class((pk_ast_kind)node->kind) == PK_AST_CLASS_stmt)
        return;
    if (type && pk_ty_holds_copy(type, n->call))
        n->found = node;
    else if (!type || type->kind == PK_TY_lazy)
        pk_ast_below(node, find_value, n);
}

/* Whether the first child is evaluated before others, and needed with them. */
static bool keeps_first(const pk_ast *parent) {
    switch (parent->kind) {
    case PK_AST_IfExp:
    case PK_AST_BoolOp:
    case PK_AST_NamedExpr:
    case PK_AST_Assign:
    case PK_AST_AnnAssign:
    case PK_AST_For: return false;
    default: return true;
    }
}

static void visit_child(const pk_ast *node, void *arg) {
    needed *n = arg;

    if (n->within)
        return;
    if (encloses(node, n->call))
        n->within = node;
    else if (keeps_first(n->parent))
        find_value(node, n);
}

/* One in the statement, or that a loop goes over; NULL. */
static const pk_ast *find_needed(pk_infer *in, const pk_ast *call) {
    needed n = {.in = in, .call = call, .within = in->at};

    for (const pk_loop *loop = in->loop; loop && !n.found; loop = loop->outer)
        if (loop->iter)
            find_value(loop->iter, &n);
    while (n.within && n.within != call && !n.found) {
        n.parent = n.within;
        n.within = NULL;
        pk_ast_children(n.parent, visit_child, &n);
        if (n.parent->kind == PK_AST_Assign && n.within &&
            n.within != n.parent->Assign.value)
            find_value(n.parent->Assign.value, &n);
    }
    return n.found;
}

void pk_infer_spoil(pk_infer *in, const pk_ast *call) {
    const pk_ast *value = in->loop ? find_needed(in, call) : NULL;

    if (value)
        pk_say(in, value, PK_E_copy_again,
               "copy it into an array of its own: cuda.local.array, then "
               "old[:] = new",
               "this array was made in an earlier iteration, and line %u "
               "uses its memory again while it is needed",
               call->line);
    for (uint32_t i = 0; in->env.slots && i < in->instance->vars.count; i++) {
        pk_slot *slot = &in->env.slots[i];
        pk_ty *stale;
        if (!slot->v.type || slot->v.type->kind == PK_TY_clash ||
            !pk_ty_holds_copy(slot->v.type, call))
            continue;
        stale = PK_NEW(in->arena, pk_ty);
        *stale = (pk_ty){.kind = PK_TY_clash};
        slot->v = of_type(stale);
        slot->other = call;
    }
}

/* ---- calls of functions ---- */

/* Stands for the memory of argument `i` in the function: those of variables of
 * the function around are one. */
static const pk_ast *stand_in(const pk_function *fn, uint32_t i) {
    return i < fn->info.param_count ? pk_function_parameter(fn, i) : fn->def;
}

static bool is_stand_in(const pk_copies *copied) {
    return copied->call->kind != PK_AST_Call;
}

static const pk_copies *one_call(pk_arena *arena, const pk_ast *call) {
    pk_copies *copied = PK_NEW(arena, pk_copies);

    copied->call = call;
    return copied;
}

static const pk_copies *to_stand_in(void *arg, const pk_copies *copied) {
    (void)copied;
    return arg;
}

const pk_ty *pk_infer_given_memory(pk_infer *in, const pk_function *fn,
                                   uint32_t i, const pk_ty *type) {
    pk_copies stands = {.call = stand_in(fn, i)}, *kept;

    if (!pk_ty_copies(in->arena, type))
        return type;
    kept = PK_NEW(in->arena, pk_copies);
    *kept = stands;
    return pk_ty_map_copies(in->arena, type, to_stand_in, kept);
}

typedef struct outside {
    pk_infer *in;
    const pk_ast *node; /* the call */
    const pk_call *call;
    const pk_ty *const *types; /* of the arguments */
    const pk_function *fn;
    uint32_t count; /* of them */
    bool own;       /* met: what the function made */
    bool again;     /* met: what the function was given that an earlier turn of
                       this call made */
} outside;

/* Returns the memory of the arguments that a stand-in stands for. */
static const pk_copies *given_by(outside *o, const pk_ast *stands) {
    const pk_copies *all = NULL;
    pk_arena *arena = o->in->arena;

    for (uint32_t i = 0; i < o->count; i++)
        if (stand_in(o->fn, i) == stands)
            all = pk_copies_join(arena, all, pk_ty_copies(arena, o->types[i]));
    return all;
}

static const pk_copies *to_outside(void *arg, const pk_copies *copied) {
    outside *o = arg;
    const pk_copies *all = NULL, *more;

    for (; copied; copied = copied->next) {
        if (is_stand_in(copied)) {
            more = given_by(o, copied->call);
        } else {
            more = one_call(o->in->arena, o->node);
            o->own = true;
        }
        all = pk_copies_join(o->in->arena, all, more);
        if (is_stand_in(copied))
            for (; more; more = more->next)
                o->again |= more->call == o->node;
    }
    return all;
}

static bool is_given(const outside *o) {
    for (uint32_t i = 0; i < o->count; i++)
        if (pk_ty_holds_copy(o->types[i], o->node))
            return true;
    return false;
}

const pk_ty *pk_infer_gives_memory(pk_infer *in, const pk_ast *node,
                                   pk_call *call, const pk_ty *result,
                                   const pk_ty *const *types) {
    const pk_function *fn = call->instance->function;
    outside o = {.in = in,
                 .node = node,
                 .types = types,
                 .fn = fn,
                 .count = call->instance->arg_count};

    result = pk_ty_map_copies(in->arena, result, to_outside, &o);
    if (!o.own)
        return result;
    call->again = is_given(&o);
    if (o.own && o.again)
        return pk_say(in, node, PK_E_copy_again,
                      "copy it into an array of its own: cuda.local.array, "
                      "then old[:] = new",
                      "%s returns its argument or an array of its own; here "
                      "its argument is the array of an earlier iteration, "
                      "in the same memory",
                      fn->info.name)
            .type;
    if (in->loop)
        pk_infer_spoil(in, node);
    return result;
}

/* ---- arrays that are returned ---- */

static uint64_t scalars_of(const pk_ty *array) {
    return pk_ty_bytes(pk_ty_element(array)) / pk_type_bytes(array->scalar);
}

pk_owned pk_owned_of_array(const pk_ast *node, const pk_call *call,
                           const pk_ty *type) {
    pk_owned array = {node, type->scalar, scalars_of(type), 0};
    pk_typed shape = call->args[0];

    for (uint32_t i = 0; i < type->ndim; i++)
        array.count *= (uint64_t)pk_known_get_int(
            shape.type->kind == PK_TY_tuple ? pk_known_item(shape, i) : shape);
    if (call->nodes[2])
        array.align = (uint32_t)pk_known_get_int(call->args[2]);
    if (array.align < type->align)
        array.align = type->align;
    if (array.align <= pk_type_bytes(type->scalar))
        array.align = 0;
    return array;
}

pk_owned pk_owned_of_copy(const pk_ast *node, const pk_call *call,
                          const pk_ty *type) {
    uint32_t align =
        type->align > pk_type_bytes(type->scalar) ? type->align : 0;
    pk_owned array = {node, type->scalar, 1, align};

    for (uint32_t i = 0; i < call->args[0].type->ndim; i++)
        array.count *= (uint64_t)pk_most_along(call->args[0], i);
    if (!array.count)
        array.count = 1;
    array.count *= scalars_of(type);
    return array;
}

typedef struct owned {
    pk_infer *in;
    pk_owned items[MAX_OWN];
    uint32_t count;
    uint64_t bytes;
} owned;

static bool add_own(owned *p, pk_owned array, bool twice) {
    if (twice)
        array.count *= 2;
    p->bytes += array.count * pk_type_bytes(array.elem);
    if (p->count == MAX_OWN || p->bytes > UINT64_C(1) << 30) {
        pk_say(p->in, array.call, PK_E_too_many,
               "give it arrays that it stores into, out[:] = a",
               "%s returns over %d arrays of its own, or over 1 GiB",
               p->in->instance->function->info.name, MAX_OWN);
        return false;
    }
    p->items[p->count++] = array;
    return true;
}

/* A call of the function itself returns memory within the memory of the call,
 * and so on without end. */
static bool refuse_recursion(pk_infer *in, const pk_ast *node) {
    pk_say_unsupported(in, node,
                       "returning an array that a call of the same function "
                       "made",
                       "give it an array that it stores into, out[:] = a");
    return false;
}

static bool add_call(owned *p, const pk_ast *node) {
    const pk_note *note = pk_note_find(p->in->instance, node);
    const pk_instance *callee = note->call ? note->call->instance : NULL;

    if (!note->call || !(note->call->builtin || callee)) {
        pk_say(p->in, node, PK_E_internal, NULL,
               "the compiler lost the memory of what %s returns",
               p->in->instance->function->info.name);
        return false;
    }
    if (note->call->builtin)
        return add_own(p,
                       note->call->builtin->how == PK_HOW_copy
                           ? pk_owned_of_copy(node, note->call, note->v.type)
                           : pk_owned_of_array(node, note->call, note->v.type),
                       pk_ty_holds_copy(note->call->args[0].type, node));
    if (callee->state == PK_INSTANCE_running)
        return refuse_recursion(p->in, node);
    for (uint32_t i = 0; i < callee->own_count; i++) {
        pk_owned array = callee->own[i];
        array.call = node;
        if (!add_own(p, array, note->call->again))
            return false;
    }
    return true;
}

void pk_infer_owned(pk_infer *in) {
    pk_instance *instance = in->instance;
    const pk_copies *own = pk_ty_copies(in->arena, instance->result);
    owned p = {.in = in};
    pk_owned *kept;

    for (; own; own = own->next)
        if (!is_stand_in(own) && !add_call(&p, own->call))
            return;
    kept = pk_arena_array(in->arena, p.count + 1u, sizeof *kept);
    if (!kept)
        return;
    for (uint32_t i = 0; i < p.count; i++)
        kept[i] = p.items[i];
    instance->own = kept;
    instance->own_count = p.count;
}
