import { isModeratorRole } from '#shared/constants/accounts/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { cutCharacters, isLongerThan } from '#shared/format/texts/characters.ts';
import type { Ctx } from '../context.ts';
import { type ActiveFilter, getTextFilters } from './current-filters.ts';
import { findStrictestMatch } from './find-matches.ts';

type CheckCtx = Pick<Ctx, 'db' | 'clock' | 'readCache' | 'site' | 'actor'>;

/** What filters decided about a text that they do not refuse. `found` is what they found, as it was written. */
export interface FilterVerdict {
  act: 'wait' | 'report';
  found: string;
}

/** The longest part of a text that a verdict or an error repeats. */
const foundMax = 100;

/**
 * Checks public texts of the actor, by the names of their form fields, against the filters of the site. Returns
 * the strictest verdict; null if nothing happens to them. Texts of moderators and admins neither wait nor are
 * reported. Call it before a transaction, like every cached read.
 * @throws AppError `text-refused`, which names what must not be in the text, at the first such field.
 */
export async function checkText(
  ctx: CheckCtx,
  texts: Readonly<Record<string, string>>,
): Promise<FilterVerdict | null> {
  const filters = await getTextFilters(ctx);
  const verdicts: FilterVerdict[] = [];
  for (const [field, text] of Object.entries(texts)) {
    const match = findStrictestMatch(ctx, filters, text);
    if (match === null) continue;
    const { filter } = match;
    const found = shorten(match.found);
    if (filter.act === 'refuse') throw createFilterError(field, { filter, found });
    verdicts.push({ act: filter.act, found });
  }
  if (isModeratorRole(ctx.actor?.role)) return null;
  return verdicts.find(({ act }) => act === 'wait') ?? verdicts[0] ?? null;
}

/**
 * Checks a text that nobody but its author and receivers reads, or a name that cannot wait: only filters that
 * refuse count, and nothing of it is stored. @throws AppError `text-refused`.
 */
export async function requireAllowedText(
  ctx: CheckCtx,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  await checkText(ctx, texts);
}

function createFilterError(
  field: string,
  { filter, found }: { filter: ActiveFilter; found: string },
): AppError {
  const text =
    filter.kind === 'word'
      ? `“${found}” is not allowed on this site. Please write it without.`
      : `Links such as “${found}” are not allowed on this site. Please leave it out.`;
  return new AppError('text-refused', { text, fields: { [field]: text } });
}

function shorten(found: string): string {
  const line = found.replace(/\s+/g, ' ').toWellFormed();
  return isLongerThan(line, foundMax) ? `${cutCharacters(line, foundMax)}…` : line;
}
