import type { Database } from '#database/client.ts';
import {
  type PartSetting,
  partOffTexts,
  partSetting,
  type SitePart,
  siteParts,
} from '#shared/constants/site/site-parts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { SiteSettings } from '#shared/schemas/administration/site-settings.ts';
import type { CachedRead } from '../lib/cached-read.ts';
import { hasStoredAnswer } from '../lib/idempotency.ts';
import { getSiteSettings } from './read-site-settings.ts';

type PartCtx = Parameters<typeof getSiteSettings>[0];

/** Whether a part of the site is on. Call it before a transaction, like every cached read. */
export async function isPartOn(ctx: PartCtx, part: SitePart): Promise<boolean> {
  return !listPartsOff(await getSiteSettings(ctx)).includes(part);
}

/**
 * Checks that a part of the site is on. What its owners need to take back money and cards does not call it.
 * @throws AppError `part-off`
 */
export async function requirePart(ctx: PartCtx, part: SitePart): Promise<void> {
  if (!(await isPartOn(ctx, part))) throw createPartError(part);
}

/**
 * The same for a form with an idempotency key. One that was carried out while the part was on passes, so that the use
 * case returns its first answer: it claims the key before it writes anything, and the key is taken.
 * @throws AppError `part-off`
 */
export async function requirePartForForm(
  ctx: PartCtx & { db: Database },
  part: SitePart,
  form: { userId: string; key: string },
): Promise<void> {
  if ((await isPartOn(ctx, part)) || (await hasStoredAnswer(ctx.db, form))) return;
  throw createPartError(part);
}

/** A cached read of a part, which is refused while the part is off. */
export function requirePartFor<Result>(
  part: SitePart,
  read: CachedRead<Result>,
): CachedRead<Result> {
  const readOfPart = async (ctx: PartCtx) => {
    await requirePart(ctx, part);
    return read(ctx);
  };
  return Object.assign(readOfPart, { clear: read.clear });
}

function createPartError(part: SitePart): AppError {
  return new AppError('part-off', { text: partOffTexts[part] });
}

export function listPartsOff(settings: Pick<SiteSettings, PartSetting>): SitePart[] {
  return siteParts.filter((part) => settings[partSetting(part)] === 'off');
}
