/* SPDX-License-Identifier: Apache-2.0 */
/* C to a shared object, by the system's compiler in a folder of its own, and
 * that into the process. The object is also the binary that the cache keeps,
 * behind a head by which damage shows: what is not ours must not be opened. */
#include "cc.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef struct head {
    char magic[16];
    uint64_t hash; /* FNV-1a of the object */
} head;

static const char magic[16] = "portkern cc 1";

/* The table at the end of each artifact, see emit.c. */
typedef struct kernel_row {
    const char *name;
    void (*run)(const void *params, const cc_place *at);
} kernel_row;

static uint64_t hash_of(const char *bytes, size_t size) {
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211u;
    return hash;
}

/* ---- files of the folder ---- */

static const char *const names[] = {"kernels.c", "kernels.so", "words"};

enum { SOURCE, OBJECT, WORDS, FILES };

typedef struct folder {
    char path[PATH_MAX - 32];
    char file[FILES][PATH_MAX];
} folder;

static pk_status make_folder(const pk_host *host, folder *f, pk_error *err) {
    const char *parent = host->option(host->self, "TMPDIR");

    snprintf(f->path, sizeof f->path, "%s/portkern-cc-XXXXXX",
             parent ? parent : "/tmp");
    if (!mkdtemp(f->path))
        return cc_fail(err, PK_IO, "cannot make the folder %.200s", f->path);
    for (int i = 0; i < FILES; i++)
        snprintf(f->file[i], sizeof f->file[i], "%s/%s", f->path, names[i]);
    return PK_OK;
}

static void remove_folder(const folder *f) {
    for (int i = 0; i < FILES; i++)
        unlink(f->file[i]);
    rmdir(f->path);
}

static pk_status write_file(const char *path, const void *bytes, size_t size,
                            pk_error *err) {
    FILE *file = fopen(path, "wb");
    const bool written = file && fwrite(bytes, 1, size, file) == size;

    if ((file && fclose(file) != 0) || !written)
        return cc_fail(err, PK_IO, "cannot write %.200s", path);
    return PK_OK;
}

/* The object, behind its head. */
static pk_status read_object(const pk_host *host, const folder *f, pk_mod *mod,
                             pk_error *err) {
    FILE *file = fopen(f->file[OBJECT], "rb");
    struct stat is;
    head h = {.hash = 0};
    size_t size = 0;

    if (file && fstat(fileno(file), &is) == 0)
        size = (size_t)is.st_size;
    mod->size = sizeof h + size;
    mod->bytes = cc_take(host, mod->size + 1, err);
    if (mod->bytes && file)
        size = fread(mod->bytes + sizeof h, 1, size, file);
    if (file)
        fclose(file);
    if (!mod->bytes)
        return PK_NO_MEMORY;
    if (!file || sizeof h + size != mod->size)
        return cc_fail(err, PK_IO, "cannot read %.200s", f->file[OBJECT]);
    memcpy(h.magic, magic, sizeof magic);
    h.hash = hash_of(mod->bytes + sizeof h, size);
    memcpy(mod->bytes, &h, sizeof h);
    return PK_OK;
}

/* ---- compiling ---- */

/* Runs the compiler: whether it was there and satisfied. -O2 keeps what the
 * language promises: no operations are fused, integers wrap. */
static bool run_compiler(const pk_host *host, folder *f) {
    const char *cc = host->option(host->self, "CC");
    char *const args[] = {(char *)(cc ? cc : "cc"),
                          "-std=gnu11",
                          "-O2",
                          "-w",
                          "-shared",
                          "-fPIC",
                          "-ffp-contract=off",
                          "-fno-math-errno",
                          "-fno-strict-aliasing",
                          "-fwrapv",
                          f->file[SOURCE],
                          "-o",
                          f->file[OBJECT],
                          "-lm",
                          NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status, failed;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, f->file[WORDS],
                                     O_WRONLY | O_CREAT, 0600);
    failed = posix_spawnp(&child, args[0], &actions, NULL, args, environ);
    posix_spawn_file_actions_destroy(&actions);
    return !failed && waitpid(child, &status, 0) == child &&
           WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static pk_status compile(const pk_host *host, folder *f,
                         const pk_artifact *artifact, pk_mod *mod,
                         pk_error *err) {
    pk_status status =
        write_file(f->file[SOURCE], artifact->bytes, artifact->size, err);
    char words[512] = "there is no compiler; CC may name one";
    FILE *file;

    if (status != PK_OK)
        return status;
    if (run_compiler(host, f))
        return read_object(host, f, mod, err);
    file = fopen(f->file[WORDS], "rb");
    if (file) {
        size_t length = fread(words, 1, sizeof words - 1, file);

        if (length)
            words[length] = '\0';
        fclose(file);
    }
    return cc_fail(err, PK_COMPILE, "cc: %s", words);
}

/* ---- the binary from a cache ---- */

static pk_status take_binary(const pk_host *host, const folder *f,
                             const pk_artifact *artifact, pk_mod *mod,
                             pk_error *err) {
    const char *bytes = artifact->bytes;
    head h;

    if (artifact->size < sizeof h)
        return cc_fail(err, PK_BAD_ARG, "the binary is cut off");
    memcpy(&h, bytes, sizeof h);
    if (memcmp(h.magic, magic, sizeof magic) != 0 ||
        h.hash != hash_of(bytes + sizeof h, artifact->size - sizeof h))
        return cc_fail(err, PK_BAD_ARG, "the binary is damaged");
    mod->bytes = cc_take(host, artifact->size + 1, err);
    if (!mod->bytes)
        return PK_NO_MEMORY;
    mod->size = artifact->size;
    memcpy(mod->bytes, bytes, mod->size);
    return write_file(f->file[OBJECT], bytes + sizeof h, mod->size - sizeof h,
                      err);
}

/* ---- opening ---- */

static pk_status open_library(const folder *f, pk_mod *mod, pk_error *err) {
    const kernel_row *row = NULL;

    mod->library = dlopen(f->file[OBJECT], RTLD_NOW | RTLD_LOCAL);
    if (mod->library)
        row = dlsym(mod->library, "cc_kernels");
    if (!row)
        return cc_fail(err, PK_COMPILE, "cannot open the object: %.500s",
                       dlerror());
    while (row[mod->fun_count].name)
        mod->fun_count++;
    mod->funs =
        cc_take(mod->dev->host, (mod->fun_count + 1) * sizeof *mod->funs, err);
    for (uint32_t i = 0; mod->funs && i < mod->fun_count; i++)
        mod->funs[i] = (pk_fun){row[i].name, row[i].run};
    return mod->funs ? PK_OK : PK_NO_MEMORY;
}

pk_status cc_module_load(pk_dev *dev, const pk_artifact *artifact,
                         const pk_entry *entries, uint32_t entry_count,
                         pk_mod **out, pk_error *err) {
    const pk_host *host = dev->host;
    pk_mod *mod = cc_take(host, sizeof *mod, err);
    folder f;
    pk_status status;

    (void)entries, (void)entry_count; /* the object has a table of its own */
    if (!mod)
        return PK_NO_MEMORY;
    mod->dev = dev;
    status = make_folder(host, &f, err);
    if (status == PK_OK) {
        if (strcmp(artifact->format, "c") == 0)
            status = compile(host, &f, artifact, mod, err);
        else if (strcmp(artifact->format, "cc-object") == 0)
            status = take_binary(host, &f, artifact, mod, err);
        else
            status = cc_fail(err, PK_BAD_ARG, "the plugin cc loads no %s",
                             artifact->format);
        if (status == PK_OK)
            status = open_library(&f, mod, err);
        remove_folder(&f);
    }
    if (status == PK_OK)
        *out = mod;
    else
        cc_module_free(mod);
    return status;
}

void cc_module_free(pk_mod *mod) {
    const pk_host *host;

    if (!mod)
        return;
    host = mod->dev->host;
    cc_give(host, mod->funs, (mod->fun_count + 1) * sizeof *mod->funs);
    if (mod->library)
        dlclose(mod->library);
    cc_give(host, mod->bytes, mod->size + 1);
    cc_give(host, mod, sizeof *mod);
}

pk_status cc_module_binary(pk_mod *mod, pk_artifact *out, pk_error *err) {
    memset(out, 0, sizeof *out);
    out->struct_size = sizeof *out;
    snprintf(out->format, sizeof out->format, "cc-object");
    out->bytes = cc_take(mod->dev->host, mod->size + 1, err);
    if (!out->bytes)
        return PK_NO_MEMORY;
    memcpy(out->bytes, mod->bytes, mod->size);
    out->size = mod->size;
    return PK_OK;
}

pk_status cc_function(pk_mod *mod, const char *name, pk_fun **out,
                      pk_error *err) {
    for (uint32_t i = 0; i < mod->fun_count; i++)
        if (strcmp(mod->funs[i].name, name) == 0) {
            *out = &mod->funs[i];
            return PK_OK;
        }
    return cc_fail(err, PK_NAME, "the module has no kernel %.100s", name);
}
