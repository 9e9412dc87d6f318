/* SPDX-License-Identifier: Apache-2.0 */
/* The cpu plugin, opened as the runtime would, for tests of its own: a host
 * with a thread pool, kernels from IR, launches on host memory. Every call
 * that fails fails the test with the plugin's words. */
#ifndef PORTKERN_TESTS_CPU_DEVICE_H
#define PORTKERN_TESTS_CPU_DEVICE_H

#include "portkern/ir.h"
#include "portkern/plugin.h"

typedef struct cpu_device {
    pk_host host;
    const pk_plugin *plugin;
    pk_dev *dev;
    pk_que *que;
    pk_caps caps;
} cpu_device;

/* Opens $PORTKERN_CPU_PLUGIN with `threads` threads. */
void cpu_open(cpu_device *d, uint32_t threads);
void cpu_close(cpu_device *d);

/* IR text, or a module, to artifact. */
pk_artifact cpu_emit(cpu_device *d, const char *ir, size_t length,
                     const char *stage);
pk_artifact cpu_emit_ir(cpu_device *d, const pk_ir *ir, const char *stage);
/* Makes the artifact without the plugin, lane loops wherever they can be. */
pk_artifact cpu_emit_lanes(cpu_device *d, pk_ir *ir);
pk_mod *cpu_load(cpu_device *d, const pk_artifact *artifact);
/* Emits, loads and frees the artifact. */
pk_mod *cpu_compile(cpu_device *d, const char *ir);

/* Runs kernel `name`; `params` is the packed block. */
void cpu_run(cpu_device *d, pk_mod *mod, const char *name,
             const uint32_t grid[3], const uint32_t block[3],
             uint32_t shared_bytes, const void *params, uint32_t size);

#endif
