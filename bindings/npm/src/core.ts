/**
 * Positions and moves. A position is sixteen words and a move is one number, so that both can be
 * stored, compared and sent to a worker as they are; the core keeps nothing between calls.
 */
import { type Fault, IllegalMoveError, TextError } from './errors.js';

export { type Fault, IllegalMoveError, TextError } from './errors.js';

export type Color = 'white' | 'black';
export type Role = 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king';
export interface Piece {
    readonly color: Color;
    readonly role: Role;
}
/** "a1" to "h8". */
export type SquareName = `${'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h'}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;
/** A legal move of one position. Bits: from 6, mover 3, to 6, arriving man 3, captured man 3,
 *  kind 3. Made by a position, never by hand. */
export type Move = number;

const roles: readonly (Role | null)[] = [null, 'pawn', 'knight', 'bishop', 'king', 'rook', null, 'queen'];
const kinds = ['normal', 'double-step', 'en-passant', 'promotion', 'castling'] as const;
export type MoveKind = (typeof kinds)[number];

export function squareName(square: number): SquareName {
    return `${'abcdefgh'[square & 7]}${(square >> 3) + 1}` as SquareName;
}
/** 0 (a1) to 63 (h8); -1 for any other text. */
export function squareIndex(name: string): number {
    const file = name.charCodeAt(0) - 97;
    const rank = name.charCodeAt(1) - 49;
    return name.length === 2 && file >= 0 && file < 8 && rank >= 0 && rank < 8 ? rank * 8 + file : -1;
}

/** What a move is, without its position. Squares are 0 (a1) to 63 (h8). */
export const moves = {
    from: (move: Move): number => move & 63,
    /** For castling the square of the king's own rook. */
    to: (move: Move): number => (move >> 9) & 63,
    /** Where the mover stands afterwards. */
    arrival(move: Move): number {
        if (move >> 21 !== 4) return (move >> 9) & 63;
        const from = move & 63;
        return (from & 56) | (((move >> 9) & 63) > from ? 6 : 2);
    },
    mover: (move: Move): Role => roles[(move >> 6) & 7] as Role,
    captured: (move: Move): Role | null => roles[(move >> 18) & 7] ?? null,
    promotion: (move: Move): Role | null => (move >> 21 === 3 ? (roles[(move >> 15) & 7] ?? null) : null),
    kind: (move: Move): MoveKind => kinds[move >> 21] as MoveKind,
    /** As UCI writes it, castling onto the rook's square: a key for maps, without a position. */
    key(move: Move): string {
        const promotion = moves.promotion(move);
        const letter = promotion ? (promotion === 'knight' ? 'n' : promotion[0]) : '';
        return squareName(move & 63) + squareName((move >> 9) & 63) + letter;
    },
} as const;

interface Exports {
    readonly memory: WebAssembly.Memory;
    _initialize(): void;
    hakam_slot(i: number): number;
    hakam_moves_area(): number;
    hakam_text_area(): number;
    hakam_text_size(): number;
    hakam_result(): number;
    hakam_letters_index(length: number): number;
    hakam_read_fen(length: number, to: number, strict: number): number;
    hakam_write_fen(from: number, form: number): number;
    hakam_start960(number: number, to: number): void;
    hakam_check_slot(of: number): number;
    hakam_list_moves(of: number): number;
    hakam_count_moves(of: number): number;
    hakam_play(from: number, move: number, to: number): number;
    hakam_status(of: number): number;
    hakam_attackers(of: number, on: number, by: number): void;
    hakam_read_move(of: number, length: number, letters: number, strict: number): number;
    hakam_write_move(of: number, move: number, form: number, letters: number): number;
    hakam_perft(of: number, depth: number): number;
}

export interface ReadOptions {
    /** Only the canonical form; else what is clear is read. */
    readonly strict?: boolean;
}
export interface MoveOptions extends ReadOptions {
    /** The language of the men's letters ("de", "ar", "figurine", ...); English is read besides. */
    readonly letters?: string;
}
export type Reading =
    | { readonly ok: true; readonly position: Position }
    | { readonly ok: false; readonly faults: readonly Fault[] };

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The core, loaded. Everything else comes from it. */
export class Hakam {
    readonly #wasm: Exports;
    readonly #slot: readonly [number, number];
    readonly #movesAt: number;
    readonly #textAt: number;
    readonly #textSize: number;
    #words!: Uint32Array;
    #bytes!: Uint8Array;
    readonly #letters = new Map<string, number>([['en', 0]]);

    constructor(instance: WebAssembly.Instance) {
        this.#wasm = instance.exports as unknown as Exports;
        this.#wasm._initialize();
        this.#slot = [this.#wasm.hakam_slot(0), this.#wasm.hakam_slot(1)];
        this.#movesAt = this.#wasm.hakam_moves_area() >> 2;
        this.#textAt = this.#wasm.hakam_text_area();
        this.#textSize = this.#wasm.hakam_text_size();
        this.#view();
    }

    /** The position of a FEN ("startpos": the start array). Throws TextError with every fault. */
    position(fen = 'startpos', options: ReadOptions = {}): Position {
        const read = this.read(fen, options);
        if (!read.ok) throw new TextError(read.faults);
        return read.position;
    }
    /** The same without throwing. */
    read(fen: string, { strict = false }: ReadOptions = {}): Reading {
        if (fen === 'startpos') {
            this.#wasm.hakam_start960(518, 0);
        } else if (this.#wasm.hakam_read_fen(this.#put(fen), 0, strict ? 1 : 0) === 0) {
            return { ok: false, faults: this.#json() as Fault[] };
        }
        return { ok: true, position: this.#take(0) };
    }
    /** A start array of Chess960 by its number; 518 is the usual one. Throws RangeError. */
    chess960(number: number): Position {
        if (!Number.isInteger(number) || number < 0 || number > 959) {
            throw new RangeError(`a start position of Chess960 has a number from 0 to 959, not ${number}`);
        }
        this.#wasm.hakam_start960(number, 0);
        return this.#take(0);
    }
    /** The position again whose `words` were stored or sent; they are checked. Throws TypeError. */
    fromWords(words: ArrayLike<number>): Position {
        const at = this.#slot[0] >> 2;
        if (words.length !== 16) throw new TypeError('a position has sixteen words');
        this.#view().set(words, at);
        if (this.#wasm.hakam_check_slot(0) === 0) throw new TypeError('these words are no position');
        return this.#take(0);
    }

    /** @internal */
    moveList(words: Uint32Array): Uint32Array {
        this.#load(words);
        const count = this.#wasm.hakam_list_moves(0);
        return this.#view().slice(this.#movesAt, this.#movesAt + count);
    }
    /** @internal */
    moveCount(words: Uint32Array): number {
        this.#load(words);
        return this.#wasm.hakam_count_moves(0);
    }
    /** @internal */
    status(words: Uint32Array): number {
        this.#load(words);
        return this.#wasm.hakam_status(0);
    }
    /** @internal Nothing if the move is not legal. */
    play(words: Uint32Array, move: Move): Position | null {
        this.#load(words);
        return this.#wasm.hakam_play(0, move, 1) === 0 ? null : this.#take(1);
    }
    /** @internal */
    fen(words: Uint32Array, form: number): string {
        this.#load(words);
        return this.#text(this.#wasm.hakam_write_fen(0, form));
    }
    /** @internal */
    readMove(words: Uint32Array, text: string, { strict = false, letters = 'en' }: MoveOptions): Move {
        const index = this.#lettersAt(letters);
        this.#load(words);
        const move = this.#wasm.hakam_read_move(0, this.#put(text), index, strict ? 1 : 0);
        if (move !== 0) return move;
        const { error } = this.#json() as { error: Fault };
        throw new IllegalMoveError([error]);
    }
    /** @internal */
    writeMove(words: Uint32Array, move: Move, form: number, letters = 'en'): string {
        const index = this.#lettersAt(letters);
        this.#load(words);
        const length = this.#wasm.hakam_write_move(0, move, form, index);
        if (length === 0) throw new IllegalMoveError([notLegal(move)]);
        return this.#text(length);
    }
    /** @internal */
    attackers(words: Uint32Array, square: number, by: Color): number[] {
        this.#load(words);
        this.#wasm.hakam_attackers(0, square, by === 'white' ? 0 : 1);
        const view = this.#view();
        return squaresOf(view[this.#movesAt] ?? 0, view[this.#movesAt + 1] ?? 0);
    }
    /** @internal */
    perft(words: Uint32Array, depth: number): number {
        this.#load(words);
        return this.#wasm.hakam_perft(0, depth);
    }

    #view(): Uint32Array {
        const { buffer } = this.#wasm.memory;
        // Memory that has grown is another buffer; the old one is empty.
        if (this.#words === undefined || this.#words.buffer !== buffer) {
            this.#words = new Uint32Array(buffer);
            this.#bytes = new Uint8Array(buffer);
        }
        return this.#words;
    }
    #load(words: Uint32Array): void {
        this.#view().set(words, this.#slot[0] >> 2);
    }
    #take(slot: 0 | 1): Position {
        const at = this.#slot[slot] >> 2;
        return new Position(this, this.#view().slice(at, at + 16));
    }
    /** The bytes written; a text that does not fit is too long for anything that is read here. */
    #put(text: string): number {
        this.#view();
        let at = this.#textAt;
        for (let i = 0; i < text.length; i += 1) {
            const code = text.charCodeAt(i);
            if (code > 127 || i === this.#textSize) {
                const area = this.#bytes.subarray(this.#textAt, this.#textAt + this.#textSize);
                return encoder.encodeInto(text, area).written;
            }
            this.#bytes[at] = code;
            at += 1;
        }
        return text.length;
    }
    #text(length: number): string {
        this.#view();
        return decoder.decode(this.#bytes.subarray(this.#textAt, this.#textAt + length));
    }
    #json(): unknown {
        this.#view();
        const at = this.#wasm.hakam_result();
        const end = this.#bytes.indexOf(0, at);
        return JSON.parse(decoder.decode(this.#bytes.subarray(at, end)));
    }
    #lettersAt(language: string): number {
        let index = this.#letters.get(language);
        if (index === undefined) {
            index = this.#wasm.hakam_letters_index(this.#put(language));
            if (index === 0) throw new RangeError(`no letters of the language ${JSON.stringify(language)}`);
            this.#letters.set(language, index);
        }
        return index;
    }
}

function notLegal(move: Move): Fault {
    const found = Number.isInteger(move) ? moves.key(move) : String(move);
    return {
        code: 'illegal-move',
        offset: 0,
        length: 0,
        line: 1,
        column: 1,
        text: `${found} is no legal move of this position`,
        expected: 'a legal move',
        found,
    };
}
function squaresOf(low: number, high: number): number[] {
    const list: number[] = [];
    for (let i = 0; i < 64; i += 1) if (((i < 32 ? low : high) >>> (i & 31)) & 1) list.push(i);
    return list;
}

/** A position: immutable, made by `Hakam`. Two are equal if their `words` are. */
export class Position {
    readonly #hakam: Hakam;
    /** All of it; for storage, comparison and workers (`Hakam.fromWords`). Not to be written to. */
    readonly words: Uint32Array;
    #moves: Uint32Array | undefined;
    #status = -1;

    /** @internal */
    constructor(hakam: Hakam, words: Uint32Array) {
        this.#hakam = hakam;
        this.words = words;
    }

    /** Canonical FEN; castling by `form`: as the core chooses, X-FEN or Shredder-FEN. */
    fen(form: 'automatic' | 'x-fen' | 'shredder' = 'automatic'): string {
        return this.#hakam.fen(this.words, ['automatic', 'x-fen', 'shredder'].indexOf(form));
    }
    get turn(): Color {
        return (((this.words[14] ?? 0) >> 16) & 255) === 0 ? 'white' : 'black';
    }
    /** Plies since the last capture or pawn move. */
    get halfmoveClock(): number {
        return this.words[12] ?? 0;
    }
    get fullmoveNumber(): number {
        return this.words[13] ?? 1;
    }
    /** 64-bit hash: equal for positions that the repetition rules call the same (9.2.3). */
    get key(): bigint {
        return (BigInt(this.words[11] ?? 0) << 32n) | BigInt(this.words[10] ?? 0);
    }
    /** The man on a square (0 to 63, or a name). */
    at(square: number | SquareName): Piece | null {
        const i = typeof square === 'number' ? square : squareIndex(square);
        if (!(i >= 0 && i < 64)) throw new RangeError(`no square ${String(square)}`);
        const half = i >> 5;
        const bit = i & 31;
        const plane = (p: number): number => ((this.words[2 * p + half] ?? 0) >>> bit) & 1;
        const role = roles[plane(0) | (plane(1) << 1) | (plane(2) << 2)];
        return role ? { role, color: plane(3) === 1 ? 'black' : 'white' } : null;
    }
    /** Squares of the rooks with which a king may still castle (3.8.2.1). */
    get castling(): number[] {
        return squaresOf(this.words[8] ?? 0, this.words[9] ?? 0);
    }
    /** The legal moves, in no order; the same array at every call, not to be written to. */
    get moves(): Uint32Array {
        return (this.#moves ??= this.#hakam.moveList(this.words));
    }
    get moveCount(): number {
        return this.#moves ? this.#moves.length : this.#hakam.moveCount(this.words);
    }
    get isCheck(): boolean {
        return (this.#bits() & 1) !== 0;
    }
    /** Law 5.1.1. */
    get isCheckmate(): boolean {
        return (this.#bits() & 2) !== 0;
    }
    /** Law 5.2.1. */
    get isStalemate(): boolean {
        return (this.#bits() & 4) !== 0;
    }
    /** An en passant capture is legal now (3.7.3.1). */
    get hasEnPassant(): boolean {
        return (this.#bits() & 8) !== 0;
    }
    /** Squares from which a side attacks a square, pinned men included (3.1.3). */
    attackers(square: number | SquareName, by: Color): number[] {
        const i = typeof square === 'number' ? square : squareIndex(square);
        if (!(i >= 0 && i < 64)) throw new RangeError(`no square ${String(square)}`);
        return this.#hakam.attackers(this.words, i, by);
    }

    /** The position after a legal move, given as itself or as text. Throws IllegalMoveError. */
    after(move: Move | string): Position {
        const code = typeof move === 'string' ? this.parse(move) : move;
        const next = this.#hakam.play(this.words, code);
        if (!next) throw new IllegalMoveError([notLegal(code)]);
        return next;
    }
    /** The legal move that a text means: SAN, UCI or long algebraic. Throws IllegalMoveError. */
    parse(text: string, options: MoveOptions = {}): Move {
        return this.#hakam.readMove(this.words, text, options);
    }
    /** Standard algebraic notation. Throws IllegalMoveError. */
    san(move: Move, letters = 'en'): string {
        return this.#hakam.writeMove(this.words, move, 0, letters);
    }
    /** As UCI writes it; in Chess960 castling is the king onto his rook. Throws IllegalMoveError. */
    uci(move: Move, castling: 'automatic' | 'chess960' = 'automatic'): string {
        return this.#hakam.writeMove(this.words, move, castling === 'chess960' ? 3 : 1);
    }
    /** Long algebraic notation: Ng1-f3. Throws IllegalMoveError. */
    lan(move: Move, letters = 'en'): string {
        return this.#hakam.writeMove(this.words, move, 2, letters);
    }
    /** The number of move sequences of this length. Throws RangeError. */
    perft(depth: number): number {
        if (!Number.isInteger(depth) || depth < 0 || depth > 15) {
            throw new RangeError(`a depth from 0 to 15, not ${depth}`);
        }
        return this.#hakam.perft(this.words, depth);
    }
    /** Every field alike, counters included. */
    equals(other: Position): boolean {
        return this.words.every((word, i) => word === other.words[i]);
    }
    toString(): string {
        return this.fen();
    }
    toJSON(): string {
        return this.fen();
    }

    #bits(): number {
        if (this.#status < 0) this.#status = this.#hakam.status(this.words);
        return this.#status;
    }
}
