import type { BenchServer } from './bench-server.ts';
import { acceptEncoding, requestRate } from './load.ts';
import { interleave, type Measured, perSecond } from './rounds.ts';

const queriesAllowed = 3;

/**
 * The shop page of somebody who is logged in, which no cache ever meets, against a page with nothing
 * in it, with the same session, frame and router.
 */
export async function uncachedPage({ origin, cookie }: BenchServer): Promise<Measured> {
  const headers = { 'Accept-Encoding': acceptEncoding, Cookie: cookie };
  const queries = async () => Number(await (await fetch(`${origin}/bench/queries`)).text());
  // The shelves above the list are asked for once a minute, by whoever comes first.
  await (await fetch(`${origin}/`, { headers })).arrayBuffer();
  const before = await queries();
  await (await fetch(`${origin}/`, { headers })).arrayBuffer();
  const asked = (await queries()) - before;
  if (asked > queriesAllowed) throw new Error(`The shop page asks the database ${asked} times.`);
  const { ours, theirs, ratio } = await interleave(
    () => requestRate(`${origin}/`, headers),
    () => requestRate(`${origin}/bench/empty`, headers),
  );
  return {
    claim: 'An uncached shop page ÷ an empty route',
    ours: perSecond(ours),
    theirs: perSecond(theirs),
    ratio,
    goal: { atLeast: 0.5 },
    note: `${asked} queries`,
  };
}
