/* SPDX-License-Identifier: Apache-2.0 */
/* The printer's insides: shared by the files of this folder. */
#ifndef PORTKERN_BACKENDS_OPENCL_C_PRINTER_H
#define PORTKERN_BACKENDS_OPENCL_C_PRINTER_H

#include "backends/opencl_c/opencl_c.h"

/* A for, loop or block that is being printed. C's break and continue reach
 * the innermost only; exits from further in are gotos to labels that are
 * printed when somebody wants them. */
typedef struct pk_cl_scope {
    struct pk_cl_scope *outer;
    const pk_inst *inst;
    bool breaks, continues; /* a goto wants the label */
} pk_cl_scope;

/* A function of opencl_helpers.def that has been printed for some types. */
typedef struct pk_cl_helper {
    struct pk_cl_helper *next;
    const char *name;
} pk_cl_helper;

typedef struct pk_cl_printer {
    const pk_ir *ir;
    const pk_caps *caps;
    bool lines;
    bool several; /* there is more than one kernel */
    bool meets;   /* on what may be a CPU there are barriers */
    pk_form form; /* of a kernel that is not in the form threads, if any */
    pk_arena *arena;
    pk_error *err;
    pk_status status; /* of the first failure */

    pk_text constants, helpers, functions; /* printed in this order */
    pk_cl_helper *known;
    bool uses_f64, uses_atomic_i64, uses_warps;

    pk_func *fn; /* being printed */
    bool hides;  /* it has "none", for wraps.c and signs.c */
    bool packed; /* its scalars come in a constant buffer */
    pk_cl_scope *scope;
    uint32_t depth;         /* open braces */
    pk_loc last_loc;        /* of the last source comment */
    const pk_inst *inst;    /* at hand */
    const pk_inst *printed; /* ahead of its turn: passed over */
} pk_cl_printer;

/* The values that the placeholders of a pattern stand for. */
typedef struct pk_cl_subject {
    pk_type operand; /* of the first operand; of the element for a pointer */
    pk_type result;
    pk_space space;    /* of the first operand when it is a pointer */
    const char *name;  /* $N */
    bool approx;       /* division need not be exact */
    pk_value *args[3]; /* $a $b $c */
} pk_cl_subject;

/* spell.c: types, values and patterns. */
void pk_cl_put_type(pk_cl_printer *p, pk_text *out, pk_type type);
const char *pk_cl_memory_type(pk_type scalar);
const char *pk_cl_space(pk_space space);
void pk_cl_put_value(pk_cl_printer *p, pk_text *out, const pk_value *v);
void pk_cl_expand(pk_cl_printer *p, pk_text *out, const char *pattern,
                  const pk_cl_subject *subject);
void pk_cl_indent(pk_cl_printer *p);
/* Appends what is safe inside a comment; the rest becomes '?'. */
void pk_cl_put_comment(pk_text *out, const char *words);

/* print.c: instructions. */
void pk_cl_print_region(pk_cl_printer *p, const pk_region *region);

/* wraps.c: numbers that drivers may not see through. Before any other question
 * about a function its locals are looked at, whose marks say that they count.
 */
void pk_cl_find_counters(pk_func *fn);
bool pk_cl_may_wrap(const pk_func *fn, const pk_inst *inst);

/* signs.c: how the instruction is printed where LLVM would make a negation of
 * it that a compiler gets wrong; NULL: as others are. */
const char *pk_cl_turned_sign(const pk_cl_printer *p, const pk_inst *inst);

/* joins.c: how `and` and `or` are printed where other words than the operator
 * are better, of operands that may be others; NULL: as they stand. */
const char *pk_cl_joined(const pk_cl_printer *p, const pk_inst *inst,
                         pk_cl_subject *s);

/* lasts.c: whether the loop's last round alone says what is there afterwards,
 * by way of a call. */
bool pk_cl_leaves_call(const pk_inst *loop);

/* hints.c: the pragmas that stand in front of a loop. */
typedef struct pk_cl_hint {
    bool in_order;       /* it makes no vectors */
    bool unroll;         /* all of its turns */
    uint32_t interleave; /* so many vectors in a turn; 0: none is asked for */
    uint32_t step;       /* the loop is printed twice, at first for whole
                            `step`s; 0: once */
} pk_cl_hint;
pk_cl_hint pk_cl_find_hint(const pk_cl_printer *p, const pk_inst *loop);

/* Keeps the first failure, with the place of the instruction at hand. */
void pk_cl_refuse(pk_cl_printer *p, pk_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
