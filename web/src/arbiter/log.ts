/** The arbiter's decisions on a game on paper, in the order in which he made them. */
export interface Decision {
    readonly at: number;
    readonly what: string;
    readonly articles: readonly string[];
    /** Moves played when it was made, as "24. … Nf6" or the start. */
    readonly where: string;
    /** The result it gave, and for which moves and laws: another one for the same contradicts it. */
    readonly outcome?: string | null;
    readonly of?: string;
    /** A later ruling has taken its place. */
    readonly replaced?: boolean;
}

/** The rulings of this case that gave another result than `outcome`. */
export function contradicted(
    decisions: readonly Decision[],
    of: string,
    outcome: string | null,
): readonly Decision[] {
    if (outcome === null) return [];
    return decisions.filter(
        (d) => d.of === of && !d.replaced && d.outcome && d.outcome !== outcome,
    );
}

export function asText(decisions: readonly Decision[], title: string): string {
    const rows = decisions.map((d) => {
        const articles = d.articles.length > 0 ? ` (${d.articles.join(', ')})` : '';
        const void_ = d.replaced ? '[–] ' : '';
        return `${new Date(d.at).toISOString()}  ${d.where}  ${void_}${d.what}${articles}`;
    });
    return [title, ...rows, ''].join('\n');
}
