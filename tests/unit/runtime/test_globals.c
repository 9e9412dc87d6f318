/* SPDX-License-Identifier: Apache-2.0 */
/* Classes, records and names with dots as globals of a module. On the backend
 * that BACKEND names; tests/globals compares such values with Numba's. */
#include "runtime_test.h"

static pk_context *ctx;
static pk_queue *queue;

static void start(void) {
    const char *backend = getenv("BACKEND");

    ctx = open_context(backend ? backend : "interp");
    queue = open_queue(ctx);
}

static void stop(void) {
    pk_queue_release(queue);
    pk_context_release(ctx);
}

#define ONE (&PK_INIT(pk_launch_config, .grid = {1}, .block = {1}))

#define KERNEL(body)                                                           \
    "from numba import cuda\n"                                                 \
    "import numpy as np\n"                                                     \
    "@cuda.jit\n"                                                              \
    "def k(out):\n" body

static pk_status launch(pk_module *mod, const pk_arg *args, size_t count) {
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1});
    pk_kernel *kernel = NULL;
    pk_status status = pk_module_kernel(mod, "k", &kernel, &err);

    if (status == PK_OK)
        status = pk_launch(queue, kernel, &config, args, count, &err);
    pk_kernel_release(kernel);
    return status == PK_OK ? pk_queue_finish(queue, &err) : status;
}

static pk_status try_run(const char *text, const pk_global *globals,
                         size_t count, double *out) {
    pk_array array = pk_array_host(out, PK_DTYPE_f64, 1, &(int64_t){1});
    pk_arg arg = pk_inout(&array);
    pk_module *mod = NULL;
    pk_status status =
        pk_module_from_source(ctx, text, "k.py", 0, globals, count, &mod, &err);

    if (status == PK_OK)
        status = launch(mod, &arg, 1);
    pk_module_release(mod);
    return status;
}

/* Returns what the kernel of the text stores in out[0]. */
static double run(const char *text, const pk_global *globals, size_t count) {
    double out = -1;

    assert_ok(try_run(text, globals, count, &out));
    return out;
}

/* ---- the classes ---- */

static const char *const xy[] = {"x", "y"};
static const char *const colors[] = {"RED", "BLUE", "NAVY"};
static const pk_arg color_values[3] = {
    {.kind = PK_ARG_scalar, .dtype = PK_DTYPE_i64, .value.i = 4},
    {.kind = PK_ARG_scalar, .dtype = PK_DTYPE_i64, .value.i = 7},
    {.kind = PK_ARG_scalar, .dtype = PK_DTYPE_i64, .value.i = 7}};

static pk_class point(void) {
    return PK_INIT(pk_class, .kind = PK_CLASS_named_tuple,
                   .name = "shapes.Point", .names = xy, .count = 2,
                   .values = color_values, .value_count = 1);
}

static pk_class color(pk_class_kind kind) {
    return PK_INIT(pk_class, .kind = kind, .name = "Color", .names = colors,
                   .count = 3, .values = color_values, .value_count = 3);
}

/* ---- names with dots ---- */

START_TEST(a_name_with_dots_is_an_attribute)
{
    const pk_global globals[] = {{"config.N", pk_i64(4)},
                                 {"config.deep.M", pk_f64(0.5)},
                                 {"config.deep.K", pk_f64(100)},
                                 {"config.N", pk_i64(5)},
                                 {"unused.N", pk_i64(4)}};

    start();
    ck_assert_double_eq(
        run(KERNEL("    out[0] = config.N + config.deep.M + config.deep.K\n"),
            globals, 5),
        105.5);
    ck_assert_double_eq(
        run("import config\nfrom config import deep\n"
            "import config as c\n" KERNEL("    out[0] = config.N\n"),
            globals, 5),
        5);
    stop();
}
END_TEST

START_TEST(a_name_may_have_many_attributes)
{
    enum { MANY = 1 << 16 };
    pk_global *globals = calloc(MANY, sizeof *globals);
    char(*names)[24] = calloc(MANY, sizeof *names);

    ck_assert_ptr_nonnull(globals);
    ck_assert_ptr_nonnull(names);
    start();
    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof *names, i & 1 ? "a.b%d.n" : "a.n%d", i);
        globals[i] = (pk_global){names[i], pk_i64(i)};
    }
    ck_assert_double_eq(
        run(KERNEL("    out[0] = a.n4 + a.b65535.n + a.b1.n + a.n65534\n"),
            globals, MANY),
        4 + 65535 + 1 + 65534);
    free(globals);
    free(names);
    stop();
}
END_TEST

START_TEST(a_name_keeps_its_other_attributes)
{
    const pk_global globals[] = {{"Config.N", pk_i64(4)},
                                 {"np.M", pk_i64(8)},
                                 {"cuda.here.L", pk_i64(16)}};
    double out;

    start();
    ck_assert_double_eq(
        run("class Config:\n    N = 1\n    M = 2\n" KERNEL(
                "    out[0] = Config.N + Config.M + np.M + np.float32(32) + "
                "cuda.grid(1) + cuda.here.L\n"),
            globals, 3),
        62);
    assert_fails(try_run(KERNEL("    out[0] = np.nothing\n"), globals, 3, &out),
                 PK_NAME, "numpy.nothing is not known or not supported yet");
    assert_fails(try_run(KERNEL("    out[0] = here.L\n"), globals, 3, &out),
                 PK_NAME, "name 'here' is not defined");
    assert_fails(try_run("import other\n" KERNEL("    out[0] = other.M\n"),
                         (pk_global[]){{"other.N", pk_i64(1)}}, 1, &out),
                 PK_UNSUPPORTED, "other.M cannot be used in a kernel");
    assert_fails(try_run(KERNEL("    out[0] = other.M\n"),
                         (pk_global[]){{"other.N", pk_i64(1)}}, 1, &out),
                 PK_NAME,
                 "other has no attribute 'M' that is known when compiling");
    stop();
}
END_TEST

START_TEST(functions_and_arrays_in_buffers_may_have_dots)
{
    double values[] = {1, 2};
    pk_buffer *buf = NULL;
    pk_array array;
    pk_module *library = NULL;
    pk_global globals[2];

    start();
    assert_ok(pk_module_from_source(ctx,
                                    "from numba import cuda\n"
                                    "@cuda.jit(device=True)\n"
                                    "def halve(x):\n"
                                    "    return x / 2\n",
                                    "l.py", 0, NULL, 0, &library, &err));
    assert_ok(pk_buffer_create(ctx, sizeof values, 0, &buf, &err));
    assert_ok(pk_buffer_write(buf, 0, values, sizeof values, &err));
    array = pk_array_device(buf, PK_DTYPE_f64, 1, &(int64_t){2});
    globals[0] = (pk_global){"lib.halve", pk_function_of(library, "halve")};
    globals[1] = (pk_global){"state.now.D", pk_inout(&array)};
    ck_assert_double_eq(
        run(KERNEL("    state.now.D[0] = 9\n"
                   "    out[0] = lib.halve(5) + state.now.D[1]\n"),
            globals, 2),
        4.5);
    assert_ok(pk_buffer_read(buf, 0, values, sizeof values, &err));
    ck_assert_double_eq(values[0], 9);
    pk_buffer_release(buf);
    pk_module_release(library);
    stop();
}
END_TEST

START_TEST(functions_may_be_items_of_tuples)
{
    pk_module *libraries[2] = {NULL};
    pk_arg pair[2], both[2];
    pk_global global = {"OPS", {0}};

    start();
    for (int i = 0; i < 2; i++) {
        assert_ok(pk_module_from_source(ctx,
                                        i ? "def f(x):\n    return x / 2\n"
                                          : "def f(x):\n    return x * 8\n",
                                        "l.py", 0, NULL, 0, &libraries[i],
                                        &err));
        pair[i] = pk_function_of(libraries[i], "f");
    }
    both[0] = pk_tuple(pair, 2);
    both[1] = pk_i64(3);
    global.value = pk_tuple(both, 2);
    ck_assert_double_eq(
        run(KERNEL("    out[0] = OPS[0][0](OPS[1]) + OPS[0][1](5)\n"), &global,
            1),
        26.5);
    pk_module_release(libraries[0]);
    pk_module_release(libraries[1]);
    stop();
}
END_TEST

START_TEST(a_tuple_keeps_the_modules_of_its_functions)
{
    double out = 0;
    pk_array array = pk_array_host(&out, PK_DTYPE_f64, 1, &(int64_t){1});
    const pk_arg arg = pk_inout(&array);
    pk_module *library = NULL, *mod = NULL;
    pk_arg item;

    start();
    assert_ok(pk_module_from_source(ctx, "def f(x):\n    return x * 8\n",
                                    "l.py", 0, NULL, 0, &library, &err));
    item = pk_function_of(library, "f");
    assert_ok(pk_module_from_source(
        ctx, KERNEL("    out[0] = OPS[0](2)\n"), "k.py", 0,
        (pk_global[]){{"OPS", pk_tuple(&item, 1)}}, 1, &mod, &err));
    pk_module_release(library);
    assert_ok(launch(mod, &arg, 1));
    ck_assert_double_eq(out, 16);
    pk_module_release(mod);
    stop();
}
END_TEST

START_TEST(what_is_no_name_is_refused)
{
    static const char *const names[] = {"a b",  "1a",   ".a", "a.",
                                        "a..b", "a[0]", ".",  "a-b"};
    pk_module *mod;

    start();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_fails(pk_module_from_source(ctx, "", "k.py", 0,
                                           (pk_global[]){{names[i], pk_i64(1)}},
                                           1, &mod, &err),
                     PK_BAD_ARG, "expected a name of Python");
    stop();
}
END_TEST

/* ---- enumerations ---- */

START_TEST(enumerations_are_known_by_their_members)
{
    const pk_class kinds[] = {color(PK_CLASS_enum), color(PK_CLASS_int_enum)};
    const pk_class same = color(PK_CLASS_enum);
    pk_arg mixed[2];
    pk_global globals[] = {{"Color", pk_class_value(&kinds[0])},
                           {"BEST", pk_class_member(&kinds[0], "NAVY")},
                           {"m.Mode", pk_class_value(&kinds[1])},
                           {"MIXED", {0}}};

    start();
    mixed[0] = pk_class_member(&same, "RED");
    mixed[1] = pk_class_member(&kinds[1], "BLUE");
    globals[3].value = pk_tuple(mixed, 2);
    ck_assert_double_eq(
        run(KERNEL("    n = 0\n"
                   "    if BEST is Color.BLUE and BEST == Color.NAVY:\n"
                   "        n += 1\n"
                   "    if MIXED[0] == Color.RED and MIXED[0] != Color.BLUE:\n"
                   "        n += 10\n"
                   "    c = Color.RED if n > 5 else BEST\n"
                   "    n += 100 * c.value + 1000 * BEST.value\n"
                   "    n += 10000 * (MIXED[1] + m.Mode.RED)\n"
                   "    if isinstance(BEST, Color) and BEST.name == 'BLUE':\n"
                   "        n += 1000000\n"
                   "    out[0] = n + 10000000 * m.Mode(7)\n"),
            globals, 4),
        71117411);
    stop();
}
END_TEST

START_TEST(launches_give_members_and_tuples_of_such_classes)
{
    const pk_class classes[] = {point(), color(PK_CLASS_enum)};
    const pk_global globals[] = {{"shapes.Point", pk_class_value(&classes[0])},
                                 {"Color", pk_class_value(&classes[1])}};
    const pk_arg items[] = {pk_f64(1.5), pk_i64(3)};
    double out = 0;
    pk_array array = pk_array_host(&out, PK_DTYPE_f64, 1, &(int64_t){1});
    pk_arg args[] = {pk_inout(&array), {0}, {0}};
    pk_kernel *kernel = NULL;
    pk_module *mod = NULL;

    start();
    assert_ok(
        pk_module_from_source(ctx,
                              "from numba import cuda\n"
                              "@cuda.jit\n"
                              "def k(out, p, c):\n"
                              "    out[0] = p.x + 10 * p.y + 100 * c.value\n",
                              "k.py", 0, globals, 2, &mod, &err));
    assert_ok(pk_module_kernel(mod, "k", &kernel, &err));
    assert_ok(
        pk_kernel_named(kernel, "shapes.Point", items, 2, &args[1], &err));
    assert_ok(pk_kernel_member(kernel, "Color.BLUE", &args[2], &err));
    assert_ok(launch(mod, args, 3));
    ck_assert_double_eq(out, 731.5);
    args[2] = globals[1].value;
    assert_fails(launch(mod, args, 3), PK_BAD_ARG,
                 "pass it to the module, as a pk_global");
    args[2] = pk_string("text");
    assert_fails(launch(mod, args, 3), PK_BAD_ARG,
                 "strings, types and imports cannot be passed to a launch");
    pk_kernel_release(kernel);
    pk_module_release(mod);
    stop();
}
END_TEST

static const char of_any_class[] = "from numba import cuda\n"
                                   "@cuda.jit\n"
                                   "def k(out, p, c):\n"
                                   "    out[0] = p.x + 10 * p.y\n"
                                   "    out[1] = c.value\n";

START_TEST(launches_take_values_of_classes_that_the_module_does_not_know)
{
    const pk_class classes[] = {point(), color(PK_CLASS_enum),
                                color(PK_CLASS_int_enum)};
    const pk_arg items[] = {pk_f64(1.5), pk_i64(3)};
    double out[2];
    pk_array array = pk_array_host(out, PK_DTYPE_f64, 1, &(int64_t){2});
    pk_arg args[] = {pk_inout(&array), pk_class_tuple(&classes[0], items), {0}};
    const pk_class *kept[3] = {NULL}, *again;
    pk_module *mod = NULL;

    start();
    assert_ok(pk_module_from_source(ctx, of_any_class, "k.py", 0, NULL, 0, &mod,
                                    &err));
    for (int i = 0; i < 3; i++) {
        const pk_class same = classes[i];
        assert_ok(pk_class_get(ctx, &classes[i], &kept[i], &err));
        assert_ok(pk_class_get(ctx, &same, &again, &err));
        ck_assert_ptr_eq(kept[i], again);
        assert_ok(pk_class_get(ctx, kept[i], &again, &err));
        ck_assert_ptr_eq(kept[i], again);
        ck_assert_str_eq(kept[i]->name, classes[i].name);
    }
    for (int i = 1; i < 5; i++) { /* descriptions, then what is kept */
        const pk_class *of = i < 3 ? &classes[i] : kept[i - 2];
        args[1] = pk_class_tuple(i < 3 ? &classes[0] : kept[0], items);
        args[2] = pk_class_member(of, "BLUE");
        assert_ok(launch(mod, args, 3));
        ck_assert(out[0] == 31.5 && out[1] == 7);
    }
    args[2] = pk_class_member(kept[1], "GREY");
    assert_fails(launch(mod, args, 3), PK_BAD_ARG,
                 "Color has no member 'GREY'");
    args[2] = pk_class_tuple(kept[1], items);
    assert_fails(launch(mod, args, 3), PK_BAD_ARG,
                 "a tuple of Color, an enumeration");
    args[2] = pk_class_member(NULL, "RED");
    assert_fails(launch(mod, args, 3), PK_BAD_ARG, "its class is NULL");
    pk_module_release(mod);
    stop();
}
END_TEST

START_TEST(tuples_of_described_classes_nest_and_prepared_launches_take_them)
{
    const pk_class of = point();
    pk_arg items[] = {pk_f64(1), pk_i64(2)};
    pk_arg line[] = {pk_class_tuple(&of, items), pk_class_tuple(&of, items)};
    double out = 0;
    pk_array array = pk_array_host(&out, PK_DTYPE_f64, 1, &(int64_t){1});
    pk_arg args[] = {pk_inout(&array), pk_tuple(line, 2)};
    pk_compile_request request = PK_INIT(pk_compile_request, .config = ONE,
                                         .args = args, .arg_count = 2);
    pk_prepared *prepared = NULL;
    pk_module *mod = NULL;
    pk_kernel *kernel = NULL;

    start();
    assert_ok(pk_module_from_source(
        ctx,
        "from numba import cuda\n"
        "@cuda.jit\n"
        "def k(out, line):\n"
        "    out[0] = line[0].x + 10 * line[0].y + 100 * line[1].y\n",
        "k.py", 0, NULL, 0, &mod, &err));
    assert_ok(pk_module_kernel(mod, "k", &kernel, &err));
    request.kernel = kernel;
    assert_ok(pk_kernels_compile(&request, 1, &err));
    assert_ok(pk_kernel_compile(kernel, ONE, args, 2, NULL, &err));
    assert_ok(pk_prepared_create(kernel, ONE, args, 2, &prepared, &err));
    items[1] = pk_i64(3);
    assert_ok(pk_prepared_set_arg(prepared, 1, args[1], &err));
    assert_ok(pk_prepared_launch(prepared, queue, &err));
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_double_eq(out, 331);
    assert_fails(pk_prepared_set_arg(prepared, 1, line[0], &err), PK_TYPE,
                 "another type than the launch was prepared with");
    pk_prepared_release(prepared);
    pk_kernel_release(kernel);
    pk_module_release(mod);
    stop();
}
END_TEST

START_TEST(a_value_that_kernels_cannot_use_says_why)
{
    const pk_arg items[] = {pk_i64(1), pk_refused("is a set")};
    const pk_global globals[] = {
        {"config.items", pk_refused("is a list\nmake it a tuple")},
        {"PAIR", pk_tuple(items, 2)}};
    double out = 0;

    start();
    ck_assert_double_eq(run(KERNEL("    out[0] = PAIR[0]\n"), globals, 2), 1);
    assert_fails(
        try_run(KERNEL("    out[0] = config.items[0]\n"), globals, 2, &out),
        PK_UNSUPPORTED, "config.items is a list; make it a tuple");
    assert_fails(
        try_run(KERNEL("    out[0] = config.items(1)\n"), globals, 2, &out),
        PK_UNSUPPORTED, "config.items is a list; make it a tuple");
    assert_fails(
        try_run(KERNEL("    for i in PAIR[1]: out[0] = i\n"), globals, 2, &out),
        PK_UNSUPPORTED, "a value is a set");
    stop();
}
END_TEST

/* ---- named tuples ---- */

START_TEST(named_tuples_have_their_names)
{
    const pk_class classes[] = {point(), point()};
    const pk_arg items[] = {pk_f32(0.5f), pk_i64(3)};
    pk_arg nested[] = {pk_class_tuple(&classes[1], items), pk_i64(2)};
    const pk_global globals[] = {{"Point", pk_class_value(&classes[0])},
                                 {"AT", pk_class_tuple(&classes[1], items)},
                                 {"LINE", pk_class_tuple(&classes[0], nested)}};

    start();
    ck_assert_double_eq(
        run(KERNEL("    p = Point(y=1, x=AT.x) if out.size > 1 else AT\n"
                   "    x, y = LINE.x\n"
                   "    out[0] = p.x + 10 * p[1] + 100 * Point(7).y\n"
                   "    out[0] += 1000 * x + 10000 * LINE[0].y + 100000 * y\n"
                   "    if isinstance(AT, Point) and len(LINE) == 2:\n"
                   "        out[0] += 1000000\n"),
            globals, 3),
        0.5 + 30 + 400 + 500 + 30000 + 300000 + 1000000);
    stop();
}
END_TEST

START_TEST(modules_agree_about_a_class)
{
    const pk_class first = point(), second = point();
    const pk_global there = {"P", pk_class_value(&first)};
    pk_module *library = NULL;
    pk_global globals[] = {{"Point", pk_class_value(&second)}, {"mirror", {0}}};

    start();
    assert_ok(pk_module_from_source(ctx,
                                    "from numba import cuda\n"
                                    "@cuda.jit(device=True)\n"
                                    "def mirror(p):\n"
                                    "    return P(p.y, p.x)\n",
                                    "l.py", 0, &there, 1, &library, &err));
    globals[1].value = pk_function_of(library, "mirror");
    ck_assert_double_eq(
        run(KERNEL(
                "    p = Point(1, 2)\n"
                "    if out.size == 1:\n"
                "        p = mirror(p)\n"
                "    out[0] = p.x * 10 + p.y + 100 * isinstance(p, Point)\n"),
            globals, 2),
        121);
    pk_module_release(library);
    stop();
}
END_TEST

/* ---- records ---- */

typedef struct particle {
    float x;
    int16_t v[3];
    struct {
        double re, im;
    } z;
} particle;

static const particle particles[] = {
    {1.5f, {1, 2, 3}, {0.5, 8}},
    {-2.5f, {4, 5, 6}, {0.25, 16}},
    {9, {7, 8, 9}, {0, 32}},
};

static const pk_structure *particle_dtype(void) {
    const pk_structure *s = NULL;

    assert_ok(pk_structure_get(
        ctx,
        "[('x', 'f4'), ('v', 'i2', (3,)), ('z', [('re', 'f8'), ('im', 'f8')])]",
        PK_STRUCTURE_aligned, &s, &err));
    ck_assert_uint_eq(pk_structure_size(s), sizeof(particle));
    return s;
}

START_TEST(records_are_constants)
{
    const pk_structure *s;
    pk_array all, one;
    pk_arg items[2];
    pk_global globals[4];

    start();
    s = particle_dtype();
    all = pk_array_host_records((void *)(uintptr_t)particles, s, 1,
                                &(int64_t){2});
    all.strides[0] *= 2;
    one = pk_array_host_records((void *)(uintptr_t)&particles[1], s, 0, NULL);
    items[0] = pk_in(&one);
    items[1] = pk_in(&all);
    globals[0] = (pk_global){"ALL", pk_in(&all)};
    globals[1] = (pk_global){"m.ONE", pk_in(&one)};
    globals[2] = (pk_global){"BOTH", pk_tuple(items, 2)};
    globals[3] = (pk_global){"REC", pk_structure_value(s)};
    ck_assert_double_eq(
        run(KERNEL("    i = out.size\n"
                   "    out[0] = ALL[i].x + 10 * ALL[-1].v[i] + m.ONE.x\n"
                   "    out[0] += 100 * m.ONE.v[2] + m.ONE.z.re + ALL.size\n"
                   "    out[0] += 1000 * BOTH[0].z['im'] + 1e5 * BOTH[1][0].x\n"
                   "    own = cuda.local.array(2, REC)\n"
                   "    own[i].x = 3\n"
                   "    own[0] = m.ONE\n"
                   "    out[0] += 1e6 * (own[1].x + own[0].v[0])\n"),
            globals, 4),
        9 + 80 - 2.5 + 600 + 0.25 + 2 + 16000 + 150000 + 7e6);
    stop();
}
END_TEST

START_TEST(a_constant_record_is_not_written)
{
    pk_array one;
    double out;

    start();
    one = pk_array_host_records((void *)(uintptr_t)particles, particle_dtype(),
                                0, NULL);
    assert_fails(try_run(KERNEL("    ONE.x = 1\n"),
                         (pk_global[]){{"ONE", pk_in(&one)}}, 1, &out),
                 PK_TYPE, "");
    stop();
}
END_TEST

/* ---- what is wrong ---- */

START_TEST(classes_that_make_no_sense_are_refused)
{
    static const char *const twice[] = {"a", "a"}, *const bad[] = {"a", "1"};
    pk_class c = point();
    pk_global global = {"G", pk_class_value(&c)};
    pk_arg items[] = {pk_i64(1), {.kind = PK_ARG_class_member}}, item;
    pk_buffer *buf = NULL;
    pk_array array;
    pk_module *mod;

    start();
    assert_ok(pk_buffer_create(ctx, 8, 0, &buf, &err));
#define REFUSED(words)                                                         \
    assert_fails(                                                              \
        pk_module_from_source(ctx, "", "k.py", 0, &global, 1, &mod, &err),     \
        PK_BAD_ARG, words)
    c.struct_size = 0;
    REFUSED("struct_size");
    c = point();
    c.kind = (pk_class_kind)9;
    REFUSED("its class is of no kind");
    c = point();
    c.name = NULL;
    REFUSED("its class has no name");
    c = point();
    c.names = NULL;
    REFUSED("the names or values of its class are NULL");
    c = point();
    c.names = twice;
    REFUSED("two fields or members of one name");
    c.names = bad;
    REFUSED("whose name is none of Python's");
    c = point();
    c.value_count = 3;
    REFUSED("more defaults than fields");
    c = color(PK_CLASS_enum);
    c.value_count = 2;
    REFUSED("a value for each member");
    c = color(PK_CLASS_int_enum);
    c.values = (pk_arg[]){pk_i64(1), pk_f64(1), pk_i64(1)};
    REFUSED("members of an IntEnum are integers");
    c = point();
    global.value = pk_class_member(&c, "x");
    REFUSED("global 'G': shapes.Point has no member 'x'");
    c = color(PK_CLASS_enum);
    global.value = pk_class_member(&c, "GREEN");
    REFUSED("global 'G': Color has no member 'GREEN'");
    global.value = pk_class_tuple(&c, items);
    REFUSED("a tuple of an enumeration");
    c = point();
    REFUSED("its class is NULL");
    global.value = pk_class_tuple(&c, NULL);
    REFUSED("the tuple's items are NULL");
    global.value = pk_class_value(NULL);
    REFUSED("its class is NULL");
    item = pk_function_of(NULL, "f");
    global.value = pk_tuple(&item, 1);
    assert_fails(
        pk_module_from_source(ctx, "", "k.py", 0, &global, 1, &mod, &err),
        PK_BAD_HANDLE, "G");
    c = PK_INIT(pk_class, .kind = PK_CLASS_named_tuple, .name = "F",
                .names = twice, .count = 1);
    global.value = pk_class_tuple(&c, &item);
    assert_fails(
        pk_module_from_source(ctx, "", "k.py", 0, &global, 1, &mod, &err),
        PK_UNSUPPORTED, "a function is a global of its own or an item");
    array = pk_array_device(buf, PK_DTYPE_f64, 1, &(int64_t){1});
    item = pk_in(&array);
    global.value = pk_tuple(&item, 1);
    assert_fails(
        pk_module_from_source(ctx, "", "k.py", 0, &global, 1, &mod, &err),
        PK_UNSUPPORTED, "an array in a buffer is a global of its own");
    pk_buffer_release(buf);
    global.value = pk_structure_value((const pk_structure *)(void *)queue);
    assert_fails(
        pk_module_from_source(ctx, "", "k.py", 0, &global, 1, &mod, &err),
        PK_BAD_HANDLE, "G is a queue, expected a structure");
    stop();
}
END_TEST

TESTS("globals", a_name_with_dots_is_an_attribute,
      a_name_may_have_many_attributes, a_name_keeps_its_other_attributes,
      functions_and_arrays_in_buffers_may_have_dots,
      functions_may_be_items_of_tuples,
      a_tuple_keeps_the_modules_of_its_functions, what_is_no_name_is_refused,
      enumerations_are_known_by_their_members,
      launches_give_members_and_tuples_of_such_classes,
      launches_take_values_of_classes_that_the_module_does_not_know,
      tuples_of_described_classes_nest_and_prepared_launches_take_them,
      a_value_that_kernels_cannot_use_says_why, named_tuples_have_their_names,
      modules_agree_about_a_class, records_are_constants,
      a_constant_record_is_not_written, classes_that_make_no_sense_are_refused)
