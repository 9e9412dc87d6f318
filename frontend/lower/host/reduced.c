/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that the iterations of a parallel loop only add to, or the like
 * (reductions.h):
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
 * an array in any other way, or reads it, is left as it is.
 *
 * Where elements are changed, counts[k] += 1, a loop has no more parts than
 * pay: rows are filled and joined as a whole. With one part the iterations run
 * in order and change the array itself; so they do where parts of it cannot be
 * joined, as those of an array of integers to which floats are added. */
#include "frontend/lower/closure.h"
#include "frontend/lower/iter.h"
#include "frontend/lower/lower.h"
#include "frontend/lower/reductions.h"

enum {
    PARTS = 64,           /* as part_number has */
    COSTLY = 64,          /* what an iteration with a loop counts as */
    MOST_BYTES = 1 << 28, /* of rows */
    MANY_LOG = 40         /* iterations: more are as good */
};

struct pk_reduced {
    pk_reduced *next;
    const pk_reduction *what;
    pk_lv array;     /* what the variable is */
    pk_lv rows;      /* two axes: parts, elements */
    pk_lv row;       /* in the loop: an array like the variable's */
    pk_value *least; /* iterations of a part; NULL: any number */
    pk_value *alone; /* bool: the array itself is the row; NULL: never */
};

/* ---- which ---- */

/* A change in a branch that is never taken has no types. */
static bool is_typed(const pk_lower *l, const pk_change *c) {
    const pk_call *call;

    if (!c->depth)
        return pk_note_find(l->instance, c->base)->v.type != NULL;
    call = pk_note_find(l->instance, c->calls[0])->call;
    return call && call->instance;
}

static const pk_change *typed_change(const pk_lower *l, const pk_reduction *r) {
    const pk_change *c = r->changes;

    while (c && !is_typed(l, c))
        c = c->next;
    return c;
}

/* The array that a change is of. */
static pk_lv array_of(pk_lower *l, const pk_reduction *r) {
    const pk_change *c = typed_change(l, r);

    if (c && c->base)
        return pk_lower_expr(l, c->base);
    return pk_lower_get(l, pk_vars_find(&l->instance->vars, r->name));
}

/* The type of that by which it changes something; NULL: it is not known. */
static const pk_ty *value_type(const pk_lower *l, const pk_change *c) {
    const pk_instance *at = l->instance;

    for (uint32_t i = 0; i < c->depth; i++) {
        const pk_call *call = pk_note_find(at, c->calls[i])->call;
        if (!call || !call->instance)
            return NULL;
        at = call->instance;
    }
    return pk_note_find(at, c->value)->v.type;
}

/* Whether values of a type lose nothing as elements: what is added to elements
 * of an array of integers are integers. */
static bool fits(const pk_ty *element, const pk_ty *value, pk_op joins) {
    const bool bounds = joins == PK_OP_min || joins == PK_OP_max ||
                        joins == PK_OP_min_nan || joins == PK_OP_max_nan;

    if (!value || value->kind != PK_TY_number)
        return value && value->kind == PK_TY_array && !bounds;
    if (pk_ty_is_float(element))
        return true;
    if (pk_ty_is_float(value))
        return false;
    return !bounds || value->scalar == element->scalar;
}

static bool is_joined(const pk_ty *array, pk_op op) {
    const pk_ty *element = pk_ty_element(array);

    if (pk_ty_part_bytes(array)) /* fields that are not aligned */
        return false;
    if (element->kind != PK_TY_number || element->scalar == PK_TYPE_f16)
        return false;
    switch (op) {
    case PK_OP_and:
    case PK_OP_or:
    case PK_OP_xor: return !pk_ty_is_float(element);
    default: return !pk_ty_is_bool(element);
    }
}

/* Whether parts of the array can be joined, after each change. */
static bool can_be_joined(const pk_lower *l, const pk_reduction *r,
                          const pk_ty *array) {
    const pk_ty *element = pk_ty_element(array);

    for (const pk_change *c = r->changes; c; c = c->next) {
        if (!is_typed(l, c))
            continue;
        if (!is_joined(array, r->joins) ||
            (c->divides && !pk_ty_is_float(element)) ||
            (c->first && pk_ty_is_float(element) &&
             (r->joins == PK_OP_min || r->joins == PK_OP_max)) ||
            (c->views && array->layout != 'C') ||
            ((c->target->kind == PK_AST_Subscript || c->views) &&
             !fits(element, value_type(l, c), r->joins)))
            return false;
    }
    return true;
}

/* Whether it holds arrays, whose elements are changed in order. */
static bool has_arrays(const pk_ty *type) {
    return type->kind == PK_TY_list || type->kind == PK_TY_tuple;
}

static bool is_array(const pk_ty *type) {
    return type->kind == PK_TY_array && type->ndim && !type->made;
}

/* ---- how many parts ---- */

static void find_loop(const pk_ast *node, void *arg) {
    *(bool *)arg |= node->kind == PK_AST_For || node->kind == PK_AST_While ||
                    node->kind == PK_AST_comprehension;
    pk_ast_below(node, find_loop, arg);
}

static pk_value *at_least_one(pk_lower *l, pk_value *v) {
    return emit(l, PK_OP_max, v, pk_i64(l, 1));
}

static pk_value *size_of(pk_lower *l, pk_lv array) {
    pk_value *size = pk_i64(l, 1);

    for (uint32_t i = 0; i < array.type->ndim; i++)
        size = emit(l, PK_OP_mul, size, array.parts[PK_PART_shape + i]);
    return size;
}

/* A row takes about as long to fill and to join as the loop takes to change as
 * many elements. So p parts take n / p + p * size in place of n, which is least
 * for the root of n / size. */
static pk_value *parts_that_pay(pk_lower *l, const pk_reduced *r,
                                const pk_ast *loop, pk_value *length) {
    const uint32_t bytes = pk_ty_bytes(pk_ty_element(r->array.type));
    pk_value *size = at_least_one(l, size_of(l, r->array)), *parts;
    bool costly = false;

    pk_ast_below(loop, find_loop, &costly);
    parts = emit(l, PK_OP_min, length, pk_i64(l, INT64_C(1) << MANY_LOG));
    parts = emit(l, PK_OP_mul, parts, pk_i64(l, costly ? COSTLY : 1));
    parts = emit(l, PK_OP_quot, parts, size);
    parts = emit(l, PK_OP_min, parts, pk_i64(l, PARTS * PARTS));
    parts = pk_emit_to(&l->b, PK_OP_convert, PK_TYPE_f64, parts);
    parts = pk_emit1(&l->b, PK_OP_sqrt, parts);
    parts = pk_emit_to(&l->b, PK_OP_convert, PK_TYPE_i64, parts);
    parts = emit(l, PK_OP_min, parts,
                 emit(l, PK_OP_quot, pk_i64(l, MOST_BYTES / bytes), size));
    return at_least_one(l, parts);
}

/* A loop uses other variables, too, which may have elements of the reduced
 * arrays by another name. */
typedef struct others {
    pk_lower *l;
    const pk_reduced *reduced;
    bool *seen;      /* variables */
    pk_value *meets; /* while running; NULL: none does */
} others;

static void note_stored(const pk_ast *node, void *arg) {
    others *o = arg;
    int index = -1;

    if (node->kind == PK_AST_Name && node->Name.ctx != PK_AST_Load)
        index = pk_vars_find(&o->l->instance->vars, node->Name.id);
    if (index >= 0)
        o->seen[index] = true;
    pk_ast_below(node, note_stored, arg);
}

/* The variable that a function within the function uses as an item of it, if
 * the loop's calls of it only change that. */
static const char *changed_by(const others *o, const char *function,
                              const pk_ty *type, uint32_t item) {
    const uint32_t first = pk_closure_defaults(type->function);
    const char *name =
        item >= first && item - first < type->function->captured_count
            ? type->function->captured[item - first]
            : NULL;

    for (const pk_reduced *r = o->reduced; name && r; r = r->next)
        for (const pk_change *c = r->what->changes; c; c = c->next)
            if (r->what->name == name && c->depth &&
                c->calls[0]->Call.func->kind == PK_AST_Name &&
                c->calls[0]->Call.func->Name.id == function)
                return name;
    return NULL;
}

/* Where the same operation changes both, all the same is joined. */
static void meet(others *o, const char *name, pk_lv v) {
    const bool is_function = v.type->kind == PK_TY_function && v.type->function;
    const bool has_items = v.type->kind == PK_TY_tuple || is_function;
    const pk_reduction *own = NULL;

    for (uint32_t i = 0; has_items && i < v.type->count; i++)
        meet(o, is_function && name ? changed_by(o, name, v.type, i) : NULL,
             pk_lv_item(o->l, v, i));
    if (v.type->kind != PK_TY_array ||
        pk_type_space(v.parts[PK_PART_data]->type) != PK_SPACE_global)
        return;
    for (const pk_reduced *r = o->reduced; name && r; r = r->next)
        if (r->what->name == name)
            own = r->what;
    for (const pk_reduced *r = o->reduced; r; r = r->next) {
        pk_value *apart;
        if (!r->what->elements || !is_array(r->array.type) ||
            (own && own->joins == r->what->joins))
            continue;
        apart = pk_overlap_apart(o->l, r->array, v);
        apart = pk_emit1(&o->l->b, PK_OP_not, apart);
        o->meets = o->meets ? emit(o->l, PK_OP_or, o->meets, apart) : apart;
    }
}

static void look_for_others(const pk_ast *node, void *arg) {
    others *o = arg;
    int index = -1;

    if (node->kind == PK_AST_Name)
        index = pk_vars_find(&o->l->instance->vars, node->Name.id);
    if (index >= 0 && !o->seen[index] &&
        pk_note_find(o->l->instance, node)->v.type) {
        o->seen[index] = true;
        meet(o, node->Name.id, pk_lower_expr(o->l, node));
    }
    pk_ast_below(node, look_for_others, arg);
}

/* The result is true, while running, where the loop uses elements of a reduced
 * array by another name: they must be what the iteration has just made them. */
static pk_value *meet_others(pk_lower *l, const pk_reduced *reduced,
                             const pk_ast *loop) {
    others o = {.l = l, .reduced = reduced};

    o.seen =
        pk_arena_array(l->arena, l->instance->vars.count + 1u, sizeof *o.seen);
    if (!o.seen)
        return NULL;
    note_stored(loop, &o);
    for (uint32_t i = 0; i < loop->For.body.count; i++)
        look_for_others(loop->For.body.items[i], &o);
    return o.meets;
}

/* Says how many parts the loop has, as few as suit all arrays. */
static void count_parts(pk_lower *l, pk_reduced *reduced, const pk_ast *loop,
                        pk_value *length) {
    pk_value *parts = NULL, *most, *least, *alone, *meets;

    for (const pk_reduced *r = reduced; r; r = r->next) {
        if (r->what->joins == PK_OP_COUNT)
            most = pk_i64(l, 1);
        else if (r->what->elements)
            most = parts_that_pay(l, r, loop, length);
        else
            continue;
        parts = parts ? emit(l, PK_OP_min, parts, most) : most;
    }
    if (!parts)
        return;
    meets = meet_others(l, reduced, loop);
    if (meets)
        parts = pk_emit3(&l->b, PK_OP_select, meets, pk_i64(l, 1), parts);
    alone = emit(l, PK_OP_le, parts, pk_i64(l, 1));
    least = emit(l, PK_OP_sub, parts, pk_i64(l, 1));
    least = emit(l, PK_OP_add, length, least);
    least = emit(l, PK_OP_quot, least, parts);
    for (pk_reduced *r = reduced; r; r = r->next) {
        r->least = least;
        r->alone = alone;
    }
}

/* ---- in front of the loop ---- */

/* Loops over all elements of all rows, and the places of one in a row and in
 * the array. */
typedef struct elements {
    pk_inst *loops[PK_MAX_DIMS + 1];
    pk_value *part;
    pk_target place;
} elements;

static elements begin_elements(pk_lower *l, const pk_reduced *r) {
    const uint32_t ndim = r->array.type->ndim;
    pk_value *index[PK_MAX_DIMS], *at;
    elements e;

    e.loops[ndim] = pk_begin_for(&l->b, pk_i64(l, 0),
                                 r->rows.parts[PK_PART_shape], pk_i64(l, 1));
    at = e.loops[ndim]->index;
    for (uint32_t i = 0; i < ndim; i++) {
        pk_value *extent = r->array.parts[PK_PART_shape + i];
        e.loops[i] = pk_begin_for(&l->b, pk_i64(l, 0), extent, pk_i64(l, 1));
        index[i] = e.loops[i]->index;
        at = emit(l, PK_OP_add, emit(l, PK_OP_mul, at, extent), index[i]);
    }
    e.part = emit(l, PK_OP_elem, r->rows.parts[PK_PART_data], at);
    e.place = pk_lower_place(l, r->array, index);
    return e;
}

static void end_elements(pk_lower *l, const pk_reduced *r, const elements *e) {
    for (uint32_t i = r->array.type->ndim; i-- > 0;)
        pk_end_control(&l->b, e->loops[i]);
    pk_end_control(&l->b, e->loops[r->array.type->ndim]);
}

/* Fills rows with what changes nothing where it is joined: -0.0 leaves 0.0 as
 * it is, too. */
static void fill(pk_lower *l, const pk_reduced *r) {
    const pk_type type = pk_ty_element(r->array.type)->scalar;
    const bool product = r->what->joins == PK_OP_mul;
    pk_value *all = emit(l, PK_OP_mul, r->rows.parts[PK_PART_shape],
                         r->rows.parts[PK_PART_shape + 1]);
    pk_inst *loop = pk_begin_for(&l->b, pk_i64(l, 0), all, pk_i64(l, 1));

    emit(l, PK_OP_store,
         emit(l, PK_OP_elem, r->rows.parts[PK_PART_data], loop->index),
         pk_type_is_float(type)
             ? pk_const_float(l->fn, type, product ? 1.0 : -0.0)
             : pk_const_int(l->fn, type, product));
    pk_end_control(&l->b, loop);
}

/* Where the same may be joined twice, that is what the array has. */
static void copy(pk_lower *l, const pk_reduced *r) {
    elements e = begin_elements(l, r);
    pk_lv v = pk_lower_load(l, &e.place);

    emit(l, PK_OP_store, e.part, v.parts[0]);
    end_elements(l, r, &e);
}

/* numpy.minimum and numpy.maximum of integers, among which is no NaN. */
static pk_op operation_of(const pk_reduced *r) {
    const pk_op op = r->what->joins;

    if (pk_ty_is_float(pk_ty_element(r->array.type)))
        return op;
    return op == PK_OP_min_nan   ? PK_OP_min
           : op == PK_OP_max_nan ? PK_OP_max
                                 : op;
}

static void make_rows(pk_lower *l, pk_reduced *r, pk_value *length) {
    const pk_ty *element = pk_ty_element(r->array.type);
    const pk_op joins = r->what->joins;
    pk_lv *rows = &r->rows;
    pk_value *count = emit(l, PK_OP_min, length, pk_i64(l, PARTS));

    if (joins == PK_OP_COUNT)
        return;
    if (r->alone) { /* at least so many as there are parts */
        count = emit(l, PK_OP_sub, r->least, pk_i64(l, 1));
        count = emit(l, PK_OP_add, length, count);
        count = emit(l, PK_OP_quot, count, at_least_one(l, r->least));
        count = pk_emit3(&l->b, PK_OP_select, r->alone, pk_i64(l, 0), count);
    }
    *rows = pk_lv_new(l, pk_ty_array(l->arena, element, 2, 'C', PK_SPACE_global,
                                     PK_TYF_counted));
    rows->parts[PK_PART_shape] = count;
    rows->parts[PK_PART_shape + 1] = size_of(l, r->array);
    pk_lower_allocate(l, *rows, PK_OP_alloc);
    if (joins == PK_OP_add || joins == PK_OP_mul || joins == PK_OP_xor)
        fill(l, r);
    else
        copy(l, r);
}

/* How the loop joins the array; NULL: it does not. */
static pk_reduced *reduce(pk_lower *l, pk_reduction *what) {
    pk_reduced *r;
    pk_lv array;

    if (!what->reduced || !typed_change(l, what))
        return NULL;
    array = array_of(l, what);
    if (is_array(array.type)) {
        bool in_parts = can_be_joined(l, what, array.type);
        if (!what->elements &&
            (!in_parts || array.type->flags & PK_TYF_complex))
            return NULL;
        if (!in_parts)
            what->joins = PK_OP_COUNT;
    } else if (what->elements && has_arrays(array.type)) {
        what->joins = PK_OP_COUNT;
    } else {
        return NULL;
    }
    r = PK_NEW(l->arena, pk_reduced);
    if (r)
        *r = (pk_reduced){.what = what, .array = array};
    return r;
}

pk_reduced *pk_lower_find_reduced(pk_lower *l, const pk_ast *node, pk_lv over) {
    pk_reduction *found =
        pk_reductions_find(l->program, l->arena, &l->instance->vars,
                           l->instance->function->def, node);
    pk_reduced *out = NULL;
    pk_value *length;

    for (pk_reduction *what = found; what; what = what->next) {
        pk_reduced *r = reduce(l, what);
        if (!r)
            continue;
        r->next = out;
        out = r;
    }
    if (!out)
        return NULL;
    length = pk_iter_length(l, over);
    count_parts(l, out, node, length);
    for (pk_reduced *r = out; r; r = r->next)
        make_rows(l, r, length);
    return out;
}

/* ---- in the loop ---- */

/* A row as the variable's type has it: where that may have any strides, these
 * are a row's, or the array's. */
static void enter(pk_lower *l, pk_reduced *r, pk_value *number) {
    const pk_ty *type = r->array.type;
    const uint32_t strides = pk_part_stride(type);
    pk_value *step = pk_i64(l, (int64_t)pk_ty_bytes(pk_ty_element(type)));
    pk_value **own = r->array.parts, *data;
    bool is_strided;

    if (r->what->joins == PK_OP_COUNT) {
        if (is_array(r->array.type))
            r->row = r->array;
        return;
    }
    is_strided = r->alone && type->layout != 'C';
    r->row = pk_lv_new(l, pk_ty_array(l->arena, pk_ty_element(type), type->ndim,
                                      is_strided ? 'A' : 'C', PK_SPACE_global,
                                      type->flags & PK_TYF_counted));
    data = emit(l, PK_OP_elem, r->rows.parts[PK_PART_data],
                emit(l, PK_OP_mul, number, r->rows.parts[PK_PART_shape + 1]));
    if (r->alone)
        data = pk_emit3(&l->b, PK_OP_select, r->alone, own[PK_PART_data], data);
    r->row.parts[PK_PART_data] = data;
    for (uint32_t i = 0; i < type->ndim; i++)
        r->row.parts[PK_PART_shape + i] = own[PK_PART_shape + i];
    for (uint32_t i = type->ndim; is_strided && i-- > 0;) {
        r->row.parts[strides + i] =
            pk_emit3(&l->b, PK_OP_select, r->alone,
                     pk_lower_stride(l, r->array, i), step);
        step = emit(l, PK_OP_mul, step, own[PK_PART_shape + i]);
    }
}

void pk_lower_enter_reduced(pk_lower *l, pk_reduced *reduced) {
    pk_value *number;

    if (!reduced)
        return;
    if (reduced->least)
        pk_emit1(&l->b, PK_OP_chunk_least, reduced->least);
    number = pk_emit0(&l->b, PK_OP_part_number);
    for (pk_reduced *r = reduced; r; r = r->next)
        enter(l, r, number);
}

const pk_lv *pk_lower_reduced(const pk_lower *l, const char *name) {
    const pk_reduced *r = l->reduced;

    while (r && r->what->name != name)
        r = r->next;
    return r && r->row.type ? &r->row : NULL;
}

/* ---- behind it ---- */

static void join_rows(pk_lower *l, const pk_reduced *r) {
    const pk_op op = operation_of(r);
    elements e = begin_elements(l, r);
    pk_lv v = pk_lower_load(l, &e.place);
    pk_value *part = pk_emit1(&l->b, PK_OP_load, e.part);

    v = pk_lv_one(l, v.type, emit(l, op, v.parts[0], part));
    pk_lower_put(l, &e.place, v);
    end_elements(l, r, &e);
}

void pk_lower_join_reduced(pk_lower *l, const pk_reduced *reduced) {
    for (; reduced; reduced = reduced->next)
        if (reduced->what->joins != PK_OP_COUNT)
            join_rows(l, reduced);
}
