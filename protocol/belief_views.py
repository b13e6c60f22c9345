"""What a viewer may see of beliefs, of ties between characters, and of experience."""

from msgspec import Struct

from protocol.belief_words import BoonSize, BoonState, TouchstoneState
from protocol.ids import BondId, BoonId, CharacterId
from protocol.words import TrackerAudience


class TouchstoneView(Struct, frozen=True, omit_defaults=True):
    """Somebody who ties a vampire to its Humanity, and to the Conviction named, if to one."""

    name: str
    conviction: str = ""
    state: TouchstoneState = TouchstoneState.ALIVE


class BeliefsView(Struct, frozen=True, omit_defaults=True):
    """The Convictions and Touchstones of a character; `audience` is `table` or `owner`."""

    convictions: tuple[str, ...] = ()
    touchstones: tuple[TouchstoneView, ...] = ()
    audience: TrackerAudience = TrackerAudience.OWNER


class ExperienceView(Struct, frozen=True):
    """Experience that a character was awarded in all, and what of it is not spent."""

    total: int
    unspent: int


class BondView(Struct, frozen=True, omit_defaults=True):
    """
    A blood bond: `character` drank of the regnant `drinks` times, and the third time binds.

    V5 bonds have a `strength` from then on. The regnant is a character, or somebody else by
    `regnant_name`; one that `is_veiled` is known to Storytellers alone, and empty for all others.
    """

    bond: BondId
    character: CharacterId
    drinks: int
    strength: int = 0
    regnant: CharacterId | None = None
    regnant_name: str = ""
    is_veiled: bool = False
    audience: TrackerAudience = TrackerAudience.OWNER


class BoonView(Struct, frozen=True, omit_defaults=True):
    """
    What one owes another: each a character, or somebody else by name.

    A character's name stands beside its id, for when it has left the table.
    """

    boon: BoonId
    debtor_name: str
    creditor_name: str
    size: BoonSize
    debtor: CharacterId | None = None
    creditor: CharacterId | None = None
    text: str = ""
    state: BoonState = BoonState.OWED
    audience: TrackerAudience = TrackerAudience.TABLE
