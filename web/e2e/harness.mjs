// A list of named tests, run one after the other; the last line says how many passed.
import assert from 'node:assert/strict';
import { inspect, isDeepStrictEqual } from 'node:util';

export { assert };
const tests = [];
export function test(name, run) {
    tests.push({ name, run });
}

/** How long a state may take to come, in ms. A machine at a tenth of its speed passes; a pass never
 *  waits longer than it must. */
export const patience = 60_000;
/** The whole of one test, in ms: after it something hangs. */
const longest = 1_200_000;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function within(ms, work, what) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`${what} after ${ms} ms`)), ms);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Runs the tests whose names contain `filter`. After each `clean`; if it failed, first `look`,
 *  which tells what was on the screens. A test in which the browser `fell` begins again, twice at
 *  most: nothing is known of what it tests. */
export async function runAll(filter, { clean, look, fell }) {
    let passed = 0;
    const failed = [];
    const left = tests.filter(({ name }) => name.includes(filter));
    const again = new Map();
    while (left.length > 0) {
        const { name, run } = left[0];
        const start = Date.now();
        try {
            await within(longest, Promise.resolve().then(run), 'still going');
            passed += 1;
            console.log(`ok   ${name} (${Date.now() - start} ms)`);
        } catch (error) {
            const times = again.get(name) ?? 0;
            if (fell() && times < 2) {
                console.log(`the browser fell: ${name}`);
                again.set(name, times + 1);
                await within(30_000, clean(), 'not cleaned').catch(() => {});
                continue;
            }
            failed.push(name);
            const lines = String(error?.stack ?? error).split('\n');
            console.log(
                `FAIL ${name} (${Date.now() - start} ms)\n${lines.slice(0, 14).join('\n')}`,
            );
            console.log(await within(30_000, look(), 'no look').catch(String));
        }
        left.shift();
        await within(30_000, clean(), 'not cleaned').catch((error) => console.log(String(error)));
    }
    return { passed, failed: failed.length };
}

const shown = (value) =>
    value instanceof Error ? value.message.split('\n')[0] : inspect(value, { breakLength: 100 });

/** Waits until `accept` takes what `read` gives. Errors of reading (a page on its way to another) are
 *  only not there yet. */
async function awaited(read, accept, what, ms) {
    const end = Date.now() + ms;
    for (;;) {
        let seen;
        try {
            seen = await read();
            if (accept(seen)) return;
        } catch (error) {
            seen = error;
        }
        if (Date.now() > end) throw new Error(`never: ${what}; there was ${shown(seen)}`);
        await pause(40);
    }
}
/** Waits until `ask` answers true. */
export function until(ask, what, ms = patience) {
    return awaited(ask, (seen) => seen === true, what, ms);
}
/** Waits until `read` gives a value equal to `wanted`. */
export function equal(read, wanted, what = '', ms = patience) {
    const all = `${what} ${shown(wanted)}`;
    return awaited(read, (seen) => isDeepStrictEqual(seen, wanted), all, ms);
}
/** Waits until `read` gives a text that matches. */
export function matches(read, pattern, what = '', ms = patience) {
    return awaited(read, (seen) => pattern.test(seen), `${what} ${pattern}`, ms);
}
