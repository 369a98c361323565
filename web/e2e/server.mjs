// The play server of this build, on a database of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dist } from './browser.mjs';
import { until } from './harness.mjs';

async function freePort() {
    const probe = createServer();
    await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address();
    await new Promise((resolve) => probe.close(resolve));
    return port;
}

/** Starts `hakam serve` on a new database; kill() ends it at once, again() starts it anew. */
export async function startServer(program) {
    const folder = mkdtempSync(join(tmpdir(), 'hakam-web-'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    let child;
    const again = async () => {
        child = spawn(
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
            { stdio: 'ignore' },
        );
        await until(
            async () => (await fetch(`${url}healthz`).catch(() => null))?.ok ?? false,
            'the server answers',
            15_000,
        );
    };
    const kill = (signal = 'SIGKILL') =>
        new Promise((resolve) => {
            child.once('exit', resolve);
            child.kill(signal);
        });
    await again();
    return {
        url,
        again,
        kill,
        stop: async () => {
            await kill('SIGTERM');
            rmSync(folder, { recursive: true, force: true });
        },
    };
}
