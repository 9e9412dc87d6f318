/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of a trace: spans of one kind, name and place are a row. */
#include "tools/profile/profile.h"

#include <stdlib.h>
#include <string.h>

enum { CELL = 96, COLUMNS = 8 };

/* The spans of a row. */
typedef struct row {
    const char *name, *place;
    double count, total, least, most, bytes, cached;
} row;

typedef struct rows {
    row *items;
    size_t count;
} rows;

enum { WORDS = 2 /* columns of words; those behind them are numbers */ };

typedef struct table {
    const char *const *titles;
    int columns;
    char (*cells)[COLUMNS][CELL];
    size_t count;
} table;

const char *duration_words(double us, char out[24]) {
    const double ns = 1000 * us;

    if (ns < 1000)
        snprintf(out, 24, "%.0f ns", ns);
    else if (ns < 1e6)
        snprintf(out, 24, ns < 1e5 ? "%.3g us" : "%.0f us", ns / 1e3);
    else if (ns < 1e9)
        snprintf(out, 24, ns < 1e8 ? "%.3g ms" : "%.0f ms", ns / 1e6);
    else
        snprintf(out, 24, ns < 1e11 ? "%.3g s" : "%.0f s", ns / 1e9);
    return out;
}

const char *bytes_words(double bytes, char out[24]) {
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    int unit = 0;

    for (; bytes >= 1024 && unit < 4; unit++)
        bytes /= 1024;
    snprintf(out, 24, unit ? "%.3g %s" : "%.0f %s", bytes, units[unit]);
    return out;
}

/* ---- rows ---- */

static const char *place_of(const trace *t, const trace_span *s) {
    const trace_track *track = &t->tracks[s->track];

    if ((s->kind == TRACE_compile || s->kind == TRACE_copy) && *s->device)
        return s->device;
    return track->is_device ? track->process : track->name;
}

/* The words in front of a compile's function are the span's. */
static const char *name_of(const trace_span *s) {
    return s->kind == TRACE_compile && !strncmp(s->name, "compile ", 8)
               ? s->name + 8
               : s->name;
}

static row *find_row(rows *all, const char *name, const char *place) {
    row *more;

    for (size_t i = all->count; i-- > 0;)
        if (!strcmp(all->items[i].name, name) &&
            !strcmp(all->items[i].place, place))
            return &all->items[i];
    more = realloc(all->items, (all->count + 1) * sizeof *more);
    if (!more)
        return NULL;
    all->items = more;
    more += all->count++;
    *more = (row){.name = name, .place = place};
    return more;
}

static void add_span(row *r, const trace_span *s) {
    const double us = s->end - s->begin;

    r->least = r->count == 0 || us < r->least ? us : r->least;
    r->most = us > r->most ? us : r->most;
    r->count++;
    r->total += us;
    r->bytes += s->bytes;
    r->cached += s->cached;
}

static int longest_first(const void *a, const void *b) {
    const row *x = a, *y = b;

    return x->total < y->total ? 1 : -(x->total > y->total);
}

/* The rows of a kind, on tracks of devices or of the host. */
static bool collect(const trace *t, trace_kind kind, bool of_device,
                    rows *out) {
    for (size_t i = 0; i < t->span_count; i++) {
        const trace_span *s = &t->spans[i];
        row *r;
        if (s->kind != kind || t->tracks[s->track].is_device != of_device)
            continue;
        r = find_row(out, name_of(s), place_of(t, s));
        if (!r)
            return false;
        add_span(r, s);
    }
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, longest_first);
    return true;
}

/* ---- tables ---- */

static void print_line(const table *t, const int *widths,
                       const char *const *cells) {
    for (int c = 0; c < t->columns; c++) {
        const bool last = c + 1 == t->columns;
        if (c >= WORDS)
            printf("%*s", widths[c], cells[c]);
        else
            printf("%-*s", last ? 0 : widths[c], cells[c]);
        fputs(last ? "\n" : "  ", stdout);
    }
}

/* Characters, of UTF-8, are not what printf counts: names are mostly ASCII. */
static void print_table(const table *t) {
    static const char line[] =
        "------------------------------------------------"
        "------------------------------------------------";
    const char *cells[COLUMNS];
    int widths[COLUMNS];

    for (int c = 0; c < t->columns; c++) {
        widths[c] = (int)strlen(t->titles[c]);
        for (size_t i = 0; i < t->count; i++)
            if ((int)strlen(t->cells[i][c]) > widths[c])
                widths[c] = (int)strlen(t->cells[i][c]);
    }
    print_line(t, widths, t->titles);
    for (int c = 0; c < t->columns; c++)
        cells[c] = line + sizeof line - 1 - widths[c];
    print_line(t, widths, cells);
    for (size_t i = 0; i < t->count; i++) {
        for (int c = 0; c < t->columns; c++)
            cells[c] = t->cells[i][c];
        print_line(t, widths, cells);
    }
}

static void set_text(char *cell, const char *text) {
    snprintf(cell, CELL, "%s", text);
}

static void set_time(char *cell, double us) {
    char words[24];

    set_text(cell, duration_words(us, words));
}

static void set_share(char *cell, double part, double all) {
    snprintf(cell, CELL, "%.1f %%", all > 0 ? 100 * part / all : 0);
}

/* The bytes by the time, in 10^9 a second. */
static void set_rate(char *cell, double bytes, double us) {
    if (us > 0)
        snprintf(cell, CELL, "%.3g", bytes / us / 1000);
    else
        set_text(cell, "-");
}

/* Fills the cells of a row; `all` is the time of all rows. */
typedef void fill_row(char (*cells)[CELL], const row *r, double all);

static void fill_kernel(char (*cells)[CELL], const row *r, double all) {
    snprintf(cells[2], CELL, "%.0f", r->count);
    set_time(cells[3], r->total);
    set_share(cells[4], r->total, all);
    set_time(cells[5], r->total / r->count);
    set_time(cells[6], r->least);
    set_time(cells[7], r->most);
}

static void fill_copy(char (*cells)[CELL], const row *r, double all) {
    char words[24];

    (void)all;
    snprintf(cells[2], CELL, "%.0f", r->count);
    set_text(cells[3], bytes_words(r->bytes, words));
    set_time(cells[4], r->total);
    set_rate(cells[5], r->bytes, r->total);
}

static void fill_compile(char (*cells)[CELL], const row *r, double all) {
    (void)all;
    snprintf(cells[2], CELL, "%.0f", r->count);
    snprintf(cells[3], CELL, "%.0f", r->cached);
    set_time(cells[4], r->total);
}

static void fill_wait(char (*cells)[CELL], const row *r, double all) {
    (void)all;
    snprintf(cells[2], CELL, "%.0f", r->count);
    set_time(cells[3], r->total);
    set_time(cells[4], r->most);
}

/* A table, by what its rows are made of. */
typedef struct part {
    trace_kind kind;
    bool of_device; /* on tracks of devices; else of the host */
    fill_row *fill;
    const char *titles[COLUMNS];
} part;

static const part parts[] = {
    {TRACE_kernel,
     true,
     fill_kernel,
     {"kernel", "device", "calls", "total", "share", "mean", "least", "most"}},
    {TRACE_launch,
     false,
     fill_kernel,
     {"launch", "thread", "calls", "total", "share", "mean", "least", "most"}},
    {TRACE_call,
     false,
     fill_kernel,
     {"function", "thread", "calls", "total", "share", "mean", "least",
      "most"}},
    {TRACE_span,
     false,
     fill_kernel,
     {"loop", "track", "calls", "total", "share", "mean", "least", "most"}},
    {TRACE_copy,
     true,
     fill_copy,
     {"copies", "device", "count", "bytes", "time", "GB/s"}},
    {TRACE_compile,
     false,
     fill_compile,
     {"compile", "device", "count", "cached", "time"}},
    {TRACE_stage,
     false,
     fill_wait,
     {"stage", "thread", "count", "time", "most"}},
    {TRACE_wait, false, fill_wait, {"wait", "thread", "count", "time", "most"}},
};

static void begin_table(bool *is_first) {
    if (!*is_first)
        printf("\n");
    *is_first = false;
}

static bool print_rows(const part *p, const rows *all, bool *is_first) {
    table t = {.titles = p->titles, .count = all->count};
    double total = 0;

    if (!all->count)
        return true;
    t.cells = calloc(all->count, sizeof *t.cells);
    if (!t.cells)
        return false;
    while (t.columns < COLUMNS && p->titles[t.columns])
        t.columns++;
    for (size_t i = 0; i < all->count; i++)
        total += all->items[i].total;
    for (size_t i = 0; i < all->count; i++) {
        set_text(t.cells[i][0], all->items[i].name);
        set_text(t.cells[i][1], all->items[i].place);
        p->fill(t.cells[i], &all->items[i], total);
    }
    begin_table(is_first);
    print_table(&t);
    free(t.cells);
    return true;
}

static bool has_on_device(const trace *t, trace_kind kind) {
    for (size_t i = 0; i < t->span_count; i++)
        if (t->spans[i].kind == kind && t->tracks[t->spans[i].track].is_device)
            return true;
    return false;
}

/* ---- queues ---- */

/* How long a queue worked between its first and last kernel or copy. */
typedef struct busy {
    double begin, end, worked, count;
} busy;

/* Reads the spans of a track from *at on, which it leaves behind them. */
static busy busy_of(const trace *t, uint32_t track, size_t *at) {
    busy b = {0};

    for (; *at < t->span_count && t->spans[*at].track == track; ++*at) {
        const trace_span *s = &t->spans[*at];
        if (s->kind != TRACE_kernel && s->kind != TRACE_copy)
            continue;
        if (b.count == 0)
            b.begin = b.end = s->begin;
        b.count++;
        if (s->end <= b.end)
            continue;
        b.worked += s->end - (s->begin > b.end ? s->begin : b.end);
        b.end = s->end;
    }
    return b;
}

static bool print_queues(const trace *t, bool *is_first) {
    static const char *const titles[] = {
        "queue", "device", "works", "first to last", "busy", "idle", "idle"};
    table queues = {.titles = titles,
                    .columns = sizeof titles / sizeof *titles};
    size_t at = 0;

    queues.cells = calloc(t->track_count + 1, sizeof *queues.cells);
    if (!queues.cells)
        return false;
    for (uint32_t i = 0; i < t->track_count; i++) {
        const busy b = busy_of(t, i, &at);
        const double all = b.end - b.begin;
        char(*cells)[CELL] = queues.cells[queues.count];
        if (b.count == 0 || !t->tracks[i].is_device)
            continue;
        queues.count++;
        set_text(cells[0], t->tracks[i].name);
        set_text(cells[1], t->tracks[i].process);
        snprintf(cells[2], CELL, "%.0f", b.count);
        set_time(cells[3], all);
        set_time(cells[4], b.worked);
        set_time(cells[5], all - b.worked);
        set_share(cells[6], all - b.worked, all);
    }
    if (queues.count) {
        begin_table(is_first);
        print_table(&queues);
    }
    free(queues.cells);
    return true;
}

/* Where a device does not say when kernels and copies ran, launches and the
 * calls that copied are what there is. */
bool print_tables(const trace *t) {
    const bool kernels = has_on_device(t, TRACE_kernel);
    bool is_first = true, good = true;

    for (size_t i = 0; i < sizeof parts / sizeof *parts && good; i++) {
        const bool of_device =
            parts[i].of_device && has_on_device(t, parts[i].kind);
        rows found = {0};
        if (parts[i].kind == TRACE_launch && kernels)
            continue;
        good = collect(t, parts[i].kind, of_device, &found) &&
               print_rows(&parts[i], &found, &is_first);
        free(found.items);
    }
    return good && print_queues(t, &is_first);
}
