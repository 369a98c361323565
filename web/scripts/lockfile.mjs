// Takes out of package-lock.json what only points at hosts: addresses of packages and of funding.
import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
for (const entry of Object.values(lock.packages)) {
    delete entry.funding;
    delete entry.resolved;
}
const text = `${JSON.stringify(lock, null, 2)}\n`;
if (/https?:/.test(text)) throw new Error('an address is left in package-lock.json');
writeFileSync(path, text);
