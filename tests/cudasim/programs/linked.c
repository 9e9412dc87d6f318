/* SPDX-License-Identifier: Apache-2.0 */
/* Separate compilation: two texts linked to one image, which is kept and
 * loaded again, as a cache would. */
#include "program.h"

#define HEAD ".version 7.0\n.target sm_75\n.address_size 64\n"

static char caller[] =
    HEAD ".extern .global .align 4 .u32 weight;\n"
         ".extern .func (.param .b32 r) weigh(.param .b32 x);\n"
         ".visible .entry all(.param .u64 out) {\n"
         "    .reg .b32 %r<3>;\n    .reg .b64 %rd<4>;\n"
         "    ld.param.u64 %rd1, [out];\n    mov.u32 %r1, %tid.x;\n"
         "    mul.wide.u32 %rd2, %r1, 4;\n    add.u64 %rd3, %rd1, %rd2;\n"
         "    {\n    .param .b32 a;\n    .param .b32 b;\n"
         "    st.param.b32 [a], %r1;\n    call (b), weigh, (a);\n"
         "    ld.param.b32 %r2, [b];\n    }\n"
         "    st.global.u32 [%rd3], %r2;\n    ret;\n}\n";
static char callee[] =
    HEAD ".visible .global .align 4 .u32 weight = 10;\n"
         ".visible .func (.param .b32 r) weigh(.param .b32 x) {\n"
         "    .reg .b32 %r<4>;\n    ld.param.b32 %r1, [x];\n"
         "    ld.global.u32 %r2, [weight];\n    mul.lo.u32 %r3, %r1, %r2;\n"
         "    st.param.b32 [r], %r3;\n    ret;\n}\n";

static void *link(size_t *size) {
    CUlinkState state;
    void *image, *copy;

    CU(cuLinkCreate(0, NULL, NULL, &state));
    CU(cuLinkAddData(state, CU_JIT_INPUT_PTX, caller, sizeof caller,
                     "caller.ptx", 0, NULL, NULL));
    CU(cuLinkAddData(state, CU_JIT_INPUT_PTX, callee, sizeof callee,
                     "callee.ptx", 0, NULL, NULL));
    CU(cuLinkComplete(state, &image, size));
    copy = malloc(*size);
    EXPECT(copy != NULL);
    memcpy(copy, image, *size);
    CU(cuLinkDestroy(state));
    return copy;
}

int main(void) {
    CUcontext context = program_start();
    unsigned out[32], seven = 7;
    CUdeviceptr p, weight;
    void *params[] = {&p}, *image;
    CUmodule module;
    size_t size;

    image = link(&size);
    CU(cuModuleLoadData(&module, image));
    free(image);
    CU(cuMemAlloc(&p, sizeof out));
    CU(cuModuleGetGlobal(&weight, &size, module, "weight"));
    EXPECT(size == 4);
    for (int round = 0; round < 2; round++) {
        unsigned factor = round ? 7 : 10;

        CU(cuLaunchKernel(program_function(module, "all"), 1, 1, 1, 32, 1, 1, 0,
                          NULL, params, NULL));
        CU(cuMemcpyDtoH(out, p, sizeof out));
        for (unsigned i = 0; i < 32; i++)
            EXPECT(out[i] == i * factor);
        CU(cuMemcpyHtoD(weight, &seven, sizeof seven));
    }
    CU(cuCtxDestroy(context));
    return 0;
}
