/** Which page is shown: the part of the address after #, so that the app works from any folder. */
export const pages = [
    'home',
    'board',
    'game',
    'analysis',
    'arbiter',
    'clock',
    'settings',
    'account',
] as const;
export type Page = (typeof pages)[number];
export interface Route {
    readonly page: Page;
    readonly id: string;
    readonly query: URLSearchParams;
    /** All of it: another address is another page. */
    readonly whole: string;
}

export function parseRoute(hash: string): Route {
    const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
    const [first = '', id = ''] = path.split('/');
    const page = pages.find((p) => p === first) ?? 'home';
    return { page, id, query: new URLSearchParams(search), whole: hash };
}

class RouteState {
    #now = $state.raw<Route>(parseRoute(typeof location === 'undefined' ? '' : location.hash));
    constructor() {
        if (typeof addEventListener === 'function') {
            addEventListener('hashchange', () => (this.#now = parseRoute(location.hash)));
        }
    }
    get now(): Route {
        return this.#now;
    }
}

export const route = new RouteState();

export function go(page: Page, id = '', query: Readonly<Record<string, string>> = {}): void {
    location.hash = address(page, id, query);
}

export function address(page: Page, id = '', query: Readonly<Record<string, string>> = {}): string {
    const search = new URLSearchParams(query).toString();
    const path = page === 'home' && !id ? '' : [page, id].filter(Boolean).join('/');
    return `#/${path}${search ? `?${search}` : ''}`;
}
