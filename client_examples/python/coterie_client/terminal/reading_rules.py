"""Grammar of the commands for what the rules of either system offer beside rolls of pools."""

from coterie_client.terminal.lines import OrderError, Words
from coterie_client.terminal.order import Order
from coterie_client.terminal.parts import one_of, placing_word

USES = ("ignore_wounds", "control", "hold_frenzy", "hold_derangement", "other")
RECOVERIES = ("session", "night", "ambition", "desire", "acting_out")
STEPS = ("close_combat", "ranged", "joining", "other")
ATTRIBUTES = ("strength", "dexterity", "stamina")
V20_DAMAGE = ("bashing", "lethal", "aggravated")


def read_spend(order: Order, words: Words) -> None:
    order.intent = "spend_willpower"
    order.fields["use"] = one_of(words, "what Willpower buys", *USES)
    _placed(order, words)


def read_recover(order: Order, words: Words) -> None:
    order.intent = "recover"
    order.fields["by"] = one_of(words, "the occasion", *RECOVERIES)
    _placed(order, words)


def read_aid(order: Order, words: Words) -> None:
    order.intent = "help"
    order.helps = words.next("the character to help")
    if not words.take("with"):
        raise OrderError('say with which Skill: aid "Name" with Larceny')
    order.fields["skill"] = words.next("the Skill")
    _placed(order, words)


def read_declare(order: Order, words: Words) -> None:
    """V5 asks for a step, or a fixed initiative; V20 for words."""
    order.intent = "declare_action"
    if (step := words.take(*STEPS)) is not None:
        order.fields["step"] = step
    elif words.take("initiative"):
        order.fields["initiative"] = words.number("the initiative", 0, 100)
    else:
        order.fields["text"] = words.rest() or words.next("what the character is about to do")


def read_blood(order: Order, words: Words) -> None:
    order.intent = "spend_blood"
    what = one_of(
        words, "what blood is spent on", "wake", "heal", "discipline", "other", *ATTRIBUTES
    )
    if what in ATTRIBUTES:
        order.fields |= {"use": "attribute", "attribute": what}
    else:
        order.fields["use"] = what
    if what == "heal":
        order.fields["levels"] = words.number("how many levels", 1, 20)
        order.fields["kind"] = one_of(words, "the kind of damage", *V20_DAMAGE)
        if words.take("resting"):
            order.fields["resting"] = True
    elif what != "wake" and (points := words.take_match(r"(\d{1,2})")) is not None:
        order.fields["points"] = int(points)
    _placed(order, words)


def read_drink(order: Order, words: Words) -> None:
    order.intent = "drink_blood"
    order.fields["points"] = words.number("how many blood points", 1, 50)
    while words:
        if words.take("other"):
            order.fields["source"] = "other"
        elif words.take("before"):
            order.fields["drunk_before"] = words.number("how many were drunk before", 0, 10)
        elif not placing_word(order, words):
            words.end()


def read_sin(order: Order, words: Words) -> None:
    order.intent = "roll_degeneration"
    order.fields["sin"] = words.number("the level of the sin", 1, 10)
    while words:
        if (difficulty := words.take_match(r"d(\d{1,2})")) is not None:
            order.fields["difficulty"] = int(difficulty)
        elif not placing_word(order, words):
            words.end()


def read_resist(order: Order, words: Words) -> None:
    order.intent = "resist_beast"
    order.fields["kind"] = one_of(words, "what is resisted", "frenzy", "rotschreck")
    order.fields["difficulty"] = int(
        words.take_match(r"d(\d{1,2})") or words.number("the difficulty", 2, 10)
    )
    _placed(order, words)


def read_initiative(order: Order, words: Words) -> None:
    order.intent = "roll_initiative"
    while words:
        if words.take("celerity"):
            order.fields["celerity"] = words.number("Celerity", 0, 10)
        elif words.take("fixed"):
            order.fields["fixed"] = True
        elif not placing_word(order, words):
            words.end()


def _placed(order: Order, words: Words) -> None:
    while words and placing_word(order, words):
        pass
