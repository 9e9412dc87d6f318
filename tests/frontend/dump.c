/* SPDX-License-Identifier: Apache-2.0 */
/* The frontend on a file: what it says, and the IR that it makes.
 *
 *     dump FILE NAME SIGNATURE [ir|types|ast] [block]
 *
 * Diagnostics go to standard output, too; the exit status is 1 after errors. */
#include "core/text.h"
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

static void compile(const pk_program *program, char **argv, int argc,
                    pk_arena *arena, pk_diags *diags, pk_text *out) {
    pk_signature signature;
    pk_error err = {0};
    pk_ir *ir = NULL;

    if (pk_signature_parse(arena, argv[3], &signature, &err) != PK_OK) {
        pk_text_printf(out, "%s\n", err.message);
        return;
    }
    if (argc > 5)
        signature.block[0] = (uint32_t)strtoul(argv[5], NULL, 10);
    if (argc > 4 && strcmp(argv[4], "types") == 0)
        pk_frontend_print_types(program, argv[2], &signature, out, diags);
    else if (argc > 4 && strcmp(argv[4], "ast") == 0)
        pk_program_print_ast(program, argv[2], out);
    else if (pk_frontend_compile(program, argv[2], &signature, arena, &ir,
                                 diags) == PK_OK)
        pk_ir_print(ir, out);
}

int main(int argc, char **argv) {
    pk_arena arena;
    pk_diags diags;
    pk_text out;
    pk_program *program = NULL;
    pk_program_options options = {0};
    size_t length;
    char *text;

    if (argc < 4)
        return 2;
    text = read_all(argv[1], &length);
    options.file = argv[1];
    pk_arena_init(&arena, &pk_heap);
    pk_diags_init(&diags, &arena);
    pk_text_init(&out, &pk_heap);
    if (pk_program_new(&pk_heap, text, length, &options, &program, &diags) ==
        PK_OK)
        compile(program, argv, argc, &arena, &diags, &out);
    show(&diags, &out);
    fputs(pk_text_string(&out), stdout);
    pk_program_free(program);
    length = diags.errors;
    pk_text_finish(&out);
    pk_arena_finish(&arena);
    free(text);
    return length ? 1 : 0;
}
