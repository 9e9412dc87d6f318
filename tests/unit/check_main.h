/* SPDX-License-Identifier: Apache-2.0 */
/* main() of a unit test: includes Check, runs the suite that the file
 * declares with TESTS(...), reports TAP, exits 1 when a test failed.
 *
 *     START_TEST(zero_has_no_bits_set) { ... } END_TEST
 *     TESTS("numbers", zero_has_no_bits_set, ...)
 *
 * LOOP_TESTS(name, n, ...) runs each test n times, with _i from 0 up.
 *
 * CK_FORK is Check's own: a test of a driver that does not survive fork sets
 * CK_FORK=no in its meson.build line. */
#ifndef PORTKERN_TESTS_CHECK_MAIN_H
#define PORTKERN_TESTS_CHECK_MAIN_H

#include <check.h>
#include <stdlib.h>

/* Check would write to a file at each assertion that holds, a million times in
 * some tests, for the sake of the line near which a crash was. A debugger or a
 * sanitizer says where it was. NOLINTNEXTLINE */
#define _mark_point(file, line) ((void)0)

static int run_tests(const char *name, const TTest *const *tests, size_t count,
                     int loops) {
    Suite *suite = suite_create(name);
    SRunner *runner = srunner_create(suite);
    int failed;

    for (size_t i = 0; i < count; i++) {
        TCase *tcase = tcase_create(tests[i]->name);
        tcase_set_timeout(tcase, 120);
        tcase_add_loop_test(tcase, tests[i], 0, loops);
        suite_add_tcase(suite, tcase);
    }
    srunner_set_tap(runner, "-");
    srunner_run_all(runner, CK_SILENT);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#define LOOP_TESTS(name, loops, ...)                                           \
    int main(void) {                                                           \
        const TTest *const tests[] = {__VA_ARGS__};                            \
        return run_tests(name, tests, sizeof tests / sizeof *tests, loops);    \
    }
#define TESTS(name, ...) LOOP_TESTS(name, 1, __VA_ARGS__)

#endif
