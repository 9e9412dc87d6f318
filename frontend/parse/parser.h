/* SPDX-License-Identifier: Apache-2.0 */
/* The parser: Python source text to a syntax tree.
 *
 * It accepts the grammar of Python 3.12 whole, whatever kernels may use of it;
 * its errors read like CPython's, with a range, and after an error it goes on
 * with the next statement, so that one run reports several. */
#ifndef PORTKERN_FRONTEND_PARSER_H
#define PORTKERN_FRONTEND_PARSER_H

#include "base/shared.h"
#include "frontend/ast/ast.h"

/* Bytes of a line that a message keeps on either side of a place. */
enum { PK_SOURCE_EXCERPT = 500 };

enum {
    PK_PARSE_hex_floats = 1, /* 0x1.8p-3 is a float literal (device library) */
    PK_PARSE_outline = 2,    /* functions of the module without their bodies:
                                pk_parse_body reads one; nothing is checked */
    PK_PARSE_library = PK_PARSE_hex_floats | PK_PARSE_outline
};

/* A text with its lines, for messages. Lives in the arena given to the parser;
 * all text of the tree may point into it. */
typedef struct pk_source {
    const char *file; /* as given, or "<source>" */
    const char *text; /* a copy, ended with NUL */
    size_t length;
    uint32_t first_line; /* number of the first line */
    uint32_t line_count;
    const uint32_t *line_starts; /* byte offsets */
} pk_source;

typedef struct pk_idents pk_idents;

typedef struct pk_parse {
    const pk_source *source;
    pk_idents *names;
    pk_ast *module; /* NULL after an error */
} pk_parse;

/* Parses `length` bytes of UTF-8 (copied; no NUL needed at the end).
 * `file` is for messages; `first_line` is the number of the first line, 0
 * means 1. On failure `diags` got at least one error, out->module is NULL and
 * out->source is there still; the status is that of the first error (SYNTAX,
 * LIMIT) or NO_MEMORY. Everything lives in `arena`. */
pk_status pk_parse_source(pk_arena *arena, const char *text, size_t length,
                          const char *file, uint32_t first_line, uint32_t flags,
                          pk_parse *out, pk_diags *diags);

/* Reads the body of a function of the module that was parsed as an outline,
 * with the same arena and flags. */
pk_status pk_parse_body(pk_arena *arena, const pk_parse *parse, uint32_t flags,
                        pk_ast *def, pk_diags *diags);

/* pk_parse_source, plain, when the tree is all that is wanted. */
pk_status pk_ast_parse(pk_arena *arena, const char *text, size_t length,
                       const char *file, uint32_t first_line, pk_ast **out,
                       pk_diags *diags);

/* A copy in `arena` of line `line`; NULL when there is no such line. */
const char *pk_source_line(const pk_source *source, uint32_t line,
                           pk_arena *arena);

/* Adds `diag` with the file's name and (unless it brings one) the source line
 * around its place filled in, both copied: diagnostics may outlive the source.
 * Its message and hint must be text of diags->arena, or static; a message of
 * two lines has the hint of errors that are given none on the second. */
void pk_source_report(const pk_source *source, pk_diags *diags, pk_diag diag);

/* The interned name that reads `text`, NULL when the source has none: then
 * nothing in it is called so. */
PK_SHARED const char *pk_idents_find(const pk_idents *names, const char *text);

#endif
