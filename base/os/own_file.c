/* SPDX-License-Identifier: Apache-2.0 */
/* A path that is noted while the file is loaded, and a note among its segments.
 */
#include "base/os/own_file.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The linker's name for the first bytes of the file, where they are loaded. */
extern const ElfW(Ehdr) __ehdr_start
    __attribute__((weak, visibility("hidden")));

static const char *path; /* the loader's, as long as this code is loaded */

__attribute__((constructor)) static void note_path(void) {
    Dl_info info;

    if (dladdr(&path, &info))
        path = info.dli_fname;
}

const char *pk_own_file(void) {
    return path;
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

/* The segment that begins with the file tells where all are loaded. */
static uintptr_t loaded_at(const ElfW(Phdr) * segments, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (segments[i].p_type == PT_LOAD && segments[i].p_offset == 0)
            return (uintptr_t)&__ehdr_start - segments[i].p_vaddr;
    return 0;
}

void pk_build_id(char out[PK_ID_MAX]) {
    const char *start = (const char *)&__ehdr_start;
    const ElfW(Phdr) * segments;
    uintptr_t base;

    snprintf(out, PK_ID_MAX, "none");
    if (!start)
        return;
    segments = (const void *)(start + __ehdr_start.e_phoff);
    base = loaded_at(segments, __ehdr_start.e_phnum);
    for (size_t i = 0; i < __ehdr_start.e_phnum; i++) {
        const char *at = (const char *)(base + segments[i].p_vaddr);
        if (segments[i].p_type == PT_NOTE)
            read_notes(at, at + segments[i].p_memsz, out);
    }
}
