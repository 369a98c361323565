/** What is wrong with a text, and where. Offsets and columns count bytes of UTF-8. */
export interface Fault {
    /** Stable: "rank-too-short", "adjacent-kings", "illegal-move", ... */
    readonly code: string;
    readonly offset: number;
    readonly length: number;
    /** From 1. */
    readonly line: number;
    /** From 1. */
    readonly column: number;
    readonly text: string;
    readonly expected: string;
    readonly found: string;
}

/** A text that cannot be read. */
export class TextError extends Error {
    override readonly name: string = 'TextError';
    /** Every fault; the first one gives the message. */
    readonly faults: readonly Fault[];
    constructor(faults: readonly Fault[]) {
        super(faults[0]?.text || `expected ${faults[0]?.expected ?? 'a text'}`);
        this.faults = faults;
    }
    get code(): string {
        return this.faults[0]?.code ?? 'unexpected-text';
    }
    get line(): number {
        return this.faults[0]?.line ?? 1;
    }
    get column(): number {
        return this.faults[0]?.column ?? 1;
    }
    get expected(): string {
        return this.faults[0]?.expected ?? '';
    }
    get found(): string {
        return this.faults[0]?.found ?? '';
    }
}

/** A move that is not legal in its position. */
export class IllegalMoveError extends TextError {
    override readonly name = 'IllegalMoveError';
}
