// More games on the server: by keyboard, in Arabic, Chess960, in advance, touch-move; chat, accounts.
import { click, key, man, moves, play } from './board.mjs';
import { open } from './browser.mjs';
import { serverPages } from './games.mjs';
import { assert, test, until } from './harness.mjs';
import { axe } from './local.test.mjs';

export function together(contexts, server) {
    const { at, ending, over, pair, both, done } = serverPages(contexts, server);
    const count = (pages, n) =>
        until(async () => {
            for (const page of pages) if ((await moves(page)).length !== n) return false;
            return true;
        }, `${n} moves on both sides`);

    test('server: a whole game by keyboard only', async () => {
        const [white, black] = await pair();
        for (const page of [white, black]) {
            for (let i = 0; i < 40; i += 1) {
                await page.keyboard.press('Tab');
                if (await page.evaluate(() => document.activeElement?.role === 'gridcell')) break;
            }
        }
        for (const [i, move] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries()) {
            await key(i % 2 === 0 ? white : black, move.slice(0, 2), move.slice(2));
            await count([white, black], i + 1);
        }
        await over(white);
        assert.match(await ending(black), /0-1[\s\S]*Checkmate/);
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
        assert.equal(await white.evaluate(() => document.documentElement.dir), 'rtl');
        // Neither board nor clock is mirrored.
        for (const part of ['.board', '.clock']) {
            const direction = await white
                .locator(part)
                .first()
                .evaluate((e) => getComputedStyle(e).direction);
            assert.equal(direction, 'ltr', part);
        }
        await both([white, black], ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6']);
        assert.equal((await moves(white))[2], 'وh5');
        await white.getByLabel('اكتب نقلة').fill('وxf7');
        await white.getByLabel('اكتب نقلة').press('Enter');
        await over(black);
        assert.match(await ending(black), /كش مات/);
        await done(white, black);
    });

    test('server: both castle in Chess960', async () => {
        // Bishop, queen, knight, knight, rook, king, rook, bishop: king and rook change places.
        const [white, black] = await pair({ number: 3, control: 'none' });
        await both([white, black], ['f1g1', 'f8g8']);
        assert.deepEqual(await moves(white), ['O-O', 'O-O']);
        assert.equal(await man(black, 'g1'), 'white king');
        assert.equal(await man(white, 'f8'), 'black rook');
        await done(white, black);
    });

    test('server: a flag falls and the opponent cannot mate', async () => {
        const [white, black] = await pair({
            fen: '4k3/8/8/8/8/8/8/4K2R w - - 0 1',
            control: '0.05+0',
        });
        await over(white);
        assert.match(await ending(white), /½-½[\s\S]*cannot/);
        // Why no mate is possible can be read.
        await white.getByText('Why no mate is possible').click();
        await done(white, black);
    });

    test('server: a move in advance', async () => {
        const [white, black] = await pair();
        await play(white, 'e2', 'e4');
        await count([white, black], 1);
        await play(white, 'd2', 'd4');
        await until(
            async () => (await white.locator('cg-board square.current-premove').count()) === 2,
            'the move in advance is shown',
        );
        await play(black, 'e7', 'e5');
        await count([white, black], 3);
        assert.deepEqual(await moves(black), ['e4', 'e5', 'd4']);
        await done(white, black);
    });

    test('server: touch-move binds', async () => {
        const [white, black] = await pair({ touch: true });
        await until(
            async () => (await white.locator('.panel').innerText()).includes('Your turn'),
            'the game is on',
        );
        await click(white, 'g1');
        await until(
            async () => (await white.locator('.panel').innerText()).includes('g1 must be moved'),
            'the duty',
        );
        await play(white, 'e2', 'e4');
        assert.equal((await moves(white)).length, 0);
        await play(white, 'g1', 'f3');
        await count([white, black], 1);
        await done(white, black);
    });

    test('server: chat only when both have switched it on', async () => {
        const [white, black] = await pair({ chat: true });
        assert.equal(await white.getByRole('button', { name: 'Switch off' }).count(), 1);
        await white.getByLabel('Message').fill('Good luck!');
        await white.getByRole('button', { name: 'Send' }).click();
        await until(
            async () => (await white.locator('.chat').innerText()).includes('Good luck!'),
            'said',
        );
        assert.equal(await black.getByLabel('Message').count(), 0);
        assert.doesNotMatch(await black.locator('.chat').innerText(), /Good luck/);
        await black.getByRole('button', { name: 'Switch on' }).click();
        await until(
            async () => (await black.locator('.chat').innerText()).includes('Good luck!'),
            'heard',
        );
        await axe(black, 'a game with chat');
        const [plain, other] = await pair();
        assert.equal(await plain.locator('.chat').count(), 0);
        await done(white, black, plain, other);
    });

    test('server: an account collects games and opens them in another browser', async () => {
        const [white, black] = await pair({ name: 'Collector' });
        await both([white, black], ['d2d4']);
        const page = await open(contexts[0], at('account'));
        const name = `player${Date.now() % 100000}`;
        await page.getByRole('radio', { name: 'Make an account' }).check();
        await page.getByLabel('Name', { exact: true }).fill(name);
        await page.getByLabel('Passphrase', { exact: true }).fill('four words make one');
        await page.getByRole('button', { name: 'Make an account' }).click();
        await until(async () => (await page.locator('main').innerText()).includes(name), 'in');
        await axe(page, 'the account');
        const far = await open(contexts[2], at('account'));
        await far.getByLabel('Name', { exact: true }).fill(name);
        await far.getByLabel('Passphrase', { exact: true }).fill('not that one');
        await far.getByRole('button', { name: 'Sign in' }).click();
        await far.getByRole('alert').filter({ hasText: 'do not go together' }).waitFor();
        await far.getByLabel('Passphrase', { exact: true }).fill('four words make one');
        await far.getByRole('button', { name: 'Sign in' }).click();
        const link = far.locator('a', { hasText: 'Collector' }).first();
        await link.waitFor();
        await link.click();
        await until(async () => (await moves(far)).length === 1, 'the game is there');
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
        const page = await open(contexts[0], at(''));
        await page.getByRole('radio', { name: 'White' }).check();
        await page.getByRole('radio', { name: 'As over the board' }).check();
        await page.getByRole('button', { name: 'Make the game and invite' }).click();
        const link = await page.getByLabel('Invitation link').inputValue();
        const black = await open(contexts[1], link);
        await black.getByRole('button', { name: 'Take the seat' }).click();
        await black.waitForSelector('.board');
        await until(async () => (await page.locator('.invite').count()) === 0, 'both are here');
        await play(page, 'e2', 'e4');
        await page.locator('.actions .press').click();
        await until(async () => (await man(black, 'e4')) === 'white pawn', 'the move is seen');
        await page.getByLabel('Write a move').fill('e4');
        await page.getByRole('button', { name: 'Write', exact: true }).click();
        await until(async () => (await page.locator('.sheet li').count()) === 1, 'it is written');
        assert.equal(await black.locator('.sheet li').count(), 0);
        await page.reload();
        await until(async () => (await page.locator('.sheet li').count()) === 1, 'it is kept');
        await page.close();
        await black.close();
    });
}
