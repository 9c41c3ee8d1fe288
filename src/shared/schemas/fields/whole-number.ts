import { z } from 'zod';
import { parseNumber } from '../../format/amounts/read-number.ts';

/**
 * A whole number of a field or a call, with digits of any script. Unlike `z.coerce.number()`, which takes an empty field
 * for 0, it refuses everything that is no number.
 */
export function wholeNumber(problem: string) {
  return z.union([z.string(), z.number()], problem).transform((typed, { addIssue }): number => {
    const value = typeof typed === 'number' ? typed : parseNumber(typed, 0);
    if (value !== null && Number.isSafeInteger(value)) return value;
    addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });
}

/** A whole number from `min` to `max`. */
export const wholeNumberBetween = (min: number, max: number, problem: string) =>
  wholeNumber(problem).refine((value) => value >= min && value <= max, problem);

/** A number that is chosen from a list. */
export const chosenNumber = (choices: readonly number[], problem: string) =>
  wholeNumber(problem).refine((value) => choices.includes(value), problem);
