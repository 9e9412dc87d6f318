/* SPDX-License-Identifier: Apache-2.0 */
/* Signals that compiled code gets. All words are put together before, since
 * little may be called in a handler. */
#include "tools/fault.h"

#include "tools/command.h"

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

void fault_watch(const char *file, const char *function) {
    const stack_t stack = {.ss_sp = handler_stack,
                           .ss_size = sizeof handler_stack};
    struct sigaction action;

    fflush(stdout);
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaltstack(&stack, NULL);
    for (int i = 0; i < SIGNALS; i++) {
        snprintf(texts[i], sizeof texts[i],
                 "portkern: error: %s of %s %s\n"
                 "    hint: PORTKERN_CHECK=bounds, or --backend interp, says "
                 "in which line, and at which index\n",
                 function ? function : "code", file ? file : "?",
                 signals[i].words);
        sigaction(signals[i].number, &action, &before[i]);
    }
}

void fault_unwatch(void) {
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i].number, &before[i], NULL);
}
