/** The books of laws by the titles on their covers, which are the same in every language. */
const titles: Readonly<Record<string, string>> = {
    fide: 'FIDE Laws of Chess',
    'fide-online': 'FIDE Online Regulations',
    'us-chess': 'US Chess',
};

export function bookTitle(book: string, edition: string): string {
    return `${titles[book] ?? book} ${edition}`.trim();
}
