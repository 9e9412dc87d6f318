/* SPDX-License-Identifier: Apache-2.0 */
/* Faults on demand: PORTKERN_SIM_FAULT and portkern_sim_fault. */
#include "base/os/lock.h"
#include "sim/cudasim.h"
#include "sim/driver/driver.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { PLANS = 16, NAME = 80 };

typedef struct plan {
    char function[NAME];
    uint64_t nth, seen;
    CUresult error;
    bool sticky;
} plan;

/* A lock of its own: entry points that need no driver take no other. */
static pk_lock lock = PK_LOCK_INIT;
static plan plans[PLANS];
static size_t plan_count;
static _Atomic bool any;

/* Decimal digits only, so that no locale and no sign has a say. */
static bool read_number(const char *text, uint64_t *out) {
    uint64_t value = 0;

    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || value > UINT64_MAX / 10 - 1)
            return false;
        value = value * 10 + (uint64_t)(*text - '0');
    }
    *out = value;
    return true;
}

static bool read_error(const char *text, CUresult *out) {
    uint64_t number;

    if (read_number(text, &number)) {
        *out = (CUresult)number;
        return number > 0 && number <= CUDA_ERROR_UNKNOWN;
    }
    *out = drv_result_named(text);
    return *out != CUDA_SUCCESS;
}

/* function:n:error[:sticky], in place. */
static bool read_plan(char *text, plan *out) {
    char *part[4] = {NULL}, *rest = text;
    size_t count = 0;

    *out = (plan){.nth = 0};
    for (char *at; count < 4 && (at = strsep(&rest, ":"));)
        part[count++] = at;
    if (rest || count < 3 || strlen(part[0]) >= NAME ||
        !drv_is_function(part[0]) || !read_number(part[1], &out->nth) ||
        out->nth == 0 || !read_error(part[2], &out->error))
        return false;
    if (count == 4 && strcmp(part[3], "sticky") != 0)
        return false;
    memcpy(out->function, part[0], strlen(part[0]) + 1);
    out->sticky = count == 4;
    return true;
}

bool drv_fault_plan(const char *text) {
    plan read[PLANS];
    char copy[PLANS * (NAME + 64)];
    size_t count = 0, length = strlen(text);

    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length + 1);
    for (char *rest = *copy ? copy : NULL, *at; (at = strsep(&rest, ","));)
        if (count == PLANS || !read_plan(at, &read[count++]))
            return false;
    if (!pk_lock_enter(&lock))
        return false;
    memcpy(plans, read, count * sizeof *plans);
    plan_count = count;
    atomic_store(&any, count > 0);
    pk_lock_leave(&lock);
    return true;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool malformed;

static void read_environment(void) {
    const char *text = drv_option("PORTKERN_SIM_FAULT", false);

    malformed = text && !drv_fault_plan(text);
    if (malformed)
        drv_log(DRV_LOG_error,
                "PORTKERN_SIM_FAULT=%s is not function:n:error[:sticky]", text);
}

bool drv_fault_start(void) {
    pthread_once(&once, read_environment);
    return !malformed;
}

static bool matches(const plan *p, const char *symbol, const char *name) {
    return strcmp(p->function, name) == 0 || strcmp(p->function, symbol) == 0;
}

CUresult drv_fault_next(const char *symbol, const char *name, bool *sticky) {
    CUresult fault = CUDA_SUCCESS;

    pthread_once(&once, read_environment);
    if (!atomic_load_explicit(&any, memory_order_relaxed) ||
        !pk_lock_enter(&lock))
        return CUDA_SUCCESS;
    for (size_t i = 0; i < plan_count; i++) {
        plan *p = &plans[i];

        if (matches(p, symbol, name) && ++p->seen == p->nth && !fault) {
            fault = p->error;
            *sticky = p->sticky;
        }
    }
    pk_lock_leave(&lock);
    return fault;
}

void drv_fault_forever(const char *symbol, const char *name) {
    if (!pk_lock_enter(&lock))
        return;
    for (size_t i = 0; i < plan_count; i++)
        if (matches(&plans[i], symbol, name) && plans[i].sticky)
            plans[i].nth = plans[i].seen + 1;
    pk_lock_leave(&lock);
}

__attribute__((visibility("default"))) int
portkern_sim_fault(const char *text) {
    return text && drv_fault_plan(text) ? 0 : -1;
}
