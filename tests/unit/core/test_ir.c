/* SPDX-License-Identifier: Apache-2.0 */
/* The IR's structures and its builder. */
#include "base/arena.h"
#include "portkern/ir.h"

#include <math.h>
#include <string.h>

#include "tests/unit/check_main.h"

static pk_arena arena;

static pk_ir *start(void) {
    pk_arena_init(&arena, &pk_heap);
    return pk_ir_new(&arena);
}

START_TEST(names_are_unique_and_ascii)
{
    pk_ir *ir = start();
    pk_func *fn = pk_func_new(ir, PK_FUNC_kernel, "f");

    ck_assert_str_eq(fn->name, "f");
    ck_assert_str_eq(pk_func_new(ir, PK_FUNC_device, "f")->name, "f_1");
    ck_assert_ptr_eq(pk_ir_find(ir, "f"), fn);
    ck_assert_ptr_null(pk_ir_find(ir, "g"));
    ck_assert_str_eq(pk_func_local(fn, "x", PK_TYPE_i32)->name, "x");
    ck_assert_str_eq(pk_func_local(fn, "x_1", PK_TYPE_i32)->name, "x_1");
    ck_assert_str_eq(pk_func_local(fn, "x", PK_TYPE_i32)->name, "x_2");
    ck_assert_str_eq(pk_func_local(fn, "\xce\xb5", PK_TYPE_i32)->name, "__");
    ck_assert_str_eq(pk_func_local(fn, "9", PK_TYPE_i32)->name, "_9");
    ck_assert_str_eq(pk_func_local(fn, NULL, PK_TYPE_i32)->name, "v");
    for (int i = 0; i < 20000; i++)
        pk_func_local(fn, "x", PK_TYPE_i32);
    ck_assert_str_eq(pk_func_local(fn, "x", PK_TYPE_i32)->name, "x_20003");
    pk_arena_finish(&arena);
}
END_TEST

START_TEST(constants_of_the_same_bits_are_one_value)
{
    pk_func *fn = pk_func_new(start(), PK_FUNC_kernel, "f");
    pk_value *minus = pk_const_int(fn, PK_TYPE_i32, -1);

    ck_assert_uint_eq(minus->bits, 0xffffffff);
    ck_assert_int_eq(pk_const_get_int(minus), -1);
    ck_assert_ptr_eq(minus, pk_const_bits(fn, PK_TYPE_i32, ~UINT64_C(0)));
    ck_assert_ptr_ne(minus, pk_const_int(fn, PK_TYPE_u32, -1));
    ck_assert_int_eq(pk_const_get_int(pk_const_int(fn, PK_TYPE_u8, -1)), 255);
    ck_assert(pk_is_const_int(pk_const_int(fn, PK_TYPE_bool, 4), 1));
    ck_assert_uint_eq(pk_const_float(fn, PK_TYPE_f32, 1.5)->bits, 0x3fc00000);
    ck_assert_uint_eq(pk_const_float(fn, PK_TYPE_f16, 1.5)->bits, 0x3e00);
    ck_assert_ptr_ne(pk_const_float(fn, PK_TYPE_f64, 0.0),
                     pk_const_float(fn, PK_TYPE_f64, -0.0));
    for (int i = 0; i < 1000; i++)
        ck_assert_int_eq(pk_const_get_int(pk_const_int(fn, PK_TYPE_i64, i)), i);
    pk_arena_finish(&arena);
}
END_TEST

START_TEST(builder_nests_and_comes_back)
{
    pk_func *fn = pk_func_new(start(), PK_FUNC_kernel, "f");
    pk_value *n =
        pk_func_param(fn, "n", PK_TYPE_i64, PK_ROLE_scalar, 0, 0)->value;
    pk_value *zero = pk_const_int(fn, PK_TYPE_i64, 0);
    pk_value *one = pk_const_int(fn, PK_TYPE_i64, 1);
    pk_builder b;
    pk_inst *loop, *branch;
    pk_value *less;

    pk_builder_init(&b, fn);
    b.loc = (pk_loc){.line = 3, .col = 5};
    b.flags = PK_INST_contract | PK_INST_items;
    loop = pk_begin_for(&b, zero, n, one);
    less = pk_emit2(&b, PK_OP_lt, loop->index, n);
    branch = pk_begin_if(&b, less);
    pk_emit_exit(&b, PK_OP_continue, loop);
    pk_begin_else(&b, branch);
    pk_emit_exit(&b, PK_OP_break, loop);
    pk_end_control(&b, branch);
    pk_emit2(&b, PK_OP_add, loop->index, one);
    pk_end_control(&b, loop);
    pk_emit_return(&b, NULL, 0);

    ck_assert_int_eq(less->type, PK_TYPE_bool);
    ck_assert_uint_eq(loop->flags, PK_INST_items);
    ck_assert_ptr_eq(fn->body->first, loop);
    ck_assert_int_eq(fn->body->last->op, PK_OP_return);
    ck_assert_int_eq(loop->body->last->op, PK_OP_add);
    ck_assert_uint_eq(loop->body->last->flags, 0);
    ck_assert_ptr_eq(branch->prev, less->def);
    ck_assert(pk_region_ends(branch->body));
    ck_assert(!pk_region_ends(loop->body));
    ck_assert_ptr_eq(branch->parent, loop->body);
    ck_assert_uint_eq(loop->loc.line, 3);
    pk_arena_finish(&arena);
}
END_TEST

START_TEST(copies_refer_to_copies)
{
    pk_ir *ir = start();
    pk_func *from = pk_func_new(ir, PK_FUNC_device, "from");
    pk_func *to = pk_func_new(ir, PK_FUNC_kernel, "to");
    pk_value *p =
        pk_func_param(from, "p", PK_TYPE_i32, PK_ROLE_scalar, 0, 0)->value;
    pk_local *local = pk_func_local(from, "l", PK_TYPE_i32), *mine;
    pk_builder b;
    pk_inst *loop, *copy;
    pk_value **map;

    pk_builder_init(&b, from);
    loop = pk_begin_loop(&b);
    pk_emit_set(&b, local,
                pk_emit2(&b, PK_OP_add, p, pk_const_int(from, PK_TYPE_i32, 7)));
    pk_emit_exit(&b, PK_OP_break, loop);
    pk_end_control(&b, loop);

    mine = pk_func_local(to, "l", PK_TYPE_i32);
    map = pk_arena_array(&arena, from->value_count, sizeof *map);
    map[p->id] = pk_const_int(to, PK_TYPE_i32, 1);
    pk_region_copy(to, to->body, from->body, map, &mine);
    copy = to->body->first;
    ck_assert_ptr_ne(copy, loop);
    ck_assert_ptr_eq(copy->body->last->target, copy);
    ck_assert_ptr_eq(copy->body->first->args[0], map[p->id]);
    ck_assert_ptr_eq(copy->body->first->args[1],
                     pk_const_int(to, PK_TYPE_i32, 7));
    ck_assert_ptr_eq(copy->body->first->next->local, mine);
    ck_assert_ptr_eq(copy->body->first->next->args[0],
                     copy->body->first->results[0]);
    pk_arena_finish(&arena);
}
END_TEST

START_TEST(parameters_lie_as_in_a_c_struct)
{
    struct c_layout {
        float a;
        double b;
        char c;
        void *d;
        short e;
    };
    pk_func *fn = pk_func_new(start(), PK_FUNC_kernel, "f");

    pk_func_param(fn, "a", PK_TYPE_f32, PK_ROLE_scalar, 0, 0);
    pk_func_param(fn, "b", PK_TYPE_f64, PK_ROLE_scalar, 1, 0);
    pk_func_param(fn, "c", PK_TYPE_bool, PK_ROLE_scalar, 2, 0);
    pk_func_param(fn, "d", PK_TYPE_PTR(PK_SPACE_global, PK_TYPE_f32),
                  PK_ROLE_data, 3, 0);
    pk_func_param(fn, "e", PK_TYPE_i16, PK_ROLE_scalar, 4, 0);
    pk_func_layout(fn);
    ck_assert_uint_eq(fn->params[1].offset, offsetof(struct c_layout, b));
    ck_assert_uint_eq(fn->params[2].offset, offsetof(struct c_layout, c));
    ck_assert_uint_eq(fn->params[3].offset, offsetof(struct c_layout, d));
    ck_assert_uint_eq(fn->params[4].offset, offsetof(struct c_layout, e));
    ck_assert_uint_eq(fn->params_size, sizeof(struct c_layout));
    pk_arena_finish(&arena);
}
END_TEST

/* Builds something with everything in it; only that it survives counts. */
static void build_all(pk_arena *in) {
    pk_ir *ir = pk_ir_new(in);
    pk_func *fn = pk_func_new(ir, PK_FUNC_kernel, "f");
    pk_value *x =
        pk_func_param(fn, "x", PK_TYPE_PTR(0, PK_TYPE_f32), PK_ROLE_data, 0, 0)
            ->value;
    pk_local *local = pk_func_local(fn, "l", PK_TYPE_i64);
    pk_builder b;
    pk_inst *at;

    pk_func_storage(fn, "s", PK_SPACE_shared, PK_TYPE_f32, 8, 0);
    pk_ir_file(ir, "k.py");
    pk_builder_init(&b, fn);
    for (int i = 0; i < 50; i++) {
        pk_value *id = pk_emit_query(&b, PK_OP_thread_id, 0);
        id = pk_emit_to(&b, PK_OP_convert, PK_TYPE_i64, id);
        at = pk_begin_if(
            &b, pk_emit2(&b, PK_OP_lt, id, pk_const_int(fn, PK_TYPE_i64, i)));
        pk_emit_set(&b, local, pk_emit_get(&b, local));
        pk_emit1(&b, PK_OP_load, pk_emit2(&b, PK_OP_elem, x, id));
        pk_begin_else(&b, at);
        pk_emit_call(&b, fn, &id, 1);
        pk_end_control(&b, at);
    }
    pk_func_number(fn);
}

/* pk_heap until `left` bytes are gone. */
static void *limited_alloc(void *self, size_t size) {
    size_t *left = self;

    if (size > *left)
        return NULL;
    *left -= size;
    return malloc(size);
}

static void limited_release(void *self, void *old, size_t size) {
    (void)self;
    (void)size;
    free(old);
}

START_TEST(building_goes_on_when_memory_ends)
{
    for (size_t limit = 0; limit < 70000; limit += 997) {
        size_t left = limit;
        pk_allocator a = {&left, limited_alloc, NULL, limited_release};
        pk_arena in;
        pk_arena_init(&in, &a);
        build_all(&in);
        ck_assert(limit > 60000 || in.failed);
        pk_arena_finish(&in);
    }
}
END_TEST

TESTS("ir", names_are_unique_and_ascii,
      constants_of_the_same_bits_are_one_value, builder_nests_and_comes_back,
      copies_refer_to_copies, parameters_lie_as_in_a_c_struct,
      building_goes_on_when_memory_ends)
