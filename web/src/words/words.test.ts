import { beforeEach, describe, expect, it } from 'vitest';
import ar from './generated/ar.json';
import en from './generated/en.json';
import uz from './generated/uz-Latn.json';
import { dateTime, n, number, pluralForm, t, words } from './words.svelte';

describe('words', () => {
    beforeEach(() => words.set('en', en));
    it('has the six forms of Arabic', () => {
        expect([0, 1, 2, 3, 11, 100].map((count) => pluralForm('ar', count))).toEqual([
            'zero',
            'one',
            'two',
            'few',
            'many',
            'other',
        ]);
        words.set('ar', ar);
        expect(n('list.plies', 2)).toBe('نقلتان');
        expect(n('list.plies', 5)).toContain('نقلات');
    });
    it('isolates what stands inside Arabic text', () => {
        words.set('ar', ar);
        expect(t('entry.illegal', { move: 'Nf5' })).toContain('⁨Nf5⁩');
    });
    it('counts in English and Uzbek', () => {
        expect([n('list.plies', 1), n('list.plies', 2)]).toEqual(['1 move', '2 moves']);
        words.set('uz-Latn', uz);
        expect(n('list.plies', 2)).toBe('2 yurish');
    });
    it('writes dates and numbers from its own tables where it must', () => {
        words.set('uz-Latn', uz);
        const noon = new Date(2026, 10, 30, 12, 5).getTime();
        expect(dateTime(noon)).toBe('2026-yil 30-noyabr, 12:05');
        expect(number(1234567.5)).toBe('1 234 567,5');
        words.set('ar', ar);
        expect(number(1234)).toBe('1,234');
    });
});
