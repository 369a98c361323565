// The play server of this build, on a database of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dist } from './browser.mjs';
import { patience } from './harness.mjs';

/**
 * Starts `hakam serve` on a new database and a free port; kill() ends it at once, again() starts it
 * anew at the same address, freeze() and thaw() stop and go on with it as it is.
 */
export async function startServer(program) {
    const folder = mkdtempSync(join(tmpdir(), 'hakam-web-'));
    let port = 0;
    let child;
    const again = async () => {
        const own = spawn(
            program,
            [
                'serve',
                '--listen',
                `127.0.0.1:${port}`,
                '--db',
                `sqlite:${join(folder, 'games.db')}`,
                '--web',
                dist,
            ],
            { stdio: ['ignore', 'pipe', 'pipe'] },
        );
        child = own;
        let said = '';
        // Its first words say where it listens: from then on it answers.
        port = await new Promise((resolve, reject) => {
            const timer = setTimeout(() => reject(new Error(`no server: ${said}`)), 2 * patience);
            own.once('exit', () => reject(new Error(`the server ended: ${said}`)));
            for (const stream of [own.stdout, own.stderr]) {
                stream.on('data', (data) => {
                    said = (said + data).slice(-4_000);
                    const found = /http:\/\/[\d.]+:(\d+)\//.exec(said);
                    if (!found) return;
                    clearTimeout(timer);
                    resolve(Number(found[1]));
                });
            }
        });
    };
    const kill = (signal = 'SIGKILL') =>
        new Promise((resolve) => {
            if (child.exitCode !== null || child.signalCode !== null) {
                resolve();
                return;
            }
            child.once('exit', resolve);
            child.kill(signal);
        });
    await again();
    return {
        url: `http://127.0.0.1:${port}/`,
        again,
        kill,
        freeze: () => child.kill('SIGSTOP'),
        thaw: () => child.kill('SIGCONT'),
        stop: async () => {
            await kill('SIGTERM');
            rmSync(folder, { recursive: true, force: true });
        },
    };
}
