/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of the text form, for whoever prints parts of it. */
#ifndef PORTKERN_CORE_PRINT_H
#define PORTKERN_CORE_PRINT_H

#include "base/text.h"
#include "portkern/ir.h"

/* "f32", "ptr<global, f32>" */
void pk_type_print(pk_type type, pk_text *out);

/* The value alone: "1.5", "-3", "true". */
void pk_bits_print(pk_type type, uint64_t bits, pk_text *out);

/* One line without place, regions and names: for messages. */
void pk_inst_print(const pk_inst *inst, pk_text *out);

const char *pk_form_name(pk_form form);

/* Element `index` of constant data, as bits. */
uint64_t pk_storage_item(const pk_storage *s, uint64_t index);

#endif
