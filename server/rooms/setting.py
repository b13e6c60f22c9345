"""Where a roll happens: whose it is, who sees it, and who sees what follows of it."""

from msgspec import Struct

from protocol import from_client as i
from protocol.words import Visibility
from server.rooms.audience import EVERYONE, STORYTELLERS, Audience
from server.rooms.deed import Asked, Deed, placed, refuse_entered
from server.rooms.outcomes import apart, hides_pool, refuse_hiding
from server.rooms.refusal import Refusal
from server.rooms.requests import placed_answer
from server.rooms.state import CharacterState, MemberState, RequestState

Dicey = (
    i.Roll
    | i.Rouse
    | i.Mend
    | i.Wake
    | i.Blush
    | i.RollCompulsion
    | i.RollResonance
    | i.TestRemorse
    | i.TestFrenzy
    | i.RollV20
    | i.RollDegeneration
    | i.ResistBeast
    | i.RollInitiative
)


class Setting(Struct, frozen=True, gc=False):
    """
    Where a roll happens: whose it is, who will see it, and what request it answers.

    `shown_to` are told how it comes out, where they are not to see its pool.
    """

    actor: MemberState
    character: CharacterState | None
    asked: Asked
    request: RequestState | None = None
    shown_to: Audience | None = None

    @property
    def is_attributed(self) -> bool:
        """Whether the roll is a hidden character's, and so shown without it."""
        return self.character is not None and self.character.hidden

    @property
    def noticed_by(self) -> Audience:
        """Who learns at least that the roll was made."""
        if self.shown_to is not None:
            return self.shown_to
        return EVERYONE if self.asked.visibility is Visibility.BLIND else self.asked.audience


def set_scene(
    deed: Deed, actor: MemberState, intent: Dicey, request: RequestState | None = None
) -> Setting | Refusal:
    """Everything about a rolling intent that has nothing to do with its rules."""
    character = None if intent.character is None else deed.state.characters[intent.character]
    known = () if character is None else (character,)
    if request is not None and isinstance(intent, i.Roll | i.RollV20):
        asked = placed_answer(deed.state, actor, intent, request, known)
    else:
        asked = placed(deed.state, actor, intent.visibility, intent.to, known)
    if isinstance(asked, Refusal):
        return asked
    shown_to = None
    if hides_pool(intent, request):
        no_pool = refuse_hiding(intent)
        if no_pool is not None:
            return no_pool
        asked, shown_to = apart(actor, asked, known)
    refusal = deed.take_number(
        actor,
        asked.audience,
        intent.dice,
        intent.entered,
        may_do_without=isinstance(intent, i.Roll) and intent.without_dice is not None,
    )
    if refusal is None and intent.entered is not None:
        refusal = refuse_entered(deed.state, actor, asked, intent.entered)
    return refusal or Setting(actor, character, asked, request, shown_to)


def deed_audience(setting: Setting) -> Audience:
    """Who sees a roll's consequences: nobody but Storytellers for a hidden character's."""
    return STORYTELLERS if setting.is_attributed else setting.asked.audience
