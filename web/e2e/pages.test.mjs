// The clock, offline use, the single acts at the board, annotated games, and what the build promises.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { click, man, moves, play, playAll, text } from './board.mjs';
import { dist, open, settled } from './browser.mjs';
import { localPages } from './games.mjs';
import { assert, equal, matches, test, until } from './harness.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));

export function more(people, files) {
    const { at, fresh, done, begin, ends } = localPages(people, files.url);
    const stands = (page, square, what) => equal(() => man(page, square), what, square);
    const score = (page, list) => equal(() => moves(page), list, 'the score');

    const clock = async (control) => {
        const page = await fresh('clock');
        await page.locator('.bar bdi').click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Time control').selectOption('custom');
        await dialog.getByLabel('Minutes + seconds', { exact: false }).fill(control);
        await dialog.getByRole('button', { name: 'Set the clock' }).click();
        await dialog.waitFor({ state: 'detached' });
        return page;
    };
    const shown = async (page, side) => {
        const text = await page.locator(`.half.${side} .time`).innerText();
        const [m, s] = text.split(':').map(Number);
        return 60 * m + s;
    };
    const runs = (page, side) => page.locator(`.half.${side}.running`).waitFor();

    // Delays and gifts are longer here than any machine needs for the test.
    test('clock: a delay is free of charge', async () => {
        const page = await clock('G/2;d3600');
        await page.locator('.half.black').click();
        await runs(page, 'white');
        // Longer than the second a clock without delay would have counted down.
        await page.waitForTimeout(1_300);
        await runs(page, 'white');
        assert.equal(await shown(page, 'white'), 120);
        await done(page);
    });
    test('clock: Bronstein gives back what was used, up to its seconds', async () => {
        const page = await clock('2 b3600');
        await page.locator('.half.black').click();
        await runs(page, 'white');
        await until(async () => (await shown(page, 'white')) < 120, 'time is charged');
        await page.locator('.half.white').click();
        await runs(page, 'black');
        await equal(() => shown(page, 'white'), 120, 'given back');
        await done(page);
    });
    test('clock: an hourglass gives one side what the other uses', async () => {
        const page = await clock('hourglass 2');
        await page.locator('.half.black').click();
        await runs(page, 'white');
        await until(async () => (await shown(page, 'black')) > 120, 'the other side gains');
        await until(async () => (await shown(page, 'white')) < 120, 'this side loses');
        await done(page);
    });

    test('offline: the app opens and a game is played with the network cut', async () => {
        const page = await fresh('board', {}, { offline: true });
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
        await until(
            () => page.evaluate(async () => (await caches.keys()).length > 0),
            'the application is kept',
        );
        await until(
            () =>
                page.evaluate(async () => {
                    const list = await (await fetch('./files.json')).json();
                    const kept = await Promise.all(list.map((file) => caches.match(file)));
                    return kept.every(Boolean);
                }),
            'every file is kept',
        );
        files.cut(true);
        try {
            await page.reload();
            await page.waitForSelector('.board');
            await playAll(page, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
            await ends(page, /0-1[\s\S]*Checkmate/);
            await page.goto(at('analysis'));
            await page.waitForSelector('.board');
            await page.goto(at('clock'));
            await page.waitForSelector('.half');
        } finally {
            files.cut(false);
        }
        await page.close();
    });

    test('over the board: castling and a capture by single acts', async () => {
        const page = await fresh('board');
        await begin(page, {
            fen: 'r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1',
            mode: 'As over the board',
            control: '5+0',
        });
        await page.getByText('Single acts').click();
        const press = () => page.locator('.actions .press').click();
        await play(page, 'e1', 'g1');
        await stands(page, 'g1', 'white king');
        await stands(page, 'h1', 'white rook');
        await play(page, 'h1', 'f1');
        await stands(page, 'f1', 'white rook');
        await press();
        await score(page, ['O-O']);
        // Black takes: the captured man first, then his own.
        await page.getByRole('radio', { name: 'Take off the board' }).check();
        await click(page, 'a1');
        await stands(page, 'a1', '');
        await play(page, 'a8', 'a1');
        await stands(page, 'a1', 'black rook');
        await press();
        await matches(async () => (await moves(page))[1] ?? '', /^Rxa1/, 'the capture');
        await done(page);
    });

    test('over the board: a touched man is claimed, adjusting is not touching', async () => {
        const page = await fresh('board');
        await begin(page, { mode: 'As over the board', control: '5+0' });
        await page.getByRole('button', { name: /adoube/i }).click();
        await click(page, 'g1');
        await click(page, 'g1');
        await click(page, 'b1');
        await click(page, 'b1');
        await play(page, 'e2', 'e4');
        await page.locator('.actions .press').click();
        await page.getByText('More claims').click();
        await page.getByRole('button', { name: 'Claim touch-move' }).click();
        await click(page, 'b1');
        await matches(() => text(page, '.panel'), /Touch-move|touched piece/i, 'the ruling');
        await done(page);
    });

    test('analysis: variations and comments are shown, changed, and written again', async () => {
        const page = await fresh('analysis');
        await page
            .getByLabel('Paste a FEN or a PGN')
            .fill('[White "A"]\n\n1. e4 {best} e5 (1... c5! 2. Nf3 {open}) 2. Nf3 Nc6 *');
        await page.getByRole('button', { name: 'Open', exact: true }).click();
        await score(page, ['e4', 'e5', 'c5!', 'Nf3', 'Nf3', 'Nc6']);
        await matches(() => text(page, '.moves'), /best[\s\S]*open/, 'the comments');
        await page.locator('.variation button').first().click();
        await stands(page, 'c5', 'black pawn');
        // Another answer makes another variation; then the line becomes the main one.
        await playAll(page, ['d2d4']);
        await page.getByText('Comment and line').click();
        await page.getByLabel('Comment on this move').fill('sharper');
        await page.getByRole('button', { name: '!?', exact: true }).click();
        await page.getByRole('button', { name: 'Make it the main line' }).click();
        await page.getByRole('button', { name: 'Copy PGN' }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        const pgn = await page.evaluate(() => navigator.clipboard.readText());
        assert.match(
            pgn.replace(/\s+/g, ' '),
            /1\. e4 \{best\} 1\.\.\. c5 \$1 \(1\.\.\. e5 2\. Nf3 Nc6\) 2\. d4 \$5 \{sharper\} \(2\. Nf3 \{open\}\) \*/,
        );
        await page.getByRole('button', { name: 'Remove from here on' }).click();
        await until(async () => (await moves(page)).length === 6, 'the move is gone');
        await done(page);
    });

    test('own move is painted at once', async () => {
        const page = await fresh('board');
        const times = [];
        for (const move of ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1c4']) {
            await click(page, move.slice(0, 2));
            await page.evaluate((square) => {
                const now = { frames: 0 };
                globalThis.painted = new Promise((resolve) => {
                    const cell = () =>
                        document
                            .querySelector(`.board [data-square="${square}"]`)
                            .getAttribute('aria-label')
                            .includes(',');
                    const look = () => {
                        now.frames += 1;
                        // After this frame's other callbacks: what is drawn with it.
                        queueMicrotask(() => {
                            const there = [
                                ...document.querySelectorAll('cg-board square.last-move'),
                            ].some((e) => e.cgKey === square && e.style.display !== 'none');
                            if (there && cell())
                                resolve({ ...now, ms: performance.now() - now.at });
                            else requestAnimationFrame(look);
                        });
                    };
                    document.addEventListener(
                        'mousedown',
                        () => {
                            now.at = performance.now();
                            requestAnimationFrame(look);
                        },
                        { capture: true, once: true },
                    );
                });
            }, move.slice(2));
            await click(page, move.slice(2));
            times.push(await page.evaluate(() => globalThis.painted));
        }
        // How long it takes is the machine's affair, and is told.
        const each = times.map((t) => `${t.frames}/${t.ms.toFixed(0)} ms`);
        console.log(`     own move, frames and time: ${each.join(', ')}`);
        await done(page);
    });

    test('first load: at most 90 KB of script and 120 KB of core', async () => {
        const page = await open(await people.person(), at(''), { language: 'ar' });
        await settled(page);
        await page.waitForLoadState('networkidle');
        const loaded = await page.evaluate(() =>
            performance.getEntriesByType('resource').map((e) => new URL(e.name).pathname),
        );
        const size = (ending) =>
            [...new Set(loaded)]
                .filter((name) => name.endsWith(ending) && name.includes('/assets/'))
                .reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name))).length, 0);
        console.log(`     ${size('.js')} bytes of script, ${size('.wasm')} of core`);
        assert.ok(size('.js') > 0 && size('.js') <= 90 * 1024);
        assert.ok(size('.wasm') > 0 && size('.wasm') <= 120 * 1024);
        await page.close();
    });

    test('the build fails on words that are missing, unused, or have other places', () => {
        const folder = mkdtempSync(join(tmpdir(), 'hakam-words-'));
        try {
            cpSync(join(top, 'data/laws'), join(folder, 'data/laws'), { recursive: true });
            for (const part of ['src', 'words', 'scripts']) {
                cpSync(join(top, 'web', part), join(folder, 'web', part), { recursive: true });
            }
            const build = () =>
                spawnSync('node', [join(folder, 'web/scripts/words.mjs')], { encoding: 'utf8' });
            assert.equal(build().status, 0);
            const path = join(folder, 'web/words/ar.json');
            const whole = readFileSync(path, 'utf8');
            for (const [change, fault] of [
                [(w) => delete w['play.your_turn'], /play\.your_turn: missing in ar/],
                [(w) => (w['no.such_key'] = 'x'), /no\.such_key: not used/],
                [(w) => (w['play.to_move'] = 'x'), /play\.to_move: ar has \{places\}/],
                [(w) => delete w['list.plies'].few, /list\.plies: no form "few" in ar/],
            ]) {
                const words = JSON.parse(whole);
                change(words);
                writeFileSync(path, JSON.stringify(words));
                const { status, stderr } = build();
                assert.equal(status, 1);
                assert.match(stderr, fault);
            }
        } finally {
            rmSync(folder, { recursive: true, force: true });
        }
    });
}
