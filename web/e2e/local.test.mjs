// Pages that need no server: the board of two people, analysis, the desk, the clock.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { click, drag, key, man, moves, play, playAll } from './board.mjs';
import { open } from './browser.mjs';
import { localPages } from './games.mjs';
import { assert, test, until } from './harness.mjs';

const axeSource = readFileSync(
    createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
    'utf8',
);

export async function axe(page, what) {
    await page.evaluate(axeSource);
    const found = await page.evaluate(async () => {
        const { violations } = await globalThis.axe.run(document, {
            resultTypes: ['violations'],
        });
        return violations
            .filter((v) => v.impact === 'serious' || v.impact === 'critical')
            .map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`);
    });
    assert.deepEqual(found, [], `axe on ${what}`);
}

export function local(context, base) {
    const { at, fresh, done, begin, ending } = localPages(context, base);

    test('hot-seat: a whole game by mouse, with drag and click', async () => {
        const page = await fresh('board');
        await drag(page, 'e2', 'e4');
        await until(async () => (await moves(page)).length === 1, 'the first move');
        await playAll(page, ['e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7']);
        assert.deepEqual(await moves(page), ['e4', 'e5', 'Qh5', 'Nc6', 'Bc4', 'Nf6', 'Qxf7#']);
        const end = await ending(page);
        assert.match(end, /1-0/);
        assert.match(end, /Checkmate\. White wins\./);
        assert.match(end, /Articles? 5\.1\.1/);
        await done(page);
    });

    test('hot-seat: a whole game by keyboard alone', async () => {
        const page = await fresh('board');
        // Tab leads to one square of the board; from there two keys name any square.
        for (let i = 0; i < 30; i += 1) {
            await page.keyboard.press('Tab');
            if (await page.evaluate(() => document.activeElement?.role === 'gridcell')) break;
        }
        for (const [i, move] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries()) {
            await key(page, move.slice(0, 2), move.slice(2));
            await until(async () => (await moves(page)).length === i + 1, `by keys: ${move}`);
        }
        assert.match(await ending(page), /0-1[\s\S]*Checkmate\. Black wins\./);
        const said = await page.locator('[role=alert].away').innerText();
        assert.match(said, /Checkmate/);
        await done(page);
    });

    test('hot-seat: arrow keys, Escape and the names of squares', async () => {
        const page = await fresh('board', { announcements: 'full' });
        await page.locator('[data-square="e2"]').focus();
        assert.equal(await man(page, 'e2'), 'white pawn');
        await page.keyboard.press('Enter');
        for (const [square, words] of [
            ['e2', /selected/],
            ['e4', /can go here/],
        ]) {
            const cell = page.locator(`[data-square="${square}"]`);
            await until(
                async () => words.test(await cell.getAttribute('aria-label')),
                `${square} is ${words}`,
            );
        }
        await page.keyboard.press('Escape');
        await until(async () => (await man(page, 'e2')) === 'white pawn', 'Escape lets go');
        await page.keyboard.press('Enter');
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Enter');
        await until(async () => (await moves(page)).length === 1, 'e4');
        assert.equal(
            await page.locator('[role=status].away').innerText(),
            'White: pawn from e2 to e4',
        );
        await done(page);
    });

    test('hot-seat: in Arabic, moves typed with Arabic letters', async () => {
        const page = await fresh('board', { language: 'ar' });
        assert.equal(await page.evaluate(() => document.documentElement.dir), 'rtl');
        assert.equal(
            await page.evaluate(() => getComputedStyle(document.querySelector('.board')).direction),
            'ltr',
        );
        const entry = page.getByLabel('اكتب نقلة');
        for (const move of ['e4', 'e5', 'وh5', 'حc6', 'فc4', 'حf6', 'وxf7']) {
            await entry.fill(move);
            await entry.press('Enter');
        }
        await until(async () => (await moves(page)).length === 7, 'seven moves');
        assert.match(await ending(page), /كش مات/);
        await done(page);
    });

    test('hot-seat: Uzbek, both scripts', async () => {
        for (const [language, mate] of [
            ['uz-Cyrl', /Мот\. Оқлар ғалаба қозонди/],
            ['uz-Latn', /Mot\. Oqlar gʻalaba qozondi/],
        ]) {
            const page = await fresh('board', { language });
            await playAll(page, ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7']);
            assert.match(await ending(page), mate);
            await done(page);
        }
    });

    test('hot-seat: castling by two squares, and onto the rook only if wished', async () => {
        const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
        let page = await fresh('board');
        await begin(page, { fen });
        await play(page, 'e1', 'h1');
        assert.equal((await moves(page)).length, 0);
        await playAll(page, ['e1g1']);
        assert.deepEqual(await moves(page), ['O-O']);
        assert.equal(await man(page, 'f1'), 'white rook');
        await done(page);
        page = await fresh('board', { rookCastle: true });
        await begin(page, { fen });
        await playAll(page, ['e1a1']);
        assert.deepEqual(await moves(page), ['O-O-O']);
        await done(page);
    });

    test('hot-seat: castling in Chess960, king onto rook', async () => {
        const page = await fresh('board');
        await begin(page, { number: 0 });
        assert.equal(await man(page, 'h1'), 'white rook');
        await begin(page, { fen: '1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1' });
        await playAll(page, ['c1b1']);
        assert.deepEqual(await moves(page), ['O-O-O']);
        assert.equal(await man(page, 'c1'), 'white king');
        assert.equal(await man(page, 'd1'), 'white rook');
        await playAll(page, ['c8b8']);
        assert.equal(await man(page, 'd8'), 'black rook');
        await done(page);
    });

    test('hot-seat: promotion with choice and with a way back', async () => {
        const page = await fresh('board');
        await begin(page, { fen: '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1' });
        await play(page, 'e7', 'e8');
        await page.getByRole('button', { name: 'Cancel' }).click();
        assert.equal(await man(page, 'e7'), 'white pawn');
        await play(page, 'e7', 'e8');
        await page.getByRole('button', { name: 'knight' }).click();
        await until(async () => (await moves(page))[0] === 'e8=N+', 'the promotion');
        await done(page);
    });

    test('hot-seat: stalemate', async () => {
        const page = await fresh('board');
        await begin(page, { fen: '7k/8/5KQ1/8/8/8/8/8 w - - 0 1' });
        await playAll(page, ['g6f7']);
        assert.match(await ending(page), /½-½[\s\S]*Stalemate[\s\S]*5\.2\.1/);
        await done(page);
    });

    test('hot-seat: dead position, with the reason', async () => {
        const page = await fresh('board');
        await begin(page, { fen: '8/8/8/8/8/4k3/8/1rK5 w - - 0 1' });
        await playAll(page, ['c1b1']);
        assert.match(await ending(page), /½-½[\s\S]*Dead position[\s\S]*5\.2\.2/);
        await page.getByText('Why no mate is possible').click();
        assert.match(await ending(page), /only its king/);
        await done(page);
    });

    test('hot-seat: threefold claim, wrong and right, in two acts', async () => {
        const page = await fresh('board');
        const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
        await playAll(page, shuffle);
        await page.getByRole('button', { name: 'Threefold repetition' }).click();
        await page.getByRole('button', { name: 'Claim on this position' }).click();
        await until(
            async () => (await page.locator('.panel').innerText()).includes('is not correct'),
            'the refusal',
        );
        await page.getByRole('button', { name: 'Decline' }).click();
        await playAll(page, shuffle.slice(0, 3));
        // With the intended move shown on the board.
        await page.getByRole('button', { name: 'Threefold repetition' }).click();
        await play(page, 'f6', 'g8');
        await until(async () => (await page.locator('.end').count()) === 1, 'the draw');
        assert.match(await ending(page), /½-½[\s\S]*Third occurrence[\s\S]*9\.2/);
        await done(page);
    });

    test('hot-seat: flag fall, with and without mating material', async () => {
        const page = await fresh('board');
        await begin(page, { fen: '4k3/8/8/8/8/8/8/4K2R b - - 0 1', control: '0.02+0' });
        await until(async () => (await page.locator('.end').count()) === 1, 'the flag', 6_000);
        assert.match(await ending(page), /1-0[\s\S]*exceeded the time limit[\s\S]*6\.9/);
        await begin(page, { fen: '4k3/8/8/8/8/8/8/4K2R w - - 0 1', control: '0.02+0' });
        await until(async () => /½-½/.test(await ending(page).catch(() => '')), 'the draw', 6_000);
        assert.match(await ending(page), /cannot mate|6\.9/);
        await done(page);
    });

    test('hot-seat: draw offer, resignation with question, takeback', async () => {
        const page = await fresh('board');
        await playAll(page, ['e2e4', 'e7e5']);
        await page.getByRole('button', { name: 'Take back' }).click();
        await until(async () => (await moves(page)).length === 1, 'one move');
        await page.getByRole('button', { name: 'Offer a draw' }).click();
        await page.getByRole('button', { name: 'Decline' }).click();
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('button', { name: 'Play on' }).click();
        assert.equal(await page.locator('.end').count(), 0);
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('button', { name: 'Yes, resign' }).click();
        assert.match(await ending(page), /1-0[\s\S]*Black resigns/);
        await done(page);
    });

    test('hot-seat: touch-move binds, adjusting does not', async () => {
        const page = await fresh('board');
        await begin(page, { touch: true });
        await page.getByRole('button', { name: /adoube/i }).click();
        await click(page, 'g1');
        assert.equal(await page.locator('.panel').getByText('must be moved').count(), 0);
        await click(page, 'b1');
        await until(
            async () =>
                (await page.locator('.panel').innerText()).includes('piece on b1 must be moved'),
            'the duty',
        );
        await play(page, 'e2', 'e4');
        assert.equal((await moves(page)).length, 0);
        await playAll(page, ['b1c3']);
        await done(page);
    });

    test('hot-seat: over the board an illegal move can be made, pressed and claimed', async () => {
        const page = await fresh('board');
        await begin(page, { mode: 'As over the board', control: '5+0' });
        await play(page, 'e2', 'e5');
        await until(async () => (await man(page, 'e5')) === 'white pawn', 'the man stands there');
        await page.locator('.actions .press').click();
        await page.getByRole('button', { name: 'Claim an illegal move' }).click();
        await until(
            async () =>
                (await page.locator('.panel').innerText()).includes('Illegal move by White'),
            'the ruling',
        );
        await until(async () => (await man(page, 'e2')) === 'white pawn', 'the man is back');
        assert.match(await page.locator('.table').innerText(), /1 illegal move/);
        await done(page);
    });

    test('the game on the board is there again after a reload', async () => {
        const page = await fresh('board');
        await playAll(page, ['e2e4', 'c7c5']);
        await page.reload();
        await page.waitForSelector('.board');
        assert.deepEqual(await moves(page), ['e4', 'c5']);
        const [saved] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: 'Save PGN' }).click(),
        ]);
        assert.match(readFileSync(await saved.path(), 'utf8'), /\[Result "\*"\]\s+1\. e4 c5 \*/);
        await done(page);
    });

    test('analysis: FEN with its faults, PGN, verdicts, mate proof', async () => {
        const page = await fresh('analysis');
        const paste = page.getByLabel('Paste a FEN or a PGN');
        const openIt = page.getByRole('button', { name: 'Open' });
        await paste.fill('4k3/8/8/8/8/8/8/4K2X w - - 0 1');
        await openIt.click();
        assert.notEqual(await page.locator('[role=alert]:not(.away)').innerText(), '');
        await paste.fill('8/8/8/8/8/5k2/8/5K2 w - - 0 1');
        await openIt.click();
        await until(
            async () => (await page.locator('.sentence').innerText()).includes('Dead position'),
            'the verdict',
        );
        await paste.fill(
            '[White "Adams"]\n[Black "Torre"]\n\n1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 Nc6 *',
        );
        await openIt.click();
        assert.match(await page.locator('.panel h2').innerText(), /Adams – Torre/);
        await page.getByRole('button', { name: 'To the end' }).click();
        await until(async () => (await moves(page)).length === 8, 'the moves');
        await page.getByRole('button', { name: 'Can each side still mate?' }).click();
        assert.match(await page.locator('.panel').innerText(), /White can still mate/);
        await done(page);
    });

    test('desk: a Russian sheet, its first illegal move, a claim, a flag', async () => {
        const page = await fresh('arbiter');
        await page.evaluate(() => localStorage.removeItem('hakam.desk'));
        await page.reload();
        await page.getByLabel('Language of the sheet').selectOption('ru');
        const sheet = page.getByLabel('Moves on the sheet');
        await sheet.fill('1. e4 e5 2. Кf3 Кc6 3. Крe3 a6');
        await until(
            async () => (await page.locator('.finding').innerText()).includes('Крe3'),
            'the fault',
        );
        await sheet.fill('1. Кf3 Кf6 2. Кg1 Кg8 3. Кf3 Кf6 4. Кg1 Кg8');
        await page.getByRole('button', { name: 'Threefold repetition' }).click();
        assert.match(await page.locator('.ruling').innerText(), /Claim correct/);
        await page.getByRole('button', { name: 'Flag of White' }).click();
        assert.match(await page.locator('.ruling').innerText(), /Black wins/);
        assert.equal(await page.locator('ol li', { hasText: 'Claim correct' }).count(), 1);
        await done(page);
    });

    test('clock: press, pause, delay, flag', async () => {
        const page = await fresh('clock');
        await page.evaluate(() => localStorage.removeItem('hakam.clock'));
        await page.reload();
        await page.waitForSelector('.half');
        assert.equal(await page.locator('.half.white .time').innerText(), '5:00');
        await page.locator('.half.black').click();
        await until(async () => (await page.locator('.half.white.running').count()) === 1, 'white');
        await page.keyboard.press('p').catch(() => {});
        await page.locator('.half.white').click();
        await until(
            async () => (await page.locator('.half.white .time').innerText()) === '5:03',
            'the increment',
        );
        await page.getByRole('button', { name: 'Pause' }).click();
        assert.equal(await page.locator('.half.running').count(), 0);
        await page.getByRole('button', { name: 'Reset' }).click();
        await done(page);
    });

    test('axe: nothing serious or critical on any page', async () => {
        for (const [hash, settings] of [
            ['', {}],
            ['board', {}],
            ['board', { language: 'ar', theme: 'dark' }],
            ['analysis', {}],
            ['arbiter', {}],
            ['arbiter', { language: 'uz-Latn' }],
            ['clock', {}],
            ['settings', { theme: 'dark' }],
            ['settings', {}],
        ]) {
            const page = await open(context, at(hash), settings);
            await page.evaluate(
                (v) => localStorage.setItem('hakam.settings', v),
                JSON.stringify({
                    language: 'en',
                    sounds: false,
                    ...settings,
                }),
            );
            await page.reload();
            await page.waitForSelector('main > *');
            await page.waitForTimeout(300);
            await axe(page, `${hash} ${JSON.stringify(settings)}`);
            await page.close();
        }
        const page = await fresh('board');
        await playAll(page, ['e2e4']);
        await page.getByRole('button', { name: 'Resign' }).click();
        await axe(page, 'the question before resigning');
        await done(page);
    });

    test('narrow screens: nothing is wider than 320 pixels', async () => {
        const page = await open(context, at(''), {});
        await page.setViewportSize({ width: 320, height: 640 });
        for (const hash of ['', 'board', 'analysis', 'arbiter', 'clock', 'settings']) {
            for (const language of ['en', 'ar', 'uz-Cyrl']) {
                await page.evaluate(
                    (v) => localStorage.setItem('hakam.settings', v),
                    JSON.stringify({ language, sounds: false }),
                );
                await page.goto(at(hash));
                await page.reload();
                await page.waitForSelector('main > *');
                await page.waitForTimeout(100);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                assert.ok(wide <= 320, `${hash} in ${language}: ${wide} pixels`);
            }
        }
        await done(page);
    });

    test('the board is a tree of named squares', async () => {
        const page = await fresh('board');
        const tree = await page.evaluate(() => {
            const grid = document.querySelector('[role=grid]');
            return [...grid.querySelectorAll('[role=row]')].map((row) =>
                [...row.querySelectorAll('[role=gridcell]')].map((c) =>
                    c.getAttribute('aria-label'),
                ),
            );
        });
        assert.equal(tree.length, 8);
        assert.equal(tree.flat().length, 64);
        assert.deepEqual(tree[7].slice(3, 6), [
            'd1, white queen',
            'e1, white king',
            'f1, white bishop',
        ]);
        assert.deepEqual(tree[4].slice(0, 2), ['a4', 'b4']);
        await done(page);
    });
}
