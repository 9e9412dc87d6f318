/* SPDX-License-Identifier: Apache-2.0 */
/* Looking up codes. */
#include "frontend/diag/codes.h"

#include <string.h>
#include <strings.h>

static const pk_code_info codes[] = {
#define DIAG(code, name, status, about, trait, cause, fix, hint)               \
    {#code, #name, PK_##status, PK_ABOUT_##about, PK_TRAIT_##trait,            \
     cause, fix,   hint},
#include "frontend/diag/diagnostics.def"
#undef DIAG
};
enum { CODES = sizeof codes / sizeof *codes };

pk_severity pk_code_severity(const pk_code_info *row) {
    return *row->code == 'W'   ? PK_SEVERITY_warning
           : *row->code == 'P' ? PK_SEVERITY_perf
                               : PK_SEVERITY_error;
}

const pk_code_info *pk_code_at(uint32_t index) {
    return index < CODES ? &codes[index] : NULL;
}

const pk_code_info *pk_code_row(uint32_t code) {
    if (code > PK_E_none_ && code < PK_E_end_)
        return &codes[code - PK_E_none_ - 1];
    switch (code) {
    case PK_SYNTAX: return pk_code_row(PK_E_syntax);
    case PK_NAME: return pk_code_row(PK_E_name);
    case PK_TYPE: return pk_code_row(PK_E_type);
    case PK_UNSUPPORTED: return pk_code_row(PK_E_unsupported);
    case PK_LIMIT: return pk_code_row(PK_E_limit);
    case PK_BARRIER: return pk_code_row(PK_E_barrier_divergent);
    default: return pk_code_row(PK_E_failed);
    }
}

const pk_code_info *pk_code_find(const char *code) {
    for (uint32_t i = 0; i < CODES; i++)
        if (strcasecmp(codes[i].code, code) == 0 ||
            strcmp(codes[i].name, code) == 0)
            return &codes[i];
    return NULL;
}

pk_about pk_diag_about(const pk_diag *diag) {
    return diag->row ? diag->row->about : PK_ABOUT_OTHER;
}
