/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance suite on one plugin, as a test: what `portkern plugin-check`
 * runs. A plugin without a driver or a device is skipped. */
#include "tools/conformance.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SKIPPED = 77 };

/* In a process of its own, as each test is: drivers do not survive a fork. */
static void try_to_open(const char *plugin, const char *device) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = device,
                                  .plugin_file = plugin,
                                  .cache_dir = "off"};
    pk_context *ctx = NULL;
    pk_error err = {0};
    const pk_status status = pk_context_create(&options, &ctx, &err);

    pk_context_release(ctx);
    if (status != PK_NO_DRIVER && status != PK_NO_DEVICE)
        exit(EXIT_SUCCESS);
    printf("1..0 # SKIP %s\n", err.message);
    exit(SKIPPED);
}

int main(int argc, char **argv) {
    const char *device = argc > 2 ? argv[2] : NULL;
    int status = 0;
    pid_t child;

    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s portkern-NAME.so [device]\n", argv[0]);
        return 2;
    }
    child = fork();
    if (child == 0)
        try_to_open(argv[1], device);
    if (child < 0 || waitpid(child, &status, 0) != child)
        return EXIT_FAILURE;
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED)
        return EXIT_SUCCESS;
    return conformance_run(argv[1], device, stdout) != 0;
}
