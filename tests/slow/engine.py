#!/usr/bin/env python3
"""The JSON-lines protocol of the engine, as far as race games need it: the operations moves, play and rank.

    python3 tests/slow/engine.py < requests > answers

One request a line, one answer a line. Reads positions strictly: unknown fields are errors.
"""
import functools
import json
import sys

from rules import WORTHS, Game, Refused, is_int
from position import BASE, LETTERS, Position, pawn_name, position_fault
from moves import Pass, distinct, free_entry, legal
from turn import play_bonus, play_die, play_entry, play_move, play_roll, play_what_is_lost, throw

POSITION_FIELDS = ["rules", "options", "seats", "arms", "pawns", "arrivals", "turn", "sixes", "tries", "last", "owed", "again",
                   "dice_left", "doubles", "from_blockade", "captured", "finished"]
FIELDS = {
    "moves": POSITION_FIELDS + ["roll", "bonus", "detail", "threats"],
    "play": POSITION_FIELDS + ["script", "detail"],
    "rank": POSITION_FIELDS,
}
ITEM_FIELDS = ["roll", "die", "bonus", "enter", "pass", "pawn", "move"]


def bad(field, message="missing, of the wrong kind or out of range"):
    raise Refused("bad-request", message, field)


# Reading -------------------------------------------------------------------------------------------------------------

def read_seat(game, value, field):
    if not isinstance(value, str) or len(value) != 1 or value not in LETTERS[:game.seats]:
        bad(field)
    return LETTERS.index(value)


def read_pawn(game, value, field):
    if not isinstance(value, str) or len(value) != 2 or not value[1].isdigit() or int(value[1]) >= game.pawns:
        bad(field)
    return read_seat(game, value[0], field), int(value[1])


def read_place(game, value):
    if value == "Y":
        return BASE
    if value == "G":
        if game.goal is None:
            raise Refused("bad-position", "this board has slots, no goal", "pawns")
        return game.goal
    if not is_int(value):
        bad("pawns")
    if not 0 <= value <= game.end:
        raise Refused("bad-position", "a pawn past the goal", "pawns")
    return value


def read_list(request, field):
    value = request.get(field, [])
    if not isinstance(value, list):
        bad(field)
    return value


# The reasons for a further roll that may be due behind steps owed or dice left: can it be, at this position?
AGAIN = {"six": lambda pos: pos.game.six_extra and pos.sixes > 0 and pos.game.dice != "cowries6",
         "grace": lambda pos: pos.game.six_extra and pos.sixes > 0 and pos.game.dice == "cowries6",
         "doubles": lambda pos: pos.game.six_extra and pos.doubles > 0,
         "capture": lambda pos: pos.game.capture_reward == "roll",
         "home": lambda pos: pos.game.home_reward == "roll",
         "tries": lambda pos: pos.game.none_on_course == "three-tries"}


@functools.lru_cache(maxsize=200)
def game_of(text):
    """The game of a request, kept: many requests are about the same one."""
    return Game(*json.loads(text))


def read_game(request):
    if not isinstance(request.get("rules"), str):
        bad("rules")
    return game_of(json.dumps([request["rules"], request.get("options"), request.get("seats", 4), request.get("arms")]))


def read_position(request):
    game = read_game(request)
    pos = Position(game)
    if "pawns" in request:
        if not isinstance(request["pawns"], dict):
            bad("pawns")
        pos.pawns = [[BASE] * game.pawns for _ in range(game.seats)]
        for letter, row in request["pawns"].items():
            seat = read_seat(game, letter, "pawns")
            if not isinstance(row, list) or len(row) != game.pawns:
                bad("pawns")
            pos.pawns[seat] = [read_place(game, value) for value in row]
    named = [read_pawn(game, value, "arrivals") for value in read_list(request, "arrivals")]
    if len(set(named)) != len(named):
        bad("arrivals")
    pos.arrivals = [pawn for pawn in pos.arrivals if pawn not in named] + named
    pos.forget_arrivals()
    pos.turn = read_seat(game, request.get("turn", "A"), "turn")
    for field in ("sixes", "doubles", "tries"):
        value = request.get(field, 0)
        if not is_int(value) or value < 0:
            bad(field)
        setattr(pos, field, value)
    if game.triple_six != "off" and max(pos.sixes, pos.doubles) > 2:
        raise Refused("bad-position", "the third six has ended the turn", "sixes")
    if pos.sixes if game.six_counts == "14-on-doubles" else pos.doubles:
        raise Refused("bad-position", "these rules don't count this", "doubles" if pos.doubles else "sixes")
    if request.get("last") is not None:
        pos.last = read_pawn(game, request["last"], "last")
        if game.team[pos.last[0]] != game.team[pos.turn]:   # 4.5: the last pawn that this seat moved
            raise Refused("bad-position", "the seat to play doesn't move this pawn", "last")
    pos.owed = read_list(request, "owed")
    read_owed(game, pos.owed)
    read_dice_left(request, pos)
    pos.captured = {read_seat(game, value, "captured") for value in read_list(request, "captured")}
    pos.finished = [read_seat(game, value, "finished") for value in read_list(request, "finished")]
    if len(set(pos.finished)) != len(pos.finished):
        bad("finished")
    fault = position_fault(pos)
    if fault:
        raise Refused("bad-position", fault, "pawns")
    pos.note_finished()
    if (pos.owed or pos.dice_left) and pos.is_over():
        raise Refused("bad-position", "nothing is owed when the game is over", "owed" if pos.owed else "dice_left")
    pos.again = again_told(pos)
    if request.get("again") is not None:
        if request["again"] not in AGAIN or not (pos.owed or pos.dice_left):
            bad("again")
        pos.again = request["again"]
        if not AGAIN[pos.again](pos):
            raise Refused("bad-position", "these rules give no such roll here", "again")
    return pos


def again_told(pos):
    """The reason for a further roll behind steps owed or dice left where the position doesn't name one."""
    if pos.owed or pos.dice_left:
        return next((word for word in ("six", "grace", "doubles") if AGAIN[word](pos)), None)
    return None


def read_dice_left(request, pos):
    """The dice of this roll that are still to be played, and the pairs that one pawn has left in it."""
    game = pos.game
    pos.dice_left = [read_face(value, "dice_left") for value in read_list(request, "dice_left")]
    if pos.dice_left and game.dice != "2d6":
        raise Refused("bad-position", "these rules leave no dice", "dice_left")
    if len(pos.dice_left) > 2 and (game.six_counts != "14-on-doubles" or not left_of_doubles(pos.dice_left)):
        raise Refused("bad-position", "no roll leaves these dice", "dice_left")
    if counted_with(game, pos.dice_left) and not (pos.sixes or pos.doubles):
        raise Refused("bad-position", "this roll has been counted", "dice_left")
    pawns = [read_pawn(game, value, "from_blockade") for value in read_list(request, "from_blockade")]
    pos.from_blockade = list(zip(pawns[::2], pawns[1::2]))
    if len(pawns) not in (0, 2, 4, 6) or any(one == other or one[0] != other[0] for one, other in pos.from_blockade):
        bad("from_blockade")
    if pawns and not (pos.dice_left and game.block == "everyone-pair"):
        raise Refused("bad-position", "these rules or dice know no such pair", "from_blockade")
    if pawns and len(pos.from_blockade) + len(pos.dice_left) > (4 if game.six_counts == "14-on-doubles" else 2):
        raise Refused("bad-position", "each pair was left by a die that is played", "from_blockade")


def counted_with(game, dice):
    """Do these dice, still to be played, belong to a roll that counts: doubles, or with a 6?"""
    if game.six_counts == "14-on-doubles":
        return len(dice) > 2 or len(dice) == 2 and dice[0] == dice[1]
    return 6 in dice


def left_of_doubles(dice):
    """Three or four dice: are they the faces of doubles and of their reverse, two of each at most?"""
    return len(dice) <= 4 and set(dice) == {dice[0], 7 - dice[0]} and all(dice.count(die) <= 2 for die in dice)


def read_owed(game, owed):
    """Are these bonus counts, and such as these rules give?"""
    given = [steps for steps, rule in ((20, game.capture_reward), (10, game.home_reward)) if rule == "steps%d" % steps]
    for steps in owed:
        if not is_int(steps) or steps not in (10, 20):
            bad("owed")
        if steps not in given:
            raise Refused("bad-position", "these rules give no such bonus", "owed")


def read_face(value, field, least=1):
    if not is_int(value) or not least <= value <= 6:
        bad(field)
    return value


def read_roll(game, value, field):
    """A face, the worth of so many mouths up, or two faces."""
    if game.dice == "cowries6":
        return WORTHS[read_face(value, field, 0)]
    if game.dice == "d6":
        return read_face(value, field)
    if not isinstance(value, list) or len(value) != 2:
        bad(field)
    return tuple(read_face(face, field) for face in value)


# Writing -------------------------------------------------------------------------------------------------------------

def write_place(game, p):
    return "Y" if p == BASE else "G" if p == game.goal else p


def write_pawns(pos):
    return {LETTERS[seat]: [write_place(pos.game, p) for p in row] for seat, row in enumerate(pos.pawns)}


def write_position(pos):
    game = pos.game
    return {"rules": game.rules, "options": game.changed, "seats": game.seats, "arms": game.arms,
            "pawns": write_pawns(pos), "arrivals": [pawn_name(pawn) for pawn in pos.shared_arrivals()],
            "turn": LETTERS[pos.turn], "sixes": pos.sixes, "tries": pos.tries,
            "last": None if pos.last is None else pawn_name(pos.last), "owed": pos.owed,
            **({"dice_left": pos.dice_left, "doubles": pos.doubles} if game.dice == "2d6" else {}),
            **({"from_blockade": [pawn_name(pawn) for pair in pos.from_blockade for pawn in pair]}
               if pos.from_blockade else {}),
            **({"again": pos.again} if (pos.owed or pos.dice_left) and pos.again != again_told(pos) else {}),
            "captured": [LETTERS[seat] for seat in sorted(pos.captured)],
            "finished": [LETTERS[seat] for seat in pos.finished]}


def write_reason(refusal):
    reason = {"code": refusal.code}
    if refusal.square is not None:
        reason["square"] = refusal.square
    if refusal.by is not None:
        reason["by"] = LETTERS[refusal.by]
    return reason


def write_detail(pos, move, again, earned):
    return {"move": move.text(pos.game), "pawn": move.names(), "path": move.path,
            "captures": [pawn_name(pawn) for pawn in move.captures], "again": again,
            "bonus": sum(earned) if earned else None}


def preview(pos, roll, move):
    """What a move of a roll would bring: the reason to throw again, and the bonus counts. roll is None for a later die, and
    where steps are owed."""
    after, earned = play_move(pos if roll is None else throw(pos, roll, True), move)
    return after.again if roll is not None or pos.dice_left else None, earned


def write_places(pos):
    return {LETTERS[seat]: place for seat, place in sorted(pos.places().items())}


# The operations ------------------------------------------------------------------------------------------------------

def op_moves(request):
    pos = read_position(request)
    game = pos.game
    roll = None
    if "bonus" in request:
        if "roll" in request or pos.owed or pos.dice_left:
            bad("bonus")
        pos.owed = [request["bonus"]]
        read_owed(game, pos.owed)
    if (pos.dice_left or pos.owed) and "roll" in request:
        bad("roll", "steps are owed or dice left")
    if pos.dice_left:
        moves, blocked = legal(pos)
    elif pos.owed:
        moves, blocked = legal(pos, bonus=pos.owed[0])
    elif "roll" in request:
        roll = read_roll(game, request["roll"], "roll")
        moves, blocked = legal(pos, roll=roll)
    else:
        moves, blocked = free_entry(pos)
        if not moves:
            bad("roll")
    if request.get("detail"):
        written = [write_detail(pos, move, *preview(pos, roll, move)) for move in moves]
        if roll is None and not pos.owed and not pos.dice_left:
            written = [{**item, "again": None, "bonus": None} for item in written]
    else:
        written = [move.text(game) for move in moves]
    return {"moves": written, "distinct": distinct(moves),
            "blocked": {pawn_name(pawn): write_reason(reason) for pawn, reason in sorted(blocked.items())}}


def choose(pos, item, moves, blocked):
    """The move that an item of a script plays, or None where there is none."""
    game = pos.game
    wanted = LETTERS[pos.turn] + ":pass" if "pass" in item else item.get("move")
    if moves and "die" in item:                      # declining is no move of a die
        moves = [move for move in moves if item["die"] in move.dice or isinstance(move, Pass)]
        if wanted is None and not any(move.pawns for move in moves):
            raise Refused("illegal", "no move with this die", None)
    if wanted is not None:
        for move in moves:
            if move.text(game) == wanted:
                return move
        raise Refused("illegal", "not a legal move", reason_for(blocked, str(wanted)[:2]))
    if "pawn" in item:
        name = item["pawn"]
        names = name.split("+") if isinstance(name, str) and game.six_enters_two_or_sixth else [name]
        pawns = tuple(read_pawn(game, one, "pawn") for one in names)
        with_others = [move for move in moves if len(pawns) == 1 and pawns[0] in move.pawns and len(move.pawns) > 1]
        moves = [move for move in moves if move.pawns == pawns]
        if not moves and not with_others:
            raise Refused("illegal", "this pawn has no move", reason_for(blocked, name[:2]))
        if not moves:
            raise Refused("choice-needed", "this pawn enters with another one only", None)
    if distinct(moves) > 1:
        raise Refused("choice-needed", "several moves", None)
    return moves[0] if moves else None


def reason_for(blocked, name):
    return next((reason.code for pawn, reason in blocked.items() if pawn_name(pawn) == name), None)


def op_play(request):
    pos = read_position(request)
    if not isinstance(request.get("script"), list):
        bad("script")
    game, events, ended = pos.game, [], pos.is_over()
    for k, item in enumerate(request["script"]):
        if not isinstance(item, dict):
            bad("script[%d]" % k)
        for field in item:
            if field not in ITEM_FIELDS:
                bad("script[%d].%s" % (k, field), "unknown field")
        if ended:
            raise Refused("illegal", "the turn has ended", "script[%d]" % k)
        entries, entry_reasons = free_entry(pos)
        before = pos
        if "bonus" in item:
            if pos.dice_left or not pos.owed:
                raise Refused("illegal", "no bonus is due", "script[%d]" % k)
            moves, blocked = legal(pos, bonus=pos.owed[0])
            pos, event = play_bonus(pos, choose(pos, item, moves, blocked))
        elif "enter" in item:
            if not entries:
                raise Refused("illegal", "no free entry", "script[%d]" % k)
            pos, event = play_entry(pos, choose(pos, item, entries, entry_reasons))
        elif "roll" in item:
            roll = read_roll(game, item["roll"], "script[%d].roll" % k)
            if pos.owed or pos.dice_left or entries:
                raise Refused("illegal", "something else is due", "script[%d]" % k)
            if "die" in item and (game.dice != "2d6" or item["die"] not in roll):
                bad("script[%d].die" % k)
            moves, blocked = legal(pos, roll=roll)
            pos, event = play_roll(pos, roll, choose(pos, item, moves, blocked))
        elif "pass" in item and "die" not in item and pos.dice_left:
            moves, blocked = legal(pos)
            pos, event = play_die(pos, choose(pos, item, moves, blocked))
        elif "die" in item:
            if read_face(item["die"], "script[%d].die" % k) not in pos.dice_left:
                raise Refused("illegal", "this die isn't left", "script[%d]" % k)
            moves, blocked = legal(pos)
            pos, event = play_die(pos, choose(pos, item, moves, blocked))
        else:
            bad("script[%d]" % k)
        events.append((before, event))
        for after, event in play_what_is_lost(pos):
            events.append((pos, event))
            pos = after
        ended = pos.is_over() or not (pos.dice_left or pos.owed or pos.again)
    over = pos.is_over()
    log = [event.text for _, event in events]
    if request.get("detail"):
        log = [{"text": event.text, **(write_detail(before, event.move, event.again, event.earned) if event.move else {})}
               for before, event in events]
    again = bool(events) and not ended and not pos.owed and not pos.dice_left
    return {"log": log, "again": again, "position": write_position(pos), "pawns": write_pawns(pos), "over": over,
            "places": write_places(pos) if over else None}


def op_rank(request):
    return {"places": write_places(read_position(request))}


def no_duplicates(pairs):
    seen = dict(pairs)
    if len(seen) != len(pairs):
        raise ValueError("a key twice")
    return seen


def answer(line):
    try:
        return answer_to(json.loads(line, object_pairs_hook=no_duplicates))
    except ValueError as error:
        return {"id": None, "error": {"code": "bad-json", "message": str(error), "at": None}}


def answer_to(request):
    ident = request.get("id") if isinstance(request, dict) else None
    try:
        if not isinstance(request, dict) or not isinstance(request.get("op"), str):
            bad("op")
        if request["op"] not in FIELDS:
            raise Refused("unknown-op", "no such operation", request["op"])
        for field in request:
            if field not in FIELDS[request["op"]] + ["op", "id"]:
                bad(field, "unknown field")
        reply = {"moves": op_moves, "play": op_play, "rank": op_rank}[request["op"]](request)
        return {**({"id": ident} if "id" in request else {}), **reply}
    except Refused as refused:
        return {**({"id": ident} if isinstance(request, dict) and "id" in request else {}),
                "error": {"code": refused.code, "message": refused.message, "at": refused.at}}


def main():
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(answer(line), ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
