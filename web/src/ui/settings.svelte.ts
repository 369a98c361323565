/** What the person here prefers; kept in this browser only. */
export const pieceSets = ['cburnett', 'plain', 'letters'] as const;
export const boardThemes = ['sage', 'wood', 'slate', 'contrast'] as const;
export const themes = ['auto', 'light', 'dark'] as const;
export const verbosities = ['off', 'brief', 'full'] as const;

export interface Settings {
    language: string | null;
    theme: (typeof themes)[number];
    pieceSet: (typeof pieceSets)[number];
    boardTheme: (typeof boardThemes)[number];
    announcements: (typeof verbosities)[number];
    sounds: boolean;
    coordinates: boolean;
    showTargets: boolean;
    rookCastle: boolean;
    premoves: boolean;
    calm: boolean;
    name: string;
}

const initial: Settings = {
    language: null,
    theme: 'auto',
    pieceSet: 'cburnett',
    boardTheme: 'sage',
    announcements: 'brief',
    sounds: true,
    coordinates: true,
    showTargets: true,
    rookCastle: false,
    premoves: true,
    calm: false,
    name: '',
};
const place = 'hakam.settings';

function read(): Settings {
    try {
        const stored: unknown = JSON.parse(localStorage.getItem(place) ?? '{}');
        if (stored && typeof stored === 'object') return { ...initial, ...stored };
    } catch {
        // A private window or a damaged entry: the defaults do.
    }
    return { ...initial };
}

class SettingsState {
    #values = $state<Settings>(read());
    #reduced = $state(false);

    constructor() {
        if (typeof matchMedia !== 'function') return;
        const query = matchMedia('(prefers-reduced-motion: reduce)');
        this.#reduced = query.matches;
        query.addEventListener('change', () => (this.#reduced = query.matches));
    }

    get values(): Settings {
        return this.#values;
    }
    /** No animations: wished here or in the system. */
    get stillness(): boolean {
        return this.#values.calm || this.#reduced;
    }
    get coordinates(): boolean {
        return this.#values.coordinates;
    }
    get showTargets(): boolean {
        return this.#values.showTargets;
    }
    get pieceSet(): Settings['pieceSet'] {
        return this.#values.pieceSet;
    }
    get boardTheme(): Settings['boardTheme'] {
        return this.#values.boardTheme;
    }

    set<K extends keyof Settings>(key: K, value: Settings[K]): void {
        this.#values[key] = value;
        try {
            localStorage.setItem(place, JSON.stringify(this.#values));
        } catch {
            // Not kept, but it holds for this visit.
        }
    }
}

export const settings = new SettingsState();
