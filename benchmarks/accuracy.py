"""How many labelled rows the shipped policies flag: every corpus at hand, decided in this process, in two situations.

Commands, MCP calls and files are flagged when they are denied or asked about, texts with secrets also when they are
masked. Last come files of installed packages, which masking must leave alone. Exit 6 when a goal is missed.
`--misses` lists the rows behind the figures, `--half even` or `odd` takes half of each corpus: one to tune on, one to
check with.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from benchmarks.accuracy_goals import DISPUTED, MOST_RUNS, TOGETHER, goals_of
from benchmarks.corpora import CORPORA, SITUATIONS, Sample, Situation, read_corpus
from benchmarks.source_files import show_changed_files
from policyhooks.cli.options.policies import shipped
from policyhooks.compiler.compile import compile_policies
from policyhooks.inspect.kept_past import Past
from policyhooks.inspect.session import Deciding

VERDICTS = ("deny", "ask")
MASKED = "masked"
FLAGGED = (*VERDICTS, MASKED)
LABELS = ("block", "harmless", "unclear", "warn", "recon", "weakness", "rawsql", "allow", "secret", "clean")
WANTED, UNWANTED = ("block", "secret"), ("allow", "harmless", "clean")


@dataclass(frozen=True)
class Answer:
    """What the policies say to one sample: a verdict, or that the output was masked."""

    sample: Sample
    verdict: str
    rules: tuple[str, ...]

    @property
    def disputed(self) -> bool:
        """Whether we do not share the label."""
        return self.sample.number in DISPUTED.get(self.sample.corpus, ())


def decide_some(work: tuple[Mapping[str, str], Situation, Sequence[Sample]]) -> list[Answer]:
    """Answers to samples, in order: for a worker process."""
    modules, situation, samples = work
    os.nice(5)
    deciding = Deciding(modules, outside="unknown", home=situation.home)
    answers = []
    for sample in samples:
        deciding.past = Past()  # packs remember what was done; rows are not calls of one session
        _, decision, response = deciding.decide("claude-code", None, sample.payload(situation))
        verdict = str(decision.verdict)
        if verdict not in VERDICTS and is_masked(sample, response.stdout):
            verdict = MASKED
        answers.append(Answer(sample, verdict, tuple(decision.rules)))
    return answers


def is_masked(sample: Sample, response: bytes) -> bool:
    """Whether an output was replaced, and does not hold the secret any more where the row says which it is."""
    if b"updatedToolOutput" not in response:
        return False
    shown = json.loads(response)["hookSpecificOutput"]["updatedToolOutput"]["stdout"]
    secret = sample.row.get("secret")
    return sample.label not in WANTED or not secret or str(secret) not in shown


def decide_all(modules: Mapping[str, str], situation: Situation, samples: Sequence[Sample]) -> list[Answer]:
    """The same with every core."""
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as pool:
        parts = pool.map(decide_some, [(modules, situation, samples[core::cores]) for core in range(cores)])
    order = {sample: number for number, sample in enumerate(map(key_of, samples))}
    return sorted((answer for part in parts for answer in part), key=lambda answer: order[key_of(answer.sample)])


def key_of(sample: Sample) -> tuple[str, int]:
    """What tells a sample from every other."""
    return sample.corpus, sample.number


def show_line(name: str, label: str, answers: Sequence[Answer]) -> bool:
    """A row of the table, and one without disputed labels where there are some; whether a goal is missed."""
    agreed = [one for one in answers if not one.disputed]
    for some in (answers, agreed) if len(agreed) < len(answers) else (agreed,):
        told = Counter(one.verdict for one in some)
        rows, flagged = len(some), sum(told[verdict] for verdict in FLAGGED)
        missed = any(goal.misses(rows, told["deny"], flagged) for goal in goals_of(name, label, rows))
        title = name if some is answers or len(agreed) == len(answers) else "  without the disputed"
        mark = "  missed" if missed and some is agreed else ""
        counts = f"{rows:5} {told['deny']:6} {told['ask']:5} {told[MASKED]:6}"
        print(f"{title:24} {label:9} {counts} {flagged / rows:7.1%}{mark}")
    return missed


def show_table(answers: Sequence[Answer], names: Sequence[str]) -> bool:
    """A row a corpus and label, then those that count together; whether a goal is missed."""
    print(f"{'corpus':24} {'label':9} {'rows':>5} {'denied':>6} {'asked':>5} {'masked':>6} {'flagged':>7}")
    missed = False
    for name, corpora in [*((name, [name]) for name in names), *TOGETHER.items()]:
        for label in LABELS:
            some = [one for one in answers if one.sample.corpus in corpora and one.sample.label == label]
            if some:
                missed |= show_line(name, label, some)
    return missed


def show_alarms(answers: Sequence[Answer]) -> None:
    """The ten rules with most false alarms."""
    false = [one for one in answers if one.verdict in FLAGGED and one.sample.label in ("allow", "harmless")]
    counted = Counter((rule, one.sample.label) for one in false for rule in one.rules)
    rules = Counter(rule for one in false for rule in one.rules)
    print("rules with most false alarms (of allow, of harmless)")
    for rule, _ in rules.most_common(10):
        print(f"  {rule:58} {counted[rule, 'allow']:5} {counted[rule, 'harmless']:5}")


def show_runs(answers: Sequence[Answer]) -> bool:
    """How many questions the runs of each file of trajectories meet; whether too many runs do."""
    missed = False
    for corpus in sorted({one.sample.corpus for one in answers if one.sample.corpus.startswith("traj-")}):
        runs: Counter[str] = Counter()
        for one in answers:
            if one.sample.corpus == corpus:
                runs[one.sample.note] += one.verdict in FLAGGED
        met = [count for count in runs.values() if count]
        short = len(met) > MOST_RUNS.get(corpus, len(runs))
        missed |= short
        mark = "  missed" if short else ""
        each = f"{sum(met) / len(runs):.2f} a run"
        print(f"{corpus}: {len(met)} of {len(runs)} runs meet a question, {sum(met)} in all, {each}{mark}")
    return missed


def show_misses(answers: Sequence[Answer]) -> None:
    """The rows on the wrong side, with the rules that put them there."""
    for one in answers:
        label, flagged = one.sample.label, one.verdict in FLAGGED
        if (label in WANTED and not flagged) or (label in UNWANTED and flagged):
            where = f"{one.sample.corpus}:{one.sample.number}"
            print(f"  {where} {one.sample.label} {one.verdict} {' '.join(one.rules)}\n      {one.sample.text[:300]!r}")


def show_disputed(answers: Sequence[Answer]) -> None:
    """The labels that we do not share, and why."""
    disputed = [one for one in answers if one.disputed]
    if disputed:
        print("disputed labels")
    for one in disputed:
        corpus, number = one.sample.corpus, one.sample.number
        print(f"  {corpus}:{number} {one.sample.label}, {one.verdict}: {DISPUTED[corpus][number]}")


def gather(files: Sequence[Path], half: str | None) -> list[Sample]:
    """The samples of the files, or of half of their rows; says what is left out."""
    samples: list[Sample] = []
    for path in files:
        some, others = read_corpus(path)
        samples += [one for one in some if half is None or one.number % 2 == ("even", "odd").index(half)]
        if others:
            print(f"{path.name}: {others} rows of a kind that is not read here")
    return samples


def main(argv: list[str] | None = None) -> int:
    """Print tables for each situation; say which goals are missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="*", type=Path, help="JSON lines files; default: those beside the checkout")
    parser.add_argument("--policies", action="append", default=[])
    parser.add_argument("--config")
    parser.add_argument("--situation", choices=[one.name for one in SITUATIONS], help="one only")
    parser.add_argument("--half", choices=("even", "odd"), help="only these rows of each corpus")
    parser.add_argument("--misses", action="store_true", help="list every row on the wrong side")
    options = parser.parse_args(argv)
    files = options.corpora or sorted(CORPORA.glob("*.jsonl*"))
    if not files:
        print("no corpora here: give files of labelled rows")
        return 0
    samples = gather(files, options.half)
    modules = compile_policies(options.policies or [shipped()], config=options.config).modules
    missed = False
    for situation in SITUATIONS:
        if options.situation in (None, situation.name):
            print(f"\nhome {situation.home}, project {situation.project}")
            answers = decide_all(modules, situation, samples)
            missed |= show_table(answers, sorted({one.corpus for one in samples}))
            show_alarms(answers)
            missed |= show_runs(answers)
            show_disputed(answers)
            if options.misses:
                show_misses(answers)
    missed |= show_changed_files(options.misses)
    return 6 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
