"""Cases of one test: every failure is in the report, skips are counted, and what a case leaves behind is undone."""

from __future__ import annotations

import pytest

import wengert
from tests import cases
from tests.cases import collected, within


def told(run: object) -> str:
    with pytest.raises(AssertionError) as e:
        run()  # type: ignore[operator]
    return str(e.value)


@within("n", [1, 2, 3, 4])
def odd(n: int) -> None:
    assert n % 2, f"{n} is even"


def test_every_failure_is_reported() -> None:
    said = told(odd).splitlines()
    assert said[0] == "odd: 2 of 4 cases fail"
    assert [line.strip().partition("\n")[0] for line in said if "is even" in line] == [
        "2: AssertionError: 2 is even", "4: AssertionError: 4 is even",
    ]  # fmt: skip


def test_failures_of_pytest_and_errors_are_failures_of_cases() -> None:
    with pytest.raises(AssertionError, match="two: 2 of 2 cases fail") as e, collected("two") as every:
        with every("no error"), pytest.raises(ValueError):
            pass
        with every("another"):
            raise KeyError("key")
    assert "no error: Failed: DID NOT RAISE" in str(e.value) and "another: KeyError: 'key'" in str(e.value)
    assert isinstance(e.value.__cause__, pytest.fail.Exception)


def test_an_interrupt_is_no_failure() -> None:
    with pytest.raises(KeyboardInterrupt), collected("interrupted") as every:
        with every("first"):
            raise KeyboardInterrupt


def test_what_a_case_leaves_behind_fails_it_and_is_undone() -> None:
    seen = []
    with pytest.raises(AssertionError) as e, collected("left") as every:
        with every("mode"):
            wengert.autograd.set_grad_enabled(False)
        with every("dtype"):
            wengert.set_default_dtype(wengert.float64)
        with every("next"):
            seen.append((wengert.is_grad_enabled(), wengert.get_default_dtype()))
    assert seen == [(True, wengert.float32)]
    assert "mode: AssertionError: another state is left behind: grad_enabled: True became False" in str(e.value)
    assert "dtype: AssertionError: another state is left behind: default dtype" in str(e.value)
    assert "next" not in str(e.value)


def test_skips_are_counted_and_all_of_them_skip_the_test() -> None:
    before = cases.skipped.copy()
    with collected("some") as every:
        with every("skipped"):
            pytest.skip("for this test")
        with every("run"):
            pass
    assert cases.skipped - before == {"for this test": 1}
    del cases.skipped["for this test"]  # which is no case of the suite
    with pytest.raises(pytest.skip.Exception, match="nothing here"), collected("all") as every:
        with every("skipped"):
            pytest.skip("nothing here")


def test_patches_end_with_their_case(monkeypatch: pytest.MonkeyPatch) -> None:
    class Held:
        value = 0

    @within("n", [1, 2])
    def patched(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
        assert Held.value == 0
        monkeypatch.setattr(Held, "value", n)

    patched(monkeypatch=monkeypatch)
    assert Held.value == 0
