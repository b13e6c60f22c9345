"""
A player for the terminal: `python -m coterie_client LINK --name NAME`.

`Terminal` is the loop, `Player` obeys single lines, `parse` reads them, `receipt_lines` and
`Teller` put rolls and events into words.
"""

from coterie_client.terminal.app import Terminal
from coterie_client.terminal.dice import receipt_lines
from coterie_client.terminal.guide import help_text
from coterie_client.terminal.lines import OrderError
from coterie_client.terminal.order import Order
from coterie_client.terminal.orders import parse
from coterie_client.terminal.player import Player
from coterie_client.terminal.teller import Teller

__all__ = [
    "Order",
    "OrderError",
    "Player",
    "Teller",
    "Terminal",
    "help_text",
    "parse",
    "receipt_lines",
]
