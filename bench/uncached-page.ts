import { acceptEncoding, requestRate } from './load.ts';
import { formatRate, type Measurement, measureInterleaved } from './measure-rounds-and-medians.ts';
import type { MeasuredServer } from './start-measured-server.ts';

const queriesAllowed = 3;

/**
 * Compares the shop page of a logged-in player, which is never cached, with an empty page that has the same
 * session, layout and router.
 */
export async function uncachedPage({ origin, cookie }: MeasuredServer): Promise<Measurement> {
  const headers = { 'Accept-Encoding': acceptEncoding, Cookie: cookie };
  const queries = async () => Number(await (await fetch(`${origin}/bench/queries`)).text());
  // The shelves above the list are cached for a minute; the first request reads them.
  await (await fetch(`${origin}/`, { headers })).arrayBuffer();
  const before = await queries();
  await (await fetch(`${origin}/`, { headers })).arrayBuffer();
  const queryCount = (await queries()) - before;
  if (queryCount > queriesAllowed) throw new Error(`The shop page makes ${queryCount} queries.`);
  const { ours, theirs, ratio } = await measureInterleaved(
    () => requestRate(`${origin}/`, headers),
    () => requestRate(`${origin}/bench/empty`, headers),
  );
  return {
    claim: 'An uncached shop page ÷ an empty route',
    ours: formatRate(ours),
    theirs: formatRate(theirs),
    ratio,
    goal: { atLeast: 0.5 },
    note: `${queryCount} queries`,
  };
}
