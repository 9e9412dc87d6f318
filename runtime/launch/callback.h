/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the application in queues whose device calls them. */
#ifndef PORTKERN_RUNTIME_LAUNCH_CALLBACK_H
#define PORTKERN_RUNTIME_LAUNCH_CALLBACK_H

#include "runtime/launch/queue.h"

/* The queue's work is over, and so ended the device's part of it: `synced`.
 * Functions that the device did not call are called now. Frees the list.
 * `status` is the failure so far, with its words in `why`; returns it or the
 * first one of the functions. */
pk_status pk_callbacks_finish(pk_queue *queue, pk_status synced,
                              pk_status status, pk_error *why);

/* Frees the list of a queue whose work is another process's. */
void pk_callbacks_forget(pk_queue *queue);

#endif
