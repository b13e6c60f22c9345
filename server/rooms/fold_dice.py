"""Fold of the events about the book of dice, and of the numbers that rolls took."""

from typing import assert_never

from msgspec.structs import replace

from protocol import events as e
from protocol.dice import DiceProof
from protocol.ids import MemberId
from protocol.words import DiceSource, Lane, Role
from server.rooms.audience import Audience
from server.rooms.book_state import HOUSE, BookState, LaneOf, key_of
from server.rooms.dice_scheme import BOTS_NUMBERS
from server.rooms.state import RoomState, put

DiceEvent = e.BookOpened | e.LanesAdded | e.EntropyAdded | e.RollProven


def fold_dice(state: RoomState, event: DiceEvent) -> RoomState:
    """The state after *event*."""
    match event:
        case e.BookOpened():
            lanes = {each.member: each for each in event.lanes}
            bots = [m.member for m in state.members.values() if m.role is Role.BOT]
            shares = {bot: BOTS_NUMBERS // len(bots) for bot in bots}
            book = BookState(event.book, event.table, event.secret, lanes, shares=shares)
            return replace(state, book=book)
        case e.LanesAdded():
            if state.book is None or state.book.book != event.book:
                return state
            added = {each.member: each for each in event.lanes}
            return replace(state, book=replace(state.book, lanes={**added, **state.book.lanes}))
        case e.EntropyAdded():
            if state.book is None or state.book.book != event.book:
                return state
            pot = put(state.book.pot, event.member, event.entropy)
            return replace(state, book=replace(state.book, pot=pot, c=state.book.c + 1))
        case e.RollProven():
            return take(state, event.proof)
        case _:
            assert_never(event)


def charge(state: RoomState, member: MemberId, source: DiceSource, audience: Audience) -> RoomState:
    """
    The state after hidden dice of a roll of *member*, whose share they are taken from, if any.

    Rolls that *member* does not see are rerolled by Storytellers alone, at their own expense.
    """
    book = state.book
    is_hidden = source is DiceSource.BOOK and not audience.everyone
    if book is None or not is_hidden or not book.shares.get(member):
        return state
    shares = put(book.shares, member, book.shares[member] - 1)
    return replace(state, book=replace(book, shares=shares))


def take(state: RoomState, proof: DiceProof | None) -> RoomState:
    """The state after a roll took its number; entropy of an open roll is in the pot from now on."""
    book = state.book
    if proof is None or book is None or book.book != proof.book:
        return state
    owner = HOUSE if proof.member is None else proof.member
    taken = put(book.taken, key_of(LaneOf(proof.lane, owner)), proof.n + 1)
    if proof.lane is Lane.OPEN:
        pot = put(book.pot, owner, proof.entropy)
        return replace(state, book=replace(book, taken=taken, pot=pot, c=book.c + 1))
    return replace(state, book=replace(book, taken=taken))
