/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of abi.def and driver_errors.def as one compiler sees them. */
#ifndef PORTKERN_TESTS_CUDASIM_ABI_H
#define PORTKERN_TESTS_CUDASIM_ABI_H

#include <stddef.h>

typedef struct abi_row {
    const char *what;
    long value;
} abi_row;

/* Ended by a row without a name: by sim/cuda_api.h, by the toolkit's cuda.h. */
extern const abi_row abi_ours[], abi_theirs[];

#define SIZE(type)                  {"sizeof " #type, (long)sizeof(type)},
#define FIELD(type, field)          {#type "." #field, (long)offsetof(type, field)},
#define VALUE(constant)             {#constant, (long)(constant)},
#define RESULT(name, number, words) {"CUDA_" #name, (long)CUDA_##name},

#endif
