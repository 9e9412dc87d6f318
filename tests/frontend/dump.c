/* SPDX-License-Identifier: Apache-2.0 */
/* The frontend on a file: what it says, and the IR that it makes.
 *
 *     dump FILE NAME SIGNATURE [ir|types|ast|errors]
 *     dump FILE - [ir|types|ast|errors]     requests on standard input
 *
 * Diagnostics go to standard output, too. */
#include "base/text.h"
#include "frontend/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_all(const char *name, size_t *length) {
    FILE *file = fopen(name, "rb");
    char *text = malloc(1 << 20);

    *length = file && text ? fread(text, 1, 1 << 20, file) : 0;
    if (file)
        fclose(file);
    return text;
}

static void show(const pk_diags *diags, pk_text *out) {
    for (const pk_diag *d = diags->first; d; d = d->next)
        pk_diag_print(d, out);
    if (diags->dropped)
        pk_text_printf(out, "and %u more\n", diags->dropped);
}

static void compile(const pk_program *program, const char *name,
                    const char *types, const char *mode, pk_text *out) {
    pk_arena arena;
    pk_diags diags;
    pk_signature signature;
    pk_ir *ir = NULL;

    pk_arena_init(&arena, &pk_heap);
    pk_diags_init(&diags, &arena);
    if (pk_signature_parse(&arena, program, types, &signature, &diags) != PK_OK)
        ; /* the list says why */
    else if (strcmp(mode, "types") == 0)
        pk_frontend_print_types(program, name, &signature, out, &diags);
    else if (strcmp(mode, "ast") == 0)
        pk_program_print_ast(program, name, out);
    else if (pk_frontend_compile(program, name, &signature, NULL, &arena, &ir,
                                 &diags) == PK_OK &&
             strcmp(mode, "errors") != 0)
        pk_ir_print(ir, out);
    show(&diags, out);
    pk_arena_finish(&arena);
}

/* One request a line on standard input, NAME SIGNATURE; answers are set apart
 * by lines "== NAME SIGNATURE". */
static void serve(const pk_program *program, const char *mode, pk_text *out) {
    char line[1024];

    while (fgets(line, sizeof line, stdin)) {
        char *types = strchr(line, ' ');
        line[strcspn(line, "\n")] = '\0';
        if (!types)
            continue;
        *types++ = '\0';
        pk_text_printf(out, "== %s %s\n", line, types);
        compile(program, line, types, mode, out);
    }
}

int main(int argc, char **argv) {
    pk_arena arena;
    pk_diags diags;
    pk_text out;
    pk_program *program = NULL;
    pk_program_options options = {0};
    const char *mode = argc > 4 ? argv[4] : "ir";
    size_t length = 0;
    char *text;

    if (argc < 3)
        return 2;
    text = read_all(argv[1], &length);
    options.file = argv[1];
    pk_arena_init(&arena, &pk_heap);
    pk_diags_init(&diags, &arena);
    pk_text_init(&out, &pk_heap);
    if (pk_program_new(&pk_heap, text, length, &options, &program, &diags) ==
            PK_OK &&
        strcmp(argv[2], "-") == 0)
        serve(program, argc > 3 ? argv[3] : "ir", &out);
    else if (program)
        compile(program, argv[2], argv[3], mode, &out);
    show(&diags, &out);
    fputs(pk_text_string(&out), stdout);
    pk_program_free(program);
    pk_text_finish(&out);
    pk_arena_finish(&arena);
    free(text);
    return 0;
}
