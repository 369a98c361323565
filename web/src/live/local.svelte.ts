/** A game on this device: no server, two people at one board. */
import { game, startFen } from '../rules/rules';
import type { Event, GameInfo, MoveRecord, Result, Ruling, State } from '../protocol/messages';
import type { Act, Session } from './session';

export interface LocalSetup {
    start: string;
    chess960: boolean;
    white: string;
    black: string;
}

const place = 'hakam.board';

interface Stored {
    setup: LocalSetup;
    moves: string[];
    result: Result | null;
}

function load(): Stored | null {
    try {
        const text = localStorage.getItem(place);
        if (!text) return null;
        const stored = JSON.parse(text) as Stored;
        return game(stored.setup.start, stored.moves, 'en').ok ? stored : null;
    } catch {
        return null;
    }
}

export const usual: LocalSetup = { start: startFen, chess960: false, white: '', black: '' };

export class LocalSession implements Session {
    #setup = $state.raw<LocalSetup>(usual);
    #ucis = $state.raw<readonly string[]>([]);
    #result = $state.raw<Result | null>(null);
    #refusal = $state('');
    #view = $derived.by(() => {
        const read = game(this.#setup.start, this.#ucis, 'en');
        if (!read.ok) throw new Error('a move that the core had accepted');
        return read.value;
    });

    constructor() {
        const stored = load();
        if (!stored) return;
        this.#setup = stored.setup;
        this.#ucis = stored.moves;
        this.#result = stored.result;
    }

    readonly seat = 'both';
    readonly connected = true;
    readonly rulings: readonly Ruling[] = [];
    readonly events: readonly Event[] = [];
    get refusal(): string {
        return this.#refusal;
    }
    get info(): GameInfo {
        const player = (name: string) => ({ name, kind: 'human' as const, joined: true });
        return {
            id: 'local',
            created: 0,
            rules: 'casual',
            mode: 'casual',
            time_control: null,
            start_fen: this.#setup.start,
            chess960: this.#setup.chess960,
            white: player(this.#setup.white),
            black: player(this.#setup.black),
            visibility: 'link',
            chat: false,
            takeback: true,
            touch_move: false,
            has_arbiter: false,
        };
    }
    get moves(): readonly MoveRecord[] {
        return this.#view.plies.map((p, i) => ({ ply: i + 1, uci: p.uci, san: p.san }));
    }
    get state(): State {
        const { position, plies } = this.#view;
        return {
            phase: this.#result ? 'ended' : 'live',
            ply: plies.length,
            fen: position.fen,
            turn: position.turn,
            last_move: plies.at(-1)?.uci ?? null,
            clocks: null,
            offers: [],
            claims: [],
            result: this.#result,
            illegal_moves: { white: 0, black: 0 },
        };
    }
    now(): number {
        return performance.now();
    }
    begin(setup: LocalSetup): void {
        this.#setup = setup;
        this.#ucis = [];
        this.#result = null;
        this.#refusal = '';
        this.#save();
    }
    send(act: Act): void {
        if (act.type === 'move') this.#ucis = [...this.#ucis, act.move];
        this.#save();
    }
    #save(): void {
        const stored: Stored = {
            setup: this.#setup,
            moves: [...this.#ucis],
            result: this.#result,
        };
        try {
            localStorage.setItem(place, JSON.stringify(stored));
        } catch {
            // Not kept across visits, but it goes on.
        }
    }
}
