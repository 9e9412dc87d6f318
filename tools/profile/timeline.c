/* SPDX-License-Identifier: Apache-2.0 */
/* The timeline: a lane for each track, nested spans below each other. Where
 * many spans lie that are narrower than half a pixel, one is drawn. */
#include "tools/command.h"
#include "tools/demo/png.h"
#include "tools/profile/picture.h"
#include "tools/profile/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 1200,
    LEFT = 130,  /* where times begin */
    RIGHT = 12,  /* behind their end */
    BAR = 17,    /* a span's height */
    COUNTER = 34 /* a counter's */
};
enum { LEVELS = 8, COLORS = 8, ARROWS_MOST = 500, TICKS_MOST = 30 };
static const double narrow = 0.5; /* pixels */

/* A track with spans within the window. */
typedef struct lane {
    size_t first, last; /* its spans */
    uint32_t track;
    int levels;
    double y;
    bool counts; /* it is the counter of a device */
} lane;

typedef struct drawing {
    const trace *t;
    picture *out;
    double from, to; /* microseconds of the trace */
    lane *lanes;
    size_t lane_count;
    const char *kernels[COLORS]; /* those with a color of their own */
    int kernel_count;
    bool shown[TRACE_KINDS];
    double height;
} drawing;

static const char *const kernel_colors[COLORS] = {
    "#4c86c6", "#59a86a", "#c96b6b", "#8d73b8",
    "#c8a03c", "#4fb0ae", "#b8719f", "#7d8f3f"};
static const char *const kind_colors[TRACE_KINDS] = {
    "#4c86c6", "#f0a860", "#9a9a9a", "#c3b1e1", "#e2d8f3",
    "#8cc9a1", "#bcd2ea", "#e4e4e4", "#a5d4cb", "#d0d0d0"};
static const char *const kind_words[TRACE_KINDS] = {
    "kernel",           "copy",   "event", "compile",       "stage",
    "call on the host", "launch", "wait",  "parallel loop", "other"};

/* ---- places ---- */

static double x_of(const drawing *d, double at) {
    const double share = (at - d->from) / (d->to - d->from);

    return LEFT + (WIDTH - LEFT - RIGHT) * (share < 0   ? 0
                                            : share > 1 ? 1
                                                        : share);
}

static bool is_within(const drawing *d, const trace_span *s) {
    return s->end >= d->from && s->begin <= d->to;
}

/* The level of a span below those that it lies in, whose ends are in `ends`. */
static int level_of(const trace_span *s, double *ends, int *depth) {
    while (*depth && ends[*depth - 1] <= s->begin)
        --*depth;
    if (*depth < LEVELS)
        ends[(*depth)++] = s->end;
    return *depth - 1;
}

static bool add_lane(drawing *d, const lane *new) {
    lane *more = realloc(d->lanes, (d->lane_count + 1) * sizeof *more);

    if (!more)
        return false;
    d->lanes = more;
    d->lanes[d->lane_count++] = *new;
    return true;
}

/* Kernels have colors in the order in which they come first. */
static const char *color_of(drawing *d, const trace_span *s) {
    int i = 0;

    if (s->kind != TRACE_kernel)
        return kind_colors[s->kind];
    while (i < d->kernel_count && strcmp(d->kernels[i], s->name) != 0)
        i++;
    if (i == d->kernel_count && i < COLORS)
        d->kernels[d->kernel_count++] = s->name;
    return kernel_colors[i % COLORS];
}

static bool add_spans(drawing *d, uint32_t track, size_t *at) {
    const trace *t = d->t;
    double ends[LEVELS];
    lane l = {.first = *at, .track = track};
    int depth = 0;
    bool any = false;

    for (; *at < t->span_count && t->spans[*at].track == track; ++*at) {
        const int level = level_of(&t->spans[*at], ends, &depth);
        l.levels = level + 1 > l.levels ? level + 1 : l.levels;
        if (!is_within(d, &t->spans[*at]))
            continue;
        any = true;
        d->shown[t->spans[*at].kind] = true;
        color_of(d, &t->spans[*at]);
    }
    l.last = *at;
    return !any || add_lane(d, &l);
}

static bool has_counts(const trace *t, uint32_t track) {
    for (size_t i = 0; i < t->count_count; i++)
        if (t->counts[i].track == track)
            return true;
    return false;
}

/* The host's lanes come first, and those of a process together. */
static int by_process(const void *a, const void *b, void *tracks) {
    const lane *x = a, *y = b;
    const trace_track *p = (trace_track *)tracks + x->track;
    const trace_track *q = (trace_track *)tracks + y->track;

    if (p->is_device != q->is_device)
        return p->is_device ? 1 : -1;
    if (p->pid != q->pid)
        return p->pid < q->pid ? -1 : 1;
    if (x->counts != y->counts)
        return x->counts ? 1 : -1;
    return x->track < y->track ? -1 : 1;
}

static bool is_new_process(const drawing *d, size_t i) {
    return !i || d->t->tracks[d->lanes[i - 1].track].pid !=
                     d->t->tracks[d->lanes[i].track].pid;
}

static bool place_lanes(drawing *d) {
    double y = 34;
    size_t at = 0;

    for (uint32_t i = 0; i < d->t->track_count; i++) {
        const lane counter = {.track = i, .counts = true};
        if (!add_spans(d, i, &at) ||
            (has_counts(d->t, i) && !add_lane(d, &counter)))
            return false;
    }
    if (d->lane_count)
        qsort_r(d->lanes, d->lane_count, sizeof *d->lanes, by_process,
                d->t->tracks);
    for (size_t i = 0; i < d->lane_count; i++) {
        y += is_new_process(d, i) ? 24 : 0;
        d->lanes[i].y = y;
        y += 6 + (d->lanes[i].counts ? COUNTER : BAR * d->lanes[i].levels);
    }
    d->height = y + 10;
    return true;
}

/* ---- spans ---- */

static void draw_span(drawing *d, const trace_span *s, double y) {
    const double x = x_of(d, s->begin), end = x_of(d, s->end);
    const double width = end - x < narrow ? narrow : end - x;
    const size_t fit = width < 24 ? 0 : (size_t)((width - 6) / 6.1);
    char time[24], bytes[24], title[320];

    snprintf(title, sizeof title, "%.200s, %s%s%s%s", s->name,
             duration_words(s->end - s->begin, time), s->bytes > 0 ? ", " : "",
             s->bytes > 0 ? bytes_words(s->bytes, bytes) : "",
             s->kind == TRACE_compile && s->cached ? ", from the cache" : "");
    picture_bar(d->out, x, y, width, BAR - 1, color_of(d, s), title);
    if (fit)
        picture_words(d->out, x + 3, y + 12,
                      s->kind == TRACE_kernel ? INK_on : INK_of, s->name, fit);
}

static void draw_lane(drawing *d, const lane *l) {
    double ends[LEVELS], drawn[LEVELS];
    int depth = 0;

    for (int i = 0; i < LEVELS; i++)
        drawn[i] = -1;
    for (size_t i = l->first; i < l->last; i++) {
        const trace_span *s = &d->t->spans[i];
        const int level = level_of(s, ends, &depth);
        const double end = x_of(d, s->end);
        if (!is_within(d, s) || end < drawn[level])
            continue;
        draw_span(d, s, l->y + BAR * level);
        drawn[level] =
            end > x_of(d, s->begin) + narrow ? end : x_of(d, s->begin) + narrow;
    }
}

/* ---- counters ---- */

static double most_of(const drawing *d, uint32_t track) {
    double most = 0;

    for (size_t i = 0; i < d->t->count_count; i++)
        if (d->t->counts[i].track == track && d->t->counts[i].bytes > most)
            most = d->t->counts[i].bytes;
    return most;
}

/* Steps from value to value, those within half a pixel as the largest. */
static void draw_counts(const drawing *d, const lane *l) {
    const double most = most_of(d, l->track), base = l->y + COUNTER;
    double value = 0, next_x = -1, next = 0, x = LEFT;
    char text[24];

    picture_area(d->out, LEFT, base);
    for (size_t i = 0; i < d->t->count_count && most > 0; i++) {
        const trace_count *c = &d->t->counts[i];
        const double at = x_of(d, c->at);
        if (c->track != l->track || c->at > d->to)
            continue;
        if (at > next_x + narrow || c->bytes > value) {
            x = at > next_x + narrow ? at : x;
            next_x = x;
            value = c->bytes;
            picture_area_step(d->out, x, base - COUNTER * value / most);
        }
        next = c->bytes;
    }
    if (most > 0)
        picture_area_step(d->out, x, base - COUNTER * next / most);
    picture_area_end(d->out, WIDTH - RIGHT);
    picture_words(d->out, 8, l->y + 13, INK_of, "device memory", 20);
    picture_words(d->out, 8, l->y + 27, INK_small, bytes_words(most, text), 20);
}

/* ---- arrows ---- */

static const lane *lane_of(const drawing *d, uint32_t track) {
    for (size_t i = 0; i < d->lane_count; i++)
        if (d->lanes[i].track == track && !d->lanes[i].counts)
            return &d->lanes[i];
    return NULL;
}

/* Draws arrows between queues. */
static void draw_arrows(const drawing *d) {
    int drawn = 0;

    for (size_t i = 0; i < d->t->arrow_count && drawn < ARROWS_MOST; i++) {
        const trace_arrow *a = &d->t->arrows[i];
        const lane *from = a->arrives ? lane_of(d, a->from_track) : NULL;
        const lane *to = a->arrives ? lane_of(d, a->to_track) : NULL;
        if (!from || !to || from == to || a->from < d->from || a->to > d->to ||
            !d->t->tracks[from->track].is_device ||
            !d->t->tracks[to->track].is_device)
            continue;
        picture_arrow(d->out, x_of(d, a->from),
                      from->y + (to->y > from->y ? BAR : 0), x_of(d, a->to),
                      to->y + (to->y > from->y ? 0 : BAR));
        drawn++;
    }
}

/* ---- the frame ---- */

static void draw_ticks(const drawing *d) {
    const double span = d->to - d->from, begin = d->from - d->t->begin;
    double step = pow(10, floor(log10(span / 10)));
    char text[24];

    step *= span / step > 50 ? 10 : span / step > 20 ? 5 : 2;
    for (int i = 0; i < TICKS_MOST; i++) {
        const double at = (ceil(begin / step) + i) * step;
        const double x = x_of(d, at + d->t->begin);
        if (at > begin + span)
            break;
        picture_tick(d->out, x, 24, d->height - 8);
        picture_words(d->out, x + 2, 20, INK_small,
                      at > 0 ? duration_words(at, text) : "0", 24);
    }
}

static void draw_names(const drawing *d) {
    for (size_t i = 0; i < d->lane_count; i++) {
        const lane *l = &d->lanes[i];
        const trace_track *track = &d->t->tracks[l->track];
        if (is_new_process(d, i))
            picture_words(d->out, 8, l->y - 7, INK_bold,
                          *track->process ? track->process : "process", 60);
        if (!l->counts)
            picture_words(d->out, 8, l->y + 12, INK_of, track->name, 19);
    }
}

/* Where the words of the next color stand. */
typedef struct key_place {
    double x, y;
} key_place;

/* Takes the place of one color and what it means, on the next line where this
 * one ends. */
static key_place take_key(key_place *next, const char *text) {
    const double width = 26 + 6.3 * (double)strlen(text);
    key_place at;

    if (next->x + width > WIDTH - RIGHT && next->x > 8)
        *next = (key_place){8, next->y + 18};
    at = *next;
    next->x += width;
    return at;
}

static void draw_key(const drawing *d, key_place *next, const char *color,
                     const char *text) {
    const key_place at = take_key(next, text);

    if (!d->out)
        return;
    picture_bar(d->out, at.x, at.y, 11, 11, color, NULL);
    picture_words(d->out, at.x + 15, at.y + 10, INK_of, text, 60);
}

/* Returns where they end; without `out` nothing is drawn. */
static double draw_keys(const drawing *d) {
    key_place next = {8, d->height};

    for (int i = 0; i < d->kernel_count; i++)
        draw_key(d, &next, kernel_colors[i], d->kernels[i]);
    for (int i = TRACE_copy; i < TRACE_KINDS; i++)
        if (d->shown[i])
            draw_key(d, &next, kind_colors[i], kind_words[i]);
    return next.y + 24;
}

/* Finds what is drawn, and how high it is; false without memory. */
static bool begin(drawing *d, const trace *t, window shown, double *height) {
    const double end = t->begin + shown.to;

    *d = (drawing){.t = t,
                   .from = t->begin + shown.from,
                   .to = end < t->end ? end : t->end};
    if (d->to - d->from < 0.001)
        d->to = d->from + 0.001;
    if (!place_lanes(d)) {
        free(d->lanes);
        return false;
    }
    *height = draw_keys(d);
    return true;
}

static void draw(drawing *d, picture *out) {
    d->out = out;
    draw_ticks(d);
    draw_names(d);
    for (size_t i = 0; i < d->lane_count; i++)
        if (d->lanes[i].counts)
            draw_counts(d, &d->lanes[i]);
        else
            draw_lane(d, &d->lanes[i]);
    draw_arrows(d);
    draw_keys(d);
    free(d->lanes);
}

bool write_svg(const trace *t, window shown, FILE *out) {
    picture p;
    double height;
    drawing d;

    if (!begin(&d, t, shown, &height))
        return false;
    picture_open_svg(&p, out, WIDTH, height);
    draw(&d, &p);
    picture_close_svg(&p);
    return true;
}

pk_status write_png(const trace *t, window shown, const char *path,
                    pk_error *err) {
    pk_status status;
    picture p = {0};
    double height;
    drawing d;

    if (!begin(&d, t, shown, &height))
        return fail_with(err, PK_NO_MEMORY, "out of memory");
    if (!picture_open_pixels(&p, WIDTH, height)) {
        free(d.lanes);
        return fail_with(err, PK_NO_MEMORY, "out of memory");
    }
    draw(&d, &p);
    status = png_save(path, p.pixels, p.width, p.height, 3, err);
    picture_close_pixels(&p);
    return status;
}
