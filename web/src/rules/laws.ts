/** What the Laws say: verdicts, claims, incidents. Sentences come in the language asked for. */
import type { Color } from '../board/types';
import type { Article, Result, TextError } from './rules';
import { call } from './wasm';

export interface CitedArticle extends Article {
    /** The rule in our own words (English). */
    readonly rule: string;
}
export interface MateProof {
    readonly side: Color;
    readonly winnable: 'yes' | 'no' | 'unknown';
    readonly nodes: number;
    readonly line?: readonly string[];
    readonly argument?: string;
    readonly reason?: string;
    readonly tried?: string;
}
export interface LawEvidence {
    readonly halfmoveClock: number;
    readonly plies?: readonly number[];
    readonly notMatching?: readonly { ply: number; why: string }[];
    readonly canMate?: readonly MateProof[];
}
export interface LawVerdict {
    readonly standing: 'ongoing' | 'claimable' | 'over';
    readonly reason: string | null;
    readonly sentence: string;
    readonly certain: boolean;
    readonly outcome: '1-0' | '0-1' | '1/2-1/2' | null;
    readonly side?: Color;
    readonly penalty?: { to: Color; seconds: number };
    readonly articles: readonly CitedArticle[];
    /** What is not proved of the edition and bears on this, in sentences. */
    readonly doubtSentences: readonly string[];
    readonly evidence: LawEvidence;
    readonly sentences: readonly string[];
}
export interface LawClaim {
    readonly kind: 'threefold-repetition' | 'fifty-moves';
    readonly correct: boolean;
    readonly over?: boolean;
    readonly count: number;
    readonly sentence: string;
    readonly articles: readonly CitedArticle[];
    readonly evidence: LawEvidence;
    readonly sentences: readonly string[];
}
export interface Winnable {
    readonly winnable: 'yes' | 'no' | 'unknown';
    readonly line: readonly string[];
    readonly reason?: string;
    /** The name of the argument that it cannot, and how many positions were looked at for it. */
    readonly argument?: string;
    readonly count?: number;
    readonly nodes: number;
}
export type Incident = 'flag' | 'resignation' | 'illegal' | 'agreement' | 'disconnection';

/** A game and how it is to be judged. */
export interface Case {
    readonly start: string;
    readonly moves: readonly string[];
    readonly rules: string;
    readonly language: string;
}

type Answer<T> = ({ ok: true } & T) | { ok: false; error: TextError };

export function verdict(of: Case): Result<{ verdict: LawVerdict; claims: LawClaim[] }, TextError> {
    const answer = call<Answer<{ verdict: LawVerdict; claims: LawClaim[] }>>(
        'verdict',
        of.start,
        of.moves.join(' '),
        of.rules,
        of.language,
    );
    return answer.ok ? { ok: true, value: answer } : answer;
}

/** Pre: `intended` is empty or a legal move in UCI. */
export function claim(
    of: Case,
    kind: 'threefold' | 'fifty',
    intended: string,
): Result<LawClaim, TextError> {
    const answer = call<Answer<{ claim: LawClaim }>>(
        'claim',
        of.start,
        of.moves.join(' '),
        of.rules,
        kind,
        intended,
        of.language,
    );
    return answer.ok ? { ok: true, value: answer.claim } : answer;
}

export function rule(
    of: Case,
    incident: Incident,
    side: Color,
    count = 1,
): Result<LawVerdict, TextError> {
    const answer = call<Answer<{ verdict: LawVerdict }>>(
        'rule',
        of.start,
        of.moves.join(' '),
        of.rules,
        incident,
        side === 'white' ? 0 : 1,
        count,
        of.language,
    );
    return answer.ok ? { ok: true, value: answer.verdict } : answer;
}

export function winnable(fen: string, side: Color): Result<Winnable, TextError> {
    const answer = call<Answer<Winnable>>('winnable', fen, side === 'white' ? 0 : 1);
    return answer.ok ? { ok: true, value: answer } : answer;
}

export interface Illegality {
    readonly reason: string;
    readonly sentence: string;
    readonly articles: readonly CitedArticle[];
}

/** Why a move text is not legal; nothing if it is, or if it is no move text. */
export function whyIllegal(fen: string, move: string, language: string): Illegality | null {
    const answer = call<Answer<{ legal: boolean } & Illegality>>('why', fen, move, language);
    return answer.ok && !answer.legal ? answer : null;
}

export interface Book {
    readonly id: string;
    readonly family: string;
    readonly edition: string;
    /** The day since which it is in force, if there is one. */
    readonly from: string;
    /** In English. */
    readonly title: string;
}
export function books(): readonly Book[] {
    return call('books');
}
/** The book of a family for an event that began on a day ("1985", "1985-03-27"), and which other it
 *  may have been where that is not proved. */
export function bookAt(family: string, day: string): { book: string; other?: string } | null {
    const answer = call<{ ok: false } | { ok: true; book: string; other?: string }>(
        'book_at',
        family,
        day,
    );
    return answer.ok ? answer : null;
}

/** A rule by its number, if there is one. */
export function article(number: string): CitedArticle | null {
    const answer = call<{ ok: false } | ({ ok: true } & CitedArticle)>('article', number);
    return answer.ok ? answer : null;
}
