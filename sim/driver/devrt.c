/* SPDX-License-Identifier: Apache-2.0 */
/* Replaces libcudadevrt.a, whose machine code is not simulated: the barrier of
 * a grid, by which cooperative groups meet. */
#include "sim/driver/driver.h"

/* Blocks count themselves in; the count goes on from barrier to barrier, so
 * that a block waits for the next multiple of their number. */
static const char text[] =
    ".version 6.0\n"
    ".target sm_70\n"
    ".address_size 64\n"
    ".global .align 4 .u32 arrivals;\n"
    ".visible .func (.param .b64 result)\n"
    "cudaCGGetIntrinsicHandle(.param .b32 scope)\n"
    "{\n"
    "    st.param.b64 [result], 1;\n"
    "    ret;\n"
    "}\n"
    ".visible .func (.param .b32 result)\n"
    "cudaCGSynchronize(.param .b64 handle, .param .b32 flags)\n"
    "{\n"
    "    .reg .pred %p<2>;\n"
    "    .reg .b32 %r<10>;\n"
    "    bar.sync 0;\n"
    "    mov.u32 %r1, %tid.x;\n"
    "    mov.u32 %r2, %tid.y;\n"
    "    mov.u32 %r3, %tid.z;\n"
    "    or.b32 %r1, %r1, %r2;\n"
    "    or.b32 %r1, %r1, %r3;\n"
    "    setp.ne.u32 %p0, %r1, 0;\n"
    "    @%p0 bra MEET;\n"
    "    mov.u32 %r4, %nctaid.x;\n"
    "    mov.u32 %r5, %nctaid.y;\n"
    "    mul.lo.u32 %r4, %r4, %r5;\n"
    "    mov.u32 %r5, %nctaid.z;\n"
    "    mul.lo.u32 %r4, %r4, %r5;\n"
    "    atom.acq_rel.gpu.global.add.u32 %r6, [arrivals], 1;\n"
    "    rem.u32 %r7, %r6, %r4;\n"
    "    sub.u32 %r7, %r6, %r7;\n"
    "    add.u32 %r7, %r7, %r4;\n"
    "AGAIN:\n"
    "    ld.acquire.gpu.global.u32 %r8, [arrivals];\n"
    "    sub.u32 %r8, %r8, %r7;\n"
    "    setp.lt.s32 %p1, %r8, 0;\n"
    "    @%p1 bra AGAIN;\n"
    "MEET:\n"
    "    bar.sync 0;\n"
    "    st.param.b32 [result], 0;\n"
    "    ret;\n"
    "}\n";

const char *drv_devrt(void) {
    return text;
}
