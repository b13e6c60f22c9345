"""Short numbers for things on the screen, so that nobody types ids."""


class Handles:
    """Numbers things in the order in which they were first shown: #1, #2, ..."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._ids: list[str] = []

    def of(self, id: str) -> str:
        """The number of a thing, such as "#3"; a new thing gets the next one."""
        if id not in self._numbers:
            self._ids.append(id)
            self._numbers[id] = len(self._ids)
        return f"#{self._numbers[id]}"

    def id(self, number: int) -> str | None:
        """The thing with this number, or None."""
        return self._ids[number - 1] if 1 <= number <= len(self._ids) else None
