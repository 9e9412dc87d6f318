# SPDX-License-Identifier: Apache-2.0
"""The names that a function uses and does not define, and its parameters' defaults,
which Python has evaluated long before the function is compiled."""
import ast


def _outer_names(code):
    """Globals and variables of enclosing functions, of functions within, too. Names of
    attributes are among them."""
    names = set(code.co_names) | set(code.co_freevars)
    for const in code.co_consts:
        if isinstance(const, type(code)):
            names |= _outer_names(const) - set(code.co_cellvars)
    return names


def _path(node):
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None


def free_names(tree, code):
    """(names, dotted): the names, and the paths of attributes that begin with them,
    "config.N". Annotations count: a class of tuples may be one."""
    outer, names, dotted = _outer_names(code), set(), set()
    annotations = {n.id for a in ast.walk(tree.args) if isinstance(a, ast.arg) and a.annotation
                   for n in ast.walk(a.annotation) if isinstance(n, ast.Name)}
    for part in (*tree.body, tree.args):
        for node in ast.walk(part):
            if isinstance(node, ast.Name):
                names.add(node.id)
            elif isinstance(node, ast.Attribute):
                dotted.add(_path(node))
    names &= outer | annotations
    return names, {d for d in dotted if d and d.split(".")[0] in names}


# ---- defaults ----

def _is_literal(node):
    try:
        ast.literal_eval(node)
    except ValueError:
        return False
    return not isinstance(node, (ast.List, ast.Dict, ast.Set))


def _defaults(function, tree):
    """(parameter's name, expression, value) of each default."""
    args, given = tree.args, function.__defaults__ or ()
    positional = [*args.posonlyargs, *args.args]
    yield from zip((a.arg for a in positional[len(positional) - len(args.defaults):]), args.defaults, given)
    for arg, node in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        if node is not None and arg.arg in (function.__kwdefaults__ or {}):
            yield arg.arg, node, function.__kwdefaults__[arg.arg]


def with_defaults(function, tree, text):
    """(text, {name: value}): the text with a name for each default that is no literal,
    since the value of its expression may be another one by now."""
    lines, values = text.encode().splitlines(keepends=True), {}
    first = tree.lineno
    last_first = sorted(_defaults(function, tree), key=lambda d: (d[1].lineno, d[1].col_offset), reverse=True)
    for name, node, value in last_first:
        if _is_literal(node):
            continue
        known_as = f"__default_{name}__"
        values[known_as] = value
        begin, end = node.lineno - first, node.end_lineno - first
        rest = lines[end][node.end_col_offset:]
        # As many lines as there were: places in messages stay right.
        lines[begin:end + 1] = [lines[begin][:node.col_offset] + known_as.encode() + b"\n" * (end > begin),
                                *[b"\n"] * (end - begin - 1), rest] if end > begin else [
                                    lines[begin][:node.col_offset] + known_as.encode() + rest]
    return b"".join(lines).decode(), values


def in_normal_form(text):
    """The text with names as Python reads them: \u03f5 is \u03b5 to it, by the form NFKC."""
    if text.isascii():
        return text
    import io
    import tokenize
    import unicodedata

    lines = text.splitlines(keepends=True)
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):  # of a text that is not a module's
        return text
    for token in reversed(tokens):
        if token.type == tokenize.NAME and not token.string.isascii():
            (row, begin), (_, end) = token.start, token.end
            lines[row - 1] = lines[row - 1][:begin] + unicodedata.normalize("NFKC", token.string) + lines[row - 1][end:]
    return "".join(lines)
