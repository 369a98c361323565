/** The words of the page in its language; sources are web/words/*.json and the glossary. */
import type { Piece, Square } from '../board/types';
import type en from './generated/en.json';

export type Key = keyof typeof en;
type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;
type Table = Readonly<Record<string, string | Forms>>;

export const languages = [
    { id: 'en', name: 'English', dir: 'ltr' },
    { id: 'ar', name: 'العربية', dir: 'rtl' },
    { id: 'uz-Cyrl', name: 'Ўзбекча', dir: 'ltr' },
    { id: 'uz-Latn', name: 'Oʻzbekcha', dir: 'ltr' },
] as const;
export type LanguageId = (typeof languages)[number]['id'];

const loaders: Readonly<Record<LanguageId, () => Promise<{ default: unknown }>>> = {
    en: () => import('./generated/en.json'),
    ar: () => import('./generated/ar.json'),
    'uz-Cyrl': () => import('./generated/uz-Cyrl.json'),
    'uz-Latn': () => import('./generated/uz-Latn.json'),
};

class Words {
    #table = $state.raw<Table>({});
    #id = $state<LanguageId>('en');

    get id(): LanguageId {
        return this.#id;
    }
    get dir(): 'ltr' | 'rtl' {
        return languages.find((l) => l.id === this.#id)?.dir ?? 'ltr';
    }
    get table(): Table {
        return this.#table;
    }
    async use(id: LanguageId): Promise<void> {
        const loaded = await loaders[id]();
        this.#table = loaded.default as Table;
        this.#id = id;
    }
    /** For tests: words without loading. */
    set(id: LanguageId, table: Table): void {
        this.#table = table;
        this.#id = id;
    }
}

export const words = new Words();

export type Values = Readonly<Record<string, string | number>>;

const leftToRight = String.fromCharCode(0x2066);
const endOfIsolate = String.fromCharCode(0x2069);

/** Squares, moves, times: from left to right inside any text. */
export function isolated(text: string): string {
    return `${leftToRight}${text}${endOfIsolate}`;
}

/** Fills {places}; each value is isolated so that a move inside Arabic text keeps its direction. */
function fill(text: string, values: Values | undefined): string {
    if (!values) return text;
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
        const value = values[name];
        if (value === undefined) return whole;
        return words.dir === 'rtl' ? `\u2068${value}\u2069` : String(value);
    });
}

/** The words for `key`. */
export function t(key: Key, values?: Values): string {
    const text = words.table[key];
    return typeof text === 'string' ? fill(text, values) : key;
}

/** The words as the beginning of a line or a button: glossary words begin small. */
export function capital(text: string): string {
    return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** The words for `key` that go with a number; {n} is the number. */
export function n(key: Key, count: number, values?: Values): string {
    const forms = words.table[key];
    if (typeof forms !== 'object') return key;
    const form = forms[pluralForm(words.id, count)] ?? forms.other ?? key;
    return fill(form, { ...values, n: count });
}

/** CLDR categories; Uzbek has one and other, also where the browser does not know it. */
export function pluralForm(language: LanguageId, count: number): Intl.LDMLPluralRule {
    if (language.startsWith('uz')) return count === 1 ? 'one' : 'other';
    return new Intl.PluralRules(language).select(count);
}

/** "e4", "e4, white knight": how a square is spoken. */
export function squareName(square: Square, piece?: Piece): string {
    return piece ? `${square}, ${pieceName(piece)}` : square;
}

export function pieceName(piece: Piece): string {
    return t(piece.color === 'white' ? 'piece.of_white' : 'piece.of_black', {
        piece: t(`piece.${piece.role}`),
    });
}

const uzbekMonths: Readonly<Record<'uz-Cyrl' | 'uz-Latn', readonly string[]>> = {
    'uz-Cyrl': [
        'январ',
        'феврал',
        'март',
        'апрел',
        'май',
        'июн',
        'июл',
        'август',
        'сентябр',
        'октябр',
        'ноябр',
        'декабр',
    ],
    'uz-Latn': [
        'yanvar',
        'fevral',
        'mart',
        'aprel',
        'may',
        'iyun',
        'iyul',
        'avgust',
        'sentabr',
        'oktabr',
        'noyabr',
        'dekabr',
    ],
};

/** A calendar day and time of day; Uzbek from our own table. */
export function dateTime(ms: number): string {
    const date = new Date(ms);
    const clock = `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
    const id = words.id;
    if (id === 'uz-Cyrl' || id === 'uz-Latn') {
        const month = uzbekMonths[id][date.getMonth()] ?? '';
        const day = date.getDate();
        return id === 'uz-Cyrl'
            ? `${date.getFullYear()} йил ${day} ${month}, ${clock}`
            : `${date.getFullYear()}-yil ${day}-${month}, ${clock}`;
    }
    const locale = id === 'ar' ? 'ar-u-nu-latn' : 'en-GB';
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(date);
    return id === 'ar' ? `${day}، ${clock}` : `${day}, ${clock}`;
}

/** Numbers with the language's grouping; digits are European in all four languages. */
export function number(value: number): string {
    if (words.id === 'ar') return new Intl.NumberFormat('ar-u-nu-latn').format(value);
    if (words.id === 'en') return new Intl.NumberFormat('en').format(value);
    const [whole = '0', part] = String(Math.abs(value)).split('.');
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
    return `${value < 0 ? '−' : ''}${grouped}${part ? `,${part}` : ''}`;
}
