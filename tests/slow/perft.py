#!/usr/bin/env python3
"""Perft: the number of ways in which a race game can go on for a number of rolls.

    python3 tests/slow/perft.py RULES SEATS DEPTH [OPTIONS]      from the starting position, OPTIONS as JSON
    python3 tests/slow/perft.py --position FILE.jsonl            lines {"position": …, "depth": …, "count": …}: prints differences

A position waiting for a roll counts 1 at depth 0, otherwise the sum over the outcomes of the dice: six faces; with two dice
every ordered roll, 36 of them, 5+2 and 2+5 being two; with cowries the seven numbers of mouths up, each once however likely.
Every legal move (each text of the list `moves`) is a branch, a roll without a move or a cancelled one is a single branch. The
later dice of a roll and the bonus counts branch without using depth, and what can't be played is lost in a single branch; a
free entry uses one, like a roll. A finished game counts 1.
"""
import json
import sys

from engine import read_position
from moves import free_entry, legal
from position import Position
from rules import WORTHS, Game
from turn import play_bonus, play_die, play_entry, play_roll

FACES = range(1, 7)
OUTCOMES = {"d6": FACES, "2d6": [(one, other) for one in FACES for other in FACES], "cowries6": WORTHS}


def key_of(pos):
    """Everything that makes two positions the same; of the arrivals only what their order can change."""
    return (tuple(map(tuple, pos.pawns)), tuple(pos.shared_arrivals()), pos.turn, pos.sixes, pos.doubles, pos.tries,
            pos.last, tuple(pos.dice_left), tuple(pos.from_blockade), tuple(pos.owed), pos.again, tuple(sorted(pos.captured)), tuple(pos.finished))


def perft(pos, depth, seen):
    if pos.is_over() or (depth == 0 and not pos.owed and not pos.dice_left):
        return 1
    key = (key_of(pos), depth)
    if key not in seen:
        seen[key] = count(pos, depth, seen)
    return seen[key]


def count(pos, depth, seen):
    if pos.dice_left:
        moves, _ = legal(pos)
        return sum(perft(play_die(pos, move)[0], depth, seen) for move in moves or [None])
    if pos.owed:
        moves, _ = legal(pos, bonus=pos.owed[0])
        return sum(perft(play_bonus(pos, move)[0], depth, seen) for move in moves or [None])
    entries, _ = free_entry(pos)
    if entries:
        return sum(perft(play_entry(pos, move)[0], depth - 1, seen) for move in entries)
    total = 0
    for roll in OUTCOMES[pos.game.dice]:
        moves, _ = legal(pos, roll=roll)
        total += sum(perft(play_roll(pos, roll, move)[0], depth - 1, seen) for move in moves or [None])
    return total


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--position":
        wrong = 0
        for line in open(arguments[1], encoding="utf-8"):
            entry = json.loads(line)
            got = perft(read_position(entry["position"]), entry["depth"], {})
            if got != entry["count"]:
                wrong += 1
                print("%d, not %d: %s" % (got, entry["count"], line.strip()))
        return 1 if wrong else 0
    if len(arguments) not in (3, 4):
        sys.exit(__doc__)
    options = json.loads(arguments[3]) if len(arguments) == 4 else {}
    pos = Position(Game(arguments[0], options, int(arguments[1])))
    print(perft(pos, int(arguments[2]), {}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
