/* SPDX-License-Identifier: Apache-2.0 */
/* Python text: parsed, and each function in it compiled for arguments that its
 * number of parameters suggests, through all passes. What the frontend makes
 * must pass the verifier, whatever the text. */
#include "base/text.h"
#include "frontend/frontend.h"
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGS = 12 };

/* Arrays and scalars in turn, by the text, so that every mixture comes. */
static pk_arg_type type_of(uint32_t i, size_t size) {
    static const pk_type dtypes[] = {PK_TYPE_f32, PK_TYPE_f64, PK_TYPE_i64,
                                     PK_TYPE_i32, PK_TYPE_u8,  PK_TYPE_bool};
    uint32_t pick = i * 7 + (uint32_t)(size % 61);
    pk_arg_type type = {.dtype = dtypes[pick % 6]};

    if (pick % 3 == 2)
        return type; /* a scalar: PK_ARGTYPE_scalar is 0 */
    type.kind = PK_ARGTYPE_array;
    type.ndim = 1 + pick % 2;
    type.layout = pick % 4 ? 'C' : 'A';
    return type;
}

static void compile(const pk_program *program, const pk_function_info *info,
                    size_t size) {
    static const pk_caps caps = {.struct_size = sizeof caps,
                                 .form = PK_FORM_threads,
                                 .features = PK_CAP_f64 | PK_CAP_atomic_i64,
                                 .warp_size = 32};
    pk_arg_type args[MAX_ARGS];
    pk_signature signature = {.args = args, .count = info->param_count};
    pk_arena arena;
    pk_diags diags;
    pk_ir *ir = NULL;
    pk_error err;

    if (info->param_count > MAX_ARGS)
        return;
    for (uint32_t i = 0; i < info->param_count; i++)
        args[i] = type_of(i, size);
    pk_arena_init(&arena, &pk_heap);
    pk_diags_init(&diags, &arena);
    if (pk_frontend_compile(program, info->name, &signature, NULL, &arena, &ir,
                            &diags) == PK_OK) {
        if (pk_verify(ir, &err) != PK_OK ||
            pk_run_passes(ir, &caps, true, &err) == PK_VERIFY) {
            fprintf(stderr, "%s: %s\n", info->name, err.message);
            abort();
        }
    }
    pk_arena_finish(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    pk_program_options options = {.file = NULL};
    pk_program *program = NULL;
    pk_arena arena;
    pk_diags diags;

    pk_arena_init(&arena, &pk_heap);
    pk_diags_init(&diags, &arena);
    if (pk_program_new(&pk_heap, (const char *)data, size, &options, &program,
                       &diags) == PK_OK)
        for (uint32_t i = 0; i < pk_program_function_count(program); i++)
            compile(program, pk_program_function(program, i), size);
    pk_program_free(program);
    pk_arena_finish(&arena);
    return 0;
}
