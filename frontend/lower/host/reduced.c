/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that the iterations of a parallel loop only add to, or the like:
 *
 *     for i in prange(n):          parts = as many rows as the loop has parts,
 *         y += x[i]                        of zeros
 *                         =>       for i in prange(n):
 *                                      parts[number of the part] += x[i]
 *                                  for row in parts:
 *                                      y += row
 *
 * Each part of the loop has a row for itself, and rows are added in order, so
 * that results are the same for any number of threads. A loop that changes such
 * an array in any other way, or reads it, is left as it is. */
#include "frontend/lower/iter.h"
#include "frontend/lower/lower.h"

enum { PARTS = 64 }; /* as part_number has */

struct pk_reduced {
    pk_reduced *next;
    const pk_ast *name; /* of the variable */
    pk_op op;           /* joins parts */
    pk_lv array;        /* what the variable is */
    pk_lv rows;         /* two axes: parts, elements */
    pk_lv row;          /* in the loop: an array like the variable's */
};

/* ---- which ---- */

typedef struct search {
    pk_lower *l;
    pk_reduced *found;
    bool returns;
} search;

/* The operation that joins the parts of what `op=` makes; COUNT: none. */
static pk_op joins(const pk_ty *element, pk_ast_op op) {
    const bool is_float = pk_ty_is_float(element);

    if (element->kind != PK_TY_number || element->scalar == PK_TYPE_f16)
        return PK_OP_COUNT;
    switch (op) {
    case PK_AST_OP_Add:
    case PK_AST_OP_Sub: return pk_ty_is_bool(element) ? PK_OP_COUNT : PK_OP_add;
    case PK_AST_OP_Mult:
        return pk_ty_is_bool(element) ? PK_OP_COUNT : PK_OP_mul;
    case PK_AST_OP_Div: return is_float ? PK_OP_mul : PK_OP_COUNT;
    case PK_AST_OP_BitAnd: return is_float ? PK_OP_COUNT : PK_OP_and;
    case PK_AST_OP_BitOr: return is_float ? PK_OP_COUNT : PK_OP_or;
    case PK_AST_OP_BitXor: return is_float ? PK_OP_COUNT : PK_OP_xor;
    default: return PK_OP_COUNT;
    }
}

static pk_reduced *find(pk_reduced *list, const pk_ast *name) {
    while (list && list->name->Name.id != name->Name.id)
        list = list->next;
    return list;
}

static void look(const pk_ast *node, void *arg);

/* y op= x where y is an array. */
static void look_at_augmented(search *s, const pk_ast *node) {
    const pk_ast *target = node->AugAssign.target;
    const pk_ty *type = pk_note_find(s->l->instance, target)->v.type;
    pk_reduced *r;
    pk_op op;

    if (target->kind != PK_AST_Name || !type || type->kind != PK_TY_array ||
        !type->ndim || type->made || type->flags & PK_TYF_complex) {
        look(target, s);
        return;
    }
    op = joins(pk_ty_element(type), (pk_ast_op)node->AugAssign.op);
    r = find(s->found, target);
    if (!r) {
        r = PK_NEW(s->l->arena, pk_reduced);
        *r = (pk_reduced){.next = s->found, .name = target, .op = op};
        s->found = r;
    }
    if (r->op != op)
        r->op = PK_OP_COUNT;
}

/* A name that is used in any other way is not reduced. */
static void look(const pk_ast *node, void *arg) {
    search *s = arg;

    if (node->kind == PK_AST_AugAssign) {
        look_at_augmented(s, node);
        look(node->AugAssign.value, s);
        return;
    }
    s->returns |= node->kind == PK_AST_Return ||
                  node->kind == PK_AST_FunctionDef ||
                  node->kind == PK_AST_Lambda;
    pk_ast_below(node, look, arg);
}

typedef struct use_search {
    const pk_reduced *of;
    bool used;
} use_search;

static void look_for_use(const pk_ast *node, void *arg) {
    use_search *s = arg;

    s->used |=
        node->kind == PK_AST_Name && node->Name.id == s->of->name->Name.id;
    if (node->kind == PK_AST_AugAssign &&
        node->AugAssign.target->kind == PK_AST_Name)
        look_for_use(node->AugAssign.value, arg);
    else
        pk_ast_below(node, look_for_use, arg);
}

static bool is_reduced(const pk_ast *loop, const pk_reduced *r) {
    use_search s = {.of = r};

    look_for_use(loop->For.target, &s);
    for (uint32_t i = 0; i < loop->For.body.count; i++)
        look_for_use(loop->For.body.items[i], &s);
    return r->op != PK_OP_COUNT && !s.used;
}

/* ---- in front of the loop ---- */

/* Returns what changes nothing where it is joined: -0.0 leaves 0.0 as it is,
 * too. */
static pk_value *identity(pk_lower *l, pk_type type, pk_op op) {
    if (pk_type_is_float(type))
        return pk_const_float(l->fn, type, op == PK_OP_add ? -0.0 : 1.0);
    return pk_const_int(l->fn, type,
                        op == PK_OP_and   ? (type == PK_TYPE_bool ? 1 : -1)
                        : op == PK_OP_mul ? 1
                                          : 0);
}

static void make_rows(pk_lower *l, pk_reduced *r, pk_value *length) {
    const pk_ty *element = pk_ty_element(r->array.type);
    pk_value *size = pk_i64(l, 1), *all;
    pk_lv *rows = &r->rows;
    pk_inst *loop;

    for (uint32_t i = 0; i < r->array.type->ndim; i++)
        size = emit(l, PK_OP_mul, size, r->array.parts[PK_PART_shape + i]);
    *rows = pk_lv_new(l, pk_ty_array(l->arena, element, 2, 'C', PK_SPACE_global,
                                     PK_TYF_counted));
    rows->parts[PK_PART_shape] = emit(l, PK_OP_min, length, pk_i64(l, PARTS));
    rows->parts[PK_PART_shape + 1] = size;
    pk_lower_allocate(l, *rows, PK_OP_alloc);
    all = emit(l, PK_OP_mul, rows->parts[PK_PART_shape], size);
    loop = pk_begin_for(&l->b, pk_i64(l, 0), all, pk_i64(l, 1));
    emit(l, PK_OP_store,
         emit(l, PK_OP_elem, rows->parts[PK_PART_data], loop->index),
         identity(l, element->scalar, r->op));
    pk_end_control(&l->b, loop);
}

pk_reduced *pk_lower_find_reduced(pk_lower *l, const pk_ast *node, pk_lv over) {
    search s = {.l = l};
    pk_reduced *out = NULL;
    pk_value *length;

    for (uint32_t i = 0; i < node->For.body.count; i++)
        look(node->For.body.items[i], &s);
    s.returns |= node->For.orelse.count > 0;
    if (!s.found || s.returns)
        return NULL;
    length = pk_iter_length(l, over);
    for (pk_reduced *r = s.found, *next; r; r = next) {
        next = r->next;
        if (!is_reduced(node, r))
            continue;
        r->array = pk_lower_expr(l, r->name);
        make_rows(l, r, length);
        r->next = out;
        out = r;
    }
    return out;
}

/* ---- in the loop ---- */

void pk_lower_enter_reduced(pk_lower *l, pk_reduced *reduced) {
    pk_value *number, *first;

    if (!reduced)
        return;
    number = pk_emit0(&l->b, PK_OP_part_number);
    for (pk_reduced *r = reduced; r; r = r->next) {
        r->row = pk_lv_new(
            l, pk_ty_array(l->arena, pk_ty_element(r->array.type),
                           r->array.type->ndim, 'C', PK_SPACE_global, 0));
        first = emit(l, PK_OP_mul, number, r->rows.parts[PK_PART_shape + 1]);
        r->row.parts[PK_PART_data] =
            emit(l, PK_OP_elem, r->rows.parts[PK_PART_data], first);
        for (uint32_t i = 0; i < r->row.type->ndim; i++)
            r->row.parts[PK_PART_shape + i] = r->array.parts[PK_PART_shape + i];
    }
}

const pk_lv *pk_lower_reduced(const pk_lower *l, const pk_ast *name) {
    const pk_reduced *r = find(l->reduced, name);

    return r ? &r->row : NULL;
}

/* ---- behind it ---- */

static void join_rows(pk_lower *l, const pk_reduced *r) {
    const uint32_t ndim = r->array.type->ndim;
    pk_inst *loops[PK_MAX_DIMS + 1];
    pk_value *index[PK_MAX_DIMS], *at, *part;
    pk_target target;
    pk_lv v;

    loops[ndim] = pk_begin_for(&l->b, pk_i64(l, 0),
                               r->rows.parts[PK_PART_shape], pk_i64(l, 1));
    at = loops[ndim]->index;
    for (uint32_t i = 0; i < ndim; i++) {
        pk_value *extent = r->array.parts[PK_PART_shape + i];
        loops[i] = pk_begin_for(&l->b, pk_i64(l, 0), extent, pk_i64(l, 1));
        index[i] = loops[i]->index;
        at = emit(l, PK_OP_add, emit(l, PK_OP_mul, at, extent), index[i]);
    }
    part = pk_emit1(&l->b, PK_OP_load,
                    emit(l, PK_OP_elem, r->rows.parts[PK_PART_data], at));
    target = pk_lower_place(l, r->array, index);
    v = pk_lower_load(l, &target);
    v = pk_lv_one(l, v.type, emit(l, r->op, v.parts[0], part));
    pk_lower_put(l, &target, v);
    for (uint32_t i = ndim; i-- > 0;)
        pk_end_control(&l->b, loops[i]);
    pk_end_control(&l->b, loops[ndim]);
}

void pk_lower_join_reduced(pk_lower *l, const pk_reduced *reduced) {
    for (; reduced; reduced = reduced->next)
        join_rows(l, reduced);
}
