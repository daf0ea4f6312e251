"""The corpus as examples: units of a call with what its annotator marked in them."""

import hashlib
import json
import random
import re
from dataclasses import dataclass, field
from pathlib import Path

CORPUS = Path(__file__).parent.parent / "corpus" / "calls"
SUMMARIZATION = Path(__file__).parents[3] / "apps" / "summarization"
BANK, SHORT = SUMMARIZATION / "training" / "bank", SUMMARIZATION / "evaluation" / "calls" / "development"
# Whole writers, so that no trade, voice or story of a validation call was trained on.
VALIDATION_WRITERS = ("w03", "w08", "w15")

UNIT_KINDS = (
    "action_rep", "action_prospect", "objection", "response", "decision", "moment", "salient",
    "not_action", "not_objection", "not_decision",
    "promise", "request", "acceptance", "due", "next_step", "proposal", "agreement", "outcome",
)
TOKEN_KINDS = (
    "action", "objection", "response", "decision", "due",
    "offer", "need", "price", "quantity", "competitor", "decider", "deadline", "place", "object",
)
LINK_KINDS = ("action", "objection", "decision", "response")
ACTS = (
    "request", "commitment", "acceptance", "refusal", "objection", "answer", "proposal", "agreement", "next_step", "small_talk",
    "question", "pitch", "past", "hypothetical", "third_party", "retraction", "closing", "purchase", "rejection",
)
OUTCOMES = ("won", "lost", "follow_up", "no_outcome")


@dataclass
class Call:
    id: str
    data: dict
    annotation: dict
    segments: list = field(default_factory=list)

    @property
    def writer(self):
        return self.id.split("-")[0]

    @property
    def rep(self):
        return next((one for one in self.data["people"] if one["side"] == "rep"), None)

    @property
    def prospect(self):
        return next((one for one in self.data["people"] if one["side"] == "prospect"), None)


def read_calls(folder=CORPUS):
    calls = []
    for file in sorted(folder.glob("*.json")):
        data = json.loads(file.read_text())
        calls.append(Call(data["id"], data, data["annotations"][0], data["segments"]))
    return calls


def read_bank(folder):
    """Sentences with the turn before them and what they do (apps/summarization/training/bank)."""
    return [json.loads(line) for file in sorted(folder.glob("*.jsonl")) for line in file.read_text().splitlines() if line]


def read_short_calls(folders):
    """The calls of apps/summarization/evaluation in the form of the corpus; they have no quotes."""
    calls = []
    for file in sorted(file for folder in folders for file in folder.glob("*.json")):
        data = json.loads(file.read_text())
        marks = data["annotations"]
        cited = lambda turns, role: [[turn, "", role] for turn in turns]
        annotation = {
            "actions": [dict(owner=a["owner"], text=a["description"], evidence=cited(a["segments"], "said")) for a in marks["action_items"]],
            "objections": [dict(text=o["objection"], evidence=cited(o["segments"], "raised"),
                                response=o["answer_segments"] and dict(text="", evidence=cited(o["answer_segments"], "answer"))) for o in marks["objections"]],
            "decisions": [dict(text=d["decision"], evidence=cited(d["segments"], "said")) for d in marks["decisions"]],
            "moments": [[turn, ""] for turn in marks["key_moments"]],
            "outcome": {"value": marks["outcome"]},
        }
        people = [dict(side="rep", name=data["rep"]["name"], company=""), dict(side="prospect", name=data["prospect"]["name"], company=data["prospect"]["company"])]
        calls.append(Call(data["id"], dict(data, people=people), annotation, data["segments"]))
    return calls


def split(calls):
    return (
        [one for one in calls if one.writer not in VALIDATION_WRITERS],
        [one for one in calls if one.writer in VALIDATION_WRITERS],
    )


def hash_of(paths):
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def mark(call):
    """Per segment the kinds that hold (True) or may be left open (None, for optional entries), the links, and the quotes of tokens."""
    count = len(call.segments)
    units = [dict() for _ in range(count)]
    quotes = [[] for _ in range(count)]
    entries = {kind: [] for kind in LINK_KINDS}

    def put(turn, kind, value=True):
        if 0 <= turn < count and (units[turn].get(kind) is not True):
            units[turn][kind] = value

    def of_entry(entry):
        return None if entry.get("optional") else True

    for action in call.annotation["actions"]:
        value = of_entry(action)
        turns = set()
        for turn, quote, role in action["evidence"]:
            put(turn, f"action_{action['owner']}", value)
            turns.add(turn)
            if role in ("promise", "request", "acceptance"):
                put(turn, role, value)
            if action.get("next_step"):
                put(turn, "next_step", value)
            quotes[turn].append((quote, "action"))
        due = action.get("due")
        if due and isinstance(due.get("at"), int) and 0 <= due["at"] < count:
            put(due["at"], "due", value)
            turns.add(due["at"])
            quotes[due["at"]].append((due["phrase"], "due"))
        for turn, words in runs_of(call, action.get("object"), sorted(turns), LOOKS_BACK):
            quotes[turn].append((words, "object"))
        entries["action"].append((sorted(turns), action))
    for objection in call.annotation["objections"]:
        value = of_entry(objection)
        raised = sorted({turn for turn, _, _ in objection["evidence"]})
        for turn, quote, _ in objection["evidence"]:
            put(turn, "objection", value)
            quotes[turn].append((quote, "objection"))
        entries["objection"].append((raised, objection))
        response = objection.get("response")
        if response:
            turns = sorted({turn for turn, _, _ in response["evidence"]})
            for turn, quote, _ in response["evidence"]:
                put(turn, "response", value)
                quotes[turn].append((quote, "response"))
            entries["response"].append((turns, (raised, objection)))
    for decision in call.annotation["decisions"]:
        value = of_entry(decision)
        for turn, quote, role in decision["evidence"]:
            put(turn, "decision", value)
            if role in ("proposal", "agreement"):
                put(turn, role, value)
            quotes[turn].append((quote, "decision"))
        entries["decision"].append((sorted({turn for turn, _, _ in decision["evidence"]}), decision))
    for turn, _ in call.annotation.get("moments", []):
        put(turn, "moment")
    for turn in call.annotation.get("salient", []):
        put(turn, "salient")
    for turn in call.annotation["outcome"].get("at", []):
        put(turn, "outcome")
    for turn, _, kind, *_ in call.annotation.get("not", []):
        if kind in ("action", "objection", "decision"):
            put(turn, f"not_{kind}")
    slots = call.annotation.get("slots") or {}
    named = [("offer", slots.get("sold")), ("need", slots.get("need")), *(("competitor", one) for one in slots.get("competitor") or [])]
    for kind, slot in named:
        for turn, words in runs_of(call, slot and slot[0], sorted(slot[1]) if slot else []):
            quotes[turn].append((words, kind))
    for turn, quote, kind in call.annotation.get("spans", []):
        if kind in TOKEN_KINDS and 0 <= turn < count:
            quotes[turn].append((quote, kind))
    return units, quotes, entries


EMPTY = set("the a an of to for and or in on at by with from their his her its our your my this that".split())
LOOKS_BACK = 6


def runs_of(call, phrase, turns, looks_back=0):
    """Where the words of a phrase were said: in these turns, or where they say too little, in those before the first."""
    words = re.findall(r"[\w'’-]+", (phrase or "").lower())
    wanted = {word for word in words if word not in EMPTY and len(word) > 2}
    turns = [turn for turn in turns if 0 <= turn < len(call.segments)]
    if not wanted or not turns:
        return []
    found, seen = [], set()
    back = range(turns[0] - 1, max(-1, turns[0] - 1 - looks_back), -1)
    for place in [*turns, *back]:
        if place < turns[0] and (place < 0 or len(seen) * 2 >= len(wanted)):
            break
        said = [(match.group(0).lower(), match.start(), match.end()) for match in re.finditer(r"[\w'’-]+", call.segments[place]["text"])]
        known, at = set(words), 0
        while at < len(said):
            end = at
            while end < len(said) and said[end][0] in known:
                end += 1
            while end > at and said[end - 1][0] in EMPTY:
                end -= 1
            own = {word for word, _, _ in said[at:end]} & wanted
            if own:
                seen |= own
                found.append((place, call.segments[place]["text"][said[at][1]:said[end - 1][2]]))
            at = max(end, at + 1)
    return found


def plain_speech(text):
    """As a recorder without punctuation would write it."""
    return re.sub(r"\s+", " ", re.sub(r"[^\w\s'’%$€£]", " ", text.lower())).strip() or text.lower()


FIRST = re.compile(r"[A-Za-zÀ-ÿ'’-]{3,}")


def name_exchange(call, pool, chance):
    """Names of people and firms for others of the corpus: what is read must not hang on who speaks."""
    table = {}
    for person in call.data["people"]:
        other = chance.choice(pool)
        for own, new in zip(person["name"].split(), other.split()):
            if FIRST.fullmatch(own) and FIRST.fullmatch(new):
                table.setdefault(own, new)
    if not table:
        return lambda text: text
    pattern = re.compile(r"\b(" + "|".join(re.escape(own) for own in sorted(table, key=len, reverse=True)) + r")\b", re.I)

    def exchange(text):
        def new(match):
            own = match.group(0)
            found = table.get(own) or table.get(own.capitalize()) or table.get(own.title())
            if found is None:
                return own
            return found.lower() if own.islower() else found
        return pattern.sub(new, text)

    return exchange


def people_of(calls):
    return sorted({person["name"] for call in calls for person in call.data["people"] if " " in person["name"]})


def seeded(seed):
    return random.Random(seed)
