// Pictures of every page in every language, to look at: node e2e/screenshots.mjs FOLDER [FILTER]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, serveFiles } from './browser.mjs';

const folder = process.argv[2] ?? '../build/screenshots';
const filter = process.argv[3] ?? '';
const base = process.env.HAKAM_URL;
mkdirSync(folder, { recursive: true });

const opera =
    'e2e4_e7e5_g1f3_d7d6_d2d4_c8g4_d4e5_g4f3_d1f3_d6e5_f1c4_g8f6_f3b3_d8e7_b1c3_c7c6_c1g5_b7b5_c3b5_c6b5_c4b5_b8d7_e1c1_a8d8_d1d7_d8d7_h1d1_e7e6_b5d7_f6d7_b3b8_d7b8_d1d8';
const pages = {
    home: '#/',
    board: '#/board',
    analysis: `#/analysis?moves=${opera}&at=20`,
    mate: `#/analysis?moves=${opera}`,
    arbiter: '#/arbiter',
    clock: '#/clock',
    settings: '#/settings',
};
const sizes = { wide: [1280, 860], phone: [390, 844], narrow: [320, 640] };

const files = base ? { url: base, close() {} } : await serveFiles();
const { context, close } = await launch();
const page = await context.newPage();
await page.goto(files.url);
for (const language of ['en', 'ar', 'uz-Cyrl', 'uz-Latn']) {
    for (const [size, [width, height]] of Object.entries(sizes)) {
        for (const theme of size === 'narrow' ? ['light'] : ['light', 'dark']) {
            if (theme === 'dark' && language !== 'en') continue;
            await page.setViewportSize({ width, height });
            for (const [name, hash] of Object.entries(pages)) {
                const file = `${name}-${language}-${size}-${theme}`;
                if (!file.includes(filter)) continue;
                await page.evaluate(
                    (value) => localStorage.setItem('hakam.settings', value),
                    JSON.stringify({ language, theme, sounds: false }),
                );
                await page.goto(`${files.url}${hash}`);
                await page.reload();
                await page.waitForSelector('main > *');
                await page.waitForTimeout(350);
                await page.screenshot({ path: join(folder, `${file}.png`), fullPage: name !== 'clock' });
            }
        }
    }
}
await close();
files.close();
