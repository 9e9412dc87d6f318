/* SPDX-License-Identifier: Apache-2.0 */
/* The messages of kernels to the program that launched them: failures, prints,
 * and kernels to launch after them.
 *
 * A kernel that can say something has two parameters more, behind all others
 * and of argument number PK_REPORT_ARG: the address of a report, which the
 * launcher gives it, and the number of the launch, which the report carries
 * back. A report is 32-bit words: a record of the first failure, the state of
 * the prints, and behind them room for prints one after another. Threads claim
 * what they write by atomic operations; what does not fit is counted.
 *
 * What is said is a message of the kernel's recipe. In a report there is only
 * its number, and the operands' bits: one word each, two for those of 8 bytes,
 * three for an address: the number of the parameter that it leads to, and
 * bytes from there. A message that launches another kernel has the operands
 * grid x, y, z, block x, y, z and bytes of shared memory, all i64, and behind
 * them those of the arguments: of an array its address, extents and strides in
 * bytes, of a complex number its parts, of a tuple those of its items. */
#ifndef PORTKERN_RECIPE_REPORT_H
#define PORTKERN_RECIPE_REPORT_H

#include "base/text.h"
#include "recipe/recipe.h"

enum {
    PK_REPORT_ARG = 0xffff,
    PK_COVERAGE_ARG = 0xfffd, /* of the words of coverage (recipe.h) */
    PK_REPORT_VALUES = 16,    /* operands of a fail at most */
    PK_REPORT_PRINTED = 255,  /* operands of a print or launch at most */
    PK_LAUNCHED_CONFIG = 7,   /* operands of a launch before its arguments' */
    PK_LAUNCHED_MAX = 64, /* arguments of a launch, items of tuples counted */
    PK_LAUNCHED_AXES = 16
};

/* The words of a report. */
enum {
    PK_REPORT_site,   /* number of the message of the failure; 0: none */
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
    PK_REPORT_prints = 64 /* here they begin: message, launch, operands */
};

/* Characters that no string has, printed by functions for the host: around the
 * words of an exception that are made while it runs, and in its message for
 * them; and in such words around a string, which is quoted, or is where it
 * could be read as another value. */
enum { PK_MARK_words = 0x110000, PK_MARK_string, PK_MARK_maybe };

/* Whether a string, where an exception has no other argument, could be read as
 * another value. */
bool pk_words_are_ambiguous(const char *text, size_t length);

/* Words that an operand takes, and that the operands of an argument do. */
uint32_t pk_report_size(pk_type type);
uint32_t pk_launched_words(const pk_launched *arg);

/* One operand's bits off the words of several. */
uint64_t pk_report_take_bits(const uint32_t **values, pk_type type);

/* Appends a message that fails or prints, each operand in its place. `values`
 * holds their words. */
void pk_report_print(const pk_recipe *recipe, const pk_message *message,
                     const uint32_t *values, pk_text *out);

/* Reads the prints and launches of a report in order. `find` gives the recipe
 * of the kernel of a launch, NULL for none, which ends it; `launch` gets
 * launches, with the words of their operands. Returns prints lost. */
typedef struct pk_report_reader {
    void *self;
    const pk_recipe *(*find)(void *self, uint32_t launch);
    void (*launch)(void *self, uint32_t launch, const pk_message *message,
                   const uint32_t *values);
} pk_report_reader;

uint32_t pk_report_read(const uint32_t *report, uint32_t words,
                        const pk_report_reader *reader, pk_text *out);

/* How many of a report's words it reads. */
uint32_t pk_report_words(const uint32_t *report, uint32_t words);

#endif
