"""Messages end with a next step, and it works: what messages propose runs as it is pasted.

Every text in the source that proposes code is found without a list, and has to come out of a program of
``tests/messages.py`` or be named in ``ELSEWHERE`` with a reason.
"""

from __future__ import annotations

import ast
import atexit
import functools
import re
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import wengert
from tests.cases import within
from tests.messages import HINTED, PROGRAMS
from wengert._core.errors import absent_errors, deprecated_errors, elements_errors

CORE = Path(wengert.__file__).parent / "_core"

# -- code in messages

ATTRIBUTE = re.compile(r"\.[A-Za-z_]\w*")
NAMES = ("target", "x", "y", "a", "b", "A", "index", r"tensor(?=\.)", "wengert", "loss")
# a keyword is proposed after one of these words; else a message repeats what was given
OPTION = re.compile(
    r"(?<!\w)(?<!Cannot )(?:[Uu]se|[Ss]et|[Gg]ive|[Pp]ass|[Ss]pecify|(?:[Cc]heck|which|distribution|\() with|"
    r"[Cc]all(?: \w+)?(?:\(\))?(?: there)? with|or|ask for) "
    r"(?:it with )?(?:`|``)?([a-z_]+=(?:True|False|None|'[\w-]+'|\d+))(?: with ([a-z_]+='[\w-]+'))?"
)


def steps(message: str) -> Iterator[str]:
    """The pieces of code in a message: from a name to the end of its attributes, calls and subscripts."""
    for match in re.finditer(rf"(?<![\w.'])(?:{'|'.join(NAMES)})(?=[.(\[])", message):
        at = match.end()
        while at < len(message):
            if (more := ATTRIBUTE.match(message, at)) is not None:
                at = more.end()
            elif message[at] in "([" and (end := closed(message, at)) is not None:
                at = end
            else:
                break
        text = message[match.start() : at]
        named = text.startswith(("wengert", "tensor")) and (text.endswith("()") or not re.search(r"[(\[]", text))
        pasted = not named or text.startswith("tensor.") and "(" in text  # wengert.stack() and wengert.stack are names
        if at > match.end() and pasted and "..." not in text and not text.startswith("wengert["):
            yield text


def closed(text: str, at: int) -> int | None:
    """The end of what a bracket opens."""
    depth = 0
    for i, c in enumerate(text[at:], at):
        depth += (c in "([") - (c in ")]")
        if not depth:
            return i + 1
    return None


def options(message: str) -> list[str]:
    """The keywords that a message proposes, with their values."""
    return [", ".join(filter(None, found)) for found in OPTION.findall(message)]


def guards(message: str) -> list[str]:
    """The context managers under which a message proposes to do it."""
    return re.findall(r"under (wengert\.\w+\(\))", message)


# -- the source


def texts(tree: ast.AST) -> Iterator[str]:
    """The strings of a syntax tree, but docstrings and the keys of tables. What is filled in is ``{}``."""
    skipped: set[int] = set()  # a node is found after that which holds it
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and id(node) not in skipped:
                yield node.value
        elif isinstance(node, ast.JoinedStr):
            skipped.update(map(id, node.values))
            yield "".join(v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)  # type: ignore[misc]
        elif isinstance(node, ast.Dict):
            skipped.update(map(id, node.keys))
        elif isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            skipped.add(id(node.body[0].value))  # type: ignore[attr-defined]


def proposing() -> Iterator[tuple[str, str]]:
    """The texts that propose code: in the files of errors, and wherever something is raised."""
    for file in sorted(CORE.rglob("*.py")):
        if "generated" in file.parts or file.name == "absent_errors.py":  # of which every hint is raised below
            continue
        tree = ast.parse(file.read_text("utf-8"))
        raised = [n.exc for n in ast.walk(tree) if isinstance(n, ast.Raise) and n.exc is not None]
        for part in [tree] if file.parent.name == "errors" else raised:
            for text in texts(part):
                said = text.replace("{}", "_")
                if " " in text and (any(steps(said)) or options(text.replace("{}", " _ ")) or guards(said)):
                    yield f"{file.relative_to(CORE)}", text


# -- names


def named(text: str) -> Iterator[str]:
    """The names of wengert's that a text has in full, and methods of ``x``."""
    for name in re.findall(r"(?<![\w.'/-])wengert((?:\.\w+)+)(?![\w{/\[-])", text):
        yield name[1:]
    for name in re.findall(r"(?<![\w.])x\.(\w+)\(", text):
        yield f"Tensor.{name}"


@within("file", sorted(CORE.glob("errors/*.py")), ids=lambda file: file.name)
def test_names_in_messages_exist(file: Path) -> None:
    missing = []
    for text in texts(ast.parse(file.read_text())):
        for name in named(text) if " " in text else ():
            try:
                functools.reduce(getattr, name.split("."), wengert)
            except AttributeError:
                missing.append(f"{name}: {text}")
    assert not missing, "\n".join(missing)


# -- what to do

VERBS = (
    "add ask assign average avoid call cast check choose clone compare compute consider convert copy count create "
    "decorate define delete detach differentiate divide draw end ensure enter estimate expand export fill find format "
    "give implement index initialize install join keep leave let list load look make mask measure move multiply name "
    "number optimise pad pass permute pin please put raise read record reduce register remove rename repeat replace "
    "reshape resize restore return run save say scale see select set specify split squeeze start step subclass sum "
    "swap take transpose unscale unsqueeze update use write"
)
# a sentence, or a part of one, that begins with one of them; or what has to hold, which is as good
TOLD = re.compile(
    r"(?:^|[.:;,?!)`'\"}] |[(}\n]|\n\s*|\b(?:or|and|then|instead|to|please|rather|first) )"
    rf"(?:{'|'.join(VERBS.split())})\b|Did you mean|Maybe you", re.IGNORECASE
)  # fmt: skip
HOLDS = re.compile(
    r"\b(?:must|should|expect(?:s|ed|ing)?|requires?|needs?|takes|(?:has|have) to|can only|supports|only support|"
    r"one of|accepted|allowed values|did not match|be specified|only supported|only .* (?:is|are))\b|\bin \[",
    re.IGNORECASE,
)
FILLED = re.compile(r"(?:[.:;,}] ?|\n|False|gradients)\{\w+(?:\(.*\))?\}\)?$")  # the last sentence comes from elsewhere
SILENT = {  # errors that programs catch, as their kind alone says what happened
    "AttributeError", "BaseException", "Exception", "KeyError", "StopIteration",
}  # fmt: skip


def ends(node: ast.expr) -> Iterator[str]:
    """The texts that a message may be. What is filled in is its source in braces."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values):
            yield "".join(v.value if isinstance(v, ast.Constant) else f"{{{ast.unparse(v.value)}}}" for v in values)  # type: ignore[misc, attr-defined]
        case ast.BinOp(left=left, right=right):
            start = "".join([*ends(left)][:1])
            yield from (start + end for end in ends(right))
        case ast.IfExp(body=body, orelse=orelse):
            yield from [*ends(body), *ends(orelse)]


def raising() -> Iterator[tuple[str, str]]:
    """The messages of errors that the sources raise, or return to be raised."""
    for file in sorted(CORE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))) if "generated" not in file.parts else ():
            match node:
                case ast.Raise(exc=ast.Call(func=func, args=[said, *_])) | ast.Return(ast.Call(func, [said, *_])):
                    kind = ast.unparse(func)
                    if kind.endswith(("Error", "Exception")) and kind not in SILENT:
                        yield from ((f"{file.relative_to(CORE)}:{node.lineno}", text) for text in ends(said))


def test_every_message_ends_with_what_to_do() -> None:
    missing = []
    for place, text in raising():
        last = " ".join(re.split(r"(?<=[.!?;:])\s+|\n", text.strip())[-2:])
        code = any(steps(text)) or options(text) or guards(text)
        if not (code or TOLD.search(last) or HOLDS.search(text) or FILLED.search(text)):
            missing.append(f"{place}: {text}")
    assert not missing, f"{len(missing)} messages do not say what to do:\n" + "\n".join(missing)


# -- programs


FOLDER = tempfile.mkdtemp()  # for programs that need a file
atexit.register(shutil.rmtree, FOLDER)
seen: set[str] = set()


def raised(error: Exception) -> None:
    raise error


def fresh(before: str) -> dict[str, Any]:
    """The names that a program has when its statement runs."""

    def once(error: Exception) -> None:  # in the program, and not in what is pasted after it
        if before not in seen:
            seen.add(before)
            raise error

    names: dict[str, Any] = {"wengert": wengert, "np": np, "raised": raised, "once": once, "folder": FOLDER}
    exec(before, names)
    names.setdefault("tensor", names.get("x"))
    return names


@functools.cache
def messages(before: str, statement: str) -> tuple[str, ...]:
    """What a program raises and warns of."""
    for once in (*vars(deprecated_errors).values(), *vars(elements_errors).values()):  # what was said is said again
        getattr(once, "cache_clear", int)()
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        names = fresh(before)
        warned.clear()
        said = []
        try:
            exec(statement.strip(), names)
        except Exception as e:
            said = [str(e), *getattr(e, "__notes__", ())]
    return (*said, *[str(w.message) for w in warned])


def with_option(source: str, option: str) -> Iterator[str]:
    """A program with a keyword in one of its calls, for each of them."""
    keywords = ast.parse(f"f({option})", mode="eval").body.keywords  # type: ignore[attr-defined]
    given = {k.arg for k in keywords}
    for i in range(sum(isinstance(n, ast.Call) for n in ast.walk(ast.parse(source)))):
        tree = ast.parse(source)
        call = [n for n in ast.walk(tree) if isinstance(n, ast.Call)][i]
        call.keywords = [*[k for k in call.keywords if k.arg not in given], *keywords]
        yield ast.unparse(ast.fix_missing_locations(tree))
    for n in ast.walk(tree := ast.parse(source)):
        if isinstance(n, ast.ClassDef):
            n.body = [s for s in n.body if ast.unparse(s).split(" =")[0] not in given]
            n.body.insert(0, ast.parse(option).body[0])
    yield ast.unparse(ast.fix_missing_locations(tree))


def runs(source: str, names: dict[str, Any]) -> str | None:
    """Why a piece of code fails; None if it does not."""
    allowed = wengert.serialization.get_safe_globals()
    try:
        with warnings.catch_warnings(action="ignore"):
            exec(source, names)
    except Exception as e:
        return f"{type(e).__name__}: {e}"
    finally:
        wengert.serialization.clear_safe_globals()
        wengert.serialization.add_safe_globals(allowed)
    return None


@within("program", PROGRAMS, ids=lambda program: program[1].strip())
def test_steps_run_when_pasted(program: tuple[str, str]) -> None:
    before, statement = program
    said = messages(before, statement)
    assert said, "no message"
    found = [(m, [*steps(m)], options(m), guards(m)) for m in said]
    assert any(s or o or g for _, s, o, g in found), f"no step: {said}"
    for message, pieces, proposed, modes in found:
        for mode in modes:
            assert (why := runs(f"with {mode}: {statement}", fresh(before))) is None, f"{mode}, of {message!r}: {why}"
        for step in pieces:
            assert (why := runs(step, fresh(before))) is None, f"{step}, of {message!r}: {why}"
        if proposed and not pieces:
            mended = [s for o in proposed for s in with_option(f"{before}\n{statement.strip()}", o)]
            assert any(runs(s, fresh("")) is None for s in mended), f"{proposed}, of {message!r}, mend nothing"


GPU = "a GPU, or its stand-in: tests/test_device.py"
ELSEWHERE = {  # what a program here cannot make, and what else it takes
    "CuPy": GPU, "is only implemented on CPU tensors": GPU, "torch.cuda.Tensor": GPU, "Pin x.detach()": GPU,
    "autocast: tensors on a GPU": GPU, "warn_only=True": GPU,
    "SciPy is not installed": "an environment without SciPy",
    "PyTorch was given a tensor": "PyTorch: tests/test_foreign.py",
    "type of sparse tensors": "wengert as torch: tests/test_alias.py",
    "debug=True": "it shows more, and mends nothing: tests/test_checkpoint_errors.py",
    "either override the vmap staticmethod or": "raised by the base class alone, which nobody calls",
    "allow_cache_entry_mutation=True": "tests/test_checkpoint_selective.py",
    "element-wise differences are small": "errors that add up: tests/test_gradcheck_report.py",
}  # fmt: skip


def test_every_message_that_proposes_code_has_a_program() -> None:
    said = [m for program in PROGRAMS for m in messages(*program)]
    missing, unused = [], set(ELSEWHERE)
    for file, text in proposing():
        unused -= {start for start in ELSEWHERE if start in text}
        pattern = re.compile(".*?".join(map(re.escape, text.split("{}"))), re.DOTALL)
        if not any(start in text for start in ELSEWHERE) and not any(map(pattern.search, said)):
            missing.append(f"{file}: {text}")
    assert not missing, f"{len(missing)} messages without a program:\n" + "\n".join(missing)
    assert not unused, unused


def test_hints_for_missing_names_run_when_pasted(tmp_path: Path) -> None:
    failed = []
    tables = [
        getattr(absent_errors, name) for name in ("INSTEAD", "FOREIGN", "STARTS", "OF_TENSORS", "OF_ARRAYS", "OF_JAX")
    ]
    for table in tables:
        for name, hint in table.items():
            for step in steps(hint) if "GPU" not in hint else ():
                whys = [runs(step, {**fresh(before), "path": tmp_path / "x"}) for before in HINTED]
                failed += [f"{name}: {step}: {whys[0]}"] if all(whys) else []
    assert not failed, "\n".join(failed)


def test_no_message_names_a_file_that_is_not_installed() -> None:
    """A wheel has no documents, tests or tools beside the package."""
    pattern = re.compile(
        r"\b(?:docs|tests|tools|examples|benchmarks)/\w|\b(?:README|CONTRIBUTING|CHANGELOG)\b|\w\.md\b"
    )
    found = []
    for file in sorted(CORE.parent.rglob("*.py")):
        # faces.py speaks to those who have a checkout, in which the generator is there
        if "generated" not in file.parts and file.name != "faces.py":
            found += [
                f"{file.name}: {text}" for text in texts(ast.parse(file.read_text("utf-8"))) if pattern.search(text)
            ]
    assert not found
