/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments become what the kernel's decorator says: @cuda.jit("void(int32)")
 * launched with 3.9 is a kernel of an int32, which is 3.
 *
 * Integers wrap, and floats round, as when Numba hands them over; a float loses
 * its fraction, and one that no 64-bit integer holds is an error. */
#include "runtime/kernel/declared.h"

#include "base/number.h"
#include "base/os/fpenv.h"
#include "base/text.h"
#include "base/try.h"

#include <math.h>

typedef struct walk {
    pk_frame *frame;
    const pk_function_info *info;
    uint32_t leaf, word;
    pk_error *err;
} walk;

/* ---- numbers ---- */

static bool is_float(pk_dtype dtype) {
    return dtype >= PK_DTYPE_f16 && dtype <= PK_DTYPE_f64;
}

static bool is_complex(pk_dtype dtype) {
    return dtype == PK_DTYPE_c64 || dtype == PK_DTYPE_c128;
}

static bool is_signed(pk_dtype dtype) {
    return dtype >= PK_DTYPE_i8 && dtype <= PK_DTYPE_i64;
}

/* The type of a float, or of the parts of a complex number. */
static pk_type part_type(pk_dtype dtype) {
    switch ((int)dtype) {
    case PK_DTYPE_f16: return PK_TYPE_f16;
    case PK_DTYPE_f32:
    case PK_DTYPE_c64: return PK_TYPE_f32;
    }
    return PK_TYPE_f64;
}

/* A real part of the leaf's number. */
static double part_of(const pk_leaf *leaf, int part) {
    if (is_float(leaf->dtype) || is_complex(leaf->dtype))
        return pk_float_value(part_type(leaf->dtype), leaf->bits[part]);
    return is_signed(leaf->dtype) ? (double)(int64_t)leaf->bits[part]
                                  : (double)leaf->bits[part];
}

/* Keeps the low bytes, extended by the type's sign. */
static uint64_t wrap(uint64_t bits, pk_dtype dtype) {
    uint32_t unused = 64 - 8 * (uint32_t)pk_dtype_size(dtype);

    bits <<= unused;
    return is_signed(dtype) ? (uint64_t)((int64_t)bits >> unused)
                            : bits >> unused;
}

static bool integer_of(const pk_leaf *leaf, pk_dtype to, uint64_t *out) {
    double value;

    if (!is_float(leaf->dtype)) {
        *out = wrap(wrap(leaf->bits[0], leaf->dtype), to);
        return true;
    }
    value = trunc(part_of(leaf, 0));
    if (is_signed(to) ? !(value >= -0x1p63 && value < 0x1p63)
                      : !(value >= 0 && value < 0x1p64))
        return false;
    *out = wrap(is_signed(to) ? (uint64_t)(int64_t)value : (uint64_t)value, to);
    return true;
}

static bool convert_value(pk_leaf *leaf, pk_dtype to) {
    double re, im = 0;
    uint64_t bits;

    re = part_of(leaf, 0);
    if (to == PK_DTYPE_bool) {
        leaf->bits[0] = re != 0; /* NaN is true */
    } else if (is_float(to) || is_complex(to)) {
        if (is_complex(leaf->dtype))
            im = part_of(leaf, 1);
        leaf->bits[0] = pk_float_bits(part_type(to), re);
        leaf->bits[1] = pk_float_bits(part_type(to), im);
    } else {
        if (!integer_of(leaf, to, &bits))
            return false;
        leaf->bits[0] = bits;
    }
    return true;
}

/* True when the number could be converted. */
static bool convert(pk_leaf *leaf, const pk_arg_type *declared) {
    pk_dtype to = pk_arg_type_dtype(declared);
    pk_fpenv old;
    bool converted;

    leaf->members = declared->members;
    if (leaf->dtype == to)
        return true;
    old = pk_fpenv_enter();
    converted = convert_value(leaf, to);
    pk_fpenv_leave(&old);
    if (!converted)
        return false;
    leaf->dtype = to;
    leaf->kind = declared->kind;
    return true;
}

/* ---- the walk ---- */

static pk_status fail_value(const walk *w, const pk_leaf *leaf,
                            const pk_arg_type *declared) {
    const char *dtype = pk_dtype_numpy_name(pk_arg_type_dtype(declared));

    return pk_fail(w->err, PK_BAD_ARG,
                   isnan(part_of(leaf, 0))
                       ? "argument %u '%s' of %s: NaN cannot become the %s of "
                         "the signature"
                       : "argument %u '%s' of %s: a number out of range cannot "
                         "become the %s of the signature",
                   leaf->arg, w->info->param_names[leaf->arg], w->info->name,
                   dtype);
}

static pk_status coerce(walk *w, const pk_arg *arg,
                        const pk_arg_type *declared) {
    uint32_t *word = &w->frame->key.words[w->word++];
    pk_leaf *leaf;

    if (arg->kind == PK_ARG_none)
        return PK_OK;
    if (arg->kind == PK_ARG_function) {
        w->word += PK_FUNCTION_WORDS;
        return PK_OK;
    }
    if (arg->kind == PK_ARG_dtype) {
        w->word += arg->dtype == PK_DTYPE_void;
        return PK_OK;
    }
    if (arg->kind == PK_ARG_text) {
        w->word += (uint32_t)(strlen(arg->value.text) + 3) / 4;
        return PK_OK;
    }
    if (arg->kind == PK_ARG_tuple) {
        w->word += arg->value.tuple.fields ? PK_CLASS_WORDS : 0;
        for (uint32_t i = 0; i < declared->count; i++)
            PK_TRY(coerce(w, &arg->value.tuple.items[i], &declared->items[i]));
        return PK_OK;
    }
    leaf = &w->frame->leaves[w->leaf++];
    w->word += pk_leaf_more_words(leaf);
    if (leaf->kind == PK_ARGTYPE_array) {
        leaf->flags |= declared->flags & (PK_ARGF_readonly | PK_ARGF_pointer);
        if (leaf->flags & PK_ARGF_pointer) /* who knows how far it is used */
            leaf->flags &= (uint8_t)~PK_ARGF_small;
    } else if (!convert(leaf, declared))
        return fail_value(w, leaf, declared);
    *word = pk_leaf_word(leaf);
    return PK_OK;
}

static pk_status fail_types(const pk_function_info *info,
                            const pk_arg_type *types, uint32_t count,
                            uint32_t fits, const pk_allocator *allocator,
                            pk_error *err) {
    const pk_declared *first = &info->declared[0];
    pk_text text;
    pk_status status;

    pk_text_init(&text, allocator);
    pk_declared_explain(info, types, count, fits, &text);
    status = pk_fail_at(err, PK_TYPE, first->file, first->loc, "%s",
                        pk_text_string(&text));
    pk_text_finish(&text);
    return status;
}

pk_status pk_frame_declare(pk_frame *frame, const pk_function_info *info,
                           const pk_arg *args, size_t count, pk_arg_type *room,
                           const pk_allocator *allocator, pk_error *err) {
    walk w = {.frame = frame, .info = info, .word = PK_KEY_ARGS, .err = err};
    uint32_t best, fits;

    pk_frame_describe(frame, args, count, room);
    fits = pk_declared_choose(info, room, (uint32_t)count, &best);
    if (fits != 1)
        return fail_types(info, room, (uint32_t)count, fits, allocator, err);
    for (size_t i = 0; i < count; i++)
        PK_TRY(coerce(&w, &args[i], &info->declared[best].args[i]));
    return PK_OK;
}
