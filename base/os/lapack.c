/* SPDX-License-Identifier: Apache-2.0 */
/* Fortran takes all arguments by address. So an argument list is an array of
 * addresses, and one type of function calls each routine: those that take fewer
 * do not look at the rest. Integers have 32 or 64 bits, as the library was
 * built; in the low half of 64 bits both find what they want. */
#include "base/os/lapack.h"

#include "base/heap.h"
#include "base/os/lock.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *real, *complex, *args;
} routines[] = {
#define ROW(number, real, complex, args) {#real, #complex, args},
#include "base/os/lapack.def"
#undef ROW
};

enum {
    ROUTINES = sizeof routines / sizeof *routines,
    KINDS = 4,
    ARGS = 18,
    MOST = INT32_MAX /* rows or columns */
};

/* Lengths of letters come last; nobody looks at them. */
typedef void routine(void *, void *, void *, void *, void *, void *, void *,
                     void *, void *, void *, void *, void *, void *, void *,
                     void *, void *, void *, void *);

/* ---- the library ---- */

typedef struct library {
    routine *found[ROUTINES][KINDS]; /* s, d, c, z */
    bool wide;                       /* its integers have 64 bits */
} library;

static const struct {
    const char *before, *behind;
} spellings[] = {
    {"", "_"}, {"scipy_", "_64_"}, {"scipy_", "_"}, {"", "_64_"}, {"", "64_"}};

static bool find_all(void *handle, size_t spelling, library *out) {
    const char *behind = spellings[spelling].behind;
    char name[40];

    for (int r = 0; r < ROUTINES; r++)
        for (int kind = 0; kind < KINDS; kind++) {
            snprintf(name, sizeof name, "%s%c%s%s", spellings[spelling].before,
                     "sdcz"[kind],
                     kind < 2 ? routines[r].real : routines[r].complex, behind);
            *(void **)&out->found[r][kind] = dlsym(handle, name);
            if (!out->found[r][kind])
                return false;
        }
    out->wide = behind[1] != '\0';
    return true;
}

static bool find_in(void *handle, library *out) {
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (find_all(handle, i, out))
            return true;
    return false;
}

/* Opens a library by its name; one without the routines is closed. */
static bool find_by_name(const char *name, int flags, library *out) {
    void *handle;

    if (pk_loader_check(NULL) != PK_OK)
        return false;
    handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL | flags);
    if (!handle)
        return false;
    if (find_in(handle, out))
        return true; /* it stays open */
    dlclose(handle);
    return false;
}

/* Files that are loaded already, such as NumPy's own. */
enum { FILES = 6, PATH = 1024 };

typedef struct file_list {
    char paths[FILES][PATH];
    uint32_t count;
} file_list;

static int look_at_file(struct dl_phdr_info *info, size_t size, void *arg) {
    static const char *const names[] = {"openblas", "lapack", "mkl_rt",
                                        "flexiblas", "armpl"};
    const char *slash = strrchr(info->dlpi_name, '/');
    file_list *list = arg;

    (void)size;
    for (size_t i = 0; slash && i < sizeof names / sizeof *names; i++)
        if (strstr(slash, names[i]) && strlen(info->dlpi_name) < PATH &&
            list->count < FILES) {
            strcpy(list->paths[list->count++], info->dlpi_name);
            break;
        }
    return 0;
}

static bool find(const char *asked, library *out) {
    static const char *const files[] = {"libopenblas.so.0", "liblapack.so.3",
                                        "libflexiblas.so.3"};
    file_list loaded = {.count = 0};

    if (asked && *asked)
        return strcmp(asked, "off") != 0 && find_by_name(asked, 0, out);
    if (find_in(RTLD_DEFAULT, out))
        return true;
    dl_iterate_phdr(look_at_file, &loaded);
    for (uint32_t i = 0; i < loaded.count; i++)
        if (find_by_name(loaded.paths[i], RTLD_NOLOAD, out))
            return true;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (find_by_name(files[i], 0, out))
            return true;
    return false;
}

/* The library, NULL where there is none. Threads that look at once find the
 * same; it is looked for once. */
static const library *get_library(const char *asked) {
    static _Atomic(const library *) known;
    static const library none;
    const library *before = NULL, *now = atomic_load(&known);
    library *made;

    if (!now) {
        made = pk_heap_new(&pk_heap, sizeof *made);
        if (!made)
            return NULL;
        now = find(asked, made) ? made : &none;
        if (!atomic_compare_exchange_strong(&known, &before, now))
            now = before;
        if (now != made)
            pk_heap_free(&pk_heap, made, sizeof *made);
    }
    return now == &none ? NULL : now;
}

/* ---- a call ---- */

typedef struct call {
    const char *args; /* of the table */
    bool complex, single, wide;
    int64_t m, n, k, least, one, info;
    char *block;
    uint64_t used, bytes; /* of the block, in bytes */
    void *list[ARGS];
    uint32_t count;
    int64_t *pivots; /* `pivot_count`, with their place in the block */
    int64_t pivot_count;
    char *pivots_at;
    int64_t sizes[3]; /* of what it works in: numbers, reals, integers */
    void *rooms[3];
} call;

static uint64_t real_bytes(const call *c) {
    return c->single ? 4 : 8;
}

static uint64_t bytes_of(const call *c) {
    return real_bytes(c) * (c->complex ? 2 : 1);
}

static int64_t *number(call *c, char letter) {
    switch (letter) {
    case 'm': return &c->m;
    case 'n': return &c->n;
    case 'k': return &c->k;
    case 'x': return &c->least;
    default: return &c->one;
    }
}

static void add(call *c, void *arg) {
    if (c->count < ARGS)
        c->list[c->count++] = arg;
}

/* The block's next elements, by the two letters of their number. */
static char *take(call *c, const char *letters) {
    char *at = c->block + c->used;

    c->used += (uint64_t)*number(c, letters[0]) *
               (uint64_t)*number(c, letters[1]) * bytes_of(c);
    return at;
}

static void add_room(call *c, int which, bool with_size) {
    add(c, c->rooms[which]);
    if (with_size)
        add(c, &c->sizes[which]);
}

static void list_args(call *c) {
    c->count = 0;
    c->used = 0;
    for (const char *at = c->args; *at; at++)
        switch (*at) {
        case '\'': add(c, (char *)(uintptr_t)++at); break;
        case 'A':
            add(c, take(c, at + 1));
            at += 2;
            break;
        case 'P':
            c->pivot_count = *number(c, at[1]);
            c->pivots_at = take(c, at + 1);
            add(c, c->pivots);
            at += 2;
            break;
        case 'w': add_room(c, 0, true); break;
        case 'r':
        case 'R':
            if (c->complex)
                add_room(c, 1, *at == 'R');
            break;
        case 'i':
        case 'I': add_room(c, 2, *at == 'I'); break;
        default: add(c, number(c, *at));
        }
    add(c, &c->info);
    while (c->count < ARGS)
        c->list[c->count++] = (void *)1; /* lengths of letters */
}

static void enter(const call *c, routine *fn) {
    void *const *a = c->list;

    fn(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11],
       a[12], a[13], a[14], a[15], a[16], a[17]);
}

/* ---- memory that it works in ---- */

static int64_t real_at(const call *c, const void *at) {
    float narrow;
    double wide;

    if (c->single) {
        memcpy(&narrow, at, sizeof narrow);
        /* The next number, where the size had no room in the float. */
        return (int64_t)(narrow * (1 + 0x1p-22f)) + 1;
    }
    memcpy(&wide, at, sizeof wide);
    return (int64_t)wide;
}

static int64_t integer_at(const call *c, const void *at) {
    int32_t narrow;
    int64_t wide;

    memcpy(&wide, at, sizeof wide);
    memcpy(&narrow, at, sizeof narrow);
    return c->wide ? wide : narrow;
}

/* Asks the routine how much it wants. */
static void ask_sizes(call *c, routine *fn) {
    int64_t rooms[3][2] = {{0}};
    const int64_t most = c->m > c->n ? c->m : c->n, x = c->least;

    for (int i = 0; i < 3; i++) {
        c->rooms[i] = rooms[i];
        c->sizes[i] = -1;
    }
    if (strchr(c->args, 'w')) {
        list_args(c);
        enter(c, fn);
    }
    c->sizes[0] = real_at(c, rooms[0]);
    c->sizes[1] = real_at(c, rooms[1]);
    c->sizes[2] = integer_at(c, rooms[2]);
    if (strchr(c->args, 'r')) {
        c->sizes[1] = x * (5 * x + 7 > 2 * (most + x) + 1 ? 5 * x + 7
                                                          : 2 * (most + x) + 1);
        c->sizes[2] = 8 * x;
    }
}

/* Numbers, reals, integers and pivots, in one piece. */
static void *make_rooms(call *c, size_t *size) {
    const uint64_t parts[4] = {(uint64_t)c->sizes[0] * bytes_of(c),
                               (uint64_t)c->sizes[1] * real_bytes(c),
                               (uint64_t)c->sizes[2] * 8,
                               (uint64_t)c->least * 8};
    size_t at[4];
    char *memory;

    *size = 0;
    for (int i = 0; i < 4; i++) {
        at[i] = *size;
        *size += (parts[i] + 64) / 64 * 64;
    }
    memory = pk_heap_new(&pk_heap, *size);
    for (int i = 0; memory && i < 3; i++)
        c->rooms[i] = memory + at[i];
    c->pivots = memory ? (int64_t *)(void *)(memory + at[3]) : NULL;
    return memory;
}

/* Pivots as reals, in the block. */
static void give_pivots(const call *c) {
    const size_t step = c->wide ? 8 : 4;

    for (int64_t i = 0; i < c->pivot_count; i++) {
        const double wide =
            (double)integer_at(c, (char *)c->pivots + (size_t)i * step);
        const float narrow = (float)wide;
        memcpy(c->pivots_at + (uint64_t)i * bytes_of(c),
               c->single ? (const void *)&narrow : &wide, real_bytes(c));
    }
}

static int64_t run(call *c, routine *fn) {
    size_t size;
    void *memory;

    list_args(c);
    if (c->used > c->bytes)
        return -1;
    ask_sizes(c, fn);
    memory = make_rooms(c, &size);
    if (!memory)
        return -1;
    c->info = 0;
    list_args(c);
    enter(c, fn);
    give_pivots(c);
    pk_heap_free(&pk_heap, memory, size);
    return integer_at(c, &c->info);
}

int64_t pk_lapack_call(const char *asked, uint32_t which, bool single,
                       void *block, uint64_t bytes, int64_t m, int64_t n,
                       int64_t k) {
    const library *l = which < 2 * ROUTINES ? get_library(asked) : NULL;
    call c = {.complex = which % 2,
              .single = single,
              .m = m,
              .n = n,
              .k = k,
              .least = m < n ? m : n,
              .one = 1,
              .block = block,
              .bytes = bytes};

    if (!l || m < 0 || n < 0 || k < 0 || m > MOST || n > MOST || k > MOST)
        return -1;
    if (!m)
        return 0;
    c.args = routines[which / 2].args;
    c.wide = l->wide;
    return run(&c, l->found[which / 2][which % 2 * 2 + !single]);
}
