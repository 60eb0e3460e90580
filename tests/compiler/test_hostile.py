"""A hostile policy never becomes code: whatever its texts say, the program holds only names we made."""

import ast
import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.compiler.compile import compile_policies
from policyhooks.errors import InvalidPolicies
from policyhooks.evaluation.glob_reader import escape
from tests.compiler.policy_text import policy, rule
from tests.support.counts import scaled

HALF = "\ud800"
POISON = [
    '"); __import__("os").system("id") #',
    "'); __import__('os').system('id') #",
    "\n__import__('os')\n",
    "\\",
    '\\"',
    "'''",
    '"""',
    "{{ 1 }}' + __import__('os').name + '",
    "}} {{",
    "# coding: latin-1",
    "\u2028import os",
    "\N{FULLWIDTH QUOTATION MARK}",
    "%s{0}{e}",
    "__class__",
    "e.__dict__",
    "lambda: 0",
    "\x1b]0;x\x07",
    "a\rb",
]
TEXT = st.one_of(st.sampled_from(POISON), st.text(min_size=1, max_size=30).filter(str.strip))
PAIR = re.compile(r"\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})")
NAME = re.compile(
    r"(e|reason|load|name|RULES|(judge|command)_output|v\d+|(SET|LIST|PARAM|PARAM_SET|DATA)(_\d+)+|(compute_)?var_\d+"
    r"|(select|when|user|agent|rewrite|context|followup|env|input|exception)(_\d+)+"
    r"|FORMAT|FEATURES|LAYER|RULE_COUNT|BUCKET_SIZE|SHARDS|ALWAYS|KINDS|GRAMS|OUTPUTS|REPOSITORY|OPTIONS|JUDGED|KEYS|DIGEST"
    r"|any|all|len|frozenset|isinstance)"
)
IMPORTED = re.compile(r"policyhooks\.(core\.(matching|program|wording|records)|evaluation\.[a-z_]+)")
NEVER = (ast.Import, ast.ClassDef, ast.Global, ast.While, ast.With, ast.Try, ast.JoinedStr, ast.Await)


def assert_only_our_names(source: str) -> None:
    """Every name, attribute and import of a module is one that the compiler makes."""
    source.encode("ascii")
    nodes = list(ast.walk(ast.parse(source)))
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    assert all(IMPORTED.fullmatch(node.module or "") for node in imports)
    imported = {alias.name for node in imports for alias in node.names}
    assert not [node for node in nodes if isinstance(node, NEVER)]
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    names |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    assert not {name for name in names - imported if not NAME.fullmatch(name)}
    assert not {node.attr for node in nodes if isinstance(node, ast.Attribute) and node.attr.startswith("_")}


def hostile(texts: list[str]) -> dict[str, object]:
    """A policy with poison in every place that takes a text, as far as the place takes that text."""
    quoted = json.dumps(texts[0], ensure_ascii=False)
    message = {"user": without_holes(texts[3]), "agent": without_holes(texts[4])}
    line = [" ".join(text.split()).replace("/", "|") or "x" for text in texts]
    exception = {"id": "EX-1", "becomes": "ask", "expires": "2099-01-01", "when": f"shell.command != {quoted}"}
    exception |= {"owner": texts[0], "reason": texts[1], "ticket": texts[2]}
    mcp = {"events": ["mcp.before"]}
    judge = {"prompt": texts[13] + " ?", "model": f"a/{texts[14]}"}
    start = {"events": ["session.start"], "clients": ["cursor"]}
    globs = [escape(text.replace("\0", "").replace("\n", " ")) or "x" for text in texts]
    line = [escape(text.replace("\0", "")) or "x" for text in line]
    path = line[10].replace("\\*", "").replace("..", "") or "x"
    return policy(
        [
            rule("a", match={"commands": ["mkfs"], "tools": [globs[1]], "repos": [globs[2]]}, message=message),
            rule("b", when=f"shell.command == {quoted} || shell.command in lists.x", title=texts[5], tags=[texts[11]]),
            rule("c", match={**mcp, "mcp": [f"{line[7]}/{line[8]}"]}, unless={"users": [globs[9]]}),
            rule("d", match={"events": ["file.read"], "paths": [path]}),
            rule("e", match=start, effect="env", env={"X": without_holes(texts[12])}),
            rule("f", match={**mcp, "mcp": ["a/b"]}, judge=judge, message={**message, "user": "{{ judge.reason }}"}),
            rule("g", match={"events": ["prompt.submit"], "prompts": [texts[15]]}, description=texts[6]),
            rule("h", match={"commands": ["x"]}, exceptions=[exception]),
            rule("i", when="vars.v"),
        ],
        lists={"x": [*texts, 3, True, None, 1.5]},
        params={"p": {"type": "map<string, dyn>", "default": {texts[0]: texts[1]}, "description": texts[2]}},
        variables={"v": f"params.p.exists(k, k == {quoted}) && shell.understood"},
        metadata={"id": "acme.test", "title": texts[16], "owner": texts[17], "version": texts[18]},
    )


def without_holes(text: str) -> str:
    return text.replace("{{", "{ {").replace("}}", "} }") or "x"


def escaped(document: object) -> str:
    """JSON whose escapes carry every character into the YAML reader, which knows no surrogate pairs."""

    def join(pair: re.Match[str]) -> str:
        high, low = int(pair[1], 16) & 0x3FF, int(pair[2], 16) & 0x3FF
        return f"\\U{(high << 10 | low) + 0x10000:08x}"

    return PAIR.sub(join, json.dumps(document, ensure_ascii=True))


def problems_of(path: Path) -> list[str]:
    """The codes of a policy's errors; of a policy that compiles, every module is looked at first."""
    try:
        compiled = compile_policies([str(path)])
    except InvalidPolicies as invalid:
        return [f"{problem.line}:{problem.column} {problem.code}" for problem in invalid.diagnostics]
    for source in compiled.modules.values():
        assert_only_our_names(source)
    return []


@settings(max_examples=scaled(1500), deadline=None)
@given(texts=st.lists(TEXT, min_size=19, max_size=19))
def test_fuzz_texts_stay_texts(texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / f"hostile-{os.getpid()}.yaml"
    path.write_text(escaped(hostile(texts)), encoding="ascii")
    assert problems_of(path) == []


@pytest.mark.parametrize("poison", POISON)
def test_a_poison_stays_a_text_wherever_it_stands(poison: str, tmp_path: Path) -> None:
    path = tmp_path / "poison.yaml"
    path.write_text(escaped(hostile([poison] * 19)), encoding="ascii")
    assert problems_of(path) == []


def test_half_a_character_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "half.yaml"
    path.write_text(escaped(hostile([HALF] * 19)), encoding="ascii")
    assert problems_of(path)[0].endswith("yaml-syntax")


NAMES = ["a b", "a\nb", "a'", 'a"', "É", "a;b", "", "a/b", "-a", "a" * 500, "x\x00", "__import__('os')"]


@pytest.mark.parametrize("name", NAMES)
def test_ids_and_names_have_one_alphabet(name: str, tmp_path: Path) -> None:
    documents = [
        policy([rule(name, match={"commands": ["x"]})]),
        policy([rule()], metadata={"id": name, "title": "T", "owner": "o"}),
        policy([rule()], lists={name: ["x"]}),
        policy([rule()], variables={name: "true"}),
        policy([rule()], params={name: {"type": "string", "default": "x"}}),
    ]
    for number, document in enumerate(documents):
        path = tmp_path / f"{number}.yaml"
        path.write_text(escaped(document), encoding="ascii")
        assert problems_of(path) != []
