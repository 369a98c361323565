import { readFile } from 'node:fs/promises';

export async function moduleOf(url: URL): Promise<WebAssembly.Module> {
    return WebAssembly.compile(Uint8Array.from(await readFile(url)));
}
