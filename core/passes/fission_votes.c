/* SPDX-License-Identifier: Apache-2.0 */
/* fission, where threads decide something together: they put what each says
 * into a local that is one for all, which is read behind their loops.
 *
 *     %n = barrier_count %c            set $votes, 0
 *                              -->     for.items ... { $votes += %c }
 *                                      %n = get $votes
 */
#include "core/passes/fission.h"

static void set_number(pk_builder *b, pk_local *local, int value) {
    pk_emit_set(b, local, pk_const_int(b->fn, local->type, value));
}

/* The local is new, so clearing it may go before the piece at work. */
static pk_builder begin_vote(pk_fission *f, const pk_inst *inst,
                             pk_local *local) {
    pk_builder b;

    pk_fission_share(f, local);
    pk_builder_init(&b, f->fn);
    b.loc = inst->loc;
    b.region = f->out;
    set_number(&b, local, 0);
    b.region = f->piece;
    return b;
}

static void end_vote(pk_fission *f, pk_builder *b) {
    pk_fission_flush(f);
    b->region = f->out;
    b->before = NULL;
}

void pk_fission_vote(pk_fission *f, pk_inst *vote) {
    pk_local *any = pk_func_local(f->fn, "any", PK_TYPE_bool);
    pk_builder b = begin_vote(f, vote, any);
    pk_inst *inst;

    inst = pk_begin_if(&b, pk_emit1(&b, PK_OP_not, vote->args[0]));
    set_number(&b, any, 1);
    pk_end_control(&b, inst);
    end_vote(f, &b);
    vote->args[0] = pk_emit1(&b, PK_OP_not, pk_emit_get(&b, any));
    pk_inst_insert(f->out, NULL, vote);
}

/* For "and" those that say no are counted. */
void pk_fission_count(pk_fission *f, pk_inst *inst) {
    pk_local *votes = pk_func_local(f->fn, "votes", PK_TYPE_i32);
    pk_builder b = begin_vote(f, inst, votes);
    pk_value *vote = inst->args[0], *zero, *count;
    pk_op op = inst->op;

    if (op == PK_OP_barrier_and)
        vote = pk_emit1(&b, PK_OP_not, vote);
    vote = pk_emit_to(&b, PK_OP_convert, PK_TYPE_i32, vote);
    count = pk_emit_get(&b, votes);
    pk_emit_set(&b, votes, pk_emit2(&b, PK_OP_add, count, vote));
    end_vote(f, &b);
    if (op == PK_OP_barrier_count) {
        inst->op = PK_OP_get;
        inst->arg_count = 0;
        inst->local = votes;
    } else {
        zero = pk_const_int(f->fn, PK_TYPE_i32, 0);
        count = pk_emit_get(&b, votes);
        op = op == PK_OP_barrier_and ? PK_OP_eq : PK_OP_ne;
        inst->args[0] = pk_emit2(&b, op, count, zero);
        inst->op = PK_OP_convert;
    }
    pk_inst_insert(f->out, NULL, inst);
}
