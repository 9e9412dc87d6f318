/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of parallel loops in bundles: written by contexts with devices or
 * with targets, measured or not, and bundles in which they are damaged.
 * tests/bundle runs them in a library without a compiler. */
#include "../../starving.h"
#include "../cache_test.h"

#include <portkern/host.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static const char text[] = "from numba import njit, prange\n"
                           "@njit(parallel=True)\n"
                           "def total(x):\n"
                           "    s = 0.0\n"
                           "    for i in prange(x.size):\n"
                           "        s += x[i] / 3\n"
                           "    return s\n"
                           "@njit(parallel=True)\n"
                           "def fails(x, limit):\n"
                           "    for i in prange(x.size):\n"
                           "        if i >= limit and i % 7 == 0:\n"
                           "            raise ValueError('at', i)\n"
                           "        x[i] = i\n"
                           "@njit(parallel=True)\n"
                           "def heavy(x, turns):\n"
                           "    for i in prange(x.size):\n"
                           "        s = 1.0 * i\n"
                           "        for k in range(turns):\n"
                           "            s = s * 0.5 + k\n"
                           "        x[i] = s\n";

enum { COUNT = 3000 };

static pk_context *device;
static double x[COUNT], wanted;
static char said[2000]; /* by the log */

static void note(void *self, pk_log_level level, const char *topic,
                 const char *words) {
    (void)self;
    (void)level;
    if (!strcmp(topic, "offload"))
        snprintf(said, sizeof said, "%s", words);
}

static pk_context *opened(const char *cache_dir, pk_context *offload,
                          uint32_t flags) {
    const pk_context_options options = {.struct_size = sizeof options,
                                        .flags = flags,
                                        .backend = "cpu",
                                        .cache_dir = cache_dir,
                                        .log_level = PK_LOG_info,
                                        .log = note,
                                        .offload = offload};
    pk_context *ctx;

    assert_ok(pk_context_create(&options, &ctx, &err));
    return ctx;
}

static pk_array array(void) {
    return pk_array_host(x, PK_DTYPE_f64, 1, &(int64_t){COUNT});
}

static double total(pk_module *mod) {
    pk_array a = array();
    pk_host_function *fn = NULL;
    pk_result r;

    for (int i = 0; i < COUNT; i++)
        x[i] = 1.0 / (i + 1);
    assert_ok(pk_module_host_function(mod, "total", &fn, &err));
    assert_ok(pk_call(fn, (pk_arg[]){pk_inout(&a)}, 1, &r, &err));
    pk_host_function_release(fn);
    return r.f64;
}

static void raises(pk_module *mod) {
    pk_array a = array();
    pk_host_function *fn = NULL;

    assert_ok(pk_module_host_function(mod, "fails", &fn, &err));
    assert_fails(
        pk_call(fn, (pk_arg[]){pk_inout(&a), pk_i64(1000)}, 2, NULL, &err),
        PK_KERNEL, "ValueError: ('at', 1001)");
    ck_assert_int_eq(err.line, 12);
    pk_host_function_release(fn);
}

static uint64_t launches(void) {
    pk_context_stats now = {.struct_size = sizeof now};

    assert_ok(pk_context_get_stats(device, &now, &err));
    return now.launches;
}

static void heavy(pk_module *mod, int64_t turns) {
    pk_array a = array();
    pk_host_function *fn = NULL;

    assert_ok(pk_module_host_function(mod, "heavy", &fn, &err));
    assert_ok(
        pk_call(fn, (pk_arg[]){pk_inout(&a), pk_i64(turns)}, 2, NULL, &err));
    pk_host_function_release(fn);
}

static pk_module *from_source(pk_context *ctx) {
    pk_module *mod;

    assert_ok(pk_module_from_source(ctx, text, "k.py", 0, NULL, 0, &mod, &err));
    return mod;
}

/* The bytes of a bundle of the module, in memory of malloc; releases it. */
static char *saved_module(pk_module *mod, size_t *size) {
    char path[64], *bytes;

    snprintf(path, sizeof path, "%s/k.pkb", dir);
    assert_ok(pk_module_save_bundle(mod, path, &err));
    pk_module_release(mod);
    *size = read_entry(path, &bytes);
    remove(path);
    return bytes;
}

/* The bytes of a bundle that the context writes. */
static char *saved(pk_context *ctx, size_t *size) {
    pk_module *mod = from_source(ctx);

    wanted = total(mod);
    raises(mod);
    return saved_module(mod, size);
}

/* How many launches the calls are. */
static uint64_t runs(pk_context *ctx, const char *bytes, size_t size) {
    const uint64_t before = launches();
    pk_context_stats now = {.struct_size = sizeof now};
    pk_module *mod;

    said[0] = 0;
    assert_ok(pk_module_from_bundle_bytes(ctx, bytes, size, &mod, &err));
    ck_assert(total(mod) == wanted);
    raises(mod);
    assert_ok(pk_context_get_stats(ctx, &now, &err));
    ck_assert_uint_eq(now.compiles + now.frontends + now.parses, 0);
    pk_module_release(mod);
    return launches() - before;
}

static char *saved_with(pk_context *offload, uint32_t flags, size_t *size) {
    pk_context *ctx = opened(dir, offload, flags);
    char *bytes = saved(ctx, size);

    pk_context_release(ctx);
    return bytes;
}

static void begin(void) {
    make_dir();
    device = opened(dir, NULL, 0);
}

static void finish(void) {
    pk_context_release(device);
    stop();
}

START_TEST(loops_are_in_the_bundle_of_a_context_with_a_device)
{
    pk_context *with, *without;
    size_t size;
    char *bytes;

    begin();
    bytes = saved_with(device, 0, &size);
    with = opened("off", device, 0);
    without = opened("off", NULL, 0);
    ck_assert_uint_eq(runs(with, bytes, size), 3); /* total joins parts */
    ck_assert_uint_eq(runs(without, bytes, size), 0);
    pk_context_release(with);
    with = opened("off", device, PK_CONTEXT_measured_offload);
    runs(with, bytes, size);
    pk_context_release(with);
    pk_context_release(without);
    free(bytes);
    finish();
}
END_TEST

START_TEST(a_bundle_without_them_says_so_and_runs_on_the_host)
{
    pk_context *with;
    size_t size;
    char *bytes;

    begin();
    bytes = saved_with(NULL, 0, &size);
    for (uint32_t flags = 0; flags <= PK_CONTEXT_measured_offload;
         flags += PK_CONTEXT_measured_offload) {
        with = opened("off", device, flags);
        ck_assert_uint_eq(runs(with, bytes, size), 0);
        ck_assert_ptr_nonnull(strstr(
            said, "loops of fails do not run on cpu: the bundle does not have "
                  "them for "));
        pk_context_release(with);
    }
    free(bytes);
    finish();
}
END_TEST

/* Kernels that a context compiles when they pay are in bundles that it saves
 * afterwards. */
START_TEST(loops_that_are_compiled_late_are_in_the_bundle)
{
    pk_context *ctx;
    pk_module *mod;
    uint64_t before;
    size_t size;
    char *bytes;
    int tries = 0;

    begin();
    ctx = opened(dir, device, PK_CONTEXT_measured_offload);
    mod = from_source(ctx);
    before = launches();
    while (launches() == before && tries++ < 10000)
        heavy(mod, 2000);
    ck_assert_uint_gt(launches(), before);
    bytes = saved_module(mod, &size);
    pk_context_release(ctx);
    ctx = opened("off", device, 0);
    assert_ok(pk_module_from_bundle_bytes(ctx, bytes, size, &mod, &err));
    before = launches();
    heavy(mod, 2);
    ck_assert_uint_eq(launches(), before + 1);
    ck_assert(x[6] == 2.5); /* (6 / 2 + 0) / 2 + 1 */
    pk_module_release(mod);
    pk_context_release(ctx);
    free(bytes);
    finish();
}
END_TEST

/* ---- damage ---- */

/* Where things are in a bundle (runtime/cache/bundle.c), in its entries
 * (runtime/cache/entry.c), and in those of loops (kernel/loop_kernels.c). */
enum {
    BUNDLE_CHECKED = 24,
    ENTRY_HEAD = 24, /* in front of an entry: digest, and at 16 its size */
    ENTRY_CHECKED = 24,
    KEY_SIZE = 24,
    DATA_SIZE = 40,
    FORMAT = 48,
    ENTRY_DATA = 72, /* and key and label */
    SET_HEAD = 32,
    MOST_ENTRIES = 8
};

static uint64_t word(const char *at) {
    uint64_t value;

    memcpy(&value, at, sizeof value);
    return value;
}

static void put_word(char *at, uint64_t value) {
    memcpy(at, &value, sizeof value);
}

static void seal(char *checksum, const char *from, size_t size) {
    XXH128_canonical_t sum;

    XXH128_canonicalFromHash(&sum, XXH3_128bits(from, size));
    memcpy(checksum, &sum, sizeof sum);
}

/* Where entries of loops are. */
static size_t find_loops(const char *bytes, size_t size, size_t *at) {
    size_t count = 0;

    for (size_t i = 0; i + ENTRY_DATA < size; i += 8)
        if (!memcmp(bytes + i, "pkcache1", 8) &&
            !strcmp(bytes + i + FORMAT, "loops") && count < MOST_ENTRIES)
            at[count++] = i;
    return count;
}

static size_t data_of(const char *entry) {
    return ENTRY_DATA + word(entry + KEY_SIZE) + word(entry + KEY_SIZE + 8);
}

/* Changes a byte of the entry's data, or with `cut` cuts off its last bytes,
 * and makes the checksums right. Returns the bundle, in memory of malloc. */
static char *damaged(const char *bytes, size_t *size, size_t entry, size_t at,
                     int bits, size_t cut) {
    char *copy = malloc(*size), *e = copy + entry;
    const size_t whole = word(bytes + entry - ENTRY_HEAD + 16);

    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, *size);
    e[data_of(e) + at] = (char)(e[data_of(e) + at] ^ bits);
    put_word(e + DATA_SIZE, word(e + DATA_SIZE) - cut);
    put_word(e - ENTRY_HEAD + 16, whole - cut);
    memmove(e + whole - cut, bytes + entry + whole, *size - entry - whole);
    *size -= cut;
    seal(e + 8, e + ENTRY_CHECKED, whole - cut - ENTRY_CHECKED);
    seal(copy + 8, copy + BUNDLE_CHECKED, *size - BUNDLE_CHECKED);
    return copy;
}

static void stays(pk_context *ctx, const char *bytes, size_t size, size_t entry,
                  size_t at, int bits, size_t cut) {
    char *copy = damaged(bytes, &size, entry, at, bits, cut);

    ck_assert_uint_lt(runs(ctx, copy, size), 3);
    ck_assert_ptr_nonnull(strstr(said, "damaged"));
    free(copy);
}

START_TEST(loops_that_are_damaged_stay_on_the_host)
{
    /* of a kernel's head: how many parameters and sites, sizes of its name and
     * recipe, and how many sums */
    const size_t counts[] = {12, 16, 20, 24, 32};
    size_t size, entries[MOST_ENTRIES], count;
    pk_context *ctx;
    char *bytes;

    begin();
    bytes = saved_with(device, 0, &size);
    ctx = opened("off", device, 0);
    count = find_loops(bytes, size, entries);
    ck_assert_uint_eq(count, 2);
    for (size_t i = 0; i < count; i++) {
        const size_t data = word(bytes + entries[i] + DATA_SIZE);
        for (size_t at = 0; at < 12; at++) /* magic, version, count */
            stays(ctx, bytes, size, entries[i], at, 0x40, 0);
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
            for (size_t byte = 0; byte < 4; byte++)
                for (int bits = 1; bits < 256; bits *= 4)
                    stays(ctx, bytes, size, entries[i],
                          SET_HEAD + counts[k] + byte, bits, 0);
        for (size_t cut = 8; cut <= data; cut += 8)
            stays(ctx, bytes, size, entries[i], 0, 0, cut);
    }
    ck_assert_uint_eq(runs(ctx, bytes, size), 3);
    pk_context_release(ctx);
    free(bytes);
    finish();
}
END_TEST

/* The call says so, or gives the right result by the host's threads. */
START_TEST(no_allocation_of_opening_one_is_lost)
{
    size_t size;
    char *bytes;
    bool ended = false;

    begin();
    bytes = saved_with(device, 0, &size);
    for (long n = 0; !ended; n++) {
        counter c = {.fail_at = -1};
        const pk_allocator allocator = starving_allocator(&c);
        const pk_context_options options = {.struct_size = sizeof options,
                                            .allocator = &allocator,
                                            .backend = "cpu",
                                            .cache_dir = "off",
                                            .offload = device};
        pk_array a = array();
        pk_host_function *fn = NULL;
        pk_module *mod = NULL;
        pk_context *ctx;
        pk_result r = {.kind = PK_RESULT_NONE};
        pk_status status;
        for (int i = 0; i < COUNT; i++)
            x[i] = 1.0 / (i + 1);
        assert_ok(pk_context_create(&options, &ctx, &err));
        c.fail_at = atomic_load(&c.taken) + n;
        status = pk_module_from_bundle_bytes(ctx, bytes, size, &mod, &err);
        if (status == PK_OK)
            status = pk_module_host_function(mod, "total", &fn, &err);
        if (status == PK_OK)
            status = pk_call(fn, (pk_arg[]){pk_in(&a)}, 1, &r, &err);
        ended = !atomic_load(&c.failed);
        ck_assert_msg(status == PK_OK
                          ? r.f64 == wanted
                          : status == PK_NO_MEMORY || status == PK_BAD_ARG ||
                                status == PK_UNSUPPORTED,
                      "allocation %ld: %s", n, err.message);
        pk_host_function_release(fn);
        pk_module_release(mod);
        pk_context_release(ctx);
        ck_assert_int_eq(atomic_load(&c.bytes), 0);
    }
    free(bytes);
    finish();
}
END_TEST

/* ---- targets ---- */

START_TEST(a_target_takes_targets)
{
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = "cpu",
                                  .cache_dir = "off",
                                  .target = "x86-64"};
    pk_context *ctx = NULL, *to;

    begin();
    options.offload = device;
    assert_fails(pk_context_create(&options, &ctx, &err), PK_BAD_ARG,
                 "not the device cpu");
    options.offload = NULL;
    assert_ok(pk_context_create(&options, &to, &err));
    options.offload = to;
    assert_ok(pk_context_create(&options, &ctx, &err));
    pk_context_release(ctx);
    options.flags = PK_CONTEXT_measured_offload;
    assert_fails(pk_context_create(&options, &ctx, &err), PK_BAD_ARG,
                 "excludes `target`");
    options.flags = 0;
    options.target = NULL;
    assert_fails(pk_context_create(&options, &ctx, &err), PK_NO_DEVICE,
                 "runs nothing");
    pk_context_release(to);
    finish();
}
END_TEST

TESTS("bundled_loops", loops_are_in_the_bundle_of_a_context_with_a_device,
      a_bundle_without_them_says_so_and_runs_on_the_host,
      loops_that_are_compiled_late_are_in_the_bundle,
      loops_that_are_damaged_stay_on_the_host,
      no_allocation_of_opening_one_is_lost, a_target_takes_targets)
