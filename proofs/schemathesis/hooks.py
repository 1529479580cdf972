"""Spreads requests over accounts. Leaves out requests for which the API's rules differ from its schemas."""

import itertools
import json
import os

import jsonschema_rs
import schemathesis

TOKENS = os.environ["TOKENS"].split(",")
with open(os.environ["DOCUMENT"]) as file:
    DOCUMENT = json.load(file)
LARGEST = {"page": 1_000_000, "pageSize": 100}

turn = itertools.cycle(TOKENS)


@schemathesis.hook
def before_call(context, case, kwargs):
    """A token allows 600 requests a minute. With only one token, most answers would be 429."""
    if case.headers and case.headers.get("Authorization") == f"Bearer {TOKENS[0]}":
        case.headers["Authorization"] = f"Bearer {next(turn)}"


@schemathesis.hook
def filter_case(context, case):
    query = case.query or {}
    # A valid cursor comes from an earlier answer, and a request with a cursor has no page.
    if query.get("cursor") or {"cursor", "page"} <= query.keys():
        return False
    is_negative = case.meta is not None and case.meta.generation.mode.is_negative
    return not (is_negative and (is_empty(query) or is_clamped(query) or is_right_without_nulls(case)))


def is_empty(query):
    """A parameter without a value, such as `?status=`, counts as absent."""
    return any(value in ("", None) for value in query.values())


def is_clamped(query):
    """A page number out of bounds counts as the nearest valid page number."""
    given = {name: str(query.get(name, "")) for name in LARGEST}
    return any(
        text.removeprefix("-").isdigit() and not 1 <= int(text) <= LARGEST[name]
        for name, text in given.items()
    )


def is_right_without_nulls(case):
    """A null in a body counts as absent."""
    bare = without_nulls(case.body)
    return bare != case.body and body_validator(case.operation).is_valid(bare)


def without_nulls(value):
    if isinstance(value, dict):
        return {name: without_nulls(member) for name, member in value.items() if member is not None}
    return [without_nulls(member) for member in value] if isinstance(value, list) else value


def body_validator(operation):
    described = DOCUMENT["paths"][operation.path][operation.method.lower()]["requestBody"]
    schema = described["content"]["application/json"]["schema"]
    return jsonschema_rs.validator_for({**schema, "components": DOCUMENT["components"]})
