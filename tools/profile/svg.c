/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures as SVG, and what is done where they are pixels. */
#include "tools/profile/picture.h"

#include <math.h>

static const char *const classes[] = {"of", "on", "s", "b"};

size_t picture_character(const char *text) {
    const unsigned char c = (unsigned char)*text;
    const size_t size = c < 0x80                ? 1
                        : c >= 0xc2 && c < 0xe0 ? 2
                        : c >= 0xe0 && c < 0xf0 ? 3
                        : c >= 0xf0 && c < 0xf5 ? 4
                                                : 0;

    for (size_t i = 1; i < size; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    return size;
}

static void put_text(FILE *out, const char *text, size_t most) {
    for (; *text && most; most--) {
        const size_t size = picture_character(text);
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else if (!size || (unsigned char)*text < 32)
            fputc('?', out);
        else
            fwrite(text, 1, size, out);
        text += size ? size : 1;
    }
}

void picture_bar(picture *p, double x, double y, double width, double height,
                 const char *color, const char *words) {
    if (!p->svg) {
        pixels_bar(p, x, y, width, height, color);
        return;
    }
    fprintf(p->svg,
            "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.0f\" "
            "fill=\"%s\"",
            x, y, width, height, color);
    if (!words) {
        fputs("/>\n", p->svg);
        return;
    }
    fputs("><title>", p->svg);
    put_text(p->svg, words, 400);
    fputs("</title></rect>\n", p->svg);
}

void picture_words(picture *p, double x, double y, ink in, const char *words,
                   size_t most) {
    if (!p->svg) {
        pixels_words(p, x, y, in, words, most);
        return;
    }
    fprintf(p->svg, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y,
            classes[in]);
    put_text(p->svg, words, most);
    fputs("</text>\n", p->svg);
}

void picture_tick(picture *p, double x, double y, double y2) {
    if (!p->svg)
        pixels_line(p, x, y, x, y2, "#eeeeee");
    else
        fprintf(p->svg,
                "<line class=\"t\" x1=\"%.1f\" y1=\"%.0f\" x2=\"%.1f\" "
                "y2=\"%.1f\"/>\n",
                x, y, x, y2);
}

/* The head of an arrow in pixels: two short lines back from its end. */
static void draw_head(picture *p, double x, double y, double x2, double y2) {
    const double angle = atan2(y2 - y, x2 - x);

    for (int side = -1; side <= 1; side += 2)
        pixels_line(p, x2, y2, x2 - 6 * cos(angle + side * 0.4),
                    y2 - 6 * sin(angle + side * 0.4), "#333333");
}

void picture_arrow(picture *p, double x, double y, double x2, double y2) {
    if (p->svg) {
        fprintf(p->svg,
                "<path class=\"a\" d=\"M%.1f %.1fL%.1f %.1f\" "
                "marker-end=\"url(#h)\"/>\n",
                x, y, x2, y2);
        return;
    }
    pixels_line(p, x, y, x2, y2, "#333333");
    draw_head(p, x, y, x2, y2);
}

void picture_area(picture *p, double x, double base) {
    p->x = x;
    p->y = p->base = base;
    if (p->svg)
        fprintf(p->svg, "<path class=\"m\" d=\"M%.0f %.1f", x, base);
}

void picture_area_step(picture *p, double x, double y) {
    if (p->svg)
        fprintf(p->svg, x > p->x ? "H%.2fV%.2f" : "V%.2f", x > p->x ? x : y, y);
    else if (x > p->x)
        pixels_bar(p, p->x, p->y, x - p->x, p->base - p->y, "#d9e8d2");
    p->x = x;
    p->y = y;
}

void picture_area_end(picture *p, double x) {
    if (p->svg)
        fprintf(p->svg, "H%.0fV%.1fZ\"/>\n", x, p->base);
    else
        pixels_bar(p, p->x, p->y, x - p->x, p->base - p->y, "#d9e8d2");
}

void picture_open_svg(picture *p, FILE *out, double width, double height) {
    *p = (picture){.svg = out};
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
            "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n"
            "<style>text{font:11px sans-serif;fill:#222}.b{font-weight:bold}"
            ".s{fill:#666;font-size:10px}.on{fill:#fff}"
            ".t{stroke:#eee}.a{stroke:#333;fill:none}"
            ".m{fill:#d9e8d2;stroke:#8fb97b}</style>\n"
            "<defs><marker id=\"h\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
            "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
            "<path d=\"M0 0L8 4L0 8Z\" fill=\"#333\"/></marker></defs>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            width, height, width, height);
}

void picture_close_svg(picture *p) {
    fputs("</svg>\n", p->svg);
}
