/* SPDX-License-Identifier: Apache-2.0 */
/* Writing the log. */
#include "runtime/services/log.h"

#include "base/os/thread.h"
#include "runtime/services/env.h"

#include <stdarg.h>
#include <stdio.h>

void pk_logger_init(pk_logger *log, const pk_context_options *options) {
    uint32_t wanted = pk_env_words("PORTKERN_LOG");

    *log = (pk_logger){.level = -1};
    if (options->log) {
        log->level = (int)options->log_level;
        log->write = options->log;
        log->self = options->log_self;
        return;
    }
    for (; wanted; wanted >>= 1)
        log->level++;
}

void pk_log_text(const pk_logger *log, pk_log_level level, const char *topic,
                 const char *text) {
    pk_write_guard guard;

    if (!pk_logs(log, level))
        return;
    if (log->write) {
        log->write(log->self, level, topic, text);
        return;
    }
    pk_write_guard_enter(&guard);
    fprintf(stderr, "portkern: %s: %s: %s\n", pk_env_levels[level], topic,
            text);
    pk_write_guard_leave(&guard);
}

void pk_log(const pk_logger *log, pk_log_level level, const char *topic,
            const char *format, ...) {
    char text[1024];
    va_list args;

    if (!pk_logs(log, level))
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pk_log_text(log, level, topic, text);
}
