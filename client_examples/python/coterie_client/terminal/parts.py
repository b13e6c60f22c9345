"""Parts that many commands share: pools, sides of contests, who acts, who sees it, numbers."""

from coterie_client.terminal.lines import OrderError, Words
from coterie_client.terminal.order import CATEGORIES, DAMAGE, VISIBILITIES, Order

MOST_DICE = 40
MOST_TRAITS = 2


def pool(order: Order, words: Words) -> None:
    """
    Take what is rolled: a number of dice, or traits of the sheet: Wits+Stealth, or one in quotes.

    Raises:
        OrderError: Neither is next.
    """
    named = words.take_quoted() or words.take_match(r"([^+\d-][^+]*(?:\+[^+]+)+)")
    if named is None:
        order.fields["pool"] = words.number("the number of dice", 1, MOST_DICE)
        return
    traits = [trait.strip() for trait in named.split("+")]
    if not all(traits) or len(traits) > MOST_TRAITS:
        raise OrderError(f"a pool is a number of dice, or one or two traits, not {named!r}")
    order.fields["traits"] = traits


def pool_word(order: Order, words: Words) -> bool:
    """Take one word that any pool may have."""
    if (label := words.take_quoted()) is not None:
        order.fields["label"] = label
    elif words.take("specialty"):
        order.fields["specialty"] = words.next("the specialty")
    elif words.take("buy"):
        order.fields["willpower"] = True
    elif words.take("needs"):
        order.fields["required"] = words.number("how many successes are needed", 1, 20)
    elif words.take("automatic"):
        order.fields["automatic"] = words.number("how many successes are automatic", 1, 20)
    elif words.take("again"):
        order.fields["retries"] = words.number("how often it was tried before", 1, 9)
    elif words.take("surge"):
        order.fields["surge"] = True
    elif (kind := words.take("humanity_pool", "willpower_pool")) is not None:
        order.fields["kind"] = kind.removesuffix("_pool")
    elif (category := words.take(*CATEGORIES)) is not None:
        order.fields.setdefault("categories", []).append(category)
    elif (dice := words.take_match(r"([+-]\d{1,2})")) is not None:
        why = words.take_quoted() or "modifier"
        order.fields.setdefault("modifiers", []).append({"label": why, "dice": int(dice)})
    else:
        return False
    return True


def side_word(order: Order, words: Words) -> bool:
    """Take one word that a side of a contest may have."""
    if words.take("attack"):
        order.fields["attack"] = True
    elif (difficulty := words.take_match(r"d(\d{1,2})")) is not None:
        order.fields["difficulty"] = int(difficulty)
    elif words.take("weapon"):
        order.fields["weapon"] = words.number("the weapon", 0, 10)
    elif (kind := words.take(*DAMAGE)) is not None:
        order.fields["damage_kind"] = kind
    else:
        return pool_word(order, words)
    return True


def placing_word(order: Order, words: Words) -> bool:
    """Take one word that says who acts, or who sees it."""
    if words.take("as", "of"):
        order.character = words.next("the character")
    elif words.take("whisper"):
        order.fields["visibility"] = "whisper"
        order.to += (words.next("the member to whisper to"),)
    elif words.take("note"):
        order.fields["note"] = words.next("the note")
    elif (visibility := words.take(*VISIBILITIES)) is not None:
        order.fields["visibility"] = visibility
    else:
        return False
    return True


def handle(words: Words) -> int | None:
    """Take a number of a thing on the screen, such as #3, if one is next."""
    number = words.take_match(r"#(\d{1,9})")
    return int(number) if number is not None else None


def one_of(words: Words, what: str, *choices: str) -> str:
    """
    Take one of *choices*.

    Raises:
        OrderError: Something else is next; the message lists them.
    """
    chosen = words.take(*choices)
    if chosen is None:
        raise OrderError(f"{what} is one of {', '.join(choices)}")
    return chosen
