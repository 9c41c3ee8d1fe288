import type { BenchServer } from './bench-server.ts';
import { acceptEncoding, requestRate } from './load.ts';
import { interleave, type Measured, perSecond } from './rounds.ts';

/** A visitor's shop page from the cache, against a handler that returns the same bytes. */
export async function cachedPage({ origin }: BenchServer): Promise<Measured> {
  const headers = { 'Accept-Encoding': acceptEncoding };
  const [page, bytes] = await Promise.all(
    [`${origin}/`, `${origin}/bench/bytes`].map(async (url) => {
      const response = await fetch(url, { headers });
      return response.text();
    }),
  );
  if (!page || page !== bytes) throw new Error('The two do not return the same bytes.');
  const { ours, theirs, ratio } = await interleave(
    () => requestRate(`${origin}/`, headers),
    () => requestRate(`${origin}/bench/bytes`, headers),
  );
  return {
    claim: "A visitor's cached shop page ÷ a handler that returns the same bytes",
    ours: perSecond(ours),
    theirs: perSecond(theirs),
    ratio,
    goal: { atLeast: 0.7 },
  };
}
