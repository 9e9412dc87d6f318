/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of libportkern_static.a: the runtime and the cpu plugin, without
 * its compiler. `portkern build --static` links it into libraries. */
#include "runtime/context/parts.h"

static void forget(pk_context *ctx) {
    (void)ctx;
}

const pk_library_parts pk_parts = {
    .forget = forget, .linked = "cpu", .query = pk_plugin_query};
