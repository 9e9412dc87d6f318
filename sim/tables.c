/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of opcodes.def and types.def, spread out. */
#include "sim/program.h"

const sim_op_info sim_ops[SIM_OP_COUNT] = {
#define OP(name, class, fidelity, meaning)                                     \
    [SIM_OP_##name] = {#name, SIM_CLASS_##class, SIM_FIDELITY_##fidelity},
#include "sim/opcodes.def"
#undef OP
};

const sim_type_info sim_types[SIM_TYPE_COUNT] = {
    [SIM_TYPE_none] = {"", SIM_KIND_none, 0},
#define TYPE(name, kind, bytes)                                                \
    [SIM_TYPE_##name] = {#name, SIM_KIND_##kind, bytes},
#include "sim/types.def"
#undef TYPE
};
