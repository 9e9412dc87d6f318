/* SPDX-License-Identifier: Apache-2.0 */
/* The verifier, through the IR's text form: whatever is wrong is refused and
 * has a place. Each row of `faults` is a function body that must be. */
#include "base/arena.h"
#include "portkern/ir.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/check_main.h"

static pk_arena arena;
static pk_error err;

static pk_ir *parse(const char *text, size_t length) {
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    memset(&err, 0, sizeof err);
    return pk_ir_parse(&arena, text, length, &ir, &err) == PK_OK ? ir : NULL;
}

/* The body goes into a kernel with %x, a pointer to f32, %n of type i64, %f of
 * type f32; functions before it are @one, which takes and gives an i64, and
 * @wait, which holds a barrier. */
static const char before[] =
    "pkir 1\n"
    "device @one(%a: i64 scalar 0) -> i64 {\n    return %a\n}\n"
    "device @wait() {\n    barrier\n}\n"
    "kernel @k(%x: ptr<global, f32> data 0, %n: i64 scalar 1, %f: f32 scalar "
    "2) {\n";

static const struct {
    const char *body, *message;
} faults[] = {
    {"fail \"{}\"", "more places than there are operands"},
    {"fail \"{}\", %n, %n", "fewer places"},
    {"print \"{\", %n", "a brace without its other"},
    {"print \"}\"", "a brace without its other"},
    {"print \"{:q}\", %n", "not a format specification"},
    {"print \"{:.3f\", %f", "a brace without its other"},
    {"print \"{:x}\", %f", "not one for such a number"},
    {"print \"{c}\", %f", "a place for a complex number has none"},
    {"print \"{}\", %x", "an address cannot be printed"},
    {"fail \"\"\n    return", "something follows"},
    {"block.catch ^1 {\n    }", "failures that are caught, which kernels do"},
    {"%1: u32 = caught", "failures that are caught, which kernels do"},
    {"loop.catch ^1 {\n    }", "flag"},
    {"launch \"k\", %n", "not seven i64"},
    {"launch \"\", %n, %n, %n, %n, %n, %n, %n", "name no kernel"},
    {"launch \"k i32\", %n, %n, %n, %n, %n, %n, %n", "not what the words say"},
    {"launch \"k i32\", %n, %n, %n, %n, %n, %n, %n, %n", "what the words say"},
    {"launch \"k\", %n, %n, %n, %n, %n, %n, %n, %n", "what the words say"},
    {"launch \"k f32[]\", %n, %n, %n, %n, %n, %n, %n", "no type of an arg"},
    {"launch \"k f32[17]\", %n, %n, %n, %n, %n, %n, %n", "no type of an arg"},
    {"launch \"k [('x', 'f4')]\", %n, %n, %n, %n, %n, %n, %n",
     "no type of an arg"},
    {"launch \"k [('x', 'f4'[0]\", %n, %n, %n, %n, %n, %n, %n",
     "no type of an arg"},
    {"launch \"k none[1]\", %n, %n, %n, %n, %n, %n, %n", "no type of an arg"},
    {"launch \"k ( none\", %n, %n, %n, %n, %n, %n, %n", "a tuple has no end"},
    {"launch \"k none )\", %n, %n, %n, %n, %n, %n, %n",
     "ends that has not begun"},
    {"launch \"k [('x', 'f4')][0]\", %n, %n, %n, %n, %n, %n, %n",
     "the words say"},
    {"launch \"k <Color\", %n, %n, %n, %n, %n, %n, %n, %n",
     "no type of an arg"},
    {"launch \"k <>\", %n, %n, %n, %n, %n, %n, %n, %n", "no type of an arg"},
    {"launch \"k <m.Color>\", %n, %n, %n, %n, %n, %n, %n", "the words say"},
    {"launch \"k i33\", %n, %n, %n, %n, %n, %n, %n, %n", "no type of an arg"},
    {"launch \"k f32[1]\", %n, %n, %n, %n, %n, %n, %n, %n", "the words say"},
    {"%1: i64 = add %n", "add takes 2 operands, got 1"},
    {"%1: i64 = add %n, %f", "operand types differ"},
    {"%1: f32 = add %n, %n", "result has the wrong type"},
    {"add %n, %n", "result has the wrong type"},
    {"%1: i64 = store %x, %f", "result has the wrong type"},
    {"%1: i64, %2: i64 = add %n, %n", "number of results"},
    {"%1: bool = add true:bool, true:bool", "does not fit"},
    {"%1: f32 = and %f, %f", "does not fit"},
    {"%1: i64 = sqrt %n", "does not fit"},
    {"%1: bool = lt %x, %x", "does not fit"},
    {"%1: i64 = select %n, %n, %n", "not a bool"},
    {"%1: i64 = select true:bool, %n, %f", "differ"},
    {"%1: i64 = convert %x", "cannot be converted"},
    {"%1: i64 = convert %n", "nothing to convert"},
    {"convert %n", "number of results"},
    {"%1: i64 = bitcast %f", "widths differ"},
    {"%1: f32 = load %f", "not an address"},
    {"store %x, %n", "not of the element's type"},
    {"%1: ptr<global, f32> = elem %x, %f", "not an i64"},
    {"%1: ptr<global, f64> = elem %x, %n", "wrong type"},
    {"%1: f32 = atomic_and %x, %f", "no atomic operation"},
    {"%1: f32 = atomic_add %x, %n", "not of the element's type"},
    {"%1: f32 = atomic_inc %x, %f", "no atomic operation"},
    {"%1: i64 = shuffle_idx %n, %n, %n", "the mask is not a u32"},
    {"%1: i64 = shuffle_idx 1:u32, %n, %n", "the lane is not an i32"},
    {"%1: bool = shuffle_xor 1:u32, true:bool, 1:i32", "not a number"},
    {"%1: bool = vote_any 1:u32, %n", "not a bool"},
    {"%1: i32 = ballot 1:u32, true:bool", "result has the wrong type"},
    {"%1: u32 = match_all 1:u32, %n", "number of results"},
    {"%1: u32, %2: u32 = match_all 1:u32, %n", "result has the wrong type"},
    {"%1: u32, %2: bool = match_any 1:u32, %n", "number of results"},
    {"%1: i32 = barrier_count %n", "not a bool"},
    {"warp_sync %n", "not a u32"},
    {"%1: i32 = thread_id.w", "expected .x, .y or .z"},
    {"%1: i64 = add.contract %n, %n", "flags do not fit"},
    {"barrier.items", "flags do not fit"},
    {"%1: i64 = add.fast %n, %n", "unknown flag"},
    {"%1: i64 = add %n, %2", "no value of that name"},
    {"%1: i64 = add %n, %1", "not visible"},
    {"%1: i64 = add %n, %n\n%1: i64 = add %n, %n", "number is taken"},
    {"if true:bool {\n%1: i64 = neg %n\n}\n%2: i64 = neg %1", "not visible"},
    {"if true:bool {\n%1: i64 = neg %n\n} else {\n%2: i64 = neg %1\n}",
     "not visible"},
    {"for ^1 %1: i64 = %n, %n, %n {\n}\n%2: i64 = neg %1", "not visible"},
    {"for ^1 %1: i32 = %n, %n, %n {\n}", "one integer type"},
    {"for ^1 %1: f32 = %f, %f, %f {\n}", "one integer type"},
    {"if %n {\n}", "not a bool"},
    {"loop ^1 {\n}\nbreak ^1", "no region around this one has that label"},
    {"loop ^1 {\nloop ^1 {\n}\n}", "taken by a region around this one"},
    {"block ^1 {\ncontinue ^1\n}", "no next iteration"},
    {"loop ^1 {\nbreak ^1\nbreak ^1\n}", "something follows"},
    {"return\nreturn", "something follows"},
    {"return %n", "return gives 1 results, not 0"},
    {"for.items ^1 %1: i64 = %n, %n, %n {\nbreak ^1\n}", "loop over items"},
    {"for.items ^1 %1: i64 = %n, %n, %n {\nreturn\n}", "loop over items"},
    {"loop ^2 {\nfor.items ^1 %1: i64 = %n, %n, %n {\ncontinue ^2\n}\n}",
     "loop over items"},
    {"loop ^0 {\n}", "a label is a number from 1"},
    {"call @k()", "not a device function"},
    {"call @two()", "no such function"},
    {"%1: i64 = call @one()", "takes 1 operands"},
    {"call @one(%n)", "gives 1 results"},
    {"%1: i64 = call @one(%f)", "operand 0 has the wrong type"},
    {"%1: f32 = call @one(%n)", "result 0 has the wrong type"},
    {"%1: i64 = get $l", "no such local"},
    {"local $l: i32\nset $l, %n", "not of the local's type"},
    {"local $x: i32", "the name is taken"},
    {"local %s: f32[0]", "has no size"},
    {"constant %s: f32[2]", "have data"},
    {"constant %s: f32[2] = {1.0}", "2 elements announced, got 1"},
    {"shared %s: f32[1] = {1.0}", "have data"},
    {"constant %s: f32[1] = {1.0}\nstore %s, %f", "can be written"},
    {"shared %s: f32[9000000000000000000]", "takes more than"},
    {"shared %s: f32[8] align 3", "impossible alignment"},
    {"shared %s: f64[8] align 4", "impossible alignment"},
    {"shared %s: void[8]", "expected a type"},
    {"%1: i64 = neg 9223372036854775808:i64", "not a value of type i64"},
    {"%1: u8 = not -1:u8", "not a value of type u8"},
    {"%1: i64 = neg 1.5:i64", "not a value of type i64"},
    {"%1: f32 = load 0:ptr<global, f32>", "not a value of type ptr"},
    {"%1: f32 = neg nan(0x1):f32", "not a value of type f32"},
    {"%1: f32 = neg frog:f32", "not a value of type f32"},
    {"%1: ptr<global, ptr> = elem %x, %n", "expected a type"},
    {"%1: i64 = neg %n !1:1", "source 0 is not declared"},
    {"%01: i64 = neg %n", "has a number"},
    {"frobnicate %n", "expected an operation"},
    {"%1: i64 = add %n, %n %n", "expected the end of the line"},
    {"\"", "expected an operation"},
};

static const char *const bad_functions[] = {
    "pkir 1\nkernel @k() {\n%1: i32 = warp_id\n}\n",
    "pkir 1\nkernel @k() form lanes {\n%1: i32 = lane_id\n}\n",
    "pkir 1\nkernel @k() form lanes {\n%1: i32 = thread_id.x\n}\n",
    "pkir 1\nkernel @k() form lanes {\n%1: u32 = active_mask\n}\n",
    "pkir 2\n",
    "kernel @k() {\n}\n",
    "pkir 1\nkernel @k(%x: ptr<shared, f32> data 0) {\n}\n",
    "pkir 1\nkernel @k(%x: ptr<global, f32> scalar 0) {\n}\n",
    "pkir 1\nkernel @k(%x: f32 shape 0 0) {\n}\n",
    "pkir 1\nkernel @k(%x: f32 data 0) {\n}\n",
    "pkir 1\nkernel @k(%x: f32 scalar 0 readonly) {\n}\n",
    "pkir 1\nkernel @k(%x: f32 scalar 0, %x: f32 scalar 1) {\n}\n",
    "pkir 1\nkernel @k() -> i32 {\n    return 1:i32\n}\n",
    "pkir 1\nkernel @k() noinline {\n}\n",
    "pkir 1\nkernel @k() dims 2048 1 1 {\n}\n",
    "pkir 1\nkernel @k() maxthreads 1025 {\n}\n",
    "pkir 1\nkernel @k() maxregs 256 {\n}\n",
    "pkir 1\nkernel @k() minblocks 2 {\n}\n",
    "pkir 1\nkernel @k() melts swaps_y swaps_z {\n}\n",
    "pkir 1\nkernel @k() maxthreads {\n}\n",
    "pkir 1\ndevice @f() maxthreads 32 {\n}\n",
    "pkir 1\nkernel @k() form block {\n    barrier\n}\n",
    "pkir 1\nkernel @k() {\n}\nkernel @k() {\n}\n",
    "pkir 1\nkernel @k() {\n",
    "pkir 1\nkernel @k() {\n} trailing\n",
    "pkir 1\nsource 1 \"x\"\n",
    "pkir 1\nsource 0 \"x\"\nsource 1 \"x\"\n",
    "pkir 1\nsource 0 \"x\n",
    "pkir 1\ndevice @f() -> i32 {\n}\n",
    "pkir 1\ndevice @f() -> i32 {\n    loop ^1 {\n        break ^1\n    }\n}\n",
    "pkir 1\ndevice @f() form block {\n}\n",
    "pkir 1\ndevice @f() noinline {\n    barrier\n}\n",
    "pkir 1\ndevice @f() noinline {\n    shared %s: f32[4]\n}\n",
    "pkir 1\ndevice @f() {\n    barrier\n}\ndevice @g() noinline {\n    call "
    "@f()\n}\n",
    "pkir 1\ndevice @f() {\n    barrier\n}\nkernel @g() form block {\n    call "
    "@f()\n}\n",
};

START_TEST(every_fault_is_found_and_has_its_line)
{
    char text[2048];

    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        snprintf(text, sizeof text, "%s%s\n}\n", before, faults[i].body);
        ck_assert_msg(!parse(text, strlen(text)), "%s", faults[i].body);
        ck_assert_int_eq(err.status, PK_VERIFY);
        ck_assert_msg(strstr(err.message, faults[i].message) != NULL,
                      "%s: %s, not %s", faults[i].body, err.message,
                      faults[i].message);
        ck_assert_msg(err.line >= 8 && err.line <= 14 && err.col >= 1,
                      "%s: line %u", faults[i].body, err.line);
        pk_arena_finish(&arena);
    }
}
END_TEST

START_TEST(bad_functions_are_refused)
{
    for (size_t i = 0; i < sizeof bad_functions / sizeof *bad_functions; i++) {
        const char *text = bad_functions[i];
        ck_assert_msg(!parse(text, strlen(text)), "%s", text);
        ck_assert_int_eq(err.status, PK_VERIFY);
        ck_assert_uint_gt(strlen(err.message), 5);
        pk_arena_finish(&arena);
    }
}
END_TEST

START_TEST(what_looks_wrong_but_is_not_passes)
{
    static const char *const bodies[] = {
        "",
        "# only words\n\n\n",
        "call @wait()",
        "if true:bool {\nreturn\n} else {\nreturn\n}\n%9: i64 = neg %n",
        "for.items ^1 %1: i64 = %n, %n, %n {\ncontinue ^1\n}",
        "%1: f32 = neg 1:f32\n%2: f32 = neg 0x1.8p1:f32\n%3: i8 = neg -128:i8",
    };
    char text[2048];

    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        snprintf(text, sizeof text, "%s%s\n}\n", before, bodies[i]);
        ck_assert_msg(parse(text, strlen(text)) != NULL, "%s: %s", bodies[i],
                      err.message);
        pk_arena_finish(&arena);
    }
}
END_TEST

TESTS("verify", every_fault_is_found_and_has_its_line,
      bad_functions_are_refused, what_looks_wrong_but_is_not_passes)
