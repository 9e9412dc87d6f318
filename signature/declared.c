/* SPDX-License-Identifier: Apache-2.0 */
/* Signatures of decorators: which one a call takes, by Numba's rules of
 * conversion. */
#include "base/text.h"
#include "signature/classes.h"
#include "signature/function.h"
#include "signature/record.h"

#include <string.h>

/* The columns of the table below. */
enum {
    BOOL,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    F32,
    F64,
    C64,
    C128,
    KINDS
};

/* From the type of a row to that of a column: '=' the same, 'p' promotion, 's'
 * safe, 'u' unsafe, '.' none. */
static const char conversions[KINDS][KINDS + 1] = {
    [BOOL] = "=sssssssssssss", [I8] = "u=pppuuuusssss",
    [I16] = "uu=ppuuuuussss",  [I32] = "uuu=puuuuuusus",
    [I64] = "uuuu=uuuuuusus",  [U8] = "uusss=pppsssss",
    [U16] = "uuussu=ppuusus",  [U32] = "uuuusuu=puusus",
    [U64] = "uuuuuuuu=uusus",  [F16] = "uuuuuuuuu=ppss",
    [F32] = "uuuuuuuuuu=pss",  [F64] = "uuuuuuuuuuu=us",
    [C64] = "............=p",  [C128] = "............u=",
};

static int column(const pk_arg_type *type) {
    bool is_complex = type->kind == PK_ARGTYPE_complex;

    switch (type->dtype) {
    case PK_TYPE_bool: return BOOL;
    case PK_TYPE_i8: return I8;
    case PK_TYPE_i16: return I16;
    case PK_TYPE_i32: return I32;
    case PK_TYPE_i64: return I64;
    case PK_TYPE_u8: return U8;
    case PK_TYPE_u16: return U16;
    case PK_TYPE_u32: return U32;
    case PK_TYPE_u64: return U64;
    case PK_TYPE_f16: return F16;
    case PK_TYPE_f32: return is_complex ? C64 : F32;
    case PK_TYPE_f64: return is_complex ? C128 : F64;
    default: return -1;
    }
}

/* An array that may only be read is taken for one that may be written: whether
 * the kernel writes it is seen when it is compiled. */
static char convert_array(const pk_arg_type *from, const pk_arg_type *to) {
    if (from->dtype != to->dtype || from->is_complex != to->is_complex ||
        from->ndim != to->ndim || !from->record != !to->record ||
        (from->record && !pk_record_equal(from->record, to->record)))
        return '.';
    if ((from->flags ^ to->flags) & PK_ARGF_pointer) /* to its elements */
        return from->layout == to->layout && to->flags & PK_ARGF_pointer ? 's'
                                                                         : '.';
    if (from->layout == to->layout)
        return '=';
    return to->layout == 'A' ? 's' : '.';
}

static char convert(const pk_arg_type *from, const pk_arg_type *to);

/* As bad as the worst of the items. */
static char convert_tuple(const pk_arg_type *from, const pk_arg_type *to) {
    static const char order[] = "=psu.";
    size_t worst = 0;

    if (from->count != to->count)
        return '.';
    for (uint32_t i = 0; i < from->count; i++) {
        char c = convert(&from->items[i], &to->items[i]);
        size_t rank = (size_t)(strchr(order, c) - order);
        worst = rank > worst ? rank : worst;
    }
    return order[worst];
}

/* Members of an IntEnum are integers, those of another enumeration are not. */
static bool is_number(const pk_arg_type *type) {
    return (type->kind == PK_ARGTYPE_scalar &&
            (!type->members || type->members->integers)) ||
           type->kind == PK_ARGTYPE_complex;
}

static char convert(const pk_arg_type *from, const pk_arg_type *to) {
    if (is_number(from) && is_number(to))
        return column(from) < 0 || column(to) < 0
                   ? '.'
                   : conversions[column(from)][column(to)];
    if (from->kind != to->kind || is_number(from) || is_number(to))
        return '.';
    if (from->kind == PK_ARGTYPE_scalar)
        return pk_members_same(from->members, to->members) ? '=' : '.';
    if (from->kind == PK_ARGTYPE_array)
        return convert_array(from, to);
    return from->kind == PK_ARGTYPE_tuple ? convert_tuple(from, to) : '=';
}

/* How far the arguments are from a signature: conversions by their kind, worst
 * first; false when they do not fit. */
static bool rate(const pk_declared *d, const pk_arg_type *args, uint32_t count,
                 uint32_t rating[3]) {
    memset(rating, 0, 3 * sizeof *rating);
    if (d->count != count)
        return false;
    for (uint32_t i = 0; i < count; i++)
        switch (convert(&args[i], &d->args[i])) {
        case 'u': rating[0]++; break;
        case 's': rating[1]++; break;
        case 'p': rating[2]++; break;
        case '=': break;
        default: return false;
        }
    return true;
}

static int compare(const uint32_t a[3], const uint32_t b[3]) {
    for (int i = 0; i < 3; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

uint32_t pk_declared_choose(const pk_function_info *info,
                            const pk_arg_type *args, uint32_t count,
                            uint32_t *out) {
    uint32_t best[3] = {0}, rating[3], fits = 0;

    *out = 0;
    for (uint32_t i = 0; i < info->declared_count; i++) {
        int order;
        if (!rate(&info->declared[i], args, count, rating))
            continue;
        order = fits ? compare(rating, best) : -1;
        if (order < 0) {
            memcpy(best, rating, sizeof best);
            *out = i;
        }
        fits = order < 0 ? 1 : fits + (order == 0);
    }
    return fits;
}

const pk_declared *pk_declared_find(const pk_declared *declared,
                                    uint32_t declared_count,
                                    const pk_arg_type *args, uint32_t count) {
    uint32_t rating[3];

    for (uint32_t i = 0; i < declared_count; i++)
        if (rate(&declared[i], args, count, rating) && !rating[0] &&
            !rating[1] && !rating[2])
            return &declared[i];
    return NULL;
}

/* ---- words ---- */

static void put_types(pk_text *out, const pk_arg_type *args, uint32_t count) {
    pk_text_put(out, "(");
    for (uint32_t i = 0; i < count; i++) {
        pk_text_put(out, i ? ", " : "");
        pk_arg_type_print(&args[i], out);
    }
    pk_text_put(out, ")");
}

/* With one signature the first argument that does not fit is named. */
static bool explain_one(const pk_function_info *info, const pk_arg_type *args,
                        uint32_t count, pk_text *out) {
    const pk_declared *d = info->declared;

    for (uint32_t i = 0; i < count && i < d->count; i++) {
        if (convert(&args[i], &d->args[i]) != '.')
            continue;
        pk_text_printf(out, "argument %u '%s' of %s is ", i,
                       info->param_names[i], info->name);
        pk_arg_type_print(&args[i], out);
        pk_text_put(out, ", its signature says ");
        pk_arg_type_print(&d->args[i], out);
        return true;
    }
    return false;
}

void pk_declared_explain(const pk_function_info *info, const pk_arg_type *args,
                         uint32_t count, uint32_t fits, pk_text *out) {
    enum { SHOWN = 8 };

    if (info->declared_count == 1 && explain_one(info, args, count, out))
        return;
    pk_text_printf(out,
                   fits ? "several signatures of %s fit equally well for "
                        : "no signature of %s fits ",
                   info->name);
    put_types(out, args, count);
    pk_text_put(out, "; there are ");
    for (uint32_t i = 0; i < info->declared_count && i < SHOWN; i++) {
        pk_text_put(out, i ? ", " : "");
        put_types(out, info->declared[i].args, info->declared[i].count);
    }
    if (info->declared_count > SHOWN)
        pk_text_put(out, ", ...");
}

/* ---- what arrives ---- */

static void coerce_items(pk_arena *arena, const pk_arg_type *given,
                         const pk_arg_type *declared, pk_arg_type *out) {
    pk_arg_type *items = pk_arena_array(arena, given->count + 1, sizeof *items);

    for (uint32_t i = 0; items && i < given->count; i++)
        pk_declared_coerce(arena, &given->items[i], &declared->items[i],
                           &items[i]);
    out->items = items;
}

void pk_declared_coerce(pk_arena *arena, const pk_arg_type *given,
                        const pk_arg_type *declared, pk_arg_type *out) {
    *out = *given;
    switch ((pk_argtype_kind)given->kind) {
    case PK_ARGTYPE_scalar:
    case PK_ARGTYPE_complex:
        out->kind = declared->kind;
        out->is_known &=
            declared->kind == given->kind && declared->dtype == given->dtype;
        out->dtype = declared->dtype;
        out->members = declared->members;
        break;
    case PK_ARGTYPE_array:
        out->flags |= declared->flags & (PK_ARGF_readonly | PK_ARGF_pointer);
        break;
    case PK_ARGTYPE_tuple: coerce_items(arena, given, declared, out); break;
    case PK_ARGTYPE_function:
    case PK_ARGTYPE_text:
    case PK_ARGTYPE_dtype:
    case PK_ARGTYPE_dict: /* no signature of a source has one */
    case PK_ARGTYPE_none: break;
    }
}
