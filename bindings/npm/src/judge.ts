/** Verdicts, claims and incidents under any book of laws, with articles and evidence. */
import { type Fault, TextError } from './errors.js';

export { type Fault, TextError } from './errors.js';

export interface Article {
    readonly book: string;
    readonly edition: string;
    readonly article: string;
    /** The rule in our own words (English). */
    readonly rule: string;
}
export interface MateProof {
    readonly side: 'white' | 'black';
    readonly winnable: 'yes' | 'no' | 'unknown';
    readonly nodes: number;
    /** A series of moves that mates, in UCI. */
    readonly line?: readonly string[];
    /** Why there is none: the name of the argument, and what it says in English. */
    readonly argument?: string;
    readonly reason?: string;
    /** What was tried before the budget was spent. */
    readonly tried?: string;
}
export interface Evidence {
    /** Plies without capture or pawn move. */
    readonly halfmoveClock: number;
    /** Where the repeated position stood; 0 is the start. */
    readonly plies?: readonly number[];
    /** Plies that seem to count and do not. */
    readonly notMatching?: readonly { readonly ply: number; readonly why: string }[];
    /** What was found about the mates that a verdict depends on. */
    readonly canMate?: readonly MateProof[];
}
export interface Verdict {
    readonly standing: 'ongoing' | 'claimable' | 'over';
    readonly outcome: '1-0' | '0-1' | '1/2-1/2' | null;
    /** "checkmate", "flag-fall-cannot-mate", ...: docs/formats/verdict.md. */
    readonly reason: string | null;
    readonly sentence: string;
    /** False: a search spent its budget; a dead position, or a mate, may have been missed. */
    readonly certain: boolean;
    readonly side?: 'white' | 'black';
    readonly penalty?: { readonly to: 'white' | 'black'; readonly seconds: number };
    readonly articles: readonly Article[];
    readonly evidence: Evidence;
    /** What the evidence says, in the language asked for. */
    readonly sentences: readonly string[];
}
export interface Claim {
    readonly kind: 'threefold-repetition' | 'fifty-moves';
    readonly correct: boolean;
    readonly over?: boolean;
    readonly count: number;
    readonly sentence: string;
    readonly articles: readonly Article[];
    readonly evidence: Evidence;
    /** What the evidence says, in the language asked for. */
    readonly sentences: readonly string[];
}
export interface Winnable {
    /** "unknown" when the budget of the search was spent. */
    readonly winnable: 'yes' | 'no' | 'unknown';
    /** Moves in UCI that mate, if it can. */
    readonly line: readonly string[];
    /** Why it cannot, in English, and the name of the argument. */
    readonly reason?: string;
    readonly argument?: string;
    readonly nodes: number;
}
/** Why a move is not legal. */
export interface Illegality {
    /** "pinned", "left-in-check", "blocked", ...: docs/formats/verdict.md. */
    readonly reason: string;
    /** The man that was to move, as its English letter. */
    readonly man?: string;
    readonly from?: string;
    readonly to?: string;
    /** Who is in the way: gives check, attacks, pins, blocks or stands on the target. */
    readonly by?: string;
    /** The attacked square of castling. */
    readonly crossing?: string;
    readonly wing?: 'king' | 'queen';
    readonly sentence: string;
    readonly articles: readonly Article[];
}
/** A game and how it is to be judged. */
export interface Case {
    /** FEN of the start; the start array if absent. */
    readonly start?: string;
    /** Moves in UCI. */
    readonly moves?: readonly string[];
    /** The book of laws; "fide-standard" if absent. */
    readonly rules?: string;
    /** Of sentences: "en", "ar", "uz_cyrl", ... */
    readonly language?: string;
}
export type Incident =
    | { readonly kind: 'flag' | 'resignation' | 'disconnection'; readonly side: 'white' | 'black' }
    | { readonly kind: 'illegal'; readonly side: 'white' | 'black'; readonly count: number }
    | { readonly kind: 'agreement' };

interface Exports {
    readonly memory: WebAssembly.Memory;
    readonly _initialize: () => void;
    readonly hakam_allocate: (bytes: number) => number;
    readonly hakam_release: (address: number) => void;
    readonly hakam_result: () => number;
    readonly [name: string]: unknown;
}
type Answer<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly error: Fault };

const array = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The Laws, loaded. A call keeps nothing: the game is told each time. */
export class Laws {
    readonly #wasm: Exports;
    #books: ReadonlySet<string> | undefined;

    constructor(instance: WebAssembly.Instance) {
        this.#wasm = instance.exports as unknown as Exports;
        this.#wasm._initialize();
    }

    /** The books of laws that `rules` may name. */
    books(): readonly { readonly id: string; readonly title: string }[] {
        return this.#call('books');
    }
    /** How the game stands, and what may be claimed. Throws TextError, RangeError. */
    judge(game: Case = {}): { readonly verdict: Verdict; readonly claims: readonly Claim[] } {
        return this.#ask('verdict', ...this.#told(game), game.language ?? 'en');
    }
    /** Whether a claim of the player to move is correct, with the move he has written if any (UCI).
     *  Throws TextError, RangeError. */
    claim(game: Case, kind: 'threefold' | 'fifty', intended = ''): Claim {
        return this.#ask<{ claim: Claim }>(
            'claim',
            ...this.#told(game),
            kind,
            intended,
            game.language ?? 'en',
        ).claim;
    }
    /** What comes of a flag fall, a resignation, ... Throws TextError, RangeError. */
    rule(game: Case, incident: Incident): Verdict {
        const side = 'side' in incident && incident.side === 'black' ? 1 : 0;
        const count = 'count' in incident ? incident.count : 1;
        return this.#ask<{ verdict: Verdict }>(
            'rule',
            ...this.#told(game),
            incident.kind,
            side,
            count,
            game.language ?? 'en',
        ).verdict;
    }
    /** Can this side still mate by any series of legal moves? Throws TextError. */
    winnable(fen: string, side: 'white' | 'black'): Winnable {
        return this.#ask('winnable', fen === 'startpos' ? array : fen, side === 'black' ? 1 : 0);
    }
    /** Why a move text (SAN, long notation or UCI) is not legal; null if it is. Throws TextError if it
     *  is no move text or could mean several moves. */
    whyIllegal(fen: string, move: string, language = 'en'): Illegality | null {
        const answer = this.#ask<{ legal: boolean } & Illegality>(
            'why',
            fen === 'startpos' ? array : fen,
            move,
            language,
        );
        return answer.legal ? null : answer;
    }
    /** A rule in our own words, by article number ("5.2.1"), id or name; nothing if there is none. */
    article(number: string): Article | null {
        const answer = this.#call<{ ok: boolean } & Article>('article', number);
        return answer.ok ? answer : null;
    }

    #told({ start = 'startpos', moves = [], rules = 'fide-standard' }: Case): [string, string, string] {
        this.#books ??= new Set(this.books().map((book) => book.id));
        const name = rules.split(/[:@]/, 1)[0] ?? '';
        if (!this.#books.has(name)) throw new RangeError(`no book of laws ${JSON.stringify(rules)}`);
        return [start === 'startpos' ? array : start, moves.join(' '), rules];
    }
    #ask<T>(name: string, ...given: readonly (string | number)[]): T {
        const answer = this.#call<Answer<T>>(name, ...given);
        if (!answer.ok) throw new TextError([{ ...answer.error, text: answer.error.text ?? '' }]);
        return answer;
    }
    #call<T>(name: string, ...given: readonly (string | number)[]): T {
        const held: number[] = [];
        const words: number[] = [];
        for (const value of given) {
            if (typeof value === 'number') {
                words.push(value);
                continue;
            }
            const bytes = encoder.encode(value);
            const address = this.#wasm.hakam_allocate(bytes.length);
            new Uint8Array(this.#wasm.memory.buffer).set(bytes, address);
            held.push(address);
            words.push(address, bytes.length);
        }
        const length = (this.#wasm[`hakam_${name}`] as (...words: number[]) => number)(...words);
        for (const address of held) this.#wasm.hakam_release(address);
        const answer = new Uint8Array(this.#wasm.memory.buffer, this.#wasm.hakam_result(), length);
        return JSON.parse(decoder.decode(answer)) as T;
    }
}
