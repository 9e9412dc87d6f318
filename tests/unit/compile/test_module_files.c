/* SPDX-License-Identifier: Apache-2.0 */
/* Modules of several sources. */
#include "../runtime/launch_test.h"

#include <fcntl.h>
#include <sys/stat.h>

static pk_status make(const pk_source_file *files, size_t count) {
    return pk_module_create(
        ctx, &PK_INIT(pk_module_request, .files = files, .file_count = count),
        &mod, &err);
}

/* The number that kernel k writes. */
static int32_t result(void) {
    int32_t out[1] = {-1};
    pk_array array = i32s(out, 1);

    assert_ok(launch("k", ONE, ARGS(pk_out(&array))));
    assert_ok(finish());
    return out[0];
}

static void begin(void) {
    ctx = open_context("interp");
    queue = open_queue(ctx);
}

static void end(void) {
    pk_queue_release(queue);
    pk_context_release(ctx);
}

START_TEST(imports_are_found_among_the_files)
{
    const pk_source_file files[] = {
        {"src/main.py", "from numba import cuda\n"
                        "import tools\n"
                        "from pkg.deep import twice, N\n"
                        "@cuda.jit\n"
                        "def k(out):\n"
                        "    out[0] = tools.plus(twice(N), tools.C)\n"},
        {"src/pkg/deep.py", "from numba import cuda\n"
                            "N = 20\n"
                            "@cuda.jit(device=True)\n"
                            "def twice(x):\n"
                            "    return 2 * x\n"},
        {"src/unread.py", "this is no Python\n"},
        {"src/tools/__init__.py", "from numba import cuda\n"
                                  "C = 2\n"
                                  "@cuda.jit(device=True)\n"
                                  "def plus(a, b):\n"
                                  "    return a + b\n"},
    };

    begin();
    assert_ok(make(files, 4));
    ck_assert_int_eq(result(), 42);
    pk_module_release(mod);
    end();
}
END_TEST

/* Both helpers import the file: were it read for each, the classes would be two
 * and the members of one no members of the other. */
START_TEST(a_file_is_read_once_for_all_who_import_it)
{
    static const char shared[] = "from enum import IntEnum\n"
                                 "from collections import namedtuple\n"
                                 "class Color(IntEnum):\n"
                                 "    RED = 3\n"
                                 "    BLUE = 5\n"
                                 "Point = namedtuple('Point', 'x, y')\n";
    const pk_source_file files[] = {
        {"main.py", "from numba import cuda\n"
                    "from shared import Color\n"
                    "from left import made\n"
                    "from right import used\n"
                    "@cuda.jit\n"
                    "def k(out):\n"
                    "    p = made(Color.BLUE)\n"
                    "    out[0] = used(p)\n"
                    "    if p.x is Color.BLUE:\n"
                    "        out[0] += 100\n"},
        {"left.py", "from numba import cuda\n"
                    "from shared import Point\n"
                    "@cuda.jit(device=True)\n"
                    "def made(c):\n"
                    "    return Point(c, 4)\n"},
        {"right.py", "from numba import cuda\n"
                     "from shared import Color, Point\n"
                     "@cuda.jit(device=True)\n"
                     "def used(p):\n"
                     "    q = p\n"
                     "    if p.x == Color.RED:\n"
                     "        q = Point(Color.RED, 9)\n"
                     "    return q.y\n"},
        {"shared.py", shared},
    };

    begin();
    assert_ok(make(files, 4));
    ck_assert_int_eq(result(), 104);
    pk_module_release(mod);
    end();
}
END_TEST

/* A folder with helper.py of its own. */
START_TEST(files_that_are_given_come_before_those_on_the_disk)
{
    char folder[] = "/tmp/portkern-files-XXXXXX", path[100], main_path[100];
    static const char main_text[] = "from numba import cuda\n"
                                    "from helper import N\n"
                                    "from other import M\n"
                                    "@cuda.jit\n"
                                    "def k(out):\n"
                                    "    out[0] = N + M\n";
    pk_source_file files[] = {{main_path, main_text}, {path, "N = 1\n"}};
    FILE *file;

    begin();
    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s.py", folder, i ? "helper" : "other");
        file = fopen(path, "w");
        ck_assert_ptr_nonnull(file);
        fputs(i ? "N = 50\n" : "M = 7\n", file);
        fclose(file);
    }
    snprintf(main_path, sizeof main_path, "%s/main.py", folder);
    assert_ok(make(files, 2));
    ck_assert_int_eq(result(), 8);
    pk_module_release(mod);
    assert_ok(make(files, 1));
    ck_assert_int_eq(result(), 57);
    pk_module_release(mod);
    unlink(path);
    snprintf(path, sizeof path, "%s/other.py", folder);
    unlink(path);
    rmdir(folder);
    end();
}
END_TEST

START_TEST(what_is_wrong_with_a_file_is_told_with_its_place)
{
    const pk_source_file files[] = {
        {"main.py", "from numba import cuda\n"
                    "from middle import f\n"
                    "@cuda.jit\n"
                    "def k(out):\n"
                    "    out[0] = f(1)\n"},
        {"middle.py", "from broken import g\n"
                      "def f(x):\n"
                      "    return g(x)\n"},
        {"broken.py", "def g(x):\n"
                      "    return (x\n"},
    };
    pk_diagnostics *list;

    begin();
    assert_fails(make(files, 3), PK_SYNTAX, "");
    ck_assert_str_eq(err.file, "broken.py");
    ck_assert_uint_gt(err.line, 0);
    assert_ok(pk_context_diagnostics(ctx, &list, &err));
    ck_assert_str_eq(pk_diagnostics_get(list, 0)->file, "broken.py");
    pk_diagnostics_release(list);
    /* Without the file its names are another module's. */
    assert_ok(make(files, 2));
    assert_fails(pk_kernel_compile(NULL, NULL, NULL, 0, NULL, &err),
                 PK_BAD_HANDLE, "");
    pk_module_release(mod);
    end();
}
END_TEST

START_TEST(an_error_in_a_file_shows_its_line)
{
    const pk_source_file files[] = {
        {"main.py", "from numba import cuda\n"
                    "from helper import fails\n"
                    "@cuda.jit(debug=True)\n"
                    "def k(out):\n"
                    "    fails(out[0])\n"},
        {"helper.py", "from numba import cuda\n"
                      "@cuda.jit(device=True, debug=True)\n"
                      "def fails(x):\n"
                      "    assert x > 5, 'too small'\n"},
    };
    int32_t out[1] = {1};
    pk_array array = i32s(out, 1);
    char text[400];

    begin();
    assert_ok(make(files, 2));
    assert_ok(launch("k", ONE, ARGS(pk_inout(&array))));
    assert_fails(finish(), PK_KERNEL, "too small");
    ck_assert_str_eq(err.file, "helper.py");
    pk_module_explain(mod, &err, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "    assert x > 5, 'too small'\n"));
    pk_module_release(mod);
    end();
}
END_TEST

/* The cache has a module by all of its files. */
START_TEST(a_file_that_changed_is_compiled_anew)
{
    char folder[] = "/tmp/portkern-cache-XXXXXX", command[100];
    pk_source_file files[] = {{"main.py", "from numba import cuda\n"
                                          "from helper import N\n"
                                          "@cuda.jit\n"
                                          "def k(out):\n"
                                          "    out[0] = N\n"},
                              {"helper.py", "N = 1\n"}};
    pk_context_options options =
        PK_INIT(pk_context_options, .backend = "interp", .cache_dir = folder);

    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (int i = 0; i < 4; i++) {
        assert_ok(pk_context_create(&options, &ctx, &err));
        queue = open_queue(ctx);
        files[1].text = i % 2 ? "N = 2\n" : "N = 1\n";
        assert_ok(make(files, 2));
        ck_assert_int_eq(result(), 1 + i % 2);
        pk_module_release(mod);
        end();
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

static void write_text(const char *path, const char *text) {
    FILE *out = fopen(path, "w");

    ck_assert_ptr_nonnull(out);
    fputs(text, out);
    fclose(out);
}

/* Another path is another module: the disk cache tells them apart. */
START_TEST(imports_are_found_along_a_path)
{
    char folder[] = "/tmp/pk_along_XXXXXX", main_name[64], path[128],
         command[64];
    pk_source_file file = {main_name, "from numba import cuda\n"
                                      "import tools\n"
                                      "@cuda.jit\n"
                                      "def k(out):\n"
                                      "    out[0] = tools.C\n"};
    pk_module_request r =
        PK_INIT(pk_module_request, .files = &file, .file_count = 1);
    int32_t nothing = 0;
    pk_array out;

    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(main_name, sizeof main_name, "%s/main.py", folder);
    for (int i = 1; i <= 2; i++) {
        snprintf(path, sizeof path, "%s/%d", folder, i);
        ck_assert_int_eq(mkdir(path, 0700), 0);
        snprintf(path, sizeof path, "%s/%d/tools.py", folder, i);
        write_text(path, i == 1 ? "C = 1\n" : "C = 2\n");
    }
    for (int i = 0; i < 4; i++) { /* the second time from the disk cache */
        begin();
        snprintf(path, sizeof path, "/nowhere:%s/%d/:%s/%d", folder, 1 + i % 2,
                 folder, 2 - i % 2);
        r.import_path = path;
        assert_ok(pk_module_create(ctx, &r, &mod, &err));
        path[0] = '\0'; /* it was copied */
        ck_assert_int_eq(result(), 1 + i % 2);
        pk_module_release(mod);
        end();
    }
    begin();
    r.import_path = NULL;
    assert_ok(pk_module_create(ctx, &r, &mod, &err));
    out = i32s(&nothing, 1);
    assert_fails(launch("k", ONE, ARGS(pk_out(&out))), PK_UNSUPPORTED,
                 "its source was not found");
    pk_module_release(mod);
    end();
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

START_TEST(requests_that_make_no_sense_are_refused)
{
    static const char text[] = "N = 1\n";
    const pk_source_file twice[] = {{"a.py", text}, {"a.py", text}};
    const pk_source_file nameless[] = {{"a.py", text}, {NULL, text}};
    const pk_source_file textless[] = {{"a.py", NULL}};
    pk_module_request request = {0};

    begin();
    assert_fails(make(NULL, 0), PK_BAD_ARG, "the module has no file");
    assert_fails(make(NULL, 2), PK_BAD_ARG, "files is NULL");
    assert_fails(make(twice, 2), PK_BAD_ARG, "two files are called 'a.py'");
    assert_fails(make(nameless, 2), PK_BAD_ARG, "file 1 has no name");
    assert_fails(make(textless, 1), PK_BAD_ARG, "text is NULL");
    assert_fails(make(twice, SIZE_MAX), PK_LIMIT, "files, the most is 4096");
    assert_fails(pk_module_create(ctx, NULL, &mod, &err), PK_BAD_ARG,
                 "request is NULL");
    assert_fails(pk_module_create(ctx, &request, &mod, &err), PK_BAD_ARG,
                 "PK_INIT(pk_module_request)");
    assert_ok(make(nameless, 1));
    pk_module_release(mod);
    end();
}
END_TEST

TESTS("compile_module_files", imports_are_found_among_the_files,
      a_file_is_read_once_for_all_who_import_it,
      files_that_are_given_come_before_those_on_the_disk,
      what_is_wrong_with_a_file_is_told_with_its_place,
      an_error_in_a_file_shows_its_line, a_file_that_changed_is_compiled_anew,
      imports_are_found_along_a_path, requests_that_make_no_sense_are_refused)
