"""Tokens on this computer."""

import stat
from pathlib import Path

import pytest
from coterie_client import Kept, TokenStore, new_token
from coterie_client.tokens import default_folder

LINK = "https://host/#invite=AbC"


def test_what_was_kept_is_found_again(tmp_path: Path) -> None:
    """By the same link, whatever space is around it; another link has another token."""
    store = TokenStore(tmp_path / "tokens")
    kept = Kept(new_token(), is_joined=True)
    store.keep(LINK, kept)
    assert store.load(f" {LINK}\n") == kept
    assert store.load("https://host/#invite=AbD") is None
    store.keep(LINK, Kept(kept.token, is_joined=False))
    assert store.load(LINK) == Kept(kept.token, is_joined=False)


def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    """Folder and file, and nothing else is left lying about."""
    folder = tmp_path / "tokens"
    TokenStore(folder).keep(LINK, Kept(new_token()))
    [file] = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_files_tell_nothing_of_the_link(tmp_path: Path) -> None:
    """Neither by name nor by content."""
    TokenStore(tmp_path).keep(LINK, Kept(new_token()))
    [file] = tmp_path.iterdir()
    assert "AbC" not in file.name + file.read_text()
    assert "host" not in file.name + file.read_text()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"token": 5}', '{"token": "AAAA"}'])
def test_a_damaged_file_is_no_token(tmp_path: Path, text: str) -> None:
    """One joins anew instead of failing for ever."""
    store = TokenStore(tmp_path)
    store.keep(LINK, Kept(new_token()))
    [file] = tmp_path.iterdir()
    file.write_text(text)
    assert store.load(LINK) is None


def test_forgetting_twice_is_no_error(tmp_path: Path) -> None:
    """Forgotten is forgotten."""
    store = TokenStore(tmp_path)
    store.keep(LINK, Kept(new_token()))
    store.forget(LINK)
    store.forget(LINK)
    assert store.load(LINK) is None


def test_tokens_are_32_random_bytes_and_never_shown() -> None:
    """Not even in a traceback."""
    assert len(new_token()) == 32
    assert new_token() != new_token()
    assert "xff" not in repr(Kept(b"\xff" * 32))


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """COTERIE_HOME first, then the usual place."""
    monkeypatch.setenv("COTERIE_HOME", str(tmp_path / "here"))
    assert default_folder() == tmp_path / "here"
    monkeypatch.delenv("COTERIE_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "coterie-client"
