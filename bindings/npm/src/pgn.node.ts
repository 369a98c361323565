/** Reading of PGN. */
import { load } from './node.js';
import { moduleOf } from './module.node.js';
import { Pgn } from './records.js';

export * from './records.js';

let shared: Promise<Pgn> | undefined;

/** Loads what reads PGN, once. */
export function loadPgn(): Promise<Pgn> {
    return (shared ??= (async () =>
        new Pgn(await load(), await moduleOf(new URL('./pgn.wasm', import.meta.url))))());
}
