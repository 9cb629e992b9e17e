"""Conjugated views: arrays that hold the conjugates of other memory, and are kept equal to it.

Note [Conjugated views]
-----------------------
NumPy has no view that conjugates. So ``conj()`` of a tensor computes an array, its *image*. The image has the shape and
the strides of its source, and from then on both are kept equal:

- A read costs nothing, because an image is an array like any other.
- Every write ends in ``Storage.bump``, which calls :func:`settle`. What was written into an image is written into its
  source, too. What was written into a source is written into its images. Writes of other memory cost one look at an
  empty table.
- An element lies as far from the start of an image as its conjugate lies from the start of the source. So an address is
  enough to find the other: slices and transposes of an image need no record, and the conjugate of an image is a plain
  view of the source.
- The imaginary part of an image is a view of it: the negative of a part of the source. The real part is taken of the
  source.
- What NumPy writes into the memory of a tensor, wengert does not see. An image follows at the next write that it does
  see, or at ``increment_version``. NumPy gets images read-only, so nothing that it writes into one is lost.

An image lives as long as an array shows its memory. It keeps its source alive.
"""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from . import objects
from .arrays import address, overlap, owner, xp_of
from .batched import Batched, physical
from .coo import COO


class Image:
    """An array that holds the conjugates of another, and where it lies."""

    __slots__ = ("memory", "source", "start")

    def __init__(self, source: Any, start: int, memory: Any) -> None:
        self.source = source
        self.start = start  # the address of the first element
        self.memory = memory  # a weak reference to what lives as long as the memory of the image

    def conjugates(self, part: Any) -> Any:
        """The part of the source whose conjugates (or negatives, of an imaginary part) a view of the image holds."""
        at = address(self.source) + address(part) - self.start
        return _at(self.source, at, part.dtype, part.shape, part.strides)

    def array(self) -> Any:
        """The image itself; None if it is no more."""
        memory = self.memory()
        if memory is None:
            return None
        source = self.source
        if type(memory) is Held:
            memory = memory.memory()
        return _at(memory, self.start, source.dtype, source.shape, source.strides)


class Held:
    """What lives as long as a piece of memory on a GPU, of which there are no weak references."""

    __slots__ = ("__weakref__", "row")

    def __init__(self, row: Any) -> None:
        self.row = row

    def memory(self) -> Any:
        """The memory as bytes. What shows it keeps this object alive."""
        row, xp = self.row, xp_of(self.row)
        memory = xp.cuda.UnownedMemory(row.data.ptr, row.nbytes, self)
        return xp.ndarray(row.shape, row.dtype, memptr=xp.cuda.MemoryPointer(memory, 0))


images: dict[int, Image] = {}  # by the memory they lie in
of_memory: dict[int, list[Image]] = {}  # by the memory of their source


def conjugated(payload: Any) -> Any:
    """The conjugate of a complex payload, as a view: its image, or the source if it shows an image."""
    if type(payload) is Batched:
        return Batched(conjugated(payload.data), payload.level)
    found = image_of(payload)
    return _image(payload) if found is None else found.conjugates(payload)


def negated(part: Any) -> Any:
    """The negative of the imaginary part of complex memory, as a view: the imaginary part of an image."""
    kind = np.result_type(part, np.complex64)
    return conjugated(_at(part, address(part) - part.itemsize, kind, part.shape, part.strides)).imag


def image_of(payload: Any) -> Image | None:
    """The image whose memory a payload shows, or None."""
    if not images or type(payload) is COO:
        return None
    return images.get(_key(physical(payload)))


def unconjugated(payload: Any) -> Any:
    """The memory that a payload stands for: the part of the source if it shows an image, else its own."""
    found = image_of(payload)
    return payload if found is None else found.conjugates(physical(payload))


def has_conjugate(payload: Any) -> bool:
    """Whether the memory of a payload is an image, or the source of one."""
    key = _key(physical(payload)) if images else 0
    return key in images or key in of_memory


def settle(payload: Any) -> None:
    """Carry what was just written into a payload to the source that it shows conjugated, and to all images."""
    if payload is None or type(payload) is COO:
        return
    written = physical(payload)
    through = images.get(_key(written))
    if through is not None:
        part, written = written, through.conjugates(written)
        xp = xp_of(part)
        (xp.conjugate if part.dtype.kind == "c" else xp.negative)(part, out=written)
    for image in tuple(of_memory.get(_key(written), ())):
        if image is not through and overlap(image.source, written):
            _refresh(image)


def _refresh(image: Image) -> Any:
    """Compute an image again. Return it, or None if it is no more."""
    array = image.array()
    if array is not None and _writeable(array):
        xp_of(array).conjugate(image.source, out=array)
    return array


def _image(x: Any) -> Any:
    """The array of the conjugates of ``x``, with its strides. The one that ``x`` has, if it has one."""
    key = _key(x)
    for image in tuple(of_memory.get(key, ())):
        if _same(image.source, x):
            array = _refresh(image)  # NumPy may have written into x
            if array is not None:
                return array
    array = _copy(x)
    if array is not None:
        return _register(x, key, array, address(array), array)
    row, token = _memory(x)
    start = address(row) - sum((n - 1) * s for n, s in zip(x.shape, x.strides, strict=True) if s < 0 and n)
    part = x[tuple([slice(0, 1) if s == 0 else slice(None) for s in x.strides])]  # one element of expanded dimensions
    xp_of(x).conjugate(part, out=_at(row, start, x.dtype, part.shape, x.strides))
    if not _writeable(x) and not _writeable(owner(x)):
        row.flags.writeable = False
    return _register(x, key, _at(row, start, x.dtype, x.shape, x.strides), start, token)


def _copy(x: Any) -> Any:
    """The conjugates of what lies row by row, without gaps, in an array of their own. None for anything else."""
    if type(x) is not np.ndarray or not x.flags.c_contiguous or not x.flags.writeable:
        return None
    array = np.empty(x.shape, x.dtype)
    return np.conjugate(x, out=array) if array.strides == x.strides else None


def _register(x: Any, key: int, array: Any, start: int, token: Any) -> Any:
    """Enter ``array``, which holds the conjugates of ``x``, as an image, and return it.

    ``key`` is that of ``x``. ``token`` lives as long as the memory of the image.
    """
    mine = _key(array)
    images[mine] = image = Image(x, start, weakref.ref(token, lambda _: _forget(mine, key)))
    of_memory.setdefault(key, []).append(image)
    return array


def _forget(mine: int, key: int) -> None:
    """An image is no more."""
    gone = images.pop(mine)
    others = of_memory[key]
    others.remove(gone)
    if not others:
        del of_memory[key]


def _writeable(x: Any) -> bool:
    return not isinstance(x, np.ndarray) or bool(x.flags.writeable)


def _same(a: Any, b: Any) -> bool:
    """Whether two arrays show the same elements."""
    return address(a) == address(b) and (a.dtype, a.shape, a.strides) == (b.dtype, b.shape, b.strides)


def _key(x: Any) -> int:
    """What identifies the memory that an array lies in."""
    return id(owner(x)) if isinstance(x, np.ndarray) else int(x.data.mem.ptr)


def _memory(x: Any) -> tuple[Any, Any]:
    """New memory as large as ``x`` spans, as bytes, and an object that lives as long as any array shows it."""
    reach = sum((n - 1) * abs(s) for n, s in zip(x.shape, x.strides, strict=True)) if x.size else 0
    xp = xp_of(x)
    row = xp.zeros(reach + x.itemsize, np.uint8)
    if xp is np:
        return row, row
    token = Held(row)
    return token.memory(), token


def _at(memory: Any, start: int, dtype: Any, shape: Any, strides: Any) -> Any:
    """The array at an address in the memory that an array lies in."""
    if not isinstance(memory, np.ndarray):
        if 0 in shape:  # it shows nothing
            return type(memory)(shape, dtype)
        return type(memory)(shape, dtype, memptr=memory.data + (start - memory.data.ptr), strides=strides)
    return objects.placed(owner(memory), start, dtype, shape, strides)  # no chain, which conjugates would make longer
