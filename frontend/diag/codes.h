/* SPDX-License-Identifier: Apache-2.0 */
/* The codes of diagnostics: what stands behind a message, [E0320], what a
 * program can rely on, and where docs/diagnostics.md says more. */
#ifndef PORTKERN_FRONTEND_DIAG_CODES_H
#define PORTKERN_FRONTEND_DIAG_CODES_H

#include "base/error.h"
#include "base/shared.h"

/* The rows of diagnostics.def. Where a pk_code is asked for, a pk_status will
 * do, too: it is the general row of that status. */
typedef enum pk_code {
    PK_E_none_ = 63, /* behind every status */
#define DIAG(code, name, status, about, trait, cause, fix, hint) PK_E_##name,
#include "frontend/diag/diagnostics.def"
#undef DIAG
    PK_E_end_
} pk_code;

/* The subject of an error, for callers that do not know all types or values. */
typedef enum pk_about {
    PK_ABOUT_OTHER,
    PK_ABOUT_NAMES,  /* the text: no types or values mend it */
    PK_ABOUT_HEAD,   /* decorators and parameters: the same */
    PK_ABOUT_TYPES,  /* its words name the types that it comes of */
    PK_ABOUT_VALUES, /* another value may be right, as of an extent */
} pk_about;

/* Errors of which more is said or concluded. */
typedef enum pk_code_trait {
    PK_TRAIT_NONE,
    PK_TRAIT_ORIGIN,   /* notes say where variables got their types */
    PK_TRAIT_CONSTRUCT /* kernels cannot have the construct at its place: it is
                          not only its operands that are wrong */
} pk_code_trait;

typedef struct pk_code_info {
    const char *code, *name; /* "E0320", "operator" */
    pk_status status;
    pk_about about;
    pk_code_trait trait;
    const char *cause, *fix;
    const char *hint; /* of an error whose place gives none; or NULL */
} pk_code_info;

/* Returns the severity that the letter of the code means. */
PK_SHARED pk_severity pk_code_severity(const pk_code_info *row);
/* The row of a code, of a status its general one; never NULL. */
PK_SHARED const pk_code_info *pk_code_row(uint32_t code);
/* The row that is printed as `code` ("E0320", any case) or has that name; NULL
 * when there is none. */
const pk_code_info *pk_code_find(const char *code);
/* The row at `index`, in order of the table; NULL past the end. */
const pk_code_info *pk_code_at(uint32_t index);

/* Returns the subject of a diagnostic, by its code. */
PK_SHARED pk_about pk_diag_about(const pk_diag *diag);

#endif
