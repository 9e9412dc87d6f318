/* SPDX-License-Identifier: Apache-2.0 */
/* Files in the cache's folder that are no entries, or not the user's own, and
 * how many of them stay. None is used, none hangs or stops the program, and a
 * new entry takes their place. */
#include "cache_test.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

enum { OTHER = 12345 }; /* a user that nobody is */

/* Whatever lies in the place of the entry is written over, and the new entry
 * used. */
static void assert_replaced(int kind, const char *path) {
    struct stat st;

    run(dir);
    ck_assert_uint_eq(stats.compiles, kind == ARTIFACT);
    ck_assert_uint_eq(stats.cache_corrupt, 1);
    ck_assert_int_eq(lstat(path, &st), 0);
    ck_assert(S_ISREG(st.st_mode));
    ck_assert_uint_eq(st.st_uid, geteuid());
    ck_assert_uint_eq(st.st_mode & 0777, 0600);
    run(dir);
    ck_assert_uint_eq(stats.cache_hits, 1);
}

START_TEST(another_users_entry_is_not_used)
{
    char path[512];

    if (geteuid() != 0) {
        fprintf(stderr, "# skipped: only root can make files of another "
                        "user\n");
        return;
    }
    start();
    find_entry(_i, path);
    ck_assert_int_eq(chown(path, OTHER, OTHER), 0);
    assert_replaced(_i, path);
    ck_assert_int_eq(chown(dir, OTHER, OTHER), 0); /* nor another's folder */
    run(dir);
    ck_assert_uint_eq(stats.compiles, 1);
    ck_assert_uint_eq(stats.cache_corrupt, 0);
    stop();
}
END_TEST

START_TEST(an_entry_that_others_can_write_is_not_used)
{
    static const mode_t modes[] = {0602, 0620, 0666};
    char path[512];

    start();
    find_entry(_i, path);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        ck_assert_int_eq(chmod(path, modes[i]), 0);
        assert_replaced(_i, path);
    }
    stop();
}
END_TEST

START_TEST(what_is_no_regular_file_is_replaced)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char path[512];
    int fd;

    start();
    find_entry(_i, path);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    assert_replaced(_i, path);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    assert_replaced(_i, path);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(symlink("/dev/zero", path), 0);
    assert_replaced(_i, path);
    ck_assert_int_eq(unlink(path), 0);
    fd = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%.100s", path);
    ck_assert_int_eq(
        bind(fd, (const struct sockaddr *)&address, sizeof address), 0);
    close(fd);
    assert_replaced(_i, path);
    stop();
}
END_TEST

START_TEST(the_umask_takes_nothing_from_the_user)
{
    char path[512], inner[64];

    make_dir();
    umask(0777);
    snprintf(inner, sizeof inner, "%s/a/b", dir);
    run(inner);
    run(inner);
    umask(022);
    if (geteuid() == 0) { /* who could read it all the same */
        struct stat st;
        ck_assert_int_eq(stat(inner, &st), 0);
        ck_assert_uint_eq(st.st_mode & 0777, 0700);
    }
    ck_assert_uint_eq(stats.cache_hits, 1);
    snprintf(path, sizeof path, "rm -r '%s'", dir);
    ck_assert_int_eq(system(path), 0);
}
END_TEST

/* ---- how many stay ---- */

static void set_times(const char *path, int64_t used, int64_t written) {
    struct timespec times[2] = {{.tv_sec = used}, {.tv_sec = written}};

    ck_assert_int_eq(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* A file that has an entry's name and 100 MiB, which take no room. */
static void put_large(unsigned number, int64_t used, int64_t written) {
    char path[128];
    int fd;

    snprintf(path, sizeof path, "%s/%032x.pkc", dir, number);
    fd = open(path, O_WRONLY | O_CREAT, 0600);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(ftruncate(fd, (off_t)100 << 20), 0);
    close(fd);
    set_times(path, used, written);
}

static bool is_there(unsigned number) {
    char path[128];

    snprintf(path, sizeof path, "%s/%032x.pkc", dir, number);
    return access(path, F_OK) == 0;
}

START_TEST(what_was_used_least_recently_goes)
{
    const int64_t now = (int64_t)time(NULL);

    make_dir();
    /* The first written is the last used. */
    for (unsigned i = 0; i < 7; i++)
        put_large(i, now - 1000 * i, now - 1000 * (10 - i));
    run(dir);
    for (unsigned i = 0; i < 7; i++)
        ck_assert_msg(is_there(i) == (i < 3), "file %u", i);
    run(dir);
    ck_assert_uint_eq(stats.cache_hits, 1);
    stop();
}
END_TEST

START_TEST(a_hit_is_a_use_though_not_each_is_noted)
{
    const int64_t now = (int64_t)time(NULL), written = now - 90000;
    const int64_t before[] = {now - 90000, now - 7200, now + 86400};
    struct stat st;
    char path[512];

    start();
    find_entry(_i, path);
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        set_times(path, before[i], written);
        run(dir);
        ck_assert_uint_eq(stats.cache_hits, 1);
        ck_assert_int_eq(stat(path, &st), 0);
        ck_assert_int_ge(st.st_atime, now - 1);
        ck_assert_int_le(st.st_atime, now + 600);
        ck_assert_int_eq(st.st_mtime, written);
    }
    set_times(path, now - 60, written);
    run(dir);
    ck_assert_int_eq(stat(path, &st), 0);
    ck_assert_int_eq(st.st_atime, now - 60);
    stop();
}
END_TEST

/* A module of `count` kernels that differ. */
static char *many_kernels(int count) {
    char *text = malloc((size_t)count * 64 + 64), *at = text;

    ck_assert_ptr_nonnull(text);
    at += sprintf(at, "from numba import cuda\n");
    for (int i = 0; i < count; i++)
        at += sprintf(at, "@cuda.jit\ndef k%d(out):\n    out[0] = %d\n", i, i);
    return text;
}

static void compile(pk_context *ctx, const char *text, int from, int to) {
    const pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1});
    pk_array array =
        pk_array_host(&(int32_t){0}, PK_DTYPE_i32, 1, &(int64_t){1});
    pk_arg arg = pk_inout(&array);
    pk_module *mod = NULL;

    assert_ok(pk_module_from_source(ctx, text, NULL, 0, NULL, 0, &mod, &err));
    for (int i = from; i < to; i++) {
        pk_kernel *kernel = NULL;
        char name[16];

        snprintf(name, sizeof name, "k%d", i);
        assert_ok(pk_module_kernel(mod, name, &kernel, &err));
        assert_ok(pk_kernel_compile(kernel, &config, &arg, 1, NULL, &err));
        pk_kernel_release(kernel);
    }
    pk_module_release(mod);
}

START_TEST(the_folder_is_bounded_while_a_context_lives)
{
    enum { KERNELS = 270 };
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "interp", .cache_dir = dir};
    const int64_t now = (int64_t)time(NULL);
    char *text = many_kernels(KERNELS);
    pk_context *ctx = NULL;
    int large = 0;

    make_dir();
    assert_ok(pk_context_create(&options, &ctx, &err));
    compile(ctx, text, 0, 1); /* the folder is small then */
    for (unsigned i = 0; i < 9; i++)
        put_large(i, now - 5000 - i, now);
    compile(ctx, text, 1, KERNELS);
    for (unsigned i = 0; i < 9; i++)
        large += is_there(i);
    ck_assert_int_eq(large, 3);
    pk_context_release(ctx);
    free(text);
    stop();
}
END_TEST

LOOP_TESTS("runtime_cache_files", 3, another_users_entry_is_not_used,
           an_entry_that_others_can_write_is_not_used,
           what_is_no_regular_file_is_replaced,
           the_umask_takes_nothing_from_the_user,
           what_was_used_least_recently_goes,
           a_hit_is_a_use_though_not_each_is_noted,
           the_folder_is_bounded_while_a_context_lives)
