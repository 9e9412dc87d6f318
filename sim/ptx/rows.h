/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of operands, for ptx/emit.c. All of these may emit instructions
 * that compute the row first. */
#ifndef PORTKERN_SIM_PTX_ROWS_H
#define PORTKERN_SIM_PTX_ROWS_H

#include "sim/ptx/parse.h"

/* An instruction of one type with a result and up to two sources. */
sim_inst sim_inst_plain(sim_parser *p, sim_op op, uint8_t type, uint32_t dst,
                        uint32_t a, uint32_t b);
void sim_emit_cvt(sim_parser *p, uint8_t type, uint8_t stype, uint32_t dst,
                  uint32_t src);
uint32_t sim_temporary_row(sim_parser *p, uint8_t type);
/* A source as wide as its register is, a number as wide as the type. */
uint32_t sim_source_row(sim_parser *p, const sim_operand *o, uint8_t type);
/* A result; `_` gets a temporary row. */
uint32_t sim_result_row(sim_parser *p, const sim_operand *o, uint8_t type);
/* The bytes of a lane of an operand's row. */
uint8_t sim_operand_width(const sim_operand *o, uint8_t type);
/* The address of a variable in its own space, as a row of 64-bit lanes, and
 * what is to be added to it. */
uint32_t sim_variable_row(sim_parser *p, sim_variable *v, uint64_t *offset);
uint64_t sim_param_address(const sim_param_var *param);
/* a[%r1 + 4] of an array that begins at `base` (SIM_NONE: at 0). */
uint32_t sim_element_row(sim_parser *p, const sim_operand *o, uint32_t base);

#endif
