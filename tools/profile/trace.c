/* SPDX-License-Identifier: Apache-2.0 */
/* Reading the events of a trace. */
#include "tools/profile/trace.h"

#include "tools/profile/json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MOST = 256, TRACKS_MOST = 4096 };

static const char *const kinds[TRACE_KINDS] = {
    "kernel", "copy",   "event", "compile", "stage",
    "call",   "launch", "wait",  "span",    "?"};

/* A text that is kept once, however many events have it. */
typedef struct trace_text {
    struct trace_text *next;
    char text[];
} trace_text;

/* An event as it is read. */
typedef struct event {
    char phase[4], kind[24], name[TEXT_MOST], device[64], title[TEXT_MOST];
    double pid, tid, ts, dur, bytes, id;
    bool cached;
} event;

typedef struct reader {
    trace *trace;
    event event;
    bool has_events, full;
} reader;

/* ---- keeping ---- */

/* The items with room for one more; as they are, and `full`, without memory. */
static void *grow(void *items, size_t *room, size_t count, size_t size,
                  bool *full) {
    const size_t more = *room ? 2 * *room : 64;
    void *memory;

    if (count < *room)
        return items;
    memory = realloc(items, more * size);
    *full |= !memory;
    if (!memory)
        return items;
    *room = more;
    return memory;
}

/* Makes room for one more of r->trace's; false, and r->full, without memory. */
#define GROW(r, what)                                                          \
    ((r)->trace->what##s = grow((r)->trace->what##s, &(r)->trace->what##_room, \
                                (r)->trace->what##_count,                      \
                                sizeof *(r)->trace->what##s, &(r)->full),      \
     !(r)->full)

static const char *keep(trace *t, const char *text) {
    uint32_t hash = 2166136261u;
    trace_text **link, *new;

    for (const char *c = text; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    link = &t->texts[hash % (sizeof t->texts / sizeof *t->texts)];
    for (trace_text *i = *link; i; i = i->next)
        if (!strcmp(i->text, text))
            return i->text;
    new = malloc(sizeof *new + strlen(text) + 1);
    if (!new)
        return "";
    strcpy(new->text, text);
    new->next = *link;
    *link = new;
    return new->text;
}

/* The number of a track; TRACKS_MOST when there are too many. */
static uint32_t find_track(reader *r, double pid, double tid) {
    trace *t = r->trace;

    for (size_t i = t->track_count; i-- > 0;)
        if (t->tracks[i].pid == pid && t->tracks[i].tid == tid)
            return (uint32_t)i;
    r->full |= t->track_count == TRACKS_MOST;
    if (r->full || !GROW(r, track))
        return TRACKS_MOST;
    t->tracks[t->track_count] =
        (trace_track){.pid = pid, .tid = tid, .process = "", .name = ""};
    return (uint32_t)t->track_count++;
}

/* ---- events ---- */

static void read_args(void *self, json *j, const char *key) {
    event *e = self;
    const char next = json_next(j);

    if (!strcmp(key, "bytes") && next == '0')
        e->bytes = json_number(j);
    else if (!strcmp(key, "cached") && next == 't')
        e->cached = json_bool(j);
    else if (!strcmp(key, "device") && next == '"')
        json_text(j, e->device, sizeof e->device);
    else if (!strcmp(key, "name") && next == '"')
        json_text(j, e->title, sizeof e->title);
    else
        json_skip(j);
}

static void read_member(void *self, json *j, const char *key) {
    event *e = self;
    const char next = json_next(j);
    const struct {
        const char *key;
        double *out;
    } numbers[] = {{"pid", &e->pid},
                   {"tid", &e->tid},
                   {"ts", &e->ts},
                   {"dur", &e->dur},
                   {"id", &e->id}};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(key, numbers[i].key) && next == '0') {
            *numbers[i].out = json_number(j);
            return;
        }
    if (!strcmp(key, "ph"))
        json_text(j, e->phase, sizeof e->phase);
    else if (!strcmp(key, "cat") && next == '"')
        json_text(j, e->kind, sizeof e->kind);
    else if (!strcmp(key, "name") && next == '"')
        json_text(j, e->name, sizeof e->name);
    else if (!strcmp(key, "args") && next == '{')
        json_members(j, read_args, e);
    else
        json_skip(j);
}

static trace_kind kind_of(const char *text) {
    int i = 0;

    while (i < TRACE_other && strcmp(kinds[i], text) != 0)
        i++;
    return (trace_kind)i;
}

static void add_span(reader *r, uint32_t track) {
    const event *e = &r->event;
    trace *t = r->trace;

    if (!GROW(r, span))
        return;
    t->spans[t->span_count++] = (trace_span){.begin = e->ts,
                                             .end = e->ts + e->dur,
                                             .bytes = e->bytes,
                                             .name = keep(t, e->name),
                                             .device = keep(t, e->device),
                                             .track = track,
                                             .kind = kind_of(e->kind),
                                             .cached = e->cached};
}

static void add_count(reader *r, uint32_t track) {
    trace *t = r->trace;

    if (GROW(r, count))
        t->counts[t->count_count++] = (trace_count){
            .at = r->event.ts, .bytes = r->event.bytes, .track = track};
}

/* The end of an arrow stands behind its beginning. */
static void add_arrow(reader *r, uint32_t track) {
    const event *e = &r->event;
    trace *t = r->trace;

    if (*e->phase == 's' && GROW(r, arrow))
        t->arrows[t->arrow_count++] =
            (trace_arrow){.id = e->id, .from = e->ts, .from_track = track};
    for (size_t i = t->arrow_count; *e->phase == 'f' && i-- > 0;)
        if (t->arrows[i].id == e->id && !t->arrows[i].arrives) {
            t->arrows[i].to = e->ts;
            t->arrows[i].to_track = track;
            t->arrows[i].arrives = true;
            return;
        } else if (t->arrow_count - i > 64) {
            return; /* a trace of portkern has it next to its beginning */
        }
}

static void set_name(reader *r, uint32_t track) {
    trace *t = r->trace;
    const char *title = keep(t, r->event.title);

    if (!strcmp(r->event.name, "thread_name"))
        t->tracks[track].name = title;
    if (!strcmp(r->event.name, "process_name"))
        t->tracks[track].process = title;
}

static bool is_time(double number) {
    return isfinite(number) && number >= 0 && number < 1e18;
}

static void read_event(void *self, json *j) {
    reader *r = self;
    event *e = &r->event;
    json start;
    uint32_t track;

    json_next(j);
    start = *j;
    memset(e, 0, sizeof *e);
    json_members(j, read_member, e);
    if (j->fault)
        return;
    if (!is_time(e->ts) || !is_time(e->dur) || !is_time(e->bytes)) {
        j->at = start.at;
        json_fail(j, "an event has a time or a size that cannot be");
        return;
    }
    track = find_track(r, e->pid, e->tid);
    if (track == TRACKS_MOST)
        return;
    switch (*e->phase) {
    case 'X': add_span(r, track); break;
    case 'C': add_count(r, track); break;
    case 'M': set_name(r, track); break;
    case 's':
    case 'f': add_arrow(r, track); break;
    default: break;
    }
}

static void read_top(void *self, json *j, const char *key) {
    reader *r = self;

    if (strcmp(key, "traceEvents") != 0) {
        json_skip(j);
        return;
    }
    r->has_events = true;
    json_items(j, read_event, r);
}

/* ---- a file ---- */

/* All of a file, with a NUL behind it; NULL after printing why not. */
static char *read_all(const char *file, size_t *length) {
    FILE *in = fopen(file, "rb");
    char *text = NULL, *more;
    size_t room = 0, got = 1;

    *length = 0;
    errno = in ? 0 : errno;
    while (in && got) {
        if (*length + 1 >= room) {
            room = room ? 2 * room : 1 << 16;
            more = realloc(text, room);
            if (!more)
                break;
            text = more;
        }
        got = fread(text + *length, 1, room - *length - 1, in);
        *length += got;
    }
    if (in && !ferror(in) && !got) {
        text[*length] = '\0';
        fclose(in);
        return text;
    }
    fprintf(stderr, "portkern: error: cannot read %s: %s\n", file,
            strerror(errno ? errno : ENOMEM));
    if (in)
        fclose(in);
    free(text);
    return NULL;
}

static int by_time(const void *a, const void *b) {
    const trace_span *x = a, *y = b;

    if (x->track != y->track)
        return x->track < y->track ? -1 : 1;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return x->end > y->end ? -1 : x->end < y->end;
}

/* The host's process is "portkern" and its number; the others are devices. */
static void finish(trace *t) {
    for (size_t i = 0; i < t->track_count; i++) {
        trace_track *track = &t->tracks[i];
        for (size_t k = 0; k < t->track_count && !*track->process; k++)
            if (t->tracks[k].pid == track->pid)
                track->process = t->tracks[k].process;
        track->is_device =
            *track->process && strncmp(track->process, "portkern ", 9) != 0;
    }
    if (t->span_count)
        qsort(t->spans, t->span_count, sizeof *t->spans, by_time);
    t->begin = t->span_count ? t->spans->begin : 0;
    for (size_t i = 0; i < t->span_count; i++) {
        if (t->spans[i].begin < t->begin)
            t->begin = t->spans[i].begin;
        if (t->spans[i].end > t->end)
            t->end = t->spans[i].end;
    }
}

static bool is_ours(const trace *t) {
    for (size_t i = 0; i < t->span_count; i++)
        if (t->spans[i].kind != TRACE_other)
            return true;
    return false;
}

static bool check(const reader *r, const json *j, const char *file) {
    size_t line, column;

    if (j->fault) {
        json_place(j, &line, &column);
        fprintf(stderr,
                "%s:%zu:%zu: error: %s: the file is no whole trace; write it "
                "again, with PORTKERN_PROFILE=%s or portkern.profile()\n",
                file, line, column, j->fault, file);
        return false;
    }
    if (r->full)
        fprintf(stderr,
                "portkern: error: %s has more tracks or events than fit\n",
                file);
    else if (!r->has_events)
        fprintf(stderr,
                "portkern: error: %s is no trace: it has no list "
                "\"traceEvents\"; write one with PORTKERN_PROFILE=%s or "
                "portkern.profile()\n",
                file, file);
    else if (!is_ours(r->trace))
        fprintf(stderr,
                "portkern: error: %s has no spans of portkern: run something "
                "that compiles, launches or copies with PORTKERN_PROFILE=%s\n",
                file, file);
    else
        return true;
    return false;
}

bool trace_read(trace *t, const char *file) {
    reader r = {.trace = t};
    size_t length;
    char *text = read_all(file, &length);
    bool good;
    json j;

    if (!text)
        return false;
    j = json_from(text, length);
    if (json_next(&j) == '[') { /* the other form of Chrome's traces */
        r.has_events = true;
        json_items(&j, read_event, &r);
    } else {
        json_members(&j, read_top, &r);
    }
    json_end(&j);
    good = check(&r, &j, file);
    free(text);
    finish(t);
    return good;
}

void trace_free(trace *t) {
    for (size_t i = 0; i < sizeof t->texts / sizeof *t->texts; i++)
        while (t->texts[i]) {
            trace_text *next = t->texts[i]->next;
            free(t->texts[i]);
            t->texts[i] = next;
        }
    free(t->tracks);
    free(t->spans);
    free(t->counts);
    free(t->arrows);
}
