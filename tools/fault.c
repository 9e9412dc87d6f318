/* SPDX-License-Identifier: Apache-2.0 */
/* Signals that compiled code gets. All words are put together before, since
 * little may be called in a handler. */
#include "tools/fault.h"

#include "tools/launch_args.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
    int number;
    const char *words;
} signals[] = {
    {SIGSEGV, "accessed memory that is not there"},
    {SIGBUS, "accessed memory that its file does not have"},
    {SIGFPE, "did arithmetic that the processor does not"},
};

enum { SIGNALS = sizeof signals / sizeof *signals };

static char texts[SIGNALS][1024];
static struct sigaction before[SIGNALS];
static char handler_stack[1 << 16]; /* the thread's own may be full */

static void on_signal(int number) {
    for (int i = 0; i < SIGNALS; i++)
        if (signals[i].number == number &&
            write(STDERR_FILENO, texts[i], strlen(texts[i])) < 0)
            break;
    _exit(EXIT_FAILED);
}

/* The first array without elements, which a kernel may have meant to read. */
static void find_empty(const launch_args *args, char *out, size_t size) {
    *out = '\0';
    for (size_t i = 0; i < args->count && !*out; i++)
        for (uint32_t k = 0; k < args->arrays[i].ndim && !*out; k++)
            if (!args->arrays[i].shape[k])
                snprintf(out, size, "    note: argument %zu has no elements\n",
                         i);
}

void fault_watch(const launch_args *args) {
    const stack_t stack = {.ss_sp = handler_stack,
                           .ss_size = sizeof handler_stack};
    struct sigaction action;
    char empty[64];

    find_empty(args, empty, sizeof empty);
    fflush(stdout);
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaltstack(&stack, NULL);
    for (int i = 0; i < SIGNALS; i++) {
        snprintf(texts[i], sizeof texts[i],
                 "portkern: error: %s of %s %s\n"
                 "%s    hint: PORTKERN_CHECK=bounds, or --backend interp, says "
                 "in which line, and at which index\n",
                 args->kernel ? args->kernel : "code",
                 args->file ? args->file : "?", signals[i].words, empty);
        sigaction(signals[i].number, &action, &before[i]);
    }
}

void fault_unwatch(void) {
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i].number, &before[i], NULL);
}
