/* SPDX-License-Identifier: Apache-2.0 */
/* c = a + b: the first program that everybody writes. */
#include "program.h"

static const char ptx[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry add(.param .u64 pa, .param .u64 pb, .param .u64 pc,\n"
    "                    .param .u32 pn) {\n"
    "    .reg .pred %p;\n    .reg .f32 %f<4>;\n    .reg .b32 %r<6>;\n"
    "    .reg .b64 %rd<8>;\n"
    "    ld.param.u64 %rd1, [pa];\n    ld.param.u64 %rd2, [pb];\n"
    "    ld.param.u64 %rd3, [pc];\n    ld.param.u32 %r1, [pn];\n"
    "    mov.u32 %r2, %ctaid.x;\n    mov.u32 %r3, %ntid.x;\n"
    "    mov.u32 %r4, %tid.x;\n    mad.lo.s32 %r5, %r2, %r3, %r4;\n"
    "    setp.ge.s32 %p, %r5, %r1;\n    @%p bra DONE;\n"
    "    mul.wide.s32 %rd4, %r5, 4;\n    add.s64 %rd5, %rd1, %rd4;\n"
    "    add.s64 %rd6, %rd2, %rd4;\n    add.s64 %rd7, %rd3, %rd4;\n"
    "    ld.global.f32 %f1, [%rd5];\n    ld.global.f32 %f2, [%rd6];\n"
    "    add.rn.f32 %f3, %f1, %f2;\n    st.global.f32 [%rd7], %f3;\n"
    "DONE:\n    ret;\n}\n";

enum { N = 50000 };
static float a[N], b[N], c[N];

int main(void) {
    char log[4096] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
                              CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)sizeof log};
    CUdeviceptr da, db, dc;
    int n = N;
    void *params[] = {&da, &db, &dc, &n};
    CUcontext context = program_start();
    CUmodule module;
    CUresult loaded;

    for (int i = 0; i < N; i++) {
        a[i] = (float)i * 0.25f;
        b[i] = (float)(N - i) * 0.5f;
    }
    loaded = cuModuleLoadDataEx(&module, ptx, 2, options, values);
    if (loaded)
        fputs(log, stderr);
    CU(loaded);
    CU(cuMemAlloc(&da, sizeof a));
    CU(cuMemAlloc(&db, sizeof b));
    CU(cuMemAlloc(&dc, sizeof c));
    CU(cuMemcpyHtoD(da, a, sizeof a));
    CU(cuMemcpyHtoD(db, b, sizeof b));
    CU(cuLaunchKernel(program_function(module, "add"), (N + 255) / 256, 1, 1,
                      256, 1, 1, 0, NULL, params, NULL));
    CU(cuCtxSynchronize());
    CU(cuMemcpyDtoH(c, dc, sizeof c));
    for (int i = 0; i < N; i++)
        EXPECT(c[i] == a[i] + b[i]);
    CU(cuMemFree(da));
    CU(cuMemFree(db));
    CU(cuMemFree(dc));
    CU(cuModuleUnload(module));
    CU(cuCtxDestroy(context));
    return 0;
}
