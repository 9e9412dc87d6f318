/* SPDX-License-Identifier: Apache-2.0 */
/* run_functions BUNDLE: calls the host functions of a bundle, by
 * libportkern_rt, and looks that neither a compiler nor LLVM is in the process.
 *
 * run_functions BUNDLE WORDS: the bundle is not for this processor, which the
 * error says in those words.
 *
 * run_functions BUNDLE --damage: refuses the bundle with any byte changed, and
 * cut at any length. */
#include "functions.h"

static pk_context *open_context(void) {
    const pk_context_options options =
        PK_INIT(pk_context_options, .backend = "cpu", .cache_dir = "off");
    pk_context *ctx;

    works(pk_context_create(&options, &ctx, &err), "the context");
    return ctx;
}

static void call(pk_module *mod, const char *name, const pk_arg *args,
                 size_t count, pk_result *out) {
    pk_host_function *fn = find(mod, name);

    works(pk_call(fn, args, count, out, &err), name);
    pk_host_function_release(fn);
}

static void scales(pk_module *mod, double *x, int64_t step) {
    pk_array a = vector(x, 5, step * 8);
    pk_result r;
    const double *out;

    for (int i = 0; i < 5; i++)
        x[i * step] = i;
    call(mod, "scaled", (pk_arg[]){pk_inout(&a), pk_f64(3)}, 2, &r);
    out = r.data;
    want(r.kind == PK_RESULT_ARRAY && r.shape[0] == 5 && out[4] == 12,
         "scaled");
    pk_result_release(&r);
}

static void shifts(pk_module *mod, double *x, double *y) {
    pk_array a = vector(x, 4, 8), b = vector(y, 4, 8);

    for (int i = 0; i < 4; i++)
        x[i] = 0;
    call(mod, "shift", (pk_arg[]){pk_inout(&a), pk_inout(&b)}, 2, NULL);
    want(y[3] == (x == y ? 3 : 1), "shift");
}

static void sums(pk_module *mod) {
    enum { COUNT = 100000 };
    double *x = malloc(COUNT * sizeof *x);
    pk_array a = vector(x, COUNT, 8);
    pk_result r;

    want(x != NULL, "memory");
    for (int i = 0; i < COUNT; i++)
        x[i] = i % 2;
    call(mod, "total", (pk_arg[]){pk_inout(&a)}, 1, &r);
    want(r.kind == PK_RESULT_NUMBER && r.f64 == COUNT / 2, "total");
    free(x);
}

static void raises(pk_module *mod) {
    pk_host_function *fn = find(mod, "root");

    want(pk_call(fn, (pk_arg[]){pk_f64(-2)}, 1, NULL, &err) == PK_KERNEL,
         "raises");
    want(!strcmp(err.message, "ValueError: -2.0 has no root") &&
             err.line == 32 && !strcmp(err.file, "functions.py"),
         "what is raised");
    pk_host_function_release(fn);
}

static void returns_a_tuple(pk_module *mod) {
    double x[3] = {3, 1, 2};
    pk_array a = vector(x, 3, 8);
    pk_result r;

    call(mod, "both", (pk_arg[]){pk_inout(&a)}, 1, &r);
    want(r.kind == PK_RESULT_TUPLE && r.count == 3 && r.items[0].f64 == 1 &&
             ((double *)r.items[1].data)[2] == 3 &&
             r.items[2].kind == PK_RESULT_TEXT,
         "both");
    pk_result_release(&r);
}

static void refuses_other_types(pk_module *mod) {
    pk_host_function *fn = find(mod, "root");

    want(pk_call(fn, (pk_arg[]){pk_i64(2)}, 1, NULL, &err) == PK_UNSUPPORTED,
         "types that the bundle does not have");
    want(strstr(err.message, "the bundle does not have root") != NULL,
         "their words");
    pk_host_function_release(fn);
}

static void run_all(pk_context *ctx, pk_module *mod) {
    pk_context_stats stats = {.struct_size = sizeof stats};
    _Alignas(16) double x[32], y[32];

    scales(mod, x, 1);
    scales(mod, x + 1, 1);
    scales(mod, x, 3);
    shifts(mod, x, y);
    shifts(mod, x, x);
    sums(mod);
    raises(mod);
    returns_a_tuple(mod);
    refuses_other_types(mod);
    has_no_compiler(false);
    works(pk_context_get_stats(ctx, &stats, &err), "the counters");
    want(stats.compiles == 0 && stats.parses == 0, "the counters");
}

/* The bytes of a file, in memory of malloc. */
static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *bytes;

    want(file && fseek(file, 0, SEEK_END) == 0, path);
    *size = (size_t)ftell(file);
    rewind(file);
    bytes = malloc(*size + 1);
    want(bytes && fread(bytes, 1, *size, file) == *size, path);
    fclose(file);
    return bytes;
}

static void refuses(pk_context *ctx, const char *bytes, size_t size,
                    const char *what) {
    pk_module *mod;

    want(pk_module_from_bundle_bytes(ctx, bytes, size, &mod, &err) ==
                 PK_BAD_ARG &&
             (strstr(err.message, "the memory is damaged") ||
              strstr(err.message, "the memory is not a bundle")),
         what);
}

static void refuses_damage(pk_context *ctx, const char *path) {
    size_t size;
    char *bytes = read_file(path, &size);

    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= (char)(1 << i % 8);
        refuses(ctx, bytes, size, "a byte that is changed");
        bytes[i] ^= (char)(1 << i % 8);
    }
    for (size_t i = 0; i < size; i++)
        refuses(ctx, bytes, i, "a bundle that is cut");
    bytes[size] = 0;
    refuses(ctx, bytes, size + 1, "a byte too many");
    free(bytes);
}

static void runs_from_memory(pk_context *ctx, const char *path) {
    pk_module *mod;
    size_t size;
    char *bytes = read_file(path, &size);

    works(pk_module_from_bundle_bytes(ctx, bytes, size, &mod, &err),
          "the bytes of the bundle");
    raises(mod);
    pk_module_release(mod);
    free(bytes);
}

static void is_refused(pk_module *mod, const char *words) {
    pk_host_function *fn = find(mod, "root");

    want(pk_call(fn, (pk_arg[]){pk_f64(2)}, 1, NULL, &err) == PK_UNSUPPORTED,
         "a processor that the bundle is not for");
    want(strstr(err.message, words) != NULL, err.message);
    pk_host_function_release(fn);
}

int main(int argc, char **argv) {
    pk_context *ctx = open_context();
    pk_module *mod;

    want(argc == 2 || argc == 3, "run_functions BUNDLE [WORDS]");
    works(pk_module_from_bundle(ctx, argv[1], &mod, &err), "the bundle");
    if (argc == 2) {
        run_all(ctx, mod);
        runs_from_memory(ctx, argv[1]);
    } else if (!strcmp(argv[2], "--damage"))
        refuses_damage(ctx, argv[1]);
    else
        is_refused(mod, argv[2]);
    pk_module_release(mod);
    pk_context_release(ctx);
    return 0;
}
