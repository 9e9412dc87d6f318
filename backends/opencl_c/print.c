/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions, one statement each. */
#include "backends/opencl_c/printer.h"
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct columns {
    const char *of_signed, *of_unsigned, *of_float, *of_bool;
} columns;

/* Without a default, so that the compiler names an operation that has no
 * row. */
static columns columns_of(pk_op op) {
    switch (op) {
#define OPENCL_OP(op, s, u, f, b)                                              \
    case PK_OP_##op: return (columns){s, u, f, b};
#include "backends/opencl_c/opencl_ops.def"
#undef OPENCL_OP
    case PK_OP_COUNT: break;
    }
    return (columns){0};
}

void pk_cl_refuse(pk_cl_printer *p, pk_status status, const char *format, ...) {
    pk_loc loc = p->inst ? p->inst->loc : p->fn->loc;
    char words[512];
    va_list args;

    if (p->status != PK_OK)
        return;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    p->status = pk_fail_at(p->err, status,
                           loc.line && loc.file < p->ir->file_count
                               ? p->ir->files[loc.file]
                               : NULL,
                           loc, "%s", words);
}

static pk_type scalar_of(pk_type type) {
    return pk_type_is_ptr(type) ? pk_type_elem(type) : type;
}

static const char *find_pattern(pk_op op, pk_type operand) {
    columns row = columns_of(op);

    switch (pk_type_get_class(operand)) {
    case PK_CLASS_SIGNED: return row.of_signed;
    case PK_CLASS_UNSIGNED: return row.of_unsigned;
    case PK_CLASS_FLOAT: return row.of_float;
    case PK_CLASS_BOOL: return row.of_bool;
    case PK_CLASS_VOID:
    case PK_CLASS_REF:
    case PK_CLASS_POINTER: break;
    }
    return NULL;
}

/* "T v12 = ", the start of a statement that has a result. */
static void put_result(pk_cl_printer *p, const pk_value *v) {
    pk_cl_put_type(p, &p->functions, v->type);
    pk_text_put(&p->functions, pk_type_is_ptr(v->type) ? "v" : " v");
    pk_text_uint(&p->functions, v->id);
    pk_text_put(&p->functions, " = ");
}

static pk_cl_subject subject_of(const pk_inst *inst) {
    pk_cl_subject s = {.result = PK_TYPE_void};

    for (uint32_t i = 0; i < inst->arg_count && i < 3; i++)
        s.args[i] = inst->args[i];
    if (inst->arg_count) {
        s.operand = scalar_of(inst->args[0]->type);
        if (pk_type_is_ptr(inst->args[0]->type))
            s.space = pk_type_space(inst->args[0]->type);
    }
    if (inst->result_count)
        s.result = inst->results[0]->type;
    s.approx = inst->flags & PK_INST_approx;
    return s;
}

static const char *convert_pattern(pk_type from, pk_type to) {
    if (to == PK_TYPE_bool)
        return from == PK_TYPE_bool ? "$a" : "$a != 0";
    if (pk_type_is_float(from) && pk_type_is_int(to))
        return "@to_int($a)";
    if (to == PK_TYPE_f16 && from == PK_TYPE_f64)
        return "@round_f16($a)"; /* from float64 at once: rounds once */
    return "$[($T)$a$]";
}

static const char *bitcast_pattern(pk_type from, pk_type to) {
    if (from == to)
        return "$a";
    if (to == PK_TYPE_f16)
        return "@f16_value((ushort)$a)";
    if (from == PK_TYPE_f16)
        return to == PK_TYPE_u16 ? "@f16_bits($a)" : "(short)@f16_bits($a)";
    return "as_$T($a)";
}

static const char *load_pattern(pk_type elem) {
    if (elem == PK_TYPE_bool)
        return "*$a != 0";
    if (elem == PK_TYPE_f16)
        return "vload_half(0, (const $G half *)$a)";
    return "*$a";
}

static const char *store_pattern(pk_type elem) {
    if (elem == PK_TYPE_bool)
        return "*$a = (uchar)$b";
    if (elem == PK_TYPE_f16)
        return "vstore_half_rte($b, 0, ($G half *)$a)";
    return "*$a = $b";
}

/* Mixed with what is 0 and not known to be: see wraps.c. */
static void print_hidden(pk_cl_printer *p, const pk_inst *inst,
                         const char *pattern, const pk_cl_subject *subject) {
    if (inst->op == PK_OP_and)
        pattern = pk_is_const(inst->args[1]) ? "($T)($a & ($b ^ ($T)none));\n"
                                             : "($T)(($a ^ ($T)none) & $b);\n";
    else
        pk_text_put(&p->functions, "(");
    pk_cl_expand(p, &p->functions, pattern, subject);
    if (inst->op != PK_OP_and)
        pk_cl_expand(p, &p->functions, ") ^ ($T)none;\n", subject);
}

static void print_pattern(pk_cl_printer *p, const pk_inst *inst,
                          const char *pattern) {
    pk_cl_subject subject = subject_of(inst);
    const char *joined = pk_cl_joined(p, inst, &subject);

    if (joined)
        pattern = joined;
    if (!pattern) {
        pk_cl_refuse(p, PK_INTERNAL, "%s has no OpenCL form for %s",
                     pk_op_table[inst->op].name, pk_type_name(subject.operand));
        return;
    }
    if (inst->result_count)
        put_result(p, inst->results[0]);
    if (pk_cl_may_wrap(p->fn, inst)) {
        print_hidden(p, inst, pattern, &subject);
        return;
    }
    pk_cl_expand(p, &p->functions, pattern, &subject);
    pk_text_put(&p->functions, ";\n");
}

/* Ids were read at the function's top, see emit.c. Blocks have at most 1024
 * threads, which are counted with 64 bits. */
static void print_query(pk_cl_printer *p, const pk_inst *inst) {
    const bool is_thread = inst->op == PK_OP_thread_id;

    put_result(p, inst->results[0]);
    pk_text_printf(&p->functions, "%s%s%u%s;\n", is_thread ? "(int)(" : "",
                   pk_op_table[inst->op].name, inst->axis,
                   is_thread ? " & 1023L)" : "");
}

/* A thread's id as 64 bits. */
static bool is_long_id(const pk_inst *inst) {
    return inst->op == PK_OP_convert &&
           pk_type_is_int(inst->results[0]->type) &&
           pk_type_bytes(inst->results[0]->type) == 8 &&
           inst->args[0]->kind == PK_VALUE_result &&
           inst->args[0]->def->op == PK_OP_thread_id;
}

static void print_long_id(pk_cl_printer *p, const pk_inst *inst) {
    const pk_inst *id = inst->args[0]->def;

    put_result(p, inst->results[0]);
    pk_text_printf(&p->functions, "%s%u;\n", pk_op_table[id->op].name,
                   id->axis);
}

static void print_barrier(pk_cl_printer *p) {
    if (p->fn->form == PK_FORM_block)
        pk_cl_refuse(p, PK_VERIFY, "barrier in a kernel in block form");
    pk_text_put(&p->functions,
                "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n");
}

static void open_brace(pk_cl_printer *p) {
    pk_text_put(&p->functions, "{\n");
    if (++p->depth > PK_OPENCL_MAX_NESTING)
        pk_cl_refuse(p, PK_LIMIT,
                     "control flow nested deeper than %d\n"
                     "split the function",
                     PK_OPENCL_MAX_NESTING);
}

static void close_brace(pk_cl_printer *p, const char *after) {
    p->depth--;
    pk_cl_indent(p);
    pk_text_printf(&p->functions, "}%s", after);
}

static void print_if(pk_cl_printer *p, const pk_inst *inst) {
    pk_text_put(&p->functions, "if (");
    pk_cl_put_value(p, &p->functions, inst->args[0]);
    pk_text_put(&p->functions, ") ");
    open_brace(p);
    pk_cl_print_region(p, inst->body);
    if (inst->other->first) {
        close_brace(p, " else ");
        open_brace(p);
        pk_cl_print_region(p, inst->other);
    }
    close_brace(p, "\n");
}

/* The barrier that a body begins with, but for reads of locals and arithmetic,
 * which passes may leave before it and which it does not touch. PoCL wants it
 * to be the first statement. */
static const pk_inst *leading_barrier(const pk_region *body) {
    const pk_inst *inst = body->first;

    while (inst && (inst->op == PK_OP_get ||
                    (pk_op_table[inst->op].flags & PK_OPF_PURE)))
        inst = inst->next;
    return inst && inst->op == PK_OP_barrier ? inst : NULL;
}

static void print_leading_barrier(pk_cl_printer *p, const pk_region *body) {
    const pk_inst *barrier = leading_barrier(body);

    if (!barrier || barrier == body->first)
        return;
    pk_cl_indent(p);
    print_barrier(p);
    p->printed = barrier;
}

/* The body of a for, loop or block with the labels that gotos want. `tail`
 * follows the closing brace. */
static void print_body(pk_cl_printer *p, const pk_inst *inst,
                       const char *tail) {
    pk_cl_scope scope = {.outer = p->scope, .inst = inst};

    p->scope = &scope;
    open_brace(p);
    print_leading_barrier(p, inst->body);
    pk_cl_print_region(p, inst->body);
    p->scope = scope.outer;
    if (scope.continues) {
        pk_cl_indent(p);
        pk_text_printf(&p->functions, "continue_%u:;\n", inst->label);
    }
    close_brace(p, tail);
    if (scope.breaks) {
        pk_cl_indent(p);
        pk_text_printf(&p->functions, "break_%u:;\n", inst->label);
    }
}

static void print_hint(pk_cl_printer *p, const pk_cl_hint *hint) {
    if (hint->in_order)
        pk_text_put(&p->functions, "#pragma clang loop vectorize(disable)\n");
    else if (hint->unroll)
        pk_text_put(&p->functions, "#pragma clang loop unroll(full)\n");
    else if (hint->interleave)
        pk_text_printf(&p->functions,
                       "#pragma clang loop interleave_count(%u)\n",
                       hint->interleave);
    else
        return;
    pk_cl_indent(p);
}

/* The turns that come in whole steps, and those behind them. */
static void print_parts(pk_cl_printer *p, const pk_inst *inst,
                        const pk_cl_hint *hint) {
    pk_text *out = &p->functions;
    pk_cl_subject s = subject_of(inst);
    uint32_t id = inst->index->id;

    pk_text_printf(out, "int s%u = ", id);
    pk_cl_expand(p, out, "$a + ($b > $a ? ($b - $a)", &s);
    pk_text_printf(out, " & -%u : 0);\n", hint->step);
    pk_cl_indent(p);
    print_hint(p, hint);
    pk_text_printf(out, "for (int v%u = ", id);
    pk_cl_expand(p, out, "$a; ", &s);
    pk_text_printf(out, "v%u < s%u; v%u++) ", id, id, id);
    print_body(p, inst, "\n");
    pk_cl_indent(p);
    pk_text_printf(out, "for (int v%u = s%u; v%u < ", id, id, id);
    pk_cl_expand(p, out, "$b; ", &s);
    pk_text_printf(out, "v%u++) ", id);
    print_body(p, inst, "\n");
}

/* Steps of 1 and -1 cannot overflow; for others the trips are counted first,
 * so that a range may end at the type's last value. */
static void print_for(pk_cl_printer *p, const pk_inst *inst) {
    pk_text *out = &p->functions;
    const pk_cl_hint hint = pk_cl_find_hint(p, inst);
    pk_cl_subject s = subject_of(inst);
    uint32_t id = inst->index->id;
    bool up = pk_is_const_int(inst->args[2], 1);
    bool down =
        pk_type_is_signed(s.operand) && pk_is_const_int(inst->args[2], -1);

    s.result = s.operand;
    if (hint.step) {
        print_parts(p, inst, &hint);
        return;
    }
    if (up || down) {
        print_hint(p, &hint);
        pk_cl_expand(p, out, "for ($T ", &s);
        pk_text_printf(out, "v%u = ", id);
        pk_cl_expand(p, out, "$a; ", &s);
        pk_text_printf(out, "v%u %s ", id, up ? "<" : ">");
        pk_cl_expand(p, out, "$b; ", &s);
        pk_text_printf(out, "v%u%s) ", id, up ? "++" : "--");
    } else {
        pk_cl_expand(p, out, "$T ", &s);
        pk_text_printf(out, "v%u = ", id);
        pk_cl_expand(p, out, "$a;\n", &s);
        pk_cl_indent(p);
        print_hint(p, &hint);
        pk_cl_expand(p, out, "for ($P ", &s);
        pk_text_printf(out, "n%u = ", id);
        pk_cl_expand(p, out, "@trips($a, $b, $c); ", &s);
        pk_text_printf(out, "n%u != 0; n%u--, v%u = ", id, id, id);
        pk_cl_expand(p, out, "($T)(($P)", &s);
        pk_text_printf(out, "v%u + ", id);
        pk_cl_expand(p, out, "($P)$c)) ", &s);
    }
    print_body(p, inst, "\n");
}

static void print_loop(pk_cl_printer *p, const pk_inst *inst) {
    const pk_cl_hint hint = pk_cl_find_hint(p, inst);

    print_hint(p, &hint);
    pk_text_put(&p->functions, "for (;;) ");
    print_body(p, inst, "\n");
}

static void print_block(pk_cl_printer *p, const pk_inst *inst) {
    pk_text_put(&p->functions, "do ");
    print_body(p, inst, " while (0);\n");
}

static void print_exit(pk_cl_printer *p, const pk_inst *inst) {
    const char *word = pk_op_table[inst->op].name;
    bool leaves = inst->op == PK_OP_break;
    pk_cl_scope *scope = p->scope;

    if (scope && scope->inst == inst->target &&
        (leaves || inst->target->op != PK_OP_block)) {
        pk_text_printf(&p->functions, "%s;\n", word);
        return;
    }
    while (scope && scope->inst != inst->target)
        scope = scope->outer;
    if (!scope)
        return; /* the verifier lets no such exit through */
    scope->breaks |= leaves;
    scope->continues |= !leaves;
    pk_text_printf(&p->functions, "goto %s_%u;\n", word, inst->target->label);
}

static void print_return(pk_cl_printer *p, const pk_inst *inst) {
    pk_text *out = &p->functions;

    if (p->fn->result_count > 1)
        pk_text_printf(out, "return (%s_result){", (const char *)p->fn->mark);
    else
        pk_text_put(out, inst->arg_count ? "return " : "return");
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        pk_text_put(out, i ? ", " : "");
        pk_cl_put_value(p, out, inst->args[i]);
    }
    pk_text_put(out, p->fn->result_count > 1 ? "};\n" : ";\n");
}

static void print_call(pk_cl_printer *p, const pk_inst *inst) {
    pk_text *out = &p->functions;
    const char *name = inst->callee->mark;
    uint32_t first = inst->result_count ? inst->results[0]->id : 0;

    if (inst->result_count == 1)
        put_result(p, inst->results[0]);
    else if (inst->result_count)
        pk_text_printf(out, "%s_result r%u = ", name, first);
    pk_text_printf(out, "%s(", name);
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        pk_text_put(out, i ? ", " : "");
        pk_cl_put_value(p, out, inst->args[i]);
    }
    pk_text_put(out, ");\n");
    for (uint32_t i = 0; i < inst->result_count && inst->result_count > 1;
         i++) {
        pk_cl_indent(p);
        put_result(p, inst->results[i]);
        pk_text_printf(out, "r%u.m%u;\n", first, i);
    }
}

/* Whether a local of a loop takes over what another one was, as in
 * `a, b = b, a + b`. */
static bool is_handed_on(const pk_cl_printer *p, const pk_inst *set) {
    const pk_value *v = set->args[0];
    const pk_cl_scope *scope = p->scope;

    while (scope && scope->inst->op == PK_OP_block)
        scope = scope->outer;
    return scope && p->fn->form != PK_FORM_block && !pk_type_is_ptr(v->type) &&
           v->kind == PK_VALUE_result && v->def->op == PK_OP_get &&
           v->def->local != set->local;
}

/* Intel's compiler (2026.2) ends the process when it makes vectors of a loop
 * that leaves such a local: a call keeps it from seeing that it is one. */
static void print_set(pk_cl_printer *p, const pk_inst *inst) {
    pk_text_printf(&p->functions, "l%u = ", inst->local->id);
    if (is_handed_on(p, inst)) {
        print_pattern(p, inst, "select($a, $a, ($S)0)");
        return;
    }
    pk_cl_put_value(p, &p->functions, inst->args[0]);
    pk_text_put(&p->functions, ";\n");
}

static void print_get(pk_cl_printer *p, const pk_inst *inst) {
    put_result(p, inst->results[0]);
    pk_text_printf(&p->functions, "l%u;\n", inst->local->id);
}

/* -x >> 31, which Intel's compiler (2026.2) takes for x > 0, though the least
 * number is its own negative; so it does where -x is an int16 made wider. */
static bool is_sign_of_negative(const pk_inst *inst, uint32_t width) {
    const pk_value *a = inst->args[0];
    const bool is_signed = pk_type_is_signed(a->type);

    while (a->kind == PK_VALUE_result && a->def->op == PK_OP_convert &&
           pk_type_is_signed(a->def->args[0]->type))
        a = a->def->args[0];
    return inst->op == PK_OP_shr && is_signed &&
           pk_is_const_int(inst->args[1], width - 1) &&
           a->kind == PK_VALUE_result &&
           (a->def->op == PK_OP_neg ||
            (a->def->op == PK_OP_sub && pk_is_const_int(a->def->args[0], 0)));
}

/* A shift by a known count that is in range needs no test. */
static const char *shift_pattern(const pk_inst *inst) {
    const pk_value *count = inst->args[1];
    uint32_t width = 8 * pk_type_bytes(inst->args[0]->type);

    if (is_sign_of_negative(inst, width))
        return "($T)($a < 0 ? -1 : 0)";
    if (!pk_is_const(count) || (uint64_t)pk_const_get_int(count) >= width)
        return find_pattern(inst->op, inst->args[0]->type);
    return inst->op == PK_OP_shl ? "($T)(($P)$a << (uint)$b)"
                                 : "($T)($a >> (uint)$b)";
}

static bool is_nonneg(const pk_value *v) {
    if (v->kind == PK_VALUE_const)
        return pk_const_get_int(v) >= 0;
    if (v->kind == PK_VALUE_index)
        return is_nonneg(v->def->args[0]) &&
               pk_is_const_int(v->def->args[2], 1);
    return v->kind == PK_VALUE_result && (v->def->flags & PK_INST_nonneg);
}

/* A sum that is not negative, of what is not either, did not overflow: C's own
 * addition lets compilers see through indices. */
static const char *add_pattern(const pk_inst *inst) {
    pk_type type = inst->args[0]->type;

    if (pk_type_is_int(type) && pk_type_is_signed(type) &&
        pk_type_bytes(type) >= 4 && (inst->flags & PK_INST_nonneg) &&
        is_nonneg(inst->args[0]) && is_nonneg(inst->args[1]))
        return "$a + $b";
    return find_pattern(PK_OP_add, type);
}

/* Compare and exchange: bits, and a part of a word under 4 bytes. */
static const char *cas_pattern(pk_type elem) {
    if (elem == PK_TYPE_f16)
        return "@f16_value((ushort)@cas_part($a, @f16_bits($b), "
               "@f16_bits($c)))";
    if (pk_type_bytes(elem) < 4)
        return "($T)@cas_part($a, (uint)$b, (uint)$c)";
    if (pk_type_is_float(elem))
        return "as_$T($Xcmpxchg((volatile $G $U *)$a, as_$U($b), as_$U($c)))";
    return find_pattern(PK_OP_atomic_cas, elem);
}

/* In block form the local memory is one work-item's: no other is at it. */
static const char *atomic_pattern(const pk_cl_printer *p, const pk_inst *inst,
                                  pk_type elem) {
    bool alone = p->form == PK_FORM_block &&
                 pk_type_space(inst->args[0]->type) == PK_SPACE_shared &&
                 pk_type_bytes(elem) >= 4;
    bool integer = pk_type_is_int(elem);

    if (alone && inst->op == PK_OP_atomic_add)
        return integer ? "@plain_add($a, $b)" : "@plain_add_f($a, $b)";
    if (alone && inst->op == PK_OP_atomic_sub)
        return integer ? "@plain_add($a, ($T)(($P)0 - ($P)$b))"
                       : "@plain_add_f($a, -$b)";
    if (alone && integer && inst->op == PK_OP_atomic_min)
        return "@plain_min($a, $b)";
    if (alone && integer && inst->op == PK_OP_atomic_max)
        return "@plain_max($a, $b)";
    return find_pattern(inst->op, elem);
}

/* The bound of a number by a constant that is not NaN: beside zeros the sign
 * decides; others differ, so that one comparison does, which is false with NaN.
 */
static const char *bound_pattern(const pk_inst *inst, pk_type type) {
    static const struct {
        pk_op op;
        const char *second, *zero_second, *zero_first;
    } rows[] = {
        {PK_OP_min_num, NULL, "@min_num_zero($a, $b)", "@min_num_zero($b, $a)"},
        {PK_OP_max_num, NULL, "@max_num_zero($a, $b)", "@max_num_zero($b, $a)"},
        {PK_OP_min_nan, "$a > $b ? $b : $a", "@min_nan_zero($a, $b)",
         "@min_nan_zero($b, $a)"},
        {PK_OP_max_nan, "$a < $b ? $b : $a", "@max_nan_zero($a, $b)",
         "@max_nan_zero($b, $a)"},
    };
    const bool second = pk_is_const(inst->args[1]);
    const pk_value *c = inst->args[second];
    const char *found = NULL;
    double value;

    if (!pk_type_is_float(type) || !pk_is_const(c))
        return find_pattern(inst->op, type);
    value = pk_const_get_float(c);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == inst->op)
            found = value == 0
                        ? second ? rows[i].zero_second : rows[i].zero_first
                    : second && value == value ? rows[i].second
                                               : NULL;
    return found ? found : find_pattern(inst->op, type);
}

/* Operations of a warp, where sub-groups are warps. */
static void print_warp(pk_cl_printer *p, const pk_inst *inst) {
    p->uses_warps = true;
    if (p->form == PK_FORM_subgroups)
        print_pattern(p, inst, find_pattern(inst->op, PK_TYPE_u32));
    else
        pk_cl_refuse(p, PK_UNSUPPORTED,
                     "the target has no operations of warps, which %s is\n"
                     "pass the values through shared memory",
                     pk_op_table[inst->op].name);
}

static void print_inst(pk_cl_printer *p, const pk_inst *inst) {
    pk_type operand = inst->arg_count ? scalar_of(inst->args[0]->type) : 0;
    pk_type result = inst->result_count ? inst->results[0]->type : 0;
    const char *turned = pk_cl_turned_sign(p, inst);

    if (turned) {
        print_pattern(p, inst, turned);
        return;
    }
    switch (inst->op) {
    case PK_OP_convert:
        if (is_long_id(inst))
            print_long_id(p, inst);
        else
            print_pattern(p, inst, convert_pattern(operand, result));
        break;
    case PK_OP_bitcast:
        print_pattern(p, inst, bitcast_pattern(operand, result));
        break;
    case PK_OP_load: print_pattern(p, inst, load_pattern(operand)); break;
    case PK_OP_store: print_pattern(p, inst, store_pattern(operand)); break;
    case PK_OP_max_num:
    case PK_OP_min_num:
    case PK_OP_max_nan:
    case PK_OP_min_nan:
        print_pattern(p, inst, bound_pattern(inst, operand));
        break;
    case PK_OP_add: print_pattern(p, inst, add_pattern(inst)); break;
    case PK_OP_shl:
    case PK_OP_shr: print_pattern(p, inst, shift_pattern(inst)); break;
    case PK_OP_get: print_get(p, inst); break;
    case PK_OP_set: print_set(p, inst); break;
    case PK_OP_thread_id:
    case PK_OP_block_id:
    case PK_OP_block_dim:
    case PK_OP_grid_dim:
    case PK_OP_first_thread:
    case PK_OP_grid_threads:
    case PK_OP_lane_id:
    case PK_OP_warp_id: print_query(p, inst); break;
    case PK_OP_ballot:
    case PK_OP_shuffle_idx:
    case PK_OP_match_any:
    case PK_OP_warp_sync: print_warp(p, inst); break;
    case PK_OP_barrier: print_barrier(p); break;
    case PK_OP_atomic_cas: print_pattern(p, inst, cas_pattern(operand)); break;
    case PK_OP_atomic_add:
    case PK_OP_atomic_sub:
    case PK_OP_atomic_min:
    case PK_OP_atomic_max:
        print_pattern(p, inst, atomic_pattern(p, inst, operand));
        break;
    case PK_OP_fence_block:
        print_pattern(p, inst,
                      "mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)");
        break;
    case PK_OP_nanosleep: print_pattern(p, inst, "(void)$a"); break;
    case PK_OP_debug: break; /* for the interpreter */
    case PK_OP_if: print_if(p, inst); break;
    case PK_OP_for: print_for(p, inst); break;
    case PK_OP_loop: print_loop(p, inst); break;
    case PK_OP_block: print_block(p, inst); break;
    case PK_OP_break:
    case PK_OP_continue: print_exit(p, inst); break;
    case PK_OP_return: print_return(p, inst); break;
    case PK_OP_call: print_call(p, inst); break;
    default: print_pattern(p, inst, find_pattern(inst->op, operand)); break;
    }
}

/* A comment where the source line changes. */
static void print_place(pk_cl_printer *p, const pk_inst *inst) {
    pk_loc loc = inst->loc;

    if (!p->lines || !loc.line || loc.file >= p->ir->file_count ||
        (loc.line == p->last_loc.line && loc.file == p->last_loc.file))
        return;
    p->last_loc = loc;
    pk_cl_indent(p);
    pk_text_put(&p->functions, "/* ");
    pk_cl_put_comment(&p->functions, p->ir->files[loc.file]);
    pk_text_printf(&p->functions, ":%u */\n", loc.line);
}

static bool uses_f64(const pk_inst *inst) {
    bool found = false;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        found |= scalar_of(inst->args[i]->type) == PK_TYPE_f64;
    for (uint32_t i = 0; i < inst->result_count; i++)
        found |= scalar_of(inst->results[i]->type) == PK_TYPE_f64;
    return found;
}

void pk_cl_print_region(pk_cl_printer *p, const pk_region *region) {
    for (const pk_inst *inst = region->first; inst && p->status == PK_OK;
         inst = inst->next) {
        if (inst == p->printed)
            continue;
        p->inst = inst;
        if (uses_f64(inst) && !(p->caps->features & PK_CAP_f64))
            pk_cl_refuse(p, PK_UNSUPPORTED,
                         "the device has no float64, which %s needs here\n"
                         "float32(x) converts; literals such as 2.0 are "
                         "float64",
                         pk_op_table[inst->op].name);
        print_place(p, inst);
        pk_cl_indent(p);
        print_inst(p, inst);
    }
}
