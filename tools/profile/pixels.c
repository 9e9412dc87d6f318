/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures as pixels, two for each of the SVG along both axes; edges that lie
 * within a pixel cover a part of it. Letters are those of font.c. */
#include "tools/profile/picture.h"

#include "tools/profile/font.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SCALE = 2, CHANNELS = 3 };

bool picture_open_pixels(picture *p, double width, double height) {
    *p = (picture){.width = (uint32_t)(SCALE * width),
                   .height = (uint32_t)(SCALE * height)};
    p->pixels = malloc((size_t)p->width * p->height * CHANNELS);
    if (p->pixels)
        memset(p->pixels, 255, (size_t)p->width * p->height * CHANNELS);
    return p->pixels != NULL;
}

void picture_close_pixels(picture *p) {
    free(p->pixels);
    p->pixels = NULL;
}

/* A share of one pixel gets the color, "#rrggbb". */
static void cover(picture *p, int64_t x, int64_t y, double share,
                  const char *color) {
    const unsigned long rgb = strtoul(color + 1, NULL, 16);
    uint8_t *at;

    if (x < 0 || y < 0 || x >= p->width || y >= p->height || share <= 0)
        return;
    at = p->pixels + CHANNELS * ((size_t)y * p->width + (size_t)x);
    for (int i = 0; i < CHANNELS; i++) {
        const double wanted = (double)(rgb >> (16 - 8 * i) & 255);
        at[i] = (uint8_t)lround(at[i] + share * (wanted - at[i]));
    }
}

/* How much of pixel `at` lies between two places. */
static double part(int64_t at, double from, double to) {
    const double begin = from > (double)at ? from : (double)at;
    const double end = to < (double)at + 1 ? to : (double)at + 1;

    return end - begin;
}

void pixels_bar(picture *p, double x, double y, double width, double height,
                const char *color) {
    const double left = SCALE * x, right = SCALE * (x + width);
    const double top = SCALE * y, bottom = SCALE * (y + height);

    for (int64_t row = (int64_t)top; (double)row < bottom; row++)
        for (int64_t column = (int64_t)left; (double)column < right; column++)
            cover(p, column, row,
                  part(column, left, right) * part(row, top, bottom), color);
}

/* Dots along the longer axis, shared between the two pixels beside the line. */
void pixels_line(picture *p, double x, double y, double x2, double y2,
                 const char *color) {
    const double dx = SCALE * (x2 - x), dy = SCALE * (y2 - y);
    const bool steep = fabs(dy) > fabs(dx);
    const int64_t steps = (int64_t)ceil(steep ? fabs(dy) : fabs(dx));

    for (int64_t i = 0; i <= steps; i++) {
        const double t = steps ? (double)i / (double)steps : 0;
        const double px = SCALE * x + t * dx, py = SCALE * y + t * dy;
        const double across = steep ? px : py;
        const int64_t first = (int64_t)floor(across);
        for (int k = 0; k < 2; k++)
            cover(p, steep ? first + k : (int64_t)px,
                  steep ? (int64_t)py : first + k,
                  k ? across - (double)first : 1 - (across - (double)first),
                  color);
    }
}

static void put_letter(picture *p, double x, double y, char letter,
                       const char *color, bool bold) {
    const int64_t left = (int64_t)(SCALE * x);
    const int64_t top = (int64_t)(SCALE * (y - FONT_BASE));

    for (int row = 0; row < FONT_HEIGHT; row++)
        for (int column = 0; column < FONT_WIDTH; column++)
            for (int k = 0; font_has(letter, column, row) &&
                            k < SCALE * SCALE + (bold ? SCALE : 0);
                 k++)
                cover(p, left + SCALE * column + k / SCALE,
                      top + SCALE * row + k % SCALE, 1, color);
}

void pixels_words(picture *p, double x, double y, ink in, const char *words,
                  size_t most) {
    static const char *const colors[] = {"#222222", "#ffffff", "#666666",
                                         "#222222"};

    for (; *words && most; most--) {
        const size_t size = picture_character(words);
        put_letter(p, x, y, size == 1 ? *words : '?', colors[in],
                   in == INK_bold);
        x += FONT_WIDTH + 1;
        words += size ? size : 1;
    }
}
