"""SmolLM2-135M in plain PyTorch: read from its GGUF file, cut to fewer words and layers, trained and exported."""

import json

import torch
import torch.nn.functional as F
from torch import nn

WIDTH, HEADS, KEY_HEADS, HEAD, INNER, LAYERS = 576, 9, 3, 64, 1536, 30
ROPE_BASE, EPSILON = 100_000.0, 1e-5


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(WIDTH))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + EPSILON) * self.weight


def rotation(positions):
    """cos and sin of [length, HEAD / 2]; pairs of neighbors turn together, as in the GGUF file."""
    steps = ROPE_BASE ** (-torch.arange(0, HEAD, 2, device=positions.device, dtype=torch.float32) / HEAD)
    angles = positions[..., None].float() * steps
    return torch.cos(angles), torch.sin(angles)


def rotate(x, cos, sin):
    even, odd = x[..., 0::2], x[..., 1::2]
    return torch.stack([even * cos - odd * sin, even * sin + odd * cos], -1).flatten(-2).to(x.dtype)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = Norm(), Norm()
        self.q, self.k = nn.Linear(WIDTH, HEADS * HEAD, bias=False), nn.Linear(WIDTH, KEY_HEADS * HEAD, bias=False)
        self.v, self.o = nn.Linear(WIDTH, KEY_HEADS * HEAD, bias=False), nn.Linear(HEADS * HEAD, WIDTH, bias=False)
        self.gate, self.up = nn.Linear(WIDTH, INNER, bias=False), nn.Linear(WIDTH, INNER, bias=False)
        self.down = nn.Linear(INNER, WIDTH, bias=False)

    def forward(self, x, cos, sin, bias=None, past=None):
        """Without a bias: causal, all at once, as training does it."""
        batch, length, _ = x.shape
        y = self.norm1(x)
        q = rotate(self.q(y).view(batch, length, HEADS, HEAD).transpose(1, 2), cos, sin)
        k = rotate(self.k(y).view(batch, length, KEY_HEADS, HEAD).transpose(1, 2), cos, sin)
        v = self.v(y).view(batch, length, KEY_HEADS, HEAD).transpose(1, 2)
        if past is not None:
            k, v = torch.cat([past[0], k], 2), torch.cat([past[1], v], 2)
        own = (k, v)
        if bias is None:
            mixed = F.scaled_dot_product_attention(q, k.repeat_interleave(HEADS // KEY_HEADS, 1), v.repeat_interleave(HEADS // KEY_HEADS, 1), is_causal=True)
            x = x + self.o(mixed.transpose(1, 2).reshape(batch, length, HEADS * HEAD))
            y = self.norm2(x)
            return x + self.down(F.silu(self.gate(y)) * self.up(y)), own
        # Three heads share a key: [batch, KEY_HEADS, 3, length, HEAD] against [batch, KEY_HEADS, 1, all, HEAD].
        q = q.reshape(batch, KEY_HEADS, HEADS // KEY_HEADS, length, HEAD)
        scores = q @ k.unsqueeze(2).transpose(-1, -2) * HEAD**-0.5 + bias
        mixed = (torch.softmax(scores.float(), -1).to(v.dtype) @ v.unsqueeze(2)).reshape(batch, HEADS, length, HEAD)
        x = x + self.o(mixed.transpose(1, 2).reshape(batch, length, HEADS * HEAD))
        y = self.norm2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y)), own


class LanguageModel(nn.Module):
    def __init__(self, words, layers):
        super().__init__()
        self.words = nn.Embedding(words, WIDTH)
        self.blocks, self.norm = nn.ModuleList(Block() for _ in range(layers)), Norm()

    def forward(self, ids):
        """ids of [batch, length], padded on the right, to logits."""
        length = ids.shape[1]
        cos, sin = rotation(torch.arange(length, device=ids.device))
        x = self.words(ids)
        for block in self.blocks:
            x, _ = block(x, cos, sin)
        return self.norm(x) @ self.words.weight.t()

    def step(self, ids, pasts, start):
        """Continues a sequence: `pasts` of [layers, 2, batch, KEY_HEADS, start, HEAD]; gives logits of the last word and what is past then."""
        length = ids.shape[1]
        cos, sin = rotation(start + torch.arange(length, device=ids.device))
        own = torch.full((length, length), -1e4, device=ids.device).triu(1)
        bias = torch.cat([torch.zeros(length, pasts.shape[4], device=ids.device), own], 1)
        x, following = self.words(ids), []
        for block, past in zip(self.blocks, pasts):
            x, new = block(x, cos, sin, bias, past)
            following.append(torch.stack(new))
        return (self.norm(x[:, -1]) @ self.words.weight.t()), torch.stack(following)


def from_gguf(path):
    """The whole model; needs the package gguf."""
    from gguf import GGUFReader
    from gguf.quants import dequantize

    reader, model = GGUFReader(path), None
    tensors = {one.name: torch.from_numpy(dequantize(one.data, one.tensor_type).copy()).float() for one in reader.tensors}
    state = {"words.weight": tensors["token_embd.weight"], "norm.weight": tensors["output_norm.weight"]}
    names = {"norm1": "attn_norm", "norm2": "ffn_norm", "q": "attn_q", "k": "attn_k", "v": "attn_v", "o": "attn_output",
             "gate": "ffn_gate", "up": "ffn_up", "down": "ffn_down"}
    for layer in range(LAYERS):
        for own, theirs in names.items():
            state[f"blocks.{layer}.{own}.weight"] = tensors[f"blk.{layer}.{theirs}.weight"]
    model = LanguageModel(len(state["words.weight"]), LAYERS)
    model.load_state_dict(state)
    return model


def tokenizer_of(path, words):
    """tokenizer.json with the first `words` of the vocabulary: merges are in the order of how often they were seen, so the rest still tokenises."""
    from gguf import GGUFReader

    fields = GGUFReader(path).fields
    tokens, merges = fields["tokenizer.ggml.tokens"].contents(), fields["tokenizer.ggml.merges"].contents()
    kept = {token: index for index, token in enumerate(tokens[:words])}
    merges = [merge for merge in merges if merge.replace(" ", "") in kept and all(part in kept for part in merge.split(" "))]
    special = [token for token in tokens[:17] if token.startswith("<")]
    return {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [dict(id=kept[t], content=t, single_word=False, lstrip=False, rstrip=False, normalized=False, special=True) for t in special],
        "normalizer": None,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "Digits", "individual_digits": True},
            {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}]},
        "post_processor": None,
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None, "end_of_word_suffix": None,
                  "fuse_unk": False, "byte_fallback": False, "vocab": kept, "merges": merges},
    }


def cut(model, words, layers):
    """A smaller model that begins with these words and layers of the larger one."""
    small = LanguageModel(words, len(layers))
    state = {"words.weight": model.words.weight[:words], "norm.weight": model.norm.weight}
    for own, theirs in enumerate(layers):
        for name, value in model.blocks[theirs].state_dict().items():
            state[f"blocks.{own}.{name}"] = value
    small.load_state_dict(state)
    return small


if __name__ == "__main__":
    import sys
    from tokenizers import Tokenizer

    path, words = sys.argv[1], 49152
    model, tokenizer = from_gguf(path), Tokenizer.from_str(json.dumps(tokenizer_of(path, words)))
    for prompt in ("The capital of France is", "A sales call ends with next steps. The rep will send"):
        ids = tokenizer.encode(prompt).ids
        pasts, feed = torch.zeros(LAYERS, 2, 1, KEY_HEADS, 0, HEAD), torch.tensor([ids])
        out, start = [], 0
        with torch.no_grad():
            for _ in range(20):
                logits, pasts = model.step(feed, pasts, start)
                start += feed.shape[1]
                feed = logits.argmax(-1)[None]
                out.append(int(feed))
        print(prompt, "→", tokenizer.decode(out))
