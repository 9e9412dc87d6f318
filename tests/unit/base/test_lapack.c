/* SPDX-License-Identifier: Apache-2.0 */
/* LAPACK is found where it is, and its routines do what lib/host/ wants. The
 * library is looked for once in a process, so that each test is one. */
#include "../check_main.h"
#include "base/os/lapack.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GESV, GETRF, POTRF, GEQRF, ORGQR, GESDD_ALL, GESDD_FEW, SYEVD };

static bool is_there(void) {
    if (dlopen("liblapack.so.3", RTLD_LAZY))
        return true;
    printf("# no liblapack.so.3: not looked at\n");
    return false;
}

START_TEST(off_is_none)
{
    double block[8] = {0};

    ck_assert_int_eq(
        pk_lapack_call("off", 2 * POTRF, false, block, sizeof block, 2, 2, 0),
        -1);
    ck_assert_int_eq(
        pk_lapack_call(NULL, 2 * POTRF, false, block, sizeof block, 0, 0, 0),
        -1);
}
END_TEST

START_TEST(a_file_that_has_none_is_none)
{
    double block[8] = {0};

    ck_assert_int_eq(pk_lapack_call("/none/liblapack.so", 2 * POTRF, false,
                                    block, sizeof block, 2, 2, 0),
                     -1);
}
END_TEST

START_TEST(a_library_without_the_routines_is_none)
{
    double block[8] = {0};

    ck_assert_int_eq(pk_lapack_call("libm.so.6", 2 * POTRF, false, block,
                                    sizeof block, 2, 2, 0),
                     -1);
}
END_TEST

START_TEST(what_is_wrong_with_a_call_is_minus_one)
{
    double block[8] = {0};

    if (!is_there())
        return;
    ck_assert_int_eq(
        pk_lapack_call(NULL, 2 * POTRF, false, block, sizeof block, 0, 0, 0),
        0);
    ck_assert_int_eq(
        pk_lapack_call(NULL, 16, false, block, sizeof block, 2, 2, 0), -1);
    ck_assert_int_eq(pk_lapack_call(NULL, 2 * POTRF, false, block, 31, 2, 2, 0),
                     -1);
    ck_assert_int_eq(
        pk_lapack_call(NULL, 2 * POTRF, false, block, 32, -1, 2, 0), -1);
    ck_assert_int_eq(pk_lapack_call(NULL, 2 * POTRF, false, block, UINT64_MAX,
                                    INT64_C(1) << 40, 2, 0),
                     -1);
}
END_TEST

START_TEST(equations_are_solved)
{
    /* (3 1; 1 2) x = (9, 8), and room for pivots between */
    double block[8] = {3, 1, 1, 2, 0, 0, 9, 8};
    float zeros[8] = {0};

    if (!is_there())
        return;
    ck_assert_int_eq(
        pk_lapack_call(NULL, 2 * GESV, false, block, sizeof block, 2, 2, 1), 0);
    ck_assert_double_eq_tol(block[6], 2, 1e-14);
    ck_assert_double_eq_tol(block[7], 3, 1e-14);
    ck_assert_double_eq(block[4], 1);
    ck_assert_double_eq(block[5], 2);
    ck_assert_int_eq(
        pk_lapack_call(NULL, 2 * GESV, true, zeros, sizeof zeros, 2, 2, 1), 1);
}
END_TEST

START_TEST(pivots_are_numbers)
{
    float block[6] = {1, 4, 2, 3}; /* the second row comes first */

    if (!is_there())
        return;
    ck_assert_int_eq(
        pk_lapack_call(NULL, 2 * GETRF, true, block, sizeof block, 2, 2, 0), 0);
    ck_assert_float_eq(block[4], 2);
    ck_assert_float_eq(block[5], 2);
    ck_assert_float_eq(block[0], 4);
}
END_TEST

START_TEST(eigenvalues_of_complex_matrices_are_reals)
{
    /* (2 i; -i 2): 1 and 3 */
    double block[12] = {2, 0, 0, -1, 0, 1, 2, 0};

    if (!is_there())
        return;
    ck_assert_int_eq(pk_lapack_call(NULL, 2 * SYEVD + 1, false, block,
                                    sizeof block, 2, 2, 0),
                     0);
    ck_assert_double_eq_tol(block[8], 1, 1e-14);
    ck_assert_double_eq_tol(block[9], 3, 1e-14);
}
END_TEST

START_TEST(singular_values_of_all_kinds)
{
    double block[200];
    float narrow[200];

    if (!is_there())
        return;
    for (uint32_t which = 2 * GESDD_ALL; which < 2 * SYEVD; which++) {
        memset(block, 0, sizeof block);
        memset(narrow, 0, sizeof narrow);
        for (int i = 0; i < 3; i++) { /* 5 rows, 3 columns */
            block[(i * 5 + i) << which % 2] = i + 1;
            narrow[(i * 5 + i) << which % 2] = (float)(i + 1);
        }
        ck_assert_int_eq(
            pk_lapack_call(NULL, which, false, block, sizeof block, 5, 3, 0),
            0);
        ck_assert_int_eq(
            pk_lapack_call(NULL, which, true, narrow, sizeof narrow, 5, 3, 0),
            0);
        for (int i = 0; i < 3; i++) {
            ck_assert_double_eq_tol(block[(15 << which % 2) + i], 3 - i, 1e-14);
            ck_assert_float_eq_tol(narrow[(15 << which % 2) + i],
                                   (float)(3 - i), 1e-6f);
        }
    }
}
END_TEST

TESTS("lapack", off_is_none, a_file_that_has_none_is_none,
      a_library_without_the_routines_is_none,
      what_is_wrong_with_a_call_is_minus_one, equations_are_solved,
      pivots_are_numbers, eigenvalues_of_complex_matrices_are_reals,
      singular_values_of_all_kinds)
