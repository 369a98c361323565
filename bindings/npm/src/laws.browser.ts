/** What the Laws say. */
import { Laws } from './judge.js';
import { moduleOf } from './module.browser.js';

export * from './judge.js';

let shared: Promise<Laws> | undefined;

/** Loads the Laws, once. */
export function loadLaws(): Promise<Laws> {
    return (shared ??= (async () =>
        new Laws(
            await WebAssembly.instantiate(
                await moduleOf(new URL('./laws.wasm', import.meta.url)),
                {},
            ),
        ))());
}
