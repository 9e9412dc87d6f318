# SPDX-License-Identifier: Apache-2.0
"""Tables, as text and as HTML: a list of titles, rows of texts; columns whose title
begins with '>' are aligned to the right."""
import html


def text(titles, rows):
    """Lines with the columns one below another."""
    plain = [title.removeprefix(">") for title in titles]
    widths = [max(map(len, column)) for column in zip(plain, *rows, strict=True)]
    right = [title.startswith(">") for title in titles]

    def line(cells):
        return "  ".join(cell.rjust(width) if is_right else cell.ljust(width)
                         for cell, width, is_right in zip(cells, widths, right, strict=True)).rstrip()

    return "\n".join([line(plain), line(["-" * width for width in widths]), *map(line, rows)])


def as_html(titles, rows):
    """A <table>; its texts are escaped."""
    def cells(row, tag):
        return "".join(f'<{tag} style="text-align:{"right" if title.startswith(">") else "left"}">'
                       f"{html.escape(cell.removeprefix('>') if tag == 'th' else cell)}</{tag}>"
                       for cell, title in zip(row, titles, strict=True))

    body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f"<table><thead><tr>{cells(titles, 'th')}</tr></thead><tbody>{body}</tbody></table>"


def section(title, body):
    """A collapsible section of HTML with a text in it, which is escaped."""
    return f"<details><summary>{html.escape(title)}</summary><pre>{html.escape(body)}</pre></details>"


def size(count):
    """A number of bytes: "1.5 MiB"."""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024:
            return f"{count:.0f} B" if unit == "B" else f"{count:.3g} {unit}"
        count /= 1024
    return f"{count:.3g} TiB"


def duration(ns):
    """A number of nanoseconds: "12.5 ms"."""
    for factor, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "us")):
        if ns >= factor:
            return f"{ns / factor:.3g} {unit}" if ns < 100 * factor else f"{ns / factor:.0f} {unit}"
    return f"{ns:.0f} ns"
