# SPDX-License-Identifier: Apache-2.0
"""What portkern.explain() found: numbers, and the same in words."""
import dataclasses
from collections.abc import Iterator
from typing import Any

from . import table
from .table import duration


@dataclasses.dataclass(frozen=True)
class Point:
    """A launch of one size on one device. Times are medians, in nanoseconds; bytes are those
    that a call copies."""

    size: int | None  # the leading extent of the largest array; None where there is none
    call_ns: float  # with arrays of the host
    copy_ns: float  # copies of as many bytes as such a call copies
    run_ns: float | None  # with arrays on the device; of a function a call without copy_ns; None: unknown
    to_device: int
    from_device: int
    count: int  # how often each was measured


@dataclasses.dataclass(frozen=True)
class Measurement:
    """What was measured on a device."""

    device: str
    kind: str
    compile_ns: int | None  # with an empty disk cache; None: it failed
    points: list[Point]  # by size
    size: int | None  # of the launch
    error: str | None = None  # what failed on the device
    # Of a function: launches of a call all of whose loops go that can, and of one by `auto`.
    auto: tuple[int, int] | None = None

    @property
    def first_call_ns(self) -> float | None:
        """Compiling and one call; None where one of them failed."""
        return self.compile_ns + self.point.call_ns if self.compile_ns and self.point else None

    @property
    def point(self) -> Point | None:
        """The Point of the launch itself; None where it failed or takes too long."""
        return next((p for p in self.points if p.size == self.size), None)


@dataclasses.dataclass(frozen=True)
class BreakEven:
    """For which sizes a device is faster than another one. kind: "from" the size on, only
    "below" it, "always", "never", "mixed", "unknown"; all of it between `smallest` and
    `largest`, which were measured."""

    kind: str
    size: int | None
    smallest: int | None
    largest: int | None

    def __str__(self) -> str:
        return {
            "from": f"faster from about n = {self.size or 0:,} on",
            "below": f"faster only below about n = {self.size or 0:,}",
            "always": f"faster for all sizes from n = {self.smallest or 0:,} to {self.largest or 0:,}",
            "never": f"faster for none up to n = {self.largest or 0:,}",
            "mixed": f"now faster and now slower between n = {self.smallest or 0:,} and {self.largest or 0:,}",
            "unknown": "unknown: there are no two sizes that were measured on both",
        }[self.kind]


def _times(ratio: float) -> str:
    """"3.1 times"."""
    return f"{ratio:.2g} times" if ratio < 99.5 else f"{ratio:,.0f} times"


class Explanation:
    """On which device a launch is fastest.

    kernel : its name
    size : the leading extent of its largest array; None where there is none
    measurements : a Measurement for each device
    why : why there are not more sizes, text; None"""

    def __init__(self, kernel: str, size: int | None, measurements: list[Measurement], why: str | None = None) -> None:
        self.kernel, self.size, self.measurements, self.why = kernel, size, measurements, why

    def __getitem__(self, device: str) -> Measurement:
        """The Measurement of a device, by its selector."""
        for each in self.measurements:
            if each.device == device or each.device.split(":")[0] == device:
                return each
        raise KeyError(device)

    def _fastest(self, name: str) -> str | None:
        found = [each for each in self.measurements if each.point and getattr(each.point, name)]
        return min(found, key=lambda each: getattr(each.point, name)).device if found else None

    @property
    def fastest_call(self) -> str | None:
        """The device that is fastest for a call with arrays of the host; None: all failed."""
        return self._fastest("call_ns")

    @property
    def fastest_run(self) -> str | None:
        """The device that is fastest for arrays that stay there; None: all failed."""
        return self._fastest("run_ns")

    @property
    def reference(self) -> str | None:
        """The device that others are compared with: the first CPU of the backend cpu, else the
        first one that works."""
        found = [each.device for each in self.measurements if each.point]
        return next((d for d in found if d.startswith("cpu:")), found[0] if found else None)

    @property
    def break_even(self) -> dict[str, tuple[BreakEven, BreakEven]]:
        """{device: (BreakEven of calls, BreakEven of runs)}, against `reference`."""
        from .explain import break_even

        if self.reference is None:
            return {}
        theirs = self[self.reference].points
        return {each.device: (break_even(each.points, theirs, "call_ns"), break_even(each.points, theirs, "run_ns"))
                for each in self.measurements if each.device != self.reference and each.point}

    # ---- in words ----

    _TITLES = ("device", "kind", ">compile", ">one call", ">copies", ">bytes copied", ">run on the device", ">measured")

    def _rows(self) -> list[tuple[str, ...]]:
        rows = []
        for each in self.measurements:
            p = each.point
            compiled = duration(each.compile_ns) if each.compile_ns else "-"
            if p is None:
                rows.append((each.device, each.kind, compiled, *["-"] * 5))
                continue
            copied = p.to_device + p.from_device
            rows.append((each.device, each.kind, compiled, duration(p.call_ns), duration(p.copy_ns) if copied else "-",
                         table.size(copied) if copied else "-", duration(p.run_ns) if p.run_ns else "-", f"{p.count} times"))
        return rows

    def _sentences(self) -> list[str]:
        return [*self._about_fastest(), *self._about_failed(), *self._about_others(),
                *([f"Sizes: {self.why}."] if self.why else [])]

    def _about_failed(self) -> Iterator[str]:
        for each in self.measurements:
            if each.error:
                yield f"{each.device} fails: {each.error}"
            elif not each.point:
                yield f"{each.device} takes too long: {self._too_long(each)}."

    @staticmethod
    def _too_long(each: Measurement) -> str:
        last = each.points[-1] if each.points else None
        return f"a call of n = {last.size:,} took {duration(last.call_ns)}" if last else "nothing was measured"

    def _about_fastest(self) -> Iterator[str]:
        if self.fastest_call is None:
            return
        for words, name, fastest in (("One call, with arrays of the host", "call_ns", self.fastest_call),
                                     ("Arrays that stay on the device", "run_ns", self.fastest_run)):
            if fastest:
                yield f"{words}: {fastest} is the fastest, {duration(getattr(self[fastest].point, name))}."
        gpu = next((each for each in self.measurements if each.kind == "GPU" and each.point), None)
        if gpu and self[self.reference].kind == "CPU":
            slower = gpu.point.call_ns > self[self.reference].point.call_ns
            yield f"Is the GPU slower than the CPU here? {'Yes' if slower else 'No'}, for one call."

    def _about_others(self) -> Iterator[str]:
        for device, (call, run) in self.break_even.items():
            mine, other = self[device], self[self.reference].point
            p, kind = mine.point, mine.kind
            yield (f"{device} takes {_times(p.call_ns / other.call_ns)} as long as {self.reference} for one call"
                   + (f" (copies alone: {duration(p.copy_ns)})" if p.copy_ns else "")
                   + (f", and {_times(p.run_ns / other.run_ns)} for arrays on the device." if p.run_ns and other.run_ns else "."))
            if call == run:
                yield f"    Both: {call}."
            else:
                yield f"    One call: {call}. On the device: {run}."
            if mine.auto:
                yield f"    {self._about_auto(mine)}"
            if kind in _NOTES:
                yield f"    {_NOTES[kind]}"

    def _about_auto(self, mine: Measurement) -> str:
        every, chosen = mine.auto or (0, 0)
        if not every:
            return "None of its parallel loops can run there: parallel_diagnostics() of the function says why."
        where = "all" if chosen >= every else f"{chosen} of {every}" if chosen else "none"
        return f"By measurement (offload=\"auto\") {where} of its launches go there."

    def _title(self) -> str:
        size = "" if self.size is None else f", n = {self.size:,}"
        return f"{self.kernel}{size}"

    def __str__(self) -> str:
        return "\n".join([self._title(), "", table.text(self._TITLES, self._rows()), "", *self._sentences()])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        import html

        words = "".join(f"<p>{html.escape(line.strip())}</p>" for line in self._sentences())
        return f"<b>{html.escape(self._title())}</b>{table.as_html(self._TITLES, self._rows())}{words}"

    def as_dict(self) -> dict[str, Any]:
        """All numbers as dicts and lists, which JSON can hold."""
        return {"kernel": self.kernel, "size": self.size, "why": self.why,
                "measurements": [dataclasses.asdict(each) for each in self.measurements]}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Explanation":
        """The Explanation that as_dict() wrote."""
        found = [Measurement(**{**each, "points": [Point(**p) for p in each["points"]],
                                "auto": each["auto"] and tuple(each["auto"])}) for each in data["measurements"]]
        return cls(data["kernel"], data["size"], found, data["why"])


_NOTES = {
    "simulated GPU": "It is simulated: its times say nothing about GPUs.",
    "interpreter": "It checks every access, and is not made to be fast.",
}
