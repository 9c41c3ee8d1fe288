import './check-node.ts';
import { execFileSync } from 'node:child_process';
import { followNpm } from './npm-signals.ts';

// `npm ci && npm start` is all that a fresh machine needs: what is not built yet is built now.
execFileSync(process.execPath, ['scripts/build.ts', '--if-needed'], {
  stdio: 'inherit',
  cwd: new URL('..', import.meta.url),
});

followNpm();
// Set here and not in the npm script, where not every shell knows how. React reads it as it is loaded.
process.env.NODE_ENV = 'production';
const server = new URL('../build/server/main.js', import.meta.url);
await import(server.href);
