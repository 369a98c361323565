/** What the board chessground asks for, from a position. */
import { moves, squareName, type Position, type SquareName } from './core.js';

/** Targets by origin: castling by two squares and onto the rook, as chessground accepts both. */
export function dests(position: Position): Map<SquareName, SquareName[]> {
    const map = new Map<SquareName, SquareName[]>();
    for (const move of position.moves) {
        const from = squareName(moves.from(move));
        const list = map.get(from) ?? [];
        const to = squareName(moves.to(move));
        if (!list.includes(to)) list.push(to);
        if (moves.kind(move) === 'castling') {
            const arrival = squareName(moves.arrival(move));
            if (arrival !== from && !list.includes(arrival)) list.push(arrival);
        }
        map.set(from, list);
    }
    return map;
}
