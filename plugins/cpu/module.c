/* SPDX-License-Identifier: Apache-2.0 */
/* Blob to callable code, without ELF or LLVM: the blob is checked, its code
 * copied into fresh pages, the import slots filled in, and the pages made
 * executable and read-only. The checksum finds damage; that nobody puts bad
 * code into the cache is for the cache's folder to ensure. */
#include "plugins/cpu/cpu.h"

#include "backends/native/blob/blob.h"
#include "base/error.h"
#include "base/os/random_state.h"
#include "base/try.h"

#include <elf.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
#define THIS_MACHINE EM_X86_64
#else
#define THIS_MACHINE EM_AARCH64
#endif

/* Functions of the compiler's own library: only their addresses matter here. */
#if defined(__x86_64__)
void __extendhfsf2(void);
void __truncsfhf2(void);
void __truncdfhf2(void);
#else
/* GCC's has none: the processor has instructions, and code calls none. */
__extension__ typedef _Float16 half;

static float __extendhfsf2(half x) {
    return x;
}

static half __truncsfhf2(float x) {
    return (half)x;
}

static half __truncdfhf2(double x) {
    return (half)x;
}
#endif

static const struct {
    const char *name;
    void (*address)(void);
    bool of_call;
} imports[] = {
#define IMPORT(name)         {#name, (void (*)(void))name, false},
#define IMPORT_OF_CALL(name) {#name, (void (*)(void))name, true},
#include "backends/native/blob/imports.def"
#undef IMPORT
#undef IMPORT_OF_CALL
};

/* ---- checking ---- */

/* Whether `count` items of `size` bytes from `at` lie inside `limit`. */
static bool inside(uint64_t at, uint64_t count, uint64_t size, uint64_t limit,
                   uint64_t align) {
    return at % align == 0 && at + count * size <= limit;
}

static const char *name_at(const char *blob, const pk_blob_header *h,
                           uint32_t at) {
    const char *names = blob + h->names;

    if (at >= h->names_size || !memchr(names + at, '\0', h->names_size - at))
        return NULL;
    return names + at;
}

/* Whether code that was made for that target runs here. */
static bool runs(pk_dev *dev, uint64_t target) {
    pk_caps caps = dev->caps;
    uint32_t i = 0;

    do
        if (target == pk_hash_bytes(caps.cache_id, strlen(caps.cache_id)))
            return true;
    while (pk_cpu_other_caps(dev, i++, &caps));
    return false;
}

static pk_status check_header(const void *blob, size_t size, pk_dev *dev,
                              pk_blob_header *h, pk_error *err) {
    size_t behind = offsetof(pk_blob_header, target);

    if (size < sizeof *h)
        return pk_fail(err, PK_COMPILE, "the native code is truncated");
    memcpy(h, blob, sizeof *h);
    if (memcmp(h->magic, PK_BLOB_MAGIC, sizeof h->magic) != 0)
        return pk_fail(err, PK_COMPILE, "this is not native code");
    if (h->version != PK_BLOB_VERSION || h->machine != THIS_MACHINE)
        return pk_fail(err, PK_COMPILE,
                       "native code of version %u for machine %u is not for "
                       "this plugin",
                       h->version, h->machine);
    if (h->size != size || pk_hash_bytes((const char *)blob + behind,
                                         size - behind) != h->checksum)
        return pk_fail(err, PK_COMPILE, "native code is damaged");
    if (!runs(dev, h->target))
        return pk_fail(err, PK_COMPILE,
                       "native code was made for another processor");
    return PK_OK;
}

static pk_status check_tables(const char *blob, const pk_blob_header *h,
                              pk_error *err) {
    bool good = inside(h->kernels, h->kernel_count, sizeof(pk_blob_kernel),
                       h->size, 8) &&
                inside(h->imports, h->import_count, sizeof(pk_blob_import),
                       h->size, 4) &&
                inside(h->names, h->names_size, 1, h->size, 1) &&
                inside(h->code, h->code_size, 1, h->size, PK_BLOB_ALIGN) &&
                inside(h->slots, h->import_count, 8, h->code_size, 8) &&
                h->code_size > 0 && h->code_size <= PK_BLOB_CODE_MAX;

    for (uint32_t i = 0; good && i < h->kernel_count; i++) {
        pk_blob_kernel k;
        memcpy(&k, blob + h->kernels + i * sizeof k, sizeof k);
        good = k.entry < h->code_size && name_at(blob, h, k.name) &&
               k.scratch <= UINT32_MAX && k.phases <= 1 && k.melts <= 1024 &&
               k.rows >= 1 && k.rows <= PK_NATIVE_MOST_ROWS &&
               !(k.phases && k.melts) && k.swaps <= (k.melts ? 2 : 0);
    }
    return good ? PK_OK
                : pk_fail(err, PK_COMPILE, "native code has bad tables");
}

/* ---- mapping ---- */

static pk_status fill_slots(pk_mod *mod, const char *blob,
                            const pk_blob_header *h, pk_error *err) {
    for (uint32_t i = 0; i < h->import_count; i++) {
        pk_blob_import want;
        const char *name;
        size_t n = 0;

        memcpy(&want, blob + h->imports + i * sizeof want, sizeof want);
        name = name_at(blob, h, want.name);
        while (name && n < sizeof imports / sizeof *imports &&
               strcmp(imports[n].name, name) != 0)
            n++;
        if (!name || n == sizeof imports / sizeof *imports)
            return pk_fail(err, PK_COMPILE,
                           "native code imports \"%.40s\", which it may not",
                           name ? name : "?");
        memcpy((char *)mod->code + h->slots + 8 * i, &imports[n].address, 8);
        mod->has_imports = true;
        mod->asks_call |= imports[n].of_call;
    }
    return PK_OK;
}

static pk_status map_code(pk_mod *mod, const char *blob,
                          const pk_blob_header *h, pk_error *err) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t size = (h->code_size + page - 1) / page * page;
    void *code = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (code == MAP_FAILED)
        return pk_fail(err, PK_NO_MEMORY, "no memory for native code");
    mod->code = code;
    mod->code_size = size;
    memcpy(code, blob + h->code, h->code_size);
    PK_TRY(fill_slots(mod, blob, h, err));
    if (mprotect(code, size, PROT_READ | PROT_EXEC) != 0)
        return pk_fail(err, PK_DRIVER,
                       "the system refused to make compiled code executable: "
                       "%s",
                       strerror(errno));
    __builtin___clear_cache(code, (char *)code + size);
    return PK_OK;
}

/* ---- functions ---- */

static void *take(const pk_allocator *a, size_t count, size_t size) {
    void *p = a->alloc(a->self, count * size + 1);

    if (p)
        memset(p, 0, count * size + 1);
    return p;
}

static pk_status make_functions(pk_mod *mod, const pk_blob_header *h,
                                pk_error *err) {
    const pk_allocator *a = mod->dev->host->allocator;

    mod->fun_count = h->kernel_count;
    mod->funs = take(a, mod->fun_count, sizeof *mod->funs);
    if (!mod->funs)
        return pk_fail_no_memory(err);
    for (uint32_t i = 0; i < mod->fun_count; i++) {
        pk_fun *fun = &mod->funs[i];
        const char *start;
        pk_blob_kernel k;

        memcpy(&k, (char *)mod->blob + h->kernels + i * sizeof k, sizeof k);
        fun->mod = mod;
        fun->name = name_at(mod->blob, h, k.name);
        fun->scratch = k.scratch;
        fun->phases = k.phases;
        fun->melts = k.melts;
        fun->rows = k.rows;
        fun->swaps = k.swaps;
        fun->streams = k.streams;
        fun->stack = k.stack;
        start = (const char *)mod->code + k.entry;
        memcpy(&fun->entry, &start, sizeof fun->entry);
    }
    return PK_OK;
}

pk_status pk_cpu_module_load(pk_dev *dev, const pk_artifact *artifact,
                             pk_mod **out, pk_error *err) {
    const pk_allocator *a = dev->host->allocator;
    pk_blob_header h;
    pk_mod *mod;
    pk_status status;

    PK_TRY(check_header(artifact->bytes, artifact->size, dev, &h, err));
    PK_TRY(check_tables(artifact->bytes, &h, err));
    mod = take(a, 1, sizeof *mod);
    if (!mod)
        return pk_fail_no_memory(err);
    mod->dev = dev;
    mod->blob_size = artifact->size;
    mod->blob = take(a, artifact->size, 1);
    status = mod->blob ? PK_OK : pk_fail_no_memory(err);
    if (status == PK_OK) {
        memcpy(mod->blob, artifact->bytes, artifact->size);
        status = map_code(mod, mod->blob, &h, err);
    }
    if (status == PK_OK)
        status = make_functions(mod, &h, err);
    if (status == PK_OK)
        *out = mod;
    else
        pk_cpu_module_free(mod);
    return status;
}

static void give(const pk_allocator *a, void *p, size_t count, size_t size) {
    if (p)
        a->release(a->self, p, count * size + 1);
}

void pk_cpu_module_free(pk_mod *mod) {
    const pk_allocator *a;

    if (!mod)
        return;
    a = mod->dev->host->allocator;
    pk_cpu_module_free(atomic_load(&mod->better));
    if (mod->code)
        munmap(mod->code, mod->code_size);
    give(a, mod->funs, mod->fun_count, sizeof *mod->funs);
    give(a, mod->blob, mod->blob_size, 1);
    give(a, mod, 1, sizeof *mod);
}

/* ---- better code ---- */

static bool same_functions(const pk_mod *a, const pk_mod *b) {
    bool same = a->fun_count == b->fun_count;

    for (uint32_t i = 0; same && i < a->fun_count; i++)
        same = !strcmp(a->funs[i].name, b->funs[i].name);
    return same;
}

static pk_status improve(pk_mod *mod, const pk_artifact *artifact,
                         pk_error *err) {
    pk_mod *better, *none = NULL;

    PK_TRY(pk_cpu_module_load(mod->dev, artifact, &better, err));
    if (same_functions(mod, better) &&
        atomic_compare_exchange_strong(&mod->better, &none, better))
        return PK_OK;
    pk_cpu_module_free(better);
    return pk_fail(err, PK_BAD_ARG,
                   none ? "the module has better code already"
                        : "the code is not of the module's functions");
}

const pk_improve_ext pk_cpu_improve = {.struct_size = sizeof pk_cpu_improve,
                                       .improve = improve};

/* ---- artifacts ---- */

pk_status pk_cpu_artifact_copy(const pk_host *host, const void *bytes,
                               size_t size, pk_artifact *out, pk_error *err) {
    const pk_allocator *a = host->allocator;
    void *copy = a->alloc(a->self, size ? size : 1);

    if (!copy)
        return pk_fail_no_memory(err);
    memcpy(copy, bytes, size);
    *out = (pk_artifact){.struct_size = sizeof *out,
                         .format = "native",
                         .bytes = copy,
                         .size = size};
    return PK_OK;
}

void pk_cpu_artifact_free(const pk_host *host, pk_artifact *artifact) {
    const pk_allocator *a = host->allocator;

    if (artifact->bytes)
        a->release(a->self, artifact->bytes,
                   artifact->size ? artifact->size : 1);
    artifact->bytes = NULL;
    artifact->size = 0;
}
