"""`approvals` of the Config: whose signatures lift denies, and who asks from which account. Types only."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictStr, StringConstraints, model_validator

from policyhooks.compiler.model.fields import Model
from policyhooks.compiler.model.program_words import refuse

# A name and a key become one line that ssh-keygen reads: nothing in them may end a word or a line, or be a pattern.
Signer = Annotated[StrictStr, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._@+-]*$", max_length=120)]
Uid = Annotated[StrictStr, StringConstraints(pattern=r"^(0|[1-9][0-9]{0,9})$")]
PublicKey = Annotated[
    StrictStr,
    StringConstraints(
        pattern=r"^(ssh-ed25519|sk-ssh-ed25519@openssh\.com|ecdsa-sha2-nistp(256|384|521)"
        r"|sk-ecdsa-sha2-nistp256@openssh\.com|ssh-rsa) [A-Za-z0-9+/]{40,1600}={0,2}$"
    ),
]


class Approvals(Model):
    """Who may lift denies of rules that say `by: signer`, and who asks from which account."""

    signers: dict[Signer, tuple[PublicKey, ...]] = Field(
        {},
        description="Names of people, each with their public SSH keys. No key stands under two names.",
        examples=[
            {
                "dana@acme.example": [
                    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFbuJO9hoBb8u8G5wnM5pVYHTkgN8Jw1JWmXkYqUqeKq",
                ]
            }
        ],
    )
    requesters: dict[Uid, tuple[Signer, ...]] = Field(
        {},
        description="Which of these people work under an account, by its number: for `four_eyes`.",
        examples=[{"1000": ["dana@acme.example"]}],
    )

    @model_validator(mode="after")
    def _a_key_is_one_person(self) -> Approvals:
        keys = [key for found in self.signers.values() for key in found]
        if len(keys) != len(set(keys)):
            raise refuse("a key stands twice in `signers`, and one key is one person")
        return self
