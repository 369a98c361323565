// Pictures of every page in every language, to look at: node e2e/screenshots.mjs FOLDER [FILTER]
// With HAKAM set to the command also games on the server, going on and ended.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, serveFiles, settled } from './browser.mjs';
import { startServer } from './server.mjs';

const folder = process.argv[2] ?? '../build/screenshots';
const filter = new RegExp(process.argv[3] ?? '');
mkdirSync(folder, { recursive: true });

const opera =
    'e2e4_e7e5_g1f3_d7d6_d2d4_c8g4_d4e5_g4f3_d1f3_d6e5_f1c4_g8f6_f3b3_d8e7_b1c3_c7c6_c1g5_b7b5_c3b5_c6b5_c4b5_b8d7_e1c1_a8d8_d1d7_d8d7_h1d1_e7e6_b5d7_f6d7_b3b8_d7b8_d1d8';
const moves = opera.split('_');
const pages = {
    home: '#/',
    board: '#/board',
    analysis: `#/analysis?moves=${opera}&at=20`,
    mate: `#/analysis?moves=${opera}`,
    arbiter: '#/arbiter',
    account: '#/account',
    clock: '#/clock',
    settings: '#/settings',
};
const sizes = {
    wide: [1280, 800],
    full: [1920, 1080],
    lying: [844, 390],
    tablet: [820, 1180],
    phone: [390, 844],
    narrow: [320, 640],
};

/** Games by the server's own interface: what they show is fixed, only the clocks go on. */
async function games(url) {
    const post = async (path, body, token) => {
        const response = await fetch(`${url}api/${path}`, {
            method: 'POST',
            headers: {
                'Content-Type': 'application/json',
                ...(token ? { Authorization: `Bearer ${token}` } : {}),
            },
            body: JSON.stringify(body),
        });
        return response.json();
    };
    const make = async (body, acts) => {
        const made = await post('games', {
            colour: 'both',
            name: 'First player',
            opponent_name: 'Second player',
            time_control: '15+10',
            visibility: 'public',
            ...body,
        });
        const token = (side) => made.seats.find((s) => s.seat === side)?.token;
        const seq = {};
        const act = async (side, command) => {
            seq[side] = (seq[side] ?? 0) + 1;
            const done = await post(
                `games/${made.id}/commands`,
                { ...command, client_seq: seq[side] },
                token(side),
            );
            if (done.error || done.type === 'error') console.error(JSON.stringify(done));
        };
        await acts(act);
        return made;
    };
    const playing = (list) => async (act) => {
        for (const [i, move] of list.entries()) {
            await act(i % 2 === 0 ? 'white' : 'black', { type: 'move', move });
        }
    };
    const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    return {
        invite: await make({ colour: 'white', opponent_name: '' }, async () => {}),
        live: await make({ chat: true }, playing(moves.slice(0, 16))),
        offer: await make({ mode: 'casual' }, async (act) => {
            await playing(moves.slice(0, 12))(act);
            await act('black', { type: 'offer_draw' });
        }),
        ended: await make({}, playing(moves)),
        drawn: await make({ mode: 'casual' }, async (act) => {
            await playing([...shuffle, ...shuffle])(act);
            await act('white', { type: 'claim', claim: 'threefold' });
        }),
        resigned: await make({ mode: 'casual' }, async (act) => {
            await playing(moves.slice(0, 10))(act);
            await act('black', { type: 'resign' });
        }),
        otb: await make({ mode: 'otb', arbiter: true }, async (act) => {
            await act('arbiter', { type: 'arbiter', act: 'start', reason: 'start' });
            for (const [i, move] of moves.slice(0, 6).entries()) {
                const side = i % 2 === 0 ? 'white' : 'black';
                await act(side, { type: 'move', move });
                await act(side, { type: 'press' });
            }
        }),
        desk: await make({ mode: 'otb', arbiter: true }, async (act) => {
            await act('arbiter', { type: 'arbiter', act: 'start', reason: 'start' });
            await act('white', { type: 'move', move: 'e2e5' });
            await act('white', { type: 'press' });
            await act('black', { type: 'claim', claim: 'illegal' });
        }),
    };
}

const server = process.env.HAKAM ? await startServer(process.env.HAKAM) : null;
const files = server ?? { ...(await serveFiles()) };
const made = server ? await games(server.url) : {};
for (const [name, game] of Object.entries(made)) {
    pages[name] = `#/game/${game.id}${name === 'desk' ? '?seat=arbiter' : ''}`;
}
const seats = Object.values(made).map((game) => ({
    id: game.id,
    seats: game.seats,
    spectator: game.spectator,
    ...(game.invite ? { invite: game.invite.token } : {}),
}));
const people = await launch();
const page = await (await people.person()).newPage();
await page.goto(files.url);
await page.evaluate((value) => localStorage.setItem('hakam.seats', value), JSON.stringify(seats));
for (const language of ['en', 'ar', 'uz-Cyrl', 'uz-Latn']) {
    for (const [size, [width, height]] of Object.entries(sizes)) {
        for (const theme of size === 'narrow' || size === 'tablet'
            ? ['light']
            : ['light', 'dark']) {
            if (theme === 'dark' && language !== 'en') continue;
            await page.setViewportSize({ width, height });
            for (const [name, hash] of Object.entries(pages)) {
                const file = `${name}-${language}-${size}-${theme}`;
                if (!filter.test(file)) continue;
                await page.evaluate(
                    (value) => localStorage.setItem('hakam.settings', value),
                    JSON.stringify({ language, theme, sounds: false }),
                );
                await page.goto(`${files.url}${hash}`);
                await page.reload();
                await settled(page);
                await page.screenshot({
                    path: join(folder, `${file}.png`),
                    fullPage: name !== 'clock',
                });
            }
        }
    }
}
await people.close();
await (server ? server.stop() : files.close());
