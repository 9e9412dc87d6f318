/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that the iterations of a loop reduce are found by the text:
 *
 *     for i in prange(n):
 *         total += rows[i]              a whole array
 *         counts[labels[i]] += 1        elements that several may have
 *         row = sums[labels[i]]         a part of one
 *         row[k] += 1
 *         add(sums, labels[i])          a function that does so
 *         out[i] += x[i]                not: each has an element of its own
 *
 * Which of these an index is depends on how the number of the iteration got
 * into the variables of it (ways.h). */
#include "frontend/lower/reductions.h"
#include "frontend/lower/ways.h"

enum { MAX_CHAIN = 8, MAX_CALLS = 64 };

/* An array that a variable is a part of: that of `row` in row = sums[k], and of
 * a parameter of a function that is called with sums[k]. */
typedef struct origin {
    struct origin *next;
    pk_reduction *of;
    const pk_ast *base; /* as in pk_change */
    bool own, part;
} origin;

/* The body of the loop, or a function that is called in it. */
typedef struct search search;
struct search {
    pk_ways ways;
    pk_vars vars;
    const pk_ast *def;
    search *around;   /* the function whose variables this one uses */
    search *root;     /* the loop */
    origin **origins; /* of variables */
    bool *other;      /* variables that have other values, too */
    bool *outside;    /* that are used outside of the loop */
    const pk_ast *calls[PK_MAX_CALLED];
    uint32_t depth;
    pk_reduction *found; /* of the root */
    uint32_t called;
};

static int variable(const search *s, const pk_ast *node) {
    return node->kind == PK_AST_Name ? pk_vars_find(s->ways.vars, node->Name.id)
                                     : -1;
}

static bool is_builtin(const search *s, const pk_ast *node, const char *path) {
    return pk_scope_is_builtin(s->ways.program, s->ways.arena, s->ways.vars,
                               node, path);
}

/* ---- what a name is a part of ---- */

static pk_reduction *reduction_of(search *root, const char *name) {
    pk_reduction *r = root->found;
    const int index = pk_vars_find(root->ways.vars, name);

    while (r && r->name != name)
        r = r->next;
    if (!r && index >= 0) {
        r = PK_NEW(root->ways.arena, pk_reduction);
        if (!r)
            return NULL;
        *r = (pk_reduction){.next = root->found,
                            .name = name,
                            .joins = PK_OP_COUNT,
                            .stored = root->ways.stored[index]};
        root->found = r;
    }
    return r;
}

static origin *add_origin(search *s, origin *next, origin from) {
    origin *o = PK_NEW(s->ways.arena, origin);

    if (!o)
        return next;
    *o = from;
    o->next = next;
    return o;
}

static origin *origins_of_name(search *s, const pk_ast *name) {
    const int index = variable(s, name);
    pk_reduction *r;

    if (index < 0)
        return s->around ? origins_of_name(s->around, name) : NULL;
    if (s->origins[index] && !s->other[index])
        return s->origins[index];
    r = s == s->root ? reduction_of(s, name->Name.id) : NULL;
    return r ? add_origin(s, NULL, (origin){.of = r, .base = name}) : NULL;
}

/* The arrays that an expression may be a part of: rows[k], a if c else b,
 * (a, b)[k]. NULL: it is none that the loop has, or is not known. */
static origin *origins_of(search *s, const pk_ast *node) {
    const pk_ast *indices[MAX_CHAIN], *items[2], *const *parts = items;
    uint32_t count = 0, many = 0;
    origin *out = NULL, *found;
    bool own;

    while (node->kind == PK_AST_Subscript && count < MAX_CHAIN) {
        indices[count++] = node->Subscript.slice;
        node = node->Subscript.value;
    }
    own = pk_ways_own(&s->ways, indices, count);
    if (node->kind == PK_AST_Name) {
        for (found = origins_of_name(s, node); found; found = found->next) {
            out = add_origin(s, out, *found);
            if (!out)
                break;
            out->own |= own;
            out->part |= count > 0;
            if (variable(s, node) < 0) /* a function within uses it */
                out->base = NULL;
        }
        return out;
    }
    if (node->kind == PK_AST_IfExp) {
        items[0] = node->IfExp.body;
        items[1] = node->IfExp.orelse;
        many = 2;
    } else if (count &&
               (node->kind == PK_AST_Tuple || node->kind == PK_AST_List)) {
        const pk_ast_list *list =
            node->kind == PK_AST_Tuple ? &node->Tuple.elts : &node->List.elts;
        parts = (const pk_ast *const *)list->items;
        many = list->count;
        own = count > 1 && pk_ways_own(&s->ways, indices, count - 1);
    }
    for (uint32_t i = 0; i < many && i < MAX_CHAIN; i++)
        for (found = origins_of(s, parts[i]); found; found = found->next) {
            out = add_origin(s, out, *found);
            if (out)
                out->own |= own;
        }
    return out;
}

/* ---- changes ---- */

static pk_op joins(pk_ast_op op) {
    switch (op) {
    case PK_AST_OP_Add:
    case PK_AST_OP_Sub: return PK_OP_add;
    case PK_AST_OP_Mult:
    case PK_AST_OP_Div: return PK_OP_mul;
    case PK_AST_OP_BitAnd: return PK_OP_and;
    case PK_AST_OP_BitOr: return PK_OP_or;
    case PK_AST_OP_BitXor: return PK_OP_xor;
    default: return PK_OP_COUNT;
    }
}

/* y[k] = y[k] + value and, of what can be exchanged, y[k] = value + y[k]. */
static bool is_sum(const pk_ast *target, const pk_ast *node, pk_change *out) {
    const pk_ast_op op = (pk_ast_op)node->BinOp.op;

    out->joins = joins(op);
    out->divides = op == PK_AST_OP_Div;
    out->value = node->BinOp.right;
    if (pk_ast_same(target, node->BinOp.left))
        return true;
    out->value = node->BinOp.left;
    return op != PK_AST_OP_Sub && op != PK_AST_OP_Div &&
           pk_ast_same(target, node->BinOp.right);
}

/* y[k] = max(y[k], value), max(value, y[k]). */
static bool is_bound(const search *s, const pk_ast *target, const pk_ast *node,
                     pk_change *out) {
    static const struct {
        const char *path;
        pk_op op;
    } calls[] = {{"builtins.min", PK_OP_min},
                 {"builtins.max", PK_OP_max},
                 {"numpy.minimum", PK_OP_min_nan},
                 {"numpy.maximum", PK_OP_max_nan}};
    const pk_ast_list *args = &node->Call.args;

    if (args->count != 2 || node->Call.keywords.count)
        return false;
    out->joins = PK_OP_COUNT;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (is_builtin(s, node->Call.func, calls[i].path))
            out->joins = calls[i].op;
    out->first = !pk_ast_same(target, args->items[0]);
    out->value = args->items[!out->first];
    return out->joins != PK_OP_COUNT &&
           pk_ast_same(target, args->items[out->first]);
}

/* Finds what a statement changes by one operation; false: it does not. */
static bool find_change(const search *s, const pk_ast *node, pk_change *out) {
    *out = (pk_change){.joins = PK_OP_COUNT};
    if (node->kind == PK_AST_AugAssign) {
        const pk_ast_op op = (pk_ast_op)node->AugAssign.op;
        out->target = node->AugAssign.target;
        out->value = node->AugAssign.value;
        out->joins = joins(op);
        out->divides = op == PK_AST_OP_Div;
    } else if (node->kind == PK_AST_Assign && node->Assign.targets.count == 1) {
        const pk_ast *value = node->Assign.value;
        out->target = node->Assign.targets.items[0];
        if (out->target->kind != PK_AST_Subscript ||
            !((value->kind == PK_AST_BinOp &&
               is_sum(out->target, value, out)) ||
              (value->kind == PK_AST_Call &&
               is_bound(s, out->target, value, out))))
            return false;
    } else {
        return false;
    }
    return out->target->kind == PK_AST_Name ||
           out->target->kind == PK_AST_Subscript;
}

static void note_change(search *s, const origin *o, const pk_change *c) {
    pk_change *own = PK_NEW(s->ways.arena, pk_change);

    if (!own)
        return;
    *own = *c;
    own->base = o->base;
    own->own = o->own;
    own->depth = s->depth;
    for (uint32_t i = 0; i < s->depth; i++)
        own->calls[i] = s->calls[i];
    own->next = o->of->changes;
    o->of->changes = own;
    o->of->elements |= own->element;
}

static void note_uses(search *s, const origin *o) {
    const pk_change use = {.joins = PK_OP_COUNT};

    for (; o; o = o->next)
        note_change(s, o, &use);
}

static void look(const pk_ast *node, void *arg);

/* The indices of a chain, x[a][b]. */
static void look_at_indices(search *s, const pk_ast *node) {
    for (; node->kind == PK_AST_Subscript; node = node->Subscript.value)
        look(node->Subscript.slice, s);
}

static bool is_one(const origin *o) {
    while (o->next && o->next->of == o->of)
        o = o->next;
    return !o->next;
}

/* Whether the name of a part is used behind the loop, too, where it must not
 * be that of a row. */
static bool is_outside(const search *s, const pk_ast *name) {
    const int index = s->outside ? variable(s, name) : -1;

    return index >= 0 && s->outside[index] && s->origins[index];
}

/* A change of one of several arrays is of none that is reduced. */
static void look_at_change(search *s, const pk_ast *node, pk_change *c,
                           const origin *o) {
    const pk_ast *base = c->target;

    while (base->kind == PK_AST_Subscript)
        base = base->Subscript.value;
    c->views = base != o->base || (c->target->kind == PK_AST_Subscript &&
                                   c->target->Subscript.value != base);
    if (!is_one(o) || base->kind != PK_AST_Name || is_outside(s, base)) {
        c->joins = PK_OP_COUNT;
        pk_ways_below(&s->ways, node, look, s);
    } else {
        look_at_indices(s, c->target);
        look(c->value, s);
    }
    for (; o; o = o->next) {
        c->element = c->target->kind == PK_AST_Subscript || o->part;
        note_change(s, o, c);
    }
}

/* ---- names of parts ---- */

static bool is_of(const origin *o, const char *name) {
    while (o && o->of->name != name)
        o = o->next;
    return o != NULL;
}

static void collect(const pk_ast *node, void *arg);

/* x, y = a[i], b[i] is x = a[i] and y = b[i]. */
static void collect_value(search *s, const pk_ast *target,
                          const pk_ast *value) {
    const int index = variable(s, target);
    origin *o = index >= 0 ? origins_of(s, value) : NULL, *last;

    if (target->kind == PK_AST_Tuple && value->kind == PK_AST_Tuple &&
        target->Tuple.elts.count == value->Tuple.elts.count) {
        for (uint32_t i = 0; i < value->Tuple.elts.count; i++)
            collect_value(s, target->Tuple.elts.items[i],
                          value->Tuple.elts.items[i]);
        return;
    }
    if (o && !is_of(o, target->Name.id)) {
        for (last = o; last->next; last = last->next) {
        }
        last->next = s->origins[index];
        s->origins[index] = o;
    } else {
        collect(target, s);
    }
    collect(value, s);
}

static void collect(const pk_ast *node, void *arg) {
    search *s = arg;
    const int index = variable(s, node);

    if (node->kind == PK_AST_Assign && node->Assign.targets.count == 1) {
        collect_value(s, node->Assign.targets.items[0], node->Assign.value);
        return;
    }
    if (node->kind == PK_AST_AugAssign &&
        node->AugAssign.target->kind == PK_AST_Name) {
        collect(node->AugAssign.value, s);
        return;
    }
    if (index >= 0 && node->Name.ctx == PK_AST_Store)
        s->other[index] = true;
    pk_ways_below(&s->ways, node, collect, s);
}

typedef struct outside {
    search *s;
    const pk_ast *loop;
} outside;

static void find_outside(const pk_ast *node, void *arg) {
    const outside *o = arg;
    const int index = variable(o->s, node);

    if (node == o->loop)
        return;
    if (index >= 0)
        o->s->outside[index] = true;
    pk_ast_below(node, find_outside, arg);
}

/* Finds variables that are parts of others, and nothing else. */
static void find_parts(search *s, const pk_ast *loop) {
    const pk_ast_list *body = s->ways.body;

    if (s->ways.arena->failed)
        return;
    if (loop) {
        outside o = {s, loop};
        pk_ast_below(s->def, find_outside, &o);
    }
    for (uint32_t i = 0; i < body->count; i++)
        collect(body->items[i], s);
    for (uint32_t i = 0; i < s->ways.vars->count; i++)
        if (s->other[i] && s->origins[i] && s != s->root)
            note_uses(s, s->origins[i]);
}

/* ---- functions that are called ---- */

typedef struct sought {
    const char *name;
    const pk_ast *def;
} sought;

static void find_def(const pk_ast *node, void *arg) {
    sought *f = arg;

    if (node->kind == PK_AST_FunctionDef) {
        if (node->FunctionDef.name == f->name)
            f->def = node;
        return;
    }
    if (node->kind == PK_AST_Assign && node->Assign.targets.count == 1 &&
        node->Assign.targets.items[0]->kind == PK_AST_Name &&
        node->Assign.targets.items[0]->Name.id == f->name &&
        node->Assign.value->kind == PK_AST_Lambda)
        f->def = node->Assign.value;
    pk_ast_below(node, find_def, arg);
}

/* The function within a function that a name is, and the one around it. */
static const pk_ast *inner_def(search *s, const pk_ast *name, search **around) {
    const int index = variable(s, name);
    sought f = {0};

    if (name->kind != PK_AST_Name)
        return NULL;
    if (index < 0)
        return s->around ? inner_def(s->around, name, around) : NULL;
    if (s->ways.vars->items[index].stores != 1 ||
        s->ways.vars->items[index].param)
        return NULL;
    f.name = name->Name.id;
    pk_ast_below(s->def, find_def, &f);
    *around = s;
    return f.def ? pk_function_def(s->ways.arena, f.def) : NULL;
}

static bool is_global(const search *s, const pk_ast *name) {
    return !s || (variable(s, name) < 0 && is_global(s->around, name));
}

/* Prepares to look at the function that a call names; false: it is none that
 * can be followed. */
static bool begin_called(search *s, const pk_ast *call, search *out) {
    const pk_program *program = s->ways.program;
    const pk_ast *func = call->Call.func, *root = func, *args;
    search *around = NULL;
    uint32_t count;

    while (root->kind == PK_AST_Attribute)
        root = root->Attribute.value;
    if (root->kind != PK_AST_Name || s->depth == PK_MAX_CALLED ||
        s->root->called >= MAX_CALLS)
        return false;
    *out = (search){.def = inner_def(s, func, &around), .root = s->root};
    out->around = around;
    if (!out->def && is_global(s, root)) {
        pk_typed v = pk_scope_value(program, s->ways.arena, func);
        if (v.type->kind != PK_TY_function || !v.type->function ||
            (v.type->info->kind != PK_FUNCTION_host &&
             v.type->info->kind != PK_FUNCTION_device))
            return false;
        out->def = v.type->function->def;
        program = v.type->function->program;
    }
    if (!out->def || out->def->kind != PK_AST_FunctionDef ||
        pk_ast_find_yield(&out->def->FunctionDef.body))
        return false;
    args = out->def->FunctionDef.args;
    if (args->arguments.vararg || args->arguments.kwarg ||
        !pk_vars_scan(s->ways.arena, out->def, NULL, 0, &out->vars) ||
        !pk_ways_init(&out->ways, program, s->ways.arena, &out->vars,
                      &out->def->FunctionDef.body))
        return false;
    count = out->vars.count + 1u;
    out->ways.around = around ? &around->ways : NULL;
    out->origins = pk_arena_array(s->ways.arena, count, sizeof(*out->origins));
    out->other = pk_arena_array(s->ways.arena, count, sizeof(*out->other));
    s->root->called++;
    for (uint32_t i = 0; i < s->depth; i++)
        out->calls[i] = s->calls[i];
    out->calls[s->depth] = call;
    out->depth = s->depth + 1;
    return !s->ways.arena->failed;
}

/* Returns what a call gives a parameter; NULL: its default. */
static const pk_ast *argument_of(const pk_ast *call, const char *name,
                                 uint32_t position) {
    const pk_ast_list *keywords = &call->Call.keywords;

    if (position < call->Call.args.count)
        return call->Call.args.items[position];
    for (uint32_t i = 0; i < keywords->count; i++)
        if (keywords->items[i]->keyword.arg == name)
            return keywords->items[i]->keyword.value;
    return NULL;
}

/* Names may be interned by another program. */
static bool is_named(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static const char *name_in(const pk_ast *call, const char *name) {
    const pk_ast_list *keywords = &call->Call.keywords;

    for (uint32_t i = 0; i < keywords->count; i++)
        if (keywords->items[i]->keyword.arg &&
            is_named(keywords->items[i]->keyword.arg, name))
            return keywords->items[i]->keyword.arg;
    return NULL;
}

static void give(search *s, search *callee, const pk_ast *param,
                 const pk_ast *value) {
    const int index = pk_vars_find(&callee->vars, param->arg.arg);

    if (index < 0)
        return;
    callee->ways.given[index] =
        (uint8_t)(value ? pk_way_of(&s->ways, value) : PK_WAY_same);
    if (!value)
        return;
    callee->ways.tables[index] = pk_way_table(&s->ways, value);
    callee->ways.divisions[index] = pk_way_division(&s->ways, value);
    callee->origins[index] = origins_of(s, value);
    if (callee->origins[index])
        look_at_indices(s, value);
    else
        look(value, s);
}

static bool has_stars(const pk_ast *call) {
    const pk_ast_list *args = &call->Call.args,
                      *keywords = &call->Call.keywords;

    for (uint32_t i = 0; i < args->count; i++)
        if (args->items[i]->kind == PK_AST_Starred)
            return true;
    for (uint32_t i = 0; i < keywords->count; i++)
        if (!keywords->items[i]->keyword.arg)
            return true;
    return false;
}

static void finds_making(const pk_ast *node, void *arg) {
    *(bool *)arg |=
        node->kind == PK_AST_FunctionDef || node->kind == PK_AST_Lambda;
    pk_ast_below(node, finds_making, arg);
}

/* Looks at a call's function in place of its arguments; false: it is not known
 * what it does with them. */
static bool look_at_call(search *s, const pk_ast *call) {
    const pk_ast_list *lists[3], *body;
    uint32_t position = 0;
    bool makes = false;
    search callee;

    if (has_stars(call) || !begin_called(s, call, &callee))
        return false;
    body = callee.ways.body;
    for (uint32_t i = 0; i < body->count; i++)
        finds_making(body->items[i], &makes);
    if (makes)
        return false;
    lists[0] = &callee.def->FunctionDef.args->arguments.posonlyargs;
    lists[1] = &callee.def->FunctionDef.args->arguments.args;
    lists[2] = &callee.def->FunctionDef.args->arguments.kwonlyargs;
    for (int k = 0; k < 3; k++)
        for (uint32_t i = 0; i < lists[k]->count; i++, position++) {
            const pk_ast *param = lists[k]->items[i];
            give(s, &callee, param,
                 argument_of(call, name_in(call, param->arg.arg),
                             k < 2 ? position : UINT32_MAX));
        }
    pk_ways_find(&callee.ways);
    find_parts(&callee, NULL);
    for (uint32_t i = 0; i < body->count; i++)
        look(body->items[i], &callee);
    return true;
}

/* Notes the variables that a function uses which may be called anywhere. */
static void look_at_names(const pk_ast *node, void *arg) {
    if (node->kind == PK_AST_Name)
        note_uses(arg, origins_of_name(arg, node));
    pk_ast_below(node, look_at_names, arg);
}

static void look_at_name(search *s, const pk_ast *node) {
    search *around = NULL;
    const pk_ast *def = inner_def(s, node, &around);

    note_uses(s, origins_of_name(s, node));
    if (def)
        pk_ast_below(def, look_at_names, around);
}

/* ---- the body ---- */

/* Names of parts that a statement gives. */
static bool is_part(const search *s, const pk_ast *node) {
    const int index =
        node->kind == PK_AST_Assign && node->Assign.targets.count == 1
            ? variable(s, node->Assign.targets.items[0])
            : -1;

    return index >= 0 && s->origins[index] && !s->other[index] &&
           !is_outside(s, node->Assign.targets.items[0]) &&
           (node->Assign.value->kind == PK_AST_Name ||
            node->Assign.value->kind == PK_AST_Subscript);
}

static bool asks_for_shape(const search *s, const pk_ast *node) {
    static const char shapes[][6] = {"shape", "size", "ndim", "dtype"};

    if (node->kind == PK_AST_Attribute &&
        node->Attribute.value->kind == PK_AST_Name)
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            if (is_named(node->Attribute.attr, shapes[i]))
                return true;
    return node->kind == PK_AST_Call && node->Call.args.count == 1 &&
           node->Call.args.items[0]->kind == PK_AST_Name &&
           is_builtin(s, node->Call.func, "builtins.len");
}

/* A variable that is used in any other way is not reduced. */
static void look(const pk_ast *node, void *arg) {
    search *s = arg;
    const origin *o;
    pk_change c;

    if (find_change(s, node, &c)) {
        o = origins_of(s, c.target);
        if (o) {
            look_at_change(s, node, &c, o);
            return;
        }
    }
    if (asks_for_shape(s, node))
        return;
    if (is_part(s, node)) {
        look_at_indices(s, node->Assign.value);
        return;
    }
    if (node->kind == PK_AST_Call && look_at_call(s, node))
        return;
    if (node->kind == PK_AST_Name)
        look_at_name(s, node);
    else
        pk_ways_below(&s->ways, node, look, s);
}

static bool is_reduced(pk_reduction *r) {
    bool own = true;

    r->joins = r->changes ? r->changes->joins : PK_OP_COUNT;
    for (const pk_change *c = r->changes; c; c = c->next) {
        own &= c->own;
        if (c->joins != r->joins || c->joins == PK_OP_COUNT)
            return false;
    }
    return !own;
}

pk_reduction *pk_reductions_find(const pk_program *program, pk_arena *arena,
                                 const pk_vars *vars, const pk_ast *def,
                                 const pk_ast *loop) {
    const pk_ast *target = loop->For.target;
    const pk_ast *over = loop->For.iter;
    const bool steps = over->kind == PK_AST_Call && over->Call.args.count == 3;
    search s = {.def = def, .root = &s};
    int index;

    if (!pk_ways_init(&s.ways, program, arena, vars, &loop->For.body))
        return NULL;
    index = variable(&s, target);
    if (index >= 0)
        s.ways.given[index] = steps ? PK_WAY_spaced : PK_WAY_own;
    s.origins = pk_arena_array(arena, vars->count + 1u, sizeof *s.origins);
    s.other = pk_arena_array(arena, vars->count + 1u, sizeof *s.other);
    s.outside = pk_arena_array(arena, vars->count + 1u, sizeof *s.outside);
    if (arena->failed)
        return NULL;
    pk_ways_find(&s.ways);
    if (s.ways.returns || loop->For.orelse.count)
        return NULL;
    find_parts(&s, loop);
    look(target, &s);
    for (uint32_t i = 0; i < loop->For.body.count; i++)
        look(loop->For.body.items[i], &s);
    for (pk_reduction *r = s.found; r; r = r->next)
        r->reduced = !s.ways.makes && is_reduced(r);
    return arena->failed ? NULL : s.found;
}
