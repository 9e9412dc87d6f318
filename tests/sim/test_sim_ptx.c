/* SPDX-License-Identifier: Apache-2.0 */
/* PTX text to a module: what is taken and refused, in whose words, and what
 * declarations come to. ptxas is the oracle of ptx_forms.txt and errors/. */
#include "sim/program.h"
#include "sim_test.h"
#include "tests/unit/starving.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define HEAD                                                                   \
    ".version 8.7\n"                                                           \
    ".target sm_90\n"                                                          \
    ".address_size 64\n"

static char *read_file(const char *folder, const char *name) {
    char path[1200];
    FILE *file;
    char *text = calloc(1, 1 << 23);

    snprintf(path, sizeof path, "%s%s%s", folder, *folder ? "/" : "", name);
    file = fopen(path, "rb");
    ck_assert_msg(file && text, "%s cannot be opened", path);
    text[fread(text, 1, (1 << 23) - 1, file)] = 0;
    fclose(file);
    return text;
}

/* Loads and frees at once; the log stays until the next time. */
static sim_outcome outcome_of(sim_bench *bench, const char *ptx) {
    sim_outcome outcome;

    pk_text_finish(&bench->log);
    pk_text_init(&bench->log, &pk_heap);
    if (bench->module)
        sim_module_free(bench->module);
    outcome = sim_module_load(bench->device, ptx, strlen(ptx), NULL,
                              &bench->log, &bench->module);
    return outcome;
}

static void expect(sim_bench *bench, const char *ptx, sim_outcome wanted,
                   const char *words) {
    sim_outcome got = outcome_of(bench, ptx);
    const char *log = pk_text_string(&bench->log);

    ck_assert_msg(got == wanted, "outcome %d: %.600s", (int)got, log);
    ck_assert_msg(strstr(log, words) != NULL, "\"%s\" is not in: %.600s", words,
                  log);
}

/* ---- ptxas as the oracle ---- */

START_TEST(takes_and_refuses_what_ptxas_does)
{
    const char *other = getenv("PTX_FORMS");
    char *lines =
        other ? read_file("", other) : read_file(SIM_DIR, "ptx_forms.txt");
    char *head = read_file(SIM_DIR, "ptx_forms.ptx"), *save = NULL;
    static char text[8192];
    int wrong = 0, count = 0;
    sim_bench bench;

    bench_open(&bench);
    for (char *line = strtok_r(lines, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save), count++) {
        sim_outcome got;
        bool taken;

        snprintf(text, sizeof text, "%s%s\n}\n", head, line + 2);
        got = outcome_of(&bench, text);
        taken = got == SIM_DONE || got == SIM_NOT_SIMULATED;
        if (taken != (line[0] == '+') && wrong++ < 20)
            printf("# %s %s\n", taken ? "taken:" : "refused:", line + 2);
    }
    ck_assert_int_gt(count, 10000);
    ck_assert_msg(!wrong, "%d of %d differ", wrong, count);
    bench_close(&bench);
    free(lines);
    free(head);
}
END_TEST

START_TEST(errors_are_worded_as_ptxas_words_them)
{
    const char *folder = SIM_DIR "/errors";
    DIR *dir = opendir(folder);
    struct dirent *entry;
    int count = 0;
    sim_bench bench;

    ck_assert_ptr_nonnull(dir);
    bench_open(&bench);
    while ((entry = readdir(dir))) {
        char name[300], *ptx, *log, *dot = strstr(entry->d_name, ".ptx");

        if (!dot)
            continue;
        snprintf(name, sizeof name, "%.*s.log", (int)(dot - entry->d_name),
                 entry->d_name);
        ptx = read_file(folder, entry->d_name);
        log = read_file(folder, name);
        ck_assert_int_ne(outcome_of(&bench, ptx), SIM_DONE);
        ck_assert_msg(!strcmp(pk_text_string(&bench.log), log),
                      "%s: got %s instead of %s", name,
                      pk_text_string(&bench.log), log);
        free(ptx);
        free(log);
        count++;
    }
    ck_assert_int_ge(count, 40);
    closedir(dir);
    bench_close(&bench);
}
END_TEST

/* ---- outcomes ---- */

START_TEST(versions_and_targets_have_outcomes_of_their_own)
{
    sim_bench bench;

    bench_open(&bench);
    expect(&bench, ".version 9.1\n.target sm_90\n", SIM_UNSUPPORTED_VERSION,
           "Unsupported .version 9.1; current version is '9.0'");
    expect(&bench, ".version 8.7\n.target sm_100\n", SIM_NO_BINARY,
           "SM version specified by .target is higher");
    expect(&bench, ".version 8.7\n.target sm_80a\n", SIM_NO_BINARY, "");
    expect(&bench, ".version 8.7\n.target sm_90a\n", SIM_DONE, "");
    expect(&bench, ".version 3.1\n.target sm_30\n", SIM_DONE, "");
    expect(&bench, ".version 8.7\n.target sm_90, debug\n", SIM_DONE, "");
    expect(&bench, ".version 8.7\n.target gfx90\n", SIM_INVALID_PTX,
           "Unknown target 'gfx90'");
    expect(&bench, "", SIM_INVALID_PTX, "Missing .version directive");
    bench_close(&bench);
}
END_TEST

/* Nothing is behind the text: no NUL, and no page. */
START_TEST(the_text_need_not_end_with_nul)
{
    static const char ptx[] = HEAD ".global .u32 x;\n";
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = sizeof ptx - 1;
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *text = pages + page - size;
    sim_bench bench;

    ck_assert(pages != MAP_FAILED);
    ck_assert_int_eq(mprotect(pages + page, page, PROT_NONE), 0);
    memcpy(text, ptx, size);
    bench_open(&bench);
    ck_assert_int_eq(sim_module_load(bench.device, text, size, NULL, &bench.log,
                                     &bench.module),
                     SIM_DONE);
    bench_close(&bench);
    munmap(pages, 2 * page);
}
END_TEST

START_TEST(what_is_not_simulated_is_named)
{
    sim_bench bench;

    bench_open(&bench);
    expect(&bench,
           HEAD ".entry k () {\n.reg .b32 a<8>;\n"
                "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {a0, a1, a2, a3}, "
                "[a4];\nret;\n}\n",
           SIM_NOT_SIMULATED,
           "line 6; error   : Instruction "
           "'ldmatrix.sync.aligned.m8n8.x4.shared.b16' is not simulated");
    expect(&bench,
           HEAD ".entry k () {\n"
                "barrier.cluster.arrive.aligned;\nadd.s32 a, a, a;\n}\n",
           SIM_INVALID_PTX, "barrier.cluster.arrive.aligned");
    expect(&bench, HEAD ".global .texref t;\n", SIM_NOT_SIMULATED, ".texref");
    bench_close(&bench);
}
END_TEST

/* ---- running what was parsed ---- */

/* One thread runs `body`, which leaves 64-bit words at [out]. */
static void run_body(sim_bench *bench, const char *globals, const char *body,
                     uint64_t *words, size_t count) {
    pk_text text;
    uint64_t *out;

    pk_text_init(&text, &pk_heap);
    pk_text_printf(&text,
                   HEAD
                   "%s\n.visible .entry k (.param .u64 kp)\n{\n"
                   ".reg .u64 out;\nld.param.u64 out, [kp];\n%s\nret;\n}\n",
                   globals, body);
    bench_open(bench);
    bench_load(bench, pk_text_string(&text));
    bench_kernel(bench, "k", 1, 1);
    out = bench_zeros(bench, count * 8);
    bench_expect(bench, SIM_DONE);
    memcpy(words, out, count * 8);
    pk_text_finish(&text);
    bench_close(bench);
}

START_TEST(initialisers_leave_out_trailing_zeros)
{
    sim_bench bench;
    uint64_t w[6];

    run_body(&bench,
             ".global .u32 x[2][3] = {{1, 2}, {0x10, 0b101, 017}};\n"
             ".const .f64 f[3] = {0d3FF0000000000000, 2.5};\n"
             ".global .v2 .u32 v = {7, 8};\n"
             ".global .u16 s = -1;\n",
             ".reg .u32 a, b; .reg .u64 d;\n"
             "ld.global.v2.u32 {a, b}, [x]; cvt.u64.u32 d, b;"
             "st.global.u64 [out], d;\n"
             "ld.global.u32 a, [x + 12]; ld.global.u32 b, [x + 20];\n"
             "mov.b64 d, {a, b}; st.global.u64 [out + 8], d;\n"
             "ld.const.u64 d, [f + 8]; st.global.u64 [out + 16], d;\n"
             "ld.const.u64 d, [f + 16]; st.global.u64 [out + 24], d;\n"
             "ld.global.v2.u32 {a, b}, [v]; mov.b64 d, {a, b};\n"
             "st.global.u64 [out + 32], d;\n"
             "ld.global.u16 d, [s]; st.global.u64 [out + 40], d;\n",
             w, 6);
    ck_assert_uint_eq(w[0], 2);
    ck_assert_uint_eq(w[1], 16 | UINT64_C(15) << 32);
    ck_assert_uint_eq(w[2], UINT64_C(0x4004000000000000));
    ck_assert_uint_eq(w[3], 0);
    ck_assert_uint_eq(w[4], 7 | UINT64_C(8) << 32);
    ck_assert_uint_eq(w[5], 0xffff);
}
END_TEST

START_TEST(initialisers_hold_addresses)
{
    sim_bench bench;
    uint64_t w[4];

    run_body(&bench,
             ".global .align 16 .u32 g[4] = {1, 2, 3, 4};\n"
             ".const .u32 c[2] = {5, 6};\n"
             ".global .u64 p[3] = {g + 8, generic(c) + 4, generic(g)};\n"
             ".global .u8 bytes[8] = {0xFF(g), 0xFF00(g), 0xFF0000(g),\n"
             "  0xFF000000(g), 0xFF00000000(g), 0xFF0000000000(g),\n"
             "  0xFF000000000000(g), 0xFF00000000000000(g)};\n"
             ".func (.reg .u32 r) twice (.reg .u32 a) {\n"
             "  add.u32 r, a, a; }\n"
             ".global .u64 table[1] = {twice};\n",
             ".reg .u64 a; .reg .u32 x; .reg .b8 z;\n"
             "proto: .callprototype (.reg .u32 _) _ (.reg .u32 _);\n"
             "ld.global.u64 a, [p]; ld.global.u32 x, [a];\n"
             "st.global.u32 [out], x;\n"
             "ld.global.u64 a, [p + 8]; ld.u32 x, [a];\n"
             "st.global.u32 [out + 8], x;\n"
             "mov.u64 a, bytes; ld.global.b8 z, [a];\n"
             "ld.global.u64 a, [p + 16];\n"
             "{ .reg .u64 b; mov.u64 b, g; sub.u64 a, a, b; }\n"
             "st.global.u64 [out + 16], a;\n"
             "ld.global.u64 a, [table]; call (x), a, (21), proto;\n"
             "st.global.u32 [out + 24], x;\n",
             w, 4);
    ck_assert_uint_eq(w[0], 3);
    ck_assert_uint_eq(w[1], 6);
    ck_assert_uint_eq(w[2], 0);
    ck_assert_uint_eq(w[3], 42);
}
END_TEST

START_TEST(constant_expressions_follow_c)
{
    sim_bench bench;
    uint64_t w[9];

    run_body(&bench, "",
             ".reg .u64 a;\n"
             "mov.u64 a, (1 << 3) + 2 * 3 - 1; st.global.u64 [out], a;\n"
             "mov.u64 a, 7 > 3 ? 10 : 20; st.global.u64 [out + 8], a;\n"
             "mov.s64 a, -7 / 2; st.global.u64 [out + 16], a;\n"
             "mov.s64 a, -7 % 2; st.global.u64 [out + 24], a;\n"
             "mov.s64 a, -8 >> 1; st.global.u64 [out + 32], a;\n"
             "mov.u64 a, (.u64)-8 >> 1; st.global.u64 [out + 40], a;\n"
             "mov.u64 a, ~0 ^ 0xff; st.global.u64 [out + 48], a;\n"
             "mov.u64 a, !3 + (5 && 0 || 2) + WARP_SZ;"
             "st.global.u64 [out + 56], a;\n"
             "mov.u64 a, (-1 < 0U) + (.s64)2.9; st.global.u64 [out + 64], a;\n",
             w, 9);
    ck_assert_uint_eq(w[0], 13);
    ck_assert_uint_eq(w[1], 10);
    ck_assert_int_eq((int64_t)w[2], -3);
    ck_assert_int_eq((int64_t)w[3], -1);
    ck_assert_int_eq((int64_t)w[4], -4);
    ck_assert_uint_eq(w[5], UINT64_C(0x7ffffffffffffffc));
    ck_assert_uint_eq(w[6], UINT64_C(0xffffffffffffff00));
    ck_assert_uint_eq(w[7], 33);
    ck_assert_uint_eq(w[8], 2); /* -1 is large as an unsigned number */
}
END_TEST

START_TEST(scopes_hide_outer_names)
{
    sim_bench bench;
    uint64_t w[3];

    run_body(&bench, "",
             ".reg .u64 a, %r<3>; mov.u64 a, 1; mov.u64 %r1, 5;\n"
             "{ .reg .u64 a; .reg .u64 %r<2>; mov.u64 a, 2; mov.u64 %r1, 6;\n"
             "  mov.u64 %r2, 7; bra L; mov.u64 a, 9;\n"
             "  L: st.global.u64 [out], a; }\n"
             "{ bra L; L: }\n"
             "st.global.u64 [out + 8], a; add.u64 %r1, %r1, %r2;\n"
             "st.global.u64 [out + 16], %r1;\n",
             w, 3);
    ck_assert_uint_eq(w[0], 2);
    ck_assert_uint_eq(w[1], 1);
    ck_assert_uint_eq(w[2], 12);
}
END_TEST

START_TEST(vectors_of_registers_have_components)
{
    sim_bench bench;
    uint64_t w[3];

    run_body(&bench, ".global .v4 .u32 g = {1, 2, 3, 4};\n",
             ".reg .v4 .u32 v; .reg .v2 .u32 t; .reg .u64 d;\n"
             "ld.global.v4.u32 v, [g]; mov.v2.u32 t, {v.w, v.z};\n"
             "mov.v2.u32 t, {t.y, t.x}; mov.b64 d, {t.x, t.y};\n"
             "st.global.u64 [out], d; add.u32 v.x, v.y, v.g;\n"
             "st.global.u32 [out + 8], v.r;\n"
             "mov.b64 {v.x, _}, 0x500000006; st.global.u32 [out + 16], v.x;\n",
             w, 3);
    ck_assert_uint_eq(w[0], 3 | UINT64_C(4) << 32);
    ck_assert_uint_eq(w[1], 4);
    ck_assert_uint_eq(w[2], 6);
}
END_TEST

START_TEST(functions_take_registers_and_param_arrays)
{
    sim_bench bench;
    uint64_t w[3];

    run_body(&bench,
             ".func (.param .b32 r) sum (.param .align 8 .b8 a[16], .reg .pred "
             "p);\n"
             ".func (.reg .u32 r) id (.reg .u32 a) { mov.u32 r, a; }\n"
             ".func (.param .b32 r) sum (.param .align 8 .b8 a[16], .reg .pred "
             "p) {\n.reg .u32 x, y, z; .reg .u64 at;\n"
             "mov.u64 at, a; ld.param.u32 x, [at + 4];\n"
             "ld.param.v2.u32 {y, z}, [a + 8]; add.u32 x, x, y;\n"
             "@p add.u32 x, x, z; st.param.b32 [r], x; ret; }\n",
             ".reg .u32 x; .reg .pred p; .param .b32 r; .reg .u32 y;\n"
             "setp.eq.u32 p, 1, 1;\n"
             "{ .param .align 8 .b8 a[16]; st.param.u32 [a + 4], 10;\n"
             "st.param.v2.u32 [a + 8], {20, 30}; call (r), sum, (a, p); }\n"
             "ld.param.b32 x, [r]; st.global.u32 [out], x;\n"
             "call.uni (y), id, (7); st.global.u32 [out + 8], y;\n"
             "call (_), id, (7);\n",
             w, 3);
    ck_assert_uint_eq(w[0], 60);
    ck_assert_uint_eq(w[1], 7);
}
END_TEST

START_TEST(branch_tables_and_aliases)
{
    sim_bench bench;
    uint64_t w[2];

    run_body(&bench,
             ".visible .func (.reg .u32 r) five () { mov.u32 r, 5; }\n"
             ".visible .func (.reg .u32 r) other ();\n.alias other, five;\n",
             ".reg .u32 i, x; mov.u32 i, 2; mov.u32 x, 0;\n"
             "T: .branchtargets A, B, C;\nbrx.idx i, T;\n"
             "A: add.u32 x, x, 1; B: add.u32 x, x, 10;\n"
             "C: add.u32 x, x, 100; st.global.u32 [out], x;\n"
             "call (x), other, (); st.global.u32 [out + 8], x;\n",
             w, 2);
    ck_assert_uint_eq(w[0], 100);
    ck_assert_uint_eq(w[1], 5);
}
END_TEST

/* ---- links ---- */

static sim_outcome link_two(sim_bench *bench, const char *a, const char *b) {
    const char *texts[] = {a, b};
    size_t lengths[] = {strlen(a), strlen(b)};

    return sim_module_link(bench->device, texts, lengths, 2, NULL, &bench->log,
                           &bench->module);
}

START_TEST(texts_find_each_others_names)
{
    sim_bench bench;
    uint64_t address, size;
    uint32_t *out;

    bench_open(&bench);
    ck_assert_int_eq(
        link_two(&bench,
                 HEAD ".extern .func (.reg .u32 r) next (.reg .u32 a);\n"
                      ".extern .global .u32 base;\n.weak .const .u32 w = 3;\n"
                      ".global .u32 own = 1;\n"
                      ".visible .entry k (.param .u64 p) {\n"
                      ".reg .u32 x, y; .reg .u64 out; ld.param.u64 out, [p];\n"
                      "ld.global.u32 x, [base]; call (x), next, (x);\n"
                      "ld.const.u32 y, [w]; add.u32 x, x, y;\n"
                      "ld.global.u32 y, [own]; add.u32 x, x, y;\n"
                      "st.global.u32 [out], x; ret; }\n",
                 HEAD ".visible .global .u32 base = 40;\n"
                      ".visible .const .u32 w = 1000; .global .u32 own = 7;\n"
                      ".visible .func (.reg .u32 r) next (.reg .u32 a) {\n"
                      ".reg .u32 o; ld.global.u32 o, [own];\n"
                      "add.u32 r, a, o; ret; }\n"),
        SIM_DONE);
    bench_kernel(&bench, "k", 1, 1);
    out = bench_zeros(&bench, 4);
    bench_expect(&bench, SIM_DONE);
    ck_assert_uint_eq(*out, 40 + 7 + 1000 + 1);
    ck_assert(sim_module_global(bench.module, "base", &address, &size));
    ck_assert_uint_eq(size, 4);
    bench_close(&bench);
}
END_TEST

START_TEST(links_report_missing_and_double_names)
{
    sim_bench bench;

    bench_open(&bench);
    ck_assert_int_eq(link_two(&bench,
                              HEAD
                              ".extern .global .u32 x;\n.entry k () {\n"
                              ".reg .u32 a; ld.global.u32 a, [x]; ret; }\n",
                              HEAD),
                     SIM_UNRESOLVED);
    ck_assert_ptr_nonnull(
        strstr(pk_text_string(&bench.log), "Unresolved extern variable 'x'"));
    ck_assert_int_eq(
        link_two(&bench,
                 HEAD ".extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2 "
                      "(.param .b64 p, .param .b64 s);\n.entry k () {\n"
                      ".param .b32 r; .param .b64 p;\n"
                      "call (r), __cudaCDP2LaunchDeviceV2, (p, p); ret; }\n",
                 HEAD),
        SIM_NOT_SIMULATED);
    ck_assert_ptr_nonnull(strstr(pk_text_string(&bench.log),
                                 "is not simulated: dynamic parallelism"));
    ck_assert_int_eq(link_two(&bench, HEAD ".visible .global .u32 twice;\n",
                              HEAD ".visible .global .u32 twice;\n"),
                     SIM_INVALID_PTX);
    ck_assert_ptr_nonnull(
        strstr(pk_text_string(&bench.log), "Multiple definition of 'twice'"));
    bench_close(&bench);
}
END_TEST

/* ---- what a module tells ---- */

START_TEST(entries_know_their_shape)
{
    const char *ptx = HEAD
        ".shared .u32 both[4];\n.extern .shared .align 32 .b8 dyn[];\n"
        ".func use () { .reg .u32 a; ld.shared.u32 a, [both]; ret; }\n"
        ".visible .entry first (.param .u32 n, .param .align 8 .b8 s[24],\n"
        "  .param .u8 c, .param .u64 .ptr .global .align 16 p)\n"
        ".maxntid 64, 2\n"
        "{ .shared .align 16 .b8 a[100]; .local .align 8 .b8 l[40];\n"
        ".reg .u64 x; mov.u64 x, a; mov.u64 x, l; call use; ret; }\n"
        ".visible .entry second ().reqntid 32, 1, 1\n"
        "{ .shared .u32 b; .reg .u32 x; ld.shared.u32 x, [b];\n"
        "call use; ld.shared.u32 x, [dyn]; ret; }\n"
        ".visible .entry third () { ret; }\n";
    const uint32_t offsets[] = {0, 8, 32, 40}, sizes[] = {4, 24, 1, 8};
    sim_function_info info;
    uint32_t offset, size;
    sim_bench bench;
    sim_function *f;

    bench_open(&bench);
    bench_load(&bench, ptx);
    f = sim_module_function(bench.module, "first");
    sim_function_info_get(f, &info);
    ck_assert_uint_eq(info.shared_static, 16 + 100);
    ck_assert_uint_eq(info.local_bytes, 40);
    ck_assert_uint_eq(info.max_threads, 128);
    ck_assert_uint_eq(info.param_count, 4);
    ck_assert_int_eq(info.sm, 90);
    ck_assert_int_eq(info.ptx_version, 87);
    for (uint32_t i = 0; i < 4; i++) {
        ck_assert(sim_function_param(f, i, &offset, &size));
        ck_assert_uint_eq(offset, offsets[i]);
        ck_assert_uint_eq(size, sizes[i]);
    }
    ck_assert(!sim_function_param(f, 4, &offset, &size));
    sim_function_info_get(sim_module_entry(bench.module, 1), &info);
    ck_assert_str_eq(info.name, "second");
    ck_assert_uint_eq(info.shared_static, 20);
    ck_assert_uint_eq(info.required[0], 32);
    sim_function_info_get(sim_module_entry(bench.module, 2), &info);
    ck_assert_uint_eq(info.shared_static, 0);
    ck_assert_uint_eq(info.max_threads, 1024);
    ck_assert_ptr_null(sim_module_entry(bench.module, 3));
    ck_assert_ptr_null(sim_module_function(bench.module, "use"));
    bench_close(&bench);
}
END_TEST

START_TEST(lines_of_the_source_are_kept)
{
    sim_bench bench;
    const sim_function *f;
    const sim_loc *loc;

    bench_open(&bench);
    bench_load(&bench, HEAD ".file 1 \"dir/k.py\"\n.entry k ()\n{\n"
                            ".loc 1 12 5\ntrap;\n"
                            ".loc 1 30 1, function_name L, inlined_at 1 13 9\n"
                            "bar.sync 0;\nret;\n}\n"
                            ".section .debug_str { L: .b8 1, 2 }\n@@DWARF x\n");
    f = sim_module_function(bench.module, "k");
    ck_assert_uint_eq(f->code[0].line, 8);
    loc = &bench.module->locs[f->code[0].loc];
    ck_assert_str_eq(loc->file, "dir/k.py");
    ck_assert_uint_eq(loc->line, 12);
    loc = &bench.module->locs[f->code[1].loc];
    ck_assert_uint_eq(loc->line, 30);
    ck_assert_uint_eq(bench.module->locs[loc->parent].line, 13);
    bench_close(&bench);
}
END_TEST

/* ---- hostile texts ---- */

static char *repeated(const char *head, const char *part, int count,
                      const char *tail) {
    size_t size = strlen(head) + strlen(part) * (size_t)count + strlen(tail);
    char *text = malloc(size + 1);

    ck_assert_ptr_nonnull(text);
    strcpy(text, head);
    for (int i = 0, at = (int)strlen(head); i < count; i++)
        strcpy(text + at + i * (int)strlen(part), part);
    strcat(text + strlen(head) + strlen(part) * (size_t)(count - 1), tail);
    return text;
}

START_TEST(huge_and_deep_texts_end_in_errors)
{
    sim_bench bench;
    char *text;

    bench_open(&bench);
    expect(&bench,
           HEAD ".entry k () { .reg .b32 %r<4000000000>, %q<99999999999999>;\n"
                "add.u32 %r1, %r999999999, %q7; ret; }\n",
           SIM_DONE, "");
    expect(&bench, HEAD ".global .b8 x[99999999999999999999];\n",
           SIM_INVALID_PTX, "too large");
    expect(&bench, HEAD ".global .b8 x[4294967296][4294967296];\n",
           SIM_INVALID_PTX, "too large");
    expect(&bench, HEAD ".global .u32 x[8589934592] = {1};\n", SIM_NO_MEMORY,
           "");
    text = repeated(HEAD ".global .u32 x = ", "(", 100000, "1;\n");
    expect(&bench, text, SIM_INVALID_PTX, "Nesting is too deep");
    free(text);
    text = repeated(HEAD ".global .u32 x = ", "-", 100000, "1;\n");
    expect(&bench, text, SIM_INVALID_PTX, "Nesting is too deep");
    free(text);
    text = repeated(HEAD ".entry k () ", "{", 100000, "\n");
    expect(&bench, text, SIM_INVALID_PTX, "Nesting is too deep");
    free(text);
    text = repeated(HEAD ".entry k () {", "foo.bar;\n", 20000, "}\n");
    expect(&bench, text, SIM_INVALID_PTX, "Unknown modifier '.bar'");
    ck_assert_uint_lt(bench.log.length, 40000);
    free(text);
    bench_close(&bench);
}
END_TEST

START_TEST(memory_that_ends_anywhere_is_an_outcome)
{
    counter memory = {.fail_at = -1};
    const pk_allocator allocator = starving_allocator(&memory);
    char *text = read_file(SIM_DIR "/ptx", "kernels.ptx");
    sim_bench bench;
    const sim_options options = {.allocator = &allocator};
    sim_outcome outcome = SIM_NO_MEMORY;
    sim_device *device;

    bench_open(&bench);
    device = sim_device_new(sim_device_profile(bench.device), &options);
    ck_assert_ptr_nonnull(device);
    for (long n = 0; outcome != SIM_DONE && n < 400; n++) {
        sim_module *module = NULL;

        starve_after(&memory, n);
        outcome = sim_module_load(device, text, strlen(text), NULL, &bench.log,
                                  &module);
        starve_after(&memory, -1);
        ck_assert_msg(outcome == SIM_DONE || outcome == SIM_NO_MEMORY,
                      "outcome %d after %ld", (int)outcome, n);
        ck_assert((module != NULL) == (outcome == SIM_DONE));
        sim_module_free(module);
    }
    ck_assert_int_eq(outcome, SIM_DONE);
    sim_device_free(device);
    bench_close(&bench);
    free(text);
}
END_TEST

TESTS("sim_ptx", takes_and_refuses_what_ptxas_does,
      errors_are_worded_as_ptxas_words_them,
      versions_and_targets_have_outcomes_of_their_own,
      the_text_need_not_end_with_nul, what_is_not_simulated_is_named,
      initialisers_leave_out_trailing_zeros, initialisers_hold_addresses,
      constant_expressions_follow_c, scopes_hide_outer_names,
      vectors_of_registers_have_components,
      functions_take_registers_and_param_arrays, branch_tables_and_aliases,
      texts_find_each_others_names, links_report_missing_and_double_names,
      entries_know_their_shape, lines_of_the_source_are_kept,
      huge_and_deep_texts_end_in_errors,
      memory_that_ends_anywhere_is_an_outcome)
