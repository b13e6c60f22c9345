"""Refusal codes and close codes, each with what a client should do next."""

from enum import IntEnum, StrEnum


class Code(StrEnum):
    """Why a request was rejected; stable for ever."""

    # the message
    MALFORMED = "malformed"
    UNKNOWN_TYPE = "unknown_type"
    INVALID = "invalid"
    TOO_LARGE = "too_large"
    # the talk
    HELLO_FIRST = "hello_first"
    HELLO_AGAIN = "hello_again"
    UNKNOWN_CREDENTIAL = "unknown_credential"
    RATE_LIMITED = "rate_limited"
    BUSY = "busy"
    STORE_UNAVAILABLE = "store_unavailable"
    INTERNAL = "internal"
    ROOM_GONE = "room_gone"
    # the intent
    ID_REUSED = "id_reused"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    VISIBILITY_NOT_ALLOWED = "visibility_not_allowed"
    LAST_STORYTELLER = "last_storyteller"
    ROOM_FULL = "room_full"
    LOG_FULL = "log_full"
    ROOM_LOCKED = "room_locked"
    BARRED = "barred"
    LIMIT_REACHED = "limit_reached"
    INVITE_SPENT = "invite_spent"
    LINK_SPENT = "link_spent"
    NOTHING_TO_DO = "nothing_to_do"
    WRONG_STATE = "wrong_state"
    PAUSED = "paused"
    ANONYMOUS_NOT_ALLOWED = "anonymous_not_allowed"
    RETRACTED = "retracted"
    NOT_UNDOABLE = "not_undoable"
    # the dice
    ENTERED_NOT_ALLOWED = "entered_not_allowed"
    ENTERED_BLIND = "entered_blind"
    BAD_FACES = "bad_faces"
    BOOK_CHANGED = "book_changed"
    DICE_MOVED = "dice_moved"
    LANE_MISMATCH = "lane_mismatch"
    DICE_SPENT = "dice_spent"
    DICE_NOT_READY = "dice_not_ready"
    # the rules
    POOL_EMPTY = "pool_empty"
    POOL_TOO_LARGE = "pool_too_large"
    BAD_DIFFICULTY = "bad_difficulty"
    BAD_DICE = "bad_dice"
    REROLL_USED = "reroll_used"
    REROLL_NOT_ALLOWED = "reroll_not_allowed"
    WILLPOWER_SPENT = "willpower_spent"
    NO_ROUSE = "no_rouse"
    HUNGER_FULL = "hunger_full"
    SURGE_NOT_ALLOWED = "surge_not_allowed"
    MENDED_THIS_TURN = "mended_this_turn"
    MENDED_TONIGHT = "mended_tonight"
    NOTHING_TO_MEND = "nothing_to_mend"
    BAD_AMOUNT = "bad_amount"
    BAD_POOL = "bad_pool"
    NO_BEAST = "no_beast"
    IN_FRENZY = "in_frenzy"
    BAD_COMPULSION = "bad_compulsion"
    NO_SUNLIGHT = "no_sunlight"
    NO_STAINS = "no_stains"
    NO_FRENZY = "no_frenzy"
    NOT_PROVOKED = "not_provoked"
    NOTHING_TO_HEAL = "nothing_to_heal"
    REST_HEALS_NOTHING = "rest_heals_nothing"
    RECOVERED_ALREADY = "recovered_already"
    DRIVE_FOLLOWED = "drive_followed"
    UNSKILLED = "unskilled"
    POOL_TOO_SMALL = "pool_too_small"
    IN_CONFLICT = "in_conflict"
    UNKNOWN_WEAPON = "unknown_weapon"
    UNKNOWN_ARMOUR = "unknown_armour"
    OUT_OF_RANGE = "out_of_range"
    # the rules of V20
    WRONG_SYSTEM = "wrong_system"
    NO_BLOOD = "no_blood"
    BLOOD_PER_TURN = "blood_per_turn"
    NOT_SO_MUCH_BLOOD = "not_so_much_blood"
    ATTRIBUTE_FULL = "attribute_full"
    HEALS_BY_TIME = "heals_by_time"
    WILLPOWER_NOT_HERE = "willpower_not_here"
    WILLPOWER_USED = "willpower_used"
    INCAPACITATED = "incapacitated"
    NO_SPECIALTY_HERE = "no_specialty_here"
    SPECIALTY_TOO_LOW = "specialty_too_low"
    SPECIALTY_TOO_HIGH = "specialty_too_high"
    UNTRAINED_KNOWLEDGE = "untrained_knowledge"
    UNTRAINED_AT_TEN = "untrained_at_ten"
    BAD_SPLIT = "bad_split"
    TOO_MANY_ACTIONS = "too_many_actions"
    BAD_VIRTUE = "bad_virtue"


class CloseCode(IntEnum):
    """Why the server closed a socket; only `is_final` codes mean "do not come back with this"."""

    DRAINING = 4001
    SLOW_CONSUMER = 4002
    HELLO_TIMEOUT = 4003
    NOT_ALLOWED = 4004
    REMOVED = 4005
    ROOM_GONE = 4006
    ABUSE = 4007
    CLIENT_TOO_OLD = 4008
    ROOM_RESTARTED = 4009
    HEARTBEAT_LOST = 4010
    MESSAGE_TOO_LARGE = 4011
    TOO_MANY_CONNECTIONS = 4012
    LEFT = 4013
    NO_SEAT = 4014
    TOKEN_RENEWED = 4015

    @property
    def is_final(self) -> bool:
        """Whether coming back with the same credential is pointless."""
        return self in _FINAL

    @property
    def advice(self) -> str:
        """One sentence for the person whose socket was closed."""
        return _ADVICE[self]


_FINAL = frozenset(
    {
        CloseCode.NOT_ALLOWED,
        CloseCode.REMOVED,
        CloseCode.ROOM_GONE,
        CloseCode.CLIENT_TOO_OLD,
        CloseCode.LEFT,
        CloseCode.TOKEN_RENEWED,
    }
)

_ADVICE = {
    CloseCode.DRAINING: "The server is going down for a moment: reconnect and resume.",
    CloseCode.SLOW_CONSUMER: "Too much was waiting to be read: reconnect and resume.",
    CloseCode.HELLO_TIMEOUT: "No hello came in time: reconnect and send it first.",
    CloseCode.NOT_ALLOWED: "This credential does not open a room here: ask for a new link.",
    CloseCode.REMOVED: "A Storyteller removed you from the room.",
    CloseCode.ROOM_GONE: "The room is no longer here.",
    CloseCode.ABUSE: "Too many bad messages: mend the client, then reconnect and resume.",
    CloseCode.CLIENT_TOO_OLD: "This client speaks no protocol of this server: update it.",
    CloseCode.ROOM_RESTARTED: "The room had to be loaded again: reconnect and resume.",
    CloseCode.HEARTBEAT_LOST: "Nothing was heard for too long: reconnect and resume.",
    CloseCode.MESSAGE_TOO_LARGE: "A message was larger than the limit: reconnect and send less.",
    CloseCode.TOO_MANY_CONNECTIONS: "Too many connections at once: close some, then reconnect.",
    CloseCode.LEFT: "You left the room.",
    CloseCode.TOKEN_RENEWED: "This seat has a new token: come back with that.",
    CloseCode.NO_SEAT: "There is no free place now: try again later.",
}
