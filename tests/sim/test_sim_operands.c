/* SPDX-License-Identifier: Apache-2.0 */
/* Operands in their other spellings: {a} for a, elements of arrays for
 * addresses, vectors of atomics for one after the other. Each pair of texts
 * must leave the same bytes behind, and other bytes than no text at all. What
 * ptxas makes of them is what the second text says (by nvdisasm). And of all
 * that the parser takes (ptx_forms.txt), nothing is lost on the way to the
 * decoded instruction. */
#include "sim/program.h"
#include "sim_test.h"

enum { THREADS = 32, SLOT = 128, IN = THREADS * SLOT };

/* Each thread has 128 bytes of `p` to itself (%rd1), of the shared array sh at
 * %rd4 and a local array, filled alike; what the registers hold at the end
 * follows behind. */
#define PROLOGUE                                                               \
    ".version 9.0\n.target sm_90\n.address_size 64\n"                          \
    ".global .align 16 .u32 garr[4][8] = {{3, 1, 4, 1, 5, 9, 2, 6}};\n"        \
    ".const .align 16 .u16 carr[8] = {11, 12, 13, 14, 15, 16, 17, 18};\n"      \
    ".visible .entry k(.param .u64 p, .param .align 16 .u16 q[64])\n{\n"       \
    ".reg .pred %p<4>; .reg .b16 %h<8>; .reg .b32 %r<16>; .reg .b64 %rd<16>;"  \
    ".reg .f32 %f<8>; .reg .f64 %fd<4>; .reg .b128 %q<2>; .reg .s16 %n<2>;"    \
    ".shared .align 16 .b8 sh[4096]; .local .align 16 .u32 lo[32];"            \
    ".param .align 16 .u32 arg[4];\n"                                          \
    "ld.param.u64 %rd1, [p]; mov.u32 %r0, %tid.x;"                             \
    "mad.wide.u32 %rd1, %r0, 128, %rd1; mov.u64 %rd2, sh;"                     \
    "mad.wide.u32 %rd4, %r0, 128, %rd2; shl.b32 %r8, %r0, 7;"                  \
    "mov.u64 %rd5, lo; mov.u32 %r9, 0;\n"                                      \
    "fill: cvt.u64.u32 %rd6, %r9; add.u64 %rd7, %rd1, %rd6;"                   \
    "ld.global.u32 %r1, [%rd7]; add.u64 %rd7, %rd4, %rd6;"                     \
    "st.shared.u32 [%rd7], %r1; add.u64 %rd7, %rd5, %rd6;"                     \
    "st.local.u32 [%rd7], %r1; add.u32 %r9, %r9, 4;"                           \
    "setp.lt.u32 %p0, %r9, 128; @%p0 bra fill;\n"                              \
    "bar.sync 0; mad.lo.u32 %r1, %r0, 77773, 9; not.b32 %r2, %r1;"             \
    "mov.u32 %r3, 0; mov.u32 %r4, 0; mov.u32 %r5, 0; mov.u32 %r6, 0;"          \
    "cvt.u64.u32 %rd2, %r2; mul.lo.u64 %rd2, %rd2, 987654321;"                 \
    "mov.u64 %rd3, 0; mov.b128 %q0, {%rd2, %rd2}; mov.b128 %q1, {%rd3, %rd3};" \
    "and.b32 %r7, %r0, 3; cvt.u16.u32 %h1, %r1; mov.u16 %h3, 0;"               \
    "mov.u16 %h4, 0; cvt.rn.f32.u32 %f1, %r0; mul.f32 %f2, %f1, 0.5;"          \
    "mov.f32 %f3, 0.0; mov.f32 %f4, 0.0; cvt.f64.f32 %fd1, %f2;"               \
    "mov.f64 %fd3, 0.0; cvt.rn.f16.f32 %h5, %f1; cvt.rn.f16.f32 %h6, %f2;"     \
    "mov.b32 %r10, {%h5, %h6}; mov.b32 %r11, {%h6, %h5}; mov.s16 %n0, 2;"      \
    "mov.pred %p1, 0;\n"

#define EPILOGUE                                                               \
    "\nmov.u32 %r12, 0; mov.u32 %r13, 0;"                                      \
    "more: shl.b32 %r14, %r12, 2; cvt.u64.u32 %rd6, %r14;"                     \
    "add.u64 %rd7, %rd4, %rd6; ld.shared.u32 %r14, [%rd7];"                    \
    "mad.lo.u32 %r13, %r13, 31, %r14; add.u64 %rd7, %rd5, %rd6;"               \
    "ld.local.u32 %r14, [%rd7]; mad.lo.u32 %r13, %r13, 31, %r14;"              \
    "add.u32 %r12, %r12, 1; setp.lt.u32 %p0, %r12, 32; @%p0 bra more;"         \
    "mov.b128 {%rd8, %rd9}, %q1; add.u64 %rd1, %rd1, 4096;"                    \
    "st.global.u32 [%rd1], %r3; st.global.u32 [%rd1+4], %r4;"                  \
    "st.global.u64 [%rd1+8], %rd3; st.global.u16 [%rd1+16], %h3;"              \
    "st.global.u16 [%rd1+18], %h4; st.global.f32 [%rd1+20], %f3;"              \
    "st.global.f32 [%rd1+24], %f4; st.global.f64 [%rd1+32], %fd3;"             \
    "st.global.u64 [%rd1+40], %rd8; st.global.u64 [%rd1+48], %rd9;"            \
    "st.global.u32 [%rd1+56], %r13; st.global.u32 [%rd1+60], %r5;"             \
    "st.global.u32 [%rd1+64], %r6; selp.u32 %r3, 1, 0, %p1;"                   \
    "st.global.u32 [%rd1+68], %r3; ret;\n}\n"

typedef struct pair {
    const char *text, *plain;
} pair;

#define SPACE(space, at)                                                       \
    {"ld." space "b32 {%r3}, [" at "];", "ld." space "b32 %r3, [" at "];"},    \
        {"ld." space "u8 {%rd3}, [" at "+3];",                                 \
         "ld." space "u8 %rd3, [" at "+3];"},                                  \
        {"ld." space "s16 {%r3}, [" at "+2];",                                 \
         "ld." space "s16 %r3, [" at "+2];"},                                  \
        {"ld." space "f32 {%f3}, [" at "];",                                   \
         "ld." space "f32 %f3, [" at "];"},                                    \
        {"ld." space "f64 {%fd3}, [" at "];",                                  \
         "ld." space "f64 %fd3, [" at "];"},                                   \
        {"ld." space "b128 {%q1}, [" at "];",                                  \
         "ld." space "b128 %q1, [" at "];"},                                   \
        {"@%p0 ld." space "b32 {%r3}, [" at "];\n@!%p0 ld." space              \
         "b32 {%r3}, [" at "+4];",                                             \
         "ld." space "b32 %r3, [" at "+4];"},                                  \
        {"st." space "b32 [" at "], {%r1};",                                   \
         "st." space "b32 [" at "], %r1;"},                                    \
        {"st." space "u8 [" at "+5], {%r1};",                                  \
         "st." space "u8 [" at "+5], %r1;"},                                   \
        {"st." space "b64 [" at "], {%rd2};",                                  \
         "st." space "b64 [" at "], %rd2;"},                                   \
        {"st." space "b16 [" at "], {%h1};",                                   \
         "st." space "b16 [" at "], %h1;"},                                    \
        {"st." space "u32 [" at "], {5};", "st." space "u32 [" at "], 5;"},    \
        {"st." space "u8 [" at "], {-5};", "st." space "u8 [" at "], -5;"},    \
        {"st." space "f32 [" at "], {1.5};",                                   \
         "st." space "f32 [" at "], 1.5;"},                                    \
        {"st." space "f64 [" at "], {1.5};",                                   \
         "st." space "f64 [" at "], 1.5;"},                                    \
        {"st." space "u32 [" at "], {%tid.x};",                                \
         "st." space "u32 [" at "], %r0;"},                                    \
        {"st." space "v2.u32 [" at "], {%tid.x, %r1};",                        \
         "st." space "v2.u32 [" at "], {%r0, %r1};"},                          \
        {"st." space "u16 [" at "], {%gridid};",                               \
         "mov.u64 %rd6, %gridid; st." space "u16 [" at "], %rd6;"},

static const pair pairs[] = {
    SPACE("global.", "%rd1") SPACE("", "%rd1") SPACE("shared.", "%rd4")
        SPACE("shared.", "%r8") SPACE("local.", "%rd5") SPACE(
            "volatile.global.", "%rd1") SPACE("relaxed.gpu.global.", "%rd1"){
            "ldu.global.u32 {%r3}, [%rd1];", "ldu.global.u32 %r3, [%rd1];"},
    {"ld.param.u16 {%h3}, [q+6];", "ld.param.u16 %h3, [q+6];"},
    {"ld.const.u16 {%h3}, [carr+4];", "mov.u16 %h3, 13;"},
    {"st.param.u32 [arg], {%r1}; ld.param.u32 {%r3}, [arg];",
     "mov.u32 %r3, %r1;"},
    {"st.param.u32 arg[3], {7}; ld.param.u32 %r3, [arg+12];",
     "mov.u32 %r3, 7;"},
    /* mov */
    {"mov.b32 %r3, {%r1};", "mov.b32 %r3, %r1;"},
    {"mov.b32 {%r3}, %r1;", "mov.b32 %r3, %r1;"},
    {"mov.b32 %r3, {77};", "mov.b32 %r3, 77;"},
    {"mov.b64 {%rd3}, -3;", "mov.b64 %rd3, -3;"},
    {"mov.b64 %rd3, {%tid.x, %ntid.x};", "mov.b64 %rd3, {%r0, 32};"},
    {"mov.b32 {%h3, %h4}, %tid.x;", "mov.b32 {%h3, %h4}, %r0;"},
    {"mov.b64 {%r3, %r4}, garr;",
     "mov.u64 %rd6, garr; mov.b64 {%r3, %r4}, %rd6;"},
    {"mov.b128 {%rd8, %rd9}, %q0; mov.b128 {%q1}, %q0;", "mov.b128 %q1, %q0;"},
    {"mov.v4.u32 {%r3, %r4, %r5, _}, %tid; add.u32 %r5, %r5, 3;",
     "mov.u32 %r3, %r0; mov.u32 %r5, 3;"},
    {"mov.v4.u16 {%h3, %h4, _, _}, %ntid;", "mov.u16 %h3, 32; mov.u16 %h4, 1;"},
    {"mov.v2.u32 {%r3, %r4}, {%tid.x, %r1};",
     "mov.u32 %r3, %r0; mov.u32 %r4, %r1;"},
    /* elements of arrays */
    {"mov.u64 %rd6, garr[3]; mov.u64 %rd7, garr; sub.u64 %rd3, %rd6, %rd7;",
     "mov.u64 %rd3, 12;"},
    {"mov.u64 %rd6, garr[-1]; mov.u64 %rd7, garr; sub.u64 %rd3, %rd6, %rd7;",
     "mov.u64 %rd3, -4;"},
    {"mov.u64 %rd6, garr[%r1+2]; mov.u64 %rd7, garr; sub.u64 %rd3, %rd6, %rd7;",
     "add.u32 %r6, %r1, 2; mul.wide.u32 %rd3, %r6, 4; mov.u32 %r6, 0;"},
    {"mov.u64 %rd3, sh[%r0+16];",
     "mov.u64 %rd3, sh; cvt.u64.u32 %rd6, %r0; add.u64 %rd3, %rd3, %rd6;"
     "add.u64 %rd3, %rd3, 16;"},
    {"mov.u32 %r3, sh[5];", "mov.u32 %r3, sh+5;"},
    {"mov.u64 %rd3, lo[%n0];", "mov.u64 %rd3, lo+8;"},
    {"cvta.global.u64 %rd6, garr[2]; ld.u32 %r3, [%rd6];", "mov.u32 %r3, 4;"},
    {"ld.global.u32 %r3, garr[5];", "mov.u32 %r3, 9;"},
    {"ld.u32 %r3, garr[5];", "mov.u32 %r3, 9;"},
    {"ld.global.u32 {%r3}, garr[%r7];", "mov.u64 %rd6, garr;"
                                        "mad.wide.u32 %rd6, %r7, 4, %rd6;"
                                        "ld.global.u32 %r3, [%rd6];"},
    {"cvt.u64.u32 %rd6, %r7; ld.global.u32 %r3, garr[%rd6+1];",
     "mov.u64 %rd6, garr; mad.wide.u32 %rd6, %r7, 4, %rd6; ld.global.u32 %r3, "
     "[%rd6+4];"},
    {"ld.global.v2.u32 {%r3, %r4}, garr[4];",
     "mov.u32 %r3, 5; mov.u32 %r4, 9;"},
    {"ld.const.u16 %h3, carr[%n0+3];", "mov.u16 %h3, 16;"},
    {"ld.param.u16 %h3, q[3];", "ld.param.u16 %h3, [q+6];"},
    {"ld.param.u16 %h3, q[%r7];",
     "mov.u16 %h3, 0; setp.eq.u32 %p2, %r7, 0; @%p2 ld.param.u16 %h3, [q];"
     "setp.eq.u32 %p2, %r7, 1; @%p2 ld.param.u16 %h3, [q+2];"
     "setp.eq.u32 %p2, %r7, 2; @%p2 ld.param.u16 %h3, [q+4];"
     "setp.eq.u32 %p2, %r7, 3; @%p2 ld.param.u16 %h3, [q+6];"},
    {"st.local.u32 lo[%r7+1], {%r1}; ld.local.u32 %r3, lo[%r7+1];",
     "mad.wide.u32 %rd6, %r7, 4, %rd5; st.local.u32 [%rd6+4], %r1;"
     "mov.u32 %r3, %r1;"},
    {"st.shared.u8 sh[%r8+3], %r1;", "st.shared.u8 [%rd4+3], %r1;"},
    /* special registers that were narrower once */
    {"mov.u64 %rd6, %gridid; mov.u32 %r6, %gridid; mov.u16 %h3, %gridid;"
     "cvt.u32.u16 %r3, %h3; cvt.u32.u64 %r5, %rd6; sub.u32 %r6, %r6, %r5;"
     "mov.u16 %h3, 0; mov.u32 %r5, 0;",
     "mov.u64 %rd6, %gridid; cvt.u32.u64 %r3, %rd6;"},
    {"cvt.u32.u16 %r3, %tid.x;", "mov.u32 %r3, %r0;"},
    {"cvt.s64.s32 %rd3, %gridid;", "mov.u64 %rd3, %gridid;"},
    /* signs */
    {"vmad.s32.s32.s32 %r3, %r0, 5, -%r1;",
     "mul.lo.u32 %r3, %r0, 5; sub.u32 %r3, %r3, %r1;"},
    /* atomics of vectors, element after element */
    {"atom.global.add.v2.f32 {%f3, %f4}, [%rd1+64], {%f1, %f2};",
     "atom.global.add.f32 %f3, [%rd1+64], %f1;"
     "atom.global.add.f32 %f4, [%rd1+68], %f2;"},
    {"atom.global.add.v4.f32 {%f3, _, %f4, _}, [%rd1+64], {%f1, %f2, %f2, "
     "1.0};",
     "atom.global.add.f32 %f3, [%rd1+64], %f1;"
     "red.global.add.f32 [%rd1+68], %f2;"
     "atom.global.add.f32 %f4, [%rd1+72], %f2;"
     "red.global.add.f32 [%rd1+76], 1.0;"},
    {"atom.global.add.v2.f32 _, [%rd1+64], {%f1, %f2};",
     "red.global.add.f32 [%rd1+64], %f1; red.global.add.f32 [%rd1+68], %f2;"},
    {"red.global.add.v2.f32 [%rd1+64], {%f1, 2.5};",
     "red.global.add.f32 [%rd1+64], %f1; red.global.add.f32 [%rd1+68], 2.5;"},
    {"red.add.v4.f32 [%rd1+64], {%f1, %f2, %f1, %f2};",
     "red.global.add.f32 [%rd1+64], %f1; red.global.add.f32 [%rd1+68], %f2;"
     "red.global.add.f32 [%rd1+72], %f1; red.global.add.f32 [%rd1+76], %f2;"},
    {"atom.global.add.noftz.v2.f16 {%h3, %h4}, [%rd1+80], {%h5, %h6};",
     "atom.global.add.noftz.f16 %h3, [%rd1+80], %h5;"
     "atom.global.add.noftz.f16 %h4, [%rd1+82], %h6;"},
    {"red.global.add.noftz.v8.f16 [%rd1+80],"
     "{%h5, %h6, %h5, %h6, %h6, %h5, %h5, %h6};",
     "red.global.add.noftz.v4.f16x2 [%rd1+80], {%r10, %r10, %r11, %r10};"},
    {"atom.global.add.noftz.v2.f16x2 {%r3, %r4}, [%rd1+80], {%r10, %r11};",
     "atom.global.add.noftz.f16x2 %r3, [%rd1+80], %r10;"
     "atom.global.add.noftz.f16x2 %r4, [%rd1+84], %r11;"},
    {"atom.global.max.noftz.v2.f16 {%h3, %h4}, [%rd1+96], {%h5, %h6};"
     "ld.global.v2.u16 {%h3, %h4}, [%rd1+96];",
     "st.global.v2.u16 [%rd1+96], {%h5, %h6}; mov.u16 %h3, %h5;"
     "mov.u16 %h4, %h6;"},
    {"red.global.min.noftz.v2.bf16x2 [%rd1+96], {%r10, %r11};", ""},
};

static void fill(char in[2 * IN]) {
    memset(in, 0, 2 * IN);
    for (int t = 0; t < THREADS; t++) {
        uint32_t *words = (uint32_t *)(void *)(in + t * SLOT);

        for (uint32_t i = 0; i < 16; i++)
            words[i] = (uint32_t)t * 2654435761u + i * 40503u + 1;
        for (int i = 0; i < 4; i++) /* floats to add to */
            ((float *)(void *)&words[16])[i] = (float)(t + i);
        for (int i = 20; i < 24; i++) /* and halves: 1.0, 2.0 */
            words[i] = 0x40003c00;
    }
}

/* Runs a text between the prologue and the epilogue; what is there then. */
static void run_text(const char *text, char out[2 * IN]) {
    static char ptx[8192], in[2 * IN];
    uint16_t q[64] = {21, 22, 23, 24};
    const char *memory;
    sim_bench bench;

    snprintf(ptx, sizeof ptx, "%s%s%s", PROLOGUE, text, EPILOGUE);
    fill(in);
    bench_open(&bench);
    bench_load(&bench, ptx);
    bench_kernel(&bench, "k", 1, THREADS);
    memory = bench_pointer(&bench, in, sizeof in);
    bench.used = 16;
    memcpy(bench.params + bench.used, q, sizeof q);
    bench.used += sizeof q;
    ck_assert_msg(bench_run(&bench) == SIM_DONE, "%s: %.500s", text,
                  pk_text_string(&bench.report));
    memcpy(out, memory, 2 * IN);
    bench_close(&bench);
}

START_TEST(every_spelling_does_what_the_plain_one_does)
{
    static char got[2 * IN], wanted[2 * IN], nothing[2 * IN];

    run_text("", nothing);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        bool empty = !*pairs[i].plain;

        run_text(pairs[i].text, got);
        run_text(pairs[i].plain, wanted);
        ck_assert_msg(!memcmp(got, wanted, sizeof got), "not alike: %s",
                      pairs[i].text);
        ck_assert_msg(empty || memcmp(wanted, nothing, sizeof wanted) != 0,
                      "does nothing: %s", pairs[i].plain);
    }
}
END_TEST

/* ---- what the parser takes is decoded ---- */

/* Each register is used once, so that rows do not depend on a line. */
static char *text_with_registers(void) {
    static const char *const types[] = {"b16", "b32", "b64",  "u16", "u32",
                                        "u64", "s16", "s32",  "s64", "f16",
                                        "f32", "f64", "f16x2"};
    char *text = bench_read("../ptx_forms.ptx"), *at = text + strlen(text);

    for (char letter = 'a'; letter <= 'e'; letter++) {
        at += sprintf(at, "mov.pred %%pred%c, %%pred%c; ", letter, letter);
        at += sprintf(at, "mov.b128 %%b128%c, %%b128%c; ", letter, letter);
        at += sprintf(at, "cvt.u8.u8 %%b8%c, %%b8%c; ", letter, letter);
        at += sprintf(at, "cvt.u8.u8 %%u8%c, %%u8%c; ", letter, letter);
        at += sprintf(at, "cvt.s8.s8 %%s8%c, %%s8%c; ", letter, letter);
        for (size_t i = 0; i < sizeof types / sizeof *types; i++)
            at += sprintf(at, "mov.b%d %%%s%c, %%%s%c; ",
                          strstr(types[i], "64") ? 64
                          : strstr(types[i], "16") && !strstr(types[i], "x2")
                              ? 16
                              : 32,
                          types[i], letter, types[i], letter);
    }
    sprintf(at, "\n");
    return text;
}

static uint32_t listed(const sim_inst *inst) {
    if (inst->count <= 1 || inst->op == SIM_OP_cp_async)
        return 0;
    return inst->op == SIM_OP_atom ? 2u * inst->count : inst->count;
}

static bool same_inst(const sim_function *f, const sim_inst *a,
                      const sim_function *g, const sim_inst *b) {
    bool same =
        a->op == b->op && a->guard == b->guard && a->offset == b->offset &&
        a->offset2 == b->offset2 && !memcmp(a->dst, b->dst, sizeof a->dst) &&
        !memcmp(a->src, b->src, sizeof a->src) && listed(a) == listed(b);

    for (uint32_t i = 0; same && i < listed(a); i++)
        same = f->list[a->list + i] == g->list[b->list + i];
    return same;
}

/* Whether two modules' only functions would do the same. */
static bool same_code(const sim_module *a, const sim_module *b) {
    const sim_function *f = &a->functions[0], *g = &b->functions[0];

    if (f->code_count != g->code_count)
        return false;
    for (uint32_t i = 0; i < f->code_count; i++)
        if (!same_inst(f, &f->code[i], g, &g->code[i]))
            return false;
    return true;
}

static sim_module *load_line(sim_bench *bench, const char *head,
                             const char *line) {
    static char text[16384];
    sim_module *module = NULL;

    snprintf(text, sizeof text, "%s%s\n}\n", head, line);
    pk_text_finish(&bench->log);
    pk_text_init(&bench->log, &pk_heap);
    return sim_module_load(bench->device, text, strlen(text), NULL, &bench->log,
                           &module) == SIM_DONE
               ? module
               : NULL;
}

/* Another register of the type instead of the one whose letter is at `at`. */
static char other_letter(const char *line, const char *at) {
    const char *start = at;
    char name[16];

    while (*start != '%')
        start--;
    for (char letter = 'a'; letter <= 'e'; letter++) {
        snprintf(name, sizeof name, "%.*s%c", (int)(at - start), start, letter);
        if (!strstr(line, name))
            return letter;
    }
    return *at == 'a' ? 'b' : 'a';
}

/* Policies of caches do nothing; what one is made of is read by no one. */
static bool is_without_effect(const char *line, const char *at) {
    return strstr(line, "createpolicy") ||
           (strstr(line, "cache_hint") && !strchr(at, ','));
}

/* The end of a register's name at the `%`, where its letter stands; NULL of
 * another name. */
static char *letter_of(char *at) {
    static const char *const types[] = {
        "pred", "b8", "b16", "b32", "b64", "b128",  "u8",  "u16", "u32",
        "u64",  "s8", "s16", "s32", "s64", "f16x2", "f16", "f32", "f64"};

    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t length = strlen(types[i]);

        if (!strncmp(at + 1, types[i], length) && at[length + 1] >= 'a' &&
            at[length + 1] <= 'e')
            return at + length + 1;
    }
    return NULL;
}

/* Every register that stands in a line is one that the decoded instruction
 * has: with another one instead it is another instruction. */
START_TEST(nothing_that_is_taken_is_forgotten)
{
    char *lines = bench_read("../ptx_forms.txt"), *save = NULL;
    char *head = text_with_registers(), changed[512];
    int taken = 0, count = 0, wrong = 0; /* a third, which takes a second */
    sim_bench bench;

    bench_open(&bench);
    for (char *line = strtok_r(lines, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save)) {
        sim_module *module = NULL, *other;

        if (line[0] == '+' && taken++ % 3 == 0 && strlen(line) < sizeof changed)
            module = load_line(&bench, head, line + 2);
        for (char *at = line; module && (at = strchr(at, '%')); at++) {
            char *letter = letter_of(at);

            if (!letter || is_without_effect(line, at))
                continue;
            strcpy(changed, line + 2);
            changed[letter - line - 2] = other_letter(line, letter);
            other = load_line(&bench, head, changed);
            count++;
            if (other && same_code(module, other) && wrong++ < 20)
                printf("# forgotten: %s\n# as well as: %s\n", line, changed);
            if (other)
                sim_module_free(other);
        }
        if (module)
            sim_module_free(module);
    }
    ck_assert_int_gt(count, 5000);
    ck_assert_msg(!wrong, "%d of %d are not decoded", wrong, count);
    bench_close(&bench);
    free(lines);
    free(head);
}
END_TEST

TESTS("operands", every_spelling_does_what_the_plain_one_does,
      nothing_that_is_taken_is_forgotten)
