import { setImmediate } from 'node:timers/promises';
import {
  type FilteredKind,
  textFilterConstants,
} from '#shared/constants/moderation/text-filters.ts';
import { getContentPath } from '#shared/format/paths/content-path.ts';
import type { FilterInput } from '#shared/schemas/moderation/text-filters.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin, requireModerator } from '../permissions/require-moderator.ts';
import { compileFilters, getTextFilters, readStoredFilters } from './current-filters.ts';
import { listMatches } from './find-matches.ts';
import { listNewestTexts } from './newest-texts.ts';
import { parseFilter } from './parse-filter.ts';

/**
 * What the filters of the site find in a text, in its order. Nothing is stored or written to a log.
 * @throws AppError `login-required`, `moderators-only`.
 */
export async function testFilters(ctx: Ctx, { text }: { text: string }) {
  requireModerator(ctx);
  const filters = await getTextFilters(ctx);
  const max = textFilterConstants.shownMatches;
  const matches = listMatches(ctx, { filters, text, max });
  return matches.map(({ filter: { kind, pattern, act }, start, end, found }) => ({
    ...{ kind, pattern, act, start, end, found },
  }));
}

/** What a filter finds in the text of the test field. */
export type TestedMatch = Awaited<ReturnType<typeof testFilters>>[number];

/** Texts between which other requests have their turn. */
const textsAtOnce = 20;

/**
 * Which of the newest public texts a new filter would have matched: at most 1,000 texts of the last 30 days with
 * 2 million characters together. Changes nothing. Private messages are not read.
 * @throws AppError `login-required`, `admins-only`; `bad-input` as `addFilter`; `rate-limited` (30 in ten minutes).
 */
export async function dryRunFilter(ctx: Ctx, input: FilterInput) {
  const { id: adminId } = requireAdmin(ctx);
  const parsed = { ...parseFilter(input), id: 'new' };
  await ctx.rateLimiter.take('dry-run-by-account', adminId);
  const { dryRunTexts, dryRunDays, dryRunCharacters, dryRunShown } = textFilterConstants;
  const since = new Date(ctx.clock.now().getTime() - dryRunDays * 24 * 60 * 60 * 1000);
  // The filter for all other hosts depends on those that are allowed.
  const others = parsed.kind === 'other-hosts' ? await readStoredFilters(ctx.db) : [];
  const filters = compileFilters([...others.filter(({ kind }) => kind === 'allowed-host'), parsed]);
  const newest = await listNewestTexts(ctx.db, {
    since,
    max: dryRunTexts,
    charactersMax: dryRunCharacters,
  });
  const matched: { kind: FilteredKind; author: string; path: string; at: Date; found: string }[] =
    [];
  for (const [index, { kind, author, place, texts, at }] of newest.entries()) {
    if (index % textsAtOnce === 0) await setImmediate();
    const [match] = texts.flatMap((text) => listMatches(ctx, { filters, text, max: 1 }));
    if (match)
      matched.push({ kind, author, path: getContentPath(kind, place), at, found: match.found });
  }
  const { kind, pattern, act } = parsed;
  return {
    filter: { kind, pattern, act },
    read: newest.length,
    total: matched.length,
    matched: matched.slice(0, dryRunShown),
  };
}

/** What a dry run found. */
export type DryRun = Awaited<ReturnType<typeof dryRunFilter>>;
