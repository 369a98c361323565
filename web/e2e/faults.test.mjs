// Faults that people met: each test failed before it was mended.
import { readFileSync } from 'node:fs';
import { click, drag, key, man, moves, play, playAll, text, toBoard } from './board.mjs';
import { localPages } from './games.mjs';
import { assert, equal, matches, test, until } from './harness.mjs';

export function faults(people, base) {
    const { fresh, done, begin } = localPages(people, base);
    const stands = (page, square, what) => equal(() => man(page, square), what, square);

    test('an illegal gesture says why, by mouse, keyboard and in Arabic', async () => {
        const page = await fresh('board');
        await playAll(page, ['e2e4', 'e7e5']);
        const why = (pattern) => matches(() => text(page, '.why'), pattern, 'why not');
        await drag(page, 'g1', 'g3');
        await why(/knight|N[\s\S]*3\.6/i);
        await stands(page, 'g1', 'white knight');
        await play(page, 'f1', 'h3');
        await why(/Article 3\./);
        await toBoard(page);
        await key(page, 'a1', 'a5');
        await why(/a2|Article/);
        await matches(() => text(page, '[role=alert].away'), /a2|\./, 'said');
        // The next move takes the words away.
        await page.keyboard.press('Escape');
        await playAll(page, ['g1f3']);
        await equal(() => page.locator('.why').count(), 0, 'words left');
        await done(page);
        const arabic = await fresh('analysis', { language: 'ar' });
        await drag(arabic, 'e2', 'e5');
        await matches(() => text(arabic, '.why'), /[\u0600-\u06ff]{3}/, 'why not, in Arabic');
        await done(arabic);
    });

    test('a wrong claim of the flag is no offer of a draw; one of repetition is', async () => {
        const page = await fresh('board');
        await begin(page, { mode: 'As over the board', control: '5+0' });
        await play(page, 'e2', 'e4');
        await page.getByRole('button', { name: 'Claim the flag' }).click();
        const said = () => text(page, '.panel [role=status]');
        await matches(said, /claim of .* is not correct/, 'the ruling');
        assert.doesNotMatch(await said(), /draw offer/);
        // A ruling is news until the next move.
        await page.locator('.actions .press').click();
        await play(page, 'e7', 'e5');
        await until(async () => !/not correct/.test(await said()), 'the old ruling is gone');
        await page.locator('.actions .press').click();
        await page.getByRole('button', { name: 'Threefold repetition' }).click();
        await page.getByRole('button', { name: 'Claim on this position' }).click();
        await matches(said, /not correct\. It stands as a draw offer/, 'the ruling');
        await done(page);
    });

    test('desk: a new sheet has no ruling; a ruling that contradicts another says so', async () => {
        const page = await fresh('arbiter');
        const sheet = page.getByLabel('Moves on the sheet');
        await sheet.fill('1. e4 e5 2. Nf3');
        await page.getByRole('button', { name: 'Flag of White' }).click();
        const ruling = (pattern) => matches(() => text(page, '.ruling'), pattern, 'the ruling');
        await ruling(/Black wins/);
        await page.getByRole('button', { name: 'Flag of Black' }).click();
        await ruling(/White wins[\s\S]*replaces an earlier ruling[\s\S]*Black wins/);
        await matches(() => text(page, 'ol li .replaced'), /Replaced:[\s\S]*Black wins/, 'the log');
        await sheet.fill('1. e4 e5 2. Nf3 Nc6');
        await equal(() => page.locator('.ruling').count(), 0, 'rulings on another sheet');
        await page.getByRole('button', { name: 'Flag of White' }).click();
        await ruling(/Black wins/);
        assert.doesNotMatch(await text(page, '.ruling'), /replaces/);
        await done(page);
    });

    test('"Copied" is said for a while only', async () => {
        const page = await fresh('analysis');
        await page.getByRole('button', { name: 'Copy FEN' }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        await page.getByRole('button', { name: 'Copy FEN' }).waitFor();
        await done(page);
    });

    test('a picture has the set, the colours and the arrows that are seen', async () => {
        const page = await fresh('analysis', { pieceSet: 'cburnett', boardTheme: 'wood' });
        const saved = async () => {
            const [file] = await Promise.all([
                page.waitForEvent('download'),
                page.getByRole('button', { name: 'SVG', exact: true }).click(),
            ]);
            return readFileSync(await file.path(), 'utf8');
        };
        await playAll(page, ['e2e4']);
        const plain = await saved();
        assert.match(plain, /#b58a63/);
        assert.equal(plain.split('<svg ').length, 34);
        assert.ok(!plain.includes('opacity="0.75"'));
        const box = await page.locator('.board').first().boundingBox();
        const at = (file, rank) => [
            box.x + ((file + 0.5) * box.width) / 8,
            box.y + ((7.5 - rank) * box.height) / 8,
        ];
        await page.mouse.move(...at(6, 0));
        await page.mouse.down({ button: 'right' });
        await page.mouse.move(...at(5, 2), { steps: 4 });
        await page.mouse.up({ button: 'right' });
        await until(async () => (await saved()).includes('opacity="0.75"'), 'the arrow');
        await page.evaluate(() => {
            const kept = JSON.parse(localStorage.getItem('hakam.settings'));
            localStorage.setItem('hakam.settings', JSON.stringify({ ...kept, pieceSet: 'plain' }));
        });
        await page.reload();
        await page.waitForSelector('.board');
        const other = await saved();
        assert.match(other, /#fdfcf8/);
        assert.ok(!plain.includes('#fdfcf8'));
        await done(page);
    });

    test('analysis: a game of 1989 is judged by the laws of its day, and its link says so', async () => {
        const page = await fresh('analysis');
        // 75 moves of each side without capture or pawn move; the game goes on in the laws of 1989.
        const round = ['Nf3', 'Nf6', 'Nc3', 'Nc6', 'Ng1', 'Ng8', 'Nb1', 'Nb8'];
        const list = Array.from({ length: 152 }, (_, i) => round[i % 8]);
        const body = list.map((m, i) => (i % 2 ? m : `${i / 2 + 1}. ${m}`)).join(' ');
        await page
            .getByLabel('Paste a FEN or a PGN')
            .fill(`[White "A"]\n[Black "B"]\n[Date "1989.06.??"]\n\n${body} *`);
        await page.getByRole('button', { name: 'Open', exact: true }).click();
        await page.getByRole('button', { name: 'To the end' }).click();
        const verdict = () => text(page, '.sentence');
        await matches(verdict, /Fifth|75/i, 'by the laws of today');
        await page.getByText('Under which laws').click();
        await page.getByRole('button', { name: /As on the day of the game: 1989/ }).click();
        await matches(verdict, /claim|goes on|to move/i, 'by the laws of 1989');
        await matches(() => page.url(), /rules=fide-1989/, 'the address');
        await page.reload();
        await matches(verdict, /claim|goes on|to move/i, 'after a reload');
        await done(page);
    });

    test('the books of laws have Arabic names', async () => {
        const page = await fresh('arbiter', { language: 'ar' });
        const names = await page.locator('select').nth(2).locator('option').allInnerTexts();
        assert.ok(names.length > 60, `${names.length} books`);
        for (const name of names) assert.match(name, /[\u0600-\u06ff]{3}/);
        await done(page);
    });

    test('analysis: a text of 2,480 games is listed whole and searched', async () => {
        const page = await fresh('analysis');
        const many = Array.from(
            { length: 2480 },
            (_, i) =>
                `[Event "E"]\n[White "Player ${i + 1}"]\n[Black "Other"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n`,
        ).join('\n');
        await page.locator('input[type=file]').setInputFiles({
            name: 'many.pgn',
            mimeType: 'text/plain',
            buffer: Buffer.from(many),
        });
        await matches(() => text(page, '.games'), /2480 games/, 'how many');
        assert.ok((await page.locator('.games .box button').count()) < 40);
        await page.locator('.games input').fill('player 2480');
        await page.locator('.games .box button').click();
        await matches(() => text(page, '.panel h2'), /Player 2480/, 'the title');
        await equal(() => moves(page), ['e4', 'e5', 'Nf3'], 'the moves');
        await done(page);
    });

    test('a book that is not known is refused, not taken for that of today', async () => {
        const page = await fresh('analysis?rules=nonsense');
        await matches(() => text(page, '.sentence'), /White to move|goes on|play/i, 'a verdict');
        await click(page, 'e2');
        await done(page);
    });
}
