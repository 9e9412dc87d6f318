/* SPDX-License-Identifier: Apache-2.0 */
/* See ptx_code.h. The emitter puts one instruction, label, brace or
 * declaration on a line; only constant data goes over several. */
#include "tests/ptx/ptx_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHARED_BASE = 16, MAX_CONSTANTS = 1 << 16 };

int code_class(const char *text, size_t *length) {
    static const char *const prefixes[PTX_CLASSES] = {"%p",  "%h", "%r",
                                                      "%rd", "%f", "%fd"};

    for (int i = 0; i < PTX_CLASSES; i++) {
        *length = strlen(prefixes[i]);
        if (!strncmp(text, prefixes[i], *length) &&
            (text[*length] == '<' ||
             (text[*length] >= '0' && text[*length] <= '9')))
            return i;
    }
    return -1;
}

/* ---- declarations ---- */

static void read_registers(function *f, const char *line) {
    const char *name = strchr(line, '%');
    size_t length;
    int class = name ? code_class(name, &length) : -1;

    if (class >= 0)
        f->registers[class] = atoi(name + length + 1);
}

/* ".shared .align 4 .b8 name[64]", perhaps with " = {...}" behind. */
static void read_storage(code *c, const char *line) {
    const char *at = strstr(line, ".b8 "), *bracket, *data;
    uint32_t align = 16, *used;
    symbol *s = &c->symbols[c->symbol_count++];

    s->space = strstr(line, ".shared")  ? 's'
               : strstr(line, ".local") ? 'l'
                                        : 'c';
    sscanf(strstr(line, ".align"), ".align %u", &align);
    bracket = strchr(at, '[');
    snprintf(s->name, sizeof s->name, "%.*s", (int)(bracket - at - 4), at + 4);
    s->size = (uint32_t)strtoul(bracket + 1, NULL, 10);
    used = &c->sizes[(int)s->space];
    *used = (*used + align - 1) / align * align;
    s->address = *used + SHARED_BASE;
    *used += s->size;
    if (!(data = strchr(line, '{')))
        return;
    if (!c->constants)
        c->constants = calloc(1, MAX_CONSTANTS);
    for (uint32_t i = 0; data && i < s->size; i++) {
        c->constants[s->address + i] = (uint8_t)strtoul(data + 1, NULL, 10);
        data = strpbrk(data + 1, ",}");
    }
}

/* ---- instructions ---- */

static int function_named(code *c, const char *name) {
    for (int i = 0; i < c->function_count; i++)
        if (!strcmp(c->functions[i].name, name))
            return i;
    return -1;
}

static void read_operand(operand *o, char *text) {
    char *plus = strchr(text, '+');
    size_t length;

    o->is_address = *text == '[';
    text += o->is_address;
    if (plus && o->is_address) {
        *plus = '\0';
        o->offset = strtoll(plus + 1, NULL, 10);
    }
    text[strcspn(text, "]")] = '\0';
    o->text = text;
    o->class = code_class(text, &length);
    if (o->class >= 0) {
        o->kind = OPERAND_register;
        o->index = atoi(text + length);
    } else if (*text == '%') {
        o->kind = OPERAND_special;
    } else if (!strncmp(text, "0f", 2) || !strncmp(text, "0d", 2)) {
        o->kind = OPERAND_number;
        o->number = strtoull(text + 2, NULL, 16);
    } else if (*text == '-' || (*text >= '0' && *text <= '9')) {
        o->kind = OPERAND_number;
        o->number = *text == '-' ? (uint64_t)strtoll(text, NULL, 10)
                                 : strtoull(text, NULL, 10);
    } else {
        o->kind = OPERAND_symbol;
    }
}

/* "call.uni (r), f$0, (a0, a1)": arguments are a0, a1, ... in order. */
static void read_call(code *c, instruction *in, char *rest) {
    char *name = strstr(rest, "f$");

    name[strcspn(name, ",")] = '\0';
    in->callee = function_named(c, name);
    if (in->callee < 0)
        c->problem = "call of an unknown function";
}

static void read_instruction(code *c, function *f, char *line) {
    instruction *in;
    char *words, *save;
    size_t length;

    if (f->count == f->capacity) {
        f->capacity = f->capacity ? 2 * f->capacity : 64;
        in = realloc(f->code, (size_t)f->capacity * sizeof *f->code);
        if (!in)
            abort();
        f->code = in;
    }
    in = &f->code[f->count++];
    memset(in, 0, sizeof *in);
    in->guard = -1;
    if (*line == '@') {
        char *guard = strsep(&line, " ") + 1;
        in->guard_not = *guard == '!';
        code_class(guard + in->guard_not, &length);
        in->guard = atoi(guard + in->guard_not + length);
    }
    words = strsep(&line, " ");
    for (char *w = strtok_r(words, ".", &save); w && in->word_count < PTX_WORDS;
         w = strtok_r(NULL, ".", &save))
        in->words[in->word_count++] = w;
    if (!strcmp(in->words[0], "call")) {
        read_call(c, in, line);
        return;
    }
    for (char *o = line ? strtok_r(line, ", ", &save) : NULL;
         o && in->operand_count < PTX_OPERANDS; o = strtok_r(NULL, ", ", &save))
        read_operand(&in->operands[in->operand_count++], o);
}

/* Labels are kept as instructions without words and found afterwards. */
static void read_label(function *f, code *c, char *line) {
    line[strlen(line) - 1] = '\0';
    read_instruction(c, f, line);
    f->code[f->count - 1].operands[0].text = f->code[f->count - 1].words[0];
    f->code[f->count - 1].word_count = 0;
}

static void resolve(code *c, function *f, operand *o) {
    for (int i = 0; i < f->count; i++)
        if (!f->code[i].word_count &&
            !strcmp(f->code[i].operands[0].text, o->text)) {
            o->number = (uint64_t)i;
            return;
        }
    for (int i = 0; i < c->symbol_count; i++)
        if (!strcmp(c->symbols[i].name, o->text))
            o->number = c->symbols[i].address;
}

/* Shared memory sized at launch lies behind all that is declared. */
static void place_dynamic(code *c) {
    for (int i = 0; i < c->symbol_count; i++)
        if (!strcmp(c->symbols[i].name, "dynamic$")) {
            c->sizes['s'] = (c->sizes['s'] + 15) / 16 * 16;
            c->symbols[i].address = c->sizes['s'] + SHARED_BASE;
        }
}

static void resolve_all(code *c) {
    for (int n = 0; n < c->function_count; n++)
        for (int i = 0; i < c->functions[n].count; i++) {
            instruction *in = &c->functions[n].code[i];
            for (int k = 0; in->word_count && k < in->operand_count; k++)
                if (in->operands[k].kind == OPERAND_symbol)
                    resolve(c, &c->functions[n], &in->operands[k]);
        }
}

/* ---- lines ---- */

/* A line that begins a function, or declares one (then it stays empty). */
static function *read_head(code *c, const char *line) {
    bool is_entry = strstr(line, ".entry") != NULL;
    const char *at = is_entry ? strstr(line, ".entry") + 7 : strstr(line, "f$");
    char name[128];
    int n;

    snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "("), at);
    n = function_named(c, name);
    if (n < 0)
        n = c->function_count++;
    strcpy(c->functions[n].name, name);
    c->functions[n].is_entry = is_entry;
    return &c->functions[n];
}

static void read_line(code *c, function **f, char *line) {
    size_t end = strlen(line);

    if (strstr(line, ".entry") || !strncmp(line, ".func", 5))
        *f = read_head(c, line);
    else if (strstr(line, ".b8 ") && strstr(line, ".align") &&
             strncmp(line, ".param", 6) != 0)
        read_storage(c, line);
    else if (!strncmp(line, ".reg", 4))
        read_registers(*f, line);
    else if (*line == '.' || *line == '{' || *line == '}')
        return;
    else if (line[end - 1] == ':')
        read_label(*f, c, line);
    else
        read_instruction(c, *f, line);
}

void code_read(code *c, const char *text) {
    function *f = &c->functions[0];
    char *rest;

    c->text = rest = strdup(text);
    while (rest && *rest && !c->problem) {
        /* Constant data has no ';' before its end. */
        bool data = !strncmp(rest, ".const", 6);
        char *line = strsep(&rest, data ? ";" : "\n");

        line += strspn(line, "\t ");
        while (*line && strchr(";\t ", line[strlen(line) - 1]))
            line[strlen(line) - 1] = '\0';
        if (*line)
            read_line(c, &f, line);
        if (c->function_count == PTX_FUNCTIONS ||
            c->symbol_count == PTX_SYMBOLS)
            c->problem = "more functions or arrays than the test holds";
    }
    place_dynamic(c);
    resolve_all(c);
}

void code_free(code *c) {
    for (int i = 0; i < c->function_count; i++)
        free(c->functions[i].code);
    free(c->constants);
    free(c->text);
}
