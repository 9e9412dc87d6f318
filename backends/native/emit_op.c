/* SPDX-License-Identifier: Apache-2.0 */
/* Straight-line instructions: most are a row of native_ops.def, memory is
 * chosen here, conversions in emit_convert.c. */
#include "backends/native/emit.h"

#include "base/counted.h"

#include <stdio.h>
#include <string.h>

/* NULL where there is none. Without a default, so that the compiler names an
 * operation that has no row. */
static const char *spelling_of(pk_op op, pk_native_class class) {
    switch (op) {
#define NATIVE_OP(op, b, s, u, f, p)                                           \
    case PK_OP_##op: {                                                         \
        static const char *const row[PK_NATIVE_CLASS_COUNT] = {                \
            [PK_NATIVE_BOOL] = b,     [PK_NATIVE_SIGNED] = s,                  \
            [PK_NATIVE_UNSIGNED] = u, [PK_NATIVE_FLOAT] = f,                   \
            [PK_NATIVE_POINTER] = p,                                           \
        };                                                                     \
        return row[class];                                                     \
    }
#include "backends/native/native_ops.def"
#undef NATIVE_OP
    case PK_OP_COUNT: break;
    }
    return NULL;
}

/* LLVM's estimates of square roots make 1 / sqrt(0) a NaN, so that these have
 * no flags; nor does float64, which is exact on every backend. */
static bool is_exact(const pk_inst *inst) {
    const pk_value *v = inst->arg_count > 1 ? inst->args[1] : inst->args[0];

    return inst->op == PK_OP_sqrt || inst->results[0]->type != PK_TYPE_f32 ||
           (v->kind == PK_VALUE_result && v->def->op == PK_OP_sqrt);
}

static const char *fast_flags(const pk_inst *inst) {
    switch (inst->flags & PK_INST_fast) {
    case PK_INST_approx: return is_exact(inst) ? "" : "arcp ";
    case PK_INST_contract: return "contract ";
    case PK_INST_reassoc: return "reassoc nsz ";
    case PK_INST_contract | PK_INST_reassoc: return "reassoc nsz contract ";
    }
    return "";
}

void pk_native_put_result(pk_native_emitter *e, const pk_inst *inst) {
    if (inst->result_count)
        pk_text_printf(e->out,
                       "  %%v%u%s = ", pk_native_id(e, inst->results[0]),
                       pk_native_lane_mark(e, inst->results[0]));
    else
        pk_text_put(e->out, "  ");
}

void pk_native_put_operand(pk_native_emitter *e, const pk_inst *inst,
                           uint32_t i, bool widened) {
    if (e->renamed)
        pk_text_put(e->out, e->operands[i]);
    else if (i < 2 && e->called[i])
        pk_text_put(e->out, e->called[i]);
    else if (widened)
        pk_text_printf(e->out, "%%v%u.%c", pk_native_id(e, inst->results[0]),
                       (int)('a' + i));
    else
        pk_native_put_value(e, inst->args[i]);
}

void pk_native_put_either(pk_native_emitter *e, const char *one,
                          const char *many) {
    if (e->width)
        pk_text_printf(e->out, many, (unsigned)e->width, one);
    else
        pk_text_put(e->out, one);
}

static void put_bits(pk_native_emitter *e, pk_type type, bool ones) {
    const char *word = !ones ? "0" : type == PK_TYPE_bool ? "true" : "-1";

    if (e->width)
        pk_text_printf(e->out, "splat (%s %s)", pk_native_type(type), word);
    else
        pk_text_put(e->out, word);
}

static const char *put_letter(void *arg, pk_text *out, const char *at) {
    const pk_native_spelled *s = arg;
    pk_native_emitter *e = s->e;

    switch (at[1]) {
    case 'a':
    case 'b':
    case 'c':
        pk_native_put_operand(e, s->inst, (uint32_t)(at[1] - 'a'), s->widened);
        break;
    case 't':
        pk_native_put_either(e, pk_native_type(s->type), "<%u x %s>");
        break;
    case 'n':
        pk_native_put_either(e, pk_native_suffix(s->type), "v%u%s");
        break;
    case '0': put_bits(e, s->type, false); break;
    case '1': put_bits(e, s->type, true); break;
    case 'f': pk_text_put(out, fast_flags(s->inst)); break;
    case 'o':
        if (!e->width && pk_native_is_exact(s->inst))
            pk_text_put(out, "nuw nsw ");
        break;
    }
    return at + 2;
}

static void put_pattern(pk_native_emitter *e, const pk_inst *inst,
                        const char *text, pk_type type, bool widened) {
    pk_text_expand(e->out, text, "$", put_letter,
                   &(pk_native_spelled){
                       .e = e, .inst = inst, .type = type, .widened = widened});
}

/* Numbers are kept in bounds by constants. */
const char *pk_native_spelling(const pk_inst *inst, pk_type type) {
    bool least = inst->op == PK_OP_min_nan, most = inst->op == PK_OP_max_nan;

    if ((least || most) && pk_is_const(inst->args[1])) {
        double bound = pk_const_get_float(inst->args[1]);
        if (bound < 0 || bound > 0)
            return least ? "@min_bound" : "@max_bound";
    }
    return spelling_of(inst->op, pk_native_class_of(type));
}

void pk_native_put_helper_call(pk_native_emitter *e, const pk_inst *inst,
                               const char *name, pk_type type, bool widened) {
    bool at_pointer = pk_type_is_ptr(inst->args[0]->type);

    e->helpers[e->width / 8][pk_native_find_helper(name, type)] |= 1u << type;
    put_pattern(e, inst, "call $t @", type, widened);
    pk_text_put(e->out, name);
    put_pattern(e, inst,
                at_pointer ? ".$n(ptr $a, $t $b)" : ".$n($t $a, $t $b)", type,
                widened);
}

void pk_native_put_spelling(pk_native_emitter *e, const pk_inst *inst,
                            const char *text, pk_type type, bool widened) {
    if (text[0] == '@')
        pk_native_put_helper_call(e, inst, text + 1, type, widened);
    else
        put_pattern(e, inst, text, type, widened);
}

/* float16: operands to float32, the operation there, its result rounded. */
static void put_half(pk_native_emitter *e, const pk_inst *inst,
                     const char *text) {
    uint32_t id = pk_native_id(e, inst->results[0]);
    bool to_half = inst->results[0]->type == PK_TYPE_f16;

    for (uint32_t i = 0; i < inst->arg_count; i++) {
        pk_text_printf(e->out, "  %%v%u.%c = fpext half ", id, (int)('a' + i));
        pk_native_put_value(e, inst->args[i]);
        pk_text_put(e->out, " to float\n");
    }
    pk_text_printf(e->out, to_half ? "  %%v%u.r = " : "  %%v%u = ", id);
    pk_native_put_spelling(e, inst, text, PK_TYPE_f32, true);
    if (to_half)
        pk_text_printf(e->out, "\n  %%v%u = fptrunc float %%v%u.r to half", id,
                       id);
    pk_text_put(e->out, "\n");
}

/* A shift by a constant below the width needs no helper. */
static bool put_const_shift(pk_native_emitter *e, const pk_inst *inst) {
    const char *word = "shl";
    pk_type type;

    if (inst->op != PK_OP_shl && inst->op != PK_OP_shr)
        return false;
    type = inst->args[0]->type;
    if (!pk_is_const(inst->args[1]) ||
        inst->args[1]->bits >= 8 * pk_type_bytes(type))
        return false;
    if (inst->op == PK_OP_shr)
        word = pk_type_is_signed(type) ? "ashr" : "lshr";
    pk_native_put_result(e, inst);
    pk_text_printf(e->out, "%s %s ", word, pk_native_type(type));
    pk_native_put_operand(e, inst, 0, false);
    pk_text_printf(e->out, ", %u\n", (unsigned)inst->args[1]->bits);
    return true;
}

/* ---- memory ---- */

/* In a lane loop the address is the first lane's, which may be idle and out of
 * bounds while others are not. */
static void put_address(pk_native_emitter *e, const pk_inst *inst) {
    pk_native_put_result(e, inst);
    pk_text_printf(e->out, "getelementptr %s%s, ptr ",
                   e->lanes ? "" : "inbounds ", pk_native_step_type(inst));
    pk_native_put_operand(e, inst, 0, false);
    pk_text_printf(e->out, ", %s ", pk_native_type(inst->args[1]->type));
    pk_native_put_operand(e, inst, 1, false);
    pk_text_put(e->out, "\n");
}

/* Iterations of an item loop do not depend on each other through memory that
 * threads share. A thread's own array may be the same memory for all of them:
 * unless each has its part, the vectoriser has to look for itself. */
static void put_memory_end(pk_native_emitter *e, const pk_value *pointer) {
    const pk_native_array *array = pk_native_array_of(pointer);
    bool shared = pk_type_space(pointer->type) != PK_SPACE_local;

    pk_text_printf(e->out, ", align %u",
                   pk_type_bytes(pk_type_elem(pointer->type)));
    if (e->group && (shared || (array && array->own)))
        pk_text_printf(e->out, ", !llvm.access.group !%u", e->group);
    else
        e->ungrouped = true;
    pk_text_put(e->out, "\n");
}

static void put_load(pk_native_emitter *e, const pk_inst *inst) {
    pk_type elem = pk_type_elem(inst->args[0]->type);
    uint32_t id = pk_native_id(e, inst->results[0]);
    bool is_bool = elem == PK_TYPE_bool;

    pk_text_printf(e->out, "  %%v%u%s%s = load %s, ptr ", id,
                   pk_native_lane_mark(e, inst->results[0]),
                   is_bool ? ".m" : "", pk_native_memory_type(elem));
    pk_native_put_operand(e, inst, 0, false);
    put_memory_end(e, inst->args[0]);
    if (is_bool)
        pk_text_printf(e->out, "  %%v%u%s = icmp ne i8 %%v%u%s.m, 0\n", id,
                       pk_native_lane_mark(e, inst->results[0]), id,
                       pk_native_lane_mark(e, inst->results[0]));
}

/* A bool is widened under a fresh name, since a store has no result. */
static void put_store(pk_native_emitter *e, const pk_inst *inst) {
    pk_type elem = inst->args[1]->type;
    uint32_t fresh = 0;

    if (elem == PK_TYPE_bool) {
        fresh = ++e->labels;
        pk_text_printf(e->out, "  %%b%u = zext i1 ", fresh);
        pk_native_put_operand(e, inst, 1, false);
        pk_text_put(e->out, " to i8\n");
    }
    pk_text_printf(e->out, "  store %s ", pk_native_memory_type(elem));
    if (fresh)
        pk_text_printf(e->out, "%%b%u", fresh);
    else
        pk_native_put_operand(e, inst, 1, false);
    pk_text_put(e->out, ", ptr ");
    pk_native_put_operand(e, inst, 0, false);
    put_memory_end(e, inst->args[0]);
}

static void put_local(pk_native_emitter *e, const pk_inst *inst) {
    const char *type = pk_native_type(inst->local->type);

    pk_native_put_result(e, inst);
    if (inst->op == PK_OP_get)
        pk_text_printf(e->out, "load %s, ", type);
    else {
        pk_text_printf(e->out, "store %s ", type);
        pk_native_put_operand(e, inst, 0, false);
        pk_text_put(e->out, ", ");
    }
    pk_text_printf(e->out, "ptr %%l.%s\n", inst->local->name);
}

/* The instruction between a load and a store, a comparison for min and max, ""
 * for none; NULL when the operation is more than that. */
static const char *plain_word(pk_op op, pk_native_class class) {
    bool is_float = class == PK_NATIVE_FLOAT;
    bool is_signed = class == PK_NATIVE_SIGNED;

    if (class != PK_NATIVE_SIGNED && class != PK_NATIVE_UNSIGNED && !is_float)
        return NULL;
    switch ((int)op) {
    case PK_OP_atomic_add: return is_float ? "fadd" : "add";
    case PK_OP_atomic_sub: return is_float ? "fsub" : "sub";
    case PK_OP_atomic_exch: return "";
    case PK_OP_atomic_and: return is_float ? NULL : "and";
    case PK_OP_atomic_or: return is_float ? NULL : "or";
    case PK_OP_atomic_xor: return is_float ? NULL : "xor";
    case PK_OP_atomic_min:
        return is_float ? NULL : is_signed ? "icmp slt" : "icmp ult";
    case PK_OP_atomic_max:
        return is_float ? NULL : is_signed ? "icmp sgt" : "icmp ugt";
    }
    return NULL;
}

/* "  %v7.n = word i32 %v3, " up to the second operand. */
static void put_step(pk_native_emitter *e, const pk_inst *inst,
                     const char *part, const char *word, const char *type) {
    pk_text_printf(e->out, "  %%v%u%s.%s = %s %s ",
                   pk_native_id(e, inst->results[0]),
                   pk_native_lane_mark(e, inst->results[0]), part, word, type);
}

/* Prints ", ptr %x, align 4": the place of an atomic operation, or `at`. */
static void put_place(pk_native_emitter *e, const pk_inst *inst,
                      const char *at) {
    pk_text_put(e->out, ", ptr ");
    if (at)
        pk_text_put(e->out, at);
    else
        pk_native_put_operand(e, inst, 0, false);
    pk_text_printf(e->out, ", align %u\n",
                   pk_type_bytes(pk_type_elem(inst->args[0]->type)));
}

/* A load, the operation, and a store. They are in no access group, for
 * iterations do depend on each other here. */
static void put_update(pk_native_emitter *e, const pk_inst *inst,
                       const char *at) {
    const pk_type elem = pk_type_elem(inst->args[0]->type);
    const char *word = plain_word(inst->op, pk_native_class_of(elem));
    const char *type = pk_native_type(elem);
    const char *mark = pk_native_lane_mark(e, inst->results[0]);
    const uint32_t id = pk_native_id(e, inst->results[0]);

    e->ungrouped = true;
    pk_native_put_result(e, inst);
    pk_text_printf(e->out, "load %s", type);
    put_place(e, inst, at);
    if (word[0] == 'i') { /* min, max */
        put_step(e, inst, "c", word, type);
        pk_native_put_operand(e, inst, 1, false);
        pk_text_printf(e->out, ", %%v%u%s\n", id, mark);
        pk_text_printf(e->out, "  %%v%u%s.n = select i1 %%v%u%s.c, %s ", id,
                       mark, id, mark, type);
        pk_native_put_operand(e, inst, 1, false);
        pk_text_printf(e->out, ", %s %%v%u%s\n", type, id, mark);
    } else if (word[0]) {
        put_step(e, inst, "n", word, type);
        pk_text_printf(e->out, "%%v%u%s, ", id, mark);
        pk_native_put_operand(e, inst, 1, false);
        pk_text_put(e->out, "\n");
    }
    pk_text_printf(e->out, "  store %s ", type);
    if (word[0])
        pk_text_printf(e->out, "%%v%u%s.n", id, mark);
    else
        pk_native_put_operand(e, inst, 1, false);
    put_place(e, inst, at);
}

/* Shared memory is that of one block, whose threads are all run by one worker,
 * one after the other: a load and a store do. */
static bool is_plain(const pk_inst *inst) {
    const pk_type elem = pk_type_elem(inst->args[0]->type);

    return plain_word(inst->op, pk_native_class_of(elem)) &&
           elem != PK_TYPE_f16 &&
           pk_type_space(inst->args[0]->type) == PK_SPACE_shared;
}

/* In the run's copy of the array, where it uses one and the place is within;
 * else in the array itself. */
static void put_private(pk_native_emitter *e, const pk_inst *inst,
                        const pk_native_private *p) {
    const char *mark = pk_native_lane_mark(e, inst->results[0]);
    const uint32_t id = pk_native_id(e, inst->results[0]), n = ++e->labels;
    const pk_type elem = pk_type_elem(inst->args[0]->type);
    const char *called = e->called[0];
    char at[32], there[32];

    pk_native_put_private_place(e, inst, p, n);
    snprintf(at, sizeof at, "%%v%u%s.at", id, mark);
    put_update(e, inst, at);
    pk_text_printf(e->out, "  br label %%own.done%u\n", n);
    pk_native_put_shared_place(e, inst, p, n);
    snprintf(there, sizeof there, "%%v%u%s.there", id, mark);
    e->called[0] = there;
    pk_text_printf(e->out, "  %%v%u%s.old = ", id, mark);
    pk_native_put_spelling(
        e, inst, spelling_of(inst->op, pk_native_class_of(elem)), elem, false);
    e->called[0] = called;
    pk_text_printf(e->out,
                   "\n"
                   "  br label %%own.done%u\n"
                   "own.done%u:\n",
                   n, n);
}

static void put_atomic(pk_native_emitter *e, const pk_inst *inst) {
    const pk_type elem = pk_type_elem(inst->args[0]->type);
    const pk_native_private *p = pk_native_private_of(e, inst);

    if (p) {
        put_private(e, inst, p);
        return;
    }
    if (is_plain(inst)) {
        put_update(e, inst, NULL);
        return;
    }
    pk_native_put_result(e, inst);
    pk_native_put_spelling(
        e, inst, spelling_of(inst->op, pk_native_class_of(elem)), elem, false);
    pk_text_put(e->out, "\n");
}

/* Bits in and out: floats and bool as the integers that memory holds. */
static void put_cas_operand(pk_native_emitter *e, const pk_inst *inst,
                            uint32_t i, unsigned bits) {
    pk_type type = inst->args[i]->type;

    pk_text_printf(
        e->out, "  %%v%u.c%u = %s %s ", pk_native_id(e, inst->results[0]), i,
        type == PK_TYPE_bool ? "zext" : "bitcast", pk_native_type(type));
    pk_native_put_operand(e, inst, i, false);
    pk_text_printf(e->out, " to i%u\n", bits);
}

static void put_atomic_cas(pk_native_emitter *e, const pk_inst *inst) {
    pk_type type = inst->args[1]->type;
    unsigned bits = 8 * pk_type_bytes(type);
    uint32_t id = pk_native_id(e, inst->results[0]);
    bool integer = pk_type_is_int(type);

    put_cas_operand(e, inst, 1, bits);
    put_cas_operand(e, inst, 2, bits);
    pk_text_printf(e->out, "  %%v%u.p = cmpxchg ptr ", id);
    pk_native_put_operand(e, inst, 0, false);
    pk_text_printf(e->out,
                   ", i%u %%v%u.c1, i%u %%v%u.c2 monotonic monotonic\n"
                   "  %%v%u%s = extractvalue { i%u, i1 } %%v%u.p, 0\n",
                   bits, id, bits, id, id, integer ? "" : ".s", bits, id);
    if (!integer)
        pk_text_printf(e->out, "  %%v%u = %s i%u %%v%u.s to %s\n", id,
                       type == PK_TYPE_bool ? "trunc" : "bitcast", bits, id,
                       pk_native_type(type));
}

/* ---- the rest ---- */

static void put_select(pk_native_emitter *e, const pk_inst *inst) {
    const char *type = pk_native_type(inst->results[0]->type);

    pk_native_put_result(e, inst);
    pk_text_put(e->out, "select i1 ");
    pk_native_put_operand(e, inst, 0, false);
    for (uint32_t i = 1; i < 3; i++) {
        pk_text_printf(e->out, ", %s ", type);
        pk_native_put_operand(e, inst, i, false);
    }
    pk_text_put(e->out, "\n");
}

/* Counts of cycles, or of a clock that is as good, and nanoseconds. */
static void put_time(pk_native_emitter *e, const pk_inst *inst) {
    const char *name =
        inst->op == PK_OP_global_timer ? "pk_cpu_now" : "pk_cpu_cycles";
    uint32_t n = ++e->labels;

    e->reads_time = true;
    if (inst->op == PK_OP_clock) {
        pk_text_printf(e->out, "  %%t%u = call i64 @%s()\n", n, name);
        pk_native_put_result(e, inst);
        pk_text_printf(e->out, "trunc i64 %%t%u to i32\n", n);
        return;
    }
    pk_native_put_result(e, inst);
    pk_text_printf(e->out, "call i64 @%s()\n", name);
}

static void put_threads(pk_native_emitter *e, const pk_inst *inst) {
    e->has_threads = true;
    if (inst->result_count) {
        pk_native_put_result(e, inst);
        pk_text_printf(e->out, "call i64 @pk_cpu_%s()\n",
                       pk_op_table[inst->op].name);
        return;
    }
    pk_text_printf(e->out, "  call void @pk_cpu_%s(i64 ",
                   pk_op_table[inst->op].name);
    pk_native_put_operand(e, inst, 0, false);
    pk_text_put(e->out, ")\n");
}

/* The memory of an object is behind its head (base/counted.h). */
static void put_alloc(pk_native_emitter *e, const pk_inst *inst) {
    e->has_objects = true;
    pk_native_put_result(e, inst);
    pk_text_printf(e->out, "call noalias ptr @pk_cpu_%s(i64 ",
                   pk_op_table[inst->op].name);
    pk_native_put_operand(e, inst, 0, false);
    for (uint32_t i = 1; i < inst->arg_count; i++) {
        pk_text_put(e->out, ", i64 ");
        pk_native_put_operand(e, inst, i, false);
    }
    pk_text_printf(e->out, ")\n  %%v%u = getelementptr i8, ptr %%v%u, i64 %d\n",
                   pk_native_id(e, inst->results[1]),
                   pk_native_id(e, inst->results[0]), PK_COUNTED_ALIGN);
}

static void put_memory_of(pk_native_emitter *e, const pk_inst *inst) {
    pk_native_put_result(e, inst);
    pk_text_put(e->out, "getelementptr i8, ptr ");
    pk_native_put_operand(e, inst, 0, false);
    pk_text_printf(e->out, ", i64 %d\n", PK_COUNTED_ALIGN);
}

static void put_pointer(pk_native_emitter *e, const pk_inst *inst) {
    pk_native_put_result(e, inst);
    pk_text_put(e->out, "inttoptr i64 ");
    pk_native_put_operand(e, inst, 0, false);
    pk_text_put(e->out, " to ptr\n");
}

/* The words of a thread stay where they are, so that a loop asks once. */
static void put_random_state(pk_native_emitter *e, const pk_inst *inst) {
    e->has_objects = true;
    pk_native_put_result(e, inst);
    pk_text_put(e->out, "call ptr @pk_random_state(i32 ");
    pk_native_put_operand(e, inst, 0, false);
    pk_text_put(e->out, ")\n");
}

static void put_lapack(pk_native_emitter *e, const pk_inst *inst) {
    static const char *const types[] = {"ptr ", ", i32 ", ", i64 ", ", i64 ",
                                        ", i64 "};

    e->has_objects = true;
    pk_native_put_result(e, inst);
    pk_text_put(e->out, "call i64 @pk_cpu_lapack(");
    for (uint32_t i = 0; i < 5; i++) {
        pk_text_put(e->out, types[i]);
        pk_native_put_operand(e, inst, i, false);
        if (!i)
            pk_text_printf(e->out, ", i32 %u",
                           pk_type_bytes(pk_type_elem(inst->args[0]->type)));
    }
    pk_text_put(e->out, ")\n");
}

static void put_sole(pk_native_emitter *e, const pk_inst *inst) {
    static const char *const types[] = {"ptr ", ", ptr ", ", i64 "};

    e->has_objects = true;
    pk_native_put_result(e, inst);
    pk_text_put(e->out, "call zeroext i1 @pk_cpu_sole(");
    for (uint32_t i = 0; i < 3; i++) {
        pk_text_put(e->out, types[i]);
        pk_native_put_operand(e, inst, i, false);
    }
    pk_text_put(e->out, ")\n");
}

static void put_home(pk_native_emitter *e, const pk_inst *inst) {
    e->has_objects = true;
    pk_text_put(e->out, "  call void @pk_cpu_home(i64 ");
    pk_native_put_operand(e, inst, 0, false);
    pk_text_put(e->out, ", i32 ");
    pk_native_put_operand(e, inst, 1, false);
    pk_text_put(e->out, ")\n");
}

static void put_owner(pk_native_emitter *e, const pk_inst *inst) {
    e->has_objects = true;
    pk_text_printf(e->out, "  call void @pk_cpu_%s(ptr ",
                   pk_op_table[inst->op].name);
    pk_native_put_operand(e, inst, 0, false);
    pk_text_put(e->out, ")\n");
}

static void put_row(pk_native_emitter *e, const pk_inst *inst) {
    pk_type type = inst->arg_count ? inst->args[0]->type : PK_TYPE_void;
    const char *text = pk_native_spelling(inst, type);

    if (!text)
        pk_native_refuse(e, inst, "has no form in native code");
    else if (type == PK_TYPE_f16)
        put_half(e, inst, text);
    else if (!put_const_shift(e, inst)) {
        pk_native_put_result(e, inst);
        pk_native_put_spelling(e, inst, text, type, false);
        pk_text_put(e->out, "\n");
    }
}

/* Volatile: another thread sets it. */
static void put_stopped(pk_native_emitter *e, const pk_inst *inst) {
    const uint32_t n = ++e->labels;

    pk_text_printf(e->out,
                   "  %%stop%u.at = load volatile ptr, ptr %%stop, align 8\n"
                   "  %%stop%u = load volatile i32, ptr %%stop%u.at, align 4\n",
                   n, n, n);
    pk_native_put_result(e, inst);
    pk_text_printf(e->out, "icmp ne i32 %%stop%u, 0\n", n);
}

void pk_native_put_op(pk_native_emitter *e, const pk_inst *inst) {
    if (pk_native_wraps_apart(inst)) {
        pk_native_put_wrap(e, inst);
        return;
    }
    switch (inst->op) {
    case PK_OP_convert: pk_native_put_convert(e, inst); break;
    case PK_OP_bitcast:
        pk_native_put_cast(e, inst, "bitcast", inst->args[0]->type,
                           inst->results[0]->type);
        break;
    case PK_OP_elem:
    case PK_OP_offset: put_address(e, inst); break;
    case PK_OP_load: put_load(e, inst); break;
    case PK_OP_store: put_store(e, inst); break;
    case PK_OP_get:
    case PK_OP_set: put_local(e, inst); break;
    case PK_OP_atomic_add:
    case PK_OP_atomic_sub:
    case PK_OP_atomic_min:
    case PK_OP_atomic_max:
    case PK_OP_atomic_and:
    case PK_OP_atomic_or:
    case PK_OP_atomic_xor:
    case PK_OP_atomic_exch: put_atomic(e, inst); break;
    case PK_OP_atomic_cas: put_atomic_cas(e, inst); break;
    case PK_OP_memory: put_memory_of(e, inst); break;
    case PK_OP_pointer: put_pointer(e, inst); break;
    case PK_OP_alloc:
    case PK_OP_alloc_refs:
    case PK_OP_alloc_zero: put_alloc(e, inst); break;
    case PK_OP_random_state: put_random_state(e, inst); break;
    case PK_OP_lapack: put_lapack(e, inst); break;
    case PK_OP_sole: put_sole(e, inst); break;
    case PK_OP_home: put_home(e, inst); break;
    case PK_OP_retain:
    case PK_OP_release: put_owner(e, inst); break;
    case PK_OP_stopped: put_stopped(e, inst); break;
    case PK_OP_thread_number:
    case PK_OP_thread_count:
    case PK_OP_thread_total:
    case PK_OP_set_thread_count:
    case PK_OP_loop_chunk:
    case PK_OP_set_loop_chunk: put_threads(e, inst); break;
    case PK_OP_select: put_select(e, inst); break;
    case PK_OP_clock:
    case PK_OP_clock64:
    case PK_OP_global_timer: put_time(e, inst); break;
    case PK_OP_nanosleep: break; /* no thread waits for another to wake */
    case PK_OP_debug: break;     /* for the interpreter */
    case PK_OP_block_id:
    case PK_OP_block_dim:
    case PK_OP_grid_dim:
    case PK_OP_first_thread:
    case PK_OP_grid_threads: break; /* names already, see emit.c */
    default: put_row(e, inst); break;
    }
}
