// SPDX-License-Identifier: Apache-2.0
// Launches the kernel of saxpy.py in two queues, each for a half of the arrays,
// on the device that PORTKERN_BACKEND names:
//
//     c++ -std=c++17 saxpy.cpp $(pkg-config --cflags --libs portkern) -o saxpy
//     PORTKERN_BACKEND=cpu ./saxpy saxpy.py
#include <portkern/portkern.hpp>

#include <cstdio>
#include <exception>
#include <vector>

namespace {

const std::size_t n = 100003, half = n / 2;

int run(const char *file) {
    std::vector<float> x(n), y(n, 1.0f), sum(n);
    std::size_t wrong = 0;

    for (std::size_t i = 0; i < n; i++)
        x[i] = static_cast<float>(i);

    portkern::context ctx;
    auto saxpy = portkern::module::from_file(ctx, file).kernel("saxpy");
    portkern::queue first(ctx), second(ctx);
    portkern::buffer on_device(ctx, n * sizeof(float));

    // The first queue brings all of x to the device and works on the first
    // half; the second one begins when x is there.
    first.copy(on_device.as<float>({n}), x);
    portkern::event copied = first.record();
    second.wait(copied);

    auto launch = [&](portkern::queue &queue, std::size_t begin,
                      std::size_t count) {
        auto part = on_device.as<float>({count}, begin * sizeof(float));
        queue.launch(saxpy, {(count + 255) / 256}, {256}, 2.0f,
                     portkern::in(part), portkern::in(&y[begin], {count}),
                     portkern::out(&sum[begin], {count}));
    };
    launch(first, 0, half);
    launch(second, half, n - half);
    first.finish();
    second.finish();

    for (std::size_t i = 0; i < n; i++)
        wrong += sum[i] != 2.0f * static_cast<float>(i) + 1.0f;
    std::printf("sum[%zu] = %.1f, %zu wrong\n", n - 1, double(sum[n - 1]),
                wrong);
    return wrong ? 1 : 0;
}

} // namespace

int main(int argc, char **argv) {
    try {
        return run(argc > 1 ? argv[1] : "saxpy.py");
    } catch (const portkern::error &e) {
        std::fprintf(stderr, "saxpy: %s: %s\n", pk_status_name(e.status()),
                     e.diagnostics().c_str());
    } catch (const std::exception &e) {
        std::fprintf(stderr, "saxpy: %s\n", e.what());
    }
    return 1;
}
