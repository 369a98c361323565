import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadLaws, TextError } from 'hakam/laws';

const laws = await loadLaws();

test('verdicts cite and show', () => {
    const mate = laws.judge({ moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'] }).verdict;
    assert.deepEqual([mate.outcome, mate.reason, mate.articles[0]?.article], ['0-1', 'checkmate', '5.1.1']);
    const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    const { verdict, claims } = laws.judge({ moves: [...shuffle, ...shuffle] });
    assert.equal(verdict.standing, 'claimable');
    assert.deepEqual(claims[0]?.evidence.plies, [0, 4, 8]);
    assert.equal(laws.claim({ moves: shuffle }, 'threefold').correct, false);
    const flag = laws.rule(
        { start: '5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1' },
        { kind: 'flag', side: 'white' },
    );
    assert.equal(flag.outcome, '1/2-1/2');
    assert.equal(laws.article('5.2.1')?.article, '5.2.1');
    assert.equal(laws.article('99.9'), null);
});
test('what is not known is refused', () => {
    assert.throws(() => laws.judge({ rules: 'no-such-book' }), RangeError);
    assert.throws(() => laws.judge({ start: 'nonsense' }), TextError);
    assert.throws(() => laws.judge({ moves: ['e2e5'] }), TextError);
    assert.throws(() => laws.winnable('8/8/8/8/8/8/8/8 w - - 0 1', 'white'), TextError);
});
test('who can still win: the vectors, none wrong', () => {
    const rows = readFileSync(join(process.env.HAKAM_DATA, 'dead/vectors.tsv'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('/') && !line.startsWith('#'))
        .map((line) => line.split('\t'));
    let asked = 0;
    let unknown = 0;
    for (const [fen, side, verdict] of rows) {
        const found = laws.winnable(fen, side).winnable;
        asked += 1;
        if (found === 'unknown') unknown += 1;
        else assert.equal(found, verdict === 'unwinnable' ? 'no' : 'yes', `${fen} ${side}`);
    }
    assert.ok(asked > 1_000, `${asked} questions`);
    assert.ok(unknown <= asked / 50, `${unknown} of ${asked} not decided within a page's budget`);
});

test('why a move is not legal', () => {
    const pinned = '4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1';
    const why = laws.whyIllegal(pinned, 'Nf3');
    assert.equal(why.reason, 'pinned');
    assert.deepEqual([why.man, why.from, why.to, why.by], ['N', 'd2', 'f3', 'b4']);
    assert.equal(why.articles[0].article, '3.9.2');
    assert.match(why.sentence, /pinned/);
    assert.notEqual(laws.whyIllegal(pinned, 'Nf3', 'ar').sentence, why.sentence);
    assert.equal(laws.whyIllegal(pinned, 'Kd1'), null);
    assert.throws(() => laws.whyIllegal(pinned, 'Zz9'), TextError);
    assert.throws(() => laws.whyIllegal('nonsense', 'e4'), TextError);
});
