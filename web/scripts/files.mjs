// After the build: dist/files.json lists what the service worker keeps, and the first load must
// stay within its budget.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const assets = readdirSync(join(dist, 'assets')).filter((name) => !name.endsWith('.woff'));
writeFileSync(
    join(dist, 'files.json'),
    `${JSON.stringify(['./', './icon.svg', ...assets.map((name) => `./assets/${name}`)])}\n`,
);

const sizeOf = (name) => gzipSync(readFileSync(join(dist, 'assets', name)), { level: 9 }).length;
/** A script and all that it imports at once, with what the page asks for by itself. */
function closure(names, seen = new Set()) {
    for (const name of names) {
        if (seen.has(name)) continue;
        seen.add(name);
        const text = readFileSync(join(dist, 'assets', name), 'utf8');
        closure(
            [...text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)].map((m) => m[1]),
            seen,
        );
    }
    return seen;
}
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const entry = [...html.matchAll(/assets\/([\w.-]+\.js)/g)].map((m) => m[1]);
const words = assets.filter((name) => /^ar-.*\.js$/.test(name));
const game = assets.filter((name) => /^GamePage-.*\.js$/.test(name));
const script = [...closure([...entry, ...words, ...game])].reduce((sum, n) => sum + sizeOf(n), 0);
const wasm = assets
    .filter((n) => /^rules-.*\.wasm$/.test(n))
    .reduce((sum, n) => sum + sizeOf(n), 0);
const kb = (bytes) => Math.round(bytes / 102.4) / 10;
console.log(`first load with a game, gzipped: ${kb(script)} KB of script, ${kb(wasm)} KB of core`);
if (script > 90 * 1024 || wasm > 120 * 1024) {
    console.error('the first load is above its budget of 90 KB and 120 KB');
    process.exit(1);
}
