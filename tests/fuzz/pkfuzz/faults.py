# SPDX-License-Identifier: Apache-2.0
"""Miscompilations to plant: each rewrites the IR of a kernel, as text, in front
of the interpreter, as a pass or a backend with that mistake would compute it.
pkfuzz has to find every one.

A row of TEMPLATES is a fault by itself: the operation, the types of the result
that it concerns, and what stands there instead. In it {r} and {t} are the
result and its type, {0} {1} {2} the operands, {a} .. {d} new temporaries, {T}
the type of the first operand. A row of REWRITES is a function of its own."""
import itertools
import re

SIGNED, UNSIGNED = "i8 i16 i32 i64", "u8 u16 u32 u64"
INTS, FLOATS, ANY = f"{SIGNED} {UNSIGNED}", "f32 f64", ""

TEMPLATES = {
    "floor division truncates": ("floor_div", "i64", """
        {a}: bool = eq {1}, 0:{t}
        {b}: {t} = select {a}, 1:{t}, {1}
        {c}: {t} = quot {0}, {b}
        {r}: {t} = select {a}, 0:{t}, {c}"""),
    "modulo has the sign of the dividend": ("floor_mod", "i64", """
        {a}: bool = eq {1}, 0:{t}
        {b}: {t} = select {a}, 1:{t}, {1}
        {c}: {t} = rem {0}, {b}
        {r}: {t} = select {a}, 0:{t}, {c}"""),
    "division by zero gives the dividend": ("floor_div", "i64 u64", """
        {a}: bool = eq {1}, 0:{t}
        {b}: {t} = floor_div {0}, {1}
        {r}: {t} = select {a}, {0}, {b}"""),
    "modulo of floats truncates": ("floor_mod", FLOATS, """
        {a}: {t} = div {0}, {1}
        {b}: {t} = trunc {a}
        {c}: {t} = mul {b}, {1}
        {r}: {t} = sub {0}, {c}"""),
    "floor division of floats by rounding once": ("floor_div", FLOATS, """
        {a}: {t} = div {0}, {1}
        {r}: {t} = trunc {a}"""),
    "left shift counts modulo 64": ("shl", "i64 u64", """
        {a}: {t} = and {1}, 63:{t}
        {r}: {t} = shl {0}, {a}"""),
    "right shift counts modulo 64": ("shr", "i64 u64", """
        {a}: {t} = and {1}, 63:{t}
        {r}: {t} = shr {0}, {a}"""),
    "shifts take the lowest byte of a count": ("shl", "i64 u64", """
        {a}: {t} = and {1}, 255:{t}
        {r}: {t} = shl {0}, {a}"""),
    "a negative count shifts the other way": ("shl", "i64", """
        {a}: bool = lt {1}, 0:{t}
        {b}: {t} = neg {1}
        {c}: {t} = shr {0}, {b}
        {d}: {t} = shl {0}, {1}
        {r}: {t} = select {a}, {c}, {d}"""),
    "right shift is logical": ("shr", "i64", """
        {a}: u64 = bitcast {0}
        {b}: u64 = bitcast {1}
        {c}: u64 = shr {a}, {b}
        {r}: {t} = bitcast {c}"""),
    "addition in 32 bits": ("add", "i64", """
        {a}: i32 = convert {0}
        {b}: i32 = convert {1}
        {c}: i32 = add {a}, {b}
        {r}: {t} = convert {c}"""),
    "multiplication in 32 bits": ("mul", "i64", """
        {a}: i32 = convert {0}
        {b}: i32 = convert {1}
        {c}: i32 = mul {a}, {b}
        {r}: {t} = convert {c}"""),
    "subtraction the other way round": ("sub", INTS, "{r}: {t} = sub {1}, {0}"),
    "and for xor": ("xor", INTS, "{r}: {t} = or {0}, {1}"),
    "division of floats by the reciprocal": ("div", FLOATS, """
        {a}: {t} = div 1.0:{t}, {1}
        {r}: {t} = mul {0}, {a}"""),
    "negation as 0 - x": ("neg", FLOATS, "{r}: {t} = sub 0.0:{t}, {0}"),
    "less or equal for less": ("lt", "bool", "{r}: bool = le {0}, {1}"),
    "choice in the wrong order": ("select", ANY, "{r}: {t} = select {0}, {2}, {1}"),
    "minimum keeps a NaN": ("min_num", FLOATS, "{r}: {t} = min_nan {0}, {1}"),
    "maximum by one comparison": ("max_num", FLOATS, """
        {a}: bool = gt {0}, {1}
        {r}: {t} = select {a}, {0}, {1}"""),
    "negative indices do not wrap": ("wrap_index", INTS, "{r}: {t} = add {0}, 0:{t}"),
    "a lost barrier": ("barrier", None, ""),
    "block votes count one less": ("barrier_count", ANY, """
        {a}: {t} = barrier_count {0}
        {r}: {t} = sub {a}, 1:{t}"""),
    "atomic addition in two steps": ("atomic_add", ANY, """
        {r}: {t} = load {0}
        {a}: {t} = add {r}, {1}
        store {0}, {a}"""),
    "atomic minimum is a maximum": ("atomic_min", ANY, "{r}: {t} = atomic_max {0}, {1}"),
    "atomic exclusive or is lost": ("atomic_xor", ANY, "{r}: {t} = load {0}"),
    "shuffle up wraps around": ("shuffle_up", ANY, """
        {a}: i32 = lane_id
        {b}: i32 = sub {a}, {2}
        {r}: {t} = shuffle_idx {0}, {1}, {b}"""),
    "shuffle down without its clamp": ("shuffle_down", ANY, """
        {a}: i32 = lane_id
        {b}: i32 = add {a}, {2}
        {r}: {t} = shuffle_idx {0}, {1}, {b}"""),
    "shuffle xor of 16 lanes": ("shuffle_xor", ANY, """
        {a}: i32 = and {2}, 15:i32
        {r}: {t} = shuffle_xor {0}, {1}, {a}"""),
    "ballot forgets the last lane": ("ballot", ANY, """
        {a}: u32 = ballot {0}, {1}
        {r}: u32 = and {a}, 2147483647:u32"""),
    "any for all": ("vote_all", ANY, "{r}: bool = vote_any {0}, {1}"),
    "leading zeros one too many": ("clz", ANY, """
        {a}: {t} = clz {0}
        {r}: {t} = add {a}, 1:{t}"""),
    "rounding half up": ("rint", FLOATS, """
        {a}: {t} = add {0}, 0.5:{t}
        {r}: {t} = floor {a}"""),
    "fma rounded twice": ("fma", FLOATS, """
        {a}: {t} = mul {0}, {1}
        {r}: {t} = add {a}, {2}"""),
    "square root of float32 through an inexact one": ("sqrt", FLOATS, """
        {a}: {t} = div 1.0:{t}, {0}
        {b}: {t} = sqrt {a}
        {r}: {t} = div 1.0:{t}, {b}"""),
}


class Line:
    """One instruction: `%5: i64 = add %3, %4 !9:1-2`."""

    SHAPE = re.compile(r"( *)(?:(%\d+): ((?:ptr<\w+, \w+>|\w+)) = )?([a-z_]\w*(?:\.\w+)*)(?: (.*?))?( !\S+)?( \{)?$")

    def __init__(self, text):
        self.text = text
        found = self.SHAPE.match(text)
        self.op = None
        if found:
            self.indent, self.result, self.type, op, rest, _, self.opens = found.groups()
            self.op, _, self.flags = op.partition(".")
            self.rest = rest or ""
            self.args = [a for a in re.split(r", (?![^<]*>)", self.rest) if a]

    @property
    def depth(self):
        return len(self.text) - len(self.text.lstrip())


class Editor:
    """The IR's text, the types of its temporaries, and new names for more. The
    program's text, to which places refer, as lines."""

    def __init__(self, text, source):
        self.lines = [Line(t) for t in text.split("\n")]
        self.source = source.split("\n")
        self.names = (f"%{n}" for n in itertools.count(100000))
        self.locals = itertools.count(0)

    def types(self):
        """Each line with the types known in front of it (of its function)."""
        known = {}
        for line in self.lines:
            if line.text.startswith(("kernel", "device")):
                known = dict(re.findall(r"(%[\w.]+): (\w+)(?=[ ,)])", line.text))
            yield line, known
            if line.op and line.result:
                known[line.result] = line.type

    def written_at(self, line):
        """(what is in front of an instruction's place in the program, what is
        there) on its line; empty where it has no place."""
        found = re.search(r"!(\d+):(\d+)-(\d+)", line.text)
        if not found:
            return "", ""
        row, start, end = map(int, found.groups())
        text = self.source[row - 1]
        return text[:start - 1], text[start - 1:end - 1]

    def type_of(self, operand, known):
        return operand.rpartition(":")[2] if ":" in operand else known.get(operand, "")

    def fill(self, template, line, known):
        names = {k: next(self.names) for k in "abcd" if f"{{{k}}}" in template}
        args = {str(k): a for k, a in enumerate(line.args)}
        text = template
        for key, value in {**names, **args, "r": line.result or "", "t": line.type or "",
                           "T": self.type_of(line.args[0], known) if line.args else ""}.items():
            text = text.replace(f"{{{key}}}", value)
        return [line.indent + t.strip() for t in text.strip().split("\n") if t.strip()]


def by_template(op, types, template):
    def rewrite(e):
        out = []
        for line, known in e.types():
            if line.op == op and (not types or line.type in types.split()):
                out += e.fill(template, line, known)
            else:
                out.append(line.text)
        return out
    return rewrite


def by_operand(op, want, types, template):
    """The same where the type of the first operand counts."""
    def rewrite(e):
        out = []
        for line, known in e.types():
            if (line.op == op and line.args and e.type_of(line.args[0], known) in types.split()
                    and (not want or line.type in want.split())):
                out += e.fill(template, line, known)
            else:
                out.append(line.text)
        return out
    return rewrite


def swapped_strides(e):
    """The two last strides of each array change places."""
    def swap(head):
        for array in set(re.findall(r"stride (\d+) 1\b", head)):
            head = re.sub(rf"stride {array} 0\b", "stride_", head)
            head = re.sub(rf"stride {array} 1\b", f"stride {array} 0", head)
            head = head.replace("stride_", f"stride {array} 1")
        return head
    return [swap(line.text) if line.text.startswith("kernel") else line.text for line in e.lines]


def fused(e):
    """a * b + c rounded once."""
    out, products = [], {}
    for line, _ in e.types():
        text = line.text
        if text.startswith(("kernel", "device")):
            products = {}
        if line.op == "mul" and line.type in ("f32", "f64"):
            products[line.result] = line.args
        elif line.op == "add" and line.type in ("f32", "f64"):
            for product, other in (line.args, line.args[::-1]):
                if product in products:
                    a, b = products[product]
                    text = f"{line.indent}{line.result}: {line.type} = fma {a}, {b}, {other}"
                    break
        out.append(text)
    return out


FOR = re.compile(r"( *)for(\S*) (\^\d+) (%\d+): (\w+) = (\S+), (\S+), (\S+?)((?: !\S+)?) \{$")


def loops(change):
    """Changes the (start, stop, step) of each counted loop."""
    def rewrite(e):
        out = []
        for line in e.lines:
            found = FOR.match(line.text)
            if found:
                indent, flags, label, index, t, start, stop, step, place = found.groups()
                before, (start, stop, step) = change(e, t, start, stop, step)
                out += [indent + b for b in before]
                line.text = f"{indent}for{flags} {label} {index}: {t} = {start}, {stop}, {step}{place} {{"
            out.append(line.text)
        return out
    return rewrite


def one_less(e, t, start, stop, step):
    name = next(e.names)
    return [f"{name}: {t} = sub {stop}, {step}"], (start, name, step)


def one_more(e, t, start, stop, step):
    name = next(e.names)
    return [f"{name}: {t} = add {stop}, {step}"], (start, name, step)


def never_down(e, t, start, stop, step):
    return [], (start, start if step.startswith("-") else stop, step)


def exits(change):
    """Changes exits, knowing the labels of the loops around, innermost last."""
    def rewrite(e):
        out, around = [], []
        for line in e.lines:
            text = line.text
            while around and text.strip() and line.depth <= around[-1][0]:
                around.pop()
            if line.op in ("break", "continue"):
                text = change(text, line, [label for _, label in around])
            found = re.match(r" *(for|loop|block)\S* (\^\d+)", text)
            if found and text.endswith("{"):
                around.append((line.depth, (found[1], found[2])))
            out.append(text)
        return [t for t in out if t is not None]
    return rewrite


def break_goes_further(text, line, around):
    """Leaves the loop around the one that it should leave."""
    labels = [label for _, label in around]
    label = line.rest.split()[0]
    if line.op != "break" or label not in labels:
        return text
    outer = [label for kind, label in around[:labels.index(label)] if kind != "block"]
    return text.replace(label, outer[-1]) if outer else text


def continue_is_break(text, line, _):
    return text.replace("continue", "break") if line.op == "continue" else text


def break_is_continue(text, line, around):
    kinds = {label: kind for kind, label in around}
    if line.op == "break" and kinds.get(line.rest.split()[0]) == "for":
        return text.replace("break", "continue")
    return text


def ignored_returns(e):
    """A return under an `if` of a kernel does nothing."""
    out, kernel = [], False
    for line in e.lines:
        kernel = line.text.startswith("kernel") or (kernel and not line.text.startswith("}"))
        if not (kernel and line.op == "return" and line.depth > 4):
            out.append(line.text)
    return out


def forced_uniform(e):
    """A branch goes where the first thread of the warp goes."""
    out = []
    for line in e.lines:
        found = re.match(r"( *)if (%\d+)((?: !\S+)?) \{$", line.text)
        if found:
            mask, all_of = next(e.names), next(e.names)
            out += [f"{found[1]}{mask}: u32 = active_mask", f"{found[1]}{all_of}: bool = vote_any {mask}, {found[2]}"]
            line.text = f"{found[1]}if {all_of}{found[3]} {{"
        out.append(line.text)
    return out


def keys(e):
    """Each line with what its operands are made of: the same text for the same
    computation. Locals count how often they were set; a region makes all that
    is set in it new when it ends."""
    made, version, stack = {}, {}, []
    for line in e.lines:
        if line.text.startswith(("kernel", "device")):
            made, version, stack = {}, {}, []
        expand = lambda a: made.get(a, a)
        key = None
        if line.op == "get":
            key = f"get {line.rest}#{version.get(line.rest, 0)}"
        elif line.op == "set":
            name = line.args[0]
            version[name] = version.get(name, 0) + 1
            for names in stack:
                names.add(name)
        elif line.op and line.result:
            key = f"{line.op}.{line.flags} {', '.join(map(expand, line.args))} {line.type}"
        if line.op and line.result:
            made[line.result] = key if line.op not in ("load", "call") and not line.op.startswith(
                ("atomic", "shuffle", "ballot", "vote", "match", "barrier")) else line.result
        yield line, key
        if line.text.endswith("{") and line.text.startswith(" "):
            stack.append(set())
        elif line.text.strip().startswith("}") and stack:
            for name in stack.pop():
                version[name] = version.get(name, 0) + 1
            if line.text.endswith("{"):
                stack.append(set())


def stale_loads(e):
    """A load gives what an earlier load of the same place gave, whatever was
    stored between them: CSE across a store."""
    out, seen, shift = [], [{}], 0
    for line, key in keys(e):
        if line.text.startswith(("kernel", "device")):
            seen = [{}]
        text = line.text
        if line.text.strip().startswith("}"):
            seen.pop()
            seen = seen or [{}]
            if line.text.endswith("{"):
                seen.append({})
        elif line.text.endswith("{") and line.text.startswith(" "):
            seen.append({})
        elif line.op == "load":
            first = next((s[key] for s in seen if key in s), None)
            if first:
                text = f"{line.indent}{line.result}: {line.type} = select true:bool, {first}, {first}"
            else:
                seen[-1][key] = line.result
        out.append(text)
    return out


def hoisted_loads(e):
    """In a loop a load of a place that does not change is done once, the first
    time, whatever the loop stores there: LICM of a load."""
    out, declared, loop, head = [], [], None, None
    items = [(line, key) for line, key in keys(e)]
    sets = {}
    for n, (line, key) in enumerate(items):
        if line.text.startswith("kernel"):
            head = len(out) + 1
        found = re.match(r"( *)(for|loop)\S* (\^\d+)", line.text)
        if head and found and loop is None:
            loop = len(found[1]), len(out), found[1]
            sets = changed_in(items, n)
        elif loop and line.text.strip().startswith("}") and line.depth <= loop[0]:
            loop = None
        if loop and line.op == "load" and line.depth > loop[0] and fixed(key, sets):
            number = next(e.locals)
            value, done = f"$f{number}", f"$d{number}"
            declared += [f"    local {value}: {line.type}", f"    local {done}: bool"]
            out.insert(loop[1], f"{loop[2]}set {done}, false:bool")
            loop = loop[0], loop[1] + 1, loop[2]
            a, b, c = (next(e.names) for _ in range(3))
            out += [line.indent + t for t in (
                f"{a}: bool = get {done}", f"{b}: bool = not {a}", f"if {b} {{",
                f"    {c}: {line.type} = load {line.args[0]}", f"    set {value}, {c}", f"    set {done}, true:bool",
                "}", f"{line.result}: {line.type} = get {value}")]
            continue
        out.append(line.text)
    if head:
        at = head
        while re.match(r"    (shared|local|constant) |     +\S|    }$", out[at]):  # a constant's numbers, too
            at += 1
        out[at:at] = declared
    return out


def changed_in(items, n):
    """The locals and temporaries that a loop sets."""
    depth, changed = items[n][0].depth, set(re.findall(r"%\d+(?=:)", items[n][0].text))
    for line, _ in items[n + 1:]:
        if line.text.strip().startswith("}") and line.depth <= depth:
            break
        if line.op == "set":
            changed.add(line.args[0])
        if line.op == "for" or line.op == "load":
            changed |= set(re.findall(r"%\d+(?=:)", line.text))
    return changed


def fixed(key, changed):
    return not any(re.search(re.escape(name) + r"(?![\w.])", key) for name in changed)


def one_order(chosen):
    """What is stored into other elements of its array is so in one order, that
    of the operand `chosen`: 1 backwards, 2 forwards."""
    def rewrite(e):
        out, counters, ends = [], set(), {}
        for line in e.lines:
            found = FOR.match(line.text)
            if found:
                counters.add(found[4])
            elif line.op == "sub" and line.args[1] in counters:
                ends[line.result] = line.args[1]
            elif line.op == "select" and ends.get(line.args[1]) == line.args[2]:
                line.text = f"{line.indent}{line.result}: {line.type} = add {line.args[chosen]}, 0:{line.type}"
            out.append(line.text)
        return out
    return rewrite


LITERAL = re.compile(r"(-?\d+):[iu]\d+$")
GROUP = 4  # lanes, or turns of a loop, that are computed together


def linear(e):
    """Each line with {temporary: (counter, its type, factor)} of what is a multiple
    of the thread's number, or of a loop's, and something that does not change.
    Locals count where they are set once, or by loops only."""
    counters = {loop[4] for loop in (FOR.match(line.text) for line in e.lines) if loop}
    found, sets = {}, {}
    for n, line in enumerate(e.lines):
        if line.text.startswith(("kernel", "device")):
            found, sets = {}, {}
            for other in itertools.takewhile(lambda o: not o.text.startswith("}"), e.lines[n + 1:]):
                if other.op == "set":
                    sets.setdefault(other.args[0], set()).add(other.args[1])
        loop = FOR.match(line.text)
        if loop:
            found[loop[4]] = loop[4], loop[5], 1
        if line.op == "set" and line.args[1] in found and (len(sets[line.args[0]]) == 1 or sets[line.args[0]] <= counters):
            found[line.args[0]] = found[line.args[1]]
        if not line.op or not line.result:
            yield line, found
            continue
        args = line.args
        known = [LITERAL.match(a) for a in args]
        if line.op == "thread_id" and line.flags.startswith("x"):
            found[line.result] = line.result, line.type, 1
        elif line.op in ("get", "convert", "bitcast", "wrap_index") and args[0] in found and line.type in INTS.split():
            found[line.result] = found[args[0]]
        elif line.op in ("mul", "shl") and any(known) and len(args) == 2:
            a, n = (args[0], int(known[1][1])) if known[1] else (args[1], int(known[0][1]))
            if a in found and (line.op == "mul" or known[1] and 0 <= n < 32):
                counter, t, k = found[a]
                found[line.result] = counter, t, k * n if line.op == "mul" else k << n
        elif line.op in ("add", "sub") and sum(a in found for a in args) == 1:
            counter, t, k = found[args[0]] if args[0] in found else found[args[1]]
            found[line.result] = counter, t, -k if line.op == "sub" and args[1] in found else k
        yield line, found


def addresses(e):
    """Temporaries that addresses are computed from."""
    made = {line.result: line for line in e.lines if line.op and line.result}
    todo = [a for line in e.lines if line.op in ("elem", "offset") for a in line.args[1:]]
    seen = set()
    while todo:
        a = todo.pop()
        if a in made and a not in seen:
            seen.add(a)
            if made[a].op in ("wrap_index", "convert", "bitcast", "mul", "add", "sub"):
                todo += made[a].args
    return seen


def lane(e, counter, have, want):
    """(lines, what gives the place within the group) in the wanted type."""
    lines, number = [], counter
    if have != want:
        number = next(e.names)
        lines.append(f"{number}: {want} = convert {counter}")
    place = next(e.names)
    return lines + [f"{place}: {want} = and {number}, {GROUP - 1}:{want}"], place


def unwrapped_groups(e):
    """An address that goes round at a power of two is computed for the first lane
    of a group and is taken for evenly apart in the others, where it is so far
    apart that compilers group them."""
    out, wanted = [], addresses(e)
    for line, found in linear(e):
        if not line.op or line.op not in ("floor_mod", "and") or line.result not in wanted or line.args[0] not in found:
            out.append(line.text)
            continue
        counter, have, k = found[line.args[0]]
        known = LITERAL.match(line.args[1])
        n = int(known[1]) + (line.op == "and") if known else 0
        if not 2 <= abs(k) <= 8 or n < GROUP or n & (n - 1) or (k < 0 and line.type[0] == "u"):
            out.append(line.text)
            continue
        lines, place = lane(e, counter, have, line.type)
        out += [line.indent + t for t in lines] + e.fill(f"""
            {{a}}: {{t}} = mul {place}, {k}:{{t}}
            {{b}}: {{t}} = sub {{0}}, {{a}}
            {{c}}: {{t}} = {line.op} {{b}}, {{1}}
            {{r}}: {{t}} = add {{c}}, {{a}}""", line, {})
    return out


def groups_forwards(e):
    """Elements of an own array in a view that runs backwards are taken for
    neighbours that run forwards within a group."""
    out, scaled = [], {}
    for line, found in linear(e):
        if line.op == "mul" and line.result and len(line.args) == 2 and LITERAL.match(line.args[1]):
            scaled[line.result] = int(LITERAL.match(line.args[1])[1])
        step = scaled.get(line.args[1], 0) if line.op == "offset" else 0
        if step >= 0 or line.args[1] not in found or not line.type.startswith("ptr<local"):
            out.append(line.text)
            continue
        lines, place = lane(e, *found[line.args[1]][:2], "i64")
        out += [line.indent + t for t in lines] + e.fill(f"""
            {{a}}: i64 = mul {place}, {-2 * step}:i64
            {{b}}: i64 = add {{1}}, {{a}}
            {{r}}: {line.type} = offset {{0}}, {{b}}""", line, {})
    return out


def lost_assignments(e):
    """What := assigns is forgotten where the value is known."""
    return [line.text for line in e.lines
            if not (line.op == "set" and re.search(r":\w+$", line.args[1]) and e.written_at(line)[0].rstrip().endswith(":="))]


def lost_parts(e):
    """A function of complex elements that is given an array for its results stores
    their real parts twice."""
    out, real = [], {}
    for line in e.lines:
        found = re.match(r" *(%\d+): (f\d+), (%\d+): \2 = call @np_", line.text)
        if found:
            real[found[3]] = found[1]
        if line.op == "store" and line.args[1] in real and e.written_at(line)[1].startswith("np."):
            line.text = line.text.replace(line.args[1], real[line.args[1]])
        out.append(line.text)
    return out


REWRITES = {
    "equal for NaN": by_operand("ne", "", FLOATS, """
        {a}: bool = lt {0}, {1}
        {b}: bool = gt {0}, {1}
        {r}: bool = or {a}, {b}"""),
    "unsigned comparison as signed": by_operand("lt", "", "u64 u32 u8", """
        {a}: i64 = convert {0}
        {b}: i64 = convert {1}
        {c}: i64 = shl {a}, 56:i64
        {d}: i64 = shl {b}, 56:i64
        {r}: bool = lt {c}, {d}"""),
    "signed comparison as unsigned": by_operand("lt", "", "i64", """
        {a}: u64 = bitcast {0}
        {b}: u64 = bitcast {1}
        {r}: bool = lt {a}, {b}"""),
    "greater of signed numbers as unsigned": by_operand("gt", "", "i64", """
        {a}: u64 = bitcast {0}
        {b}: u64 = bitcast {1}
        {r}: bool = gt {a}, {b}"""),
    "lost sign extension": by_operand("convert", "i64", "i8 i16 i32", """
        {a}: u64 = convert {0}
        {b}: u64 = and {a}, 4294967295:u64
        {r}: i64 = bitcast {b}"""),
    "bytes extended by their sign": by_operand("convert", "i64 u64", "u8", """
        {a}: i8 = bitcast {0}
        {r}: {t} = convert {a}"""),
    "float to integer wraps": by_operand("convert", "i8 i16 i32 u8 u16 u32", FLOATS, """
        {a}: i64 = convert {0}
        {r}: {t} = convert {a}"""),
    "NaN to integer is the least": by_operand("convert", "i64", FLOATS, """
        {a}: i64 = convert {0}
        {b}: bool = eq {0}, {0}
        {r}: i64 = select {b}, {a}, -9223372036854775808:i64"""),
    "unsigned to float as signed": by_operand("convert", "f64", "u64", """
        {a}: i64 = bitcast {0}
        {r}: f64 = convert {a}"""),
    "float32 kept in double": by_operand("convert", "f32", "f64", """
        {a}: f64 = mul {0}, 1.0000001:f64
        {r}: f32 = convert {a}"""),
    "swapped strides": swapped_strides,
    "fused multiply-add": fused,
    "loop ends one early": loops(one_less),
    "loop ends one late": loops(one_more),
    "loops do not count down": loops(never_down),
    "break leaves the outer loop": exits(break_goes_further),
    "continue leaves the loop": exits(continue_is_break),
    "break goes on": exits(break_is_continue),
    "what overlaps is stored forwards": one_order(2),
    "what overlaps is stored backwards": one_order(1),
    "early return is ignored": ignored_returns,
    "a varying branch taken for uniform": forced_uniform,
    "CSE of loads across a store": stale_loads,
    "LICM of a load that the loop changes": hoisted_loads,
    "an address that goes round taken for evenly apart": unwrapped_groups,
    "an own array's view that runs backwards taken for forwards": groups_forwards,
    "an assignment within what is known is lost": lost_assignments,
    "complex results lose their imaginary parts": lost_parts,
}

FAULTS = {**{name: by_template(*row) for name, row in TEMPLATES.items()}, **REWRITES}


def plant(name, text, source):
    """The IR of a program with a fault planted in it everywhere it fits."""
    return "\n".join(FAULTS[name](Editor(text, source)))
