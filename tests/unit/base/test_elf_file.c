/* SPDX-License-Identifier: Apache-2.0 */
/* Files that the loader takes are taken. Those that are damaged: see
 * test_plugin_files.c. */
#include "../check_main.h"
#include "base/os/elf_file.h"

#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PAGE = 4096 };

/* A shared object of two segments, where the second begins where the first
 * ends, with the list of initialisers. */
typedef struct object {
    ElfW(Ehdr) header;
    ElfW(Phdr) segments[3];
    ElfW(Dyn) dynamic[6];
    ElfW(Sym) symbols[1];
    char strings[8];
} object;

static void make(object *o) {
    const ElfW(Dyn) dynamic[] = {
        {DT_STRTAB, {offsetof(object, strings)}},
        {DT_STRSZ, {sizeof o->strings}},
        {DT_SYMTAB, {offsetof(object, symbols)}},
        {DT_INIT_ARRAY, {PAGE}},
        {DT_INIT_ARRAYSZ, {sizeof(ElfW(Addr))}},
        {DT_NULL, {0}},
    };

    memset(o, 0, sizeof *o);
    memcpy(o->header.e_ident, ELFMAG, SELFMAG);
    o->header.e_ident[EI_CLASS] = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
    o->header.e_ident[EI_DATA] = ELFDATA2LSB;
    o->header.e_ident[EI_VERSION] = EV_CURRENT;
    o->header.e_type = ET_DYN;
    o->header.e_version = EV_CURRENT;
    o->header.e_ehsize = sizeof o->header;
    o->header.e_phoff = offsetof(object, segments);
    o->header.e_phentsize = sizeof *o->segments;
    o->header.e_phnum = 3;
    o->segments[0] = (ElfW(Phdr)){
        .p_type = PT_LOAD, .p_filesz = PAGE, .p_memsz = PAGE, .p_align = PAGE};
    o->segments[1] = (ElfW(Phdr)){.p_type = PT_LOAD,
                                  .p_offset = PAGE,
                                  .p_vaddr = PAGE,
                                  .p_filesz = PAGE,
                                  .p_memsz = PAGE,
                                  .p_align = PAGE};
    o->segments[2] = (ElfW(Phdr)){.p_type = PT_DYNAMIC,
                                  .p_offset = offsetof(object, dynamic),
                                  .p_vaddr = offsetof(object, dynamic),
                                  .p_filesz = sizeof o->dynamic,
                                  .p_memsz = sizeof o->dynamic};
    memcpy(o->dynamic, dynamic, sizeof dynamic);
}

/* The machine is this program's. */
static void set_machine(object *o) {
    FILE *self = fopen("/proc/self/exe", "rb");
    ElfW(Ehdr) header;

    ck_assert(self != NULL);
    ck_assert_uint_eq(fread(&header, sizeof header, 1, self), 1);
    fclose(self);
    o->header.e_machine = header.e_machine;
}

START_TEST(a_table_where_one_segment_ends_and_the_next_begins)
{
    static char bytes[2 * PAGE];
    FILE *file = tmpfile();
    char why[256] = "";
    object o;

    make(&o);
    set_machine(&o);
    memcpy(bytes, &o, sizeof o);
    ck_assert(file != NULL);
    ck_assert_uint_eq(fwrite(bytes, 1, sizeof bytes, file), sizeof bytes);
    fflush(file);
    ck_assert_msg(pk_elf_check(fileno(file), why, sizeof why), "%s", why);
    fclose(file);
}
END_TEST

TESTS("elf_file", a_table_where_one_segment_ends_and_the_next_begins)
