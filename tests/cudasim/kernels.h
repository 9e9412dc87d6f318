/* SPDX-License-Identifier: Apache-2.0 */
/* PTX that the tests of the driver launch. */
#ifndef PORTKERN_TESTS_CUDASIM_KERNELS_H
#define PORTKERN_TESTS_CUDASIM_KERNELS_H

#define PTX_HEAD ".version 7.0\n.target sm_75\n.address_size 64\n"

/* out[i] = i for i < n */
#define PTX_IOTA                                                               \
    ".visible .entry iota(.param .u64 out, .param .u32 n) {\n"                 \
    "    .reg .pred %p;\n    .reg .b32 %r<6>;\n    .reg .b64 %rd<4>;\n"        \
    "    ld.param.u64 %rd1, [out];\n    ld.param.u32 %r1, [n];\n"              \
    "    mov.u32 %r2, %ctaid.x;\n    mov.u32 %r3, %ntid.x;\n"                  \
    "    mov.u32 %r4, %tid.x;\n    mad.lo.s32 %r5, %r2, %r3, %r4;\n"           \
    "    setp.ge.u32 %p, %r5, %r1;\n    @%p bra done;\n"                       \
    "    cvta.to.global.u64 %rd2, %rd1;\n    mul.wide.u32 %rd3, %r5, 4;\n"     \
    "    add.u64 %rd2, %rd2, %rd3;\n    st.global.u32 [%rd2], %r5;\n"          \
    "done:\n    ret;\n}\n"

/* *out += 1, by one thread, not atomically */
#define PTX_STEP                                                               \
    ".visible .entry step(.param .u64 out) {\n"                                \
    "    .reg .b32 %r<2>;\n    .reg .b64 %rd<2>;\n"                            \
    "    ld.param.u64 %rd1, [out];\n    ld.global.u32 %r1, [%rd1];\n"          \
    "    add.u32 %r1, %r1, 1;\n    st.global.u32 [%rd1], %r1;\n    ret;\n}\n"

/* *out = 2 * *out */
#define PTX_TWICE                                                              \
    ".visible .entry twice(.param .u64 out) {\n"                               \
    "    .reg .b32 %r<2>;\n    .reg .b64 %rd<2>;\n"                            \
    "    ld.param.u64 %rd1, [out];\n    ld.global.u32 %r1, [%rd1];\n"          \
    "    add.u32 %r1, %r1, %r1;\n    st.global.u32 [%rd1], %r1;\n    "         \
    "ret;\n}\n"

#define PTX_NOTHING ".visible .entry nothing() { ret; }\n"

/* kernels that fail */
#define PTX_NULL                                                               \
    ".visible .entry null() {\n    .reg .b64 %rd;\n    mov.u64 %rd, 0;\n"      \
    "    st.global.u32 [%rd], 1;\n    ret;\n}\n"
#define PTX_MISALIGNED                                                         \
    ".visible .entry misaligned(.param .u64 out) {\n    .reg .b64 %rd;\n"      \
    "    ld.param.u64 %rd, [out];\n    st.global.u32 [%rd+1], 1;\n"            \
    "    ret;\n}\n"
#define PTX_TRAP ".visible .entry trap_now() { trap; ret; }\n"
#define PTX_SPIN                                                               \
    ".visible .entry spin() {\nagain:\n    bra again;\n    ret;\n}\n"

/* *word = n after n rounds */
#define PTX_LONG                                                               \
    ".visible .entry take_long(.param .u64 word, .param .u32 n) {\n"           \
    "    .reg .pred %p;\n    .reg .b32 %r<3>;\n    .reg .b64 %rd<2>;\n"        \
    "    ld.param.u64 %rd1, [word];\n    ld.param.u32 %r1, [n];\n"             \
    "    mov.u32 %r2, 0;\nagain:\n    add.u32 %r2, %r2, 1;\n"                  \
    "    setp.lt.u32 %p, %r2, %r1;\n    @%p bra again;\n"                      \
    "    st.global.u32 [%rd1], %r2;\n    ret;\n}\n"

/* waits until *word is not 0 */
#define PTX_AWAIT                                                              \
    ".visible .entry await(.param .u64 word) {\n"                              \
    "    .reg .pred %p;\n    .reg .b32 %r<2>;\n    .reg .b64 %rd<2>;\n"        \
    "    ld.param.u64 %rd1, [word];\nagain:\n"                                 \
    "    ld.volatile.global.u32 %r1, [%rd1];\n"                                \
    "    setp.eq.u32 %p, %r1, 0;\n    @%p bra again;\n    ret;\n}\n"

/* with limits of their own */
#define PTX_REQUIRED ".visible .entry required() .reqntid 64, 1, 1 { ret; }\n"
#define PTX_AT_MOST  ".visible .entry at_most() .maxntid 128, 1, 1 { ret; }\n"

/* dynamic shared memory: its last word, through which one thread passes 7 */
#define PTX_SHARED                                                             \
    ".extern .shared .align 4 .b8 room[];\n"                                   \
    ".visible .entry shared(.param .u64 out, .param .u32 at) {\n"              \
    "    .reg .b32 %r<4>;\n    .reg .b64 %rd;\n"                               \
    "    ld.param.u64 %rd, [out];\n    ld.param.u32 %r1, [at];\n"              \
    "    mov.u32 %r2, room;\n    add.u32 %r2, %r2, %r1;\n"                     \
    "    st.shared.u32 [%r2], 7;\n    ld.shared.u32 %r3, [%r2];\n"             \
    "    st.global.u32 [%rd], %r3;\n    ret;\n}\n"

/* 40000 bytes of shared memory of its own */
#define PTX_STATIC                                                             \
    ".visible .entry fixed() {\n    .shared .align 4 .b8 own[40000];\n"        \
    "    .reg .b32 %r;\n    st.shared.u32 [own], 1;\n    ret;\n}\n"

/* a variable and a constant */
#define PTX_GLOBALS                                                            \
    ".visible .global .align 4 .u32 seen = 5;\n"                               \
    ".visible .const .align 4 .u32 factor[2] = {3, 4};\n"                      \
    ".visible .entry scale() {\n    .reg .b32 %r<4>;\n"                        \
    "    ld.global.u32 %r1, [seen];\n    ld.const.u32 %r2, [factor+4];\n"      \
    "    mul.lo.u32 %r3, %r1, %r2;\n    st.global.u32 [seen], %r3;\n"          \
    "    ret;\n}\n"

#define PTX_ALL                                                                \
    PTX_HEAD PTX_IOTA PTX_STEP PTX_TWICE PTX_NOTHING PTX_NULL PTX_MISALIGNED   \
        PTX_TRAP PTX_SPIN PTX_REQUIRED PTX_AT_MOST PTX_SHARED PTX_STATIC       \
            PTX_GLOBALS

#endif
