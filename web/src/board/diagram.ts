/**
 * A position as a picture that stands alone: SVG text with the men, colours, marks and drawn arrows
 * that the page shows. The men are taken from the page's own styles, so that every set can be drawn.
 */
import type { DrawShape } from '@lichess-org/chessground/draw';
import { files, piecesOf, ranks, rowsFor, type Color, type Piece, type Square } from './types';

export interface Look {
    readonly pieceSet: string;
    readonly boardTheme: string;
    readonly lastMove?: readonly Square[];
    readonly shapes?: readonly DrawShape[];
}

const size = 45;
const margin = 18;
const side = 8 * size + 2 * margin;
const brushes: Readonly<Record<string, string>> = {
    green: '#15781b',
    red: '#882020',
    blue: '#003088',
    yellow: '#e68f00',
};

/** The elements of a board, out of sight, to read their styles from. */
function withBoard<T>(look: Look, use: (wrap: HTMLElement, board: HTMLElement) => T): T {
    const board = document.createElement('div');
    board.className = `board set-${look.pieceSet} theme-${look.boardTheme}`;
    board.style.cssText = 'position:absolute;inset-inline-start:-9999px;inline-size:10px';
    const wrap = document.createElement('div');
    wrap.className = 'cg-wrap';
    board.append(wrap);
    document.body.append(board);
    try {
        return use(wrap, board);
    } finally {
        board.remove();
    }
}

/** The text of an SVG, by its address in a style. */
async function sourceOf(image: string): Promise<string> {
    const url = /^url\(["']?(.*?)["']?\)$/s.exec(image)?.[1] ?? '';
    return url === '' ? '' : (await fetch(url)).text();
}

/** A man as a nested `<svg>` of one square. */
async function manShapes(look: Look, men: readonly Piece[]): Promise<Map<string, string>> {
    const images = withBoard(look, (wrap) =>
        men.map(({ role, color }): [string, string] => {
            const piece = document.createElement('piece');
            piece.className = `${role} ${color}`;
            wrap.append(piece);
            return [`${color}-${role}`, getComputedStyle(piece).backgroundImage];
        }),
    );
    const loaded = await Promise.all(
        images.map(async ([name, image]): Promise<[string, string]> => {
            const text = (await sourceOf(image)).replace(/^[^]*?(?=<svg)/, '');
            const open = /^<svg[^>]*>/.exec(text)?.[0] ?? '';
            const box = /viewBox="([^"]*)"/.exec(open)?.[1] ?? `0 0 ${size} ${size}`;
            // What the men inherit from their own root they get from a group in its place.
            const given = [...open.matchAll(/\s((?:fill|stroke|font|text|style)[\w-]*)="([^"]*)"/g)]
                .map((m) => ` ${m[1]}="${m[2]}"`)
                .join('');
            const inner = text.slice(open.length).replace(/<\/svg>\s*$/, '');
            return [name, `viewBox="${box}"><g${given}>${inner}</g>`];
        }),
    );
    return new Map(loaded);
}

function middle(square: string, orientation: Color): [number, number] {
    const x = files.indexOf(square[0] as (typeof files)[number]);
    const y = ranks.indexOf(square[1] as (typeof ranks)[number]);
    const [column, row] = orientation === 'white' ? [x, 7 - y] : [7 - x, y];
    return [margin + (column + 0.5) * size, margin + (row + 0.5) * size];
}

function drawn(shape: DrawShape, orientation: Color): string {
    const colour = brushes[shape.brush ?? 'green'] ?? brushes.green;
    const [x, y] = middle(shape.orig, orientation);
    if (!shape.dest || shape.dest === shape.orig) {
        return `<circle cx="${x}" cy="${y}" r="${0.44 * size}" fill="none" stroke="${colour}" stroke-width="3.2" opacity="0.8"/>`;
    }
    const [toX, toY] = middle(shape.dest, orientation);
    const [dx, dy] = [toX - x, toY - y];
    const length = Math.hypot(dx, dy);
    const [ux, uy] = [dx / length, dy / length];
    const [tipX, tipY] = [toX - 5 * ux, toY - 5 * uy];
    const [baseX, baseY] = [tipX - 15 * ux, tipY - 15 * uy];
    const point = (a: number, b: number): string => `${a.toFixed(1)} ${b.toFixed(1)}`;
    return (
        `<g opacity="0.75" fill="${colour}" stroke="none"><path d="M${point(x, y)}L${point(baseX, baseY)}" stroke="${colour}" stroke-width="7" stroke-linecap="round"/>` +
        `<path d="M${point(tipX, tipY)}L${point(baseX - 10 * uy, baseY + 10 * ux)}L${point(baseX + 10 * uy, baseY - 10 * ux)}Z"/></g>`
    );
}

export async function diagram(fen: string, orientation: Color, look: Look): Promise<string> {
    const pieces = piecesOf(fen);
    const men = await manShapes(look, [
        ...new Map([...pieces.values()].map((p) => [`${p.color}-${p.role}`, p])).values(),
    ]);
    const colours = withBoard(look, (_, board) => {
        const style = getComputedStyle(board);
        const read = (name: string): string => style.getPropertyValue(name).trim();
        return { light: read('--light'), dark: read('--dark'), mark: read('--mark') };
    });
    const parts: string[] = [];
    const labels: string[] = [];
    rowsFor(orientation).forEach((row, y) => {
        row.forEach((square, x) => {
            const left = margin + x * size;
            const top = margin + y * size;
            const at = `x="${left}" y="${top}" width="${size}" height="${size}"`;
            parts.push(`<rect ${at} fill="${(x + y) % 2 === 1 ? colours.dark : colours.light}"/>`);
            if (look.lastMove?.includes(square)) {
                parts.push(`<rect ${at} style="fill:${colours.mark}"/>`);
            }
            const piece = pieces.get(square);
            const shape = piece && men.get(`${piece.color}-${piece.role}`);
            if (shape) parts.push(`<svg ${at} ${shape}</svg>`);
            if (x === 0) {
                labels.push(
                    `<text x="${margin / 2}" y="${top + size / 2 + 4}" text-anchor="middle">${square[1]}</text>`,
                );
            }
            if (y === 7) {
                labels.push(
                    `<text x="${left + size / 2}" y="${side - 5}" text-anchor="middle">${square[0]}</text>`,
                );
            }
        });
    });
    return [
        `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">`,
        `<rect width="${side}" height="${side}" fill="#ffffff"/>`,
        ...parts,
        '<g font-family="Inter, Helvetica, Arial, sans-serif" font-size="11" fill="#444444">',
        ...labels,
        '</g>',
        ...(look.shapes ?? []).map((shape) => drawn(shape, orientation)),
        '</svg>',
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
