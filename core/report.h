/* SPDX-License-Identifier: Apache-2.0 */
/* The operations fail, print and launch, before and after the passes that spell
 * them out as what they write into a report (recipe/report.h).
 *
 * Words of a fail or print hold a place in braces for each operand, as in
 * Python's str.format: {}, {:5d}, {:.3f}; {c} takes two operands, a complex
 * number. {{ and }} stand for braces.
 *
 * A fail of a device function that has no place (loc.line is 0) is reported at
 * the place of the call, or of the first call further out that has one. */
#ifndef PORTKERN_CORE_REPORT_H
#define PORTKERN_CORE_REPORT_H

#include "recipe/report.h"

/* The end of every report of a race between a plain read and an atomic. */
#define PK_REPORT_ATOMIC_READ                                                  \
    "; beside atomics, read by an atomic too: atomic.add(a, i, 0)"

/* Why an instruction of the rule REPORT is wrong, NULL: it is not. */
const char *pk_report_check(const pk_inst *inst);

/* A caught or reraise, or the block that they are about. */
static inline bool pk_inst_catches(const pk_inst *inst) {
    return inst->op == PK_OP_caught || inst->op == PK_OP_reraise ||
           inst->flags & PK_INST_catch;
}

/* A fail, print or launch. */
static inline bool pk_inst_reports(const pk_inst *inst) {
    return inst->text && inst->op != PK_OP_debug && inst->op != PK_OP_coverage;
}

/* The same for words alone, with operands of such types. */
const char *pk_report_check_text(const char *text, const pk_type *types,
                                 uint32_t count);

/* The next piece of words that are right, and moves behind it. False at
 * their end. */
typedef struct pk_words_piece {
    pk_message_piece_kind kind;
    const char *at; /* the text, or the specification of a number */
    size_t length;
} pk_words_piece;

bool pk_words_next(const char **words, pk_words_piece *out);

/* PK_UNSUPPORTED when the module has one of them, or a coverage: backends get
 * it after the passes. */
pk_status pk_report_refuse(const pk_ir *ir, pk_error *err);
/* The same when it has a host function: for backends of devices. */
pk_status pk_host_refuse(const pk_ir *ir, pk_error *err);

#endif
