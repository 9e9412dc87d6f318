/* SPDX-License-Identifier: Apache-2.0 */
/* Which processor this is, which others code can be made for, and which of
 * those this one can stand in for. LLVM is not asked: caps are wanted where
 * kernels come from the cache. */
#include "plugins/cpu/cpu.h"

#include "backends/native/blob/blob.h"
#include "base/error.h"
#include "base/try.h"
#include "plugins/entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

static const struct cpu {
    const char *name, *machine;
    uint32_t level; /* of x86-64 that has all its instructions, 0: none has */
    pk_native_vectors vectors;
} cpus[] = {
#define CPU(name, machine, level, bytes, registers)                            \
    {name, #machine, level, {bytes, registers}},
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

/* Registers that the system saves, as XCR0 has them. */
static uint32_t saved_registers(void) {
    uint32_t low = 0, high = 0;

    if (ask(1, 0).c & bit_OSXSAVE)
        __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

/* All that says which instructions may run: family and features, and which
 * registers the system saves (XCR0). */
static uint64_t features(void) {
    leaf one = ask(1, 0), seven = ask(7, 0), more = ask(7, 1);
    leaf extended = ask(0x80000001, 0);
    uint32_t words[] = {
        one.a,   one.c,  one.d,      seven.b,    seven.c,
        seven.d, more.a, extended.c, extended.d, saved_registers()};
    return pk_hash_bytes(words, sizeof words);
}

/* The level of the x86-64 psABI, which "x86-64-vN" is called after. */
static uint32_t level(void) {
    const uint32_t v2 = bit_SSE3 | bit_SSSE3 | bit_CMPXCHG16B | bit_SSE4_1 |
                        bit_SSE4_2 | bit_POPCNT;
    const uint32_t v3 = bit_FMA | bit_MOVBE | bit_OSXSAVE | bit_AVX | bit_F16C;
    const uint32_t v3_more = bit_BMI | bit_AVX2 | bit_BMI2;
    const uint32_t v4 =
        bit_AVX512F | bit_AVX512DQ | bit_AVX512CD | bit_AVX512BW | bit_AVX512VL;
    leaf one = ask(1, 0), seven = ask(7, 0), extended = ask(0x80000001, 0);
    uint32_t saved = saved_registers();

    if ((one.c & v2) != v2 || !(extended.c & bit_LAHF_LM))
        return 1;
    if ((one.c & v3) != v3 || (seven.b & v3_more) != v3_more ||
        !(extended.c & bit_LZCNT) || (saved & 0x6) != 0x6)
        return 2;
    return (seven.b & v4) == v4 && (saved & 0xe6) == 0xe6 ? 4 : 3;
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

static uint32_t level(void) {
    return 1;
}

void pk_cpu_describe(char *out, size_t size) {
    snprintf(out, size, "aarch64 processor");
}

#else
#error "no cpu plugin for this machine"
#endif

static void fill_caps(pk_caps *caps) {
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);

    *caps = pk_caps_common(
        PK_FORM_block,
        PK_CAP_f64 | PK_CAP_atomic_i64 | PK_CAP_atomic_f32 | PK_CAP_atomic_f64 |
            PK_CAP_host_memory | PK_CAP_div_sqrt | PK_CAP_fork | PK_CAP_fences |
            PK_CAP_grid_sync | PK_CAP_clocks | PK_CAP_stops | PK_CAP_host |
            PK_CAP_parallel | PK_CAP_melts | PK_CAP_sized_blocks |
            PK_CAP_streams | PK_CAP_short_vectors | PK_CAP_axes);
    caps->shared_bytes = 227 << 10; /* the most any GPU of today has */
    caps->local_bytes = 256 << 20;
    caps->param_bytes = 64 << 10;
    caps->stack_bytes = 1 << 20; /* an eighth of the pool's threads': what LLVM
                                    makes of a function is not known */
    if (pages > 0 && page > 0)
        caps->global_bytes = (uint64_t)pages * (uint64_t)page;
}

static const char *option(const pk_host *host, const char *name) {
    const char *value = host->option ? host->option(host->self, name) : NULL;

    return value ? value : "";
}

static const char *code_of(const pk_host *host) {
    return option(host, "PORTKERN_CPU_CODE");
}

/* The words of PORTKERN_CPU_CODE. */
static const char *const code_words[] = {
    "plain",     "vectors",  "vectors4", "vectors8", "vectors16", "vectors32",
    "vectors64", "scalar",   "rows1",    "rows2",    "rows3",     "rows4",
    "rows5",     "rows6",    "rows7",    "rows8",    "slices1",   "slices3",
    "blocks",    "reversed", "shuffled", "streams",  "caches"};
enum { CODE_WORDS = sizeof code_words / sizeof *code_words };

static bool is_code_word(const char *at, size_t length) {
    for (size_t i = 0; i < CODE_WORDS; i++)
        if (strlen(code_words[i]) == length &&
            strncmp(code_words[i], at, length) == 0)
            return true;
    return false;
}

static pk_status check_code(const pk_host *host, pk_error *err) {
    const char *at = code_of(host);
    char words[256] = "";

    for (size_t i = 0, n = 0; i < CODE_WORDS && n < sizeof words; i++)
        n += (size_t)snprintf(words + n, sizeof words - n, "%s%s",
                              i ? ", " : "", code_words[i]);
    for (size_t length; *at; at += length + (at[length] == ',')) {
        length = strcspn(at, ",");
        if (!is_code_word(at, length))
            return pk_fail(err, PK_ENVIRONMENT,
                           "PORTKERN_CPU_CODE: '%.*s' is none of %s",
                           length < 64 ? (int)length : 64, at, words);
    }
    return PK_OK;
}

bool pk_cpu_code_has(const pk_host *host, const char *word,
                     unsigned long *number) {
    const size_t length = strlen(word);
    const char *at = code_of(host);

    for (; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, word, length) == 0) {
            *number = strtoul(at + length, NULL, 10);
            return true;
        }
    }
    return false;
}

static const struct cpu *find_cpu(const char *name) {
    for (size_t i = 0; i < sizeof cpus / sizeof *cpus; i++)
        if (!strcmp(cpus[i].name, name))
            return &cpus[i];
    return NULL;
}

static bool is_of_machine(const struct cpu *cpu) {
    return strcmp(cpu->machine, MACHINE) == 0;
}

static pk_status native_target(const pk_host *host, pk_caps *out) {
    char brand[64];

    snprintf(out->name, sizeof out->name, "native");
    pk_cpu_describe(brand, sizeof brand);
    snprintf(out->cache_id, sizeof out->cache_id, MACHINE " %s %016llx%s",
             brand, (unsigned long long)features(), code_of(host));
    return PK_OK;
}

static pk_status other_target(const pk_host *host, const struct cpu *cpu,
                              pk_caps *out) {
    snprintf(out->name, sizeof out->name, "%s", cpu->name);
    snprintf(out->cache_id, sizeof out->cache_id, "%s %s%s%s", cpu->machine,
             cpu->name, *code_of(host) ? " " : "", code_of(host));
    return PK_OK;
}

pk_status pk_cpu_target(const pk_host *host, const char *name, pk_caps *out,
                        pk_error *err) {
    const struct cpu *cpu = name ? find_cpu(name) : NULL;
    unsigned long none;

    PK_TRY(check_code(host, err));
    fill_caps(out);
    if (pk_cpu_code_has(host, "blocks", &none))
        out->features &= ~(uint64_t)PK_CAP_melts;
    if (!name || !strcmp(name, "native"))
        return native_target(host, out);
    if (cpu)
        return other_target(host, cpu, out);
    return pk_fail(err, PK_NO_DEVICE,
                   "no cpu target \"%.40s\": use native or one of LLVM's "
                   "names, such as %s, %s or %s",
                   name, "x86-64-v3", "znver4", "neoverse-n1");
}

pk_status pk_cpu_device_target(const pk_host *host, pk_caps *out,
                               pk_error *err) {
    const char *name = option(host, "PORTKERN_CPU_TARGET");
    const struct cpu *cpu = find_cpu(name);

    if (!*name)
        name = NULL;
    else if (cpu &&
             (!is_of_machine(cpu) || cpu->level == 0 || cpu->level > level()))
        return pk_fail(err, PK_NO_DEVICE,
                       "PORTKERN_CPU_TARGET=%s, which this processor cannot "
                       "run: use native or the x86-64 level that it has",
                       name);
    return pk_cpu_target(host, name, out, err);
}

/* Levels of the psABI that the processor has, the highest first. */
static const char *other_name(pk_dev *dev, uint32_t i) {
    const struct cpu *taken_for = find_cpu(dev->caps.name);
    uint32_t most = taken_for ? taken_for->level : level();

    for (; most; most--)
        for (size_t c = 0; c < sizeof cpus / sizeof *cpus; c++)
            if (cpus[c].level == most && is_of_machine(&cpus[c]) && !i--)
                return cpus[c].name;
    return NULL;
}

const pk_targets_ext pk_cpu_targets = {.struct_size = sizeof pk_cpu_targets,
                                       .name = other_name};

bool pk_cpu_other_caps(pk_dev *dev, uint32_t i, pk_caps *out) {
    const char *name = other_name(dev, i);

    return name && pk_cpu_target(dev->host, name, out, NULL) == PK_OK;
}

/* The vectors of "native" are those of the level that this processor has. */
pk_native_vectors pk_cpu_vectors(const pk_caps *caps) {
    const struct cpu *cpu = find_cpu(caps->name);

    for (size_t i = 0; !cpu && i < sizeof cpus / sizeof *cpus; i++)
        if (is_of_machine(&cpus[i]) && cpus[i].level == level())
            cpu = &cpus[i];
    return cpu->vectors;
}

void pk_cpu_llvm_names(const pk_caps *caps, const char **cpu,
                       const char **triple) {
    const struct cpu *found = find_cpu(caps->name);

    *cpu = *triple = NULL;
    if (!found)
        return;
    *cpu = strcmp(found->name, "aarch64") ? found->name : "generic";
    if (!is_of_machine(found))
        *triple = found->machine[0] == 'x' ? "x86_64-unknown-linux-gnu"
                                           : "aarch64-unknown-linux-gnu";
}
