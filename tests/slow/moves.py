"""Legal moves of one pawn and of one seat, with the reason where a pawn has none (rules.md 1.5, 10.1; reasons W01 … W27).

A roll is a face, the worth of the cowries, or with two dice the pair of faces in the order thrown.
Reading order: Move and Refusal, the questions about rolls, then judge_pawn, judge_entry, judge_walk, judge_landing, the
obligations in seat_moves, and legal at the end.
"""
from position import BASE, LETTERS, pawn_name
from rules import GRACES, WORTHS


class Move:
    """pawns: the one that moves, or the two that enter together (Fia). dice: the faces used, where there are two dice."""

    def __init__(self, pawns, origin, target, path, captures, suicide=False):
        self.pawns, self.origin, self.target = pawns, origin, target
        self.path, self.captures, self.suicide = path, sorted(captures), suicide
        self.dice = ()

    def names(self):
        return "+".join(map(pawn_name, self.pawns))

    def text(self, game):
        words = ["%s:%s>%s" % (self.names(), place_text(game, self.origin), place_text(game, self.target))]
        words += ["x" + pawn_name(pawn) for pawn in self.captures]
        if self.suicide:
            words.append("suicide")
        if self.dice:
            words.append("[%s]" % roll_text(self.dice))
        return " ".join(words)


class Pass:
    """Declining to move (move_optional)."""

    def __init__(self, seat):
        self.seat, self.pawns, self.origin, self.target = seat, (), None, None
        self.path, self.captures, self.suicide, self.dice = [], [], False, ()

    def names(self):
        return None

    def text(self, game):
        return LETTERS[self.seat] + ":pass"


class Refusal(Exception):
    """Why a pawn has no move. square: a shared square's number or a corridor's p; by: the seat in the way.
    A late refusal comes after the obligations: W23 and W24."""

    def __init__(self, code, square=None, by=None):
        super().__init__(code)
        self.code, self.square, self.by = code, square, by
        self.late = code in ("W23", "W24")


def place_text(game, p):
    return "Y" if p == BASE else "G" if p == game.goal else str(p)


# Rolls ---------------------------------------------------------------------------------------------------------------

def roll_text(roll):
    return str(roll) if isinstance(roll, int) else "+".join(map(str, roll))


def six_word(game):
    """What the game has in the place of the six that throws again: the word for it."""
    if game.dice == "cowries6":
        return "grace"
    return "double" if game.six_counts == "14-on-doubles" else "six"


def is_six(game, roll):
    if game.dice == "cowries6":
        return roll in GRACES
    if game.dice == "2d6":
        return roll[0] == roll[1] if game.six_counts == "14-on-doubles" else 6 in roll
    return roll == 6


def sixes_so_far(pos):
    return pos.doubles if six_word(pos.game) == "double" else pos.sixes


def third_six(pos, roll):
    return pos.game.triple_six != "off" and is_six(pos.game, roll) and sixes_so_far(pos) >= 2


def dice_of(pos, roll):
    """The dice that a roll gives to play: one, two, or four where the reverse faces of doubles are played, too (7.5)."""
    game = pos.game
    if game.dice != "2d6":
        return [roll]
    seat = pos.moving_seat(pos.turn)
    if game.six_counts == "14-on-doubles" and roll[0] == roll[1] and seat is not None and BASE not in pos.pawns[seat]:
        return [roll[0], roll[0], 7 - roll[0], 7 - roll[0]]
    return list(roll)


def sum_that_enters(game, dice):
    """Do these dice enter a pawn by their sum only? (7.5)"""
    return (game.six_counts == "14-on-doubles" and len(dice) == 2 and sum(dice) in game.enter_on
            and not any(die in game.enter_on for die in dice))


def steps_of(pos, seat, roll):
    """How far a die carries the pawns of this seat."""
    if roll != 6:
        return roll
    base_empty = BASE not in pos.pawns[seat]
    counts = pos.game.six_counts
    if counts == "12" or (counts == "12-if-base-empty" and base_empty):
        return 12
    if counts == "7-if-base-empty" and base_empty:
        return 7
    return 6


# Barriers and safety -------------------------------------------------------------------------------------------------

def friends(game, one, other):
    return game.team[one] == game.team[other]


def block_holds(game, square):
    """Does the option `block` act on this shared square?"""
    if game.block_where == "safe-only":
        return square in game.safe
    if game.block_where == "unsafe-only":
        return square not in game.safe
    return True


def pair_on(game, pawns):
    """The pawns of the first colour that has two or more here (team_barrier mixed: of the first team), or []."""
    if len(pawns) < 2:
        return []
    for seat in range(game.seats):
        if game.team_barrier == "mixed":
            same = [pawn for pawn in pawns if friends(game, pawn[0], seat)]
        else:
            same = [pawn for pawn in pawns if pawn[0] == seat]
        if len(same) >= 2:
            return same
    return []


def barrier_against(pos, seat, square, others):
    """The pawns of a barrier on this square that stops pawns of `seat`, or []. `others` are the pawns that stand there."""
    game = pos.game
    if game.block not in ("enemy-pair", "everyone-pair") or not block_holds(game, square):
        return []
    enemies = [pawn for pawn in others if not friends(game, pawn[0], seat)]
    if game.block == "enemy-pair":
        return pair_on(game, enemies)
    own_side = [pawn for pawn in others if friends(game, pawn[0], seat)]
    return pair_on(game, enemies) or pair_on(game, own_side)


def may_pass_barriers(game, roll):
    """roll is the die that is played, None for a bonus count and a sum of two dice."""
    if game.block_pass == "on-6":
        return roll == 6
    if game.block_pass == "on-6-or-1":
        return roll in (1, 6)
    return game.block_pass == "free"


def is_protected(game, square, pawn):
    """Can this pawn not be captured on this square? A globe that is the start of a seat protects that seat only."""
    if square not in game.safe:
        return False
    if game.safe_squares == "globes" and square in game.start:
        return game.start[pawn[0]] == square
    return True


# One pawn ------------------------------------------------------------------------------------------------------------

def judge_pawn(pos, pawn, roll, bonus=None):
    """The move of a pawn with a die, or with a bonus count (roll None). Raises Refusal."""
    game, seat = pos.game, pawn[0]
    if pos.is_done(pawn):
        raise Refusal("W10")
    if pos.place(pawn) != BASE:
        return judge_walk(pos, pawn, pos.place(pawn), roll, bonus)
    if bonus is not None:
        raise Refusal("W14")
    if not enters_with(pos, seat, roll):
        raise Refusal("W01")
    if game.six_enters_two_or_sixth and roll == 6:
        return finish_walk(pos, pawn, [5], 5)        # placed on the sixth square: nothing is passed
    return judge_entry(pos, (pawn,), roll, roll)


def never_captures(pos, seat):
    """Is the seat stuck for ever by its duty to capture: no roll moves a pawn of it?"""
    if pos.duty_lapsed is not None:
        return pos.duty_lapsed
    pos.duty_lapsed = False                                # the duty holds while we look whether it leaves a move
    rolls = WORTHS if pos.game.dice == "cowries6" else range(1, 7)
    for roll in rolls:
        for i in range(pos.game.pawns):
            try:
                judge_pawn(pos, (seat, i), roll)
            except Refusal:
                continue
            pos.duty_lapsed = None
            return False
    pos.duty_lapsed = None
    return True


def enters_with(pos, seat, roll):
    if roll in pos.game.enter_on:
        return True
    return pos.game.first_enters_on_any and all(p == BASE for p in pos.pawns[seat])


def judge_entry(pos, pawns, steps=None, die=None):
    """Entering the start square: one pawn, or two together (Fia). On the Pachisi cloth the pawn walks in by its steps."""
    game, seat = pos.game, pawns[0][0]
    if game.board == "pachisi17":
        return judge_steps(pos, pawns[0], 0, steps, die)
    square = game.start[seat]
    others = pos.on_square(square)
    own = [other for other in others if other[0] == seat]
    own_side = [other for other in others if friends(game, other[0], seat)]
    enemies = [other for other in others if not friends(game, other[0], seat)]

    def refuse(code, in_the_way):
        raise Refusal(code, game.shown(square), in_the_way[0][0] if in_the_way else seat)

    # full of one's own side
    if game.own_sharing in ("forbid", "stop-behind") and own_side:
        refuse("W03", own_side)
    if game.own_sharing == "pair" and len(own) + len(pawns) > 2:
        refuse("W03", own)
    if game.block == "everyone-pair" and block_holds(game, square) and pair_on(game, own_side):
        refuse("W03", pair_on(game, own_side))

    barrier = barrier_against(pos, seat, square, others)
    if barrier and game.enter_blocked_by_enemy_pair:
        refuse("W02", barrier)

    # what happens to the enemies there
    captures, holders = [], []                       # holders: enemies on a safe square, where nobody may land beside them
    full = game.capacity != "any" and len(others) >= game.capacity
    last_enemy = [other for other in pos.arrivals if other in enemies][-1:]
    if game.enter_capture == "when-full" and full:
        captures = last_enemy
    elif game.enter_capture == "always":
        captures = last_enemy
    elif game.enter_capture == "lone":
        if len(enemies) == 1:
            captures = enemies
        elif square in game.safe and game.safe_effect == "no-landing":
            holders = enemies
    elif game.enter_capture == "as-landing":
        protected = [other for other in enemies if is_protected(game, square, other)]
        if game.safe_effect == "no-landing":
            holders = protected
        if holders or protected and game.safe_effect == "share":
            captures = [other for other in enemies if other not in protected]
        else:
            captures = enemies                       # the owner who enters hits every visitor

    if not room_for(game, len(pawns), others, captures, entering=True):
        refuse("W03", [other for other in others if other not in captures])
    if holders:
        refuse("W24", holders)
    judge_old_pair(pos, pawns[0], own, game.shown(square))
    return Move(pawns, BASE, 0, [0], captures)


def judge_old_pair(pos, pawn, own, shown):
    """Two pawns that left one square in this roll may not meet again in it (7.5)."""
    for pair in pos.from_blockade:
        if pawn in pair and any(other in pair for other in own):
            raise Refusal("W26", shown, pawn[0])


def room_for(game, count, others, captures, entering=False):
    """Capacity. A square that holds two pawns cannot be landed on (Parchís); entering may capture one of the two."""
    if game.capacity == "any":
        return True
    if game.capacity == 2 and len(others) >= 2 and not entering:
        return False
    return len(others) - len(captures) + count <= game.capacity


def judge_walk(pos, pawn, p, roll, bonus):
    game = pos.game
    if game.corridor_rule == "ladder" and p >= game.L:     # at the foot or on a step: one step, with its own number
        if bonus is not None:
            raise Refusal("W13")
        if roll != min(p - game.L + 1, 6):
            raise Refusal("W09")
        return finish_walk(pos, pawn, [p + 1], p + 1)
    steps = steps_of(pos, pawn[0], roll) if bonus is None else bonus
    return judge_steps(pos, pawn, p, steps, roll, "W07" if bonus is None else "W13")


def judge_steps(pos, pawn, p, steps, roll, wrong_count="W07"):
    """A walk of so many steps from p. roll is the die that passes barriers, or None."""
    game = pos.game
    limit = game.L if game.corridor_rule == "ladder" else game.end
    forward = list(range(p + 1, min(p + steps, limit) + 1))
    excess = max(0, p + steps - limit)

    if excess == 0 or game.finish == "clamp":
        path, landing = forward, forward[-1] if forward else None
        if landing is None:                          # already at the limit (the last slot)
            raise Refusal(wrong_count)
        passing = forward[:-1]
    elif game.finish == "exact":
        path, landing, passing = forward, None, forward
    else:                                            # bounce: passes freely on the way back
        back = [limit - k for k in range(1, excess + 1)]
        path, landing, passing = forward + back, back[-1], forward

    bounced = excess > 0 and game.finish == "bounce"
    if landing is not None and not bounced and game.own_sharing == "stop-behind":
        path, passing, landing = stop_behind(pos, pawn, p, path, passing, landing, roll)
    for q in passing:
        judge_passing(pos, pawn, q, roll)
    if landing is None or landing == p:
        raise Refusal(wrong_count)
    return finish_walk(pos, pawn, path, landing, passing)


def stop_behind(pos, pawn, p, path, passing, landing, roll):
    """An own pawn on the landing square: the walk ends on the square before it, and so on if one stands there, too."""
    game, seat = pos.game, pawn[0]
    ahead, way = None, passing
    while game.square(seat, landing) is not None:
        square = game.square(seat, landing)
        own_side = [other for other in pos.on_square(square) if friends(game, other[0], seat) and other != pawn]
        if not own_side:
            break
        ahead = ahead or own_side[0]
        if landing - 1 == p:
            for q in way:                            # what stands in the way comes before the square of arrival
                judge_passing(pos, pawn, q, roll)
            square = pos.square_of(ahead)
            there = pos.on_square(square)
            if not room_for(game, 1, there, []):     # full, whoever comes: the first of those there is named
                raise Refusal("W05", game.shown(square), there[0][0])
            raise Refusal("W06", game.shown(square), ahead[0])
        landing -= 1
        path = path[:-1]
        passing = [q for q in passing if q != landing]
    return path, passing, landing


def judge_passing(pos, pawn, q, roll):
    """Refuses if the pawn may not pass over q."""
    game, seat = pos.game, pawn[0]
    square = game.square(seat, q)
    if square is not None:
        others = [other for other in pos.on_square(square) if other != pawn]
        barrier = barrier_against(pos, seat, square, others)
        if barrier and not may_pass_barriers(game, roll):
            raise Refusal("W04", game.shown(square), barrier[0][0])
        if game.block == "no-overtake" and block_holds(game, square) and others:
            raise Refusal("W19", game.shown(square), others[0][0])
        own = [other for other in others if other[0] == seat]
        if own and not game.own_pass:
            raise Refusal("W19", game.shown(square), seat)
    elif q != game.goal:
        others = [other for other in pos.in_corridor(seat, q) if other != pawn]
        if game.block == "no-overtake" and game.block_where == "all" and others:
            raise Refusal("W19", q, seat)
        if game.corridor_rule == "pair" and len(others) >= 2:
            raise Refusal("W08", q, seat)
        if game.corridor_rule == "single-no-jump" and others:
            raise Refusal("W08", q, seat)
        if game.corridor_rule == "slots" and not game.slot_jump and others:
            raise Refusal("W08", q, seat)


def finish_walk(pos, pawn, path, landing, passing=()):
    """Landing, star, captures on the way, and the door of the corridor."""
    game, seat = pos.game, pawn[0]
    path = list(path)
    captures, suicide = judge_landing(pos, pawn, landing)
    if landing in game.stars and not suicide:        # the first star is judged first, then the second
        ahead = [star for star in game.stars if star > landing]
        landing = min(ahead) if ahead else game.end
        path.append(landing)
        more, suicide = judge_landing(pos, pawn, landing)
        captures = captures + more
    if game.capture_on_pass:
        for q in passing:
            captures = captures + passed_enemies(pos, seat, q)

    if game.dice == "cowries6" and game.goal is not None and landing == game.goal - 1:
        raise Refusal("W27")                         # no throw is worth 1: the pawn could never leave
    if game.capture_before_home and max(path) > game.L and seat not in pos.captured and not never_captures(pos, seat):
        raise Refusal("W23")
    if isinstance(suicide, Refusal):                 # W24, judged after everything else
        raise suicide
    return Move((pawn,), pos.place(pawn), BASE if suicide else landing, path, set(captures), suicide)


def passed_enemies(pos, seat, q):
    """Every enemy passed on an open square."""
    game = pos.game
    square = game.square(seat, q)
    if square is None:
        return []
    return [other for other in pos.on_square(square)
            if not friends(game, other[0], seat) and not is_protected(game, square, other)]


def judge_landing(pos, pawn, q):
    """(captures, suicide) of a pawn that lands on q; suicide may be the late Refusal W24. Raises Refusal."""
    game, seat = pos.game, pawn[0]
    if q == game.goal:
        return [], False
    square = game.square(seat, q)
    if square is None:
        others = [other for other in pos.in_corridor(seat, q) if other != pawn]
        most = {"free": game.pawns, "pair": 2}.get(game.corridor_rule, 1)
        if len(others) >= most:
            raise Refusal("W08", q, seat)
        judge_old_pair(pos, pawn, others, q)
        return [], False

    others = [other for other in pos.on_square(square) if other != pawn]
    own = [other for other in others if other[0] == seat]
    own_side = [other for other in others if friends(game, other[0], seat)]
    enemies = [other for other in others if not friends(game, other[0], seat)]
    protected = [other for other in enemies if is_protected(game, square, other)]

    def refuse(code, in_the_way):
        raise Refusal(code, game.shown(square), in_the_way[0][0])

    suicide = False
    barrier = barrier_against(pos, seat, square, others)
    if barrier:
        if game.block_land == "illegal" or friends(game, barrier[0][0], seat):
            refuse("W04", barrier)
        suicide = game.block_land == "attacker-home"
    elif game.block == "none" and game.block_land == "attacker-home":
        suicide = bool(pair_on(game, enemies))
    if protected and game.safe_effect == "attacker-home":
        suicide = True

    captures = [] if suicide else [other for other in enemies if other not in protected]
    if not suicide and not room_for(game, 1, others, captures):
        refuse("W05", others)
    if game.own_sharing in ("forbid", "stop-behind") and own_side:     # stop-behind: after a bounce nothing is ahead
        refuse("W06", own_side)
    if game.own_sharing == "pair" and len(own) >= 2:
        refuse("W06", own)
    judge_old_pair(pos, pawn, own, game.shown(square))
    if not suicide and protected and game.safe_effect == "no-landing":
        return [], Refusal("W24", game.shown(square), protected[0][0])
    return captures, suicide


# One seat ------------------------------------------------------------------------------------------------------------

def seat_moves(pos, seat, dice, bonus=None):
    """The moves of the pawns of one seat with each of these dice, and for the other pawns pawn -> Refusal: an obligation that
    took its moves, or the reason for the first die."""
    game = pos.game
    faces = sorted(set(dice), key=dice.index)
    first = faces[:1]
    moves, reasons = [], {}
    for i in range(game.pawns):
        pawn = (seat, i)
        for die in faces if bonus is None else [None]:
            try:
                moves.append(with_dice(game, judge_pawn(pos, pawn, die, bonus), [die]))
            except Refusal as refusal:
                if [die] == first or bonus is not None:
                    reasons[pawn] = refusal
            if game.six_enters_two_or_sixth and die == 6:
                moves += pairs_that_enter(pos, pawn)
        if bonus is None and pos.place(pawn) == BASE and sum_that_enters(game, dice):
            try:
                moves.append(with_dice(game, judge_entry(pos, (pawn,), sum(dice)), dice))
            except Refusal:
                pass

    def oblige(code, fulfils):
        """Keeps only the moves that fulfil an obligation, if there are any."""
        nonlocal moves
        good = [move for move in moves if fulfils(move)]
        if not good:
            return
        for move in moves:
            if move not in good:
                for pawn in move.pawns:
                    reasons[pawn] = Refusal(code)
        for pawn, refusal in reasons.items():
            if refusal.late:
                reasons[pawn] = Refusal(code)
        moves = good

    if game.enter_mandatory:
        oblige("W11", lambda move: move.origin == BASE)
    if game.vacate_start and BASE in pos.pawns[seat]:
        oblige("W21", lambda move: move.origin == 0)
    if game.six_opens_barrier and 6 in dice:
        oblige("W12", lambda move: list(move.dice) in ([], [6]) and in_own_barrier(pos, move.pawns[0]))
    if game.capture_mandatory:
        oblige("W22", lambda move: move.captures)
    movers = {pawn for move in moves for pawn in move.pawns}
    return moves, {pawn: reason for pawn, reason in reasons.items() if pawn not in movers}


def with_dice(game, move, dice):
    """Notes on a move which dice it uses, where there are two."""
    if game.dice == "2d6" and dice != [None]:
        move.dice = tuple(dice)
    return move


def pairs_that_enter(pos, pawn):
    """The entries of this pawn on the first square together with a later one (Fia)."""
    pairs = []
    for later in range(pawn[1] + 1, pos.game.pawns):
        if pos.place(pawn) == BASE == pos.place((pawn[0], later)):
            try:
                pairs.append(judge_entry(pos, (pawn, (pawn[0], later))))
            except Refusal:
                pass
    return pairs


def in_own_barrier(pos, pawn):
    game, seat = pos.game, pawn[0]
    square = pos.square_of(pawn)
    if square is not None:
        if game.block not in ("enemy-pair", "everyone-pair") or not block_holds(game, square):
            return False
        mixed = game.team_barrier == "mixed"
        own = [other for other in pos.on_square(square) if other[0] == seat or mixed and friends(game, other[0], seat)]
        return len(own) >= 2
    p = pos.place(pawn)
    if game.corridor_rule != "pair" or not game.is_corridor(p):
        return False
    return len(pos.in_corridor(seat, p)) >= 2


def legal(pos, roll=None, bonus=None):
    """The legal moves of the seat to play with a roll, with a bonus count, or with the dice left of a roll; and for the other
    pawns the reason."""
    game = pos.game
    seat = pos.moving_seat(pos.turn)
    if seat is None:
        return [], {(pos.turn, i): Refusal("W10") for i in range(game.pawns)}
    if roll is not None and third_six(pos, roll):
        pawns = [(seat, i) for i in range(game.pawns)]
        return [], {pawn: Refusal("W10" if pos.is_done(pawn) else "W15") for pawn in pawns}
    dice = [] if bonus is not None else pos.dice_left if roll is None else dice_of(pos, roll)
    moves, blocked = seat_moves(pos, seat, dice, bonus)
    if not moves and game.team_help == "when-stuck" and seat == pos.turn:
        partner = pos.needy_partner(seat)
        if partner is not None:
            moves, more = seat_moves(pos, partner, dice, bonus)
            blocked = {**blocked, **more}
    if roll is None and bonus is None:               # a later step: the die that enters may be gone already
        blocked = {pawn: Refusal("W25") if reason.code == "W01" else reason for pawn, reason in blocked.items()}
    if moves and game.move_optional and bonus is None:
        moves = moves + [Pass(pos.turn)]
    return moves, blocked


def free_entry(pos):
    """The entries without a throw, and for the other pawns the reason; no entries where a throw is due."""
    game = pos.game
    seat = pos.moving_seat(pos.turn)
    begun = pos.sixes or pos.doubles or pos.tries or pos.last is not None or pos.owed or pos.dice_left
    if game.none_on_course != "free-entry" or seat is None or begun or pos.on_course(seat):
        return [], {}
    moves, blocked = [], {}
    for i in range(game.pawns):
        pawn = (seat, i)
        try:
            if pos.is_done(pawn):
                raise Refusal("W10")
            moves.append(judge_entry(pos, (pawn,)))
        except Refusal as refusal:
            blocked[pawn] = refusal
    return moves, blocked


def distinct(moves):
    return len({(move.origin, move.target, move.dice, not move.pawns) for move in moves})
