/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files about checking a module: a check as it goes on
 * (module.c), what is certain of a guess (certain.c) and the backends that are
 * asked (backends.c). */
#ifndef PORTKERN_CHECK_MODULE_CHECKING_H
#define PORTKERN_CHECK_MODULE_CHECKING_H

#include "check/host/host.h"
#include "check/module/advice.h"
#include "compile/checked.h"

enum { PK_CHECKED_BACKENDS = 16 };

/* Who compiles, and for what: the stage of each backend, and its target. */
typedef struct pk_check_target {
    const char *name;
    const char *stage;       /* NULL: the artifact */
    const pk_plugin *plugin; /* NULL: not there, `why` */
    pk_caps caps;
    const char *why;
} pk_check_target;

/* A refusal of a backend, at a place in the function that is being checked. */
typedef struct pk_backend_refusal {
    struct pk_backend_refusal *next;
    const char *file;
    pk_loc loc;
    const pk_check_target *by;
    const char *why, *hint;
} pk_backend_refusal;

/* The state of a check; its memory is the job's. */
typedef struct pk_checking {
    pk_check_job *job;
    pk_check_target targets[PK_CHECKED_BACKENDS];
    uint32_t target_count;
    const pk_check_target
        *gpu; /* whose passes the notes on memory are read from */
    pk_launch_site *launches;
    pk_library *library;
    uint32_t block[3]; /* of the function at work; 0: not known, or several */
    pk_backend_refusal *refusals; /* of the function at work */
    bool has_host;                /* one of the targets runs host functions */
    bool no_memory;               /* a backend had none */
    bool extends_methods; /* the script gives types of Numba more of them */
} pk_checking;

/* A text as it lives in the list; "" for NULL. */
const char *pk_checked_text(pk_checked *out, const char *text);
/* A new row of the list; one that is lost where there is no memory. */
pk_check_item *pk_checking_add(pk_checking *k, pk_check_kind kind,
                               const char *function, const char *name,
                               const char *detail, pk_loc loc);

/* Finds the backends that the request names, with their default targets. */
void pk_checking_open_backends(pk_checking *k);
/* Compiles a function, of which this is the IR and its text, for one of them,
 * and adds its row; `memory`: its passes are read for notes on memory, too. */
void pk_checking_ask(pk_checking *k, const pk_function_info *info,
                     const pk_ir *ir, const pk_text *text, pk_check_target *t,
                     bool memory);
/* Errors for the refusals since `before`: a kernel that no backend can have.
 * Each reason is said once, with all that have it. */
void pk_checking_say_refused(pk_checking *k, const char *function,
                             const pk_backend_refusal *before);
/* A guess that has no type of the other. */
pk_signature pk_checking_other_guess(pk_checking *k, const pk_signature *guess);
/* Takes back all that was said since. */
void pk_checking_take_back(pk_checking *k, const pk_diags *before);
/* Takes back what was said since under a guess, but for errors whatever the
 * types are, with their notes; returns how many these are. `other`: what was
 * said under the other guess. */
uint32_t pk_checking_keep_certain(pk_checking *k, const pk_diags *before,
                                  const pk_diags *other);
/* Makes warnings of errors for values that the program may have when it runs:
 * one for each value. Returns how many errors there were. */
uint32_t pk_checking_doubt_unknown(pk_checking *k, const pk_diags *before);
/* Whether the script has @overload_method or @overload_attribute. */
bool pk_checking_extends_methods(const pk_program *program);
/* Unless the same has been said of the same place. */
void pk_checking_say_once(pk_checking *k, const pk_diag *diag);

#endif
