"""Settings: which source wins, and that whatever is wrong stops the start with a sentence."""

from dataclasses import fields
from pathlib import Path

import pytest

from server.commands.configuring import (
    ALL_LAN_ADDRESSES,
    LIMIT_KINDS,
    SERVER_KINDS,
    BadSetting,
    Configuration,
    configure,
)
from server.config import LIMIT_RANGES, LimitSettings, Settings
from tests.cli.process import run


def _file(folder: Path, text: str) -> Path:
    path = folder / "coterie.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_nothing_said_is_the_defaults() -> None:
    """Without any source the settings are those of the dataclass."""
    assert configure({}, [], {}) == Configuration(Settings(), "info")


def test_every_setting_can_be_said() -> None:
    """Each field of the settings has a kind, and each limit a range that holds its default."""
    assert set(SERVER_KINDS) == {f.name for f in fields(Settings)} - {"limits"} | {"log_level"}
    assert set(LIMIT_KINDS) == set(LIMIT_RANGES) == {f.name for f in fields(LimitSettings)}
    for name, (least, most) in LIMIT_RANGES.items():
        assert least <= getattr(LimitSettings(), name) <= most, name
        assert LIMIT_KINDS[name].read(getattr(LimitSettings(), name), is_text=False) is not None


def test_the_command_line_wins_over_environment_over_file(tmp_path: Path) -> None:
    """Each source overrides the one after it, key by key."""
    file = _file(tmp_path, '[server]\nport = 1\nhost = "::1"\ndurability = "crash"\n')
    environment = {"COTERIE_PORT": "2", "COTERIE_HOST": "localhost"}
    settings = configure({"port": "3"}, [], environment, file).settings
    assert (settings.port, settings.host, settings.durability) == (3, "localhost", "crash")


def test_limits_have_the_same_precedence(tmp_path: Path) -> None:
    """A limit of the command line wins over one of the environment over one of the file."""
    file = _file(tmp_path, "[limits]\nmax_rooms = 1\nmax_members = 1\nintents_per_s = 1\n")
    environment = {"COTERIE_LIMIT_MAX_ROOMS": "2", "COTERIE_LIMIT_MAX_MEMBERS": "2"}
    limits = configure({}, ["max_rooms=3"], environment, file).settings.limits
    assert (limits.max_rooms, limits.max_members, limits.intents_per_s) == (3, 2, 1.0)
    assert isinstance(limits.intents_per_s, float)


def test_everything_can_stand_in_the_file(tmp_path: Path) -> None:
    """A file may say all there is to say."""
    file = _file(
        tmp_path,
        """
        [server]
        host = "0.0.0.0"
        port = 9000
        data = "games/log.sqlite3"
        public_url = "https://table.example/coterie"
        origins = ["https://foundry.example", "null"]
        hosts = ["table.local", "fd00::1"]
        trusted_proxies = ["172.17.0.0/16", "fd00::7"]
        create_key = "a-long-enough-key"
        lan = true
        expect_data = true
        durability = "crash"
        log_level = "debug"
        [limits]
        idle_room_s = 12.5
        """,
    )
    assert configure({}, [], {}, file) == Configuration(
        Settings(
            host=ALL_LAN_ADDRESSES,
            port=9000,
            data=tmp_path / "games/log.sqlite3",
            public_url="https://table.example/coterie",
            origins=("https://foundry.example", "null"),
            hosts=("table.local", "fd00::1"),
            trusted_proxies=("172.17.0.0/16", "fd00::7"),
            create_key="a-long-enough-key",
            lan=True,
            expect_data=True,
            durability="crash",
            limits=LimitSettings(idle_room_s=12.5),
        ),
        "debug",
    )


def test_everything_can_stand_in_the_environment() -> None:
    """Lists have commas between them, switches are words."""
    environment = {
        "COTERIE_ORIGINS": "https://a.example, https://b.example:8443",
        "COTERIE_HOSTS": "table.local,[fd00::1]",
        "COTERIE_LAN": "yes",
        "COTERIE_EXPECT_DATA": "0",
        "COTERIE_DATA": "/data/log.sqlite3",
        "COTERIE_LIMIT_IDLE_ROOM_S": "60",
    }
    settings = configure({}, [], environment).settings
    assert settings.origins == ("https://a.example", "https://b.example:8443")
    assert settings.hosts == ("table.local", "[fd00::1]")
    assert settings.lan
    assert not settings.expect_data
    assert settings.data == Path("/data/log.sqlite3")
    assert settings.limits.idle_room_s == 60.0


def test_the_environment_may_name_the_file(tmp_path: Path) -> None:
    """COTERIE_CONFIG serves where no --config is given, and the data starts where the file is."""
    file = _file(tmp_path, '[server]\nport = 9000\ndata = "log.sqlite3"\n')
    settings = configure({}, [], {"COTERIE_CONFIG": str(file)}).settings
    assert (settings.port, settings.data) == (9000, tmp_path / "log.sqlite3")
    other = tmp_path / "other.toml"
    other.write_text("[server]\nport = 9001\n")
    assert configure({}, [], {"COTERIE_CONFIG": str(file)}, other).settings.port == 9001


def test_data_of_another_source_starts_where_the_command_does(tmp_path: Path) -> None:
    """Only a path that stands in the file is relative to the file."""
    file = _file(tmp_path, '[server]\ndata = "log.sqlite3"\n')
    assert configure({"data": "mine"}, [], {}, file).settings.data == Path("mine")
    assert configure({}, [], {"COTERIE_DATA": "mine"}, file).settings.data == Path("mine")


def test_an_empty_variable_says_nothing() -> None:
    """Compose files pass on what is not set as an empty text."""
    assert configure({}, [], {"COTERIE_PUBLIC_URL": "", "COTERIE_PORT": ""}).settings == Settings()


def test_lan_listens_everywhere_unless_a_host_is_given() -> None:
    """A host that somebody chose is not overruled."""
    assert configure({"lan": True}, [], {}).settings.host == ALL_LAN_ADDRESSES
    assert configure({"lan": True, "host": "192.0.2.7"}, [], {}).settings.host == "192.0.2.7"
    assert configure({"lan": False}, [], {"COTERIE_LAN": "1"}).settings.host == "127.0.0.1"


def test_variables_of_other_parts_are_let_pass() -> None:
    """What the tests and the Python client read is no setting, and no mistake either."""
    assert configure({}, [], {"COTERIE_BROWSER": "chromium", "COTERIE_HOME": "x"})


BAD_TEXTS = [
    ("port", "abc", "0 to 65535"),
    ("port", "-1", "0 to 65535"),
    ("port", "65536", "0 to 65535"),
    ("port", "1e3", "0 to 65535"),
    ("port", "1_000", "0 to 65535"),
    ("port", "٣", "0 to 65535"),
    ("host", "a b", "an IP address or a host name"),
    ("host", "localhost:8420", "without a port"),
    ("host", "http://localhost", "an IP address or a host name"),
    ("public_url", "table.example", "https://table.example/coterie"),
    ("public_url", "ftp://table.example", "https://table.example/coterie"),
    ("public_url", "https://", "https://table.example/coterie"),
    ("public_url", "https://me:pass@table.example", "https://table.example/coterie"),
    ("public_url", "https://table.example/#create=x", "https://table.example/coterie"),
    ("public_url", "https://table.example/?a=b", "https://table.example/coterie"),
    ("public_url", "https://table.example:99999", "https://table.example/coterie"),
    ("public_url", "https://[::1", "https://table.example/coterie"),
    ("public_url", "https://table.example/a b", "https://table.example/coterie"),
    ("origins", "table.example", "https://table.example"),
    ("origins", "https://table.example/path", "https://table.example"),
    ("hosts", "ok.example,no good", "host names"),
    ("trusted_proxies", "10.0.0.1,proxy.example", "networks"),
    ("lan", "maybe", "true or false"),
    ("expect_data", "2", "true or false"),
    ("durability", "always", "power or crash"),
    ("log_level", "loud", "debug, info, warning or error"),
]


@pytest.mark.parametrize(("name", "text", "accepted"), BAD_TEXTS)
def test_bad_text_is_named_with_its_variable_and_what_is_accepted(
    name: str, text: str, accepted: str
) -> None:
    """A variable that is not accepted stops the start with one sentence."""
    variable = f"COTERIE_{name.upper()}"
    with pytest.raises(BadSetting) as raised:
        configure({}, [], {variable: text})
    _is_one_sentence(str(raised.value), name, f"{variable} in the environment", accepted)


BAD_VALUES = [
    ("server", "port", '"8420"', "0 to 65535"),
    ("server", "port", "true", "0 to 65535"),
    ("server", "port", "8420.5", "0 to 65535"),
    ("server", "host", "1", "an IP address"),
    ("server", "data", "7", "the path of a file"),
    ("server", "data", '""', "the path of a file"),
    ("server", "public_url", "false", "an http or https address"),
    ("server", "origins", '"https://a.example"', "a list of origins"),
    ("server", "origins", "[1]", "a list of origins"),
    ("server", "hosts", '["a.example:80"]', "without ports"),
    ("server", "lan", '"yes"', "true or false"),
    ("server", "lan", "1", "true or false"),
    ("server", "durability", "0", "power or crash"),
    ("server", "durability", "[]", "power or crash"),
    ("limits", "max_rooms", "0", "1 to 10000000"),
    ("limits", "max_rooms", "1.0", "a whole number"),
    ("limits", "max_rooms", '"5"', "a whole number"),
    ("limits", "intents_per_s", "0", "a number from 0.1"),
    ("limits", "intents_per_s", "nan", "a number from 0.1"),
    ("limits", "intents_per_s", "inf", "a number from 0.1"),
    ("limits", "intents_per_s", "true", "a number from 0.1"),
    ("limits", "drain_timeout_s", "61", "a number from 0 to 60"),
]


@pytest.mark.parametrize(("table", "name", "value", "accepted"), BAD_VALUES)
def test_a_bad_value_is_named_with_its_file_and_what_is_accepted(
    tmp_path: Path, table: str, name: str, value: str, accepted: str
) -> None:
    """A file has types of its own: the wrong one is as wrong as a value out of range."""
    file = _file(tmp_path, f"[{table}]\n{name} = {value}\n")
    with pytest.raises(BadSetting) as raised:
        configure({}, [], {}, file)
    _is_one_sentence(str(raised.value), name, f"[{table}] of the settings file", accepted)


@pytest.mark.parametrize(
    ("limit", "accepted"),
    [("max_rooms=many", "a whole number"), ("max_rooms=0", "1 to"), ("max_rooms", "NAME=VALUE")],
)
def test_a_bad_limit_of_the_command_line_is_named(limit: str, accepted: str) -> None:
    """A limit is held to the same ranges wherever it stands."""
    with pytest.raises(BadSetting) as raised:
        configure({}, [limit], {})
    _is_one_sentence(str(raised.value), "max_rooms", "--limit on the command line", accepted)


@pytest.mark.parametrize(
    ("flags", "limits", "environment", "file", "words"),
    [
        ({}, ["max_room=5"], {}, None, ["'max_room'", "did you mean max_rooms?", "idle_room_s"]),
        ({}, [], {"COTERIE_PROT": "1"}, None, ["COTERIE_PROT", "did you mean COTERIE_PORT?"]),
        ({}, [], {"COTERIE_LIMIT_MAX_ROOM": "1"}, None, ["COTERIE_LIMIT_MAX_ROOMS?"]),
        ({}, [], {}, "[server]\nprot = 1\n", ["[server]", "'prot'", "did you mean port?"]),
        ({}, [], {}, "[limits]\nmax_room = 1\n", ["[limits]", "did you mean max_rooms?"]),
        ({}, [], {}, "[servr]\nport = 1\n", ["'servr'", "did you mean server?"]),
        ({}, [], {}, "port = 1\n", ["'port'", "limits, server"]),
        ({}, [], {}, "server = 1\n", ["server", "is no table"]),
        ({}, [], {}, "[server\n", ["is not TOML", "line 1"]),
    ],
)
def test_what_is_unknown_stops_the_start(
    tmp_path: Path,
    flags: dict[str, object],
    limits: list[str],
    environment: dict[str, str],
    file: str | None,
    words: list[str],
) -> None:
    """A typo is never a setting that silently does nothing."""
    path = None if file is None else _file(tmp_path, file)
    with pytest.raises(BadSetting) as raised:
        configure(flags, limits, environment, path)
    _is_one_sentence(str(raised.value), *words)


@pytest.mark.parametrize(
    ("limits", "environment"),
    [
        (["speed=5"], {}),
        ([], {"COTERIE_COLOUR": "1"}),
        ([], {"COTERIE_LIMIT_WEIGHT": "1"}),
        ([], {"COTERIE_LIMIT_SECRETS": "1"}),
    ],
)
def test_what_is_like_nothing_gets_no_guess(limits: list[str], environment: dict[str, str]) -> None:
    """That two names begin with COTERIE_LIMIT_ does not make one a slip of the other."""
    with pytest.raises(BadSetting) as raised:
        configure({}, limits, environment)
    assert "did you mean" not in str(raised.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A missing file, a folder, and bytes that are no text are each a sentence."""
    with pytest.raises(BadSetting, match=r"missing\.toml cannot be read: No such file"):
        configure({}, [], {}, tmp_path / "missing.toml")
    with pytest.raises(BadSetting, match="cannot be read"):
        configure({}, [], {}, tmp_path)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadSetting, match="is not UTF-8"):
        configure({}, [], {}, tmp_path / "binary.toml")


@pytest.mark.parametrize("key", ["short", "with a blank in it", "käse-käse-käse", "x" * 129])
def test_a_create_key_that_is_not_accepted_is_not_repeated(key: str) -> None:
    """What may be a secret never stands in a message."""
    with pytest.raises(BadSetting) as raised:
        configure({"create_key": key}, [], {})
    assert key not in str(raised.value)
    _is_one_sentence(str(raised.value), "create_key", "--create-key on the command line", "8 to")


def test_no_message_carries_what_could_move_a_cursor() -> None:
    """A value with escapes in it is shown without them."""
    with pytest.raises(BadSetting) as raised:
        configure({}, [], {"COTERIE_HOST": "\x1b[2Jx\u202e"})
    assert str(raised.value).isprintable()


def test_a_bad_setting_ends_the_command_with_2_and_one_line(tmp_path: Path) -> None:
    """The process says the sentence and nothing else, and makes no file."""
    done = run(tmp_path, "serve", "--port", "eighty")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "--port on the command line" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_flag_ends_the_command_with_2_and_one_line(tmp_path: Path) -> None:
    """Flags are not guessed from their beginnings."""
    for arguments in (("serve", "--prot", "1"), ("serve", "--por", "1"), ("srve",)):
        done = run(tmp_path, *arguments)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1


def _is_one_sentence(text: str, *parts: str) -> None:
    assert text.endswith(".")
    assert "\n" not in text
    for part in parts:
        assert part in text, text
