/**
 * Loads the core. A module keeps no state between calls: every function takes text (and numbers) and
 * answers with one JSON text. `rules` is small and enough to play; `laws` can do all that it can and
 * more, and takes its place once it is wanted. Others (older games; problems, in a worker) stand by
 * themselves. Only that for problems imports anything: see `worker/solver.ts`.
 */
interface Exports {
    readonly memory: WebAssembly.Memory;
    readonly _initialize: () => void;
    readonly hakam_allocate: (bytes: number) => number;
    readonly hakam_release: (address: number) => void;
    readonly hakam_result: () => number;
    readonly [name: string]: unknown;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A module that has been loaded. */
export class Core {
    readonly #exports: Exports;
    private constructor(exports: Exports) {
        this.#exports = exports;
        exports._initialize();
    }
    static async from(
        source: Promise<Response> | BufferSource,
        imports: WebAssembly.Imports = {},
    ): Promise<Core> {
        let bytes: BufferSource;
        if (source instanceof Promise) {
            const response = await source;
            if (!response.ok) throw new Error(`core: HTTP ${response.status}`);
            // A server that does not know the media type of WebAssembly still works.
            bytes = await response.arrayBuffer();
        } else {
            bytes = source;
        }
        const { instance } = await WebAssembly.instantiate(bytes, imports);
        return new Core(instance.exports as unknown as Exports);
    }
    textAt(address: number, length: number): string {
        return decoder.decode(new Uint8Array(this.#exports.memory.buffer, address, length));
    }
    /** Calls `hakam_<name>`; texts become (address, length) pairs. Returns the parsed answer. */
    call<T>(name: string, ...args: readonly (string | number | Uint8Array)[]): T {
        const core = this.#exports;
        const f = core[`hakam_${name}`] as ((...numbers: number[]) => number) | undefined;
        if (!f) throw new Error(`the core has no function ${name}`);
        const numbers: number[] = [];
        const owned: number[] = [];
        for (const arg of args) {
            if (typeof arg === 'number') {
                numbers.push(arg);
                continue;
            }
            const bytes = typeof arg === 'string' ? encoder.encode(arg) : arg;
            const address = core.hakam_allocate(bytes.length);
            owned.push(address);
            new Uint8Array(core.memory.buffer, address, bytes.length).set(bytes);
            numbers.push(address, bytes.length);
        }
        const length = f(...numbers);
        const answer = this.textAt(core.hakam_result(), length);
        for (const address of owned) core.hakam_release(address);
        return JSON.parse(answer) as T;
    }
}

let core: Core | undefined;

export async function load(source: Promise<Response> | BufferSource): Promise<void> {
    core = await Core.from(source);
}

let complete: Promise<void> | undefined;

/** Loads all of the core, once, whoever asks for it. */
export function loadLaws(): Promise<void> {
    complete ??= import('./laws.wasm?url').then(({ default: url }) => load(fetch(url)));
    complete.catch(() => (complete = undefined));
    return complete;
}

/** Calls the core that is loaded. */
export function call<T>(name: string, ...args: readonly (string | number | Uint8Array)[]): T {
    if (!core) throw new Error('the core is not loaded');
    return core.call<T>(name, ...args);
}
