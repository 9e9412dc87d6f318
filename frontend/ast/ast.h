/* SPDX-License-Identifier: Apache-2.0 */
/* The syntax tree of a Python source: nodes and fields as in CPython's `ast`.
 *
 * A node is a kind, a place and a union with one struct per kind, so that code
 * over the tree is a switch:
 *
 *     switch (node->kind) {
 *     case PK_AST_BinOp: return add(node->BinOp.left, node->BinOp.right);
 *     case PK_AST_Name: return find(node->Name.id);
 *
 * The kinds, their fields and the fields' types are the table ast.def.
 *
 * Nodes live in the parser's arena and hold only the bytes that their kind
 * needs: never copy a node by value. Names are interned in one table per
 * source, so two names are equal when their pointers are.
 *
 * How deep code that recurses can get: blocks nest at most PK_AST_MAX_BLOCKS
 * deep, and below any expression there are at most PK_AST_MAX_HEIGHT levels
 * when three things are walked with a loop: BinOp.left, an If's orelse that is
 * one If, and lists. */
#ifndef PORTKERN_FRONTEND_AST_H
#define PORTKERN_FRONTEND_AST_H

#include "base/error.h"
#include "base/shared.h"

enum {
    PK_AST_MAX_NESTING = 200, /* brackets and operators inside each other */
    PK_AST_MAX_BLOCKS = 100,  /* indented blocks inside each other */
    PK_AST_MAX_HEIGHT = 1000, /* levels below an expression */
};

typedef enum pk_ast_kind {
#define NODE(name, class, fields) PK_AST_##name,
#define NODE0(name, class)        PK_AST_##name,
#include "frontend/ast/ast.def"
#undef NODE
#undef NODE0
    PK_AST_COUNT
} pk_ast_kind;

typedef enum pk_ast_class {
    PK_AST_CLASS_mod,
    PK_AST_CLASS_stmt,
    PK_AST_CLASS_expr,
    PK_AST_CLASS_pattern,
    PK_AST_CLASS_part /* arguments, keyword, alias, ... */
} pk_ast_class;

typedef enum pk_ast_op {
#define AST_OP(name, spelling, class) PK_AST_OP_##name,
#include "frontend/ast/ops.def"
#undef AST_OP
    PK_AST_OP_COUNT
} pk_ast_op;

typedef enum pk_ast_ctx { PK_AST_Load, PK_AST_Store, PK_AST_Del } pk_ast_ctx;

typedef enum pk_const_kind {
    PK_CONST_None,
    PK_CONST_bool,
    PK_CONST_Ellipsis,
    PK_CONST_int,
    PK_CONST_float,
    PK_CONST_complex, /* `real` is the factor of 1j */
    PK_CONST_str,
    PK_CONST_bytes
} pk_const_kind;

/* The value of a literal. A literal has no sign: -1 is USub of 1; and no real
 * part beside an imaginary one, but for what is computed of literals. */
typedef struct pk_const {
    uint8_t kind;    /* pk_const_kind */
    bool overflow;   /* int: it needs more than 64 bits */
    bool huge;       /* int: it needs more than 128 bits */
    uint32_t length; /* str, bytes */
    union {
        uint64_t integer; /* int; bool: 0 or 1 */
        double real;      /* float, complex */
        const char *text; /* str (UTF-8; a lone surrogate as 3 bytes), bytes;
                             ended with a NUL that is not counted */
    };
    union {
        uint64_t high; /* int: the bits above the 64 of `integer` */
        double re;     /* complex: the real part */
    };
} pk_const;

typedef struct pk_ast pk_ast;

typedef struct pk_ast_list {
    pk_ast **items;
    uint32_t count;
} pk_ast_list;

typedef struct pk_ast_names {
    const char **items;
    uint32_t count;
} pk_ast_names;

struct pk_ast {
    uint8_t kind;    /* pk_ast_kind */
    bool paren;      /* expression: it stands in parentheses of its own */
    uint16_t height; /* expression: levels below it (see above) */
    /* Lines count from the number that the parser was given; columns from 1 in
     * bytes of the line; the end is the place behind the last byte. */
    uint32_t line, col, end_line, end_col;
    union {
#define IDENT(f)     const char *f;
#define OPT_IDENT(f) const char *f;
#define CHILD(f)     pk_ast *f;
#define OPT(f)       pk_ast *f;
#define LIST(f)      pk_ast_list f;
#define SPARSE(f)    pk_ast_list f;
#define NAMES(f)     pk_ast_names f;
#define OP(f)        pk_ast_op f;
#define OPS(f)       const uint8_t *f;
#define CTX(f)       pk_ast_ctx f;
#define FLAG(f)      bool f;
#define INT(f)       int32_t f;
#define CONST(f)     pk_const f;
#define NODE(name, class, fields)                                              \
    struct pk_ast_##name {                                                     \
        fields                                                                 \
    } name;
#define NODE0(name, class)
#include "frontend/ast/ast.def"
#include "frontend/ast/undef.h"
    };
};

/* Expressions with variables of their own. */
static inline bool pk_ast_has_scope(const pk_ast *node) {
    return node->kind == PK_AST_Lambda || node->kind == PK_AST_GeneratorExp ||
           node->kind == PK_AST_ListComp || node->kind == PK_AST_SetComp ||
           node->kind == PK_AST_DictComp;
}

/* "BinOp", and the class of a kind. */
const char *pk_ast_kind_name(pk_ast_kind kind);
PK_SHARED pk_ast_class pk_ast_kind_class(pk_ast_kind kind);
/* "Add", and "+". */
const char *pk_ast_op_name(pk_ast_op op);
PK_SHARED const char *pk_ast_op_symbol(pk_ast_op op);

/* The node's place in file number `file`. A node of several lines gives its
 * first place with end_col 0. */
PK_SHARED pk_loc pk_ast_loc(const pk_ast *node, uint32_t file);

/* The next test of a chain of elif, which is an If alone in an orelse; NULL
 * behind the last one, and for what is no If. */
PK_SHARED const pk_ast *pk_ast_elif(const pk_ast *node);

/* The operators of a chain, a + b + c, which leans to the left and may be long:
 * from the innermost one to `node`. *first is what the innermost one has on its
 * left. NULL without memory. */
struct pk_arena;
const pk_ast **pk_ast_chain(struct pk_arena *arena, const pk_ast *node,
                            const pk_ast **first, uint32_t *count);

/* Goes through the fields of a node, whatever its kind:
 *
 *     pk_ast_fields f = pk_ast_fields_of(node);
 *     while (pk_ast_next_field(&f))
 *         if (f.kind == PK_FIELD_child)
 *             visit(*(pk_ast **)pk_ast_field(node, &f));
 */
typedef enum pk_ast_field_kind {
    PK_FIELD_end,
    PK_FIELD_ident, /* IDENT, OPT_IDENT */
    PK_FIELD_child, /* CHILD, OPT */
    PK_FIELD_list,  /* LIST, SPARSE */
    PK_FIELD_names,
    PK_FIELD_op,
    PK_FIELD_ops,
    PK_FIELD_ctx,
    PK_FIELD_flag,
    PK_FIELD_int,
    PK_FIELD_const
} pk_ast_field_kind;

typedef struct pk_ast_fields {
    const uint8_t *next;
    uint32_t at, behind; /* bytes of the node in front of the field, and with
                            it */
    uint8_t kind;        /* pk_ast_field_kind */
} pk_ast_fields;

pk_ast_fields pk_ast_fields_of(const pk_ast *node);
bool pk_ast_next_field(pk_ast_fields *fields);
static inline void *pk_ast_field(const pk_ast *node, const pk_ast_fields *f) {
    return (char *)(uintptr_t)node + f->at;
}

/* Calls `visit` for each direct child that a node has, in order. */
typedef void (*pk_ast_visit)(const pk_ast *node, void *arg);
PK_SHARED void pk_ast_children(const pk_ast *node, pk_ast_visit visit,
                               void *arg);
/* The same for walks that need no stack for what may be long: of a chain of
 * operators the operands, the last one first, of a chain of elif all that its
 * tests and bodies are. */
PK_SHARED void pk_ast_below(const pk_ast *node, pk_ast_visit visit, void *arg);
/* The first yield of statements, which makes the def that they are a
 * generator; NULL: there is none. */
const pk_ast *pk_ast_find_yield(const pk_ast_list *body);

/* True when both are the same expression, written alike: of names, integers,
 * attributes, operators, comparisons, subscripts, tuples, and calls such as
 * int(x), len(x) and abs(x), not of others. */
PK_SHARED bool pk_ast_same(const pk_ast *a, const pk_ast *b);

/* ---- nodes for what is written out (make.c), at the place of another ---- */

/* An empty node of a kind. */
pk_ast *pk_ast_new(struct pk_arena *arena, pk_ast_kind kind, const pk_ast *at);
/* A copy of `items`; empty without memory. */
pk_ast_list pk_ast_list_of(struct pk_arena *arena, pk_ast *const *items,
                           uint32_t count);
pk_ast *pk_ast_name(struct pk_arena *arena, const char *id, pk_ast_ctx ctx,
                    const pk_ast *at);
/* None, a bool, or an integer. */
pk_ast *pk_ast_literal(struct pk_arena *arena, pk_const_kind kind,
                       uint32_t value, const pk_ast *at);
pk_ast *pk_ast_attribute(struct pk_arena *arena, pk_ast *value,
                         const char *attr, const pk_ast *at);
pk_ast *pk_ast_compare(struct pk_arena *arena, pk_ast *a, uint8_t op, pk_ast *b,
                       const pk_ast *at);
pk_ast *pk_ast_assign(struct pk_arena *arena, pk_ast *target, pk_ast *value,
                      const pk_ast *at);

/* A copy of the tree, in `arena`; NULL for NULL. Recurses along chains that
 * other code walks with a loop: for trees of which few levels are wanted. */
pk_ast *pk_ast_copy(struct pk_arena *arena, const pk_ast *node);

/* Appends the tree as CPython's ast.dump(node, indent=indent) prints it;
 * indent 0 gives one line. With `places`, @line:col-line:col follows each kind
 * that has a place in CPython. Fields that are absent or empty are left out,
 * and ctx where it is Load. */
struct pk_text;
typedef struct pk_ast_print_options {
    uint32_t indent;
    bool places;
} pk_ast_print_options;
void pk_ast_print(const pk_ast *node, const pk_ast_print_options *options,
                  struct pk_text *out);

#endif
