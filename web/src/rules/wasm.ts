/**
 * Loads the core. A module imports nothing and keeps no state between calls: every function takes
 * text (and numbers) and answers with one JSON text. There are two: `rules` is small and enough to
 * play; `laws` can do all that it can and more, and takes its place once it is wanted.
 */
interface Exports {
    readonly memory: WebAssembly.Memory;
    readonly _initialize: () => void;
    readonly hakam_allocate: (bytes: number) => number;
    readonly hakam_release: (address: number) => void;
    readonly hakam_result: () => number;
    readonly [name: string]: unknown;
}

let core: Exports | undefined;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export async function load(source: Promise<Response> | BufferSource): Promise<void> {
    const { instance } =
        source instanceof Promise
            ? await instantiateFrom(await source)
            : await WebAssembly.instantiate(source, {});
    core = instance.exports as unknown as Exports;
    core._initialize();
}

async function instantiateFrom(
    response: Response,
): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
    if (!response.ok) throw new Error(`core: HTTP ${response.status}`);
    // A server that does not know the media type of WebAssembly still works.
    return WebAssembly.instantiate(await response.arrayBuffer(), {});
}

let complete: Promise<void> | undefined;

/** Loads all of the core, once, whoever asks for it. */
export function loadLaws(): Promise<void> {
    complete ??= import('./laws.wasm?url').then(({ default: url }) => load(fetch(url)));
    complete.catch(() => (complete = undefined));
    return complete;
}

/** Calls `hakam_<name>`; texts become (address, length) pairs. Returns the parsed answer. */
export function call<T>(name: string, ...args: readonly (string | number)[]): T {
    if (!core) throw new Error('the core is not loaded');
    const f = core[`hakam_${name}`] as ((...numbers: number[]) => number) | undefined;
    if (!f) throw new Error(`the core has no function ${name}`);
    const numbers: number[] = [];
    const owned: number[] = [];
    for (const arg of args) {
        if (typeof arg === 'number') {
            numbers.push(arg);
            continue;
        }
        const bytes = encoder.encode(arg);
        const address = core.hakam_allocate(bytes.length);
        owned.push(address);
        new Uint8Array(core.memory.buffer, address, bytes.length).set(bytes);
        numbers.push(address, bytes.length);
    }
    const length = f(...numbers);
    const answer = decoder.decode(new Uint8Array(core.memory.buffer, core.hakam_result(), length));
    for (const address of owned) core.hakam_release(address);
    return JSON.parse(answer) as T;
}
