"""Write the arithmetic of common formulas as loops in C: ``src/wengert/_core/arrays/expressions.pxd``.

``python tools/expressions.py`` runs what the benchmarks measure, and a step of every optimiser, and collects the
arithmetic of the programs that are traced (``arrays/fused.py``, ``with_expressions``). No other operation needs to be
here: what is missing runs step by step. Run it after a formula has changed that is slower then. It needs the compiled
build, and writes the file in the checkout, which is then to be compiled.
"""

from __future__ import annotations

import collections
import importlib
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "src" / "wengert" / "_core" / "arrays" / "expressions.pxd"
HEAD = '''\
"""Arithmetic of common formulas, each in one loop: written by tools/expressions.py, do not edit.

An expression reads arrays (a) and numbers (n) and gives results (r); t is what lies between. Each operation is rounded,
as the loop of that operation alone rounds it.
"""

cimport numpy as cnp

cimport wengert._core.arrays.vectors  # its C code says which vectors there are

cdef extern from *:
    """
    #include <math.h>
    #include <stdint.h>
    #include <string.h>

    #if defined(__GNUC__)
    #define EACH_OF static inline __attribute__((always_inline))
    #else
    #define EACH_OF static __forceinline
    #endif
    #if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    #define EXPRESSION_CODE WIDE_CODE
    #define HAS_EXPRESSIONS HAS_WIDE
    #else
    #define EXPRESSION_CODE NARROW_CODE
    #define HAS_EXPRESSIONS 1
    #endif
    #define MOST_INPUTS 16
    #define STRIP 64  /* elements that are computed at once where an array is not dense */

    typedef struct {
        const char* text;
        int inputs, results, numbers;  /* the last one has a bit for each input that is a number */
        void (*on_floats)(char* const*, npy_intp);
        void (*on_doubles)(char* const*, npy_intp);
    } Expression;

    #define ARRAY(k) const real* from##k = (const real*)at[k];
    #define NUMBER(k) const real n##k = *(const real*)at[k];
    #define RESULT(k) real* to##k = (real*)at[k];
    #define ROOT(x) (sizeof(real) == 4 ? (real)sqrtf((float)(x)) : (real)sqrt((double)(x)))
    #define SIZE(x) (sizeof(real) == 4 ? (real)fabsf((float)(x)) : (real)fabs((double)(x)))
    #define LIMITED(to, x, y, op) const real to##_ = x op y ? x : y, to = OR_NAN(to##_, x);
    #define EXPRESSION(name, operands, formula)                                                                       \\
        static EXPRESSION_CODE void name##_f(char* const* at, npy_intp n) {                                           \\
            typedef float real;                                                                                       \\
            npy_intp i;                                                                                               \\
            operands ALONE for (i = 0; i < n; i++) { formula }                                                        \\
        }                                                                                                             \\
        static EXPRESSION_CODE void name##_d(char* const* at, npy_intp n) {                                           \\
            typedef double real;                                                                                      \\
            npy_intp i;                                                                                               \\
            operands ALONE for (i = 0; i < n; i++) { formula }                                                        \\
        }

    /* y, or x if that is NaN: by bits, since compilers follow chains of choices into many instructions. */
    #define OR_NAN(y, x) (sizeof(real) == 4 ? (real)or_nan_f((float)y, (float)x) : (real)or_nan_d((double)y, (double)x))
    #define OR_NAN_OF(name, real, bits)                                                                               \\
        EACH_OF real name(real y, real x) {                                                                           \\
            const bits chosen = 0 - (bits)(x != x);                                                                   \\
            bits i, j;                                                                                                \\
            memcpy(&i, &y, sizeof(i)), memcpy(&j, &x, sizeof(j));                                                     \\
            i = (i & ~chosen) | (j & chosen);                                                                         \\
            memcpy(&y, &i, sizeof(i));                                                                                \\
            return y;                                                                                                 \\
        }
    OR_NAN_OF(or_nan_f, float, uint32_t)
    OR_NAN_OF(or_nan_d, double, uint64_t)

    /* The loop of a step: arrays that are not dense are copied a strip at a time. */
    #define STEP_OF(name, real, run)                                                                                  \\
        static void name(char** at, const npy_intp* n, const npy_intp* by, void* data) {                              \\
            const Expression* e = (const Expression*)data;                                                            \\
            const npy_intp each = sizeof(real);                                                                       \\
            const int all = e->inputs + e->results;                                                                   \\
            real copies[MOST_INPUTS][STRIP];                                                                          \\
            char* now[MOST_INPUTS];                                                                                   \\
            npy_intp i, m;                                                                                            \\
            int k, dense = 1;                                                                                         \\
            for (k = 0; k < e->inputs; k++) dense &= by[k] == each || e->numbers >> k & 1;                            \\
            if (dense) {                                                                                              \\
                e->run(at, *n);                                                                                       \\
                return;                                                                                               \\
            }                                                                                                         \\
            for (i = 0; i < *n; i += m) {                                                                             \\
                m = *n - i < STRIP ? *n - i : STRIP;                                                                  \\
                for (k = 0; k < all; k++) {                                                                           \\
                    npy_intp j;                                                                                       \\
                    now[k] = k < e->inputs && e->numbers >> k & 1 ? at[k] : at[k] + i * each;                         \\
                    if (k >= e->inputs || e->numbers >> k & 1 || by[k] == each) continue;                             \\
                    now[k] = (char*)copies[k];                                                                        \\
                    if (by[k] || !i)                                                                                  \\
                        for (j = 0; j < m; j++) copies[k][j] = *(const real*)(at[k] + (i + j) * by[k]);               \\
                }                                                                                                     \\
                e->run(now, m);                                                                                       \\
            }                                                                                                         \\
        }
    STEP_OF(expression_f, float, on_floats)
    STEP_OF(expression_d, double, on_doubles)

'''
TAIL = '''
    """
    ctypedef struct Expression:
        const char* text
        int inputs, results, numbers
    Expression* expressions
    int EXPRESSION_COUNT
    int MOST_INPUTS
    bint HAS_EXPRESSIONS
    void expression_f(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil
    void expression_d(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil
'''
OPERATORS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/"}
COMPARISONS = {"less": "<", "less_equal": "<=", "greater": ">", "greater_equal": ">=", "equal": "==", "not_equal": "!="}


def in_c(to: str, function: str, x: list[str]) -> str:
    """A step in C."""
    if function in ("maximum", "minimum"):  # as BOUNDED of step_loops.pxd
        return f"LIMITED({to}, {x[0]}, {x[1]}, {'>' if function == 'maximum' else '<'})"
    if function in OPERATORS:
        return f"const real {to} = {x[0]} {OPERATORS[function]} {x[1]};"
    if function.startswith("if_"):
        return f"const real {to} = {x[0]} {COMPARISONS[function[3:]]} {x[1]} ? {x[2]} : {x[3]};"
    value = {
        "reciprocal": "1 / {0}", "square": "{0} * {0}", "sqrt": "ROOT({0})", "absolute": "SIZE({0})",
        "negative": "-{0}",
    }[function].format(*x)  # fmt: skip
    return f"const real {to} = {value};"


def written(number: int, text: str, users: list[str]) -> tuple[str, str]:
    """The C code of an expression, and its entry in the table."""
    steps = [re.fullmatch(r"([rt]\d+)=(\w+)\((.*)\)", step).groups() for step in text.split()]
    inputs = sorted({v for _, _, read in steps for v in read.split(",") if v[0] in "an"}, key=lambda v: int(v[1:]))
    results = [result for result, _, _ in steps if result[0] == "r"]
    operands = [f"{'NUMBER' if v[0] == 'n' else 'ARRAY'}({k})" for k, v in enumerate(inputs)]
    operands += [f"RESULT({len(inputs) + k})" for k in range(len(results))]
    formula = [f"const real {v} = from{v[1:]}[i];" for v in inputs if v[0] == "a"]
    formula += [in_c(r, f, read.split(",")) for r, f, read in steps]
    formula += [f"to{len(inputs) + k}[i] = {r};" for k, r in enumerate(results)]
    lines = [f"    EXPRESSION(expression_{number}, {' '.join(operands)},"]
    for part in formula:
        if len(lines) > 1 and len(lines[-1]) + len(part) < 118:
            lines[-1] += " " + part
        else:
            lines.append("               " + part)
    numbers = sum(1 << k for k, v in enumerate(inputs) if v[0] == "n")
    entry = (
        f'        {{"{text}", {len(inputs)}, {len(results)}, {numbers}, expression_{number}_f, expression_{number}_d}},'
    )
    return f"    /* {', '.join(users)} */\n" + "\n".join(lines) + ")", entry


def collect() -> dict[str, list[str]]:
    """The expressions of common programs, each with what uses it."""
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]
    import wengert
    from benchmarks import operations, programs
    from wengert._core.arrays import fused

    if not wengert.compiled:
        raise SystemExit("the compiled build is needed: make build")
    found: dict[str, set[str]] = collections.defaultdict(set)
    user = ""
    merged = fused.with_expressions

    class Every(dict):  # type: ignore[type-arg]
        """Has every expression."""

        def __contains__(self, text: object) -> bool:
            found[str(text)].add(user)
            return True

        def __missing__(self, text: str) -> None:
            return None

    def noted(steps: Any, kept: Any, dtype: Any) -> Any:
        fused.EXPRESSIONS = Every()
        merged(steps, kept, dtype)
        return steps

    fused.with_expressions = noted
    for name in operations.NAMES:
        user, size, *_ = name.rsplit(", ", 2)
        case = operations.find("wengert", name) if size != "large" else None
        if case is not None:
            with case.around():
                case.run()
    for name in programs.NAMES:
        user = name
        case = programs.find("wengert", name)
        with case.around():
            case.run()
    optim = importlib.import_module("wengert.optim")
    for cls in sorted((c for c in vars(optim).values() if isinstance(c, type)), key=lambda c: c.__name__):
        user = cls.__name__
        for options in ({}, {"weight_decay": 0.1}, {"momentum": 0.9}, {"momentum": 0.9, "weight_decay": 0.1}):
            parameter = wengert.ones(2000, requires_grad=True)
            try:
                optimiser = cls([parameter], lr=0.01, **options)
                for _ in range(3):
                    optimiser.zero_grad()
                    parameter.square().sum().backward()
                    optimiser.step()
            except (TypeError, RuntimeError, ValueError):
                continue
    return {text: sorted(users) for text, users in found.items() if re.search(r"[(,][rt]", text)}


def main() -> None:
    collected = sorted(collect().items(), key=lambda item: (len(item[0].split()), item[0]))
    pairs = [written(i, text, users) for i, (text, users) in enumerate(collected)]
    table = "\n".join(entry for _, entry in pairs)
    text = HEAD + "\n".join(code for code, _ in pairs)
    text += (
        f"\n\n    static Expression expressions[] = {{\n{table}\n    }};\n    #define EXPRESSION_COUNT {len(pairs)}"
        + TAIL
    )
    FILE.write_text(text)
    print(f"{len(pairs)} expressions in {FILE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
