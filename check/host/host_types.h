/* SPDX-License-Identifier: Apache-2.0 */
/* The values on the host side of a script: variables (host_names.c), their
 * types (host_types.c), integers and extents of arrays (host_numbers.c). All is
 * read off how a value is made: no statement is run, and what is not plain is
 * not known. */
#ifndef PORTKERN_CHECK_HOST_HOST_TYPES_H
#define PORTKERN_CHECK_HOST_HOST_TYPES_H

#include "frontend/module/program.h"

enum {
    PK_HOST_NAMES = 256,
    PK_HOST_AXES = 4,
    PK_HOST_DEPTH = 40 /* of expressions that are looked through */
};

/* A variable of the host and what it was last given. */
typedef struct pk_host_name {
    const char *name;
    const pk_ast *value; /* NULL: unknown */
    pk_arg_type type;
    int64_t number, extents[PK_HOST_AXES]; /* as they were then */
    bool known, numbered;                  /* the type; the number */
    bool assumed;                          /* the type depends on a guess */
} pk_host_name;

typedef struct pk_host_names {
    const pk_program *program;
    pk_arena *arena;
    pk_host_name names[PK_HOST_NAMES]; /* the latest of a name counts */
    uint32_t count;
    uint32_t floor; /* of the function: names before it are the module's */
    const pk_enclosing *imports; /* by the functions and classes at hand */
    bool *assumed; /* set when a type that is asked for depends on a guess */
} pk_host_names;

typedef struct pk_host_mark {
    uint32_t count, floor;
} pk_host_mark;

/* Into a function, whose parameters are not known, and out of it. */
pk_host_mark pk_host_enter(pk_host_names *host, const pk_ast *def);
void pk_host_leave(pk_host_names *host, pk_host_mark mark);

void pk_host_assign(pk_host_names *host, const pk_ast *target,
                    const pk_ast *value);
void pk_host_forget(pk_host_names *host, const pk_ast *target);

/* Forgets the values, but not the types, of the names assigned within a
 * statement that may run never, or often. */
void pk_host_blur(pk_host_names *host, const pk_ast *node);

/* Returns the expression that a name was assigned, through other names; else
 * the node itself. */
const pk_ast *pk_host_value(const pk_host_names *host, const pk_ast *node);
bool pk_host_int(const pk_host_names *host, const pk_ast *node, int64_t *out);
/* How many elements an array has along an axis, where its making shows it. */
bool pk_host_extent(const pk_host_names *host, const pk_ast *node,
                    uint32_t axis, int64_t *out);
/* The type with which the value would come to a kernel. */
bool pk_host_type(const pk_host_names *host, const pk_ast *node,
                  pk_arg_type *out);

/* Returns what the functions and classes around import, with one more of them,
 * whose body this is (imports.c). */
const pk_enclosing *pk_host_imports(const pk_program *program, pk_arena *arena,
                                    const pk_enclosing *around,
                                    const pk_ast_list *body);
/* Returns the value of an expression where these names are imported. */
pk_typed pk_host_eval(const pk_program *program, const pk_enclosing *names,
                      pk_arena *arena, const pk_ast *node);

/* ---- between the files ---- */

/* Returns the variable of that (interned) name; NULL when there is none. */
const pk_host_name *pk_host_find(const pk_host_names *host, const char *name);
/* A variable that is given a value, NULL: one that is not known. */
pk_host_name pk_host_describe(const pk_host_names *host, const char *name,
                              const pk_ast *value);

typedef enum pk_host_shape_rule {
    PK_HOST_SHAPE_first,  /* the first argument is the shape */
    PK_HOST_SHAPE_like,   /* the first argument is such an array */
    PK_HOST_SHAPE_one,    /* one axis */
    PK_HOST_SHAPE_count,  /* as many axes as arguments; none: a number */
    PK_HOST_SHAPE_size,   /* argument `size`, at `at`; none: a number */
    PK_HOST_SHAPE_nested, /* lists in lists */
    PK_HOST_SHAPE_number, /* a number */
    PK_HOST_SHAPE_states  /* pairs of uint64 */
} pk_host_shape_rule;

typedef struct pk_host_maker {
    const char *path;
    uint8_t shape;
    int8_t dtype_at; /* position of dtype; -1: by name only */
    int8_t at;       /* position of size */
    pk_type dtype;   /* what it is without one; void: as the values are */
} pk_host_maker;

/* Returns the row of makers.def for a function's path; NULL: it is in none. */
const pk_host_maker *pk_host_find_maker(const char *path);

#endif
