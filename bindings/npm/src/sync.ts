/** Without waiting: the module is inside this file (larger by a third than core.wasm). */
import { Hakam } from './core.js';
import { core } from './core.base64.js';

export * from './core.js';

let shared: Hakam | undefined;

/** The core, made at the first call. */
export function hakam(): Hakam {
    if (!shared) {
        const bytes = Uint8Array.from(atob(core), (c) => c.charCodeAt(0));
        shared = new Hakam(new WebAssembly.Instance(new WebAssembly.Module(bytes), {}));
    }
    return shared;
}
