/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of try. Any statement of its body may fail, so a handler meets what
 * each variable is before the body and behind each assignment in it. A finally
 * is gone through once, by all that leaves what it is about: its variables are
 * what they are there. */
#include "frontend/infer/infer.h"

#include <string.h>

void pk_infer_tried(pk_infer *in, int index) {
    for (pk_try *t = in->tries; t && index >= 0; t = t->outer)
        if (t->caught.slots && in->env.slots)
            pk_env_join_slot(in, &t->caught, &in->env, index);
}

/* ---- what leaves it ---- */

/* The finally that a return comes by first, or a jump that stays in the
 * function. */
static pk_try *first_finally(const pk_infer *in, pk_ast_kind kind) {
    pk_try *t = in->tries;

    while (t &&
           (!t->is_finally || (kind != PK_AST_Return && t->loop != in->loop)))
        t = t->outer;
    return t;
}

bool pk_infer_leaves_by(pk_infer *in, const pk_ast *node, pk_ast_kind kind) {
    pk_try *t = first_finally(in, kind);

    if (!t)
        return false;
    t->returns |= kind == PK_AST_Return;
    t->breaks |= kind == PK_AST_Break;
    t->continues |= kind == PK_AST_Continue;
    pk_env_join(in, &t->caught, &in->env, node);
    return true;
}

/* Behind a finally: what came by it goes on. */
static void go_on(pk_infer *in, const pk_ast *node, const pk_try *t) {
    if (t->returns)
        pk_infer_leaves_by(in, node, PK_AST_Return);
    if (t->breaks) {
        pk_infer_jump(in, node, PK_AST_Break);
        in->env.live = true;
    }
    if (t->continues) {
        pk_infer_jump(in, node, PK_AST_Continue);
        in->env.live = true;
    }
}

/* ---- what is caught ---- */

static bool catches_all(pk_infer *in, const pk_ast *type) {
    pk_typed v;

    return !type ||
           (type->kind == PK_AST_Name && !strcmp(type->Name.id, "Exception") &&
            pk_vars_find(&in->instance->vars, type->Name.id) < 0 &&
            (!pk_program_lookup(in->program, in->arena, type->Name.id, &v) ||
             v.type->kind == PK_TY_foreign));
}

static void check_handlers(pk_infer *in, const pk_ast *node) {
    const pk_ast_list *handlers = &node->Try.handlers;

    for (uint32_t i = 0; i < handlers->count; i++) {
        const pk_ast *handler = handlers->items[i];
        if (!catches_all(in, handler->ExceptHandler.type))
            pk_say_unsupported(in, handler->ExceptHandler.type,
                               "catching exceptions of some classes only",
                               "`except Exception:` catches all");
        else if (handler->ExceptHandler.name)
            pk_say_unsupported(in, handler, "an exception as a value",
                               "write `except Exception:`: what is caught has "
                               "no value");
        else if (i)
            pk_say_unsupported(in, handler, "a second except",
                               "the first one catches all");
    }
}

/* ---- generators ---- */

static void find_raise(const pk_ast *node, void *arg) {
    const pk_ast **found = arg;

    if (node->kind == PK_AST_Raise && !node->Raise.exc)
        *found = node;
    else if (!*found && node->kind != PK_AST_ExceptHandler) /* of its own */
        pk_ast_below(node, find_raise, arg);
}

/* An exception that goes on behind a finally or an except has its words in the
 * memory of the call: in the next call they are gone. */
static void check_yields(pk_infer *in, const pk_ast *node) {
    const pk_ast *last = pk_ast_find_yield(&node->Try.finalbody), *again = NULL;
    const pk_ast *handler =
        node->Try.handlers.count ? node->Try.handlers.items[0] : NULL;
    const pk_ast *yield =
        handler ? pk_ast_find_yield(&handler->ExceptHandler.body) : NULL;

    if (last)
        pk_say_unsupported(in, last, "yield in a finally",
                           "yield behind the try");
    if (yield)
        pk_ast_below(handler, find_raise, &again);
    if (again)
        pk_say_unsupported(in, yield, "yield in an except that raises again",
                           "raise another exception");
}

/* ---- the statement ---- */

static const pk_slot *slots_of(pk_infer *in, const pk_env *env) {
    return env->live ? pk_env_copy(in, (pk_env *)env).slots : NULL;
}

/* Goes through body, else and handler. */
static void infer_inner(pk_infer *in, const pk_ast *node, pk_tried *tried) {
    pk_try t = {.outer = in->tries, .loop = in->loop};
    pk_env after;

    if (!node->Try.handlers.count) {
        pk_infer_block(in, &node->Try.body);
        return;
    }
    t.caught = pk_env_copy(in, &in->env);
    in->tries = &t;
    pk_infer_block(in, &node->Try.body);
    in->tries = t.outer;
    pk_infer_block(in, &node->Try.orelse);
    after = in->env;
    tried->handler = slots_of(in, &t.caught);
    in->env = t.caught;
    in->handling++;
    pk_infer_block(in, &node->Try.handlers.items[0]->ExceptHandler.body);
    in->handling--;
    pk_env_join(in, &in->env, &after, node);
}

static void infer_finally(pk_infer *in, const pk_ast *node, pk_tried *tried) {
    pk_try t = {.outer = in->tries, .loop = in->loop, .is_finally = true};
    bool goes_on;

    t.caught = pk_env_copy(in, &in->env);
    in->tries = &t;
    infer_inner(in, node, tried);
    in->tries = t.outer;
    tried->inner = slots_of(in, &in->env);
    goes_on = in->env.live;
    pk_env_join(in, &t.caught, &in->env, node);
    tried->finally = slots_of(in, &t.caught);
    in->env = t.caught;
    pk_infer_block(in, &node->Try.finalbody);
    if (in->env.live) {
        go_on(in, node, &t);
        in->env.live = goes_on;
    }
}

void pk_infer_try(pk_infer *in, const pk_ast *node) {
    pk_tried *tried = PK_NEW(in->arena, pk_tried);
    pk_note *note;

    if (!in->c->signature->host) {
        pk_say_unsupported(in, node, "try in a kernel", "test with if instead");
        pk_ast_children(node, pk_infer_spoil_names, in);
        return;
    }
    check_handlers(in, node);
    if (in->instance->frame)
        check_yields(in, node);
    if (node->Try.finalbody.count) {
        infer_finally(in, node, tried);
    } else {
        infer_inner(in, node, tried);
        tried->inner = slots_of(in, &in->env);
    }
    note = pk_note_at(in, node);
    note->tried = tried;
    note->joined = slots_of(in, &in->env);
}
