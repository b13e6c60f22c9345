"""The moments of the fiction's clocks at which something begins again or ends."""

from enum import StrEnum


class Moment(StrEnum):
    """What the Storyteller declares; a session is an evening of play, a night is the fiction's."""

    TURN_END = "turn_end"
    SCENE_END = "scene_end"
    WAKING = "waking"
    NIGHT_OF_REST = "night_of_rest"
    SESSION_START = "session_start"
