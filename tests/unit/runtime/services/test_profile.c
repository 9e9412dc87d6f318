/* SPDX-License-Identifier: Apache-2.0 */
/* Profiles: what is written of events, who shares a file, and how much there
 * may be. */
#include "../../check_main.h"
#include "base/heap.h"
#include "runtime/services/profile.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pk_error err;
static char path[64];

#define assert_ok(call)                                                        \
    ck_assert_msg((call) == PK_OK, "%s: %s", #call, err.message)

static pk_profile *open_profile(void) {
    pk_profile *profile = NULL;

    strcpy(path, "/tmp/portkern-profile-XXXXXX");
    close(mkstemp(path));
    assert_ok(pk_profile_open(&pk_heap, path, &profile, &err));
    return profile;
}

static char *read_file(void) {
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 22);

    ck_assert(file != NULL && text != NULL);
    ck_assert_uint_lt(fread(text, 1, (1 << 22) - 1, file), (1 << 22) - 1);
    fclose(file);
    return text;
}

/* Writes the profile, frees it, and removes its file, whose text it returns. */
static char *end(pk_profile *profile) {
    char *text;

    assert_ok(pk_profile_write(profile, &err));
    pk_profile_release(profile);
    text = read_file();
    unlink(path);
    return text;
}

static int count(const char *text, const char *words) {
    int found = 0;

    while ((text = strstr(text, words))) {
        text += strlen(words);
        found++;
    }
    return found;
}

static const pk_device_info device = {.struct_size = sizeof device,
                                      .backend = "x",
                                      .index = 1,
                                      .name = "an \"X\"\\1\n"};
static const char queues[300];

static pk_profile_track queue_track(int i) {
    return (pk_profile_track){
        .owner = &device, .device = &device, .key = &queues[i]};
}

START_TEST(an_event_is_a_line)
{
    static const char expected[] =
        "{\"ph\":\"M\",\"pid\":2,\"tid\":1,\"cat\":\"\",\"name\":"
        "\"process_name\",\"args\":{\"name\":\"x:1\"}},\n"
        "{\"ph\":\"M\",\"pid\":2,\"tid\":1,\"cat\":\"\",\"name\":"
        "\"process_labels\",\"args\":{\"labels\":\"an "
        "\\\"X\\\"\\\\1\\u000a\"}},\n"
        "{\"ph\":\"M\",\"pid\":2,\"tid\":1,\"cat\":\"\",\"name\":"
        "\"thread_name\",\"args\":{\"name\":\"queue 0\"}},\n"
        "{\"ph\":\"M\",\"pid\":2,\"tid\":2,\"cat\":\"\",\"name\":"
        "\"thread_name\",\"args\":{\"name\":\"queue 1\"}},\n"
        "{\"ph\":\"X\",\"pid\":2,\"tid\":1,\"cat\":\"copy\",\"name\":"
        "\"copy\",\"ts\":12345678.901,\"dur\":0.500,\"args\":{\"bytes\":250,"
        "\"GB/s\":0.500}},\n"
        "{\"ph\":\"X\",\"pid\":2,\"tid\":2,\"cat\":\"kernel\",\"name\":"
        "\"k\",\"ts\":2.000,\"dur\":0.001,\"args\":{\"n\":1}},\n"
        "{\"ph\":\"s\",\"pid\":2,\"tid\":1,\"cat\":\"flow\",\"name\":\"then\","
        "\"ts\":12345678.901,\"id\":2},\n"
        "{\"ph\":\"f\",\"pid\":2,\"tid\":2,\"cat\":\"flow\",\"name\":\"then\","
        "\"ts\":2.000,\"bp\":\"e\",\"id\":2},\n"
        "{\"ph\":\"C\",\"pid\":2,\"tid\":2,\"cat\":\"memory\",\"name\":"
        "\"m\",\"ts\":0.003,\"args\":{\"bytes\":0}}\n]}\n";
    pk_profile *profile = open_profile();
    const pk_profile_track first = queue_track(0), second = queue_track(1);
    const size_t copy = pk_profile_add(
        profile, &first,
        &(pk_profile_event){
            .kind = PK_PROFILE_copy, .name = "copy", .begin = 1, .bytes = 250});
    char *text;

    pk_profile_add(profile, &second,
                   &(pk_profile_event){.kind = PK_PROFILE_kernel,
                                       .name = "k",
                                       .args = "\"n\":1",
                                       .begin = 2000,
                                       .end = 2000,
                                       .from = copy});
    pk_profile_add(
        profile, &second,
        &(pk_profile_event){
            .kind = PK_PROFILE_memory, .name = "m", .begin = 3, .end = 3});
    pk_profile_add(profile, &second, /* its end is not known */
                   &(pk_profile_event){.name = "unknown", .begin = 7});
    pk_profile_time(profile, copy, UINT64_C(12345678901),
                    UINT64_C(12345679401));
    text = end(profile);
    ck_assert_str_eq(strstr(text, "{\"ph\":\"M\",\"pid\":2"), expected);
    free(text);
}
END_TEST

START_TEST(an_arrow_from_what_is_not_known_is_left_out)
{
    pk_profile *profile = open_profile();
    const pk_profile_track track = queue_track(0);
    const size_t launch =
        pk_profile_add_here(profile, &(pk_profile_event){.name = "launch"});
    char *text;

    pk_profile_add(
        profile, &track,
        &(pk_profile_event){.name = "k", .begin = 1, .end = 2, .from = launch});
    text = end(profile);
    ck_assert_int_eq(count(text, "\"ph\":\"X\""), 1);
    ck_assert_int_eq(count(text, "\"flow\""), 0);
    free(text);
}
END_TEST

START_TEST(contexts_share_a_file)
{
    pk_profile *first = open_profile(), *second = NULL, *other = NULL;
    char *text;
    int status;
    pid_t child;

    assert_ok(pk_profile_open(&pk_heap, path, &second, &err));
    ck_assert_ptr_eq(first, second);
    assert_ok(pk_profile_open(&pk_heap, "/dev/null", &other, &err));
    ck_assert_ptr_ne(first, other);
    pk_profile_release(other);
    child = fork();
    if (!child) { /* has a profile of its own */
        status = pk_profile_open(&pk_heap, path, &other, &err);
        _exit(status != PK_OK || other == first);
    }
    waitpid(child, &status, 0);
    ck_assert_int_eq(status, 0);
    pk_profile_span(first, "t", "one", 1, 2);
    assert_ok(pk_profile_write(first, &err));
    pk_profile_release(first);
    pk_profile_span(second, "t", "two", 3, 4);
    text = end(second);
    ck_assert_int_eq(count(text, "\"name\":\"one\""), 1);
    ck_assert_int_eq(count(text, "\"name\":\"two\""), 1);
    ck_assert_int_eq(count(text, "\"thread_name\""), 1);
    free(text);
}
END_TEST

START_TEST(a_file_may_have_the_number_of_its_process)
{
    pk_profile *profile = NULL;
    char *text;

    assert_ok(pk_profile_open(&pk_heap, "/tmp/portkern-profile-%p-%p.json",
                              &profile, &err));
    pk_profile_span(profile, "t", "one", 1, 2);
    snprintf(path, sizeof path, "/tmp/portkern-profile-%d-%%p.json",
             (int)getpid());
    text = end(profile);
    ck_assert_int_eq(count(text, "\"name\":\"one\""), 1);
    free(text);
    ck_assert_int_eq(pk_profile_open(&pk_heap, "/nowhere/%p", &profile, &err),
                     PK_IO);
    ck_assert(strstr(err.message, "/nowhere/%p") == NULL);
}
END_TEST

START_TEST(tracks_that_are_too_many_are_the_last_one)
{
    pk_profile *profile = open_profile();
    char *text;

    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 300; i++) {
            const pk_profile_track track = queue_track(i);
            pk_profile_add(
                profile, &track,
                &(pk_profile_event){.name = "k", .begin = 1, .end = 2});
        }
    text = end(profile);
    ck_assert_int_eq(count(text, "\"thread_name\""), 256);
    ck_assert_int_eq(count(text, "\"ph\":\"X\""), 600);
    ck_assert_int_eq(count(text, "\"tid\":256,\"cat\":\"span\""), 2 * 45);
    free(text);
}
END_TEST

/* A context may be where one of another device was. */
START_TEST(another_device_is_another_process)
{
    pk_device_info changes = device;
    const pk_profile_track track = {
        .owner = &changes, .device = &changes, .key = &queues[0]};
    const pk_profile_event event = {.name = "k", .begin = 1, .end = 2};
    pk_profile *profile = open_profile();
    char *text;

    pk_profile_add(profile, &track, &event);
    changes.index = 2;
    pk_profile_add(profile, &track, &event);
    changes.index = 1;
    pk_profile_add(profile, &track, &event);
    text = end(profile);
    ck_assert_int_eq(count(text, "\"process_labels\""), 2);
    ck_assert_int_eq(count(text, "\"pid\":2,\"tid\":1,\"cat\":\"span\""), 2);
    ck_assert_int_eq(count(text, "\"pid\":3,\"tid\":2,\"cat\":\"span\""), 1);
    free(text);
}
END_TEST

enum { THREADS = 4, EVENTS = 3000 };

static void *add_many(void *profile) {
    char args[32];

    for (int i = 0; i < EVENTS; i++) {
        snprintf(args, sizeof args, "\"n\":%d", i % 100);
        pk_profile_time(
            profile,
            pk_profile_add_here(
                profile, &(pk_profile_event){.name = "work", .args = args}),
            1, 2);
    }
    return NULL;
}

START_TEST(threads_add_at_once)
{
    pk_profile *profile = open_profile();
    pthread_t threads[THREADS];
    char *text;

    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, add_many, profile),
                         0);
    for (int i = 0; i < 10; i++)
        assert_ok(pk_profile_write(profile, &err));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    text = end(profile);
    ck_assert_int_eq(count(text, "\"name\":\"work\""), THREADS * EVENTS);
    ck_assert_int_eq(count(text, "\"n\":7}"), THREADS * EVENTS / 100);
    free(text);
}
END_TEST

TESTS("profile", an_event_is_a_line,
      an_arrow_from_what_is_not_known_is_left_out, contexts_share_a_file,
      a_file_may_have_the_number_of_its_process,
      tracks_that_are_too_many_are_the_last_one,
      another_device_is_another_process, threads_add_at_once)
