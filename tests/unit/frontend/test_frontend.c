/* SPDX-License-Identifier: Apache-2.0 */
/* The frontend's own interface: signatures, what a program tells of itself,
 * names from outside, memory that ends, threads side by side. Types and
 * messages have tests of their own in tests/frontend and tests/golden. */
#include "base/text.h"
#include "frontend/builtins/builtins.h"
#include "frontend/frontend.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/check_main.h"
#include "tests/unit/starving.h"

static const char source[] = "import math\n"
                             "from numba import cuda, njit\n"
                             "N = 4\n"
                             "@njit\n"
                             "def twice(x):\n"
                             "    return x + x\n"
                             "@cuda.jit(device=True)\n"
                             "def pick(a, k):\n"
                             "    return a[k], math.exp(a[k])\n"
                             "@cuda.jit\n"
                             "def kernel(a, n):\n"
                             "    s = 0\n"
                             "    buf = cuda.shared.array(N, 'float32')\n"
                             "    for i in range(n):\n"
                             "        x, y = pick(a, i)\n"
                             "        s += twice(x) if y > 1 else y\n"
                             "        if s > 10 and i % 2:\n"
                             "            break\n"
                             "    else:\n"
                             "        s = -s\n"
                             "    buf[0] = s\n"
                             "    a[0] = buf[0] + SCALE\n"
                             "def plain(x):\n"
                             "    return x\n";

typedef struct fixture {
    pk_arena arena;
    pk_diags diags;
    pk_text out;
} fixture;

static void begin(fixture *f) {
    pk_arena_init(&f->arena, &pk_heap);
    pk_diags_init(&f->diags, &f->arena);
    pk_text_init(&f->out, &pk_heap);
}

static void end(fixture *f) {
    pk_text_finish(&f->out);
    pk_arena_finish(&f->arena);
}

static const uint32_t scale = 0x3f000000; /* 0.5f */
static const pk_binding bindings[] = {{.name = "SCALE",
                                       .kind = PK_BIND_scalar,
                                       .dtype = PK_TYPE_f32,
                                       .values = &scale}};
static const pk_program_options options = {
    .file = "k.py", .bindings = bindings, .binding_count = 1};

static pk_program *program_of(const pk_allocator *allocator, const char *text,
                              pk_diags *diags) {
    pk_program *program = NULL;

    pk_program_new(allocator, text, strlen(text), &options, &program, diags);
    return program;
}

START_TEST(signatures_print_as_they_are_read)
{
    static const struct {
        const char *text, *printed;
    } rows[] = {
        {"f32", "float32"},
        {"i8, u64", "int8 uint64"},
        {"f32[:]", "float32[:]"},
        {"float64[:,::1]", "float64[:, ::1]"},
        {"f32[::1,:]", "float32[::1, :]"},
        {"c64[()], i8", "complex64[()] int8"},
        {"c64[::1]", "complex64[::1]"},
        {"void(int64, none)", "int64 none"},
        {"UniTuple(f32, 3)", "Tuple(float32, float32, float32)"},
        {"Tuple((i64, f32[:]))", "Tuple(int64, float32[:])"},
        {"(i64, (b1, c16))", "Tuple(int64, Tuple(bool, complex128))"},
        {"Tuple(((i64, i8), f32)), Tuple((u8,)), Tuple(())",
         "Tuple(Tuple(int64, int8), float32) Tuple(uint8) Tuple()"},
        {"Tuple(Tuple(int64, int8), float32), Tuple(Tuple(int64))",
         "Tuple(Tuple(int64, int8), float32) Tuple(Tuple(int64))"},
        {"((f8, f8), f4)", "Tuple(Tuple(float64, float64), float32)"},
        {"dtype(f4), (i8, dtype(complex64))",
         "dtype(float32) Tuple(int8, dtype(complex64))"},
        {"", ""},
    };
    fixture f;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pk_signature s;
        begin(&f);
        ck_assert_int_eq(
            pk_signature_parse(&f.arena, NULL, rows[i].text, &s, &f.diags),
            PK_OK);
        for (uint32_t k = 0; k < s.count; k++) {
            pk_text_put(&f.out, k ? " " : "");
            pk_arg_type_print(&s.args[k], &f.out);
        }
        ck_assert_str_eq(pk_text_string(&f.out), rows[i].printed);
        end(&f);
    }
}
END_TEST

START_TEST(wrong_signatures_say_where)
{
    static const char *const rows[] = {
        "f33",       "f32[",         "f32[:",         "f32[()",
        "f32[::2]",  "f32[::1,::1]", "f32 f32",       "void(f32",
        "Tuple(f32", "(f32",         "UniTuple(f32)", "f32]",
        "f32[:,:]]", "f32,,",        "[:]",           "UniTuple(f32, 256)",
        "dtype(f32", "dtype(none)",  "dtype(f32[:])", "dtype()",
    };
    fixture f;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pk_signature s;
        begin(&f);
        ck_assert_int_eq(
            pk_signature_parse(&f.arena, NULL, rows[i], &s, &f.diags),
            PK_BAD_ARG);
        ck_assert_uint_gt(f.diags.first->loc.col, 0);
        ck_assert_ptr_nonnull(strstr("E0212 E0213 E0214", f.diags.first->code));
        ck_assert_ptr_nonnull(f.diags.first->hint);
        end(&f);
    }
}
END_TEST

static const char classes[] = "from enum import Enum, IntEnum\n"
                              "from collections import namedtuple\n"
                              "import numpy as np\n"
                              "Point = namedtuple('Point', 'x y')\n"
                              "REC = np.dtype([('a', 'f4'), ('b', 'i8')])\n"
                              "Half = np.float16\n"
                              "LIMIT = 3\n"
                              "class Color(Enum):\n"
                              "    RED = 1\n"
                              "class Mode(IntEnum):\n"
                              "    ON = 1\n";

START_TEST(names_of_the_module_are_types)
{
    static const struct {
        const char *text, *printed; /* or a part of the error */
        bool good;
    } rows[] = {
        {"Point(f32, i64)", "Point(float32, int64)", true},
        {"Color, (Mode, u8)", "Color Tuple(Mode, uint8)", true},
        {"UniTuple(Point(Color, Half), 2)",
         "Tuple(Point(Color, float16), Point(Color, float16))", true},
        {"REC[::1], REC, Half[:]",
         "[('a', 'f4'), ('b', 'i8')][::1] [('a', 'f4'), ('b', 'i8')] "
         "float16[:]",
         true},
        {"Point",
         "<signature>:1:6: error: expected the types of Point's items: Point(",
         false},
        {"i8, Point(f32)",
         "<signature>:1:11: error: Point has 2 items, got 1 type [E0212]",
         false},
        {"Point(f32,", "<signature>:1:11: error: expected a type [E0213]",
         false},
        {"Color[:]", "<signature>:1:7: error: expected no axes", false},
        {"i32, Colour",
         "<signature>:1:6: error: 'Colour' is not a type [E0214]", false},
        {"Colour", "hint: did you mean Color?", false},
        {"LIMIT", "'LIMIT' is not a type", false},
        {"floot32", "did you mean float32?", false},
        {"Color.RED", "'Color.RED' is not a type", false},
    };
    pk_program *program;
    fixture f;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pk_signature s;
        begin(&f);
        program = program_of(&pk_heap, classes, &f.diags);
        ck_assert_int_eq(
            pk_signature_parse(&f.arena, program, rows[i].text, &s, &f.diags),
            rows[i].good ? PK_OK : PK_BAD_ARG);
        for (pk_diag *d = f.diags.first; d; d = d->next)
            pk_diag_print(d, &f.out);
        for (uint32_t k = 0; rows[i].good && k < s.count; k++) {
            pk_text_put(&f.out, k ? " " : "");
            pk_arg_type_print(&s.args[k], &f.out);
        }
        if (rows[i].good)
            ck_assert_str_eq(pk_text_string(&f.out), rows[i].printed);
        else
            ck_assert_ptr_nonnull(
                strstr(pk_text_string(&f.out), rows[i].printed));
        pk_program_free(program);
        end(&f);
    }
}
END_TEST

START_TEST(a_program_tells_its_functions)
{
    fixture f;
    pk_program *program;
    const pk_function_info *info;

    begin(&f);
    program = program_of(&pk_heap, source, &f.diags);
    ck_assert_ptr_nonnull(program);
    ck_assert_uint_eq(pk_program_function_count(program), 4);
    info = pk_program_function(program, 2);
    ck_assert_str_eq(info->name, "kernel");
    ck_assert_int_eq(info->kind, PK_FUNCTION_kernel);
    ck_assert_uint_eq(info->param_count, 2);
    ck_assert_str_eq(info->param_names[1], "n");
    ck_assert_uint_eq(info->line, 11);
    ck_assert_int_eq(pk_program_find(program, "twice")->kind, PK_FUNCTION_host);
    ck_assert_int_eq(pk_program_find(program, "pick")->kind,
                     PK_FUNCTION_device);
    ck_assert_int_eq(pk_program_find(program, "plain")->kind,
                     PK_FUNCTION_plain);
    ck_assert_ptr_null(pk_program_find(program, "N"));
    ck_assert_ptr_null(pk_program_find(program, "nobody"));
    ck_assert_ptr_null(pk_program_function(program, 4));
    pk_program_free(program);
    end(&f);
}
END_TEST

/* Appends the IR, or what went wrong. */
static pk_status compile_with(pk_library *library, const pk_program *program,
                              const char *name, const char *types,
                              const pk_allocator *allocator, pk_text *out) {
    pk_arena arena;
    pk_diags diags;
    pk_signature signature;
    pk_ir *ir = NULL;
    pk_status status;

    pk_arena_init(&arena, allocator);
    pk_diags_init(&diags, &arena);
    status = pk_signature_parse(&arena, NULL, types, &signature, NULL);
    if (status == PK_OK)
        status = pk_frontend_compile(program, name, &signature, library, &arena,
                                     &ir, &diags);
    if (status == PK_OK)
        pk_ir_print(ir, out);
    else if (!arena.failed)
        for (const pk_diag *d = diags.first; d; d = d->next)
            pk_diag_print(d, out);
    pk_arena_finish(&arena);
    return status;
}

static pk_status compile_to(const pk_program *program, const char *name,
                            const char *types, const pk_allocator *allocator,
                            pk_text *out) {
    return compile_with(NULL, program, name, types, allocator, out);
}

START_TEST(the_digest_tells_texts_and_bindings_apart)
{
    static const char *const texts[] = {"N = 1\n", "N = 2\n", "N = 1 \n"};
    pk_digest digests[4];
    pk_program *program = NULL;
    fixture f;

    begin(&f);
    for (int i = 0; i < 3; i++) {
        program = program_of(&pk_heap, texts[i], &f.diags);
        digests[i] = pk_program_digest(program);
        pk_program_free(program);
    }
    pk_program_new(&pk_heap, texts[0], strlen(texts[0]), NULL, &program,
                   &f.diags);
    digests[3] = pk_program_digest(program);
    pk_program_free(program);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i; k++)
            ck_assert_int_ne(memcmp(&digests[i], &digests[k], 16), 0);
    end(&f);
}
END_TEST

START_TEST(names_from_outside_are_constants)
{
    fixture f;
    pk_program *program;

    begin(&f);
    program = program_of(&pk_heap, source, &f.diags);
    ck_assert_int_eq(
        compile_to(program, "kernel", "f32[:], i64", &pk_heap, &f.out), PK_OK);
    ck_assert_ptr_nonnull(strstr(pk_text_string(&f.out), "0.5:f32"));
    pk_program_free(program);
    end(&f);
}
END_TEST

START_TEST(functions_of_other_programs_can_be_bound)
{
    pk_binding binding = {.name = "f", .kind = PK_BIND_function};
    pk_program_options bound = {.bindings = &binding, .binding_count = 1};
    const char *text = "def g(x):\n    return f(x) * 2.0\n";
    pk_program *other, *program = NULL;
    fixture f;

    begin(&f);
    other = program_of(&pk_heap, source, &f.diags);
    binding.program = other;
    binding.target = "twice";
    pk_program_new(&pk_heap, text, strlen(text), &bound, &program, &f.diags);
    ck_assert_ptr_nonnull(program);
    ck_assert_int_eq(compile_to(program, "g", "i64", &pk_heap, &f.out), PK_OK);
    ck_assert_ptr_nonnull(strstr(pk_text_string(&f.out), "call @twice"));
    pk_program_free(program);
    pk_program_free(other);
    end(&f);
}
END_TEST

START_TEST(the_same_program_gives_the_same_ir)
{
    fixture f;
    pk_program *program;
    pk_text again;

    begin(&f);
    pk_text_init(&again, &pk_heap);
    for (int i = 0; i < 3; i++) {
        program = program_of(&pk_heap, source, &f.diags);
        compile_to(program, "kernel", "f64[:], i32", &pk_heap,
                   i ? &again : &f.out);
        pk_program_free(program);
        if (i)
            ck_assert_str_eq(pk_text_string(&f.out), pk_text_string(&again));
        pk_text_finish(&again);
        pk_text_init(&again, &pk_heap);
    }
    end(&f);
}
END_TEST

/* The second compile finds what the first has read, of two sources that share a
 * third, and goes on from there. */
START_TEST(a_library_that_was_read_gives_the_same_ir)
{
    static const char text[] =
        "import math\n"
        "from numba import cuda\n"
        "@cuda.jit\n"
        "def first(x):\n"
        "    x[0] = math.exp(x[1]) + math.sin(x[2])\n"
        "@cuda.jit\n"
        "def second(x):\n"
        "    x[0] = math.pow(x[1], x[2]) - math.exp(x[3])\n";
    static const char *const names[] = {"first", "second", "first"};
    static const char *const types[] = {"f32[:]", "f32[:]", "f64[:]"};
    pk_library *library = pk_library_new(&pk_heap);
    fixture f;
    pk_program *program;
    pk_text alone;

    begin(&f);
    program = program_of(&pk_heap, text, &f.diags);
    for (int i = 0; i < 6; i++) {
        pk_text_init(&alone, &pk_heap);
        ck_assert_int_eq(
            compile_to(program, names[i % 3], types[i % 3], &pk_heap, &alone),
            PK_OK);
        f.out.length = 0;
        ck_assert_int_eq(compile_with(library, program, names[i % 3],
                                      types[i % 3], &pk_heap, &f.out),
                         PK_OK);
        ck_assert_str_eq(pk_text_string(&f.out), pk_text_string(&alone));
        pk_text_finish(&alone);
    }
    pk_program_free(program);
    pk_library_free(library);
    end(&f);
}
END_TEST

START_TEST(types_are_printed_beside_the_source)
{
    fixture f;
    pk_program *program;
    pk_signature signature;

    begin(&f);
    program = program_of(&pk_heap, source, &f.diags);
    pk_signature_parse(&f.arena, NULL, "f32[:], i32", &signature, NULL);
    ck_assert_int_eq(pk_frontend_print_types(program, "kernel", &signature,
                                             &f.out, &f.diags),
                     PK_OK);
    ck_assert_ptr_nonnull(
        strstr(pk_text_string(&f.out),
               "x, y = pick(a, i)  # x: float32, y: float32\n"));
    ck_assert_ptr_nonnull(
        strstr(pk_text_string(&f.out),
               "# kernel(a: array(float32, 1d, A), n: int32) -> none\n"));
    pk_program_free(program);
    end(&f);
}
END_TEST

/* ---- memory that ends ---- */

START_TEST(memory_that_ends_is_a_status_and_nothing_leaks)
{
    pk_status status = PK_NO_MEMORY;
    counter c = {0};
    pk_allocator allocator = starving_allocator(&c);
    long n;

    for (n = 0; status != PK_OK && n < 2000; n++) {
        pk_arena arena;
        pk_diags diags;
        pk_program *program;
        pk_text out;
        starve_after(&c, n);
        pk_arena_init(&arena, &pk_heap);
        pk_diags_init(&diags, &arena);
        pk_text_init(&out, &pk_heap);
        program = program_of(&allocator, source, &diags);
        if (program)
            status =
                compile_to(program, "kernel", "f32[:], i64", &allocator, &out);
        ck_assert_msg(status == PK_OK || status == PK_NO_MEMORY,
                      "allocation %ld: status %s", n, pk_status_name(status));
        pk_program_free(program);
        pk_text_finish(&out);
        pk_arena_finish(&arena);
        ck_assert_int_eq(c.bytes, 0);
    }
    ck_assert_int_eq(status, PK_OK);
    ck_assert_int_gt(n, 5);
}
END_TEST

/* Decorators are read with the module: memory may end at any place in them. */
START_TEST(memory_may_end_within_decorators)
{
    static const char decorated[] =
        "from numba import cuda, njit, types, void, f4, i8\n"
        "NAMED = void(f4[:, ::1], types.UniTuple(i8, 3))\n"
        "@cuda.jit([NAMED, 'void(Array(f8, 2, \"F\"), Tuple((i4, f4)))',\n"
        "           'junk(((', (f4[:], i8)], launch_bounds=(128, 2))\n"
        "def a(x, y=2):\n"
        "    pass\n"
        "@njit('Tuple((f4, UniTuple(i4, 2)))(f4, i8)', error_model='python')\n"
        "def b(x, *, y=1j, **z):\n"
        "    pass\n"
        "c = cuda.jit('void(flaot32)', bogus=1, link=[1])(a)\n";
    char text[8192];

    for (int pad = 0; pad < 60; pad++) {
        pk_status status = PK_NO_MEMORY;
        size_t length = 0;
        for (int i = 0; i < pad; i++)
            length += (size_t)sprintf(text + length, "v%d = (1, 2, 3), 4\n", i);
        strcpy(text + length, decorated);
        for (long n = 0; status != PK_OK && n < 100; n++) {
            counter c = {.fail_at = n, .go_on_failing = true};
            pk_allocator allocator = starving_allocator(&c);
            pk_arena arena;
            pk_diags diags;
            pk_program *program = NULL;
            pk_arena_init(&arena, &pk_heap);
            pk_diags_init(&diags, &arena);
            status = pk_program_new(&allocator, text, strlen(text), NULL,
                                    &program, &diags);
            ck_assert(status == PK_OK || status == PK_NO_MEMORY);
            pk_program_free(program);
            pk_arena_finish(&arena);
            ck_assert_int_eq(c.bytes, 0);
        }
        ck_assert_int_eq(status, PK_OK);
    }
}
END_TEST

/* ---- threads ---- */

typedef struct task {
    const pk_program *program;
    pk_text out;
} task;

static void *compile_many(void *arg) {
    task *t = arg;

    for (int i = 0; i < 50; i++) {
        pk_text_finish(&t->out);
        pk_text_init(&t->out, &pk_heap);
        compile_to(t->program, "kernel", i % 2 ? "f32[:], i64" : "f64[:], i32",
                   &pk_heap, &t->out);
    }
    return NULL;
}

START_TEST(threads_compile_from_one_program)
{
    pthread_t threads[4];
    task tasks[4];
    fixture f;
    pk_program *program;

    begin(&f);
    program = program_of(&pk_heap, source, &f.diags);
    for (int i = 0; i < 4; i++) {
        tasks[i].program = program;
        pk_text_init(&tasks[i].out, &pk_heap);
        pthread_create(&threads[i], NULL, compile_many, &tasks[i]);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++) {
        ck_assert_str_eq(pk_text_string(&tasks[i].out),
                         pk_text_string(&tasks[0].out));
        ck_assert_uint_gt(tasks[i].out.length, 1000);
    }
    for (int i = 0; i < 4; i++)
        pk_text_finish(&tasks[i].out);
    pk_program_free(program);
    end(&f);
}
END_TEST

/* A module without its row would be a name that is not known. */
START_TEST(what_stands_in_front_of_a_builtin_is_a_module)
{
    static const char *const paths[] = {
#define DTYPE(path, scalar)                path,
#define CTYPE(path, part)                  path,
#define VECTORS(path, part)                path "1", path "4",
#define VALUE(path, number)                path,
#define COUNT(path, number)                path,
#define IMAGE(path, number)                path,
#define QUERY(path, op, axis)              path,
#define DECOR(path, kind)                  path,
#define CALL(path, how, param, arguments_) path,
#define LATER(path, hint)                  path,
#include "frontend/builtins/builtins.def"
    };

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char module[128];

        ck_assert_ptr_nonnull(pk_builtin_find(paths[i]));
        ck_assert_uint_lt(strlen(paths[i]), sizeof module);
        strcpy(module, paths[i]);
        *strrchr(module, '.') = 0;
        ck_assert_msg(pk_builtin_is_module(module), "%s", module);
    }
    ck_assert(!pk_builtin_is_module("numba.cud"));
    ck_assert(!pk_builtin_is_module("") && !pk_builtin_find(""));
}
END_TEST

TESTS("frontend", what_stands_in_front_of_a_builtin_is_a_module,
      signatures_print_as_they_are_read, wrong_signatures_say_where,
      names_of_the_module_are_types, a_program_tells_its_functions,
      the_digest_tells_texts_and_bindings_apart,
      names_from_outside_are_constants,
      functions_of_other_programs_can_be_bound,
      the_same_program_gives_the_same_ir,
      a_library_that_was_read_gives_the_same_ir,
      types_are_printed_beside_the_source,
      memory_that_ends_is_a_status_and_nothing_leaks,
      memory_may_end_within_decorators, threads_compile_from_one_program)
