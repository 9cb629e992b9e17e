"""An unpickler for files from anywhere: it makes tensors, containers, numbers and text, and calls nothing else.

A pickle is a program. It names functions, calls them, and sets attributes of whatever it has. Python's unpickler cannot
be kept from the last: it would also change classes and functions that are harmless to call. So the program is run
here. ``pickletools`` of the standard library reads it, an instruction at a time. Only what ``pickled_names`` allows is
called, and state is only given to objects that were made here.
"""

from __future__ import annotations

import pickletools
from collections import Counter, OrderedDict
from collections.abc import Callable
from pickle import UnpicklingError
from typing import IO, Any

from ... import errors
from ...errors import tracebacks
from ...tape.tensor import Tensor
from . import pickled_names, rebuilding
from .stored import StorageType

VALUES = frozenset((
    "INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4", "FLOAT", "BINFLOAT", "UNICODE", "BINUNICODE",
    "SHORT_BINUNICODE", "BINUNICODE8", "BINBYTES", "SHORT_BINBYTES", "BINBYTES8", "BYTEARRAY8",
))  # fmt: skip
STRINGS = frozenset(("STRING", "BINSTRING", "SHORT_BINSTRING"))  # of Python 2
CONSTANTS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}
EMPTY: dict[str, Callable[[], Any]] = {"EMPTY_TUPLE": tuple, "EMPTY_LIST": list, "EMPTY_DICT": dict, "EMPTY_SET": set}
TUPLES = {"TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}
MAPPINGS = (dict, OrderedDict, Counter)


def instructions(file: IO[bytes]) -> Any:
    """Yield the instructions of a pickle, with their arguments, up to the last one.

    Raises:
        UnpicklingError: if it is no pickle.
    """
    try:
        for opcode, argument, _ in pickletools.genops(file):
            yield opcode.name, argument
    except Exception as e:
        raise errors.files.broken_pickle(e) from None


class Unpickler:
    """Runs one pickle.

    Args:
        file: read up to the end of the pickle, and no further.
        persistent_load: makes a storage of what stands for one.
        encoding: of text that Python 2 wrote.
    """

    def __init__(
        self, file: IO[bytes], persistent_load: Callable[[Any], Any] | None = None, encoding: str = "utf-8"
    ) -> None:
        self.file = file
        self.persistent_load = persistent_load
        self.encoding = encoding
        self.stack: list[Any] = []
        self.below: list[list[Any]] = []  # what lay on the stack at each mark
        self.memo: dict[int, Any] = {}
        self.protocol = 0

    def load(self) -> Any:
        """Run the pickle, and return what it makes.

        Raises:
            UnpicklingError: if it does what is not allowed, or is broken.
        """
        for name, argument in instructions(self.file):
            if name == "STOP":
                break
            try:
                self.step(name, argument)
            except (IndexError, KeyError, TypeError, ValueError, AttributeError) as e:
                if not tracebacks.ours(e):  # a function of the user's failed
                    raise
                raise errors.files.broken_pickle(f"{name}: {e!r}") from e
        if len(self.stack) != 1 or self.below:
            raise errors.files.broken_pickle("it leaves more or less than one object")
        return self.stack[0]

    def step(self, name: str, argument: Any) -> None:
        """Run one instruction."""
        stack = self.stack
        if name in VALUES:
            stack.append(argument)
        elif name in CONSTANTS:
            stack.append(CONSTANTS[name])
        elif name in EMPTY:
            stack.append(EMPTY[name]())
        elif name in ("BINPUT", "LONG_BINPUT", "PUT"):
            self.memo[argument] = stack[-1]
        elif name == "MEMOIZE":
            self.memo[len(self.memo)] = stack[-1]
        elif name in ("BINGET", "LONG_BINGET", "GET"):
            stack.append(self.memo[argument])
        elif name == "MARK":
            self.below.append(stack)
            self.stack = []
        elif name in TUPLES:
            n = TUPLES[name]
            if len(stack) < n:
                raise errors.files.broken_pickle(f"{name}: too few objects")
            stack[-n:] = [tuple(stack[-n:])]
        elif name == "TUPLE":
            self.since_mark(tuple)
        elif name == "LIST":
            self.since_mark(list)
        elif name == "FROZENSET":
            self.since_mark(frozenset)
        elif name == "DICT":
            items = self.items()
            self.stack.append(dict(zip(items[::2], items[1::2], strict=True)))
        elif name in ("APPEND", "APPENDS"):
            self.extend([stack.pop()] if name == "APPEND" else self.items())
        elif name in ("SETITEM", "SETITEMS"):
            self.update([stack.pop(-2), stack.pop()] if name == "SETITEM" else self.items())
        elif name == "ADDITEMS":
            self.add(self.items())
        elif name in ("GLOBAL", "STACK_GLOBAL"):
            self.find(argument)
        elif name == "REDUCE":
            args = stack.pop()
            stack[-1] = self.called(stack[-1], args)
        elif name == "NEWOBJ":
            args = stack.pop()
            stack[-1] = self.made(stack[-1], args)
        elif name == "BUILD":
            state = stack.pop()
            self.give(stack[-1], state)
        elif name == "BINPERSID":
            stack[-1] = self.stored(stack[-1])
        elif name in STRINGS:
            text = argument.encode("latin-1")
            stack.append(text if self.encoding == "bytes" else text.decode(self.encoding))
        elif name == "POP":
            stack.pop()
        elif name == "POP_MARK":
            self.items()
        elif name == "DUP":
            stack.append(stack[-1])
        elif name == "PROTO":
            self.protocol = argument
        elif name != "FRAME":
            raise errors.files.unsupported_opcode(name)

    def items(self) -> list[Any]:
        """Take what lies above the last mark."""
        items = self.stack
        self.stack = self.below.pop()
        return items

    def since_mark(self, kind: Callable[[Any], Any]) -> None:
        items = self.items()
        self.stack.append(kind(items))

    def extend(self, items: list[Any]) -> None:
        if type(self.stack[-1]) is not list:
            raise errors.files.unsupported_target("append to lists", type(self.stack[-1]))
        self.stack[-1].extend(items)

    def update(self, items: list[Any]) -> None:
        if type(self.stack[-1]) not in MAPPINGS:
            raise errors.files.unsupported_target("set items of dicts", type(self.stack[-1]))
        for key, value in zip(items[::2], items[1::2], strict=True):
            self.stack[-1][key] = value

    def add(self, items: list[Any]) -> None:
        if type(self.stack[-1]) is not set:
            raise errors.files.unsupported_target("add to sets", type(self.stack[-1]))
        self.stack[-1].update(items)

    def find(self, argument: str | None) -> None:
        """Push what a name stands for."""
        if argument is not None:
            module, _, name = argument.partition(" ")
        else:
            name, module = self.stack.pop(), self.stack.pop()
            if not (isinstance(name, str) and isinstance(module, str)):
                raise errors.files.broken_pickle("a name that is no text")
        self.stack.append(self.named(*pickled_names.now(module, name, self.protocol)))

    def named(self, module: str, name: str) -> Any:
        return pickled_names.allowed(module, name)

    def called(self, function: Any, args: Any) -> Any:
        if not pickled_names.is_allowed(function) or not isinstance(args, tuple):
            raise errors.files.unsupported_call(function)
        return function(*args)

    def made(self, kind: Any, args: Any) -> Any:
        if not isinstance(kind, type) or not pickled_names.is_allowed(kind) or not isinstance(args, tuple):
            raise errors.files.unsupported_new(kind)
        return kind.__new__(kind, *args)

    def give(self, value: Any, state: Any) -> None:
        """Give an object its state."""
        kind = type(value)
        if kind is OrderedDict:
            value.__dict__.update(state)
        elif isinstance(value, Tensor):
            rebuilding.set_state(value, state)
        elif not pickled_names.is_allowed(kind):
            raise errors.files.unsupported_state(kind)
        elif hasattr(value, "__setstate__"):
            value.__setstate__(state)
        else:
            state, slots = state if isinstance(state, tuple) and len(state) == 2 else (state, None)
            value.__dict__.update(state or {})
            for name, found in (slots or {}).items():
                setattr(value, name, found)

    def stored(self, given: Any) -> Any:
        if self.persistent_load is None or not isinstance(given, tuple) or not given:
            raise errors.files.unsupported_id(given)
        if given[0] not in ("storage", b"storage"):
            raise errors.files.unsupported_id(given[0])
        return self.persistent_load(given)


def checked(given: Any) -> Any:
    """What stands for a storage, without its first word: the type, the key, the location, the number of elements."""
    if not (len(given) > 4 and isinstance(given[1], StorageType) and isinstance(given[4], int) and given[4] >= 0):
        raise errors.files.unsupported_id(given)
    return given[1:]


class Unknown:
    """Whatever a pickle would make, where it is only looked through."""


class Survey(Unpickler):
    """Looks through a pickle for the storages that it names. It makes and calls nothing."""

    def storages(self) -> dict[Any, tuple[StorageType, int]]:
        """The type and the number of elements of each storage."""
        self.found: dict[Any, tuple[StorageType, int]] = {}
        self.load()
        return self.found

    def step(self, name: str, argument: Any) -> None:
        if name == "NEWOBJ_EX":
            self.stack[-3:] = [Unknown()]
        else:
            super().step(name, argument)

    def named(self, module: str, name: str) -> Any:
        found = pickled_names.HARMLESS.get(f"{module}.{name}")
        return found if isinstance(found, StorageType) else Unknown()

    def called(self, function: Any, args: Any) -> Any:
        return Unknown()

    def made(self, kind: Any, args: Any) -> Any:
        return Unknown()

    def give(self, value: Any, state: Any) -> None:
        pass

    def extend(self, items: list[Any]) -> None:
        pass

    update = add = extend

    def stored(self, given: Any) -> Any:
        if given[0] in ("storage", b"storage"):
            kind, key, _, numel, _ = checked(given)
            self.found[key] = (kind, numel)
        return Unknown()


def refused(file: IO[bytes]) -> list[str]:
    """The names in a pickle that may not be named. It is not run."""
    found: dict[str, None] = {}
    protocol, texts = 0, ["", ""]
    memo: dict[int, Any] = {}
    for opcode, argument in instructions(file):
        if opcode == "PROTO":
            protocol = argument
        elif opcode in ("MEMOIZE", "BINPUT", "LONG_BINPUT", "PUT"):
            memo[len(memo) if argument is None else argument] = texts[1]  # of what is no text, never read as one
        elif opcode in ("BINGET", "LONG_BINGET", "GET"):
            texts = [texts[1], memo.get(argument, "")]
        elif isinstance(argument, str) and opcode in VALUES:
            texts = [texts[1], argument]
        if opcode not in ("GLOBAL", "STACK_GLOBAL"):
            continue
        module, name = argument.split(" ", 1) if opcode == "GLOBAL" else texts
        module, name = pickled_names.now(module, name, protocol)
        try:
            pickled_names.allowed(module, name)
        except UnpicklingError:
            found[f"{module}.{name}"] = None
    return list(found)
