"""The rule sets and options of the race games, and the boards they are played on.

Second implementation, written from the specification of the rules alone, so that it can check the engine: it is meant to be
read beside the text (rules.md sections 1.3 and 10), not to be fast. Reading order: OPTIONS, RULE_SETS, Game, then the judges
of options at the end.
"""

YES_NO = (False, True)

WORTHS = (25, 10, 2, 3, 4, 5, 6)       # cowries: what 0, 1 … 6 mouths up are worth
GRACES = (6, 10, 25)                   # the worths that throw again, as a six does with a die

# Option -> values.
OPTIONS = {
    "board": ("ludo13", "parchis17", "french14", "forty10", "pachisi17"),
    "board_shape": ("cross", "by-seats"),
    "direction": ("cw", "ccw"),
    "pawns": (1, 2, 3, 4),
    "start_out": (0, 1, 2, 3, 4),
    "dice": ("d6", "2d6", "cowries6"),
    "enter_on": "a list of 1 to 6 results of the dice",
    "enter_mandatory": YES_NO,
    "enter_capture": ("never", "as-landing", "when-full", "always", "lone"),
    "enter_blocked_by_enemy_pair": YES_NO,
    "vacate_start": YES_NO,
    "capacity": (1, 2, "any"),
    "own_sharing": ("share", "pair", "forbid", "stop-behind"),
    "own_pass": YES_NO,
    "block": ("none", "enemy-pair", "everyone-pair", "no-overtake"),
    "block_where": ("all", "track", "safe-only", "unsafe-only"),
    "block_land": ("illegal", "attacker-home", "capture-all"),
    "block_pass": ("never", "on-6", "on-6-or-1", "free"),
    "safe_squares": ("none", "starts", "starts+stars", "shelters", "castles", "globes"),
    "safe_effect": ("share", "no-landing", "attacker-home"),
    "capture_on_pass": YES_NO,
    "capture_mandatory": YES_NO,
    "capture_reward": ("none", "roll", "steps20"),
    "home_reward": ("none", "roll", "steps10"),
    "corridor_rule": ("free", "pair", "single-no-jump", "ladder", "slots"),
    "finish_mode": ("centre", "slots"),
    "finish": ("exact", "clamp", "bounce"),
    "slot_jump": YES_NO,
    "six_extra": YES_NO,
    "six_extra_when_stuck": YES_NO,
    "six_counts": ("6", "7-if-base-empty", "12", "12-if-base-empty", "14-on-doubles"),
    "six_opens_barrier": YES_NO,
    "six_enters_two_or_sixth": YES_NO,
    "triple_six": ("off", "cancel", "cancel+last-home", "cancel+furthest-home", "all-unsafe-home"),
    "none_on_course": ("normal", "free-entry", "three-tries"),
    "star_jump": YES_NO,
    "capture_before_home": YES_NO,
    "move_optional": YES_NO,
    "first_enters_on_any": YES_NO,
    "play_on": ("first", "all", "team"),
    "ranking": ("lexicographic", "distance", "team"),
    "teams": ("none", "2x2", "2x3", "3x2"),
    "team_barrier": ("same-colour", "mixed"),
    "team_help": ("never", "when-finished", "when-stuck"),
}

LUDO = {
    "board": "ludo13", "board_shape": "cross", "direction": "cw", "pawns": 4, "start_out": 0, "dice": "d6",
    "enter_on": [6], "enter_mandatory": False, "enter_capture": "as-landing", "enter_blocked_by_enemy_pair": True,
    "vacate_start": False, "capacity": "any", "own_sharing": "share", "own_pass": True, "block": "enemy-pair",
    "block_where": "all", "block_land": "illegal", "block_pass": "never", "safe_squares": "starts+stars",
    "safe_effect": "share", "capture_on_pass": False, "capture_mandatory": False, "capture_reward": "roll",
    "home_reward": "none", "corridor_rule": "free", "finish_mode": "centre", "finish": "exact", "slot_jump": True,
    "six_extra": True, "six_extra_when_stuck": False, "six_counts": "6", "six_opens_barrier": False,
    "six_enters_two_or_sixth": False, "triple_six": "cancel", "none_on_course": "normal", "star_jump": False,
    "capture_before_home": False, "move_optional": False, "first_enters_on_any": False, "play_on": "first",
    "ranking": "lexicographic", "teams": "none", "team_barrier": "same-colour", "team_help": "when-finished",
}

LUDO_RELANCE = {**LUDO, "enter_capture": "never", "enter_blocked_by_enemy_pair": False, "home_reward": "roll",
                "six_extra_when_stuck": True}

PARCHIS = {**LUDO, "board": "parchis17", "direction": "ccw", "enter_on": [5], "enter_mandatory": True,
           "enter_capture": "when-full", "enter_blocked_by_enemy_pair": False, "capacity": 2, "own_sharing": "pair",
           "block": "everyone-pair", "safe_squares": "shelters", "capture_reward": "steps20", "home_reward": "steps10",
           "corridor_rule": "pair", "six_extra_when_stuck": True, "six_counts": "7-if-base-empty",
           "six_opens_barrier": True, "triple_six": "cancel+last-home", "ranking": "distance"}

PETITS_CHEVAUX = {**LUDO, "board": "french14", "enter_blocked_by_enemy_pair": False, "own_sharing": "forbid",
                  "block": "none", "safe_squares": "none", "capture_reward": "none", "corridor_rule": "single-no-jump",
                  "slot_jump": False, "six_extra_when_stuck": True, "triple_six": "off"}

RULE_SETS = {   # id -> fewest seats, most seats, value of every option
    "ludo": (2, 8, LUDO),
    "ludo-relance": (2, 8, LUDO_RELANCE),
    "parchis": (2, 8, PARCHIS),
    "parchis-salida": (2, 8, {**PARCHIS, "start_out": 1}),
    "petits-chevaux": (2, 8, PETITS_CHEVAUX),
    "petits-chevaux-barrages": (2, 8, {**PETITS_CHEVAUX, "enter_blocked_by_enemy_pair": True, "own_sharing": "share",
                                       "block": "enemy-pair"}),
    "petits-chevaux-escalier": (2, 4, {**PETITS_CHEVAUX, "corridor_rule": "ladder", "finish": "bounce", "slot_jump": True}),
    "ludo-danish": (2, 4, {**LUDO, "enter_blocked_by_enemy_pair": False, "block": "none", "block_land": "attacker-home",
                           "block_pass": "free", "safe_squares": "globes", "safe_effect": "attacker-home",
                           "capture_reward": "none", "finish": "bounce", "six_extra_when_stuck": True,
                           "triple_six": "off", "none_on_course": "three-tries", "star_jump": True}),
    "ludo-german": (2, 4, {**PETITS_CHEVAUX, "board": "forty10", "enter_mandatory": True, "vacate_start": True,
                           "corridor_rule": "slots", "finish_mode": "slots", "slot_jump": True,
                           "none_on_course": "three-tries"}),
    "fia": (2, 4, {**PETITS_CHEVAUX, "board": "forty10", "enter_on": [1, 6], "own_pass": False, "corridor_rule": "slots",
                   "finish_mode": "slots", "finish": "bounce", "six_enters_two_or_sixth": True}),
    "eile-mit-weile": (2, 4, {**LUDO, "board": "parchis17", "direction": "ccw", "enter_on": [5],
                              "block_where": "safe-only", "safe_squares": "shelters", "capture_on_pass": True,
                              "capture_reward": "none", "finish": "bounce", "six_extra_when_stuck": True,
                              "six_counts": "12", "triple_six": "all-unsafe-home"}),
    "parchis-american": (2, 4, {**PARCHIS, "dice": "2d6", "enter_capture": "lone", "enter_blocked_by_enemy_pair": True,
                                "safe_effect": "no-landing", "six_counts": "14-on-doubles", "six_opens_barrier": False,
                                "triple_six": "cancel+furthest-home", "ranking": "lexicographic"}),
    "pachisi": (4, 4, {**LUDO, "board": "pachisi17", "direction": "ccw", "dice": "cowries6", "enter_on": [6, 10, 25],
                       "block": "none", "block_land": "capture-all", "block_pass": "free", "safe_squares": "castles",
                       "safe_effect": "no-landing", "six_extra_when_stuck": True, "triple_six": "off",
                       "move_optional": True, "first_enters_on_any": True, "play_on": "team", "ranking": "team",
                       "teams": "2x2"}),
    "uckers": (4, 4, {**LUDO, "dice": "2d6", "safe_squares": "none", "capture_reward": "none",
                      "six_extra_when_stuck": True, "triple_six": "off", "teams": "2x2"}),
}


class Refused(Exception):
    """A request that cannot be answered: code and message of the error, and the field or reason it is about."""

    def __init__(self, code, message, at=None):
        super().__init__(message)
        self.code, self.message, self.at = code, message, at


class Game:
    """One rule set with its options, seats and board. Every option is an attribute: game.block, game.finish …

    Board: T shared squares, numbered 0 … T-1; start[seat]; a pawn walks p = 0 … L on them, then L+1 … L+C in its corridor.
    On the Pachisi cloth it first walks p = 1 … first-1 down its own middle column, which is corridor to every rule; p = first
    is its first shared square, and start[seat] the square where p = 0 would be if the track began there.
    goal = L+C+1, or None where the places are slots, the squares from first_home on. end is the last p a pawn can reach.
    safe is the set of safe squares; stars the set of p from which a pawn jumps.
    """

    def __init__(self, rules, options=None, seats=4, arms=None):
        if rules not in RULE_SETS:
            raise Refused("unknown-rules", "no such rule set", rules)
        self.rules = rules
        fewest, most, own = RULE_SETS[rules]
        if not is_int(seats) or not fewest <= seats <= most:
            raise Refused("bad-request", "seats from %d to %d" % (fewest, most), "seats")
        self.seats = seats
        self.changed = read_options(own, options or {})
        for name, value in {**own, **self.changed}.items():
            setattr(self, name, value)
        judge_options(self, own)
        self.arms = self.number_of_arms(arms)
        self.make_board()
        self.make_teams()

    def number_of_arms(self, asked):
        if self.board in ("forty10", "pachisi17"):
            allowed = [4]
        elif self.board == "ludo13" and self.board_shape == "by-seats" and self.seats <= 3:
            allowed = [self.seats]
        elif self.board == "parchis17":
            allowed = [3, 4, 6, 8]
        else:
            allowed = [4, 6, 8]
        if max(allowed) < self.seats:
            raise Refused("bad-request", "more seats than arms", "seats")
        if asked is None:
            return min(arms for arms in allowed if arms >= self.seats and (arms != 3 or len(allowed) == 1))
        if not is_int(asked) or asked not in allowed or asked < self.seats:
            raise Refused("bad-request", "arms that the board doesn't have", "arms")
        return asked

    def make_board(self):
        n = self.arms
        self.first = 0
        if self.board == "ludo13":
            missing = max(0, 4 - n)
            self.T = 13 * n + 3 * missing
            starts = [16 * arm for arm in range(2)] if n == 2 else [13 * arm for arm in range(n)]
            self.L, self.C = self.T - 2, 5
        elif self.board == "parchis17":
            self.T = 17 * n
            starts = [17 * arm + 5 for arm in range(n)]
            self.L, self.C = self.T - 5, 7
        elif self.board == "french14":
            self.T = 14 * n
            starts = [14 * arm for arm in range(n)]
            self.L, self.C = self.T - 1, 6
        elif self.board == "pachisi17":                    # p = 8 and p = 76 are the own arm end
            self.T, self.first = 68, 8
            starts = [(17 * arm - 8) % 68 for arm in range(4)]
            self.L, self.C = 76, 7
        else:
            self.T = 40
            starts = [10 * arm for arm in range(4)]
            self.L, self.C = 39, 4
        self.start = [starts[seat * n // self.seats] for seat in range(self.seats)]
        if self.finish_mode == "slots":
            self.goal, self.end = None, self.L + self.C
        else:
            self.goal = self.end = self.L + self.C + 1
        self.first_home = self.L + self.C - 3 if self.goal is None else self.goal
        self.safe = set()
        if self.board == "pachisi17" and self.safe_squares == "castles":
            self.safe = {17 * arm + offset for arm in range(4) for offset in (0, 4, 13)}
            starts = []
        for s in starts:
            if self.safe_squares != "none":
                self.safe.add(s)
            if self.safe_squares in ("starts+stars", "globes"):
                self.safe.add((s + 8) % self.T)
            if self.safe_squares == "shelters":            # printed 17s+12 and 17s+17
                self.safe.add((s + 7) % self.T)
                self.safe.add((s + 12) % self.T)
            if self.safe_squares == "castles":             # the arm end is the square before the start
                self.safe.add((s - 1 - 4) % self.T)
                self.safe.add((s - 1 + 4) % self.T)
        self.stars = set()
        if self.star_jump:
            self.stars = {p for p in range(self.L + 1) if p % 13 in (4, 11)}

    def make_teams(self):
        n = self.seats
        if self.teams == "none" or n < 4:                  # fewer than four seats play without teams
            self.team = list(range(n))
        elif self.teams == "2x2":
            self.team = [seat % 2 for seat in range(n)]
        elif self.teams == "3x2":
            self.team = [seat % 3 for seat in range(n)]
        else:
            self.team = [seat % 2 for seat in range(n)]

    def square(self, seat, p):
        """The shared square under a pawn at p, or None in base, corridor, slot or goal."""
        return (self.start[seat] + p) % self.T if self.first <= p <= self.L else None

    def is_corridor(self, p):
        return self.L < p <= self.L + self.C or 0 < p < self.first

    def shown(self, square):
        """The number that is shown for a square: printed squares of Parchís go from 1 to T."""
        return self.T if self.board == "parchis17" and square == 0 else square


def is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


def read_options(own, asked):
    """The options as values of OPTIONS, without those that repeat the rule set's own value."""
    if not isinstance(asked, dict):
        raise Refused("bad-request", "options is an object", "options")
    changed = {}
    for name, value in asked.items():
        if name not in OPTIONS:
            raise Refused("unknown-option", "no such option", name)
        allowed = OPTIONS[name]
        if name == "enter_on":
            good = isinstance(value, list) and 1 <= len(value) <= 6 and all(is_int(v) for v in value)
            if not good or len(set(value)) != len(value):
                raise Refused("bad-option", "a list of different results", name)
            value = sorted(value)
        else:
            if False in allowed:
                value = {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value
            if not any(type(value) is type(v) and value == v for v in allowed):
                raise Refused("bad-option", "value not allowed", name)
        if value != own[name]:
            changed[name] = value
    return changed


NEEDED_BY_PACHISI = (       # option -> the values that the board pachisi17 can play
    ("enter_capture", ("as-landing",)), ("start_out", (0,)), ("vacate_start", (False,)), ("corridor_rule", ("free",)),
    ("finish_mode", ("centre",)), ("none_on_course", ("normal", "three-tries")), ("six_enters_two_or_sixth", (False,)),
    ("safe_squares", ("none", "castles")), ("board_shape", ("cross",)),
)


def contradiction(one, other):
    raise Refused("bad-option", "%s and %s contradict each other" % (one, other), "%s %s" % (one, other))


def judge_dice(g):
    """Refuses what these dice, or the board that knows no start squares, can't play."""
    if not set(g.enter_on) <= set(WORTHS if g.dice == "cowries6" else range(1, 7)):
        contradiction("enter_on", "dice")
    if g.six_counts != "6" and g.dice != ("2d6" if g.six_counts == "14-on-doubles" else "d6"):
        contradiction("six_counts", "dice")
    if g.dice == "cowries6" and g.corridor_rule == "ladder":    # no throw is worth 1
        contradiction("dice", "corridor_rule")
    if g.dice == "cowries6" and g.finish_mode == "slots":     # the last free slot may need a 1
        contradiction("dice", "finish_mode")
    if g.six_enters_two_or_sixth and g.dice != "d6":
        contradiction("six_enters_two_or_sixth", "dice")
    if g.six_enters_two_or_sixth and 6 not in g.enter_on:
        contradiction("six_enters_two_or_sixth", "enter_on")
    if g.board == "pachisi17":                             # a pawn walks in from the centre: there is no start square
        for name, allowed in NEEDED_BY_PACHISI:
            if getattr(g, name) not in allowed:
                contradiction(name, "board")


def judge_options(game, own):
    """Refuses values that contradict each other, and options that were changed although they cannot matter."""
    g = game
    pair_rule = g.block in ("enemy-pair", "everyone-pair")
    judge_dice(g)
    if g.finish_mode == "slots" and g.corridor_rule not in ("slots", "single-no-jump"):
        contradiction("finish_mode", "corridor_rule")
    if g.corridor_rule == "slots" and g.finish_mode != "slots":
        contradiction("corridor_rule", "finish_mode")
    if g.board == "forty10" and g.finish_mode != "slots":
        contradiction("board", "finish_mode")
    if g.corridor_rule == "ladder" and g.board != "french14":
        contradiction("corridor_rule", "board")
    if g.start_out > g.pawns:
        contradiction("start_out", "pawns")
    if g.capacity != "any" and g.start_out > g.capacity:
        contradiction("start_out", "capacity")
    if g.start_out > {"share": 4, "pair": 2, "forbid": 1, "stop-behind": 1}[g.own_sharing]:
        contradiction("start_out", "own_sharing")
    boards_of = {"starts+stars": ["ludo13"], "globes": ["ludo13"], "shelters": ["parchis17"],
                 "castles": ["french14", "pachisi17"]}
    if g.board not in boards_of.get(g.safe_squares, [g.board]):
        contradiction("safe_squares", "board")
    if g.star_jump and (g.board != "ludo13" or g.board_shape != "cross"):
        contradiction("star_jump", "board")
    if g.star_jump and g.finish_mode == "slots":           # the last star leads straight to the goal
        contradiction("star_jump", "finish_mode")
    for duty in ("enter_mandatory", "capture_mandatory", "vacate_start", "six_opens_barrier"):
        if g.move_optional and getattr(g, duty):           # a move can't be both a choice and a duty
            contradiction("move_optional", duty)
    if g.teams == "none" and g.ranking == "team":
        contradiction("ranking", "teams")
    if g.teams == "none" and g.play_on == "team":
        contradiction("play_on", "teams")
    if g.seats >= 4 and g.teams != "none" and g.seats != (4 if g.teams == "2x2" else 6):
        contradiction("teams", "seats")

    cannot_matter = [
        ("board_shape", "board", g.board != "ludo13"),
        ("enter_blocked_by_enemy_pair", "block", not pair_rule),
        ("block_where", "block", g.block == "none"),
        ("block_land", "block", g.block == "no-overtake"),
        ("block_pass", "block", not pair_rule),
        ("safe_effect", "safe_squares", g.safe_squares == "none"),
        ("slot_jump", "corridor_rule", g.corridor_rule != "slots"),
        ("six_extra_when_stuck", "six_extra", not g.six_extra),
        ("six_opens_barrier", "block", not pair_rule and g.corridor_rule != "pair"),
        ("team_barrier", "teams", g.teams == "none"),
        ("team_help", "teams", g.teams == "none"),
        ("team_barrier", "block", not pair_rule),
    ]
    for name, other, useless in cannot_matter:
        if useless and getattr(g, name) != own[name]:
            contradiction(name, other)
