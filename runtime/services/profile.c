/* SPDX-License-Identifier: Apache-2.0 */
/* The timeline: events are kept in memory and written at the end, so that
 * measuring disturbs little. */
#include "runtime/services/profile.h"

#include "base/error.h"
#include "base/os/lock.h"
#include "base/os/thread.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { EVENTS_MAX = 1000000, TRACKS_MAX = 256, TEXT_LISTS = 4096 };

/* A name or arguments: many events have the same. */
typedef struct kept_text {
    struct kept_text *next;
    char words[];
} kept_text;

typedef struct item {
    pk_profile_event event; /* its text is the profile's */
    uint32_t track;
} item;

typedef struct track {
    const void *owner, *key;
    uint32_t process; /* its process's first track */
    uint32_t number;  /* among the process's tracks of its sort */
    char name[64];    /* "queue", "thread", with a key; else all of it */
    char device[64], label[128]; /* of the process */
} track;

struct pk_profile {
    pk_profile *next;
    uint32_t users;   /* under the list's lock */
    unsigned process; /* whose list it is in; 0: in none */
    pk_allocator allocator;
    char *path;
    int file;
    bool changed; /* since the file was written */
    pk_lock lock;
    item *items;
    size_t count, capacity;
    track tracks[TRACKS_MAX];
    uint32_t track_count;
    kept_text *texts[TEXT_LISTS]; /* by their hash */
};

/* The profiles of the process: contexts that write one file share one. */
static pk_profile *profiles;
static pk_lock profiles_lock = PK_LOCK_INIT;

/* ---- life ---- */

static void destroy(pk_profile *profile) {
    const pk_allocator allocator = profile->allocator;

    for (int i = 0; i < TEXT_LISTS; i++)
        while (profile->texts[i]) {
            kept_text *t = profile->texts[i];
            profile->texts[i] = t->next;
            pk_heap_free(&allocator, t, sizeof *t + strlen(t->words) + 1);
        }
    if (profile->file >= 0)
        close(profile->file);
    pk_lock_finish(&profile->lock);
    pk_heap_free_text(&allocator, profile->path);
    pk_heap_free(&allocator, profile->items, profile->capacity * sizeof(item));
    pk_heap_free(&allocator, profile, sizeof *profile);
}

static pk_status create(const pk_allocator *allocator, const char *file,
                        pk_profile **out, pk_error *err) {
    pk_profile *profile = pk_heap_new(allocator, sizeof *profile);
    int fault;

    if (!profile)
        return pk_fail_no_memory(err);
    profile->allocator = *allocator;
    profile->users = 1;
    profile->changed = true;
    profile->file = -1;
    pk_lock_init(&profile->lock);
    profile->path = pk_heap_text(allocator, file);
    if (!profile->path) {
        destroy(profile);
        return pk_fail_no_memory(err);
    }
    /* Text that another process wrote there stays until there is something new.
     */
    profile->file = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (profile->file < 0) {
        fault = errno;
        destroy(profile);
        return pk_fail(err, PK_IO, "the profile cannot be written to %s: %s",
                       file, strerror(fault));
    }
    *out = profile;
    return PK_OK;
}

static pk_profile *find(const pk_allocator *allocator, const char *file) {
    pk_profile *p = profiles;

    while (p &&
           (p->process != pk_process_number() || strcmp(p->path, file) != 0 ||
            p->allocator.self != allocator->self ||
            p->allocator.alloc != allocator->alloc))
        p = p->next;
    return p;
}

/* In a child of fork the list may be lost: then a profile is its context's
 * alone. */
static pk_status find_or_create(const pk_allocator *allocator, const char *file,
                                pk_profile **out, pk_error *err) {
    pk_status status = PK_OK;

    if (!pk_lock_enter(&profiles_lock))
        return create(allocator, file, out, err);
    *out = find(allocator, file);
    if (*out) {
        (*out)->users++;
    } else {
        status = create(allocator, file, out, err);
        if (status == PK_OK) {
            (*out)->process = pk_process_number();
            (*out)->next = profiles;
            profiles = *out;
        }
    }
    pk_lock_leave(&profiles_lock);
    return status;
}

pk_status pk_profile_open(const pk_allocator *allocator, const char *file,
                          pk_profile **out, pk_error *err) {
    const char *number = strstr(file, "%p");
    pk_status status;
    pk_text path;

    if (!number)
        return find_or_create(allocator, file, out, err);
    pk_text_init(&path, allocator);
    pk_text_bytes(&path, file, (size_t)(number - file));
    pk_text_int(&path, getpid());
    pk_text_put(&path, number + 2);
    status = path.failed
                 ? pk_fail_no_memory(err)
                 : find_or_create(allocator, pk_text_string(&path), out, err);
    pk_text_finish(&path);
    return status;
}

void pk_profile_release(pk_profile *profile) {
    pk_profile **link = &profiles;
    bool last;

    if (!profile || (profile->process && !pk_lock_enter(&profiles_lock)))
        return;
    last = --profile->users == 0;
    if (profile->process) {
        while (last && *link != profile)
            link = &(*link)->next;
        if (last)
            *link = profile->next;
        pk_lock_leave(&profiles_lock);
    }
    if (last)
        destroy(profile);
}

/* ---- events ---- */

/* Whether tracks with a key count as one sort; a name is its own. */
static bool is_of_sort(const track *t, const pk_profile_track *wanted) {
    return wanted->key
               ? t->key != NULL
               : !t->key && !strncmp(t->name, wanted->name, sizeof t->name - 1);
}

/* The number of a track, made when new; the last one takes what is over. The
 * memory of a context that is gone may be another one's, of another device. */
static uint32_t find_track(pk_profile *profile,
                           const pk_profile_track *wanted) {
    uint32_t count = profile->track_count, first = count, number = 0;
    char device[sizeof profile->tracks->device] = "";
    track *t;

    if (wanted->owner)
        snprintf(device, sizeof device, "%s:%u", wanted->device->backend,
                 wanted->device->index);

    for (uint32_t i = 0; i < count; i++) {
        t = &profile->tracks[i];
        if (t->owner != wanted->owner || strcmp(t->device, device) != 0)
            continue;
        if (first == count)
            first = i;
        if (!is_of_sort(t, wanted))
            continue;
        if (t->key == wanted->key)
            return i;
        number++;
    }
    if (count == TRACKS_MAX)
        return TRACKS_MAX - 1;
    t = &profile->tracks[profile->track_count++];
    t->owner = wanted->owner;
    t->key = wanted->key;
    t->process = first;
    t->number = number;
    snprintf(t->name, sizeof t->name, "%s",
             wanted->name    ? wanted->name
             : wanted->owner ? "queue"
                             : "thread");
    memcpy(t->device, device, sizeof device);
    if (wanted->owner)
        snprintf(t->label, sizeof t->label, "%s", wanted->device->name);
    return count;
}

/* The text among the profile's; NULL where it is that, or without memory. */
static const char *keep(pk_profile *profile, const char *words) {
    kept_text **link, *t;
    uint32_t hash = 0;
    size_t length;

    if (!words)
        return NULL;
    for (length = 0; words[length]; length++) /* FNV-1a's */
        hash = (hash ^ (unsigned char)words[length]) * 16777619u;
    link = &profile->texts[hash % TEXT_LISTS];
    for (t = *link; t; t = t->next)
        if (!strcmp(t->words, words))
            return t->words;
    t = pk_heap_new(&profile->allocator, sizeof *t + length + 1);
    if (!t)
        return NULL;
    memcpy(t->words, words, length);
    t->next = *link;
    *link = t;
    return t->words;
}

size_t pk_profile_add(pk_profile *profile, const pk_profile_track *on,
                      const pk_profile_event *event) {
    size_t number = 0;
    void *items;

    if (!profile || !pk_lock_enter(&profile->lock))
        return 0;
    items = profile->items;
    if (profile->count < EVENTS_MAX &&
        pk_heap_grow(&profile->allocator, &items, &profile->capacity,
                     profile->count + 1, sizeof(item))) {
        item new = {.event = *event, .track = find_track(profile, on)};
        profile->items = items;
        new.event.name = keep(profile, event->name);
        new.event.args = keep(profile, event->args);
        profile->items[profile->count++] = new;
        number = profile->count;
        profile->changed = true;
    }
    pk_lock_leave(&profile->lock);
    return number;
}

size_t pk_profile_add_here(pk_profile *profile, const pk_profile_event *event) {
    const pk_profile_track here = {
        .key = (const void *)(uintptr_t)pk_thread_caller()};

    return pk_profile_add(profile, &here, event);
}

void pk_profile_time(pk_profile *profile, size_t event, uint64_t begin_ns,
                     uint64_t end_ns) {
    if (!profile || !event || !pk_lock_enter(&profile->lock))
        return;
    profile->items[event - 1].event.begin = begin_ns;
    profile->items[event - 1].event.end = end_ns;
    profile->changed = true;
    pk_lock_leave(&profile->lock);
}

void pk_profile_span(pk_profile *profile, const char *on, const char *name,
                     uint64_t begin_ns, uint64_t end_ns) {
    const pk_profile_track named = {.name = on};
    const pk_profile_event event = {
        .name = name, .begin = begin_ns, .end = end_ns};

    pk_profile_add(profile, &named, &event);
}

/* ---- the file ---- */

static const char *const kind_names[] = {
#define KIND(name, meaning) #name,
#include "runtime/services/profile.def"
#undef KIND
};

static void print_text(FILE *file, const char *text) {
    fputc('"', file);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fputc('\\', file);
        if (c < 32)
            fprintf(file, "\\u%04x", c);
        else
            fputc(c, file);
    }
    fputc('"', file);
}

/* A number with three digits behind the point, in any locale. */
static void print_thousandths(FILE *file, const char *key, uint64_t number) {
    fprintf(file, ",\"%s\":%" PRIu64 ".%03u", key, number / 1000,
            (unsigned)(number % 1000));
}

/* The process of a track: the host is 1. */
static uint32_t pid_of(const pk_profile *profile, uint32_t on) {
    const track *t = &profile->tracks[on];

    return t->owner ? t->process + 2 : 1;
}

/* Begins a line about a track, or its process, which the caller ends. */
static void begin_line(const pk_profile *profile, FILE *file, const char *phase,
                       uint32_t on, const char *kind, const char *name) {
    fprintf(file,
            ",\n{\"ph\":\"%s\",\"pid\":%u,\"tid\":%u,\"cat\":\"%s\","
            "\"name\":",
            phase, pid_of(profile, on), on + 1, kind);
    print_text(file, name);
}

static void write_name(const pk_profile *profile, FILE *file, uint32_t on,
                       const char *what, const char *key, const char *name) {
    begin_line(profile, file, "M", on, "", what);
    fprintf(file, ",\"args\":{\"%s\":", key);
    print_text(file, name);
    fputs("}}", file);
}

static void write_track(const pk_profile *profile, FILE *file, uint32_t on) {
    const track *t = &profile->tracks[on];
    char name[96];

    if (t->owner && t->process == on) {
        write_name(profile, file, on, "process_name", "name", t->device);
        write_name(profile, file, on, "process_labels", "labels", t->label);
    }
    snprintf(name, sizeof name, t->key ? "%s %u" : "%s", t->name, t->number);
    write_name(profile, file, on, "thread_name", "name", name);
}

/* An arrow leaves where an event begins, and arrives where a wait ends or
 * something else begins. */
static void write_arrow(const pk_profile *profile, FILE *file, size_t to) {
    const item *b = &profile->items[to],
               *a = &profile->items[b->event.from - 1];
    const bool is_wait = b->event.kind == PK_PROFILE_wait;

    if (!a->event.end)
        return;
    begin_line(profile, file, "s", a->track, "flow", "then");
    print_thousandths(file, "ts", a->event.begin);
    fprintf(file, ",\"id\":%zu}", to + 1);
    begin_line(profile, file, "f", b->track, "flow", "then");
    print_thousandths(file, "ts",
                      is_wait && b->event.end > b->event.begin
                          ? b->event.end - 1
                          : b->event.begin);
    fprintf(file, ",\"bp\":\"e\",\"id\":%zu}", to + 1);
}

static void write_event(const pk_profile *profile, FILE *file, size_t i) {
    const item *it = &profile->items[i];
    const pk_profile_event *e = &it->event;
    const bool is_counter = e->kind == PK_PROFILE_memory;
    const uint64_t ns = e->end - e->begin;

    if (!e->end)
        return;
    begin_line(profile, file, is_counter ? "C" : "X", it->track,
               kind_names[e->kind], e->name ? e->name : "");
    print_thousandths(file, "ts", e->begin);
    if (!is_counter)
        print_thousandths(file, "dur", ns ? ns : 1);
    fprintf(file, ",\"args\":{%s", e->args ? e->args : "");
    if (is_counter || e->bytes)
        fprintf(file, "%s\"bytes\":%" PRIu64, e->args ? "," : "", e->bytes);
    if (e->bytes && ns && !is_counter)
        print_thousandths(file, "GB/s", e->bytes * 1000 / ns);
    fputs("}}", file);
    if (e->from)
        write_arrow(profile, file, i);
}

static void write_trace(const pk_profile *profile, FILE *file) {
    fprintf(file,
            "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n{\"ph\":\"M\","
            "\"pid\":1,\"tid\":0,\"name\":\"process_name\",\"args\":{\"name\":"
            "\"portkern %d\"}}",
            (int)getpid());
    for (uint32_t i = 0; i < profile->track_count; i++)
        write_track(profile, file, i);
    for (size_t i = 0; i < profile->count; i++)
        write_event(profile, file, i);
    fputs("\n]}\n", file);
}

/* An errno, 0 when all is written. */
static int write_file(const pk_profile *profile) {
    int copy = dup(profile->file), fault = 0;
    FILE *file = copy < 0 ? NULL : fdopen(copy, "w");

    if (!file) {
        fault = errno;
        if (copy >= 0)
            close(copy);
        return fault;
    }
    /* A terminal or a pipe has nothing to cut off and no beginning. */
    if (ftruncate(copy, 0) != 0 && errno != EINVAL)
        fault = errno;
    lseek(copy, 0, SEEK_SET);
    errno = 0;
    write_trace(profile, file);
    if (!fault && (fflush(file) != 0 || ferror(file)))
        fault = errno ? errno : EIO;
    if (fclose(file) != 0 && !fault)
        fault = errno;
    return fault;
}

pk_status pk_profile_write(pk_profile *profile, pk_error *err) {
    int fault = 0;

    if (!profile)
        return PK_OK;
    if (!pk_lock_enter(&profile->lock))
        return pk_fail_forked(err, "the profile", "it is the parent's");
    if (profile->changed)
        fault = write_file(profile);
    profile->changed = fault != 0;
    pk_lock_leave(&profile->lock);
    return fault
               ? pk_fail(err, PK_IO, "the profile cannot be written to %s: %s",
                         profile->path, strerror(fault))
               : PK_OK;
}
