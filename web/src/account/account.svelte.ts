/** The account signed in here, if there is one; it collects games beyond this browser. */
const place = 'hakam.account';

interface Kept {
    name: string;
    token: string;
}

function read(): Kept | null {
    try {
        const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as Kept | null;
        return kept && typeof kept.token === 'string' ? kept : null;
    } catch {
        return null;
    }
}

class AccountState {
    #kept = $state.raw<Kept | null>(read());

    get name(): string {
        return this.#kept?.name ?? '';
    }
    /** For the server; undefined: nobody is signed in. */
    get token(): string | undefined {
        return this.#kept?.token;
    }
    set(kept: Kept | null): void {
        this.#kept = kept;
        try {
            if (kept) localStorage.setItem(place, JSON.stringify(kept));
            else localStorage.removeItem(place);
        } catch {
            // It holds for this visit.
        }
    }
}

export const account = new AccountState();
