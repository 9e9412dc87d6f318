/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance suite on one plugin, as a test: what `portkern plugin-check`
 * runs. A plugin without a driver or a device is skipped. */
#include "tools/conformance.h"

int main(int argc, char **argv) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .cache_dir = "off"};
    pk_context *ctx = NULL;
    pk_status status;
    pk_error err = {0};

    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s portkern-NAME.so [device]\n", argv[0]);
        return 2;
    }
    options.plugin_file = argv[1];
    options.backend = argc > 2 ? argv[2] : NULL;
    status = pk_context_create(&options, &ctx, &err);
    pk_context_release(ctx);
    if (status == PK_NO_DRIVER || status == PK_NO_DEVICE) {
        printf("1..0 # SKIP %s\n", err.message);
        return 0;
    }
    return conformance_run(argv[1], options.backend, stdout) != 0;
}
