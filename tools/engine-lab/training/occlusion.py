"""What the committed reader makes of the validation calls when it is shown less of them. `python occlusion.py --help`.

Nothing is trained: the rows say how much the reader leans on what is hidden, not how well one would do that never saw it."""

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from calls import SUMMARIZATION, read_calls, seeded, split
from comparison import JUDGED, difference, figures_of_units, table
from read_training import example
from reader import CLS, SEP

NAMES = (*JUDGED, "mean", "moment", "salient", "outcome")
ROWS = {
    "as in the service": {},
    "windows that do not overlap": dict(overlap=False),
    "each turn encoded alone": dict(alone=True),
    "nothing from the network over the call": dict(network=False),
    "each turn alone in both": dict(alone=True, network=False),
}


def session(name):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(SUMMARIZATION / "models" / "reader" / name), options, providers=["CPUExecutionProvider"])


def windows_of(one, alone):
    """(ids, types, [(unit, first, last)]) of each text that the encoder reads."""
    if alone:
        return [([CLS, *piece.ids, SEP], [0, *piece.types, piece.types[-1]], [(unit, 1, 1 + len(piece.ids))]) for unit, piece in enumerate(one["pieces"])]
    lengths = one["mask"].sum(1)
    return [(one["ids"][row][:length], one["types"][row][:length], [(unit, first, last) for unit, (window, first, last) in enumerate(one["places"]) if window == row])
            for row, length in enumerate(lengths)]


def read(words, units, one, alone=False, network=True):
    pooled = np.zeros((len(one["pieces"]), 768), np.float32)
    for ids, types, places in windows_of(one, alone):
        states, _ = words.run(None, {"ids": np.array(ids, np.int64)[None], "types": np.array(types, np.int64)[None]})
        for unit, first, last in places:
            pooled[unit] = np.concatenate([states[first:last].mean(0), states[first:last].max(0)])
    kinds, outcome = units.run(None, {"pooled": pooled, "features": one["features"]})
    if not network:
        kinds = np.concatenate([units.run(["kinds"], {"pooled": pooled[unit:unit + 1], "features": one["features"][unit:unit + 1]})[0] for unit in range(len(pooled))])
    return dict(kinds=kinds, outcome=int(outcome.argmax()))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokenizer", default=str(SUMMARIZATION / "models" / "all-minilm-l6-v2" / "tokenizer.json"))
    parser.add_argument("--kept", default=None, help="file for the figures")
    options = parser.parse_args()
    tokenizer = Tokenizer.from_file(options.tokenizer)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    words, units = session("words.int8.onnx"), session("units.int8.onnx")
    _, calls = split(read_calls())
    done, whole = {}, None
    for name, change in ROWS.items():
        began = time.process_time()
        # With `hidden` windows do not overlap, as in training; nothing is hidden in them.
        ones = [example(call, tokenizer, hidden=None if change.get("overlap", True) else (seeded(0), 0.0)) for call in calls]
        found = [read(words, units, one, change.get("alone", False), change.get("network", True)) for one in ones]
        whole = whole or found
        done[name] = dict(figures=figures_of_units(found, ones), difference=None if found is whole else difference(found, whole, ones), seconds=round(time.process_time() - began))
        print(f"{name}: {done[name]['figures']['mean']:.3f}, {done[name]['seconds']} s", file=sys.stderr, flush=True)
        if options.kept:
            Path(options.kept).write_text(json.dumps(done, indent=1) + "\n")
    print(table(done, NAMES))


if __name__ == "__main__":
    main()
