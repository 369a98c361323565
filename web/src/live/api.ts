/** The server's HTTP side; answers are values, never exceptions. */
import type {
    Account,
    Attached,
    ChangePassphrase,
    Config,
    CreateGame,
    Credentials,
    ErrorBody,
    GameCreated,
    GameJoined,
    GameList,
    GameLog,
    QueryGames,
    SeatGrant,
    Session as AccountSession,
    Snapshot,
} from '../protocol/messages';
import type { Result } from '../rules/rules';
import { refusalText } from '../ui/faults';
import { t } from '../words/words.svelte';

/** Why a request failed, for the person to read. */
export function failureText({ code, message }: Failure): string {
    return code === 'offline' ? t('home.offline') : refusalText(code, message);
}

export type Failure = Pick<ErrorBody, 'code' | 'message'> | { code: 'offline'; message: string };

async function request<T>(
    method: string,
    path: string,
    body?: unknown,
    token?: string,
): Promise<Result<T, Failure>> {
    try {
        const headers: Record<string, string> = {};
        if (body !== undefined) headers['Content-Type'] = 'application/json';
        if (token) headers.Authorization = `Bearer ${token}`;
        const response = await fetch(path, {
            method,
            headers,
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        if (response.ok) {
            const text = await response.text();
            const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;
            return { ok: true, value: (isJson ? JSON.parse(text) : text) as T };
        }
        const failed = (await response.json()) as { error?: ErrorBody };
        return {
            ok: false,
            error: failed.error ?? { code: 'offline', message: response.statusText },
        };
    } catch (error) {
        return { ok: false, error: { code: 'offline', message: String(error) } };
    }
}

export const api = {
    config: () => request<Config>('GET', '/api/config'),
    create: (body: CreateGame, account?: string) =>
        request<GameCreated>('POST', '/api/games', body, account),
    join: (id: string, invite: string, name: string, account?: string) =>
        request<GameJoined>(
            'POST',
            `/api/games/${id}/join`,
            { invite, ...(name ? { name } : {}) },
            account,
        ),
    list: (query: QueryGames, account?: string) =>
        request<GameList>('POST', '/api/games/query', query, account),
    watchable: () => request<GameList>('GET', '/api/games?status=live&limit=10'),
    events: (id: string, token: string) =>
        request<Snapshot>('GET', `/api/games/${id}?events=1`, undefined, token),
    pgn: (id: string, token: string) =>
        request<string>('GET', `/api/games/${id}/pgn`, undefined, token),
    log: (id: string, token: string) =>
        request<GameLog>('GET', `/api/games/${id}/log`, undefined, token),
    signUp: (body: Credentials) => request<AccountSession>('POST', '/api/accounts', body),
    signIn: (body: Credentials) => request<AccountSession>('POST', '/api/sessions', body),
    signOut: (token: string) => request<string>('DELETE', '/api/sessions', undefined, token),
    account: (token: string) => request<Account>('GET', '/api/account', undefined, token),
    deleteAccount: (token: string) => request<string>('DELETE', '/api/account', undefined, token),
    attach: (tokens: string[], token: string) =>
        request<Attached>('POST', '/api/account/games', { tokens }, token),
    changePassphrase: (body: ChangePassphrase, token: string) =>
        request<AccountSession>('POST', '/api/account/passphrase', body, token),
};

const place = 'hakam.seats';

/** Seats that this browser holds, by game. */
export interface Held {
    id: string;
    seats: SeatGrant[];
    spectator?: string;
    invite?: string;
}

export function heldSeats(): Held[] {
    try {
        const list = JSON.parse(localStorage.getItem(place) ?? '[]') as unknown;
        return Array.isArray(list) ? (list as Held[]) : [];
    } catch {
        return [];
    }
}

export function hold(held: Held): void {
    const others = heldSeats().filter((h) => h.id !== held.id);
    try {
        localStorage.setItem(place, JSON.stringify([held, ...others].slice(0, 500)));
    } catch {
        // A browser that keeps nothing still has the address of this page.
    }
}

export function seatsOf(id: string): Held | undefined {
    return heldSeats().find((h) => h.id === id);
}
