import { demoLogin } from '../scripts/demo/demo-players.ts';
import { fillDemoData } from './fill-demo-data.ts';
import { acceptEncoding, requestRate } from './load.ts';
import { formatRate, type Measurement, measureInterleaved } from './measure-rounds-and-medians.ts';
import { type MeasuredServer, startMeasuredServer } from './start-measured-server.ts';

/** Page ÷ trivial handler; five times the ratio of NodeBB's page of a logged-in reader. */
const pageGoal = { atLeast: 0.014 };
const dataGoal = { atLeast: 0.03 };

/** Compares pages of the demonstration community with a handler that returns 200 bytes. */
export async function playerPages(dataDir: string): Promise<Measurement[]> {
  fillDemoData(dataDir);
  const server = await startMeasuredServer(dataDir);
  try {
    return await measurePages(server);
  } finally {
    await server.stop();
  }
}

async function measurePages({ origin }: MeasuredServer): Promise<Measurement[]> {
  const visitor = { 'Accept-Encoding': acceptEncoding };
  const player = { ...visitor, Cookie: await logIn(origin) };
  const discussion = await findPath(
    `${origin}/community/discussions`,
    /\/community\/discussions\/[0-9a-f-]{36}/g,
  );
  // Not the reader's own, which is at another path.
  const profile = await findPath(`${origin}/community/market`, /\/profile\/(?!demo")[^"/]+(?=")/g);
  const pages = [
    { name: 'A shop page', path: '/', headers: player, goal: pageGoal },
    { name: 'A discussion', path: discussion, headers: player, goal: pageGoal },
    { name: 'The market', path: '/community/market', headers: player, goal: pageGoal },
    { name: 'A profile', path: profile, headers: player, goal: pageGoal },
    { name: 'A profile as data', path: `${profile}.data`, headers: player, goal: dataGoal },
    {
      name: 'The market as data',
      path: '/community/market.data',
      headers: player,
      goal: dataGoal,
    },
    {
      name: '24 games',
      path: '/api/games?page_size=24',
      headers: visitor,
      goal: { atLeast: 0.06 },
    },
    { name: 'A visitor’s shop page', path: '/', headers: visitor, goal: { atLeast: 0.2 } },
    { name: 'A visitor’s discussion', path: discussion, headers: visitor, goal: { atLeast: 0.2 } },
  ];
  const measured: Measurement[] = [];
  for (const { name, path, headers, goal } of pages) {
    const { ours, theirs, ratio } = await measureInterleaved(
      () => requestRate(origin + path, headers),
      () => requestRate(`${origin}/bench/trivial`, visitor),
    );
    measured.push({
      claim: `${name} ÷ a trivial handler`,
      ours: formatRate(ours),
      theirs: formatRate(theirs),
      ratio,
      goal,
      note: headers === player ? 'logged in' : undefined,
    });
  }
  return measured;
}

export async function logIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/login`, {
    method: 'POST',
    body: new URLSearchParams(demoLogin),
    headers: { Origin: origin },
    redirect: 'manual',
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  if (cookies.length === 0) throw new Error(`The login was answered with ${response.status}.`);
  return cookies.join('; ');
}

/** The first path of a page that matches. */
export async function findPath(url: string, pattern: RegExp): Promise<string> {
  const [path] = (await (await fetch(url)).text()).match(pattern) ?? [];
  if (!path) throw new Error(`${url} has no link that matches ${pattern}.`);
  return path;
}
