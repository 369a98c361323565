/** Games as text. */
import type { GameView } from './rules';
import { call } from './wasm';

export interface PgnFinding {
    readonly code: string;
    readonly severity: 'note' | 'warning' | 'error';
    readonly ply: number;
    readonly line: number;
    readonly column: number;
    readonly found: string;
    readonly text: string;
}
export interface ReadGame {
    readonly tags: Readonly<Record<string, string>>;
    readonly start: string;
    readonly moves: readonly string[];
    /** Move texts after the first one that could not be played. */
    readonly unplayed: number;
    readonly result: string;
    readonly findings: readonly PgnFinding[];
}

/** The games of a text; `letters` is the language of the men's letters, English is always read. */
export function readPgn(text: string, letters: string): readonly ReadGame[] {
    return call<{ games: ReadGame[]; count: number }>('read_pgn', text, letters).games;
}

/** What stopped a game, if anything did. */
export function stopped(game: ReadGame): PgnFinding | undefined {
    return game.findings.find(
        (f) => f.code === 'illegal-move' || f.code === 'ambiguous-move' || f.code === 'bad-fen',
    );
}

const roster = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'] as const;
const defaults: Readonly<Record<string, string>> = { Date: '????.??.??', Result: '*' };

/** Export format: the seven tags first, lines of at most 79 characters. */
export function writePgn(view: GameView, tags: Readonly<Record<string, string>>): string {
    const quoted = (value: string): string => value.replace(/[\\"]/g, '\\$&');
    const lines: string[] = roster.map(
        (name) => `[${name} "${quoted(tags[name] ?? defaults[name] ?? '?')}"]`,
    );
    for (const [name, value] of Object.entries(tags)) {
        if (!roster.some((r) => r === name) && name !== 'FEN' && name !== 'SetUp') {
            lines.push(`[${name} "${quoted(value)}"]`);
        }
    }
    if (!view.start.startsWith('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq')) {
        lines.push('[SetUp "1"]', `[FEN "${view.start}"]`);
    }
    const words = view.plies.flatMap((p, i) => [
        ...(p.color === 'white' ? [`${p.number}.`] : i === 0 ? [`${p.number}...`] : []),
        p.san,
    ]);
    words.push(tags.Result ?? '*');
    const rows: string[] = [];
    let row = '';
    for (const word of words) {
        if (row !== '' && row.length + 1 + word.length > 79) {
            rows.push(row);
            row = word;
        } else {
            row = row === '' ? word : `${row} ${word}`;
        }
    }
    rows.push(row);
    return `${lines.join('\n')}\n\n${rows.join('\n')}\n`;
}
