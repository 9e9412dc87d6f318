/* SPDX-License-Identifier: Apache-2.0 */
/* portkern run: launches kernels with arrays from files. */
#include "tools/fault.h"
#include "tools/launch_args.h"
#include "tools/list.h"
#include "tools/result.h"

#include <stdlib.h>

typedef struct session {
    pk_context *ctx;
    pk_queue *queue;
    open_modules modules;
} session;

/* An exit status. */
static int open_session(session *s, const char *backend) {
    pk_error err;

    memset(s, 0, sizeof *s);
    s->ctx = context_open(backend, 0, &err);
    if (!s->ctx) /* PK_BAD_ARG: the option's list; a variable's is another */
        return backend && err.status == PK_BAD_ARG ? EXIT_USAGE : EXIT_FAILED;
    if (pk_queue_create(s->ctx, &s->queue, &err) != PK_OK) {
        print_failure(s->ctx, NULL, &err);
        pk_context_release(s->ctx);
        return EXIT_FAILED;
    }
    return EXIT_DONE;
}

/* Its exit status, `exit_status` if all went well. */
static int close_session(session *s, int exit_status) {
    fflush(stdout); /* closing may wait for a compile in the background */
    modules_close(&s->modules);
    pk_queue_release(s->queue);
    return context_close(s->ctx, exit_status);
}

/* Says that a kernel needs a grid, where the name is a kernel's. */
static pk_status find_function(pk_module *mod, const char *name,
                               pk_host_function **out, pk_error *err) {
    pk_status status = pk_module_host_function(mod, name, out, err);
    pk_kernel *kernel;

    if (status == PK_OK || pk_module_kernel(mod, name, &kernel, NULL) != PK_OK)
        return status;
    pk_kernel_release(kernel);
    return fail_with(err, PK_BAD_ARG,
                     "%s is a kernel: a launch needs --grid and --block", name);
}

/* One call of a function of the host; its result is printed. */
static pk_status call(session *s, launch_args *args, pk_error *err) {
    static pk_arg bound[MAX_ARGS]; /* large, and one at a time */
    pk_function_desc desc = PK_INIT(pk_function_desc);
    pk_result result = {.kind = PK_RESULT_NONE};
    pk_host_function *fn = NULL;
    pk_module *mod;
    pk_status status;

    status = modules_open(&s->modules, s->ctx, args->file, &mod, err);
    if (status == PK_OK)
        status = find_function(mod, args->kernel, &fn, err);
    if (status == PK_OK)
        status = launch_args_load(s->ctx, args, err);
    if (status == PK_OK)
        status = pk_host_function_describe(fn, &desc, err);
    if (status == PK_OK)
        status = launch_args_bind_host(args, fn, bound, err);
    if (status == PK_OK) {
        fault_watch(args);
        status = pk_call(fn, bound, desc.param_count, &result, err);
        fault_unwatch();
    }
    if (status == PK_OK) {
        result_print(&result);
        status = launch_args_save(s->ctx, args, err);
    }
    pk_result_release(&result);
    pk_host_function_release(fn);
    return status;
}

/* One launch, waited for; then its outputs are saved. */
static pk_status launch(session *s, launch_args *args, pk_error *err) {
    static pk_arg bound[MAX_ARGS]; /* large, and one at a time */
    pk_function_desc desc = PK_INIT(pk_function_desc);
    pk_module *mod;
    pk_kernel *kernel = NULL;
    pk_status status, finished;
    pk_error later;

    if (launch_args_is_call(args))
        return call(s, args, err);
    status = modules_open(&s->modules, s->ctx, args->file, &mod, err);
    if (status == PK_OK)
        status = pk_module_kernel(mod, args->kernel, &kernel, err);
    if (status == PK_OK)
        status = launch_args_load(s->ctx, args, err);
    if (status == PK_OK)
        status = pk_kernel_describe(kernel, &desc, err);
    if (status == PK_OK)
        status = launch_args_bind(args, kernel, bound, err);
    fault_watch(args);
    if (status == PK_OK)
        status = pk_launch(s->queue, kernel, &args->config, bound,
                           desc.param_count, err);
    finished = pk_queue_finish(s->queue, &later);
    fault_unwatch();
    pk_queue_clear(s->queue, NULL);
    if (status == PK_OK && finished != PK_OK) {
        *err = later;
        status = finished;
    }
    if (status == PK_OK)
        status = launch_args_save(s->ctx, args, err);
    pk_kernel_release(kernel);
    return status;
}

static void print_notes(session *s, const launch_args *args) {
    pk_device_info device = PK_INIT(pk_device_info);

    if (pk_context_get_device(s->ctx, &device, NULL) == PK_OK)
        fprintf(stderr, "%s: ran on %s (%s)\n", args->kernel, device.backend,
                device.name);
}

static int run_one(launch_args *args) {
    session s;
    pk_error err;
    pk_status status;
    int exit_status;

    if (launch_args_is_call(args) && !args->backend &&
        !getenv("PORTKERN_BACKEND"))
        args->backend = "cpu,interp"; /* the devices that are the host */
    exit_status = open_session(&s, args->backend);
    if (exit_status != EXIT_DONE)
        return exit_status;
    status = launch(&s, args, &err);
    if (status != PK_OK)
        print_failure(s.ctx, modules_find(&s.modules, args->file), &err);
    else if (args->verbose)
        print_notes(&s, args);
    return close_session(&s, status == PK_OK ? EXIT_DONE : EXIT_FAILED);
}

/* ---- --list ---- */

enum {
    AHEAD = 32,              /* lines whose kernels are compiled together, */
    AHEAD_ELEMENTS = 1 << 22 /* fewer where their arrays are large */
};

/* Reads a line, which is cut into words and must stay. */
static pk_status read_line(char *line, launch_args *out, pk_error *err) {
    char *argv[LIST_WORDS + 1] = {(char *)"run"};
    words w = words_from_line(line, argv, LIST_WORDS);
    pk_status status;

    status = launch_args_read(&w, out, err);
    if (w.failed)
        fail_with(err, PK_BAD_ARG, "%s", w.message);
    else if (status == PK_OK && (out->list || out->backend))
        status = fail_with(err, PK_BAD_ARG, "a list may not hold %s",
                           out->list ? "--list" : "--backend");
    return status;
}

/* A line that is to come, as far as its kernel needs it. */
typedef struct ahead {
    char *words;
    launch_args args;
    pk_arg bound[MAX_ARGS];
    pk_kernel *kernel;
} ahead;

static bool look_ahead(session *s, const char *line, ahead *out,
                       pk_compile_request *request) {
    pk_function_desc desc = PK_INIT(pk_function_desc);
    pk_module *mod = NULL;
    pk_error err;

    out->words = strdup(line);
    if (!out->words || read_line(out->words, &out->args, &err) != PK_OK ||
        modules_open(&s->modules, s->ctx, out->args.file, &mod, &err) !=
            PK_OK ||
        pk_module_kernel(mod, out->args.kernel, &out->kernel, &err) != PK_OK ||
        launch_args_load(s->ctx, &out->args, &err) != PK_OK ||
        pk_kernel_describe(out->kernel, &desc, &err) != PK_OK ||
        launch_args_bind(&out->args, out->kernel, out->bound, &err) != PK_OK)
        return false;
    *request = PK_INIT(pk_compile_request, .kernel = out->kernel,
                       .config = &out->args.config, .args = out->bound,
                       .arg_count = desc.param_count);
    return true;
}

/* Compiles what lines need that are to come. Whatever is wrong with one of them
 * it will say itself; its files may not even be there yet. */
static void compile_ahead(session *s, char *const *lines, int count) {
    ahead *all = calloc(AHEAD, sizeof *all);
    pk_compile_request requests[AHEAD];
    size_t ready = 0, elements = 0;
    int seen = 0;

    for (; all && seen < count && elements < AHEAD_ELEMENTS; seen++) {
        ready += look_ahead(s, lines[seen], &all[seen], &requests[ready]);
        elements += launch_args_elements(&all[seen].args);
    }
    pk_kernels_compile(requests, ready, NULL);
    while (seen > 0) {
        ahead *a = &all[--seen];
        pk_kernel_release(a->kernel);
        launch_args_free(&a->args);
        free(a->words);
    }
    free(all);
}

/* One line of a list: its launch, and a status line. */
static bool run_line(session *s, int number, char *line) {
    static launch_args args; /* large, and one at a time */
    pk_error err;
    pk_status status = read_line(line, &args, &err);

    if (status == PK_OK)
        status = launch(s, &args, &err);
    list_say(number, args.kernel, status, &err);
    launch_args_free(&args);
    return status == PK_OK;
}

/* A finding on the device may have ended it for this context: then no queue
 * can be had, and the lines to come get a context of their own. An exit
 * status. */
static int go_on_after_failure(session *s, const char *backend) {
    pk_queue *queue;
    pk_error err;

    if (pk_queue_create(s->ctx, &queue, &err) == PK_OK) {
        pk_queue_release(queue);
        return EXIT_DONE;
    }
    close_session(s, EXIT_FAILED);
    return open_session(s, backend);
}

/* Every line of an open list. */
static int run_lines(FILE *file, const char *backend) {
    int number = 0, failed = 0, count = 0, exit_status;
    char *lines[AHEAD];
    session s;

    exit_status = open_session(&s, backend);
    while (exit_status == EXIT_DONE &&
           (count = list_read(file, lines, AHEAD)) > 0) {
        compile_ahead(&s, lines, count);
        for (int i = 0; i < count && exit_status == EXIT_DONE; i++) {
            if (run_line(&s, number++, lines[i]))
                continue;
            failed++;
            exit_status = go_on_after_failure(&s, backend);
        }
        while (count > 0)
            free(lines[--count]);
    }
    if (exit_status != EXIT_DONE)
        return exit_status;
    return close_session(&s, failed || count < 0 ? EXIT_FAILED : EXIT_DONE);
}

static int run_list(const char *path, const char *backend) {
    FILE *file = list_open(path);
    int exit_status;

    if (!file)
        return EXIT_FAILED;
    exit_status = run_lines(file, backend);
    fclose(file);
    return exit_status;
}

static int run(int argc, char **argv) {
    words w = words_from(argc, argv);
    static launch_args args;
    pk_error err;
    pk_status status = launch_args_read(&w, &args, &err);
    int exit_status;

    if (w.failed)
        exit_status = EXIT_USAGE;
    else if (status != PK_OK) {
        print_failure(NULL, NULL, &err);
        exit_status = EXIT_FAILED;
    } else if (args.list)
        exit_status = run_list(args.list, args.backend);
    else
        exit_status = run_one(&args);
    launch_args_free(&args);
    return exit_status;
}

const command command_run = {
    .name = "run",
    .summary = "launch a kernel, arrays from .npy files",
    .run = run,
    .help =
        "usage: portkern run FILE:KERNEL --grid G --block B [ARG...]\n"
        "       portkern run FILE:FUNCTION [ARG...]\n"
        "       portkern run --list FILE [--backend LIST]\n\n"
        "Launches one kernel of a .py file and waits for it; or calls a "
        "function with @njit,\n"
        "and prints its result.\n\n"
        "  ARG              2.0:f64  7:i64  True:bool  1+2j:c128  None\n"
        "                   @in.npy         an array from a file\n"
        "                   zeros:f32:100,200   a new array\n"
        "                   random:f32:100,200  one of random numbers\n"
        "                   states:100,7    random states: count, seed\n"
        "                   (1, (@a.npy,))  a tuple of these\n"
        "                   Point(1, 2)     one with the names of a class of "
        "the file\n"
        "                   Color.RED       a member of an enumeration of the "
        "file\n"
        "                   NAME=ARG        the parameter of that name\n"
        "  --grid, --block  x or x,y or x,y,z\n"
        "  --shared BYTES   dynamic shared memory of a block\n"
        "  --save I=FILE    write argument I (from 0) to a .npy file "
        "afterwards\n"
        "  --path FOLDER    where to look for imports, too\n"
        "  --backend LIST   where to run: cpu, opencl, opencl:pocl, cuda, "
        "interp, auto, or\n"
        "                   several with commas; default PORTKERN_BACKEND\n"
        "  --list FILE      one launch a line, all in one process: prints `ok "
        "N KERNEL` or\n"
        "                   `FAIL N KERNEL: why` for each and goes on\n"
        "  -v               say where it ran\n",
};
