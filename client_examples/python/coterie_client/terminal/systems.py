"""The intents that a room's system has for an order; people type the same words in both."""

from coterie_client.terminal.lines import OrderError
from coterie_client.wire import Json

_IN_V20 = {
    "roll": "roll_v20",
    "open_contest": "open_v20_contest",
    "answer_contest": "answer_v20_contest",
    "create_character": "create_v20_character",
}
_V20_WORDS = ("willpower", "required", "automatic", "retries", "specialty_rating", "attack")
_V5_WORDS = {
    "surge": "a Blood Surge",
    "categories": "groups of Attributes",
    "hunger": "Hunger",
    "weapon": "a weapon's value",
    "conflict": "a kind of conflict",
    "composure": "Composure by itself",
    "resolve": "Resolve by itself",
    "blood_potency": "Blood Potency",
    "stamina": "Stamina by itself",
}
_NAMES = {
    "willpower": "Willpower with a roll",
    "required": "a number of successes that is needed",
    "automatic": "automatic successes",
    "retries": "tries before",
    "specialty_rating": "the rating of a specialty",
    "attack": "an attack by its name",
    "generation": "Generation",
}


def for_system(intent: Json, system: str) -> None:
    """
    Let an intent be the one that a room's system has.

    Raises:
        OrderError: A word of the order belongs to the other system.
    """
    if system != "v20":
        if str(intent["type"]).endswith("_contest") and "difficulty" in intent:
            raise OrderError("this room plays V5, where a contest has no difficulty")
        for name in (*_V20_WORDS, "generation"):
            if name in intent:
                raise OrderError(f"this room plays V5, which has no {_NAMES[name]}")
        return
    asked = str(intent["type"])
    intent["type"] = _IN_V20.get(asked, asked)
    if intent.get("kind") == "superficial":
        intent["kind"] = "bashing"
    if asked in _IN_V20:
        _refuse_v5(intent)
    if asked == "create_character":
        if (generation := intent.pop("generation", None)) is not None:
            intent["sheet"] = {"generation": generation}
        if (humanity := intent.pop("humanity", None)) is not None:
            intent["morality"] = humanity


def _refuse_v5(intent: Json) -> None:
    for name, what in _V5_WORDS.items():
        if name in intent:
            raise OrderError(f"this room plays V20, which has no {what}")
