/** The automaton of a game between two people, for games that live on this device. */
import type { Square } from '../board/types';
import type { Ruling, State } from '../protocol/messages';
import type { Result, TextError } from './rules';
import { call } from './wasm';

export interface MatchSettings {
    readonly rules: string;
    /** As the core reads it; "none" without clocks. */
    readonly control: string;
    readonly fen: string;
}
export interface MatchMove {
    readonly ply: number;
    readonly uci: string;
    readonly lawful: boolean;
}
export interface MatchView {
    readonly state: State;
    readonly moves: readonly MatchMove[];
    readonly rulings: readonly Ruling[];
    readonly refusal?: { code: string; why: string; article: string };
    /** When the next tick can matter. */
    readonly deadline: number | null;
}

/** One command: when (ms since the start), who (W, B, A, S), what, and its arguments. */
export interface MatchCommand {
    readonly at: number;
    readonly actor: 'W' | 'B' | 'A' | 'S';
    readonly type: string;
    readonly args: Readonly<Record<string, string | number>>;
}

function line(command: MatchCommand): string {
    const args = Object.entries(command.args).map(
        ([key, value]) => `|${key}=${String(value).replace(/[|\n]/g, ' ')}`,
    );
    return `${Math.round(command.at)}|${command.actor}|${command.type}${args.join('')}\n`;
}

/** The game after these commands, as it stands at `now`. */
export function match(
    settings: MatchSettings,
    commands: readonly MatchCommand[],
    now: number,
): Result<MatchView, TextError> {
    const answer = call<({ ok: true } & MatchView) | { ok: false; error: TextError }>(
        'match',
        `${settings.rules}\n${settings.control}\n${settings.fen}`,
        commands.map(line).join(''),
        Math.round(now),
    );
    return answer.ok ? { ok: true, value: answer } : answer;
}

/** What touching these squares obliges to (Article 4), and the moves (UCI) that are left. */
export function obligation(
    fen: string,
    squares: readonly Square[],
): { duty: string; moves: readonly string[] } {
    const answer = call<{ ok: true; duty: string; moves: string[] } | { ok: false }>(
        'obligation',
        fen,
        squares.join(' '),
    );
    return answer.ok ? answer : { duty: '', moves: [] };
}
