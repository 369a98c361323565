#!/usr/bin/env python3
"""Checks answers of `hakam retro legal` and `proof-game` (--json), one object a line, with no code
of Hakam.

Games are replayed from the array by rules written here; of reasons the last moves are enumerated
again and the counts are made again (docs/formats/retro.md). For each line one word: "verified",
"refused" (the proof is wrong) or "unchecked" (it rests on a claim this program does not compute:
origins, captures by pawns, the pawn kernel; or there is no proof). Proof games are replayed, must
differ and have the length that is asked for; that there are no others is checked by playing all
games if they have at most three half-moves, else "unchecked". Exit status 1 if any is refused.

Usage: hakam retro legal - --json < FENS | tools/check_retro.py
       tools/check_retro.py --pgn-lines FILE    (tab-separated id, FEN and a game in SAN)
"""
import json
import re
import sys

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
RAYS = {"b": DIAGONAL, "r": STRAIGHT, "q": DIAGONAL + STRAIGHT}


class Refused(Exception):
    """The proof does not hold."""


class Unchecked(Exception):
    """The claim is not computed here."""


def name(square):
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def square(text):
    return "abcdefgh".index(text[0]), int(text[1]) - 1


def on_board(f, r):
    return 0 <= f < 8 and 0 <= r < 8


class Board:
    """Men by square (file, rank), the turn, rights as a set of letters, the en passant square."""

    def __init__(self, fen):
        fields = fen.split()
        self.men = {}
        for r, row in enumerate(fields[0].split("/")):
            f = 0
            for c in row:
                if c.isdigit():
                    f += int(c)
                else:
                    self.men[f, 7 - r] = c
                    f += 1
        self.white = fields[1] == "w"
        self.rights = set(fields[2]) - {"-"}
        self.passed = None if fields[3] == "-" else square(fields[3])

    def copy(self):
        other = Board.__new__(Board)
        other.men = dict(self.men)
        other.white, other.rights, other.passed = self.white, set(self.rights), self.passed
        return other

    def own(self, s, white):
        return s in self.men and self.men[s].isupper() == white

    def king(self, white):
        for s, c in self.men.items():
            if c == ("K" if white else "k"):
                return s
        raise Refused("no king")

    def attacked(self, s, by_white):
        f, r = s
        for df, dr in KNIGHT:
            if self.men.get((f + df, r + dr)) == ("N" if by_white else "n"):
                return True
        for df, dr in DIAGONAL + STRAIGHT:
            if self.men.get((f + df, r + dr)) == ("K" if by_white else "k"):
                return True
        back = -1 if by_white else 1
        for df in (-1, 1):
            if self.men.get((f + df, r + back)) == ("P" if by_white else "p"):
                return True
        for dirs, kinds in ((DIAGONAL, "bq"), (STRAIGHT, "rq")):
            for df, dr in dirs:
                x, y = f + df, r + dr
                while on_board(x, y) and (x, y) not in self.men:
                    x, y = x + df, y + dr
                c = self.men.get((x, y))
                if c and c.lower() in kinds and c.isupper() == by_white:
                    return True
        return False

    def steps(self, s, kind):
        """Squares an officer on s sees: empty ones and the first man of each line."""
        f, r = s
        if kind == "n":
            return [(f + a, r + b) for a, b in KNIGHT if on_board(f + a, r + b)]
        if kind == "k":
            return [(f + a, r + b) for a, b in DIAGONAL + STRAIGHT if on_board(f + a, r + b)]
        found = []
        for df, dr in RAYS[kind]:
            x, y = f + df, r + dr
            while on_board(x, y):
                found.append((x, y))
                if (x, y) in self.men:
                    break
                x, y = x + df, y + dr
        return found

    def moves(self):
        """All legal moves as (from, to, promotion letter or '')."""
        found = []
        up, second, last = (1, 1, 7) if self.white else (-1, 6, 0)
        for s, c in list(self.men.items()):
            if c.isupper() != self.white:
                continue
            kind = c.lower()
            f, r = s
            if kind == "p":
                targets = []
                if (f, r + up) not in self.men:
                    targets.append((f, r + up))
                    if r == second and (f, r + 2 * up) not in self.men:
                        targets.append((f, r + 2 * up))
                for df in (-1, 1):
                    t = f + df, r + up
                    if self.own(t, not self.white) or (t == self.passed and on_board(*t)):
                        targets.append(t)
                for t in targets:
                    found += [(s, t, p) for p in ("qrbn" if t[1] == last else [""])]
            else:
                found += [(s, t, "") for t in self.steps(s, kind) if not self.own(t, self.white)]
        row = 0 if self.white else 7
        for letter, rook, clear, king_way in (("K", 7, (5, 6), (4, 5, 6)), ("Q", 0, (1, 2, 3), (4, 3, 2))):
            if (letter if self.white else letter.lower()) in self.rights:
                if any((f, row) in self.men for f in clear):
                    continue
                if any(self.attacked((f, row), not self.white) for f in king_way):
                    continue
                found.append(((4, row), (6 if rook else 2, row), ""))
        return [m for m in found if not self.after(m).attacked(self.after(m).king(self.white), not self.white)]

    def after(self, move):
        s, t, promotion = move
        b = self.copy()
        c = b.men.pop(s)
        up = 1 if self.white else -1
        if c.lower() == "p" and t == self.passed and s[0] != t[0] and t not in self.men:
            del b.men[t[0], t[1] - up]
        b.men[t] = (promotion.upper() if self.white else promotion) if promotion else c
        if c.lower() == "k" and abs(s[0] - t[0]) == 2:
            rook = (7 if t[0] == 6 else 0, s[1])
            b.men[(s[0] + t[0]) // 2, s[1]] = b.men.pop(rook)
        for letter, squares in (("K", ((4, 0), (7, 0))), ("Q", ((4, 0), (0, 0))),
                                ("k", ((4, 7), (7, 7))), ("q", ((4, 7), (0, 7)))):
            if s in squares or t in squares:
                b.rights.discard(letter)
        b.passed = (s[0], s[1] + up) if c.lower() == "p" and abs(s[1] - t[1]) == 2 else None
        b.white = not self.white
        return b


def replay(moves, fen):
    board = Board(ARRAY)
    for text in moves:
        move = square(text[:2]), square(text[2:4]), text[4:]
        if move not in board.moves():
            raise Refused(f"{text} is not legal")
        board = board.after(move)
    compare(board, fen)


def compare(board, fen):
    want = Board(fen)
    if board.men != want.men or board.white != want.white or board.rights != want.rights:
        raise Refused("the game ends in another position")
    if want.passed and want.passed != board.passed:
        raise Refused("the last move is not the double step claimed")


def unmoves(b):
    """{(move in UCI, taken letter or ''): the board before} of the side that is not to move."""
    found = {}
    mover, up = not b.white, 1 if not b.white else -1
    second, last = (1, 7) if mover else (6, 0)
    fixed = set()
    for letter, rook, row in (("K", 7, 0), ("Q", 0, 0), ("k", 7, 7), ("q", 0, 7)):
        if letter in b.rights:
            fixed |= {(4, row), (rook, row)}
    cased = (lambda c: c.upper()) if mover else (lambda c: c)
    theirs = (lambda c: c) if mover else (lambda c: c.upper())
    enemies = [c for c in b.men.values() if c.isupper() == b.white]
    pawns_of = lambda white: sum(c == ("P" if white else "p") for c in b.men.values())

    def offer(before, text, taken, passed=None, right=None):
        before.white, before.passed = mover, passed
        if right:
            before.rights.add(right)
        if not before.attacked(before.king(b.white), mover):
            found[text, taken] = before

    def back(s, t, kind, suffix=""):
        before = b.copy()
        del before.men[t]
        before.men[s] = cased(kind)
        offer(before, name(s) + name(t) + suffix, "")

    def back_taking(s, t, kind, suffix=""):
        if len(enemies) >= 16:
            return
        for taken in "pnbrq":
            if taken == "p" and (t[1] in (0, 7) or pawns_of(b.white) >= 8):
                continue
            before = b.copy()
            before.men[s], before.men[t] = cased(kind), theirs(taken)
            offer(before, name(s) + name(t) + suffix, taken.upper())

    def double(t):
        s, over = (t[0], t[1] - 2 * up), (t[0], t[1] - up)
        if s not in b.men and over not in b.men:
            back(s, t, "p")

    if b.passed:
        t = b.passed[0], b.passed[1] + up
        if b.men.get(t) == cased("p") and b.passed not in b.men:
            double(t)
        return found
    for t, c in list(b.men.items()):
        if c.isupper() != mover or t in fixed:
            continue
        kind = c.lower()
        f, r = t
        if kind != "p":
            for s in b.steps(t, kind):
                if s not in b.men:
                    back(s, t, kind)
                    back_taking(s, t, kind)
            if kind != "k" and r == last and pawns_of(mover) < 8:
                if (f, r - up) not in b.men:
                    back((f, r - up), t, "p", kind)
                for s in ((f - 1, r - up), (f + 1, r - up)):
                    if on_board(*s) and s not in b.men:
                        back_taking(s, t, "p", kind)
            continue
        if abs(r - second) == 0 or (r - second) * up < 1:
            continue
        if (f, r - up) not in b.men:
            back((f, r - up), t, "p")
            if r == second + 2 * up:
                double(t)
        for s in ((f - 1, r - up), (f + 1, r - up)):
            if not on_board(*s) or s in b.men:
                continue
            back_taking(s, t, "p")
            beside, behind = (f, r - up), (f, r + up)
            if (r == second + 4 * up and beside not in b.men and behind not in b.men
                    and len(enemies) < 16 and pawns_of(b.white) < 8):
                before = b.copy()
                del before.men[t]
                before.men[s], before.men[beside] = cased("p"), theirs("p")
                offer(before, name(s) + name(t), "P e.p.", passed=t)
    row = 0 if mover else 7
    for letter, rook, king_to, rook_to in (("K", 7, 6, 5), ("Q", 0, 2, 3)):
        if b.men.get((king_to, row)) != cased("k") or b.men.get((rook_to, row)) != cased("r"):
            continue
        if (king_to, row) in fixed or (rook_to, row) in fixed:
            continue
        before = b.copy()
        del before.men[king_to, row], before.men[rook_to, row]
        if any((x, row) in before.men for x in range(min(4, rook), max(4, rook) + 1)):
            continue
        before.men[4, row], before.men[rook, row] = cased("k"), cased("r")
        if not any(before.attacked((x, row), b.white) for x in (4, rook_to, king_to)):
            offer(before, "e" + str(row + 1) + name((king_to, row)), "", right=cased(letter.lower()))
    return found


def promoted(b, white):
    men = [(s, c.lower()) for s, c in b.men.items() if c.isupper() == white]
    count = {k: sum(c == k for _, c in men) for k in "pnrq"}
    bishops = [0, 0]
    for s, c in men:
        if c == "b":
            bishops[(s[0] + s[1]) % 2] += 1
    made = (max(0, count["q"] - 1) + max(0, count["r"] - 2) + max(0, count["n"] - 2)
            + max(0, bishops[0] - 1) + max(0, bishops[1] - 1))
    return made, 8 - count["p"], len(men)


def fault_holds(b, fault):
    kings = [c for c in b.men.values() if c in "Kk"]
    if fault == "missing-king":
        return "K" not in kings or "k" not in kings
    if fault == "extra-king":
        return kings.count("K") > 1 or kings.count("k") > 1
    if fault == "pawn-on-back-rank":
        return any(c in "Pp" and s[1] in (0, 7) for s, c in b.men.items())
    if fault == "too-many-men":
        return any(promoted(b, w)[2] > 16 for w in (True, False))
    if fault == "too-many-pawns":
        return any(promoted(b, w)[1] < 0 for w in (True, False))
    if fault == "too-many-promoted":
        return any(promoted(b, w)[0] > promoted(b, w)[1] for w in (True, False))
    if sorted(kings) != ["K", "k"]:
        return False
    if fault == "adjacent-kings":
        (a, x), (c, y) = b.king(True), b.king(False)
        return max(abs(a - c), abs(x - y)) == 1
    if fault == "opponent-in-check":
        return b.attacked(b.king(not b.white), b.white)
    if fault == "false-castling-right":
        return any(b.men.get((4, row)) != k or b.men.get((rook, row)) != r
                   for letter, rook, row, k, r in (("K", 7, 0, "K", "R"), ("Q", 0, 0, "K", "R"),
                                                   ("k", 7, 7, "k", "r"), ("q", 0, 7, "k", "r"))
                   if letter in b.rights)
    if fault in ("impossible-check", "impossible-double-check", "too-many-checkers",
                 "check-against-en-passant", "false-en-passant"):
        return not unmoves(b)
    return False


def never_moved(b):
    still = {s for s, c in b.men.items() if c == "P" and s[1] == 1 or c == "p" and s[1] == 6}
    for letter, rook, row in (("K", 7, 0), ("Q", 0, 0), ("k", 7, 7), ("q", 0, 7)):
        if letter in b.rights:
            still |= {(4, row), (rook, row)}
    home = {(f, row): (c.upper() if row == 0 else c) for f, c in enumerate("rnbqkbnr") for row in (0, 7)}
    while True:
        more = set()
        for s, c in home.items():
            if b.men.get(s) != c or s in still:
                continue
            kind = c.lower()
            exits = KNIGHT if kind == "n" else DIAGONAL + STRAIGHT if kind == "k" else RAYS[kind]
            if all(not on_board(s[0] + x, s[1] + y) or (s[0] + x, s[1] + y) in still for x, y in exits):
                more.add(s)
        if not more:
            return still
        still |= more


def parity(b):
    total = 0
    for white in (True, False):
        row, second = (0, 1) if white else (7, 6)
        men = {s: c.lower() for s, c in b.men.items() if c.isupper() == white}
        if len(men) != 16 or any(men.get((f, second)) != "p" for f in range(8)):
            raise Refused("parity needs all men and all pawns at home")
        knights = [s for s, c in men.items() if c == "n"]
        total += 1 + sum((s[0] + s[1]) % 2 for s in knights)
        total += sum(s[0] in (1, 6) for s, c in men.items() if c == "r")
    if total % 2 == (0 if b.white else 1):
        raise Refused("the parity fits")


def check_reason(b, reason, depth=0):
    kind = reason["kind"]
    if kind == "bad-setup":
        if not any(fault_holds(b, f) for f in reason["faults"]):
            raise Refused("no fault of the setup found")
    elif kind == "too-many-promoted":
        made, missing, _ = promoted(b, reason["side"] == "white")
        if made <= missing:
            raise Refused("the promoted men fit the missing pawns")
    elif kind == "nobody-captured":
        if len(b.men) == 32 or set(b.men) - never_moved(b):
            raise Refused("somebody can have captured")
    elif kind == "parity":
        parity(b)
    elif kind == "no-last-move":
        if unmoves(b):
            raise Refused("there are last moves")
    elif kind == "all-moves-refuted":
        mine = unmoves(b)
        told = {}
        for one in reason["after"]:
            before = Board(one["before"])
            told[frozenset(before.men.items()), before.passed] = one["reason"]
        unchecked = None
        for (text, _), before in mine.items():
            why = told.get((frozenset(before.men.items()), before.passed))
            if why is None:
                raise Refused(f"the last move {text} is not refuted")
            try:
                check_reason(before, why, depth + 1)
            except Unchecked as e:
                unchecked = e
        if unchecked:
            raise unchecked
    elif kind in ("no-origin", "no-assignment", "pawn-captures", "pawns-blocked"):
        raise Unchecked(kind)
    else:
        raise Refused(f"unknown kind {kind}")


SHORT = 3  # half-moves of which all games are played here


def leads_to(board, want):
    """Whether a proof game may end here: the turn is not asked for, rights may be left over."""
    return (board.men == want.men and want.rights <= board.rights
            and (not want.passed or want.passed == board.passed))


def count_games(board, want, plies):
    if plies == 0:
        return 1 if leads_to(board, want) else 0
    return sum(count_games(board.after(m), want, plies - 1) for m in board.moves())


def check_games(answer):
    start, want = answer.get("from", ARRAY), Board(answer["fen"])
    verdict, length, games = answer["answer"], answer["length"], answer["games"]
    texts = {" ".join(game) for game in games}
    if len(texts) != len(games):
        raise Refused("a game is there twice")
    for game in games:
        fits = len(game) <= answer["plies"] if length == "at-most" else len(game) == answer["plies"]
        if not fits:
            raise Refused(f"{len(game)} half-moves, not {answer['plies']}")
        board = Board(start)
        for text in game:
            move = square(text[:2]), square(text[2:4]), text[4:]
            if move not in board.moves():
                raise Refused(f"{text} is not legal")
            board = board.after(move)
        if not leads_to(board, want):
            raise Refused("a game ends in another position")
    most = {"none": 0, "unknown": 0, "unique": 1, "found": 1}
    if verdict not in most and verdict != "several":
        raise Refused(f"unknown answer {verdict}")
    if len(games) > most[verdict] if verdict in most else len(games) + answer["more"] < 2:
        raise Refused(f"{len(games)} games are not '{verdict}'")
    if verdict in ("unique", "found") and not games:
        raise Refused("no game is shown")
    if verdict in ("none", "unique") and not answer["complete"]:
        raise Refused(f"'{verdict}' of an unfinished search")
    if answer["complete"]:
        if answer["plies"] > SHORT:
            raise Unchecked("that there are no other games")
        first = answer["plies"] if length == "exactly" else 0
        counts = [count_games(Board(start), want, n) for n in range(first, answer["plies"] + 1)]
        total = sum(counts) if length == "at-most" else counts[-1]
        if total != len(games) or (length == "shortest" and any(counts[:-1])):
            raise Refused(f"{total} games, not {len(games)}")


def check(answer):
    try:
        if "games" in answer:
            check_games(answer)
        elif answer["legal"] == "yes":
            replay(answer["game"], answer["fen"])
        elif answer["legal"] == "no":
            check_reason(Board(answer["fen"]), answer["reason"])
        else:
            return "unchecked", "no proof"
    except Refused as e:
        return "refused", str(e)
    except Unchecked as e:
        return "unchecked", str(e)
    except (KeyError, ValueError, IndexError, TypeError) as e:
        return "refused", f"malformed: {e!r}"
    return "verified", ""


SAN = re.compile(r"^([NBRQK]?)([a-h]?)([1-8]?)x?([a-h][1-8])(?:=?([NBRQ]))?[+#]?$")


def replay_san(text, fen):
    board = Board(ARRAY)
    for word in text.split():
        if word == "(empty)":
            continue
        m = SAN.match(word)
        if not m:
            raise Refused(f"cannot read {word}")
        kind = (m[1] or "p").lower()
        fits = [x for x in board.moves()
                if board.men[x[0]].lower() == kind and name(x[1]) == m[4]
                and (not m[2] or name(x[0])[0] == m[2]) and (not m[3] or name(x[0])[1] == m[3])
                and x[2] == (m[5] or "").lower()]
        if len(fits) != 1:
            raise Refused(f"{word} is not one legal move")
        board = board.after(fits[0])
    compare(board, fen)


def main():
    counts = {"verified": 0, "refused": 0, "unchecked": 0}
    if sys.argv[1:2] == ["--pgn-lines"]:
        with open(sys.argv[2], encoding="utf-8") as table:
            for line in table:
                if line.startswith("#") or line.startswith("id\t"):
                    continue
                key, fen, game = line.rstrip("\n").split("\t")
                try:
                    replay_san(game, fen)
                    counts["verified"] += 1
                except Refused as e:
                    counts["refused"] += 1
                    print(f"{key}: refused: {e}")
    else:
        for line in sys.stdin:
            if line.strip():
                word, why = check(json.loads(line))
                counts[word] += 1
                print(word + (f": {why}" if why else ""))
    print(", ".join(f"{n} {word}" for word, n in counts.items()), file=sys.stderr)
    return 1 if counts["refused"] else 0


if __name__ == "__main__":
    sys.exit(main())
