"""Grammar of the commands about characters and trackers."""

from coterie_client.terminal.lines import Words
from coterie_client.terminal.order import (
    AUDIENCES,
    DAMAGE,
    KINDS,
    NUMBERS,
    SHEET_DOTS,
    TRACKS,
    Order,
)
from coterie_client.terminal.parts import one_of, placing_word


def read_char(order: Order, words: Words) -> None:
    match words.take("new", "show", "list", "give", "unhide", "remove", "save", "load"):
        case "new":
            read_new_character(order, words)
        case "give":
            order.intent = "set_owners"
            order.character = words.next("the character to give")
            words.take("to")
            order.to = (words.next("the member who gets it"),)
        case "unhide":
            order.intent, order.character = "unhide_character", words.next("the character")
        case "remove":
            order.intent, order.character = "remove_character", words.next("the character")
        case "save":
            order.verb, order.text = "char save", words.next("the file to write")
            if words.take("of", "as"):
                order.character = words.next("the character")
        case "load":
            read_load(order, words)
        case "show":
            order.character = words.next("the character")
        case _:
            order.text = words.rest()


def read_new_character(order: Order, words: Words) -> None:
    order.intent = "create_character"
    order.fields["name"] = words.next("the character's name")
    while words:
        if words.take("clan"):
            order.fields["clan"] = words.next("the clan")
        elif (kind := words.take(*KINDS)) is not None:
            order.fields["kind"] = kind
        elif words.take("hidden"):
            order.fields["hidden"] = True
        elif words.take("for"):
            order.to += (words.next("the member who plays it"),)
        elif words.take("hunger"):
            order.fields["hunger"] = words.number("Hunger", 0, 5)
        elif words.take("generation"):
            order.fields["generation"] = words.number("the Generation", 3, 15)
        elif words.take("trait"):
            name = words.next("the trait")
            order.fields.setdefault("traits", {})[name] = words.number(name, 0, 10)
        elif (trait := words.take(*SHEET_DOTS)) is not None:
            order.fields[trait] = words.number(trait, 0, 10)
        else:
            words.end()


def read_load(order: Order, words: Words) -> None:
    order.verb, order.text = "char load", words.next("the file to read")
    while words:
        if words.take("hidden"):
            order.fields["hidden"] = True
        elif words.take("for"):
            order.to += (words.next("the member who plays it"),)
        else:
            words.end()


def read_as(order: Order, words: Words) -> None:
    order.character = words.rest()


def read_damage(order: Order, words: Words) -> None:
    order.intent = "heal" if order.verb == "heal" else "deal_damage"
    order.fields |= {"track": "health", "kind": "superficial"}
    order.fields["amount"] = words.number("how much", 1, 50)
    while words:
        if (track := words.take(*TRACKS)) is not None:
            order.fields["track"] = track
        elif (kind := words.take(*DAMAGE)) is not None:
            order.fields["kind"] = kind
        elif order.verb == "damage" and words.take("whole"):
            order.fields["halve"] = False
        elif not placing_word(order, words):
            words.end()


def read_stains(order: Order, words: Words) -> None:
    order.intent = "add_stains"
    order.fields["amount"] = words.number("how many", 1, 50)
    while words and placing_word(order, words):
        pass


def read_set(order: Order, words: Words) -> None:
    order.intent = "set_tracker"
    order.fields["tracker"] = one_of(words, "the tracker", *NUMBERS)
    order.fields["value"] = words.number("the value", 0, 99)
    while words and placing_word(order, words):
        pass


def read_audience(order: Order, words: Words) -> None:
    order.intent = "set_tracker_audience"
    order.fields["tracker"] = one_of(words, "the tracker", *TRACKS, *NUMBERS)
    order.fields["audience"] = one_of(words, "who sees it", *AUDIENCES)
    if words.take("as", "of"):
        order.character = words.next("the character")
