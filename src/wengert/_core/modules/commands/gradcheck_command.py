"""``python -m wengert gradcheck``: check the gradients of a function that the command line names."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...api.generated.functions import from_numpy
from ...api.gradcheck.gradcheck import gradcheck, gradgradcheck
from ...api.gradcheck.report import GradcheckError
from ...tape.tensor import Tensor
from .command_line import PROGRAM
from .running_programs import add_call, load_call

SHAPE = (3,)  # of an argument, if none is given


def main(argv: Sequence[str]) -> int:
    """Check the function that the arguments name. Return 0 if its gradients are right, 1 if they are wrong."""
    parser = _parser()
    asked = parser.parse_args(argv)
    func = load_call(parser, asked.function)
    if asked.inputs is not None:
        given = load_call(parser, asked.inputs)()
        inputs = tuple(given) if isinstance(given, (tuple, list)) else (given,)
    else:
        inputs = _random(asked.shape or [SHAPE] * _count(parser, func), asked.seed)
    options: dict[str, Any] = {"atol": asked.atol, "rtol": asked.rtol, "fast_mode": asked.fast}
    try:
        gradcheck(func, inputs, check_forward_ad=asked.forward, **options)
        if asked.second:
            gradgradcheck(func, inputs, **options)
    except GradcheckError as e:
        notes = "".join([f"\n{note}" for note in getattr(e, "__notes__", ())])
        print(f"{asked.function}: the gradient is wrong.\n{e}{notes}")
        return 1
    orders = "gradients and second gradients" if asked.second else "gradients"
    shapes = ", ".join([str(tuple(x.shape)) if isinstance(x, Tensor) else repr(x) for x in inputs])
    print(f"{asked.function}: {orders} agree with finite differences, for inputs of shapes {shapes}.")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} gradcheck",
        description="Check the gradients of a function against finite differences. It gets random tensors of double "
        "precision.",
        epilog=f"example: {PROGRAM} gradcheck robot.py:arm --shape 2,3 --shape 3",
    )
    add_call(parser)
    add = parser.add_argument
    add("--shape", action="append", type=_shape, metavar="N,M", help="shape of an argument, once for each; 3 if none")
    add("--inputs", metavar="MODULE:FUNCTION", help="a function without arguments that returns the inputs, instead")
    add("--seed", type=int, default=0, help="seed of the random inputs (default: 0)")
    add("--second", action="store_true", help="also check the gradients of the gradients")
    add("--forward", action="store_true", help="also check forward mode")
    add("--fast", action="store_true", help="compare one random projection, for large inputs")
    add("--atol", type=float, default=1e-5, help="absolute tolerance (default: 1e-5)")
    add("--rtol", type=float, default=1e-3, help="relative tolerance (default: 1e-3)")
    return parser


def _shape(text: str) -> tuple[int, ...]:
    """``2,3`` as a shape; an empty text is that of a tensor without dimensions."""
    try:
        sizes = tuple(int(part) for part in text.split(",") if part.strip())
    except ValueError:
        sizes = (-1,)
    if any(n < 0 for n in sizes):
        raise argparse.ArgumentTypeError(
            f"a shape is sizes with commas between them, as 2,3: got {text!r}. Give positive integers."
        )
    return sizes


def _count(parser: argparse.ArgumentParser, func: Callable[..., object]) -> int:
    """How many arguments a function needs."""
    try:
        parameters = inspect.signature(func).parameters.values()
    except (TypeError, ValueError):
        parser.error("the function does not say how many arguments it takes: name the shape of each with --shape")
    places = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    needed = [p for p in parameters if p.kind in places and p.default is inspect.Parameter.empty]
    if not needed:
        parser.error("the function needs no argument: name the shape of each that it gets with --shape")
    return len(needed)


def _random(shapes: Sequence[tuple[int, ...]], seed: int) -> tuple[Tensor, ...]:
    draw = np.random.default_rng(seed)
    return tuple([from_numpy(np.asarray(draw.normal(size=s))).requires_grad_() for s in shapes])
