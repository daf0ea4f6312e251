"""Compares trainings of the reader at one small budget: by the number of calls, and without one of its parts. `python compare_training.py --help`.

The lower layers of the encoder stay as published and read every call once; what lies above them, the network over the call and the heads are
trained anew for each row, from one seed, for the same number of steps. The rows compare with each other, not with the committed reader."""

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer
from torch import nn

from calls import BANK, UNIT_KINDS, read_bank, read_calls, seeded, split
from comparison import difference, figures, table
from encoder import LAYERS
from lower_layers import Lower, bias_of, precision, prepared
from read_training import LOSS_OF_KIND, bank_batch, losses, to_batch
from reader import CONTEXT_LAYERS, Reader, pool

SHARES = dict(kinds=1.0, tokens=0.5, links=0.1, outcome=0.1, coaching=0.3)
CURVE = (100, 200, 400)
# Weights of losses that a row leaves out; the names of kinds are those of the units.
WITHOUT = {
    "links": dict(parts=("links",)),
    "spans": dict(parts=("tokens",)),
    "salience": dict(kinds=("salient", "moment")),
    "outcome": dict(parts=("outcome",), kinds=("outcome",)),
    "the sentence bank": dict(bank=False),
    "the network over the call": dict(context_layers=0),
    "any other turn": dict(context_layers=0, alone=True),
}


class Run:
    """One row: a model and what it is trained with."""

    def __init__(self, options, some=None, parts=(), kinds=(), bank=True, context_layers=CONTEXT_LAYERS, alone=False):
        torch.manual_seed(options.seed)
        self.options, self.some, self.alone, self.bank = options, some, alone, bank
        self.model = Reader(options.encoder, context_layers=context_layers)
        self.upper = nn.ModuleList(self.model.encoder.layers[LAYERS - options.upper:])
        self.weights = {part: 0.0 if part in parts else share for part, share in SHARES.items()}
        self.weights.update(rare=1.0, kinds=torch.tensor([0.0 if kind in kinds else LOSS_OF_KIND.get(kind, 1.0) for kind in UNIT_KINDS]))

    def states(self, one):
        x, whole = one["alone" if self.alone else "lower"].float(), slice(0, len(one["ids"]))
        bias = bias_of(one, whole, self.alone)
        for layer in self.upper:
            x = layer(x, bias)
        return x

    def train(self, calls, bank):
        model, options = self.model.train(), self.options
        heads = [p for n, p in model.named_parameters() if not n.startswith("encoder")]
        body = list(self.upper.parameters())
        optimizer = torch.optim.AdamW([dict(params=body, lr=options.rate), dict(params=heads, lr=options.rate * 3)], weight_decay=0.01, fused=True)
        schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / (0.06 * options.steps)) * max(0.02, 1 - step / options.steps))
        chance, order = seeded(options.seed), []
        for step in range(options.steps):
            while len(order) < options.batch:
                order += chance.sample(calls, len(calls))
            group, order = order[:options.batch], order[options.batch:]
            optimizer.zero_grad(set_to_none=True)
            for one in group:
                with precision():
                    parts = losses(model, one, self.states(one), torch.device("cpu"), self.weights)
                (sum(parts.values()) / len(group)).backward()
            if self.bank and step % 4 == 0:
                batch, targets, lower = bank[step // 4]
                with precision():
                    x, bias = lower.float(), (1.0 - batch["mask"].float())[:, None, None, :] * -1e4
                    for layer in self.upper:
                        x = layer(x, bias)
                    acts = model.acts(pool(x, batch["gather"]))
                (0.3 * F.binary_cross_entropy_with_logits(acts.float(), targets, reduction="none").sum(1).mean()).backward()
            torch.nn.utils.clip_grad_norm_([*body, *heads], 1.0)
            optimizer.step()
            schedule.step()

    @torch.no_grad()
    def read(self, one):
        self.model.eval()
        with precision():
            states = self.states(one)
            tokens, kinds, links, outcome, _ = self.model(to_batch(one, torch.device("cpu")), states)
        words = np.concatenate([torch.sigmoid(tokens[window, first:last].float()).numpy() for window, first, last in one["places"]])
        return dict(kinds=torch.sigmoid(kinds.float()).numpy(), links=links.float().numpy(), tokens=words, outcome=int(outcome.argmax()))


def rows_of(choice):
    curve = {f"{some} calls": dict(some=some) for some in CURVE}
    without = {f"without {name}": change for name, change in WITHOUT.items()}
    return {"all calls": {}, **(curve if choice != "ablations" else {}), **(without if choice != "curve" else {})}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="?", default="both", choices=("curve", "ablations", "both"))
    parser.add_argument("--encoder", default="minilm.safetensors", help="weights of all-MiniLM-L6-v2")
    parser.add_argument("--tokenizer", default="tokenizer.json")
    parser.add_argument("--upper", type=int, default=1, help="layers of the encoder that are trained")
    parser.add_argument("--steps", type=int, default=500, help="of each row; one epoch of 525 calls is 263 of two calls")
    parser.add_argument("--batch", type=int, default=2, help="calls a step")
    parser.add_argument("--rate", type=float, default=4e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", default="compared.json", help="figures of rows that are done; they are not trained again")
    parser.add_argument("--states", default="states.pt", help="what the lower layers read, so that a stopped comparison goes on")
    return parser


def bank_of(options, tokenizer):
    """The batches of sentences that every row sees, with their lower states."""
    chance, sentences, device = seeded(options.seed), read_bank(BANK), torch.device("cpu")
    lower, batches = Lower(Reader(options.encoder).encoder, LAYERS - options.upper).eval(), []
    for _ in range(0, options.steps, 4):
        batch, targets = bank_batch(chance.sample(sentences, 48), tokenizer, device)
        batches.append((batch, targets, lower(batch["ids"], batch["types"], (1.0 - batch["mask"].float())[:, None, None, :] * -1e4)))
    return batches


def main():
    options = arguments().parse_args()
    tokenizer = Tokenizer.from_file(options.tokenizer)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    calls = read_calls()
    bank, examples = bank_of(options, tokenizer), {}
    kept = Path(options.kept)
    budget = {name: getattr(options, name) for name in ("steps", "batch", "rate", "upper", "seed")}
    done = json.loads(kept.read_text()) if kept.exists() else {}
    if any(one["budget"] != budget for one in done.values()):
        sys.exit(f"{kept} has rows of another budget: name another file by --kept.")
    whole = kept.with_suffix(".whole.pt")
    for name, change in rows_of(options.rows).items():
        if name in done:
            continue
        run = Run(options, **change)
        if run.alone not in examples:
            examples = {run.alone: {one["call"].id: one for one in prepared(options, calls, tokenizer, run.alone)}}
        training, validation = ([examples[run.alone][call.id] for call in part] for part in split(calls))
        seeded(options.seed).shuffle(training)
        began = time.time()
        run.train(training[:run.some], bank)
        found = [run.read(one) for one in validation]
        if name == "all calls":
            torch.save(found, whole)
        other = None if name == "all calls" else difference(found, torch.load(whole, weights_only=False), validation)
        done[name] = dict(budget=budget, calls=len(training[:run.some]), figures=figures(found, validation), difference=other, seconds=round(time.time() - began))
        kept.write_text(json.dumps(done, indent=1) + "\n")
        print(f"{name}: {done[name]['figures']['mean']:.3f}, {done[name]['seconds']} s", file=sys.stderr, flush=True)
    print(table(done))


if __name__ == "__main__":
    main()
