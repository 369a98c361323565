// All tests in the browser: node e2e/run.mjs [FILTER]. With HAKAM set to the command, also those
// that need the server. HAKAM_SLOWDOWN=6 makes every page's processor six times slower.
import { launch, serveFiles } from './browser.mjs';
import { faults } from './faults.test.mjs';
import { runAll } from './harness.mjs';
import { local } from './local.test.mjs';
import { more } from './pages.test.mjs';
import { startServer } from './server.mjs';
import { lines } from './lines.test.mjs';
import { together } from './together.test.mjs';
import { remote } from './server.test.mjs';

const files = await serveFiles();
const people = await launch();
local(people, files.url);
more(people, files);
faults(people, files.url);
let server;
if (process.env.HAKAM) {
    server = await startServer(process.env.HAKAM);
    remote(people, server);
    together(people, server);
    lines(people, server);
}
const { passed, failed } = await runAll(process.argv[2] ?? '', {
    clean: people.forget,
    look: people.look,
    fell: people.fell,
});
await people.close();
await server?.stop();
files.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
