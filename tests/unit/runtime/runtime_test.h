/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the tests of the runtime: an error to look at, contexts that keep
 * out of the user's cache, and the plugins of tests/unit/plugins. */
#ifndef PORTKERN_TESTS_RUNTIME_TEST_H
#define PORTKERN_TESTS_RUNTIME_TEST_H

#include "../check_main.h"

#include <portkern/tools.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pk_error err;

#define assert_ok(call)                                                        \
    do {                                                                       \
        pk_status status_ = (call);                                            \
        ck_assert_msg(status_ == PK_OK, "%s: %s: %s", #call,                   \
                      pk_status_name(status_), err.message);                   \
    } while (0)

/* The call fails with that status and these words in the message. */
#define assert_fails(call, expected, words)                                    \
    do {                                                                       \
        pk_status status_;                                                     \
        memset(&err, 0, sizeof err);                                           \
        status_ = (call);                                                      \
        ck_assert_msg(status_ == (expected), "%s: %s: %s", #call,              \
                      pk_status_name(status_), err.message);                   \
        ck_assert_int_eq(err.status, expected);                                \
        ck_assert_msg(strstr(err.message, words) != NULL, "no '%s' in '%s'",   \
                      words, err.message);                                     \
    } while (0)

/* TEST_PLUGINS is the folder of the test plugins. */
static inline pk_context *open_context(const char *backend) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = backend,
                                  .plugin_path = TEST_PLUGINS,
                                  .cache_dir = "off"};
    pk_context *ctx = NULL;

    assert_ok(pk_context_create(&options, &ctx, &err));
    return ctx;
}

static inline pk_queue *open_queue(pk_context *ctx) {
    pk_queue *queue = NULL;

    assert_ok(pk_queue_create(ctx, &queue, &err));
    return queue;
}

#endif
