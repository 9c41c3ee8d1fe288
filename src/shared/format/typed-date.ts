import { toPlainDigits } from './amounts/read-number.ts';

/**
 * A typed date with ASCII digits. Those of other scripts are often typed with years of another calendar, such as 1405
 * or 2569 for 2026; such a text stays as it is, so that no date is read from it.
 */
export function toPlainDate(typed: string): string {
  const plain = toPlainDigits(typed);
  const hasOtherDigits = /[^\P{Nd}0-9]/u.test(typed);
  return hasOtherDigits && !/(?<!\d)(?:19|2[01])\d\d(?!\d)/.test(plain) ? typed : plain;
}
