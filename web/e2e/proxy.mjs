// A proxy between pages and the server whose connections can go half open: they stay up, and what
// either end sends is swallowed. New connections may work all the while, or not.
import { createServer, connect } from 'node:net';

export async function startProxy(port) {
    const lines = new Set();
    let deaf = false;
    const server = createServer((near) => {
        const far = connect(port, '127.0.0.1');
        const line = { near, far, swallows: deaf };
        lines.add(line);
        const pass = (from, to) => {
            from.on('data', (data) => {
                if (!line.swallows) to.write(data);
            });
            const end = () => {
                lines.delete(line);
                if (line.swallows) from.destroy();
                else to.destroy();
            };
            from.on('error', end);
            from.on('close', end);
        };
        pass(near, far);
        pass(far, near);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
        url: `http://127.0.0.1:${server.address().port}/`,
        /** From now on the connections that are there swallow everything. */
        swallow: () => {
            for (const line of lines) line.swallows = true;
        },
        /** New connections swallow everything too, or no longer. */
        deafen: (to) => {
            deaf = to;
        },
        stop: () => {
            for (const { near, far } of lines) {
                near.destroy();
                far.destroy();
            }
            server.close();
        },
    };
}
