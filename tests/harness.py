"""What all test scripts share: run tests in parallel, print failures, end in a plain count.

A test is a name and a function that returns None when it passed, or the text to print when it did not. The full name of a
test is SUITE/NAME; the pattern of the command line is a regular expression searched in it. Standard library only.

A test that cannot be made here returns Skip(REASON): it counts as neither passed nor failed. What was left out, and why, stands on a line
of its own before the count, 'not run: 6: REASON (4); REASON (2)'. A suite in which nothing ran fails, unless a pattern was given.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib

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


class Skip:
    """What a test returns that was not run, or could compare nothing: the reason, the same words for all such tests; and what is particular to it."""

    def __init__(self, reason, particular=""):
        self.reason, self.particular = reason, particular


class Count:
    """How many tests passed, failed and were left out; prints the last lines of a suite."""

    def __init__(self):
        self.passed, self.failed, self.left_out = 0, 0, collections.Counter()

    def leave_out(self, reason, number=1):
        """Counts tests that were not run; there is no ';' in a reason, which would part it in two."""
        self.left_out[reason.replace(";", ",").replace("\n", " ")] += number

    def end(self, suite, narrowed=False):
        """Prints what was left out and, on the last line, the count; returns the exit code. `narrowed`: a pattern may have left out all tests."""
        if not self.passed and not self.failed and not narrowed:
            self.failed = 1
            print(f"FAIL {suite}: no test was run")
        if self.left_out:
            print(f"not run: {self.left_out.total()}: {'; '.join(f'{reason} ({number})' for reason, number in self.left_out.most_common())}")
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 1 if self.failed else 0


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
    result.add_argument("--budget", type=float, help="start no test after so many seconds; those not run are spread over the suite, and counted")
    result.add_argument("--order", default="", help="with --budget: any word; another word, another order of the tests, and others that are not run")
    return result


def require_bonsai(path):
    """The absolute path of the binary, or an end with a clear message."""
    if not os.access(path, os.X_OK) or os.path.isdir(path):
        sys.exit(f"no bonsai at {path}: build it first (./bonsai --version), or say --bonsai PATH")
    return os.path.realpath(path)


def spread(names, order):
    """The names in an order that does not depend on where they stand, so that what a budget leaves out is not always the tail."""
    return sorted(names, key=lambda name: (zlib.crc32(f"{order} {name}".encode()), name))


def run_all(suite, tests, options, summary=None, at_end=(), narrowed=None):
    """Runs (name, function) pairs, prints failures as they come, then what summary() prints, what was left out, and the count; returns the exit code.

    Those of `at_end` run behind all others, as they look at what these left. `narrowed`: the tests were chosen by a pattern before (default:
    whether there is one now)."""
    fits = lambda name: re.search(options.pattern, f"{suite}/{name}")
    chosen, last = ([(name, function) for name, function in some if fits(name)] for some in (tests, at_end))
    if options.list:
        for name, _ in chosen + last:
            print(f"{suite}/{name}")
        return 0
    if options.budget:
        places = {name: place for place, name in enumerate(spread((name for name, _ in chosen), options.order))}
        chosen.sort(key=lambda test: places[test[0]])
    start = time.monotonic()
    lock, count = threading.Lock(), Count()

    def one(item):
        name, function = item
        if options.budget and time.monotonic() - start > options.budget:
            with lock:
                count.leave_out(f"the time budget of {options.budget:.0f} s was used up")
                if options.verbose:
                    print(f"not run {suite}/{name}", flush=True)
            return
        began = time.monotonic()
        try:
            problem = function()
        except Exception as error:  # a fault of the test itself is a failure, with its place
            import traceback
            problem = f"the test itself failed: {error}\n{traceback.format_exc()}"
        with lock:
            if problem is None:
                count.passed += 1
                if options.verbose:
                    print(f"pass {suite}/{name} ({time.monotonic() - began:.2f} s)", flush=True)
            elif isinstance(problem, Skip):
                count.leave_out(problem.reason)
                if options.verbose:
                    print(f"not run {suite}/{name}: {problem.reason}{': ' + problem.particular if problem.particular else ''}", flush=True)
            else:
                count.failed += 1
                print(f"FAIL {suite}/{name}\n" + "\n".join("    " + row for row in problem.rstrip().split("\n")), flush=True)

    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        list(pool.map(one, chosen))
        list(pool.map(one, last))
    if summary:
        summary()
    return count.end(suite, bool(options.pattern) if narrowed is None else narrowed)
