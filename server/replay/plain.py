"""Small words that sentences are made of."""

from protocol.views import DamageView, TrackerValue, TrackView


def words(term: str) -> str:
    """A word of the wire as people say it: `messy_critical` is "messy critical"."""
    return term.replace("_", " ")


def titled(term: str) -> str:
    """A word of the wire as a name: `blood_potency` is "Blood Potency"."""
    return words(term).title()


def counted(count: int, one: str, several: str) -> str:
    """A count with its noun."""
    return f"{count} {one if count == 1 else several}"


def noted(note: str) -> tuple[str, ...]:
    """A note as a line of its own, where there is one."""
    return (f"Note: {note}",) if note else ()


def joined(names: list[str]) -> str:
    """Names in a list, as a sentence has them."""
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)


def value_of(value: TrackerValue) -> str:
    """The value of a tracker: a number, or the marks on a track."""
    if not isinstance(value, TrackView):
        return str(value)
    if value.current is not None:
        return f"{value.current} of {counted(value.boxes, 'point', 'points')}"
    marks = [
        f"{count} {name}"
        for count, name in (
            (value.superficial, "Superficial"),
            (value.aggravated, "Aggravated"),
            (value.lethal, "Lethal"),
            (value.bashing, "Bashing"),
        )
        if count
    ]
    # V20 names the level of Health; the last one says what an impaired track says.
    hurt = value.level or ("impaired" if value.is_impaired else None)
    told = None if value.condition is None else words(value.condition)
    state = list(dict.fromkeys(word for word in (hurt, told) if word))
    of_boxes = f"{', '.join(marks) or 'unmarked'} of {counted(value.boxes, 'box', 'boxes')}"
    return f"{of_boxes} ({', '.join(state)})" if state else of_boxes


def damage_of(damage: DamageView) -> str:
    """Damage as a sentence has it."""
    return f"{damage.amount} {titled(damage.kind)} to {titled(damage.track)}"
