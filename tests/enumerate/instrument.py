"""Puts a call of bonsai_trace(NUMBER) into each basic block of a module of LLVM IR (text, from clang -O0).

Blocks that only go on somewhere else get none: --opt 0 folds them, so a branch or a switch whose ways differ in nothing else is
one path. Before a phi they count, for there the way matters.
"""
import re

FUNCTION = re.compile(r"^define ")
LABEL = re.compile(r'^([\w.$-]+|"[^"]+"):')
JUMP = re.compile(r'^  br label %([\w.$-]+|"[^"]+")')
FIRST = re.compile(r"^  (%\S+ = (phi|landingpad) |  +(cleanup|catch|filter)\b)")


def instrument_file(path):
    with open(path) as file:
        text = file.read()
    with open(path, "w") as file:
        file.write(instrument(text))


def instrument(text):
    lines, result, number = text.split("\n"), [], 0
    place = 0
    while place < len(lines):
        result.append(lines[place])
        place += 1
        if not FUNCTION.match(result[-1]):
            continue
        end = lines.index("}", place)
        for block in blocks(lines[place:end]):
            number += 1
            result += traced(block, number)
        place = end
    return "\n".join(result) + "\ndeclare void @bonsai_trace(i32)\n"


def blocks(body):
    """The blocks of a function: (lines, whether it only forwards)."""
    found = [[]]
    for line in body:
        if LABEL.match(line):
            found.append([])
        found[-1].append(line)
    if not any(line.strip() for line in found[0]):  # the entry has a label of its own
        found[1][:0] = found.pop(0)
    name = {LABEL.match(line).group(1): lines for lines in found for line in lines if LABEL.match(line)}
    with_phi = {label for label, lines in name.items() if any(" = phi " in line for line in lines)}

    def forwards(lines):
        code = [line for line in lines if line.startswith("  ")]
        jump = JUMP.match(code[0]) if len(code) == 1 and lines is not found[0] else None
        return bool(jump) and jump.group(1) not in with_phi
    return [(lines, forwards(lines)) for lines in found]


def traced(block, number):
    lines, forwards = block
    if forwards:
        return lines
    for place, line in enumerate(lines):
        if line.startswith("  ") and not FIRST.match(line):
            return lines[:place] + [f"  call void @bonsai_trace(i32 {number})"] + lines[place:]
    return lines
