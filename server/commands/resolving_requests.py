"""Every kind of request that `coterie resolve` answers, and what answers it."""

from typing import assert_never

from protocol.receipts import FrenzyReceipt, PoolReceipt, ResonanceReceipt
from server.commands.resolving_odds import (
    V5ContestOdds,
    V5ContestOddsRequest,
    V5FrenzyOdds,
    V5FrenzyOddsRequest,
    V5Odds,
    V5OddsRequest,
    V5RemorseOdds,
    V5RemorseOddsRequest,
    V5RouseOdds,
    V5RouseOddsRequest,
    v5_contest_odds,
    v5_frenzy_odds,
    v5_odds,
    v5_remorse_odds,
    v5_rouse_odds,
)
from server.commands.resolving_v5 import (
    ContestReceipt,
    V5Contest,
    V5Roll,
    resolve_v5_contest,
    resolve_v5_roll,
)
from server.commands.resolving_v5_checks import (
    DaylightReceipt,
    RemorseReceipt,
    RousesReceipt,
    V5Daylight,
    V5Remorse,
    V5Rouse,
    resolve_v5_daylight,
    resolve_v5_remorse,
    resolve_v5_rouse,
)
from server.commands.resolving_v5_consequences import (
    ConsequencesReceipt,
    V5Consequences,
    resolve_v5_consequences,
)
from server.commands.resolving_v5_frenzy import (
    V5Frenzy,
    resolve_v5_frenzy,
)
from server.commands.resolving_v5_pools import (
    NoRollReceipt,
    TeamworkReceipt,
    V5NoRoll,
    V5Pool,
    V5PoolReceipt,
    V5Teamwork,
    resolve_v5_no_roll,
    resolve_v5_pool,
    resolve_v5_teamwork,
)
from server.commands.resolving_v5_tables import (
    CompulsionReceipt,
    TurnOrderReceipt,
    V5Compulsion,
    V5Resonance,
    V5TurnOrder,
    resolve_v5_compulsion,
    resolve_v5_resonance,
    resolve_v5_turn_order,
)
from server.commands.resolving_v5_trackers import (
    TrackersReceipt,
    V5Trackers,
    resolve_v5_trackers,
)
from server.commands.resolving_v20 import (
    V20Resisted,
    V20ResistedReceipt,
    V20Roll,
    V20RollReceipt,
    resolve_v20_resisted,
    resolve_v20_roll,
)
from server.commands.resolving_v20_combat import (
    AttackReceipt,
    InitiativeReceipt,
    V20Attack,
    V20Initiative,
    resolve_v20_attack,
    resolve_v20_initiative,
)
from server.commands.resolving_v20_odds import (
    V20Odds,
    V20OddsRequest,
    V20ResistedOdds,
    V20ResistedOddsRequest,
    v20_odds,
    v20_resisted_odds,
)
from server.commands.resolving_v20_several import (
    ActionsReceipt,
    ExtendedReceipt,
    RaceReceipt,
    V20Actions,
    V20Extended,
    V20Pool,
    V20PoolReceipt,
    V20Race,
    V20Teamwork,
    V20TeamworkReceipt,
    resolve_v20_actions,
    resolve_v20_extended,
    resolve_v20_pool,
    resolve_v20_race,
    resolve_v20_teamwork,
)
from server.commands.resolving_v20_trackers import (
    V20Trackers,
    V20TrackersReceipt,
    resolve_v20_trackers,
)

V5Resolvable = (
    V5Roll
    | V5Consequences
    | V5Contest
    | V5Pool
    | V5Teamwork
    | V5NoRoll
    | V5Rouse
    | V5Remorse
    | V5Daylight
    | V5Frenzy
    | V5Compulsion
    | V5Resonance
    | V5TurnOrder
    | V5Trackers
)
V20Resolvable = (
    V20Roll
    | V20Resisted
    | V20Pool
    | V20Actions
    | V20Teamwork
    | V20Extended
    | V20Race
    | V20Initiative
    | V20Attack
    | V20Trackers
)
Resolvable = V5Resolvable | V20Resolvable
"""Requests that are answered with a receipt."""

OddsRequest = (
    V5OddsRequest
    | V5ContestOddsRequest
    | V5RouseOddsRequest
    | V5RemorseOddsRequest
    | V5FrenzyOddsRequest
    | V20OddsRequest
    | V20ResistedOddsRequest
)
"""Requests that are answered with odds."""

AnyRequest = Resolvable | OddsRequest

Receipt = (
    PoolReceipt
    | ConsequencesReceipt
    | ContestReceipt
    | V5PoolReceipt
    | TeamworkReceipt
    | NoRollReceipt
    | RousesReceipt
    | RemorseReceipt
    | DaylightReceipt
    | FrenzyReceipt
    | CompulsionReceipt
    | ResonanceReceipt
    | TurnOrderReceipt
    | TrackersReceipt
    | V20RollReceipt
    | V20ResistedReceipt
    | V20PoolReceipt
    | ActionsReceipt
    | V20TeamworkReceipt
    | ExtendedReceipt
    | RaceReceipt
    | InitiativeReceipt
    | AttackReceipt
    | V20TrackersReceipt
)
Odds = (
    V5Odds | V5ContestOdds | V5RouseOdds | V5RemorseOdds | V5FrenzyOdds | V20Odds | V20ResistedOdds
)


def resolve_request(request: Resolvable) -> Receipt:
    """
    Resolve one request.

    Raises:
        Refused: The rules refuse it.
    """
    match request:
        case V5Roll():
            return resolve_v5_roll(request)
        case V5Consequences():
            return resolve_v5_consequences(request)
        case V5Contest():
            return resolve_v5_contest(request)
        case V5Pool():
            return resolve_v5_pool(request)
        case V5Teamwork():
            return resolve_v5_teamwork(request)
        case V5NoRoll():
            return resolve_v5_no_roll(request)
        case V5Rouse():
            return resolve_v5_rouse(request)
        case V5Remorse():
            return resolve_v5_remorse(request)
        case V5Daylight():
            return resolve_v5_daylight(request)
        case V5Frenzy():
            return resolve_v5_frenzy(request)
        case V5Compulsion():
            return resolve_v5_compulsion(request)
        case V5Resonance():
            return resolve_v5_resonance(request)
        case V5TurnOrder():
            return resolve_v5_turn_order(request)
        case V5Trackers():
            return resolve_v5_trackers(request)
        case _:
            return _resolve_v20(request)


def _resolve_v20(request: V20Resolvable) -> Receipt:
    match request:
        case V20Roll():
            return resolve_v20_roll(request)
        case V20Resisted():
            return resolve_v20_resisted(request)
        case V20Pool():
            return resolve_v20_pool(request)
        case V20Actions():
            return resolve_v20_actions(request)
        case V20Teamwork():
            return resolve_v20_teamwork(request)
        case V20Extended():
            return resolve_v20_extended(request)
        case V20Race():
            return resolve_v20_race(request)
        case V20Initiative():
            return resolve_v20_initiative(request)
        case V20Attack():
            return resolve_v20_attack(request)
        case V20Trackers():
            return resolve_v20_trackers(request)
        case _:
            assert_never(request)


def count(request: OddsRequest) -> Odds:
    """
    Count the odds that one request asks for.

    Raises:
        Refused: The rules refuse it.
    """
    match request:
        case V5OddsRequest():
            return v5_odds(request)
        case V5ContestOddsRequest():
            return v5_contest_odds(request)
        case V5RouseOddsRequest():
            return v5_rouse_odds(request)
        case V5RemorseOddsRequest():
            return v5_remorse_odds(request)
        case V5FrenzyOddsRequest():
            return v5_frenzy_odds(request)
        case V20OddsRequest():
            return v20_odds(request)
        case V20ResistedOddsRequest():
            return v20_resisted_odds(request)
        case _:
            assert_never(request)
