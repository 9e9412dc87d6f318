/* SPDX-License-Identifier: Apache-2.0 */
/* portkern check: what scripts use, where they run, and what is wrong with
 * them.
 */
#include "tools/check/check.h"
#include "tools/source.h"

#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

/* --accept partial,unknown,unseen,nothing: statuses that are none. */
static void read_accepted(words *w, check_args *out) {
    static const struct {
        const char *name;
        int status;
    } rows[] = {{"partial", EXIT_PARTLY},
                {"unknown", EXIT_UNKNOWN},
                {"unseen", EXIT_UNSEEN},
                {"nothing", EXIT_NOTHING}};
    const char *list = words_value(w, "--accept");
    size_t count = sizeof rows / sizeof *rows, i, length;

    for (; list && *list && !w->failed;
         list += length + (list[length] == ',')) {
        length = strcspn(list, ",");
        for (i = 0; i < count; i++)
            if (strlen(rows[i].name) == length &&
                !strncmp(list, rows[i].name, length))
                break;
        if (i < count)
            out->accepted |= 1u << rows[i].status;
        else
            words_fail(w,
                       "--accept takes partial, unknown, unseen and "
                       "nothing, got '%.*s'",
                       (int)length, list);
    }
}

static void read_words(words *w, check_args *out) {
    const char *word;

    while ((word = words_next(w))) {
        if (!word_is_option(word))
            out->paths[out->path_count++] = word;
        else if (words_function(w, word, &out->request.function,
                                &out->request.signature))
            continue;
        else if (!strcmp(word, "--backend"))
            out->request.backends = words_value(w, word);
        else if (!strcmp(word, "--accept"))
            read_accepted(w, out);
        else if (!strcmp(word, "--perf"))
            out->request.perf = 1;
        else if (!strcmp(word, "--json"))
            out->json = true;
        else if (!strcmp(word, "--sarif"))
            out->sarif = true;
        else if (!strcmp(word, "--all"))
            out->all = true;
        else
            words_fail(w, "no option '%s'", word);
    }
    if (!w->failed && !out->path_count)
        words_fail(w, "needs a FILE or FOLDER");
    if (!w->failed && out->json && out->sarif)
        words_fail(w, "takes one of --json and --sarif");
}

/* ---- one file ---- */

typedef struct checking {
    check_args *args;
    pk_context *ctx;
    outcome all;
    size_t printed; /* files of which something is printed */
    bool several;
    int usage; /* EXIT_USAGE: the request fits no file */
} checking;

static pk_status open_file(pk_context *ctx, const char *file, pk_module **out,
                           pk_error *err) {
    pk_status status;
    char *text;

    if (!markdown_is(file))
        return source_open(ctx, file, out, err);
    text = markdown_read(file, err);
    if (!text)
        return err->status;
    do /* blocks that are no Python say nothing of the others */
        status = source_open_text(ctx, file, text, out, err);
    while (status == PK_SYNTAX && err->line &&
           markdown_drop(text, file, err->line));
    free(text);
    return status;
}

static void print(checking *c, const char *file, const pk_checked *checked,
                  const pk_diagnostics *list, bool nothing) {
    if (c->args->sarif) {
        check_print_sarif(list, !c->printed);
        c->printed += pk_diagnostics_count(list) != 0;
    } else if (c->args->json) {
        printf("%s", c->printed++ ? ",\n" : "");
        check_print_json(file, checked, list);
    } else if (!nothing || !c->several) {
        check_print_text(c->args, file, checked, list);
        c->printed++;
    }
}

/* A source that is no Python: its diagnostics are all there is to say. */
static void print_broken(checking *c, const char *file, const pk_error *err) {
    pk_diagnostics *list = NULL;

    c->all.files++;
    c->all.errors++;
    if ((!c->args->json && !c->args->sarif) ||
        pk_context_diagnostics(c->ctx, &list, NULL) != PK_OK) {
        print_failure(c->ctx, NULL, err);
        return;
    }
    print(c, file, NULL, list, false);
    pk_diagnostics_release(list);
}

/* -s without -k is the signature of the last kernel. */
static void choose_function(const pk_module *mod, pk_check_request *request) {
    pk_error err;

    if (!request->signature || request->function)
        return;
    for (size_t i = 0; i < pk_module_function_count(mod); i++) {
        pk_function_desc desc = PK_INIT(pk_function_desc);
        pk_module_function(mod, i, &desc, &err);
        if (desc.kind == PK_FUNCTION_kernel)
            request->function = desc.name;
    }
}

static void check_file(checking *c, const char *file) {
    pk_check_request request = c->args->request;
    const pk_diagnostics *list;
    pk_checked *checked = NULL;
    pk_module *mod = NULL;
    pk_error err = {0};
    pk_status status;
    outcome o;

    if (open_file(c->ctx, file, &mod, &err) != PK_OK) {
        print_broken(c, file, &err);
        return;
    }
    choose_function(mod, &request);
    status = pk_module_check(mod, &request, &checked, &err);
    if (status == PK_OK) {
        list = pk_checked_diagnostics(checked);
        o = check_outcome(checked, list);
        print(c, file, checked, list, check_is_nothing(&o));
        check_add_outcome(&c->all, &o);
    } else {
        print_failure(c->ctx, mod, &err);
        c->all.errors++;
        c->usage |= status == PK_BAD_ARG ? EXIT_USAGE : 0;
    }
    pk_checked_release(checked);
    pk_module_release(mod);
}

/* ---- the command ---- */

static int check_files(check_args *args, pk_context *ctx,
                       const source_list *sources) {
    checking c = {.args = args,
                  .ctx = ctx,
                  .several = sources->folders || sources->count > 1};

    if (args->sarif)
        check_begin_sarif();
    else if (args->json && c.several)
        printf("{\"files\": [\n");
    for (size_t i = 0; i < sources->count && !c.usage; i++)
        check_file(&c, sources->files[i]);
    if (args->sarif)
        check_end_sarif();
    else if (args->json)
        printf(c.several ? "\n]}\n" : c.printed ? "\n" : "");
    else if (c.several && !c.usage)
        check_print_total(args, &c.all);
    return c.usage ? c.usage : check_exit(&c.all, args->accepted);
}

static int check_paths(words *w, check_args *args) {
    source_list sources;
    pk_context *ctx;
    int status = EXIT_FAILED;
    pk_error err;

    if (!sources_find(args, &sources)) {
        sources_free(&sources);
        return EXIT_FAILED;
    }
    if ((args->request.function || args->request.signature) &&
        (sources.folders || sources.count > 1)) {
        words_fail(w, "-k and -s are of one FILE");
        status = EXIT_USAGE;
    } else {
        ctx = context_open(NULL, PK_CONTEXT_no_device, &err);
        if (ctx)
            status = context_close(ctx, check_files(args, ctx, &sources));
    }
    sources_free(&sources);
    return status;
}

static int check(int argc, char **argv) {
    words w = words_from(argc, argv);
    check_args args = {.request.struct_size = sizeof args.request};
    int status = EXIT_USAGE;

    args.paths = malloc((size_t)argc * sizeof *args.paths);
    if (!args.paths)
        return EXIT_FAILED;
    read_words(&w, &args);
    if (!w.failed)
        status = check_paths(&w, &args);
    free(args.paths);
    return status;
}

const command command_check = {
    .name = "check",
    .summary = "what scripts use, where they run, what is wrong with them",
    .run = check,
    .help =
        "usage: portkern check FILE|FOLDER... [-k NAME] [-s SIGNATURE] [--all] "
        "[--perf]\n"
        "\n"
        "Goes through every kernel and device function of scripts: what it is\n"
        "made of, whether it compiles for each backend, and what it does that\n"
        "may not be meant; and what host code uses of Numba. Runs nothing and\n"
        "needs no device. Of a folder all .py files are checked, of a "
        "Markdown\n"
        "file its Python blocks. Types come from the signatures of "
        "decorators,\n"
        "from launches in the script whose arguments can be seen to be\n"
        "np.zeros(n, np.float32) and the like, or from -s; else they are\n"
        "guessed. The exit status is the least that applies: 1 when there is\n"
        "an error, as a kernel that no backend can have; 3 when some backend\n"
        "cannot have a kernel, 4 when types or values of one are not known, 5\n"
        "when a use of cuda.jit cannot be followed, 6 when there was nothing\n"
        "to check.\n"
        "\n"
        "  -k NAME          this function only\n"
        "  -s SIGNATURE     its types, as in portkern emit: \"f32[:], i64\"\n"
        "  --path FOLDER    where to look for what a file imports, too; may "
        "be\n"
        "                   given several times\n"
        "  --backend LIST   of cpu,opencl,cuda,interp, which is the default\n"
        "  --accept LIST    of partial,unknown,unseen,nothing: these count as\n"
        "                   good (statuses 3, 4, 5 and 6)\n"
        "  --perf           say what could be faster, too\n"
        "  --all            each construct with its verdict per backend, not\n"
        "                   only those refused\n"
        "  --json           for machines; docs/cli.md has the fields\n"
        "  --sarif          the same as SARIF 2.1.0, for code review\n",
};
