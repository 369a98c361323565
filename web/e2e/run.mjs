// All tests in the browser: node e2e/run.mjs [FILTER]. With HAKAM set to the command, also those
// that need the server.
import { launch, serveFiles } from './browser.mjs';
import { runAll } from './harness.mjs';
import { local } from './local.test.mjs';
import { more } from './pages.test.mjs';
import { startServer } from './server.mjs';
import { together } from './together.test.mjs';
import { remote } from './server.test.mjs';

const filter = process.argv[2] ?? '';
const files = await serveFiles();
const browsers = [await launch()];
for (const { context } of browsers) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
}
local(browsers[0].context, files.url);
more(browsers[0].context, files);
let server;
if (process.env.HAKAM) {
    server = await startServer(process.env.HAKAM);
    browsers.push(await launch(), await launch());
    await browsers[1].context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const contexts = browsers.map((b) => b.context);
    remote(contexts, server);
    together(contexts, server);
}
const { passed, failed } = await runAll(filter);
for (const browser of browsers) await browser.close();
await server?.stop();
files.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
