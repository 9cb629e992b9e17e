"""``wengert.pytree``: flatten and rebuild nested containers of tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.api import public
from ._core.api.tree_paths import GetAttrKey, MappingKey, SequenceKey, key_get, keystr
from ._core.api.trees import (
    Context,
    PyTree,
    PyTreeSpec,
    TreeSpec,
    is_namedtuple,
    is_namedtuple_class,
    is_namedtuple_instance,
    register_constant,
    register_dataclass,
    register_pytree_node,
    tree_all,
    tree_all_only,
    tree_any,
    tree_any_only,
    tree_flatten,
    tree_flatten_with_path,
    tree_is_leaf,
    tree_iter,
    tree_leaves,
    tree_leaves_with_path,
    tree_map,
    tree_map_,
    tree_map_only,
    tree_map_only_,
    tree_map_with_path,
    tree_structure,
    tree_unflatten,
    treespec_pprint,
)

__all__ = [
    "Context", "GetAttrKey", "MappingKey", "PyTree", "PyTreeSpec", "SequenceKey", "TreeSpec", "is_namedtuple",
    "is_namedtuple_class", "is_namedtuple_instance", "key_get", "keystr", "register_constant", "register_dataclass",
    "register_pytree_node", "tree_all", "tree_all_only", "tree_any", "tree_any_only", "tree_flatten",
    "tree_flatten_with_path", "tree_is_leaf", "tree_iter", "tree_leaves", "tree_leaves_with_path", "tree_map",
    "tree_map_", "tree_map_only", "tree_map_only_", "tree_map_with_path", "tree_structure", "tree_unflatten",
    "treespec_pprint",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
