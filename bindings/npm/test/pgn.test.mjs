import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadPgn } from 'hakam/pgn';

const pgn = await loadPgn();
const two = `[White "Müller"]
[Result "1-0"]

1. e4 $1 {best by test} e5 (1... c5 2. Nf3 (2. c3)) 2. Qh5 Ke7 3. Qxe5# 1-0

[FEN "7R/8/8/8/8/8/8/K1k5 w - - 0 1"]

1. Rh2 Kd1 2. Kxx Kd1 *
`;

test('games, lines, comments and findings', () => {
    const [first, second, ...more] = pgn.read(two);
    assert.equal(more.length, 0);
    assert.equal(first.tags.White, 'Müller');
    assert.equal(first.result, '1-0');
    assert.equal(first.toString(), 'e2e4 e7e5 d1h5 e8e7 h5e5');
    assert.deepEqual(
        [...first.items()].map((item) => item.kind).join(' '),
        'move glyph comment move variation-begin move move variation-begin move variation-end variation-end move move move',
    );
    assert.equal([...first.positions()].at(-1).isCheckmate, true);
    assert.equal(second.start.fen(), '7R/8/8/8/8/8/8/K1k5 w - - 0 1');
    assert.ok(second.unplayed > 0);
    assert.ok(second.findings.some((f) => f.severity === 'error' && f.line === 8), 'the fault has its line');
});
test('pieces of any size give the same games', async () => {
    const whole = readFileSync(join(process.env.HAKAM_DATA, 'pgn/real-quirks.pgn'));
    const told = (games) => games.map((g) => [g.begin, g.end, g.result, g.tags, `${g}`, [...g.items()], g.findings]);
    const expected = told([...pgn.read(whole)]);
    assert.ok(expected.length > 10);
    for (const size of [1, 7, 1000]) {
        async function* pieces() {
            for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
        }
        const games = [];
        for await (const game of pgn.stream(pieces())) games.push(game);
        assert.deepEqual(told(games), expected, `pieces of ${size}`);
    }
});
test('two readers at once do not disturb each other', () => {
    const [a, b] = [pgn.reader(), pgn.reader({ letters: 'de' })];
    const bytes = (text) => new TextEncoder().encode(text);
    const games = [...a.feed(bytes('1. Nf3 ')), ...b.feed(bytes('1. Sf3 ')), ...a.finish(), ...b.finish()];
    assert.deepEqual(games.map(String), ['g1f3', 'g1f3']);
    assert.throws(() => pgn.reader({ letters: 'xx' }), RangeError);
});
test('rubbish is told and never a game of moves', () => {
    for (const text of ['', '\0\0\0', '(((((', '[[[', '{', '%%%', '1. e4 {'.repeat(2000)]) {
        for (const game of pgn.read(text)) assert.ok(game.moves.length <= 1);
    }
});
