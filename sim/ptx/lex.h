/* SPDX-License-Identifier: Apache-2.0 */
/* The tokens of PTX, and names made unique.
 *
 * Each distinct identifier or .word is one sim_atom for as long as its unit is
 * parsed, so that names compare by pointer and what a name means now hangs
 * off the atom itself (symbols.h). */
#ifndef PORTKERN_SIM_PTX_LEX_H
#define PORTKERN_SIM_PTX_LEX_H

#include "sim/ptx/pool.h"

struct sim_symbol;
struct sim_numbered;

typedef struct sim_atom {
    struct sim_atom *next; /* of its bucket */
    const char *text;
    uint32_t length, hash;
    struct sim_symbol *symbol; /* innermost meaning, NULL: none */
    struct sim_label *label;   /* innermost label of that name */
    /* `.reg .b32 %r<8>` declares the atom "%r" a range; "%r5" finds it by
     * its stem and number. */
    struct sim_numbered *range;
    struct sim_atom *stem; /* NULL when the name does not end in a number */
    uint32_t number;
    bool stemmed; /* stem and number are known */
} sim_atom;

typedef struct sim_atoms {
    sim_pool *pool;
    sim_atom **buckets;
    uint32_t mask, count;
} sim_atoms;

void sim_atoms_init(sim_atoms *atoms, sim_pool *pool);
sim_atom *sim_atom_of(sim_atoms *atoms, const char *text, size_t length);
/* The same, but NULL when it was never met. */
sim_atom *sim_atom_find(const sim_atoms *atoms, const char *text,
                        size_t length);
/* The atom of "%r" for that of "%r5", and 5; NULL when there is none. */
sim_atom *sim_atom_stem(sim_atoms *atoms, sim_atom *atom);

typedef enum sim_token_kind {
    SIM_TOKEN_end,
    SIM_TOKEN_name, /* identifier; `_` too */
    SIM_TOKEN_word, /* .word: the atom's text has no dot */
    SIM_TOKEN_int,
    SIM_TOKEN_f32, /* 0f3F800000: bits in `value` */
    SIM_TOKEN_f64, /* 0d..., 1.5, 1e3: bits in `value` */
    SIM_TOKEN_string,
    SIM_TOKEN_punct, /* the character, or one of SIM_PUNCT_ */
    SIM_TOKEN_bad,
} sim_token_kind;

enum {
    SIM_PUNCT_shl = 256,
    SIM_PUNCT_shr,
    SIM_PUNCT_le,
    SIM_PUNCT_ge,
    SIM_PUNCT_eq,
    SIM_PUNCT_ne,
    SIM_PUNCT_and,
    SIM_PUNCT_or,
};

typedef struct sim_token {
    sim_token_kind kind;
    int punct;
    bool is_unsigned; /* of an int: suffix U, or above the signed range */
    bool too_large;   /* an int that does not fit 64 bits */
    uint32_t line;
    const char *text; /* in the source */
    size_t length;
    uint64_t value;
    sim_atom *atom;
} sim_token;

typedef struct sim_lexer {
    const char *at, *end;
    uint32_t line;
    sim_atoms *atoms;
} sim_lexer;

void sim_lex_init(sim_lexer *lexer, sim_atoms *atoms, const char *text,
                  size_t length);
void sim_lex_next(sim_lexer *lexer, sim_token *out);

#endif
