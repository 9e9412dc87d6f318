/* SPDX-License-Identifier: Apache-2.0 */
/* resume: a function that leaves in the middle goes on there at its next call.
 *
 *                                %state = load frame; store frame, -1
 *                                if ne %state, 0 { set $n, load frame.n }
 *     for ^1 %i = 0, %n, 1 {     for ^1 %i = select $resuming, $at, 0; $n, 1 {
 *                                    set $at, %i
 *                                    if not $resuming {
 *         %1 = mul %i, %i                %1 = mul %i, %i
 *         if true {                      store frame.n, $n; store frame.at, $at
 *             return true, %1   =>       store frame, 1
 *         }                              return true, %1
 *                                    }
 *                                    set $resuming, false
 *         call @f(%i)                call @f(%i)
 *     }                          }
 *     return false, 0            return false, 0
 *
 * What leads to the place is skipped while $resuming, and regions that hold the
 * place are entered as they were: their conditions are in the frame like all
 * that lives across a place. References move: while the function runs its
 * locals own them, else the frame does, so that what ends with either is given
 * up. */
#include "core/passes/resume.h"

#include "core/ir_data.h"
#include "core/passes/scopes.h"

typedef struct place {
    bool saved, is_set;
    uint32_t run;        /* where it was met first; 0: nowhere yet */
    const pk_region *in; /* the same */
    uint32_t word;       /* of the frame */
} place;

typedef struct maker {
    pk_resume *r;
    pk_func *fn;
    pk_arena scratch;
    pk_value *memory, *state;
    pk_inst *head; /* an `if`: it is resumed */
    pk_local *resuming;
    pk_inst **returns; /* of the places, by number from 0 */
    uint32_t count;    /* places met so far */
    uint32_t run;      /* of instructions between places */
    place *places;     /* by local id */
} maker;

static pk_value *bool_of(const maker *m, bool value) {
    return pk_const_int(m->fn, PK_TYPE_bool, value);
}

static pk_value *word_at(const maker *m, pk_builder *b, uint32_t word,
                         pk_type type) {
    return pk_emit_offset(b, type, m->memory,
                          pk_const_int(m->fn, PK_TYPE_i64, 8 * (int64_t)word));
}

/* ---- places: an instruction with a mark is one, or holds one ---- */

static void mark_places(const maker *m, void *mark) {
    for (uint32_t i = 0; i < m->r->leave_count; i++)
        for (pk_inst *at = m->r->leaves[i]; at; at = at->parent->owner)
            at->mark = mark;
}

static bool is_place(const maker *m, const pk_inst *inst) {
    for (uint32_t i = 0; i < m->r->leave_count; i++)
        if (m->r->leaves[i] == inst)
            return true;
    return false;
}

static pk_inst *last_marked(const pk_region *region) {
    pk_inst *last = NULL;

    for (pk_inst *i = region->first; i; i = i->next)
        if (i->mark)
            last = i;
    return last;
}

static void move(pk_inst *inst, pk_region *to) {
    pk_inst_remove(inst);
    pk_inst_insert(to, NULL, inst);
}

/* ---- what is skipped ---- */

/* Puts the instructions from `first` to `end` into an `if`: not resuming. */
static pk_inst *skip(maker *m, pk_inst *first, pk_inst *end) {
    pk_builder b;
    pk_value *resuming;
    pk_inst *inst;

    pk_builder_init(&b, m->fn);
    pk_builder_before(&b, end);
    resuming = pk_emit_get(&b, m->resuming);
    inst = pk_begin_if(&b, pk_emit1(&b, PK_OP_not, resuming));
    pk_end_control(&b, inst);
    for (pk_inst *i = first, *next; i != end && i != resuming->def; i = next) {
        next = i->next;
        move(i, inst->body);
    }
    return inst;
}

/* Enters `inst` where it is not resumed, or at one of the places from number
 * `first` on. */
static void guard(maker *m, pk_inst *inst, uint32_t first) {
    pk_builder b;
    pk_value *enters, *from, *to;
    pk_inst *outer;

    pk_builder_init(&b, m->fn);
    pk_builder_before(&b, inst);
    enters = pk_emit1(&b, PK_OP_not, pk_emit_get(&b, m->resuming));
    from = pk_emit2(&b, PK_OP_ge, m->state,
                    pk_const_int(m->fn, PK_TYPE_i64, first + 1));
    to = pk_emit2(&b, PK_OP_le, m->state,
                  pk_const_int(m->fn, PK_TYPE_i64, m->count));
    enters = pk_emit2(&b, PK_OP_or, enters, pk_emit2(&b, PK_OP_and, from, to));
    outer = pk_begin_if(&b, enters);
    pk_end_control(&b, outer);
    outer->mark = inst;
    move(inst, outer->body);
}

/* A loop goes on with the index that it had. */
static void keep_index(maker *m, pk_inst *loop) {
    pk_local *at = pk_func_local(m->fn, "at", loop->index->type);
    pk_builder b;

    pk_builder_init(&b, m->fn);
    pk_builder_before(&b, loop);
    loop->args[0] = pk_emit3(&b, PK_OP_select, pk_emit_get(&b, m->resuming),
                             pk_emit_get(&b, at), loop->args[0]);
    loop->flags &= (uint8_t)~(PK_INST_items | PK_INST_apart);
    b.region = loop->body;
    b.before = loop->body->first;
    pk_emit_set(&b, at, loop->index);
}

/* The instructions from `first` on and the place lead to its return. */
static void leave(maker *m, pk_inst *first, pk_inst *at, bool last) {
    pk_inst *returns = at->body->first;
    pk_inst *run = skip(m, first, at);
    const pk_value *number;
    pk_builder b;

    move(returns, run->body);
    m->returns[m->count++] = returns;
    number = pk_const_int(m->fn, PK_TYPE_i64, m->count);
    pk_builder_init(&b, m->fn);
    pk_builder_before(&b, at);
    pk_emit_set(&b, m->resuming,
                last ? bool_of(m, false)
                     : pk_emit2(&b, PK_OP_ne, m->state, (pk_value *)number));
    at->prev->mark = at;
    pk_inst_remove(at);
}

static void split(maker *m, pk_region *region, pk_inst *first) {
    const pk_inst *last = last_marked(region);

    for (pk_inst *i = first, *next; i && last; i = next) {
        const uint32_t before = m->count;
        const bool is_last = i == last;
        next = i->next;
        if (!i->mark)
            continue;
        if (is_place(m, i)) {
            leave(m, first, i, is_last);
        } else {
            if (first != i)
                skip(m, first, i);
            if (i->body)
                split(m, i->body, i->body->first);
            if (i->other)
                split(m, i->other, i->other->first);
            if (i->op == PK_OP_for)
                keep_index(m, i);
            if (!is_last)
                guard(m, i, before);
        }
        first = next;
        if (is_last)
            break; /* behind the last one nothing is resumed any more */
    }
}

/* ---- what lives across a place ---- */

static bool is_within(const pk_region *region, const pk_region *outer) {
    while (region && region != outer)
        region = region->owner ? region->owner->parent : NULL;
    return region;
}

/* A local lives within a run where it is set before all else that is done with
 * it. That it refers to nothing from some place on can be forgotten. */
static void meet(maker *m, const pk_inst *inst) {
    place *p = &m->places[inst->local->id];
    const bool sets = inst->op == PK_OP_set;

    if (sets && inst->local->type == PK_TYPE_ref && pk_is_const(inst->args[0]))
        return;
    p->is_set |= sets;
    if (!p->run) {
        p->run = m->run;
        p->in = inst->parent;
        p->saved = !sets;
    }
    p->saved |= p->run != m->run || !is_within(inst->parent, p->in);
}

static void meet_all(maker *m, pk_region *region) {
    for (pk_inst *i = region->first; i; i = i->next) {
        if (i->local)
            meet(m, i);
        m->run += i->mark != NULL;
        if (i->body)
            meet_all(m, i->body);
        m->run += i->mark != NULL;
        if (i->other)
            meet_all(m, i->other);
        m->run += i->mark != NULL;
    }
}

/* ---- owners of memory that pointers lead to ---- */

/* The reference that owns the memory of a pointer, where `at` stands behind
 * what computes it; NULL: none. */
static pk_value *owner_of(maker *m, const pk_value *pointer) {
    const pk_inst *def = pointer->kind == PK_VALUE_result ? pointer->def : NULL;
    pk_builder b;

    if (!def)
        return NULL;
    switch ((int)def->op) {
    case PK_OP_elem:
    case PK_OP_offset: return owner_of(m, def->args[0]);
    case PK_OP_pointer: return def->args[1];
    case PK_OP_memory: return def->args[0];
    case PK_OP_get:
        if (!def->local->mark)
            return NULL;
        pk_builder_init(&b, m->fn);
        b.loc = def->loc;
        b.region = def->parent;
        b.before = def->next;
        return pk_emit_get(&b, def->local->mark);
    default: break;
    }
    for (uint32_t i = 0, met = 0; i < def->result_count; i++) {
        met += def->results[i] == pointer;
        if ((met || pk_op_table[def->op].rule == PK_RULE_ALLOC) &&
            def->results[i]->type == PK_TYPE_ref)
            return def->results[i];
    }
    return NULL;
}

/* A local that a pointer was put into to be seen elsewhere gets an owner. */
static void own_pointer(pk_inst *inst, void *arg) {
    maker *m = arg;
    pk_value *owner;
    pk_builder b;

    if (inst->op != PK_OP_set || !pk_type_is_ptr(inst->local->type) ||
        inst->local->mark)
        return;
    owner = owner_of(m, inst->args[0]);
    if (!owner || pk_is_const(owner))
        return;
    inst->local->mark = pk_func_local(m->fn, "owner", PK_TYPE_ref);
    pk_builder_init(&b, m->fn);
    b.region = inst->parent;
    b.before = inst->next;
    pk_emit_set(&b, inst->local->mark, owner);
}

/* ---- the frame ---- */

/* A word that was filled by the frame's maker, or a new one. */
static uint32_t take_word(pk_resume *r, uint64_t *used, uint32_t given,
                          bool ref) {
    for (uint32_t i = 1; i < given && i < PK_FRAME_REFS; i++)
        if (!(*used >> i & 1) && (r->refs >> i & 1) == ref) {
            *used |= UINT64_C(1) << i;
            return i;
        }
    if (ref && r->words < PK_FRAME_REFS)
        r->refs |= UINT64_C(1) << r->words;
    else
        r->too_large |= ref;
    r->too_large |= r->words >= PK_FRAME_WORDS;
    return r->words++;
}

/* References first: no memory says more than which of 64 words are such. */
static void take_words(maker *m) {
    const uint32_t given = m->r->filled;
    uint64_t used = 0;

    for (int refs = 1; refs >= 0; refs--)
        for (const pk_local *l = m->fn->locals; l; l = l->next)
            if (m->places[l->id].saved && (l->type == PK_TYPE_ref) == refs)
                m->places[l->id].word = take_word(m->r, &used, given, refs);
}

static void save(maker *m, pk_builder *b, pk_local *local) {
    pk_value *value = pk_emit_get(b, local);

    if (pk_type_is_ptr(local->type))
        value = pk_emit1(b, PK_OP_address, value);
    pk_emit2(b, PK_OP_store,
             word_at(m, b, m->places[local->id].word, value->type), value);
}

static void restore(maker *m, pk_builder *b, pk_local *local) {
    const bool points = pk_type_is_ptr(local->type);
    pk_value *none = pk_const_bits(m->fn, PK_TYPE_ref, 0);
    pk_value *at = word_at(m, b, m->places[local->id].word,
                           points ? PK_TYPE_u64 : local->type);
    pk_value *value = pk_emit1(b, PK_OP_load, at);

    if (points)
        value =
            pk_emit_pointer(b, pk_type_elem(local->type), value,
                            local->mark ? pk_emit_get(b, local->mark) : none);
    pk_emit_set(b, local, value);
    if (local->type != PK_TYPE_ref)
        return;
    pk_emit2(b, PK_OP_store, at, none);
    pk_emit1(b, PK_OP_release, value);
}

static void save_all(maker *m) {
    for (uint32_t i = 0; i < m->count; i++) {
        pk_builder b;
        pk_builder_init(&b, m->fn);
        pk_builder_before(&b, m->returns[i]);
        for (pk_local *l = m->fn->locals; l; l = l->next)
            if (m->places[l->id].saved)
                save(m, &b, l);
        pk_emit2(&b, PK_OP_store, word_at(m, &b, 0, PK_TYPE_i64),
                 pk_const_int(m->fn, PK_TYPE_i64, i + 1));
    }
}

static void restore_all(maker *m) {
    pk_builder b;

    pk_builder_init(&b, m->fn);
    b.loc = m->fn->loc;
    b.region = m->head->body;
    for (int points = 0; points < 2; points++)
        for (pk_local *l = m->fn->locals; l; l = l->next)
            if (m->places[l->id].saved && pk_type_is_ptr(l->type) == points)
                restore(m, &b, l);
}

/* ---- the function ---- */

static void end_function(const maker *m, pk_builder *b) {
    pk_value **zeros = pk_arena_array(m->fn->ir->arena,
                                      m->fn->result_count + 1u, sizeof *zeros);

    if (!zeros)
        return;
    for (uint32_t i = 0; i < m->fn->result_count; i++)
        zeros[i] =
            pk_type_is_ptr(m->fn->results[i])
                ? pk_emit_get(b, pk_func_local(m->fn, NULL, m->fn->results[i]))
                : pk_const_bits(m->fn, m->fn->results[i], 0);
    pk_emit_return(b, zeros, m->fn->result_count);
}

static void begin_function(maker *m) {
    pk_builder b;
    pk_value *at;
    pk_inst *ended;

    pk_builder_init(&b, m->fn);
    b.loc = m->fn->loc;
    b.before = m->fn->body->first;
    m->memory = m->fn->params[0].value;
    at = word_at(m, &b, 0, PK_TYPE_i64);
    m->state = pk_emit1(&b, PK_OP_load, at);
    ended = pk_begin_if(&b, pk_emit2(&b, PK_OP_lt, m->state,
                                     pk_const_int(m->fn, PK_TYPE_i64, 0)));
    end_function(m, &b);
    pk_end_control(&b, ended);
    pk_emit2(&b, PK_OP_store, at, pk_const_int(m->fn, PK_TYPE_i64, -1));
    at = pk_emit2(&b, PK_OP_ne, m->state, pk_const_int(m->fn, PK_TYPE_i64, 0));
    pk_emit_set(&b, m->resuming, at);
    m->head = pk_begin_if(&b, at);
    pk_end_control(&b, m->head);
}

static void clear_inst(pk_inst *inst, void *arg) {
    (void)arg;
    inst->mark = NULL;
}

static void find_places(maker *m) {
    m->places =
        pk_arena_array(&m->scratch, m->fn->local_count + 1u, sizeof *m->places);
    m->run = 1;
    if (!m->places)
        return;
    meet_all(m, m->fn->body);
    for (const pk_local *l = m->fn->locals; l; l = l->next)
        m->places[l->id].saved &= m->places[l->id].is_set && l != m->resuming;
    for (const pk_local *l = m->fn->locals; l; l = l->next)
        if (m->places[l->id].saved && l->mark)
            m->places[((pk_local *)l->mark)->id].saved = true;
}

void pk_resume_make(pk_resume *r) {
    maker m = {.r = r, .fn = r->fn};
    pk_inst *first;
    pk_builder b;

    r->fn->flags |= PK_FUNC_resumes;
    pk_arena_init(&m.scratch, r->fn->ir->arena->allocator);
    m.resuming = pk_func_local(r->fn, "resuming", PK_TYPE_bool);
    m.returns =
        pk_arena_array(&m.scratch, r->leave_count + 1u, sizeof(pk_inst *));
    pk_builder_init(&b, r->fn);
    if (!pk_region_ends(r->fn->body))
        end_function(&m, &b);
    first = r->fn->body->first;
    if (!m.scratch.failed && !r->fn->ir->arena->failed) {
        begin_function(&m);
        mark_places(&m, &m);
        split(&m, r->fn->body, first);
        pk_repair_scopes(r->fn, &m.scratch);
        pk_region_visit(r->fn->body, own_pointer, &m);
        find_places(&m);
    }
    if (m.places && !r->fn->ir->arena->failed) {
        take_words(&m);
        save_all(&m);
        restore_all(&m);
    }
    pk_region_visit(r->fn->body, clear_inst, NULL);
    for (pk_local *l = r->fn->locals; l; l = l->next)
        l->mark = NULL;
    r->fn->ir->arena->failed |= m.scratch.failed;
    pk_arena_finish(&m.scratch);
}
