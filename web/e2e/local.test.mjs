// Pages that need no server: the board of two people, analysis, the desk, the clock.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { click, drag, key, man, moves, play, playAll, text, toBoard } from './board.mjs';
import { drawn, settled } from './browser.mjs';
import { localPages } from './games.mjs';
import { assert, equal, matches, test, until } from './harness.mjs';

const axeSource = readFileSync(
    createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
    'utf8',
);

export async function axe(page, what) {
    // What is half faded in has not yet its colours.
    await settled(page);
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

export function local(people, base) {
    const { at, fresh, done, begin, ends } = localPages(people, base);
    const panel = (page, pattern) => matches(() => text(page, '.panel'), pattern, 'the panel');
    const stands = (page, square, what) => equal(() => man(page, square), what, square);
    const score = (page, list) => equal(() => moves(page), list, 'the score');

    test('hot-seat: a whole game by mouse, with drag and click', async () => {
        const page = await fresh('board');
        await drag(page, 'e2', 'e4');
        await score(page, ['e4']);
        await playAll(page, ['e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7']);
        await score(page, ['e4', 'e5', 'Qh5', 'Nc6', 'Bc4', 'Nf6', 'Qxf7#']);
        await ends(page, /1-0/);
        await ends(page, /Checkmate\. White wins\./);
        await ends(page, /Articles? 5\.1\.1/);
        await done(page);
    });

    test('hot-seat: a whole game by keyboard alone', async () => {
        const page = await fresh('board');
        // Tab leads to one square of the board; from there two keys name any square.
        await toBoard(page);
        for (const [i, move] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries()) {
            await key(page, move.slice(0, 2), move.slice(2));
            await until(async () => (await moves(page)).length === i + 1, `by keys: ${move}`);
        }
        await ends(page, /0-1[\s\S]*Checkmate\. Black wins\./);
        await matches(() => text(page, '[role=alert].away'), /Checkmate/, 'said');
        await done(page);
    });

    test('hot-seat: arrow keys, Escape and the names of squares', async () => {
        const page = await fresh('board', { announcements: 'full' });
        await page.locator('[data-square="e2"]').focus();
        await stands(page, 'e2', 'white pawn');
        await page.keyboard.press('Enter');
        for (const [square, words] of [
            ['e2', /selected/],
            ['e4', /can go here/],
        ]) {
            const cell = page.locator(`[data-square="${square}"]`);
            await matches(() => cell.getAttribute('aria-label'), words, square);
        }
        await page.keyboard.press('Escape');
        await stands(page, 'e2', 'white pawn');
        await page.keyboard.press('Enter');
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Enter');
        await score(page, ['e4']);
        const said = () => page.locator('[role=status].away').innerText();
        await equal(said, 'White: pawn from e2 to e4', 'said');
        await done(page);
    });

    test('hot-seat: in Arabic, moves typed with Arabic letters', async () => {
        const page = await fresh('board', { language: 'ar' });
        await equal(() => page.evaluate(() => document.documentElement.dir), 'rtl', 'the page');
        assert.equal(
            await page.evaluate(() => getComputedStyle(document.querySelector('.board')).direction),
            'ltr',
        );
        const entry = page.getByLabel('اكتب نقلة');
        for (const [i, move] of ['e4', 'e5', 'وh5', 'حc6', 'فc4', 'حf6', 'وxf7'].entries()) {
            await entry.fill(move);
            await entry.press('Enter');
            await until(async () => (await moves(page)).length === i + 1, `typed: ${move}`);
        }
        await ends(page, /كش مات/);
        await done(page);
    });

    test('hot-seat: Uzbek, both scripts', async () => {
        for (const [person, language, mate] of [
            [0, 'uz-Cyrl', /Мот\. Оқлар ғалаба қозонди/],
            [1, 'uz-Latn', /Mot\. Oqlar gʻalaba qozondi/],
        ]) {
            const page = await fresh('board', { language }, { person });
            await playAll(page, ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7']);
            await ends(page, mate);
            await done(page);
        }
    });

    test('hot-seat: castling by two squares, and onto the rook only if wished', async () => {
        const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
        let page = await fresh('board');
        await begin(page, { fen });
        await play(page, 'e1', 'h1');
        assert.deepEqual(await moves(page), []);
        await playAll(page, ['e1g1']);
        await score(page, ['O-O']);
        await stands(page, 'f1', 'white rook');
        await done(page);
        page = await fresh('board', { rookCastle: true });
        await begin(page, { fen });
        await playAll(page, ['e1a1']);
        await score(page, ['O-O-O']);
        await done(page);
    });

    test('hot-seat: castling in Chess960, king onto rook', async () => {
        const page = await fresh('board');
        await begin(page, { number: 0 });
        await stands(page, 'h1', 'white rook');
        await begin(page, { fen: '1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1' });
        await playAll(page, ['c1b1']);
        await score(page, ['O-O-O']);
        await stands(page, 'c1', 'white king');
        await stands(page, 'd1', 'white rook');
        await playAll(page, ['c8b8']);
        await stands(page, 'd8', 'black rook');
        await done(page);
    });

    test('hot-seat: promotion with choice and with a way back', async () => {
        const page = await fresh('board');
        await begin(page, { fen: '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1' });
        await play(page, 'e7', 'e8');
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await stands(page, 'e7', 'white pawn');
        assert.deepEqual(await moves(page), []);
        await play(page, 'e7', 'e8');
        await page.getByRole('button', { name: 'knight' }).click();
        await score(page, ['e8=N+']);
        await done(page);
    });

    test('hot-seat: stalemate', async () => {
        const page = await fresh('board');
        await begin(page, { fen: '7k/8/5KQ1/8/8/8/8/8 w - - 0 1' });
        await playAll(page, ['g6f7']);
        await ends(page, /½-½[\s\S]*Stalemate[\s\S]*5\.2\.1/);
        await done(page);
    });

    test('hot-seat: dead position, with the reason', async () => {
        const page = await fresh('board');
        await begin(page, { fen: '8/8/8/8/8/4k3/8/1rK5 w - - 0 1' });
        await playAll(page, ['c1b1']);
        await ends(page, /½-½[\s\S]*Dead position[\s\S]*5\.2\.2/);
        await page.getByText('Why no mate is possible').click();
        await ends(page, /only its king/);
        await done(page);
    });

    test('in Arabic and Uzbek: reasons and faults are said in the language', async () => {
        const [fen, dead] = ['8/8/8/8/8/4k3/8/1rK5 w - - 0 1', '8/8/8/8/8/5k2/8/5K2 w - - 0 1'];
        for (const [person, language, reason, ask] of [
            [0, 'ar', /الأبيض: لم يبق لهذا الطرف سوى ملكه\.[\s\S]*الأسود: لم يبق/, /المات ممكنًا/],
            [
                1,
                'uz-Cyrl',
                /Оқлар: Бу томонда фақат шоҳ қолган\.[\s\S]*Қоралар: Бу/,
                /мот қила олад/,
            ],
        ]) {
            const page = await fresh(
                `analysis?fen=${encodeURIComponent(fen)}`,
                { language },
                { person },
            );
            await page.getByRole('button', { name: ask }).click();
            await panel(page, language === 'ar' ? /الأبيض: لم يبق/ : /Оқлар: Бу томонда/);
            // So is what is wrong with a FEN.
            await page.locator('.paste textarea').fill('4k3/8/8/8/8/8/8/4K2X w - - 0 1');
            await page.locator('.paste button').click();
            await panel(page, language === 'ar' ? /حرف لا يدل/ : /донани билдирмайдиган/);
            await page.goto(at('board'));
            await settled(page);
            await page.evaluate((start) => {
                const setup = { start, chess960: false, white: '', black: '', mode: 'casual' };
                const commands = [{ at: 0, actor: 'A', type: 'RoundStart', args: {} }];
                addEventListener('pagehide', () =>
                    localStorage.setItem(
                        'hakam.board',
                        JSON.stringify({ setup, commands, now: 0 }),
                    ),
                );
            }, dead);
            await page.reload();
            await page.locator('.end summary').last().click();
            await ends(page, reason);
            await done(page);
        }
    });

    test('hot-seat: threefold claim, wrong and right, in two acts', async () => {
        const page = await fresh('board');
        const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
        await playAll(page, shuffle);
        await page.getByRole('button', { name: 'Threefold repetition' }).click();
        await page.getByRole('button', { name: 'Claim on this position' }).click();
        await panel(page, /is not correct/);
        await page.getByRole('button', { name: 'Decline' }).click();
        await playAll(page, shuffle.slice(0, 3));
        // With the intended move shown on the board.
        await page.getByRole('button', { name: 'Threefold repetition' }).click();
        await play(page, 'f6', 'g8');
        await ends(page, /½-½[\s\S]*Third occurrence[\s\S]*9\.2/);
        await done(page);
    });

    test('hot-seat: flag fall, with and without mating material', async () => {
        const page = await fresh('board');
        await begin(page, { fen: '4k3/8/8/8/8/8/8/4K2R b - - 0 1', control: '0.02+0' });
        await ends(page, /1-0[\s\S]*exceeded the time limit[\s\S]*6\.9/);
        await begin(page, { fen: '4k3/8/8/8/8/8/8/4K2R w - - 0 1', control: '0.02+0' });
        await ends(page, /½-½[\s\S]*(cannot mate|6\.9)/);
        await done(page);
    });

    test('hot-seat: draw offer, resignation with question, takeback', async () => {
        const page = await fresh('board');
        await playAll(page, ['e2e4', 'e7e5']);
        await page.getByRole('button', { name: 'Take back' }).click();
        await score(page, ['e4']);
        await page.getByRole('button', { name: 'Offer a draw' }).click();
        await page.getByRole('button', { name: 'Decline' }).click();
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('button', { name: 'Play on' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await drawn(page);
        assert.equal(await page.locator('.end').count(), 0);
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('button', { name: 'Yes, resign' }).click();
        await ends(page, /1-0[\s\S]*Black resigns/);
        await done(page);
    });

    test('hot-seat: touch-move binds, adjusting does not', async () => {
        const page = await fresh('board');
        await begin(page, { touch: true });
        await page.getByRole('button', { name: /adoube/i }).click();
        await click(page, 'g1');
        await drawn(page);
        assert.equal(await page.locator('.panel').getByText('must be moved').count(), 0);
        await click(page, 'b1');
        await panel(page, /piece on b1 must be moved/);
        await play(page, 'e2', 'e4');
        assert.deepEqual(await moves(page), []);
        await playAll(page, ['b1c3']);
        await done(page);
    });

    test('hot-seat: over the board an illegal move can be made, pressed and claimed', async () => {
        const page = await fresh('board');
        await begin(page, { mode: 'As over the board', control: '5+0' });
        await play(page, 'e2', 'e5');
        await stands(page, 'e5', 'white pawn');
        await page.locator('.actions .press').click();
        await page.getByRole('button', { name: 'Claim an illegal move' }).click();
        await panel(page, /Illegal move by White/);
        await stands(page, 'e2', 'white pawn');
        await matches(() => text(page, '.table'), /1 illegal move/, 'the count');
        await done(page);
    });

    test('hot-seat: over the board a click on another own man takes that man up', async () => {
        const page = await fresh('board');
        await begin(page, { mode: 'As over the board' });
        await click(page, 'e2');
        await click(page, 'd2');
        await click(page, 'd4');
        await stands(page, 'd4', 'white pawn');
        await stands(page, 'e2', 'white pawn');
        await done(page);
    });

    test('the game on the board is there again after a reload', async () => {
        const page = await fresh('board');
        await playAll(page, ['e2e4', 'c7c5']);
        await page.reload();
        await score(page, ['e4', 'c5']);
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
        const openIt = page.getByRole('button', { name: 'Open', exact: true });
        await paste.fill('4k3/8/8/8/8/8/8/4K2X w - - 0 1');
        await openIt.click();
        await matches(() => text(page, '[role=alert]:not(.away)'), /'X'|X is|letter/, 'the fault');
        await paste.fill('8/8/8/8/8/5k2/8/5K2 w - - 0 1');
        await openIt.click();
        await matches(() => text(page, '.sentence'), /Dead position/, 'the verdict');
        await paste.fill(
            '[White "Adams"]\n[Black "Torre"]\n\n1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 Nc6 *',
        );
        await openIt.click();
        await matches(() => text(page, '.panel h2'), /Adams – Torre/, 'the title');
        await page.getByRole('button', { name: 'To the end' }).click();
        await until(async () => (await moves(page)).length === 8, 'the moves');
        await page.getByRole('button', { name: 'Can each side still mate?' }).click();
        await panel(page, /White can still mate/);
        await done(page);
    });

    test('analysis: it is there again after a reload, and its address shows it to others', async () => {
        const page = await fresh('analysis');
        await page
            .getByLabel('Paste a FEN or a PGN')
            .fill('1. e4 {[%clk 0:05:00] the usual} e5 (1... c5 2. Nf3) 2. Nc3 {[%eval 0.2]} *');
        await page.getByRole('button', { name: 'Open', exact: true }).click();
        await until(async () => (await moves(page)).length === 5, 'the moves');
        const shown = () => text(page, '.score');
        await matches(shown, /0:05:00/, 'the clock');
        await matches(shown, /the usual/, 'the comment');
        assert.doesNotMatch(await shown(), /%|eval/);
        await page.getByRole('button', { name: 'To the end' }).click();
        await page.reload();
        await until(async () => (await moves(page)).length === 5, 'the moves again');
        await matches(shown, /the usual/, 'the comment again');
        await stands(page, 'c3', 'white knight');
        const other = await fresh(page.url().split('#/')[1], {}, { person: 1 });
        await until(async () => (await moves(other)).length === 3, 'the main line');
        await stands(other, 'c3', 'white knight');
        await done(page);
        await done(other);
    });

    test('desk: a Russian sheet, its first illegal move, a claim, a flag', async () => {
        const page = await fresh('arbiter');
        await page.getByLabel('Language of the sheet').selectOption('ru');
        const sheet = page.getByLabel('Moves on the sheet');
        await sheet.fill('1. e4 e5 2. Кf3 Кc6 3. Крe3 a6');
        await matches(() => text(page, '.finding'), /Крe3/, 'the fault');
        await sheet.fill('1. Кf3 Кf6 2. Кg1 Кg8 3. Кf3 Кf6 4. Кg1 Кg8');
        await page.getByRole('button', { name: 'Threefold repetition' }).click();
        const ruling = (pattern) => matches(() => text(page, '.ruling'), pattern, 'the ruling');
        await ruling(/Claim correct/);
        await page.getByRole('button', { name: 'Flag of White' }).click();
        await ruling(/Black wins/);
        const entries = page.locator('ol li', { hasText: 'Claim correct' });
        await equal(() => entries.count(), 1, 'the claim in the log');
        await done(page);
    });

    test('clock: press, pause, increment', async () => {
        const page = await fresh('clock');
        const shown = () => page.locator('.half.white .time').innerText();
        const running = (side) => page.locator(`.half.${side}.running`).waitFor();
        await equal(shown, '5:00', 'at first');
        const start = Date.now();
        await page.locator('.half.black').click();
        await running('white');
        await page.locator('.half.white').click();
        await running('black');
        // Three seconds are added; how much was used first, the machine says.
        const used = Math.ceil((Date.now() - start) / 1_000) + 1;
        await until(async () => {
            const [m, s] = (await shown()).split(':').map(Number);
            const left = 60 * m + s;
            return (left <= 303 && left >= 303 - used) || `${left} s left, ${used} s used`;
        }, 'the increment');
        await page.getByRole('button', { name: 'Pause' }).click();
        await equal(() => page.locator('.half.running').count(), 0, 'running after Pause');
        await page.getByRole('button', { name: 'Reset' }).click();
        await equal(shown, '5:00', 'after Reset');
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
            const page = await fresh(hash, settings);
            await axe(page, `${hash} ${JSON.stringify(settings)}`);
            await done(page);
        }
        const page = await fresh('board');
        await playAll(page, ['e2e4']);
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('dialog').waitFor();
        await axe(page, 'the question before resigning');
        await done(page);
    });

    test('narrow screens: nothing is wider than 320 pixels', async () => {
        const page = await fresh('');
        await page.setViewportSize({ width: 320, height: 640 });
        for (const hash of ['', 'board', 'analysis', 'arbiter', 'clock', 'settings']) {
            for (const language of ['en', 'ar', 'uz-Cyrl']) {
                await page.evaluate(
                    (v) => localStorage.setItem('hakam.settings', v),
                    JSON.stringify({ language, sounds: false }),
                );
                await page.goto(at(hash));
                await page.reload();
                await settled(page);
                const lang = await page.evaluate(() => document.documentElement.lang);
                assert.equal(lang, language);
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
