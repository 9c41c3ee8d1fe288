import { filterActs } from '#shared/constants/moderation/text-filters.ts';
import type { Ctx } from '../context.ts';
import type { ActiveFilter, CompiledFilters } from './current-filters.ts';
import { findLinks } from './link-matcher.ts';
import { findWords, type Span, type VisitMatch } from './word-matcher.ts';

/** A part of a text that a filter matches. */
export interface FilterMatch extends Span {
  filter: ActiveFilter;
  /** The part as its author wrote it. */
  found: string;
}

type SiteCtx = Pick<Ctx, 'site'>;

/**
 * The strictest match of a text; null if no filter matches. The time is in proportion to the length of the text
 * and does not depend on the number of filters.
 */
export function findStrictestMatch(
  { site }: SiteCtx,
  filters: CompiledFilters,
  text: string,
): FilterMatch | null {
  let strictest: FilterMatch | null = null;
  visitMatches({ site }, { filters, text }, (filter, span) => {
    if (strictest === null || rankOf(filter) < rankOf(strictest.filter)) {
      strictest = { filter, ...span, found: text.slice(span.start, span.end) };
    }
    return rankOf(strictest.filter) === 0;
  });
  return strictest;
}

/** The matches of a text in its order, at most `max`. */
export function listMatches(
  { site }: SiteCtx,
  { filters, text, max }: { filters: CompiledFilters; text: string; max: number },
): FilterMatch[] {
  const matches = new Map<string, FilterMatch>();
  visitMatches({ site }, { filters, text }, (filter, span) => {
    const { start, end } = span;
    matches.set(`${filter.id} ${start} ${end}`, { filter, ...span, found: text.slice(start, end) });
    return matches.size >= max;
  });
  return [...matches.values()]
    .filter((match) => !isWithinAnother(match, matches))
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

/** A link is found as a link and as a host. */
function isWithinAnother(match: FilterMatch, matches: ReadonlyMap<string, FilterMatch>): boolean {
  return [...matches.values()].some(
    (other) =>
      other !== match &&
      other.filter.id === match.filter.id &&
      other.start <= match.start &&
      other.end >= match.end,
  );
}

function visitMatches(
  { site }: SiteCtx,
  { filters, text }: { filters: CompiledFilters; text: string },
  visit: VisitMatch<ActiveFilter>,
): void {
  let isOver = false;
  const visitOnce: VisitMatch<ActiveFilter> = (filter, span) => {
    isOver = visit(filter, span);
    return isOver;
  };
  findLinks(filters.links, { text, ownHost: new URL(site.origin).hostname }, visitOnce);
  if (!isOver) findWords(filters.words, text, visitOnce);
}

/** 0 is the strictest. */
export function rankOf({ act }: Pick<ActiveFilter, 'act'>): number {
  return filterActs.indexOf(act);
}
