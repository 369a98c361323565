import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventKinds } from '../arbiter/events';
import { keyOf } from '../live/sentences';
import { faultText, refusalText } from '../ui/faults';
import ar from './generated/ar.json';
import en from './generated/en.json';
import uzCyrl from './generated/uz-Cyrl.json';
import uz from './generated/uz-Latn.json';
import { dateTime, n, number, pluralForm, t, words } from './words.svelte';

/** The codes of faults in a FEN, from the sources that report them. */
const faultCodes = ['core/setup.cpp', 'notation/fen.cpp']
    .map((name) => readFileSync(new URL(`../../../src/${name}`, import.meta.url), 'utf8'))
    .flatMap((source) => [...source.matchAll(/"([a-z]+(?:-[a-z]+)+)"/g)])
    .map((found) => found[1] ?? '');

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
    it('has a sentence for every event, reason and ruling of the protocol', () => {
        const of = (name: string): string =>
            readFileSync(new URL(`../../../protocol/${name}`, import.meta.url), 'utf8');
        const codes = JSON.parse(of('events.schema.json')).$defs.MatchEvent.properties as Record<
            string,
            { enum: string[] }
        >;
        const own =
            /The server adds its own:([^]*?)\. The members/.exec(of('README.md'))?.[1] ?? '';
        const kinds = [
            ...(codes.kind?.enum ?? []),
            ...[...own.matchAll(/`([A-Z]\w+)/g)].map((found) => found[1] ?? ''),
        ];
        expect(kinds.length).toBeGreaterThan(80);
        expect([...eventKinds].sort()).toEqual(kinds.sort());
        const tables: Record<string, unknown>[] = [en, ar, uzCyrl, uz];
        for (const table of tables) {
            for (const kind of kinds) expect(table[`event.${kind}`], kind).toBeTypeOf('string');
            for (const what of ['reason', 'ruling'] as const) {
                for (const code of codes[what]?.enum ?? []) {
                    if (code === 'none') continue;
                    expect(table[keyOf(what, code) ?? ''], code).toBeTypeOf('string');
                }
            }
        }
    });
    it('says what is wrong with a FEN, and what was refused, in every language', () => {
        for (const [id, table] of [
            ['ar', ar],
            ['uz-Cyrl', uzCyrl],
            ['uz-Latn', uz],
        ] as const) {
            words.set(id, table);
            for (const code of faultCodes) {
                expect(faultText({ code, text: 'English' }), code).not.toBe('English');
            }
            for (const code of ['not-your-move', 'not_found', 'rate_limited', 'bad_json']) {
                expect(refusalText(code, 'English'), code).not.toBe('English');
            }
        }
        words.set('en', en);
        expect(faultText({ code: 'missing-king', text: 'no white king' })).toBe('no white king');
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
