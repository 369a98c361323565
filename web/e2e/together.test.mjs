// More games on the server: by keyboard, in Arabic, Chess960, in advance, touch-move; chat, accounts.
import { click, key, man, moves, play, text, toBoard } from './board.mjs';
import { serverPages } from './games.mjs';
import { assert, equal, matches, test } from './harness.mjs';
import { axe } from './local.test.mjs';

export function together(people, server) {
    const { at, visit, ends, make, join, pair, both, count, done } = serverPages(people, server);
    const stands = (page, square, what) => equal(() => man(page, square), what, square);
    const panel = (page, pattern) => matches(() => text(page, '.panel'), pattern, 'the panel');
    const heard = (page, pattern) => matches(() => text(page, '.chat'), pattern, 'the chat');

    test('server: a whole game by keyboard only', async () => {
        const [white, black] = await pair();
        for (const page of [white, black]) await toBoard(page);
        for (const [i, move] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries()) {
            await key(i % 2 === 0 ? white : black, move.slice(0, 2), move.slice(2));
            await count([white, black], i + 1);
        }
        for (const page of [white, black]) await ends(page, /0-1[\s\S]*Checkmate/);
        await done(white, black);
    });

    test('server: a whole game in Arabic', async () => {
        const [white, black] = await pair();
        for (const page of [white, black]) {
            await page.evaluate(() => {
                const kept = JSON.parse(localStorage.getItem('hakam.settings') ?? '{}');
                localStorage.setItem('hakam.settings', JSON.stringify({ ...kept, language: 'ar' }));
            });
            await page.reload();
            await page.waitForSelector('.board');
        }
        await equal(() => white.evaluate(() => document.documentElement.dir), 'rtl', 'the page');
        // Neither board nor clock is mirrored.
        for (const part of ['.board', '.clock']) {
            const direction = await white
                .locator(part)
                .first()
                .evaluate((e) => getComputedStyle(e).direction);
            assert.equal(direction, 'ltr', part);
        }
        await both([white, black], ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6']);
        await equal(async () => (await moves(white))[2], 'وh5', 'the third move');
        await white.getByLabel('اكتب نقلة').fill('وxf7');
        await white.getByLabel('اكتب نقلة').press('Enter');
        for (const page of [white, black]) await ends(page, /كش مات/);
        await done(white, black);
    });

    test('server: both castle in Chess960', async () => {
        // Bishop, queen, knight, knight, rook, king, rook, bishop: king and rook change places.
        const [white, black] = await pair({ number: 3, control: 'none' });
        await both([white, black], ['f1g1', 'f8g8']);
        await equal(() => moves(white), ['O-O', 'O-O'], 'the score');
        await stands(black, 'g1', 'white king');
        await stands(white, 'f8', 'black rook');
        await done(white, black);
    });

    test('server: a flag falls and the opponent cannot mate', async () => {
        const [white, black] = await pair({
            fen: '4k3/8/8/8/8/8/8/4K2R w - - 0 1',
            control: '0.05+0',
        });
        await ends(white, /½-½[\s\S]*cannot/);
        // Why no mate is possible can be read.
        await white.getByText('Why no mate is possible').click();
        await done(white, black);
    });

    test('server: a move in advance', async () => {
        const [white, black] = await pair();
        await play(white, 'e2', 'e4');
        await count([white, black], 1);
        await play(white, 'd2', 'd4');
        const shown = () => white.locator('cg-board square.current-premove').count();
        await equal(shown, 2, 'squares of the move in advance');
        await play(black, 'e7', 'e5');
        await count([white, black], 3);
        await equal(() => moves(black), ['e4', 'e5', 'd4'], 'the score');
        await done(white, black);
    });

    test('server: touch-move binds', async () => {
        const [white, black] = await pair({ touch: true });
        await panel(white, /Your turn/);
        await click(white, 'g1');
        await panel(white, /g1 must be moved/);
        await play(white, 'e2', 'e4');
        assert.deepEqual(await moves(white), []);
        await play(white, 'g1', 'f3');
        await count([white, black], 1);
        await done(white, black);
    });

    test('server: chat only when both have switched it on', async () => {
        const [white, black] = await pair({ chat: true });
        await white.getByRole('button', { name: 'Switch off' }).waitFor();
        await white.getByLabel('Message').fill('Good luck!');
        await white.getByRole('button', { name: 'Send' }).click();
        await heard(white, /Good luck!/);
        // A move said later has come: so the words have, too, and are not shown.
        await play(white, 'e2', 'e4');
        await count([white, black], 1);
        await black.getByRole('button', { name: 'Switch on' }).waitFor();
        assert.equal(await black.getByLabel('Message').count(), 0);
        assert.doesNotMatch(await text(black, '.chat'), /Good luck/);
        await black.getByRole('button', { name: 'Switch on' }).click();
        await heard(black, /Good luck!/);
        await axe(black, 'a game with chat');
        const [plain, other] = await pair();
        assert.equal(await plain.locator('.chat').count(), 0);
        await done(white, black, plain, other);
    });

    test('server: an account collects games and opens them in another browser', async () => {
        const [white, black] = await pair({ name: 'Collector' });
        await both([white, black], ['d2d4']);
        const page = await visit(0, at('account'));
        const name = `player${Date.now() % 100000}`;
        await page.getByRole('radio', { name: 'Make an account' }).check();
        await page.getByLabel('Name', { exact: true }).fill(name);
        await page.getByLabel('Passphrase', { exact: true }).fill('four words make one');
        await page.getByRole('button', { name: 'Make an account' }).click();
        await matches(() => text(page, 'main'), new RegExp(name), 'signed in');
        await axe(page, 'the account');
        const far = await visit(2, at('account'));
        await far.getByLabel('Name', { exact: true }).fill(name);
        await far.getByLabel('Passphrase', { exact: true }).fill('not that one');
        await far.getByRole('button', { name: 'Sign in' }).click();
        await far.getByRole('alert').filter({ hasText: 'do not go together' }).waitFor();
        await far.getByLabel('Passphrase', { exact: true }).fill('four words make one');
        await far.getByRole('button', { name: 'Sign in' }).click();
        const link = far.locator('a', { hasText: 'Collector' }).first();
        await link.waitFor();
        await link.click();
        await count([far], 1);
        await play(black, 'd7', 'd5');
        await count([far], 2);
        await play(far, 'c2', 'c4');
        await count([far, black], 3);
        for (const signed of [page, far]) {
            await signed.goto(at('account'));
            await signed.getByRole('button', { name: 'Sign out' }).click();
            await signed.getByRole('radio', { name: 'Sign in' }).waitFor();
        }
        await done(white, black, page, far);
    });

    test('server: over the board each player writes his own score', async () => {
        const page = await visit(0, at(''));
        await page.getByRole('radio', { name: 'White' }).check();
        await page.getByRole('radio', { name: 'As over the board' }).check();
        const black = await join(page, await make(page));
        const written = (seat, n) => equal(() => seat.locator('.sheet li').count(), n, 'written');
        await play(page, 'e2', 'e4');
        await page.locator('.actions .press').click();
        await stands(black, 'e4', 'white pawn');
        await page.getByLabel('Write a move').fill('e4');
        await page.getByRole('button', { name: 'Write', exact: true }).click();
        await written(page, 1);
        // What comes later has come: so what was written would be there, if it were sent.
        await play(black, 'e7', 'e5');
        for (const seat of [page, black]) await stands(seat, 'e5', 'black pawn');
        await written(black, 0);
        await page.reload();
        await written(page, 1);
        await done(page, black);
    });
}
