/* SPDX-License-Identifier: Apache-2.0 */
/* The driver as a whole: its one lock, the start by cuInit, the environment,
 * the log, reports. */
#include "sim/cudasim.h"
#include "sim/driver/driver.h"

#include "base/arena.h"
#include "base/os/thread.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* The API that cuDriverGetVersion claims: CUDA 13.0. */
enum { API_VERSION = 13000, PTX_VERSION = 90, REPORT_MAX = 16384 };

drv_state drv;
_Thread_local drv_thread drv_self;

static pthread_mutex_t driver_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t kernel_ended = PTHREAD_COND_INITIALIZER;
static _Atomic bool forked;

void drv_lock(void) {
    pthread_mutex_lock(&driver_lock);
}
void drv_unlock(void) {
    pthread_mutex_unlock(&driver_lock);
}
void drv_wait(void) {
    pthread_cond_wait(&kernel_ended, &driver_lock);
}

void drv_kernel_begin(drv_stream *stream) {
    stream->busy++;
    stream->context->busy++;
    drv.running++;
    drv_unlock();
}

void drv_kernel_end(drv_stream *stream) {
    drv_lock();
    stream->busy--;
    stream->context->busy--;
    drv.running--;
    pthread_cond_broadcast(&kernel_ended);
}

bool drv_forked(void) {
    return atomic_load_explicit(&forked, memory_order_relaxed);
}

/* A device does not survive fork. The lock may be held by a thread that the
 * child does not have, and then for ever: nothing but this flag is looked at
 * there. A child of a process that had no device may open one. */
static void in_child(void) {
    bool held = pthread_mutex_trylock(&driver_lock) != 0;

    if (held || drv.initialized)
        atomic_store_explicit(&forked, true, memory_order_relaxed);
    if (!held)
        pthread_mutex_unlock(&driver_lock);
}

__attribute__((constructor)) static void watch_forks(void) {
    pthread_atfork(NULL, NULL, in_child);
}

/* ---- the environment ---- */

const char *drv_option(const char *name, bool names_a_file) {
    const char *value;

    if (names_a_file && getauxval(AT_SECURE))
        return NULL;
    value = getenv(name);
    return value && *value ? value : NULL;
}

static const char *const level_names[] = {
#define LOG_LEVEL(name, adds) #name,
#include "portkern/log_levels.def"
#undef LOG_LEVEL
};

static int log_level(void) {
    const char *wanted = drv_option("PORTKERN_LOG", false);

    if (!wanted)
        return -1;
    for (int i = 0; i < (int)(sizeof level_names / sizeof *level_names); i++)
        if (strcmp(wanted, level_names[i]) == 0)
            return i;
    return DRV_LOG_info;
}

void drv_log(int level, const char *format, ...) {
    char text[1024];
    pk_write_guard guard;
    va_list args;

    if (level > log_level())
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pk_write_guard_enter(&guard);
    fprintf(stderr, "portkern: %s: cudasim: %s\n", level_names[level], text);
    pk_write_guard_leave(&guard);
}

static bool read_fuel(const char *text, uint64_t *out) {
    uint64_t value = 0;

    for (*out = 0; *text; text++) {
        if (*text < '0' || *text > '9' || value > UINT64_MAX / 10 - 1)
            return false;
        value = value * 10 + (uint64_t)(*text - '0');
    }
    *out = value;
    return true;
}

static uint32_t check_named(const char *name, size_t length) {
    static const struct {
        const char *name;
        uint32_t bit;
    } table[] = {
#define CHECK(name, meaning) {#name, SIM_CHECK_##name},
#include "portkern/checks.def"
#undef CHECK
        {"all", SIM_CHECK_all},
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strlen(table[i].name) == length &&
            strncmp(table[i].name, name, length) == 0)
            return table[i].bit;
    return 0;
}

static bool read_checks(const char *text, uint32_t *out) {
    for (*out = 0; *text;) {
        size_t length = strcspn(text, ",");
        uint32_t bit = check_named(text, length);

        if (!bit)
            return false;
        *out |= bit;
        text += length + (text[length] == ',');
    }
    return true;
}

/* ---- the device ---- */

/* A device with more memory than the machine can give would promise what the
 * simulator cannot keep: half of the machine's is the most. */
static uint64_t device_bytes(uint64_t wanted_mib) {
    uint64_t pages = (uint64_t)sysconf(_SC_PHYS_PAGES);
    uint64_t half = pages * (uint64_t)sysconf(_SC_PAGESIZE) / 2;
    uint64_t wanted = wanted_mib << 20;

    half &= ~(uint64_t)((1 << 20) - 1);
    return wanted < half ? wanted : half;
}

static bool read_profile(const char *name, sim_profile *out) {
    static const sim_profile common = {
        .ptx_version = PTX_VERSION,
        .shared_block = 48 << 10,
        .registers_sm = 65536,
        .max_grid = {INT32_MAX, 65535, 65535},
        .max_block = {1024, 1024, 64},
        .max_threads = 1024,
    };

#define PROFILE(number, units, mib, optin, shared, threads, blocks, l2, bus,   \
                ratio, product)                                                \
    if (strcmp(name, "sm_" #number) == 0) {                                    \
        *out = common;                                                         \
        out->sm = number;                                                      \
        out->sm_count = units;                                                 \
        out->global_bytes = device_bytes(mib);                                 \
        out->shared_optin = optin;                                             \
        out->shared_sm = shared;                                               \
        out->threads_sm = threads;                                             \
        out->blocks_sm = blocks;                                               \
        return true;                                                           \
    }
#include "sim/profiles.def"
#undef PROFILE
    return false;
}

/* A write that fails is passed over: no signal ends the program. */
static void write_out(FILE *file, const char *text, size_t length) {
    pk_write_guard guard;

    pk_write_guard_enter(&guard);
    fwrite(text, 1, length, file);
    fflush(file);
    pk_write_guard_leave(&guard);
}

/* A kernel's printf: to stdout at once, as the driver does when the stream is
 * waited for. */
static void print(void *self, const char *text, size_t length) {
    (void)self;
    write_out(stdout, text, length);
}

static CUresult bad_option(const char *name, const char *value) {
    drv_log(DRV_LOG_error, "%s=%s is not valid", name, value);
    return CUDA_ERROR_INVALID_VALUE;
}

static CUresult read_environment(sim_profile *profile, sim_options *options) {
    const char *value;

    value = drv_option("PORTKERN_SIM_DEVICE", false);
    if (!read_profile(value ? value : "sm_90", profile))
        return bad_option("PORTKERN_SIM_DEVICE", value ? value : "");
    value = drv_option("PORTKERN_SIM_FUEL", false);
    if (value && !read_fuel(value, &options->fuel))
        return bad_option("PORTKERN_SIM_FUEL", value);
    value = drv_option("PORTKERN_CHECK", false);
    if (value && !read_checks(value, &options->checks))
        return bad_option("PORTKERN_CHECK", value);
    return CUDA_SUCCESS;
}

CUresult drv_start(void) {
    sim_options options = {.allocator = &pk_heap, .print = print};
    CUresult result = read_environment(&drv.profile, &options);

    if (result != CUDA_SUCCESS)
        return result;
    drv.checked = options.checks != 0;
    drv.device = sim_device_new(&drv.profile, &options);
    if (!drv.device)
        return CUDA_ERROR_OUT_OF_MEMORY;
    result = drv_pool_start();
    if (result != CUDA_SUCCESS) {
        sim_device_free(drv.device);
        drv.device = NULL;
    }
    return result;
}

/* ---- reports ---- */

static char last_report[REPORT_MAX]; /* under the lock */
static FILE *report_file;
static pid_t report_owner;

static void write_fidelity(void) {
    pk_text text;

    if (getpid() != report_owner || !report_file)
        return;
    pk_text_init(&text, &pk_heap);
    drv_lock();
    if (drv.device)
        sim_device_fidelity(drv.device, &text);
    write_out(report_file, pk_text_string(&text), text.length);
    drv_unlock();
    pk_text_finish(&text);
}

/* PORTKERN_SIM_REPORT names the file; the kernels' fidelity is reported when
 * the process ends. */
static CUresult open_report(void) {
    const char *name = drv_option("PORTKERN_SIM_REPORT", true);

    if (!name || report_file)
        return CUDA_SUCCESS;
    report_file = strcmp(name, "-") == 0 ? stderr : fopen(name, "we");
    if (!report_file) {
        drv_log(DRV_LOG_error, "PORTKERN_SIM_REPORT=%s: %s", name,
                strerror(errno));
        return CUDA_ERROR_INVALID_VALUE;
    }
    report_owner = getpid();
    atexit(write_fidelity);
    return CUDA_SUCCESS;
}

void drv_report(const char *text) {
    snprintf(last_report, sizeof last_report, "%s", text);
    if (!report_file)
        return;
    write_out(report_file, text, strlen(text));
}

void drv_report_line(const char *subject, const char *words) {
    if (!report_file)
        return;
    fprintf(report_file, "%s %s\n", subject, words);
    fflush(report_file);
}

EXPORT const char *portkern_sim_last_report(void) {
    static _Thread_local char copy[REPORT_MAX];

    if (drv_forked())
        return "";
    drv_lock();
    memcpy(copy, last_report, sizeof copy);
    drv_unlock();
    return copy;
}

/* ---- cuInit and its kin ---- */

static CUresult first_init(void) {
    CUresult result;

    if (!drv_fault_start())
        return CUDA_ERROR_INVALID_VALUE;
    result = open_report();
    if (result == CUDA_SUCCESS)
        result = drv_start();
    return result;
}

CUresult drv_init(unsigned flags) {
    CUresult result = CUDA_SUCCESS;

    if (drv_forked())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    drv_lock();
    if (!drv.initialized)
        result = first_init();
    drv.initialized = result == CUDA_SUCCESS;
    drv_unlock();
    return result;
}

CUresult drv_driver_get_version(int *version) {
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = API_VERSION;
    return CUDA_SUCCESS;
}

CUresult drv_profiler_initialize(const char *config, const char *output,
                                 int mode) {
    (void)config;
    (void)output;
    (void)mode;
    return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult drv_profiler_start(void) {
    return CUDA_SUCCESS;
}
CUresult drv_profiler_stop(void) {
    return CUDA_SUCCESS;
}

EXPORT void portkern_sim_counts(portkern_sim_count *out) {
    uint64_t memory[4];

    *out = (portkern_sim_count){0};
    if (drv_forked())
        return;
    drv_lock();
    *out = (portkern_sim_count){
        .streams = drv_handle_count(DRV_stream),
        .events = drv_handle_count(DRV_event),
        .modules = drv_handle_count(DRV_module),
        .libraries = drv_handle_count(DRV_library),
        .links = drv_handle_count(DRV_link),
        .graphs = drv_handle_count(DRV_graph),
        .graph_execs = drv_handle_count(DRV_exec),
        .pools = drv_handle_count(DRV_pool),
    };
    drv_memory_count(memory, &out->device_bytes, &out->pinned_bytes);
    out->device = memory[0];
    out->managed = memory[1];
    out->pinned = memory[2];
    out->registered = memory[3];
    out->contexts = drv_handle_count(DRV_context);
    if (drv.primary && !drv.primary->active)
        out->contexts--;
    if (drv.default_pool)
        out->pools--;
    drv_unlock();
}
