/* SPDX-License-Identifier: Apache-2.0 */
/* The disk cache: what is in it is used, what is damaged in any way is not,
 * and without it everything works. */
#include "cache_test.h"

START_TEST(a_kernel_is_taken_from_the_cache)
{
    struct stat st;
    char path[512];

    start();
    find_entry(path);
    ck_assert_int_eq(stat(path, &st), 0);
    ck_assert_uint_eq(st.st_mode & 0777, 0600);
    for (int i = 0; i < 3; i++) {
        run(dir);
        ck_assert_uint_eq(stats.compiles, 0);
        ck_assert_uint_eq(stats.cache_hits, 1);
        ck_assert_uint_eq(stats.specialisations, 1);
    }
    stop();
}
END_TEST

/* Puts damaged bytes in the place of the entry: it is compiled again, and the
 * entry is whole again. */
static void check_damaged(const char *path, const char *bytes, size_t size,
                          const char *what, size_t where) {
    write_entry(path, bytes, size);
    run(dir);
    ck_assert_msg(stats.compiles == 1 && stats.cache_corrupt == 1,
                  "%s %zu: %llu compiles, %llu corrupt", what, where,
                  (unsigned long long)stats.compiles,
                  (unsigned long long)stats.cache_corrupt);
}

START_TEST(an_entry_cut_short_anywhere_is_a_miss)
{
    char path[512], *bytes;
    size_t size;

    start();
    find_entry(path);
    size = read_entry(path, &bytes);
    for (size_t i = 0; i < size; i++)
        check_damaged(path, bytes, i, "cut at", i);
    bytes[size] = 'x';
    check_damaged(path, bytes, size + 1, "longer by", 1);
    run(dir);
    ck_assert_uint_eq(stats.cache_hits, 1);
    free(bytes);
    stop();
}
END_TEST

START_TEST(an_entry_with_any_byte_changed_is_a_miss)
{
    char path[512], *bytes;
    size_t size;

    start();
    find_entry(path);
    size = read_entry(path, &bytes);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= (char)(1 << i % 8);
        check_damaged(path, bytes, size, "byte", i);
        bytes[i] ^= (char)(1 << i % 8);
    }
    free(bytes);
    stop();
}
END_TEST

START_TEST(a_folder_or_link_in_the_place_of_an_entry_does_no_harm)
{
    char path[512], other[540];

    start();
    find_entry(path);
    snprintf(other, sizeof other, "%s.other", path);
    ck_assert_int_eq(rename(path, other), 0);
    ck_assert_int_eq(symlink(other, path), 0);
    run(dir);
    ck_assert_uint_eq(stats.compiles, 1);
    ck_assert_int_eq(unlink(other), 0);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    run(dir);
    ck_assert_uint_eq(stats.compiles, 1);
    stop();
}
END_TEST

START_TEST(without_a_folder_kernels_are_compiled)
{
    run("off");
    ck_assert_uint_eq(stats.compiles, 1);
    run("/dev/null/cache");
    ck_assert_uint_eq(stats.compiles, 1);
    run("/proc/portkern");
    ck_assert_uint_eq(stats.compiles, 1);
}
END_TEST

START_TEST(a_folder_that_others_can_write_is_not_used)
{
    make_dir();
    ck_assert_int_eq(chmod(dir, 0777), 0);
    run(dir);
    run(dir);
    ck_assert_uint_eq(stats.compiles, 1);
    ck_assert_int_eq(rmdir(dir), 0);
}
END_TEST

START_TEST(the_environment_says_where_the_cache_is)
{
    char path[600], where[560];

    make_dir();
    unsetenv("PORTKERN_CACHE_DIR");
    setenv("XDG_CACHE_HOME", dir, 1);
    run(NULL);
    snprintf(where, sizeof where, "%s/portkern", dir);
    ck_assert_int_eq(access(where, R_OK), 0);
    setenv("PORTKERN_CACHE_DIR", "off", 1);
    run(NULL);
    ck_assert_uint_eq(stats.compiles, 1);
    setenv("PORTKERN_CACHE_DIR", where, 1);
    run(NULL);
    ck_assert_uint_eq(stats.cache_hits, 1);
    snprintf(path, sizeof path, "rm -r '%s'", dir);
    ck_assert_int_eq(system(path), 0);
}
END_TEST

/* ---- for tools ---- */

typedef struct seen {
    int count, valid;
    char kernel[32], backend[32];
} seen;

static bool note(void *self, const pk_cache_entry *entry) {
    seen *s = self;

    s->count++;
    s->valid += entry->valid;
    snprintf(s->kernel, sizeof s->kernel, "%s", entry->kernel);
    snprintf(s->backend, sizeof s->backend, "%s", entry->backend);
    ck_assert_uint_gt(entry->bytes, 0);
    ck_assert_int_gt(entry->seconds, 1000000000);
    return true;
}

START_TEST(entries_can_be_listed_verified_and_cleared)
{
    pk_context_options options = {.struct_size = sizeof options,
                                  .flags = PK_CONTEXT_no_device,
                                  .cache_dir = dir};
    uint64_t removed = 9;
    pk_context *ctx;
    seen s = {0};
    char path[512], *bytes;

    start();
    assert_ok(pk_context_create(&options, &ctx, &err));
    ck_assert_str_eq(pk_cache_dir(ctx), dir);
    assert_ok(pk_cache_list(ctx, note, &s, &err));
    ck_assert_int_eq(s.count, 1);
    ck_assert_int_eq(s.valid, 1);
    ck_assert_str_eq(s.kernel, "k");
    ck_assert_str_eq(s.backend, "interp");
    assert_ok(pk_cache_verify(ctx, &removed, &err));
    ck_assert_uint_eq(removed, 0);
    find_entry(path);
    write_entry(path, bytes = calloc(1, 200), 200);
    free(bytes);
    s = (seen){0};
    assert_ok(pk_cache_list(ctx, note, &s, &err));
    ck_assert_int_eq(s.count, 1);
    ck_assert_int_eq(s.valid, 0);
    assert_ok(pk_cache_verify(ctx, &removed, &err));
    ck_assert_uint_eq(removed, 1);
    run(dir);
    assert_ok(pk_cache_clear(ctx, &removed, &err));
    ck_assert_uint_eq(removed, 1);
    pk_context_release(ctx);
    ck_assert_int_eq(rmdir(dir), 0);
}
END_TEST

TESTS("runtime_cache", a_kernel_is_taken_from_the_cache,
      an_entry_cut_short_anywhere_is_a_miss,
      an_entry_with_any_byte_changed_is_a_miss,
      a_folder_or_link_in_the_place_of_an_entry_does_no_harm,
      without_a_folder_kernels_are_compiled,
      a_folder_that_others_can_write_is_not_used,
      the_environment_says_where_the_cache_is,
      entries_can_be_listed_verified_and_cleared)
