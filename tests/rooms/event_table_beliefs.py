"""Who sees which event of beliefs, ties and experience: a table, as that of all other events."""

from protocol import events as e
from protocol import from_client as i
from tests.rooms.event_rows import ALL, Row, Scene, row
from tests.support.rooms import Done

OATH = "The guilty alone may suffer"


def _believe(s: Scene, who: str, character: str, audience: str) -> Done:
    return s.room.act(
        who, i.SetBeliefs,
        character=character, convictions=(OATH,), touchstones=(), audience=audience,
    )  # fmt: skip


def _narrowed(s: Scene) -> Done:
    _believe(s, "ann", s.iris, "table")
    return _believe(s, "ann", s.iris, "owner")


def _bind(s: Scene, character: str, audience: str, **more: object) -> Done:
    named = {"regnant_name": "The Baroness", "drinks": 1, "audience": audience, **more}
    return s.st(i.SetBond, character=character, **named)


def _unbind(s: Scene, audience: str) -> Done:
    return s.st(i.RemoveBond, bond=_bind(s, s.iris, audience).created)


def _owe(s: Scene, audience: str, **more: object) -> Done:
    named = {"debtor": s.iris, "creditor_name": "The Prince", "size": "minor", **more}
    return s.st(i.SetBoon, audience=audience, **named)


def _forget(s: Scene, audience: str) -> Done:
    return s.st(i.RemoveBoon, boon=_owe(s, audience).created)


def _award(s: Scene, character: str) -> Done:
    return s.st(i.AwardExperience, awards=({"character": character, "points": 3},))


def _spent(s: Scene, character: str) -> Done:
    _award(s, character)
    return s.st(i.SpendExperience, character=character, points=1, on="Auspex")


def _stain(s: Scene, **concern: object) -> Done:
    _believe(s, "ann", s.iris, "owner")
    s.st(i.SetTenets, tenets=(OATH,))
    return s.ann(i.AddStains, character=s.iris, amount=1, visibility="public", **concern)


BELIEF_ROWS: list[Row] = [
    row(e.TenetsSet, ALL, "set", lambda s: s.st(i.SetTenets, tenets=(OATH,))),
    row(e.BeliefsNoted, "SO", "the owner's", lambda s: _believe(s, "ann", s.iris, "owner")),
    row(e.BeliefsNoted, ALL, "shown", lambda s: _believe(s, "ann", s.iris, "table")),
    row(
        e.BeliefsNoted,
        "S",
        "hidden, though shown",
        lambda s: _believe(s, "storyteller", s.sleeper, "table"),
    ),
    row(e.BeliefsHidden, "SPV", "narrowed", _narrowed),
    row(e.BondNoted, "SO", "the owner's", lambda s: _bind(s, s.iris, "owner")),
    row(e.BondNoted, "S", "the Storytellers'", lambda s: _bind(s, s.iris, "storytellers")),
    row(e.BondNoted, ALL, "shown", lambda s: _bind(s, s.iris, "table")),
    row(e.BondNoted, "S", "hidden, though shown", lambda s: _bind(s, s.sleeper, "table")),
    row(e.RegnantKept, "S", "veiled", lambda s: _bind(s, s.iris, "table", veiled=True)),
    row(
        e.RegnantKept,
        "S",
        "hidden",
        lambda s: _bind(s, s.iris, "table", regnant=s.sleeper, regnant_name=""),
    ),
    row(e.BondRemoved, "SO", "the owner's", lambda s: _unbind(s, "owner")),
    row(e.BondRemoved, ALL, "shown", lambda s: _unbind(s, "table")),
    row(e.BoonNoted, ALL, "shown", lambda s: _owe(s, "table")),
    row(e.BoonNoted, "SO", "the owner's", lambda s: _owe(s, "owner")),
    row(
        e.BoonNoted,
        "SOP",
        "both owners'",
        lambda s: _owe(s, "owner", creditor=s.brick, creditor_name=""),
    ),
    row(e.BoonNoted, "S", "the Storytellers'", lambda s: _owe(s, "storytellers")),
    row(
        e.BoonNoted,
        "S",
        "hidden, though shown",
        lambda s: _owe(s, "table", creditor=s.sleeper, creditor_name=""),
    ),
    row(e.BoonRemoved, "SO", "the owner's", lambda s: _forget(s, "owner")),
    row(e.BoonRemoved, ALL, "shown", lambda s: _forget(s, "table")),
    row(e.ExperienceAwarded, "SO", "awarded", lambda s: _award(s, s.iris)),
    row(e.ExperienceAwarded, "S", "hidden", lambda s: _award(s, s.sleeper)),
    row(e.ExperienceSpent, "SO", "spent", lambda s: _spent(s, s.iris)),
    row(e.ExperienceSpent, "S", "hidden", lambda s: _spent(s, s.sleeper)),
    row(e.StainsAdded, ALL, "for a tenet", lambda s: _stain(s, tenet=OATH)),
    row(e.StainsAdded, "SO", "for a Conviction", lambda s: _stain(s, conviction=OATH)),
]
