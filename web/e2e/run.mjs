// All tests in the browser: node e2e/run.mjs [FILTER]. With HAKAM set to the command, also those
// that need the server.
import { launch, serveFiles } from './browser.mjs';
import { runAll } from './harness.mjs';
import { local } from './local.test.mjs';

const files = await serveFiles();
const { context, close } = await launch();
await context.grantPermissions(['clipboard-read', 'clipboard-write']);
local(context, files.url);
const { passed, failed } = await runAll(process.argv[2]);
await close();
files.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
