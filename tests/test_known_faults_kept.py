"""
Faults that tables like this one had, of coming back, of storage and of load: each has its tests.

D, E and F are the kinds; a row names what went wrong elsewhere, and the tests by which it cannot
go wrong here unnoticed. Renaming or deleting one of them shows here.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.support.dockerfile import REPOSITORY

ROWS: dict[str, tuple[str, tuple[str, ...]]] = {
    "D1": (
        "somebody who was away is never sent what happened meanwhile",
        (
            "end_to_end/test_cuts.py::test_somebody_away_for_a_while_goes_on_with_the_next_event",
            "end_to_end/test_cuts.py::"
            "test_somebody_away_for_too_long_is_told_so_and_reads_the_rest_in_pages",
            "end_to_end/test_cuts.py::test_a_line_resumed_after_any_cuts_is_whole",
        ),
    ),
    "D2": (
        "after a restart people look connected, and what they do goes nowhere",
        (
            "end_to_end/test_kill.py::"
            "test_a_kill_at_any_step_between_receiving_and_fan_out_is_made_good",
            "live/test_interleavings.py::test_each_viewer_gets_each_event_once_whatever_happens",
        ),
    ),
    "D3": (
        "a client without a line changes what it shows",
        (
            "client_python/test_client_requests.py::"
            "test_offline_an_intent_waits_and_changes_nothing",
        ),
    ),
    "D5": (
        "after hours without traffic all looks alive and nothing works",
        (
            "client_python/test_client_heartbeat.py::test_pings_keep_an_idle_connection",
            "client_python/test_client_heartbeat.py::test_a_silent_path_is_left_and_replaced",
            "end_to_end/browser/test_browser_line.py::test_silent_line_is_noticed_by_the_heartbeat",
        ),
    ),
    "D7": (
        "one end notices that the path is gone, the other does not",
        (
            "gateway/test_limits.py::test_a_client_that_answers_no_heartbeat_is_closed",
            "client_python/test_client_heartbeat.py::test_a_silent_path_is_left_and_replaced",
        ),
    ),
    "D9": (
        "whoever comes by another machine is locked out, or somebody else",
        (
            "rooms/test_people.py::test_a_device_link_lets_one_more_device_in_once",
            "end_to_end/browser/test_browser_line.py::test_one_more_device_takes_the_same_seat",
        ),
    ),
    "D11": (
        "the late end of an old connection is taken for that of the new one",
        ("live/test_presence.py::test_a_late_close_of_an_old_socket_takes_nobody_away",),
    ),
    "D13": (
        "a change of a value loses others, doubles them, or shows after a reload alone",
        (
            "client_python/test_client_resume.py::test_two_viewers_are_in_step_after_every_event",
            "client_python/test_with_the_server.py::"
            "test_every_viewers_state_equals_the_servers_snapshot",
        ),
    ),
    "D15": (
        "values are the same everywhere, their order is not",
        (
            "live/test_answers.py::test_the_same_commands_are_seen_in_the_same_order_by_all",
            "end_to_end/test_cuts.py::test_what_happens_during_a_long_catch_up_follows_behind_it",
            "rooms/test_turn_order.py::test_turns_may_go_by_initiative",
        ),
    ),
    "D17": (
        "a clean close by a sleeping device is taken for a good-bye",
        ("client_python/test_client_closing.py::test_a_close_without_our_good_bye_is_not_final",),
    ),
    "D19": (
        "once back nothing is drawn, or being away counted as giving up",
        (
            "end_to_end/browser/test_browser_line.py::"
            "test_cut_line_is_said_and_resumed_without_doubles",
            "live/test_due.py::test_a_deadline_is_told_at_its_time_and_once",
        ),
    ),
    "E1": (
        "a lock that another process holds for seconds fails what could have waited",
        (
            "live/test_troubled_rooms.py::test_intents_wait_while_another_process_holds_the_lock",
            "store/test_sqlite_sharing.py::test_appends_wait_while_another_process_holds_the_lock",
        ),
    ),
    "E3": (
        "a thread that nobody waits for keeps the process from ending",
        (
            "cli/test_serving.py::test_told_to_stop_it_stops",
            "cli/test_serving.py::test_told_to_stop_in_the_thick_of_it_nothing_answered_is_lost",
            "cli/test_serving.py::test_a_start_that_fails_leaves_nothing_behind",
        ),
    ),
    "E5": (
        "an end without a proper close leaves a log that cannot be read",
        (
            "end_to_end/test_kill.py::"
            "test_many_kills_amid_a_hundred_intents_lose_and_double_nothing",
            "store/test_kills.py::test_a_kill_during_a_checkpoint_loses_nothing_that_was_stored",
            "store/test_kills.py::test_a_kill_during_an_export_leaves_a_whole_file_or_none",
            "store/test_kills.py::test_a_kill_during_a_migration_leaves_the_old_log_or_the_new_one",
            "store/test_power_loss.py::test_what_lies_beyond_the_promise_may_be_anything",
        ),
    ),
    "E7": (
        "who comes during the start meets a log that is not set up",
        (
            "cli/test_serving.py::"
            "test_clients_that_come_during_the_start_are_served_once_it_is_ready",
            "gateway/test_limits.py::test_sockets_wait_until_the_server_is_ready",
        ),
    ),
    "E9": (
        "a full disk tears what was stored",
        (
            "end_to_end/test_full_disk.py::"
            "test_a_server_that_may_write_no_further_refuses_and_goes_on_by_itself",
            "end_to_end/test_full_disk.py::test_a_checkpoint_that_may_not_be_written_harms_nothing",
            "store/test_contract_troubles.py::test_nothing_is_lost_or_doubled_in_trouble",
            "cli/test_export_command.py::test_a_full_disk_is_said_in_a_sentence",
        ),
    ),
    "E11": (
        "another folder stands in the place of the data, and all begins anew",
        (
            "cli/test_keeping.py::test_a_folder_that_a_container_forgets_is_warned_of",
            "cli/test_serving.py::test_where_data_is_expected_none_is_made",
            "test_dockerfile.py::test_image_has_one_volume_that_its_user_owns",
        ),
    ),
    "F1": (
        "a long computation stops the heartbeat, and everybody is thrown out",
        (
            "live/test_long_queries.py::test_a_room_goes_on_while_its_past_is_read",
            "live/test_long_queries.py::test_large_odds_are_counted_beside_the_loop",
        ),
    ),
    "F3": (
        "each client that is merely there costs half a megabyte",
        ("soak/test_idle.py::test_a_client_that_is_merely_there_costs_little",),
    ),
    "F4": (
        "a client that does not read holds up the others, or fills the server",
        (
            "gateway/test_limits.py::test_a_reader_that_stalls_is_dropped_and_nobody_else_notices",
            "gateway/test_limits.py::"
            "test_a_reader_that_stalls_is_dropped_on_the_other_event_loop_too",
        ),
    ),
    "F5": (
        "somebody leaves during a broadcast, and the loop is over for all",
        (
            "gateway/test_talk.py::test_many_come_and_go_while_events_flow",
            "soak/test_soak.py::test_a_server_lets_go_of_all_that_clients_leave_behind",
        ),
    ),
    "F7": (
        "what is outdated piles up before a slow client",
        (
            "gateway/test_outbox.py::test_one_item_too_many_is_the_end",
            "gateway/test_talk.py::test_presence_is_paused_and_comes_again_with_who_is_here",
            "gateway/test_talk.py::test_queries_are_answered_a_few_at_a_time_and_all_of_them",
        ),
    ),
    "F9": (
        "the same page of the past is drawn twice",
        (
            "end_to_end/browser/test_browser_log.py::"
            "test_long_log_draws_only_what_is_near_and_never_jumps",
            "client_python/test_client_resume.py::test_repeats_are_dropped",
        ),
    ),
    "F11": (
        "rooms, timers and connections are never let go of",
        (
            "soak/test_soak.py::test_a_server_lets_go_of_all_that_clients_leave_behind",
            "gateway/test_limits.py::test_nothing_is_left_of_connections_that_are_gone",
            "live/test_directory.py::test_an_idle_room_is_put_away_and_comes_back_as_it_was",
        ),
    ),
    "F13": (
        "more dice, or intents, than anybody can roll stop the server",
        (
            "protocol/test_refused.py::test_is_refused_as_published",
            "gateway/test_talk.py::test_intents_have_a_pace",
            "gateway/test_peer.py::test_what_is_refused_too_often_ends_the_talk",
        ),
    ),
    "F15": (
        "half-open handshakes take up all places",
        (
            "gateway/test_limits.py::test_members_get_in_through_a_flood_of_silent_sockets",
            "gateway/test_limits.py::test_a_socket_that_never_finishes_its_request_is_dropped",
            "soak/test_soak.py::test_a_server_lets_go_of_all_that_clients_leave_behind",
        ),
    ),
}


@cache
def _tests_in(path: Path) -> frozenset[str]:
    """The names of the test functions that a file defines."""
    return frozenset(re.findall(r"^(?:async )?def (test_\w+)\(", path.read_text(), re.MULTILINE))


@pytest.mark.parametrize("row", ROWS)
def test_a_known_fault_has_its_tests(row: str) -> None:
    """Each test that a row names is there."""
    fault, tests = ROWS[row]
    assert fault
    assert tests
    for test in tests:
        file, name = test.split("::")
        assert name in _tests_in(REPOSITORY / "tests" / file), f"{row}, {fault}: {test} is gone"
