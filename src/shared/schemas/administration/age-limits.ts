import { z } from 'zod';
import { ageConstants } from '../../constants/catalog/ages.ts';
import { wholeNumberBetween } from '../fields/whole-number.ts';

/** An age in years; null without a limit. */
export const ageLimit = z.int().min(0).max(ageConstants.ageMax).nullable();

/** Above which age games do not exist for visitors, guests, and accounts that have no limit of their own. */
export const ageLimits = z
  .strictObject({ visitors: ageLimit, guests: ageLimit, players: ageLimit })
  .default({ visitors: null, guests: null, players: null });

export type AgeLimits = z.output<typeof ageLimits>;

/** A typed age in years; null if the field is empty. */
export const typedAgeLimit = z
  .string()
  .default('')
  .transform((text): string | number | null => text.trim() || null)
  .pipe(
    wholeNumberBetween(
      0,
      ageConstants.ageMax,
      `Enter an age from 0 to ${ageConstants.ageMax}, or nothing.`,
    ).nullable(),
  );

/** The form of the age limits of the site. */
export const ageLimitsForm = z.object({
  visitors: typedAgeLimit,
  guests: typedAgeLimit,
  players: typedAgeLimit,
});

/** The form of the age limit of an account. */
export const accountAgeLimitForm = z.object({ ageLimit: typedAgeLimit });
