"""The page that stands where no page is: in the look of the others, without a script."""

from html import escape
from typing import Final

_TEMPLATE: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="referrer" content="no-referrer">
<title>No such page · Coterie</title>
<link rel="icon" href="{base}icon.svg">
<link rel="stylesheet" href="{base}styles/tokens.css">
<link rel="stylesheet" href="{base}styles/base.css">
<link rel="stylesheet" href="{base}styles/door.css">
</head>
<body>
<div class="front threshold">
<header class="front-top"><a class="front-brand" href="{base}"><img src="{base}icon.svg" alt="">\
<strong class="brand">Coterie</strong></a></header>
<main><section class="front-state">
<h1>There is no such page here</h1>
<p>If you followed a link to a table, copy it again, whole: it has a # in it, and a long code \
behind that.</p>
<p><a class="way" href="{base}">To the first page</a></p>
</section></main>
</div>
</body>
</html>
"""


def not_found_page(prefix: str) -> bytes:
    """
    The page's HTML, the same whatever was asked for.

    Args:
        prefix: The path under which browsers see this server, without a slash at its end. A page
            may be missing at any depth, so the links in it cannot be relative.
    """
    return _TEMPLATE.format(base=escape(f"{prefix}/")).encode()
