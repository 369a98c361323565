/**
 * The rules of chess as the page sees them: typed calls into the core, and nothing of our own.
 * A game is its start position (FEN) and its moves (UCI); every answer is a fresh value.
 */
import { piecesOf, type Color, type Role, type Square } from '../board/types';
import { call } from './wasm';

export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E };

export interface LegalMove {
    readonly uci: string;
    readonly san: string;
    readonly from: Square;
    /** Where the mover arrives; for castling the king's square. */
    readonly to: Square;
    readonly piece: Role;
    readonly captured?: Role;
    readonly promotion?: Role;
    readonly castling?: 'king' | 'queen';
    /** Castling: the rook's square, where the king may be dropped too. */
    readonly rook?: Square;
    /** Castling that can only be meant by dropping the king on the rook. */
    readonly rookOnly?: boolean;
    readonly enPassant?: boolean;
    readonly check?: boolean;
    readonly mate?: boolean;
}

export interface PositionView {
    readonly fen: string;
    readonly turn: Color;
    readonly king: Square;
    readonly check: boolean;
    readonly mate: boolean;
    readonly stalemate: boolean;
    readonly moves: readonly LegalMove[];
}

export interface Fault {
    readonly code: string;
    readonly offset: number;
    readonly length: number;
    readonly text: string;
}

export interface Ply extends LegalMove {
    readonly number: number;
    readonly color: Color;
    readonly fen: string;
}

export interface Article {
    readonly book: string;
    readonly edition: string;
    readonly article: string;
}

export interface GameView {
    readonly start: string;
    readonly plies: readonly Ply[];
    readonly position: PositionView;
    readonly occurrences: number;
    readonly halfmoveClock: number;
}

export interface TextError {
    readonly code: string;
    readonly offset: number;
    readonly length: number;
    readonly line: number;
    readonly column: number;
    readonly expected: string;
    readonly found: string;
}

/** Whether a FEN grants castling that only Chess960 knows: with a king or a rook elsewhere than in
 *  the usual array. */
export function hasForeignCastling(fen: string): boolean {
    const men = piecesOf(fen);
    const rights = fen.split(' ')[2] ?? '-';
    return [...rights].some((letter) => {
        if (letter === '-') return false;
        const lower = letter.toLowerCase();
        const color = letter === lower ? 'black' : 'white';
        const file = lower === 'k' ? 'h' : lower === 'q' ? 'a' : lower;
        const rank = color === 'white' ? 1 : 8;
        const stands = (square: string, role: Role): boolean => {
            const man = men.get(square as Square);
            return man?.role === role && man.color === color;
        };
        return (
            !/[ah]/.test(file) || !stands(`e${rank}`, 'king') || !stands(`${file}${rank}`, 'rook')
        );
    });
}

export const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

type Answer<T, E> = ({ ok: true } & T) | { ok: false; error: E };

/** Reads a FEN and says everything that is wrong with it. */
export function readFen(text: string): Result<PositionView, readonly Fault[]> {
    const answer = call<Answer<{ position: PositionView }, readonly Fault[]>>('position', text);
    return answer.ok ? { ok: true, value: answer.position } : answer;
}

/** The start array of Chess960 with this number, 0 to 959. */
export function chess960(number: number): string {
    return call<{ fen: string }>('chess960', number).fen;
}

/** Plays the moves from the start; `letters` is the language of the men's letters. */
export function game(
    start: string,
    moves: readonly string[],
    letters: string,
): Result<GameView, TextError> {
    const answer = call<Answer<{ game: GameView }, TextError>>(
        'game',
        start,
        moves.join(' '),
        letters,
    );
    return answer.ok ? { ok: true, value: answer.game } : answer;
}

/** What a person typed, as a legal move: SAN in the page's letters or English, UCI, coordinates. */
export function readMove(fen: string, text: string, letters: string): Result<LegalMove, TextError> {
    const answer = call<Answer<{ move: LegalMove }, TextError>>('move', fen, text, letters);
    return answer.ok ? { ok: true, value: answer.move } : answer;
}

/** Gestures that mean a legal move: targets by origin. */
export function targetsOf(moves: readonly LegalMove[], rookCastle: boolean): Map<Square, Square[]> {
    const targets = new Map<Square, Square[]>();
    const add = (from: Square, to: Square): void => {
        const list = targets.get(from) ?? [];
        if (!list.includes(to)) list.push(to);
        targets.set(from, list);
    };
    for (const move of moves) {
        if (!move.rook) {
            add(move.from, move.to);
            continue;
        }
        if (rookCastle || move.rookOnly) add(move.from, move.rook);
        if (!move.rookOnly) add(move.from, move.to);
    }
    return targets;
}

/** The legal moves a gesture may mean: several only for a promotion. */
export function meant(moves: readonly LegalMove[], from: Square, to: Square): LegalMove[] {
    const exact = moves.filter((m) => m.from === from && (m.to === to || m.rook === to));
    const castling = exact.find((m) => m.rook === to);
    if (castling) return [castling];
    return exact.filter((m) => !m.rookOnly || m.rook === to);
}

/** Squares to which the side that waits could tell its men to go in advance. */
export function premovesOf(fen: string): Map<Square, Square[]> {
    return new Map(
        Object.entries(call<Record<Square, Square[]>>('premoves', fen)) as [Square, Square[]][],
    );
}
