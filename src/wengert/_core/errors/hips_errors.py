"""``wengert.hips``: what functions written for HIPS autograd get wrong."""

from __future__ import annotations

from typing import Any

from .text import type_name


def no_array(box: Any) -> TypeError:
    return TypeError(
        f"An array or a number of Python was asked for, but got an ArrayBox of shape {box.shape}: a value that is "
        "being differentiated, and the array would have no derivative. Do not write it into an array: put such values "
        "into a list, and make an array of the list by array() of hips.numpy."
    )


def argument_written() -> TypeError:
    return TypeError(
        "'ArrayBox' object does not support item assignment where it is an argument of the function that is being "
        "differentiated: the array would change under the caller. Copy it first, by its method copy."
    )


def not_differentiable(value: Any) -> TypeError:
    return TypeError(
        f"Can't differentiate w.r.t. type {type(value)}. Expected a float, a complex number, an array of these, or a "
        "list, tuple or dict of them. Write 3.0 in place of 3, or call astype(float)."
    )


def not_scalar(what: str, value: Any) -> TypeError:
    shape = getattr(value, "shape", None)
    came = f"an array of shape {shape}" if shape else type_name(value)
    return TypeError(
        f"{what} only applies to real scalar-output functions. The function returned {came}. Call jacobian, "
        "elementwise_grad or holomorphic_grad."
    )


def not_real(what: str) -> TypeError:
    return TypeError(
        f"{what} only applies to functions with real output, but the function returned complex numbers. Use "
        "holomorphic_grad, or return a real number such as np.abs(z)."
    )


def not_of_arrays(values: int, arguments: int) -> TypeError:
    return TypeError(
        f"jacobian only applies to functions of one array that return one array, but there are {arguments} arrays in "
        f"the argument and {values} in what the function returned. Call jacobian once for each argnum, of a function "
        "that returns one array."
    )


def real_argument() -> str:
    return "Input to holomorphic_grad is not complex. Use grad for functions of real numbers."


def independent() -> str:
    return "Output seems independent of input."


def no_rule(kind: str, name: str, argnum: int) -> NotImplementedError:
    define = "defvjp" if kind == "VJP" else "defjvp"
    return NotImplementedError(
        f"{kind} of {name} wrt argnum {argnum} not defined. Call {define}({name}, ...) with a function for each "
        "argument; None stands for a derivative of zero."
    )


def other_shape(name: str, given: Any, expected: Any) -> ValueError:
    return ValueError(
        f"The VJP of {name} returned a gradient of shape {given} for an argument of shape {expected}. Sum over the "
        "dimensions that were broadcast: unbroadcast_f does."
    )


def other_vector(vector: Any, expected: Any) -> ValueError:
    return ValueError(
        f"Expected a vector of shape {tuple(expected.shape)}, as the value that it belongs to has, but got one of "
        f"shape {tuple(vector.shape)}. Broadcast it: np.ones(shape) * vector."
    )


def other_structure(given: Any, expected: Any) -> ValueError:
    return ValueError(
        f"Expected a vector with the structure of the value that it belongs to, {expected}, but got {given}. Give the "
        "same lists, tuples and dicts."
    )


def wrong_argnum(argnum: Any) -> TypeError:
    return TypeError(
        f"argnum: expected the number of an argument, or a tuple or list of numbers, but got {argnum!r}. Count the "
        "arguments from 0."
    )


def no_primitive(fun: Any) -> TypeError:
    return TypeError(
        f"Expected a primitive, but got {fun!r}. Decorate the function with @primitive before its derivatives are "
        "defined."
    )
