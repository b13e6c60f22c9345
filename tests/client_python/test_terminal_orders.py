"""What is typed in the terminal, understood or refused."""

import pytest
from coterie_client.terminal import OrderError, help_text, parse
from coterie_client.terminal.guide import GUIDE
from coterie_client.terminal.lines import Words
from coterie_client.terminal.orders import VERBS


def test_words_are_split_and_quotes_hold_together() -> None:
    """Straight and typographic quotes; an apostrophe is a letter like another."""
    words = Words('roll "a  b" “ć d” O\'Brien  ""')
    assert [words.next("") for _ in range(5)] == ["roll", "a  b", "ć d", "O'Brien", ""]
    assert not words


@pytest.mark.parametrize("line", ['roll 5 "open', "as “open", 'x "'])
def test_an_open_quote_is_refused(line: str) -> None:
    """With what to write instead."""
    with pytest.raises(OrderError, match="quotation mark"):
        parse(line)


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("roll 6", {"pool": 6}),
        ("r 6 d4", {"pool": 6, "difficulty": 4}),
        ("ROLL 6 VS 4", {"pool": 6, "difficulty": 4}),
        (
            'roll 6 d4 "Manipulation + Persuasion" private surge',
            {
                "pool": 6,
                "difficulty": 4,
                "label": "Manipulation + Persuasion",
                "visibility": "private",
                "surge": True,
            },
        ),
        ('roll 5 "private"', {"pool": 5, "label": "private"}),
        ("roll 5 blind", {"pool": 5, "visibility": "blind"}),
        (
            'roll 5 +2 "high ground" -1 physical mental',
            {
                "pool": 5,
                "modifiers": [
                    {"label": "high ground", "dice": 2},
                    {"label": "modifier", "dice": -1},
                ],
                "categories": ["physical", "mental"],
            },
        ),
        ("roll 5 hunger 3 bare", {"pool": 5, "hunger": 3}),
        ("roll 5 willpower_pool", {"pool": 5, "kind": "willpower"}),
        ('roll 5 note "in the rain"', {"pool": 5, "note": "in the rain"}),
        ("reroll 0 1", {"regular_indices": [0, 1]}),
        ("rouse power 2", {"power_level": 2}),
        ("frenzy terror d2", {"kind": "terror", "difficulty": 2}),
        ("frenzy fury 3", {"kind": "fury", "difficulty": 3}),
        ("reveal outcome", {"part": "outcome"}),
        (
            "damage 3 willpower aggravated secret whole",
            {
                "amount": 3,
                "track": "willpower",
                "kind": "aggravated",
                "visibility": "secret",
                "halve": False,
            },
        ),
        ("heal 1", {"amount": 1, "track": "health", "kind": "superficial"}),
        ("stains 2", {"amount": 2}),
        ("set hunger 3", {"tracker": "hunger", "value": 3}),
        ("audience hunger owner", {"tracker": "hunger", "audience": "owner"}),
        ("confirm stains 2", {"choice": "stains", "amount": 2}),
        ("invite", {"role": "player"}),
        ("invite storyteller uses 3", {"role": "storyteller", "uses": 3}),
        ("session start", {}),
        ("scene At the gallery", {"clock": "scene", "title": "At the gallery"}),
        ("night end", {"clock": "night"}),
        ("rename Zoë of the Rose", {"name": "Zoë of the Rose"}),
        ("say Good evening, all", {"text": "Good evening, all", "visibility": "public"}),
        ("say private He lies", {"text": "He lies", "visibility": "private"}),
        ("whisper Ben He lies", {"text": "He lies", "visibility": "whisper"}),
        ("note The ring", {"text": "The ring", "visibility": "private", "kind": "note"}),
        ("rename room Łódź by night", {"name": "Łódź by night"}),
        (
            'char new "Zoë" clan Toreador hunger 2 stamina 3 ghoul hidden',
            {
                "name": "Zoë",
                "clan": "Toreador",
                "hunger": 2,
                "stamina": 3,
                "kind": "ghoul",
                "hidden": True,
            },
        ),
    ],
)
def test_an_order_is_understood(line: str, fields: dict[str, object]) -> None:
    """Everything that needs no looking up is in the fields."""
    assert parse(line).fields == fields


@pytest.mark.parametrize(
    ("line", "intent"),
    [
        ("roll 1", "roll"),
        ("pass", "settle_roll"),
        ("remorse", "test_remorse"),
        ("session end", "end_session"),
        ("night end", "end_clock"),
        ("scene", "begin_clock"),
        ("heal 1", "heal"),
        ("damage 1", "deal_damage"),
        ("char give Zoë to Ben", "set_owners"),
        ("char unhide Zoë", "unhide_character"),
        ("rename x", "rename_member"),
        ("rename room x", "rename_room"),
        ("say x", "say"),
        ("whisper Ben x", "say"),
        ("note x", "say"),
        ("leave really", "leave_room"),
        ("device", "create_device_link"),
        ("char", None),
        ("who", None),
        ("", None),
    ],
)
def test_an_order_names_its_intent(line: str, intent: str | None) -> None:
    """None for what the terminal does itself."""
    assert parse(line).intent == intent


def test_people_and_things_are_left_to_be_looked_up() -> None:
    """Names as they were typed, numbers as they stand on the screen."""
    order = parse('contest 5 against "The Bouncer" as Zoë whisper Ben whisper "Cleo B" social')
    assert (order.character, order.against, order.to) == ("Zoë", "The Bouncer", ("Ben", "Cleo B"))
    assert order.fields == {"pool": 5, "visibility": "whisper", "conflict": "social"}
    assert parse("reveal #4 to Ben").handle == 4
    assert parse("reroll #12 0").fields == {"regular_indices": [0]}
    assert parse("role Ben storyteller").member == "Ben"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("dance", "no command 'dance'"),
        ("roll", "number of dice is missing"),
        ("roll many", "from 1 to 40, not 'many'"),
        ("roll 0", "from 1 to 40"),
        ("roll 41", "from 1 to 40"),
        ("roll -1", "from 1 to 40"),
        (f"roll {'9' * 5000}", "from 1 to 40"),
        ("roll 5 sideways", "do not understand 'sideways'"),
        ("roll 5 whisper", "whisper to is missing"),
        ("reroll", "place of a die is missing"),
        ("reroll a", "place of a die"),
        ("contest 5", "against whom"),
        ("frenzy love d2", "one of fury, hunger, terror"),
        ("set willpower 3", "one of hunger"),
        ("session", "one of start, end"),
        ("role Ben king", "one of player"),
        ("leave", "leave really"),
        ("who else", "do not understand 'else'"),
        ("rename", "new name is missing"),
    ],
)
def test_what_is_not_understood_is_refused_with_a_sentence(line: str, why: str) -> None:
    """It names the word, and what would be right."""
    with pytest.raises(OrderError, match=why):
        parse(line)


def test_every_command_is_in_the_help_and_every_example_is_understood() -> None:
    """The help teaches what there is, and nothing else."""
    assert set(GUIDE) == set(VERBS)
    for entry in GUIDE.values():
        parse(entry.example)
    for line in help_text().splitlines():
        if line.startswith("  "):
            parse(line.strip().split("   ")[0])


def test_help_explains_one_command() -> None:
    """And refuses what is none."""
    assert "reroll 0 1" in help_text("reroll")
    with pytest.raises(OrderError, match="dance"):
        help_text("dance")
