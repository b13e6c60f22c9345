"""Grammar of the commands about the room, and of those that take text or nothing."""

from coterie_client.terminal.lines import OrderError, Words
from coterie_client.terminal.order import ROLES, Order
from coterie_client.terminal.parts import one_of


def read_invite(order: Order, words: Words) -> None:
    order.intent = "create_invite"
    order.fields["role"] = words.take(*ROLES) or "player"
    if words.take("uses", "for"):
        order.fields["uses"] = words.number("how many may use it", 1, 100)


def read_device(order: Order, _: Words) -> None:
    order.intent = "create_device_link"


def read_role(order: Order, words: Words) -> None:
    order.intent = "set_role"
    order.member = words.next("the member")
    order.fields["role"] = one_of(words, "the role", *ROLES)


def read_remove(order: Order, words: Words) -> None:
    order.intent = "remove_member"
    order.member = words.next("the member")


def read_say(order: Order, words: Words) -> None:
    order.intent = "say"
    order.fields["visibility"] = words.take("private") or "public"
    order.fields["text"] = words.rest() or words.next("what to say")


def read_whisper(order: Order, words: Words) -> None:
    order.intent = "say"
    order.fields["visibility"] = "whisper"
    order.to = (words.next("whom to whisper to"),)
    order.fields["text"] = words.rest() or words.next("what to whisper")


def read_note(order: Order, words: Words) -> None:
    order.intent = "say"
    order.fields |= {"kind": "note", "visibility": "private"}
    order.fields["text"] = words.rest() or words.next("what to note")


def read_rename(order: Order, words: Words) -> None:
    if words.take("room"):
        order.intent = "rename_room"
    else:
        order.intent = "rename_member"
    order.fields["name"] = words.rest() or words.next("the new name")


def read_session(order: Order, words: Words) -> None:
    order.intent = f"{one_of(words, 'what to do with it', 'start', 'end')}_session"


def read_clock(order: Order, words: Words) -> None:
    order.fields["clock"] = order.verb
    if words.take("end"):
        order.intent = "end_clock"
    else:
        order.intent = "begin_clock"
        if title := words.rest():
            order.fields["title"] = title


def read_dice(order: Order, words: Words) -> None:
    order.text = words.take("shake", "renew", "check") or ""
    if order.text == "renew":
        order.intent = "renew_dice"


def read_leave(order: Order, words: Words) -> None:
    order.intent = "leave_room"
    if not words.take("really"):
        raise OrderError("leaving is for good, with all your devices: type leave really")


def read_log(order: Order, words: Words) -> None:
    order.fields["limit"] = words.number("how many events", 1, 200) if words else 20


def read_text(order: Order, words: Words) -> None:
    order.text = words.rest()


def read_nothing(_: Order, __: Words) -> None:
    return
