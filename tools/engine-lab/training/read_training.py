"""Trains the reader. `python read_training.py --help`."""

import argparse
import json
import math
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

from calls import ACTS, BANK, LINK_KINDS, OUTCOMES, SHORT, TOKEN_KINDS, UNIT_KINDS, mark, name_exchange, people_of, plain_speech, read_bank, read_calls, read_short_calls, seeded, split
from reader import CLS, LONGEST_UNIT, MASK, SEP, STRIDE, WINDOW, Piece, Reader, features_of, gather_of, windows_of

WORDS = "encoder.words.weight"
# A call counts by its length: this many units weigh as one step's loss.
UNITS = 80
LOSS_OF_KIND = {"moment": 0.5, "salient": 0.5, "promise": 0.3, "request": 0.3, "acceptance": 0.3, "due": 0.3, "next_step": 0.3,
                "proposal": 0.3, "agreement": 0.3, "outcome": 0.3, "not_action": 0.3, "not_objection": 0.3, "not_decision": 0.3}


def example(call, tokenizer, exchange=None, plain=False, hidden=None):
    """Pieces, windows and targets of one call; `exchange`, `plain` and `hidden` (chance, share) change its words, the targets stay."""
    units, quotes, entries = mark(call)
    pieces, token_targets, piece_of = [], [], []
    for index, segment in enumerate(call.segments):
        def say(text):
            text = exchange(text) if exchange else text
            return plain_speech(text) if plain else text
        text = say(segment["text"])
        encoded = tokenizer.encode(text, add_special_tokens=False)
        ids = encoded.ids or [100]
        if hidden:
            chance, share = hidden
            ids = [MASK if chance.random() < share else one for one in ids]
        targets = np.zeros((len(ids), len(TOKEN_KINDS)), np.float32)
        lowered = text.lower()
        for quote, kind in quotes[index]:
            at = lowered.find(say(quote).lower())
            if at < 0:
                continue
            end = at + len(say(quote))
            for token, (first, last) in enumerate(encoded.offsets):
                if last > at and first < end:
                    targets[token, TOKEN_KINDS.index(kind)] = 1
        side = 0 if segment["speaker"] == "rep" else 1
        piece_of.append([])
        parts = math.ceil(len(ids) / LONGEST_UNIT)
        size = math.ceil(len(ids) / parts)
        for start in range(0, len(ids), size):
            piece_of[-1].append(len(pieces))
            pieces.append(Piece(index, ids[start:start + size], [side] * len(ids[start:start + size])))
            token_targets.append(targets[start:start + size])
    # In training each word is read once: overlaps cost a third of the time.
    windows, places = windows_of(pieces, WINDOW if hidden else STRIDE)
    ids, types, mask = (np.zeros((len(windows), WINDOW), np.int64) for _ in range(3))
    for row, (window_ids, window_types) in enumerate(windows):
        ids[row, :len(window_ids)], types[row, :len(window_types)], mask[row, :len(window_ids)] = window_ids, window_types, 1
    kinds = np.zeros((len(pieces), len(UNIT_KINDS)), np.float32)
    known = np.ones_like(kinds)
    for index, piece in enumerate(pieces):
        several = len(piece_of[piece.segment]) > 1
        for kind, value in units[piece.segment].items():
            column = UNIT_KINDS.index(kind)
            if value is None:
                known[index, column] = 0
            elif several and kind in TOKEN_KINDS + ("action_rep", "action_prospect") and not token_targets[index].any():
                known[index, column] = 0
            else:
                kinds[index, column] = 1
    return dict(
        call=call, pieces=pieces, piece_of=piece_of, places=places, ids=ids, types=types, mask=mask, features=np.array(features_of(pieces), np.float32),
        kinds=kinds, known=known, quoted=any(quotes), token_targets=token_targets, entries=entries,
        outcome=OUTCOMES.index(call.annotation["outcome"]["value"]),
        coaching=(call.annotation.get("coaching") or {}).get("score"),
    )


def link_targets(one):
    """Per kind of link the pairs (unit, unit, belongs)."""
    result = []
    for kind in LINK_KINDS:
        pairs = {}
        entries = one["entries"][kind]
        if kind == "response":
            raised = [(turns, rest) for turns, rest in entries]
            objections = [turns for turns, _ in one["entries"]["objection"]]
            for turns, (own, _) in raised:
                for turn in turns:
                    for objection in objections:
                        for other in objection:
                            key = (turn, other)
                            pairs[key] = pairs.get(key, False) or other in own
        else:
            groups = [turns for turns, _ in entries]
            every = sorted({turn for turns in groups for turn in turns})
            near = set(every)
            for index, turn in enumerate(every):
                for other in every[index + 1:]:
                    pairs[(turn, other)] = any(turn in group and other in group for group in groups)
            # What stands beside an entry and is not of it.
            for group in groups:
                for turn in group:
                    for other in (turn - 2, turn - 1, turn + 1, turn + 2):
                        if 0 <= other < len(one["piece_of"]) and other not in near:
                            pairs[(min(turn, other), max(turn, other))] = False
        rows = [(one["piece_of"][a][0], one["piece_of"][b][0], float(value)) for (a, b), value in pairs.items()
                if a < len(one["piece_of"]) and b < len(one["piece_of"]) and a != b]
        result.append(rows)
    return result


def to_batch(one, device):
    tensor = lambda name: torch.from_numpy(one[name]).to(device, non_blocking=True)
    return dict(ids=tensor("ids"), types=tensor("types"), mask=tensor("mask"), features=tensor("features"), gather=[one_of.to(device) for one_of in gather_of(one["places"], WINDOW)])


# Windows that are read at a time. One shape for all: kernels are compiled for each.
WINDOWS = 4


def states_of(model, ones, device):
    """The states of the windows of several calls, [windows, WINDOW, width] for each of them."""
    count = sum(len(one["ids"]) for one in ones)
    fill = -count % WINDOWS
    ids, types, mask = (torch.from_numpy(np.concatenate([one[name] for one in ones] + [np.zeros((fill, WINDOW), np.int64)])).to(device) for name in ("ids", "types", "mask"))
    states = torch.cat([model.encoder(ids[at:at + WINDOWS], types[at:at + WINDOWS], mask[at:at + WINDOWS]) for at in range(0, len(ids), WINDOWS)])
    return states[:count].split([len(one["ids"]) for one in ones])


def losses(model, one, states, device, weights):
    tokens, kinds, links, outcome, coaching = model(to_batch(one, device), states)
    target, known = torch.from_numpy(one["kinds"]).to(device), torch.from_numpy(one["known"]).to(device)
    loss = (F.binary_cross_entropy_with_logits(kinds.float(), target, reduction="none") * known * weights["kinds"] * (1 + weights["rare"] * target)).sum() / UNITS
    parts = {"kinds": loss}
    if one["quoted"]:
        length = WINDOW
        at = torch.tensor([window * length + token for window, first, last in one["places"] for token in range(first, last)], device=device)
        targets = torch.from_numpy(np.concatenate(one["token_targets"])).to(device)
        each = F.binary_cross_entropy_with_logits(tokens.flatten(0, 1)[at].float(), targets, reduction="none") * (1 + 2 * targets)
        parts["tokens"] = weights["tokens"] * each.sum() / (UNITS * 12)
    link_loss = 0.0
    for index, pairs in enumerate(link_targets(one)):
        if not pairs:
            continue
        left, right, value = zip(*pairs)
        scores = links[index][list(left), list(right)].float()
        if LINK_KINDS[index] != "response":
            scores = (scores + links[index][list(right), list(left)].float()) / 2
        link_loss = link_loss + F.binary_cross_entropy_with_logits(scores, torch.tensor(value, device=device))
    parts["links"] = weights["links"] * link_loss if isinstance(link_loss, torch.Tensor) else torch.zeros((), device=device)
    parts["outcome"] = weights["outcome"] * F.cross_entropy(outcome.float()[None], torch.tensor([one["outcome"]], device=device))
    if one["coaching"] is not None:
        parts["coaching"] = weights["coaching"] * (torch.sigmoid(coaching.float())[0] - one["coaching"] / 100) ** 2
    return parts


def bank_batch(rows, tokenizer, device):
    """Sentences as windows of two units, and what they do."""
    ids, types, places = [], [], []
    for row in rows:
        own, kinds = [CLS], [0]
        if row["previous"]:
            before = tokenizer.encode(row["previous"]["text"], add_special_tokens=False).ids[-24:]
            own, kinds = own + before + [SEP], kinds + [int(row["previous"]["speaker"] != "rep")] * (len(before) + 1)
        said = tokenizer.encode(row["text"], add_special_tokens=False).ids[:36] or [100]
        places.append((len(ids), len(own), len(own) + len(said)))
        ids.append(own + said + [SEP])
        types.append(kinds + [int(row["speaker"] != "rep")] * (len(said) + 1))
    length = 64
    padded = lambda rows, fill: torch.tensor([row + [fill] * (length - len(row)) for row in rows], device=device)
    targets = torch.tensor([[float(act in row["labels"]) for act in ACTS] for row in rows], device=device)
    mask = torch.tensor([[1] * len(row) + [0] * (length - len(row)) for row in ids], device=device)
    return dict(ids=padded(ids, 0), types=padded(types, 0), mask=mask, gather=[one.to(device) for one in gather_of(places, length)]), targets


def average_precision(scores, targets):
    order = np.argsort(-scores, kind="stable")
    hits = targets[order]
    if hits.sum() == 0:
        return float("nan")
    precision = np.cumsum(hits) / np.arange(1, len(hits) + 1)
    return float((precision * hits).sum() / hits.sum())


@torch.no_grad()
def predict(model, one, device):
    model.eval()
    with torch.autocast(device.type, torch.bfloat16):
        [states] = states_of(model, [one], device)
        tokens, kinds, links, outcome, coaching = model(to_batch(one, device), states)
    token_rows = [torch.sigmoid(tokens[w, a:b].float()).cpu().numpy() for w, a, b in one["places"]]
    return dict(kinds=torch.sigmoid(kinds.float()).cpu().numpy(), links=torch.sigmoid(links.float()).cpu().numpy(), tokens=token_rows,
                outcome=torch.softmax(outcome.float(), -1).cpu().numpy(), coaching=float(torch.sigmoid(coaching.float())[0]))


def report(model, examples, device):
    found = [predict(model, one, device) for one in examples]
    scores, targets, known = (np.concatenate(rows) for rows in zip(*[(f["kinds"], o["kinds"], o["known"]) for f, o in zip(found, examples)]))
    result = {}
    for column, kind in enumerate(UNIT_KINDS):
        keep = known[:, column] > 0
        result[kind] = round(average_precision(scores[keep, column], targets[keep, column]), 3)
    result["outcome"] = round(float(np.mean([f["outcome"].argmax() == o["outcome"] for f, o in zip(found, examples)])), 3)
    for index, kind in enumerate(LINK_KINDS):
        pairs = [((f["links"][index][a, b] + (f["links"][index][b, a] if kind != "response" else f["links"][index][a, b])) / 2, v)
                 for f, o in zip(found, examples) for a, b, v in link_targets(o)[index]]
        if pairs:
            values = np.array(pairs)
            result[f"link_{kind}"] = round(average_precision(values[:, 0], values[:, 1]), 3)
    own = [(f["coaching"] * 100, o["coaching"]) for f, o in zip(found, examples) if o["coaching"] is not None]
    result["coaching_r"] = round(float(np.corrcoef(np.array(own).T)[0, 1]), 3) if len(own) > 2 else None
    token_scores = np.concatenate([row for f in found for row in f["tokens"]])
    token_targets = np.concatenate([row for o in examples for row in o["token_targets"]])
    result["tokens"] = {kind: round(average_precision(token_scores[:, i], token_targets[:, i]), 3) for i, kind in enumerate(TOKEN_KINDS)}
    result["mean"] = round(float(np.mean([result[k] for k in ("action_rep", "action_prospect", "objection", "response", "decision")])), 4)
    return result


def train(options, train_calls, validation_calls, tokenizer, device):
    chance = seeded(options.seed)
    torch.manual_seed(options.seed)
    model = Reader(options.encoder, options.dropout, options.context_layers).to(device)
    model.encoder.words.weight.requires_grad_(False)
    if options.start:
        model.load_state_dict({name: value.float() for name, value in torch.load(options.start).items()}, strict=False)
    weights = dict(kinds=torch.tensor([LOSS_OF_KIND.get(kind, 1.0) for kind in UNIT_KINDS], device=device), rare=options.rare,
                   tokens=options.tokens, links=options.links, outcome=options.outcome, coaching=options.coaching)
    body = [p for n, p in model.named_parameters() if p.requires_grad and n.startswith("encoder")]
    heads = [p for n, p in model.named_parameters() if p.requires_grad and not n.startswith("encoder")]
    optimizer = torch.optim.AdamW([dict(params=body, lr=options.rate), dict(params=heads, lr=options.rate * 3)], weight_decay=0.01, fused=True)
    steps = math.ceil(len(train_calls) / options.batch) * options.epochs
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / (0.06 * steps)) * max(0.02, 1 - step / steps))
    pool = people_of(train_calls)
    validation = [example(call, tokenizer) for call in validation_calls]
    bank = read_bank(Path(options.bank)) if options.bank else []
    slow = {name: value.detach().clone() for name, value in model.state_dict().items() if name != WORDS}
    began, history, step = time.time(), [], 0
    for epoch in range(options.epochs):
        model.train()
        order = list(train_calls)
        chance.shuffle(order)
        sums, count = {}, 0
        for start in range(0, len(order), options.batch):
            if start % 100 < options.batch and start > 0:
                print(f"epoch {epoch + 1} of {options.epochs}: {start} of {len(order)} calls, {time.time() - began:.0f} s", file=sys.stderr, flush=True)
            optimizer.zero_grad(set_to_none=True)
            group = order[start:start + options.batch]
            ones = [example(call, tokenizer, name_exchange(call, pool, chance) if chance.random() < 0.5 else None, chance.random() < 0.25, (chance, options.hide))
                    for call in group]
            with torch.autocast(device.type, torch.bfloat16):
                each = [losses(model, one, states, device, weights) for one, states in zip(ones, states_of(model, ones, device))]
            (sum(sum(parts.values()) for parts in each) / len(group)).backward()
            for parts in each:
                for name, value in parts.items():
                    sums[name] = sums.get(name, 0.0) + float(value.detach())
                count += 1
            if bank and step % 4 == 0:
                batch, targets = bank_batch(chance.sample(bank, 48), tokenizer, device)
                with torch.autocast(device.type, torch.bfloat16):
                    acts = model.read_sentences(batch)
                (options.bank_weight * F.binary_cross_entropy_with_logits(acts.float(), targets, reduction="none").sum(1).mean()).backward()
            torch.nn.utils.clip_grad_norm_([*body, *heads], 1.0)
            optimizer.step()
            schedule.step()
            step += 1
            keep = min(options.slow, step / (step + 10))
            with torch.no_grad():
                own = model.state_dict()
                torch._foreach_lerp_(list(slow.values()), [own[name] for name in slow], 1 - keep)
        if options.out:
            torch.save({name: value.half() for name, value in slow.items()}, options.out)
        if epoch + 1 == options.epochs or (options.watch and (epoch + 1) % options.watch == 0):
            fast = {name: value.detach().clone() for name, value in model.state_dict().items()}
            model.load_state_dict(slow, strict=False)
            result = report(model, validation, device)
            if epoch + 1 < options.epochs:
                model.load_state_dict(fast)
            history.append(dict(epoch=epoch + 1, **result))
            print(json.dumps(dict(epoch=epoch + 1, seconds=round(time.time() - began), loss={k: round(v / count, 4) for k, v in sums.items()}, **result)), flush=True)
    return model, history, validation


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encoder", default="minilm.safetensors", help="weights of all-MiniLM-L6-v2")
    parser.add_argument("--tokenizer", default="tokenizer.json")
    parser.add_argument("--calls", default=None, help="folder of annotated calls (default: the corpus)")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=4, help="calls a step")
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--dropout", type=float, default=0.1, help="of the network over the call")
    parser.add_argument("--hide", type=float, default=0.05, help="share of words that are hidden; dropout in the encoder costs a quarter of the time")
    parser.add_argument("--context-layers", type=int, default=2)
    parser.add_argument("--rare", type=float, default=1.0)
    parser.add_argument("--tokens", type=float, default=0.5)
    parser.add_argument("--links", type=float, default=0.1)
    parser.add_argument("--outcome", type=float, default=0.1)
    parser.add_argument("--coaching", type=float, default=0.3)
    parser.add_argument("--bank", default=BANK, help="folder of the sentence bank; an empty text: none")
    parser.add_argument("--bank-weight", type=float, default=0.3)
    parser.add_argument("--short", nargs="*", default=[SHORT], help="folders of short calls to train on, too")
    parser.add_argument("--slow", type=float, default=0.99, help="how slowly the weights that are kept follow those in training")
    parser.add_argument("--predictions", default=None, help="file for what is read in the validation calls")
    parser.add_argument("--some", type=int, default=None, help="train on this many calls only (learning curve)")
    parser.add_argument("--watch", type=int, default=0, help="report each so many epochs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", default=None, help="weights of an earlier run to go on from")
    parser.add_argument("--out", default=None)
    return parser


def main():
    options = arguments().parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    tokenizer = Tokenizer.from_file(options.tokenizer)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    calls = read_calls(Path(options.calls)) if options.calls else read_calls()
    training, validation = split(calls)
    if options.some:
        seeded(options.seed).shuffle(training)
        training = training[:options.some]
    training += read_short_calls([Path(folder) for folder in options.short])
    print(json.dumps(dict(training=len(training), validation=len(validation))), flush=True)
    model, history, examples = train(options, training, validation, tokenizer, device)
    if options.predictions:
        read = {one["call"].id: {**predict(model, one, device), "segments": [piece.segment for piece in one["pieces"]]} for one in examples}
        plain = lambda value: value.round(3).tolist() if isinstance(value, np.ndarray) else [row.round(2).tolist() for row in value] if value and isinstance(value[0], np.ndarray) else value
        Path(options.predictions).write_text(json.dumps({call: {name: value if isinstance(value, float) else plain(value) for name, value in own.items() if name != "tokens"} for call, own in read.items()}))


if __name__ == "__main__":
    main()
