/* SPDX-License-Identifier: Apache-2.0 */
/* portkern build: reads its words, and writes the files one after the other. */
#include "tools/build/build.h"
#include "tools/source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- words ---- */

static const char *const levels[] = {
#ifdef __x86_64__
    "x86-64-v2", "x86-64-v3", "x86-64-v4"
#else
    "aarch64"
#endif
};

/* "x86-64-v3,aarch64", in place. */
static void add_targets(words *w, build *b, char *list) {
    for (char *name = list ? strtok(list, ",") : NULL; name;
         name = strtok(NULL, ",")) {
        if (b->target_count == BUILD_TARGETS) {
            words_fail(w, "more than %d targets", BUILD_TARGETS);
            return;
        }
        b->targets[b->target_count++] = name;
        b->device_count += !build_is_processor(name);
    }
    if (b->device_count > BUILD_DEVICES)
        words_fail(w, "more than %d targets that are no processors",
                   BUILD_DEVICES);
}

static void read_words(words *w, build *b) {
    const char *word;

    while ((word = words_next(w))) {
        if (!word_is_option(word))
            words_file(w, word, &b->file);
        else if (!strcmp(word, "-o") || !strcmp(word, "--output"))
            b->out = words_value(w, word);
        else if (!strcmp(word, "--export") && b->asked_count < BUILD_EXPORTS)
            b->asked[b->asked_count++] = words_value(w, word);
        else if (!strcmp(word, "--target"))
            add_targets(w, b, (char *)words_value(w, word));
        else if (!strcmp(word, "--bundle-only"))
            b->no_library = true;
        else if (!strcmp(word, "--static"))
            b->is_static = true;
        else if (!strcmp(word, "--keep-source"))
            b->keep_source = true;
        else
            words_fail(w, "no option '%s'", word);
    }
    if (!w->failed && !b->file)
        words_fail(w, "needs a FILE");
    if (!w->failed && !b->out)
        words_fail(w, "needs -o NAME, such as -o libf");
}

/* The prefix of "some/libf" is "f". */
static bool find_prefix(words *w, build *b) {
    const char *slash = strrchr(b->out, '/');
    const char *name = slash ? slash + 1 : b->out;
    size_t length;

    b->folder = build_format("%.*s", (int)(name - b->out), b->out);
    if (!strncmp(name, "lib", 3) && name[3])
        name += 3;
    length = strspn(name, "abcdefghijklmnopqrstuvwxyz"
                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    if (!length || name[length] || (*name >= '0' && *name <= '9')) {
        words_fail(w,
                   "-o %s: '%s' begins the names of C functions, so it is of "
                   "letters, digits and _",
                   b->out, name);
        return false;
    }
    b->prefix = build_format("%s", name);
    return true;
}

/* ---- files ---- */

static bool write_file(const build *b, const char *path,
                       void (*write)(FILE *out, const build *b)) {
    FILE *out = fopen(path, "w");
    bool good;

    if (out) {
        write(out, b);
        good = !ferror(out);
        good &= fclose(out) == 0;
    } else {
        good = false;
    }
    if (!good)
        fprintf(stderr, "portkern: error: cannot write %s: %s\n", path,
                strerror(errno));
    return good;
}

/* The path of the bundle, as the source names it. */
static char *bundle_path;

static void write_source(FILE *out, const build *b) {
    build_write_source(out, b, bundle_path);
}

static char *path_of(const build *b, const char *suffix) {
    return build_format("%s%s%s", b->folder, b->prefix, suffix);
}

static bool make_library(const build *b) {
    char *source = path_of(b, "_portkern.c");
    char *library = build_format("%s.so", b->out);
    bool good = write_file(b, source, write_source);
    pk_error err;

    if (good && build_link(b, source, library, &err) != PK_OK) {
        print_failure(NULL, NULL, &err);
        good = false;
    }
    if (!b->keep_source)
        remove(source);
    free(source);
    free(library);
    return good;
}

static bool write_files(const build *b) {
    char *header = path_of(b, ".h"), *pkgconfig = path_of(b, ".pc");
    bool good;

    bundle_path = path_of(b, ".pkb");
    good = build_compile(b, bundle_path);
    if (good && !b->no_library)
        good = write_file(b, header, build_write_header) &&
               write_file(b, pkgconfig, build_write_pkgconfig) &&
               make_library(b);
    free(bundle_path);
    free(pkgconfig);
    free(header);
    return good;
}

/* ---- the command ---- */

/* Whether some target is a processor, where some export needs one. */
static bool has_processor(const build *b) {
    const build_export *function = NULL;

    for (size_t i = 0; i < b->count; i++)
        if (!b->exports[i].kernel)
            function = &b->exports[i];
    if (!function || b->device_count < b->target_count)
        return true;
    fprintf(stderr,
            "portkern: error: %s is a function, which runs on a processor: "
            "name one, too, --target x86-64-v2,%s\n",
            function->function, b->targets[0]);
    return false;
}

/* Fills in the exports; prints what is wrong. */
static bool find_exports(build *b) {
    pk_context *ctx;
    pk_module *mod = NULL;
    pk_error err;
    pk_status status;

    ctx = context_open(NULL, PK_CONTEXT_no_device, &err);
    if (!ctx)
        return false;
    status = source_open(ctx, b->file, &mod, &err);
    if (status == PK_OK)
        status = build_find_exports(b, mod, &err);
    if (status != PK_OK)
        print_failure(ctx, mod, &err);
    pk_module_release(mod);
    pk_context_release(ctx);
    return status == PK_OK && has_processor(b);
}

static int run(int argc, char **argv) {
    words w = words_from(argc, argv);
    build *b = build_alloc(1, sizeof *b);
    bool good = false;

    read_words(&w, b);
    if (!w.failed && find_prefix(&w, b)) {
        if (!b->target_count)
            for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
                b->targets[b->target_count++] = levels[i];
        good = find_exports(b) && write_files(b);
    }
    build_free_exports(b);
    free(b->folder);
    free(b->prefix);
    free(b);
    return w.failed ? EXIT_USAGE : good ? EXIT_DONE : EXIT_FAILED;
}

const command command_build = {
    .name = "build",
    .summary = "make a C library and a bundle of a file's functions",
    .run = run,
    .help =
        "usage: portkern build FILE -o libNAME [--export 'FUNCTION: "
        "SIGNATURE']...\n\n"
        "Writes libNAME.so, a C function NAME_FUNCTION for each export; "
        "NAME.h, which\n"
        "declares them; NAME.pkb, a bundle that programs with portkern open; "
        "and NAME.pc\n"
        "for pkg-config. The library needs libportkern_rt and no Python, "
        "source or compiler.\n\n"
        "  --export 'norm: f8(f8[:], i8)'\n"
        "                   a function with @njit, or a kernel, and its "
        "types;\n"
        "                   'other_name=norm: ...' gives it another name in C\n"
        "  --path FOLDER    where to look for imports, too\n"
        "  --target LIST    processors that the code is for: x86-64, "
        "x86-64-v2 to -v4,\n"
        "                   aarch64; the best that a machine has is taken "
        "there. Kernels\n"
        "                   and parallel loops also for sm_XY (PTX), threads "
        "and block\n"
        "                   (OpenCL C). Default:\n"
        "                   x86-64-v2,x86-64-v3,x86-64-v4, or aarch64\n"
        "  --static         the library has portkern's runtime in it, and "
        "needs "
        "no other file\n"
        "  --bundle-only    write NAME.pkb alone, for which no C compiler is "
        "needed\n"
        "  --keep-source    keep NAME_portkern.c\n",
};
