"""The flow of a turn (rules.md 1.4, 10.1): a roll, its move, the bonus counts it earns, and who throws next.

Every function takes a position and returns a new one. What happened is told by an Event.
"""
from position import BASE, pawn_name
from moves import Pass, third_six


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
    seat, i = move.pawn
    new.pawns[seat][i] = move.target
    new.arrivals.remove(move.pawn)
    new.arrivals.append(move.pawn)
    new.last = move.pawn
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
    seat = move.pawn[0] if move.pawn else pos.turn
    return move.pawn is not None and pos.is_home(seat, move.target) and not pos.is_home(seat, move.origin)


def end_turn(pos):
    """The turn passes to the next seat that has pawns to move."""
    new = pos.copy()
    new.sixes = new.tries = 0
    new.last = new.again = None
    new.owed = []
    if new.is_over():
        return new
    seat = new.turn
    while True:
        seat = (seat + 1) % new.game.seats
        if new.moving_seat(seat) is not None:
            new.turn = seat
            return new


def settle(pos):
    """After a move: stop if the game or the seat has finished; else play what is owed, throw again, or end the turn."""
    if pos.is_over() or pos.moving_seat(pos.turn) is None:
        return end_turn(pos)
    if pos.owed or pos.again:
        return pos
    return end_turn(pos)


def reason_to_throw_again(pos, after, roll, move):
    """Why the seat throws again after this move with this roll, or None."""
    game = pos.game
    if after.is_over() or after.moving_seat(after.turn) is None:
        return None
    if roll == 6 and game.six_extra:
        return "six"
    if move.captures and game.capture_reward == "roll":
        return "capture"
    if comes_home(pos, move) and game.home_reward == "roll":
        return "home"
    return None


def earned_by(pos, after, earned):
    """A seat with nothing left to move is owed nothing: a winning move earns no bonus."""
    return [] if after.is_over() or after.moving_seat(after.turn) is None else earned


def play_roll(pos, roll, move):
    """Plays a roll; move is None where there is no legal one. Returns (position, event)."""
    game, new = pos.game, pos.copy()
    if third_six(pos, roll):
        return play_third_six(pos)
    new.sixes = pos.sixes + 1 if roll == 6 else 0
    course_empty = not pos.on_course(pos.moving_seat(pos.turn))
    counts_tries = game.none_on_course == "three-tries"
    new.tries = pos.tries + 1 if counts_tries and course_empty else 0
    if move is None:
        new.again = None
        if roll == 6 and game.six_extra and game.six_extra_when_stuck:
            new.again = "six"
        elif counts_tries and course_empty and new.tries < 3:
            new.again = "tries"
        return settle(new), Event("roll %d no move" % roll, again=new.again)

    new, earned = apply_move(new, move)
    new.again = reason_to_throw_again(pos, new, roll, move)
    new.owed = earned_by(pos, new, earned)
    mover = new.moving_seat(new.turn)
    if mover is not None and new.on_course(mover):
        new.tries = 0
    text = "pass" if isinstance(move, Pass) else "roll %d %s" % (roll, move.text(game))
    return settle(new), Event(text, move, new.again, new.owed)


def play_third_six(pos):
    """The roll is void, the turn ends, and the rule set may send pawns back."""
    game, new = pos.game, pos.copy()
    words = "roll 6 cancelled (third six)"
    home = []
    if game.triple_six == "cancel+last-home" and pos.last is not None:
        if pos.square_of(pos.last) is not None:
            home = [pos.last]
        else:
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
    return end_turn(new), Event(words)


def play_bonus(pos, move):
    """Plays the first count owed; move is None where it is lost."""
    new = pos.copy()
    steps = new.owed.pop(0)
    if move is None:
        return settle(new), Event("bonus %d lost" % steps)
    rest = list(new.owed)
    new, earned = apply_move(new, move)
    new.owed = earned_by(pos, new, rest + earned)
    earned = earned_by(pos, new, earned)
    return settle(new), Event("bonus %d %s" % (steps, move.text(pos.game)), move, None, earned)


def play_entry(pos, move):
    """A free entry without a throw: it ends the turn."""
    new, _ = apply_move(pos, move)
    return end_turn(new), Event("enter " + move.text(pos.game), move)

