/* SPDX-License-Identifier: Apache-2.0 */
/* The IR's text form: printed and parsed it is the same again, and no text does
 * harm. */
#include "base/arena.h"
#include "base/text.h"
#include "core/callgraph.h"
#include "core/ir_data.h"
#include "portkern/ir.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/check_main.h"

static pk_arena arena;
static pk_error err;

/* Parses; NULL and `err` when that fails. */
static pk_ir *parse(const char *text, size_t length) {
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    memset(&err, 0, sizeof err);
    return pk_ir_parse(&arena, text, length, &ir, &err) == PK_OK ? ir : NULL;
}

/* The head of a kernel with %n, an i64, whose body follows. */
static const char before[] = "pkir 1\nkernel @k(%n: i64 scalar 0) {\n";

static void assert_same_again(const char *text) {
    pk_ir *ir = parse(text, strlen(text));
    pk_text out;

    ck_assert_msg(ir != NULL, "%u:%u: %s", err.line, err.col, err.message);
    pk_text_init(&out, &pk_heap);
    pk_ir_print(ir, &out);
    ck_assert_str_eq(pk_text_string(&out), text);
    pk_text_finish(&out);
    pk_arena_finish(&arena);
}

static const char kernel_text[] =
    "pkir 1\n"
    "source 0 \"basic.py\"\n"
    "source 1 \"dir/\\x22odd\\x22.py\"\n"
    "\n"
    "device @f(%a: f64 scalar 0, %b: ptr<shared, f64> data 1) -> f64, i32 "
    "noinline rare !1:2:3 {\n"
    "    return %a, 1:i32\n"
    "}\n"
    "\n"
    "kernel @vector_add(%x: ptr<global, f32> data 0 readonly noalias small "
    "align 16, %x.shape0: i64 shape 0 0, %x.stride1: i64 stride 0 1, %s: "
    "f64 scalar 1, %c.imag: f32 scalar 2 1) form block dims 256 1 1 "
    "maxthreads 256 minblocks 2 maxregs 32 fastmath !3:1 {\n"
    "    shared %buf: f32[256] align 16\n"
    "    shared %dynamic: f64[]\n"
    "    local %own: u8[3]\n"
    "    constant %table: f32[9] = {\n"
    "        1.5, -0.0, inf, -inf, nan, nan(0x7fc00001), nan(0xffc00000), "
    "1e-45,\n"
    "        3.0\n"
    "    }\n"
    "    constant %flags: bool[2] = {\n"
    "        true, false\n"
    "    }\n"
    "    local $acc: f64\n"
    "    local $p: ptr<global, f32>\n"
    "    %10: i32 = block_id.x !3:9\n"
    "    %11: i64 = convert.nonneg %10 !3:9-14\n"
    "    %12: bool = lt %11, %x.shape0 !1:4:5-9\n"
    "    if %12 {\n"
    "        %13: ptr<global, f32> = elem %x, %11 !4:5\n"
    "        %14: f32 = load %13\n"
    "        store %13, 1.5:f32\n"
    "        set $p, %13\n"
    "    } else {\n"
    "        loop ^1 {\n"
    "            break ^1\n"
    "        }\n"
    "    }\n"
    "    for.items ^2 %15: i64 = 0:i64, %11, 1:i64 {\n"
    "        block ^3 {\n"
    "            break ^3\n"
    "        }\n"
    "        continue ^2\n"
    "    }\n"
    "    %16: f64 = mul.contract %s, 2.0:f64\n"
    "    %17: f64, %18: i32 = call @f(%16, %dynamic) !9:9\n"
    "    set $acc, %17\n"
    "    %19: f64 = get $acc\n"
    "    return\n"
    "}\n";

START_TEST(a_kernel_is_the_same_again)
{
    assert_same_again("pkir 1\n");
    assert_same_again(kernel_text);
}
END_TEST

/* A value of the type to work on. */
static pk_value *some(pk_func *fn, pk_type type) {
    if (pk_type_is_float(type))
        return pk_const_float(fn, type, 0.1);
    return pk_const_int(fn, type, 3);
}

/* Emits the operation on every type that fits its rule. */
static void emit_all_types(pk_builder *b, pk_op op) {
    const pk_op_info *info = &pk_op_table[op];
    pk_func *fn = b->fn;

    for (pk_type t = 1; t < PK_TYPE_NUMBERS; t++) {
        bool number = pk_type_is_int(t) || pk_type_is_float(t);
        bool fits = info->rule == PK_RULE_SAME_INT      ? pk_type_is_int(t)
                    : info->rule == PK_RULE_SAME_FLOAT  ? pk_type_is_float(t)
                    : info->rule == PK_RULE_FLOAT32     ? t == PK_TYPE_f32
                    : info->rule == PK_RULE_SAME_NUMBER ? number
                    : info->rule == PK_RULE_SAME_BITS   ? !pk_type_is_float(t)
                                                        : true;
        if (info->rule == PK_RULE_COMPARE && op != PK_OP_eq && op != PK_OP_ne)
            fits = number;
        if (!fits)
            continue;
        b->flags = t == PK_TYPE_f32 ? PK_INST_contract : 0;
        if (info->rule == PK_RULE_SELECT)
            pk_emit3(b, op, some(fn, PK_TYPE_bool), some(fn, t), some(fn, t));
        else if (info->args == 1)
            pk_emit1(b, op, some(fn, t));
        else if (info->args == 2)
            pk_emit2(b, op, some(fn, t), some(fn, t));
        else
            pk_emit3(b, op, some(fn, t), some(fn, t), some(fn, t));
    }
}

static void emit_converts(pk_builder *b, pk_op op) {
    for (pk_type from = 1; from < PK_TYPE_NUMBERS; from++)
        for (pk_type to = 1; to < PK_TYPE_NUMBERS; to++)
            if (op == PK_OP_convert ||
                (pk_type_bytes(from) == pk_type_bytes(to) &&
                 from != PK_TYPE_bool && to != PK_TYPE_bool))
                pk_emit_to(b, op, to, some(b->fn, from));
}

static bool fits_atomic(pk_op_rule rule, pk_type t) {
    bool integer = pk_type_is_int(t);

    return rule == PK_RULE_ATOMIC            ? t != PK_TYPE_bool
           : rule == PK_RULE_ATOMIC_FLOAT    ? pk_type_is_float(t)
           : rule == PK_RULE_ATOMIC_UNSIGNED ? integer && !pk_type_is_signed(t)
           : rule == PK_RULE_ATOMIC_BITS     ? !pk_type_is_float(t)
                                             : true;
}

static void emit_memory(pk_builder *b, pk_op op) {
    for (int space = 0; space < PK_SPACE_COUNT; space++)
        for (pk_type t = 1; t < PK_TYPE_NUMBERS; t++) {
            const pk_op_info *info = &pk_op_table[op];
            bool atomic = info->rule >= PK_RULE_ATOMIC &&
                          info->rule <= PK_RULE_ATOMIC_ANY;
            pk_storage *s;
            if ((space == PK_SPACE_constant || space == PK_SPACE_global) ||
                (atomic &&
                 (space == PK_SPACE_local || !fits_atomic(info->rule, t))))
                continue;
            s = pk_func_storage(b->fn, NULL, (pk_space)space, t, 3, 0);
            if (info->rule == PK_RULE_ELEM)
                pk_emit2(b, op, s->value, some(b->fn, PK_TYPE_i64));
            else if (info->args == 1)
                pk_emit1(b, op, s->value);
            else if (info->args == 2)
                pk_emit2(b, op, s->value, some(b->fn, t));
            else
                pk_emit3(b, op, s->value, some(b->fn, t), some(b->fn, t));
        }
}

/* Operations that threads do together: a mask first, or a bool. */
static void emit_together(pk_builder *b, pk_op op) {
    const pk_op_info *info = &pk_op_table[op];
    pk_value *mask = some(b->fn, PK_TYPE_u32);
    pk_value *truth = some(b->fn, PK_TYPE_bool);

    if (info->args == 0)
        pk_emit0(b, op);
    else if (info->args == 1)
        pk_emit1(b, op,
                 info->rule == PK_RULE_BARRIER    ? truth
                 : info->rule == PK_RULE_TAKE_I64 ? some(b->fn, PK_TYPE_i64)
                                                  : mask);
    else if (info->rule == PK_RULE_VOTE || info->rule == PK_RULE_BALLOT)
        pk_emit2(b, op, mask, truth);
    else
        for (pk_type t = PK_TYPE_i8; t < PK_TYPE_NUMBERS; t++)
            if (info->args == 3)
                pk_emit3(b, op, mask, some(b->fn, t), some(b->fn, PK_TYPE_i32));
            else
                pk_emit2(b, op, mask, some(b->fn, t));
}

static void emit_control(pk_builder *b, pk_func *callee) {
    pk_value *one = some(b->fn, PK_TYPE_u32);
    pk_value *n = some(b->fn, PK_TYPE_i64);
    pk_local *local = pk_func_local(b->fn, NULL, PK_TYPE_u32);
    pk_inst *block = pk_begin_block(b);
    pk_inst *loop = pk_begin_loop(b);
    pk_inst *range = pk_begin_for(b, one, one, one);
    pk_inst *branch = pk_begin_if(b, some(b->fn, PK_TYPE_bool));

    pk_emit_exit(b, PK_OP_continue, loop);
    pk_begin_else(b, branch);
    pk_emit_report(b, PK_OP_print, "{} at \"{:04x}\"\n",
                   (pk_value *[]){one, one}, 2);
    pk_emit_exit(b, PK_OP_break, range);
    pk_end_control(b, branch);
    pk_end_control(b, range);
    pk_emit_call(b, callee, &one, 1);
    pk_emit_set(b, local, pk_emit_get(b, local));
    pk_emit_report(b, PK_OP_launch, "k u32 none",
                   (pk_value *[]){n, n, n, n, n, n, n, one}, 8);
    pk_emit_report(b, PK_OP_coverage, "-3 4", NULL, 0);
    pk_emit_report(b, PK_OP_debug, "set x 5:int64 i64 ", &n, 1);
    branch = pk_begin_if(b, some(b->fn, PK_TYPE_bool));
    pk_emit_report(b, PK_OP_fail, "ValueError", NULL, 0);
    pk_end_control(b, branch);
    pk_emit_exit(b, PK_OP_break, block);
    pk_end_control(b, loop);
    pk_end_control(b, block);
    pk_emit_return(b, NULL, 0);
}

/* Objects, and failures that are caught, in a host function. */
static void emit_objects(pk_ir *ir) {
    pk_func *fn = pk_func_new(ir, PK_FUNC_host, "owner");
    pk_value *address, *ref, *none, *size;
    pk_inst *block, *failed;
    pk_builder b;

    pk_builder_init(&b, fn);
    none = pk_const_bits(fn, PK_TYPE_ref, 0);
    for (int op = PK_OP_alloc; op <= PK_OP_alloc_zero; op++) {
        ref = pk_emit_alloc(&b, (pk_op)op, PK_TYPE_f32, some(fn, PK_TYPE_i64),
                            &address);
        pk_emit2(&b, PK_OP_eq, ref, none);
        pk_emit1(&b, PK_OP_retain, ref);
        pk_emit1(&b, PK_OP_address, address);
        pk_emit3(&b, PK_OP_sole, ref, address, some(fn, PK_TYPE_i64));
        pk_emit1(&b, PK_OP_release, none);
    }
    size = some(fn, PK_TYPE_i64);
    pk_emit_lapack(
        &b, (pk_value *[]){address, some(fn, PK_TYPE_i32), size, size, size});
    ref = pk_emit_alloc_refs(&b, PK_TYPE_ref, some(fn, PK_TYPE_i64), 3, 5,
                             &address);
    pk_emit_memory(&b, PK_TYPE_f32, ref);
    pk_emit1(&b, PK_OP_random_state, pk_const_int(fn, PK_TYPE_i32, 1));
    pk_emit2(&b, PK_OP_home, some(fn, PK_TYPE_u64),
             pk_const_int(fn, PK_TYPE_i32, 1));
    pk_emit_pointer(&b, PK_TYPE_i64, pk_emit1(&b, PK_OP_address, address), ref);
    block = pk_begin_block(&b);
    block->flags |= PK_INST_catch;
    pk_emit_report(&b, PK_OP_fail, "ValueError", NULL, 0);
    pk_end_control(&b, block);
    pk_emit0(&b, PK_OP_stopped);
    ref = pk_emit0(&b, PK_OP_caught);
    failed = pk_begin_if(&b, some(fn, PK_TYPE_bool));
    pk_emit1(&b, PK_OP_reraise, ref);
    pk_end_control(&b, failed);
}

/* A parallel loop, and what the passes make of one. */
static void emit_parallel(pk_ir *ir) {
    pk_func *fn = pk_func_new(ir, PK_FUNC_host, "threads");
    pk_func *block = pk_func_new(ir, PK_FUNC_host, "block");
    pk_value *args[2];
    pk_inst *loop;
    pk_builder b;

    pk_func_param(block, "x", PK_TYPE_f32, PK_ROLE_scalar, 0, 0);
    pk_builder_init(&b, fn);
    args[0] = some(fn, PK_TYPE_i64);
    args[1] = some(fn, PK_TYPE_f32);
    pk_emit_parallel(&b, block, args, 2);
    loop = pk_begin_for(&b, args[0], args[0], pk_const_int(fn, PK_TYPE_i64, 1));
    loop->flags |= PK_INST_parallel;
    pk_end_control(&b, loop);
}

static pk_ir *build_every_op(void) {
    pk_ir *ir = pk_ir_new(&arena);
    pk_func *fn = pk_func_new(ir, PK_FUNC_kernel, "all");
    pk_func *callee = pk_func_new(ir, PK_FUNC_device, "callee");
    pk_builder b;

    pk_func_param(callee, "a", PK_TYPE_u32, PK_ROLE_scalar, 0, 0);
    pk_builder_init(&b, fn);
    for (int op = 0; op < PK_OP_COUNT; op++) {
        const pk_op_info *info = &pk_op_table[op];
        if (info->rule <= PK_RULE_SELECT)
            emit_all_types(&b, (pk_op)op);
        else if (info->rule <= PK_RULE_BITCAST)
            emit_converts(&b, (pk_op)op);
        else if (info->rule <= PK_RULE_STORE ||
                 (info->rule >= PK_RULE_ATOMIC && info->rule < PK_RULE_QUERY))
            emit_memory(&b, (pk_op)op);
        else if (info->form == PK_OPFORM_AXIS ||
                 (info->rule == PK_RULE_QUERY && op != PK_OP_warp_id))
            for (int axis = 0; axis < 3; axis++)
                pk_emit_query(&b, (pk_op)op, axis);
        else if (info->rule == PK_RULE_TAKE_REF || op == PK_OP_sole ||
                 info->rule == PK_RULE_ALLOC || info->rule == PK_RULE_MEMORY ||
                 info->rule == PK_RULE_ADDRESS ||
                 info->rule == PK_RULE_POINTER ||
                 info->rule == PK_RULE_RANDOM || info->rule == PK_RULE_HOME ||
                 info->rule == PK_RULE_LAPACK || op == PK_OP_caught ||
                 op == PK_OP_reraise || op == PK_OP_stopped)
            continue; /* kernels have no objects, and catch nothing */
        else if (info->rule >= PK_RULE_QUERY_U32 &&
                 info->rule <= PK_RULE_VOID && info->form == PK_OPFORM_NONE)
            emit_together(&b, (pk_op)op);
    }
    emit_control(&b, callee);
    emit_objects(ir);
    emit_parallel(ir);
    return ir;
}

START_TEST(every_operation_on_every_type_is_the_same_again)
{
    pk_ir *ir;
    pk_text out;
    char word[64];

    pk_arena_init(&arena, &pk_heap);
    ir = build_every_op();
    ck_assert_msg(pk_verify(ir, &err) == PK_OK, "%s", err.message);
    pk_text_init(&out, &pk_heap);
    pk_ir_print(ir, &out);
    pk_arena_finish(&arena);
    for (int op = 0; op < PK_OP_COUNT; op++) {
        snprintf(word, sizeof word, " %s", pk_op_table[op].name);
        ck_assert_msg(op == PK_OP_warp_id || /* of another form */
                          strstr(pk_text_string(&out), word) != NULL,
                      "%s", word);
    }
    assert_same_again(pk_text_string(&out));
    pk_text_finish(&out);
}
END_TEST

START_TEST(the_locale_changes_nothing)
{
    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        setlocale(LC_ALL, "");
    assert_same_again(kernel_text);
    setlocale(LC_ALL, "C");
}
END_TEST

START_TEST(recursion_is_found_and_reads_back)
{
    static const char text[] = "pkir 1\n"
                               "kernel @k() {\n    call @f()\n}\n"
                               "device @f() {\n    call @g()\n}\n"
                               "device @g() {\n    call @f()\n    call @h()\n"
                               "    call @self() # }\n}\n"
                               "device @h() {\n    print \"{{\"\n}\n"
                               "device @self() {\n    call @self()\n}\n";
    pk_ir *ir = parse(text, strlen(text));
    pk_text out;

    ck_assert_msg(ir != NULL, "%s", err.message);
    ck_assert(pk_ir_find_recursion(ir));
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        ck_assert_msg(pk_func_get_data(fn)->recursive ==
                          (fn->name[0] != 'k' && fn->name[0] != 'h'),
                      "%s", fn->name);
    pk_text_init(&out, &pk_heap);
    pk_ir_print(ir, &out);
    pk_arena_finish(&arena);
    assert_same_again(pk_text_string(&out));
    pk_text_finish(&out);
}
END_TEST

START_TEST(callees_come_first_at_any_depth)
{
    enum { DEPTH = 20000 };
    pk_ir *ir;
    pk_func *fn, *next;
    pk_builder b;
    pk_text out;

    pk_arena_init(&arena, &pk_heap);
    ir = pk_ir_new(&arena);
    fn = pk_func_new(ir, PK_FUNC_kernel, "k");
    for (int i = 0; i < DEPTH; i++, fn = next) {
        next = pk_func_new(ir, PK_FUNC_device, "f");
        pk_builder_init(&b, fn);
        pk_emit_call(&b, next, NULL, 0);
    }
    ck_assert_msg(pk_verify(ir, &err) == PK_OK, "%s", err.message);
    pk_text_init(&out, &pk_heap);
    pk_ir_print(ir, &out);
    pk_arena_finish(&arena);
    assert_same_again(pk_text_string(&out));
    pk_text_finish(&out);
}
END_TEST

START_TEST(nesting_is_limited)
{
    pk_text text;

    for (int depth = 198; depth < 300; depth += 2) {
        pk_text_init(&text, &pk_heap);
        pk_text_put(&text, before);
        for (int i = 1; i <= depth; i++)
            pk_text_printf(&text, "loop ^%d {\n", i);
        for (int i = 1; i <= depth; i++)
            pk_text_put(&text, "}\n");
        pk_text_put(&text, "}\n");
        ck_assert_msg((parse(text.data, text.length) != NULL) == (depth < 200),
                      "%d: %s", depth, err.message);
        pk_arena_finish(&arena);
        pk_text_finish(&text);
    }
}
END_TEST

/* A generator of numbers that is the same everywhere. */
static uint32_t random_state = 1;
static uint32_t random_below(uint32_t n) {
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % n;
}

/* Whatever is parsed must print; nothing else is asked. */
static void survive(const char *text, size_t length) {
    char *copy = malloc(length + 1); /* so that ASan sees the end */
    pk_ir *ir;
    pk_text out;

    memcpy(copy, text, length);
    ir = parse(copy, length);
    if (ir) {
        pk_text_init(&out, &pk_heap);
        pk_ir_print(ir, &out);
        ck_assert(!out.failed);
        pk_text_finish(&out);
    }
    pk_arena_finish(&arena);
    free(copy);
}

START_TEST(damaged_text_does_no_harm)
{
    size_t length = sizeof kernel_text - 1;
    char text[sizeof kernel_text];

    for (size_t cut = 0; cut <= length; cut++)
        survive(kernel_text, cut);
    for (int round = 0; round < 20000; round++) {
        memcpy(text, kernel_text, sizeof text);
        for (uint32_t n = 1 + random_below(3); n; n--) {
            size_t at = random_below((uint32_t)length);
            size_t from = random_below((uint32_t)length - 16);
            if (random_below(2))
                text[at] = kernel_text[from];
            else if (at + 16 < length)
                memcpy(text + at, kernel_text + from, 1 + random_below(15));
        }
        survive(text, length);
    }
}
END_TEST

START_TEST(large_text_takes_linear_time)
{
    pk_text text;

    pk_text_init(&text, &pk_heap);
    pk_text_put(&text, before);
    for (int i = 0; i < 20000; i++)
        pk_text_printf(&text, "local $l%d: i64\n", i);
    for (int i = 0; i < 100000; i++)
        pk_text_printf(&text, "%%%d: i64 = add %%n, %d:i64\n", i, i);
    pk_text_put(&text, "}\n");
    ck_assert_msg(parse(text.data, text.length) != NULL, "%s", err.message);
    pk_arena_finish(&arena);
    pk_text_finish(&text);
}
END_TEST

/* An allocator that knows how many bytes are out, and gives up after some. */
typedef struct limited {
    size_t out, left;
} limited;

static void *limited_alloc(void *self, size_t size) {
    limited *l = self;

    if (!l->left)
        return NULL;
    l->left--;
    l->out += size;
    return pk_heap.alloc(pk_heap.self, size);
}

static void limited_release(void *self, void *old, size_t size) {
    ((limited *)self)->out -= size;
    pk_heap.release(pk_heap.self, old, size);
}

START_TEST(a_module_may_own_its_memory)
{
    limited l = {.left = SIZE_MAX};
    const pk_allocator allocator = {
        .self = &l, .alloc = limited_alloc, .release = limited_release};
    pk_ir *ir = NULL;

    ck_assert_int_eq(
        pk_ir_read(&allocator, kernel_text, strlen(kernel_text), &ir, &err),
        PK_OK);
    ck_assert_ptr_nonnull(pk_ir_find(ir, "vector_add"));
    ck_assert_uint_gt(l.out, 0);
    pk_ir_release(ir);
    ck_assert_uint_eq(l.out, 0);
    pk_ir_release(NULL);
    ck_assert_int_eq(pk_ir_read(&allocator, "pkir 2", 6, &ir, &err), PK_VERIFY);
    ck_assert_ptr_null(ir);
    for (size_t left = 0; left < 2; left++) {
        l.left = left;
        ck_assert_int_eq(pk_ir_read(&allocator, "pkir 1\n", 7, &ir, &err),
                         PK_NO_MEMORY);
        ck_assert_ptr_null(ir);
    }
    ck_assert_uint_eq(l.out, 0);
}
END_TEST

TESTS("irtext", a_kernel_is_the_same_again,
      every_operation_on_every_type_is_the_same_again,
      the_locale_changes_nothing, recursion_is_found_and_reads_back,
      callees_come_first_at_any_depth, nesting_is_limited,
      damaged_text_does_no_harm, large_text_takes_linear_time,
      a_module_may_own_its_memory)
