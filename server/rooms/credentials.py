"""Changes of credentials that a command makes: stored with its commit, never in its events."""

import hashlib
from enum import StrEnum

from msgspec import Struct


class CredentialKind(StrEnum):
    """What a secret's hash opens."""

    TOKEN = "token"
    INVITE = "invite"
    LINK = "link"
    BARRED = "barred"


class AddCredential(Struct, frozen=True):
    """
    Let *hash* (SHA-256, 32 bytes) open *subject* (member, invite or link) from then on.

    A hash that opens something already keeps opening that.
    """

    kind: CredentialKind
    hash: bytes
    subject: str


class DropCredentials(Struct, frozen=True):
    """All credentials of this kind and subject in the room die."""

    kind: CredentialKind
    subject: str


class BarTokens(Struct, frozen=True):
    """The tokens of this member open nothing any more, and never will again."""

    member: str


CredentialChange = AddCredential | DropCredentials | BarTokens


def hash_secret(secret: bytes) -> bytes:
    """What is kept of a secret: its SHA-256."""
    return hashlib.sha256(secret).digest()
