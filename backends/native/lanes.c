/* SPDX-License-Identifier: Apache-2.0 */
/* Item loops with loops inside, over vectors of threads.
 *
 * LLVM vectorises innermost loops only, so a loop that every thread of a block
 * runs alike (the k of a matrix product) would keep the loop over threads
 * scalar. Here the loop over threads takes 8 or 16 of them at a time, and what
 * is inside works on vectors. The rest of the threads run in a group of which
 * some lanes idle, or in the scalar loop.
 *
 *     for.items %t = 0, %n, 1 {          for %t = 0, %n & -16, 16 {
 *         for %k = 0, %m, 1 {     -->        for %k = 0, %m, 1 {
 *             $s += a[%k] * b[%t]                <16> $s += splat a[%k] *
 *         }                                                 b[%t .. %t + 15]
 *     }                                  }}
 *
 * Each value is one of three things: the same in all lanes, which is one
 * scalar; affine, which is the scalar of the first lane and a stride; or a
 * vector. Where control differs between lanes, a mask says which of them take
 * part: an `if` narrows it, an exit takes lanes out of it until they all meet
 * again behind what they left, and a loop runs while any lane is in it. */
#include "backends/native/lanes.h"

#include "core/address.h"

enum {
    LONG_ARM = 24, /* instructions */
    NEIGHBOURS = 8 /* elements apart */
};

/* The findings about one loop over threads. */
typedef struct look {
    const pk_func *fn;
    pk_inst *loop;
    bool good;            /* it can be over vectors; if not: */
    pk_native_reason why; /* the first */
    bool changed;         /* the class of a value, in this round */
    bool pays;            /* vectors are likely to be faster */
    bool wherever;        /* vectors are wanted even if they are slower */
    uint32_t masked;      /* constructs around that not all lanes run */
    uint32_t divergent;   /* loops among them that lanes leave one by one */
    uint32_t bytes;       /* of the widest element of a vector */
    uint32_t narrowest;   /* bytes of an element that vectors load or store */
    bool idles;           /* nothing needs all lanes, and none idle in parts */
    pk_native_agreed *agreed;
} look;

static void classify_region(look *l, pk_region *region);

static void refuse(look *l, const pk_inst *at, const char *why) {
    if (l->good)
        l->why = (pk_native_reason){why, at};
    l->good = false;
}

static void refuse_f16(look *l, const pk_inst *at) {
    refuse(l, at, "float16 has no vectors here");
}

static void set_affine(pk_value *v, int64_t stride) {
    if (stride > -MAX_STRIDE && stride < MAX_STRIDE)
        set_class(v, stride ? AFFINE : SAME, stride);
    else
        set_class(v, VECTOR, 0);
}

/* Whether an index keeps its stride in a wider type: the lanes' numbers must
 * not wrap. Where lanes are idle, the first one's may be below 0 though what
 * is known says otherwise; signed numbers that grow get over that. */
static bool widens(const look *l, const pk_value *v, pk_type to) {
    if (pk_type_bytes(to) <= pk_type_bytes(v->type))
        return true;
    if (l->masked && (!pk_type_is_signed(v->type) || stride_of(v) < 0))
        return false;
    return pk_native_bound(v) != UINT64_MAX;
}

/* Gives the result a stride if the operation keeps lanes evenly apart. */
static bool classify_affine(const look *l, const pk_inst *inst) {
    const pk_value *a = inst->args[0];
    const pk_value *b = inst->arg_count > 1 ? inst->args[1] : a;
    pk_value *r = inst->results[0];
    int64_t bytes, size;

    if (is_wide(a) || is_wide(b))
        return false;
    switch ((int)inst->op) {
    case PK_OP_add: set_affine(r, stride_of(a) + stride_of(b)); return true;
    case PK_OP_sub: set_affine(r, stride_of(a) - stride_of(b)); return true;
    case PK_OP_mul:
        if (!pk_is_const(b) || b->bits >= MAX_STRIDE)
            return false;
        set_affine(r, stride_of(a) * (int64_t)b->bits);
        return true;
    case PK_OP_shl:
        if (!pk_is_const(b) || b->bits > 20)
            return false;
        set_affine(r, stride_of(a) * ((int64_t)1 << b->bits));
        return true;
    case PK_OP_convert:
        if (!pk_type_is_int(a->type) || !pk_type_is_int(r->type) ||
            !widens(l, a, r->type))
            return false;
        set_affine(r, stride_of(a));
        return true;
    case PK_OP_elem:
        if (!widens(l, b, PK_TYPE_i64))
            return false;
        set_affine(r, stride_of(a) + stride_of(b));
        return true;
    case PK_OP_offset:
        bytes =
            stride_of(a) * pk_type_bytes(pk_type_elem(a->type)) + stride_of(b);
        size = pk_type_bytes(pk_type_elem(r->type));
        if (bytes % size)
            return false;
        set_affine(r, bytes / size);
        return true;
    }
    return false;
}

static void note_vector(look *l, const pk_inst *inst) {
    const pk_value *v = inst->results[0];
    uint32_t bytes = pk_type_bytes(v->type);

    if (v->type == PK_TYPE_f16)
        refuse_f16(l, inst);
    if (bytes > l->bytes)
        l->bytes = bytes;
}

static void classify_pure(look *l, const pk_inst *inst) {
    pk_value *r = inst->results[0];
    bool varies = false;

    for (uint32_t i = 0; i < inst->arg_count; i++) {
        varies |= class_of(inst->args[i]) >= AFFINE;
        if (inst->args[i]->type == PK_TYPE_f16)
            refuse_f16(l, inst);
    }
    /* The promise that the divisor is good is not kept by idle lanes. */
    if (inst->op == PK_OP_quot || inst->op == PK_OP_rem) {
        if (l->masked)
            refuse(l, inst, "a division of integers that only some threads do");
        l->idles &= !varies;
    }
    if (!varies)
        set_class(r, SAME, 0);
    else if (!classify_affine(l, inst)) {
        set_class(r, VECTOR, 0);
        note_vector(l, inst);
    }
}

static bool has_lanes(const look *l, const pk_inst *get) {
    return is_lane_local(get->local) && !pk_native_agree(l->agreed, get);
}

static void classify_set(look *l, const pk_inst *inst) {
    l->changed |= !pk_native_keep_agreed(l->agreed, inst);
    if ((class_of(inst->args[0]) < AFFINE && !l->masked) ||
        is_lane_local(inst->local))
        return;
    inst->local->mark = inst->local;
    l->changed = true;
}

/* A load or store of lanes; those next to each other have masks for it. */
static void note_access(look *l, const pk_inst *inst) {
    const uint32_t bytes = pk_type_bytes(pk_type_elem(inst->args[0]->type));

    l->idles &= stride_of(inst->args[0]) == 1;
    if (bytes < l->narrowest)
        l->narrowest = bytes;
}

static void classify_store(look *l, const pk_inst *inst) {
    if (inst->args[1]->type == PK_TYPE_f16)
        refuse_f16(l, inst);
    if (l->masked || class_of(inst->args[0]) >= AFFINE ||
        class_of(inst->args[1]) >= AFFINE)
        note_access(l, inst);
}

static void classify_load(look *l, const pk_inst *inst) {
    bool varies = class_of(inst->args[0]) >= AFFINE;

    set_class(inst->results[0], varies ? VECTOR : SAME, 0);
    if (varies) {
        note_vector(l, inst);
        note_access(l, inst);
    }
    if (varies && is_wide(inst->args[0]))
        l->bytes = 8;
    /* Lanes that each load from a place of their own while others have left
     * are slower than threads one by one. */
    if (varies && l->divergent && !l->wherever && stride_of(inst->args[0]) != 1)
        refuse(l, inst,
               "each thread loads from a place of its own in a loop that "
               "threads leave at different times");
}

static bool is_long(const pk_region *region) {
    uint32_t n = 0;

    for (const pk_inst *i = region->first; i && n < LONG_ARM; i = i->next)
        n++;
    return n == LONG_ARM;
}

typedef struct reading {
    const pk_value *value;
    bool found;
} reading;

static void look_for_reading(pk_inst *inst, void *arg) {
    reading *r = arg;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        r->found |= inst->args[i] == r->value;
}

static bool is_read(const pk_func *fn, const pk_value *v) {
    reading r = {.value = v};

    pk_region_visit(fn->body, look_for_reading, &r);
    return r.found;
}

/* Whether lanes may put together what they do to one place: nobody sees in
 * which order integers were combined there, and floats are added in order. */
static bool is_combined(const look *l, const pk_inst *inst) {
    const pk_op op = pk_native_combines(inst->op);

    return op != PK_OP_COUNT &&
           (pk_type_is_int(inst->results[0]->type) ||
            (op == PK_OP_atomic_add &&
             inst->results[0]->type != PK_TYPE_f16)) &&
           class_of(inst->args[0]) < AFFINE &&
           !is_read(l->fn, inst->results[0]);
}

/* Whether it is in a loop that may wait for another thread, with or without a
 * number of rounds in which it gives up. */
static bool may_wait(const pk_inst *inst, const pk_inst *threads) {
    const pk_inst *around = inst->parent->owner;

    while (around != threads && around->op != PK_OP_loop &&
           (around->op != PK_OP_for || !diverges(around)))
        around = around->parent->owner;
    return around != threads;
}

/* Whether there is much to do in a round of the innermost loop around, which
 * may be that over threads. */
static bool is_in_long_round(const pk_inst *inst) {
    const pk_region *region = inst->parent;

    while (region->owner->op != PK_OP_for && region->owner->op != PK_OP_loop)
        region = region->owner->parent;
    for (const pk_inst *i = region->first; i; i = i->next)
        if (i->op == PK_OP_for || i->op == PK_OP_loop)
            return true;
    return is_long(region);
}

/* Lanes one after the other: that pays where there is more to do, and where not
 * only few of them are left. */
static void classify_each(look *l, const pk_inst *inst) {
    if (!pk_native_is_update(inst->op) || inst->results[0]->type == PK_TYPE_f16)
        refuse(l, inst, pk_op_table[inst->op].name);
    else if (may_wait(inst, l->loop) && is_read(l->fn, inst->results[0]))
        refuse(l, inst, "threads may wait for each other");
    else if (l->divergent && !l->wherever)
        refuse(l, inst,
               "threads change places of their own in a loop that they leave "
               "at different times");
    else if (!is_in_long_round(inst) && !l->wherever)
        refuse(l, inst,
               "threads change places of their own, and do little beside");
    set_class(inst->results[0], VECTOR, 0);
    note_vector(l, inst);
    l->pays = true;
}

static void classify_atomic(look *l, const pk_inst *inst) {
    if (!is_combined(l, inst)) {
        classify_each(l, inst);
        return;
    }
    set_class(inst->results[0], SAME, 0);
    l->pays = true; /* LLVM's vectoriser has no such thing */
    if (class_of(inst->args[1]) >= AFFINE)
        note_vector(l, inst);
}

/* An exit that not all lanes take: they leave what is around up to its target
 * at different times. */
static void classify_exit(look *l, const pk_inst *inst) {
    pk_inst *around = inst->parent->owner;

    if (!l->masked)
        return;
    for (;; around = around->parent->owner) {
        if (around->op != PK_OP_if && !diverges(around)) {
            around->flags |= DIVERGES;
            l->changed = true;
        }
        if (around == inst->target)
            return;
    }
}

/* LLVM's vectoriser would run both arms for everybody; here an arm that no
 * lane takes is jumped over, which pays when it is long. */
static void classify_if(look *l, pk_inst *inst) {
    bool varies = class_of(inst->args[0]) >= AFFINE;

    if (is_way_out(inst)) { /* for the scalar loop */
        l->pays |= !is_stop(inst);
        classify_region(l, inst->other);
        return;
    }
    l->pays |= varies && (is_long(inst->body) || is_long(inst->other));
    l->masked += varies;
    classify_region(l, inst->body);
    classify_region(l, inst->other);
    l->masked -= varies;
}

static void classify_loop_inside(look *l, pk_inst *inst) {
    bool loop = inst->op != PK_OP_block;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (class_of(inst->args[i]) >= AFFINE)
            refuse(l, inst, "each thread has bounds of its own for this loop");
    if (inst->flags & PK_INST_items)
        refuse(l, inst, "another loop over threads is inside");
    if (inst->index)
        set_class(inst->index, SAME, 0);
    l->pays |= loop;
    l->masked += diverges(inst);
    l->divergent += loop && diverges(inst);
    classify_region(l, inst->body);
    l->divergent -= loop && diverges(inst);
    l->masked -= diverges(inst);
}

static void classify(look *l, pk_inst *inst) {
    l->idles &= !l->masked;
    switch ((int)inst->op) {
    case PK_OP_get:
        set_class(inst->results[0], has_lanes(l, inst) ? VECTOR : SAME, 0);
        if (has_lanes(l, inst))
            note_vector(l, inst);
        break;
    case PK_OP_set: classify_set(l, inst); break;
    case PK_OP_load: classify_load(l, inst); break;
    case PK_OP_store: classify_store(l, inst); break;
    case PK_OP_if: classify_if(l, inst); break;
    case PK_OP_for:
    case PK_OP_loop:
    case PK_OP_block: classify_loop_inside(l, inst); break;
    case PK_OP_break:
    case PK_OP_continue: classify_exit(l, inst); break;
    case PK_OP_stopped: set_class(inst->results[0], SAME, 0); break;
    case PK_OP_block_id:
    case PK_OP_block_dim:
    case PK_OP_grid_dim:
    case PK_OP_first_thread:
    case PK_OP_grid_threads: break;
    default:
        if (pk_op_table[inst->op].flags & PK_OPF_PURE)
            classify_pure(l, inst);
        else if (pk_native_is_update(inst->op))
            classify_atomic(l, inst);
        else
            refuse(l, inst, pk_op_table[inst->op].name);
    }
}

static void classify_region(look *l, pk_region *region) {
    for (pk_inst *i = region->first; i && l->good; i = i->next)
        classify(l, i);
}

/* A column of a tile is loaded or stored number by number, which takes no
 * longer than what its numbers are for. Columns that are nearer to each other
 * LLVM takes all at once. */
static bool is_column(const pk_inst *access, int64_t stride) {
    return stride > NEIGHBOURS &&
           pk_type_space(access->args[0]->type) == PK_SPACE_shared;
}

static bool is_even(const pk_inst *inst) {
    const int64_t stride = inst->arg_count ? stride_of(inst->args[0]) : 0;

    if (inst->body || (inst->local && is_lane_local(inst->local)))
        return false;
    if (inst->op == PK_OP_load)
        return !is_wide(inst->args[0]) &&
               (stride == 0 || stride == 1 || is_column(inst, stride));
    return inst->op != PK_OP_store || stride == 1 || is_column(inst, stride);
}

bool pk_native_is_even(const pk_inst *loop) {
    for (const pk_inst *i = loop->body->first; i; i = i->next)
        if (!is_even(i))
            return false;
    return true;
}

uint32_t pk_native_rounds(const pk_inst *loop) {
    const pk_value *stop = loop->args[1];

    return pk_is_const_int(loop->args[0], 0) && pk_is_const(stop) &&
                   stop->bits <= UINT32_MAX
               ? (uint32_t)stop->bits
               : 0;
}

/* Whole groups of the threads of a block of known size: no loop is left, or
 * one without a rest. */
static bool is_whole(const look *l, const pk_inst *loop) {
    const uint32_t rounds = pk_native_rounds(loop);

    return rounds && rounds % (l->bytes > 4 ? 8 : 16) == 0 &&
           loop->flags & PK_INST_items && pk_native_is_even(loop);
}

/* Again while locals turn out to differ between lanes, and constructs to be
 * left at different times. */
static bool classify_loop(look *l, const pk_func *fn, pk_inst *loop,
                          pk_native_lanes when) {
    bool wherever = when == PK_NATIVE_LANES_wherever;

    *l = (look){.fn = fn,
                .loop = loop,
                .good = true,
                .changed = true,
                .wherever = wherever,
                .agreed = pk_native_find_agreed(fn, loop)};
    while (l->good && l->changed) {
        l->changed = false;
        l->idles = true;
        l->narrowest = UINT32_MAX;
        l->masked = diverges(loop);
        l->divergent = 0;
        set_class(loop->index, AFFINE, 1);
        classify_region(l, loop->body);
    }
    return l->good && (l->pays || wherever || is_whole(l, loop));
}

/* A place that is read in a loop which may wait. */
typedef struct wait {
    const pk_value *root;
    bool changes;
} wait;

static void look_for_change(pk_inst *inst, void *arg) {
    wait *w = arg;

    w->changes |= pk_native_is_update(inst->op) &&
                  pk_address_root(inst->args[0]) == w->root;
}

/* A loop that reads what threads change by atomic operations may wait for one
 * that has run before, and in lanes would run beside. */
static void look_for_waiting(pk_inst *inst, void *arg) {
    look *l = arg;
    wait w = {0};

    if (inst->op != PK_OP_load || !may_wait(inst, l->loop))
        return;
    w.root = pk_address_root(inst->args[0]);
    pk_region_visit(l->loop->body, look_for_change, &w);
    if (w.changes)
        refuse(l, inst, "threads may wait for each other");
}

/* Threads' own arrays that all lanes would share cannot be used by them at
 * once. */
static void look_at_arrays(pk_inst *inst, void *arg) {
    look *l = arg;

    for (uint32_t i = 0; i < inst->arg_count; i++) {
        const pk_value *v = inst->args[i];
        const pk_native_array *a;
        if (!pk_type_is_ptr(v->type) ||
            pk_type_space(v->type) != PK_SPACE_local)
            continue;
        a = pk_native_array_of(v);
        if (!a || !a->own)
            refuse(l, inst, "an array of each thread's own is in memory");
    }
}

/* How a loop over threads uses a local. */
typedef struct local_use {
    const pk_inst *loop;
    const pk_local *local;
    look *look; /* at the loop */
    bool gets, sets, holds_loops;
} local_use;

static void look_at_loop(pk_inst *inst, void *arg) {
    local_use *use = arg;

    use->gets |= inst->op == PK_OP_get && inst->local == use->local;
    use->sets |= inst->op == PK_OP_set && inst->local == use->local;
    use->holds_loops |= inst->op == PK_OP_for && inst->flags & PK_INST_items;
}

/* A local may be read in a region before it is set, or is surely set first. */
typedef enum first_use { UNUSED, READS, SETS } first_use;

static first_use first_use_in(const pk_region *region, const pk_local *local) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        const first_use body = i->body ? first_use_in(i->body, local) : UNUSED;
        const first_use other =
            i->other ? first_use_in(i->other, local) : UNUSED;

        if (body == READS || other == READS ||
            (i->op == PK_OP_get && i->local == local))
            return READS;
        if ((i->op == PK_OP_set && i->local == local) ||
            (body == SETS && other == SETS))
            return SETS;
    }
    return UNUSED;
}

/* Lanes would begin with the same, though they all set it alike. */
bool pk_native_carries(const pk_inst *loop, const pk_local *local) {
    local_use use = {.local = local};

    pk_region_visit(loop->body, look_at_loop, &use);
    return use.gets && use.sets && first_use_in(loop->body, local) == READS;
}

bool pk_native_sets_first(const pk_inst *loop, const pk_local *local) {
    return first_use_in(loop->body, local) == SETS;
}

/* A local that threads vote with is read when all have run, as one for all:
 * the lanes' own would be lost. It is read in no loop over threads, in one over
 * their warps, or in another one that does not set it. */
static void look_at_local(pk_inst *inst, void *arg) {
    local_use *use = arg;
    const pk_inst *loop;
    local_use there = {.local = inst->local};

    if (inst->op != PK_OP_get)
        return;
    loop = pk_native_items_around(inst);
    if (loop == use->loop || (!is_lane_local(inst->local) &&
                              !pk_native_carries(use->loop, inst->local)))
        return;
    if (loop)
        pk_region_visit(loop->body, look_at_loop, &there);
    if (!there.sets || there.holds_loops)
        refuse(use->look, inst, "threads leave a result behind for all");
}

static void forget(pk_inst *inst, void *arg) {
    (void)arg;
    for (uint32_t i = 0; i < inst->result_count; i++)
        inst->results[i]->mark = NULL;
    if (inst->index)
        inst->index->mark = NULL;
    if (inst->local)
        inst->local->mark = NULL;
    inst->flags &= (uint8_t)~DIVERGES;
    if (inst->op == PK_OP_if)
        inst->flags &= (uint8_t)~LEAVES;
}

void pk_native_forget_lanes(pk_inst *loop) {
    forget(loop, NULL);
    pk_region_visit(loop->body, forget, NULL);
}

static void look_at_loop_over(const pk_native_emitter *e, pk_inst *loop,
                              pk_native_lanes when, bool plain, look *l) {
    local_use use = {.loop = loop, .look = l};

    if (!classify_loop(l, e->fn, loop, when))
        refuse(l, loop, NULL); /* it has no loops inside: it is LLVM's */
    else
        pk_region_visit(loop->body, look_at_arrays, l);
    if (l->good)
        pk_region_visit(loop->body, look_for_waiting, l);
    if (l->good && !plain)
        pk_region_visit(e->fn->body, look_at_local, &use);
    else if (l->good && !pk_native_lanes_pay(loop))
        refuse(l, loop,
               "iterations load or store apart from each other in a loop "
               "inside");
}

bool pk_native_find_lanes(const pk_native_emitter *e, pk_inst *loop,
                          pk_native_lanes when, pk_native_lane_facts *facts,
                          pk_native_reason *why) {
    const uint32_t vector = e->options->vectors.bytes;
    const bool plain = !(loop->flags & PK_INST_items);
    look l = {.good = true};
    bool checks = false;

    if (when == PK_NATIVE_LANES_nowhere)
        refuse(&l, loop, "PORTKERN_CPU_CODE says so");
    else if (!pk_is_const_int(loop->args[2], 1) ||
             (plain && !pk_native_is_independent(e->fn, loop)))
        refuse(&l, loop, NULL); /* it may be LLVM's */
    else {
        checks = !plain && pk_native_take_checks(e->fn, loop);
        look_at_loop_over(e, loop, when, plain, &l);
    }
    *facts = (pk_native_lane_facts){
        .bytes = l.bytes,
        .idles = !plain && !checks && l.idles &&
                 (vector >= 64 || (vector >= 32 && l.narrowest >= 4)),
        .leaves = checks,
        .agreed = l.agreed};
    if (why)
        *why = l.why;
    if (!l.good)
        pk_native_forget_lanes(loop);
    return l.good;
}
