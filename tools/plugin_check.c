/* SPDX-License-Identifier: Apache-2.0 */
/* portkern plugin-check: the conformance suite on one plugin. */
#include "tools/command.h"
#include "tools/conformance.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_file(const char *word) {
    size_t length = strlen(word);

    return strchr(word, '/') ||
           (length > 3 && !strcmp(word + length - 3, ".so"));
}

/* `plugin` is a file, or the name of a backend as PORTKERN_BACKEND has it. */
static int check_plugin(const char *plugin, const char *device) {
    char *path;
    int failures;

    if (!is_file(plugin)) {
        failures = conformance_run(NULL, plugin, stdout);
    } else {
        /* a path with a slash, so that dlopen looks nowhere else */
        path = realpath(plugin, NULL);
        if (!path) {
            fprintf(stderr, "portkern: error: cannot open %s: %s\n", plugin,
                    strerror(errno));
            return EXIT_FAILED;
        }
        failures = conformance_run(path, device, stdout);
        free(path);
    }
    return failures ? EXIT_FAILED : EXIT_DONE;
}

static int plugin_check(int argc, char **argv) {
    words w = words_from(argc, argv);
    const char *word, *plugin = NULL, *device = NULL;

    while ((word = words_next(&w))) {
        if (!strcmp(word, "--device"))
            device = words_value(&w, word);
        else if (word_is_option(word) || plugin)
            words_fail(&w, "does not know '%s'", word);
        else
            plugin = word;
    }
    if (!w.failed && !plugin)
        words_fail(&w, "needs the file of a plugin");
    return w.failed || !plugin ? EXIT_USAGE : check_plugin(plugin, device);
}

const command command_plugin_check = {
    .name = "plugin-check",
    .summary = "run the conformance suite on a plugin",
    .run = plugin_check,
    .help =
        "usage: portkern plugin-check FILE.so|BACKEND [--device NAME:N]\n"
        "\n"
        "Opens the plugin in FILE.so, wherever it was built, or the named\n"
        "backend, and tries on its device what every plugin must do: memory,\n"
        "queues, events, and kernels whose results are computed again in C.\n"
        "Each test has a process of its own: a crash fails that test alone.\n"
        "Prints TAP: a line for each test, with the reason where it failed or\n"
        "where the device cannot do it, or refuses.\n"
        "\n"
        "  --device NAME:N  a device of the plugin other than its first\n",
};
