// Half-open connections: the old socket swallows what it is given and is never closed.
import { moves, play, text } from './board.mjs';
import { serverPages } from './games.mjs';
import { assert, equal, matches, test, until } from './harness.mjs';
import { startProxy } from './proxy.mjs';

/** From a move that is swallowed to the same move made over a new connection, in ms: the server
 *  closes a silent socket only after minutes, so nothing but the page's own doubt is as quick. */
const soon = 45_000;

export function lines(people, server) {
    const through = async (use) => {
        const proxy = await startProxy(new URL(server.url).port);
        try {
            await use(proxy, serverPages(people, { url: proxy.url }));
        } finally {
            proxy.stop();
        }
    };
    const status = (page, pattern, ms) =>
        matches(() => text(page, '.status'), pattern, 'the status', ms);

    test('line: a move into a half-open connection is made over a new one', () =>
        through(async (proxy, { pair, both, count, done }) => {
            const [white, black] = await pair();
            await both([white, black], ['e2e4', 'e7e5']);
            proxy.swallow();
            await play(white, 'g1', 'f3');
            await equal(async () => (await moves(black)).length, 3, 'moves of the other', soon);
            await count([white, black], 3);
            await until(async () => !(await text(white, '.status')).includes('Not sent'), 'told');
            // It was sent twice and made once.
            await play(black, 'b8', 'c6');
            await count([white, black], 4);
            await done(white, black);
        }));

    test('line: what is not sent yet is told, and sent when there is a line again', () =>
        through(async (proxy, { pair, both, count, done }) => {
            const [white, black] = await pair();
            await both([white, black], ['d2d4', 'd7d5']);
            proxy.deafen(true);
            proxy.swallow();
            await play(white, 'c2', 'c4');
            await status(white, /Not sent yet/, soon);
            await status(white, /Reconnecting/, soon);
            assert.equal((await moves(black)).length, 2);
            proxy.deafen(false);
            await count([white, black], 3);
            await until(async () => !(await text(white, '.status')).includes('Not sent'), 'told');
            await done(white, black);
        }));

    test('line: a silent line is doubted when the network comes back', () =>
        through(async (proxy, { pair, both, count, done }) => {
            const [white, black] = await pair();
            await both([white, black], ['d2d4']);
            proxy.swallow();
            await white.evaluate(() => dispatchEvent(new Event('offline')));
            await status(white, /Reconnecting/);
            await white.evaluate(() => dispatchEvent(new Event('online')));
            await until(
                async () => !/Reconnecting/.test(await text(white, '.status')),
                'back',
                soon,
            );
            await play(black, 'd7', 'd5');
            await count([white], 2);
            await done(white, black);
        }));
}
