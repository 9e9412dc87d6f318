# SPDX-License-Identifier: Apache-2.0
"""Statements: variables, branches, loops and what leaves them."""
import random
from dataclasses import dataclass

from oracle import rules
from .expressions import Expr, Expressions


@dataclass
class Context:
    """Where a statement stands: may all threads of the block meet here, which
    lanes of the warp are here for sure (the mask's code), and which exits the
    innermost loop allows ("", "uniform", "any")."""
    meet: bool
    mask: str
    exits: str = ""
    loop: bool = False


class Statements(Expressions):
    def define(self, name, e, context):
        self.vars[name] = Expr(name, e.type, e.uniform and context.meet)
        self.bounds.pop(name, None)
        (self.known.add if self.is_known(e.code) else self.known.discard)(name)

    def statement(self, context):
        self.budget -= 1
        deep = self.depth > 4 or self.budget <= 0
        kinds = [(18, self.assign), (14, self.change)] if self.depth == 1 else [(6, self.assign), (28, self.change)]
        if self.pairs:
            kinds += [(6, self.unpack)]
        if "complex" in self.features:
            kinds += [(14, self.complex_variable)]
        if not deep:
            kinds += [(4, self.walk), (12, self.branch), (10, self.count_loop), (4, self.while_loop), (6, self.skip_loop)]
        kinds += [(6, self.swap)]
        if context.exits:
            kinds += [(7, self.leave)]
        if "local" in self.features:
            kinds += [(5, self.local_array), (9, self.change_local)]
        if self.arrays and "views" in self.features:
            kinds += [(6, self.view)]
        if self.depth == 1 and "return" in self.features and not self.returned:
            kinds += [(9, self.early_return)]
        if "tuples" in self.features:
            kinds += [(7, self.pack), (4, self.choose_member)]
        if "closures" in self.features and self.depth < 4:
            kinds += [(14, self.closure)]
        if self.steppers:
            kinds += [(10, self.step)]
        if "records" in self.features:
            kinds += [(16, self.change_record), (3, self.walk_records)]
            kinds += [(4, self.local_records)] if "local" in self.features else []
        if "checks" in self.features:
            kinds += [(7, self.check)]
        if not deep and self.places[0].code != "3":
            kinds += [(4, self.each_item)] + [(9, self.stride_loop)] * ("stride" in self.features)
        if "image" in self.features and self.places[0].code != "3":
            kinds += [(9, self.image)]
        if getattr(self, "outs", None) and self.places[0].code != "3":
            kinds += [(8, self.store)]
            kinds += [(8, self.fill), (8, self.move)] if "slices" in self.features else []
            kinds += [(6, self.write_view)] if self.writers else []
        if "atomic" in self.features and self.depth < 4:
            kinds += [(12, self.atomic)]
        if "wrapped" in self.features:
            kinds += [(22, self.wrapped_statement)]
        if "asking" in self.features:
            kinds += [(20, self.asking)]
        if "ufuncs" in self.features:
            kinds += [(12, self.ufunc)]
        if "assigning" in self.features:
            kinds += [(22, self.assigning)]
        if "vectors" in self.features:
            kinds += [(16, self.make_vector), (6, self.choose_vector)]
        if "algorithms" in self.features and self.depth == 1 and not self.returned and self.algorithms_left:
            kinds += [(24, self.algorithm)]
        if context.meet and "shared" in self.features:
            kinds += [(14, self.exchange), (4, self.tree), (4, self.block_vote)]
            kinds += [(4, self.move_shared)] if "slices" in self.features else []
            kinds += [(10, self.tile)] if self.tile_array else []
            kinds += [(8, self.histogram)] if self.counts else []
        if context.mask and "warp" in self.features:
            kinds += [(26, self.warp_op)] + ([] if deep else [(8, self.warp_branch), (4, self.warp_loop)])
        self.weighted(kinds)(context)

    def assign(self, context):
        e = self.expr("n")
        name = self.fresh()
        self.emit(f"{name} = {e.code}")
        self.define(name, e, context)

    def own(self):
        """Variables that may change: not loop counters, not what says where a
        thread is."""
        return [n for n in self.vars if n[0] == "v"]

    def change(self, context):
        """Gives a variable another value, of its own type or of one that
        unifies with it to a number of the same kind."""
        names = [n for n in self.own() if not rules.is_complex(self.vars[n].type)]
        if not names:
            return self.assign(context)
        name = self.pick(names)
        old = self.vars[name]
        kind = "b" if old.type == "b1" else "i" if rules.is_int(old.type) else "f"
        e = self.expr(kind)
        if kind != "b" and self.chance(45):
            op = self.pick(["+", "-", "*", "//", "%"] + (["&", "|", "^", "<<", ">>"] if kind == "i" else ["/"]))
            t = rules.binary(op, old.type, e.type)[2]
            if self.fits(old.type, t):
                self.emit(f"{name} {op}= {e.code}")
                return self.define(name, Expr(f"{name} {e.code}", rules.unify(old.type, t), e.uniform and old.uniform), context)
        if not self.fits(old.type, e.type):
            e = self.cast(old.type, e)
        self.emit(f"{name} = {e.code}")
        return self.define(name, Expr(e.code, rules.unify(old.type, e.type), e.uniform and old.uniform), context)

    def fits(self, old, new):
        """Whether the variable's kind stays what it is wherever paths meet."""
        if rules.is_int(old):
            return rules.is_int(new) and rules.is_int(rules.unify(old, new)) and old[0] == new[0]
        return rules.is_float(old) == rules.is_float(new) and (old == "b1") == (new == "b1")

    def swap(self, context):
        a, b = self.expr("n", 2), self.expr("n", 2)
        x, y = self.fresh(), self.fresh()
        self.emit(f"{x}, {y} = {a.code}, {b.code}")
        self.define(x, a, context)
        self.define(y, b, context)

    def complex_variable(self, context):
        names = [n for n in self.own() if rules.is_complex(self.vars[n].type)]
        e = self.expr("z")
        if names and self.chance(60):
            name = self.pick(names)
            old = self.vars[name]
            self.emit(f"{name} = {e.code}")
            return self.define(name, Expr(e.code, rules.unify(old.type, e.type), e.uniform and old.uniform), context)
        name = self.fresh()
        self.emit(f"{name} = {e.code}")
        return self.define(name, e, context)

    def unpack(self, context):
        f = self.pick(self.pairs)
        x, y = self.fresh(), self.fresh()
        args = [self.expr(k, 1) for k in f.kinds]
        uniform = all(a.uniform for a in args)
        self.emit(f"{x}, {y} = {f.name}({', '.join(a.code for a in args)})")
        self.define(x, Expr("cuda", f.result, uniform), context)
        self.define(y, Expr("cuda", "i64", uniform), context)

    def walk(self, context):
        """A loop over an array's elements."""
        found = [a for a in self.arrays if len(a.shape) == 1 and a.shape[0] <= 8 and a.name[0] == "a"]
        if not found:
            return self.assign(context)
        a, x = self.pick(found), self.fresh("x")
        targets, words, numbers = self.walked(a, x, found)
        inner = self.exits_of(context, True)
        self.emit(f"for {targets} in {words}:")
        self.enter_loop(inner)
        for name, t in numbers.items():
            self.vars[name] = Expr(name, t, a.uniform and inner.meet)
        self.block(inner)
        for name in numbers:
            del self.vars[name]
        return self.blur(inner.meet)

    def walked(self, a, x, found):
        """The targets of a loop over an array's elements, what it goes over (the
        array, with numbers, beside another), and the types of the targets.
        Numbers of its own: the other programs are what they were."""
        rng = random.Random(f"walk {self.seed} {x}")
        k, y, b = "k" + x[1:], "y" + x[1:], rng.choice(found)
        one, two = {x: a.type, k: "i64"}, {x: a.type, k: b.type}
        return rng.choice([
            (x, a.name, {x: a.type}),
            (x, a.name, {x: a.type}),
            (f"{k}, {x}", f"enumerate({a.name})", one),
            (f"{k}, {x}", f"enumerate({a.name}, {self.places[0].code} - 2)", {x: a.type}),
            (f"{x}, {k}", f"zip({a.name}, {b.name})", two),
            (f"{k}, {x}", f"zip(range({rng.randrange(9)}), {a.name})", one),
            (f"{k}, ({x}, {y})", f"enumerate(zip({a.name}, {b.name}[::-1]))", {**one, y: b.type}),
            (f"({k},), {x}", f"np.ndenumerate({a.name})", one),
            (f"{y}, ({k},)", f"zip({a.name}, np.ndindex({b.name}.shape))", {y: a.type, k: "i64"}),
        ])

    def block(self, context, count=None):
        """Statements one level deeper; what they define is gone behind them."""
        saved, bounds, arrays = dict(self.vars), dict(self.bounds), list(self.arrays)
        functions, steppers = list(self.functions), list(self.steppers)
        self.depth += 1
        before = len(self.lines)
        for _ in range(count or self.rng.randrange(1, 4)):
            self.statement(context)
        if len(self.lines) == before:
            self.emit("pass")
        self.depth -= 1
        self.vars = {n: self.vars[n] for n in saved}
        self.bounds = {n: b for n, b in bounds.items() if n in self.bounds}
        self.arrays, self.functions, self.steppers = arrays, functions, steppers

    def branch(self, context):
        c = self.mixed() if self.chance(30) else self.expr("b", 2)
        inner = context if c.uniform else Context(False, "", context.exits and "any" if context.exits == "any" else "",
                                                  context.loop)
        self.emit(f"if {c.code}:")
        self.block(inner)
        if self.chance(25):
            c2 = self.expr("b", 2)
            self.emit(f"elif {c2.code}:")
            self.block(inner if c2.uniform else Context(False, "", inner.exits if inner.exits == "any" else "",
                                                        context.loop))
            inner = inner if c2.uniform else Context(False, "", "", context.loop)
        if self.chance(40):
            self.emit("else:")
            self.block(inner)
        self.blur(c.uniform)

    def blur(self, uniform):
        """Behind a branch or loop that threads took differently, what was set
        there differs, too: variables of the block's level are not tracked, so
        all that may change counts as different."""
        if not uniform:
            for n in self.own():
                v = self.vars[n]
                self.vars[n] = Expr(v.code, v.type, False)

    def exits_of(self, context, uniform):
        """Loops in which threads wait for each other are not left by some."""
        together = (context.meet and "shared" in self.features) or (context.mask and "warp" in self.features)
        if uniform and together and self.chance(60):
            return Context(context.meet, context.mask, "uniform", True)
        return Context(False, "", "any", True)

    def enter_loop(self, inner):
        """Variables that turns change are not known to be the same before the
        loop's end."""
        if not inner.meet and not inner.mask:
            self.blur(False)

    def count_loop(self, context):
        j = self.fresh("j")
        kind = self.rng.randrange(8)
        e = self.expr("i", 1)
        bound, t, uniform = 6, "i64", True
        if kind == 0:
            words, bound = f"{self.rng.randrange(1, 6)}", 5
        elif kind == 1:
            words, bound = f"{self.rng.randrange(3)}, {self.rng.randrange(6)}", 5
        elif kind == 2:
            words, bound = f"{self.rng.randrange(2, 7)}, {self.rng.randrange(3)}, -{self.rng.randrange(1, 4)}", 7
        elif kind == 3:
            words, bound, t = f"int32({e.code} % 5)", 4, "i32"
            uniform = e.uniform
        elif kind == 4:
            words, uniform = f"-2, {e.code} % 5, {self.rng.randrange(1, 3)}", e.uniform
            bound = 1 << 60
        elif kind == 5 and self.arrays:
            a = self.pick(self.arrays)
            axis = self.rng.randrange(len(a.shape))
            if a.shape[axis] > 8:
                words, bound = "4", 4
            else:
                words, bound = f"{a.name}.shape[{axis}]", a.shape[axis]
        elif kind == 6:
            words, bound, t, uniform = f"uint64({e.code} % 4)", 3, "u64", e.uniform
        else:
            words, uniform, bound = f"{e.code} % 6", e.uniform, 5
        inner = self.exits_of(context, uniform)
        self.emit(f"for {j} in range({words}):")
        self.enter_loop(inner)
        saved = self.vars.get(j)
        self.vars[j] = Expr(j, t, uniform and inner.meet)
        self.bounds[j] = bound
        self.block(inner)
        self.vars.pop(j) if saved is None else None
        self.bounds.pop(j, None)
        if self.chance(20):
            self.emit("else:")
            self.block(Context(context.meet and inner.meet, "", "", context.loop))
        self.blur(uniform and inner.meet)

    def while_loop(self, context):
        w = self.fresh("w")
        e = self.expr("i", 1)
        self.emit(f"{w} = {e.code} % {self.rng.randrange(2, 6)}")
        inner = self.exits_of(context, e.uniform)
        self.emit(f"while {w} > 0:" if self.chance(50) else f"while {w}:")
        self.enter_loop(inner)
        self.vars[w] = Expr(w, "i64", e.uniform and inner.meet)
        self.depth += 1
        self.emit(f"{w} -= 1")
        self.depth -= 1
        self.block(inner)
        if self.chance(25):
            self.emit("else:")
            self.block(Context(context.meet and inner.meet, "", "", context.loop))
        self.blur(e.uniform and inner.meet)

    def skip_loop(self, context):
        """A loop of which turns are cut short, or the rest is left out, early,
        and what each turn adds is seen."""
        names = [n for n in self.own() if rules.is_int(self.vars[n].type)]
        if not names:
            return self.assign(context)
        inner, j, v = self.exits_of(context, False), self.fresh("j"), self.pick(names)
        n = self.rng.randrange(3, 7)
        self.emit(f"for {j} in range({self.pick([f'{n}', f'1, {n}', f'{n}, 0, -1'])}):")
        self.enter_loop(inner)
        self.vars[j], self.bounds[j] = Expr(j, "i64", inner.meet), n + 1
        place = self.pick(self.places)
        self.emit(f"    if ({j} + {place.code}) % {self.rng.randrange(2, 4)} == {self.rng.randrange(2)}:")
        if self.chance(40):
            self.depth += 1
            self.block(inner, 1)
            self.depth -= 1
        self.emit(f"        {self.pick(['continue', 'continue', 'break'])}")
        self.emit(f"    {v} = {self.cast(self.vars[v].type, Expr(f'{v} * 3 + {j}', 'i64', False)).code}")
        self.block(inner, 1)
        self.vars.pop(j)
        self.bounds.pop(j, None)
        self.blur(False)

    def leave(self, context):
        word = self.pick(["break", "continue"])
        c = self.expr("b", 2)
        if context.exits == "uniform" and not c.uniform:
            return self.assign(context)
        self.emit(f"if {c.code}:")
        if self.chance(30):
            self.block(Context(False, "", "", context.loop), 1)
        self.emit(f"    {word}")
        return None

    def early_return(self, context):
        if not context.meet:
            return self.assign(context)
        self.returned = True
        self.emit(f"if {self.mixed().code}:")
        self.depth += 1
        if self.chance(50):
            self.store(context)
        self.emit("return")
        self.depth -= 1
        return None
