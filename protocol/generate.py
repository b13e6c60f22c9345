"""
`python -m protocol.generate`: writes what is generated from the message types, or checks it.

Written are the files in `protocol/schema` and the columns of fields in `PROTOCOL.md`. The same
types give the same bytes, always.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from protocol.generating_document import with_fields
from protocol.generating_json_schema import json_schemas
from protocol.generating_typescript import typescript

HERE = Path(__file__).resolve().parent
COMMAND = "python -m protocol.generate"


def generated(folder: Path = HERE) -> Mapping[Path, str]:
    """Every generated file below *folder*, with the text it must have."""
    document = folder / "PROTOCOL.md"
    files = {folder / "schema" / name: text for name, text in json_schemas().items()}
    files[folder / "schema" / "coterie.d.ts"] = typescript()
    files[document] = with_fields(document.read_text(encoding="utf-8"))
    return files


def stale(folder: Path = HERE) -> list[Path]:
    """The generated files that are not as they must be, and those that nothing generates."""
    files = generated(folder)
    strays = set((folder / "schema").glob("*")) - set(files)
    return sorted({path for path, text in files.items() if _read(path) != text} | strays)


def write(folder: Path = HERE) -> list[Path]:
    """Bring every generated file up to date; returns those that were not."""
    outdated = stale(folder)
    files = generated(folder)
    for path in outdated:
        if path in files:
            path.parent.mkdir(exist_ok=True)
            path.write_text(files[path], encoding="utf-8", newline="\n")
        else:
            path.unlink()
    return outdated


def _read(path: Path) -> str | None:
    return path.read_bytes().decode() if path.exists() else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Write, or with `--check` only look; 1 when something is stale then."""
    parser = argparse.ArgumentParser(prog=COMMAND, description="Generate schemas and definitions.")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if stale")
    if not parser.parse_args(arguments).check:
        for path in write():
            sys.stdout.write(f"wrote {path.relative_to(HERE.parent)}\n")
        return 0
    outdated = stale()
    for path in outdated:
        sys.stderr.write(f"stale: {path.relative_to(HERE.parent)} (mend it with: {COMMAND})\n")
    return 1 if outdated else 0


if __name__ == "__main__":
    sys.exit(main())
