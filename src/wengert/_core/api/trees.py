"""Pytrees: nested Python containers, flattened into leaves and rebuilt from them.

Containers are tuples, lists, dicts, ordered and default dicts, deques, named tuples, and the classes registered by
:func:`register_pytree_node` or :func:`register_dataclass`. Everything else is a leaf, including None.

PyTorch's name for this module, ``utils._pytree``, is also available.
"""

from __future__ import annotations

import importlib
import threading
from collections import OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from .tree_paths import GetAttrKey, MappingKey, SequenceKey

PyTree = Any
Context = Any
Flatten = Callable[[Any], tuple[list[Any], Context]]
FlattenWithKeys = Callable[[Any], tuple[list[tuple[Any, Any]], Context]]
Unflatten = Callable[[Iterable[Any], Context], Any]
IsLeaf = Callable[[Any], bool] | None


# -- kinds of containers


class Kind(NamedTuple):
    """How containers of one class are flattened and rebuilt."""

    flatten_fn: Flatten
    unflatten_fn: Unflatten
    flatten_with_keys_fn: FlattenWithKeys | None


KINDS: dict[Any, Kind] = {}
_registering = threading.Lock()


def register_pytree_node(
    cls: type,
    flatten_fn: Flatten,
    unflatten_fn: Unflatten,
    *,
    serialized_type_name: str | None = None,
    to_dumpable_context: Callable[[Context], Any] | None = None,
    from_dumpable_context: Callable[[Any], Context] | None = None,
    flatten_with_keys_fn: FlattenWithKeys | None = None,
) -> None:
    """Register a class as a container.

    Args:
        cls: the class. Its subclasses are not registered.
        flatten_fn: ``(instance) -> (children, context)``. The context is what else is needed to rebuild the instance;
            contexts are compared with ``==``.
        unflatten_fn: ``(children, context) -> instance``.
        serialized_type_name: has no effect: structures are pickled.
        to_dumpable_context: has no effect.
        from_dumpable_context: has no effect.
        flatten_with_keys_fn: ``(instance) -> ([(key, child), ...], context)``, for functions that return paths.

    Raises:
        ValueError: if the class is already registered.

    >>> class Pair:
    ...     def __init__(self, a, b):
    ...         self.a, self.b = a, b
    >>> register_pytree_node(Pair, lambda p: ([p.a, p.b], None), lambda children, context: Pair(*children))
    >>> tree_leaves({"p": Pair(1, [2, 3])})
    [1, 2, 3]
    """
    with _registering:
        if cls in KINDS:
            raise ValueError(f"{cls} is already registered as pytree node. Register each class once.")
        KINDS[cls] = Kind(flatten_fn, unflatten_fn, flatten_with_keys_fn)


def register_dataclass(
    cls: type, *, field_names: list[str] | None = None, drop_field_names: list[str] | None = None
) -> None:
    """Register a dataclass as a container. Its children are the fields that are not None.

    Args:
        cls: the dataclass. It can be another class, if ``field_names`` lists the arguments of its constructor.
        field_names: the fields that are children. Default: the fields that ``__init__`` takes.
        drop_field_names: fields that are left out. After unflattening they have their defaults.

    Raises:
        ValueError: if the names are not those of the fields, or if the class is already registered.

    >>> import dataclasses
    >>> @dataclasses.dataclass
    ... class Weights:
    ...     a: float
    ...     b: float
    >>> register_dataclass(Weights)
    >>> tree_map(lambda x: 2 * x, Weights(1.0, 2.0)).b
    4.0
    """
    dropped = list(drop_field_names or ())
    dataclasses = importlib.import_module("dataclasses")  # it takes longer to import than this module
    if dataclasses.is_dataclass(cls):
        known = {f.name for f in dataclasses.fields(cls) if f.init}
        if field_names is None:
            field_names = [f.name for f in dataclasses.fields(cls) if f.init and f.name not in dropped]
        given = {*field_names, *dropped}
        if given != known:
            parts = [
                f"{what}: {sorted(names)}."
                for what, names in (
                    ("Missing fields in `field_names`", known - given),
                    ("Unexpected fields in `field_names`", given - known),
                )
                if names
            ]
            raise ValueError(
                f"field_names does not include all dataclass fields of {cls}. {' '.join(parts)}. "
                "Name exactly the fields that __init__ takes."
            )
    elif field_names is None:
        raise ValueError(
            f"field_names must be specified with a list of all fields used to initialize {cls}, as it is not a "
            "dataclass."
        )
    names = tuple(field_names)

    def keys(obj: Any) -> tuple[list[tuple[Any, Any]], Context]:
        values = [(name, getattr(obj, name)) for name in names]
        present = [name for name, value in values if value is not None]
        absent = [name for name, value in values if value is None]
        return [(GetAttrKey(name), value) for name, value in values if value is not None], [present, absent]

    def flatten(obj: Any) -> tuple[list[Any], Context]:
        pairs, context = keys(obj)
        return [value for _, value in pairs], context

    def unflatten(values: Iterable[Any], context: Context) -> Any:
        present, absent = context
        return cls(**dict(zip(present, values, strict=True)), **dict.fromkeys(absent))

    register_pytree_node(cls, flatten, unflatten, flatten_with_keys_fn=keys)


def register_constant(cls: type) -> None:
    """Register a class as a part of the structure: a container without children. Instances are compared with ``==``.

    Args:
        cls: a class that defines ``__eq__`` and ``__hash__``.

    Raises:
        TypeError: if the class does not define both.

    >>> from fractions import Fraction
    >>> register_constant(Fraction)
    >>> tree_leaves((Fraction(1, 2), 1.5))
    [1.5]
    """
    for name in ("__eq__", "__hash__"):
        if getattr(cls, name) in (getattr(object, name), None):
            raise TypeError(
                f"register_constant(cls) expects `cls` to have a non-default `{name}` implementation."
            )  # fmt: skip
    register_pytree_node(
        cls, lambda x: ([], x), lambda values, context: context, flatten_with_keys_fn=lambda x: ([], x)
    )


def _numbered(x: Iterable[Any]) -> list[tuple[Any, Any]]:
    return [(SequenceKey(i), v) for i, v in enumerate(x)]


def _keyed(x: dict[Any, Any]) -> list[tuple[Any, Any]]:
    return [(MappingKey(k), v) for k, v in x.items()]


def _default_dict(values: Iterable[Any], context: Context) -> Any:
    return defaultdict(context[0], zip(context[1], values, strict=True))


register_pytree_node(
    tuple, lambda x: (list(x), None), lambda vs, _: tuple(vs), flatten_with_keys_fn=lambda x: (_numbered(x), None)
)
register_pytree_node(
    list, lambda x: (list(x), None), lambda vs, _: list(vs), flatten_with_keys_fn=lambda x: (_numbered(x), None)
)
register_pytree_node(
    dict,
    lambda x: (list(x.values()), list(x)),
    lambda vs, keys: dict(zip(keys, vs, strict=True)),
    flatten_with_keys_fn=lambda x: (_keyed(x), list(x)),
)
register_pytree_node(
    OrderedDict,
    lambda x: (list(x.values()), list(x)),
    lambda vs, keys: OrderedDict(zip(keys, vs, strict=True)),
    flatten_with_keys_fn=lambda x: (_keyed(x), list(x)),
)
register_pytree_node(
    defaultdict,
    lambda x: (list(x.values()), [x.default_factory, list(x)]),
    _default_dict,
    flatten_with_keys_fn=lambda x: (_keyed(x), [x.default_factory, list(x)]),
)
register_pytree_node(
    deque,
    lambda x: (list(x), x.maxlen),
    lambda vs, maxlen: deque(vs, maxlen=maxlen),
    flatten_with_keys_fn=lambda x: (_numbered(x), x.maxlen),
)
KINDS[namedtuple] = Kind(  # stands for all classes of named tuples; the class is the context  # noqa: PYI024
    lambda x: (list(x), type(x)),
    lambda vs, cls: cls(*vs),
    lambda x: ([(GetAttrKey(n), v) for n, v in zip(x._fields, x, strict=True)], type(x)),
)

MAPPINGS = (dict, OrderedDict, defaultdict)


def is_namedtuple_class(cls: Any) -> bool:
    """Return whether a class was created by ``namedtuple`` or ``NamedTuple``.

    >>> from collections import namedtuple
    >>> is_namedtuple_class(namedtuple("Point", "x y")), is_namedtuple_class(tuple)
    (True, False)
    """
    return (
        isinstance(cls, type)
        and issubclass(cls, tuple)
        and isinstance(fields := getattr(cls, "_fields", None), tuple)
        and all(isinstance(name, str) for name in fields)
        and callable(getattr(cls, "_make", None))
        and callable(getattr(cls, "_asdict", None))
    )


def is_namedtuple_instance(obj: Any) -> bool:
    """Return whether an object is a named tuple.

    >>> from collections import namedtuple
    >>> is_namedtuple_instance(namedtuple("Point", "x y")(1, 2)), is_namedtuple_instance((1, 2))
    (True, False)
    """
    return is_namedtuple_class(type(obj))


def is_namedtuple(obj: Any) -> bool:
    """Return whether an object is a named tuple or a class of named tuples.

    >>> from collections import namedtuple
    >>> Point = namedtuple("Point", "x y")
    >>> is_namedtuple(Point), is_namedtuple(Point(1, 2)), is_namedtuple((1, 2))
    (True, True, False)
    """
    return is_namedtuple_class(obj if isinstance(obj, type) else type(obj))


def _kind(x: Any) -> Any:
    """The key of a container's kind in ``KINDS``; None for a leaf."""
    cls = type(x)
    if cls in KINDS:
        return cls
    return namedtuple if issubclass(cls, tuple) and is_namedtuple_class(cls) else None


# -- structure


class TreeSpec:
    """The structure of a tree: the type of its container, the context for rebuilding it, and its children's structures.

    Two structures are equal if a tree with one of them can replace a tree with the other. :func:`tree_structure` makes
    one.
    """

    __slots__ = ("_children", "context", "num_leaves", "num_nodes", "type")

    def __init__(self, type: Any, context: Context, children_specs: list[TreeSpec]) -> None:  # noqa: A002
        self.type = type
        self.context = context
        self._children = list(children_specs)
        self.num_nodes: int = 1 + sum(c.num_nodes for c in self._children)
        self.num_leaves: int = 1 if type is None else sum(c.num_leaves for c in self._children)

    @property
    def num_children(self) -> int:
        """The number of children of the outermost container."""
        return len(self._children)

    def children(self) -> list[TreeSpec]:
        """Return the structures of the children."""
        return list(self._children)

    def child(self, index: int) -> TreeSpec:
        """Return the structure of one child."""
        return self._children[index]

    def is_leaf(self) -> bool:
        """Return whether the tree is a single leaf."""
        return self.type is None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TreeSpec):
            return NotImplemented
        return self is other or (
            self.type is other.type
            and self.num_leaves == other.num_leaves
            and self.context == other.context
            and self._children == other._children
        )

    def __hash__(self) -> int:
        return hash((self.type, self.num_nodes, self.num_leaves, *self._children))

    def __repr__(self) -> str:
        if self.type is None:
            return "*"
        inside = (",\n" + "  ").join(repr(c).replace("\n", "\n  ") for c in self._children)
        return f"TreeSpec({self.type.__name__}, {self.context}, [{inside}])"

    def unflatten(self, leaves: Iterable[Any]) -> PyTree:
        """Build the tree with this structure and the given leaves.

        Raises:
            ValueError: if the number of leaves is wrong.
        """
        leaves = list(leaves)
        if len(leaves) != self.num_leaves:
            raise ValueError(
                f"treespec.unflatten(leaves): `leaves` has length {len(leaves)} but the spec refers to a pytree that "
                f"holds {self.num_leaves} items ({self}). "
                "Give as many leaves as the tree had when it was flattened."
            )
        return self._build(iter(leaves))

    def _build(self, leaves: Iterator[Any]) -> PyTree:
        if self.type is None:
            return next(leaves)
        return KINDS[self.type].unflatten_fn([c._build(leaves) for c in self._children], self.context)

    def flatten_up_to(self, tree: PyTree) -> list[Any]:
        """Return the subtrees of ``tree`` at the positions of this structure's leaves.

        Raises:
            ValueError: if the tree differs from this structure above those positions.

        >>> tree_structure((0, 0)).flatten_up_to(([1, 2], 3))
        [[1, 2], 3]
        """
        subtrees: list[Any] = []
        self._collect(tree, subtrees)
        return subtrees

    def _collect(self, tree: PyTree, subtrees: list[Any]) -> None:
        if self.type is None:
            subtrees.append(tree)
            return
        kind = _kind(tree)
        alike = self.type in MAPPINGS and kind in MAPPINGS  # with equal keys, one can replace the other
        if kind is not self.type and not alike:
            raise ValueError(f"Node type mismatch; expected {self.type!r}, but got {type(tree)!r}.")
        if alike:
            keys = self.context[1] if self.type is defaultdict else self.context
            if set(keys) != set(tree):
                parts = [
                    f"{what} key(s): {names}"
                    for what, names in (("missing", set(keys) - set(tree)), ("extra", set(tree) - set(keys)))
                    if names
                ]
                raise ValueError(f"Node keys mismatch; {'; '.join(parts)}. Give trees with the same keys.")
            children, context = [tree[k] for k in keys], self.context
        else:
            children, context = KINDS[kind].flatten_fn(tree)
        if len(children) != len(self._children):
            raise ValueError(f"Node arity mismatch; expected {len(self._children)}, but got {len(children)}.")
        if context != self.context and self.type is not deque:  # maxlen is not part of the structure
            raise ValueError(
                f"Node context mismatch for node type {self.type!r}; expected {self.context!r}, but got {context!r}."
            )
        for spec, child in zip(self._children, children, strict=True):
            spec._collect(child, subtrees)


PyTreeSpec = TreeSpec
_LEAF = TreeSpec(None, None, [])


def tree_is_leaf(tree: PyTree, is_leaf: IsLeaf = None) -> bool:
    """Return whether an object is a leaf: not a container, or one for which ``is_leaf`` is true.

    Args:
        tree: the object.
        is_leaf: a function of an object.

    >>> tree_is_leaf(1), tree_is_leaf([1]), tree_is_leaf([1], lambda x: isinstance(x, list))
    (True, False, True)
    """
    return (is_leaf is not None and is_leaf(tree)) or _kind(tree) is None


def tree_flatten(tree: PyTree, is_leaf: IsLeaf = None) -> tuple[list[Any], TreeSpec]:
    """Flatten a tree. Return ``(leaves, structure)``.

    Args:
        tree: nested containers, or a leaf.
        is_leaf: called with every subtree. If it returns True, the subtree is a leaf.

    >>> leaves, structure = tree_flatten((1, {"a": [2, None]}))
    >>> leaves
    [1, 2, None]
    >>> tree_unflatten([10, 20, 30], structure)
    (10, {'a': [20, 30]})
    """
    leaves: list[Any] = []
    return leaves, _flatten(tree, leaves, is_leaf)


def _flatten(tree: PyTree, leaves: list[Any], is_leaf: IsLeaf) -> TreeSpec:
    kind = _kind(tree) if is_leaf is None or not is_leaf(tree) else None
    if kind is None:
        leaves.append(tree)
        return _LEAF
    children, context = KINDS[kind].flatten_fn(tree)
    return TreeSpec(kind, context, [_flatten(c, leaves, is_leaf) for c in children])


def tree_unflatten(leaves: Iterable[Any], treespec: TreeSpec) -> PyTree:
    """Build a tree from leaves and a structure: the inverse of :func:`tree_flatten`.

    Args:
        leaves: the leaves, in order.
        treespec: the structure.

    Raises:
        ValueError: if the number of leaves is wrong.

    >>> tree_unflatten([3, 4], tree_structure((1, [2])))
    (3, [4])
    """
    if not isinstance(treespec, TreeSpec):
        raise TypeError(
            "tree_unflatten(leaves, treespec): Expected `treespec` to be instance of TreeSpec but got item of type "
            f"{type(treespec)}."
        )
    return treespec.unflatten(leaves)


def tree_leaves(tree: PyTree, is_leaf: IsLeaf = None) -> list[Any]:
    """Return the leaves of a tree.

    Args:
        tree: the tree.
        is_leaf: see :func:`tree_flatten`.

    >>> tree_leaves((1, {"a": [2, 3]}))
    [1, 2, 3]
    """
    leaves: list[Any] = []
    _gather(tree, leaves, is_leaf)
    return leaves


def _gather(tree: PyTree, leaves: list[Any], is_leaf: IsLeaf) -> None:
    kind = _kind(tree) if is_leaf is None or not is_leaf(tree) else None
    if kind is None:
        leaves.append(tree)
        return
    for child in KINDS[kind].flatten_fn(tree)[0]:
        _gather(child, leaves, is_leaf)


def tree_iter(tree: PyTree, is_leaf: IsLeaf = None) -> Iterator[Any]:
    """Return an iterator over the leaves of a tree.

    Args:
        tree: the tree.
        is_leaf: see :func:`tree_flatten`.

    >>> sum(tree_iter((1, [2, 3])))
    6
    """
    return iter(tree_leaves(tree, is_leaf))


def tree_structure(tree: PyTree, is_leaf: IsLeaf = None) -> TreeSpec:
    """Return the structure of a tree.

    Args:
        tree: the tree.
        is_leaf: see :func:`tree_flatten`.

    >>> tree_structure((1, [2])) == tree_structure((3, [4])) != tree_structure((1, 2))
    True
    """
    return tree_flatten(tree, is_leaf)[1]


# -- functions of leaves


def tree_map(func: Callable[..., Any], tree: PyTree, *rests: PyTree, is_leaf: IsLeaf = None) -> PyTree:
    """Return a tree with the same structure, in which every leaf is replaced by ``func(leaf)``.

    Args:
        func: takes a leaf of ``tree``, and the corresponding value of each of ``rests``.
        tree: the tree that determines the structure.
        rests: trees with at least this structure. Keys of dicts may be in another order.
        is_leaf: see :func:`tree_flatten`.

    Raises:
        ValueError: if the structure of one of ``rests`` differs.

    >>> tree_map(lambda x, y: x + y, (1, {"a": 2}), (10, {"a": 20}))
    (11, {'a': 22})
    """
    leaves, spec = tree_flatten(tree, is_leaf)
    others = [spec.flatten_up_to(r) for r in rests]
    return spec._build(map(func, leaves, *others))


def tree_map_(func: Callable[..., Any], tree: PyTree, *rests: PyTree, is_leaf: IsLeaf = None) -> PyTree:
    """Call ``func`` on every leaf, and return the tree itself.

    Args:
        func: takes a leaf of ``tree``, and the corresponding value of each of ``rests``.
        tree: the tree.
        rests: trees with at least this structure.
        is_leaf: see :func:`tree_flatten`.

    >>> seen = []
    >>> tree_map_(seen.append, (1, [2]))
    (1, [2])
    >>> seen
    [1, 2]
    """
    leaves, spec = tree_flatten(tree, is_leaf)
    others = [spec.flatten_up_to(r) for r in rests]
    for args in zip(leaves, *others, strict=True):
        func(*args)
    return tree


def _chosen(which: Any) -> Callable[[Any], bool]:
    """A predicate, from a predicate or types."""
    if isinstance(which, type | tuple) or hasattr(which, "__args__"):
        return lambda x: isinstance(x, which)
    if callable(which):
        return which  # type: ignore[no-any-return]
    raise TypeError("Argument must be a type, a tuple of types, or a callable.")


def tree_map_only(which: Any, /, func: Callable[[Any], Any], tree: PyTree, is_leaf: IsLeaf = None) -> PyTree:
    """Apply :func:`tree_map` to the leaves of some types (or for which a predicate is true). The others stay.

    Args:
        which: a type, a tuple of types, or a predicate.
        func: a function of a leaf.
        tree: the tree.
        is_leaf: see :func:`tree_flatten`.

    >>> tree_map_only(int, lambda n: n + 1, (1, "a"))
    (2, 'a')
    """
    mine = _chosen(which)
    return tree_map(lambda x: func(x) if mine(x) else x, tree, is_leaf=is_leaf)


def tree_map_only_(which: Any, /, func: Callable[[Any], Any], tree: PyTree, is_leaf: IsLeaf = None) -> PyTree:
    """Apply :func:`tree_map_` to the leaves of some types (or for which a predicate is true).

    Args:
        which: a type, a tuple of types, or a predicate.
        func: a function of a leaf.
        tree: the tree.
        is_leaf: see :func:`tree_flatten`.

    >>> seen = []
    >>> tree_map_only_(int, seen.append, (1, "a"))
    (1, 'a')
    >>> seen
    [1]
    """
    mine = _chosen(which)
    return tree_map_(lambda x: func(x) if mine(x) else None, tree, is_leaf=is_leaf)


def tree_all(pred: Callable[[Any], bool], tree: PyTree, is_leaf: IsLeaf = None) -> bool:
    """Return whether a predicate is true for all leaves.

    Args:
        pred: the predicate: a function of a leaf.
        tree: the tree.
        is_leaf: see :func:`tree_flatten`.

    >>> tree_all(lambda n: n > 0, (1, [2, 3])), tree_all(lambda n: n > 1, (1, [2, 3]))
    (True, False)
    """
    return all(map(pred, tree_leaves(tree, is_leaf)))


def tree_any(pred: Callable[[Any], bool], tree: PyTree, is_leaf: IsLeaf = None) -> bool:
    """Return whether a predicate is true for some leaf.

    Args:
        pred: the predicate: a function of a leaf.
        tree: the tree.
        is_leaf: see :func:`tree_flatten`.

    >>> tree_any(lambda n: n > 2, (1, [2, 3]))
    True
    """
    return any(map(pred, tree_leaves(tree, is_leaf)))


def tree_all_only(which: Any, /, pred: Callable[[Any], bool], tree: PyTree, is_leaf: IsLeaf = None) -> bool:
    """Return whether a predicate is true for all leaves of some types.

    Args:
        which: a type, a tuple of types, or a function that says of a leaf whether it counts.
        pred: the predicate: a function of a leaf.
        tree: the tree.
        is_leaf: see :func:`tree_flatten`.

    >>> tree_all_only(int, lambda n: n > 0, (1, "a"))
    True
    """
    return all(pred(x) for x in tree_leaves(tree, is_leaf) if isinstance(x, which))


def tree_any_only(which: Any, /, pred: Callable[[Any], bool], tree: PyTree, is_leaf: IsLeaf = None) -> bool:
    """Return whether a predicate is true for some leaf of some types.

    Args:
        which: a type, a tuple of types, or a function that says of a leaf whether it counts.
        pred: the predicate: a function of a leaf.
        tree: the tree.
        is_leaf: see :func:`tree_flatten`.

    >>> tree_any_only(str, str.isupper, (1, "a"))
    False
    """
    return any(pred(x) for x in tree_leaves(tree, is_leaf) if isinstance(x, which))


# -- functions of leaves and paths


def _paths(tree: PyTree, path: tuple[Any, ...], is_leaf: IsLeaf) -> Iterator[tuple[tuple[Any, ...], Any]]:
    kind = _kind(tree) if is_leaf is None or not is_leaf(tree) else None
    if kind is None:
        yield path, tree
        return
    keys = KINDS[kind].flatten_with_keys_fn
    if keys is None:
        raise ValueError(
            f"Did not find a flatten_with_keys_fn for type: {kind}. Please pass a flatten_with_keys_fn argument to "
            "register_pytree_node."
        )
    for key, child in keys(tree)[0]:
        yield from _paths(child, (*path, key), is_leaf)


def tree_leaves_with_path(tree: PyTree, is_leaf: IsLeaf = None) -> list[tuple[tuple[Any, ...], Any]]:
    """Return the leaves of a tree as ``(path, leaf)`` pairs.

    Args:
        tree: the tree.
        is_leaf: see :func:`tree_flatten`.

    >>> [(keystr(path), leaf) for path, leaf in tree_leaves_with_path((1, {"a": 2}))]
    [('[0]', 1), ("[1]['a']", 2)]
    """
    return list(_paths(tree, (), is_leaf))


def tree_flatten_with_path(tree: PyTree, is_leaf: IsLeaf = None) -> tuple[list[tuple[tuple[Any, ...], Any]], TreeSpec]:
    """Flatten a tree. Return ``([(path, leaf), ...], structure)``.

    Args:
        tree: the tree.
        is_leaf: see :func:`tree_flatten`.

    >>> pairs, spec = tree_flatten_with_path({"a": [1, 2]})
    >>> [(keystr(path), leaf) for path, leaf in pairs]
    [("['a'][0]", 1), ("['a'][1]", 2)]
    """
    return tree_leaves_with_path(tree, is_leaf), tree_structure(tree, is_leaf)


def tree_map_with_path(func: Callable[..., Any], tree: PyTree, *rests: PyTree, is_leaf: IsLeaf = None) -> PyTree:
    """Apply :func:`tree_map` with a function that takes the path of a leaf before the leaf.

    Args:
        func: takes the path, the leaf, and the corresponding value of each of ``rests``.
        tree: the tree.
        rests: trees with at least this structure.
        is_leaf: see :func:`tree_flatten`.

    >>> tree_map_with_path(lambda path, n: keystr(path) + f" = {n}", [1, 2])
    ['[0] = 1', '[1] = 2']
    """
    pairs, spec = tree_flatten_with_path(tree, is_leaf)
    others = [spec.flatten_up_to(r) for r in rests]
    return spec._build(map(func, *zip(*pairs, strict=True), *others) if pairs else iter(()))


def treespec_pprint(treespec: TreeSpec) -> str:
    """Return a structure as text, as Python would write it, with a star for every leaf.

    >>> treespec_pprint(tree_structure((1, {"a": 2})))
    "(*, {'a': *})"
    """
    return repr(treespec.unflatten([_Star()] * treespec.num_leaves))


class _Star:
    def __repr__(self) -> str:
        return "*"


def broadcast_to_and_flatten(tree: PyTree, treespec: TreeSpec, is_leaf: IsLeaf = None) -> list[Any] | None:
    """Expand a tree that stops above the leaves of ``treespec`` to one value per leaf; None if it does not fit.

    >>> broadcast_to_and_flatten((0, None), tree_structure((1, [2, 3])))
    [0, None, None]
    """
    kind = _kind(tree) if is_leaf is None or not is_leaf(tree) else None
    if kind is None:
        return [tree] * treespec.num_leaves
    if kind is not treespec.type:
        return None
    children, context = KINDS[kind].flatten_fn(tree)
    if len(children) != treespec.num_children or context != treespec.context:
        return None
    values: list[Any] = []
    for child, spec in zip(children, treespec.children(), strict=True):
        part = broadcast_to_and_flatten(child, spec, is_leaf)
        if part is None:
            return None
        values += part
    return values
