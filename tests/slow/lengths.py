#!/usr/bin/env python3
"""Plays whole games at random with fair dice and prints how many rolls they took: where the bounds of the contract come from.

    python3 tests/slow/lengths.py [--games N] [--seed S] [RULES...]

One line for each rule set and number of seats: the mean of N games (40 unless told), the longest of them, and the bound, which
is five times the mean, rounded up to a whole hundred. It is there to tell a game without an end from one with bad luck: of
620,000 games that the engine played, none took three times the mean of its kind.
"""
import argparse
import math
import random

from moves import free_entry, legal
from position import Position
from rules import RULE_SETS, WORTHS, Game
from turn import play_bonus, play_die, play_entry, play_roll, play_what_is_lost

TIMES, HUNDRED = 5, 100


def thrown(rng, game):
    """A roll as it falls: of six cowries each lies mouth up or down."""
    if game.dice == "cowries6":
        return WORTHS[sum(rng.random() < 0.5 for _ in range(6))]
    if game.dice == "d6":
        return rng.randint(1, 6)
    return rng.randint(1, 6), rng.randint(1, 6)


def play_on(rng, pos):
    """What is asked, played at random. Returns the position after it, and whether it was a roll."""
    roll = None
    if pos.dice_left:
        moves, play = legal(pos)[0], play_die
    elif pos.owed:
        moves, play = legal(pos, bonus=pos.owed[0])[0], play_bonus
    elif free_entry(pos)[0]:
        moves, play = free_entry(pos)[0], play_entry
    else:
        roll = thrown(rng, pos.game)
        moves, play = legal(pos, roll=roll)[0], lambda before, move: play_roll(before, roll, move)
    pos, _ = play(pos, rng.choice(moves) if moves else None)
    for pos, _ in play_what_is_lost(pos):
        pass
    return pos, roll is not None


def length(rng, game):
    """Rolls of one whole game."""
    pos, rolls = Position(game), 0
    while not pos.is_over():
        pos, rolled = play_on(rng, pos)
        rolls += rolled
    return rolls


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="*")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for rules in asked.rules or RULE_SETS:
        fewest, most, _ = RULE_SETS[rules]
        for seats in range(fewest, most + 1):
            rng = random.Random("%s %d %d" % (rules, seats, asked.seed))
            lengths = [length(rng, Game(rules, {}, seats)) for _ in range(asked.games)]
            mean = sum(lengths) / len(lengths)
            bound = HUNDRED * math.ceil(TIMES * mean / HUNDRED)
            print("%s seats=%d: %.0f rolls on average, %d at most, bound %d" % (rules, seats, mean, max(lengths), bound),
                  flush=True)


if __name__ == "__main__":
    main()
