"""The reader: an encoder over windows of dialogue, a second small one over the units of the whole call, and heads for kinds, quotes, links,
outcome and coaching."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from calls import ACTS, LINK_KINDS, OUTCOMES, TOKEN_KINDS, UNIT_KINDS
from encoder import WIDTH, load_encoder

WINDOW, STRIDE, LONGEST_UNIT = 256, 192, 72
CLS, SEP, MASK = 101, 102, 103
# Units of a call are filled up to a multiple: kernels are compiled for each shape.
FILL = 64
FEATURES, LINK_WIDTH, CONTEXT_LAYERS, CONTEXT_HEADS = 8, 96, 2, 6
BUCKETS = (1, 2, 3, 4, 6, 9, 14, 24, 48, 96)


class Piece:
    """What is read as one: a segment, or a part of a long one."""

    def __init__(self, segment, ids, types):
        self.segment, self.ids, self.types = segment, ids, types


def windows_of(pieces, stride=STRIDE):
    """Windows [(ids, types)], and for each piece (window, first, last) where it has most words around it."""
    windows, places, start = [], [None] * len(pieces), 0
    while start < len(pieces):
        ids, types, spans, end = [CLS], [0], [], start
        while end < len(pieces) and len(ids) + len(pieces[end].ids) + 1 <= WINDOW:
            spans.append((end, len(ids), len(ids) + len(pieces[end].ids)))
            ids += pieces[end].ids + [SEP]
            types += pieces[end].types + [pieces[end].types[-1]]
            end += 1
        for piece, first, last in spans:
            room = min(first if start > 0 else WINDOW, (len(ids) - last) if end < len(pieces) else WINDOW)
            if places[piece] is None or room > places[piece][3]:
                places[piece] = (len(windows), first, last, room)
        windows.append((ids, types))
        if end >= len(pieces):
            break
        taken, following = 0, start
        while following < end - 1 and taken < stride:
            taken += len(pieces[following].ids) + 1
            following += 1
        start = max(following, start + 1)
    return windows, [place[:3] for place in places]


def features_of(pieces):
    """Of each piece: place in the call, from start and end, length, side, whether the side changes."""
    count, rows = len(pieces), []
    for index, piece in enumerate(pieces):
        side = piece.types[0]
        rows.append([
            index / max(1, count - 1), math.exp(-index / 6), math.exp(-(count - 1 - index) / 6), math.exp(-(count - 1 - index) / 25),
            min(1.0, len(piece.ids) / 40), float(side), float(index > 0 and pieces[index - 1].types[0] == side), min(1.0, count / 300),
        ])
    return rows


class ContextLayer(nn.Module):
    """Attention among units with a learned weight for their distance."""

    def __init__(self, dropout):
        super().__init__()
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.inner, self.outer, self.drop = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(2 * WIDTH, WIDTH), nn.Dropout(dropout)

    def forward(self, x, bias):
        count = x.shape[0]
        q, k, v = (part.view(count, CONTEXT_HEADS, -1).transpose(0, 1) for part in self.qkv(self.norm1(x)).chunk(3, -1))
        weights = torch.softmax(q @ k.transpose(1, 2) * q.shape[-1] ** -0.5 + bias, -1)
        x = x + self.drop(self.out((weights @ v).transpose(0, 1).reshape(count, WIDTH)))
        return x + self.drop(self.outer(F.gelu(self.inner(self.norm2(x)))))


def bucket_of(distance):
    """Signed distances to bucket numbers: near ones apart, far ones together."""
    size = sum((distance.abs() >= edge).long() for edge in BUCKETS)
    return torch.where(distance < 0, size + len(BUCKETS), size)


class Context(nn.Module):
    """From the pooled states of all units of a call to what each does, how they belong together, and how the call ended."""

    def __init__(self, dropout=0.1, layers=CONTEXT_LAYERS):
        super().__init__()
        self.enter = nn.Linear(2 * WIDTH + FEATURES, WIDTH)
        self.distance = nn.Embedding(2 * len(BUCKETS) + 1, CONTEXT_HEADS)
        self.layers = nn.ModuleList(ContextLayer(dropout) for _ in range(layers))
        self.norm, self.drop = nn.LayerNorm(WIDTH), nn.Dropout(dropout)
        self.kinds = nn.Linear(WIDTH, len(UNIT_KINDS))
        self.left, self.right = (nn.Linear(WIDTH, LINK_WIDTH * len(LINK_KINDS)) for _ in range(2))
        self.near = nn.Embedding(2 * len(BUCKETS) + 1, len(LINK_KINDS))
        self.look = nn.Linear(WIDTH, 2)
        self.outcome, self.coaching = nn.Linear(WIDTH, len(OUTCOMES)), nn.Linear(WIDTH, 1)

    def forward(self, pooled, features, own=None):
        """`own`: how many units there are; what stands behind them only fills the shape."""
        count = pooled.shape[0]
        places = torch.arange(count, device=pooled.device)
        buckets = bucket_of(places[None, :] - places[:, None])
        bias = self.distance(buckets).permute(2, 0, 1)
        if own is not None:
            bias = bias + (places >= own) * -1e4
        x = self.enter(torch.cat([self.drop(pooled), features], -1))
        for layer in self.layers:
            x = layer(x, bias)
        x = self.norm(x)
        left = self.left(x).view(count, len(LINK_KINDS), LINK_WIDTH).transpose(0, 1)
        right = self.right(x).view(count, len(LINK_KINDS), LINK_WIDTH).transpose(0, 1)
        links = left @ right.transpose(1, 2) * LINK_WIDTH**-0.5 + self.near(buckets).permute(2, 0, 1)
        looks = self.look(x)
        looks = torch.softmax(looks if own is None else looks + (places >= own)[:, None] * -1e4, 0)
        ending, course = looks.transpose(0, 1) @ x
        return self.kinds(x), links, self.outcome(ending), self.coaching(course)


class Reader(nn.Module):
    def __init__(self, weights, dropout=0.1, context_layers=CONTEXT_LAYERS):
        super().__init__()
        self.encoder = load_encoder(weights, dropout=0.0)
        self.tokens = nn.Linear(WIDTH, len(TOKEN_KINDS))
        self.acts = nn.Linear(2 * WIDTH, len(ACTS))
        self.context = Context(dropout, context_layers)

    def states(self, ids, types, mask):
        states = self.encoder(ids, types, mask)
        return states, self.tokens(states)

    def forward(self, batch, states=None):
        """`states`: of the call's windows, where they were read with those of others."""
        if states is None:
            states, _ = self.states(batch["ids"], batch["types"], batch["mask"])
        own = batch["features"].shape[0]
        fill = (0, 0, 0, -own % FILL)
        kinds, links, outcome, coaching = self.context(F.pad(pool(states, batch["gather"]), fill), F.pad(batch["features"], fill), own)
        return self.tokens(states), kinds[:own], links[:, :own, :own], outcome, coaching

    def read_sentences(self, batch):
        """What single sentences of the bank do, each after the turn before it."""
        states, _ = self.states(batch["ids"], batch["types"], batch["mask"])
        return self.acts(pool(states, batch["gather"]))


def gather_of(places, length):
    """Where the tokens of each unit stand in the windows laid end to end, filled up with the first, and which are the unit's own."""
    most = max(last - first for _, first, last in places)
    at = [[window * length + min(first + step, last - 1) for step in range(most)] for window, first, last in places]
    own = [[step < last - first for step in range(most)] for _, first, last in places]
    return torch.tensor(at), torch.tensor(own)


def pool(states, gather):
    """Mean and maximum of the states of each unit's tokens."""
    at, own = gather
    rows, own = states.flatten(0, 1)[at], own[..., None].to(states.dtype)
    mean = (rows * own).sum(1) / own.sum(1)
    return torch.cat([mean, (rows - (1 - own) * 1e4).max(1).values], -1)
