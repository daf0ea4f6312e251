"""Trains the writer: the whole language model first, then a small one that learns from it and from the statements. `python write_training.py --help`."""

import argparse
import json
import math
import re
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

from calls import name_exchange, people_of, read_calls, seeded, split
from language_model import LAYERS, LanguageModel, cut, from_gguf, tokenizer_of
from statements import examples

WORDS, END, LONGEST = 16384, 2, 900


def encoded(tokenizer, calls, chance=None, pool=None):
    rows = []
    for call in calls:
        exchange = name_exchange(call, pool, chance) if chance is not None and chance.random() < 0.6 else None
        for kind, prompt, target in examples(call, chance, exchange):
            own = tokenizer.encode(prompt).ids
            said = tokenizer.encode(target).ids + [END]
            if len(own) + len(said) <= LONGEST:
                rows.append((own, said, kind, prompt, target))
    return rows


def batches(rows, chance, tokens):
    """Examples of like length together."""
    order = sorted(range(len(rows)), key=lambda i: len(rows[i][0]) + len(rows[i][1]) + (chance.random() * 20 if chance else 0))
    groups, group = [], []
    for index in order:
        length = len(rows[index][0]) + len(rows[index][1])
        if group and length * (len(group) + 1) > tokens:
            groups.append(group)
            group = []
        group.append(rows[index])
    groups.append(group)
    if chance:
        chance.shuffle(groups)
    return groups


def tensors(group, device):
    length = max(len(own) + len(said) for own, said, *_ in group)
    ids = torch.zeros(len(group), length, dtype=torch.long)
    targets, every = torch.full((len(group), length), -100), torch.zeros(len(group), length, dtype=torch.bool)
    for row, (own, said, *_) in enumerate(group):
        whole = own + said
        ids[row, :len(whole)] = torch.tensor(whole)
        targets[row, len(own) - 1:len(whole) - 1] = torch.tensor(said)
        every[row, :len(whole) - 1] = True
    return ids.to(device), targets.to(device), every.to(device)


def train(model, options, tokenizer, calls, validation, device, epochs, rate, teacher=None, name=""):
    chance = seeded(options.seed)
    pool = people_of(calls)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01, betas=(0.9, 0.98))
    began, step, steps = time.time(), 0, None
    for epoch in range(epochs):
        model.train()
        groups = batches(encoded(tokenizer, calls, chance, pool), chance, options.tokens)
        steps = steps or len(groups) * epochs
        total = 0.0
        for group in groups:
            for one in optimizer.param_groups:
                one["lr"] = rate * min(1.0, (step + 1) / max(20, 0.03 * steps)) * max(0.03, 1 - step / steps)
            step += 1
            ids, targets, every = tensors(group, device)
            with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
                logits = model(ids)
                loss = F.cross_entropy(logits.flatten(0, 1).float(), targets.flatten(), ignore_index=-100)
                whole = loss
                if options.context:
                    following = torch.where(every[:, :-1] & (targets[:, :-1] == -100), ids[:, 1:], -100)
                    whole = whole + options.context * F.cross_entropy(logits[:, :-1].flatten(0, 1).float(), following.flatten(), ignore_index=-100)
                if teacher is not None:
                    with torch.no_grad():
                        wanted = teacher(ids)
                    weight = (targets != -100).float() + 0.1 * every.float()
                    divergence = F.kl_div(F.log_softmax(logits.float(), -1), F.log_softmax(wanted.float(), -1), log_target=True, reduction="none").sum(-1)
                    whole = 0.5 * whole + (divergence * weight).sum() / weight.sum()
            optimizer.zero_grad(set_to_none=True)
            whole.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total += float(loss.detach())
        if epoch + 1 == epochs or (epoch + 1) % options.watch == 0:
            print(json.dumps(dict(model=name, epoch=epoch + 1, seconds=round(time.time() - began), loss=round(total / len(groups), 4),
                                  validation=round(loss_on(model, validation, device, options.tokens), 4))), flush=True)
    return model


@torch.no_grad()
def loss_on(model, rows, device, tokens):
    model.eval()
    total, count = 0.0, 0
    for group in batches(rows, None, tokens):
        ids, targets, _ = tensors(group, device)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits = model(ids)
        total += float(F.cross_entropy(logits.flatten(0, 1).float(), targets.flatten(), ignore_index=-100, reduction="sum"))
        count += int((targets != -100).sum())
    return total / count


@torch.no_grad()
def written(model, rows, tokenizer, device, most=40, listed=None):
    """What the model writes, word by word the likeliest; with `listed` only words of the prompt and of the list."""
    model.eval()
    texts = [None] * len(rows)
    order = sorted(range(len(rows)), key=lambda i: len(rows[i][0]))
    for start in range(0, len(order), 96):
        part = order[start:start + 96]
        longest = 150 if any(rows[i][2] == "overview" for i in part) else most
        length = max(len(rows[i][0]) for i in part) + longest
        ids = torch.zeros(len(part), length, dtype=torch.long, device=device)
        ends = torch.tensor([len(rows[i][0]) for i in part], device=device)
        for row, i in enumerate(part):
            ids[row, :len(rows[i][0])] = torch.tensor(rows[i][0])
        allowed = None
        if listed is not None:
            allowed = torch.zeros(len(part), WORDS, dtype=torch.bool)
            for row, i in enumerate(part):
                allowed[row, listed] = True
                allowed[row, variants(rows[i][3], tokenizer)] = True
            allowed = allowed.to(device)
        done = torch.zeros(len(part), dtype=torch.bool, device=device)
        rows_at = torch.arange(len(part), device=device)
        for _ in range(longest):
            with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
                logits = model(ids[:, :int(ends.max())])[rows_at, ends - 1].float()
            if allowed is not None:
                logits = logits.masked_fill(~allowed, -1e9)
            best = logits.argmax(-1)
            done |= best == END
            if bool(done.all()):
                break
            ids[rows_at[~done], ends[~done]] = best[~done]
            ends = ends + (~done).long()
        for row, i in enumerate(part):
            texts[i] = tokenizer.decode(ids[row, len(rows[i][0]):int(ends[row])].tolist()).strip()
    return texts


def variants(text, tokenizer):
    """The tokens of each word of the text, as it stands, lower, and with a capital, behind a space and without."""
    found = set()
    for word in set(re.findall(r"\w+(?:['’]\w+)?|[^\w\s]", text)):
        for form in {word, word.lower(), word.capitalize()}:
            found.update(tokenizer.encode(form).ids)
            found.update(tokenizer.encode(" " + form).ids)
    return sorted(found)


def listed_words(calls, tokenizer, least=4):
    """Words of the statements that several calls share: what a writer may say though nobody said it."""
    seen = {}
    for call in calls:
        for _, prompt, target in examples(call):
            names = set(re.findall(r"(?<=\w )[A-Z]\w+", target))
            for word in set(re.findall(r"[A-Za-z]+(?:['’][a-z]+)?", target)) - names:
                seen.setdefault(word.lower(), set()).add(call.id)
    words = sorted(word for word, where in seen.items() if len(where) >= least)
    tokens = set(range(17)) | {END}
    for word in words:
        for form in (word, word.capitalize()):
            tokens.update(tokenizer.encode(form).ids)
            tokens.update(tokenizer.encode(" " + form).ids)
    for mark in list("0123456789,.;:%$€£'’-/()") + [" (", " $", " €", " £", "'s", "’s"] + [f" {d}" for d in range(10)]:
        tokens.update(tokenizer.encode(mark).ids)
    return words, sorted(tokens)


STOP = set("the a an of to for and or in on at by with is are be it that this as from will would can".split())


def likeness(said, wanted):
    """F1 of content words."""
    def words(text):
        return [word.rstrip("s") for word in re.findall(r"[a-z0-9][a-z0-9,.]*[a-z0-9]|[a-z0-9]", text.lower()) if word not in STOP]
    own, gold = words(said), words(wanted)
    left = list(gold)
    hits = 0
    for word in own:
        if word in left:
            left.remove(word)
            hits += 1
    return 2 * hits / (len(own) + len(gold)) if own and gold else 0.0


def show(model, name, rows, tokenizer, device, listed, samples, out):
    texts = written(model, rows, tokenizer, device, listed=listed)
    kinds = {}
    for (_, _, kind, prompt, target), text in zip(rows, texts):
        kinds.setdefault(kind.split("_")[0], []).append((likeness(text, target), prompt, target.strip(), text))
    print(json.dumps(dict(model=name, likeness={kind: round(sum(v[0] for v in values) / len(values), 3) for kind, values in kinds.items()})), flush=True)
    if out:
        with open(out, "w") as file:
            for kind, values in kinds.items():
                for score, prompt, target, text in values[:samples]:
                    file.write(json.dumps(dict(kind=kind, score=round(score, 2), prompt=prompt, gold=target, text=text)) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", help="SmolLM2-135M-Instruct as GGUF, or its weights as a .pt file")
    parser.add_argument("--tokenizer", default="writer-tokenizer.json")
    parser.add_argument("--calls", default=None)
    parser.add_argument("--teach", type=int, default=3, help="epochs of the whole model")
    parser.add_argument("--epochs", type=int, default=12, help="epochs of the small model")
    parser.add_argument("--layers", type=int, nargs="*", default=[12])
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--small-rate", type=float, default=5e-4)
    parser.add_argument("--context", type=float, default=0.1)
    parser.add_argument("--watch", type=int, default=100)
    parser.add_argument("--tokens", type=int, default=24_000, help="tokens a step; less where memory is short")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--teacher", default=None, help="a whole model trained before (.pt): no teaching")
    parser.add_argument("--out", default=".")
    parser.add_argument("--all", action="store_true", help="train on the validation calls, too")
    options = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    tokenizer = Tokenizer.from_file(options.tokenizer)
    calls = read_calls(Path(options.calls)) if options.calls else read_calls()
    training, held = split(calls)
    rows = encoded(tokenizer, held)
    words, listed = listed_words(training, tokenizer)
    Path(options.out, "writer-words.json").write_text(json.dumps(words))
    print(json.dumps(dict(training=len(training), validation=len(rows), words=len(words), tokens=len(listed))), flush=True)
    teacher = None
    if options.teacher:
        teacher = LanguageModel(WORDS, LAYERS)
        teacher.load_state_dict(torch.load(options.teacher))
    else:
        state = torch.load(options.model) if options.model.endswith(".pt") else None
        teacher = LanguageModel(WORDS, LAYERS) if state else cut(from_gguf(options.model), WORDS, list(range(LAYERS)))
        if state:
            teacher.load_state_dict({name: value.float() for name, value in state.items()})
    base = {name: value.clone() for name, value in teacher.state_dict().items()}
    teacher.to(device)
    if not options.teacher:
        train(teacher, options, tokenizer, training, rows, device, options.teach, options.rate, name="whole")
        torch.save(teacher.state_dict(), Path(options.out, "teacher.pt"))
    show(teacher, "whole", rows, tokenizer, device, None, 40, Path(options.out, "whole.jsonl"))
    show(teacher, "whole, listed words", rows, tokenizer, device, listed, 40, Path(options.out, "whole-listed.jsonl"))
    teacher.eval()
    for count in options.layers:
        # The first layers carry the words, the last ones the choice: between them every so many.
        kept = sorted({round(i * (LAYERS - 1) / (count - 1)) for i in range(count)})
        student = cut(teacher.cpu() if device.type == "cpu" else teacher, WORDS, kept).to(device)
        train(student, options, tokenizer, training, rows, device, options.epochs, options.small_rate, teacher, f"{count} layers")
        show(student, f"{count} layers", rows, tokenizer, device, listed, 40, Path(options.out, f"small-{count}.jsonl"))
        torch.save({name: value.half() for name, value in student.state_dict().items()}, Path(options.out, f"small-{count}.pt"))


if __name__ == "__main__":
    main()
