/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of functions of the host, and of loops of elements. */
#include "world.h"

void fuzz_pk_module_host_function(world *w) {
    static const char *const functions[] = {"host", "made", "deep",
                                            "held", "held", "add"};
    handle *mod = good(w, MODULE);
    pk_host_function *out = UNTOUCHED;
    void *given = one_in(w, 8) || !mod ? any(w, MODULE) : mod->object;

    MADE(w,
         pk_module_host_function(
             given, one_in(w, 8) ? any_text(w) : PICK(w, functions), &out,
             ask(w)),
         HOST_FUNCTION, out, mod && mod->safe);
}

/* Most times one that a function may be called with. */
static void call_arguments(world *w, arguments *out) {
    any_arguments(w, out);
    if (one_in(w, 4))
        return;
    out->array_count = 0;
    out->args[0] = one_in(w, 2) ? pk_i64((int64_t)below(w, 40) - 2)
                                : any_container(w, out);
    out->count = 1;
}

void fuzz_pk_call(world *w) {
    handle *fn = good(w, HOST_FUNCTION);
    pk_result result = {.kind = PK_RESULT_NONE};
    pk_kept_memory *memory;
    arguments a;

    call_arguments(w, &a);
    if (!fn || !fn->safe || one_in(w, 8)) {
        judge(w, pk_call(any(w, CONTEXT), a.args, a.count, &result, ask(w)));
        return;
    }
    if (!judge(w, pk_call(fn->object, one_in(w, 32) ? NULL : a.args, a.count,
                          one_in(w, 4) ? NULL : &result, ask(w))))
        return;
    pk_result_release(&a.after);
    memory = result.kind == PK_RESULT_ARRAY
                 ? pk_kept_memory_retain(result.memory)
                 : NULL;
    pk_result_release(&result);
    pk_kept_memory_release(memory);
}

void fuzz_pk_call_until(world *w) {
    static const uint32_t stops[] = {0, 1, UINT32_MAX};
    handle *fn = good(w, HOST_FUNCTION);
    pk_result result = {.kind = PK_RESULT_NONE};
    arguments a;

    call_arguments(w, &a);
    if (judge(w, pk_call_until(fn && fn->safe ? fn->object : any(w, CONTEXT),
                               a.args, a.count,
                               one_in(w, 4) ? NULL : &stops[below(w, 3)],
                               &result, ask(w)))) {
        pk_result_release(&result);
        pk_result_release(&a.after);
    }
}

void fuzz_pk_prepared_call_create(world *w) {
    handle *fn = good(w, HOST_FUNCTION);
    pk_prepared_call *out = UNTOUCHED;
    arguments a;

    call_arguments(w, &a);
    MADE(w,
         pk_prepared_call_create(fn && fn->safe ? fn->object : any(w, CONTEXT),
                                 one_in(w, 32) ? NULL : a.args, a.count, &out,
                                 ask(w)),
         PREPARED_CALL, out, true);
}

void fuzz_pk_prepared_call_run(world *w) {
    static const uint32_t stops[] = {0, 1, UINT32_MAX};
    pk_result result = {.kind = PK_RESULT_NONE};

    if (judge(w, pk_prepared_call_run(any(w, PREPARED_CALL),
                                      one_in(w, 4) ? NULL : &stops[below(w, 3)],
                                      one_in(w, 4) ? NULL : &result, ask(w))))
        pk_result_release(&result);
}

void fuzz_pk_host_function_describe(world *w) {
    pk_function_desc desc = PK_INIT(pk_function_desc);

    judge(w, pk_host_function_describe(any(w, HOST_FUNCTION),
                                       one_in(w, 16) ? NULL : &desc, ask(w)));
}

void fuzz_pk_host_function_bind(world *w) {
    static const char *const params[] = {"n", "x", "a", "b", "", NULL};
    pk_named_arg named[2];
    arguments a;
    pk_arg out[8];

    any_arguments(w, &a);
    for (int i = 0; i < 2; i++)
        named[i] = (pk_named_arg){PICK(w, params), pk_i32(i)};
    judge(w, pk_host_function_bind(
                 any(w, HOST_FUNCTION), one_in(w, 16) ? NULL : a.args, a.count,
                 one_in(w, 16) ? NULL : named, below(w, 3),
                 one_in(w, 16) ? NULL : out, below(w, 9), ask(w)));
}

void fuzz_pk_host_function_compile(world *w) {
    pk_compile_info info = {.struct_size = any_struct_size(w, sizeof info)};
    arguments a;

    any_arguments(w, &a);
    judge(w, pk_host_function_compile(any(w, HOST_FUNCTION),
                                      one_in(w, 32) ? NULL : a.args, a.count,
                                      one_in(w, 2) ? NULL : &info, ask(w)));
}

void fuzz_pk_host_function_signatures(world *w) {
    pk_signatures *out = UNTOUCHED;
    MADE(w, pk_host_function_signatures(any(w, HOST_FUNCTION), &out, ask(w)),
         SIGNATURES, out, true);
}

/* ---- loops ---- */

void fuzz_pk_element_loop_create(world *w) {
    static const char *const functions[] = {"host", "made", "deep", "add"};
    handle *mod = good(w, MODULE);
    void *given = one_in(w, 8) || !mod ? any(w, MODULE) : mod->object;
    pk_element_loop_operand operands[PK_LOOP_OPERANDS];
    pk_element_loop *out = UNTOUCHED;

    for (int i = 0; i < PK_LOOP_OPERANDS; i++)
        operands[i] = (pk_element_loop_operand){
            .dtype = one_in(w, 8) ? (pk_dtype)below(w, 20) : PK_DTYPE_f64,
            .ndim = one_in(w, 8) ? below(w, 10) : 0,
            .writes = i || one_in(w, 4)};
    MADE(w,
         pk_element_loop_create(given,
                                one_in(w, 8) ? any_text(w) : PICK(w, functions),
                                one_in(w, 16) ? NULL : operands,
                                one_in(w, 8) ? below(w, 100) : 2, &out, ask(w)),
         LOOP, out, mod && mod->safe);
}

/* Calls write to memory of the world's own, of which every operand has
 * enough. */
void fuzz_pk_element_loop_run(world *w) {
    double(*memory)[256] = (void *)fresh_memory(w);
    handle *loop = good(w, LOOP);
    void *data[PK_LOOP_OPERANDS];
    int64_t strides[PK_LOOP_OPERANDS], shape[PK_LOOP_OPERANDS * PK_LOOP_AXES],
        steps[PK_LOOP_OPERANDS * PK_LOOP_AXES];
    pk_element_loop_run_desc desc =
        PK_INIT(pk_element_loop_run_desc, .flags = below(w, 2),
                .count = below(w, 4), .data = data, .strides = strides,
                .axis_shape = shape, .axis_strides = steps);

    for (int i = 0; i < PK_LOOP_OPERANDS; i++) {
        data[i] = memory[i % 4];
        strides[i] = 8 * (int64_t)below(w, 3);
    }
    for (int i = 0; i < PK_LOOP_OPERANDS * PK_LOOP_AXES; i++) {
        shape[i] = below(w, 2);
        steps[i] = 16;
    }
    if (one_in(w, 8))
        desc.struct_size = any_struct_size(w, sizeof desc);
    if (one_in(w, 8))
        desc.data = NULL;
    judge(w, pk_element_loop_run(loop && loop->safe ? loop->object
                                                    : any(w, CONTEXT),
                                 one_in(w, 16) ? NULL : &desc, ask(w)));
}

void fuzz_pk_map(world *w) {
    double(*memory)[64] = (void *)fresh_memory(w);
    handle *loop = good(w, LOOP);
    pk_array arrays[4];

    for (int i = 0; i < 4; i++) {
        const int64_t shape[] = {1 + below(w, 3), 1 + below(w, 2), 2};
        arrays[i] = pk_array_host(one_in(w, 16) ? NULL : memory[i],
                                  PK_DTYPE_f64, below(w, 4), shape);
    }
    judge(w, pk_map(loop && loop->safe ? loop->object : any(w, CONTEXT),
                    one_in(w, 16) ? NULL : arrays, 1 + below(w, 3), below(w, 2),
                    ask(w)));
}

void fuzz_pk_result_release(world *w) {
    pk_result none = {.kind = PK_RESULT_NONE};

    pk_result_release(one_in(w, 2) ? &none : NULL);
}

void fuzz_pk_kept_memory_retain(world *w) {
    if (pk_kept_memory_retain(NULL))
        die(w, "no memory has an owner");
}

static void count_release(void *self) {
    ++*(int *)self;
}

static void other_release(void *self) {
    (void)self;
}

void fuzz_pk_kept_memory_create(world *w) {
    int released = 0;
    pk_kept_memory *memory = NULL;
    const bool bad = one_in(w, 4);

    if (!judge(w, pk_kept_memory_create(bad ? NULL : count_release, &released,
                                        &memory, ask(w))))
        return;
    pk_kept_memory_release(pk_kept_memory_retain(memory));
    if (released)
        die(w, "memory with an owner was released");
    pk_kept_memory_release(memory);
    if (released != 1)
        die(w, "memory without an owner was not released once");
}

void fuzz_pk_kept_memory_self(world *w) {
    int released = 0;
    pk_kept_memory *memory = NULL;

    if (pk_kept_memory_self(NULL, count_release))
        die(w, "no memory is somebody's");
    if (!judge(w, pk_kept_memory_create(count_release, &released, &memory,
                                        ask(w))))
        return;
    if (pk_kept_memory_self(memory, count_release) != &released ||
        pk_kept_memory_self(memory, other_release))
        die(w, "memory is not its maker's");
    pk_kept_memory_release(memory);
}

void fuzz_pk_kept_memory_release(world *w) {
    (void)w;
    pk_kept_memory_release(NULL);
}
