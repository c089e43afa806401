"""An entry's options, validated by its handler's own pydantic model and made plain."""

from dataclasses import dataclass
from typing import Any

from .models import Entry
from .problems import Faults, Steps, did_you_mean, quoted
from .wrong_values import tell


@dataclass(frozen=True)
class Place:
    """Where options stand: the folder their config starts relative paths at, and the home."""

    root: str
    home: str


def checked_options(
    entry: Entry, model: Any, place: Place, faults: Faults, at: Steps, of: str
) -> dict[str, Any]:
    """Return the options with defaults filled in, as JSON values, so that a run needs no pydantic.

    `model` is the handler's options model, None when it takes none; it gets `root` and `home` as
    validation context. What is wrong is added to `faults`, under `at`; then the result means
    nothing. `of` is what people call the entry.
    """
    if model is None:
        if entry.options:
            faults.error(at, "this handler takes no options", "remove them", on_key=True)
        return {}
    known = option_names(model)
    _refuse_unknown(entry, model, known, faults, at)
    try:
        values = model.model_validate(entry.options, context=vars(place))
        return dict(values.model_dump(mode="json"))
    except Exception as error:  # a plugin's model may raise anything
        errors: Any = getattr(error, "errors", None)
        if not callable(errors):
            what = f"{type(error).__name__}: {error}"
            faults.error(at, f"the options cannot be checked: {quoted(what, 200)}")
            return {}
        found: Any = errors()
        tell([one for one in found if not _is_told(one)], known, faults, {}, at, of)
        return {}


def option_names(model: Any) -> tuple[str, ...]:
    """Return the names that options may have in hooks.json."""
    fields = model.model_fields
    return tuple(name for field, info in fields.items() for name in (info.alias or field,))


def _is_told(error: Any) -> bool:
    """Whether the error is about an unknown key, which `_refuse_unknown` told already."""
    return error["type"] == "extra_forbidden" and len(error["loc"]) == 1


def _refuse_unknown(
    entry: Entry, model: Any, known: tuple[str, ...], faults: Faults, at: Any
) -> None:
    if model.model_config.get("extra") == "allow":
        return
    taken = set(known) | (set(model.model_fields) if _takes_field_names(model) else set())
    for key in entry.options:
        if key not in taken:
            hint = did_you_mean(key, known)
            faults.error((*at, key), f"unknown option {quoted(key)}", hint, on_key=True)


def _takes_field_names(model: Any) -> bool:
    config = model.model_config
    return bool(config.get("populate_by_name") or config.get("validate_by_name"))


def steering(model: Any) -> frozenset[str]:
    """Return the options that carry code or free text: fields marked `{"steers": True}`.

    A handler's author marks them with `Field(json_schema_extra={"steers": True})`.
    """
    names: set[str] = set()
    for field, info in model.model_fields.items():
        extra = info.json_schema_extra
        if isinstance(extra, dict) and extra.get("steers"):
            names |= {field, info.alias or field}
    return frozenset(names)
