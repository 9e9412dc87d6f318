/* SPDX-License-Identifier: Apache-2.0 */
/* Prints trees for the comparison with CPython: reads "LENGTH\n" and as many
 * bytes of source from stdin, again and again, and answers each with "STATUS
 * LENGTH\n" and as many bytes: the tree with places, or the diagnostics. */
#include "base/text.h"
#include "frontend/parse/parser.h"

#include <stdio.h>
#include <stdlib.h>

static void answer(const char *text, size_t length) {
    pk_ast_print_options options = {.places = true};
    pk_arena arena;
    pk_diags diags;
    pk_text out;
    pk_ast *module;
    pk_status status;

    pk_arena_init(&arena, &pk_heap);
    pk_diags_init(&diags, &arena);
    pk_text_init(&out, &pk_heap);
    status = pk_ast_parse(&arena, text, length, "t.py", 1, &module, &diags);
    if (status == PK_OK)
        pk_ast_print(module, &options, &out);
    for (const pk_diag *d = diags.first; d; d = d->next)
        pk_diag_print(d, &out);
    printf("%s %zu\n", pk_status_name(status), out.length);
    fwrite(pk_text_string(&out), 1, out.length, stdout);
    fflush(stdout);
    pk_text_finish(&out);
    pk_arena_finish(&arena);
}

int main(void) {
    size_t length;

    while (scanf("%zu", &length) == 1 && getchar() == '\n') {
        char *text = malloc(length + 1);

        if (!text || fread(text, 1, length, stdin) != length)
            return EXIT_FAILURE;
        answer(text, length);
        free(text);
    }
    return EXIT_SUCCESS;
}
