/** The records of games that pgn.wasm writes: words and texts, read when they are asked for. */
import { moves, Position, type Hakam, type Move } from './core.js';

export type Severity = 'note' | 'warning' | 'error';
export interface PgnFinding {
    /** "illegal-move", "result-mismatch", ...: docs/formats/pgn.md. */
    readonly code: string;
    readonly severity: Severity;
    /** The half-move that it concerns; 0: none. */
    readonly ply: number;
    /** 0 in the main line. */
    readonly depth: number;
    readonly line: number;
    readonly column: number;
    readonly text: string;
}
/** What stands in the text of the moves, in its order. */
export type PgnItem =
    | { readonly kind: 'move'; readonly move: Move }
    | { readonly kind: 'null-move' }
    | { readonly kind: 'variation-begin' }
    | { readonly kind: 'variation-end' }
    | { readonly kind: 'glyph'; readonly nag: number }
    | { readonly kind: 'comment'; readonly text: string }
    | { readonly kind: 'unplayed'; readonly text: string };
export type PgnResult = '1-0' | '0-1' | '1/2-1/2' | '*' | '';

const results: readonly PgnResult[] = ['', '1-0', '0-1', '1/2-1/2', '*'];
const severities: readonly Severity[] = ['note', 'warning', 'error'];
const decoder = new TextDecoder();

/** One game as it was read. */
export class PgnGame {
    readonly #hakam: Hakam;
    readonly #words: Uint32Array;
    readonly #texts: Uint8Array;
    #tags: Readonly<Record<string, string>> | undefined;
    #main: Uint32Array | undefined;

    /** @internal */
    constructor(hakam: Hakam, words: Uint32Array, texts: Uint8Array) {
        this.#hakam = hakam;
        this.#words = words;
        this.#texts = texts;
    }

    /** Where its bytes begin in the whole text. */
    get begin(): number {
        return this.#at(1);
    }
    /** One past its last byte. */
    get end(): number {
        return this.#at(2);
    }
    /** The termination marker; "" if the moves end without one. */
    get result(): PgnResult {
        return results[this.#at(3)] ?? '';
    }
    /** Move texts of the main line after one that could not be played. */
    get unplayed(): number {
        return this.#at(4);
    }
    /** False: the FEN tag is no position, or the variant is unknown; no move was read. */
    get playable(): boolean {
        return this.#at(5) === 1;
    }
    /** The tags; of a name that occurs twice the first. */
    get tags(): Readonly<Record<string, string>> {
        if (this.#tags) return this.#tags;
        const tags: Record<string, string> = Object.create(null) as Record<string, string>;
        for (let i = 0; i < this.#at(6); i += 1) {
            const at = 7 + 4 * i;
            const name = this.#text(at);
            if (!(name in tags)) tags[name] = this.#text(at + 2);
        }
        return (this.#tags = tags);
    }
    get start(): Position {
        const at = 7 + 4 * this.#at(6);
        return new Position(this.#hakam, this.#words.slice(at, at + 16));
    }
    /** The main line. */
    get moves(): Uint32Array {
        if (this.#main) return this.#main;
        const [begin, end] = this.#items();
        const list: Move[] = [];
        let depth = 0;
        for (let i = begin; i < end; i += 1) {
            const word = this.#at(i);
            const kind = word >>> 24;
            if (kind === 0 && depth === 0) list.push(word & 0xffffff);
            else if (kind === 2) depth += 1;
            else if (kind === 3) depth -= 1;
            else if (kind >= 5) i += 2;
        }
        return (this.#main = Uint32Array.from(list));
    }
    /** Everything in its order: moves, variations, comments, glyphs. */
    *items(): Generator<PgnItem, void, void> {
        const [begin, end] = this.#items();
        for (let i = begin; i < end; i += 1) {
            const word = this.#at(i);
            switch (word >>> 24) {
                case 0:
                    yield { kind: 'move', move: word & 0xffffff };
                    break;
                case 1:
                    yield { kind: 'null-move' };
                    break;
                case 2:
                    yield { kind: 'variation-begin' };
                    break;
                case 3:
                    yield { kind: 'variation-end' };
                    break;
                case 4:
                    yield { kind: 'glyph', nag: word & 0xffffff };
                    break;
                default:
                    yield { kind: word >>> 24 === 5 ? 'comment' : 'unplayed', text: this.#text(i + 1) };
                    i += 2;
            }
        }
    }
    /** The positions of the main line, the start first. Cost: one call of the core a move. */
    *positions(): Generator<Position, void, void> {
        let position = this.start;
        yield position;
        for (const move of this.moves) {
            position = position.after(move);
            yield position;
        }
    }
    /** What is wrong with the text. */
    get findings(): PgnFinding[] {
        const [, at] = this.#items();
        const list: PgnFinding[] = [];
        for (let i = 0; i < this.#at(at); i += 1) {
            const from = at + 1 + 9 * i;
            list.push({
                severity: severities[this.#at(from)] ?? 'note',
                line: this.#at(from + 1),
                column: this.#at(from + 2),
                ply: this.#at(from + 3),
                depth: this.#at(from + 4),
                code: this.#text(from + 5),
                text: this.#text(from + 7),
            });
        }
        return list;
    }
    /** The main line in UCI, castling onto the rook's square. */
    toString(): string {
        return [...this.moves].map((move) => moves.key(move)).join(' ');
    }

    #at(i: number): number {
        return this.#words[i] ?? 0;
    }
    #items(): [number, number] {
        const at = 7 + 4 * this.#at(6) + 16;
        return [at + 1, at + 1 + this.#at(at)];
    }
    #text(i: number): string {
        const at = this.#at(i);
        return decoder.decode(this.#texts.subarray(at, at + this.#at(i + 1)));
    }
}

interface Exports {
    readonly memory: WebAssembly.Memory;
    hakam_allocate(bytes: number): number;
    hakam_release(address: number): void;
    hakam_letters_index(length: number): number;
    hakam_text_area(): number;
    hakam_pgn_open(letters: number, strict: number): void;
    hakam_pgn_feed(bytes: number, length: number): number;
    hakam_pgn_words(): number;
    hakam_pgn_texts(): number;
    hakam_pgn_texts_size(): number;
}

export interface PgnOptions {
    /** The language of the men's letters; English and figurines are read besides. */
    readonly letters?: string;
    /** Every departure from the import format is an error. */
    readonly strict?: boolean;
}

const encoder = new TextEncoder();
/** Bytes given to the core at once. */
const piece = 1 << 20;

/** Reads one text, piece by piece. */
export class PgnReader {
    readonly #hakam: Hakam;
    readonly #wasm: Exports;
    readonly #room: number;

    /** @internal `instance` is this reader's own. */
    constructor(hakam: Hakam, instance: WebAssembly.Instance, options: PgnOptions) {
        this.#hakam = hakam;
        this.#wasm = instance.exports as unknown as Exports;
        this.#room = this.#wasm.hakam_allocate(piece);
        let letters = 0;
        if (options.letters !== undefined && options.letters !== 'en') {
            const bytes = encoder.encode(options.letters);
            new Uint8Array(this.#wasm.memory.buffer).set(bytes, this.#wasm.hakam_text_area());
            letters = this.#wasm.hakam_letters_index(bytes.length);
            if (letters === 0) {
                throw new RangeError(`no letters of the language ${JSON.stringify(options.letters)}`);
            }
        }
        this.#wasm.hakam_pgn_open(letters, options.strict ? 1 : 0);
    }

    /** The games that are complete with these bytes. */
    *feed(bytes: Uint8Array): Generator<PgnGame, void, void> {
        for (let at = 0; at < bytes.length; at += piece) {
            const part = bytes.subarray(at, at + piece);
            new Uint8Array(this.#wasm.memory.buffer).set(part, this.#room);
            yield* this.#take(this.#wasm.hakam_pgn_feed(this.#room, part.length));
        }
    }
    /** The last game: the text is over. */
    *finish(): Generator<PgnGame, void, void> {
        yield* this.#take(this.#wasm.hakam_pgn_feed(this.#room, 0));
    }

    *#take(count: number): Generator<PgnGame, void, void> {
        if (count === 0) return;
        const { buffer } = this.#wasm.memory;
        const from = this.#wasm.hakam_pgn_words();
        const words = new Uint32Array(buffer, from, count).slice();
        const texts = new Uint8Array(
            buffer,
            this.#wasm.hakam_pgn_texts(),
            this.#wasm.hakam_pgn_texts_size(),
        ).slice();
        for (let at = 0; at < count; ) {
            const length = words[at] ?? count;
            yield new PgnGame(this.#hakam, words.subarray(at, at + length), texts);
            at += length;
        }
    }
}

/** The reading of PGN, loaded. */
export class Pgn {
    readonly #hakam: Hakam;
    readonly #module: WebAssembly.Module;

    /** @internal */
    constructor(hakam: Hakam, module: WebAssembly.Module) {
        this.#hakam = hakam;
        this.#module = module;
    }

    /** The games of a text, one after the other, whatever is wrong with them. */
    *read(text: string | Uint8Array, options: PgnOptions = {}): Generator<PgnGame, void, void> {
        const reader = this.reader(options);
        yield* reader.feed(typeof text === 'string' ? encoder.encode(text) : text);
        yield* reader.finish();
    }
    /** The same for a text that comes in pieces: a file, an answer to fetch. */
    async *stream(
        pieces: AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array>,
        options: PgnOptions = {},
    ): AsyncGenerator<PgnGame, void, void> {
        const reader = this.reader(options);
        const source: AsyncIterable<Uint8Array | string> =
            Symbol.asyncIterator in pieces ? (pieces as AsyncIterable<Uint8Array>) : chunks(pieces);
        for await (const part of source) {
            yield* reader.feed(typeof part === 'string' ? encoder.encode(part) : part);
        }
        yield* reader.finish();
    }
    /** For whoever feeds by himself. Each reader has a memory of its own. */
    reader(options: PgnOptions = {}): PgnReader {
        const instance = new WebAssembly.Instance(this.#module, {});
        (instance.exports as { _initialize: () => void })._initialize();
        return new PgnReader(this.#hakam, instance, options);
    }
}

async function* chunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    const reader = stream.getReader();
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            yield value;
        }
    } finally {
        reader.releaseLock();
    }
}
