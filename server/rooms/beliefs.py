"""Decisions about what a chronicle and its characters believe, and what Stains concern of it."""

from msgspec import Struct

from protocol import events as e
from protocol import from_client as i
from protocol.belief_views import BeliefsView, TouchstoneView
from protocol.codes import Code
from protocol.ids import CharacterId, MemberId
from protocol.words import TrackerAudience
from server.rooms.audience import EVERYONE, Audience
from server.rooms.deed import Deed
from server.rooms.refusal import Refusal
from server.rooms.state import CharacterState, MemberState
from server.rooms.visibility import beliefs_audience, those_who_lose
from server.rules.v5.humanity import stains_after_conviction


class Concern(Struct, frozen=True):
    """What Stains are for, what was spared of them, and who may learn of it."""

    amount: int
    audience: Audience = EVERYONE
    tenet: str = ""
    conviction: str = ""
    touchstone: str = ""
    upheld: str = ""
    spared: int = 0


def set_tenets(deed: Deed, actor: MemberState, intent: i.SetTenets) -> Refusal | None:
    """Put down the chronicle's tenets."""
    refusal = _refuse_twice(intent.tenets, "tenets")
    if refusal is not None:
        return refusal
    if intent.tenets == deed.state.tenets:
        return _nothing("tenets")
    deed.record(e.TenetsSet(tenets=intent.tenets, by=actor.member))
    return None


def set_beliefs(deed: Deed, actor: MemberState, intent: i.SetBeliefs) -> Refusal | None:
    """Put down a character's Convictions and Touchstones; its owner and Storytellers see them."""
    character = deed.state.characters[intent.character]
    names = tuple(each.name for each in intent.touchstones)
    refusal = (
        _refuse_twice(intent.convictions, "convictions")
        or _refuse_twice(names, "touchstones")
        or _refuse_untied(intent)
    )
    if refusal is not None:
        return refusal
    known = character.beliefs or BeliefsView()
    beliefs = BeliefsView(
        convictions=intent.convictions,
        touchstones=tuple(
            TouchstoneView(each.name, each.conviction, each.state) for each in intent.touchstones
        ),
        audience=known.audience if intent.audience is None else TrackerAudience(intent.audience),
    )
    if beliefs == character.beliefs:
        return _nothing("convictions")
    show_beliefs(deed, actor.member, character.character, beliefs, beliefs_audience(character))
    return None


def show_beliefs(
    deed: Deed, by: MemberId | None, character: CharacterId, beliefs: BeliefsView, before: Audience
) -> None:
    """Record beliefs for those who see them now, after those of *before* who do no longer."""
    noted = e.BeliefsNoted(character=character, beliefs=beliefs, by=by)
    now = beliefs_audience(deed.state.characters[character], beliefs)
    losers = those_who_lose(deed.state.members, before, now)
    if losers.members and deed.state.characters[character].beliefs is not None:
        deed.record(e.BeliefsHidden(character=character), to=losers)
    deed.record(noted)


def shift_beliefs(deed: Deed, character: CharacterId, before: Audience) -> None:
    """Show beliefs again where others see them than *before*, if there are any."""
    now = deed.state.characters[character]
    if now.beliefs is not None and beliefs_audience(now) != before:
        show_beliefs(deed, None, character, now.beliefs, before)


# --- Stains --------------------------------------------------------------------------------------


def concern_of(
    deed: Deed, actor: MemberState, character: CharacterState, intent: i.AddStains
) -> Concern | Refusal:
    """What Stains are for: a broken tenet or Conviction, a harmed Touchstone (A11.2)."""
    beliefs = character.beliefs or BeliefsView()
    touchstones = tuple(each.name for each in beliefs.touchstones)
    for field, named, known in (
        ("tenet", intent.tenet, deed.state.tenets),
        ("conviction", intent.conviction, beliefs.convictions),
        ("touchstone", intent.touchstone, touchstones),
        ("upheld", intent.upheld, beliefs.convictions),
    ):
        if named is not None and named not in known:
            what = "conviction" if field == "upheld" else field
            accepted = "; ".join(known) or f"nothing: no {what} is noted"
            return Refusal(Code.NOT_FOUND, f"No {what} is called so.", field, accepted)
    refusal = _refuse_spared(actor, intent)
    if refusal is not None:
        return refusal
    is_personal = bool(intent.conviction or intent.touchstone or intent.upheld)
    return Concern(
        amount=stains_after_conviction(intent.amount, intent.spared),
        audience=beliefs_audience(character) if is_personal else EVERYONE,
        tenet=intent.tenet or "",
        conviction=intent.conviction or "",
        touchstone=intent.touchstone or "",
        upheld=intent.upheld or "",
        spared=intent.spared,
    )


def _refuse_spared(actor: MemberState, intent: i.AddStains) -> Refusal | None:
    if (intent.upheld is not None) != (intent.spared > 0):
        return Refusal(
            Code.INVALID,
            "A Conviction that is upheld spares a Stain or more, and nothing else spares any.",
            "spared" if intent.upheld is not None else "upheld",
            "both `upheld` and `spared` from 1, or neither",
        )
    if intent.upheld is not None and intent.upheld == intent.conviction:
        return Refusal(
            Code.INVALID, "A Conviction is broken or upheld, not both.", "upheld", "another one"
        )
    if intent.spared > intent.amount:
        return Refusal(
            Code.OUT_OF_RANGE,
            "More Stains than there are cannot be spared.",
            "spared",
            f"1 to {intent.amount}",
        )
    if intent.spared and not actor.is_storyteller:
        return Refusal(
            Code.FORBIDDEN,
            "How many Stains a Conviction spares is a Storyteller's word.",
            "spared",
            "0",
        )
    return None


# --- refusals ------------------------------------------------------------------------------------


def _refuse_twice(texts: tuple[str, ...], field: str) -> Refusal | None:
    if len(set(texts)) == len(texts):
        return None
    return Refusal(Code.INVALID, "The same stands there twice.", field, "each of them once")


def _refuse_untied(intent: i.SetBeliefs) -> Refusal | None:
    for each in intent.touchstones:
        if each.conviction and each.conviction not in intent.convictions:
            return Refusal(
                Code.INVALID,
                "A Touchstone is tied to a Conviction that stands beside it.",
                "touchstones",
                "; ".join(intent.convictions) or "no `conviction`",
            )
    return None


def _nothing(field: str) -> Refusal:
    return Refusal(Code.NOTHING_TO_DO, "It stands so already.", field, "something else")
