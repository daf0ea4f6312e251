"""all-MiniLM-L6-v2 in plain PyTorch, from its published weights, so that it can be trained, exported and quantised."""

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from torch import nn

LAYERS, WIDTH, HEADS, INNER, VOCABULARY = 6, 384, 12, 1536, 30522


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))

    def forward(self, x, bias):
        batch, length, _ = x.shape

        def heads(y):
            return y.view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        q, k, v = heads(self.query(x)), heads(self.key(x)), heads(self.value(x))
        scores = q @ k.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5
        scores = scores if bias is None else scores + bias.to(scores.dtype)
        # In the precision of the scores: under autocast it would be that of training twice over, for nothing.
        weights = torch.softmax(scores, -1, dtype=scores.dtype)
        return self.out((weights @ v).transpose(1, 2).reshape(batch, length, WIDTH))


class Layer(nn.Module):
    def __init__(self, dropout):
        super().__init__()
        self.attention, self.norm1, self.norm2 = Attention(), nn.LayerNorm(WIDTH, 1e-12), nn.LayerNorm(WIDTH, 1e-12)
        self.inner, self.outer, self.drop = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH), nn.Dropout(dropout)

    def forward(self, x, bias):
        x = self.norm1(x + self.drop(self.attention(x, bias)))
        return self.norm2(x + self.drop(self.outer(F.gelu(self.inner(x)))))


class Encoder(nn.Module):
    """ids, types and mask (None: nothing is masked) of [batch, length] to states of [batch, length, WIDTH]; the type says which side speaks."""

    def __init__(self, dropout=0.1, positions=512):
        super().__init__()
        self.words, self.places = nn.Embedding(VOCABULARY, WIDTH), nn.Embedding(positions, WIDTH)
        self.types, self.norm, self.drop = nn.Embedding(2, WIDTH), nn.LayerNorm(WIDTH, 1e-12), nn.Dropout(dropout)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(LAYERS))

    def forward(self, ids, types, mask):
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.drop(self.norm(self.words(ids) + self.places(places) + self.types(types)))
        bias = None if mask is None else (1.0 - mask.to(x.dtype))[:, None, None, :] * -1e4
        for layer in self.layers:
            x = layer(x, bias)
        return x


def load_encoder(path, **options):
    """`path`: model.safetensors of all-MiniLM-L6-v2, or the same in half precision."""
    encoder, source = Encoder(**options), load_file(str(path))
    state = {
        "words.weight": source["embeddings.word_embeddings.weight"],
        "places.weight": source["embeddings.position_embeddings.weight"],
        "types.weight": source["embeddings.token_type_embeddings.weight"],
        "norm.weight": source["embeddings.LayerNorm.weight"],
        "norm.bias": source["embeddings.LayerNorm.bias"],
    }
    names = {
        "attention.query": "attention.self.query", "attention.key": "attention.self.key", "attention.value": "attention.self.value",
        "attention.out": "attention.output.dense", "norm1": "attention.output.LayerNorm", "inner": "intermediate.dense",
        "outer": "output.dense", "norm2": "output.LayerNorm",
    }
    for layer in range(LAYERS):
        for own, theirs in names.items():
            for part in ("weight", "bias"):
                state[f"layers.{layer}.{own}.{part}"] = source[f"encoder.layer.{layer}.{theirs}.{part}"]
    encoder.load_state_dict({name: value.float() for name, value in state.items()})
    return encoder
