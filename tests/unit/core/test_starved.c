/* SPDX-License-Identifier: Apache-2.0 */
/* No memory while IR is read and goes through the passes of each form:
 *
 *     test_core_starved FILE.pkir...
 *
 * It is linked with an arena (PK_ARENA_EXACT) whose allocations are all the
 * allocator's, so that each of them can be the one that fails. Of the shortest
 * file all do, one after the other; of the others some that are the same each
 * time. Reports and exits 1 where the status is another than PK_NO_MEMORY, or
 * memory is not given back. */
#include "base/arena.h"
#include "portkern/ir.h"
#include "tests/unit/starving.h"

#include <stdint.h>
#include <stdio.h>

enum { SAMPLES = 10, MAX_TEXT = 1 << 20 };

static char text[MAX_TEXT];
static size_t length;

static bool read_file(const char *path) {
    FILE *file = fopen(path, "rb");

    if (!file)
        return false;
    length = fread(text, 1, sizeof text, file);
    fclose(file);
    return length && length < sizeof text;
}

static pk_status compile(pk_form form, counter *c, pk_error *err) {
    const pk_caps caps = {.struct_size = sizeof caps,
                          .form = form,
                          .features = PK_CAP_f64 | PK_CAP_atomic_i64,
                          .stack_bytes = 1 << 16,
                          .warp_size = 32};
    const pk_allocator allocator = starving_allocator(c);
    pk_status status;
    pk_arena arena;
    pk_ir *ir;

    pk_arena_init(&arena, &allocator);
    status = pk_ir_parse(&arena, text, length, &ir, err);
    if (status == PK_OK)
        status = pk_run_passes(ir, &caps, true, err);
    pk_arena_finish(&arena);
    return status;
}

/* The n-th allocation fails; how many there were. */
static long starve(const char *path, pk_form form, long n, bool go_on,
                   pk_status whole) {
    counter c = {.fail_at = n, .go_on_failing = go_on};
    pk_error err = {0};
    pk_status status = compile(form, &c, &err);

    if (status != (c.failed ? PK_NO_MEMORY : whole) || err.status != status ||
        c.bytes) {
        fprintf(stderr,
                "%s, form %d, allocation %ld: %s: %s, %lld bytes leak\n", path,
                (int)form, n, pk_status_name(status), err.message,
                (long long)c.bytes);
        exit(EXIT_FAILURE);
    }
    return c.taken;
}

static void starve_file(const char *path, pk_form form, bool all) {
    static uint64_t random = 1;
    counter c = {.fail_at = -1};
    pk_error err = {0};
    pk_status whole = compile(form, &c, &err); /* a form may refuse it */
    long count = c.taken;

    for (long n = 0; all && n < count; n++)
        starve(path, form, n, n % 2, whole);
    for (int i = 0; !all && i < SAMPLES; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        starve(path, form, (long)((random >> 33) % (uint64_t)count), i % 2,
               whole);
    }
}

int main(int argc, char **argv) {
    size_t least = SIZE_MAX;
    int shortest = 0;

    for (int i = 1; i < argc; i++) {
        if (!read_file(argv[i])) {
            fprintf(stderr, "cannot read %s\n", argv[i]);
            return EXIT_FAILURE;
        }
        if (length < least) {
            least = length;
            shortest = i;
        }
    }
    for (int i = 1; i < argc; i++)
        for (pk_form form = 0; form < PK_FORM_COUNT; form++) {
            read_file(argv[i]);
            starve_file(argv[i], form, i == shortest);
        }
    return shortest ? EXIT_SUCCESS : EXIT_FAILURE;
}
