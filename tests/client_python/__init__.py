"""Tests of the Python SDK, which is put on the path here, and of its terminal player."""

import sys
from pathlib import Path

SDK = Path(__file__).resolve().parents[2] / "client_examples" / "python"
if str(SDK) not in sys.path:
    sys.path.insert(0, str(SDK))
