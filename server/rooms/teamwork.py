"""Decisions about teamwork: who helps whom with a Skill, until the roll that it counts on."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.views import EffectView
from protocol.words import Clock, EffectKind
from server.rooms.audience import Audience
from server.rooms.compulsion_effects import forbids_teamwork
from server.rooms.deed import Deed, placed
from server.rooms.effects import effect_id, known_effects, let_hold, refuse_full
from server.rooms.pool_parts import Pooled, counts_on
from server.rooms.refusal import Refusal
from server.rooms.sheets import dots_of
from server.rooms.state import CharacterState, MemberState
from server.rooms.trackers import rules_of
from server.rules.v5.trait_pools import TeamMember, team_up
from server.rules.v5.traits import TraitKind, trait_kind


def help_with(deed: Deed, actor: MemberState, intent: i.Help) -> Refusal | None:
    """Let a character help another with a Skill: one die for who has a dot in it (A1.15)."""
    helper = deed.state.characters[intent.character]
    helped = deed.state.characters[intent.helps]
    if helper.character == helped.character:
        return Refusal(Code.INVALID, "Nobody helps themselves.", "helps", "another character")
    asked = placed(deed.state, actor, intent.visibility, intent.to, (helper, helped))
    if isinstance(asked, Refusal):
        return asked
    if trait_kind(intent.skill) not in (None, TraitKind.SKILL):
        return Refusal(
            Code.INVALID, "Helpers help with a Skill.", "skill", "a Skill of the helper's sheet"
        )
    team = team_up(
        (
            TeamMember(helped.name, pool=1, skill_dots=0),
            TeamMember(helper.name, pool=0, skill_dots=dots_of(helper, intent.skill)),
        )
    )
    if not team.items:
        return Refusal(
            Code.UNSKILLED,
            "Who has no dot in the Skill is no help with it.",
            "skill",
            "a Skill in which the helper has a dot",
        )
    for each, field in ((helper, "character"), (helped, "helps")):
        held = known_effects(deed, actor, each.character)
        if any(forbids_teamwork(effect.view, rules_of(deed)) for effect in held):
            return Refusal(
                Code.WRONG_STATE,
                "A Compulsion keeps this character out of teamwork.",
                field,
                "a character without such a Compulsion",
            )
    known = known_effects(deed, actor, helped.character)
    if any(held.view.helper == helper.character for held in known):
        return Refusal(
            Code.NOTHING_TO_DO, "This character helps already.", "character", "another helper"
        )
    full = refuse_full(deed, actor, helped.character)
    if full is not None:
        return full
    view = EffectView(
        effect=effect_id(deed, helped.character),
        character=helped.character,
        kind=EffectKind.HELP,
        name=helper.name,
        bonus=sum(item.dice for item in team.items),
        traits=(intent.skill,),
        helper=helper.character,
        ends="The next roll with this Skill.",
        until=Clock.SCENE,
    )
    let_hold(deed, actor, view, asked, intent.note)
    deed.created = view.effect
    deed.created_to = deed.state.effects[view.effect].audience
    return None


def use_up_help(
    deed: Deed, actor: MemberState, character: CharacterState, asked: Pooled, told: Audience
) -> None:
    """
    End the help that counted on a roll of which *told* learn.

    Where not all who know of the help learn of the roll its end would tell them, so it goes on.
    """
    for held in known_effects(deed, actor, character.character):
        is_used = held.view.helper is not None and counts_on(held.view, asked)
        if is_used and told.covers(held.audience):
            deed.record(e.EffectEnded(effect=held.view.effect))
