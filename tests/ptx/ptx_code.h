/* SPDX-License-Identifier: Apache-2.0 */
/* PTX text, read: functions as lists of instructions with their operands
 * resolved to registers, numbers, symbols and line numbers. */
#ifndef PORTKERN_TESTS_PTX_CODE_H
#define PORTKERN_TESTS_PTX_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PTX_WORDS = 7,
    PTX_OPERANDS = 6,
    PTX_CLASSES = 6, /* p h r rd f fd */
    PTX_FUNCTIONS = 16,
    PTX_SYMBOLS = 64
};

typedef enum operand_kind {
    OPERAND_none,
    OPERAND_register, /* index */
    OPERAND_number,   /* number */
    OPERAND_symbol,   /* text, number: its address or, for a label, its line */
    OPERAND_special   /* text: %tid.x */
} operand_kind;

typedef struct operand {
    operand_kind kind;
    bool is_address; /* in brackets */
    int class, index;
    uint64_t number;
    int64_t offset; /* of an address */
    char *text;
} operand;

typedef struct instruction {
    char *words[PTX_WORDS]; /* "add", "rn", "f32" */
    int word_count;
    operand operands[PTX_OPERANDS];
    int operand_count;
    int guard; /* predicate register, -1: none */
    bool guard_not;
    int callee; /* call: number of the function */
} instruction;

typedef struct function {
    char name[128];
    bool is_entry;
    instruction *code;
    int count, capacity;
    int registers[PTX_CLASSES]; /* how many */
} function;

/* A declared array: where it lies in its space. */
typedef struct symbol {
    char name[128];
    char space; /* 's' shared, 'l' local, 'c' constant */
    uint32_t address, size;
} symbol;

typedef struct code {
    char *text; /* owned, cut into pieces */
    function functions[PTX_FUNCTIONS];
    int function_count;
    symbol symbols[PTX_SYMBOLS];
    int symbol_count;
    uint32_t sizes[128]; /* bytes used of a space, by its letter */
    uint8_t *constants;
    const char *problem;
} code;

/* Reads a module; `problem` is set when it holds something unknown. */
void code_read(code *c, const char *text);
void code_free(code *c);

/* Which register class a name such as "%rd" is, -1: none. `length` gets the
 * prefix's length. */
int code_class(const char *text, size_t *length);

#endif
