"""Files that PyTorch wrote, in both of its formats and as pickles, and the programs that made what is in them."""

from __future__ import annotations

import pickle
import shutil
import tempfile
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "files"
FLOATING = ("float64", "float32", "float16", "bfloat16", "complex64", "complex128")
WHOLE = ("int8", "int16", "int32", "int64", "uint8", "bool")
WITHOUT_STORAGES = ("uint16", "uint32", "uint64")  # PyTorch does not read back these from its older format


def dtypes(lib: Any) -> Any:
    found = {name: lib.tensor([[0, 1, 1], [1, 0, 1]]).to(getattr(lib, name)) for name in FLOATING + WHOLE}
    found["complex64"] *= 1 - 2j
    return found


def unsigned(lib: Any) -> Any:
    return {name: lib.tensor([3, 4, 250]).to(getattr(lib, name)) for name in WITHOUT_STORAGES}


def shared(lib: Any) -> Any:
    base = lib.arange(24, dtype=lib.float32).reshape(4, 6)
    other = lib.ones(2, requires_grad=True)
    return {
        "base": base, "row": base[2], "transposed": base.T, "strided": base[1::2, ::3], "empty": base[:0],
        "again": base,
        "expanded": base[:, :1].expand(4, 3), "alone": base.clone(), "flat": base.detach().view(-1)[5:],
        "leaf": other, "detached": other.detach(), "number": base[3, 5],
    }  # fmt: skip


def containers(lib: Any) -> Any:
    state = OrderedDict(weight=lib.zeros(2), bias=None)
    state._metadata = {"version": 1}  # type: ignore[attr-defined]
    many = [1, -1, 255, 70000, 2**40, -(2**70), 1.5, float("inf"), True, None, "text", "ü", b"bytes", 2 - 3j]
    return [
        state, many, (), (1,), (1, 2, 3, 4), {1, 2}, Counter("abca"), {"nested": {(1, 2): [lib.ones(1)]}},
        bytearray(b"x"),
        lib.Size([2, 3]), lib.float16, lib.bool, lib.device("cpu"), lib.device("cuda:1"), lib.strided,
    ]  # fmt: skip


def kinds(lib: Any) -> Any:
    z = lib.tensor([1 + 2j, 3 - 1j])
    pattern = lib.sparse_coo_tensor(lib.tensor([[0, 1], [2, 0]]), lib.tensor([3.0, 4.0]), (2, 3))
    named = lib.ones(2)
    named.note = "mine"
    return {"conjugate": z.conj(), "itself": z, "sparse": pattern.coalesce(),
            "parted": pattern, "named": named}  # fmt: skip


def negative(lib: Any) -> Any:
    return lib.tensor([1 + 2j, 3 - 1j]).conj().imag


OBJECTS: dict[str, Callable[[Any], Any]] = {
    f.__name__: f
    for f in (dtypes, unsigned, shared, containers, kinds, negative)  # type: ignore[attr-defined]
}
FORMATS = {"zip": True, "older": False}
ONE_FORMAT = frozenset(("unsigned",))
PICKLED = ("dtypes", "trained")  # also as pickle itself writes them, without PyTorch's format


def trained(torch: Any) -> Any:
    """What a training program saves."""
    model = torch.nn.Linear(2, 1)
    model.weight.data.fill_(1.0)
    model.bias.data.fill_(0.5)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    for _ in range(2):
        optimizer.zero_grad()
        model(torch.ones(1, 2)).sum().backward()
        optimizer.step()
    return {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "parameters": list(model.parameters())}


def names() -> Iterator[tuple[str, str]]:
    """Every object with each format that a file has it in."""
    for name in (*OBJECTS, "trained"):
        for format in FORMATS:
            if format == "zip" or name not in ONE_FORMAT:
                yield name, format


def pickled_path(name: str) -> Path:
    return FOLDER / f"{name}.pickle"


def path(name: str, format: str) -> Path:
    return FOLDER / f"{name}.{format}.pt"


def write(torch: Any) -> None:
    """Write the files, with PyTorch. Where PyTorch reads the same from an equally long file, that one stays: the older
    format has addresses of memory in it.
    """
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, format in names():
            new = Path(folder, path(name, format).name)
            torch.save(made(torch, name), new, _use_new_zipfile_serialization=FORMATS[format])
            put(torch, name, new, path(name, format), partial(torch.load, weights_only=False))
        for name in PICKLED:
            new = Path(folder, pickled_path(name).name)
            new.write_bytes(pickle.dumps(made(torch, name), 4))
            put(torch, name, new, pickled_path(name), lambda file: pickle.loads(file.read_bytes()))


def put(torch: Any, name: str, new: Path, old: Path, read: Callable[[Path], Any]) -> None:
    """Move a new file to the place of an old one, unless they are alike."""
    if old.exists() and old.stat().st_size == new.stat().st_size:
        if told(torch, name, read(new)) == told(torch, name, read(old)):
            return
    shutil.copyfile(new, old)


def made(lib: Any, name: str) -> Any:
    """An object, made anew."""
    return trained(lib) if name == "trained" else OBJECTS[name](lib)


def told(lib: Any, name: str, x: Any) -> Any:
    """An object in plain values, to be compared. Negatives become tensors like others: how they lie is left open."""
    return x.tolist() if name == "negative" else Told(lib)(x)


class Told:
    """An object in plain values, with a number for each memory."""

    def __init__(self, lib: Any) -> None:
        self.lib = lib
        self.memories: dict[int, int] = {}

    def __call__(self, x: Any) -> Any:
        lib = self.lib
        if isinstance(x, lib.Tensor):
            if x.is_sparse:
                return "sparse", tuple(x.shape), x.is_coalesced(), self(x._indices().contiguous()), self(x._values())
            place = x.untyped_storage().data_ptr()
            memory = self.memories.setdefault(place, len(self.memories)) if x.numel() else None
            values = x.detach().to(lib.complex128 if x.is_complex() else lib.float64).tolist()
            named = {name: value for name, value in vars(x).items() if not name.startswith("_")}
            stride = x.stride() if x.numel() else None
            offset = x.storage_offset() if x.numel() else None
            return (str(x.dtype).split(".")[1], tuple(x.shape), stride, offset, x.is_conj(),
                    memory, x.untyped_storage().nbytes(), x.requires_grad, x.is_leaf, values, named)  # fmt: skip
        if isinstance(x, dict):
            return type(x).__name__, [(self(k), self(v)) for k, v in x.items()], {**getattr(x, "__dict__", {})}
        if type(x) in (list, tuple):
            return type(x).__name__, [self(v) for v in x]
        return type(x).__name__, str(x).replace("torch.", "wengert.")
