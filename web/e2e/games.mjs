// Games begun: on one device, and between two browsers on the server.
import { moves, play, text } from './board.mjs';
import { open, settled } from './browser.mjs';
import { assert, equal, matches, until } from './harness.mjs';

export function localPages(people, base) {
    const at = (hash) => `${base}#/${hash}`;
    /** A page in a person's browser, complete. */
    const fresh = async (hash, settings = {}, { person = 0, ...how } = {}) => {
        const page = await open(await people.person(person, how), at(hash), settings);
        await settled(page);
        return page;
    };
    const done = async (page) => {
        assert.deepEqual(page.errors, []);
        await page.close();
    };
    /** Begins a hot-seat game from a position or number. */
    const begin = async (page, { fen, number, mode, control, touch } = {}) => {
        await page.getByRole('button', { name: 'New game' }).click();
        const dialog = page.getByRole('dialog');
        if (mode) await dialog.getByRole('radio', { name: mode }).check();
        if (control) {
            await dialog.getByLabel('Time control').selectOption('custom');
            await dialog.getByLabel('Minutes + seconds', { exact: false }).fill(control);
        }
        if (touch) await dialog.getByRole('checkbox', { name: 'Touch-move' }).check();
        if (fen) {
            await dialog.getByRole('radio', { name: 'FEN' }).check();
            await dialog.getByRole('textbox', { name: 'FEN' }).fill(fen);
        }
        if (number !== undefined) {
            await dialog.getByRole('radio', { name: 'Chess960' }).check();
            await dialog.getByLabel('Number').fill(String(number));
        }
        await dialog.getByRole('button', { name: 'Start' }).click();
        await dialog.waitFor({ state: 'detached' });
    };
    /** Waits until the game is over, and for these words of its end. */
    const ends = (page, pattern) => matches(() => text(page, '.end'), pattern, 'the end');
    return { at, fresh, done, begin, ends };
}

export function serverPages(people, server) {
    const at = (hash) => `${server.url}#/${hash}`;
    const visit = async (number, url, settings) => open(await people.person(number), url, settings);
    const ends = (page, pattern) => matches(() => text(page, '.end'), pattern, 'the end');
    /** Waits until the page knows whose turn it is, or that the game is over. */
    const begun = (page) =>
        matches(
            async () => `${await text(page, '.status')}${await text(page, '.end')}`,
            /Your turn|to move|thinking|½|0-1|1-0/,
            'the game has begun',
        );
    /** Makes the game set up in the form; the link for the opponent. */
    const make = async (page) => {
        await page.getByRole('button', { name: 'Make the game and invite' }).click();
        return page.getByLabel('Invitation link').inputValue();
    };
    const join = async (page, link, name) => {
        const guest = await visit(1, link);
        if (name) await guest.getByLabel('Your name').fill(name);
        await guest.getByRole('button', { name: 'Join' }).click();
        await guest.waitForSelector('.board');
        await page.locator('.invite').waitFor({ state: 'detached' });
        return guest;
    };
    /** Makes a game in the first browser and joins it in the second: white, then black. */
    const pair = async ({
        mode,
        control,
        number,
        touch,
        chat,
        fen,
        name = 'First',
        other = 'Karim',
    } = {}) => {
        const white = await visit(0, at(''));
        await white.getByRole('radio', { name: 'White' }).check();
        await white.getByLabel('Your name').fill(name);
        if (mode) await white.getByRole('radio', { name: mode }).check();
        if (control === 'none') await white.getByLabel('Time control').selectOption('none');
        else if (control) {
            await white.getByLabel('Time control').selectOption('custom');
            await white.getByLabel('Minutes + seconds', { exact: false }).fill(control);
        }
        if (number !== undefined || touch || chat || fen) {
            await white.getByText('More options').click();
        }
        if (touch) await white.getByRole('checkbox', { name: 'Touch-move' }).check();
        if (chat) await white.getByRole('checkbox', { name: 'Chat' }).check();
        if (fen) {
            await white.getByRole('radio', { name: 'FEN' }).check();
            await white.getByRole('textbox', { name: 'FEN' }).fill(fen);
        }
        if (number !== undefined) {
            await white.getByRole('radio', { name: 'Chess960' }).check();
            await white.getByLabel('Number').fill(String(number));
        }
        const black = await join(white, await make(white), other);
        for (const page of [white, black]) await begun(page);
        return [white, black];
    };
    const both = async ([white, black], list) => {
        for (const [i, move] of list.entries()) {
            const mover = i % 2 === 0 ? white : black;
            await play(mover, move.slice(0, 2), move.slice(2, 4));
            for (const page of [white, black]) {
                await until(
                    async () => (await moves(page)).length >= i + 1,
                    `move ${i + 1}, ${move}`,
                );
            }
        }
    };
    /** Waits until all of the pages show `n` moves. */
    const count = async (pages, n) => {
        for (const page of pages) {
            await equal(async () => (await moves(page)).length, n, 'moves');
        }
    };
    const done = async (...pages) => {
        for (const page of pages) {
            assert.deepEqual(page.errors, []);
            await page.close();
        }
    };
    return { at, visit, ends, make, join, pair, both, count, done };
}
