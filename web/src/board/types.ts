/** What a board shows and what it reports. No rules here: legal moves are data from `rules/`. */
export const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
export const ranks = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;
export type File = (typeof files)[number];
export type Rank = (typeof ranks)[number];
export type Square = `${File}${Rank}`;
export const colors = ['white', 'black'] as const;
export type Color = (typeof colors)[number];
export const roles = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;
export type Role = (typeof roles)[number];
export interface Piece {
    readonly color: Color;
    readonly role: Role;
}

export function opposite(color: Color): Color {
    return color === 'white' ? 'black' : 'white';
}

export function isSquare(text: string): text is Square {
    return /^[a-h][1-8]$/.test(text);
}

const roleOfLetter: Readonly<Record<string, Role>> = {
    p: 'pawn',
    n: 'knight',
    b: 'bishop',
    r: 'rook',
    q: 'queen',
    k: 'king',
};

/** Men by square from the first field of a FEN that the core has written. */
export function piecesOf(fen: string): Map<Square, Piece> {
    const pieces = new Map<Square, Piece>();
    const rows = (fen.split(' ')[0] ?? '').split('/');
    rows.forEach((row, i) => {
        let file = 0;
        for (const c of row) {
            const role = roleOfLetter[c.toLowerCase()];
            if (role) {
                const square = `${files[file] ?? 'a'}${ranks[7 - i] ?? '1'}` as Square;
                pieces.set(square, { color: c === c.toLowerCase() ? 'black' : 'white', role });
                file += 1;
            } else {
                file += Number(c);
            }
        }
    });
    return pieces;
}

/** All squares in reading order, as the given side sees the board. */
export function rowsFor(orientation: Color): Square[][] {
    const rs = orientation === 'white' ? [...ranks].reverse() : [...ranks];
    const fs = orientation === 'white' ? [...files] : [...files].reverse();
    return rs.map((r) => fs.map((f): Square => `${f}${r}`));
}
