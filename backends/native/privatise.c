/* SPDX-License-Identifier: Apache-2.0 */
/* Privatisation: a run of blocks that counts in an array of few elements,
 * which others count in at the same time, counts in a copy of its own and adds
 * that to the array when it ends.
 *
 *     cuda.atomic.add(bins, values[i], 1)
 *
 * An atomic operation on memory takes a processor the time of some twenty
 * others, and ten times that while another core has the same line.
 *
 * An array has copies when integers are combined in it in one way that may be
 * done in any order, and the kernel does nothing else with it. Whether a run
 * uses its copy is found out where it begins: the array is small, the run has
 * two threads or more for each of its elements, which are both filled and
 * added, and no array that the kernel has shares memory with this one. What is
 * outside of the array, as far as its shape says, is done to memory.
 *
 *     block 0 of the run:  how many bytes of the copy are used; fill them
 *     each block:          count in the copy
 *     the last block:      add it to the array */
#include "backends/native/emit.h"

#include "base/arena.h"
#include "core/address.h"
#include "core/ir_data.h"

#include <stddef.h>
#include <stdio.h>

enum {
    COPY = 256 << 10, /* bytes that a copy has room for: a second-level cache */
    HEAD = 64,        /* bytes before it: how many of it the run uses */
    COPIES = 4        /* arrays of a kernel that have one, at most */
};

pk_op pk_native_combines(pk_op op) {
    switch ((int)op) {
    case PK_OP_atomic_add:
    case PK_OP_atomic_sub: return PK_OP_atomic_add;
    case PK_OP_atomic_min:
    case PK_OP_atomic_max:
    case PK_OP_atomic_and:
    case PK_OP_atomic_or:
    case PK_OP_atomic_xor: return op;
    }
    return PK_OP_COUNT;
}

bool pk_native_is_update(pk_op op) {
    return pk_native_combines(op) != PK_OP_COUNT || op == PK_OP_atomic_exch;
}

/* ---- which arrays have copies ---- */

static bool has_role(const pk_func *fn, const pk_param *array, pk_role role) {
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].arg == array->arg && fn->params[i].role == role)
            return true;
    return false;
}

/* Whether the shape says how many bytes the array has: its elements lie side by
 * side. */
static bool has_size(const pk_func *fn, const pk_param *array) {
    return array->role == PK_ROLE_data && !has_role(fn, array, PK_ROLE_stride);
}

static bool may_have_copy(const pk_func *fn, const pk_param *array) {
    const pk_type type = array->value->type;
    const pk_type elem =
        pk_type_is_ptr(type) ? pk_type_elem(type) : PK_TYPE_bool;

    return (elem == PK_TYPE_i32 || elem == PK_TYPE_u32 || elem == PK_TYPE_i64 ||
            elem == PK_TYPE_u64) &&
           pk_type_space(type) == PK_SPACE_global && !array->record &&
           !(array->flags & PK_PARAM_pairs) && has_size(fn, array) &&
           has_role(fn, array, PK_ROLE_shape);
}

/* How the kernel uses the array: what combines all that it does. */
typedef struct uses {
    const pk_func *fn;
    const pk_param *array;
    pk_op op; /* that combines all; PK_OP_COUNT: none so far */
    bool other;
} uses;

static bool is_of(const uses *u, const pk_value *v) {
    return v->kind != PK_VALUE_const && pk_type_is_ptr(v->type) &&
           pk_address_root(v) == u->array->value;
}

static void look_at(pk_inst *inst, void *arg) {
    uses *u = arg;
    const pk_op op = pk_native_combines(inst->op);

    for (uint32_t i = 0; i < inst->arg_count; i++) {
        const pk_value *v = inst->args[i];

        if (v->kind == PK_VALUE_result &&
            pk_native_combines(v->def->op) != PK_OP_COUNT &&
            is_of(u, v->def->args[0]))
            u->other = true; /* it asks what was there */
        if (!is_of(u, v) || (i == 0 && pk_op_is_address(inst->op)))
            continue;
        if (i || op == PK_OP_COUNT || (u->op != PK_OP_COUNT && u->op != op))
            u->other = true;
        u->op = op;
    }
}

/* Arrays whose places in memory are looked at: those that it may share some
 * with. */
static bool may_share(const pk_param *a, const pk_param *b) {
    return a != b && pk_type_is_ptr(b->value->type) &&
           !((a->flags | b->flags) & PK_PARAM_noalias);
}

/* Whether the other arrays' places can be known, too. */
static bool has_sizes(const pk_func *fn, const pk_param *array) {
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (may_share(array, &fn->params[i]) && !has_size(fn, &fn->params[i]))
            return false;
    return true;
}

uint64_t pk_native_find_privates(pk_native_emitter *e, uint64_t at) {
    const pk_func *fn = e->fn;
    uint32_t count = 0;

    if (fn->kind != PK_FUNC_kernel || e->frame->phases)
        return at;
    for (uint32_t i = 0; i < fn->param_count && count < COPIES; i++) {
        uses u = {.fn = fn, .array = &fn->params[i], .op = PK_OP_COUNT};
        pk_native_private *p;

        if (!may_have_copy(fn, u.array) || !has_sizes(fn, u.array))
            continue;
        pk_region_visit(fn->body, look_at, &u);
        p = u.other || u.op == PK_OP_COUNT
                ? NULL
                : PK_NEW(fn->ir->arena, pk_native_private);
        if (!p)
            continue;
        *p =
            (pk_native_private){e->frame->privates, u.array, u.op, count++, at};
        e->frame->privates = p;
        at += HEAD + COPY;
    }
    return at;
}

const pk_native_private *pk_native_private_of(const pk_native_emitter *e,
                                              const pk_inst *inst) {
    const pk_native_private *p = e->frame->privates;

    if (!p || pk_native_combines(inst->op) == PK_OP_COUNT ||
        !pk_func_is_entry(e->fn))
        return NULL;
    while (p && p->array->value != pk_address_root(inst->args[0]))
        p = p->next;
    return p;
}

/* ---- operations ---- */

/* The index of an element of the array, if that is what the place is, and it is
 * one for all. */
static const pk_value *index_of(const pk_native_emitter *e, const pk_inst *inst,
                                const pk_native_private *p) {
    const pk_value *to = inst->args[0];

    if (e->called[0] || !pk_is_op(to, PK_OP_elem) ||
        to->def->args[0] != p->array->value ||
        to->def->args[1]->type != PK_TYPE_i64)
        return NULL;
    return to->def->args[1];
}

/* Prints "%vN.name = text", with $v for vN, $p for own<n> of the copy, $n for
 * the number of the operation, $i for its index before it wraps, $x for what
 * is added to one that wraps, $t for the type of elements. */
typedef struct words {
    pk_native_emitter *e;
    const pk_inst *inst;
    const pk_native_private *p;
    const pk_value *index;
    uint32_t n;
} words;

static const char *put_word(void *arg, pk_text *out, const char *at) {
    const words *w = arg;
    const bool wraps = w->index && pk_is_op(w->index, PK_OP_wrap_index);

    switch (at[1]) {
    case 'v':
        pk_text_printf(out, "%%v%u%s", pk_native_id(w->e, w->inst->results[0]),
                       pk_native_lane_mark(w->e, w->inst->results[0]));
        break;
    case 'p': pk_text_printf(out, "%%own%u", w->p->number); break;
    case 'n': pk_text_uint(out, w->n); break;
    case 'a': pk_native_put_value(w->e, w->p->array->value); break;
    case 'g': pk_native_put_operand(w->e, w->inst, 0, false); break;
    case 'i':
        pk_native_put_value(w->e, wraps ? w->index->def->args[0] : w->index);
        break;
    case 'x': pk_native_put_value(w->e, w->index->def->args[1]); break;
    default: pk_text_put(out, pk_native_memory_type(w->inst->results[0]->type));
    }
    return at + 2;
}

static void put_words(pk_native_emitter *e, const pk_inst *inst,
                      const pk_native_private *p, uint32_t n,
                      const char *text) {
    words w = {
        .e = e, .inst = inst, .p = p, .index = index_of(e, inst, p), .n = n};

    pk_text_expand(e->out, text, "$", put_word, &w);
}

/* One comparison without signs answers for an index that may be negative, too:
 * if it is, it is looked at once more. Neither the index as it wraps nor its
 * place is used, so that nothing of them is left where hardly any wraps. */
void pk_native_put_private_place(pk_native_emitter *e, const pk_inst *inst,
                                 const pk_native_private *p, uint32_t n) {
    static const char by_address[] =
        "  $v.to = ptrtoint ptr $g to i64\n"
        "  $v.off = sub i64 $v.to, $p.from\n"
        "  $v.in = icmp ult i64 $v.off, $p.limit\n"
        "  br i1 $v.in, label %own.in$n, label %own.out$n\n"
        "own.in$n:\n"
        "  $v.at = getelementptr inbounds i8, ptr $p.copy, i64 $v.off\n";
    static const char by_index[] =
        "  $v.in = icmp ult i64 $i, $p.count\n"
        "  br i1 $v.in, label %own.in$n, label %own.out$n\n"
        "own.in$n:\n"
        "  $v.at = getelementptr inbounds $t, ptr $p.copy, i64 $i\n";
    static const char by_wrapping_index[] =
        "  br label %own.at$n\n"
        "own.at$n:\n"
        "  $v.far = icmp uge i64 $i, $p.count\n"
        "  br i1 $v.far, label %own.far$n, label %own.in$n, !prof !3\n"
        "own.far$n:\n"
        "  $v.sign = ashr i64 $i, 63\n"
        "  $v.by = and i64 $v.sign, $x\n"
        "  $v.wrapped = add i64 $i, $v.by\n"
        "  $v.in = icmp ult i64 $v.wrapped, $p.count\n"
        "  br i1 $v.in, label %own.in$n, label %own.out$n\n"
        "own.in$n:\n"
        "  $v.place = phi i64 [ $i, %own.at$n ], [ $v.wrapped, %own.far$n ]\n"
        "  $v.at = getelementptr inbounds $t, ptr $p.copy, i64 $v.place\n";
    const pk_value *index = index_of(e, inst, p);

    put_words(e, inst, p, n,
              !index                              ? by_address
              : pk_is_op(index, PK_OP_wrap_index) ? by_wrapping_index
                                                  : by_index);
}

void pk_native_put_shared_place(pk_native_emitter *e, const pk_inst *inst,
                                const pk_native_private *p, uint32_t n) {
    const pk_value *index = index_of(e, inst, p);

    put_words(e, inst, p, n,
              !index
                  ? "own.out$n:\n  $v.there = getelementptr i8, ptr $g, i64 0\n"
              : pk_is_op(index, PK_OP_wrap_index)
                  ? "own.out$n:\n"
                    "  $v.there = getelementptr $t, ptr $a, i64 $v.wrapped\n"
                  : "own.out$n:\n"
                    "  $v.there = getelementptr $t, ptr $a, i64 $i\n");
}

/* ---- where a run begins and ends ---- */

/* `$` and a letter stand for: t the type of elements, s their bytes, a the
 * array, i what a copy begins with, w the word that combines, c the room of a
 * copy, h and o where its head and it are in the frame; any other is the name
 * of the copy. */
static const char *put_letter(void *arg, pk_text *out, const char *at) {
    const pk_native_private *p = arg;
    const pk_type elem = pk_type_elem(p->array->value->type);
    const uint32_t bits = 8 * pk_type_bytes(elem);
    const bool is_signed = pk_type_is_signed(elem);
    const uint64_t ones = UINT64_MAX >> (64 - bits), top = ones >> 1;

    switch (at[1]) {
    case 't': pk_text_put(out, pk_native_type(elem)); break;
    case 's': pk_text_printf(out, "%u", bits / 8); break;
    case 'a': pk_text_printf(out, "%%p.%s", p->array->name); break;
    case 'c': pk_text_printf(out, "%d", COPY); break;
    case 'h': pk_text_printf(out, "%llu", (unsigned long long)p->at); break;
    case 'o':
        pk_text_printf(out, "%llu", (unsigned long long)p->at + HEAD);
        break;
    case 'i':
        pk_native_put_const(
            out, elem,
            p->op == PK_OP_atomic_and   ? ones
            : p->op == PK_OP_atomic_min ? (is_signed ? top : ones)
            : p->op == PK_OP_atomic_max ? (is_signed ? top + 1 : 0)
                                        : 0);
        break;
    case 'w':
        pk_text_put(out,
                    p->op == PK_OP_atomic_and   ? "and"
                    : p->op == PK_OP_atomic_or  ? "or"
                    : p->op == PK_OP_atomic_xor ? "xor"
                    : p->op == PK_OP_atomic_min ? is_signed ? "min" : "umin"
                    : p->op == PK_OP_atomic_max ? is_signed ? "max" : "umax"
                                                : "add");
        break;
    default: pk_text_printf(out, "own%u", p->number); return at + 1;
    }
    return at + 2;
}

static void put(pk_native_emitter *e, const pk_native_private *p,
                const char *text) {
    pk_text_expand(e->out, text, "$", put_letter, (void *)(uintptr_t)p);
}

/* Prints the bytes of an array as %NAME.size and its address as %NAME.from. */
static void put_size(pk_native_emitter *e, const pk_native_private *p,
                     const pk_param *array) {
    const pk_func *fn = e->fn;
    const uint32_t elem = pk_type_bytes(pk_type_elem(array->value->type)),
                   pair = array->flags & PK_PARAM_pairs ? 2 : 1;
    const uint32_t place = array->record ? array->record : elem * pair;
    char name[32];
    uint32_t n = 0;

    if (array == p->array)
        snprintf(name, sizeof name, "own%u", p->number);
    else
        snprintf(name, sizeof name, "own%u.%u", p->number,
                 (unsigned)(array - fn->params));
    pk_text_printf(e->out,
                   "  %%%s.from = ptrtoint ptr %%p.%s to i64\n"
                   "  %%%s.size.0 = add i64 %u, 0\n",
                   name, array->name, name, place);
    for (uint32_t i = 0; i < fn->param_count; i++) {
        const pk_param *extent = &fn->params[i];

        if (extent->arg != array->arg || extent->role != PK_ROLE_shape)
            continue;
        pk_text_printf(e->out,
                       "  %%%s.size.%u = mul i64 %%%s.size.%u, %%p.%s\n", name,
                       n + 1, name, n, extent->name);
        n++;
    }
    pk_text_printf(e->out,
                   "  %%%s.size = add i64 %%%s.size.%u, 0\n"
                   "  %%%s.to = add i64 %%%s.from, %%%s.size\n",
                   name, name, n, name, name, name);
}

/* Whether the array shares no memory with another one, and'ed to what is known
 * so far. */
static void put_apart(pk_native_emitter *e, const pk_native_private *p,
                      const pk_param *other, const char *last) {
    const unsigned n = (unsigned)(other - e->fn->params);
    char name[32];

    snprintf(name, sizeof name, "own%u.%u", p->number, n);
    put_size(e, p, other);
    pk_text_printf(e->out,
                   "  %%%s.below = icmp ule i64 %%%s.to, %%own%u.from\n"
                   "  %%%s.above = icmp ule i64 %%own%u.to, %%%s.from\n"
                   "  %%%s.apart = or i1 %%%s.below, %%%s.above\n"
                   "  %%%s.good = and i1 %%%s.apart, %%%s.good\n",
                   name, name, p->number, name, p->number, name, name, name,
                   name, name, name, last);
}

/* The loop over a copy's elements, with what is done to each. */
static void put_loop(pk_native_emitter *e, const pk_native_private *p,
                     const char *name, const char *before, const char *each) {
    char head[256];

    snprintf(head, sizeof head,
             "  br label %%$.%s\n"
             "$.%s:\n"
             "  %%$.%s.at = phi i64 [ 0, %%%s ], [ %%$.%s.next, %%$.%s.turn ]\n"
             "  %%$.%s.go = icmp ult i64 %%$.%s.at, %%$.%s.limit\n",
             name, name, name, before, name, name, name, name, name);
    put(e, p, head);
    put(e, p, each);
}

static const char first_fill[] =
    "  br i1 %$.fill.go, label %$.fill.turn, label %$.filled\n"
    "$.fill.turn:\n"
    "  %$.fill.to = getelementptr inbounds i8, ptr %$.copy, i64 %$.fill.at\n"
    "  store $t $i, ptr %$.fill.to, align $s\n"
    "  %$.fill.next = add nuw nsw i64 %$.fill.at, $s\n"
    "  br label %$.fill\n"
    "$.filled:\n"
    "  br label %$.known\n"
    "$.known:\n"
    "  %$.limit = load i64, ptr %$.head, align 8\n"
    "  %$.count = udiv i64 %$.limit, $s\n";
static const char last_merge[] =
    "  br i1 %$.merge.go, label %$.merge.look, label %$.merged\n"
    "$.merge.look:\n"
    "  %$.merge.from = getelementptr inbounds i8, ptr %$.copy, i64 "
    "%$.merge.at\n"
    "  %$.merge.new = load $t, ptr %$.merge.from, align $s\n"
    "  %$.merge.any = icmp ne $t %$.merge.new, $i\n"
    "  br i1 %$.merge.any, label %$.merge.put, label %$.merge.turn\n"
    "$.merge.put:\n"
    "  %$.merge.to = getelementptr inbounds i8, ptr $a, i64 %$.merge.at\n"
    "  %$.merge.old = atomicrmw $w ptr %$.merge.to, $t %$.merge.new "
    "monotonic\n"
    "  br label %$.merge.turn\n"
    "$.merge.turn:\n"
    "  %$.merge.next = add nuw nsw i64 %$.merge.at, $s\n"
    "  br label %$.merge\n"
    "$.merged:\n";

/* How many bytes of its copy a run uses, which its first block finds out. */
static void put_first(pk_native_emitter *e, const pk_native_private *p) {
    char last[32];

    put_size(e, p, p->array);
    put(e, p,
        "  %$.head = getelementptr inbounds i8, ptr %scratch, i64 $h\n"
        "  %$.copy = getelementptr inbounds i8, ptr %scratch, i64 $o\n"
        "  br i1 %run.begins, label %$.begin, label %$.known\n"
        "$.begin:\n"
        "  %$.elements = udiv i64 %$.size, $s\n"
        "  %$.both = shl i64 %$.elements, 1\n"
        "  %$.pays = icmp ule i64 %$.both, %run.threads\n"
        "  %$.fits = icmp ule i64 %$.size, $c\n"
        "  %$.good = and i1 %$.pays, %$.fits\n");
    snprintf(last, sizeof last, "own%u", p->number);
    for (uint32_t i = 0; i < e->fn->param_count; i++)
        if (may_share(p->array, &e->fn->params[i])) {
            put_apart(e, p, &e->fn->params[i], last);
            snprintf(last, sizeof last, "own%u.%u", p->number, i);
        }
    pk_text_printf(e->out,
                   "  %%own%u.fill.limit = select i1 %%%s.good, i64 "
                   "%%own%u.size, i64 0\n",
                   p->number, last, p->number);
    put(e, p, "  store i64 %$.fill.limit, ptr %$.head, align 8\n");
    put_loop(e, p, "fill", "$.begin", first_fill);
}

/* The run: its first block, its last one, about how many threads it has. */
static void put_run(pk_native_emitter *e) {
    static const char axes[] = "xyz";

    pk_native_put_launch_word(e, "before", "i64",
                              offsetof(pk_native_launch, before));
    pk_native_put_launch_word(e, "behind", "i64",
                              offsetof(pk_native_launch, behind));
    pk_text_put(e->out, "  %run.begins = icmp eq i64 %before, 0\n"
                        "  %run.ends = icmp eq i64 %behind, 0\n"
                        "  %run.blocks = add i64 %behind, 1\n");
    for (unsigned i = 0; i < 3; i++) {
        const char name[] = {'r', 'u', 'n', '.', 'd', 'i', 'm', axes[i], 0};

        pk_native_put_launch_word(
            e, name, "i32", (unsigned)offsetof(pk_native_launch, dim) + 4 * i);
    }
    pk_text_put(e->out, "  %run.x = zext i32 %run.dimx to i64\n"
                        "  %run.y = zext i32 %run.dimy to i64\n"
                        "  %run.z = zext i32 %run.dimz to i64\n"
                        "  %run.xy = mul i64 %run.x, %run.y\n"
                        "  %run.xyz = mul i64 %run.xy, %run.z\n"
                        "  %run.threads = mul i64 %run.xyz, %run.blocks\n");
}

void pk_native_put_privates(pk_native_emitter *e) {
    if (e->frame->privates)
        put_run(e);
    for (const pk_native_private *p = e->frame->privates; p; p = p->next)
        put_first(e, p);
}

void pk_native_put_private_sums(pk_native_emitter *e) {
    const pk_native_private *first = e->frame->privates;
    char before[32] = "block.sums";

    if (first)
        pk_text_put(e->out,
                    "  br i1 %run.ends, label %block.sums, label %block.out\n"
                    "block.sums:\n");
    for (const pk_native_private *p = first; p; p = p->next) {
        put(e, p, "  %$.merge.limit = add i64 %$.limit, 0\n");
        put_loop(e, p, "merge", before, last_merge);
        snprintf(before, sizeof before, "own%u.merged", p->number);
    }
    if (first)
        pk_text_put(e->out, "  br label %block.out\n"
                            "block.out:\n");
}
