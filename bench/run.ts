import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { audit } from './audit-duration.ts';
import { cachedPage } from './cached-page.ts';
import { cardPage } from './card-page.ts';
import { discussionPages } from './discussion-pages.ts';
import { economyFigures } from './economy-figures.ts';
import { eventCosts } from './event-costs.ts';
import { lighthouseTable } from './lighthouse.ts';
import { loginStorm } from './login-storm.ts';
import { marketBuys } from './market-buys.ts';
import { marketPages } from './market-pages.ts';
import { matchedTrades } from './matched-trades.ts';
import type { Measurement } from './measure-rounds-and-medians.ts';
import { mixedPlayers } from './mixed-players.ts';
import { pictures } from './picture-uploads.ts';
import { playerPages } from './player-pages.ts';
import { purchase } from './purchase.ts';
import { functionCalls } from './realm-function-calls.ts';
import { search } from './search.ts';
import { soak } from './soak.ts';
import { socketClaims } from './sockets.ts';
import { startMeasuredServer } from './start-measured-server.ts';
import { startWithData } from './start-with-data.ts';
import { statementsTable } from './statements.ts';
import { storageTable } from './storage.ts';
import { uncachedPage } from './uncached-page.ts';
import { webProcesses } from './web-processes.ts';

const benchmarks: Record<string, (dataDir: string) => Promise<Measurement[]>> = {
  purchase,
  pages: async (dataDir) => {
    const server = await startMeasuredServer(dataDir);
    try {
      return [await cachedPage(server), await uncachedPage(server)];
    } finally {
      await server.stop();
    }
  },
  functions: async (dataDir) => {
    const server = await startMeasuredServer(dataDir);
    try {
      return await functionCalls(server);
    } finally {
      await server.stop();
    }
  },
  market: marketBuys,
  listings: async (dataDir) => {
    const server = await startMeasuredServer(dataDir);
    try {
      return await marketPages(server, dataDir);
    } finally {
      await server.stop();
    }
  },
  card: async (dataDir) => {
    const server = await startMeasuredServer(dataDir);
    try {
      return await cardPage(server, dataDir);
    } finally {
      await server.stop();
    }
  },
  orders: matchedTrades,
  discussions: async (dataDir) => {
    const server = await startMeasuredServer(dataDir);
    try {
      return await discussionPages(server, dataDir);
    } finally {
      await server.stop();
    }
  },
  search: async (dataDir) => [await search(dataDir)],
  players: playerPages,
  audit,
  economy: economyFigures,
  sockets: socketClaims,
  events: eventCosts,
  pictures,
  mixed: mixedPlayers,
  logins: loginStorm,
  soak,
  start: startWithData,
  processes: webProcesses,
};

/** Benchmarks that take many minutes. They run only when they are named. */
const slowBenchmarks = [
  'audit',
  'discussions',
  'economy',
  'events',
  'pictures',
  'mixed',
  'logins',
  'soak',
  'start',
  'statements',
  'storage',
];
/** Benchmarks of request handling that take a few minutes: `npm run bench -- quick`. */
const quickBenchmarks = ['purchase', 'pages', 'functions'];
const lighthouse = 'lighthouse';
const storage = 'storage';
const statements = 'statements';

/** The benchmarks that the command line names. @throws Error for an unknown name. */
function chooseBenchmarks(args: readonly string[]): string[] {
  const all = [...Object.keys(benchmarks), lighthouse, storage, statements];
  if (args.length === 0) return all.filter((name) => !slowBenchmarks.includes(name));
  const names = args.flatMap((name) => (name === 'quick' ? quickBenchmarks : [name]));
  const unknown = names.find((name) => !all.includes(name));
  if (unknown) throw new Error(`Unknown benchmark: ${unknown}. Known: quick, ${all.join(', ')}`);
  return names;
}

/** Runs the named benchmarks, each with its own database. */
async function run(names: readonly string[]): Promise<void> {
  execFileSync(process.execPath, ['scripts/build.ts', '--if-needed'], { stdio: 'inherit' });
  for (const [name, measure] of Object.entries(benchmarks)) {
    if (!names.includes(name)) continue;
    await withDataDir(async (dataDir) => {
      for (const measured of await measure(dataDir)) print(measured);
    });
  }
}

async function withDataDir(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'guildhall-bench-'));
  // Postgres may run as another account.
  await chmod(dataDir, 0o755);
  try {
    await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function print({ claim, ours, theirs, ratio, goal, note }: Measurement): void {
  const atLeast = 'atLeast' in goal;
  const reached = atLeast ? ratio >= goal.atLeast : ratio <= goal.atMost;
  const aim = atLeast ? `${goal.atLeast} or more` : `${goal.atMost} or less`;
  console.log(
    [
      `| ${claim}${note ? ` (${note})` : ''}`,
      ours,
      theirs,
      ratio < 0.1 ? ratio.toPrecision(2) : ratio.toFixed(2),
      `${aim}, ${reached ? 'reached' : 'missed'} |`,
    ].join(' | '),
  );
}

const names = chooseBenchmarks(process.argv.slice(2));
console.log('Each ratio is the median of five interleaved rounds in one run, with fsync on.\n');
console.log('| claim | ours | compared with | ratio | aim |\n|---|---|---|---|---|');
await run(names);
if (names.includes(lighthouse)) {
  console.log('\nLighthouse, mobile, the median of five visits:\n');
  console.log(await lighthouseTable());
}
if (names.includes(storage)) {
  console.log('\nBytes of each row on the disk:\n');
  await withDataDir(async (dataDir) => console.log(await storageTable(dataDir)));
}
if (names.includes(statements)) {
  console.log('\nPlanning and execution of the statements of pages, medians in milliseconds:\n');
  await withDataDir(async (dataDir) => console.log(await statementsTable(dataDir)));
}
