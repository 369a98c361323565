/** Games whose chat the person here has switched on; nothing is shown or said before that. */
const place = 'hakam.chat';

function games(): string[] {
    try {
        const list = JSON.parse(localStorage.getItem(place) ?? '[]') as unknown;
        return Array.isArray(list) ? (list as string[]) : [];
    } catch {
        return [];
    }
}

export function chatIsOn(game: string): boolean {
    return games().includes(game);
}

export function switchChat(game: string, on: boolean): void {
    const others = games().filter((id) => id !== game);
    try {
        localStorage.setItem(
            place,
            JSON.stringify((on ? [game, ...others] : others).slice(0, 200)),
        );
    } catch {
        // It holds for this visit.
    }
}
