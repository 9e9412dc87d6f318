# SPDX-License-Identifier: Apache-2.0
"""einsum: operands are taken two by two; each pair is a product of matrices, with the
subscripts that both and the result have as its batch."""
import math

from ._array import ndarray
from ._linalg import matmul
from ._ufuncs import UFUNCS, checked


def einsum(subscripts, *operands, out=None, dtype=None, optimize=False, **kwargs):
    """The sum of products that the subscripts say: einsum("ij,jk->ik", a, b)."""
    if not isinstance(subscripts, str):
        raise NotImplementedError("einsum: subscripts are text")
    if "..." in subscripts:
        raise NotImplementedError("einsum: write subscripts for all axes, without '...'")
    arrays = [a if dtype is None else a.astype(dtype) for a in checked(operands)]
    terms, result = _parse(subscripts, arrays)
    parts = [_diagonal(a, term) for a, term in zip(arrays, terms, strict=True)]
    made, term = parts[0]
    for i, (other, other_term) in enumerate(parts[1:], 1):
        wanted = set(result).union(*(t for _, t in parts[i + 1:]))
        made, term = _pair(made, term, other, other_term, wanted)
    gone = tuple(i for i, letter in enumerate(term) if letter not in result)
    if gone:
        made, term = made.sum(gone, dtype=made.dtype), "".join(letter for letter in term if letter in result)
    made = made.transpose(*(term.index(letter) for letter in result)) if len(term) > 1 else made
    if out is None:
        return made
    out[...] = made
    return out


def _parse(subscripts, arrays):
    text = subscripts.replace(" ", "")
    left, arrow, result = text.partition("->")
    terms = left.split(",")
    if len(terms) != len(arrays):
        raise ValueError(f"einsum: {len(terms)} terms for {len(arrays)} operands")
    if not arrow:
        result = "".join(sorted(c for c in set(left) - {","} if left.count(c) == 1))
    sizes = {}
    for a, term in zip(arrays, terms, strict=True):
        if len(term) != a.ndim:
            raise ValueError(f"einsum: the term {term!r} has {len(term)} subscripts, and the operand {a.ndim} axes")
        for letter, n in zip(term, a.shape, strict=True):
            if sizes.setdefault(letter, n) != n:
                raise ValueError(f"einsum: the subscript {letter!r} has the sizes {sizes[letter]} and {n}")
    if len(set(result)) != len(result) or not set(result) <= set(sizes):
        raise ValueError(f"einsum: the result {result!r} has a subscript twice, or one that no operand has")
    return terms, result


def _diagonal(a, term):
    """The operand with each subscript once: the diagonal of those that come twice."""
    for letter in set(term):
        while term.count(letter) > 1:
            first = term.index(letter)
            second = term.index(letter, first + 1)
            a = a.diagonal(0, first, second)
            term = term[:first] + term[first + 1:second] + term[second + 1:] + letter
    return a, term


def _pair(a, term_a, b, term_b, wanted):
    """(the product of two operands summed over what is not wanted, its subscripts)"""
    a, term_a = _summed(a, term_a, wanted | set(term_b))
    b, term_b = _summed(b, term_b, wanted | set(term_a))
    both = [c for c in term_a if c in term_b]
    batch, inner = [c for c in both if c in wanted], [c for c in both if c not in wanted]
    rows, columns = [c for c in term_a if c not in both], [c for c in term_b if c not in both]
    size = dict(zip(term_a, a.shape, strict=True)) | dict(zip(term_b, b.shape, strict=True))

    def shaped(array, term, *groups):
        order = [term.index(c) for group in groups for c in group]
        moved = array.transpose(*order) if array.ndim > 1 else array
        return moved.reshape(tuple(math.prod(size[c] for c in group) for group in groups))

    if inner:
        made = matmul(shaped(a, term_a, batch, rows, inner), shaped(b, term_b, batch, inner, columns))
    else:
        made = UFUNCS["multiply"](shaped(a, term_a, batch, rows, []), shaped(b, term_b, batch, [], columns))
    term = batch + rows + columns
    return made.reshape(tuple(size[c] for c in term)), "".join(term)


def _summed(a: ndarray, term, wanted):
    gone = tuple(i for i, c in enumerate(term) if c not in wanted)
    return (a.sum(gone, dtype=a.dtype), "".join(c for c in term if c in wanted)) if gone else (a, term)
