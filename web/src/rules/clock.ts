/** Time controls and the chess clock of the core. */
import type { Color } from '../board/types';
import type { Result, TextError } from './rules';
import { call } from './wasm';

export interface ClockSide {
    readonly left: number;
    readonly moves: number;
    /** Moves until the end of the period; 0: all the rest. */
    readonly required: number;
    readonly period: number;
    readonly fallen: boolean;
}
export interface ClockView {
    readonly running?: Color;
    readonly white: ClockSide;
    readonly black: ClockSide;
}
export interface ControlView {
    readonly text: string;
    readonly timed: boolean;
    readonly pace?: 'blitz' | 'rapid' | 'standard';
}

/** What is done to a clock; the clock is the fold of its acts. Times are milliseconds. */
export type ClockAct =
    | { act: 'start' | 'press' | 'resume'; side: Color; at: number }
    | { act: 'halt'; at: number }
    | { act: 'add'; side: Color; at: number; amount: number };

const codes = { start: 's', press: 'p', resume: 'r', halt: 'h', add: '+' } as const;

function encode(act: ClockAct): string {
    const side = 'side' in act ? act.side[0] : 'w';
    const amount = act.act === 'add' ? `:${Math.round(act.amount)}` : '';
    return `${codes[act.act]}:${side}:${Math.round(act.at)}${amount}`;
}

export function readControl(text: string): Result<ControlView, TextError> {
    const answer = call<({ ok: true } & ControlView) | { ok: false; error: TextError }>(
        'time_control',
        text,
    );
    return answer.ok ? { ok: true, value: answer } : answer;
}

/** What the clock shows at `now` after these acts. Pre: `control` is readable. */
export function clockAt(control: string, acts: readonly ClockAct[], now: number): ClockView {
    const answer = call<({ ok: true } & ClockView) | { ok: false; error: TextError }>(
        'clock',
        control,
        acts.map(encode).join(' '),
        now,
    );
    if (!answer.ok) throw new Error(`time control: ${answer.error.expected}`);
    return answer;
}
