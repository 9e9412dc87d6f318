/* SPDX-License-Identifier: Apache-2.0 */
/* A picture to work on: mountains over a lake at dusk, drawn from fractal
 * value noise (Perlin's construction with values on a lattice). */
#include "tools/demo/scene.h"

#include <math.h>

static double lattice(uint32_t x, uint32_t y) {
    uint32_t h = x * 374761393u + y * 668265263u;

    h = (h ^ h >> 13) * 1274126177u;
    return (double)(h ^ h >> 16) / 4294967295.0;
}

static double noise(double x, double y) {
    double fx = floor(x), fy = floor(y), u = x - fx, v = y - fy;
    uint32_t i = (uint32_t)(int32_t)fx, j = (uint32_t)(int32_t)fy;
    double top, bottom;

    u = u * u * (3 - 2 * u);
    v = v * v * (3 - 2 * v);
    top = lattice(i, j) + u * (lattice(i + 1, j) - lattice(i, j));
    bottom =
        lattice(i, j + 1) + u * (lattice(i + 1, j + 1) - lattice(i, j + 1));
    return top + v * (bottom - top);
}

static double fractal(double x, double y) {
    double sum = 0, weight = 0.5;

    for (int octave = 0; octave < 6; octave++, weight /= 2, x *= 2, y *= 2)
        sum += weight * noise(x, y);
    return sum;
}

/* Light at (x, y), 0..1 from the top left; `y` below 0.7 is land or sky. */
static void shade(double x, double y, double out[3]) {
    double sun = exp(-60 * ((x - 0.68) * (x - 0.68) + (y - 0.36) * (y - 0.36)));
    double cloud = fractal(4 * x, 14 * y) * (0.9 - y);

    out[0] = 0.30 + 0.55 * y + 0.8 * sun + 0.25 * cloud;
    out[1] = 0.33 + 0.25 * y + 0.5 * sun + 0.22 * cloud;
    out[2] = 0.55 + 0.05 * y + 0.2 * sun + 0.20 * cloud;
    for (int layer = 0; layer < 3; layer++) {
        double ridge = 0.62 - 0.14 * (2 - layer) -
                       0.22 * (fractal(3 * x + 9 * layer, 7.3 * layer) - 0.3);
        double rock = fractal(22 * x, 22 * y + layer) * 0.16;
        if (y < ridge)
            continue;
        out[0] = 0.34 - 0.10 * layer + rock;
        out[1] = 0.31 - 0.07 * layer + rock;
        out[2] = 0.42 - 0.11 * layer + rock;
    }
}

void scene_draw(uint8_t *rgb, uint32_t width, uint32_t height) {
    for (uint32_t row = 0; row < height; row++)
        for (uint32_t col = 0; col < width; col++) {
            double x = (double)col / width, y = (double)row / height;
            double light[3], dim = 1;
            if (y > 0.7) { /* the lake shows what is above it, in ripples */
                x += 0.012 * (noise(30 * x, 160 * y) - 0.5);
                y = 1.4 - y + 0.02 * (noise(9 * x, 220 * y) - 0.5);
                dim = 0.72;
            }
            shade(x, y, light);
            for (int c = 0; c < 3; c++) {
                double v = 255 * dim * light[c];
                rgb[3 * ((size_t)row * width + col) + (size_t)c] =
                    (uint8_t)(v < 0     ? 0
                              : v > 255 ? 255
                                        : v);
            }
        }
}
