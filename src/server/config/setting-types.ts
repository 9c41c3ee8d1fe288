import { z } from 'zod';

/** A setting without spaces at its ends. An empty one counts as missing. */
export const optional = z
  .string()
  .optional()
  .transform((value) => value?.trim() || undefined);

/** One of the names. */
export const choice = <Name extends string>(names: readonly [Name, ...Name[]], fallback: Name) =>
  optional.pipe(
    z
      .enum(names, { error: () => `must be one of ${names.join(', ')}` })
      .optional()
      .transform((value) => value ?? fallback),
  );

/** A whole number from `min` to `max`, or `fallback` if it is missing. */
export const integer = <Fallback extends number | null>(
  fallback: Fallback,
  min: number,
  max: number,
) =>
  optional.transform((value, issues) => {
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    issues.addIssue({ code: 'custom', message: `must be a whole number from ${min} to ${max}` });
    return z.NEVER;
  });
