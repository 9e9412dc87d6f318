/* SPDX-License-Identifier: Apache-2.0 */
/* A picture that a timeline is drawn on: SVG (svg.c), or pixels for PNG
 * (pixels.c). Places are pixels of the SVG, from the left and the top. */
#ifndef PORTKERN_TOOLS_PROFILE_PICTURE_H
#define PORTKERN_TOOLS_PROFILE_PICTURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* How words are written: of a bar, on a dark one, small, as a heading. */
typedef enum ink { INK_of, INK_on, INK_small, INK_bold } ink;

typedef struct picture picture;
struct picture {
    FILE *svg; /* NULL: pixels */
    uint8_t *pixels;
    uint32_t width, height; /* of the pixels */
    double x, y;            /* where an area has come to */
    double base;            /* its lower edge */
};

/* A bar; `words` appear under the pointer, where there is one. NULL: none. */
void picture_bar(picture *p, double x, double y, double width, double height,
                 const char *color, const char *words);
/* Words whose baseline begins there, at most `most` characters. */
void picture_words(picture *p, double x, double y, ink in, const char *words,
                   size_t most);
/* A light line from y to y2. */
void picture_tick(picture *p, double x, double y, double y2);
/* An arrow to (x2, y2). */
void picture_arrow(picture *p, double x, double y, double x2, double y2);
/* An area above `base`: its begin, steps to the right with a new height, end.
 */
void picture_area(picture *p, double x, double base);
void picture_area_step(picture *p, double x, double y);
void picture_area_end(picture *p, double x);

/* The beginning and the end of SVG. */
void picture_open_svg(picture *p, FILE *out, double width, double height);
void picture_close_svg(picture *p);
/* White pixels, and their end; false without memory. */
bool picture_open_pixels(picture *p, double width, double height);
void picture_close_pixels(picture *p);

/* How many bytes a character of UTF-8 takes; 0 when it is none. */
size_t picture_character(const char *text);

/* pixels.c's part of what is above. */
void pixels_bar(picture *p, double x, double y, double width, double height,
                const char *color);
void pixels_words(picture *p, double x, double y, ink in, const char *words,
                  size_t most);
void pixels_line(picture *p, double x, double y, double x2, double y2,
                 const char *color);

#endif
