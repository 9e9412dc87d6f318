/* SPDX-License-Identifier: Apache-2.0 */
/* Files and folders in the plugin path that are not what they should be: cut
 * short, damaged, no files at all, and such as others than root and the user
 * could have put there. Each is a failure with a reason; none crashes or
 * hangs. */
#include "runtime_test.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>

enum { OTHER = 12345 }; /* a user and a group that nobody is */

static char dir[64], file[96];
static char *plugin;
static size_t plugin_size;

static void read_plugin(void) {
    FILE *in = fopen(TEST_PLUGINS "/portkern-far.so", "rb");

    ck_assert_ptr_nonnull(in);
    ck_assert_int_eq(fseek(in, 0, SEEK_END), 0);
    plugin_size = (size_t)ftell(in);
    rewind(in);
    plugin = malloc(plugin_size);
    ck_assert_ptr_nonnull(plugin);
    ck_assert_uint_eq(fread(plugin, 1, plugin_size, in), plugin_size);
    fclose(in);
}

static void write_file(const char *path, const void *bytes, size_t size) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0755);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, bytes, size), (ssize_t)size);
    ck_assert_int_eq(fchmod(fd, 0755), 0);
    close(fd);
}

/* A folder of our own with a whole plugin, under the umask that most have. */
static void begin(void) {
    umask(022);
    snprintf(dir, sizeof dir, "/tmp/portkern-files-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(dir));
    ck_assert_int_eq(chmod(dir, 0755), 0);
    snprintf(file, sizeof file, "%s/portkern-far.so", dir);
    read_plugin();
    write_file(file, plugin, plugin_size);
}

static void end(void) {
    char command[128];

    free(plugin);
    snprintf(command, sizeof command, "rm -rf %s", dir);
    ck_assert_int_eq(system(command), 0);
}

static pk_status open_far(const char *path) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = "far",
                                  .plugin_path = path,
                                  .cache_dir = "off"};
    pk_context *ctx = NULL;
    pk_status status = pk_context_create(&options, &ctx, &err);

    pk_context_release(ctx);
    return status;
}

#define REFUSED(words) assert_fails(open_far(dir), PK_NO_PLUGIN, words)

/* Only root can give files away. */
static bool can_chown(void) {
    if (geteuid() == 0)
        return true;
    fprintf(stderr, "# skipped: only root can make files of another user\n");
    return false;
}

/* ---- what is in the file ---- */

START_TEST(a_file_that_was_cut_short_is_told)
{
    size_t step, near = 80;

    begin();
    step = plugin_size / 400;
    for (size_t size = plugin_size - 1; size > 0; size--) {
        ck_assert_int_eq(truncate(file, (off_t)size), 0);
        REFUSED("the file is incomplete");
        if (size < plugin_size - near && size > near + step)
            size -= step;
    }
    ck_assert_int_eq(truncate(file, 0), 0);
    REFUSED("it is empty");
    end();
}
END_TEST

/* As after a crash of the machine: the size is there, the content is not. */
START_TEST(a_file_whose_end_is_zeros_is_told)
{
    size_t step;

    begin();
    step = plugin_size / 200;
    for (size_t size = (plugin_size - sizeof(Elf64_Shdr)) / step * step;
         size > 0; size -= step) {
        ck_assert_int_eq(truncate(file, (off_t)size), 0);
        ck_assert_int_eq(truncate(file, (off_t)plugin_size), 0);
        REFUSED("cannot open ");
    }
    ck_assert_int_eq(truncate(file, 0), 0);
    ck_assert_int_eq(truncate(file, (off_t)1 << 40), 0);
    REFUSED("it is not a shared object");
    end();
}
END_TEST

static void patch(size_t offset, const void *bytes, size_t size) {
    int fd = open(file, O_WRONLY);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(pwrite(fd, bytes, size, (off_t)offset), (ssize_t)size);
    close(fd);
}

#define PATCHED(type, member, number, words)                                   \
    do {                                                                       \
        type header_;                                                          \
        header_.member = (number);                                             \
        patch(offsetof(type, member), &header_.member, sizeof header_.member); \
        REFUSED(words);                                                        \
        write_file(file, plugin, plugin_size);                                 \
    } while (0)

START_TEST(headers_that_lie_are_told)
{
    unsigned char class = ELFCLASS32, order = ELFDATA2MSB;

    begin();
    PATCHED(Elf64_Ehdr, e_machine, EM_RISCV, "for another processor");
    PATCHED(Elf64_Ehdr, e_type, ET_EXEC, "link it with -shared");
    PATCHED(Elf64_Ehdr, e_type, ET_REL, "link it with -shared");
    PATCHED(Elf64_Ehdr, e_phoff, UINT64_MAX - 8, "the file is incomplete");
    PATCHED(Elf64_Ehdr, e_phnum, 0, "program headers cannot be read");
    PATCHED(Elf64_Ehdr, e_phnum, 60000, "program headers cannot be read");
    PATCHED(Elf64_Ehdr, e_phentsize, 1, "program headers cannot be read");
    PATCHED(Elf64_Ehdr, e_shoff, UINT64_MAX, "the file is incomplete");
    PATCHED(Elf64_Ehdr, e_shentsize, 3, "section headers cannot be read");
    PATCHED(Elf64_Ehdr, e_shstrndx, 1, "its sections have no names");
    patch(EI_CLASS, &class, 1);
    REFUSED("for another processor");
    write_file(file, plugin, plugin_size);
    patch(EI_DATA, &order, 1);
    REFUSED("for another processor");
    write_file(file, plugin, plugin_size);
    assert_ok(open_far(dir));
    end();
}
END_TEST

/* Each word of the dynamic section, in turn, leads far away. */
START_TEST(a_dynamic_section_that_leads_away_is_told)
{
    const Elf64_Ehdr *header;
    const Elf64_Phdr *segment;
    static const Elf64_Sxword followed[] = {DT_STRTAB, DT_SYMTAB, DT_STRSZ,
                                            DT_RELA,   DT_RELASZ, DT_GNU_HASH,
                                            DT_VERSYM, DT_NEEDED};
    static const uint64_t far_away[] = {UINT64_MAX, (uint64_t)1 << 40};
    int met = 0;

    begin();
    header = (const Elf64_Ehdr *)(const void *)plugin;
    segment = (const Elf64_Phdr *)(const void *)(plugin + header->e_phoff);
    for (int i = 0; i < header->e_phnum; i++, segment++) {
        if (segment->p_type != PT_DYNAMIC)
            continue;
        for (size_t at = 0; at < segment->p_filesz; at += sizeof(Elf64_Dyn)) {
            Elf64_Dyn entry;
            memcpy(&entry, plugin + segment->p_offset + at, sizeof entry);
            for (size_t k = 0; k < sizeof followed / sizeof *followed; k++)
                for (int n = 0; n < 2 && entry.d_tag == followed[k]; n++) {
                    patch(segment->p_offset + at + sizeof entry.d_tag,
                          &far_away[n], sizeof far_away[n]);
                    REFUSED("it is damaged");
                    write_file(file, plugin, plugin_size);
                    met++;
                }
        }
    }
    ck_assert_int_ge(met, 14);
    end();
}
END_TEST

START_TEST(what_is_no_regular_file_is_told)
{
    begin();
    ck_assert_int_eq(unlink(file), 0);
    ck_assert_int_eq(mkfifo(file, 0600), 0);
    REFUSED("is not a regular file");
    ck_assert_int_eq(unlink(file), 0);
    ck_assert_int_eq(mkdir(file, 0700), 0);
    REFUSED("is not a regular file");
    ck_assert_int_eq(rmdir(file), 0);
    ck_assert_int_eq(symlink("/dev/zero", file), 0);
    REFUSED("/dev/zero");
    ck_assert_int_eq(unlink(file), 0);
    ck_assert_int_eq(symlink(file, file), 0);
    REFUSED("no file portkern-far.so");
    ck_assert_int_eq(unlink(file), 0);
    write_file(file, "I am a poem.\n", 13);
    REFUSED("it is not a shared object");
    end();
}
END_TEST

/* The file that a program names is not asked whose it is, but what it is. */
START_TEST(a_file_that_is_named_is_read_first_too)
{
    pk_context_options options = {
        .struct_size = sizeof options, .plugin_file = file, .cache_dir = "off"};
    pk_context *ctx = NULL;

    begin();
    ck_assert_int_eq(truncate(file, (off_t)plugin_size / 2), 0);
    assert_fails(pk_context_create(&options, &ctx, &err), PK_NO_PLUGIN,
                 "the file is incomplete");
    ck_assert_int_eq(unlink(file), 0);
    ck_assert_int_eq(mkfifo(file, 0600), 0);
    assert_fails(pk_context_create(&options, &ctx, &err), PK_NO_PLUGIN,
                 "it is not a regular file");
    end();
}
END_TEST

START_TEST(one_bad_file_is_a_row_among_others)
{
    pk_context_options options = {.struct_size = sizeof options,
                                  .plugin_path = dir};
    const pk_device_info *row = NULL;
    pk_device_list *list = NULL;
    size_t usable = 0;

    begin();
    setenv("PORTKERN_LIBOPENCL", "/nowhere/libOpenCL.so", 1);
    ck_assert_int_eq(truncate(file, (off_t)plugin_size / 2), 0);
    assert_ok(pk_device_list_create(&options, &list, &err));
    for (size_t i = 0; i < pk_device_list_count(list); i++) {
        const pk_device_info *at = pk_device_list_get(list, i);
        usable += at->status == PK_OK;
        if (strcmp(at->backend, "far") == 0)
            row = at;
    }
    ck_assert_ptr_nonnull(row);
    ck_assert_int_eq(row->status, PK_NO_PLUGIN);
    ck_assert(strstr(row->reason, "the file is incomplete") != NULL);
    ck_assert_uint_ge(usable, 1);
    pk_device_list_release(list);
    end();
}
END_TEST

/* ---- whose it is ---- */

START_TEST(another_users_file_or_folder_is_refused)
{
    char link[96], moved[96];

    begin();
    if (!can_chown()) {
        end();
        return;
    }
    assert_ok(open_far(dir));
    ck_assert_int_eq(chown(file, OTHER, 0), 0);
    REFUSED("portkern-far.so belongs to user 12345");
    ck_assert_int_eq(chown(file, 0, 0), 0);
    ck_assert_int_eq(chown(dir, OTHER, 0), 0);
    REFUSED("belongs to user 12345");
    ck_assert_int_eq(chown(dir, 0, 0), 0);
    assert_ok(open_far(dir));

    snprintf(moved, sizeof moved, "%s/moved", dir);
    snprintf(link, sizeof link, "%s/link", dir);
    ck_assert_int_eq(rename(file, moved), 0);
    ck_assert_int_eq(symlink("moved", file), 0);
    assert_ok(open_far(dir));
    ck_assert_int_eq(lchown(file, OTHER, 0), 0); /* the link, not the file */
    REFUSED("portkern-far.so belongs to user 12345");
    end();
}
END_TEST

START_TEST(what_others_can_write_is_refused)
{
    begin();
    ck_assert_int_eq(chmod(file, 0757), 0);
    REFUSED("portkern-far.so can be written by everybody");
    ck_assert_int_eq(chmod(file, 0755), 0);
    ck_assert_int_eq(chmod(dir, 0757), 0);
    REFUSED("can be written by everybody");
    ck_assert_int_eq(chmod(dir, 01777),
                     0); /* what /tmp is: a file may be new */
    REFUSED("can be written by everybody");
    ck_assert_int_eq(chmod(dir, 0755), 0);
    if (!can_chown()) {
        end();
        return;
    }
    ck_assert_int_eq(chown(dir, 0, OTHER), 0);
    ck_assert_int_eq(chmod(dir, 0775), 0);
    REFUSED("can be written by group 12345");
    ck_assert_int_eq(chmod(dir, 0755), 0);
    assert_ok(open_far(dir));
    ck_assert_int_eq(chown(file, 0, OTHER), 0);
    ck_assert_int_eq(chmod(file, 0775), 0);
    REFUSED("portkern-far.so can be written by group 12345");
    end();
}
END_TEST

/* The umask 002 of distributions that give each user a group. */
START_TEST(a_users_own_group_may_write)
{
    begin();
    if (!can_chown()) {
        end();
        return;
    }
    ck_assert_int_eq(chown(dir, 0, 0), 0);
    ck_assert_int_eq(chmod(dir, 0775), 0);
    ck_assert_int_eq(chown(file, 0, 0), 0);
    ck_assert_int_eq(chmod(file, 0775), 0);
    assert_ok(open_far(dir));
    end();
}
END_TEST

START_TEST(what_leads_there_is_judged_too)
{
    char inner[96], path[160], link[96];

    begin();
    snprintf(inner, sizeof inner, "%s/inner", dir);
    snprintf(path, sizeof path, "%s/portkern-far.so", inner);
    snprintf(link, sizeof link, "%s/link", dir);
    ck_assert_int_eq(mkdir(inner, 0755), 0);
    write_file(path, plugin, plugin_size);
    assert_ok(open_far(inner));
    ck_assert_int_eq(chmod(dir, 0777), 0);
    assert_fails(open_far(inner), PK_NO_PLUGIN, "can be written by everybody");
    ck_assert(strstr(err.message, inner) != NULL); /* and its parent's name */
    ck_assert_int_eq(chmod(dir, 01777), 0);
    assert_ok(open_far(inner)); /* nobody else can move it there */
    if (can_chown()) {
        ck_assert_int_eq(chown(dir, OTHER, OTHER), 0);
        assert_fails(open_far(inner), PK_NO_PLUGIN, "belongs to user 12345");
        ck_assert_int_eq(chown(dir, 0, 0), 0);
    }
    ck_assert_int_eq(chmod(dir, 0755), 0);

    ck_assert_int_eq(symlink(inner, link), 0);
    assert_ok(open_far(link));
    ck_assert_int_eq(chmod(inner, 0777), 0);
    assert_fails(open_far(link), PK_NO_PLUGIN, "can be written by everybody");
    ck_assert_int_eq(unlink(file), 0);
    ck_assert_int_eq(symlink("inner/portkern-far.so", file), 0);
    REFUSED("inner can be written by everybody");
    ck_assert_int_eq(chmod(inner, 0755), 0);
    assert_ok(open_far(dir));
    end();
}
END_TEST

START_TEST(folders_are_absolute)
{
    static const char *const relative[] = {".", "..", "plugins", "./",
                                           "../tmp"};
    char path[256];

    begin();
    ck_assert_int_eq(chdir(dir), 0);
    for (size_t i = 0; i < sizeof relative / sizeof *relative; i++)
        assert_fails(open_far(relative[i]), PK_NO_PLUGIN,
                     "is not an absolute path");
    snprintf(path, sizeof path, "::.:%s", dir); /* the others are good */
    assert_ok(open_far(path));
    snprintf(path, sizeof path, "%s/../%s/./", dir, strrchr(dir, '/') + 1);
    assert_ok(open_far(path));
    snprintf(path, sizeof path, "%s/portkern-far.so/", dir);
    assert_fails(open_far(path), PK_NO_PLUGIN, "is not a folder");
    snprintf(path, sizeof path, "%s/portkern-far.so/x", dir);
    assert_fails(open_far(path), PK_NO_PLUGIN, "Not a directory");
    setenv("PORTKERN_PLUGIN_PATH", ".", 1);
    assert_fails(open_far(NULL), PK_NO_PLUGIN, "is not an absolute path");
    setenv("PORTKERN_PLUGIN_PATH", dir, 1);
    assert_ok(open_far(NULL));
    end();
}
END_TEST

TESTS("runtime_plugin_files", a_file_that_was_cut_short_is_told,
      a_file_whose_end_is_zeros_is_told, headers_that_lie_are_told,
      a_dynamic_section_that_leads_away_is_told,
      what_is_no_regular_file_is_told, a_file_that_is_named_is_read_first_too,
      one_bad_file_is_a_row_among_others,
      another_users_file_or_folder_is_refused, what_others_can_write_is_refused,
      a_users_own_group_may_write, what_leads_there_is_judged_too,
      folders_are_absolute)
