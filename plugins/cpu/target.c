/* SPDX-License-Identifier: Apache-2.0 */
/* Which processor this is, and which others code can be made for. LLVM is not
 * asked: caps are wanted where kernels come from the cache. */
#include "plugins/cpu/cpu.h"

#include "backends/native/blob.h"
#include "core/error.h"
#include "core/plugin_entry.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

static const struct {
    const char *name, *machine;
} cpus[] = {
#define CPU(name, machine) {name, #machine},
#include "plugins/cpu/cpus.def"
#undef CPU
};

#if defined(__x86_64__)
#define MACHINE "x86_64"

typedef struct leaf {
    uint32_t a, b, c, d;
} leaf;

static leaf ask(uint32_t number, uint32_t part) {
    leaf l = {0, 0, 0, 0};

    if (!__get_cpuid_count(number, part, &l.a, &l.b, &l.c, &l.d))
        l = (leaf){0, 0, 0, 0};
    return l;
}

/* All that says which instructions may run: family and features, and which
 * registers the system saves (XCR0). */
static uint64_t features(void) {
    leaf one = ask(1, 0), seven = ask(7, 0), more = ask(7, 1);
    leaf extended = ask(0x80000001, 0);
    uint32_t low = 0, high = 0;

    if (one.c & bit_OSXSAVE)
        __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    uint32_t words[] = {one.a,   one.c,  one.d,      seven.b,    seven.c,
                        seven.d, more.a, extended.c, extended.d, low};
    return pk_hash_bytes(words, sizeof words);
}

void pk_cpu_describe(char *out, size_t size) {
    char brand[49] = "";
    const char *from = brand;

    for (uint32_t i = 0; i < 3 && ask(0x80000000, 0).a >= 0x80000004; i++) {
        leaf l = ask(0x80000002 + i, 0);
        memcpy(brand + 16 * i, &l, sizeof l);
    }
    from += strspn(from, " ");
    snprintf(out, size, "%s", *from ? from : "x86-64 processor");
}

#elif defined(__aarch64__)
#define MACHINE "aarch64"

static uint64_t features(void) {
    uint64_t words[] = {getauxval(AT_HWCAP), getauxval(AT_HWCAP2)};

    return pk_hash_bytes(words, sizeof words);
}

void pk_cpu_describe(char *out, size_t size) {
    snprintf(out, size, "aarch64 processor");
}

#else
#error "no cpu plugin for this machine"
#endif

static void fill_caps(pk_caps *caps) {
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);

    *caps = pk_caps_common(PK_FORM_block,
                           PK_CAP_f64 | PK_CAP_atomic_i64 | PK_CAP_atomic_f32 |
                               PK_CAP_atomic_f64 | PK_CAP_host_memory |
                               PK_CAP_div_sqrt | PK_CAP_fork | PK_CAP_fences |
                               PK_CAP_grid_sync | PK_CAP_clocks);
    caps->shared_bytes = 227 << 10; /* the most any GPU of today has */
    caps->local_bytes = 256 << 20;
    caps->param_bytes = 64 << 10;
    caps->stack_bytes = 1 << 20; /* an eighth of the pool's threads': what LLVM
                                    makes of a function is not known */
    if (pages > 0 && page > 0)
        caps->global_bytes = (uint64_t)pages * (uint64_t)page;
}

const char *pk_cpu_code(const pk_host *host) {
    const char *code =
        host->option ? host->option(host->self, "PORTKERN_CPU_CODE") : NULL;

    return code ? code : "";
}

pk_status pk_cpu_target(const pk_host *host, const char *name, pk_caps *out,
                        pk_error *err) {
    char brand[64];

    fill_caps(out);
    if (!name || !strcmp(name, "native")) {
        snprintf(out->name, sizeof out->name, "native");
        pk_cpu_describe(brand, sizeof brand);
        snprintf(out->cache_id, sizeof out->cache_id, MACHINE " %s %016llx%s",
                 brand, (unsigned long long)features(), pk_cpu_code(host));
        return PK_OK;
    }
    for (size_t i = 0; i < sizeof cpus / sizeof *cpus; i++)
        if (!strcmp(cpus[i].name, name)) {
            snprintf(out->name, sizeof out->name, "%s", name);
            snprintf(out->cache_id, sizeof out->cache_id, "%s %s",
                     cpus[i].machine, name);
            return PK_OK;
        }
    return pk_fail(err, PK_NO_DEVICE,
                   "no cpu target \"%.40s\": use native or one of LLVM's "
                   "names, such as %s, %s or %s",
                   name, "x86-64-v3", "znver4", "neoverse-n1");
}

void pk_cpu_llvm_names(const pk_caps *caps, const char **cpu,
                       const char **triple) {
    *cpu = *triple = NULL;
    for (size_t i = 0; i < sizeof cpus / sizeof *cpus; i++)
        if (!strcmp(cpus[i].name, caps->name)) {
            *cpu = cpus[i].name;
            if (strcmp(cpus[i].machine, MACHINE) != 0)
                *triple = cpus[i].machine[0] == 'x'
                              ? "x86_64-unknown-linux-gnu"
                              : "aarch64-unknown-linux-gnu";
        }
}
