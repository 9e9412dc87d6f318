/* SPDX-License-Identifier: Apache-2.0 */
/* The system's C compiler, $CC or cc, makes the library. */
#include "tools/build/build.h"

#include <dlfcn.h>
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 64 };

/* The words of a command. */
typedef struct command_line {
    char *words[WORDS + 1];
    size_t count;
} command_line;

static void add(command_line *c, char *word) {
    if (c->count < WORDS)
        c->words[c->count++] = word;
    else
        free(word);
}

/* The words of $CC, "ccache gcc". */
static void add_compiler(command_line *c) {
    const char *cc = getenv("CC"), *at = cc && *cc ? cc : "cc";

    while (*at) {
        const size_t length = strcspn(at, " ");
        if (length)
            add(c, build_format("%.*s", (int)length, at));
        at += length + strspn(at + length, " ");
    }
}

/* Wheels of Python hold no links, such as libportkern_rt.so. */
static const char shared_runtime[] = "libportkern_rt.so.0";
static const char static_runtime[] = "libportkern_static.a";

/* The folder of this library, beside which are libportkern_rt and, there or a
 * folder or two up, the headers. */
static pk_status own_folder(char **out, pk_error *err) {
    Dl_info info;
    const char *slash;

    if (!dladdr((void *)(uintptr_t)pk_version, &info) || !info.dli_fname ||
        !(slash = strrchr(info.dli_fname, '/')))
        return fail_with(err, PK_IO,
                         "libportkern does not find its own folder");
    *out = build_format("%.*s", (int)(slash - info.dli_fname), info.dli_fname);
    return PK_OK;
}

static void add_headers(command_line *c, const char *folder) {
    static const char *const places[] = {"include", "../include",
                                         "../../include"};

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char *path = build_format("%s/%s/portkern/host.h", folder, places[i]);
        if (access(path, R_OK) == 0) {
            free(path);
            add(c, build_format("-I%s/%s", folder, places[i]));
            return;
        }
        free(path);
    }
}

static pk_status check_runtime(const char *folder, const char *runtime,
                               pk_error *err) {
    char *path = build_format("%s/%s", folder, runtime);
    const bool there = access(path, R_OK) == 0;

    free(path);
    return there ? PK_OK
                 : fail_with(err, PK_IO,
                             "there is no %s beside libportkern in %s, which "
                             "the library links: %s, or write the bundle alone "
                             "with --bundle-only",
                             runtime, folder,
                             runtime == static_runtime
                                 ? "install portkern by meson"
                                 : "install portkern again");
}

/* The runtime, of which a static one is no part of what the library offers. */
static void add_runtime(command_line *c, const char *folder,
                        const char *runtime) {
    static const char *const hidden[] = {"-Wl,--exclude-libs,ALL",
                                         "-Wl,--gc-sections", "-lm", "-ldl"};

    if (runtime == shared_runtime)
        add(c, build_format("-Wl,-rpath,$ORIGIN:%s", folder));
    add(c, build_format("-L%s", folder)); /* behind those of $CC */
    add(c, build_format("-l:%s", runtime));
    for (size_t i = 0;
         runtime == static_runtime && i < sizeof hidden / sizeof *hidden; i++)
        add(c, build_format("%s", hidden[i]));
}

static pk_status run(const command_line *c, pk_error *err) {
    int state = 0;
    pid_t child;
    int fault =
        posix_spawnp(&child, c->words[0], NULL, NULL, c->words, environ);

    if (fault == ENOENT)
        return fail_with(err, PK_IO,
                         "there is no C compiler '%s' to make the library: "
                         "install one, name it in CC, or write the bundle "
                         "alone with --bundle-only",
                         c->words[0]);
    if (fault)
        return fail_with(err, PK_IO, "cannot run %s: %s", c->words[0],
                         strerror(fault));
    while (waitpid(child, &state, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(state) && WEXITSTATUS(state) == 0
               ? PK_OK
               : fail_with(err, PK_IO, "%s did not make the library",
                           c->words[0]);
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

pk_status build_link(const build *b, const char *source, const char *library,
                     pk_error *err) {
    const char *runtime = b->is_static ? static_runtime : shared_runtime;
    command_line c = {.count = 0};
    pk_status status;
    char *folder = NULL;

    status = own_folder(&folder, err);
    if (status == PK_OK)
        status = check_runtime(folder, runtime, err);
    if (status != PK_OK) {
        free(folder);
        return status;
    }
    add_compiler(&c);
    for (const char *const *word =
             (const char *const[]){"-std=gnu11", "-O2", "-fPIC", "-shared",
                                   "-fvisibility=default", "-pthread",
                                   "-Wl,-z,nodelete", "-Wl,-z,defs", NULL};
         *word; word++)
        add(&c, build_format("%s", *word));
    add(&c, build_format("-I%s", *b->folder ? b->folder : "."));
    add_headers(&c, folder);
    add(&c, build_format("-Wl,-soname,%s", name_of(library)));
    add(&c, build_format("-o"));
    add(&c, build_format("%s", library));
    add(&c, build_format("%s", source));
    add_runtime(&c, folder, runtime);
    status = run(&c, err);
    for (size_t i = 0; i < c.count; i++)
        free(c.words[i]);
    free(folder);
    return status;
}
