/** The arbiter's decisions on a game on paper, in the order in which he made them. */
export interface Decision {
    readonly at: number;
    readonly what: string;
    readonly articles: readonly string[];
    /** Moves played when it was made, as "24. … Nf6" or the start. */
    readonly where: string;
}

export function asText(decisions: readonly Decision[], title: string): string {
    const rows = decisions.map((d) => {
        const articles = d.articles.length > 0 ? ` (${d.articles.join(', ')})` : '';
        return `${new Date(d.at).toISOString()}  ${d.where}  ${d.what}${articles}`;
    });
    return [title, ...rows, ''].join('\n');
}
