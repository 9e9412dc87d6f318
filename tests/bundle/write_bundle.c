/* SPDX-License-Identifier: Apache-2.0 */
/* write_bundle SOURCE BUNDLE: launches the kernels and writes them, by
 * libportkern. */
#include "kernels.h"

int main(int argc, char **argv) {
    launcher l = {0};

    want(argc == 3, "write_bundle SOURCE BUNDLE");
    works(pk_context_create(NULL, &l.ctx, &err), "the context");
    works(pk_module_from_file(l.ctx, argv[1], &l.mod, &err), "the module");
    works(pk_queue_create(l.ctx, &l.queue, &err), "the queue");
    run_all(&l);
    works(pk_module_save_bundle(l.mod, argv[2], &err), "the bundle");
    pk_queue_release(l.queue);
    pk_module_release(l.mod);
    pk_context_release(l.ctx);
    return 0;
}
