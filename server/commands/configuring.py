"""
Reads the settings: from the command line, the environment and a file, in this order of precedence.

Whatever is wrong is one sentence that names the key, where it came from, and what is accepted.
"""

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from server.commands.setting_kinds import (
    Kind,
    create_key,
    data_path,
    host_names,
    listen_host,
    number,
    one_of,
    origins,
    proxy_addresses,
    public_url,
    switch,
    whole,
)
from server.config import LIMIT_RANGES, LimitSettings, Settings

PREFIX: Final = "COTERIE_"
LIMIT_PREFIX: Final = "COTERIE_LIMIT_"
CONFIG_VARIABLE: Final = "COTERIE_CONFIG"

OTHER_VARIABLES: Final = {
    "COTERIE_BROWSER": "the browser that the tests drive",
    "COTERIE_HOME": "where the Python client keeps its tokens",
}
"""Variables of ours that are no settings of a server, and what they are for."""

LOG_LEVELS: Final = ("debug", "info", "warning", "error")
ALL_LAN_ADDRESSES: Final = "0.0.0.0"  # noqa: S104 - what --lan is for

SERVER_KINDS: Final[Mapping[str, Kind]] = {
    "host": listen_host(),
    "port": whole(0, 65_535),
    "data": data_path(),
    "public_url": public_url(),
    "origins": origins(),
    "hosts": host_names(),
    "trusted_proxies": proxy_addresses(),
    "create_key": create_key(),
    "lan": switch(),
    "expect_data": switch(),
    "durability": one_of("power", "crash"),
    "log_level": one_of(*LOG_LEVELS),
}
"""What each key of `[server]` accepts; its variable is the same in capitals, after `COTERIE_`."""


def _limit_kind(name: str, type_: object) -> Kind:
    least, most = LIMIT_RANGES[name]
    return whole(int(least), int(most)) if type_ is int else number(least, most)


LIMIT_KINDS: Final[Mapping[str, Kind]] = {
    field.name: _limit_kind(field.name, field.type)
    for field in fields(LimitSettings)
    if field.name in LIMIT_RANGES
}
"""What each key of `[limits]` accepts; its variable is `COTERIE_LIMIT_` and the key in capitals."""

FLAGS: Final = {
    "origins": "--origin",
    "hosts": "--host-name",
    "trusted_proxies": "--trusted-proxy",
}
"""Flags that are not called like their key."""


class BadSetting(Exception):
    """A setting that is not accepted: the message is the sentence to say."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The settings, and how much goes into the process's log."""

    settings: Settings
    log_level: str = "info"


@dataclass(frozen=True, slots=True)
class _Given:
    """A value with where it came from; `is_text` unless its source has types of its own."""

    value: object
    where: str
    is_text: bool = False


def configure(
    flags: Mapping[str, object],
    limit_flags: Iterable[str],
    environment: Mapping[str, str],
    file: Path | None = None,
) -> Configuration:
    """
    Put the settings together.

    Args:
        flags: What the command line says, by key of `SERVER_KINDS`; None where it says nothing.
        limit_flags: Limits of the command line, each `NAME=VALUE`.
        environment: The process's environment. A variable that is empty says nothing.
        file: A TOML file with the tables `[server]` and `[limits]`; without it the one that
            `COTERIE_CONFIG` names, or none. A relative path of the data in it starts where the
            file is.

    Raises:
        BadSetting: Something is not accepted.
    """
    variables = {name: text for name, text in environment.items() if text}
    if file is None and CONFIG_VARIABLE in variables:
        file = Path(variables[CONFIG_VARIABLE])
    server: dict[str, _Given] = {}
    limits: dict[str, _Given] = {}
    if file is not None:
        _read_file(file, server, limits)
    _read_environment(variables, server, limits)
    _read_flags(flags, limit_flags, server, limits)

    values = {name: _accept(name, SERVER_KINDS[name], given) for name, given in server.items()}
    if file is not None and "data" in server and not server["data"].is_text:
        values["data"] = file.parent / values["data"]
    if values.get("lan") and "host" not in values:
        values["host"] = ALL_LAN_ADDRESSES
    log_level = values.pop("log_level", "info")
    accepted = {name: _accept(name, LIMIT_KINDS[name], given) for name, given in limits.items()}
    return Configuration(
        replace(Settings(), **values, limits=replace(LimitSettings(), **accepted)), log_level
    )


def _accept(name: str, kind: Kind, given: _Given) -> Any:  # Any: whatever the setting's type is
    try:
        return kind.read(given.value, is_text=given.is_text)
    except ValueError as error:
        shown = "" if kind.is_secret else f" is {_shown(given.value)}, which"
        raise BadSetting(
            f"The setting {name}, from {given.where},{shown} {error}: accepted is {kind.accepted}."
        ) from None


# --- the sources ---------------------------------------------------------------------------------


def _read_flags(
    flags: Mapping[str, object],
    limit_flags: Iterable[str],
    server: dict[str, _Given],
    limits: dict[str, _Given],
) -> None:
    for name, value in flags.items():
        if value is not None:
            flag = FLAGS.get(name, f"--{name.replace('_', '-')}")
            server[name] = _Given(value, f"{flag} on the command line", isinstance(value, str))
    for text in limit_flags:
        name, equals, value = text.partition("=")
        where = "--limit on the command line"
        if not equals:
            raise BadSetting(f"{where} is {_shown(text)}: accepted is NAME=VALUE.")
        if name not in LIMIT_KINDS:
            raise BadSetting(_unknown(f"{where} names", "limit", name, LIMIT_KINDS))
        limits[name] = _Given(value, where, is_text=True)


def _read_environment(
    variables: Mapping[str, str], server: dict[str, _Given], limits: dict[str, _Given]
) -> None:
    known = {
        **{PREFIX + name.upper(): (server, name) for name in SERVER_KINDS},
        **{LIMIT_PREFIX + name.upper(): (limits, name) for name in LIMIT_KINDS},
    }
    for variable, text in sorted(variables.items()):
        if not variable.startswith(PREFIX):
            continue
        if variable in known:
            given, name = known[variable]
            given[name] = _Given(text, f"{variable} in the environment", is_text=True)
        elif variable != CONFIG_VARIABLE and variable not in OTHER_VARIABLES:
            is_limit = variable.startswith(LIMIT_PREFIX)
            others = [CONFIG_VARIABLE, *OTHER_VARIABLES]
            names = [n for n in (*known, *others) if n.startswith(LIMIT_PREFIX) == is_limit]
            more = "" if is_limit else f", and {LIMIT_PREFIX} with the name of a limit"
            raise BadSetting(_unknown("The environment has", "variable", variable, names, more))


def _read_file(file: Path, server: dict[str, _Given], limits: dict[str, _Given]) -> None:
    shown = _plain(str(file))
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or "unknown error"
        raise BadSetting(f"The settings file {shown} cannot be read: {reason}.") from None
    except UnicodeDecodeError:
        raise BadSetting(f"The settings file {shown} is not TOML: it is not UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise BadSetting(f"The settings file {shown} is not TOML: {_plain(str(error))}.") from None
    tables: dict[str, tuple[Mapping[str, Kind], dict[str, _Given]]] = {
        "server": (SERVER_KINDS, server),
        "limits": (LIMIT_KINDS, limits),
    }
    for table, entries in content.items():
        if table not in tables:
            raise BadSetting(_unknown(f"The settings file {shown} has", "table", table, tables))
        if not isinstance(entries, dict):
            raise BadSetting(
                f"The entry {table} of the settings file {shown} is no table: accepted is"
                f" [{table}] with its keys below."
            )
        kinds, given = tables[table]
        for name, value in entries.items():
            if name not in kinds:
                where = f"The table [{table}] of the settings file {shown} has"
                raise BadSetting(_unknown(where, "key", name, kinds))
            given[name] = _Given(value, f"[{table}] of the settings file {shown}")


# --- words ---------------------------------------------------------------------------------------


_ALIKE = 0.75
"""How alike names must be, of 1, for one to be a slip of the other: "prot" and "port" just are."""


def _unknown(where: str, what: str, name: str, known: Iterable[str], more: str = "") -> str:
    names = sorted(known)
    # What all have in front makes none of them alike.
    shared = PREFIX if name.startswith(PREFIX) else ""
    if name.startswith(LIMIT_PREFIX):
        shared = LIMIT_PREFIX
    ends = [each.removeprefix(shared) for each in names]
    meant = difflib.get_close_matches(name.removeprefix(shared), ends, n=1, cutoff=_ALIKE)
    hint = f" (did you mean {shared}{meant[0]}?)" if meant else ""
    return (
        f"{where} the unknown {what} {_shown(name)}{hint}: accepted are {', '.join(names)}{more}."
    )


_SHOWN_CHARACTERS = 60


def _shown(value: object) -> str:
    text = repr(value) if isinstance(value, str) else str(value)
    short = text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"
    return _plain(short)


def _plain(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)
