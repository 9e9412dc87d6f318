/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of devices that can run them in two forms (pk_forms_ext), by what
 * launches of both have taken.
 *
 * The compiler's rules choose first. Launches are timed, and when those that
 * take neither too short nor too long have taken as much together as a compile
 * may, the other form is compiled. Then launches of one grid and block take
 * turns, which all were asked for, and the faster form stays. The disk cache
 * keeps the choice for later processes. Results have the same bits. */
#ifndef PORTKERN_RUNTIME_FORMS_FORMS_H
#define PORTKERN_RUNTIME_FORMS_FORMS_H

#include "runtime/kernel/specialise.h"

typedef struct pk_forms pk_forms;

/* In front of a launch of a specialisation on such a device: loads the form
 * that was chosen before, compiles the one that is to be tried. What fails
 * leaves the form as it is. */
void pk_forms_ready(pk_variants *variants, const pk_spec *spec,
                    const pk_frame *frame, const pk_arg *args, size_t count,
                    const pk_dims *dims);
/* The form that a launch takes. `timed` is set where the launch is to be timed:
 * then pk_forms_end must follow. */
const pk_spec *pk_forms_take(const pk_spec *spec, const pk_dims *dims,
                             pk_forms **timed);
/* Around the launch. `que` NULL: there was none. */
void pk_forms_begin(pk_forms *timed, pk_que *que);
void pk_forms_end(pk_forms *timed, pk_que *que);

#endif
