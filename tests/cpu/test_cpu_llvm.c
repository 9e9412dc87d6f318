/* SPDX-License-Identifier: Apache-2.0 */
/* The compiler's module by itself: what LLVM refuses, even fatally, comes back
 * as a status, from any number of threads, and the next compile works. */
#include "backends/native/llvm/llvm.h"
#include "backends/native/native.h"
#include "base/arena.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/check_main.h"

static const char good[] = "define void @f(ptr %a) nounwind {\n"
                           "  store i32 7, ptr %a\n"
                           "  ret void\n}\n";
/* An instruction of x86 that no aarch64 has: "Cannot select", which ends the
 * process of those who do not catch it. */
static const char fatal[] = "define i64 @f() nounwind {\n"
                            "  %t = call i64 @llvm.x86.rdtsc()\n"
                            "  ret i64 %t\n}\n"
                            "declare i64 @llvm.x86.rdtsc()\n";

static pk_native_compile_fn open_compiler(void) {
    const char *plugin = getenv("PORTKERN_CPU_PLUGIN");
    pk_native_compile_fn compile;
    char path[4096];
    void *file;

    ck_assert_ptr_nonnull(plugin);
    snprintf(path, sizeof path, "%.*s-llvm.so", (int)strlen(plugin) - 3,
             plugin);
    file = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(file != NULL, "%s", dlerror());
    *(void **)&compile = dlsym(file, "pk_native_compile");
    ck_assert(compile != NULL);
    return compile;
}

static pk_status compile(const char *text, const char *triple,
                         const char *passes, pk_error *err) {
    pk_native_job job = {.struct_size = sizeof job,
                         .assembly = 1,
                         .check = 1,
                         .allocator = &pk_heap,
                         .text = text,
                         .length = strlen(text),
                         .passes = passes,
                         .triple = triple,
                         .cpu = triple ? "generic" : NULL};
    pk_status status = open_compiler()(&job, err);

    free(job.bytes);
    return status;
}

START_TEST(a_fatal_error_of_llvm_is_a_status)
{
    pk_error err = {0};

    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(
            compile(fatal, "aarch64-unknown-linux-gnu", "mem2reg", &err),
            PK_COMPILE);
        ck_assert_msg(strstr(err.message, "fatal error") != NULL, "%s",
                      err.message);
        ck_assert_int_eq(compile(good, NULL, "mem2reg", &err), PK_OK);
    }
}
END_TEST

START_TEST(what_llvm_refuses_has_its_words)
{
    pk_error err = {0};

    ck_assert_int_eq(compile("define void @f() {", NULL, "mem2reg", &err),
                     PK_COMPILE);
    ck_assert_msg(strstr(err.message, "LLVM, reading: ") != NULL, "%s",
                  err.message);
    ck_assert_int_eq(compile(good, NULL, "no-such-pass", &err), PK_COMPILE);
    ck_assert_msg(strstr(err.message, "no-such-pass") != NULL, "%s",
                  err.message);
    ck_assert_int_eq(compile(good, "z80-unknown-none", "mem2reg", &err),
                     PK_COMPILE);
    ck_assert_msg(strstr(err.message, "LLVM, target: ") != NULL, "%s",
                  err.message);
}
END_TEST

static void *compile_often(void *arg) {
    static char done;
    bool fails = arg != NULL;
    pk_error err;

    for (int i = 0; i < 10; i++)
        if (fails ? compile(fatal, "aarch64-unknown-linux-gnu", "mem2reg",
                            &err) != PK_COMPILE
                  : compile(good, NULL, "mem2reg", &err) != PK_OK)
            return NULL;
    return arg ? arg : &done;
}

START_TEST(threads_compile_at_once_while_others_fail)
{
    pthread_t threads[6];

    for (size_t i = 0; i < 6; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, compile_often,
                                        i % 3 ? NULL : &threads[i]),
                         0);
    for (size_t i = 0; i < 6; i++) {
        void *good_end;
        pthread_join(threads[i], &good_end);
        ck_assert(good_end != NULL);
    }
}
END_TEST

TESTS("cpu compiler", a_fatal_error_of_llvm_is_a_status,
      what_llvm_refuses_has_its_words,
      threads_compile_at_once_while_others_fail)
