"""What the writer learns from: a statement's kind, who speaks, the turns it rests on with those around them, and the statement."""

import datetime
import re

from calls import mark, plain_speech

KINDS = {"action_rep": "Action of the rep", "action_prospect": "Action of the prospect", "objection": "Objection", "response": "Response",
         "decision": "Decision", "moment": "Moment", "overview": "Overview"}
BEFORE, AFTER, LONGEST_TURN, MOST_WORDS = 3, 1, 60, 230


def header(rep, prospect, company, seller=None):
    known = ", ".join(part for part in (prospect, company) if part)
    selling = ", ".join(part for part in (rep, seller) if part)
    return "".join([f"Rep: {selling}\n" if selling else "", f"Prospect: {known}\n" if known else ""])


def shortened(text, quote=None, longest=LONGEST_TURN):
    """At most `longest` words, around the quote."""
    words = text.split()
    if len(words) <= longest:
        return text
    at = text.lower().find(quote.lower()) if quote else 0
    first = max(0, len(text[:max(at, 0)].split()) - longest // 3)
    return " ".join(words[first:first + longest])


def dialogue(segments, evidence, before=BEFORE, after=AFTER, quotes={}, most=MOST_WORDS):
    """The cited turns, marked, with the turns around them; what is far from the first and last one goes first when it is too long."""
    cited = set(evidence)
    near = {}
    for turn in cited:
        for other in range(turn - before, turn + after + 1):
            if 0 <= other < len(segments):
                near[other] = min(near.get(other, 99), abs(turn - other) if other not in cited else 0)
    lines, words = {}, 0
    for turn in sorted(near, key=lambda one: (near[one], one)):
        text = shortened(segments[turn]["text"], quotes.get(turn), LONGEST_TURN if turn in cited else LONGEST_TURN // 2)
        if words + len(text.split()) > most and lines:
            continue
        words += len(text.split())
        lines[turn] = ("*" if turn in cited else "") + ("R: " if segments[turn]["speaker"] == "rep" else "P: ") + text
    result, last = [], None
    for turn in sorted(lines):
        if last is not None and turn > last + 1:
            result.append("…")
        result.append(lines[turn])
        last = turn
    return "\n".join(result)


def day_of(date):
    return f"{date:%B} {date.day}"


def overview_notes(call, entries, salient, most=14):
    """What the overview is written from: what was found, and the turns that matter."""
    lines = []
    for action in entries["actions"][:4]:
        due = (action.get("due") or {}).get("date")
        when = f" ({day_of(datetime.date.fromisoformat(due))})" if due else ""
        lines.append(f"{KINDS['action_' + action['owner']]}: {action['text']}{when}")
    for objection in entries["objections"][:3]:
        response = objection.get("response")
        lines.append(f"Objection: {objection['text']}" + (f" / {response['text']}" if response else ""))
    for decision in entries["decisions"][:3]:
        lines.append(f"Decision: {decision['text']}")
    turns = []
    for turn in sorted(salient)[:most]:
        segment = call.segments[turn]
        turns.append(("R: " if segment["speaker"] == "rep" else "P: ") + shortened(segment["text"], longest=32))
    return "\n".join(turns) + "\n\n" + "\n".join(lines) + ("\n" if lines else "")


NAME = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][A-Za-zÀ-ÿ'’-]{2,}")
CALENDAR = set("January February March April May June July August September October November December Monday Tuesday Wednesday Thursday Friday Saturday Sunday English".split())


def unsupported(target, source):
    """Names of the statement that stand nowhere in what it is written from."""
    known = set(re.findall(r"[a-zà-ÿ]+", source.lower()))
    return [name for name in NAME.findall(target)
            if name not in CALENDAR and not all(part in known or part.rstrip("s") in known for part in re.findall(r"[a-zà-ÿ]+", name.lower().replace("'s", "").replace("’s", "")))]


def anonymous(text, names, word):
    """Without the names that the reader of the call does not know."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"\b{re.escape(name)}\b", word, text)
    text = re.sub(rf"\b({word}) ({word})\b", r"\1", text)
    return sentences_begin(text)


def sentences_begin(text):
    """Each sentence with a capital."""
    return re.sub(r"(^|[.!?] )([a-z])", lambda match: match.group(1) + match.group(2).upper(), text)


def without_firm(text, firm, prompt):
    """The selling firm, in full or by its first word, as "the seller"."""
    shown = set(re.findall(r"[\w'’&-]+", prompt))
    words = firm.split()
    short = [" ".join(words[:n]) for n in range(len(words), 0, -1)]
    if words[0] in shown:
        return text
    for name in short:
        if len(name) > 3:
            text = re.sub(rf"(?<=[a-zA-Z]) (?:of|from|at) (?:the )?{re.escape(name)}(?![\w-])(?!['’]s)", "", text)
            text = re.sub(rf"(?:\b[Tt]he )?\b{re.escape(name)}(?![\w-])", "the seller", text)
    return text[:1].upper() + text[1:]


def examples(call, chance=None, exchange=None):
    """(kind, prompt, target) of one call; with `chance` other context, names and manner of speech each time."""
    change = exchange or (lambda text: text)
    plain = chance is not None and chance.random() < 0.2
    segments = [dict(one, text=plain_speech(change(one["text"])) if plain else change(one["text"])) for one in call.segments]
    rep, prospect = call.rep, call.prospect
    hide_rep = chance is not None and chance.random() < 0.35
    hide_prospect = chance is not None and chance.random() < 0.2
    hide_company = chance is not None and chance.random() < 0.25
    rep_name = None if hide_rep or not rep else change(rep["name"])
    prospect_name = None if hide_prospect or not prospect else change(prospect["name"])
    company = None if hide_company or not prospect else prospect["company"]
    # Who runs the service knows whose calls these are; the engine is not told.
    seller = rep["company"] if rep and chance is not None and chance.random() < 0.3 else None
    head = header(rep_name, prospect_name, company, seller)
    firms = {person["company"] for person in call.data["people"] if person["side"] == "rep" and person.get("company")}

    def around(evidence, jitter=True):
        turns = sorted({turn for turn, *_ in evidence if 0 <= turn < len(segments)})
        quotes = {turn: quote for turn, quote, *_ in evidence}
        before, after = BEFORE, AFTER
        if chance is not None and jitter:
            before, after = chance.choice((2, 3, 3, 4)), chance.choice((0, 1, 1, 2))
            if len(turns) > 2 and chance.random() < 0.25:
                turns = sorted(chance.sample(turns, len(turns) - 1))
        return dialogue(segments, turns, before, after, quotes)

    def made(kind, source, target, extra=""):
        prompt, text = f"{head}\n{source}\n\n{extra}{KINDS[kind]}:", change(target)
        if unsupported(text, prompt):
            # A name that nothing shows: first try who it is by side, else the example would teach to invent.
            for firm in firms:
                text = without_firm(text, firm, prompt)
            for person in (rep, prospect):
                if person is None:
                    continue
                names = {change(person["name"]), change(person["name"]).split()[0], change(person["name"]).split()[-1]}
                shown = re.findall(r"\w+", prompt)
                if not any(name.split()[0] in shown for name in names):
                    text = anonymous(text, names, "the rep" if person["side"] == "rep" else "the prospect")
            if unsupported(text, prompt):
                return None
        return kind, prompt, " " + text

    found = []
    annotation = call.annotation
    for action in annotation["actions"]:
        evidence = action["evidence"]
        due = action.get("due")
        if due and isinstance(due.get("at"), int):
            evidence = evidence + [[due["at"], due["phrase"], "date"]]
        found.append(made(f"action_{action['owner']}", around(evidence), action["text"]))
    for objection in annotation["objections"]:
        source = around(objection["evidence"])
        found.append(made("objection", source, objection["text"]))
        response = objection.get("response")
        if response:
            found.append(made("response", around(objection["evidence"][:1] + response["evidence"]), response["text"], f"Objection: {change(objection['text'])}\n"))
    for decision in annotation["decisions"]:
        found.append(made("decision", around(decision["evidence"]), decision["text"]))
    for turn, text in annotation.get("moments", []):
        found.append(made("moment", around([[turn, ""]]), text))
    salient = list(annotation.get("salient", []))
    entries = {"actions": [dict(one, text=change(one["text"])) for one in sorted(annotation["actions"], key=lambda a: not a.get("next_step"))],
               "objections": [dict(one, text=change(one["text"]), response=one.get("response") and dict(one["response"], text=change(one["response"]["text"])))
                              for one in annotation["objections"] if not one.get("optional")],
               "decisions": [dict(one, text=change(one["text"])) for one in annotation["decisions"] if not one.get("optional")]}
    if chance is not None:
        chance.shuffle(salient)
        if len(salient) > 4 and chance.random() < 0.5:
            salient = salient[:-2] + [chance.randrange(len(segments))]
        for kind in entries:
            if len(entries[kind]) > 1 and chance.random() < 0.3:
                entries[kind] = entries[kind][:-1]
    elif len(salient) > 9:
        step = len(salient) / 9
        salient = [salient[int(i * step)] for i in range(9)]

    class Said:
        pass

    said = Said()
    said.segments = segments
    outcome = annotation["outcome"]["value"].replace("_", " ")

    def overview(turns):
        notes = overview_notes(said, entries, turns)
        date = datetime.date.fromisoformat(call.data["call_date"][:10])
        return f"Date: {day_of(date)}, {date.year}\nOutcome: {outcome}\n{notes}"

    text = " ".join(annotation["overview"])
    turns = sorted(set(salient[:9]) | set(range(min(3, len(segments)))))
    missing = [name.split("'")[0].lower() for name in unsupported(change(text), head + overview(turns))]
    shown = [turn for name in missing for turn in [next((i for i, one in enumerate(segments) if name in one["text"].lower()), None)] if turn is not None]
    found.append(made("overview", overview(sorted(set(turns) | set(shown[:3]))), text))
    return [one for one in found if one]


if __name__ == "__main__":
    from collections import Counter

    from calls import read_calls

    made, wanted = Counter(), Counter()
    shown = 0
    for call in read_calls():
        a = call.annotation
        wanted.update({"action": len(a["actions"]), "objection": len(a["objections"]), "response": sum(1 for o in a["objections"] if o.get("response")),
                       "decision": len(a["decisions"]), "moment": len(a.get("moments", [])), "overview": 1})
        for kind, prompt, target in examples(call):
            made[kind.split("_")[0]] += 1
            if call.id.startswith("w03") and shown < 12 and kind != "moment":
                shown += 1
                print(f"{prompt}{target}\n=====")
    print({kind: f"{made[kind]}/{wanted[kind]}" for kind in wanted})
