/* SPDX-License-Identifier: Apache-2.0 */
/* Making and freeing a device, and its fidelity report. */
#include "sim/device.h"
#include "base/arena.h"
#include "sim/program.h"

#include <inttypes.h>
#include <string.h>

sim_device *sim_device_new(const sim_profile *profile,
                           const sim_options *options) {
    const pk_allocator *allocator =
        options->allocator ? options->allocator : &pk_heap;
    sim_device *device = allocator->alloc(allocator->self, sizeof *device);

    if (!device)
        return NULL;
    memset(device, 0, sizeof *device);
    device->profile = *profile;
    device->options = *options;
    device->options.allocator = allocator;
    pthread_mutex_init(&device->lock, NULL);
    pthread_mutex_init(&device->running, NULL);
    sim_memory_init(device);
    return device;
}

void sim_device_free(sim_device *device) {
    if (!device)
        return;
    sim_memory_finish(device);
    for (sim_tally *next, *tally = device->tallies; tally; tally = next) {
        next = tally->next;
        sim_release(device, tally->kernel, tally->kernel_size);
        sim_release(device, tally, sizeof *tally);
    }
    pthread_mutex_destroy(&device->lock);
    pthread_mutex_destroy(&device->running);
    sim_release(device, device, sizeof *device);
}

const sim_profile *sim_device_profile(const sim_device *device) {
    return &device->profile;
}

const pk_allocator *sim_device_allocator(const sim_device *device) {
    return device->options.allocator;
}

void sim_device_fidelity(sim_device *device, pk_text *out) {
    pthread_mutex_lock(&device->lock);
    pk_text_put(out, "kernel, launches, thread instructions: exact, within "
                     "the ISA's bounds, refused\n");
    for (sim_tally *tally = device->tallies; tally; tally = tally->next)
        pk_text_printf(
            out, "%s, %" PRIu64 ": %" PRIu64 ", %" PRIu64 ", %" PRIu64 "\n",
            tally->kernel, tally->launches, tally->exact, tally->bounded,
            tally->refused);
    pthread_mutex_unlock(&device->lock);
}
