/* SPDX-License-Identifier: Apache-2.0 */
/* The verdict on what was checked, and the exit status that it gives. */
#include "tools/check/check.h"

#include <string.h>

static size_t count_of(const pk_diagnostics *list, pk_severity severity) {
    size_t count = 0;

    for (size_t i = 0; i < pk_diagnostics_count(list); i++)
        count += pk_diagnostics_get(list, i)->severity == severity;
    return count;
}

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

/* Functions that were checked without all types or values, and those that were
 * not checked at all. */
static void count_doubts(const pk_diagnostics *list, outcome *o) {
    for (size_t i = 0; i < pk_diagnostics_count(list); i++) {
        const char *code = pk_diagnostics_get(list, i)->code;
        o->unknown += !strcmp(code, "W1018") || !strcmp(code, "W1028");
        o->unseen += !strcmp(code, "W1029") || !strcmp(code, "W1030");
    }
}

outcome check_outcome(const pk_checked *checked, const pk_diagnostics *list) {
    outcome o = {.files = 1,
                 .errors = count_of(list, PK_SEVERITY_error),
                 .warnings = count_of(list, PK_SEVERITY_warning),
                 .notes = count_of(list, PK_SEVERITY_perf)};
    const pk_check_item *item;

    count_doubts(list, &o);
    for (size_t i = 0; (item = pk_checked_get(checked, i)); i++) {
        o.functions += item->kind == PK_CHECK_FUNCTION;
        o.kernels += item->kind == PK_CHECK_FUNCTION &&
                     item->verdict != PK_VERDICT_no && is_partial(checked, i);
    }
    o.empty = check_is_nothing(&o);
    return o;
}

bool check_is_nothing(const outcome *o) {
    return !o->functions && !o->errors && !o->warnings && !o->notes;
}

void check_add_outcome(outcome *all, const outcome *o) {
    all->files += o->files;
    all->empty += o->empty;
    all->functions += o->functions;
    all->errors += o->errors;
    all->warnings += o->warnings;
    all->notes += o->notes;
    all->kernels += o->kernels;
    all->unknown += o->unknown;
    all->unseen += o->unseen;
}

int check_exit(const outcome *o, uint32_t accepted) {
    const struct {
        size_t count;
        int status;
    } rows[] = {{o->errors, EXIT_FAILED},
                {o->kernels, EXIT_PARTLY},
                {o->unknown, EXIT_UNKNOWN},
                {o->unseen, EXIT_UNSEEN},
                {check_is_nothing(o), EXIT_NOTHING}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].count && !(accepted & 1u << rows[i].status))
            return rows[i].status;
    return EXIT_DONE;
}
