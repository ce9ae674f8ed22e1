#!/usr/bin/env python3
"""Computes ratings, weekly points and weeks a second time, from the text of the rules, and compares.

usage: compare.py DADA WEEKS [--games N] [--seed S]      e.g. compare.py build/dada build/tests/weeks --games 20000

Ratings and points: random tables of 2 to 8 seats with ties, teams and computers' seats go to `DADA engine`; here all is
fractions, and the only number that isn't exact, 10 to a power, has 60 digits. Damaged tables must be refused, with the
place of the fault. Weeks: WEEKS tells the week of random instants in every time zone that Python has; Python's own zones
tell the same. The last line is "N passed, N failed".
"""
import argparse
import datetime
import decimal
import functools
import json
import os
import random
import subprocess
import zoneinfo
from fractions import Fraction

decimal.getcontext().prec = 60
THOUSAND = 1000


@functools.lru_cache(maxsize=None)
def expected(ahead):
    """E of 9.5 for one who is so many points ahead (a Fraction)."""
    exponent = decimal.Decimal(-ahead.numerator) / decimal.Decimal(400 * ahead.denominator)
    return Fraction(1 / (1 + decimal.Decimal(10) ** exponent))


def nearest(x):
    """The nearest whole number, a half away from zero."""
    whole = int(abs(x) + Fraction(1, 2))
    return -whole if x < 0 else whole


def result(own, other):
    return Fraction(1) if own < other else Fraction(0) if own > other else Fraction(1, 2)


def elo(table):
    """The changes in thousandths, None for a computer's seat."""
    ratings, places = table["ratings"], table["places"]
    n = len(ratings)
    rated = [i for i in range(n) if ratings[i] is not None]
    if "k" in table:
        k = table["k"]
    else:
        games = table.get("games", [0] * n)
        k = Fraction(sum(32 if games[i] < 30 else 16 for i in rated), len(rated)) if rated else 0
    teams = table.get("teams", range(n))
    sides = {}
    for i in rated:
        sides.setdefault(teams[i], []).append(i)
    mean = {s: sum(ratings[i] for i in seats) / Fraction(len(seats)) for s, seats in sides.items()}
    place = {s: places[seats[0]] for s, seats in sides.items()}
    changes = {s: 0 for s in sides}
    if len(sides) > 1:
        for s in sides:
            won = sum(result(place[s], place[t]) - expected(mean[s] - mean[t]) for t in sides if t != s)
            changes[s] = nearest(k * won / (len(sides) - 1) * THOUSAND)
        winner = min(sides, key=lambda s: (place[s], teams_first(teams, s)))
        changes[winner] -= sum(changes.values())
    return [changes[teams[i]] if ratings[i] is not None else None for i in range(n)]


def teams_first(teams, side):
    return list(teams).index(side)


def weekly(places):
    """The points: each place's worth, shared by those who share the place."""
    n = len(places)
    half = n // 2
    worth = [10 * (half - i) for i in range(half)] + [0] * (n % 2)
    worth += [-w for w in reversed(worth[:half])]
    shares = {}
    for place in set(places):
        n_equal = places.count(place)
        shares[place] = Fraction(sum(worth[place - 1:place - 1 + n_equal]), n_equal)
    return [shares[place] for place in places]


def draw_table(dice):
    n = dice.randint(2, 8)
    sizes = [size for size in (1, 1, 2, 3, 4) if n % size == 0 and n // size > 1]
    size = dice.choice(sizes)
    n_sides = n // size
    scores = [dice.randint(0, dice.choice((1, 3, 1000))) for _ in range(n_sides)]
    seats = [(side, dice.random()) for side in range(n_sides) for _ in range(size)]
    if dice.random() < 0.5:
        dice.shuffle(seats)
    scores = [scores[side] for side, _ in seats]
    spread = dice.choice((0, 50, 400, 3000))
    table = {"places": [1 + sum(other > score for other in scores) for score in scores],
             "ratings": [Fraction(1500000 + dice.randint(-spread, spread) * dice.choice((1, 1000)), THOUSAND) for _ in seats]}
    if size > 1:
        names = dice.sample(range(1, 9), n_sides)
        table["teams"] = [names[side] for side, _ in seats]
        if dice.random() < 0.3:
            for name in names:
                table["ratings"][table["teams"].index(name)] = None
    elif dice.random() < 0.3:
        for i in range(n):
            if dice.random() < 0.3:
                table["ratings"][i] = None
    how = dice.randrange(3)
    if how == 0:
        table["games"] = [dice.choice((0, 29, 30, dice.randint(0, 100))) for _ in seats]
    elif how == 1:
        table["k"] = Fraction(dice.choice((32000, 16000, 24000, dice.randint(1, 100000))), THOUSAND)
    return table


def damage(table, dice):
    """A fault, and the place that must be named."""
    table = json.loads(json.dumps(table, default=float))
    n = len(table["places"])
    seat = dice.randrange(n)
    kind = dice.choice(("places", "ratings", "k", "games", "teams", "few", "other"))
    if kind == "places":
        table["places"][seat] = dice.choice((0, n + 1, 1.0, None, "1", -1, 2 ** 40))
    elif kind == "ratings":
        table["ratings"][seat] = dice.choice(("1500", 100000.001, -100001, 1500.0005, [], True))
    elif kind == "few":
        table["places"].pop()
        return table, "places"
    elif kind == "other":
        table["seats"] = n
        return table, "seats"
    elif kind == "k":
        table.pop("games", None)
        table["k"] = dice.choice((0, -16, 100.001, 16.0001, "32", None, [32]))
        return table, "k"
    elif kind == "games":
        table.pop("k", None)
        table["games"] = [0] * n
        table["games"][seat] = dice.choice((-1, 0.5, None, 2 ** 32))
    else:
        table["teams"] = table.get("teams", list(range(1, n + 1)))
        table["teams"][seat] = dice.choice((0, 9, None, "A"))
    return table, f"{kind}[{seat}]"


def ask(command, requests):
    lines = "".join(json.dumps(request, default=float) + "\n" for request in requests)
    done = subprocess.run([command, "engine"], input=lines, capture_output=True, text=True, timeout=300, check=True)
    return [json.loads(line, parse_float=Fraction, parse_int=Fraction) for line in done.stdout.splitlines()]


def check_games(command, n_games, dice):
    """Yields whether each holds, and what to say if not."""
    tables = [draw_table(dice) for _ in range(n_games)]
    for table, answer in zip(tables, ask(command, [{"op": "elo", **table} for table in tables])):
        want = [None if change is None else Fraction(change, THOUSAND) for change in elo(table)]
        got = answer.get("deltas")
        yield got == want and sum(change or 0 for change in got) == 0, f"elo {table}\n  wanted {want}\n  got {answer}"
    for table, answer in zip(tables, ask(command, [{"op": "weekly", "places": table["places"]} for table in tables])):
        want = [Fraction(nearest(points * THOUSAND), THOUSAND) for points in weekly(table["places"])]
        yield answer.get("points") == want, f"weekly {table['places']}\n  wanted {want}\n  got {answer}"


def check_faults(command, n_games, dice):
    damaged = [damage(draw_table(dice), dice) for _ in range(n_games)]
    for (table, at), answer in zip(damaged, ask(command, [{"op": "elo", **table} for table, _ in damaged])):
        error = answer.get("error", {})
        yield (error.get("code"), error.get("at")) == ("bad-request", at), f"{table}\n  wanted a fault at {at}\n  got {answer}"


def monday(zone, second):
    day = datetime.datetime.fromtimestamp(second, zone).date()
    return day.toordinal() - day.weekday() - datetime.date(1970, 1, 1).toordinal()


def check_weeks(command, dice):
    names = sorted(name for name in zoneinfo.available_timezones()
                   if os.path.exists(f"{os.environ.get('TZDIR', '/usr/share/zoneinfo')}/{name}"))
    asked = [(name, dice.randrange(60 * 365 * 86400 if k else 130 * 365 * 86400)) for name in names for k in range(12)]
    asked += [(name, 86400 * (7 * dice.randrange(3200) + 4) + dice.randint(-50400, 50400)) for name in names for _ in range(8)]
    lines = "".join(f"{name} {second * 1000 + dice.randrange(1000)}\n" for name, second in asked)
    done = subprocess.run([command], input=lines, capture_output=True, text=True, timeout=300, check=True)
    for (name, second), line in zip(asked, done.stdout.splitlines(), strict=True):
        zone = zoneinfo.ZoneInfo(name)
        week, begin, end = (int(word) for word in line.split())
        good = week == monday(zone, second) and begin % 1000 == end % 1000 == 0 and begin <= second * 1000 < end
        good = good and monday(zone, begin // 1000) == week == monday(zone, end // 1000 - 1)
        good = good and monday(zone, begin // 1000 - 1) == week - 7 and monday(zone, end // 1000) == week + 7
        yield good, f"{name} {second}: got {line}, wanted {monday(zone, second)}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dada")
    parser.add_argument("weeks")
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    dice = random.Random(args.seed)
    passed = failed = 0
    for checks in (check_games(args.dada, args.games, dice), check_faults(args.dada, args.games // 5, dice),
                   check_weeks(args.weeks, dice)):
        for good, words in checks:
            passed += good
            failed += not good
            if not good and failed < 20:
                print(words)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    raise SystemExit(main())
