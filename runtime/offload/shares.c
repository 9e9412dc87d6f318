/* SPDX-License-Identifier: Apache-2.0 */
/* How the iterations of a loop are divided among devices: so that, by what
 * parts took before, all take the same time. Beginning with equal parts, each
 * gets as many as it would have run at its speed; since that depends on how
 * many it has (a launch costs something), it takes some rounds. A device that
 * would get too few gets none, and is tried again now and then. */
#include "runtime/kernel/loop_costs.h"
#include "runtime/offload/offload.h"

enum { ROUNDS = 10, SELDOM = 32 /* runs without a device */ };

/* Iterations in a nanosecond; negative: unknown. */
static double speed_of(pk_loop_costs *costs, const char *function,
                       double iterations) {
    const uint64_t count = iterations > 1 ? (uint64_t)iterations : 1;
    const pk_loop_cost *cost;
    double ns = -1;

    if (!costs)
        return -1;
    pthread_mutex_lock(&costs->lock);
    cost = pk_loop_costs_find(costs, function);
    if (cost && pk_loop_times_known_somewhere(&cost->device))
        ns = pk_loop_times_estimate(&cost->device, count, 0);
    pthread_mutex_unlock(&costs->lock);
    return ns < 0 ? -1 : (double)count / (ns > 1 ? ns : 1);
}

static bool is_tried_again(pk_loop_costs *costs, const char *function) {
    pk_loop_cost *cost;
    bool again = false;

    pthread_mutex_lock(&costs->lock);
    cost = pk_loop_costs_find(costs, function);
    if (cost)
        again = ++cost->away > SELDOM;
    if (again) {
        cost->away = 0;
        cost->unmeasured = UINT16_MAX; /* so that it is measured */
    }
    pthread_mutex_unlock(&costs->lock);
    return again;
}

static void divide_equally(uint32_t count, double *shares) {
    for (uint32_t i = 0; i < count; i++)
        shares[i] = 1.0 / count;
}

/* One round; false where a speed is unknown. */
static bool improve(const pk_offload_split *s, double *shares) {
    double found[PK_OFFLOAD_MOST], all = 0;

    for (uint32_t i = 0; i < s->count; i++) {
        found[i] = speed_of(s->speeds[i], s->function,
                            shares[i] * (double)s->iterations);
        if (found[i] < 0)
            return false;
        all += found[i];
    }
    for (uint32_t i = 0; i < s->count; i++)
        shares[i] = found[i] / all;
    return true;
}

/* Divides what is left among the others; false where a device that would get
 * nothing is to be tried. */
static bool drop_small(const pk_offload_split *s, double *shares) {
    double all = 0;

    for (uint32_t i = 0; i < s->count; i++) {
        if (shares[i] < s->least && is_tried_again(s->speeds[i], s->function))
            return false;
        shares[i] = shares[i] < s->least ? 0 : shares[i];
        all += shares[i];
    }
    for (uint32_t i = 0; i < s->count; i++)
        shares[i] /= all;
    return true;
}

void pk_offload_share(const pk_offload_split *s, double *shares) {
    bool known = true;

    divide_equally(s->count, shares);
    for (int i = 0; known && i < ROUNDS; i++)
        known = improve(s, shares);
    if (!known || !drop_small(s, shares))
        divide_equally(s->count, shares);
}
