/* SPDX-License-Identifier: Apache-2.0 */
/* Between ptx/fit.c, which fits operands to a form, and emit.c, which decodes
 * what fits. */
#ifndef PORTKERN_SIM_PTX_FIT_H
#define PORTKERN_SIM_PTX_FIT_H

#include "sim/ptx/parse.h"

enum { SIM_SPECS_MAX = 8 };

/* One operand of a form. */
typedef struct sim_spec {
    char kind[6];
    uint8_t type;
    bool given; /* the form says the type itself */
    bool optional, missing;
} sim_spec;

/* Takes a form's list of operands apart; of `operands` given ones the optional
 * ones that are not there are marked missing. */
uint32_t sim_read_specs(const sim_mnemonic *m, uint32_t operands,
                        sim_spec specs[SIM_SPECS_MAX]);
uint8_t sim_type_wide(uint8_t type);
/* Whether a number may stand for a value of the type. */
bool sim_value_fits(const sim_value *value, uint8_t type);
/* Whether registers may be wider than the types. */
bool sim_relaxes(const sim_mnemonic *m);
/* A source, or an address or a special register. */
bool sim_fits_any(const sim_operand *o, const sim_mnemonic *m, uint8_t type);

/* ---- vectors (ptx/fit_vector.c) ---- */

/* Whether an operand fits as {a, b} or, without .v2, as {a} or a. */
bool sim_fits_vector(const sim_operand *o, const sim_mnemonic *m, uint8_t type,
                     bool source);
/* mov.b64 {a, b}, c and back (`source`): parts of equal size that fill the
 * type. */
bool sim_fits_pack(const sim_operand *vector, const sim_operand *whole,
                   const sim_mnemonic *m, bool source);
/* Whether a vector's registers differ in type. */
bool sim_is_mixed(const sim_operand *o);

/* ---- what fits is emitted (ptx/emit.c) ---- */

bool sim_register_fits(uint8_t reg, uint8_t type, bool relaxed);

void sim_emit_form(sim_parser *p, const sim_mnemonic *m, sim_operand *operands,
                   uint32_t count);
void sim_emit_pack(sim_parser *p, const sim_mnemonic *m, sim_operand *operands);
void sim_emit_unpack(sim_parser *p, const sim_mnemonic *m,
                     sim_operand *operands);

#endif
