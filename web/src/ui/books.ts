/** The books of laws by name, in the page's language. */
import type { Book } from '../rules/laws';
import { t, words } from '../words/words.svelte';

/** By the name of a book in citations. */
function coverOf(book: string): string {
    switch (book) {
        case 'fide':
            return t('book.fide');
        case 'fide-online':
            return t('book.fide_online');
        case 'us-chess':
            return t('book.us_chess');
        case 'fide-manual':
            return t('book.fide_manual');
        case 'history':
            return t('book.history');
        case 'event':
            return t('book.event');
        default:
            return book;
    }
}

/** "5th edition 2007": the words of an edition; years stay as they are. */
function editionText(edition: string): string {
    if (words.id === 'en') return edition;
    const nth = /^(\d+)th edition(?: (\d{4}))?$/.exec(edition);
    if (nth) {
        const text = t('book.edition', { n: nth[1] ?? '' });
        return nth[2] ? `${text}, ${nth[2]}` : text;
    }
    const before = /^before (\d{4})$/.exec(edition);
    if (before) return t('book.before', { year: before[1] ?? '' });
    const until = /^to (\d{4})$/.exec(edition);
    if (until) return t('book.until', { year: until[1] ?? '' });
    const match = /^match (\d{4})$/.exec(edition);
    if (match) return t('book.match', { year: match[1] ?? '' });
    return edition === '-' ? '' : edition;
}

export function bookTitle(book: string, edition: string): string {
    return `${coverOf(book)} ${editionText(edition)}`.trim();
}

export const bookGroups = ['fide', 'rapid', 'blitz', 'us', 'other'] as const;
export type BookGroup = (typeof bookGroups)[number];

export function groupOf({ family }: Book): BookGroup {
    if (family === 'fide') return 'fide';
    if (family.startsWith('uscf')) return 'us';
    if (family.startsWith('fide-rapid')) return 'rapid';
    if (family.startsWith('fide-blitz')) return 'blitz';
    return 'other';
}

/** The name of a book in a list of its group. */
export function bookName(book: Book): string {
    const { family, edition } = book;
    const dated = editionText(edition);
    const supervised = /A4|B2/.test(family) ? ` · ${t('book.supervised')}` : '';
    switch (groupOf(book)) {
        case 'fide':
            return `${t('book.fide')} ${dated}`;
        case 'rapid':
            return `${t('rapid')}, ${dated}${supervised}`;
        case 'blitz':
            return `${t('blitz')}, ${dated}${supervised}`;
        case 'us':
            return `${t('book.us_chess')}, ${dated}${family.endsWith('blitz') ? ` · ${t('blitz')}` : ''}`;
        default:
    }
    if (family === 'fide-online') return `${t('book.fide_online')} ${dated}`;
    if (family === 'casual') return t('mode.casual');
    if (family === 'italian') return `${t('book.italian')} ${dated}`;
    if (family === 'event') return `${t('book.event')}: ${dated}`;
    return `${t('book.history')} ${dated}`.trim();
}

/** How the group is called. */
export function groupName(group: BookGroup): string {
    switch (group) {
        case 'fide':
            return t('standard');
        case 'rapid':
        case 'blitz':
            return t(group);
        case 'us':
            return t('book.us_chess');
        default:
            return t('control.other');
    }
}
