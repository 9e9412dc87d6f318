#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the manual page portkern(1) from docs/cli.md, and its section on the environment
from the table under that heading in docs/api.md.

    man.py cli.md api.md VERSION portkern.1

Markdown is understood as those pages use it: headings, paragraphs, lists, tables, code that
is indented or in fences, `code`, *emphasis*, **strong** and links. What it does not know is
an error, so that a page cannot come out wrong unseen."""
import re
import sys

NAMES = "checks, compiles and runs kernels written in Python"
CELL = re.compile(r"(?<!\\)\|")
INLINE = re.compile(r"`(?P<code>[^`]+)`|\[(?P<label>[^\]]*)\]\((?P<target>[^)]*)\)"
                    r"|\*\*(?P<strong>[^*]+)\*\*|(?<![\w*])\*(?P<em>[^*\s][^*]*)\*(?!\w)")


def escaped(text):
    text = text.replace("\\|", "|").replace("\\*", "*").replace("\\", "\\e")
    text = text.replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return text.replace("^", "\\(ha").replace("~", "\\(ti")


def inline(text):
    """Text with the marks that stand within a line."""
    out, at = [], 0
    for m in INLINE.finditer(text):
        out.append(escaped(text[at:m.start()]))
        if m["code"]:
            out.append(f"\\fB{escaped(m['code'])}\\fP")
        elif m["label"] is not None:
            out.append(inline(m["label"]))
        else:
            out.append(f"\\fI{escaped(m['strong'] or m['em'])}\\fP")
        at = m.end()
    out.append(escaped(text[at:]))
    return "".join(out)


def line(text):
    """Text that begins a line: no request of roff by accident."""
    text = inline(text)
    return "\\&" + text if text.startswith(".") else text


def code(lines):
    yield ".PP"
    yield ".nf"
    yield ".RS 4"
    for one in lines:
        text = escaped(one)
        yield "\\&" + text if text.startswith(".") else text
    yield ".RE"
    yield ".fi"


def cells(row):
    return [c.strip() for c in CELL.split(row)[1:-1]]


def table(rows):
    """A paragraph for each row, under the row's first cell."""
    head = cells(rows[0])
    for row in rows[2:]:
        first, *rest = cells(row)
        assert len(rest) == len(head) - 1, f"a row of another length: {row}"
        words = [rest[0]] + [f"{name}: {value}" for name, value in zip(head[2:], rest[1:]) if value]
        yield ".TP"
        yield line(first)
        yield line("; ".join(words))


def blocks(text):
    """The requests of a page's body."""
    lines = text.split("\n")
    at = 0

    def take(inside):
        nonlocal at
        taken = []
        while at < len(lines) and inside(lines[at]):
            taken.append(lines[at])
            at += 1
        return taken
    while at < len(lines):
        this = lines[at]
        if not this.strip():
            at += 1
        elif this.startswith("```"):
            at += 1
            yield from code(take(lambda x: not x.startswith("```")))
            at += 1
        elif this.startswith("    "):
            taken = take(lambda x: x.startswith("    ") or not x.strip())
            while not taken[-1].strip():
                taken.pop()
            yield from code(x[4:] for x in taken)
        elif this.startswith("|"):
            yield from table(take(lambda x: x.startswith("|")))
        elif m := re.match(r"(#+) (.*)", this):
            assert len(m[1]) == 2, f"a heading of that depth: {this}"
            at += 1
            yield ".SS " + escaped(m[2].replace("`", ""))
        elif this.startswith("- "):
            item = [this[2:]]
            at += 1
            item += take(lambda x: x.startswith("  ") and x.strip())
            yield ".IP \\(bu 2"
            yield line(" ".join(x.strip() for x in item))
        else:
            assert not this.startswith(("<", ">", "1. ")), f"not known: {this}"
            yield ".PP"
            yield line(" ".join(take(lambda x: x.strip() and not x.startswith(("|", "- ", "```", "#")))))


def page(cli, api, version):
    heading, _, body = cli.partition("\n")
    assert heading == "# The portkern command"
    first, _, commands = body.partition("\n## ")
    environment = re.search(r"^## Environment\n(.*?)(?=^## |\Z)", api, re.M | re.S)[1]
    yield f'.TH PORTKERN 1 "" "portkern {version}" "User Commands"'
    yield ".SH NAME"
    yield f"portkern \\- {NAMES}"
    yield ".SH SYNOPSIS"
    for m in re.finditer(r"^## (portkern .*)", cli, re.M):
        yield f".br\n\\fB{escaped(m[1])}\\fP"
    yield ".SH DESCRIPTION"
    yield from blocks(first)
    yield ".SH COMMANDS"
    yield from blocks("## " + commands)
    yield ".SH ENVIRONMENT"
    yield from blocks(environment)
    yield ".SH SEE ALSO"
    yield ".BR python3 (1)"


def main():
    cli, api, version, out = sys.argv[1:]
    with open(cli, encoding="utf-8") as f, open(api, encoding="utf-8") as g:
        text = "\n".join(page(f.read(), g.read(), version)) + "\n"
    with open(out, "w", encoding="utf-8") as f:
        f.write(text)


if __name__ == "__main__":
    main()
