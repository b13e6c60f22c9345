"""Orders for what the rules of either system offer, and how an order becomes a system's intent."""

from pathlib import Path
from typing import Any

import pytest
from coterie_client import Client, Founding, new_token
from coterie_client.terminal import OrderError, Player, parse

from tests.client_python.support import hasty
from tests.client_python.test_terminal_player import refusal_of, sent_by
from tests.client_python.test_with_the_server import KEY, serving

Json = dict[str, Any]


@pytest.mark.parametrize(
    ("line", "intent", "fields"),
    [
        ("spend hold_frenzy", "spend_willpower", {"use": "hold_frenzy"}),
        ("recover desire private", "recover", {"by": "desire", "visibility": "private"}),
        ("aid Zoë with Larceny", "help", {"skill": "Larceny"}),
        ("declare ranged", "declare_action", {"step": "ranged"}),
        ("declare initiative 7", "declare_action", {"initiative": 7}),
        ("declare Runs for the door", "declare_action", {"text": "Runs for the door"}),
        ("blood wake", "spend_blood", {"use": "wake"}),
        (
            "blood heal 2 lethal resting",
            "spend_blood",
            {"use": "heal", "levels": 2, "kind": "lethal", "resting": True},
        ),
        (
            "blood stamina 2",
            "spend_blood",
            {"use": "attribute", "attribute": "stamina", "points": 2},
        ),
        ("drink 3 before 2", "drink_blood", {"points": 3, "drunk_before": 2}),
        ("drink 5 other", "drink_blood", {"points": 5, "source": "other"}),
        ("sin 4 d6", "roll_degeneration", {"sin": 4, "difficulty": 6}),
        ("resist frenzy d6", "resist_beast", {"kind": "frenzy", "difficulty": 6}),
        ("resist rotschreck 7", "resist_beast", {"kind": "rotschreck", "difficulty": 7}),
        ("initiative celerity 2", "roll_initiative", {"celerity": 2}),
        ("initiative fixed", "roll_initiative", {"fixed": True}),
        ("turn end", "end_clock", {"clock": "turn"}),
        ("roll Wits+Stealth d7", "roll", {"traits": ["Wits", "Stealth"], "difficulty": 7}),
        (
            'roll "Self-Control" buy needs 2 again 1',
            "roll",
            {"traits": ["Self-Control"], "willpower": True, "required": 2, "retries": 1},
        ),
    ],
)
def test_an_order_of_the_rules_is_understood(line: str, intent: str, fields: Json) -> None:
    order = parse(line)
    assert (order.intent, order.fields) == (intent, fields)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("spend blood", "what Willpower buys is one of"),
        ("recover sleep", "the occasion is one of"),
        ("aid Zoë", "with which Skill"),
        ("declare", "what the character is about to do is missing"),
        ("blood heal 2", "the kind of damage is one of"),
        ("sin 11", "from 1 to 10"),
        ("resist fury 4", "what is resisted is one of"),
        ("roll Wits+Stealth+Brawl", "one or two traits"),
        ("roll 41", "from 1 to 40"),
        ("roll 0", "from 1 to 40"),
    ],
)
def test_what_is_not_understood_is_said(line: str, words: str) -> None:
    with pytest.raises(OrderError, match=words):
        parse(line)


@pytest.mark.parametrize(
    ("line", "type_", "fields"),
    [
        ("roll 4 d7 buy", "roll_v20", {"pool": 4, "difficulty": 7, "willpower": True}),
        ("contest 4 against Łucja d5 attack", "open_v20_contest", {"attack": True, "pool": 4}),
        ("damage 2", "deal_damage", {"kind": "bashing", "amount": 2}),
        ("damage 2 lethal", "deal_damage", {"kind": "lethal"}),
        (
            "char new Iris generation 9 humanity 6 trait Wits 3",
            "create_v20_character",
            {"sheet": {"generation": 9}, "morality": 6, "traits": {"Wits": 3}},
        ),
    ],
)
async def test_the_same_words_make_the_intents_of_v20(line: str, type_: str, fields: Json) -> None:
    sent = await sent_by(line, system="v20")
    assert sent["type"] == type_
    assert {key: sent.get(key) for key in fields} == fields


async def test_the_same_words_stay_v5s_in_v5() -> None:
    sent = await sent_by("roll 4 d3 surge")
    assert sent == {"type": "roll", "pool": 4, "difficulty": 3, "surge": True, "character": "c1"}


@pytest.mark.parametrize(
    ("line", "system", "what"),
    [
        ("roll 4 surge", "v20", "a Blood Surge"),
        ("roll 4 hunger 2 bare", "v20", "Hunger"),
        ("contest 4 against Łucja social", "v20", "a kind of conflict"),
        ("roll 4 buy", "v5", "Willpower with a roll"),
        ("contest 4 against Łucja attack", "v5", "an attack by its name"),
        ("contest 4 against Łucja d5", "v5", "no difficulty"),
        ("char new Iris generation 9", "v5", "Generation"),
    ],
)
async def test_a_word_of_the_other_system_is_said(line: str, system: str, what: str) -> None:
    assert what in await refusal_of(line, system=system)


async def test_who_is_helped_is_looked_up() -> None:
    sent = await sent_by("aid Łucja with Larceny")
    assert (sent["character"], sent["helps"], sent["skill"]) == ("c1", "c2", "Larceny")


async def test_an_evening_of_v20_is_played_by_typing(tmp_path: Path) -> None:
    """Every order is accepted by the server."""
    async with serving(tmp_path) as (_, url):
        entry = Founding(KEY, "Room", "Ada", system="v20")
        async with Client.connect(url, new_token(), entry, settings=hasty()) as client:
            player = Player(client)
            for line in (
                "char new Iris generation 9 trait Wits 4 trait Stamina 2 trait Dexterity 3",
                'roll "Wits" d7 buy',
                "damage 2 lethal",
                "blood heal 1 lethal",
                "blood stamina",
                "spend ignore_wounds",
                "drink 2 before 1",
                "initiative celerity 1",
                "declare Runs.",
                "sin 1",
                "resist rotschreck 3",
                "turn",
            ):
                assert await player.obey(line) == [], line


async def test_odds_and_rules_are_asked_for(tmp_path: Path) -> None:
    """By methods of the client, in either system."""
    async with serving(tmp_path) as (_, url):
        entry = Founding(KEY, "Room", "Ada", system="v20")
        async with Client.connect(url, new_token(), entry, settings=hasty()) as client:
            odds = await client.odds(1, difficulty=6)
            assert odds["win"]["exact"] == "1/2"
            assert (await client.odds(2, against=2))["tie"]["percent"]
            rules = await client.rules()
            assert rules["preset"] == "v20_book"
            assert "botch" in [switch["name"] for switch in rules["switches"]]
