/* SPDX-License-Identifier: Apache-2.0 */
/* Numba's typing rules: operators, comparisons, and where paths meet.
 *
 * Numba picks an overload by counting conversions; what comes of that for all
 * pairs of scalars is the table below, over eight classes of operand. Joins
 * follow another rule, np.promote_types. */
#include "frontend/ast/ast.h"
#include "frontend/types/struct.h"
#include "frontend/types/types.h"

typedef enum operand_class {
    SMALL_SIGNED, /* bool, int8, int16: fit float32 */
    WIDE_SIGNED,
    SMALL_UNSIGNED, /* uint8 */
    WIDE_UNSIGNED,
    SINGLE,
    DOUBLE,
    COMPLEX_SINGLE,
    COMPLEX_DOUBLE,
    CLASS_COUNT
} operand_class;

static operand_class class_of(const pk_ty *type) {
    if (type->kind == PK_TY_complex)
        return type->scalar == PK_TYPE_f32 ? COMPLEX_SINGLE : COMPLEX_DOUBLE;
    switch (type->scalar) {
    case PK_TYPE_i32:
    case PK_TYPE_i64: return WIDE_SIGNED;
    case PK_TYPE_u8: return SMALL_UNSIGNED;
    case PK_TYPE_u16:
    case PK_TYPE_u32:
    case PK_TYPE_u64: return WIDE_UNSIGNED;
    case PK_TYPE_f16:
    case PK_TYPE_f32: return SINGLE;
    case PK_TYPE_f64: return DOUBLE;
    default: return SMALL_SIGNED;
    }
}

/* Results of + - *: i and u are the 64-bit integers, f and d the floats, c
 * and z the complex numbers. */
static const char arithmetic[CLASS_COUNT][CLASS_COUNT + 1] = {
    /*                   s w u W f d c z */
    [SMALL_SIGNED] = "iiiifdcz",   [WIDE_SIGNED] = "iiiiddzz",
    [SMALL_UNSIGNED] = "iiuufdcz", [WIDE_UNSIGNED] = "iiuuddzz",
    [SINGLE] = "fdfdfdcz",         [DOUBLE] = "ddddddzz",
    [COMPLEX_SINGLE] = "czczczcz", [COMPLEX_DOUBLE] = "zzzzzzzz",
};

static const pk_ty *type_of_letter(char letter) {
    switch (letter) {
    case 'i': return pk_ty_number(PK_TYPE_i64);
    case 'u': return pk_ty_number(PK_TYPE_u64);
    case 'f': return pk_ty_number(PK_TYPE_f32);
    case 'd': return pk_ty_number(PK_TYPE_f64);
    case 'c': return pk_ty_complex(PK_TYPE_f32);
    default: return pk_ty_complex(PK_TYPE_f64);
    }
}

static const pk_ty *arithmetic_type(const pk_ty *a, const pk_ty *b) {
    return type_of_letter(arithmetic[class_of(a)][class_of(b)]);
}

static bool is_half(const pk_ty *type) {
    return type->kind == PK_TY_number && type->scalar == PK_TYPE_f16;
}

static bool is_integral(const pk_ty *type) {
    return pk_ty_is_int(type) || pk_ty_is_bool(type);
}

/* The 64-bit integer of a type's signedness; bool counts as signed. */
static const pk_ty *widened(const pk_ty *type) {
    bool is_unsigned = pk_ty_is_int(type) && !pk_type_is_signed(type->scalar);

    return pk_ty_number(is_unsigned ? PK_TYPE_u64 : PK_TYPE_i64);
}

static bool same_type(const pk_ty *type, pk_rule *out) {
    *out = (pk_rule){type, type, type};
    return true;
}

static bool power(const pk_ty *a, const pk_ty *b, pk_rule *out) {
    same_type(arithmetic_type(a, b), out);
    if (!is_integral(b))
        return true;
    if (pk_ty_is_float(a)) {
        a = is_half(a) ? pk_ty_number(PK_TYPE_f32) : a;
        *out = (pk_rule){a, widened(b), a};
    } else if (pk_ty_is_bool(a) && b->scalar == PK_TYPE_i32) {
        /* Numba's choice of overload, kept. */
        *out = (pk_rule){pk_ty_number(PK_TYPE_f32), widened(b),
                         pk_ty_number(PK_TYPE_f32)};
    } else if (is_integral(a)) {
        out->right = widened(b); /* its sign matters */
    }
    return true;
}

bool pk_rule_binary(uint8_t op, const pk_ty *a, const pk_ty *b, pk_rule *out) {
    bool integral;

    if (!pk_ty_is_numeric(a) || !pk_ty_is_numeric(b))
        return false;
    integral = is_integral(a) && is_integral(b);
    switch (op) {
    case PK_AST_OP_Add:
    case PK_AST_OP_Sub:
    case PK_AST_OP_Mult:
        if (is_half(a) && is_half(b))
            return same_type(a, out);
        return same_type(arithmetic_type(a, b), out);
    case PK_AST_OP_Div:
        if (is_half(a) && is_half(b))
            return same_type(a, out);
        if (integral)
            return same_type(pk_ty_number(PK_TYPE_f64), out);
        return same_type(arithmetic_type(a, b), out);
    case PK_AST_OP_FloorDiv:
    case PK_AST_OP_Mod:
        same_type(arithmetic_type(a, b), out);
        return out->result->kind == PK_TY_number;
    case PK_AST_OP_Pow: return power(a, b, out);
    case PK_AST_OP_LShift:
    case PK_AST_OP_RShift: return integral && same_type(widened(a), out);
    case PK_AST_OP_BitAnd:
    case PK_AST_OP_BitOr:
    case PK_AST_OP_BitXor:
        if (pk_ty_is_bool(a) && pk_ty_is_bool(b))
            return same_type(pk_ty_number(PK_TYPE_bool), out);
        return integral && same_type(arithmetic_type(a, b), out);
    default: return false;
    }
}

/* `left` is the type at which the operation happens: integers are negated and
 * inverted at their own width, then widened. */
bool pk_rule_unary(uint8_t op, const pk_ty *a, pk_rule *out) {
    const pk_ty *boolean = pk_ty_number(PK_TYPE_bool);

    if (op == PK_AST_OP_Not) {
        *out = (pk_rule){a, NULL, boolean};
        a = pk_ty_present(a);
        return pk_ty_is_numeric(a) || a->kind == PK_TY_tuple ||
               a->kind == PK_TY_none;
    }
    if (!pk_ty_is_numeric(a))
        return false;
    if (op == PK_AST_OP_Invert) {
        *out = (pk_rule){a, NULL, pk_ty_is_bool(a) ? a : widened(a)};
        return is_integral(a);
    }
    *out = (pk_rule){a, NULL, a};
    if (pk_ty_is_bool(a))
        *out = (pk_rule){widened(a), NULL, widened(a)};
    else if (pk_ty_is_int(a))
        out->result = widened(a);
    return true;
}

static pk_type signed_of_bytes(uint32_t bytes) {
    return bytes == 1   ? PK_TYPE_i8
           : bytes == 2 ? PK_TYPE_i16
           : bytes == 4 ? PK_TYPE_i32
                        : PK_TYPE_i64;
}

/* The integer type that holds both, float64 where there is none. */
static pk_type integer_of_both(pk_type a, pk_type b) {
    uint32_t a_bytes = pk_type_bytes(a), b_bytes = pk_type_bytes(b);

    if (a == PK_TYPE_bool || b == PK_TYPE_bool)
        return a == PK_TYPE_bool ? b : a;
    if (pk_type_is_signed(a) == pk_type_is_signed(b))
        return a_bytes >= b_bytes ? a : b;
    if (pk_type_is_signed(b))
        return integer_of_both(b, a);
    if (b_bytes == 8)
        return PK_TYPE_f64;
    return a_bytes > b_bytes ? a : signed_of_bytes(2 * b_bytes);
}

/* Whether all values of the type are exact in float16 or in float32. */
static bool fits_half(pk_type type) {
    return type == PK_TYPE_bool || type == PK_TYPE_i8 || type == PK_TYPE_u8 ||
           type == PK_TYPE_f16;
}

static bool fits_single(pk_type type, bool with_u16) {
    return fits_half(type) || type == PK_TYPE_i16 || type == PK_TYPE_f32 ||
           (with_u16 && type == PK_TYPE_u16);
}

/* The scalar that two meet in. Comparisons and joins differ in one pair:
 * uint16 and float32. */
static pk_type meet(pk_type a, pk_type b, bool join) {
    if (a == b)
        return a;
    if (!pk_type_is_float(a) && !pk_type_is_float(b))
        return integer_of_both(a, b);
    if (fits_half(a) && fits_half(b))
        return PK_TYPE_f16;
    return fits_single(a, join) && fits_single(b, join) ? PK_TYPE_f32
                                                        : PK_TYPE_f64;
}

/* Item by item: the first that differ decide, then the lengths. */
static bool compare_tuples(uint8_t op, const pk_ty *a, const pk_ty *b,
                           pk_rule *out) {
    bool equality = op == PK_AST_OP_Eq || op == PK_AST_OP_NotEq;
    pk_rule rule;

    *out = (pk_rule){a, b, pk_ty_number(PK_TYPE_bool)};
    if ((pk_ty_is_dataclass(a) || pk_ty_is_dataclass(b)) &&
        (!pk_fields_same(a->fields, b->fields) ||
         a->fields->class->compares <
             (equality ? PK_COMPARES_equal : PK_COMPARES_order)))
        return false;
    if (equality && a->count != b->count)
        return true;
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        if (equality && (a->items[i]->kind == PK_TY_none ||
                         b->items[i]->kind == PK_TY_none))
            continue;
        if (!pk_rule_compare(op, a->items[i], b->items[i], &rule))
            return false;
    }
    return op >= PK_AST_OP_Eq && op <= PK_AST_OP_GtE;
}

bool pk_rule_compare(uint8_t op, const pk_ty *a, const pk_ty *b, pk_rule *out) {
    bool equality = op == PK_AST_OP_Eq || op == PK_AST_OP_NotEq;
    const pk_ty *work;

    if (a->kind == PK_TY_member && pk_ty_equal(a, b)) {
        *out = (pk_rule){a, b, pk_ty_number(PK_TYPE_bool)};
        return equality;
    }
    if (a->kind == PK_TY_tuple && b->kind == PK_TY_tuple)
        return compare_tuples(op, a, b, out);
    if (pk_ty_is_text(a) && pk_ty_is_text(b)) {
        *out = (pk_rule){&pk_ty_str, &pk_ty_str, pk_ty_number(PK_TYPE_bool)};
        return op >= PK_AST_OP_Eq && op <= PK_AST_OP_GtE;
    }
    if (!pk_ty_is_numeric(a) || !pk_ty_is_numeric(b))
        return false;
    if (a->kind == PK_TY_complex || b->kind == PK_TY_complex) {
        work = arithmetic_type(a, b);
        *out = (pk_rule){work, work, pk_ty_number(PK_TYPE_bool)};
        return equality;
    }
    work = pk_ty_number(meet(a->scalar, b->scalar, false));
    if (pk_ty_is_bool(work) && !equality)
        work = pk_ty_number(PK_TYPE_u8);
    *out = (pk_rule){work, work, pk_ty_number(PK_TYPE_bool)};
    return op >= PK_AST_OP_Eq && op <= PK_AST_OP_GtE;
}

/* A literal may stand for any number of its sort, an integer for a float. */
static const pk_ty *strict_meet(const pk_ty *a, const pk_ty *b) {
    if (!pk_ty_is_number(a) || !pk_ty_is_number(b))
        return NULL;
    if (a->flags & PK_TYF_weak && b->flags & PK_TYF_weak)
        return pk_ty_is_float(a) ? a : b;
    if (a->flags & PK_TYF_weak)
        return strict_meet(b, a);
    if (b->flags & PK_TYF_weak)
        return pk_ty_is_float(a) || (pk_ty_is_int(a) && pk_ty_is_int(b)) ? a
                                                                         : NULL;
    return pk_ty_equal(a, b) ? a : NULL;
}

bool pk_rule_strict(uint8_t op, const pk_ty *a, const pk_ty *b, pk_rule *out) {
    const pk_ty *type = strict_meet(a, b);

    if ((op == PK_AST_OP_LShift || op == PK_AST_OP_RShift) && pk_ty_is_int(a) &&
        pk_ty_is_int(b) && !(a->flags & PK_TYF_weak))
        type = a;
    if (!type)
        return false;
    *out = (pk_rule){type, type, type};
    if (op >= PK_AST_OP_Eq && op <= PK_AST_OP_GtE) {
        out->result = pk_ty_number(PK_TYPE_bool);
        return true;
    }
    switch (op) {
    case PK_AST_OP_Add:
    case PK_AST_OP_Sub:
    case PK_AST_OP_Mult: return !pk_ty_is_bool(type);
    case PK_AST_OP_Div: return pk_ty_is_float(type);
    case PK_AST_OP_FloorDiv:
    case PK_AST_OP_Mod:
    case PK_AST_OP_LShift:
    case PK_AST_OP_RShift: return pk_ty_is_int(type);
    case PK_AST_OP_BitAnd:
    case PK_AST_OP_BitOr:
    case PK_AST_OP_BitXor: return !pk_ty_is_float(type);
    default: return false;
    }
}

static const pk_ty *unify_tuples(pk_arena *arena, const pk_ty *a,
                                 const pk_ty *b) {
    const pk_ty **items;

    if (a->count != b->count)
        return NULL;
    items = pk_arena_array(arena, a->count + 1, sizeof *items);
    for (uint32_t i = 0; i < a->count && items; i++)
        if (!(items[i] = pk_rule_unify(arena, a->items[i], b->items[i])))
            return NULL;
    if (!items)
        return &pk_ty_error;
    return pk_ty_named_tuple(arena, items, a->count,
                             pk_fields_same(a->fields, b->fields) ? a->fields
                                                                  : NULL);
}

/* Both are arrays of the same records, or none is. */
static bool same_records(const pk_ty *a, const pk_ty *b) {
    return a->made && b->made
               ? pk_record_equal(a->made->record, b->made->record)
               : a->made == b->made;
}

/* Elements are read alike: whole, or in the same parts. */
static bool same_places(const pk_ty *a, const pk_ty *b) {
    return a->made ? a->align == b->align
                   : pk_ty_part_bytes(a) == pk_ty_part_bytes(b);
}

/* The type of a value that is one of two arrays or records, as in `a if c else
 * b`: it may be in memory that either of them may be in. */
static const pk_ty *either_copied(pk_arena *arena, const pk_ty *type,
                                  const pk_ty *a, const pk_ty *b) {
    if (!a->copied && !b->copied)
        return type;
    return pk_ty_with_copies(arena, type,
                             pk_copies_join(arena, a->copied, b->copied));
}

/* A pointer, which no launch knows the end of. */
static bool is_endless(const pk_ty *array) {
    return array->flags & PK_TYF_unsized && !(array->flags & PK_TYF_dynamic);
}

/* Whether `from` is a constant array of the module and `to` an array of a host
 * function, which has a copy of it. */
static bool is_copied(const pk_ty *from, const pk_ty *to) {
    return pk_ty_is_constant(from) && to->space == PK_SPACE_global &&
           to->flags & PK_TYF_counted;
}

static const pk_ty *unify_arrays(pk_arena *arena, const pk_ty *a,
                                 const pk_ty *b) {
    uint32_t flags = a->flags | b->flags;
    char layout = a->layout == b->layout ? (char)a->layout : 'A';
    pk_ty *type;

    if (a->scalar != b->scalar || a->ndim != b->ndim || a->space != b->space ||
        a->held != b->held || !same_places(a, b) ||
        (a->flags ^ b->flags) & PK_TYF_complex || !same_records(a, b) ||
        pk_ty_is_pointer(a) != pk_ty_is_pointer(b))
        return NULL;
    type = pk_ty_array(arena, pk_ty_element(a), a->ndim, layout,
                       (pk_space)a->space, flags);
    if (is_endless(a) || is_endless(b))
        type->flags &= (uint8_t)~PK_TYF_dynamic;
    type->held = a->held;
    type->align =
        a->align == b->align ? a->align : (uint8_t)pk_ty_part_bytes(a);
    return either_copied(arena, type, a, b);
}

static const pk_ty *unify_records(pk_arena *arena, const pk_ty *a,
                                  const pk_ty *b) {
    uint32_t align = a->align < b->align ? a->align : b->align;

    if (a->space != b->space || !pk_record_equal(a->record, b->record))
        return NULL;
    return either_copied(arena,
                         pk_ty_record(arena, a->record, (pk_space)a->space,
                                      a->flags | b->flags, align),
                         a, b);
}

/* Types that may be None: values that are stored in variables. */
static bool may_be_none(const pk_ty *type) {
    return pk_ty_is_numeric(type) || type->kind == PK_TY_tuple ||
           type->kind == PK_TY_vector || type->kind == PK_TY_array ||
           type->kind == PK_TY_record || type->kind == PK_TY_list ||
           type->kind == PK_TY_dict || type->kind == PK_TY_struct ||
           type->kind == PK_TY_member;
}

static const pk_ty *unify_optional(pk_arena *arena, const pk_ty *a,
                                   const pk_ty *b) {
    const pk_ty *type;

    a = pk_ty_present(a);
    b = pk_ty_present(b);
    type = a->kind == PK_TY_none   ? pk_ty_unknown_text(arena, b)
           : b->kind == PK_TY_none ? pk_ty_unknown_text(arena, a)
                                   : pk_rule_unify(arena, a, b);
    return type && may_be_none(type) ? pk_ty_optional(arena, type) : NULL;
}

static bool is_function(const pk_ty *type) {
    return type->kind == PK_TY_function || type->kind == PK_TY_choice;
}

/* Whether all functions that a value may be are among those of `to`. */
static bool is_choice_of(const pk_ty *from, const pk_ty *to) {
    uint32_t count;
    const pk_ty *const *items = pk_ty_choices(&from, &count);

    for (uint32_t i = 0; i < count; i++)
        if (pk_ty_choice_find(to, items[i]) == to->count)
            return false;
    return is_function(from);
}

const pk_ty *pk_rule_unify(pk_arena *arena, const pk_ty *a, const pk_ty *b) {
    pk_type scalar;

    if (pk_ty_equal(a, b))
        return a;
    if (a->kind == PK_TY_error || b->kind == PK_TY_error)
        return &pk_ty_error;
    if (pk_ty_is_numeric(a) && pk_ty_is_numeric(b)) {
        if ((a->flags | b->flags) & PK_TYF_weak)
            return strict_meet(a, b);
        scalar = meet(a->scalar, b->scalar, true);
        if (a->kind == PK_TY_complex || b->kind == PK_TY_complex)
            return pk_ty_complex(scalar);
        return pk_ty_number(scalar);
    }
    if (a->kind == PK_TY_none || b->kind == PK_TY_none ||
        a->kind == PK_TY_optional || b->kind == PK_TY_optional)
        return unify_optional(arena, a, b);
    if (pk_ty_is_text(a) && pk_ty_is_text(b))
        return &pk_ty_str;
    if (is_function(a) && is_function(b))
        return pk_ty_choice(arena, a, b);
    if (a->kind != b->kind)
        return NULL;
    if (a->kind == PK_TY_tuple)
        return unify_tuples(arena, a, b);
    if (a->kind == PK_TY_array && is_copied(a, b))
        return unify_arrays(arena, pk_ty_copy_of_constant(arena, a), b);
    if (a->kind == PK_TY_array && is_copied(b, a))
        return unify_arrays(arena, a, pk_ty_copy_of_constant(arena, b));
    if (a->kind == PK_TY_array)
        return unify_arrays(arena, a, b);
    if (a->kind == PK_TY_record)
        return unify_records(arena, a, b);
    return NULL;
}

bool pk_rule_converts(const pk_ty *from, const pk_ty *to) {
    if (from->kind == PK_TY_error || pk_ty_equal(from, to))
        return true;
    if (to->kind == PK_TY_optional)
        return from->kind == PK_TY_none ||
               pk_rule_converts(pk_ty_present(from), to->items[0]);
    if (pk_ty_is_number(to))
        return pk_ty_is_number(from);
    if (to->kind == PK_TY_complex)
        return pk_ty_is_numeric(from);
    if (pk_ty_is_str(to))
        return pk_ty_is_text(from);
    if (to->kind == PK_TY_choice)
        return is_choice_of(from, to);
    if (from->kind != to->kind)
        return false;
    if (to->kind == PK_TY_record)
        return pk_record_equal(from->record, to->record);
    if (to->kind == PK_TY_tuple) {
        for (uint32_t i = 0; i < to->count; i++)
            if (from->count != to->count ||
                !pk_rule_converts(from->items[i], to->items[i]))
                return false;
        return from->count == to->count;
    }
    return to->kind == PK_TY_array &&
           (to->layout == 'A' || to->layout == from->layout ||
            is_copied(from, to)) &&
           from->scalar == to->scalar && from->ndim == to->ndim &&
           (from->space == to->space || is_copied(from, to)) &&
           from->held == to->held && same_records(from, to) &&
           same_places(from, to) &&
           !((from->flags ^ to->flags) & PK_TYF_complex);
}
