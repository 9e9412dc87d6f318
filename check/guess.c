/* SPDX-License-Identifier: Apache-2.0 */
/* Types for a function that has neither a signature nor a launch: what
 * its parameters look like by their use.
 *
 *     a[i, j], a.shape[1]      two axes
 *     len(a), for v in a       one
 *     b[n], range(n), n & 1    n is an integer: int64, an array of int32
 *     j = n // 2, j < n        the same, where j is an index somewhere
 *     child[1, 32](a)          what child takes there: by its signature, a
 *     helper(a)                launch of it, or the same way
 *     anything else            float32 */
#include "check/check.h"

#include "frontend/module/classes.h"
#include "frontend/module/program.h"

#include <string.h>

enum { MAX_PARAMS = 64, MAX_INDICES = 64, STATE_AXES = 2, MAX_TAKERS = 4 };

typedef struct look {
    const char *name;
    uint32_t ndim;
    bool is_int, is_called, is_states;
    const pk_function *taker; /* a function that it is handed to, */
    uint32_t at;              /* as its parameter of this number */
} look;

typedef struct guess {
    const pk_program *program;
    look params[MAX_PARAMS];
    uint32_t count;
    const char *indices[MAX_INDICES]; /* variables that are integers */
    uint32_t index_count;
    bool integer; /* around: an index, a bound of range, bits */
} guess;

static look *find(guess *g, const pk_ast *node) {
    for (uint32_t i = 0; node->kind == PK_AST_Name && i < g->count; i++)
        if (g->params[i].name == node->Name.id)
            return &g->params[i];
    return NULL;
}

static bool is_index(const guess *g, const pk_ast *node) {
    for (uint32_t i = 0; node->kind == PK_AST_Name && i < g->index_count; i++)
        if (g->indices[i] == node->Name.id)
            return true;
    return false;
}

static void note_integer(guess *g, const pk_ast *node) {
    look *l = find(g, node);

    if (l)
        l->is_int = true;
    else if (!is_index(g, node) && g->index_count < MAX_INDICES)
        g->indices[g->index_count++] = node->Name.id;
}

static void at_least(look *l, uint32_t ndim) {
    if (l && l->ndim < ndim)
        l->ndim = ndim;
}

static uint32_t indices_of(const pk_ast *slice) {
    return slice->kind == PK_AST_Tuple ? slice->Tuple.elts.count : 1;
}

static void visit(const pk_ast *node, void *arg);

static void visit_as(guess *g, const pk_ast *node, bool integer) {
    bool before = g->integer;

    g->integer = integer;
    visit(node, g);
    g->integer = before;
}

static bool is_name(const pk_ast *node, const char *name) {
    return node->kind == PK_AST_Name && strcmp(node->Name.id, name) == 0;
}

/* a[i], a[i, j], a[i][j], a.shape[1] */
static void visit_subscript(guess *g, const pk_ast *node) {
    const pk_ast *base = node->Subscript.value, *slice = node->Subscript.slice;
    uint32_t ndim = indices_of(slice);
    look *l;

    if (base->kind == PK_AST_Attribute &&
        strcmp(base->Attribute.attr, "shape") == 0 &&
        slice->kind == PK_AST_Constant &&
        slice->Constant.value.kind == PK_CONST_int)
        at_least(find(g, base->Attribute.value),
                 (uint32_t)slice->Constant.value.integer % 8 + 1);
    for (; base->kind == PK_AST_Subscript; base = base->Subscript.value) {
        ndim += indices_of(base->Subscript.slice);
        visit_as(g, base->Subscript.slice, true);
    }
    l = find(g, base);
    at_least(l, ndim);
    if (l && g->integer)
        l->is_int = true;
    if (!l)
        visit(base, g);
    visit_as(g, slice, true);
}

static bool is_random(const pk_ast *func) {
    const char *name = func->kind == PK_AST_Name        ? func->Name.id
                       : func->kind == PK_AST_Attribute ? func->Attribute.attr
                                                        : "";

    return strncmp(name, "xoroshiro128p_", strlen("xoroshiro128p_")) == 0;
}

/* helper(a), child[1, 32](a) */
static void look_at_takers(guess *g, const pk_ast *func,
                           const pk_ast_list *args) {
    const pk_function *taker;

    if (func->kind == PK_AST_Subscript)
        func = func->Subscript.value;
    taker = func->kind == PK_AST_Name
                ? pk_program_get(g->program, func->Name.id)
                : NULL;
    for (uint32_t i = 0; taker && i < args->count; i++) {
        look *l = find(g, args->items[i]);
        if (l && !l->taker && i < taker->info.param_count) {
            l->taker = taker;
            l->at = i;
        }
    }
}

/* cuda.shared.array(shape, ...), whose shape is of integers */
static bool makes_array(const pk_ast *func) {
    const pk_ast *space =
        func->kind == PK_AST_Attribute ? func->Attribute.value : func;

    return space->kind == PK_AST_Attribute &&
           strcmp(func->Attribute.attr, "array") == 0 &&
           (strcmp(space->Attribute.attr, "shared") == 0 ||
            strcmp(space->Attribute.attr, "local") == 0);
}

static void visit_call(guess *g, const pk_ast *node) {
    const pk_ast *func = node->Call.func;
    const pk_ast_list *args = &node->Call.args;
    bool range = is_name(func, "range"), shape = makes_array(func), atomic;
    look *l = find(g, func);

    if (l)
        l->is_called = true;
    look_at_takers(g, func, args);
    if (args->count && (is_name(func, "len") || is_name(func, "enumerate")))
        at_least(find(g, args->items[0]), 1);
    atomic = args->count > 1 && func->kind == PK_AST_Attribute &&
             func->Attribute.value->kind == PK_AST_Attribute &&
             strcmp(func->Attribute.value->Attribute.attr, "atomic") == 0;
    if (atomic)
        at_least(find(g, args->items[0]), indices_of(args->items[1]));
    l = args->count && is_random(func) ? find(g, args->items[0]) : NULL;
    if (l)
        l->is_states = true;
    visit_as(g, func, false);
    for (uint32_t i = 0; i < args->count; i++)
        visit_as(g, args->items[i],
                 range || (atomic && i == 1) || (shape && i == 0));
}

static bool has_slice(const pk_ast *index) {
    bool is_tuple = index->kind == PK_AST_Tuple;

    for (uint32_t i = 0; is_tuple && i < index->Tuple.elts.count; i++)
        if (index->Tuple.elts.items[i]->kind == PK_AST_Slice)
            return true;
    return index->kind == PK_AST_Slice;
}

/* The items of an element are an axis more: r, g, b = a[i, j], and back; those
 * of a slice lie along it: a[i, :3]. */
static void look_at_row(guess *g, const pk_ast *row, const pk_ast *items) {
    uint32_t ndim = 0;
    bool slices = false;

    if (items->kind != PK_AST_Tuple)
        return;
    for (; row->kind == PK_AST_Subscript; row = row->Subscript.value) {
        ndim += indices_of(row->Subscript.slice);
        slices |= has_slice(row->Subscript.slice);
    }
    if (ndim)
        at_least(find(g, row), ndim + !slices);
}

/* rows, columns = a.shape */
static void visit_assign(guess *g, const pk_ast *node) {
    const pk_ast *value = node->Assign.value,
                 *to = node->Assign.targets.items[0];

    if (to->kind == PK_AST_Tuple && value->kind == PK_AST_Attribute &&
        strcmp(value->Attribute.attr, "shape") == 0)
        at_least(find(g, value->Attribute.value), to->Tuple.elts.count);
    look_at_row(g, value, to);
    look_at_row(g, to, value);
    if (is_index(g, to))
        visit_as(g, value, true);
    else
        pk_ast_children(node, visit, g);
}

/* i < n */
static void visit_compare(guess *g, const pk_ast *node) {
    const pk_ast_list *others = &node->Compare.comparators;
    bool integer = is_index(g, node->Compare.left);

    for (uint32_t i = 0; i < others->count; i++)
        integer |= is_index(g, others->items[i]);
    visit_as(g, node->Compare.left, integer);
    for (uint32_t i = 0; i < others->count; i++)
        visit_as(g, others->items[i], integer);
}

static bool is_bits(pk_ast_op op) {
    return op == PK_AST_OP_BitAnd || op == PK_AST_OP_BitOr ||
           op == PK_AST_OP_BitXor || op == PK_AST_OP_LShift ||
           op == PK_AST_OP_RShift;
}

static void visit(const pk_ast *node, void *arg) {
    guess *g = arg;

    for (; node->kind == PK_AST_BinOp; node = node->BinOp.left) {
        bool bits = is_bits(node->BinOp.op);
        visit_as(g, node->BinOp.right, g->integer || bits);
        if (bits && node->BinOp.left->kind != PK_AST_BinOp) {
            visit_as(g, node->BinOp.left, true);
            return;
        }
    }
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Name:
        if (g->integer)
            note_integer(g, node);
        break;
    case PK_AST_Attribute:
        at_least(find(g, node->Attribute.value), 1);
        visit_as(g, node->Attribute.value, false);
        break;
    case PK_AST_Subscript: visit_subscript(g, node); break;
    case PK_AST_Call: visit_call(g, node); break;
    case PK_AST_Assign: visit_assign(g, node); break;
    case PK_AST_Compare: visit_compare(g, node); break;
    case PK_AST_For:
        at_least(find(g, node->For.iter), 1);
        pk_ast_children(node, visit, g);
        break;
    case PK_AST_comprehension:
        at_least(find(g, node->comprehension.iter), 1);
        pk_ast_children(node, visit, g);
        break;
    default: pk_ast_children(node, visit, g); break;
    }
}

static pk_arg_type type_of(const look *l) {
    if (l->is_states)
        return (pk_arg_type){.kind = PK_ARGTYPE_array,
                             .dtype = PK_TYPE_u64,
                             .ndim = STATE_AXES,
                             .layout = 'C'};
    return (pk_arg_type){.kind = l->ndim ? PK_ARGTYPE_array : PK_ARGTYPE_scalar,
                         .dtype = !l->is_int ? PK_TYPE_f32
                                  : l->ndim  ? PK_TYPE_i32
                                             : PK_TYPE_i64,
                         .ndim = (uint8_t)l->ndim,
                         .layout = l->ndim ? 'A' : 0};
}

/* A tuple with these names, of float32 where no annotation says another. */
static pk_arg_type type_of_fields(pk_arena *arena, const pk_fields *fields) {
    pk_arg_type *items =
        pk_arena_array(arena, fields->count + 1u, sizeof *items);

    for (uint32_t i = 0; items && i < fields->count; i++)
        items[i] = fields->inner && fields->inner[i]
                       ? type_of_fields(arena, fields->inner[i])
                       : (pk_arg_type){.kind = PK_ARGTYPE_scalar,
                                       .dtype = PK_TYPE_f32};
    return (pk_arg_type){.kind = PK_ARGTYPE_tuple,
                         .count = items ? fields->count : 0,
                         .items = items,
                         .fields = fields};
}

/* Reads the type of a parameter from its definition: its annotation, a class,
 * or its default. */
static bool is_said(const pk_function *fn, uint32_t i, pk_arena *arena,
                    pk_arg_type *out) {
    const pk_ast *annotation = pk_function_parameter(fn, i)->arg.annotation;
    const pk_default *value = &fn->info.defaults[i];
    pk_typed v = {.type = &pk_ty_none};

    if (annotation)
        v = pk_scope_function_value(fn, NULL, arena, annotation);
    if (v.type->kind == PK_TY_named)
        *out = type_of_fields(arena, v.type->fields);
    else if (v.type->kind == PK_TY_enum)
        pk_ty_to_argument(arena, pk_enum_type(arena, v.type->members), out);
    else if (value->known && value->type.kind != PK_ARGTYPE_none)
        *out = value->type;
    else
        return false;
    return true;
}

static const pk_launch_site *launch_of(const pk_launch_site *launches,
                                       const char *kernel) {
    while (launches && strcmp(launches->kernel, kernel) != 0)
        launches = launches->next;
    return launches;
}

static bool make_guess(const pk_program *program, const pk_function *fn,
                       const pk_launch_site *launches, pk_arena *arena,
                       uint32_t depth, pk_signature *out);

/* A parameter has the type of the parameter that it is passed on to. A
 * signature counts more than the look of a parameter, which counts more than a
 * guess. */
static bool take_over(const guess *g, const look *l,
                      const pk_launch_site *launches, pk_arena *arena,
                      uint32_t depth, pk_arg_type *out) {
    const pk_function *taker = l->taker;
    const pk_launch_site *seen;
    pk_signature other;

    if (!taker)
        return false;
    seen = launch_of(launches, pk_function_path(&taker->info));
    if (taker->info.declared_count == 1 && l->at < taker->info.declared->count)
        *out = taker->info.declared->args[l->at];
    else if (seen && l->at < seen->signature.count && seen->seen[l->at])
        *out = seen->signature.args[l->at];
    else if (l->ndim || l->is_int || l->is_states || depth == MAX_TAKERS ||
             !make_guess(g->program, taker, launches, arena, depth + 1, &other))
        return false;
    else
        *out = other.args[l->at];
    return true;
}

static bool make_guess(const pk_program *program, const pk_function *fn,
                       const pk_launch_site *launches, pk_arena *arena,
                       uint32_t depth, pk_signature *out) {
    const pk_launch_site *seen =
        launch_of(launches, pk_function_path(&fn->info));
    guess g = {.program = program, .count = fn->info.param_count};
    pk_arg_type *types;
    uint32_t known;

    if (g.count > MAX_PARAMS)
        return false;
    for (uint32_t i = 0; i < g.count; i++)
        g.params[i].name = fn->info.param_names[i];
    do { /* what is an index makes others that are */
        known = g.index_count;
        for (uint32_t i = 0; i < fn->def->FunctionDef.body.count; i++)
            visit(fn->def->FunctionDef.body.items[i], &g);
    } while (g.index_count > known);
    types = pk_arena_array(arena, g.count + 1, sizeof *types);
    for (uint32_t i = 0; i < g.count; i++) {
        bool given = seen && i < seen->signature.count && seen->seen[i];
        if (given)
            types[i] = seen->signature.args[i];
        else if (g.params[i].is_called)
            return false;
        else if (!is_said(fn, i, arena, &types[i]) &&
                 !take_over(&g, &g.params[i], launches, arena, depth,
                            &types[i]))
            types[i] = type_of(&g.params[i]);
    }
    *out = (pk_signature){.args = types, .count = g.count};
    return true;
}

bool pk_frontend_guess(const pk_program *program, const char *name,
                       const pk_launch_site *launches, pk_arena *arena,
                       pk_signature *out) {
    const pk_function *fn = pk_program_get(program, name);

    return fn && make_guess(program, fn, launches, arena, 0, out);
}
