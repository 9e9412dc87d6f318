/* SPDX-License-Identifier: Apache-2.0 */
/* A file says the same of itself as the loader and the linker. */
#include "../check_main.h"
#include "base/os/own_file.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

START_TEST(the_path_is_this_program)
{
    char mine[PATH_MAX], its[PATH_MAX];

    ck_assert_ptr_nonnull(pk_own_file());
    ck_assert_ptr_nonnull(realpath("/proc/self/exe", its));
    ck_assert_ptr_nonnull(realpath(pk_own_file(), mine));
    ck_assert_str_eq(mine, its);
}
END_TEST

START_TEST(the_build_id_is_the_linkers)
{
    char command[PATH_MAX + 64], line[256], id[PK_ID_MAX];
    const char *printed = NULL;
    FILE *f;

    snprintf(command, sizeof command, "readelf -n /proc/%d/exe", (int)getpid());
    f = popen(command, "r");
    ck_assert_ptr_nonnull(f);
    while (!printed && fgets(line, sizeof line, f))
        printed = strstr(line, "Build ID: ");
    ck_assert_ptr_nonnull(printed);
    line[strcspn(line, "\n")] = 0;
    pk_build_id(id);
    ck_assert_str_eq(id, printed + strlen("Build ID: "));
    while (fgets(line, sizeof line, f)) {
    }
    pclose(f);
}
END_TEST

TESTS("own_file", the_path_is_this_program, the_build_id_is_the_linkers)
