#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The pages of docs/ as a site: MkDocs makes it without a warning, each link and picture in it is there, with its
anchor, and no page shows what should have been a link, a list or a table.

    site.py ROOT

Prints TAP."""
import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag


class Page(HTMLParser):
    """What a page links to, its anchors, and its text apart from code."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors, self.text, self.code = set(), set(), "", ""
        self.within = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.anchors.update(given[k] for k in ("id", "name") if given.get(k))
        self.links.update(given[k] for k in ("href", "src") if given.get(k))
        if tag in ("p", "li", "td", "h1", "h2", "h3"):
            self.text += "\n\n"
        if tag in ("article", "pre", "code", "script", "style"):
            self.within.append(tag)

    def handle_endtag(self, tag):
        if tag in self.within:
            del self.within[len(self.within) - 1 - self.within[::-1].index(tag):]

    def handle_data(self, data):
        if self.within == ["article"]:
            self.text += data
        elif self.within == ["article", "code"]:
            self.code += f"{data}\n"


def broken(site, pages):
    """Links of the site that lead nowhere."""
    for path, page in pages.items():
        for link in sorted(page.links):
            if re.match(r"[a-z]+:|//|#__", link):
                continue
            name, anchor = urldefrag(link)
            found = (path.parent / unquote(name)).resolve() if name else path
            found = found / "index.html" if found.is_dir() else found
            if not found.exists():
                yield f"{path.relative_to(site)}: no {link}"
            elif anchor and found in pages and unquote(anchor) not in pages[found].anchors:
                yield f"{path.relative_to(site)}: no {link}: the page has no such place"


# What is left of Markdown where it was not read as such.
LEFT = [r"\]\([^)\s]*(?:\.\w+|#[^)]*)\)", r"^\s*\|.*\|\s*$", r"``", r"\S\n *(?:[-*]|\d+\.) \w", r"\*\*", r"^#+ "]


def unread(site, pages):
    for path, page in pages.items():
        for pattern in LEFT:
            for m in re.finditer(pattern, page.text, re.M):
                yield f"{path.relative_to(site)}: {page.text[max(0, m.start() - 30):m.end() + 40]!r}"
        for m in re.finditer(r"\\\|", page.code):
            yield f"{path.relative_to(site)}: in code: {page.code[max(0, m.start() - 30):m.end() + 20]!r}"


def main():
    if not importlib.util.find_spec("mkdocs"):
        print("1..0 # SKIP no MkDocs: scripts/venv installs it, where the Python index can be reached")
        return 0
    root = pathlib.Path(sys.argv[1]).resolve()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder).resolve()
        done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "-f", root / "mkdocs.yml", "-d", site], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, env={"NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1"})
        pages = {path: Page(path.read_text()) for path in sorted(site.rglob("*.html")) if path.name != "404.html"}
        for number, (name, why) in enumerate([
                ("the site is made without a warning", [done.stdout] if done.returncode or "WARNING" in done.stdout else []),
                ("links and pictures are there", list(broken(site, pages))),
                ("Markdown is read as it is meant", list(unread(site, pages))),
                ("there are pages", [] if len(pages) > 40 else [f"{len(pages)} only"])], 1):
            print(f"{'not ok' if why else 'ok'} {number} - {name}")
            print("".join(f"# {line}\n" for text in why for line in text.splitlines()), end="")
            failed += bool(why)
    print("1..4")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
