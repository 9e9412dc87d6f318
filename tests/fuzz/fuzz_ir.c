/* SPDX-License-Identifier: Apache-2.0 */
/* IR text, which crosses the plugin ABI: read, verified, printed, read again
 * to the same text, and put through the passes of each form. */
#include "base/arena.h"
#include "base/text.h"
#include "fuzz.h"
#include "portkern/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void stop(const char *what, const pk_error *err) {
    fprintf(stderr, "%s: %s\n", what, err->message);
    abort();
}

/* Print, read, print: the same text. */
static void check_text(const pk_ir *ir) {
    pk_text first, second;
    pk_arena arena;
    pk_ir *again = NULL;
    pk_error err = {0};

    pk_text_init(&first, &pk_heap);
    pk_text_init(&second, &pk_heap);
    pk_arena_init(&arena, &pk_heap);
    pk_ir_print(ir, &first);
    if (pk_ir_parse(&arena, pk_text_string(&first), first.length, &again,
                    &err) != PK_OK)
        stop("what was printed is not read", &err);
    pk_ir_print(again, &second);
    if (strcmp(pk_text_string(&first), pk_text_string(&second)) != 0)
        stop("it prints another text", &err);
    pk_text_finish(&first);
    pk_text_finish(&second);
    pk_arena_finish(&arena);
}

static void run_form(const uint8_t *data, size_t size, pk_form form) {
    pk_caps caps = {.struct_size = sizeof caps,
                    .form = form,
                    .features = PK_CAP_f64 | PK_CAP_atomic_i64,
                    .warp_size = 32};
    pk_arena arena;
    pk_ir *ir = NULL;
    pk_error err = {0};

    pk_arena_init(&arena, &pk_heap);
    if (pk_ir_parse(&arena, (const char *)data, size, &ir, &err) == PK_OK) {
        if (form == PK_FORM_threads)
            check_text(ir);
        if (pk_run_passes(ir, &caps, true, &err) == PK_VERIFY)
            stop("a pass broke it", &err);
    }
    pk_arena_finish(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    run_form(data, size, PK_FORM_threads);
    run_form(data, size, PK_FORM_block);
    return 0;
}
