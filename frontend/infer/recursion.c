/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that call themselves: an instance is inferred in rounds.
 *
 * A function that is called while it is being inferred gives what its last
 * round found that it does; in the first round nothing is known of that, and
 * its type comes from what is returned without such a call, as in Numba.
 * Rounds go on until they find what they began with. Instances that were
 * inferred with a guess are inferred again when there is a better one.
 *
 * A round that needs a condition to be known is followed by one that knows it.
 */
#include "frontend/infer/infer.h"

bool pk_instance_gives(const pk_instance *instance) {
    return instance->returned || instance->falls_off;
}

enum { MAX_ROUNDS = 8 };

static void say_runaway(pk_compile *c, const pk_instance *instance) {
    const pk_function *fn = instance->function;

    pk_say_in(c, instance->asked_from, instance->asked, PK_SEVERITY_error,
              PK_E_recursion, "return a value before the call, on some path",
              "%s calls itself (it is defined on line %u), and no other "
              "return value tells the type of its result",
              fn->info.name, fn->info.line);
}

/* Whether another round would find nothing else; says what is wrong where one
 * would not end. */
static bool is_settled(pk_compile *c, pk_instance *instance, int round,
                       pk_diag_mark before) {
    bool first = !instance->guess;
    bool typed = first ? pk_instance_gives(instance)
                       : instance->state == PK_INSTANCE_done;

    if (c->out_of_budget || c->arena->failed)
        return true;
    if (!first && (!typed || pk_ty_equal(instance->guess, instance->result)))
        return true;
    if (typed && instance->result->kind != PK_TY_error && round < MAX_ROUNDS)
        return false;
    /* Functions around that are not known yet may tell; and an error may be
     * why there is no type. */
    if (c->lowest >= instance->level && c->diags->errors == before.errors &&
        c->diags->repeated == before.repeated)
        say_runaway(c, instance);
    instance->state = PK_INSTANCE_failed;
    return true;
}

/* Instances that depend on guesses of this level or below are to be inferred
 * again. */
static void forget_guesses(pk_compile *c, uint32_t level) {
    for (pk_instance *i = c->instances; i; i = i->next)
        if (i->state != PK_INSTANCE_running && i->lowest <= level)
            i->state = PK_INSTANCE_new;
}

/* They depend on nothing any more that could change. */
static void keep_guesses(pk_compile *c, uint32_t level) {
    for (pk_instance *i = c->instances; i; i = i->next)
        if (i->lowest != UINT32_MAX && i->lowest >= level)
            i->lowest = UINT32_MAX;
}

/* Whether the round that has ended is the last. */
static bool is_last(pk_compile *c, pk_instance *instance, int round,
                    pk_diag_mark before) {
    if (instance->again && !c->out_of_budget && !c->arena->failed)
        return false;
    return !instance->asked || (!(instance->read & instance->asked_other) &&
                                is_settled(c, instance, round, before));
}

void pk_instance_run(pk_compile *c, pk_instance *instance) {
    uint32_t lowest = c->lowest;
    bool unknown = c->unknown;
    pk_diag_mark mark = pk_diag_mark_now(c);

    instance->level = ++c->call_depth;
    instance->guess = NULL;
    for (int round = 0;; round++) {
        instance->asked = NULL;
        instance->asked_other = 0;
        instance->again = false;
        c->lowest = UINT32_MAX;
        c->unknown = unknown;
        pk_instance_round(c, instance);
        if (is_last(c, instance, round, mark))
            break;
        pk_diag_rewind(c, mark);
        if (!instance->again)
            instance->guess = instance->result;
        instance->notes = (pk_notes){0};
        instance->joins = NULL;
        instance->join_count = 0;
        forget_guesses(c, instance->level);
    }
    c->call_depth--;
    instance->lowest = c->lowest < instance->level ? c->lowest : UINT32_MAX;
    if (c->lowest >= instance->level) {
        c->unknown = unknown;
        keep_guesses(c, instance->level);
    }
    c->lowest = instance->lowest < lowest ? instance->lowest : lowest;
}

void pk_instance_ask(pk_compile *c, pk_instance *instance,
                     const pk_program *from, const pk_ast *call) {
    if (instance->is_kernel) {
        pk_say_in(c, from, call, PK_SEVERITY_error, PK_E_recursion,
                  "call a device function that calls itself",
                  "the kernel %s calls itself (it is defined on line %u)",
                  instance->function->info.name, instance->function->info.line);
        return;
    }
    if (instance->frame) {
        pk_say_in(c, from, call, PK_SEVERITY_error, PK_E_recursion,
                  "keep what is to be done in a list, and go through that",
                  "the generator %s calls itself (it is defined on line %u)",
                  instance->function->info.name, instance->function->info.line);
        return;
    }
    instance->asked = call;
    instance->asked_from = from;
    if (instance->level < c->lowest)
        c->lowest = instance->level;
    c->unknown = c->unknown || !instance->guess;
}
