"""What a V20 sheet has beside dots: Generation, Path, specialties, a table's own Abilities."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.v20_words import AbilityKind
from protocol.words import Label, TraitName

Specialties = Annotated[tuple[TraitName, ...], Meta(max_length=10)]


class V20Sheet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    What a V20 character has beside the dots of its traits.

    `generation` is a vampire's. `path` names the Path that is followed in place of
    Humanity, whose tracker then holds its rating.
    `specialties` are listed by the trait they belong to. `abilities` says of what group a table's
    own Abilities are; the book's are known.
    """

    generation: Annotated[int, Meta(ge=3, le=15)] = 13
    path: Label = ""
    specialties: Annotated[dict[TraitName, Specialties], Meta(max_length=60)] = {}
    abilities: Annotated[dict[TraitName, AbilityKind], Meta(max_length=60)] = {}
