/* SPDX-License-Identifier: Apache-2.0 */
/* Reading ELF files by pread: a mapping would be subject to what is checked
 * here. System V ABI, "Object Files" and "Dynamic Linking". */
#include "base/os/elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef ElfW(Ehdr) elf_header;
typedef ElfW(Phdr) elf_segment;
typedef ElfW(Shdr) elf_section;
typedef ElfW(Dyn) elf_dynamic;

/* The linker's name for the header of the file that this code is in. */
extern const elf_header __ehdr_start __attribute__((visibility("hidden")));

enum { SEGMENTS_MAX = 64, DYNAMIC_MAX = 512, SECTIONS_AT_ONCE = 32 };

typedef struct elf {
    int fd;
    uint64_t size;
    elf_header header;
    elf_segment segments[SEGMENTS_MAX];
    elf_dynamic dynamic[DYNAMIC_MAX];
    size_t dynamic_count;
    char *why;
    size_t why_size;
} elf;

__attribute__((format(printf, 2, 3))) static bool
fail(const elf *e, const char *format, ...) {
    va_list args;

    va_start(args, format);
    vsnprintf(e->why, e->why_size, format, args);
    va_end(args);
    return false;
}

static bool fail_short(const elf *e, const char *what) {
    return fail(e,
                "the file is incomplete: %s is past its end; copy it "
                "again",
                what);
}

static bool fail_damaged(const elf *e, const char *what) {
    return fail(e, "it is damaged: %s, copy it again", what);
}

static bool within(uint64_t offset, uint64_t size, uint64_t whole) {
    return offset <= whole && size <= whole - offset;
}

static bool read_at(const elf *e, uint64_t offset, void *out, size_t size) {
    char *to = out;

    if (!within(offset, size, e->size))
        return false;
    while (size) {
        ssize_t n = pread(e->fd, to, size, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        to += n;
        offset += (uint64_t)n;
        size -= (size_t)n;
    }
    return true;
}

/* ---- headers ---- */

static bool read_header(elf *e) {
    elf_header *h = &e->header;

    if (!e->size)
        return fail(e, "it is empty");
    if (!read_at(e, 0, h, e->size < sizeof *h ? (size_t)e->size : sizeof *h) ||
        memcmp(h->e_ident, ELFMAG,
               e->size < SELFMAG ? (size_t)e->size : SELFMAG) != 0)
        return fail(e, "it is not a shared object");
    if (e->size < sizeof *h)
        return fail_short(e, "its header");
    if (h->e_ident[EI_CLASS] != __ehdr_start.e_ident[EI_CLASS] ||
        h->e_ident[EI_DATA] != __ehdr_start.e_ident[EI_DATA] ||
        h->e_machine != __ehdr_start.e_machine)
        return fail(e, "it is for another processor (machine %u, this is %u)",
                    h->e_machine, __ehdr_start.e_machine);
    if (h->e_type != ET_DYN)
        return fail(e, "it is not a shared object: link it with -shared");
    return true;
}

static bool read_segments(elf *e) {
    const elf_header *h = &e->header;
    uint64_t end = 0; /* of the one before, in memory */

    if (h->e_phentsize != sizeof(elf_segment) || !h->e_phnum ||
        h->e_phnum > SEGMENTS_MAX)
        return fail_damaged(e, "its program headers cannot be read");
    if (!read_at(e, h->e_phoff, e->segments, h->e_phnum * sizeof(elf_segment)))
        return fail_short(e, "the table of program headers");
    for (unsigned i = 0; i < h->e_phnum; i++) {
        const elf_segment *s = &e->segments[i];
        if (s->p_type != PT_LOAD && s->p_type != PT_DYNAMIC)
            continue;
        if (s->p_filesz && !within(s->p_offset, s->p_filesz, e->size))
            return fail_short(e, "a segment");
        if (s->p_type == PT_DYNAMIC)
            continue;
        if (s->p_filesz > s->p_memsz || s->p_vaddr < end ||
            s->p_vaddr + s->p_memsz < s->p_vaddr)
            return fail_damaged(e, "its segments overlap");
        end = s->p_vaddr + s->p_memsz;
    }
    return true;
}

/* They stand at the end of most files: where they are whole, the file is. */
static bool check_sections(const elf *e) {
    const elf_header *h = &e->header;
    elf_section sections[SECTIONS_AT_ONCE];

    if (!h->e_shoff)
        return true; /* stripped of them */
    if (h->e_shentsize != sizeof *sections)
        return fail_damaged(e, "its section headers cannot be read");
    if (!within(h->e_shoff, (uint64_t)h->e_shnum * sizeof *sections, e->size))
        return fail_short(e, "the table of section headers");
    for (unsigned i = 0; i < h->e_shnum; i++) {
        const unsigned at = i % SECTIONS_AT_ONCE, rest = h->e_shnum - i;
        const elf_section *section = &sections[at];
        if (!at &&
            !read_at(e, h->e_shoff + i * sizeof *sections, sections,
                     (rest < SECTIONS_AT_ONCE ? rest : SECTIONS_AT_ONCE) *
                         sizeof *sections))
            return fail_short(e, "a section header");
        if (section->sh_type != SHT_NOBITS && section->sh_type != SHT_NULL &&
            !within(section->sh_offset, section->sh_size, e->size))
            return fail_short(e, "a section");
        if (i && i == h->e_shstrndx && section->sh_type != SHT_STRTAB)
            return fail_damaged(e, "its sections have no names");
        if (i && section->sh_type == SHT_NULL) /* as no linker leaves one */
            return fail_damaged(e, "a section header is empty");
    }
    return true;
}

/* ---- the dynamic section ---- */

/* Where an address of the loaded object lies in the file, with the bytes of
 * its segment behind it; false where it is in none. */
static bool find(const elf *e, uint64_t address, uint64_t *offset,
                 uint64_t *rest) {
    bool found = false;

    *offset = *rest = 0;
    /* Where one segment ends another may begin: then it is in that. */
    for (unsigned i = 0; i < e->header.e_phnum && !(found && *rest); i++) {
        const elf_segment *s = &e->segments[i];
        if (s->p_type != PT_LOAD || address < s->p_vaddr ||
            address - s->p_vaddr > s->p_filesz)
            continue;
        *offset = s->p_offset + (address - s->p_vaddr);
        *rest = s->p_filesz - (address - s->p_vaddr);
        found = true;
    }
    return found;
}

static bool read_dynamic(elf *e) {
    const elf_segment *found = NULL;
    size_t room;

    for (unsigned i = 0; i < e->header.e_phnum; i++)
        if (e->segments[i].p_type == PT_DYNAMIC)
            found = &e->segments[i];
    if (!found)
        return fail(e, "it is not a shared object: it has no dynamic section");
    room = (size_t)(found->p_filesz / sizeof *e->dynamic);
    if (room > DYNAMIC_MAX)
        room = DYNAMIC_MAX;
    if (!read_at(e, found->p_offset, e->dynamic, room * sizeof *e->dynamic))
        return fail_short(e, "the dynamic section");
    while (e->dynamic_count < room &&
           e->dynamic[e->dynamic_count].d_tag != DT_NULL)
        e->dynamic_count++;
    if (e->dynamic_count == room)
        return fail_damaged(e, "its dynamic section has no end");
    return true;
}

static const elf_dynamic *entry(const elf *e, int64_t tag) {
    for (size_t i = 0; i < e->dynamic_count; i++)
        if (e->dynamic[i].d_tag == tag)
            return &e->dynamic[i];
    return NULL;
}

/* Tables that the loader follows: the tag of their address and of their size,
 * or how many bytes they have at least. */
static const struct {
    int64_t address, size;
    uint64_t least;
    bool needed;
} tables[] = {
    {DT_STRTAB, DT_STRSZ, 1, true},
    {DT_SYMTAB, 0, sizeof(ElfW(Sym)), true},
    {DT_RELA, DT_RELASZ, 0, false},
    {DT_REL, DT_RELSZ, 0, false},
    {DT_JMPREL, DT_PLTRELSZ, 0, false},
    {DT_INIT_ARRAY, DT_INIT_ARRAYSZ, 0, false},
    {DT_FINI_ARRAY, DT_FINI_ARRAYSZ, 0, false},
    {DT_HASH, 0, 8, false},
    {DT_GNU_HASH, 0, 16, false},
    {DT_VERSYM, 0, 2, false},
    {DT_VERNEED, 0, sizeof(ElfW(Verneed)), false},
    {DT_VERDEF, 0, sizeof(ElfW(Verdef)), false},
};

static bool check_tables(const elf *e) {
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const elf_dynamic *address = entry(e, tables[i].address);
        const elf_dynamic *size =
            tables[i].size ? entry(e, tables[i].size) : NULL;
        uint64_t offset, rest;
        if (!address && tables[i].needed)
            return fail_damaged(e, "its dynamic section names no symbols");
        if (!address)
            continue;
        if ((tables[i].size && !size) ||
            !find(e, address->d_un.d_ptr, &offset, &rest) ||
            rest < tables[i].least || (size && size->d_un.d_val > rest))
            return fail_damaged(e, "its dynamic section leads out of it");
    }
    return true;
}

/* Names are in the table of strings, which begins and ends with NUL. */
static bool check_strings(const elf *e) {
    const elf_dynamic *strings = entry(e, DT_STRTAB);
    uint64_t size = entry(e, DT_STRSZ)->d_un.d_val, offset, rest;
    char first, last;

    if (!size || !find(e, strings->d_un.d_ptr, &offset, &rest) ||
        !read_at(e, offset, &first, 1) ||
        !read_at(e, offset + size - 1, &last, 1) || first || last)
        return fail_damaged(e, "its names cannot be read");
    for (size_t i = 0; i < e->dynamic_count; i++)
        if ((e->dynamic[i].d_tag == DT_NEEDED ||
             e->dynamic[i].d_tag == DT_SONAME) &&
            e->dynamic[i].d_un.d_val >= size)
            return fail_damaged(e, "its names cannot be read");
    return true;
}

/* ---- public ---- */

bool pk_elf_check(int fd, char *why, size_t size) {
    elf e = {.fd = fd, .why = why, .why_size = size};
    struct stat st;

    if (fstat(fd, &st) != 0)
        return fail(&e, "%s", strerror(errno));
    if (!S_ISREG(st.st_mode))
        return fail(&e, "it is not a regular file");
    e.size = (uint64_t)st.st_size;
    return read_header(&e) && read_segments(&e) && check_sections(&e) &&
           read_dynamic(&e) && check_tables(&e) && check_strings(&e);
}

bool pk_elf_check_path(const char *path, char *why, size_t size) {
    bool whole;
    int fd;

    if (!strchr(path, '/'))
        return true;
    fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        snprintf(why, size, "%s", strerror(errno));
        return false;
    }
    whole = pk_elf_check(fd, why, size);
    close(fd);
    return whole;
}
