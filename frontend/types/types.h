/* SPDX-License-Identifier: Apache-2.0 */
/* The result of inference for an expression: its type, and its value where that
 * is known before the kernel runs.
 *
 * Modules, dtypes, functions and builtins are values with types of their own,
 * so that one mechanism resolves `np.float32`, `cuda.shared.array` and `a[i]`.
 * Types are compared with pk_ty_equal; those without parts of their own are
 * static, the others live in the arena of a compile or of a program. */
#ifndef PORTKERN_FRONTEND_TYPES_TYPES_H
#define PORTKERN_FRONTEND_TYPES_TYPES_H

#include "base/shared.h"
#include "base/text.h"
#include "portkern/ir.h"
#include "recipe/spread.h"
#include "signature/argument.h"
#include "signature/classes.h"
#include "signature/dtype.h"
#include "signature/function.h"
#include "signature/record.h"

typedef enum pk_ty_kind {
    PK_TY_error,    /* something was wrong and has been reported */
    PK_TY_clash,    /* a name whose types do not unify: wrong when used */
    PK_TY_none,     /* None */
    PK_TY_optional, /* None or a value of type items[0] */
    PK_TY_number,   /* scalar */
    PK_TY_complex,  /* a pair of scalar */
    PK_TY_vector,   /* x, y, z, w: as many of scalar as ndim says */
    PK_TY_tuple,    /* items */
    PK_TY_array,    /* ndim, layout, space, flags; elements scalar */
    PK_TY_record,   /* a place in memory with fields: record, space, align */
    PK_TY_lazy,     /* a + b of arrays: ndim, elements scalar */
    PK_TY_computed, /* the same as what a reduction is given: elements that are
                       computed when they are read, by `tree` from leaves of
                       types items; layout: the order of .flat */
    PK_TY_element_iter, /* of the array items[0], or the shape that it is if a
                     tuple: `layout` says what an iteration gives */
    PK_TY_flags,        /* .flags of the array items[0] */
    PK_TY_list,         /* a list of items[0], or of unset where that is not
                           known yet: one part, a reference to it; with layout
                           't' a string (pk_ty_str) */
    PK_TY_dict,         /* a dict, or a set: layout is 'd' or 's'. Items: a list
                           of entries and one of numbers (lib/host/np_dict.py), as
                           open as that of the entries is */
    PK_TY_struct,    /* a reference to a structure (struct.h), its one part */
    PK_TY_class,     /* what makes such when it is called: `structure` */
    PK_TY_range,     /* range of scalar */
    PK_TY_count,     /* counts up from a number: of enumerate */
    PK_TY_zip,       /* of iterables: items */
    PK_TY_iter,      /* an iterator over items[0]: behind its parts the address
                        of the number of items that are taken, in local memory */
    PK_TY_slice,     /* of an index: lower, upper, step as items */
    PK_TY_ellipsis,  /* ... */
    PK_TY_text,      /* a string literal, known; of a parameter: `text` */
    PK_TY_dtype,     /* np.float32: the type that it makes in `made` */
    PK_TY_signature, /* void(int32): items, and the result in `made` */
    PK_TY_module,    /* a name that leads to others: `path` */
    PK_TY_source,    /* a module read from a file: `program` */
    PK_TY_foreign,   /* something of a module that we do not read: `path` */
    PK_TY_hidden,    /* a module-level name without a value we can know */
    PK_TY_named,     /* a class of tuples whose items have names: `fields` */
    PK_TY_enum,      /* an enumeration: `members` */
    PK_TY_table,     /* a dict, or a class with attributes: `table` */
    PK_TY_member,    /* a member of one that is no IntEnum: its number */
    PK_TY_builtin,   /* a row of builtins.def */
    PK_TY_function,  /* a function; of one within a function `items` are its
                        defaults, then the variables that it uses */
    PK_TY_choice     /* one of the functions `items`: its number */
} pk_ty_kind;

enum {
    PK_TYF_readonly = 1, /* array: may not be written */
    PK_TYF_complex = 2,  /* array: elements are pairs */
    PK_TYF_unsized = 4,  /* array: extent set by the launch, not known here */
    PK_TYF_weak = 8,     /* number: a literal of the device library, takes the
                            type of the other operand */
    PK_TYF_falls = 16,   /* range: of uint64, by a step that may be negative */
    PK_TYF_parallel = 1, /* range: prange, in a function with threads; places:
                            on_threads */
    PK_TYF_dynamic = 32, /* array: unsized, in dynamic shared memory, whose
                            bytes the launch knows */
    PK_TYF_independent = 32, /* range: the iterations of its loop do not depend
                                on each other */
    PK_TYF_counted = 64,     /* array of a host function: its last part is a
                                reference to its memory, none where that is the
                                caller's */
    PK_TYF_listed = 128 /* array: the items of a list, whose indices are always
                           checked */
};

/* Calls that make arrays in memory of their own: cuda.local.array, a.copy(),
 * and of functions that return such an array. In a function that is given one
 * the parameter stands for them (pk_infer_given_memory). */
typedef struct pk_copies pk_copies;
struct pk_copies {
    const pk_copies *next;
    const struct pk_ast *call;
};

typedef struct pk_ty pk_ty;
struct pk_ty {
    uint8_t kind, layout, ndim, flags;
    pk_type scalar;
    uint8_t space;
    uint8_t held;   /* array: what memory holds, where .view() reads it as
                       another type of that size; else void */
    uint8_t align;  /* record, array of records: bytes that the address is a
                      multiple of; array of others: the same of where its
                      lines along the last axis begin, where that is other
                      than what its scalar takes, else 0 */
    uint32_t count; /* tuple, slice: items; hidden: line that may change it */
    uint32_t parts; /* scalars and pointers it is spread into */
    const pk_ty *const *items;
    const struct pk_copies *copied; /* array, record: the calls whose memory it
                                       may be in; NULL: of none */
    union {
        const pk_ty *made;                 /* dtype, signature; array of
                                              records: its element */
        const pk_record *record;           /* record */
        const struct pk_fields *fields;    /* tuple: NULL without; named */
        const struct pk_members *members;  /* enum, member; of an IntEnum also
                                              number */
        const struct pk_struct *structure; /* struct, class */
        const struct pk_table *table;
        const char *path;                 /* module, foreign, hidden */
        const struct pk_known *text;      /* text of a parameter */
        const struct pk_builtin *builtin; /* builtin */
        const struct pk_function *function;
        const struct pk_program *program; /* source */
        const struct pk_tree *tree;       /* computed */
    };
    union {                           /* what messages call it */
        const char *name;             /* builtin */
        const pk_function_info *info; /* function */
        const char *refused; /* hidden: why it cannot be used, and behind the
                                NUL what to do; or NULL */
    };
    const struct pk_program *home; /* hidden: whose name it is; or NULL */
};

/* How an element of an array expression is computed: by the call of a builtin
 * for elements of what `args` give; or it is that of a leaf, an array or one
 * value for all. */
typedef struct pk_tree {
    const struct pk_call *call; /* NULL: a leaf */
    const struct pk_builtin *builtin;
    const struct pk_ast *node;
    const struct pk_tree *const *args;
    uint32_t count; /* of args */
    uint32_t leaf;  /* its number */
} pk_tree;

/* The enumeration that values of the type are members of; NULL: of none. */
static inline const struct pk_members *pk_ty_members(const pk_ty *type) {
    return type->kind == PK_TY_number || type->kind == PK_TY_member
               ? type->members
               : NULL;
}

/* Returns the identity of the class of the module that a name stands for, an
 * enumeration or a named tuple; NULL for other types. */
static inline const void *pk_ty_class(const pk_ty *type) {
    return type->kind == PK_TY_enum    ? (const void *)type->members
           : type->kind == PK_TY_named ? (const void *)type->fields
                                       : NULL;
}

/* The items of iterating over places: a.flat, np.ndindex, np.ndenumerate,
 * np.nditer, whose items are views of one element, without axes. */
enum {
    PK_ELEMENT_ITER_values = 'v',
    PK_ELEMENT_ITER_indices = 'i',
    PK_ELEMENT_ITER_both = 'b',
    PK_ELEMENT_ITER_views = 'w'
};

enum { PK_MAX_DIMS = 32 };  /* of an array */
enum { PK_MAX_VECTOR = 4 }; /* elements of a vector */

/* A value known while compiling: bits of a scalar (as in the IR), a pair, or
 * the items of a tuple (NULL where one is not known). */
typedef struct pk_known pk_known;
typedef struct pk_frozen pk_frozen;
struct pk_known {
    uint64_t bits[2];
    const pk_known *const *items;
    const int64_t *most;           /* other array: the largest extent of each
                                      axis, -1: not known */
    bool assumed;                  /* most: looked at where it is copied */
    const char *text;              /* text; it has bits[0] characters */
    uint32_t length;               /* text: in bytes, which may be NUL */
    bool is_bytes;                 /* text: b'...' */
    pk_frozen *array;              /* constant array (frozen.h) */
    const pk_reference *reference; /* array that the launch gives */
};

/* A value that is used only where a compile needs a constant: what is compiled
 * with it is for that value alone (infer/latent.c). Of a tuple `items` are
 * those of its items, NULL where one has none. */
typedef struct pk_latent {
    const pk_known *known;
    const struct pk_latent *const *items;
    pk_facts facts;  /* of the launch that it is computed from */
    uint64_t params; /* the same of the instance's parameters, by number */
} pk_latent;

typedef struct pk_typed {
    const pk_ty *type;
    const pk_known *known;   /* NULL: run time */
    const pk_latent *latent; /* NULL: a compile knows no more than `known` */
} pk_typed;

/* A dict of the module level, a class without bases, or a name of which a
 * program gives attributes: keys, or names of attributes, and what they stand
 * for. */
typedef struct pk_table {
    const char *name; /* of the class; NULL: a dict */
    pk_typed *keys, *values;
    uint32_t count, capacity;
    pk_typed rest;   /* has the name's other attributes; type NULL: nothing */
    uint32_t *slots; /* hash table of attributes that a program gives: their
                        numbers from 1; NULL: a dict or a class */
    uint32_t slot_count; /* a power of two */
} pk_table;

/* A variable's type that is not assigned yet, or only from such. */
extern const pk_ty pk_ty_unset;
extern PK_SHARED const pk_ty pk_ty_error, pk_ty_none, pk_ty_ellipsis,
    pk_ty_text;
/* A string of a host function that is known while running only: a list of its
 * characters' code points with layout 't', which nothing changes. */
extern const pk_ty pk_ty_str;

/* The type of a scalar, and of a complex number with such parts (f32, f64). */
PK_SHARED const pk_ty *pk_ty_number(pk_type scalar);
const pk_ty *pk_ty_complex(pk_type part);
/* float32x4 and its like: 1 to PK_MAX_VECTOR numbers. */
const pk_ty *pk_ty_vector(pk_type scalar, uint32_t count);
/* Returns the number of the element that an attribute of a vector names, -1:
 * of none. */
int pk_vector_element(const pk_ty *vector, const char *attr);
/* A literal of the device library: i64 or f64. */
const pk_ty *pk_ty_weak(pk_type scalar);

const pk_ty *pk_ty_tuple(pk_arena *arena, const pk_ty *const *items,
                         uint32_t count);
/* The same with the names of `fields`, NULL: none. */
const pk_ty *pk_ty_named_tuple(pk_arena *arena, const pk_ty *const *items,
                               uint32_t count, const pk_fields *fields);
/* The type of .shape for an array with `ndim` axes: as many int64. */
const pk_ty *pk_ty_shape(pk_arena *arena, uint32_t ndim);
/* A list of such items, as pk_ty_item gives them. */
const pk_ty *pk_ty_list(pk_arena *arena, const pk_ty *item);
/* Whether a container may hold values of the type; the type without what is
 * known of one value alone. */
bool pk_ty_is_item(const pk_ty *type);
const pk_ty *pk_ty_item(pk_arena *arena, const pk_ty *type);
/* Whether a list's items are numbers, which lie side by side. Any other item is
 * as many words of 8 bytes as it has parts. */
static inline bool pk_ty_is_flat_list(const pk_ty *type) {
    return type->kind == PK_TY_list && (type->items[0]->kind == PK_TY_number ||
                                        type->items[0]->kind == PK_TY_complex);
}
/* A string of a host function, whose type says what it is or not; and the type
 * where nothing is known of it but that, of strings in tuples, too. */
static inline bool pk_ty_is_str(const pk_ty *type) {
    return type->kind == PK_TY_list && type->layout == 't';
}
bool pk_ty_is_text(const pk_ty *type);
const pk_ty *pk_ty_unknown_text(pk_arena *arena, const pk_ty *type);
/* The type of a string that is an argument: it says what it is. */
const pk_ty *pk_ty_text_of(pk_arena *arena, const char *text);
/* The items of a flat list, as an array. */
const pk_ty *pk_ty_list_items(pk_arena *arena, const pk_ty *list);
/* A list of which nothing tells yet what its items are. */
static inline bool pk_ty_is_open_list(const pk_ty *type) {
    return type->kind == PK_TY_list && type->items[0]->kind == PK_TY_error;
}
/* A dict of keys and values, the items of `pair`, or with layout 's' a set of
 * its keys; NULL: of which nothing is known yet. */
const pk_ty *pk_ty_dict(pk_arena *arena, const pk_ty *pair, char layout);
/* The function of the library that fills a dict which is an argument. */
static inline const char *pk_dict_filler(const pk_ty *dict) {
    return dict->layout == 's' ? "set_fill" : "dict_fill";
}
/* Gives the types of its arguments: the dict, and arrays of its keys and
 * values, or of a set of its keys. Returns how many these are. */
uint32_t pk_ty_dict_filled(pk_arena *arena, const pk_ty *dict,
                           const pk_ty *out[3]);
static inline const pk_ty *pk_dict_entry(const pk_ty *dict) {
    return dict->items[0]->items[0]; /* whether it is there, key, value */
}
/* A list, dict or set of which nothing tells yet what it holds. */
static inline bool pk_ty_is_open(const pk_ty *type) {
    return pk_ty_is_open_list(type) ||
           (type->kind == PK_TY_dict && pk_ty_is_open_list(type->items[0]));
}
/* None or a value of the type; parts: whether it is a value (bool), then its
 * own, zero for None. */
const pk_ty *pk_ty_optional(pk_arena *arena, const pk_ty *type);
/* Returns the type that an optional type may be, and any other type itself. */
static inline const pk_ty *pk_ty_present(const pk_ty *type) {
    return type->kind == PK_TY_optional ? type->items[0] : type;
}
/* The layout of a function that uses variables of the one around it. */
enum { PK_FUNCTION_captures = 'c' };
/* Functions that may be chosen while running, in `a` or `b` or both: those that
 * use no variables of the one around them. NULL: there are others, or many. */
const pk_ty *pk_ty_choice(pk_arena *arena, const pk_ty *a, const pk_ty *b);
/* The number of a function among those of a choice, or their count. */
uint32_t pk_ty_choice_find(const pk_ty *choice, const pk_ty *function);
/* The choice's functions; a function is one. */
static inline const pk_ty *const *pk_ty_choices(const pk_ty *const *type,
                                                uint32_t *count) {
    *count = (*type)->kind == PK_TY_choice ? (*type)->count : 1;
    return (*type)->kind == PK_TY_choice ? (*type)->items : type;
}
/* A record in memory. */
const pk_ty *pk_ty_record(pk_arena *arena, const pk_record *record,
                          pk_space space, uint32_t flags, uint32_t align);
/* `element` is a number, complex or a record. */
pk_ty *pk_ty_array(pk_arena *arena, const pk_ty *element, uint32_t ndim,
                   char layout, pk_space space, uint32_t flags);
/* An array expression: what it is computed from is in notes. */
const pk_ty *pk_ty_lazy(pk_arena *arena, const pk_ty *element, uint32_t ndim);
/* Its elements, for a reduction: `count` leaves; parts: the shape, then those
 * of the leaves. */
const pk_ty *pk_ty_computed(pk_arena *arena, const pk_ty *lazy,
                            const pk_tree *tree, const pk_ty *const *leaves,
                            uint32_t count);
/* Kind places (`gives`: PK_ELEMENT_ITER_*) or flags. */
const pk_ty *pk_ty_over(pk_arena *arena, pk_ty_kind kind, const pk_ty *array,
                        char gives);
/* The array seen with other axes, of whose places nothing is known but what is
 * of all elements. */
pk_ty *pk_ty_view(pk_arena *arena, const pk_ty *array, uint32_t ndim,
                  char layout);
/* The array whose lines begin at multiples of `align` bytes; what it has is
 * enough where that is less. */
const pk_ty *pk_ty_aligned(pk_arena *arena, const pk_ty *array, uint32_t align);
/* Returns the number of which the lines of an array of numbers are known to
 * begin at a multiple, in bytes. */
uint32_t pk_ty_align(const pk_ty *array);
/* Returns the bytes of the parts in which an array of numbers is read that may
 * not be aligned for them; else 0. */
static inline uint32_t pk_ty_part_bytes(const pk_ty *array) {
    return !array->made && array->align < pk_type_bytes(array->scalar)
               ? array->align
               : 0;
}
/* Names two types in a message that says that they do not unify; true when the
 * names say which memory their arrays are in, or how they are read, since
 * nothing else keeps them apart (alike.c). */
bool pk_ty_names_apart(pk_arena *arena, const pk_ty *a, const pk_ty *b,
                       const char *names[2]);
/* The type, with a reference to the memory of each array that it is or has. */
const pk_ty *pk_ty_counted(pk_arena *arena, const pk_ty *type);
/* Whether a value of the type is a constant array of the module; and the type
 * of the copy that a function for the host makes of it where a variable or item
 * may have another array: read-only, as a constant is. */
bool pk_ty_is_constant(const pk_ty *type);
const pk_ty *pk_ty_copy_of_constant(pk_arena *arena, const pk_ty *type);
/* The array or record as a type whose memory is that of these copies. */
pk_ty *pk_ty_with_copies(pk_arena *arena, const pk_ty *type,
                         const pk_copies *copied);
/* A view of `array`: in memory of the calls that the array is in. */
pk_ty *pk_ty_in_memory_of(pk_arena *arena, pk_ty *type, const pk_ty *array);
/* Returns the calls in either set. */
const pk_copies *pk_copies_join(pk_arena *arena, const pk_copies *a,
                                const pk_copies *b);
bool pk_copies_equal(const pk_copies *a, const pk_copies *b);
/* Whether a value of the type is, or contains, what that call may have made. */
bool pk_ty_holds_copy(const pk_ty *type, const struct pk_ast *call);
/* All calls that made something of a value of the type. */
const pk_copies *pk_ty_copies(pk_arena *arena, const pk_ty *type);
/* The type with what `map` gives for the calls of each array and record. */
typedef const pk_copies *pk_copies_map(void *arg, const pk_copies *copied);
const pk_ty *pk_ty_map_copies(pk_arena *arena, const pk_ty *type,
                              pk_copies_map *map, void *arg);
/* Its transpose. */
const pk_ty *pk_ty_reversed(pk_arena *arena, const pk_ty *array);
/* The type of the items that the iterator gives: the element, its indices, or
 * both. */
const pk_ty *pk_ty_element_iter_item(pk_arena *arena, const pk_ty *iter);
/* The type of an argument or variable that a function is given: strings are
 * what they say. */
const pk_ty *pk_ty_given(pk_arena *arena, pk_typed v);
const pk_ty *pk_ty_range(pk_arena *arena, pk_type scalar, uint8_t flags);
const pk_ty *pk_ty_path(pk_arena *arena, pk_ty_kind kind, const char *path);
/* The type of an enumeration's members. */
PK_SHARED const pk_ty *pk_enum_type(pk_arena *arena, const pk_members *members);
const pk_ty *pk_ty_of_argument(pk_arena *arena, const pk_arg_type *arg);
/* A tuple whose items have the names of a class, where it has as many, and
 * theirs those that its annotations say. */
const pk_ty *pk_ty_with_names(pk_arena *arena, const pk_ty *type,
                              const pk_fields *fields);
/* The other way; false when no argument has such a type. */
PK_SHARED bool pk_ty_to_argument(pk_arena *arena, const pk_ty *type,
                                 pk_arg_type *out);

PK_SHARED bool pk_ty_equal(const pk_ty *a, const pk_ty *b);
/* Whether two known strings are equal, which a string and bytes never are. */
bool pk_known_same_text(const pk_known *a, const pk_known *b);
/* An iterator, or a tuple with one in it. */
bool pk_ty_has_iterator(const pk_ty *type);
/* Numbers: integer (not bool), bool, float; a number at all. */
PK_SHARED bool pk_ty_is_int(const pk_ty *type);
PK_SHARED bool pk_ty_is_bool(const pk_ty *type);
PK_SHARED bool pk_ty_is_float(const pk_ty *type);
PK_SHARED bool pk_ty_is_number(const pk_ty *type);
PK_SHARED bool pk_ty_is_numeric(const pk_ty *type); /* a number or complex */
/* An array of records; an array or an array expression. */
static inline bool pk_ty_is_records(const pk_ty *type) {
    return type->kind == PK_TY_array && type->made;
}
static inline bool pk_ty_is_arrays(const pk_ty *type) {
    return type->kind == PK_TY_array || type->kind == PK_TY_lazy;
}

/* CPointer: an array of the launch without a known extent. */
static inline bool pk_ty_is_pointer(const pk_ty *type) {
    return type->kind == PK_TY_array && type->flags & PK_TYF_unsized &&
           type->space == PK_SPACE_global;
}

/* Type of the element of an array or an array expression. */
PK_SHARED const pk_ty *pk_ty_element(const pk_ty *array);
/* Bytes that an element takes. */
uint32_t pk_ty_bytes(const pk_ty *element);
/* The IR type of part number `index`. */
pk_type pk_ty_part(const pk_ty *type, uint32_t index);
/* The first part of an array that is a stride (recipe/spread.h). */
static inline uint32_t pk_part_stride(const pk_ty *array) {
    return pk_array_stride_part(array->ndim);
}

/* The part of an array that is the reference to its memory; false: none is. */
static inline bool pk_part_owner(const pk_ty *array, uint32_t *part) {
    *part = array->parts - 1;
    return array->kind == PK_TY_array && array->flags & PK_TYF_counted;
}

/* Appends the name in Numba's words: "array(float32, 2d, C)". */
void pk_ty_print(const pk_ty *type, pk_text *out);
/* Appends how a value of the type is spread into parts. */
void pk_ty_print_spread(const pk_ty *type, pk_text *out);
/* The name, in the arena. */
PK_SHARED const char *pk_ty_name(pk_arena *arena, const pk_ty *type);

/* ---- rules (rules.c) ---- */

/* A binary or comparison operator for operands of two types: both are converted
 * (`left`, `right`), then the result has type `result`. False when there is no
 * such operator. */
typedef struct pk_rule {
    const pk_ty *left, *right, *result;
} pk_rule;

struct pk_known;
PK_SHARED bool pk_rule_binary(uint8_t op, const pk_ty *a, const pk_ty *b,
                              pk_rule *out);
PK_SHARED bool pk_rule_unary(uint8_t op, const pk_ty *a, pk_rule *out);
PK_SHARED bool pk_rule_compare(uint8_t op, const pk_ty *a, const pk_ty *b,
                               pk_rule *out);
/* The rule of the device library's own text: both operands have one type, which
 * literals take. */
bool pk_rule_strict(uint8_t op, const pk_ty *a, const pk_ty *b, pk_rule *out);

/* The type that one of NumPy's words for dtypes names: "f4", "float32"; NULL:
 * it is none. */
const pk_ty *pk_ty_of_word(const char *word);

/* The type that holds both where paths meet, by np.promote_types; NULL when
 * there is none. */
const pk_ty *pk_rule_unify(pk_arena *arena, const pk_ty *a, const pk_ty *b);
/* True when a value of type `from` may be stored where `to` is wanted. */
bool pk_rule_converts(const pk_ty *from, const pk_ty *to);

#endif
