/* SPDX-License-Identifier: Apache-2.0 */
/* The timeline: spans are kept in memory and written at the end, so that
 * measuring disturbs little. A track is a "thread" of the trace. */
#include "runtime/services/profile.h"

#include "base/error.h"
#include "base/os/lock.h"
#include "base/os/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SPANS_MAX = 1000000, TRACKS_MAX = 32, NAME_SIZE = 48 };

typedef struct pk_profile_event {
    uint64_t begin, end;
    uint32_t track;
    char name[NAME_SIZE];
} pk_profile_event;

struct pk_profile {
    const pk_allocator *allocator;
    char *path;
    int file;
    bool is_written; /* the file has the first `written` spans */
    size_t written;
    pk_lock lock;
    pk_profile_event *spans;
    size_t count, capacity;
    char tracks[TRACKS_MAX][NAME_SIZE];
    uint32_t track_count;
};

pk_status pk_profile_create(const pk_allocator *allocator, const char *file,
                            pk_profile **out, pk_error *err) {
    pk_profile *profile = pk_heap_new(allocator, sizeof *profile);

    if (!profile)
        return pk_fail_no_memory(err);
    profile->allocator = allocator;
    profile->path = pk_heap_text(allocator, file);
    if (!profile->path) {
        pk_heap_free(allocator, profile, sizeof *profile);
        return pk_fail_no_memory(err);
    }
    /* Text that another context wrote there stays until there is something new.
     */
    profile->file = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (profile->file < 0) {
        pk_heap_free_text(allocator, profile->path);
        pk_heap_free(allocator, profile, sizeof *profile);
        return pk_fail(err, PK_IO, "the profile cannot be written to %s: %s",
                       file, strerror(errno));
    }
    pk_lock_init(&profile->lock);
    *out = profile;
    return PK_OK;
}

/* The number of a track, made when new; the last one takes what is over. */
static uint32_t find_track(pk_profile *profile, const char *name) {
    uint32_t i;

    for (i = 0; i < profile->track_count; i++)
        if (strncmp(profile->tracks[i], name, NAME_SIZE - 1) == 0)
            return i;
    if (i == TRACKS_MAX)
        return TRACKS_MAX - 1;
    snprintf(profile->tracks[i], NAME_SIZE, "%s", name);
    profile->track_count++;
    return i;
}

void pk_profile_span(pk_profile *profile, const char *track, const char *name,
                     uint64_t begin_ns, uint64_t end_ns) {
    void *spans;

    if (!profile || !pk_lock_enter(&profile->lock))
        return;
    spans = profile->spans;
    if (profile->count < SPANS_MAX &&
        pk_heap_grow(profile->allocator, &spans, &profile->capacity,
                     profile->count + 1, sizeof(pk_profile_event))) {
        pk_profile_event *span;
        profile->spans = spans;
        span = &profile->spans[profile->count++];
        *span = (pk_profile_event){begin_ns, end_ns, find_track(profile, track),
                                   ""};
        snprintf(span->name, sizeof span->name, "%s", name);
    }
    pk_lock_leave(&profile->lock);
}

static void print_name(FILE *file, const char *name) {
    fputc('"', file);
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        if (c == '"' || c == '\\')
            fputc('\\', file);
        if (c < 32)
            fprintf(file, "\\u%04x", c);
        else
            fputc(c, file);
    }
    fputc('"', file);
}

/* Microseconds with three digits behind the point, in any locale. */
static void print_us(FILE *file, const char *key, uint64_t ns) {
    fprintf(file, ",\"%s\":%llu.%03u", key, (unsigned long long)(ns / 1000),
            (unsigned)(ns % 1000));
}

static void write_trace(const pk_profile *profile, FILE *file) {
    int pid = (int)getpid();

    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", file);
    for (uint32_t i = 0; i < profile->track_count; i++) {
        fprintf(file,
                "%s\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,"
                "\"tid\":%u,\"args\":{\"name\":",
                i ? "," : "", pid, i);
        print_name(file, profile->tracks[i]);
        fputs("}}", file);
    }
    for (size_t i = 0; i < profile->count; i++) {
        const pk_profile_event *span = &profile->spans[i];
        fprintf(file, ",\n{\"ph\":\"X\",\"pid\":%d,\"tid\":%u,\"name\":", pid,
                span->track);
        print_name(file, span->name);
        print_us(file, "ts", span->begin);
        print_us(file, "dur", span->end - span->begin);
        fputc('}', file);
    }
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
    if (!profile->is_written || profile->written != profile->count)
        fault = write_file(profile);
    if (!fault) {
        profile->is_written = true;
        profile->written = profile->count;
    }
    pk_lock_leave(&profile->lock);
    return fault
               ? pk_fail(err, PK_IO, "the profile cannot be written to %s: %s",
                         profile->path, strerror(fault))
               : PK_OK;
}

void pk_profile_destroy(pk_profile *profile) {
    if (!profile)
        return;
    close(profile->file);
    pk_lock_finish(&profile->lock);
    pk_heap_free_text(profile->allocator, profile->path);
    pk_heap_free(profile->allocator, profile->spans,
                 profile->capacity * sizeof(pk_profile_event));
    pk_heap_free(profile->allocator, profile, sizeof *profile);
}
