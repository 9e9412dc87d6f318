/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the tests of the disk cache: a folder of their own, and a kernel
 * that is run in a new context each time, as by a new process. */
#ifndef PORTKERN_TESTS_CACHE_TEST_H
#define PORTKERN_TESTS_CACHE_TEST_H

#include "runtime_test.h"

#include <dirent.h>
#include <sys/stat.h>

static const char source[] = "from numba import cuda\n"
                             "@cuda.jit\n"
                             "def k(out):\n"
                             "    out[0] = 42\n";

static char dir[32];
static pk_context_stats stats;

static inline void make_dir(void) {
    strcpy(dir, "/tmp/portkern-cache-XXXXXX");
    ck_assert(mkdtemp(dir) != NULL);
}

/* Runs the kernel in a new context, as a new process would. */
static inline void run(const char *cache_dir) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = "interp",
                                  .cache_dir = cache_dir};
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1});
    int32_t out = 0;
    pk_array array = pk_array_host(&out, PK_DTYPE_i32, 1, &(int64_t){1});
    pk_arg arg = pk_inout(&array);
    pk_context *ctx;
    pk_module *mod;
    pk_kernel *kernel;
    pk_queue *queue;

    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(pk_module_from_source(ctx, source, NULL, 0, NULL, 0, &mod, &err));
    assert_ok(pk_module_kernel(mod, "k", &kernel, &err));
    queue = open_queue(ctx);
    assert_ok(pk_launch(queue, kernel, &config, &arg, 1, &err));
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_int_eq(out, 42);
    stats.struct_size = sizeof stats;
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    pk_queue_release(queue);
    pk_kernel_release(kernel);
    pk_module_release(mod);
    pk_context_release(ctx);
}

/* The entries of a kernel. */
enum { ARTIFACT, RECIPE, OUTLINE, KINDS };

static inline int kind_of(const char *path) {
    char head[64] = ""; /* of the file, with the format */
    FILE *file = fopen(path, "rb");

    ck_assert(file != NULL);
    ck_assert_uint_eq(fread(head, 1, sizeof head, file), sizeof head);
    fclose(file);
    return strcmp(head + 48, "recipe") == 0    ? RECIPE
           : strcmp(head + 48, "outline") == 0 ? OUTLINE
                                               : ARTIFACT;
}

/* The path of the only entry of that kind. */
static inline void find_entry(int kind, char out[512]) {
    DIR *folder = opendir(dir);
    struct dirent *file;
    int found[KINDS] = {0};

    ck_assert(folder != NULL);
    while ((file = readdir(folder)))
        if (file->d_name[0] != '.') {
            char path[512];
            snprintf(path, 512, "%s/%.200s", dir, file->d_name);
            if (kind_of(path) == kind)
                memcpy(out, path, sizeof path);
            found[kind_of(path)]++;
        }
    closedir(folder);
    for (int i = 0; i < KINDS; i++)
        ck_assert_int_eq(found[i], 1);
}

static inline size_t read_entry(const char *path, char **out) {
    FILE *file = fopen(path, "rb");
    size_t size;

    ck_assert(file != NULL);
    *out = malloc(1 << 20);
    size = fread(*out, 1, 1 << 20, file);
    fclose(file);
    return size;
}

static inline void write_entry(const char *path, const char *bytes,
                               size_t size) {
    FILE *file = fopen(path, "wb");

    ck_assert(file != NULL);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static inline void start(void) {
    make_dir();
    run(dir);
    ck_assert_uint_eq(stats.compiles, 1);
    ck_assert_uint_eq(stats.cache_misses, 1);
}

static inline void stop(void) {
    char command[64];

    snprintf(command, sizeof command, "rm -r '%s'", dir);
    ck_assert_int_eq(system(command), 0);
}

#endif
