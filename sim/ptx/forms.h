/* SPDX-License-Identifier: Apache-2.0 */
/* From a mnemonic with its modifiers to the form that it is (forms.def). */
#ifndef PORTKERN_SIM_PTX_FORMS_H
#define PORTKERN_SIM_PTX_FORMS_H

#include "sim/ptx/unit.h"

typedef struct sim_form {
    sim_op op;
    const char *base, *modifiers, *types, *operands;
    uint8_t sm, ptx;
} sim_form;

/* Added to the sm of a form that only .target sm_XYa or sm_XYf has. */
enum { SIM_SPECIFIC = 128 };

enum { SIM_WORDS_MAX = 16, SIM_TYPES_MAX = 4 };

/* A mnemonic that was met: its words, and what they decode to. */
typedef struct sim_mnemonic {
    struct sim_mnemonic *next;
    sim_atom *words[SIM_WORDS_MAX]; /* the base, then the modifiers */
    uint32_t count;
    const sim_form *form;       /* NULL: it was an error, and is one again */
    struct sim_mnemonic *other; /* a form with other operands */
    sim_inst proto;             /* fields that the words set */
    uint8_t types[SIM_TYPES_MAX];
    uint8_t type_count;
    bool hint; /* .L2::cache_hint: one operand more */
    bool cg;   /* .cg: of cp.async, 16 bytes only */
} sim_mnemonic;

typedef struct sim_mnemonics {
    sim_mnemonic *buckets[512];
} sim_mnemonics;

/* Finds or makes the mnemonic. NULL after an error, which is in the log. */
const sim_mnemonic *sim_mnemonic_of(sim_unit *unit, sim_mnemonics *known,
                                    sim_atom *const *words, uint32_t count,
                                    uint32_t line);
sim_type sim_type_of(const char *name);
/* Whether the unit's .target and .version have the form. */
bool sim_form_present(const sim_unit *unit, const sim_form *form);

#endif
