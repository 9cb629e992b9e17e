"""Pictures of the graph, what it keeps for backward, and what outlives it."""

from __future__ import annotations

import gc
import json
import re
import weakref
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import wengert
from wengert._core.tools.diagnosis.picture import bytes_shown
from wengert.autograd.graph import check_leaks, explain, picture, saved, saved_tensors_hooks

SVG = "{http://www.w3.org/2000/svg}"


def leaf(*shape: int) -> Any:
    return wengert.ones(*shape, requires_grad=True)


def labels(svg: str) -> list[Any]:
    return [text.text for text in ElementTree.fromstring(svg).iter(SVG + "text")]


# -- pictures


def test_boxes_and_what_the_edges_carry() -> None:
    w, b = leaf(3, 4), leaf(3)
    x = wengert.ones(4)
    out = ((w @ x) + b).tanh().sum()
    drawing = picture(out, names={"w": w, "b": b})
    found = json.loads(drawing.json())
    names = {n["id"]: n["name"] for n in found["nodes"]}
    assert sorted(names.values()) == ["AddBackward0", "MvBackward0", "SumBackward0", "TanhBackward0", "b", "w"]
    edges = {(names[e["source"]], names[e["target"]]): (e["shape"], e["dtype"], e["bytes"]) for e in found["edges"]}
    assert edges == {
        ("w", "MvBackward0"): ([3, 4], "float32", 48),
        ("MvBackward0", "AddBackward0"): ([3], "float32", 12),
        ("b", "AddBackward0"): ([3], "float32", 12),
        ("AddBackward0", "TanhBackward0"): ([3], "float32", 12),
        ("TanhBackward0", "SumBackward0"): ([3], "float32", 12),
    }
    assert [n["kind"] for n in found["nodes"]].count("root") == 1
    assert "test_picture.py" in next(n["line"] for n in found["nodes"] if n["name"] == "TanhBackward0")
    texts = labels(drawing.svg())
    assert {*names.values(), "3 × 4", "3 × 4 · 48 B", "scalar"} <= set(texts)
    dot = drawing.dot()
    assert dot.count("->") == 5 and '[label="3 × 4 · 48 B"]' in dot and dot.count('[label="w\\n3 × 4"') == 1
    assert drawing._repr_svg_() == drawing.svg() and repr(drawing) == "<picture of 6 nodes in 6 boxes>"


def test_every_box_is_apart_and_every_edge_points_down() -> None:
    w = [leaf(4, 4) for _ in range(6)]
    h = leaf(4)
    for k, m in enumerate(w):
        h = (m @ h).relu() + h if k % 2 else (m @ h).tanh() * w[0][k % 4]
    for collapse in (True, False):
        root = ElementTree.fromstring(picture(h.sum(), collapse=collapse).svg())
        rects = [{k: float(r.attrib[k]) for k in ("x", "y", "width", "height")} for r in root.iter(SVG + "rect")]
        for i, a in enumerate(rects):
            for b in rects[i + 1 :]:
                assert a["y"] != b["y"] or a["x"] + a["width"] <= b["x"] + 0.2 or b["x"] + b["width"] <= a["x"] + 0.2
        for path in root.iter(SVG + "path"):
            if path.attrib.get("class") == "edge":
                points = [float(v) for v in re.findall(r"-?[\d.]+", path.attrib["d"])]
                assert points[1] < points[-1]


def curve(d: str) -> list[tuple[float, float]]:
    """Points on a path of moves, vertical lines and curves."""
    x = y = 0.0
    points = []
    for letter, numbers in re.findall(r"([MVC])([^MVC]*)", d):
        n = [float(v) for v in re.findall(r"-?[\d.]+", numbers)]
        if letter == "M":
            x, y = n
        for t in np.linspace(0, 1, 40):
            if letter == "V":
                points.append((x, y + t * (n[0] - y)))
            elif letter == "C":
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
                points.append(tuple(sum(w * p for w, p in zip(weights, (q, *n[k::2]))) for k, q in ((0, x), (1, y))))
        x, y = (x, n[0]) if letter == "V" else n[-2:]
    return points


def test_arrows_miss_the_labels() -> None:
    w = [leaf(4, 4) for _ in range(6)]
    h = leaf(4)
    for k, m in enumerate(w):
        h = (m @ h).relu() + h * w[0][0] if k % 2 else (m @ h).tanh() * w[0][k % 4]
    a, b, c, d = (h * h.sum()).split(1)
    both = wengert.cat([a * b, c, d, a])
    for loss in (h.sum(), both.sum(), both.max(0)[0] + w[5].abs().mean()):
        root = ElementTree.fromstring(picture(loss).svg())
        labels = [t for t in root.iter(SVG + "text") if "halo" in t.attrib.get("class", "")]
        paths = [p for p in root.iter(SVG + "path") if p.attrib.get("class") == "edge"]
        assert len(labels) > 5 and len(paths) > 5
        for t in labels:
            x, y, half = float(t.attrib["x"]), float(t.attrib["y"]), 3 * len(str(t.text))
            for p in paths:
                hit = [q for q in curve(p.attrib["d"]) if abs(q[0] - x) < half and y - 9 < q[1] < y + 2]
                assert not hit, (t.text, p.attrib["d"])


def layers(h: Any, weights: list[Any]) -> Any:
    for w in weights:
        h = w @ h
        h = h.tanh()
    return h


def test_what_repeats_is_drawn_once() -> None:
    shared, many = leaf(3, 3), [leaf(3, 3) for _ in range(12)]
    h = layers(leaf(3), many)
    found = json.loads(picture(h.sum()).json())
    boxes = {n["name"]: (n["kind"], n["count"]) for n in found["nodes"] if n["shape"] != [3]}
    assert boxes["leaf"] == ("leaf", 12)
    counts = [(n["name"], n["count"]) for n in found["nodes"] if n["kind"] == "operation"]
    assert counts == [("MvBackward0", 12), ("TanhBackward0", 12)]
    again = [e for e in found["edges"] if e["again"]]
    assert len(again) == 1 and again[0]["shape"] == [3]
    assert labels(picture(h.sum()).svg()).count("TanhBackward0 × 12") == 1
    assert len(json.loads(picture(h.sum(), collapse=False).json())["nodes"]) == 12 * 3 + 2
    h = layers(leaf(3), [shared] * 12)
    assert [n["count"] for n in json.loads(picture(h.sum()).json())["nodes"] if n["kind"] == "leaf"] == [1, 1]


def test_loops_within_loops_and_long_chains() -> None:
    h = leaf(3)
    for _ in range(5):
        for _ in range(4):
            h = h * 2
        h = h.exp()
    found = json.loads(picture(h.sum()).json())
    assert [(n["name"], n["count"]) for n in found["nodes"][1:]] == [
        ("MulBackward0", 20), ("ExpBackward0", 5), ("SumBackward0", 1),
    ]  # fmt: skip
    for _ in range(20000):
        h = h + 1
    assert len(json.loads(picture(h).json())["nodes"]) < 8


def test_a_picture_keeps_nothing_alive(no_gc: None) -> None:
    x = leaf(2)
    y = x.exp()
    ref = weakref.ref(y.grad_fn)
    drawing, kept, why = picture(y.sum()), saved(y), explain(x, y)
    del y
    assert ref() is None
    assert "ExpBackward0" in drawing.svg() and kept.bytes == 8 and why.picture is not None


def test_where_it_can_be_saved(tmp_path: Path) -> None:
    drawing = picture(leaf(2).exp().sum())
    for name, start in (("a.svg", "<svg"), ("a.dot", "digraph"), ("a.json", "{")):
        drawing.save(tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)
    with pytest.raises(ValueError, match=r"picture: expected a name that ends in .svg, .dot, .json, got '.*a.png'"):
        drawing.save(tmp_path / "a.png")
    with pytest.raises(ValueError, match="picture: the tensor has no grad_fn"):
        picture(leaf(2))
    with pytest.raises(TypeError, match="argument 'loss' must be Tensor, not int"):
        picture(3)


def test_several_outputs_functions_and_names_that_need_quoting() -> None:
    class Two(wengert.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1, x[:1] * 2

        @staticmethod
        def backward(ctx: Any, g: Any, h: Any) -> Any:
            return g

    x = leaf(3)
    a, b = Two.apply(x)
    drawing = picture((a.sum() + b.sum()) * x[0], names={'<x "&\\">': x})
    assert '<x "&\\">' in labels(drawing.svg())
    edges = [e for e in json.loads(drawing.json())["edges"] if e["output"] == 1]
    assert [e["shape"] for e in edges] == [[1]]
    assert r'label="<x \"&\\\">\n3"' in drawing.dot()


def test_explanations_show_where() -> None:
    x, w = leaf(2), leaf(2)
    why = explain(x, ((x - 5).relu() * w).sum())
    texts = labels(str(why._repr_svg_()))
    assert "relu" in texts and "in question" in texts and "x" in texts
    assert "<svg" in why._repr_html_() and "&#x27;" not in why.reason
    assert explain(x)._repr_svg_() is None
    assert "detached" in labels(str(explain(x, (x.detach() * w).sum())._repr_svg_()))


def test_tensors_in_notebooks() -> None:
    x = leaf(3)
    html = x._repr_html_()
    assert "tensor([1., 1., 1.], requires_grad=True)" in html and "3 · float32 · cpu · 12 B" in html
    assert "<svg" not in html and "ui-monospace" in html
    many = wengert.zeros(1001)._repr_html_()
    assert "..." in many and len(many) < 500
    y = x.exp().sum()
    y.backward(retain_graph=True)
    assert "history: 2 operations, 12 B kept for backward" in y._repr_html_() and "<svg" in y._repr_html_()
    assert "<summary>grad</summary>" in x._repr_html_()
    for _ in range(600):
        y = y + 1
    assert "history: at least 501 operations" in y._repr_html_() and "<svg" not in y._repr_html_()
    assert "&lt;AddBackward0&gt;" in y._repr_html_()
    shown = []
    wengert.vmap(lambda t: (shown.append(t._repr_html_()), t)[1])(wengert.ones(2, 3))
    assert "one of a batch" in shown[0]


# -- what is kept


def test_bytes_are_counted_once_per_memory() -> None:
    x = leaf(100)
    e = x.exp()
    kept = saved((e * e + e[:10].sum() * e * 2).sum())
    assert kept.bytes == 400 + 4  # e, and the sum of a part of it
    assert kept.leaf_bytes == 0
    rows = {(r.operation, r.name): r for r in kept.rows}
    assert rows["ExpBackward0", "_saved_result"].bytes == 400 and rows["MulBackward0", "_saved_self"].shared
    assert sum(kept.by("operation").values()) == kept.bytes == sum(kept.by("shape").values())
    with pytest.raises(ValueError, match="saved: by"):
        kept.by("colour")


def test_a_view_keeps_all_of_its_base() -> None:
    big = wengert.ones(1000)
    x = leaf(10)
    assert saved((x * big[:10]).sum()).bytes == 4000
    assert saved([(x * big[:10]).sum(), (x * big[10:20]).sum()]).bytes == 4000


def test_leaves_functions_and_packed_values() -> None:
    class Keeps(wengert.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            ctx.mask = x.detach() > 0
            ctx.array = np.zeros(3)
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    x = leaf(10)
    kept = saved(Keeps.apply(x))
    assert {(r.name, r.bytes, r.leaf) for r in kept.rows} == {
        ("saved_tensors[0]", 40, True), ("ctx.mask", 10, False), ("ctx.array", 24, False),
    }  # fmt: skip
    assert kept.leaf_bytes == 40 and "of which 40 B are leaves" in str(kept)
    with saved_tensors_hooks(lambda t: (t.numpy(force=True).astype("float16"), "float32"), lambda p: None):
        y = x.exp()
    assert [(r.name, r.bytes) for r in saved(y).rows] == [("_saved_result", 20)]
    with saved_tensors_hooks(lambda t: t, lambda t: t):
        y = x.exp()
    assert saved(y).bytes == 40
    y.sum().backward()
    assert saved(y).rows == [] and str(saved(x)).endswith("0 B kept for backward")
    assert (
        kept._repr_html_().startswith("<details><summary>")
        and "<table>" in kept._repr_html_()
        and repr(kept).startswith("<saved: 3 values")
    )
    with pytest.raises(TypeError, match="argument 'loss' must be Tensor, not int"):
        saved([3])


def test_bytes_in_words() -> None:
    shown = [bytes_shown(n) for n in (0, 999, 1000, 2500, 999_499, 999_600, 10**9, 25 * 10**14)]
    assert shown == ["0 B", "999 B", "1 kB", "2.5 kB", "999 kB", "1 MB", "1 GB", "2.5e+03 TB"]


# -- what outlives it


def test_leaks_that_somebody_holds() -> None:
    x = leaf(1000)
    losses: list[Any] = []
    with check_leaks() as leaks:
        for _ in range(3):
            losses.append((x * x).sum())
    assert (leaks.nodes, leaks.tensors, leaks.held, leaks.cycles) == (6, 3, 9, 0)
    assert leaks.bytes == 4000 + 3 * 4
    text = str(leaks)
    assert "9 nodes and tensors outlived the code that made them, 4.01 kB:" in text
    assert re.search(r"MulBackward0 recorded at .*test_picture.py:\d+ in test_leaks.*losses.append", text)
    assert "list of 3" in text
    assert repr(leaks) == "<check_leaks: 6 nodes, 3 tensors, 4.01 kB>"
    losses.clear()
    assert "a variable of a running function" in text


def test_leaks_that_only_the_collector_frees() -> None:
    class Cycle(wengert.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            out = x * 2
            ctx.outputs = [out]  # in a container it cannot be held as memory
            return out

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    x = leaf(10)
    with check_leaks() as leaks:
        Cycle.apply(x).sum().backward()
    assert leaks.cycles == 2 and leaks.held == 0
    assert "CycleBackward" in str(leaks) and "2 of them were in reference cycles" in str(leaks)
    assert gc.isenabled()
    with pytest.raises(RuntimeError, match="reference cycles"), check_leaks(raise_exception=True):
        Cycle.apply(x)
    x.grad = None
    with check_leaks(raise_exception=True) as leaks:  # what PyTorch leaks (its issue 7343) is none here
        with pytest.warns(UserWarning, match="create_graph=True"):
            (x * x).sum().backward(create_graph=True)
        x.grad = None
    assert str(leaks) == "Nothing is left." and leaks.nodes == leaks.bytes == 0


def test_gradients_of_what_was_there_are_no_leaks_and_errors_pass() -> None:
    x = leaf(10)
    with check_leaks(raise_exception=True):
        (x * x).sum().backward()
    with pytest.raises(KeyError), check_leaks(raise_exception=True):
        x.graph = x * 2
        raise KeyError
    del x.graph
    gc.disable()
    try:
        with check_leaks():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_without_a_block_it_tells_of_all_there_are() -> None:
    before = check_leaks()
    y = leaf(10).exp()
    now = check_leaks()
    assert now.nodes == before.nodes + 1 and now.tensors == before.tensors + 1
    assert y is not None
