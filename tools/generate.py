"""Write the public functions and methods, with their docstrings and their types, from the signatures on the rows.

``python tools/generate.py`` writes ``src/wengert/_core/api/generated``, which git ignores, and ``docs/api.txt``, which
it does not: a signature a line, for review. ``--faces``, for the build and before every make target, leaves out the
list, and does nothing where nothing has changed. ``--check`` writes nothing and fails if something would change.
Importing the result costs a fraction of a millisecond, where building the functions at import would cost a hundred.
"""

from __future__ import annotations

import difflib
import importlib
import os
import re
import sys
from ast import literal_eval
from pathlib import Path

from documents import Documents
from glossary import TRUTHS
from listing import listing
from signatures import ROOT, Face, Parameter, faces, file_of, is_reflected, listed, load
from stubs import Stubs, Types

SURPLUS, MISSING = "*", ""  # as errors/numpy_errors.py writes them
LIST = ROOT / "docs" / "api.txt"
GENERATED = Path(faces.GENERATED).resolve()
HEAD = """\
\"\"\"{doc} Written by tools/generate.py: do not edit.\"\"\"

"""


NUMERIC = {"Number", "float", "complex", "int", "None"}  # the kinds that are one number or nothing
CALLS = {"apply": "{row}.apply(", "inplace": "_apply_inplace({row}, ", "into": "_apply_into({row}, out, "}


def plain_call(function: str, face: Face, names: list[str]) -> str:
    """The expression that calls a function with all parameters of a public one but ``out``."""
    keyword = [p.name for p in face.without_out if p.kind == "key"]
    return f"{function}({', '.join([*names, *(f'{k}={k}' for k in keyword)])})"


def call(face: Face, how: str, names: list[str]) -> str:
    """The expression that calls the row, or the composite, with these names for the positional parameters."""
    keyword = [p.name for p in face.without_out if p.kind == "key"]
    if not face.row:
        return plain_call(face.callee, face, names)
    op = face.thing
    arrays, rest = names[: op.count], names[op.count :]
    if op.group is not None and rest:
        arrays, rest = [*arrays, f"*{rest[0]}"], rest[1:]
    given = {*rest, *keyword}
    for p in face.without_out:
        if p.default is not None and p.name in op.params and literal_eval(p.default) != op.defaults.get(p.name, ...):
            raise SystemExit(f"{face.name}: {p} in the signature, and another default or none in the kernel")
    params = {}
    for p in op.params:
        if p in given:
            params[p] = p
        elif p in op.defaults:
            params[p] = repr(op.defaults[p])
        else:
            raise SystemExit(f"{face.name}: the signature does not give {p}")
    unknown = given - set(op.params)
    if unknown:
        raise SystemExit(f"{face.name}: the kernel does not take {', '.join(sorted(unknown))}")
    shown = "{" + ", ".join(f'"{k}": {v}' for k, v in params.items()) + "}" if op.params else "None"
    return applied(face, face.target, how, arrays, shown)


def applied(face: Face, row: str, how: str, arrays: list[str], params: str) -> str:
    """The expression that calls a row: one or two arguments have a way of their own."""
    if how == "apply" and face.thing.group is None and len(arrays) == face.thing.count <= 2:
        given = [*arrays, *(["None"] if len(arrays) == 1 and params != "None" else []), params]
        return f"{row}.on({', '.join(given[:-1] if params == 'None' else given)})"
    return f"{CALLS[how].format(row=row)}{tupled(arrays)}, {params})"


def positional(face: Face) -> list[str]:
    """The positional parameters as a call hands them on."""
    return [f"*{p.name}" if p.kind == "*" else p.name for p in face.without_out if p.kind != "key"]


def docstring(text: str) -> str:
    """A docstring as source, indented."""
    assert '"""' not in text and "\\" not in text.replace("\\n", ""), text
    quoted = text if "\n" not in text else text + "\n"
    lines = f'"""{quoted}"""'.split("\n")
    return "\n".join(f"    {line}" if line else "" for line in lines)


def renamed(face: Face, name: str, needed: list[str]) -> list[str]:
    """What a function does about arguments that have another name, and about those that are missing."""
    lines = []
    defaults = {p.name: p.default for p in face.shown}
    for other, ours in face.other_names.items():
        lines += [
            f"    if {other} is not None:",
            f'        {ours} = _either("{name}", "{other}", {other}, "{ours}", {ours}, {defaults[ours]})',
            f"        {other} = None",
        ]
    missing = [n for n, default in defaults.items() if default == "..." or n in needed]
    if missing and (face.other_names or needed):
        lines += [
            f"    if {' or '.join(f'{n} is ...' for n in missing)}:",
            f'        raise _missing("{name}", {", ".join(f"{n}={n}" for n in missing)})',
        ]
    return lines


def plain_numbers(face: Face, types: Types, first: int = 0) -> list[str]:
    """What a function does about numbers that are NumPy's, or tensors without dimensions, where rows do not, and bools.

    A row makes numbers of what is given for its arrays. Its parameters, and what a composite is given, come from here.
    ``first`` is the first parameter that may be a number.
    """
    lines = []
    arrays = len(face.thing.arrays) if face.row else first
    for i, p in enumerate(face.without_out):
        if p.kind == "*" or (i < arrays and p.kind != "key"):
            continue
        kinds = set(re.findall(r"\w+", types.either(face, p.name)))
        # rows look at dimensions themselves, and a bool may show that the form for packed sequences is meant
        asked = not p.name.startswith("dim") and not face.options.get("packed")
        if kinds - {"None"} == {"int"} and asked:
            lines += [f"    if type({p.name}) not in _PLAIN_INTS:", f"        {p.name} = _given_int({p.name})"]
        if kinds - {"None"} == {"bool"} and not face.options.get("packed") and not reads_truth(face, p, types):
            default = p.default or "True"
            rest = [v for v in ("False", "True", "None") if v != default and (v != "None" or "None" in kinds)]
            plain = " and ".join(f"{p.name} is not {v}" for v in (default, *rest))
            lines += [f"    if {plain}:", f"        {p.name} = _given_bool({p.name})"]
        if not kinds & {"Number", "float", "complex"}:
            continue
        if "Tensor" in kinds:
            real = not kinds & {"Number", "complex"}
            how, plain = ("_given_operand", "_REAL_OPERANDS") if real else ("_number", "_PLAIN_OPERANDS")
        elif kinds - NUMERIC:
            how, plain = "_given_numbers" if kinds & {"str", "Literal"} else "_given_reals", "_PLAIN_FLOATS"
        else:
            real = not kinds & {"Number", "complex"}
            how = "_given_float" if real else "_given_number"
            plain = ("_PLAIN_" if "None" in kinds else "_ONLY_") + ("FLOATS" if real else "NUMBERS")
        lines += [f"    if type({p.name}) not in {plain}:", f"        {p.name} = {how}({p.name})"]
    return lines


def reads_truth(face: Face, p: Parameter, types: Types) -> bool:
    """Whether this is a bool that PyTorch's function, written in Python, takes for whatever is true or false."""
    named = {p.name, f"{face.dotted}.*", f"{face.dotted}.{p.name}"}
    return types.either(face, p.name) in ("bool", "bool | None") and not named.isdisjoint(TRUTHS)


def older(face: Face, name: str) -> list[str]:
    """What a function does about factors among its tensors, of which there is then one argument too many."""
    if not face.factors:
        return []
    return ["    if older:", f"        return _override.older({itself(face, name)}, locals(), {tuple(face.factors)})"]


def taken(face: Face, given: list[Parameter]) -> str:
    """The parameter list of a function."""
    at = next((i for i, p in enumerate(given) if p.kind), len(given))
    if face.factors:
        return listed([*given[:at], Parameter("older", None, "*"), *given[at:]])
    if not advice(face):
        return listed(given)
    required = needs(face, given)
    given = [Parameter(p.name, "...", p.kind) if p.name in required else p for p in given]
    if SURPLUS in advice(face):
        given.insert(at, Parameter("_surplus", None, "*"))
    return f"{listed(given)}, **_named" if advice(face) - {SURPLUS, MISSING} else listed(given)


def advice(face: Face) -> frozenset[str]:
    """The arguments of NumPy's that a function takes to refuse them (Note [Arguments of NumPy's])."""
    return frozenset(importlib.import_module("wengert._core.errors.numpy_errors").ADVICE.get(face.name, ()))


def needs(face: Face, given: list[Parameter]) -> list[str]:
    """The arguments without a default that a function looks for itself; what a method is called on is there."""
    if not advice(face) - {SURPLUS}:
        return []
    return [p.name for p in given[face.is_method :] if p.default is None and not p.kind]


def head(face: Face, name: str, given: list[Parameter], returns: str, said: str) -> list[str]:
    """The beginning of a function: its parameters and docstring, and what it does before it looks at their values."""
    first = []
    if advice(face):
        found = " or ".join(n for n in ("_surplus", "_named") if n in taken(face, given))
        first += [f"    if {found}:", f"        raise _unfit({itself(face, name)}, locals())"] if found else []
    lines = [f"def {name}({taken(face, given)}) -> {returns}:", docstring(said), *first, *older(face, name)]
    if advice(face):
        lines.insert(0, f"@_stated({', '.join(repr(n) for n in needs(face, given))})")
    return [*lines, *asking(face, name, given), *renamed(face, name, needs(face, given))]


def asks(face: Face) -> bool:
    """Whether types of arguments may override the function: not where sizes and values make a new tensor."""
    if face.table in FACTORIES:
        return bool(face.parameters) and face.parameters[0].name in ("input", "mean", "std", "count")
    return face.name != "is_tensor" and bool(face.parameters)


def asking(face: Face, name: str, given: list[Parameter]) -> list[str]:
    """How a function asks the types of its arguments before anything else; what asks none asks modes only."""
    handled = [
        "        try:",
        f"            return _override.overridden(_found, {itself(face, name)}, locals())",
        "        except Exception as e:",
        "            raise _short(e)",
    ]
    if not asks(face):
        if face.name == "is_tensor":
            return []
        return ["    if _override.entered and (_found := _override.find()):", *handled]
    values = ", ".join(f"{'*' if p.kind == '*' else ''}{p.name}" for p in given)
    return [f"    if _override.on and (_found := _override.find({values})):", *handled]


def guarded(face: Face, name: str, body: list[str], types: Types, first: str = "") -> list[str]:
    """The body of a function, and what is made of an argument of a wrong kind, or of one that is asked only then."""
    kinds = {
        ("*" if p.kind == "*" else "") + p.name: "Any" if reads_truth(face, p, types) else types.either(face, p.name)
        for p in face.parameters
    }
    if first:
        kinds = {first: "Tensor", **{n: k for i, (n, k) in enumerate(kinds.items()) if i and n != "out"}}
    if not kinds:
        return body
    explained = f'e = _explained(e, "{name}", locals(), {kinds!r})'
    return tried(body, *after(face, name, kinds)) if asks(face) else tried(body, explained, "raise e")


def tried(body: list[str], *failed: str) -> list[str]:
    return [
        "    try:",
        *(f"    {line}" for line in body),
        "    except Exception as e:",
        *(f"        {f}" for f in failed),
    ]


def after(face: Face, name: str, kinds: dict[str, str]) -> list[str]:
    """How a function that has failed asks, and explains itself if that was not the reason. It raises the error itself:
    it is the only function of wengert that a traceback shows (Note [Short tracebacks])."""
    asked = f"_override.after(e, {itself(face, name)}, locals(), {kinds!r})"
    return [f"e, _y = {asked}", "if e is None:", "    return _y", "raise e"]


def itself(face: Face, name: str) -> str:
    """How a function refers to itself."""
    return f'globals()["{name}"]' if name in [p.name for p in face.parameters] else name


def function(face: Face, name: str, documents: Documents, space: str | None = None) -> str:
    doc = documents.of(face) if space is None else documents.of(face, space, name)
    returns = documents.types.at_run_time(face)
    lines = [*plain_numbers(face, documents.types), *plainly(face, name, documents.types)]
    value = call(face, "apply", positional(face))
    if face.passes_out:
        value = f"{value[:-1]}{'' if value.endswith('()') else ', '}out=out)"
    elif face.out:
        lines.append("    if out is not None:")
        if face.row:
            lines.append(f"        return {call(face, 'into', positional(face))}")
        else:
            lines += [f"        {line}" for line in stored(face)]
    lines += handed_back(face, briefly(face, value), returns, [p.name for p in face.parameters])
    return "\n".join([*head(face, name, face.shown, returns, doc), *guarded(face, name, lines, documents.types)])


def briefly(face: Face, value: str) -> str:
    """The call of a composite that has many options, without them where none is given, as mostly.

    To hand on all options of ``zeros``, through its helpers, takes longer than to make a small tensor.
    """
    options = [p for p in face.parameters if p.kind == "key"]
    if face.row or len(options) < 4 or not {p.default for p in options} <= {"None", "False"}:
        return value
    nothing = " is ".join([*(p.name for p in options if p.default == "None"), "None"])
    off = "".join(f" and not {p.name}" for p in options if p.default == "False")
    return f"{face.callee}({', '.join(positional(face))}) if {nothing}{off} else {value}"


def handed_back(face: Face, value: str, returns: str, given: list[str]) -> list[str]:
    """How a function returns a value: as tensors, where only arrays or numbers were given, too.

    Composites hand back no views of what nobody else holds (``composite_calls.own``).
    """
    if "_Tensor" not in returns:
        return [f"    return {value}"]
    whole = "type(_y) is _Tensor else _tensors(_y)"
    if not face.row and not face.options.get("view"):
        whole = f"type(_y) is _Tensor and _y._wg_view is None else _own(_y, {tupled(given)})"
    return [f"    _y = {value}", f"    return _y if {whole}"]


def tupled(names: list[str]) -> str:
    return "(" + "".join(f"{n}, " for n in names).rstrip() + ")"


def stored(face: Face) -> list[str]:
    """What a composite does with ``out``, by the rule that it states (Note [What out= takes])."""
    rule = face.options.get("out")
    names = positional(face)
    value = call(face, "apply", names)
    if rule is None:
        return [f"return _store({face.name!r}, out, {value})"]
    lines = ["dtype = _asked(dtype, out)"] if "asked" in rule.split() else []
    inputs = f", ({', '.join(names)},)" if {"over", "first", "apart"} & set(rule.split()) else ""
    return [*lines, f"return _store({face.name!r}, out, {value}, {rule!r}{inputs})"]


def plainly(face: Face, name: str, types: Types, written: str = "") -> list[str]:
    """How a composite takes arrays from outside: as plain ones. The kernels of rows do so themselves.

    ``written`` is the tensor that an in-place form writes.
    """
    if face.row or face.table in FACTORIES:
        return []
    lines = []
    for i, p in enumerate(face.parameters):
        kind = types.either(face, p.name)
        if not ("Tensor" in kind or "Any" in kind) or p.name == "out" or (written and not i):
            continue
        if not i and str(p) == "input":
            lines += [
                "    if type(input) is not _Tensor:",
                f"        input = _tensor_argument({name!r}, 'input', input)",
            ]
        elif p.kind == "*":
            lines.append(f"    {p.name} = _base_arrays({p.name})")
        else:
            there = f"{p.name} is not None and " if p.default is not None else ""
            lines += [f"    if {there}type({p.name}) is not _Tensor:", f"        {p.name} = _base_arrays({p.name})"]
    return lines


def inplace(face: Face, documents: Documents, function: str = "") -> str:
    """The in-place form: a method, or a function of this name."""
    name = function or (face.name if face.only_inplace else f"{face.name}_")
    x = face.parameters[0].name if function else "self"
    given = [face.parameters[0].named(x), *(p for p in face.shown[1:] if p.name != "out")]
    said = documents.of_inplace_function(face, name) if function else documents.of_inplace(face)
    lines = [*plain_numbers(face, documents.types, 1), *plainly(face, name, documents.types, x)]
    names = positional(face)[1:]
    if face.only_inplace:
        lines.append(f"    return {call(face, 'apply', [x, *names])}")
    elif face.row and not face.options.get("view"):
        lines.append(f"    return {call(face, 'inplace', [x, *names])}")
    elif callable(chosen := face.options["inplace"]):
        row = plain_call(f"_{face.table}.{chosen.__name__}", face, [x, *names])
        lines.append(f"    return _apply_inplace(*{row}, {name!r})")
    else:  # a view operation in place gives the tensor another shape, any other one new values
        how, more = "_become_view", ""
        if not face.options.get("view"):
            how, more = "_rewrite", f", {tupled(names)}"
        if face.options["inplace"] == "exact":
            more += ", exact=True"
        lines.append(f"    return {how}({face.name!r}, {x}, lambda _x: {call(face, 'apply', ['_x', *names])}{more})")
    start = head(face, name, given, "_Tensor", said)
    return "\n".join([*start, *guarded(face, name, lines, documents.types, first=x)])


SHORT = "raise _short(e)"  # what an operator does that has failed: there is nothing to say of its arguments


def operator(face: Face, dunder: str, row: str, mirrored: bool, params: str) -> str:
    """An operator as a call that makes it, where it only calls its row (``dispatch/operators.py``)."""
    given = [repr(dunder), row, *([params] if params != "None" else []), *(["mirrored=True"] if mirrored else [])]
    return f"{dunder} = _{'binary' if face.is_binary else 'unary'}({', '.join(given)})"


def operators(face: Face) -> list[str]:
    """The operators that the row stands behind."""
    out = []
    target = face.callee
    extra = ""
    if face.row and face.operators:
        op = face.thing
        extra = "{" + ", ".join(f'"{k}": {op.defaults[k]!r}' for k in op.params) + "}" if op.params else "None"
    for d in face.operators:
        asked = [  # Python goes on to the other operand if it does not fit; in-place operators too
            "    if not isinstance(other, _OPERANDS) and not _operand(other):",
            f"        return _override.operator({d!r}, self, other)",
        ]
        if d in ("__getitem__", "__setitem__"):
            given = [Parameter(n) for n in ("self", "key", "value")[: 2 if d == "__getitem__" else 3]]
            lines = [f"def {d}({listed(given)}):", *asking(face, d, given)]
            out.append("\n".join([*lines, *tried([f"    return {target}({listed(given)})"], *after(face, d, {}))]))
        elif d.startswith("__i") and f"__{d[3:]}" in face.operators:
            value = [f"    return {face.name}_(self, other)"]
            out.append("\n".join([f"def {d}(self, other):", *asked, *tried(value, SHORT)]))
        elif face.row and face.thing.group is None and face.thing.count == 1 + face.is_binary and d != "__invert__":
            instead = face.options.get("mirrored") if is_reflected(d) else None
            row = f"_{face.table}.{instead}" if instead else target
            out.append(operator(face, d, row, is_reflected(d) and not instead, extra))
        elif not face.is_binary:
            value = applied(face, target, "apply", ["self"], extra) if face.row else f"{target}(self)"
            failed = "raise _short(_refused_bits(e))" if d == "__invert__" else SHORT
            out.append("\n".join([f"def {d}(self):", *tried([f"    return {value}"], failed)]))
        else:
            a, b, row = "self", "other", target
            if is_reflected(d):
                mirrored = face.options.get("mirrored")
                a, b, row = (a, b, f"_{face.table}.{mirrored}") if mirrored else (b, a, row)
            value = applied(face, row, "apply", [a, b], extra) if face.row else f"{row}({a}, {b})"
            lines = handed_back(face, value, "_Tensor", [a, b])
            out.append("\n".join([f"def {d}(self, other):", *asked, *tried(lines, SHORT)]))
    return out


HELPERS = {  # what generated functions call, and where it is
    "attached": "tape.watching", "reported": "declare.families", "number": "arrays.dtypes", "override": "dispatch",
    **dict.fromkeys(
        ("given_number", "given_float", "given_numbers", "given_reals", "given_operand", "given_int", "given_bool",
         "PLAIN_NUMBERS", "PLAIN_FLOATS", "PLAIN_OPERANDS", "PLAIN_INTS", "REAL_OPERANDS", "ONLY_NUMBERS",
         "ONLY_FLOATS"),
        "dispatch.given_numbers"),
    "either": "dispatch.arguments", "explained": "dispatch.arguments",
    "missing": "dispatch.arguments", "unfit": "dispatch.override", "stated": "errors.tracebacks",
    "refused_bits": "errors.calls_errors",
    **dict.fromkeys(("base_arrays", "own", "tensor_argument", "tensors"), "dispatch.composite_calls"),
    **dict.fromkeys(("apply_inplace", "become_view", "rewrite"), "dispatch.inplace"), "store": "dispatch.outs",
    "apply_into": "dispatch.outs", "asked": "dispatch.outs", "OPERANDS": "dispatch.operators",
    "operand": "dispatch.operators",
    "binary": "dispatch.operators", "unary": "dispatch.operators", "short": "errors.tracebacks",
    "Tensor": "tape.tensor", "Size": "tape.tensor", "dtype": "arrays.dtypes",
}  # fmt: skip
FACTORIES = ("create", "convert", "ranges", "draw")  # the tables of what makes tensors


def needed(body: str) -> str:
    """The imports of the helpers that a body names."""
    found: dict[str, list[str]] = {}
    for name, module in HELPERS.items():
        if re.search(rf"\b_{name}\b", body):
            found.setdefault(module, []).append(f"{name} as _{name}")
    return "".join(f"from ...{module} import {', '.join(names)}\n" for module, names in found.items())


def imported(tables: set[str]) -> str:
    """The imports of tables, each under a name of its own. Late ones are imported when they are first used."""
    names_late = importlib.import_module("wengert._core.ops").LATE
    rooms: dict[str, list[str]] = {}
    late = []
    for table in sorted(tables):
        room, _, name = table.rpartition(".")
        if table.removeprefix("ops.") in names_late:
            late.append(f'_{name}="{table}"')
        else:
            rooms.setdefault(room, []).append(f"{name} as _{name}")
    text = "".join(f"from ...{room} import {', '.join(names)}\n" for room, names in rooms.items())
    if late:
        text += f'from ...late import modules as _late\n_late(globals(), "wengert._core", {", ".join(late)})\n'
    return text


def module_text(space: str, faces: list[Face], documents: Documents) -> str:
    """The functions of one namespace."""
    functions, tables, public, aliases = [], set(), [], []
    for face in faces:
        if face.space == space and face.is_function:
            functions.append(function(face, face.name, documents))
            tables.add(face.path)
        if face.space == space:
            for name in face.inplace_functions:
                functions.append(inplace(face, documents, name))
                public.append(name)
        for where, name in face.places:
            if where != space:
                continue
            public.append(name)
            if name != face.name and where == face.space:
                aliases.append(f'{name} = _override.twin({face.name}, "{name}")')
            elif where != face.space:  # written out again here, so that the modules need not import each other
                functions.append(function(face, name, documents, where))
                tables.add(face.path)
    text = HEAD.format(doc=f"Public functions of ``wengert{'.' + space if space else ''}``.")
    body = "\n\n\n".join(functions)
    if tables:
        text += imported(tables)
    text += needed(body)
    text += "\n\n" + body + "\n\n" + "".join(f"{a}\n" for a in aliases)
    return text + "\n__all__ = " + repr(sorted(set(public))) + "\n"


def tensor_text(faces: list[Face], documents: Documents) -> str:
    """In-place forms and operators as functions, and the tables of what ``Tensor`` gets."""
    functions, methods, properties, tables = [], [], [], set()
    names: list[str] = []
    homes: set[str] = set()
    for face in faces:
        home = file_of("" if ("", face.name) in face.places else face.space)  # most are at the top
        if face.is_property:
            targets = face.target if face.setter is None else f"{face.target}, {face.setter}"
            properties.append(f'"{face.name}": property({targets}, doc={documents.of_property(face)!r}),')
            tables.add(face.path)
            continue
        for m in face.method_names:
            methods.append(f'"{m}": {face.name if face.only_inplace else f"{home}.{face.name}"},')
            homes.add(home)
        for m in face.inplace_names:
            methods.append(f'"{m}": {face.name}_,')
        if face.inplace_names or face.only_inplace:
            functions.append(inplace(face, documents))
        if face.inplace_names or face.operators or face.only_inplace:
            tables.add(face.path)
        names += face.operators
    functions += [o for face in faces for o in operators(face)]
    text = HEAD.format(doc="In-place methods, operators and the table of methods.")
    text += imported(tables)
    body = "\n\n\n".join(functions)
    text += needed(body)
    text += f"from . import {', '.join(sorted(homes))}\n\n\n{body}"
    for table, lines in (
        ("METHODS", methods), ("PROPERTIES", properties), ("OPERATORS", [f'"{n}": {n},' for n in names]),
    ):  # fmt: skip
        text += f"\n\n\n{table} = {{\n    " + "\n    ".join(dict.fromkeys(lines)) + "\n}"
    return text + "\n"


def code(rows: list[Face], documents: Documents) -> dict[str, str]:
    """The modules: file name -> text."""
    spaces = list(dict.fromkeys(["", *(f.space for f in rows), *(w for f in rows for w, _ in f.places)]))
    spaces = [s for s in spaces if s != "Tensor"]
    out = {f"{file_of(s)}.py": module_text(s, rows, documents) for s in spaces}
    out["tensor_methods.py"] = tensor_text(rows, documents)
    return out


def write(texts: dict[str, str]) -> None:
    """Write what has changed, each file at once: another process may read them meanwhile."""
    GENERATED.mkdir(exist_ok=True)
    for name, text in texts.items():
        path = GENERATED / name
        if not path.exists() or path.read_text() != text:
            half = GENERATED / f"half-{os.getpid()}"
            half.write_text(text)
            half.replace(path)


def differ(expected: dict[Path, str]) -> bool:
    """Print how files are not what they should be; return whether one is not."""
    found = {path: path.read_text() if path.exists() else "" for path in expected}
    wrong = [path for path, text in expected.items() if found[path] != text]
    for path in wrong:
        print(f"{path.relative_to(ROOT)} is not what the sources say: run `make generate`")
        lines = (found[path].splitlines(), expected[path].splitlines())
        print(*difflib.unified_diff(*lines, "as it is", "as it should be", n=0, lineterm=""), sep="\n")
    return bool(wrong)


def main() -> int:
    if "--faces" in sys.argv and faces.fresh():
        return 0
    begun, stamp = faces.stamp(types_too=False), faces.stamp()  # what is changed meanwhile is for the next time
    found = load()
    texts = code(found, Documents(found))
    # what follows is read off the package itself, which is imported for it
    if "--check" in sys.argv:
        if differ({GENERATED / name: text for name, text in texts.items()}):
            return 1
        stubs = Stubs(found)
        texts = {**stubs.texts(), "__init__.py": stamp}  # with a stale stamp the build would write all of it again
        return differ({GENERATED / name: text for name, text in texts.items()} | {LIST: listing(stubs)})
    write({**texts, "__init__.py": begun})
    stubs = Stubs(found)
    texts |= {**stubs.texts(), "__init__.py": stamp}
    write(texts)
    for path in GENERATED.glob("*.py*"):
        if path.name not in texts:
            path.unlink()
    if "--faces" not in sys.argv:
        LIST.write_text(listing(stubs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
