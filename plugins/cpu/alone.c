/* SPDX-License-Identifier: Apache-2.0 */
/* In libportkern_static.a this stands for compile.c: the plugin there only runs
 * what was compiled before. */
#include "plugins/cpu/cpu.h"

#include "base/error.h"

pk_status pk_cpu_emit(const pk_host *host, const pk_caps *target,
                      const char *ir, size_t length,
                      const pk_emit_options *options, pk_artifact *out,
                      pk_error *err) {
    (void)host;
    (void)target;
    (void)ir;
    (void)length;
    (void)options;
    (void)out;
    return pk_fail(err, PK_UNSUPPORTED, "this library has no compiler");
}
