/* SPDX-License-Identifier: Apache-2.0 */
/* ELF object to blob. The object comes straight from the compiler, so its
 * structure is trusted; what it contains is not taken for granted: a section,
 * relocation or import that has no place in a blob is refused. */
#include "backends/native/blob/blob.h"

#include "backends/native/native.h"
#include "base/error.h"
#include "base/try.h"
#include "core/analysis/frame.h"

#include <elf.h>
#include <string.h>

/* Newer than the elf.h of some systems. */
#ifndef R_AARCH64_JUMP26
#define R_AARCH64_JUMP26 282
#endif
#ifndef R_AARCH64_CALL26
#define R_AARCH64_CALL26 283
#endif

enum { THUNK_BYTES = 8, SLOT_BYTES = 8, IMPORT_MAX = 64 };

static const char *const import_names[] = {
#define IMPORT(name)         #name,
#define IMPORT_OF_CALL(name) #name,
#include "backends/native/blob/imports.def"
#undef IMPORT
#undef IMPORT_OF_CALL
};

typedef struct packer {
    pk_arena arena;
    const unsigned char *object;
    const Elf64_Ehdr *elf;
    const Elf64_Shdr *sections;
    const Elf64_Sym *symbols;
    uint32_t symbol_count;
    const char *strings;
    uint32_t *place; /* of each section in code, NONE when left out */
    unsigned char *code;
    uint32_t code_size, thunks, slots;
    const char *imports[IMPORT_MAX];
    uint32_t import_count;
    pk_error *err;
} packer;

#define NONE UINT32_MAX

static uint32_t align_up(uint64_t n, uint64_t to) {
    return (uint32_t)((n + to - 1) / to * to);
}

/* ---- reading the object ---- */

static pk_status open_object(packer *p, size_t size) {
    const Elf64_Ehdr *elf = (const Elf64_Ehdr *)p->object;

    if (size < sizeof *elf || memcmp(elf->e_ident, ELFMAG, SELFMAG) != 0 ||
        elf->e_ident[EI_CLASS] != ELFCLASS64 || elf->e_type != ET_REL)
        return pk_fail(p->err, PK_COMPILE,
                       "the compiler did not make a 64-bit ELF object");
    if (elf->e_machine != EM_X86_64 && elf->e_machine != EM_AARCH64)
        return pk_fail(p->err, PK_UNSUPPORTED, "no blob format for machine %u",
                       elf->e_machine);
    p->elf = elf;
    p->sections = (const Elf64_Shdr *)(p->object + elf->e_shoff);
    for (uint32_t i = 0; i < elf->e_shnum; i++) {
        const Elf64_Shdr *s = &p->sections[i];
        if (s->sh_type != SHT_SYMTAB)
            continue;
        p->symbols = (const Elf64_Sym *)(p->object + s->sh_offset);
        p->symbol_count = (uint32_t)(s->sh_size / sizeof(Elf64_Sym));
        p->strings =
            (const char *)p->object + p->sections[s->sh_link].sh_offset;
    }
    p->place = pk_arena_array(&p->arena, elf->e_shnum, sizeof *p->place);
    return p->arena.failed ? pk_fail_no_memory(p->err) : PK_OK;
}

static const char *section_name(const packer *p, const Elf64_Shdr *s) {
    const Elf64_Shdr *names = &p->sections[p->elf->e_shstrndx];

    return (const char *)p->object + names->sh_offset + s->sh_name;
}

/* ---- layout ---- */

/* Code first, then constants; anything that would be written is refused. */
static pk_status place_sections(packer *p, bool code) {
    for (uint32_t i = 0; i < p->elf->e_shnum; i++) {
        const Elf64_Shdr *s = &p->sections[i];
        uint64_t end;

        if (!(s->sh_flags & SHF_ALLOC) || s->sh_size == 0)
            continue;
        if (s->sh_type != SHT_PROGBITS || (s->sh_flags & SHF_WRITE) ||
            (s->sh_flags & SHF_TLS))
            return pk_fail(p->err, PK_COMPILE,
                           "compiled code has a section %s, which a blob "
                           "cannot hold",
                           section_name(p, s));
        if (!!(s->sh_flags & SHF_EXECINSTR) != code)
            continue;
        p->place[i] = align_up(p->code_size, s->sh_addralign > PK_BLOB_ALIGN
                                                 ? s->sh_addralign
                                                 : PK_BLOB_ALIGN);
        end = p->place[i] + s->sh_size;
        if (end > PK_BLOB_CODE_MAX)
            return pk_fail(p->err, PK_LIMIT, "compiled code over %d bytes",
                           PK_BLOB_CODE_MAX);
        p->code_size = (uint32_t)end;
    }
    return PK_OK;
}

static pk_status add_import(packer *p, const char *name) {
    for (uint32_t i = 0; i < p->import_count; i++)
        if (!strcmp(p->imports[i], name))
            return PK_OK;
    for (size_t i = 0; i < sizeof import_names / sizeof *import_names; i++)
        if (!strcmp(import_names[i], name) && p->import_count < IMPORT_MAX) {
            p->imports[p->import_count++] = name;
            return PK_OK;
        }
    return pk_fail(p->err, PK_COMPILE,
                   "compiled code calls %s, which the loader does not provide",
                   name);
}

static pk_status find_imports(packer *p) {
    for (uint32_t i = 1; i < p->symbol_count; i++)
        if (p->symbols[i].st_shndx == SHN_UNDEF && p->symbols[i].st_name)
            PK_TRY(add_import(p, p->strings + p->symbols[i].st_name));
    p->thunks = align_up(p->code_size, 16);
    p->slots = p->thunks + p->import_count * THUNK_BYTES;
    p->code_size = p->slots + p->import_count * SLOT_BYTES;
    return PK_OK;
}

static void put_word(packer *p, uint32_t at, uint32_t word) {
    memcpy(p->code + at, &word, 4);
}

static uint32_t get_word(const packer *p, uint32_t at) {
    uint32_t word;

    memcpy(&word, p->code + at, 4);
    return word;
}

/* Jumps through the slot: x86-64 "jmp *slot(%rip)", aarch64 "ldr x16, slot;
 * br x16" (x16 is the one that calls may spoil). */
static void put_thunks(packer *p) {
    for (uint32_t i = 0; i < p->import_count; i++) {
        uint32_t at = p->thunks + i * THUNK_BYTES;
        uint32_t slot = p->slots + i * SLOT_BYTES;

        if (p->elf->e_machine == EM_X86_64) {
            memcpy(p->code + at, "\xff\x25\0\0\0\0\xcc\xcc", THUNK_BYTES);
            put_word(p, at + 2, slot - (at + 6));
        } else {
            put_word(p, at, 0x58000010 | (slot - at) / 4 << 5);
            put_word(p, at + 4, 0xd61f0200);
        }
    }
}

/* ---- relocations ---- */

/* Where a symbol lies in code: its section's place, or its thunk. */
static bool symbol_place(const packer *p, const Elf64_Sym *sym, int64_t *out) {
    if (sym->st_shndx == SHN_UNDEF) {
        const char *name = p->strings + sym->st_name;
        for (uint32_t i = 0; i < p->import_count; i++)
            if (!strcmp(p->imports[i], name)) {
                *out = p->thunks + i * THUNK_BYTES;
                return true;
            }
        return false;
    }
    if (sym->st_shndx >= p->elf->e_shnum || p->place[sym->st_shndx] == NONE)
        return false;
    *out = (int64_t)p->place[sym->st_shndx] + (int64_t)sym->st_value;
    return true;
}

static bool fits(int64_t value, int bits) {
    return value >= -(INT64_C(1) << (bits - 1)) && value < INT64_C(1)
                                                               << (bits - 1);
}

static bool relocate_x86(packer *p, uint32_t type, uint32_t at, int64_t to) {
    if ((type != R_X86_64_PC32 && type != R_X86_64_PLT32) || !fits(to - at, 32))
        return false;
    put_word(p, at, (uint32_t)(to - at));
    return true;
}

/* The tiny code model's: distances in the instruction's immediate. */
static bool relocate_arm(packer *p, uint32_t type, uint32_t at, int64_t to) {
    int64_t distance = to - at;
    uint32_t word = get_word(p, at), imm;

    switch (type) {
    case R_AARCH64_ADR_PREL_LO21: /* immlo at 29, immhi at 5 */
        imm = (uint32_t)distance & 0x1fffff;
        put_word(p, at,
                 (word & 0x9f00001f) | (imm & 3) << 29 | (imm >> 2) << 5);
        return fits(distance, 21);
    case R_AARCH64_LD_PREL_LO19:
        imm = (uint32_t)(distance / 4) & 0x7ffff;
        put_word(p, at, (word & 0xff00001f) | imm << 5);
        return fits(distance, 21) && distance % 4 == 0;
    case R_AARCH64_CALL26:
    case R_AARCH64_JUMP26:
        imm = (uint32_t)(distance / 4) & 0x3ffffff;
        put_word(p, at, (word & 0xfc000000) | imm);
        return fits(distance, 28);
    case R_AARCH64_PREL32:
        put_word(p, at, (uint32_t)distance);
        return fits(distance, 32);
    default: return false;
    }
}

static pk_status relocate_section(packer *p, const Elf64_Shdr *relocations) {
    const Elf64_Rela *rela =
        (const Elf64_Rela *)(p->object + relocations->sh_offset);
    uint32_t base = p->place[relocations->sh_info];

    if (base == NONE)
        return PK_OK;
    for (uint64_t n = relocations->sh_size / sizeof *rela; n--; rela++) {
        const Elf64_Sym *sym = &p->symbols[ELF64_R_SYM(rela->r_info)];
        uint32_t type = (uint32_t)ELF64_R_TYPE(rela->r_info);
        uint32_t at = base + (uint32_t)rela->r_offset;
        int64_t to;
        bool done = symbol_place(p, sym, &to);

        if (done)
            done = p->elf->e_machine == EM_X86_64
                       ? relocate_x86(p, type, at, to + rela->r_addend)
                       : relocate_arm(p, type, at, to + rela->r_addend);
        if (!done)
            return pk_fail(p->err, PK_COMPILE,
                           "compiled code has relocation %u against \"%s\", "
                           "which a blob cannot hold",
                           type, p->strings + sym->st_name);
    }
    return PK_OK;
}

static pk_status build_code(packer *p) {
    p->code = pk_arena_array(&p->arena, (size_t)p->code_size + 1, 1);
    if (p->arena.failed)
        return pk_fail_no_memory(p->err);
    for (uint32_t i = 0; i < p->elf->e_shnum; i++)
        if (p->place[i] != NONE)
            memcpy(p->code + p->place[i], p->object + p->sections[i].sh_offset,
                   p->sections[i].sh_size);
    put_thunks(p);
    for (uint32_t i = 0; i < p->elf->e_shnum; i++)
        if (p->sections[i].sh_type == SHT_RELA)
            PK_TRY(relocate_section(p, &p->sections[i]));
    return PK_OK;
}

/* ---- writing the blob ---- */

static pk_status find_entry(const packer *p, const char *kernel,
                            uint32_t *entry) {
    for (uint32_t i = 1; i < p->symbol_count; i++) {
        const Elf64_Sym *sym = &p->symbols[i];
        const char *name = p->strings + sym->st_name;
        int64_t place;

        if (!strncmp(name, "k.", 2) && !strcmp(name + 2, kernel) &&
            symbol_place(p, sym, &place)) {
            *entry = (uint32_t)place;
            return PK_OK;
        }
    }
    return pk_fail(p->err, PK_COMPILE, "compiled code lacks kernel %s", kernel);
}

static uint32_t add_name(pk_text *names, const char *name) {
    uint32_t at = (uint32_t)names->length;

    pk_text_bytes(names, name, strlen(name) + 1);
    return at;
}

static void pad(pk_text *out, size_t to) {
    while (!out->failed && out->length % to)
        pk_text_bytes(out, "", 1);
}

/* Kernels and imports with their names, then the header in front of all. */
static pk_status write_blob(packer *p, const pk_ir *ir, const char *target,
                            pk_text *tables, pk_text *names, pk_text *out) {
    pk_blob_header h = {.version = PK_BLOB_VERSION,
                        .machine = p->elf->e_machine,
                        .target = pk_hash_bytes(target, strlen(target)),
                        .kernels = sizeof h,
                        .import_count = p->import_count,
                        .code_size = p->code_size,
                        .slots = p->slots};
    const uint64_t stack = PK_MAX_RECURSION * pk_frame_most(ir);

    memcpy(h.magic, PK_BLOB_MAGIC, sizeof h.magic);
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next) {
        const pk_native_frame *frame = fn->mark;
        pk_blob_kernel k = {.name = 0};
        if (!pk_func_is_entry(fn))
            continue;
        k.scratch = frame->scratch;
        k.phases = frame->phases;
        k.melts = frame->melts;
        k.rows = frame->rows;
        k.streams = frame->stream_bytes;
        k.swaps = PK_FUNC_SWAPS(fn->flags);
        k.stack = stack < UINT32_MAX ? (uint32_t)stack : UINT32_MAX;
        PK_TRY(find_entry(p, fn->name, &k.entry));
        k.name = add_name(names, fn->name);
        pk_text_bytes(tables, &k, sizeof k);
        h.kernel_count++;
    }
    h.imports = h.kernels + (uint32_t)tables->length;
    for (uint32_t i = 0; i < p->import_count; i++) {
        pk_blob_import import = {add_name(names, p->imports[i])};
        pk_text_bytes(tables, &import, sizeof import);
    }
    h.names = h.kernels + (uint32_t)tables->length;
    h.names_size = (uint32_t)names->length;
    h.code = align_up((uint64_t)h.names + h.names_size, PK_BLOB_ALIGN);
    h.size = h.code + h.code_size;
    pk_text_bytes(out, &h, sizeof h);
    pk_text_bytes(out, pk_text_string(tables), tables->length);
    pk_text_bytes(out, pk_text_string(names), names->length);
    pad(out, PK_BLOB_ALIGN);
    pk_text_bytes(out, p->code, p->code_size);
    return PK_OK;
}

static void put_checksum(pk_text *out) {
    size_t behind = offsetof(pk_blob_header, target);
    uint64_t sum = pk_hash_bytes(out->data + behind, out->length - behind);

    memcpy(out->data + offsetof(pk_blob_header, checksum), &sum, sizeof sum);
}

static pk_status pack(packer *p, size_t size, const pk_ir *ir,
                      const char *target, pk_text *out) {
    pk_text tables, names;
    pk_status status;

    PK_TRY(open_object(p, size));
    memset(p->place, 0xff, p->elf->e_shnum * sizeof *p->place);
    PK_TRY(place_sections(p, true));
    PK_TRY(place_sections(p, false));
    PK_TRY(find_imports(p));
    PK_TRY(build_code(p));
    pk_text_init(&tables, out->allocator);
    pk_text_init(&names, out->allocator);
    status = write_blob(p, ir, target, &tables, &names, out);
    if (status == PK_OK && (tables.failed || names.failed || out->failed))
        status = pk_fail_no_memory(p->err);
    if (status == PK_OK)
        put_checksum(out);
    pk_text_finish(&tables);
    pk_text_finish(&names);
    return status;
}

pk_status pk_native_pack(const void *object, size_t size, const pk_ir *ir,
                         const char *target, pk_text *out, pk_error *err) {
    packer p = {.object = object, .err = err};
    pk_status status;

    pk_arena_init(&p.arena, out->allocator);
    status = pack(&p, size, ir, target, out);
    pk_arena_finish(&p.arena);
    return status;
}
