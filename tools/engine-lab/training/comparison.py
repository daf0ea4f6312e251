"""How well rows of a comparison read the validation calls, and how far apart two of them are."""

import numpy as np

from calls import LINK_KINDS, TOKEN_KINDS, UNIT_KINDS
from read_training import average_precision, link_targets

JUDGED = ("action_rep", "action_prospect", "objection", "response", "decision")


def precisions(found, ones, kinds):
    """Average precision of each kind over the units of these calls."""
    scores, targets, known = (np.concatenate(rows) for rows in zip(*[(f["kinds"], o["kinds"], o["known"]) for f, o in zip(found, ones)]))
    result = {}
    for kind in kinds:
        column = UNIT_KINDS.index(kind)
        keep = known[:, column] > 0
        result[kind] = average_precision(scores[keep, column], targets[keep, column])
    return result


def figures_of_units(found, ones):
    result = precisions(found, ones, (*JUDGED, "moment", "salient"))
    result["mean"] = float(np.mean([result[kind] for kind in JUDGED]))
    result["outcome"] = float(np.mean([f["outcome"] == o["outcome"] for f, o in zip(found, ones)]))
    return result


def figures(found, ones):
    result = figures_of_units(found, ones)
    pairs = {kind: [(f["links"][index][a, b] + f["links"][index][(a, b) if kind == "response" else (b, a)], value)
                    for f, o in zip(found, ones) for a, b, value in link_targets(o)[index]] for index, kind in enumerate(LINK_KINDS)}
    result["links"] = float(np.mean([average_precision(*np.array(rows).T) for rows in pairs.values() if rows]))
    scores, targets = (np.concatenate([one[name] for one in rows]) for name, rows in (("tokens", found), ("targets", [dict(targets=np.concatenate(o["token_targets"])) for o in ones])))
    result["words"] = float(np.nanmean([average_precision(scores[:, column], targets[:, column]) for column in range(len(TOKEN_KINDS))]))
    return result


def difference(found, other, ones, seed=1, times=300):
    """90 % interval of what `found` has more than `other` in the mean over kinds, calls drawn anew."""
    chance, values = np.random.default_rng(seed), []
    for _ in range(times):
        drawn = chance.integers(0, len(ones), len(ones))
        mean = lambda rows: np.mean(list(precisions([rows[at] for at in drawn], [ones[at] for at in drawn], JUDGED).values()))
        values.append(mean(found) - mean(other))
    return [float(np.percentile(values, share)) for share in (5, 95)]


NAMES = (*JUDGED, "mean", "moment", "salient", "outcome", "links", "words")


def table(results, names=NAMES):
    """The last column: how much more than the first row, in the mean."""
    lines = [["row", *names, "difference, 90 %"]]
    for name, one in results.items():
        lines.append([name, *(f"{one['figures'][key]:.3f}" for key in names), " to ".join(f"{value:+.3f}" for value in one["difference"]) if one["difference"] else ""])
    return "\n".join("| " + " | ".join(line) + " |" for line in [lines[0], ["---"] * len(lines[0]), *lines[1:]])
