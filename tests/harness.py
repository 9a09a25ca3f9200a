"""What all test scripts share: run tests in parallel, print failures, end in a plain count.

A test is a name and a function that returns None when it passed, or the text to print when it did not. The full name of a
test is SUITE/NAME; the pattern of the command line is a regular expression searched in it. Standard library only.
"""
import argparse
import concurrent.futures
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
DEFAULT_BONSAI = os.path.join(ROOT, "build", "release", "src", "bonsai")


# Exit codes of an exploration that came to its end or a limit: nothing found, errors, not everything explored.
ENDED = (0, 1, 4)


def code_of(report):
    """The exit code that fits what a run's JSON says."""
    return 1 if report["errors"] else 0 if report.get("exhaustive", True) else 4


class Result:
    """What a command did: exit code (negative: signal), stdout, stderr, seconds; timed_out."""

    def __init__(self, code, out, err, seconds, timed_out=False):
        self.code, self.out, self.err, self.seconds, self.timed_out = code, out, err, seconds, timed_out


def run(command, timeout=60, cwd=None, env=None, stdin=subprocess.DEVNULL):
    """Runs a command in its own process group; at the time limit the whole group is killed. Text is decoded leniently."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(command, stdout=out, stderr=err, stdin=stdin, cwd=cwd, env=env, start_new_session=True)
        timed_out = False
        try:
            code = process.wait(timeout)
        except subprocess.TimeoutExpired:
            timed_out = True
            os.killpg(process.pid, signal.SIGKILL)
            code = process.wait()
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read(256 << 20).decode("utf-8", "replace"))
    return Result(code, texts[0], texts[1], time.monotonic() - start, timed_out)


def seen(report):
    """What any path of a run covered: what its tests do, and what was seen beside them, which depends on the order where errors recur."""
    coverage = report.get("coverage", {})
    beside = coverage.get("unfinished", {})
    return {key: coverage.get(key, 0) + beside.get(key, 0) for key in ("lines", "branches", "functions")}


def quote(command):
    """A command as one can paste it into a shell."""
    import shlex
    return " ".join(shlex.quote(word) for word in command)


def tail(text, lines=12):
    """The last lines of a text, indented, for a failure report."""
    rows = text.rstrip("\n").split("\n")
    return "\n".join("      " + row for row in rows[-lines:])


def parser(doc, suite_default=None):
    """The options that every test script takes."""
    result = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    result.add_argument("pattern", nargs="?", default="", help="run only tests whose SUITE/NAME matches this regular expression")
    result.add_argument("-j", "--jobs", type=int, default=2, help="tests at the same time (default 2)")
    result.add_argument("--bonsai", default=os.environ.get("BONSAI", DEFAULT_BONSAI), help="the bonsai binary to test")
    result.add_argument("-v", "--verbose", action="store_true", help="name the tests that passed, too")
    result.add_argument("--list", action="store_true", help="name the tests and stop")
    result.add_argument("--budget", type=float, help="start no test after so many seconds; those not run are counted and shown")
    return result


def require_bonsai(path):
    """The absolute path of the binary, or an end with a clear message."""
    if not os.access(path, os.X_OK) or os.path.isdir(path):
        sys.exit(f"no bonsai at {path}: build it first (./bonsai --version), or say --bonsai PATH")
    return os.path.realpath(path)


def run_all(suite, tests, options, summary=None):
    """Runs (name, function) pairs, prints failures as they come, then what summary() prints, and the count at the end; returns the exit code."""
    chosen = [(name, function) for name, function in tests if re.search(options.pattern, f"{suite}/{name}")]
    if options.list:
        for name, _ in chosen:
            print(f"{suite}/{name}")
        return 0
    start = time.monotonic()
    lock = threading.Lock()
    counts = {"passed": 0, "failed": 0, "not run": 0}

    def one(item):
        name, function = item
        if options.budget and time.monotonic() - start > options.budget:
            with lock:
                counts["not run"] += 1
            return
        began = time.monotonic()
        try:
            problem = function()
        except Exception as error:  # a fault of the test itself is a failure, with its place
            import traceback
            problem = f"the test itself failed: {error}\n{traceback.format_exc()}"
        with lock:
            if problem is None:
                counts["passed"] += 1
                if options.verbose:
                    print(f"pass {suite}/{name} ({time.monotonic() - began:.2f} s)", flush=True)
            else:
                counts["failed"] += 1
                print(f"FAIL {suite}/{name}\n" + "\n".join("    " + row for row in problem.rstrip().split("\n")), flush=True)

    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        list(pool.map(one, chosen))
    if counts["not run"]:
        print(f"{suite}: {counts['not run']} not run, the time budget of {options.budget:.0f} s was used up")
    if summary:
        summary()
    print(f"{counts['passed']} passed, {counts['failed']} failed", flush=True)
    return 1 if counts["failed"] else 0
