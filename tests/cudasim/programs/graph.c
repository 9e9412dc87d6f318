/* SPDX-License-Identifier: Apache-2.0 */
/* A captured step that is launched many times, and a graph made by hand that
 * feeds it. */
#include "../kernels.h"
#include "program.h"

int main(void) {
    CUcontext context = program_start();
    CUgraph captured, made;
    CUgraphExec step_exec, exec;
    CUgraphNode fill_node, child, copy_node;
    CUDA_MEMSET_NODE_PARAMS fill = {0};
    CUDA_MEMCPY3D copy = {0};
    CUdeviceptr p;
    void *params[] = {&p};
    CUmodule module;
    CUstream stream;
    unsigned word = 0, out = 0;
    size_t count = 0;

    CU(cuModuleLoadData(&module, PTX_ALL));
    CU(cuMemAlloc(&p, sizeof word));
    CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CU(cuMemcpyHtoD(p, &word, sizeof word));

    CU(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CU(cuLaunchKernel(program_function(module, "twice"), 1, 1, 1, 1, 1, 1, 0,
                      stream, params, NULL));
    CU(cuLaunchKernel(program_function(module, "step"), 1, 1, 1, 1, 1, 1, 0,
                      stream, params, NULL));
    CU(cuStreamEndCapture(stream, &captured));
    CU(cuGraphGetNodes(captured, NULL, &count));
    EXPECT(count == 2);
    CU(cuGraphInstantiate(&step_exec, captured, 0));
    for (int i = 0; i < 10; i++) /* x = 2 x + 1, ten times from 0 */
        CU(cuGraphLaunch(step_exec, stream));
    CU(cuStreamSynchronize(stream));
    CU(cuMemcpyDtoH(&word, p, sizeof word));
    EXPECT(word == 1023);

    CU(cuGraphCreate(&made, 0));
    fill.dst = p;
    fill.value = 20;
    fill.elementSize = 4;
    fill.width = fill.height = 1;
    CU(cuGraphAddMemsetNode(&fill_node, made, NULL, 0, &fill, context));
    CU(cuGraphAddChildGraphNode(&child, made, &fill_node, 1, captured));
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = p;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = &out;
    copy.WidthInBytes = sizeof out;
    copy.Height = copy.Depth = 1;
    CU(cuGraphAddMemcpyNode(&copy_node, made, &child, 1, &copy, context));
    CU(cuGraphInstantiate(&exec, made, 0));
    CU(cuGraphLaunch(exec, stream));
    CU(cuStreamSynchronize(stream));
    EXPECT(out == 41);
    CU(cuGraphExecDestroy(exec));
    CU(cuGraphExecDestroy(step_exec));
    CU(cuGraphDestroy(made));
    CU(cuGraphDestroy(captured));
    CU(cuCtxDestroy(context));
    return 0;
}
