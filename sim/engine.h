/* SPDX-License-Identifier: Apache-2.0 */
/* The simulated GPU: what lies between the Driver API (driver/) and the
 * PTX engine (everything else in this folder).
 *
 * The engine turns PTX text into a module, keeps the device's memory, and
 * runs one grid at a time on the calling thread until it is done or has
 * failed. Streams, contexts, events and the API's own error codes are the
 * driver's affair; so is calling from one thread at a time per device where
 * that is said.
 *
 * Device addresses are not host addresses. A word is a place in one of the
 * windows below, and each access is translated against the allocations, so
 * that a stray pointer is a fault with a report and never touches the host. */
#ifndef PORTKERN_SIM_ENGINE_H
#define PORTKERN_SIM_ENGINE_H

#include "base/text.h"

typedef struct sim_device sim_device;
typedef struct sim_module sim_module;
typedef struct sim_function sim_function;

/* How a load or a grid ended. The driver maps each to the CUresult that the
 * real driver gives. */
typedef enum sim_outcome {
    SIM_DONE,
    SIM_NO_MEMORY,           /* the host's memory is at its end */
    SIM_INVALID_PTX,         /* the log says what and where */
    SIM_UNSUPPORTED_VERSION, /* .version newer than the device's driver */
    SIM_NO_BINARY,           /* .target newer than the device */
    SIM_NOT_SIMULATED,       /* valid, but an instruction is not simulated */
    SIM_UNRESOLVED,          /* an extern symbol without a definition */
    SIM_ILLEGAL_ADDRESS,     /* 700 */
    SIM_MISALIGNED,          /* 716 */
    SIM_ILLEGAL_INSTRUCTION, /* 715 */
    SIM_INVALID_PC,          /* 718 */
    SIM_HARDWARE_STACK,      /* 714: calls too deep for the stack limit */
    SIM_ASSERT,              /* 710: __assertfail */
    SIM_TRAP,                /* 719: trap, brkpt, an impossible state */
    SIM_DEADLOCK,            /* 719: barriers that cannot complete */
    SIM_FUEL,                /* 702: PORTKERN_SIM_FUEL used up */
    SIM_STOPPED,             /* 909: sim_launch.stop said so */
    SIM_FINDING,             /* 719: a checker found a fault (race, ...) */
} sim_outcome;

/* The checks that can be turned on, beside those that cost nothing: bounds also
 * inside an allocation's padding, uninit registers too, races in shared and
 * global memory within a launch, barriers not executed by the whole warp or
 * block. */
enum {
#define CHECK(name, meaning) SIM_CHECK_BIT_##name,
#include "portkern/checks.def"
#undef CHECK
    SIM_CHECK_COUNT,
    SIM_CHECK_all = (1 << SIM_CHECK_COUNT) - 1,
#define CHECK(name, meaning) SIM_CHECK_##name = 1 << SIM_CHECK_BIT_##name,
#include "portkern/checks.def"
#undef CHECK
};

/* The properties of the simulated device; fixed when it is made. */
typedef struct sim_profile {
    int sm;                /* 75, 80, 90, 100: decides what PTX may use */
    int ptx_version;       /* newest accepted, 90 for 9.0 */
    int sm_count;          /* multiprocessors */
    uint64_t global_bytes; /* memory of the device */
    uint32_t shared_block; /* shared memory of a block without opting in */
    uint32_t shared_optin; /* and with */
    uint32_t shared_sm;    /* of a multiprocessor */
    uint32_t registers_sm; /* 32-bit registers of a multiprocessor */
    uint32_t threads_sm;   /* resident threads of a multiprocessor */
    uint32_t blocks_sm;    /* resident blocks of a multiprocessor */
    uint32_t max_grid[3], max_block[3], max_threads;
} sim_profile;

typedef struct sim_options {
    uint32_t checks; /* SIM_CHECK_* */
    uint64_t fuel;   /* instructions of one launch (a warp's instruction
                        counts once), 0: no limit */
    const pk_allocator *allocator;
    /* Where a kernel's printf goes, and reports when they are wanted. */
    void (*print)(void *self, const char *text, size_t length);
    void *self;
} sim_options;

/* A device without modules and memory. NULL when there is no memory. */
sim_device *sim_device_new(const sim_profile *profile,
                           const sim_options *options);
void sim_device_free(sim_device *device);
const sim_profile *sim_device_profile(const sim_device *device);

/* ---- memory ----
 *
 * All of it may be called from any thread. Bytes live in host memory of the
 * simulator; `managed` and pinned memory is host memory that the device sees
 * at its own address, so the address is the host's (as unified addressing
 * promises). */

typedef enum sim_memory_kind {
    SIM_MEMORY_device,
    SIM_MEMORY_managed, /* one address for host and device */
    SIM_MEMORY_host,    /* pinned or registered host memory */
} sim_memory_kind;

typedef struct sim_allocation {
    uint64_t address; /* on the device */
    uint64_t size;
    void *host; /* its bytes */
    sim_memory_kind kind;
    uint64_t id; /* counts up, never used twice */
} sim_allocation;

/* A new allocation, aligned to 256 (`SIM_MEMORY_host` with `host` not NULL:
 * registers the caller's memory at its own address). False when the device's
 * or the host's memory is at its end. `what` names it in reports ("cuMemAlloc
 * #3"). */
bool sim_memory_new(sim_device *device, sim_memory_kind kind, uint64_t size,
                    void *host, sim_allocation *out);
/* False when `address` is not the start of a live allocation. Freed device
 * addresses are not handed out again soon, so that a use after free is seen. */
bool sim_memory_free(sim_device *device, uint64_t address);
/* The live allocation that holds `address`; false when none does. Module
 * globals are found too. */
bool sim_memory_find(sim_device *device, uint64_t address, sim_allocation *out);
/* The host's view of `size` bytes at `address`, NULL when they do not lie in
 * one live allocation. What the driver copies, `write` tells the checkers
 * (bytes count as initialised). */
void *sim_memory_bytes(sim_device *device, uint64_t address, uint64_t size,
                       bool write);
void sim_memory_usage(sim_device *device, uint64_t *free_bytes,
                      uint64_t *total_bytes);

/* ---- modules ---- */

typedef struct sim_load_options {
    int max_registers; /* 0: as the code says */
    bool keep_lines;   /* .loc of the text to reports (always done) */
} sim_load_options;

/* Parses, checks and decodes PTX text (NUL within ends it). `log` gets what
 * ptxas would say, one line an error:
 *     ptxas application ptx input, line 12; error   : Unknown symbol '%r9'
 * Allocates module globals. Any thread. */
sim_outcome sim_module_load(sim_device *device, const char *ptx, size_t length,
                            const sim_load_options *options, pk_text *log,
                            sim_module **out);
/* Several texts linked to one module: extern symbols are found across. */
sim_outcome sim_module_link(sim_device *device, const char *const *ptx,
                            const size_t *lengths, size_t count,
                            const sim_load_options *options, pk_text *log,
                            sim_module **out);
void sim_module_free(sim_module *module);

/* NULL when there is none. The functions are the module's. */
sim_function *sim_module_function(sim_module *module, const char *name);
/* The i-th entry in the order of the text, NULL past the last. */
sim_function *sim_module_entry(sim_module *module, size_t index);
/* A .global or .const variable; false when there is none. */
bool sim_module_global(sim_module *module, const char *name, uint64_t *address,
                       uint64_t *size);

typedef struct sim_function_info {
    const char *name;
    uint32_t max_threads;   /* of a block: .maxntid, .reqntid, registers */
    uint32_t required[3];   /* .reqntid, 0: any */
    uint32_t shared_static; /* bytes */
    uint32_t local_bytes;   /* of a thread */
    uint32_t const_bytes;
    uint32_t registers;  /* an estimate: 32-bit words live at once */
    int ptx_version, sm; /* 10 * major + minor, target */
    size_t param_count;
} sim_function_info;

void sim_function_info_get(const sim_function *function,
                           sim_function_info *out);
/* Place of a parameter in the packed block; false past the last. */
bool sim_function_param(const sim_function *function, size_t index,
                        uint32_t *offset, uint32_t *size);

/* ---- running ---- */

typedef struct sim_launch {
    uint32_t grid[3], block[3];
    uint32_t shared_dynamic;
    const void *params; /* packed by the parameters' offsets */
    size_t params_size;
    bool cooperative;     /* all blocks resident: grid barriers work */
    uint32_t stack_bytes; /* of a thread for calls, cuCtxSetLimit */
    /* NULL, or looked at every few thousand instructions: the grid ends when
     * another thread has set it to anything but 0. */
    const uint32_t *stop;
} sim_launch;

/* Runs the grid to its end on the calling thread. One grid of a device at a
 * time (the engine waits). Limits of the launch are the driver's to check.
 * When the outcome is not SIM_DONE, `report` says what happened in lines that
 * begin with the kernel's source place where one is known:
 *     k.py:12:5: error: read of 4 bytes past the end of cuMemAlloc #2 (...)
 *         block (0, 0, 0), thread (33, 0, 0)
 * Memory written before a fault stays written, as on a GPU. */
sim_outcome sim_run(sim_function *function, const sim_launch *launch,
                    pk_text *report);

/* Writes the fidelity report of what ran so far: per kernel how many thread
 * instructions were exact, within the ISA's bounds, or refused. */
void sim_device_fidelity(sim_device *device, pk_text *out);

#endif
