"""Random games for the comparison of two engines: rule sets and options, positions, and requests about them.

Reading order: random_game chooses the rules, scatter the position, requests_of_game plays on and asks.
"""
from engine import AGAIN, counted_with, write_position
from moves import Pass, free_entry, legal, sum_that_enters
from position import BASE, Position, position_fault
from rules import GRACES, OPTIONS, RULE_SETS, WORTHS, Game, Refused
from turn import play_bonus, play_die, play_entry, play_roll, play_what_is_lost

CHOSEN_TOGETHER = ("board", "dice", "teams", "pawns", "enter_on", "six_counts")    # options that need others beside them


# Rules ---------------------------------------------------------------------------------------------------------------

def random_options(rng, own, seats):
    """Options as a request would carry them; not always allowed."""
    options = {}
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4, 6])):
        name = rng.choice([name for name in OPTIONS if name not in CHOSEN_TOGETHER])
        options[name] = rng.choice(OPTIONS[name])
    if rng.random() < 0.15:
        options.update(random_board(rng))
    if rng.random() < 0.1:
        options["finish_mode"], options["corridor_rule"] = "slots", rng.choice(["slots", "single-no-jump"])
    if rng.random() < 0.25:
        options["dice"] = rng.choice(OPTIONS["dice"])
        options["six_counts"] = rng.choice(["6", "14-on-doubles"]) if options["dice"] == "2d6" else "6"
    elif rng.random() < 0.1:
        options["six_counts"] = rng.choice(OPTIONS["six_counts"])
    if rng.random() < 0.15 or "dice" in options:
        results = sorted(WORTHS) if options.get("dice", own["dice"]) == "cowries6" else range(1, 7)
        options["enter_on"] = sorted(rng.sample(results, rng.choice([1, 1, 2, 3])))
    if seats in (4, 6) and rng.random() < 0.35:
        options["teams"] = "2x2" if seats == 4 else rng.choice(["2x3", "3x2"])
        options["team_help"] = rng.choice(OPTIONS["team_help"])
    if rng.random() < 0.1:
        options["pawns"] = rng.choice([1, 2, 3])
    return options


def random_board(rng):
    """A board, with what it can't do without."""
    board = rng.choice(OPTIONS["board"])
    options = {"board": board, "safe_squares": rng.choice(["none", "starts"])}
    if board == "forty10":
        options["finish_mode"], options["corridor_rule"] = "slots", rng.choice(["slots", "single-no-jump"])
    elif board == "pachisi17":
        options.update({"enter_capture": "as-landing", "corridor_rule": "free", "finish_mode": "centre", "vacate_start": False,
                        "start_out": 0, "safe_squares": rng.choice(["none", "castles"]), "slot_jump": True})
    return options


def left_out(without, name, value):
    return name in without or "%s=%s" % (name, value) in without


def random_game(rng, only, without):
    """(game, None), or now and then (None, a request's fields that are refused)."""
    while True:
        rules = rng.choice([name for name in only or sorted(RULE_SETS) if name not in without])
        fewest, most, own = RULE_SETS[rules]
        seats = rng.choice([2, 2, 3, 4, 4, 4, 4, 5, 6, 8])
        if not fewest <= seats <= most:
            continue
        options = {name: value for name, value in random_options(rng, own, seats).items()
                   if not left_out(without, name, value)}
        try:
            return Game(rules, options, seats), None
        except Refused:
            if rng.random() < 0.02:
                return None, {"rules": rules, "seats": seats, "options": options}


# Positions -----------------------------------------------------------------------------------------------------------

def scatter(rng, game):
    """The starting position, or pawns thrown at a few neighbouring squares, where they meet."""
    pos = Position(game)
    if rng.random() < 0.3:
        return pos
    for _ in range(60):
        middle, width = rng.randrange(game.T), rng.choice([4, 8, 16])
        for seat in range(game.seats):
            for i in range(game.pawns):
                pos.pawns[seat][i] = random_place(rng, game, (middle + rng.randrange(width) - game.start[seat]) % game.T)
        rng.shuffle(pos.arrivals)
        if not position_fault(pos) and not any(pos.all_home(seat) for seat in range(game.seats)):
            if game.capture_before_home:
                pos.captured = {seat for seat in range(game.seats) if rng.random() < 0.5}
            pos.turn = rng.randrange(game.seats)
            begin(rng, pos)
            return pos
    return Position(game)


def random_place(rng, game, meeting):
    """A p: often the place where pawns are to meet."""
    kind = rng.random()
    if kind < 0.2:
        return BASE
    if kind < 0.35:
        return rng.randint(game.L - 4, game.end)
    if kind < 0.45:
        return game.end if game.goal is not None else BASE
    if kind < 0.55:
        return rng.randint(1, game.first) if game.first else 0
    return meeting if game.first <= meeting <= game.L else meeting + game.T if meeting + game.T <= game.L else BASE


def begin(rng, pos):
    """Now and then a turn that has begun: sixes behind it, dice left, bonus counts that wait, and a further roll."""
    game = pos.game
    if rng.random() < 0.6:
        return
    counter = "doubles" if game.six_counts == "14-on-doubles" else "sixes"
    setattr(pos, counter, rng.choice([0, 1, 2, 2]))
    out = [(pos.turn, i) for i in range(game.pawns) if pos.pawns[pos.turn][i] != BASE]
    pos.last = rng.choice(out) if out and rng.random() < 0.5 else None
    given = [steps for steps, rule in ((20, game.capture_reward), (10, game.home_reward)) if rule == "steps%d" % steps]
    if given and rng.random() < 0.6:
        pos.owed = rng.choices(given, k=rng.choice([1, 1, 2, 4]))
    if game.dice == "2d6" and rng.random() < 0.6:
        first, second = rng.randint(1, 6), rng.randint(1, 6)
        pos.dice_left = rng.choice([[first], [first], [first, second], [first, first]])
        if sum_that_enters(game, pos.dice_left):           # an item of a script for one die can't name a sum
            pos.dice_left = [first]
        if game.six_counts == "14-on-doubles" and rng.random() < 0.3:
            pos.dice_left = [first, 7 - first, 7 - first]
        if game.block == "everyone-pair" and len(out) > 1 and rng.random() < 0.6:
            if game.six_counts != "14-on-doubles":
                del pos.dice_left[1:]
            pairs = rng.sample(out, 2 if len(out) < 4 or len(pos.dice_left) == 3 else rng.choice([2, 4]))
            pos.from_blockade = [tuple(sorted(pairs[i:i + 2])) for i in range(0, len(pairs), 2)]
    if counted_with(game, pos.dice_left) and not getattr(pos, counter):
        setattr(pos, counter, 1)
    if pos.owed or pos.dice_left:
        told = [word for word in ("six", "grace", "doubles") if AGAIN[word](pos)]
        pos.again = rng.choice(told or [word for word in ("capture", "home") if AGAIN[word](pos)] + [None])


# Playing and asking --------------------------------------------------------------------------------------------------

def random_roll(rng, game):
    """A roll as the slow engine takes it; sixes and doubles more often than they fall."""
    if game.dice == "cowries6":
        return rng.choice(WORTHS + GRACES)
    if game.dice == "d6":
        return rng.choice([1, 2, 3, 4, 5, 6, 6])
    first = rng.choice([1, 2, 3, 4, 5, 6, 6])
    return first, first if rng.random() < 0.3 else rng.randint(1, 6)


def written_roll(game, roll):
    """A roll as a request carries it."""
    return WORTHS.index(roll) if game.dice == "cowries6" else roll if game.dice == "d6" else list(roll)


def random_step(rng, pos):
    """Plays one item at random. Returns the position after it and the item of a script that says so."""
    game = pos.game
    if pos.dice_left:
        moves, _ = legal(pos)
        item, play = {"die": pos.dice_left[0]}, play_die
    elif pos.owed:
        moves, _ = legal(pos, bonus=pos.owed[0])
        item, play = {"bonus": True}, play_bonus
    elif free_entry(pos)[0]:
        moves = free_entry(pos)[0]
        item, play = {"enter": True}, play_entry
    else:
        roll = random_roll(rng, game)
        moves, _ = legal(pos, roll=roll)
        item, play = {"roll": written_roll(game, roll)}, lambda pos, move: play_roll(pos, roll, move)
    move = rng.choice(moves) if moves else None
    if isinstance(move, Pass):
        item["pass"] = True
        item.pop("die", None)                              # declining drops all the dice left
    elif move is not None:
        item["move"] = move.text(game)
        if "die" in item:
            item["die"] = move.dice[0]
    pos, _ = play(pos, move)
    for pos, _ in play_what_is_lost(pos):
        pass
    return pos, item


def requests_at(rng, pos):
    """The requests about one position."""
    written = write_position(pos)
    detail = {"detail": True} if rng.random() < 0.3 else {}
    requests = []
    if pos.dice_left or pos.owed or free_entry(pos)[0]:
        requests.append({"op": "moves", **written, **detail})
    else:
        for _ in range(rng.choice([1, 1, 2])):
            requests.append({"op": "moves", **written, "roll": written_roll(pos.game, random_roll(rng, pos.game)), **detail})
    script, now, length = [], pos, rng.choice([1, 1, 2, 4])
    while len(script) < length:
        now, item = random_step(rng, now)
        script.append(item)
        if now.is_over() or not (now.dice_left or now.owed or now.again):
            break
    requests.append({"op": "play", **written, "script": script})
    if rng.random() < 0.1:
        requests.append({"op": "rank", **written})
    return requests


def requests_of_game(rng, game):
    """The requests about the positions of one game, and how many positions they are about."""
    pos = scatter(rng, game)
    requests, positions = [], 0
    for _ in range(rng.choice([3, 10, 30, 60])):
        if pos.is_over():
            break
        if rng.random() < 0.6:
            requests += requests_at(rng, pos)
            positions += 1
        pos, _ = random_step(rng, pos)
    return requests, positions
