#!/usr/bin/env python3
"""Random differential test: asks another engine what the slow one says, and prints every disagreement.

    python3 tests/slow/compare.py 'ENGINE COMMAND' [--games N | --positions N] [--seed S] [--processes N]
                                  [--rules ID,ID…] [--without WHAT,WHAT…] [--failures N]

Each game has a random rule set, seats and options (random_games.py) and is played at random by the slow engine. At positions on
the way both engines get the same `moves`, `play` and `rank` requests, over one pipe in batches. With --positions games go on
until so many positions were compared. --without leaves out a rule set, an option, or a value: `fia`, `dice`, `board=pachisi17`.

A disagreement is made smaller as long as it stays one (shrink.py), and printed as one line of JSON: the request, the keys that
differ, both answers. Options on which the engines disagree are printed once a batch. The line before the last names the seed
and counts positions and option sets; the last line is `N passed, N failed`, in requests.

Not compared, because a request doesn't settle it: whose turn it is after the end, whether one throws again while steps are owed
or dice left, `tries` where nothing counts them, in which order a pair of from_blockade is named, and whether the "pawn" of two
that enter together is both or the first.
"""
import argparse
import json
import multiprocessing
import random
import shlex
import subprocess
import sys
import threading

from engine import answer_to, game_of, read_game, read_position
from random_games import random_game, requests_of_game
from rules import RULE_SETS, Refused
from shrink import shrink

CHUNK = 40                                                 # games that one process plays before it reports
DETAILS = ("move", "pawn", "path", "captures", "again")    # what engine.md names; a bonus of none may be 0, null or absent


def comparable(request, reply, ours):
    """The part of an answer that both engines must give alike. `ours` is the slow engine's answer to the same request."""
    if "error" in reply:
        return {"error": reply["error"].get("code")}
    part = {key: value for key, value in reply.items() if key != "id"}
    if request["op"] == "play":
        game = read_game(request)
        position = dict(part.pop("position", {}))
        part.pop("pawns", None)
        part.pop("text", None)                             # the notation of the position: tests/cases/race_notation.jsonl
        keys = ["pawns", "finished", "owed", "again"]
        if not part.get("over"):
            keys += ["turn", "sixes", "last"]
            if game.none_on_course == "three-tries" and course_is_empty(ours):
                keys.append("tries")
        if game.capture_before_home:
            keys.append("captured")
        for key in keys:
            part["position." + key] = position.get(key)
        part["position.arrivals"] = position.get("arrivals", [])
        part["position.dice_left"] = position.get("dice_left", [])
        part["position.doubles"] = position.get("doubles", 0)
        pairs = position.get("from_blockade", [])
        part["position.from_blockade"] = [sorted(pairs[i:i + 2]) for i in range(0, len(pairs), 2)]
        if position.get("owed") or position.get("dice_left"):
            part.pop("again", None)
    if request["op"] == "moves" and request.get("detail"):
        part["moves"] = [{**{key: move.get(key) for key in DETAILS}, "bonus": move.get("bonus") or None,
                          "pawn": (move.get("pawn") or "").split("+")[0]} for move in part.get("moves", [])]
    return part


def course_is_empty(reply):
    """Has the seat to play nothing on the track or in the corridor? Only then do tries mean something."""
    if "position" not in reply:
        return False
    pos = read_position(reply["position"])
    seat = pos.moving_seat(pos.turn)
    return seat is not None and not pos.on_course(seat)


def difference(request, theirs):
    """Key -> (what the slow engine says, what the other one says), for the keys of an answer that differ."""
    ours = answer_to(request)
    one, other = comparable(request, ours, ours), comparable(request, theirs, ours)
    return {key: (one.get(key), other.get(key)) for key in sorted(set(one) | set(other)) if one.get(key) != other.get(key)}


class Engine:
    """Another engine behind a pipe."""

    def __init__(self, command):
        self.command = shlex.split(command)

    def ask(self, requests):
        """The answers to a batch. An engine that falls over is started again behind the request it fell over."""
        answers = []
        while len(answers) < len(requests):
            rest = requests[len(answers):]
            process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            lines = "".join(json.dumps(request) + "\n" for request in rest)
            writer = threading.Thread(target=self.write, args=(process, lines))
            writer.start()
            got = [json.loads(line) for line in process.stdout]
            writer.join()
            process.wait()
            answers += got[:len(rest)]
            if len(got) < len(rest):
                answers.append({"error": {"code": "no answer"}})
        return answers

    @staticmethod
    def write(process, lines):
        try:
            process.stdin.write(lines)
            process.stdin.close()
        except BrokenPipeError:
            pass


def run_chunk(work):
    """Plays some games. Returns the requests that passed, the disagreements, the positions compared and the option sets."""
    given, numbers = work
    engine, requests, positions, sets = Engine(given.command), [], 0, set()
    for k in numbers:
        rng = random.Random("%d %d" % (given.seed, k))
        game, refused = random_game(rng, given.rules, given.without)
        if refused:
            requests.append({"op": "moves", **refused, "roll": 1})
            continue
        more, places = requests_of_game(rng, game)
        requests += more
        positions += places
        sets.add(json.dumps([game.rules, game.changed, game.seats], sort_keys=True))
    game_of.cache_clear()
    passed, failures, told = 0, [], set()
    for request, theirs in zip(requests, engine.ask(requests)):
        found = difference(request, theirs)
        if not found:
            passed += 1
            continue
        if "bad-option" in found.get("error", ()):
            set_up = json.dumps([request["rules"], request["options"], request["seats"]])
            if set_up in told:
                continue
            told.add(set_up)
        failures.append(request)
    return passed, failures, positions, sets


def report(engine, request):
    """A disagreement as one line, as small as it can be made."""
    small, theirs, found = shrink(request, engine.ask, difference)
    error = theirs.get("error", {})
    print(json.dumps({"request": small, "differs": sorted(found), "slow": {key: one for key, (one, _) in found.items()},
                      "engine": {key: other for key, (_, other) in found.items()},
                      **({"message": error.get("message"), "at": error.get("at")} if error else {})}), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--positions", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--rules", type=lambda text: text.split(","))
    parser.add_argument("--without", type=lambda text: text.split(","), default=[])
    parser.add_argument("--failures", type=int, default=20, help="how many are made smaller and printed before giving up")
    given = parser.parse_args()
    engine = Engine(given.command)
    known = set(engine.ask([{"op": "rules"}])[0].get("rule_sets", {}))
    if known != set(RULE_SETS):
        print("rule sets that one of the engines lacks: %s" % " ".join(sorted(known ^ set(RULE_SETS))))
    passed, failed, positions, played = 0, int(known != set(RULE_SETS)), 0, 0
    sets = set()
    with multiprocessing.Pool(given.processes) as pool:
        while failed < given.failures and (positions < given.positions if given.positions else played < given.games):
            work = []
            for _ in range(given.processes):
                end = played + CHUNK if given.positions else min(played + CHUNK, given.games)
                work.append((given, range(played, end)))
                played = end
            for good, failures, places, more in pool.map(run_chunk, work):
                passed, positions, sets = passed + good, positions + places, sets | more
                for request in failures[:max(0, given.failures - failed)]:
                    report(engine, request)
                failed += len(failures)
    print("seed %d: %d positions of %d games, %d option sets" % (given.seed, positions, played, len(sets)))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
