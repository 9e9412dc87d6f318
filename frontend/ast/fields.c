/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of nodes, of any kind, one by one: their types in the order of
 * ast.def, from which their places follow, as in C. */
#include "frontend/ast/ast.h"

#include <stddef.h>

/* The types of the fields of each kind, ended with PK_FIELD_end. */
#define IDENT(f)     uint8_t f;
#define OPT_IDENT(f) uint8_t f;
#define CHILD(f)     uint8_t f;
#define OPT(f)       uint8_t f;
#define LIST(f)      uint8_t f;
#define SPARSE(f)    uint8_t f;
#define NAMES(f)     uint8_t f;
#define OP(f)        uint8_t f;
#define OPS(f)       uint8_t f;
#define CTX(f)       uint8_t f;
#define FLAG(f)      uint8_t f;
#define INT(f)       uint8_t f;
#define CONST(f)     uint8_t f;
#define NODE(name, class, fields)                                              \
    struct {                                                                   \
        fields uint8_t end;                                                    \
    } name;
#define NODE0(name, class) uint8_t name;
static const struct all_fields {
#include "frontend/ast/ast.def"
#include "frontend/ast/undef.h"
} all = {
#define IDENT(f)                  PK_FIELD_ident,
#define OPT_IDENT(f)              PK_FIELD_ident,
#define CHILD(f)                  PK_FIELD_child,
#define OPT(f)                    PK_FIELD_child,
#define LIST(f)                   PK_FIELD_list,
#define SPARSE(f)                 PK_FIELD_list,
#define NAMES(f)                  PK_FIELD_names,
#define OP(f)                     PK_FIELD_op,
#define OPS(f)                    PK_FIELD_ops,
#define CTX(f)                    PK_FIELD_ctx,
#define FLAG(f)                   PK_FIELD_flag,
#define INT(f)                    PK_FIELD_int,
#define CONST(f)                  PK_FIELD_const,
#define NODE(name, class, fields) {fields PK_FIELD_end},
#define NODE0(name, class)        PK_FIELD_end,
#include "frontend/ast/ast.def"
#include "frontend/ast/undef.h"
};

static const uint16_t starts[] = {
#include "frontend/ast/only_nodes.h"
#define CHILD(f)
#define OPT(f)
#define LIST(f)
#define SPARSE(f)
#define NODE(name, class, fields) offsetof(struct all_fields, name),
#define NODE0(name, class)        offsetof(struct all_fields, name),
#include "frontend/ast/ast.def"
#include "frontend/ast/undef.h"
};

/* Bytes of a field, and what its place is a multiple of. */
static const struct {
    uint8_t size, align;
} layouts[] = {
#define LAYOUT(type) {sizeof(type), _Alignof(type)}
    [PK_FIELD_ident] = LAYOUT(const char *),
    [PK_FIELD_child] = LAYOUT(pk_ast *),
    [PK_FIELD_list] = LAYOUT(pk_ast_list),
    [PK_FIELD_names] = LAYOUT(pk_ast_names),
    [PK_FIELD_op] = LAYOUT(pk_ast_op),
    [PK_FIELD_ops] = LAYOUT(const uint8_t *),
    [PK_FIELD_ctx] = LAYOUT(pk_ast_ctx),
    [PK_FIELD_flag] = LAYOUT(bool),
    [PK_FIELD_int] = LAYOUT(int32_t),
    [PK_FIELD_const] = LAYOUT(pk_const),
#undef LAYOUT
};

pk_ast_fields pk_ast_fields_of(const pk_ast *node) {
    return (pk_ast_fields){.next = (const uint8_t *)&all + starts[node->kind],
                           .behind = (uint32_t)offsetof(pk_ast, Module)};
}

bool pk_ast_next_field(pk_ast_fields *fields) {
    const uint32_t align = layouts[*fields->next].align;

    fields->kind = *fields->next;
    if (fields->kind == PK_FIELD_end)
        return false;
    fields->next++;
    fields->at = (fields->behind + align - 1) & -align;
    fields->behind = fields->at + layouts[fields->kind].size;
    return true;
}
