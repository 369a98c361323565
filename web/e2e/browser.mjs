// A headless Chromium and a small static server, for tests and screenshots.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { patience } from './harness.mjs';

export const dist = fileURLToPath(new URL('../dist', import.meta.url));

const types = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.wasm': 'application/wasm',
    '.woff2': 'font/woff2',
    '.webmanifest': 'application/manifest+json',
};

/** Serves web/dist on a free port of the loopback. */
export async function serveFiles() {
    let off = false;
    const server = createServer((request, response) => {
        if (off) {
            request.socket.destroy();
            return;
        }
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
        const file = join(dist, path === '/' ? 'index.html' : path);
        try {
            const body = readFileSync(file);
            response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'text/plain' });
            response.end(body);
        } catch {
            response.writeHead(404);
            response.end();
        }
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
        url: `http://127.0.0.1:${server.address().port}/`,
        close: () => server.close(),
        /** As if the network were cut. */
        cut: (to) => {
            off = to;
        },
    };
}

/**
 * A browser, and people in it. Each has a storage of his own, which is new in every test: nothing
 * of one test can be there in the next.
 */
export async function launch() {
    const start = () =>
        chromium.launch({
            executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
            headless: true,
            timeout: 3 * patience,
            args: [
                '--no-sandbox',
                '--disable-gpu',
                '--disable-quic',
                '--no-first-run',
                '--disable-background-networking',
                '--disable-component-update',
                '--disable-sync',
                '--mute-audio',
            ],
        });
    let browser = await start();
    let crashes = 0;
    const contexts = new Map();
    const pages = () => [...contexts.values()].flatMap((context) => context.pages());
    return {
        /** Person `number`'s browser. The worker that keeps the files for use without a connection
         *  is stopped unless `offline`: it would fetch all of them again in every test. */
        person: async (number = 0, { offline = false } = {}) => {
            const known = contexts.get(number);
            if (known) return known;
            if (!browser.isConnected()) browser = await start();
            const context = await browser.newContext({
                permissions: ['clipboard-read', 'clipboard-write'],
                serviceWorkers: offline ? 'allow' : 'block',
            });
            contexts.set(number, context);
            context.on('page', (page) => page.on('crash', () => (crashes += 1)));
            return context;
        },
        forget: async () => {
            const all = [...contexts.values()];
            contexts.clear();
            crashes = 0;
            if (!browser.isConnected()) return;
            for (const context of all) await context.close();
        },
        /** Whether the browser itself has come to an end, or one of its pages. */
        fell: () => crashes > 0 || !browser.isConnected(),
        /** What is on the screens, to understand a failure by. */
        look: async () => {
            const texts = pages().map(async (page) => {
                const text = await page
                    .evaluate(() => document.body.innerText)
                    .catch((error) => String(error));
                const errors = (page.errors ?? []).map((error) => `\n     ${error}`);
                return `  at ${page.url()}: ${text.replace(/\s+/g, ' ').slice(0, 900)}${errors}`;
            });
            return (await Promise.all(texts)).join('\n');
        },
        close: () => browser.close(),
    };
}

/** How many times slower than this machine the pages' processor is. */
const slowdown = Number(process.env.HAKAM_SLOWDOWN ?? 1);

/** A page of `context` at `url`, begun with these settings. */
export async function open(context, url, { language = 'en', ...settings } = {}) {
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    if (slowdown > 1) {
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    }
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.addInitScript(
        (value) => {
            if (sessionStorage.getItem('begun')) return;
            sessionStorage.setItem('begun', '1');
            localStorage.setItem('hakam.settings', value);
        },
        JSON.stringify({ language, sounds: false, ...settings }),
    );
    page.errors = errors;
    await page.goto(url);
    return page;
}

/** Waits until what the last click has begun is done and drawn. */
export function drawn(page) {
    return page.evaluate(
        () =>
            new Promise((resolve) => {
                // The board tells of a touch or a move by a timer of a millisecond.
                setTimeout(() => requestAnimationFrame(() => setTimeout(resolve)), 5);
            }),
    );
}

/** Waits until the page asked for is there and nothing in it moves any more. */
export async function settled(page) {
    await page.waitForSelector('main > *');
    await page.waitForSelector('main > [role=status]', { state: 'detached' });
    await drawn(page);
    await page.evaluate(async () => {
        // Fonts move what stands under them when they arrive.
        await document.fonts.ready;
        const ending = document
            .getAnimations()
            .filter((a) => Number.isFinite(a.effect?.getComputedTiming().endTime));
        await Promise.all(ending.map((a) => a.finished.catch(() => true)));
    });
    await drawn(page);
}
