import { execFileSync } from 'node:child_process';

// `npm ci && npm start` is all that a fresh machine needs: what is not built yet is built now.
execFileSync(process.execPath, ['scripts/build.ts', '--if-needed'], { stdio: 'inherit' });
const server = new URL('../build/server/main.js', import.meta.url);
await import(server.href);
