"""How rows are given their rules for sparse tensors, which are declared apart from them.

A rule is a function of the arguments and parameters of a call. An operation without one refuses sparse tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..dispatch.registry import REGISTRY

Rule = Callable[[Any, Any], Any]
RuleOf = Callable[[Any], Rule]


def sparse_rule(*names: str) -> Callable[[Rule], Rule]:
    """Give the rows of these names a rule."""

    def give(rule: Rule) -> Rule:
        sparse_rule_of(*names)(lambda op: rule)
        return rule

    return give


def sparse_rule_of(*names: str) -> Callable[[RuleOf], RuleOf]:
    """Give each row of these names the rule that a function makes for it."""

    def give(rule_of: RuleOf) -> RuleOf:
        for name in names:
            op = REGISTRY[name]
            assert op.sparse is None, name
            op.sparse = rule_of(op)
        return rule_of

    return give
