/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions: casts, and floats to integers, which saturate. */
#include "backends/native/emit.h"

#include "core/analysis/float_range.h"
#include "core/analysis/range.h"

#include <math.h>

void pk_native_put_cast(pk_native_emitter *e, const pk_inst *inst,
                        const char *word, pk_type from, pk_type to) {
    pk_native_put_result(e, inst);
    pk_text_printf(e->out, "%s %s ", word, pk_native_type(from));
    pk_native_put_operand(e, inst, 0, false);
    pk_text_printf(e->out, " to %s\n", pk_native_type(to));
}

const char *pk_native_cast_word(pk_type from, pk_type to) {
    uint32_t have = pk_type_bytes(from), want = pk_type_bytes(to);
    bool from_float = pk_type_is_float(from), to_float = pk_type_is_float(to);

    if (from_float)
        return have == want ? "bitcast" : have > want ? "fptrunc" : "fpext";
    if (to_float)
        return pk_type_is_signed(from) ? "sitofp" : "uitofp";
    if (from == PK_TYPE_bool)
        return "zext";
    if (have == want)
        return "bitcast";
    return have > want ? "trunc" : pk_type_is_signed(from) ? "sext" : "zext";
}

/* Saturating, NaN to 0: what the IR means by it. LLVM's fptosi.sat is made of
 * scalars on x86, however many lanes there are. Here the bound below comes
 * first; from the one above on, and of NaN, the conversion is poison that is
 * not taken. $r result, $x operand, $f and $t the types, $c that of a
 * comparison, $l and $h the least number and the one behind the greatest, as
 * floats, $m the greatest. */
static const char float_to_int_text[] =
    "  $r.under = fcmp olt $f $x, $l\n"
    "  $r.least = select $c $r.under, $f $l, $f $x\n"
    "  $r.number = fpto$ui $f $r.least to $t\n"
    "  $r.over = fcmp oge $f $x, $h\n"
    "  $r.most = select $c $r.over, $t $m, $t $r.number\n"
    "  $r.nan = fcmp uno $f $x, $x\n"
    "  $r = select $c $r.nan, $t $0, $t $r.most\n";

/* The same for a signed integer of a single lane, by a branch that is foreseen:
 * numbers are within the bounds. $n the float's name in intrinsics, $z 0 of its
 * type, $s the least integer, $p the node of what is hardly ever so. */
static const char mostly_in_bounds_text[] =
    "  $r.size = call $f @llvm.fabs.$n($f $x)\n"
    "  $r.over = fcmp uge $f $r.size, $h\n"
    "  br i1 $r.over, label $r.out, label $r.in, !prof !$p\n"
    "$b.out:\n"
    "  $r.above = fcmp ogt $f $x, $z\n"
    "  $r.below = fcmp olt $f $x, $z\n"
    "  $r.low = select i1 $r.below, $t $s, $t $0\n"
    "  $r.bound = select i1 $r.above, $t $m, $t $r.low\n"
    "  br label $r.end\n"
    "$b.in:\n"
    "  $r.number = fptosi $f $x to $t\n"
    "  br label $r.end\n"
    "$b.end:\n"
    "  $r = phi $t [ $r.bound, $r.out ], [ $r.number, $r.in ]\n";

/* A float that is known to fit goes by 32 bits, $i, for which every processor
 * has a vector instruction. */
static const char same_width_text[] = "  $r = fptosi $f $x to $i\n";
static const char wider_text[] = "  $r.narrow = fptosi $f $x to $i\n"
                                 "  $r = sext $i $r.narrow to $t\n";
static const char narrower_text[] = "  $r.wide = fptosi $f $x to $i\n"
                                    "  $r = trunc $i $r.wide to $t\n";

/* A constant, in all lanes. */
static void put_number(pk_native_emitter *e, pk_type type, uint64_t bits) {
    if (e->width)
        pk_text_printf(e->out, "splat (%s ", pk_native_type(type));
    pk_native_put_const(e->out, type, bits);
    if (e->width)
        pk_text_put(e->out, ")");
}

/* 2^n, or -2^n, as a float's bits. */
static uint64_t power_of_two(pk_type type, uint32_t n, bool negative) {
    bool is_double = type == PK_TYPE_f64;
    uint64_t bits =
        is_double ? (uint64_t)(1023 + n) << 52 : (uint64_t)(127 + n) << 23;

    return negative ? bits | UINT64_C(1) << (is_double ? 63 : 31) : bits;
}

/* The letters of the texts above. */
static const char *put_conversion_letter(void *arg, pk_text *out,
                                         const char *at) {
    const pk_native_spelled *s = arg;
    pk_native_emitter *e = s->e;
    const pk_inst *inst = s->inst;
    pk_type from = s->type, to = inst->results[0]->type;
    bool is_signed = pk_type_is_signed(to);
    uint32_t digits = 8 * pk_type_bytes(to) - is_signed;

    switch (at[1]) {
    case 'r':
        pk_text_printf(out, "%%v%u%s", pk_native_id(e, inst->results[0]),
                       pk_native_lane_mark(e, inst->results[0]));
        break;
    case 'x': pk_native_put_operand(e, inst, 0, s->widened); break;
    case 'f': pk_native_put_either(e, pk_native_type(from), "<%u x %s>"); break;
    case 't': pk_native_put_either(e, pk_native_type(to), "<%u x %s>"); break;
    case 'c': pk_native_put_either(e, "i1", "<%u x %s>"); break;
    case 'i': pk_native_put_either(e, "i32", "<%u x %s>"); break;
    case 'u': pk_text_put(out, is_signed ? "s" : "u"); break;
    case 'l':
        put_number(e, from, is_signed ? power_of_two(from, digits, true) : 0);
        break;
    case 'h': put_number(e, from, power_of_two(from, digits, false)); break;
    case 'm': put_number(e, to, UINT64_MAX >> (64 - digits)); break;
    case '0': put_number(e, to, 0); break;
    case 'b':
        pk_text_printf(out, "v%u", pk_native_id(e, inst->results[0]));
        break;
    case 'z': put_number(e, from, 0); break;
    case 's': put_number(e, to, UINT64_C(1) << digits); break;
    case 'n': pk_text_put(out, pk_native_suffix(from)); break;
    case 'p': pk_text_uint(out, PK_NATIVE_RARE); break;
    }
    return at + 2;
}

/* Whether a float is known to fit the integer that it becomes, and 32 bits. */
static bool fits(const pk_native_emitter *e, const pk_inst *inst) {
    const pk_type to = inst->results[0]->type;
    const pk_range all = pk_range_of_type(to);
    const pk_float_range r = pk_float_range_of_value(e->fn, inst->args[0]);
    const bool is_signed = pk_type_is_signed(to);

    return r.lo > fmax(is_signed ? (double)all.lo - 1 : -1, -0x1p31) &&
           r.hi < (pk_type_bytes(to) < 4 ? (double)all.hi + 1 : 0x1p31 - 1);
}

static const char *text_of_conversion(const pk_native_emitter *e,
                                      const pk_inst *inst) {
    const pk_type to = inst->results[0]->type;

    if (fits(e, inst))
        return pk_type_bytes(to) == 4   ? same_width_text
               : pk_type_bytes(to) == 8 ? wider_text
                                        : narrower_text;
    return e->is_host && !e->lanes && pk_type_is_signed(to)
               ? mostly_in_bounds_text
               : float_to_int_text;
}

/* float16 goes by float32, which holds all its values. */
void pk_native_put_float_to_int(pk_native_emitter *e, const pk_inst *inst) {
    pk_type from = inst->args[0]->type;
    pk_type by = from == PK_TYPE_f16 ? PK_TYPE_f32 : from;

    if (by != from) {
        pk_text_printf(e->out, "  %%v%u.a = fpext half ",
                       pk_native_id(e, inst->results[0]));
        pk_native_put_operand(e, inst, 0, false);
        pk_text_put(e->out, " to float\n");
    }
    pk_text_expand(
        e->out, text_of_conversion(e, inst), "$", put_conversion_letter,
        &(pk_native_spelled){
            .e = e, .inst = inst, .type = by, .widened = by != from});
}

void pk_native_put_convert(pk_native_emitter *e, const pk_inst *inst) {
    pk_type from = inst->args[0]->type, to = inst->results[0]->type;
    bool from_float = pk_type_is_float(from), to_float = pk_type_is_float(to);

    if (to == PK_TYPE_bool) {
        pk_native_put_result(e, inst);
        pk_text_printf(e->out, from_float ? "fcmp une %s " : "icmp ne %s ",
                       pk_native_type(from));
        pk_native_put_operand(e, inst, 0, false);
        pk_text_put(e->out, from_float             ? ", 0.0\n"
                            : from == PK_TYPE_bool ? ", false\n"
                                                   : ", 0\n");
    } else if (from_float && !to_float)
        pk_native_put_float_to_int(e, inst);
    else
        pk_native_put_cast(e, inst, pk_native_cast_word(from, to), from, to);
}
