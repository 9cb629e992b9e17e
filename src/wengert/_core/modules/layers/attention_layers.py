"""Attention, and the layers of transformers."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from ... import errors
from ...api.generated import functions
from ...api.generated import nn_functions as F
from ...ops.nn.attention import _added
from . import init
from .containers import ModuleList
from .dropout_layers import Dropout
from .linear_layers import Linear, NonDynamicallyQuantizableLinear
from .module import Module
from .norm_layers import LayerNorm
from .parameter import Parameter


class MultiheadAttention(Module):
    """Attention with several heads: each compares queries with keys, and averages values by the result.

    Args:
        embed_dim: the size of a query and of a result.
        num_heads: the number of heads, which divides it.
        dropout: the probability of dropping a weight of the average, in training.
        bias: whether there are biases.
        add_bias_kv: whether a learned key and value is added to the others.
        add_zero_attn: whether a key and value of zeros is added to the others.
        kdim: the size of a key. Default: ``embed_dim``.
        vdim: the size of a value. Default: ``embed_dim``.
        batch_first: whether the batch is the first dimension.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> attention, x = wengert.nn.MultiheadAttention(4, 2), wengert.ones(3, 1, 4)
    >>> result, weights = attention(x, x, x)
    >>> result.shape, weights.shape
    (wengert.Size([3, 1, 4]), wengert.Size([1, 3, 3]))
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        if embed_dim <= 0 or num_heads <= 0:
            raise errors.layers.heads_positive(embed_dim, num_heads)
        super().__init__()
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError(f"embed_dim must be divisible by num_heads, got {embed_dim} and {num_heads}")

        def parameter(*sizes: int) -> Parameter:
            return Parameter(functions.empty(sizes, device=device, dtype=dtype))

        if self._qkv_same_embed_dim:
            self.in_proj_weight = parameter(3 * embed_dim, embed_dim)
            for name in ("q_proj_weight", "k_proj_weight", "v_proj_weight"):
                self.register_parameter(name, None)
        else:
            self.q_proj_weight = parameter(embed_dim, embed_dim)
            self.k_proj_weight = parameter(embed_dim, self.kdim)
            self.v_proj_weight = parameter(embed_dim, self.vdim)
            self.register_parameter("in_proj_weight", None)
        self.register_parameter("in_proj_bias", parameter(3 * embed_dim) if bias else None)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias, device, dtype)
        if add_bias_kv:
            self.bias_k: Any = parameter(1, 1, embed_dim)
            self.bias_v: Any = parameter(1, 1, embed_dim)
        else:
            self.bias_k = self.bias_v = None
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _reset_parameters(self) -> None:
        for name in ("in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight"):
            if getattr(self, name) is not None:
                init.xavier_uniform_(getattr(self, name))
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                init.xavier_normal_(bias)

    def __setstate__(self, state: dict[str, Any]) -> None:
        state.setdefault("_qkv_same_embed_dim", True)
        super().__setstate__(state)

    def forward(
        self,
        query: Any,
        key: Any,
        value: Any,
        key_padding_mask: Any = None,
        need_weights: bool = True,
        attn_mask: Any = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> tuple[Any, Any]:
        """Attend.

        Args:
            query: (L, N, embed_dim), (N, L, embed_dim) with ``batch_first``, or (L, embed_dim).
            key: (S, N, kdim), and so on.
            value: (S, N, vdim), and so on.
            key_padding_mask: True, or what is added, for keys that nothing attends to: (N, S).
            need_weights: whether the weights are returned.
            attn_mask: True, or what is added, where a query may not attend to a key: (L, S) or (N * num_heads, L, S).
            average_attn_weights: whether the weights of the heads are averaged.
            is_causal: whether ``attn_mask`` is the causal one.

        Returns:
            the results, of the shape of the queries, and the weights or None
        """
        turned = self.batch_first and query.ndim == 3
        if turned:
            query, key, value = (x.transpose(1, 0) for x in (query, key, value))
        out, weights = F.multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias, self.bias_k,
            self.bias_v, self.add_zero_attn, self.dropout, self.out_proj.weight, self.out_proj.bias,
            training=self.training, key_padding_mask=key_padding_mask, need_weights=need_weights, attn_mask=attn_mask,
            use_separate_proj_weight=not self._qkv_same_embed_dim, q_proj_weight=self.q_proj_weight,
            k_proj_weight=self.k_proj_weight, v_proj_weight=self.v_proj_weight,
            average_attn_weights=average_attn_weights, is_causal=is_causal,
        )  # fmt: skip
        return (out.transpose(1, 0) if turned else out), weights


def _activation(activation: Any) -> Callable[[Any], Any]:
    """The activation of a name; functions and modules as they are."""
    if not isinstance(activation, str):
        return activation  # type: ignore[no-any-return]
    if activation not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {activation}")
    return F.relu if activation == "relu" else F.gelu


def _clones(module: Module, count: int) -> ModuleList:
    return ModuleList([copy.deepcopy(module) for _ in range(count)])


def _causal_mask(size: int, device: Any = None, dtype: Any = None) -> Any:
    return functions.triu(functions.full((size, size), float("-inf"), dtype=dtype, device=device), diagonal=1)


def _is_causal(mask: Any, is_causal: bool | None, size: int) -> bool:
    """Whether a mask is the causal one, if that was not said."""
    if is_causal is not None or mask is None:
        return is_causal is True
    causal = _causal_mask(size, mask.device, mask.dtype)
    return mask.shape == causal.shape and bool((mask == causal).all())


def _length(x: Any, batch_first: bool) -> int:
    return int(x.shape[1 if batch_first and x.ndim == 3 else 0])


class _Layer(Module):
    """What the layers of encoders and decoders have in common: attention, then two linear layers."""

    activation: Callable[[Any], Any]

    def _feed_forward(self, d_model: int, hidden: int, dropout: float, bias: bool, device: Any, dtype: Any) -> None:
        self.linear1 = Linear(d_model, hidden, bias, device, dtype)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(hidden, d_model, bias, device, dtype)

    def _fed_forward(self, x: Any) -> Any:
        return self.linear2(self.dropout(self.activation(self.linear1(x))))

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        if not hasattr(self, "activation"):
            self.activation = F.relu


class TransformerEncoderLayer(_Layer):
    """Self-attention, then two linear layers, each added to its input and normalised.

    Args:
        d_model: the size of a value.
        nhead: the number of heads.
        dim_feedforward: the size between the linear layers.
        dropout: the probability of dropping a number, in training.
        activation: between the linear layers: ``"relu"``, ``"gelu"`` or a function.
        layer_norm_eps: added to variances.
        batch_first: whether the batch is the first dimension.
        norm_first: whether the inputs are normalised instead of the sums.
        bias: whether there are biases.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> wengert.nn.TransformerEncoderLayer(4, 2, 8)(wengert.ones(3, 1, 4)).shape
    wengert.Size([3, 1, 4])
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Any = F.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.self_attn = MultiheadAttention(
            d_model, nhead, dropout, bias, batch_first=batch_first, device=device, dtype=dtype
        )
        self._feed_forward(d_model, dim_feedforward, dropout, bias, device, dtype)
        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, layer_norm_eps, bias=bias, device=device, dtype=dtype)
        self.norm2 = LayerNorm(d_model, layer_norm_eps, bias=bias, device=device, dtype=dtype)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.activation = _activation(activation)

    def forward(self, src: Any, src_mask: Any = None, src_key_padding_mask: Any = None, is_causal: bool = False) -> Any:
        """Compute the layer.

        Args:
            src: the values, (S, N, d_model), (N, S, d_model) with ``batch_first``, or (S, d_model).
            src_mask: where a value may not attend to another, as ``attn_mask`` of MultiheadAttention.
            src_key_padding_mask: values that nothing attends to, as ``key_padding_mask`` of MultiheadAttention.
            is_causal: whether ``src_mask`` is the causal one.
        """

        def attended(x: Any) -> Any:
            out, _ = self.self_attn(
                x, x, x, attn_mask=src_mask, key_padding_mask=src_key_padding_mask, need_weights=False,
                is_causal=is_causal,
            )  # fmt: skip
            return self.dropout1(out)

        x = src
        if self.norm_first:
            x = x + attended(self.norm1(x))
            return x + self.dropout2(self._fed_forward(self.norm2(x)))
        x = self.norm1(x + attended(x))
        return self.norm2(x + self.dropout2(self._fed_forward(x)))


class TransformerDecoderLayer(_Layer):
    """Self-attention, attention to what an encoder gave, then two linear layers, each added and normalised.

    Args:
        d_model: the size of a value.
        nhead: the number of heads.
        dim_feedforward: the size between the linear layers.
        dropout: the probability of dropping a number, in training.
        activation: between the linear layers: ``"relu"``, ``"gelu"`` or a function.
        layer_norm_eps: added to variances.
        batch_first: whether the batch is the first dimension.
        norm_first: whether the inputs are normalised instead of the sums.
        bias: whether there are biases.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> layer = wengert.nn.TransformerDecoderLayer(4, 2, 8)
    >>> layer(wengert.ones(3, 1, 4), wengert.ones(5, 1, 4)).shape
    wengert.Size([3, 1, 4])
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Any = F.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        options: dict[str, Any] = {"batch_first": batch_first, "device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, bias, **options)
        self.multihead_attn = MultiheadAttention(d_model, nhead, dropout, bias, **options)
        self._feed_forward(d_model, dim_feedforward, dropout, bias, device, dtype)
        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, layer_norm_eps, bias=bias, device=device, dtype=dtype)
        self.norm2 = LayerNorm(d_model, layer_norm_eps, bias=bias, device=device, dtype=dtype)
        self.norm3 = LayerNorm(d_model, layer_norm_eps, bias=bias, device=device, dtype=dtype)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.dropout3 = Dropout(dropout)
        self.activation = _activation(activation)

    def forward(
        self,
        tgt: Any,
        memory: Any,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Any:
        """Compute the layer.

        Args:
            tgt: the values, (T, N, d_model), (N, T, d_model) with ``batch_first``, or (T, d_model).
            memory: what the encoder gave, (S, N, d_model), and so on.
            tgt_mask: where a value may not attend to another.
            memory_mask: where a value may not attend to one of the memory.
            tgt_key_padding_mask: values that nothing attends to.
            memory_key_padding_mask: values of the memory that nothing attends to.
            tgt_is_causal: whether ``tgt_mask`` is the causal one.
            memory_is_causal: whether ``memory_mask`` is the causal one.
        """

        def attended(x: Any) -> Any:
            out, _ = self.self_attn(
                x, x, x, attn_mask=tgt_mask, key_padding_mask=tgt_key_padding_mask, need_weights=False,
                is_causal=tgt_is_causal,
            )  # fmt: skip
            return self.dropout1(out)

        def remembered(x: Any) -> Any:
            out, _ = self.multihead_attn(
                x, memory, memory, attn_mask=memory_mask, key_padding_mask=memory_key_padding_mask,
                need_weights=False, is_causal=memory_is_causal,
            )  # fmt: skip
            return self.dropout2(out)

        x = tgt
        if self.norm_first:
            x = x + attended(self.norm1(x))
            x = x + remembered(self.norm2(x))
            return x + self.dropout3(self._fed_forward(self.norm3(x)))
        x = self.norm1(x + attended(x))
        x = self.norm2(x + remembered(x))
        return self.norm3(x + self.dropout3(self._fed_forward(x)))


class TransformerEncoder(Module):
    """Encoder layers, one after the other: copies of one layer.

    Args:
        encoder_layer: the layer that is copied.
        num_layers: the number of copies.
        norm: what is called of the last result, if anything.
        enable_nested_tensor: accepted and ignored: padding is computed as any other value.
        mask_check: accepted and ignored.

    >>> import wengert
    >>> layer = wengert.nn.TransformerEncoderLayer(4, 2, 8)
    >>> wengert.nn.TransformerEncoder(layer, 2)(wengert.ones(3, 1, 4)).shape
    wengert.Size([3, 1, 4])
    """

    def __init__(
        self,
        encoder_layer: Module,
        num_layers: int,
        norm: Module | None = None,
        enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ) -> None:
        super().__init__()
        self.layers = _clones(encoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm
        self.enable_nested_tensor = enable_nested_tensor
        self.mask_check = mask_check

    def forward(
        self, src: Any, mask: Any = None, src_key_padding_mask: Any = None, is_causal: bool | None = None
    ) -> Any:
        """Call the layers.

        Args:
            src: the values, as in the layer.
            mask: as ``src_mask`` of the layer.
            src_key_padding_mask: as in the layer.
            is_causal: whether ``mask`` is the causal one; None: it is looked at.
        """
        if mask is not None and src_key_padding_mask is not None and mask.dtype != src_key_padding_mask.dtype:
            errors.layers.other_masks("src_key_padding_mask", "mask")
        padding = _added(src_key_padding_mask, "src_key_padding_mask", src.dtype)
        mask = _added(mask, "mask", src.dtype)
        attention = getattr(self.layers[0], "self_attn", None)
        causal = _is_causal(mask, is_causal, _length(src, getattr(attention, "batch_first", False)))
        output = src
        for layer in self.layers:
            output = layer(output, src_mask=mask, is_causal=causal, src_key_padding_mask=padding)
        return output if self.norm is None else self.norm(output)


class TransformerDecoder(Module):
    """Decoder layers, one after the other: copies of one layer.

    Args:
        decoder_layer: the layer that is copied.
        num_layers: the number of copies.
        norm: what is called of the last result, if anything.

    >>> import wengert
    >>> layer = wengert.nn.TransformerDecoderLayer(4, 2, 8)
    >>> wengert.nn.TransformerDecoder(layer, 2)(wengert.ones(3, 1, 4), wengert.ones(5, 1, 4)).shape
    wengert.Size([3, 1, 4])
    """

    def __init__(self, decoder_layer: Module, num_layers: int, norm: Module | None = None) -> None:
        super().__init__()
        self.layers = _clones(decoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def forward(
        self,
        tgt: Any,
        memory: Any,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Any:
        """Call the layers; the arguments are theirs. ``tgt_is_causal`` None: the mask is looked at."""
        attention = getattr(self.layers[0], "self_attn", None)
        causal = _is_causal(tgt_mask, tgt_is_causal, _length(tgt, getattr(attention, "batch_first", False)))
        output = tgt
        for layer in self.layers:
            output = layer(
                output, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=causal,
                memory_is_causal=memory_is_causal,
            )  # fmt: skip
        return output if self.norm is None else self.norm(output)


class Transformer(Module):
    """An encoder and a decoder.

    Args:
        d_model: the size of a value.
        nhead: the number of heads.
        num_encoder_layers: the number of encoder layers.
        num_decoder_layers: the number of decoder layers.
        dim_feedforward: the size between the linear layers.
        dropout: the probability of dropping a number, in training.
        activation: between the linear layers: ``"relu"``, ``"gelu"`` or a function.
        custom_encoder: an encoder instead of the usual one.
        custom_decoder: a decoder instead of the usual one.
        layer_norm_eps: added to variances.
        batch_first: whether the batch is the first dimension.
        norm_first: whether the inputs of layers are normalised instead of the sums.
        bias: whether there are biases.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> model = wengert.nn.Transformer(4, 2, 1, 1, 8)
    >>> model(wengert.ones(5, 1, 4), wengert.ones(3, 1, 4)).shape
    wengert.Size([3, 1, 4])
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Any = F.relu,
        custom_encoder: Any = None,
        custom_decoder: Any = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        options = (
            d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias, device,
            dtype,
        )  # fmt: skip
        if custom_encoder is None:
            layer: Module = TransformerEncoderLayer(*options)
            norm = LayerNorm(d_model, layer_norm_eps, bias=bias, device=device, dtype=dtype)
            custom_encoder = TransformerEncoder(layer, num_encoder_layers, norm)
        self.encoder = custom_encoder
        if custom_decoder is None:
            layer = TransformerDecoderLayer(*options)
            norm = LayerNorm(d_model, layer_norm_eps, bias=bias, device=device, dtype=dtype)
            custom_decoder = TransformerDecoder(layer, num_decoder_layers, norm)
        self.decoder = custom_decoder
        self._reset_parameters()
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def _reset_parameters(self) -> None:
        for param in self.parameters():
            if param.ndim > 1:
                init.xavier_uniform_(param)

    def forward(
        self,
        src: Any,
        tgt: Any,
        src_mask: Any = None,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        src_key_padding_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        src_is_causal: bool | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Any:
        """Encode ``src``, and decode ``tgt`` with the result; the arguments are those of encoder and decoder."""
        at = 0 if self.batch_first else 1
        if src.ndim == 3 and src.shape[at] != tgt.shape[at]:
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.shape[-1] != self.d_model or tgt.shape[-1] != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal)
        return self.decoder(
            tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )  # fmt: skip

    @staticmethod
    def generate_square_subsequent_mask(sz: int, device: Any = None, dtype: Any = None) -> Any:
        """Return the mask under which no value attends to a later one.

        >>> import wengert
        >>> wengert.nn.Transformer.generate_square_subsequent_mask(2)
        tensor([[0., -inf],
                [0., 0.]])
        """
        return _causal_mask(sz, device, dtype)
