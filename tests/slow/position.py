"""Positions of race games, and the questions about them that every rule asks: who stands where, who is whose partner.

A pawn is the pair (seat, number), written A0. Its place is p: BASE, 0 … L on the track, then the corridor, then the goal.
"""
BASE = -1
LETTERS = "ABCDEFGH"


def pawn_name(pawn):
    return LETTERS[pawn[0]] + str(pawn[1])


class Position:
    """One position: whose turn it is, where the pawns are, and what this turn has brought so far.

    arrivals: all pawns, the one that arrived first at its square first. owed: bonus counts still to be played.
    dice_left: with two dice, the faces of this roll still to be played. sixes, doubles: how many sixes (graces), or doubles,
    in a row; only one of them is counted. from_blockade: the pairs of pawns of which one has left the other in this roll.
    again: the reason why the seat throws again once nothing is left or owed any more, or None.
    """

    def __init__(self, game):
        self.game = game
        self.pawns = [[0] * game.start_out + [BASE] * (game.pawns - game.start_out) for _ in range(game.seats)]
        self.arrivals = [(seat, i) for seat in range(game.seats) for i in range(game.pawns)]
        self.turn = 0
        self.sixes = 0
        self.doubles = 0
        self.dice_left = []
        self.from_blockade = []
        self.duty_lapsed = None                            # of capture_before_home, while somebody looks (moves.py)
        self.tries = 0
        self.last = None
        self.owed = []
        self.captured = set()
        self.finished = []
        self.again = None
        self.squares, self.squares_of = None, None         # what by_square said, and of which pawns

    def copy(self):
        other = Position.__new__(Position)
        other.__dict__.update(self.__dict__)
        other.pawns = [row[:] for row in self.pawns]
        other.arrivals = list(self.arrivals)
        other.owed = list(self.owed)
        other.dice_left = list(self.dice_left)
        other.from_blockade = list(self.from_blockade)
        other.captured = set(self.captured)
        other.finished = list(self.finished)
        return other

    # Who stands where ------------------------------------------------------------------------------------------------

    def place(self, pawn):
        return self.pawns[pawn[0]][pawn[1]]

    def square_of(self, pawn):
        return self.game.square(pawn[0], self.place(pawn))

    def on_square(self, square):
        """The pawns on a shared square, in seat and pawn order."""
        return self.by_square().get(square, [])

    def by_square(self):
        """Shared square -> the pawns there. Asked so often that the last answer is kept."""
        if self.squares_of == self.pawns:
            return self.squares
        squares, square_at = {}, self.game.square
        for seat, row in enumerate(self.pawns):
            for i, p in enumerate(row):
                square = square_at(seat, p)
                if square is not None:
                    squares.setdefault(square, []).append((seat, i))
        self.squares, self.squares_of = squares, [list(row) for row in self.pawns]
        return squares

    def own_beside(self, pawn):
        """The other pawns of the same seat on the square of this pawn, on the track or in the corridor."""
        seat, p = pawn[0], self.place(pawn)
        if self.square_of(pawn) is not None:
            here = [other for other in self.on_square(self.square_of(pawn)) if other[0] == seat]
        else:
            here = self.in_corridor(seat, p) if self.game.is_corridor(p) else []
        return [other for other in here if other != pawn]

    def in_corridor(self, seat, p):
        return [(seat, i) for i, q in enumerate(self.pawns[seat]) if q == p]

    def forget_arrivals(self):
        """On a square of one seat nobody asks who came first: its pawns are put in their own order."""
        for pawns in self.by_square().values():
            if len({seat for seat, _ in pawns}) == 1:
                places = sorted(self.arrivals.index(pawn) for pawn in pawns)
                for place, pawn in zip(places, sorted(pawns)):
                    self.arrivals[place] = pawn

    def shared_arrivals(self):
        """The pawns on squares shared by two seats or more, square by square, older arrival first."""
        order = []
        squares = self.by_square()
        for square in sorted(squares):
            if len({seat for seat, _ in squares[square]}) > 1:
                order += [pawn for pawn in self.arrivals if pawn in squares[square]]
        return order

    # Home, course, partners ------------------------------------------------------------------------------------------

    def is_home(self, seat, p):
        """At the goal, or standing in a slot."""
        return p >= self.game.first_home

    def is_done(self, pawn):
        """A pawn that has nothing left to do: at the goal, or in a slot with no free slot ahead of it."""
        game = self.game
        p = self.place(pawn)
        if not self.is_home(pawn[0], p):
            return False
        if game.goal is not None:
            return True
        return all(self.in_corridor(pawn[0], ahead) for ahead in range(p + 1, game.end + 1))

    def all_home(self, seat):
        home = self.game.first_home                        # base and everything on the way is smaller
        return min(self.pawns[seat]) >= home

    def partners(self, seat):
        """The other seats of the team, in turn order from this seat on."""
        n = self.game.seats
        others = [(seat + k) % n for k in range(1, n)]
        return [other for other in others if self.game.team[other] == self.game.team[seat]]

    def needy_partner(self, seat):
        """The next partner in turn order who still has pawns to bring home."""
        for other in self.partners(seat):
            if not self.all_home(other):
                return other
        return None

    def moving_seat(self, seat):
        """The seat whose pawns `seat` moves now: its own, or when they are all home those of a partner, or None."""
        if not self.all_home(seat):
            return seat
        return None if self.game.team_help == "never" else self.needy_partner(seat)

    def on_course(self, seat):
        """Has the seat a pawn on the track or in the corridor?"""
        return any(p != BASE and not self.is_done((seat, i)) for i, p in enumerate(self.pawns[seat]))

    # The end of the game ---------------------------------------------------------------------------------------------

    def note_finished(self):
        for seat in range(self.game.seats):
            if self.all_home(seat) and seat not in self.finished:
                self.finished.append(seat)

    def is_over(self):
        if not self.finished:
            return False
        teams = set(self.game.team)
        done = [team for team in teams if all(seat in self.finished for seat in members(self.game, team))]
        if self.game.play_on == "all":
            return len(done) >= len(teams) - 1
        return len(done) >= 1

    def places(self):
        """Seat -> place: finished teams in the order in which they finished, then the others by the ranking.
        Without teams every seat is a team of its own."""
        order = []
        for team in set(self.game.team):
            seats = members(self.game, team)
            if all(seat in self.finished for seat in seats):
                key = (0, max(self.finished.index(seat) for seat in seats))
            else:
                key = (1, self.rank_key(seats))
            order.append((key, seats))
        places = {}
        for key, seats in order:
            before = sum(len(others) for other_key, others in order if other_key < key)
            for seat in seats:
                places[seat] = before + 1
        return places

    def rank_key(self, seats):
        """Smaller is better."""
        game = self.game
        home = out = progress = distance = 0
        for seat in seats:
            for p in self.pawns[seat]:
                home += self.is_home(seat, p)
                out += p != BASE
                progress += max(p, 0)
                if game.goal is not None or not self.is_home(seat, p):
                    distance += game.end + 1 if p == BASE else game.end - p
        return (distance,) if game.ranking == "distance" else (-home, -out, -progress)


def members(game, team):
    return [seat for seat in range(game.seats) if game.team[seat] == team]


def position_fault(pos):
    """What makes a position impossible under its rules, or None."""
    game = pos.game
    for square, pawns in sorted(pos.by_square().items()):
        if len(pawns) == 1:
            continue
        seats = [seat for seat, _ in pawns]
        if game.capacity != "any" and len(pawns) > game.capacity:
            return "too many pawns on one square"
        teams = {game.team[seat] for seat in seats}
        if len(teams) > 1 and not (square in game.safe and game.safe_effect == "share"):
            # a start where entering doesn't capture everybody may hold two colours
            if not (game.enter_capture != "as-landing" and square in game.start):
                return "two colours on an unsafe square"
        for seat in seats:
            own = seats.count(seat)
            friends = sum(game.team[other] == game.team[seat] for other in seats)
            if game.own_sharing == "pair" and own > 2:
                return "too many pawns on one square"
            two_entered = game.six_enters_two_or_sixth and square == game.start[seat] and own == friends == 2
            if game.own_sharing in ("forbid", "stop-behind") and friends > 1 and not two_entered:
                return "too many pawns on one square"
    most = {"free": 4, "pair": 2}.get(game.corridor_rule, 1)
    for seat in range(game.seats):
        if game.first and 0 in pos.pawns[seat]:
            return "the track doesn't begin at 0"
        for p in range(game.L + 1, game.L + game.C + 1):
            if len(pos.in_corridor(seat, p)) > most:
                return "too many pawns on one square"
    for seat in pos.finished:
        if not pos.all_home(seat):
            return "a finished seat with pawns on the way"
    return None
