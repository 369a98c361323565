import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { clockAt, readControl } from './clock';
import { bookAt, claim, rule, verdict, whyIllegal, winnable } from './laws';
import { match, obligation } from './match';
import { treeOf } from '../analysis/tree';
import { playTree, readPgn, stopped } from './pgn';
import { chess960, game, meant, readFen, readMove, startFen, targetsOf } from './rules';
import { load } from './wasm';

beforeAll(() => load(readFileSync(new URL('./laws.wasm', import.meta.url))));

const of = (start: string, moves: string[] = []) => ({
    start,
    moves,
    rules: 'fide-standard',
    language: 'en',
});

/** Leaves of the tree of legal moves, all by way of the page's own calls. */
function perft(fen: string, depth: number): number {
    const read = readFen(fen);
    if (!read.ok) throw new Error(fen);
    if (depth === 1) return read.value.moves.length;
    return read.value.moves.reduce((sum, move) => {
        const next = game(fen, [move.uci], 'en');
        if (!next.ok) throw new Error(move.uci);
        return sum + perft(next.value.position.fen, depth - 1);
    }, 0);
}

describe('the core in WebAssembly counts moves as the native one', () => {
    for (const file of ['standard', 'chess960', 'random']) {
        const text = readFileSync(
            new URL(`../../../data/perft/${file}.epd`, import.meta.url),
            'utf8',
        );
        const rows = text.split('\n').filter((row) => row.includes(';D1 '));
        it.each(rows.slice(0, 25))('%s', (row) => {
            const fen = row.split(';')[0]?.trim() ?? '';
            const nodes = (depth: number): number =>
                Number(new RegExp(`;D${depth} (\\d+)`).exec(row)?.[1]);
            expect(perft(fen, 1)).toBe(nodes(1));
            if (nodes(2) < 2_000) expect(perft(fen, 2)).toBe(nodes(2));
        });
    }
});

describe('rules', () => {
    it('reports every fault of a FEN', () => {
        const read = readFen('8/8/8/8/8/8/8/8 w - - 0 1');
        expect(read.ok).toBe(false);
        if (!read.ok) expect(read.error.map((f) => f.code)).toContain('missing-king');
    });
    it('reads moves in the letters of a language, in English and as squares', () => {
        for (const [text, letters] of [
            ['Nf3', 'en'],
            ['حf3', 'ar'],
            ['Nf3', 'ar'],
            ['g1f3', 'uz_cyrl'],
        ] as const) {
            const move = readMove(startFen, text, letters);
            expect(move.ok && move.value.uci).toBe('g1f3');
        }
        const wrong = readMove(startFen, 'Nf5', 'en');
        expect(!wrong.ok && wrong.error.code).toBe('illegal-move');
    });
    it('knows the start arrays of Chess960', () => {
        expect(chess960(518)).toBe(startFen);
        expect(chess960(0).startsWith('bbqnnrkr/')).toBe(true);
    });
    it('offers castling onto the rook only where it is wished or the only way', () => {
        const read = readFen('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1');
        if (!read.ok) throw new Error('fen');
        expect(targetsOf(read.value.moves, false).get('e1')).not.toContain('h1');
        expect(targetsOf(read.value.moves, true).get('e1')).toContain('h1');
        expect(meant(read.value.moves, 'e1', 'g1').map((m) => m.san)).toEqual(['O-O']);
        const close = readFen('7k/8/8/8/8/8/8/1RK5 w B - 0 1');
        if (!close.ok) throw new Error('fen');
        expect(targetsOf(close.value.moves, false).get('c1')).toContain('b1');
    });
});

describe('laws', () => {
    it('judges and cites', () => {
        const mate = verdict(of(startFen, ['f2f3', 'e7e5', 'g2g4', 'd8h4']));
        if (!mate.ok) throw new Error('verdict');
        expect(mate.value.verdict).toMatchObject({ standing: 'over', outcome: '0-1' });
        expect(mate.value.verdict.articles[0]?.article).toBe('5.1.1');
    });
    it('checks claims with their plies', () => {
        const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
        const two = claim(of(startFen, shuffle), 'threefold', '');
        const three = claim(of(startFen, [...shuffle, ...shuffle]), 'threefold', '');
        expect(two.ok && two.value.correct).toBe(false);
        expect(three.ok && three.value.correct).toBe(true);
        expect(three.ok && three.value.evidence.plies).toEqual([0, 4, 8]);
    });
    it('rules on a flag by what can still mate', () => {
        const bare = '4k3/8/8/8/8/8/8/4K2R b - - 0 1';
        const white = rule(of(bare), 'flag', 'white');
        const black = rule(of(bare), 'flag', 'black');
        expect(white.ok && white.value.outcome).toBe('1/2-1/2');
        expect(black.ok && black.value.outcome).toBe('1-0');
        const none = winnable(bare, 'black');
        expect(none.ok && none.value.winnable).toBe('no');
    });
});

describe('clocks', () => {
    it('reads controls and counts increments, delays and pauses', () => {
        expect(readControl('nonsense').ok).toBe(false);
        const bonus = clockAt(
            '5+3',
            [
                { act: 'start', side: 'white', at: 0 },
                { act: 'press', side: 'white', at: 10_000 },
            ],
            12_000,
        );
        expect(bonus.white.left).toBe(293_000);
        expect(bonus.black.left).toBe(298_000);
        expect(bonus.running).toBe('black');
        const delay = clockAt('G/5;d5', [{ act: 'start', side: 'white', at: 0 }], 7_000);
        expect(delay.white.left).toBe(298_000);
    });
});

describe('PGN', () => {
    it('reads, finds the first illegal move, and writes', () => {
        const read = readPgn('[White "A"]\n\n1. e4 e5 2. Ke3 a6 *', 'en').games[0];
        if (!read) throw new Error('pgn');
        expect(stopped(read)).toMatchObject({ code: 'illegal-move', ply: 3, found: 'Ke3' });
        const written = playTree(read, 'en');
        if (!written.ok) throw new Error('tree');
        expect(written.value.pgn).toContain('[White "A"]');
        expect(readPgn(written.value.pgn, 'en').games[0]?.moves).toEqual(['e2e4', 'e7e5']);
    });
    it('keeps variations, comments and glyphs', () => {
        const text =
            '[White "A"]\n\n{open} 1. e4! {best} e5 (1... c5 2. Nf3 (2. c3 $14) 2... d6 {sharp}) 2. Nf3 *';
        const read = readPgn(text, 'en').games[0];
        if (!read) throw new Error('pgn');
        expect(read.nodes).toHaveLength(8);
        const once = playTree(read, 'ar');
        if (!once.ok) throw new Error('tree');
        expect(once.value.nodes.map((n) => n.san)).toContain('حf3');
        for (const piece of ['{open}', '{best}', '(1... c5', '(2. c3 $14)', '{sharp}', '$1']) {
            expect(once.value.pgn).toContain(piece);
        }
        const again = readPgn(once.value.pgn, 'en').games[0];
        expect(again?.nodes).toEqual(read.nodes);
    });
    it('refuses an illegal move and writes the start', () => {
        expect(playTree(treeOf(startFen, ['e2e5']), 'en').ok).toBe(false);
        const ending = playTree(treeOf('8/8/8/8/8/4k3/8/R3K3 w Q - 0 1', ['e1c1']), 'en');
        expect(ending.ok && ending.value.pgn).toContain('[FEN "8/8/8/8/8/4k3/8/R3K3 w Q - 0 1"]');
    });
});

describe('the automaton', () => {
    const settings = { rules: 'casual:flag=automatic', control: '5+0', fen: startFen };
    const begun = { at: 0, actor: 'A', type: 'RoundStart', args: {} } as const;
    it('depends on its arguments alone', () => {
        const e4 = { at: 1_000, actor: 'W', type: 'MakeMove', args: { move: 'e2e4' } } as const;
        const once = match(settings, [begun, e4], 2_000);
        match({ ...settings, control: '3+2' }, [begun], 0);
        expect(match(settings, [begun, e4], 2_000)).toEqual(once);
        expect(once.ok && once.value.state.clocks).toMatchObject({
            white_ms: 299_000,
            black_ms: 299_000,
        });
    });
    it('lets a flag fall', () => {
        const tick = { at: 300_001, actor: 'S', type: 'Tick', args: {} } as const;
        const read = match(settings, [begun, tick], 300_001);
        expect(read.ok && read.value.state.result).toMatchObject({
            outcome: '0-1',
            reason: 'flag-fall',
        });
    });
    it('knows what touching obliges to', () => {
        const castle = obligation('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', ['e1', 'h1']);
        expect(castle).toMatchObject({ duty: 'castle:K', moves: ['e1g1'] });
    });
});

describe('the laws', () => {
    it('refuse a book that they do not know', () => {
        for (const rules of ['nonsense', 'fide-standard:nonsense=no', 'fide@1066', '']) {
            const asked = { ...of(startFen), rules };
            for (const answer of [
                verdict(asked),
                claim(asked, 'fifty', ''),
                rule(asked, 'flag', 'white'),
            ]) {
                expect(answer.ok, rules).toBe(false);
            }
        }
    });
    it('find the book of a day, and say why a move is illegal', () => {
        expect(bookAt('fide', '1989')?.book).toBe('fide-1989');
        expect(bookAt('fide', '2024-05-01')?.book).toBe('fide-standard');
        expect(bookAt('fide', 'nonsense')).toBeNull();
        expect(whyIllegal(startFen, 'e2e5', 'en')?.articles[0]?.article).toMatch(/^3\.7/);
        expect(whyIllegal(startFen, 'e2e4', 'en')).toBeNull();
    });
});
