/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts: choosing a device, refusing plugins, handles, the log. */
#include "runtime_test.h"

#include <sys/stat.h>
#include <sys/wait.h>

static pk_status try_backend(const char *backend) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = backend,
                                  .plugin_path = TEST_PLUGINS,
                                  .cache_dir = "off"};
    pk_context *ctx = NULL;
    pk_status status = pk_context_create(&options, &ctx, &err);

    ck_assert((status == PK_OK) == (ctx != NULL));
    pk_context_release(ctx);
    return status;
}

/* ---- choosing ---- */

START_TEST(a_backend_is_chosen_by_name_number_or_part_of_a_name)
{
    pk_device_info info = {.struct_size = sizeof info};
    pk_context *ctx = open_context("far");

    assert_ok(pk_context_get_device(ctx, &info, &err));
    ck_assert_str_eq(info.backend, "far");
    ck_assert_str_eq(info.name, "Far Device");
    ck_assert_str_eq(info.suffix, "FAR");
    ck_assert(info.is_gpu);
    pk_context_release(ctx);
    assert_ok(try_backend("far:0"));
    assert_ok(try_backend("far:platform 7"));
    assert_ok(try_backend("far:fAr"));
    assert_ok(try_backend(" far:Far Device , interp"));
}
END_TEST

START_TEST(the_first_entry_that_opens_wins)
{
    pk_device_info info = {.struct_size = sizeof info};
    pk_context *ctx = open_context("nosuch,otherabi,far:3,interp,far");

    assert_ok(pk_context_get_device(ctx, &info, &err));
    ck_assert_str_eq(info.backend, "interp");
    pk_context_release(ctx);
}
END_TEST

START_TEST(a_named_backend_never_falls_back)
{
    assert_fails(try_backend("nosuch"), PK_NO_PLUGIN,
                 "nosuch: no file portkern-nosuch.so in ");
    ck_assert(strstr(err.message, TEST_PLUGINS) != NULL);
    assert_fails(try_backend("far:5"), PK_NO_DEVICE,
                 "far:5: there is no device 5, only 1");
    assert_fails(try_backend("far:radeon"), PK_NO_DEVICE,
                 "no device fits 'radeon'; there is Far Device");
    assert_fails(try_backend("nosuch,far:5"), PK_NO_DEVICE,
                 "portkern-nosuch.so in ");
    ck_assert(strstr(err.message, "; far:5: ") != NULL);
}
END_TEST

START_TEST(a_list_that_cannot_be_read_is_refused)
{
    assert_fails(try_backend(""), PK_BAD_ARG, "names no backend");
    assert_fails(try_backend("far:9,,interp"), PK_BAD_ARG, "names no backend");
    assert_fails(try_backend("interp,"), PK_BAD_ARG, "names no backend");
    assert_fails(try_backend("INTERP"), PK_BAD_ARG,
                 "not the name of a backend");
    assert_fails(try_backend("../interp"), PK_BAD_ARG,
                 "not the name of a backend");
    assert_fails(try_backend("interp:"), PK_BAD_ARG, "nothing follows");
}
END_TEST

START_TEST(the_environment_names_the_backend_unless_options_do)
{
    pk_context_options options = {.struct_size = sizeof options,
                                  .plugin_path = TEST_PLUGINS,
                                  .cache_dir = "off"};
    pk_device_info info = {.struct_size = sizeof info};
    pk_context *ctx;

    setenv("PORTKERN_BACKEND", "far", 1);
    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(pk_context_get_device(ctx, &info, &err));
    ck_assert_str_eq(info.backend, "far");
    pk_context_release(ctx);
    options.backend = "interp";
    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(pk_context_get_device(ctx, &info, &err));
    ck_assert_str_eq(info.backend, "interp");
    pk_context_release(ctx);
    setenv("PORTKERN_BACKEND", "nosuch", 1);
    options.backend = NULL;
    assert_fails(pk_context_create(&options, &ctx, &err), PK_NO_PLUGIN,
                 "nosuch");
}
END_TEST

START_TEST(the_environment_is_judged_when_a_context_is_made)
{
    static const struct {
        const char *name, *value, *words;
        pk_status status;
    } rows[] = {
        {"PORTKERN_DUMP", "frobnicate", "'frobnicate' is none of ast, types, ",
         PK_ENVIRONMENT},
        {"PORTKERN_NUM_THREADS", "abc", "a whole number from 1 to 1024",
         PK_ENVIRONMENT},
        {"PORTKERN_CHECK", "bound", "none of bounds, uninit, ", PK_ENVIRONMENT},
        {"PORTKERN_LOG", "loud", "none of error, warning, ", PK_ENVIRONMENT},
        {"PORTKERN_BACKEND", "Interp", "'Interp' is not the name of a backend",
         PK_ENVIRONMENT},
        {"PORTKERN_MATH", "fast", "'fast' is none of exact, native",
         PK_ENVIRONMENT},
        {"PORTKERN_PROFILE", "/nowhere/trace.json", "No such file", PK_IO},
        {"PORTKERN_PROFILE", "/", "Is a directory", PK_IO},
    };
    pk_context_options options = {.struct_size = sizeof options,
                                  .cache_dir = "off"};
    pk_context *ctx;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        setenv(rows[i].name, rows[i].value, 1);
        assert_fails(pk_context_create(&options, &ctx, &err), rows[i].status,
                     rows[i].words);
        ck_assert_msg(strstr(err.message, rows[i].value) != NULL, "%s",
                      err.message);
        if (rows[i].status != PK_IO)
            ck_assert_msg(strstr(err.message, rows[i].name) == err.message,
                          "%s", err.message);
        unsetenv(rows[i].name);
    }
    setenv("PORTKERN_DUMP", "ir", 1);
    setenv("PORTKERN_DUMP_DIR", "/dev/null", 1);
    assert_fails(pk_context_create(&options, &ctx, &err), PK_IO,
                 "PORTKERN_DUMP_DIR=/dev/null cannot be written: Not a dir");
}
END_TEST

/* ---- plugins ---- */

START_TEST(plugins_that_do_not_fit_are_refused_with_the_reason)
{
    assert_fails(try_backend("otherabi"), PK_PLUGIN_ABI,
                 "portkern-otherabi.so speaks ABI 9.3, this library 1.1");
    assert_fails(try_backend("refuses"), PK_PLUGIN_ABI,
                 "built for the year 3000");
    assert_fails(try_backend("nosymbol"), PK_PLUGIN_ABI,
                 "no symbol pk_plugin_query");
    assert_fails(try_backend("short"), PK_PLUGIN_ABI, "table of 64 bytes");
    assert_fails(try_backend("misnamed"), PK_PLUGIN_ABI,
                 "calls itself 'somebody_else'");
}
END_TEST

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");

    ck_assert(file != NULL);
    fputs(text, file);
    fclose(file);
}

START_TEST(what_is_no_library_is_refused_in_the_loaders_words)
{
    char dir[] = "/tmp/portkern-test-XXXXXX", path[128];
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "text", .cache_dir = "off"};
    pk_context *ctx;

    ck_assert(mkdtemp(dir) != NULL);
    snprintf(path, sizeof path, "%s/portkern-text.so", dir);
    write_text(path, "I am a poem.\n");
    options.plugin_path = dir;
    assert_fails(pk_context_create(&options, &ctx, &err), PK_NO_PLUGIN,
                 "cannot open ");
    unlink(path);
    rmdir(dir);
}
END_TEST

START_TEST(nothing_is_taken_from_a_folder_that_everybody_can_write)
{
    char dir[] = "/tmp/portkern-test-XXXXXX", path[128], wanted[160];
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "far", .cache_dir = "off"};
    pk_context *ctx;

    ck_assert(mkdtemp(dir) != NULL);
    snprintf(path, sizeof path, "%s/portkern-far.so", dir);
    ck_assert_int_eq(symlink(TEST_PLUGINS "/portkern-far.so", path), 0);
    options.plugin_path = dir;
    assert_ok(pk_context_create(&options, &ctx, &err));
    pk_context_release(ctx);
    ck_assert_int_eq(chmod(dir, 0777), 0);
    snprintf(wanted, sizeof wanted, "plugin folder %s can be written", dir);
    assert_fails(pk_context_create(&options, &ctx, &err), PK_NO_PLUGIN, wanted);
    unlink(path);
    rmdir(dir);
}
END_TEST

START_TEST(one_plugin_is_opened_by_its_path)
{
    pk_context_options options = {.struct_size = sizeof options,
                                  .cache_dir = "off",
                                  .plugin_file =
                                      TEST_PLUGINS "/portkern-far.so"};
    pk_device_info info = {.struct_size = sizeof info};
    pk_context *ctx;

    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(pk_context_get_device(ctx, &info, &err));
    ck_assert_str_eq(info.backend, "far");
    pk_context_release(ctx);
    options.backend = "interp";
    assert_fails(pk_context_create(&options, &ctx, &err), PK_NO_PLUGIN,
                 "interp");
    options.backend = NULL;
    options.plugin_file = TEST_PLUGINS "/portkern-otherabi.so";
    assert_fails(pk_context_create(&options, &ctx, &err), PK_PLUGIN_ABI,
                 "ABI 9.3");
    options.plugin_file = "/nowhere/portkern-x.so";
    assert_fails(pk_context_create(&options, &ctx, &err), PK_NO_PLUGIN,
                 "/nowhere/portkern-x.so");
    options.plugin_file = "/nowhere/libfoo.so";
    assert_fails(pk_context_create(&options, &ctx, &err), PK_BAD_ARG,
                 "portkern-NAME.so");
}
END_TEST

static const pk_device_info *find_row(const pk_device_list *list,
                                      const char *backend) {
    for (size_t i = 0; i < pk_device_list_count(list); i++)
        if (!strcmp(pk_device_list_get(list, i)->backend, backend))
            return pk_device_list_get(list, i);
    ck_abort_msg("no row for %s", backend);
    return NULL;
}

START_TEST(the_list_shows_devices_and_why_others_are_missing)
{
    pk_context_options options = {.struct_size = sizeof options,
                                  .plugin_path = TEST_PLUGINS};
    const pk_device_info *row;
    pk_device_list *list;

    assert_ok(pk_device_list_create(&options, &list, &err));
    row = find_row(list, "interp");
    ck_assert_int_eq(row->status, PK_OK);
    ck_assert_str_eq(row->file, "");
    row = find_row(list, "far");
    ck_assert_int_eq(row->status, PK_OK);
    ck_assert_str_eq(row->selector, "far");
    ck_assert_str_eq(row->platform, "Test Platform 7");
    ck_assert_str_eq(row->file, TEST_PLUGINS "/portkern-far.so");
    row = find_row(list, "otherabi");
    ck_assert_int_eq(row->status, PK_PLUGIN_ABI);
    ck_assert_uint_eq(row->abi, 9u << 16 | 3);
    ck_assert(strstr(row->reason, "ABI 9.3") != NULL);
    ck_assert(pk_device_list_get(list, pk_device_list_count(list)) == NULL);
    pk_device_list_release(list);
}
END_TEST

/* ---- options and handles ---- */

START_TEST(options_of_other_versions_are_judged_by_their_size)
{
    struct {
        pk_context_options options;
        uint64_t newer;
    } more = {.options = {.struct_size = sizeof more,
                          .backend = "interp",
                          .cache_dir = "off"}};
    pk_context_options options = {.backend = "interp"};
    pk_context *ctx;

    assert_fails(pk_context_create(&options, &ctx, &err), PK_BAD_ARG,
                 "struct_size of pk_context_options is not set");
    assert_ok(pk_context_create(&more.options, &ctx, &err));
    pk_context_release(ctx);
    more.newer = 1;
    assert_fails(pk_context_create(&more.options, &ctx, &err), PK_BAD_ARG,
                 "does not know");
    assert_fails(pk_context_create(NULL, NULL, &err), PK_BAD_ARG,
                 "out is NULL");
}
END_TEST

START_TEST(options_that_make_no_sense_are_refused)
{
    pk_allocator half = {0};
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "interp", .cache_dir = "off"};
    pk_context *ctx;

    options.allocator = &half;
    assert_fails(pk_context_create(&options, &ctx, &err), PK_BAD_ARG,
                 "allocator");
    options.allocator = NULL;
    options.flags = 1u << 30;
    assert_fails(pk_context_create(&options, &ctx, &err), PK_BAD_ARG, "flags");
    options.flags = 0;
    options.num_threads = 5000;
    assert_fails(pk_context_create(&options, &ctx, &err), PK_LIMIT, "1024");
}
END_TEST

START_TEST(a_context_without_a_device_says_so)
{
    pk_context_options options = {.struct_size = sizeof options,
                                  .flags = PK_CONTEXT_no_device,
                                  .backend = "nosuch",
                                  .cache_dir = "off"};
    pk_device_limits limits = {.struct_size = sizeof limits};
    pk_context *ctx;
    pk_queue *queue;
    pk_buffer *buf;

    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_fails(pk_queue_create(ctx, &queue, &err), PK_NO_DEVICE,
                 "without a device");
    assert_fails(pk_buffer_create(ctx, 4, 0, &buf, &err), PK_NO_DEVICE, "");
    assert_fails(pk_context_get_limits(ctx, &limits, &err), PK_NO_DEVICE, "");
    pk_context_release(ctx);
}
END_TEST

START_TEST(handles_of_another_kind_or_context_are_refused)
{
    pk_context *a = open_context("interp"), *b = open_context("far");
    pk_queue *queue = open_queue(a);
    pk_buffer *mine, *other;
    char bytes[4] = {0};

    assert_ok(pk_buffer_create(a, 4, 0, &mine, &err));
    assert_ok(pk_buffer_create(b, 4, 0, &other, &err));
    assert_fails(pk_queue_finish(NULL, &err), PK_BAD_HANDLE,
                 "queue is NULL, expected a queue");
    assert_fails(pk_queue_finish((pk_queue *)(void *)mine, &err), PK_BAD_HANDLE,
                 "queue is a buffer, expected a queue");
    assert_fails(pk_buffer_read((pk_buffer *)(void *)bytes, 0, bytes, 0, &err),
                 PK_BAD_HANDLE, "buf is no live handle");
    assert_fails(pk_queue_write(queue, other, 0, bytes, 4, &err), PK_BAD_HANDLE,
                 "queue belongs to another context");
    assert_fails(pk_queue_copy(queue, other, 0, other, 0, 0, &err),
                 PK_BAD_HANDLE, "queue belongs to another context");
    ck_assert(pk_buffer_retain((pk_buffer *)(void *)queue) == NULL);
    pk_buffer_release((pk_buffer *)(void *)queue);
    pk_buffer_release(NULL);
    pk_queue_release(queue);
    pk_buffer_release(mine);
    pk_buffer_release(other);
    pk_context_release(a);
    pk_context_release(b);
}
END_TEST

START_TEST(handles_are_released_in_any_order)
{
    pk_context *ctx = open_context("interp");
    pk_queue *queue = open_queue(ctx);
    pk_buffer *buf;
    pk_event *event;
    char bytes[8] = "portker";

    assert_ok(pk_buffer_create(ctx, 8, 0, &buf, &err));
    assert_ok(pk_event_create(ctx, &event, &err));
    pk_context_release(ctx);
    assert_ok(pk_queue_write(queue, buf, 0, bytes, 8, &err));
    assert_ok(pk_queue_record(queue, event, &err));
    pk_buffer_release(buf);
    pk_queue_release(queue);
    assert_ok(pk_event_wait(event, &err));
    pk_event_release(event);
}
END_TEST

/* ---- log and fork ---- */

typedef struct heard {
    int count, warnings;
    char all[4096];
} heard;

static void listen(void *self, pk_log_level level, const char *topic,
                   const char *text) {
    heard *h = self;
    size_t length = strlen(h->all);

    h->count++;
    h->warnings += level <= PK_LOG_warning;
    snprintf(h->all + length, sizeof h->all - length, "%s: %s\n", topic, text);
}

START_TEST(the_log_tells_what_was_passed_over)
{
    heard h = {0};
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = "otherabi,nosuch,interp",
                                  .plugin_path = TEST_PLUGINS,
                                  .cache_dir = "off",
                                  .log_level = PK_LOG_warning,
                                  .log_self = &h,
                                  .log = listen};
    pk_context *ctx;

    assert_ok(pk_context_create(&options, &ctx, &err));
    pk_context_release(ctx);
    ck_assert(strstr(h.all, "device: passed over otherabi: ") != NULL);
    ck_assert(strstr(h.all, "device: passed over nosuch: ") != NULL);
    ck_assert_int_eq(h.count, h.warnings);
}
END_TEST

/* Returns a child's exit status: that of `probe`. */
static int in_child(int (*probe)(pk_context *, pk_queue *), pk_context *ctx,
                    pk_queue *queue) {
    int status = 0;
    pid_t child = fork();

    if (!child)
        _exit(probe(ctx, queue));
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int probe_status(pk_context *ctx, pk_queue *queue) {
    pk_status status = pk_queue_finish(queue, &err);

    pk_queue_release(queue);
    pk_context_release(ctx);
    return (int)status;
}

START_TEST(after_fork_a_device_goes_on_or_says_that_it_cannot)
{
    pk_context *here = open_context("interp"), *far = open_context("far");
    pk_queue *a = open_queue(here), *b = open_queue(far);

    ck_assert_int_eq(in_child(probe_status, here, a), PK_OK);
    ck_assert_int_eq(in_child(probe_status, far, b), PK_FORKED);
    assert_ok(pk_queue_finish(b, &err));
    pk_queue_release(a);
    pk_queue_release(b);
    pk_context_release(here);
    pk_context_release(far);
}
END_TEST

START_TEST(the_version_is_in_words)
{
    char wanted[32];

    snprintf(wanted, sizeof wanted, "%d.%d.%d", PK_VERSION_MAJOR,
             PK_VERSION_MINOR, PK_VERSION_PATCH);
#if PK_VERSION_NUMBER < 100
#error "the preprocessor compares versions"
#endif
    ck_assert_int_eq(PK_VERSION_NUMBER, PK_VERSION_MAJOR * 10000 +
                                            PK_VERSION_MINOR * 100 +
                                            PK_VERSION_PATCH);
    ck_assert_str_eq(pk_version(), wanted);
    ck_assert_str_eq(pk_status_name(PK_BAD_ARG), "BAD_ARG");
    ck_assert_str_eq(pk_status_name(PK_STATUS_COUNT), "?");
}
END_TEST

TESTS("runtime_context", a_backend_is_chosen_by_name_number_or_part_of_a_name,
      the_first_entry_that_opens_wins, a_named_backend_never_falls_back,
      a_list_that_cannot_be_read_is_refused,
      the_environment_names_the_backend_unless_options_do,
      the_environment_is_judged_when_a_context_is_made,
      plugins_that_do_not_fit_are_refused_with_the_reason,
      what_is_no_library_is_refused_in_the_loaders_words,
      nothing_is_taken_from_a_folder_that_everybody_can_write,
      one_plugin_is_opened_by_its_path,
      the_list_shows_devices_and_why_others_are_missing,
      options_of_other_versions_are_judged_by_their_size,
      options_that_make_no_sense_are_refused,
      a_context_without_a_device_says_so,
      handles_of_another_kind_or_context_are_refused,
      handles_are_released_in_any_order, the_log_tells_what_was_passed_over,
      after_fork_a_device_goes_on_or_says_that_it_cannot,
      the_version_is_in_words)
