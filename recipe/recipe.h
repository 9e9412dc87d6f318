/* SPDX-License-Identifier: Apache-2.0 */
/* Recipes: what a launch needs to know of a compiled kernel.
 *
 * A recipe is one piece of memory without pointers: a head, and behind it
 * lists and texts at byte offsets from its start. So it is written to a file
 * and used from one as it is. The compiler writes it, beside the artifact that
 * it belongs to; the runtime launches by it and knows no more of the kernel. */
#ifndef PORTKERN_RECIPE_RECIPE_H
#define PORTKERN_RECIPE_RECIPE_H

#include "base/text.h"
#include "portkern/ir.h"
#include "portkern/plugin.h"
#include "recipe/launch_range.h"

enum {
    PK_RECIPE_MAGIC = 0x65726b70, /* "pkre" */
    PK_RECIPE_VERSION = 6,
    PK_RECIPE_MAX = 1 << 28 /* bytes */
};

/* Where a list is, and how many items it has. */
typedef struct pk_recipe_list {
    uint32_t at, count;
} pk_recipe_list;

/* How one parameter of the packed block is filled in: from a leaf, which is an
 * argument or an item of a tuple. */
typedef struct pk_pack_step {
    uint8_t role; /* pk_role */
    uint8_t size; /* bytes */
    uint8_t axis; /* shape, stride: which; scalar: which part */
    uint8_t reserved;
    uint32_t leaf;
    uint32_t offset; /* in the block */
} pk_pack_step;

/* ---- arrays that are written whole ---- */

/* Something that counts elements: a thread's place in the grid along an axis
 * (0, 1, 2), or along it the index of a loop that begins there and goes on by
 * the grid's threads (PK_FULL_WRITE_STRIDED + axis). */
enum {
    PK_FULL_WRITE_STRIDED = 3,
    PK_FULL_WRITE_GUARDS = 8,
    PK_FULL_WRITE_DIMS = 3
};

/* Only what is below the bound writes. */
typedef struct pk_full_write_guard {
    uint32_t place;
    uint8_t is_const, is_signed; /* bound: a constant; of a signed type */
    uint16_t reserved;
    uint32_t param; /* else the parameter */
    uint32_t reserved_too;
    int64_t value; /* the constant */
} pk_full_write_guard;

/* The kernel never reads the array; for all places (p0, p1, ...) that pass the
 * guards it writes the element (p0, p1, ...). No axis is there twice. */
typedef struct pk_full_write {
    uint32_t data; /* parameter: the array's first element */
    uint32_t ndim;
    uint32_t places[PK_FULL_WRITE_DIMS]; /* what dimension d goes by */
    uint32_t guard_count;
    pk_full_write_guard guards[PK_FULL_WRITE_GUARDS];
} pk_full_write;

/* ---- messages ---- */

typedef enum pk_message_kind {
    PK_MESSAGE_fail,
    PK_MESSAGE_print,
    PK_MESSAGE_launch, /* of another kernel */
    PK_MESSAGE_KINDS
} pk_message_kind;

/* A message: what a number in a report (report.h) stands for. */
typedef struct pk_message {
    uint32_t kind;   /* pk_message_kind */
    uint32_t status; /* fail: pk_status */
    uint32_t words;  /* that its operands take in a report */
    pk_loc loc;
    uint32_t file;         /* text: where `loc` is; 0: nowhere */
    uint32_t kernel;       /* launch, text: of what */
    pk_recipe_list pieces; /* fail, print: pk_message_piece */
    pk_recipe_list args;   /* launch: pk_launched, of all arguments */
} pk_message;

typedef enum pk_message_piece_kind {
    PK_PIECE_text,   /* the text itself */
    PK_PIECE_number, /* an operand; the text is Python's format specification */
    PK_PIECE_complex, /* two operands */
    PK_PIECE_KINDS
} pk_message_piece_kind;

/* A piece of a message. */
typedef struct pk_message_piece {
    uint8_t kind; /* pk_message_piece_kind */
    uint8_t reserved;
    pk_type type;        /* of an operand */
    uint32_t at, length; /* text, without a NUL */
} pk_message_piece;

typedef enum pk_launched_kind {
    PK_LAUNCHED_none,
    PK_LAUNCHED_scalar,  /* an operand */
    PK_LAUNCHED_complex, /* two operands */
    PK_LAUNCHED_member,  /* its number; of the enumeration `name` */
    PK_LAUNCHED_array,   /* address, extents, strides */
    PK_LAUNCHED_tuple,   /* `count` items, which come next; with fields' names:
                            of the class `name` */
    PK_LAUNCHED_KINDS
} pk_launched_kind;

/* An argument that a kernel launches another with. */
typedef struct pk_launched {
    uint8_t kind;       /* pk_launched_kind */
    uint8_t is_complex; /* array: its elements are pairs */
    pk_type type;       /* scalar, complex, array: of a number */
    uint32_t count;     /* array: axes; tuple: items */
    uint32_t name;      /* text, 0: none; array of records: their dtype */
} pk_launched;

/* ---- coverage ---- */

/* A line or a step that a word of the kernel's coverage stands for
 * (core/coverage.h). The launcher gives the kernel memory for as many words of
 * 32 bits; a thread that comes by stores 1. */
typedef struct pk_recipe_point {
    int32_t from, to;
    uint32_t file; /* text */
} pk_recipe_point;

/* ---- the recipe ---- */

typedef struct pk_recipe {
    uint32_t magic, version;
    uint32_t size;        /* of all of it, bytes */
    uint32_t form;        /* pk_form */
    uint32_t params_size; /* of the packed block */
    uint32_t shared_static, shared_dynamic, local_static, swaps; /* as in
                                                                    pk_entry */
    uint32_t max_threads; /* of a block, by the kernel's decorator; 0: any */
    uint32_t leaf_count;
    uint32_t name;                 /* text: of the entry in the artifact */
    uint32_t prints, launches;     /* 1: some message does */
    uint32_t report_at, launch_at; /* bytes of the packed block, where there are
                                      messages: for the report, and the number
                                      of the launch */
    uint32_t coverage_at;          /* likewise, where there are points */
    uint32_t results;    /* host function, text: how its result is spread; 0 */
    uint32_t results_at; /* byte of the packed block: address of the result */
    uint32_t loops, reserved;   /* host function: it has parallel loops, 1 */
    pk_recipe_list steps;       /* pk_pack_step, of the first parameters */
    pk_recipe_list params;      /* pk_param_info, of all */
    pk_recipe_list written;     /* uint8_t, by leaf: the kernel may write it */
    pk_recipe_list full_writes; /* pk_full_write: of what is written, what a
                              launch may write whole */
    pk_recipe_list messages;    /* pk_message, by their numbers from 1 */
    pk_recipe_list points;      /* pk_recipe_point, by words of coverage */
    /* The twin of the kernel that leaves out checks of indices; `sure_name` 0:
       there is none. Launches run it for which the nodes hold. */
    pk_recipe_list sure_nodes; /* pk_range_node */
    uint32_t sure_name, sure_form, sure_shared, sure_local,
        sure_swaps; /* as above */
} pk_recipe;

static inline const void *pk_recipe_at(const pk_recipe *recipe, uint32_t at) {
    return (const char *)recipe + at;
}
static inline const char *pk_recipe_text(const pk_recipe *recipe, uint32_t at) {
    return at ? pk_recipe_at(recipe, at) : NULL;
}
static inline const pk_pack_step *pk_recipe_steps(const pk_recipe *recipe) {
    return pk_recipe_at(recipe, recipe->steps.at);
}
static inline const pk_param_info *pk_recipe_params(const pk_recipe *recipe) {
    return pk_recipe_at(recipe, recipe->params.at);
}
static inline const uint8_t *pk_recipe_written(const pk_recipe *recipe) {
    return pk_recipe_at(recipe, recipe->written.at);
}
static inline const pk_full_write *
pk_recipe_full_writes(const pk_recipe *recipe) {
    return pk_recipe_at(recipe, recipe->full_writes.at);
}
/* The message of a number; NULL: there is none. */
static inline const pk_message *pk_recipe_message(const pk_recipe *recipe,
                                                  uint32_t number) {
    const pk_message *all = pk_recipe_at(recipe, recipe->messages.at);

    return number && number <= recipe->messages.count ? &all[number - 1] : NULL;
}

static inline const pk_recipe_point *pk_recipe_points(const pk_recipe *recipe) {
    return pk_recipe_at(recipe, recipe->points.at);
}

static inline const pk_range_node *
pk_recipe_sure_nodes(const pk_recipe *recipe) {
    return pk_recipe_at(recipe, recipe->sure_nodes.at);
}

/* Returns the description of the kernel for plugins. Its pointers lead into the
 * recipe. */
pk_entry pk_recipe_entry(const pk_recipe *recipe);
/* The same of its twin, which has one. */
pk_entry pk_recipe_sure_entry(const pk_recipe *recipe);

/* Why bytes, which begin at a multiple of 8, are no recipe that may be used;
 * NULL when they are one. */
const char *pk_recipe_check(const void *bytes, size_t size);

/* A copy in the allocator's memory, NULL without memory, and its end, which
 * takes NULL. */
pk_recipe *pk_recipe_copy(const pk_allocator *allocator, const void *bytes,
                          size_t size);
void pk_recipe_free(const pk_allocator *allocator, pk_recipe *recipe);

/* ---- writing ---- */

/* A recipe in the making. */
typedef struct pk_recipe_writer {
    pk_text out;
    pk_recipe head;
} pk_recipe_writer;

void pk_recipe_begin(pk_recipe_writer *writer, const pk_allocator *allocator);
/* Appends items or a text. */
pk_recipe_list pk_recipe_put(pk_recipe_writer *writer, const void *items,
                             size_t count, size_t size);
uint32_t pk_recipe_put_text(pk_recipe_writer *writer, const char *text);
/* Puts the head in its place; the recipe is `out.data`, `out.length` bytes.
 * NULL: there was no memory. */
const pk_recipe *pk_recipe_end(pk_recipe_writer *writer);

#endif
