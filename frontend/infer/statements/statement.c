/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of statements: how the types of variables flow. */
#include "frontend/infer/typings.h"

#include "frontend/infer/closure.h"
#include "frontend/infer/statements/report.h"
#include "frontend/values/known.h"
#include "frontend/values/match.h"

enum { MAX_LOOP_ROUNDS = 32 };

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
        if (index < 0)
            return;
        f->env->slots[index].v.latent = NULL;
        if (!pk_most_of(f->env->slots[index].v))
            f->env->slots[index].v.known = NULL;
        return;
    }
    pk_ast_below(node, forget_stores, arg);
}

/* Values that change in the loop are not known in it; how large arrays are may
 * stay the same, and the rounds find whether it does. */
static void forget_values(pk_infer *in, const pk_ast *loop, pk_env *env) {
    forget f = {in, env};

    forget_stores(loop, &f);
}

/* ---- loops ---- */

pk_diag_mark pk_diag_mark_now(const pk_compile *c) {
    return (pk_diag_mark){c->diags->last,     c->diags->count,
                          c->diags->notes,    c->diags->errors,
                          c->diags->repeated, c->diags->dropped};
}

void pk_diag_rewind(pk_compile *c, pk_diag_mark mark) {
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

/* Infers the top of a loop: a while tests, a for assigns its target. It leaves
 * the types behind the last iteration in `exit`. */
static void loop_top(pk_infer *in, const pk_ast *node, pk_typed item,
                     pk_env *exit) {
    pk_typed test;

    if (node->kind == PK_AST_For) {
        *exit = pk_env_copy(in, &in->env);
        pk_infer_store(in, node->For.target, item);
        return;
    }
    test = pk_infer_test(in, node->While.test);
    *exit = pk_env_copy(in, &in->env);
    if (node->While.test->kind == PK_AST_Constant && test.known &&
        pk_known_truth(test))
        exit->live = false;
}

/* A variable that only the loop assigns, and only from one without a value,
 * starts the next round unset again: else the error would be taken back and not
 * said again. Other errors are said in each round. */
static void unset_errors(pk_infer *in, const pk_env *head, pk_env *next) {
    for (uint32_t i = 0; i < in->instance->vars.count && next->live; i++)
        if (!head->slots[i].v.type && next->slots[i].v.type == &pk_ty_unset)
            next->slots[i] = head->slots[i];
}

/* An array that a round makes larger has any size. */
static void forget_growth(pk_infer *in, const pk_env *head, pk_env *next) {
    for (uint32_t i = 0; i < in->instance->vars.count && next->live; i++) {
        pk_typed *v = &next->slots[i].v;
        const int64_t *before = v->type ? pk_most_of(head->slots[i].v) : NULL;
        int64_t most[PK_MAX_DIMS];
        if (!before || !pk_most_of(*v))
            continue;
        for (uint32_t axis = 0; axis < v->type->ndim; axis++)
            most[axis] =
                v->known->most[axis] > before[axis] ? -1 : v->known->most[axis];
        v->known =
            pk_infer_with_most(in, v->type, most, v->known->assumed).known;
    }
}

/* Whether iterations run at the same time: nothing in one has threads. */
static bool is_parallel(pk_infer *in, const pk_ast *node) {
    const pk_ty *over = pk_note_find(in->instance, node->For.iter)->v.type;

    return (over->kind == PK_TY_range || over->kind == PK_TY_element_iter) &&
           over->flags & PK_TYF_parallel;
}

static void infer_loop(pk_infer *in, const pk_ast *node, pk_typed item) {
    bool is_for = node->kind == PK_AST_For;
    const pk_ast_list *body = is_for ? &node->For.body : &node->While.body;
    const pk_ast_list *orelse =
        is_for ? &node->For.orelse : &node->While.orelse;
    pk_env head = pk_env_copy(in, &in->env), next, exit = {0};
    const pk_slot *before = pk_note_find(in->instance, node)->head;
    pk_loop loop = {.outer = in->loop, .iter = is_for ? node->For.iter : NULL};
    const bool parallel = in->c->parallel;
    pk_note *note;

    if (!head.live)
        return;
    if (before) { /* inner loop, seen in an earlier round of an outer one */
        pk_env memory = {(pk_slot *)(uintptr_t)before, true, head.doubt};
        pk_env_join(in, &head, &memory, node);
    }
    forget_values(in, node, &head);
    in->c->parallel = parallel && !(is_for && is_parallel(in, node));
    for (int round = 0; round < MAX_LOOP_ROUNDS; round++) {
        pk_diag_mark mark = pk_diag_mark_now(in->c);
        loop.breaks = loop.continues = (pk_env){0};
        in->loop = &loop;
        in->env = pk_env_copy(in, &head);
        loop_top(in, node, item, &exit);
        pk_infer_block(in, body);
        next = pk_env_copy(in, &head);
        pk_env_join(in, &next, &in->env, node);
        pk_env_join(in, &next, &loop.continues, node);
        unset_errors(in, &head, &next);
        forget_growth(in, &head, &next);
        in->loop = loop.outer;
        if (in->c->out_of_budget || pk_env_same(in, &head, &next))
            break;
        pk_diag_rewind(in->c, mark);
        head = next;
    }
    in->c->parallel = parallel;
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
    pk_typed iterated;

    pk_note_at(in, node->For.iter)->unseen = true;
    iterated = pk_infer_as_items(in, node->For.iter,
                                 pk_infer_expr(in, node->For.iter));

    if (iterated.type->kind == PK_TY_tuple &&
        !pk_ty_is_dataclass(iterated.type) &&
        (!iterated.type->count || pk_is_mixed(iterated.type))) {
        pk_infer_unrolled(in, node, iterated);
        return;
    }
    infer_loop(in, node, pk_infer_item(in, node->For.iter, iterated));
}

/* ---- return ---- */

/* Whether all arrays of a value say whose memory they are in. */
static bool says_owners(const pk_ty *type) {
    bool all = type->kind != PK_TY_array || type->flags & PK_TYF_counted;

    if (type->kind == PK_TY_tuple)
        for (uint32_t i = 0; i < type->count; i++)
            all &= says_owners(type->items[i]);
    return all;
}

/* A function of the host gives a copy of an array that is a constant of the
 * module: its caller may have that. Other arrays go to callers with their
 * owners, those within records with none. */
static pk_typed outward(const pk_infer *in, pk_typed value) {
    const pk_ty *array = value.type;

    if (!in->c->signature->host || in->program->kind != PK_PROGRAM_user ||
        in->instance->frame)
        return value;
    if (!pk_ty_is_constant(array)) {
        if (!says_owners(array))
            value.type = pk_ty_counted(in->arena, array);
        return value;
    }
    array = pk_ty_array(in->arena, pk_ty_element(array), array->ndim, 'C',
                        PK_SPACE_global, 0);
    return (pk_typed){.type = pk_ty_counted(in->arena, array)};
}

void pk_infer_gives(pk_infer *in, const pk_ast *node, pk_typed value) {
    pk_instance *instance = in->instance;
    const char *how = instance->frame ? "yielded" : "returned", *names[2];
    const pk_ty *type;

    if (value.type->kind == PK_TY_error) {
        if (!in->c->unknown)
            instance->result = value.type;
        return;
    }
    if ((value.type->kind == PK_TY_foreign ||
         value.type->kind == PK_TY_hidden) &&
        !pk_infer_has_value(in, node, value)) {
        instance->result = &pk_ty_error;
        return;
    }
    value = outward(in, value);
    if (!instance->returned) {
        instance->result = value.type;
        instance->returned = node;
        return;
    }
    type = instance->result->kind == PK_TY_error
               ? instance->result
               : pk_rule_unify(in->arena, instance->result, value.type);
    if (!type) {
        bool apart =
            pk_ty_names_apart(in->arena, value.type, instance->result, names);
        pk_say(in, node, PK_E_unify_returns,
               apart ? "all results of a function must be in one memory: pass "
                       "it an array to store into, out[:] = x"
                     : pk_type_hint(PK_E_unify_returns, value.type,
                                    instance->result),
               "cannot unify %s with the %s %s on line %u", names[0], names[1],
               how, instance->returned->line);
        pk_say_in(in->c, in->program, instance->returned, PK_SEVERITY_note,
                  PK_OK, NULL, "%s is %s here", names[1], how);
        type = &pk_ty_error;
    }
    instance->result = type;
}

void pk_infer_return(pk_infer *in, const pk_ast *node) {
    pk_instance *instance = in->instance;
    pk_typed value = {.type = &pk_ty_none};

    if (node->kind == PK_AST_Return && node->Return.value)
        value = pk_infer_optional(in, node->Return.value);
    value = pk_infer_outward(in, node, value);
    value.type = pk_ty_unknown_text(in->arena, value.type);
    if (!pk_infer_kept_iterator(in, node, value))
        value.type = &pk_ty_error;
    pk_infer_leaves_by(in, node, PK_AST_Return);
    die(in);
    if (value.type->kind == PK_TY_hidden &&
        !pk_infer_has_value(in, node->Return.value, value))
        value.type = &pk_ty_error;
    if (value.type->kind != PK_TY_error && instance->is_kernel) {
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
    if (!instance->frame) /* else nobody gets it */
        pk_infer_gives(in, node, value);
    else if (value.type->kind == PK_TY_error && !in->c->unknown)
        instance->result = value.type;
}

static bool is_objmode(const pk_ast *item) {
    const pk_ast *node = item->withitem.context_expr;

    if (node->kind == PK_AST_Call)
        node = node->Call.func;
    return (node->kind == PK_AST_Name &&
            strcmp(node->Name.id, "objmode") == 0) ||
           (node->kind == PK_AST_Attribute &&
            strcmp(node->Attribute.attr, "objmode") == 0);
}

/* ---- statements ---- */

/* A variable that a refused statement would have assigned: it has a value, of
 * which nothing is known. */
static void spoil(pk_infer *in, const char *name) {
    int index = name ? pk_vars_find(&in->instance->vars, name) : -1;

    if (index >= 0 && in->env.slots && !in->env.slots[index].v.type)
        in->env.slots[index].v = error();
}

void pk_infer_spoil_names(const pk_ast *node, void *in) {
    if (node->kind == PK_AST_Name)
        spoil(in, node->Name.id);
    else if (node->kind == PK_AST_alias)
        spoil(in, node->alias.asname ? node->alias.asname : node->alias.name);
    else
        pk_ast_below(node, pk_infer_spoil_names, in);
}

static const char *pattern_name(const pk_ast *pattern) {
    return pattern->kind == PK_AST_MatchClass     ? "class"
           : pattern->kind == PK_AST_MatchMapping ? "mapping"
                                                  : "starred";
}

static void refuse(pk_infer *in, const pk_ast *node) {
    switch (node->kind) {
    case PK_AST_TryStar:
        pk_say_unsupported(in, node, "except*", "write except");
        break;
    case PK_AST_With:
        pk_say_unsupported(
            in, node, "with in a kernel",
            is_objmode(node->With.items.items[0])
                ? "a kernel has no Python to go back to: compute it on the "
                  "host, before or after the launch"
                : "files, locks and timers are the host's: leave it out");
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
        pk_say(in, pk_match_unsupported(node), PK_E_unsupported_statement,
               "write it with if, isinstance and indices",
               "%s patterns are not supported yet",
               pattern_name(pk_match_unsupported(node)));
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
        pk_say_unsupported(in, node, "an async statement in a kernel",
                           "a kernel waits for other threads only: "
                           "cuda.syncthreads()");
    }
    for (uint32_t i = 0;
         node->kind == PK_AST_Global && i < node->Global.names.count; i++)
        spoil(in, node->Global.names.items[i]);
    pk_infer_spoil_names(node, in);
}

/* del x: the name has no value from here on. */
static void forget_variable(pk_infer *in, const pk_ast *target) {
    int index = target->kind == PK_AST_Name
                    ? pk_vars_find(&in->instance->vars, target->Name.id)
                    : -1;

    if (target->kind == PK_AST_Tuple) {
        for (uint32_t i = 0; i < target->Tuple.elts.count; i++)
            forget_variable(in, target->Tuple.elts.items[i]);
    } else if (pk_infer_container_delete(in, target)) {
        return;
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

void pk_infer_jump(pk_infer *in, const pk_ast *node, pk_ast_kind kind) {
    pk_env *env;

    if (!in->loop) {
        pk_say(in, node, PK_E_structure, NULL, "%s outside a loop",
               kind == PK_AST_Break ? "break" : "continue");
        return;
    }
    env = kind == PK_AST_Break ? &in->loop->breaks : &in->loop->continues;
    if (!pk_infer_leaves_by(in, node, kind))
        pk_env_join(in, env, &in->env, node);
    die(in);
}

static void infer_statement(pk_infer *in, const pk_ast *node) {
    pk_typed value;

    in->unset = false;
    in->statement = ++in->c->statements;
    switch (node->kind) {
    case PK_AST_Expr: pk_infer_optional(in, node->Expr.value); break;
    case PK_AST_Assign: pk_infer_assign(in, node); break;
    case PK_AST_AugAssign: pk_infer_augmented(in, node); break;
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
    case PK_AST_Continue:
        pk_infer_jump(in, node, (pk_ast_kind)node->kind);
        break;
    case PK_AST_Try: pk_infer_try(in, node); break;
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
    const pk_ast *around = in->at;

    if (!body->count || !in->env.live)
        return;
    in->c->depth++;
    for (uint32_t i = 0; i < body->count && in->env.live; i++) {
        in->at = body->items[i];
        if (pk_infer_step(in, body->items[i], 1))
            infer_statement(in, body->items[i]);
    }
    in->at = around;
    in->c->depth--;
}
