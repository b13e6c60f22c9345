"""
A transcript as a document: Markdown, or one HTML page that needs nothing beside itself.

What people typed is text, in both: nothing in a name or note is markup, a link or a script.
"""

import html
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from server.replay.transcript import Entry

_MARKED = re.compile(r"([\\`*_{}\[\]()#+\-.!|~>])")


def markdown(title: str, viewer: str, entries: Iterable[Entry]) -> Iterator[str]:
    """
    The lines of a Markdown document.

    Args:
        title: What the room is called.
        viewer: Through whose eyes, such as "Zoë (player)".
        entries: What is shown, in order.
    """
    yield f"# {_plain(title)}"
    yield ""
    yield f"As seen by {_plain(viewer)}."
    for entry in entries:
        if entry.session:
            yield from ("", f"## {_plain(entry.session)}")
        if entry.scene:
            yield from ("", f"### {_plain(entry.scene)}")
        if entry.day:
            yield from ("", f"*{_plain(entry.day)}*")
        label = f"*{_plain(entry.label.strip())}* " if entry.label else ""
        yield from ("", f"- **{entry.time}** {label}{_plain(entry.headline)}")
        for detail in entry.details:
            yield f"  - {_plain(detail)}"
    yield ""


def _plain(text: str) -> str:
    """*text* on one line, with whatever Markdown or HTML could mean by it taken away."""
    on_one_line = " ".join(text.splitlines())
    # The backslash first; an ampersand or angle bracket is HTML's, which Markdown lets through.
    marked = _MARKED.sub(r"\\\1", on_one_line)
    return marked.replace("&", "&amp;").replace("<", "&lt;")


_STYLE = """
:root { color-scheme: light dark; --ground: #ece8df; --surface: #fbf9f4; --text: #1c1b1e;
  --soft: #45433f; --line: #d9d2c4; --veil: #5b3fa3; }
@media (prefers-color-scheme: dark) { :root { --ground: #101216; --surface: #181a20;
  --text: #efeae0; --soft: #c0bbb1; --line: #2c3039; --veil: #c0aef2; } }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1rem 0.75rem 4rem; }
h1, h2, h3 { font-family: "Iowan Old Style", "Palatino Linotype", Palatino, "TeX Gyre Pagella",
  P052, Georgia, "Noto Serif", serif; line-height: 1.2; margin: 2rem 0 0.5rem; }
h1 { font-size: 2.25rem; } h2 { font-size: 1.6rem; } h3 { font-size: 1.2rem; }
.viewer, .day { color: var(--soft); }
ol { list-style: none; margin: 0; padding: 0; }
ol.log > li { background: var(--surface); border: 1px solid var(--line); border-radius: 10px;
  padding: 0.6rem 0.8rem; margin: 0.5rem 0; overflow-wrap: anywhere; }
time { color: var(--soft); font-variant-numeric: tabular-nums; margin-right: 0.5rem; }
.label { color: var(--veil); margin-right: 0.3rem; }
ul { margin: 0.3rem 0 0; padding-left: 1.2rem; color: var(--soft); font-size: 0.9rem; }
@media print { body { background: none; } ol.log > li { break-inside: avoid; } }
""".strip()


def page(title: str, viewer: str, entries: Iterable[Entry]) -> Iterator[str]:
    """
    The lines of an HTML page; it asks nothing of any host, and runs nothing.

    Args:
        title: What the room is called.
        viewer: Through whose eyes, such as "Zoë (player)".
        entries: What is shown, in order.
    """
    yield "<!doctype html>"
    yield '<html lang="en">'
    yield '<head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    # Nothing typed by anybody becomes markup; should it ever, this page still may fetch nothing.
    yield (
        '<meta http-equiv="Content-Security-Policy"'
        " content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    )
    yield f"<title>{html.escape(title)}</title>"
    yield f"<style>\n{_STYLE}\n</style></head>"
    yield f"<body><main><h1>{html.escape(title)}</h1>"
    yield f'<p class="viewer">As seen by {html.escape(viewer)}.</p>'
    yield from _sections(entries)
    yield "</main></body></html>"


def _sections(entries: Iterable[Entry]) -> Iterator[str]:
    is_open = False
    for entry in entries:
        heads = [
            *(f"<h2>{html.escape(text)}</h2>" for text in [entry.session] if text),
            *(f"<h3>{html.escape(text)}</h3>" for text in [entry.scene] if text),
            *(f'<p class="day">{html.escape(text)}</p>' for text in [entry.day] if text),
        ]
        if heads and is_open:
            yield "</ol>"
            is_open = False
        yield from heads
        if not is_open:
            yield '<ol class="log">'
            is_open = True
        yield _item(entry)
    if is_open:
        yield "</ol>"


def _item(entry: Entry) -> str:
    label = ""
    if entry.label:
        label = f'<span class="label">{html.escape(entry.label.strip())}</span>'
    details = "".join(f"<li>{html.escape(detail)}</li>" for detail in entry.details)
    more = f"<ul>{details}</ul>" if details else ""
    when = f'<time datetime="{_moment(entry.at_ms)}">{html.escape(entry.time)}</time>'
    return f"<li>{when}{label}{html.escape(entry.headline)}{more}</li>"


def _moment(at_ms: int) -> str:
    """The moment as machines read it; empty where no calendar has it."""
    try:
        return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds")
    except (OverflowError, ValueError, OSError):
        return ""
