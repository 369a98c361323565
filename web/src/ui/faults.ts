/** What is wrong with a text, and why something was refused, in the page's language. */
import { t, words, type Key } from '../words/words.svelte';

function known(key: string): Key | null {
    return typeof words.table[key as Key] === 'string' ? (key as Key) : null;
}

/** The core says in English exactly what is wrong; in other languages its code is put into words. */
export function faultText({
    code,
    text,
}: {
    readonly code: string;
    readonly text: string;
}): string {
    const key = words.id === 'en' ? null : known(`fault.${code}`);
    return key ? t(key) : text;
}

/** Codes of the match room by the server's name for the same. */
const sameAs: Readonly<Record<string, string>> = {
    not_your_move: 'not_your_turn',
    no_such_man: 'illegal_move',
    no_offer: 'illegal_now',
    not_possible: 'illegal_now',
    bad_arguments: 'bad_request',
    bad_json: 'bad_request',
    client_seq: 'conflict',
    method: 'bad_request',
    origin: 'forbidden',
    storage: 'storage_full',
};

/** Likewise a refusal, of the server or of the match room on this device. */
export function refusalText(code: string, english: string): string {
    const name = code.replaceAll('-', '_');
    const key = words.id === 'en' ? null : known(`refusal.${sameAs[name] ?? name}`);
    return key ? t(key) : english;
}
