/* SPDX-License-Identifier: Apache-2.0 */
/* Binaries that the driver made of PTX, kept on disk: taken from there, made
 * anew when they are damaged, for another driver, or refused by this one. */
#include "portkern/portkern.h"
#include "sim/cudasim.h"
#include "tests/unit/check_main.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int (*plan)(const char *);
static uint64_t (*calls)(const char *);
static char folder[] = "/tmp/portkern-cubins-XXXXXX";
static pk_error err;

static const char source[] = "from numba import cuda\n"
                             "@cuda.jit\n"
                             "def put(x, value):\n"
                             "    x[cuda.grid(1)] = value\n";

#define works(call)                                                            \
    do {                                                                       \
        pk_status works_ = (call);                                             \
        ck_assert_msg(works_ == PK_OK, "%s", err.message);                     \
    } while (0)

static void launch(pk_context *ctx) {
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {32});
    int64_t shape[1] = {32};
    int32_t words[32] = {0};
    pk_array x = pk_array_host(words, PK_DTYPE_i32, 1, shape);
    pk_arg args[] = {pk_out(&x), pk_i64(9)};
    pk_queue *queue;
    pk_module *mod;
    pk_kernel *kernel;

    works(pk_module_from_source(ctx, source, "put.py", 1, NULL, 0, &mod, &err));
    works(pk_module_kernel(mod, "put", &kernel, &err));
    works(pk_queue_create(ctx, &queue, &err));
    works(pk_launch(queue, kernel, &config, args, 2, &err));
    works(pk_queue_finish(queue, &err));
    for (int i = 0; i < 32; i++)
        ck_assert_int_eq(words[i], 9);
    pk_queue_release(queue);
    pk_kernel_release(kernel);
    pk_module_release(mod);
}

/* A context of its own launches the kernel; how often PTX was linked. */
static uint64_t run(pk_context_stats *stats) {
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "cuda", .cache_dir = folder};
    uint64_t before = calls("cuLinkComplete");
    pk_context *ctx;

    works(pk_context_create(&options, &ctx, &err));
    launch(ctx);
    *stats = (pk_context_stats){.struct_size = sizeof *stats};
    works(pk_context_get_stats(ctx, stats, &err));
    pk_context_release(ctx);
    return calls("cuLinkComplete") - before;
}

/* Calls `use` for each file of the cache's folder and those in it. */
static void each_file(const char *path, void (*use)(const char *)) {
    DIR *dir = opendir(path);
    struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        char name[4096];
        int length = snprintf(name, sizeof name, "%s/%s", path, entry->d_name);

        if (entry->d_name[0] == '.' || (size_t)length >= sizeof name)
            continue;
        each_file(name, use);
        use(name);
    }
    if (dir)
        closedir(dir);
}

static void spoil(const char *name) {
    FILE *file = fopen(name, "r+b");
    int byte;

    if (!file || fseek(file, -20, SEEK_END) != 0) {
        if (file)
            fclose(file);
        return;
    }
    byte = fgetc(file);
    fseek(file, -20, SEEK_END);
    fputc(byte ^ 0x40, file);
    fclose(file);
}

static void drop(const char *name) {
    remove(name);
}

/* Begins with a folder that holds the kernel's binary. */
static void begin(void) {
    pk_context_stats stats;

    ck_assert_uint_eq(run(&stats), 1);
    ck_assert_uint_eq(stats.compiles, 1);
    ck_assert_uint_eq(stats.cache_misses, 1);
}

START_TEST(a_binary_is_taken_from_the_disk)
{
    pk_context_stats stats;

    begin();
    ck_assert_uint_eq(run(&stats), 0);
    ck_assert_uint_eq(stats.cache_hits, 1);
    ck_assert_uint_eq(stats.compiles, 0);
    each_file(folder, drop);
}
END_TEST

START_TEST(a_damaged_binary_is_made_anew)
{
    pk_context_stats stats;

    begin();
    each_file(folder, spoil);
    ck_assert_uint_eq(run(&stats), 1);
    ck_assert_uint_eq(stats.cache_corrupt, 3); /* recipe and outline, too */
    ck_assert_uint_eq(run(&stats), 0);
    ck_assert_uint_eq(stats.cache_hits, 1);
    each_file(folder, drop);
}
END_TEST

/* The version of a driver that cannot tell it is 0. */
START_TEST(another_driver_makes_its_own)
{
    pk_context_stats stats;

    begin();
    ck_assert_int_eq(plan("cuDriverGetVersion:1:999:sticky"), 0);
    ck_assert_uint_eq(run(&stats), 1);
    ck_assert_uint_eq(stats.cache_hits, 0);
    ck_assert_int_eq(plan(""), 0);
    ck_assert_uint_eq(run(&stats), 0);
    each_file(folder, drop);
}
END_TEST

START_TEST(a_binary_that_the_driver_refuses_is_made_anew)
{
    static const char *const faults[] = {
        "cuModuleLoadData:1:209", /* NO_BINARY_FOR_GPU */
        "cuModuleLoadData:1:200", /* INVALID_IMAGE */
    };

    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        pk_context_stats stats;
        begin();
        ck_assert_int_eq(plan(faults[i]), 0);
        ck_assert_uint_eq(run(&stats), 1);
        ck_assert_uint_eq(stats.cache_hits, 0);
        ck_assert_uint_eq(stats.compiles, 1);
        ck_assert_int_eq(plan(""), 0);
        ck_assert_uint_eq(run(&stats), 0);
        each_file(folder, drop);
    }
}
END_TEST

int main(void) {
    const TTest *const tests[] = {
        a_binary_is_taken_from_the_disk, a_damaged_binary_is_made_anew,
        another_driver_makes_its_own,
        a_binary_that_the_driver_refuses_is_made_anew};
    void *library = dlopen(getenv("PORTKERN_LIBCUDA"), RTLD_NOW | RTLD_LOCAL);
    int failed;

    if (!library || !mkdtemp(folder))
        return EXIT_FAILURE;
    *(void **)&plan = dlsym(library, "portkern_sim_fault");
    *(void **)&calls = dlsym(library, "portkern_sim_calls");
    failed = run_tests("binaries on disk", tests, 4, 1);
    each_file(folder, drop);
    rmdir(folder);
    return failed;
}
