# SPDX-License-Identifier: Apache-2.0
"""A hook of MkDocs (mkdocs.yml): what the repository's pages need to be a site.

- README.md is the first page, CHANGELOG.md and CONTRIBUTING.md are pages.
- A link to a file that is no page, ../examples/saxpy.c, leads to a page that shows the file.
- Lists and tables, which are written as GitHub reads them, are put as Python-Markdown reads them."""
import pathlib
import posixpath
import re

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = {"README.md": "index.md", "CHANGELOG.md": "CHANGELOG.md", "CONTRIBUTING.md": "CONTRIBUTING.md"}
MESSAGES = {"docs/diagnostics.md"}      # its text is of messages, k[grid, block](x), and has no links
LANGUAGES = {".py": "python", ".c": "c", ".cpp": "cpp", ".hpp": "cpp", ".h": "c", ".sh": "sh", ".yml": "yaml", ".build": "meson"}
LINK = re.compile(r"(!?\[[^\]]*\]\()([^)#\s:]+)((?:#[^)\s]*)?\))")
CODE = re.compile(r"`[^`]*`")
FENCE = re.compile(r"^( *)(```|~~~)")
ITEM = re.compile(r"^( *)(?:[-*]|\d+\.) ")


def place(path):
    """Where a file of the repository is in the site: its page, or the page that shows it."""
    if path.startswith("docs/"):
        return path[5:]
    return PAGES.get(path) or f"files/{path}.md"


def origin(page):
    """The file of the repository that a page of the site is."""
    return next((path for path, where in PAGES.items() if where == page), f"docs/{page}")


def parts(text):
    """(line, whether it is prose) for each line."""
    fence = None
    for line in text.split("\n"):
        mark = FENCE.match(line)
        if fence is None and mark:
            fence = mark[2]
            yield line, False
        elif fence is not None:
            fence = None if mark and mark[2] == fence and line.strip() == fence else fence
            yield line, False
        else:
            yield line, not line.startswith("    ") or bool(ITEM.match(line))


def target(path, link):
    """The file or folder of the repository that a link of the file `path` names, or None."""
    found = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
    return found if (ROOT / found).exists() and not found.startswith("..") else None


def shown(path):
    """The page that shows a file or the files of a folder."""
    file = ROOT / path
    if file.is_dir():
        names = sorted(p.name for p in file.iterdir() if p.is_file())
        return f"# {path}/\n\n" + "".join(f"- [{name}]({posixpath.basename(path)}/{name}.md)\n" for name in names)
    if file.suffix == ".md":
        return file.read_text()
    return f"# {path}\n\n````{LANGUAGES.get(file.suffix, 'text')}\n{file.read_text()}````\n"


def wanted(text, path):
    """The files and folders without a page that a page's links lead to."""
    for line, prose in parts(text):
        for link in LINK.finditer(line) if prose else ():
            found = target(path, link[2])
            if found and not found.startswith("docs/") and found not in PAGES:
                yield found


def on_files(files, config):
    texts = {f"docs/{f.src_uri}": pathlib.Path(f.abs_src_path).read_text() for f in files if f.src_uri.endswith(".md")}
    for path, where in PAGES.items():
        texts[path] = (ROOT / path).read_text()
        files.append(File.generated(config, where, content=texts[path]))
    sources = {found for path, text in texts.items() for found in wanted(text, path)}
    for folder in [path for path in sources if (ROOT / path).is_dir()]:
        sources |= {f"{folder}/{p.name}" for p in (ROOT / folder).iterdir() if p.is_file()}
    for path in sorted(sources):
        files.append(File.generated(config, place(path), content=shown(path)))
    return files


def on_page_markdown(markdown, page, **_):
    here = page.file.src_uri
    if here.startswith("files/"):
        return markdown
    path = origin(here)

    def moved(link):
        found = target(path, link[2])
        return link[0] if not found else f"{link[1]}{posixpath.relpath(place(found), posixpath.dirname(here) or '.')}{link[3]}"

    out, before, numbered = [], "", False
    for line, prose in parts(markdown):
        if prose:
            numbered = bool(re.match(r"\d+\. ", line)) or numbered and (line.startswith(" ") or not line)
            if numbered and re.match(r" {3}\S", line):
                line = f" {line}"      # what belongs to an item is four spaces in
            line = line.replace("](", "]\\(") if path in MESSAGES else LINK.sub(moved, line)
            if line.startswith("|"):
                line = CODE.sub(lambda code: code[0].replace("\\|", "|"), line)
            lazy = before.startswith(" ") and not numbered
            if ITEM.match(line) and before.strip() and not ITEM.match(before) and not lazy:
                out.append("")
        out.append(line)
        before = line
    return "\n".join(out)
