/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over prange, by the text alone: whether their iterations run on all
 * cores, and stores by which iterations overwrite each other's results:
 *
 *     for i in prange(n):
 *         out[0] += x[i]           every iteration has the same element
 *         counts[label[i]] += 1    several may have it
 *
 * unless it is reduced, as it is where that is all that a loop does with it
 * (lower/reductions.h).
 *
 * A store is told only where it is surely reached and the element certainly one
 * of those; what an index computes from the loop's is not looked at. */
#include "frontend/frontend.h"
#include "frontend/lower/reductions.h"

#include "frontend/diag/codes.h"

#include <string.h>

/* The roles of variables in a loop, by index. */
enum { STORED = 1, INDEX = 2 }; /* INDEX: of this loop, or one within */

typedef struct finder {
    const pk_function *fn;
    pk_diags *diags;
    pk_vars vars;
    uint8_t *roles;
    const pk_reduction *reduced; /* by the loop at hand */
    const pk_ast *said;          /* the change that was said last */
    bool notes;                  /* on each loop, too */
    bool printed;                /* a loop that is looked at calls print */
    bool unordered;              /* it has a continue or raise */
    bool found;                  /* what is sought in an index */
    const pk_ast *outer;         /* the loop around that is one over prange */
} finder;

static int variable(const finder *f, const pk_ast *node) {
    return node->kind == PK_AST_Name ? pk_vars_find(&f->vars, node->Name.id)
                                     : -1;
}

static uint8_t role_of(const finder *f, const pk_ast *name) {
    const int index = variable(f, name);

    return index < 0 ? 0 : f->roles[index];
}

/* ---- which loops ---- */

static bool is_path(const finder *f, const pk_ast *node, const char *path) {
    return pk_scope_is_builtin(f->fn->program, f->diags->arena, &f->vars, node,
                               path);
}

static bool is_over_prange(const finder *f, const pk_ast *node) {
    return node->kind == PK_AST_For && node->For.iter->kind == PK_AST_Call &&
           is_path(f, node->For.iter->Call.func, "numba.prange");
}

/* How a statement leaves the loop at hand; `own`: a break is that loop's. */
typedef struct leaving {
    const char *how;
    bool own;
} leaving;

static void find_leaving(const pk_ast *node, void *arg) {
    leaving *l = arg;
    const bool own = l->own;

    if (l->how || node->kind == PK_AST_FunctionDef ||
        node->kind == PK_AST_Lambda)
        return;
    if (node->kind == PK_AST_Return)
        l->how = "return";
    else if (node->kind == PK_AST_Break && own)
        l->how = "break";
    l->own = own && node->kind != PK_AST_For && node->kind != PK_AST_While;
    pk_ast_below(node, find_leaving, l);
    l->own = own;
}

static const char *leaves(const pk_ast_list *body) {
    leaving l = {.own = true};

    for (uint32_t i = 0; i < body->count; i++)
        find_leaving(body->items[i], &l);
    return l.how;
}

/* ---- what they store ---- */

static void mark(finder *f, const pk_ast *name, uint8_t role) {
    const int index = variable(f, name);

    if (index >= 0)
        f->roles[index] |= role;
}

static void mark_index(const pk_ast *node, void *arg) {
    mark(arg, node, INDEX);
    pk_ast_below(node, mark_index, arg);
}

static void look(const pk_ast *node, void *arg) {
    finder *f = arg;

    if (node->kind == PK_AST_Name && node->Name.ctx == PK_AST_Store)
        mark(f, node, STORED);
    if (node->kind == PK_AST_For)
        mark_index(node->For.target, f);
    if (node->kind == PK_AST_comprehension)
        mark_index(node->comprehension.target, f);
    f->unordered |= node->kind == PK_AST_Continue || node->kind == PK_AST_Raise;
    f->printed |= node->kind == PK_AST_Call &&
                  is_path(f, node->Call.func, "builtins.print");
    pk_ast_below(node, look, f);
}

/* Whether the index may differ between iterations. */
static void find_change(const pk_ast *node, void *arg) {
    finder *f = arg;

    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Name: f->found |= role_of(f, node) & STORED; break;
    case PK_AST_Constant:
    case PK_AST_BinOp:
    case PK_AST_UnaryOp:
    case PK_AST_Tuple:
    case PK_AST_Slice: pk_ast_below(node, find_change, f); break;
    default: f->found = true;
    }
}

/* Whether the index comes from an array, so that several iterations may have
 * the same: counts[labels[i]], and counts[k] where the loop sets k. */
static void find_lookup(const pk_ast *node, void *arg) {
    finder *f = arg;

    f->found |= node->kind == PK_AST_Subscript || role_of(f, node) == STORED;
    pk_ast_below(node, find_lookup, f);
}

static bool finds(finder *f, const pk_ast *node, pk_ast_visit visit) {
    f->found = false;
    visit(node, f);
    return f->found;
}

static void find_stored(const pk_ast *node, void *arg) {
    finder *f = arg;

    f->found |= role_of(f, node) & STORED;
    pk_ast_below(node, find_stored, f);
}

/* An index of a loop is the index along an axis, as i in counts[i, k]. */
static bool has_own_axis(const finder *f, const pk_ast *index) {
    const pk_ast_list *axes =
        index->kind == PK_AST_Tuple ? &index->Tuple.elts : NULL;

    for (uint32_t i = 0; axes && i < axes->count; i++)
        if (role_of(f, axes->items[i]) & INDEX)
            return true;
    return role_of(f, index) & INDEX;
}

/* ---- what is said ---- */

/* The text from one node to the end of another, as it stands in the source. */
static const char *text_of(const finder *f, const pk_ast *from,
                           const pk_ast *to) {
    const char *line = pk_source_line(f->fn->program->parse.source, from->line,
                                      f->diags->arena);
    const size_t length = line ? strlen(line) : 0;
    size_t end = to->end_line == from->line ? to->end_col - 1 : length;

    if (!line || from->col > length)
        return "";
    end = end > length ? length : end;
    return pk_arena_text(f->diags->arena, line + from->col - 1,
                         end + 1 - from->col);
}

static void say(finder *f, const pk_ast *node, const char *message,
                const char *hint) {
    const pk_program *program = f->fn->program;
    const pk_code_info *row = pk_code_row(PK_E_prange_race);
    pk_diag diag = {.severity = hint ? PK_SEVERITY_warning : PK_SEVERITY_note,
                    .code = hint ? row->code : NULL,
                    .file = pk_program_file(program),
                    .loc = pk_ast_loc(node, 0),
                    .message = message,
                    .hint = hint};

    pk_program_report(program, &diag, f->diags);
}

static bool is_reduced(const finder *f, const pk_ast *name) {
    const pk_reduction *r = f->reduced;

    while (r && r->name != name->Name.id)
        r = r->next;
    return r && r->reduced;
}

/* Whether all iterations have the array that an expression gives: a variable,
 * or what an object or a tuple has at a place that no iteration sets. */
static bool is_shared(finder *f, const pk_ast *array) {
    while (array->kind == PK_AST_Attribute || array->kind == PK_AST_Subscript) {
        if (array->kind == PK_AST_Subscript &&
            finds(f, array->Subscript.slice, find_change))
            return false;
        array = array->kind == PK_AST_Attribute ? array->Attribute.value
                                                : array->Subscript.value;
    }
    return array->kind == PK_AST_Name && !(role_of(f, array) & STORED);
}

static bool stores_into_shared(finder *f, const pk_ast *target) {
    const pk_ast *array =
        target->kind == PK_AST_Subscript ? target->Subscript.value : NULL;

    if (!array || !is_shared(f, array))
        return false;
    while (array->kind == PK_AST_Subscript)
        array = array->Subscript.value;
    return array->kind != PK_AST_Name || !is_reduced(f, array);
}

static const char *hint_of(const finder *f, const pk_ast *array) {
    pk_arena *arena = f->diags->arena;

    return array->kind == PK_AST_Name
               ? pk_arena_format(arena,
                                 "give each iteration an element of its own, "
                                 "or do nothing else with %s in the loop: then "
                                 "it is reduced",
                                 array->Name.id)
               : pk_arena_format(arena,
                                 "give %s a name in front of the loop, and use "
                                 "it in the loop for nothing else: then it is "
                                 "reduced",
                                 text_of(f, array, array));
}

static bool is_own(const finder *f, const pk_ast *target) {
    for (const pk_reduction *r = f->reduced; r; r = r->next)
        for (const pk_change *c = r->changes; c; c = c->next)
            if (c->target == target && c->own)
                return true;
    return false;
}

/* Statements that change an element whose index is looked up. */
static void find_lost(const pk_ast *node, void *arg) {
    finder *f = arg;
    const pk_ast *target =
        node->kind == PK_AST_AugAssign ? node->AugAssign.target : NULL;

    if (target && stores_into_shared(f, target) && !is_own(f, target) &&
        !has_own_axis(f, target->Subscript.slice) &&
        finds(f, target->Subscript.slice, find_lookup))
        say(f, target,
            pk_arena_format(f->diags->arena,
                            "iterations with the same index change %s at the "
                            "same time: results are lost",
                            text_of(f, target, target)),
            hint_of(f, target->Subscript.value));
    pk_ast_below(node, find_lost, f);
}

static const char *hint_of_change(const finder *f, const pk_reduction *r,
                                  const pk_change *c) {
    const pk_ast *name = c->target;
    pk_arena *arena = f->diags->arena;
    const char *nor = "";

    while (name->kind == PK_AST_Subscript)
        name = name->Subscript.value;
    if (!c->depth && name->kind == PK_AST_Name && name->Name.id != r->name)
        nor = pk_arena_format(arena, ", nor with %s outside of it",
                              name->Name.id);
    return pk_arena_format(arena,
                           "give each iteration elements of its own, or do "
                           "nothing else with %s in the loop%s: then it is "
                           "reduced",
                           r->name, nor);
}

/* Changes of an array by another name, or by a function that is called. */
static void say_changed(finder *f, const pk_reduction *r, const pk_change *c) {
    const pk_ast *at;

    if (!c)
        return;
    say_changed(f, r, c->next);
    at = c->depth ? c->calls[0] : c->target;
    if (!c->target || c->own || c->target->kind != PK_AST_Subscript ||
        at == f->said ||
        (!c->depth && is_shared(f, c->target->Subscript.value)))
        return;
    f->said = at;
    say(f, at,
        pk_arena_format(f->diags->arena,
                        "iterations with the same index change %s at the same "
                        "time, by %s: results are lost",
                        r->name, text_of(f, at, at)),
        hint_of_change(f, r, c));
}

/* A statement that every iteration reaches, and that stores into one element:
 * a sum, or a value of the iteration. */
static void look_at_store(finder *f, const pk_ast *node) {
    const bool sums = node->kind == PK_AST_AugAssign;
    const pk_ast *target = sums ? node->AugAssign.target : NULL;
    const char *text;

    if (node->kind == PK_AST_Assign && node->Assign.targets.count == 1 &&
        finds(f, node->Assign.value, find_stored))
        target = node->Assign.targets.items[0];
    if (!target || !stores_into_shared(f, target) ||
        finds(f, target->Subscript.slice, find_change))
        return;
    text = text_of(f, target, target);
    say(f, target,
        pk_arena_format(
            f->diags->arena, "every iteration stores into %s: %s", text,
            sums ? "results are lost" : "which value stays is unknown"),
        sums ? "reduce a variable, and store it behind the loop"
             : "store into an element of the iteration's own, or behind the "
               "loop");
}

static void find_loops(const pk_ast *node, void *arg);

static void look_at_loop(finder *f, const pk_ast *node) {
    const pk_ast *outer = f->outer;
    const char *left = leaves(&node->For.body), *why = "on all cores";
    pk_arena *arena = f->diags->arena;

    memset(f->roles, 0, f->vars.count);
    f->printed = f->unordered = false;
    f->reduced =
        pk_reductions_find(f->fn->program, arena, &f->vars, f->fn->def, node);
    look(node, f);
    if (outer)
        why = pk_arena_format(arena,
                              "in one thread: it is within the loop of line %u",
                              outer->line);
    else if (left)
        why = pk_arena_format(arena, "in one thread: a %s leaves it", left);
    else if (f->printed)
        why = "in one thread: it prints";
    else
        for (const pk_reduction *r = f->reduced; r; r = r->next)
            if (r->reduced && r->elements)
                why = pk_arena_format(arena, "%s, reduces %s", why, r->name);
    if (f->notes)
        say(f, node,
            pk_arena_format(arena, "for %s: %s",
                            text_of(f, node->For.target, node->For.iter), why),
            NULL);
    if (!outer && !left && !f->printed) {
        for (uint32_t i = 0; i < node->For.body.count; i++)
            find_lost(node->For.body.items[i], f);
        for (const pk_reduction *r = f->reduced; r; r = r->next)
            if (!r->reduced && !r->stored)
                say_changed(f, r, r->changes);
        for (uint32_t i = 0; !f->unordered && i < node->For.body.count; i++)
            look_at_store(f, node->For.body.items[i]);
    }
    f->outer = node;
    pk_ast_below(node, find_loops, f);
    f->outer = outer;
}

static void find_loops(const pk_ast *node, void *arg) {
    if (is_over_prange(arg, node))
        look_at_loop(arg, node);
    else
        pk_ast_below(node, find_loops, arg);
}

void pk_frontend_parallel_loops(const pk_program *program, const char *name,
                                bool notes, pk_diags *diags) {
    const pk_function *fn = pk_program_get(program, name);
    finder f = {.fn = fn, .diags = diags, .notes = notes};

    if (!fn || !fn->info.parallel ||
        !pk_vars_scan(diags->arena, fn->def, NULL, 0, &f.vars))
        return;
    f.roles = pk_arena_array(diags->arena, f.vars.count + 1u, 1);
    if (f.roles)
        pk_ast_below(fn->def, find_loops, &f);
}
