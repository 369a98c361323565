// A headless Chromium and a small static server, for tests and screenshots.
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

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

export async function launch() {
    const folder = mkdtempSync(join(tmpdir(), 'hakam-chromium-'));
    const context = await chromium.launchPersistentContext(folder, {
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        headless: true,
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
    return {
        browser: context.browser() ?? context,
        context,
        close: async () => {
            await context.close();
            rmSync(folder, { recursive: true, force: true });
        },
    };
}

/** A page of its own storage in the given language. */
export async function open(context, url, { language = 'en', ...settings } = {}) {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
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
    await page.goto(url);
    page.errors = errors;
    return page;
}
