/* SPDX-License-Identifier: Apache-2.0 */
/* Calls every function of the C API at random, with what is right and what is
 * wrong: handles of other kinds and contexts, sizes at the ends of their types,
 * structs of other versions, text that means nothing. Each call must return a
 * status and, when it fails, words, and change no output; nothing may crash,
 * hang or leak.
 *
 *     fuzz_api BACKEND CALLS [THREADS [SEED]]
 *     fuzz_api --list
 *
 * The calls follow from the seed, which a failure is found again with; with
 * FUZZ_API_TRACE set, each is named, and counts are given at the end. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { THREADS_MOST = 16 };

static const struct call {
    const char *name;
    void (*fuzz)(world *w);
    uint32_t weight;
} calls[] = {
#define CALL(name, weight) {#name, fuzz_##name, weight},
#include "calls.def"
#undef CALL
};
enum { CALLS = sizeof calls / sizeof *calls };

static uint64_t per_thread;
static pthread_t threads[THREADS_MOST];
static world worlds[THREADS_MOST];
static exchange shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

static const struct call *choose(world *w, uint32_t weights) {
    uint32_t at = below(w, weights);

    for (int i = 0; i < CALLS; i++) {
        if (at < calls[i].weight)
            return &calls[i];
        at -= calls[i].weight;
    }
    return calls;
}

/* The world's own contexts are the shared ones, of each a reference. */
static void *run(void *arg) {
    world *w = arg;
    uint32_t weights = 0;

    w->calling = "start";
    w->ring = calloc(REGIONS, REGION);
    if (!w->ring)
        die(w, "no memory");
    for (int i = 0; i < CALLS; i++)
        weights += calls[i].weight;
    for (uint64_t n = 0; n < per_thread; n++) {
        const struct call *call;
        uint64_t refused;
        if (w->count[CONTEXT] < 2)
            keep(w, CONTEXT, pk_context_retain(PICK(w, shared.contexts)), true);
        if (one_in(w, 32))
            trade(w);
        call = choose(w, weights);
        w->calling = call->name;
        if (w->trace)
            fprintf(stderr, "%llu %s\n", (unsigned long long)n, call->name);
        refused = w->failed;
        call->fuzz(w);
        w->made[call - calls]++;
        w->refused[call - calls] += w->failed != refused;
    }
    w->calling = "the end";
    drop_all(w);
    return NULL;
}

/* Drops the text that kernels print. */
static void print(void *self, const char *text, size_t length) {
    (void)self, (void)text, (void)length;
}

static void open_shared(const char *backend, const char *folder) {
    for (int i = 0; i < 2; i++) {
        pk_context_options o = {.struct_size = sizeof o,
                                .backend = backend,
                                .cache_dir = i ? folder : "off",
                                .flags = i ? PK_CONTEXT_branches : 0,
                                .print = print};
        pk_error err;
        if (pk_context_create(&o, &shared.contexts[i], &err) != PK_OK) {
            fprintf(stderr, "cannot open %s: %s\n", backend, err.message);
            exit(77);
        }
    }
}

/* A fuzzer all of whose launches are refused tests little. */
static void print_counts(int n) {
    for (int i = 0; i < CALLS; i++) {
        uint64_t made = 0, refused = 0;
        for (int k = 0; k < n; k++) {
            made += worlds[k].made[i];
            refused += worlds[k].refused[i];
        }
        fprintf(stderr, "%9llu %9llu %s\n", (unsigned long long)made,
                (unsigned long long)refused, calls[i].name);
    }
}

/* All that was made is gone. */
static void covered(void *self, const pk_covered *what) {
    (void)self, (void)what;
}

static bool close_shared(void) {
    bool clean = true;

    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < 4; i++)
            give_back((kind)k, shared.slots[k][i].object);
    for (int i = 0; i < 2; i++) {
        pk_context_stats stats = {.struct_size = sizeof stats};
        /* Coverage of kernels that are gone is kept until it is read. */
        if (i)
            clean &= pk_context_take_coverage(shared.contexts[i], NULL, covered,
                                              NULL) == PK_OK;
        clean &=
            pk_context_get_stats(shared.contexts[i], &stats, NULL) == PK_OK &&
            !stats.buffers && !stats.device_bytes;
        pk_context_release(shared.contexts[i]);
    }
    return clean;
}

static void make_folder(char *folder) {
    char path[64];
    FILE *file;

    if (!mkdtemp(folder))
        exit(77);
    snprintf(path, sizeof path, "%s/k.py", folder);
    file = fopen(path, "w");
    if (!file)
        exit(77);
    fputs(safe_source, file);
    fclose(file);
}

static void remove_folder(const char *folder) {
    char command[96];

    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0)
        fprintf(stderr, "%s stays\n", folder);
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/portkern-fuzz-XXXXXX";
    uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 0, failed = 0;
    int n = argc > 3 ? atoi(argv[3]) : 1;
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    bool clean;

    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (int i = 0; i < CALLS; i++)
            puts(calls[i].name);
        return 0;
    }
    if (argc < 3 || n < 1 || n > THREADS_MOST)
        return 2;
    /* Contexts whose options end before `print` let kernels print there. */
    if (!freopen("/dev/null", "w", stdout))
        return 1;
    make_folder(folder);
    open_shared(argv[1], folder);
    per_thread = count / (uint64_t)n;
    for (int i = 0; i < n; i++) {
        worlds[i] = (world){.random = seed * 1000 + (uint64_t)i,
                            .backend = argv[1],
                            .folder = folder,
                            .shared = &shared,
                            .trace = getenv("FUZZ_API_TRACE") != NULL};
        if (pthread_create(&threads[i], NULL, run, &worlds[i]) != 0)
            return 1;
    }
    for (int i = 0; i < n; i++) {
        pthread_join(threads[i], NULL);
        failed += worlds[i].failed;
    }
    clean = close_shared();
    if (worlds->trace)
        print_counts(n);
    for (int i = 0; i < n; i++)
        free(worlds[i].ring);
    remove_folder(folder);
    fprintf(stderr,
            "%llu calls by %d threads, seed %llu, %llu of them refused%s\n",
            (unsigned long long)count, n, (unsigned long long)seed,
            (unsigned long long)failed, clean ? "" : ": not all is given back");
    return clean ? 0 : 1;
}
