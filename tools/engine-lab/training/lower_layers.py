"""What the lower layers of the encoder, as published, make of calls: read once for all rows of a comparison."""

import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from calls import seeded
from encoder import LAYERS
from read_training import WINDOWS, example
from reader import Reader

# A processor that has no bfloat16 multiplies it eight times slower than what it has.
FAST = torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()


def precision():
    return torch.autocast("cpu", torch.bfloat16, enabled=FAST)


class Lower(nn.Module):
    """The layers that are not trained."""

    def __init__(self, encoder, count):
        super().__init__()
        self.encoder, self.layers = encoder, encoder.layers[:count]

    @torch.no_grad()
    def forward(self, ids, types, bias):
        places = torch.arange(ids.shape[1])
        with precision():
            x = self.encoder.norm(self.encoder.words(ids) + self.encoder.places(places) + self.encoder.types(types))
            for layer in self.layers:
                x = layer(x, bias)
        return x.to(torch.bfloat16)


def bias_of(one, rows, alone):
    """What a token does not look at: what only fills the window, or, `alone`, all that is not of its own unit."""
    if not alone:
        return (1.0 - torch.from_numpy(one["mask"][rows]).float())[:, None, None, :] * -1e4
    unit = np.full(one["ids"].shape, -1)
    for index, (window, first, last) in enumerate(one["places"]):
        unit[window, first:last] = index
    unit = torch.from_numpy(unit[rows])
    return (unit[:, None, :, None] != unit[:, None, None, :]).float() * -1e4


def lower_states(lower, one, alone):
    slices = [slice(at, at + WINDOWS) for at in range(0, len(one["ids"]), WINDOWS)]
    ids, types = torch.from_numpy(one["ids"]), torch.from_numpy(one["types"])
    return torch.cat([lower(ids[rows], types[rows], bias_of(one, rows, alone)) for rows in slices])


def prepared(options, calls, tokenizer, alone):
    """Examples with the states of the lower layers, of all calls."""
    name = "alone" if alone else "lower"
    file = Path(options.states).with_suffix(f".{name}{LAYERS - options.upper}.pt")
    known = torch.load(file) if file.exists() else {}
    ones, lower, began = [], Lower(Reader(options.encoder).encoder, LAYERS - options.upper).eval(), time.time()
    for count, call in enumerate(calls):
        one = example(call, tokenizer, hidden=(seeded(0), 0.0))
        if call.id not in known:
            known[call.id] = lower_states(lower, one, alone)
            if count % 150 == 149:
                torch.save(known, file)
                print(f"{count + 1} of {len(calls)} calls read, {time.time() - began:.0f} s", file=sys.stderr, flush=True)
        ones.append({**one, name: known[call.id]})
    torch.save(known, file)
    return ones
