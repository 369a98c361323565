// Games on the play server: two browsers, a computer, an arbiter; lost connections, fallen flags.
import { man, moves, play } from './board.mjs';
import { open } from './browser.mjs';
import { serverPages } from './games.mjs';
import { assert, test, until } from './harness.mjs';

export function remote(contexts, server) {
    const { at, ending, over, pair, both, done } = serverPages(contexts, server);

    test('server: two browsers play a whole game', async () => {
        const [white, black] = await pair();
        assert.equal(
            await black
                .locator('.row')
                .first()
                .locator('button')
                .first()
                .getAttribute('data-square'),
            'h1',
        );
        await both([white, black], ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7']);
        for (const page of [white, black]) {
            await over(page);
            assert.match(
                await ending(page),
                /1-0[\s\S]*Checkmate\. First wins\.[\s\S]*5\.1\.1|ONL/,
            );
        }
        // A rematch with colours changed, by both.
        await white.getByRole('button', { name: 'Rematch' }).click();
        await black.getByRole('button', { name: 'Accept' }).click();
        await until(async () => (await moves(white)).length === 0, 'the new board');
        await done(white, black);
    });

    test('server: the connection goes and comes, the game is there', async () => {
        const [white, black] = await pair();
        await both([white, black], ['d2d4', 'd7d5']);
        await server.kill();
        await until(
            async () => (await white.locator('.panel').innerText()).includes('Reconnecting'),
            'the loss is seen',
        );
        await server.again();
        await until(
            async () => !(await white.locator('.panel').innerText()).includes('Reconnecting'),
            'the connection is back',
            12_000,
        );
        await until(
            async () => !(await black.locator('.panel').innerText()).includes('Reconnecting'),
            'the other connection is back',
            12_000,
        );
        assert.deepEqual(await moves(black), ['d4', 'd5']);
        await play(white, 'c2', 'c4');
        await until(async () => (await moves(black)).length === 3, 'the next move');
        await black.reload();
        await until(async () => (await moves(black)).length === 3, 'after a reload');
        await done(white);
        await black.close();
    });

    test('server: a flag falls', async () => {
        const [white, black] = await pair({ control: '0.03+0' });
        await over(black, 12_000);
        assert.match(await ending(black), /0-1[\s\S]*First exceeded the time limit/);
        await done(white, black);
    });

    test('server: a draw by agreement', async () => {
        const [white, black] = await pair({ control: 'none' });
        await both([white, black], ['e2e4', 'c7c5']);
        await white.getByRole('button', { name: 'Offer a draw' }).click();
        await black.getByRole('button', { name: 'Accept' }).click();
        await over(white);
        assert.match(await ending(white), /½-½[\s\S]*Draw by agreement/);
        await done(white, black);
    });

    test('server: casual threefold claim with the intended move', async () => {
        const [white, black] = await pair({ mode: 'Casual', control: 'none' });
        await both([white, black], ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1']);
        await black.getByRole('button', { name: 'Threefold repetition' }).click();
        await play(black, 'f6', 'g8');
        await over(white);
        assert.match(await ending(white), /½-½[\s\S]*Third occurrence/);
        // The evidence: three boards, each one a way to its place in the game.
        assert.equal(await white.locator('.same li').count(), 3);
        await white.locator('.same button').nth(1).click();
        await until(
            async () =>
                (await white.locator('.moves [aria-current]').getAttribute('data-ply')) === '4',
            'the second occurrence is shown',
        );
        assert.equal(await man(white, 'f3'), '');
        await done(white, black);
    });

    test('server: the computer answers', async () => {
        const page = await open(contexts[0], at(''));
        await page.getByRole('radio', { name: 'The computer' }).check();
        await page.getByRole('radio', { name: 'White' }).check();
        await page.getByRole('button', { name: 'Play', exact: true }).click();
        await page.waitForSelector('.board');
        await until(async () => (await man(page, 'e2')) === 'white pawn', 'the board');
        await play(page, 'e2', 'e4');
        await until(async () => (await moves(page)).length >= 2, 'the answer', 15_000);
        await done(page);
    });

    test('server: spectators see, and cannot move', async () => {
        const [white, black] = await pair();
        await both([white, black], ['e2e4']);
        await black.getByRole('button', { name: 'Copy the link for spectators' }).click();
        const link = await black.evaluate(() => navigator.clipboard.readText()).catch(() => '');
        if (link) {
            const guest = await open(contexts[2], link);
            await until(async () => (await moves(guest)).length === 1, 'the move is seen');
            assert.equal(await guest.getByLabel('Type a move').count(), 0);
            await guest.close();
        }
        await done(white, black);
    });

    test('server: own games are listed and found', async () => {
        const page = await open(contexts[0], at(''));
        await until(async () => (await page.locator('.side ul li').count()) > 2, 'the list');
        await page.getByLabel('Search by name').fill('nobody of this name');
        await until(async () => (await page.locator('.side ul li').count()) === 0, 'nothing');
        await page.getByLabel('Search by name').fill('Karim');
        await until(async () => (await page.locator('.side ul li').count()) > 0, 'found');
        await done(page);
    });

    test('server: over the board, an arbiter restores an illegal move', async () => {
        const page = await open(contexts[0], at(''));
        await page.getByRole('radio', { name: 'White' }).check();
        await page.getByRole('radio', { name: 'As over the board' }).check();
        await page.getByText('More options').click();
        await page.getByRole('checkbox', { name: 'With an arbiter' }).check();
        await page.getByRole('button', { name: 'Make the game and invite' }).click();
        const link = await page.getByLabel('Invitation link').inputValue();
        const black = await open(contexts[1], link);
        await black.getByRole('button', { name: 'Take the seat' }).click();
        await black.waitForSelector('.board');
        const id = /game\/(\w+)/.exec(page.url())[1];
        const desk = await open(contexts[0], at(`game/${id}?seat=arbiter`));
        await desk.getByRole('button', { name: 'Decide' }).waitFor();
        await until(async () => (await page.locator('.invite').count()) === 0, 'both are here');
        await desk.locator('main form select').first().selectOption('start');
        await desk.getByRole('button', { name: 'Decide' }).click();
        await until(
            async () => !(await page.locator('.panel').innerText()).includes('not started'),
            'the round starts',
        );
        await play(page, 'e2', 'e5');
        await until(async () => (await man(page, 'e5')) === 'white pawn', 'the man stands there');
        await page.locator('.actions .press').click();
        await desk.locator('main form select').first().selectOption('sees');
        await desk.getByRole('button', { name: 'Decide' }).click();
        await until(
            async () => (await man(page, 'e2')) === 'white pawn',
            'the position is restored',
        );
        assert.match(await black.locator('.panel').innerText(), /Illegal move by/);
        await page.close();
        await black.close();
        await desk.close();
    });
}
