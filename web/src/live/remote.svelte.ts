/** A game on the server, over its socket: keeps the protocol's state and sends its commands. */
import { refusalText } from '../ui/faults';
import { api } from './api';
import { Line } from './line';
import type {
    ChatLine,
    ClientMessage,
    Event,
    GameInfo,
    MoveRecord,
    Ruling,
    Seat,
    ServerMessage,
    Snapshot,
    State,
} from '../protocol/messages';
import type { Act, Session } from './session';

interface Waiting {
    readonly seq: number;
    readonly message: ClientMessage;
}

export class RemoteSession implements Session {
    #info = $state.raw<GameInfo | null>(null);
    #state = $state.raw<State | null>(null);
    #moves = $state.raw<readonly MoveRecord[]>([]);
    #rulings = $state.raw<readonly Ruling[]>([]);
    #events = $state.raw<readonly Event[]>([]);
    #chat = $state.raw<readonly ChatLine[]>([]);
    #seat = $state<Seat>('spectator');
    #connected = $state(false);
    #refusal = $state('');
    /** Our own move, shown before the server has answered. */
    #ahead = $state.raw<MoveRecord | null>(null);
    #closed = '';
    #gone = $state(false);

    readonly #line: Line;
    #seq = 0;
    #clientSeq = 0;
    /** Sent and not acknowledged: sent again on every new line, with the same numbers. */
    #waiting = $state.raw<readonly Waiting[]>([]);
    #offset = 0;
    #best = Number.POSITIVE_INFINITY;
    #ended = false;

    onrematch: ((message: Extract<ServerMessage, { type: 'rematch' }>) => void) | null = null;

    constructor(
        readonly id: string,
        readonly token: string | null,
        /** Which seat, where the token is an account's. */
        readonly wished: Seat | null = null,
    ) {
        this.#line = new Line({
            address: () => this.#address(),
            protocols: token ? ['hakam.v1', `bearer.${token}`] : ['hakam.v1'],
            opened: () => {
                if (!token) this.#line.send(JSON.stringify({ type: 'hello' }));
            },
            received: (text) => this.#receive(JSON.parse(text) as ServerMessage),
            lost: () => {
                this.#connected = false;
            },
            ping: () => JSON.stringify({ type: 'ping', t: performance.now() }),
            wanted: () => !this.#ended && !this.#gone,
        });
    }

    get ready(): boolean {
        return this.#info !== null && this.#state !== null;
    }
    /** The server refuses this game or this token: no use in trying again. */
    get gone(): boolean {
        return this.#gone;
    }
    get info(): GameInfo {
        if (!this.#info) throw new Error('not ready');
        return this.#info;
    }
    get state(): State {
        if (!this.#state) throw new Error('not ready');
        if (!this.#ahead) return this.#state;
        return {
            ...this.#state,
            turn: this.#state.turn === 'white' ? 'black' : 'white',
            ply: this.#ahead.ply,
            last_move: this.#ahead.uci,
        };
    }
    get moves(): readonly MoveRecord[] {
        return this.#ahead ? [...this.#moves, this.#ahead] : this.#moves;
    }
    get rulings(): readonly Ruling[] {
        return this.#rulings;
    }
    get events(): readonly Event[] {
        return this.#events;
    }
    get chat(): readonly ChatLine[] {
        return this.#chat;
    }
    get seat(): Seat {
        return this.#seat;
    }
    get connected(): boolean {
        return this.#connected;
    }
    get unsent(): number {
        return this.#waiting.length;
    }
    get refusal(): string {
        return this.#refusal;
    }
    get reasonGone(): string {
        return this.#closed;
    }

    /** The server's time as well as we know it. */
    now(): number {
        return performance.now() + this.#offset;
    }

    send(act: Act): void {
        this.#refusal = '';
        this.#clientSeq += 1;
        const message = { ...act, client_seq: this.#clientSeq } as ClientMessage;
        this.#waiting = [...this.#waiting, { seq: this.#clientSeq, message }];
        if (act.type === 'move' && this.#info?.mode !== 'otb') {
            this.#ahead = { ply: this.#moves.length + 1, uci: act.move, san: '' };
        }
        if (this.#connected) this.#line.send(JSON.stringify(message));
    }

    close(): void {
        this.#ended = true;
        this.#line.close();
    }

    #address(): string {
        const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
        const query = new URLSearchParams();
        if (this.#seq > 0) query.set('since', String(this.#seq));
        if (this.wished) query.set('seat', this.wished);
        const asked = String(query) ? `?${query}` : '';
        return `${scheme}://${location.host}/api/games/${this.id}/live${asked}`;
    }

    #receive(message: ServerMessage): void {
        switch (message.type) {
            case 'snapshot':
                this.#restart(message);
                break;
            case 'events':
                this.#timeIs(message.server_time, null);
                this.#seq = message.seq;
                if (message.moves || message.moves_from !== undefined) this.#ahead = null;
                if (message.moves) {
                    const kept = message.moves_from ?? this.#moves.length;
                    this.#moves = [...this.#moves.slice(0, kept), ...message.moves];
                } else if (message.moves_from !== undefined) {
                    this.#moves = this.#moves.slice(0, message.moves_from);
                }
                this.#events = [...this.#events, ...message.events];
                this.#hear(message.events);
                if (message.rulings) this.#rulings = [...this.#rulings, ...message.rulings];
                if (message.game) this.#info = message.game;
                this.#state = message.state;
                if (!this.#connected) this.#resume();
                break;
            case 'ack':
                this.#waiting = this.#waiting.filter((w) => w.seq > message.client_seq);
                break;
            case 'error':
                this.#refused(message);
                break;
            case 'pong': {
                const sent = message.t ?? performance.now();
                this.#timeIs(message.server_time, performance.now() - sent);
                break;
            }
            case 'presence':
                if (this.#state) this.#state = { ...this.#state, presence: message.presence };
                break;
            case 'rematch':
                this.onrematch?.(message);
                break;
            case 'bye':
                this.#line.part();
                break;
        }
    }
    #restart(snapshot: Snapshot): void {
        this.#timeIs(snapshot.server_time, null);
        this.#info = snapshot.game;
        this.#seat = snapshot.seat;
        this.#seq = snapshot.seq;
        this.#moves = snapshot.moves;
        this.#ahead = null;
        this.#rulings = snapshot.rulings ?? [];
        this.#chat = snapshot.chat ?? [];
        this.#state = snapshot.state;
        void this.#recall(snapshot);
        this.#clientSeq = Math.max(this.#clientSeq, snapshot.last_client_seq ?? 0);
        this.#resume();
    }
    #hear(events: readonly Event[]): void {
        for (const { seq, kind, actor, at, body } of events) {
            const text = (body as { text?: unknown } | undefined)?.text;
            if (kind !== 'Chat' || typeof text !== 'string') continue;
            if (actor !== 'white' && actor !== 'black' && actor !== 'arbiter') continue;
            this.#chat = [...this.#chat, { seq, by: actor, text, at }];
        }
    }
    /** The log so far: for the arbiter, and for one's own score over the board. */
    async #recall({ seq, seat, game }: Snapshot): Promise<void> {
        if (seat !== 'arbiter' && game.mode !== 'otb') return;
        const read = await api.events(this.id, this.token ?? '');
        if (!read.ok) return;
        const before = (read.value.events ?? []).filter((e) => e.seq <= seq);
        this.#events = [...before, ...this.#events.filter((e) => e.seq > seq)];
    }
    #resume(): void {
        this.#connected = true;
        for (const waiting of this.#waiting) this.#line.send(JSON.stringify(waiting.message));
        this.#line.ask();
    }
    #refused(error: Extract<ServerMessage, { type: 'error' }>): void {
        this.#ahead = null;
        if (error.client_seq !== undefined) {
            this.#waiting = this.#waiting.filter((w) => w.seq !== error.client_seq);
            // A number used by this seat elsewhere: go on after the highest one.
            this.#clientSeq = Math.max(this.#clientSeq, error.last_client_seq ?? 0);
        } else if (['unauthorized', 'forbidden', 'not_found'].includes(error.code)) {
            this.#gone = true;
            this.#closed = refusalText(error.code, error.message);
        }
        this.#refusal = refusalText(error.code, error.message);
    }
    /** Keeps the estimate made with the shortest round trip. */
    #timeIs(server: number, trip: number | null): void {
        const quality = trip ?? 1_000;
        if (quality > this.#best && this.#offset !== 0) return;
        this.#best = quality;
        this.#offset = server + (trip ?? 0) / 2 - performance.now();
    }
}
