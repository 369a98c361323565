// Games begun: on one device, and between two browsers on the server.
import { moves, play } from './board.mjs';
import { open } from './browser.mjs';
import { assert, until } from './harness.mjs';

export function localPages(context, base) {
    const at = (hash) => `${base}#/${hash}`;
    const fresh = async (hash, settings = {}) => {
        const page = await open(context, at(hash), settings);
        await page.evaluate(() => localStorage.removeItem('hakam.board'));
        await page.reload();
        await page.waitForSelector('.board, .clock, form');
        // Fonts move the board when they arrive, and the rules come as a module of their own.
        await page.waitForLoadState('networkidle');
        await page.evaluate(() => document.fonts.ready.then(() => true));
        // What the first, broken-off loading said does not count.
        page.errors.length = 0;
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
    const ending = (page) => page.locator('.end').innerText();
    return { at, fresh, done, begin, ending };
}

export function serverPages(contexts, server) {
    const at = (hash) => `${server.url}#/${hash}`;
    const ending = (page) => page.locator('.end').innerText();
    const over = (page, ms) =>
        until(async () => (await page.locator('.end').count()) === 1, 'the end', ms);
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
        const white = await open(contexts[0], at(''));
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
        await white.getByRole('button', { name: 'Make the game and invite' }).click();
        const link = await white.getByLabel('Invitation link').inputValue();
        const black = await open(contexts[1], link);
        await black.getByLabel('Your name').fill(other);
        await black.getByRole('button', { name: 'Take the seat' }).click();
        await black.waitForSelector('.board');
        await until(
            async () => (await white.locator('.invite').count()) === 0,
            'the opponent has come',
        );
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
    const done = async (...pages) => {
        for (const page of pages) {
            assert.deepEqual(page.errors, []);
            await page.close();
        }
    };
    return { at, ending, over, pair, both, done };
}
