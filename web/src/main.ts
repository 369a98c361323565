import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { load } from './rules/wasm';
import wasmUrl from './rules/rules.wasm?url';
import { settings } from './ui/settings.svelte';
import { languages, words, type LanguageId } from './words/words.svelte';

/** The language asked for before, else the first of the browser's that we have, else English. */
function chosenLanguage(): LanguageId {
    const wished = [settings.values.language, ...navigator.languages];
    for (const wish of wished) {
        if (!wish) continue;
        const exact = languages.find((l) => l.id === wish);
        if (exact) return exact.id;
        const [base] = wish.split('-');
        if (base === 'uz') return wish.includes('Cyrl') ? 'uz-Cyrl' : 'uz-Latn';
        const same = languages.find((l) => l.id === base);
        if (same) return same.id;
    }
    return 'en';
}

await Promise.all([load(fetch(wasmUrl)), words.use(chosenLanguage())]);
const target = document.getElementById('app');
if (target) mount(App, { target });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    void navigator.serviceWorker.register('./sw.js').catch(() => {
        // Without it the page works, only not offline.
    });
}
