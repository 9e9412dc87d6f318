/* SPDX-License-Identifier: Apache-2.0 */
/* What kernels say to the program that launched them: failures, prints, and
 * kernels to launch after them (core/nested.h).
 *
 * A kernel that can say something has two parameters more, behind all others
 * and of argument number PK_REPORT_ARG: the address of a report, which the
 * launcher gives it, and the number of the launch, which the report carries
 * back. A report is 32-bit words: a record of the first failure, the state of
 * the prints, and behind them room for prints one after another. Threads claim
 * what they write by atomic operations; what does not fit is counted.
 *
 * Words of a fail or print hold a place in braces for each operand, as in
 * Python's str.format: {}, {:5d}, {:.3f}; {c} takes two operands, a complex
 * number. {{ and }} stand for braces. In a report there is only the number of
 * the site, pk_site, and the operands' bits: one word each, two for those of
 * 8 bytes, three for an address: the number of the parameter that it leads to,
 * and bytes from there. */
#ifndef PORTKERN_CORE_REPORT_H
#define PORTKERN_CORE_REPORT_H

#include "base/text.h"
#include "portkern/ir.h"

enum {
    PK_REPORT_ARG = 0xffff,
    PK_REPORT_VALUES = 16,   /* operands of a fail at most */
    PK_REPORT_PRINTED = 255, /* operands of a print at most */
};

/* The words of a report. */
enum {
    PK_REPORT_site,   /* of the failure; 0: none */
    PK_REPORT_launch, /* that failed */
    PK_REPORT_thread, /* its index along x, y, z */
    PK_REPORT_block = PK_REPORT_thread + 3,
    PK_REPORT_values = PK_REPORT_block + 3,
    PK_REPORT_used = PK_REPORT_values + 2 * PK_REPORT_VALUES, /* words taken
                                      for prints, those that did not fit too */
    PK_REPORT_end,        /* where the first print began that did not fit */
    PK_REPORT_lost,       /* prints that did not fit */
    PK_REPORT_capacity,   /* words for prints, set by the launcher */
    PK_REPORT_dropped,    /* launches that did not fit */
    PK_REPORT_prints = 64 /* here they begin: site, launch, operands */
};

/* What the report of a race between a plain read and an atomic ends with,
 * whoever finds it. */
#define PK_REPORT_ATOMIC_READ                                                  \
    "; beside atomics, read by an atomic too: atomic.add(a, i, 0)"

/* Why an instruction of the rule REPORT is wrong, NULL: it is not. */
const char *pk_report_check(const pk_inst *inst);

/* The same for words alone, with operands of such types. */
const char *pk_report_check_text(const char *text, const pk_type *types,
                                 uint32_t count);

/* Words that the operands take. */
uint32_t pk_report_size(const pk_type *types, uint32_t count);

/* Appends the words of a site, each operand in its place. `values` holds
 * pk_report_size of them. */
void pk_report_print(const pk_site *site, const uint32_t *values, pk_text *out);

/* Reads the prints and launches of a report in order. `find` gives the site
 * of a number, NULL for none, which ends it; `launch` gets launches, with the
 * words of their operands. Returns prints lost. */
typedef struct pk_report_reader {
    void *self;
    const pk_site *(*find)(void *self, uint32_t launch, uint32_t site);
    void (*launch)(void *self, uint32_t launch, const pk_site *site,
                   const uint32_t *values);
} pk_report_reader;

uint32_t pk_report_read(const uint32_t *report, uint32_t words,
                        const pk_report_reader *reader, pk_text *out);

/* How many of a report's words it reads. */
uint32_t pk_report_words(const uint32_t *report, uint32_t words);

/* One operand's bits off the words of several. */
uint64_t pk_report_take_bits(const uint32_t **values, pk_type type);

/* Spells every fail, print and launch of the module in operations that backends
 * have, gives functions that reach one the parameters, and notes the sites.
 * After it a function that fails returns; one that is called says so by a
 * result. */
pk_status pk_report_expand(pk_ir *ir, pk_error *err);

/* PK_UNSUPPORTED when the module has one of them: backends get it after the
 * passes. */
pk_status pk_report_refuse(const pk_ir *ir, pk_error *err);

#endif
