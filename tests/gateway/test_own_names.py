"""Host names that the server answers to, and origins whose pages may talk to it."""

import pytest

from server.config import Settings
from server.gateway.own_names import Authority, OwnNames, parse_authority

PLAIN = Settings()
PUBLIC = Settings(public_url="https://Table.example/coterie/", hosts=("alias.example", "fd00::7"))
LAN = Settings(host="0.0.0.0", lan=True)  # noqa: S104 - what --lan binds to


@pytest.mark.parametrize(
    ("settings", "host", "is_own"),
    [
        (PLAIN, "localhost", True),
        (PLAIN, "LOCALHOST:8420", True),
        (PLAIN, "localhost.:8420", True),
        (PLAIN, "table.localhost", True),
        (PLAIN, "127.0.0.1:8420", True),
        (PLAIN, "127.8.8.8", True),
        (PLAIN, "[::1]:8420", True),
        (PLAIN, "evil.example", False),
        (PLAIN, "localhost.evil.example", False),
        (PLAIN, "192.168.1.5:8420", False),
        (PLAIN, "table.example", False),
        (PUBLIC, "table.example", True),
        (PUBLIC, "Table.Example:443", True),
        (PUBLIC, "alias.example:80", True),
        (PUBLIC, "[fd00::7]:80", True),
        (PUBLIC, "[fd00:0::7]", True),
        (PUBLIC, "sub.table.example", False),
        (PUBLIC, "evil.example", False),
        (LAN, "192.168.1.5:8420", True),
        (LAN, "[fe80::1]:8420", True),
        (LAN, "evil.example", False),
        (LAN, "raspberrypi:8420", True),
        (LAN, "table.lan:8420", True),
        (LAN, "Table.Local.:8420", True),
        (LAN, "table.home.arpa", True),
        (LAN, "lan.evil.example", False),
        (LAN, "evil.lan.example", False),
        (PLAIN, "raspberrypi", False),
        (PLAIN, "table.lan", False),
        (Settings(host="10.1.2.3"), "10.1.2.3:8420", True),
        (Settings(host="table.lan"), "table.lan:8420", True),
        (Settings(host="::1"), "[::1]", True),
    ],
)
def test_only_its_own_names_are_answered(settings: Settings, host: str, is_own: bool) -> None:
    """Loopback, the bound host and what is configured; on the local network any near."""
    assert (OwnNames(settings).refuse_host(host) is None) is is_own


@pytest.mark.parametrize(
    "host",
    [None, "", " ", ":80", "a b", "a/b", "a@b", "[::1", "[::1]x", "[evil]", "h:p", "h:999999"],
)
def test_a_host_that_cannot_be_read_is_refused(host: str | None) -> None:
    """No name, or none that could be one."""
    refusal = OwnNames(LAN).refuse_host(host)
    assert refusal is not None
    assert "names no host" in refusal


def test_the_refusal_of_a_host_says_what_to_configure() -> None:
    """Whoever set the server up under a name of their own finds the setting in the answer."""
    names = OwnNames(PLAIN)
    refusal = names.refuse_host("table.example:80") or ""
    assert "table.example" in refusal
    assert "public URL" in refusal
    assert "hosts" in refusal
    assert "lan" in (names.refuse_host("192.168.1.5") or "")


@pytest.mark.parametrize(
    ("settings", "origin", "host", "may_talk"),
    [
        (PLAIN, None, "localhost:8420", True),
        (PLAIN, "http://localhost:8420", "localhost:8420", True),
        (PLAIN, "http://localhost:30000", "localhost:8420", True),
        (PLAIN, "http://127.0.0.1:8420", "localhost:8420", True),
        (PLAIN, "http://[::1]:3000", "localhost:8420", True),
        (PLAIN, "http://evil.example", "localhost:8420", False),
        (PLAIN, "http://localhost.evil.example", "localhost:8420", False),
        (PLAIN, "null", "localhost:8420", False),
        (PLAIN, "file://", "localhost:8420", False),
        (PLAIN, "", "localhost:8420", False),
        (PLAIN, "http://", "localhost:8420", False),
        (PLAIN, "http://a b", "localhost:8420", False),
        (PUBLIC, "https://table.example", "table.example", True),
        (PUBLIC, "https://TABLE.example:443", "inner:8420", True),
        (PUBLIC, "http://table.example", "inner:8420", False),
        (PUBLIC, "https://table.example:8443", "inner:8420", False),
        (PUBLIC, "http://alias.example", "alias.example", True),
        (PUBLIC, "http://alias.example", "alias.example:80", True),
        (PUBLIC, "https://alias.example", "alias.example:443", True),
        (PUBLIC, "https://alias.example", "alias.example:444", False),
        (LAN, "http://192.168.1.5:8420", "192.168.1.5:8420", True),
        (LAN, "http://192.168.1.6:8420", "192.168.1.5:8420", False),
        (Settings(origins=("https://Foundry.example/",)), "https://foundry.example", "h", True),
        (Settings(origins=("https://foundry.example",)), "https://x.foundry.example", "h", False),
        (Settings(origins=("null",)), "null", "h", True),
        (
            Settings(origins=("chrome-extension://abcdef",)),
            "chrome-extension://abcdef",
            "localhost",
            True,
        ),
    ],
)
def test_only_pages_of_known_origins_may_talk(
    settings: Settings, origin: str | None, host: str, may_talk: bool
) -> None:
    """No origin at all, its own, loopback, and what is configured."""
    assert (OwnNames(settings).refuse_origin(origin, host) is None) is may_talk


def test_the_refusal_of_an_origin_says_what_to_configure() -> None:
    """The operator of a Foundry server finds the setting in the answer."""
    refusal = OwnNames(PLAIN).refuse_origin("https://foundry.example", "localhost") or ""
    assert "https://foundry.example" in refusal
    assert "origins" in refusal
    strange = OwnNames(PLAIN).refuse_origin("http://\x07é" + "x" * 1_000, "localhost") or ""
    assert strange.isascii()
    assert strange.isprintable()
    assert len(strange) < 400


def test_the_path_of_the_public_url_is_kept() -> None:
    """A proxy may show the server below a path, and not take it off."""
    assert OwnNames(PUBLIC).path_prefix == "/coterie"
    assert OwnNames(Settings(public_url="https://table.example/")).path_prefix == ""
    assert OwnNames(PLAIN).path_prefix == ""


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Host.Example.:80", Authority("host.example", 80)),
        ("[2001:DB8::1]", Authority("2001:db8::1", None)),
        ("[2001:db8::1]:1", Authority("2001:db8::1", 1)),
        ("h:", Authority("h", None)),
        ("h:٣", None),
        ("h:-1", None),
        ("h:" + "9" * 8_000, None),
        ("2001:db8::1", None),
    ],
)
def test_authorities_are_read_one_way(text: str, read: Authority | None) -> None:
    """Case, a last dot and brackets make no difference; digits are ASCII."""
    assert parse_authority(text) == read
