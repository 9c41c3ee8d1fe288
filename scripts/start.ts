import './check-node.ts';
import { execFileSync } from 'node:child_process';
import { exitWithParentProcess } from './exit-with-parent-process.ts';

// `npm ci && npm start` must work on a new machine, so the application is built here if necessary.
execFileSync(process.execPath, ['scripts/build.ts', '--if-needed'], {
  stdio: 'inherit',
  cwd: new URL('..', import.meta.url),
});

exitWithParentProcess();
// Not set in the npm script, because the syntax depends on the shell. React reads it when it is loaded.
process.env.NODE_ENV = 'production';
const server = new URL('../build/server/main.js', import.meta.url);
await import(server.href);
