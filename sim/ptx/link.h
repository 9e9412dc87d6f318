/* SPDX-License-Identifier: Apache-2.0 */
/* From parsed units to a module (ptx/link.c, ptx/layout.c, ptx/load.c). */
#ifndef PORTKERN_SIM_PTX_LINK_H
#define PORTKERN_SIM_PTX_LINK_H

#include "sim/memory.h"
#include "sim/ptx/unit.h"

typedef struct sim_linker {
    sim_device *device;
    sim_module *module;
    pk_arena *arena; /* gone when the module is made */
    pk_text *log;
    sim_unit *units; /* in the order given */
    uint32_t unit_count;
    sim_outcome outcome;
} sim_linker;

/* A line of the log without a place; the first outcome stays. */
void sim_link_error(sim_linker *linker, sim_outcome outcome, const char *format,
                    ...) __attribute__((format(printf, 3, 4)));

/* Finds extern names in the other units and numbers the functions. */
void sim_link_names(sim_linker *linker);
/* The definition behind a declaration, itself when there is none. */
sim_variable *sim_link_variable(sim_variable *variable);
sim_func *sim_link_func(sim_func *func);

/* Gives .shared variables their offsets, entries their sizes. */
void sim_link_shared(sim_linker *linker);
/* Allocates and fills .global and .const variables. */
void sim_link_globals(sim_linker *linker);
/* Fills the rows of constants and the calls' targets. */
void sim_link_code(sim_linker *linker);

/* An estimate of the 32-bit registers of a thread. */
uint32_t sim_count_registers(pk_arena *scratch, const sim_function *function);

#endif
