// Games on the play server: two browsers, a computer, an arbiter; lost connections, fallen flags.
import { man, moves, play, text } from './board.mjs';
import { serverPages } from './games.mjs';
import { assert, equal, matches, test, until } from './harness.mjs';

export function remote(people, server) {
    const { at, visit, ends, make, join, pair, both, count, done } = serverPages(people, server);
    const stands = (page, square, what) => equal(() => man(page, square), what, square);
    const panel = (page, pattern) => matches(() => text(page, '.panel'), pattern, 'the panel');
    const without = (page, words) =>
        until(async () => {
            const there = await text(page, '.panel');
            return (there !== '' && !there.includes(words)) || there;
        }, `no more "${words}"`);

    test('server: two browsers play a whole game', async () => {
        const [white, black] = await pair();
        const first = black.locator('.row').first().locator('button').first();
        await equal(() => first.getAttribute('data-square'), 'h1', 'the upper left square');
        await both([white, black], ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7']);
        for (const page of [white, black]) {
            await ends(page, /1-0[\s\S]*Checkmate\. First wins\.[\s\S]*(5\.1\.1|ONL)/);
        }
        // A rematch with colours changed, by both.
        await white.getByRole('button', { name: 'Rematch' }).click();
        await black.getByRole('button', { name: 'Accept' }).click();
        for (const page of [white, black]) {
            await page.locator('.end').waitFor({ state: 'detached' });
            await page.waitForSelector('.board');
            await count([page], 0);
        }
        // Who had Black begins.
        await both([black, white], ['d2d4', 'd7d5']);
        await done(white, black);
    });

    test('server: the connection goes and comes, the game is there', async () => {
        const [white, black] = await pair();
        await both([white, black], ['d2d4', 'd7d5']);
        await server.kill();
        await panel(white, /Reconnecting/);
        await panel(black, /Reconnecting/);
        await server.again();
        for (const page of [white, black]) await without(page, 'Reconnecting');
        await equal(() => moves(black), ['d4', 'd5'], 'the score');
        await play(white, 'c2', 'c4');
        await count([black], 3);
        await black.reload();
        await count([black], 3);
        await done(white, black);
    });

    test('server: a flag falls', async () => {
        const [white, black] = await pair({ control: '0.03+0' });
        await ends(black, /0-1[\s\S]*First exceeded the time limit/);
        await done(white, black);
    });

    test('server: a draw by agreement', async () => {
        const [white, black] = await pair({ control: 'none' });
        await both([white, black], ['e2e4', 'c7c5']);
        await white.getByRole('button', { name: 'Offer a draw' }).click();
        await black.getByRole('button', { name: 'Accept' }).click();
        await ends(white, /½-½[\s\S]*Draw by agreement/);
        await done(white, black);
    });

    test('server: casual threefold claim with the intended move', async () => {
        const [white, black] = await pair({ mode: 'Casual', control: 'none' });
        await both([white, black], ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1']);
        await black.getByRole('button', { name: 'Threefold repetition' }).click();
        await play(black, 'f6', 'g8');
        await ends(white, /½-½[\s\S]*Third occurrence/);
        // The evidence: three boards, each one a way to its place in the game.
        await equal(() => white.locator('.same li').count(), 3, 'boards');
        await white.locator('.same button').nth(1).click();
        const current = white.locator('.moves [aria-current]');
        await equal(() => current.getAttribute('data-ply'), '4', 'the second occurrence');
        await stands(white, 'f3', '');
        await done(white, black);
    });

    test('server: the computer answers', async () => {
        const page = await visit(0, at(''));
        await page.getByRole('radio', { name: 'The computer' }).check();
        await page.getByRole('radio', { name: 'White' }).check();
        await page.getByRole('button', { name: 'Play', exact: true }).click();
        await stands(page, 'e2', 'white pawn');
        await play(page, 'e2', 'e4');
        await until(async () => (await moves(page)).length >= 2, 'the answer');
        await done(page);
    });

    test('server: spectators see, and cannot move', async () => {
        const [white, black] = await pair();
        await both([white, black], ['e2e4']);
        await black.getByRole('button', { name: 'Copy the link for spectators' }).click();
        await black.getByRole('button', { name: 'Copied' }).waitFor();
        const link = await black.evaluate(() => navigator.clipboard.readText());
        const guest = await visit(2, link);
        await count([guest], 1);
        assert.equal(await guest.getByLabel('Type a move').count(), 0);
        await done(white, black, guest);
    });

    test('server: own games are listed and found', async () => {
        await done(...(await pair({ other: 'Second' })));
        await done(...(await pair({ other: 'Third' })));
        const page = await visit(0, at(''));
        const listed = (n, what) =>
            equal(() => page.locator('.side ul li').count(), n, `games listed, ${what}`);
        await listed(2, 'all');
        const search = page.getByLabel('Search by name');
        await search.fill('nobody of this name');
        await listed(0, 'of nobody');
        await search.fill('Third');
        await listed(1, 'of one');
        await matches(() => text(page, '.side ul'), /Third/, 'the game found');
        await done(page);
    });

    test('server: own move is shown before the server has answered', async () => {
        const [white, black] = await pair();
        server.freeze();
        try {
            await play(white, 'e2', 'e4');
            await equal(() => moves(white), ['e4'], 'own score');
            await stands(white, 'e4', 'white pawn');
            assert.deepEqual(await moves(black), []);
        } finally {
            server.thaw();
        }
        await count([black], 1);
        await done(white, black);
    });

    test('server: over the board, an arbiter restores an illegal move', async () => {
        const page = await visit(0, at(''));
        await page.getByRole('radio', { name: 'White' }).check();
        await page.getByRole('radio', { name: 'As over the board' }).check();
        await page.getByText('More options').click();
        await page.getByRole('checkbox', { name: 'With an arbiter' }).check();
        const link = await make(page);
        const black = await join(page, link);
        const id = /game\/(\w+)/.exec(link)[1];
        const desk = await visit(0, at(`game/${id}?seat=arbiter`));
        const decide = async (act) => {
            await desk.locator('main form select').first().selectOption(act);
            await desk.getByRole('button', { name: 'Decide' }).click();
        };
        await decide('start');
        for (const seat of [page, black, desk]) await without(seat, 'not started');
        await play(page, 'e2', 'e5');
        for (const seat of [page, black, desk]) await stands(seat, 'e5', 'white pawn');
        await page.locator('.actions .press').click();
        // The arbiter's word must not overtake the press, which comes by another way.
        await desk.locator('.side.active .man.black').waitFor();
        await decide('sees');
        for (const seat of [page, black, desk]) {
            await stands(seat, 'e2', 'white pawn');
            await panel(seat, /Illegal move by/);
        }
        // The log tells all of it in words.
        const log = () => text(desk, 'main .bar ol');
        await matches(log, /Arbiter: Sees an irregularity/, 'the log');
        await matches(
            log,
            /White: Presses the clock[\s\S]*White: Makes a move · \S*e2–e5/,
            'the log',
        );
        assert.doesNotMatch(await log(), /[a-z][A-Z]|=/, 'nothing of the log is a code');
        await done(page, black, desk);
    });
}
