"""Makes a request on which two engines disagree smaller, as long as they still disagree.

One thing is taken away at a time: an item of the script, an option, a field of the position, a pawn (it goes to base). All
tries of one round are asked together; the first that still shows a disagreement is taken, until none does.
"""
import copy

from engine import answer_to

KEPT = ("op", "rules", "seats", "arms", "pawns", "turn", "roll", "script", "options")     # the other fields may go as a whole


def tries(request):
    """The requests that are one step smaller, those that take away most first."""
    script = request.get("script", [])
    if len(script) > 1:
        first = answer_to({**request, "script": script[:1]})
        if "position" in first and not first["over"]:      # go on from the position behind the first item
            yield {"op": "play", **first["position"], "script": script[1:]}
        yield {**request, "script": script[:-1]}
    for name in request.get("options", {}):
        yield {**request, "options": {other: value for other, value in request["options"].items() if other != name}}
    for field in request:
        if field not in KEPT:
            yield {other: value for other, value in request.items() if other != field}
    for letter, row in request["pawns"].items() if "pawns" in request else ():
        for i, place in enumerate(row):
            if place != "Y":
                smaller = copy.deepcopy(request)
                smaller["pawns"][letter][i] = "Y"
                yield smaller
        if all(place == "Y" for place in row):
            yield {**request, "pawns": {other: places for other, places in request["pawns"].items() if other != letter}}


def shrink(request, ask, difference):
    """(request, the other engine's answer, difference) of the smallest request found. ask puts a list of requests to the
    other engine. A disagreement of answers doesn't turn into one about errors, nor that into one about other errors."""
    theirs = ask([request])[0]
    found = difference(request, theirs)
    while True:
        smaller = list(tries(request))
        for one, answer in zip(smaller, ask(smaller)):
            new = difference(one, answer)
            if new and new.get("error") == found.get("error"):
                request, theirs, found = one, answer, new
                break
        else:
            return request, theirs, found
