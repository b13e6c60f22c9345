"""Other people's text, made safe for a terminal: shown as it is, never obeyed."""

import unicodedata

_JOINERS = "\u200c\u200d"


def plain(text: object) -> str:
    """
    *text* without what a terminal would obey: control characters, and marks that turn the
    direction of what follows. Letters, accents and emoji with joiners stay as they are.
    """
    return "".join(sign for sign in str(text) if sign in _JOINERS or _is_shown(sign))


def _is_shown(sign: str) -> bool:
    return unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
