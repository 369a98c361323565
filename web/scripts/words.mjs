// Joins the page's words (words/*.json) with the glossary (data/laws/*.tsv) into one table per
// language, and fails on a key that is missing, unused, unknown, or differs in its {places}.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('..', import.meta.url));
const columns = { en: 'en', ar: 'ar', 'uz-Cyrl': 'uz_cyrl', 'uz-Latn': 'uz_latn' };
const forms = {
    en: ['one', 'other'],
    ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
    'uz-Cyrl': ['one', 'other'],
    'uz-Latn': ['one', 'other'],
};
const faults = [];

function terms(name) {
    const lines = readFileSync(join(web, '../data/laws', name), 'utf8')
        .split('\n')
        .filter((line) => line && !line.startsWith('#'));
    const head = lines[0].split('\t');
    return new Map(
        lines.slice(1).map((line) => {
            const cells = line.split('\t');
            return [cells[0], Object.fromEntries(head.map((name, i) => [name, cells[i]]))];
        }),
    );
}

function sources(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return entry.name === 'generated' ? [] : sources(path);
        return /\.(ts|svelte)$/.test(entry.name) && !/\.test\.ts$/.test(entry.name) ? [path] : [];
    });
}

// A key is used if it is written in the source, whole ('a.b') or as a template (`a.${x}`).
const text = sources(join(web, 'src'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
const whole = new Set([...text.matchAll(/['"`]([a-z][\w]*(?:\.[\w-]+)*)['"`]/g)].map((m) => m[1]));
const templates = [...text.matchAll(/`([a-z]\w*\.(?:[\w.-]|\$\{[^}`]*\})*)`/g)]
    .filter((m) => m[1].includes('${'))
    .map((m) => {
        const parts = m[1].split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
        return new RegExp(`^${parts.join('[\\w-]+')}$`);
    });
const isUsed = (key) => whole.has(key) || templates.some((template) => template.test(key));

const glossary = new Map([...terms('words.tsv'), ...terms('terms.tsv')]);
const own = Object.fromEntries(
    Object.keys(columns).map((id) => [
        id,
        JSON.parse(readFileSync(join(web, 'words', `${id}.json`), 'utf8')),
    ]),
);
const places = (value) =>
    [...String(value).matchAll(/\{\w+\}/g)]
        .map((m) => m[0])
        .sort()
        .join();
const keys = new Set(Object.values(own).flatMap((table) => Object.keys(table)));

for (const key of keys) {
    if (glossary.has(key)) faults.push(`${key}: also in the glossary; use that`);
    if (!isUsed(key)) faults.push(`${key}: not used`);
    for (const id of Object.keys(columns)) {
        const value = own[id][key];
        const english = own.en[key];
        if (value === undefined || value === '') faults.push(`${key}: missing in ${id}`);
        else if (typeof value !== typeof english)
            faults.push(`${key}: plural in one language only`);
        else if (typeof value === 'object') {
            for (const form of forms[id]) {
                if (!value[form]) faults.push(`${key}: no form "${form}" in ${id}`);
            }
        } else if (places(value) !== places(english)) {
            faults.push(`${key}: ${id} has {places} ${places(value)}, English ${places(english)}`);
        }
    }
}
for (const m of text.matchAll(/\b(?:t|n)\(\s*'([^']+)'/g)) {
    if (!keys.has(m[1]) && !glossary.has(m[1])) faults.push(`${m[1]}: used but has no words`);
}

const folder = join(web, 'src/words/generated');
mkdirSync(folder, { recursive: true });
for (const [id, column] of Object.entries(columns)) {
    const table = { ...own[id] };
    for (const [key, row] of glossary) {
        if (!isUsed(key) || key in table) continue;
        if (!row[column]) faults.push(`${key}: missing in the glossary for ${id}`);
        table[key] = row[column];
    }
    const path = join(folder, `${id}.json`);
    const json = `${JSON.stringify(table, Object.keys(table).sort().concat(forms.ar), 1)}\n`;
    if (!existsSync(path) || readFileSync(path, 'utf8') !== json) writeFileSync(path, json);
}
if (faults.length > 0) {
    console.error([...new Set(faults)].join('\n'));
    process.exit(1);
}
console.log(`words: ${keys.size} keys of the page, 4 languages, nothing missing or unused`);
