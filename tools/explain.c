/* SPDX-License-Identifier: Apache-2.0 */
/* portkern explain: what a code means. */
#include "tools/command.h"

#include <string.h>

extern const char explain_text[]; /* docs/diagnostics.md */

/* Prints the example that the page has for a code: what stands between fences
 * in its section. */
static void print_example(const char *code) {
    const char *at = explain_text, *end, *next;
    char head[32];

    snprintf(head, sizeof head, "\n### %s ", code);
    at = strstr(at, head);
    next = at ? strstr(at + 1, "\n### ") : NULL;
    at = at ? strstr(at, "\n```\n") : NULL;
    end = at ? strstr(at + 5, "\n```\n") : NULL;
    if (end && (!next || end < next))
        printf("%.*s\n\n", (int)(end - at - 5), at + 5);
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
    printf("%s %s\n\n%s\n\n", desc.code, desc.name, desc.cause);
    print_example(desc.code);
    printf("What to do: %s\n", desc.fix);
    return EXIT_DONE;
}

const command command_explain = {
    .name = "explain",
    .summary = "explain the code of a diagnostic",
    .run = explain,
    .help = "usage: portkern explain CODE\n\n"
            "Prints what docs/diagnostics.md says of a code, as in \"portkern "
            "explain E0320\".\n",
};
