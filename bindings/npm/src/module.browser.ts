export async function moduleOf(url: URL): Promise<WebAssembly.Module> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${String(url)}: HTTP ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
}
