/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions: the other half of the parser. What fits together is for the
 * verifier to say; here names become the things that they name. */
#include "core/text/parse.h"

#include "base/hash.h"
#include "base/number.h"

#include <string.h>

/* ---- operations by name ---- */

static uint8_t hash_word(const char *text, size_t length) {
    uint32_t hash = pk_hash_name(text, length);

    return (uint8_t)(hash ^ hash >> 16);
}

void pk_parse_init_ops(pk_parser *p) {
    _Static_assert(PK_OP_COUNT < 200, "the table of names is too small");
    for (int op = 0; op < PK_OP_COUNT; op++) {
        const char *name = pk_op_table[op].name;
        uint8_t at = hash_word(name, strlen(name));
        while (p->op_slots[at])
            at++;
        p->op_slots[at] = (uint8_t)(op + 1);
    }
}

static bool find_op(const pk_parser *p, const char *text, size_t length,
                    pk_op *op) {
    uint8_t at = hash_word(text, length);

    for (; p->op_slots[at]; at++) {
        const char *name = pk_op_table[p->op_slots[at] - 1].name;
        if (strlen(name) == length && !memcmp(name, text, length)) {
            *op = (pk_op)(p->op_slots[at] - 1);
            return true;
        }
    }
    return false;
}

/* ---- values ---- */

static void push_value(pk_parser *p, pk_value *value) {
    if (p->value_count == p->value_capacity) {
        uint32_t capacity = p->value_capacity ? p->value_capacity * 2 : 16;
        pk_value **larger =
            pk_arena_array(p->ir->arena, capacity, sizeof *larger);
        if (p->ir->arena->failed)
            return;
        if (p->value_count)
            memcpy(larger, p->values, p->value_count * sizeof *larger);
        p->values = larger;
        p->value_capacity = capacity;
    }
    p->values[p->value_count++] = value;
}

/* True for a number below 10^9 without zeros in front. */
static bool read_number(const pk_token *name, uint32_t *out) {
    uint32_t number = 0;

    for (uint32_t i = 0; i < name->length; i++) {
        uint32_t digit = (unsigned char)name->text[i] - (uint32_t)'0';
        if (digit > 9 || i == 9)
            return false;
        number = number * 10 + digit;
    }
    *out = number;
    return name->length && (name->text[0] != '0' || name->length == 1);
}

/* The slot of the number, or the free one where it belongs. */
static pk_temp *temp_slot(const pk_temps *temps, uint32_t number) {
    uint64_t hash = number * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t mask = temps->capacity - 1;
    uint32_t at = (uint32_t)(hash >> 32) & mask;

    while (temps->slots[at].value && temps->slots[at].number != number)
        at = (at + 1) & mask;
    return &temps->slots[at];
}

/* Makes room for one more. */
static bool grow_temps(pk_parser *p) {
    const pk_temps old = p->temps;
    pk_temps *temps = &p->temps;

    if (old.count * 2 < old.capacity)
        return true;
    temps->capacity = old.capacity ? old.capacity * 2 : 64;
    temps->slots =
        pk_arena_array(p->ir->arena, temps->capacity, sizeof *temps->slots);
    if (p->ir->arena->failed)
        return false;
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.slots[i].value)
            *temp_slot(temps, old.slots[i].number) = old.slots[i];
    return true;
}

static pk_value *find_value(const pk_parser *p, const pk_token *name) {
    uint32_t number;
    pk_name *found;

    if (read_number(name, &number))
        return p->temps.count ? temp_slot(&p->temps, number)->value : NULL;
    found = pk_names_find(&pk_func_get_data(p->fn)->names, name->text,
                          name->length);
    return found && found->sigil == '%' ? found->what : NULL;
}

static bool parse_use(pk_parser *p) {
    pk_token name = {0};
    pk_value *value;

    if (!pk_parse_name(p, '%', &name))
        return false;
    value = find_value(p, &name);
    if (!value)
        return pk_parse_fail(p, &name,
                             "no value of that name is defined above");
    push_value(p, value);
    return true;
}

static bool parse_const(pk_parser *p) {
    pk_literal literal;
    pk_type type = PK_TYPE_void;
    uint64_t bits = 0;

    if (!pk_parse_literal(p, &literal) || !pk_parse_mark(p, ':') ||
        !pk_parse_type(p, &type) ||
        !pk_parse_literal_bits(p, &literal, type, &bits))
        return false;
    push_value(p, pk_const_bits(p->fn, type, bits));
    return true;
}

/* Values with commas between them; there is at least one. */
static bool parse_values(pk_parser *p) {
    do {
        bool name = p->token.kind == PK_TOKEN_name;
        if (!(name ? parse_use(p) : parse_const(p)))
            return false;
    } while (pk_parse_accept_mark(p, ','));
    return true;
}

static bool starts_value(const pk_parser *p) {
    return p->token.kind == PK_TOKEN_name || p->token.kind == PK_TOKEN_number ||
           p->token.kind == PK_TOKEN_word || pk_parse_is_mark(p, '-');
}

/* A new temporary, "%4: i32". Its value waits in p->values. */
static bool parse_new_temp(pk_parser *p, pk_value_kind kind) {
    pk_token name = {0};
    pk_type type = PK_TYPE_void;
    uint32_t number;
    pk_temp *slot;

    if (!pk_parse_name(p, '%', &name))
        return false;
    if (!read_number(&name, &number))
        return pk_parse_fail(p, &name, "a temporary has a number");
    if (!grow_temps(p))
        return false;
    slot = temp_slot(&p->temps, number);
    if (slot->value)
        return pk_parse_fail(p, &name, "the number is taken");
    if (!pk_parse_mark(p, ':') || !pk_parse_type(p, &type))
        return false;
    *slot = (pk_temp){number, pk_value_new(p->fn, kind, type)};
    p->temps.count++;
    push_value(p, slot->value);
    return true;
}

/* ---- the parts of an instruction ---- */

static uint8_t find_flag(const char *text, size_t length) {
    static const struct {
        const char *word;
        uint8_t flag;
    } flags[] = {
        {"contract", PK_INST_contract}, {"reassoc", PK_INST_reassoc},
        {"approx", PK_INST_approx},     {"items", PK_INST_items},
        {"nonneg", PK_INST_nonneg},     {"catch", PK_INST_catch},
        {"parallel", PK_INST_parallel}, {"apart", PK_INST_apart},
    };

    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strlen(flags[i].word) == length &&
            !memcmp(flags[i].word, text, length))
            return flags[i].flag;
    return 0;
}

/* "mul.contract": the operation, then what it carries. */
static bool parse_opcode(pk_parser *p, pk_inst *head) {
    pk_token word = p->token;
    const char *at = word.text, *end = word.text + word.length, *dot;
    pk_op op;

    if (word.kind != PK_TOKEN_word)
        return pk_parse_expected(p, "an operation");
    dot = memchr(at, '.', word.length);
    dot = dot ? dot : end;
    if (!find_op(p, at, (size_t)(dot - at), &op))
        return pk_parse_expected(p, "an operation");
    head->op = op;
    if (pk_op_table[head->op].form == PK_OPFORM_AXIS) {
        if (end - dot < 2 || dot[1] < 'x' || dot[1] > 'z' ||
            (end - dot > 2 && dot[2] != '.'))
            return pk_parse_fail(p, &word, "expected .x, .y or .z");
        head->axis = (uint8_t)(dot[1] - 'x');
        dot += 2;
    }
    while (dot < end) {
        size_t length;
        uint8_t flag;
        at = dot + 1;
        dot = memchr(at, '.', (size_t)(end - at));
        dot = dot ? dot : end;
        length = (size_t)(dot - at);
        if (!(flag = find_flag(at, length)))
            return pk_parse_fail(p, &word, "unknown flag behind the operation");
        head->flags |= flag;
    }
    pk_parse_take(p);
    return true;
}

static bool parse_local_use(pk_parser *p, pk_inst *head) {
    pk_token name = {0};
    pk_name *found;

    if (!pk_parse_name(p, '$', &name))
        return false;
    found =
        pk_names_find(&pk_func_get_data(p->fn)->names, name.text, name.length);
    if (!found || found->sigil != '$')
        return pk_parse_fail(p, &name, "there is no such local");
    head->local = found->what;
    return !pk_parse_accept_mark(p, ',') || parse_values(p);
}

static bool parse_callee(pk_parser *p, pk_inst *head) {
    pk_token name = {0};
    pk_name *found;

    if (!pk_parse_name(p, '@', &name))
        return false;
    found =
        pk_names_find(&pk_ir_get_data(p->ir)->names, name.text, name.length);
    if (!found)
        return pk_parse_fail(p, &name, "there is no such function");
    head->callee = found->what;
    if (!pk_parse_mark(p, '('))
        return false;
    if (pk_parse_accept_mark(p, ')'))
        return true;
    return parse_values(p) && pk_parse_mark(p, ')');
}

static bool parse_label(pk_parser *p, uint32_t *label) {
    pk_token name = {0};
    uint64_t value = 0;

    if (!pk_parse_name(p, '^', &name))
        return false;
    if (!pk_uint_parse(name.text, name.length, &value) || !value ||
        value > UINT32_MAX)
        return pk_parse_fail(p, &name, "a label is a number from 1");
    *label = (uint32_t)value;
    return true;
}

/* The instruction around the one being read that has the label. */
static pk_inst *find_label(const pk_parser *p, uint32_t label) {
    pk_inst *at = p->builder.region->owner;

    while (at && at->label != label)
        at = at->parent->owner;
    return at;
}

static bool parse_exit(pk_parser *p, pk_inst *head) {
    pk_token at = p->token;
    uint32_t label = 0;

    if (!parse_label(p, &label))
        return false;
    head->target = find_label(p, label);
    return head->target ||
           pk_parse_fail(p, &at, "no region around this one has that label");
}

/* Reads the text between the operation and '{'. */
static bool parse_control(pk_parser *p, pk_inst *head) {
    pk_token at = p->token;

    if (head->op == PK_OP_if)
        return parse_values(p);
    if (!parse_label(p, &head->label))
        return false;
    if (find_label(p, head->label))
        return pk_parse_fail(p, &at,
                             "the label is taken by a region around this one");
    if (head->op != PK_OP_for)
        return true;
    if (!parse_new_temp(p, PK_VALUE_index) || !pk_parse_mark(p, '='))
        return false;
    head->index = p->values[--p->value_count];
    return parse_values(p);
}

static bool parse_operands(pk_parser *p, pk_inst *head) {
    switch ((pk_op_form)pk_op_table[head->op].form) {
    case PK_OPFORM_NONE:
    case PK_OPFORM_AXIS: return !starts_value(p) || parse_values(p);
    case PK_OPFORM_LOCAL: return parse_local_use(p, head);
    case PK_OPFORM_CALLEE: return parse_callee(p, head);
    case PK_OPFORM_BLOCKS: return parse_control(p, head);
    case PK_OPFORM_EXIT: return parse_exit(p, head);
    case PK_OPFORM_TEXT:
        return pk_parse_string(p, "words in quotes", &head->text) &&
               (!pk_parse_accept_mark(p, ',') || parse_values(p));
    }
    return false;
}

/* ---- instructions ---- */

/* The regions behind an instruction that has been made and inserted. */
static bool parse_blocks(pk_parser *p, pk_inst *inst) {
    if (!pk_parse_mark(p, '{') || !pk_parse_newline(p))
        return false;
    inst->body = pk_region_new(p->fn, inst);
    if (inst->op == PK_OP_if)
        inst->other = pk_region_new(p->fn, inst);
    p->builder.region = inst->body;
    if (!pk_parse_region(p))
        return false;
    if (inst->op == PK_OP_if && pk_parse_accept_word(p, "else")) {
        p->builder.region = inst->other;
        if (!pk_parse_mark(p, '{') || !pk_parse_newline(p) ||
            !pk_parse_region(p))
            return false;
    }
    p->builder.region = inst->parent;
    return true;
}

/* Makes the instruction that `head` describes, of `results` results and then
 * operands in p->values. */
static pk_inst *make_inst(pk_parser *p, const pk_inst *head, uint32_t results) {
    uint32_t args = p->value_count - results;
    pk_inst *inst = pk_inst_like(p->fn, head, args, results);

    if (p->ir->arena->failed)
        return NULL;
    if (results)
        memcpy(inst->results, p->values, results * sizeof *p->values);
    if (args)
        memcpy(inst->args, p->values + results, args * sizeof *p->values);
    for (uint32_t i = 0; i < results; i++)
        inst->results[i]->def = inst;
    if (inst->index)
        inst->index->def = inst;
    pk_inst_insert(p->builder.region, NULL, inst);
    return inst;
}

static bool parse_inst(pk_parser *p) {
    pk_token at = p->token;
    pk_inst head = {0}, *inst;
    uint32_t results;

    p->value_count = 0;
    if (p->token.kind == PK_TOKEN_name) {
        do {
            if (!parse_new_temp(p, PK_VALUE_result))
                return false;
        } while (pk_parse_accept_mark(p, ','));
        if (!pk_parse_mark(p, '='))
            return false;
    }
    results = p->value_count;
    if (!parse_opcode(p, &head) || !parse_operands(p, &head) ||
        !pk_parse_loc(p, &head.loc))
        return false;
    inst = make_inst(p, &head, results);
    if (!inst)
        return false;
    /* Where it stands in the text, for errors of the verifier. */
    inst->mark = (void *)at.text;
    if (pk_op_table[head.op].form == PK_OPFORM_BLOCKS && !parse_blocks(p, inst))
        return false;
    return pk_parse_newline(p);
}

bool pk_parse_region(pk_parser *p) {
    if (++p->depth > PK_MAX_NESTING)
        return pk_parse_fail(p, &p->token,
                             "more than %d regions within each other",
                             PK_MAX_NESTING);
    while (!pk_parse_is_mark(p, '}'))
        if (!parse_inst(p))
            return false;
    pk_parse_take(p);
    p->depth--;
    return true;
}
