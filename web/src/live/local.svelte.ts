/** A game on this device: two people at one board, under the Laws, without a server. */
import { opposite, type Color } from '../board/types';
import type {
    ChatLine,
    Event,
    GameInfo,
    Mode,
    MoveRecord,
    Ruling,
    State,
} from '../protocol/messages';
import { match, type MatchCommand, type MatchSettings, type MatchView } from '../rules/match';
import { startFen } from '../rules/rules';
import { refusalText } from '../ui/faults';
import type { Act, Session } from './session';

export interface LocalSetup {
    start: string;
    chess960: boolean;
    white: string;
    black: string;
    mode: Mode;
    /** Null: no clocks. */
    control: string | null;
    touchMove: boolean;
}

export const usual: LocalSetup = {
    start: startFen,
    chess960: false,
    white: '',
    black: '',
    mode: 'casual',
    control: null,
    touchMove: false,
};

const place = 'hakam.board';

interface Stored {
    setup: LocalSetup;
    commands: MatchCommand[];
    now: number;
}

const books: Readonly<Record<Mode, string>> = {
    online: 'fide-online:window=0s',
    casual: 'casual:flag=automatic',
    otb: 'fide-standard:arbiter=yes',
};

function settingsOf(setup: LocalSetup): MatchSettings {
    return {
        rules: `${books[setup.mode]}${setup.chess960 ? ',chess960=yes' : ''}`,
        control: setup.control ?? 'none',
        fen: setup.start,
    };
}

const actorOf = { white: 'W', black: 'B' } as const;

export class LocalSession implements Session {
    #setup = $state.raw<LocalSetup>(usual);
    #commands = $state.raw<readonly MatchCommand[]>([]);
    #view = $state.raw<MatchView>() as MatchView;
    #origin = performance.now();
    #timer: ReturnType<typeof setTimeout> | undefined;

    constructor() {
        const stored = this.#load();
        if (stored) {
            this.#setup = { ...usual, ...stored.setup };
            this.#commands = stored.commands;
            // Nobody was charged while the page was closed.
            this.#origin = performance.now() - stored.now;
            this.#look();
        } else {
            this.begin(usual);
        }
    }

    readonly seat = 'both';
    readonly connected = true;
    readonly unsent = 0;
    readonly events: readonly Event[] = [];
    readonly chat: readonly ChatLine[] = [];
    get rulings(): readonly Ruling[] {
        return this.#view.rulings;
    }
    get refusal(): string {
        const refusal = this.#view.refusal;
        return refusal ? refusalText(refusal.code, refusal.why) : '';
    }
    get info(): GameInfo {
        const player = (name: string) => ({ name, kind: 'human' as const, joined: true });
        const setup = this.#setup;
        return {
            id: 'local',
            created: 0,
            rules: settingsOf(setup).rules,
            mode: setup.mode,
            time_control: setup.control,
            start_fen: setup.start,
            chess960: setup.chess960,
            white: player(setup.white),
            black: player(setup.black),
            visibility: 'link',
            chat: false,
            takeback: setup.mode === 'casual',
            touch_move: setup.touchMove || setup.mode === 'otb',
            has_arbiter: false,
        };
    }
    get moves(): readonly MoveRecord[] {
        return this.#view.moves.map((m) => ({ ply: m.ply, uci: m.uci, san: '' }));
    }
    get state(): State {
        return this.#view.state;
    }
    now(): number {
        return performance.now() - this.#origin;
    }
    close(): void {
        clearTimeout(this.#timer);
        this.#save();
    }
    begin(setup: LocalSetup): void {
        this.#setup = setup;
        this.#origin = performance.now();
        this.#commands = [{ at: 0, actor: 'A', type: 'RoundStart', args: {} }];
        this.#look();
    }
    send(act: Act, by?: Color): void {
        const at = this.now();
        const side = by ?? this.#sideOf(act);
        const command = (
            type: string,
            args: MatchCommand['args'] = {},
            actor: MatchCommand['actor'] = actorOf[side],
        ): MatchCommand => ({ at, actor, type, args });
        const list: MatchCommand[] = [];
        switch (act.type) {
            case 'move':
                if (this.#setup.mode === 'otb') {
                    const [from, to, piece] = [
                        act.move.slice(0, 2),
                        act.move.slice(2, 4),
                        act.move.slice(4),
                    ];
                    list.push(command('MakeMove', { from, to, ...(piece ? { piece } : {}) }));
                } else {
                    list.push(command('MakeMove', { move: act.move }));
                }
                break;
            case 'touch':
                for (const from of act.squares) {
                    list.push(command('Touch', { from, contact: act.intent ?? 'yes' }));
                }
                break;
            case 'adjust':
                list.push(command('AnnounceAdjust'));
                break;
            case 'press':
                list.push(command('PressClock', { side }));
                break;
            case 'put':
                list.push(
                    command('Release', { from: act.from, to: act.to, hand: act.hand ?? 'same' }),
                );
                break;
            case 'remove':
                list.push(command('Remove', { from: act.square }));
                break;
            case 'promote':
                list.push(
                    command(act.released ? 'PromoRelease' : 'PromoTouch', {
                        to: act.square,
                        piece: act.piece,
                    }),
                );
                break;
            case 'pause':
                list.push(command('PauseClock', { text: act.reason }));
                break;
            case 'claim': {
                const types: Readonly<Record<string, string>> = {
                    threefold: 'ClaimRepetition',
                    fifty: 'ClaimFifty',
                    illegal: 'ClaimIllegal',
                    flag: 'ClaimFlag',
                    touch: 'ClaimTouch',
                    setup: 'ClaimSetup',
                    normal_means: 'ClaimNormalMeans',
                };
                const type = types[act.claim];
                const args: Record<string, string> = {};
                if (act.move) args.move = act.move;
                if (act.square) args.from = act.square;
                if (act.detail) args.text = act.detail;
                if (type) list.push(command(type, args));
                break;
            }
            case 'offer_draw':
                list.push(command('OfferDraw'));
                break;
            case 'accept_draw':
                list.push(command('AcceptDraw'));
                break;
            case 'decline_draw':
                list.push(command('DeclineDraw'));
                break;
            case 'resign':
                list.push(command('Resign'));
                break;
            case 'offer_takeback':
                // Both sit here: what they agree on is done at once.
                list.push(
                    command('RestorePosition', { amount: this.#view.moves.length - 1 }, 'A'),
                    command('Resume', {}, 'A'),
                );
                break;
            default:
                return;
        }
        this.#commands = [...this.#commands, ...list];
        this.#look();
    }
    #sideOf(act: Act): Color {
        const state = this.#view.state;
        const offer = state.offers.find((o) => o.kind === 'draw');
        if (offer && (act.type === 'accept_draw' || act.type === 'decline_draw')) {
            return opposite(offer.by);
        }
        if (act.type === 'claim' && (act.claim === 'flag' || act.claim === 'illegal')) {
            return act.claim === 'flag' && state.clocks?.flagged
                ? opposite(state.clocks.flagged)
                : state.turn;
        }
        return state.turn;
    }
    /** Folds the commands, and looks again when a flag may fall. */
    #look(): void {
        const now = this.now();
        const read = match(settingsOf(this.#setup), this.#commands, now);
        if (!read.ok) {
            this.#setup = usual;
            this.#commands = [{ at: 0, actor: 'A', type: 'RoundStart', args: {} }];
            const again = match(settingsOf(usual), this.#commands, now);
            if (!again.ok) throw new Error('the usual game cannot be set up');
            this.#view = again.value;
        } else {
            this.#view = read.value;
        }
        this.#save();
        clearTimeout(this.#timer);
        const deadline = this.#view.deadline;
        const fallen = this.#view.state.clocks?.flagged;
        if (deadline !== null && !this.#view.state.result && !fallen) {
            const pause = Math.min(2 ** 31 - 1, Math.max(0, deadline - now) + 5);
            this.#timer = setTimeout(() => {
                const tick: MatchCommand = { at: this.now(), actor: 'S', type: 'Tick', args: {} };
                this.#commands = [...this.#commands, tick];
                this.#look();
            }, pause);
        }
    }
    #load(): Stored | null {
        try {
            const stored = JSON.parse(localStorage.getItem(place) ?? 'null') as Stored | null;
            return stored && Array.isArray(stored.commands) ? stored : null;
        } catch {
            return null;
        }
    }
    #save(): void {
        const stored: Stored = {
            setup: this.#setup,
            commands: [...this.#commands],
            now: this.now(),
        };
        try {
            localStorage.setItem(place, JSON.stringify(stored));
        } catch {
            // Not kept across visits, but it goes on.
        }
    }
}
