"""Checks a value against a JSON schema: the part of the language that docs/json-schema.json uses, and no other."""

KNOWN = {"$schema", "$id", "$defs", "$ref", "title", "description", "type", "const", "enum", "properties", "required", "additionalProperties", "items", "oneOf",
         "minimum", "maximum", "minLength"}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def is_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def problems(value, schema, root=None, at="$"):
    """What is wrong with the value: a list of lines. Raises ValueError where the schema uses what is not known here."""
    root = schema if root is None else root
    if set(schema) - KNOWN:
        raise ValueError(f"{at}: the schema uses {sorted(set(schema) - KNOWN)}")
    if "$ref" in schema:
        target = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        return problems(value, target, root, at)
    found = []
    if "oneOf" in schema:
        results = [problems(value, each, root, at) for each in schema["oneOf"]]
        fitting = sum(not each for each in results)
        if fitting != 1:
            found.append(f"{at}: fits {fitting} of {len(results)} forms; the nearest: {min(results, key=len)[:3]}")
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(is_type(value, name) for name in names):
            return found + [f"{at}: {value!r} is no {' or '.join(names)}"]
    if "const" in schema and value != schema["const"]:
        found.append(f"{at}: {value!r} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{at}: {value!r} is none of {schema['enum']}")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if value < schema.get("minimum", value) or value > schema.get("maximum", value):
            found.append(f"{at}: {value} is out of range")
    if isinstance(value, str) and len(value) < schema.get("minLength", 0):
        found.append(f"{at}: {value!r} is too short")
    if isinstance(value, dict):
        found += [f"{at}: {name} is missing" for name in schema.get("required", []) if name not in value]
        known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        for name, each in value.items():
            if name in known:
                found += problems(each, known[name], root, f"{at}.{name}")
            elif others is False:
                found.append(f"{at}: {name} is not in the schema")
            elif others is not True:
                found += problems(each, others, root, f"{at}.{name}")
    if isinstance(value, list) and "items" in schema:
        for index, each in enumerate(value):
            found += problems(each, schema["items"], root, f"{at}[{index}]")
    return found
