# SPDX-License-Identifier: Apache-2.0
"""Assignments within expressions, `(x := 3)`, wherever an expression may stand:
also where all around it is known when compiling and nothing else of it remains."""
from oracle import rules
from .expressions import Expr

VALUES = [(v, "i64") for v in ("0", "1", "2", "5", "10", "(-3)")] + [("1.5", "f64"), ("0.0", "f64")]


class Assigning:
    def assigned_value(self, kind=None):
        """(value, name): known in most cases, else anything."""
        if self.chance(65):
            code, t = self.pick([v for v in VALUES if kind is None or rules.is_float(v[1]) == (kind == "f")])
            e = Expr(code, t, True)
        else:
            e = self.expr(kind or self.pick("if"), 1)
            e = e if rules.is_float(e.type) else self.cast("i64", e)
        name = self.fresh()
        old = [n for n in self.own() if self.vars[n].type == e.type]
        if old and self.chance(25):
            name = self.pick(old)
        return e, name

    def assigning(self, context):
        """A statement with such an assignment, and one that needs what it set."""
        template = self.pick([self.in_condition, self.in_condition, self.in_choice, self.in_item, self.in_length,
                              self.in_question, self.in_check, self.in_and, self.in_and, self.in_sum, self.in_chain,
                              self.in_arguments, self.in_place, self.in_turns, self.in_another])
        name = template(context)
        if name and self.chance(70):
            op = self.pick("+-")
            at = self.unknown("i" if rules.is_int(self.vars[name].type) else "f")
            at = self.cast(self.vars[name].type, at)
            self.emit(f"{name} {op}= {at.code}")
            self.vars[name] = Expr(name, self.vars[name].type, False)
            self.known.discard(name)

    def set_by(self, name, e, context):
        """Behind the statement."""
        self.define(name, e, context)
        return name

    def compared(self, name, e):
        limit = self.pick(["0", "1", "4", "9", "861", "(-1)", "2.5"])
        return f"({name} := {e.code}) {self.pick(['<', '>', '<=', '>=', '==', '!='])} {limit}"

    def in_condition(self, context):
        e, name = self.assigned_value()
        names = [n for n in self.own() if self.vars[n].type in rules.NUMBERS and n != name]
        if not names:
            return self.assign(context)
        changes = [self.pick(names) for _ in range(2)]
        self.emit(f"{self.pick(['if', 'if', 'if not'])} ({self.compared(name, e)}):"
                  if self.chance(70) else f"if ({name} := {e.code}):")
        for n, word in zip(changes, ["else:", None]):
            kind = "f" if rules.is_float(self.vars[n].type) else "i"
            self.emit(f"    {n} = {self.cast(self.vars[n].type, self.expr(kind, 1)).code}")
            if word and self.chance(50):
                self.emit(word)
            else:
                break
        for n in changes:
            self.vars[n] = Expr(n, self.vars[n].type, False)
            self.known.discard(n)
            self.bounds.pop(n, None)
        return self.set_by(name, e, context)

    def value(self, code, t, name, e, context):
        v = self.fresh()
        self.emit(f"{v} = {code}")
        self.define(v, Expr("cuda", t, False), context)
        return self.set_by(name, e, context)

    def in_choice(self, context):
        e, name = self.assigned_value()
        a, b = (self.cast("i64", self.expr("i", 1)).code for _ in range(2))
        return self.value(f"{a} if {self.compared(name, e)} else {b}", "i64", name, e, context)

    def in_item(self, context):
        _, name = self.assigned_value("i")
        items = [self.cast("i64", self.expr("i", 1)).code for _ in range(self.rng.randrange(2, 4))]
        k = self.rng.randrange(len(items))
        return self.value(f"({', '.join(items)})[({name} := {k})]", "i64", name, Expr(str(k), "i64", True), context)

    def in_length(self, context):
        e, name = self.assigned_value()
        items = [f"({name} := {e.code})", self.expr("i", 1).code]
        return self.value(f"len(({', '.join(self.rng.sample(items, 2))}))", "i64", name, e, context)

    def in_question(self, context):
        e, name = self.assigned_value()
        question = self.pick([f"({name} := {e.code}) is {self.pick(['', 'not '])}None",
                              f"isinstance(({name} := {e.code}), {self.pick(['int', 'float', '(int, float)'])})"])
        if "isinstance" in question and e.type not in ("i64", "f64"):
            question = f"({name} := {e.code}) is None"
        return self.value(f"int64({question})", "i64", name, e, context)

    def in_check(self, context):
        e, name = self.assigned_value("i")
        self.emit(f"assert {self.pick([f'({name} := {e.code}) == {name}', f'({name} := {e.code}) % 4 < 4'])}")
        return self.set_by(name, e, context)

    def in_and(self, context):
        e, name = self.assigned_value()
        other = self.expr("b", 1).code
        words = self.compared(name, e)
        words = self.pick([f"({words}) {self.pick(['and', 'or'])} {other}", f"not ({words})", f"({words}) == {other}",
                           f"bool({name} := {e.code}) {self.pick(['and', 'or'])} {other}"])
        return self.value(f"int64({words})", "i64", name, e, context)

    def in_sum(self, context):
        e, name = self.assigned_value("i")
        own = f"({name} := {e.code})"
        a = self.cast("i64", self.expr("i", 1)).code
        words = self.pick([f"{own} * 0", f"{own} & 0", f"{a} + {own}", f"{own} - {name}", f"{own} * {a}", f"-{own}"])
        return self.value(words, "i64", name, e, context)

    def in_chain(self, context):
        e, name = self.assigned_value("i")
        a, b = (self.cast("i64", self.expr("i", 1)).code if self.chance(50) else self.pick(["0", "3", "99"])
                for _ in range(2))
        words = f"{a} {self.pick('<>')} ({name} := {e.code}) {self.pick(['<', '>=', '=='])} {b}"
        return self.value(f"int64({words})", "i64", name, e, context)

    def in_arguments(self, context):
        e, name = self.assigned_value("i")
        words = f"{self.pick(['min', 'max'])}(({name} := {e.code}), {name} + {self.cast('i64', self.expr('i', 1)).code})"
        return self.value(f"int64({words})", "i64", name, e, context)

    def in_place(self, context):
        found = [a for a in self.arrays if len(a.shape) == 1 and "." not in a.name and a.type in rules.INTS]
        if not found:
            return self.assign(context)
        a, (_, name) = self.pick(found), self.assigned_value("i")
        k = self.pick([str(self.rng.randrange(a.shape[0])), f"{self.cast('i64', self.unknown('i')).code} % {a.shape[0]}"])
        return self.value(f"int64({a.name}[({name} := {k})])", "i64", name, Expr(k, "i64", False), context)

    def in_turns(self, context):
        name, v = self.fresh("w"), self.fresh()
        self.emit(f"{name} = {self.rng.randrange(1, 5)}")
        self.emit(f"{v} = int64({self.unknown('i').code})")
        self.emit(f"while ({name} := {name} - 1) > 0:")
        self.emit(f"    {v} = {v} * 3 + {name}")
        return self.set_by(v, Expr("cuda", "i64", False), context)

    def in_another(self, context):
        e, name = self.assigned_value("i")
        inner = self.fresh()
        more = self.pick(["0", "1", "int64(t)"])
        self.emit(f"{inner} = ({name} := ({inner} := {e.code}) + {more}) * 0 + {inner}")
        self.define(inner, Expr("cuda", "i64", False), context)
        return self.set_by(name, Expr("cuda", "i64", False), context)
