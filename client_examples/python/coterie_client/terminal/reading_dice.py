"""Grammar of the commands about rolls, contests and proposals."""

from coterie_client.terminal.lines import OrderError, Words
from coterie_client.terminal.order import CATEGORIES, Order
from coterie_client.terminal.parts import handle, one_of, placing_word, pool, pool_word, side_word


def read_roll(order: Order, words: Words) -> None:
    order.intent = "roll"
    pool(order, words)
    while words:
        if (difficulty := words.take_match(r"d(\d{1,2})")) is not None:
            order.fields["difficulty"] = int(difficulty)
        elif words.take("difficulty", "vs"):
            order.fields["difficulty"] = words.number("the difficulty", 1, 99)
        elif words.take("bare"):
            order.is_bare = True
        elif words.take("hide"):
            order.fields["hide_pool"] = True
        elif words.take("hunger"):
            order.fields["hunger"] = words.number("Hunger", 0, 5)
        elif not (pool_word(order, words) or placing_word(order, words)):
            words.end()


def read_reroll(order: Order, words: Words) -> None:
    order.intent = "reroll"
    order.handle = handle(words)
    places = [words.number("the place of a die", 0, 63)]
    while words:
        places.append(words.number("the place of a die", 0, 63))
    order.fields["regular_indices"] = places


def read_settle(order: Order, words: Words) -> None:
    order.intent = "settle_roll"
    order.handle = handle(words)


def read_rouse(order: Order, words: Words) -> None:
    order.intent = "rouse"
    while words:
        if words.take("power"):
            order.fields["power_level"] = words.number("the level of the power", 1, 5)
        elif (label := words.take_quoted()) is not None:
            order.fields["label"] = label
        elif not placing_word(order, words):
            words.end()


def read_remorse(order: Order, words: Words) -> None:
    order.intent = "test_remorse"
    while words and placing_word(order, words):
        pass


def read_frenzy(order: Order, words: Words) -> None:
    order.intent = "test_frenzy"
    order.fields["kind"] = one_of(words, "what provokes it", "fury", "hunger", "terror")
    order.fields["difficulty"] = int(
        words.take_match(r"d(\d{1,2})") or words.number("the difficulty", 1, 99)
    )
    while words and placing_word(order, words):
        pass


def read_reveal(order: Order, words: Words) -> None:
    order.intent = "reveal_roll"
    order.handle = handle(words)
    while words:
        if words.take("outcome"):
            order.fields["part"] = "outcome"
        elif words.take("to"):
            order.to += (words.next("the member to show it to"),)
        else:
            words.end()


def read_contest(order: Order, words: Words) -> None:
    order.intent = "open_contest"
    pool(order, words)
    if not words.take("against"):
        raise OrderError('say against whom: contest 5 against "Name"')
    order.against = words.next("the other character")
    while words:
        if (conflict := words.take(*CATEGORIES)) is not None:
            order.fields["conflict"] = conflict
        elif not (side_word(order, words) or placing_word(order, words)):
            words.end()


def read_answer(order: Order, words: Words) -> None:
    order.intent = "answer_contest"
    order.handle = handle(words)
    pool(order, words)
    while words:
        if words.take("as"):
            order.character = words.next("the character who answers")
        elif not side_word(order, words):
            words.end()


def read_withdraw(order: Order, words: Words) -> None:
    order.intent = "withdraw_contest"
    order.handle = handle(words)


def read_confirm(order: Order, words: Words) -> None:
    order.intent = "confirm_proposal"
    order.handle = handle(words)
    while words:
        if (amount := words.take_match(r"(\d{1,2})")) is not None:
            order.fields["amount"] = int(amount)
        else:
            order.fields["choice"] = words.next("the choice")


def read_dismiss(order: Order, words: Words) -> None:
    order.intent = "dismiss_proposal"
    order.handle = handle(words)
