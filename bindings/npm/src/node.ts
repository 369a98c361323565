/** For Node.js: the module is read from the package. */
import { readFile } from 'node:fs/promises';
import { Hakam } from './core.js';

export * from './core.js';

let shared: Promise<Hakam> | undefined;

/** Loads the core once. `source`: the bytes of core.wasm, a compiled module, or its file. */
export function load(source?: BufferSource | WebAssembly.Module | URL | string): Promise<Hakam> {
    if (source !== undefined) return from(source);
    return (shared ??= from(new URL('./core.wasm', import.meta.url)));
}

async function from(source: BufferSource | WebAssembly.Module | URL | string): Promise<Hakam> {
    const module =
        source instanceof WebAssembly.Module
            ? source
            : await WebAssembly.compile(
                  typeof source === 'string' || source instanceof URL ? Uint8Array.from(await readFile(source)) : source,
              );
    return new Hakam(await WebAssembly.instantiate(module, {}));
}
