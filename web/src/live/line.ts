/**
 * The line to the server: a WebSocket that is never believed without proof. A connection can be
 * half open: the old socket swallows what it is given, says nothing and is never closed, while a
 * new one would work. So whatever is sent asks for a sign of life, and a line that gives none in
 * time is left for a new one.
 */

/** How long the server may say nothing after it was asked, in ms. */
export const answerTime = 4_000;
/** How long a new socket may take to open and to say its first word, in ms. */
export const openTime = 8_000;
/** How often a quiet line is asked for a sign of life, in ms. */
const askEvery = 5_000;

export interface LineEnds {
    /** The address of the next socket: it changes with what has been received. */
    address(): string;
    readonly protocols: readonly string[];
    /** A new socket is open; nothing has been received on it. */
    opened(): void;
    received(text: string): void;
    /** The line is down, or is not believed any more. */
    lost(): void;
    /** A message that the server answers at once. */
    ping(): string;
    /** False: nobody is to connect again. */
    wanted(): boolean;
}

export class Line {
    #socket: WebSocket | null = null;
    #retry = 0;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #deadline: ReturnType<typeof setTimeout> | undefined;
    #asker: ReturnType<typeof setInterval> | undefined;
    readonly #down = new AbortController();

    constructor(readonly ends: LineEnds) {
        const { signal } = this.#down;
        // The network or the page is back: what was thought of the line before is worth nothing.
        addEventListener('online', () => this.#doubt(), { signal });
        addEventListener('pageshow', () => this.#doubt(), { signal });
        addEventListener('focus', () => this.#doubt(), { signal });
        document.addEventListener(
            'visibilitychange',
            () => {
                if (document.visibilityState === 'visible') this.#doubt();
            },
            { signal },
        );
        addEventListener('offline', () => this.#leave(), { signal });
        this.#asker = setInterval(() => this.ask(), askEvery);
        this.#connect();
    }

    /** Sends over the line as it is; the answer to it, or to a ping, has to come in time. */
    send(text: string): void {
        if (this.#socket?.readyState !== WebSocket.OPEN) return;
        this.#socket.send(text);
        this.ask();
    }

    /** Asks for a sign of life. */
    ask(): void {
        if (this.#socket?.readyState !== WebSocket.OPEN) return;
        this.#socket.send(this.ends.ping());
        this.#expect(answerTime);
    }

    close(): void {
        this.#down.abort();
        clearTimeout(this.#timer);
        clearTimeout(this.#deadline);
        clearInterval(this.#asker);
        this.#forget();
    }

    /** Closes a socket that the server has taken leave of; the next one is tried as after a loss. */
    part(): void {
        this.#leave();
    }

    #connect(): void {
        clearTimeout(this.#timer);
        this.#forget();
        const socket = new WebSocket(this.ends.address(), [...this.ends.protocols]);
        this.#socket = socket;
        this.#expect(openTime);
        socket.onopen = () => {
            if (socket === this.#socket) this.ends.opened();
        };
        socket.onmessage = (event) => {
            if (socket !== this.#socket || typeof event.data !== 'string') return;
            this.#retry = 0;
            clearTimeout(this.#deadline);
            this.#deadline = undefined;
            this.ends.received(event.data);
        };
        socket.onclose = () => {
            if (socket === this.#socket) this.#leave();
        };
    }

    /** Something has to come within this time; an earlier deadline stands. */
    #expect(time: number): void {
        this.#deadline ??= setTimeout(() => this.#leave(), time);
    }

    #doubt(): void {
        if (this.#socket?.readyState === WebSocket.OPEN) {
            this.ask();
        } else if (this.#socket === null && this.ends.wanted()) {
            this.#retry = 0;
            this.#connect();
        }
    }

    #leave(): void {
        this.#forget();
        this.ends.lost();
        if (!this.ends.wanted() || this.#down.signal.aborted) return;
        // Quick at first; with some chance, so that all clients do not come back at once.
        const pause = Math.min(8_000, 200 * 2 ** this.#retry) * (0.7 + 0.6 * Math.random());
        this.#retry += 1;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#connect(), pause);
    }

    /** What a socket that was given up may still say is not heard. */
    #forget(): void {
        clearTimeout(this.#deadline);
        this.#deadline = undefined;
        const old = this.#socket;
        this.#socket = null;
        old?.close();
    }
}
