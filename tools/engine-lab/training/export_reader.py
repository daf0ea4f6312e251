"""Exports a trained reader as two int8 ONNX models and a note of what they come from. `python export_reader.py --help`."""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn

from calls import BANK, CORPUS, OUTCOMES, SHORT, TOKEN_KINDS, UNIT_KINDS, hash_of
from reader import BUCKETS, FEATURES, LONGEST_UNIT, STRIDE, WINDOW, Reader

CODE = ("calls.py", "encoder.py", "reader.py", "read_training.py", "export_reader.py")


class Words(nn.Module):
    """One window: the states of its tokens, and how likely each is part of what."""

    def __init__(self, reader):
        super().__init__()
        self.encoder, self.tokens = reader.encoder, reader.tokens

    def forward(self, ids, types):
        states = self.encoder(ids, types, None)
        return states[0], torch.sigmoid(self.tokens(states))[0]


class Units(nn.Module):
    """The units of a call: how likely each is what, and how the call ended."""

    def __init__(self, reader):
        super().__init__()
        self.context = reader.context

    def forward(self, pooled, features):
        kinds, _, outcome, _ = self.context(pooled, features)
        return torch.sigmoid(kinds), torch.softmax(outcome, -1)


def export(module, inputs, file, names, outputs, dynamic):
    whole = file.with_suffix(".whole.onnx")
    torch.onnx.export(module, inputs, str(whole), input_names=names, output_names=outputs, dynamic_axes=dynamic, opset_version=17, dynamo=False)
    # Weights of 7 bits: with 8 their products overflow on processors without VNNI, and a call has another summary there.
    quantize_dynamic(str(whole), str(file), weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
    whole.unlink()


def difference(module, inputs, file, names):
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    found = session.run(None, {name: value.numpy() for name, value in zip(names, inputs)})
    with torch.no_grad():
        wanted = module(*inputs)
    return [round(float(np.abs(own - one.numpy()).max()), 4) for own, one in zip(found, wanted)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encoder", default="minilm.safetensors", help="weights of all-MiniLM-L6-v2: its words are not trained")
    parser.add_argument("--reader", default="reader.pt", help="what read_training.py wrote")
    parser.add_argument("--out", default="../../../apps/summarization/models/reader")
    options = parser.parse_args()
    reader = Reader(options.encoder)
    reader.load_state_dict({name: value.float() for name, value in torch.load(options.reader).items()}, strict=False)
    reader.eval()
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    ids, types = torch.randint(1000, 20000, (1, 40)), torch.randint(0, 2, (1, 40))
    pooled, features = torch.randn(30, 768), torch.rand(30, FEATURES)
    words, units = Words(reader).eval(), Units(reader).eval()
    export(words, (ids, types), out / "words.int8.onnx", ["ids", "types"], ["states", "words"], {"ids": {1: "length"}, "types": {1: "length"}, "states": {0: "length"}, "words": {0: "length"}})
    export(units, (pooled, features), out / "units.int8.onnx", ["pooled", "features"], ["kinds", "outcome"], {"pooled": {0: "units"}, "features": {0: "units"}, "kinds": {0: "units"}})
    note = dict(
        data=hash_of([*CORPUS.glob("*.json"), *BANK.glob("*.jsonl"), *SHORT.glob("*.json")]), code=hash_of(Path(__file__).parent / name for name in CODE),
        window=WINDOW, stride=STRIDE, longest_unit=LONGEST_UNIT, features=FEATURES, unit_kinds=UNIT_KINDS, word_kinds=TOKEN_KINDS, outcomes=OUTCOMES,
    )
    (out / "reader.json").write_text(json.dumps(note, indent=2) + "\n")
    print(json.dumps(dict(words=difference(words, (ids, types), out / "words.int8.onnx", ["ids", "types"]), units=difference(units, (pooled, features), out / "units.int8.onnx", ["pooled", "features"]),
                          megabytes={file.name: round(file.stat().st_size / 1e6, 1) for file in out.iterdir()})))


if __name__ == "__main__":
    main()
