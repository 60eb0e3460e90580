"""The prompt of a judge rule: inline text, or a file near the policy, read at build and compiled in."""

from __future__ import annotations

from pathlib import Path

from policyhooks.compiler.source import Refused, read_text

LEVELS = 3  # the policy's own folder and so many minus one above it
MAX_CHARACTERS = 60_000


class BadPrompt(ValueError):
    """The prompt cannot be used; `code` names why."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint


def read_prompt(prompt: str, policy_path: str) -> str:
    """The text of a prompt. Raises BadPrompt."""
    if not is_file_name(prompt):
        return prompt
    if leads_out(prompt):
        raise BadPrompt("bad-prompt", f"the prompt `{prompt}` lies outside", "give a path below the policy's folder")
    candidate = find_prompt(prompt, policy_path)
    if candidate is not None:
        return read_body(candidate, prompt)
    raise BadPrompt("missing-prompt", f"there is no prompt file `{prompt}`", "looked for beside the policy and above")


def leads_out(prompt: str) -> bool:
    """Whether the spelling of a path leads out of the folder that it counts from."""
    return Path(prompt).is_absolute() or ".." in Path(prompt).parts


def find_prompt(prompt: str, policy_path: str) -> Path | None:
    """The prompt file nearest to the policy, beside it or above."""
    folder = Path(policy_path).parent
    for _ in range(0 if leads_out(prompt) else LEVELS):
        candidate = folder / prompt
        if candidate.is_file():
            return candidate
        folder = folder / ".."
    return None


def is_file_name(prompt: str) -> bool:
    """Whether a prompt names a file: one word that ends in .md."""
    return prompt.endswith(".md") and not any(character.isspace() for character in prompt)


def read_body(path: Path, shown: str) -> str:
    """The file's text without its front matter."""
    try:
        text = read_text(str(path), shown)
    except Refused as refused:
        raise BadPrompt("bad-prompt", refused.diagnostic.message) from None
    if text.startswith("---\n"):
        _, closed, body = text[4:].partition("\n---\n")
        if not closed:
            raise BadPrompt("bad-prompt", f"the front matter of `{shown}` is not closed", "end it with a line `---`")
        text = body
    if not text.strip():
        raise BadPrompt("bad-prompt", f"the prompt file `{shown}` is empty")
    if len(text) > MAX_CHARACTERS:
        raise BadPrompt("bad-prompt", f"the prompt file `{shown}` is longer than {MAX_CHARACTERS} characters")
    return text.strip() + "\n"
