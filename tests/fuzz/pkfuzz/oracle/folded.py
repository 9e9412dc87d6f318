# SPDX-License-Identifier: Apache-2.0
"""What CPython computes of literals before anything is typed: by its own compiler."""
import ast
import dis
import warnings


def value_of(node):
    """(True, value) of an expression that CPython computes when it compiles."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = compile(ast.Expression(node), "literals", "eval")
    steps = [i.opname for i in dis.get_instructions(code) if i.opname not in ("RESUME", "NOP")]
    folded = steps in (["LOAD_CONST", "RETURN_VALUE"], ["RETURN_CONST"])
    return folded, eval(code) if folded else None


def is_number(node):
    return isinstance(node, ast.Constant) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant))


class Fold(ast.NodeTransformer):
    def replaced(self, node, parts):
        self.generic_visit(node)
        if is_number(node) or not all(map(is_number, parts(node))):
            return node
        folded, value = value_of(node)
        return ast.copy_location(ast.Constant(value), node) if folded else node

    def visit_BinOp(self, node):
        return self.replaced(node, lambda n: (n.left, n.right))

    def visit_UnaryOp(self, node):
        return self.replaced(node, lambda n: (n.operand,))


def fold(tree):
    return Fold().visit(tree)
