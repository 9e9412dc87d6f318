/* SPDX-License-Identifier: Apache-2.0 */
/* The log of a context: lines for people, to the caller's function or stderr.
 */
#ifndef PORTKERN_RUNTIME_SERVICES_LOG_H
#define PORTKERN_RUNTIME_SERVICES_LOG_H

#include "portkern/portkern.h"

#include <stdbool.h>

typedef struct pk_logger {
    int level; /* the most detailed wanted, -1: none */
    void (*write)(void *self, pk_log_level level, const char *topic,
                  const char *text); /* NULL: stderr */
    void *self;
} pk_logger;

/* As the options say, or else PORTKERN_LOG. */
void pk_logger_init(pk_logger *log, const pk_context_options *options);

static inline bool pk_logs(const pk_logger *log, pk_log_level level) {
    return (int)level <= log->level;
}

/* One line; `topic` is a word. From any thread. */
void pk_log_text(const pk_logger *log, pk_log_level level, const char *topic,
                 const char *text);
void pk_log(const pk_logger *log, pk_log_level level, const char *topic,
            const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
