import { acceptEncoding, requestRate } from './load.ts';
import { formatRate, type Measurement, measureInterleaved } from './measure-rounds-and-medians.ts';
import type { MeasuredServer } from './start-measured-server.ts';

/** Compares the cached shop page of a visitor with a handler that returns the same bytes. */
export async function cachedPage({ origin }: MeasuredServer): Promise<Measurement> {
  const headers = { 'Accept-Encoding': acceptEncoding };
  const [page, bytes] = await Promise.all(
    [`${origin}/`, `${origin}/bench/bytes`].map(async (url) => {
      const response = await fetch(url, { headers });
      return response.text();
    }),
  );
  if (!page || page !== bytes) throw new Error('The two do not return the same bytes.');
  const { ours, theirs, ratio } = await measureInterleaved(
    () => requestRate(`${origin}/`, headers),
    () => requestRate(`${origin}/bench/bytes`, headers),
  );
  return {
    claim: "A visitor's cached shop page ÷ a handler that returns the same bytes",
    ours: formatRate(ours),
    theirs: formatRate(theirs),
    ratio,
    goal: { atLeast: 0.7 },
  };
}
