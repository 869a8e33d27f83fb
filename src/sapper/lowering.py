"""How kernels are translated for LLVM: in numba's way, less two things that cost time and that kernels do not need.

    legend   counted    numba adds one to a shared number for each name of an array, and takes it back when that ends
             borrowed   a name of an argument, of a field of a borrowed tuple, or of a view of a borrowed array

**Borrowed names are not counted.** An argument lives as long as the call, because its caller holds it; so do its fields
and views. Counting is done by atomic instructions, several for each argument of a call, and numba's own way of leaving
them out fails where a loop is left by `break`. A name is borrowed if it is given a value in one place only, and that
value is borrowed. What a kernel makes itself, returns, or puts into a new tuple is counted as ever.

**No index is counted from the end**, but a literal one that stands alone: `values[-1]`. Otherwise each index would be
compared with zero first. So no other index may be negative; with NUMBA_BOUNDSCHECK=1 it is an error (`make kernels`).

Together they take a third off the games of `champion`. Both reach into numba, at places that have not changed in years;
`tests/test_lowering.py` checks that they still work, that nothing leaks, and that nothing is given back twice.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir as llvm
from numba.core import compiler, ir
from numba.core import types as numba_types
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering, NativeLowering
from numba.np import arrayobj

types: Any = numba_types  # not all of them are declared


class _LeanLower(Lower):  # type: ignore[misc]  # numba has no types
    def pre_lower(self) -> None:
        super().pre_lower()
        self.borrowed: frozenset[str] = borrowed_names(self.func_ir, self.typeof)

    def setup_function(self, fndesc: Any) -> None:
        super().setup_function(fndesc)
        self.builder.no_index_from_the_end = True

    def lower_assign(self, ty: Any, inst: Any) -> Any:
        value = super().lower_assign(ty, inst)
        if inst.target.name in self.borrowed:
            self.decref(ty, value)  # at once: LLVM takes both away
        return value

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        if name in self.borrowed and name not in self._singly_assigned_vars:
            place = self.getvar(name)
            self.builder.store(llvm.Constant(place.type.pointee, None), place)  # or what was there is given back
        super().storevar(value, name, argidx)

    def delvar(self, name: str) -> None:
        if name not in self.borrowed:
            super().delvar(name)


@register_pass(mutates_CFG=True, analysis_only=False)
class _LeanLowering(BaseNativeLowering):  # type: ignore[misc]  # as above
    _name = "lean_lowering"
    lowering_class = _LeanLower


class LeanCompiler(compiler.CompilerBase):  # type: ignore[misc]  # as above
    """The compiler of kernels."""

    def define_pipelines(self) -> list[Any]:
        """The passes of numba, one of them exchanged."""
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(_LeanLowering if one is NativeLowering else one, about) for one, about in passes.passes]
        passes.finalize()
        return [passes]


_index_from_either_end = arrayobj.fix_integer_index


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """The index as LLVM is to see it; numba asks this of every index of an array."""
    lean = getattr(builder, "no_index_from_the_end", False)
    if lean and kind.signed and not isinstance(index, llvm.Constant) and not isinstance(kind, types.Literal):
        return context.cast(builder, index, kind, types.intp)
    return _index_from_either_end(context, builder, kind, index, size)


arrayobj.fix_integer_index = _index


def borrowed_names(function: Any, type_of: Any) -> frozenset[str]:
    """The names of a function, in numba's intermediate form, that need not be counted."""
    values: dict[str, list[Any]] = {}
    for block in function.blocks.values():
        for assignment in block.find_insts(ir.Assign):
            values.setdefault(assignment.target.name, []).append(assignment.value)
    once = {name: given[0] for name, given in values.items() if len(given) == 1}
    borrowed: set[str] = set()
    while True:
        more = {name for name, value in once.items() if name not in borrowed and _is_lent(value, borrowed, type_of)}
        if not more:
            return frozenset(borrowed)
        borrowed |= more


def _is_lent(value: Any, borrowed: set[str], type_of: Any) -> bool:
    """Whether a value is an argument, or something borrowed under another name, a field or a view of it."""
    if isinstance(value, ir.Arg):
        return True
    if isinstance(value, ir.Var):
        return value.name in borrowed
    if not isinstance(value, ir.Expr) or value.op not in ("getattr", "exhaust_iter", "static_getitem", "getitem"):
        return False
    if value.value.name not in borrowed:
        return False
    source = type_of(value.value.name)
    if isinstance(source, types.BaseTuple):
        return True
    return isinstance(source, types.Array) and value.op in ("static_getitem", "getitem") and _is_view(value, type_of)


def _is_view(item: Any, type_of: Any) -> bool:
    """Whether taking this item of an array gives a view of it, as numbers and slices do, or a number."""
    if item.op == "static_getitem" and item.index_var is None:
        return isinstance(item.index, int | slice)
    index = type_of(item.index.name if item.op == "getitem" else item.index_var.name)
    parts = index.types if isinstance(index, types.BaseTuple) else (index,)
    return all(isinstance(part, types.Integer | types.SliceType) for part in parts)
