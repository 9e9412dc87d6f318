/* SPDX-License-Identifier: Apache-2.0 */
/* portkern emit: shows what the compiler makes of a kernel, stage by stage. */
#include "tools/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct emit_args {
    const char *file, *out, *list;
    pk_emit_request request;
    bool time;
} emit_args;

#define STAGE(name, backend, target) " " #name
static const char STAGES[] = ""
#include "portkern/stages.def"
    ;
#undef STAGE

static bool is_stage(const char *word) {
#define STAGE(name, backend, target)                                           \
    if (!strcmp(word, #name))                                                  \
        return true;
#include "portkern/stages.def"
#undef STAGE
    return false;
}

static void read_words(words *w, emit_args *out) {
    const char *word;

    while ((word = words_next(w))) {
        if (!word_is_option(word))
            words_file(w, word, &out->file);
        else if (words_function(w, word, &out->request.kernel,
                                &out->request.signature))
            continue;
        else if (!strcmp(word, "--to"))
            out->request.stage = words_value(w, word);
        else if (!strcmp(word, "--target"))
            out->request.target = words_value(w, word);
        else if (!strcmp(word, "-o") || !strcmp(word, "--output"))
            out->out = words_value(w, word);
        else if (!strcmp(word, "--list"))
            out->list = words_value(w, word);
        else if (!strcmp(word, "--lines"))
            out->request.debug_lines = 1;
        else if (!strcmp(word, "--time"))
            out->time = true;
        else if (!strcmp(word, "--block"))
            words_dims(w, word, 1024, out->request.block);
        else if (!strcmp(word, "--grid"))
            words_dims(w, word, UINT32_MAX, out->request.grid);
        else if (!strcmp(word, "--shared"))
            out->request.has_shared =
                words_number(w, word, UINT32_MAX, &out->request.shared_bytes);
        else
            words_fail(w, "no option '%s'", word);
    }
    if (w->failed)
        return;
    if (out->list) {
        if (w->argc > 3 || out->file)
            words_fail(w, "--list FILE and other words exclude each other");
        return;
    }
    if (!out->file)
        words_fail(w, "needs a FILE");
    else if (!out->request.stage)
        words_fail(w, "needs --to STAGE: one of%s", STAGES);
    else if (!is_stage(out->request.stage) && !out->request.target)
        words_fail(w, "no stage '%s'; there are%s", out->request.stage, STAGES);
}

/* The only kernel of a module may go unnamed. */
static pk_status find_kernel(pk_module *mod, emit_args *args, pk_error *err) {
    const char *found = NULL;

    if (args->request.kernel)
        return PK_OK;
    for (size_t i = 0; i < pk_module_function_count(mod); i++) {
        pk_function_desc desc = PK_INIT(pk_function_desc);
        if (pk_module_function(mod, i, &desc, err) != PK_OK)
            return err->status;
        if (desc.kind != PK_FUNCTION_kernel)
            continue;
        if (found)
            return fail_with(
                err, PK_BAD_ARG,
                "%s has several kernels, %s and %s among them; say "
                "which with -k NAME",
                args->file, found, desc.name);
        found = desc.name;
    }
    if (!found)
        return fail_with(err, PK_NAME, "%s has no kernel", args->file);
    args->request.kernel = found;
    return PK_OK;
}

static pk_status write_output(const emit_args *args, pk_emission *emission,
                              pk_error *err) {
    size_t size;
    const char *data = pk_emission_data(emission, &size);
    FILE *file = args->out ? fopen(args->out, "wb") : stdout;
    bool good;

    if (!file)
        return fail_with(err, PK_IO, "cannot write %s: %s", args->out,
                         strerror(errno));
    good = fwrite(data, 1, size, file) == size;
    good &= (args->out ? fclose(file) : fflush(file)) == 0;
    return good ? PK_OK
                : fail_with(err, PK_IO, "cannot write %s: %s",
                            args->out ? args->out : "the output",
                            strerror(errno));
}

static void print_times(pk_emission *emission) {
    const char *stage;
    uint64_t ns, total = 0;

    for (size_t i = 0; pk_emission_timing(emission, i, &stage, &ns); i++) {
        fprintf(stderr, "%-12s%8.3f\n", stage, (double)ns / 1e6);
        total += ns;
    }
    fprintf(stderr, "%-12s%8.3f\n", "total", (double)total / 1e6);
}

/* One emission; what is wrong with it is printed. */
static pk_status emit_one(pk_context *ctx, open_modules *modules,
                          emit_args *args, pk_error *err) {
    pk_module *mod = NULL;
    pk_emission *emission = NULL;
    pk_status status = modules_open(modules, ctx, args->file, &mod, err);

    if (status == PK_OK)
        status = find_kernel(mod, args, err);
    if (status == PK_OK)
        status = pk_emit(mod, &args->request, &emission, err);
    if (status == PK_OK)
        status = write_output(args, emission, err);
    if (status != PK_OK)
        print_failure(ctx, mod, err);
    else if (args->time)
        print_times(emission);
    pk_emission_release(emission);
    return status;
}

/* One line of a list, which is cut into words. */
static bool emit_line(pk_context *ctx, open_modules *modules, int number,
                      char *line) {
    char *argv[LIST_WORDS + 1] = {(char *)"emit"};
    words w = words_from_line(line, argv, LIST_WORDS);
    emit_args args = {.request.struct_size = sizeof args.request};
    pk_error err;
    pk_status status;

    read_words(&w, &args);
    if (!w.failed && args.list)
        words_fail(&w, "a list may not hold --list");
    if (w.failed)
        status = fail_with(&err, PK_BAD_ARG, "%s", w.message);
    else
        status = emit_one(ctx, modules, &args, &err);
    return list_say(number, args.request.kernel, status, &err);
}

static int emit_list(pk_context *ctx, open_modules *modules, const char *path) {
    FILE *file = list_open(path);
    int number = 0, failed = !file, count = 0;
    char *line;

    while (file && (count = list_read(file, &line, 1)) > 0) {
        failed |= !emit_line(ctx, modules, number++, line);
        free(line);
    }
    failed |= count < 0;
    if (file)
        fclose(file);
    return failed ? EXIT_FAILED : EXIT_DONE;
}

static int emit(int argc, char **argv) {
    words w = words_from(argc, argv);
    emit_args args = {.request.struct_size = sizeof args.request};
    open_modules modules = {0};
    pk_context *ctx;
    pk_status status;
    pk_error err;
    int exit_status;

    read_words(&w, &args);
    if (w.failed)
        return EXIT_USAGE;
    ctx = context_open(NULL, PK_CONTEXT_no_device, &err);
    if (!ctx)
        return EXIT_FAILED;
    if (args.list) {
        exit_status = emit_list(ctx, &modules, args.list);
    } else {
        status = emit_one(ctx, &modules, &args, &err);
        /* PK_BAD_ARG: a signature or a target that cannot be read. */
        exit_status = status == PK_OK        ? EXIT_DONE
                      : status == PK_BAD_ARG ? EXIT_USAGE
                                             : EXIT_FAILED;
    }
    modules_close(&modules);
    return context_close(ctx, exit_status);
}

const command command_emit = {
    .name = "emit",
    .summary = "show any stage of the compiler: IR, PTX, OpenCL C, ...",
    .run = emit,
    .help =
        "usage: portkern emit FILE -k KERNEL -s SIGNATURE --to STAGE\n"
        "       portkern emit --list FILE\n\n"
        "Compiles one kernel for one signature and prints a stage. Needs no "
        "device.\n\n"
        "  -k NAME          the kernel; may be left out when there is one\n"
        "  -s SIGNATURE     argument types as Numba writes them: \"f32[:], "
        "f64[::1], i64\"\n"
        "                   ([:] any strides, [::1] C order, [::1,:] Fortran "
        "order);\n"
        "                   (f32, i64) a tuple; and by names of the file "
        "Point(f32, f32)\n"
        "                   a named tuple, Color an enumeration, REC[:] "
        "records\n"
        "  --to STAGE       ast types ir loops passes ptx opencl llvm asm "
        "vectors\n"
        "  --path FOLDER    where to look for imports, too\n"
        "  --target T       sm_XY (ptx; default sm_75); threads, subgroups, "
        "lanes, block,\n"
        "                   wide (opencl; default threads); native or a CPU's "
        "name "
        "(llvm, asm,\n"
        "                   vectors);\n"
        "                   any of these for passes\n"
        "  --block B, --grid G, --shared BYTES\n"
        "                   the launch to compile for, where shapes in the "
        "kernel are its\n"
        "  --lines          keep source lines in PTX\n"
        "  --time           print milliseconds per stage and in total to "
        "stderr\n"
        "  -o FILE          write there\n"
        "  --list FILE      one emission a line, all in one process: prints "
        "`ok N KERNEL`\n"
        "                   or `FAIL N KERNEL: why` behind each and goes on\n",
};
