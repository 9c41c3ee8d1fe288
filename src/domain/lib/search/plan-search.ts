/*
 * Few and many matches need different reads. Few matches are found by the index of the words, and
 * sorting them is fast; a scan of the list's order would read nearly the whole table before a page
 * is full. Sorting many matches is slow; a scan in order finds a page of them soon. Postgres cannot
 * choose, because it does not know how frequent a part of a word is. So matches are collected first,
 * up to a limit. When there are more, the list is scanned in its order.
 */

/** A page of a search. Each row has the number of all matches in `total`. */
interface Search<Row extends { total: number }> {
  /** A search with more matches is scanned. */
  collectMax: number;
  /** Whether earlier searches or a sample show that there are more matches. */
  isSurelyLarge?: boolean;
  /** Called when there are more matches, so that the next search can skip `collect`. */
  onLarge?: () => void;
  /** The rows before the page. */
  offset: number;
  perPage: number;
  /** How many of very many matches can be paged through; all by default. */
  reachable?: number;
  /**
   * Collects the matches, at most `collectMax` + 1. When there are at most `collectMax`, it sorts
   * them and returns the page.
   */
  collect: () => Promise<Row[]>;
  /** Scans the list in its order until the page from `offset` on is full. */
  scan: (offset: number) => Promise<Row[]>;
}

/** Reads a page of a search. `isLarge` is true when there are more than `collectMax` matches. */
export async function planSearch<Row extends { total: number }>({
  collectMax,
  isSurelyLarge = false,
  onLarge,
  offset,
  perPage,
  reachable = Number.POSITIVE_INFINITY,
  collect,
  scan,
}: Search<Row>): Promise<{ rows: Row[]; isLarge: boolean }> {
  if (!isSurelyLarge) {
    const rows = await collect();
    if ((rows[0]?.total ?? 0) <= collectMax) return { rows, isLarge: false };
    onLarge?.();
  }
  const lastOffset = (Math.ceil(reachable / perPage) - 1) * perPage;
  return { rows: await scan(Math.min(offset, lastOffset)), isLarge: true };
}
