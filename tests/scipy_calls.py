"""Functions of SciPy on tensors, in a process of its own: SciPy reads SCIPY_ARRAY_API when it is imported.

``python -m tests.scipy_calls`` prints what each of them gave, as JSON: "right" if the value is that of NumPy's arrays
and the derivative that of finite differences, "refused" if it wanted a NumPy array and raised, else what is wrong.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable
from typing import Any

os.environ["SCIPY_ARRAY_API"] = "1"

import numpy as np  # noqa: E402
from scipy import cluster, differentiate, fft, integrate, optimize, signal, special, stats  # noqa: E402
from scipy.spatial.transform import Rotation  # noqa: E402

import wengert  # noqa: E402
from wengert.autograd import gradcheck, graph  # noqa: E402

R = np.random.default_rng(0)
A, P, M = R.normal(size=8), R.uniform(0.1, 0.9, 8), R.normal(size=(6, 3))

CALLS: dict[str, tuple[Callable[..., Any], np.ndarray]] = {
    "cluster.vq.whiten": (cluster.vq.whiten, M),
    "differentiate.derivative": (lambda x: differentiate.derivative(lambda t: t**3, x).df, P),
    "fft.fft": (lambda x: fft.fft(x).real, A),
    "fft.fftn": (lambda x: fft.fftn(x).real, M),
    "fft.fht": (lambda x: fft.fht(x, 0.1, 0.3), A),
    "fft.rfft": (lambda x: abs(fft.rfft(x)), A),
    "integrate.cubature": (
        lambda x: integrate.cubature(lambda t: x[0] * t[:, 0] ** 2 + x[1], x[2:3] * 0, x[2:3] * 0 + 1).estimate,
        A,
    ),
    "integrate.cumulative_trapezoid": (integrate.cumulative_trapezoid, A),
    "integrate.quad_vec": (lambda x: integrate.quad_vec(lambda t: x * np.sin(x * t), 0.0, 1.0)[0], A),
    "integrate.trapezoid": (integrate.trapezoid, A),
    "optimize.rosen": (optimize.rosen, A),
    "optimize.rosen_der": (optimize.rosen_der, A),
    "signal.fftconvolve": (lambda x: signal.fftconvolve(x, x), A),
    "signal.freqz": (lambda x: abs(signal.freqz(x)[1]), A),
    "signal.hilbert": (lambda x: signal.hilbert(x).imag, A),
    "signal.lfilter": (lambda x: signal.lfilter([1.0], [1.0, 0.5], x), A),
    "spatial.Rotation": (lambda x: Rotation.from_rotvec(x).as_matrix(), M),
    "special.betainc": (lambda x: special.betainc(2.0, 3.0, x), P),
    "special.chdtr": (lambda x: special.chdtr(3.0, x), P),
    "special.digamma": (special.digamma, P),
    "special.entr": (special.entr, P),
    "special.erf": (special.erf, A),
    "special.expit": (special.expit, A),
    "special.gammaln": (special.gammaln, P),
    "special.i0": (special.i0, A),
    "special.log_softmax": (special.log_softmax, A),
    "special.logit": (special.logit, P),
    "special.logsumexp": (special.logsumexp, A),
    "special.multigammaln": (lambda x: special.multigammaln(x + 3, 2), P),
    "special.ndtr": (special.ndtr, A),
    "special.rel_entr": (lambda x: special.rel_entr(x, x**2), P),
    "special.softmax": (special.softmax, A),
    "special.xlogy": (lambda x: special.xlogy(x, x), P),
    "stats.boxcox_llf": (lambda x: stats.boxcox_llf(0.5, x), P),
    "stats.circmean": (stats.circmean, A),
    "stats.describe": (lambda x: stats.describe(x).variance, A),
    "stats.differential_entropy": (stats.differential_entropy, A),
    "stats.directional_stats": (lambda x: stats.directional_stats(x).mean_direction, M),
    "stats.entropy": (stats.entropy, P),
    "stats.gmean": (stats.gmean, P),
    "stats.hmean": (stats.hmean, P),
    "stats.kstat": (stats.kstat, A),
    "stats.kurtosis": (stats.kurtosis, A),
    "stats.lmoment": (stats.lmoment, A),
    "stats.moment": (lambda x: stats.moment(x, 3), A),
    "stats.norm.logpdf": (stats.norm.logpdf, A),
    "stats.pearsonr": (lambda x: stats.pearsonr(x, x**2 + x).statistic, A),
    "stats.pmean": (lambda x: stats.pmean(x, 3), P),
    "stats.quantile": (lambda x: stats.quantile(x, 0.3), A),
    "stats.sem": (stats.sem, A),
    "stats.skew": (stats.skew, A),
    "stats.tmean": (stats.tmean, A),
    "stats.trim_mean": (lambda x: stats.trim_mean(x, 0.2), A),
    "stats.variation": (stats.variation, P),
    "stats.zscore": (stats.zscore, A),
}


def found(function: Callable[..., Any], x: np.ndarray) -> str:
    """What a function gave on a tensor."""
    expected = np.asarray(function(x.copy()))
    t = wengert.tensor(x, requires_grad=True)
    with graph.allow_mutation_on_saved_tensors():  # SciPy writes to what it computed
        try:
            result = function(t)
        except (RuntimeError, TypeError) as e:
            return "refused" if "numpy() on Tensor" in str(e) or "Multiple namespaces" in str(e) else repr(e)
        if not isinstance(result, wengert.Tensor) or not result.requires_grad:
            return f"history is lost: {result!r}"
        if not np.allclose(result.detach().numpy(), expected, rtol=1e-9, atol=1e-12):
            return f"another value: {result!r}"
        return "right" if gradcheck(function, t, raise_exception=False) else "another derivative"


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(json.dumps({name: found(*call) for name, call in CALLS.items()}))
