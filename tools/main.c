/* SPDX-License-Identifier: Apache-2.0 */
/* The portkern command: finds the subcommand and runs it. */
#include "tools/command.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

static const command *const commands[] = {
    &command_devices,      &command_run,   &command_emit,    &command_check,
    &command_explain,      &command_demo,  &command_bench,   &command_cache,
    &command_plugin_check, &command_build, &command_compare, &command_profile,
};
enum { COUNT = sizeof commands / sizeof *commands };

static void print_help(FILE *out) {
    fprintf(out, "usage: portkern COMMAND ...\n\n"
                 "Compiles and runs kernels written in Python.\n\n");
    for (int i = 0; i < COUNT; i++)
        fprintf(out, "  %-14s%s\n", commands[i]->name, commands[i]->summary);
    fprintf(out, "\n`portkern COMMAND --help` tells more. PORTKERN_BACKEND "
                 "chooses the device.\n");
}

static bool asks_help(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return true;
    return false;
}

static int run(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : NULL;

    if (!name) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (!strcmp(name, "--help") || !strcmp(name, "-h") ||
        !strcmp(name, "help")) {
        print_help(stdout);
        return EXIT_DONE;
    }
    if (!strcmp(name, "--version") || !strcmp(name, "version")) {
        printf("portkern %s\n", pk_version());
        return EXIT_DONE;
    }
    for (int i = 0; i < COUNT; i++) {
        if (strcmp(name, commands[i]->name) != 0)
            continue;
        if (asks_help(argc - 1, argv + 1)) {
            fputs(commands[i]->help, stdout);
            return EXIT_DONE;
        }
        return commands[i]->run(argc - 1, argv + 1);
    }
    fprintf(stderr, "portkern: no command '%s'; see portkern --help\n", name);
    return EXIT_USAGE;
}

/* Output that was lost is a failure, as it is of any other file. */
int main(int argc, char **argv) {
    bool lost;
    int code;

    signal(SIGXFSZ, SIG_IGN); /* a file at its limit is an error like others */
    code = run(argc, argv);
    lost = ferror(stdout);

    errno = 0;
    lost |= fflush(stdout) != 0;
    if (!lost)
        return code;
    fprintf(stderr,
            "portkern: error: the output could not be written whole%s%s\n",
            errno ? ": " : "", errno ? strerror(errno) : "");
    return code == EXIT_USAGE ? code : EXIT_FAILED;
}
