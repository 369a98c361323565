/** A position as a picture that stands alone: SVG text with its own men (the "plain" set). */
import { piecesOf, rowsFor, type Color } from './types';

const sources = import.meta.glob('./pieces/plain/*.svg', {
    query: '?raw',
    import: 'default',
}) as Record<string, () => Promise<string>>;

async function shapes(): Promise<Map<string, string>> {
    const loaded = await Promise.all(
        Object.entries(sources).map(async ([path, load]): Promise<[string, string]> => {
            const name = /([a-z]+-[a-z]+)\.svg$/.exec(path)?.[1] ?? '';
            return [name, (await load()).replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')];
        }),
    );
    return new Map(loaded);
}

export async function diagram(fen: string, orientation: Color): Promise<string> {
    const men = await shapes();
    const pieces = piecesOf(fen);
    const size = 45;
    const margin = 18;
    const side = 8 * size + 2 * margin;
    const parts: string[] = [];
    rowsFor(orientation).forEach((row, y) => {
        row.forEach((square, x) => {
            const left = margin + x * size;
            const top = margin + y * size;
            const dark = (x + y) % 2 === 1;
            parts.push(
                `<rect x="${left}" y="${top}" width="${size}" height="${size}" fill="${dark ? '#87998a' : '#e9e5d6'}"/>`,
            );
            const piece = pieces.get(square);
            const shape = piece && men.get(`${piece.color}-${piece.role}`);
            if (shape) parts.push(`<g transform="translate(${left} ${top})">${shape}</g>`);
            if (x === 0) {
                parts.push(
                    `<text x="${margin / 2}" y="${top + size / 2 + 4}" text-anchor="middle">${square[1]}</text>`,
                );
            }
            if (y === 7) {
                parts.push(
                    `<text x="${left + size / 2}" y="${side - 5}" text-anchor="middle">${square[0]}</text>`,
                );
            }
        });
    });
    return [
        `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">`,
        `<rect width="${side}" height="${side}" fill="#ffffff"/>`,
        '<g font-family="Inter, Helvetica, Arial, sans-serif" font-size="11" fill="#444444">',
        ...parts,
        '</g></svg>',
    ].join('');
}

/** The same as a PNG, `pixels` wide. */
export async function picture(svg: string, pixels: number): Promise<Blob | null> {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = pixels;
    canvas.height = pixels;
    canvas.getContext('2d')?.drawImage(image, 0, 0, pixels, pixels);
    return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

export function save(blob: Blob, name: string): void {
    const anchor = document.createElement('a');
    anchor.href = URL.createObjectURL(blob);
    anchor.download = name;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 1_000);
}
