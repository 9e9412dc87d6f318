/* SPDX-License-Identifier: Apache-2.0 */
/* The parser's inside: one token of lookahead, one pass over the text.
 *
 * A syntax error ends the text: the token becomes the end and stays it, so
 * that every loop runs out by itself; other errors are logged and parsing goes
 * on, as in ptxas. */
#ifndef PORTKERN_SIM_PTX_PARSE_H
#define PORTKERN_SIM_PTX_PARSE_H

#include "sim/ptx/forms.h"
#include "sim/ptx/unit.h"

enum { SIM_NESTING_MAX = 200 }; /* of braces and parentheses */

typedef struct sim_parser {
    sim_unit *unit;
    sim_lexer lexer;
    sim_token token;
    uint32_t nesting;
    bool stopped;

    sim_func *func; /* whose body is read, NULL outside */
    sim_braces *braces;
    uint32_t loc; /* of the last .loc */
    sim_mnemonics mnemonics;

    /* The guard of the instruction being read. */
    uint32_t guard;
    bool guard_not;
    uint32_t line; /* of its first token */
} sim_parser;

/* ---- tokens ---- */

void sim_advance(sim_parser *p);
bool sim_at(const sim_parser *p, int punct);
bool sim_at_word(const sim_parser *p, const char *word);
bool sim_accept(sim_parser *p, int punct);
bool sim_accept_word(sim_parser *p, const char *word);
bool sim_expect(sim_parser *p, int punct);
/* Reports "Parsing error near" the token and ends the text. */
void sim_syntax_error(sim_parser *p);
/* An error in the meaning, at a line or at the current token. */
void sim_error_at(sim_parser *p, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void sim_error(sim_parser *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "Parsing error"-like, but with words of its own; the text ends. */
void sim_fatal(sim_parser *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A name; NULL after a syntax error. */
sim_atom *sim_expect_name(sim_parser *p);
/* The type that the current word names, SIM_TYPE_none when it is no type. */
sim_type sim_word_type(const sim_parser *p);
bool sim_enter(sim_parser *p); /* one level deeper; false when too deep */
void sim_leave(sim_parser *p);

/* ---- names (ptx/symbols.c) ---- */

void sim_braces_open(sim_parser *p);
void sim_braces_close(sim_parser *p);
/* The innermost meaning of a name, NULL when it has none. */
sim_symbol *sim_symbol_find(sim_parser *p, sim_atom *name);
/* A new meaning in the innermost scope; NULL and an error when the name has
 * one there. */
sim_symbol *sim_symbol_new(sim_parser *p, sim_atom *name, sim_symbol_kind kind);
void sim_numbered_new(sim_parser *p, sim_atom *stem, uint64_t count,
                      uint8_t type, uint8_t vector);

/* ---- numbers (ptx/expr.c) ---- */

typedef struct sim_value {
    bool is_float, is_f32, is_unsigned;
    uint64_t bits; /* of an integer, of a double, of a float if is_f32 */
} sim_value;

/* A constant expression. False after an error. */
bool sim_expression(sim_parser *p, sim_value *out);
/* One that must be an integer, as in .align and array sizes. */
bool sim_integer(sim_parser *p, uint64_t *out);
/* Reads the count and the bracket of `%r<8>`, behind the `<`. */
bool sim_count(sim_parser *p, uint64_t *out);
/* The bits of a value as an immediate of a type; false when the kinds differ
 * (1 for .f32, 1.0 for .s32). */
bool sim_value_as(const sim_value *value, uint8_t type, uint64_t *bits);

/* ---- declarations ---- */

/* The words before a variable or function: .visible .extern .weak .common. */
sim_linkage sim_parse_linkage(sim_parser *p);
/* Reads the strings that follow .pragma, which mean nothing to a simulator. */
void sim_parse_pragma(sim_parser *p);
bool sim_parse_align(sim_parser *p, uint64_t *align);
bool sim_at_space(const sim_parser *p, sim_space *out);
/* `.global .align 4 .u32 x[4] = {...};` from the space on (ptx/data.c). */
void sim_parse_variables(sim_parser *p, sim_linkage linkage);
/* `.reg .b32 %r<8>;` from the type on; `.param` in a body (ptx/declare.c). */
void sim_parse_registers(sim_parser *p);
void sim_parse_param_variables(sim_parser *p);
/* A list of formals in parentheses. */
typedef enum sim_formal_kind {
    SIM_FORMAL_entry,     /* of a kernel: .param only, names are declared */
    SIM_FORMAL_func,      /* of a function */
    SIM_FORMAL_prototype, /* names are not declared */
} sim_formal_kind;
void sim_parse_formals(sim_parser *p, sim_formal_kind kind, sim_param_role role,
                       sim_formal **formals, uint32_t *count);
void sim_parse_prototype(sim_parser *p, sim_atom *name);
/* Reads the list that follows .branchtargets or .calltargets. */
void sim_parse_targets(sim_parser *p, sim_atom *name, bool calls);
/* .entry and .func (ptx/function.c). */
void sim_parse_function(sim_parser *p, sim_linkage linkage, bool entry);

/* ---- instructions ---- */

typedef enum sim_operand_kind {
    SIM_OPERAND_none,
    SIM_OPERAND_register, /* `symbol`, `component` */
    SIM_OPERAND_value,    /* a number */
    SIM_OPERAND_symbol,   /* a variable, function or label + `value`, a[i] */
    SIM_OPERAND_special,  /* %tid.x */
    SIM_OPERAND_vector,   /* {a, b} or a register of a vector type */
    SIM_OPERAND_address,  /* [a + value] */
    SIM_OPERAND_sink,     /* _ */
} sim_operand_kind;

typedef struct sim_operand {
    sim_operand_kind kind;
    bool not_pred, minus;   /* !p, -a */
    uint8_t part;           /* .b0 ... .h1 */
    uint8_t lane_mask;      /* lanes that .b10 or .h1 names */
    uint8_t selector_count; /* digits of the selector, 0: none */
    uint16_t selectors;     /* its digits, the last one lowest, 4 bits each */
    uint8_t component;
    uint8_t count;         /* of a vector */
    sim_operand_kind base; /* of an address */
    sim_symbol *symbol;
    sim_atom *name; /* as it stands */
    sim_special special;
    uint32_t number; /* of %envreg, %pm */
    sim_value value;
    bool indexed;              /* a[i]: `value` is the constant part's bytes */
    struct sim_operand *index; /* the register in the brackets, or NULL */
    int32_t added;             /* to that register, in elements */
    struct sim_operand *items; /* of a vector */
    struct sim_operand *pair;  /* b of a|b */
} sim_operand;

/* Reads an operand (ptx/operand.c); false after an error. */
bool sim_parse_operand(sim_parser *p, sim_operand *out);
/* Whether it has no sign, no `!`, no part (.b0), no second one behind `|`:
 * what most operands may not have. */
bool sim_operand_is_bare(const sim_operand *operand);
/* Returns the only item of a vector in braces, {a}; any other operand as it is.
 */
const sim_operand *sim_operand_item(const sim_operand *operand);
/* The bytes of an element of an array; 0 of what is no array. */
uint32_t sim_element_size(const sim_symbol *symbol);
/* The type of a register operand (a component's own). */
uint8_t sim_operand_type(const sim_operand *operand);
/* The row of an operand that is a register. */
uint32_t sim_operand_row(sim_parser *p, const sim_operand *operand);
/* The row of a constant. */
uint32_t sim_constant_row(sim_parser *p, uint8_t type, uint64_t bits);

/* A copy of `proto` without operands, with the parser's line, place and guard.
 */
sim_inst sim_inst_from(const sim_parser *p, const sim_inst *proto, sim_op op);
/* The same of an empty instruction. */
sim_inst sim_inst_new(const sim_parser *p, sim_op op);
void sim_emit(sim_parser *p, const sim_inst *inst);
/* A whole statement that begins with a mnemonic (ptx/instruction.c). */
void sim_parse_instruction(sim_parser *p);
/* Operands of bra, brx.idx and call (ptx/control.c). */
void sim_parse_bra(sim_parser *p, sim_inst *inst);
void sim_parse_brx(sim_parser *p, sim_inst *inst);
void sim_parse_call(sim_parser *p, sim_inst *inst);
/* Fits the operands to the form and emits (ptx/fit.c). */
void sim_check_and_emit(sim_parser *p, const sim_mnemonic *mnemonic,
                        sim_operand *operands, uint32_t count);
/* Labels (ptx/labels.c). A use belongs to the innermost scope and is resolved
 * when a scope with such a label closes: a label is seen from the scope it
 * stands in and from those inside. */
void sim_define_label(sim_parser *p, sim_atom *name);
void sim_want_label(sim_parser *p, sim_atom *name, uint32_t inst,
                    uint32_t entry);
void sim_labels_close(sim_parser *p, sim_braces *braces);

#endif
