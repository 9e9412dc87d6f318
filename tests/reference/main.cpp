/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the reference cases of a topic, in each of the modules that nvcc made
 * of it with one set of options after the other:
 *
 *     reference TOPIC FILE.ptx...
 *     reference count MINIMUM     how many kernels there are in all topics */
#include "reference.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace reference {

static enrolled *all, **last = &all;

enrolled::enrolled(const char *topic, const char *name, void (*body)(),
                   int since)
    : topic(topic), name(name), body(body), since(since), next(nullptr) {
    *last = this;
    last = &next;
}

/* --- what tests ask for ----------------------------------------------------
 */

static struct {
    CUcontext context;
    CUmodule module;
    std::string text; /* of the module */
    int architecture;
    const char *kernel;
    bool failed; /* the launch that must fail has */
} now;

CUmodule module() {
    return now.module;
}

int architecture() {
    return now.architecture;
}

void fail(const char *format, ...) {
    char text[512];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    throw failure{text};
}

void check_call(CUresult result, const char *call) {
    const char *name = nullptr;

    if (result == CUDA_SUCCESS)
        return;
    cuGetErrorName(result, &name);
    fail("%s: %s", call, name ? name : "?");
}

CUfunction function(const char *name) {
    CUfunction found;

    CU(cuModuleGetFunction(&found, now.module, name));
    return found;
}

void launch::start(void **arguments) {
    CUfunction f = function(kernel ? kernel : now.kernel);

    if (shared > 48 << 10)
        CU(cuFuncSetAttribute(
            f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)shared));
    if (cooperative)
        CU(cuLaunchCooperativeKernel(f, grid.x, grid.y, grid.z, block.x,
                                     block.y, block.z, shared, nullptr,
                                     arguments));
    else
        CU(cuLaunchKernel(f, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                          shared, nullptr, arguments, nullptr));
}

void expect_failure(CUresult expected) {
    CUresult result = cuCtxSynchronize();

    now.failed = true;
    if (result != expected)
        fail("the kernel ended with %d, not %d", (int)result, (int)expected);
}

std::string printed(void (*launches)()) {
    std::FILE *file = std::tmpfile();
    int kept;
    std::string text;

    std::fflush(stdout);
    kept = dup(STDOUT_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
    launches();
    CUresult result = cuCtxSynchronize();
    std::fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    std::rewind(file);
    for (int c; (c = std::fgetc(file)) != EOF;)
        text += (char)c;
    std::fclose(file);
    check_call(result, "cuCtxSynchronize");
    return text;
}

void expect_near(const std::vector<float> &got,
                 const std::vector<float> &expected, double relative) {
    if (got.size() != expected.size())
        fail("%zu results, not %zu", got.size(), expected.size());
    for (size_t i = 0; i < got.size(); i++)
        if (!(std::fabs((double)got[i] - (double)expected[i]) <=
              relative * (std::fabs((double)expected[i]) + 1e-30)))
            fail("[%zu] is %.9g, not %.9g", i, (double)got[i],
                 (double)expected[i]);
}

/* --- running ---------------------------------------------------------------
 */

static void open_module() {
    CUdevice device;

    CU(cuDeviceGet(&device, 0));
#if CUDA_VERSION >= 13000
    CU(cuCtxCreate(&now.context, nullptr, 0, device));
#else
    CU(cuCtxCreate(&now.context, 0, device));
#endif
    CU(cuModuleLoadData(&now.module, now.text.c_str()));
}

/* Empty when the case passed, else what went wrong. */
static std::string run(const enrolled &test) {
    std::string words;

    now.kernel = test.name;
    now.failed = false;
    try {
        test.body();
        if (!now.failed)
            CU(cuCtxSynchronize());
    } catch (const failure &why) {
        words = why.words;
    }
    if (now.failed || cuCtxSynchronize() != CUDA_SUCCESS) {
        cuCtxDestroy(now.context);
        open_module();
    }
    return words;
}

static std::string stem(const char *path) {
    std::string name = path;

    name = name.substr(name.rfind('/') + 1);
    return name.substr(0, name.rfind(".ptx"));
}

struct totals {
    int run, failed, skipped;
};

static void run_file(const char *topic, const char *path, totals &sum) {
    std::ifstream file(path);
    std::stringstream text;
    size_t target;

    text << file.rdbuf();
    now.text = text.str();
    target = now.text.find(".target sm_");
    now.architecture =
        target == std::string::npos ? 0 : std::atoi(&now.text[target + 11]);
    open_module();
    for (const enrolled *test = all; test; test = test->next) {
        if (std::strcmp(test->topic, topic) != 0)
            continue;
        int number = ++sum.run;
        if (test->since > now.architecture) {
            sum.skipped++;
            std::printf("ok %d %s %s # SKIP since sm_%d\n", number,
                        stem(path).c_str(), test->name, test->since);
            continue;
        }
        std::string words = run(*test);
        sum.failed += !words.empty();
        std::printf("%sok %d %s %s%s%s\n", words.empty() ? "" : "not ", number,
                    stem(path).c_str(), test->name, words.empty() ? "" : ": ",
                    words.c_str());
    }
    cuCtxDestroy(now.context);
}

static int count(int minimum) {
    int kernels = 0;

    for (const enrolled *test = all; test; test = test->next)
        kernels++;
    std::printf("1..1\n%sok 1 %d kernels, at least %d wanted\n",
                kernels < minimum ? "not " : "", kernels, minimum);
    return kernels < minimum;
}

} // namespace reference

int main(int argc, char **argv) {
    reference::totals sum = {};

    if (argc > 2 && std::strcmp(argv[1], "count") == 0)
        return reference::count(std::atoi(argv[2]));
    try {
        CU(cuInit(0));
        for (int i = 2; i < argc; i++)
            reference::run_file(argv[1], argv[i], sum);
    } catch (const reference::failure &why) {
        std::printf("Bail out! %s\n", why.words.c_str());
        return 1;
    }
    std::printf("1..%d\n# %d runs of kernels, %d failed, %d skipped\n", sum.run,
                sum.run - sum.skipped, sum.failed, sum.skipped);
    return sum.failed != 0 || sum.run == 0;
}
