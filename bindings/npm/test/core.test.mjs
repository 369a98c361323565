// The package as its users have it: node --test with `hakam` installed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { load, moves, squareIndex, squareName, TextError, IllegalMoveError } from 'hakam';
import { hakam as sync } from 'hakam/sync';
import { dests } from 'hakam/chessground';

const data = process.env.HAKAM_DATA;
const hakam = await load();

test('both entries give the same', () => {
    const [a, b] = [hakam.position(), sync().position()];
    assert.deepEqual([...a.words], [...b.words]);
    assert.equal(a.fen(), 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    assert.deepEqual([a.moveCount, a.moves.length, a.perft(4)], [20, 20, 197281]);
    assert.equal(a.turn, 'white');
    assert.deepEqual(a.at('e1'), { color: 'white', role: 'king' });
    assert.deepEqual(a.at(59), { color: 'black', role: 'queen' });
    assert.equal(a.at('e4'), null);
    assert.deepEqual(a.castling.map(squareName), ['a1', 'h1', 'a8', 'h8']);
});

test('perft of the data, by single calls and by the core', () => {
    const walk = (position, depth) => {
        if (depth === 0) return 1;
        let count = 0;
        for (const move of position.moves) count += walk(position.after(move), depth - 1);
        return count;
    };
    const lines = readFileSync(join(data, 'perft/standard.epd'), 'utf8').split('\n');
    let checked = 0;
    for (const line of lines) {
        const [fen, ...counts] = line.split(';');
        if (!fen?.includes('/')) continue;
        for (const count of counts) {
            const [, depth, nodes] = /D(\d+)\s+(\d+)/.exec(count) ?? [];
            if (!nodes || Number(nodes) > 100_000) continue;
            const position = hakam.position(`${fen.trim().split(' ').slice(0, 4).join(' ')} 0 1`);
            assert.equal(position.perft(Number(depth)), Number(nodes), line);
            if (Number(nodes) < 3_000) assert.equal(walk(position, Number(depth)), Number(nodes), line);
            checked += 1;
        }
    }
    assert.ok(checked > 50, `${checked} counts`);
});

test('every move of many positions: text and back', () => {
    let position = hakam.position();
    let seed = 7;
    let looked = 0;
    for (let i = 0; i < 600; i += 1) {
        if (position.moveCount === 0 || i % 90 === 89) position = hakam.chess960((i * 37) % 960);
        for (const move of position.moves) {
            assert.equal(position.parse(position.san(move), { strict: true }), move);
            assert.equal(position.parse(position.lan(move)), move);
            assert.equal(position.parse(position.uci(move, 'chess960')), move);
            assert.equal(position.parse(position.san(move, 'ru'), { letters: 'ru' }), move);
            looked += 1;
        }
        seed = (seed * 1103515245 + 12345) % 2147483648;
        position = position.after(position.moves[seed % position.moveCount]);
        const again = hakam.position(position.fen());
        assert.equal(again.fen(), position.fen());
        assert.equal(hakam.fromWords(structuredClone(position.words)).fen(), position.fen());
    }
    assert.ok(looked > 5_000);
});

test('what is wrong is told with its place', () => {
    assert.throws(
        () => hakam.position('7k/8/5KQ1/8/8/8/8/8 x - - 0 1'),
        (error) => error instanceof TextError && error.column === 21 && /'w' or 'b'/.test(error.expected),
    );
    const read = hakam.read('8/8/8/8/8/8/8/9 w - - 0 1');
    assert.ok(!read.ok && read.faults.length > 0);
    const start = hakam.position();
    for (const text of ['Ke2', 'e2e5', '', 'x'.repeat(100_000), 'é4', '0000', 'O-O']) {
        assert.throws(() => start.parse(text), IllegalMoveError, text.slice(0, 20));
    }
    for (const move of [0, 1, 2 ** 31, 0xffffffff, -1, NaN, 2 ** 40, start.moves[0] ^ (1 << 21)]) {
        assert.throws(() => start.after(move), IllegalMoveError, String(move));
        assert.throws(() => start.san(move), IllegalMoveError, String(move));
    }
    assert.throws(() => hakam.chess960(960), RangeError);
    assert.throws(() => start.san(start.moves[0], 'tlh'), RangeError);
    assert.throws(() => start.at('i9'), RangeError);
    assert.equal(start.moveCount, 20, 'nothing has changed');
});

test('words from outside are checked', () => {
    const words = hakam.position().words;
    for (let i = 0; i < 16; i += 1) {
        const flips = Array.from({ length: 32 }, (_, bit) => ((words[i] ?? 0) ^ (1 << bit)) >>> 0);
        for (const value of [0, 1, 0xffffffff, 0x80000000, ...flips]) {
            const bad = words.slice();
            bad[i] = value;
            // Counters and the rules of play may be any.
            const free = i === 12 || i === 13 || (i === 14 && ((value ^ words[i]) & 0xffffff) === 0);
            if (free || bad.every((w, k) => w === words[k])) continue;
            assert.throws(() => hakam.fromWords(bad), TypeError, `word ${i} = ${value}`);
        }
    }
    assert.throws(() => hakam.fromWords([1, 2, 3]), TypeError);
});

test('moves say what they are', () => {
    const position = hakam.position('r3k2r/8/8/3pP3/8/8/1p4P1/R3K2R w KQkq d6 0 1');
    const kinds = Object.fromEntries([...position.moves].map((m) => [position.uci(m), m]));
    assert.equal(moves.kind(kinds.e1g1), 'castling');
    assert.equal(squareName(moves.to(kinds.e1g1)), 'h1');
    assert.equal(squareName(moves.arrival(kinds.e1g1)), 'g1');
    const long = hakam.position('r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1');
    assert.equal(squareName(moves.arrival(long.parse('O-O-O'))), 'c1');
    assert.deepEqual(dests(long).get('e1')?.sort(), ['a1', 'c1', 'd1', 'd2', 'e2', 'f1', 'f2']);
    assert.equal(moves.kind(kinds.e5d6), 'en-passant');
    assert.equal(moves.captured(kinds.e5d6), 'pawn');
    assert.equal(position.hasEnPassant, true);
    const black = position.after('Kf1');
    const take = black.parse('bxa1=N');
    assert.deepEqual([moves.promotion(take), moves.captured(take), moves.mover(take)], ['knight', 'rook', 'pawn']);
    assert.deepEqual(position.attackers('d6', 'white').map(squareName), ['e5']);
    assert.equal(squareIndex('h8'), 63);
});
