// A list of named tests, run one after the other; the last line says how many passed.
import assert from 'node:assert/strict';

export { assert };
const tests = [];
export function test(name, run) {
    tests.push({ name, run });
}

export async function runAll(filter = '') {
    let passed = 0;
    const failed = [];
    for (const { name, run } of tests) {
        if (!name.includes(filter)) continue;
        const start = Date.now();
        try {
            await run();
            passed += 1;
            console.log(`ok   ${name} (${Date.now() - start} ms)`);
        } catch (error) {
            failed.push(name);
            console.log(
                `FAIL ${name}\n${String(error.stack ?? error)
                    .split('\n')
                    .slice(0, 8)
                    .join('\n')}`,
            );
        }
    }
    return { passed, failed: failed.length };
}

/** Waits until `ask` answers true. */
export async function until(ask, what, ms = 15_000) {
    const end = Date.now() + ms;
    for (;;) {
        if (await ask()) return;
        if (Date.now() > end) throw new Error(`never: ${what}`);
        await new Promise((resolve) => setTimeout(resolve, 40));
    }
}
