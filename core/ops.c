/* SPDX-License-Identifier: Apache-2.0 */
/* The table of operations, read from ops.def. */
#include "portkern/ir.h"

/* The words that the rows use. */
#define NONE     PK_OPFORM_NONE
#define AXIS     PK_OPFORM_AXIS
#define LOCAL    PK_OPFORM_LOCAL
#define CALLEE   PK_OPFORM_CALLEE
#define BLOCKS   PK_OPFORM_BLOCKS
#define EXIT     PK_OPFORM_EXIT
#define TEXT     PK_OPFORM_TEXT
#define MANY     PK_MANY
#define PURE     PK_OPF_PURE
#define READS    PK_OPF_READS
#define WRITES   PK_OPF_WRITES
#define CONTROL  PK_OPF_CONTROL
#define SYNC     PK_OPF_SYNC
#define WARP     PK_OPF_WARP
#define COMMUTES PK_OPF_COMMUTES
#define FLOATOK  PK_OPF_FLOATOK
#define ROUNDED  PK_OPF_ROUNDED

const pk_limit_info pk_limit_table[PK_LIMIT_COUNT] = {
#define LIMIT(name, most, meaning) {#name, most, meaning},
#include "portkern/limits.def"
#undef LIMIT
};

const pk_func_flag_info pk_func_flag_table[] = {
    {"fastmath", PK_FUNC_fastmath}, {"noinline", PK_FUNC_noinline},
    {"resumes", PK_FUNC_resumes},   {"melts", PK_FUNC_melts},
    {"swaps_y", PK_FUNC_swaps_y},   {"swaps_z", PK_FUNC_swaps_z},
    {"across", PK_FUNC_across},     {"narrow", PK_FUNC_narrow},
    {"few", PK_FUNC_few},           {"many", PK_FUNC_many},
    {"rare", PK_FUNC_rare},         {NULL, 0}};

const pk_op_info pk_op_table[PK_OP_COUNT] = {
#define OP(name, args, form, rule, flags, meaning)                             \
    {#name, args, form, PK_RULE_##rule, flags, meaning},
#include "portkern/ops.def"
#undef OP
};
