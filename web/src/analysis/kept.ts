/**
 * The analysis that was open last. The address says what is looked at (start, moves, place), so
 * that it can be sent to others; variations, comments and tags are kept here beside it, for a reload.
 */
import { address } from '../ui/route.svelte';
import { startFen } from '../rules/rules';
import { lineThrough, pathTo, type Tree } from './tree';

const place = 'hakam.analysis';
/** What a tab keeps at most, in characters. */
const most = 2_000_000;
/** Longer games than this have an address of their start only. */
const mostMoves = 600;

interface Kept {
    readonly address: string;
    readonly tree: Tree;
    readonly at: number;
}

/** The laws that need no word in the address. */
export const usualRules = 'fide-standard';

export function addressOf(tree: Tree, at: number, rules: string): string {
    const line = lineThrough(tree.nodes, at);
    const moves = line.map((id) => tree.nodes[id]?.uci ?? '');
    const here = pathTo(tree.nodes, at).length;
    return address('analysis', '', {
        ...(tree.start === startFen ? {} : { start: tree.start }),
        ...(moves.length > 0 && moves.length <= mostMoves
            ? { moves: moves.join('_'), at: String(here) }
            : {}),
        ...(rules === usualRules ? {} : { rules }),
    });
}

export function keep(tree: Tree, at: number, rules: string): void {
    const shown = addressOf(tree, at, rules);
    history.replaceState(null, '', shown);
    try {
        const text = JSON.stringify({ address: shown, tree, at } satisfies Kept);
        if (text.length <= most) sessionStorage.setItem(place, text);
        else sessionStorage.removeItem(place);
    } catch {
        // A tab that may not store loses nothing but its variations at a reload.
    }
}

/** What was kept under this address. */
export function kept(hash: string): { tree: Tree; at: number } | null {
    try {
        const found = JSON.parse(sessionStorage.getItem(place) ?? 'null') as Kept | null;
        return found && found.address === hash ? { tree: found.tree, at: found.at } : null;
    } catch {
        return null;
    }
}
