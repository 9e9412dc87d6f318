/* SPDX-License-Identifier: Apache-2.0 */
/* portkern check: what a script uses, where it runs, and what is wrong with it;
 * portkern explain: what a code means. */
#include "tools/command.h"

#include <string.h>

typedef struct check_args {
    const char *file;
    pk_check_request request;
    bool json, all;
} check_args;

/* ---- as text ---- */

static const char *const verdicts[PK_VERDICT_COUNT] = {"no", "yes", "unknown"};

/* Word number `i` of a list, "opencl,cuda"; NULL behind the last. */
static const char *list_word(const char *list, size_t i, int *length) {
    for (; i && list; i--) {
        list = strchr(list, ',');
        list = list ? list + 1 : NULL;
    }
    *length = list ? (int)strcspn(list, ",") : 0;
    return list && *list ? list : NULL;
}

static bool is_in(const char *list, const char *name, int length) {
    const char *word;
    int found;

    for (size_t i = 0; (word = list_word(list, i, &found)); i++)
        if (found == length && !strncmp(word, name, (size_t)length))
            return true;
    return false;
}

/* "numba.cuda.grid" and "builtins.len" as scripts have them. */
static const char *short_name(const char *name) {
    static const char *const modules[] = {"numba.", "builtins."};

    for (size_t i = 0; i < 2; i++)
        if (!strncmp(name, modules[i], strlen(modules[i])))
            return name + strlen(modules[i]);
    return name;
}

static void print_place(const char *file, const pk_check_item *item) {
    printf("  %s:%u:%u", file, item->line, item->col);
    if (item->uses > 1)
        printf(" (%u times)", item->uses);
}

static void print_function(const char *file, const pk_check_item *item) {
    printf("%s:%u: %s %s", file, item->line, item->name, item->function);
    if (item->guessed && !item->detail[0])
        printf("\n"); /* what is wrong with it stands below */
    else if (item->verdict == PK_VERDICT_unknown && item->detail[0] &&
             item->function_kind == PK_FUNCTION_host)
        printf(": %s\n", item->detail);
    else if (item->guessed)
        printf(": its types are not known%s%s%s\n",
               item->detail[0] ? "; taken as (" : "", item->detail,
               item->detail[0] ? ")" : "");
    else if (item->verdict == PK_VERDICT_yes || item->detail[0] ||
             (item->verdict == PK_VERDICT_no &&
              item->function_kind == PK_FUNCTION_kernel))
        printf("(%s)\n", item->detail);
    else
        printf(item->function_kind == PK_FUNCTION_kernel
                   ? ": its types are not known\n"
                   : ": looked at where it is called\n");
}

/* Whether an error says why, below. */
static bool is_said(const pk_diagnostics *list, const pk_check_item *item) {
    char said[2048];

    for (size_t i = 0; i < pk_diagnostics_count(list); i++) {
        const pk_diagnostic *d = pk_diagnostics_get(list, i);
        snprintf(said, sizeof said, "%s%s%s", d->message, *d->hint ? "; " : "",
                 d->hint);
        if (d->severity == PK_SEVERITY_error && d->line == item->line &&
            d->col == item->col && strstr(said, item->detail))
            return true;
    }
    return false;
}

static void print_backend(const char *file, const pk_diagnostics *list,
                          const pk_check_item *item) {
    const char *with = item->verdict == PK_VERDICT_yes ? ", needs " : ": ";

    printf("    %-8s%s", item->name, verdicts[item->verdict]);
    if (item->verdict == PK_VERDICT_no && item->detail[0] &&
        is_said(list, item))
        printf(": see line %u below", item->line);
    else if (item->verdict == PK_VERDICT_no && item->detail[0])
        printf("  %s:%u:%u: %s", file, item->line, item->col, item->detail);
    else if (item->detail[0])
        printf("%s%s", with, item->detail);
    printf("\n");
}

/* Prints a construct that is refused, or missing on some backends. */
static void print_missing(const char *file, const pk_check_item *item) {
    if (item->verdict == PK_VERDICT_no)
        printf("    no  %s", short_name(item->name));
    else
        printf("    not on %s: %s", item->refused, short_name(item->name));
    print_place(file, item);
    printf("%s%s\n", item->detail[0] ? ": " : "", item->detail);
}

/* ---- a function's constructs ---- */

typedef struct constructs {
    const pk_check_item *first;
    size_t count;
} constructs;

static constructs constructs_at(const pk_checked *checked, size_t at) {
    const pk_check_item *item = pk_checked_get(checked, at);
    constructs found = {.first = item};

    while ((item = pk_checked_get(checked, at + found.count)) &&
           item->kind == PK_CHECK_CONSTRUCT)
        found.count++;
    return found;
}

/* A construct is only known to be there: a function that does not compile, or
 * whose types are unknown, may use it wrongly. */
static bool is_sound(const pk_check_item *fn) {
    return fn->verdict == PK_VERDICT_yes ||
           (fn->verdict == PK_VERDICT_unknown &&
            (fn->guessed || fn->function_kind != PK_FUNCTION_kernel));
}

static const pk_check_item *function_of(const pk_checked *checked, size_t at) {
    while (at && pk_checked_get(checked, at)->kind != PK_CHECK_FUNCTION)
        at--;
    return pk_checked_get(checked, at);
}

/* "9 constructs: 7 supported, 1 not on every backend, 1 refused", or where
 * something else is wrong "9 constructs: 1 refused; see the errors below" */
static void print_summary(const constructs *c, const pk_check_item *fn) {
    size_t some = 0, none = 0;

    for (size_t i = 0; i < c->count; i++) {
        none += c->first[i].verdict == PK_VERDICT_no;
        some += c->first[i].verdict != PK_VERDICT_no && c->first[i].refused[0];
    }
    printf("    %zu construct%s: ", c->count, c->count == 1 ? "" : "s");
    if (!is_sound(fn))
        printf(none ? "%zu refused" : "none refused", none);
    else if (some || none)
        printf("%zu supported", c->count - some - none);
    else
        printf("all supported");
    if (some)
        printf(", %zu not on every backend", some);
    if (none && is_sound(fn))
        printf(", %zu refused", none);
    printf(fn->verdict == PK_VERDICT_no ? "; see the errors below\n" : "\n");
}

static void print_row(const check_args *args, const pk_check_item *item,
                      const char *backends, int width) {
    const char *word;
    int length;

    printf("    %-*s", width, short_name(item->name));
    for (size_t i = 0; (word = list_word(backends, i, &length)); i++)
        printf("  %-*s", length < 3 ? 3 : length,
               item->verdict == PK_VERDICT_no ||
                       is_in(item->refused, word, length)
                   ? "no"
                   : "yes");
    print_place(args->file, item);
    printf("\n");
}

static void print_table(const check_args *args, const constructs *c) {
    const char *backends = args->request.backends, *word;
    int width = 10, length;

    backends = backends ? backends : "cpu,opencl,cuda,interp";
    for (size_t i = 0; i < c->count; i++)
        if ((int)strlen(short_name(c->first[i].name)) > width)
            width = (int)strlen(short_name(c->first[i].name));
    printf("    %-*s", width, "construct");
    for (size_t i = 0; (word = list_word(backends, i, &length)); i++)
        printf("  %-3.*s", length, word);
    printf("  where\n");
    for (size_t i = 0; i < c->count; i++)
        print_row(args, &c->first[i], backends, width);
}

/* Whether a backend's row, above, has the place. */
static bool is_in_rows(const pk_checked *checked, size_t at,
                       const pk_check_item *item) {
    const pk_check_item *row;

    while (at-- && (row = pk_checked_get(checked, at))->kind != item->kind &&
           !strcmp(row->function, item->function))
        if (row->kind == PK_CHECK_BACKEND && row->line == item->line &&
            row->col == item->col && item->verdict != PK_VERDICT_no &&
            is_in(item->refused, row->name, (int)strlen(row->name)))
            return true;
    return false;
}

static void print_constructs(const check_args *args, const pk_checked *checked,
                             size_t at) {
    constructs c = constructs_at(checked, at);

    print_summary(&c, function_of(checked, at));
    if (args->all)
        print_table(args, &c);
    else
        for (size_t i = 0; i < c.count; i++)
            if ((c.first[i].verdict == PK_VERDICT_no ||
                 c.first[i].refused[0]) &&
                !is_in_rows(checked, at, &c.first[i]))
                print_missing(args->file, &c.first[i]);
}

static void print_host(const check_args *args, const pk_check_item *item,
                       bool first) {
    if (first)
        printf("host code, which portkern does not run, uses of Numba:\n");
    printf("    %-4s%s", verdicts[item->verdict], short_name(item->name));
    print_place(args->file, item);
    printf(": %s\n", item->detail);
}

static void print_item(const check_args *args, const pk_checked *checked,
                       const pk_diagnostics *list, size_t at) {
    const pk_check_item *item = pk_checked_get(checked, at);
    const pk_check_item *before = at ? pk_checked_get(checked, at - 1) : NULL;
    bool first = !before || before->kind != item->kind;

    switch (item->kind) {
    case PK_CHECK_FUNCTION: print_function(args->file, item); break;
    case PK_CHECK_BACKEND: print_backend(args->file, list, item); break;
    case PK_CHECK_CONSTRUCT:
        if (first)
            print_constructs(args, checked, at);
        break;
    case PK_CHECK_HOST: print_host(args, item, first); break;
    case PK_CHECK_KIND_COUNT: break;
    }
}

static size_t count_of(const pk_diagnostics *list, pk_severity severity) {
    size_t count = 0;

    for (size_t i = 0; i < pk_diagnostics_count(list); i++)
        count += pk_diagnostics_get(list, i)->severity == severity;
    return count;
}

/* ---- the verdict on the script ---- */

typedef struct outcome {
    size_t errors, warnings, notes;
    size_t kernels; /* without an error, that some backend cannot have */
} outcome;

/* A kernel whose types are unknown has no rows of backends: what it is made of
 * tells. */
static bool is_partial(const pk_checked *checked, size_t at) {
    const pk_check_item *fn = pk_checked_get(checked, at), *item;
    bool asked = false, partial = false;

    if (fn->function_kind != PK_FUNCTION_kernel)
        return false;
    for (; (item = pk_checked_get(checked, ++at)) &&
           item->kind != PK_CHECK_FUNCTION && item->kind != PK_CHECK_HOST;) {
        asked |= item->kind == PK_CHECK_BACKEND;
        if (item->kind == PK_CHECK_BACKEND)
            partial |= item->verdict == PK_VERDICT_no;
        else if (!asked)
            partial |= item->refused[0] && item->verdict != PK_VERDICT_no;
    }
    return partial;
}

static outcome outcome_of(const pk_checked *checked,
                          const pk_diagnostics *list) {
    outcome o = {.errors = count_of(list, PK_SEVERITY_error),
                 .warnings = count_of(list, PK_SEVERITY_warning),
                 .notes = count_of(list, PK_SEVERITY_perf)};
    const pk_check_item *item;

    for (size_t i = 0; (item = pk_checked_get(checked, i)); i++)
        o.kernels += item->kind == PK_CHECK_FUNCTION &&
                     item->verdict != PK_VERDICT_no && is_partial(checked, i);
    return o;
}

static int exit_of(const outcome *o) {
    return o->errors ? EXIT_FAILED : o->kernels ? EXIT_PARTLY : EXIT_DONE;
}

static void print_count(size_t n, const char *what, const char *behind) {
    printf("%zu %s%s%s", n, what, n == 1 ? "" : "s", behind);
}

static void print_text(const check_args *args, const pk_checked *checked,
                       const pk_diagnostics *list) {
    outcome o = outcome_of(checked, list);
    size_t functions = 0;

    for (size_t i = 0; i < pk_checked_count(checked); i++) {
        const pk_check_item *item = pk_checked_get(checked, i);
        functions += item->kind == PK_CHECK_FUNCTION;
        print_item(args, checked, list, i);
    }
    printf("%s%s", pk_diagnostics_count(list) ? "\n" : "",
           pk_diagnostics_text(list));
    printf("%s: ", args->file);
    print_count(functions, "function", " checked, ");
    print_count(o.errors, "error", ", ");
    print_count(o.warnings, "warning", "");
    if (args->request.perf) {
        printf(", ");
        print_count(o.notes, "note", " on speed");
    }
    if (o.kernels) {
        printf(", ");
        print_count(o.kernels, "kernel", " not on every backend");
    }
    printf("\n");
}

/* ---- as JSON ---- */

static void put_string(const char *name, const char *value, const char *end) {
    printf("\"%s\": ", name);
    print_json_string(stdout, value);
    printf("%s", end);
}

static void print_json_items(const pk_checked *checked) {
    static const char *const kinds[PK_CHECK_KIND_COUNT] = {
        "function", "backend", "construct", "host"};

    printf("  \"items\": [");
    for (size_t i = 0; i < pk_checked_count(checked); i++) {
        const pk_check_item *item = pk_checked_get(checked, i);
        printf("%s\n    {", i ? "," : "");
        put_string("kind", kinds[item->kind], ", ");
        put_string("function", item->function, ", ");
        put_string("name", item->name, ", ");
        put_string("verdict", verdicts[item->verdict], ", ");
        put_string("detail", item->detail, ", ");
        put_string("refused", item->refused, ", ");
        printf("\"guessed\": %s, ", item->guessed ? "true" : "false");
        printf("\"line\": %u, \"col\": %u, \"end_col\": %u, \"uses\": %u}",
               item->line, item->col, item->end_col, item->uses);
    }
    printf("\n  ],\n");
}

static void print_json_diagnostics(const pk_diagnostics *list) {
    printf("  \"diagnostics\": [");
    for (size_t i = 0; i < pk_diagnostics_count(list); i++) {
        const pk_diagnostic *d = pk_diagnostics_get(list, i);
        printf("%s\n    {", i ? "," : "");
        put_string("severity", pk_severity_name(d->severity), ", ");
        put_string("code", d->code, ", ");
        put_string("file", d->file, ", ");
        printf("\"line\": %u, \"col\": %u, \"end_col\": %u, ", d->line, d->col,
               d->end_col);
        put_string("message", d->message, ", ");
        put_string("hint", d->hint, ", ");
        put_string("source_line", d->source_line, "}");
    }
    printf("\n  ]\n");
}

static void print_json(const check_args *args, const pk_checked *checked,
                       const pk_diagnostics *list) {
    printf("{\n  ");
    put_string("file", args->file, ",\n");
    print_json_items(checked);
    print_json_diagnostics(list);
    printf("}\n");
}

/* ---- the command ---- */

static void read_words(words *w, check_args *out) {
    const char *word;

    while ((word = words_next(w))) {
        if (!word_is_option(word))
            words_file(w, word, &out->file);
        else if (words_function(w, word, &out->request.function,
                                &out->request.signature))
            continue;
        else if (!strcmp(word, "--backend"))
            out->request.backends = words_value(w, word);
        else if (!strcmp(word, "--perf"))
            out->request.perf = 1;
        else if (!strcmp(word, "--json"))
            out->json = true;
        else if (!strcmp(word, "--all"))
            out->all = true;
        else
            words_fail(w, "no option '%s'", word);
    }
    if (!w->failed && !out->file)
        words_fail(w, "needs a FILE");
}

/* A source that is no Python: its diagnostics are all there is to say. */
static int print_broken(const check_args *args, pk_context *ctx,
                        const pk_error *err) {
    pk_diagnostics *list = NULL;

    if (!args->json || pk_context_diagnostics(ctx, &list, NULL) != PK_OK) {
        print_failure(ctx, NULL, err);
        return EXIT_FAILED;
    }
    print_json(args, NULL, list);
    pk_diagnostics_release(list);
    return EXIT_FAILED;
}

static int check_file(check_args *args, pk_context *ctx) {
    pk_module *mod = NULL;
    pk_checked *checked = NULL;
    const pk_diagnostics *list;
    pk_status status;
    pk_error err;
    outcome o;

    if (pk_module_from_file(ctx, args->file, &mod, &err) != PK_OK)
        return print_broken(args, ctx, &err);
    if (args->request.signature && !args->request.function)
        for (size_t i = 0; i < pk_module_function_count(mod); i++) {
            pk_function_desc desc = PK_INIT(pk_function_desc);
            pk_module_function(mod, i, &desc, &err);
            if (desc.kind == PK_FUNCTION_kernel)
                args->request.function = desc.name;
        }
    status = pk_module_check(mod, &args->request, &checked, &err);
    if (status != PK_OK) {
        print_failure(ctx, mod, &err);
        pk_module_release(mod);
        return status == PK_BAD_ARG ? EXIT_USAGE : EXIT_FAILED;
    }
    list = pk_checked_diagnostics(checked);
    if (args->json)
        print_json(args, checked, list);
    else
        print_text(args, checked, list);
    o = outcome_of(checked, list);
    pk_checked_release(checked);
    pk_module_release(mod);
    return exit_of(&o);
}

static int check(int argc, char **argv) {
    words w = words_from(argc, argv);
    check_args args = {.request.struct_size = sizeof args.request};
    pk_context *ctx;
    pk_error err;

    read_words(&w, &args);
    if (w.failed)
        return EXIT_USAGE;
    ctx = context_open(NULL, PK_CONTEXT_no_device, &err);
    if (!ctx)
        return EXIT_FAILED;
    return context_close(ctx, check_file(&args, ctx));
}

static int explain(int argc, char **argv) {
    words w = words_from(argc, argv);
    const char *word, *code = NULL;
    pk_code_desc desc = PK_INIT(pk_code_desc);
    pk_error err;

    while ((word = words_next(&w))) {
        if (word_is_option(word) || code)
            words_fail(&w, "takes one CODE, got '%s'", word);
        code = word;
    }
    if (!w.failed && !code)
        words_fail(&w, "needs a CODE, such as E0320");
    if (w.failed)
        return EXIT_USAGE;
    if (pk_code_describe(code, &desc, &err) != PK_OK) {
        print_failure(NULL, NULL, &err);
        return EXIT_USAGE;
    }
    printf("%s %s\n\n%s\n\nWhat to do: %s\n", desc.code, desc.name, desc.cause,
           desc.fix);
    return EXIT_DONE;
}

const command command_check = {
    .name = "check",
    .summary = "what a script uses, where it runs, what is wrong with it",
    .run = check,
    .help =
        "usage: portkern check FILE [-k NAME] [-s SIGNATURE] [--all] "
        "[--perf]\n"
        "\n"
        "Goes through every kernel and device function of a script: what it "
        "is\n"
        "made of, whether it compiles for each backend, and what it does that\n"
        "may not be meant; and what host code uses of Numba. Runs nothing and\n"
        "needs no device. Types come from the signatures of decorators, from\n"
        "launches in the script whose arguments can be seen to be\n"
        "np.zeros(n, np.float32) and the like, or from -s; else they are\n"
        "guessed. Exits with 1 when there is an error, as a kernel that no\n"
        "backend can have; else with 3 when some backend cannot have a "
        "kernel.\n"
        "\n"
        "  -k NAME          this function only\n"
        "  -s SIGNATURE     its types, as in portkern emit: \"f32[:], i64\"\n"
        "  --backend LIST   of cpu,opencl,cuda,interp, which is the default\n"
        "  --perf           say what could be faster, too\n"
        "  --all            each construct with its verdict per backend, not\n"
        "                   only those refused\n"
        "  --json           for machines; docs/cli.md has the fields\n",
};

const command command_explain = {
    .name = "explain",
    .summary = "explain the code of a diagnostic",
    .run = explain,
    .help = "usage: portkern explain CODE\n\n"
            "Prints what docs/diagnostics.md says of a code, as in \"portkern "
            "explain E0320\".\n",
};
