/** For browsers and workers: the module is fetched from beside this file. */
import { Hakam } from './core.js';

export * from './core.js';

let shared: Promise<Hakam> | undefined;

/** Loads the core once. `source`: the bytes of core.wasm, a compiled module, or where to fetch it. */
export function load(source?: BufferSource | WebAssembly.Module | URL | string): Promise<Hakam> {
    if (source !== undefined) return from(source);
    return (shared ??= from(new URL('./core.wasm', import.meta.url)));
}

async function from(source: BufferSource | WebAssembly.Module | URL | string): Promise<Hakam> {
    const module =
        source instanceof WebAssembly.Module
            ? source
            : await WebAssembly.compile(
                  typeof source === 'string' || source instanceof URL
                      ? await (await fetched(source)).arrayBuffer()
                      : source,
              );
    return new Hakam(await WebAssembly.instantiate(module, {}));
}
async function fetched(source: URL | string): Promise<Response> {
    const response = await fetch(source);
    if (!response.ok) throw new Error(`${String(source)}: HTTP ${response.status}`);
    return response;
}
