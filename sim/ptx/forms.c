/* SPDX-License-Identifier: Apache-2.0 */
/* Matching a mnemonic against forms.def.
 *
 * The table is searched once for each distinct mnemonic of a text, and what
 * was found is kept by its words: a text of thousands of instructions has a
 * few hundred mnemonics. The strings of the table are read as they stand. */
#include "sim/ptx/forms.h"

#include <stdio.h>
#include <string.h>

static const sim_form forms[] = {
#define FORM(op, base, modifiers, types, operands, sm, ptx)                    \
    {SIM_OP_##op, base, modifiers, types, operands, sm, ptx},
#include "sim/forms.def"
#undef FORM
};
enum { FORM_COUNT = sizeof forms / sizeof *forms };

static const struct {
    const char *base, *word; /* word: a modifier, NULL: any form */
} refused[] = {
#define REFUSE(base, word) {base, word},
#include "sim/refused.def"
#undef REFUSE
};

typedef enum field {
    FIELD_round,
    FIELD_cmp,
    FIELD_bool,
    FIELD_sub,
    FIELD_mode,
    FIELD_space,
    FIELD_scope,
    FIELD_order,
    FIELD_count,
    FIELD_ftz,
    FIELD_sat,
    FIELD_relu,
    FIELD_nan,
    FIELD_xorsign_abs,
    FIELD_abs,
    FIELD_satfinite,
    FIELD_oob,
    FIELD_noftz,
    FIELD_to,
    FIELD_pack,
    FIELD_po,
    FIELD_nc,
    FIELD_cc,
    FIELD_aligned,
    FIELD_is_sync,
    FIELD_hint,
    FIELD_cg,
    FIELD_word,
} field;

typedef struct modifier {
    const char *word;
    uint8_t field, value;
} modifier;

static const modifier modifiers[] = {
#define MOD(word, field, value) {word, FIELD_##field, value},
#include "sim/modifiers.def"
#undef MOD
};

/* Almost all words of a table differ in their first letter. */
static bool is_same(const char *a, const char *b) {
    return *a == *b && !strcmp(a, b);
}

sim_type sim_type_of(const char *name) {
    for (int i = 1; i < SIM_TYPE_COUNT; i++)
        if (is_same(sim_types[i].name, name))
            return (sim_type)i;
    return SIM_TYPE_none;
}

static const modifier *modifier_of(const char *word) {
    for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers; i++)
        if (is_same(modifiers[i].word, word))
            return &modifiers[i];
    return NULL;
}

static void set_field(sim_mnemonic *m, int f, uint8_t value) {
    sim_inst *i = &m->proto;

    switch ((field)f) {
    case FIELD_round: i->round = value; break;
    case FIELD_cmp: i->cmp = value; break;
    case FIELD_bool: i->bool_op = value; break;
    case FIELD_sub: i->sub = value; break;
    case FIELD_mode: i->mode = value; break;
    case FIELD_space: i->space = value; break;
    case FIELD_scope: i->scope = value; break;
    case FIELD_order: i->order = value; break;
    case FIELD_count: i->count = value; break;
    case FIELD_ftz: i->ftz = true; break;
    case FIELD_sat: i->sat = true; break;
    case FIELD_relu: i->relu = true; break;
    case FIELD_nan: i->nan = true; break;
    case FIELD_xorsign_abs: i->xorsign_abs = true; break;
    case FIELD_abs: i->abs = true; break;
    case FIELD_satfinite: i->satfinite = true; break;
    case FIELD_oob: i->oob = true; break;
    case FIELD_noftz: i->noftz = true; break;
    case FIELD_to: i->to = true; break;
    case FIELD_pack: i->pack = true; break;
    case FIELD_po: i->po = true; break;
    case FIELD_nc: i->nc = true; break;
    case FIELD_cc: i->cc = true; break;
    case FIELD_aligned: i->aligned = true; break;
    case FIELD_is_sync: i->is_sync = true; break;
    case FIELD_hint: m->hint = true; break;
    case FIELD_cg: m->cg = true; break;
    case FIELD_word: break;
    }
}

/* Sets what a word means; the group's "bool:", "cmp:" or "is_sync:" says that
 * it means something else than by itself. */
static void apply_word(sim_mnemonic *m, const char *word, const char *group) {
    const modifier *mod = modifier_of(word);

    if (!mod)
        return;
    if (!strncmp(group, "bool:", 5))
        set_field(m, FIELD_bool, mod->value);
    else if (!strncmp(group, "is_sync:", 8))
        set_field(m, FIELD_is_sync, 1);
    else if (strncmp(group, "cmp:", 4) != 0 || mod->field == FIELD_cmp)
        set_field(m, mod->field, mod->value);
    else /* .lo and .hi are halves elsewhere */
        set_field(m, FIELD_cmp,
                  mod->value == SIM_SUB_lo ? SIM_CMP_lo : SIM_CMP_hi);
}

/* ---- one form ---- */

/* True for the characters that end a word of a list. */
static bool ends_word(char c) {
    return !c || c == '|' || c == ' ' || c == '?' || c == ',';
}

/* Whether the word is one of `list`, "a|b|c" up to a space, `?` or the end. */
static bool in_list(const char *list, const char *word) {
    for (;; list++) {
        const char *at = word;

        for (; *at && *at == *list; at++)
            list++;
        if (!*at && ends_word(*list))
            return true;
        while (!ends_word(*list))
            list++;
        if (*list != '|')
            return false;
    }
}

static const char *group_list(const char *group) {
    const char *name = group;

    while ((*name >= 'a' && *name <= 'z') || *name == '_')
        name++;
    return name[0] == ':' && name[1] != ':' ? name + 1 : group;
}

/* How near a form came, worst first. */
typedef enum fit {
    FIT_types,   /* other types */
    FIT_illegal, /* a modifier that it does not have: `word` */
    FIT_missing, /* a group without a word: `word` is the group */
    FIT_yes,
} fit;

static fit fit_types(const sim_form *form, const sim_mnemonic *m) {
    const char *list = form->types;

    for (uint32_t i = 0; i < m->type_count; i++) {
        if (!*list || !in_list(list, sim_types[m->types[i]].name))
            return FIT_types;
        list += strcspn(list, ",");
        list += *list == ',';
    }
    return *list ? FIT_types : FIT_yes;
}

/* Some words may be said twice. */
static bool is_repeated(const sim_mnemonic *m, const bool *used, uint32_t at) {
    static const char *const words[] = {"sat", "cc", "relu", "approx", "sync"};
    bool may = false;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        may |= is_same(words[i], m->words[at]->text);
    for (uint32_t i = 1; may && i < m->count; i++)
        if (used[i] && m->words[i] == m->words[at])
            return true;
    return false;
}

static fit fit_form(const sim_form *form, sim_mnemonic *m, const char **word) {
    bool used[SIM_WORDS_MAX] = {false};
    fit missing = FIT_yes;
    const char *group = form->modifiers;

    if (fit_types(form, m) != FIT_yes)
        return FIT_types;
    for (;;) {
        const char *list, *end;
        uint32_t i = 1;

        while (*group == ' ')
            group++;
        if (!*group)
            break;
        list = group_list(group);
        for (end = group; *end && *end != ' ';)
            end++;

        while (i < m->count && (used[i] || !in_list(list, m->words[i]->text)))
            i++;
        if (i < m->count) {
            used[i] = true;
            apply_word(m, m->words[i]->text, group);
        } else if (end[-1] != '?' && missing == FIT_yes) {
            missing = FIT_missing;
            *word = group;
        }
        group = end;
    }
    for (uint32_t i = 1; i < m->count; i++)
        if (!used[i] && !is_repeated(m, used, i) &&
            sim_type_of(m->words[i]->text) == SIM_TYPE_none) {
            *word = m->words[i]->text;
            return FIT_illegal;
        }
    return missing;
}

/* ---- errors, in ptxas's words ---- */

static void report_missing(sim_unit *unit, uint32_t line, const char *base,
                           const char *group) {
    static const struct {
        const char *word, *text;
    } texts[] = {
        {"approx", "Rounding modifier or '.approx' modifier required"},
        {"rn", "Rounding modifier required"},
        {"rni", "Rounding modifier required"},
        {"eq", "Comparison modifier required"},
        {"clamp", "Clamp modifier required"},
        {"bfly", "Shuffle modifier required"},
    };
    const char *list = group_list(group);

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (in_list(list, texts[i].word)) {
            sim_unit_error(unit, SIM_INVALID_PTX, line,
                           "%s for instruction '%s'", texts[i].text, base);
            return;
        }
    if (in_list(list, "lo"))
        sim_unit_error(unit, SIM_INVALID_PTX, line,
                       "Unexpected instruction types specified for '%s'", base);
    else
        sim_unit_error(unit, SIM_INVALID_PTX, line,
                       "Modifier '.%.*s' required for instruction '%s'",
                       (int)strcspn(list, "| ?"), list, base);
}

static void report_fit(sim_unit *unit, uint32_t line, const sim_mnemonic *m,
                       fit best, const char *word) {
    const char *base = m->words[0]->text;

    if (best == FIT_missing)
        report_missing(unit, line, base, word);
    else if (best == FIT_illegal)
        sim_unit_error(unit, SIM_INVALID_PTX, line,
                       "Illegal modifier '.%s' for instruction '%s'", word,
                       base);
    else
        sim_unit_error(unit, SIM_INVALID_PTX, line,
                       "Unexpected instruction types specified for '%s'", base);
}

/* ---- mnemonics ---- */

/* Splits the words into modifiers and types; reports unknown ones. */
static bool take_words(sim_unit *unit, sim_mnemonic *m, uint32_t line) {
    bool ok = true;

    for (uint32_t i = 1; i < m->count; i++) {
        sim_type type = sim_type_of(m->words[i]->text);

        if (type == SIM_TYPE_none) {
            if (modifier_of(m->words[i]->text))
                continue;
            sim_unit_error(unit, SIM_INVALID_PTX, line,
                           "Unknown modifier '.%s'", m->words[i]->text);
            ok = false;
        } else if (m->type_count < SIM_TYPES_MAX)
            m->types[m->type_count++] = (uint8_t)type;
    }
    return ok;
}

static bool is_refused(const sim_mnemonic *m) {
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (!is_same(refused[i].base, m->words[0]->text))
            continue;
        if (!refused[i].word)
            return true;
        for (uint32_t k = 1; k < m->count; k++)
            if (is_same(refused[i].word, m->words[k]->text))
                return true;
    }
    return false;
}

static void name_refused(sim_unit *unit, const sim_mnemonic *m, uint32_t line) {
    char text[128];
    size_t length = 0;

    for (uint32_t i = 0; i < m->count && length < sizeof text; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s",
                                   i ? "." : "", m->words[i]->text);
    sim_unit_error(unit, SIM_NOT_SIMULATED, line,
                   "Instruction '%s' is not simulated", text);
}

/* The forms that fit, as a chain; what came nearest when none does. */
static fit find_forms(sim_unit *unit, sim_mnemonic *first, bool *known,
                      const char **word) {
    fit best = FIT_types;
    sim_mnemonic *tail = NULL;

    for (int i = 0; i < FORM_COUNT; i++) {
        const char *why = "";
        sim_mnemonic m;
        fit got;

        if (!is_same(forms[i].base, first->words[0]->text))
            continue;
        *known = true;
        m = *first;
        m.next = NULL;
        m.other = NULL;
        memset(&m.proto, 0, sizeof m.proto);
        got = fit_form(&forms[i], &m, &why);
        if (got > best) {
            best = got;
            *word = why;
        }
        if (got != FIT_yes)
            continue;
        m.form = &forms[i];
        m.proto.op = (uint16_t)forms[i].op;
        if (!tail) {
            m.next = first->next;
            *first = m;
            tail = first;
        } else {
            tail->other = SIM_NEW(&unit->pool, sim_mnemonic);
            tail = tail->other;
            *tail = m;
        }
    }
    return best;
}

static void resolve(sim_unit *unit, sim_mnemonic *m, uint32_t line) {
    const char *word = "";
    bool known = false;
    fit best;

    m->type_count = 0;
    if (is_refused(m)) {
        name_refused(unit, m, line);
        return;
    }
    if (!take_words(unit, m, line))
        return;
    best = find_forms(unit, m, &known, &word);
    if (!known)
        sim_unit_error(unit, SIM_INVALID_PTX, line,
                       "Not a name of any known instruction: '%s'",
                       m->words[0]->text);
    else if (best != FIT_yes)
        report_fit(unit, line, m, best, word);
}

static bool has_level(const sim_unit *unit, const sim_form *form) {
    return form->sm < SIM_SPECIFIC
               ? form->sm <= unit->sm
               : form->sm - SIM_SPECIFIC <= unit->sm && unit->sm_suffix;
}

bool sim_form_present(const sim_unit *unit, const sim_form *form) {
    return has_level(unit, form) && form->ptx <= unit->version;
}

/* .sm and .version that the form needs, as ptxas says it. */
static bool check_level(sim_unit *unit, const sim_mnemonic *m, uint32_t line) {
    const sim_form *form = m->form;

    for (const sim_mnemonic *o = m; o; o = o->other)
        if (sim_form_present(unit, o->form))
            return true;
    if (form->sm > SIM_SPECIFIC && !has_level(unit, form))
        sim_unit_error(unit, SIM_INVALID_PTX, line,
                       "Feature '%s' not supported on .target 'sm_%d%s'",
                       form->base, unit->sm, (char[]){unit->sm_suffix, 0});
    else if (form->sm > unit->sm && form->sm < SIM_SPECIFIC)
        sim_unit_error(unit, SIM_INVALID_PTX, line,
                       "Feature '%s' requires .target sm_%d or higher",
                       form->base, form->sm);
    if (form->ptx > unit->version)
        sim_unit_error(unit, SIM_INVALID_PTX, line,
                       "Feature '%s' requires PTX ISA .version %d.%d or later",
                       form->base, form->ptx / 10, form->ptx % 10);
    return false;
}

const sim_mnemonic *sim_mnemonic_of(sim_unit *unit, sim_mnemonics *known,
                                    sim_atom *const *words, uint32_t count,
                                    uint32_t line) {
    uint32_t hash = count;
    sim_mnemonic **bucket, *m;

    for (uint32_t i = 0; i < count; i++)
        hash = hash * 31 + words[i]->hash;
    bucket = &known->buckets[(hash ^ hash >> 9) & 511];
    for (m = *bucket; m; m = m->next)
        if (m->count == count &&
            !memcmp(m->words, words, count * sizeof *words))
            break;
    if (!m) {
        m = SIM_NEW(&unit->pool, sim_mnemonic);
        memcpy(m->words, words, count * sizeof *words);
        m->count = count;
        m->next = *bucket;
        *bucket = m;
        resolve(unit, m, line);
    } else if (!m->form)
        resolve(unit, m, line);
    return m->form && check_level(unit, m, line) ? m : NULL;
}
