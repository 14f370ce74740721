"""Read headers such as ``Accept-Language``: names with weights, the most wanted first."""

MOST_NAMES = 32
"""Names read of one header; more would only be sent to keep us busy."""


def weighted(header: str) -> list[str]:
    """Return the names of a weighted list (RFC 9110, 12.4.2), lower case, without refused ones.

    What cannot be read is left out.
    """
    names: list[tuple[float, str]] = []
    for part in header.split(",", MOST_NAMES)[:MOST_NAMES]:
        name, _, parameter = part.partition(";")
        weight = _weight(parameter)
        if name.strip() and weight > 0:
            names.append((weight, name.strip().lower()))
    return [name for _, name in sorted(names, key=lambda named: -named[0])]


def _weight(parameter: str) -> float:
    text = parameter.strip().lower()
    if not text:
        return 1.0
    if not text.startswith("q="):
        return 0.0
    try:
        weight = float(text[2:])
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0
