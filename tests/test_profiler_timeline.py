"""The timeline: one file for a browser. All strings of a trace are shown as text, never run as HTML."""

import html
import json
import os
import re
import shutil
import struct
import subprocess
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.profiles import event, profile
from wengert._core.tools.profiler.timeline import timeline

ATTACK = '</script><script>document.documentElement.dataset.broken="1"</script><img src=x onerror="alert(1)">'


def step() -> Any:
    """A training step: a range, operations, their backward formulas in another order, and the memory in use."""
    line = {"stack": ["model.py(10): forward", "train.py(3): step"]}
    return profile(
        event("step", 0, 1000, is_user_annotation=True),
        event("aten::linear", 10, 300, input_shapes=[[64, 10], [10, 5]], sequence_nr=-1, **line),
        event("aten::mm", 20, 200, sequence_nr=4, cpu_memory_usage=1280, **line),
        event("aten::mul", 300, 400, sequence_nr=5),
        event("autograd::engine::evaluate_function: MulBackward0", 500, 600, sequence_nr=5, fwd_thread=1, scope=1),
        event("MulBackward0", 510, 590, sequence_nr=5, fwd_thread=1, scope=1),
        event("MmBackward0", 600, 900, sequence_nr=4, fwd_thread=1, scope=1),
        event("aten::mm", 610, 700),
        event("aten::exp", 100, 150, thread=2),
        event(ATTACK, 200, 250, thread=2, input_shapes=[[3]], stack=[ATTACK]),
        memory=[(20.0, 0), (200.0, 1280), (900.0, 320)],
    )


def data_of(page: str) -> Any:
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_every_event_is_in_the_page_where_it_belongs() -> None:
    data = data_of(timeline(step()))
    spans = data["spans"]
    rows = list(zip(*(spans[k] for k in ("name", "start", "length", "thread", "depth", "parent", "kind")), strict=True))
    named = [(data["names"][row[0]], *row[1:]) for row in rows]
    assert named[:3] == [("step", 0, 1000, 0, 0, -1, 2), ("aten::linear", 10, 290, 0, 1, 0, 0),
                         ("aten::mm", 20, 180, 0, 2, 1, 0)]  # fmt: skip
    assert ("aten::exp", 100, 50, 1, 0, -1, 0) in named and ("MmBackward0", 600, 300, 0, 1, 0, 1) in named
    assert {len(column) for column in spans.values()} == {10}
    assert data["threads"] == ["thread 1", "thread 2"]
    assert data["tracks"] == [{"label": "Memory", "time": [20, 200, 900], "bytes": [0, 1280, 320]}]
    assert data["shapes"] == ["[[64, 10], [10, 5]]", "[[3]]"]
    assert data["stacks"][0] == "model.py(10): forward\ntrain.py(3): step"


def test_operations_are_linked_with_what_runs_backward_for_them() -> None:
    data = data_of(timeline(step()))
    name = [data["names"][k] for k in data["spans"]["name"]]
    links = {(name[a], name[b]) for a, b in zip(data["links"]["from"], data["links"]["to"], strict=True)}
    assert links == {
        ("aten::mul", "autograd::engine::evaluate_function: MulBackward0"), ("aten::mm", "MmBackward0"),
    }  # fmt: skip


def test_nothing_in_a_trace_becomes_part_of_the_page(tmp_path: Path) -> None:
    page = timeline(step(), title=ATTACK)
    assert page.count("<script") == 2 and "<img" not in page
    assert ATTACK in data_of(page)["names"]
    assert f"<title>{html.escape(ATTACK)}</title>" in page
    page = timeline(profile(event("{{script}}", 0, 1)), title="{{style}}")
    assert "<title>{{style}}</title>" in page and data_of(page)["names"] == ["{{script}}"]


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = timeline(step())
    assert "http" not in page.replace("http-equiv", "") and "src=" not in page.replace("src=x", "")
    assert "default-src 'none'" in page


def test_a_saved_trace_makes_the_same_page(tmp_path: Path) -> None:
    path = tmp_path / "trace.json.gz"
    step().export_chrome_trace(path)
    written = tmp_path / "page.html"
    assert timeline(path, written) == timeline(step()) == written.read_text("utf-8")


def test_an_empty_profile_makes_a_page() -> None:
    assert data_of(timeline(profile()))["spans"]["name"] == []


def test_without_scripts_the_sums_are_shown() -> None:
    found = re.search(r"<noscript>(.*)</noscript>", timeline(step()), re.DOTALL)
    assert found and "<td>aten::mm<td>2<td>270.000us" in found[1] and html.escape(ATTACK) in found[1]


# -- in a browser

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless_shell")
CHROMIUM = os.environ.get("CHROME_BIN") or next(filter(None, map(shutil.which, NAMES)), None)
browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here, nor does CHROME_BIN name one")


def run(url: str, folder: Path, *asked: str) -> str:
    """Open a page in headless Chromium, and return its output. Any console message is an error."""
    assert CHROMIUM is not None
    done = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr",
         "--virtual-time-budget=3000", "--window-size=1200,800", f"--user-data-dir={folder / 'user'}", *asked, url],
        capture_output=True, timeout=120, check=True, text=True, encoding="utf-8",
    )  # fmt: skip
    told = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    assert not told, told
    return done.stdout


def text_of(dom: str, element: str) -> str:
    """The text of the element with this id."""
    found = re.search(rf'<(\w+) id="{element}"[^>]*>(.*?)</\1>', dom, re.DOTALL)
    assert found, dom
    return html.unescape(re.sub(r"<[^>]*>", " ", found[2]))


@browser
@pytest.mark.slow
def test_chromium_shows_it(tmp_path: Path) -> None:
    page = tmp_path / "timeline.html"
    timeline(step(), page, title="One step " + ATTACK)
    dom = run(page.as_uri(), tmp_path, "--dump-dom")
    assert 'data-spans="10"' in dom and "data-broken" not in dom
    facts = text_of(dom, "facts").split()
    assert facts[:3] == ["Wall", "1.000", "ms"] and "Events 10" in " ".join(facts) and "Threads 2" in " ".join(facts)
    rows = re.findall(r"<tr><td>.*?</tr>", dom[dom.index('id="rows"') :], re.DOTALL)
    assert len(rows) == 9 and html.escape(ATTACK, quote=False) in "".join(rows)
    assert "aten::mm" in rows[0] and "270.0 µs" in rows[0]


@browser
@pytest.mark.slow
def test_a_link_says_what_to_look_at(tmp_path: Path) -> None:
    page = tmp_path / "timeline.html"
    timeline(step(), page)
    number = 2  # the first mm
    dom = run(f"{page.as_uri()}#span={number}&search=mm&from=0&to=450", tmp_path, "--dump-dom")
    assert text_of(dom, "found") == "3 found, 480.0 µs"
    chosen = " ".join(text_of(dom, "chosen").split())
    assert chosen.startswith("aten::mm Took 180.0 µs, itself 180.0 µs Began at 20.00 µs, thread 1")
    assert "Memory 1.25 KB Sequence 4 Within aten::linear 290.0 µs Backward MmBackward0 300.0 µs" in chosen
    assert "In view: 450.0 µs, from 0.00 µs to 450.0 µs" in dom


@browser
@pytest.mark.slow
def test_a_long_trace_opens_and_is_drawn(tmp_path: Path) -> None:
    r = np.random.default_rng(0)
    begins = np.cumsum(r.uniform(2, 30, 100_000))
    kinds = r.integers(0, 12, 100_000)
    names = ["mul", "exp", "matmul", "sum", "relu", "conv2d", "add", "view", "tanh", "max", "cat", "softmax"]
    pairs = zip(begins.tolist(), kinds.tolist(), strict=True)
    long = profile(*(event("aten::" + names[k], at, at + 1.5) for at, k in pairs))
    page, shot = tmp_path / "long.html", tmp_path / "long.png"
    timeline(long, page)
    assert page.stat().st_size < 8e6
    run(page.as_uri() + "#from=1000&to=1400", tmp_path, f"--screenshot={shot}")
    colours = np.unique(pixels(shot.read_bytes())[150:260].reshape(-1, 3), axis=0)
    assert len(colours) > 12  # operations and their names; an empty lane has two


def pixels(png: bytes) -> Any:
    """The pixels of a PNG with 8 bits per channel, as rows of columns of red, green and blue."""
    parts, at = {}, 8
    while at < len(png):
        size, kind = struct.unpack_from(">I4s", png, at)
        parts.setdefault(kind, []).append(png[at + 8 : at + 8 + size])
        at += size + 12
    width, height, depth, colour = struct.unpack_from(">IIBB", parts[b"IHDR"][0])
    channels = {2: 3, 6: 4}[colour]
    assert depth == 8
    raw = np.frombuffer(zlib.decompress(b"".join(parts[b"IDAT"])), np.uint8).reshape(height, 1 + width * channels)
    out = np.zeros((height + 1, width + 1, channels), np.int64)  # with a border of zeros above and on the left
    for y in range(height):
        line, filtered = raw[y, 1:].reshape(width, channels).astype(np.int64), raw[y, 0]
        if filtered == 2:
            out[y + 1, 1:] = line + out[y, 1:] & 255
        elif filtered == 1:
            out[y + 1, 1:] = np.cumsum(line, axis=0) & 255
        elif filtered == 0:
            out[y + 1, 1:] = line
        else:
            for x in range(width):
                left, up, corner = out[y + 1, x], out[y, x + 1], out[y, x]
                if filtered == 3:
                    guess = (left + up) // 2
                else:
                    away = np.abs([up - corner, left - corner, left + up - 2 * corner])
                    guess = np.where(
                        (away[0] <= away[1]) & (away[0] <= away[2]), left, np.where(away[1] <= away[2], up, corner)
                    )
                out[y + 1, x + 1] = line[x] + guess & 255
    return out[1:, 1:, :3]
