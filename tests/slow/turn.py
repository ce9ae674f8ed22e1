"""The flow of a turn (rules.md 1.4, 10.1): a roll, the moves of its dice, the bonus counts they earn, and who throws next.

Every function takes a position and returns a new one. What happened is told by an Event.
"""
from position import BASE, pawn_name
from moves import Pass, dice_of, is_six, legal, roll_text, six_word, sixes_so_far, third_six


class Event:
    """One line of the log: its text, the move played or None, the reason for a further roll, the steps earned."""

    def __init__(self, text, move=None, again=None, earned=()):
        self.text, self.move, self.again, self.earned = text, move, again, list(earned)


def apply_move(pos, move):
    """Moves the pawns. Returns the position and the bonus counts earned, captures first."""
    game, new = pos.game, pos.copy()
    if isinstance(move, Pass):
        return new, []
    for seat, i in move.captures:
        new.pawns[seat][i] = BASE
    for pawn in move.pawns:
        seat, i = pawn
        new.pawns[seat][i] = move.target
        new.arrivals.remove(pawn)
        new.arrivals.append(pawn)
        new.last = pawn
    new.forget_arrivals()
    if move.captures:
        new.captured.add(seat)
    new.note_finished()
    earned = []
    if game.capture_reward == "steps20":
        earned += [20] * len(move.captures)
    if game.home_reward == "steps10" and comes_home(pos, move):
        earned.append(10)
    return new, earned


def comes_home(pos, move):
    seat = move.pawns[0][0] if move.pawns else pos.turn
    return bool(move.pawns) and pos.is_home(seat, move.target) and not pos.is_home(seat, move.origin)


def end_turn(pos):
    """The turn passes to the next seat that has pawns to move."""
    new = pos.copy()
    new.sixes = new.doubles = new.tries = 0
    new.last = new.again = None
    new.owed, new.dice_left, new.from_blockade = [], [], []
    if new.is_over():
        return new
    seat = new.turn
    while True:
        seat = (seat + 1) % new.game.seats
        if new.moving_seat(seat) is not None:
            new.turn = seat
            return new


def settle(pos):
    """After a move: stop if the game or the seat has finished; else play what is left or owed, throw again, or end the turn."""
    if has_ended(pos):
        return end_turn(pos)
    if pos.dice_left or pos.owed or pos.again:
        return pos
    return end_turn(pos)


def has_ended(pos):
    """The game is over, or the seat has nothing left to move: nothing is due to it, no dice, no bonus, no further roll."""
    return pos.is_over() or pos.moving_seat(pos.turn) is None


def throw(pos, roll, playable):
    """The position behind a throw, before its first move."""
    game, new = pos.game, pos.copy()
    six = is_six(game, roll)
    count = sixes_so_far(pos) + 1 if six else 0
    new.sixes, new.doubles = (0, count) if six_word(game) == "double" else (count, 0)
    course_empty = not pos.on_course(pos.moving_seat(pos.turn))
    counts_tries = game.none_on_course == "three-tries"
    new.tries = pos.tries + 1 if counts_tries and course_empty else 0
    new.again = None
    if six and game.six_extra and (playable or game.six_extra_when_stuck):
        new.again = further_roll_word(game)
    elif not playable and counts_tries and course_empty and new.tries < 3:
        new.again = "tries"
    new.dice_left = dice_of(pos, roll) if playable and game.dice == "2d6" else []
    return new


def further_roll_word(game):
    return "doubles" if six_word(game) == "double" else six_word(game)


def play_move(pos, move):
    """Plays a move of a roll that has been thrown. Returns the position, not yet settled, and the bonus counts earned."""
    game = pos.game
    new, earned = apply_move(pos, move)
    for die in move.dice:
        new.dice_left.remove(die)
    if isinstance(move, Pass):                       # declining drops the dice left
        new.dice_left = []
    elif game.dice == "2d6" and game.block == "everyone-pair":
        partner = pos.own_beside(move.pawns[0])
        if len(partner) == 1:
            new.from_blockade.append(tuple(sorted([move.pawns[0], partner[0]])))
    if not new.dice_left:
        new.from_blockade = []
    if has_ended(new):
        new.again, new.owed, new.dice_left, new.from_blockade = None, [], [], []
        return new, []
    if new.again is None and move.captures and game.capture_reward == "roll":
        new.again = "capture"
    if new.again is None and comes_home(pos, move) and game.home_reward == "roll":
        new.again = "home"
    new.owed += earned
    if new.on_course(new.moving_seat(new.turn)):
        new.tries = 0
    return new, earned


def play_roll(pos, roll, move):
    """Throws and plays the first move; move is None where there is no legal one. Returns (position, event)."""
    if third_six(pos, roll):
        return play_third_six(pos, roll)
    new = throw(pos, roll, move is not None)
    words = "roll %s " % roll_text(roll)
    if move is None:
        return settle(new), Event(words + "no move", again=new.again)
    return play_thrown(new, words, move)


def play_thrown(pos, words, move):
    new, earned = play_move(pos, move)
    text = "pass" if isinstance(move, Pass) else words + move.text(pos.game)
    return settle(new), Event(text, move, new.again, earned)


def play_die(pos, move):
    """Plays one of the dice left; move is None where none of them can be played: they are lost."""
    if move is not None:
        return play_thrown(pos, "die %s " % roll_text(move.dice), move)
    new = pos.copy()
    new.dice_left, new.from_blockade = [], []
    return settle(new), Event("die %s no move" % roll_text(pos.dice_left), again=new.again)


def play_what_is_lost(pos):
    """Drops the dice that can't be played, then the counts that can't be: (position, event) for each in turn."""
    steps = []
    while pos.dice_left and not legal(pos)[0] or not pos.dice_left and pos.owed and not legal(pos, bonus=pos.owed[0])[0]:
        pos, event = play_die(pos, None) if pos.dice_left else play_bonus(pos, None)
        steps.append((pos, event))
    return steps


def play_third_six(pos, roll):
    """The roll is void, the turn ends, and the rule set may send pawns back."""
    game, new = pos.game, pos.copy()
    words = "roll %s cancelled (third %s)" % (roll_text(roll), six_word(game))
    home = []
    if game.triple_six == "cancel+last-home" and pos.last is not None:
        if pos.square_of(pos.last) is not None:
            home = [pos.last]
        elif pos.place(pos.last) != BASE:                  # a pawn that went home itself has nothing to lose
            words += ", %s is safe" % pawn_name(pos.last)
    elif game.triple_six == "cancel+furthest-home":
        seat = pos.moving_seat(pos.turn)
        pawns = [(seat, i) for i in range(game.pawns)]
        out = [pawn for pawn in pawns if pos.place(pawn) != BASE and not pos.is_done(pawn)]
        home = [pawn for pawn in out if pos.place(pawn) == max(pos.place(other) for other in out)][:1]
    elif game.triple_six == "all-unsafe-home":
        seat = pos.moving_seat(pos.turn)
        pawns = [(seat, i) for i in range(game.pawns)]
        home = [pawn for pawn in pawns if pos.square_of(pawn) is not None and pos.square_of(pawn) not in game.safe]
    for seat, i in home:
        new.pawns[seat][i] = BASE
        words += ", %s back to base" % pawn_name((seat, i))
    new.forget_arrivals()
    return end_turn(new), Event(words)


def play_bonus(pos, move):
    """Plays the first count owed; move is None where it is lost."""
    new = pos.copy()
    steps = new.owed.pop(0)
    if move is None:
        return settle(new), Event("bonus %d lost" % steps)
    new, earned = apply_move(new, move)
    if has_ended(new):                               # a winning move earns no bonus
        new.owed, earned = [], []
    new.owed += earned
    return settle(new), Event("bonus %d %s" % (steps, move.text(pos.game)), move, None, earned)


def play_entry(pos, move):
    """A free entry without a throw: it ends the turn."""
    new, _ = apply_move(pos, move)
    return end_turn(new), Event("enter " + move.text(pos.game), move)

