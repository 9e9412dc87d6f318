/* SPDX-License-Identifier: Apache-2.0 */
/* Recipes: what is written can be read, and of damaged ones nothing is used
 * that leads out of them. */
#include "base/heap.h"
#include "recipe/report.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/check_main.h"

/* A recipe with something in each of its lists, in memory of its own. */
static pk_recipe *make(void) {
    static const pk_pack_step steps[] = {
        {.role = PK_ROLE_data, .size = 8},
        {.role = PK_ROLE_shape, .size = 8, .offset = 8}};
    static const pk_param_info params[] = {{.size = 8, .is_buffer = 1},
                                           {.offset = 8, .size = 8},
                                           {.offset = 16, .size = 8},
                                           {.offset = 24, .size = 4}};
    static const pk_full_write full = {
        .ndim = 1, .guard_count = 1, .guards = {{.param = 1}}};
    pk_launched args[] = {
        {.kind = PK_LAUNCHED_tuple, .count = 2},
        {.kind = PK_LAUNCHED_array, .type = PK_TYPE_f32, .count = 1},
        {.kind = PK_LAUNCHED_complex, .type = PK_TYPE_f64},
        {.kind = PK_LAUNCHED_member}};
    pk_message messages[] = {
        {.kind = PK_MESSAGE_fail, .status = PK_BOUNDS, .words = 2},
        {.kind = PK_MESSAGE_launch, .words = 14 + 3 + 2 * 2 + 4 + 2}};
    pk_message_piece pieces[] = {
        {.kind = PK_PIECE_text},
        {.kind = PK_PIECE_number, .type = PK_TYPE_i64}};
    static const pk_range_node nodes[] = {
        {.op = PK_RANGE_param, .type = PK_TYPE_i64, .value = 8},
        {.op = PK_RANGE_grid_dim, .type = PK_TYPE_i64, .value = 2},
        {.op = PK_RANGE_lt, .type = PK_TYPE_bool, .args = {0, 1}},
        {.op = PK_RANGE_never, .type = PK_TYPE_bool, .args = {2}}};
    pk_recipe_writer w;
    pk_recipe *copy;

    pk_recipe_begin(&w, &pk_heap);
    w.head.steps = pk_recipe_put(&w, steps, 2, sizeof *steps);
    w.head.params = pk_recipe_put(&w, params, 4, sizeof *params);
    w.head.sure_nodes = pk_recipe_put(&w, nodes, 4, sizeof *nodes);
    w.head.sure_name = pk_recipe_put_text(&w, "k_sure");
    w.head.written = pk_recipe_put(&w, "\1", 1, 1);
    w.head.full_writes = pk_recipe_put(&w, &full, 1, sizeof full);
    w.head.leaf_count = 1;
    w.head.params_size = 28;
    w.head.report_at = 16;
    w.head.launch_at = 24;
    w.head.name = pk_recipe_put_text(&w, "kernel");
    args[3].name = pk_recipe_put_text(&w, "Color");
    pieces[0].at = pk_recipe_put_text(&w, "IndexError: ");
    pieces[0].length = 12;
    messages[0].file = pk_recipe_put_text(&w, "k.py");
    messages[0].pieces = pk_recipe_put(&w, pieces, 2, sizeof *pieces);
    messages[1].kernel = pk_recipe_put_text(&w, "child");
    messages[1].args = pk_recipe_put(&w, args, 4, sizeof *args);
    w.head.messages = pk_recipe_put(&w, messages, 2, sizeof *messages);
    ck_assert_ptr_nonnull(pk_recipe_end(&w));
    copy = malloc(w.out.length);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, w.out.data, w.out.length);
    pk_text_finish(&w.out);
    return copy;
}

enum { PARAMS = 1 << 16 }; /* bytes of parameters that there is room for */

/* Reads everything that a launch would, which takes no recipe whose parameters
 * it has no room for. */
static size_t use(const pk_recipe *r) {
    static const uint32_t words[4096];
    static const uint32_t dims[] = {1, 2, 3};
    const pk_entry entry = pk_recipe_entry(r);
    size_t sum = strlen(entry.name);
    char *params = calloc(1, PARAMS);
    const pk_range_launch launch = {dims, dims, params};
    pk_text out;

    ck_assert(params != NULL);
    if (r->params_size > PARAMS) {
        free(params);
        return 1;
    }
    for (uint32_t i = 0; i < r->params.count; i++)
        sum += entry.params[i].offset;
    for (uint32_t i = 0; i < r->steps.count; i++)
        sum += pk_recipe_written(r)[pk_recipe_steps(r)[i].leaf];
    for (uint32_t i = 0; i < r->full_writes.count; i++)
        sum += pk_recipe_steps(r)[pk_recipe_full_writes(r)[i].data].leaf;
    if (r->sure_name)
        sum += strlen(pk_recipe_sure_entry(r).name) +
               pk_launch_ranges_hold(pk_recipe_sure_nodes(r),
                                     r->sure_nodes.count, &launch);
    pk_text_init(&out, &pk_heap);
    for (uint32_t i = 1; i <= r->messages.count; i++) {
        const pk_message *m = pk_recipe_message(r, i);
        const pk_launched *args = pk_recipe_at(r, m->args.at);
        if (m->kind != PK_MESSAGE_launch && m->words <= 4096)
            pk_report_print(r, m, words, &out);
        if (m->file)
            sum += strlen(pk_recipe_text(r, m->file));
        if (m->kind != PK_MESSAGE_launch)
            continue;
        sum += strlen(pk_recipe_text(r, m->kernel));
        for (uint32_t k = 0; k < m->args.count; k++)
            if (args[k].name)
                sum += strlen(pk_recipe_text(r, args[k].name));
    }
    sum += out.length;
    pk_text_finish(&out);
    free(params);
    return sum;
}

START_TEST(what_is_written_is_read)
{
    pk_recipe *r = make();
    const pk_message *fail;
    const uint32_t words[] = {(uint32_t)-5, UINT32_MAX};
    pk_text out;

    ck_assert_ptr_null(pk_recipe_check(r, r->size));
    ck_assert_str_eq(pk_recipe_entry(r).name, "kernel");
    ck_assert_uint_eq(pk_recipe_entry(r).param_count, 4);
    ck_assert_uint_eq(pk_recipe_steps(r)[1].offset, 8);
    ck_assert_uint_eq(pk_recipe_written(r)[0], 1);
    ck_assert_uint_eq(pk_recipe_full_writes(r)->guards[0].param, 1);
    fail = pk_recipe_message(r, 1);
    ck_assert_str_eq(pk_recipe_text(r, fail->file), "k.py");
    pk_text_init(&out, &pk_heap);
    pk_report_print(r, fail, words, &out);
    ck_assert_str_eq(pk_text_string(&out), "IndexError: -5");
    pk_text_finish(&out);
    ck_assert_ptr_null(pk_recipe_message(r, 0));
    ck_assert_ptr_null(pk_recipe_message(r, 3));
    ck_assert_uint_gt(use(r), 0);
    free(r);
}
END_TEST

/* Every word of it, and numbers near what it was and far from it. */
START_TEST(damaged_ones_are_refused_or_do_no_harm)
{
    static const uint32_t other[] = {
        0, 1, 2, 3, 7, 8, 64, 255, 4096, UINT32_MAX, 1u << 31, 0xfffffff8};
    const size_t values = sizeof other / sizeof *other;
    pk_recipe *good = make();
    const size_t size = good->size;
    size_t refused = 0, taken = 0;

    for (size_t at = 0; at < size; at += sizeof *other)
        for (size_t k = 0; k < 2 * values; k++) {
            pk_recipe *bad = malloc(size);
            uint32_t word;
            ck_assert_ptr_nonnull(bad);
            memcpy(bad, good, size);
            memcpy(&word, (char *)bad + at, sizeof word);
            word = k < values ? other[k] : word + other[k - values];
            memcpy((char *)bad + at, &word, sizeof word);
            if (pk_recipe_check(bad, size)) {
                refused++;
            } else {
                taken++;
                use(bad);
            }
            free(bad);
        }
    ck_assert_uint_gt(refused, 500);
    ck_assert_uint_gt(taken, 500);
    free(good);
}
END_TEST

START_TEST(what_is_cut_short_is_refused)
{
    pk_recipe *good = make();

    for (size_t size = 0; size < good->size; size++) {
        char *bad = malloc(size + 1);
        ck_assert_ptr_nonnull(bad);
        memcpy(bad, good, size);
        ck_assert_ptr_nonnull(pk_recipe_check(bad, size));
        free(bad);
    }
    free(good);
}
END_TEST

/* A tuple that has fewer items than it says takes those of nobody. */
START_TEST(tuples_have_all_of_their_items)
{
    pk_recipe *r = make();
    const pk_message *launch = pk_recipe_message(r, 2);
    pk_launched *args = (pk_launched *)(void *)((char *)r + launch->args.at);

    ck_assert_ptr_null(pk_recipe_check(r, r->size));
    args[0].count = 3;
    ck_assert_ptr_null(pk_recipe_check(r, r->size));
    args[0].count = 4;
    ck_assert_ptr_nonnull(pk_recipe_check(r, r->size));
    args[0].count = UINT32_MAX;
    ck_assert_ptr_nonnull(pk_recipe_check(r, r->size));
    free(r);
}
END_TEST

TESTS("recipe", what_is_written_is_read, damaged_ones_are_refused_or_do_no_harm,
      what_is_cut_short_is_refused, tuples_have_all_of_their_items)
