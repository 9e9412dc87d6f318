# SPDX-License-Identifier: Apache-2.0
"""Statements as text."""
import ast


class Printer:
    """Writes statements, each at its line as far as the lines before leave room."""

    def __init__(self, first):
        self.first, self.lines = first, []

    def put(self, line, depth, text):
        while self.first + len(self.lines) < line:
            self.lines.append("")
        self.lines.append("    " * depth + text)

    def block(self, body, depth):
        for node in body:
            self.statement(node, depth)

    def statement(self, node, depth):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.If):
            self.put(line, depth, f"if {ast.unparse(node.test)}:")
            self.block(node.body, depth + 1)
            while len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
                node = node.orelse[0]
                self.put(getattr(node, "lineno", 0), depth, f"elif {ast.unparse(node.test)}:")
                self.block(node.body, depth + 1)
            if node.orelse:
                self.put(0, depth, "else:")
                self.block(node.orelse, depth + 1)
        elif isinstance(node, (ast.For, ast.While)):
            head = (f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}:" if isinstance(node, ast.For)
                    else f"while {ast.unparse(node.test)}:")
            self.put(line, depth, head)
            self.block(node.body, depth + 1)
            if node.orelse:
                self.put(0, depth, "else:")
                self.block(node.orelse, depth + 1)
        elif isinstance(node, ast.FunctionDef):
            self.put(line, depth, f"def {node.name}({ast.unparse(node.args)}):")
            self.block(node.body, depth + 1)
        else:
            for row in ast.unparse(ast.fix_missing_locations(node)).splitlines():
                self.put(line, depth, row)
