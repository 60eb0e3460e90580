"""Makes the code objects of an image small: what only people and type checkers read is left out.

A hook's start is dominated by unmarshalling and by module bodies, so docstrings, annotations,
line tables and type-checking blocks go. Behaviour does not change: assertions stay.
"""

from __future__ import annotations

import ast
from types import CodeType


class _Stripper(ast.NodeTransformer):
    """Removes docstrings, annotations, future imports and TYPE_CHECKING blocks."""

    def visit_Module(self, node: ast.Module) -> ast.Module:
        self.generic_visit(node)
        node.body = _without_docstring(node.body)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        node.returns = None
        arguments = node.args
        for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
            argument.annotation = None
        for rest in (arguments.vararg, arguments.kwarg):
            if rest is not None:
                rest.annotation = None
        node.body = _without_docstring(node.body) or [ast.Pass()]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self.generic_visit(node)
        node.body = _without_docstring(node.body) or [ast.Pass()]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        self.generic_visit(node)
        if node.value is None:
            return None
        return ast.copy_location(ast.Assign(targets=[node.target], value=node.value), node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt | None:
        return None if node.module == "__future__" else node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | None:
        self.generic_visit(node)
        return None if [ast.unparse(target) for target in node.targets] == ["TYPE_CHECKING"] else node

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt] | None:
        self.generic_visit(node)
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return node.orelse or None
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """`isinstance(x, A | B)` is `isinstance(x, (A, B))`, without a union that is made at every call."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance" and isinstance(node.args[1], ast.BinOp):
            node.args[1] = ast.copy_location(ast.Tuple(_alternatives(node.args[1]), ast.Load()), node.args[1])
        return node


def _alternatives(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_alternatives(node.left), *_alternatives(node.right)]
    return [node]


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        return body[1:]
    return body


def strip_source(source: str, name: str) -> ast.Module:
    """The tree of a module as it goes into an image."""
    tree = _Stripper().visit(ast.parse(source, name))
    assert isinstance(tree, ast.Module)
    return tree


def compile_tree(tree: ast.Module, name: str) -> CodeType:
    """The code of a stripped tree, without places in the source."""
    return _bare(compile(ast.fix_missing_locations(tree), name, "exec", dont_inherit=True, optimize=0))


def _bare(code: CodeType) -> CodeType:
    constants = tuple(_bare(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_consts=constants, co_linetable=b"", co_filename="policyhooks", co_qualname=code.co_name)
