/**
 * A game being played, wherever it lives: on the server or in this page. A session holds the
 * protocol's own state and sends its commands; the view does not know the difference.
 */
import type { Color } from '../board/types';
import type {
    ChatLine,
    Command,
    Event,
    GameInfo,
    MoveRecord,
    Ruling,
    Seat,
    State,
} from '../protocol/messages';

/** A command without the number that the session gives it. */
type Numbered = 'client_seq';
export type Act = Command extends infer C ? (C extends unknown ? Omit<C, Numbered> : never) : never;

export interface Session {
    readonly info: GameInfo;
    readonly state: State;
    readonly moves: readonly MoveRecord[];
    readonly rulings: readonly Ruling[];
    readonly events: readonly Event[];
    readonly chat: readonly ChatLine[];
    /** The seat here; 'both' where two people share the device. */
    readonly seat: Seat | 'both';
    /** Connected, or living here. */
    readonly connected: boolean;
    /** Acts that the server has not acknowledged: until then they may have been lost on the way. */
    readonly unsent: number;
    /** The last refusal, for the person to read. */
    readonly refusal: string;
    /** The time that clocks.at is in. */
    now(): number;
    /** `by`: whose act it is, where two people share the device. */
    send(act: Act, by?: Color): void;
}

/** Over the board: whether moves are made act by act, and with which act and hand the next one is. */
export interface Handling {
    readonly single: boolean;
    readonly act: 'release' | 'remove';
    readonly hand: 'same' | 'other';
}

/** Whose men the person here may move now. */
export function moverHere(session: Session): Color | null {
    if (session.seat === 'both') return session.state.turn;
    return session.seat === 'white' || session.seat === 'black' ? session.seat : null;
}
