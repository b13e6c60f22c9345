"""
Which test tells the story of each fault that tables like ours are known for.

Three kinds: A, secrets that got out; B, rights and forgery; C, doubles and echoes. A row is done
when tests tell it in full; each names its row in its docstring, so that whoever changes the test
knows what it is for.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent

FAULTS: dict[str, tuple[str, tuple[str, ...]]] = {
    # --- secrets that got out ---------------------------------------------------------------------
    "A1": (
        "A blind roll looked blind, and everybody could read it.",
        (
            "rooms/test_no_outline.py::test_a_blind_roll_is_dice_for_storytellers_alone",
            "end_to_end/browser/test_browser_secrets.py::test_blind_roll_tells_its_roller_nothing",
        ),
    ),
    "A2": (
        "The mode of a roll was shown, and the whole card sent to all.",
        (
            "end_to_end/test_raw_frames.py::test_no_byte_of_an_event_reaches_whom_it_is_hidden_from",
            "rooms/test_visibility.py::test_what_may_not_be_seen_is_in_no_byte",
        ),
    ),
    "A3": (
        "A private roll of a hidden creature showed who rolled.",
        (
            "rooms/test_visibility.py::test_a_hidden_creature_rolls_without_a_trace",
            "end_to_end/browser/test_browser_secrets.py::test_secret_roll_never_reaches_a_player",
        ),
    ),
    "A5": (
        "The words were hidden and the dice on the table were not.",
        (
            "end_to_end/browser/test_browser_secrets.py::test_blind_roll_tells_its_roller_nothing",
            "end_to_end/browser/test_browser_once.py::"
            "test_no_die_moves_before_whoever_may_not_see_it",
        ),
    ),
    "A7": (
        "Dice of a blind roll ran over the screen of whoever rolled.",
        (
            "end_to_end/browser/test_browser_once.py::"
            "test_no_die_moves_before_whoever_may_not_see_it",
        ),
    ),
    "A9": (
        "Question marks could be counted, and with them the pool.",
        (
            "rooms/test_visibility.py::test_blind_rolls_of_one_die_and_of_twenty_look_alike",
            "rooms/test_hidden_pools.py::test_pools_of_1_and_of_20_look_alike",
        ),
    ),
    "A11": (
        "What was for Storytellers came back to whoever set it off.",
        ("rooms/test_visibility.py::test_what_follows_for_storytellers_is_not_in_the_answer",),
    ),
    "A13": (
        "A wish of one roll lost against a default, or was dropped; a word unknown was public.",
        (
            "rooms/test_every_visibility.py::test_who_is_meant_sees_it_and_nobody_else",
            "rooms/test_every_visibility.py::test_without_a_wish_the_rooms_default_counts",
            "rooms/test_every_visibility.py::test_an_unknown_visibility_is_refused",
            "rooms/test_declaring.py::test_a_declaration_is_seen_by_whom_it_is_for",
            "protocol/test_document.py::test_every_intent_may_be_placed_or_says_who_learns_of_it",
            "rooms/test_hidden_pools.py::test_a_player_does_not_widen_what_a_storyteller_asked_for",
        ),
    ),
    "A15": (
        "The state was filtered; what was undone, exported or sent at the start was not.",
        (
            "non_interference/test_non_interference.py::"
            "test_hidden_activity_changes_no_byte_of_any_view",
            "replay/test_viewing.py::test_hidden_activity_changes_no_byte_of_a_members_replay",
        ),
    ),
    "A17": (
        "Who is here told where the Storyteller was working.",
        ("live/test_presence.py::test_what_somebody_does_changes_no_presence",),
    ),
    "A19": (
        "The order of a fight named the hidden, or left a hole for them.",
        (
            "rooms/test_no_outline.py::test_a_hidden_combatant_leaves_no_hole",
            "rooms/test_no_outline.py::test_the_order_that_players_see_counts_those_they_know",
            "rooms/test_declaring.py::test_two_worlds_differ_in_nothing_that_others_see",
            "rooms/test_declaring.py::test_plans_behind_the_screen_decide_nothing_that_others_see",
        ),
    ),
    "A21": (
        "A mirror of the table posted what was whispered.",
        ("rooms/test_visibility.py::test_a_revealed_secret_is_shown_once_and_only_then",),
    ),
    "A23": (
        "Changes of things unseen were sent to those who may not see them.",
        ("rooms/test_no_outline.py::test_no_byte_mentions_what_its_viewer_has_no_right_to",),
    ),
    "A24": (
        "A secret check at the end of a track posted a notice to all.",
        (
            "rooms/test_rouse_remorse_frenzy.py::test_a_secret_rouse_tells_only_what_the_hunger_track_tells",
        ),
    ),
    # --- rights and forgery -----------------------------------------------------------------------
    "B1": (
        "The page hid the button, and the socket asked nobody.",
        ("end_to_end/test_access_matrix.py::test_the_socket_lets_through_what_the_table_allows",),
    ),
    "B3": (
        "Whoever was refused at the door heard the next thing said.",
        (
            "gateway/test_talk.py::test_a_credential_that_opens_nothing_gets_one_refusal_and_a_close",
            "end_to_end/test_access_matrix.py::test_who_was_removed_or_never_came_gets_nothing",
        ),
    ),
    "B4": (
        "What everybody knows of a member was enough to take the seat.",
        (
            "end_to_end/test_access_matrix.py::test_who_was_removed_or_never_came_gets_nothing",
            "live/test_people.py::test_a_renewed_token_is_the_only_one",
        ),
    ),
    "B5": (
        "The last seat was given to several.",
        (
            "live/test_directory.py::test_fifty_joins_on_the_last_seat_give_it_to_one",
            "gateway/test_limits.py::test_one_place_is_taken_once",
        ),
    ),
    "B7": (
        "An answer brought its own dice.",
        (
            "protocol/test_codec.py::test_a_field_that_is_not_known_is_refused_by_name",
            "rooms/test_roll_placing.py::test_entered_dice_count_only_where_the_room_allows_them",
        ),
    ),
    "B9": (
        "A character handed over twice became two.",
        (
            "live/test_once.py::test_a_character_handed_over_twice_at_once_has_one_new_owner",
            "rooms/test_characters.py::test_a_character_handed_over_is_the_new_owners_from_now_on",
        ),
    ),
    "B11": (
        "Words ran as code at another's place.",
        (
            "rooms/test_words.py::test_words_come_back_byte_for_byte",
            "end_to_end/browser/test_browser_words.py::test_words_are_text_and_no_roll",
            "end_to_end/browser/test_browser_arrive.py::test_words_in_a_link_are_only_words",
            "end_to_end/browser/test_browser_secrets.py::test_names_are_text_and_never_markup",
        ),
    ),
    "B13": (
        "One device kept another out, or outlived the removal of its member.",
        (
            "live/test_presence.py::test_two_devices_hear_the_same_and_each_its_own_answers",
            "live/test_presence.py::test_who_goes_is_let_go_on_all_devices_at_once",
            "live/test_conflicts.py::test_a_member_removed_elsewhere_is_let_go_here",
        ),
    ),
    # --- doubles and echoes -----------------------------------------------------------------------
    "C1": (
        "One click became two rolls.",
        (
            "live/test_answers.py::test_a_repeated_intent_is_answered_as_before_and_happens_once",
            "live/test_answers.py::test_a_repeated_intent_is_answered_as_before_by_a_new_process",
            "end_to_end/test_kill.py::test_many_kills_amid_a_hundred_intents_lose_and_double_nothing",
        ),
    ),
    "C3": (
        "A second way of delivery took the same id for something else.",
        ("live/test_answers.py::test_an_id_used_for_something_else_is_refused",),
    ),
    "C5": (
        "Work was done once for each Storyteller who was there.",
        (
            "end_to_end/browser/test_browser_once.py::"
            "test_one_roll_is_one_card_for_each_of_three_storytellers",
        ),
    ),
    "C7": (
        "The first roll after a start came twice.",
        (
            "live/test_once.py::test_the_first_intent_of_a_cold_process_happens_once",
            "live/test_once.py::test_the_first_intent_of_a_cold_room_happens_once",
        ),
    ),
    "C9": (
        "What came live and again moved twice.",
        (
            "end_to_end/browser/test_browser_once.py::"
            "test_an_event_that_comes_again_is_one_card_and_one_motion",
            "client_python/test_client_resume.py::test_repeats_are_dropped",
        ),
    ),
}


@cache
def docstrings(path: str) -> dict[str, str]:
    """What each test of a file says of itself."""
    tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
    functions = (
        node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return {each.name: ast.get_docstring(each) or "" for each in functions}


def test_every_row_is_here() -> None:
    """The rows of the three kinds, by name; none is added or taken off by a slip."""
    numbers = {
        "A": (1, 2, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 24),
        "B": (1, 3, 4, 5, 7, 9, 11, 13),
        "C": (1, 3, 5, 7, 9),
    }
    assert list(FAULTS) == [f"{kind}{n}" for kind, those in numbers.items() for n in those]


@pytest.mark.parametrize("row", FAULTS)
def test_a_fault_is_told_by_tests_that_name_it(row: str) -> None:
    """Each test of a row is there, and its docstring has the row's name."""
    words, tests = FAULTS[row]
    assert words
    assert tests
    for test in tests:
        path, _, name = test.partition("::")
        told = docstrings(path)
        assert name in told, f"{test} is not there"
        named = told[name].replace(",", " ").replace(":", " ").replace(")", " ").replace("(", " ")
        assert row in named.replace(".", " ").split(), f"{test} does not say {row}"
