/** An annotated game as plain data: nodes with their parents, the start first. No rules here. */
export interface Node {
    /** Absent in the first node, the start. */
    readonly parent?: number;
    readonly uci?: string;
    /** After the move; of the start: before the first move. */
    readonly comment?: string;
    /** Before the move, at the beginning of a variation. */
    readonly before?: string;
    /** Numbers of the standard (NAG). */
    readonly glyphs?: readonly number[];
}
export interface Tree {
    readonly start: string;
    readonly tags: Readonly<Record<string, string>>;
    readonly result: string;
    readonly nodes: readonly Node[];
}

export function treeOf(start: string, moves: readonly string[] = []): Tree {
    const nodes: Node[] = [{}, ...moves.map((uci, i): Node => ({ parent: i, uci }))];
    return { start, tags: {}, result: '*', nodes };
}

/** Continuations of each node, the main one first. */
export function childrenOf(nodes: readonly Node[]): number[][] {
    const lists: number[][] = nodes.map(() => []);
    nodes.forEach((node, id) => {
        if (node.parent !== undefined) lists[node.parent]?.push(id);
    });
    return lists;
}

/** The nodes from the first move to `id`. */
export function pathTo(nodes: readonly Node[], id: number): number[] {
    const path: number[] = [];
    for (let at: number | undefined = id; at !== undefined && at > 0; at = nodes[at]?.parent) {
        path.unshift(at);
    }
    return path;
}

/** The line through `id`, and on by the main continuations. */
export function lineThrough(nodes: readonly Node[], id: number): number[] {
    const children = childrenOf(nodes);
    const line = pathTo(nodes, id);
    for (let at = children[id]?.[0]; at !== undefined; at = children[at]?.[0]) line.push(at);
    return line;
}

/** Goes to the move if it is there, else adds it as the last continuation. */
export function withMove(tree: Tree, parent: number, uci: string): { tree: Tree; id: number } {
    const known = tree.nodes.findIndex((n, id) => id > 0 && n.parent === parent && n.uci === uci);
    if (known > 0) return { tree, id: known };
    return {
        tree: { ...tree, nodes: [...tree.nodes, { parent, uci }] },
        id: tree.nodes.length,
    };
}

export function annotated(tree: Tree, id: number, change: Partial<Node>): Tree {
    return {
        ...tree,
        nodes: tree.nodes.map((node, i) => (i === id ? { ...node, ...change } : node)),
    };
}

/** The nodes in the order of `children`, without those that it leaves out; `id` as it is then. */
function renumbered(
    tree: Tree,
    children: readonly (readonly number[])[],
    id: number,
): { tree: Tree; id: number } {
    const order: number[] = [0];
    for (let i = 0; i < order.length; i += 1) order.push(...(children[order[i] ?? 0] ?? []));
    const now = new Map(order.map((old, i) => [old, i]));
    const nodes = order.map((old): Node => {
        const node = tree.nodes[old] ?? {};
        return node.parent === undefined ? node : { ...node, parent: now.get(node.parent) ?? 0 };
    });
    return { tree: { ...tree, nodes }, id: now.get(id) ?? 0 };
}

/** Takes the move away with all that follows it. */
export function without(tree: Tree, id: number): { tree: Tree; id: number } {
    const parent = tree.nodes[id]?.parent ?? 0;
    const children = childrenOf(tree.nodes).map((list) => list.filter((c) => c !== id));
    return renumbered(tree, children, parent);
}

/** Makes every move on the way to `id` the main one. */
export function promoted(tree: Tree, id: number): { tree: Tree; id: number } {
    const path = new Set(pathTo(tree.nodes, id));
    const children = childrenOf(tree.nodes).map((list) => [
        ...list.filter((c) => path.has(c)),
        ...list.filter((c) => !path.has(c)),
    ]);
    return renumbered(tree, children, id);
}

export function isMain(nodes: readonly Node[], id: number): boolean {
    const children = childrenOf(nodes);
    return pathTo(nodes, id).every((node) => children[nodes[node]?.parent ?? 0]?.[0] === node);
}

/** A comment as people read it: without the commands that programs write into it, of which the
 *  time on the clock is worth showing. */
export function readComment(text: string): { text: string; clock: string } {
    let clock = '';
    const plain = text.replace(/\[%(\w+)\s+([^\]]*)\]/g, (_, name: string, value: string) => {
        if (name === 'clk') clock = value.trim();
        return ' ';
    });
    return { text: plain.replace(/\s+/g, ' ').trim(), clock };
}

export type Token =
    | { readonly kind: 'move'; readonly id: number; readonly numbered: boolean }
    | { readonly kind: 'comment'; readonly text: string };
/** A stretch of one line; deeper ones are variations. */
export interface Block {
    readonly depth: number;
    readonly tokens: readonly Token[];
}

/** The whole tree in reading order: after each move its alternatives, then the line goes on. */
export function blocksOf(nodes: readonly Node[]): Block[] {
    const children = childrenOf(nodes);
    const blocks: Block[] = [];
    function line(from: number, first: number, depth: number): void {
        let tokens: Token[] = [];
        const close = (): void => {
            if (tokens.length > 0) blocks.push({ depth, tokens });
            tokens = [];
        };
        const opening = depth === 0 ? nodes[from]?.comment : nodes[first]?.before;
        if (opening) tokens.push({ kind: 'comment', text: opening });
        let parent = from;
        let at: number | undefined = first;
        let numbered = true;
        while (at !== undefined) {
            tokens.push({ kind: 'move', id: at, numbered });
            numbered = false;
            const comment = nodes[at]?.comment;
            if (comment) {
                tokens.push({ kind: 'comment', text: comment });
                numbered = true;
            }
            const others: readonly number[] =
                at === children[parent]?.[0] ? (children[parent] ?? []).slice(1) : [];
            if (others.length > 0) {
                close();
                for (const other of others) line(parent, other, depth + 1);
                numbered = true;
            }
            parent = at;
            at = children[at]?.[0];
        }
        close();
    }
    const first = children[0]?.[0];
    if (first !== undefined) line(0, first, 0);
    else if (nodes[0]?.comment) {
        blocks.push({ depth: 0, tokens: [{ kind: 'comment', text: nodes[0].comment }] });
    }
    return blocks;
}

const glyphTexts: Readonly<Record<number, string>> = {
    1: '!',
    2: '?',
    3: '!!',
    4: '??',
    5: '!?',
    6: '?!',
    7: '□',
    10: '=',
    13: '∞',
    14: '⩲',
    15: '⩱',
    16: '±',
    17: '∓',
    18: '+−',
    19: '−+',
};
/** Glyphs of a move's worth, which exclude each other. */
export const moveGlyphs = [1, 2, 3, 4, 5, 6] as const;
export function glyphText(glyph: number): string {
    return glyphTexts[glyph] ?? ` $${glyph}`;
}
