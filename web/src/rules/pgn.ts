/** Games as text, with their variations and comments. */
import type { Node, Tree } from '../analysis/tree';
import type { Ply, Result, TextError } from './rules';
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
    /** The main line; all lines are in `nodes`. */
    readonly moves: readonly string[];
    readonly nodes: readonly Node[];
    /** Move texts after the first one that could not be played. */
    readonly unplayed: number;
    readonly result: string;
    readonly findings: readonly PgnFinding[];
}

/** The first games of a text, and how many it has; `letters` is the language of the men's letters, English is always read. */
export function readPgn(
    text: string | Uint8Array,
    letters: string,
): { readonly games: readonly ReadGame[]; readonly count: number } {
    return call('read_pgn', text, letters);
}

/** A game in a text: where its bytes are, and its names. */
export interface IndexedGame {
    readonly begin: number;
    readonly end: number;
    readonly white: string;
    readonly black: string;
    readonly result: string;
    readonly date: string;
    readonly event: string;
}
/** Every game of a text of any length, without its moves. */
export function indexPgn(bytes: Uint8Array): IndexedGame[] {
    type Row = [number, number, string, string, string, string, string];
    return call<Row[]>('pgn_index', bytes).map(
        ([begin, end, white, black, result, date, event]) => ({
            begin,
            end,
            white,
            black,
            result,
            date,
            event,
        }),
    );
}

/** What stopped a game, if anything did. */
export function stopped(game: ReadGame): PgnFinding | undefined {
    return game.findings.find(
        (f) => f.code === 'illegal-move' || f.code === 'ambiguous-move' || f.code === 'bad-fen',
    );
}

/** How the core is told of a tree: a line for each thing, the nodes in their order. */
function describe(tree: Tree): string {
    const plain = (text: string): string => text.replace(/[\r\n]+/g, ' ');
    const lines = [`S ${tree.start}`, `R ${tree.result}`];
    for (const [name, value] of Object.entries(tree.tags)) {
        if (name !== 'FEN' && name !== 'SetUp') lines.push(`T ${plain(name)}=${plain(value)}`);
    }
    tree.nodes.forEach((node, id) => {
        if (id > 0) lines.push(`N ${node.parent} ${node.uci}`);
        for (const glyph of node.glyphs ?? []) lines.push(`G ${id} ${glyph}`);
        if (node.before) lines.push(`B ${id} ${plain(node.before)}`);
        if (node.comment) lines.push(`C ${id} ${plain(node.comment)}`);
    });
    return lines.join('\n');
}

export interface PlayedTree {
    /** The start position. */
    readonly start: string;
    /** Node 1 first: what each node's move is and leads to; a null move has only its position. */
    readonly nodes: readonly Ply[];
    /** Export format, in English letters. */
    readonly pgn: string;
}

/** Plays through all lines of a tree and writes it. */
export function playTree(tree: Tree, letters: string): Result<PlayedTree, TextError> {
    const answer = call<({ ok: true } & PlayedTree) | { ok: false; error: TextError }>(
        'tree',
        describe(tree),
        letters,
    );
    return answer.ok ? { ok: true, value: answer } : answer;
}
