"""Makes messages out of their own types, so that a new type is tested from its first day."""

from msgspec import inspect

from protocol.words import WORD_PATTERN

UUID = "00000000-0000-4000-8000-000000000000"


def structs_of(union: object) -> list[inspect.StructType]:
    """The Structs that *union* is made of, as msgspec describes them."""
    found = inspect.type_info(union)
    members = found.types if isinstance(found, inspect.UnionType) else (found,)
    return [member for member in members if isinstance(member, inspect.StructType)]


def full(type_: inspect.Type) -> object:
    """A value of *type_* with every field filled, at the far end of what is allowed."""
    match type_:
        case inspect.Metadata():
            return full(type_.type)
        case inspect.UnionType():
            return full(next(t for t in type_.types if not isinstance(t, inspect.NoneType)))
        case inspect.BoolType():
            return True
        case inspect.IntType():
            return type_.le if type_.le is not None else 1_790_000_000_123
        case inspect.FloatType():
            return 1.5
        case inspect.StrType():
            if type_.pattern == WORD_PATTERN:
                return "word"
            if type_.pattern is not None and "0-9a-f" in type_.pattern:
                return UUID
            if type_.pattern is not None and "A-Za-z" in type_.pattern:
                return "aZ0_-" * 12
            text = 'Zoë "Łucja" \\ Ольга 李 👩‍👩‍👧'
            return text[: type_.max_length]
        case inspect.BytesType():
            return (bytes(range(256)) * 2)[-(type_.max_length or 16) :]
        case inspect.EnumType():
            return list(type_.cls)[-1]
        case inspect.LiteralType():
            return type_.values[-1]
        case inspect.VarTupleType():
            return tuple(full(type_.item_type) for _ in range(min(2, type_.max_length or 2)))
        case inspect.TupleType():
            return tuple(full(each) for each in type_.item_types)
        case inspect.DictType():
            return {full(type_.key_type): full(type_.value_type)}
        case inspect.StructType():
            return type_.cls(**{field.name: full(field.type) for field in type_.fields})
        case _:
            raise AssertionError(f"no sample for {type_}")


def bare(type_: inspect.StructType) -> object:
    """A value of *type_* with the fields that must be there, and no others."""
    needed = {field.name: full(field.type) for field in type_.fields if field.required}
    return type_.cls(**needed)


def samples_of(union: object) -> list[object]:
    """Two of each Struct in *union*: with all fields, and with those alone that must be there."""
    return [make(type_) for type_ in structs_of(union) for make in (full, bare)]
