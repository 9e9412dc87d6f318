# SPDX-License-Identifier: Apache-2.0
"""A recogniser of IR text, made of the grammar in docs/ir.md.

A rule is a tree of nodes: ("text", words), ("rule", name), ("all", nodes), ("any", nodes),
("some", least, most, separated, node). A node finds the places in the text where what it takes
may end; blanks before a part are skipped, unless it stands right behind the part before it."""
import re
import sys

BLANK = re.compile(r"[ \t\r]*(?:#[^\n]*)?")
LINE_END = re.compile(r"(?:[ \t\r]*(?:#[^\n]*)?\n)+")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
DIGITS = re.compile(r"[0-9]+")
STRING = re.compile(r'"[^"\n]*"')
NUMBER = re.compile(r"0[xX](?:[A-Za-z0-9_.]|(?<=[pP])[+-])*|[0-9](?:[A-Za-z0-9_.]|(?<=[eE])[+-])*")
WORD = re.compile(r"[a-z0-9_]+")
PART = re.compile(r'\s*(?:#[^\n]*)?')
TOKEN = re.compile(r'"(?P<text>[^"]*)"|(?P<word>\w+)|(?P<mark>,\+|[()*+?|=])')


class Grammar:
    def __init__(self, page):
        block = page[page.index("## Grammar"):]
        block = block.split("```")[1]
        self.rules, self.named = {}, set()
        for name, body in re.findall(r"^(\w+) +=(.*(?:\n +.*)*)", block, re.M):
            self.tokens, self.at = self._tokens(body), 0
            self.rules[name] = self._any()
            assert self.at == len(self.tokens), f"{name}: not read: {self.tokens[self.at:]}"
        table = page[page.index("operations: written by"):]
        table = table[:table.index("<!-- end")]
        operations = set(re.findall(r"^\| `([a-z0-9_.]+)` \|", table, re.M))
        self.plain = {o for o in operations if "." not in o} - self.named
        self.axis = {o.split(".")[0] for o in operations if o.endswith(".x")}
        types = page[page.index("types: written by"):]
        self.scalars = set(re.findall(r"^\| `(\w+)` \|", types[:types.index("<!-- end")], re.M))
        assert len(self.plain) > 100 and len(self.axis) > 5 and "f32" in self.scalars
        self.memo = {}

    # ---- reading the grammar ----

    @staticmethod
    def _tokens(body):
        """(kind, words, whether it stands right behind the one before)."""
        tokens, at, touches = [], 0, False
        while True:
            skipped = PART.match(body, at)
            while skipped.end() > at:
                at, touches = skipped.end(), False
                skipped = PART.match(body, at)
            if at == len(body):
                return tokens
            m = TOKEN.match(body, at)
            assert m, f"not read: {body[at:at + 30]!r}"
            tokens.append((m.lastgroup, m[m.lastgroup], touches))
            at, touches = m.end(), True

    def _peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else (None, None, False)

    def _any(self):
        parts = [self._all()]
        while self._peek()[:2] == ("mark", "|"):
            self.at += 1
            parts.append(self._all())
        return parts[0] if len(parts) == 1 else ("any", parts)

    def _all(self):
        """Parts with whether each touches the one before it."""
        parts = []
        while self._peek()[0] and self._peek()[:2] not in (("mark", "|"), ("mark", ")")):
            touches = self._peek()[2] and bool(parts)
            parts.append((touches, self._suffixed(touches)))
        return ("all", parts)

    def _suffixed(self, touches):
        kind, words, _ = self._peek()
        self.at += 1
        if (kind, words) == ("mark", "("):
            node = self._any()
            assert self._peek()[:2] == ("mark", ")")
            self.at += 1
        elif kind == "text":
            node = ("text", words)
            self.named.add(words)
        else:
            assert kind == "word", f"not read: {words}"
            node = ("rule", words)
        while self._peek()[0] == "mark" and self._peek()[1] in "*+?,+" and self._peek()[2]:
            suffix = self._peek()[1]
            self.at += 1
            node = ("some", suffix in ("*", "?"), suffix != "?", suffix == ",+", touches, node)
        return self._glued(node) if touches else node

    def _glued(self, node):
        """Repetitions within what touches have no blanks in between."""
        if node[0] == "some":
            return (*node[:4], True, self._glued(node[5]))
        if node[0] == "all" and len(node[1]) == 1:
            return ("all", [(True, self._glued(node[1][0][1]))])
        return node

    # ---- reading a text ----

    def accepts(self, text):
        sys.setrecursionlimit(20000)
        self.text, self.memo = text, {}
        return any(BLANK.match(text, end).end() == len(text) for end in self._rule("module", 0, True))

    def _rule(self, name, at, glued):
        if not glued:
            at = BLANK.match(self.text, at).end()
        key = name, at
        if key not in self.memo:
            take = getattr(self, "_take_" + name, None)
            self.memo[key] = take(at) if take else self._ends(self.rules[name], at, True)
        return self.memo[key]

    def _ends(self, node, at, glued):
        kind = node[0]
        if kind == "rule":
            return self._rule(node[1], at, glued)
        if kind == "text":
            if not glued:
                at = BLANK.match(self.text, at).end()
            end = at + len(node[1])
            whole = not (re.match(r"\w\w", self.text[end - 1:end + 1]) and end > at)
            return {end} if self.text.startswith(node[1], at) and whole else set()
        if kind == "any":
            return set().union(*(self._ends(part, at, glued) for part in node[1]))
        if kind == "all":
            ends = {at}
            for i, (touches, part) in enumerate(node[1]):
                tight = touches if i else glued or touches
                ends = set().union(*(self._ends(part, e, tight) for e in ends)) if ends else ends
            return ends
        _, may_be_none, more, commas, tight, part = node
        ends = {at} if may_be_none else set()
        new = self._ends(part, at, glued)
        while new:
            ends |= new
            if not more:
                break
            starts = set().union(*(self._ends(("text", ","), e, False) for e in new)) if commas else new
            new = set().union(*(self._ends(part, e, tight) for e in starts)) - ends if starts else set()
        return ends

    def _match(self, pattern, at):
        m = pattern.match(self.text, at)
        return {m.end()} if m else set()

    def _take_NL(self, at):
        m = LINE_END.match(self.text, at)
        if m:
            return {m.end()}
        end = BLANK.match(self.text, at).end()
        return {end} if end == len(self.text) else set()

    def _take_name(self, at):
        return self._match(NAME, at)

    def _take_number(self, at):
        return self._match(NUMBER, at)

    def _take_digits(self, at):
        return self._match(DIGITS, at)

    def _take_string(self, at):
        return self._match(STRING, at)

    def _take_scalar(self, at):
        m = WORD.match(self.text, at)
        return {m.end()} if m and m[0] in self.scalars and self.text[m.end():m.end() + 1] != "." else set()

    def _take_operation(self, at):
        m = WORD.match(self.text, at)
        if m and m[0] in self.plain:
            return {m.end()}
        if m and m[0] in self.axis:
            return self._match(re.compile(r"\.[xyz](?![A-Za-z0-9_])"), m.end())
        return set()
