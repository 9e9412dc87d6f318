/* SPDX-License-Identifier: Apache-2.0 */
/* The advice that comes of following the threads of a kernel. */
#ifndef PORTKERN_CHECK_THREADS_ADVICE_H
#define PORTKERN_CHECK_THREADS_ADVICE_H

#include "check/advise.h"

void pk_advise_elements(const pk_adviser *a);
void pk_advise_threads(const pk_adviser *a);
void pk_advise_shapes(const pk_adviser *a);
/* Warns of races that a launch of the script shows. */
void pk_advise_races(const pk_adviser *a);
/* `block`: as launches have it, 0 when that is not known. */
void pk_advise_memory(const pk_adviser *a, pk_func *fn,
                      const uint32_t block[3]);

#endif
