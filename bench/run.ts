import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { audit } from './audit.ts';
import { startBenchServer } from './bench-server.ts';
import { cachedPage } from './cached-page.ts';
import { discussionPages } from './discussion-pages.ts';
import { functionCalls } from './functions.ts';
import { lighthouseTable } from './lighthouse.ts';
import { marketBuys } from './market-buys.ts';
import { marketPages } from './market-pages.ts';
import { pictures } from './pictures.ts';
import { purchase } from './purchase.ts';
import type { Measured } from './rounds.ts';
import { search } from './search.ts';
import { socketClaims } from './sockets.ts';
import { uncachedPage } from './uncached-page.ts';

const claims: Record<string, (dataDir: string) => Promise<Measured[]>> = {
  purchase,
  pages: async (dataDir) => {
    const server = await startBenchServer(dataDir);
    try {
      return [await cachedPage(server), await uncachedPage(server)];
    } finally {
      await server.stop();
    }
  },
  functions: async (dataDir) => {
    const server = await startBenchServer(dataDir);
    try {
      return await functionCalls(server);
    } finally {
      await server.stop();
    }
  },
  market: async (dataDir) => {
    const bought = await marketBuys(path.join(dataDir, 'buys'));
    const server = await startBenchServer(path.join(dataDir, 'pages'));
    try {
      return [...bought, ...(await marketPages(server, path.join(dataDir, 'pages')))];
    } finally {
      await server.stop();
    }
  },
  discussions: async (dataDir) => {
    const server = await startBenchServer(dataDir);
    try {
      return await discussionPages(server, dataDir);
    } finally {
      await server.stop();
    }
  },
  search: async (dataDir) => [await search(dataDir)],
  audit,
  sockets: socketClaims,
  pictures,
};

/** What takes many minutes, and is measured by name alone. */
const longOnes = ['audit', 'discussions', 'pictures'];

/**
 * Runs the claims that are named on the command line, each on a database of its own; without any, all
 * that do not take long.
 */
async function run(names: string[]): Promise<void> {
  execFileSync(process.execPath, ['scripts/build.ts', '--if-needed'], { stdio: 'inherit' });
  for (const [name, measure] of Object.entries(claims)) {
    if (names.length > 0 ? !names.includes(name) : longOnes.includes(name)) continue;
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'guildhall-bench-'));
    // Postgres may run as another account.
    await chmod(dataDir, 0o755);
    try {
      for (const measured of await measure(dataDir)) print(measured);
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  }
}

function print({ claim, ours, theirs, ratio, goal, note }: Measured): void {
  const atLeast = 'atLeast' in goal;
  const reached = atLeast ? ratio >= goal.atLeast : ratio <= goal.atMost;
  const aim = atLeast ? `${goal.atLeast} or more` : `${goal.atMost} or less`;
  console.log(
    [
      `| ${claim}${note ? ` (${note})` : ''}`,
      ours,
      theirs,
      ratio.toFixed(2),
      `${aim}, ${reached ? 'reached' : 'missed'} |`,
    ].join(' | '),
  );
}

console.log('Each ratio is the median of five interleaved rounds in one run, with fsync on.\n');
console.log('| claim | ours | compared with | ratio | aim |\n|---|---|---|---|---|');
const names = process.argv.slice(2);
await run(names);
if (names.length === 0 || names.includes('lighthouse')) {
  console.log('\nLighthouse, mobile, the median of five visits:\n');
  console.log(await lighthouseTable());
}
