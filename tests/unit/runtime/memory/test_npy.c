/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays in .npy files, of host memory and of the device that BACKEND names.
 * Whether NumPy reads and writes the same is asked in tests/cli. */
#include "../../starving.h"
#include "../runtime_test.h"

#include <sys/stat.h>

enum { ROOM = 1 << 12 };

static pk_context *ctx;
static char folder[] = "/tmp/portkern-npy-XXXXXX", path[64], other[64];

static void start(void) {
    ctx = open_context(getenv("BACKEND"));
}

static void stop(void) {
    pk_context_stats stats = PK_INIT(pk_context_stats);

    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    ck_assert_uint_eq(stats.device_bytes, 0);
    pk_context_release(ctx);
    unlink(path);
}

/* ---- files ---- */

/* A file of format `version` with that header and `size` bytes behind it. */
static void write_file(int version, const char *header, size_t size) {
    const size_t length = strlen(header);
    FILE *file = fopen(path, "wb");
    const unsigned char head[] = {0x93,
                                  'N',
                                  'U',
                                  'M',
                                  'P',
                                  'Y',
                                  (unsigned char)version,
                                  0,
                                  (unsigned char)length,
                                  (unsigned char)(length >> 8),
                                  (unsigned char)(length >> 16),
                                  (unsigned char)(length >> 24)};

    ck_assert_ptr_nonnull(file);
    fwrite(head, 1, version > 1 ? 12 : 10, file);
    fwrite(header, 1, length, file);
    for (size_t i = 0; i < size; i++)
        fputc((int)i, file);
    fclose(file);
}

static size_t read_bytes(char bytes[ROOM]) {
    FILE *file = fopen(path, "rb");
    size_t size;

    ck_assert_ptr_nonnull(file);
    size = fread(bytes, 1, ROOM, file);
    fclose(file);
    return size;
}

#define DICT(descr, order, shape)                                              \
    "{'descr': " descr ", 'fortran_order': " order ", 'shape': " shape ", }\n"

/* The file is refused so, and nothing is changed. */
static void refused(pk_status wanted, const char *words) {
    pk_array a = {.ndim = 77};

    assert_fails(pk_npy_load(ctx, path, &a, &err), wanted, words);
    ck_assert_msg(strstr(err.message, path) != NULL, "no file in '%s'",
                  err.message);
    ck_assert_uint_eq(a.ndim, 77);
}

/* ---- what goes through a file ---- */

START_TEST(every_dtype_goes_through_a_file)
{
    unsigned char bytes[6 * 16];

    start();
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 37);
    for (int dtype = PK_DTYPE_void + 1; dtype < PK_DTYPE_COUNT; dtype++)
        for (int fortran = 0; fortran < 2; fortran++) {
            const size_t size = 6 * pk_dtype_size((pk_dtype)dtype);
            pk_array a = pk_array_host(bytes, (pk_dtype)dtype, 2,
                                       (int64_t[]){2, 3}),
                     b;
            if (fortran)
                pk_array_set_f_order(&a);
            assert_ok(pk_npy_save(path, &a, &err));
            assert_ok(pk_npy_load(ctx, path, &b, &err));
            ck_assert_int_eq(b.dtype, a.dtype);
            ck_assert_uint_eq(b.ndim, 2);
            ck_assert_mem_eq(b.shape, a.shape, sizeof a.shape);
            ck_assert_mem_eq(b.strides, a.strides, sizeof a.strides);
            ck_assert_mem_eq(b.host, bytes, size);
            ck_assert_uint_eq((uintptr_t)b.host % 16, 0);
            pk_npy_release(&b);
            ck_assert_ptr_null(b.host);
        }
    stop();
}
END_TEST

START_TEST(arrays_with_gaps_are_written_without)
{
    int32_t numbers[4][6], wanted[] = {22, 20, 18, 10, 8, 6};
    pk_array a, b;

    start();
    for (int i = 0; i < 24; i++)
        numbers[i / 6][i % 6] = i;
    /* numbers[3::-2, 4:-1:-2] */
    a = pk_array_host(&numbers[3][4], PK_DTYPE_i32, 2, (int64_t[]){2, 3});
    a.strides[0] = -2 * (int64_t)sizeof *numbers;
    a.strides[1] = -2 * (int64_t)sizeof **numbers;
    assert_ok(pk_npy_save(path, &a, &err));
    assert_ok(pk_npy_load(ctx, path, &b, &err));
    ck_assert_int_eq(b.strides[0], 12);
    ck_assert_mem_eq(b.host, wanted, sizeof wanted);
    pk_npy_release(&b);

    a.strides[0] = a.strides[1] = 0; /* one element many times */
    assert_ok(pk_npy_save(path, &a, &err));
    assert_ok(pk_npy_load(ctx, path, &b, &err));
    for (int i = 0; i < 6; i++)
        ck_assert_int_eq(((int32_t *)b.host)[i], 22);
    pk_npy_release(&b);
    stop();
}
END_TEST

START_TEST(arrays_in_buffers_are_saved)
{
    const double numbers[] = {1, 2, 3, 4, 5, 6};
    pk_buffer *buf;
    pk_array a, b;

    start();
    assert_ok(pk_buffer_create(ctx, sizeof numbers + 8, 0, &buf, &err));
    assert_ok(pk_buffer_write(buf, 8, numbers, sizeof numbers, &err));
    a = pk_array_device(buf, PK_DTYPE_f64, 2, (int64_t[]){3, 2});
    a.offset = 8;
    for (int fortran = 0; fortran < 2; fortran++) {
        if (fortran)
            pk_array_set_f_order(&a);
        assert_ok(pk_npy_save(path, &a, &err));
        assert_ok(pk_npy_load(ctx, path, &b, &err));
        ck_assert_mem_eq(b.strides, a.strides, sizeof a.strides);
        ck_assert_mem_eq(b.host, numbers, sizeof numbers);
        pk_npy_release(&b);
    }
    a.shape[0] = 1; /* every third number */
    a.strides[1] = 24;
    assert_ok(pk_npy_save(path, &a, &err));
    assert_ok(pk_npy_load(ctx, path, &b, &err));
    ck_assert_double_eq(((double *)b.host)[1], 4);
    assert_ok(pk_array_copy(&a, &b, &err)); /* and back to the device */
    pk_npy_release(&b);

    a.offset = 40;
    assert_fails(pk_npy_save(path, &a, &err), PK_BAD_ARG,
                 "its elements lie at bytes 40 to 72 of a buffer of 56 bytes");
    pk_buffer_release(buf);
    stop();
}
END_TEST

START_TEST(records_keep_their_fields)
{
    static const char *const texts[] = {
        "[('x', '<f4'), ('n', '<i2', (3,)), ('p', [('re', '<f8'), ('im', "
        "'<f8')], (2, 1))]",
        "{'names': ['a', 'b'], 'formats': ['i1', 'c16'], 'offsets': [2, 8], "
        "'itemsize': 32}",
        "[('name', 'S5'), ('word', 'U2'), ('when', 'M8[us]'), ('?', '?')]",
        "[(\"it's\", '<u8'), ('größe', '|u1')]",
    };
    const pk_structure *s, *again;
    unsigned char bytes[256];
    pk_array a, b;

    start();
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)i;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_ok(pk_structure_get(ctx, texts[i], 0, &s, &err));
        a = pk_array_host_records(bytes, s, 1, (int64_t[]){3});
        assert_ok(pk_npy_save(path, &a, &err));
        assert_ok(pk_npy_load(ctx, path, &b, &err));
        ck_assert_int_eq(b.dtype, PK_DTYPE_void);
        ck_assert_ptr_eq(b.structure, s); /* the same fields: the same handle */
        ck_assert_mem_eq(b.host, bytes, 3 * pk_structure_size(s));
        pk_npy_release(&b);
    }
    /* Letters of Latin-1, as NumPy writes them. */
    write_file(1,
               DICT("[('gr\xf6\xdf"
                    "e', '<u8')]",
                    "False", "(2,)"),
               16);
    assert_ok(pk_npy_load(ctx, path, &b, &err));
    assert_ok(pk_structure_get(ctx, "[('größe', 'u8')]", 0, &again, &err));
    ck_assert_ptr_eq(b.structure, again);
    pk_npy_release(&b);

    assert_ok(pk_structure_get(
        ctx,
        "{'names': ['a', 'b'], 'formats': ['i4', 'i4'], 'offsets': [4, 0]}", 0,
        &s, &err));
    a = pk_array_host_records(bytes, s, 1, (int64_t[]){3});
    assert_fails(pk_npy_save(path, &a, &err), PK_UNSUPPORTED,
                 "fields that overlap or are not in the order");
    stop();
}
END_TEST

START_TEST(arrays_without_elements_or_dimensions)
{
    double one = 4.5;
    pk_array a = pk_array_host(NULL, PK_DTYPE_f64, 3, (int64_t[]){2, 0, 3}), b;

    start();
    assert_ok(pk_npy_save(path, &a, &err));
    assert_ok(pk_npy_load(ctx, path, &b, &err));
    ck_assert_ptr_null(b.host);
    ck_assert_mem_eq(b.shape, a.shape, sizeof a.shape);
    pk_npy_release(&b);
    pk_npy_release(NULL);

    a = pk_array_host(&one, PK_DTYPE_f64, 0, NULL);
    assert_ok(pk_npy_save(path, &a, &err));
    assert_ok(pk_npy_load(ctx, path, &b, &err));
    ck_assert_uint_eq(b.ndim, 0);
    ck_assert_double_eq(*(double *)b.host, 4.5);
    pk_npy_release(&b);

    /* Elements without bytes are some, and are saved again. */
    write_file(1, DICT("[('a', '<f8', (0,))]", "False", "(3,)"), 0);
    assert_ok(pk_npy_load(ctx, path, &b, &err));
    ck_assert_int_eq(b.shape[0], 3);
    ck_assert_ptr_nonnull(b.host);
    assert_ok(pk_npy_save(path, &b, &err));
    pk_npy_release(&b);
    stop();
}
END_TEST

/* ---- what is refused ---- */

START_TEST(files_that_are_none)
{
    pk_array a;

    start();
    assert_fails(pk_npy_load(ctx, "/nowhere/x.npy", &a, &err), PK_IO,
                 "cannot read /nowhere/x.npy: No such file");
    assert_fails(pk_npy_load(ctx, "/tmp", &a, &err), PK_IO,
                 "cannot read /tmp: Is a directory");
    assert_fails(pk_npy_load(ctx, "/dev/zero", &a, &err), PK_IO,
                 "/dev/zero: not a .npy file; write it with numpy.save");
    assert_fails(pk_npy_load(ctx, "/dev/null", &a, &err), PK_IO,
                 "not a .npy file");
    assert_fails(pk_npy_load(NULL, path, &a, &err), PK_BAD_HANDLE, "ctx");
    assert_fails(pk_npy_load(ctx, NULL, &a, &err), PK_BAD_ARG, "path is NULL");
    assert_fails(pk_npy_load(ctx, path, NULL, &err), PK_BAD_ARG, "out is NULL");
    write_file(4, DICT("'<f8'", "False", "(1,)"), 8);
    refused(PK_UNSUPPORTED, "its .npy format is 4.0");
    stop();
}
END_TEST

START_TEST(elements_that_are_none_of_ours)
{
    static const struct {
        const char *dict, *words;
    } rows[] = {
        {DICT("'>f8'", "False", "(2,)"),
         "'>f8' are big-endian: save a.astype(a.dtype.newbyteorder('<'))"},
        {DICT("'|O'", "False", "(2,)"),
         "'|O' are objects of Python: save numbers"},
        {DICT("'<U5'", "False", "(2,)"), "strings: save a.view('u4')"},
        {DICT("'|S5'", "False", "(2,)"), "strings: save a.view('u1')"},
        {DICT("'<M8[us]'", "False", "(2,)"), "dates: save a.view('i8')"},
        {DICT("'|V16'", "False", "(2,)"), "bytes without a type"},
        {DICT("'<f16'", "False", "(2,)"), "'<f16' are not supported"},
        {DICT("17", "False", "(2,)"), "the type of its elements cannot be"},
        {DICT("[('x', '>i4')]", "False", "(2,)"), "big-endian"},
        {DICT("[('x', '|O')]", "False", "(2,)"), "cannot be in a record"},
    };

    start();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_file(1, rows[i].dict, 64);
        refused(PK_UNSUPPORTED, rows[i].words);
    }
    stop();
}
END_TEST

START_TEST(headers_that_are_damaged)
{
    static const char *const dicts[] = {
        "",
        "{",
        "{}",
        "{'descr'",
        "{'descr': '<f8'}",
        "{'descr': '<f8', 'fortran_order': False}",
        "{'descr': '<f8', 'fortran_order': Maybe, 'shape': (1,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': 1}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1,}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1 2)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': "
        "(99999999999999999999,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'more': 1}",
        "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': "
        "(1,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1,)} and more",
        "['descr', '<f8']",
    };

    start();
    for (size_t i = 0; i < sizeof dicts / sizeof *dicts; i++) {
        write_file(1 + (int)i % 3, dicts[i], 64);
        refused(PK_IO, "its header is damaged at byte ");
    }
    /* Python 2 wrote numbers with an L; other spaces and quotes are as good. */
    write_file(
        1, "{ \"shape\":(2L , 1L),'descr' :'<i2' ,'fortran_order':True }", 4);
    {
        pk_array a;
        assert_ok(pk_npy_load(ctx, path, &a, &err));
        ck_assert_int_eq(a.strides[1], 4);
        pk_npy_release(&a);
    }
    stop();
}
END_TEST

START_TEST(shapes_that_are_too_large)
{
    start();
    write_file(1, DICT("'|u1'", "False", "(1, 1, 1, 1, 1, 1, 1, 1, 1)"), 1);
    refused(PK_LIMIT, "it has 9 dimensions, the most is 8");
    write_file(1, DICT("'<f8'", "False", "(9000000000000000000,)"), 1);
    refused(PK_LIMIT, "shape[0] is 9000000000000000000");
    write_file(1, DICT("'<f8'", "False", "(4294967296, 4294967296)"), 1);
    refused(PK_LIMIT, "its shape overflows");
    write_file(1, DICT("'<c16'", "False", "(1048576, 1048576, 524288)"), 1);
    refused(PK_LIMIT, "overflow");
    /* No memory is taken for what a regular file does not have. */
    write_file(1, DICT("'<f8'", "False", "(1000000000000,)"), 100);
    refused(PK_IO, "cut short: its header announces 8000000000000 bytes of "
                   "data, there are 100");
    stop();
}
END_TEST

START_TEST(files_that_are_cut_short)
{
    char whole[ROOM];
    size_t size;
    pk_array a;

    start();
    write_file(2, DICT("'<f4'", "False", "(3, 2)"), 24);
    size = read_bytes(whole);
    for (size_t n = 0; n < size; n++) {
        ck_assert_int_eq(truncate(path, (off_t)n), 0);
        refused(PK_IO, n < 10 ? "not a .npy file" : "cut short");
        write_file(2, DICT("'<f4'", "False", "(3, 2)"), 24);
    }
    write_file(2, DICT("'<f4'", "False", "(3, 2)"), 1000); /* more behind it */
    assert_ok(pk_npy_load(ctx, path, &a, &err));
    pk_npy_release(&a);
    stop();
}
END_TEST

/* The length of a header that is not there must not take memory. */
START_TEST(huge_headers)
{
    static const unsigned char head[] = {0x93, 'N', 'U', 'M',  'P',  'Y',
                                         2,    0,   0,   0xff, 0xff, 0x7f};
    FILE *file;

    start();
    file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fwrite(head, 1, sizeof head, file);
    fclose(file);
    refused(PK_LIMIT, "its header has 2147483392 bytes, the most is 1048576");
    stop();
}
END_TEST

START_TEST(arrays_that_cannot_be_saved)
{
    double one = 1, *before;
    pk_array a = pk_array_host(&one, PK_DTYPE_f64, 1, (int64_t[]){1}), b;

    start();
    assert_ok(pk_npy_save(path, &a, &err));
    assert_fails(pk_npy_save("/nowhere/x.npy", &a, &err), PK_IO,
                 "cannot write /nowhere/x.npy: No such file");
    assert_fails(pk_npy_save("/tmp", &a, &err), PK_IO,
                 "cannot write /tmp: Is a");
    assert_fails(pk_npy_save(NULL, &a, &err), PK_BAD_ARG, "path is NULL");
    assert_fails(pk_npy_save(path, NULL, &err), PK_BAD_ARG, "array is NULL");
    if (access("/dev/full", W_OK) == 0)
        assert_fails(pk_npy_save("/dev/full", &a, &err), PK_IO, "No space");
    a.host = NULL;
    assert_fails(pk_npy_save(path, &a, &err), PK_BAD_ARG, "no memory");
    a.host = &one;
    a.dtype = PK_DTYPE_void;
    assert_fails(pk_npy_save(path, &a, &err), PK_BAD_ARG, "not a dtype");
    a.dtype = PK_DTYPE_f64;
    a.ndim = 9;
    assert_fails(pk_npy_save(path, &a, &err), PK_LIMIT, "9 dimensions");
    a.ndim = 1;
    a.shape[0] = -1;
    assert_fails(pk_npy_save(path, &a, &err), PK_BAD_ARG, "shape[0] is -1");
    a.shape[0] = 1;
    a.buffer = (pk_buffer *)ctx;
    assert_fails(pk_npy_save(path, &a, &err), PK_BAD_HANDLE, "buffer");

    assert_ok(pk_npy_load(ctx, path, &b, &err)); /* as it was */
    before = b.host;
    ck_assert_double_eq(*before, 1);
    pk_npy_release(&b);
    stop();
}
END_TEST

START_TEST(links_and_pipes_stay_what_they_are)
{
    float two[] = {1, 2};
    pk_array a = pk_array_host(two, PK_DTYPE_f32, 1, (int64_t[]){2}), b;
    char command[160];
    struct stat st;
    FILE *writer;

    start();
    assert_ok(pk_npy_save(path, &a, &err));
    snprintf(other, sizeof other, "%s/link", folder);
    ck_assert_int_eq(symlink(path, other), 0);
    two[1] = 3;
    assert_ok(pk_npy_save(other, &a, &err));
    ck_assert_int_eq(lstat(other, &st), 0);
    ck_assert(S_ISLNK(st.st_mode));
    assert_ok(pk_npy_load(ctx, path, &b, &err));
    ck_assert_float_eq(((float *)b.host)[1], 3);
    pk_npy_release(&b);
    unlink(other);

    ck_assert_int_eq(mkfifo(other, 0600), 0);
    snprintf(command, sizeof command, "cat %s > %s", path, other);
    writer = popen(command, "r");
    assert_ok(pk_npy_load(ctx, other, &b, &err));
    ck_assert_float_eq(((float *)b.host)[1], 3);
    pk_npy_release(&b);
    pclose(writer);
    snprintf(command, sizeof command, "head -c 133 %s > %s", path, other);
    writer = popen(command, "r");
    assert_fails(pk_npy_load(ctx, other, &b, &err), PK_IO,
                 "cut short in its data");
    pclose(writer);
    unlink(other);
    stop();
}
END_TEST

/* Nothing is lost where memory ends, and the array outlives its context. */
START_TEST(memory_that_ends)
{
    counter c = {.fail_at = -1};
    const pk_allocator allocator = starving_allocator(&c);
    pk_context_options options =
        PK_INIT(pk_context_options, .allocator = &allocator,
                .backend = "interp", .cache_dir = "off");
    pk_array a;
    int tries;

    write_file(1, DICT("[('x', '<f4'), ('y', '|S3')]", "False", "(5,)"), 35);
    assert_ok(pk_context_create(&options, &ctx, &err));
    for (tries = 0; tries < 100; tries++) {
        starve_after(&c, tries);
        if (pk_npy_load(ctx, path, &a, &err) == PK_OK)
            break;
        ck_assert_int_eq(err.status, PK_NO_MEMORY);
    }
    ck_assert_int_gt(tries, 1);
    ck_assert_int_lt(tries, 100);
    pk_context_release(ctx);
    ck_assert_int_gt(atomic_load(&c.bytes), 0);
    pk_npy_release(&a);
    ck_assert_int_eq(atomic_load(&c.bytes), 0);
    unlink(path);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {
        every_dtype_goes_through_a_file,
        arrays_with_gaps_are_written_without,
        arrays_in_buffers_are_saved,
        records_keep_their_fields,
        arrays_without_elements_or_dimensions,
        files_that_are_none,
        elements_that_are_none_of_ours,
        headers_that_are_damaged,
        shapes_that_are_too_large,
        files_that_are_cut_short,
        huge_headers,
        arrays_that_cannot_be_saved,
        links_and_pipes_stay_what_they_are,
        memory_that_ends,
    };
    int failed;

    if (!mkdtemp(folder))
        return EXIT_FAILURE;
    snprintf(path, sizeof path, "%s/a.npy", folder);
    failed = run_tests("npy", tests, sizeof tests / sizeof *tests, 1);
    rmdir(folder);
    return failed;
}
