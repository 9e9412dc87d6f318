/* SPDX-License-Identifier: Apache-2.0 */
/* Comparing and choosing: setp, set, selp, slct (PTX ISA 9.7.6). A comparison
 * makes a mask; what it is combined with and what it becomes is the same for
 * all types. */
#include "sim/half.h"
#include "sim/rows.h"

typedef uint32_t (*compare_fn)(const char *rows, const sim_step *step);

#define COMPARISON(name, T, result)                                            \
    static uint32_t name(const char *rows, const sim_step *step) {             \
        const T *a = (const T *)(const void *)(rows + step->a);                \
        const T *b = (const T *)(const void *)(rows + step->b);                \
        uint8_t flags[SIM_LANES];                                              \
                                                                               \
        SIM_VECTOR                                                             \
        for (int l = 0; l < SIM_LANES; l++)                                    \
            flags[l] = (result) ? 0xff : 0;                                    \
        return sim_gather_bits(flags);                                         \
    }

#define ORDERED(T)                                                             \
    COMPARISON(eq_##T, T, a[l] == b[l])                                        \
    COMPARISON(ne_##T, T, a[l] != b[l])                                        \
    COMPARISON(lt_##T, T, a[l] < b[l])                                         \
    COMPARISON(le_##T, T, a[l] <= b[l])                                        \
    COMPARISON(gt_##T, T, a[l] > b[l])                                         \
    COMPARISON(ge_##T, T, a[l] >= b[l])

#define FLOATING(T, name, load)                                                \
    COMPARISON(eq_##name, T, load(a[l]) == load(b[l]))                         \
    COMPARISON(ne_##name, T,                                                   \
               load(a[l]) < load(b[l]) || load(a[l]) > load(b[l]))             \
    COMPARISON(lt_##name, T, load(a[l]) < load(b[l]))                          \
    COMPARISON(le_##name, T, load(a[l]) <= load(b[l]))                         \
    COMPARISON(gt_##name, T, load(a[l]) > load(b[l]))                          \
    COMPARISON(ge_##name, T, load(a[l]) >= load(b[l]))                         \
    COMPARISON(equ_##name, T,                                                  \
               !(load(a[l]) < load(b[l]) || load(a[l]) > load(b[l])))          \
    COMPARISON(neu_##name, T, load(a[l]) != load(b[l]))                        \
    COMPARISON(ltu_##name, T, !(load(a[l]) >= load(b[l])))                     \
    COMPARISON(leu_##name, T, !(load(a[l]) > load(b[l])))                      \
    COMPARISON(gtu_##name, T, !(load(a[l]) <= load(b[l])))                     \
    COMPARISON(geu_##name, T, !(load(a[l]) < load(b[l])))                      \
    COMPARISON(num_##name, T,                                                  \
               load(a[l]) == load(a[l]) && load(b[l]) == load(b[l]))           \
    COMPARISON(nan_##name, T,                                                  \
               load(a[l]) != load(a[l]) || load(b[l]) != load(b[l]))

#define SAME(x) (x)

/* clang-format off */
ORDERED(int16_t) ORDERED(int32_t) ORDERED(int64_t)
ORDERED(uint16_t) ORDERED(uint32_t) ORDERED(uint64_t)
FLOATING(float, f32, SAME)
FLOATING(uint32_t, f32_ftz, sim_ftz_bits)
FLOATING(double, f64, SAME)
FLOATING(uint16_t, f16, sim_half_to_float)
FLOATING(uint16_t, bf16, sim_bfloat_to_float)
/* clang-format on */

#define SIX(T)                                                                 \
    {[SIM_CMP_eq] = eq_##T, [SIM_CMP_ne] = ne_##T, [SIM_CMP_lt] = lt_##T,      \
     [SIM_CMP_le] = le_##T, [SIM_CMP_gt] = gt_##T, [SIM_CMP_ge] = ge_##T,      \
     [SIM_CMP_lo] = lt_##T, [SIM_CMP_ls] = le_##T, [SIM_CMP_hi] = gt_##T,      \
     [SIM_CMP_hs] = ge_##T}
#define ALL(T)                                                                 \
    {                                                                          \
        [SIM_CMP_eq] = eq_##T,   [SIM_CMP_ne] = ne_##T,                        \
        [SIM_CMP_lt] = lt_##T,   [SIM_CMP_le] = le_##T,                        \
        [SIM_CMP_gt] = gt_##T,   [SIM_CMP_ge] = ge_##T,                        \
        [SIM_CMP_equ] = equ_##T, [SIM_CMP_neu] = neu_##T,                      \
        [SIM_CMP_ltu] = ltu_##T, [SIM_CMP_leu] = leu_##T,                      \
        [SIM_CMP_gtu] = gtu_##T, [SIM_CMP_geu] = geu_##T,                      \
        [SIM_CMP_num] = num_##T, [SIM_CMP_nan] = nan_##T}

                    static const compare_fn signed_16[19] = SIX(int16_t);
static const compare_fn signed_32[19] = SIX(int32_t);
static const compare_fn signed_64[19] = SIX(int64_t);
static const compare_fn unsigned_16[19] = SIX(uint16_t);
static const compare_fn unsigned_32[19] = SIX(uint32_t);
static const compare_fn unsigned_64[19] = SIX(uint64_t);
static const compare_fn float_32[19] = ALL(f32);
static const compare_fn float_32_ftz[19] = ALL(f32_ftz);
static const compare_fn float_64[19] = ALL(f64);
static const compare_fn float_16[19] = ALL(f16);
static const compare_fn bfloat_16[19] = ALL(bf16);

/* The comparisons of a type; NULL when it cannot be compared. `lo` and its
 * like ask for unsigned numbers whatever the type says. */
static const compare_fn *comparisons(uint8_t type, bool ftz) {
    switch (type) {
    case SIM_TYPE_s16: return signed_16;
    case SIM_TYPE_s32: return signed_32;
    case SIM_TYPE_s64: return signed_64;
    case SIM_TYPE_b16:
    case SIM_TYPE_u16: return unsigned_16;
    case SIM_TYPE_b32:
    case SIM_TYPE_u32: return unsigned_32;
    case SIM_TYPE_b64:
    case SIM_TYPE_u64: return unsigned_64;
    case SIM_TYPE_f32: return ftz ? float_32_ftz : float_32;
    case SIM_TYPE_f64: return float_64;
    case SIM_TYPE_f16:
    case SIM_TYPE_f16x2: return float_16;
    case SIM_TYPE_bf16:
    case SIM_TYPE_bf16x2: return bfloat_16;
    default: return NULL;
    }
}

static uint8_t source_type(const sim_inst *inst) {
    return inst->stype ? inst->stype : inst->type;
}

static uint32_t compared(const char *rows, const sim_step *step) {
    const sim_inst *inst = step->inst;

    return comparisons(source_type(inst), inst->ftz)[inst->cmp](rows, step);
}

static uint32_t combined_with(uint32_t bits, uint32_t c, uint8_t op) {
    switch (op) {
    case SIM_SUB_and: return bits & c;
    case SIM_SUB_or: return bits | c;
    case SIM_SUB_xor: return bits ^ c;
    default: return bits;
    }
}

/* The predicate that is combined, all ones where there is none. */
static uint32_t combined(char *rows, const sim_inst *inst) {
    uint32_t c =
        inst->src[2] == SIM_NONE ? SIM_FULL : *sim_mask_at(rows, inst->src[2]);

    return inst->not_pred ? ~c : c;
}

SIM_STEP(setp) {
    const sim_inst *inst = step->inst;
    uint32_t bits = compared(rows, step), c;

    (void)warp;
    if (!inst->bool_op && inst->dst[1] == SIM_NONE) {
        sim_mask_set(rows, step->d, mask, bits);
        return SIM_NEXT;
    }
    c = combined(rows, inst);
    if (step->d != SIM_NONE)
        sim_mask_set(rows, step->d, mask,
                     combined_with(bits, c, inst->bool_op));
    if (inst->dst[1] != SIM_NONE)
        sim_mask_set(rows, inst->dst[1], mask,
                     combined_with(~bits, c, inst->bool_op));
    return SIM_NEXT;
}

/* Comparisons that need no table at run time. */
#define SETP(name)                                                             \
    SIM_STEP(setp_##name) {                                                    \
        (void)warp;                                                            \
        sim_mask_set(rows, step->d, mask, name(rows, step));                   \
        return SIM_NEXT;                                                       \
    }
#define SETP_SIX(T)                                                            \
    SETP(eq_##T)                                                               \
    SETP(ne_##T) SETP(lt_##T) SETP(le_##T) SETP(gt_##T) SETP(ge_##T)
/* clang-format off */
SETP_SIX(int32_t) SETP_SIX(uint32_t) SETP_SIX(int64_t) SETP_SIX(uint64_t)
SETP_SIX(f32) SETP_SIX(f64)
/* clang-format on */

#define FAST_SIX(T)                                                            \
    {NULL,        setp_eq_##T, setp_ne_##T, setp_lt_##T,                       \
     setp_le_##T, setp_gt_##T, setp_ge_##T}

    static sim_step_fn fast_setp(const sim_inst *inst) {
    static const sim_step_fn s32[] = FAST_SIX(int32_t);
    static const sim_step_fn u32[] = FAST_SIX(uint32_t);
    static const sim_step_fn s64[] = FAST_SIX(int64_t);
    static const sim_step_fn u64[] = FAST_SIX(uint64_t);
    static const sim_step_fn f32[] = FAST_SIX(f32);
    static const sim_step_fn f64[] = FAST_SIX(f64);

    if (inst->bool_op || inst->dst[1] != SIM_NONE || inst->ftz ||
        inst->cmp > SIM_CMP_ge)
        return NULL;
    switch (source_type(inst)) {
    case SIM_TYPE_s32: return s32[inst->cmp];
    case SIM_TYPE_b32:
    case SIM_TYPE_u32: return u32[inst->cmp];
    case SIM_TYPE_s64: return s64[inst->cmp];
    case SIM_TYPE_b64:
    case SIM_TYPE_u64: return u64[inst->cmp];
    case SIM_TYPE_f32: return f32[inst->cmp];
    case SIM_TYPE_f64: return f64[inst->cmp];
    default: return NULL;
    }
}

/* setp of two halves: p is the low one's, q the high one's. */
static uint32_t compare_half(char *rows, const sim_step *step, int part) {
    const sim_inst *inst = step->inst;
    uint16_t pair[2][SIM_LANES];
    sim_step sub = *step;

    for (int l = 0; l < SIM_LANES; l++) {
        pair[0][l] = SIM_ROW(uint16_t, step->a)[2 * l + part];
        pair[1][l] = SIM_ROW(uint16_t, step->b)[2 * l + part];
    }
    if (inst->ftz && source_type(inst) == SIM_TYPE_f16x2)
        for (int i = 0; i < 2 * SIM_LANES; i++)
            pair[i / SIM_LANES][i % SIM_LANES] =
                sim_half_ftz(pair[i / SIM_LANES][i % SIM_LANES]);
    sub.a = 0;
    sub.b = sizeof pair[0];
    return comparisons(source_type(inst), false)[inst->cmp]((char *)pair, &sub);
}

SIM_STEP(setp_halves) {
    const sim_inst *inst = step->inst;
    uint32_t c = combined(rows, inst);

    (void)warp;
    for (int part = 0; part < 2; part++) {
        uint32_t bits = compare_half(rows, step, part);

        if (inst->dst[part] != SIM_NONE)
            sim_mask_set(rows, inst->dst[part], mask,
                         combined_with(bits, c, inst->bool_op));
    }
    return SIM_NEXT;
}

/* set: all ones, or 1.0 of a floating type. */
static uint32_t truth_of(uint8_t type) {
    switch (type) {
    case SIM_TYPE_f32: return 0x3f800000;
    case SIM_TYPE_f16:
    case SIM_TYPE_f16x2: return 0x3c00;
    case SIM_TYPE_bf16:
    case SIM_TYPE_bf16x2: return 0x3f80;
    default: return SIM_FULL;
    }
}

SIM_STEP(set) {
    const sim_inst *inst = step->inst;
    uint32_t bits = combined_with(compared(rows, step), combined(rows, inst),
                                  inst->bool_op);
    uint32_t truth = truth_of(inst->type);
    bool narrow = sim_types[inst->type].bytes == 2;

    (void)warp;
    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        uint32_t value = bits >> l & 1 ? truth : 0;

        if (narrow)
            SIM_ROW(uint16_t, step->d)[l] = (uint16_t)value;
        else
            SIM_ROW(uint32_t, step->d)[l] = value;
    }
    return SIM_NEXT;
}

SIM_STEP(set_halves) {
    const sim_inst *inst = step->inst;
    uint32_t truth = truth_of(inst->type) & 0xffff;

    (void)warp;
    for (int part = 0; part < 2; part++) {
        uint32_t bits = combined_with(compare_half(rows, step, part),
                                      combined(rows, inst), inst->bool_op);

        for (uint32_t left = mask; left; left &= left - 1) {
            int l = __builtin_ctz(left);
            SIM_ROW(uint16_t, step->d)
            [2 * l + part] = (uint16_t)(bits >> l & 1 ? truth : 0);
        }
    }
    return SIM_NEXT;
}

/* ---- choosing ---- */

#define SELECT(T)                                                              \
    SIM_STEP(selp_##T) {                                                       \
        T *d = SIM_ROW(T, step->d);                                            \
        const T *a = SIM_ROW(T, step->a), *b = SIM_ROW(T, step->b);            \
        uint32_t c = *sim_mask_at(rows, step->c);                              \
                                                                               \
        (void)warp;                                                            \
        c ^= step->inst->not_pred ? SIM_FULL : 0;                              \
        SIM_VECTOR                                                             \
        for (int l = 0; l < SIM_LANES; l++) {                                  \
            T chosen = c & sim_bit[l] ? a[l] : b[l];                           \
            d[l] = mask & sim_bit[l] ? chosen : d[l];                          \
        }                                                                      \
        return SIM_NEXT;                                                       \
    }
/* clang-format off */
SELECT(uint16_t) SELECT(uint32_t) SELECT(uint64_t)

#define SLCT(T)                                                                \
    ROWS3(slct_s32_##T, T, T, T, int32_t, c[l] >= 0 ? a[l] : b[l])             \
    ROWS3(slct_f32_##T, T, T, T, float, c[l] >= 0 ? a[l] : b[l])               \
    ROWS3(slct_ftz_##T, T, T, T, uint32_t,                                     \
          sim_ftz_bits(c[l]) >= 0 ? a[l] : b[l])
SLCT(uint16_t) SLCT(uint32_t) SLCT(uint64_t)
    /* clang-format on */

    static sim_step_fn bind_slct(const sim_inst *inst, uint32_t width) {
    uint8_t chooser = inst->btype ? inst->btype : inst->stype;
    bool real = chooser == SIM_TYPE_f32;

    if (width == 2)
        return !real       ? slct_s32_uint16_t
               : inst->ftz ? slct_ftz_uint16_t
                           : slct_f32_uint16_t;
    if (width == 4)
        return !real       ? slct_s32_uint32_t
               : inst->ftz ? slct_ftz_uint32_t
                           : slct_f32_uint32_t;
    return !real       ? slct_s32_uint64_t
           : inst->ftz ? slct_ftz_uint64_t
                       : slct_f32_uint64_t;
}

sim_step_fn sim_bind_compare(const sim_inst *inst) {
    uint32_t width = sim_types[inst->type].bytes;
    const compare_fn *of = comparisons(source_type(inst), inst->ftz);
    bool halves = source_type(inst) == SIM_TYPE_f16x2 ||
                  source_type(inst) == SIM_TYPE_bf16x2;
    sim_step_fn fast;

    switch (inst->op) {
    case SIM_OP_selp:
        return width == 2   ? selp_uint16_t
               : width == 4 ? selp_uint32_t
               : width == 8 ? selp_uint64_t
                            : NULL;
    case SIM_OP_slct: return bind_slct(inst, width);
    case SIM_OP_setp:
        fast = fast_setp(inst);
        if (fast)
            return fast;
        if (!of || !of[inst->cmp])
            return NULL;
        return halves ? setp_halves : setp;
    case SIM_OP_set:
        if (!of || !of[inst->cmp])
            return NULL;
        return halves ? set_halves : set;
    default: return NULL;
    }
}
