"""Pytrees: taking apart and putting together are inverse, and every container keeps its kind."""

from __future__ import annotations

import dataclasses
import doctest
from collections import OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wengert
from wengert import pytree
from wengert._core.api import trees
from wengert.pytree import tree_flatten, tree_leaves, tree_map, tree_structure, tree_unflatten

Point = namedtuple("Point", "a b")


class Pair:
    def __init__(self, left: Any, right: Any, name: str) -> None:
        self.left, self.right, self.name = left, right, name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pair) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


@dataclasses.dataclass
class Layer:
    weight: Any
    bias: Any = None
    label: str = "dense"


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    pytree.register_pytree_node(
        Pair,
        lambda p: ([p.left, p.right], p.name),
        lambda children, name: Pair(*children, name),
        flatten_with_keys_fn=lambda p: (
            [(pytree.GetAttrKey("left"), p.left), (pytree.GetAttrKey("right"), p.right)],
            p.name,
        ),
    )
    pytree.register_dataclass(Layer, drop_field_names=["label"])
    yield
    for cls in (Pair, Layer):
        del trees.KINDS[cls]


KEYS = st.text("xyz", max_size=2)


def builtin(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.lists(children, max_size=3),
        st.lists(children, max_size=3).map(tuple),
        st.dictionaries(KEYS, children, max_size=3),
        st.dictionaries(KEYS, children, max_size=3).map(OrderedDict),
        st.dictionaries(KEYS, children, max_size=3).map(lambda d: defaultdict(list, d)),
        st.lists(children, max_size=3).map(lambda x: deque(x, maxlen=5)),
        st.tuples(children, children).map(lambda x: Point(*x)),
    )


def containers(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        builtin(children),
        st.tuples(children, children, KEYS).map(lambda x: Pair(*x)),
        st.tuples(children, children).map(lambda x: Layer(*x)),
    )


LEAVES = st.integers() | st.none() | st.text("ab", max_size=1)
TREES = st.recursive(LEAVES, containers, max_leaves=12)


@given(TREES)
def test_unflatten_inverts_flatten(tree: Any) -> None:
    leaves, spec = tree_flatten(tree)
    again = tree_unflatten(leaves, spec)
    assert again == tree and type(again) is type(tree)
    assert tree_structure(again) == spec and hash(tree_structure(again)) == hash(spec)
    assert spec.num_leaves == len(leaves)
    assert spec.flatten_up_to(tree) == leaves


@given(TREES)
def test_map_keeps_structure(tree: Any) -> None:
    assert tree_structure(tree_map(lambda x: 0, tree)) == tree_structure(tree)
    boxed = tree_map(lambda x: [x], tree)  # leaves may become trees: only the structure above counts
    assert tree_leaves(boxed) == tree_leaves(tree)
    assert tree_map(lambda x, box: (x, box), tree, boxed) == tree_map(lambda x: (x, [x]), tree)


@given(TREES)
def test_paths_lead_to_their_leaves(tree: Any) -> None:
    found, spec = pytree.tree_flatten_with_path(tree)
    assert [leaf for _, leaf in found] == tree_leaves(tree) and spec == tree_structure(tree)
    for path, leaf in found:
        assert pytree.key_get(tree, path) is leaf
    seen: list[Any] = []
    pytree.tree_map_with_path(lambda path, x: seen.append((path, x)), tree)
    assert seen == found


@given(TREES)
def test_broadcast_repeats_a_prefix(tree: Any) -> None:
    spec = tree_structure(tree)
    assert trees.broadcast_to_and_flatten(7, spec) == [7] * spec.num_leaves
    if not any(isinstance(x, tuple) for x in tree_leaves(tree)):
        assert trees.broadcast_to_and_flatten(tree, spec) == tree_leaves(tree)


def test_structures_that_differ() -> None:
    trees = [1, (), (1,), [1], (1, 2), {"a": 1}, {"b": 1}, OrderedDict(a=1), Point(1, 2), deque([1]), deque([1], 3)]
    specs = [tree_structure(t) for t in trees]
    assert all((a == b) == (i == j) for i, a in enumerate(specs) for j, b in enumerate(specs))
    assert tree_structure({"a": 1, "b": 2}) != tree_structure({"b": 1, "a": 2})
    assert tree_structure((1, 2)) != "(*, *)"


def test_dicts_of_the_same_keys_may_stand_for_each_other() -> None:
    assert tree_map(lambda x, y: x - y, {"a": 1, "b": 2}, OrderedDict(b=20, a=10)) == {"a": -9, "b": -18}


@pytest.mark.parametrize(
    ("tree", "other", "words"),
    [
        ((1, 2), [3, 4], "Node type mismatch; expected <class 'tuple'>, but got <class 'list'>."),
        ((1, 2), (1, 2, 3), "Node arity mismatch; expected 2, but got 3."),
        ({"a": 1}, {"b": 1}, r"Node keys mismatch; missing key\(s\): {'a'}; extra key\(s\): {'b'}."),
        (Pair(1, 2, "x"), Pair(1, 2, "y"), "Node context mismatch"),
        (Point(1, 2), (1, 2), "Node type mismatch"),
    ],
)
def test_trees_that_do_not_fit(tree: Any, other: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        tree_map(lambda x, y: x, tree, other)


def test_leaves_must_be_as_many() -> None:
    with pytest.raises(ValueError, match=r"`leaves` has length 1 but the spec refers to a pytree that holds 2 items"):
        tree_unflatten([1], tree_structure((1, 2)))
    with pytest.raises(TypeError, match="Expected `treespec` to be instance of TreeSpec"):
        tree_unflatten([1], (1, 2))  # type: ignore[arg-type]


def test_classes_register_once() -> None:
    for cls in (tuple, Pair):
        with pytest.raises(ValueError, match="is already registered as pytree node"):
            pytree.register_pytree_node(cls, lambda x: ([], None), lambda children, context: None)


def test_dataclasses() -> None:
    layer = Layer(1, None, "first")
    assert tree_leaves(layer) == [1]
    assert tree_map(lambda x: x + 1, layer) == Layer(2, None, "dense")  # a dropped field has its default again

    @dataclasses.dataclass
    class Free:
        x: int

    assert tree_leaves(Free(1)) == [Free(1)]  # a leaf, until it is registered
    with pytest.raises(ValueError, match=r"does not include all dataclass fields of .*Unexpected fields.*\['y'\]"):
        pytree.register_dataclass(Free, field_names=["x", "y"])
    with pytest.raises(ValueError, match="field_names must be specified"):
        pytree.register_dataclass(Exception)


def test_constants_are_structure() -> None:
    class Mode(str):
        pass

    pytree.register_constant(Mode)
    try:
        assert tree_leaves([Mode("a"), 1]) == [1]
        assert tree_structure(Mode("a")) == tree_structure(Mode("a")) != tree_structure(Mode("b"))
        assert tree_map(lambda x: x, [Mode("a"), 1]) == [Mode("a"), 1]
    finally:
        del trees.KINDS[Mode]
    with pytest.raises(TypeError, match="non-default `__eq__`"):
        pytree.register_constant(type("Plain", (), {}))


def test_selecting_functions() -> None:
    tree = (1, {"a": "x", "b": [2.0, 3]})
    assert pytree.tree_map_only(int, lambda n: -n, tree) == (-1, {"a": "x", "b": [2.0, -3]})
    assert pytree.tree_map_only(lambda x: x == 3, lambda n: -n, tree) == (1, {"a": "x", "b": [2.0, -3]})
    assert pytree.tree_all_only(int, lambda n: n > 0, tree) and not pytree.tree_all(lambda x: x == 1, tree)
    assert pytree.tree_any(lambda x: x == "x", tree) and not pytree.tree_any_only(float, lambda x: x > 2, tree)
    seen: list[Any] = []
    assert pytree.tree_map_(seen.append, tree) is tree and seen == tree_leaves(tree) == list(pytree.tree_iter(tree))
    pytree.tree_map_only_(str, seen.remove, tree)
    assert "x" not in seen
    assert tree_leaves((1, (2, 3)), is_leaf=lambda x: x == (2, 3)) == [1, (2, 3)]
    assert pytree.tree_is_leaf(3) and pytree.tree_is_leaf((1,), is_leaf=lambda x: True) and not pytree.tree_is_leaf(())
    with pytest.raises(TypeError, match="Argument must be a type"):
        pytree.tree_map_only(3, lambda x: x, tree)


def test_named_tuples() -> None:
    assert pytree.is_namedtuple(Point) and pytree.is_namedtuple_instance(Point(1, 2))
    assert not pytree.is_namedtuple((1, 2)) and not pytree.is_namedtuple_class(tuple)
    values = wengert.max(wengert.tensor([[1.0, 2.0]]), 1)
    assert type(tree_map(lambda x: x, values)) is type(values)


def test_torch_name_and_examples() -> None:
    assert wengert.utils._pytree.tree_map is tree_map
    assert doctest.testmod(trees).failed == 0


@pytest.mark.oracle
@given(st.recursive(LEAVES, builtin, max_leaves=12))
def test_as_torch(tree: Any) -> None:
    theirs = pytest.importorskip("torch.utils._pytree")
    leaves, spec = theirs.tree_flatten(tree)
    assert tree_flatten(tree)[0] == leaves
    assert repr(tree_structure(tree)) == repr(spec)
    assert pytree.treespec_pprint(tree_structure(tree)) == theirs.treespec_pprint(spec)
    paths = [theirs.keystr(path) for path, _ in theirs.tree_flatten_with_path(tree)[0]]
    assert [pytree.keystr(path) for path, _ in pytree.tree_flatten_with_path(tree)[0]] == paths
