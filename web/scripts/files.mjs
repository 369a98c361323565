// After the build: dist/files.json lists what the service worker keeps, every file that packs well
// stands beside its .br and .gz (the server sends what the browser takes), and the first load must
// stay within its budget on the wire.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const assets = readdirSync(join(dist, 'assets')).filter((name) => !name.endsWith('.woff'));
writeFileSync(
    join(dist, 'files.json'),
    `${JSON.stringify(['./', './icon.svg', ...assets.map((name) => `./assets/${name}`)])}\n`,
);

/** Packs a file both ways; what saves less than a tenth is left as it is. Its size on the wire. */
function pack(path) {
    const content = readFileSync(path);
    const brotli = brotliCompressSync(content, {
        params: {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
    });
    if (brotli.length > 0.9 * content.length) return content.length;
    writeFileSync(`${path}.br`, brotli);
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    return brotli.length;
}
const wire = new Map();
for (const name of readdirSync(dist, { recursive: true })) {
    if (/\.(js|css|html|wasm|svg|json|webmanifest)$/.test(name)) {
        wire.set(name, pack(join(dist, name)));
    }
}
const sizeOf = (name) =>
    wire.get(`assets/${name}`) ?? readFileSync(join(dist, 'assets', name)).length;
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
const scripts = [...closure([...entry, ...words, ...game])];
const sheets = assets.filter((name) => /^(index|GamePage)-.*\.css$/.test(name));
const core = assets.filter((name) => /^rules-.*\.wasm$/.test(name));
const total = (names) => names.reduce((sum, name) => sum + sizeOf(name), 0);
const kb = (bytes) => Math.round(bytes / 102.4) / 10;
const first = total(scripts) + total(sheets) + total(core) + (wire.get('index.html') ?? 0);
console.log(
    `first load with a game, on the wire: ${kb(first)} KB, of it ${kb(total(scripts))} KB of ` +
        `script, ${kb(total(core))} KB of core`,
);
const budget = 250;
if (first > budget * 1024) {
    console.error(`the first load is above its budget of ${budget} KB`);
    process.exit(1);
}
