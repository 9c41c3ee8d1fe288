import {
  type PartSetting,
  partOffTexts,
  partSetting,
  type SitePart,
  siteParts,
} from '#shared/constants/site-parts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { SiteSettings } from '#shared/schemas/site-settings.ts';
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
  if (!(await isPartOn(ctx, part))) throw new AppError('part-off', { text: partOffTexts[part] });
}

/** A cached read of a part, which is refused while the part is off. */
export function requirePartFor<
  Read extends ((ctx: never) => Promise<unknown>) & { clear: unknown },
>(part: SitePart, read: Read): Read {
  const readOfPart = async (ctx: PartCtx) => {
    await requirePart(ctx, part);
    return read(ctx as never);
  };
  return Object.assign(readOfPart, { clear: read.clear }) as unknown as Read;
}

export function listPartsOff(settings: Pick<SiteSettings, PartSetting>): SitePart[] {
  return siteParts.filter((part) => settings[partSetting(part)] === 'off');
}
