/* SPDX-License-Identifier: Apache-2.0 */
/* Prints what a check found as text. */
#include "tools/check/check.h"

#include <string.h>

const char *const check_verdicts[PK_VERDICT_COUNT] = {"no", "yes", "unknown"};

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

    printf("    %-8s%s", item->name, check_verdicts[item->verdict]);
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
    printf("    %-4s%s", check_verdicts[item->verdict], short_name(item->name));
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

static void print_count(size_t n, const char *what, const char *behind) {
    printf("%zu %s%s%s", n, what, n == 1 ? "" : "s", behind);
}

/* " (2 of unknown types or values, 1 of what is not checked)" */
static void print_doubts(const outcome *o) {
    if (o->unknown)
        printf(" (%zu of unknown types or values", o->unknown);
    if (o->unseen)
        printf("%s%zu of what is not checked", o->unknown ? ", " : " (",
               o->unseen);
    if (o->unknown || o->unseen)
        printf(")");
}

static void print_counts(const check_args *args, const outcome *o) {
    print_count(o->functions, "function", " checked, ");
    print_count(o->errors, "error", ", ");
    print_count(o->warnings, "warning", "");
    print_doubts(o);
    if (args->request.perf) {
        printf(", ");
        print_count(o->notes, "note", " on speed");
    }
    if (o->kernels) {
        printf(", ");
        print_count(o->kernels, "kernel", " not on every backend");
    }
    printf("\n");
}

void check_print_text(const check_args *args, const char *file,
                      const pk_checked *checked, const pk_diagnostics *list) {
    outcome o = check_outcome(checked, list);
    check_args here = *args;

    here.file = file;
    if (check_is_nothing(&o)) {
        printf("%s: nothing to check: no kernel, and no function with @njit\n",
               file);
        return;
    }
    for (size_t i = 0; i < pk_checked_count(checked); i++)
        print_item(&here, checked, list, i);
    printf("%s%s", pk_diagnostics_count(list) ? "\n" : "",
           pk_diagnostics_text(list));
    printf("%s: ", file);
    print_counts(args, &o);
}

void check_print_total(const check_args *args, const outcome *o) {
    printf("\n");
    print_count(o->files, "file", "");
    if (o->empty)
        printf(", %zu of them with nothing to check", o->empty);
    printf(": ");
    print_counts(args, o);
}
