// Makes dist/: the types and the modules by tsc, the WebAssembly beside them.
// node build.mjs WASM, where WASM is the folder that tools/build_wasm --typed has filled.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const wasm = process.argv[2];
if (!wasm) {
    console.error('usage: node build.mjs FOLDER_WITH_WASM');
    process.exit(2);
}
const dist = join(here, 'dist');
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const core = readFileSync(join(wasm, 'core.wasm')).toString('base64');
writeFileSync(
    join(here, 'src/core.base64.ts'),
    `/** core.wasm, for the entry that may not wait. */\nexport const core =\n    '${core}';\n`,
);
execFileSync(process.execPath, [join(here, 'node_modules/typescript/bin/tsc'), '-p', here], {
    stdio: 'inherit',
});
for (const name of ['core', 'pgn', 'laws']) {
    copyFileSync(join(wasm, `${name}.wasm`), join(dist, `${name}.wasm`));
}
