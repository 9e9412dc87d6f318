# SPDX-License-Identifier: Apache-2.0
"""Threads together: shared memory, barriers, votes and operations of warps."""
from oracle import rules
from .expressions import Expr
from .statements import Context


class Together:
    def shared_arrays(self):
        """At the kernel's start, before threads may return."""
        self.shared = []
        self.depth = 1
        for _ in range(self.rng.randrange(1, 3)):
            t = self.pick(["i32", "i64", "f32", "f64", "u8", "i16", "u64"] + (["f16"] * 3 if self.has("half") else []))
            name = self.fresh("s")
            self.emit(f"{name} = cuda.shared.array({self.threads}, {rules.NUMPY[t]})")
            self.emit(f"{name}[t] = {self.cast(t, self.expr('i', 1)).code}")
            self.shared.append((name, t))
        if "records" in self.features and self.chance(60):
            self.shared_records()
        self.shared_patterns()
        self.emit("cuda.syncthreads()")

    def exchange(self, context):
        name, t = self.pick(self.shared)
        e, at = self.expr("f" if rules.is_float(t) else "i"), self.index(self.threads)
        v = self.fresh()
        self.emit("cuda.syncthreads()")
        self.emit(f"{name}[t] = {e.code}")
        self.emit("cuda.syncthreads()")
        self.emit(f"{v} = {name}[{at.code}]")
        self.define(v, Expr("cuda", t, at.uniform), context)

    def tree(self, context):
        name, t = self.pick(self.shared)
        k, v = self.fresh("w"), self.fresh()
        half = 1
        while half * 4 <= self.threads:
            half *= 2
        e = self.expr("f" if rules.is_float(t) else "i", 2)
        self.emit("cuda.syncthreads()")
        self.emit(f"{name}[t] = {e.code}")
        self.emit("cuda.syncthreads()")
        self.emit(f"{k} = {half}")
        self.emit(f"while {k} > 0:")
        self.emit(f"    if t < {k} and t + {k} < {self.threads}:")
        self.emit(f"        {name}[t] {self.pick('+-*')}= {name}[t + {k}]")
        self.emit("    cuda.syncthreads()")
        self.emit(f"    {k} {self.pick(['//= 2', '>>= 1'])}")
        self.emit(f"{v} = {name}[0]")
        self.define(v, Expr("cuda", t, True), context)

    def block_vote(self, context):
        v = self.fresh()
        word = self.pick(["count", "and", "or"])
        self.emit(f"{v} = cuda.syncthreads_{word}({self.expr('b', 2).code})")
        self.define(v, Expr("cuda", "i32", True), context)

    def warp_op(self, context):
        v, mask = self.fresh(), context.mask
        whole = mask == "-1" and self.whole_warps and not self.returned
        what = self.weighted([(10 if whole else 0, "shuffle"), (4, "first"), (4, "vote"), (3, "ballot"), (2, "match")])
        if what == "shuffle":
            e = self.wide(self.expr(self.pick("if"), 2))
            by = self.rng.randrange(32) if self.chance(60) else f"({self.expr('i', 1).code} % 32)"
            fn = self.pick(["shfl_sync", "shfl_xor_sync", "shfl_up_sync", "shfl_down_sync"])
            self.emit(f"{v} = cuda.{fn}({mask}, {e.code}, {by})")
        elif what == "first":  # of a lane that is here
            e = self.wide(self.expr(self.pick("if"), 2))
            here = f"cuda.ballot_sync({mask}, True)"
            self.emit(f"{v} = cuda.shfl_sync({mask}, {e.code}, cuda.ffs({here}) - 1)")
        elif what == "vote":
            e = Expr("", "b1", False)
            fn = self.pick(["all", "any", "eq"])
            self.emit(f"{v} = cuda.{fn}_sync({mask}, {self.mixed().code})")
        elif what == "ballot":
            e = Expr("", "i32", False)
            self.emit(f"{v} = cuda.ballot_sync({mask}, {self.mixed().code})")
        else:
            e = Expr("", "i32", False)
            self.emit(f"{v} = cuda.match_any_sync({mask}, {self.expr('i', 1).code} % 4)")
        self.define(v, Expr("cuda", e.type, False), context)

    def warp_branch(self, context):
        """Only some lanes go on, and each knows which."""
        p, g = self.fresh("q"), self.fresh("g")
        self.emit(f"{p} = {self.mixed().code}")
        self.emit(f"{g} = cuda.ballot_sync({context.mask}, {p})")
        self.emit(f"if {p}:")
        self.block(Context(False, g, "", context.loop))
        if self.chance(35):
            self.emit("else:")
            h = self.fresh("g")
            self.emit(f"    {h} = {self.full(context.mask)} ^ {g}")
            self.block(Context(False, h, "", context.loop))
        self.blur(False)

    def full(self, mask):
        """The lanes of a mask, as an integer."""
        return mask if mask != "-1" else "int32(-1)"

    def warp_loop(self, context):
        """Lanes leave one by one, and those that stay know it."""
        w, g = self.fresh("w"), self.fresh("g")
        self.emit(f"{w} = {self.expr('i', 1).code} % 4")
        self.emit(f"{g} = cuda.ballot_sync({context.mask}, {w} > 0)")
        self.emit(f"while {w} > 0:")
        self.enter_loop(Context(False, ""))
        self.vars[w] = Expr(w, "i64", False)
        self.block(Context(False, g, "", True))
        self.emit(f"    {w} -= 1")
        self.emit(f"    {g} = cuda.ballot_sync({g}, {w} > 0)")
        self.blur(False)
