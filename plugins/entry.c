/* SPDX-License-Identifier: Apache-2.0 */
/* The build id of plugin_entry.h is a note among the loaded file's segments. */
#include "plugins/entry.h"

#include "base/error.h"

#include <link.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { ID_MAX = 44 }; /* SHA-1 as digits, and more */

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
            for (uint32_t i = 0; i < note->n_descsz && 2 * i + 3 <= ID_MAX; i++)
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

static void find_build_id(char *out, const char *more) {
    char id[ID_MAX] = "none";
    search s = {(uintptr_t)out, id};

    dl_iterate_phdr(look, &s);
    snprintf(out, PK_BUILD_ID_MAX, "%s%s", id, more);
}

bool pk_plugin_enter(const char *name, uint32_t abi, uint32_t host_abi,
                     char build_id[PK_BUILD_ID_MAX], const char *more,
                     pk_error *err) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

    /* The major number is the upper half, see plugin.h. */
    if (abi >> 16 != host_abi >> 16) {
        pk_fail(err, PK_PLUGIN_ABI, "%s speaks ABI %u, the host speaks %u",
                name, abi >> 16, host_abi >> 16);
        return false;
    }
    pthread_mutex_lock(&lock);
    if (!*build_id)
        find_build_id(build_id, more);
    pthread_mutex_unlock(&lock);
    return true;
}

pk_caps pk_caps_common(pk_form form, uint64_t features) {
    return (pk_caps){.struct_size = sizeof(pk_caps),
                     .form = form,
                     .features = features,
                     .warp_size = 32,
                     .max_block = 1024,
                     .max_block_dim = {1024, 1024, 64},
                     .max_grid_dim = {INT32_MAX, 65535, 65535}};
}
