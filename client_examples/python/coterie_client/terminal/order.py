"""An order: what a typed line asks for, before anybody is looked up. Words of the commands too."""

from dataclasses import dataclass, field

from coterie_client.wire import Json

ROLES = ("player", "storyteller", "spectator", "bot")
KINDS = ("vampire", "thin_blood", "ghoul", "mortal")
CATEGORIES = ("physical", "social", "mental")
TRACKS = ("health", "willpower")
DAMAGE = ("superficial", "aggravated", "bashing", "lethal")
NUMBERS = ("hunger", "humanity", "stains", "blood_potency", "blood_pool")
AUDIENCES = ("table", "owner", "storytellers")
VISIBILITIES = ("public", "private", "secret", "blind")
SHEET_DOTS = ("stamina", "composure", "resolve", "humanity", "blood_potency")


@dataclass(slots=True)
class Order:
    """
    What a line asks for.

    Attributes:
        verb: Its first word.
        intent: The type of the intent to send, or None for what the terminal does itself.
        fields: The intent's fields that need no looking up.
        character: Who acts, by name; None means whoever is played now.
        against: The other character, by name.
        helps: Whom the character helps, by name.
        member: The member who is meant, by name.
        to: Members who are to see it, by name.
        handle: The roll, contest or proposal that is meant, by its number on the screen.
        is_bare: No character at all.
        text: What is left of the line, for orders that take text.
    """

    verb: str
    intent: str | None = None
    fields: Json = field(default_factory=dict)
    character: str | None = None
    against: str | None = None
    helps: str | None = None
    member: str | None = None
    to: tuple[str, ...] = ()
    handle: int | None = None
    is_bare: bool = False
    text: str = ""
