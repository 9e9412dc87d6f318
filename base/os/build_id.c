/* SPDX-License-Identifier: Apache-2.0 */
/* Build ids are notes among the segments of a loaded file. */
#include "base/os/build_id.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct search {
    uintptr_t inside;
    char *out;
} search;

static int is_inside(const struct dl_phdr_info *info, uintptr_t at) {
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_LOAD && at - info->dlpi_addr >= p->p_vaddr &&
            at - info->dlpi_addr < p->p_vaddr + p->p_memsz)
            return 1;
    }
    return 0;
}

/* Notes are a header, a name and a description, each padded to 4 bytes. */
static void read_notes(const char *at, const char *end, char *out) {
    while (end - at >= (ptrdiff_t)sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *note = (const void *)at;
        const char *name = at + sizeof *note;
        const char *id = name + ((note->n_namesz + 3) & ~3u);

        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
            !memcmp(name, "GNU", 4))
            for (uint32_t i = 0; i < note->n_descsz && 2 * i + 3 <= PK_ID_MAX;
                 i++)
                snprintf(out + 2 * i, 3, "%02x", (unsigned char)id[i]);
        at = id + ((note->n_descsz + 3) & ~3u);
    }
}

static int look(struct dl_phdr_info *info, size_t size, void *arg) {
    search *s = arg;

    (void)size;
    if (!is_inside(info, s->inside))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        const char *at = (const char *)(info->dlpi_addr + p->p_vaddr);
        if (p->p_type == PT_NOTE)
            read_notes(at, at + p->p_memsz, s->out);
    }
    return 1;
}

void pk_build_id(const void *inside, char out[PK_ID_MAX]) {
    search s = {(uintptr_t)inside, out};

    snprintf(out, PK_ID_MAX, "none");
    dl_iterate_phdr(look, &s);
}
