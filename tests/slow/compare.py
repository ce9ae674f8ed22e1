#!/usr/bin/env python3
"""Random differential test: asks another engine what the slow one says, and prints every disagreement.

    python3 tests/slow/compare.py 'ENGINE COMMAND' [--games N] [--seed S] [--rules ID] [--without OPTION,OPTION…]

Each game has a random rule set, seats and options, begins at its start or with scattered pawns, and is played at random by the
slow engine. At positions on the way both engines get the same `moves` and `play` requests, over one pipe in batches. A
disagreement is one line of JSON: the request, the keys that differ, both answers. The last line is `N passed, N failed`.

Options on which the engines disagree are printed once a game. Not compared, because a request doesn't settle it: whose turn it
is after the end, whether one throws again while steps are owed, `tries` where nothing counts them.
"""
import argparse
import json
import random
import shlex
import subprocess
import sys
import threading

from engine import AGAIN, answer, read_position, write_position
from moves import Pass, free_entry, legal
from position import BASE, Position, position_fault
from rules import OPTIONS, RULE_SETS, Game, Refused
from turn import play_bonus, play_entry, play_roll

BATCH = 400
DETAILS = ("move", "pawn", "path", "captures", "again")    # what engine.md names; a bonus of none may be 0, null or absent
LATER = ("eile-mit-weile",)                                # rule sets that the engine doesn't have yet: only if asked for


# Random games --------------------------------------------------------------------------------------------------------

def random_options(rng, seats):
    """Options as a request would carry them; not always allowed."""
    options = {}
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4, 6])):
        name = rng.choice([name for name in OPTIONS if name not in ("board", "dice", "teams", "pawns")])
        if name == "enter_on":
            options[name] = sorted(rng.sample(range(1, 7), rng.randint(1, 3)))
        else:
            options[name] = rng.choice(OPTIONS[name])
    if rng.random() < 0.15:
        board = rng.choice(OPTIONS["board"])
        options["board"] = board
        options["safe_squares"] = rng.choice(["none", "starts"])
        if board == "forty10":
            options["finish_mode"], options["corridor_rule"] = "slots", rng.choice(["slots", "single-no-jump"])
    if rng.random() < 0.1:
        options["finish_mode"], options["corridor_rule"] = "slots", rng.choice(["slots", "single-no-jump"])
    if seats in (4, 6) and rng.random() < 0.35:
        options["teams"] = "2x2" if seats == 4 else rng.choice(["2x3", "3x2"])
        options["team_help"] = rng.choice(OPTIONS["team_help"])
    if rng.random() < 0.1:
        options["pawns"] = rng.choice([1, 2, 3])
    return options


def random_game(rng, only, without):
    while True:
        rules = only or rng.choice([name for name in sorted(RULE_SETS) if name not in LATER])
        fewest, most, _ = RULE_SETS[rules]
        seats = rng.choice([2, 2, 3, 4, 4, 4, 4, 5, 6, 8])
        if not fewest <= seats <= most:
            continue
        options = {name: value for name, value in random_options(rng, seats).items() if name not in without}
        try:
            return Game(rules, options, seats), None
        except Refused:
            if rng.random() < 0.02:
                return None, {"rules": rules, "seats": seats, "options": options}


def owe(rng, pos):
    """Now and then bonus counts that wait to be played, and a further roll behind them."""
    game = pos.game
    given = [steps for steps, rule in ((20, game.capture_reward), (10, game.home_reward)) if rule == "steps%d" % steps]
    if not given or rng.random() < 0.7:
        return
    pos.sixes = rng.choice([0, 0, 1, 2])
    pos.owed = rng.choices(given, k=rng.choice([1, 1, 2, 4]))
    pos.again = rng.choice([reason for reason in AGAIN if AGAIN[reason](pos)] or [None])


def scatter(rng, game):
    """The starting position, or pawns thrown at a few neighbouring squares, where they meet."""
    pos = Position(game)
    if rng.random() < 0.3:
        return pos
    for _ in range(60):
        middle, width = rng.randrange(game.T), rng.choice([4, 8, 16])
        for seat in range(game.seats):
            for i in range(game.pawns):
                kind = rng.random()
                if kind < 0.2:
                    p = BASE
                elif kind < 0.35:
                    p = rng.randint(game.L - 4, game.end)
                elif kind < 0.45:
                    p = game.end if game.goal is not None else BASE
                elif kind < 0.55:
                    p = 0
                else:
                    p = (middle + rng.randrange(width) - game.start[seat]) % game.T
                    p = p if p <= game.L else BASE
                pos.pawns[seat][i] = p
        rng.shuffle(pos.arrivals)
        if not position_fault(pos) and not any(pos.all_home(seat) for seat in range(game.seats)):
            if game.capture_before_home:
                pos.captured = {seat for seat in range(game.seats) if rng.random() < 0.5}
            pos.turn = rng.randrange(game.seats)
            owe(rng, pos)
            return pos
    return Position(game)


def random_step(rng, pos):
    """Plays one item at random. Returns the position after it, the item of a script that says so, and its event."""
    if pos.owed:
        moves, _ = legal(pos, bonus=pos.owed[0])
        item, play = {"bonus": True}, play_bonus
    elif free_entry(pos)[0]:
        moves = free_entry(pos)[0]
        item, play = {"enter": True}, play_entry
    else:
        roll = rng.choice([1, 2, 3, 4, 5, 6, 6])
        moves, _ = legal(pos, roll=roll)
        item, play = {"roll": roll}, lambda pos, move: play_roll(pos, roll, move)
    move = rng.choice(moves) if moves else None
    if isinstance(move, Pass):
        item["pass"] = True
    elif move is not None:
        item["move"] = move.text(pos.game)
    after, event = play(pos, move)
    return after, item, event


def requests_at(rng, pos):
    """The requests about one position."""
    written = write_position(pos)
    detail = {"detail": True} if rng.random() < 0.3 else {}
    requests = []
    if pos.owed or free_entry(pos)[0]:
        requests.append({"op": "moves", **written, **detail})
    else:
        for roll in rng.sample(range(1, 7), 2) + [6]:
            requests.append({"op": "moves", **written, "roll": roll, **detail})
    script, seat, now = [], pos.turn, pos
    while len(script) < rng.choice([1, 2, 4, 8]):
        now, item, _ = random_step(rng, now)
        script.append(item)
        while now.owed and not legal(now, bonus=now.owed[0])[0]:
            now, _ = play_bonus(now, None)
        if now.is_over() or not (now.owed or now.again):
            break
    requests.append({"op": "play", **written, "script": script})
    requests.append({"op": "rank", **written})
    return requests


def requests_of_game(rng, game):
    pos = scatter(rng, game)
    requests = []
    for _ in range(rng.choice([1, 3, 10, 30])):
        if pos.is_over():
            break
        if rng.random() < 0.4:
            requests += requests_at(rng, pos)
        pos, _, _ = random_step(rng, pos)
        while pos.owed and not legal(pos, bonus=pos.owed[0])[0]:
            pos, _ = play_bonus(pos, None)
    return requests


# Comparing -----------------------------------------------------------------------------------------------------------

def comparable(request, reply, game):
    """The part of an answer that both engines must give alike."""
    if "error" in reply:
        return {"error": reply["error"].get("code")}
    part = {key: value for key, value in reply.items() if key != "id"}
    if request["op"] == "play":
        position = dict(part.pop("position", {}))
        part.pop("pawns", None)
        keys = ["pawns", "finished", "owed", "again"]
        if not part.get("over"):
            keys += ["turn", "sixes", "last"]
            if game.none_on_course == "three-tries" and course_is_empty(reply):
                keys.append("tries")
        if game.capture_before_home:
            keys.append("captured")
        for key in keys:
            part["position." + key] = position.get(key)
        part["position.arrivals"] = [pawn for pawn in position.get("arrivals", [])]
        if position.get("owed"):
            part.pop("again", None)
    if request["op"] == "moves" and request.get("detail"):
        part["moves"] = [{**{key: move.get(key) for key in DETAILS}, "bonus": move.get("bonus") or None}
                         for move in part.get("moves", [])]
    return part


def course_is_empty(reply):
    """Has the seat to play nothing on the track or in the corridor? Only then do tries mean something."""
    pos = read_position(reply["position"])
    seat = pos.moving_seat(pos.turn)
    return seat is not None and not pos.on_course(seat)


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


def compare_batch(engine, batch):
    passed = failed = 0
    told = set()
    for (request, game), theirs in zip(batch, engine.ask([request for request, _ in batch])):
        ours = answer(json.dumps(request))
        one, other = comparable(request, ours, game), comparable(request, theirs, game)
        differs = sorted(key for key in set(one) | set(other) if one.get(key) != other.get(key))
        if not differs:
            passed += 1
            continue
        if "bad-option" in (one.get("error"), other.get("error")):
            set_up = json.dumps([request["rules"], request["options"], request["seats"]])
            if set_up in told:
                continue
            told.add(set_up)
        failed += 1
        print(json.dumps({"request": request, "differs": differs, "slow": {key: one.get(key) for key in differs},
                          "engine": {key: other.get(key) for key in differs},
                          **({"message": theirs["error"].get("message"), "at": theirs["error"].get("at")}
                             if "error" in theirs else {})}))
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules")
    parser.add_argument("--without", default="")
    given = parser.parse_args()
    engine, batch, passed, failed = Engine(given.command), [], 0, 0
    for k in range(given.games):
        rng = random.Random("%d %d" % (given.seed, k))
        game, refused = random_game(rng, given.rules, given.without.split(","))
        if refused:
            batch.append(({"op": "moves", **refused, "roll": 1}, None))
        else:
            batch += [(request, game) for request in requests_of_game(rng, game)]
        if len(batch) >= BATCH or k == given.games - 1:
            good, bad = compare_batch(engine, batch)
            passed, failed, batch = passed + good, failed + bad, []
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
