/* SPDX-License-Identifier: Apache-2.0 */
/* A device that likes many kernels in one artifact: the interpreter, which
 * counts its artifacts for the test and cannot compile a kernel whose name
 * begins with "refused". */
#include "base/error.h"
#include "base/try.h"
#include "portkern/plugin.h"

#include <stdatomic.h>
#include <string.h>

/* Artifacts loaded so far, by any thread. */
PK_API extern atomic_int test_batches_loads;
atomic_int test_batches_loads;

const pk_plugin *pk_interp_plugin_query(uint32_t host_abi, pk_error *err);

static const pk_plugin *interp;
static pk_plugin batches;

static pk_status device_caps(pk_dev *dev, pk_caps *out, pk_error *err) {
    PK_TRY(interp->device_caps(dev, out, err));
    out->features |= PK_CAP_batches;
    return PK_OK;
}

static pk_status emit(const pk_host *host, const pk_caps *target,
                      const char *ir, size_t length,
                      const pk_emit_options *options, pk_artifact *out,
                      pk_error *err) {
    if (strstr(ir, "@refused"))
        return pk_fail(err, PK_COMPILE, "refused indeed");
    return interp->emit(host, target, ir, length, options, out, err);
}

static pk_status module_load(pk_dev *dev, const pk_artifact *artifact,
                             const pk_entry *entries, uint32_t count,
                             pk_mod **out, pk_error *err) {
    PK_TRY(interp->module_load(dev, artifact, entries, count, out, err));
    test_batches_loads++;
    return PK_OK;
}

const pk_plugin *pk_plugin_query(uint32_t host_abi, pk_error *err) {
    interp = pk_interp_plugin_query(host_abi, err);
    if (!interp)
        return NULL;
    batches = *interp;
    batches.name = "batches";
    batches.device_caps = device_caps;
    batches.emit = emit;
    batches.module_load = module_load;
    return &batches;
}
