"""What modules, optimisers, schedules and data sets refuse, and in which words, in PyTorch.

A call is a line of Python, evaluated with the names of the library: ``nn.Conv2d(3, 4, 3, groups=2)``. Its fact is the
type of the error and its text.
"""

from __future__ import annotations

import importlib
import re
import warnings
from typing import Any

LAYERS = (
    "nn.Softmax2d()(r(2, 3))",
    "nn.AdaptiveLogSoftmaxWithLoss(4, 10, [])",
    "nn.AdaptiveLogSoftmaxWithLoss(4, 10, [5, 3])",
    "nn.AdaptiveLogSoftmaxWithLoss(4, 10, [0, 3])",
    "nn.AdaptiveLogSoftmaxWithLoss(4, 10, [3, 10])",
    "nn.AdaptiveLogSoftmaxWithLoss(4, 10, [3.5])",
    "nn.AdaptiveLogSoftmaxWithLoss(4, 10, [3])(r(2, 4), lib.tensor([1, 12]))",
    "nn.AdaptiveLogSoftmaxWithLoss(4, 10, [3])(r(2, 4), lib.tensor([-1, 2]))",
    "nn.AdaptiveLogSoftmaxWithLoss(4, 10, [3])(r(3, 4), lib.tensor([1, 2]))",
    "nn.AdaptiveLogSoftmaxWithLoss(4, 10, [3])(r(2, 3, 4), lib.tensor([1, 2]))",
    "nn.AdaptiveLogSoftmaxWithLoss(4, 10, [3])(r(4), lib.tensor([1, 2]))",
    "nn.AdaptiveLogSoftmaxWithLoss(4, 10, [3])(r(2, 4), lib.tensor([[1], [2]]))",
    "nn.AdaptiveLogSoftmaxWithLoss(4, 10, [3])(r(2, 4), lib.tensor(1))",
    "nn.TransformerEncoderLayer(4, 2, activation='tanh')",
    "nn.MultiheadAttention(0, 2)",
    "nn.MultiheadAttention(4, 0)",
    "nn.MultiheadAttention(4, 3)",
    "nn.Transformer(4, 2, 1, 1, 8)(r(3, 2, 4), r(3, 1, 4))",
    "nn.Transformer(4, 2, 1, 1, 8)(r(3, 2, 5), r(3, 2, 4))",
    "nn.Transformer(4, 2, 1, 1, 8, batch_first=True)(r(2, 3, 4), r(1, 3, 4))",
    "nn.ParameterDict()(3)",
    "nn.Sequential() + 3",
    "nn.Sequential() * 'a'",
    "nn.Sequential(nn.ReLU()) * 0",
    "nn.Conv2d(3, 4, 3, groups=0)",
    "nn.Conv2d(3, 4, 3, groups=2)",
    "nn.Conv2d(4, 3, 3, groups=2)",
    "nn.Conv2d(3, 4, 3, padding='full')",
    "nn.Conv2d(3, 4, 3, padding='same', stride=2)",
    "nn.Conv2d(3, 4, 3, padding_mode='edge')",
    "nn.ConvTranspose2d(3, 4, 3, padding_mode='reflect')",
    "nn.ConvTranspose2d(3, 4, 3)(r(1, 3, 5, 5), output_size=[7])",
    "nn.ConvTranspose2d(3, 4, 3, stride=2)(r(1, 3, 5, 5), output_size=[20, 20])",
    "nn.ConvTranspose2d(3, 4, 3, stride=2)(r(1, 3, 5, 5), output_size=[11, 13])",
    "nn.ConvTranspose2d(3, 4, 3, stride=2)(r(1, 3, 5, 5), output_size=[10, 11])",
    "nn.Embedding(4, 2, padding_idx=4)",
    "nn.Embedding(4, 2, padding_idx=-5)",
    "nn.Embedding(4, 2, _weight=r(4, 3))",
    "nn.Embedding.from_pretrained(r(4))",
    "nn.EmbeddingBag(4, 2, padding_idx=4)",
    "nn.EmbeddingBag(4, 2, padding_idx=-5)",
    "nn.EmbeddingBag(4, 2, _weight=r(4, 3))",
    "nn.EmbeddingBag.from_pretrained(r(4))",
    "nn.init.dirac_(r(2, 3))",
    "nn.init.dirac_(r(3, 2, 2), groups=2)",
    "nn.init.orthogonal_(r(3))",
    "nn.init.sparse_(r(3), 0.1)",
    "nn.init.eye_(r(3))",
    "nn.init.xavier_normal_(r(3))",
    "nn.init.calculate_gain('leaky_relu', 'a')",
    "nn.init.calculate_gain('leaky_relu', True)",
    "nn.init.calculate_gain('leaky')",
    "nn.init.kaiming_normal_(r(3, 3), mode='fan')",
    "nn.LazyConv2d(4, 3)(r(3, 3))",
    "nn.LazyConv2d(4, 3, groups=2)(r(1, 3, 4, 4))",
    "nn.LazyBatchNorm1d()(r(3))",
    "nn.Bilinear(0, 2, 3)",
    "nn.HuberLoss(delta=0.0)(r(2), r(2))",
    "nn.MultiMarginLoss(p=3)",
    "nn.MultiMarginLoss(weight=r(2, 2))",
    "nn.TripletMarginLoss(margin=0.0)",
    "nn.TripletMarginLoss(margin=-1.0)",
    "nn.TripletMarginWithDistanceLoss(margin=0.0)",
    "nn.TripletMarginWithDistanceLoss(margin=-1.0)",
    "nn.BatchNorm1d(3)(r(3))",
    "nn.BatchNorm2d(3)(r(3, 3))",
    "nn.BatchNorm3d(3)(r(3, 3))",
    "nn.InstanceNorm1d(3)(r(3))",
    "nn.InstanceNorm2d(3)(r(3))",
    "nn.InstanceNorm1d(3, affine=True)(r(2, 4, 5))",
    "nn.GroupNorm(2, 3)",
    "nn.CircularPad1d(1)(r(3))",
    "nn.CircularPad2d(1)(r(3, 3))",
    "nn.CircularPad3d(1)(r(3, 3, 3))",
    "nn.FractionalMaxPool2d(2)",
    "nn.FractionalMaxPool2d(2, output_size=2, output_ratio=0.5)",
    "nn.FractionalMaxPool2d(2, output_ratio=1.5)",
    "nn.FractionalMaxPool2d(2, output_ratio=0.0)",
    "nn.FractionalMaxPool3d(2)",
    "nn.FractionalMaxPool3d(2, output_size=2, output_ratio=0.5)",
    "nn.FractionalMaxPool3d(2, output_ratio=1.5)",
    "nn.RNN(2, 3, dropout=2.0)",
    "nn.RNN(2, 3, dropout=-0.5)",
    "nn.RNN(2, 3, dropout='a')",
    "nn.RNN(2, 3, dropout=True)",
    "nn.RNN(2, 3, nonlinearity='gelu')",
    "nn.RNN(2, 3, proj_size=2)",
    "nn.GRU(2, 3, proj_size=2)",
    "nn.LSTM(2, 3, proj_size=-1)",
    "nn.LSTM(2, 3, proj_size=3)",
    "nn.LSTM(2, 3, batch_first='a')",
    "nn.LSTM(2, 0)",
    "nn.LSTM(2, 3, 0)",
    "nn.LSTM(2, 2.5)",
    "nn.LSTM(2, 3)(r(2, 2, 2, 2))",
    "nn.LSTM(2, 3)(r(4, 5, 3))",
    "nn.LSTM(2, 3)(r(4, 5, 2).double())",
    "nn.LSTM(2, 3)(r(4, 5, 2), (r(1, 4, 3), r(1, 5, 3)))",
    "nn.LSTM(2, 3)(r(4, 5, 2), (r(1, 5, 3), r(1, 4, 3)))",
    "nn.LSTM(2, 3)(r(4, 5, 2), (r(5, 3), r(5, 3)))",
    "nn.LSTM(2, 3)(r(4, 2), (r(1, 5, 3), r(1, 5, 3)))",
    "nn.GRU(2, 3)(r(4, 5, 2), r(1, 4, 3))",
    "nn.GRU(2, 3)(r(4, 5, 2), r(5, 3))",
    "nn.GRU(2, 3)(r(4, 2), r(1, 1, 3))",
    "nn.RNN(2, 3)(r(2))",
    "nn.RNNCell(2, 3, nonlinearity='gelu')(r(2))",
    "nn.RNNCell(2, 3)(r(2, 2, 2))",
    "nn.RNNCell(2, 3)(r(2, 2), r(1, 2, 3))",
    "nn.LSTMCell(2, 3)(r(2, 2, 2))",
    "nn.LSTMCell(2, 3)(r(2, 2), (r(1, 2, 3), r(2, 3)))",
    "nn.LSTMCell(2, 3)(r(2, 2), (r(2, 3), r(1, 2, 3)))",
    "nn.GRUCell(2, 3)(r(2, 2, 2))",
    "nn.GRUCell(2, 3)(r(2, 2), r(1, 2, 3))",
    "nn.Unflatten(1, 3)",
    "nn.Unflatten(1, (2, 'a'))",
    "nn.Unflatten('a', ('b', 2))",
    "nn.Parameter(3)",
    "nn.Linear(2, 2).register_parameter('a', r(2).requires_grad_() * 2)",
    "nn.Linear(2, 2).register_parameter('a.b', None)",
    "nn.Linear(2, 2).register_parameter('', None)",
    "nn.Linear(2, 2).register_parameter('forward', None)",
    "nn.Linear(2, 2).register_buffer('a', 3)",
    "nn.Module.register_buffer(bare(), 'a', r(2))",
    "nn.Module.register_parameter(bare(), 'a', None)",
    "setattr(bare(), 'a', nn.ReLU())",
    "setattr(bare(), 'a', nn.Parameter(r(2)))",
    "nn.utils.rnn.pad_sequence([])",
    "nn.utils.rnn.pack_padded_sequence(r(3, 2), lib.tensor([2, 3]))",
    "nn.utils.rnn.pack_padded_sequence(r(3, 2), lib.tensor([3, 0]))",
    "nn.utils.rnn.pad_packed_sequence(nn.utils.rnn.pack_sequence([r(3), r(2)]), total_length=2)",
    "nn.utils.vector_to_parameters(3, [])",
    "nn.utils.skip_init(int)",
    "nn.utils.parametrizations.orthogonal(nn.BatchNorm1d(2))",
    "nn.utils.parametrizations.orthogonal(nn.Linear(2, 2), orthogonal_map='polar')",
    "nn.utils.parametrizations.spectral_norm(nn.Linear(2, 2), n_power_iterations=0)",
    "nn.utils.parametrizations.spectral_norm(nn.Linear(2, 2), dim=4)",
    "nn.utils.spectral_norm(nn.Linear(2, 2), n_power_iterations=0)",
    "nn.utils.spectral_norm(nn.utils.spectral_norm(nn.Linear(2, 2)))",
    "parametrize.register_parametrization(nn.Linear(2, 2), 'a', nn.ReLU())",
    "parametrize.remove_parametrizations(nn.Linear(2, 2), 'weight')",
    "nn.utils.fuse_conv_bn_eval(nn.Conv2d(2, 2, 2).eval(), nn.BatchNorm2d(2, track_running_stats=False).eval())",
    "nn.utils.fuse_conv_bn_eval(nn.Conv2d(2, 2, 2), nn.BatchNorm2d(2))",
    "prune.l1_unstructured(nn.Linear(2, 2), 'weight', 1.5)",
    "prune.random_structured(nn.Linear(2, 2), 'weight', 1, 4)",
    "prune.ln_structured(nn.Linear(2, 2), 'bias', 1, 2, 0)",
    "prune.l1_unstructured(nn.Linear(2, 2), 'weight', 1, importance_scores=r(3))",
    "prune.remove(nn.Linear(2, 2), 'weight')",
)
PARAMETRIZED = (
    "register('weight', lambda x: 3)",
    "register('weight', lambda x: x.double())",
    "register('weight', lambda x: x[0])",
    "register('weight', lambda x: x, lambda x: 3)",
    "register('weight', lambda x: x, lambda x: x.double())",
    "register('weight', lambda x: x, lambda x: x[0])",
    "register('weight', lambda x, y: x + y, lambda x: (x, 3))",
    "register('weight', lambda x, y: x + y, lambda x: [x, x.double()])",
    "register('bias', lambda x: x, lambda x: None)",
    "register('a', lambda x: x)",
    "register('in_features', lambda x: x)",
    "setattr(register('weight', lambda x: x, lambda x: x if x[0, 0] == 1 else 3), 'weight', r(2, 2) + 1)",
    "setattr(register('weight', lambda x: x, lambda x: x), 'weight', r(2, 2).double())",
    "setattr(register('weight', lambda x: x), 'weight', r(2, 2))",
    "setattr(register('weight', lambda x, y: x + y, lambda x: (x, x)[: 1 + int(x[0, 0]) % 2]), 'weight', r(2, 2) + 1)",
    "parametrize.remove_parametrizations(register('weight', lambda x, y: x + y, lambda x: (x, x)), 'weight', False)",
    "nn.utils.parametrizations.weight_norm(nn.LazyLinear(2))",
    "nn.utils.spectral_norm(nn.LazyLinear(2))",
    "nn.utils.spectral_norm(nn.Linear(2, 2, bias=False), 'bias')",
    "prune.CustomFromMask.apply(nn.Linear(2, 2), 'weight', r(3))",
    "prune.custom_from_mask(nn.Linear(2, 2), 'weight', r(2))",
    "prune.L1Unstructured(1).prune(r(2), importance_scores=r(3))",
)
OPTIMIZERS = (
    *[
        f"optim.{name}([r(2)], lr={lr})"
        for name in (
            "SGD",
            "Adam",
            "AdamW",
            "Adamax",
            "NAdam",
            "RAdam",
            "RMSprop",
            "Rprop",
            "Adagrad",
            "Adadelta",
            "ASGD",
            "SparseAdam",
            "Adafactor",
            "LBFGS",
        )
        for lr in ("-0.1", "lib.tensor([0.1, 0.2])")
    ],
    "optim.Muon([r(2, 2)], lr=lib.tensor([0.1, 0.2]))",
    "optim.Muon([r(2, 2)], lr=-0.1)",
    "optim.Muon([r(2, 2)], momentum=-0.1)",
    "optim.Muon([r(2, 2)], weight_decay=-0.1)",
    "optim.Muon([r(2)])",
    "optim.Muon([r(2, 2)], adjust_lr_fn='a')",
    "stepped(optim.Muon([r(2, 2)], ns_steps=100))",
    "stepped(optim.Muon([r(2, 2)], ns_coefficients=(1.0, 2.0)))",
    "stepped(optim.Muon([r(2, 2).cfloat()]))",
    "stepped(optim.Adafactor([r(2).cfloat()]))",
    "optim.Adafactor([r(2)], eps=(None, -1.0))",
    "optim.Adafactor([r(2)], beta2_decay=0.1)",
    "optim.Adafactor([r(2)], d=0.5)",
    "optim.Adafactor([r(2)], weight_decay=-1)",
    "optim.Adam([r(2)], betas=(1.0, 0.9))",
    "optim.Adam([r(2)], betas=(0.9, -0.1))",
    "optim.Adam([r(2)], betas=(lib.tensor(0.9), 0.9))",
    "optim.Adam([r(2)], betas=(lib.tensor(0.9), lib.tensor(0.9)), foreach=True)",
    "optim.Adam([r(2)], betas=(lib.tensor([0.9, 0.8]), lib.tensor(0.9)))",
    "optim.Adam([r(2)], lr=lib.tensor(0.1), foreach=True)",
    "optim.Adam([r(2)], eps=-1.0)",
    "optim.Adam([r(2)], weight_decay=-1.0)",
    "optim.SparseAdam([r(2)], eps=-1.0)",
    "optim.SparseAdam([r(2)], eps=0.0)",
    "optim.SparseAdam([r(2)], betas=(0.9, 1.0))",
    "optim.SGD(r(2))",
    "optim.SGD([])",
    "optim.SGD(nn.Linear(2, 2))",
    "optim.SGD([r(2)], lr='a')",
    "optim.SGD([r(2)], nesterov=True)",
    "optim.SGD([r(2)], momentum=-1.0)",
    "optim.SGD([r(2)], weight_decay=-1.0)",
    "optim.Adagrad([r(2)], lr_decay=-1.0)",
    "optim.Adagrad([r(2)], initial_accumulator_value=-1.0)",
    "optim.Adadelta([r(2)], rho=1.5)",
    "optim.Rprop([r(2)], etas=(1.5, 1.2))",
    "optim.RMSprop([r(2)], alpha=-1.0)",
    "optim.NAdam([r(2)], momentum_decay=-1.0)",
    "stepped(optim.SGD([lib.ones(2, dtype=lib.cfloat)], fused=True))",
    "optim.swa_utils.SWALR(optim.SGD([r(2)]), 0.1, anneal_strategy='a')",
    "optim.swa_utils.SWALR(optim.SGD([r(2)]), 0.1, anneal_epochs=-1)",
    "optim.swa_utils.SWALR(optim.SGD([r(2)]), 0.1, anneal_epochs=1.5)",
    "optim.swa_utils.SWALR(optim.SGD([r(2)]), [0.1, 0.2])",
    "lr.CosineAnnealingWarmRestarts(optim.SGD([r(2)]), 0)",
    "lr.CosineAnnealingWarmRestarts(optim.SGD([r(2)]), 3, T_mult=0)",
    "lr.CosineAnnealingWarmRestarts(optim.SGD([r(2)]), 3, T_mult=1.5)",
    "lr.CosineAnnealingWarmRestarts(optim.SGD([r(2)]), 3, eta_min='a')",
    "lr.CosineAnnealingWarmRestarts(optim.SGD([r(2)]), 3).step(-1)",
    "lr.ChainedScheduler([])",
    "lr.SequentialLR(optim.SGD([r(2)]), [], [])",
    "lr.SequentialLR(optim.SGD([r(2)]), [lr.ConstantLR(optim.SGD([r(2)]))], [])",
    "lr.ReduceLROnPlateau(optim.SGD([r(2)]), 'a')",
    "lr.ReduceLROnPlateau(optim.SGD([r(2)]), threshold_mode='a')",
    "lr.ReduceLROnPlateau(optim.SGD([r(2)]), factor=1.0)",
    "lr.ReduceLROnPlateau(optim.SGD([r(2)]), min_lr=[0.1, 0.2])",
    "lr.LambdaLR(optim.SGD([r(2)]), [abs, abs])",
    "lr.OneCycleLR(optim.SGD([r(2)]), 0.1)",
    "lr.OneCycleLR(optim.SGD([r(2)]), 0.1, total_steps=3, pct_start=2.0)",
    "lr.OneCycleLR(optim.SGD([r(2)]), 0.1, total_steps=3, anneal_strategy='a')",
    "lr.OneCycleLR(optim.SGD([r(2)], momentum=0.0).__class__([r(2)]), 0.1, total_steps=-3)",
    "lr.CyclicLR(optim.SGD([r(2)]), 0.1, 0.2, mode='a')",
    "lr.CyclicLR(optim.Adagrad([r(2)]), 0.1, 0.2)",
    "lr.LinearLR(optim.SGD([r(2)]), 0.0)",
    "lr.LinearLR(optim.SGD([r(2)]), 0.5, -1.0)",
    "lr.ConstantLR(optim.SGD([r(2)]), 2.0)",
    "lr.StepLR(3, 2)",
    "lr.StepLR(optim.SGD([r(2)]), 2, last_epoch=3)",
)
DATA = (
    "data.TensorDataset(r(2), r(3))",
    "data.ConcatDataset([])",
    "data.ConcatDataset([[1]])[5]",
    "data.random_split([1, 2, 3], [1, 1])",
    "data.random_split([1, 2, 3], [0.5, 0.75])",
    "data.RandomSampler([1], num_samples=0)",
    "data.RandomSampler([1], replacement=3)",
    "data.RandomSampler([])",
    "data.BatchSampler([1], 0, False)",
    "data.BatchSampler([1], 2, 3)",
    "data.WeightedRandomSampler([0.1], 0)",
    "data.WeightedRandomSampler([[0.1]], 1)",
    "data.DataLoader([1], batch_size=0)",
    "data.DataLoader([1], num_workers=-1)",
    "data.DataLoader([1], timeout=-1)",
    "data.DataLoader([1], sampler=[0], shuffle=True)",
    "data.DataLoader([1], batch_sampler=[[0]], batch_size=2)",
    "data.DataLoader([1], batch_size=None, drop_last=True)",
    "data.DataLoader([1], prefetch_factor=2)",
    "data.DataLoader([1], persistent_workers=True)",
    "list(data.ChainDataset([3]))",
    "len(data.ChainDataset([3]))",
    "list(data.DataLoader([{1}]))",
    "list(data.DataLoader([r(2), r(3)], batch_size=2))",
)
GROUPS = {"layers": LAYERS, "parametrized": PARAMETRIZED, "optimizers": OPTIMIZERS, "data": DATA}


def outcome(lib: Any, text: str) -> list[str]:
    """The type of the error that a call raises, and its text, which lists sets in order. There must be one."""
    nn, optim = lib.nn, lib.optim

    def r(*shape: int) -> Any:
        return lib.arange(1.0, 1 + lib.Size(shape).numel()).reshape(shape)

    def bare() -> Any:
        return nn.Module.__new__(nn.Module)

    def stepped(optimizer: Any) -> None:
        for p in optimizer.param_groups[0]["params"]:
            p.grad = lib.ones_like(p)
        optimizer.step()

    def register(name: str, forward: Any, right_inverse: Any = None) -> Any:
        """A layer with a parametrization of these functions."""
        own = type("Own", (nn.Module,), {"forward": staticmethod(forward)})
        if right_inverse is not None:
            own.right_inverse = staticmethod(right_inverse)
        layer = nn.Linear(2, 2)
        nn.init.ones_(layer.weight)
        return nn.utils.parametrize.register_parametrization(layer, name, own())

    for name in ("nn.utils.parametrizations", "nn.utils.prune", "nn.utils.parametrize", "optim.swa_utils"):
        importlib.import_module(f"{lib.__name__}.{name}")
    data = importlib.import_module(f"{lib.__name__}.utils.data")
    names = {
        "lib": lib, "nn": nn, "prune": nn.utils.prune, "parametrize": nn.utils.parametrize, "optim": optim,
        "lr": optim.lr_scheduler, "data": data, "r": r, "bare": bare, "stepped": stepped, "register": register,
    }  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            eval(text, names)
        except Exception as e:
            said = str(e.args[0] if e.args else e)
            said = re.sub(r"\{(.*?)\}", lambda found: f"{{{', '.join(sorted(found[1].split(', ')))}}}", said)
            return [type(e).__name__, said]
    return ["", ""]


def table(torch: Any) -> dict[str, list[str]]:
    """What PyTorch makes of every call."""
    return {text: outcome(torch, text) for calls in GROUPS.values() for text in calls}
