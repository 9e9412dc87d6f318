/* SPDX-License-Identifier: Apache-2.0 */
/* The opencl plugin without the runtime: opened as the runtime opens it, with
 * an allocator that counts, and launches of IR modules with host arrays. All
 * text that is emitted on the way is linted. */
#ifndef PORTKERN_TESTS_OPENCL_RIG_H
#define PORTKERN_TESTS_OPENCL_RIG_H

#include "base/arena.h"
#include "portkern/ir.h"
#include "portkern/plugin.h"

typedef struct rig {
    const pk_plugin *plugin;
    pk_host host;
    const char *form; /* PORTKERN_OPENCL_FORM, NULL: the device's own */
    pk_dev *dev;
    pk_que *que;
    pk_caps caps;
} rig;

/* Bytes taken through the rig's allocator and not given back. */
extern size_t rig_live_bytes;

/* Loads the plugin of the file; NULL and a reason when that fails. */
const pk_plugin *rig_load(const char *file, pk_error *err);

/* Opens the first device in a form. */
pk_status rig_open(rig *r, const pk_plugin *plugin, const char *form,
                   pk_error *err);
void rig_close(rig *r);

/* An argument: an array, copied there and back, or the bits of a scalar. */
typedef struct rig_arg {
    void *data;
    size_t bytes;
    uint64_t bits;
} rig_arg;

#define RIG_ARRAY(a)  {(a), sizeof(a), 0}
#define RIG_SCALAR(n) {NULL, 0, (uint64_t)(n)}

typedef struct rig_launch {
    uint32_t grid[3], block[3]; /* 0 is 1 */
    uint32_t shared;
} rig_launch;

/* Emits the module for the rig's device; the text is the caller's. */
pk_status rig_emit(rig *r, const pk_ir *ir, pk_artifact *out, pk_error *err);

/* Fills in how a kernel is entered; params are in `arena`. */
pk_entry rig_entry(pk_arena *arena, pk_func *fn);

/* Emits, loads and launches a kernel, and waits for it. */
pk_status rig_run(rig *r, pk_ir *ir, const char *kernel, const rig_launch *at,
                  const rig_arg *args, uint32_t count, pk_error *err);

#endif
