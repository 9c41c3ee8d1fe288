import type { Queryable } from '#database/client.ts';
import { textFilters } from '#database/schema.ts';
import type { FilterAct, FilterKind } from '#shared/constants/moderation/text-filters.ts';
import { cachedRead } from '../lib/cached-read.ts';
import type { LinkMatcher } from './link-matcher.ts';
import { createWordMatcher, parseWordPattern, type WordMatcher } from './word-matcher.ts';

/** A change clears the cached filters on every node. This is for a node that did not hear of it. */
const freshMs = 10_000;

/** A filter, without exceptions. */
export interface ActiveFilter {
  id: string;
  kind: FilterKind;
  pattern: string;
  act: FilterAct;
}

/** All filters in the form in which they are compared. */
export interface CompiledFilters {
  words: WordMatcher<ActiveFilter>;
  links: LinkMatcher<ActiveFilter>;
}

/** A filter as it is stored. */
export interface StoredFilter extends Omit<ActiveFilter, 'act'> {
  compared: string;
  act: FilterAct | null;
}

/** The filters of the site, cached on each node. A change clears them everywhere at once. */
export const getTextFilters = cachedRead('text-filters', freshMs, async ({ db }) =>
  compileFilters(await readStoredFilters(db)),
);

/** The filters of the site, as they are in the database. */
export function readStoredFilters(db: Queryable): Promise<StoredFilter[]> {
  return db
    .select({
      id: textFilters.id,
      kind: textFilters.kind,
      pattern: textFilters.pattern,
      compared: textFilters.compared,
      act: textFilters.act,
    })
    .from(textFilters);
}

export function compileFilters(stored: readonly StoredFilter[]): CompiledFilters {
  const allowed = stored.filter(({ kind }) => kind === 'allowed-host');
  const active = stored.flatMap(({ id, kind, pattern, act, compared }) =>
    act === null ? [] : [{ filter: { id, kind, pattern, act }, compared }],
  );
  const words = active.flatMap(({ filter }) => {
    const pattern = filter.kind === 'word' ? parseWordPattern(filter.pattern) : null;
    return pattern ? [{ pattern, filter }] : [];
  });
  const hosts = active.filter(({ filter }) => filter.kind === 'host');
  return {
    words: createWordMatcher(words),
    links: {
      blocked: new Map(hosts.map(({ filter, compared }) => [compared, filter])),
      allowed: new Set(allowed.map(({ compared }) => compared)),
      others: active.find(({ filter }) => filter.kind === 'other-hosts')?.filter ?? null,
    },
  };
}
