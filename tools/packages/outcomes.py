"""A plugin of pytest that writes the outcome of each test to a file, one line of JSON a test, as soon as it is known.

A run that is cut off keeps what it has found. The file is named by ``WENGERT_OUTCOMES``. Many tests draw random numbers
without a seed, and some fail for a few of them: each test starts from the same seed, so that a run can be repeated.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import numpy as np
import pytest
import torch  # the alias, under which the tests run


def _write(name: str, outcome: str, why: str) -> None:
    with open(os.environ["WENGERT_OUTCOMES"], "a") as file:
        print(json.dumps([name, outcome, why]), file=file)


def _last_line(report: Any) -> str:
    """The message of an error, or why a test was skipped."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        return str(crash.message).split("\n", 1)[0][:300]
    if isinstance(report.longrepr, tuple):
        return str(report.longrepr[-1])[:300]
    return str(report.longrepr).strip().rpartition("\n")[2][:300]


def _seed() -> None:
    random.seed(0)
    np.random.seed(0)
    torch.manual_seed(0)


def pytest_configure() -> None:
    """Parameters of tests may be drawn when the tests are collected."""
    _seed()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Before the fixtures of the test, which may seed themselves."""
    _seed()


def pytest_runtest_logreport(report: Any) -> None:
    expected = hasattr(report, "wasxfail")
    if report.when == "call" or report.outcome != "passed":
        outcome = "skipped" if expected and report.outcome != "passed" else report.outcome
        _write(report.nodeid, outcome, "" if outcome == "passed" else _last_line(report))


def pytest_collection_finish(session: Any) -> None:
    """How many tests there are: a run that is cut off leaves some out."""
    _write("*", "collected", str(len(session.items)))


def pytest_collectreport(report: Any) -> None:
    if report.outcome == "failed":
        _write(report.nodeid, "failed", _last_line(report))
